//! Objects made in the same way: what compares objects is tried on them, and they have the same hash code, which is all
//! that a test relies on.

use super::candidate::Candidate;
use super::observe::{is_hash_code, primitive_result};
use super::stage::{gives_input, last_call};
use super::{Project, Stage};
use crate::api::Member;
use crate::write::{Expected, JavaCheck, Subject};
use program::FuncId;
use scenario::make::double;
use scenario::{Argument, Scenario, Statement, VarId};
use std::collections::BTreeMap;
use trace::{Mode, Outcome, RunError, Runner, Trace};

/// Scenarios of one method that get a twin.
const MOST_TWINS: usize = 2;

impl Project {
    /// Scenarios that hand to a method which compares its object with another an object made in the same way, for the
    /// shortest of some that end with such a method.
    pub(super) fn twins(&self, scenarios: &[Scenario]) -> Vec<Scenario> {
        let mut by_method: BTreeMap<FuncId, Vec<&Scenario>> = BTreeMap::new();
        for scenario in scenarios {
            if let Some(Statement::Call { function, .. }) =
                last_call(scenario).map(|last| &scenario.statements[last])
                && self.compares(*function)
            {
                by_method.entry(*function).or_default().push(scenario);
            }
        }
        let mut twins = Vec::new();
        for mut own in by_method.into_values() {
            own.sort_by_key(|scenario| scenario.statements.len());
            for scenario in own.into_iter().take(MOST_TWINS) {
                let Some(last) = last_call(scenario) else { continue };
                let mut pair = scenario.clone();
                pair.statements.truncate(last + 1);
                let Some(object) = receiver(&pair.statements[last]) else { continue };
                let Some((copies, twin)) = double(&mut pair, object, last) else { continue };
                let Statement::Call { arguments, .. } = &mut pair.statements[copies.end] else {
                    continue;
                };
                let [_, other] = &mut arguments[..] else { continue };
                *other = Argument::Variable(twin);
                pair.prune();
                twins.push(pair);
            }
        }
        twins
    }

    /// Whether a method takes nothing but another object of its class, or is `equals`.
    fn compares(&self, function: FuncId) -> bool {
        let Some(Member::Method { class, name, is_static: false, .. }) =
            self.api.members.get(&function)
        else {
            return false;
        };
        let callable = self.program.catalogue.callable(function);
        let Some([_, (_, other)]) = callable.map(|callable| &callable.params[..]) else {
            return false;
        };
        let takes = self.api.types[*other].class_name();
        takes == Some(class) || name == "equals" && takes == Some("java/lang/Object")
    }
}

/// The object that a call is made on.
fn receiver(call: &Statement) -> Option<VarId> {
    match call {
        Statement::Call { arguments, .. } => arguments.first().and_then(Argument::variable),
        _ => None,
    }
}

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
        let function = *function;
        if !is_asked || gives_input(scenario) {
            return Ok(None);
        }
        let mut pair = scenario.clone();
        pair.statements.truncate(last);
        let Some((_, twin)) = double(&mut pair, object, last) else { return Ok(None) };
        let mut results = Vec::new();
        for object in [twin, object] {
            let result = pair.declare_fresh("hash_code");
            results.push((result, pair.statements.len()));
            pair.statements.push(Statement::Call {
                result: Some(result),
                function,
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
