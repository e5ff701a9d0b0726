//! The loop: choose a candidate, solve for it, run it, learn from the run.
//!
//! Scenarios that differ in values only share a tree; another shape (a null pointer, one more call) has a tree of its own,
//! because addresses and hence terms differ. Only the part of a prefix that shares variables with the negated clause is
//! solved. What the solver gives up on is tried again with twenty times the effort when nothing else is left. Where a
//! prefix is unsatisfiable and the outcome uncovered, the negated clause is tried alone (optimistic solving). What is
//! uncovered in the end is proven infeasible only if nothing was bounded, all inputs are numbers, and no run got there, not
//! even one that crashed.

mod learn;
mod split;

use crate::ahead::{Ahead, Look};
use crate::asked::Questions;
use crate::bounds::Bounds;
use crate::filter::Filter;
use crate::inputs::{self, Retarget};
use crate::run::{Run, RunId};
use crate::side_candidates::{SideCandidates, passes};
use crate::strategy::{Answer, Strategy, View};
use crate::tree::{Grove, NodeId, Status, Tree};
use coverage::{Coverage, GoalId, Structure};
use fastrand::Rng;
use program::{IdVec, OutcomeId, Program};
use rustc_hash::FxHashMap;
use scenario::Scenario;
use solver::{Answer as Solved, Query, Solver};
use std::collections::VecDeque;
use std::time::Instant;
use term::{Assignment, Copier, Pool};
use trace::Trace;

/// How to explore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Whether candidates that cannot reach anything uncovered are dropped.
    pub filter: bool,
    /// Whether a candidate whose prefix cannot be fulfilled is tried without it.
    pub optimistic: bool,
    /// Whether checks are made to fail and fixed values to change: one in so many attempts, and all that
    /// are left when the strategy has no candidates. Zero for never.
    pub side_interval: u32,
    /// What the solver may spend on a candidate at first.
    pub solver: solver::Config,
    /// Among how many candidates of the strategy one is chosen by looking ahead; zero for the strategy's first.
    pub look_ahead: usize,
    /// How many times as much it may spend on a candidate that it gave up, when there are no others; zero for nothing.
    pub patience: u64,
    /// Whether a run that failed a check is repaired before anything else.
    pub repairs: bool,
    /// Whether the strategy's candidates are dropped whose outcome a run has taken (paper EvoSuite+DSE, III-B).
    pub one_sided: bool,
    /// Nodes of the tree after which a run adds only a few more: memory is bounded, and what lies behind is met again by
    /// runs that come by later.
    pub most_nodes: usize,
}

impl Default for Config {
    fn default() -> Self {
        let solver =
            solver::Config { evaluations: 100_000, conflicts: 1_000, ..solver::Config::default() };
        Self {
            filter: true,
            optimistic: true,
            side_interval: 8,
            solver,
            look_ahead: 0,
            patience: 20,
            repairs: true,
            one_sided: false,
            most_nodes: 8_000_000,
        }
    }
}

/// What was done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Runs that came in.
    pub runs: u64,
    /// Runs that took a path nobody had taken.
    pub paths: u64,
    /// Queries that have a model.
    pub satisfiable: u64,
    /// Queries that have none.
    pub unsatisfiable: u64,
    /// Queries that were given up.
    pub unknown: u64,
    /// Runs that did not go where they were meant to.
    pub diverged: u64,
    /// Candidates that became irrelevant.
    pub irrelevant: u64,
    /// Looks that were taken.
    pub looks: u64,
    /// Runs for candidates that the strategy chose, with all that comes before them.
    pub chosen: u64,
    /// Runs for a candidate without its prefix, and those of them that got there.
    pub optimistic: (u64, u64),
    /// Queries by the outcome that they were about; those without their prefix are left out.
    pub asked: Questions,
}

impl Statistics {
    /// Adds what another explorer did.
    pub fn add(&mut self, other: &Self) {
        self.runs += other.runs;
        self.paths += other.paths;
        self.satisfiable += other.satisfiable;
        self.unsatisfiable += other.unsatisfiable;
        self.unknown += other.unknown;
        self.diverged += other.diverged;
        self.irrelevant += other.irrelevant;
        self.looks += other.looks;
        self.chosen += other.chosen;
        self.optimistic.0 += other.optimistic.0;
        self.optimistic.1 += other.optimistic.1;
        self.asked.add(&other.asked);
    }
}

/// What came of an attempt.
#[derive(Debug)]
pub enum Attempt {
    /// A scenario to run.
    Run(Box<Proposal>),
    /// A look to take first.
    Look(Look),
    /// The candidate led to none; there may be others.
    Failed,
    /// There are no candidates.
    Exhausted,
}

/// A scenario that should go where nobody has been.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// The scenario.
    pub scenario: Scenario,
    /// Pointers that have to point elsewhere, which only who makes scenarios can see to.
    pub retarget: Vec<Retarget>,
    node: NodeId,
    /// Whether the strategy chose it.
    strategic: bool,
    /// Whether the prefix was left out.
    optimistic: bool,
}

/// Explores one unit.
pub struct Explorer<'p> {
    program: &'p Program,
    config: Config,
    tree: Tree,
    groves: Vec<Grove>,
    by_shape: FxHashMap<u64, usize>,
    runs: IdVec<RunId, Run>,
    structure: Structure,
    strategy: Box<dyn Strategy>,
    filter: Filter,
    side_candidates: SideCandidates,
    solver: Solver,
    random: Rng,
    statistics: Statistics,
    attempts: u64,
    /// Candidates that the solver gave up, in that order, to be tried again with more patience.
    given_up: VecDeque<(NodeId, bool)>,
    /// How often an outcome was tried without its prefix.
    tried: FxHashMap<OutcomeId, u32>,
    bounds: Bounds,
    /// What runs reached, those that came to a bad end included.
    reached: Structure,
    copier: Copier,
    ahead: Ahead,
}

/// Attempts at one outcome without its prefix.
const OPTIMISM: u32 = 8;

impl<'p> Explorer<'p> {
    /// Knows of no run yet.
    pub fn new(
        program: &'p Program,
        structure: Structure,
        strategy: Box<dyn Strategy>,
        config: Config,
        seed: u64,
    ) -> Self {
        Self {
            reached: structure.clone(),
            program,
            solver: Solver::new(config.solver.clone()),
            config,
            tree: Tree::new(),
            groves: Vec::new(),
            by_shape: FxHashMap::default(),
            runs: IdVec::new(),
            structure,
            strategy,
            filter: Filter::default(),
            side_candidates: SideCandidates::default(),
            random: Rng::with_seed(seed),
            statistics: Statistics::default(),
            attempts: 0,
            given_up: VecDeque::new(),
            tried: FxHashMap::default(),
            bounds: Bounds::default(),
            copier: Copier::new(),
            ahead: Ahead::default(),
        }
    }

    /// The execution tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The runs.
    pub fn runs(&self) -> &IdVec<RunId, Run> {
        &self.runs
    }

    /// What is covered, as far as this explorer knows.
    pub fn structure(&self) -> &Structure {
        &self.structure
    }

    /// Takes over what others covered; it must include what was covered here.
    pub fn catch_up(&mut self, coverage: &Coverage) {
        self.structure.replace(coverage);
        let done = |goal: &GoalId| self.structure.coverage().is_covered(*goal);
        let done: Vec<GoalId> = self.reached.open_goals().filter(done).collect();
        done.into_iter().for_each(|goal| self.reached.exclude(goal));
    }

    /// What was done.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// What each layer of the solver did.
    pub fn layers(&self) -> Vec<solver::Tally> {
        self.solver.statistics()
    }

    /// What kept exploration from being complete so far.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// What runs reached, those that trapped or met a limit included: it is feasible, even if no test
    /// covers it.
    pub fn reached(&self) -> &Coverage {
        self.reached.coverage()
    }

    /// Open candidates of the strategy, in the order in which they were met.
    pub fn candidates(&self) -> impl Iterator<Item = NodeId> + '_ {
        let runs = self.runs.values();
        runs.flat_map(|run| &run.candidates).copied().filter(|node| self.tree.is_open(*node))
    }

    /// Adds a run that nobody asked for: where exploration starts.
    pub fn add(&mut self, scenario: &Scenario, trace: &Trace, pool: &Pool, clean: bool) -> RunId {
        let run = self.learn(scenario, trace, pool, clean, None);
        self.tell(run);
        run
    }

    /// Adds the run that a proposal led to. The scenario may have changed on the way, as when an array grew.
    pub fn ran(
        &mut self,
        proposal: &Proposal,
        scenario: &Scenario,
        trace: &Trace,
        pool: &Pool,
        clean: bool,
    ) -> RunId {
        let run = self.learn(scenario, trace, pool, clean, Some(proposal));
        let node = proposal.node;
        let followed = self.runs[run].target.is_some();
        if self.tree.status(node) == Status::Chosen {
            // Elsewhere pointers have other terms; where the run went is in another tree.
            let moved = !proposal.retarget.is_empty() || self.runs[run].root != self.root_of(node);
            let status = if moved { Status::Explored } else { Status::Diverged };
            self.tree.set_status(node, status);
            if !proposal.optimistic && !moved {
                self.statistics.diverged += 1;
                let outcome = self.tree.branch(node);
                self.statistics.asked.about(outcome, |asked| asked.diverged += 1);
                self.bounds.divergence = true;
            }
        }
        if proposal.optimistic {
            self.statistics.optimistic.0 += 1;
            self.statistics.optimistic.1 += u64::from(self.runs[run].gain > 0);
        }
        self.statistics.chosen += u64::from(proposal.strategic && !proposal.optimistic);
        self.tell(run);
        if proposal.strategic {
            self.answer(node, Answer::Ran { run, followed });
        }
        run
    }

    /// A proposal that could not be run.
    pub fn withdraw(&mut self, proposal: &Proposal) {
        self.tree.set_status(proposal.node, Status::Unknown);
        self.bounds.shapes = true;
        if proposal.strategic {
            self.answer(proposal.node, Answer::Unknown);
        }
    }

    /// When solving has to end. Results then depend on the machine.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.solver.set_deadline(deadline);
    }

    /// Chooses a candidate and solves for it.
    pub fn attempt(&mut self) -> Attempt {
        if self.config.filter {
            let renewed = self.filter.renew(&mut self.tree, &self.runs, &self.structure);
            self.statistics.irrelevant += renewed;
        }
        if let Some(look) = self.look_ahead() {
            return Attempt::Look(look);
        }
        if let Some((node, strategic)) = self.choose() {
            self.attempts += 1;
            self.tree.set_status(node, Status::Chosen);
            return self.solve(node, strategic, true);
        }
        // Nothing else is left to do.
        while self.config.patience > 0
            && let Some((node, strategic)) = self.given_up.pop_front()
        {
            let Self { filter, tree, runs, structure, .. } = &*self;
            if tree.status(node) == Status::Unknown
                && (!self.config.filter || filter.is_relevant(tree, runs, structure, node))
            {
                let solver::Config { evaluations, conflicts, .. } = self.config.solver;
                let patience = self.config.patience;
                self.solver.set_budget(evaluations * patience, conflicts * patience);
                self.tree.set_status(node, Status::Chosen);
                let attempt = self.solve(node, strategic, false);
                self.solver.set_budget(evaluations, conflicts);
                return attempt;
            }
        }
        Attempt::Exhausted
    }

    fn choose(&mut self) -> Option<(NodeId, bool)> {
        if self.config.repairs
            && let Some(node) = self.side_candidates.repair(&self.tree)
        {
            return Some((node, false));
        }
        let interval = u64::from(self.config.side_interval);
        if interval > 0
            && self.attempts % interval == interval - 1
            && let Some(node) = self.side_candidate()
        {
            return Some((node, false));
        }
        if let Some(node) = self.next() {
            return Some((node, true));
        }
        if interval == 0 {
            return None;
        }
        self.side_candidate().map(|node| (node, false))
    }

    fn side_candidate(&mut self) -> Option<NodeId> {
        self.side_candidates.next(&self.tree, |outcome| self.structure.is_open(outcome))
    }

    /// The next candidate of the strategy, or the best of the next few.
    fn next(&mut self) -> Option<NodeId> {
        if self.config.look_ahead > 0 {
            return self.ahead.best();
        }
        let Self { tree, runs, structure, reached, groves, strategy, random, .. } = self;
        loop {
            let view = View { tree, runs, structure, reached, groves };
            let node = strategy.next(&view, random)?;
            debug_assert!(tree.is_open(node), "a strategy chooses among open candidates");
            if tree.branch(node).is_none_or(|outcome| !self.filter.was_taken(outcome)) {
                return Some(node);
            }
            tree.set_status(node, Status::Irrelevant);
            self.statistics.irrelevant += 1;
        }
    }

    /// The next look that has to be taken before a candidate can be chosen.
    fn look_ahead(&mut self) -> Option<Look> {
        let Self { tree, runs, structure, reached, groves, strategy, random, ahead, .. } = self;
        while ahead.has_room(tree, self.config.look_ahead) {
            let view = View { tree, runs, structure, reached, groves };
            let Some(node) = strategy.next(&view, random) else { break };
            // It is offered once.
            tree.set_status(node, Status::Chosen);
            ahead.wait(node);
        }
        let sites = structure.map().sites();
        ahead.look(|node| tree.branch(node).map_or(0, |outcome| sites.owner(outcome).1))
    }

    /// The scenario that a look is taken with.
    pub fn scene(&self, look: &Look) -> &Scenario {
        &self.runs[self.tree.run(look.node)].scenario
    }

    /// What a look saw; none if it could not be taken.
    pub fn looked(&mut self, look: &Look, trace: Option<&Trace>) {
        self.statistics.looks += 1;
        self.ahead.looked(look, trace);
    }

    fn solve(&mut self, node: NodeId, strategic: bool, first: bool) -> Attempt {
        let run = &self.runs[self.tree.run(node)];
        let Grove { pool, slices, .. } = &mut self.groves[run.grove];
        let mut clauses = run.given.clone();
        let start = clauses.len();
        let before = self.tree.parent(node).into_iter().flat_map(|parent| self.tree.up(parent));
        clauses.extend(before.map(|node| self.tree.clause(node)));
        clauses.pop();
        clauses[start..].reverse();
        clauses.push(self.tree.clause(node));
        slices.keep_relevant(pool, &mut clauses);
        let goal = Some(clauses.len() - 1);
        let query = Query { pool, clauses: &clauses, goal, seed: &run.values };
        let outcome = self.tree.branch(node);
        let (status, answer) = match self.solver.check(&query) {
            Solved::Satisfiable(model) => {
                self.statistics.satisfiable += 1;
                self.statistics.asked.about(outcome, |asked| asked.solved += 1);
                let proposal = self.propose(node, &model, strategic, false);
                return Attempt::Run(Box::new(proposal));
            }
            Solved::Unsatisfiable { .. } => {
                self.statistics.unsatisfiable += 1;
                self.statistics.asked.about(outcome, |asked| asked.unsatisfiable += 1);
                (Status::Unsatisfiable, Answer::Unsatisfiable)
            }
            Solved::Unknown(_) => {
                self.statistics.unknown += 1;
                self.statistics.asked.about(outcome, |asked| asked.unknown += 1);
                let wanted = strategic || passes(self.tree.edge(node));
                if first && wanted {
                    self.given_up.push_back((node, strategic));
                }
                self.bounds.solver |= wanted && !first;
                (Status::Unknown, Answer::Unknown)
            }
        };
        self.tree.set_status(node, status);
        if strategic {
            self.answer(node, answer);
        }
        if strategic && self.config.optimistic {
            return self.hope(node);
        }
        Attempt::Failed
    }

    /// Optimistic solving: without what comes before it, a clause may be fulfilled by an input that reaches
    /// it on another way (I. Yun et al., QSYM, USENIX Security 2018). Only where that would cover something.
    fn hope(&mut self, node: NodeId) -> Attempt {
        let Some(outcome) = self.tree.branch(node) else { return Attempt::Failed };
        if !self.structure.is_open(outcome) {
            return Attempt::Failed;
        }
        let tried = self.tried.entry(outcome).or_default();
        if *tried >= OPTIMISM {
            return Attempt::Failed;
        }
        *tried += 1;
        let run = &self.runs[self.tree.run(node)];
        let pool = &self.groves[run.grove].pool;
        let mut clauses = run.given.clone();
        clauses.push(self.tree.clause(node));
        let goal = Some(clauses.len() - 1);
        let query = Query { pool, clauses: &clauses, goal, seed: &run.values };
        match self.solver.check(&query) {
            Solved::Satisfiable(model) => {
                Attempt::Run(Box::new(self.propose(node, &model, false, true)))
            }
            _ => Attempt::Failed,
        }
    }

    fn propose(
        &self,
        node: NodeId,
        model: &Assignment,
        strategic: bool,
        optimistic: bool,
    ) -> Proposal {
        let run = &self.runs[self.tree.run(node)];
        let mut scenario = run.scenario.clone();
        let retarget = inputs::apply(&mut scenario, run, model);
        Proposal { scenario, retarget, node, strategic, optimistic }
    }

    fn answer(&mut self, node: NodeId, answer: Answer) {
        let Self { tree, runs, structure, reached, groves, strategy, random, .. } = self;
        let view = View { tree, runs, structure, reached, groves };
        strategy.answered(&view, node, answer, random);
    }

    fn tell(&mut self, run: RunId) {
        let Self { tree, runs, structure, reached, groves, strategy, random, .. } = self;
        let view = View { tree, runs, structure, reached, groves };
        strategy.added(&view, run, random);
    }

    /// Where the tree of a node starts.
    fn root_of(&self, node: NodeId) -> NodeId {
        self.runs[self.tree.run(node)].root
    }
}
