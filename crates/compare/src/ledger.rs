//! The results of an experiment as they are kept: a JSON object on each line, added when a run is over.

use crate::record::{Identity, Record};
use std::collections::BTreeMap;

/// Results that are there already.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ledger {
    records: BTreeMap<Identity, Record>,
}

/// A line that is no result.
#[derive(Debug, thiserror::Error)]
#[error("line {line} is no result of a comparison: {cause}")]
pub struct BadLine {
    line: usize,
    #[source]
    cause: serde_json::Error,
}

impl Ledger {
    /// Reads results, and tells how many bytes of the text are whole lines. What follows the last of them was being
    /// written when the work was broken off: it does not count, and the next line has to take its place.
    ///
    /// # Errors
    ///
    /// The first whole line that is no result.
    pub fn parse(text: &[u8]) -> Result<(Self, usize), BadLine> {
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        let mut ledger = Self::default();
        for (index, line) in text[..whole].split(|byte| *byte == b'\n').enumerate() {
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            let record =
                serde_json::from_slice(line).map_err(|cause| BadLine { line: index + 1, cause })?;
            ledger.add(record);
        }
        Ok((ledger, whole))
    }

    /// A result as a line, its end included.
    pub fn line(record: &Record) -> String {
        let mut line = serde_json::to_string(record).unwrap_or_default();
        line.push('\n');
        line
    }

    /// Adds a result; the first of a run stays.
    pub fn add(&mut self, record: Record) {
        self.records.entry(record.identity.clone()).or_insert(record);
    }

    /// The result of a run.
    pub fn get(&self, identity: &Identity) -> Option<&Record> {
        self.records.get(identity)
    }

    /// How many results there are.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }
}
