//! From scenarios to a suite worth keeping: fewer tests, smaller ones, what they assert, what they are called.

pub mod assemble;
mod bytes;
mod check;
pub mod checks;
pub mod choose;
mod compare;
mod finder;
pub mod footprint;
pub mod keep;
pub mod kill;
pub mod layout;
pub mod mark;
pub mod minimise;
pub mod names;
mod naming;
pub mod plain;
pub mod reduce;
pub mod rehearsal;
pub mod rename;
pub mod split;
pub mod test;
mod union;
pub mod words;

pub use assemble::{Draft, Left, Plan, assemble};
pub use checks::{Check, Expected, Target};
pub use footprint::Footprint;
pub use keep::{Before, Beginning};
pub use layout::Step;
pub use minimise::minimise;
pub use names::{Subject, names};
pub use plain::{Number, Usual, plain};
pub use reduce::reduce;
pub use rehearsal::{Known, Rehearsal, Sight};
pub use split::split;
pub use test::Test;
