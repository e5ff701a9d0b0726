//! Travelling (`tardis`): finds calls that bring objects into a state that a path needs.

use super::arm::{Arm, ArmId};
use super::population::Population;
use super::settings::TravellingSettings;
use crate::tardis::{Tardis, Travels};
use crate::technique::Session;
use coverage::Map;
use std::sync::Arc;

/// The arm.
pub(super) struct Travelling<'s> {
    travels: Travels<'s>,
}

impl<'s> Travelling<'s> {
    /// Nothing done yet.
    pub fn new(
        settings: TravellingSettings,
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

impl<'s> Arm<'s> for Travelling<'s> {
    fn id(&self) -> ArmId {
        ArmId::Travelling
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
