//! Lines of 64 bytes and the 64-bit masks that speak of them, one bit per byte.

/// The bytes of a line.
pub(super) const LINE: usize = 64;

/// A run of bytes within one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    pub line: usize,
    /// The bits of its bytes in the line's mask.
    pub mask: u64,
}

/// The bits `shift..shift + len`; `len` is at least 1 and the sum at most 64.
#[inline]
pub(super) const fn mask(shift: usize, len: usize) -> u64 {
    (u64::MAX >> (LINE - len)) << shift
}

/// The one line that holds all of `index..index + len`, for a `len` of at least 1.
#[inline]
pub(super) const fn single(index: usize, len: usize) -> Option<Piece> {
    let shift = index % LINE;
    if shift + len <= LINE {
        Some(Piece { line: index / LINE, mask: mask(shift, len) })
    } else {
        None
    }
}

/// The pieces of `index..index + len`, line by line.
pub(super) fn pieces(index: usize, len: usize) -> impl Iterator<Item = Piece> {
    let end = index + len;
    let mut at = index;
    std::iter::from_fn(move || {
        if at == end {
            return None;
        }
        let count = (LINE - at % LINE).min(end - at);
        let piece = Piece { line: at / LINE, mask: mask(at % LINE, count) };
        at += count;
        Some(piece)
    })
}

/// Copies the bits `from..from + len` over `to..to + len` as if through a buffer.
pub(super) fn copy_bits(words: &mut [u64], to: usize, from: usize, len: usize) {
    // Each step fills a part of one target word; going away from the overlap, a step overwrites
    // source bits only of itself and of steps already done.
    if to <= from {
        let mut done = 0;
        while done < len {
            let count = (LINE - (to + done) % LINE).min(len - done);
            copy_within_word(words, to + done, from + done, count);
            done += count;
        }
    } else {
        let mut left = len;
        while left > 0 {
            let count = ((to + left - 1) % LINE + 1).min(left);
            left -= count;
            copy_within_word(words, to + left, from + left, count);
        }
    }
}

/// Copies `len` bits that end within the target's word.
fn copy_within_word(words: &mut [u64], to: usize, from: usize, len: usize) {
    let (word, shift) = (from / LINE, from % LINE);
    let mut bits = words[word] >> shift;
    if shift + len > LINE {
        bits |= words[word + 1] << (LINE - shift);
    }
    let mask = mask(to % LINE, len);
    let target = &mut words[to / LINE];
    *target = *target & !mask | bits << (to % LINE) & mask;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_a_range_once() {
        for index in 0..130 {
            for len in 0..200 {
                let mut bytes = vec![0u8; 400];
                for piece in pieces(index, len) {
                    (0..LINE)
                        .filter(|bit| piece.mask >> bit & 1 == 1)
                        .for_each(|bit| bytes[piece.line * LINE + bit] += 1);
                }
                for (at, &count) in bytes.iter().enumerate() {
                    assert_eq!(count == 1, (index..index + len).contains(&at));
                }
                if len > 0 {
                    let all: Vec<_> = pieces(index, len).collect();
                    assert_eq!(single(index, len), (all.len() == 1).then(|| all[0]));
                }
            }
        }
    }

    #[test]
    fn copied_bits_equal_bits_copied_one_by_one() {
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..20_000 {
            let mut words: Vec<u64> = (0..6).map(|_| rng.u64(..)).collect();
            let len = rng.usize(..200);
            let (to, from) = (rng.usize(..=384 - len), rng.usize(..=384 - len));
            let mut bits: Vec<bool> =
                (0..384).map(|at| words[at / 64] >> (at % 64) & 1 == 1).collect();
            bits.copy_within(from..from + len, to);
            copy_bits(&mut words, to, from, len);
            let copied: Vec<bool> =
                (0..384).map(|at| words[at / 64] >> (at % 64) & 1 == 1).collect();
            assert_eq!(copied, bits, "{to} {from} {len}");
        }
    }
}
