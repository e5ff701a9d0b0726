//! A plan: which cells there are.

use crate::record::{Identity, Settings};
use std::ops::Range;

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

/// What is to be done: every variant on every subject with every seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What is worked on.
    pub subjects: Vec<Item>,
    /// How.
    pub variants: Vec<Item>,
    /// The seeds.
    pub seeds: Range<u64>,
    /// What all cells have in common.
    pub settings: Settings,
}

/// One cell of a plan.
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
    /// One cell of the plan.
    pub fn cell(&self, subject: usize, variant: usize, seed: u64) -> Cell {
        let (tested, how) = (&self.subjects[subject], &self.variants[variant]);
        let mut settings = self.settings.clone();
        settings.extend(tested.settings.clone());
        settings.extend(how.settings.clone());
        let identity =
            Identity { subject: tested.name.clone(), variant: how.name.clone(), seed, settings };
        Cell { subject, variant, identity }
    }

    /// All cells, seed after seed: when the work is stopped, what is there can be compared.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        let subjects = 0..self.subjects.len();
        self.seeds.clone().flat_map(move |seed| {
            subjects.clone().flat_map(move |subject| {
                (0..self.variants.len()).map(move |variant| self.cell(subject, variant, seed))
            })
        })
    }
}
