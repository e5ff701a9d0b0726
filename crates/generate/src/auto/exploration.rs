//! Exploration (`dse`): solves for what no step leads to.

use super::arm::{Arm, ArmId};
use super::population::Population;
use super::settings::ExplorationSettings;
use crate::dse::{Dse, Exploration};
use crate::technique::Session;
use coverage::Map;
use std::collections::BTreeMap;
use std::sync::Arc;
use term::Fitness;

/// The arm.
pub(super) struct Exploring<'s> {
    settings: ExplorationSettings,
    exploration: Exploration<'s>,
    /// How near the test was that it was last offered, by aim.
    offered: BTreeMap<usize, Fitness>,
}

impl<'s> Exploring<'s> {
    /// Nothing explored yet.
    pub fn new(
        settings: ExplorationSettings,
        dse: &Dse,
        session: &Session<'_, 's>,
        map: &Arc<Map>,
    ) -> Self {
        let mut dse = dse.clone();
        let solver = &mut dse.config.solver;
        settings.effort.limit(&mut solver.evaluations, &mut solver.conflicts);
        let exploration = Exploration::new(&dse, session, map);
        Self { settings, exploration, offered: BTreeMap::new() }
    }
}

impl<'s> Arm<'s> for Exploring<'s> {
    fn id(&self) -> ArmId {
        ArmId::Exploration
    }

    /// Offers the tests that have come nearer to some goals.
    fn prepare(&mut self, session: &Session<'_, 's>, population: &Population<'_, 's>) {
        let mut offered = 0;
        for nearest in population.nearest(session) {
            let fitness = nearest.fitness();
            if offered < self.settings.offers && self.offered.get(&nearest.aim) != Some(&fitness) {
                self.offered.insert(nearest.aim, fitness);
                self.exploration.offer(nearest.unit, nearest.test.scenario.clone());
                offered += 1;
            }
        }
    }

    fn step(
        &mut self,
        session: &mut Session<'_, 's>,
        _: &mut Population<'_, 's>,
        most: u64,
    ) -> bool {
        self.exploration.round(session, most, self.settings.questions)
    }

    fn questions(&self) -> Option<u64> {
        Some(self.exploration.effort())
    }

    fn is_complete(&self, session: &Session<'_, 's>) -> bool {
        self.exploration.is_complete(session)
    }

    fn finish(self: Box<Self>, session: &mut Session<'_, 's>) {
        self.exploration.finish(session);
    }
}
