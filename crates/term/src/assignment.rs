//! Values for variables, dense by variable.

use crate::node::VarId;
use crate::sort::Sort;
use crate::value::Value;

/// A value for each variable of a pool; a variable without one is zero.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Assignment {
    /// The low 64 bits of scalars.
    low: Vec<u64>,
    /// The high 64 bits; kept only as far as some value needs it.
    high: Vec<u64>,
    /// The elements of arrays, zeros beyond.
    arrays: Vec<Vec<u8>>,
}

impl Assignment {
    /// All variables zero.
    pub fn new() -> Assignment {
        Assignment::default()
    }

    /// The raw bits of a scalar variable.
    #[inline]
    pub fn raw(&self, var: VarId) -> u128 {
        let high = self.high.get(var.index()).copied().unwrap_or(0);
        u128::from(high) << 64 | u128::from(self.low(var))
    }

    /// The low 64 bits of a scalar variable.
    #[inline]
    pub fn low(&self, var: VarId) -> u64 {
        self.low.get(var.index()).copied().unwrap_or(0)
    }

    /// The elements of an array variable; those beyond are zero.
    #[inline]
    pub fn bytes(&self, var: VarId) -> &[u8] {
        self.arrays.get(var.index()).map_or(&[], Vec::as_slice)
    }

    /// The value of a variable of this sort.
    pub fn value(&self, var: VarId, sort: Sort) -> Value {
        match sort {
            Sort::Bytes { index_bits } => Value::of_bytes(index_bits, self.bytes(var)),
            scalar => Value::of_raw(scalar, self.raw(var)),
        }
    }

    /// Sets a scalar variable to raw bits, which must fit its sort.
    #[inline]
    pub fn set(&mut self, var: VarId, raw: u128) {
        *grown(&mut self.low, var) = raw as u64;
        let high = (raw >> 64) as u64;
        if high != 0 || var.index() < self.high.len() {
            *grown(&mut self.high, var) = high;
        }
    }

    /// Sets an array variable to these elements, followed by zeros.
    pub fn set_bytes(&mut self, var: VarId, bytes: &[u8]) {
        let array = grown(&mut self.arrays, var);
        array.clear();
        array.extend_from_slice(bytes);
    }

    /// Sets a variable to a value of its sort.
    pub fn set_value(&mut self, var: VarId, value: &Value) {
        match value {
            Value::Bytes { prefix, .. } => self.set_bytes(var, prefix),
            scalar => self.set(var, scalar.raw().unwrap_or(0)),
        }
    }

    /// Makes all variables zero again and keeps the memory.
    pub fn clear(&mut self) {
        self.low.clear();
        self.high.clear();
        self.arrays.iter_mut().for_each(Vec::clear);
    }
}

#[inline]
fn grown<T: Default>(values: &mut Vec<T>, var: VarId) -> &mut T {
    if values.len() <= var.index() {
        values.resize_with(var.index() + 1, T::default);
    }
    &mut values[var.index()]
}
