//! Which object a pointer is passed to, as a choice: null, what it points at now, or another of the same type.
//!
//! Only plain memory takes part: objects of classes are made by calls, and who gets which of them is a matter of shapes.

use program::Type;
use program::catalogue::{ApiType, ApiTypeId, Catalogue};
use scenario::{Argument, Scenario, Statement, VarId};

/// Objects that a pointer may be passed to.
const MOST_OBJECTS: usize = 8;

/// Null as one of the choices; a variable is its number and one.
const NULL: u128 = 0;

/// A choice as what is passed.
pub fn argument(choice: u128) -> Argument {
    match choice {
        NULL => Argument::Literal(0),
        _ => Argument::Variable(VarId((choice - 1) as u32)),
    }
}

/// What is passed as a choice; what is none counts as null.
pub fn choice(argument: Argument) -> u128 {
    match argument {
        Argument::Variable(VarId(number)) => u128::from(number) + 1,
        _ => NULL,
    }
}

/// The choices of what a statement passes: null and, as far as they were made before it, all objects of the type that
/// it points at now. None where there is nothing to choose.
pub fn choices(
    catalogue: &Catalogue,
    scenario: &Scenario,
    statement: usize,
    handed: Argument,
) -> Option<Vec<u128>> {
    let Argument::Variable(now) = handed else { return None };
    let before = &scenario.statements[..statement];
    let made = |statement: &Statement| Some((statement.made()?, pointee(catalogue, statement)?));
    let target = before.iter().filter_map(made).find(|(variable, _)| *variable == now)?.1;
    let fitting = before
        .iter()
        .filter(|statement| pointee(catalogue, statement) == Some(target) && !is_null(statement));
    let fitting = fitting.filter_map(Statement::made).take(MOST_OBJECTS);
    let mut choices: Vec<u128> = fitting.map(|other| choice(Argument::Variable(other))).collect();
    // There may be a variable that is null already.
    let own_null = before.iter().find(|it| it.made() == Some(now)).is_some_and(is_null);
    choices.push(if own_null { choice(handed) } else { NULL });
    choices.sort_unstable();
    choices.dedup();
    let is_there = choices.contains(&choice(handed));
    (is_there && choices.len() > 1).then_some(choices)
}

/// What the variable that a statement makes points at, if that is plain memory or nothing.
fn pointee(catalogue: &Catalogue, statement: &Statement) -> Option<ApiTypeId> {
    match statement {
        Statement::Object { object, .. } => object.of,
        Statement::Array { array, .. } if array.class.is_none() => array.of,
        Statement::Value { of, .. } if is_null(statement) => match catalogue.shape((*of)?)? {
            ApiType::Pointer(target) => Some(*target),
            _ => None,
        },
        _ => None,
    }
}

fn is_null(statement: &Statement) -> bool {
    matches!(statement, Statement::Value { ty: Type::Ptr, bits: 0, .. })
}
