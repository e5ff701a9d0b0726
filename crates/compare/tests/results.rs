//! How the results of experiments are kept and found again.

mod common;

use common::{Steps, carry_out, plan};
use compare::{Axis, Figures, Ledger, Questions, Searched};
use std::io::Write;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

/// Lines as they have been written since results are kept.
const LINES: &str = r#"{"subject":"small.c","variant":"slow","seed":0,"settings":{"executions":"100"},"goals":4,"executions":100,"solved":20,"unsatisfiable":0,"unknown":0,"seconds":1.5,"reached":[[1,0.01,0],[10,0.1,1]]}
{"subject":"small.c","variant":"quick,depth=3","seed":0,"settings":{"executions":"100"},"goals":4,"executions":100,"solved":20,"unsatisfiable":5,"unknown":0,"seconds":0.5,"reached":[[1,0.01,0],[4,0.04,1],[7,0.07,2],[10,0.1,3]]}
"#;

/// A line of searches that each had one goal.
const SEARCHES: &str = r#"{"subject":"small.c","variant":"slow","seed":0,"settings":{"executions":"100"},"goals":4,"executions":407,"solved":0,"unsatisfiable":0,"unknown":0,"seconds":0.1,"reached":[[7,0.01,0]],"searches":[[0,7,true],[3,400,false]]}
"#;

/// What a ledger writes.
#[derive(Clone, Default)]
struct Page(Arc<Mutex<Vec<u8>>>);

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("nobody panics").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn results_are_lines_that_hold_all_they_depend_on() {
    let page = Page::default();
    let mut plan = plan(1);
    plan.subjects.truncate(1);
    let mut ledger = Ledger::default().writing_to(page.clone());
    carry_out(&plan, &mut ledger, &Steps::default(), 1);
    let written = page.0.lock().expect("nobody panics").clone();
    assert_eq!(String::from_utf8_lossy(&written), LINES);
}

#[test]
fn lines_of_earlier_days_are_found_again() {
    let (mut ledger, whole) = Ledger::parse(LINES.as_bytes()).expect("results");
    assert_eq!((ledger.len(), whole), (2, LINES.len()));
    let found = ledger.get(&plan(1).cell(0, 1, 0).identity).expect("it is there");
    assert_eq!((found.payload.goals, found.payload.reached.len()), (4, 4));
    // Only the large subject is run.
    let laboratory = Steps::default();
    carry_out(&plan(1), &mut ledger, &laboratory, 1);
    assert_eq!(laboratory.runs.load(Ordering::Relaxed), 2);
    // Searches of single goals are there only where each goal had one.
    let (ledger, _) = Ledger::parse(SEARCHES.as_bytes()).expect("results");
    let found = ledger.get(&plan(1).cell(0, 0, 0).identity).expect("it is there");
    let searched = |goal, evaluations, covered| Searched { goal, evaluations, covered };
    assert_eq!(found.payload.searches, [searched(0, 7, true), searched(3, 400, false)]);
}

#[test]
fn the_number_of_threads_does_not_show_in_the_figures() {
    let figures = |jobs: usize| {
        let mut ledger = Ledger::default();
        carry_out(&plan(5), &mut ledger, &Steps::default(), jobs);
        let questions =
            Questions { axis: Axis::Executions, at: vec![10.0, 100.0], target: None, baseline: 0 };
        Figures::new(&plan(5), &ledger, questions)
    };
    let alone = figures(1);
    for jobs in [2, 3, 16, 100] {
        assert_eq!(figures(jobs), alone);
    }
}
