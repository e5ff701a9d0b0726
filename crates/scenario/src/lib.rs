//! A test before it is written down: an ordered list of typed statements.
//!
//! A scenario makes values, arrays and objects, sets fields and globals, gives a whole program its
//! arguments, standard input and files, answers what it asks of the environment, and calls functions.
//! What a `let` makes is an *input*: search may change it and the concolic machine gives it a variable
//! of its name. A literal written into a `set` or a `call` is fixed. What is made may say which type of
//! the program's catalogue it has, so that whoever changes it or writes it down knows what it is.

mod expand;
pub mod make;
pub mod statement;
pub mod text;
mod uses;

pub use statement::{Argument, Array, Extent, Object, Place, Scenario, Statement, VarId};
