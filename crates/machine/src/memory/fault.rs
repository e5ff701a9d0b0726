//! What can be wrong with an access, as values.

use thiserror::Error;

/// An access to memory that has no meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{kind} at {address:#x}, length {len}")]
pub struct Fault {
    /// What is wrong with it.
    pub kind: FaultKind,
    /// Where the access began; 0 for an allocation.
    pub address: u64,
    /// How many bytes it asked for.
    pub len: u64,
}

/// The ways in which an access can be wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Error)]
pub enum FaultKind {
    /// Through the null pointer or a displacement from it.
    #[error("null pointer access")]
    Null,
    /// Of a living object, but not wholly inside it.
    #[error("access out of bounds")]
    OutOfBounds,
    /// Of an object that lives no longer.
    #[error("use after free")]
    UseAfterFree,
    /// A second `free` of one object.
    #[error("double free")]
    DoubleFree,
    /// A `free` of what never came from the heap, or not of its first byte.
    #[error("invalid free")]
    InvalidFree,
    /// A read of bytes that nobody wrote.
    #[error("read of uninitialised memory")]
    Uninitialised,
    /// A write to an object that must not change.
    #[error("write to read-only memory")]
    ReadOnly,
    /// At an address that never was an object's.
    #[error("access through a wild pointer")]
    Wild,
    /// An allocation beyond the limit of the memory.
    #[error("out of memory")]
    OutOfMemory,
}

impl FaultKind {
    /// The fault of this kind at that place.
    #[cold]
    pub(super) fn at(self, address: u64, len: impl Into<u64>) -> Fault {
        Fault { kind: self, address, len: len.into() }
    }
}
