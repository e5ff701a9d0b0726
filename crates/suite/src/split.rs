//! Splitting: a scenario of several things that have nothing to do with each other is several scenarios.

use scenario::{Place, Scenario, Statement, VarId};
use std::collections::BTreeSet;

/// The parts of a scenario, each with the last call of its own; one if everything hangs together. What a call may
/// find changed by others through globals is not looked at: whoever splits tries the parts.
pub fn split(scenario: &Scenario) -> Vec<Scenario> {
    let statements = &scenario.statements;
    let mut parts: Vec<BTreeSet<usize>> = Vec::new();
    for index in (0..statements.len()).rev() {
        let is_call = matches!(statements[index], Statement::Call { .. });
        if is_call && !parts.iter().any(|part| part.contains(&index)) {
            parts.push(needed(statements, index));
        }
    }
    parts.reverse();
    let cut = |part: BTreeSet<usize>| {
        let kept = part.into_iter().map(|index| statements[index].clone()).collect();
        let mut part = Scenario { variables: scenario.variables.clone(), statements: kept };
        part.renumber();
        part
    };
    parts.into_iter().map(cut).collect()
}

/// The statements that a call needs: what makes and fills what it is given, and calls that it is given to as well.
fn needed(statements: &[Statement], last: usize) -> BTreeSet<usize> {
    let mut variables: BTreeSet<VarId> = BTreeSet::new();
    statements[last].uses(|variable| {
        variables.insert(variable);
    });
    let mut kept = BTreeSet::from([last]);
    loop {
        let before = kept.len();
        for (index, statement) in statements[..last].iter().enumerate().rev() {
            let wanted = match statement {
                Statement::Set { place: Place::Variable(variable, _), .. } => {
                    variables.contains(variable)
                }
                Statement::Call { result, .. } => {
                    let mut shared = result.is_some_and(|result| variables.contains(&result));
                    statement.uses(|variable| shared |= variables.contains(&variable));
                    shared
                }
                Statement::Value { variable, .. }
                | Statement::Array { variable, .. }
                | Statement::New { variable, .. }
                | Statement::Object { variable, .. } => variables.contains(variable),
                Statement::Set { .. }
                | Statement::Stream { .. }
                | Statement::Arguments(_)
                | Statement::StandardInput(_)
                | Statement::File { .. } => true,
            };
            if wanted && kept.insert(index) {
                statement.uses(|variable| {
                    variables.insert(variable);
                });
            }
        }
        if kept.len() == before {
            return kept;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::{FuncId, Type};
    use scenario::Argument;

    /// A value, and a call for each of the lists of values.
    fn calls(values: &[u128], calls: &[&[usize]]) -> Scenario {
        let mut scenario = Scenario::default();
        let names: Vec<VarId> = values
            .iter()
            .map(|bits| {
                let variable = scenario.declare_fresh("n");
                scenario.value(variable, Type::I32, *bits);
                variable
            })
            .collect();
        for (number, given) in calls.iter().enumerate() {
            let arguments = given.iter().map(|index| Argument::Variable(names[*index])).collect();
            let function = FuncId(number as u32);
            scenario.statements.push(Statement::Call { result: None, function, arguments });
        }
        scenario
    }

    #[test]
    fn calls_that_share_nothing_are_split() {
        let parts = split(&calls(&[1, 2], &[&[0], &[1]]));
        assert_eq!(parts.len(), 2);
        assert!(parts.iter().all(|part| part.statements.len() == 2));
    }

    #[test]
    fn calls_that_work_on_the_same_thing_stay_together() {
        assert_eq!(split(&calls(&[1, 2], &[&[0], &[1, 0]])).len(), 1);
    }
}
