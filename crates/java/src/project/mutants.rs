//! The mutants of a project, and the assertions that notice them.

use super::candidate::{Candidate, facts};
use super::{Product, Project, Stage, empties};
use crate::write::JavaTest;
use jvm::run::Error;
use mutation::{Empty, Mutant, MutantId, Operator, Returned, Rules};
use program::{Callee, FuncId, IdVec, Program};
use std::collections::{BTreeMap, BTreeSet};
use suite::Beginning;
use suite::choose::{self, choose};
use suite::kill::how;
use suite::tries::{Finished, Tries, matrix, score};
use trace::RunError;

/// The share of the budget that counting killed mutants may take beyond it.
const COUNTING: f64 = 0.05;

impl Project {
    /// The mutants of the classes under test, but for their static initialisers, which run once for all tests.
    pub fn mutants(&self) -> IdVec<MutantId, Mutant> {
        let program = &self.program;
        let functions = self.goals.units.values().map(|unit| unit.function);
        let own = functions.filter(|own| !program.functions[*own].name.contains(".<clinit>"));
        let empties = empties::find(self.mould.world(), program);
        mutation::mutants(program, own, &JavaRules { program, empties })
    }

    /// Counts the mutants that the tests kill as they are by now.
    ///
    /// # Errors
    ///
    /// When no machine can be made.
    pub fn count_killed(&self, product: &mut Product) -> Result<(), Error> {
        let kept_for = &BTreeSet::new();
        let tests = product.tests.iter().map(|JavaTest { scenario, ending, checks, .. }| {
            let (facts, tried) = (facts(ending, checks), product.chances.tries.of(scenario));
            Finished { scenario, facts, kept_for, tried }
        });
        let tests: Vec<Finished<'_>> = tests.collect();
        let mut stage = Stage::for_mutants(self)?;
        stage.deadline = product.budget.beyond(COUNTING);
        product.score = score(&mut stage, &product.mutants, &product.chances.killable, tests)?;
        Ok(())
    }
}

/// What the IR does not say of Java.
struct JavaRules<'p> {
    program: &'p Program,
    /// Empty objects by the descriptor of their type.
    empties: BTreeMap<&'static str, Empty>,
}

impl Rules for JavaRules<'_> {
    /// Those of PIT, and removed stores. An element beside an array would not be checked.
    fn uses(&self, operator: Operator) -> bool {
        !matches!(
            operator,
            Operator::Relations
                | Operator::Bounds
                | Operator::Connectors
                | Operator::FurtherMath
                | Operator::InsertNegatives
                | Operator::Indices
                | Operator::RemoveAssignments
        )
    }

    fn tells_values(&self) -> bool {
        false
    }

    fn completes(&self, callee: Callee) -> bool {
        let Callee::Direct(function) = callee else { return false };
        self.program.functions[function].name.contains(".<init>")
    }

    fn returned(&self, function: FuncId) -> Returned {
        let name = &self.program.functions[function].name;
        let descriptor = name.rsplit(')').next().unwrap_or_default();
        match (descriptor, self.empties.get(descriptor)) {
            ("Z", _) => Returned::Boolean,
            (_, Some(empty)) => Returned::Emptiable(empty.clone()),
            (_, None) => Returned::Plain,
        }
    }

    fn may_leave_out(&self, callee: Callee) -> bool {
        match callee {
            Callee::Direct(function) => {
                let name = &self.program.functions[function].name;
                !name.contains(".<") && !name.starts_with("ferret/")
            }
            Callee::Indirect(_) | Callee::Virtual(_) => true,
        }
    }

    fn name(&self, callee: Callee) -> String {
        let name = match callee {
            Callee::Direct(function) => self.program.functions[function].name.as_str(),
            Callee::Virtual(selector) => self.program.selectors[selector].as_str(),
            Callee::Indirect(_) => "a function",
        };
        let name = name.split('(').next().unwrap_or(name);
        name.rsplit('/').next().unwrap_or(name).to_owned()
    }
}

impl Stage<'_> {
    /// Lets tests choose what they assert: what notices the mutants that can be killed. Gives also what came of trying
    /// them.
    pub(super) fn choose(
        &mut self,
        mutants: &IdVec<MutantId, Mutant>,
        killable: &BTreeSet<MutantId>,
        beginning: &Beginning,
        candidates: Vec<Candidate>,
    ) -> Result<(Vec<JavaTest>, Tries), RunError> {
        let tests = candidates.iter().map(|own| Finished {
            scenario: &own.scenario,
            facts: own.facts(),
            kept_for: &own.kills,
            tried: own.tried.clone(),
        });
        let tests: Vec<Finished<'_>> = tests.collect();
        let (mut tries, tried) = (Tries::default(), matrix(self, mutants, killable, tests)?);
        for (candidate, tried) in candidates.iter().zip(&tried) {
            tries.note(candidate.scenario.clone(), tried.clone());
        }
        let offers: Vec<choose::Candidate> = candidates
            .iter()
            .zip(tried)
            .map(|(candidate, tried)| choose::Candidate {
                facts: candidate.facts(),
                vague: candidate.vague(),
                about_result: candidate.about_result(),
                is_telling: candidate.throws(),
                pinned: beginning
                    .pinned(&candidate.scenario, &candidate.spelled(&self.project.program)),
                kills: how(tried),
            })
            .collect();
        let chosen = choose(&offers);
        let tests = candidates.into_iter().zip(chosen);
        let tests = tests.map(|(candidate, chosen)| candidate.asserting(&chosen));
        Ok((tests.collect(), tries))
    }
}
