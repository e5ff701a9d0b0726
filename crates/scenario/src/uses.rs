//! Which variables statements make and use, and scenarios without what nobody uses.

use crate::{Argument, Place, Scenario, Statement, VarId};
use program::Id;
use std::ops::Range;

impl Argument {
    /// The variable that it takes something from.
    pub fn variable(&self) -> Option<VarId> {
        match *self {
            Argument::Variable(variable)
            | Argument::Part(variable, _)
            | Argument::Inside(variable, _) => Some(variable),
            Argument::Literal(_) | Argument::Global(_) | Argument::Function(_) => None,
        }
    }

    fn variable_mut(&mut self) -> Option<&mut VarId> {
        match self {
            Argument::Variable(variable)
            | Argument::Part(variable, _)
            | Argument::Inside(variable, _) => Some(variable),
            Argument::Literal(_) | Argument::Global(_) | Argument::Function(_) => None,
        }
    }
}

impl Statement {
    /// The variable that it makes.
    pub fn made(&self) -> Option<VarId> {
        match self {
            Statement::Value { variable, .. }
            | Statement::Array { variable, .. }
            | Statement::New { variable, .. }
            | Statement::Object { variable, .. }
            | Statement::Stream { variable, .. } => Some(*variable),
            Statement::Call { result, .. } => *result,
            Statement::Set { .. }
            | Statement::Arguments(_)
            | Statement::StandardInput(_)
            | Statement::File { .. } => None,
        }
    }

    /// Gives every variable that it uses, as often as it does.
    pub fn uses(&self, mut each: impl FnMut(VarId)) {
        match self {
            Statement::Set { place, value, .. } => {
                if let Place::Variable(variable, _) = place {
                    each(*variable);
                }
                value.variable().into_iter().for_each(each);
            }
            Statement::Call { arguments, .. } => {
                arguments.iter().filter_map(Argument::variable).for_each(each);
            }
            _ => {}
        }
    }

    /// Gives every variable that it makes or uses, to be changed.
    pub fn variables_mut(&mut self, mut each: impl FnMut(&mut VarId)) {
        match self {
            Statement::Value { variable, .. }
            | Statement::Array { variable, .. }
            | Statement::New { variable, .. }
            | Statement::Object { variable, .. }
            | Statement::Stream { variable, .. } => each(variable),
            Statement::Call { result, arguments, .. } => {
                arguments.iter_mut().filter_map(Argument::variable_mut).for_each(&mut each);
                result.iter_mut().for_each(each);
            }
            Statement::Set { place, value, .. } => {
                if let Place::Variable(variable, _) = place {
                    each(variable);
                }
                value.variable_mut().into_iter().for_each(each);
            }
            Statement::Arguments(_) | Statement::StandardInput(_) | Statement::File { .. } => {}
        }
    }
}

impl Scenario {
    /// Drops what nobody uses: values, arrays and objects that reach no call, with the writes that fill
    /// them. Variables are numbered in the order in which they are made, as text would have it.
    pub fn prune(&mut self) {
        self.prune_calls(0..0);
    }

    /// Drops what nobody uses, and among the statements of a range calls whose results nobody uses too.
    pub(crate) fn prune_calls(&mut self, optional: Range<usize>) {
        let mut needed = vec![false; self.variables.len()];
        let mut kept = vec![false; self.statements.len()];
        // From the end on: a statement is needed if it acts on the program, or makes or fills what a
        // later one needs. What an earlier write hands to an object is found in another round.
        loop {
            let mut changed = false;
            for (index, statement) in self.statements.iter().enumerate().rev() {
                let wanted = match statement {
                    Statement::Set { place: Place::Variable(variable, _), .. } => {
                        is(&needed, *variable)
                    }
                    call @ Statement::Call { .. } if optional.contains(&index) => {
                        call.made().is_some_and(|variable| is(&needed, variable))
                    }
                    Statement::Set { .. }
                    | Statement::Call { .. }
                    | Statement::Stream { .. }
                    | Statement::Arguments(_)
                    | Statement::StandardInput(_)
                    | Statement::File { .. } => true,
                    other => other.made().is_some_and(|variable| is(&needed, variable)),
                };
                if wanted && !kept[index] {
                    kept[index] = true;
                    changed = true;
                    statement.uses(|variable| {
                        if let Some(needed) = needed.get_mut(variable.index()) {
                            *needed = true;
                        }
                    });
                }
            }
            if !changed {
                break;
            }
        }
        let mut index = 0;
        self.statements.retain(|_| {
            index += 1;
            kept[index - 1]
        });
        self.renumber();
    }

    /// Moves addresses that lie beyond the end of what they point into back to that end: it may have become
    /// shorter.
    pub fn pull_in(&mut self) {
        let inside = |argument: &Argument| matches!(argument, Argument::Inside(..));
        let reaches = |statement: &Statement| match statement {
            Statement::Call { arguments, .. } => arguments.iter().any(inside),
            Statement::Set { value, .. } => inside(value),
            _ => false,
        };
        if !self.statements.iter().any(reaches) {
            return;
        }
        let mut sizes = vec![0; self.variables.len()];
        for statement in &mut self.statements {
            let pull = |argument: &mut Argument| {
                if let Argument::Inside(variable, offset) = argument {
                    let size = sizes.get(variable.index()).copied().unwrap_or(0);
                    *offset = (*offset).min(size);
                }
            };
            match statement {
                Statement::Array { variable, array } => {
                    sizes[variable.index()] = array.length.saturating_mul(array.element.bytes());
                }
                Statement::Object { variable, object } => sizes[variable.index()] = object.size,
                Statement::Call { arguments, .. } => arguments.iter_mut().for_each(pull),
                Statement::Set { value, .. } => pull(value),
                _ => {}
            }
        }
    }

    /// Numbers variables in the order in which they are made and forgets those that are not.
    pub fn renumber(&mut self) {
        let mut numbers = vec![None; self.variables.len()];
        let mut names = Vec::with_capacity(self.variables.len());
        for statement in &self.statements {
            if let Some(variable) = statement.made()
                && let Some(number) = numbers.get_mut(variable.index())
                && number.is_none()
            {
                *number = Some(VarId::new(names.len()));
                names.push(std::mem::take(&mut self.variables[variable.index()]));
            }
        }
        for statement in &mut self.statements {
            statement.variables_mut(|variable| {
                if let Some(Some(number)) = numbers.get(variable.index()) {
                    *variable = *number;
                }
            });
        }
        self.variables = names;
    }
}

fn is(needed: &[bool], variable: VarId) -> bool {
    needed.get(variable.index()).copied().unwrap_or(false)
}
