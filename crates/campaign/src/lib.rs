//! Work in many cells: a plan, an append-only ledger of results, and carrying out what is missing.
//!
//! A [`Plan`] says which [`Cell`]s there are; each has an [`Identity`], by which its result is found again. A [`Ledger`] is
//! the file of results, one [`Record`] on a line. [`conduct()`] lets a [`Laboratory`] carry out the cells without a result,
//! several at a time, and keeps each result as soon as it is there: work that was stopped goes on where it was.
//!
//! The room knows nothing of programs, techniques and languages: subjects and variants are names here, and what a result
//! holds is the user's to say.

pub mod conduct;
pub mod ledger;
pub mod merge;
pub mod plan;
pub mod record;

pub use conduct::{Failed, Laboratory, Missing, NoResult, Progress, conduct};
pub use ledger::{Ledger, LedgerError, Store};
pub use merge::{MergeError, Merged, merge};
pub use plan::{Cell, Item, Plan};
pub use record::{Identity, Record, Settings};
