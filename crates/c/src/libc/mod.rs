//! The C library that programs run with.
//!
//! Functions that loop or call back are written in C (`crates/c/libc`), compiled by the same clang as the
//! program and linked to it, so that every condition on an input is met on the way and symbolic bytes
//! pass through. Below them lie a few primitives in Rust: memory, output, what the run was given,
//! floating-point text, and the mathematical functions. What only the environment knows, such as a random
//! number or whether `malloc` fails, is asked of the scenario ([`QUESTIONS`]).

mod errors;
mod format;
mod grades;
mod jumps;
mod math;
mod parse;
mod primitives;
mod questions;
mod sources;

pub use format::{Field, format_double};
pub use machine::{Captured, Output, Stream};
pub use parse::{parse_double, parse_float};
pub(crate) use questions::text;
pub use questions::{QUESTIONS, Question, answer_type};
pub(crate) use sources::compile;
pub use sources::{FOLDER, Library};

use machine::Models;
use std::sync::Arc;

/// The models that the library rests on; what a program prints goes to `output`.
pub fn models(output: Arc<dyn Output>) -> Models {
    models_that_ask(output, &|_| true)
}

/// The same, but only those [`QUESTIONS`] are asked that `is_asked` accepts; of the others the library takes the default.
pub fn models_that_ask(output: Arc<dyn Output>, is_asked: &dyn Fn(&str) -> bool) -> Models {
    let mut models = Models::none();
    primitives::add(&mut models, output);
    questions::add(&mut models, is_asked);
    grades::add(&mut models);
    math::add(&mut models);
    jumps::add(&mut models);
    models
}
