//! How many runs of mutants a second a search for killing tests makes, beside runs of the program as it is.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

#[path = "../tests/mutant_search/stage.rs"]
mod stage;

use program::{FileId, Program, Span};
use scenario::Scenario;
use stage::Ir;
use std::path::Path;
use std::time::{Duration, Instant};
use suite::Rehearsal;
use suite::kill::{kill, reached};

/// Each figure is the best of this many tries: other work on the machine only ever slows one down.
const TRIES: usize = 5;

/// How long a try takes.
const TIME: Duration = Duration::from_millis(200);

fn main() {
    // `cargo test --benches` runs this too, without the flag; there is nothing to test.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    println!("| function | mutants | runs/s | runs of mutants/s | ratio |");
    println!("|---|---:|---:|---:|---:|");
    for file in ["triangle.fir", "gcd.fir", "search.fir"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/ir");
        let text = std::fs::read_to_string(folder.join(file)).expect("the sample is there");
        let ir = Ir::new(located(&text));
        let (units, _) = ir.subject().units(Default::default());
        let mut random = fastrand::Rng::with_seed(1);
        let scenarios: Vec<Scenario> = (0..64)
            .map(|round| &units[round % units.len()])
            .map(|unit| unit.maker.scenario(&mut random, unit.function, &unit.globals))
            .collect();
        let best = |rate: &dyn Fn() -> f64| (0..TRIES).map(|_| rate()).fold(0.0, f64::max);
        let plain = best(&|| rate(&ir, &scenarios, false));
        let mutated = best(&|| rate(&ir, &scenarios, true));
        let (mutants, ratio) = (ir.mutants.len(), plain / mutated);
        println!("| {file} | {mutants} | {plain:.0} | {mutated:.0} | {ratio:.1} |");
    }
}

/// A program in which every instruction has a place in a source: others have no mutants.
fn located(text: &str) -> Program {
    let mut program = program::text::parse(text).expect("the sample is a program");
    program.files = std::iter::once("sample.c".into()).collect();
    let span = Some(Span { file: FileId(0), line: 1, column: 1, end_line: 1, end_column: 2 });
    for function in program.functions.ids() {
        for block in program.functions[function].blocks.ids() {
            let block = &mut program.functions[function].blocks[block];
            block.instructions.iter_mut().for_each(|own| own.span = own.span.or(span));
            block.terminator.span = block.terminator.span.or(span);
        }
    }
    program
}

/// Runs a second, of the program or of mutants that scenarios come by.
fn rate(ir: &Ir, scenarios: &[Scenario], mutated: bool) -> f64 {
    let mut stage = ir.stage();
    let (mut runs, start) = (0_u64, Instant::now());
    while start.elapsed() < TIME {
        for scenario in scenarios {
            let original = stage.sight(scenario, None).expect("it fits the program");
            match mutated {
                false => runs += 1,
                true if !original.is_fine => {}
                true => {
                    for mutant in reached(&stage, &ir.mutants, ir.mutants.ids()) {
                        runs += 1;
                        let killed = kill(&mut stage, &ir.mutants[mutant], scenario, &original);
                        killed.expect("it fits the program");
                    }
                }
            }
        }
    }
    runs as f64 / start.elapsed().as_secs_f64()
}
