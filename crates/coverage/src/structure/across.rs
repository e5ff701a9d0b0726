//! Dominators over calls: which places of the program every path from its start goes over.

use program::analysis::{Graph, GraphDominators, Supergraph};

/// The dominators of the places of a program.
#[derive(Clone, Debug)]
pub(super) struct Across(GraphDominators);

impl Across {
    /// Finds them. Where nothing leads to, a path may start: one more node leads to all such places.
    pub fn new(graph: &Supergraph) -> Self {
        let downward = graph.downward();
        let root = downward.len() as u32;
        let mut is_entered = vec![false; downward.len()];
        downward.edges().for_each(|(_, to)| is_entered[to as usize] = true);
        let starts = (0..root).filter(|node| !is_entered[*node as usize]).map(|node| (root, node));
        let edges: Vec<(u32, u32)> = downward.edges().chain(starts).collect();
        Self(GraphDominators::new(&Graph::new(downward.len() + 1, edges), root))
    }

    /// Whether every path to a place goes over another one.
    pub fn dominates(&self, a: u32, b: u32) -> bool {
        self.0.dominates(a, b)
    }
}
