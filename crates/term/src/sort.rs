//! The sorts of terms: bit-vectors, floats and byte arrays.

use std::fmt;

/// What kind of value a term stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// A bit-vector of 1 to 128 bits; booleans are one bit.
    Bits(u8),
    /// An IEEE binary32 number.
    F32,
    /// An IEEE binary64 number.
    F64,
    /// An array of `2^index_bits` bytes, indexed by a bit-vector of exactly that width (1 to 32), so
    /// that every index is in range and reads and writes are total, as in SMT-LIB.
    Bytes {
        /// The width of an index.
        index_bits: u8,
    },
}

impl Sort {
    /// The sort of conditions: a bit-vector of one bit.
    pub const BOOL: Sort = Sort::Bits(1);

    /// The number of bits of a scalar value; for an array, of one element.
    #[inline]
    pub const fn width(self) -> u8 {
        match self {
            Sort::Bits(width) => width,
            Sort::F32 => 32,
            Sort::F64 => 64,
            Sort::Bytes { .. } => 8,
        }
    }

    /// Whether this is one of the two float sorts.
    #[inline]
    pub const fn is_float(self) -> bool {
        matches!(self, Sort::F32 | Sort::F64)
    }

    /// Whether this is a bit-vector.
    #[inline]
    pub const fn is_bits(self) -> bool {
        matches!(self, Sort::Bits(_))
    }

    /// Whether this is a byte array.
    #[inline]
    pub const fn is_bytes(self) -> bool {
        matches!(self, Sort::Bytes { .. })
    }

    /// The ones that a raw value of this sort may have set.
    #[inline]
    pub const fn mask(self) -> u128 {
        mask(self.width())
    }

    /// Whether widths and index widths are within their limits.
    pub const fn is_valid(self) -> bool {
        match self {
            Sort::Bits(width) => 1 <= width && width <= 128,
            Sort::F32 | Sort::F64 => true,
            Sort::Bytes { index_bits } => 1 <= index_bits && index_bits <= 32,
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bits(width) => write!(f, "i{width}"),
            Sort::F32 => f.write_str("f32"),
            Sort::F64 => f.write_str("f64"),
            Sort::Bytes { index_bits } => write!(f, "bytes[2^{index_bits}]"),
        }
    }
}

/// The low `width` ones, for widths 1 to 128.
#[inline]
pub(crate) const fn mask(width: u8) -> u128 {
    u128::MAX >> (128 - width as u32)
}

/// The raw value of a `width`-bit vector read as a signed number.
#[inline]
pub(crate) const fn signed(width: u8, raw: u128) -> i128 {
    let shift = 128 - width as u32;
    ((raw << shift) as i128) >> shift
}
