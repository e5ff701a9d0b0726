//! Why a function that was to be tested has no test of its own, in words.

use super::{Product, Project, base_of};
use crate::fault::Fault;
use crate::prepare::{STREAM, giver};
use crate::run;
use generate::batch::Ends;
use program::FuncId;
use program::catalogue::ApiType;
use report::{LeftOutKind, Place, Untested, UntestedKind};
use std::collections::BTreeSet;
use suite::checks::callable;

/// Functions that are named in one reason, at most.
const NAMED: usize = 3;

/// Why a function has no test; `None` if it has one.
pub fn reason(project: &Project, product: &Product, function: FuncId) -> Option<Untested> {
    let untested = |kind, text: String| Some(Untested { kind, text });
    if product.tests.iter().any(|test| test.function == function) {
        return None;
    }
    if let Some((_, reason)) = product.skipped.iter().find(|(skipped, _)| *skipped == function) {
        return untested(UntestedKind::NoInput, format!("no input can be built: {reason}"));
    }
    if let Some(users) = users(project, product, function) {
        return untested(UntestedKind::CoveredByOthers, format!("covered by tests of {users}"));
    }
    let mut left_out = product.left_out.iter().filter(|left| left.function == function);
    if let Some(first) = left_out.next() {
        let more = match left_out.count() {
            0 => String::new(),
            more => format!(" (and {more} more for reasons of their own)"),
        };
        let text = format!("its test was left out: {}{more}", first.reason);
        let kind = match first.kind {
            LeftOutKind::NotExpressible => UntestedKind::NotExpressible,
            LeftOutKind::NotCompiled | LeftOutKind::NotPassed => UntestedKind::NotPassed,
        };
        return untested(kind, text);
    }
    if product.flaky.contains(&function) {
        return untested(UntestedKind::Flaky, "two runs of its test differ".to_owned());
    }
    let reached = project.goals.unit_of(function).map(|unit| product.found.row(unit).regions);
    if reached.is_some_and(|regions| regions.covered > 0) {
        let text = "reached only by tests that were dropped or crashed natively".to_owned();
        return untested(UntestedKind::OnlyLeftOut, text);
    }
    let ends = product.statistics.ends.get(&function).cloned().unwrap_or_default();
    Some(by_ends(project, function, &ends))
}

/// The functions whose tests reach a function, named.
fn users(project: &Project, product: &Product, function: FuncId) -> Option<String> {
    let unit = project.goals.unit_of(function)?;
    let of_unit = |goal| project.goals.goals[goal].unit == unit;
    let reaching = product.tests.iter().filter(|test| test.goals.iter().copied().any(of_unit));
    let users: BTreeSet<FuncId> = reaching.map(|test| test.function).collect();
    if users.is_empty() {
        return None;
    }
    let named = users
        .iter()
        .take(NAMED)
        .map(|user| format!("`{}`", project.program.functions[*user].source_name()));
    let mut text = named.collect::<Vec<_>>().join(", ");
    if users.len() > NAMED {
        text += &format!(" and {} more", users.len() - NAMED);
    }
    Some(text)
}

/// What the ends of its executions tell.
fn by_ends(project: &Project, function: FuncId, ends: &Ends) -> Untested {
    let runs = ends.clean + ends.limits + ends.trapped();
    if runs == 0 {
        let text = "it got no executions: a larger budget may help".to_owned();
        return Untested { kind: UntestedKind::NoExecutions, text };
    }
    let trap = ends.usual_trap().map(|(kind, point)| {
        let frames = point.map(|point| run::open_calls(&project.program, &[point]));
        let place = frames.and_then(|frames| {
            let frame = frames.first()?;
            let (line, column) = frame.position?;
            let file = base_of(frame.file.as_deref()?).to_owned();
            Some(Place { file, line: Some(line), column: Some(column) })
        });
        Fault { cause: run::reason(&project.program, kind), place, ..Fault::default() }
    });
    let needed = needed(project, function);
    let needed = needed.map(|name| if name == STREAM { "FILE".to_owned() } else { name });
    let needs = needed.map(|needed| format!("needs a `{needed}`, which nothing here creates: "));
    let (kind, what) = match trap {
        _ if ends.clean > 0 => {
            let clean = ends.clean;
            let text = format!("{clean} of {runs} runs finished, none covered a new goal");
            (UntestedKind::NothingNew, text)
        }
        Some(trap) if ends.limits == 0 => {
            (UntestedKind::Crashes, format!("all {runs} runs trapped: {trap}"))
        }
        Some(trap) => {
            let trapped = ends.trapped();
            let text = format!("{trapped} of {runs} runs trapped ({trap}), the others hit a limit");
            (UntestedKind::Crashes, text)
        }
        None => {
            let text = format!("every run hit the step, memory or depth limit ({runs} runs)");
            (UntestedKind::Limits, text)
        }
    };
    match needs {
        Some(needs) => Untested { kind: UntestedKind::NeedsObject, text: needs + &what },
        None => Untested { kind, text: what },
    }
}

/// A type that a parameter points at, whose inside is not known and which no function under test gives.
fn needed(project: &Project, function: FuncId) -> Option<String> {
    let catalogue = &project.program.catalogue;
    let opaque = |ty| {
        let target = catalogue.pointee(ty)?;
        match catalogue.shape(target)? {
            ApiType::Opaque(name) if !name.is_empty() => Some(name.as_str()),
            _ => None,
        }
    };
    let made = |name: &str| {
        project.goals.units.values().any(|unit| {
            callable(catalogue, unit.function).is_some_and(|made| opaque(made.result) == Some(name))
        })
    };
    let taken = callable(catalogue, function)?;
    taken
        .params
        .iter()
        .find_map(|(_, ty)| opaque(*ty))
        .filter(|name| !made(name) && (*name != STREAM || giver(&project.program).is_none()))
        .map(str::to_owned)
}
