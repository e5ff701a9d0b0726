//! Twins: an argument that is made as another one is, or nearly so. What compares two things takes its ways only on such.

use super::{Maker, change};
use crate::{Argument, Array, Scenario, Statement, VarId};
use fastrand::Rng;
use program::FuncId;
use std::collections::BTreeMap;

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
            let Some(source) = argument.variable() else { continue };
            if fits(maker, scenario, source, other, (function, to)) {
                pairs.push((source, to));
            }
        }
    }
    if pairs.is_empty() {
        return false;
    }
    let (source, to) = pairs[random.usize(..pairs.len())];
    let (copies, twin) = copy(scenario, source, last);
    if copies.len() > LONGEST {
        scenario.renumber();
        return false;
    }
    let (first, count) = (last, copies.len());
    scenario.statements.splice(last..last, copies);
    if let Statement::Call { arguments, .. } = &mut scenario.statements[last + count] {
        arguments[to] = Argument::Variable(twin);
    }
    let inputs: Vec<usize> =
        (first..first + count).filter(|at| change::is_input(&scenario.statements[*at])).collect();
    if !inputs.is_empty() && random.bool() {
        let at = inputs[random.usize(..inputs.len())];
        change::input_from(maker, random, scenario, at);
    }
    scenario.prune();
    true
}

/// Whether what a variable holds may be handed over at a place of a call in place of another argument.
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
    match (source, other.variable().and_then(made)) {
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

/// What a variable is made of before a statement, with variables of its own, and the one that stands for it.
fn copy(scenario: &mut Scenario, source: VarId, before: usize) -> (Vec<Statement>, VarId) {
    let mut needed = vec![source];
    let mut taken = Vec::new();
    for at in (0..before).rev() {
        let statement = &scenario.statements[at];
        let is_needed = |variable: VarId| needed.contains(&variable);
        // What is done to an object is part of what it is.
        let works_on_it = match statement {
            Statement::Call { arguments, .. } => {
                arguments.first().and_then(Argument::variable).is_some_and(is_needed)
            }
            _ => false,
        };
        if works_on_it || statement.made().is_some_and(is_needed) {
            taken.push(at);
            statement.uses(|variable| needed.push(variable));
        }
    }
    let mut renamed: BTreeMap<VarId, VarId> = BTreeMap::new();
    let mut copies = Vec::with_capacity(taken.len());
    for at in taken.into_iter().rev() {
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
    let twin = renamed.get(&source).copied().unwrap_or(source);
    (copies, twin)
}
