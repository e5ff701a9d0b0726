//! Mutants: the program with one small mistake. A suite that does not notice the mistake has a gap.
//!
//! A [`Mutant`] is an edit of the IR with a place in the source and the operator that made it. [`mutants`] makes
//! those of some functions: the operators of PIT's default and stronger groups, and what tools for C add to them
//! (constants, removed stores).

mod make;
mod mutant;
mod words;

pub use make::{Rules, mutants};
pub use mutant::{Mutant, MutantId, Operator};
