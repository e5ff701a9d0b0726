//! The tests that evolve, and what all arms know of them: which is nearest to which open goal.

use crate::evolution::{Arena, Field, operators};
use crate::technique::Session;
use coverage::GoalId;
use fastrand::Rng;
use scenario::Scenario;
use search::Terrain;
use search::evolution::{Dynamosa, Evaluator, Operators, Settings, Test};
use std::sync::Arc;
use term::Fitness;

/// The tests that evolve toward all open goals.
pub(super) struct Population<'t, 's> {
    terrain: &'t Terrain<'s>,
    operators: Operators<'s>,
    field: Field<'t, 's>,
    /// None before the first generation.
    tests: Option<Dynamosa>,
}

/// The test that is nearest to an aim.
pub(super) struct Nearest {
    /// The aim.
    pub aim: usize,
    /// The goal of the aim.
    pub goal: GoalId,
    /// The unit that it belongs to.
    pub unit: usize,
    /// The test.
    pub test: Arc<Test>,
}

impl Nearest {
    /// How near the test is.
    pub fn fitness(&self) -> Fitness {
        self.test.near[self.aim].fitness
    }
}

impl<'t, 's> Population<'t, 's> {
    /// No tests yet.
    pub fn new(session: &Session<'_, 's>, terrain: &'t Terrain<'s>, settings: Settings) -> Self {
        Self {
            terrain,
            operators: operators(session, settings),
            field: Field::new(session, terrain, settings),
            tests: None,
        }
    }

    /// What is known of the program.
    pub fn terrain(&self) -> &'t Terrain<'s> {
        self.terrain
    }

    /// Takes note of what is covered by now.
    pub fn look(&mut self, session: &Session<'_, '_>) {
        self.field.look(session);
    }

    /// Lets scenarios that others found join, and then makes a generation. The first one takes none. Gives whether
    /// there was anything to do.
    pub fn generation(
        &mut self,
        session: &mut Session<'_, 's>,
        random: &mut Rng,
        joining: Vec<Scenario>,
    ) -> bool {
        self.operators.meet(session.dynamic());
        if self.tests.is_some() && !joining.is_empty() && !self.join(session, joining) {
            return false;
        }
        let mut arena = Arena { session, field: &mut self.field };
        match &mut self.tests {
            Some(tests) => tests.generation(&self.operators, random, &mut arena),
            None => {
                self.tests = Dynamosa::new(&self.operators, random, &mut arena);
                self.tests.is_some()
            }
        }
    }

    /// Lets scenarios that others found join. Gives whether they could.
    pub fn join(&mut self, session: &mut Session<'_, 's>, scenarios: Vec<Scenario>) -> bool {
        let Some(tests) = &mut self.tests else { return false };
        let mut arena = Arena { session, field: &mut self.field };
        let Some(joining) = arena.evaluate(scenarios) else { return false };
        tests.immigrate(&self.operators, joining, &arena);
        true
    }

    /// For each aim within reach, the test that is nearest to it, if one came near.
    pub fn nearest(&self, session: &Session<'_, 's>) -> Vec<Nearest> {
        let Some(tests) = &self.tests else { return Vec::new() };
        let goals = session.archive().coverage.goals();
        let of_aim = |aim: usize| {
            let near = tests.tests().filter(|test| test.near[aim].fitness != Fitness::MAX);
            let test = near.min_by_key(|test| (test.near[aim].fitness, test.length))?;
            let goal = self.field.aims.goal(aim);
            let own = goals.goals[goal].unit;
            let units = session.units.iter();
            let unit = units
                .clone()
                .position(|unit| unit.unit == own)
                .or_else(|| units.clone().position(|unit| unit.beyond.contains(&own)))?;
            Some(Nearest { aim, goal, unit, test: Arc::clone(test) })
        };
        self.field.targets().filter_map(of_aim).collect()
    }
}
