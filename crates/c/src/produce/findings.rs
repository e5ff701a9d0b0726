//! Findings: runs that end in a trap become tests that die, are confirmed natively, and get a cause; one is kept for
//! each cause.

use super::causes::{Cause, Examiner};
use super::inputs::fails;
use super::{EFFORT, Product, Project, Stage, base_of, is_endless};
use crate::death::{Death, Family, death};
use crate::fault::Fault;
use crate::judge::Deaths;
use crate::libc::answer_type;
use crate::run::{self, StackFrame};
use generate::Generated;
use generate::archive::size;
use program::{FuncId, Type};
use report::{FindingKind, Place, Stack};
use scenario::make::{Doubts, Limits, Maker, Pool};
use scenario::{Scenario, Statement};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use suite::Rehearsal;
use suite::assemble::{self, Test};
use trace::{Observed, Outcome, RunError, Trace, TrapKind};

/// Findings as tests that end in the trap: the smallest inputs that do and that a caller would not rather avoid.
pub(super) fn findings(
    stage: &mut Stage<'_>,
    generated: &Generated,
) -> Result<Vec<Test>, RunError> {
    let catalogue = &stage.project.program.catalogue;
    let maker = stage.project.maker();
    let mut tests: Vec<Test> = Vec::new();
    let mut trace = Trace::default();
    for finding in &generated.findings {
        let wanted = (finding.trap.kind, finding.trap.stack.last().copied());
        let mut steps = 0;
        let empty = empty_arrays(&finding.scenario);
        let smaller = suite::minimise(catalogue, &finding.scenario, EFFORT, |candidate| {
            if steps > assemble::MOST_STEPS
                || maker.doubts(candidate) > finding.doubts
                || empty_arrays(candidate) > empty
            {
                return false;
            }
            let ran = stage.run(candidate, &mut trace);
            steps += trace.steps;
            ran.is_ok()
                && matches!(&trace.outcome, Outcome::Trapped(trap)
                    if (trap.kind, trap.stack.last().copied()) == wanted)
        });
        stage.run(&smaller, &mut trace)?;
        tests.push(Test {
            name: String::new(),
            function: catalogue
                .entered_by(assemble::subject_of(&smaller).unwrap_or(finding.function)),
            scenario: smaller,
            heap: trace.freed.clone(),
            checks: Vec::new(),
            output: Vec::new(),
            outcome: trace.outcome.clone(),
            goals: Vec::new(),
            kills: BTreeSet::new(),
            tried: BTreeMap::new(),
        });
    }
    assemble::name(stage.program(), &mut tests);
    Ok(tests)
}

/// Arrays without elements: C has none, and what goes beyond their end goes unnoticed.
fn empty_arrays(scenario: &Scenario) -> usize {
    let empty =
        |one: &&Statement| matches!(one, Statement::Array { array, .. } if array.length == 0);
    scenario.statements.iter().filter(empty).count()
}

/// What findings of one cause have in common: the file and line, what happens there, what it is, and the parameter that
/// must not be null.
type Key = (Option<(String, Option<u32>)>, Family, FindingKind, Option<(FuncId, String)>);

impl Project {
    /// What is known of how scenarios are made.
    pub(super) fn maker(&self) -> Maker<'_> {
        let own = self.goals.units.values().map(|unit| unit.function);
        Maker::new(&self.program, own, Pool::default(), Limits::default())
    }

    /// What a finding does, and where.
    pub(super) fn said(&self, finding: &Test) -> Fault {
        let Outcome::Trapped(trap) = &finding.outcome else { return Fault::default() };
        let frames = run::stack(&self.program, trap);
        let own = frames.iter().find(|frame| !frame.library);
        let place = own.filter(|frame| frame.position.is_some()).and_then(StackFrame::place);
        let stack = Stack::new(frames.iter().map(StackFrame::told));
        Fault { cause: run::reason(&self.program, trap.kind), place, stack }
    }

    /// The cause of a finding in code that a generator wrote.
    fn generated_cause(&self, fault: &Fault) -> Option<Cause> {
        let file = base_of(&fault.place.as_ref()?.file);
        Some(Cause::generated(file, self.generated.get(file)?))
    }

    /// Whether it is the code that loses memory in a test, and not the test: a function of the code's is called once, in a
    /// way that a caller would, and gives no pointer, nor has it anywhere to put one.
    pub(crate) fn loses_memory(&self, test: &Test) -> bool {
        let statements = &test.scenario.statements;
        let mut calls = statements.iter().filter(|one| matches!(one, Statement::Call { .. }));
        let (Some(Statement::Call { function, .. }), None) = (calls.next(), calls.next()) else {
            return false;
        };
        let plain = statements.iter().all(|statement| match statement {
            Statement::Value { .. } | Statement::Call { .. } => true,
            Statement::Array { array, .. } => array.element != Type::Ptr,
            Statement::Stream { name, .. } => answer_type(name).is_some(),
            _ => false,
        });
        if !plain || self.maker().doubts(&test.scenario) != Doubts::default() {
            return false;
        }
        if self.program.functions[*function].result != Some(Type::Ptr) {
            return true;
        }
        let mut trace = Trace::default();
        let ran = Stage::new(self).and_then(|mut stage| stage.run(&test.scenario, &mut trace));
        let seen = trace.observations.iter().flat_map(|observation| &observation.seen);
        let mut results = seen.filter_map(|seen| match seen {
            Observed::Result { bits, .. } => Some(*bits),
            _ => None,
        });
        ran.is_ok() && results.next() == Some(0)
    }

    /// Keeps the findings that are confirmed, one for each cause, and says what each of them is. `deaths` tells of those
    /// that were run natively. Gives how many were run and did not die of what the machine saw.
    ///
    /// # Errors
    ///
    /// When a scenario does not fit the program.
    pub(crate) fn settle_findings(
        &self,
        product: &mut Product,
        deaths: Option<&Deaths>,
    ) -> Result<usize, RunError> {
        let handles = product.tests.iter().any(|test| fails(&test.scenario, "malloc.fails"));
        let maker = self.maker();
        let mut stage = Stage::new(self)?;
        let mut examiner = Examiner::new(&mut stage, maker.clone(), handles);
        let mut kept: BTreeMap<Key, (Test, Cause)> = BTreeMap::new();
        let mut refuted = 0;
        let base = |place: &Place| {
            (place.file.rsplit('/').next().unwrap_or_default().to_owned(), place.line)
        };
        let rank = |test: &Test| (maker.doubts(&test.scenario), size(&test.scenario));
        for test in std::mem::take(&mut product.findings) {
            if let Some(cause) = product.causes.get(&test.name) {
                if is_endless(&test) {
                    // What takes long for the machine may well end: only a native run can tell.
                    let Some(deaths) = deaths else { continue };
                    if !deaths.get(&test.name).is_some_and(|(hung, _)| *hung) {
                        refuted += 1;
                        continue;
                    }
                }
                let place = product.said.get(&test.name).and_then(|fault| fault.place.as_ref());
                let key = (place.map(base), Family::Memory, cause.kind, None);
                kept.entry(key).or_insert((test, cause.clone()));
                continue;
            }
            let fault = product.said.get(&test.name).cloned().unwrap_or_default();
            let death = match deaths {
                None => None,
                Some(deaths) => match confirmed(deaths, &test, &fault) {
                    Confirmed::No => {
                        refuted += 1;
                        continue;
                    }
                    Confirmed::Died(death) => Some(death),
                    Confirmed::Ended => None,
                },
            };
            let mut cause = examiner.cause(&test, death.as_ref())?;
            if let Some(own) = self.generated_cause(&fault).filter(|_| cause.kind.is_reportable()) {
                cause = own;
            }
            if deaths.is_none() && cause.kind.is_reportable() {
                cause.reason += "; not confirmed: it was not run natively";
            }
            let family = match &test.outcome {
                Outcome::Trapped(trap) => Family::of_trap(trap.kind),
                _ => Family::of_cause(&fault.cause),
            };
            let key = (fault.place.as_ref().map(base), family, cause.kind, cause.non_null.clone());
            match kept.entry(key) {
                Entry::Vacant(free) => {
                    free.insert((test, cause));
                }
                Entry::Occupied(mut known) => {
                    let (other, before) = known.get_mut();
                    let occurrences = before.occurrences + 1;
                    if rank(&test) < rank(other) {
                        (*other, *before) = (test, cause);
                    }
                    before.occurrences = occurrences;
                }
            }
        }
        product.causes.clear();
        for (test, cause) in kept.into_values() {
            product.causes.insert(test.name.clone(), cause);
            product.findings.push(test);
        }
        product.findings.sort_by(|one, other| {
            let key = |test: &Test| (test.function, test.name.clone());
            key(one).cmp(&key(other))
        });
        Ok(refuted)
    }
}

/// What a native run says of a finding.
enum Confirmed {
    /// It did not die, or of something else.
    No,
    /// A sanitizer ended it.
    Died(Death),
    /// It ended itself, as it should.
    Ended,
}

fn confirmed(deaths: &Deaths, test: &Test, fault: &Fault) -> Confirmed {
    let Some((true, said)) = deaths.get(&test.name) else { return Confirmed::No };
    let trap = match &test.outcome {
        Outcome::Trapped(trap) => Some(trap.kind),
        _ => None,
    };
    match (death(said, &test.name), trap) {
        (None, Some(TrapKind::Abort)) => Confirmed::Ended,
        (Some(death), Some(kind)) if death.confirms(kind, fault.place.as_ref()) => {
            Confirmed::Died(death)
        }
        (Some(death), None) => Confirmed::Died(death),
        _ => Confirmed::No,
    }
}

/// Whether a finding is listed by itself, with a test that shows it.
pub(crate) fn is_listed(product: &Product, finding: &Test) -> bool {
    product.causes.get(&finding.name).is_some_and(|cause| cause.kind.is_reportable())
}
