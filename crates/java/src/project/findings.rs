//! From what runs threw to findings: one for each cause, each by its simplest scenario.

use super::fault::class_of;
use super::judge::{Case, Verdict};
use super::thrown::{Cause, Ended, Thrown, rank};
use super::{Project, Stage};
use crate::api::Member;
use crate::write::{Closing, JavaCheck};
use bytecode::world::World;
use generate::Budget;
use generate::clock::Deadline;
use jvm::natives::Outside;
use jvm::run::Error;
use program::FuncId;
use report::{FindingKind, Stack};
use scenario::{Scenario, Statement};
use std::collections::{BTreeMap, BTreeSet};
use trace::{Mode, Runner, Trace};

/// Runs by which one finding is made smaller, at most.
const TRIES: u32 = 300;
/// Steps by which all findings of a class are judged, and by which they are made smaller.
const STEPS: u64 = 60_000_000;
/// The share of a budget that each of these may take beyond it.
const SHARE: f64 = 0.02;

/// Something that looks like a mistake in the code under test.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What it is.
    pub kind: FindingKind,
    /// The method, with the name of its class.
    pub method: String,
    /// What is wrong with it.
    pub what: String,
    /// Why it has its kind.
    pub reason: Option<String>,
    /// Where, if it is known: a file of sources and a line.
    pub line: Option<(String, u32)>,
    /// The calls that were open there.
    pub stack: Stack,
    /// How many ways to it were found.
    pub occurrences: u32,
    /// What shows it: its last call.
    pub scenario: Scenario,
    /// What should hold.
    pub should: Should,
    /// The name of the test that shows it, once it is written.
    pub test: Option<String>,
}

/// What should hold where a finding says that it does not.
#[derive(Clone, Debug, PartialEq)]
pub enum Should {
    /// The last call throws an exception of a class, whose internal name this is; it throws another, or nothing.
    Throw(String),
    /// The last call ends.
    End,
    /// The last call does not throw; it throws an exception of a class, whose internal name comes first and those of the
    /// classes above behind it.
    NotThrow(Vec<String>),
    /// Something holds of the last call's result and of the objects.
    Hold {
        /// The name of a test of it.
        name: String,
        /// What is asserted by checks: the last of them fails where nothing comes behind.
        checks: Vec<JavaCheck>,
        /// What is asserted behind them.
        closing: Vec<Closing>,
    },
}

/// What methods do with null: the parameters that must not be null, by the method.
pub type Nulls = BTreeMap<String, BTreeSet<String>>;

/// Where an exception was made: a file of sources and a line in it, if they are known, and the open calls.
#[derive(Default)]
struct At {
    line: Option<(String, u32)>,
    stack: Stack,
}

/// An exception that was judged.
struct Judged {
    cause: Cause,
    ended: Ended,
    kind: FindingKind,
    reason: String,
    at: At,
}

impl Judged {
    /// By what the best of several ways to the same place is found.
    fn rank(&self) -> (FindingKind, (usize, u128, String)) {
        (self.kind, rank(&self.ended.scenario))
    }
}

impl Project {
    /// What exceptions tell: findings, and parameters that must not be null.
    pub(super) fn exceptions(
        &self,
        stage: &mut Stage<'_>,
        thrown: Thrown,
        budget: &Budget,
    ) -> Result<(Vec<Finding>, Nulls), Error> {
        let mut world = self.mould.world().clone();
        let mut nulls = Nulls::new();
        // What one method throws from several of its lines mostly has one cause.
        let mut causes: BTreeMap<(String, String), Vec<Judged>> = BTreeMap::new();
        let mut judging = Effort::new(budget);
        for (cause, ended) in thrown.take() {
            if judging.is_spent() {
                break;
            }
            let known =
                super::may_throw(&cause.class) || cause.class.ends_with("StackOverflowError");
            let (true, Some((place, _))) = (known, cause.place.clone()) else { continue };
            let Some(verdict) = self.verdict(stage, &mut world, &cause, &ended, &mut judging)?
            else {
                continue;
            };
            let (kind, reason, at) = match verdict {
                (Verdict::Intended, _) => continue,
                (Verdict::Null(handed), _) => {
                    for (statement, argument) in handed {
                        let at = (statement as usize, argument as usize);
                        if let Some((method, name)) = self.parameter(&world, &ended.scenario, at) {
                            nulls.entry(method).or_default().insert(name);
                        }
                    }
                    continue;
                }
                (Verdict::Finding(kind, reason), at) => (kind, reason, at),
            };
            let judged = Judged { cause, ended, kind, reason, at };
            causes.entry((judged.cause.class.clone(), place)).or_default().push(judged);
        }
        let mut effort = Effort::new(budget);
        let mut findings = Vec::new();
        for ways in causes.into_values() {
            let occurrences = ways.len() as u32;
            let Some(best) = ways.into_iter().min_by_key(Judged::rank) else { continue };
            findings.push(self.finding(stage, &mut world, best, occurrences, &mut effort)?);
        }
        findings.sort_by_key(|finding| finding.kind);
        Ok((findings, nulls))
    }

    /// The method under test that a statement calls, and the name of one of its parameters.
    fn parameter(
        &self,
        world: &World,
        scenario: &Scenario,
        (statement, argument): (usize, usize),
    ) -> Option<(String, String)> {
        let Statement::Call { function, .. } = scenario.statements.get(statement)? else {
            return None;
        };
        let method = *self.api.methods.get(function)?;
        let (name, _) = self.program.catalogue.callable(*function)?.params.get(argument)?;
        let is_own = self.is_under_test(world, method);
        is_own.then(|| (self.method_name(*function), name.clone()))
    }

    /// Judges how a scenario ended, and tells the place; none if it does not end so again.
    fn verdict(
        &self,
        stage: &mut Stage<'_>,
        world: &mut World,
        cause: &Cause,
        ended: &Ended,
        effort: &mut Effort,
    ) -> Result<Option<(Verdict, At)>, Error> {
        let Some(entry) = self.entries.iter().find(|entry| entry.function == cause.function) else {
            return Ok(None);
        };
        let (trace, fault) = stage.fault(&ended.scenario)?;
        effort.spend(trace.steps);
        if stage.thrown(&ended.scenario, &trace).is_none_or(|(_, class)| class != cause.class) {
            return Ok(None);
        }
        // Behind a method of the library there may be anything.
        let mut calls = fault.calls.iter();
        if !self.is_under_test(world, entry.method)
            && !calls.any(|(function, _)| self.is_under_test(world, *function))
        {
            return Ok(None);
        }
        let line = fault.calls.iter().find_map(|(function, line)| {
            let info = world.info(class_of(world, *function)?);
            Some((info.source_file.clone().filter(|_| *line > 0)?.to_string(), *line))
        });
        let case = Case {
            cause,
            above: &ended.above,
            scenario: &ended.scenario,
            fault: &fault,
            method: entry.method,
        };
        let at = At { line, stack: self.stack(world, &fault.calls) };
        Ok(Some((self.judge(world, &case), at)))
    }

    /// A finding by its simplest scenario.
    fn finding(
        &self,
        stage: &mut Stage<'_>,
        world: &mut World,
        best: Judged,
        occurrences: u32,
        effort: &mut Effort,
    ) -> Result<Finding, Error> {
        let Judged { cause, mut ended, kind, mut reason, mut at } = best;
        if kind.is_reportable() {
            let scenario = self.smaller(stage, &ended.scenario, effort)?;
            let small = Ended { scenario, above: ended.above.clone() };
            // A smaller one may break a precondition that the larger one kept.
            if let Some((Verdict::Finding(own, why), there)) =
                self.verdict(stage, world, &cause, &small, effort)?
                && own == kind
            {
                (ended, reason, at) = (small, why, there);
            }
        }
        let simple = cause.class.rsplit(['/', '$']).next().unwrap_or(&cause.class);
        let method = self.method_name(cause.function);
        let is_step = method.ends_with(".next") || method.ends_with(".previous");
        let steps = kind == FindingKind::BrokenContract && is_step;
        Ok(Finding {
            kind,
            method,
            what: format!("throws {simple}"),
            reason: Some(reason),
            line: at.line,
            stack: at.stack,
            occurrences,
            scenario: ended.scenario,
            should: match steps {
                true => Should::Throw("java/util/NoSuchElementException".to_owned()),
                false => Should::NotThrow([vec![cause.class.clone()], ended.above].concat()),
            },
            test: None,
        })
    }

    /// A smaller scenario that throws the same out of the same calls.
    fn smaller(
        &self,
        stage: &mut Stage<'_>,
        scenario: &Scenario,
        effort: &mut Effort,
    ) -> Result<Scenario, Error> {
        let mut trace = Trace::default();
        stage.prepared.machine.run(scenario, Mode::Concrete, &mut trace)?;
        let (thrown, calls) = (stage.thrown(scenario, &trace), stage.prepared.origin(&trace));
        // That a null makes it throw as well is another matter.
        let nulls = self.has_null(scenario);
        Ok(suite::minimise(&self.program.catalogue, scenario, TRIES, |candidate| {
            if effort.is_spent() {
                return false;
            }
            let mut trace = Trace::default();
            let run = stage.prepared.machine.run(candidate, Mode::Concrete, &mut trace);
            effort.spend(trace.steps);
            run.is_ok()
                && trace.statement + 1 == candidate.statements.len()
                && stage.thrown(candidate, &trace) == thrown
                && stage.prepared.origin(&trace) == calls
                && (nulls || !self.has_null(candidate))
        }))
    }

    /// The name of the method that a function of the catalogue calls, with its class.
    pub(crate) fn method_name(&self, function: FuncId) -> String {
        let simple = |class: &str| class.rsplit(['/', '$']).next().unwrap_or(class).to_owned();
        match self.api.members.get(&function) {
            Some(Member::Constructor { class, .. }) => format!("new {}", simple(class)),
            Some(Member::Stub(stub)) => format!("new {}", simple(&stub.class)),
            Some(Member::Method { class, name, .. }) => format!("{}.{name}", simple(class)),
            _ => self.program.functions[function].name.clone(),
        }
    }

    /// Takes away the findings whose scenarios go further out of their process than they may.
    ///
    /// # Errors
    ///
    /// When no machine can be made.
    pub fn keep_inside(&self, findings: &mut Vec<Finding>, limit: Outside) -> Result<(), Error> {
        let mut stage = Stage::new(self)?;
        let mut kept = Vec::new();
        for finding in std::mem::take(findings) {
            stage.prepared.take_outside();
            let mut trace = Trace::default();
            stage.prepared.machine.run(&finding.scenario, Mode::Concrete, &mut trace)?;
            if stage.prepared.take_outside() <= limit {
                kept.push(finding);
            }
        }
        *findings = kept;
        Ok(())
    }
}

/// How many parameters the last call of a scenario has, what it is called on not among them.
pub(crate) fn arity(project: &Project, scenario: &Scenario) -> Option<(String, usize)> {
    let Some(Statement::Call { function, arguments, .. }) = scenario.statements.last() else {
        return None;
    };
    match project.api.members.get(function)? {
        Member::Constructor { class, inner } => {
            let simple = class.rsplit(['/', '$']).next().unwrap_or(class);
            Some((simple.to_owned(), arguments.len() - usize::from(*inner)))
        }
        Member::Method { name, is_static, .. } => {
            Some((name.clone(), arguments.len() - usize::from(!is_static)))
        }
        _ => None,
    }
}

/// The work that findings may take.
struct Effort {
    runs: u64,
    steps: u64,
    deadline: Option<Deadline>,
}

impl Effort {
    fn new(budget: &Budget) -> Self {
        Self {
            runs: budget.executions.map_or(u64::MAX, |own| (own / 2).max(u64::from(TRIES))),
            steps: STEPS,
            deadline: budget.beyond(SHARE),
        }
    }

    fn spend(&mut self, steps: u64) {
        self.runs = self.runs.saturating_sub(1);
        self.steps = self.steps.saturating_sub(steps);
    }

    fn is_spent(&self) -> bool {
        self.runs == 0 || self.steps == 0 || self.deadline.as_ref().is_some_and(Deadline::is_over)
    }
}
