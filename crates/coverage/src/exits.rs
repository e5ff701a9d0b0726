//! Where functions are left: the exit points that MC/DC asks for.
//!
//! A run does not count exits. But a block runs as often as it is entered, and how often that is follows
//! from what is counted: from the block's own counter, or from the outcomes and counters on the ways
//! that lead to it. A block that calls a function which does not come back counts as left, which no run can
//! tell from what it counts.

use crate::{Count, Exit, Source};
use program::analysis::{Cfg, Exit as Leaves, Unwinding};
use program::{
    BlockId, FuncId, Function, Id, Instruction, OutcomeId, Point, Program, SiteKind, SiteTable,
    Terminator,
};
use std::collections::{BTreeMap, BTreeSet};

/// How the ways into a block that returns are exits.
pub enum Joins {
    /// Every way into it is one.
    Ways,
    /// The ways that lead there from these blocks are one each, all others together are one.
    Some(Vec<BlockId>),
    /// They are one exit.
    One,
}

/// The exits of a function: its returns, what it throws and does not catch, and calls that do not come
/// back. `joins` tells what a block that returns stands for. Counters are numbered from `first` on.
pub fn exits(
    program: &Program,
    sites: &SiteTable,
    function: FuncId,
    first: u32,
    joins: impl Fn(&Cfg, BlockId) -> Joins,
) -> Vec<Exit> {
    let body = &program.functions[function];
    let cfg = Cfg::new(body, Unwinding::Calls);
    let counts = Counts::new(body, &cfg, sites, function, first);
    let mut exits = Vec::new();
    for block in cfg.blocks().filter(|&block| cfg.position(block).is_some()) {
        let span = body.blocks[block].terminator.span;
        let mut exit = |block, span, count| exits.push(Exit { span, block, count });
        match cfg.exit(block) {
            Some(Leaves::Return) => {
                let ways: Vec<BlockId> = match joins(&cfg, block) {
                    Joins::Ways => cfg.predecessors(block).collect(),
                    Joins::Some(blocks) => blocks,
                    Joins::One => Vec::new(),
                };
                let ways: BTreeSet<BlockId> = ways.into_iter().collect();
                for &way in &ways {
                    let span = body.blocks[way].terminator.span.or(span);
                    exit(way, span, counts.way(way, block));
                }
                let others = cfg.predecessors(block).any(|before| !ways.contains(&before));
                if others || block == Function::ENTRY || ways.is_empty() {
                    exit(block, span, counts.without(block, &ways));
                }
            }
            Some(Leaves::Throw) => exit(block, span, counts.of(block)),
            Some(Leaves::Unreachable) if ends_in_call(body, block) => {
                exit(block, span, counts.of(block));
            }
            _ => {}
        }
    }
    exits
}

/// Whether the last thing that a block does is a call.
fn ends_in_call(body: &Function, block: BlockId) -> bool {
    let last = body.blocks[block].instructions.last();
    last.is_some_and(|instruction| matches!(instruction.node, Instruction::Call { .. }))
}

/// How often blocks run.
struct Counts<'a> {
    body: &'a Function,
    cfg: &'a Cfg,
    first: u32,
    /// By block that branches: the first outcome.
    outcomes: BTreeMap<BlockId, OutcomeId>,
}

impl<'a> Counts<'a> {
    fn new(
        body: &'a Function,
        cfg: &'a Cfg,
        sites: &SiteTable,
        function: FuncId,
        first: u32,
    ) -> Self {
        let own = sites.of_function(function).map(|site| sites.site(site));
        let ends = own.filter(|site| {
            matches!(site.kind, SiteKind::Branch | SiteKind::Switch { .. })
                && site.point == end(body, function, site.point.block)
        });
        let outcomes = ends.map(|site| (site.point.block, site.first)).collect();
        Self { body, cfg, first, outcomes }
    }

    /// How often a block runs.
    fn of(&self, block: BlockId) -> Count {
        self.without(block, &BTreeSet::new())
    }

    /// How often a block runs and was not entered from some blocks; never, if nothing tells.
    fn without(&self, block: BlockId, except: &BTreeSet<BlockId>) -> Count {
        let mut terms = Vec::new();
        let mut seen = BTreeSet::from([block]);
        if except.is_empty()
            && let Some(counter) = self.counter(block)
        {
            return Count::of(counter);
        }
        if block == Function::ENTRY {
            return Count::default();
        }
        let mut work: Vec<(BlockId, BlockId)> = self.ways(block);
        work.retain(|(from, _)| !except.contains(from));
        while let Some((from, to)) = work.pop() {
            if let Some(&outcome) = self.outcomes.get(&from) {
                let edges = self.cfg.outgoing(from).iter();
                let here = edges.filter(|edge| edge.to == to).map(|edge| edge.index.successor);
                terms.extend(here.map(|way| Source::Outcome(OutcomeId(outcome.0 + way))));
            } else if let Some(counter) = self.counter(from) {
                terms.push(counter);
            } else if from == Function::ENTRY {
                // Nobody counts calls.
                return Count::default();
            } else if seen.insert(from) {
                work.extend(self.ways(from));
            }
        }
        terms.sort_unstable();
        terms.dedup();
        Count { terms: terms.into_iter().map(|source| (source, 1)).collect() }
    }

    /// How often the way from one block to another is taken.
    fn way(&self, from: BlockId, to: BlockId) -> Count {
        let mut others: BTreeSet<BlockId> = self.cfg.predecessors(to).collect();
        others.remove(&from);
        match self.body.blocks[from].terminator.node {
            Terminator::Jump(_) => self.of(from),
            _ => self.without(to, &others),
        }
    }

    fn ways(&self, to: BlockId) -> Vec<(BlockId, BlockId)> {
        let mut before: Vec<BlockId> = self.cfg.predecessors(to).collect();
        before.sort_unstable();
        before.dedup();
        before.into_iter().map(|from| (from, to)).collect()
    }

    /// The counter of a block.
    fn counter(&self, block: BlockId) -> Option<Source> {
        self.body.blocks[block].instructions.iter().find_map(|instruction| match instruction.node {
            Instruction::Count { counter } => {
                Some(Source::Counter(self.first + counter.index() as u32))
            }
            _ => None,
        })
    }
}

/// The place of the terminator of a block.
fn end(body: &Function, function: FuncId, block: BlockId) -> Point {
    Point { function, block, index: body.blocks[block].instructions.len() as u32 }
}
