//! What a ledger knows of units from earlier runs, whatever their code and the settings were.

use crate::site::{Outcome, Payload, Task};
use campaign::{Identity, Ledger, Record};
use language::Corpus;
use report::TestFileKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What an earlier run left for a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Earlier {
    /// The scenarios that it found.
    pub corpus: Corpus,
    /// All files that it wrote, by their paths below the folder of the unit's tests.
    pub files: Vec<String>,
    /// Those of them that hold tests.
    pub tests: Vec<String>,
    /// Whether the code of the unit, or what it reaches, is another one by now.
    pub is_outdated: bool,
}

/// The names of settings by which versions of a unit's code are told apart.
pub const CODE: &str = "code";
/// The same for the code that it reaches.
pub const REACHED: &str = "reached";

/// The last result of each unit, by its name.
pub fn latest(ledger: &Ledger<Payload>) -> BTreeMap<&str, &Record<Payload>> {
    let tested = ledger.in_order().into_iter().filter(
        |record| matches!(&record.payload.outcome, Outcome::Tested(unit) if !unit.files.is_empty()),
    );
    tested.map(|record| (record.identity.subject.as_str(), record)).collect()
}

/// How the code of a unit is written down.
pub fn code_of(task: &Task) -> [(&'static str, String); 2] {
    let number = |code: u64| format!("{code:016x}");
    [(CODE, number(task.found.code)), (REACHED, number(task.found.reached))]
}

/// Whether a result is of the code that a unit has now.
pub fn is_current(identity: &Identity, task: &Task) -> bool {
    code_of(task).iter().all(|(name, code)| identity.settings.get(*name) == Some(code))
}

impl Earlier {
    /// What a record left for a unit.
    pub fn new(record: &Record<Payload>, task: &Task) -> Self {
        let Payload { outcome, corpus, files, .. } = &record.payload;
        let tests = match outcome {
            Outcome::Tested(unit) => {
                let tests = unit.files.iter().filter(|file| file.kind == TestFileKind::Tests);
                tests.map(|file| file.path.clone()).collect()
            }
            Outcome::Skipped(_) | Outcome::Failed(_) => Vec::new(),
        };
        Self {
            corpus: corpus.clone(),
            files: files.iter().map(|file| file.path.clone()).collect(),
            tests,
            is_outdated: !is_current(&record.identity, task),
        }
    }
}
