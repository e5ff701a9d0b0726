//! What was done: coverage over executions, arms, the solver.

use super::curve::chart;
use super::markup::{Markup, put};
use super::words::counted;
use crate::{Arm, Effort, Settings, Unit};

/// How a unit's tests were found.
pub fn effort(unit: &Unit, settings: &Settings) -> Markup {
    let mut out = Markup::default();
    let Effort { executions, seconds, curve, solver, .. } = &unit.effort;
    put!(out, "<p>{}", counted(*executions as usize, "execution"));
    // Without a limit of time the same work gives the same page.
    if settings.seconds.is_some() {
        put!(out, " in {}&nbsp;s", format!("{seconds:.1}"));
    }
    put!(out, ".</p>\n");
    chart(&mut out, curve, *executions, unit.goals.len() as u64);
    arms(&mut out, &unit.effort.arms);
    if solver.paths > 0 || solver.solved + solver.unsatisfiable + solver.unknown > 0 {
        put!(
            out,
            "<h3>Symbolic execution</h3><table><thead><tr><th scope=col>result</th><th scope=col>count</th></tr></thead><tbody>"
        );
        let rows = [
            ("paths run", solver.paths),
            ("queries solved", solver.solved),
            ("queries unsatisfiable", solver.unsatisfiable),
            ("queries given up", solver.unknown),
            ("solutions that took another path when run", solver.diverged),
            ("queries skipped, since they lead to nothing uncovered", solver.irrelevant),
        ];
        for (name, count) in rows {
            put!(out, "<tr><th scope=row>{}</th><td>{}</td></tr>", name, count);
        }
        for layer in &solver.layers {
            put!(
                out,
                "<tr><th scope=row>queries answered by the solver’s layer <code>{}</code></th><td>{}</td></tr>",
                layer.name,
                layer.answered
            );
        }
        put!(out, "</tbody></table>\n");
    }
    out
}

/// What each arm did.
pub fn arms(out: &mut Markup, arms: &[Arm]) {
    let worked = || arms.iter().filter(|arm| arm.executions > 0);
    if worked().next().is_none() {
        return;
    }
    put!(
        out,
        "<h3>By technique</h3><table><thead><tr><th scope=col>technique</th><th scope=col>executions</th><th scope=col>goals</th></tr></thead><tbody>"
    );
    for arm in worked() {
        put!(
            out,
            "<tr><th scope=row>{}</th><td>{}</td><td>{}</td></tr>",
            arm.name,
            arm.executions,
            arm.goals
        );
    }
    put!(out, "</tbody></table>\n");
}

/// The arms of all units together, in the order in which they first appear.
pub fn all_arms<'u>(units: impl Iterator<Item = &'u Unit>) -> Vec<Arm> {
    let mut all: Vec<Arm> = Vec::new();
    for arm in units.flat_map(|unit| &unit.effort.arms) {
        match all.iter_mut().find(|own| own.name == arm.name) {
            Some(own) => {
                own.executions += arm.executions;
                own.goals += arm.goals;
                own.seconds += arm.seconds;
            }
            None => all.push(arm.clone()),
        }
    }
    all
}

/// What the result depends on, in a line.
pub fn settings(own: &Settings) -> String {
    let mut text = format!(
        "technique {}, criterion {}, seed {}",
        own.technique,
        own.criteria.join(", "),
        own.seed
    );
    if let Some(executions) = own.executions {
        text += &format!(", at most {executions} executions for each unit");
    }
    if let Some(seconds) = own.seconds {
        text += &format!(", at most {seconds} s for each unit");
    }
    text
}
