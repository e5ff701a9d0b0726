//! The conductor: budget, techniques, and the loop over units and goals.
//!
//! A [`Subject`] is what there is to test; [`generate`] lets a [`Technique`] make scenarios for it until all
//! goals are covered or the [`Budget`] is spent, and gives the scenarios that first covered a goal, and
//! those in which the program did what it must not do.
//!
//! Work goes out in batches of tasks. A task depends on nothing but its own seed and on what was known
//! before its batch, and batches are merged in the order of their tasks: so the result is the same for any
//! number of threads, as long as executions and not time limit the work.

pub mod adaptive;
mod approached;
pub mod archive;
pub mod auto;
pub mod batch;
pub mod budget;
pub mod clock;
mod curve;
pub mod dse;
pub mod evolution;
pub mod mutant_search;
pub mod random;
pub mod search;
mod side_by_side;
pub mod stubs;
pub mod subject;
pub mod tardis;
pub mod technique;

pub use adaptive::Adaptive;
pub use approached::Approached;
pub use archive::{Archive, Endless, Finding, Kept};
pub use auto::Auto;
pub use budget::Budget;
pub use clock::{Clock, Stop};
pub use curve::Step;
pub use dse::Dse;
pub use evolution::{Evolution, Individuals};
pub use mutant_search::{Ground, MutantsFound, kill_mutants};
pub use random::Random;
pub use search::{Algorithm, Search, Searched};
pub use subject::{Subject, Unit};
pub use tardis::Tardis;
pub use technique::{
    Answers, Generated, Progress, Session, Settings, Share, Start, Statistics, Technique, generate,
    generate_from,
};
