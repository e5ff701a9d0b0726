//! Words of bits, lowest first: sums, comparisons, choices and shifts.

use super::circuit::{Circuit, Lit};

/// The bits of a value, lowest first.
pub(super) type Word = Vec<Lit>;

/// The word of a constant.
pub(super) fn constant(width: usize, value: u128) -> Word {
    (0..width).map(|bit| Lit::constant(bit < 128 && value >> bit & 1 == 1)).collect()
}

/// The value of a word of up to 128 bits that is constant throughout.
pub(super) fn as_constant(word: &[Lit]) -> Option<u128> {
    if word.len() > 128 {
        return None;
    }
    let mut value = 0;
    for (bit, &lit) in word.iter().enumerate() {
        match lit {
            Lit::TRUE => value |= 1 << bit,
            Lit::FALSE => {}
            _ => return None,
        }
    }
    Some(value)
}

/// The word with zeros above, or without its upper bits.
pub(super) fn resized(word: &[Lit], width: usize) -> Word {
    extended(word, width, Lit::FALSE)
}

/// The word with copies of a bit above, or without its upper bits.
pub(super) fn extended(word: &[Lit], width: usize, above: Lit) -> Word {
    let mut word = word[..word.len().min(width)].to_vec();
    word.resize(width, above);
    word
}

/// All bits negated.
pub(super) fn inverted(word: &[Lit]) -> Word {
    word.iter().map(|&lit| !lit).collect()
}

/// The highest bit, which is the sign.
pub(super) fn sign(word: &[Lit]) -> Lit {
    word[word.len() - 1]
}

/// What a shift brings in, and from where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shift {
    Left,
    Right,
}

impl Circuit {
    /// The sum of two words of one width and a carry, with the carry out.
    pub fn add_carry(&mut self, a: &[Lit], b: &[Lit], carry: Lit) -> (Word, Lit) {
        let mut carry = carry;
        let sum = a
            .iter()
            .zip(b)
            .map(|(&a, &b)| {
                let sum = self.xor3(a, b, carry);
                carry = self.majority(a, b, carry);
                sum
            })
            .collect();
        (sum, carry)
    }

    /// The sum without the carry out, whose gate is not even made.
    pub fn add(&mut self, a: &[Lit], b: &[Lit], carry: Lit) -> Word {
        let last = a.len() - 1;
        let (mut sum, carry) = self.add_carry(&a[..last], &b[..last], carry);
        sum.push(self.xor3(a[last], b[last], carry));
        sum
    }

    pub fn sub(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        self.add(a, &inverted(b), Lit::TRUE)
    }

    pub fn neg(&mut self, a: &[Lit]) -> Word {
        self.neg_if(Lit::TRUE, a)
    }

    /// Negated in two's complement if the condition holds.
    pub fn neg_if(&mut self, condition: Lit, a: &[Lit]) -> Word {
        let mut carry = condition;
        a.iter()
            .map(|&a| {
                let a = self.xor(a, condition);
                let sum = self.xor(a, carry);
                carry = self.and(a, carry);
                sum
            })
            .collect()
    }

    pub fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        // Pairs that fold to a constant come first, so that a difference is seen before gates are made.
        if a.iter().zip(b).any(|(&a, &b)| a == !b) {
            return Lit::FALSE;
        }
        let same: Vec<Lit> = a.iter().zip(b).map(|(&a, &b)| !self.xor(a, b)).collect();
        self.all(same)
    }

    /// Whether all bits are zero.
    pub fn is_zero(&mut self, a: &[Lit]) -> Lit {
        !self.any(a.iter().copied())
    }

    /// Whether the first is less, unsigned.
    pub fn less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        a.iter().zip(b).fold(Lit::FALSE, |less, (&a, &b)| self.majority(!a, b, less))
    }

    /// Whether the first is less, signed.
    pub fn less_signed(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let last = a.len() - 1;
        let less = self.less(&a[..last], &b[..last]);
        self.majority(a[last], !b[last], less)
    }

    /// The first word if the condition holds, otherwise the second.
    pub fn choose(&mut self, condition: Lit, yes: &[Lit], no: &[Lit]) -> Word {
        yes.iter().zip(no).map(|(&yes, &no)| self.mux(condition, yes, no)).collect()
    }

    /// All bits anded with one.
    pub fn mask(&mut self, condition: Lit, word: &[Lit]) -> Word {
        word.iter().map(|&lit| self.and(condition, lit)).collect()
    }

    /// Shifted by a variable amount in stages of doubling distance; `fill` comes in, and alone is left
    /// when the amount is the width or more.
    pub fn shift(&mut self, direction: Shift, word: &[Lit], amount: &[Lit], fill: Lit) -> Word {
        let width = word.len();
        let mut word = word.to_vec();
        let mut beyond = Lit::FALSE;
        for (stage, &bit) in amount.iter().enumerate() {
            if stage >= usize::BITS as usize - 1 || 1 << stage >= width {
                beyond = self.or(beyond, bit);
                continue;
            }
            let distance = 1 << stage;
            word = (0..width)
                .map(|at| {
                    let from = match direction {
                        Shift::Left => at.checked_sub(distance),
                        Shift::Right => Some(at + distance),
                    };
                    let moved = from.and_then(|from| word.get(from)).copied().unwrap_or(fill);
                    self.mux(bit, moved, word[at])
                })
                .collect();
        }
        word.iter().map(|&lit| self.mux(beyond, fill, lit)).collect()
    }

    /// The entry of a table at an index; entries beyond the table are zero.
    pub fn look_up(&mut self, table: &[u8], index: &[Lit]) -> Word {
        let mut row: Vec<Word> = table.iter().map(|&byte| constant(8, byte.into())).collect();
        let zero = constant(8, 0);
        for &bit in index {
            row = row
                .chunks(2)
                .map(|pair| self.choose(bit, pair.get(1).unwrap_or(&zero), &pair[0]))
                .collect();
        }
        row.pop().unwrap_or(zero)
    }
}
