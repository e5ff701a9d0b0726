//! How near runs came to outcomes that they did not take, whether or not they were kept.

use program::{Id, OutcomeId};
use std::collections::BTreeMap;
use term::distance::Distance;
use trace::{Operands, Tally};

/// How near a run came, and what it compared then.
type Approach = (Distance, Option<Operands>);

/// How near the best of some runs came to outcomes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Approached(BTreeMap<OutcomeId, Approach>);

impl Approached {
    /// How near the best run came to an outcome, and what it compared then; none if a run took it.
    pub fn of(&self, outcome: OutcomeId) -> Option<(Distance, Option<Operands>)> {
        self.0.get(&outcome).copied().filter(|(distance, _)| !distance.is_zero())
    }

    /// Adds other runs. It does not matter which come first: of runs that are as near, the operands decide.
    pub(crate) fn join(&mut self, other: Self) {
        for (outcome, approach) in other.0 {
            self.add(outcome, approach);
        }
    }

    fn add(&mut self, outcome: OutcomeId, approach: Approach) {
        let known = self.0.entry(outcome).or_insert(approach);
        if rank(&approach) < rank(known) {
            *known = approach;
        }
    }
}

/// By what the nearest of several runs is found: the distance, then the operands.
type Rank = (Distance, Option<[u64; 2]>);

fn rank((distance, operands): &Approach) -> Rank {
    (*distance, operands.map(|operands| operands.sides))
}

/// How near the runs of one thread came so far, so that only what is nearer is noted.
#[derive(Debug, Default)]
pub(crate) struct Nearest(Vec<Rank>);

impl Nearest {
    /// Notes a graded run. An outcome that it took is at no distance.
    pub fn note(&mut self, tally: &Tally, approached: &mut Approached) {
        for outcome in tally.touched().iter().copied() {
            let approach = (tally.get(outcome).nearest, tally.operands(outcome));
            if outcome.index() >= self.0.len() {
                self.0.resize(outcome.index() + 1, (Distance::MAX, None));
            }
            let known = &mut self.0[outcome.index()];
            if rank(&approach) < *known {
                *known = rank(&approach);
                approached.add(outcome, approach);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(tally: &mut Tally, distance: u64) {
        tally.clear(2);
        tally.approach(OutcomeId(1), Distance::of_u64(distance));
    }

    #[test]
    fn the_nearest_of_all_runs_is_known_whichever_came_first() {
        let (mut nearest, mut tally) = (Nearest::default(), Tally::default());
        let (mut first, mut second) = (Approached::default(), Approached::default());
        run(&mut tally, 7);
        nearest.note(&tally, &mut first);
        run(&mut tally, 9);
        nearest.note(&tally, &mut second);
        run(&mut tally, 3);
        nearest.note(&tally, &mut second);
        let mut one = first.clone();
        one.join(second.clone());
        second.join(first);
        assert_eq!(one, second);
        assert_eq!(one.of(OutcomeId(1)), Some((Distance::of_u64(3), None)));
        assert_eq!(one.of(OutcomeId(0)), None);
        tally.take(OutcomeId(1));
        nearest.note(&tally, &mut one);
        assert_eq!(one.of(OutcomeId(1)), None);
    }
}
