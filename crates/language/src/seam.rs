//! The three traits that a language implements.

use crate::{Corpus, Error, Focus, Unready, Verified};
use coverage::{Criteria, GoalId, Goals};
use generate::{Generated, Progress, Settings, Technique};
use report::Vocabulary;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A target in one source language: code that tests can be made for.
pub trait Language: Send + Sync {
    /// The words of the language.
    fn vocabulary(&self) -> Vocabulary;

    /// The units of the target, always in the same order.
    ///
    /// # Errors
    ///
    /// When the target cannot be read, or has no such unit as was asked for.
    fn find(&self) -> Result<Vec<Found>, Error>;

    /// Makes a unit ready to be tested.
    ///
    /// # Errors
    ///
    /// Why it cannot be tested.
    fn prepare(&self, unit: &Found) -> Result<Arc<dyn Prepared>, Unready>;

    /// Compiles and runs tests of a unit that were written before, by their paths below a folder, without any search.
    ///
    /// # Errors
    ///
    /// Why they cannot be tried.
    fn verify(&self, unit: &Found, out: &Path, files: &[String]) -> Result<Verified, Unready>;
}

/// A unit that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its place in the list.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// A number that changes with its code.
    pub code: u64,
    /// A number that changes with the code of the target that it can reach, directly or by way of others.
    pub reached: u64,
    /// The source files that it is made from, as far as they are known; any end of their paths.
    pub sources: Vec<PathBuf>,
}

/// How to make tests for a unit.
#[derive(Clone, Copy)]
pub struct Recipe<'r> {
    /// The technique.
    pub technique: &'r dyn Technique,
    /// Its settings.
    pub settings: &'r Settings,
    /// What was found for the unit before, to begin with.
    pub corpus: Option<&'r Corpus>,
    /// The lines whose goals are searched for; all of them if there is none.
    pub focus: Option<&'r Focus>,
}

impl<'r> Recipe<'r> {
    /// A recipe that begins with nothing and searches for all goals.
    pub fn new(technique: &'r dyn Technique, settings: &'r Settings) -> Self {
        Self { technique, settings, corpus: None, focus: None }
    }
}

/// A unit that is ready to be tested.
pub trait Prepared: Send + Sync {
    /// The goals of its program.
    fn goals(&self) -> &Arc<Goals>;

    /// Those goals that belong to the unit and that some criteria ask for, in order.
    fn wanted(&self, criteria: Criteria) -> Vec<GoalId> {
        let goals = self.goals();
        goals.goals.ids().filter(|goal| criteria.wants(&goals.goals[*goal])).collect()
    }

    /// A goal in words: its place, its function and what has to happen.
    fn describe(&self, goal: GoalId) -> String;

    /// Lets a technique search, and gives the scenarios it found: what experiments measure.
    ///
    /// # Errors
    ///
    /// When the program does not fit into the machine.
    fn generate(
        &self,
        recipe: Recipe<'_>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Generated, Error>;

    /// Lets a technique search, and makes a suite of what it found.
    ///
    /// # Errors
    ///
    /// When the program does not fit into the machine.
    fn produce<'p>(
        &'p self,
        recipe: Recipe<'_>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Box<dyn Settle + 'p>, Error>;
}

/// A suite that exists in memory only.
pub trait Settle {
    /// Writes it below a folder, compiles it, runs it for real, drops what fails, and measures what is left.
    ///
    /// # Errors
    ///
    /// When the folder cannot be written.
    fn settle(self: Box<Self>, out: &Path) -> Result<Settled, Error>;
}

/// What came of a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Settled {
    /// The result.
    pub unit: report::Unit,
    /// What the next run can begin with.
    pub corpus: Corpus,
    /// Scenarios of the corpus that this run was given and that did not fit any more.
    pub dropped: u32,
}

/// A number that changes with bytes. FNV-1a: it has to tell versions of a file apart, and nobody wants to deceive it.
pub fn fingerprint(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_are_those_of_fnv() {
        assert_eq!(fingerprint(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
