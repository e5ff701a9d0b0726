//! What is put in place of what: tables.

use program::{BinaryOp, CompareOp, Constant, Operand, Type};

/// The comparison that differs where both sides are equal.
pub fn boundary(op: CompareOp) -> Option<CompareOp> {
    use CompareOp as Op;
    Some(match op {
        Op::Ult => Op::Ule,
        Op::Ule => Op::Ult,
        Op::Ugt => Op::Uge,
        Op::Uge => Op::Ugt,
        Op::Slt => Op::Sle,
        Op::Sle => Op::Slt,
        Op::Sgt => Op::Sge,
        Op::Sge => Op::Sgt,
        Op::FOlt => Op::FOle,
        Op::FOle => Op::FOlt,
        Op::FOgt => Op::FOge,
        Op::FOge => Op::FOgt,
        Op::FUlt => Op::FUle,
        Op::FUle => Op::FUlt,
        Op::FUgt => Op::FUge,
        Op::FUge => Op::FUgt,
        Op::Eq | Op::Ne | Op::FOeq | Op::FOne | Op::FOrd | Op::FUeq | Op::FUne | Op::FUno => {
            return None;
        }
    })
}

/// Comparisons that together with the boundary, true and false notice every mistake in one (G. Kaminski, P. Ammann,
/// J. Offutt, Improving logic-based testing, 2013). Whether integers that are compared for equality have a sign is not
/// known; they are taken to have one.
pub fn relations(op: CompareOp) -> &'static [CompareOp] {
    use CompareOp as Op;
    match op {
        Op::Ult | Op::Ugt | Op::Slt | Op::Sgt => &[Op::Ne],
        Op::Ule | Op::Uge | Op::Sle | Op::Sge => &[Op::Eq],
        Op::Eq => &[Op::Sle, Op::Sge],
        Op::Ne => &[Op::Slt, Op::Sgt],
        _ => &[],
    }
}

/// The operation that PIT puts in place of one.
pub fn exchanged(op: BinaryOp) -> Option<BinaryOp> {
    use BinaryOp as Op;
    Some(match op {
        Op::Add => Op::Sub,
        Op::Sub => Op::Add,
        Op::Mul => Op::SDiv,
        Op::SDiv | Op::UDiv | Op::SRem | Op::URem => Op::Mul,
        Op::And => Op::Or,
        Op::Or | Op::Xor => Op::And,
        Op::Shl => Op::AShr,
        Op::LShr | Op::AShr => Op::Shl,
        Op::FAdd => Op::FSub,
        Op::FSub => Op::FAdd,
        Op::FMul => Op::FDiv,
        Op::FDiv | Op::FRem => Op::FMul,
        Op::FMin => Op::FMax,
        Op::FMax => Op::FMin,
        Op::FMinNum => Op::FMaxNum,
        Op::FMaxNum => Op::FMinNum,
    })
}

/// Operations beside that one which tools for C use.
pub fn further(op: BinaryOp) -> &'static [BinaryOp] {
    use BinaryOp as Op;
    match op {
        Op::Mul => &[Op::Add],
        Op::SDiv => &[Op::SRem],
        Op::UDiv => &[Op::URem],
        Op::SRem => &[Op::SDiv],
        Op::URem => &[Op::UDiv],
        Op::FMul => &[Op::FAdd],
        Op::And | Op::Or => &[Op::Xor],
        Op::Xor => &[Op::Or],
        _ => &[],
    }
}

/// Another constant in place of one: the next one.
pub fn others(ty: Type, value: Operand) -> Vec<(Operand, String)> {
    let Operand::Constant(Constant::Bits(bits)) = value else { return Vec::new() };
    let changed: Vec<u128> = match ty {
        Type::Ptr => Vec::new(),
        Type::Int(_) => vec![bits.wrapping_add(1) & ty.mask()],
        Type::F32 => vec![(f32::from_bits(bits as u32) + 1.0).to_bits().into()],
        Type::F64 => vec![(f64::from_bits(bits as u64) + 1.0).to_bits().into()],
    };
    let said = |bits: u128| match ty {
        Type::F32 => f32::from_bits(bits as u32).to_string(),
        Type::F64 => f64::from_bits(bits as u64).to_string(),
        Type::Int(_) | Type::Ptr => signed(ty, bits),
    };
    let changed = changed.into_iter().filter(|other| *other != bits);
    let text = |other| format!("replaced `{}` by `{}`", said(bits), said(other));
    changed.map(|other| (Operand::Constant(Constant::Bits(other)), text(other))).collect()
}

/// The bits of an integer as a signed number.
pub fn signed(ty: Type, bits: u128) -> String {
    let unused = 128 - u32::from(ty.bits());
    (((bits << unused) as i128) >> unused).to_string()
}
