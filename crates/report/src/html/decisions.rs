//! Truth tables of decisions, with the pairs that show each condition's independence.

use super::facts::{Facts, anchor};
use super::marks::condition_text;
use super::markup::{Markup, put};
use super::words::{counted, state, symbol};
use crate::{Condition, Decision, Unit, Verdict};

/// The truth tables of a unit; nothing if there are none.
pub fn decisions(facts: &Facts<'_>, rule: &str) -> Markup {
    let mut out = Markup::default();
    for (file, own) in facts.files.iter().enumerate() {
        if own.source.decisions.is_empty() {
            continue;
        }
        if out.is_empty() {
            if !facts.mcdc {
                put!(
                    out,
                    "<details><summary>MC/DC was not a criterion; what the tests show of it</summary>\n"
                );
            }
            put!(
                out,
                "<p>Each row is an evaluation that a test made; – marks a condition that was not evaluated. A condition is shown to decide alone by two rows in which it and the outcome differ, underlined here (rule: {}).</p>\n",
                rule
            );
        }
        let lines = own.lines();
        for (index, decision) in own.source.decisions.iter().enumerate() {
            table(&mut out, facts, &lines, (file, index), decision);
        }
    }
    if !out.is_empty() && !facts.mcdc {
        put!(out, "</details>\n");
    }
    out
}

fn table(
    out: &mut Markup,
    facts: &Facts<'_>,
    lines: &[&str],
    (file, index): (usize, usize),
    decision: &Decision,
) {
    let Decision { member, line, conditions, evaluations, .. } = decision;
    put!(
        out,
        "<div class=scroll tabindex=0 role=region aria-label=\"Decision in line {}\"><table class=truth id=\"d{}-{}\"><caption><a href=\"#{}\">Line {}</a>, <code>{}</code>",
        line,
        file,
        index,
        anchor(file, *line),
        line,
        member
    );
    if let Some(text) = whole(lines, decision) {
        put!(out, ": <code>{}</code>", text);
    }
    put!(out, "</caption><thead><tr><th scope=col>#</th>");
    for (number, condition) in conditions.iter().enumerate() {
        match text(lines, condition) {
            Some(text) => put!(out, "<th scope=col><code>{}</code></th>", text),
            None => put!(out, "<th scope=col>condition {}</th>", number + 1),
        }
    }
    put!(out, "<th scope=col>outcome</th><th scope=col>shown by</th></tr></thead><tbody>");
    for (number, evaluation) in evaluations.iter().enumerate() {
        put!(out, "<tr><th scope=row>{}</th>", number + 1);
        for (position, value) in evaluation.values.iter().enumerate() {
            let is_in = |pair: (u32, u32)| [pair.0, pair.1].contains(&(number as u32));
            let pair = conditions.get(position).and_then(|own| own.pair).is_some_and(is_in);
            put!(out, "<td class=\"{}\">{}</td>", if pair { "pair" } else { "" }, letter(*value));
        }
        put!(out, "<td>{}</td><td>", letter(Some(evaluation.outcome)));
        test(out, facts.unit, evaluation.test);
        put!(out, "</td></tr>");
    }
    put!(out, "</tbody><tfoot><tr><th scope=row>alone</th>");
    for condition in conditions {
        put!(out, "<td>");
        match (&condition.verdict, condition.pair) {
            (None, _) => put!(out, "constant"),
            (Some(Verdict::Covered), Some((a, b))) => put!(out, "✓ rows {} and {}", a + 1, b + 1),
            (Some(verdict), _) => put!(out, "{} {}", symbol(verdict), state(verdict)),
        }
        put!(out, "</td>");
    }
    let shown = conditions.iter().filter(|own| own.pair.is_some()).count();
    put!(
        out,
        "<td colspan=2>{} of {}</td></tr></tfoot></table></div>\n",
        shown,
        counted(conditions.len(), "condition")
    );
}

fn letter(value: Option<bool>) -> &'static str {
    match value {
        Some(true) => "T",
        Some(false) => "F",
        None => "–",
    }
}

fn test(out: &mut Markup, unit: &Unit, test: Option<u32>) {
    let named = test.and_then(|test| Some((test, unit.tests.get(test as usize)?)));
    match named {
        Some((index, test)) => put!(out, "<a href=\"#t{}\"><code>{}</code></a>", index, test.name),
        None => put!(out, "an existing test"),
    }
}

fn text<'t>(lines: &[&'t str], condition: &Condition) -> Option<&'t str> {
    let line = condition.line?;
    let text = lines.get((line as usize).checked_sub(1)?)?;
    condition_text(text, line, condition.column?, condition.end?)
}

fn whole<'t>(lines: &[&'t str], decision: &Decision) -> Option<&'t str> {
    let text = lines.get((decision.line as usize).checked_sub(1)?)?;
    match (decision.column, decision.end) {
        (Some(column), Some(end)) => condition_text(text, decision.line, column, end),
        _ => Some(text.trim()).filter(|text| !text.is_empty()),
    }
}
