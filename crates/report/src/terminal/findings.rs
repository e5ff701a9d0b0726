//! Findings: those worth reporting one by one, and what follows from broken preconditions in a line for each kind.

use super::common::shortened;
use crate::grouped::{Group, grouped};
use crate::{Finding, FindingKind, NonNull, Stack, Unit};
use std::fmt::Write as _;

/// Characters of the statements of a finding that are printed.
const LONGEST: usize = 160;

/// Members that are named beside a finding; the rest is counted.
const NAMED: usize = 5;

/// Everything that there is to say about findings.
pub fn findings<'r>(units: impl Iterator<Item = &'r Unit> + Clone) -> String {
    let all = units.clone().flat_map(|unit| &unit.findings);
    let mut below: Vec<&Finding> = all.filter(|finding| !finding.kind.is_reportable()).collect();
    below.sort_by_key(|finding| finding.kind);
    let non_null: Vec<&NonNull> = units.clone().flat_map(|unit| &unit.non_null).collect();
    reportable(&grouped(units), true) + &preconditions(&below, &non_null)
}

/// The findings that are worth reporting.
pub fn reportable_findings<'r>(units: impl Iterator<Item = &'r Unit>) -> String {
    reportable(&grouped(units), false)
}

/// How many preconditions tests broke, in a line.
pub fn count_preconditions<'r>(units: impl Iterator<Item = &'r Unit> + Clone) -> String {
    let all = units.clone().flat_map(|unit| &unit.findings);
    let broken: Vec<&Finding> = all.filter(|finding| !finding.kind.is_reportable()).collect();
    let nulls = units.flat_map(|unit| &unit.non_null).count();
    let counts = FindingKind::ALL.into_iter().filter(|kind| !kind.is_reportable()).map(|kind| {
        let own = broken.iter().filter(|finding| finding.kind == kind).count();
        (kind, if kind == FindingKind::NullArgument { own + nulls } else { own })
    });
    let counts = counts.filter(|(_, count)| *count > 0);
    let told: Vec<String> = counts.map(|(kind, count)| kind.counted(count)).collect();
    match told.is_empty() {
        true => String::new(),
        false => format!("broken preconditions, not counted as findings: {}\n", told.join(", ")),
    }
}

/// A line for each group of findings, and one for the statements that show the first; in full, the calls that were open.
fn reportable(groups: &[Group<'_>], is_full: bool) -> String {
    if groups.is_empty() {
        return String::new();
    }
    let all: usize = groups.iter().map(|own| 1 + own.same.len() + own.alike.len()).sum();
    let in_all = match all > groups.len() {
        true => format!(" ({all} before similar ones are grouped)"),
        false => String::new(),
    };
    let mut text = format!("\nfindings: {}{in_all}\n", groups.len());
    for Group { first: finding, same, alike, .. } in groups {
        let _ = write!(text, "  {}: {} {}", finding.kind.label(), finding.member, finding.what);
        if let Some(place) = &finding.place {
            let _ = write!(text, " at {place}");
        }
        if let Some(test) = &finding.test {
            let _ = write!(text, " ({test})");
        }
        text.push('\n');
        if let Some(reason) = &finding.reason {
            let _ = writeln!(text, "      {reason}");
        }
        let mut others: Vec<&str> = Vec::new();
        for member in same.iter().map(|(_, own)| own.member.as_str()) {
            if member != finding.member && !others.contains(&member) {
                others.push(member);
            }
        }
        if !others.is_empty() {
            let _ = writeln!(text, "      also by {}", listed(&others));
        }
        let alike: Vec<String> = alike.iter().map(|(_, own)| member_at(own)).collect();
        if !alike.is_empty() {
            let _ = writeln!(text, "      {} similar: {}", alike.len(), listed(&alike));
        }
        if let Some(statements) = &finding.reproduction {
            let mut shown: String = statements.chars().take(LONGEST).collect();
            if shown.len() < statements.len() {
                shown.push('…');
            }
            let _ = writeln!(text, "      {shown}");
        }
        if is_full {
            stack(&mut text, &finding.stack);
        }
    }
    text
}

/// The first of some names; the rest is counted.
fn listed<N: AsRef<str>>(names: &[N]) -> String {
    let shown: Vec<&str> = names.iter().take(NAMED).map(AsRef::as_ref).collect();
    let shown = shown.join(", ");
    match names.len() > NAMED {
        true => format!("{shown} and {} more", names.len() - NAMED),
        false => shown,
    }
}

fn member_at(finding: &Finding) -> String {
    match &finding.place {
        Some(place) => format!("{} at {place}", finding.member),
        None => finding.member.clone(),
    }
}

/// A line for each open call, innermost first.
fn stack(text: &mut String, stack: &Stack) {
    for frame in &stack.frames {
        let library = if frame.library { ", library" } else { "" };
        let _ = writeln!(text, "        in {frame}{library}");
    }
    if stack.omitted > 0 {
        let _ = writeln!(text, "        and {} calls further out", stack.omitted);
    }
}

/// A line for each kind of precondition that tests broke.
fn preconditions(findings: &[&Finding], non_null: &[&NonNull]) -> String {
    let mut lines = Vec::new();
    for kind in FindingKind::ALL.into_iter().filter(|kind| !kind.is_reportable()) {
        let own = findings.iter().filter(|finding| finding.kind == kind);
        let mut members: Vec<String> = own.map(|finding| finding.member.clone()).collect();
        if kind == FindingKind::NullArgument {
            members.extend(
                non_null
                    .iter()
                    .map(|known| format!("{}({})", known.member, known.parameters.join(", "))),
            );
        }
        members.dedup();
        if !members.is_empty() {
            let line = format!("{}: {}", kind.counted(members.len()), members.join(", "));
            lines.push(shortened(&line));
        }
    }
    if lines.is_empty() {
        return String::new();
    }
    format!("\nbroken preconditions, not counted as findings:\n  {}\n", lines.join("\n  "))
}
