//! The coverage structure: goals by criterion, what is covered, and the table a referee would print.
//!
//! A front-end describes its units ([`Unit`]): regions, branches and decisions, each tied to what a run
//! counts. [`Goals`] numbers everything that can be aimed at; [`Coverage`] is told of runs and knows what
//! is new; [`Structure`] knows what a run could still bring.

pub mod covered;
pub mod criterion;
pub mod exits;
pub mod goal;
pub mod row;
pub mod sites;
pub mod structure;
pub mod totals;
pub mod unit;
pub mod vectors;

pub use covered::Coverage;
pub use criterion::{Criteria, Criterion};
pub use goal::{Goal, GoalId, GoalKind, Goals, Shape, UnitId};
pub use row::{Row, Share};
pub use structure::{Map, Relevance, Structure};
pub use totals::Totals;
pub use unit::{Branch, CheckGoal, Count, DecisionGoal, Exit, Region, Source, Unit, checks};
pub use vectors::{NoPairRule, PairRule, Vector, Wanted};
