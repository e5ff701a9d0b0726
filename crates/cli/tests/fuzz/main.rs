//! Readers of what comes from outside are given changed inputs: they read or refuse them, and neither panic nor go on.
//!
//! A number of inputs for each reader is taken from `FERRET_FUZZ`; `make fuzz` sets it. What a reader panicked over is kept in
//! `target/fuzz`; inputs that once did live in the corpus and are always tried.

#![allow(clippy::print_stdout, reason = "the long run tells what it has done")]

mod mutator;
mod readers;

use mutator::Mutator;
use readers::{READERS, Reader};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Inputs for each reader where nobody says otherwise.
const FEW: u64 = 300;
/// Inputs for each reader in the long run.
const MANY: u64 = 20_000;
/// How long one input may take, on a machine that does other things too.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long an input may take that is not worth looking at.
const SLOW: Duration = Duration::from_secs(2);
/// Bytes by which all inputs of a reader together may raise the memory of this process.
const MEMORY: u64 = 2 << 30;

fn inputs() -> u64 {
    let given = std::env::var("FERRET_FUZZ").ok().and_then(|text| text.parse().ok());
    let full = std::env::var_os("FERRET_FULL").is_some();
    given.unwrap_or(if full { MANY } else { FEW })
}

/// Memory of this process at its most, where the system says that.
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse().ok());
    kibibytes.unwrap_or(0_u64) << 10
}

/// Gives an input to a reader; what is wrong with how that took it.
fn fault(reader: &Reader, input: &[u8]) -> Option<String> {
    attempt(reader, input).err()
}

/// Gives an input to a reader: how long that took, or what is wrong with how it was taken.
fn attempt(reader: &Reader, input: &[u8]) -> Result<Duration, String> {
    let start = Instant::now();
    let read = catch_unwind(AssertUnwindSafe(|| (reader.read)(input)));
    if read.is_err() {
        return Err("panicked".to_owned());
    }
    let took = start.elapsed();
    if took > PATIENCE { Err(format!("took {took:?}")) } else { Ok(took) }
}

/// Keeps an input for whoever mends the reader.
fn keep(reader: &Reader, input: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/fuzz");
    let path = folder.join(format!("{}.{:016x}", reader.name, mutator::hash(input)));
    std::fs::create_dir_all(folder).expect("a folder");
    std::fs::write(&path, input).expect("a file");
    path
}

#[test]
fn no_reader_panics_or_goes_on_over_changed_inputs() {
    let before = most_memory();
    let mut wrong = Vec::new();
    for reader in READERS {
        let seeds = (reader.seeds)();
        assert!(!seeds.is_empty(), "{} has no seeds", reader.name);
        let accepted = seeds.iter().filter(|seed| (reader.read)(seed)).count();
        assert_eq!(accepted, seeds.len(), "{} refuses a seed", reader.name);
        let mut mutator = Mutator::new(mutator::hash(reader.name.as_bytes()));
        let (mut read, mut slowest) = (0_u64, (Duration::ZERO, Vec::new()));
        for round in 0..inputs() {
            let seed = &seeds[round as usize % seeds.len()];
            let input = mutator.change(seed, &seeds);
            match attempt(reader, &input) {
                Err(what) => {
                    let path = keep(reader, &input);
                    wrong.push(format!("{} {what} over {}", reader.name, path.display()));
                }
                Ok(took) => {
                    read += 1;
                    if took > slowest.0 {
                        slowest = (took, input);
                    }
                }
            }
        }
        println!("{}: {read} inputs, at most {:?} each", reader.name, slowest.0);
        if slowest.0 > SLOW {
            println!("  the slowest is {}", keep(reader, &slowest.1).display());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let grown = most_memory().saturating_sub(before);
    assert!(grown < MEMORY, "{grown} bytes were taken");
}

#[test]
fn what_once_was_too_much_for_a_reader_no_longer_is() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus");
    let mut tried = 0;
    for entry in std::fs::read_dir(corpus).expect("a corpus").flatten() {
        let name = entry.file_name().into_string().expect("a name");
        let kind = name.split('.').next().unwrap_or_default();
        let reader = READERS.iter().find(|reader| reader.name == kind);
        let reader = reader.unwrap_or_else(|| panic!("no reader is called {kind}"));
        let input = std::fs::read(entry.path()).expect("a file");
        assert_eq!(fault(reader, &input), None, "{name}");
        tried += 1;
    }
    assert!(tried > 0);
}

#[test]
fn deep_nesting_is_read_or_refused() {
    for (name, open, close) in [
        ("smt2", "(", ")"),
        ("smt2", "(assert (not ", "))"),
        ("json", "[", "]"),
        ("json", "{\"a\":", "}"),
        ("fir", "{", "}"),
        ("ll", "@g = global [1 x ", "]"),
        ("ll", "@g = global {", "}"),
        ("ll", "!0 = !{", "}"),
        ("scenario", "let a: i32[1] = [", "]"),
        ("scenario", "let a = new A[", "]"),
        ("mapping", "f:\n  File 0, 1:1 -> 1:2 = (", ")"),
        ("database", "[", "]"),
        ("ledger", "[", "]"),
    ] {
        let reader = READERS.iter().find(|reader| reader.name == name).expect("a reader");
        for depth in [10, 1000, 100_000] {
            let first = open.len()
                - open.trim_start_matches(|c: char| c != '(' && c != '[' && c != '{').len();
            let (start, again) = open.split_at(first);
            let text = format!("{start}{}0{}\n", again.repeat(depth), close.repeat(depth));
            assert_eq!(fault(reader, text.as_bytes()), None, "{name} {depth} {open}");
        }
    }
}
