//! Collection: ends the managed objects of a run that nobody can reach any more.
//!
//! Objects of the snapshot are never ended. Of their bytes only lines that the run has written can
//! hold an address of one of its own objects, and those are in the undo log, so that a collection costs
//! what the run has made and touched, however large the snapshot is. Whatever looks like the address of an
//! object is taken for one. Objects that a program ends itself are taken as reachable.

use super::lines::LINE;
use super::object::{MANAGED, REACHED, Record};
use super::space::block_bytes;
use super::{Memory, ObjectKind, address};

/// What an object costs beside its bytes.
const RECORD_BYTES: u64 = 32;

/// How much was made since the last collection.
pub(super) struct Pressure {
    made: u64,
    /// When the next collection is due.
    due: u64,
    least: u64,
}

impl Pressure {
    /// No less than `least` bytes lie between two collections.
    pub fn new(least: u64) -> Self {
        Self { made: 0, due: least, least }
    }

    #[inline]
    pub fn add(&mut self, kind: ObjectKind, size: u64) {
        if kind.is_managed() {
            self.made += size + RECORD_BYTES;
        }
    }

    pub fn reset(&mut self) {
        (self.made, self.due) = (0, self.least);
    }

    /// After a collection that looked through so many bytes: with much to look through the next one is later,
    /// so that all collections together cost what was made.
    fn collected(&mut self, seen: u64) {
        (self.made, self.due) = (0, self.least.max(seen.saturating_mul(2)));
    }
}

impl Memory {
    /// Whether so much was made that a collection pays.
    #[inline]
    pub fn is_collection_due(&self) -> bool {
        self.pressure.made >= self.pressure.due
    }

    /// Ends the managed objects, made since the snapshot, that neither the roots nor the memory that can be
    /// reached lead to; `holds` says which array classes have addresses as elements. Gives how many ended.
    pub fn collect(
        &mut self,
        roots: impl Iterator<Item = u64>,
        holds: impl Fn(u32) -> bool,
    ) -> usize {
        let mut open = Vec::new();
        for value in roots {
            self.reach(value, &mut open);
        }
        for place in 0..self.arena.saved_lines() {
            for word in self.arena.saved_words(place) {
                self.reach(word, &mut open);
            }
        }
        for slot in self.slots.run() {
            let record = self.run_record(slot);
            if record.is_live() && !record.has(MANAGED) {
                self.scan(slot, &mut open);
            }
        }
        while let Some(slot) = open.pop() {
            match self.slots.kind(slot) {
                ObjectKind::Array { class, .. } if !holds(class) => {}
                _ => self.scan(slot, &mut open),
            }
        }
        self.sweep()
    }

    /// Takes a value for an address and remembers the object that it leads to.
    #[inline]
    fn reach(&mut self, value: u64, open: &mut Vec<u32>) {
        let slot = address::slot(value);
        if let Some(record) = self.slots.run_record(value)
            && !record.has(REACHED)
        {
            record.flags |= REACHED;
            open.push(slot);
        }
    }

    /// Reaches what the words of an object lead to.
    fn scan(&mut self, slot: u32, open: &mut Vec<u32>) {
        let Some(object) = self.slots.object(slot) else { return };
        let mut at = object.index;
        let end = object.index + object.size as usize;
        while at + 8 <= end {
            let word = self.read_u64(at);
            if word != 0 {
                self.reach(word, open);
            }
            at += 8;
        }
    }

    fn run_record(&self, slot: u32) -> Record {
        self.slots.run_records()[(slot - self.slots.run().start) as usize]
    }

    /// Ends the managed objects of the run that were not reached. Slots and space behind the last object
    /// that lives are given back as one, the others one by one in the order of their slots.
    fn sweep(&mut self) -> usize {
        let (mut living, mut kept, mut left) = (0, 0, 0);
        let first = self.slots.run().start;
        let (mut slots, mut top) = (first, 0);
        for (slot, record) in (first..).zip(self.slots.run_records()) {
            if record.is_live() {
                living += 1;
                if record.is_kept() {
                    kept += 1;
                    slots = slot + 1;
                    top = top.max(record.index() + block_bytes(record.size as usize));
                    left += u64::from(record.size) + RECORD_BYTES;
                }
            }
        }
        for slot in first..slots {
            let record = self.run_record(slot);
            if !record.is_live() {
                continue;
            }
            if record.is_kept() {
                self.slots.clear_reached(slot);
                continue;
            }
            if record.index() < top {
                self.space.give(&mut self.arena, record.index(), record.size as usize);
            }
            self.slots.remove(slot);
        }
        self.slots.truncate(slots);
        self.space.lower(&mut self.arena, top);
        self.pressure.collected(left + (self.arena.saved_lines() * LINE) as u64);
        living - kept
    }
}
