//! An experiment: which runs there are, and how they are carried out.

use crate::ledger::Ledger;
use crate::record::{Identity, Measurement, Record, Settings};
use std::any::Any;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// A subject or a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// What results depend on beside the name.
    pub settings: Settings,
}

impl Item {
    /// One that its name says everything about.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), settings: Settings::new() }
    }
}

/// What is compared: every variant on every subject with every seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What is tested.
    pub subjects: Vec<Item>,
    /// How.
    pub variants: Vec<Item>,
    /// The seeds.
    pub seeds: Range<u64>,
    /// What all runs have in common.
    pub settings: Settings,
}

/// One run of an experiment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The subject's place in the plan.
    pub subject: usize,
    /// The variant's place in the plan.
    pub variant: usize,
    /// By what its result is found again.
    pub identity: Identity,
}

impl Plan {
    /// One run of the plan.
    pub fn cell(&self, subject: usize, variant: usize, seed: u64) -> Cell {
        let (tested, how) = (&self.subjects[subject], &self.variants[variant]);
        let mut settings = self.settings.clone();
        settings.extend(tested.settings.clone());
        settings.extend(how.settings.clone());
        let identity =
            Identity { subject: tested.name.clone(), variant: how.name.clone(), seed, settings };
        Cell { subject, variant, identity }
    }

    /// All runs, seed after seed: when the work is broken off, what is there can be compared.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        let subjects = 0..self.subjects.len();
        self.seeds.clone().flat_map(move |seed| {
            subjects.clone().flat_map(move |subject| {
                (0..self.variants.len()).map(move |variant| self.cell(subject, variant, seed))
            })
        })
    }
}

/// Where runs are carried out.
pub trait Laboratory: Sync {
    /// Carries out a run.
    ///
    /// # Errors
    ///
    /// Why there is no result.
    fn run(&self, cell: &Cell) -> Result<Measurement, String>;
}

/// A run without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missed {
    /// Which run.
    pub identity: Identity,
    /// Why.
    pub reason: String,
}

/// A run that is over.
#[derive(Debug)]
pub struct Done<'r> {
    /// Its result.
    pub result: Result<&'r Record, &'r Missed>,
    /// How many runs are over, those included whose results were there.
    pub over: usize,
    /// How many there are in all.
    pub all: usize,
}

/// Carries out the runs of a plan whose results are not in the ledger, `jobs` at a time, and adds their results to
/// it. `tell` hears of each run when it is over, so that its result can be kept. The runs that failed come back; they
/// are tried again the next time.
///
/// # Errors
///
/// The first error of `tell`; runs that are under way then come to their end and are forgotten.
pub fn conduct<E>(
    plan: &Plan,
    ledger: &mut Ledger,
    laboratory: &dyn Laboratory,
    jobs: usize,
    tell: &mut dyn FnMut(Done<'_>) -> Result<(), E>,
) -> Result<Vec<Missed>, E> {
    let all = plan.cells().count();
    let missing: Vec<Cell> =
        plan.cells().filter(|cell| ledger.get(&cell.identity).is_none()).collect();
    let mut over = all - missing.len();
    let next = AtomicUsize::new(0);
    let labour = |results: mpsc::SyncSender<Result<Record, Missed>>| {
        while let Some(cell) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
            // Nobody listens any more when a result could not be kept.
            if results.send(attempt(laboratory, cell)).is_err() {
                break;
            }
        }
    };
    std::thread::scope(|scope| {
        // A result is taken before its thread goes on, so that no more is ever lost than is under way.
        let (sender, results) = mpsc::sync_channel(0);
        for _ in 0..jobs.clamp(1, missing.len().max(1)) {
            let sender = sender.clone();
            scope.spawn(|| labour(sender));
        }
        drop(sender);
        let mut missed = Vec::new();
        for result in results {
            over += 1;
            tell(Done { result: result.as_ref(), over, all })?;
            match result {
                Ok(record) => ledger.add(record),
                Err(miss) => missed.push(miss),
            }
        }
        missed.sort_by(|a, b| a.identity.cmp(&b.identity));
        Ok(missed)
    })
}

/// Carries out a run. A panic costs this run only, and not those of a whole night.
fn attempt(laboratory: &dyn Laboratory, cell: &Cell) -> Result<Record, Missed> {
    let identity = cell.identity.clone();
    let result = catch_unwind(AssertUnwindSafe(|| laboratory.run(cell)));
    let reason = match result {
        Ok(Ok(measurement)) => return Ok(Record { identity, measurement }),
        Ok(Err(reason)) => reason,
        Err(panic) => format!("internal error: {}", words(panic.as_ref())),
    };
    Err(Missed { identity, reason })
}

/// What a panic said.
fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("unknown cause")
}
