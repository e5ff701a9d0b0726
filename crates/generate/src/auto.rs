//! `auto`: search and exploration over one archive, each slice of work to whoever has lately paid most for it.
//!
//! Five arms share what they find: random testing, evolution, local search, exploration and sequence search.
//! What one arm keeps joins the population; the test that is nearest to an open goal is where local search and exploring
//! begin, so that a goal that needs both a sequence and a value gets both.
//!
//! Work comes in slices. Each arm has a share of them that grows with what it covered for its work in its last slices, and
//! a small one whatever it pays: what pays changes. When nobody has covered anything for long, all have their turns. Where
//! executions are limited, work is counted in executions, and those that take many steps of the machine or questions to the
//! solver count for more, so that the same seed gives the same tests. Where only time is, work is the time that it takes: a
//! step of one arm may take as long as a thousand of another, and when time ends is not the same twice anyway.

mod arm;
mod evolution;
mod exploration;
mod first_look;
mod local_search;
mod population;
mod random;
mod sequence_search;
mod settings;
mod sharing;
mod team;

pub use arm::ArmId;
pub use settings::{
    Cost, Effort, EvolutionSettings, ExplorationSettings, FirstLook, LocalSearchSettings,
    SequenceSearchSettings, Settings, Sharing, Stake, Stakes,
};

use crate::dse::Dse;
use crate::evolution::terrain;
use crate::tardis::Tardis;
use crate::technique::{Session, Technique};
use arm::Arm;
use population::Population;
use search::evolution as evolving;
use team::Team;
use trace::RunError;

/// The technique.
#[derive(Clone, Debug)]
pub struct Auto {
    /// How symbolic execution goes.
    pub dse: Dse,
    /// How tests evolve.
    pub evolution: evolving::Settings,
    /// How path conditions over objects are satisfied; without, nobody travels.
    pub tardis: Option<Tardis>,
    /// How the arms share the work.
    pub settings: Settings,
}

impl Default for Auto {
    fn default() -> Self {
        Self {
            dse: Dse::default(),
            evolution: evolving::Settings::default(),
            tardis: Some(Tardis { attempt: 400, objects_only: true, ..Tardis::default() }),
            settings: Settings::default(),
        }
    }
}

impl Technique for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn run(&self, session: &mut Session<'_, '_>) -> Result<(), RunError> {
        let settings = &self.settings;
        let mut random = random::RandomTesting::default();
        first_look::run(session, &settings.first_look, &mut random);
        let Some(terrain) = terrain(session) else { return Ok(()) };
        let EvolutionSettings { new_test, from_archive, recent } = settings.evolution;
        let evolution = evolving::Settings { new_test, from_archive, recent, ..self.evolution };
        let mut population = Population::new(session, &terrain, evolution);
        let map = terrain.map();
        let mut arms: Vec<Box<dyn Arm<'_>>> = vec![
            Box::new(random),
            Box::new(evolution::Evolution::new(session)),
            Box::new(local_search::LocalSearch::new(settings.local_search)),
            Box::new(exploration::Exploring::new(settings.exploration, &self.dse, session, map)),
        ];
        if let Some(tardis) = &self.tardis {
            let sequence_search = settings.sequence_search;
            arms.push(Box::new(sequence_search::SequenceSearch::new(
                sequence_search,
                tardis,
                session,
                map,
            )));
        }
        let mut team = Team::new(settings, arms);
        team.work(session, &mut population);
        team.finish(session);
        Ok(())
    }
}

/// Goals that are not covered.
fn open_goals(session: &Session<'_, '_>) -> usize {
    session.archive().coverage.open(session.settings().criteria).count()
}

/// Those of them that users are told of.
fn told_goals(session: &Session<'_, '_>) -> usize {
    session.archive().coverage.open(session.settings().criteria.told()).count()
}
