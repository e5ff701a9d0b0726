//! How runs of a search end: what they throw and from where, kept by its cause.

use program::{FuncId, Program};
use scenario::{Scenario, Statement};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};
use trace::{Limit, Outcome, Trace};

/// Scenarios that ended with an exception: of each cause the smallest.
#[derive(Default)]
pub(super) struct Thrown {
    kept: Mutex<BTreeMap<Cause, Ended>>,
    /// How many runs ended the JVM, by the function that was called.
    exits: Mutex<BTreeMap<FuncId, u64>>,
    /// The smallest scenarios that ran into the limit of steps, by the function that was called.
    endless: Mutex<BTreeMap<FuncId, Scenario>>,
}

/// Why a scenario ended: the function that it called, and the exception that came out of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cause {
    pub function: FuncId,
    /// The internal name of the class of the exception.
    pub class: String,
    /// The innermost method of the program's own that was open, and its line.
    pub place: Option<(String, u32)>,
}

/// How a scenario ended.
#[derive(Default)]
pub(super) struct Ended {
    pub scenario: Scenario,
    /// The classes above that of the exception. It may be one that only the machine of one thread knows.
    pub above: Vec<String>,
}

impl Thrown {
    /// Notes how a run of a scenario ended, and the place that it came from.
    pub fn note(
        &self,
        program: &Program,
        scenario: &Scenario,
        trace: &Trace,
        place: impl FnOnce() -> Option<(String, u32)>,
    ) {
        let last = trace.statement;
        let Some(Statement::Call { function, .. }) = scenario.statements.get(last) else { return };
        if let Outcome::Exited(_) = trace.outcome {
            let mut exits = self.exits.lock().unwrap_or_else(PoisonError::into_inner);
            *exits.entry(*function).or_default() += 1;
        }
        if let Outcome::Exhausted(Limit::Steps) = trace.outcome {
            let mut endless = self.endless.lock().unwrap_or_else(PoisonError::into_inner);
            let mut scenario = scenario.clone();
            scenario.statements.truncate(last + 1);
            scenario.prune();
            if endless.get(function).is_none_or(|known| rank(&scenario) < rank(known)) {
                endless.insert(*function, scenario);
            }
        }
        let Outcome::Threw { class, .. } = trace.outcome else { return };
        let name = program.classes[class].name.clone();
        let key = Cause { function: *function, class: name, place: place() };
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut scenario = scenario.clone();
        scenario.statements.truncate(last + 1);
        scenario.prune();
        // Which of several comes first depends on threads; which of them is kept does not.
        if kept.get(&key).is_none_or(|known| rank(&scenario) < rank(&known.scenario)) {
            let mut above = Vec::new();
            let mut next = program.classes[class].superclass;
            while let Some(class) = next {
                above.push(program.classes[class].name.clone());
                next = program.classes[class].superclass;
            }
            kept.insert(key, Ended { scenario, above });
        }
    }

    /// How many runs ended the JVM, by the function that was called.
    pub fn exits(&self) -> BTreeMap<FuncId, u64> {
        self.exits.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The smallest scenarios that ran into the limit of steps, by the function that was called.
    pub fn endless(&self) -> BTreeMap<FuncId, Scenario> {
        self.endless.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What was thrown, by the function that was called.
    pub fn seen(&self) -> BTreeSet<(FuncId, String)> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let causes = kept.keys().filter(|cause| super::may_throw(&cause.class));
        causes.map(|cause| (cause.function, cause.class.clone())).collect()
    }

    /// The smallest scenarios of what was thrown by some functions, one for each class of exceptions.
    pub fn scenarios(&self, wanted: impl Fn(FuncId) -> bool) -> Vec<Scenario> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut smallest: BTreeMap<(FuncId, &str), &Scenario> = BTreeMap::new();
        for (Cause { function, class, .. }, Ended { scenario, .. }) in &*kept {
            if !wanted(*function) || !super::may_throw(class) {
                continue;
            }
            let known = smallest.entry((*function, class)).or_insert(scenario);
            if rank(scenario) < rank(known) {
                *known = scenario;
            }
        }
        smallest.into_values().cloned().collect()
    }

    /// All that was kept, by its cause.
    pub fn take(self) -> BTreeMap<Cause, Ended> {
        self.kept.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// By what the smallest of several is found.
pub(super) fn rank(scenario: &Scenario) -> (usize, u128, String) {
    let bits = scenario.statements.iter().map(|statement| match statement {
        Statement::Value { bits, .. } => *bits,
        Statement::Array { array, .. } => u128::from(array.length),
        _ => 0,
    });
    let sum = bits.fold(0, u128::saturating_add);
    (scenario.statements.len(), sum, format!("{scenario:?}"))
}
