//! Values that runs compared, for others to be drawn from.
//!
//! The dynamic pool of EvoSuite (G. Fraser, A. Arcuri, The seed is strong: seeding strategies in search-based software
//! testing, ICST 2012). What a branch that was never taken compares is a value that some input should have, or one that
//! it has already. EvoSuite keeps what was compared last, whatever the branch; we are told what the nearest run to each
//! open branch compared, so that a loop's counter does not drown the rest.

use program::Type;

/// At most so many texts are kept, as in EvoSuite.
const TEXTS: usize = 50;

/// Numbers that are drawn often enough without having been met.
const SMALL: std::ops::RangeInclusive<i128> = -8..=24;

/// Values that runs compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DynamicConstants {
    pub(super) integers: Vec<i128>,
    pub(super) floats: Vec<f64>,
    /// Numbers that may be characters of a byte, and of two.
    pub(super) bytes: Vec<u8>,
    pub(super) units: Vec<u16>,
    /// Texts whose characters are a byte each, and others.
    pub(super) texts: Vec<Vec<u8>>,
    pub(super) wide_texts: Vec<Vec<u16>>,
}

impl DynamicConstants {
    /// Forgets the numbers.
    pub fn forget_numbers(&mut self) {
        self.integers.clear();
        self.floats.clear();
        self.bytes.clear();
        self.units.clear();
    }

    /// Adds a number by its bits.
    pub fn number(&mut self, ty: Type, bits: u64) {
        match ty {
            Type::F64 => self.float(f64::from_bits(bits)),
            Type::F32 => self.float(f64::from(f32::from_bits(bits as u32))),
            Type::Int(width @ 2..=64) => {
                let unused = 64 - u32::from(width);
                let integer = i128::from((bits << unused) as i64 >> unused);
                if !SMALL.contains(&integer) {
                    insert(&mut self.integers, integer);
                }
                match (u8::try_from(integer), u16::try_from(integer)) {
                    (Ok(byte @ 1..), _) => insert(&mut self.bytes, byte),
                    (Err(_), Ok(unit)) => insert(&mut self.units, unit),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// Adds a text of units of UTF-16, or of bytes, and forgets the oldest if there are too many.
    pub fn text(&mut self, units: &[u16]) {
        match units.iter().map(|unit| u8::try_from(*unit).ok()).collect() {
            Some(bytes) => renew(&mut self.texts, bytes),
            None => renew(&mut self.wide_texts, units.to_vec()),
        }
    }

    fn float(&mut self, float: f64) {
        if !self.floats.iter().any(|known| known.to_bits() == float.to_bits()) {
            self.floats.push(float);
        }
    }
}

/// Adds to a sorted list what it does not have.
fn insert<T: Ord>(values: &mut Vec<T>, value: T) {
    if let Err(place) = values.binary_search(&value) {
        values.insert(place, value);
    }
}

/// Puts a text last.
fn renew<T: PartialEq>(texts: &mut Vec<T>, text: T) {
    texts.retain(|known| *known != text);
    if texts.len() == TEXTS {
        texts.remove(0);
    }
    texts.push(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_sign_and_characters_are_told_from_them() {
        let mut dynamic = DynamicConstants::default();
        dynamic.number(Type::I32, u64::from((-1_000_i32) as u32));
        dynamic.number(Type::I8, u64::from(b'x'));
        dynamic.number(Type::I32, 0x2028);
        dynamic.number(Type::I64, 3);
        dynamic.number(Type::F64, 2.5_f64.to_bits());
        dynamic.number(Type::BOOL, 1);
        assert_eq!(dynamic.integers, [-1_000, i128::from(b'x'), 0x2028]);
        assert_eq!((dynamic.bytes, dynamic.units), (vec![3, b'x'], vec![0x2028]));
        assert_eq!(dynamic.floats, [2.5]);
    }

    #[test]
    fn the_texts_that_were_met_last_are_kept() {
        let mut dynamic = DynamicConstants::default();
        for number in 0..TEXTS as u16 + 10 {
            dynamic.text(&[u16::from(b'a'), number + 1]);
            dynamic.text(&[u16::from(b'a'), 1]);
        }
        dynamic.text(&[0x3b1]);
        assert_eq!(dynamic.texts.len(), TEXTS);
        assert_eq!(dynamic.texts.last().map(Vec::as_slice), Some(&[b'a', 1][..]));
        assert!(!dynamic.texts.contains(&vec![b'a', 5]));
        assert_eq!(dynamic.wide_texts, [[0x3b1]]);
    }
}
