//! What happened in a run, line by line.

use program::{ConditionRef, DecisionId, FuncId, Program, Site, SiteKind};
use term::TermId;
use term::distance::Distance;

use super::View;
use super::place::{function_name, kind_name, outcome_name, place, point_text, span_text};
use super::table::{Table, shortened};
use crate::{Event, Trace};

/// Instructions are cut to this width.
const WIDTH: usize = 44;
/// Terms are cut to this width; the path condition has them in full.
const TERM_WIDTH: usize = 120;
/// Calls deeper than this are not indented further.
const DEEPEST: usize = 20;

/// The events in order, indented by open calls: place, instruction, which way it went, how far the
/// other way was, and what held of the inputs. A condition that its branch has just told is not told
/// again.
pub fn events(trace: &Trace, view: View<'_>) -> String {
    let mut table = Table::default();
    let mut depth = 0;
    let mut told = None;
    for event in &trace.events {
        let before = told.take();
        match *event {
            Event::Enter { function, depth: open } => {
                depth = open as usize;
                let indent = indent(depth.saturating_sub(1));
                table.plain(format!("{indent}enter {}", function_name(view.program, function)));
            }
            Event::Leave { function, depth: open } => {
                depth = (open as usize).saturating_sub(1);
                let indent = indent(depth);
                table.plain(format!("{indent}leave {}", function_name(view.program, function)));
            }
            Event::Branch { site, outcome, distance, term } => {
                let Site { point, condition, .. } = *view.sites.site(site);
                told = condition.map(|condition| (point.function, condition));
                table.row(vec![
                    format!("{}{}", indent(depth), place(view.program, point)),
                    shortened(&point_text(view.program, point), WIDTH),
                    outcome_name(view, site, outcome),
                    other_way(distance),
                    held(view, term),
                ]);
            }
            Event::Check { point, kind, passed, distance, term, .. } => {
                let verdict = if passed { "passed" } else { "failed" };
                table.row(vec![
                    format!("{}{}", indent(depth), place(view.program, point)),
                    shortened(&point_text(view.program, point), WIDTH),
                    format!("{} {verdict}", kind_name(SiteKind::Check(kind))),
                    other_way(distance),
                    held(view, term),
                ]);
            }
            Event::Condition { function, condition, .. }
                if before == Some((function, condition)) => {}
            Event::Condition { function, condition, value, .. } => table.row(vec![
                format!("{}{}", indent(depth), condition_place(view.program, function, condition)),
                format!("condition d{}.c{}", condition.decision.0, condition.index),
                value.to_string(),
            ]),
            Event::Decision { function, decision, value, .. } => table.row(vec![
                format!("{}{}", indent(depth), decision_place(view.program, function, decision)),
                format!("decision d{}", decision.0),
                value.to_string(),
            ]),
        }
    }
    table.render("  ")
}

fn indent(depth: usize) -> String {
    "  ".repeat(depth.min(DEEPEST))
}

fn other_way(distance: Option<Distance>) -> String {
    distance.map_or_else(String::new, |distance| format!("other way at {distance}"))
}

fn held(view: View<'_>, term: Option<TermId>) -> String {
    term.map_or_else(String::new, |term| {
        shortened(&term::print::infix(view.pool, term), TERM_WIDTH)
    })
}

fn condition_place(program: &Program, function: FuncId, condition: ConditionRef) -> String {
    let found = program
        .functions
        .get(function)
        .and_then(|function| function.decisions.get(condition.decision))
        .and_then(|decision| decision.conditions.get(condition.index as usize))
        .and_then(|condition| condition.span);
    found.map_or_else(|| "-".into(), |span| span_text(program, span))
}

fn decision_place(program: &Program, function: FuncId, decision: DecisionId) -> String {
    let found = program
        .functions
        .get(function)
        .and_then(|function| function.decisions.get(decision))
        .and_then(|decision| decision.span);
    found.map_or_else(|| "-".into(), |span| span_text(program, span))
}
