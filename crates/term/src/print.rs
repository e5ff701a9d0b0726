//! Terms as text: for people, and for other solvers.

mod infix;
mod sharing;
mod smtlib;

pub use infix::infix;
pub use smtlib::{Unprintable, smtlib, symbol};
