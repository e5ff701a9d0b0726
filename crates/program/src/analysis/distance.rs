//! Distances over the whole program: how many branch edges lie between a block and a set of targets.
//!
//! An edge out of a branch or switch counts one, every other way nothing: jumps, calls, returns, and the
//! way over a call that comes back, whatever happens inside it. Calls and returns go in pairs; see
//! [`Supergraph`].

use std::collections::VecDeque;

use crate::analysis::Supergraph;
use crate::analysis::graph::NONE;
use crate::{BlockId, FuncId, Id, IdVec, Point};

/// The least number of branch edges from each block to the nearest of some targets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    nodes: Vec<u32>,
    blocks: IdVec<FuncId, IdVec<BlockId, u32>>,
}

impl Distances {
    /// The distances to the nearest of the target blocks, all in one walk back from them.
    pub fn to(graph: &Supergraph, targets: impl IntoIterator<Item = (FuncId, BlockId)>) -> Self {
        let before = graph.graph().reversed();
        let mut nodes = vec![NONE; before.len()];
        let mut work = VecDeque::new();
        for (function, block) in targets {
            for node in graph.twins(graph.block(function, block)) {
                nodes[node as usize] = 0;
                work.push_back((0, node));
            }
        }
        while let Some((distance, node)) = work.pop_front() {
            if nodes[node as usize] < distance {
                continue;
            }
            for &from in before.successors(node) {
                let cost = u32::from(graph.is_decision(from));
                if distance + cost < nodes[from as usize] {
                    nodes[from as usize] = distance + cost;
                    let entry = (distance + cost, from);
                    if cost == 0 { work.push_front(entry) } else { work.push_back(entry) }
                }
            }
        }
        let blocks_of = |function| {
            let blocks = (0..graph.blocks(function)).map(BlockId::new);
            blocks.map(|block| nodes[graph.block(function, block) as usize]).collect()
        };
        let blocks = (0..graph.functions()).map(FuncId::new).map(blocks_of).collect();
        Self { nodes, blocks }
    }

    /// The distance from the start of a block; none if no target can be reached.
    pub fn from_block(&self, function: FuncId, block: BlockId) -> Option<u32> {
        Some(self.blocks[function][block]).filter(|&distance| distance != NONE)
    }

    /// The distance from an instruction or terminator, as far as calls before it in the block matter:
    /// they are behind the run.
    pub fn from_point(&self, graph: &Supergraph, point: Point) -> Option<u32> {
        Some(self.nodes[graph.node(point) as usize]).filter(|&distance| distance != NONE)
    }
}
