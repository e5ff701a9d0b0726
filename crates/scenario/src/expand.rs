//! Expansion: every use of a number is an input of its own (paper EvoSuite+DSE, III-B).
//!
//! `same(x, x)` only ever compares a number with itself, and no solver finds another way; `same(x, x2)`, where both
//! are the same number, takes the same path and has the other way in reach. Elements of arrays are inputs of their
//! own anyway, those that nobody set included.

use crate::{Argument, Scenario, Statement, VarId};
use program::{Id, Type};

impl Scenario {
    /// Gives every use of a number but the first a number of its own, which is the same.
    pub fn expand(&mut self) {
        let mut values: Vec<Option<Statement>> = vec![None; self.variables.len()];
        let mut used = vec![false; self.variables.len()];
        let mut shared = false;
        for statement in &self.statements {
            if let Statement::Value { variable, ty, .. } = statement
                && *ty != Type::Ptr
            {
                values[variable.index()] = Some(statement.clone());
            }
            statement.uses(|variable| {
                shared |= used[variable.index()] && values[variable.index()].is_some();
                used[variable.index()] = true;
            });
        }
        if !shared {
            return;
        }
        used.fill(false);
        for mut statement in std::mem::take(&mut self.statements) {
            let mut own = |scenario: &mut Self, argument: &mut Argument| {
                let Argument::Variable(variable) = argument else { return };
                let Some(Some(Statement::Value { ty, bits, of, .. })) =
                    values.get(variable.index())
                else {
                    return;
                };
                if std::mem::replace(&mut used[variable.index()], true) {
                    let stem = scenario.name(*variable).to_owned();
                    let other: VarId = scenario.declare_fresh(&stem);
                    let (ty, bits, of) = (*ty, *bits, *of);
                    let value = Statement::Value { variable: other, ty, bits, of };
                    scenario.statements.push(value);
                    *argument = Argument::Variable(other);
                }
            };
            match &mut statement {
                Statement::Call { arguments, .. } => {
                    arguments.iter_mut().for_each(|argument| own(self, argument));
                }
                Statement::Set { value, .. } => own(self, value),
                _ => {}
            }
            self.statements.push(statement);
        }
        self.renumber();
    }
}
