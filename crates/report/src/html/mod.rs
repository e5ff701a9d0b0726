//! The report as pages for a browser: an overview, and a page for each unit with its source, tests and findings.
//!
//! Pages need nothing from outside of their folder. They are made of the report and of the texts of sources and tests,
//! which [`Texts`] gives; the same report and texts give the same bytes. Without scripts everything can still be read;
//! the script adds filters and what a click on a line tells.

mod curve;
mod decisions;
mod details;
mod effort;
mod facts;
mod findings;
mod left_out;
mod marks;
mod markup;
mod members;
mod meter;
mod mutants;
mod names;
mod open;
mod overview;
mod page;
mod snippet;
mod source;
mod tests_list;
mod tint;
mod unit;
mod units;
mod why;
mod words;

use crate::Report;
pub(crate) use marks::condition_text;
pub use page::is_ours;

/// Where the texts of sources and tests come from.
pub trait Texts {
    /// The text of a source file, by its path as [`crate::locate::source_path`] tells it.
    fn source(&self, path: &str) -> Option<String>;

    /// The text of a file of a unit's output folder, by its path there.
    fn test(&self, unit: &str, path: &str) -> Option<String>;
}

/// A file of the report's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Its path below the folder.
    pub path: String,
    /// What is in it.
    pub text: String,
}

/// All files of the report's folder, each made when it is asked for; the overview is `index.html`.
pub fn pages<'r>(report: &'r Report, texts: &'r dyn Texts) -> impl Iterator<Item = Page> + 'r {
    let paths = names::paths(&report.units);
    let index = Page { path: "index.html".to_owned(), text: overview::overview(report, &paths) };
    let shared = [page::STYLE, page::SCRIPT]
        .map(|(path, text)| Page { path: path.to_owned(), text: text.to_owned() });
    let names = Page { path: units::NAMES.to_owned(), text: units::names(report) };
    let units = report.units.iter().zip(paths);
    let units = units.map(|(unit, path)| Page { path, text: unit::page(report, unit, texts) });
    [index, names].into_iter().chain(shared).chain(units)
}

#[cfg(test)]
mod tests;
