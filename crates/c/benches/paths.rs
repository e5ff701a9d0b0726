//! How long it takes to find the paths of the enhanced fitness: for every function of the subjects, from every node to
//! every branch that depends on it, as a table of the dearest. A search needs only those that its runs leave. Time is that on
//! a core, not that on the wall.
//!
//! Other C files, with their `-I` and `-D`, may be named behind `--`.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

use c::clang::{Clang, Source};
use c::libc::Library;
use c::produce::Project;
use c::run::link_typed;
use coverage::{Coverage, Criterion, Map, PairRule, UnitId};
use program::{BlockId, SiteKind};
use search::fitness::chain::chain;
use search::path::{Bounds, Limits, paths};
use search::{Target, Terrain};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Functions in the table.
const SHOWN: usize = 12;

/// What was found in one function.
struct Row {
    name: String,
    targets: usize,
    /// Pairs of a node and a target.
    pairs: usize,
    forks: usize,
    time: Duration,
    bounds: Bounds,
}

fn main() {
    // `cargo test --benches` runs this too, without the flag; there is nothing to test.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let (flags, files): (Vec<String>, Vec<String>) =
        words.into_iter().partition(|word| word.starts_with('-'));
    let mut files: Vec<PathBuf> = files.into_iter().map(PathBuf::from).collect();
    if files.is_empty() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/c");
        let entries = std::fs::read_dir(folder).expect("the subjects are there").flatten();
        files = entries.map(|entry| entry.path()).collect();
        // There are folders of headers too.
        files.retain(|file| file.extension().is_some_and(|extension| extension == "c"));
        files.sort();
    }
    let clang = Clang::find(None).unwrap_or_else(|error| panic!("{error}"));
    let library = Library::load(&clang, None).unwrap_or_else(|error| panic!("{error}"));
    let mut rows = Vec::new();
    for file in files {
        let sources = [Source { file, directory: None, flags: flags.clone() }];
        let compiled = clang.compile_all(&sources, 1).unwrap_or_else(|error| panic!("{error}"));
        let lowered = link_typed(&clang, &sources, compiled, &library)
            .unwrap_or_else(|error| panic!("{error}"));
        look(&Project::new(lowered, &sources), &mut rows);
    }
    rows.sort_by_key(|row| std::cmp::Reverse(row.time));
    println!("| function | targets | nodes and targets | forks | ms | limits |");
    println!("|---|---:|---:|---:|---:|---|");
    for row in rows.iter().take(SHOWN) {
        let ms = row.time.as_secs_f64() * 1e3;
        println!(
            "| {} | {} | {} | {} | {ms:.1} | {} |",
            row.name,
            row.targets,
            row.pairs,
            row.forks,
            said(row.bounds)
        );
    }
    let all: Duration = rows.iter().map(|row| row.time).sum();
    let bounded = rows.iter().filter(|row| row.bounds.any()).count();
    println!(
        "\n{} functions in {:.2} s; limits were reached in {bounded}.",
        rows.len(),
        all.as_secs_f64()
    );
}

fn said(bounds: Bounds) -> String {
    let all = [
        (bounds.facts, "contradictions"),
        (bounds.forks, "forks"),
        (bounds.expressions, "expressions"),
    ];
    let reached: Vec<&str> = all.iter().filter(|(is, _)| *is).map(|(_, name)| *name).collect();
    reached.join(", ")
}

/// Finds all paths of all functions of a project.
fn look(project: &Project, rows: &mut Vec<Row>) {
    let map = Arc::new(Map::new(&project.program, Arc::clone(&project.goals)));
    let terrain = Terrain::new(&project.program, map);
    let coverage = Coverage::new(Arc::clone(&project.goals), PairRule::default());
    for (place, unit) in project.goals.units.iter() {
        let mut row = Row {
            name: unit.name.clone(),
            targets: 0,
            pairs: 0,
            forks: 0,
            time: Duration::ZERO,
            bounds: Bounds::default(),
        };
        let id: UnitId = place;
        for goal in project.goals.of_unit(id) {
            if !Criterion::Branch.wants(&project.goals.goals[goal]) {
                continue;
            }
            row.targets += 1;
            let before = on_the_core();
            let started = Instant::now();
            let target = Target::new(&terrain, &coverage, goal);
            let links = chain(&terrain, target.function, &target);
            let sites = terrain.sites();
            let steps = links[0].steps.iter().map(|step| sites.site(sites.owner(step.0).0));
            let edges = steps
                .filter(|site| matches!(site.kind, SiteKind::Branch | SiteKind::Switch { .. }));
            let mut nodes: Vec<BlockId> = edges.map(|site| site.point.block).collect();
            nodes.sort_unstable();
            nodes.dedup();
            for node in nodes {
                row.pairs += 1;
                let aim = (&target.ends[..], &[][..]);
                let found = paths(&terrain, target.function, node, aim, Limits::default());
                if let Some(found) = found {
                    row.forks += found.forks.len();
                    row.bounds.facts |= found.bounds.facts;
                    row.bounds.forks |= found.bounds.forks;
                    row.bounds.expressions |= found.bounds.expressions;
                }
            }
            let spent = before.zip(on_the_core()).map(|(before, after)| after - before);
            row.time += spent.unwrap_or_else(|| started.elapsed());
        }
        rows.push(row);
    }
}

/// How long this thread has been on a core, where the system tells: others' work does not count.
fn on_the_core() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
