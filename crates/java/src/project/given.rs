//! What an input of a run is in the words of the test: the parameter that it is passed as.

use super::Project;
use crate::api::{JavaType, Member};
use program::FuncId;
use scenario::{Argument, Scenario, Statement, VarId};
use trace::{Part, Source};

/// What a test passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Given<'p> {
    /// The name of the parameter.
    pub name: &'p str,
    pub what: What,
}

/// What kind of thing a test passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// A number, which may be boxed.
    Number,
    /// A character or a truth value.
    Character,
    /// A text.
    Text,
    /// An array of bytes or characters.
    Bytes,
    /// Another array.
    Array,
}

impl Project {
    /// What an input is; none for addresses.
    pub(super) fn given(&self, scenario: &Scenario, source: Source) -> Option<Given<'_>> {
        let Source::Variable(variable, _) = source else { return None };
        let (function, argument, is_text) = self.handed(scenario, variable)?;
        let callable = self.program.catalogue.callable(function)?;
        let (name, ty) = callable.params.get(argument)?;
        let what = match &self.api.types[*ty] {
            _ if is_text => What::Text,
            JavaType::Primitive('C' | 'Z') => What::Character,
            JavaType::Array(element) => match **element {
                JavaType::Primitive('B' | 'C') => What::Bytes,
                _ => What::Array,
            },
            JavaType::Class { name, .. } if name == "java/lang/Character" => What::Character,
            _ => match is_array(scenario, variable) {
                true => What::Array,
                false => What::Number,
            },
        };
        Some(Given { name, what })
    }

    /// The call that a variable is first handed to, what it becomes a part of taken for it; its number there, and whether it
    /// became a text.
    fn handed(&self, scenario: &Scenario, variable: VarId) -> Option<(FuncId, usize, bool)> {
        let (mut variable, mut is_text) = (variable, false);
        // A text may be boxed in nothing, a number once.
        for _ in 0..3 {
            let (function, argument, result) = scenario.statements.iter().find_map(|own| {
                let Statement::Call { function, arguments, result } = own else { return None };
                let at = arguments.iter().position(|own| *own == Argument::Variable(variable))?;
                Some((*function, at, *result))
            })?;
            match (self.api.members.get(&function), result) {
                (Some(member @ (Member::Text | Member::Boxed)), Some(made)) => {
                    is_text |= *member == Member::Text;
                    variable = made;
                }
                _ => return Some((function, argument, is_text)),
            }
        }
        None
    }

    /// Whether a variable holds the characters of a text that a call is given.
    pub(super) fn is_text(&self, scenario: &Scenario, variable: VarId) -> bool {
        self.handed(scenario, variable).is_some_and(|(.., is_text)| is_text)
    }

    /// The numbers and arrays that a call of a scenario is given, with the names of their parameters.
    pub(super) fn numbers(&self, scenario: &Scenario, call: usize) -> Vec<(Source, String)> {
        let Some(Statement::Call { function, .. }) = scenario.statements.get(call) else {
            return Vec::new();
        };
        let values = scenario.statements.iter().filter_map(|statement| match statement {
            Statement::Value { variable, ty, .. } if *ty != program::Type::Ptr => {
                Some((*variable, Part::Value))
            }
            Statement::Array { variable, .. } => Some((*variable, Part::Length)),
            _ => None,
        });
        let numbers = values.filter_map(|(variable, part)| {
            let source = Source::Variable(variable, part);
            let (handed, ..) = self.handed(scenario, variable)?;
            let given = self.given(scenario, source)?;
            let is_raw = matches!(given.what, What::Number | What::Array);
            (handed == *function && is_raw).then(|| (source, given.name.to_owned()))
        });
        numbers.collect()
    }

    /// Whether an array is handed to a call, other than the characters of a text.
    pub(super) fn hands_array(&self, scenario: &Scenario) -> bool {
        scenario.statements.iter().any(|statement| match statement {
            Statement::Array { variable, .. } => {
                self.handed(scenario, *variable).is_some_and(|(.., is_text)| !is_text)
            }
            _ => false,
        })
    }

    /// Whether a function takes a text.
    pub(super) fn takes_text(&self, function: FuncId) -> bool {
        self.takes(function, |class| {
            matches!(class, "java/lang/String" | "java/lang/CharSequence" | "java/io/Reader")
        })
    }

    /// Whether a call of a scenario takes an object of any class.
    pub(super) fn takes_object(&self, scenario: &Scenario) -> bool {
        scenario.statements.iter().any(|statement| match statement {
            Statement::Call { function, .. } => self.takes(*function, |class| {
                matches!(class, "java/lang/Object" | "java/lang/Comparable" | "java/lang/Class")
            }),
            _ => false,
        })
    }

    /// Whether a function takes nothing at all.
    pub(super) fn takes_nothing(&self, function: FuncId) -> bool {
        self.program.catalogue.callable(function).is_some_and(|own| own.params.is_empty())
    }

    fn takes(&self, function: FuncId, wanted: impl Fn(&str) -> bool) -> bool {
        let callable = self.program.catalogue.callable(function);
        let mut params = callable.into_iter().flat_map(|callable| &callable.params);
        params.any(|(_, ty)| match &self.api.types[*ty] {
            JavaType::Array(element) => element.class_name().is_some_and(&wanted),
            ty => ty.class_name().is_some_and(&wanted),
        })
    }
}

fn is_array(scenario: &Scenario, variable: VarId) -> bool {
    scenario
        .statements
        .iter()
        .any(|own| matches!(own, Statement::Array { variable: made, .. } if *made == variable))
}
