//! Where the loops of a function are left.

use program::analysis::loops::LoopId;
use program::analysis::{Cfg, Dominators, EdgeKind, Loops};
use program::{BlockId, FuncId, OutcomeId, Program, SiteTable};

/// The loops of a function and the outcomes that lead out of each.
#[derive(Debug)]
pub struct Exits {
    loops: Loops,
    /// By loop.
    outcomes: Vec<Vec<OutcomeId>>,
}

impl Exits {
    /// Looks at the control flow of a function.
    pub fn new(program: &Program, sites: &SiteTable, function: FuncId, cfg: &Cfg) -> Self {
        let loops = Loops::new(cfg, &Dominators::new(cfg));
        let mut outcomes = vec![Vec::new(); loops.all().len()];
        let blocks = &program.functions[function].blocks;
        let choices = sites.of_function(function).map(|site| sites.site(site));
        for site in choices {
            let block = site.point.block;
            if site.point.index as usize != blocks[block].instructions.len() {
                continue;
            }
            for edge in cfg.outgoing(block).iter().filter(|edge| edge.kind == EdgeKind::Outcome) {
                for id in nest(&loops, block).filter(|id| !loops.contains(*id, edge.to)) {
                    outcomes[program::Id::index(id)].push(site.outcome(edge.index.successor));
                }
            }
        }
        Self { loops, outcomes }
    }

    /// The ways out of each loop that a block is in, the innermost first.
    pub fn around(&self, block: BlockId) -> impl Iterator<Item = &[OutcomeId]> {
        nest(&self.loops, block).map(|id| &self.outcomes[program::Id::index(id)][..])
    }
}

/// The loops that a block is in, the innermost first.
fn nest(loops: &Loops, block: BlockId) -> impl Iterator<Item = LoopId> {
    std::iter::successors(loops.innermost(block), |id| loops.all()[*id].parent)
}
