//! Taking a test apart: a test is about one thing.

use super::{Draft, Kept, Plan, Rehearsed, Test, finish, rehearse};
use crate::kill::{how, kills as killed, tried};
use crate::rehearsal::Rehearsal;
use crate::{Footprint, split};
use coverage::Goals;
use mutation::{Mutant, MutantId};
use program::{Catalogue, IdVec};
use scenario::{Scenario, Statement};
use std::sync::Arc;
use trace::RunError;

/// The parts of a scenario, if there are several and they cover by themselves what the whole covers: a test is about
/// one thing.
pub(super) fn parts(
    stage: &mut dyn Rehearsal,
    goals: &Arc<Goals>,
    mutants: &IdVec<MutantId, Mutant>,
    scenario: &Scenario,
    whole: &Footprint,
) -> Result<Option<Vec<Kept>>, RunError> {
    shown_by(stage, goals, mutants, split(scenario), whole)
}

/// Some scenarios, if there are several and they cover together what a whole covers.
fn shown_by(
    stage: &mut dyn Rehearsal,
    goals: &Arc<Goals>,
    mutants: &IdVec<MutantId, Mutant>,
    parts: Vec<Scenario>,
    whole: &Footprint,
) -> Result<Option<Vec<Kept>>, RunError> {
    if parts.len() < 2 {
        return Ok(None);
    }
    let (mut found, mut covered) = (Vec::new(), Footprint::default());
    for part in parts {
        let Rehearsed::Fine { mut footprint, trace, .. } = rehearse(stage, goals, &part)? else {
            return Ok(None);
        };
        let kills = how(tried(stage, mutants, &part, whole.kills.iter().copied())?);
        footprint.kills = kills.keys().copied().collect();
        covered.kills.extend(footprint.kills.iter().copied());
        covered.goals.extend(footprint.goals.iter().copied());
        covered.evaluations.extend(footprint.evaluations.iter().cloned());
        covered.thrown = covered.thrown.or(footprint.thrown);
        let is_blank = stage.is_blank(&part, &trace);
        found.push(Kept { scenario: part, footprint, kills, is_blank });
    }
    let kills = covered.kills.is_superset(&whole.kills);
    Ok((kills && covered.includes(whole)).then_some(found))
}

/// The part of a scenario up to one of its calls and the rest without that call, for a call that nothing behind it needs: a
/// test that makes it on the way does not look at what it gives.
fn by_call(
    stage: &mut dyn Rehearsal,
    goals: &Arc<Goals>,
    mutants: &IdVec<MutantId, Mutant>,
    scenario: &Scenario,
    whole: &Footprint,
) -> Result<Option<Vec<Kept>>, RunError> {
    for index in (0..scenario.statements.len()).rev().filter(|index| is_aside(scenario, *index)) {
        let (mut first, mut rest) = (scenario.clone(), scenario.clone());
        first.statements.truncate(index + 1);
        rest.statements.remove(index);
        for part in [&mut first, &mut rest] {
            part.prune();
        }
        let parts = shown_by(stage, goals, mutants, vec![first, rest], whole)?;
        if parts.is_some() {
            return Ok(parts);
        }
    }
    Ok(None)
}

/// Whether a statement is a call that nothing behind it needs, and not the last one.
pub(crate) fn is_aside(scenario: &Scenario, index: usize) -> bool {
    let Statement::Call { result, .. } = &scenario.statements[index] else { return false };
    let behind = &scenario.statements[index + 1..];
    let mut is_used = false;
    for statement in behind {
        statement.uses(|variable| is_used |= Some(variable) == *result);
    }
    !is_used && behind.iter().any(|statement| matches!(statement, Statement::Call { .. }))
}

/// A test by its parts, each as small as it can be, where it has some that do for all that is needed of it.
pub(super) fn apart(
    stage: &mut dyn Rehearsal,
    catalogue: &Catalogue,
    goals: &Arc<Goals>,
    plan: Plan<'_>,
    whole: (Test, Footprint),
    needed: &Footprint,
) -> Result<Vec<(Test, Footprint)>, RunError> {
    if !stage.takes_apart() || stage.is_late() {
        return Ok(vec![whole]);
    }
    let scenario = &whole.0.scenario;
    let parts = match parts(stage, goals, plan.mutants, scenario, needed)? {
        None => by_call(stage, goals, plan.mutants, scenario, needed)?,
        parts => parts,
    };
    let (mut made, mut open) = (Vec::new(), needed.clone());
    for Kept { scenario, footprint, kills, .. } in parts.unwrap_or_default() {
        let own = open.without(&open.without(&footprint));
        if own.is_empty() {
            continue;
        }
        // One that does not stand by itself: then none does.
        let Some((test, footprint)) =
            finish(stage, catalogue, goals, plan, &Draft { scenario, kills }, &own)?
        else {
            return Ok(vec![whole]);
        };
        let shows = Footprint { kills: killed(&test.tried), ..footprint.clone() };
        open = open.without(&shows);
        made.push((test, footprint));
    }
    Ok(if made.is_empty() || !open.is_empty() { vec![whole] } else { made })
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::{FuncId, Type};
    use scenario::Argument;

    #[test]
    fn a_call_stands_aside_if_nothing_behind_it_uses_its_result_and_another_call_follows() {
        let mut scenario = Scenario::default();
        let number = scenario.declare_fresh("n");
        scenario.value(number, Type::I32, 1);
        let results = [scenario.declare_fresh("a"), scenario.declare_fresh("b")];
        for (function, result, given) in [(1, results[0], number), (2, results[1], results[0])] {
            scenario.statements.push(Statement::Call {
                result: Some(result),
                function: FuncId(function),
                arguments: vec![Argument::Variable(given)],
            });
        }
        let aside = |scenario: &Scenario| {
            let places = 0..scenario.statements.len();
            places.filter(|place| is_aside(scenario, *place)).collect::<Vec<_>>()
        };
        assert_eq!(aside(&scenario), []);
        let Statement::Call { arguments, .. } = &mut scenario.statements[2] else { return };
        arguments[0] = Argument::Variable(number);
        assert_eq!(aside(&scenario), [1]);
    }
}
