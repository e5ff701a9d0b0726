//! `random`: feedback-directed random testing.
//!
//! Scenarios are made at random and changed at random; what covers a goal first is kept and is where later
//! ones begin (C. Pacheco et al., Feedback-directed random test generation, ICSE 2007). Where that paper
//! extends every sequence that does nothing wrong, here only those are extended that covered something:
//! functions, not objects, are aimed at, and a sequence that covers nothing new leads nowhere new. A method is also called
//! on what a sequence that was kept for another function leaves.

use crate::batch::{Task, Trial};
use crate::subject::Unit;
use crate::technique::{Session, Technique};
use fastrand::Rng;
use program::FuncId;
use scenario::Scenario;
use scenario::make::{change, sequence};
use trace::{RunError, Wanted};

/// The technique.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

/// Executions of a task: very few at first, when everything is new, so that each unit soon has its turn; then few, so
/// that what is found is soon built upon.
const FIRST: u64 = 4;
const SHORT: u64 = 64;
const LONG: u64 = 512;

/// Executions after which tasks are long.
const WARM: u64 = 20_000;

/// The fewest tasks of a batch.
const FEWEST_TASKS: u64 = 8;

/// The most tasks of a batch.
const MOST_TASKS: u64 = 64;

/// Executions without anything new after which a task starts over.
const PATIENCE: u32 = 24;

/// Executions of a function after which every other task makes up what functions would have to create.
const CREATED: u64 = 128;

/// Some executions for one unit.
struct Series {
    unit: usize,
    function: FuncId,
    seed: u64,
    /// The scenario it starts with, by its place among those for the function; a new one if there is none.
    start: Option<usize>,
    executions: u64,
    /// Whether it makes up records that functions create.
    by_hand: bool,
}

impl Task for Series {
    fn executions(&self) -> u64 {
        self.executions
    }
}

impl Technique for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn run(&self, session: &mut Session<'_, '_>) -> Result<(), RunError> {
        let mut number = 0;
        while round(session, &mut number, u64::MAX) {}
        look_around(session, &mut number);
        Ok(())
    }
}

/// Executions that a unit is worth when all of it is covered but what it must not do may not have been seen, and the
/// work of an execution that they may take.
const ENOUGH: u64 = 256;
const CHEAP: u64 = 5_000;

/// Tries units that were soon covered some more, where that costs little: what is covered may still go wrong.
pub(crate) fn look_around(session: &mut Session<'_, '_>, number: &mut u64) {
    if session.work() > session.spent() * CHEAP {
        return;
    }
    let few = |unit: &usize| session.spent_on(session.units[*unit].function) < ENOUGH;
    let units: Vec<usize> = (0..session.units.len()).filter(few).collect();
    let mut left = session.left();
    let mut tasks = Vec::new();
    for unit in units {
        let function = session.units[unit].function;
        let executions = (ENOUGH - session.spent_on(function)).min(left);
        left -= executions;
        let seed = mixed(session.settings().seed, *number);
        *number += 1;
        if executions > 0 {
            tasks.push(Series { unit, function, seed, start: None, executions, by_hand: false });
        }
    }
    carry_out(session, &tasks);
}

/// Tries open units for some executions, not many more than `most`. Gives whether there was anything to do.
pub(crate) fn round(session: &mut Session<'_, '_>, number: &mut u64, most: u64) -> bool {
    let open = session.open_units();
    if open.is_empty() || session.left() == 0 {
        return false;
    }
    let tasks = plan(session, &open, number, most);
    carry_out(session, &tasks);
    true
}

fn carry_out(session: &mut Session<'_, '_>, tasks: &[Series]) {
    if tasks.is_empty() {
        return;
    }
    let units = std::mem::take(&mut session.units);
    session.batch(
        tasks,
        |task| task.function,
        |trial, task| match task.by_hand {
            true => series(trial, &units[task.unit].by_hand(), task),
            false => series(trial, &units[task.unit], task),
        },
    );
    session.units = units;
}

/// The tasks of the next batch: the units with open goals in turn.
fn plan(session: &Session<'_, '_>, open: &[usize], number: &mut u64, most: u64) -> Vec<Series> {
    let (spent, mut left) = (session.spent(), session.left());
    let turns = *number / open.len() as u64;
    let each = match spent < WARM || most < LONG {
        true => SHORT.min(FIRST << (turns * 2).min(8)),
        false => LONG,
    };
    let count = match each < SHORT {
        // Those that have not had this turn.
        true => (open.len() as u64 - *number % open.len() as u64).min(MOST_TASKS),
        false => (spent / each / 4).clamp(FEWEST_TASKS, MOST_TASKS),
    };
    let count = count.min(most.div_ceil(each)).max(1);
    let mut tasks = Vec::new();
    for _ in 0..count {
        let executions = each.min(left);
        if executions == 0 {
            break;
        }
        left -= executions;
        let unit = open[(*number % open.len() as u64) as usize];
        let function = session.units[unit].function;
        let mut random = Rng::with_seed(mixed(session.settings().seed, *number));
        *number += 1;
        let own = session.archive().starts(function).count();
        let start = (own > 0 && random.bool()).then(|| random.usize(..own));
        let by_hand = session.spent_on(function) >= CREATED && number.is_multiple_of(2);
        tasks.push(Series { unit, function, seed: random.u64(..), start, executions, by_hand });
    }
    tasks
}

/// A seed of its own for every task: neighbouring seeds have little in common.
fn mixed(seed: u64, number: u64) -> u64 {
    let mut random = Rng::with_seed(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    random.u64(..) ^ number
}

fn series(trial: &mut Trial<'_>, unit: &Unit<'_>, task: &Series) {
    let mut random = Rng::with_seed(task.seed);
    let random = &mut random;
    let fresh = |random: &mut Rng| unit.maker.scenario(random, unit.function, &unit.globals);
    let start = task.start.and_then(|index| trial.archive().starts(unit.function).nth(index));
    let mut scenario = start.cloned().unwrap_or_else(|| fresh(random));
    if task.start.is_some() {
        step(trial, unit, random, &mut scenario);
    }
    let mut fruitless = 0;
    while trial.left() > 0 {
        let verdict = trial.execute(unit, random, &mut scenario);
        fruitless = if verdict.new { 0 } else { fruitless + 1 };
        // Where only numbers change, changing them is starting over.
        if unit.structured && fruitless >= PATIENCE {
            fruitless = 0;
            scenario = fresh(random);
            continue;
        }
        step(trial, unit, random, &mut scenario);
    }
}

/// One in so many steps of a method calls it on an object that a kept scenario leaves.
const EXTENDED: u8 = 4;

/// A kept scenario with a call of a unit's method behind it, on an object that it makes: what others did to that is the
/// state that the call needs.
fn extended(trial: &Trial<'_>, unit: &Unit<'_>, random: &mut Rng) -> Option<Scenario> {
    let kept = trial.archive().kept.iter().filter(|kept| kept.returned);
    let kept: Vec<&Scenario> = kept.map(|kept| &kept.scenario).collect();
    let mut scenario = (*random.choice(&kept)?).clone();
    sequence::call_on(&unit.maker, random, &mut scenario, unit.function).then_some(scenario)
}

/// Changes a scenario a little or a lot.
fn step(trial: &Trial<'_>, unit: &Unit<'_>, random: &mut Rng, scenario: &mut Scenario) {
    if sequence::is_method(&unit.maker, unit.function)
        && random.u8(..EXTENDED) == 0
        && let Some(longer) = extended(trial, unit, random)
    {
        *scenario = longer;
        return;
    }
    let asked = &trial.trace().asked;
    if !asked.is_empty() && random.u8(..4) == 0 {
        let question = &asked[random.usize(..asked.len())];
        let (name, index) = (&question.name, question.index);
        change::answer(&unit.maker, random, scenario, name, question.ty, index);
        return;
    }
    let wanted = &trial.trace().wanted;
    if !wanted.is_empty() && random.u8(..4) == 0 {
        match &wanted[random.usize(..wanted.len())] {
            Wanted::StandardInput => change::standard_input(&unit.maker, random, scenario),
            Wanted::File(path) => change::file(&unit.maker, random, scenario, path),
        }
        return;
    }
    vary(unit, random, scenario);
}

/// Changes the calls or the inputs of a scenario.
pub(crate) fn vary(unit: &Unit<'_>, random: &mut Rng, scenario: &mut Scenario) {
    if unit.structured && restructure(unit, random, scenario) {
        return;
    }
    if random.u8(..8) < 5 {
        change::inputs(&unit.maker, random, scenario);
    } else {
        for _ in 0..random.u8(1..=3) {
            change::input(&unit.maker, random, scenario);
        }
    }
}

fn restructure(unit: &Unit<'_>, random: &mut Rng, scenario: &mut Scenario) -> bool {
    match random.u8(..16) {
        0..3 => change::argument(&unit.maker, random, scenario),
        3 => change::insert_call(&unit.maker, random, scenario, &unit.globals),
        4 if random.bool() => change::duplicate_call(&unit.maker, random, scenario),
        4 => change::delete_call(random, scenario),
        _ => false,
    }
}
