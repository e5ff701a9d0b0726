//! What the name of a test is made from: the function, how it came out, and what it was given, in words.

use crate::checks::{Check, Expected, Step, Target, callable};
use crate::layout::resolve;
use crate::names::Subject;
use crate::test::Test;
use crate::words::words;
use program::Program;
use program::catalogue::ApiType;
use scenario::{Argument, Array, Extent, Statement, VarId};
use trace::{Outcome, TrapKind};

/// What the name of a test is made from.
pub(crate) fn subject(program: &Program, test: &Test) -> Subject {
    Subject {
        function: program.functions[test.function].source_name().to_owned(),
        outcome: outcome(program, test),
        inputs: inputs(program, test),
    }
}

fn outcome(program: &Program, test: &Test) -> String {
    match &test.outcome {
        Outcome::Exited(code) => return format!("exits_with_{code}"),
        Outcome::Trapped(trap) => return format!("dies_of_{}", trap_word(trap.kind)),
        _ => {}
    }
    let is_call = |statement: &Statement| matches!(statement, Statement::Call { .. });
    let last = test.scenario.statements.iter().rposition(is_call);
    let of_last = |check: &&Check| Some(check.statement) == last;
    let result = test.checks.iter().filter(of_last).find(|check| check.target == Target::Result);
    if let Some(check) = result {
        return format!("returns_{}", expected(program, test, check));
    }
    if let Some(check) = test.checks.iter().find(of_last) {
        if matches!(check.target, Target::Calls | Target::Call(_)) {
            return expected(program, test, check);
        }
        let place = place(program, test, check);
        return format!("sets_{place}_to_{}", expected(program, test, check));
    }
    if test.output.is_empty() { "returns".to_owned() } else { "prints".to_owned() }
}

/// What ended a run, as a word.
fn trap_word(kind: TrapKind) -> String {
    kind.to_string().replace(|letter: char| !letter.is_ascii_alphanumeric(), "_")
}

fn place(program: &Program, test: &Test, check: &Check) -> String {
    let field = check.path.iter().rev().find_map(|step| match step {
        Step::Field(name) | Step::Behind(name) => Some(name.clone()),
        Step::Index(_) => None,
    });
    field.unwrap_or_else(|| match check.target {
        Target::Variable(variable) => test.scenario.name(variable).to_owned(),
        Target::Global(global) => {
            let name = program.globals[global].source_name();
            name.rsplit('.').next().unwrap_or(name).to_owned()
        }
        Target::Result | Target::Behind => "result".to_owned(),
        Target::Calls | Target::Call(_) => "calls".to_owned(),
    })
}

fn expected(program: &Program, test: &Test, check: &Check) -> String {
    match &check.expected {
        Expected::Bits(count) if check.target == Target::Calls => match count {
            0 => "calls_nothing".to_owned(),
            1 => "makes_one_call".to_owned(),
            _ => format!("makes_{count}_calls"),
        },
        Expected::Called(function, _) => {
            format!("calls_{}", program.functions[*function].source_name())
        }
        Expected::Bits(bits) => {
            words(&program.catalogue, check.ty, *bits).unwrap_or_else(|| "a_value".to_owned())
        }
        Expected::Null => "null".to_owned(),
        Expected::NotNull => "an_object".to_owned(),
        Expected::At(variable, 0) => test.scenario.name(*variable).to_owned(),
        Expected::At(variable, _) => format!("a_place_in_{}", test.scenario.name(*variable)),
        Expected::AtGlobal(global, _) => program.globals[*global].source_name().to_owned(),
        Expected::Function(function) => program.functions[*function].source_name().to_owned(),
        Expected::Text(text) => text_word(text),
        Expected::Elements(elements) => elements_word(program, check, elements),
    }
}

fn elements_word(program: &Program, check: &Check, elements: &[u128]) -> String {
    let few: Option<Vec<String>> =
        elements.iter().take(4).map(|bits| words(&program.catalogue, check.ty, *bits)).collect();
    let few = few.unwrap_or_default().join("_");
    if elements.len() > 4 { format!("{few}_and_more") } else { few }
}

/// A text as a word: its letters, if it has some.
fn text_word(text: &[u8]) -> String {
    let letters: String = String::from_utf8_lossy(text)
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' })
        .take(20)
        .collect();
    let letters = letters.trim_matches('_');
    match (text.is_empty(), letters.is_empty()) {
        (true, _) => "the_empty_text".to_owned(),
        (_, true) => "some_text".to_owned(),
        _ => letters.to_owned(),
    }
}

/// The arguments of the last call in words, then what else was given.
fn inputs(program: &Program, test: &Test) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let call = test.scenario.statements.iter().rev().find_map(|statement| match statement {
        Statement::Call { arguments, .. } => Some(arguments),
        _ => None,
    });
    let params = callable(&program.catalogue, test.function).map(|callable| &callable.params);
    if let (Some(arguments), Some(params)) = (call, params) {
        for (argument, (name, ty)) in arguments.iter().zip(params) {
            let word = match argument {
                Argument::Literal(bits) => words(&program.catalogue, *ty, *bits),
                Argument::Variable(variable) => input(program, test, *variable),
                _ => None,
            };
            found.extend(word.map(|word| (name.clone(), word)));
        }
    }
    for statement in &test.scenario.statements {
        match statement {
            Statement::Set { place: scenario::Place::Global(global, _), ty: _, value, .. } => {
                let name = program.globals[*global].name.clone();
                let word = match value {
                    Argument::Variable(variable) => input(program, test, *variable),
                    Argument::Literal(bits) => Some(bits.to_string()),
                    _ => None,
                };
                if !found.iter().any(|(known, _)| *known == name) {
                    found.extend(word.map(|word| (name, word)));
                }
            }
            Statement::Value { variable, .. } => {
                let name = test.scenario.name(*variable).to_owned();
                if !found.iter().any(|(known, _)| *known == name) {
                    found.extend(input(program, test, *variable).map(|word| (name, word)));
                }
            }
            Statement::Stream { variable, values, .. } => {
                let name = test.scenario.name(*variable);
                found.push(match name.strip_suffix("_fails") {
                    Some(what) => (format!("failing_{what}"), failing(values)),
                    None => {
                        let word: Vec<String> = values.iter().map(u128::to_string).collect();
                        (name.to_owned(), word.join("_"))
                    }
                });
            }
            Statement::StandardInput(bytes) => {
                found.push(("input".to_owned(), text_word(bytes)));
            }
            _ => {}
        }
    }
    found
}

/// Which calls fail, in words.
fn failing(fails: &[u128]) -> String {
    let failing = fails.iter().enumerate().filter(|(_, fails)| **fails != 0);
    let numbers: Vec<String> = failing.map(|(index, _)| (index + 1).to_string()).collect();
    if numbers.is_empty() { "none".to_owned() } else { format!("number_{}", numbers.join("_and_")) }
}

/// A variable of the scenario in words.
fn input(program: &Program, test: &Test, variable: VarId) -> Option<String> {
    test.scenario.statements.iter().find_map(|statement| match statement {
        Statement::Value { variable: made, bits, of, ty } if *made == variable => match of {
            Some(of) => words(&program.catalogue, *of, *bits),
            None if *ty == program::Type::Ptr && *bits == 0 => Some("null".to_owned()),
            None => Some(bits.to_string()),
        },
        Statement::Array { variable: made, array } if *made == variable => {
            Some(array_word(program, array))
        }
        Statement::Object { variable: made, object } if *made == variable => {
            Some(if object.count == 1 {
                "given".to_owned()
            } else {
                format!("{}_long", object.count)
            })
        }
        _ => None,
    })
}

fn array_word(program: &Program, array: &Array) -> String {
    let seen = &array.elements[..(array.length as usize).min(array.elements.len())];
    if array.extent == Extent::Text {
        let text: Vec<u8> = seen.iter().map(|bits| *bits as u8).take_while(|b| *b != 0).collect();
        return text_word(&text);
    }
    let of_records = array.of.is_some_and(|of| {
        matches!(resolve(&program.catalogue, of), ApiType::Array { .. } | ApiType::Record { .. })
    });
    match array.of.filter(|_| !of_records && seen.len() <= 4 && !seen.is_empty()) {
        Some(of) => {
            let element = |bits: &u128| words(&program.catalogue, of, *bits).unwrap_or_default();
            seen.iter().map(element).collect::<Vec<_>>().join("_")
        }
        None if seen.is_empty() => "empty".to_owned(),
        None => format!("{}_long", seen.len()),
    }
}
