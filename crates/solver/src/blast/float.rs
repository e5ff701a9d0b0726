//! IEEE numbers as circuits: taking apart, rounding, comparing, and how operations of terms map to them.
//!
//! Everything is written for any widths of exponent and fraction, so that formats of a few bits can be
//! tested in full. Results follow `term::fold`: to nearest even, one NaN.

mod arithmetic;
mod convert;

use super::circuit::{Circuit, Lit};
use super::encode::{Encoder, Refusal};
use super::word::{self, Shift, Word};
use term::{BinaryOp, CompareOp, ConvertOp, Node, Pool, Sort, TermId, UnaryOp};

/// The widths of a binary format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Format {
    pub exponent: usize,
    pub fraction: usize,
}

impl Format {
    pub fn of(sort: Sort) -> Format {
        match sort {
            Sort::F32 => Format { exponent: 8, fraction: 23 },
            _ => Format { exponent: 11, fraction: 52 },
        }
    }

    pub fn width(self) -> usize {
        1 + self.exponent + self.fraction
    }

    pub fn bias(self) -> i128 {
        (1 << (self.exponent - 1)) - 1
    }

    /// Enough bits for the exponent of any number, of products and quotients, and of what they are
    /// normalised to, with a sign.
    fn reach(self) -> usize {
        self.exponent.max(usize::BITS as usize - self.fraction.leading_zeros() as usize) + 4
    }

    pub fn nan(self) -> Word {
        let mut word = vec![Lit::FALSE; self.fraction - 1];
        word.resize(self.width() - 1, Lit::TRUE);
        word.push(Lit::FALSE);
        word
    }

    fn infinity(self, sign: Lit) -> Word {
        let mut word = vec![Lit::FALSE; self.fraction];
        word.resize(self.width() - 1, Lit::TRUE);
        word.push(sign);
        word
    }

    fn zero(self, sign: Lit) -> Word {
        let mut word = vec![Lit::FALSE; self.width() - 1];
        word.push(sign);
        word
    }
}

/// A number taken apart. For zero, infinity and NaN the exponent and significand mean nothing.
pub(super) struct Parts {
    pub nan: Lit,
    pub infinite: Lit,
    pub zero: Lit,
    pub sign: Lit,
    /// Of the significand's highest bit, signed.
    pub exponent: Word,
    /// Its highest bit is one.
    pub significand: Word,
}

/// A signed constant.
fn signed(width: usize, value: i128) -> Word {
    word::constant(width, value as u128)
}

impl Circuit {
    pub fn is_nan(&mut self, format: Format, a: &[Lit]) -> Lit {
        let (fraction, exponent) = a[..format.width() - 1].split_at(format.fraction);
        let top = self.all(exponent.iter().copied());
        let whole = self.is_zero(fraction);
        self.and(top, !whole)
    }

    fn is_infinite(&mut self, format: Format, a: &[Lit]) -> Lit {
        let (fraction, exponent) = a[..format.width() - 1].split_at(format.fraction);
        let top = self.all(exponent.iter().copied());
        let whole = self.is_zero(fraction);
        self.and(top, whole)
    }

    pub fn take_apart(&mut self, format: Format, a: &[Lit]) -> Parts {
        let (fraction, exponent) = a[..format.width() - 1].split_at(format.fraction);
        let subnormal = self.is_zero(exponent);
        let reach = format.reach();
        // A subnormal number has the exponent of the least normal one.
        let mut field = word::resized(exponent, reach);
        field[0] = self.or(field[0], subnormal);
        let unbiased = self.add(&field, &signed(reach, -format.bias()), Lit::FALSE);
        let mut significand = fraction.to_vec();
        significand.push(!subnormal);
        let (significand, exponent) = self.normalise(&significand, &unbiased);
        Parts {
            nan: self.is_nan(format, a),
            infinite: self.is_infinite(format, a),
            zero: self.is_zero(&a[..format.width() - 1]),
            sign: word::sign(a),
            exponent,
            significand,
        }
    }

    /// Shifts the highest one to the top and lowers the exponent accordingly; zero stays zero.
    pub fn normalise(&mut self, significand: &[Lit], exponent: &[Lit]) -> (Word, Word) {
        let width = significand.len();
        let mut significand = significand.to_vec();
        let mut shifted = vec![Lit::FALSE; exponent.len()];
        let stages = usize::BITS - (width - 1).leading_zeros();
        for stage in (0..stages as usize).rev() {
            let distance = 1 << stage;
            let empty = self.is_zero(&significand[width - distance.min(width)..]);
            let mut moved = vec![Lit::FALSE; distance.min(width)];
            moved.extend(&significand[..width - distance.min(width)]);
            significand = self.choose(empty, &moved, &significand);
            shifted[stage] = empty;
        }
        let exponent = self.sub(exponent, &shifted);
        (significand, exponent)
    }

    /// Shifts right; the lowest bit of the result is also set if a one was shifted out.
    pub fn shift_sticky(&mut self, word: &[Lit], amount: &[Lit]) -> Word {
        let kept = self.shift(Shift::Right, word, amount, Lit::FALSE);
        // What comes back is less than the word exactly if a one was lost.
        let back = self.shift(Shift::Left, &kept, amount, Lit::FALSE);
        let same = self.equal(&back, word);
        let mut kept = kept;
        kept[0] = self.or(kept[0], !same);
        kept
    }

    /// The number nearest to a significand with an exponent for its highest bit, which is one; ties go
    /// to even. The significand has at least two bits more than the format's.
    pub fn round(
        &mut self,
        format: Format,
        sign: Lit,
        exponent: &[Lit],
        significand: &[Lit],
    ) -> Word {
        let Format { exponent: width, fraction } = format;
        let reach = exponent.len().max(format.reach());
        let exponent = word::extended(exponent, reach, word::sign(exponent));
        let biased = self.add(&exponent, &signed(reach, format.bias()), Lit::FALSE);
        // Below the least normal exponent, the significand moves right instead.
        let one = signed(reach, 1);
        let small = self.less_signed(&biased, &one);
        let missing = self.sub(&one, &biased);
        let missing = self.mask(small, &missing);
        let significand = self.shift_sticky(significand, &missing);
        let cut = significand.len() - (fraction + 1);
        let (rest, kept) = significand.split_at(cut);
        let (sticky, guard) = rest.split_at(cut - 1);
        let above_half = self.any(sticky.iter().copied());
        let up = self.or(above_half, kept[0]);
        let up = self.and(guard[0], up);
        // The highest bit of the significand adds one to the exponent below it, and so may a carry.
        let below = self.sub(&biased, &one);
        let below = self.mask(!small, &below);
        let mut packed = vec![Lit::FALSE; fraction];
        packed.extend(&below[..width]);
        let packed = self.add(&packed, &word::resized(kept, width + fraction), up);
        let largest = signed(reach, (1 << width) - 2);
        let huge = self.less_signed(&largest, &biased);
        let mut packed = packed;
        packed.push(sign);
        self.choose(huge, &format.infinity(sign), &packed)
    }

    /// Whether two numbers are ordered and equal.
    pub fn float_equal(&mut self, format: Format, a: &[Lit], b: &[Lit]) -> Lit {
        let (either_nan, both_zero) = self.nan_and_zero(format, a, b);
        let same = self.equal(a, b);
        let same = self.or(same, both_zero);
        self.and(same, !either_nan)
    }

    /// Whether two numbers are ordered and the first is less.
    pub fn float_less(&mut self, format: Format, a: &[Lit], b: &[Lit]) -> Lit {
        let (either_nan, both_zero) = self.nan_and_zero(format, a, b);
        let top = format.width() - 1;
        let up = self.less(&a[..top], &b[..top]);
        let down = self.less(&b[..top], &a[..top]);
        let same_sign = self.mux(a[top], down, up);
        let differ = self.xor(a[top], b[top]);
        let less = self.mux(differ, a[top], same_sign);
        let less = self.and(less, !both_zero);
        self.and(less, !either_nan)
    }

    fn nan_and_zero(&mut self, format: Format, a: &[Lit], b: &[Lit]) -> (Lit, Lit) {
        let top = format.width() - 1;
        let (nan_a, nan_b) = (self.is_nan(format, a), self.is_nan(format, b));
        let (zero_a, zero_b) = (self.is_zero(&a[..top]), self.is_zero(&b[..top]));
        (self.or(nan_a, nan_b), self.and(zero_a, zero_b))
    }

    /// A NaN replaced by the one that operations give.
    pub fn canonical(&mut self, format: Format, a: &[Lit]) -> Word {
        let nan = self.is_nan(format, a);
        self.choose(nan, &format.nan(), a)
    }

    /// The lesser or the greater of two numbers; `number` says that a number wins against a NaN,
    /// and the first of two zeros against the second.
    fn extreme(&mut self, format: Format, a: &[Lit], b: &[Lit], least: bool, number: bool) -> Word {
        let (nan_a, nan_b) = (self.is_nan(format, a), self.is_nan(format, b));
        if number {
            let second =
                if least { self.float_less(format, b, a) } else { self.float_less(format, a, b) };
            let second = self.or(second, nan_a);
            let chosen = self.choose(second, b, a);
            return self.canonical(format, &chosen);
        }
        let less = self.float_less(format, a, b);
        let equal = self.float_equal(format, a, b);
        let chosen = if least { self.choose(less, a, b) } else { self.choose(less, b, a) };
        // Equal numbers differ at most in the sign of zero.
        let mut same = a.to_vec();
        let top = format.width() - 1;
        same[top] = if least { self.or(a[top], b[top]) } else { self.and(a[top], b[top]) };
        let chosen = self.choose(equal, &same, &chosen);
        let either = self.or(nan_a, nan_b);
        self.choose(either, &format.nan(), &chosen)
    }
}

impl Encoder {
    /// The bits of a term with a float operation on top, whose operands are encoded.
    pub(super) fn float(&mut self, pool: &Pool, term: TermId) -> Result<Word, Refusal> {
        let operand = |encoder: &Encoder, term| encoder.get(pool, term).to_vec();
        let sort = pool.sort(term);
        Ok(match pool.node(term) {
            Node::IsNan(a) => {
                let (format, a) = (Format::of(pool.sort(a)), operand(self, a));
                vec![self.circuit.is_nan(format, &a)]
            }
            Node::Compare(op, a, b) => {
                let format = Format::of(pool.sort(a));
                let (a, b) = (operand(self, a), operand(self, b));
                let circuit = &mut self.circuit;
                vec![match op {
                    CompareOp::FOeq => circuit.float_equal(format, &a, &b),
                    CompareOp::FOlt => circuit.float_less(format, &a, &b),
                    CompareOp::FOle => {
                        let (less, equal) = (
                            circuit.float_less(format, &a, &b),
                            circuit.float_equal(format, &a, &b),
                        );
                        circuit.or(less, equal)
                    }
                    // The others are made of these.
                    _ => return Err(Refusal::Float),
                }]
            }
            Node::Unary(op, a) => {
                let (format, a) = (Format::of(sort), operand(self, a));
                self.float_unary(op, format, a)?
            }
            Node::Binary(op, a, b) => {
                let format = Format::of(sort);
                let (a, b) = (operand(self, a), operand(self, b));
                self.float_binary(op, format, &a, &b)?
            }
            Node::Convert(op, a) => {
                let (from, a) = (pool.sort(a), operand(self, a));
                let circuit = &mut self.circuit;
                match op {
                    ConvertOp::SToF => circuit.integer_to_float(Format::of(sort), true, &a),
                    ConvertOp::UToF => circuit.integer_to_float(Format::of(sort), false, &a),
                    ConvertOp::FToF => circuit.resize(Format::of(from), Format::of(sort), &a),
                    _ => circuit.float_to_integer(op, Format::of(from), &a, sort.width().into()),
                }
            }
            _ => return Err(Refusal::Float),
        })
    }

    fn float_unary(&mut self, op: UnaryOp, format: Format, mut a: Word) -> Result<Word, Refusal> {
        let top = format.width() - 1;
        match op {
            UnaryOp::FNeg => a[top] = !a[top],
            UnaryOp::FAbs => a[top] = Lit::FALSE,
            UnaryOp::FSqrt => return Ok(self.circuit.float_root(format, &a)),
            UnaryOp::FFloor
            | UnaryOp::FCeil
            | UnaryOp::FTrunc
            | UnaryOp::FNearest
            | UnaryOp::FRound => return Ok(self.circuit.round_to_whole(op, format, &a)),
            _ => return Err(Refusal::Float),
        }
        Ok(a)
    }

    fn float_binary(
        &mut self,
        op: BinaryOp,
        format: Format,
        a: &[Lit],
        b: &[Lit],
    ) -> Result<Word, Refusal> {
        let circuit = &mut self.circuit;
        Ok(match op {
            BinaryOp::FAdd => circuit.float_add(format, a, b),
            BinaryOp::FSub => {
                // Only the sign differs, and that of a NaN never shows.
                let mut b = b.to_vec();
                let top = format.width() - 1;
                b[top] = !b[top];
                circuit.float_add(format, a, &b)
            }
            BinaryOp::FMul => circuit.float_multiply(format, a, b),
            BinaryOp::FDiv => circuit.float_divide(format, a, b),
            BinaryOp::FMin => circuit.extreme(format, a, b, true, false),
            BinaryOp::FMax => circuit.extreme(format, a, b, false, false),
            BinaryOp::FMinNum => circuit.extreme(format, a, b, true, true),
            BinaryOp::FMaxNum => circuit.extreme(format, a, b, false, true),
            _ => return Err(Refusal::Float),
        })
    }
}
