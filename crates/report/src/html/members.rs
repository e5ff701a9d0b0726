//! The functions or methods of a unit with their coverage.

use super::facts::Facts;
use super::markup::{Markup, put};
use super::meter::bar;
use crate::Vocabulary;

/// The table of functions or methods; nothing if there are none.
pub fn members(words: &Vocabulary, facts: &Facts<'_>) -> Markup {
    let mut out = Markup::default();
    let members = &facts.unit.members;
    if members.is_empty() {
        return out;
    }
    let pairs = facts.unit.coverage.mcdc.total > 0;
    let mutants = members.iter().any(|own| own.mutants.is_some());
    put!(
        out,
        "<div class=scroll tabindex=0 role=region aria-label=\"Coverage of each {}\"><table class=members><thead><tr><th scope=col>{}</th><th scope=col>{}</th><th scope=col>branches</th>",
        words.member,
        words.member,
        words.statements
    );
    for (is_there, heading) in [(pairs, "MC/DC"), (mutants, "mutants killed")] {
        if is_there {
            put!(out, "<th scope=col>{}</th>", heading);
        }
    }
    put!(out, "<th scope=col>tests</th></tr></thead><tbody>\n");
    for (index, own) in members.iter().enumerate() {
        put!(out, "<tr id=m{}><th scope=row>", index);
        match own.place.as_ref().and_then(|place| facts.anchor(place)) {
            Some(anchor) => put!(out, "<a href=\"#{}\"><code>{}</code></a>", anchor, own.name),
            None => put!(out, "<code>{}</code>", own.name),
        }
        put!(out, "</th>");
        let mut shares = vec![own.coverage.statement, own.coverage.branch];
        shares.extend(pairs.then_some(own.coverage.mcdc));
        shares.extend(mutants.then_some(own.mutants.unwrap_or_default()));
        for share in shares {
            put!(out, "<td>");
            bar(&mut out, share, 0);
            put!(out, "</td>");
        }
        put!(out, "<td>{}</td></tr>\n", own.tests);
    }
    put!(out, "</tbody></table></div>\n");
    out
}
