//! The graph of the whole program: blocks of all functions, joined by calls and returns.
//!
//! Its paths are those of real runs as far as calls and returns go in pairs: a path leaves any number
//! of functions into their callers and then enters any number of called functions, and a function it
//! has entered it does not leave again. The way over a call is one edge of the caller, there if the call
//! can come back ([`Fates`]). For this every place is there twice: before the path has entered a function
//! (only then it may return to a caller) and after. Who called the function that a path starts in is not
//! known, so it may return to every place that may have.
//!
//! Calls that share a set of targets share a node before the targets and one behind them, so the graph
//! stays linear in the size of the program however many functions a call may end in.

use crate::analysis::calls::TargetsId;
use crate::analysis::fates::Fates;
use crate::analysis::flow::{Call, Flow, Layout};
use crate::analysis::{BitSet, CallGraph, Graph, Unwinding};
use crate::{BlockId, FuncId, Id, Point, Program};

/// Which ways between functions there are, beside those into called functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Which ways lead to handlers; from [`Unwinding::Calls`] on also those of callers.
    pub unwinding: Unwinding,
    /// Whether ways lead from the end of a function on into its callers.
    pub returns: bool,
}

/// The graph of the whole program.
#[derive(Clone, Debug)]
pub struct Supergraph {
    graph: Graph,
    layout: Layout,
    decisions: BitSet,
    /// The first node of the places before a path has entered a function, if they are there; those
    /// after come first of all.
    outer: Option<u32>,
}

impl Supergraph {
    /// Joins the functions of a program.
    pub fn new(program: &Program, calls: &CallGraph, options: Options) -> Self {
        let flow = Flow::new(program, calls, options.unwinding);
        let fates = Fates::of_flow(program, calls, &flow);
        let (nodes, sets) = (flow.layout.nodes(), calls.target_sets().len());
        let mut edges = inside(&flow, &fates);
        let calling = |call: &Call| (nodes + call.targets.index()) as u32;
        edges.extend(flow.calls.iter().map(|call| (call.node, calling(call))));
        for (set, targets) in calls.target_sets().iter() {
            let entries = targets.iter().filter_map(|&target| flow.layout.entry(target));
            edges.extend(entries.map(|entry| ((nodes + set.index()) as u32, entry)));
        }
        let mut count = nodes + sets;
        let outer = options.returns.then_some(count as u32);
        if let Some(outer) = outer {
            count += nodes + 2 * sets;
            edges
                .extend(inside(&flow, &fates).iter().map(|&(from, to)| (outer + from, outer + to)));
            edges.extend(flow.calls.iter().map(|call| (outer + call.node, calling(call))));
            let returned = |set: TargetsId| outer + (nodes + set.index()) as u32;
            let thrown = |set: TargetsId| outer + (nodes + sets + set.index()) as u32;
            for (set, targets) in calls.target_sets().iter() {
                for &target in targets {
                    edges.push((outer + flow.layout.returned(target), returned(set)));
                    edges.push((outer + flow.layout.thrown(target), thrown(set)));
                }
            }
            for call in &flow.calls {
                edges.extend(call.next.map(|next| (returned(call.targets), outer + next)));
                edges.extend(call.unwinds.iter().map(|&to| (thrown(call.targets), outer + to)));
            }
        }
        let graph = Graph::new(count, edges);
        Self { graph, layout: flow.layout, decisions: flow.decisions, outer }
    }

    /// The bare graph. Only its edges out of [decisions](Self::is_decision) are branch edges.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Whether a node is a branch or switch; its successors are in the order of the outcomes.
    pub fn is_decision(&self, node: u32) -> bool {
        let inner = self.outer.and_then(|outer| node.checked_sub(outer)).unwrap_or(node);
        self.decisions.contains(inner as usize)
    }

    /// The node at which a path that starts with a block begins.
    pub fn block(&self, function: FuncId, block: BlockId) -> u32 {
        self.outer.unwrap_or(0) + self.layout.block(function, block)
    }

    /// The node at which a path that starts with an instruction or terminator begins. Calls that come
    /// before it in the block are behind it.
    pub fn node(&self, point: Point) -> u32 {
        self.outer.unwrap_or(0) + self.layout.segment(point)
    }

    /// The ways that a path takes which begins with the program: into called functions and over calls, but not out of a
    /// function into callers. Nodes are those of [`Self::place`].
    pub fn downward(&self) -> Graph {
        let count = self.outer.map_or(self.graph.len(), |outer| outer as usize);
        let inner = |node: u32| (node as usize) < count;
        Graph::new(count, self.graph.edges().filter(|(from, to)| inner(*from) && inner(*to)))
    }

    /// The node of [`Self::downward`] for a node.
    pub fn place(&self, node: u32) -> u32 {
        self.outer.and_then(|outer| node.checked_sub(outer)).unwrap_or(node)
    }

    /// All nodes that stand for the same place as a node.
    pub fn twins(&self, node: u32) -> impl Iterator<Item = u32> + use<> {
        let inner = self.outer.and_then(|outer| node.checked_sub(outer));
        inner.into_iter().chain([node])
    }

    /// How many functions there are.
    pub fn functions(&self) -> usize {
        self.layout.functions()
    }

    /// How many blocks a function has.
    pub fn blocks(&self, function: FuncId) -> usize {
        self.layout.blocks(function)
    }
}

/// The ways that stay in one function, those over calls included.
fn inside(flow: &Flow, fates: &Fates) -> Vec<(u32, u32)> {
    let mut edges = flow.edges.clone();
    for call in &flow.calls {
        if fates.call_returns(call.targets) {
            edges.extend(call.next.map(|next| (call.node, next)));
        }
        if fates.call_throws(call.targets) {
            edges.extend(call.unwinds.iter().map(|&to| (call.node, to)));
        }
    }
    edges
}
