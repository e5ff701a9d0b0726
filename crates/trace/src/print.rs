//! Traces as a person reads them.
//!
//! [`render`] puts the sections together that are asked for; each section is also there alone. Sections
//! end with a line feed, or are empty when there is nothing to tell.

mod events;
mod observed;
mod outcome;
mod path;
mod place;
mod sites;
mod table;

pub use events::events;
pub use observed::observations;
pub use outcome::outcome;
pub use path::{asked, inputs, notes, path};
pub use place::{place, point_text};
pub use sites::{Columns, sites};

use program::{Program, SiteTable};
use scenario::Scenario;
use term::Pool;

use crate::Trace;

/// What the ids in a trace refer to.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The program that was run.
    pub program: &'a Program,
    /// Its sites.
    pub sites: &'a SiteTable,
    /// The scenario that was run.
    pub scenario: &'a Scenario,
    /// The pool that the trace's terms live in.
    pub pool: &'a Pool,
}

/// Which sections are wanted beside the outcome and what was observed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// What happened, in order.
    pub events: bool,
    /// How often each outcome was taken.
    pub counts: bool,
    /// How near the run came to each outcome.
    pub distances: bool,
    /// The path condition and its notes.
    pub path: bool,
}

/// A trace: how the run ended, what was observed, and the sections asked for.
pub fn render(trace: &Trace, view: View<'_>, options: Options) -> String {
    let mut text = outcome(trace, view);
    text += &observations(trace, view);
    let plural = if trace.steps == 1 { "" } else { "s" };
    text += &format!("{} step{plural}\n", trace.steps);
    let mut section = |title: &str, body: String| {
        if !body.is_empty() {
            text += &format!("\n{title}\n{body}");
        }
    };
    if options.events {
        section("events", events(trace, view));
    }
    if options.counts || options.distances {
        let columns = Columns { counts: options.counts, distances: options.distances };
        section("sites", sites(trace, view, columns));
    }
    if options.path {
        section("inputs", inputs(trace, view));
        section("asked beyond the streams", asked(trace));
        let body = path(trace, view);
        section("path condition", if body.is_empty() { "  true\n".into() } else { body });
        section("notes", notes(trace, view));
    }
    text
}
