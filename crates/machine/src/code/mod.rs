//! Programs in the form the interpreter executes: one row of operations and the tables beside it.

mod compile;
mod control;
mod forms;
mod moves;
mod op;
mod shortcuts;
mod table;

pub(crate) use compile::{Compiler, compile, slot_of};
pub(crate) use op::{NO_SLOT, Op, Slot};
pub(crate) use shortcuts::Then;
pub(crate) use table::{BranchInfo, Code, Edited, General, SelectInfo, Source};
