//! What C tests are called: the function, how it came out, and the inputs that tell tests apart.

use crate::checks::{Check, Expected, Step, Target, callable};
use crate::layout::resolve;
use crate::names::{Subject, names};
use crate::rename::field;
use crate::test::Test;
use crate::words::{text_words, words};
use program::Program;
use program::catalogue::{ApiCallable, ApiType};
use scenario::{Argument, Array, Extent, Statement, VarId};
use trace::{Outcome, TrapKind};

/// Gives tests their names.
pub fn name(program: &Program, tests: &mut [Test]) {
    let subjects: Vec<Subject> = tests.iter().map(|test| subject(program, test)).collect();
    for (test, name) in tests.iter_mut().zip(names(&subjects)) {
        test.name = name;
    }
}

/// The name that a test would have alone.
pub fn plain_name(program: &Program, test: &Test) -> String {
    names(&[subject(program, test)]).swap_remove(0)
}

/// What the name of a test is made from.
fn subject(program: &Program, test: &Test) -> Subject {
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
        Outcome::Exhausted(_) => return "does_not_end".to_owned(),
        _ => {}
    }
    let is_call = |statement: &Statement| matches!(statement, Statement::Call { .. });
    let last = test.scenario.statements.iter().rposition(is_call);
    let of_last = |check: &&Check| Some(check.statement) == last;
    let result = test.checks.iter().filter(of_last).find(|check| check.target == Target::Result);
    if let Some(check) = result {
        return format!("returns_{}", expected(program, test, check));
    }
    let mut major = test.checks.iter().filter(of_last).filter(|check| !check.is_minor);
    // What is not zero says more.
    let telling = major.clone().find(|check| {
        !matches!(check.expected, Expected::Bits(0) | Expected::Null | Expected::NotNull)
    });
    let major = telling.or_else(|| major.next());
    if let Some(check) = major.or_else(|| test.checks.iter().find(of_last)) {
        if check.is_minor {
            return format!("keeps_{}", place(program, test, check));
        }
        if matches!(check.target, Target::Calls | Target::Call(_)) {
            return expected(program, test, check);
        }
        if check.target == Target::Behind && check.path.is_empty() {
            return format!("returns_{}", expected(program, test, check));
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
    let bytes: Vec<u8> = elements.iter().map(|bits| *bits as u8).collect();
    let is_text = matches!(resolve(&program.catalogue, check.ty), ApiType::Char { bits: 8, .. });
    if is_text && bytes.iter().all(|byte| (b' '..=b'~').contains(byte)) {
        return text_word(&bytes);
    }
    let few: Option<Vec<String>> =
        elements.iter().take(4).map(|bits| words(&program.catalogue, check.ty, *bits)).collect();
    let few = few.unwrap_or_default().join("_");
    if elements.len() > 4 { format!("{few}_and_more") } else { few }
}

/// A text as a word.
fn text_word(text: &[u8]) -> String {
    text_words(text).unwrap_or_else(|| "some_text".to_owned())
}

/// The arguments of the last call in words, then what else was given.
fn inputs(program: &Program, test: &Test) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let call = test.scenario.statements.iter().rev().find_map(|statement| match statement {
        Statement::Call { function, arguments, .. } => Some((*function, arguments)),
        _ => None,
    });
    let params = call.and_then(|(function, _)| callable(&program.catalogue, function));
    if let (Some((_, arguments)), Some(ApiCallable { params, .. })) = (call, params) {
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
            Statement::Set {
                place: scenario::Place::Variable(owner, offset),
                value: Argument::Function(_),
                ..
            } => {
                let name = field(&program.catalogue, &test.scenario, *owner, *offset);
                found.extend(name.map(|name| (name, "given".to_owned())));
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
            array_word(program, array)
        }
        Statement::Object { variable: made, .. } if *made == variable => Some("given".to_owned()),
        _ => None,
    })
}

/// An array in words: a text, or its elements where they are few.
fn array_word(program: &Program, array: &Array) -> Option<String> {
    let seen = &array.elements[..(array.length as usize).min(array.elements.len())];
    let shape = array.of.map(|of| resolve(&program.catalogue, of));
    let is_text = matches!(shape, Some(ApiType::Char { bits: 8, .. })) && seen.last() == Some(&0);
    if array.extent == Extent::Text || is_text {
        let text = seen.iter().map(|bits| *bits as u8).take_while(|byte| *byte != 0);
        return Some(text_word(&text.collect::<Vec<u8>>()));
    }
    if seen.is_empty() {
        return Some("empty".to_owned());
    }
    let of_records = matches!(shape, Some(ApiType::Array { .. } | ApiType::Record { .. }));
    let of = array.of.filter(|_| !of_records && seen.len() <= 4)?;
    let elements: Vec<String> =
        seen.iter().map(|bits| words(&program.catalogue, of, *bits)).collect::<Option<_>>()?;
    Some(elements.join("_"))
}
