//! A test before it is written down: an ordered list of typed statements.
//!
//! A scenario makes values, arrays and objects, sets fields and globals, gives a whole program its
//! arguments, standard input and files, answers what it asks of the world outside, and calls functions. What a `let` makes is an *input*: search
//! may change it and the concolic machine gives it a variable of its name. A literal written into a
//! `set` or a `call` is fixed.

pub mod statement;
pub mod text;

pub use statement::{Argument, Array, Place, Scenario, Statement, VarId};
