//! The seam between source languages and everything above them.
//!
//! A [`Language`] finds the units of a target and prepares one; a [`Prepared`] unit produces a suite; [`Settle`]
//! writes it, compiles it, runs it for real, drops what fails and measures what is left. [`test()`] and [`test_all`]
//! are the whole way in one call.

pub mod checked;
mod convert;
mod corpus;
mod error;
mod focus;
mod folder;
mod goals;
mod lines;
mod mutants;
mod near;
pub mod pattern;
mod run;
mod seam;
mod shelf;
mod verified;

pub use convert::{coverage, effort, settings};
pub use corpus::{Corpus, KeptTest};
pub use error::{Error, Unready};
pub use focus::Focus;
pub use folder::{Folder, relative};
pub use goals::{Known, aside, covered_by, goals, numbers, wish};
pub use lines::{Listing, Reached};
pub use mutants::Mutants;
pub use near::{Near, OpenBranches};
pub use run::{Silent, Watcher, test, test_all};
pub use seam::{Found, Language, Prepared, Recipe, Settle, Settled, fingerprint};
pub use shelf::Shelf;
pub use verified::{Broken, BrokenKind, Verified};
