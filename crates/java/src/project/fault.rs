//! What an exception depends on: the condition that it came from, and what the code had looked at before.
//!
//! A scenario is run once more in the concolic domain with all of its events. The exception comes from the last choice of
//! the method that made it: a check of the JVM's that failed, or a branch in front of a `throw`. Where that method is one of the
//! library, so are those that it was called by, up to the first of the program's own.

use super::Stage;
use crate::api::{Api, Member};
use bytecode::world::World;
use language::checked::only_excludes;
use program::analysis::{Cfg, Dominators, Loops, Unwinding};
use program::{ClassId, FuncId, Function, Point, Program, SiteTable};
use scenario::Scenario;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::PoisonError;
use term::{Node, Pool, TermId, VarId, free_variables};
use trace::{Event, Mode, RunError, Runner, Source, Trace};

/// Conditions whose inputs are looked up, at most.
const CONDITIONS: usize = 4_000;

/// Why a run threw.
#[derive(Debug, Default)]
pub(super) struct Fault {
    /// The calls that were open, innermost first, each with its line.
    pub calls: Vec<(FuncId, u32)>,
    /// Who raised it.
    pub raised: Raised,
    /// The inputs that the failing condition depends on; none if it depends on none that is known.
    pub depends: BTreeSet<Source>,
    /// The inputs that the program's own code compared before, not as the bound of a loop and not only with single numbers.
    pub compared: BTreeSet<Source>,
    /// The inputs that any code compared before.
    pub looked_at: BTreeSet<Source>,
    /// Whether a stub gave something.
    pub asks_stub: bool,
}

/// Who raised an exception.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Raised {
    /// Nobody knows.
    #[default]
    Unknown,
    /// A check of the JVM's in the program's own code.
    Check,
    /// The program's own code, by a `throw`.
    Throw,
    /// A method of the library that the program's own code called, by its name with the class.
    Library(String),
}

/// An open call.
struct Open {
    function: FuncId,
    /// What it decided last: the condition, and whether that was a check that failed.
    last: Option<(Option<TermId>, bool)>,
    /// Whether it makes a text or a box of the test, or is called by what does.
    is_literal: bool,
    /// How many conditions had been looked at when it began.
    looked_at: usize,
}

impl Stage<'_> {
    /// Runs a scenario that throws, and finds out what that depends on.
    pub(super) fn fault(&mut self, scenario: &Scenario) -> Result<(Trace, Fault), RunError> {
        let mut trace = Trace::default();
        let machine = &mut self.prepared.machine;
        let usual = machine.set_record_events(true);
        let run = machine.run(scenario, Mode::Concolic, &mut trace);
        machine.set_record_events(usual);
        run?;
        let calls = self.prepared.origin(&trace);
        let world = self.prepared.world();
        let world = world.lock().unwrap_or_else(PoisonError::into_inner);
        let machine = &self.prepared.machine;
        let mut reader = Reader {
            world: &world,
            program: machine.program(),
            sites: machine.sites(),
            api: &self.project.api,
            loops: BTreeMap::new(),
            open: Vec::new(),
            compared: Vec::new(),
            looked_at: Vec::new(),
            found: Found::default(),
            asks_stub: false,
        };
        trace.events.iter().for_each(|event| reader.read(event));
        let Reader { compared, looked_at, found, asks_stub, .. } = reader;
        let (pool, sources) = (machine.pool(), sources(&trace, machine.pool()));
        let inputs = |terms: &[TermId]| inputs(pool, &sources, terms);
        let checks = compared[..found.compared].iter().copied();
        let checks: Vec<TermId> = checks.filter(|held| !only_excludes(pool, *held)).collect();
        let fault = Fault {
            calls,
            raised: found.raised,
            depends: inputs(found.condition.as_slice()),
            compared: inputs(&checks),
            looked_at: inputs(&looked_at[..found.looked_at]),
            asks_stub,
        };
        Ok((trace, fault))
    }
}

/// What is known of the exception that was made last.
#[derive(Default)]
struct Found {
    raised: Raised,
    condition: Option<TermId>,
    /// How many conditions had been compared and looked at before.
    compared: usize,
    looked_at: usize,
}

/// Reads the events of a run.
struct Reader<'r> {
    world: &'r World,
    program: &'r Program,
    sites: &'r SiteTable,
    api: &'r Api,
    loops: BTreeMap<FuncId, Loops>,
    open: Vec<Open>,
    compared: Vec<TermId>,
    looked_at: Vec<TermId>,
    found: Found,
    asks_stub: bool,
}

impl Reader<'_> {
    fn read(&mut self, event: &Event) {
        match *event {
            Event::Enter { function, .. } => {
                let Function { name, result, .. } = &self.program.functions[function];
                if name.starts_with("java/lang/Throwable.<init>") {
                    self.found = self.raise();
                }
                let is_literal = match self.open.last() {
                    Some(caller) => caller.is_literal,
                    None => {
                        let member = self.api.members.get(&function);
                        matches!(member, Some(Member::Text | Member::Boxed))
                    }
                };
                self.asks_stub |=
                    result.is_some() && name.contains(STUB) && !name.contains(".<init>");
                let looked_at = self.looked_at.len();
                self.open.push(Open { function, last: None, is_literal, looked_at });
            }
            Event::Leave { .. } => {
                self.open.pop();
            }
            Event::Branch { site, term, .. } => {
                let is_literal = self.open.last().is_some_and(|open| open.is_literal);
                if let Some(term) = term.filter(|_| !is_literal) {
                    let point = self.sites.site(site).point;
                    let is_own = class_of(self.world, point.function).is_some();
                    // That an index is inside is no look at what it leads to.
                    if is_own || !self.program.functions[point.function].name.contains(".check") {
                        self.looked_at.push(term);
                    }
                    if is_own && !self.is_in_loop(point) {
                        self.compared.push(term);
                    }
                }
                self.decide(term, false);
            }
            Event::Check { passed: false, term, .. } => self.decide(term, true),
            _ => {}
        }
    }

    fn decide(&mut self, term: Option<TermId>, fails: bool) {
        if let Some(open) = self.open.last_mut() {
            open.last = Some((term, fails));
        }
    }

    fn is_in_loop(&mut self, point: Point) -> bool {
        let function = &self.program.functions[point.function];
        let loops = self.loops.entry(point.function).or_insert_with(|| {
            let cfg = Cfg::new(function, Unwinding::Throws);
            Loops::new(&cfg, &Dominators::new(&cfg))
        });
        loops.innermost(point.block).is_some()
    }

    fn is_throwable(&self, class: ClassId) -> bool {
        let above = |class: &ClassId| self.world.info(*class).superclass;
        let mut classes = std::iter::successors(Some(class), above);
        classes.any(|class| &*self.world.info(class).name == "java/lang/Throwable")
    }

    /// Who is about to make an exception, and under which condition.
    fn raise(&self) -> Found {
        let (compared, looked_at) = (self.compared.len(), self.looked_at.len());
        let mut found = Found { compared, looked_at, ..Found::default() };
        let (mut making, mut library) = (true, None);
        for open in self.open.iter().rev() {
            let Some(key) = self.world.function_method(open.function) else { continue };
            let name = &*self.world.method_info(key).name;
            making &= matches!(name, "<init>" | "fillInStackTrace") && self.is_throwable(key.class);
            if making {
                continue;
            }
            if class_of(self.world, open.function).is_some() {
                found.raised = match (library, open.last) {
                    (Some(method), _) => Raised::Library(method),
                    (None, Some((_, true))) => Raised::Check,
                    (None, _) => Raised::Throw,
                };
                if !matches!(found.raised, Raised::Library(_)) {
                    found.condition = open.last.and_then(|(term, _)| term);
                }
                return found;
            }
            let class = &self.world.info(key.class).name;
            library = Some(format!("{class}.{name}"));
            // What the library looks at to raise it does not count.
            found.looked_at = open.looked_at;
            found.condition = found.condition.or(open.last.and_then(|(term, _)| term));
        }
        found
    }
}

/// What the names of stubs' classes have in them.
const STUB: &str = "$$Stub";

/// The inputs of a run, by the variables that stand for them.
fn sources(trace: &Trace, pool: &Pool) -> BTreeMap<VarId, Source> {
    let variable = |term| match pool.node(term) {
        Node::Variable(variable) => Some(variable),
        _ => None,
    };
    let inputs = trace.inputs.iter();
    inputs.filter_map(|input| Some((variable(input.term)?, input.source))).collect()
}

/// The inputs that some conditions depend on.
fn inputs(
    pool: &Pool,
    sources: &BTreeMap<VarId, Source>,
    conditions: &[TermId],
) -> BTreeSet<Source> {
    let distinct: BTreeSet<TermId> = conditions.iter().copied().take(CONDITIONS).collect();
    let mut seen: BTreeSet<VarId> = BTreeSet::new();
    for condition in distinct {
        seen.extend(free_variables(pool, condition).iter());
    }
    seen.iter().filter_map(|variable| sources.get(variable).copied()).collect()
}

/// The class of the program's own that a function is a method of; a class of the JDK is one when it is under test.
pub(super) fn class_of(world: &World, function: FuncId) -> Option<ClassId> {
    let class = world.function_method(function)?.class;
    let is_own = world.info(class).origin.user || world.is_measured(class);
    (is_own && world.bytes(class).is_some()).then_some(class)
}
