//! `ferret run`: run a function or a scenario and tell how it ended.

use std::sync::Arc;

use machine::{Config, Machine, Models};
use program::Program;
use scenario::Scenario;
use trace::print::{self, Columns, View};
use trace::{Mode, Outcome, Runner, Trace};

use crate::Report;
use crate::failure::Failure;
use crate::options::RunOptions;
use crate::{function, load, values};

/// Runs what is asked for. Distances and path condition come from different domains: when both are
/// asked for, there are two runs, which go the same way.
pub fn run(options: &RunOptions) -> Result<Report, Failure> {
    let (program, source) = load::program(&options.file)?;
    let (scenario, name) = match &options.scenario {
        Some(path) => (load::scenario(path, &program)?, path.display().to_string()),
        None => {
            let function = function::runnable(&program, &source.name, options.function.as_deref())?;
            (values::call(&program, function, &options.args)?, source.name)
        }
    };
    let program = Arc::new(program);
    let config = Config {
        max_steps: options.max_steps,
        memory: options.memory,
        record_events: options.trace,
        ..Config::default()
    };
    let machine = Machine::new(Arc::clone(&program), config, Models::standard());
    let mut session = Session {
        machine: machine.map_err(Failure::new)?,
        program,
        scenario,
        name,
        trace: Trace::default(),
    };
    let distances =
        if options.grades && options.symbolic { session.distances()? } else { String::new() };
    let mode = match (options.symbolic, options.grades) {
        (true, _) => Mode::Concolic,
        (false, true) => Mode::Graded,
        (false, false) => Mode::Concrete,
    };
    session.run(mode)?;
    let sections = print::Options {
        events: options.trace,
        counts: options.trace || mode == Mode::Graded,
        distances: mode == Mode::Graded,
        path: options.symbolic,
    };
    let text = print::render(&session.trace, session.view(), sections) + &distances;
    let well = matches!(session.trace.outcome, Outcome::Returned | Outcome::Exited(_));
    Ok(Report { text, notes: String::new(), well })
}

/// A scenario, what runs it, and what the last run left behind.
struct Session {
    machine: Machine,
    program: Arc<Program>,
    scenario: Scenario,
    /// The file that a scenario that does not fit came from.
    name: String,
    trace: Trace,
}

impl Session {
    fn run(&mut self, mode: Mode) -> Result<(), Failure> {
        self.machine
            .run(&self.scenario, mode, &mut self.trace)
            .map_err(|error| Failure::new(format!("{}: {error}", self.name)))
    }

    fn view(&self) -> View<'_> {
        View {
            program: &self.program,
            sites: self.machine.sites(),
            scenario: &self.scenario,
            pool: self.machine.pool(),
        }
    }

    /// The section about distances, from a run of its own.
    fn distances(&mut self) -> Result<String, Failure> {
        self.run(Mode::Graded)?;
        let columns = Columns { counts: true, distances: true };
        let table = print::sites(&self.trace, self.view(), columns);
        Ok(if table.is_empty() { table } else { format!("\ndistances\n{table}") })
    }
}
