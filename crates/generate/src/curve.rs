//! Goals over executions, from the scenarios that were kept.

use crate::Kept;
use coverage::{Criteria, Goals};

/// How many goals were covered after so many executions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Executions so far.
    pub executions: u64,
    /// Goals that were covered by then.
    pub goals: u64,
}

/// Steps that are kept at most, beside the last.
const STEPS: usize = 100;

/// How the goals that criteria ask for were covered, execution by execution; of many steps, some.
pub fn curve(kept: &[Kept], goals: &Goals, criteria: Criteria) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut sum = 0;
    for one in kept {
        let new = one.goals.iter().filter(|goal| criteria.wants(&goals.goals[**goal])).count();
        if new == 0 {
            continue;
        }
        sum += new as u64;
        let step = Step { executions: one.execution, goals: sum };
        match steps.last_mut() {
            Some(last) if last.executions == step.executions => *last = step,
            _ => steps.push(step),
        }
    }
    thin(&steps)
}

/// Every so many of the steps, and the last.
fn thin(steps: &[Step]) -> Vec<Step> {
    let each = steps.len().div_ceil(STEPS).max(1);
    let last = steps.len().saturating_sub(1);
    let chosen = steps.iter().enumerate().filter(|(index, _)| index % each == 0 || *index == last);
    chosen.map(|(_, step)| *step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_curve_keeps_its_first_and_last_step() {
        let steps: Vec<Step> = (0..1001).map(|n| Step { executions: n, goals: n }).collect();
        let thinned = thin(&steps);
        assert!(thinned.len() <= STEPS + 1, "{}", thinned.len());
        assert_eq!((thinned[0], thinned[thinned.len() - 1]), (steps[0], steps[1000]));
        assert_eq!(thin(&steps[..3]), steps[..3]);
    }
}
