//! How quick the solver is: four workloads, and those recorded below the folder that FERRET_QUERIES names, through the
//! whole chain, layer by layer, beside Z3 alone in builds that have it.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

mod workload;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use solver::{Answer, Config, Cost, Layers, Query, Solver};
use workload::{Case, Workload};

type Make = fn() -> Workload;

/// A workload's name and what makes it.
const WORKLOADS: [(&str, Make); 4] = [
    ("comparisons", workload::comparisons),
    ("products", workload::products),
    ("strings", workload::strings),
    ("doubles", workload::doubles),
];

/// Z3 alone is asked this many queries of a workload, and no more once it has taken that long.
#[cfg(feature = "z3")]
const Z3_QUERIES: usize = 200;
#[cfg(feature = "z3")]
const Z3_TIME: Duration = Duration::from_secs(40);
/// What one query may take, whoever answers it.
const QUERY_TIME: Duration = Duration::from_secs(5);

fn main() {
    // `cargo test --benches` runs this too, without the flag; there is nothing to test.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    // Other words choose workloads.
    let words: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let mut layers = String::new();
    println!(
        "| workload | solver | queries | answers/s | satisfiable/s | median | p99 | to SAT | sat | unsat | unknown |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    let recorded = std::env::var_os("FERRET_QUERIES").map(PathBuf::from);
    let made = WORKLOADS.map(|(name, make)| (name, Box::new(make) as Box<dyn Fn() -> Workload>));
    let kept = recorded.map(|folder| {
        let read = move || workload::recorded(&folder);
        ("recorded", Box::new(read) as Box<dyn Fn() -> Workload>)
    });
    for (name, make) in made.into_iter().chain(kept) {
        if !words.iter().all(|word| name.contains(word.as_str())) {
            continue;
        }
        let workload = make();
        let chain = Layers { z3: false, ..Layers::all() };
        let (run, mut solver) = measure(&workload, workload.1.len(), Duration::MAX, chain);
        run.print(name, "chain", sat_asked(&mut solver));
        layers += &run.layers(name);
        #[cfg(feature = "z3")]
        {
            let count = workload.1.len().min(Z3_QUERIES);
            let alone = Layers { z3: true, ..Layers::none() };
            let (run, _) = measure(&workload, count, Z3_TIME, alone);
            run.print(name, "z3", 0);
        }
    }
    println!();
    println!("| workload | layer | sat | unsat | share | median time | median cost |");
    println!("|---|---|---:|---:|---:|---:|---|");
    println!("{layers}");
}

/// One query's answer.
struct Sample {
    time: Duration,
    layer: &'static str,
    /// Satisfiable or not, if known.
    verdict: Option<bool>,
    cost: Cost,
}

/// The answers to a workload.
struct Run {
    samples: Vec<Sample>,
}

/// Asks the first queries of a workload, in their order, by one solver, while there is time.
fn measure(
    (pool, cases): &Workload,
    count: usize,
    time: Duration,
    layers: Layers,
) -> (Run, Solver) {
    let mut solver = Solver::new(Config { layers, time: Some(QUERY_TIME), ..Config::default() });
    let start = Instant::now();
    let samples = cases[..count]
        .iter()
        .take_while(|_| start.elapsed() < time)
        .map(|Case { clauses, goal, seed, solution }| {
            let query = Query { pool, clauses, goal: Some(*goal), seed };
            let start = Instant::now();
            let answer = solver.check(&query);
            let time = start.elapsed();
            let verdict = match answer {
                Answer::Satisfiable(_) => Some(true),
                Answer::Unsatisfiable { .. } => Some(false),
                Answer::Unknown(_) => None,
            };
            assert!(solution.is_none() || verdict != Some(false), "a solution is known");
            let last = solver.last();
            Sample { time, layer: last.layer, verdict, cost: last.cost }
        })
        .collect();
    (Run { samples }, solver)
}

/// How many problems the complete layer was asked.
fn sat_asked(solver: &mut Solver) -> u64 {
    solver.statistics().iter().find(|tally| tally.layer == "blast").map_or(0, |tally| tally.asked)
}

impl Run {
    fn print(&self, workload: &str, solver: &str, to_sat: u64) {
        let all = self.samples.len();
        let total: Duration = self.samples.iter().map(|sample| sample.time).sum();
        let mut times: Vec<Duration> = self.samples.iter().map(|sample| sample.time).collect();
        times.sort_unstable();
        let count = |wanted: Option<bool>| {
            self.samples.iter().filter(|sample| sample.verdict == wanted).count()
        };
        // An unknown is no answer, but its time counts.
        let answers = all - count(None);
        let to_sat = if solver == "z3" { "-".to_owned() } else { percent(to_sat as usize, all) };
        let satisfiable = self.samples.iter().filter(|sample| sample.verdict == Some(true));
        let satisfiable_time: Duration = satisfiable.map(|sample| sample.time).sum();
        println!(
            "| {workload} | {solver} | {all} | {:.0} | {:.0} | {} | {} | {to_sat} | {} | {} | {} |",
            answers as f64 / total.as_secs_f64(),
            count(Some(true)) as f64 / satisfiable_time.as_secs_f64(),
            milliseconds(quantile(&times, 50)),
            milliseconds(quantile(&times, 99)),
            percent(count(Some(true)), all),
            percent(count(Some(false)), all),
            count(None),
        );
    }

    /// A row for each layer that answered something.
    fn layers(&self, workload: &str) -> String {
        let mut by_layer: BTreeMap<&str, Vec<&Sample>> = BTreeMap::new();
        for sample in self.samples.iter().filter(|sample| sample.verdict.is_some()) {
            by_layer.entry(sample.layer).or_default().push(sample);
        }
        let mut rows = String::new();
        for (layer, samples) in by_layer {
            let sorted = |value: fn(&Sample) -> u64| {
                let mut values: Vec<u64> = samples.iter().map(|sample| value(sample)).collect();
                values.sort_unstable();
                quantile(&values, 50)
            };
            let time = sorted(|sample| sample.time.as_nanos() as u64);
            let satisfiable = samples.iter().filter(|sample| sample.verdict == Some(true)).count();
            rows += &format!(
                "| {workload} | {layer} | {satisfiable} | {} | {} | {} | {} steps, {} evaluations, {} conflicts |\n",
                samples.len() - satisfiable,
                percent(samples.len(), self.samples.len()),
                milliseconds(Duration::from_nanos(time)),
                sorted(|sample| sample.cost.steps),
                sorted(|sample| sample.cost.evaluations),
                sorted(|sample| sample.cost.conflicts),
            );
        }
        rows
    }
}

/// The value that so many of a hundred do not exceed.
fn quantile<T: Copy + Default>(sorted: &[T], percent: usize) -> T {
    let place = (sorted.len() * percent).div_ceil(100).saturating_sub(1);
    sorted.get(place).copied().unwrap_or_default()
}

fn percent(part: usize, whole: usize) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}

fn milliseconds(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}
