//! How quick the machine is: a few loops in each domain beside the same loops compiled by `cc -O0` or run by
//! the JVM's interpreter, and the reset of a run, as one table.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

use machine::memory::{Memory, MemoryConfig, ObjectKind};
use machine::{Config, Machine, Models};
use program::{Program, Type};
use scenario::{Argument, Scenario, Statement};
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};
use trace::{Mode, Observed, Outcome, Runner, Trace};

const LOOPS: [&str; 7] =
    ["integers", "memory", "calls", "branches", "arrays", "methods", "objects"];
const SEED: u128 = 12_345;
/// Each figure is the best of this many tries: other work on the machine only ever slows one down.
const TRIES: usize = 7;

/// A way to run a loop: its name, mode, whether the seed is an input, and rounds of the loop.
const WAYS: [(&str, Mode, bool, u32); 4] = [
    ("concrete", Mode::Concrete, false, 20_000_000),
    ("graded", Mode::Graded, false, 10_000_000),
    ("concolic, bare data", Mode::Concolic, false, 10_000_000),
    ("concolic, symbolic data", Mode::Concolic, true, 10_000),
];

fn main() {
    // `cargo test --benches` runs this too, without the flag; there is nothing to test.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    // Other words choose rows: those whose loop or domain contains each of them.
    let words: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let chosen = |row: &str| words.iter().all(|word| row.contains(word.as_str()));
    println!(
        "| loop | domain | M instructions/s | M rounds/s | rounds of cc -O0 per round | of java -Xint |"
    );
    println!("|---|---|---:|---:|---:|---:|");
    for name in LOOPS {
        let native = if chosen(name) { native_rate(name) } else { None };
        let interpreted = if chosen(name) { java_rate(name) } else { None };
        for (domain, mode, symbolic, rounds) in WAYS {
            if !chosen(&format!("{name} {domain}")) {
                continue;
            }
            let (instructions, rate) = machine_rate(name, mode, symbolic, rounds);
            let ratio = |other: Option<f64>, digits: usize| {
                other.map_or("-".to_owned(), |other| format!("{:.digits$}", other / rate))
            };
            let (native, java) = (ratio(native, 0), ratio(interpreted, 2));
            println!(
                "| {name} | {domain} | {:.0} | {:.1} | {native} | {java} |",
                instructions / 1e6,
                rate / 1e6
            );
        }
        if let Some(native) = native {
            println!("| {name} | cc -O0 | - | {:.1} | 1 | - |", native / 1e6);
        }
        if let Some(java) = interpreted {
            println!("| {name} | java -Xint | - | {:.1} | - | 1 |", java / 1e6);
        }
    }
    println!();
    println!(
        "Reset of a run that touched 10 of 100,000 objects: {:.2} µs, {:.2} µs with the touching.",
        reset_time(false).as_secs_f64() * 1e6,
        reset_time(true).as_secs_f64() * 1e6
    );
}

fn loops() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/loops")
}

/// Instructions and rounds a second in the machine.
fn machine_rate(name: &str, mode: Mode, symbolic: bool, rounds: u32) -> (f64, f64) {
    let text =
        fs::read_to_string(loops().join(name).with_extension("fir")).expect("the loop is there");
    let program = Arc::new(program::text::parse(&text).expect("the loop is well-formed"));
    program::verify::verify(&program).expect("the loop is well-formed");
    let config = Config { max_steps: u64::MAX, ..Config::default() };
    let mut machine = Machine::new(Arc::clone(&program), config, Models::none())
        .expect("the loop has no globals");
    let scenario = scenario(&program, symbolic, rounds);
    let mut trace = Trace::default();
    let mut best = Duration::MAX;
    for _ in 0..TRIES {
        let start = Instant::now();
        machine.run(&scenario, mode, &mut trace).expect("the scenario fits");
        best = best.min(start.elapsed());
        assert_eq!(trace.outcome, Outcome::Returned);
        let Some(Observed::Result { term, .. }) = trace.observations[0].seen.first() else {
            panic!("the loop gives a result");
        };
        assert_eq!(term.is_some(), symbolic, "{name} in {mode:?}");
    }
    let seconds = best.as_secs_f64();
    (trace.steps as f64 / seconds, f64::from(rounds) / seconds)
}

/// A call of the loop whose seed is an input or a literal.
fn scenario(program: &Program, symbolic: bool, rounds: u32) -> Scenario {
    let function = program.function_named("loop").expect("every file has a loop");
    let mut scenario = Scenario::default();
    let seed = if symbolic {
        let variable = scenario.declare("seed");
        scenario.value(variable, Type::I32, SEED);
        Argument::Variable(variable)
    } else {
        Argument::Literal(SEED)
    };
    let arguments = vec![Argument::Literal(rounds.into()), seed];
    scenario.statements.push(Statement::Call { result: None, function, arguments });
    scenario
}

/// Rounds a second of the loop in the JVM's interpreter, if there is a JDK.
fn java_rate(name: &str) -> Option<f64> {
    let loop_source = fs::read_to_string(loops().join(name).with_extension("java")).ok()?;
    let folder = std::env::temp_dir().join(format!("ferret-summary-{}", std::process::id()));
    fs::create_dir_all(&folder).ok()?;
    let rounds = 10_000_000_u32;
    let main = format!(
        "class Main {{\n    static int sink;\n    public static void main(String[] a) {{\n\
         long best = Long.MAX_VALUE;\n        for (int i = 0; i < {TRIES}; i++) {{\n\
         long start = System.nanoTime();\n            sink = Loop.loop({rounds}, {SEED});\n\
         best = Math.min(best, System.nanoTime() - start);\n        }}\n\
         System.out.println(best);\n    }}\n}}\n"
    );
    let (source, driver) = (folder.join("Loop.java"), folder.join("Main.java"));
    fs::write(&source, loop_source).ok()?;
    fs::write(&driver, main).ok()?;
    let compiled = Command::new("javac").arg("-d").arg(&folder).args([&source, &driver]).status();
    let output = compiled.ok().filter(std::process::ExitStatus::success).and_then(|_| {
        Command::new("java").args(["-Xint", "-cp"]).arg(&folder).arg("Main").output().ok()
    });
    // Whatever is left in the temporary folder does no harm.
    let _ = fs::remove_dir_all(&folder);
    let nanoseconds: f64 = String::from_utf8(output?.stdout).ok()?.trim().parse().ok()?;
    Some(f64::from(rounds) / (nanoseconds / 1e9))
}

/// Rounds a second of the loop compiled by `cc -O0`, if there is a `cc` and the loop in C.
fn native_rate(name: &str) -> Option<f64> {
    let source = loops().join(name).with_extension("c");
    if !source.exists() {
        return None;
    }
    let folder = std::env::temp_dir().join(format!("ferret-summary-{}", std::process::id()));
    fs::create_dir_all(&folder).ok()?;
    let rounds = 100_000_000_u32;
    let main = format!(
        "#include <stdio.h>\n#include <time.h>\nunsigned loop(int n, unsigned seed);\n\
         int main(void) {{\n    struct timespec a, b;\n    clock_gettime(CLOCK_MONOTONIC, &a);\n\
         volatile unsigned sink = loop({rounds}, {SEED}u);\n    clock_gettime(CLOCK_MONOTONIC, &b);\n\
         (void)sink;\n    printf(\"%.9f\\n\", (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) * 1e-9);\n}}\n"
    );
    let (driver, binary) = (folder.join("main.c"), folder.join(name));
    fs::write(&driver, main).ok()?;
    let compiled =
        Command::new("cc").arg("-O0").arg(&driver).arg(&source).arg("-o").arg(&binary).status();
    let rate = compiled.ok().filter(std::process::ExitStatus::success).and_then(|_| {
        let seconds = (0..TRIES).filter_map(|_| {
            let output = Command::new(&binary).output().ok()?;
            String::from_utf8(output.stdout).ok()?.trim().parse::<f64>().ok()
        });
        seconds.reduce(f64::min).map(|seconds| f64::from(rounds) / seconds)
    });
    // Whatever is left in the temporary folder does no harm.
    let _ = fs::remove_dir_all(&folder);
    rate
}

/// Time to take back a run that wrote to ten objects of a hundred thousand.
fn reset_time(with_touching: bool) -> Duration {
    let mut memory = Memory::new(MemoryConfig::default());
    let objects: Vec<u64> = (0..100_000)
        .map(|_| memory.allocate(64, 16, ObjectKind::Heap, true).expect("there is room"))
        .collect();
    memory.snapshot();
    let mut rng = 1_usize;
    let mut spent = Duration::ZERO;
    let rounds = 20_000;
    for _ in 0..rounds {
        let touching = Instant::now();
        for _ in 0..10 {
            rng = rng.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let object = objects[(rng >> 33) % objects.len()];
            memory.store(object + 8, 8, rng as u128).expect("it lives");
        }
        let resetting = Instant::now();
        memory.reset();
        spent += if with_touching { touching.elapsed() } else { resetting.elapsed() };
        black_box(&memory);
    }
    spent / rounds
}
