//! The result model: what came of making tests, as plain data with a version, and its renderers.
//!
//! A [`Report`] holds all facts as values; nothing has to read a sentence to learn one. Renderers turn it into
//! what people and programs read: [`terminal`] into tables and lists, [`json`] into the format that
//! `docs/report.schema.json` describes, [`html`] into pages for a browser, [`sarif`] and [`markdown`] into what code hosts show,
//! [`lcov`], [`cobertura`], [`jacoco_xml`] and [`llvm_json`] into what coverage tools read, [`junit_xml`] into what build servers
//! show of test runs.

pub mod cobertura;
mod coverage;
mod curve;
mod decision;
pub mod explain;
pub mod files;
mod finding;
mod goal;
pub mod grouped;
pub mod html;
pub mod jacoco_xml;
pub mod json;
pub mod junit_xml;
pub mod lcov;
mod left_out;
pub mod llvm_json;
pub mod locate;
pub mod markdown;
mod mutation;
mod observed;
mod place;
mod relative;
#[cfg(test)]
mod sample;
pub mod sarif;
mod settings;
mod source;
mod stack;
pub mod terminal;
mod test;
mod unit;
mod xml;

pub use coverage::{Coverage, Share};
pub use curve::Step;
pub use decision::{Condition, Decision, Evaluation};
pub use finding::{Finding, FindingKind, NonNull};
pub use goal::{Goal, Verdict};
pub use left_out::{
    Flaky, LeftOut, LeftOutKind, Note, NoteKind, Skipped, SkippedKind, Untested, UntestedKind,
};
pub use mutation::{Mutation, Survival, Survivor};
pub use observed::{Exception, ExistingTests, Exits, FailedTest, OtherDecision, SourceDecisions};
pub use place::Place;
pub use settings::{Settings, Vocabulary};
pub use source::{Asked, Branch, Class, Function, Line, LineState, Nearest, Source};
pub use stack::{Frame, Stack};
pub use test::{Test, TestFile, TestFileKind};
pub use unit::{Arm, Effort, Layer, Member, Report, Solver, Unit};

/// The version of the model. It changes when a field changes its meaning or goes away, not when one is added.
pub const VERSION: u32 = 1;
