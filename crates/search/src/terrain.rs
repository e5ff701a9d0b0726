//! What is known of a program before anything runs, shared by all searches.

use crate::exits::Exits;
use coverage::Map;
use program::analysis::{
    BitSet, Cfg, ControlDependence, EdgeIndex, EdgeKind, PostDominators, Unwinding,
};
use program::{
    BlockId, Callee, FuncId, Function, Id, IdVec, Instruction, OutcomeId, Program, SiteId,
    SiteTable,
};
use std::sync::{Arc, OnceLock};

/// A program with its goals and analyses; those of a function are made when they are first asked for.
#[derive(Debug)]
pub struct Terrain<'p> {
    program: &'p Program,
    map: Arc<Map>,
    locals: IdVec<FuncId, OnceLock<Local>>,
    exits: IdVec<FuncId, OnceLock<Exits>>,
    /// Functions whose calls may change memory.
    writers: BitSet,
}

/// The control flow of one function.
#[derive(Debug)]
pub struct Local {
    /// Its graph.
    pub cfg: Cfg,
    /// What decides whether a block runs.
    pub control: ControlDependence,
    /// The sites at the ends of blocks.
    branches: IdVec<BlockId, Option<SiteId>>,
}

impl<'p> Terrain<'p> {
    /// Looks at a program.
    pub fn new(program: &'p Program, map: Arc<Map>) -> Self {
        let locals = program.functions.values().map(|_| OnceLock::new()).collect();
        let exits = program.functions.values().map(|_| OnceLock::new()).collect();
        let writers = writers(program, &map);
        Self { program, map, locals, exits, writers }
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// Its goals and who calls whom.
    pub fn map(&self) -> &Arc<Map> {
        &self.map
    }

    /// Its sites.
    pub fn sites(&self) -> &SiteTable {
        self.map.sites()
    }

    /// The control flow of a function.
    pub fn local(&self, function: FuncId) -> &Local {
        self.locals[function].get_or_init(|| {
            let cfg = Cfg::new(&self.program.functions[function], Unwinding::Throws);
            let control = ControlDependence::new(&cfg, &PostDominators::new(&cfg));
            let mut branches = IdVec::filled(None, cfg.len());
            for id in self.sites().of_function(function) {
                let point = self.sites().site(id).point;
                let block = &self.program.functions[function].blocks[point.block];
                if point.index as usize == block.instructions.len() {
                    branches[point.block].get_or_insert(id);
                }
            }
            Local { cfg, control, branches }
        })
    }

    /// The outcome of a branch that an edge of a function stands for.
    pub fn outcome_of(&self, function: FuncId, edge: EdgeIndex) -> Option<OutcomeId> {
        let local = self.local(function);
        let decided = local.cfg.edge(edge).is_some_and(|edge| edge.kind == EdgeKind::Outcome);
        let site = local.branches[edge.block].filter(|_| decided)?;
        Some(self.sites().site(site).outcome(edge.successor))
    }

    /// Where the loops of a function are left; none if its code came only while the program ran.
    pub fn exits(&self, function: FuncId) -> Option<&Exits> {
        let known = self.program.functions.get(function).is_some_and(Function::has_body);
        known.then(|| {
            self.exits[function].get_or_init(|| {
                Exits::new(self.program, self.sites(), function, &self.local(function).cfg)
            })
        })
    }

    /// Whether an instruction may change memory in a way that is not told by a store alone.
    pub fn may_write(&self, instruction: &Instruction) -> bool {
        match instruction {
            Instruction::MemCopy { .. } | Instruction::MemSet { .. } | Instruction::Init { .. } => {
                true
            }
            Instruction::Call { callee: Callee::Direct(function), .. } => {
                self.writers.contains(function.index())
            }
            Instruction::Call { .. } => true,
            _ => false,
        }
    }
}

/// The functions whose calls may change memory: those that write it and whoever may call them; what has
/// no body is thought to write.
fn writers(program: &Program, map: &Map) -> BitSet {
    let mut writers = BitSet::new(program.functions.len());
    let mut work = Vec::new();
    for (id, function) in program.functions.iter() {
        let writes = function.blocks.values().flat_map(|block| &block.instructions).any(|it| {
            matches!(
                it.node,
                Instruction::Store { .. }
                    | Instruction::MemCopy { .. }
                    | Instruction::MemSet { .. }
                    | Instruction::Free { .. }
                    | Instruction::Init { .. }
                    | Instruction::Call { callee: Callee::Indirect(_) | Callee::Virtual(_), .. }
            )
        });
        if (writes || !function.has_body()) && writers.insert(id.index()) {
            work.push(id);
        }
    }
    while let Some(function) = work.pop() {
        for caller in map.calls().callers(function) {
            if writers.insert(caller.index()) {
                work.push(caller);
            }
        }
    }
    writers
}
