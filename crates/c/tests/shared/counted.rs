//! The counts of a run in the machine by place in the source.

use super::llvm_cov::base_name;
use super::tables::{Decision, Place, Tables};
use llvm::lower::{BranchPlace, Choice, FunctionGoals, Lowered};
use llvm::mapping::Count;
use program::{
    ConditionRef, Decision as Shape, DecisionId, FuncId, Id, Point, Program, SiteTable, Span,
};
use std::collections::{BTreeMap, BTreeSet};
use trace::{Event, Trace};

/// Reads what a run counted.
pub struct Counted<'r> {
    lowered: &'r Lowered,
    sites: &'r SiteTable,
    trace: &'r Trace,
    /// By function: the program-wide number of its first counter.
    starts: Vec<u32>,
}

impl<'r> Counted<'r> {
    pub fn new(lowered: &'r Lowered, sites: &'r SiteTable, trace: &'r Trace) -> Self {
        let mut starts = vec![0u32];
        for function in lowered.program.functions.values() {
            starts.push(starts[starts.len() - 1] + function.counters);
        }
        Self { lowered, sites, trace, starts }
    }

    /// How often an outcome of the site at a point was taken.
    fn taken(&self, point: Point, outcome: u32) -> u64 {
        let sites = self.sites;
        let site = sites.of_function(point.function).find(|site| sites.site(*site).point == point);
        site.map_or(0, |site| self.trace.tally.get(sites.site(site).outcome(outcome)).count)
    }

    fn value(&self, goals: &FunctionGoals, count: &Count) -> u64 {
        let start = self.starts[goals.function.index()];
        let counter = |id| self.trace.counters.get(start + id);
        goals.value(count, counter, |point| self.taken(point, 0))
    }
}

/// The branches whose sites were not found, or count something else than clang's counters. When the
/// program exits inside a condition's call, clang counts by subtraction what never came out, and the
/// sites may count less.
pub fn misplaced(counted: &Counted<'_>, left_open: bool) -> String {
    let lowered = counted.lowered;
    let mut found = String::new();
    for goals in &lowered.goals.functions {
        let sum = |choices: &[Choice]| -> u64 {
            choices.iter().map(|choice| counted.taken(choice.point, choice.outcome)).sum()
        };
        for branch in &goals.branches {
            let mut counts = [&branch.taken, &branch.not_taken].map(|c| counted.value(goals, c));
            let by_site = match &branch.place {
                BranchPlace::Sites { taken, not_taken } => Some([sum(taken), sum(not_taken)]),
                BranchPlace::OneWay(true) => Some([counts[0], 0]),
                BranchPlace::OneWay(false) => Some([0, counts[1]]),
                BranchPlace::Unknown => None,
                BranchPlace::Folded | BranchPlace::NoCode => continue,
            };
            if let (Some(by_site), true) = (by_site, left_open) {
                counts = [counts[0].min(by_site[0]), counts[1].min(by_site[1])];
            }
            if by_site != Some(counts) {
                let name = &lowered.program.functions[goals.function].name;
                let at = range(branch.span);
                found += &format!("branch {name} {at:?}: {by_site:?} in place of {counts:?}\n");
            }
        }
    }
    found
}

/// The counts of a run, and its test vectors if its events were recorded.
pub fn tables(counted: &Counted<'_>) -> Tables {
    let (lowered, trace) = (counted.lowered, counted.trace);
    let program = &lowered.program;
    let seen = seen_vectors(program, &trace.events);
    let mut tables = Tables::default();
    for goals in &lowered.goals.functions {
        let function = &program.functions[goals.function];
        let name = function.source_name();
        let place = |span: Span| -> Place {
            (name.to_owned(), base_name(&program.files[span.file]).to_owned(), range(span))
        };
        for region in &goals.regions {
            let table = if region.gap { &mut tables.gaps } else { &mut tables.regions };
            table.entry(place(region.span)).or_default().push(counted.value(goals, &region.count));
        }
        // llvm-cov leaves out what is a constant.
        for branch in goals.branches.iter().filter(|b| b.place != BranchPlace::Folded) {
            let counts = [&branch.taken, &branch.not_taken].map(|c| counted.value(goals, c));
            tables.branches.entry(place(branch.span)).or_default().push(counts);
        }
        for goal in &goals.decisions {
            let shape = &function.decisions[goal.decision];
            let none = BTreeSet::new();
            let vectors = seen.get(&(goals.function, goal.decision)).unwrap_or(&none);
            let at = range(goal.span.expect("clang says where decisions are"));
            let pairs = independent(shape, vectors);
            let order = order_of_export(goals, goal.decision, shape);
            let covered = order.into_iter().map(|index| pairs[index as usize]).collect();
            let by_name = (name.to_owned(), String::new(), at);
            tables.decisions.entry(by_name).or_default().push(Decision { covered });
            let folded = |index: usize| {
                let place = ConditionRef { decision: goal.decision, index: index as u32 };
                let mut branches = goals.branches.iter();
                branches.any(|b| b.condition == Some(place) && b.place == BranchPlace::Folded)
            };
            let texts = vectors.iter().map(|vector| vector.text(shape, folded)).collect();
            tables.vectors.entry(at).or_default().push(texts);
        }
    }
    tables.sort();
    tables
}

fn range(span: Span) -> [u64; 4] {
    [span.line, span.column, span.end_line, span.end_column].map(u64::from)
}

/// The states of a decision's conditions, `None` where one was not evaluated, and its outcome.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Vector {
    states: Vec<Option<bool>>,
    outcome: bool,
}

impl Vector {
    /// As llvm-cov writes it: conditions that are constants have no state but `C`.
    fn text(&self, shape: &Shape, folded: impl Fn(usize) -> bool) -> String {
        let letter = |value: bool| if value { "T" } else { "F" };
        let states = self.states.iter().enumerate();
        let conditions = shape.conditions.iter().zip(states).map(|(condition, (index, state))| {
            let span = condition.span.expect("clang says where conditions are");
            let state = if folded(index) { "C" } else { state.map_or("-", letter) };
            ([span.line.into(), span.column.into()], state)
        });
        vector_text(conditions, letter(self.outcome))
    }
}

/// The test vectors of each decision in a run.
fn seen_vectors(
    program: &Program,
    events: &[Event],
) -> BTreeMap<(FuncId, DecisionId), BTreeSet<Vector>> {
    let mut seen: BTreeMap<_, BTreeSet<Vector>> = BTreeMap::new();
    let mut open: BTreeMap<(u32, FuncId, DecisionId), Vec<Option<bool>>> = BTreeMap::new();
    for event in events {
        match *event {
            Event::Condition { function, depth, condition, value } => {
                let shape = &program.functions[function].decisions[condition.decision];
                let states = open.entry((depth, function, condition.decision)).or_default();
                if states.is_empty() || is_first(shape, condition.index) {
                    *states = vec![None; shape.conditions.len()];
                }
                states[condition.index as usize] = Some(value);
            }
            Event::Decision { function, depth, decision, value } => {
                if let Some(states) = open.remove(&(depth, function, decision)) {
                    let vector = Vector { states, outcome: value };
                    seen.entry((function, decision)).or_default().insert(vector);
                }
            }
            _ => {}
        }
    }
    seen
}

/// Whether no other condition leads to a condition.
fn is_first(shape: &Shape, index: u32) -> bool {
    let leads = |c: &program::Condition| c.if_true == Some(index) || c.if_false == Some(index);
    !shape.conditions.iter().any(leads)
}

/// The conditions of a decision in llvm-cov's order: the first to be evaluated, then the others as the
/// mapping has them, which is by file where macros are expanded.
fn order_of_export(goals: &FunctionGoals, decision: DecisionId, shape: &Shape) -> Vec<u32> {
    let conditions = goals.branches.iter().filter_map(|branch| branch.condition);
    let mut order: Vec<u32> = conditions
        .filter(|condition| condition.decision == decision)
        .map(|condition| condition.index)
        .collect();
    order.sort_by_key(|index| !is_first(shape, *index));
    order
}

/// By condition: whether two vectors differ in it and in the outcome, and in nothing else that both
/// evaluated.
fn independent(shape: &Shape, vectors: &BTreeSet<Vector>) -> Vec<bool> {
    let mut covered = vec![false; shape.conditions.len()];
    for a in vectors.iter().filter(|vector| vector.outcome) {
        for b in vectors.iter().filter(|vector| !vector.outcome) {
            let pairs = a.states.iter().zip(&b.states).enumerate();
            let mut differ = pairs.filter(|(_, (a, b))| a.is_some() && b.is_some() && a != b);
            if let (Some((index, _)), None) = (differ.next(), differ.next()) {
                covered[index] = true;
            }
        }
    }
    covered
}

/// A test vector, its conditions in the order of their places; those that a macro put in the same place
/// are in the order of their states.
pub fn vector_text<'s>(
    conditions: impl Iterator<Item = ([u64; 2], &'s str)>,
    outcome: &str,
) -> String {
    let mut states: Vec<([u64; 2], &str)> = conditions.collect();
    states.sort_unstable();
    let states: Vec<&str> = states.into_iter().map(|(_, state)| state).collect();
    format!("{} = {outcome}", states.join(" "))
}
