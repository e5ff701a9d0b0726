//! What is not covered, and what is known about it.

use coverage::{Coverage, Criteria, GoalId, GoalKind, Goals};
use explore::Bounds;
use program::{FuncId, Program, Span};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Goals that are listed; the rest is counted.
const LISTED: usize = 12;

/// Where to look for what is known about goals.
pub struct Known<'k> {
    /// The goals.
    pub goals: &'k Goals,
    /// What the tests cover.
    pub coverage: &'k Coverage,
    /// What the search covered, also by tests that were taken out afterwards.
    pub found: &'k Coverage,
    /// Goals that only runs reached that came to a bad end.
    pub died: &'k BTreeSet<GoalId>,
    /// Which goals count.
    pub criteria: Criteria,
    /// Within which bounds a function was explored to an end, if it was.
    pub end: &'k dyn Fn(FuncId) -> Option<Bounds>,
    /// Where a goal stands.
    pub place: &'k dyn Fn(Span) -> String,
    /// What a function is called.
    pub name: &'k dyn Fn(FuncId) -> String,
}

/// What is known about a goal that is not covered.
pub struct Open {
    function: String,
    place: String,
    goal: &'static str,
    verdict: Verdict,
}

enum Verdict {
    /// No input covers it.
    Infeasible,
    /// Exploration came to an end within these bounds.
    Bounded(String),
    /// Only runs that came to a bad end got there.
    Dies,
    /// A test covered it that was taken out.
    TakenOut,
    /// There was no time for more.
    Open,
}

impl Verdict {
    fn name(&self) -> &'static str {
        match self {
            Verdict::Infeasible => "infeasible",
            Verdict::Bounded(_) => "bounded",
            Verdict::Dies => "dies",
            Verdict::TakenOut => "taken out",
            Verdict::Open => "open",
        }
    }

    fn said(&self) -> String {
        match self {
            Verdict::Infeasible => "infeasible".to_owned(),
            Verdict::Bounded(bounds) => format!("not reached within bounds: {bounds}"),
            Verdict::Dies => "reached only by runs that die there or later".to_owned(),
            Verdict::TakenOut => "reached, but its test was taken out".to_owned(),
            Verdict::Open => "open".to_owned(),
        }
    }
}

/// What is not covered of what is `wanted`.
pub fn open(known: &Known<'_>, wanted: impl Fn(GoalId) -> bool) -> Vec<Open> {
    let goals = &known.goals;
    let open = known.coverage.open(known.criteria).filter(|goal| wanted(*goal));
    open.map(|goal| {
        let function = goals.units[goals.goals[goal].unit].function;
        let verdict = match (known.end)(function) {
            _ if known.found.is_covered(goal) => Verdict::TakenOut,
            _ if known.died.contains(&goal) => Verdict::Dies,
            Some(bounds) if bounds.is_none() => Verdict::Infeasible,
            Some(bounds) => Verdict::Bounded(bounds.to_string()),
            None => Verdict::Open,
        };
        Open {
            function: (known.name)(function),
            place: goals.goals[goal].span.map(known.place).unwrap_or_default(),
            goal: wish(goals, goal),
            verdict,
        }
    })
    .collect()
}

/// What a goal wants.
pub fn wish(goals: &Goals, goal: GoalId) -> &'static str {
    match goals.goals[goal].kind {
        GoalKind::Entry => "entered",
        GoalKind::Exit(_) => "left here",
        GoalKind::Region(_) => "executed",
        GoalKind::Branch { way: true, .. } => "true",
        GoalKind::Branch { way: false, .. } => "false",
        GoalKind::Decision { way: true, .. } => "decision true",
        GoalKind::Decision { way: false, .. } => "decision false",
        GoalKind::Independence { .. } => "independence",
        GoalKind::Check(_) => "check fails",
    }
}

/// Where something stands: its file, line and column.
pub fn place(program: &Program, span: Span) -> String {
    format!("{}:{}:{}", program.files[span.file], span.line, span.column)
}

/// The same where lines are all that is known: a file without its folders, and a line.
pub fn place_in_class(program: &Program, span: Span) -> String {
    let file = &program.files[span.file];
    format!("{}:{}", file.rsplit('/').next().unwrap_or(file), span.line)
}

/// The lines of the report.
pub fn lines(open: &[Open], criteria: Criteria) -> String {
    let mut text = String::new();
    if open.is_empty() {
        return text;
    }
    let of = |name: &str| open.iter().filter(|one| one.verdict.name() == name).count();
    let _ = writeln!(
        text,
        "\nnot covered ({criteria}): {} proven infeasible, {} not reached within bounds, {} reached but not \
         tested, {} open",
        of("infeasible"),
        of("bounded"),
        of("dies") + of("taken out"),
        of("open")
    );
    for Open { function, place, goal, verdict } in open.iter().take(LISTED) {
        let _ = writeln!(text, "  {place} {function}: {goal}: {}", verdict.said());
    }
    if open.len() > LISTED {
        let _ = writeln!(text, "  and {} more, see --json", open.len() - LISTED);
    }
    text
}

/// The same for machines.
pub fn json(open: &[Open]) -> Value {
    let one = |Open { function, place, goal, verdict }: &Open| {
        let bounds = match verdict {
            Verdict::Bounded(bounds) => Some(bounds),
            _ => None,
        };
        json!({
            "function": function,
            "place": place,
            "goal": goal,
            "verdict": verdict.name(),
            "bounds": bounds,
        })
    };
    open.iter().map(one).collect()
}
