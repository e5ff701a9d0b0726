//! What is not there, and why.

use super::markup::{Markup, put};
use super::why;
use super::words::{counted, plural};
use crate::{LeftOutKind, Report, SkippedKind, Unit};
use std::collections::BTreeMap;

/// What was left out of a unit's tests; nothing if nothing was.
pub fn left_out(unit: &Unit) -> Markup {
    let mut out = Markup::default();
    for note in &unit.notes {
        put!(out, "<p class=note>");
        out.prose(&note.text);
        put!(out, "</p>\n");
    }
    let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for left in &unit.left_out {
        reasons.entry(&left.text).or_default().push(&left.test);
    }
    if !reasons.is_empty() {
        put!(out, "<p>{} left out:</p><ul>\n", counted(unit.left_out.len(), "test"));
        for (reason, tests) in &reasons {
            put!(out, "<li>");
            out.prose(reason);
            put!(out, ": <code>{}</code></li>\n", tests.join(", "));
        }
        put!(out, "</ul>\n");
    }
    if unit.flaky.scenarios > 0 {
        put!(
            out,
            "<p>{} did not repeat: they depend on the clock, hash codes, randomness or threads.</p>\n",
            counted(unit.flaky.scenarios as usize, "run")
        );
    }
    if unit.flaky.assertions > 0 {
        put!(
            out,
            "<p>{} did not hold in a second run.</p>\n",
            counted(unit.flaky.assertions as usize, "assertion")
        );
    }
    for advice in why::missing_classes(std::iter::once(unit)) {
        put!(out, "<p class=note>{}</p>\n", advice);
    }
    let untested: Vec<_> =
        unit.members.iter().filter_map(|own| Some((&own.name, own.untested.as_ref()?))).collect();
    if !untested.is_empty() {
        put!(out, "<p>Without a test of their own:</p><ul>\n");
        for (name, why) in untested {
            put!(out, "<li><code>{}</code>: ", name);
            out.prose(&why.text);
            put!(out, "</li>\n");
        }
        put!(out, "</ul>\n");
    }
    if let Some(existing) = unit.existing_tests.as_ref().filter(|own| !own.failed.is_empty()) {
        put!(out, "<p>Existing tests that do not pass in the machine:</p><ul>\n");
        for failed in &existing.failed {
            put!(out, "<li><code>{}</code>: {}</li>\n", failed.test, failed.text);
        }
        put!(out, "</ul>\n");
    }
    out
}

/// Tests that were left out and units without tests, by the reason; nothing if there are none.
pub fn overview(report: &Report) -> Markup {
    let mut out = Markup::default();
    let Report { units, skipped, vocabulary, .. } = report;
    let noun = &vocabulary.unit;
    for (kind, why) in [
        (LeftOutKind::NotPassed, "they do not pass when they are run for real"),
        (LeftOutKind::NotCompiled, "they do not compile, which is a defect of Ferret’s"),
        (LeftOutKind::NotExpressible, "they cannot be written in the language"),
    ] {
        let left = units.iter().flat_map(|unit| &unit.left_out);
        let count = left.filter(|left| left.kind == kind).count();
        if count > 0 {
            put!(
                out,
                "<p>{} left out: {}. The pages of the {} name them.</p>\n",
                counted(count, "test"),
                why,
                plural(noun)
            );
        }
    }
    for advice in why::missing_classes(units.iter()) {
        put!(out, "<p class=note>{}</p>\n", advice);
    }
    let mut reasons: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for own in skipped {
        reasons.entry((kind(own.kind), &own.text)).or_default().push(&own.unit);
    }
    for ((kind, text), units) in &reasons {
        put!(
            out,
            "<details><summary>{} {}: {}</summary><ul>\n",
            counted(units.len(), noun),
            kind,
            text
        );
        for unit in units {
            put!(out, "<li><code>{}</code></li>\n", unit);
        }
        put!(out, "</ul></details>\n");
    }
    out
}

fn kind(kind: SkippedKind) -> &'static str {
    match kind {
        SkippedKind::NotPrepared => "could not be prepared",
        SkippedKind::NothingToCall => "with nothing to call",
        SkippedKind::NothingToCover => "with nothing to cover",
        SkippedKind::Stopped => "not reached before the end",
        SkippedKind::Failed => "failed",
    }
}
