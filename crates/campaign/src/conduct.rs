//! Carrying out a plan: several cells at a time, each of which may fail, panic or be stopped alone.

use crate::ledger::{Ledger, LedgerError};
use crate::plan::{Cell, Plan};
use crate::record::{Identity, Record};
use serde::Serialize;
use std::any::Any;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Where cells are carried out.
pub trait Laboratory<P>: Sync {
    /// Carries out a cell.
    ///
    /// # Errors
    ///
    /// Why there is no result.
    fn run(&self, cell: &Cell) -> Result<P, NoResult>;

    /// Whether no further cell is to begin.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// Why a cell has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoResult {
    /// It failed, for this reason.
    Failed(String),
    /// It was stopped before its end, so what it has is not what the whole of it would have given.
    Stopped,
}

impl From<String> for NoResult {
    fn from(reason: String) -> Self {
        Self::Failed(reason)
    }
}

/// A cell that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// Which cell.
    pub identity: Identity,
    /// Why.
    pub reason: String,
}

/// The cells of a plan that have no result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// Those that failed, in the order of their identities; they are tried again the next time.
    pub failed: Vec<Failed>,
    /// Those that were stopped or never begun, in the order of the plan.
    pub not_run: Vec<Identity>,
}

impl Missing {
    /// Whether every cell has a result.
    pub fn is_empty(&self) -> bool {
        self.failed.is_empty() && self.not_run.is_empty()
    }
}

/// How far the work has come: a cell is over.
#[derive(Debug)]
pub struct Progress<'r, P> {
    /// What came of it.
    pub last: Result<&'r Record<P>, &'r Failed>,
    /// How many cells are over, those included whose results were there.
    pub over: usize,
    /// How many there are in all.
    pub all: usize,
}

/// Carries out the cells of a plan whose results are not in the ledger, `jobs` at a time, and adds their results to it. `tell`
/// hears of each cell that is over, after its result is kept.
///
/// When the laboratory is stopped, no further cell begins, and those under way come to their end.
///
/// # Errors
///
/// When a result cannot be kept; cells that are under way then come to their end and are forgotten.
pub fn conduct<P: Serialize + Send>(
    plan: &Plan,
    ledger: &mut Ledger<P>,
    laboratory: &dyn Laboratory<P>,
    jobs: usize,
    tell: &mut dyn FnMut(Progress<'_, P>),
) -> Result<Missing, LedgerError> {
    let all = plan.cells().count();
    let missing: Vec<Cell> =
        plan.cells().filter(|cell| ledger.get(&cell.identity).is_none()).collect();
    let mut over = all - missing.len();
    let next = AtomicUsize::new(0);
    let labour = |results: mpsc::SyncSender<Result<Record<P>, Failed>>| {
        while !laboratory.is_stopped()
            && let Some(cell) = missing.get(next.fetch_add(1, Ordering::Relaxed))
        {
            let Some(result) = attempt(laboratory, cell) else { continue };
            // Nobody listens any more when a result could not be kept.
            if results.send(result).is_err() {
                break;
            }
        }
    };
    let mut failed = Vec::new();
    std::thread::scope(|scope| {
        // A result is taken before its thread goes on, so that no more is ever lost than is under way.
        let (sender, results) = mpsc::sync_channel(0);
        for _ in 0..jobs.clamp(1, missing.len().max(1)) {
            let sender = sender.clone();
            scope.spawn(|| labour(sender));
        }
        drop(sender);
        for result in results {
            over += 1;
            match result {
                Ok(record) => {
                    let identity = record.identity.clone();
                    ledger.add(record)?;
                    if let Some(record) = ledger.get(&identity) {
                        tell(Progress { last: Ok(record), over, all });
                    }
                }
                Err(failure) => {
                    tell(Progress { last: Err(&failure), over, all });
                    failed.push(failure);
                }
            }
        }
        Ok::<(), LedgerError>(())
    })?;
    failed.sort_by(|a, b| a.identity.cmp(&b.identity));
    let known: BTreeSet<&Identity> = failed.iter().map(|failure| &failure.identity).collect();
    let not_run = missing.iter().map(|cell| &cell.identity);
    let not_run =
        not_run.filter(|identity| ledger.get(identity).is_none() && !known.contains(identity));
    let not_run = not_run.cloned().collect();
    Ok(Missing { failed, not_run })
}

/// Carries out a cell; nothing if it was stopped. A panic costs this cell only, and not those of a whole night.
fn attempt<P>(laboratory: &dyn Laboratory<P>, cell: &Cell) -> Option<Result<Record<P>, Failed>> {
    let identity = cell.identity.clone();
    let result = catch_unwind(AssertUnwindSafe(|| laboratory.run(cell)));
    let reason = match result {
        Ok(Ok(payload)) => return Some(Ok(Record { identity, payload })),
        Ok(Err(NoResult::Stopped)) => return None,
        Ok(Err(NoResult::Failed(reason))) => reason,
        Err(panic) => format!("internal error: {}", panic_words(panic.as_ref())),
    };
    Some(Err(Failed { identity, reason }))
}

/// What a panic said.
pub fn panic_words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("unknown cause")
}
