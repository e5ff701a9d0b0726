//! Evaluations of decisions, and the pairs among them that MC/DC asks for.
//!
//! The definition of independence is that of paper CAUT (III-A, point 4); the default rule for pairs is
//! the one that llvm-cov applies: unique cause, where a condition that was not evaluated matches
//! anything.

use program::Decision;
use std::fmt;
use std::str::FromStr;

/// How one evaluation of a decision went.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vector {
    /// By condition: its value, `None` where it was not evaluated.
    pub conditions: Vec<Option<bool>>,
    /// How the decision came out.
    pub outcome: bool,
}

impl fmt::Display for Vector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |value: &Option<bool>| match value {
            Some(true) => 'T',
            Some(false) => 'F',
            None => '-',
        };
        let conditions: String = self.conditions.iter().map(letter).collect();
        write!(f, "{conditions}={}", letter(&Some(self.outcome)))
    }
}

/// When two evaluations show the independence of a condition. All rules want the condition and the
/// outcome to differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PairRule {
    /// No other condition that both evaluated differs (llvm-cov).
    #[default]
    UniqueCause,
    /// All other conditions are evaluated alike in both, or in neither.
    Strict,
    /// Others may differ as long as the condition decides in both: turning it alone would turn the outcome
    /// (the conditions that were not evaluated may have any value).
    Masking,
}

/// All rules with their names.
const RULES: [(PairRule, &str); 3] = [
    (PairRule::UniqueCause, "unique-cause"),
    (PairRule::Strict, "strict"),
    (PairRule::Masking, "masking"),
];

impl PairRule {
    /// All rules.
    pub fn all() -> impl Iterator<Item = Self> {
        RULES.iter().map(|(rule, _)| *rule)
    }

    /// Whether a pair of evaluations of a decision shows the independence of a condition.
    pub fn shows(self, shape: &Decision, condition: u32, a: &Vector, b: &Vector) -> bool {
        let value = |vector: &Vector| vector.conditions.get(condition as usize).copied().flatten();
        let (Some(x), Some(y)) = (value(a), value(b)) else { return false };
        if x == y || a.outcome == b.outcome {
            return false;
        }
        let others = || {
            let pairs = a.conditions.iter().zip(&b.conditions).enumerate();
            pairs.filter(|(index, _)| *index != condition as usize).map(|(_, pair)| pair)
        };
        match self {
            PairRule::UniqueCause => others().all(|(a, b)| a.is_none() || b.is_none() || a == b),
            PairRule::Strict => others().all(|(a, b)| a == b),
            PairRule::Masking => decides(shape, condition, a) && decides(shape, condition, b),
        }
    }
}

impl fmt::Display for PairRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = RULES.iter().find(|(rule, _)| rule == self);
        f.write_str(name.map_or("", |(_, name)| name))
    }
}

/// A name that is no rule's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no rule for pairs; there are unique-cause, strict and masking")]
pub struct NoPairRule(String);

impl FromStr for PairRule {
    type Err = NoPairRule;

    fn from_str(text: &str) -> Result<Self, NoPairRule> {
        let found = RULES.iter().find(|(_, name)| *name == text);
        found.map(|(rule, _)| *rule).ok_or_else(|| NoPairRule(text.to_owned()))
    }
}

/// Where an evaluation goes from a condition.
enum Next {
    Condition(u32),
    /// It comes out. In a short-circuit evaluation this is the value of the last condition.
    Outcome(bool),
}

fn next(shape: &Decision, condition: u32, value: bool) -> Next {
    let place = shape.conditions.get(condition as usize);
    let next = place.and_then(|place| if value { place.if_true } else { place.if_false });
    next.map_or(Next::Outcome(value), Next::Condition)
}

/// Whether turning a condition of an evaluation alone can turn its outcome: conditions that were not
/// evaluated may have any value, all others keep theirs.
fn decides(shape: &Decision, condition: u32, vector: &Vector) -> bool {
    let Some(Some(value)) = vector.conditions.get(condition as usize) else { return false };
    let mut seen = vec![false; shape.conditions.len()];
    let mut work = vec![next(shape, condition, !value)];
    while let Some(at) = work.pop() {
        match at {
            Next::Outcome(outcome) if outcome != vector.outcome => return true,
            Next::Outcome(_) => {}
            Next::Condition(at) => {
                let Some(seen) = seen.get_mut(at as usize) else { continue };
                if !std::mem::replace(seen, true) {
                    match vector.conditions[at as usize] {
                        Some(value) => work.push(next(shape, at, value)),
                        None => work.extend([true, false].map(|value| next(shape, at, value))),
                    }
                }
            }
        }
    }
    false
}

/// All evaluations that a decision can have, in order; none if there are more than `limit`.
pub fn evaluations(shape: &Decision, limit: usize) -> Option<Vec<Vector>> {
    let mut found = Vec::new();
    let blank = vec![None; shape.conditions.len()];
    let mut work = vec![(blank, first_condition(shape))];
    while let Some((conditions, at)) = work.pop() {
        if conditions.get(at as usize) != Some(&None) {
            continue;
        }
        for value in [true, false] {
            let mut conditions = conditions.clone();
            conditions[at as usize] = Some(value);
            match next(shape, at, value) {
                Next::Outcome(outcome) => found.push(Vector { conditions, outcome }),
                Next::Condition(next) => work.push((conditions, next)),
            }
        }
        if found.len() + work.len() > limit {
            return None;
        }
    }
    found.sort_unstable();
    Some(found)
}

/// The evaluations that would help to show the independence of a condition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Those that make a pair with one that was seen.
    pub completing: Vec<Vector>,
    /// Those that were not seen and make a pair with another that was not seen either.
    pub preparing: Vec<Vector>,
}

/// The condition that a decision begins with: no other leads to it.
pub fn first_condition(shape: &Decision) -> u32 {
    let leads_to = |index: u32| {
        let mut conditions = shape.conditions.iter();
        conditions.any(|c| c.if_true == Some(index) || c.if_false == Some(index))
    };
    (0..shape.conditions.len() as u32).find(|index| !leads_to(*index)).unwrap_or(0)
}

#[cfg(test)]
mod tests;
