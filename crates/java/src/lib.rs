//! Everything about Java: class files and the JDK's own library become a program that the machine runs.
//!
//! [`run`] is where to start reading: from a class path to a machine that runs it.

pub mod api;
pub mod boot;
pub mod build_tool;
pub mod classes;
pub mod confirm;
pub mod existing;
pub mod group;
pub mod list;
pub mod natives;
mod part;
pub mod project;
pub mod referee;
mod result;
pub mod run;
mod settle;
pub mod surroundings;
pub mod target;
mod warm;
pub mod write;
