//! Objects that are added to the snapshot while a run is under way: a reset does not end them.
//!
//! Slots and space for them are set aside before the snapshot is made, so that their addresses depend
//! on nothing a run does.

use super::address::MAX_OBJECT;
use super::object::Details;
use super::{Fault, FaultKind, Memory, ObjectKind, address};

impl Memory {
    /// Sets slots and bytes aside for objects to be added to the snapshot that is made next.
    pub fn reserve(&mut self, slots: u32, bytes: usize) -> Result<(), Fault> {
        if !self.space.reserve(bytes) {
            return Err(FaultKind::OutOfMemory.at(address::NULL, bytes as u64));
        }
        self.slots.reserve(slots);
        Ok(())
    }

    /// Makes an object of zeros that was there at the snapshot, from now on.
    pub fn add_to_base(
        &mut self,
        size: u64,
        align: u32,
        kind: ObjectKind,
        read_only: bool,
    ) -> Result<u64, Fault> {
        let out_of_memory = || FaultKind::OutOfMemory.at(address::NULL, size);
        if size > u64::from(MAX_OBJECT) || !self.slots.has_reserve() {
            return Err(out_of_memory());
        }
        let index = self.space.take_reserved(&mut self.arena, size as usize);
        let details = Details { kind, align };
        index
            .and_then(|index| self.slots.insert_reserved(size as u32, index, details, read_only))
            .ok_or_else(out_of_memory)
    }

    /// Gives an object that was just added to the snapshot its bytes.
    pub fn initialise_base(&mut self, address: u64, bytes: &[u8]) -> Result<(), Fault> {
        let index = self.resolve(address, bytes.len() as u32)?;
        self.arena.slice_mut(index, bytes.len()).copy_from_slice(bytes);
        Ok(())
    }
}
