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
    /// Every check of the code fails once.
    Check,
    /// Every kind of exception that comes out of a method. Nobody knows how many there are, so there is no share of it;
    /// its goals are where exceptions may come from: every branch, and every check that fails.
    Exception,
    /// Every mutant is noticed. Those are no goals here: what counts is that runs come by, so that the mutants there can
    /// be searched for.
    Mutation,
}

/// All criteria with their names.
const NAMES: [(Criterion, &str); 9] = [
    (Criterion::Statement, "statement"),
    (Criterion::Branch, "branch"),
    (Criterion::Decision, "decision"),
    (Criterion::Condition, "condition"),
    (Criterion::ConditionDecision, "condition-decision"),
    (Criterion::Mcdc, "mcdc"),
    (Criterion::Check, "check"),
    (Criterion::Exception, "exception"),
    (Criterion::Mutation, "mutation"),
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
            GoalKind::Region(_) => matches!(self, Self::Statement | Self::Mutation),
            GoalKind::Entry => self == Self::Mcdc || goal.straight,
            GoalKind::Exit(_) => self == Self::Mcdc,
            GoalKind::Branch { decision, condition, .. } => match self {
                Self::Statement | Self::Check | Self::Mutation => false,
                Self::Branch | Self::ConditionDecision | Self::Mcdc | Self::Exception => true,
                Self::Decision => decision || !condition,
                Self::Condition => condition || decision,
            },
            GoalKind::Decision { .. } => {
                matches!(self, Self::Decision | Self::ConditionDecision | Self::Mcdc)
            }
            GoalKind::Independence { .. } => self == Self::Mcdc,
            GoalKind::Check(_) => matches!(self, Self::Check | Self::Exception),
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
pub struct Criteria(u16);

impl Criteria {
    /// Whether a goal counts.
    pub fn wants(self, goal: &Goal) -> bool {
        self.iter().any(|criterion| criterion.wants(goal))
    }

    /// Whether a criterion is among them.
    pub fn has(self, criterion: Criterion) -> bool {
        self.0 & 1 << criterion as u16 != 0
    }

    /// Whether something counts that only events of decisions show: all but regions, branches and checks.
    pub fn needs_decisions(self) -> bool {
        use Criterion::{Branch, Check, Exception, Mutation, Statement};
        self.iter().any(|it| !matches!(it, Statement | Branch | Check | Exception | Mutation))
    }

    /// Whether checks are goals.
    pub fn needs_checks(self) -> bool {
        self.has(Criterion::Check) || self.has(Criterion::Exception)
    }

    /// Those whose goals are all that they ask for: a suite has a test for each.
    #[must_use]
    pub fn closed(self) -> Self {
        self.iter().filter(|criterion| *criterion != Criterion::Exception).collect()
    }

    /// Those whose goals are told one by one: that runs come by a mutant is only the way to notice it.
    #[must_use]
    pub fn listed(self) -> Self {
        self.iter().filter(|criterion| *criterion != Criterion::Mutation).collect()
    }

    /// Those that progress is told by: the listed ones, if there are any.
    #[must_use]
    pub fn told(self) -> Self {
        let listed = self.listed();
        if listed.0 == 0 { self } else { listed }
    }

    /// These and one more.
    #[must_use]
    pub fn and(self, criterion: Criterion) -> Self {
        Self(self.0 | Self::from(criterion).0)
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
        Self(1 << criterion as u16)
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
    "`{0}` is no criterion; there are statement, branch, decision, condition, condition-decision, mcdc, check, exception and mutation"
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
    use crate::UnitId;

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

    #[test]
    fn mutation_wants_code_to_be_run_and_lists_no_goals_of_coverage() {
        let goal = |kind| Goal { unit: UnitId(0), kind, span: None, straight: false };
        let all: Criteria = "mutation,check".parse().expect("two criteria");
        assert!(all.wants(&goal(GoalKind::Region(0))) && !all.needs_decisions());
        assert_eq!(all.listed(), Criterion::Check.into());
        assert!(!all.listed().wants(&goal(GoalKind::Region(0))));
    }

    #[test]
    fn failing_checks_count_for_two_criteria_of_which_one_has_no_end() {
        let goal = |kind| Goal { unit: UnitId(0), kind, span: None, straight: false };
        let check = goal(GoalKind::Check(0));
        let wanting: Vec<_> = Criterion::all().filter(|it| it.wants(&check)).collect();
        assert_eq!(wanting, [Criterion::Check, Criterion::Exception]);
        let all: Criteria = "exception,statement".parse().expect("two criteria");
        assert!(all.wants(&check) && all.needs_checks() && !all.needs_decisions());
        assert!(!all.closed().wants(&check) && all.closed().wants(&goal(GoalKind::Region(0))));
    }
}
