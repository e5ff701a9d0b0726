//! Symbolic expressions: build, simplify, evaluate, print, and how far a condition is from holding.
//!
//! A [`Pool`] holds terms, each once; its constructors simplify. [`op`] lists the operations and [`fold`] says what each
//! means on values; nothing else does. [`distance`] measures how far a condition is from true and from false.

mod assignment;
mod build;
mod compiled;
mod copy;
pub mod distance;
mod evaluate;
pub mod fold;
mod node;
pub mod op;
mod order;
mod pool;
pub mod print;
pub mod slice;
mod sort;
mod value;
mod variables;
mod walk;

pub use assignment::Assignment;
pub use compiled::{Compiled, Scratch};
pub use copy::Copier;
pub use distance::{CompiledDistance, Distance, Fitness, Grade};
pub use evaluate::evaluate;
pub use node::{Children, Node, TermId, VarId};
pub use op::{BinaryOp, CompareOp, ConvertOp, UnaryOp};
pub use pool::{Mark, Pool, SortClash};
pub use sort::Sort;
pub use value::Value;
pub use variables::{VarSet, free_variables};
pub use walk::postorder;
