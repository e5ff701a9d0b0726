//! Everything about Java: class files and the JDK's own library become a program that the machine runs.
//!
//! [`world`] links class files into a program, class by class, as they are needed.

pub mod api;
pub mod boot;
pub mod build_tool;
pub mod classes;
pub mod confirm;
pub mod dynamic;
pub mod existing;
pub mod goals;
pub mod group;
pub mod list;
pub mod lower;
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
pub mod world;
pub mod write;
