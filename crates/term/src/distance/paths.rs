//! How far the nearest of many paths is: conditions on a graph without cycles, compiled.

use crate::assignment::Assignment;
use crate::compiled::Scratch;
use crate::node::{Node, TermId, VarId};
use crate::op::{CompareOp, UnaryOp};
use crate::pool::Pool;
use crate::variables::{VarSet, free_variables};
use rustc_hash::FxHashMap;

use super::{CompiledDistance, Distance, Fitness};

/// A place on the way and the ways on from it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fork {
    /// The ways on; none lead nowhere, except from the first place, which is the goal.
    pub ways: Vec<Way>,
}

/// A way on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Way {
    /// What must hold on it.
    pub condition: Clause,
    /// The place it leads to; a smaller number than that of the place it leaves.
    pub to: u32,
}

/// What must hold on a way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Clause {
    /// Nothing.
    Free,
    /// A condition of which nothing is known; it counts as one.
    Unknown,
    /// A condition.
    Known(TermId),
}

/// A program that computes, from the last place, the least sum of normalised distances over all paths to
/// the first. Paths share what they have in common: each condition is graded once and each place is
/// looked at once, however many paths lead over it.
#[derive(Clone, Debug)]
pub struct CompiledPaths {
    conditions: CompiledDistance,
    /// The variables of each condition.
    variables: Vec<VarSet>,
    /// Conditions that ask whether a variable is zero, and the variable.
    flags: Vec<(u32, VarId)>,
    /// By place: the end of its ways.
    ends: Vec<u32>,
    ways: Vec<(Cost, u32)>,
}

/// What a way costs.
#[derive(Clone, Copy, Debug)]
enum Cost {
    Nothing,
    One,
    Condition(u32),
}

impl CompiledPaths {
    /// Compiles places; the first is the goal, the last is where paths begin.
    pub fn new(pool: &Pool, forks: &[Fork]) -> CompiledPaths {
        let mut terms = Vec::new();
        let mut numbers = FxHashMap::default();
        let (mut ends, mut ways) = (Vec::new(), Vec::new());
        for fork in forks {
            for way in &fork.ways {
                let cost = match way.condition {
                    Clause::Free => Cost::Nothing,
                    Clause::Unknown => Cost::One,
                    Clause::Known(term) => {
                        Cost::Condition(*numbers.entry(term).or_insert_with(|| {
                            terms.push(term);
                            terms.len() as u32 - 1
                        }))
                    }
                };
                ways.push((cost, way.to));
            }
            ends.push(ways.len() as u32);
        }
        let variables = terms.iter().map(|&term| free_variables(pool, term));
        let flag = |(index, term): (usize, &TermId)| Some((index as u32, flag_of(pool, *term)?));
        CompiledPaths {
            flags: terms.iter().enumerate().filter_map(flag).collect(),
            variables: variables.collect(),
            conditions: CompiledDistance::new(pool, &terms),
            ends,
            ways,
        }
    }

    /// The sum of the nearest path. A condition on one of the `unknown` variables counts as one. Of a variable in
    /// `flags` it is known how far it is from being the other of zero and not zero, which its value does not tell.
    pub fn eval(
        &self,
        assignment: &Assignment,
        scratch: &mut Scratch,
        unknown: &[VarId],
        flags: &[(VarId, Distance)],
    ) -> Fitness {
        let (mut normals, mut sums) =
            (std::mem::take(&mut scratch.normals), std::mem::take(&mut scratch.sums));
        normals.clear();
        sums.clear();
        let grades = self.conditions.eval_each(assignment, scratch);
        normals.extend(grades.map(|grade| Fitness::normalised(grade.to_true)));
        if !flags.is_empty() {
            for (condition, variable) in &self.flags {
                let normal = &mut normals[*condition as usize];
                let known = flags.iter().find(|(flag, _)| flag == variable);
                if let (false, Some((_, distance))) = (normal.is_zero(), known) {
                    *normal = Fitness::normalised(*distance);
                }
            }
        }
        if !unknown.is_empty() {
            for (normal, variables) in normals.iter_mut().zip(&self.variables) {
                if unknown.iter().any(|variable| variables.contains(*variable)) {
                    *normal = Fitness::ONE;
                }
            }
        }
        let mut start = 0;
        for (place, &end) in self.ends.iter().enumerate() {
            let mut least = if place == 0 { Fitness::ZERO } else { Fitness::MAX };
            for &(cost, to) in &self.ways[start..end as usize] {
                let cost = match cost {
                    Cost::Nothing => Fitness::ZERO,
                    Cost::One => Fitness::ONE,
                    Cost::Condition(number) => normals[number as usize],
                };
                least = least.min(cost + sums[to as usize]);
            }
            start = end as usize;
            sums.push(least);
        }
        let sum = sums.last().copied().unwrap_or(Fitness::MAX);
        (scratch.normals, scratch.sums) = (normals, sums);
        sum
    }

    /// How many conditions there are.
    pub fn conditions(&self) -> usize {
        self.variables.len()
    }
}

/// The variable that a condition asks of whether it is zero.
fn flag_of(pool: &Pool, condition: TermId) -> Option<VarId> {
    match pool.node(condition) {
        Node::Unary(UnaryOp::Not, inner) => flag_of(pool, inner),
        Node::Compare(CompareOp::Eq, a, b) => match (pool.as_constant(a), pool.as_constant(b)) {
            (Some(0), None) => pool.var_of(b),
            (None, Some(0)) => pool.var_of(a),
            _ => None,
        },
        _ => pool.var_of(condition),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sort::Sort;

    fn known(term: TermId, to: u32) -> Way {
        Way { condition: Clause::Known(term), to }
    }

    #[test]
    fn the_nearest_path_counts_and_what_is_unknown_counts_one() {
        let mut pool = Pool::new();
        let x = pool.variable("x", Sort::Bits(32));
        let y = pool.variable("y", Sort::Bits(32));
        let mut equals = |variable, value| {
            let value = pool.bits(32, value);
            pool.compare(CompareOp::Eq, variable, value)
        };
        let (x3, y5, y9) = (equals(x, 3), equals(y, 5), equals(y, 9));
        // From the last place: x = 3 and then y = 5, or y = 9 and then something unknown.
        let forks = [
            Fork::default(),
            Fork { ways: vec![known(y5, 0)] },
            Fork { ways: vec![Way { condition: Clause::Unknown, to: 0 }] },
            Fork { ways: vec![known(x3, 1), known(y9, 2)] },
        ];
        let paths = CompiledPaths::new(&pool, &forks);
        let (mut assignment, mut scratch) = (Assignment::new(), Scratch::new());
        let (x, y) = (pool.var_of(x).unwrap(), pool.var_of(y).unwrap());
        let mut sum = |values: (u128, u128), unknown: &[VarId]| {
            assignment.set(x, values.0);
            assignment.set(y, values.1);
            paths.eval(&assignment, &mut scratch, unknown, &[]).to_f64()
        };
        assert_eq!(sum((3, 5), &[]), 0.0);
        let third = |thirds: f64| thirds / 3.0;
        assert_eq!(sum((4, 5), &[]), third(2.0));
        assert_eq!(sum((4, 8), &[]), third(2.0) + 0.8);
        assert_eq!(sum((1000, 9), &[]), 1.0);
        assert_eq!(sum((3, 9), &[]), 5.0 / 6.0);
        assert_eq!(sum((3, 9), &[y]), 1.0);
    }

    #[test]
    fn where_no_path_leads_to_the_goal_it_is_out_of_reach() {
        let forks = [Fork::default(), Fork::default()];
        let paths = CompiledPaths::new(&Pool::new(), &forks);
        let sum = paths.eval(&Assignment::new(), &mut Scratch::new(), &[], &[]);
        assert_eq!(sum, Fitness::MAX);
    }

    #[test]
    fn a_flag_is_as_far_as_what_made_it() {
        let mut pool = Pool::new();
        let x = pool.variable("x", Sort::Bits(32));
        let zero = pool.bits(32, 0);
        let is_zero = pool.compare(CompareOp::Eq, x, zero);
        let is_set = pool.not(is_zero);
        let forks = [Fork::default(), Fork { ways: vec![known(is_set, 0)] }];
        let paths = CompiledPaths::new(&pool, &forks);
        let x = pool.var_of(x).unwrap();
        let flag = (x, Distance::of_u64(9));
        let mut assignment = Assignment::new();
        let mut sum = |value: u128, flags: &[(VarId, Distance)]| {
            assignment.set(x, value);
            paths.eval(&assignment, &mut Scratch::new(), &[], flags).to_f64()
        };
        assert_eq!((sum(0, &[]), sum(0, &[flag]), sum(1, &[flag])), (0.5, 0.9, 0.0));
    }
}
