//! What is known about a line and its branches, and what stands in the way of those that no test takes.

use crate::html::condition_text;
use crate::terminal::outcome;
use crate::{Branch, Function, Line, LineState, Nearest, Solver, Source, Test, Unit, Verdict};
use std::fmt::Write as _;

/// Tests that are named; the rest is counted.
const NAMED: usize = 5;

/// All that is known about a line of a source file of a unit; none if the referee counts nothing there. `text` is the
/// text of the file, if it was found: it shows the conditions.
pub fn line(unit: &Unit, source: &Source, number: u32, text: Option<&str>) -> Option<String> {
    let line = source.lines.iter().find(|line| line.number == number)?;
    let function = function_at(source, number);
    let inside = function.map(|function| format!(" in {}", function.name)).unwrap_or_default();
    let mut told = format!("{}:{number}{inside}: {}\n", source.file, how_much(line));
    if !line.tests.is_empty() {
        let names = line.tests.iter().filter_map(|test| unit.tests.get(*test as usize));
        let _ = writeln!(told, "  reached by {}", named(names));
    }
    for branch in &line.branches {
        told += &about(unit, line, branch, text);
    }
    told += &other_goals(unit, source, number);
    if line.state() == LineState::Missed {
        told += &obstacle(unit, source, function, number, text);
    }
    Some(told + &asked(unit))
}

/// How much of a line the tests execute.
fn how_much(line: &Line) -> String {
    let mut told = match line.state() {
        LineState::Covered => "covered",
        LineState::Partly => "partly covered",
        LineState::Missed => return "not reached by any test".to_owned(),
    }
    .to_owned();
    if let Some(count) = line.count.filter(|count| *count > 0) {
        let times = if count == 1 { "once".to_owned() } else { format!("{count} times") };
        let _ = write!(told, ", executed {times}");
    }
    let parts = [(line.instructions, "instructions"), (Some(line.branch_share()), "branches")];
    for (share, what) in parts {
        if let Some(share) =
            share.filter(|share| share.total > 0 && line.state() == LineState::Partly)
        {
            let _ = write!(told, ", {} of {} {what}", share.covered, share.total);
        }
    }
    told
}

/// A branch: the tests that take it, or what is known about it.
fn about(unit: &Unit, line: &Line, branch: &Branch, text: Option<&str>) -> String {
    let column = branch.column.map(|column| format!(":{column}")).unwrap_or_default();
    let condition =
        condition(line, branch, text).map(|own| format!(" `{own}`")).unwrap_or_default();
    let mut told = format!("  {}{column}{condition} {}: ", line.number, outcome(line, branch));
    if !branch.covered {
        let _ = writeln!(told, "{}", branch.verdict.text());
        told += &branch.nearest.as_ref().map(|it| near(unit, it)).unwrap_or_default();
        return told + &asked_for(unit, branch);
    }
    let covers = |test: &&Test| branch.goal.is_some_and(|goal| test.covers.contains(&goal));
    let tests: Vec<&Test> = unit.tests.iter().filter(covers).collect();
    let _ = match tests.is_empty() {
        true => writeln!(told, "taken"),
        false => writeln!(told, "taken by {}", named(tests.into_iter())),
    };
    told
}

/// The text of the condition that an outcome belongs to, where it is known.
fn condition(line: &Line, branch: &Branch, text: Option<&str>) -> Option<String> {
    let own = text?.lines().nth(line.number.checked_sub(1)? as usize)?;
    condition_text(own, line.number, branch.column?, branch.end?).map(str::to_owned)
}

/// What symbolic execution did for a branch.
fn asked_for(unit: &Unit, branch: &Branch) -> String {
    match &branch.asked {
        Some(asked) => format!("      symbolic execution: {}\n", asked.text()),
        None if unit.effort.solver.paths > 0 && branch.verdict != Verdict::Infeasible => {
            "      symbolic execution did not try this branch\n".to_owned()
        }
        None => String::new(),
    }
}

/// How near the best run came. What was compared says nothing where both are the same: then it stands for something else,
/// such as a text.
fn near(unit: &Unit, nearest: &Nearest) -> String {
    let test = nearest.test.and_then(|test| unit.tests.get(test as usize));
    let run = match test {
        Some(test) => format!("the closest test, {},", test.name),
        None => "the closest run, of which no test was kept,".to_owned(),
    };
    let did = match &nearest.compared {
        Some((a, b)) if a != b => format!("compared {a} with {b}"),
        _ => "went the other way".to_owned(),
    };
    let far = match nearest.distance.parse::<u64>() {
        Ok(far) if far > 0 => format!(": {far} away"),
        _ => String::new(),
    };
    format!("      {run} {did}{far}\n")
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
fn obstacle(
    unit: &Unit,
    source: &Source,
    function: Option<&Function>,
    number: u32,
    text: Option<&str>,
) -> String {
    let first = function.and_then(|function| function.line).unwrap_or(0);
    let above = source.lines.iter().rev();
    let mut above = above.filter(|line| (first..number).contains(&line.number));
    let half = |line: &&Line| line.is_reached() && !line.branch_share().is_whole();
    match above.find(half) {
        Some(line) => {
            let mut told =
                "  the last branch above it that tests evaluate and never take:\n".to_owned();
            for branch in line.branches.iter().filter(|branch| !branch.covered) {
                told += &about(unit, line, branch, text);
            }
            told
        }
        None => "  no test enters the function, or every test leaves it earlier\n".to_owned(),
    }
}

/// What symbolic execution did for the unit.
fn asked(unit: &Unit) -> String {
    let Solver { paths, solved, unsatisfiable, unknown, diverged, .. } = &unit.effort.solver;
    match paths {
        0 => "  symbolic execution was not used for this unit\n".to_owned(),
        _ => format!(
            "  symbolic execution of the whole unit: {solved} queries solved, {unsatisfiable} without a solution, \
             {unknown} given up; {diverged} solutions took another path when run\n"
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
        let told = [2, 8, 9].map(|number| line(&unit, source, number, None).unwrap_or_default());
        expect![[r#"
            a.c:2 in f: partly covered, executed 2 times, 3 of 4 branches
              reached by f_1, f_2
              2:9 true: taken by f_1, f_2
              2:9 false: infeasible
                  the closest test, f_2, compared 3 with 7: 4 away
              2:18 true: taken
              2:18 false: taken
              symbolic execution of the whole unit: 3 queries solved, 0 without a solution, 0 given up; 0 solutions took another path when run

            a.c:8 in g: not reached by any test
              no test enters the function, or every test leaves it earlier
              symbolic execution of the whole unit: 3 queries solved, 0 without a solution, 0 given up; 0 solutions took another path when run

            a.c:9 in g: not reached by any test
              true: reached, but every such run crashes
              no test enters the function, or every test leaves it earlier
              symbolic execution of the whole unit: 3 queries solved, 0 without a solution, 0 given up; 0 solutions took another path when run
        "#]]
        .assert_eq(&told.join("\n"));
        assert_eq!(line(&unit, source, 4, None), None);
    }

    #[test]
    fn what_the_solver_said_and_a_run_that_is_no_test_are_told_for_a_branch() {
        let mut unit = sample::program().units.remove(0);
        let branch = &mut unit.sources[0].lines[1].branches[1];
        branch.verdict = Verdict::Open;
        branch.nearest = Some(Nearest { distance: "4".to_owned(), compared: None, test: None });
        branch.asked = Some(Asked { solved: 1, unsatisfiable: 2, unknown: 0, diverged: 1 });
        let line = unit.sources[0].lines[1].clone();
        let branch = line.branches[1].clone();
        let under = |branch: &Branch| format!("a line\n{}", about(&unit, &line, branch, None));
        expect![[r#"
            a line
              2:9 false: open
                  the closest run, of which no test was kept, went the other way: 4 away
                  symbolic execution: tried 3 times: 1 solved, 2 without a solution, 0 given up; 1 of the solutions took another path when run
        "#]]
        .assert_eq(&under(&branch));
        let never = Branch { asked: None, nearest: None, ..branch };
        expect![[r#"
            a line
              2:9 false: open
                  symbolic execution did not try this branch
        "#]]
        .assert_eq(&under(&never));
    }

    #[test]
    fn conditions_are_shown_where_the_source_is_known() {
        let unit = sample::program().units.remove(0);
        let source = &unit.sources[0];
        let text = "int f(int n)\n    if (n > 1 && n < 9)\n";
        let told = line(&unit, source, 2, Some(text)).unwrap_or_default();
        assert!(told.contains("  2:9 `n > 1` true: taken by f_1, f_2\n"), "{told}");
        assert!(told.contains("  2:9 `n > 1` false: infeasible\n"), "{told}");
    }

    #[test]
    fn a_comparison_of_equals_and_a_fraction_are_not_told() {
        let unit = sample::program().units.remove(0);
        let (distance, equal) = ("0.41666".to_owned(), ("0".to_owned(), "0".to_owned()));
        let nearest = Nearest { distance, compared: Some(equal), test: Some(0) };
        assert_eq!(near(&unit, &nearest), "      the closest test, f_1, went the other way\n");
    }
}
