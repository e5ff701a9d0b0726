//! JUnit tests as text: what tests of a class may call, and how scenarios of such calls are written down.
//!
//! [`api`] is the catalogue of what tests may call, read from class files; [`mod@write`] makes Java of scenarios over it. Neither
//! knows how scenarios are found, nor who compiles what is written.

pub mod api;
pub mod write;
