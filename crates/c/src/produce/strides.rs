//! Lengths that count something larger than the elements of what they are the length of: pixels of three bytes, pairs.

use super::causes::{Cause, Examiner, Followed};
use scenario::{Argument, Scenario, Statement, VarId};

/// How much is said to be there, in a trial.
const TOLD: u32 = 48;

/// Elements beyond those that a mistake may go.
const BEYOND: u32 = 8;

/// How many elements one of what is counted may have.
const UNIT: u32 = 16;

impl Examiner<'_, '_> {
    /// Whether the code goes as far beyond what it is told of as there is of it: if there is more, it ends well, and a few
    /// more elements do not help. Then the number counts what is larger than one element.
    pub(super) fn counted_in_units(&mut self, run: &Followed) -> Option<Cause> {
        let variable = run.overrun()?;
        let (scenario, statement) = (&run.scenario, run.statement);
        let length = self.maker.length_argument(scenario, statement, variable)?;
        let (name, _) = self.maker.length_of(scenario, statement, variable)?;
        let reason = format!("`{name}` counts units of `{}`, not its elements", run.name(variable));
        let trap = run.trap()?.clone();
        let few = with_length(scenario, statement, length, variable, TOLD + BEYOND)?;
        let many = with_length(scenario, statement, length, variable, (TOLD + BEYOND) * UNIT)?;
        // One of several accesses to a unit goes beyond the end, and which one depends on the length.
        let (few, many) = (self.trap_of(&few), self.trap_of(&many));
        let in_units = few.is_some_and(|few| few.kind == trap.kind) && many.is_none();
        in_units.then(|| Cause::invalid(reason))
    }
}

/// The scenario with another length, and so many elements.
fn with_length(
    scenario: &Scenario,
    call: usize,
    length: Argument,
    variable: VarId,
    elements: u32,
) -> Option<Scenario> {
    let mut other = scenario.clone();
    let told = u128::from(TOLD);
    match length {
        Argument::Variable(number) => {
            let found = other.statements.iter_mut().find_map(|statement| match statement {
                Statement::Value { variable, bits, .. } if *variable == number => Some(bits),
                _ => None,
            });
            *found? = told;
        }
        Argument::Literal(_) => {
            let Statement::Call { arguments, .. } = other.statements.get_mut(call)? else {
                return None;
            };
            let place = arguments.iter().position(|argument| *argument == length)?;
            arguments[place] = Argument::Literal(told);
        }
        _ => return None,
    }
    let array = other.statements.iter_mut().find_map(|statement| match statement {
        Statement::Array { variable: made, array } if *made == variable => Some(array),
        _ => None,
    })?;
    let seen = (array.length as usize).min(array.elements.len());
    let filler = array.elements[..seen].first().copied().unwrap_or(1);
    array.elements.truncate(seen);
    array.elements.resize(elements as usize, filler);
    array.length = elements;
    Some(other)
}
