//! The part of a path condition that a flipped clause depends on.
//!
//! The run that a candidate comes from fulfils the prefix, so clauses that share no variable with the
//! flipped one, not even through others, stay fulfilled whatever is solved for. Which variables a clause
//! has is asked for every candidate behind it: it is found out once.

use term::{Pool, TermId, VarId, free_variables};

/// The variables of clauses, and room to work in.
#[derive(Debug, Default)]
pub struct Slices {
    /// By term: where its variables are in the list, and how many; none where it was not asked for.
    spans: Vec<Option<(u32, u32)>>,
    list: Vec<VarId>,
    /// By variable: one that it is connected with, itself at last.
    leaders: Vec<u32>,
}

impl Slices {
    /// Keeps of the clauses those that the last one depends on, and that one.
    pub fn keep_relevant(&mut self, pool: &Pool, clauses: &mut Vec<TermId>) {
        let Some(&last) = clauses.last() else { return };
        for &clause in &*clauses {
            self.look_up(pool, clause);
        }
        self.leaders.clear();
        self.leaders.extend(0..pool.variables().len() as u32);
        for &clause in &*clauses {
            let (start, count) = self.span(clause);
            let variables = &self.list[start as usize..(start + count) as usize];
            let Some((first, others)) = variables.split_first() else { continue };
            let mut leader = find(&mut self.leaders, first.index() as u32);
            for variable in others {
                let other = find(&mut self.leaders, variable.index() as u32);
                // The smaller leads, so that the result does not depend on the order.
                let (low, high) = (leader.min(other), leader.max(other));
                self.leaders[high as usize] = low;
                leader = low;
            }
        }
        let (start, count) = self.span(last);
        if count == 0 {
            return;
        }
        let wanted = find(&mut self.leaders, self.list[start as usize].index() as u32);
        let Self { spans, list, leaders } = self;
        clauses.retain(|clause| {
            let (start, count) = spans[clause.index()].unwrap_or_default();
            count > 0 && find(leaders, list[start as usize].index() as u32) == wanted
        });
    }

    fn span(&self, clause: TermId) -> (u32, u32) {
        self.spans[clause.index()].unwrap_or_default()
    }

    fn look_up(&mut self, pool: &Pool, clause: TermId) {
        if self.spans.len() <= clause.index() {
            self.spans.resize(clause.index() + 1, None);
        }
        if self.spans[clause.index()].is_none() {
            let start = self.list.len() as u32;
            self.list.extend(free_variables(pool, clause).iter());
            let count = self.list.len() as u32 - start;
            self.spans[clause.index()] = Some((start, count));
        }
    }
}

fn find(leaders: &mut [u32], mut variable: u32) -> u32 {
    while leaders[variable as usize] != variable {
        let above = leaders[variable as usize];
        leaders[variable as usize] = leaders[above as usize];
        variable = above;
    }
    variable
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::Sort;
    use term::op::CompareOp;

    #[test]
    fn what_shares_variables_through_others_is_kept_and_nothing_else() {
        let mut pool = Pool::new();
        let mut less = |a: &str, b: &str| {
            let (a, b) = (pool.variable(a, Sort::Bits(8)), pool.variable(b, Sort::Bits(8)));
            pool.compare(CompareOp::Ult, a, b)
        };
        let all = [less("a", "b"), less("c", "d"), less("b", "e"), less("x", "y"), less("e", "f")];
        let mut slices = Slices::default();
        let mut clauses = all.to_vec();
        slices.keep_relevant(&pool, &mut clauses);
        assert_eq!(clauses, [all[0], all[2], all[4]]);
        let mut clauses = all[..4].to_vec();
        slices.keep_relevant(&pool, &mut clauses);
        assert_eq!(clauses, [all[3]]);
    }
}
