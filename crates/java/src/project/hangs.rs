//! Calls that do not end on input that nothing rejects.
//!
//! The machine only suspects them: a run that takes very many steps may end later. The JVM, which runs a test of each for some
//! seconds, decides.

use super::judge::LARGEST;
use super::thrown::rank;
use super::{Finding, Project, Should, Stage};
use jvm::run::Error;
use program::{FuncId, Point, Program, Type};
use report::{FindingKind, Stack};
use scenario::{Scenario, Statement};
use std::collections::BTreeMap;
use std::sync::PoisonError;
use trace::{Limit, Mode, Outcome, RunError, Runner, Trace};

/// Suspects that are looked at, at most.
const MOST: usize = 4;
/// Steps that a suspect still runs after.
const STEPS: u64 = 20_000_000;
/// Steps by which a smaller one is told from one that ends.
const SHORT: u64 = 400_000;
/// Runs by which one is made smaller.
const TRIES: u32 = 80;
/// Elements of an array that code may well take long for.
const LONGEST: u32 = 256;

impl Project {
    /// Findings of scenarios that ran into the limit, the smallest of each function.
    pub(super) fn hangs(
        &self,
        stage: &mut Stage<'_>,
        endless: BTreeMap<FuncId, Scenario>,
    ) -> Result<Vec<Finding>, Error> {
        let mut found = Vec::new();
        let own = endless.into_iter().filter(|(function, _)| self.is_own_entry(*function));
        let suspects = own.filter(|(_, scenario)| self.is_usual(scenario));
        for (function, scenario) in suspects.take(MOST) {
            if !runs_on(stage, &scenario, STEPS)? {
                continue;
            }
            let smaller = suite::minimise(&self.program.catalogue, &scenario, TRIES, |candidate| {
                self.is_usual(candidate)
                    && self.calls_last(candidate, function)
                    && runs_on(stage, candidate, SHORT).unwrap_or(false)
            });
            let mut scenario = scenario;
            if rank(&smaller) < rank(&scenario) && runs_on(stage, &smaller, STEPS)? {
                scenario = smaller;
            }
            let stack = self.open_calls(stage, &scenario)?;
            let method = self.method_name(function);
            let line =
                method.rsplit_once('.').and_then(|(_, name)| self.line_of(&self.class, name));
            found.push(Finding {
                kind: FindingKind::Hang,
                method,
                what: "does not end".to_owned(),
                reason: Some("no number, text or object that it is given explains it".to_owned()),
                line,
                stack,
                occurrences: 1,
                scenario,
                should: Should::End,
                test: None,
            });
        }
        Ok(found)
    }

    /// Whether a scenario does nothing that explains why it takes long: no large number or array, no object made for the
    /// test, which may go on giving for ever.
    fn is_usual(&self, scenario: &Scenario) -> bool {
        let world = self.mould.world();
        let is_small = |statement: &Statement| match statement {
            Statement::Value { ty: Type::F32, bits, .. } => {
                f32::from_bits(*bits as u32).abs() <= LARGEST as f32
            }
            Statement::Value { ty: Type::F64, bits, .. } => {
                f64::from_bits(*bits as u64).abs() <= LARGEST as f64
            }
            Statement::Value { ty, bits, .. } => *ty == Type::Ptr || *bits <= LARGEST,
            Statement::Array { array, .. } => {
                let shown = array.elements.iter().take(array.length as usize);
                array.length <= LONGEST
                    && (array.element == Type::Ptr || { shown }.all(|bits| *bits <= LARGEST))
            }
            _ => true,
        };
        scenario.statements.iter().all(is_small)
            && !self.has_null(scenario)
            && !self.has_stub(scenario)
            && !self.writes_fields(scenario)
            && !self.is_released(scenario)
            && self.is_public_use(world, scenario)
            && self.forbidden(world, scenario).is_none()
    }

    /// The calls that are open in a scenario that does not end, after some steps.
    fn open_calls(&self, stage: &mut Stage<'_>, scenario: &Scenario) -> Result<Stack, Error> {
        let trace = cut_off(stage, scenario, SHORT)?;
        let program = stage.prepared.machine.program();
        let calls = trace.stack.iter().rev().map(|point| (point.function, line(program, *point)));
        let calls: Vec<(FuncId, u32)> = calls.collect();
        let world = stage.prepared.world();
        let world = world.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(self.stack(&world, &calls))
    }

    fn calls_last(&self, scenario: &Scenario, wanted: FuncId) -> bool {
        matches!(
            scenario.statements.last(),
            Some(Statement::Call { function, .. }) if *function == wanted
        )
    }
}

/// The line of an instruction, or of the nearest one before it in its block that has one; 0 if there is none.
fn line(program: &Program, point: Point) -> u32 {
    let function = &program.functions[point.function];
    if function.blocks.is_empty() {
        return 0;
    }
    let block = &function.blocks[point.block];
    let before = block.instructions.iter().take(point.index as usize + 1).rev();
    let span = before.filter_map(|located| located.span).next().or(block.terminator.span);
    span.map_or(0, |span| span.line)
}

/// Runs a scenario for so many steps; tells whether its last call still runs then.
fn runs_on(stage: &mut Stage<'_>, scenario: &Scenario, steps: u64) -> Result<bool, RunError> {
    let trace = cut_off(stage, scenario, steps)?;
    Ok(trace.outcome == Outcome::Exhausted(Limit::Steps)
        && trace.statement + 1 == scenario.statements.len())
}

/// What a run of a scenario leaves that ends after so many steps.
fn cut_off(stage: &mut Stage<'_>, scenario: &Scenario, steps: u64) -> Result<Trace, RunError> {
    let mut trace = Trace::default();
    let machine = &mut stage.prepared.machine;
    let usual = machine.set_max_steps(steps);
    let run = machine.run(scenario, Mode::Concrete, &mut trace);
    machine.set_max_steps(usual);
    run?;
    Ok(trace)
}
