//! The real compiler and llvm-cov judge the machine: output, counts, test vectors and traps.

mod broken;
#[path = "../shared/counted.rs"]
mod counted;
mod counts;
mod csmith;
#[path = "../shared/llvm_cov.rs"]
mod llvm_cov;
mod machine;
mod mutations;
mod room;
#[path = "../shared/tables.rs"]
mod tables;
mod vectors;
