//! Making, changing and joining tests that are sequences of calls.

use super::{Settings, Test};
use fastrand::Rng;
use program::{FuncId, GlobalId};
use scenario::make::{DynamicConstants, Maker, change, sequence};
use scenario::{Scenario, Statement};
use std::sync::Arc;

/// A function under test, and who makes what it takes.
#[derive(Clone, Debug)]
pub struct Way<'p> {
    /// The function.
    pub function: FuncId,
    /// Makes its arguments.
    pub maker: Maker<'p>,
    /// The globals that it reads.
    pub globals: Vec<GlobalId>,
}

/// What became of a test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// It is another one now.
    pub changed: bool,
    /// A value was changed.
    pub primitive: bool,
}

/// The operators over tests of some functions.
#[derive(Clone, Debug)]
pub struct Operators<'p> {
    ways: Vec<Way<'p>>,
    settings: Settings,
}

/// A test begins with at most this share of the calls that it may have: what it takes needs calls too.
const BEGINNING: usize = 4;

impl<'p> Operators<'p> {
    /// Operators over tests that call functions under test.
    ///
    /// # Panics
    ///
    /// When there is no function.
    pub fn new(ways: Vec<Way<'p>>, settings: Settings) -> Self {
        assert!(!ways.is_empty(), "there is a function under test");
        Self { ways, settings }
    }

    /// The parameters of the search.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The functions under test.
    pub fn ways(&self) -> &[Way<'p>] {
        &self.ways
    }

    /// Lets values be drawn that runs compared.
    pub fn meet(&mut self, dynamic: &Arc<DynamicConstants>) {
        for Way { maker, .. } in &mut self.ways {
            *maker = maker.with_pool(maker.pool().with_dynamic(Arc::clone(dynamic)));
        }
    }

    /// A test of some calls.
    pub fn fresh(&self, random: &mut Rng) -> Scenario {
        let mut scenario = Scenario::default();
        let calls = random.usize(1..=(self.settings.test_length / BEGINNING).max(1));
        for _ in 0..calls {
            self.insert(random, &mut scenario);
        }
        if sequence::length(&scenario) == 0 {
            self.call(random, &mut scenario, 0);
        }
        scenario
    }

    /// Deletes, changes and inserts, each with a probability of a third, until something has changed.
    pub fn mutate(&self, random: &mut Rng, scenario: &mut Scenario) -> Change {
        let mut done = Change::default();
        for _ in 0..8 {
            if random.u8(..3) == 0 {
                done.changed |= self.delete(random, scenario);
            }
            if random.u8(..3) == 0 {
                self.change(random, scenario, &mut done);
            }
            if random.u8(..3) == 0 {
                let mut likely = 0.5;
                while random.f64() < likely {
                    done.changed |= self.insert(random, scenario);
                    likely *= 0.5;
                }
            }
            if done.changed {
                break;
            }
        }
        done
    }

    /// Changes a test that came of another one: in half of the cases where texts were judged, it puts another text in
    /// the place of one of them, else it mutates.
    pub fn vary(&self, random: &mut Rng, scenario: &mut Scenario, of: &Test) -> Change {
        let exchanged = !of.exchanges.is_empty() && random.bool() && {
            let maker = &self.any(random).maker;
            scenario::make::exchange(maker, random, scenario, &of.exchanges)
        };
        match exchanged {
            true => Change { changed: true, primitive: true },
            false => self.mutate(random, scenario),
        }
    }

    /// Both ways to join the beginning of one test with the end of the other, at the same relative place.
    pub fn cross(&self, random: &mut Rng, a: &Scenario, b: &Scenario) -> [Scenario; 2] {
        let maker = &self.any(random).maker;
        let place = random.f64();
        let at = |scenario: &Scenario| {
            let gaps = sequence::gaps(scenario);
            gaps[((gaps.len() as f64 * place) as usize).min(gaps.len() - 1)]
        };
        let (in_a, in_b) = (at(a), at(b));
        let mut children = [
            sequence::join(maker, random, (a, in_a), (b, in_b)),
            sequence::join(maker, random, (b, in_b), (a, in_a)),
        ];
        for child in &mut children {
            let calls = sequence::length(child);
            if calls > self.settings.test_length {
                let gaps = sequence::gaps(child);
                sequence::cut(child, gaps[self.settings.test_length]);
            }
        }
        children
    }

    fn any(&self, random: &mut Rng) -> &Way<'p> {
        &self.ways[random.usize(..self.ways.len())]
    }

    /// Deletes each call with probability 1/n.
    fn delete(&self, random: &mut Rng, scenario: &mut Scenario) -> bool {
        let count = sequence::length(scenario);
        let mut changed = false;
        for call in (0..count).rev() {
            if random.usize(..count) > 0 {
                continue;
            }
            // What a deletion takes along is gone already.
            let calls = scenario.statements.iter().enumerate();
            let mut calls = calls.filter(|(_, it)| matches!(it, Statement::Call { .. }));
            if let Some((at, _)) = calls.nth(call) {
                let maker = &self.any(random).maker;
                sequence::delete(maker, random, scenario, at);
                changed = true;
            }
        }
        changed
    }

    /// Changes each value and each call with probability 1/n.
    fn change(&self, random: &mut Rng, scenario: &mut Scenario, done: &mut Change) {
        let parts = scenario.statements.iter().filter(|statement| {
            change::is_input(statement) || matches!(statement, Statement::Call { .. })
        });
        let count = parts.count();
        for _ in 0..count {
            if random.usize(..count) > 0 {
                continue;
            }
            let at = random.usize(..scenario.statements.len().max(1));
            let maker = &self.at(random, scenario, at).maker;
            if random.u8(..3) > 0 && change::input_from(maker, random, scenario, at) {
                done.primitive = true;
                done.changed = true;
            } else {
                done.changed |= change::argument(maker, random, scenario);
            }
        }
    }

    /// Inserts a call somewhere.
    fn insert(&self, random: &mut Rng, scenario: &mut Scenario) -> bool {
        if sequence::length(scenario) >= self.settings.test_length {
            return false;
        }
        let gaps = sequence::gaps(scenario);
        let at = gaps[random.usize(..gaps.len())];
        let Settings { insert_unit, insert_on, .. } = self.settings;
        if random.f64() * (insert_unit + insert_on) >= insert_unit {
            let way = self.at(random, scenario, at);
            if sequence::insert_on(&way.maker, random, scenario, &way.globals, at) {
                return true;
            }
        }
        self.call(random, scenario, at);
        true
    }

    fn call(&self, random: &mut Rng, scenario: &mut Scenario, at: usize) {
        let way = self.any(random);
        sequence::insert(&way.maker, random, scenario, (way.function, &way.globals), at);
    }

    /// The function under test that is called next after a statement: its constants are worth most there.
    fn at(&self, random: &mut Rng, scenario: &Scenario, at: usize) -> &Way<'p> {
        let called = scenario.statements[at.min(scenario.statements.len())..].iter();
        let own = called.filter_map(|statement| match statement {
            Statement::Call { function, .. } => {
                self.ways.iter().position(|way| way.function == *function)
            }
            _ => None,
        });
        match own.into_iter().next() {
            Some(way) if random.u8(..4) > 0 => &self.ways[way],
            _ => self.any(random),
        }
    }
}
