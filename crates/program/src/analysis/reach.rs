//! Reachability: from the entry, to an exit, and between any two blocks.

use crate::analysis::{BitSet, Cfg, Graph};
use crate::{BlockId, Function, Id};

/// What can be reached from where in one function.
#[derive(Clone, Debug)]
pub struct Reach {
    from_entry: BitSet,
    to_exit: BitSet,
}

impl Reach {
    /// Looks at the whole function once.
    pub fn new(cfg: &Cfg) -> Self {
        let entry = (!cfg.is_empty()).then_some(Function::ENTRY.0);
        let exits = cfg.blocks().filter(|&block| cfg.exit(block).is_some()).map(|block| block.0);
        Self { from_entry: reached(cfg.graph(), entry), to_exit: reached(cfg.reversed(), exits) }
    }

    /// Whether a block can be reached from the entry.
    pub fn from_entry(&self, block: BlockId) -> bool {
        self.from_entry.contains(block.index())
    }

    /// Whether a run can leave the function from a block, by any kind of exit.
    pub fn to_exit(&self, block: BlockId) -> bool {
        self.to_exit.contains(block.index())
    }
}

/// The nodes that can be reached from the roots, the roots among them.
pub fn reached(graph: &Graph, roots: impl IntoIterator<Item = u32>) -> BitSet {
    let mut set = BitSet::new(graph.len());
    let mut work: Vec<u32> = roots.into_iter().filter(|&root| set.insert(root as usize)).collect();
    while let Some(node) = work.pop() {
        work.extend(graph.successors(node).iter().filter(|&&to| set.insert(to as usize)));
    }
    set
}

/// For every node the nodes that a path of at least one edge leads to. Nodes on a common cycle share
/// one set.
#[derive(Clone, Debug)]
pub struct AllPairs {
    component: Vec<u32>,
    sets: Vec<BitSet>,
}

impl AllPairs {
    /// The transitive closure of a graph; takes the square of its size in bits at most.
    pub fn new(graph: &Graph) -> Self {
        let components = graph.components();
        let mut sets: Vec<BitSet> = Vec::with_capacity(components.len());
        for component in 0..components.len() as u32 {
            let mut set = BitSet::new(graph.len());
            for &node in components.members(component) {
                for &to in graph.successors(node) {
                    set.insert(to as usize);
                    if let Some(further) = sets.get(components.of(to) as usize) {
                        set.union_with(further);
                    }
                }
            }
            sets.push(set);
        }
        let component = (0..graph.len() as u32).map(|node| components.of(node)).collect();
        Self { component, sets }
    }

    /// The nodes that a path of at least one edge leads to from a node.
    pub fn from(&self, node: u32) -> &BitSet {
        &self.sets[self.component[node as usize] as usize]
    }

    /// Whether a path of at least one edge leads from one block to another.
    pub fn reaches(&self, from: BlockId, to: BlockId) -> bool {
        self.from(from.0).contains(to.index())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::{cfg_of, closure, random_graph};

    #[test]
    fn an_endless_loop_reaches_no_exit_and_dead_code_is_not_reached() {
        // 0 branches to 1 (returns) and to 2 <-> 3; 4 is dead and returns.
        let reach = Reach::new(&cfg_of(&[&[1, 2], &[], &[3], &[2], &[]]));
        let pairs: Vec<_> =
            (0..5).map(|b| (reach.from_entry(BlockId(b)), reach.to_exit(BlockId(b)))).collect();
        assert_eq!(
            pairs,
            [(true, true), (true, true), (true, false), (true, false), (false, true)]
        );
    }

    #[test]
    fn all_pairs_agree_with_walks_and_with_the_closure_by_squaring() {
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..400 {
            let nodes = rng.usize(1..16);
            let graph = random_graph(&mut rng, nodes);
            let all = AllPairs::new(&graph);
            for (node, set) in closure(&graph).iter().enumerate() {
                assert_eq!(all.from(node as u32), set);
                let mut walked = reached(&graph, [node as u32]);
                if !set.contains(node) {
                    walked.remove(node);
                }
                assert_eq!(&walked, set);
            }
        }
    }
}
