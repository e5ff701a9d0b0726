//! Everything about C: clang's output becomes a program, with a libc to run it.

mod apart;
pub mod arrays;
mod characters;
pub mod clang;
pub mod coverage;
pub mod error;
pub mod files;
pub mod judge;
pub mod libc;
pub mod ll;
pub mod lower;
pub mod prepare;
pub mod produce;
pub mod reasons;
pub mod references;
mod related;
pub mod run;
mod thread;
mod typed;
pub mod units;
pub mod write;
