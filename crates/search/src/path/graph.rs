//! The sub-graph between a node and a target, and its path expression (paper Baars et al., Algorithm 1, steps 1 to 3).

use crate::path::expression::{ExprId, Expressions, Reduction, TooLarge};
use crate::path::relevant::{Relevant, Within};
use crate::target::End;
use crate::terrain::Terrain;
use program::analysis::{BitSet, EdgeIndex};
use program::{BlockId, Edge, FuncId, Function, Id, Instruction, OutcomeId, RegId, SiteKind};

/// An edge of the sub-graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Label {
    /// To another block, which is executed.
    On(EdgeIndex),
    /// To the target.
    Into(EdgeIndex),
    /// Inside a block: a select comes out so.
    Select(BlockId, u32, u32),
}

/// The sub-graph between a node and the target.
pub struct Graph<'a, 'p> {
    /// What is known of the program.
    pub terrain: &'a Terrain<'p>,
    /// The function.
    pub function: FuncId,
    /// Its body.
    pub body: &'p Function,
    /// The node.
    pub start: BlockId,
    /// The blocks in it, in reverse post-order.
    blocks: Vec<BlockId>,
    /// Its edges: from, to (none for the target), and what is done on them.
    edges: Vec<(BlockId, Option<BlockId>, Vec<Label>)>,
    within: Vec<Within>,
    /// By block: how many branches are still to be taken.
    pub levels: Vec<Option<u32>>,
}

impl<'a, 'p> Graph<'a, 'p> {
    /// Steps 1 and 2: edges that can be reached from the node and from which the target can be.
    pub fn new(
        terrain: &'a Terrain<'p>,
        function: FuncId,
        start: BlockId,
        ends: &[End],
        only: &[OutcomeId],
    ) -> Self {
        let local = terrain.local(function);
        let (cfg, body) = (&local.cfg, &terrain.program().functions[function]);
        let mut last: Vec<EdgeIndex> = Vec::new();
        let mut into = BitSet::new(cfg.len());
        let mut selects: Vec<(BlockId, u32, u32)> = Vec::new();
        for end in ends {
            match *end {
                End::Block(block) => {
                    into.insert(block.index());
                }
                End::Outcome(outcome) => {
                    let (site, index) = terrain.sites().owner(outcome);
                    let site = terrain.sites().site(site);
                    let block = site.point.block;
                    match site.kind {
                        SiteKind::Select => selects.push((block, site.point.index, index)),
                        // A failure is no edge; the way to it ends before the block.
                        SiteKind::Check(_) => {
                            into.insert(block.index());
                        }
                        _ => last.push(EdgeIndex { block, successor: index }),
                    }
                }
            }
        }
        let demanded: Vec<EdgeIndex> = only.iter().map(|it| edge_of(terrain, *it)).collect();
        let mut all: Vec<(BlockId, Option<BlockId>, Vec<Label>)> = Vec::new();
        for edge in cfg.edges() {
            let from = edge.index.block;
            if demanded.iter().any(|it| it.block == from) && !demanded.contains(&edge.index) {
                continue;
            }
            if last.contains(&edge.index) || into.contains(edge.to.index()) {
                all.push((from, None, vec![Label::Into(edge.index)]));
                continue;
            }
            for &(_, index, way) in selects.iter().filter(|select| select.0 == edge.to) {
                let labels = vec![Label::Into(edge.index), Label::Select(edge.to, index, way)];
                all.push((from, None, labels));
            }
            all.push((from, Some(edge.to), vec![Label::On(edge.index)]));
        }
        let ahead = closure(cfg.len(), [start], all.iter().map(|(from, to, _)| (Some(*from), *to)));
        let targets: Vec<BlockId> =
            all.iter().filter(|(_, to, _)| to.is_none()).map(|(from, ..)| *from).collect();
        let behind =
            closure(cfg.len(), targets, all.iter().map(|(from, to, _)| (*to, Some(*from))));
        let inside =
            |block: BlockId| ahead.contains(block.index()) && behind.contains(block.index());
        all.retain(|(from, to, _)| inside(*from) && to.is_none_or(inside));
        let order = cfg.reverse_post_order().iter().copied();
        let mut levels = vec![None; cfg.len()];
        for end in ends {
            let (block, more) = match *end {
                End::Block(block) => (block, 0),
                End::Outcome(outcome) => {
                    let site = terrain.sites().site(terrain.sites().owner(outcome).0);
                    (site.point.block, 1)
                }
            };
            let approach = local.control.approach_levels(cfg, block);
            for (at, level) in levels.iter_mut().enumerate() {
                let own = approach.at_start(BlockId::new(at)).map(|level| level + more);
                *level = [*level, own].into_iter().flatten().min();
            }
        }
        Self {
            terrain,
            function,
            body,
            start,
            blocks: order.filter(|block| inside(*block)).collect(),
            edges: all,
            within: selects.iter().map(|(block, index, _)| (*block, *index)).collect(),
            levels,
        }
    }

    /// Step 3: the path expression, unless it is of more parts than `most`.
    pub fn reduce(
        &self,
        expressions: &mut Expressions<Label>,
        most: usize,
    ) -> Result<Option<ExprId>, TooLarge> {
        let target = self.levels.len() as u32;
        let mut reduction = Reduction::default();
        for (from, to, labels) in &self.edges {
            let mut label = Expressions::<Label>::EMPTY;
            for step in labels {
                let step = expressions.edge(*step);
                label = expressions.sequence(label, step);
            }
            reduction.add(expressions, from.0, to.map_or(target, |to| to.0), label);
        }
        let order = self.blocks.iter().rev().map(|block| block.0);
        reduction.reduce(expressions, order, (self.start.0, target), most)
    }

    /// What matters on the way.
    pub fn relevant(&self) -> Relevant {
        let ways = |block: BlockId| {
            let own = self.edges.iter().filter(move |(from, ..)| *from == block);
            own.filter_map(|(_, to, labels)| {
                let edge = match labels.first()? {
                    Label::On(edge) | Label::Into(edge) => edge,
                    Label::Select(..) => return None,
                };
                let to = match labels.get(1) {
                    Some(Label::Select(block, ..)) => Some(*block),
                    _ => *to,
                };
                let terminator = &self.body.blocks[block].terminator.node;
                Some((terminator.edges().nth(edge.successor as usize)?, to))
            })
            .collect::<Vec<(&Edge, Option<BlockId>)>>()
        };
        Relevant::new(self.terrain, self.function, &self.blocks, ways, &self.within)
    }

    /// The registers that edges and the blocks behind them assign, ascending, and whether memory may be written there.
    pub fn assigned(&self, labels: &[Label]) -> (Vec<RegId>, bool) {
        let (mut registers, mut writes) = (Vec::new(), false);
        for label in labels {
            let (Label::On(edge) | Label::Into(edge)) = label else { continue };
            let terminator = &self.body.blocks[edge.block].terminator.node;
            let Some(way) = terminator.edges().nth(edge.successor as usize) else { continue };
            registers.extend(way.moves.iter().map(|(register, _)| *register));
            for instruction in &self.body.blocks[way.target].instructions {
                let instruction = &instruction.node;
                registers.extend(instruction.destination());
                writes |= matches!(instruction, Instruction::Store { .. })
                    || self.terrain.may_write(instruction);
            }
        }
        registers.sort_unstable();
        registers.dedup();
        (registers, writes)
    }

    /// An expression with edges by the numbers of their blocks.
    pub fn print(&self, expressions: &Expressions<Label>, expression: ExprId) -> String {
        expressions.print(expression, &|label| match label {
            Label::On(edge) => {
                let to =
                    self.terrain.local(self.function).cfg.edge(edge).map_or(0, |edge| edge.to.0);
                format!("[{}-{to}]", edge.block.0)
            }
            Label::Into(edge) => format!("[{}-t]", edge.block.0),
            Label::Select(block, index, way) => format!("[{}.{index}={way}]", block.0),
        })
    }
}

/// The edge that an outcome of a branch or switch takes.
fn edge_of(terrain: &Terrain<'_>, outcome: OutcomeId) -> EdgeIndex {
    let (site, successor) = terrain.sites().owner(outcome);
    EdgeIndex { block: terrain.sites().site(site).point.block, successor }
}

/// The blocks that edges lead to from some.
fn closure(
    blocks: usize,
    from: impl IntoIterator<Item = BlockId>,
    edges: impl Iterator<Item = (Option<BlockId>, Option<BlockId>)>,
) -> BitSet {
    let mut next = vec![Vec::new(); blocks];
    for (from, to) in edges {
        if let (Some(from), Some(to)) = (from, to) {
            next[from.index()].push(to);
        }
    }
    let mut seen = BitSet::new(blocks);
    let mut work: Vec<BlockId> =
        from.into_iter().filter(|block| seen.insert(block.index())).collect();
    while let Some(block) = work.pop() {
        work.extend(next[block.index()].iter().filter(|to| seen.insert(to.index())));
    }
    seen
}
