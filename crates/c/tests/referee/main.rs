//! The real compiler and llvm-cov judge the machine: output, counts, test vectors and traps.

mod counts;
mod csmith;
mod llvm;
mod machine;
mod room;
mod tables;
