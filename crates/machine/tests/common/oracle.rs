//! The strongest oracle: over small domains, the inputs that fulfil a run's path condition are exactly
//! those that follow the run's path.

use super::{Subject, inputs_of};
use machine::{Config, Models};
use scenario::{Scenario, Statement};
use std::collections::BTreeMap;
use term::{Assignment, Compiled, Scratch, VarId};
use trace::{Event, Input, Mode, Note, Outcome, Part, Runner, Source, Trace};

/// What distinguishes paths: how the run ended and which way every site went.
fn signature(trace: &Trace) -> String {
    use std::fmt::Write;
    let mut text = match &trace.outcome {
        // Where an object lies is no part of the path.
        Outcome::Threw { class, .. } => format!("threw {class:?}"),
        outcome => format!("{outcome:?}"),
    };
    let _ = write!(text, " at {}", trace.statement);
    for event in &trace.events {
        let _ = match event {
            Event::Branch { site, outcome, .. } => write!(text, " {}:{outcome}", site.0),
            Event::Check { site: Some(site), passed, .. } => write!(text, " {}?{passed}", site.0),
            Event::Check { site: None, .. } => Ok(()),
            Event::Enter { function, .. } => write!(text, " >{}", function.0),
            Event::Leave { function, .. } => write!(text, " <{}", function.0),
            Event::Condition { value, .. } => write!(text, " c{value}"),
            Event::Decision { value, .. } => write!(text, " d{value}"),
        };
    }
    text
}

/// Puts a value into the scenario where an input comes from.
fn change(scenario: &mut Scenario, input: &Input, to: u128) {
    let (of, part) = match input.source {
        Source::Variable(of, part) => (of, part),
        Source::Byte { statement, argument, index } => {
            let statement = &mut scenario.statements[statement as usize];
            bytes_of(statement, argument)[index as usize] = to as u8;
            return;
        }
        // Another address is another shape.
        Source::Pointer { .. } | Source::Field { .. } => return,
    };
    for statement in &mut scenario.statements {
        match statement {
            Statement::Value { variable, bits, .. } if *variable == of => *bits = to,
            Statement::Array { variable, array } if *variable == of => match part {
                Part::Length => array.length = to as u32,
                Part::Element(index) => array.elements[index as usize] = to,
                Part::Value => {}
            },
            Statement::Stream { variable, values, .. } if *variable == of => {
                if let Part::Element(index) = part {
                    values[index as usize] = to;
                }
            }
            _ => {}
        }
    }
}

/// The bytes that a statement gives to the whole program.
fn bytes_of(statement: &mut Statement, argument: u32) -> &mut Vec<u8> {
    match statement {
        Statement::Arguments(arguments) => &mut arguments[argument as usize],
        Statement::StandardInput(bytes) | Statement::File { content: bytes, .. } => bytes,
        other => panic!("{other:?} gives no bytes"),
    }
}

/// What the oracle found.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Different paths over the whole domain.
    pub paths: usize,
    /// Paths whose condition is narrower than the path, because a value was fixed.
    pub narrowed: usize,
}

/// Values an input takes: all of a small type, all lengths, or the given ones for anything else.
fn values(input: &Input, scenario: &Scenario, others: &[u128]) -> Vec<u128> {
    let (of, part) = match input.source {
        Source::Variable(of, part) => (of, part),
        Source::Byte { .. } => return (0..=0xff).collect(),
        Source::Pointer { .. } | Source::Field { .. } => return vec![input.bits],
    };
    for statement in &scenario.statements {
        match statement {
            Statement::Value { variable, ty, .. } | Statement::Stream { variable, ty, .. }
                if *variable == of =>
            {
                return if ty.bits() <= 8 {
                    (0..=ty.mask()).collect()
                } else {
                    others.iter().map(|value| value & ty.mask()).collect()
                };
            }
            Statement::Array { variable, array } if *variable == of => {
                return match part {
                    Part::Length => (0..=array.elements.len() as u128).collect(),
                    _ => others.iter().map(|value| value & array.element.mask()).collect(),
                };
            }
            _ => {}
        }
    }
    Vec::new()
}

/// Checks a program exhaustively: for each path over all inputs, the condition of a run on it holds for
/// exactly the inputs that take it. A run that fixed a value may be narrower, never wider.
pub fn exact(text: &str, scenario: &str, others: &[u128]) -> Report {
    exact_with(text, scenario, others, super::recording(), Models::standard())
}

/// The same without the promise that an unfixed condition is as wide as its path: what a model decides
/// and which object a pointer means are clauses, but no events.
pub fn sound(text: &str, scenario: &str, others: &[u128]) -> Report {
    sound_with(text, scenario, others, super::recording(), Models::standard())
}

pub fn sound_with(
    text: &str,
    scenario: &str,
    others: &[u128],
    config: Config,
    models: Models,
) -> Report {
    compare(Subject::with(text, config, models), scenario, others, false)
}

pub fn exact_with(
    text: &str,
    scenario: &str,
    others: &[u128],
    config: Config,
    models: Models,
) -> Report {
    compare(Subject::with(text, config, models), scenario, others, true)
}

fn compare(mut subject: Subject, scenario: &str, others: &[u128], strict: bool) -> Report {
    subject.run(scenario, Mode::Concolic);
    let base = subject.scenario.clone();
    let inputs = subject.trace.inputs.clone();
    let domains: Vec<Vec<u128>> = inputs.iter().map(|input| values(input, &base, others)).collect();
    let total: usize = domains.iter().map(Vec::len).product();
    assert!(total > 0 && total <= 1 << 17, "{total} inputs are too many to enumerate");

    let mut points: Vec<Vec<u128>> = Vec::with_capacity(total);
    for mut number in 0..total {
        points.push(
            domains
                .iter()
                .map(|domain| {
                    let value = domain[number % domain.len()];
                    number /= domain.len();
                    value
                })
                .collect(),
        );
    }
    let scenario_of = |point: &[u128]| {
        let mut scenario = base.clone();
        for (input, &value) in inputs.iter().zip(point) {
            change(&mut scenario, input, value);
        }
        scenario
    };

    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut members_of: Vec<Vec<usize>> = Vec::new();
    let mut path_of = Vec::with_capacity(total);
    let mut trace = Trace::default();
    for (index, point) in points.iter().enumerate() {
        subject.machine.run(&scenario_of(point), Mode::Concrete, &mut trace).expect("it fits");
        let next = members_of.len();
        let path = *numbers.entry(signature(&trace)).or_insert(next);
        if path == next {
            members_of.push(Vec::new());
        }
        members_of[path].push(index);
        path_of.push(path);
    }

    let mut report = Report { paths: numbers.len(), narrowed: 0 };
    for (path, &number) in &numbers {
        let members = &members_of[number];
        // The first and one from the middle: a condition must not depend on who walked the path.
        let chosen = [members[0], members[members.len() / 2]];
        let mut narrow = false;
        let mut written = None;
        for &index in &chosen[..if members.len() > 1 { 2 } else { 1 }] {
            subject.run_scenario(scenario_of(&points[index]), Mode::Concolic);
            let trace = &subject.trace;
            assert_eq!(&signature(trace), path, "the concolic run took another path");
            let pool = subject.machine.pool();
            let variables: Vec<VarId> = trace
                .inputs
                .iter()
                .map(|input| pool.var_of(input.term).expect("an input is a variable"))
                .collect();
            assert_eq!(trace.inputs.len(), inputs.len(), "inputs are the same in every run");
            let clauses: Vec<_> = trace.path.iter().map(|clause| clause.term).collect();
            let compiled = Compiled::new(pool, &clauses);
            let mut scratch = Scratch::new();
            let mut assignment: Assignment = inputs_of(trace, pool);
            let fixed = trace.notes.iter().any(|note| matches!(note, Note::Concretised { .. }));
            if strict && !fixed {
                let text = trace::print::path(trace, subject.view());
                let first = written.get_or_insert_with(|| text.clone());
                assert_eq!(*first, text, "two runs on {path} tell it differently");
            }
            for (other, point) in points.iter().enumerate() {
                for (&variable, &value) in variables.iter().zip(point) {
                    assignment.set(variable, value);
                }
                compiled.run(&assignment, &mut scratch);
                let holds = (0..clauses.len()).all(|root| compiled.root(root, &scratch) != 0);
                let same = path_of[other] == number;
                let shown = || {
                    format!(
                        "\nrun: {:?}\ninput: {point:?} (of {:?})\nits path: {}\nthis path: {path}\n{}",
                        points[index],
                        inputs.iter().map(|input| input.source).collect::<Vec<_>>(),
                        numbers.iter().find(|(_, path)| **path == path_of[other]).expect("known").0,
                        subject.text(super::ALL)
                    )
                };
                assert!(same || !holds, "the condition admits an input of another path{}", shown());
                if same && !holds {
                    assert!(
                        fixed || !strict,
                        "the condition excludes an input of this path{}",
                        shown()
                    );
                    narrow = true;
                }
            }
        }
        report.narrowed += usize::from(narrow);
    }
    report
}

/// Checks a program whose conditions are to be exact on every path, and says how many paths it has.
pub fn paths(text: &str, scenario: &str, others: &[u128]) -> usize {
    let report = exact(text, scenario, others);
    assert_eq!(report.narrowed, 0, "no value should be fixed");
    report.paths
}
