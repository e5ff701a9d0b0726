//! Whether a stub of a test gives different objects for different arguments, so that the test has to say for which, and
//! whether the test looks at what the stub was handed.

use super::JavaTest;
use crate::api::{Stub, StubMethod};
use scenario::{Argument, Statement, VarId};

/// Whether a test looks at what a stub that is made by some arguments was handed.
pub(super) fn is_recording(stub: &Stub, test: &JavaTest, arguments: &[Argument]) -> bool {
    stub.methods.iter().any(|method| recorded(method, test, arguments).is_some())
}

/// The list that a method adds to what it is handed, where a test looks at that.
pub(super) fn recorded(
    method: &StubMethod,
    test: &JavaTest,
    arguments: &[Argument],
) -> Option<VarId> {
    let list = arguments.get(method.records?)?.variable()?;
    let is_looked_at = test.checks.iter().any(|check| check.subject.variable() == Some(list));
    is_looked_at.then_some(list)
}

/// Whether a stub made by some arguments tells arguments apart.
pub(super) fn is_keyed(stub: &Stub, statements: &[Statement], arguments: &[Argument]) -> bool {
    stub.methods.iter().any(|method| tells_apart(method, statements, arguments))
}

/// The arguments of a stub that are values which nothing is told apart by.
pub(super) fn unused_keys(
    stub: &Stub,
    statements: &[Statement],
    arguments: &[Argument],
) -> Vec<usize> {
    let unused = stub.methods.iter().filter(|own| !tells_apart(own, statements, arguments));
    let keyed = unused.filter_map(|method| method.keyed);
    keyed.flat_map(|keyed| [keyed.key, keyed.special]).collect()
}

/// Whether a method gives something else for one argument: not null, which stands for the same, and not the same object.
pub(super) fn tells_apart(
    method: &StubMethod,
    statements: &[Statement],
    arguments: &[Argument],
) -> bool {
    let Some(keyed) = method.keyed else { return false };
    let Some(Argument::Variable(special)) = arguments.get(keyed.special) else { return false };
    let made = statements.iter().find(|statement| statement.made() == Some(*special));
    let is_null = matches!(made, Some(Statement::Value { .. }) | None);
    let answer = method.answer.and_then(|answer| arguments.get(answer));
    !is_null && answer != Some(&Argument::Variable(*special))
}
