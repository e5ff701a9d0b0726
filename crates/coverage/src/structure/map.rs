//! What the coverage structure knows before anything has run.

use super::across::Across;
use super::gains::Gains;
use super::local::Local;
use crate::{GoalId, Goals, Unit, UnitId};
use program::analysis::ahead::Outcomes;
use program::analysis::cfg::EdgeIndex;
use program::analysis::supergraph::Options;
use program::analysis::{Ahead, CallGraph, CallKind, Graph, Supergraph, Unwinding};
use program::{
    BlockId, ConditionRef, FuncId, Function, Id, IdVec, OutcomeId, Program, Site, SiteId, SiteKind,
    SiteTable,
};
use std::sync::{Arc, OnceLock};

/// The outcomes of a decision's conditions, ascending, each with its condition's place and value.
type ConditionOutcomes = Vec<(OutcomeId, u32, bool)>;

/// The inter-procedural graph of a program with its goals (paper CAUT, III): made once, shared by all
/// that explore the program.
///
/// Ways into handlers are all there, those of failed checks included, so that nothing that can be reached
/// is ever thought unreachable.
#[derive(Debug)]
pub struct Map {
    goals: Arc<Goals>,
    sites: SiteTable,
    calls: CallGraph,
    graph: Supergraph,
    before: Graph,
    ahead: Ahead,
    /// By node of the graph: the branch, switch or select that ends it.
    choices: Vec<Option<SiteId>>,
    gains: Gains,
    locals: IdVec<FuncId, Local>,
    /// By outcome, when it was asked for.
    weights: IdVec<OutcomeId, OnceLock<u32>>,
    /// The dominators of all places, when they were asked for.
    across: OnceLock<Across>,
    /// By unit and decision: the outcomes of its conditions.
    conditions: IdVec<UnitId, Vec<ConditionOutcomes>>,
}

impl Map {
    /// Looks at a program whose goals are known.
    pub fn new(program: &Program, goals: Arc<Goals>) -> Self {
        Self::with_sites(program, goals, SiteTable::new(program))
    }

    /// Looks at a program that has grown, whose sites were numbered as its bodies came. What it grows by
    /// later is not on the map.
    pub fn with_sites(program: &Program, goals: Arc<Goals>, sites: SiteTable) -> Self {
        let calls = CallGraph::new(program);
        let options = Options { unwinding: Unwinding::Checks, returns: true };
        let graph = Supergraph::new(program, &calls, options);
        let before = graph.graph().reversed();
        let ahead = Ahead::new(&graph, &sites);
        let mut choices = vec![None; graph.graph().len()];
        for (id, site) in sites.iter().filter(|(_, site)| is_choice(site)) {
            for node in graph.twins(graph.node(site.point)) {
                choices[node as usize] = Some(id);
            }
        }
        let gains = Gains::new(program, &goals, &sites, &graph);
        let locals = program.functions.values().map(Local::new).collect();
        let weights = (0..sites.outcomes()).map(|_| OnceLock::new()).collect();
        let conditions = conditions(&goals, &sites);
        Self {
            goals,
            sites,
            calls,
            graph,
            before,
            ahead,
            choices,
            gains,
            locals,
            weights,
            across: OnceLock::new(),
            conditions,
        }
    }

    /// The goals.
    pub fn goals(&self) -> &Arc<Goals> {
        &self.goals
    }

    /// The sites.
    pub fn sites(&self) -> &SiteTable {
        &self.sites
    }

    /// Who calls whom.
    pub fn calls(&self) -> &CallGraph {
        &self.calls
    }

    /// The function that an outcome belongs to.
    pub fn function(&self, outcome: OutcomeId) -> FuncId {
        self.site_of(outcome).point.function
    }

    /// The condition of a decision that an outcome decides, and its value.
    pub fn condition(&self, outcome: OutcomeId) -> Option<(ConditionRef, bool)> {
        if !self.sites.knows(outcome) {
            return None;
        }
        let (site, index) = self.sites.owner(outcome);
        let site = self.sites.site(site);
        site.condition.filter(|_| is_choice(site)).map(|condition| (condition, index == 0))
    }

    /// The conditions that the same evaluation of a decision went through before an outcome, first
    /// first. `earlier` are the outcomes before it on the path, the nearest first. Nothing is told unless the
    /// evaluation is there from its first condition on: what is missing may have been in another one.
    pub fn so_far(
        &self,
        outcome: OutcomeId,
        earlier: impl IntoIterator<Item = OutcomeId>,
    ) -> Vec<(ConditionRef, bool)> {
        /// How far back an evaluation may have begun: conditions that call functions are that long.
        const FAR: usize = 256;
        let Some((condition, _)) = self.condition(outcome) else { return Vec::new() };
        let function = self.function(outcome);
        let shape = self.goals.unit_of(function).and_then(|unit| {
            let number = self.goals.decision(unit, condition.decision)?;
            Some(self.goals.shape(unit, number))
        });
        let Some(shape) = shape else { return Vec::new() };
        // Calls of the same function inside a condition would be taken for a part of it.
        if self.calls.is_recursive(function) {
            return Vec::new();
        }
        let mut found: Vec<(ConditionRef, bool)> = Vec::new();
        let mut nearest = condition.index;
        for outcome in earlier.into_iter().take(FAR) {
            if nearest == shape.first {
                break;
            }
            let Some((other, value)) = self.condition(outcome) else { continue };
            if other.decision != condition.decision || self.function(outcome) != function {
                continue;
            }
            let place = &shape.decision.conditions[other.index as usize];
            if (if value { place.if_true } else { place.if_false }) != Some(nearest) {
                break;
            }
            nearest = other.index;
            found.push((other, value));
        }
        if nearest != shape.first {
            found.clear();
        }
        found.reverse();
        found
    }

    /// Whether every path from the entry of the function to edge `b` goes over another edge `a` (paper
    /// context-guided search, 3.3); across functions none does.
    pub fn dominates(&self, a: OutcomeId, b: OutcomeId) -> bool {
        if !self.sites.knows(a) || !self.sites.knows(b) {
            return false;
        }
        let ((site, successor), other) = (self.sites.owner(a), self.site_of(b));
        let site = self.sites.site(site);
        if a == b || site.point.function != other.point.function {
            return false;
        }
        let edge = EdgeIndex { block: site.point.block, successor };
        is_edge(site) && self.locals[site.point.function].dominates(edge, other.point.block)
    }

    /// The same over calls: whether every path from the start of the program to edge `b` goes over edge `a`, wherever the
    /// two are. The program starts at the functions that nobody calls.
    pub fn dominates_across(&self, a: OutcomeId, b: OutcomeId) -> bool {
        if a == b || !self.sites.knows(a) || !self.sites.knows(b) {
            return false;
        }
        let ((site, successor), other) = (self.sites.owner(a), self.site_of(b));
        let site = self.sites.site(site);
        let edge = EdgeIndex { block: site.point.block, successor };
        let function = site.point.function;
        let Some(behind) = self.locals[function].sole(edge).filter(|_| is_edge(site)) else {
            return false;
        };
        let across = self.across.get_or_init(|| Across::new(&self.graph));
        let place = |node: u32| self.graph.place(node);
        across.dominates(
            place(self.graph.block(function, behind)),
            place(self.graph.node(other.point)),
        )
    }

    /// How many instructions transitively depend on an edge, those of called functions counted once
    /// (the score of CarFast).
    pub fn weight(&self, outcome: OutcomeId) -> u32 {
        if !self.sites.knows(outcome) {
            return 0;
        }
        *self.weights[outcome].get_or_init(|| {
            let (site, successor) = self.sites.owner(outcome);
            let site = self.sites.site(site);
            if !is_edge(site) {
                return 0;
            }
            let function = site.point.function;
            let edge = EdgeIndex { block: site.point.block, successor };
            let blocks = self.locals[function].dependents(edge);
            let own: u32 = blocks.iter().map(|&block| self.locals[function].size(block)).sum();
            let called = self.calls.reachable(self.called(function, &blocks), false);
            let others = called.iter().map(FuncId::new).filter(|&other| other != function);
            own + others.map(|other| self.locals[other].total()).sum::<u32>()
        })
    }

    /// The functions that some blocks of a function, in ascending order, call.
    fn called(&self, function: FuncId, blocks: &[BlockId]) -> Vec<FuncId> {
        let sites = self.calls.sites(function).iter();
        let here = sites.filter(|site| {
            site.kind != CallKind::Failure && blocks.binary_search(&site.block).is_ok()
        });
        here.flat_map(|site| self.calls.targets(site.targets)).copied().collect()
    }

    pub(super) fn site_of(&self, outcome: OutcomeId) -> &Site {
        self.sites.site(self.sites.owner(outcome).0)
    }

    /// What lies ahead when an outcome has been taken.
    pub(super) fn after(&self, outcome: OutcomeId) -> Outcomes<'_> {
        self.ahead.after(outcome)
    }

    /// What lies ahead when a function is called; nothing if it has no body.
    pub(super) fn ahead_of_call(&self, function: FuncId) -> Option<Outcomes<'_>> {
        (self.graph.blocks(function) > 0).then(|| self.ahead.from_block(function, Function::ENTRY))
    }

    /// The node behind an outcome.
    pub(super) fn behind(&self, outcome: OutcomeId) -> u32 {
        let (site, index) = self.sites.owner(outcome);
        let site = self.sites.site(site);
        let node = self.graph.node(site.point);
        match site.kind {
            SiteKind::Branch | SiteKind::Switch { .. } => {
                self.graph.graph().successors(node)[index as usize]
            }
            SiteKind::Select => node + 1,
            SiteKind::Check(_) => node,
        }
    }

    /// The graph of the program and the same with every edge turned round.
    pub(super) fn graphs(&self) -> (&Graph, &Graph) {
        (self.graph.graph(), &self.before)
    }

    /// The branch, switch or select that ends a node.
    pub(super) fn choice(&self, node: u32) -> Option<&Site> {
        self.choices[node as usize].map(|site| self.sites.site(site))
    }

    /// The outcomes of the conditions of a unit's decision, ascending, each with its condition's place
    /// and value.
    pub fn outcomes_of(&self, unit: UnitId, decision: u32) -> &[(OutcomeId, u32, bool)] {
        &self.conditions[unit][decision as usize]
    }

    /// How many functions there are.
    pub(super) fn functions(&self) -> usize {
        self.graph.functions()
    }

    /// The outcomes that a goal is covered by, and the functions at whose entry it is.
    pub fn gains(&self, goal: GoalId) -> (&[OutcomeId], &[FuncId]) {
        self.gains.of(goal, self.graphs(), |node| self.choice(node))
    }
}

/// By unit and decision: the outcomes of its conditions.
fn conditions(goals: &Goals, sites: &SiteTable) -> IdVec<UnitId, Vec<ConditionOutcomes>> {
    let of_unit = |(id, unit): (UnitId, &Unit)| {
        let mut lists = vec![Vec::new(); unit.decisions.len()];
        for site in sites.of_function(unit.function).map(|site| sites.site(site)) {
            let Some(condition) = site.condition.filter(|_| is_choice(site)) else { continue };
            if let Some(number) = goals.decision(id, condition.decision) {
                let list: &mut Vec<_> = &mut lists[number as usize];
                list.push((site.outcome(0), condition.index, true));
                list.push((site.outcome(1), condition.index, false));
            }
        }
        lists
    };
    goals.units.iter().map(of_unit).collect()
}

/// Whether a site is a choice of the user's code.
fn is_choice(site: &Site) -> bool {
    !matches!(site.kind, SiteKind::Check(_))
}

/// Whether the outcomes of a site are edges of the control-flow graph.
fn is_edge(site: &Site) -> bool {
    matches!(site.kind, SiteKind::Branch | SiteKind::Switch { .. })
}
