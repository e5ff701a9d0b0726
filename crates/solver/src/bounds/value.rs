//! What is known about one bit-vector: the reduced product of two intervals and a set of known bits.

use crate::problem::Bounds;

/// The low `width` ones.
pub fn mask(width: u8) -> u128 {
    u128::MAX >> (128 - u32::from(width))
}

/// A raw value of `width` bits read as a signed number.
pub fn signed(width: u8, raw: u128) -> i128 {
    let shift = 128 - u32::from(width);
    ((raw << shift) as i128) >> shift
}

/// The least and the greatest signed number of `width` bits.
pub fn signed_limits(width: u8) -> (i128, i128) {
    let most = (mask(width) >> 1) as i128;
    (-most - 1, most)
}

/// The number whose product with an odd one is 1, modulo every power of two up to 2^128.
pub fn inverse(odd: u128) -> u128 {
    // Newton's iteration doubles the correct bits, of which any odd number has three for itself.
    let mut inverse = odd;
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}

impl Bounds {
    /// Nothing known.
    pub fn top(width: u8) -> Bounds {
        Bounds { unsigned: (0, mask(width)), signed: signed_limits(width), known: 0, bits: 0 }
    }

    /// Exactly this value.
    pub fn constant(width: u8, raw: u128) -> Bounds {
        let number = signed(width, raw);
        Bounds { unsigned: (raw, raw), signed: (number, number), known: mask(width), bits: raw }
    }

    /// The unsigned numbers from the first to the last.
    pub fn of_unsigned(width: u8, first: u128, last: u128) -> Bounds {
        Bounds { unsigned: (first, last), ..Bounds::top(width) }
    }

    /// The signed numbers from the first to the last.
    pub fn of_signed(width: u8, first: i128, last: i128) -> Bounds {
        Bounds { signed: (first, last), ..Bounds::top(width) }
    }

    /// The values that have these bits where they are known.
    pub fn of_bits(width: u8, known: u128, bits: u128) -> Bounds {
        Bounds { known, bits: bits & known, ..Bounds::top(width) }
    }

    /// The only value there is, if so.
    pub fn as_constant(&self) -> Option<u128> {
        (self.unsigned.0 == self.unsigned.1).then_some(self.unsigned.0)
    }

    /// Whether a raw value is within all bounds.
    pub fn contains(&self, width: u8, raw: u128) -> bool {
        let number = signed(width, raw);
        self.unsigned.0 <= raw
            && raw <= self.unsigned.1
            && self.signed.0 <= number
            && number <= self.signed.1
            && raw & self.known == self.bits
    }

    /// What both allow; none if no value is left.
    pub fn meet(&self, other: &Bounds, width: u8) -> Option<Bounds> {
        if (self.bits ^ other.bits) & self.known & other.known != 0 {
            return None;
        }
        let both = Bounds {
            unsigned: (
                self.unsigned.0.max(other.unsigned.0),
                self.unsigned.1.min(other.unsigned.1),
            ),
            signed: (self.signed.0.max(other.signed.0), self.signed.1.min(other.signed.1)),
            known: self.known | other.known,
            bits: self.bits | other.bits,
        };
        if both == *self { Some(both) } else { both.reduced(width) }
    }

    /// What either allows.
    pub fn join(&self, other: &Bounds) -> Bounds {
        let known = self.known & other.known & !(self.bits ^ other.bits);
        Bounds {
            unsigned: (
                self.unsigned.0.min(other.unsigned.0),
                self.unsigned.1.max(other.unsigned.1),
            ),
            signed: (self.signed.0.min(other.signed.0), self.signed.1.max(other.signed.1)),
            known,
            bits: self.bits & known,
        }
    }

    /// The same values with each part narrowed by what the others say; none if there are none.
    pub fn reduced(mut self, width: u8) -> Option<Bounds> {
        // Each round can only narrow; three are enough for nearly all that rounds can give, and every
        // stage on the way is sound.
        for _ in 0..3 {
            let before = self;
            self.fit_signs(width)?;
            self.fit_bits(width)?;
            if self == before {
                break;
            }
        }
        Some(self)
    }

    /// Carries the intervals over to the other reading, where they lie within one half of the numbers.
    fn fit_signs(&mut self, width: u8) -> Option<()> {
        let all = mask(width);
        let (low, high) = self.unsigned;
        let (least, most) = &mut self.signed;
        // Numbers of one sign are out if the unsigned interval has none of theirs.
        if *most >= 0 && low > *most as u128 {
            *most = -1;
        }
        if *least < 0 && high < *least as u128 & all {
            *least = 0;
        }
        let sign = 1 << (width - 1);
        if (low ^ high) & sign == 0 {
            *least = signed(width, low).max(*least);
            *most = signed(width, high).min(*most);
        }
        if (*least < 0) == (*most < 0) {
            self.unsigned = (low.max(*least as u128 & all), high.min(*most as u128 & all));
        }
        (*least <= *most && self.unsigned.0 <= self.unsigned.1).then_some(())
    }

    /// Moves the ends of the unsigned interval to values that have the known bits, and learns the bits on
    /// which all values between the ends agree.
    fn fit_bits(&mut self, width: u8) -> Option<()> {
        let all = mask(width);
        let low = least_with(width, self.unsigned.0, self.known, self.bits)?;
        // The greatest value is the complement of the least among the complements.
        let flipped =
            least_with(width, !self.unsigned.1 & all, self.known, !self.bits & self.known)?;
        let high = !flipped & all;
        if low > high {
            return None;
        }
        self.unsigned = (low, high);
        let differing = 128 - (low ^ high).leading_zeros();
        let prefix = if differing == 128 { 0 } else { all >> differing << differing };
        self.known |= prefix;
        self.bits |= low & prefix;
        Some(())
    }
}

/// The least number from `from` upward that has these bits where they are known.
fn least_with(width: u8, from: u128, known: u128, bits: u128) -> Option<u128> {
    let wrong = (from ^ bits) & known;
    if wrong == 0 {
        return Some(from);
    }
    let highest = 127 - wrong.leading_zeros();
    // The wrong bit and all below it are chosen anew, as small as can be.
    let below = mask(highest as u8 + 1);
    if bits >> highest & 1 == 1 {
        return Some(from & !below | bits & below);
    }
    // A one where a zero must be: the number grows at the next free zero above.
    let free = !known & !from & !below & mask(width);
    if free == 0 {
        return None;
    }
    let grown = free & free.wrapping_neg();
    let below = grown - 1;
    Some(from & !below & !grown | grown | bits & below)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    const WIDTH: u8 = 4;

    fn any(rng: &mut Rng) -> Bounds {
        let mut pair = || (rng.u128(..16), rng.u128(..16));
        let (a, b) = pair();
        let (c, d) = pair();
        let (known, bits) = pair();
        let (c, d) = (signed(WIDTH, c), signed(WIDTH, d));
        let mut bounds = Bounds::top(WIDTH);
        let parts = rng.u8(1..8);
        if parts & 1 != 0 {
            bounds.unsigned = (a.min(b), a.max(b));
        }
        if parts & 2 != 0 {
            bounds.signed = (c.min(d), c.max(d));
        }
        if parts & 4 != 0 {
            (bounds.known, bounds.bits) = (known, bits & known);
        }
        bounds
    }

    fn members(bounds: &Bounds) -> Vec<u128> {
        (0..16).filter(|&raw| bounds.contains(WIDTH, raw)).collect()
    }

    #[test]
    fn reduction_keeps_exactly_the_values() {
        let mut rng = Rng::with_seed(1);
        for _ in 0..20_000 {
            let bounds = any(&mut rng);
            match bounds.reduced(WIDTH) {
                Some(reduced) => assert_eq!(members(&reduced), members(&bounds), "{bounds:?}"),
                None => assert_eq!(members(&bounds), [], "{bounds:?}"),
            }
        }
    }

    #[test]
    fn reduced_unsigned_ends_have_the_known_bits() {
        let mut rng = Rng::with_seed(2);
        for _ in 0..5_000 {
            if let Some(reduced) = any(&mut rng).reduced(WIDTH) {
                let (low, high) = reduced.unsigned;
                assert_eq!(
                    (low & reduced.known, high & reduced.known),
                    (reduced.bits, reduced.bits)
                );
            }
        }
    }

    #[test]
    fn meet_is_intersection_and_join_covers_union() {
        let mut rng = Rng::with_seed(3);
        for _ in 0..20_000 {
            let (a, b) = (any(&mut rng), any(&mut rng));
            let both: Vec<u128> =
                (0..16).filter(|&raw| a.contains(WIDTH, raw) && b.contains(WIDTH, raw)).collect();
            let met = a.meet(&b, WIDTH).map_or(vec![], |met| members(&met));
            assert_eq!(met, both, "{a:?} {b:?}");
            let joined = a.join(&b);
            assert!(members(&a).iter().chain(&members(&b)).all(|&raw| joined.contains(WIDTH, raw)));
        }
    }

    #[test]
    fn the_least_number_with_known_bits_is_found_by_search_too() {
        for from in 0..16u128 {
            for known in 0..16u128 {
                for bits in (0..16u128).filter(|bits| bits & !known == 0) {
                    let searched = (from..16).find(|raw| raw & known == bits);
                    assert_eq!(least_with(WIDTH, from, known, bits), searched);
                }
            }
        }
    }

    #[test]
    fn widest_vectors_do_not_overflow() {
        let top = Bounds::top(128);
        assert_eq!(top.reduced(128), Some(top));
        assert_eq!(top.signed, (i128::MIN, i128::MAX));
        let upper = Bounds::of_unsigned(128, 1 << 127, u128::MAX).reduced(128);
        assert_eq!(upper.map(|bounds| bounds.signed), Some((i128::MIN, -1)));
    }
}
