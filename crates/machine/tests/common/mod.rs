//! Text in, text out: an IR program and a call or scenario become a rendered trace.
#![allow(dead_code, reason = "every test file uses its own part")]

pub mod oracle;

use machine::{Config, Machine, Models};
use program::Program;
use scenario::{Argument, Scenario, Statement};
use std::fmt::Write;
use std::sync::Arc;
use term::{Assignment, Compiled, Pool, Scratch};
use trace::print::{Options, View, render};
use trace::{Mode, Observed, Runner, Trace};

pub const MODES: [Mode; 3] = [Mode::Concrete, Mode::Graded, Mode::Concolic];

/// Everything a trace can tell.
pub const ALL: Options = Options { events: true, counts: true, distances: false, path: true };

/// A program under test with the machine that runs it.
pub struct Subject {
    pub program: Arc<Program>,
    pub machine: Machine,
    pub trace: Trace,
    pub scenario: Scenario,
}

/// A configuration that keeps events and is small enough for tests.
pub fn recording() -> Config {
    Config { record_events: true, max_steps: 100_000, ..Config::default() }
}

pub fn parse(text: &str) -> Arc<Program> {
    let program = program::text::parse(text).unwrap_or_else(|error| panic!("{error}"));
    if let Err(problems) = program::verify::verify(&program) {
        let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        panic!("{}", problems.join("\n"));
    }
    Arc::new(program)
}

impl Subject {
    pub fn new(text: &str) -> Self {
        Self::with(text, recording(), Models::standard())
    }

    pub fn with(text: &str, config: Config, models: Models) -> Self {
        let program = parse(text);
        let machine = Machine::new(Arc::clone(&program), config, models)
            .unwrap_or_else(|error| panic!("{error}"));
        let scenario = Scenario::default();
        Self { program, machine, trace: Trace::default(), scenario }
    }

    /// Runs a scenario given as text; a line without a keyword is a call.
    pub fn run(&mut self, scenario: &str, mode: Mode) -> &Trace {
        let scenario = scenario::text::parse(scenario, &self.program)
            .unwrap_or_else(|error| panic!("{error}"));
        self.run_scenario(scenario, mode)
    }

    pub fn run_scenario(&mut self, scenario: Scenario, mode: Mode) -> &Trace {
        self.scenario = scenario;
        self.machine
            .run(&self.scenario, mode, &mut self.trace)
            .unwrap_or_else(|error| panic!("{error}"));
        if mode == Mode::Concolic {
            assert_path_holds(&self.trace, self.machine.pool());
        }
        &self.trace
    }

    pub fn view(&self) -> View<'_> {
        View {
            program: &self.program,
            sites: self.machine.sites(),
            scenario: &self.scenario,
            pool: self.machine.pool(),
        }
    }

    pub fn text(&self, options: Options) -> String {
        render(&self.trace, self.view(), options)
    }

    /// Counts and distances, under a title so that the table keeps its indentation.
    pub fn sites(&self) -> String {
        let columns = trace::print::Columns { counts: true, distances: true };
        format!("sites\n{}", trace::print::sites(&self.trace, self.view(), columns))
    }

    /// How the run ended, in one line.
    pub fn summary(&self) -> String {
        let outcome = trace::print::outcome(&self.trace, self.view());
        outcome.lines().map(str::trim).collect::<Vec<_>>().join("; ")
    }

    /// What was seen after the calls, without terms.
    pub fn seen(&self) -> Vec<Observed> {
        let seen = self.trace.observations.iter().flat_map(|observation| observation.seen.clone());
        seen.map(|observed| match observed {
            Observed::Result { ty, bits, .. } => Observed::Result { ty, bits, term: None },
            memory => memory,
        })
        .collect()
    }
}

/// The scenario with an input in place of every literal that is handed to a call.
pub fn symbolised(scenario: &Scenario, program: &Program) -> Scenario {
    let mut result = Scenario { variables: scenario.variables.clone(), statements: Vec::new() };
    for statement in &scenario.statements {
        let mut statement = statement.clone();
        if let Statement::Call { function, arguments, .. } = &mut statement {
            let types = program.functions[*function].parameter_types();
            for (argument, ty) in arguments.iter_mut().zip(types) {
                if let Argument::Literal(bits) = *argument {
                    let variable = result.declare_fresh("literal");
                    result.value(variable, ty, bits);
                    *argument = Argument::Variable(variable);
                }
            }
        }
        result.statements.push(statement);
    }
    result
}

/// The whole trace of one scenario, with the sections asked for.
pub fn traced(text: &str, scenario: &str, mode: Mode, options: Options) -> String {
    let mut subject = Subject::new(text);
    subject.run(scenario, mode);
    subject.text(options)
}

/// One line for each scenario, which must be the same in all domains and when its literals are inputs.
pub fn outcomes(text: &str, config: &Config, scenarios: &[&str]) -> String {
    let mut subject = Subject::with(text, config.clone(), Models::standard());
    let mut lines = String::new();
    for scenario in scenarios {
        subject.run(scenario, Mode::Concrete);
        let (expected, seen) = (subject.summary(), subject.seen());
        for mode in MODES {
            subject.run(scenario, mode);
            assert_eq!(subject.summary(), expected, "{mode:?} differs on {scenario}");
            assert_eq!(subject.seen(), seen, "{mode:?} differs on {scenario}");
            let inputs = symbolised(&subject.scenario, &subject.program);
            subject.run_scenario(inputs, mode);
            assert_eq!(subject.summary(), expected, "{mode:?} differs on inputs of {scenario}");
            assert_eq!(subject.seen(), seen, "{mode:?} differs on inputs of {scenario}");
        }
        let last = scenario.lines().last().unwrap_or_default();
        let _ = writeln!(lines, "{}: {expected}", last.trim());
    }
    lines
}

/// The path condition of a concolic run and its notes.
pub fn path_of(text: &str, scenario: &str) -> String {
    let options = Options { path: true, ..Options::default() };
    traced(text, scenario, Mode::Concolic, options)
}

/// The distances of a graded run.
pub fn distances_of(text: &str, scenario: &str) -> String {
    let mut subject = Subject::with(text, Config::default(), Models::standard());
    subject.run(scenario, Mode::Graded);
    subject.sites()
}

/// The inputs of a concolic run as an assignment, and the symbols of a call that was watched.
pub fn inputs_of(trace: &Trace, pool: &Pool) -> Assignment {
    let mut assignment = Assignment::new();
    for input in &trace.inputs {
        let variable = pool.var_of(input.term).expect("an input is a variable");
        assignment.set(variable, input.bits);
    }
    for entered in trace.entry.iter().flat_map(|entry| &entry.symbols) {
        let variable = pool.var_of(entered.term).expect("a symbol is a variable");
        assignment.set(variable, entered.bits);
    }
    assignment
}

/// Every clause holds under the run's own inputs.
pub fn assert_path_holds(trace: &Trace, pool: &Pool) {
    let assignment = inputs_of(trace, pool);
    let mut scratch = Scratch::new();
    for clause in &trace.path {
        let holds = Compiled::new(pool, &[clause.term]).eval_bool(&assignment, &mut scratch);
        assert!(holds, "a clause of {:?} does not hold in its own run", clause.origin);
    }
    for observation in &trace.observations {
        for seen in &observation.seen {
            if let Observed::Result { bits, term: Some(term), ty } = seen {
                let found = term::evaluate(pool, *term, &assignment);
                let expected = term::Value::of_raw(ty.sort(), *bits);
                assert_eq!(found, expected, "the term of a result is not its value");
            }
        }
    }
}
