//! Findings: those worth reporting one by one, and what follows from broken preconditions in a line for each kind.

use super::common::shortened;
use crate::{Finding, FindingKind, NonNull, Unit};
use std::fmt::Write as _;

/// Characters of the statements of a finding that are printed.
const LONGEST: usize = 160;

/// Everything that there is to say about findings.
pub fn findings<'r>(units: impl Iterator<Item = &'r Unit> + Clone) -> String {
    let mut all: Vec<&Finding> = units.clone().flat_map(|unit| &unit.findings).collect();
    // The sort is stable: within a kind the order of units stays.
    all.sort_by_key(|finding| finding.kind);
    let non_null: Vec<&NonNull> = units.flat_map(|unit| &unit.non_null).collect();
    let (above, below) = all.split_at(all.partition_point(|finding| finding.kind.is_reportable()));
    reportable(above) + &preconditions(below, &non_null)
}

/// The findings that are worth reporting.
pub fn reportable_findings<'r>(units: impl Iterator<Item = &'r Unit>) -> String {
    let all = units.flat_map(|unit| &unit.findings);
    let mut all: Vec<&Finding> = all.filter(|finding| finding.kind.is_reportable()).collect();
    all.sort_by_key(|finding| finding.kind);
    reportable(&all)
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
    let told: Vec<String> =
        counts.map(|(kind, count)| format!("{count} {}", kind.label())).collect();
    match told.is_empty() {
        true => String::new(),
        false => format!("broken preconditions, not counted as findings: {}\n", told.join(", ")),
    }
}

/// Findings of one place, whatever led there: the first, and the members that others were found by.
fn by_place<'f>(findings: &[&'f Finding]) -> Vec<(&'f Finding, Vec<&'f str>)> {
    let mut found: Vec<(&Finding, Vec<&str>)> = Vec::new();
    for finding in findings {
        let is_same = |(known, _): &&mut (&Finding, Vec<&str>)| {
            let has_line = finding.place.as_ref().is_some_and(|place| place.line.is_some());
            let same = known.kind == finding.kind && known.what == finding.what;
            has_line && same && known.place == finding.place
        };
        match found.iter_mut().find(is_same) {
            Some((first, members)) => {
                let member = finding.member.as_str();
                if first.member != member && !members.contains(&member) {
                    members.push(member);
                }
            }
            None => found.push((finding, Vec::new())),
        }
    }
    found
}

/// A line for each finding, and one for the statements that show it.
fn reportable(findings: &[&Finding]) -> String {
    let findings = by_place(findings);
    if findings.is_empty() {
        return String::new();
    }
    let mut text = format!("\nfindings: {}\n", findings.len());
    for (finding, others) in findings {
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
        if !others.is_empty() {
            let _ = writeln!(text, "      also by {}", others.join(", "));
        }
        if let Some(statements) = &finding.reproduction {
            let mut shown: String = statements.chars().take(LONGEST).collect();
            if shown.len() < statements.len() {
                shown.push('…');
            }
            let _ = writeln!(text, "      {shown}");
        }
    }
    text
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
            let line = format!("{}: {}: {}", members.len(), kind.label(), members.join(", "));
            lines.push(shortened(&line));
        }
    }
    if lines.is_empty() {
        return String::new();
    }
    format!("\nbroken preconditions, not counted as findings:\n  {}\n", lines.join("\n  "))
}

#[cfg(test)]
mod tests {
    use super::by_place;
    use crate::{Finding, FindingKind, Place};

    #[test]
    fn a_place_that_two_classes_lead_to_is_one_finding() {
        let finding = |member: &str, line: Option<u32>| Finding {
            kind: FindingKind::Crash,
            member: member.to_owned(),
            what: "throws NullPointerException".to_owned(),
            reason: None,
            place: Some(Place { file: "Mapper.java".to_owned(), line, column: None }),
            occurrences: 1,
            test: None,
            reproduction: None,
        };
        let all = [("A.f", Some(3)), ("B.g", Some(3)), ("C.h", Some(4)), ("D.i", None)];
        let all = all.map(|(member, line)| finding(member, line));
        let again = finding("E.j", None);
        let all: Vec<&Finding> = all.iter().chain([&again]).collect();
        let told: Vec<String> = by_place(&all)
            .iter()
            .map(|(first, others)| format!("{} {}", first.member, others.join(" ")))
            .collect();
        assert_eq!(told, ["A.f B.g", "C.h ", "D.i ", "E.j "]);
    }
}
