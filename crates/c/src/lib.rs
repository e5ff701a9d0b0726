//! Everything about C: clang's output becomes a program, with a libc to run it.

pub mod clang;
pub mod coverage;
pub mod error;
pub mod ll;
pub mod lower;
