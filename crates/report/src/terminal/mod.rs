//! What a person reads on a terminal: tables of coverage, and lists of what is not covered, not kept or looks wrong.

mod common;
mod members;
mod units;

pub use units::unit_line;

use crate::Report;

/// The whole report as text; `out` is the folder that tests went to.
pub fn print(report: &Report, out: &str) -> String {
    match report.vocabulary.by_member {
        true => members::print(report),
        false => units::print(report, out),
    }
}
