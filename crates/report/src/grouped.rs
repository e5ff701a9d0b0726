//! Findings of one cause, and those that look as if they had one.
//!
//! What happens at one place has one cause, whatever led there. Where the same happens in methods of the same name, for the same
//! reason, or in functions of one unit for a reason that names the same parameter, somebody who has looked at one need
//! hardly look at the others.

use crate::{Finding, Unit};

/// Findings that are told together.
#[derive(Clone, Debug)]
pub struct Group<'f> {
    /// The one that is shown.
    pub unit: &'f Unit,
    /// The one that is shown.
    pub first: &'f Finding,
    /// Others at the same place, each with its unit.
    pub same: Vec<(&'f Unit, &'f Finding)>,
    /// Others that look alike, each with its unit.
    pub alike: Vec<(&'f Unit, &'f Finding)>,
}

/// The findings of some units that are worth reporting, the most important first, in groups.
pub fn grouped<'f>(units: impl Iterator<Item = &'f Unit>) -> Vec<Group<'f>> {
    let all = units.flat_map(|unit| unit.findings.iter().map(move |finding| (unit, finding)));
    let mut all: Vec<(&Unit, &Finding)> =
        all.filter(|(_, finding)| finding.kind.is_reportable()).collect();
    // The sort is stable: within a kind the order of units stays.
    all.sort_by_key(|(_, finding)| finding.kind);
    let mut groups: Vec<Group<'f>> = Vec::new();
    for (unit, finding) in all {
        let same = groups.iter().position(|group| is_same(group.first, finding));
        let alike = || groups.iter().position(|group| is_alike(group, unit, finding));
        match (same, same.is_none().then(alike).flatten()) {
            (Some(group), _) => groups[group].same.push((unit, finding)),
            (None, Some(group)) => groups[group].alike.push((unit, finding)),
            (None, None) => {
                let (same, alike) = (Vec::new(), Vec::new());
                groups.push(Group { unit, first: finding, same, alike });
            }
        }
    }
    groups
}

/// Whether the same happens at the same line.
fn is_same(one: &Finding, other: &Finding) -> bool {
    let has_line = other.place.as_ref().is_some_and(|place| place.line.is_some());
    has_line && one.kind == other.kind && one.what == other.what && one.place == other.place
}

/// Whether the same happens elsewhere for what seems to be the same reason.
fn is_alike(group: &Group<'_>, unit: &Unit, finding: &Finding) -> bool {
    let first = group.first;
    let same_name =
        simple(&first.member) == simple(&finding.member) && first.member != finding.member;
    let names_parameter = finding.reason.as_ref().is_some_and(|reason| reason.contains('`'));
    let same_unit = std::ptr::eq(group.unit, unit) && names_parameter;
    first.kind == finding.kind
        && first.what == finding.what
        && first.reason == finding.reason
        && (same_name || same_unit)
}

/// The name of a method without its class, and of a constructor without anything: classes have no other.
fn simple(member: &str) -> &str {
    match member.strip_prefix("new ") {
        Some(_) => "new",
        None => member.rsplit('.').next().unwrap_or(member),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FindingKind, Place, Stack, sample};

    fn finding(member: &str, line: Option<u32>, reason: &str) -> Finding {
        Finding {
            kind: FindingKind::Crash,
            member: member.to_owned(),
            what: "throws NullPointerException".to_owned(),
            reason: Some(reason.to_owned()),
            place: Some(Place { file: "Mapper.java".to_owned(), line, column: None }),
            stack: Stack::default(),
            occurrences: 1,
            test: None,
            reproduction: None,
        }
    }

    fn told(findings: Vec<Vec<Finding>>) -> Vec<String> {
        let units = findings.into_iter().map(|findings| {
            let mut unit = sample::classes().units.remove(0);
            unit.findings = findings;
            unit
        });
        let units: Vec<Unit> = units.collect();
        let names = |all: &[(&Unit, &Finding)]| {
            all.iter().map(|(_, own)| own.member.clone()).collect::<Vec<_>>().join(" ")
        };
        let groups = grouped(units.iter());
        let told = |group: &Group<'_>| {
            format!("{}: {}; {}", group.first.member, names(&group.same), names(&group.alike))
        };
        groups.iter().map(told).collect()
    }

    #[test]
    fn a_place_that_two_classes_lead_to_is_one_finding() {
        let all = [("A.f", Some(3)), ("B.g", Some(3)), ("C.h", Some(4)), ("D.i", None)];
        let all = all.map(|(member, line)| finding(member, line, "none")).to_vec();
        let groups = told(vec![all, vec![finding("E.j", None, "none")]]);
        assert_eq!(groups, ["A.f: B.g; ", "C.h: ; ", "D.i: ; ", "E.j: ; "]);
    }

    #[test]
    fn methods_of_one_name_that_fail_alike_are_told_together() {
        let one =
            |class: &str, line| finding(&format!("{class}.accept"), Some(line), "none passed");
        let other = finding("D.accept", Some(9), "another reason");
        let groups = told(vec![vec![one("A", 1)], vec![one("B", 2), other], vec![one("C", 3)]]);
        assert_eq!(groups, ["A.accept: ; B.accept C.accept", "D.accept: ; "]);
        let overloads = told(vec![vec![one("A", 1), one("A", 2)]]);
        assert_eq!(overloads, ["A.accept: ; ", "A.accept: ; "]);
    }

    #[test]
    fn functions_of_one_unit_that_fail_for_one_parameter_are_told_together() {
        let reason = "`table` passes the check at a.c:3";
        let one = |name: &str, line| finding(name, Some(line), reason);
        let groups = told(vec![vec![one("f", 1), one("g", 2)], vec![one("h", 3)]]);
        assert_eq!(groups, ["f: ; g", "h: ; "]);
    }
}
