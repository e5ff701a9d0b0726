//! Names of tests: the method and how it came out, and what sets a test apart from its neighbours.

mod inputs;
mod outcome;

use super::context::Context;
use super::test::JavaTest;
use super::variables::{capitalised, is_telling, of_type};
use super::{Unit, mention, plan};
use crate::api::JavaType;
use classfile::descriptor::JType;
use inputs::Call;
use program::catalogue::{ApiType, ApiTypeId, Catalogue};
use program::{Id, IdVec};
use scenario::Statement;
use std::collections::BTreeSet;
use suite::keep::keep_names;
use suite::{Before, Beginning};

/// Gives tests their names: `classifyReturnsScalene`, `parseRejectsEmptyText`, `popThrowsNoSuchElementException`,
/// `isValidReturnsFalseWhenIbanStartsWithDigit`; all are different.
pub fn name_tests(unit: &Unit<'_>, tests: &mut [JavaTest]) {
    let namer = Namer { context: Context::new(unit), primitives: primitives() };
    let subjects: Vec<suite::Subject> = tests.iter().map(|test| namer.subject(test)).collect();
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for (test, name) in tests.iter_mut().zip(suite::names(&subjects)) {
        let name = camel(&name);
        // What differs in underscores only does not differ any more.
        let mut others = (2..).map(|number| format!("{name}_{number}"));
        test.name = match taken.contains(&name) {
            true => others.find(|name| !taken.contains(name)).unwrap_or_default(),
            false => name,
        };
        taken.insert(test.name.clone());
    }
}

/// The names that tests would have alone.
pub fn plain_names(unit: &Unit<'_>, tests: &[JavaTest]) -> Vec<String> {
    let namer = Namer { context: Context::new(unit), primitives: primitives() };
    let alone = |test: &JavaTest| camel(&suite::names(&[namer.subject(test)]).swap_remove(0));
    tests.iter().map(alone).collect()
}

/// Gives tests that were there before and come out as they did their names back.
pub(super) fn keep(unit: &Unit<'_>, tests: &mut [JavaTest], beginning: &Beginning) {
    if beginning.tests.is_empty() {
        return;
    }
    let fresh: Vec<String> = tests.iter().map(|test| test.name.clone()).collect();
    let before: Vec<Option<&Before>> =
        tests.iter().map(|test| beginning.test(&test.scenario)).collect();
    let names = keep_names(&fresh, &plain_names(unit, tests), &before);
    for (test, name) in tests.iter_mut().zip(names) {
        test.name = name;
    }
}

struct Namer<'u> {
    context: Context<'u>,
    /// The primitive types, in the order of [`JType::PRIMITIVES`].
    primitives: Catalogue,
}

impl Namer<'_> {
    fn subject(&self, test: &JavaTest) -> suite::Subject {
        let scenario = &test.scenario;
        let last = plan::last(&self.context, &scenario.statements);
        let last = last.map(|index| &scenario.statements[index]);
        let Some(Statement::Call { function, arguments, result }) = last else {
            return suite::Subject { function: "nothing".into(), ..suite::Subject::default() };
        };
        let call = Call { scenario, function: *function, arguments };
        let mut inputs = self.inputs(call);
        inputs.extend(self.seen(test));
        suite::Subject {
            function: self.function(*function),
            outcome: self.outcome(test, call, *result),
            inputs,
        }
    }

    fn word(&self, ty: JType, bits: u64) -> Option<String> {
        let place = JType::PRIMITIVES.iter().position(|known| *known == ty)?;
        suite::words::words(&self.primitives, ApiTypeId::new(place), bits.into())
    }
}

/// What something that is passed is called in a name: as its parameter, or after its type.
fn noun(parameter: &str, ty: Option<&JavaType>) -> String {
    match is_telling(parameter) {
        true => parameter.to_owned(),
        false => ty.map_or_else(|| "argument".to_owned(), of_type),
    }
}

/// The primitive types as a catalogue has them.
fn primitives() -> Catalogue {
    let mut types = IdVec::new();
    for ty in JType::PRIMITIVES {
        let int = |bits| ApiType::Int { bits, signed: true };
        types.push(match ty {
            JType::Boolean => ApiType::Bool,
            JType::Byte => int(8),
            JType::Short => int(16),
            JType::Int => int(32),
            JType::Long => int(64),
            JType::Char => ApiType::Char { bits: 16, signed: false },
            JType::Float => ApiType::F32,
            JType::Double => ApiType::F64,
            JType::Void | JType::Reference => ApiType::Void,
        });
    }
    Catalogue { types, items: Vec::new() }
}

fn many(count: usize, what: &str, none: &str) -> String {
    match count {
        0 => none.to_owned(),
        1 => format!("1_{}", what.strip_suffix('s').unwrap_or(what)),
        _ => format!("{count}_{what}"),
    }
}

/// The last part of a class's name.
pub(super) fn simple(class: &str) -> String {
    let name = mention::parts(class).1;
    name.rsplit('$').next().unwrap_or(name).to_owned()
}

/// `classify_returns_3` as `classifyReturns3`. Between digits an underscore stays, so that 1 and 11 are not 111.
pub(super) fn camel(name: &str) -> String {
    let mut text = String::new();
    for (index, word) in name.split('_').filter(|word| !word.is_empty()).enumerate() {
        let is_digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
        if index == 0 {
            text.push_str(word);
            continue;
        }
        if is_digit(text.chars().next_back()) && is_digit(word.chars().next()) {
            text.push('_');
        }
        text += &capitalised(word);
    }
    text
}
