//! Evaluations of decisions, and the pairs among them that MC/DC asks for.
//!
//! The definition of independence is that of paper CAUT (III-A, point 4); the default rule for pairs is
//! the one that llvm-cov applies: unique cause, where a condition that was not evaluated matches
//! anything.

use program::Decision;
use std::fmt;

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
}

impl PairRule {
    /// The condition whose independence a pair shows, if it shows one.
    pub fn shows(self, a: &Vector, b: &Vector) -> Option<u32> {
        if a.outcome == b.outcome {
            return None;
        }
        let pairs = a.conditions.iter().zip(&b.conditions).enumerate();
        let mut changed = pairs.filter(|(_, (a, b))| match self {
            PairRule::UniqueCause => a.is_some() && b.is_some() && a != b,
            PairRule::Strict => a != b,
        });
        let (index, (a, b)) = changed.next()?;
        let alone = changed.next().is_none();
        (alone && a.is_some() && b.is_some()).then_some(index as u32)
    }
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
mod tests {
    use super::*;

    fn vector(text: &str) -> Vector {
        let value = |letter: char| match letter {
            'T' => Some(true),
            'F' => Some(false),
            _ => None,
        };
        let (conditions, outcome) = text.split_once('=').expect("a vector");
        Vector { conditions: conditions.chars().map(value).collect(), outcome: outcome == "T" }
    }

    #[test]
    fn conditions_that_were_not_evaluated_match_anything_but_strictly() {
        // (A && B) || C
        let pair = (vector("TT-=T"), vector("F-F=F"));
        assert_eq!(PairRule::UniqueCause.shows(&pair.0, &pair.1), Some(0));
        assert_eq!(PairRule::Strict.shows(&pair.0, &pair.1), None);
        let pair = (vector("F-T=T"), vector("F-F=F"));
        assert_eq!(PairRule::Strict.shows(&pair.0, &pair.1), Some(2));
    }

    #[test]
    fn a_pair_shows_nothing_when_two_conditions_differ_or_the_outcome_does_not() {
        let shows = |a: &str, b: &str| PairRule::UniqueCause.shows(&vector(a), &vector(b));
        assert_eq!(shows("TT-=T", "TFF=F"), Some(1));
        assert_eq!(shows("TT-=T", "F-T=T"), None);
        assert_eq!(shows("TFT=T", "F-F=F"), None);
    }

    /// `(A && B) || C` needs at least four evaluations: no three of all there are show all conditions.
    #[test]
    fn three_conditions_need_at_least_four_evaluations() {
        let all = ["TT-=T", "TFT=T", "TFF=F", "F-T=T", "F-F=F"].map(vector);
        let shown = |chosen: &[usize]| {
            let mut seen = [false; 3];
            for &a in chosen {
                for &b in chosen {
                    if let Some(index) = PairRule::UniqueCause.shows(&all[a], &all[b]) {
                        seen[index as usize] = true;
                    }
                }
            }
            seen == [true; 3]
        };
        let mut four = 0;
        for set in 0u32..32 {
            let chosen: Vec<usize> = (0..5).filter(|bit| set >> bit & 1 == 1).collect();
            if shown(&chosen) {
                assert!(chosen.len() >= 4, "{chosen:?}");
                four += usize::from(chosen.len() == 4);
            }
        }
        assert!(four > 0);
    }

    #[test]
    fn a_vector_is_printed_by_condition() {
        assert_eq!(vector("TF-=F").to_string(), "TF-=F");
    }
}
