//! Who answered how many queries, and at what cost.

use crate::layer::{Layer, Meter};
use crate::problem::{Problem, Verdict};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use term::Pool;

/// What was spent, in units that do not depend on the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Terms that the layers before the search looked at.
    pub steps: u64,
    /// Evaluations of the conjunction by local search.
    pub evaluations: u64,
    /// Conflicts of the complete solver.
    pub conflicts: u64,
}

impl Cost {
    /// What was spent between two readings of a meter.
    pub fn between(before: &Meter, after: &Meter) -> Cost {
        Cost {
            steps: after.steps.saturating_sub(before.steps),
            evaluations: before.evaluations.saturating_sub(after.evaluations),
            conflicts: before.conflicts.saturating_sub(after.conflicts),
        }
    }

    fn add(&mut self, other: Cost) {
        self.steps += other.steps;
        self.evaluations += other.evaluations;
        self.conflicts += other.conflicts;
    }
}

/// What one layer has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The layer's name.
    pub layer: &'static str,
    /// Problems it was asked. Splitting makes several of one query.
    pub asked: u64,
    /// Problems it found satisfiable itself.
    pub satisfiable: u64,
    /// Problems it found unsatisfiable itself.
    pub unsatisfiable: u64,
    /// What it and the layers below it spent on all it was asked.
    pub cost: Cost,
}

/// How the last query was answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// The layer that answered, the last of them where a query was split; empty if none did.
    pub layer: &'static str,
    /// What the whole chain spent.
    pub cost: Cost,
}

/// The tallies of a chain, top layer first, shared by the [`Counted`] layers that fill them.
#[derive(Clone, Debug, Default)]
pub struct Ledger(Arc<Mutex<Vec<Tally>>>);

impl Ledger {
    /// No layers yet.
    pub fn new() -> Ledger {
        Ledger::default()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Tally>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All tallies, top layer first.
    pub fn tallies(&self) -> Vec<Tally> {
        self.lock().iter().rev().copied().collect()
    }

    /// The layer with its work counted. A chain is built from the bottom, and one that is built anew
    /// goes on with the tallies of the old.
    pub fn counted(&self, layer: Box<dyn Layer>) -> Box<dyn Layer> {
        let mut tallies = self.lock();
        let name = layer.name();
        let place = tallies.iter().position(|tally| tally.layer == name).unwrap_or_else(|| {
            tallies.push(Tally { layer: name, ..Tally::default() });
            tallies.len() - 1
        });
        Box::new(Counted { layer, place, ledger: self.clone() })
    }
}

/// A layer whose problems and answers are counted.
struct Counted {
    layer: Box<dyn Layer>,
    place: usize,
    ledger: Ledger,
}

impl Layer for Counted {
    fn name(&self) -> &'static str {
        self.layer.name()
    }

    fn check(&mut self, pool: &mut Pool, problem: &Problem, meter: &mut Meter) -> Verdict {
        let before = *meter;
        meter.answered_by = "";
        let verdict = self.layer.check(pool, problem, meter);
        // Whoever answers below has put its name there.
        if meter.answered_by.is_empty() && !matches!(verdict, Verdict::Unknown(_)) {
            meter.answered_by = self.layer.name();
        }
        let answered = meter.answered_by == self.layer.name();
        let tally = &mut self.ledger.lock()[self.place];
        tally.asked += 1;
        tally.cost.add(Cost::between(&before, meter));
        match verdict {
            Verdict::Satisfiable(_) if answered => tally.satisfiable += 1,
            Verdict::Unsatisfiable(_) if answered => tally.unsatisfiable += 1,
            _ => {}
        }
        verdict
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Reason;
    use crate::testing::{Script, problem};
    use term::Assignment;

    /// Hands on every other problem and answers the rest.
    struct Alternating(Box<dyn Layer>, bool);

    impl Layer for Alternating {
        fn name(&self) -> &'static str {
            "alternating"
        }

        fn check(&mut self, pool: &mut Pool, problem: &Problem, meter: &mut Meter) -> Verdict {
            self.1 = !self.1;
            meter.steps += 1;
            if self.1 {
                return self.0.check(pool, problem, meter);
            }
            Verdict::Satisfiable(Assignment::new())
        }
    }

    #[test]
    fn an_answer_counts_for_the_layer_that_gave_it() {
        let ledger = Ledger::new();
        let bottom = ledger.counted(Box::new(Script::new([
            Verdict::Unsatisfiable(vec![]),
            Verdict::Unknown(Reason::Budget),
        ])));
        let mut top = ledger.counted(Box::new(Alternating(bottom, false)));
        let mut pool = Pool::new();
        let mut meter = Meter::new(0, 0);
        let answered: Vec<&str> = (0..4)
            .map(|_| {
                top.check(&mut pool, &problem(vec![]), &mut meter);
                meter.answered_by
            })
            .collect();
        assert_eq!(answered, ["script", "alternating", "", "alternating"]);
        let summary: Vec<_> = ledger
            .tallies()
            .iter()
            .map(|tally| {
                (tally.layer, tally.asked, tally.satisfiable, tally.unsatisfiable, tally.cost.steps)
            })
            .collect();
        assert_eq!(summary, [("alternating", 4, 2, 0, 4), ("script", 2, 0, 1, 0)]);
    }
}
