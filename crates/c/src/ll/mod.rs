//! Reading LLVM IR in its text form, as clang 19 writes it for C.
//!
//! A [`ast::Module`] borrows the text it was read from: names, strings and debug metadata
//! are slices of it. Debug metadata stays text until a node is asked for.

pub mod ast;
