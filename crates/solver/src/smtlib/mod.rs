//! Scripts in SMT-LIB: the part of QF_ABVFP that the printer of terms writes, and what people add to it.

mod apply;
mod array;
mod build;
mod error;
mod float;
mod lexer;
mod literal;
mod model;
mod reader;
mod seed;
mod sort;
mod tree;
mod vector;

#[cfg(test)]
mod tests;

pub use build::Typed;
pub use error::ReadError;
pub use model::model;
pub use reader::{Command, Constant, Reader};
pub(crate) use seed::spelled;
pub use sort::SmtSort;
