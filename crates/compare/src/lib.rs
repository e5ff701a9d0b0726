//! Experiments: variants on subjects with seeds, the statistics of their results, and reports of them.
//!
//! A [`Plan`] says what is compared. [`conduct`] lets a [`Laboratory`] carry out the cells that are missing,
//! several at a time, and hands on each [`Record`] as soon as it is there: [`ledger`] has the form in which they are
//! kept, one on a line, so that work that was broken off goes on where it was. [`Figures`] are what is computed of
//! the records, and [`report`] has the table, the CSV and the plot that people read.
//!
//! The room knows nothing of programs and techniques: subjects and variants are names here.

pub mod experiment;
pub mod figures;
pub mod goals;
pub mod ledger;
pub mod record;
pub mod report;
pub mod searches;
pub mod statistics;

pub use experiment::{Cell, Done, Item, Laboratory, Missed, Plan, conduct};
pub use figures::{Figures, Questions};
pub use ledger::{BadLine, Ledger};
pub use record::{Axis, Identity, Measurement, Reached, Record, Searched, Settings};
