//! The graph of the whole program: blocks of all functions, joined by calls and returns.
//!
//! It does not know contexts: a function may return to every place that may call it. The way over a
//! call is one edge of the caller, there if the call can come back ([`Fates`]). Calls that share a set
//! of targets share a node before the targets and one behind them, so the graph stays linear in the
//! size of the program however many functions a call may end in.

use crate::analysis::fates::Fates;
use crate::analysis::flow::{Flow, Layout};
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
}

impl Supergraph {
    /// Joins the functions of a program.
    pub fn new(program: &Program, calls: &CallGraph, options: Options) -> Self {
        let flow = Flow::new(program, calls, options.unwinding);
        let fates = Fates::of_flow(program, calls, &flow);
        let Flow { layout, mut edges, calls: flow_calls, decisions } = flow;
        let sets = calls.target_sets().len();
        let hub = |kind: usize, set: usize| (layout.nodes() + kind * sets + set) as u32;
        let (calling, returned, thrown) = (|set| hub(0, set), |set| hub(1, set), |set| hub(2, set));
        for (set, targets) in calls.target_sets().iter() {
            let set = set.index();
            for &target in targets {
                edges.extend(layout.entry(target).map(|entry| (calling(set), entry)));
                if options.returns {
                    edges.push((layout.returned(target), returned(set)));
                    edges.push((layout.thrown(target), thrown(set)));
                }
            }
        }
        for call in &flow_calls {
            let set = call.targets.index();
            edges.push((call.node, calling(set)));
            if fates.call_returns(call.targets) {
                edges.extend(call.next.map(|next| (call.node, next)));
            }
            if fates.call_throws(call.targets) {
                edges.extend(call.unwinds.iter().map(|&to| (call.node, to)));
            }
            if options.returns {
                edges.extend(call.next.map(|next| (returned(set), next)));
                edges.extend(call.unwinds.iter().map(|&to| (thrown(set), to)));
            }
        }
        let graph = Graph::new(layout.nodes() + 3 * sets, edges.iter().copied());
        Self { graph, layout, decisions }
    }

    /// The bare graph. Only its edges out of [decisions](Self::is_decision) are branch edges.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Whether a node is a branch or switch; its successors are in the order of the outcomes.
    pub fn is_decision(&self, node: u32) -> bool {
        self.decisions.contains(node as usize)
    }

    /// The node at the start of a block.
    pub fn block(&self, function: FuncId, block: BlockId) -> u32 {
        self.layout.block(function, block)
    }

    /// The node that an instruction or terminator is part of.
    pub fn node(&self, point: Point) -> u32 {
        self.layout.segment(point)
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
