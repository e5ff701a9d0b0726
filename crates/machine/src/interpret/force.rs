//! Looking ahead: at one clause of its path a run goes another way than its data say.

use super::Interpreter;
use crate::domain::Domain;
use term::TermId;

impl<D: Domain> Interpreter<'_, D> {
    /// The outcome to take at a site whose test came out so, if this is the clause at which the run is to
    /// go another way. From then on values are bare: what is collected behind it would not be true.
    pub(super) fn forced(&mut self, test: Option<TermId>, holds: bool) -> Option<u32> {
        let force = self.force.filter(|force| force.clause == self.trace.path.len())?;
        let test = test?;
        let concolic = self.domain.concolic()?;
        let term = if holds { test } else { concolic.pool.not(test) };
        if concolic.pool.as_constant(term).is_some() || concolic.asserted.contains(&term) {
            return None;
        }
        concolic.spent = true;
        self.force = None;
        let end = self.core.steps.saturating_add(force.steps);
        self.core.step_limit = self.core.step_limit.min(end);
        Some(force.outcome)
    }
}
