//! Mutants: how many the tests kill, by operator, and which survive where.

use super::facts::Facts;
use super::markup::{Markup, put};
use super::meter::bar;
use super::words::counted;
use crate::{Survival, Survivor};

/// Survivors that are shown at once; more are folded away.
const SHOWN: usize = 30;

/// The mutants of a unit; nothing if none were made.
pub fn mutants(facts: &Facts<'_>) -> Markup {
    let mut out = Markup::default();
    let Some(mutation) = &facts.unit.mutation else { return out };
    put!(out, "<p>");
    bar(&mut out, mutation.killed, 0);
    put!(out, " killed; tests run {}.", mutation.reached);
    if mutation.equivalent > 0 {
        put!(out, " {} proven equivalent.", mutation.equivalent);
    }
    if mutation.not_tried > 0 {
        put!(out, " {} not tried on all tests, for lack of time.", mutation.not_tried);
    }
    put!(out, "</p>\n");
    if !mutation.operators.is_empty() {
        put!(
            out,
            "<details><summary>By operator</summary><table><thead><tr><th scope=col>operator</th><th scope=col>killed</th></tr></thead><tbody>"
        );
        for (operator, share) in &mutation.operators {
            put!(out, "<tr><th scope=row>{}</th><td>", operator);
            bar(&mut out, *share, 0);
            put!(out, "</td></tr>");
        }
        put!(out, "</tbody></table></details>\n");
    }
    let mut survivors: Vec<&Survivor> = mutation.survivors.iter().collect();
    // What nobody can kill comes last.
    survivors.sort_by_key(|own| own.survival == Survival::Equivalent);
    if !survivors.is_empty() {
        put!(
            out,
            "<details{}><summary>{} that tests run without noticing</summary><ul>\n",
            if survivors.len() <= SHOWN { " open" } else { "" },
            counted(survivors.len(), "mutant")
        );
        for Survivor { member, place, text, survival, .. } in survivors {
            put!(out, "<li>");
            match facts.anchor(place) {
                Some(anchor) => put!(out, "<a href=\"#{}\">{}</a>", anchor, place),
                None => put!(out, "{}", place),
            }
            put!(out, " <code>{}</code>: ", member);
            out.prose(text);
            put!(out, " <span class=of>({})</span></li>\n", survival.text());
        }
        put!(out, "</ul></details>\n");
    }
    out
}
