//! Functions that tell something of an object: a setter or a step of a builder shows only in what they give.

use crate::subject::Unit;
use fastrand::Rng;
use program::FuncId;
use program::catalogue::{ApiCallable, ApiTypeId};
use scenario::{Argument, Scenario, Statement, VarId};
use std::collections::BTreeMap;

/// The functions under test that take one object and give something of another type, by the type of the object; and what
/// all of them take and give.
#[derive(Default)]
pub(super) struct Readers {
    of: BTreeMap<ApiTypeId, Vec<FuncId>>,
    known: BTreeMap<FuncId, (Option<ApiTypeId>, ApiTypeId)>,
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
        }
        readers
    }

    /// Adds a call that reads what the last one was called on, or what it gave. Gives `false` if nothing does.
    pub fn read_behind(&self, random: &mut Rng, scenario: &mut Scenario) -> bool {
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
            return false;
        }
        let (object, function) = calls[random.usize(..calls.len())];
        let result = scenario.declare_fresh("result");
        let arguments = vec![Argument::Variable(object)];
        scenario.statements.push(Statement::Call { result: Some(result), function, arguments });
        true
    }
}
