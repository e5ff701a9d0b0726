//! Mutants: how many the tests kill, by operator, and which survive where.

use super::facts::Facts;
use super::markup::{Markup, put};
use super::meter::bar;
use super::words::counted;
use crate::{Survival, Survivor};

/// Survivors that are shown at once; more are folded away.
const SHOWN: usize = 30;

/// What an operator changes, in words.
fn change(operator: &str) -> &'static str {
    match operator {
        "conditionals-boundary" => "< becomes <=, and the like",
        "negate-conditionals" => "a condition becomes its opposite",
        "remove-conditionals" => "a condition always holds, or never",
        "relations" => "a comparison becomes another",
        "connectors" => "&& becomes ||, or the other way round",
        "remove-switch" => "a case of a switch is taken for the default",
        "math" | "further-math" => "an arithmetic or bitwise operation becomes another",
        "increments" => "a variable is counted down, not up, or the other way round",
        "remove-increments" => "a variable is not counted up or down",
        "invert-negatives" => "a negation is left out",
        "insert-negatives" => "a result is negated",
        "constants" => "a constant becomes another",
        "indices" => "an element of an array becomes the one beside it",
        "void-calls" => "a call whose result is not used is left out",
        "value-calls" => "a call is left out, and its result is zero or null",
        "constructor-calls" => "a new object is null",
        "remove-stores" => "a value is not stored in memory",
        "remove-assignments" => "a value is not assigned to a variable",
        "false-returns" => "false is returned",
        "true-returns" => "true is returned",
        "primitive-returns" => "zero or one is returned",
        "null-returns" => "null is returned",
        "empty-returns" => "an empty text or collection is returned",
        _ => "",
    }
}

/// The mutants of a unit; nothing if none were made.
pub fn mutants(facts: &Facts<'_>) -> Markup {
    let mut out = Markup::default();
    let Some(mutation) = &facts.unit.mutation else { return out };
    put!(out, "<p>");
    bar(&mut out, mutation.tried(), 0);
    put!(out, " killed.");
    if mutation.unreached() > 0 {
        put!(out, " {} in code that no test runs.", mutation.unreached());
    }
    if mutation.equivalent > 0 {
        put!(out, " {} proven equivalent.", mutation.equivalent);
    }
    if mutation.not_tried > 0 {
        put!(out, " {} more not tried, for lack of time.", mutation.not_tried);
    }
    put!(out, "</p>\n");
    if !mutation.operators.is_empty() {
        put!(
            out,
            "<details><summary>By operator</summary><table><thead><tr><th scope=col>operator</th><th scope=col>killed</th></tr></thead><tbody>"
        );
        for (operator, share) in &mutation.operators {
            let meaning = change(operator);
            put!(out, "<tr><th scope=row>{} <span class=of>{}</span></th><td>", operator, meaning);
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
