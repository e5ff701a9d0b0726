//! Random testing: cheapest, and finds what many inputs lead to.

use super::arm::{Arm, ArmId};
use super::population::Population;
use crate::random;
use crate::technique::Session;

/// The arm.
#[derive(Default)]
pub(super) struct RandomTesting {
    /// Tasks so far.
    tasks: u64,
}

impl RandomTesting {
    /// Tests at random for not many more than `most` executions. Gives whether there was anything to do.
    pub fn round(&mut self, session: &mut Session<'_, '_>, most: u64) -> bool {
        random::round(session, &mut self.tasks, most)
    }
}

impl<'s> Arm<'s> for RandomTesting {
    fn id(&self) -> ArmId {
        ArmId::Random
    }

    fn step(
        &mut self,
        session: &mut Session<'_, 's>,
        _: &mut Population<'_, 's>,
        most: u64,
    ) -> bool {
        self.round(session, most)
    }

    fn finish(mut self: Box<Self>, session: &mut Session<'_, 's>) {
        random::look_around(session, &mut self.tasks);
    }
}
