//! Records that calls give back by value: the machine is handed a place for them, C is not.

use super::{Writer, no};
use crate::write::Inexpressible;
use program::FuncId;
use program::catalogue::ApiItem;
use scenario::{Argument, Statement, VarId};

impl Writer<'_> {
    /// The variable that a record goes into which a call gives back by value: it is passed first,
    /// before the parameters that the source knows.
    pub(super) fn hidden_result(&self, function: FuncId, arguments: &[Argument]) -> Option<VarId> {
        let hidden = |item: &ApiItem| {
            matches!(item, ApiItem::Passing(passing)
                if passing.function == function && passing.hidden_result)
        };
        match arguments.first() {
            Some(Argument::Variable(variable)) => {
                self.catalogue.items.iter().any(hidden).then_some(*variable)
            }
            _ => None,
        }
    }

    /// Refuses a place for a result that was used before there was a result in it.
    pub(super) fn check_hidden(
        &self,
        hidden: VarId,
        index: usize,
        arguments: &[Argument],
    ) -> Result<(), Inexpressible> {
        let mut used = arguments.iter().any(|argument| argument.variable() == Some(hidden));
        let before: &[Statement] = &self.scenario.statements[..index];
        before.iter().for_each(|statement| statement.uses(|variable| used |= variable == hidden));
        match used && !self.declared.contains(&hidden) {
            true => Err(no("a record is used before the call that gives it back")),
            false => Ok(()),
        }
    }
}
