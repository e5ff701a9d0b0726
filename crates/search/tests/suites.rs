//! Whole suites on aims whose distances are made up: who is compared with whom, and by what.

use fastrand::Rng;
use program::{FuncId, Program};
use scenario::make::{Limits, Maker, Pool};
use scenario::{Scenario, Statement};
use search::evolution::{
    AimKind, Evaluator, Near, Objectives, Operators, Settings, Test, Way, WholeSuite,
};
use std::sync::Arc;
use term::{Distance, Fitness};

const TWO: &str = "
func @f(%x: i32) {
entry:
  ret
}
func @g(%x: i32) {
entry:
  ret
}";

fn program() -> Program {
    program::text::parse(TWO).unwrap_or_else(|error| panic!("{error}"))
}

fn operators(program: &Program, settings: Settings) -> Operators<'_> {
    let functions = || ["f", "g"].into_iter().filter_map(|name| program.function_named(name));
    let maker = Maker::new(program, functions(), Pool::default(), Limits::default());
    let way = |function| Way { function, maker: maker.clone(), globals: Vec::new() };
    Operators::new(functions().map(way).collect(), settings)
}

/// The function that a test calls last, and its argument.
fn call(scenario: &Scenario) -> (Option<FuncId>, u128) {
    let mut last = (None, 0);
    for statement in &scenario.statements {
        match statement {
            Statement::Call { function, .. } => last.0 = Some(*function),
            Statement::Value { bits, .. } => last.1 = *bits,
            _ => {}
        }
    }
    last
}

/// Says how near tests come, and closes an aim after some batches.
struct Made<N> {
    near: N,
    batches: u32,
    open: Vec<bool>,
    /// After how many batches the first aim is closed.
    closes: u32,
}

impl<N: Fn(u32, &Scenario) -> Vec<u64>> Evaluator for Made<N> {
    fn evaluate(&mut self, drafts: Vec<Scenario>) -> Option<Vec<Arc<Test>>> {
        self.batches += 1;
        let test = |scenario: Scenario| {
            let near = (self.near)(self.batches, &scenario).into_iter().map(|distance| Near {
                fitness: Fitness::normalised(Distance::of_u64(distance)),
                met: 2,
            });
            let near = near.collect();
            Arc::new(Test { scenario, near, length: 1, exchanges: Vec::new() })
        };
        let tests = drafts.into_iter().map(test).collect();
        if self.batches == self.closes {
            self.open[0] = false;
        }
        Some(tests)
    }

    fn kept(&self) -> Vec<&Scenario> {
        Vec::new()
    }

    fn seeds(&self) -> Vec<&Scenario> {
        Vec::new()
    }

    fn open(&self) -> &[bool] {
        &self.open
    }

    fn active(&self) -> &[bool] {
        &self.open
    }
}

/// Suites of one test with one call, which are not crossed.
const SINGLE: Settings = Settings {
    population: 4,
    crossover: 0.0,
    elite: 1,
    test_length: 1,
    initial_tests: (1, 1),
    new_test: 0.0,
    rank_bias: 1.7,
    tournament: 2,
    insert_unit: 0.5,
    insert_on: 0.4,
    archive: true,
    from_archive: 0.0,
    recent: 1,
    text_length: 20,
    array_length: 10,
    largest_integer: 2048,
    pool: 0.5,
    dynamic: 0.0,
    seeding: false,
};

#[test]
fn a_goal_that_others_reached_makes_no_child_better_than_its_parents() {
    let program = program();
    let operators = operators(&program, SINGLE);
    for seed in 0..20 {
        let mut random = Rng::with_seed(seed);
        // Children are farther than their parents from the second aim, and as far from the first, which is
        // reached by someone while they are executed.
        let near = |batch: u32, _: &Scenario| vec![8, if batch <= 4 { 1 } else { 3 }];
        let mut made = Made { near, batches: 0, open: vec![true; 2], closes: 5 };
        let objectives = Objectives::new(vec![AimKind::Branch; 2], true);
        let search = WholeSuite::new(&operators, objectives, &mut random, &mut made);
        let mut search = search.expect("there is a budget");
        assert!(search.generation(&operators, &mut random, &mut made));
        let far = |suite: &search::evolution::Suite| suite.tests[0].near[1].fitness.to_f64();
        let all: Vec<f64> = search.population().iter().map(far).collect();
        assert_eq!(all, [0.5; 4], "seed {seed}");
    }
}

#[test]
fn a_suite_is_promising_only_if_a_changed_value_changed_its_own_fitness() {
    let program = program();
    let operators = operators(&program, SINGLE);
    let f = program.function_named("f");
    let promising = |by_value: bool| {
        let mut sum = 0;
        for seed in 0..20 {
            let mut random = Rng::with_seed(seed);
            // One function is nearer than the other, so that parents differ.
            let near = |_: u32, scenario: &Scenario| {
                let (function, value) = call(scenario);
                vec![
                    if function == f { 300 } else { 600 }
                        + if by_value { value as u64 % 256 } else { 0 },
                ]
            };
            let mut made = Made { near, batches: 0, open: vec![true], closes: 0 };
            let objectives = Objectives::new(vec![AimKind::Branch], true);
            let search = WholeSuite::new(&operators, objectives, &mut random, &mut made);
            let mut search = search.expect("there is a budget");
            for _ in 0..10 {
                assert!(search.generation(&operators, &mut random, &mut made));
                sum += search.population().iter().filter(|suite| suite.promising).count();
            }
        }
        sum
    };
    assert_eq!(promising(false), 0);
    assert!(promising(true) > 20);
}

/// A distance that looks random and is always the same for the same test and aim.
fn scattered(scenario: &Scenario, aim: u64) -> u64 {
    let mut mixed = 0xcbf2_9ce4_8422_2325 ^ aim;
    for statement in &scenario.statements {
        let part = match statement {
            Statement::Call { function, .. } => program::Id::index(*function) as u64 + 1,
            Statement::Value { bits, .. } => *bits as u64 % 1024,
            _ => 3,
        };
        mixed = (mixed ^ part).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(29);
    }
    1 + mixed % 1000
}

#[test]
fn the_best_suite_never_gets_worse() {
    let program = program();
    let settings = Settings {
        population: 6,
        crossover: 0.75,
        test_length: 5,
        initial_tests: (1, 4),
        new_test: 0.2,
        ..SINGLE
    };
    for archive in [false, true] {
        let operators = operators(&program, Settings { archive, ..settings });
        let mut better = 0;
        for seed in 0..200 {
            let mut random = Rng::with_seed(seed);
            let near = |_: u32, test: &Scenario| (0..4).map(|aim| scattered(test, aim)).collect();
            let mut made = Made { near, batches: 0, open: vec![true; 4], closes: 0 };
            let objectives = Objectives::new(vec![AimKind::Branch; 4], archive);
            let measure = objectives.clone();
            let search = WholeSuite::new(&operators, objectives, &mut random, &mut made);
            let mut search = search.expect("there is a budget");
            let mut before = search.best().fitness;
            for generation in 0..12 {
                assert!(search.generation(&operators, &mut random, &mut made));
                let best = search.best();
                assert_eq!(best.fitness, measure.fitness(&best.tests, &[true; 4]));
                assert!(best.fitness <= before, "seed {seed}, generation {generation}");
                let all = search.population();
                assert!(all.iter().all(|suite| suite.fitness >= best.fitness), "seed {seed}");
                better += u32::from(best.fitness < before);
                before = best.fitness;
            }
        }
        assert!(better > 400, "{better}");
    }
}
