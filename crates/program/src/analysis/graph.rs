//! A directed graph over dense numbers, and the walks that the analyses share.
//!
//! Nothing here recurses: functions of many thousand blocks in a row are ordinary.

/// A number that no node has.
pub(crate) const NONE: u32 = u32::MAX;

/// A directed graph over `0..len`. Edges may repeat; those of a node keep the order they came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// Where each node's successors begin, and last where they all end.
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Graph {
    /// The graph with these edges.
    ///
    /// # Panics
    /// When an edge names a node that is not below `nodes`.
    pub fn new(nodes: usize, edges: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let edges: Vec<(u32, u32)> = edges.into_iter().collect();
        let mut starts = vec![0u32; nodes + 1];
        for &(from, _) in &edges {
            starts[from as usize + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut targets = vec![0; starts[nodes] as usize];
        for (from, to) in edges {
            assert!((to as usize) < nodes, "node {to} of {nodes}");
            targets[next[from as usize] as usize] = to;
            next[from as usize] += 1;
        }
        Self { starts, targets }
    }

    /// How many nodes it has.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether it has no nodes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The ends of the edges out of a node.
    pub fn successors(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.targets[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// All edges, by where they begin.
    pub fn edges(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..self.len() as u32)
            .flat_map(move |node| self.successors(node).iter().map(move |&to| (node, to)))
    }

    /// The graph with every edge turned round.
    pub fn reversed(&self) -> Self {
        Self::new(self.len(), self.edges().map(|(from, to)| (to, from)))
    }

    /// The nodes that depth-first walks from the roots reach, each after all it leads to that were not
    /// met before.
    pub fn post_order(&self, roots: impl IntoIterator<Item = u32>) -> Vec<u32> {
        let mut seen = vec![false; self.len()];
        let mut order = Vec::new();
        let mut stack: Vec<(u32, u32)> = Vec::new();
        for root in roots {
            if std::mem::replace(&mut seen[root as usize], true) {
                continue;
            }
            stack.push((root, 0));
            while let Some((node, next)) = stack.last_mut() {
                match self.successors(*node).get(*next as usize) {
                    Some(&to) => {
                        *next += 1;
                        if !std::mem::replace(&mut seen[to as usize], true) {
                            stack.push((to, 0));
                        }
                    }
                    None => {
                        order.push(*node);
                        stack.pop();
                    }
                }
            }
        }
        order
    }

    /// The strongly connected components (Tarjan 1972).
    pub fn components(&self) -> Components {
        let nodes = self.len();
        let mut of = vec![NONE; nodes];
        let mut members = Vec::with_capacity(nodes);
        let mut starts = vec![0u32];
        let mut number = vec![NONE; nodes];
        let mut low = vec![0u32; nodes];
        let mut count = 0;
        let mut open: Vec<u32> = Vec::new();
        let mut stack: Vec<(u32, u32)> = Vec::new();
        for root in 0..nodes as u32 {
            if number[root as usize] != NONE {
                continue;
            }
            stack.push((root, 0));
            while let Some(&mut (node, ref mut next)) = stack.last_mut() {
                let at = node as usize;
                if *next == 0 && number[at] == NONE {
                    (number[at], low[at]) = (count, count);
                    count += 1;
                    open.push(node);
                }
                if let Some(&to) = self.successors(node).get(*next as usize) {
                    *next += 1;
                    if number[to as usize] == NONE {
                        stack.push((to, 0));
                    } else if of[to as usize] == NONE {
                        low[at] = low[at].min(number[to as usize]);
                    }
                    continue;
                }
                stack.pop();
                if let Some(&(parent, _)) = stack.last() {
                    low[parent as usize] = low[parent as usize].min(low[at]);
                }
                if low[at] == number[at] {
                    let begin = open.iter().rposition(|&other| other == node).expect("it is open");
                    for &member in &open[begin..] {
                        of[member as usize] = starts.len() as u32 - 1;
                    }
                    members.extend(open.drain(begin..));
                    let start = starts[starts.len() - 1] as usize;
                    members[start..].sort_unstable();
                    starts.push(members.len() as u32);
                }
            }
        }
        Components { of, starts, members }
    }
}

/// The strongly connected components of a graph, numbered so that an edge between two of them leads
/// from the higher number to the lower.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    of: Vec<u32>,
    starts: Vec<u32>,
    members: Vec<u32>,
}

impl Components {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The component of a node.
    pub fn of(&self, node: u32) -> u32 {
        self.of[node as usize]
    }

    /// The nodes of a component, ascending.
    pub fn members(&self, component: u32) -> &[u32] {
        let at = component as usize;
        &self.members[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::{closure, random_graph};

    #[test]
    fn successors_keep_the_order_of_the_edges() {
        let graph = Graph::new(4, [(2, 1), (0, 3), (2, 0), (0, 1), (2, 1)]);
        assert_eq!(graph.successors(2), [1, 0, 1]);
        assert_eq!(graph.successors(0), [3, 1]);
        assert_eq!(graph.reversed().successors(1), [0, 2, 2]);
    }

    #[test]
    fn post_order_puts_a_node_after_what_it_leads_to() {
        let graph = Graph::new(6, [(0, 1), (0, 2), (1, 3), (2, 3), (5, 0)]);
        assert_eq!(graph.post_order([0]), [3, 1, 2, 0]);
        assert_eq!(graph.post_order([1, 5]), [3, 1, 2, 0, 5]);
    }

    #[test]
    fn components_are_what_reaches_each_other() {
        let mut rng = fastrand::Rng::with_seed(2);
        for _ in 0..400 {
            let nodes = rng.usize(1..14);
            let graph = random_graph(&mut rng, nodes);
            let reach = closure(&graph);
            let components = graph.components();
            for a in 0..nodes {
                for b in 0..nodes {
                    let together = a == b || (reach[a].contains(b) && reach[b].contains(a));
                    let (of_a, of_b) = (components.of(a as u32), components.of(b as u32));
                    assert_eq!(of_a == of_b, together);
                    assert!(!reach[a].contains(b) || of_a >= of_b);
                    assert_eq!(components.members(of_a).contains(&(b as u32)), together);
                }
            }
        }
    }
}
