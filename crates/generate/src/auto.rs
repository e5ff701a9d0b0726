//! `auto`: search and exploration over one archive, each slice of work to whoever has lately paid most for it.
//!
//! Five arms share what they find. *Random* testing is cheapest and finds what many inputs lead to. *Evolution*
//! (`dynamosa`) finds sequences of calls. *Climbing* (`avm` from the nearest test) finds numbers and texts that
//! lead step by step. *Exploration* (`dse`) solves for what no step leads to. *Travelling*
//! (`tardis`) finds calls that bring objects into a state that a path needs. What one arm keeps joins the population; the
//! test that is nearest to an open goal is where climbing and exploring begin, so that a goal that needs both a
//! sequence and a value gets both.
//!
//! Work comes in slices. Each arm has a share of them that grows with what it covered for its work in its last slices, and
//! a small one whatever it pays: what pays changes. When nobody has covered anything for long, all have their turns. Where
//! executions are limited, work is counted in executions, and those that take many steps of the machine or questions to the
//! solver count for more, so that the same seed gives the same tests. Where only time is, work is the time that it takes: a step of one arm may take as long as a
//! thousand of another, and when time ends is not the same twice anyway.

use crate::colony::{Arena, Field, operators, terrain};
use crate::dse::{Dse, Exploration};
use crate::random;
use crate::search::Search;
use crate::tardis::{Tardis, Travels};
use crate::technique::{Session, Share, Technique};
use coverage::GoalId;
use fastrand::Rng;
use scenario::Scenario;
use search::Terrain;
use search::colony::{Dynamosa, Evaluator, Operators, Settings, Test};
use search::path::Limits;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use term::Fitness;
use trace::RunError;

/// The technique.
#[derive(Clone, Debug)]
pub struct Auto {
    /// How symbolic execution goes.
    pub dse: Dse,
    /// How tests evolve.
    pub evolution: Settings,
    /// How a test is improved toward a goal.
    pub climb: Search,
    /// How path conditions over objects are satisfied; without, nobody travels.
    pub tardis: Option<Tardis>,
}

impl Default for Auto {
    fn default() -> Self {
        Self {
            dse: Dse::default(),
            evolution: Settings::default(),
            climb: Search { evaluations: CLIMB.1, paths: NEAR, ..Search::default() },
            tardis: Some(Tardis { attempt: CLIMB.1, objects_only: true, ..Tardis::default() }),
        }
    }
}

/// Executions of one climb, at least and at most.
const CLIMB: (u64, u64) = (50, 400);

/// How far a climb looks ahead: in long chains of comparisons it took most of its time to find paths.
const NEAR: Limits = Limits { nodes: 8, ..Limits::USUAL };

/// Climbs of one step.
const CLIMBS: usize = 2;

/// The work of a slice, in steps of the machine: as a part of all that was done, and at least and at most.
const SLICE: (f64, f64, f64) = (0.02, 1e6, 100e6);

/// Steps that the machine makes in a second, as a measure of time.
const STEPS: f64 = 50e6;

/// Slices for which an arm that had nothing to do is left alone.
const REST: u32 = 8;

/// The work of an execution before any was made: of symbolic ones, with their questions, and of others.
const GUESS: (f64, f64) = (150e3, 10e3);

/// Goals that all arms together are thought to have covered for the work of some slices, whatever they did.
const HOPE: (f64, f64) = (2.0, 4.0);

/// Before the first slice there is random testing, as long as it is worth while: the work between two looks at what
/// it brings, which doubles, the share of the open goals that it has to cover in that, and the executions of a round:
/// of the first, which shows what an execution takes, and of others at most, none of which may bring nothing.
const FIRST_LOOK: u64 = 1_000_000;
const WORTH_WHILE: f64 = 0.03;
const FEW: (u64, u64) = (16, 256);

/// Where executions are limited, what part of them is random testing before anything else, about: of two thousand, tests
/// that evolve make more.
const FIRST_SHARE: u64 = 16;

/// How much of what an arm paid before a slice still counts after it: evolution pays in bursts, and with 0.8 it was
/// forgotten between them (`TreeBidiMap` 366 goals after five seconds, `ArrayList` 281; so 380 and 300).
const MEMORY: f64 = 0.92;

/// How much more an arm gets that pays more, as a power of what it pays: by one `CSVFormat` had 361 goals after five seconds,
/// by two 369; where all but the floors went to whoever paid most, 350, since one that had once paid kept three quarters of the time.
const EAGER: i32 = 2;

/// How tests evolve beside others who find some: as many mutants of tests that were kept lately join a generation as it has
/// children. What others keep is short and soon dies out, and with a tenth of newcomers, half of them changed from any
/// kept test, evolution came to a standstill that it does not come to alone (`ArrayList` 277 goals after five seconds and
/// alone 298, so 301; `CSVFormat` 366 and 365, so 381).
const BESIDE_OTHERS: (f64, f64, usize) = (1.0, 0.9, 6);

/// What an execution counts where executions are limited, and how much of what it took counts beside that: executions
/// are what there is, but one of a hundred milliseconds is not worth one of a hundred microseconds.
const EACH: f64 = 20e3;
const DEAR: f64 = 0.25;

/// Questions to the solver for each execution of exploration, at most; and what one costs.
const QUESTIONS: u64 = 3;
const QUESTION: f64 = 50e3;

/// The most evaluations and conflicts that the solver may spend on a question when it is first asked: there may be
/// easier ones.
const FIRST_TRY: (u64, u64) = (20_000, 300);

/// The same for travelling, which asks about whole objects, and whose first slice took eight seconds where they are made of
/// doubles: it can search for what it cannot solve.
const QUICK: (u64, u64) = (4_000, 60);

/// How much longer than its slice an arm may take that asks the solver: to begin with a unit takes time, and without any
/// left to go on it would be in vain.
const LONGER: f64 = 3.0;

/// Goals that exploration is offered tests for in a slice.
const OFFERS: usize = 16;

/// What an arm does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Random,
    Evolution,
    Climbing,
    Exploration,
    Travelling,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Evolution => "evolution",
            Self::Climbing => "climbing",
            Self::Exploration => "exploration",
            Self::Travelling => "travelling",
        }
    }
}

/// An arm, and how it has paid.
#[derive(Clone, Copy, Debug)]
struct Arm {
    kind: Kind,
    /// The share of all work that it gets whatever it pays.
    floor: f64,
    /// How much more than others it gets that pay the same.
    trust: f64,
    /// Goals that it covered and its work, the last slices counting most.
    paid: (f64, f64),
    /// Executions and work so far.
    done: (u64, f64),
    /// Goals that were covered while it worked, and the time that it took.
    covered: u64,
    time: Duration,
    /// Its work, each part divided by the share that it should have had then: who has least is next.
    turn: f64,
    /// There was nothing left to do, so many slices ago.
    idle: Option<u32>,
}

impl Arm {
    fn new(kind: Kind, floor: f64, trust: f64) -> Self {
        let (paid, done, turn) = ((0.0, 0.0), (0, 0.0), 0.0);
        let (covered, time) = (0, Duration::ZERO);
        Self { kind, floor, trust, paid, done, covered, time, turn, idle: None }
    }

    /// How many executions some work allows.
    fn executions(&self, work: f64) -> u64 {
        let (executions, done) = self.done;
        let each = match self.kind {
            _ if executions > 0 => done / executions as f64,
            Kind::Exploration | Kind::Travelling => GUESS.0,
            _ => GUESS.1,
        };
        (work / each).ceil() as u64
    }
}

impl Technique for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn run(&self, session: &mut Session<'_, '_>) -> Result<(), RunError> {
        // Before anything is looked at: much is easy.
        let mut number = 0;
        let mut window = FIRST_LOOK;
        let open = open_goals(session);
        while look_first(session, &mut number, window) {
            window *= 2;
        }
        let first = Share {
            arm: "first look",
            executions: session.spent(),
            goals: (open - open_goals(session)) as u64,
            time: session.elapsed(),
        };
        session.share(first);
        let Some(terrain) = terrain(session) else { return Ok(()) };
        let (new_test, from_archive, recent) = BESIDE_OTHERS;
        let evolution = Settings { new_test, from_archive, recent, ..self.evolution };
        let mut dse = self.dse.clone();
        let limits = &mut dse.config.solver;
        limits.evaluations = limits.evaluations.min(FIRST_TRY.0);
        limits.conflicts = limits.conflicts.min(FIRST_TRY.1);
        let mut tardis = self.tardis.clone();
        if let Some(tardis) = &mut tardis {
            let limits = &mut tardis.settings.solver;
            limits.evaluations = limits.evaluations.min(QUICK.0);
            limits.conflicts = limits.conflicts.min(QUICK.1);
        }
        let mut work = Work {
            exploration: Exploration::new(&dse, session, terrain.map()),
            travels: tardis.as_ref().map(|tardis| Travels::new(tardis, session, terrain.map())),
            operators: operators(session, evolution),
            field: Field::new(session, &terrain, evolution),
            random: Rng::with_seed(session.settings().seed ^ 0xa070),
            terrain: &terrain,
            climb: self.climb,
            population: None,
            number,
            climbs: 0,
            joined: 0,
            offered: BTreeMap::new(),
        };
        let mut arms = vec![
            Arm::new(Kind::Random, 0.03, 1.0),
            Arm::new(Kind::Evolution, 0.08, 2.0),
            Arm::new(Kind::Climbing, 0.04, 1.0),
            Arm::new(Kind::Exploration, 0.06, 1.0),
        ];
        arms.extend(work.travels.as_ref().map(|_| Arm::new(Kind::Travelling, 0.01, 0.3)));
        while let Some((next, slice)) = next(&arms) {
            let (share, before) = (share(&arms, next), arms[next].done.1);
            work.spend(session, &mut arms[next], slice);
            arms[next].turn += (arms[next].done.1 - before) / share;
            // Exploration that has come to an end without bounds has the last word.
            let explored = arms[3].idle == Some(0) && work.exploration.is_complete(session);
            if explored || session.left() == 0 {
                break;
            }
            let now = arms.iter().filter(|arm| arm.idle.is_none()).map(|arm| arm.turn);
            let now = now.reduce(f64::min).unwrap_or_default();
            for (index, arm) in arms.iter_mut().enumerate() {
                // When something was done there may be something to do again; what was missed is not made up for.
                arm.idle = arm.idle.map(|slices| slices + u32::from(index != next));
                if arm.idle.take_if(|slices| *slices > REST).is_some() {
                    arm.turn = arm.turn.max(now);
                }
            }
        }
        for arm in &arms {
            let (executions, goals) = (arm.done.0, arm.covered);
            session.share(Share { arm: arm.kind.name(), executions, goals, time: arm.time });
        }
        random::look_around(session, &mut work.number);
        work.exploration.finish(session);
        if let Some(travels) = work.travels {
            travels.finish(session);
        }
        Ok(())
    }
}

/// Tests at random for some work, or until a round covers nothing. Gives whether that was worth while.
fn look_first(session: &mut Session<'_, '_>, number: &mut u64, window: u64) -> bool {
    let (open, until) = (open_goals(session), session.work() + window);
    let enough = session.settings().budget.executions.map_or(u64::MAX, |all| all / FIRST_SHARE);
    while session.work() < until {
        let (before, spent) = (open_goals(session), session.spent());
        if spent >= enough {
            return false;
        }
        let most = match spent {
            0 => FEW.0,
            _ => ((until - session.work()) * spent / session.work().max(1)).clamp(1, FEW.1),
        };
        let most = most.min(enough - spent);
        let went = random::round(session, number, most);
        if !went || most == FEW.1 && open_goals(session) == before {
            return false;
        }
    }
    (open - open_goals(session)) as f64 >= open as f64 * WORTH_WHILE
}

/// The arm whose turn it is, and how much work it may do; none if all of them have nothing left to do.
fn next(arms: &[Arm]) -> Option<(usize, f64)> {
    let done: f64 = arms.iter().map(|arm| arm.done.1).sum();
    let busy = (0..arms.len()).filter(|arm| arms[*arm].idle.is_none());
    let first = busy.min_by(|a, b| arms[*a].turn.total_cmp(&arms[*b].turn));
    first.map(|arm| (arm, (done * SLICE.0).clamp(SLICE.1, SLICE.2)))
}

/// The share of the work that an arm should have among those that have something to do.
///
/// It grows with what the arm pays, and is never less than its floor. What an arm pays is judged by little, so each is
/// thought to have covered a goal more, for what a goal takes all of them together: when nobody has covered anything for
/// long, it is as much as they are trusted.
fn share(arms: &[Arm], arm: usize) -> f64 {
    let goals: f64 = arms.iter().map(|arm| arm.paid.0).sum::<f64>() + HOPE.0;
    let work: f64 = arms.iter().map(|arm| arm.paid.1).sum::<f64>() + SLICE.1 * HOPE.1;
    let pays =
        |arm: &Arm| arm.trust * ((arm.paid.0 + 1.0) / (arm.paid.1 + work / goals)).powi(EAGER);
    let busy = |index: &usize| *index == arm || arms[*index].idle.is_none();
    let all: f64 = (0..arms.len()).filter(busy).map(|other| pays(&arms[other])).sum();
    (pays(&arms[arm]) / all).max(arms[arm].floor)
}

/// What the arms work with.
struct Work<'t, 's> {
    terrain: &'t Terrain<'s>,
    operators: Operators<'s>,
    field: Field<'t, 's>,
    exploration: Exploration<'s>,
    travels: Option<Travels<'s>>,
    climb: Search,
    population: Option<Dynamosa>,
    random: Rng,
    /// Tasks of random testing so far.
    number: u64,
    /// Climbs so far.
    climbs: u64,
    /// Kept scenarios that the population has been told of.
    joined: usize,
    /// How near the test was that exploration was last offered, by aim.
    offered: BTreeMap<usize, Fitness>,
}

impl<'s> Work<'_, 's> {
    /// Lets an arm work, and notes what it paid.
    fn spend(&mut self, session: &mut Session<'_, 's>, arm: &mut Arm, work: f64) {
        let (executed, asked, start) = (session.spent(), self.asked(), self.work(session));
        let started = session.elapsed();
        let open = open_goals(session);
        if arm.kind == Kind::Exploration {
            self.offer(session);
        }
        let done = arm.done;
        loop {
            let spent = self.work(session) - start;
            arm.done = (done.0 + session.spent() - executed, done.1 + spent);
            if spent >= work {
                break;
            }
            let most = arm.executions(work - spent);
            if matches!(arm.kind, Kind::Exploration | Kind::Travelling) {
                self.begin_turn(session, work - spent);
            }
            let went = match arm.kind {
                Kind::Random => random::round(session, &mut self.number, most),
                Kind::Evolution => self.evolve(session),
                Kind::Climbing => self.climb(session, most),
                Kind::Exploration => self.exploration.round(session, most, QUESTIONS),
                Kind::Travelling => {
                    self.travels.as_mut().is_some_and(|travels| travels.round(session, most))
                }
            };
            session.turn(None);
            if !went {
                break;
            }
        }
        let spent = self.work(session) - start;
        arm.done = (done.0 + session.spent() - executed, done.1 + spent);
        let worked = session.spent() > executed || self.asked() > asked;
        arm.idle = (!worked).then_some(0);
        if worked {
            let covered = open - open_goals(session);
            arm.covered += covered as u64;
            arm.paid = (arm.paid.0 * MEMORY + covered as f64, arm.paid.1 * MEMORY + spent);
        }
        arm.time += session.elapsed() - started;
    }

    /// Where only time is limited, sees to it that some work takes no longer than it should: how long a question to the
    /// solver takes is not known before (of 15 s on `FastFourierTransformer` exploration took 8.7, for a floor of 0.06).
    fn begin_turn(&self, session: &mut Session<'_, '_>, work: f64) {
        if is_timed(session) {
            session.turn(Some(Duration::from_secs_f64(work * LONGER / STEPS)));
        }
    }

    /// All work so far.
    fn work(&self, session: &Session<'_, '_>) -> f64 {
        if is_timed(session) {
            return session.elapsed().as_secs_f64() * STEPS;
        }
        let taken = session.work() as f64 + self.asked() as f64 * QUESTION;
        session.spent() as f64 * EACH + taken * DEAR
    }

    /// What was spent on solvers so far, in questions.
    fn asked(&self) -> u64 {
        self.exploration.effort() + self.travels.as_ref().map_or(0, Travels::effort)
    }

    /// A generation of tests, after those that others have kept came in.
    fn evolve(&mut self, session: &mut Session<'_, 's>) -> bool {
        let kept = &session.archive().kept[self.joined..];
        let joining: Vec<Scenario> = kept.iter().map(|kept| kept.scenario.clone()).collect();
        self.joined = session.archive().kept.len();
        let mut arena = Arena { session, field: &mut self.field };
        self.operators.meet(arena.session.met());
        let Some(population) = &mut self.population else {
            self.population = Dynamosa::new(&self.operators, &mut self.random, &mut arena);
            return self.population.is_some();
        };
        if !joining.is_empty() {
            let Some(tests) = arena.evaluate(joining) else { return false };
            population.immigrate(&self.operators, tests, &arena);
        }
        population.generation(&self.operators, &mut self.random, &mut arena)
    }

    /// Improves the tests that are nearest to some goals, by not many more than `most` executions.
    fn climb(&mut self, session: &mut Session<'_, 's>, most: u64) -> bool {
        let nearest = self.nearest(session);
        if nearest.is_empty() || session.left() == 0 {
            return false;
        }
        let chosen = (0..CLIMBS.min(nearest.len())).map(|turn| {
            let (aim, unit, test) = &nearest[(self.climbs as usize + turn) % nearest.len()];
            (*unit, self.field.aims.goal(*aim), test.scenario.clone())
        });
        let chosen: Vec<(usize, GoalId, Scenario)> = chosen.collect();
        self.climbs += chosen.len() as u64;
        let before = session.spent();
        let evaluations = (most / CLIMBS as u64).clamp(CLIMB.0, CLIMB.1);
        let climb = Search { evaluations, ..self.climb };
        let found = climb.improve(session, self.terrain, chosen, self.climbs);
        self.field.look(session);
        let mut arena = Arena { session, field: &mut self.field };
        if let Some(population) = &mut self.population
            && let Some(tests) = arena.evaluate(found)
        {
            population.immigrate(&self.operators, tests, &arena);
        }
        session.spent() > before
    }

    /// Offers exploration the tests that have come nearer to some goals.
    fn offer(&mut self, session: &Session<'_, 's>) {
        let mut offered = 0;
        for (aim, unit, test) in self.nearest(session) {
            let fitness = test.near[aim].fitness;
            if offered < OFFERS && self.offered.get(&aim) != Some(&fitness) {
                self.offered.insert(aim, fitness);
                self.exploration.offer(unit, test.scenario.clone());
                offered += 1;
            }
        }
    }

    /// For each aim within reach, the unit that it belongs to and the test that is nearest to it, if one came near.
    fn nearest(&self, session: &Session<'_, 's>) -> Vec<(usize, usize, Arc<Test>)> {
        let Some(population) = &self.population else { return Vec::new() };
        let goals = session.archive().coverage.goals();
        let of_aim = |aim: usize| {
            let tests = population.tests().filter(|test| test.near[aim].fitness != Fitness::MAX);
            let test = tests.min_by_key(|test| (test.near[aim].fitness, test.length))?;
            let own = goals.goals[self.field.aims.goal(aim)].unit;
            let units = session.units.iter();
            let unit = units
                .clone()
                .position(|unit| unit.unit == own)
                .or_else(|| units.clone().position(|unit| unit.beyond.contains(&own)))?;
            Some((aim, unit, Arc::clone(test)))
        };
        self.field.targets().filter_map(of_aim).collect()
    }
}

/// Whether time is limited, and executions are not.
fn is_timed(session: &Session<'_, '_>) -> bool {
    let budget = &session.settings().budget;
    budget.executions.is_none() && budget.time.is_some()
}

/// Goals that are not covered.
fn open_goals(session: &Session<'_, '_>) -> usize {
    session.archive().coverage.open(session.settings().criteria).count()
}

#[cfg(test)]
mod tests {
    use super::{Arm, Kind, SLICE, next, share};

    fn arms() -> Vec<Arm> {
        vec![Arm::new(Kind::Random, 0.05, 1.0), Arm::new(Kind::Evolution, 0.05, 2.0)]
    }

    #[test]
    fn who_pays_more_has_more_and_nobody_less_than_the_floor() {
        let mut arms = arms();
        assert!((share(&arms, 1) - 2.0 / 3.0).abs() < 1e-9, "{}", share(&arms, 1));
        arms[0].paid = (3.0, SLICE.1);
        arms[1].paid = (0.0, SLICE.1);
        assert!(share(&arms, 0) > 0.8, "{}", share(&arms, 0));
        arms[0].paid = (100.0, SLICE.1);
        assert_eq!(share(&arms, 1), 0.05);
        // Nobody else has anything to do.
        arms[0].idle = Some(0);
        assert_eq!(share(&arms, 1), 1.0);
    }

    #[test]
    fn turns_come_as_often_as_shares_say() {
        let mut arms = arms();
        let mut turns = [0; 2];
        for _ in 0..300 {
            let (arm, slice) = next(&arms).expect("both have something to do");
            turns[arm] += 1;
            arms[arm].turn += slice / share(&arms, arm);
        }
        assert_eq!(turns, [100, 200]);
        arms.iter_mut().for_each(|arm| arm.idle = Some(0));
        assert!(next(&arms).is_none());
    }
}
