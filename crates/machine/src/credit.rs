//! What was executed once, in the state that runs start from, and counts for every run that rests on it.
//!
//! The initialiser of a class may take a thousand times as long as the method that a test calls. It is run once then,
//! before all runs, and what it executed is added to the trace of each run that enters the class, which is when the
//! initialiser would have run.

use program::{FuncId, Id, OutcomeId, Program};
use std::collections::{BTreeMap, BTreeSet};
use trace::{Event, Trace};

/// What one such execution left, and for whom it counts.
#[derive(Clone, Debug)]
pub(crate) struct Credit {
    /// It counts for runs that enter one of these.
    functions: Vec<FuncId>,
    counters: Vec<(u32, u64)>,
    outcomes: Vec<(OutcomeId, u64)>,
    /// Evaluations of decisions, each kind once.
    events: Vec<Event>,
}

impl Credit {
    /// What a run left, for those that enter one of some functions.
    pub fn new(functions: Vec<FuncId>, trace: &Trace) -> Self {
        let counters =
            trace.counters.touched().iter().map(|&counter| (counter, trace.counters.get(counter)));
        let outcomes =
            trace.tally.touched().iter().map(|&outcome| (outcome, trace.tally.get(outcome).count));
        Self {
            functions,
            counters: counters.collect(),
            outcomes: outcomes.filter(|(_, count)| *count > 0).collect(),
            events: evaluations(&trace.events),
        }
    }

    /// Adds it to a run that it counts for; `first` is where the counters of each function begin.
    pub fn add_to(&self, program: &Program, first: &[u32], trace: &mut Trace) {
        let is_entered = self.functions.iter().any(|function| {
            let from = first.get(function.index()).copied().unwrap_or_default();
            let count = program.functions[*function].counters;
            (from..from + count).any(|counter| trace.counters.get(counter) > 0)
        });
        if !is_entered {
            return;
        }
        for &(counter, count) in &self.counters {
            trace.counters.add(counter, count);
        }
        for &(outcome, count) in &self.outcomes {
            trace.tally.take_often(outcome, count);
        }
        trace.events.extend_from_slice(&self.events);
    }
}

/// The evaluations of decisions among events, each once, in the order in which they ended first.
fn evaluations(events: &[Event]) -> Vec<Event> {
    let mut open: BTreeMap<_, Vec<Event>> = BTreeMap::new();
    let (mut seen, mut kept) = (BTreeSet::new(), Vec::new());
    for event in events {
        match *event {
            Event::Condition { function, depth, condition, .. } => {
                let evaluation = open.entry((depth, function, condition.decision)).or_default();
                evaluation.push(*event);
            }
            Event::Decision { function, depth, decision, value } => {
                let evaluation = open.remove(&(depth, function, decision)).unwrap_or_default();
                let values = evaluation.iter().filter_map(|event| match event {
                    Event::Condition { condition, value, .. } => Some((condition.index, *value)),
                    _ => None,
                });
                if seen.insert((function, decision, values.collect::<Vec<_>>(), value)) {
                    kept.extend(evaluation);
                    kept.push(*event);
                }
            }
            _ => {}
        }
    }
    kept
}
