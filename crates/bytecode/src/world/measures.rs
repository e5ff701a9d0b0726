//! Classes whose execution is counted as JaCoCo counts it, and what lowering found out about that.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use classfile::error::LoadError;
use jacoco::{ClassView, Way};
use program::{BlockId, ClassId, FuncId};
use rustc_hash::FxHashMap;

use super::World;
use super::link::malformed;

/// An outcome of a site, by where the site is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum OutcomePlace {
    /// Of the branch or switch that ends a block.
    End {
        /// The block.
        block: BlockId,
        /// Which outcome.
        outcome: u32,
    },
    /// Of a select.
    Select {
        /// Its block.
        block: BlockId,
        /// How many selects stand before it in the block.
        number: u32,
        /// Which outcome.
        outcome: u32,
    },
}

/// How the execution of a function is counted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// By probe: whether a counter counts it. That of probe `n` is counter `n + 1`, counter 0 counts entries.
    pub counted: Vec<bool>,
    /// By probe: the outcomes that mean that it was passed.
    pub passed: Vec<Vec<OutcomePlace>>,
    /// The probes before returns and throws, each with its block.
    pub leaves: Vec<(u32, BlockId)>,
    /// The ways out of conditional jumps and switches, by instruction of the bytecode: the outcomes that they
    /// are.
    pub ways: BTreeMap<(u32, Way), Vec<OutcomePlace>>,
}

impl Measured {
    /// The two outcomes of the branch that ends a block have changed places.
    pub(crate) fn turn(&mut self, turned: BlockId) {
        for place in self.passed.iter_mut().chain(self.ways.values_mut()).flatten() {
            if let OutcomePlace::End { block, outcome } = place
                && *block == turned
            {
                *outcome = 1 - *outcome;
            }
        }
    }
}

/// What is counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Measures {
    /// Internal names of the classes.
    wanted: BTreeSet<String>,
    views: FxHashMap<ClassId, Option<Arc<ClassView>>>,
    methods: FxHashMap<FuncId, Arc<Measured>>,
}

impl World {
    /// Has the execution of classes counted, given by their internal names. Bodies that are lowered already
    /// stay as they are.
    pub fn measure(&mut self, classes: impl IntoIterator<Item = String>) {
        self.measures.wanted.extend(classes);
    }

    /// Whether the execution of a class is counted.
    pub fn is_measured(&self, class: ClassId) -> bool {
        !self.measures.wanted.is_empty() && self.measures.wanted.contains(&*self.info(class).name)
    }

    /// The classes whose execution is counted, those that are linked.
    pub fn all_measured(&self) -> Vec<ClassId> {
        self.measures.wanted.iter().filter_map(|name| self.known_class(name)).collect()
    }

    /// Whether a class of the class path is used by those whose execution is counted, and is none of them.
    pub fn is_beside(&self, class: ClassId) -> bool {
        !self.measures.wanted.is_empty()
            && self.info(class).skeleton.is_some()
            && !self.is_measured(class)
    }

    /// A class as JaCoCo sees it; none if there is no class file.
    pub fn view(&mut self, class: ClassId) -> Result<Option<Arc<ClassView>>, LoadError> {
        if let Some(view) = self.measures.views.get(&class) {
            return Ok(view.clone());
        }
        let info = self.info(class);
        let view = match info.skeleton.as_deref() {
            Some(skeleton) => ClassView::of(skeleton).map_err(|bad| {
                malformed(bad, info.origin.location.as_deref().unwrap_or_default(), &info.name)
            })?,
            None => None,
        };
        let view = view.map(Arc::new);
        self.measures.views.insert(class, view.clone());
        Ok(view)
    }

    /// What lowering found out about a function whose execution is counted.
    pub fn measured(&self, function: FuncId) -> Option<&Arc<Measured>> {
        self.measures.methods.get(&function)
    }

    /// Keeps what lowering found out.
    pub(crate) fn keep_measured(&mut self, function: FuncId, measured: Measured) {
        self.measures.methods.insert(function, Arc::new(measured));
    }
}
