//! Work on what changed only: which units that is, and what is told of changed lines and changed tests.

use std::fmt;
use std::fmt::Write;

use clap::Args;
use language::{Broken, Focus};
use project::discover::Layout;
use project::earlier::{is_current, latest};
use project::{Outcome, Site, Task, since};
use report::Verdict;

use super::conduct::{Known, ledger_path, read};
use super::{Opened, ProjectOptions};
use crate::failure::Failure;
use crate::size::counted;

/// What to do about changes.
#[derive(Args)]
pub struct IncrementalOptions {
    /// Test only units whose code, or project code they can reach, changed since the last result in the
    /// ledger
    #[arg(long, conflicts_with = "fresh")]
    changed: bool,
    /// Test only units with lines that differ from this git revision; only goals in those lines count
    #[arg(long, value_name = "REV")]
    since: Option<String>,
    /// Replace tests that fail because the code changed; otherwise they are listed and kept
    #[arg(long)]
    pub update: bool,
}

/// The units that are left of the chosen ones, and the lines that tests are made for, if not for all.
pub fn narrow(
    options: &ProjectOptions,
    layout: &Layout,
    site: &Site,
    mut chosen: Vec<usize>,
) -> Result<(Vec<usize>, Option<Focus>), Failure> {
    let IncrementalOptions { changed, since: revision, .. } = &options.incremental;
    let path = ledger_path(options, layout);
    if *changed && path.exists() {
        let ledger = read(&path)?;
        let known = latest(&ledger);
        chosen.retain(|index| {
            let task = &site.tasks[*index];
            !known.get(&*task.name).is_some_and(|record| is_current(&record.identity, task))
        });
    }
    let Some(revision) = revision else { return Ok((chosen, None)) };
    let focus = since(&layout.root, revision).map_err(|error| {
        let help = error.help();
        Failure::new(error).help(help)
    })?;
    chosen.retain(|index| site.tasks[*index].found.sources.iter().any(|file| focus.touches(file)));
    Ok((chosen, Some(focus)))
}

/// What tests do about goals in changed lines.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct InLines {
    /// Goals in these lines.
    pub goals: u32,
    /// Those of them that are covered.
    pub covered: u32,
    /// Tests that come by them.
    tests: usize,
    /// What is not covered, each on a line.
    open: Vec<String>,
}

/// What tests of the chosen units do about goals in some lines.
pub fn in_lines(focus: &Focus, opened: &Opened, known: &Known<'_>) -> InLines {
    let mut seen = InLines::default();
    for (index, payload) in &known.results {
        let Outcome::Tested(unit) = &payload.outcome else { continue };
        let task = &opened.site.tasks[*index];
        let focus = focus.of(&task.found.sources);
        let mut own = Vec::new();
        for goal in &unit.goals {
            let Some(place) = goal.place.as_ref().filter(|place| focus.has(place)) else {
                continue;
            };
            own.push(goal.id);
            seen.goals += 1;
            match goal.verdict {
                Verdict::Covered => seen.covered += 1,
                _ => seen.open.push(format!("{}: {place} {}", task.name, goal.goal)),
            }
        }
        let touches = |test: &&report::Test| test.covers.iter().any(|goal| own.contains(goal));
        seen.tests += unit.tests.iter().filter(touches).count();
    }
    seen
}

/// Open goals that are listed.
const LISTED: usize = 20;

impl fmt::Display for InLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { goals, covered, tests, open } = self;
        let reach = if *tests == 1 { "reaches" } else { "reach" };
        let tests = counted(*tests, "test");
        writeln!(f, "changed lines: {covered} of {goals} goals covered, {tests} {reach} them")?;
        for line in open.iter().take(LISTED) {
            writeln!(f, "  not covered: {line}")?;
        }
        match open.len().checked_sub(LISTED).filter(|more| *more > 0) {
            Some(more) => writeln!(f, "  and {more} more"),
            None => Ok(()),
        }
    }
}

/// The tests that fail because the code changed, and that are left as they are.
pub fn told_pending(opened: &Opened, known: &Known<'_>) -> String {
    let mut text = String::new();
    for index in &known.pending {
        let task = &opened.site.tasks[*index];
        let Some(payload) = known.results.get(index) else { continue };
        let (count, are) = (payload.changed.len(), verb(payload.changed.len()));
        let tests = counted(count, "test");
        let _ = writeln!(text, "{}: {tests} {are} because the code changed", task.name);
        for broken in &payload.changed {
            text += &told(opened, task, broken);
        }
    }
    text
}

/// A test that does not pass any more, on a line of its own.
pub fn told(opened: &Opened, task: &Task, broken: &Broken) -> String {
    let file = opened.site.tests_of(task).join(&broken.file);
    let file = file.strip_prefix(&opened.layout.root).unwrap_or(&file).display();
    let line = broken.line.map(|line| format!(":{line}")).unwrap_or_default();
    let test = match broken.test.is_empty() {
        true => String::new(),
        false => format!(" {}", broken.test),
    };
    format!("  {file}{line}{test}: {}\n", broken.text)
}

/// `fail` or `fails`, for so many tests.
pub fn verb(count: usize) -> &'static str {
    if count == 1 { "fails" } else { "fail" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_in_changed_lines_are_told_with_those_that_are_open() {
        let open = vec!["a.C: C.java:3 true".to_owned()];
        let seen = InLines { goals: 4, covered: 3, tests: 1, open };
        let expected = "changed lines: 3 of 4 goals covered, 1 test reaches them\n  not covered: a.C: C.java:3 true\n";
        assert_eq!(seen.to_string(), expected);
    }
}
