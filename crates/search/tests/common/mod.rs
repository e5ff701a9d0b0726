//! A program with its goals, the machine that runs it, and the fitness of its outcomes.
#![allow(dead_code, reason = "every test file uses its own part")]

use coverage::{Coverage, GoalId, GoalKind, Goals, Map, PairRule};
use machine::{Config, Machine, Models};
use program::{FuncId, Id, OutcomeId, Program, SiteTable};
use scenario::Scenario;
use search::fitness::{FitnessKind, Measure, Score};
use search::path::Limits;
use search::{Target, Terrain};
use std::sync::Arc;
use trace::{Mode, Runner, Trace};

/// Figure 1 of Baars et al.
pub const NESTED: &str = "
func @foo(%x: i32, %y: i32, %z: i32) {
n1:
  br eq i32 %x, 0 ? n2 : end
n2:
  br eq i32 %y, %z ? n3 : end
n3:
  br eq i32 %x, %z ? target : end
target:
  jump end
end:
  ret
}";

pub fn parse(text: &str) -> Arc<Program> {
    let program = program::text::parse(text).unwrap_or_else(|error| panic!("{error}"));
    if let Err(problems) = program::verify::verify(&program) {
        let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        panic!("{}", problems.join("\n"));
    }
    Arc::new(program)
}

/// The goals of all functions of a program.
pub fn map(program: &Program) -> Arc<Map> {
    let sites = SiteTable::new(program);
    let bodies = program.functions.iter().filter(|(_, function)| function.has_body());
    let units = bodies.map(|(id, _)| coverage::sites::unit(program, &sites, id)).collect();
    Arc::new(Map::new(program, Arc::new(Goals::new(program, units))))
}

/// The machine that runs a program; events of decisions are kept.
pub fn machine(program: &Arc<Program>) -> Machine {
    let config = Config {
        max_steps: 100_000,
        memory: 1 << 24,
        observe_memory: false,
        record_decisions: true,
        ..Config::default()
    };
    Machine::new(Arc::clone(program), config, Models::standard()).expect("it fits")
}

/// The outcome of the branch at the end of a block.
pub fn outcome(program: &Program, function: &str, block: &str, way: u32) -> OutcomeId {
    let id = program.function_named(function).expect("the function is there");
    let body = &program.functions[id];
    let (block, _) =
        body.blocks.iter().find(|(_, it)| it.label == block).expect("the block is there");
    let sites = SiteTable::new(program);
    let site = sites
        .of_function(id)
        .map(|site| *sites.site(site))
        .rfind(|site| site.point.block == block)
        .expect("there is a choice");
    site.outcome(way)
}

/// The branch goal of an outcome.
pub fn goal(map: &Map, outcome: OutcomeId) -> GoalId {
    let goals = map.goals();
    let is_just_that = |goal: &&GoalId| match goals.goals[**goal].kind {
        GoalKind::Branch { branch, way, .. } => {
            let unit = &goals.units[goals.goals[**goal].unit];
            unit.branches[branch as usize].outcomes[usize::from(!way)] == [outcome]
        }
        _ => false,
    };
    *goals.of_edge(outcome).iter().find(is_just_that).expect("there is such a goal")
}

/// One run, measured.
pub fn score(machine: &mut Machine, measure: &mut Measure<'_, '_>, scenario: &Scenario) -> Score {
    let mut trace = Trace::default();
    machine.set_probes(measure.probes());
    machine.run(scenario, Mode::Graded, &mut trace).expect("it fits");
    if measure.prepare(&trace) {
        machine.set_probes(measure.probes());
        machine.run(scenario, Mode::Graded, &mut trace).expect("it fits");
    }
    measure.score(&trace, measure.covers(&trace))
}

/// Standard and enhanced fitness of calls of a function, aimed at an outcome.
pub fn table(
    text: &str,
    function: &str,
    (of, block, way): (&str, &str, u32),
    calls: &[&[i128]],
) -> String {
    let program = parse(text);
    let map = map(&program);
    let outcome = outcome(&program, of, block, way);
    let goal = goal(&map, outcome);
    let terrain = Terrain::new(&program, Arc::clone(&map));
    let coverage = Coverage::new(Arc::clone(map.goals()), PairRule::default());
    let target = Target::new(&terrain, &coverage, goal);
    let root: FuncId = program.function_named(function).expect("the function is there");
    let mut machine = machine(&program);
    let mut text = String::new();
    for arguments in calls {
        let types = program.functions[root].parameter_types();
        let bits: Vec<u128> =
            arguments.iter().zip(types).map(|(value, ty)| *value as u128 & ty.mask()).collect();
        let scenario = Scenario::of_call(&program, root, &bits);
        let mut by = |kind| {
            let mut measure = Measure::new(&terrain, root, &target, kind, Limits::default());
            score(&mut machine, &mut measure, &scenario).by(0)
        };
        let (standard, enhanced) = (by(FitnessKind::Standard), by(FitnessKind::Enhanced));
        text += &format!("{arguments:?}: {:.4} {:.4}\n", standard.to_f64(), enhanced.to_f64());
    }
    text
}

/// Goals of a kind, in order.
pub fn goals_of(map: &Map, wanted: impl Fn(GoalKind) -> bool) -> Vec<GoalId> {
    let goals = map.goals().goals.iter();
    goals.filter(|(_, goal)| wanted(goal.kind)).map(|(id, _)| GoalId::new(id.index())).collect()
}
