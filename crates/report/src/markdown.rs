//! A summary in Markdown, as a comment on a pull request wants it: totals, findings, and what is not covered folded away.

use crate::grouped::{Group, grouped};
use crate::locate::{Locate, source_path};
use crate::{Coverage, Goal, Share, Skipped, Unit, Verdict, Vocabulary};
use std::fmt::Write as _;

/// Units in the table; the others are in the totals only.
const UNITS: usize = 50;

/// Goals that are listed; the rest is counted.
const GOALS: usize = 30;

/// The summary of some units.
pub fn print(
    words: &Vocabulary,
    units: &[&Unit],
    skipped: &[&Skipped],
    locate: Locate<'_>,
) -> String {
    let mut covered = Coverage::default();
    units.iter().for_each(|unit| covered += unit.coverage);
    let tests: usize = units.iter().map(|unit| unit.tests.len()).sum();
    let found = units.iter().flat_map(|unit| &unit.findings);
    let found = found.filter(|finding| finding.kind.is_reportable()).count();
    let mut text = format!(
        "### Ferret: {} of branches covered by {}, {}\n\n",
        percent(covered.branch),
        counted(tests, "test"),
        counted(found, "finding"),
    );
    text += &table(words, units, covered);
    let not_tried: u32 =
        units.iter().filter_map(|unit| unit.mutation.as_ref()).map(|own| own.not_tried).sum();
    if not_tried > 0 {
        let _ = writeln!(text, "\n{} not tried.", counted(not_tried as usize, "mutant"));
    }
    text += &findings(words, units, locate);
    text += &not_covered(units);
    if !skipped.is_empty() {
        let _ = writeln!(text, "\n{} without tests.", counted(skipped.len(), &words.unit));
    }
    text
}

fn table(words: &Vocabulary, units: &[&Unit], all: Coverage) -> String {
    let pairs = all.mcdc.total > 0;
    let mutants = units.iter().any(|unit| unit.mutation.is_some());
    let mut text = format!("| {} | lines | branches |", words.unit);
    let mut rule = "|---|---:|---:|".to_owned();
    for (is_there, name) in [(pairs, "MC/DC"), (mutants, "mutants")] {
        if is_there {
            let _ = write!(text, " {name} |");
            rule += "---:|";
        }
    }
    let _ = writeln!(text, " tests | findings |\n{rule}---:|---:|");
    let mut row = |name: &str, own: Coverage, of: &[&Unit]| {
        let mut lines = Share::default();
        of.iter().for_each(|unit| lines += unit.lines());
        let _ = write!(text, "| {name} | {} | {} |", percent(lines), percent(own.branch));
        if pairs {
            let _ = write!(text, " {} |", percent(own.mcdc));
        }
        if mutants {
            let mut killed = Share::default();
            of.iter()
                .filter_map(|unit| unit.mutation.as_ref())
                .for_each(|own| killed += own.tried());
            let _ = write!(text, " {} |", percent(killed));
        }
        let tests: usize = of.iter().map(|unit| unit.tests.len()).sum();
        let found = of.iter().flat_map(|unit| &unit.findings);
        let found = found.filter(|finding| finding.kind.is_reportable()).count();
        let _ = writeln!(text, " {tests} | {found} |");
    };
    for unit in units.iter().take(UNITS) {
        row(&format!("`{}`", escaped(&unit.name)), unit.coverage, &[unit]);
    }
    if units.len() > UNITS {
        let rest = &units[UNITS..];
        let mut covered = Coverage::default();
        rest.iter().for_each(|unit| covered += unit.coverage);
        row(&format!("{} more", rest.len()), covered, rest);
    }
    if units.len() > 1 {
        row("**all**", all, units);
    }
    text
}

fn findings(words: &Vocabulary, units: &[&Unit], locate: Locate<'_>) -> String {
    let mut all = units.iter().flat_map(|unit| &unit.findings);
    if !all.any(|finding| finding.kind.is_reportable()) {
        return String::new();
    }
    let mut text = "\n#### Findings\n\n".to_owned();
    for Group { unit, first: finding, same, alike } in grouped(units.iter().copied()) {
        let _ = write!(
            text,
            "- **{}**: `{}` {}",
            finding.kind.label(),
            escaped(&finding.member),
            escaped(&finding.what)
        );
        if let Some(place) = &finding.place {
            let path = locate(&source_path(words, unit, place));
            let line = place.line.map(|line| format!(":{line}")).unwrap_or_default();
            let _ = write!(text, " at `{}{line}`", escaped(&path));
        }
        if let Some(reason) = &finding.reason {
            let _ = write!(text, " ({})", escaped(reason));
        }
        let others = same.len() + alike.len();
        if others > 0 {
            let _ = write!(text, "; {} like it", counted(others, "finding"));
        }
        text.push('\n');
        if let Some(statements) = &finding.reproduction {
            let _ = writeln!(text, "  ```\n  {statements}\n  ```");
        }
    }
    text
}

/// What is not covered, folded away.
fn not_covered(units: &[&Unit]) -> String {
    let is_open = |goal: &&Goal| !matches!(goal.verdict, Verdict::Covered | Verdict::Survives(_));
    let open: Vec<&Goal> = units.iter().flat_map(|unit| &unit.goals).filter(is_open).collect();
    if open.is_empty() {
        return String::new();
    }
    let infeasible = open.iter().filter(|goal| goal.verdict == Verdict::Infeasible).count();
    let mut text = format!(
        "\n<details><summary>{} not covered, {infeasible} of them proven infeasible</summary>\n\n",
        counted(open.len(), "goal")
    );
    for Goal { member, place, goal, verdict, .. } in open.iter().take(GOALS) {
        let place = place.as_ref().map(|place| format!("`{}` ", escaped(&place.to_string())));
        let _ = writeln!(
            text,
            "- {}{}: {}: {}",
            place.unwrap_or_default(),
            escaped(member),
            escaped(goal),
            escaped(&verdict.text())
        );
    }
    if open.len() > GOALS {
        let _ = writeln!(text, "- and {} more", open.len() - GOALS);
    }
    text + "\n</details>\n"
}

fn percent(share: Share) -> String {
    match share.total {
        0 => "-".to_owned(),
        total => format!("{share} ({} %)", u64::from(share.covered) * 100 / u64::from(total)),
    }
}

fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ if what.ends_with('s') => format!("{count} {what}es"),
        _ => format!("{count} {what}s"),
    }
}

/// A text in which nothing means anything to Markdown or HTML, on one line.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '|' => safe.push_str("\\|"),
            '`' => safe.push('\''),
            '\n' | '\r' => safe.push(' '),
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use expect_test::expect;

    #[test]
    fn a_summary_has_totals_findings_and_what_is_not_covered() {
        let report = sample::program();
        let units: Vec<&Unit> = report.units.iter().collect();
        expect![[r#"
            ### Ferret: 3/4 (75 %) of branches covered by 2 tests, 2 findings

            | program | lines | branches | tests | findings |
            |---|---:|---:|---:|---:|
            | `a.c` | 4/6 (66 %) | 3/4 (75 %) | 2 | 2 |

            #### Findings

            - **undefined behaviour**: `g` division by zero at `a.c:9` ('n' is checked at a.c:8:7); 1 finding like it

            <details><summary>4 goals not covered, 1 of them proven infeasible</summary>

            - `a.c:3:9` f: true: infeasible
            - `a.c:4:9` f: true: not reached within bounds: steps of a run
            - `a.c:9:7` g: true: reached, but every such run crashes
            - g: true: open

            </details>
        "#]]
        .assert_eq(&print(&report.vocabulary, &units, &[], &str::to_owned));
    }

    #[test]
    fn many_units_are_summed_up() {
        let report = sample::classes();
        let units: Vec<&Unit> = std::iter::repeat_n(&report.units[0], UNITS + 2).collect();
        let skipped: Vec<&Skipped> = report.skipped.iter().collect();
        let text = print(&report.vocabulary, &units, &skipped, &str::to_owned);
        assert!(text.starts_with(
            "### Ferret: 156/208 (75 %) of branches covered by 52 tests, 52 findings\n"
        ));
        assert!(text.contains(
            "\n| 2 more | 4/6 (66 %) | 6/8 (75 %) | 2 | 2 |\n| **all** | 104/156 (66 %)"
        ));
        assert!(text.ends_with("\n1 class without tests.\n"));
    }

    #[test]
    fn nothing_in_a_name_is_taken_for_markup() {
        assert_eq!(escaped("a<b>|`c`\nd"), "a&lt;b&gt;\\|'c' d");
        assert_eq!(counted(2, "class"), "2 classes");
    }
}
