//! Worker processes that test the units of a project: a unit that hangs, crashes or needs too much memory costs no other.

use crate::earlier::Earlier;
use crate::message::{Answer, Order, Setup};
use crate::site::{Outcome, Payload, Site};
use crate::workshop::Observer;
use campaign::{Cell, Laboratory, NoResult};
use generate::Stop;
use host::{Companion, Departed, Heard, Process};
use language::Corpus;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often a worker is looked at.
const GLANCE: Duration = Duration::from_millis(50);

/// How long a worker may take to open the project.
const OPENING: Duration = Duration::from_secs(600);

/// A unit that has a budget of time may take so many times it, and so much more: compiling and running tests is no part
/// of the budget.
const TIMES: u32 = 5;
const GRACE: Duration = Duration::from_secs(120);

/// A unit that has none.
const WITHOUT_BUDGET: Duration = Duration::from_secs(1800);

/// How far a unit may go.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Bytes of memory that its worker may take.
    pub memory: u64,
    /// How long it may take in all; by default what its budget lets expect.
    pub time: Option<Duration>,
}

impl Bounds {
    /// How long a unit with a budget may take.
    fn patience(&self, budget: Option<Duration>) -> Duration {
        let usual = || budget.map_or(WITHOUT_BUDGET, |budget| budget * TIMES + GRACE);
        self.time.unwrap_or_else(usual)
    }
}

/// Workers, started when they are needed and kept for the next unit.
pub struct Crew {
    /// What a worker is.
    process: Process,
    /// The first line to each.
    setup: String,
    bounds: Bounds,
    idle: Mutex<Vec<Worker>>,
}

/// A worker, and whether it has tested a unit before.
struct Worker {
    companion: Companion,
    used: bool,
}

impl Crew {
    /// Workers that a command starts.
    pub fn new(process: Process, setup: &Setup, bounds: Bounds) -> Self {
        let setup = serde_json::to_string(setup).unwrap_or_default();
        Self { process, setup, bounds, idle: Mutex::default() }
    }

    /// A worker without anything to do, or a new one.
    fn hire(&self, stop: &Stop) -> Result<Worker, Loss> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(|| self.start(stop), Ok)
    }

    fn start(&self, stop: &Stop) -> Result<Worker, Loss> {
        let failed = |error: std::io::Error| {
            Loss::Outside(format!("a worker process cannot be started: {error}"))
        };
        let mut companion = Companion::start(&self.process).map_err(failed)?;
        // One that ends at once says why.
        let _ = companion.tell(&self.setup);
        let worker = Worker { companion, used: false };
        let (memory, end) = (u64::MAX, Instant::now() + OPENING);
        match worker.answer(memory, end, stop, &mut |_| {}) {
            Ok(Answer::Ready) => Ok(worker),
            Ok(other) => Err(Loss::Outside(format!("a worker process says {other:?}"))),
            Err(Lost::Stopped) => Err(Loss::Stopped),
            Err(lost) => {
                let why = lost.reason(worker.companion.end(), memory, OPENING);
                Err(Loss::Outside(format!("a worker process cannot begin: {why}")))
            }
        }
    }

    /// Takes a worker back, unless so much of its memory is gone that the next unit would lack it.
    fn release(&self, worker: Worker) {
        if worker.companion.memory().is_none_or(|bytes| bytes <= self.bounds.memory / 2) {
            let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            idle.push(Worker { used: true, ..worker });
        }
    }

    /// Has a unit tested. What ends a worker that has tested others before may be their doing, so a new one tries again.
    fn test(
        &self,
        order: &Order,
        patience: Duration,
        stop: &Stop,
        hear: &mut dyn FnMut(&Answer),
    ) -> Result<Payload, Loss> {
        let line =
            serde_json::to_string(order).map_err(|error| Loss::Outside(error.to_string()))?;
        loop {
            let mut worker = self.hire(stop)?;
            let used = worker.used;
            let end = Instant::now() + patience;
            let told = worker.companion.tell(&line).map_err(|_| Lost::Gone);
            let memory = self.bounds.memory;
            match told.and_then(|()| worker.answer(memory, end, stop, hear)) {
                Ok(Answer::Done(payload)) => {
                    self.release(worker);
                    return Ok(*payload);
                }
                Ok(Answer::Failed(reason)) => {
                    self.release(worker);
                    return Err(Loss::Outside(reason));
                }
                Ok(Answer::Panicked(words)) => {
                    return Err(Loss::Unit(format!("internal error: {words}")));
                }
                Ok(other) => return Err(Loss::Outside(format!("a worker process says {other:?}"))),
                Err(Lost::Stopped) => return Err(Loss::Stopped),
                Err(Lost::Gone | Lost::Memory) if used => {}
                Err(lost) => {
                    return Err(Loss::Unit(lost.reason(worker.companion.end(), memory, patience)));
                }
            }
        }
    }
}

/// Why a unit has no result.
enum Loss {
    /// The unit ended its worker: it would do so again.
    Unit(String),
    /// Something outside of the unit, which may be otherwise the next time.
    Outside(String),
    /// All work was stopped.
    Stopped,
}

/// Why a worker does not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lost {
    /// It is no longer there.
    Gone,
    /// It took too much memory.
    Memory,
    /// It took too long.
    Time,
    /// All work was stopped.
    Stopped,
}

impl Worker {
    /// Waits for the answer that ends an order; the others are handed on.
    fn answer(
        &self,
        memory: u64,
        end: Instant,
        stop: &Stop,
        hear: &mut dyn FnMut(&Answer),
    ) -> Result<Answer, Lost> {
        loop {
            match self.companion.hear(GLANCE) {
                Heard::Line(line) => match serde_json::from_str(&line) {
                    Ok(news @ (Answer::Searching(_) | Answer::Settling)) => hear(&news),
                    Ok(answer) => return Ok(answer),
                    // It was ended in the middle of a line.
                    Err(_) => return Err(Lost::Gone),
                },
                Heard::Gone => return Err(Lost::Gone),
                Heard::Nothing => {}
            }
            if stop.is_pulled() {
                return Err(Lost::Stopped);
            }
            if Instant::now() >= end {
                return Err(Lost::Time);
            }
            if self.companion.memory().is_some_and(|bytes| bytes > memory) {
                return Err(Lost::Memory);
            }
        }
    }
}

impl Lost {
    /// In words. `departed` is how the worker ended.
    fn reason(self, departed: Departed, memory: u64, patience: Duration) -> String {
        let Departed { status, signal, complaints } = departed;
        let last = complaints.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("");
        let last = last.trim();
        match self {
            Self::Time => format!("it took longer than {} s", patience.as_secs_f64()),
            Self::Memory => format!("it needed more than {} MiB of memory", memory >> 20),
            Self::Stopped => "it was stopped".to_owned(),
            Self::Gone if complaints.contains("has overflowed its stack") => {
                "the stack overflowed".to_owned()
            }
            Self::Gone if complaints.contains("memory allocation of ") => {
                "the machine has no more memory".to_owned()
            }
            Self::Gone => match (signal, status) {
                (Some(9), _) => "its process was killed, perhaps for want of memory".to_owned(),
                (Some(signal), _) => format!("its process died of signal {signal}: {last}"),
                (_, Some(status)) => format!("its process ended with status {status}: {last}"),
                _ => "its process ended".to_owned(),
            },
        }
        .trim_end_matches([':', ' '])
        .to_owned()
    }
}

/// Units of a project for a crew: the subjects of a plan.
pub struct Outsourced<'o> {
    /// Who tests them.
    pub crew: &'o Crew,
    /// The project.
    pub site: &'o Site,
    /// The units that the subjects are, by their places in the project.
    pub chosen: &'o [usize],
    /// How long the search for each of them may take, in the same order, if not as long as all.
    pub slices: &'o [Duration],
    /// What earlier runs left for units, by their places in the project.
    pub earlier: &'o BTreeMap<usize, Earlier>,
    /// How long the search for each may take if it has no slice.
    pub budget: Option<Duration>,
    /// Who is told.
    pub observer: &'o dyn Observer,
    /// What ends all work.
    pub stop: &'o Stop,
}

impl Laboratory<Payload> for Outsourced<'_> {
    fn run(&self, cell: &Cell) -> Result<Payload, NoResult> {
        let index = self.chosen[cell.subject];
        let task = &self.site.tasks[index];
        self.observer.begun(index, &task.name);
        let slice = self.slices.get(cell.subject).copied().or(self.budget);
        let patience = self.crew.bounds.patience(slice);
        let mut hear = |news: &Answer| match news {
            Answer::Searching(search) => self.observer.progress(index, &(*search).into()),
            _ => self.observer.settling(index),
        };
        let started = Instant::now();
        let order = Order::new(index, task, slice, self.earlier.get(&index));
        match self.crew.test(&order, patience, self.stop, &mut hear) {
            Ok(payload) => Ok(payload),
            Err(Loss::Unit(reason)) => Ok(Payload {
                outcome: Outcome::Failed(reason),
                seconds: started.elapsed().as_secs_f64(),
                files: Vec::new(),
                corpus: Corpus::default(),
                dropped: 0,
                changed: Vec::new(),
            }),
            Err(Loss::Outside(reason)) => Err(NoResult::Failed(reason)),
            Err(Loss::Stopped) => Err(NoResult::Stopped),
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_pulled()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_may_take_what_its_budget_lets_expect_or_what_the_user_says() {
        let usual = Bounds { memory: 0, time: None };
        assert_eq!(usual.patience(Some(Duration::from_secs(10))), Duration::from_secs(170));
        assert_eq!(usual.patience(None), Duration::from_secs(1800));
        let short = Bounds { time: Some(Duration::from_secs(3)), ..usual };
        assert_eq!(short.patience(Some(Duration::from_secs(10))), Duration::from_secs(3));
    }

    #[test]
    fn the_end_of_a_worker_is_told_in_words() {
        let gone = |signal, status, complaints: &str| {
            let departed = Departed { status, signal, complaints: complaints.to_owned() };
            Lost::Gone.reason(departed, 0, Duration::ZERO)
        };
        let overflow = "\nthread 'main' (7) has overflowed its stack\nfatal runtime error";
        assert_eq!(gone(Some(6), None, overflow), "the stack overflowed");
        let memory = "memory allocation of 8 bytes failed";
        assert_eq!(gone(Some(6), None, memory), "the machine has no more memory");
        assert_eq!(gone(Some(11), None, ""), "its process died of signal 11");
        assert_eq!(gone(None, Some(70), "a\nb\n\n"), "its process ended with status 70: b");
        let killed = "its process was killed, perhaps for want of memory";
        assert_eq!(gone(Some(9), None, ""), killed);
        let memory = Lost::Memory.reason(Departed::default(), 3 << 20, Duration::ZERO);
        assert_eq!(memory, "it needed more than 3 MiB of memory");
        let time = Lost::Time.reason(Departed::default(), 0, Duration::from_millis(1500));
        assert_eq!(time, "it took longer than 1.5 s");
    }
}
