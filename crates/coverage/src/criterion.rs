//! The criteria of coverage, each a choice among the goals.

use crate::{Goal, GoalKind};
use std::fmt;
use std::str::FromStr;

/// Which goals count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Criterion {
    /// Every region is executed.
    Statement,
    /// Every branch that the referee knows goes both ways.
    #[default]
    Branch,
    /// Every whole decision comes out both ways.
    Decision,
    /// Every atomic condition comes out both ways.
    Condition,
    /// Both of these.
    ConditionDecision,
    /// Entry and exits, decisions, conditions, and an independence pair for each condition.
    Mcdc,
}

/// All criteria with their names.
const NAMES: [(Criterion, &str); 6] = [
    (Criterion::Statement, "statement"),
    (Criterion::Branch, "branch"),
    (Criterion::Decision, "decision"),
    (Criterion::Condition, "condition"),
    (Criterion::ConditionDecision, "condition-decision"),
    (Criterion::Mcdc, "mcdc"),
];

impl Criterion {
    /// All criteria.
    pub fn all() -> impl Iterator<Item = Self> {
        NAMES.iter().map(|(criterion, _)| *criterion)
    }

    /// Whether a goal counts. Every criterion wants a unit without branches entered. A branch that is no
    /// condition, such as a case of a switch, is a decision to `Decision` and those above it.
    pub fn wants(self, goal: &Goal) -> bool {
        match goal.kind {
            GoalKind::Region(_) => self == Self::Statement,
            GoalKind::Entry => self == Self::Mcdc || goal.straight,
            GoalKind::Exit(_) => self == Self::Mcdc,
            GoalKind::Branch { decision, condition, .. } => match self {
                Self::Statement => false,
                Self::Branch | Self::ConditionDecision | Self::Mcdc => true,
                Self::Decision => decision || !condition,
                Self::Condition => condition || decision,
            },
            GoalKind::Decision { .. } => {
                matches!(self, Self::Decision | Self::ConditionDecision | Self::Mcdc)
            }
            GoalKind::Independence { .. } => self == Self::Mcdc,
        }
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(criterion, _)| criterion == self);
        f.write_str(name.map_or("", |(_, name)| name))
    }
}

/// A name that is no criterion's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no criterion; there are statement, branch, decision, condition, condition-decision and mcdc"
)]
pub struct NoCriterion(String);

impl FromStr for Criterion {
    type Err = NoCriterion;

    fn from_str(text: &str) -> Result<Self, NoCriterion> {
        let found = NAMES.iter().find(|(_, name)| *name == text);
        found.map(|(criterion, _)| *criterion).ok_or_else(|| NoCriterion(text.to_owned()))
    }
}
