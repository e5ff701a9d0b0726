//! Integers of more than 128 bits, which packed structures with many bit-fields are read and written as.
//!
//! They are rows of words, lowest first, and only what clang does with bit-fields is supported: masks,
//! shifts by constants, and conversions from and to narrower integers.

use super::{Body, arithmetic, constant};
use crate::ll::ast::{self, BinaryOp as LlBinary, CastOp, LocalId, TypeId};
use crate::lower::layout::Refusal;
use program::{BinaryOp, Constant, ConvertOp, Operand, Type};

const WORD: Type = Type::I64;

impl Body<'_, '_, '_> {
    /// An operation on two of them.
    pub(super) fn long_binary(
        &mut self,
        result: LocalId,
        width: u32,
        op: LlBinary,
        left: ast::Operand,
        right: ast::Operand,
    ) -> Result<(), Refusal> {
        let (words, by) = (self.parts(left)?, self.parts(right)?);
        let mut row = match op {
            LlBinary::And | LlBinary::Or | LlBinary::Xor => {
                let op = arithmetic::binary_op(op);
                words.into_iter().zip(by).map(|(a, b)| self.computed(op, WORD, a, b)).collect()
            }
            LlBinary::Shl | LlBinary::LShr | LlBinary::AShr => {
                let by = match by.first() {
                    Some(Operand::Constant(Constant::Bits(by))) if *by < u128::from(width) => {
                        *by as u32
                    }
                    _ => return Err(format!("a shift of an integer of {width} bits")),
                };
                let above = match op {
                    LlBinary::AShr => self.sign_of(width, &words)?,
                    _ => constant(0),
                };
                let words = match op {
                    LlBinary::AShr => self.sign_carried(width, words)?,
                    _ => words,
                };
                match op {
                    LlBinary::Shl => self.shifted_up(&words, by),
                    _ => self.shifted_down(&words, by, above),
                }
            }
            _ => return Err(format!("arithmetic on an integer of {width} bits")),
        };
        self.cut(width, &mut row);
        self.bind(result, row);
        Ok(())
    }

    /// A conversion from or to one of them.
    pub(super) fn long_cast(
        &mut self,
        result: LocalId,
        op: CastOp,
        value: ast::Operand,
        to: TypeId,
    ) -> Result<(), Refusal> {
        let layout = self.unit.layout;
        let refused = || format!("a conversion to {}", layout.describe(to));
        let from = self.type_of(value)?;
        let words = match layout.long_width(from) {
            Some(_) => self.parts(value)?,
            None => self.in_words(value, op)?,
        };
        let signed = op == CastOp::SExt;
        match (op, layout.long_width(to)) {
            (CastOp::Trunc | CastOp::ZExt | CastOp::SExt, Some(width)) => {
                let count = width.div_ceil(64) as usize;
                let above = match (signed, layout.long_width(from)) {
                    (true, Some(narrow)) => self.sign_of(narrow, &words)?,
                    (true, None) => match words.last() {
                        Some(last) => self.computed(BinaryOp::AShr, WORD, *last, constant(63)),
                        None => return Err(refused()),
                    },
                    _ => constant(0),
                };
                let mut row = match (signed, layout.long_width(from)) {
                    (true, Some(narrow)) => self.sign_carried(narrow, words)?,
                    _ => words,
                };
                row.resize(count, above);
                self.cut(width, &mut row);
                self.bind(result, row);
                Ok(())
            }
            (CastOp::Trunc, None) => {
                let ty = layout.scalar(to)?.ty;
                let low = *words.first().ok_or_else(refused)?;
                let mut value = low;
                let mut at = WORD;
                if ty.bits() > 64 {
                    let high = *words.get(1).ok_or_else(refused)?;
                    let low = self.converted(ConvertOp::ZExt, WORD, Type::I128, low);
                    let high = self.converted(ConvertOp::ZExt, WORD, Type::I128, high);
                    let high = self.computed(BinaryOp::Shl, Type::I128, high, constant(64));
                    value = self.computed(BinaryOp::Or, Type::I128, low, high);
                    at = Type::I128;
                    if let Some(width) = layout.odd_width(to) {
                        let mask = constant(u128::MAX >> (128 - u32::from(width)));
                        value = self.computed(BinaryOp::And, Type::I128, value, mask);
                    }
                }
                if at != ty {
                    value = self.converted(ConvertOp::Trunc, at, ty, value);
                }
                self.bind(result, vec![value]);
                Ok(())
            }
            _ => Err(refused()),
        }
    }

    /// A narrower integer as words, its sign or zeros above it.
    fn in_words(&mut self, value: ast::Operand, op: CastOp) -> Result<Vec<Operand>, Refusal> {
        let odd = self.unit.layout.odd_width(self.type_of(value)?);
        let ty = self.scalar_type(value)?;
        let mut value = self.scalar(value)?;
        let extend = if op == CastOp::SExt { ConvertOp::SExt } else { ConvertOp::ZExt };
        if let (Some(width), CastOp::SExt) = (odd, op) {
            value = self.odd_signed(width, value);
        }
        if ty.bits() < 64 {
            return Ok(vec![self.converted(extend, ty, WORD, value)]);
        }
        if ty == WORD {
            // A copy, since a variable may change before the row is used.
            return Ok(vec![self.computed(BinaryOp::Or, WORD, value, constant(0))]);
        }
        let low = self.converted(ConvertOp::Trunc, ty, WORD, value);
        let high = self.computed(BinaryOp::LShr, ty, value, constant(64));
        Ok(vec![low, self.converted(ConvertOp::Trunc, ty, WORD, high)])
    }

    /// The sign of an integer, in all bits of a word.
    fn sign_of(&mut self, width: u32, words: &[Operand]) -> Result<Operand, Refusal> {
        let last = *words.last().ok_or("an empty integer")?;
        let up = u128::from((64 - width % 64) % 64);
        let high = self.computed(BinaryOp::Shl, WORD, last, constant(up));
        Ok(self.computed(BinaryOp::AShr, WORD, high, constant(63)))
    }

    /// The words with the sign carried to the top of the last one.
    fn sign_carried(
        &mut self,
        width: u32,
        mut words: Vec<Operand>,
    ) -> Result<Vec<Operand>, Refusal> {
        let up = constant(u128::from((64 - width % 64) % 64));
        let last = words.last_mut().ok_or("an empty integer")?;
        let high = self.computed(BinaryOp::Shl, WORD, *last, up);
        *last = self.computed(BinaryOp::AShr, WORD, high, up);
        Ok(words)
    }

    fn shifted_up(&mut self, words: &[Operand], by: u32) -> Vec<Operand> {
        let (whole, part) = (by as usize / 64, u128::from(by % 64));
        let at = |index: Option<usize>| index.map_or(constant(0), |index| words[index]);
        (0..words.len())
            .map(|index| {
                let (high, low) = (at(index.checked_sub(whole)), at(index.checked_sub(whole + 1)));
                self.joined(high, low, part, BinaryOp::Shl, BinaryOp::LShr)
            })
            .collect()
    }

    fn shifted_down(&mut self, words: &[Operand], by: u32, above: Operand) -> Vec<Operand> {
        let (whole, part) = (by as usize / 64, u128::from(by % 64));
        let at = |index: usize| words.get(index).copied().unwrap_or(above);
        (0..words.len())
            .map(|index| {
                let (low, high) = (at(index + whole), at(index + whole + 1));
                self.joined(low, high, part, BinaryOp::LShr, BinaryOp::Shl)
            })
            .collect()
    }

    /// A word shifted one way, with what its neighbour gives from the other.
    fn joined(
        &mut self,
        word: Operand,
        neighbour: Operand,
        part: u128,
        towards: BinaryOp,
        away: BinaryOp,
    ) -> Operand {
        if part == 0 {
            return word;
        }
        let kept = self.computed(towards, WORD, word, constant(part));
        let given = self.computed(away, WORD, neighbour, constant(64 - part));
        self.computed(BinaryOp::Or, WORD, kept, given)
    }

    /// Clears what lies above the width in the last word.
    fn cut(&mut self, width: u32, words: &mut [Operand]) {
        if let (Some(last), rest @ 1..) = (words.last_mut(), width % 64) {
            let mask = constant(u128::from(u64::MAX >> (64 - rest)));
            *last = self.computed(BinaryOp::And, WORD, *last, mask);
        }
    }
}
