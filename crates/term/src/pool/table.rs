//! The hash-cons table: open addressing over ids, cut back in the reverse order of insertion.

/// Slots hold `hash's upper half | id`, so that a miss rarely reads the term; 0 is empty.
///
/// Entries are always inserted in id order, also when the table grows. The newest entry is therefore
/// the last of every probe run through it, and can be cleared without a tombstone.
#[derive(Clone, Debug)]
pub(super) struct Table {
    slots: Vec<u64>,
    used: usize,
}

const FIRST_SLOTS: usize = 1 << 10;

impl Table {
    /// Half of the slots are in use before the table doubles, a quarter after.
    pub const BYTES_PER_ENTRY: usize = 4 * size_of::<u64>();

    pub fn new() -> Table {
        Table { slots: vec![0; FIRST_SLOTS], used: 0 }
    }

    #[inline]
    pub fn find(&self, hash: u64, mut is: impl FnMut(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return None;
            }
            if (slot ^ hash) >> 32 == 0 && is(slot as u32) {
                return Some(slot as u32);
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds the id, which is above all others and not yet in; `hashes` are those of ids below it.
    #[inline]
    pub fn insert(&mut self, hash: u64, id: u32, hashes: &[u64]) {
        if (self.used + 1) * 2 > self.slots.len() {
            self.grow(&hashes[..id as usize]);
        }
        self.used += 1;
        place(&mut self.slots, hash, id);
    }

    #[cold]
    fn grow(&mut self, hashes: &[u64]) {
        let mut slots = vec![0; self.slots.len() * 2];
        for (id, &hash) in hashes.iter().enumerate().skip(1) {
            place(&mut slots, hash, id as u32);
        }
        self.slots = slots;
    }

    /// Forgets the entry that was inserted last of all that are left.
    pub fn remove_newest(&mut self, hash: u64, id: u32) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at] as u32 != id {
            at = (at + 1) & mask;
        }
        self.slots[at] = 0;
        self.used -= 1;
    }
}

#[inline]
fn place(slots: &mut [u64], hash: u64, id: u32) {
    let mask = slots.len() - 1;
    let mut at = hash as usize & mask;
    while slots[at] != 0 {
        at = (at + 1) & mask;
    }
    slots[at] = hash >> 32 << 32 | u64::from(id);
}
