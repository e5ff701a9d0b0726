//! Names of tests: the method and how it came out, and what sets a test apart from its neighbours.

use super::context::Context;
use super::plan;
use super::spoken::text;
use super::test::{Ending, Expected, JavaTest, Subject};
use super::variables::{capitalised, is_telling, of_type};
use super::{JavaCheck, Unit, mention};
use crate::api::{JavaType, Member, Stub};
use classfile::descriptor::JType;
use program::catalogue::{ApiType, ApiTypeId, Catalogue};
use program::{FuncId, Id, IdVec};
use scenario::{Argument, Scenario, Statement, VarId};
use std::collections::BTreeSet;

/// Gives tests their names: `classifyReturnsScalene`, `popThrowsNoSuchElementException`,
/// `isValidReturnsFalseWhenIbanIsEmpty`; all are different.
pub fn name_tests(unit: &Unit<'_>, tests: &mut [JavaTest]) {
    let namer = Namer { context: Context::new(unit), primitives: primitives() };
    let subjects: Vec<suite::Subject> = tests.iter().map(|test| namer.subject(test)).collect();
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for (test, name) in tests.iter_mut().zip(suite::names(&subjects)) {
        let name = camel(&name);
        // What differs in underscores only does not differ any more.
        let mut others = (2..).map(|number| format!("{name}Case{number}"));
        test.name = match taken.contains(&name) {
            true => others.find(|name| !taken.contains(name)).unwrap_or_default(),
            false => name,
        };
        taken.insert(test.name.clone());
    }
}

/// Answers of a stub that stand in a name.
const MOST_ANSWERS: u32 = 3;

struct Namer<'u> {
    context: Context<'u>,
    /// The primitive types, in the order of [`JType::PRIMITIVES`].
    primitives: Catalogue,
}

impl Namer<'_> {
    fn subject(&self, test: &JavaTest) -> suite::Subject {
        let statements = &test.scenario.statements;
        let last = plan::last(&self.context, statements).map(|index| &statements[index]);
        let Some(Statement::Call { function, arguments, result }) = last else {
            return suite::Subject { function: "nothing".into(), ..suite::Subject::default() };
        };
        let outcome = match &test.ending {
            Ending::Throws { class, .. } => format!("throws_{}", simple(class)),
            Ending::Returns => self.outcome(test, *function, *result, arguments),
        };
        let inputs = self.inputs(test, *function, arguments);
        suite::Subject { function: self.function(*function), outcome, inputs }
    }

    /// What a function is called in a name.
    fn function(&self, function: FuncId) -> String {
        match self.context.unit.api.members.get(&function) {
            Some(Member::Constructor { class, .. } | Member::Stub(Stub { class, .. })) => {
                format!("new_{}", simple(class))
            }
            Some(Member::Method { name, .. } | Member::Field { name, .. }) => name.clone(),
            Some(Member::SetField { name, .. }) => format!("set_{name}"),
            _ => "value".to_owned(),
        }
    }

    fn outcome(
        &self,
        test: &JavaTest,
        function: FuncId,
        result: Option<VarId>,
        arguments: &[Argument],
    ) -> String {
        let of_result = |check: &&JavaCheck| {
            result.is_some_and(|result| check.subject == Subject::Variable(result))
        };
        let is_constructor = matches!(
            self.context.unit.api.members.get(&function),
            Some(Member::Constructor { .. } | Member::Stub(_))
        );
        if let Some(check) = test.checks.iter().find(of_result)
            && !is_constructor
        {
            let ty = self.context.result(function);
            return format!("returns_{}", self.expected(&check.expected, ty, function, arguments));
        }
        let mut others = test.checks.iter().filter(|check| !of_result(check));
        let state = others.find_map(|check| match check.subject {
            // A text that is no word tells less than what it is a text of.
            Subject::Text(variable)
                if result == Some(variable) && !is_constructor && !is_word(&check.expected) =>
            {
                self.context.result(function).map(|ty| format!("returns_{}", of_type(ty)))
            }
            Subject::Variable(variable) => self.changed(function, arguments, variable),
            _ => self.state(check),
        });
        state.unwrap_or_else(|| "succeeds".to_owned())
    }

    /// That an argument is looked at afterwards: `changes_numbers`.
    fn changed(&self, function: FuncId, arguments: &[Argument], variable: VarId) -> Option<String> {
        let place = arguments.iter().position(|argument| argument.variable() == Some(variable))?;
        let (name, ty) = self.context.callable(function)?.params.get(place)?;
        Some(match is_telling(name) {
            true => format!("changes_{name}"),
            false => format!("changes_{}", self.context.ty(*ty).map(of_type)?),
        })
    }

    /// What the state is afterwards: `then_size_is_1`, `then_is_empty`.
    fn state(&self, check: &JavaCheck) -> Option<String> {
        let looked_at = match &check.subject {
            Subject::Call { function, .. } => self.function(*function),
            Subject::Text(_) => "text".to_owned(),
            Subject::Length(_) => "length".to_owned(),
            Subject::Element(_, index) => format!("element_{index}"),
            Subject::Variable(_) => return None,
        };
        if let Expected::Primitive { letter: 'Z', bits } = check.expected {
            let is_true = bits & 1 == 1;
            for verb in ["is", "has", "can"] {
                let rest = looked_at.strip_prefix(verb);
                let rest = rest.filter(|rest| rest.starts_with(|first: char| first.is_uppercase()));
                if let Some(rest) = rest {
                    return Some(match (is_true, verb) {
                        (true, _) => format!("then_{verb}_{rest}"),
                        (false, "has") => format!("then_has_no_{rest}"),
                        (false, _) => format!("then_{verb}_not_{rest}"),
                    });
                }
            }
        }
        let property = looked_at.strip_prefix("get").unwrap_or(&looked_at);
        let ty = match &check.subject {
            Subject::Call { function, .. } => self.context.result(*function),
            _ => None,
        };
        let function = match &check.subject {
            Subject::Call { function, .. } => *function,
            _ => FuncId::new(0),
        };
        let expected = self.expected(&check.expected, ty, function, &[]);
        Some(format!("then_{property}_is_{expected}"))
    }

    /// What is expected, in words.
    fn expected(
        &self,
        expected: &Expected,
        ty: Option<&JavaType>,
        function: FuncId,
        arguments: &[Argument],
    ) -> String {
        let thing = || ty.map_or_else(|| "object".to_owned(), of_type);
        match expected {
            Expected::Primitive { letter, bits } | Expected::Boxed { letter, bits } => {
                let word = JType::of_letter(*letter as u8).and_then(|ty| self.word(ty, *bits));
                word.unwrap_or_else(thing)
            }
            Expected::Text(units) => text(units).unwrap_or_else(|| "text".to_owned()),
            Expected::Empty(_) => "empty".to_owned(),
            Expected::Null => "null".to_owned(),
            Expected::NotNull => thing(),
            Expected::Constant { name, .. } => name.to_lowercase(),
            Expected::ClassOf(class) => simple(class),
            Expected::Array { elements, .. } => many(elements.len(), "elements", "empty_array"),
            Expected::TextArray(texts) => many(texts.len(), "texts", "empty_array"),
            Expected::BoxedArray { elements, .. } => {
                many(elements.len(), "elements", "empty_array")
            }
            Expected::List(items) => many(items.len(), "items", "empty_list"),
            Expected::Same(variable) | Expected::Equal(variable) => {
                let is = |argument: &&Argument| argument.variable() == Some(*variable);
                let receiver = self.context.has_receiver(function);
                match arguments.iter().position(|argument| is(&argument)) {
                    Some(0) if receiver => "itself".to_owned(),
                    Some(_) => "its_argument".to_owned(),
                    None => thing(),
                }
            }
        }
    }

    fn word(&self, ty: JType, bits: u64) -> Option<String> {
        let place = JType::PRIMITIVES.iter().position(|known| *known == ty)?;
        suite::words::words(&self.primitives, ApiTypeId::new(place), bits.into())
    }

    /// What went in, the most telling first: the arguments of the last call, what was called before it, the
    /// arguments of that.
    fn inputs(
        &self,
        test: &JavaTest,
        function: FuncId,
        arguments: &[Argument],
    ) -> Vec<(String, String)> {
        let scenario = &test.scenario;
        let mut inputs = Vec::new();
        self.arguments(scenario, "", function, arguments, &mut inputs);
        let mut calls = scenario.statements.iter().rev().filter_map(|statement| match statement {
            Statement::Call { function, arguments, .. } if self.context.is_effect(*function) => {
                Some((*function, arguments))
            }
            _ => None,
        });
        calls.next();
        let before: Vec<(FuncId, &Vec<Argument>)> = calls.collect();
        if let Some((previous, _)) = before.first() {
            inputs.push((suite::PREVIOUS_CALL.to_owned(), self.function(*previous)));
        }
        for (function, arguments) in &before {
            let name = self.function(*function);
            self.arguments(scenario, &name, *function, arguments, &mut inputs);
        }
        self.types(function, &mut inputs);
        inputs
    }

    /// What a function takes: methods of one name differ in it.
    fn types(&self, function: FuncId, inputs: &mut Vec<(String, String)>) {
        let Some(callable) = self.context.callable(function) else { return };
        let receiver = usize::from(self.context.has_receiver(function));
        for (index, (name, ty)) in callable.params.iter().skip(receiver).enumerate() {
            if let Some(ty) = self.context.ty(*ty) {
                inputs.push((format!("{} type", parameter(name, index)), type_name(ty)));
            }
        }
    }

    fn arguments(
        &self,
        scenario: &Scenario,
        prefix: &str,
        function: FuncId,
        arguments: &[Argument],
        inputs: &mut Vec<(String, String)>,
    ) {
        let Some(callable) = self.context.callable(function) else { return };
        let receiver = usize::from(self.context.has_receiver(function));
        let params = callable.params.iter().zip(arguments).skip(receiver);
        for (index, ((name, ty), argument)) in params.enumerate() {
            let value = self.value(scenario, argument, self.context.ty(*ty));
            let name = parameter(name, index);
            // The same method may be called several times; the last time tells most.
            let name = format!("{prefix} {name}");
            let name = name.trim().to_owned();
            let Some(value) = value else {
                self.answers(scenario, &name, argument, inputs);
                continue;
            };
            if !inputs.iter().any(|(known, _)| *known == name) {
                inputs.push((name, value));
            }
        }
    }

    /// What a stub gives, in words: `true_then_false`.
    fn answer(&self, scenario: &Scenario, argument: &Argument) -> Option<String> {
        let variable = argument.variable()?;
        let mut statements = scenario.statements.iter();
        match statements.find(|statement| statement.made() == Some(variable))? {
            Statement::Array { array, .. } if (1..=MOST_ANSWERS).contains(&array.length) => {
                let ty = array.of.and_then(|of| self.context.ty(of))?.primitive()?;
                let shown = array.elements.iter().take(array.length as usize);
                let words: Option<Vec<String>> =
                    shown.map(|bits| self.word(ty, *bits as u64)).collect();
                Some(words?.join("_then_"))
            }
            Statement::Array { .. } => None,
            _ => self.value(scenario, argument, None),
        }
    }

    /// What the methods of a stub that is handed over give.
    fn answers(
        &self,
        scenario: &Scenario,
        name: &str,
        argument: &Argument,
        inputs: &mut Vec<(String, String)>,
    ) {
        let variable = argument.variable();
        let mut statements = scenario.statements.iter();
        let made = statements.find(|made| variable.is_some() && made.made() == variable);
        let Some(Statement::Call { function, arguments, .. }) = made else { return };
        let Some(Member::Stub(stub)) = self.context.unit.api.members.get(function) else { return };
        for method in &stub.methods {
            let answer = method.answer.and_then(|answer| arguments.get(answer));
            if let Some(words) = answer.and_then(|answer| self.answer(scenario, answer)) {
                inputs.push((format!("{name} {}", method.name), words));
            }
        }
    }

    /// A value in words, if a few of them are enough.
    fn value(
        &self,
        scenario: &Scenario,
        argument: &Argument,
        ty: Option<&JavaType>,
    ) -> Option<String> {
        let variable = match argument {
            Argument::Literal(bits) => return self.word(ty?.primitive()?, *bits as u64),
            Argument::Variable(variable) => *variable,
            _ => return None,
        };
        let mut statements = scenario.statements.iter();
        match statements.find(|statement| statement.made() == Some(variable))? {
            Statement::Value { ty: program::Type::Ptr, .. } => Some("null".to_owned()),
            Statement::Value { bits, of, .. } => {
                let own = of.and_then(|of| self.context.ty(of)).or(ty)?;
                self.word(own.primitive()?, *bits as u64)
            }
            Statement::Array { array, .. } => {
                Some(many(array.length as usize, "elements", "empty"))
            }
            Statement::Call { function, arguments, .. } => {
                match self.context.unit.api.members.get(function)? {
                    Member::Boxed => {
                        let (_, of) = self.context.callable(*function)?.params.first()?;
                        self.value(scenario, arguments.first()?, self.context.ty(*of))
                    }
                    Member::Text => {
                        let bytes = arguments.first()?.variable()?;
                        let mut statements = scenario.statements.iter();
                        let made = statements.find(|made| made.made() == Some(bytes))?;
                        let Statement::Array { array, .. } = made else { return None };
                        let shown = array.elements.iter().take(array.length as usize);
                        let units: Vec<u16> = shown.map(|bits| *bits as u16).collect();
                        text(&units)
                    }
                    Member::ClassLiteral(class) => Some(simple(class)),
                    Member::Stub(stub) if stub.functional => {
                        let answer = stub.methods.first()?.answer?;
                        let given = self.answer(scenario, arguments.get(answer)?)?;
                        Some(format!("giving_{given}"))
                    }
                    Member::Field { name, is_static: true, .. } => Some(name.to_lowercase()),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

const ORDINALS: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];

/// A type in a word: `int`, `ints`, `String`.
fn type_name(ty: &JavaType) -> String {
    match ty {
        JavaType::Primitive(_) => ty.to_string(),
        JavaType::Class { name, .. } => simple(name),
        JavaType::Array(element) => type_name(element) + "s",
    }
}

/// What a parameter is called in a name.
fn parameter(name: &str, index: usize) -> &str {
    match is_telling(name) {
        true => name,
        false => ORDINALS.get(index).copied().unwrap_or("argument"),
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

/// Whether an expected text can be said in words.
fn is_word(expected: &Expected) -> bool {
    match expected {
        Expected::Text(units) => text(units).is_some_and(|text| !text.starts_with("text_")),
        _ => true,
    }
}

fn many(count: usize, what: &str, none: &str) -> String {
    match count {
        0 => none.to_owned(),
        1 => format!("1_{}", what.strip_suffix('s').unwrap_or(what)),
        _ => format!("{count}_{what}"),
    }
}

/// The last part of a class's name.
fn simple(class: &str) -> String {
    let name = mention::parts(class).1;
    name.rsplit('$').next().unwrap_or(name).to_owned()
}

/// `classify_returns_3` as `classifyReturns3`. Between digits an underscore stays, so that 1 and 11 are not 111.
fn camel(name: &str) -> String {
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
