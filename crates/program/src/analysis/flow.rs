//! The pieces that a run of the whole program moves between, and the ways inside functions.
//!
//! A block is cut into segments: after each call, because what comes after runs only if the call
//! returns; after each select, because its outcomes have something after them; and before a branch or
//! switch, so that exactly the ways out of its segment are branch edges.

use crate::analysis::calls::TargetsId;
use crate::analysis::cfg::Catch;
use crate::analysis::{BitSet, CallGraph, CallKind, CallSite, Unwinding};
use crate::{Block, BlockId, FuncId, Function, Id, Instruction, Point, Program, Terminator};

/// The segments of all blocks, numbered, then one node for the return and one for the throw out of
/// each function.
pub(crate) struct Flow {
    pub layout: Layout,
    /// Ways that need no call to come back.
    pub edges: Vec<(u32, u32)>,
    pub calls: Vec<Call>,
    /// Segments that are a branch or switch.
    pub decisions: BitSet,
}

/// A call as the flow sees it.
pub(crate) struct Call {
    /// The segment that it ends, or, for a failed check, that it is in.
    pub node: u32,
    pub targets: TargetsId,
    /// Where it goes on when it returns; nowhere after a failed check.
    pub next: Option<u32>,
    /// Where it goes on when it throws.
    pub unwinds: Vec<u32>,
}

/// Where each block's segments are.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// The place of each function's first block among all blocks, and last the number of blocks.
    functions: Vec<u32>,
    /// The first segment of each block, and last the number of segments.
    blocks: Vec<u32>,
    /// The instruction each segment begins at.
    begins: Vec<u32>,
}

impl Layout {
    fn new(program: &Program, calls: &CallGraph) -> Self {
        let mut layout = Self { functions: vec![0], blocks: vec![0], begins: Vec::new() };
        for (id, function) in program.functions.iter() {
            let mut sites = calls.sites(id).iter().peekable();
            for (block, body) in function.blocks.iter() {
                let mut calls = BitSet::new(body.instructions.len());
                while let Some(site) = sites.next_if(|site| site.block == block) {
                    if site.kind != CallKind::Failure {
                        calls.insert(site.index as usize);
                    }
                }
                layout.add(body, &calls);
            }
            layout.functions.push(layout.blocks.len() as u32 - 1);
        }
        layout
    }

    fn add(&mut self, block: &Block, calls: &BitSet) {
        self.begins.push(0);
        for (index, instruction) in block.instructions.iter().enumerate() {
            if calls.contains(index) || matches!(instruction.node, Instruction::Select { .. }) {
                self.begins.push(index as u32 + 1);
            }
        }
        let end = block.instructions.len() as u32;
        let decides =
            matches!(block.terminator.node, Terminator::Branch { .. } | Terminator::Switch { .. });
        if decides && self.begins.last() != Some(&end) {
            self.begins.push(end);
        }
        self.blocks.push(self.begins.len() as u32);
    }

    /// How many functions there are.
    pub fn functions(&self) -> usize {
        self.functions.len() - 1
    }

    /// How many segments there are.
    pub fn segments(&self) -> usize {
        self.begins.len()
    }

    /// How many nodes there are: segments and the two ends of each function.
    pub fn nodes(&self) -> usize {
        self.segments() + 2 * self.functions()
    }

    /// How many blocks a function has.
    pub fn blocks(&self, function: FuncId) -> usize {
        (self.functions[function.index() + 1] - self.functions[function.index()]) as usize
    }

    /// The first segment of a block.
    pub fn block(&self, function: FuncId, block: BlockId) -> u32 {
        self.blocks[self.functions[function.index()] as usize + block.index()]
    }

    /// The last segment of a block.
    pub fn end(&self, function: FuncId, block: BlockId) -> u32 {
        self.blocks[self.functions[function.index()] as usize + block.index() + 1] - 1
    }

    /// The first segment of a function that has a body.
    pub fn entry(&self, function: FuncId) -> Option<u32> {
        (self.blocks(function) > 0).then(|| self.block(function, Function::ENTRY))
    }

    /// The segment that an instruction is in.
    pub fn segment(&self, point: Point) -> u32 {
        let first = self.block(point.function, point.block);
        let begins = &self.begins[first as usize..=self.end(point.function, point.block) as usize];
        first + begins.partition_point(|&begin| begin <= point.index) as u32 - 1
    }

    /// The node behind all returns of a function.
    pub fn returned(&self, function: FuncId) -> u32 {
        (self.segments() + function.index()) as u32
    }

    /// The node behind everything that is thrown out of a function.
    pub fn thrown(&self, function: FuncId) -> u32 {
        (self.segments() + self.functions() + function.index()) as u32
    }
}

impl Flow {
    /// Cuts a program into segments and finds the ways between them.
    pub fn new(program: &Program, calls: &CallGraph, unwinding: Unwinding) -> Self {
        let layout = Layout::new(program, calls);
        let decisions = BitSet::new(layout.segments());
        let mut flow = Self { layout, edges: Vec::new(), calls: Vec::new(), decisions };
        for (id, function) in program.functions.iter() {
            let mut sites = calls.sites(id).iter().peekable();
            for (block, body) in function.blocks.iter() {
                let catch = flow.unwinds(id, &Catch::of(function, body));
                let mut called = Vec::new();
                while let Some(site) = sites.next_if(|site| site.block == block) {
                    flow.call(id, site, unwinding, &catch, &mut called);
                }
                for node in flow.layout.block(id, block)..flow.layout.end(id, block) {
                    if called.binary_search(&node).is_err() {
                        flow.edges.push((node, node + 1));
                    }
                }
                flow.end(id, block, &body.terminator.node, &catch);
            }
        }
        flow
    }

    fn unwinds(&self, function: FuncId, catch: &Catch) -> Vec<u32> {
        let caught = catch.targets.iter().map(|&target| self.layout.block(function, target));
        caught.chain(catch.escapes.then(|| self.layout.thrown(function))).collect()
    }

    fn call(
        &mut self,
        function: FuncId,
        site: &CallSite,
        unwinding: Unwinding,
        catch: &[u32],
        called: &mut Vec<u32>,
    ) {
        let node = self.layout.segment(Point { function, block: site.block, index: site.index });
        let failure = site.kind == CallKind::Failure;
        if failure && unwinding < Unwinding::Checks {
            return;
        }
        // An initialiser that has run before is no call: that way stays open in any case.
        if !failure && site.kind != CallKind::Initializer {
            called.push(node);
        }
        let unwinds = if unwinding >= Unwinding::Calls { catch.to_vec() } else { Vec::new() };
        let next = (!failure).then_some(node + 1);
        self.calls.push(Call { node, targets: site.targets, next, unwinds });
    }

    fn end(&mut self, function: FuncId, block: BlockId, terminator: &Terminator, catch: &[u32]) {
        let node = self.layout.end(function, block);
        let layout = &self.layout;
        let ways = terminator.edges().map(|edge| (node, layout.block(function, edge.target)));
        self.edges.extend(ways);
        match terminator {
            Terminator::Branch { .. } | Terminator::Switch { .. } => {
                self.decisions.insert(node as usize);
            }
            Terminator::Return(_) => self.edges.push((node, layout.returned(function))),
            Terminator::Throw(_) => self.edges.extend(catch.iter().map(|&to| (node, to))),
            Terminator::Jump(_) | Terminator::Unreachable => {}
        }
    }
}
