//! The operations that terms and the IR share: one vocabulary, one meaning.
//!
//! The meaning of each operation on concrete values is in `fold.rs`; the machine's quick paths are
//! tested against it. Every operation is total: where C or the hardware leaves a result open, the
//! comment here says which one we take.

use std::fmt;

/// An operation on one value that keeps its type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum UnaryOp {
    /// Bitwise complement.
    Not,
    /// Two's complement negation.
    Neg,
    /// Number of one bits.
    CountOnes,
    /// Number of zero bits above the highest one; the width for zero.
    LeadingZeros,
    /// Number of zero bits below the lowest one; the width for zero.
    TrailingZeros,
    /// Bytes in reverse order (widths that are multiples of 8).
    ByteSwap,
    /// Bits in reverse order.
    BitReverse,
    /// Sign bit flipped, also of a NaN.
    FNeg,
    /// Sign bit cleared, also of a NaN.
    FAbs,
    /// Correctly rounded square root.
    FSqrt,
    /// Toward negative infinity.
    FFloor,
    /// Toward positive infinity.
    FCeil,
    /// Toward zero.
    FTrunc,
    /// To nearest, ties to even (C `rint` and `nearbyint` in the default mode).
    FNearest,
    /// To nearest, ties away from zero (C `round`).
    FRound,
}

/// An operation on two values of one type that gives a value of that type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum BinaryOp {
    /// Wrapping sum.
    Add,
    /// Wrapping difference.
    Sub,
    /// Wrapping product.
    Mul,
    /// Unsigned quotient; all ones when the divisor is zero, as SMT-LIB's `bvudiv`.
    UDiv,
    /// Signed quotient toward zero; wraps for the least value by -1; by zero as `bvsdiv`.
    SDiv,
    /// Unsigned remainder; the dividend when the divisor is zero, as `bvurem`.
    URem,
    /// Signed remainder with the dividend's sign; by zero the dividend, as `bvsrem`.
    SRem,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Shift left; zero when the amount is the width or more.
    Shl,
    /// Shift right with zeros; zero when the amount is the width or more.
    LShr,
    /// Shift right with the sign; all sign bits when the amount is the width or more.
    AShr,
    /// IEEE sum, to nearest even, as are all below.
    FAdd,
    /// IEEE difference.
    FSub,
    /// IEEE product.
    FMul,
    /// IEEE quotient.
    FDiv,
    /// C `fmod` and Java `%`: exact, sign of the dividend.
    FRem,
    /// Java `Math.min`: NaN if either is, and -0 below +0.
    FMin,
    /// Java `Math.max`: NaN if either is, and +0 above -0.
    FMax,
    /// C `fmin`, as compilers for x86-64 make it: the number if the other is NaN, the first of two zeros.
    FMinNum,
    /// C `fmax`, as compilers for x86-64 make it: the number if the other is NaN, the first of two zeros.
    FMaxNum,
}

/// A comparison of two values of one type; the result is one bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum CompareOp {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Unsigned less.
    Ult,
    /// Unsigned less or equal.
    Ule,
    /// Unsigned greater.
    Ugt,
    /// Unsigned greater or equal.
    Uge,
    /// Signed less.
    Slt,
    /// Signed less or equal.
    Sle,
    /// Signed greater.
    Sgt,
    /// Signed greater or equal.
    Sge,
    /// Ordered (no NaN) and equal.
    FOeq,
    /// Ordered and different.
    FOne,
    /// Ordered and less.
    FOlt,
    /// Ordered and less or equal.
    FOle,
    /// Ordered and greater.
    FOgt,
    /// Ordered and greater or equal.
    FOge,
    /// Neither is NaN.
    FOrd,
    /// Unordered (a NaN) or equal.
    FUeq,
    /// Unordered or different.
    FUne,
    /// Unordered or less.
    FUlt,
    /// Unordered or less or equal.
    FUle,
    /// Unordered or greater.
    FUgt,
    /// Unordered or greater or equal.
    FUge,
    /// At least one is NaN.
    FUno,
}

/// A change of type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ConvertOp {
    /// The low bits.
    Trunc,
    /// Zeros above.
    ZExt,
    /// Copies of the sign bit above.
    SExt,
    /// Float to signed integer toward zero. Out of range or NaN: what x86-64 gives (`cvttsd2si` in
    /// 32 bits up to i32, in 64 bits up to i64: the least value of that width, then truncated;
    /// for i128 the least i128).
    FToS,
    /// Float to unsigned integer toward zero. Out of range or NaN: what clang gives on x86-64
    /// (up to u32: the 64-bit signed conversion truncated; up to u64: `s | (t & (s >> 63))`, where
    /// `s` and `t` are the signed conversions of x and of x - 2^63, so that a negative number in
    /// the signed range wraps and everything else gives 2^63; above: all ones beyond the range,
    /// zero for NaN and negative numbers).
    FToU,
    /// Float to signed integer, saturating, NaN to zero (Java casts).
    FToSSat,
    /// Float to unsigned integer, saturating, NaN to zero.
    FToUSat,
    /// Signed integer to float, to nearest even.
    SToF,
    /// Unsigned integer to float, to nearest even.
    UToF,
    /// Between f32 and f64, to nearest even; a NaN stays a NaN.
    FToF,
    /// The same bits read as another type of the same width.
    BitCast,
}

/// Ties each variant of an operation to its name in the text IR, in one place.
macro_rules! names {
    ($type:ident { $($variant:ident => $name:literal),* $(,)? }) => {
        impl $type {
            /// Every operation of this family, in declaration order.
            pub const ALL: &[$type] = &[$($type::$variant),*];

            /// The name in the text IR.
            pub const fn mnemonic(self) -> &'static str {
                match self { $($type::$variant => $name),* }
            }

            /// The operation with this name, if there is one.
            pub fn from_mnemonic(name: &str) -> Option<$type> {
                match name { $($name => Some($type::$variant),)* _ => None }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.mnemonic())
            }
        }
    };
}

names!(UnaryOp {
    Not => "not",
    Neg => "neg",
    CountOnes => "countones",
    LeadingZeros => "leadingzeros",
    TrailingZeros => "trailingzeros",
    ByteSwap => "byteswap",
    BitReverse => "bitreverse",
    FNeg => "fneg",
    FAbs => "fabs",
    FSqrt => "fsqrt",
    FFloor => "ffloor",
    FCeil => "fceil",
    FTrunc => "ftrunc",
    FNearest => "fnearest",
    FRound => "fround",
});

names!(BinaryOp {
    Add => "add",
    Sub => "sub",
    Mul => "mul",
    UDiv => "udiv",
    SDiv => "sdiv",
    URem => "urem",
    SRem => "srem",
    And => "and",
    Or => "or",
    Xor => "xor",
    Shl => "shl",
    LShr => "lshr",
    AShr => "ashr",
    FAdd => "fadd",
    FSub => "fsub",
    FMul => "fmul",
    FDiv => "fdiv",
    FRem => "frem",
    FMin => "fmin",
    FMax => "fmax",
    FMinNum => "fminnum",
    FMaxNum => "fmaxnum",
});

names!(CompareOp {
    Eq => "eq",
    Ne => "ne",
    Ult => "ult",
    Ule => "ule",
    Ugt => "ugt",
    Uge => "uge",
    Slt => "slt",
    Sle => "sle",
    Sgt => "sgt",
    Sge => "sge",
    FOeq => "foeq",
    FOne => "fone",
    FOlt => "folt",
    FOle => "fole",
    FOgt => "fogt",
    FOge => "foge",
    FOrd => "ford",
    FUeq => "fueq",
    FUne => "fune",
    FUlt => "fult",
    FUle => "fule",
    FUgt => "fugt",
    FUge => "fuge",
    FUno => "funo",
});

names!(ConvertOp {
    Trunc => "trunc",
    ZExt => "zext",
    SExt => "sext",
    FToS => "ftos",
    FToU => "ftou",
    FToSSat => "ftossat",
    FToUSat => "ftousat",
    SToF => "stof",
    UToF => "utof",
    FToF => "ftof",
    BitCast => "bitcast",
});

impl UnaryOp {
    /// Whether the operand is a float.
    pub const fn is_float(self) -> bool {
        use UnaryOp::*;
        matches!(self, FNeg | FAbs | FSqrt | FFloor | FCeil | FTrunc | FNearest | FRound)
    }
}

impl BinaryOp {
    /// Whether the operands are floats.
    pub const fn is_float(self) -> bool {
        use BinaryOp::*;
        matches!(self, FAdd | FSub | FMul | FDiv | FRem | FMin | FMax | FMinNum | FMaxNum)
    }

    /// Whether the operands may change places without changing the result.
    pub const fn is_commutative(self) -> bool {
        use BinaryOp::*;
        matches!(self, Add | Mul | And | Or | Xor | FAdd | FMul | FMin | FMax)
    }
}

impl CompareOp {
    /// Whether the operands are floats.
    pub const fn is_float(self) -> bool {
        !matches!(self, CompareOp::Eq | CompareOp::Ne) && !self.is_unsigned() && !self.is_signed()
    }

    /// Whether this is an order of unsigned integers.
    pub const fn is_unsigned(self) -> bool {
        matches!(self, CompareOp::Ult | CompareOp::Ule | CompareOp::Ugt | CompareOp::Uge)
    }

    /// Whether this is an order of signed integers.
    pub const fn is_signed(self) -> bool {
        matches!(self, CompareOp::Slt | CompareOp::Sle | CompareOp::Sgt | CompareOp::Sge)
    }

    /// The comparison that holds exactly when this one does not.
    pub const fn negated(self) -> CompareOp {
        use CompareOp::*;
        match self {
            Eq => Ne,
            Ne => Eq,
            Ult => Uge,
            Ule => Ugt,
            Ugt => Ule,
            Uge => Ult,
            Slt => Sge,
            Sle => Sgt,
            Sgt => Sle,
            Sge => Slt,
            FOeq => FUne,
            FOne => FUeq,
            FOlt => FUge,
            FOle => FUgt,
            FOgt => FUle,
            FOge => FUlt,
            FOrd => FUno,
            FUeq => FOne,
            FUne => FOeq,
            FUlt => FOge,
            FUle => FOgt,
            FUgt => FOle,
            FUge => FOlt,
            FUno => FOrd,
        }
    }

    /// The comparison that says the same with its operands in the other order.
    pub const fn swapped(self) -> CompareOp {
        use CompareOp::*;
        match self {
            Ult => Ugt,
            Ule => Uge,
            Ugt => Ult,
            Uge => Ule,
            Slt => Sgt,
            Sle => Sge,
            Sgt => Slt,
            Sge => Sle,
            FOlt => FOgt,
            FOle => FOge,
            FOgt => FOlt,
            FOge => FOle,
            FUlt => FUgt,
            FUle => FUge,
            FUgt => FUlt,
            FUge => FUle,
            Eq | Ne | FOeq | FOne | FOrd | FUeq | FUne | FUno => self,
        }
    }
}
