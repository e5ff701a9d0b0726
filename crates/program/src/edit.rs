//! An edit: something else in one place of a function. Mutants are made of edits.

use crate::{Instruction, Point, Terminator};

/// Something else in one place of a function, which keeps its registers.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// The instruction or terminator that is changed.
    pub point: Point,
    /// What stands there instead.
    pub change: Change,
}

/// What stands in place of an instruction or of a terminator.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Instructions in place of one, or none at all.
    Instructions(Vec<Instruction>),
    /// Instructions before the end of a block, and another end.
    Terminator(Vec<Instruction>, Terminator),
}

impl Edit {
    /// Another instruction in place of one.
    pub fn instruction(point: Point, instruction: Instruction) -> Self {
        Self { point, change: Change::Instructions(vec![instruction]) }
    }

    /// No instruction in place of one.
    pub fn removal(point: Point) -> Self {
        Self { point, change: Change::Instructions(Vec::new()) }
    }

    /// Another end of a block.
    pub fn terminator(point: Point, terminator: Terminator) -> Self {
        Self { point, change: Change::Terminator(Vec::new(), terminator) }
    }
}
