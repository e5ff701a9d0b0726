//! Functions that tell something of an object or of the globals: a setter or a step of a builder shows only in what they
//! give.

use crate::subject::Unit;
use fastrand::Rng;
use program::catalogue::{ApiCallable, ApiTypeId};
use program::{Constant, FuncId, GlobalId, Instruction, Operand, Program};
use scenario::make::sequence;
use scenario::{Argument, Scenario, Statement, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// The functions under test that take one object and give something of another type, by the type of the object; and what
/// all of them take and give.
#[derive(Default)]
pub(super) struct Readers {
    of: BTreeMap<ApiTypeId, Vec<FuncId>>,
    known: BTreeMap<FuncId, (Option<ApiTypeId>, ApiTypeId)>,
    /// The functions under test that are called on no object, with what they read and write of globals.
    free: BTreeMap<FuncId, Touched>,
}

/// The places in globals that a function's own code reads, and those that it writes.
#[derive(Default)]
struct Touched {
    reads: BTreeSet<(GlobalId, i64)>,
    writes: BTreeSet<(GlobalId, i64)>,
    /// Whether the function gives something.
    gives: bool,
}

impl Touched {
    fn by(program: &Program, function: FuncId) -> Self {
        let mut touched =
            Self { gives: program.functions[function].result.is_some(), ..Self::default() };
        let body = &program.functions[program.catalogue.entered_by(function)];
        for instruction in body.blocks.values().flat_map(|block| &block.instructions) {
            let (address, offset, places) = match &instruction.node {
                Instruction::Load { address, offset, .. } => (address, offset, &mut touched.reads),
                Instruction::Store { address, offset, .. } => {
                    (address, offset, &mut touched.writes)
                }
                _ => continue,
            };
            if let Operand::Constant(Constant::Global(global, at)) = address {
                places.insert((*global, at + i64::from(*offset)));
            }
        }
        touched
    }
}

impl Readers {
    pub fn new(units: &[Unit<'_>]) -> Self {
        let mut readers = Self::default();
        for unit in units {
            let program = unit.maker.program();
            let Some(ApiCallable { params, result, .. }) =
                program.catalogue.callable(unit.function)
            else {
                continue;
            };
            let first = params.first().map(|(_, ty)| *ty);
            readers.known.insert(unit.function, (first, *result));
            let function = &program.functions[unit.function];
            let gives = function.result.is_some() && first != Some(*result);
            if let (Some(first), [_]) = (first, &params[..])
                && function.params == 1
                && gives
            {
                readers.of.entry(first).or_default().push(unit.function);
            }
            if !sequence::is_method(&unit.maker, unit.function) {
                readers.free.insert(unit.function, Touched::by(program, unit.function));
            }
        }
        readers
    }

    /// Whether a function that is called on no object writes what another one reads.
    pub fn leaves_something(&self, function: FuncId) -> bool {
        let Some(Touched { writes, .. }) = self.free.get(&function) else { return false };
        self.free.iter().any(|(own, other)| *own != function && !other.reads.is_disjoint(writes))
    }

    /// Adds a call that reads what the last one was called on, or what it gave, or globals. Gives `false` if nothing
    /// does.
    pub fn read_behind(&self, unit: &Unit<'_>, random: &mut Rng, scenario: &mut Scenario) -> bool {
        let Some(Statement::Call { result, function, arguments }) = scenario.statements.last()
        else {
            return false;
        };
        let Some((first, gives)) = self.known.get(function) else { return false };
        let handed = arguments.first().and_then(Argument::variable).zip(*first);
        let objects = [handed, result.map(|result| (result, *gives))];
        let calls: Vec<(VarId, FuncId)> = objects
            .into_iter()
            .flatten()
            .flat_map(|(object, ty)| {
                let readers = self.of.get(&ty).map_or(&[][..], Vec::as_slice);
                readers.iter().map(move |reader| (object, *reader))
            })
            .filter(|(_, reader)| reader != function)
            .collect();
        if calls.is_empty() {
            return self.read_globals(unit, *function, random, scenario);
        }
        let (object, function) = calls[random.usize(..calls.len())];
        let result = scenario.declare_fresh("result");
        let arguments = vec![Argument::Variable(object)];
        scenario.statements.push(Statement::Call { result: Some(result), function, arguments });
        true
    }

    /// Adds a call of a function that reads what the last one writes to a global.
    fn read_globals(
        &self,
        unit: &Unit<'_>,
        last: FuncId,
        random: &mut Rng,
        scenario: &mut Scenario,
    ) -> bool {
        let Some(Touched { writes, .. }) = self.free.get(&last) else { return false };
        let reads = |(function, own): (&FuncId, &Touched)| {
            let is_one = own.gives && *function != last && !own.reads.is_disjoint(writes);
            is_one.then_some(*function)
        };
        let readers: Vec<FuncId> = self.free.iter().filter_map(reads).collect();
        if readers.is_empty() {
            return false;
        }
        let function = readers[random.usize(..readers.len())];
        let end = scenario.statements.len();
        sequence::insert(&unit.maker, random, scenario, (function, &[]), end);
        true
    }
}
