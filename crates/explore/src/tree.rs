//! The execution tree: one node for each branch instance, those that nobody has been to included.
//!
//! A node is a way that some run took, or could have taken, at a clause of its path condition. Its
//! siblings are the other ways at the same place under the same prefix: of those that were not taken yet
//! each is a candidate. Runs of scenarios of different shapes have nothing in common, so each shape has a
//! root of its own.

use crate::run::RunId;
use crate::slice::Slices;
use program::{IdVec, OutcomeId, Point, define_id};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use term::{Pool, TermId, VarId};
use trace::Source;

define_id!(
    /// A node of the tree.
    NodeId
);
define_id!(
    /// A place of the program that gave a clause and is no site.
    PlaceId
);

/// A way at a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// The start of a tree.
    Root,
    /// A branch, select or switch went that way.
    Branch(OutcomeId),
    /// A check that is a site came out so.
    Check {
        /// How.
        outcome: OutcomeId,
        /// Whether it passed.
        passed: bool,
    },
    /// An access of memory stayed inside its object, or did not.
    Access {
        /// Where.
        place: PlaceId,
        /// Whether it stayed inside.
        inside: bool,
    },
    /// A symbolic value was fixed to what the clause says, or a model chose so.
    Value {
        /// Where.
        place: PlaceId,
        /// Whether it is a value that a run had; otherwise it is any other.
        had: bool,
    },
}

/// What became of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A run went there.
    Explored,
    /// A candidate.
    Open,
    /// A candidate that was chosen and whose answer is not known yet.
    Chosen,
    /// No input leads there.
    Unsatisfiable,
    /// The solver did not find out.
    Unknown,
    /// The run that should have gone there went elsewhere.
    Diverged,
    /// Nothing that is still to be covered can be reached through it.
    Irrelevant,
    /// Another explorer sees to it and to all that lies behind it.
    Elsewhere,
}

/// A branch instance.
#[derive(Clone, Copy, Debug)]
struct Node {
    parent: NodeId,
    first_child: NodeId,
    next_sibling: NodeId,
    edge: Edge,
    clause: TermId,
    /// Branches from the root to here, this one included.
    depth: u32,
    run: RunId,
    status: Status,
}

/// The trees of all shapes.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    nodes: IdVec<NodeId, Node>,
    places: IdVec<PlaceId, Point>,
    by_point: FxHashMap<Point, PlaceId>,
}

/// Where a tree starts, and the terms of its clauses.
#[derive(Clone, Debug)]
pub struct Grove {
    /// Its start.
    pub root: NodeId,
    /// The terms.
    pub pool: Pool,
    /// The variables of its clauses.
    pub(crate) slices: Slices,
    /// The inputs of the last run.
    pub(crate) inputs: Arc<[(Source, VarId)]>,
}

impl Grove {
    /// A tree that starts there, with terms of this pool.
    pub fn new(root: NodeId, pool: Pool) -> Self {
        Self { root, pool, slices: Slices::default(), inputs: Arc::default() }
    }
}

const NONE: NodeId = NodeId(u32::MAX);

impl Tree {
    /// No tree yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts a tree.
    pub fn root(&mut self, truth: TermId, run: RunId) -> NodeId {
        let status = Status::Explored;
        let node = Node {
            parent: NONE,
            first_child: NONE,
            next_sibling: NONE,
            edge: Edge::Root,
            clause: truth,
            depth: 0,
            run,
            status,
        };
        self.nodes.push(node)
    }

    /// Adds a way behind a node.
    pub fn add(
        &mut self,
        parent: NodeId,
        edge: Edge,
        clause: TermId,
        run: RunId,
        status: Status,
    ) -> NodeId {
        let above = &self.nodes[parent];
        let depth = above.depth + u32::from(matches!(edge, Edge::Branch(_)));
        let next_sibling = above.first_child;
        let node =
            Node { parent, first_child: NONE, next_sibling, edge, clause, depth, run, status };
        let id = self.nodes.push(node);
        self.nodes[parent].first_child = id;
        id
    }

    /// The number of a place.
    pub fn place(&mut self, point: Point) -> PlaceId {
        let places = &mut self.places;
        *self.by_point.entry(point).or_insert_with(|| places.push(point))
    }

    /// The way behind a node that has this edge; of those that fix a value, the one with this clause.
    pub fn child(&self, parent: NodeId, edge: Edge, clause: TermId) -> Option<NodeId> {
        self.children(parent).find(|child| {
            let node = &self.nodes[*child];
            node.edge == edge && (!matches!(edge, Edge::Value { .. }) || node.clause == clause)
        })
    }

    /// The ways behind a node, the latest first.
    pub fn children(&self, parent: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let first = Some(self.nodes[parent].first_child).filter(|id| *id != NONE);
        std::iter::successors(first, |id| {
            Some(self.nodes[*id].next_sibling).filter(|next| *next != NONE)
        })
    }

    /// The node before a node; none before a root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        Some(self.nodes[node].parent).filter(|parent| *parent != NONE)
    }

    /// A node and all before it, up to the root.
    pub fn up(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(node), |id| self.parent(*id))
    }

    /// The way that a node stands for.
    pub fn edge(&self, node: NodeId) -> Edge {
        self.nodes[node].edge
    }

    /// The outcome that a node stands for, if it is a branch's.
    pub fn branch(&self, node: NodeId) -> Option<OutcomeId> {
        match self.nodes[node].edge {
            Edge::Branch(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// What holds on this way.
    pub fn clause(&self, node: NodeId) -> TermId {
        self.nodes[node].clause
    }

    pub(crate) fn set_clause(&mut self, node: NodeId, clause: TermId) {
        self.nodes[node].clause = clause;
    }

    /// Branches from the root to a node, itself included.
    pub fn depth(&self, node: NodeId) -> u32 {
        self.nodes[node].depth
    }

    /// The run that a node came from: the one that went there, or of a candidate the one that met it.
    pub fn run(&self, node: NodeId) -> RunId {
        self.nodes[node].run
    }

    /// What became of a node.
    pub fn status(&self, node: NodeId) -> Status {
        self.nodes[node].status
    }

    /// Whether a node is a candidate.
    pub fn is_open(&self, node: NodeId) -> bool {
        self.nodes[node].status == Status::Open
    }

    /// Tells what became of a node.
    pub fn set_status(&mut self, node: NodeId, status: Status) {
        self.nodes[node].status = status;
    }

    /// Tells that a run went to a node.
    pub fn explore(&mut self, node: NodeId, run: RunId) {
        let node = &mut self.nodes[node];
        (node.status, node.run) = (Status::Explored, run);
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 0
    }

    /// Bytes that a node takes.
    pub const fn node_bytes() -> usize {
        size_of::<Node>()
    }
}
