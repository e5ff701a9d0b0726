//! Symbolic expressions: build, simplify, evaluate, print, and how far a condition is from holding.

mod build;
pub mod fold;
mod node;
pub mod op;
mod order;
mod pool;
mod sort;
mod value;

pub use node::{Children, Node, TermId, VarId};
pub use op::{BinaryOp, CompareOp, ConvertOp, UnaryOp};
pub use pool::{Mark, Pool, SortClash};
pub use sort::Sort;
pub use value::Value;
