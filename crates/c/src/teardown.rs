//! What a test has made it destroys: by the code's own functions where there are some, else by `free`.
//!
//! Nothing is guessed for good. A call is added only if the run with it still ends well and leaves fewer blocks of the
//! heap behind.

use program::catalogue::{ApiItem, ApiType, ApiTypeId};
use program::{FuncId, Id, Program};
use scenario::{Argument, Scenario, Statement, VarId};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use suite::checks::callable;
use suite::{Rehearsal, Test};
use trace::{Observed, Outcome, RunError, Trace};

/// Runs scenarios and tells what they leave on the heap.
pub(crate) trait Leaving: Rehearsal {
    /// The blocks that the last run left and no variable of the program leads to, by their addresses.
    fn left(&self) -> &[u64];

    /// The pointer that lies at an address when the last run has ended.
    fn pointer_at(&self, address: u64) -> Option<u64>;
}

/// The function that gives back a block which pointers lead to, and how many of them.
pub(crate) const FREE_BEHIND: &str = "__ferret_free_behind";
const MOST_BEHIND: usize = 4;

/// Stands for a pointer that is not there.
pub(crate) const NO_POINTER: u64 = u64::MAX;

/// Words in the names of functions that destroy what they are given, the surest first.
pub(crate) const WORDS: &[&str] = &[
    "free", "destroy", "delete", "dispose", "release", "close", "cleanup", "clean", "deinit",
    "fini", "finish", "clear", "unref", "done", "term", "drop", "reset", "remove",
];

/// Calls that may destroy something and are tried at most.
const MOST_TRIED: usize = 24;

/// Blocks that are given back one by one at most.
const MOST_BLOCKS: usize = 16;

/// Pointers in a block that are followed at most.
const MOST_POINTERS: u64 = 64;

/// Adds to each test what gives back the memory that it leaves. `may_call` says which functions a test may name.
pub(crate) fn tear_down(
    stage: &mut dyn Leaving,
    program: &Program,
    tests: &mut [Test],
    may_call: &dyn Fn(&Test, FuncId) -> bool,
) -> Result<(), RunError> {
    let named = |name| {
        let found = program.function_named(name);
        found.filter(|function: &FuncId| program.functions[*function].has_body())
    };
    let (free, free_behind) = (named("free"), named(FREE_BEHIND));
    for test in tests.iter_mut().filter(|test| test.outcome == Outcome::Returned) {
        let mut state = State::of(stage, &test.scenario)?;
        let mut scenario = test.scenario.clone();
        let mut destroyers = destroyers(program, &scenario);
        destroyers.retain(|(_, function)| may_call(test, *function));
        destroyers.truncate(MOST_TRIED);
        while let Some(call) = state.best_call(stage, &scenario, &destroyers)? {
            let (variable, function) = destroyers.remove(call);
            let argument = vec![Argument::Variable(variable)];
            state.try_call(stage, &mut scenario, function, argument)?;
        }
        for _ in 0..MOST_BLOCKS {
            let mut freed = false;
            for holder in state.holders(&scenario) {
                let function = if holder.behind.is_empty() { free } else { free_behind };
                let Some(function) = function else { continue };
                if state.try_call(stage, &mut scenario, function, holder.arguments())? {
                    freed = true;
                    break;
                }
            }
            if !freed {
                break;
            }
        }
        test.scenario = scenario;
    }
    Ok(())
}

/// Where a pointer to a block is found.
#[derive(Clone, Debug, PartialEq)]
struct Holder {
    /// The first pointer: a variable, or what lies in the memory that it points at.
    first: Argument,
    /// How far the next ones lie from where the one before points.
    behind: Vec<u32>,
    /// The block.
    block: u64,
}

impl Holder {
    /// What is handed to the function that gives the block back.
    fn arguments(&self) -> Vec<Argument> {
        if self.behind.is_empty() {
            return vec![self.first];
        }
        let offset = |at: usize| self.behind.get(at).map_or(NO_POINTER, |offset| (*offset).into());
        let offsets = (0..MOST_BEHIND).map(|at| Argument::Literal(offset(at).into()));
        std::iter::once(self.first).chain(offsets).collect()
    }
}

/// What a run leaves.
struct State {
    left: BTreeSet<u64>,
    /// What lies in blocks that it left and points at others of them.
    links: BTreeMap<u64, Vec<(u32, u64)>>,
    /// What variables point at.
    values: BTreeMap<VarId, u64>,
    /// What lies there.
    memory: BTreeMap<VarId, Vec<Option<u8>>>,
}

impl State {
    fn of(stage: &mut dyn Leaving, scenario: &Scenario) -> Result<Self, RunError> {
        let mut trace = Trace::default();
        stage.run(scenario, &mut trace)?;
        Ok(Self::read(stage, scenario, &trace))
    }

    fn read(stage: &dyn Leaving, scenario: &Scenario, trace: &Trace) -> Self {
        let (mut values, mut memory) = (BTreeMap::new(), BTreeMap::new());
        for observation in &trace.observations {
            let result = match scenario.statements.get(observation.statement) {
                Some(Statement::Call { result, .. }) => *result,
                _ => None,
            };
            for seen in &observation.seen {
                match seen {
                    Observed::Result { bits, .. } => {
                        values.extend(result.map(|result| (result, *bits as u64)));
                    }
                    Observed::Memory { variable, bytes } => {
                        memory.insert(*variable, bytes.clone());
                    }
                    _ => {}
                }
            }
        }
        let left: BTreeSet<u64> = stage.left().iter().copied().collect();
        let links = left.iter().map(|block| (*block, links(stage, &left, *block))).collect();
        Self { left, links, values, memory }
    }

    /// Adds a call if the run still ends well with it and leaves less.
    fn try_call(
        &mut self,
        stage: &mut dyn Leaving,
        scenario: &mut Scenario,
        function: FuncId,
        arguments: Vec<Argument>,
    ) -> Result<bool, RunError> {
        let mut longer = scenario.clone();
        longer.statements.push(Statement::Call { result: None, function, arguments });
        let mut trace = Trace::default();
        if stage.run(&longer, &mut trace).is_err() || trace.outcome != Outcome::Returned {
            return Ok(false);
        }
        let state = Self::read(stage, &longer, &trace);
        if state.left.len() >= self.left.len() {
            return Ok(false);
        }
        (*self, *scenario) = (state, longer);
        Ok(true)
    }

    /// The call that gives most back, by its place in a list: what owns others is destroyed with them.
    fn best_call(
        &self,
        stage: &mut dyn Leaving,
        scenario: &Scenario,
        calls: &[(VarId, FuncId)],
    ) -> Result<Option<usize>, RunError> {
        let mut best = None;
        for (index, (variable, function)) in calls.iter().enumerate() {
            let mut state = Self {
                left: self.left.clone(),
                links: BTreeMap::new(),
                values: BTreeMap::new(),
                memory: BTreeMap::new(),
            };
            let argument = vec![Argument::Variable(*variable)];
            let mut scenario = scenario.clone();
            if !self.left.is_empty()
                && state.try_call(stage, &mut scenario, *function, argument)?
                && best.is_none_or(|(_, left)| state.left.len() < left)
            {
                best = Some((index, state.left.len()));
            }
        }
        Ok(best.map(|(index, _)| index))
    }

    /// Where blocks that are left can be found, those behind most pointers first: what leads to others goes last. Of the
    /// same depth, fields of what variables point at come before variables themselves.
    fn holders(&self, scenario: &Scenario) -> Vec<Holder> {
        let mut found = Vec::new();
        for (variable, bytes) in &self.memory {
            for (index, word) in bytes.chunks_exact(size_of::<u64>()).enumerate() {
                let word: Option<Vec<u8>> = word.iter().copied().collect();
                let word = word.and_then(|word| word.try_into().ok()).map(u64::from_le_bytes);
                if let Some(block) = word.filter(|word| self.left.contains(word)) {
                    let offset = (index * size_of::<u64>()) as u32;
                    let first = Argument::Part(*variable, offset);
                    found.push(Holder { first, behind: Vec::new(), block });
                }
            }
        }
        let made = (0..scenario.variables.len()).rev().map(VarId::new);
        found.extend(made.filter_map(|variable| {
            let block = self.values.get(&variable).filter(|value| self.left.contains(value))?;
            let first = Argument::Variable(variable);
            Some(Holder { first, behind: Vec::new(), block: *block })
        }));
        let mut met: BTreeSet<u64> = found.iter().map(|holder| holder.block).collect();
        let mut next = 0;
        while let Some(holder) = found.get(next).cloned() {
            next += 1;
            if holder.behind.len() == MOST_BEHIND {
                continue;
            }
            for (offset, block) in self.links.get(&holder.block).into_iter().flatten() {
                if met.insert(*block) {
                    let behind = holder.behind.iter().copied().chain([*offset]).collect();
                    found.push(Holder { behind, block: *block, ..holder });
                }
            }
        }
        found.sort_by_key(|holder| Reverse(holder.behind.len()));
        found
    }
}

/// What lies in a block and points at others that a run left: how far from its beginning, and where it points.
fn links(stage: &dyn Leaving, left: &BTreeSet<u64>, block: u64) -> Vec<(u32, u64)> {
    let size = size_of::<u64>() as u64;
    let words = (0..MOST_POINTERS).map(|index| index * size);
    // What was never written is no pointer.
    let words = words.filter_map(|offset| Some((offset as u32, stage.pointer_at(block + offset)?)));
    words.filter(|(_, word)| *word != block && left.contains(word)).collect()
}

/// The variables of a scenario with functions that may destroy what they point at: the last made first, and of its
/// functions the surest first.
fn destroyers(program: &Program, scenario: &Scenario) -> Vec<(VarId, FuncId)> {
    let catalogue = &program.catalogue;
    let mut found = Vec::new();
    for statement in scenario.statements.iter().rev() {
        let (variable, of) = match statement {
            Statement::Call { result: Some(variable), function, .. } => {
                let result = callable(catalogue, *function).map(|callable| callable.result);
                (*variable, result.and_then(|result| catalogue.pointee(result)))
            }
            Statement::Object { variable, object } => (*variable, object.of),
            _ => continue,
        };
        let Some(of) = of else { continue };
        let mut fitting: Vec<(usize, FuncId)> = catalogue
            .items
            .iter()
            .filter_map(|item| match item {
                ApiItem::Function(callable) => match callable.params[..] {
                    [(_, ty)] if takes(program, ty, of) => {
                        let function = &program.functions[callable.function];
                        let name = function.source_name().to_lowercase();
                        let rank = WORDS.iter().position(|word| name.contains(word))?;
                        function.has_body().then_some((rank, callable.function))
                    }
                    _ => None,
                },
                _ => None,
            })
            .collect();
        fitting.sort_unstable();
        found.extend(fitting.into_iter().map(|(_, function)| (variable, function)));
    }
    found
}

/// Whether a parameter takes a pointer to a record, or to something whose inside is not known, of that type.
fn takes(program: &Program, parameter: ApiTypeId, of: ApiTypeId) -> bool {
    let catalogue = &program.catalogue;
    let named =
        |ty| matches!(catalogue.shape(ty), Some(ApiType::Record { .. } | ApiType::Opaque(_)));
    catalogue.pointee(parameter).is_some_and(|to| named(to) && catalogue.alike(to, of))
}
