//! Local and genetic search for inputs that cover a goal.
//!
//! A [`Target`] says where a goal is covered. A fitness function tells from a graded run how far it was from
//! there ([`fitness`]): by the branches it went wrong at, or by all conditions that lie ahead ([`path`]).
//! The algorithms ([`algorithm`]) change the inputs of a scenario ([`Genes`]) until nothing is left of it. Those
//! that aim at everything at once ([`evolution`]) evolve sequences of calls, alone or as suites.

pub mod algorithm;
pub mod evolution;
pub mod exits;
pub mod fitness;
pub mod genes;
pub mod path;
pub mod target;
pub mod terrain;

pub use genes::{Domain, Gene, Genes};
pub use target::{End, Target};
pub use terrain::Terrain;
