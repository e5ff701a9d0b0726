//! What is known of an object: the record that every access reads, and the rest beside it.

use super::address;
use super::space::UNIT;

/// What an object is to the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObjectKind {
    /// The variable with static storage of that number.
    Global(u32),
    /// A local variable.
    Stack,
    /// A block from the heap, which the program may free.
    Heap,
    /// An object of a managed class.
    Managed {
        /// The number of its class.
        class: u32,
    },
    /// A managed array.
    Array {
        /// The number of the array's class.
        class: u32,
        /// How many elements it has.
        length: u32,
    },
    /// The segment where functions have their addresses.
    Code,
    /// The arguments of a call beyond its named parameters.
    VarArgs,
    /// A block that a scenario made.
    Input,
}

impl ObjectKind {
    /// Whether objects of this kind end when nobody can reach them any more.
    #[inline]
    pub(super) fn is_managed(self) -> bool {
        matches!(self, Self::Managed { .. } | Self::Array { .. })
    }
}

/// A living object, as seen from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Object {
    /// The address of its first byte.
    pub address: u64,
    /// Its size in bytes.
    pub size: u32,
    /// The index of its first byte, which a shadow of the memory is looked up by.
    pub index: usize,
    /// What it is.
    pub kind: ObjectKind,
    /// The alignment that was asked for.
    pub align: u32,
    /// Whether the program must not write it.
    pub read_only: bool,
}

/// What every access reads of an object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    /// Generation and slot while the object lives, [`DEAD`] afterwards, so that one comparison
    /// with an address tells whether it means this object.
    pub tag: u32,
    pub size: u32,
    /// Where its bytes begin in the arena, in units.
    start: u32,
    pub generation: u8,
    pub flags: u8,
}

/// The tag of a dead object: no address of a slot but the first has it.
const DEAD: u32 = 0;

/// The program must not write the object.
pub(super) const READ_ONLY: u8 = 1;
/// The interpreter's own mark.
pub(super) const MARKED: u8 = 1 << 1;
/// The record was saved in this run.
pub(super) const SAVED: u8 = 1 << 2;
/// The slot has seen all generations, so that each of them was an object's.
pub(super) const WRAPPED: u8 = 1 << 3;

/// A collection has found a way to the object.
pub(super) const REACHED: u8 = 1 << 4;

/// The object is of a managed class, so that a collection may end it.
pub(super) const MANAGED: u8 = 1 << 5;

impl Record {
    pub fn new(generation: u8, slot: u32, size: u32, index: usize, flags: u8) -> Self {
        let tag = address::make_tag(generation, slot);
        Self { tag, size, start: (index / UNIT) as u32, generation, flags }
    }

    /// The record of slot 0, which is nobody's: its tag belongs to another slot.
    pub fn nobody() -> Self {
        Self { tag: u32::MAX, size: 0, start: 0, generation: 0, flags: 0 }
    }

    /// The index of the first byte.
    #[inline]
    pub fn index(&self) -> usize {
        self.start as usize * UNIT
    }

    #[inline]
    pub fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    #[inline]
    pub fn is_live(&self) -> bool {
        self.tag != DEAD
    }

    /// Whether a collection that has marked what it reached leaves the object alone.
    #[inline]
    pub fn is_kept(&self) -> bool {
        self.flags & (MANAGED | REACHED) != MANAGED
    }

    pub fn kill(&mut self) {
        self.tag = DEAD;
    }

    /// Where the `len` bytes at that offset lie in the arena, if they lie in the object.
    #[inline]
    pub fn locate(&self, offset: u32, len: u32) -> Option<usize> {
        let inside = u64::from(offset) + u64::from(len) <= u64::from(self.size);
        inside.then(|| self.index() + offset as usize)
    }
}

/// What few accesses read of an object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Details {
    pub kind: ObjectKind,
    pub align: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_records_fit_a_cache_line() {
        assert_eq!(size_of::<Record>(), 16);
        assert_eq!(size_of::<Details>(), 16);
    }
}
