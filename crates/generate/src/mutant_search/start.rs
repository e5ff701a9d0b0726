//! The scenarios that a search for killing tests begins with, tried on the mutants that they come by.

use super::MutantSearch;
use super::effort::Effort;
use super::worker::Worker;
use crate::budget::Account;
use crate::side_by_side::side_by_side;
use mutation::MutantId;
use scenario::Scenario;
use std::collections::BTreeSet;
use suite::Draft;
use suite::kill::Kills;
use trace::RunError;

/// Mutants that one thread tries a scenario on before others help.
const CHUNK: usize = 16;

impl<'h> MutantSearch<'h, '_> {
    /// Takes over the scenarios to begin with, and tries them.
    pub(super) fn begin(
        &mut self,
        workers: &mut [Worker<'h>],
        starts: Vec<Scenario>,
        account: &Account,
    ) -> Result<(), RunError> {
        let draft = |scenario| Draft { scenario, kills: Kills::new() };
        self.found.drafts = starts.into_iter().map(draft).collect();
        for draft in 0..self.found.drafts.len() {
            self.try_start(workers, draft, account)?;
        }
        self.found.is_cut = self.left(account).runs < 2;
        Ok(())
    }

    /// Tries a scenario to begin with on all open mutants that it comes by.
    fn try_start(
        &mut self,
        workers: &mut [Worker<'h>],
        draft: usize,
        account: &Account,
    ) -> Result<(), RunError> {
        let left = self.left(account);
        if left.runs < 2 {
            return Ok(());
        }
        let scenario = self.found.drafts[draft].scenario.clone();
        let worker = &mut workers[0];
        worker.begin(0, left);
        let original = worker.stage.sight(&scenario, None)?;
        self.spend(Effort { runs: 1, steps: original.steps });
        if !original.is_fine {
            return Ok(());
        }
        let met = worker.met(self, None);
        let tried = &met[..met.len().min(left.runs as usize - 1)];
        let (mut kills, mut elsewhere) = (Kills::new(), BTreeSet::new());
        if tried.len() <= CHUNK {
            (kills, elsewhere) = worker.try_on(self, &scenario, &original, tried, account)?;
            self.spend(worker.spent);
        } else {
            let chunks: Vec<&[MutantId]> = tried.chunks(CHUNK).collect();
            let part = left.part(chunks.len() as u64);
            let work = |worker: &mut Worker<'h>, chunk: &&[MutantId]| {
                worker.begin(0, Effort { runs: CHUNK as u64, ..part });
                // Runs are compared with one of the same stage.
                let original = worker.stage.sight(&scenario, None)?;
                let tried = worker.try_on(self, &scenario, &original, chunk, account)?;
                Ok((tried, worker.spent))
            };
            for result in side_by_side(workers, &chunks, &work) {
                let ((killed, others), spent) = result?;
                kills.extend(killed);
                elsewhere.extend(others);
                self.spend(spent);
            }
        }
        self.note(draft, &scenario, met, &kills, &elsewhere);
        self.found.drafts[draft].kills.extend(kills);
        Ok(())
    }
}
