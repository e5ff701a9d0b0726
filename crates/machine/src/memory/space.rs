//! Where in the arena an object's bytes go: a rising top, and bins of blocks that were given back.

use super::arena::Arena;
use super::lines::LINE;

/// Blocks begin at multiples of this, so that no aligned access of up to 16 bytes crosses a line.
pub(super) const UNIT: usize = 16;

/// Below this size each multiple of the unit has its own class.
const EXACT: usize = 1024;
const EXACT_CLASSES: usize = EXACT / UNIT;
/// Above it each doubling is cut into this many steps, so that at most a fifth of a block is idle.
const STEPS: usize = 4;
const CLASSES: usize = EXACT_CLASSES + STEPS * (31 - EXACT.ilog2() as usize);

/// The class of an object's block and the block's bytes, for sizes below 2^31.
fn class_of(size: usize) -> (usize, usize) {
    if size <= EXACT {
        let units = size.div_ceil(UNIT).max(1);
        (units - 1, units * UNIT)
    } else {
        let doubling = (size - 1).ilog2();
        let floor = 1 << doubling;
        let step = floor / STEPS;
        let steps = (size - floor).div_ceil(step);
        let class = EXACT_CLASSES + STEPS * (doubling - EXACT.ilog2()) as usize + steps - 1;
        (class, floor + steps * step)
    }
}

/// The bytes of the block that an object of that size takes.
pub(super) fn block_bytes(size: usize) -> usize {
    class_of(size).1
}

/// The free space of the arena.
pub(super) struct Space {
    /// The snapshot lies below; its blocks are neither given out nor taken back.
    floor: usize,
    /// Above it nothing is in use.
    top: usize,
    /// The first free block of each class in units, 0 for none; its first bytes name the next.
    bins: [u32; CLASSES],
    limit: usize,
    /// Space of the snapshot that is kept for objects to be added to it.
    reserved: std::ops::Range<usize>,
}

impl Space {
    /// Space for `limit` bytes; the first line is left out, so that block 0 can mean none.
    pub fn new(limit: u64) -> Self {
        let mut space =
            Self { floor: LINE, top: LINE, bins: [0; CLASSES], limit: 0, reserved: 0..0 };
        space.set_limit(limit);
        space
    }

    /// Sets another limit.
    pub fn set_limit(&mut self, limit: u64) {
        let addressable = u32::MAX as usize * UNIT;
        self.limit = usize::try_from(limit).unwrap_or(addressable).min(addressable);
    }

    /// Keeps that many bytes for objects that will be added to the snapshot; gives whether there are so
    /// many.
    pub fn reserve(&mut self, bytes: usize) -> bool {
        let first = self.top.next_multiple_of(LINE);
        let fits = bytes <= self.limit.saturating_sub(first);
        if fits {
            self.top = first + bytes.next_multiple_of(LINE);
            self.reserved = first..self.top;
        }
        fits
    }

    /// A block for an object that is part of the snapshot. It has its lines for itself: nothing of them
    /// was saved.
    pub fn take_reserved(&mut self, arena: &mut Arena, size: usize) -> Option<usize> {
        let bytes = size.next_multiple_of(LINE);
        let index = self.reserved.start;
        if bytes > self.reserved.len() {
            return None;
        }
        self.reserved.start += bytes;
        arena.clear(index, bytes, true);
        Some(index)
    }

    /// A block for an object of that size, filled with zeros.
    #[inline]
    pub fn take(&mut self, arena: &mut Arena, size: usize, written: bool) -> Option<usize> {
        let (class, bytes) = class_of(size);
        let index = match self.bins[class] {
            0 if bytes <= self.limit.saturating_sub(self.top) => {
                let index = self.top;
                self.top += bytes;
                index
            }
            0 => return None,
            unit => {
                let index = unit as usize * UNIT;
                self.bins[class] = u32::from_le_bytes(arena.read(index));
                index
            }
        };
        arena.clear(index, bytes, written);
        Some(index)
    }

    /// Takes back the block of an object of that size; one of the snapshot stays as it is.
    #[inline]
    pub fn give(&mut self, arena: &mut Arena, index: usize, size: usize) {
        if index >= self.floor {
            let (class, _) = class_of(size);
            arena.write(index, self.bins[class].to_le_bytes());
            self.bins[class] = (index / UNIT) as u32;
        }
    }

    /// Gives back all space from `top` on, where no object lives.
    pub fn lower(&mut self, arena: &mut Arena, top: usize) {
        let top = top.max(self.floor);
        if top >= self.top {
            return;
        }
        self.top = top;
        for bin in &mut self.bins {
            let mut next = std::mem::take(bin);
            // The order of the blocks that are left is turned round, in every run alike.
            while next != 0 {
                let index = next as usize * UNIT;
                let after = u32::from_le_bytes(arena.read(index));
                if index < top {
                    arena.write(index, bin.to_le_bytes());
                    *bin = next;
                }
                next = after;
            }
        }
    }

    /// Puts all space that was ever given out below the floor and says where that is.
    pub fn snapshot(&mut self) -> usize {
        self.top = self.top.next_multiple_of(LINE);
        self.floor = self.top;
        self.bins.fill(0);
        self.floor
    }

    /// Gives back all space above the floor.
    pub fn reset(&mut self) {
        self.top = self.floor;
        self.bins.fill(0);
    }

    /// The bytes in use or in bins, those of the snapshot included.
    pub fn used(&self) -> usize {
        self.top
    }

    /// The bytes in use or in bins above the snapshot.
    pub fn used_by_run(&self) -> usize {
        self.top - self.floor
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_rise_with_the_size_and_hold_it() {
        let mut last = (0, UNIT);
        let sizes = (0..20_000).chain((15..31).flat_map(|bit| {
            let step = 1usize << (bit - 3);
            (0..8).flat_map(move |k| [(1 << bit) + k * step, (1 << bit) + k * step + 1])
        }));
        for size in sizes.chain([(1 << 31) - 1]) {
            let (class, bytes) = class_of(size);
            assert!(bytes >= size && bytes.is_multiple_of(UNIT));
            assert!(bytes - size <= UNIT.max(bytes / 5), "{size} in {bytes}");
            assert!(class < CLASSES);
            let expected = if bytes == last.1 { last.0 } else { class.max(last.0 + 1) };
            assert_eq!(class, expected, "{size}");
            last = (class, bytes);
        }
        assert_eq!(last.0, CLASSES - 1);
    }

    #[test]
    fn a_block_given_back_is_given_out_again_to_its_class_alone() {
        let (mut arena, mut space) = (Arena::new(), Space::new(1 << 20));
        let blocks: Vec<_> =
            [100, 100, 200].map(|size| space.take(&mut arena, size, false).unwrap()).to_vec();
        for (&block, size) in blocks.iter().zip([100, 100, 200]) {
            space.give(&mut arena, block, size);
        }
        let used = space.used();
        assert_eq!(space.take(&mut arena, 97, false), Some(blocks[1]));
        assert_eq!(space.take(&mut arena, 112, false), Some(blocks[0]));
        assert_eq!(space.take(&mut arena, 193, false), Some(blocks[2]));
        assert_eq!(space.used(), used);
        assert_eq!(space.take(&mut arena, 100, false), Some(used));
    }

    #[test]
    fn the_limit_is_exact() {
        let (mut arena, mut space) = (Arena::new(), Space::new(1024));
        assert_eq!(space.take(&mut arena, 1024 - LINE + 1, false), None);
        assert_eq!(space.take(&mut arena, 1024 - LINE, false), Some(LINE));
        assert_eq!(space.take(&mut arena, 0, false), None);
    }
}
