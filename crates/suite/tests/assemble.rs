//! Scenarios in, tests out: what two runs do not agree on is not asserted, and no smaller scenario says nothing.

use coverage::{Criteria, Goals, PairRule};
use machine::{Config, Machine, Models};
use program::{IdVec, Program, SiteTable};
use scenario::{Scenario, Statement};
use std::sync::Arc;
use suite::Rehearsal;
use suite::assemble::{Draft, Left, Plan, Test, assemble};
use suite::checks::{Check, Expected, Target};
use trace::{Mode, Observed, Outcome, RunError, Runner, Trace};

/// What becomes different with every run.
#[derive(Clone, Copy, PartialEq)]
enum Differs {
    Nothing,
    Result,
    Output,
    Ending,
}

/// Runs a program, each time as if it had asked a clock.
struct Stage {
    program: Arc<Program>,
    machine: Machine,
    differs: Differs,
    runs: u8,
}

impl Rehearsal for Stage {
    fn program(&self) -> &Program {
        &self.program
    }

    fn run(&mut self, scenario: &Scenario, trace: &mut Trace) -> Result<Vec<u8>, RunError> {
        self.runs += 1;
        self.machine.run(scenario, Mode::Concrete, trace)?;
        for seen in trace.observations.iter_mut().flat_map(|observation| &mut observation.seen) {
            if let (Observed::Result { bits, .. }, Differs::Result) = (seen, self.differs) {
                *bits += u128::from(self.runs);
            }
        }
        if self.differs == Differs::Ending {
            trace.outcome = Outcome::Exited(self.runs.into());
        }
        Ok(if self.differs == Differs::Output { vec![self.runs] } else { Vec::new() })
    }
}

const PROGRAM: &str = "file \"f.c\"
global @last: 4 align 4
func @give(%n: i32) -> i32 {
entry:
  count 0
  ret %n
}
func @keep(%n: i32) {
entry:
  count 0
  store i32 %n, @last
  ret
}
type int = int 32
type void = void
api global @last: int
api function @give(n: int) -> int
api function @keep(n: int) -> void
";

/// The tests that a scenario gives.
fn made(text: &str, differs: Differs) -> (Vec<Test>, Left) {
    let program = program::text::parse(PROGRAM).unwrap_or_else(|error| panic!("{error}"));
    let program = Arc::new(program);
    let scenario = scenario::text::parse(text, &program).unwrap_or_else(|error| panic!("{error}"));
    let sites = SiteTable::new(&program);
    let units = program.functions.ids().map(|own| coverage::sites::unit(&program, &sites, own));
    let goals = Arc::new(Goals::new(&program, units.collect()));
    let config = Config { observe_all: true, memory: 1 << 24, ..Config::default() };
    let machine = Machine::new(Arc::clone(&program), config, Models::standard()).unwrap();
    let mut stage = Stage { program, machine, differs, runs: 0 };
    let plan = Plan {
        criteria: Criteria::default(),
        rule: PairRule::default(),
        effort: 1000,
        mutants: &IdVec::new(),
        knows_kills: false,
        anchors: 0,
        keeps_anchors: false,
    };
    let draft = Draft { scenario, ..Draft::default() };
    assemble(&mut stage, &goals, plan, &[draft]).unwrap()
}

/// The number that a scenario passes.
fn number(scenario: &Scenario) -> u128 {
    let value = |statement: &Statement| match statement {
        Statement::Value { bits, .. } => Some(*bits),
        _ => None,
    };
    scenario.statements.iter().find_map(value).expect("a number")
}

#[test]
fn what_the_second_run_does_not_show_again_is_not_asserted() {
    let scenario = "let n: i32 = 7\ncall @give(n)\n";
    for differs in [Differs::Result, Differs::Output, Differs::Ending] {
        let (tests, left) = made(scenario, differs);
        assert_eq!((tests.len(), left.flaky.len()), (0, 1));
    }
    let (tests, left) = made(scenario, Differs::Nothing);
    assert_eq!(left, Left::default());
    let [test] = &tests[..] else { panic!("{tests:?}") };
    assert!(matches!(test.checks[..], [Check { target: Target::Result, .. }]), "{:?}", test.checks);
}

#[test]
fn a_scenario_gets_no_smaller_than_what_an_assertion_needs() {
    let (tests, _) = made("let n: i32 = 700\ncall @keep(n)\n", Differs::Nothing);
    let [test] = &tests[..] else { panic!("{tests:?}") };
    // A zero would leave the variable as it was.
    assert_eq!(number(&test.scenario), 1);
    let [check] = &test.checks[..] else { panic!("{:?}", test.checks) };
    assert!(matches!(check.target, Target::Global(_)) && !check.is_silent(), "{check:?}");
    assert_eq!(check.expected, Expected::Bits(1));
}
