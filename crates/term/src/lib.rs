//! Symbolic expressions: build, simplify, evaluate, print, and how far a condition is from holding.

pub mod op;
