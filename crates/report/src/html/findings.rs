//! Findings with their place, their reason and what reproduces them.

use super::Texts;
use super::facts::Facts;
use super::markup::{Markup, put};
use super::tests_list::{code, files};
use super::words::counted;
use crate::{Finding, FindingKind, Stack, TestFileKind, Unit};

/// What looks like a defect in a unit, and what only follows from a broken precondition.
pub fn findings(facts: &Facts<'_>, texts: &dyn Texts) -> Markup {
    let mut out = Markup::default();
    let unit = facts.unit;
    let shown = reportable(unit);
    let written = files(unit, texts, TestFileKind::Findings);
    let tests = files(unit, texts, TestFileKind::Tests);
    for (number, finding) in shown.iter().enumerate() {
        put!(
            out,
            "<article class=finding id=finding-{}><h3><span class=kind>⚠ {}</span> <code>{}</code> {}</h3>\n<dl>",
            number + 1,
            finding.kind.label(),
            finding.member,
            finding.what
        );
        if let Some(place) = &finding.place {
            put!(out, "<dt>Where</dt><dd>");
            match facts.anchor(place) {
                Some(anchor) => put!(out, "<a href=\"#{}\">{}</a>", anchor, place),
                None => put!(out, "{}", place),
            }
            put!(out, "</dd>");
        }
        stack(&mut out, facts, &finding.stack);
        if let Some(reason) = &finding.reason {
            put!(out, "<dt>Why it is one</dt><dd>");
            out.prose(reason);
            put!(out, "</dd>");
        }
        if finding.occurrences > 1 {
            put!(
                out,
                "<dt>Seen</dt><dd>with {} that have the same cause; the simplest is shown</dd>",
                counted(finding.occurrences as usize, "input")
            );
        }
        if let Some(statements) = &finding.reproduction {
            put!(
                out,
                "<dt>Reproduce</dt><dd><pre tabindex=0><code>{}</code></pre></dd>",
                statements
            );
        }
        if let Some(name) = &finding.test {
            put!(out, "<dt>Test</dt><dd><code>{}</code>", name);
            if let Some((path, code)) = code(&written, name).or_else(|| code(&tests, name)) {
                put!(out, " in <code>{}</code><pre tabindex=0><code>{}</code></pre>", path, code);
            }
            put!(out, "</dd>");
        }
        put!(out, "</dl></article>\n");
    }
    preconditions(&mut out, unit);
    out
}

/// The calls that were open, innermost first; each leads to its line.
fn stack(out: &mut Markup, facts: &Facts<'_>, stack: &Stack) {
    if stack.is_empty() {
        return;
    }
    put!(out, "<dt>Stack</dt><dd><ol class=stack>");
    for frame in &stack.frames {
        put!(out, "<li><code>{}</code>", frame.function);
        if let Some(place) = &frame.place {
            match facts.anchor(place) {
                Some(anchor) => put!(out, " at <a href=\"#{}\">{}</a>", anchor, place),
                None => put!(out, " at {}", place),
            }
        }
        if frame.library {
            put!(out, ", library");
        }
        put!(out, "</li>");
    }
    if stack.omitted > 0 {
        put!(out, "<li>and {} further out</li>", counted(stack.omitted as usize, "call"));
    }
    put!(out, "</ol></dd>");
}

/// The findings of a unit that a maintainer would want to know, the most important first.
pub fn reportable(unit: &Unit) -> Vec<&Finding> {
    let mut shown: Vec<&Finding> =
        unit.findings.iter().filter(|finding| finding.kind.is_reportable()).collect();
    shown.sort_by_key(|finding| finding.kind);
    shown
}

/// What follows from a precondition that the caller broke.
fn preconditions(out: &mut Markup, unit: &Unit) {
    let broken: Vec<&Finding> =
        unit.findings.iter().filter(|finding| !finding.kind.is_reportable()).collect();
    if broken.is_empty() && unit.non_null.is_empty() {
        return;
    }
    put!(
        out,
        "<details><summary>Broken preconditions ({}): not defects by themselves</summary><ul>\n",
        broken.len() + unit.non_null.len()
    );
    for own in &unit.non_null {
        put!(
            out,
            "<li><code>{}</code> dereferences <code>{}</code> without a null check</li>\n",
            own.member,
            own.parameters.join(", ")
        );
    }
    for kind in FindingKind::ALL {
        for own in broken.iter().filter(|own| own.kind == kind) {
            put!(out, "<li>{}: <code>{}</code> {}", kind.label(), own.member, own.what);
            if let Some(place) = &own.place {
                put!(out, " at {}", place);
            }
            put!(out, "</li>\n");
        }
    }
    put!(out, "</ul></details>\n");
}
