//! The only thing that executes programs.

pub mod memory;
