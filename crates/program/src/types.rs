//! The types of registers, and how their values lie in memory.
//!
//! The data layout is fixed: little-endian, 64-bit pointers, natural alignment (i128 at 16). Both
//! languages we read use it on the machines we run on.

use term::Sort;

/// The type of a register or of a memory access.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Type {
    /// An integer of 1–64 or of 128 bits; one bit is a boolean.
    Int(u8),
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
    /// An address, of an object of C or of a managed one.
    Ptr,
}

impl Type {
    /// One bit.
    pub const BOOL: Type = Type::Int(1);
    /// 8 bits.
    pub const I8: Type = Type::Int(8);
    /// 16 bits.
    pub const I16: Type = Type::Int(16);
    /// 32 bits.
    pub const I32: Type = Type::Int(32);
    /// 64 bits.
    pub const I64: Type = Type::Int(64);
    /// 128 bits.
    pub const I128: Type = Type::Int(128);

    /// How many bits a value has.
    #[inline]
    pub const fn bits(self) -> u8 {
        match self {
            Type::Int(bits) => bits,
            Type::F32 => 32,
            Type::F64 | Type::Ptr => 64,
        }
    }

    /// How many bytes it takes in memory: the bits rounded up to 1, 2, 4, 8 or 16 bytes.
    #[inline]
    pub fn bytes(self) -> u32 {
        u32::from(self.bits()).div_ceil(8).next_power_of_two()
    }

    /// Whether it is `f32` or `f64`.
    #[inline]
    pub fn is_float(self) -> bool {
        matches!(self, Type::F32 | Type::F64)
    }

    /// Whether it is an integer.
    pub fn is_int(self) -> bool {
        matches!(self, Type::Int(_))
    }

    /// The sort of terms that stand for values of this type.
    #[inline]
    pub fn sort(self) -> Sort {
        match self {
            Type::Int(bits) => Sort::Bits(bits),
            Type::F32 => Sort::F32,
            Type::F64 => Sort::F64,
            Type::Ptr => Sort::Bits(64),
        }
    }

    /// The bits that a value of this type may have set.
    #[inline]
    pub fn mask(self) -> u128 {
        u128::MAX >> (128 - u32::from(self.bits()))
    }
}

impl std::fmt::Display for Type {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Type::Int(bits) => write!(f, "i{bits}"),
            Type::F32 => f.write_str("f32"),
            Type::F64 => f.write_str("f64"),
            Type::Ptr => f.write_str("ptr"),
        }
    }
}
