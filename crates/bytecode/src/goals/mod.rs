//! What is measured in a linked program: JaCoCo's lines and branches as goals, and its figures after runs.

mod probes;
mod units;

pub use probes::Probes;
pub use units::{unit, units};
