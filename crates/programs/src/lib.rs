//! Whole programs in C and Java: a corpus of inputs, scripts that replay it natively, and suites as other tools have them.

mod answers;
mod corpus;
mod fuzz;
mod hash;
pub mod java;
mod native;
mod options;
mod output;
mod script;
mod seeds;
mod settle;
mod target;
mod test_comp;
mod words;

pub use options::Options;
pub use seeds::read as seeds;
pub use target::WholeProgram;
pub use words::split as words;
