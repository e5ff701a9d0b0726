//! The real compiler and llvm-cov judge the machine: output, counts, test vectors and traps.

mod broken;
mod counts;
mod csmith;
mod llvm;
mod machine;
mod mutations;
mod room;
mod tables;
