//! Path expressions: all paths of a graph between two nodes as one regular expression.
//!
//! B. Beizer's node reduction (Software Testing Techniques, 1990), which paper Baars et al. (Algorithm 1, step
//! 3) takes them from: node after node is taken out, and each pair of its edges becomes one edge that is
//! labelled with what lay between. Equal parts of an expression are kept once.

use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// An expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ExprId(u32);

/// What an expression is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Expr<L> {
    /// The path of no edge.
    Empty,
    /// An edge.
    Edge(L),
    /// One after the other.
    Sequence(ExprId, ExprId),
    /// One or the other.
    Either(ExprId, ExprId),
    /// Any number of times.
    Repeated(ExprId),
}

/// Expressions over edges, each kept once.
#[derive(Clone, Debug)]
pub struct Expressions<L> {
    all: Vec<Expr<L>>,
    ids: FxHashMap<Expr<L>, ExprId>,
}

impl<L: Copy + Eq + std::hash::Hash> Default for Expressions<L> {
    fn default() -> Self {
        let mut expressions = Self { all: Vec::new(), ids: FxHashMap::default() };
        expressions.make(Expr::Empty);
        expressions
    }
}

impl<L: Copy + Eq + std::hash::Hash> Expressions<L> {
    /// The path of no edge.
    pub const EMPTY: ExprId = ExprId(0);

    /// What an expression is made of.
    pub fn get(&self, id: ExprId) -> Expr<L> {
        self.all[id.0 as usize]
    }

    /// How many different expressions there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there is none; there always is the empty path.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// An edge.
    pub fn edge(&mut self, label: L) -> ExprId {
        self.make(Expr::Edge(label))
    }

    /// One after the other.
    pub fn sequence(&mut self, first: ExprId, second: ExprId) -> ExprId {
        match (first, second) {
            (Self::EMPTY, other) | (other, Self::EMPTY) => other,
            _ => self.make(Expr::Sequence(first, second)),
        }
    }

    /// One or the other.
    pub fn either(&mut self, first: ExprId, second: ExprId) -> ExprId {
        if first == second { first } else { self.make(Expr::Either(first, second)) }
    }

    /// Any number of times.
    pub fn repeated(&mut self, inner: ExprId) -> ExprId {
        if inner == Self::EMPTY { inner } else { self.make(Expr::Repeated(inner)) }
    }

    /// The edges that occur in an expression, each once, in the order in which they were made.
    pub fn edges(&self, id: ExprId) -> Vec<L> {
        let mut seen = vec![false; id.0 as usize + 1];
        seen[id.0 as usize] = true;
        // Parts have smaller numbers than what they are part of.
        for index in (0..=id.0 as usize).rev() {
            if seen[index]
                && let Expr::Sequence(a, b) | Expr::Either(a, b) = self.all[index]
            {
                (seen[a.0 as usize], seen[b.0 as usize]) = (true, true);
            }
            if seen[index]
                && let Expr::Repeated(inner) = self.all[index]
            {
                seen[inner.0 as usize] = true;
            }
        }
        let parts = self.all.iter().zip(seen).filter(|(_, seen)| *seen);
        parts
            .filter_map(|(part, _)| match part {
                Expr::Edge(label) => Some(*label),
                _ => None,
            })
            .collect()
    }

    /// An expression as it is written, edges by their names: `a(b+c)*d`.
    pub fn print(&self, id: ExprId, name: &impl Fn(L) -> String) -> String {
        match self.get(id) {
            Expr::Empty => "1".to_owned(),
            Expr::Edge(label) => name(label),
            Expr::Sequence(a, b) => {
                let part = |part: ExprId| match self.get(part) {
                    Expr::Either(..) => format!("({})", self.print(part, name)),
                    _ => self.print(part, name),
                };
                part(a) + &part(b)
            }
            Expr::Either(a, b) => format!("{}+{}", self.print(a, name), self.print(b, name)),
            Expr::Repeated(inner) => format!("({})*", self.print(inner, name)),
        }
    }

    fn make(&mut self, expr: Expr<L>) -> ExprId {
        *self.ids.entry(expr).or_insert_with(|| {
            self.all.push(expr);
            ExprId(self.all.len() as u32 - 1)
        })
    }
}

/// A graph whose edges are labelled with expressions; parallel edges are one.
#[derive(Clone, Debug, Default)]
pub struct Reduction {
    out: BTreeMap<u32, BTreeMap<u32, ExprId>>,
    into: BTreeMap<u32, Vec<u32>>,
}

impl Reduction {
    /// Adds an edge.
    pub fn add<L: Copy + Eq + std::hash::Hash>(
        &mut self,
        expressions: &mut Expressions<L>,
        from: u32,
        to: u32,
        label: ExprId,
    ) {
        let ways = self.out.entry(from).or_default();
        match ways.get_mut(&to) {
            Some(known) => *known = expressions.either(*known, label),
            None => {
                ways.insert(to, label);
                self.into.entry(to).or_default().push(from);
            }
        }
    }

    /// All paths from `start` to `end`, from which no edge leads on. The other nodes are taken out in the
    /// order given: whoever wants a loop to be repeated at its head gives the head after the body. Nothing
    /// if there is no path, or if there are more than `most` expressions.
    pub fn reduce<L: Copy + Eq + std::hash::Hash>(
        mut self,
        expressions: &mut Expressions<L>,
        order: impl IntoIterator<Item = u32>,
        (start, end): (u32, u32),
        most: usize,
    ) -> Result<Option<ExprId>, TooLarge> {
        for node in order.into_iter().filter(|node| *node != start && *node != end) {
            let mut out = self.out.remove(&node).unwrap_or_default();
            let own = out.remove(&node);
            let again = own.map_or(Expressions::<L>::EMPTY, |own| expressions.repeated(own));
            for to in out.keys() {
                self.into.entry(*to).or_default().retain(|from| *from != node);
            }
            for from in self.into.remove(&node).unwrap_or_default() {
                let Some(first) = self.out.get_mut(&from).and_then(|ways| ways.remove(&node))
                else {
                    continue;
                };
                let first = expressions.sequence(first, again);
                for (to, second) in &out {
                    let both = expressions.sequence(first, *second);
                    self.add(expressions, from, *to, both);
                }
            }
            if expressions.len() > most {
                return Err(TooLarge);
            }
        }
        let ways = self.out.remove(&start).unwrap_or_default();
        let Some(last) = ways.get(&end) else { return Ok(None) };
        let again = ways.get(&start).map(|own| expressions.repeated(*own));
        Ok(Some(again.map_or(*last, |again| expressions.sequence(again, *last))))
    }
}

/// There are more expressions than were asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

#[cfg(test)]
mod tests {
    use super::*;

    fn expression(edges: &[(u32, u32, char)], order: &[u32], ends: (u32, u32)) -> String {
        let mut expressions = Expressions::default();
        let mut graph = Reduction::default();
        for &(from, to, label) in edges {
            let label = expressions.edge(label);
            graph.add(&mut expressions, from, to, label);
        }
        match graph.reduce(&mut expressions, order.iter().copied(), ends, 100) {
            Ok(Some(found)) => expressions.print(found, &|label: char| label.to_string()),
            Ok(None) => "no path".to_owned(),
            Err(TooLarge) => "too large".to_owned(),
        }
    }

    #[test]
    fn the_loop_of_the_papers_second_figure_is_repeated_at_its_head() {
        let edges = [
            (2, 3, 'a'),
            (3, 4, 'b'),
            (4, 3, 'c'),
            (3, 5, 'd'),
            (5, 6, 'e'),
            (6, 7, 'f'),
            (7, 8, 'g'),
        ];
        assert_eq!(expression(&edges, &[7, 6, 5, 4, 3], (2, 8)), "a(bc)*defg");
    }

    #[test]
    fn parallel_ways_are_alternatives_and_dead_ends_vanish() {
        let edges = [(0, 1, 'a'), (0, 2, 'b'), (1, 3, 'c'), (2, 3, 'd'), (0, 4, 'x'), (3, 5, 'e')];
        assert_eq!(expression(&edges, &[4, 3, 2, 1], (0, 5)), "bde+ace");
        assert_eq!(expression(&[(0, 1, 'a')], &[1], (0, 5)), "no path");
    }

    #[test]
    fn loops_nest_and_a_start_inside_a_loop_may_come_back_to_itself() {
        let edges = [(0, 1, 'a'), (1, 2, 'b'), (2, 1, 'c'), (1, 0, 'd'), (2, 3, 'e')];
        assert_eq!(expression(&edges, &[2, 1], (0, 3)), "(a(bc)*d)*a(bc)*be");
    }
}
