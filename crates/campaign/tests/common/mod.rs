//! A small plan whose results are known, and a laboratory that counts.

#![allow(dead_code, reason = "each test file uses its own part")]

use campaign::{Cell, Item, Laboratory, Ledger, Missing, NoResult, Plan, Settings, conduct};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// What a cell gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Product {
    pub product: u64,
}

/// Two variants on two subjects.
pub fn plan(seeds: u64) -> Plan {
    Plan {
        subjects: vec![Item::new("two"), Item::new("three")],
        variants: vec![Item::new("once"), Item::new("twice")],
        seeds: 0..seeds,
        settings: Settings::from([("most".to_owned(), "100".to_owned())]),
    }
}

/// Multiplies what the cell says, and counts the cells.
#[derive(Default)]
pub struct Multiplier {
    pub cells: AtomicUsize,
}

impl Laboratory<Product> for Multiplier {
    fn run(&self, cell: &Cell) -> Result<Product, NoResult> {
        self.cells.fetch_add(1, Ordering::Relaxed);
        let (subject, variant) = (cell.subject as u64 + 2, cell.variant as u64 + 1);
        Ok(Product { product: subject * variant * cell.identity.seed })
    }
}

/// A place to write to that can be looked at.
#[derive(Clone, Default)]
pub struct Page(Arc<Mutex<Vec<u8>>>);

impl Page {
    pub fn text(&self) -> String {
        String::from_utf8(self.0.lock().expect("nobody panics").clone()).expect("JSON")
    }
}

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("nobody panics").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Carries out a plan, as far as the ledger has not its results.
pub fn carry_out(
    plan: &Plan,
    ledger: &mut Ledger<Product>,
    laboratory: &dyn Laboratory<Product>,
    jobs: usize,
) -> Missing {
    conduct(plan, ledger, laboratory, jobs, &mut |_| ()).expect("results are kept")
}

/// Carries out a plan from the beginning, one cell after the other, and gives the lines.
pub fn lines_of(plan: &Plan) -> String {
    let page = Page::default();
    let mut ledger = Ledger::default().writing_to(page.clone());
    assert!(carry_out(plan, &mut ledger, &Multiplier::default(), 1).is_empty());
    page.text()
}
