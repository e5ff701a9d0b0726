//! LLVM IR as clang writes it becomes a program, and clang's coverage mapping its goals.

pub mod archive;
pub mod error;
pub mod ll;
pub mod lower;
pub mod mapping;
pub mod outline;
pub mod references;
pub mod related;
pub mod thread;
