//! The only thing that executes programs.
//!
//! A [`Machine`] holds a verified program and runs scenarios on it, each from the same starting state, in
//! one of three domains: concrete, graded (branch distances) or concolic (terms). Nothing it executes can
//! touch the host: there is no system call behind any instruction, and the environment is a set of
//! [`Models`].

mod classes;
mod code;
mod config;
mod core;
mod credit;
mod domain;
mod edit;
mod grow;
mod interpret;
mod jumps;
mod loader;
pub mod memory;
mod model;
mod output;
mod probe;
mod run;
mod streams;

pub use config::{Config, UNINITIALISED};
pub use loader::{Loaded, Loader};
pub use model::{
    CaseGrader, Context, Environment, Given, Grader, JUMPING, LEAVING, Listener, Model, Models,
    Stop, Value, argument,
};
pub use output::{Captured, Output, Stream};
pub use run::Machine;
