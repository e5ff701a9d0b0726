//! The machine's memory: objects behind `generation | slot | offset` addresses, checked at every
//! access, and a snapshot that a run returns to at the cost of what it touched.
//!
//! All bytes lie in one arena, with a bit for each that says whether it was written. An access is
//! resolved once, from an address to an index of the arena, and then reads or writes by index;
//! what an interpreter keeps beside the bytes (see [`shadow`]) goes by the same index.
//!
//! Objects born in a run lie above the snapshot and are forgotten wholesale. Of the snapshot, a run
//! saves each line of 64 bytes and each object's record once, before it first changes them; slots
//! and space of the snapshot are not reused before the reset. Equal operations after a reset give
//! equal addresses.

mod access;
pub mod address;
mod arena;
mod collect;
mod fault;
mod lines;
mod object;
mod reserve;
pub mod shadow;
mod slots;
mod space;
#[cfg(test)]
mod tests;

use address::MAX_OBJECT;
use arena::Arena;
use object::{Details, READ_ONLY};
use slots::Slots;
use space::Space;

pub use fault::{Fault, FaultKind};
pub use object::{Object, ObjectKind};

/// What a memory is made with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryConfig {
    /// The most bytes that objects may take up, rounding and freed blocks included.
    pub limit: u64,
    /// How many slots are freed after a slot before that slot is used again.
    pub quarantine: u32,
    /// Bytes of managed objects that are made between two collections.
    pub collect_after: u64,
    /// Whether [`Memory::load`] of bytes that nobody wrote is a fault.
    pub check_uninitialised: bool,
}

impl Default for MemoryConfig {
    fn default() -> Self {
        Self {
            limit: 1 << 30,
            quarantine: 4096,
            collect_after: 512 << 10,
            check_uninitialised: true,
        }
    }
}

/// What a run has touched so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Touched {
    /// Lines of the snapshot that were written.
    pub lines: usize,
    /// Objects of the snapshot that were ended, marked or made read-only.
    pub objects: usize,
    /// Slots taken into use.
    pub slots: usize,
    /// Bytes taken up above the snapshot.
    pub bytes: usize,
}

/// Objects and their bytes.
pub struct Memory {
    slots: Slots,
    arena: Arena,
    space: Space,
    check_uninitialised: bool,
    pressure: collect::Pressure,
    /// Inputs that the program took for blocks of the heap since the snapshot.
    claimed: Vec<u64>,
}

impl Memory {
    /// A memory without objects, which is also its first snapshot.
    pub fn new(config: MemoryConfig) -> Self {
        Self {
            slots: Slots::new(config.quarantine),
            arena: Arena::new(),
            space: Space::new(config.limit),
            check_uninitialised: config.check_uninitialised,
            pressure: collect::Pressure::new(config.collect_after),
            claimed: Vec::new(),
        }
    }

    /// Makes an object of zeros and gives its address.
    ///
    /// Unless it is `zeroed` or managed, its bytes count as unwritten. Every object begins at a multiple of 2^32, so
    /// any `align` is met; it is kept to be asked for. Its bytes may have been another object's:
    /// whoever keeps a shadow must clear it here.
    #[inline]
    pub fn allocate(
        &mut self,
        size: u64,
        align: u32,
        kind: ObjectKind,
        zeroed: bool,
    ) -> Result<u64, Fault> {
        let out_of_memory = || FaultKind::OutOfMemory.at(address::NULL, size);
        if size > u64::from(MAX_OBJECT) || !self.slots.has_room() {
            return Err(out_of_memory());
        }
        let written = zeroed || kind.is_managed();
        let index =
            self.space.take(&mut self.arena, size as usize, written).ok_or_else(out_of_memory)?;
        self.pressure.add(kind, size);
        Ok(self.slots.insert(size as u32, index, Details { kind, align }))
    }

    /// Frees a block of the heap, as the program asks to; null is left alone. An input may be such a block: nobody
    /// says where it came from.
    #[inline]
    pub fn free(&mut self, address: u64) -> Result<(), Fault> {
        if address == address::NULL {
            return Ok(());
        }
        if self.slots.find(address).is_some() && !self.claim(address) {
            return Err(FaultKind::InvalidFree.at(address, 0u64));
        }
        self.release(address)
    }

    /// Whether a block of the heap begins at the address. An input is taken for one from now on.
    pub fn claim(&mut self, address: u64) -> bool {
        if self.slots.find(address).is_none() || address::offset(address) != 0 {
            return false;
        }
        match self.slots.kind(address::slot(address)) {
            ObjectKind::Heap => true,
            ObjectKind::Input => {
                if !self.claimed.contains(&address) {
                    self.claimed.push(address);
                }
                true
            }
            _ => false,
        }
    }

    /// The inputs that the program took for blocks of the heap since the snapshot or the last reset.
    pub fn claimed(&self) -> &[u64] {
        &self.claimed
    }

    /// Ends the life of an object of any kind but code, given the address of its first byte.
    #[inline]
    pub fn release(&mut self, address: u64) -> Result<(), Fault> {
        let slot = address::slot(address);
        match self.slots.find(address) {
            Some(record) if address::offset(address) == 0 && slot != address::CODE_SLOT => {
                self.space.give(&mut self.arena, record.index(), record.size as usize);
                self.slots.remove(slot);
                Ok(())
            }
            _ => Err(self.slots.free_fault(address)),
        }
    }

    /// The living object in that slot.
    pub fn object(&self, slot: u32) -> Option<Object> {
        self.slots.object(slot)
    }

    /// The living objects in the order of their slots, the code segment left out.
    pub fn objects(&self) -> impl Iterator<Item = Object> {
        self.slots.objects()
    }

    /// What the object is that the address points to, into or closely behind.
    #[inline]
    pub fn kind(&self, address: u64) -> Result<ObjectKind, Fault> {
        self.owner(address).map(|_| self.slots.kind(address::slot(address)))
    }

    /// The class of the managed object that the address points to, into or closely behind.
    #[inline]
    pub fn class(&self, address: u64) -> Option<u32> {
        match self.kind(address) {
            Ok(ObjectKind::Managed { class } | ObjectKind::Array { class, .. }) => Some(class),
            _ => None,
        }
    }

    /// How many elements the managed array has that the address points to, into or closely behind.
    #[inline]
    pub fn length(&self, address: u64) -> Option<u32> {
        match self.kind(address) {
            Ok(ObjectKind::Array { length, .. }) => Some(length),
            _ => None,
        }
    }

    /// The size of the object that the address points to, into or closely behind.
    #[inline]
    pub fn size(&self, address: u64) -> Result<u32, Fault> {
        self.owner(address).map(|record| record.size)
    }

    #[inline]
    fn owner(&self, address: u64) -> Result<&object::Record, Fault> {
        match self.slots.find(address) {
            Some(record) if address::offset(address) <= MAX_OBJECT => Ok(record),
            _ => Err(self.slots.read_fault(address, 0)),
        }
    }

    /// Says whether the program must not write the object at that address.
    pub fn set_read_only(&mut self, address: u64, read_only: bool) -> Result<(), Fault> {
        if self.owner(address)?.has(READ_ONLY) != read_only {
            self.slots.change(address::slot(address)).flags ^= READ_ONLY;
        }
        Ok(())
    }

    /// The interpreter's own mark of the object in that slot.
    #[inline]
    pub fn flag(&self, slot: u32) -> bool {
        self.slots.is_marked(slot)
    }

    /// Sets or clears the mark of the living object in that slot; snapshot and reset clear all.
    pub fn set_flag(&mut self, slot: u32, flag: bool) {
        self.slots.set_mark(slot, flag);
    }

    /// Makes the present state the one that resets return to.
    ///
    /// Blocks and slots that are free now stay unused from here on.
    pub fn snapshot(&mut self) {
        let end = self.space.snapshot();
        self.arena.snapshot(end);
        self.slots.snapshot();
        self.pressure.reset();
        self.claimed.clear();
    }

    /// Returns to the snapshot, at the cost of what was touched since.
    pub fn reset(&mut self) {
        self.arena.reset();
        self.space.reset();
        self.slots.reset();
        self.pressure.reset();
        self.claimed.clear();
    }

    /// Where the last access out of bounds was since the snapshot or the last reset, and how long.
    pub fn last_overrun(&self) -> Option<(u64, u64)> {
        self.slots.overrun()
    }

    /// What was touched since the snapshot or the last reset.
    pub fn touched(&self) -> Touched {
        Touched {
            lines: self.arena.saved_lines(),
            objects: self.slots.saved_records(),
            slots: self.slots.new_slots(),
            bytes: self.space.used_by_run(),
        }
    }

    /// Sets another limit on the bytes that objects may take up.
    pub fn set_limit(&mut self, limit: u64) {
        self.space.set_limit(limit);
    }

    /// The bytes that objects take up, to be compared with the limit.
    pub fn used(&self) -> u64 {
        self.space.used() as u64
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new(MemoryConfig::default())
    }
}
