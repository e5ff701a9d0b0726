//! `random`: the baseline.

use super::{Problem, Stop};
use fastrand::Rng;

/// Executes one fresh scenario after the other.
pub fn random(problem: &mut dyn Problem, random: &mut Rng) -> Stop {
    loop {
        let mut scenario = problem.fresh(random);
        if let Err(stop) = problem.evaluate(random, &mut scenario) {
            return stop;
        }
    }
}
