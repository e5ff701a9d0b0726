//! The forms that arithmetic and comparisons with a constant take.

use super::op::{Op, Slot};
use program::{BinaryOp, CompareOp};

/// The form with the right side in the operation, if there is one.
pub(super) fn immediate(
    op: BinaryOp,
    bits: u8,
    d: Slot,
    a: Slot,
    value: u64,
    checked: bool,
) -> Option<Op> {
    let signed = sign_extend(value, bits);
    let small = i32::try_from(signed).ok();
    let negative = signed.checked_neg().and_then(|value| i32::try_from(value).ok());
    let mask = u32::try_from(value).ok();
    let amount = u8::try_from(value).ok().filter(|&amount| amount < bits);
    Some(match (op, bits, checked) {
        (BinaryOp::Add, 32, false) => Op::AddI32 { d, a, value: small? },
        (BinaryOp::Add, 64, false) => Op::AddI64 { d, a, value: small? },
        (BinaryOp::Sub, 32, false) => Op::AddI32 { d, a, value: negative? },
        (BinaryOp::Sub, 64, false) => Op::AddI64 { d, a, value: negative? },
        (BinaryOp::Add, 32, true) => Op::AddCheckedI32 { d, a, value: small? },
        (BinaryOp::Add, 64, true) => Op::AddCheckedI64 { d, a, value: small? },
        (BinaryOp::Sub, 32, true) => Op::AddCheckedI32 { d, a, value: negative? },
        (BinaryOp::Sub, 64, true) => Op::AddCheckedI64 { d, a, value: negative? },
        (BinaryOp::Mul, 32, false) => Op::MulI32 { d, a, value: small? },
        (BinaryOp::Mul, 64, false) => Op::MulI64 { d, a, value: small? },
        (BinaryOp::And, _, false) => Op::AndI { d, a, value: mask?, bits },
        (BinaryOp::Or, _, false) => Op::OrI { d, a, value: mask?, bits },
        (BinaryOp::Xor, _, false) => Op::XorI { d, a, value: mask?, bits },
        (BinaryOp::Shl, _, false) => Op::ShlI { d, a, value: amount?, bits },
        (BinaryOp::LShr, _, false) => Op::LShrI { d, a, value: amount?, bits },
        (BinaryOp::AShr, _, false) => Op::AShrI { d, a, value: amount?, bits },
        _ => return None,
    })
}

/// A value of `bits` bits as a signed number.
fn sign_extend(value: u64, bits: u8) -> i64 {
    let shift = 64 - u32::from(bits);
    ((value << shift) as i64) >> shift
}

/// A comparison with a constant, as `==` or `<`.
#[derive(Clone, Copy)]
pub(super) struct ConstantForm {
    pub op: CompareOp,
    value: u64,
    pub negated: bool,
}

/// Brings a comparison with a constant into one of the forms `== c` and `< c`: `x <= c` is `x < c + 1` unless
/// that overflows.
pub(super) fn less_than_constant(op: CompareOp, bits: u8, value: u64) -> Option<ConstantForm> {
    let mask = u64::MAX >> (64 - u32::from(bits));
    let next = value.wrapping_add(1) & mask;
    let unsigned_next = (value != mask).then_some(next);
    let signed_next = (value != mask >> 1).then_some(next);
    let form = |op, value, negated| Some(ConstantForm { op, value, negated });
    match op {
        CompareOp::Eq => form(CompareOp::Eq, value, false),
        CompareOp::Ne => form(CompareOp::Eq, value, true),
        CompareOp::Ult => form(CompareOp::Ult, value, false),
        CompareOp::Uge => form(CompareOp::Ult, value, true),
        CompareOp::Ule => form(CompareOp::Ult, unsigned_next?, false),
        CompareOp::Ugt => form(CompareOp::Ult, unsigned_next?, true),
        CompareOp::Slt => form(CompareOp::Slt, value, false),
        CompareOp::Sge => form(CompareOp::Slt, value, true),
        CompareOp::Sle => form(CompareOp::Slt, signed_next?, false),
        CompareOp::Sgt => form(CompareOp::Slt, signed_next?, true),
        _ => None,
    }
}

pub(super) fn immediate_branch(form: ConstantForm, bits: u8, a: Slot, index: u32) -> Option<Op> {
    let unsigned = u32::try_from(form.value).ok();
    let signed = i32::try_from(sign_extend(form.value, bits)).ok();
    Some(match form.op {
        CompareOp::Eq => Op::BranchEqI { a, value: unsigned?, index },
        CompareOp::Ult => Op::BranchUltI { a, value: unsigned?, index },
        CompareOp::Slt if bits == 32 => Op::BranchSltI32 { a, value: signed?, index },
        CompareOp::Slt => Op::BranchSltI64 { a, value: signed?, index },
        _ => return None,
    })
}
