//! What scenarios that fail give to the code: numbers, texts, failures of the system.

use program::{Program, Type};
use scenario::{Argument, Scenario, Statement, VarId};
use std::collections::{BTreeMap, BTreeSet};
use suite::checks::callable;

/// Numbers with so few bits unused are at the end of what their type holds.
const EXTREME: u32 = 2;

/// Whether a scenario lets something fail that the code asks of the environment.
pub(super) fn fails(scenario: &Scenario, question: &str) -> bool {
    scenario.statements.iter().any(|statement| {
        matches!(statement, Statement::Stream { name, values, .. }
            if name.ends_with(question) && values.iter().any(|value| *value != 0))
    })
}

/// The same scenario with inputs in the place of fixed numbers.
pub(super) fn lifted(program: &Program, scenario: &Scenario) -> Scenario {
    let mut lifted = Scenario { variables: scenario.variables.clone(), statements: Vec::new() };
    for statement in &scenario.statements {
        let mut statement = statement.clone();
        if let Statement::Call { function, arguments, .. } = &mut statement {
            let callee = &program.functions[*function];
            let types: Vec<Type> = callee.parameter_types().collect();
            let names = callable(&program.catalogue, *function).map(|callable| &callable.params);
            for (index, argument) in arguments.iter_mut().enumerate() {
                let (Argument::Literal(bits), Some(ty)) = (*argument, types.get(index)) else {
                    continue;
                };
                if *ty == Type::Ptr {
                    continue;
                }
                let name =
                    names.and_then(|names| names.get(index)).map_or("number", |(name, _)| name);
                let variable = lifted.declare_fresh(name);
                lifted.value(variable, *ty, bits);
                *argument = Argument::Variable(variable);
            }
        }
        if let Statement::Set { ty, value, .. } = &mut statement
            && let Argument::Literal(bits) = *value
            && *ty != Type::Ptr
        {
            let variable = lifted.declare_fresh("field");
            lifted.value(variable, *ty, bits);
            *value = Argument::Variable(variable);
        }
        lifted.statements.push(statement);
    }
    lifted
}

/// The parameters that variables are passed as.
pub(super) fn names_in(program: &Program, call: &Statement) -> BTreeMap<VarId, String> {
    let Statement::Call { function, arguments, .. } = call else { return BTreeMap::new() };
    let params = callable(&program.catalogue, *function).map(|callable| &callable.params);
    let named = params.into_iter().flatten().zip(arguments);
    named
        .filter_map(|((name, _), argument)| match argument {
            Argument::Variable(variable) => Some((*variable, name.clone())),
            _ => None,
        })
        .collect()
}

/// The number that an argument is.
pub(super) fn number(scenario: &Scenario, argument: Argument) -> Option<u128> {
    match argument {
        Argument::Literal(bits) => Some(bits),
        Argument::Variable(variable) => {
            scenario.statements.iter().find_map(|statement| match statement {
                Statement::Value { variable: made, bits, .. } if *made == variable => Some(*bits),
                _ => None,
            })
        }
        _ => None,
    }
}

/// The numbers that a call is handed, or that are set in memory, pointers aside.
pub(super) fn numbers_of(scenario: &Scenario, call: usize) -> BTreeSet<VarId> {
    let mut used = BTreeSet::new();
    let variable = |argument: &Argument| match argument {
        Argument::Variable(variable) => Some(*variable),
        _ => None,
    };
    for (index, statement) in scenario.statements.iter().enumerate() {
        match statement {
            Statement::Call { arguments, .. } if index == call => {
                used.extend(arguments.iter().filter_map(variable));
            }
            Statement::Set { value, .. } => used.extend(variable(value)),
            _ => {}
        }
    }
    let numbers = scenario.statements.iter().filter_map(|statement| match statement {
        Statement::Value { variable, ty, .. } if *ty != Type::Ptr => Some(*variable),
        _ => None,
    });
    numbers.filter(|variable| used.contains(variable)).collect()
}

/// Whether a number is at the limit of its type.
pub(super) fn is_extreme(scenario: &Scenario, variable: VarId) -> bool {
    scenario.statements.iter().any(|statement| match statement {
        Statement::Value { variable: made, ty, bits, .. }
            if *made == variable && !ty.is_float() =>
        {
            let bits = bits & ty.mask();
            let size = bits.min(bits.wrapping_neg() & ty.mask());
            size >= (ty.mask() >> EXTREME) && ty.mask().count_ones() > 8
        }
        _ => false,
    })
}

pub(super) fn is_stream(scenario: &Scenario, variable: VarId) -> bool {
    scenario.statements.iter().any(|statement| {
        matches!(statement, Statement::Stream { variable: made, .. } if *made == variable)
    })
}

/// The first of what a scenario gives to be read: a text, an array, standard input or a file.
pub(super) fn parsed(scenario: &Scenario) -> Option<String> {
    scenario.statements.iter().find_map(|statement| match statement {
        Statement::Array { variable, .. } => Some(scenario.name(*variable).to_owned()),
        Statement::StandardInput(_) => Some("standard input".to_owned()),
        Statement::File { path, .. } => Some(path.clone()),
        _ => None,
    })
}
