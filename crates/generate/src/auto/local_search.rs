//! Local search (`avm` from the nearest test): finds numbers and texts that lead to a goal step by step.

use super::arm::{Arm, ArmId};
use super::population::Population;
use super::settings::LocalSearchSettings;
use crate::search::Search;
use crate::technique::Session;
use coverage::GoalId;
use scenario::Scenario;
use search::path::Limits;

/// The arm.
pub(super) struct LocalSearch {
    settings: LocalSearchSettings,
    /// Climbs so far.
    climbs: u64,
}

impl LocalSearch {
    /// Nothing improved yet.
    pub fn new(settings: LocalSearchSettings) -> Self {
        Self { settings, climbs: 0 }
    }

    /// How a test is improved.
    fn search(&self, most: u64) -> Search {
        let LocalSearchSettings { least, most: longest, climbs, nodes } = self.settings;
        Search {
            evaluations: (most / climbs as u64).clamp(least, longest),
            paths: Limits { nodes, ..Limits::USUAL },
            ..Search::default()
        }
    }
}

impl<'s> Arm<'s> for LocalSearch {
    fn id(&self) -> ArmId {
        ArmId::LocalSearch
    }

    /// Improves the tests that are nearest to some goals; who was improved last waits longest.
    fn step(
        &mut self,
        session: &mut Session<'_, 's>,
        population: &mut Population<'_, 's>,
        most: u64,
    ) -> bool {
        let nearest = population.nearest(session);
        if nearest.is_empty() || session.left() == 0 {
            return false;
        }
        let chosen = (0..self.settings.climbs.min(nearest.len())).map(|turn| {
            let nearest = &nearest[(self.climbs as usize + turn) % nearest.len()];
            (nearest.unit, nearest.goal, nearest.test.scenario.clone())
        });
        let chosen: Vec<(usize, GoalId, Scenario)> = chosen.collect();
        self.climbs += chosen.len() as u64;
        let before = session.spent();
        let search = self.search(most);
        let found = search.improve(session, population.terrain(), chosen, self.climbs);
        population.look(session);
        population.join(session, found);
        session.spent() > before
    }
}
