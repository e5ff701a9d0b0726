//! How a run ended, in words.

use program::{Point, Program};
use scenario::Statement;
use scenario::text::{statement, value};

use super::View;
use super::place::{function_name, place_in, point_text};
use crate::{Observed, Outcome, Trace, Trap, TrapKind};

/// How many open calls are listed from the inside, and how many from the outside.
const INNER: usize = 8;
const OUTER: usize = 3;

/// How the run ended: one line, and for a trap the instruction and the calls that were open.
pub fn outcome(trace: &Trace, view: View<'_>) -> String {
    let mut text = ending(&trace.outcome, trace, view);
    if trace.outcome != Outcome::Returned && calls(view) > 1 {
        let during = statement(view.scenario, view.program, trace.statement);
        text += &format!("  during statement {}: {during}\n", trace.statement + 1);
    }
    text
}

fn ending(outcome: &Outcome, trace: &Trace, view: View<'_>) -> String {
    match outcome {
        Outcome::Returned => match single_result(trace, view) {
            Some(result) => format!("returned {result}\n"),
            None => "returned\n".into(),
        },
        Outcome::Threw { class, .. } => {
            let class = view.program.classes.get(*class).map_or("?", |class| &class.name);
            format!("threw {class}\n")
        }
        Outcome::Trapped(trap) => trapped(view.program, trap),
        Outcome::Exited(status) => format!("exited with status {status}\n"),
        Outcome::Exhausted(limit) => format!("stopped: {limit} used up\n"),
        Outcome::Unusable(ended) => {
            format!("no test may end so: {}", ending(ended, trace, view))
        }
    }
}

/// How many calls the scenario makes.
pub(super) fn calls(view: View<'_>) -> usize {
    let is_call = |statement: &&Statement| matches!(statement, Statement::Call { .. });
    view.scenario.statements.iter().filter(is_call).count()
}

/// The result of the scenario's call, if it has just one.
fn single_result(trace: &Trace, view: View<'_>) -> Option<String> {
    if calls(view) != 1 {
        return None;
    }
    trace.observations.iter().flat_map(|observation| &observation.seen).find_map(
        |seen| match seen {
            Observed::Result { ty, bits, .. } => Some(value(*ty, *bits)),
            _ => None,
        },
    )
}

fn trapped(program: &Program, trap: &Trap) -> String {
    let mut text = format!("trapped: {}", trap.kind);
    if let TrapKind::NoModel(function) = trap.kind {
        text += &format!(": {}", function_name(program, function));
    }
    let Some((last, callers)) = trap.stack.split_last() else { return text + "\n" };
    text += &format!(" at {}\n    {}\n", place_in(program, *last), point_text(program, *last));
    let frame = |point: &Point| format!("  called at {}\n", place_in(program, *point));
    if callers.len() <= INNER + OUTER {
        text.extend(callers.iter().rev().map(frame));
    } else {
        text.extend(callers.iter().rev().take(INNER).map(frame));
        text += &format!("  … {} more calls\n", callers.len() - INNER - OUTER);
        text.extend(callers[..OUTER].iter().rev().map(frame));
    }
    text
}
