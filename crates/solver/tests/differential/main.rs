//! The solver and Z3 on random queries over all operations and widths: they never disagree.
//!
//! With the feature `z3` both are asked in this process. Without it, Z3 reads what the printer writes,
//! in a process of its own, if `FERRET_Z3` names its binary; `make test` sees to that.

#[path = "../../../term/tests/common/mod.rs"]
mod garden;
#[cfg(feature = "z3")]
mod in_process;
mod queries;
#[cfg(not(feature = "z3"))]
mod through_text;
