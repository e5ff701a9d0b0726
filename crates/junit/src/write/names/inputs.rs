//! What went into a test, in words: what tells it apart from others with the same outcome.

use super::{Namer, noun, simple};
use crate::api::{JavaType, Member};
use crate::write::{dates, spoken};
use program::FuncId;
use scenario::{Argument, Scenario, Statement, VarId};

/// Answers of a stub that stand in a name.
const MOST_ANSWERS: u32 = 3;

/// The call that a test is about.
#[derive(Clone, Copy)]
pub(super) struct Call<'t> {
    /// What the test does.
    pub scenario: &'t Scenario,
    /// The function.
    pub function: FuncId,
    /// What it is called with, what it is called on first.
    pub arguments: &'t [Argument],
}

impl Namer<'_> {
    /// What went in, the most telling first: the arguments of the call, which of several methods of its name it is,
    /// what was called before it, the arguments of that, how its object was made.
    pub(super) fn inputs(&self, call: Call<'_>) -> Vec<(String, String)> {
        let scenario = call.scenario;
        let mut inputs = Vec::new();
        self.arguments("", call, &mut inputs);
        inputs.extend(self.types(call.function));
        let mut calls = scenario.statements.iter().rev().filter_map(|statement| match statement {
            Statement::Call { function, arguments, .. } if self.context.is_effect(*function) => {
                Some(Call { scenario, function: *function, arguments })
            }
            _ => None,
        });
        calls.next();
        let before: Vec<Call<'_>> = calls.collect();
        let (makers, others): (Vec<Call<'_>>, Vec<Call<'_>>) =
            before.iter().partition(|call| self.is_maker(call.function));
        if let Some(previous) = others.first() {
            let name = self.function(previous.function);
            inputs.push(("call".to_owned(), format!("after_{name}")));
            let times = others.iter().take_while(|call| self.function(call.function) == name);
            let times = times.count();
            if times > 1 {
                inputs.push(("times".to_owned(), format!("after_{name}_{times}_times")));
            }
        }
        // A date is told where it is passed.
        let is_date = |call: &&Call<'_>| {
            let member = self.context.unit.api.members.get(&call.function);
            matches!(member, Some(Member::Method { class, .. }) if class.starts_with("java/time/"))
        };
        for call in before.iter().filter(|call| !is_date(call)).copied() {
            self.arguments(&self.prefix(call.function), call, &mut inputs);
        }
        if let Some(maker) = makers.last() {
            let made = match self.context.unit.api.members.get(&maker.function) {
                Some(Member::Constructor { .. }) => "with_".to_owned(),
                _ => "after_".to_owned(),
            } + &self.function(maker.function);
            inputs.push(("maker".to_owned(), made));
        }
        if let Some(name) = others.get(1).map(|call| self.function(call.function)) {
            inputs.push(("earlier call".to_owned(), format!("after_{name}")));
        }
        for call in std::iter::once(&call).chain(&before) {
            self.boxes(*call, &mut inputs);
        }
        inputs
    }

    /// What kinds of numbers are put into boxes: a 0 may be an `Integer` or a `Double`.
    fn boxes(&self, call: Call<'_>, inputs: &mut Vec<(String, String)>) {
        for argument in call.arguments {
            let Some(Statement::Call { function, .. }) =
                argument.variable().and_then(|variable| made(call.scenario, variable))
            else {
                continue;
            };
            let is_box = self.context.unit.api.members.get(function) == Some(&Member::Boxed);
            if let Some(ty) = self.context.result(*function).filter(|_| is_box) {
                let known = inputs.iter().filter(|(name, _)| name.starts_with("box ")).count();
                inputs.push((format!("box {known}"), format!("for_{}", type_name(ty))));
            }
        }
    }

    /// Whether a function only makes an object: that it was called says little.
    fn is_maker(&self, function: FuncId) -> bool {
        matches!(
            self.context.unit.api.members.get(&function),
            Some(
                Member::Constructor { .. }
                    | Member::Stub(_)
                    | Member::Method { is_static: true, .. }
            )
        )
    }

    /// What stands before the parameters of an earlier call: nothing for a setter, whose parameter says enough.
    fn prefix(&self, function: FuncId) -> String {
        match self.context.unit.api.members.get(&function) {
            Some(
                Member::Constructor { class, .. } | Member::Stub(crate::api::Stub { class, .. }),
            ) => simple(class),
            Some(Member::Method { name, .. }) if name.starts_with("set") => String::new(),
            Some(Member::SetField { .. }) => String::new(),
            _ => self.function(function),
        }
    }

    /// What a function takes: methods of one name differ in it.
    fn types(&self, function: FuncId) -> Option<(String, String)> {
        let callable = self.context.callable(function)?;
        let receiver = usize::from(self.context.has_receiver(function));
        let types = callable.params.iter().skip(receiver);
        let names: Option<Vec<String>> =
            types.map(|(_, ty)| self.context.ty(*ty).map(type_name)).collect();
        let names = names?;
        let said = if names.is_empty() { "no_argument".to_owned() } else { names.join("_and_") };
        Some(("types".to_owned(), format!("with_{said}")))
    }

    fn arguments(&self, prefix: &str, call: Call<'_>, inputs: &mut Vec<(String, String)>) {
        let Call { scenario, function, arguments } = call;
        let Some(callable) = self.context.callable(function) else { return };
        let receiver = usize::from(self.context.has_receiver(function));
        let is_receiver = |argument: &Argument| {
            receiver == 1
                && argument.variable().is_some()
                && argument.variable() == arguments[0].variable()
        };
        let params = callable.params.iter().zip(arguments).skip(receiver);
        for ((name, ty), argument) in params {
            let ty = self.context.ty(*ty);
            let plain = noun(name, ty);
            let whole = match prefix.to_lowercase() == plain.to_lowercase() {
                true => plain.clone(),
                false => format!("{prefix} {plain}").trim().to_owned(),
            };
            // What several calls take is told apart by the calls; of several times the last one tells most.
            let other = format!("other {plain}");
            let is_free = |name: &&String| {
                let with = format!("{name}#");
                let mut known = inputs.iter();
                !known.any(|(known, _)| known == *name || known.starts_with(&with))
            };
            let Some(name) = [plain, whole, other].iter().find(is_free).cloned() else { continue };
            let value = match is_receiver(argument) {
                true => Some("for_itself".to_owned()),
                false => self.value(scenario, argument, ty),
            };
            match value {
                Some(value) => inputs.push((name, value)),
                None => {
                    self.answers(scenario, &name, argument, inputs);
                    let units = self.text(scenario, argument);
                    for (what, said) in units.iter().flat_map(|units| spoken::traits(units)) {
                        inputs.push((format!("{name}#{what}"), said));
                    }
                }
            }
        }
    }

    /// The text that an argument is.
    pub(super) fn text(&self, scenario: &Scenario, argument: &Argument) -> Option<Vec<u16>> {
        match made(scenario, argument.variable()?)? {
            Statement::Call { function, arguments, .. } => {
                match self.context.unit.api.members.get(function)? {
                    Member::Text => characters(scenario, arguments),
                    _ => None,
                }
            }
            _ => None,
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

    /// What the methods of a stub that is passed give.
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
    pub(super) fn value(
        &self,
        scenario: &Scenario,
        argument: &Argument,
        ty: Option<&JavaType>,
    ) -> Option<String> {
        let variable = match argument {
            Argument::Literal(bits) => {
                return match ty?.primitive() {
                    Some(ty) => self.word(ty, *bits as u64),
                    None => (*bits == 0).then(|| "null".to_owned()),
                };
            }
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
            Statement::Array { array, .. } => Some(match array.length {
                0 => "empty".to_owned(),
                1 => "has_1_element".to_owned(),
                length => format!("has_{length}_elements"),
            }),
            Statement::Call { function, arguments, .. } => {
                match self.context.unit.api.members.get(function)? {
                    Member::Boxed => {
                        let (_, of) = self.context.callable(*function)?.params.first()?;
                        self.value(scenario, arguments.first()?, self.context.ty(*of))
                    }
                    Member::Text => spoken::whole(&characters(scenario, arguments)?),
                    Member::ClassLiteral(class) => Some(class_name(class)),
                    Member::Stub(stub) if stub.functional => {
                        let answer = stub.methods.first()?.answer?;
                        let given = self.answer(scenario, arguments.get(answer)?)?;
                        Some(format!("giving_{given}"))
                    }
                    Member::Field { name, is_static: true, .. } => Some(name.to_lowercase()),
                    Member::Method { class, name, is_static: true, .. } => {
                        let count = match arguments.as_slice() {
                            [Argument::Literal(bits)] => *bits as u64 as i64,
                            [Argument::Variable(count)] => match made(scenario, *count)? {
                                Statement::Value { bits, .. } => *bits as u64 as i64,
                                _ => return None,
                            },
                            _ => return None,
                        };
                        dates::word(class, name, count)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// The statement that makes a variable.
pub(super) fn made(scenario: &Scenario, variable: VarId) -> Option<&Statement> {
    scenario.statements.iter().find(|statement| statement.made() == Some(variable))
}

/// The characters of a text, which are the elements of an array.
fn characters(scenario: &Scenario, arguments: &[Argument]) -> Option<Vec<u16>> {
    let Statement::Array { array, .. } = made(scenario, arguments.first()?.variable()?)? else {
        return None;
    };
    let shown = array.elements.iter().take(array.length as usize);
    Some(shown.map(|bits| *bits as u16).collect())
}

/// A type in a word: `int`, `ints`, `String`.
fn type_name(ty: &JavaType) -> String {
    match ty {
        JavaType::Primitive(_) => ty.to_string(),
        JavaType::Class { name, .. } => simple(name),
        JavaType::Array(element) => type_name(element) + "s",
    }
}

/// How a name speaks of a class: `string`, `int`, `int_array`.
fn class_name(class: &JavaType) -> String {
    match class {
        JavaType::Class { name, .. } => simple(name),
        JavaType::Primitive(_) => class.to_string(),
        JavaType::Array(element) => format!("{}_array", class_name(element)),
    }
}
