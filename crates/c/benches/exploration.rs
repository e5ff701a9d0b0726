//! How many paths a second `dse` takes, execution and solving together, and how many of its executions
//! took a path nobody had taken. Time is that on a core, not that on the wall.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

use c::clang::{Clang, Source};
use c::libc::Library;
use c::produce::Project;
use c::run::link_typed;
use coverage::Criterion;
use generate::{Budget, Clock, Dse, Settings};
use std::path::Path;
use std::time::Duration;

/// Explorations from different seeds that are added up: one alone is over too soon.
const SEEDS: u64 = 20;

fn main() {
    // `cargo test --benches` runs this too, without the flag; there is nothing to test.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let clang = Clang::find(None).unwrap_or_else(|error| panic!("{error}"));
    let library = Library::load(&clang, None).unwrap_or_else(|error| panic!("{error}"));
    println!("| file | strategy | executions | paths | queries | paths/s on one core |");
    println!("|---|---|---:|---:|---:|---:|");
    for file in ["bubble_sort.c", "tokens.c", "hash_map.c"] {
        for strategy in ["dfs", "default"] {
            row(&clang, &library, file, strategy);
        }
    }
}

fn row(clang: &Clang, library: &Library, file: &str, strategy: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/c");
    let sources = [Source { file: file.into(), directory: Some(folder), flags: Vec::new() }];
    let compiled = clang.compile_all(&sources, 1).unwrap_or_else(|error| panic!("{error}"));
    let lowered = link_typed(clang, &sources, compiled, library);
    let project = Project::new(lowered.unwrap_or_else(|error| panic!("{error}")), &sources);
    // Without the filter paths are taken for their own sake, as long as anything is uncovered.
    let config = explore::Config { filter: false, ..explore::Config::default() };
    let strategy_kind = strategy.parse().expect("a name of the list");
    let technique = Dse { strategy: strategy_kind, config, ..Dse::default() };
    let (mut executions, mut paths, mut queries, mut time) = (0, 0, 0, Duration::ZERO);
    for seed in 0..SEEDS {
        let settings = Settings {
            seed,
            budget: Budget { clock: Clock::Thread, ..Budget::executions(500) },
            criteria: Criterion::Mcdc.into(),
            ..Settings::default()
        };
        let functions = project.functions(&[]).expect("all functions are there");
        let generated = project.generate(functions, &technique, &settings, &mut |_| {});
        let statistics = generated.expect("it runs").statistics;
        let answers = statistics.answers;
        executions += statistics.executions;
        paths += answers.paths;
        queries += answers.solved + answers.unsatisfiable + answers.unknown;
        time += statistics.elapsed;
    }
    let rate = paths as f64 / time.as_secs_f64();
    println!("| {file} | {strategy} | {executions} | {paths} | {queries} | {rate:.0} |");
}
