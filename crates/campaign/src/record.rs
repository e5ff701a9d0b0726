//! The result of a cell, and by what it is found again.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a result depends on, by name: all that is not the subject, the variant and the seed.
pub type Settings = BTreeMap<String, String>;

/// By what results are told apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Identity {
    /// What was worked on.
    pub subject: String,
    /// How.
    pub variant: String,
    /// What all random choices came from.
    pub seed: u64,
    /// What else the result depends on.
    pub settings: Settings,
}

/// A cell and what it gave; the fields of both are those of one JSON object.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record<P> {
    /// Which cell it was.
    #[serde(flatten)]
    pub identity: Identity,
    /// What it gave.
    #[serde(flatten)]
    pub payload: P,
}
