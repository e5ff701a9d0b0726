//! The order of tests: those of one method stand together, in the order of the class under test.

use super::context::Context;
use super::{JavaTest, Unit, plan};
use crate::api::Member;
use program::FuncId;
use std::collections::BTreeMap;

/// Puts tests of one method together: constructors first, then methods in the order in which the class has them.
///
/// Tests of one method keep their order.
pub(super) fn by_method(unit: &Unit<'_>, tests: &mut [JavaTest]) {
    let context = Context::new(unit);
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for (place, function) in context.functions().enumerate() {
        places.entry(context.called(function)).or_insert(place);
    }
    tests.sort_by_cached_key(|test| {
        let subject = context.subject(test);
        let is_made = subject.is_some_and(|subject| context.makes(subject));
        let place = subject.and_then(|subject| places.get(&context.called(subject)));
        (!is_made, place.copied().unwrap_or(usize::MAX))
    });
}

impl Context<'_> {
    /// The function that a test is about.
    pub(super) fn subject(&self, test: &JavaTest) -> Option<FuncId> {
        let statements = &test.scenario.statements;
        match &statements[plan::last(self, statements)?] {
            scenario::Statement::Call { function, .. } => Some(*function),
            _ => None,
        }
    }

    /// What a function is called in a name: overloads have the same one.
    pub(super) fn called(&self, function: FuncId) -> String {
        match self.unit.api.members.get(&function) {
            Some(
                Member::Constructor { class, .. } | Member::Stub(crate::api::Stub { class, .. }),
            ) => format!("new_{}", super::names::simple(class)),
            Some(Member::Method { name, .. } | Member::Field { name, .. }) => name.clone(),
            Some(Member::SetField { name, .. }) => format!("set_{name}"),
            _ => "value".to_owned(),
        }
    }

    /// Whether a function makes an object by a constructor.
    fn makes(&self, function: FuncId) -> bool {
        let member = self.unit.api.members.get(&function);
        matches!(member, Some(Member::Constructor { .. } | Member::Stub(_)))
    }

    /// The nested class for tests of a function.
    pub(super) fn nested(&self, function: Option<FuncId>) -> String {
        let Some(function) = function else { return "OtherTests".to_owned() };
        let called = self.called(function);
        let own = format!("new_{}", super::names::simple(&self.unit.class));
        if called == own {
            return "ConstructorTests".to_owned();
        }
        let name = super::names::camel(&called);
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let name: String = name.chars().filter(|letter| is_plain(*letter)).collect();
        format!("{}Tests", super::variables::capitalised(&name))
    }
}
