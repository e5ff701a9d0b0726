//! Search that aims at everything at once: populations of tests, or of suites of them.
//!
//! What there is to reach, and how near a run came to each of it, is in [`Aims`]. [`Operators`] make, change and join
//! sequences of calls. [`WholeSuite`] evolves suites (paper EvoSuite+DSE, III-A), [`Dynamosa`] tests. Both ask an
//! [`Evaluator`] for what came of tests, many at a time, and know nothing of machines.
//!
//! Departures from the paper: with an archive, a predicate counts when it was evaluated once instead of twice; half of the
//! tests that are added are mutants of kept ones, so what died out comes back; and exploration solves for values only,
//! since pointers to other objects are left to the search.

mod aims;
mod dynamosa;
mod operators;
mod ranking;
mod settings;
mod whole_suite;

pub use aims::{AimKind, Aims, Near};
pub use dynamosa::Dynamosa;
pub use operators::{Change, Operators, Way};
pub use settings::Settings;
pub use whole_suite::{Objectives, Suite, WholeSuite};

use fastrand::Rng;
use scenario::Scenario;
use scenario::make::Exchange;
use std::sync::Arc;

/// A test that was executed.
#[derive(Clone, Debug)]
pub struct Test {
    /// The test, up to where it ended.
    pub scenario: Scenario,
    /// How near it came to each aim.
    pub near: Vec<Near>,
    /// How many calls it makes.
    pub length: usize,
    /// Texts in it that were judged, and others in their place.
    pub exchanges: Vec<Exchange>,
}

/// Executes tests.
pub trait Evaluator {
    /// What came of tests, in their order; `None` when nothing more may be executed.
    fn evaluate(&mut self, drafts: Vec<Scenario>) -> Option<Vec<Arc<Test>>>;

    /// The tests that were there before, and those that are kept since they were the first to reach something.
    fn kept(&self) -> Vec<&Scenario>;

    /// The tests that were there before the search.
    fn seeds(&self) -> Vec<&Scenario>;

    /// For each aim, whether it still has to be reached.
    fn open(&self) -> &[bool];

    /// For each aim, whether a run has come to where it is decided.
    fn active(&self) -> &[bool];
}

/// A test to begin with: a new one, or a mutant of one that is kept, so that what has died out may come back.
fn newcomer(operators: &Operators<'_>, random: &mut Rng, evaluator: &dyn Evaluator) -> Scenario {
    let settings = operators.settings();
    if settings.archive && random.f64() < settings.from_archive {
        let kept = evaluator.kept();
        let drawn = ranking::latest(kept.len(), settings.recent, random);
        if let Some(drawn) = drawn {
            let mut scenario = kept[drawn].clone();
            operators.mutate(random, &mut scenario);
            if scenario::make::sequence::length(&scenario) > 0 {
                return scenario;
            }
        }
    }
    operators.fresh(random)
}
