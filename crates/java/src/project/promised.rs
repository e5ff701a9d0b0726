//! Results that are null though an annotation says that they never are.

use super::{Finding, Project, Should, Stage};
use crate::write::{Expected, JavaCheck, Subject};
use bytecode::world::World;
use classfile::annotations::annotations;
use program::{FuncId, Type};
use report::{FindingKind, Stack};
use scenario::{Scenario, Statement};
use std::collections::{BTreeMap, BTreeSet};
use trace::{Mode, Observed, Outcome, RunError, Runner, Trace};

/// Annotations of what is never null, by their simple names.
const NEVER_NULL: [&str; 3] = ["NonNull", "Nonnull", "NotNull"];

impl Project {
    /// Nulls that methods under test gave against their annotation, each by the smallest of some scenarios.
    pub(super) fn broken_annotations(
        &self,
        stage: &mut Stage<'_>,
        kept: &[Scenario],
    ) -> Result<Vec<Finding>, RunError> {
        let world = self.mould.world();
        let promising: BTreeSet<FuncId> = self
            .entries
            .iter()
            .filter(|entry| is_never_null(world, entry.method))
            .map(|entry| entry.function)
            .collect();
        let mut found: BTreeMap<FuncId, Scenario> = BTreeMap::new();
        for scenario in kept {
            let Some(Statement::Call { function, result: Some(_), .. }) =
                scenario.statements.last()
            else {
                continue;
            };
            let known = found.get(function).map_or(usize::MAX, |known| known.statements.len());
            if !promising.contains(function)
                || scenario.statements.len() >= known
                || self.has_null(scenario)
                || self.has_stub(scenario)
                || !self.is_public_use(world, scenario)
            {
                continue;
            }
            let mut trace = Trace::default();
            stage.prepared.machine.run(scenario, Mode::Concrete, &mut trace)?;
            if trace.outcome == Outcome::Returned && gives_null(&trace, scenario) {
                found.insert(*function, scenario.clone());
            }
        }
        Ok(found
            .into_iter()
            .map(|(function, scenario)| self.null_result(function, scenario))
            .collect())
    }

    fn null_result(&self, function: FuncId, scenario: Scenario) -> Finding {
        let result = scenario.statements.last().and_then(Statement::made);
        let check =
            |result| JavaCheck { subject: Subject::Variable(result), expected: Expected::NotNull };
        let method = self.method_name(function);
        let place = method.rsplit_once('.').and_then(|(_, name)| self.line_of(&self.class, name));
        Finding {
            kind: FindingKind::BrokenContract,
            method: method.clone(),
            what: "gives null".to_owned(),
            reason: Some("an annotation says that it never does".to_owned()),
            line: place,
            stack: Stack::default(),
            occurrences: 1,
            scenario,
            should: Should::Hold {
                name: format!("{}GivesNoNull", method.rsplit('.').next().unwrap_or_default()),
                checks: result.map(check).into_iter().collect(),
                closing: Vec::new(),
            },
            test: None,
        }
    }
}

fn gives_null(trace: &Trace, scenario: &Scenario) -> bool {
    let last = scenario.statements.len() - 1;
    let seen = trace.observations.iter().filter(|seen| seen.statement == last);
    let mut results = seen.flat_map(|seen| &seen.seen);
    results.any(|seen| matches!(seen, Observed::Result { ty: Type::Ptr, bits: 0, .. }))
}

/// Whether a method is annotated as giving no null.
fn is_never_null(world: &World, method: FuncId) -> bool {
    let Some(key) = world.function_method(method) else { return false };
    let Some(skeleton) = world.info(key.class).skeleton() else { return false };
    let Some(method) = skeleton.methods.get(key.index as usize) else { return false };
    annotations(skeleton, &method.attributes).iter().any(|annotation| {
        let name = annotation.trim_end_matches(';');
        NEVER_NULL.contains(&name.rsplit(['/', '$']).next().unwrap_or(name))
    })
}
