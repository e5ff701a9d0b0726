//! How many fitness evaluations a second a search makes on the triangle: change an input, run graded, reset, grade.
//! Beside it, calls a second of the same function compiled by `cc -O0`. Time is that on a core, not that on the wall.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

use coverage::{Coverage, Goals, Map, PairRule};
use fastrand::Rng;
use machine::{Config, Machine, Models};
use program::{FuncId, Program, SiteTable};
use scenario::Scenario;
use search::algorithm::{Avm, Evaluation, Problem, Stop, avm};
use search::fitness::{FitnessKind, Measure, Score};
use search::path::Limits;
use search::{Genes, Target, Terrain};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;
use trace::{Mode, Runner, Trace};

/// Evaluations of a try.
const EVALUATIONS: u64 = 200_000;
/// Each figure is the best of this many tries: other work on the machine only ever slows one down.
const TRIES: usize = 7;

fn main() {
    // `cargo test --benches` runs this too, without the flag; there is nothing to test.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    // Other words choose rows: those whose fitness is one of them.
    let words: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    println!("| triangle | evaluations/s on one core | calls of cc -O0 per evaluation |");
    println!("|---|---:|---:|");
    let native = native_rate();
    for kind in [FitnessKind::Standard, FitnessKind::Enhanced, FitnessKind::Combined] {
        if !words.is_empty() && !words.contains(&kind.to_string()) {
            continue;
        }
        let best = (0..TRIES).map(|_| rate(kind)).fold(0.0, f64::max);
        let ratio = native.map_or("-".to_owned(), |native| format!("{:.0}", native / best));
        println!("| avm, {kind} fitness | {best:.0} | {ratio} |");
    }
    if let Some(native) = native {
        println!("| cc -O0, calls | {native:.0} | 1 |");
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/ir")
}

/// A search for a target that is never said to be covered.
struct Endless<'t, 'p> {
    program: &'p Program,
    function: FuncId,
    machine: Machine,
    measure: Measure<'t, 'p>,
    trace: Trace,
    left: u64,
}

impl Problem for Endless<'_, '_> {
    fn evaluate(&mut self, _: &mut Rng, scenario: &mut Scenario) -> Result<Evaluation, Stop> {
        if self.left == 0 {
            return Err(Stop::Spent);
        }
        self.left -= 1;
        let runner: &mut dyn Runner = &mut self.machine;
        runner.run(scenario, Mode::Graded, &mut self.trace).map_err(|_| Stop::Spent)?;
        if self.measure.prepare(&self.trace) {
            runner.set_probes(self.measure.probes());
            runner.run(scenario, Mode::Graded, &mut self.trace).map_err(|_| Stop::Spent)?;
        }
        let covered = self.measure.covers(&self.trace);
        let score = self.measure.score(&self.trace, false);
        let score = if covered { Score::WORST } else { score };
        Ok(Evaluation { score, reshaped: false })
    }

    fn fresh(&mut self, random: &mut Rng) -> Scenario {
        let mut scenario = Scenario::of_call(self.program, self.function, &[0; 3]);
        let genes = Genes::of(self.program, &mut scenario, 0);
        let values: Vec<i128> = genes.iter().map(|gene| gene.domain.random(random)).collect();
        genes.write(&mut scenario, &values);
        scenario
    }

    fn reshape(&mut self, _: &mut Rng, _: &Scenario) -> Option<Scenario> {
        None
    }

    fn guides(&self) -> usize {
        self.measure.guides()
    }

    fn program(&self) -> &Program {
        self.program
    }

    fn room(&self) -> u32 {
        0
    }
}

fn rate(kind: FitnessKind) -> f64 {
    let text = std::fs::read_to_string(folder().join("triangle.fir")).expect("the sample is there");
    let program: Arc<Program> = Arc::new(program::text::parse(&text).expect("it is well-formed"));
    let function = program.function_named("classify").expect("the function is there");
    let sites = SiteTable::new(&program);
    let unit = coverage::sites::unit(&program, &sites, function);
    let goals = Arc::new(Goals::new(&program, vec![unit]));
    let map = Arc::new(Map::new(&program, Arc::clone(&goals)));
    let terrain = Terrain::new(&program, map);
    let coverage = Coverage::new(Arc::clone(&goals), PairRule::default());
    // The branch to `equilateral`, the deepest there is.
    let deepest = sites
        .of_function(function)
        .map(|site| sites.site(site))
        .find(|site| program.functions[function].blocks[site.point.block].label == "equal_2");
    let goal = goals.of_edge(deepest.expect("the block is there").outcome(0))[0];
    let target = Target::new(&terrain, &coverage, goal);
    let measure = Measure::new(&terrain, function, &target, kind, Limits::default());
    let config =
        Config { max_steps: 100_000, memory: 1 << 24, observe_memory: false, ..Config::default() };
    let machine = Machine::new(Arc::clone(&program), config, Models::standard()).expect("it fits");
    let trace = Trace::default();
    let mut problem =
        Endless { program: &program, function, machine, measure, trace, left: EVALUATIONS };
    let mut random = Rng::with_seed(1);
    let start = Instant::now();
    let before = on_the_core();
    avm(&mut problem, &mut random, &Avm::default());
    let spent = before.zip(on_the_core()).map(|(before, after)| after - before);
    EVALUATIONS as f64 / spent.unwrap_or_else(|| start.elapsed().as_secs_f64())
}

/// Seconds that this thread has been on a core, where the system tells: others' work does not count.
fn on_the_core() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split(' ').next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

/// Calls a second of the function compiled by `cc -O0`, if there is a `cc`.
fn native_rate() -> Option<f64> {
    let place = std::env::temp_dir().join(format!("ferret-evaluations-{}", std::process::id()));
    std::fs::create_dir_all(&place).ok()?;
    let calls = 20_000_000_u32;
    let main = format!(
        "#include <stdio.h>\n#include <time.h>\nint classify(int a, int b, int c);\n\
         int main(void) {{\n    volatile int sink;\n    clock_t start = clock();\n    \
         for (int i = 0; i < {calls}; i++) sink = classify(i % 7, i % 5, i % 3);\n    \
         (void)sink;\n    \
         printf(\"%.9f\\n\", (double)(clock() - start) / CLOCKS_PER_SEC);\n}}\n"
    );
    let (driver, binary) = (place.join("main.c"), place.join("main"));
    std::fs::write(&driver, main).ok()?;
    let source = folder().join("triangle.c");
    let compiled =
        Command::new("cc").arg("-O0").arg(&driver).arg(&source).arg("-o").arg(&binary).status();
    let seconds = compiled.ok().filter(std::process::ExitStatus::success).and_then(|_| {
        let runs = (0..TRIES).filter_map(|_| {
            let output = Command::new(&binary).output().ok()?;
            String::from_utf8(output.stdout).ok()?.trim().parse::<f64>().ok()
        });
        runs.reduce(f64::min)
    });
    // Whatever is left in the temporary folder does no harm.
    let _ = std::fs::remove_dir_all(&place);
    Some(f64::from(calls) / seconds?)
}
