//! Tests and what else was found, and the table of what they cover.

use super::written::named;
use super::{Cause, Next, Project, reasons};
use crate::fault::Fault;
use crate::write::LeftOut;
use ::coverage::{Coverage, Criteria, GoalId, Row, Share, Totals, UnitId};
use explore::Bounds;
use generate::mutant_search::Verdict;
use generate::{Budget, Statistics};
use language::Reached;
use llvm::references::emitted;
use mutation::{Mutant, MutantId};
use program::{FuncId, IdVec};
use report::Untested;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use suite::Test;
use suite::tries::{Chances, Score};

/// Tests and what else was found.
pub struct Product {
    /// The tests, those of one function together.
    pub tests: Vec<Test>,
    /// Inputs that make the program do what it must not do.
    pub findings: Vec<Test>,
    /// What each finding does, and where, by its name; and where tests lose memory that nothing can give back.
    pub said: BTreeMap<String, Fault>,
    /// Why each finding is one, by its name; not known before findings are settled.
    pub causes: BTreeMap<String, Cause>,
    /// What the tests cover.
    pub coverage: Coverage,
    /// What the tests reach, one by one, and what all of them count together.
    pub reached: Reached<Totals>,
    /// What all scenarios covered that were found, before some turned out to be no tests.
    pub found: Coverage,
    /// Functions that no test can be made for, and why.
    pub skipped: Vec<(FuncId, String)>,
    /// Tests that cannot be written in C, or that did not pass natively.
    pub left_out: Vec<LeftOut>,
    /// The functions whose scenarios two runs did not agree on, once for each scenario.
    pub flaky: Vec<FuncId>,
    /// How far functions were explored, those that were explored to an end.
    pub ends: BTreeMap<FuncId, Bounds>,
    /// Goals that only runs reached that came to a bad end.
    pub died: BTreeSet<GoalId>,
    /// The mutants of the functions under test, if some were made.
    pub mutants: IdVec<MutantId, Mutant>,
    /// Which of them the tests may kill, and what is known of that.
    pub chances: Chances,
    /// What the tests notice of them.
    pub score: Score,
    /// What is known of those that runs came by.
    pub verdicts: BTreeMap<MutantId, Verdict>,
    /// What the next run can begin with.
    pub next: Next,
    /// What was to be covered.
    pub criteria: Criteria,
    /// What the work was limited by.
    pub budget: Budget,
    /// What was done.
    pub statistics: Statistics,
}

impl Product {
    /// What a finding does, and why it is one, in lines.
    pub(super) fn explanation(&self, finding: &Test) -> Vec<String> {
        let fault = self.said.get(&finding.name).map(ToString::to_string).unwrap_or_default();
        match self.causes.get(&finding.name) {
            None => vec![fault],
            Some(cause) => {
                vec![format!("{}: {fault}", cause.kind.label()), format!("why: {}", cause.reason)]
            }
        }
    }
}

impl Project {
    /// The table: one row for each unit that was to be tested.
    pub fn rows(&self, product: &Product, functions: &[FuncId]) -> Vec<UnitRow> {
        let calls = product.tests.iter().flat_map(|test| named(&test.scenario));
        let emitted = emitted(&self.program, calls);
        let row = |function: &FuncId| {
            let unit = self.goals.unit_of(*function)?;
            let tests = product.tests.iter().filter(|test| test.function == *function).count();
            let has_code = emitted.contains(function);
            let folded = self.goals.units[unit].decisions.iter().flat_map(|goal| &goal.folded);
            Some(UnitRow {
                unit,
                name: self.program.functions[*function].source_name().to_owned(),
                row: match has_code {
                    true => product.coverage.row(unit),
                    // What no code is made for is one region that is never reached.
                    false => Row { regions: Share { covered: 0, total: 1 }, ..Row::default() },
                },
                emitted: has_code,
                constant: folded.filter(|folded| has_code && **folded).count(),
                tests,
                reason: reasons::reason(self, product, *function),
                time: product.statistics.time.get(function).copied().unwrap_or_default(),
            })
        };
        functions.iter().filter_map(row).collect()
    }
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitRow {
    /// The unit.
    pub unit: UnitId,
    /// Its function.
    pub name: String,
    /// What is covered.
    pub row: Row,
    /// Whether the tests make the compiler give it code.
    pub emitted: bool,
    /// Conditions of decisions that are constant: no goals, though llvm-cov's lists have them.
    pub constant: usize,
    /// How many tests it has.
    pub tests: usize,
    /// Why it has none.
    pub reason: Option<Untested>,
    /// Time that was spent on it.
    pub time: Duration,
}
