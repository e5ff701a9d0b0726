//! What the machine makes of a case: the same line in every domain, and traces that keep their promises.

use std::fmt::Write;
use std::sync::Arc;

use machine::{Config, Machine, Models};
use program::Type;
use scenario::{Argument, Array, Scenario, Statement};
use term::{Assignment, Compiled, Pool, Scratch, TermId};
use trace::{Event, Mode, Observed, Outcome, Runner, Trace};

use crate::generate::{Case, Inputs};

const MODES: [Mode; 3] = [Mode::Concrete, Mode::Graded, Mode::Concolic];

/// Steps after which a run is given up and not compared.
const MAX_STEPS: u64 = 20_000;

/// Runs every vector in every domain, with events and without, each twice. Gives the line of each
/// vector as C has to print it, or none where the run was too long; or what is wrong.
pub fn lines(case: &Case) -> Result<Vec<Option<String>>, String> {
    let run = std::panic::AssertUnwindSafe(|| run_all(case));
    std::panic::catch_unwind(run).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(format!("panic: {}", text.unwrap_or_default()))
    })
}

fn run_all(case: &Case) -> Result<Vec<Option<String>>, String> {
    check_text(case)?;
    let program = Arc::new(case.program.clone());
    let new = |record_events| {
        let config = Config {
            record_events,
            max_steps: MAX_STEPS,
            memory: 1 << 24,
            // Array terms for all objects, for the smaller ones, for none.
            array_limit: [4096, 48, 0][(case.seed % 3) as usize],
            ..Config::default()
        };
        Machine::new(Arc::clone(&program), config, Models::default())
            .map_err(|error| format!("the machine is not made: {error}"))
    };
    let (mut plain, mut telling) = (new(false)?, new(true)?);
    let mut lines = Vec::new();
    let mut first = Vec::new();
    for (index, inputs) in case.vectors.iter().enumerate() {
        let scenario = scenario(case, inputs);
        let context = |mode: Mode| move |error| format!("vector {index}, {mode:?}: {error}");
        let mut expected: Option<(Option<String>, String)> = None;
        for mode in MODES {
            for (machine, told) in [(&mut plain, false), (&mut telling, true)] {
                let trace = run(machine, &scenario, mode).map_err(context(mode))?;
                check_trace(machine, &trace, mode).map_err(context(mode))?;
                let line = line(case, &trace).map_err(context(mode))?;
                let behaviour = behaviour(machine, &trace);
                match &expected {
                    None => expected = Some((line, behaviour)),
                    Some(known) if *known != (line.clone(), behaviour.clone()) => {
                        return Err(format!(
                            "vector {index}: {mode:?} (events {told}) differs from Concrete:\n\
                             {line:?}\n{behaviour}\ninstead of\n{:?}\n{}",
                            known.0, known.1
                        ));
                    }
                    Some(_) => {}
                }
                first.push(whole(&trace));
            }
        }
        lines.push(expected.and_then(|(line, _)| line));
    }
    // Once more, on machines that have run everything else in between.
    let mut first = first.into_iter();
    for (index, inputs) in case.vectors.iter().enumerate() {
        let scenario = scenario(case, inputs);
        for mode in MODES {
            for machine in [&mut plain, &mut telling] {
                let again = whole(&run(machine, &scenario, mode)?);
                let before = first.next().unwrap_or_default();
                if again != before {
                    return Err(format!(
                        "vector {index}, {mode:?}: a second run differs:\n{again}\ninstead of\n{before}"
                    ));
                }
            }
        }
    }
    Ok(lines)
}

/// The verifier accepts the program, and its text gives it back.
fn check_text(case: &Case) -> Result<(), String> {
    if let Err(problems) = program::verify::verify(&case.program) {
        return Err(format!("not well-formed: {}", problems[0]));
    }
    let text = program::text::print(&case.program);
    match program::text::parse(&text) {
        Err(error) => Err(format!("its text does not parse: {error}")),
        Ok(parsed) if parsed != case.program => {
            Err(format!("its text gives another program:\n{}", program::text::print(&parsed)))
        }
        Ok(_) => Ok(()),
    }
}

/// The inputs, the call, and a call for every eight bytes of the globals that are looked at.
pub fn scenario(case: &Case, inputs: &Inputs) -> Scenario {
    let mut scenario = Scenario::default();
    let mut arguments = Vec::new();
    if let Some((element, length)) = case.array {
        let variable = scenario.declare("input");
        let elements = inputs.elements.clone();
        let array = Array { length, ..Array::new(element, elements) };
        scenario.statements.push(Statement::Array { variable, array });
        arguments.push(Argument::Variable(variable));
    }
    let entry = &case.program.functions[case.entry];
    let types = entry.parameter_types().skip(arguments.len());
    for (index, (ty, &bits)) in types.zip(&inputs.scalars).enumerate() {
        let variable = scenario.declare(format!("x{index}"));
        scenario.value(variable, ty, bits);
        arguments.push(Argument::Variable(variable));
    }
    let result = Some(scenario.declare("result"));
    scenario.statements.push(Statement::Call { result, function: case.entry, arguments });
    for &(global, function) in &case.watched {
        for offset in (0..case.program.globals[global].size).step_by(8) {
            let arguments = vec![Argument::Literal(offset.into())];
            scenario.statements.push(Statement::Call { result: None, function, arguments });
        }
    }
    scenario
}

fn run(machine: &mut Machine, scenario: &Scenario, mode: Mode) -> Result<Trace, String> {
    let mut trace = Trace::default();
    machine.run(scenario, mode, &mut trace).map_err(|error| error.to_string())?;
    Ok(trace)
}

/// The line that C has to print for a run.
fn line(case: &Case, trace: &Trace) -> Result<Option<String>, String> {
    let mut line = match &trace.outcome {
        Outcome::Exhausted(_) => return Ok(None),
        Outcome::Threw { class, .. } => format!("threw {}", class.0),
        Outcome::Trapped(trap) => format!("trapped {:?}", trap.kind),
        Outcome::Returned => {
            let mut observations = trace.observations.iter();
            let call = observations.next().ok_or("nothing was observed")?;
            let [Observed::Result { bits, .. }, memory @ ..] = call.seen.as_slice() else {
                return Err("no result was observed".to_owned());
            };
            let mut line = format!("returned {bits:x}");
            for (global, _) in &case.watched {
                let global = &case.program.globals[*global];
                let _ = write!(line, " {}=", global.name);
                for observation in observations.by_ref().take(global.size as usize / 8) {
                    let [Observed::Result { bits, .. }] = observation.seen.as_slice() else {
                        return Err("no bytes were observed".to_owned());
                    };
                    for byte in (*bits as u64).to_le_bytes() {
                        let _ = write!(line, "{byte:02x}");
                    }
                }
            }
            if case.array.is_some() {
                let [Observed::Memory { bytes, .. }] = memory else {
                    return Err("the array was not observed".to_owned());
                };
                line += " input=";
                for byte in bytes {
                    let _ = write!(line, "{:02x}", byte.ok_or("a byte of the array is unwritten")?);
                }
            }
            line
        }
        other => return Err(format!("the run ended so: {other:?}")),
    };
    let counters: Vec<String> = trace.counters.values().iter().map(u64::to_string).collect();
    let _ = write!(line, " counters={}", counters.join(","));
    Ok(Some(line))
}

/// What all domains must agree on beside the line.
fn behaviour(machine: &Machine, trace: &Trace) -> String {
    let mut text = format!("{:?} after {} steps", trace.outcome, trace.steps);
    for (_, site) in machine.sites().iter() {
        for index in 0..site.outcomes() {
            let count = trace.tally.get(site.outcome(index)).count;
            if count > 0 {
                let _ = write!(text, "\n{:?} outcome {index}: {count}", site.point);
            }
        }
    }
    text
}

/// Everything in a trace.
fn whole(trace: &Trace) -> String {
    format!("{trace:?}")
}

fn check_trace(machine: &Machine, trace: &Trace, mode: Mode) -> Result<(), String> {
    match mode {
        Mode::Concrete => Ok(()),
        Mode::Graded => check_distances(machine, trace),
        Mode::Concolic => check_terms(machine.pool(), trace),
    }
}

/// What was taken is at distance zero, what was not is farther.
fn check_distances(machine: &Machine, trace: &Trace) -> Result<(), String> {
    for &outcome in trace.tally.touched() {
        let entry = trace.tally.get(outcome);
        if entry.nearest.is_zero() != (entry.count > 0) {
            let (site, index) = machine.sites().owner(outcome);
            let site = machine.sites().site(site);
            return Err(format!(
                "outcome {index} of {site:?} was taken {} times and has distance {:?}",
                entry.count, entry.nearest
            ));
        }
    }
    for event in &trace.events {
        if let Event::Branch { distance, .. } | Event::Check { distance, .. } = event
            && distance.is_none_or(term::Distance::is_zero)
        {
            return Err(format!("without a distance to the other way: {event:?}"));
        }
    }
    Ok(())
}

/// Clauses hold under the run's own inputs, terms have the values that were seen.
fn check_terms(pool: &Pool, trace: &Trace) -> Result<(), String> {
    let mut assignment = Assignment::new();
    for input in &trace.inputs {
        let variable = pool.var_of(input.term).ok_or("an input is no variable")?;
        assignment.set(variable, input.bits);
    }
    let mut scratch = Scratch::new();
    let mut value = |term: TermId| Compiled::new(pool, &[term]).eval(&assignment, &mut scratch);
    let shown = |term: TermId| term::print::infix(pool, term);
    for clause in &trace.path {
        if value(clause.term) != 1 {
            return Err(format!("a clause does not hold: {clause:?}: {}", shown(clause.term)));
        }
    }
    for event in &trace.events {
        if let Event::Branch { term: Some(term), .. } | Event::Check { term: Some(term), .. } =
            event
            && value(*term) != 1
        {
            return Err(format!("the term of an event does not hold: {event:?}: {}", shown(*term)));
        }
    }
    for observation in &trace.observations {
        for seen in &observation.seen {
            if let Observed::Result { ty, bits, term: Some(term) } = *seen {
                let found = value(term);
                if found != bits && !(is_nan(ty, found) && is_nan(ty, bits)) {
                    return Err(format!(
                        "statement {}: the result {bits:#x} has a term of value {found:#x}: {}",
                        observation.statement,
                        shown(term)
                    ));
                }
            }
        }
    }
    Ok(())
}

fn is_nan(ty: Type, bits: u128) -> bool {
    ty.is_float() && term::fold::is_nan(ty.sort(), bits)
}
