//! Evolution (`dynamosa`): finds sequences of calls, and takes in what other arms keep.

use super::arm::{Arm, ArmId};
use super::population::Population;
use crate::technique::Session;
use fastrand::Rng;
use scenario::Scenario;

/// The arm.
pub(super) struct Evolution {
    random: Rng,
    /// Kept scenarios that have joined the population.
    joined: usize,
}

impl Evolution {
    /// Nothing has evolved yet.
    pub fn new(session: &Session<'_, '_>) -> Self {
        Self { random: Rng::with_seed(session.settings().seed ^ 0xa070), joined: 0 }
    }
}

impl<'s> Arm<'s> for Evolution {
    fn id(&self) -> ArmId {
        ArmId::Evolution
    }

    /// A generation, which has a size of its own.
    fn step(
        &mut self,
        session: &mut Session<'_, 's>,
        population: &mut Population<'_, 's>,
        _: u64,
    ) -> bool {
        let kept = &session.archive().kept[self.joined..];
        let joining: Vec<Scenario> = kept.iter().map(|kept| kept.scenario.clone()).collect();
        self.joined = session.archive().kept.len();
        population.generation(session, &mut self.random, joining)
    }
}
