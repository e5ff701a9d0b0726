//! Everything about C: clang's driver, a libc to run programs with, and tests written in C.

mod apart;
pub mod arrays;
mod beside;
mod characters;
pub mod clang;
mod companions;
mod constants;
mod culprits;
pub mod death;
pub mod environment;
pub mod fault;
mod generated;
pub mod judge;
pub mod libc;
mod lines;
mod markers;
pub mod objects;
mod output;
mod part;
pub mod prepare;
pub mod produce;
pub mod program;
mod result;
pub mod run;
mod settle;
pub mod sources;
pub mod target;
mod teardown;
mod typed;
mod uninitialised;
pub mod units;
mod variadic;
mod verify;
pub mod write;

pub use uninitialised::Uninitialised;
