//! What is not covered, and what is known about it; and what the solver was asked.

use super::compile;
use c::produce::{Product, Project};
use c::units::source_name;
use coverage::{GoalId, GoalKind, UnitId};
use generate::Answers;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Goals that are listed; the rest is counted.
const LISTED: usize = 12;

/// What is known about a goal that is not covered.
struct Open {
    goal: GoalId,
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

fn open(project: &Project, product: &Product, units: &[UnitId]) -> Vec<Open> {
    let goals = &project.goals;
    let open = product.coverage.open(product.criteria);
    open.filter(|goal| units.contains(&goals.goals[*goal].unit))
        .map(|goal| {
            let function = goals.units[goals.goals[goal].unit].function;
            let verdict = match product.ends.get(&function) {
                _ if product.found.is_covered(goal) => Verdict::TakenOut,
                _ if product.died.contains(&goal) => Verdict::Dies,
                Some(bounds) if bounds.is_none() => Verdict::Infeasible,
                Some(bounds) => Verdict::Bounded(bounds.to_string()),
                None => Verdict::Open,
            };
            Open { goal, verdict }
        })
        .collect()
}

/// Where a goal stands.
pub fn place(project: &Project, goal: GoalId) -> String {
    match project.goals.goals[goal].span {
        Some(span) => compile::place(&project.program, span),
        None => String::new(),
    }
}

/// What a goal wants.
pub fn wish(project: &Project, goal: GoalId) -> String {
    let goals = &project.goals;
    let way = |way: bool| if way { "true" } else { "false" };
    match goals.goals[goal].kind {
        GoalKind::Entry => "entered".to_owned(),
        GoalKind::Exit(_) => "left here".to_owned(),
        GoalKind::Region(_) => "executed".to_owned(),
        GoalKind::Branch { way: wanted, .. } => way(wanted).to_owned(),
        GoalKind::Decision { way: wanted, .. } => format!("decision {}", way(wanted)),
        GoalKind::Independence { .. } => "independence".to_owned(),
        GoalKind::Check(_) => "check fails".to_owned(),
    }
}

/// The lines of the report.
pub fn lines(project: &Project, product: &Product, units: &[UnitId]) -> String {
    let mut text = String::new();
    let open = open(project, product, units);
    if !open.is_empty() {
        let of = |name: &str| open.iter().filter(|one| one.verdict.name() == name).count();
        let _ = writeln!(
            text,
            "\nnot covered ({}): {} proven infeasible, {} not reached within bounds, {} reached but not \
             tested, {} open",
            product.criteria,
            of("infeasible"),
            of("bounded"),
            of("dies") + of("taken out"),
            of("open")
        );
        for one in open.iter().take(LISTED) {
            let unit = project.goals.goals[one.goal].unit;
            let name = source_name(&project.program, project.goals.units[unit].function);
            let verdict = one.verdict.said();
            let _ = writeln!(
                text,
                "  {} {name}: {}: {verdict}",
                place(project, one.goal),
                wish(project, one.goal)
            );
        }
        if open.len() > LISTED {
            let _ = writeln!(text, "  and {} more, see --json", open.len() - LISTED);
        }
    }
    let Answers { solved, unsatisfiable, unknown, diverged, paths, irrelevant } =
        product.statistics.answers;
    if paths > 0 {
        let _ = writeln!(
            text,
            "{} executions, {paths} paths; solver: {solved} solved, {unsatisfiable} unsatisfiable, \
             {unknown} unknown; {diverged} diverged, {irrelevant} not worth asking",
            product.statistics.executions
        );
    }
    let bounded = product.statistics.bounded.iter();
    let bounded: Vec<&str> =
        bounded.map(|function| source_name(&project.program, *function)).collect();
    if !bounded.is_empty() {
        let _ = writeln!(
            text,
            "too many paths to follow all, so the fitness is less exact: {}",
            bounded.join(", ")
        );
    }
    text
}

/// The same for machines.
pub fn json(project: &Project, product: &Product, units: &[UnitId]) -> (Value, Value) {
    let open: Vec<Value> = open(project, product, units)
        .iter()
        .map(|one| {
            let unit = project.goals.goals[one.goal].unit;
            let bounds = match &one.verdict {
                Verdict::Bounded(bounds) => Some(bounds),
                _ => None,
            };
            json!({
                "function": source_name(&project.program, project.goals.units[unit].function),
                "place": place(project, one.goal),
                "goal": wish(project, one.goal),
                "verdict": one.verdict.name(),
                "bounds": bounds,
            })
        })
        .collect();
    let answers = product.statistics.answers;
    let layers: serde_json::Map<String, Value> = product
        .statistics
        .layers
        .iter()
        .map(|(layer, answered)| ((*layer).to_owned(), json!(answered)))
        .collect();
    let solver = json!({
        "paths": answers.paths,
        "solved": answers.solved,
        "unsatisfiable": answers.unsatisfiable,
        "unknown": answers.unknown,
        "diverged": answers.diverged,
        "irrelevant": answers.irrelevant,
        "layers": layers,
    });
    (Value::Array(open), solver)
}
