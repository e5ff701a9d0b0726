//! Concrete values, as a person writes them.

use std::fmt;

use crate::sort::{Sort, mask, signed};

/// A concrete value of some sort; floats compare and hash by their bits.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// A bit-vector, its unused high bits zero.
    Bits {
        /// Number of bits.
        width: u8,
        /// The bits, as an unsigned number.
        raw: u128,
    },
    /// The bits of an f32.
    F32(u32),
    /// The bits of an f64.
    F64(u64),
    /// A byte array; elements beyond the stored ones are zero, and the last stored one is not.
    Bytes {
        /// The width of an index.
        index_bits: u8,
        /// The elements up to the last that is not zero.
        prefix: Vec<u8>,
    },
}

impl Value {
    /// The scalar of this sort with these raw bits; bits beyond the sort's width are dropped. An
    /// array sort gives the array of zeros.
    pub fn of_raw(sort: Sort, raw: u128) -> Value {
        match sort {
            Sort::Bits(width) => Value::Bits { width, raw: raw & mask(width) },
            Sort::F32 => Value::F32(raw as u32),
            Sort::F64 => Value::F64(raw as u64),
            Sort::Bytes { index_bits } => Value::Bytes { index_bits, prefix: Vec::new() },
        }
    }

    /// The array of this index width that begins with these bytes; what does not fit is dropped.
    pub fn of_bytes(index_bits: u8, bytes: &[u8]) -> Value {
        Value::Bytes { index_bits, prefix: canonical_prefix(index_bits, bytes).to_vec() }
    }

    /// The sort of this value.
    pub fn sort(&self) -> Sort {
        match *self {
            Value::Bits { width, .. } => Sort::Bits(width),
            Value::F32(_) => Sort::F32,
            Value::F64(_) => Sort::F64,
            Value::Bytes { index_bits, .. } => Sort::Bytes { index_bits },
        }
    }

    /// The raw bits of a scalar; none for an array.
    pub fn raw(&self) -> Option<u128> {
        match *self {
            Value::Bits { raw, .. } => Some(raw),
            Value::F32(bits) => Some(bits.into()),
            Value::F64(bits) => Some(bits.into()),
            Value::Bytes { .. } => None,
        }
    }
}

/// `bytes` cut to the array's size and without trailing zeros: the one form an array constant has.
pub(crate) fn canonical_prefix(index_bits: u8, bytes: &[u8]) -> &[u8] {
    let size = 1u64 << index_bits;
    let bytes = &bytes[..bytes.len().min(usize::try_from(size).unwrap_or(usize::MAX))];
    let used = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    &bytes[..used]
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bits { width: 1, raw } => write!(f, "{}", *raw != 0),
            Value::Bits { width, raw } => write!(f, "{}", signed(*width, *raw)),
            Value::F32(bits) => write!(f, "{:?}", f32::from_bits(*bits)),
            Value::F64(bits) => write!(f, "{:?}", f64::from_bits(*bits)),
            Value::Bytes { prefix, .. } => write!(f, "\"{}\"", prefix.escape_ascii()),
        }
    }
}
