//! Tasks that several workers carry out at once, with results in the order of the tasks.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Lets each worker take the next task until none is left. A result must depend on its task alone, not on the worker.
pub(crate) fn side_by_side<W: Send, T: Sync, R: Send>(
    workers: &mut [W],
    tasks: &[T],
    work: &(dyn Fn(&mut W, &T) -> R + Sync),
) -> Vec<R> {
    if let ([only, ..], [_]) | ([only], _) = (&mut *workers, tasks) {
        return tasks.iter().map(|task| work(only, task)).collect();
    }
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<R>>> = Mutex::new(tasks.iter().map(|_| None).collect());
    let labour = |worker: &mut W| {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = tasks.get(index) else { break };
            let result = work(worker, task);
            results.lock().unwrap_or_else(PoisonError::into_inner)[index] = Some(result);
        }
    };
    std::thread::scope(|scope| {
        for worker in workers.iter_mut().take(tasks.len()) {
            scope.spawn(|| labour(worker));
        }
    });
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_tasks_for_any_number_of_workers() {
        let tasks: Vec<u64> = (0..100).collect();
        for count in [1, 2, 7] {
            let mut workers = vec![0_u64; count];
            let squares = side_by_side(&mut workers, &tasks, &|done, task| {
                *done += 1;
                task * task
            });
            assert!(squares.iter().zip(&tasks).all(|(square, task)| *square == task * task));
            assert_eq!(workers.iter().sum::<u64>(), 100);
        }
    }
}
