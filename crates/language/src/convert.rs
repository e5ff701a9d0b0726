//! The engine's figures as the report has them.

use crate::Recipe;
use coverage::{Row, Share};
use generate::Statistics;
use report::{Arm, Effort, Layer, Solver, Step};

fn share(share: Share) -> report::Share {
    report::Share { covered: share.covered, total: share.total }
}

/// What is covered of something; checks only where they are goals.
pub fn coverage(row: &Row, checks: bool) -> report::Coverage {
    report::Coverage {
        statement: share(row.regions),
        branch: share(row.branches),
        edge: share(row.edges),
        decision: share(row.decisions),
        condition: share(row.conditions),
        mcdc: share(row.mcdc),
        check: checks.then(|| share(row.checks)),
    }
}

/// What a technique did; the time in all is known later.
pub fn effort(statistics: &Statistics, bounded_paths: Vec<String>) -> Effort {
    let answers = statistics.answers;
    let arm = |share: &generate::Share| Arm {
        name: share.arm.to_owned(),
        executions: share.executions,
        goals: share.goals,
        seconds: share.time.as_secs_f64(),
    };
    let step = |step: &generate::Step| Step { executions: step.executions, goals: step.goals };
    let layer =
        |(name, answered): &(&str, u64)| Layer { name: (*name).to_owned(), answered: *answered };
    Effort {
        executions: statistics.executions,
        search_seconds: statistics.elapsed.as_secs_f64(),
        seconds: 0.0,
        arms: statistics.shares.iter().map(arm).collect(),
        curve: statistics.curve.iter().map(step).collect(),
        solver: Solver {
            paths: answers.paths,
            solved: answers.solved,
            unsatisfiable: answers.unsatisfiable,
            unknown: answers.unknown,
            diverged: answers.diverged,
            irrelevant: answers.irrelevant,
            layers: statistics.layers.iter().map(layer).collect(),
        },
        bounded_paths,
    }
}

/// What a result depends on.
pub fn settings(recipe: Recipe<'_>) -> report::Settings {
    let own = recipe.settings;
    report::Settings {
        seed: own.seed,
        technique: recipe.technique.name().to_owned(),
        criteria: own.criteria.iter().map(|criterion| criterion.to_string()).collect(),
        mcdc: own.rule.to_string(),
        executions: own.budget.executions,
        seconds: own.budget.time.map(|time| time.as_secs_f64()),
        until: own.until,
        max_steps: own.max_steps,
        mutation: own.mutation,
    }
}
