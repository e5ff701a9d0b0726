//! Operations on values that have no place in the loop: general ones, division, checked arithmetic.

use super::Interpreter;
use crate::code::{General, Slot};
use crate::domain::{Domain, Judgement, Shaded};
use crate::model::Stop;
use program::{BinaryOp, CheckKind, CompareOp, ConvertOp, Type};
use term::distance::Distance;
use term::{Sort, TermId, fold};
use trace::TrapKind;

impl<D: Domain> Interpreter<'_, D> {
    pub(super) fn general(&mut self, index: u32) -> Result<(), Stop> {
        match self.core.code.general[index as usize] {
            General::Unary { op, ty, d, a } => {
                let a = self.get(a, ty);
                let bits = fold::unary(op, ty.sort(), a.bits);
                let shadow = if D::TRACKS && a.shadow != D::NONE {
                    self.domain.unary(op, ty, a)
                } else {
                    D::NONE
                };
                self.set(d, ty, Shaded { bits, shadow });
            }
            General::Binary { op, ty, d, a, b, checked } => {
                let (a, b) = (self.get(a, ty), self.get(b, ty));
                self.binary_general(op, ty, d, a, b, checked)?;
            }
            General::Compare { op, ty, d, a, b } => {
                let (a, b) = (self.get(a, ty), self.get(b, ty));
                let bits = u128::from(fold::compare(op, ty.sort(), a.bits, b.bits));
                let shadow =
                    if D::GRADES || (D::TRACKS && (a.shadow != D::NONE || b.shadow != D::NONE)) {
                        self.domain.compare(op, ty, a, b)
                    } else {
                        D::NONE
                    };
                self.set(d, Type::BOOL, Shaded { bits, shadow });
            }
            General::Convert { op, from, to, d, a } => {
                let a = self.get(a, from);
                let bits = fold::convert(op, from.sort(), to.sort(), a.bits);
                let shadow = if D::TRACKS && a.shadow != D::NONE {
                    self.domain.convert(op, from, to, a)
                } else {
                    D::NONE
                };
                self.set(d, to, Shaded { bits, shadow });
            }
            General::Fma { ty, d, a, b, c } => {
                let operands = [self.get(a, ty), self.get(b, ty), self.get(c, ty)];
                let [a, b, c] = operands.map(|operand| operand.bits);
                let bits = fold::fma(ty.sort(), a, b, c);
                let shaded = D::TRACKS && operands.iter().any(|operand| operand.shadow != D::NONE);
                let shadow = if shaded { self.domain.fma(ty, operands) } else { D::NONE };
                self.set(d, ty, Shaded { bits, shadow });
            }
            General::VarArgs { d } => {
                let row = self.core.frames.last().map_or(0, |frame| frame.varargs);
                self.set(d, Type::Ptr, Shaded { bits: row.into(), shadow: D::NONE });
            }
            General::StackSave { d } => {
                let bits = self.core.stack_objects.len() as u128;
                self.set(d, Type::Ptr, Shaded { bits, shadow: D::NONE });
            }
            General::StackRestore { a } => {
                let mark = self.get(a, Type::Ptr).bits as u32;
                let first = self.core.frames.last().map_or(0, |frame| frame.stack_mark);
                self.end_stack_objects(mark.max(first));
            }
        }
        Ok(())
    }

    pub(super) fn divide(
        &mut self,
        op: BinaryOp,
        d: Slot,
        a: Slot,
        b: Slot,
        bits: u8,
        checked: bool,
    ) -> Result<(), Stop> {
        let ty = Type::Int(bits);
        let (a, b) = (self.get(a, ty), self.get(b, ty));
        self.binary_general(op, ty, d, a, b, checked)
    }

    pub(super) fn checked(
        &mut self,
        op: BinaryOp,
        ty: Type,
        d: Slot,
        a: Slot,
        b: Slot,
    ) -> Result<(), Stop> {
        let (a, b) = (self.get(a, ty), self.get(b, ty));
        self.binary_general(op, ty, d, a, b, true)
    }

    pub(super) fn checked_immediate(
        &mut self,
        ty: Type,
        d: Slot,
        a: Slot,
        value: i32,
    ) -> Result<(), Stop> {
        let a = self.get(a, ty);
        let b = Shaded { bits: i128::from(value) as u128 & ty.mask(), shadow: D::NONE };
        self.binary_general(BinaryOp::Add, ty, d, a, b, true)
    }

    /// Any operation on two values, with its checks.
    fn binary_general(
        &mut self,
        op: BinaryOp,
        ty: Type,
        d: Slot,
        a: Shaded<D::Shadow>,
        b: Shaded<D::Shadow>,
        checked: bool,
    ) -> Result<(), Stop> {
        let division =
            matches!(op, BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem);
        let mut which = 0;
        if division {
            let zero = Shaded { bits: 0, shadow: D::NONE };
            let judgement = self.judge(CompareOp::Ne, ty, b, zero);
            if !self.implicit_check(which, CheckKind::Division, b.bits != 0, judgement) {
                return Err(Stop::Trap(TrapKind::Division));
            }
            which += 1;
        }
        if checked
            && self.core.config.trap_overflow
            && !matches!(op, BinaryOp::UDiv | BinaryOp::URem)
        {
            let (in_range, flip) = headroom(op, ty, a.bits, b.bits);
            let shaded = D::SYMBOLIC && (a.shadow != D::NONE || b.shadow != D::NONE);
            let term = if shaded { self.in_range_term(op, ty, a, b) } else { None };
            let judgement = Judgement { flip, term };
            if !self.implicit_check(which, CheckKind::Overflow, in_range, judgement) {
                return Err(Stop::Trap(TrapKind::Overflow));
            }
        }
        let bits = fold::binary(op, ty.sort(), a.bits, b.bits);
        let shadow = if D::TRACKS && (a.shadow != D::NONE || b.shadow != D::NONE) {
            self.domain.binary(op, ty, a, b)
        } else {
            D::NONE
        };
        self.set(d, ty, Shaded { bits, shadow });
        Ok(())
    }

    /// That a checked operation is in range, as a term.
    fn in_range_term(
        &mut self,
        op: BinaryOp,
        ty: Type,
        a: Shaded<D::Shadow>,
        b: Shaded<D::Shadow>,
    ) -> Option<TermId> {
        let (term_a, term_b) = (self.domain.term(a.shadow), self.domain.term(b.shadow));
        let concolic = self.domain.concolic()?;
        let a = concolic.term_of(ty, Shaded { bits: a.bits, shadow: term_a });
        let b = concolic.term_of(ty, Shaded { bits: b.bits, shadow: term_b });
        let pool = &mut concolic.pool;
        let bits = ty.bits();
        let sort = ty.sort();
        Some(match op {
            BinaryOp::Add | BinaryOp::Sub => {
                // Overflow shows in the signs: of a sum when both differ from the result's, of a
                // difference when the operands differ and the result differs from the left one.
                let result = pool.binary(op, a, b);
                let left = pool.binary(BinaryOp::Xor, a, result);
                let other = if op == BinaryOp::Add { result } else { a };
                let right = pool.binary(BinaryOp::Xor, b, other);
                let both = pool.binary(BinaryOp::And, left, right);
                let sign = pool.extract(both, bits - 1, 1);
                pool.not(sign)
            }
            BinaryOp::Mul if bits <= 64 => {
                let wide = Sort::Bits(bits * 2);
                let wide_a = pool.convert(ConvertOp::SExt, wide, a);
                let wide_b = pool.convert(ConvertOp::SExt, wide, b);
                let exact = pool.binary(BinaryOp::Mul, wide_a, wide_b);
                let wrapped = pool.binary(BinaryOp::Mul, a, b);
                let back = pool.convert(ConvertOp::SExt, wide, wrapped);
                pool.compare(CompareOp::Eq, exact, back)
            }
            BinaryOp::Mul => {
                // No wider type: dividing the product gives a factor back, unless it overflowed.
                let wrapped = pool.binary(BinaryOp::Mul, a, b);
                let zero = pool.constant(sort, 0);
                let ones = pool.constant(sort, ty.mask());
                let least = pool.constant(sort, 1 << (bits - 1));
                let back = pool.binary(BinaryOp::SDiv, wrapped, b);
                let same = pool.compare(CompareOp::Eq, back, a);
                let by_zero = pool.compare(CompareOp::Eq, b, zero);
                let by_minus_one = pool.compare(CompareOp::Eq, b, ones);
                let of_least = pool.compare(CompareOp::Eq, a, least);
                let wraps = pool.and(by_minus_one, of_least);
                let wraps = pool.not(wraps);
                let exact = pool.and(same, wraps);
                pool.or(by_zero, exact)
            }
            BinaryOp::SDiv | BinaryOp::SRem => {
                let least = pool.constant(sort, 1 << (bits - 1));
                let ones = pool.constant(sort, ty.mask());
                let of_least = pool.compare(CompareOp::Ne, a, least);
                let by_minus_one = pool.compare(CompareOp::Ne, b, ones);
                pool.or(of_least, by_minus_one)
            }
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                let width = pool.constant(sort, u128::from(bits));
                pool.compare(CompareOp::Ult, b, width)
            }
            _ => return None,
        })
    }
}

/// `base + index * scale`.
#[cold]
pub(super) fn indexed<D: Domain>(
    domain: &mut D,
    base: Shaded<D::Shadow>,
    index: Shaded<D::Shadow>,
    scale: u32,
) -> D::Shadow {
    if !D::SYMBOLIC {
        return D::NONE;
    }
    let scale = Shaded { bits: u128::from(scale), shadow: D::NONE };
    let shadow = domain.binary(BinaryOp::Mul, Type::I64, index, scale);
    let bits = index.bits.wrapping_mul(scale.bits) & Type::I64.mask();
    domain.binary(BinaryOp::Add, Type::I64, base, Shaded { bits, shadow })
}

/// Whether a checked operation is in range, and how far it is from being otherwise.
fn headroom(op: BinaryOp, ty: Type, a: u128, b: u128) -> (bool, Distance) {
    let bits = u32::from(ty.bits());
    let shift = 128 - bits;
    let (x, y) = (((a << shift) as i128) >> shift, ((b << shift) as i128) >> shift);
    let (least, greatest) = (i128::MIN >> shift, i128::MAX >> shift);
    let exact = match op {
        BinaryOp::Add => x.checked_add(y),
        BinaryOp::Sub => x.checked_sub(y),
        BinaryOp::Mul => x.checked_mul(y),
        BinaryOp::SDiv | BinaryOp::SRem => {
            let in_range = !(x == least && y == -1);
            // How far from the one pair of operands that overflows.
            let away = x.abs_diff(least).saturating_add(y.abs_diff(-1));
            return (in_range, Distance::of_u128(away.max(1)));
        }
        _ => {
            let width = u128::from(bits);
            let in_range = b < width;
            return (in_range, Distance::of_u128(if in_range { width - b } else { b - width + 1 }));
        }
    };
    match exact {
        Some(exact) if exact < least => (false, Distance::of_u128(exact.abs_diff(least))),
        Some(exact) if exact > greatest => (false, Distance::of_u128(exact.abs_diff(greatest))),
        Some(exact) => {
            let room = exact.abs_diff(least).min(exact.abs_diff(greatest));
            (true, Distance::of_u128(room.saturating_add(1)))
        }
        None => (false, Distance::MAX),
    }
}
