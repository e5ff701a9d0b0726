//! Where probes are, and room to evaluate them in.

use program::{BlockId, FuncId};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use term::{Assignment, Distance, Scratch, VarId};
use trace::Probe;

/// The probes of a machine.
#[derive(Default)]
pub(crate) struct Probes {
    pub all: Vec<Arc<Probe>>,
    /// The probes of each probed block, by the number that its code carries.
    pub groups: Vec<Vec<usize>>,
    /// That number, by function and block.
    pub blocks: FxHashMap<(FuncId, BlockId), u32>,
}

impl Probes {
    pub fn new(probes: &[Arc<Probe>]) -> Self {
        let mut all = Self { all: probes.to_vec(), ..Self::default() };
        for (index, probe) in probes.iter().enumerate() {
            let next = all.groups.len() as u32;
            let group = *all.blocks.entry((probe.function, probe.block)).or_insert(next);
            if group == next {
                all.groups.push(Vec::new());
            }
            all.groups[group as usize].push(index);
        }
        all
    }
}

/// Room to evaluate probes in.
#[derive(Default)]
pub(crate) struct ProbeRoom {
    pub assignment: Assignment,
    pub scratch: Scratch,
    /// Variables that stand for memory which is not there.
    pub unknown: Vec<VarId>,
    /// Variables that stand for registers whose grade is known.
    pub flags: Vec<(VarId, Distance)>,
}
