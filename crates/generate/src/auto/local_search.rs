//! Local search (`avm` from the nearest test): finds numbers and texts that lead to a goal step by step.

use super::arm::{Arm, ArmId};
use super::population::{Nearest, Population};
use super::settings::LocalSearchSettings;
use crate::search::Search;
use crate::technique::Session;
use coverage::GoalId;
use fastrand::Rng;
use scenario::Scenario;
use scenario::make::exchange;
use search::path::Limits;
use std::sync::Arc;

/// Tests with other texts that are made in one step, and of one test, at most.
const EXCHANGED: usize = 48;
const OF_ONE: usize = 6;

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

    /// Tests with other texts in the place of those that the library judged: where one of them is what it takes, no climb is
    /// needed. All tests that are nearest to some goal have their turns.
    fn exchanged(&self, session: &Session<'_, '_>, nearest: &[Nearest]) -> Vec<Scenario> {
        let mut random = Rng::with_seed(session.settings().seed ^ self.climbs);
        let mut tests: Vec<&Nearest> = Vec::new();
        for each in nearest.iter().filter(|it| !it.test.exchanges.is_empty()) {
            if !tests.iter().any(|known| Arc::ptr_eq(&known.test, &each.test)) {
                tests.push(each);
            }
        }
        let first = self.climbs as usize % tests.len().max(1);
        tests.rotate_left(first);
        let mut exchanged: Vec<Scenario> = Vec::new();
        for Nearest { unit, test, .. } in tests {
            for _ in 0..OF_ONE {
                let (mut other, maker) = (test.scenario.clone(), &session.units[*unit].maker);
                if exchanged.len() < EXCHANGED
                    && exchange(maker, &mut random, &mut other, &test.exchanges)
                    && !exchanged.contains(&other)
                {
                    exchanged.push(other);
                }
            }
        }
        exchanged
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
        let turns = 0..self.settings.climbs.min(nearest.len());
        let exchanged = self.exchanged(session, &nearest);
        let chosen = turns.map(|turn| &nearest[(self.climbs as usize + turn) % nearest.len()]);
        let chosen = chosen.map(|it| (it.unit, it.goal, it.test.scenario.clone()));
        let chosen: Vec<(usize, GoalId, Scenario)> = chosen.collect();
        self.climbs += chosen.len() as u64;
        let before = session.spent();
        if !exchanged.is_empty() {
            population.join(session, exchanged);
        }
        let search = self.search(most);
        let found = search.improve(session, population.terrain(), chosen, self.climbs);
        population.look(session);
        population.join(session, found);
        session.spent() > before
    }
}
