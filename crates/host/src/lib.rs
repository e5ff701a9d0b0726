//! The machine that Ferret runs on: scratch folders, and child processes with limits on time, memory and output.
//!
//! A [`Process`] is a command line with all that it is started with; [`Limits`] say how far it may go; what it left
//! behind is [`Ended`]. A [`Companion`] is one that is talked to while it runs. A [`Scratch`] folder is where files are.
//! Both languages start compilers and the code under test through here, and no other room starts a process.

mod capture;
mod columns;
mod companion;
mod confinement;
mod family;
mod memory;
mod plain;
mod privileges;
mod process;
mod reach;
mod scratch;
mod shell;

pub use capture::Captured;
pub use columns::columns;
pub use companion::{Companion, Departed, Heard};
pub use confinement::Confinement;
pub use family::kill_children;
pub use memory::memory;
pub use plain::plain;
pub use process::{Ended, Limits, Process};
pub use reach::Reach;
pub use scratch::Scratch;
pub use shell::shell_word;
