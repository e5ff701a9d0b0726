//! Operations as people write them.

use program::{BinaryOp, CompareOp, UnaryOp};

/// A comparison as it is written in C and Java.
pub fn comparison(op: CompareOp) -> &'static str {
    use CompareOp as Op;
    match op {
        Op::Eq | Op::FOeq | Op::FUeq => "==",
        Op::Ne | Op::FOne | Op::FUne => "!=",
        Op::Ult | Op::Slt | Op::FOlt | Op::FUlt => "<",
        Op::Ule | Op::Sle | Op::FOle | Op::FUle => "<=",
        Op::Ugt | Op::Sgt | Op::FOgt | Op::FUgt => ">",
        Op::Uge | Op::Sge | Op::FOge | Op::FUge => ">=",
        Op::FOrd => "is a number",
        Op::FUno => "is not a number",
    }
}

/// An operation as it is written in C and Java.
pub fn binary(op: BinaryOp) -> &'static str {
    use BinaryOp as Op;
    match op {
        Op::Add | Op::FAdd => "+",
        Op::Sub | Op::FSub => "-",
        Op::Mul | Op::FMul => "*",
        Op::UDiv | Op::SDiv | Op::FDiv => "/",
        Op::URem | Op::SRem | Op::FRem => "%",
        Op::And => "&",
        Op::Or => "|",
        Op::Xor => "^",
        Op::Shl => "<<",
        Op::LShr => ">>>",
        Op::AShr => ">>",
        Op::FMin | Op::FMinNum => "min",
        Op::FMax | Op::FMaxNum => "max",
    }
}

/// An operation as it is written in C and Java.
pub fn unary(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Not => "~",
        _ => "-",
    }
}
