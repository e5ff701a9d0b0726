//! Calls that return though they are handed null, a negative number or an empty text, checked against what the documentation
//! says that they throw then.

use super::{Finding, Project, Should, Stage};
use crate::api::Member;
use crate::documented::{Broken, promised};
use program::{FuncId, Type};
use report::{FindingKind, Stack};
use scenario::{Argument, Scenario, Statement};
use std::collections::BTreeMap;
use trace::{Mode, Outcome, RunError, Runner, Trace};

/// Runs by which one is made smaller.
const TRIES: u32 = 40;

/// A call that returned, and what it was handed for one of its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Accepted {
    function: FuncId,
    /// Which parameter, what it is called on not counted.
    parameter: usize,
    broken: Broken,
    scenario: Scenario,
}

impl Project {
    /// The smallest of some scenarios for each parameter of the methods under test that took what documentation often forbids.
    pub(super) fn accepted(
        &self,
        stage: &mut Stage<'_>,
        kept: &[Scenario],
    ) -> Result<Vec<Accepted>, RunError> {
        let mut found: BTreeMap<(FuncId, usize, Broken), Scenario> = BTreeMap::new();
        for scenario in kept {
            let Some(Statement::Call { function, arguments, .. }) = scenario.statements.last()
            else {
                continue;
            };
            if !self.is_own_entry(*function)
                || self.has_stub(scenario)
                || !self.is_public_use(self.mould.world(), scenario)
            {
                continue;
            }
            let Some(receives) = self.receives(*function) else { continue };
            let own = arguments.iter().enumerate().skip(receives);
            let broken: Vec<(usize, Broken)> = own
                .filter_map(|(at, own)| {
                    Some((at - receives, self.broken(scenario, *function, at, own)?))
                })
                .collect();
            if broken.is_empty() {
                continue;
            }
            let mut trace = Trace::default();
            stage.prepared.machine.run(scenario, Mode::Concrete, &mut trace)?;
            if trace.outcome != Outcome::Returned {
                continue;
            }
            for (parameter, broken) in broken {
                let known = found.entry((*function, parameter, broken)).or_insert(scenario.clone());
                if scenario.statements.len() < known.statements.len() {
                    known.clone_from(scenario);
                }
            }
        }
        let mut accepted = Vec::new();
        for ((function, parameter, broken), scenario) in found {
            let at = parameter + self.receives(function).unwrap_or(0);
            let scenario = suite::minimise(&self.program.catalogue, &scenario, TRIES, |own| {
                let Some(Statement::Call { function: last, arguments, .. }) = own.statements.last()
                else {
                    return false;
                };
                let handed = arguments.get(at);
                let is_it = handed.and_then(|handed| self.broken(own, function, at, handed));
                let mut trace = Trace::default();
                *last == function
                    && is_it == Some(broken)
                    && stage.prepared.machine.run(own, Mode::Concrete, &mut trace).is_ok()
                    && trace.outcome == Outcome::Returned
            });
            accepted.push(Accepted { function, parameter, broken, scenario });
        }
        Ok(accepted)
    }

    /// How many of a function's arguments come before its parameters: what it is called on.
    fn receives(&self, function: FuncId) -> Option<usize> {
        match self.api.members.get(&function)? {
            Member::Method { is_static, .. } => Some(usize::from(!is_static)),
            Member::Constructor { inner, .. } => Some(usize::from(*inner)),
            _ => None,
        }
    }

    /// What an argument is that documentation often forbids.
    fn broken(
        &self,
        scenario: &Scenario,
        function: FuncId,
        at: usize,
        argument: &Argument,
    ) -> Option<Broken> {
        let ty = self.program.functions[function].parameter_types().nth(at)?;
        let Argument::Variable(variable) = argument else {
            let is_null = *argument == Argument::Literal(0) && ty == Type::Ptr;
            return is_null.then_some(Broken::Null);
        };
        let made = scenario.statements.iter().find(|own| own.made() == Some(*variable))?;
        match made {
            Statement::Value { ty: Type::Ptr, bits: 0, .. } => Some(Broken::Null),
            Statement::Value { ty, bits, .. } if ty.is_int() && *ty != Type::BOOL => {
                let is_negative = bits >> (ty.bits() - 1) & 1 == 1;
                is_negative.then_some(Broken::Negative)
            }
            Statement::Call { function, arguments, .. } => {
                let is_text = matches!(self.api.members.get(function), Some(Member::Text));
                let array = arguments.first().and_then(Argument::variable).filter(|_| is_text)?;
                let made = scenario.statements.iter().find(|own| own.made() == Some(array))?;
                let is_empty = matches!(made, Statement::Array { array, .. } if array.length == 0);
                is_empty.then_some(Broken::Empty)
            }
            _ => None,
        }
    }

    /// Findings of calls that return where the source says that they throw.
    pub(crate) fn broken_documentation(&self, all: &[Accepted], source: &str) -> Vec<Finding> {
        let mut found: Vec<Finding> = Vec::new();
        for Accepted { function, parameter, broken, scenario } in all {
            let Some((name, count)) = super::arity(self, scenario) else { continue };
            let Some(promise) = promised(source, &name, count, *parameter, *broken) else {
                continue;
            };
            let method = self.method_name(*function);
            let line = method.rsplit_once('.').and_then(|(_, own)| self.line_of(&self.class, own));
            let finding = Finding {
                kind: FindingKind::BrokenContract,
                method,
                what: format!("does not throw {}", promise.exception),
                reason: Some(format!("its documentation says: {}", promise.said)),
                line,
                stack: Stack::default(),
                occurrences: 1,
                scenario: scenario.clone(),
                should: Should::Throw(promise.class.to_owned()),
                test: None,
            };
            if !found.iter().any(|own| own.what == finding.what && own.line == finding.line) {
                found.push(finding);
            }
        }
        found
    }
}
