//! Why a finding is one: a defect, or a precondition that the test broke.
//!
//! A failing run is followed once more with terms. What the fault depends on is data that the code parses, numbers
//! that the code checked on the way, or numbers and pointers that nobody looked at; only of the latter the caller is
//! to blame. What a caller would hardly do at all ([`Doubts`]) is never worth a report.

use super::Stage;
use super::callers::Callers;
use super::inputs::{fails, is_extreme, is_stream, lifted, names_in, number, numbers_of, parsed};
use super::limits::heads_loop;
use crate::death::{Death, Family};
use crate::run;
use language::checked::only_excludes;
use program::catalogue::ApiType;
use program::{FuncId, Id, Point, Program, SiteId, SiteKind, SiteTable, Type};
use report::FindingKind;
use scenario::make::{Doubts, Maker};
use scenario::{Argument, Extent, Object, Scenario, Statement, VarId};
use std::collections::{BTreeMap, BTreeSet};
use suite::Test;
use suite::checks::callable;
use term::{CompareOp, Node, UnaryOp, free_variables};
use trace::{
    Clause, Input, Mode, Observed, Origin, Outcome, Part, RunError, Runner, Source, Trace, Trap,
    TrapKind,
};

/// What a finding is, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// What it is.
    pub kind: FindingKind,
    /// Why it is that.
    pub reason: String,
    /// The function and the parameter that must not be null, where the finding is no more than that.
    pub non_null: Option<(FuncId, String)>,
    /// How many findings have this cause.
    pub occurrences: u32,
}

impl Cause {
    pub(super) fn new(kind: FindingKind, reason: impl Into<String>) -> Self {
        Self { kind, reason: reason.into(), non_null: None, occurrences: 1 }
    }

    /// The cause of what a caller must not pass.
    pub(super) fn invalid(reason: String) -> Self {
        Self::new(FindingKind::InvalidArgument, reason)
    }

    /// The cause of memory that is lost.
    pub(crate) fn lost() -> Self {
        Self::new(FindingKind::Leak, "the caller gets no pointer to free")
    }

    /// The cause of what is wrong with code that a generator wrote.
    pub(super) fn generated(file: &str, generator: &str) -> Self {
        Self::new(FindingKind::InvalidArgument, format!("{generator} generated {file}"))
    }

    /// The cause of a call that does not end.
    pub(super) fn endless() -> Self {
        Self::new(FindingKind::Hang, "no number or text that it is given explains it")
    }
}

/// A site that is met more often than this in a call is a loop's.
const LOOP: usize = 2;

/// Bytes that stand in for what a null pointer could point at.
const STAND_IN: u32 = 64;

/// Finds out why runs fail.
pub(super) struct Examiner<'p, 's> {
    stage: &'s mut Stage<'p>,
    pub(super) maker: Maker<'p>,
    sites: SiteTable,
    pub(super) callers: Callers,
    /// Whether the code handles allocations that fail, somewhere.
    handles_failures: bool,
}

/// A failing run, followed with terms.
pub(super) struct Followed {
    pub(super) scenario: Scenario,
    trace: Trace,
    /// The statement that failed.
    pub(super) statement: usize,
    /// The branches of that statement that depend on inputs, in order.
    decisions: Vec<Decided>,
    /// The numbers that the failing check or access depends on.
    pub(super) deciding: BTreeSet<VarId>,
    /// Results of calls that were zero.
    zeros: BTreeSet<VarId>,
    /// The parameters of the failing call that variables are passed as.
    names: BTreeMap<VarId, String>,
}

/// A branch that depends on inputs.
struct Decided {
    site: SiteId,
    /// The numbers of the scenario among them.
    numbers: BTreeSet<VarId>,
    /// The arrays whose elements it depends on.
    arrays: BTreeSet<VarId>,
    /// The pointers that it compares with null, as they are passed, by statement and argument.
    pointers: BTreeSet<(usize, usize)>,
    /// Whether it says more of the numbers than that they are not some.
    is_check: bool,
    /// Whether it asks if something is zero, as code does that looks for the end of a text.
    asks_for_zero: bool,
    /// Whether it decides on another round of a loop.
    is_loop: bool,
}

impl Followed {
    pub(super) fn trap(&self) -> Option<&Trap> {
        match &self.trace.outcome {
            Outcome::Trapped(trap) => Some(trap),
            _ => None,
        }
    }

    /// What the program made no larger than it is used.
    pub(super) fn overrun(&self) -> Option<VarId> {
        Some(self.trace.overrun?.variable)
    }

    /// What a number is called in the source.
    pub(super) fn name(&self, variable: VarId) -> &str {
        self.names.get(&variable).map_or_else(|| self.scenario.name(variable), String::as_str)
    }

    pub(super) fn calls(&self) -> (FuncId, &[Argument]) {
        match &self.scenario.statements[self.statement] {
            Statement::Call { function, arguments, .. } => (*function, arguments),
            _ => (FuncId::new(0), &[]),
        }
    }

    /// Names of what the program asks of the environment in it.
    pub(super) fn asked(&self) -> impl Iterator<Item = (&str, Type)> {
        let unanswered = self.trace.asked.iter().map(|asked| (asked.name.as_str(), asked.ty));
        let answered = self.scenario.statements.iter().filter_map(|statement| match statement {
            Statement::Stream { name, ty, .. } => Some((name.as_str(), *ty)),
            _ => None,
        });
        answered.chain(unanswered)
    }

    /// Whether an answer that is not the usual one is given to such a question.
    fn fails(&self, question: &str) -> bool {
        fails(&self.scenario, question)
    }
}

impl<'p, 's> Examiner<'p, 's> {
    pub fn new(stage: &'s mut Stage<'p>, maker: Maker<'p>, handles_failures: bool) -> Self {
        let sites = SiteTable::new(maker.program());
        let callers = Callers::of(maker.program());
        Self { stage, maker, sites, callers, handles_failures }
    }

    pub(super) fn program(&self) -> &'p Program {
        self.maker.program()
    }

    fn name(&self, function: FuncId) -> &'p str {
        self.program().functions[function].source_name()
    }

    /// Why a finding is one; `death` is how it died natively, if it was run.
    pub fn cause(&mut self, test: &Test, death: Option<&Death>) -> Result<Cause, RunError> {
        let doubts = self.maker.doubts(&test.scenario);
        let run = self.follow(&test.scenario)?;
        let cause = self.cause_of(&run, doubts, death)?;
        let unknown = || self.unknown_to_callers(&run);
        Ok(match cause.kind.is_reportable() {
            true => unknown().unwrap_or(cause),
            false => cause,
        })
    }

    fn cause_of(
        &mut self,
        run: &Followed,
        doubts: Doubts,
        death: Option<&Death>,
    ) -> Result<Cause, RunError> {
        let kind = run.trap().map(|trap| trap.kind);
        let died = death.map(|death| death.fault.cause.as_str()).unwrap_or_default();
        let family = kind.map_or(Family::of_cause(died), Family::of_trap);
        if matches!(kind, Some(TrapKind::UseAfterFree | TrapKind::DoubleFree))
            || died.contains("use after free")
            || died.contains("double free")
        {
            let calls =
                run.scenario.statements.iter().filter(|one| matches!(one, Statement::Call { .. }));
            let before = death.map_or(calls.count() > 1, |death| death.released_before);
            if before || doubts.has(Doubts::RELEASED) {
                let reason = "an earlier call released the object";
                return Ok(Cause::new(FindingKind::UseAfterRelease, reason));
            }
        }
        if kind == Some(TrapKind::InvalidFree) || died == "bad free" {
            let reason = "the code frees memory that the test did not allocate";
            return Ok(Cause::new(FindingKind::FabricatedState, reason));
        }
        if family == Family::Null && kind.is_none() && doubts.has(Doubts::NULL) {
            let reason = "null is passed, and nothing checks for it";
            return Ok(Cause::new(FindingKind::NullArgument, reason));
        }
        if family == Family::Null
            && let Some(cause) = self.null(run, doubts)?
        {
            return Ok(cause);
        }
        if let Some(cause) = self.beyond_parameters(run) {
            return Ok(cause);
        }
        if let Some(cause) = self.doubted(run, doubts)? {
            return Ok(cause);
        }
        if let Some(cause) = self.not_set_up(run) {
            return Ok(cause);
        }
        if let Some(cause) = self.refused(run) {
            return Ok(cause);
        }
        Ok(self.judged(run, family, death))
    }

    /// Runs a scenario with terms; fixed numbers become inputs.
    fn follow(&mut self, scenario: &Scenario) -> Result<Followed, RunError> {
        let scenario = lifted(self.program(), scenario);
        let mut trace = Trace::default();
        self.stage.machine.run(&scenario, Mode::Concolic, &mut trace)?;
        let last =
            scenario.statements.iter().rposition(|one| matches!(one, Statement::Call { .. }));
        let statement = match trace.outcome {
            Outcome::Trapped(_) => trace.statement,
            _ => last.unwrap_or_default(),
        };
        let mut prefix = scenario.clone();
        prefix.statements.truncate(statement);
        let mut short = Trace::default();
        self.stage.machine.run(&prefix, Mode::Concrete, &mut short)?;
        // Terms are valid until the next run.
        self.stage.machine.run(&scenario, Mode::Concolic, &mut trace)?;
        let own = trace.path.iter().filter(|clause| clause.step > short.steps);
        let mut decisions: Vec<Decided> =
            own.filter_map(|clause| self.decided(&scenario, &trace, clause)).collect();
        let mut heads: BTreeMap<SiteId, bool> = BTreeMap::new();
        for decided in &mut decisions {
            let point = self.sites.site(decided.site).point;
            let head = heads.entry(decided.site);
            decided.is_loop = *head.or_insert_with(|| heads_loop(self.program(), point));
        }
        let deciding = match &trace.outcome {
            Outcome::Trapped(trap) => {
                let deciding = self.deciding(&scenario, &trace);
                // Where an address never was one, nobody knows what it depended on.
                match deciding.is_empty() && trap.kind == TrapKind::WildAddress {
                    true => numbers_of(&scenario, statement),
                    false => deciding,
                }
            }
            _ => numbers_of(&scenario, statement),
        };
        let results = trace.observations.iter().filter_map(|observation| {
            let Statement::Call { result, .. } = scenario.statements.get(observation.statement)?
            else {
                return None;
            };
            let zero = |seen: &Observed| matches!(seen, Observed::Result { bits: 0, .. });
            observation.seen.iter().any(zero).then_some((*result)?)
        });
        let zeros = results.collect();
        let names = names_in(self.program(), &scenario.statements[statement]);
        Ok(Followed { scenario, trace, statement, decisions, deciding, zeros, names })
    }

    /// The inputs that a term is made of.
    fn inputs<'t>(&self, trace: &'t Trace, clause: &Clause) -> impl Iterator<Item = &'t Input> {
        let pool = self.stage.machine.pool();
        let variables = free_variables(pool, clause.term);
        trace.inputs.iter().filter(move |input| {
            pool.var_of(input.term).is_some_and(|variable| variables.contains(variable))
        })
    }

    /// Numbers of the scenario that a clause speaks of.
    fn numbers(&self, scenario: &Scenario, trace: &Trace, clause: &Clause) -> BTreeSet<VarId> {
        let numbers = self.inputs(trace, clause).filter_map(|input| match input.source {
            Source::Variable(variable, Part::Value) => Some(variable),
            _ => None,
        });
        numbers.filter(|variable| !is_stream(scenario, *variable)).collect()
    }

    /// What a clause that a branch gave speaks of.
    fn decided(&self, scenario: &Scenario, trace: &Trace, clause: &Clause) -> Option<Decided> {
        let Origin::Site { site, .. } = clause.origin else { return None };
        if matches!(self.sites.site(site).kind, SiteKind::Check(_)) {
            return None;
        }
        let pool = self.stage.machine.pool();
        let tested = |term| match pool.node(term) {
            Node::Compare(CompareOp::Eq, a, b) => {
                let null = pool.as_constant(a) == Some(0) || pool.as_constant(b) == Some(0);
                null && (pool.var_of(a).is_some() || pool.var_of(b).is_some())
            }
            _ => false,
        };
        let is_test = match pool.node(clause.term) {
            Node::Unary(UnaryOp::Not, inner) => tested(inner),
            _ => tested(clause.term),
        };
        let inputs = self.inputs(trace, clause).filter(|_| is_test);
        let pointers = inputs.filter_map(|input| match input.source {
            Source::Pointer { statement, argument } => {
                Some((statement as usize, argument as usize))
            }
            _ => None,
        });
        let pointers = pointers.collect();
        let arrays = self.inputs(trace, clause).filter_map(|input| match input.source {
            Source::Variable(variable, Part::Element(_)) => Some(variable),
            _ => None,
        });
        let (numbers, arrays) = (self.numbers(scenario, trace, clause), arrays.collect());
        let is_check = !only_excludes(pool, clause.term);
        let is_zero = |term| match pool.node(term) {
            Node::Compare(CompareOp::Eq, a, b) => {
                pool.as_constant(a) == Some(0) || pool.as_constant(b) == Some(0)
            }
            _ => false,
        };
        let asks_for_zero = match pool.node(clause.term) {
            Node::Unary(UnaryOp::Not, inner) => is_zero(inner),
            _ => is_zero(clause.term),
        };
        let is_loop = false;
        Some(Decided { site, numbers, arrays, pointers, is_check, asks_for_zero, is_loop })
    }

    /// The numbers that the failing check or access depends on.
    fn deciding(&self, scenario: &Scenario, trace: &Trace) -> BTreeSet<VarId> {
        let last = trace.path.iter().rev().take(3).find(|clause| match clause.origin {
            Origin::Access { inside, .. } => !inside,
            Origin::Site { site, .. } => matches!(self.sites.site(site).kind, SiteKind::Check(_)),
            Origin::Concretised { .. } => true,
            _ => false,
        });
        last.map(|clause| self.numbers(scenario, trace, clause)).unwrap_or_default()
    }

    /// The trap that a run of another scenario ends in.
    pub(super) fn trap_of(&mut self, scenario: &Scenario) -> Option<Trap> {
        let mut trace = Trace::default();
        self.stage.machine.run(scenario, Mode::Concrete, &mut trace).ok()?;
        match trace.outcome {
            Outcome::Trapped(trap) => Some(trap),
            _ => None,
        }
    }

    /// Whether a run of another scenario ends in the same trap.
    pub(super) fn ends_alike(&mut self, scenario: &Scenario, trap: &Trap) -> bool {
        self.trap_of(scenario)
            .is_some_and(|other| other.kind == trap.kind && other.stack.last() == trap.stack.last())
    }

    /// A null pointer that the scenario passes: nobody checks it, or somebody does and uses it anyway.
    fn null(&mut self, run: &Followed, doubts: Doubts) -> Result<Option<Cause>, RunError> {
        let found = self.null_parameters(run);
        if let Some((statement, argument, function, name)) = found.first() {
            let key = (*statement, *argument);
            // Who is told by another function that the pointer is null has not looked itself.
            let inside = |site: SiteId| {
                let own = self.sites.site(site).point.function;
                if self.is_library(site) {
                    return false;
                }
                let stack = run.trap().map(|trap| trap.stack.as_slice()).unwrap_or_default();
                own == *function || stack.last().is_some_and(|point| point.function == own)
            };
            let check = run
                .decisions
                .iter()
                .find(|decided| decided.pointers.contains(&key) && inside(decided.site));
            let trusted = !doubts.has(Doubts::GRAVE);
            if let Some(check) = check.filter(|_| trusted) {
                let place = self.place(self.sites.site(check.site).point);
                let reason = format!("`{name}` is compared with null at {place}, and used anyway");
                return Ok(Some(Cause::new(FindingKind::Crash, reason)));
            }
            let reason =
                format!("`{}` dereferences `{name}` without a null check", self.name(*function));
            let non_null = Some((*function, name.clone()));
            return Ok(Some(Cause { non_null, ..Cause::new(FindingKind::NullArgument, reason) }));
        }
        if run.fails("malloc.fails") && !self.handles_failures {
            let reason = "no code here handles an allocation that fails";
            return Ok(Some(Cause::new(FindingKind::NullArgument, reason)));
        }
        let has_lists = run.scenario.statements.iter().any(|statement| match statement {
            Statement::Object { object, .. } => object.of.is_some_and(|ty| {
                let catalogue = &self.program().catalogue;
                matches!(catalogue.shape(ty), Some(ApiType::Pointer(_)))
            }),
            Statement::Array { array, .. } => array.element == Type::Ptr,
            _ => false,
        });
        let reason = "a pointer in a list that the test made is null";
        Ok(has_lists.then(|| Cause::new(FindingKind::NullArgument, reason)))
    }

    /// The parameters that were null and on which the trap depends: it is gone with another pointer in their place.
    fn null_parameters(&mut self, run: &Followed) -> Vec<(usize, usize, FuncId, String)> {
        let Some(trap) = run.trap().cloned() else { return Vec::new() };
        let (program, scenario) = (self.program(), &run.scenario);
        let mut found = Vec::new();
        for (index, statement) in scenario.statements.iter().enumerate() {
            let Statement::Call { function, arguments, .. } = statement else { continue };
            let Some(callable) = callable(&program.catalogue, *function) else { continue };
            // A variadic function may be handed more.
            if callable.params.len() > arguments.len() {
                continue;
            }
            for (position, ((name, ty), argument)) in
                callable.params.iter().zip(arguments).enumerate()
            {
                // A parameter that is an array is a pointer.
                let to = match program.catalogue.shape(*ty) {
                    Some(ApiType::Array { element, .. }) => Some(*element),
                    _ => program.catalogue.pointee(*ty),
                };
                let Some(to) = to else { continue };
                let is_zero = matches!(argument, Argument::Variable(variable) if run.zeros.contains(variable));
                if number(scenario, *argument) != Some(0) && !is_zero {
                    continue;
                }
                let mut other = scenario.clone();
                let variable = other.declare_fresh("stand_in");
                let size =
                    suite::layout::size_of(&program.catalogue, to).unwrap_or(0).max(STAND_IN);
                let object = Object { of: Some(to), ..Object::new(size) };
                if let Statement::Call { arguments, .. } = &mut other.statements[index] {
                    arguments[position] = Argument::Variable(variable);
                }
                other.statements.insert(index, Statement::Object { variable, object });
                if !self.ends_alike(&other, &trap) {
                    found.push((index, position, *function, name.clone()));
                }
            }
        }
        // Of all that had to be another for the trap to go, those of the call that failed come first.
        found.sort_by_key(|(index, ..)| *index != run.statement);
        found
    }

    /// Whether a site is in the C library: what that looks at is no check of the code's own.
    fn is_library(&self, site: SiteId) -> bool {
        let frames = run::open_calls(self.program(), &[self.sites.site(site).point]);
        frames.first().is_some_and(|frame| frame.library)
    }

    fn place(&self, point: Point) -> String {
        let frame = run::open_calls(self.program(), &[point]).into_iter().next();
        let shown = frame.and_then(|frame| {
            let file = frame.file?;
            let base = file.rsplit('/').next().unwrap_or(&file).to_owned();
            let (line, _) = frame.position?;
            Some(format!("{base}:{line}"))
        });
        shown.unwrap_or_else(|| "a place that is not known".to_owned())
    }

    /// What a caller would hardly do.
    fn doubted(&mut self, run: &Followed, doubts: Doubts) -> Result<Option<Cause>, RunError> {
        let (function, _) = run.calls();
        let cause = if doubts.has(Doubts::FABRICATED) {
            let reason = "the test fabricates a structure with pointers, one that functions create, or what a `void *` points to";
            Cause::new(FindingKind::FabricatedState, reason)
        } else if doubts.has(Doubts::GLOBAL) {
            Cause::new(FindingKind::FabricatedState, "the test sets a variable of the program")
        } else if let Some(stub) = self.answering(run) {
            let reason = format!("it depends on what the test returns for `{stub}`");
            Cause::new(FindingKind::FabricatedState, reason)
        } else if doubts.has(Doubts::PRIVATE) {
            let name = self.name(function);
            let reason = format!(
                "`{name}` or what prepares it is static or internal by its name, and no public function was seen to get there"
            );
            Cause::new(FindingKind::InvalidArgument, reason)
        } else if doubts.has(Doubts::TOO_LONG) {
            Cause::new(FindingKind::InvalidArgument, "a length exceeds the memory that is passed")
        } else if doubts.has(Doubts::ENDLESS) {
            Cause::new(
                FindingKind::InvalidArgument,
                "a string has no terminator, or the buffer is exhausted",
            )
        } else if doubts.has(Doubts::SHARED) {
            Cause::new(FindingKind::InvalidArgument, "the same object is passed twice")
        } else {
            return Ok(None);
        };
        Ok(Some(cause))
    }

    /// Calls of `abort`, and assertions about what the caller gives.
    fn refused(&self, run: &Followed) -> Option<Cause> {
        let trap = run.trap()?;
        let asserts =
            trap.stack.iter().any(|point| self.name(point.function).starts_with("__assert"));
        match trap.kind {
            TrapKind::Abort if !asserts => {
                Some(Cause::new(FindingKind::InvalidArgument, "the code calls `abort` on purpose"))
            }
            TrapKind::BadCall => {
                Some(Cause::new(FindingKind::FabricatedState, "a pointer to a function is not one"))
            }
            TrapKind::Abort => {
                let last = run.decisions.last()?;
                let name = last.numbers.first().map(|variable| run.name(*variable));
                if name.is_none() && last.pointers.is_empty() {
                    return None;
                }
                let reason =
                    format!("the code asserts a condition on `{}`", name.unwrap_or("a pointer"));
                Some(Cause::new(FindingKind::InvalidArgument, reason))
            }
            _ => None,
        }
    }

    /// What the fault depends on decides.
    fn judged(&mut self, run: &Followed, family: Family, death: Option<&Death>) -> Cause {
        let scenario = &run.scenario;
        let mut met: BTreeMap<SiteId, usize> = BTreeMap::new();
        run.decisions.iter().for_each(|decided| *met.entry(decided.site).or_default() += 1);
        let (mut checked, mut counted) = (BTreeMap::new(), BTreeSet::new());
        for Decided { site, numbers, arrays, is_check, is_loop, .. } in &run.decisions {
            if met[site] > LOOP || *is_loop {
                counted.extend(numbers.iter().copied());
                continue;
            }
            // How two inputs relate is no range that a result has to fit into.
            let alone = numbers.len() + arrays.len() == 1;
            let is_check = *is_check && (family == Family::Memory || alone);
            for variable in numbers.iter().filter(|_| is_check && !self.is_library(*site)) {
                checked
                    .entry(*variable)
                    .or_insert_with(|| self.place(self.sites.site(*site).point));
            }
        }
        let invalid = |variable: VarId, what: &str| {
            let reason = format!("`{}` {what}", run.name(variable));
            Cause::new(FindingKind::InvalidArgument, reason)
        };
        for variable in &run.deciding {
            if family == Family::Arithmetic && is_extreme(scenario, *variable) {
                return invalid(*variable, "is at the limit of its type");
            }
            if !checked.contains_key(variable) {
                return invalid(*variable, "is not checked");
            }
            if family != Family::Memory && self.is_unlimited(run, *variable) {
                return invalid(*variable, "is not limited");
            }
        }
        if let Some(array) = self.unchecked_elements(run) {
            let reason = format!("nothing checks the elements of `{}`", run.name(array));
            return Cause::new(FindingKind::InvalidArgument, reason);
        }
        if family == Family::Memory {
            if let Some(cause) = self.counted_in_units(run) {
                return cause;
            }
            let length = run.overrun().and_then(|overrun| {
                self.maker.length_argument(&run.scenario, run.statement, overrun)
            });
            // What is told as a length may well be counted to.
            if let Some(variable) = counted.first().filter(|_| length.is_none()) {
                return invalid(*variable, "counts loop iterations and is not checked");
            }
            if let Some(cause) = self.overrun(run, death) {
                return cause;
            }
        }
        let kind = match family {
            Family::Null if run.trap().is_some() => FindingKind::Crash,
            Family::Abort => FindingKind::FailedAssertion,
            _ => FindingKind::UndefinedBehaviour,
        };
        let reason = match run
            .deciding
            .iter()
            .find_map(|variable| Some((variable, checked.get(variable)?)))
        {
            Some((variable, place)) => {
                format!("`{}` passes the check at {place}", run.name(*variable))
            }
            None if run.fails(".fails") => "a failure of the environment is not handled".to_owned(),
            None => match parsed(scenario) {
                Some(data) => format!("`{data}` is input data, and nothing rejects it"),
                None => "no argument explains it".to_owned(),
            },
        };
        Cause::new(kind, reason)
    }

    /// An array of numbers, not bytes, that the failing call is handed and of which no branch depends: its elements are
    /// arguments like others.
    fn unchecked_elements(&self, run: &Followed) -> Option<VarId> {
        let (_, arguments) = run.calls();
        let wide = |variable: VarId| {
            run.scenario.statements.iter().any(|statement| {
                matches!(statement, Statement::Array { variable: made, array }
                    if *made == variable && array.element != Type::I8)
            })
        };
        let overrun = run.trace.overrun.map(|overrun| overrun.variable);
        let mut arrays = arguments.iter().filter_map(|argument| match argument {
            Argument::Variable(variable) | Argument::Inside(variable, _) => Some(*variable),
            _ => None,
        });
        arrays.find(|variable| {
            wide(*variable)
                && overrun != Some(*variable)
                && !run.decisions.iter().any(|decided| decided.arrays.contains(variable))
        })
    }

    /// An access beyond something that the scenario made: the code was not told how much there is, unless it reads
    /// beyond the end of a text, or beyond a length that it was given.
    fn overrun(&self, run: &Followed, death: Option<&Death>) -> Option<Cause> {
        let overrun = run.trace.overrun?;
        let scenario = &run.scenario;
        let name = run.name(overrun.variable);
        let array = scenario.statements.iter().find_map(|statement| match statement {
            Statement::Array { variable, array } if *variable == overrun.variable => Some(array),
            _ => None,
        });
        let read = death.and_then(|death| death.wrote) == Some(false);
        // What has an end is a text where the code looks for it; what has none may well be meant as one.
        let ended = array.is_some_and(|array| {
            array.elements.iter().take(array.length as usize).any(|element| *element == 0)
        });
        let parsed = run.decisions.iter().any(|decided| {
            (decided.asks_for_zero || !ended) && decided.arrays.contains(&overrun.variable)
        });
        if let Some(array) = array.filter(|array| array.extent == Extent::Text && read && parsed) {
            let length = (array.length as usize).min(array.elements.len());
            return Some(match array.elements[..length].contains(&0) {
                true => Cause::new(
                    FindingKind::UndefinedBehaviour,
                    format!("the read goes beyond the terminator of the text `{name}`"),
                ),
                false => Cause::new(
                    FindingKind::InvalidArgument,
                    format!("the text `{name}` has no terminator"),
                ),
            });
        }
        let told = self.maker.length_of(scenario, run.statement, overrun.variable);
        let given = array.map(|array| u128::from(array.length));
        Some(match told {
            Some((length, told)) if given.is_some_and(|given| told > given) => {
                let reason = format!("`{length}` exceeds the memory of `{name}`");
                Cause::new(FindingKind::InvalidArgument, reason)
            }
            Some((length, _)) => {
                let reason =
                    format!("`{length}` says how long `{name}` is, and the code goes beyond it");
                Cause::new(FindingKind::UndefinedBehaviour, reason)
            }
            None => {
                let reason = format!("nothing tells the code how long `{name}` is");
                Cause::new(FindingKind::InvalidArgument, reason)
            }
        })
    }
}
