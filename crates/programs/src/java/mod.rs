//! Whole Java programs: a run begins with a class of our own, compiled for the program, whose method takes all that the
//! program is given and calls `main`.

mod entry;
mod native;
mod options;
mod product;
mod program;
mod script;
mod settle;
mod target;
mod uncaught;

pub use options::JavaOptions;
pub use program::{JavaProgram, Main};
pub use target::JavaTarget;
