//! `ferret run`: run a function or a scenario and tell how it ended.

use std::sync::Arc;

use machine::{Config, Machine, Models};
use trace::print::{self, Columns, View};
use trace::{Mode, Outcome, Runner, Trace};

use crate::Report;
use crate::failure::Failure;
use crate::options::RunOptions;
use crate::{function, load, values};

/// Runs what is asked for; graded and symbolic runs are runs of their own.
pub fn run(options: &RunOptions) -> Result<Report, Failure> {
    let (program, source) = load::program(&options.file)?;
    let scenario = match &options.scenario {
        Some(path) => load::scenario(path, &program)?,
        None => {
            let function = function::runnable(&program, &source.name, options.function.as_deref())?;
            values::call(&program, function, &options.args)?
        }
    };
    let config = Config {
        max_steps: options.max_steps,
        memory: options.memory,
        record_events: options.trace,
        ..Config::default()
    };
    let program = Arc::new(program);
    let mut machine =
        Machine::new(Arc::clone(&program), config, Models::standard()).map_err(Failure::new)?;
    let mut trace = Trace::default();
    let mut distances = String::new();
    if options.grades && options.symbolic {
        machine.run(&scenario, Mode::Graded, &mut trace).map_err(Failure::new)?;
        let view = View {
            program: &program,
            sites: machine.sites(),
            scenario: &scenario,
            pool: machine.pool(),
        };
        let columns = Columns { counts: true, distances: true };
        distances = format!("\ndistances\n{}", print::sites(&trace, view, columns));
    }
    let mode = match (options.symbolic, options.grades) {
        (true, _) => Mode::Concolic,
        (false, true) => Mode::Graded,
        (false, false) => Mode::Concrete,
    };
    machine.run(&scenario, mode, &mut trace).map_err(Failure::new)?;
    let view = View {
        program: &program,
        sites: machine.sites(),
        scenario: &scenario,
        pool: machine.pool(),
    };
    let sections = print::Options {
        events: options.trace,
        counts: options.trace || mode == Mode::Graded,
        distances: mode == Mode::Graded,
        path: options.symbolic,
    };
    let well = matches!(trace.outcome, Outcome::Returned | Outcome::Exited(_));
    let text = print::render(&trace, view, sections) + &distances;
    Ok(Report { text, notes: String::new(), well })
}
