//! The algorithms on problems whose answers are known: what they find, that they share their evaluations among
//! guides, and that the same seed gives the same search.

mod common;

use common::{NESTED, goal, machine, map, outcome, parse};
use coverage::{Coverage, PairRule};
use fastrand::Rng;
use machine::Machine;
use program::{FuncId, Program};
use scenario::Scenario;
use search::algorithm::{Avm, Evaluation, Problem, Stop, WegenerGa, avm, random, wegener_ga};
use search::fitness::{FitnessKind, Measure};
use search::path::Limits;
use search::{Genes, Target, Terrain};
use std::sync::Arc;
use trace::{Mode, Runner, Trace};

/// A call of a function whose arguments are numbers.
struct Call<'t, 'p> {
    program: &'p Program,
    function: FuncId,
    machine: &'t mut Machine,
    measure: Measure<'t, 'p>,
    trace: Trace,
    left: u64,
    /// All arguments that were tried.
    tried: Vec<Vec<u128>>,
}

impl Problem for Call<'_, '_> {
    fn evaluate(&mut self, _: &mut Rng, scenario: &mut Scenario) -> Result<Evaluation, Stop> {
        if self.left == 0 {
            return Err(Stop::Spent);
        }
        self.left -= 1;
        let bits = scenario.statements.iter().filter_map(|statement| match statement {
            scenario::Statement::Value { bits, .. } => Some(*bits),
            _ => None,
        });
        self.tried.push(bits.collect());
        self.machine.run(scenario, Mode::Graded, &mut self.trace).expect("it fits");
        if self.measure.prepare(&self.trace) {
            self.machine.set_probes(self.measure.probes());
            self.machine.run(scenario, Mode::Graded, &mut self.trace).expect("it fits");
        }
        if self.measure.covers(&self.trace) {
            return Err(Stop::Covered);
        }
        Ok(Evaluation { score: self.measure.score(&self.trace, false), reshaped: false })
    }

    fn fresh(&mut self, random: &mut Rng) -> Scenario {
        let count = self.program.functions[self.function].params as usize;
        let mut scenario = Scenario::of_call(self.program, self.function, &vec![0; count]);
        let genes = Genes::of(self.program, &mut scenario, 0);
        let values: Vec<i128> = genes.iter().map(|gene| gene.domain.random(random)).collect();
        genes.write(&mut scenario, &values);
        scenario
    }

    fn reshape(&mut self, _: &mut Rng, _: &Scenario) -> Option<Scenario> {
        None
    }

    fn guides(&self) -> usize {
        self.measure.guides()
    }

    fn program(&self) -> &Program {
        self.program
    }

    fn room(&self) -> u32 {
        0
    }
}

#[derive(Clone, Copy)]
enum Algorithm {
    Avm,
    Halves,
    Ga,
    Random,
}

/// Searches for an outcome; gives why it ended and what was tried.
fn search(
    text: &str,
    (block, way): (&str, u32),
    algorithm: Algorithm,
    kind: FitnessKind,
    (seed, evaluations): (u64, u64),
) -> (Stop, Vec<Vec<u128>>) {
    let program = parse(text);
    let map = map(&program);
    let goal = goal(&map, outcome(&program, &program.functions[FuncId(0)].name, block, way));
    let terrain = Terrain::new(&program, Arc::clone(&map));
    let coverage = Coverage::new(Arc::clone(map.goals()), PairRule::default());
    let target = Target::new(&terrain, &coverage, goal);
    let function = target.function;
    let measure = Measure::new(&terrain, function, &target, kind, Limits::default());
    let mut machine = machine(&program);
    let mut call = Call {
        program: &program,
        function,
        machine: &mut machine,
        measure,
        trace: Trace::default(),
        left: evaluations,
        tried: Vec::new(),
    };
    let mut numbers = Rng::with_seed(seed);
    let stop = match algorithm {
        Algorithm::Avm => avm(&mut call, &mut numbers, &Avm::default()),
        Algorithm::Halves => avm(&mut call, &mut numbers, &Avm { halves: true, ..Avm::default() }),
        Algorithm::Ga => wegener_ga(&mut call, &mut numbers, &WegenerGa::default()),
        Algorithm::Random => random(&mut call, &mut numbers),
    };
    (stop, call.tried)
}

const EQUAL: &str = "
func @f(%x: i32, %y: i32) {
entry:
  br eq i32 %x, 123456789 ? second : end
second:
  br eq i32 %y, %x ? target : end
target:
  jump end
end:
  ret
}";

/// What the paper's F2 is about: the first two conditions pull away from the third, until it overflows.
const OVERFLOW: &str = "
func @f(%v11: i16, %v9: i16) {
entry:
  br sge i16 %v11, 0 ? second : end
second:
  br slt i16 %v9, 0 ? third : end
third:
  %difference = sub i16 %v11, %v9
  br slt i16 %difference, 0 ? target : end
target:
  jump end
end:
  ret
}";

#[test]
fn doubling_steps_reach_a_far_number_in_few_evaluations() {
    for kind in [FitnessKind::Standard, FitnessKind::Enhanced] {
        let (stop, tried) = search(EQUAL, ("second", 0), Algorithm::Avm, kind, (1, 5_000));
        assert_eq!(stop, Stop::Covered, "{kind}");
        assert!(tried.len() < 2_000, "{kind}: {}", tried.len());
        assert_eq!(tried.last().map(Vec::as_slice), Some(&[123_456_789, 123_456_789][..]));
    }
}

#[test]
fn steps_that_are_halved_where_they_went_too_far_need_a_quarter_of_the_evaluations() {
    let program = "
func @f(%n: i64) {
entry:
  br eq i64 %n, 5 ? target : end
target:
  jump end
end:
  ret
}";
    let counts = [Algorithm::Avm, Algorithm::Halves].map(|algorithm| {
        let (stop, tried) =
            search(program, ("entry", 0), algorithm, FitnessKind::Standard, (1, 5_000));
        assert_eq!(stop, Stop::Covered);
        tried.len()
    });
    assert!(counts[1] * 4 < counts[0], "{counts:?}");
    assert!(counts[1] < 250, "{counts:?}");
}

#[test]
fn a_number_is_found_round_the_end_of_its_type() {
    let program = "
func @f(%x: i32) {
entry:
  br eq i32 %x, 2147483000 ? target : end
target:
  jump end
end:
  ret
}";
    // From negative numbers the shorter way is down past the least one. A climb that ended there would have to be
    // followed by another one.
    for seed in 0..20 {
        let (stop, tried) =
            search(program, ("entry", 0), Algorithm::Halves, FitnessKind::Standard, (seed, 200));
        assert_eq!(stop, Stop::Covered, "seed {seed}: {:?}", tried.last());
        assert!(tried.len() < 100, "seed {seed}: {}", tried.len());
    }
}

#[test]
fn chance_alone_does_not_find_it() {
    let (stop, tried) =
        search(EQUAL, ("entry", 0), Algorithm::Random, FitnessKind::Standard, (1, 3_000));
    assert_eq!((stop, tried.len()), (Stop::Spent, 3_000));
}

#[test]
fn a_condition_that_has_to_wait_is_met_with_the_path_distance_and_not_without() {
    let program = "
func @f(%y: i32, %x: i32) {
entry:
  br eq i32 %x, %y ? second : end
second:
  br eq i32 %y, 1000 ? target : end
target:
  jump end
end:
  ret
}";
    let solved = |kind| {
        let run = |seed| search(program, ("second", 0), Algorithm::Avm, kind, (seed, 5_000)).0;
        (0..10).filter(|seed| run(*seed) == Stop::Covered).count()
    };
    let all = [FitnessKind::Standard, FitnessKind::Enhanced, FitnessKind::Combined].map(solved);
    assert_eq!(all, [0, 10, 10]);
}

#[test]
fn what_misleads_the_path_distance_does_not_mislead_both() {
    let spent = |kind| {
        let runs =
            (0..10).map(|seed| search(OVERFLOW, ("third", 0), Algorithm::Avm, kind, (seed, 4_000)));
        runs.map(|(_, tried)| tried.len()).sum::<usize>()
    };
    let (standard, enhanced, combined) =
        (spent(FitnessKind::Standard), spent(FitnessKind::Enhanced), spent(FitnessKind::Combined));
    assert!(standard < enhanced, "{standard} {enhanced}");
    assert!(combined < 3 * standard, "{standard} {combined}");
}

#[test]
fn where_all_guides_are_flat_no_step_is_tried_twice() {
    let program = "
func @f(%x: i32, %y: i32) {
entry:
  %bit = and i32 %x, 0
  br eq i32 %bit, 1 ? second : end
second:
  %other = and i32 %y, 0
  br eq i32 %other, 1 ? target : end
target:
  jump end
end:
  ret
}";
    let run = |kind| search(program, ("second", 0), Algorithm::Avm, kind, (1, 1_000));
    let (stop, mut tried) = run(FitnessKind::Combined);
    assert_eq!((stop, &tried), (Stop::Spent, &run(FitnessKind::Standard).1));
    tried.sort();
    tried.dedup();
    assert_eq!(tried.len(), 1_000);
}

#[test]
fn the_genetic_algorithm_finds_a_small_range_among_all_numbers() {
    let program = "
func @f(%x: i32, %y: i32) {
entry:
  br sgt i32 %x, 2000000000 ? second : end
second:
  br slt i32 %y, -2147000000 ? target : end
target:
  jump end
end:
  ret
}";
    let (stop, tried) =
        search(program, ("second", 0), Algorithm::Ga, FitnessKind::Combined, (4, 30_000));
    assert_eq!(stop, Stop::Covered);
    assert!(tried.len() > 300, "the first generation is random: {}", tried.len());
}

#[test]
fn floats_are_found_by_decimal_steps_and_by_the_next_float() {
    let program = "
func @f(%x: f64) {
entry:
  br foeq f64 %x, 2.5 ? target : end
target:
  jump end
end:
  ret
}";
    let (stop, tried) =
        search(program, ("entry", 0), Algorithm::Avm, FitnessKind::Standard, (2, 20_000));
    assert_eq!(stop, Stop::Covered);
    assert_eq!(tried.last(), Some(&vec![u128::from(2.5_f64.to_bits())]));
}

#[test]
fn the_same_seed_gives_the_same_search() {
    for algorithm in [Algorithm::Avm, Algorithm::Ga, Algorithm::Random] {
        let again = || search(NESTED, ("n3", 0), algorithm, FitnessKind::Combined, (3, 1_500));
        assert_eq!(again(), again());
        let other = search(NESTED, ("n3", 0), algorithm, FitnessKind::Combined, (4, 1_500));
        assert_ne!(again().1, other.1);
    }
}
