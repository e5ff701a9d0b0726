//! `context-guided`: branches in new contexts (H. Seo and S. Kim, How we get there: a context-guided search
//! strategy in concolic testing, FSE 2014, Algorithm 2).
//!
//! The k-context of a branch instance is the branch with the k - 1 branches before it in the path that do
//! not dominate it. The tree is traversed depth by depth, in random order within one, and a candidate is
//! chosen if its k-context is new: none that was ever chosen, whatever its answer and at whatever k, has
//! the same. At the end of a traversal k grows by one.
//!
//! Where we differ. Branches are those that depend on inputs, unless the machine is asked for the others. A context
//! begins with the outcome that the candidate would take, not with the one that was taken, so that each
//! case of a switch has its own. A candidate whose context reaches back to the start of its path is told
//! from all others: without dominators that is so anyway, with them it keeps candidates from being passed
//! over for ever. And a candidate that is met above the depth that a traversal has come to waits for the
//! next. By option, as the paper and its implementation have it, contexts count as chosen only at the size at which they
//! were, after the fifth size all are forgotten, dominators are looked for over calls, whole paths are told apart by
//! their contexts alone, and branches of libraries are neither chosen nor part of a context.
//!
//! A candidate is looked at once per traversal, and what it knows of its context is extended by one branch.

use super::{Options, Strategy, View};
use crate::run::RunId;
use crate::tree::NodeId;
use fastrand::Rng;
use program::OutcomeId;
use rustc_hash::FxHashMap;

/// The strategy.
#[derive(Clone, Debug)]
pub struct ContextGuided {
    k: u32,
    grows: bool,
    dominators: bool,
    most_k: u32,
    as_chosen: bool,
    across_calls: bool,
    own_branches: bool,
    whole_paths: bool,
    /// The depth that the traversal has come to.
    depth: usize,
    /// By depth: what this traversal has still to look at, and what waits for the next.
    now: Vec<Vec<Instance>>,
    later: Vec<Vec<Instance>>,
    /// Every instance that was ever chosen.
    chosen: Vec<Instance>,
    contexts: Contexts,
}

/// A candidate and what is known of its context.
#[derive(Clone, Copy, Debug)]
struct Instance {
    node: NodeId,
    /// How many branches of its context are known.
    known: u32,
    /// These branches.
    context: ContextId,
    /// The earliest of these instances; none when the context is the whole path.
    earliest: Option<NodeId>,
}

impl Instance {
    /// Nothing is known of its context.
    fn new(node: NodeId) -> Self {
        Self { node, known: 0, context: Contexts::EMPTY, earliest: Some(node) }
    }
}

type ContextId = u32;

/// Contexts as paths in a trie that begins with the branch itself.
#[derive(Clone, Debug, Default)]
struct Contexts {
    longer: FxHashMap<(ContextId, OutcomeId), ContextId>,
    /// By context: whether an instance that has it was chosen.
    is_chosen: Vec<bool>,
}

impl Contexts {
    const EMPTY: ContextId = 0;

    fn longer(&mut self, context: ContextId, outcome: OutcomeId) -> ContextId {
        let next = self.longer.len() as ContextId + 1;
        *self.longer.entry((context, outcome)).or_insert(next)
    }

    fn is_chosen(&self, context: ContextId) -> bool {
        self.is_chosen.get(context as usize).copied().unwrap_or(false)
    }

    fn choose(&mut self, context: ContextId) {
        let at = context as usize;
        if self.is_chosen.len() <= at {
            self.is_chosen.resize(at + 1, false);
        }
        self.is_chosen[at] = true;
    }
}

impl ContextGuided {
    /// Contexts that grow from one branch on, or have a fixed size; with dominators left out of them or not.
    pub fn new(options: &Options) -> Self {
        let Options { fixed_k, dominators, most_k, contexts_as_chosen, .. } = *options;
        let Options { across_calls, own_branches, whole_paths, .. } = *options;
        Self {
            k: fixed_k.unwrap_or(1).max(1),
            grows: fixed_k.is_none(),
            dominators,
            most_k: most_k.unwrap_or(u32::MAX).max(1),
            as_chosen: contexts_as_chosen,
            across_calls,
            own_branches,
            whole_paths,
            depth: 0,
            now: Vec::new(),
            later: Vec::new(),
            chosen: Vec::new(),
            contexts: Contexts::default(),
        }
    }

    /// Finds the k-context of an instance from what it knows of it.
    fn extend(&mut self, view: &View<'_>, instance: &mut Instance) {
        let Some(own) = view.outcome(instance.node) else { return };
        while instance.known < self.k
            && let Some(earliest) = instance.earliest
        {
            let mut before = view.branches_up(earliest).skip(usize::from(instance.known > 0));
            let counts = |outcome: OutcomeId| {
                instance.known == 0
                    || (!self.own_branches || view.structure.is_own(outcome))
                        && !self.is_dominator(view, outcome, own)
            };
            let next = before.find(|(_, outcome)| counts(*outcome));
            instance.earliest = next.map(|(node, _)| node);
            if let Some((_, outcome)) = next {
                instance.known += 1;
                instance.context = self.contexts.longer(instance.context, outcome);
            }
        }
    }

    /// Whether an instance has a context that none of the chosen has.
    fn is_new(&self, instance: &Instance) -> bool {
        (self.whole_paths && instance.earliest.is_none())
            || !self.contexts.is_chosen(instance.context)
    }

    /// Whether a branch says nothing about how another one is reached.
    fn is_dominator(&self, view: &View<'_>, outcome: OutcomeId, own: OutcomeId) -> bool {
        self.dominators
            && (view.structure.dominates(outcome, own)
                || self.across_calls && view.structure.dominates_across(outcome, own))
    }

    /// Whether an instance may be looked at again that is not new: not if its context cannot grow and is never forgotten.
    fn may_return(&self, instance: &Instance) -> bool {
        self.grows && (instance.earliest.is_some() || self.most_k < u32::MAX)
    }

    /// Starts the next traversal, if there is something left for it.
    fn again(&mut self, view: &View<'_>) -> bool {
        if !self.grows || self.later.iter().all(Vec::is_empty) {
            // With contexts of a fixed size, what was passed over once will be again.
            return false;
        }
        self.depth = 0;
        std::mem::swap(&mut self.now, &mut self.later);
        if self.k >= self.most_k {
            self.k = 1;
            self.chosen.clear();
            self.contexts = Contexts::default();
            for instance in self.now.iter_mut().flatten() {
                *instance = Instance::new(instance.node);
            }
            return true;
        }
        self.k += 1;
        if self.as_chosen {
            return true;
        }
        let mut chosen = std::mem::take(&mut self.chosen);
        for instance in &mut chosen {
            self.extend(view, instance);
            self.contexts.choose(instance.context);
        }
        self.chosen = chosen;
        true
    }
}

impl Strategy for ContextGuided {
    fn name(&self) -> &'static str {
        "context-guided"
    }

    fn added(&mut self, view: &View<'_>, run: RunId, _: &mut Rng) {
        for &node in &view.runs[run].candidates {
            let outcome = view.outcome(node);
            if self.own_branches && !outcome.is_some_and(|own| view.structure.is_own(own)) {
                continue;
            }
            let depth = view.tree.depth(node) as usize;
            // With a fixed size there is no next traversal to wait for.
            let waits = self.grows && depth < self.depth;
            let lists = if waits { &mut self.later } else { &mut self.now };
            if !waits {
                self.depth = self.depth.min(depth);
            }
            if lists.len() <= depth {
                lists.resize_with(depth + 1, Vec::new);
            }
            lists[depth].push(Instance::new(node));
        }
    }

    fn next(&mut self, view: &View<'_>, random: &mut Rng) -> Option<NodeId> {
        loop {
            while let Some(list) = self.now.get_mut(self.depth) {
                if list.is_empty() {
                    self.depth += 1;
                    continue;
                }
                let mut instance = list.swap_remove(random.usize(..list.len()));
                if !view.is_open(instance.node) {
                    continue;
                }
                self.extend(view, &mut instance);
                if self.is_new(&instance) {
                    self.contexts.choose(instance.context);
                    self.chosen.push(instance);
                    return Some(instance.node);
                }
                if self.may_return(&instance) {
                    if self.later.len() <= self.depth {
                        self.later.resize_with(self.depth + 1, Vec::new);
                    }
                    self.later[self.depth].push(instance);
                }
            }
            if !self.again(view) {
                return None;
            }
        }
    }
}
