//! The control-flow graph of a function.
//!
//! Failed checks and implicit traps are no edges: they stay out of everything that is built on this
//! graph. What a `throw` does is an edge when a handler of its own block can catch it; [`Unwinding`]
//! says what else leads to handlers.

use crate::analysis::Graph;
use crate::analysis::graph::NONE;
use crate::{Block, BlockId, Failure, Function, Id, Instruction, Terminator};

/// Which ways into handlers count as edges; each level includes those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Unwinding {
    /// A `throw`.
    #[default]
    Throws,
    /// A call (or a class's initialisation) that may throw.
    Calls,
    /// A failed check that calls a function which throws. With this every way into a handler is there.
    Checks,
}

/// An edge by the block it leaves and its place among that block's edges: first those of the
/// terminator, in its own order (for a branch or switch this is the outcome), then those to handlers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EdgeIndex {
    /// The block it leaves.
    pub block: BlockId,
    /// Its place among the edges of the block.
    pub successor: u32,
}

/// An edge and where it leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CfgEdge {
    /// Which.
    pub index: EdgeIndex,
    /// The block it leads to.
    pub to: BlockId,
    /// What makes a run take it.
    pub kind: EdgeKind,
}

/// What makes a run take an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EdgeKind {
    /// Nothing: it is the only way.
    Jump,
    /// The outcome of a branch or switch.
    Outcome,
    /// Something is thrown and a handler of the block catches it.
    Exceptional,
}

/// How a run leaves the function at the end of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// It returns.
    Return,
    /// It throws, and no handler of the block is sure to catch.
    Throw,
    /// It ends: the block's end is `unreachable`.
    Unreachable,
}

/// The control-flow graph of one function.
#[derive(Clone, Debug)]
pub struct Cfg {
    edges: Vec<CfgEdge>,
    /// The number of each block's first edge, and last the number of edges.
    starts: Vec<u32>,
    /// Numbers of the edges into each block.
    incoming: Vec<Vec<u32>>,
    exits: Vec<Option<Exit>>,
    order: Vec<BlockId>,
    positions: Vec<u32>,
    graph: Graph,
    reversed: Graph,
}

impl Cfg {
    /// The graph of a function; empty when it has no body.
    pub fn new(function: &Function, unwinding: Unwinding) -> Self {
        let count = function.blocks.len();
        let mut edges = Vec::new();
        let mut starts = vec![0];
        let mut exits = Vec::with_capacity(count);
        for (id, block) in function.blocks.iter() {
            let first = edges.len();
            let mut add = |to, kind| {
                let successor = (edges.len() - first) as u32;
                edges.push(CfgEdge { index: EdgeIndex { block: id, successor }, to, kind });
            };
            let kind = match block.terminator.node {
                Terminator::Branch { .. } | Terminator::Switch { .. } => EdgeKind::Outcome,
                _ => EdgeKind::Jump,
            };
            for edge in block.terminator.node.edges() {
                add(edge.target, kind);
            }
            let catch = Catch::of(function, block);
            if may_throw(block, unwinding) {
                for &target in &catch.targets {
                    add(target, EdgeKind::Exceptional);
                }
            }
            exits.push(match block.terminator.node {
                Terminator::Return(_) => Some(Exit::Return),
                Terminator::Throw(_) if catch.escapes => Some(Exit::Throw),
                Terminator::Unreachable => Some(Exit::Unreachable),
                _ => None,
            });
            starts.push(edges.len() as u32);
        }
        let graph = Graph::new(count, edges.iter().map(|edge| (edge.index.block.0, edge.to.0)));
        let reversed = graph.reversed();
        let mut incoming = vec![Vec::new(); count];
        for (number, edge) in edges.iter().enumerate() {
            incoming[edge.to.index()].push(number as u32);
        }
        let mut order = graph.post_order((count > 0).then_some(Function::ENTRY.0));
        order.reverse();
        let mut positions = vec![NONE; count];
        for (position, &block) in order.iter().enumerate() {
            positions[block as usize] = position as u32;
        }
        let order = order.into_iter().map(BlockId).collect();
        Self { edges, starts, incoming, exits, order, positions, graph, reversed }
    }

    /// How many blocks there are.
    pub fn len(&self) -> usize {
        self.exits.len()
    }

    /// Whether the function has no body.
    pub fn is_empty(&self) -> bool {
        self.exits.is_empty()
    }

    /// All blocks, by id.
    pub fn blocks(&self) -> impl DoubleEndedIterator<Item = BlockId> + ExactSizeIterator + use<> {
        (0..self.len()).map(BlockId::new)
    }

    /// All edges, by block and place; the place in this list is the edge's dense number.
    pub fn edges(&self) -> &[CfgEdge] {
        &self.edges
    }

    /// The edge of that index, if there is one.
    pub fn edge(&self, index: EdgeIndex) -> Option<&CfgEdge> {
        self.outgoing(index.block).get(index.successor as usize)
    }

    /// The dense number of an edge.
    pub fn number(&self, index: EdgeIndex) -> usize {
        (self.starts[index.block.index()] + index.successor) as usize
    }

    /// The edges out of a block.
    pub fn outgoing(&self, block: BlockId) -> &[CfgEdge] {
        let at = block.index();
        &self.edges[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// The edges into a block.
    pub fn incoming(&self, block: BlockId) -> impl ExactSizeIterator<Item = &CfgEdge> {
        self.incoming[block.index()].iter().map(|&number| &self.edges[number as usize])
    }

    /// The blocks that follow a block, one for each edge.
    pub fn successors(&self, block: BlockId) -> impl ExactSizeIterator<Item = BlockId> + '_ {
        self.outgoing(block).iter().map(|edge| edge.to)
    }

    /// The blocks that lead to a block, one for each edge.
    pub fn predecessors(&self, block: BlockId) -> impl ExactSizeIterator<Item = BlockId> + '_ {
        self.incoming(block).map(|edge| edge.index.block)
    }

    /// How a run leaves the function at the end of a block, if it can.
    pub fn exit(&self, block: BlockId) -> Option<Exit> {
        self.exits[block.index()]
    }

    /// The blocks that can be reached from the entry, in reverse post-order: but for the edges that go
    /// back in a loop, a block comes after those that lead to it.
    pub fn reverse_post_order(&self) -> &[BlockId] {
        &self.order
    }

    /// The place of a block in reverse post-order; none if the entry does not lead to it.
    pub fn position(&self, block: BlockId) -> Option<u32> {
        let position = self.positions[block.index()];
        (position != NONE).then_some(position)
    }

    /// The bare graph over the blocks' numbers; repeated edges are kept.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The bare graph with every edge turned round.
    pub fn reversed(&self) -> &Graph {
        &self.reversed
    }
}

/// Where something thrown in a block can go.
#[derive(Clone, Debug, Default)]
pub struct Catch {
    /// The blocks of the handlers, in the order in which they are tried, each once.
    pub targets: Vec<BlockId>,
    /// Whether it can get past them all, out of the function.
    pub escapes: bool,
}

impl Catch {
    /// Looks at the handlers of a block; none behind one that catches all is ever tried.
    pub fn of(function: &Function, block: &Block) -> Self {
        let mut catch = Self { targets: Vec::new(), escapes: true };
        let Some(table) = block.handlers else { return catch };
        for handler in &function.handlers[table].handlers {
            if !catch.targets.contains(&handler.target) {
                catch.targets.push(handler.target);
            }
            if handler.class.is_none() {
                catch.escapes = false;
                break;
            }
        }
        catch
    }
}

/// Whether something in a block throws, as far as `unwinding` looks.
fn may_throw(block: &Block, unwinding: Unwinding) -> bool {
    matches!(block.terminator.node, Terminator::Throw(_))
        || block.instructions.iter().any(|instruction| match instruction.node {
            Instruction::Call { .. } | Instruction::Init { .. } => unwinding >= Unwinding::Calls,
            Instruction::Check { failure: Failure::Call(..), .. } => unwinding >= Unwinding::Checks,
            _ => false,
        })
}
