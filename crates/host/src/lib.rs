//! The machine that Ferret runs on: scratch folders, and child processes with limits on time, memory and output.
//!
//! A [`Process`] is a command line with all that it is started with; [`Limits`] say how far it may go; what it left
//! behind is [`Ended`]. A [`Scratch`] folder is where its files are. Both languages start compilers and the code under
//! test through here, and no other room starts a process.

mod capture;
mod privileges;
mod process;
mod scratch;

pub use capture::Captured;
pub use process::{Ended, Limits, Process};
pub use scratch::Scratch;
