//! Techniques on small programs: what they cover, find and prove within so many executions.

mod colony;
mod common;
mod dse;
mod random;
mod search;
mod turns;
