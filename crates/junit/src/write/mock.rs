//! Mocks: interfaces stood in for by Mockito, told what to give before the test goes on.

use super::body::Body;
use super::context::Context;
use super::keyed::is_recording;
use super::stub::{Answer, overridden};
use super::{Inexpressible, Mocks, mention, types};
use crate::api::{JavaType, Member, Stub, StubMethod};
use program::FuncId;
use scenario::{Argument, Statement, VarId};

/// What is imported of Mockito.
const MOCK: &str = "org.mockito.Mockito.mock";
const WHEN: &str = "org.mockito.Mockito.when";
const ANY: &str = "org.mockito.ArgumentMatchers.any";
const NULLABLE: &str = "org.mockito.ArgumentMatchers.nullable";
const EQ: &str = "org.mockito.ArgumentMatchers.eq";

/// A mock: the expression that makes it, and what its methods are told to give.
pub(super) struct Mock {
    /// `mock(Shop.class)`.
    pub made: String,
    /// What stands between `when(shop` and the end of the statement, for each method that gives something.
    told: Vec<String>,
}

impl Mock {
    /// The statements that tell a mock of a name what to give.
    pub(super) fn statements(&self, name: &str) -> Vec<String> {
        self.told.iter().map(|told| format!("when({name}{told}")).collect()
    }
}

impl<'u> Context<'u> {
    /// The stub that a mock is written for.
    pub(super) fn mocked(&self, function: FuncId) -> Option<&'u Stub> {
        match self.unit.api.members.get(&function)? {
            Member::Stub(stub) => {
                let is_mock = self.unit.style.mocks == Mocks::Mockito && stub.mockable;
                (is_mock && !stub.functional).then_some(stub)
            }
            _ => None,
        }
    }
}

impl Body<'_> {
    /// What stands in for an interface where tests are written with Mockito; a lambda is shorter, and what has methods
    /// of its own would lose them.
    pub(super) fn mock(
        &mut self,
        function: FuncId,
        arguments: &[Argument],
    ) -> Result<Option<Mock>, Inexpressible> {
        let context = self.context;
        let is_mock = |stub: &&Stub| !is_recording(stub, self.test, arguments);
        let Some(stub) = context.mocked(function).filter(is_mock) else { return Ok(None) };
        let nameless = || Inexpressible("it calls what has no name".to_owned());
        let result = context.result(function).cloned().ok_or_else(nameless)?;
        if types::is_parameterised(&result) {
            self.suppressed.insert("unchecked");
        }
        if types::is_raw(context.unit.classes, &result) {
            self.suppressed.extend(["rawtypes", "unchecked"]);
        }
        self.mocking.insert(MOCK);
        let mut told = Vec::new();
        for method in overridden(context, stub, &result) {
            let told_of = method.answer.and_then(|answer| arguments.get(answer)?.variable());
            if told_of.is_some_and(|variable| self.is_empty(variable))
                && is_never_null(&method.gives)
            {
                continue;
            }
            let answer = self.answer(&method, arguments)?;
            let mut given: Vec<(String, String)> = match &answer {
                Answer::ByArgument(own) => {
                    let exact = Some((own.parameter, own.key.as_str()));
                    vec![
                        (self.matchers(stub, &method, None), narrow(&method.gives, &own.answer)),
                        (self.matchers(stub, &method, exact), narrow(&method.gives, &own.special)),
                    ]
                }
                answer => match given(answer, &method.gives) {
                    Some(given) => vec![(self.matchers(stub, &method, None), given)],
                    None => continue,
                },
            };
            self.mocking.insert(WHEN);
            if method.throws {
                self.throws = self.throws.or(Some("Exception"));
            }
            self.suppressed.extend(method.warnings.iter().copied());
            for (takes, given) in given.drain(..) {
                told.push(format!(".{}({takes})).thenReturn({given});", method.name));
            }
        }
        let made = format!("mock({}.class)", mention::class(&stub.class));
        Ok(Some(Mock { made, told }))
    }

    /// Whether a variable that nothing but a mock is told of holds something empty, as a mock gives it by itself.
    fn is_empty(&self, variable: VarId) -> bool {
        let made = self.maker(variable).filter(|_| self.is_deferred(variable));
        matches!(made, Some(Statement::Call { arguments, .. }) if arguments.is_empty())
    }

    /// Arguments that stand for whatever is passed, null included, but for one that has to have a value.
    fn matchers(
        &mut self,
        stub: &Stub,
        method: &StubMethod,
        exact: Option<(usize, &str)>,
    ) -> String {
        if let (Some((_, key)), [ty]) = (exact, method.takes.as_slice()) {
            return narrow(ty, key);
        }
        let same_name = stub.methods.iter().filter(|other| other.name == method.name);
        let is_overloaded = same_name.count() > 1;
        let mut matchers = Vec::new();
        for (index, ty) in method.takes.iter().enumerate() {
            let (import, text) = match ty {
                _ if exact.is_some_and(|(parameter, _)| parameter == index) => {
                    let key = exact.map_or("", |(_, key)| key);
                    (EQ, format!("eq({})", narrow(ty, key)))
                }
                JavaType::Primitive(letter) => any_primitive(*letter),
                _ if is_overloaded => {
                    let class = self.context.element(&ty.erased(), &mut self.suppressed);
                    (NULLABLE, format!("nullable({class}.class)"))
                }
                _ => (ANY, "any()".to_owned()),
            };
            self.mocking.insert(import);
            matchers.push(text);
        }
        matchers.join(", ")
    }
}

fn any_primitive(letter: char) -> (&'static str, String) {
    let (import, name) = match letter {
        'Z' => ("org.mockito.ArgumentMatchers.anyBoolean", "anyBoolean"),
        'B' => ("org.mockito.ArgumentMatchers.anyByte", "anyByte"),
        'C' => ("org.mockito.ArgumentMatchers.anyChar", "anyChar"),
        'S' => ("org.mockito.ArgumentMatchers.anyShort", "anyShort"),
        'J' => ("org.mockito.ArgumentMatchers.anyLong", "anyLong"),
        'F' => ("org.mockito.ArgumentMatchers.anyFloat", "anyFloat"),
        'D' => ("org.mockito.ArgumentMatchers.anyDouble", "anyDouble"),
        _ => ("org.mockito.ArgumentMatchers.anyInt", "anyInt"),
    };
    (import, format!("{name}()"))
}

/// What a method is told to give; nothing where a mock gives that by itself.
fn given(answer: &Answer, gives: &JavaType) -> Option<String> {
    let primitive = gives.primitive();
    let is_default = |text: &str| match primitive {
        Some(_) => matches!(text, "0" | "0L" | "0.0" | "0.0f" | "false" | "'\\u0000'"),
        None => text == "null" && !is_never_null(gives),
    };
    match answer {
        Answer::Nothing | Answer::Recorded(_) | Answer::Elements(_) | Answer::ByArgument(_) => None,
        Answer::Always(text) if is_default(text) => None,
        Answer::Always(text) => Some(narrow(gives, text)),
        Answer::InTurn(texts) => {
            let texts = texts.iter().map(|text| narrow(gives, text));
            Some(texts.collect::<Vec<_>>().join(", "))
        }
    }
}

/// A value as something of a type that nobody else gives it: what is handed to a generic method is put into a box.
fn narrow(gives: &JavaType, text: &str) -> String {
    match gives {
        JavaType::Primitive('B') => format!("(byte) {text}"),
        JavaType::Primitive('S') => format!("(short) {text}"),
        JavaType::Primitive('J') if text.ends_with(|last: char| last.is_ascii_digit()) => {
            format!("{text}L")
        }
        // A null alone could be an array of all that is to be given.
        JavaType::Class { .. } | JavaType::Array(_) if text == "null" => {
            let erased = gives.erased();
            match erased.class_name() {
                Some(class) => format!("({}) null", mention::class(class)),
                None => "(Object) null".to_owned(),
            }
        }
        _ => text.to_owned(),
    }
}

/// Whether a mock gives something empty where it is told nothing, and no null.
fn is_never_null(gives: &JavaType) -> bool {
    let Some(class) = gives.class_name() else { return false };
    class.starts_with("java/util/")
        || class == "java/lang/Iterable"
        || class.starts_with("java/time/")
        || classfile::descriptor::JType::wrapped_by(class).is_some()
}
