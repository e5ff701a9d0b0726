//! What is known about a line and its branches, and what stands in the way of those that no test takes.

use crate::{Branch, Function, Line, LineState, Nearest, Source, Test, Unit, Verdict};
use std::fmt::Write as _;

/// Tests that are named; the rest is counted.
const NAMED: usize = 5;

/// All that is known about a line of a source file of a unit; none if the referee counts nothing there.
pub fn line(unit: &Unit, source: &Source, number: u32) -> Option<String> {
    let line = source.lines.iter().find(|line| line.number == number)?;
    let state = match line.state() {
        LineState::Covered => "covered",
        LineState::Partly => "partly covered",
        LineState::Missed => "not reached by any test",
    };
    let function = function_at(source, number);
    let inside = function.map(|function| format!(" in {}", function.name)).unwrap_or_default();
    let mut text = format!("{}:{number}{inside}: {state}", source.file);
    if let Some(count) = line.count.filter(|count| *count > 0) {
        let _ = write!(text, ", executed {count} times");
    }
    if let Some(share) = line.instructions.filter(|share| share.covered > 0) {
        let _ = write!(text, ", {share} instructions");
    }
    text.push('\n');
    if !line.tests.is_empty() {
        let names = line.tests.iter().filter_map(|test| unit.tests.get(*test as usize));
        let _ = writeln!(text, "  reached by {}", named(names));
    }
    for branch in &line.branches {
        text += &told(unit, number, branch);
    }
    text += &other_goals(unit, source, number);
    if line.state() == LineState::Missed {
        text += &obstacle(unit, source, function, number);
    }
    Some(text + &asked(unit))
}

/// A branch: the tests that take it, or what is known about it.
fn told(unit: &Unit, line: u32, branch: &Branch) -> String {
    let column = branch.column.map(|column| format!(":{column}")).unwrap_or_default();
    let mut text = format!("  {line}{column} {}: ", branch.outcome);
    if !branch.covered {
        let _ = writeln!(text, "{}", branch.verdict.text());
        text += &branch.nearest.as_ref().map(|it| near(unit, it)).unwrap_or_default();
        return text + &asked_for(unit, branch);
    }
    let covers = |test: &&Test| branch.goal.is_some_and(|goal| test.covers.contains(&goal));
    let tests: Vec<&Test> = unit.tests.iter().filter(covers).collect();
    let _ = match tests.is_empty() {
        true => writeln!(text, "taken"),
        false => writeln!(text, "taken by {}", named(tests.into_iter())),
    };
    text
}

/// What the solver was asked for a branch.
fn asked_for(unit: &Unit, branch: &Branch) -> String {
    match &branch.asked {
        Some(asked) => format!("      solver: {}\n", asked.text()),
        None if unit.effort.solver.paths > 0 && branch.verdict != Verdict::Infeasible => {
            "      solver: not asked for this branch\n".to_owned()
        }
        None => String::new(),
    }
}

/// How near the best run came.
fn near(unit: &Unit, nearest: &Nearest) -> String {
    let test = nearest.test.and_then(|test| unit.tests.get(test as usize));
    let test = test.map_or("a run that is no test", |test| test.name.as_str());
    match &nearest.compared {
        Some((a, b)) => {
            format!("      nearest: {test} compared {a} with {b}, distance {}\n", nearest.distance)
        }
        None => format!("      nearest: {test}, distance {}\n", nearest.distance),
    }
}

/// Goals at the line that are no branches.
fn other_goals(unit: &Unit, source: &Source, number: u32) -> String {
    let is_branch = |id: u32| {
        let branches = source.lines.iter().flat_map(|line| &line.branches);
        branches.filter_map(|branch| branch.goal).any(|goal| goal == id)
    };
    let mut text = String::new();
    for goal in &unit.goals {
        let Some(place) = &goal.place else { continue };
        if place.file == source.file && place.line == Some(number) && !is_branch(goal.id) {
            let _ = writeln!(text, "  {}: {}", goal.goal, goal.verdict.text());
        }
    }
    text
}

/// The function that a line is in.
fn function_at(source: &Source, number: u32) -> Option<&Function> {
    let before = source.functions.iter().filter(|own| own.line.is_some_and(|line| line <= number));
    before.max_by_key(|own| own.line)
}

/// The last branch above a line that tests evaluate and never take one way.
fn obstacle(unit: &Unit, source: &Source, function: Option<&Function>, number: u32) -> String {
    let first = function.and_then(|function| function.line).unwrap_or(0);
    let above = source.lines.iter().rev();
    let mut above = above.filter(|line| (first..number).contains(&line.number));
    let half = |line: &&Line| line.is_reached() && !line.branch_share().is_whole();
    match above.find(half) {
        Some(line) => {
            let mut text =
                "  the last branch above it that tests evaluate and never take:\n".to_owned();
            for branch in line.branches.iter().filter(|branch| !branch.covered) {
                text += &told(unit, line.number, branch);
            }
            text
        }
        None => "  no test enters the function, or every test leaves it before\n".to_owned(),
    }
}

/// What the solver was asked for the unit.
fn asked(unit: &Unit) -> String {
    let solver = &unit.effort.solver;
    match solver.paths {
        0 => "  the solver was not asked for this unit\n".to_owned(),
        _ => format!(
            "  the solver, for the whole unit: {} solved, {} unsatisfiable, {} unknown, {} diverged\n",
            solver.solved, solver.unsatisfiable, solver.unknown, solver.diverged
        ),
    }
}

fn named<'t>(tests: impl Iterator<Item = &'t Test>) -> String {
    let names: Vec<&str> = tests.map(|test| test.name.as_str()).collect();
    match names.len() > NAMED {
        true => format!("{} and {} more", names[..NAMED].join(", "), names.len() - NAMED),
        false => names.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Asked, sample};
    use expect_test::expect;

    #[test]
    fn a_line_is_told_with_its_tests_and_what_stands_in_the_way() {
        let mut unit = sample::program().units.remove(0);
        let branch = &mut unit.sources[0].lines[1].branches[1];
        let compared = Some(("3".to_owned(), "7".to_owned()));
        branch.nearest = Some(Nearest { distance: "4".to_owned(), compared, test: Some(1) });
        let source = &unit.sources[0];
        let told = [2, 8, 9].map(|number| line(&unit, source, number).unwrap_or_default());
        expect![[r#"
            a.c:2 in f: partly covered, executed 2 times
              reached by f_1, f_2
              2:9 true: taken by f_1, f_2
              2:9 false: infeasible
                  nearest: f_2 compared 3 with 7, distance 4
              2:18 true: taken
              2:18 false: taken
              the solver, for the whole unit: 3 solved, 0 unsatisfiable, 0 unknown, 0 diverged

            a.c:8 in g: not reached by any test
              no test enters the function, or every test leaves it before
              the solver, for the whole unit: 3 solved, 0 unsatisfiable, 0 unknown, 0 diverged

            a.c:9 in g: not reached by any test
              true: reached, but every such run crashes
              no test enters the function, or every test leaves it before
              the solver, for the whole unit: 3 solved, 0 unsatisfiable, 0 unknown, 0 diverged
        "#]]
        .assert_eq(&told.join("\n"));
        assert_eq!(line(&unit, source, 4), None);
    }

    #[test]
    fn what_the_solver_said_and_a_run_that_is_no_test_are_told_for_a_branch() {
        let mut unit = sample::program().units.remove(0);
        let branch = &mut unit.sources[0].lines[1].branches[1];
        branch.verdict = Verdict::Open;
        branch.nearest = Some(Nearest { distance: "4".to_owned(), compared: None, test: None });
        branch.asked = Some(Asked { solved: 1, unsatisfiable: 2, unknown: 0, diverged: 1 });
        let branch = unit.sources[0].lines[1].branches[1].clone();
        let under = |branch: &Branch| format!("a line\n{}", told(&unit, 2, branch));
        expect![[r#"
            a line
              2:9 false: open
                  nearest: a run that is no test, distance 4
                  solver: asked 3 times: 1 satisfiable, 2 unsatisfiable, 0 unknown; 1 of the solutions took another path when run
        "#]]
        .assert_eq(&under(&branch));
        let never = Branch { asked: None, nearest: None, ..branch };
        expect![[r#"
            a line
              2:9 false: open
                  solver: not asked for this branch
        "#]]
        .assert_eq(&under(&never));
    }
}
