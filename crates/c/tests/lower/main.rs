//! From C text to programs: what the lowering makes, that it runs as the compiled program does, and
//! that its counts are those of llvm-cov.

mod counts;
mod csmith;
mod goals;
mod native;
mod shapes;
mod support;
mod unsupported;
