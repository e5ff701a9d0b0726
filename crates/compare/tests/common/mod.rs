//! A small experiment whose results are known.

use campaign::{Cell, Item, Laboratory, NoResult, Plan, Settings, conduct};
use compare::{Ledger, Measurement, Reached};
use std::sync::atomic::{AtomicUsize, Ordering};

/// `slow` and `quick` on a small and a large subject.
pub fn plan(seeds: u64) -> Plan {
    Plan {
        subjects: vec![Item::new("small.c"), Item::new("large.c:parse")],
        variants: vec![Item::new("slow"), Item::new("quick,depth=3")],
        seeds: 0..seeds,
        settings: Settings::from([("executions".to_owned(), "100".to_owned())]),
    }
}

/// Covers goals at steps that the cell alone decides, and counts the runs.
#[derive(Default)]
pub struct Steps {
    pub runs: AtomicUsize,
}

impl Laboratory<Measurement> for Steps {
    fn run(&self, cell: &Cell) -> Result<Measurement, NoResult> {
        self.runs.fetch_add(1, Ordering::Relaxed);
        let goals: u32 = [4, 10][cell.subject];
        let quick = cell.variant as u64;
        let seed = cell.identity.seed;
        // The slow one misses the last goal, and with every third seed the last but one too; the quick one misses
        // the first of the large subject.
        let first = u32::from(quick == 1 && cell.subject == 1);
        let last = goals - if quick == 1 { 0 } else { 1 + u32::from(seed.is_multiple_of(3)) };
        let reached = |goal: u32| {
            let execution = 1 + u64::from(goal) * (9 - 6 * quick) + seed;
            Reached { execution, seconds: execution as f64 / 100.0, goal }
        };
        Ok(Measurement {
            goals,
            executions: 100,
            solved: 20 + seed * quick,
            unsatisfiable: 5 * quick,
            unknown: seed,
            chosen: 0,
            seconds: 1.5 - quick as f64,
            reached: (first..last).map(reached).collect(),
            searches: Vec::new(),
        })
    }
}

/// Carries out a plan, as far as the ledger has not its results.
pub fn carry_out(
    plan: &Plan,
    ledger: &mut Ledger,
    laboratory: &dyn Laboratory<Measurement>,
    jobs: usize,
) {
    let missing = conduct(plan, ledger, laboratory, jobs, &mut |_| ());
    assert!(missing.expect("results are kept").is_empty());
}
