//! What a crew and its workers say to each other: lines of JSON.

use crate::discover::Layout;
use crate::earlier::Earlier;
use crate::site::{Payload, Task};
use generate::Progress;
use language::Focus;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The first line to a worker.
#[derive(Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The project, so that its build need not be asked again.
    pub layout: Layout,
    /// Threads for each unit.
    pub jobs: usize,
    /// The lines that tests are made for, if not for all.
    pub focus: Option<Focus>,
    /// Whether tests that fail because the code changed are kept as they are.
    pub keeps_changed: bool,
}

/// Every other line to a worker: test a unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Order {
    /// The unit's place in the project.
    pub task: usize,
    /// Its name and a number that changes with its code, by which a worker sees that both mean the same.
    pub name: String,
    /// See above.
    pub code: u64,
    /// How long the search may take, if not as long as the settings say.
    pub slice: Option<Duration>,
    /// What an earlier run left for it.
    pub earlier: Option<Earlier>,
}

impl Order {
    /// The order to test a unit.
    pub fn new(
        index: usize,
        task: &Task,
        slice: Option<Duration>,
        earlier: Option<&Earlier>,
    ) -> Self {
        let (name, code, earlier) = (task.name.clone(), task.found.code, earlier.cloned());
        Self { task: index, name, code, slice, earlier }
    }

    /// Whether a unit is the one that is meant.
    pub fn means(&self, task: &Task) -> bool {
        self.name == task.name && self.code == task.found.code
    }
}

/// A line from a worker.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// It is ready for orders.
    Ready,
    /// The search has come so far.
    Searching(Search),
    /// The search is over, and tests are tried.
    Settling,
    /// The unit is over.
    Done(Box<Payload>),
    /// The unit has no result, for a reason outside of it, such as a folder that cannot be written.
    Failed(String),
    /// Something panicked; the worker ends.
    Panicked(String),
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Search {
    executions: u64,
    covered: usize,
    goals: usize,
    kept: usize,
    findings: usize,
    elapsed: Duration,
}

impl From<&Progress> for Search {
    fn from(progress: &Progress) -> Self {
        let Progress { executions, covered, goals, kept, findings, elapsed, .. } = *progress;
        Self { executions, covered, goals, kept, findings, elapsed }
    }
}

impl From<Search> for Progress {
    fn from(search: Search) -> Self {
        let Search { executions, covered, goals, kept, findings, elapsed } = search;
        Self { executions, covered, goals, kept, findings, elapsed, layers: Vec::new() }
    }
}
