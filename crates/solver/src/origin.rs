//! Which conjuncts of a problem something was concluded from, kept cheaply until somebody asks.

/// A conclusion's place in [`Origins`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin(u32);

/// Conclusions, each of which rests on one conjunct or on two earlier conclusions.
///
/// A conclusion costs constant time and memory however many conjuncts it rests on; they are gathered only
/// for the one that ends in a contradiction.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    grounds: Vec<Ground>,
}

#[derive(Clone, Copy, Debug)]
enum Ground {
    Clause(u32),
    Both(Origin, Origin),
}

impl Origins {
    /// No conclusions yet.
    pub fn new() -> Origins {
        Origins::default()
    }

    /// What rests on this conjunct alone.
    pub fn clause(&mut self, index: usize) -> Origin {
        self.push(Ground::Clause(index as u32))
    }

    /// What rests on both.
    pub fn both(&mut self, a: Origin, b: Origin) -> Origin {
        if a == b { a } else { self.push(Ground::Both(a, b)) }
    }

    /// What rests on both, where either may rest on nothing.
    pub fn join(&mut self, a: Option<Origin>, b: Option<Origin>) -> Option<Origin> {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.both(a, b)),
            (a, b) => a.or(b),
        }
    }

    /// The conjuncts that these conclusions rest on, in order.
    pub fn clauses(&self, conclusions: impl IntoIterator<Item = Origin>) -> Vec<usize> {
        let mut seen = vec![false; self.grounds.len()];
        let mut clauses = Vec::new();
        let mut pending: Vec<Origin> = conclusions.into_iter().collect();
        while let Some(Origin(index)) = pending.pop() {
            if std::mem::replace(&mut seen[index as usize], true) {
                continue;
            }
            match self.grounds[index as usize] {
                Ground::Clause(clause) => clauses.push(clause as usize),
                Ground::Both(a, b) => pending.extend([a, b]),
            }
        }
        clauses.sort_unstable();
        clauses.dedup();
        clauses
    }

    fn push(&mut self, ground: Ground) -> Origin {
        self.grounds.push(ground);
        Origin(self.grounds.len() as u32 - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conclusion_rests_on_what_its_grounds_rest_on() {
        let mut origins = Origins::new();
        let [a, b, c] = [7, 3, 5].map(|clause| origins.clause(clause));
        let ab = origins.both(a, b);
        let abc = origins.both(ab, c);
        let all = origins.both(abc, ab);
        assert_eq!(origins.clauses([ab]), [3, 7]);
        assert_eq!(origins.clauses([all]), [3, 5, 7]);
        assert_eq!(origins.clauses([c, a]), [5, 7]);
        assert_eq!(origins.join(None, Some(ab)), Some(ab));
    }

    #[test]
    fn doubling_a_hundred_times_is_gathered_once() {
        let mut origins = Origins::new();
        let mut top = origins.clause(0);
        for clause in 1..100 {
            let next = origins.clause(clause);
            let one = origins.both(top, next);
            let other = origins.both(next, top);
            top = origins.both(one, other);
        }
        assert_eq!(origins.clauses([top]), (0..100).collect::<Vec<_>>());
    }
}
