//! Turns: work that ends when others want to work.

use super::common::{executions, generated, sample};
use generate::batch::Task;
use generate::{Session, Technique};
use program::FuncId;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use trace::RunError;

/// Executions of one function.
struct Ten(FuncId);

impl Task for Ten {
    fn executions(&self) -> u64 {
        10
    }
}

/// Has three tasks in a turn without any time, and the same three again.
struct Twice<'c> {
    /// Tasks that began in the turn, and those that began after it.
    begun: &'c [AtomicU64; 2],
}

impl Technique for Twice<'_> {
    fn name(&self) -> &'static str {
        "twice"
    }

    fn run(&self, session: &mut Session<'_, '_>) -> Result<(), RunError> {
        let function = session.units[0].function;
        let tasks = [(); 3].map(|()| Ten(function));
        for (begun, turn) in self.begun.iter().zip([Some(Duration::ZERO), None]) {
            session.turn(turn);
            session.batch(
                &tasks,
                |task| task.0,
                |trial, _| {
                    assert!(!trial.is_late());
                    begun.fetch_add(1, Ordering::Relaxed);
                },
            );
        }
        Ok(())
    }
}

#[test]
fn what_has_not_begun_when_a_turn_is_over_is_left_alone() {
    let begun = [AtomicU64::new(0), AtomicU64::new(0)];
    generated(&sample("gcd.fir"), &Twice { begun: &begun }, &executions(1_000));
    assert_eq!(begun.map(AtomicU64::into_inner), [0, 3]);
}
