//! Simpler things in place of what calls give.

use super::Ask;
use crate::checks::callable;
use program::catalogue::{ApiItem, ApiType, ApiTypeId, Catalogue};
use program::{FuncId, Type};
use scenario::{Argument, Place, Scenario, Statement, VarId};

/// Answers of one question that are left out together with a call, at most so far from the first.
const ANSWERS: usize = 4;

/// Puts null, what the call was given, or what an earlier call gave in place of what a call gives, and leaves out
/// the call: of `length(reverse(list))` often `length(list)` is enough.
pub(super) fn replace_results(catalogue: &Catalogue, best: &mut Scenario, ask: &mut Ask<'_>) {
    let mut index = best.statements.len();
    while index > 0 && !ask.is_spent() {
        index -= 1;
        let found = substitutes(catalogue, best, index).into_iter().find_map(|substitute| {
            let mut candidate = best.clone();
            let Statement::Call { result: Some(result), .. } = candidate.statements.remove(index)
            else {
                return None;
            };
            substitute_for(&mut candidate, result, substitute);
            ask.same(&candidate).then_some(candidate)
        });
        if let Some(candidate) = found {
            *best = candidate;
        }
    }
}

/// What may stand in place of the result of a call, the simplest first.
fn substitutes(catalogue: &Catalogue, scenario: &Scenario, index: usize) -> Vec<Argument> {
    let Statement::Call { result: Some(result), function, arguments } = &scenario.statements[index]
    else {
        return Vec::new();
    };
    let Some(target) = given(catalogue, *function) else { return Vec::new() };
    let later = &scenario.statements[index + 1..];
    let in_place = |statement: &Statement| {
        match statement {
        Statement::Set { place: Place::Variable(base, _), .. } => base == result,
        Statement::Call { arguments, .. } => arguments.iter().any(|argument| {
            matches!(argument, Argument::Part(base, _) | Argument::Inside(base, _) if base == result)
        }),
        _ => false,
    }
    };
    if later.iter().any(in_place) || !later.iter().any(|statement| super::uses(statement, *result))
    {
        return Vec::new();
    }
    // A managed object that is made for good is as good as null to a reader; what another one gives is not.
    let managed = !matches!(
        callable(catalogue, *function).and_then(|callable| catalogue.shape(callable.result)),
        Some(ApiType::Pointer(_))
    );
    let asked =
        catalogue.items.iter().any(|item| matches!(item, ApiItem::Receiver(of) if of == function));
    let mut found: Vec<Argument> =
        (!managed || asked).then_some(Argument::Literal(0)).into_iter().collect();
    let params = callable(catalogue, *function).map(|callable| callable.params.as_slice());
    for (argument, (_, ty)) in arguments.iter().zip(params.unwrap_or_default()) {
        let fits = referred(catalogue, *ty).is_some_and(|of| is_same(catalogue, of, target));
        if fits && matches!(argument, Argument::Variable(_) | Argument::Global(_)) {
            found.push(*argument);
        }
    }
    for earlier in &scenario.statements[..index] {
        if let Statement::Call { result: Some(earlier), function, .. } = earlier
            && given(catalogue, *function).is_some_and(|of| is_same(catalogue, of, target))
            && !found.contains(&Argument::Variable(*earlier))
        {
            found.push(Argument::Variable(*earlier));
        }
    }
    found
}

/// What the result of a function refers to.
fn given(catalogue: &Catalogue, function: FuncId) -> Option<ApiTypeId> {
    referred(catalogue, callable(catalogue, function)?.result)
}

/// What something of a type refers to: what a pointer points at; a reference to a managed object is its class.
fn referred(catalogue: &Catalogue, ty: ApiTypeId) -> Option<ApiTypeId> {
    match catalogue.shape(ty)? {
        ApiType::Pointer(target) => Some(*target),
        ApiType::Class(_) | ApiType::Managed { .. } => Some(ty),
        _ => None,
    }
}

fn is_same(catalogue: &Catalogue, a: ApiTypeId, b: ApiTypeId) -> bool {
    catalogue.resolve(a) == catalogue.resolve(b)
}

fn substitute_for(scenario: &mut Scenario, result: VarId, substitute: Argument) {
    let change = |argument: &mut Argument| {
        if *argument == Argument::Variable(result) {
            *argument = substitute;
        }
    };
    for statement in &mut scenario.statements {
        match statement {
            Statement::Call { arguments, .. } => arguments.iter_mut().for_each(change),
            Statement::Set { value, ty: Type::Ptr, .. } => change(value),
            _ => {}
        }
    }
}

/// Puts what a call is handed for another parameter of the same type in the place of null: where one object does for both,
/// nobody asks why the other is missing. Objects of managed memory only, of which two names never disturb each other.
pub(super) fn fill_nulls(catalogue: &Catalogue, best: &mut Scenario, ask: &mut Ask<'_>) {
    for index in 0..best.statements.len() {
        let Statement::Call { function, arguments, .. } = &best.statements[index] else { continue };
        let Some(callable) = callable(catalogue, *function) else { continue };
        let is_managed = |ty: ApiTypeId| {
            matches!(catalogue.shape(ty), Some(ApiType::Class(_) | ApiType::Managed { .. }))
        };
        let given = |at: usize| match arguments[at] {
            Argument::Variable(variable) => !best.statements.iter().any(
                |own| matches!(own, Statement::Value { variable: made, .. } if *made == variable),
            ),
            _ => false,
        };
        let types: Vec<ApiTypeId> = callable.params.iter().map(|(_, ty)| *ty).collect();
        let places = 0..types.len().min(arguments.len());
        let mut pairs = Vec::new();
        for null in places.clone().filter(|at| is_managed(types[*at]) && !given(*at)) {
            let other = places.clone().find(|at| given(*at) && types[*at] == types[null]);
            pairs.extend(other.map(|other| (null, arguments[other])));
        }
        for (null, other) in pairs {
            let mut candidate = best.clone();
            if let Statement::Call { arguments, .. } = &mut candidate.statements[index] {
                arguments[null] = other;
            }
            if ask.same(&candidate) {
                *best = candidate;
            }
        }
    }
}

/// Leaves out a call together with one answer of a stream, which it may have been that asked for it.
pub(super) fn drop_answered_calls(best: &mut Scenario, ask: &mut Ask<'_>) {
    let answers = |scenario: &Scenario| -> Vec<(usize, usize)> {
        let streams = scenario.statements.iter().enumerate();
        let streams = streams.filter_map(|(index, statement)| match statement {
            Statement::Stream { values, .. } => Some((index, values.len())),
            _ => None,
        });
        streams
            .flat_map(|(index, count)| (0..count.min(ANSWERS)).map(move |at| (index, at)))
            .collect()
    };
    let mut index = best.statements.len().saturating_sub(1);
    while index > 0 && !ask.is_spent() {
        index -= 1;
        let Statement::Call { result, .. } = &best.statements[index] else { continue };
        let mut later = best.statements[index + 1..].iter();
        if result.is_some_and(|result| later.any(|statement| super::uses(statement, result))) {
            continue;
        }
        let found = answers(best).into_iter().find_map(|(stream, at)| {
            let mut candidate = best.clone();
            if let Statement::Stream { values, .. } = &mut candidate.statements[stream] {
                values.remove(at);
            }
            candidate.statements.remove(index);
            ask.same(&candidate).then_some(candidate)
        });
        if let Some(candidate) = found {
            *best = candidate;
        }
    }
}
