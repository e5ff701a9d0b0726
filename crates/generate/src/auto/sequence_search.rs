//! Sequence search (`tardis`): finds calls that bring objects into a state that a path needs.

use super::arm::{Arm, ArmId};
use super::population::Population;
use super::settings::SequenceSearchSettings;
use crate::tardis::{Tardis, Travels};
use crate::technique::Session;
use coverage::Map;
use std::sync::Arc;

/// The arm.
pub(super) struct SequenceSearch<'s> {
    travels: Travels<'s>,
}

impl<'s> SequenceSearch<'s> {
    /// Nothing done yet.
    pub fn new(
        settings: SequenceSearchSettings,
        tardis: &Tardis,
        session: &Session<'_, 's>,
        map: &Arc<Map>,
    ) -> Self {
        let mut tardis = tardis.clone();
        let solver = &mut tardis.settings.solver;
        settings.effort.limit(&mut solver.evaluations, &mut solver.conflicts);
        Self { travels: Travels::new(&tardis, session, map) }
    }
}

impl<'s> Arm<'s> for SequenceSearch<'s> {
    fn id(&self) -> ArmId {
        ArmId::SequenceSearch
    }

    fn step(
        &mut self,
        session: &mut Session<'_, 's>,
        _: &mut Population<'_, 's>,
        most: u64,
    ) -> bool {
        self.travels.round(session, most)
    }

    fn questions(&self) -> Option<u64> {
        Some(self.travels.effort())
    }

    fn finish(self: Box<Self>, session: &mut Session<'_, 's>) {
        self.travels.finish(session);
    }
}
