//! Everything about C: clang's driver, a libc to run programs with, and tests written in C.

mod apart;
pub mod arrays;
mod characters;
pub mod clang;
mod culprits;
pub mod death;
pub mod environment;
pub mod fault;
pub mod judge;
pub mod libc;
mod output;
mod part;
pub mod prepare;
pub mod produce;
mod result;
pub mod run;
mod settle;
pub mod sources;
pub mod target;
mod teardown;
mod typed;
pub mod units;
mod variadic;
mod verify;
pub mod write;
