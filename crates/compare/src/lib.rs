//! Experiments: variants on subjects with seeds, the statistics of their results, and reports of them.
//!
//! A plan of `campaign` says what is compared, and its ledger keeps a [`Measurement`] of each run. [`Figures`] are what is
//! computed of them, and [`report`] has the table, the CSV and the plot that people read.
//!
//! The room knows nothing of programs and techniques: subjects and variants are names here.

pub mod figures;
pub mod goals;
pub mod record;
pub mod report;
pub mod searches;
pub mod statistics;

pub use figures::{Figures, Questions};
pub use record::{Axis, Ledger, Measurement, Reached, Record, Searched};
