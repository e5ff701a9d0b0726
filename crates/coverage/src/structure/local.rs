//! What the structure knows of each function alone: which edges every run to an edge takes, and what
//! depends on an edge.

use program::analysis::{
    Cfg, ControlDependence, Dominators, EdgeKind, PostDominators, Unwinding, cfg::EdgeIndex,
};
use program::{BlockId, Function, Id, IdVec, Instruction};

/// The inner order of one function.
#[derive(Clone, Debug)]
pub(super) struct Local {
    dominators: Dominators,
    /// By block: the number of its first edge.
    first: Vec<u32>,
    /// By edge: where it leads, if it is the only way there but for ways back from behind it.
    sole: Vec<Option<BlockId>>,
    /// By edge: the blocks that directly depend on it.
    dependents: Vec<Vec<BlockId>>,
    /// By block: how many instructions it has; what only counts or tells is none.
    sizes: IdVec<BlockId, u32>,
}

impl Local {
    pub fn new(function: &Function) -> Self {
        let cfg = Cfg::new(function, Unwinding::Calls);
        let dominators = Dominators::new(&cfg);
        let control = ControlDependence::new(&cfg, &PostDominators::new(&cfg));
        let first = cfg.blocks().map(|block| {
            let edge = EdgeIndex { block, successor: 0 };
            cfg.number(edge) as u32
        });
        let mut dependents = vec![Vec::new(); cfg.edges().len()];
        for block in cfg.blocks() {
            for edge in control.direct(block) {
                dependents[cfg.number(*edge)].push(block);
            }
        }
        let sole = cfg.edges().iter().map(|edge| {
            let others = cfg.incoming(edge.to).filter(|other| other.index != edge.index);
            let back = |other: BlockId| {
                cfg.position(other).is_none() || dominators.dominates(edge.to, other)
            };
            let alone = edge.to != Function::ENTRY
                && others.map(|other| other.index.block).all(back)
                && edge.kind == EdgeKind::Outcome;
            alone.then_some(edge.to)
        });
        let (sole, first) = (sole.collect(), first.collect());
        let sizes = function.blocks.values().map(|block| {
            let real = block.instructions.iter().filter(|instruction| is_code(&instruction.node));
            real.count() as u32 + 1
        });
        let sizes = sizes.collect();
        Self { dominators, first, sole, dependents, sizes }
    }

    /// Where an edge leads, if it is the only way there but for ways back from behind it.
    pub fn sole(&self, edge: EdgeIndex) -> Option<BlockId> {
        self.sole[self.number(edge)]
    }

    /// Whether every way to a block goes over an edge.
    pub fn dominates(&self, edge: EdgeIndex, block: BlockId) -> bool {
        self.sole[self.number(edge)].is_some_and(|to| self.dominators.dominates(to, block))
    }

    /// The blocks that depend on an edge, directly or through branches in such blocks, ascending.
    pub fn dependents(&self, edge: EdgeIndex) -> Vec<BlockId> {
        let mut seen = vec![false; self.sizes.len()];
        let mut found = Vec::new();
        let mut work = vec![self.number(edge)];
        while let Some(edge) = work.pop() {
            for &block in &self.dependents[edge] {
                if !std::mem::replace(&mut seen[block.index()], true) {
                    found.push(block);
                    work.extend(self.edges(block));
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// How many instructions a block has.
    pub fn size(&self, block: BlockId) -> u32 {
        self.sizes[block]
    }

    /// How many instructions the function has.
    pub fn total(&self) -> u32 {
        self.sizes.values().sum()
    }

    fn number(&self, edge: EdgeIndex) -> usize {
        (self.first[edge.block.index()] + edge.successor) as usize
    }

    /// The numbers of the edges out of a block.
    fn edges(&self, block: BlockId) -> std::ops::Range<usize> {
        let end = self.first.get(block.index() + 1).map_or(self.sole.len(), |&next| next as usize);
        self.first[block.index()] as usize..end
    }
}

/// Whether an instruction does something, and not only tells of it.
fn is_code(instruction: &Instruction) -> bool {
    !matches!(
        instruction,
        Instruction::Count { .. } | Instruction::Condition { .. } | Instruction::Decide { .. }
    )
}
