//! What several tests have in common and the class with the tests has a method for.

use super::context::Context;
use super::{JavaTest, stub, variables};
use crate::api::Member;
use program::FuncId;
use scenario::Statement;
use std::collections::{BTreeMap, BTreeSet};

/// How many tests have to repeat something before it gets a method.
const MANY: usize = 3;

/// The stubs that a method of the class with the tests makes, with its name: those that many tests need and that take
/// several lines.
pub(super) fn stubs(context: &Context<'_>, tests: &[JavaTest]) -> BTreeMap<FuncId, String> {
    let mut users: BTreeMap<FuncId, usize> = BTreeMap::new();
    for test in tests {
        let called = test.scenario.statements.iter().filter_map(|statement| match statement {
            Statement::Call { function, .. } => Some(*function),
            _ => None,
        });
        for function in called.collect::<BTreeSet<FuncId>>() {
            *users.entry(function).or_default() += 1;
        }
    }
    let mut taken: BTreeSet<String> = tests.iter().map(|test| test.name.clone()).collect();
    let mut shared = BTreeMap::new();
    for (function, count) in users {
        let Some(Member::Stub(made)) = context.unit.api.members.get(&function) else { continue };
        if made.functional || count < MANY || stub::helper(context, function, "stub").is_none() {
            continue;
        }
        let stem = variables::of_class(&made.class);
        let numbered = (2..).map(|number| format!("{stem}{number}"));
        let mut names = std::iter::once(stem.clone()).chain(numbered);
        if let Some(name) = names.find(|name| taken.insert(name.clone())) {
            shared.insert(function, name);
        }
    }
    shared
}
