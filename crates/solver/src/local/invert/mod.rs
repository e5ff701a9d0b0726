//! What the operands of an operation may be so that it gives a certain value.

mod arithmetic;
mod array;
mod bits;
mod compare;
mod float;

pub(super) use array::select;
pub(super) use bits::bits;
pub(super) use compare::compare;
pub(super) use float::float;
