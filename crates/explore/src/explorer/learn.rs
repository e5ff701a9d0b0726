//! From a run to the tree: the way it took, and the ways that it did not take.

use super::{Explorer, Proposal};
use crate::filter::BadEnd;
use crate::inputs;
use crate::run::{Run, RunId};
use crate::side_candidates::passes;
use crate::tree::{Edge, Grove, NodeId, Status};
use program::{BlockId, FuncId, Id, Point, SiteKind};
use scenario::{Scenario, Statement};
use std::sync::Arc;
use term::{Assignment, Pool, TermId, VarId};
use trace::{Clause, Origin, Outcome, Source, Trace};

/// Clauses that are kept of a run that did not end. Such a run goes in circles, mostly; what it
/// would take to leave them after many rounds is a large query each, and the first rounds are left as well.
const ENDLESS: usize = 1_000;

/// Nodes that a run adds to a tree that is large already.
const BEYOND: usize = 2_000;

impl Explorer<'_> {
    /// Puts a run into the tree.
    pub(super) fn learn(
        &mut self,
        scenario: &Scenario,
        trace: &Trace,
        from: &Pool,
        clean: bool,
        proposal: Option<&Proposal>,
    ) -> RunId {
        let id = RunId::new(self.runs.len());
        self.statistics.runs += 1;
        self.copier.clear();
        if self.config.one_sided {
            self.filter.took(trace);
        }
        let before = self.structure.share().0;
        self.reached.update(trace);
        if clean {
            self.structure.update(trace);
        }
        let gain = self.structure.share().0.saturating_sub(before);
        self.bounds.meet(trace);
        if self.config.look_ahead > 0 {
            self.ahead.ran(trace);
        }
        let grove = self.grove(inputs::shape(scenario), id);
        let mut run = self.run(scenario, trace, from, grove);
        run.gain = gain;
        let target = proposal.map(|proposal| proposal.node);
        let mut at = run.root;
        let mut new = false;
        let bad_end =
            (self.config.filter && !clean).then(|| self.filter.bad_end(calls(scenario).next()));
        let (full, mut fresh) = (self.tree.len() > self.config.most_nodes, 0);
        let endless = matches!(trace.outcome, Outcome::Exhausted(_) | Outcome::Unusable(_));
        for (index, clause) in trace.path.iter().enumerate() {
            if endless && index >= ENDLESS && run.target == target {
                break;
            }
            let is_fixed = from.as_constant(clause.term) == Some(1);
            if is_fixed && !self.is_own(clause) {
                continue;
            }
            let Some(edge) = self.edge(clause) else { continue };
            let known = match edge {
                Edge::Value { .. } => {
                    let term = self.copy(grove, from, clause.term);
                    self.tree.child(at, edge, term)
                }
                _ => self.tree.child(at, edge, clause.term),
            };
            match known {
                Some(node) if self.tree.status(node) == Status::Elsewhere => {
                    // Who explores there will come by.
                    at = node;
                    break;
                }
                Some(node) => {
                    if self.tree.status(node) != Status::Explored {
                        new = true;
                        self.tree.explore(node, id);
                    }
                    at = node;
                }
                None if full && fresh >= BEYOND => {
                    // Whoever comes by again goes on from there.
                    self.bounds.terms = true;
                    break;
                }
                None => {
                    new = true;
                    fresh += 1;
                    let term = self.copy(grove, from, clause.term);
                    let node = self.tree.add(at, edge, term, id, Status::Explored);
                    let mut own = Clause { term, ..*clause };
                    if let Origin::Site { subject: Some(subject), .. } = &mut own.origin {
                        *subject = self.copy(grove, from, *subject);
                    }
                    if !is_fixed {
                        self.branch_off(at, edge, &own, (id, index, bad_end), &mut run);
                    }
                    at = node;
                }
            }
            self.side_candidates.failed(edge);
            if let Some(bad_end) = bad_end {
                self.filter.pass(bad_end, &self.tree, &self.structure, at);
            }
            if Some(at) == target {
                run.target = target;
            }
            if let Edge::Value { place, .. } = edge
                && let Some(target) = target
                && self.tree.parent(target) == self.tree.parent(at)
                && self.tree.edge(target) == (Edge::Value { place, had: false })
            {
                // Another value was asked for, and this is one.
                self.tree.set_status(target, Status::Explored);
                run.target = Some(target);
            }
        }
        run.leaf = at;
        self.statistics.paths += u64::from(new);
        self.runs.push(run)
    }

    fn copy(&mut self, grove: usize, from: &Pool, term: TermId) -> TermId {
        self.copier.copy(from, &mut self.groves[grove].pool, term)
    }

    /// The tree of a shape.
    fn grove(&mut self, shape: u64, run: RunId) -> usize {
        if let Some(&grove) = self.by_shape.get(&shape) {
            return grove;
        }
        let mut pool = Pool::new();
        let truth = pool.bool(true);
        let root = self.tree.root(truth, run);
        self.groves.push(Grove::new(root, pool));
        self.by_shape.insert(shape, self.groves.len() - 1);
        self.groves.len() - 1
    }

    /// What is kept of a run, before its path.
    fn run(&mut self, scenario: &Scenario, trace: &Trace, from: &Pool, grove: usize) -> Run {
        let mut values = Assignment::new();
        let mut own = Vec::with_capacity(trace.inputs.len());
        for input in &trace.inputs {
            let term = self.copy(grove, from, input.term);
            if let Some(variable) = self.groves[grove].pool.var_of(term) {
                values.set(variable, input.bits);
                own.push((input.source, variable));
            }
        }
        let mut given: Vec<TermId> = Vec::new();
        for clause in trace.path.iter().filter(|clause| clause.origin == Origin::Input) {
            given.push(self.copy(grove, from, clause.term));
        }
        let Grove { root, pool, .. } = &mut self.groves[grove];
        let root = *root;
        given.extend(inputs::given(self.program, scenario, &own, pool));
        let mut rest: Vec<FuncId> = calls(scenario).skip(1).collect();
        rest.sort_unstable();
        rest.dedup();
        let inputs = self.shared(grove, own);
        Run {
            scenario: scenario.clone(),
            inputs,
            places: trace.places.clone(),
            values,
            given,
            grove,
            root,
            leaf: root,
            candidates: Vec::new(),
            target: None,
            gain: 0,
            rest,
        }
    }

    /// Whether a clause is about a branch of the code under test.
    fn is_own(&self, clause: &Clause) -> bool {
        let Origin::Site { site, outcome, .. } = clause.origin else { return false };
        let sites = self.structure.map().sites();
        site.index() < sites.len() && self.structure.is_own(sites.site(site).outcome(outcome))
    }

    /// The inputs of a run, which are mostly those of the run before in the same tree.
    fn shared(&mut self, grove: usize, own: Vec<(Source, VarId)>) -> Arc<[(Source, VarId)]> {
        let known = &mut self.groves[grove].inputs;
        if **known != *own {
            *known = own.into();
        }
        Arc::clone(known)
    }

    /// The way that a clause stands for; none for what all runs of a shape fulfil.
    fn edge(&mut self, clause: &Clause) -> Option<Edge> {
        Some(match clause.origin {
            Origin::Input => return None,
            Origin::Site { site, outcome, .. } => {
                let sites = self.structure.map().sites();
                if site.index() >= sites.len() {
                    // Code that came while it ran: nothing is known of where its other ways lead.
                    let (function, block) = (FuncId(u32::MAX), BlockId(site.0));
                    let place = self.tree.place(Point { function, block, index: outcome });
                    return Some(Edge::Value { place, had: true });
                }
                let site = sites.site(site);
                let taken = site.outcome(outcome);
                match site.kind {
                    SiteKind::Check(_) => Edge::Check { outcome: taken, passed: outcome == 0 },
                    _ => Edge::Branch(taken),
                }
            }
            Origin::Access { point, inside } => {
                Edge::Access { place: self.tree.place(point), inside }
            }
            Origin::Concretised { point } | Origin::Model { point } => {
                // Only some of the other values are tried.
                self.bounds.values = true;
                Edge::Value { place: self.tree.place(point), had: true }
            }
        })
    }

    /// Adds the ways that a run did not take as candidates.
    fn branch_off(
        &mut self,
        parent: NodeId,
        edge: Edge,
        clause: &Clause,
        (id, place, bad_end): (RunId, usize, Option<BadEnd>),
        run: &mut Run,
    ) {
        let pool = &mut self.groves[run.grove].pool;
        let sites = self.structure.map().sites();
        let mut others: Vec<(Edge, TermId)> = Vec::new();
        match edge {
            Edge::Root => {}
            Edge::Branch(_) => {
                let ways = trace::alternatives(pool, self.program, sites, clause);
                others.extend(ways.into_iter().map(|(way, term)| (Edge::Branch(way), term)));
            }
            Edge::Check { passed, .. } => {
                let ways = trace::alternatives(pool, self.program, sites, clause);
                let check = |outcome| Edge::Check { outcome, passed: !passed };
                others.extend(ways.into_iter().map(|(way, term)| (check(way), term)));
            }
            Edge::Access { place, inside } => {
                others.push((Edge::Access { place, inside: !inside }, pool.not(clause.term)));
            }
            Edge::Value { place, .. } => {
                // None of the values that runs had here.
                let mut none = pool.not(clause.term);
                let other = Edge::Value { place, had: false };
                let mut pending = None;
                for sibling in self.tree.children(parent) {
                    match self.tree.edge(sibling) {
                        Edge::Value { had: true, .. } => {
                            let different = pool.not(self.tree.clause(sibling));
                            none = pool.and(none, different);
                        }
                        edge if edge == other
                            && matches!(
                                self.tree.status(sibling),
                                Status::Open | Status::Elsewhere
                            ) =>
                        {
                            pending = Some(sibling);
                        }
                        _ => {}
                    }
                }
                match pending {
                    Some(pending) => self.tree.set_clause(pending, none),
                    None => others.push((other, none)),
                }
            }
        }
        for (edge, clause) in others {
            let pool = &self.groves[run.grove].pool;
            if pool.as_constant(clause) == Some(0) || self.has(parent, edge) {
                continue;
            }
            let node = self.tree.add(parent, edge, clause, id, Status::Open);
            match edge {
                Edge::Branch(_) => {
                    let Self { filter, tree, structure, .. } = self;
                    let kept = !self.config.filter
                        || filter.add(tree, structure, node, &run.rest, bad_end);
                    if kept {
                        if self.config.look_ahead > 0 {
                            self.ahead.met(node, place);
                        }
                        run.candidates.push(node);
                    } else {
                        self.statistics.irrelevant += 1;
                    }
                }
                _ if passes(edge) || self.config.side_interval > 0 => {
                    self.side_candidates.add(&self.tree, node);
                }
                _ => {}
            }
        }
    }

    fn has(&self, parent: NodeId, edge: Edge) -> bool {
        let alike = |node: NodeId| self.tree.edge(node) == edge;
        !matches!(edge, Edge::Value { .. }) && self.tree.children(parent).any(alike)
    }
}

/// The functions that a scenario calls, in order.
fn calls(scenario: &Scenario) -> impl Iterator<Item = FuncId> + '_ {
    scenario.statements.iter().filter_map(|statement| match statement {
        Statement::Call { function, .. } => Some(*function),
        _ => None,
    })
}
