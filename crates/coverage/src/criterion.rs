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

/// Some criteria at once: what one of them wants counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Criteria(u8);

impl Criteria {
    /// Whether a goal counts.
    pub fn wants(self, goal: &Goal) -> bool {
        self.iter().any(|criterion| criterion.wants(goal))
    }

    /// Whether a criterion is among them.
    pub fn has(self, criterion: Criterion) -> bool {
        self.0 & 1 << criterion as u8 != 0
    }

    /// Whether something counts that only events of decisions show: all but regions and branches.
    pub fn needs_decisions(self) -> bool {
        self.iter().any(|it| !matches!(it, Criterion::Statement | Criterion::Branch))
    }

    /// The criteria, in the order of their declaration.
    pub fn iter(self) -> impl Iterator<Item = Criterion> {
        Criterion::all().filter(move |criterion| self.has(*criterion))
    }
}

impl Default for Criteria {
    fn default() -> Self {
        Criterion::default().into()
    }
}

impl From<Criterion> for Criteria {
    fn from(criterion: Criterion) -> Self {
        Self(1 << criterion as u8)
    }
}

impl FromIterator<Criterion> for Criteria {
    fn from_iter<T: IntoIterator<Item = Criterion>>(criteria: T) -> Self {
        Self(criteria.into_iter().fold(0, |set, criterion| set | Self::from(criterion).0))
    }
}

impl fmt::Display for Criteria {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, criterion) in self.iter().enumerate() {
            if place > 0 {
                f.write_str(",")?;
            }
            write!(f, "{criterion}")?;
        }
        Ok(())
    }
}

impl FromStr for Criteria {
    type Err = NoCriterion;

    /// Names with commas between them.
    fn from_str(text: &str) -> Result<Self, NoCriterion> {
        text.split(',').map(str::parse::<Criterion>).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_criteria_are_written_with_commas_and_want_what_one_of_them_wants() {
        let both: Criteria = "mcdc,statement".parse().expect("two criteria");
        assert_eq!(both.to_string(), "statement,mcdc");
        assert_eq!(both, [Criterion::Mcdc, Criterion::Statement].into_iter().collect());
        assert!(both.has(Criterion::Mcdc) && !both.has(Criterion::Branch));
        assert!(both.needs_decisions() && !Criteria::default().needs_decisions());
        let error = "branch,all".parse::<Criteria>().expect_err("no such criterion");
        assert!(error.to_string().starts_with("`all` is no criterion"), "{error}");
        assert!("".parse::<Criteria>().is_err());
    }
}
