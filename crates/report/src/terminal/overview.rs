//! Many units at once: a row for each module, what was not tested and why, and what was found.

use super::findings::findings;
use crate::{Coverage, Share, Skipped, SkippedKind, Unit, Vocabulary};
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

/// The table of modules, and what there is to say about all of them.
pub fn overview(words: &Vocabulary, modules: &[Module<'_>]) -> String {
    let width = modules.iter().map(|module| module.name.chars().count()).max().unwrap_or(0);
    let width = width.clamp(6, 40);
    let mut text = format!(
        "{:width$}  {:>6}  {:>15}  {:>15}  {:>6}  {:>8}\n",
        "module", "units", words.statements, "branches", "tests", "findings"
    );
    let mut row = |name: &str, units: &[&Unit]| {
        let mut covered = Coverage::default();
        units.iter().for_each(|unit| covered += unit.coverage);
        let tests: usize = units.iter().map(|unit| unit.tests.len()).sum();
        let found = units.iter().flat_map(|unit| &unit.findings);
        let found = found.filter(|finding| finding.kind.is_reportable()).count();
        let _ = writeln!(
            text,
            "{:width$}  {:>6}  {:>15}  {:>15}  {tests:>6}  {found:>8}",
            shortened(name, width),
            units.len(),
            percent(covered.statement),
            percent(covered.branch),
        );
    };
    for module in modules {
        row(&module.name, &module.units);
    }
    let all: Vec<&Unit> = modules.iter().flat_map(|module| &module.units).copied().collect();
    if modules.len() > 1 {
        row("all", &all);
    }
    text += &findings(all.iter().copied());
    text += &not_tested(modules);
    text
}

/// So many of so many, with the percentage.
fn percent(share: Share) -> String {
    match share.total {
        0 => "-".to_owned(),
        total => format!("{share} {:>3} %", u64::from(share.covered) * 100 / u64::from(total)),
    }
}

fn shortened(name: &str, width: usize) -> String {
    let count = name.chars().count();
    match count > width {
        true => format!("…{}", name.chars().skip(count - width + 1).collect::<String>()),
        false => name.to_owned(),
    }
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
            module   units            lines         branches   tests  findings
            core         2        6/8  75 %        6/8  75 %       2         2
            io           0                -                -       0         0
            all          2        6/8  75 %        6/8  75 %       2         2

            findings: 1
              crash: Iban.check throws ArithmeticException at Iban.java:7
                  new Iban().check("");

            without tests: 4
                 2  nothing that a test can call: a.I, a.J
                 1  a reason: a.K
                 1  internal error: x: a.L

            not started: 3; the same command continues with them
        "#]]
        .assert_eq(&overview(&report.vocabulary, &modules));
    }
}
