//! Reading LLVM IR in its text form, as clang 19 writes it for C.
//!
//! A [`ast::Module`] borrows the text it was read from: names, strings and debug metadata
//! are slices of it. Debug metadata stays text until a node is asked for.

pub mod ast;

mod attributes;
mod body;
mod calls;
mod constants;
mod cursor;
mod error;
mod float;
mod functions;
mod globals;
mod instructions;
mod memory;
mod metadata;
mod print;
mod reader;
mod scope;
mod types;

pub use error::ParseError;
pub use print::{print, print_function};
pub use reader::parse;
