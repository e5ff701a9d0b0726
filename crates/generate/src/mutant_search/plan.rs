//! Which mutants are tried next, and on what.

use super::worker::{Task, Worker};
use super::{Ground, MutantSearch, TRIED};
use crate::budget::Account;
use crate::side_by_side::side_by_side;
use coverage::Map;
use mutation::{Infection, MutantId};
use program::{Change, Edit, Instruction};
use std::collections::BTreeSet;
use std::sync::Arc;
use trace::RunError;

/// Tries that know nothing of each other.
const BATCH: u64 = 8;

/// Whether a probe goes one way or another before it asserts: then a path tells the outcome of the assertion, and nobody can
/// be asked for another one on the same path.
fn chooses(probe: &Edit) -> bool {
    let instructions = match &probe.change {
        Change::Instructions(instructions) | Change::Terminator(instructions, _) => instructions,
    };
    instructions.iter().any(|own| matches!(own, Instruction::Select { .. }))
}

impl<'h> MutantSearch<'h, '_> {
    /// The next tries: those mutants that were tried least, each with an equal part of a budget that is nearly spent.
    pub(super) fn plan(
        &mut self,
        workers: &mut [Worker<'h>],
        account: &Account,
    ) -> Result<Vec<Task>, RunError> {
        let left = self.left(account);
        let size = (left.runs / (TRIED as u64 + 2)).clamp(1, BATCH);
        let targets = match left.runs {
            0 => Vec::new(),
            _ => self.notebook.next(size as usize),
        };
        self.find_paths(workers, &targets, account)?;
        let effort = self.left(account).part(size);
        if effort.runs == 0 {
            return Ok(Vec::new());
        }
        let mut tasks = Vec::with_capacity(targets.len());
        for target in targets {
            let paths = self.provable(target).and_then(|unit| self.proofs.paths(unit));
            let Some(draft) = self.notebook.draw(target, &mut self.random) else { continue };
            let asks = paths.is_none() && self.notebook.asks(target);
            let seed = self.random.u64(..);
            tasks.push(Task { target, draft, asks, paths, seed, effort });
        }
        Ok(tasks)
    }

    /// Explores the units of mutants whose equivalence is to be found out, once each.
    fn find_paths(
        &mut self,
        workers: &mut [Worker<'h>],
        targets: &[MutantId],
        account: &Account,
    ) -> Result<(), RunError> {
        let units = targets.iter().filter_map(|target| self.provable(*target));
        let units: BTreeSet<usize> =
            units.filter(|unit| self.proofs.paths(*unit).is_none()).collect();
        let units: Vec<usize> = units.into_iter().collect();
        let Some(first) = units.first() else { return Ok(()) };
        let Ground { units: known, goals, .. } = self.ground;
        let map = self.proofs.map.get_or_insert_with(|| {
            Arc::new(Map::new(known[*first].maker.program(), Arc::clone(goals)))
        });
        let map = Arc::clone(map);
        let effort = self.left(account).part(units.len() as u64);
        let work = |worker: &mut Worker<'h>, unit: &usize| {
            worker.begin(0, effort);
            let paths = worker.explore(&known[*unit], goals, &map, account)?;
            Ok((paths, worker.spent))
        };
        let explored = side_by_side(workers, &units, &work);
        for (unit, result) in units.into_iter().zip(explored) {
            let (paths, spent) = result?;
            self.spend(spent);
            self.proofs.found_paths(unit, paths);
        }
        Ok(())
    }

    /// The unit on whose paths it is found out whether a mutant is equivalent, if it is time for that.
    fn provable(&self, target: MutantId) -> Option<usize> {
        let mutant = &self.ground.mutants[target];
        let is_exact = matches!(&mutant.infection, Infection::Where(probe) if !chooses(probe));
        let unit = self.entered.get(&mutant.function).copied();
        unit.filter(|_| is_exact && self.notebook.is_due(target))
    }
}
