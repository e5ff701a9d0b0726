//! The path condition and what a reader of it has to know.

use program::Type;
use scenario::Statement;
use scenario::text::value;
use term::Value;

use super::View;
use super::place::{kind_name, outcome_name, place_in};
use super::table::Table;
use crate::{Asked, Clause, Input, Note, Origin, Part, Source, Trace};

/// How many inputs are listed.
const MOST_INPUTS: usize = 40;

/// How many answers to a question are listed.
const MOST_ANSWERS: usize = 8;

/// The clauses in order, numbered from 1, each with where it came from.
pub fn path(trace: &Trace, view: View<'_>) -> String {
    let mut table = Table::with_numbers(&[0]);
    for (index, clause) in trace.path.iter().enumerate() {
        let number = (index + 1).to_string();
        table.row(vec![number, term::print::infix(view.pool, clause.term), origin(view, clause)]);
    }
    table.render("  ")
}

fn origin(view: View<'_>, clause: &Clause) -> String {
    match clause.origin {
        Origin::Site { site, outcome, .. } => {
            let found = view.sites.site(site);
            let kind = kind_name(found.kind);
            let way = outcome_name(view, site, outcome);
            format!("{kind} {way} at {}", place_in(view.program, found.point))
        }
        Origin::Access { point, inside } => {
            let way = if inside { "inside" } else { "outside" };
            format!("access {way} its object at {}", place_in(view.program, point))
        }
        Origin::Concretised { point } => {
            format!("value fixed at {}", place_in(view.program, point))
        }
        Origin::Model { point } => format!("model called at {}", place_in(view.program, point)),
        Origin::Input => "input".into(),
    }
}

/// What a reader of the path condition has to know, a line each.
pub fn notes(trace: &Trace, view: View<'_>) -> String {
    let line = |note: &Note| match note {
        Note::Concretised { point, reason } => {
            format!("  {reason} fixed to its value at {}\n", place_in(view.program, *point))
        }
        Note::TermBudget => {
            "  the budget for terms was spent: the path condition is incomplete\n".to_owned()
        }
    };
    trace.notes.iter().map(line).collect()
}

/// The inputs and their values in this run.
pub fn inputs(trace: &Trace, view: View<'_>) -> String {
    let mut table = Table::default();
    for input in trace.inputs.iter().take(MOST_INPUTS) {
        let name = term::print::infix(view.pool, input.term);
        table.row(vec![format!("{name} = {}", input_value(view, input))]);
    }
    if trace.inputs.len() > MOST_INPUTS {
        table.plain(format!("… {} more", trace.inputs.len() - MOST_INPUTS));
    }
    table.render("  ")
}

/// What was asked beyond the answers of the scenario, a line for each name.
pub fn asked(trace: &Trace) -> String {
    let mut names: Vec<(&str, Vec<&Asked>)> = Vec::new();
    for asked in &trace.asked {
        match names.iter_mut().find(|(name, _)| *name == asked.name) {
            Some((_, all)) => all.push(asked),
            None => names.push((&asked.name, vec![asked])),
        }
    }
    let mut table = Table::default();
    for (name, all) in names {
        let shown: Vec<String> =
            all.iter().take(MOST_ANSWERS).map(|asked| value(asked.ty, asked.bits)).collect();
        let more = if all.len() > MOST_ANSWERS { ", …" } else { "" };
        let (first, ty) = (all[0].index, all[0].ty);
        table.row(vec![format!("{name}[{first}…]: {ty} = {}{more}", shown.join(", "))]);
    }
    table.render("  ")
}

/// The value in the words of the input's type; a length is a plain number.
fn input_value(view: View<'_>, input: &Input) -> String {
    let plain = || Value::of_raw(view.pool.sort(input.term), input.bits).to_string();
    match input.source {
        Source::Variable(_, Part::Length) => plain(),
        Source::Byte { .. } => value(Type::I8, input.bits),
        Source::Variable(of, Part::Value | Part::Element(_)) => {
            let ty = view.scenario.statements.iter().find_map(|statement| match statement {
                Statement::Value { variable, ty, .. } if *variable == of => Some(*ty),
                Statement::Array { variable, array } if *variable == of => Some(array.element),
                Statement::Stream { variable, ty, .. } if *variable == of => Some(*ty),
                _ => None,
            });
            ty.map_or_else(plain, |ty| value(ty, input.bits))
        }
        Source::Pointer { .. } | Source::Field { .. } => value(Type::Ptr, input.bits),
    }
}
