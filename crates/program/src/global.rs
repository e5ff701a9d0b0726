//! Variables with static storage.

use crate::name::source_name;
use crate::{FuncId, GlobalId};

/// A variable with static storage, and what it holds at the start.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Global {
    /// Its name, unique in the program.
    pub name: String,
    /// The source file that keeps it to itself, if one does; the name is then a [`local_name`](crate::local_name).
    pub home: Option<String>,
    /// Its size in bytes.
    pub size: u32,
    /// Its alignment in bytes, a power of two.
    pub align: u32,
    /// A write to it traps.
    pub read_only: bool,
    /// Declared here, defined nowhere: a test has to give it a value. Starts as zeros.
    pub external: bool,
    /// Its first bytes at the start; the rest are zeros.
    pub bytes: Vec<u8>,
    /// Addresses that are put into the bytes, in order of their offset.
    pub relocations: Vec<Relocation>,
}

impl Global {
    /// Its name in the source.
    pub fn source_name(&self) -> &str {
        source_name(&self.name, self.home.as_deref())
    }
}

/// An address inside a global's initial value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Relocation {
    /// Where in the global the eight bytes of the address stand.
    pub offset: u32,
    /// What it is the address of.
    pub target: RelocationTarget,
}

/// What a relocation points at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RelocationTarget {
    /// A byte of a global; the second part is the offset in it.
    Global(GlobalId, i64),
    /// A function.
    Function(FuncId),
}
