//! Which functions can return and which can throw.
//!
//! A function without body can do both, and so can a call that nothing is known to answer. Others can
//! if a path from their entry to such an end exists on which every call can come back.

use crate::analysis::calls::TargetsId;
use crate::analysis::flow::{Call, Flow};
use crate::analysis::{BitSet, CallGraph, Graph, Unwinding};
use crate::{FuncId, Id, IdVec, Program};

/// Which functions can return and which can throw.
#[derive(Clone, Debug)]
pub struct Fates {
    returns: BitSet,
    throws: BitSet,
    sets_return: BitSet,
    sets_throw: BitSet,
}

impl Fates {
    /// Finds the fates of all functions; what throws depends on how far `unwinding` looks, and below
    /// [`Unwinding::Calls`] nothing thrown leaves a call.
    pub fn new(program: &Program, calls: &CallGraph, unwinding: Unwinding) -> Self {
        Self::of_flow(program, calls, &Flow::new(program, calls, unwinding))
    }

    /// Whether a function can return.
    pub fn returns(&self, function: FuncId) -> bool {
        self.returns.contains(function.index())
    }

    /// Whether something can be thrown out of a function.
    pub fn throws(&self, function: FuncId) -> bool {
        self.throws.contains(function.index())
    }

    /// Whether a call can return.
    pub fn call_returns(&self, targets: TargetsId) -> bool {
        self.sets_return.contains(targets.index())
    }

    /// Whether a call can throw.
    pub fn call_throws(&self, targets: TargetsId) -> bool {
        self.sets_throw.contains(targets.index())
    }

    pub(crate) fn of_flow(program: &Program, calls: &CallGraph, flow: &Flow) -> Self {
        let functions = program.functions.len();
        let unknown = |targets: &Vec<FuncId>| {
            targets.is_empty()
                || targets.iter().any(|&target| !program.functions[target].has_body())
        };
        let mut open = BitSet::new(calls.target_sets().len());
        for (set, _) in calls.target_sets().iter().filter(|(_, targets)| unknown(targets)) {
            open.insert(set.index());
        }
        let mut search = Search {
            flow,
            graph: Graph::new(flow.layout.nodes(), flow.edges.iter().copied()),
            at_node: group(flow.layout.nodes(), flow, |call| call.node),
            at_set: group(calls.target_sets().len(), flow, |call| call.targets.0),
            sets_of: sets_of(calls, functions),
            seen: BitSet::new(flow.layout.nodes()),
            work: Vec::new(),
            sets_return: open.clone(),
            sets_throw: open,
        };
        for (id, _) in program.functions.iter() {
            search.work.extend(flow.layout.entry(id));
        }
        search.run();
        let (mut returns, mut throws) = (BitSet::new(functions), BitSet::new(functions));
        for (id, function) in program.functions.iter() {
            let ends = |node: u32| !function.has_body() || search.seen.contains(node as usize);
            if ends(flow.layout.returned(id)) {
                returns.insert(id.index());
            }
            if ends(flow.layout.thrown(id)) {
                throws.insert(id.index());
            }
        }
        Self { returns, throws, sets_return: search.sets_return, sets_throw: search.sets_throw }
    }
}

/// The target sets that hold each function.
fn sets_of(calls: &CallGraph, functions: usize) -> IdVec<FuncId, Vec<TargetsId>> {
    let mut sets = IdVec::filled(Vec::new(), functions);
    for (set, targets) in calls.target_sets().iter() {
        for &function in targets {
            sets[function].push(set);
        }
    }
    sets
}

/// The calls of a flow by a number that each has.
fn group(bound: usize, flow: &Flow, key: impl Fn(&Call) -> u32) -> Vec<Vec<u32>> {
    let mut groups = vec![Vec::new(); bound];
    for (index, call) in flow.calls.iter().enumerate() {
        groups[key(call) as usize].push(index as u32);
    }
    groups
}

/// A walk from all entries at once that passes a call when the call's end has been reached.
struct Search<'a> {
    flow: &'a Flow,
    graph: Graph,
    at_node: Vec<Vec<u32>>,
    at_set: Vec<Vec<u32>>,
    sets_of: IdVec<FuncId, Vec<TargetsId>>,
    seen: BitSet,
    work: Vec<u32>,
    sets_return: BitSet,
    sets_throw: BitSet,
}

impl Search<'_> {
    fn run(&mut self) {
        while let Some(node) = self.work.pop() {
            if !self.seen.insert(node as usize) {
                continue;
            }
            self.work.extend(self.graph.successors(node));
            for index in 0..self.at_node[node as usize].len() {
                let call = &self.flow.calls[self.at_node[node as usize][index] as usize];
                if self.sets_return.contains(call.targets.index()) {
                    self.work.extend(call.next);
                }
                if self.sets_throw.contains(call.targets.index()) {
                    self.work.extend(&call.unwinds);
                }
            }
            let (segments, functions) = (self.flow.layout.segments(), self.flow.layout.functions());
            if let Some(end) = (node as usize).checked_sub(segments) {
                self.ended(FuncId::new(end % functions), end >= functions);
            }
        }
    }

    /// Goes on after the calls that a function now answers.
    fn ended(&mut self, function: FuncId, thrown: bool) {
        for &set in &self.sets_of[function] {
            let ends = if thrown { &mut self.sets_throw } else { &mut self.sets_return };
            if !ends.insert(set.index()) {
                continue;
            }
            for &index in &self.at_set[set.index()] {
                let call = &self.flow.calls[index as usize];
                if !self.seen.contains(call.node as usize) {
                    continue;
                }
                if thrown {
                    self.work.extend(&call.unwinds);
                } else {
                    self.work.extend(call.next);
                }
            }
        }
    }
}
