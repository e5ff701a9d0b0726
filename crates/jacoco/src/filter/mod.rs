//! What JaCoCo leaves out or sees otherwise because a compiler made it, not a person.
//!
//! A filter looks at a body and says of instructions that they are not counted, that several are one (the
//! copies of a `finally` block), or that the ways out of one are really others (a `switch` on strings).
//! One file for each kind of code; what they look for is what JaCoCo looks for, nothing more.

mod finally;
mod matcher;
mod parts;
mod resources;
mod switches;
mod whole;

use std::collections::BTreeMap;

use crate::body::{Body, Node};
use crate::class::Context;

/// A method that is looked at.
pub(super) struct Method<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its descriptor.
    pub descriptor: &'a str,
    /// Its access flags.
    pub flags: u16,
    /// The descriptors of its annotations.
    pub annotations: &'a [String],
    /// Its body.
    pub body: &'a Body<'a>,
}

/// A branch of an instruction, by its number.
pub(super) type BranchRef = (u32, u32);

/// What filters have found; instructions are told by their numbers.
#[derive(Debug)]
pub(super) struct Found {
    ignored: Vec<bool>,
    /// By instruction: the one that it is a copy of.
    merged: Vec<Option<u32>>,
    /// Instructions whose ways out are others: for each way the branches that it stands for.
    replaced: BTreeMap<u32, Vec<Vec<BranchRef>>>,
}

/// Asks all filters.
pub(super) fn apply(context: &Context<'_>, method: &Method<'_>) -> Found {
    let count = method.body.ops.len();
    let mut found =
        Found { ignored: vec![false; count], merged: vec![None; count], replaced: BTreeMap::new() };
    if whole::is_left_out(context, method) {
        found.ignored.fill(true);
        return found;
    }
    parts::synchronized(method.body, &mut found);
    resources::of_javac_11(method.body, &mut found);
    resources::of_javac(method.body, &mut found);
    resources::of_ecj(method.body, &mut found);
    finally::copies(method.body, &mut found);
    parts::assertions(context, method, &mut found);
    switches::on_strings_by_javac(method.body, &mut found);
    switches::on_strings(method.body, &mut found);
    switches::exhaustive(method.body, &mut found);
    parts::record_patterns(method.body, &mut found);
    found
}

impl Found {
    /// Leaves out the instructions from one place of the list to another, both included.
    fn ignore(&mut self, body: &Body<'_>, from: usize, to: usize) {
        for node in body.nodes.iter().take(to + 1).skip(from) {
            if let Node::Op(index) = node {
                self.ignored[*index as usize] = true;
            }
        }
    }

    fn ignore_op(&mut self, index: u32) {
        self.ignored[index as usize] = true;
    }

    /// Takes two instructions for one.
    fn merge(&mut self, first: u32, second: u32) {
        let (first, second) = (self.original(first), self.original(second));
        if first != second {
            self.merged[second as usize] = Some(first);
        }
    }

    fn replace(&mut self, at: u32, ways: Vec<Vec<BranchRef>>) {
        self.replaced.insert(at, ways);
    }

    /// The instruction that stands for one.
    pub fn original(&self, mut index: u32) -> u32 {
        while let Some(next) = self.merged[index as usize] {
            index = next;
        }
        index
    }

    /// Whether an instruction is counted.
    pub fn is_counted(&self, index: u32) -> bool {
        !self.ignored[index as usize] && self.merged[index as usize].is_none()
    }

    /// The ways out that an instruction is given instead of its own.
    pub fn replacement(&self, index: u32) -> Option<&[Vec<BranchRef>]> {
        self.replaced.get(&index).map(Vec::as_slice)
    }
}
