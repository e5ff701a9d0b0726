//! Scripted exploration for the tests of strategies: the control-flow graph of a program in text form is
//! walked, every branch depends on inputs, and a script says where a run goes when nothing asks it to go
//! elsewhere and what cannot be solved.
//!
//! Branches are named after the block that they end (`5` for `l5`), with `T` or `F`, or the number of the
//! case and `-` for the default.

use super::{Answer, Strategy, View};
use crate::filter::Filter;
use crate::run::{Run, RunId};
use crate::tree::{Edge, Grove, NodeId, Status, Tree};
use coverage::{Coverage, Criterion, Goals, Map, PairRule, Structure, sites};
use fastrand::Rng;
use program::{
    BlockId, FuncId, Function, Id, IdVec, OutcomeId, Point, Program, Site, SiteKind, SiteTable,
    Terminator,
};
use rustc_hash::FxHashMap;
use std::fmt::Write;
use std::sync::Arc;
use term::op::CompareOp;
use term::{Assignment, Pool, Sort};
use trace::{Event, Trace};

/// What a program does that is not in its graph; all is told of a path by the names of its branches.
pub struct Script {
    /// Which outcome a run takes at a site when nobody has asked for another.
    pub way: fn(path: &[&str], site: &str) -> u32,
    /// Whether there are inputs that take a path.
    pub solvable: fn(path: &[&str]) -> bool,
    /// Whether a site does not depend on inputs: it goes its way and is not in the tree.
    pub concrete: fn(site: &str) -> bool,
    /// How many checks a run passes before a site.
    pub checks: fn(site: &str) -> usize,
    /// Whether a run comes to a bad end on a path: it reaches what it goes through, and covers nothing.
    pub dies: fn(path: &[&str]) -> bool,
    /// How far a path is from its last branch.
    pub distance: fn(path: &[&str]) -> u64,
}

impl Default for Script {
    /// Always false, always solvable.
    fn default() -> Self {
        Self {
            way: |_, _| 1,
            solvable: |_| true,
            concrete: |_| false,
            checks: |_| 0,
            dies: |_| false,
            distance: |_| 1,
        }
    }
}

/// A program and what was explored of it.
pub struct Exploration {
    pub program: Program,
    pub structure: Structure,
    reached: Structure,
    pub tree: Tree,
    pub runs: IdVec<RunId, Run>,
    pub random: Rng,
    /// Whether irrelevant candidates are dropped.
    pub filter: bool,
    kinds: Filter,
    groves: Vec<Grove>,
    by_point: FxHashMap<Point, Site>,
    names: Vec<String>,
    script: Script,
}

impl Exploration {
    pub fn new(text: &str, criterion: Criterion, script: Script) -> Self {
        let program = program::text::parse(text).unwrap_or_else(|error| panic!("{error}"));
        let table = SiteTable::new(&program);
        let units = program.functions.ids().map(|id| sites::unit(&program, &table, id)).collect();
        let goals = Arc::new(Goals::new(&program, units));
        let map = Arc::new(Map::new(&program, Arc::clone(&goals)));
        let coverage = Coverage::new(goals, PairRule::default());
        let structure = Structure::new(map, coverage, criterion);
        let mut pool = Pool::new();
        let truth = pool.bool(true);
        let mut tree = Tree::new();
        let root = tree.root(truth, RunId(0));
        Self {
            names: names(&program, &table),
            by_point: table.iter().map(|(_, site)| (site.point, *site)).collect(),
            program,
            reached: structure.clone(),
            structure,
            tree,
            runs: IdVec::new(),
            random: Rng::with_seed(1),
            filter: false,
            kinds: Filter::default(),
            groves: vec![Grove::new(root, pool)],
            script,
        }
    }

    pub fn view(&self) -> View<'_> {
        let Self { tree, runs, structure, reached, groves, .. } = self;
        View { tree, runs, structure, reached, groves }
    }

    /// The branches that lead to a node, by name.
    pub fn path(&self, node: NodeId) -> Vec<&str> {
        let mut path: Vec<&str> = self
            .tree
            .up(node)
            .filter_map(|node| self.tree.branch(node))
            .map(|outcome| self.names[outcome.index()].as_str())
            .collect();
        path.reverse();
        path
    }

    /// Starts with a run that nobody asked for, then tries that many candidates; one line for each.
    pub fn explore(&mut self, strategy: &mut dyn Strategy, tries: usize) -> String {
        let mut text = String::new();
        let run = self.run(&[]);
        self.tell(strategy, run);
        for _ in 0..tries {
            let Some(node) = self.choose(strategy) else {
                text.push_str("nothing left\n");
                break;
            };
            let _ = write!(text, "{}", self.path(node).join(" "));
            let answer = self.attempt(strategy, node);
            let told = match answer {
                Answer::Ran { .. } => {
                    let (covered, all) = self.structure.share();
                    if covered == all { ": all covered" } else { "" }
                }
                _ => ": unsatisfiable",
            };
            let _ = writeln!(text, "{told}");
        }
        text
    }

    pub fn choose(&mut self, strategy: &mut dyn Strategy) -> Option<NodeId> {
        let mut random = self.random.clone();
        let node = strategy.next(&self.view(), &mut random);
        self.random = random;
        assert!(node.is_none_or(|node| self.tree.is_open(node)), "only open candidates are chosen");
        node
    }

    /// Solves for a candidate, runs it and tells the strategy.
    pub fn attempt(&mut self, strategy: &mut dyn Strategy, node: NodeId) -> Answer {
        self.tree.set_status(node, Status::Chosen);
        let answer = if (self.script.solvable)(&self.path(node)) {
            let mut prefix: Vec<OutcomeId> =
                self.tree.up(node).filter_map(|node| self.tree.branch(node)).collect();
            prefix.reverse();
            let run = self.run(&prefix);
            self.tell(strategy, run);
            Answer::Ran { run, followed: true }
        } else {
            self.tree.set_status(node, Status::Unsatisfiable);
            Answer::Unsatisfiable
        };
        let mut random = self.random.clone();
        strategy.answered(&self.view(), node, answer, &mut random);
        self.random = random;
        answer
    }

    pub fn tell(&mut self, strategy: &mut dyn Strategy, run: RunId) {
        let mut random = self.random.clone();
        strategy.added(&self.view(), run, &mut random);
        self.random = random;
    }

    /// Makes the run that begins with some outcomes, and adds it to the tree.
    pub fn run(&mut self, prefix: &[OutcomeId]) -> RunId {
        let path = self.walk(prefix);
        let mut trace = Trace::default();
        trace.tally.clear(self.structure.map().sites().outcomes());
        path.iter().for_each(|&outcome| self.take(&mut trace, outcome));
        let before = self.structure.share().0;
        self.reached.update(&trace);
        let names = path.iter().map(|outcome| &*self.names[outcome.index()]);
        let dies = (self.script.dies)(&names.collect::<Vec<_>>());
        if !dies {
            self.structure.update(&trace);
        }
        let bad_end = dies.then(|| self.kinds.bad_end(Some(FuncId(0))));
        let gain = self.structure.share().0 - before;
        let id = RunId::new(self.runs.len());
        let root = self.groves[0].root;
        let (mut at, mut candidates) = (root, Vec::new());
        let concrete = |outcome: &&OutcomeId| (self.script.concrete)(self.site(**outcome));
        let symbolic: Vec<OutcomeId> = path.iter().filter(|way| !concrete(way)).copied().collect();
        for outcome in symbolic {
            at = self.pass_checks(at, outcome, id);
            let known =
                self.tree.children(at).find(|node| self.tree.branch(*node) == Some(outcome));
            let next = known.unwrap_or_else(|| {
                let next = self.add(at, outcome, id, Status::Explored);
                for other in self.others(outcome) {
                    let node = self.add(at, other, id, Status::Open);
                    let Self { kinds, tree, structure, .. } = self;
                    if !self.filter || kinds.add(tree, structure, node, &[], bad_end) {
                        candidates.push(node);
                    }
                }
                next
            });
            self.tree.explore(next, id);
            at = next;
            if let Some(bad_end) = bad_end {
                self.kinds.pass(bad_end, &self.tree, &self.structure, at);
            }
        }
        self.runs.push(Run {
            scenario: scenario::Scenario::default(),
            inputs: Vec::new().into(),
            places: Vec::new(),
            values: Assignment::new(),
            given: Vec::new(),
            grove: 0,
            root,
            leaf: at,
            candidates,
            target: None,
            gain,
            rest: Vec::new(),
        });
        if self.filter {
            self.kinds.renew(&mut self.tree, &self.runs, &self.structure);
        }
        id
    }

    /// Notes an outcome, and what it says of a decision.
    fn take(&self, trace: &mut Trace, outcome: OutcomeId) {
        trace.tally.take(outcome);
        let map = self.structure.map();
        let Some((condition, value)) = map.condition(outcome) else { return };
        let function = map.function(outcome);
        trace.events.push(Event::Condition { function, depth: 1, condition, value });
        let decision = &self.program.functions[function].decisions[condition.decision];
        let place = &decision.conditions[condition.index as usize];
        if (if value { place.if_true } else { place.if_false }).is_none() {
            let decision = condition.decision;
            trace.events.push(Event::Decision { function, depth: 1, decision, value });
        }
    }

    /// The name of the site of an outcome.
    fn site(&self, outcome: OutcomeId) -> &str {
        let name = &self.names[outcome.index()];
        name.trim_end_matches(['T', 'F', '-'])
    }

    /// Puts the checks before a site into the tree, those that passed alone.
    fn pass_checks(&mut self, mut at: NodeId, outcome: OutcomeId, run: RunId) -> NodeId {
        let passed = Edge::Check { outcome, passed: true };
        for _ in 0..(self.script.checks)(self.site(outcome)) {
            let known = self.tree.children(at).next();
            let truth = self.groves[0].pool.bool(true);
            at = known.unwrap_or_else(|| self.tree.add(at, passed, truth, run, Status::Explored));
        }
        at
    }

    /// Tries the candidate that has this path. Gives the open candidates before it that are none any more, and the
    /// new ones.
    pub fn turn(&mut self, strategy: &mut dyn Strategy, path: &str) -> (Vec<String>, Vec<String>) {
        let before = self.candidates();
        let wanted = |node: &&NodeId| self.path(**node).join(" ") == path;
        let node = *before.iter().find(wanted).expect("an open candidate");
        self.attempt(strategy, node);
        let now = self.candidates();
        let name = |node: &NodeId| self.path(*node).join(" ");
        let gone = before.iter().filter(|other| **other != node && !now.contains(other));
        let new = now.iter().filter(|node| !before.contains(node));
        (gone.map(name).collect(), new.map(name).collect())
    }

    /// The paths that end with a node of this status, in the order in which they were met.
    pub fn with_status(&self, status: Status) -> Vec<String> {
        let nodes = (0..self.tree.len()).map(NodeId::new);
        let alike = nodes.filter(|node| self.tree.status(*node) == status);
        alike.map(|node| self.path(node).join(" ")).collect()
    }

    /// The open candidates, in the order in which they were met.
    pub fn candidates(&self) -> Vec<NodeId> {
        let all = self.runs.values().flat_map(|run| &run.candidates).copied();
        all.filter(|node| self.tree.is_open(*node)).collect()
    }

    fn add(&mut self, at: NodeId, outcome: OutcomeId, run: RunId, status: Status) -> NodeId {
        let truth = self.groves[0].pool.bool(true);
        let node = self.tree.add(at, Edge::Branch(outcome), truth, run, status);
        let distance = (self.script.distance)(&self.path(node));
        let pool = &mut self.groves[0].pool;
        let x = pool.variable("x", Sort::Bits(32));
        let far = pool.bits(32, u128::from(distance));
        let clause = pool.compare(CompareOp::Eq, x, far);
        self.tree.set_clause(node, clause);
        node
    }

    fn others(&self, outcome: OutcomeId) -> Vec<OutcomeId> {
        let sites = self.structure.map().sites();
        let site = sites.site(sites.owner(outcome).0);
        (0..site.outcomes()).map(|way| site.outcome(way)).filter(|way| *way != outcome).collect()
    }

    /// The outcomes of a run of the first function that begins with some.
    fn walk(&self, prefix: &[OutcomeId]) -> Vec<OutcomeId> {
        let function = FuncId(0);
        let mut path: Vec<OutcomeId> = Vec::new();
        let mut prefix = prefix.iter();
        let mut at = Function::ENTRY;
        for _ in 0..10_000 {
            let block = &self.program.functions[function].blocks[at];
            let targets: Vec<BlockId> =
                block.terminator.node.edges().map(|edge| edge.target).collect();
            at = match block.terminator.node {
                Terminator::Jump(_) => targets[0],
                Terminator::Branch { .. } | Terminator::Switch { .. } => {
                    let index = block.instructions.len() as u32;
                    let site = self.by_point[&Point { function, block: at, index }];
                    let name = label(&block.label);
                    let asked = if (self.script.concrete)(name) { None } else { prefix.next() };
                    let outcome = asked.copied().unwrap_or_else(|| {
                        let names = path.iter().map(|way: &OutcomeId| &*self.names[way.index()]);
                        site.outcome((self.script.way)(&names.collect::<Vec<_>>(), name))
                    });
                    path.push(outcome);
                    targets[(outcome.0 - site.first.0) as usize]
                }
                _ => break,
            };
        }
        path
    }
}

fn label(label: &str) -> &str {
    let line = label.strip_prefix('l').filter(|rest| rest.parse::<u32>().is_ok());
    line.unwrap_or(label)
}

fn names(program: &Program, sites: &SiteTable) -> Vec<String> {
    let mut names = Vec::new();
    for (_, site) in sites.iter() {
        let block = &program.functions[site.point.function].blocks[site.point.block];
        for index in 0..site.outcomes() {
            let way = match site.kind {
                SiteKind::Switch { cases } if index == cases => "-".to_owned(),
                SiteKind::Switch { .. } => format!(".{index}"),
                _ => ["T", "F"][index as usize].to_owned(),
            };
            names.push(format!("{}{way}", label(&block.label)));
        }
    }
    names
}
