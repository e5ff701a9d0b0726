//! Conditions on strings of up to 16 bytes: lengths, prefixes, equality, classes of characters.

use fastrand::Rng;
use term::{Assignment, BinaryOp, CompareOp, ConvertOp, Pool, Sort, TermId};

use super::{Workload, cases, set, turned_around};

const CAPACITY: usize = 16;

const WORDS: &[&str] = &[
    "GET ", "POST ", "http://", "https", "true", "false", "null", "%d", "-1", "0x1F", "content",
    "length", "host:", "index", "while", "return", "if", "else", "begin", "end",
];

/// A sized input: its length and its elements.
struct Text {
    length: TermId,
    bytes: Vec<TermId>,
}

/// 500 queries over a string `s` with its length: 4 to 12 conditions.
pub fn strings() -> Workload {
    let mut rng = Rng::with_seed(3);
    let mut pool = Pool::new();
    let length = pool.variable("s.length", Sort::Bits(32));
    let bytes = (0..CAPACITY).map(|at| pool.variable(&format!("s[{at}]"), Sort::Bits(8))).collect();
    let text = Text { length, bytes };
    cases(pool, 500, &mut rng, |pool, rng| {
        let value = value(rng);
        let mut witness = Assignment::new();
        set(pool, &mut witness, text.length, value.len() as u128);
        for (&variable, &byte) in text.bytes.iter().zip(&value) {
            set(pool, &mut witness, variable, byte.into());
        }
        let len = rng.usize(4..=12);
        let mut conditions = vec![text.fits(pool)];
        conditions.extend((1..len).map(|_| text.condition(pool, rng, &value)));
        turned_around(pool, &conditions, &witness)
    })
}

/// Words and noise, cut to size.
fn value(rng: &mut Rng) -> Vec<u8> {
    let mut value = Vec::new();
    while value.len() < rng.usize(..=CAPACITY) {
        if rng.bool() {
            value.extend(rng.choice(WORDS).unwrap_or(&"").bytes());
        } else {
            value.push(rng.u8(b' '..=b'~'));
        }
    }
    value.truncate(CAPACITY);
    value
}

impl Text {
    /// What every path says: the length is within the capacity.
    fn fits(&self, pool: &mut Pool) -> TermId {
        let most = pool.bits(32, CAPACITY as u128);
        pool.compare(CompareOp::Ule, self.length, most)
    }

    fn condition(&self, pool: &mut Pool, rng: &mut Rng, value: &[u8]) -> TermId {
        let at = rng.usize(..CAPACITY);
        match rng.u8(..8) {
            0 => {
                let bound = pool.bits(32, rng.u128(0..CAPACITY as u128));
                pool.compare(CompareOp::Ult, bound, self.length)
            }
            1 | 2 => self.starts_with(pool, rng, value),
            3 => self.is_class(pool, rng, at),
            4 => {
                let other = rng.usize(..CAPACITY);
                pool.compare(CompareOp::Eq, self.bytes[at], self.bytes[other])
            }
            5 => self.word(pool, rng, value, at.min(CAPACITY - 4)),
            6 => self.equals(pool, rng),
            _ => {
                let byte = value.get(at).copied().filter(|_| rng.bool());
                let byte = pool.bits(8, byte.unwrap_or(rng.u8(b' '..=b'~')).into());
                pool.compare(CompareOp::Eq, self.bytes[at], byte)
            }
        }
    }

    fn bytes_are(&self, pool: &mut Pool, text: &[u8]) -> TermId {
        let mut all = pool.bool(true);
        for (&variable, &byte) in self.bytes.iter().zip(text) {
            let byte = pool.bits(8, byte.into());
            let same = pool.compare(CompareOp::Eq, variable, byte);
            all = pool.and(all, same);
        }
        all
    }

    fn starts_with(&self, pool: &mut Pool, rng: &mut Rng, value: &[u8]) -> TermId {
        let word = rng.choice(WORDS).unwrap_or(&"").as_bytes();
        let prefix = if rng.bool() && !value.is_empty() {
            &value[..rng.usize(1..=value.len())]
        } else {
            word
        };
        let least = pool.bits(32, prefix.len() as u128);
        let fits = pool.compare(CompareOp::Uge, self.length, least);
        let same = self.bytes_are(pool, prefix);
        pool.and(fits, same)
    }

    fn equals(&self, pool: &mut Pool, rng: &mut Rng) -> TermId {
        let word = rng.choice(WORDS).unwrap_or(&"").as_bytes();
        let length = pool.bits(32, word.len() as u128);
        let fits = pool.compare(CompareOp::Eq, self.length, length);
        let same = self.bytes_are(pool, word);
        pool.and(fits, same)
    }

    fn is_class(&self, pool: &mut Pool, rng: &mut Rng, at: usize) -> TermId {
        let (first, last) = *rng
            .choice(&[(b'0', b'9'), (b'a', b'z'), (b'A', b'Z'), (b' ', b'/')])
            .unwrap_or(&(b'0', b'9'));
        let least = pool.bits(8, first.into());
        let from = pool.compare(CompareOp::Uge, self.bytes[at], least);
        let most = pool.bits(8, last.into());
        let to = pool.compare(CompareOp::Ule, self.bytes[at], most);
        pool.and(from, to)
    }

    /// Four bytes read at once, as compilers do.
    fn word(&self, pool: &mut Pool, rng: &mut Rng, value: &[u8], at: usize) -> TermId {
        let mut word = pool.convert(ConvertOp::ZExt, Sort::Bits(32), self.bytes[at]);
        for offset in 1..4 {
            let byte = self.bytes[at + offset];
            let wide = pool.convert(ConvertOp::ZExt, Sort::Bits(32), byte);
            let by = pool.bits(32, 8 * offset as u128);
            let moved = pool.binary(BinaryOp::Shl, wide, by);
            word = pool.binary(BinaryOp::Or, word, moved);
        }
        let mut bytes = [0; 4];
        for (offset, byte) in bytes.iter_mut().enumerate() {
            let known = value.get(at + offset).copied().filter(|_| rng.u8(..8) > 0);
            *byte = known.unwrap_or(rng.u8(b' '..=b'~'));
        }
        let constant = pool.bits(32, u32::from_le_bytes(bytes).into());
        pool.compare(CompareOp::Eq, word, constant)
    }
}
