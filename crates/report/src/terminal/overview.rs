//! Many units at once: a row for each module, what was not tested and why, and what was found.

use super::columns::{Columns, Row};
use super::common::killed_mutants;
use super::findings::{count_preconditions, reportable_findings};
use super::open::not_covered;
use crate::{Report, Skipped, SkippedKind, Unit};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A module and what came of its units.
#[derive(Clone, Debug)]
pub struct Module<'r> {
    /// Its name.
    pub name: String,
    /// The units with a result.
    pub units: Vec<&'r Unit>,
    /// The units that cannot be tested.
    pub skipped: Vec<&'r Skipped>,
    /// Units whose work failed, with the reason.
    pub failed: Vec<(String, String)>,
    /// Units that nobody has worked on yet.
    pub waiting: usize,
}

/// Reasons that are listed for each kind; the rest is counted.
const LISTED: usize = 5;

/// The table of modules, and what there is to say about all of them. The table is no wider than the window.
pub fn overview(report: &Report, modules: &[Module<'_>], window: Option<usize>) -> String {
    let names = modules.iter().map(|module| module.name.as_str());
    let mut columns = Columns::new(report, "module", names, window);
    if modules.iter().any(|module| lacking(module) > 0) {
        columns = columns.lacking(window);
    }
    let mut text = columns.header();
    let mut all = Row::default();
    for module in modules {
        let mut sum = Row { lacking: lacking(module), ..Row::default() };
        module.units.iter().for_each(|unit| sum.add(&Row::of(unit)));
        text += &columns.line(&module.name, &sum, true);
        all.add(&sum);
    }
    if modules.len() > 1 {
        text += &columns.line("all", &all, true);
    }
    let units = || modules.iter().flat_map(|module| &module.units).copied();
    text += &killed_mutants(units());
    text += &not_covered(report, units(), "`ferret show UNIT` lists them");
    text += &reportable_findings(units());
    text += &count_preconditions(units());
    text += &not_tested(modules);
    text
}

/// Units of a module that there is no result of.
fn lacking(module: &Module<'_>) -> usize {
    module.skipped.len() + module.failed.len() + module.waiting
}

/// Units without a result, by reason.
fn not_tested(modules: &[Module<'_>]) -> String {
    let mut reasons: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for skipped in modules.iter().flat_map(|module| &module.skipped) {
        let reason = match skipped.kind {
            SkippedKind::NothingToCall => "nothing that a test can call".to_owned(),
            SkippedKind::NothingToCover => "nothing to cover".to_owned(),
            _ => skipped.text.clone(),
        };
        reasons.entry(reason).or_default().push(skipped.unit.clone());
    }
    for (unit, reason) in modules.iter().flat_map(|module| &module.failed) {
        reasons.entry(reason.clone()).or_default().push(unit.clone());
    }
    let waiting: usize = modules.iter().map(|module| module.waiting).sum();
    let mut text = String::new();
    if !reasons.is_empty() {
        let count: usize = reasons.values().map(Vec::len).sum();
        let _ = writeln!(text, "\nwithout tests: {count}");
        let mut sorted: Vec<(String, Vec<String>)> = reasons.into_iter().collect();
        sorted.sort_by_key(|(_, units)| std::cmp::Reverse(units.len()));
        for (reason, units) in sorted {
            let mut shown = units.iter().take(LISTED).cloned().collect::<Vec<_>>().join(", ");
            if units.len() > LISTED {
                let _ = write!(shown, " and {} more", units.len() - LISTED);
            }
            let _ = writeln!(text, "  {:>4}  {reason}: {shown}", units.len());
        }
    }
    if waiting > 0 {
        let _ = writeln!(text, "\nnot started: {waiting}; the same command continues with them");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use expect_test::expect;

    #[test]
    fn modules_are_summed_up_and_reasons_counted() {
        let report = sample::classes();
        let unit = &report.units[0];
        let skipped =
            |unit: &str, kind| Skipped { unit: unit.into(), kind, text: "a reason".into() };
        let none = [
            skipped("a.I", SkippedKind::NothingToCall),
            skipped("a.J", SkippedKind::NothingToCall),
        ];
        let odd = skipped("a.K", SkippedKind::NotPrepared);
        let modules = [
            Module {
                name: "core".into(),
                units: vec![unit, unit],
                skipped: none.iter().collect(),
                failed: vec![("a.L".into(), "internal error: x".into())],
                waiting: 0,
            },
            Module {
                name: "io".into(),
                units: vec![],
                skipped: vec![&odd],
                failed: vec![],
                waiting: 3,
            },
        ];
        expect![[r#"
            module       units        lines     branches  tests  findings     time
            core        2 of 5    4/6  66 %    6/8  75 %      2         2     3.0s
            io          0 of 4            -            -      0         0     0.0s
            all         2 of 9    4/6  66 %    6/8  75 %      2         2     3.0s

            not covered (branch,exception): 2
                 2  open: Iban.java:2 true, Iban.java:2 true

            findings: 1 (2 before similar ones are grouped)
              crash: Iban.check throws ArithmeticException at Iban.java:7
                  new Iban().check("");

            without tests: 4
                 2  nothing that a test can call: a.I, a.J
                 1  a reason: a.K
                 1  internal error: x: a.L

            not started: 3; the same command continues with them
        "#]]
        .assert_eq(&overview(&report, &modules, None));
    }
}
