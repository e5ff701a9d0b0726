//! Changes inputs: bytes, words and lines are dropped, doubled, moved, joined or replaced. The same seed gives the same changes.

/// Changes inputs.
pub struct Mutator {
    state: u64,
}

/// Bytes that readers look for, or stumble over.
const BYTES: [u8; 16] =
    [0, 1, 0x7f, 0x80, 0xff, b'0', b'9', b'-', b'"', b'\\', b'(', b')', b'{', b'[', b'\n', b' '];
/// Words with the same property.
const WORDS: [&str; 12] = [
    "18446744073709551616",
    "-9223372036854775808",
    "4294967295",
    "170141183460469231731687303715884105728",
    "1e999",
    "nan",
    "\\u{0}",
    "\u{fffd}",
    "",
    "((((((((((((((((",
    "[[[[[[[[[[[[[[[[",
    "../../../../etc/passwd",
];

/// A number for some bytes (FNV-1a).
pub fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

impl Mutator {
    /// One that begins with a seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next number below a limit, which is not 0 (SplitMix64).
    fn below(&mut self, limit: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.state;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) % limit.max(1) as u64) as usize
    }

    /// Two places in an input, in order.
    fn range(&mut self, bytes: &[u8], most: usize) -> (usize, usize) {
        let start = self.below(bytes.len() + 1);
        let length = self.below(most + 1).min(bytes.len() - start);
        (start, start + length)
    }

    /// An input with one to four changes.
    pub fn change(&mut self, seed: &[u8], others: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = seed.to_vec();
        for _ in 0..=self.below(4) {
            self.once(&mut bytes, others);
        }
        bytes
    }

    fn once(&mut self, bytes: &mut Vec<u8>, others: &[Vec<u8>]) {
        let at = self.below(bytes.len());
        match self.below(12) {
            0 if !bytes.is_empty() => bytes[at] ^= 1 << self.below(8),
            1 if !bytes.is_empty() => bytes[at] = BYTES[self.below(BYTES.len())],
            2 => bytes.insert(at.min(bytes.len()), BYTES[self.below(BYTES.len())]),
            3 => {
                let (start, end) = self.range(bytes, 16);
                bytes.drain(start..end);
            }
            4 => {
                let (start, end) = self.range(bytes, 64);
                let copy = bytes[start..end].to_vec();
                let to = self.below(bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            5 => bytes.truncate(at),
            6 => {
                let other = &others[self.below(others.len())];
                let (start, end) = self.range(other, 256);
                let to = self.below(bytes.len() + 1);
                bytes.splice(to..to, other[start..end].iter().copied());
            }
            7 | 8 => self.word(bytes),
            9 | 10 => self.line(bytes),
            _ => {
                let (start, end) = self.range(bytes, 8);
                let word = WORDS[self.below(WORDS.len())];
                bytes.splice(start..end, word.bytes());
            }
        }
    }

    /// Puts one word in the place of another.
    fn word(&mut self, bytes: &mut Vec<u8>) {
        let words = spans(bytes, |byte| byte.is_ascii_alphanumeric() || b"_.%@-".contains(&byte));
        if words.is_empty() {
            return;
        }
        let (start, end) = words[self.below(words.len())];
        let (from, to) = words[self.below(words.len())];
        let copy = bytes[from..to].to_vec();
        bytes.splice(start..end, copy);
    }

    /// Drops, doubles or moves a line.
    fn line(&mut self, bytes: &mut Vec<u8>) {
        let lines = spans(bytes, |byte| byte != b'\n');
        if lines.is_empty() {
            return;
        }
        let (start, end) = lines[self.below(lines.len())];
        let mut copy = bytes[start..end].to_vec();
        copy.push(b'\n');
        let (to, _) = lines[self.below(lines.len())];
        match self.below(3) {
            0 => {
                bytes.drain(start..end);
            }
            1 => {
                bytes.splice(start..start, copy);
            }
            _ => {
                bytes.splice(to..to, copy);
            }
        }
    }
}

/// Where runs of bytes begin and end.
fn spans(bytes: &[u8], is_inside: impl Fn(u8) -> bool) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = None;
    for (index, byte) in bytes.iter().enumerate() {
        match (is_inside(*byte), start) {
            (true, None) => start = Some(index),
            (false, Some(first)) => {
                found.push((first, index));
                start = None;
            }
            _ => {}
        }
    }
    found.extend(start.map(|first| (first, bytes.len())));
    found
}
