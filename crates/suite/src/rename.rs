//! Names of variables: after what they are used for, whatever they were made for in the beginning.

use crate::Step;
use crate::checks::callable;
use crate::layout::{leaves, size_of};
use program::{Catalogue, Id};
use scenario::{Argument, Place, Scenario, Statement, VarId};
use std::collections::BTreeSet;

/// Fields of an object that are looked at for a name.
const MOST_FIELDS: usize = 256;
/// How far the way to a name goes over objects that point at each other.
const DEEPEST: u32 = 4;

/// Gives variables the names of the parameters that they are handed to first, or of the fields that they are put
/// into; all different.
pub fn rename(catalogue: &Catalogue, scenario: &mut Scenario) {
    let wanted: Vec<String> = (0..scenario.variables.len())
        .map(|index| {
            let variable = VarId::new(index);
            let used = name(catalogue, scenario, variable, DEEPEST);
            used.unwrap_or_else(|| stem(&scenario.variables[index]).to_owned())
        })
        .collect();
    let mut taken = BTreeSet::new();
    // What a call is given has the name of its parameter before what it only points at.
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    // Variables that nothing makes any more take no name from others.
    order.sort_by_key(|index| {
        let variable = VarId::new(*index);
        (!is_made(scenario, variable), !is_handed_over(scenario, variable))
    });
    for index in order {
        let mut name = wanted[index].clone();
        for number in 2.. {
            if taken.insert(name.clone()) {
                break;
            }
            name = format!("{}_{number}", wanted[index]);
        }
        scenario.variables[index] = name;
    }
}

fn is_made(scenario: &Scenario, variable: VarId) -> bool {
    scenario.statements.iter().any(|statement| statement.made() == Some(variable))
}

fn is_handed_over(scenario: &Scenario, variable: VarId) -> bool {
    scenario.statements.iter().any(|statement| match statement {
        Statement::Call { arguments, .. } => arguments.contains(&Argument::Variable(variable)),
        _ => false,
    })
}

/// A name without the number that told it apart from others.
fn stem(name: &str) -> &str {
    let short = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    match short.strip_suffix('_') {
        Some(short) if !short.is_empty() => short,
        _ => name,
    }
}

fn name(catalogue: &Catalogue, scenario: &Scenario, variable: VarId, depth: u32) -> Option<String> {
    let is = |argument: &Argument| *argument == Argument::Variable(variable);
    let parameter = scenario.statements.iter().find_map(|statement| {
        let Statement::Call { function, arguments, .. } = statement else { return None };
        let callable = callable(catalogue, *function)?;
        let (name, _) = callable.params.get(arguments.iter().position(is)?)?;
        // Where records are passed in parts, arguments are not parameters.
        (arguments.len() == callable.params.len() && !name.is_empty()).then(|| name.clone())
    });
    if parameter.is_some() {
        return parameter;
    }
    let made = scenario.statements.iter().find(|statement| statement.made() == Some(variable))?;
    if !matches!(made, Statement::Array { .. } | Statement::Object { .. }) || depth == 0 {
        return None;
    }
    scenario.statements.iter().find_map(|statement| match statement {
        Statement::Set { place: Place::Variable(owner, offset), value, .. } if is(value) => {
            let field = field(catalogue, scenario, *owner, *offset)?;
            let owner_name = name(catalogue, scenario, *owner, depth - 1)
                .unwrap_or_else(|| stem(scenario.name(*owner)).to_owned());
            // Lists and trees would have names as long as they are deep.
            Some(match owner_name.ends_with(&field) {
                true => owner_name,
                false => format!("{owner_name}_{field}"),
            })
        }
        _ => None,
    })
}

/// The name of the field at a byte of an object.
pub(crate) fn field(
    catalogue: &Catalogue,
    scenario: &Scenario,
    owner: VarId,
    offset: u32,
) -> Option<String> {
    let of = scenario.statements.iter().find_map(|statement| match statement {
        Statement::Object { variable, object } if *variable == owner => object.of,
        _ => None,
    })?;
    let size = size_of(catalogue, of).filter(|size| *size > 0)?;
    let leaf = leaves(catalogue, of, MOST_FIELDS);
    let leaf = leaf.into_iter().find(|leaf| leaf.offset == offset % size)?;
    leaf.path.into_iter().rev().find_map(|step| match step {
        Step::Field(name) if !name.is_empty() => Some(name),
        _ => None,
    })
}
