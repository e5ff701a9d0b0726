//! The table of objects: which slot is whose, since when, and what a stale address meant.

use std::cell::Cell;
use std::collections::VecDeque;

use super::address::{self, CODE_SLOT, SLOT_LIMIT};
use super::fault::{Fault, FaultKind};
use super::object::{
    Details, MANAGED, MARKED, Object, ObjectKind, REACHED, READ_ONLY, Record, SAVED, WRAPPED,
};

/// Offsets from here on are no object's: the address was displaced from the next tag downwards.
const BELOW: u32 = 1 << 31;

/// What a tag says about the slot it names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Live,
    Stale,
    Never,
}

/// Records by slot, and the slots that await reuse.
pub(super) struct Slots {
    records: Vec<Record>,
    details: Vec<Details>,
    /// Slots of the snapshot; they are not reused.
    base: usize,
    /// Slots freed since the snapshot, the longest dead first.
    freed: VecDeque<u32>,
    /// How many freed slots are held back from reuse.
    quarantine: usize,
    /// Records of the snapshot that this run has changed, as they were.
    saved: Vec<(u32, Record)>,
    /// The generation of objects in slots that are new.
    generation: u8,
    /// Whether there were objects of all generations in such slots.
    wrapped: bool,
    /// Slots of the snapshot that are kept for objects to be added to it.
    reserved: std::ops::Range<u32>,
    /// Where the last access out of bounds since the snapshot was, and how long.
    overrun: Cell<Option<(u64, u64)>>,
}

impl Slots {
    /// A table with the code segment alone.
    pub fn new(quarantine: u32) -> Self {
        let code = Details { kind: ObjectKind::Code, align: 1 };
        let records = vec![Record::nobody(), Record::new(0, CODE_SLOT, 0, 0, READ_ONLY)];
        Self {
            base: records.len(),
            records,
            details: vec![code; 2],
            freed: VecDeque::new(),
            quarantine: quarantine as usize,
            saved: Vec::new(),
            generation: 0,
            wrapped: false,
            reserved: 0..0,
            overrun: Cell::new(None),
        }
    }

    /// Keeps that many slots for objects that will be added to the snapshot.
    pub fn reserve(&mut self, slots: u32) {
        let first = self.records.len() as u32;
        self.reserved = first..first + slots;
        for slot in self.reserved.clone() {
            let mut record = Record::new(0, slot, 0, 0, 0);
            record.kill();
            self.records.push(record);
            self.details.push(Details { kind: ObjectKind::Heap, align: 1 });
        }
    }

    /// Whether another object can be added to the snapshot.
    pub fn has_reserve(&self) -> bool {
        !self.reserved.is_empty()
    }

    /// Makes an object that is part of the snapshot; a reset does not end it.
    pub fn insert_reserved(
        &mut self,
        size: u32,
        index: usize,
        details: Details,
        read_only: bool,
    ) -> Option<u64> {
        let slot = self.reserved.next()?;
        let flags = if read_only { READ_ONLY } else { 0 };
        let record = Record::new(0, slot, size, index, flags);
        self.records[slot as usize] = record;
        self.details[slot as usize] = details;
        Some(address::compose(record.tag, 0))
    }

    /// The record of the living object that the address means, be it in its bounds or not.
    #[inline]
    pub fn find(&self, address: u64) -> Option<&Record> {
        let record = self.records.get(address::slot(address) as usize)?;
        (record.tag == address::tag(address)).then_some(record)
    }

    /// Whether another object can be made.
    pub fn has_room(&self) -> bool {
        self.records.len() < SLOT_LIMIT || !self.freed.is_empty()
    }

    /// Makes an object of bytes that begin at that index and gives its address.
    ///
    /// There must be room.
    #[inline]
    pub fn insert(&mut self, size: u32, index: usize, details: Details) -> u64 {
        let due = self.freed.len() > self.quarantine || self.records.len() >= SLOT_LIMIT;
        let managed = if details.kind.is_managed() { MANAGED } else { 0 };
        let record = match if due { self.freed.pop_front() } else { None } {
            Some(slot) => {
                let last = &mut self.records[slot as usize];
                let (generation, wrapped) = last.generation.overflowing_add(1);
                let flags = last.flags & WRAPPED | if wrapped { WRAPPED } else { 0 } | managed;
                *last = Record::new(generation, slot, size, index, flags);
                self.details[slot as usize] = details;
                *last
            }
            None => {
                let flags = if self.wrapped { WRAPPED } else { 0 } | managed;
                let slot = self.records.len() as u32;
                let record = Record::new(self.generation, slot, size, index, flags);
                self.records.push(record);
                self.details.push(details);
                record
            }
        };
        address::compose(record.tag, 0)
    }

    /// Ends the life of the object in that slot.
    #[inline]
    pub fn remove(&mut self, slot: u32) {
        self.change(slot).kill();
        if slot as usize >= self.base {
            self.freed.push_back(slot);
        }
    }

    /// The record in that slot, saved if it is the snapshot's.
    #[inline]
    pub fn change(&mut self, slot: u32) -> &mut Record {
        let record = &mut self.records[slot as usize];
        if (slot as usize) < self.base && !record.has(SAVED) {
            self.saved.push((slot, *record));
            record.flags |= SAVED;
        }
        record
    }

    /// The living object in that slot.
    pub fn object(&self, slot: u32) -> Option<Object> {
        let record = self.live(slot)?;
        let details = &self.details[slot as usize];
        Some(Object {
            address: address::compose(record.tag, 0),
            size: record.size,
            index: record.index(),
            kind: details.kind,
            align: details.align,
            read_only: record.has(READ_ONLY),
        })
    }

    /// The living objects in the order of their slots.
    pub fn objects(&self) -> impl Iterator<Item = Object> {
        (CODE_SLOT + 1..self.records.len() as u32).filter_map(|slot| self.object(slot))
    }

    /// The slots that this run has taken into use.
    pub fn run(&self) -> std::ops::Range<u32> {
        self.base as u32..self.records.len() as u32
    }

    /// The record of the living object of this run that the address means.
    #[inline]
    pub fn run_record(&mut self, address: u64) -> Option<&mut Record> {
        let slot = address::slot(address) as usize;
        if slot < self.base {
            return None;
        }
        self.records.get_mut(slot).filter(|record| record.tag == address::tag(address))
    }

    /// The records of the slots that this run has taken into use.
    #[inline]
    pub fn run_records(&self) -> &[Record] {
        &self.records[self.base..]
    }

    /// Forgets all slots from that one on, where no object lives. Objects that come to lie there are of
    /// another generation than those that did.
    pub fn truncate(&mut self, slots: u32) {
        if (slots as usize) < self.records.len() {
            self.records.truncate(slots as usize);
            self.details.truncate(slots as usize);
            self.freed.retain(|&slot| slot < slots);
            let (generation, wrapped) = self.generation.overflowing_add(1);
            self.generation = generation;
            self.wrapped |= wrapped;
        }
    }

    /// Forgets that a collection has found a way to the object in that slot.
    #[inline]
    pub fn clear_reached(&mut self, slot: u32) {
        self.records[slot as usize].flags &= !REACHED;
    }

    /// The kind of the object that is or was last in that slot.
    #[inline]
    pub fn kind(&self, slot: u32) -> ObjectKind {
        self.details[slot as usize].kind
    }

    #[inline]
    pub fn is_marked(&self, slot: u32) -> bool {
        self.live(slot).is_some_and(|record| record.has(MARKED))
    }

    /// Sets or clears the mark of the living object in that slot.
    pub fn set_mark(&mut self, slot: u32, marked: bool) {
        if self.live(slot).is_some_and(|record| record.has(MARKED) != marked) {
            self.change(slot).flags ^= MARKED;
        }
    }

    #[inline]
    fn live(&self, slot: u32) -> Option<&Record> {
        let record = self.records.get(slot as usize)?;
        (slot != 0 && record.is_live()).then_some(record)
    }

    /// How many objects of the snapshot this run has ended or flagged.
    pub fn saved_records(&self) -> usize {
        self.saved.len()
    }

    /// How many slots this run has taken into use.
    pub fn new_slots(&self) -> usize {
        self.records.len() - self.base
    }

    /// Makes the objects of now the ones to return to, without marks.
    pub fn snapshot(&mut self) {
        for (slot, _) in self.saved.drain(..) {
            self.records[slot as usize].flags &= !(SAVED | MARKED);
        }
        for record in &mut self.records[self.base..] {
            record.flags &= !MARKED;
        }
        self.base = self.records.len();
        self.freed.clear();
    }

    /// Returns to the objects of the snapshot.
    pub fn reset(&mut self) {
        for (slot, record) in self.saved.drain(..) {
            self.records[slot as usize] = record;
        }
        self.records.truncate(self.base);
        self.details.truncate(self.base);
        (self.generation, self.wrapped) = (0, false);
        self.freed.clear();
        self.overrun.set(None);
    }

    /// Where the last access out of bounds was, and how long.
    pub fn overrun(&self) -> Option<(u64, u64)> {
        self.overrun.get()
    }

    /// Why a read of these bytes is wrong, for one that is.
    #[cold]
    pub fn read_fault(&self, address: u64, len: u64) -> Fault {
        self.at(self.classify(address), address, len)
    }

    /// Why a write of these bytes is wrong, for one that is.
    #[cold]
    pub fn write_fault(&self, address: u64, len: u64) -> Fault {
        let code = address::tag(address) == CODE_SLOT && address::offset(address) < BELOW;
        let kind = if code { FaultKind::ReadOnly } else { self.classify(address) };
        self.at(kind, address, len)
    }

    fn at(&self, kind: FaultKind, address: u64, len: u64) -> Fault {
        if kind == FaultKind::OutOfBounds {
            self.overrun.set(Some((address, len)));
        }
        kind.at(address, len)
    }

    /// Why these bytes cannot be freed, when the address is not a living object's first.
    #[cold]
    pub fn free_fault(&self, address: u64) -> Fault {
        let (tag, slot) = (address::tag(address), address::slot(address));
        let stale = address::offset(address) == 0 && self.status(tag) == Status::Stale;
        // Of an earlier generation it is no longer known what it was.
        let foreign = stale
            && self.records[slot as usize].generation == address::generation(address)
            && !matches!(self.kind(slot), ObjectKind::Heap | ObjectKind::Input);
        let kind = if stale && !foreign { FaultKind::DoubleFree } else { FaultKind::InvalidFree };
        kind.at(address, 0u64)
    }

    fn classify(&self, address: u64) -> FaultKind {
        let (tag, below) = (address::tag(address), address::offset(address) >= BELOW);
        let null_tag = if below { u32::MAX } else { 0 };
        if tag == null_tag {
            return FaultKind::Null;
        }
        let mut status = Status::Never;
        if below && tag != 0 {
            status = self.status(tag.wrapping_add(1));
        }
        if status == Status::Never {
            status = self.status(tag);
        }
        match status {
            Status::Live => FaultKind::OutOfBounds,
            Status::Stale => FaultKind::UseAfterFree,
            Status::Never => FaultKind::Wild,
        }
    }

    fn status(&self, tag: u32) -> Status {
        let address = address::compose(tag, 0);
        let (slot, generation) = (address::slot(address), address::generation(address));
        match self.records.get(slot as usize) {
            Some(_) if slot == 0 => Status::Never,
            Some(record) if record.tag == tag => Status::Live,
            Some(record) if generation <= record.generation || record.has(WRAPPED) => Status::Stale,
            _ => Status::Never,
        }
    }
}
