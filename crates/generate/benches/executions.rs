//! How many executions a second `random` makes, with everything around them: making inputs, running,
//! looking for new goals.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

use coverage::Goals;
use generate::{Budget, Random, Settings, Subject, generate};
use machine::{Config, Machine, Models};
use program::{FuncId, Program, SiteTable};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Each figure is the best of this many tries: other work on the machine only ever slows one down.
const TRIES: usize = 5;

fn main() {
    // `cargo test --benches` runs this too, without the flag; there is nothing to test.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    println!("| function | technique | executions/s on one core |");
    println!("|---|---|---:|");
    for (file, function) in
        [("triangle.fir", "classify"), ("gcd.fir", "gcd"), ("search.fir", "find")]
    {
        let best = (0..TRIES).map(|_| rate(file, function)).fold(0.0, f64::max);
        println!("| {function} | random | {best:.0} |");
    }
}

fn rate(file: &str, function: &str) -> f64 {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/ir");
    let text = std::fs::read_to_string(folder.join(file)).expect("the sample is there");
    let program: Arc<Program> = Arc::new(program::text::parse(&text).expect("it is well-formed"));
    let function: FuncId = program.function_named(function).expect("the function is there");
    let sites = SiteTable::new(&program);
    let mut unit = coverage::sites::unit(&program, &sites, function);
    // A goal that is never covered, so that the time is used up.
    unit.branches.push(coverage::Branch {
        span: None,
        counts: Default::default(),
        outcomes: Default::default(),
        condition: None,
        decision: true,
        single: false,
    });
    let config =
        Config { max_steps: 100_000, memory: 1 << 24, observe_memory: false, ..Config::default() };
    let subject = Subject {
        program: &program,
        goals: Arc::new(Goals::new(&program, vec![unit])),
        functions: vec![function],
        calls: None,
        handed: std::collections::BTreeMap::new(),
        texts: Vec::new(),
        runner: Box::new(|| {
            let program = Arc::clone(&program);
            Ok(Box::new(Machine::new(program, config.clone(), Models::standard())?))
        }),
    };
    let settings =
        Settings { budget: Budget::time(Duration::from_millis(400)), ..Settings::default() };
    let generated = generate(&subject, &Random, &settings, &mut |_| {}).expect("it runs");
    generated.statistics.executions as f64 / generated.statistics.elapsed.as_secs_f64()
}
