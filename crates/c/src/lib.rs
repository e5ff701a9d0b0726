//! Everything about C: clang's driver, a libc to run programs with, and tests written in C.

mod apart;
pub mod arrays;
mod characters;
pub mod clang;
pub mod environment;
pub mod fault;
pub mod judge;
pub mod libc;
pub mod prepare;
pub mod produce;
pub mod run;
mod typed;
pub mod units;
pub mod write;
