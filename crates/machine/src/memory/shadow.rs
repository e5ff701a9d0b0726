//! Values that stand beside memory bytes, such as the symbolic ones, by index of the arena.

use super::lines::{self, LINE, Piece};

/// What stands beside a range of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shadow<S> {
    /// Nothing.
    None,
    /// One value that was set for this range: its bytes, all and in order.
    Whole(S),
    /// Anything else: parts of values, or bytes with and bytes without.
    Mixed,
}

/// The share of one byte in a value.
#[derive(Clone, Copy)]
struct Cell<S> {
    value: S,
    /// Which byte of the value it is.
    byte: u8,
    /// How many bytes the value has.
    len: u8,
}

impl<S: PartialEq> Cell<S> {
    #[inline]
    fn is(&self, value: S, byte: usize, len: usize) -> bool {
        self.value == value && usize::from(self.byte) == byte && usize::from(self.len) == len
    }
}

/// Shadow values by byte; empty lines cost four bytes and one comparison.
pub struct ShadowMap<S> {
    /// For each line its block and 1, or 0.
    blocks: Vec<u32>,
    /// The line of each block in use.
    owners: Vec<u32>,
    /// For each block which of its cells hold a value.
    present: Vec<u64>,
    /// 64 cells for each block that was ever in use.
    cells: Vec<Cell<S>>,
}

impl<S: Copy + PartialEq> ShadowMap<S> {
    /// A map without values.
    pub fn new() -> Self {
        Self { blocks: Vec::new(), owners: Vec::new(), present: Vec::new(), cells: Vec::new() }
    }

    /// Whether no byte has had a value since the last reset.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.owners.is_empty()
    }

    /// What stands beside `index..index + len`.
    #[inline]
    pub fn get(&self, index: usize, len: usize) -> Shadow<S> {
        if len == 0 {
            return Shadow::None;
        }
        if let Some(piece) = lines::single(index, len) {
            match self.block(piece.line) {
                None => Shadow::None,
                Some(block) if self.present[block] & piece.mask == 0 => Shadow::None,
                Some(block) if self.present[block] & piece.mask != piece.mask => Shadow::Mixed,
                Some(block) => {
                    let at = block * LINE + index % LINE;
                    let cells = &self.cells[at..at + len];
                    let value = cells[0].value;
                    let mut cells = cells.iter().enumerate();
                    let whole = cells.all(|(byte, cell)| cell.is(value, byte, len));
                    if whole { Shadow::Whole(value) } else { Shadow::Mixed }
                }
            }
        } else {
            self.get_across(index, len)
        }
    }

    #[cold]
    fn get_across(&self, index: usize, len: usize) -> Shadow<S> {
        if lines::pieces(index, len).all(|piece| self.present_in(piece) == 0) {
            return Shadow::None;
        }
        let Some(Cell { value, .. }) = self.cell_at(index) else { return Shadow::Mixed };
        let belongs =
            |byte| self.cell_at(index + byte).is_some_and(|cell| cell.is(value, byte, len));
        if (0..len).all(belongs) { Shadow::Whole(value) } else { Shadow::Mixed }
    }

    /// The value that has a share in that byte, which of its bytes that is, and of how many.
    #[inline]
    pub fn cell(&self, index: usize) -> Option<(S, u8, u8)> {
        self.cell_at(index).map(|cell| (cell.value, cell.byte, cell.len))
    }

    /// Sets one value beside `index..index + len`, which is at most 255 bytes.
    #[inline]
    pub fn set(&mut self, index: usize, len: usize, value: S) {
        debug_assert!(len <= usize::from(u8::MAX), "a value's bytes are counted in 8 bits");
        if len == 0 {
            return;
        }
        let cell_of = |byte: usize| Cell { value, byte: byte as u8, len: len as u8 };
        match lines::single(index, len) {
            Some(piece) => {
                let block = self.block_or_new(piece.line, cell_of(0));
                self.present[block] |= piece.mask;
                let at = block * LINE + index % LINE;
                for (byte, cell) in self.cells[at..at + len].iter_mut().enumerate() {
                    *cell = cell_of(byte);
                }
            }
            None => (0..len).for_each(|byte| self.put(index + byte, cell_of(byte))),
        }
    }

    /// Takes away what stands beside `index..index + len`.
    #[inline]
    pub fn clear(&mut self, index: usize, len: usize) {
        if len == 0 || self.is_empty() {
            return;
        }
        match lines::single(index, len) {
            Some(piece) => self.clear_piece(piece),
            None => {
                let end = (index + len).min(self.blocks.len() * LINE);
                let len = end.saturating_sub(index);
                lines::pieces(index, len).for_each(|piece| self.clear_piece(piece));
            }
        }
    }

    /// Copies what stands beside a range as if through a buffer.
    pub fn copy(&mut self, to: usize, from: usize, len: usize) {
        if self.is_empty() || to == from {
            return;
        }
        // Steps stay within one line on both sides and go away from the overlap.
        if to < from {
            let mut done = 0;
            while done < len {
                let room = |index: usize| LINE - (index + done) % LINE;
                let count = room(to).min(room(from)).min(len - done);
                self.copy_step(to + done, from + done, count, 0..count);
                done += count;
            }
        } else {
            let mut left = len;
            while left > 0 {
                let room = |index: usize| (index + left - 1) % LINE + 1;
                let count = room(to).min(room(from)).min(left);
                left -= count;
                self.copy_step(to + left, from + left, count, (0..count).rev());
            }
        }
    }

    /// Takes away everything, at the cost of the lines that had a value.
    pub fn reset(&mut self) {
        for line in self.owners.drain(..) {
            self.blocks[line as usize] = 0;
        }
    }

    /// Copies `len` cells, at least one, in the given order; neither range crosses a line.
    fn copy_step(
        &mut self,
        to: usize,
        from: usize,
        len: usize,
        order: impl Iterator<Item = usize>,
    ) {
        let piece =
            |index: usize| Piece { line: index / LINE, mask: lines::mask(index % LINE, len) };
        if self.present_in(piece(from)) == 0 {
            return self.clear_piece(piece(to));
        }
        for at in order {
            match self.cell_at(from + at) {
                Some(cell) => self.put(to + at, cell),
                None => self.clear(to + at, 1),
            }
        }
    }

    #[inline]
    fn block(&self, line: usize) -> Option<usize> {
        match self.blocks.get(line) {
            None | Some(0) => None,
            Some(&block) => Some(block as usize - 1),
        }
    }

    fn present_in(&self, piece: Piece) -> u64 {
        self.block(piece.line).map_or(0, |block| self.present[block] & piece.mask)
    }

    fn clear_piece(&mut self, piece: Piece) {
        if let Some(block) = self.block(piece.line) {
            self.present[block] &= !piece.mask;
        }
    }

    #[inline]
    fn cell_at(&self, index: usize) -> Option<Cell<S>> {
        let block = self.block(index / LINE)?;
        let shift = index % LINE;
        (self.present[block] >> shift & 1 == 1).then(|| self.cells[block * LINE + shift])
    }

    #[inline]
    fn put(&mut self, index: usize, cell: Cell<S>) {
        let block = self.block_or_new(index / LINE, cell);
        self.present[block] |= 1 << (index % LINE);
        self.cells[block * LINE + index % LINE] = cell;
    }

    /// The line's block; the cell only fills the room of a new one.
    #[inline]
    fn block_or_new(&mut self, line: usize, cell: Cell<S>) -> usize {
        match self.block(line) {
            Some(block) => block,
            None => self.add_block(line, cell),
        }
    }

    /// Gives a line a block without values.
    #[cold]
    fn add_block(&mut self, line: usize, cell: Cell<S>) -> usize {
        if line >= self.blocks.len() {
            self.blocks.resize((line + 1).next_power_of_two(), 0);
        }
        let block = self.owners.len();
        self.owners.push(line as u32);
        self.blocks[line] = block as u32 + 1;
        match self.present.get_mut(block) {
            Some(present) => *present = 0,
            None => {
                self.present.push(0);
                self.cells.resize((block + 1) * LINE, cell);
            }
        }
        block
    }
}

impl<S: Copy + PartialEq> Default for ShadowMap<S> {
    fn default() -> Self {
        Self::new()
    }
}
