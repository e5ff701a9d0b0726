//! The bytes of all objects in one vector, which of them were written, and how to undo a run.

use super::lines::{self, LINE};
use super::space::UNIT;

/// What a growing arena is rounded up to, so that small allocations seldom grow it.
const GROWTH: usize = 64 << 10;

/// Memory above the snapshot that is kept from run to run; a run that needed more gives it back.
const KEPT_BYTES: usize = 64 << 20;

/// Capacity of the undo log that is kept from run to run.
const KEPT_LINES: usize = 1 << 18;

/// A line as it was at the snapshot.
struct SavedLine {
    line: u32,
    written: u64,
    bytes: [u8; LINE],
}

/// Bytes by index, without knowledge of objects.
pub(super) struct Arena {
    bytes: Vec<u8>,
    /// One mask per line: which of its bytes were written.
    written: Vec<u64>,
    /// For each line of the snapshot the epoch of the run that last saved it.
    stamps: Vec<u32>,
    epoch: u32,
    saved: Vec<SavedLine>,
}

impl Arena {
    pub fn new() -> Self {
        Self {
            bytes: Vec::new(),
            written: Vec::new(),
            stamps: Vec::new(),
            epoch: 1,
            saved: Vec::new(),
        }
    }

    /// Makes room and sets `index..index + len` to zeros, all written or all unwritten.
    ///
    /// The range must lie above the snapshot: nothing is saved. It consists of whole units.
    #[inline]
    pub fn clear(&mut self, index: usize, len: usize, written: bool) {
        if index + len > self.bytes.len() {
            self.grow(index + len);
        }
        if len == 0 {
            return;
        }
        match lines::single(index, len) {
            Some(piece) => {
                for unit in self.bytes[index..index + len].chunks_exact_mut(UNIT) {
                    unit.copy_from_slice(&[0; UNIT]);
                }
                self.mark(piece, written);
            }
            None => {
                self.bytes[index..index + len].fill(0);
                for piece in lines::pieces(index, len) {
                    self.mark(piece, written);
                }
            }
        }
    }

    #[inline]
    fn mark(&mut self, piece: lines::Piece, written: bool) {
        let mask = &mut self.written[piece.line];
        *mask = if written { *mask | piece.mask } else { *mask & !piece.mask };
    }

    #[cold]
    fn grow(&mut self, len: usize) {
        let len = len.next_multiple_of(GROWTH);
        self.bytes.resize(len, 0);
        self.written.resize(len / LINE, 0);
    }

    #[inline]
    pub fn read<const N: usize>(&self, index: usize) -> [u8; N] {
        *self.bytes[index..].first_chunk().expect("an index that was resolved for these bytes")
    }

    /// Overwrites bytes that were saved and marked before.
    #[inline]
    pub fn write<const N: usize>(&mut self, index: usize, value: [u8; N]) {
        *self.bytes[index..]
            .first_chunk_mut()
            .expect("an index that was resolved for these bytes") = value;
    }

    pub fn slice(&self, index: usize, len: usize) -> &[u8] {
        &self.bytes[index..index + len]
    }

    /// Bytes to overwrite, saved and marked before.
    pub fn slice_mut(&mut self, index: usize, len: usize) -> &mut [u8] {
        &mut self.bytes[index..index + len]
    }

    /// Moves bytes and their written bits as if through a buffer; the target must be saved.
    pub fn copy(&mut self, to: usize, from: usize, len: usize) {
        self.bytes.copy_within(from..from + len, to);
        lines::copy_bits(&mut self.written, to, from, len);
    }

    /// Whether every byte of the range was written.
    #[inline]
    pub fn is_written(&self, index: usize, len: usize) -> bool {
        if len == 0 {
            return true;
        }
        match lines::single(index, len) {
            Some(piece) => self.written[piece.line] & piece.mask == piece.mask,
            None => self.are_written(index, len),
        }
    }

    #[cold]
    fn are_written(&self, index: usize, len: usize) -> bool {
        lines::pieces(index, len).all(|piece| self.written[piece.line] & piece.mask == piece.mask)
    }

    /// Marks a byte as unwritten; it must be saved.
    pub fn forget(&mut self, index: usize) {
        for piece in lines::pieces(index, 1) {
            self.mark(piece, false);
        }
    }

    /// Saves what a write to the range would lose and marks the range as written.
    #[inline]
    pub fn touch(&mut self, index: usize, len: usize) {
        if len == 0 {
            return;
        }
        match lines::single(index, len) {
            Some(piece) => {
                self.save_line(piece.line);
                self.written[piece.line] |= piece.mask;
            }
            None => self.touch_lines(index, len),
        }
    }

    #[cold]
    fn touch_lines(&mut self, index: usize, len: usize) {
        for piece in lines::pieces(index, len) {
            self.save_line(piece.line);
            self.written[piece.line] |= piece.mask;
        }
    }

    /// Saves what a write to the range would lose.
    pub fn save(&mut self, index: usize, len: usize) {
        for piece in lines::pieces(index, len) {
            self.save_line(piece.line);
        }
    }

    #[inline]
    fn save_line(&mut self, line: usize) {
        // Lines above the snapshot have no stamp.
        if let Some(&stamp) = self.stamps.get(line)
            && stamp != self.epoch
        {
            self.push_line(line);
        }
    }

    #[cold]
    fn push_line(&mut self, line: usize) {
        self.stamps[line] = self.epoch;
        self.saved.push(SavedLine {
            line: line as u32,
            written: self.written[line],
            bytes: self.read(line * LINE),
        });
    }

    /// How many lines of the snapshot this run has saved.
    pub fn saved_lines(&self) -> usize {
        self.saved.len()
    }

    /// The words of a saved line as they are now.
    pub fn saved_words(&self, place: usize) -> [u64; LINE / 8] {
        let line = self.saved[place].line as usize;
        std::array::from_fn(|word| u64::from_le_bytes(self.read(line * LINE + word * 8)))
    }

    /// Makes all below `end`, a multiple of the line, the state to return to.
    pub fn snapshot(&mut self, end: usize) {
        if end > self.bytes.len() {
            self.grow(end);
        }
        self.saved.clear();
        self.stamps.resize(end / LINE, 0);
        self.next_epoch();
    }

    /// Returns to the snapshot.
    pub fn reset(&mut self) {
        let mut saved = std::mem::take(&mut self.saved);
        for SavedLine { line, written, bytes } in saved.drain(..) {
            self.written[line as usize] = written;
            self.write(line as usize * LINE, bytes);
        }
        saved.shrink_to(KEPT_LINES);
        self.saved = saved;
        let kept = self.stamps.len() * LINE + KEPT_BYTES;
        if self.bytes.len() > kept {
            self.bytes.truncate(kept);
            self.bytes.shrink_to_fit();
            self.written.truncate(kept / LINE);
            self.written.shrink_to_fit();
        }
        self.next_epoch();
    }

    fn next_epoch(&mut self) {
        self.epoch = self.epoch.checked_add(1).unwrap_or_else(|| {
            self.stamps.fill(0);
            1
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arena_of(text: &[u8]) -> Arena {
        let mut arena = Arena::new();
        arena.clear(0, LINE, false);
        arena.touch(0, text.len());
        arena.slice_mut(0, text.len()).copy_from_slice(text);
        arena.snapshot(LINE);
        arena
    }

    #[test]
    fn a_line_is_saved_once_per_run() {
        let mut arena = arena_of(b"base");
        for _ in 0..3 {
            for index in [0, 2, 40] {
                arena.touch(index, 1);
                arena.write(index, *b"!");
            }
            assert_eq!(arena.saved_lines(), 1);
            arena.reset();
            assert_eq!(arena.slice(0, 4), b"base");
            assert!(arena.is_written(0, 4) && !arena.is_written(40, 1));
        }
    }

    #[test]
    fn stamps_of_an_earlier_round_of_epochs_mean_nothing() {
        let mut arena = arena_of(b"base");
        arena.touch(0, 1);
        arena.stamps[0] = 1;
        arena.saved.clear();
        arena.epoch = u32::MAX;
        arena.reset();
        assert_eq!(arena.epoch, 1);
        arena.touch(0, 1);
        assert_eq!(arena.saved_lines(), 1);
    }

    #[test]
    fn a_run_that_needed_much_gives_it_back() {
        let mut arena = arena_of(b"base");
        arena.clear(LINE, 2 * KEPT_BYTES, true);
        arena.reset();
        assert_eq!(arena.bytes.len(), LINE + KEPT_BYTES);
        assert_eq!(arena.written.len(), (LINE + KEPT_BYTES) / LINE);
        assert_eq!(arena.slice(0, 4), b"base");
    }
}
