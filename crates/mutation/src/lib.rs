//! Mutants: the program with one small mistake. A suite that does not notice the mistake has a gap.
//!
//! A [`Mutant`] is an edit of the IR with a place in the source and the operator that made it. [`mutants`] makes
//! those of some functions: the operators of PIT's default and stronger groups, and what tools for C add to them
//! (relations, connectors, constants, array indices, deleted statements). Where it can be told, a mutant says under
//! which condition its mistake makes a difference ([`Infection`]).

mod arithmetic;
mod assigned;
mod conditions;
mod effects;
mod exchange;
mod make;
mod mutant;
mod place;
mod results;
mod rules;
mod words;

pub use make::mutants;
pub use mutant::{Infection, Mutant, MutantId, Operator};
pub use rules::{Empty, Making, Returned, Rules};
