//! What a step of each strategy costs while the tree grows: choosing a candidate, hearing of the run and of
//! the answer. It must not grow with the number of candidates. And what a node of the tree takes.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

use coverage::{Coverage, Criterion, Goals, Map, PairRule, Structure, sites};
use explore::strategy::{Options, StrategyKind};
use explore::tree::{Edge, Grove};
use explore::{Answer, NodeId, Run, RunId, Status, Strategy, Tree, View};
use fastrand::Rng;
use program::{BlockId, FuncId, Function, Id, IdVec, OutcomeId, Program, SiteId, SiteTable};
use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};
use term::op::CompareOp;
use term::{Assignment, Pool, Sort};
use trace::Trace;

/// Candidates that are open when steps are timed.
const SIZES: [usize; 3] = [1_000, 10_000, 100_000];
/// Branches of a run behind the one that it was made for.
const RUN: usize = 16;
/// Blocks of the program.
const BLOCKS: usize = 400;
/// Every step is timed in this many tries, which do the same, and the least counts: other work on the machine only ever
/// slows a step down.
const TRIES: usize = 5;

fn main() {
    // `cargo test --benches` runs this too, without the flag; there is nothing to test.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let words: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    // First of all, since memory that was given back stays with the process.
    let all = memory();
    println!("| strategy | µs per step at 1,000 candidates | at 10,000 | at 100,000 |");
    println!("|---|---:|---:|---:|");
    for kind in StrategyKind::all() {
        let name = kind.to_string();
        if !words.iter().all(|word| name.contains(word.as_str())) {
            continue;
        }
        let mut best = Forest::new().grow(&kind);
        for _ in 1..TRIES {
            let times = Forest::new().grow(&kind);
            for (best, time) in best.iter_mut().flatten().zip(times.into_iter().flatten()) {
                *best = time.min(*best);
            }
        }
        let mean = |steps: &Vec<Duration>| {
            steps.iter().sum::<Duration>().as_secs_f64() * 1e6 / steps.len().max(1) as f64
        };
        let [small, middle, large] = best.each_ref().map(mean);
        println!("| {name} | {small:.1} | {middle:.1} | {large:.1} |");
    }
    let bytes = Tree::node_bytes() as f64 * 100_000.0 / f64::from(1 << 20);
    println!("\nThe tree takes {bytes:.1} MiB for 100,000 branch instances, beside their terms.");
    if let Some(all) = all {
        println!("With terms, runs and what the default strategy keeps it is {all:.1} MiB.");
    }
}

/// What a tree of 100,000 branch instances takes with all that belongs to it, in MiB; none where nobody tells.
fn memory() -> Option<f64> {
    let before = resident()?;
    let mut forest = Forest::new();
    let (mut strategy, mut random) =
        (StrategyKind::default().make(&Options::default()), Rng::with_seed(3));
    let run = forest.run(None);
    strategy.added(&forest.view(), run, &mut random);
    while forest.tree.len() < 100_000 {
        forest.step(&mut *strategy, &mut random);
    }
    Some((resident()? - before) as f64 / f64::from(1 << 20))
}

/// Bytes of memory that this process has, as Linux tells.
fn resident() -> Option<i64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: i64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kibibytes << 10)
}

/// A tree that grows by random walks through a random program.
struct Forest {
    program: Program,
    structure: Structure,
    /// By block: the site of its branch.
    sites: Vec<SiteId>,
    tree: Tree,
    runs: IdVec<RunId, Run>,
    groves: Vec<Grove>,
    random: Rng,
    trace: Trace,
    open: usize,
}

impl Forest {
    fn new() -> Self {
        let mut random = Rng::with_seed(1);
        let mut text = "func @f(%x: i32) {\n".to_owned();
        for block in 0..BLOCKS {
            // Mostly ahead, so that paths get everywhere, and back now and then.
            let mut to = || match random.u8(..8) {
                0 => random.usize(..BLOCKS),
                _ => (block + random.usize(1..6)) % BLOCKS,
            };
            let (a, b) = (to(), to());
            let _ = writeln!(text, "b{block}:\n  br eq i32 %x, {block} ? b{a} : b{b}");
        }
        let program = program::text::parse(&(text + "}\n")).expect("it is well-formed");
        let table = SiteTable::new(&program);
        let unit = sites::unit(&program, &table, FuncId(0));
        let goals = Arc::new(Goals::new(&program, vec![unit]));
        let map = Arc::new(Map::new(&program, Arc::clone(&goals)));
        let coverage = Coverage::new(goals, PairRule::default());
        let structure = Structure::new(map, coverage, Criterion::Branch);
        let mut pool = Pool::new();
        let truth = pool.bool(true);
        let mut tree = Tree::new();
        let root = tree.root(truth, RunId(0));
        Self {
            sites: table.of_function(FuncId(0)).collect(),
            program,
            structure,
            tree,
            runs: IdVec::new(),
            groves: vec![Grove::new(root, pool)],
            random: Rng::with_seed(2),
            trace: Trace::default(),
            open: 0,
        }
    }

    /// The times of steps, when the tree has come to each of the sizes.
    fn grow(mut self, kind: &StrategyKind) -> [Vec<Duration>; SIZES.len()] {
        let mut strategy = kind.make(&Options::default());
        let mut random = Rng::with_seed(3);
        let run = self.run(None);
        strategy.added(&self.view(), run, &mut random);
        SIZES.map(|size| {
            // The last tenth of the way is timed.
            let mut times = Vec::new();
            while self.open < size {
                let time = self.step(&mut *strategy, &mut random);
                if self.open >= size - size / 10 {
                    times.push(time);
                }
            }
            times
        })
    }

    /// One step, and the time that the strategy took. One in four candidates is unsatisfiable.
    fn step(&mut self, strategy: &mut dyn Strategy, random: &mut Rng) -> Duration {
        let start = Instant::now();
        let node = strategy.next(&self.view(), random).expect("there are candidates");
        let mut time = start.elapsed();
        self.open -= 1;
        let answer = if self.random.u8(..4) == 0 {
            self.tree.set_status(node, Status::Unsatisfiable);
            Answer::Unsatisfiable
        } else {
            let run = self.run(Some(node));
            let start = Instant::now();
            strategy.added(&self.view(), run, random);
            time += start.elapsed();
            Answer::Ran { run, followed: true }
        };
        let start = Instant::now();
        strategy.answered(&self.view(), node, answer, random);
        time + start.elapsed()
    }

    fn view(&self) -> View<'_> {
        let Self { tree, runs, structure, groves, .. } = self;
        View { tree, runs, structure, reached: structure, groves }
    }

    /// A run that goes to a candidate and then at random.
    fn run(&mut self, target: Option<NodeId>) -> RunId {
        let id = RunId::new(self.runs.len());
        let root = self.groves[0].root;
        let mut at = target.unwrap_or(root);
        let mut block = Function::ENTRY;
        self.trace.tally.clear(self.structure.map().sites().outcomes());
        if let Some(target) = target {
            self.tree.explore(target, id);
            let outcome = self.tree.branch(target).expect("a branch");
            self.trace.tally.take(outcome);
            block = self.behind(outcome);
        }
        let mut candidates = Vec::with_capacity(RUN);
        for _ in 0..RUN {
            let site = *self.structure.map().sites().site(self.sites[block.index()]);
            let way = self.random.u32(..2);
            let next = self.add(at, site.outcome(way), id, Status::Explored);
            candidates.push(self.add(at, site.outcome(1 - way), id, Status::Open));
            self.trace.tally.take(site.outcome(way));
            block = self.behind(site.outcome(way));
            at = next;
        }
        self.open += RUN;
        let before = self.structure.share().0;
        self.structure.update(&self.trace);
        let gain = self.structure.share().0 - before;
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
            target,
            gain,
            rest: Vec::new(),
        })
    }

    fn add(&mut self, at: NodeId, outcome: OutcomeId, run: RunId, status: Status) -> NodeId {
        let pool = &mut self.groves[0].pool;
        let x = pool.variable("x", Sort::Bits(32));
        let value = pool.bits(32, u128::from(outcome.0));
        let clause = pool.compare(CompareOp::Eq, x, value);
        self.tree.add(at, Edge::Branch(outcome), clause, run, status)
    }

    fn behind(&self, outcome: OutcomeId) -> BlockId {
        let (site, way) = self.structure.map().sites().owner(outcome);
        let block = self.structure.map().sites().site(site).point.block;
        let body = &self.program.functions[FuncId(0)].blocks[block];
        body.terminator.node.edges().nth(way as usize).expect("two ways").target
    }
}
