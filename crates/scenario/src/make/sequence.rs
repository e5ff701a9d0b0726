//! Operators on sequences of calls: calls come and go anywhere, and two sequences become one.
//!
//! The mutations and the crossover of whole-test-suite search (G. Fraser, A. Arcuri, Whole test suite generation,
//! IEEE TSE 39(2), 2013). What they make is repaired at once: what a deleted call gave is replaced by something else
//! that fits, or whoever needs it goes too; what a tail needs of its own head comes along.

use fastrand::Rng;
use program::{FuncId, GlobalId, Id, Type};

use super::Maker;
use super::build::Builder;
use super::change::{calls, insert_call_at, name_again};
use crate::{Argument, Place, Scenario, Statement, VarId};

/// How many calls a scenario makes.
pub fn length(scenario: &Scenario) -> usize {
    calls(scenario).count()
}

/// Where calls may be inserted: before everything, and after each call.
pub fn gaps(scenario: &Scenario) -> Vec<usize> {
    let first = scenario.statements.iter().take_while(|statement| is_world(statement)).count();
    std::iter::once(first).chain(calls(scenario).map(|at| at + 1)).collect()
}

/// Inserts the call of a function, with what it takes, before the statement `at`.
pub fn insert(
    maker: &Maker<'_>,
    random: &mut Rng,
    scenario: &mut Scenario,
    (function, globals): (FuncId, &[GlobalId]),
    at: usize,
) {
    let rest = scenario.statements.split_off(at);
    let with_globals = random.u8(..4) == 0;
    let mut builder = Builder::onto(maker, random, std::mem::take(scenario));
    if with_globals {
        builder.globals(globals);
    }
    builder.call(function);
    let renamed = builder.take_renamed();
    *scenario = builder.finish();
    scenario.statements.extend(rest);
    scenario.renumber();
    name_again(scenario, renamed);
}

/// Inserts a call before the statement `at`, of a function that takes what is made before it.
pub fn insert_on(
    maker: &Maker<'_>,
    random: &mut Rng,
    scenario: &mut Scenario,
    globals: &[GlobalId],
    at: usize,
) -> bool {
    insert_call_at(maker, random, scenario, globals, at, true)
}

/// Whether a function is called on an object.
pub fn is_method(maker: &Maker<'_>, function: FuncId) -> bool {
    maker.index.managed.has_receiver(function)
}

/// Adds a call of a function on an object that the scenario makes. Its numbers are mostly small: the first things of an
/// object are there if any are. Gives `false` if it makes none that fits.
pub fn call_on(
    maker: &Maker<'_>,
    random: &mut Rng,
    scenario: &mut Scenario,
    function: FuncId,
) -> bool {
    let callables = &maker.index.callables;
    let receiver = callables.get(&function).and_then(|callable| callable.params.first());
    let Some((_, wanted)) = receiver.filter(|_| is_method(maker, function)) else { return false };
    let fits = |statement: &Statement| match statement {
        Statement::Call { result: Some(result), function, .. } => {
            let given = callables.get(function)?.result;
            maker.index.managed.fits(given, *wanted).then_some(*result)
        }
        _ => None,
    };
    let objects: Vec<VarId> = scenario.statements.iter().filter_map(fits).collect();
    if objects.is_empty() {
        return false;
    }
    let object = objects[random.usize(..objects.len())];
    let end = scenario.statements.len();
    let mut builder = Builder::onto(maker, random, std::mem::take(scenario));
    builder.call_with(function, 0, object);
    let renamed = builder.take_renamed();
    *scenario = builder.finish();
    for statement in &mut scenario.statements[end..] {
        if let Statement::Value { ty: Type::I32 | Type::I64, bits, .. } = statement
            && random.bool()
        {
            *bits = random.u128(..2);
        }
    }
    scenario.renumber();
    name_again(scenario, renamed);
    true
}

/// Deletes the statement `at`. What uses what it made uses something else that is there, or is deleted too.
pub fn delete(maker: &Maker<'_>, random: &mut Rng, scenario: &mut Scenario, at: usize) {
    let mut gone: Vec<VarId> = scenario.statements.remove(at).made().into_iter().collect();
    let mut next = at;
    while next < scenario.statements.len() && !gone.is_empty() {
        let mut hit = false;
        scenario.statements[next].uses(|variable| hit |= gone.contains(&variable));
        if !hit || mend(maker, random, scenario, next, &gone) {
            next += 1;
        } else {
            gone.extend(scenario.statements.remove(next).made());
        }
    }
    scenario.prune();
}

/// Lets a call use something else than what is gone. Gives whether it could.
fn mend(
    maker: &Maker<'_>,
    random: &mut Rng,
    scenario: &mut Scenario,
    at: usize,
    gone: &[VarId],
) -> bool {
    let Statement::Call { function, arguments, .. } = &scenario.statements[at] else {
        return false;
    };
    let (function, mut arguments) = (*function, arguments.clone());
    let Some(callable) = maker.index.callables.get(&function) else { return false };
    if maker.index.passings.contains_key(&function) {
        return false;
    }
    let earlier = Scenario {
        variables: scenario.variables.clone(),
        statements: scenario.statements[..at].to_vec(),
    };
    let mut builder = Builder::onto(maker, random, earlier);
    for (argument, (_, ty)) in arguments.iter_mut().zip(&callable.params) {
        if argument.variable().is_some_and(|variable| gone.contains(&variable)) {
            match builder.existing(*ty) {
                Some(other) => *argument = other,
                None => return false,
            }
        }
    }
    if let Statement::Call { arguments: own, .. } = &mut scenario.statements[at] {
        *own = arguments;
    }
    true
}

/// Keeps the first statements only.
pub fn cut(scenario: &mut Scenario, statements: usize) {
    scenario.statements.truncate(statements);
    scenario.prune();
}

/// The statements of `head` before `until`, then those of `tail` from `from` on, with what they need. Where the tail
/// needs an object, it is sometimes one of the head's.
pub fn join(
    maker: &Maker<'_>,
    random: &mut Rng,
    (head, until): (&Scenario, usize),
    (tail, from): (&Scenario, usize),
) -> Scenario {
    let mut joined = Scenario {
        variables: head.variables.clone(),
        statements: head.statements[..until].to_vec(),
    };
    joined.renumber();
    // What answers the program is there for the whole of it, and once.
    for statement in head.statements[until..].iter().chain(&tail.statements) {
        if is_world(statement) && !joined.statements.iter().any(|other| is_same(other, statement)) {
            let mut statement = statement.clone();
            if let Statement::Stream { variable, name, .. } = &mut statement {
                *variable = joined.declare_fresh(&super::change::stem(name));
            }
            joined.statements.insert(0, statement);
        }
    }
    let needed = needed(tail, from);
    let mut renamed: Vec<Option<VarId>> = vec![None; tail.variables.len()];
    let start = joined.statements.len();
    let mut end = start;
    let own = joined.clone();
    for (index, statement) in tail.statements.iter().enumerate() {
        let wanted = index >= from || needed[index];
        if !wanted || is_world(statement) {
            continue;
        }
        if index < from
            && let Some(own) = lend(maker, random, &own, statement)
        {
            renamed[statement.made().map_or(0, Id::index)] = Some(own);
            continue;
        }
        let mut statement = statement.clone();
        let made = statement.made();
        if let Some(made) = made {
            let other = joined.declare_fresh(stem(tail.name(made)));
            renamed[made.index()] = Some(other);
        }
        statement.variables_mut(|variable| {
            if let Some(Some(other)) = renamed.get(variable.index()) {
                *variable = *other;
            }
        });
        joined.statements.push(statement);
        if index < from {
            end = joined.statements.len();
        }
    }
    joined.prune_calls(start..end);
    joined
}

/// A name without the number that told it from others.
fn stem(name: &str) -> &str {
    match name.rsplit_once('_') {
        Some((stem, number)) if !stem.is_empty() && number.parse::<u32>().is_ok() => stem,
        _ => name,
    }
}

/// One of the objects of the head in place of what a call would give.
fn lend(
    maker: &Maker<'_>,
    random: &mut Rng,
    head: &Scenario,
    statement: &Statement,
) -> Option<VarId> {
    let Statement::Call { result: Some(_), function, .. } = statement else { return None };
    if random.bool() {
        return None;
    }
    let callable = maker.index.callables.get(function)?;
    let mut builder = Builder::onto(maker, random, head.clone());
    match builder.existing(callable.result)? {
        Argument::Variable(variable) => Some(variable),
        _ => None,
    }
}

/// The statements before `from` that those from there on need.
fn needed(scenario: &Scenario, from: usize) -> Vec<bool> {
    let mut needed = vec![false; scenario.statements.len()];
    let mut used = vec![false; scenario.variables.len()];
    for statement in &scenario.statements[from..] {
        statement.uses(|variable| used[variable.index()] = true);
    }
    // What an earlier statement hands to an object that is needed is found in another round.
    loop {
        let mut changed = false;
        for (index, statement) in scenario.statements[..from].iter().enumerate().rev() {
            let wanted = match statement {
                Statement::Set { place: Place::Variable(variable, _), .. } => {
                    used[variable.index()]
                }
                Statement::Set { .. } => true,
                other => other.made().is_some_and(|variable| used[variable.index()]),
            };
            if wanted && !needed[index] {
                needed[index] = true;
                changed = true;
                statement.uses(|variable| used[variable.index()] = true);
            }
        }
        if !changed {
            return needed;
        }
    }
}

/// Whether a statement is about the world around the program.
fn is_world(statement: &Statement) -> bool {
    matches!(
        statement,
        Statement::Stream { .. }
            | Statement::Arguments(_)
            | Statement::StandardInput(_)
            | Statement::File { .. }
    )
}

/// Whether two statements are about the same part of the world.
fn is_same(a: &Statement, b: &Statement) -> bool {
    match (a, b) {
        (Statement::Stream { name: a, .. }, Statement::Stream { name: b, .. }) => a == b,
        (Statement::File { path: a, .. }, Statement::File { path: b, .. }) => a == b,
        (Statement::Arguments(_), Statement::Arguments(_))
        | (Statement::StandardInput(_), Statement::StandardInput(_)) => true,
        _ => false,
    }
}
