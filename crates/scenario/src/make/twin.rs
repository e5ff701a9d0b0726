//! Twins: an argument that is made as another one is, or nearly so. What compares two things takes its ways only on such.

use super::{Maker, change};
use crate::{Argument, Array, Place, Scenario, Statement, VarId};
use fastrand::Rng;
use program::FuncId;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Statements that a twin may be made of.
const LONGEST: usize = 24;

/// Hands the last call what another of its arguments is made of once more, at times with one input changed. Gives
/// `false` if it has no two such arguments.
pub fn twin(maker: &Maker<'_>, random: &mut Rng, scenario: &mut Scenario) -> bool {
    let is_call = |statement: &Statement| matches!(statement, Statement::Call { .. });
    let Some(last) = scenario.statements.iter().rposition(is_call) else { return false };
    let Statement::Call { function, ref arguments, .. } = scenario.statements[last] else {
        return false;
    };
    let mut pairs = Vec::new();
    for (from, argument) in arguments.iter().enumerate() {
        for (to, other) in arguments.iter().enumerate().filter(|(to, _)| *to != from) {
            let Argument::Variable(source) = *argument else { continue };
            if fits(maker, scenario, source, other, (function, to)) {
                pairs.push((source, to));
            }
        }
    }
    if pairs.is_empty() {
        return false;
    }
    let (source, to) = pairs[random.usize(..pairs.len())];
    let Some((copies, twin)) = double(scenario, source, last) else { return false };
    if let Statement::Call { arguments, .. } = &mut scenario.statements[copies.end] {
        arguments[to] = Argument::Variable(twin);
    }
    let inputs: Vec<usize> =
        copies.filter(|at| change::is_input(&scenario.statements[*at])).collect();
    if !inputs.is_empty() && random.bool() {
        let at = inputs[random.usize(..inputs.len())];
        change::input_from(maker, random, scenario, at);
    }
    scenario.prune();
    true
}

/// Makes once more, in front of a statement, what a variable holds there, with what was done to it. Gives the new
/// statements and the variable that they make; none, and nothing new, if it takes too many.
pub fn double(
    scenario: &mut Scenario,
    source: VarId,
    before: usize,
) -> Option<(Range<usize>, VarId)> {
    let taken = origin(scenario, source, before);
    if taken.is_empty() || taken.len() > LONGEST {
        return None;
    }
    let mut renamed: BTreeMap<VarId, VarId> = BTreeMap::new();
    let mut copies = Vec::with_capacity(taken.len());
    for at in taken {
        let mut statement = scenario.statements[at].clone();
        if let Some(made) = statement.made() {
            let name = scenario.name(made).to_owned();
            renamed.insert(made, scenario.declare_fresh(&name));
        }
        statement.variables_mut(|variable| {
            if let Some(own) = renamed.get(variable) {
                *variable = *own;
            }
        });
        copies.push(statement);
    }
    let twin = *renamed.get(&source)?;
    let count = copies.len();
    scenario.statements.splice(before..before, copies);
    Some((before..before + count, twin))
}

/// Whether what a variable holds may be passed at a place of a call in place of another argument.
fn fits(
    maker: &Maker<'_>,
    scenario: &Scenario,
    source: VarId,
    other: &Argument,
    place: (FuncId, usize),
) -> bool {
    let made = |variable: VarId| {
        scenario.statements.iter().find(|statement| statement.made() == Some(variable))
    };
    let Some(source) = made(source) else { return false };
    let other = match other {
        Argument::Variable(other) => made(*other),
        Argument::Literal(_) => None,
        // Part of a record, or an address of its own kind.
        _ => return false,
    };
    match (source, other) {
        (Statement::Array { array, .. }, Some(Statement::Array { array: other, .. })) => {
            let kind = |own: &Array| (own.element, own.class, own.of, own.extent);
            kind(array) == kind(other)
        }
        (Statement::Call { function, .. }, Some(Statement::Call { function: other, .. }))
            if function == other =>
        {
            true
        }
        (Statement::Call { function, .. }, _) => {
            let callable = maker.index.callables.get(function);
            let takers = callable.map(|callable| maker.index.managed.takers(callable.result));
            takers.is_some_and(|takers| takers.contains(&place))
        }
        _ => false,
    }
}

/// The statements before another one that make a variable or what it is made of, or do something to one of these, in
/// their order.
fn origin(scenario: &Scenario, source: VarId, before: usize) -> Vec<usize> {
    let mut needed = BTreeSet::from([source]);
    let mut taken = Vec::new();
    for at in (0..before).rev() {
        let statement = &scenario.statements[at];
        // What is done to an object, or put into it, is part of what it is.
        let works_on = match statement {
            Statement::Call { arguments, .. } => arguments.first().and_then(Argument::variable),
            Statement::Set { place: Place::Variable(variable, _), .. } => Some(*variable),
            _ => None,
        };
        if [works_on, statement.made()].into_iter().flatten().any(|own| needed.contains(&own)) {
            taken.push(at);
            statement.uses(|variable| {
                needed.insert(variable);
            });
        }
    }
    taken.reverse();
    taken
}
