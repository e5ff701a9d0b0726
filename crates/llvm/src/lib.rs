//! LLVM IR as clang writes it becomes a program, and clang's coverage mapping its goals.
//!
//! [`ll`] reads the text of modules, [`mapping`] the coverage mapping, and [`lower`] makes one program of both. The crate
//! knows neither clang's command line nor the C library: what it has to know of them by name is given to it.

pub mod archive;
pub mod error;
pub mod ll;
pub mod lower;
pub mod mapping;
pub mod outline;
pub mod references;
pub mod related;
pub mod thread;
