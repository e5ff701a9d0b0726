//! Techniques on small programs: what they cover, find and prove within so many executions.

mod common;
mod dse;
mod evolution;
mod random;
mod search;
mod turns;
