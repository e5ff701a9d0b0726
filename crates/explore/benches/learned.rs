//! What it takes to classify ten thousand path conditions by ten thousand examples.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

use explore::learned::{Examples, Fingerprint, Neighbours, Print};
use fastrand::Rng;
use std::time::Instant;

const COUNT: usize = 10_000;
/// Each figure is the best of this many tries.
const TRIES: usize = 5;

fn main() {
    // `cargo test --benches` runs this too, without the flag; there is nothing to test.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    println!(
        "| clauses of a path condition | of so many kinds | core seconds for {COUNT} by {COUNT} |"
    );
    println!("|---|---:|---:|");
    for (least, most) in [(1, 4), (4, 20), (20, 100), (12, 12)] {
        for kinds in [10, 1_000] {
            let mut random = Rng::with_seed(1);
            let mut examples = Examples::default();
            let mut make = || condition(&mut random, least..=most, kinds);
            (0..COUNT).for_each(|place| examples.add(make(), place % 3 == 0));
            let asked: Vec<Fingerprint> = (0..COUNT).map(|_| make()).collect();
            let best =
                (0..TRIES).map(|_| classify(&examples, &asked)).fold(f64::INFINITY, f64::min);
            let clauses =
                if least == most { least.to_string() } else { format!("{least} to {most}") };
            println!("| {clauses} | {kinds} | {best:.2} |");
        }
    }
}

/// Random clauses, of so many kinds without their numbers and ten times as many with them.
fn condition(random: &mut Rng, clauses: std::ops::RangeInclusive<u64>, kinds: u64) -> Fingerprint {
    let mut fingerprint = Fingerprint::default();
    for _ in 0..random.u64(clauses) {
        let outline = random.u64(..kinds);
        fingerprint.add(Print { outline, whole: outline * 10 + random.u64(..10) });
    }
    fingerprint
}

/// A start, by the time that this thread has had a core where the system tells it, else by the clock on the wall.
struct Clock {
    core: Option<f64>,
    wall: Instant,
}

impl Clock {
    fn now() -> Self {
        Self { core: Self::core(), wall: Instant::now() }
    }

    /// What Linux tells, in seconds.
    fn core() -> Option<f64> {
        let told = std::fs::read_to_string("/proc/self/schedstat").ok()?;
        Some(told.split(' ').next()?.parse::<f64>().ok()? / 1e9)
    }

    fn seconds(&self) -> f64 {
        let core = self.core.zip(Self::core()).map(|(start, now)| now - start);
        core.unwrap_or_else(|| self.wall.elapsed().as_secs_f64())
    }
}

fn classify(examples: &Examples, asked: &[Fingerprint]) -> f64 {
    let start = Clock::now();
    let mut feasible = 0;
    for fingerprint in asked {
        let mut neighbours = Neighbours::default();
        examples.show(fingerprint, &mut neighbours);
        feasible += usize::from(neighbours.verdict().is_some_and(|verdict| verdict.feasible));
    }
    let time = start.seconds();
    assert!(feasible <= asked.len());
    time
}
