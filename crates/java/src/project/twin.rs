//! Hash codes: no test relies on their values, only on that objects made in the same way have the same.

use super::Stage;
use super::candidate::Candidate;
use super::observe::{is_hash_code, last_call, primitive_result};
use super::stage::gives_input;
use crate::write::{Expected, JavaCheck, Subject};
use program::Id;
use scenario::{Argument, Scenario, Statement, VarId};
use trace::{Mode, Outcome, RunError, Runner, Trace};

impl Stage<'_> {
    /// A test that compares the hash code which the last call of a scenario gives with that of an object made in the same
    /// way; none if it gives no hash code, or if the two differ.
    pub(super) fn twin(&mut self, scenario: &Scenario) -> Result<Option<Candidate>, RunError> {
        let Some(last) = last_call(scenario) else { return Ok(None) };
        let Statement::Call { function, arguments, .. } = &scenario.statements[last] else {
            return Ok(None);
        };
        let is_asked = self.project.api.members.get(function).is_some_and(is_hash_code);
        let [Argument::Variable(object)] = arguments[..] else { return Ok(None) };
        if !is_asked || gives_input(scenario) {
            return Ok(None);
        }
        let mut pair = scenario.clone();
        pair.statements.truncate(last);
        let offset = pair.variables.len() as u32;
        for name in &scenario.variables {
            pair.declare_fresh(name);
        }
        for statement in &scenario.statements[..last] {
            let mut copy = statement.clone();
            copy.variables_mut(|variable| variable.0 += offset);
            pair.statements.push(copy);
        }
        let twin = VarId::new(object.index() + offset as usize);
        let mut results = Vec::new();
        for object in [twin, object] {
            let result = pair.declare_fresh("hash_code");
            results.push((result, pair.statements.len()));
            pair.statements.push(Statement::Call {
                result: Some(result),
                function: *function,
                arguments: vec![Argument::Variable(object)],
            });
        }
        let [(twins, first), (own, second)] = results[..] else { return Ok(None) };
        let agree = |stage: &mut Self| {
            let mut trace = Trace::default();
            stage.prepared.machine.run(&pair, Mode::Concrete, &mut trace)?;
            let code = |statement| primitive_result(&trace, statement, 'I');
            let same = code(first).is_some() && code(first) == code(second);
            Ok(same && trace.outcome == Outcome::Returned)
        };
        if !agree(self)? || !self.elsewhere(agree)? {
            return Ok(None);
        }
        let (subject, expected) = (Subject::Variable(own), Expected::Equal(twins));
        Ok(Some(Candidate::fixed(pair, JavaCheck { subject, expected })))
    }
}
