//! What is about Java the language and its people: what tests may call, how they are written, and who judges them.
//!
//! A [`project`] is a class with those inside it. [`api`] is the catalogue of what its tests may call and [`mod@write`]
//! makes text of them, both of the crate `junit`; [`referee`] compiles and runs that text. Class files become a program in the crate `bytecode`,
//! which runs in the crate `jvm`.

pub mod build_tool;
pub mod classes;
pub mod confirm;
mod documented;
pub mod existing;
pub mod group;
pub mod lines;
mod part;
pub mod project;
mod reach;
pub mod referee;
mod result;
mod settle;
mod show;
mod symbols;
pub mod target;
mod verify;

pub use junit::{api, write};
