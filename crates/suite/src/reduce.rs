//! Reduction: few tests that cover what all of them cover.
//!
//! Greedy set cover, as most tools do it, over goals, evaluations of decisions and mutants, with a pass at the end
//! that takes out what later choices made superfluous.

use crate::Footprint;
use coverage::{GoalId, GoalKind, Goals, PairRule, UnitId, Vector};
use mutation::MutantId;
use std::collections::{BTreeMap, BTreeSet};

/// Something that a reduced suite must keep.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Need {
    Goal(GoalId),
    Evaluation(UnitId, u32, Vector),
    Kill(MutantId),
}

/// Chooses tests by number, in the order in which they stand: together they cover every wanted goal that
/// all of them cover. `cost` breaks ties: the cheaper test is taken.
pub fn reduce(
    goals: &Goals,
    rule: PairRule,
    wanted: impl Fn(GoalId) -> bool,
    tests: &[Footprint],
    cost: impl Fn(usize) -> u64,
) -> Vec<usize> {
    let needs = needs(goals, rule, &wanted, tests);
    let offers: Vec<Vec<usize>> = tests.iter().map(|test| offers(test, &needs)).collect();
    let mut missing: Vec<bool> = vec![true; needs.len()];
    let mut left = needs.len();
    let mut chosen = Vec::new();
    while left > 0 {
        let gain = |test: usize| offers[test].iter().filter(|need| missing[**need]).count();
        // Of equal gains the cheaper test, of equal costs the earlier one.
        let best = (0..tests.len()).max_by_key(|&test| {
            (gain(test), std::cmp::Reverse(cost(test)), std::cmp::Reverse(test))
        });
        let Some(best) = best.filter(|&test| gain(test) > 0) else { break };
        for &need in &offers[best] {
            left -= usize::from(std::mem::replace(&mut missing[need], false));
        }
        chosen.push(best);
    }
    drop_superfluous(&mut chosen, &offers, needs.len(), cost);
    chosen.sort_unstable();
    chosen
}

/// Takes out tests, the dearest first, whose needs the others meet.
fn drop_superfluous(
    chosen: &mut Vec<usize>,
    offers: &[Vec<usize>],
    needs: usize,
    cost: impl Fn(usize) -> u64,
) {
    let mut met = vec![0u32; needs];
    for test in chosen.iter() {
        offers[*test].iter().for_each(|need| met[*need] += 1);
    }
    let mut order = chosen.clone();
    order.sort_by_key(|&test| (std::cmp::Reverse(cost(test)), std::cmp::Reverse(test)));
    for test in order {
        if offers[test].iter().all(|need| met[*need] > 1) {
            offers[test].iter().for_each(|need| met[*need] -= 1);
            chosen.retain(|kept| *kept != test);
        }
    }
}

/// The needs that a test meets, by number.
fn offers(test: &Footprint, needs: &BTreeMap<Need, usize>) -> Vec<usize> {
    let goals = test.goals.iter().map(|goal| Need::Goal(*goal));
    let evaluations = test.evaluations.iter();
    let evaluations = evaluations
        .map(|(unit, decision, vector)| Need::Evaluation(*unit, *decision, vector.clone()));
    let kills = test.kills.iter().map(|mutant| Need::Kill(*mutant));
    goals.chain(evaluations).chain(kills).filter_map(|need| needs.get(&need).copied()).collect()
}

/// All that must be kept: wanted goals that are covered, and for each wanted independence that is shown
/// the two evaluations that show it.
fn needs(
    goals: &Goals,
    rule: PairRule,
    wanted: &impl Fn(GoalId) -> bool,
    tests: &[Footprint],
) -> BTreeMap<Need, usize> {
    let mut needs = BTreeSet::new();
    let mut evaluations: BTreeMap<(UnitId, u32), BTreeSet<&Vector>> = BTreeMap::new();
    for test in tests {
        needs.extend(test.goals.iter().copied().filter(|goal| wanted(*goal)).map(Need::Goal));
        needs.extend(test.kills.iter().copied().map(Need::Kill));
        for (unit, decision, vector) in &test.evaluations {
            evaluations.entry((*unit, *decision)).or_default().insert(vector);
        }
    }
    for (id, goal) in goals.goals.iter() {
        let GoalKind::Independence { decision, condition } = goal.kind else { continue };
        if !wanted(id) {
            continue;
        }
        let Some(seen) = evaluations.get(&(goal.unit, decision)) else { continue };
        let need = |vector: &Vector| Need::Evaluation(goal.unit, decision, vector.clone());
        let seen: Vec<&Vector> = seen.iter().copied().collect();
        let shape = &goals.shape(goal.unit, decision).decision;
        let pairs = seen.iter().enumerate().flat_map(|(index, a)| {
            let later = seen[index + 1..].iter();
            later.filter(|b| rule.shows(shape, condition, a, b)).map(move |b| (*a, *b))
        });
        // A pair that is needed anyway costs nothing.
        let best = pairs.max_by_key(|(a, b)| {
            let known = [a, b].map(|vector| needs.contains(&need(vector)));
            (known.iter().filter(|known| **known).count(), std::cmp::Reverse((*a, *b)))
        });
        if let Some((a, b)) = best {
            let pair = [need(a), need(b)];
            needs.extend(pair);
        }
    }
    needs.into_iter().enumerate().map(|(index, need)| (need, index)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tests(goals: &[&[u32]]) -> Vec<Footprint> {
        let set = |goals: &&[u32]| Footprint {
            goals: goals.iter().map(|goal| GoalId(*goal)).collect(),
            ..Footprint::default()
        };
        goals.iter().map(set).collect()
    }

    fn reduced(goals: &[&[u32]]) -> Vec<usize> {
        let tests = tests(goals);
        reduce(&Goals::default(), PairRule::default(), |_| true, &tests, |_| 1)
    }

    #[test]
    fn a_test_that_adds_nothing_is_left_out() {
        assert_eq!(reduced(&[&[1], &[1, 2], &[2]]), [1]);
    }

    #[test]
    fn what_later_choices_make_superfluous_is_taken_out() {
        // The first choice covers most, but the two others cover it all.
        assert_eq!(reduced(&[&[2, 3, 4, 5], &[1, 2, 3], &[4, 5, 6]]), [1, 2]);
    }

    #[test]
    fn of_equal_tests_the_cheaper_is_kept() {
        let tests = tests(&[&[1, 2], &[1, 2]]);
        let cost = |test: usize| [9, 3][test];
        let kept = reduce(&Goals::default(), PairRule::default(), |_| true, &tests, cost);
        assert_eq!(kept, [1]);
    }

    #[test]
    fn goals_that_nobody_wants_keep_no_test() {
        let tests = tests(&[&[1], &[2]]);
        let wanted = |goal: GoalId| goal == GoalId(2);
        let kept = reduce(&Goals::default(), PairRule::default(), wanted, &tests, |_| 1);
        assert_eq!(kept, [1]);
    }
}
