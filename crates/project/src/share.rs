//! One budget for many units: every unit is tried for a short time first; the rest goes where goals are open and
//! something still pays.
//!
//! All of it is a pure function of what is known, so that work which was stopped goes on as it would have.

use std::time::Duration;

/// The share of a budget that the search of the first round may take, and the share for all of the round.
const FIRST: f64 = 0.5;
const FIRST_IN_ALL: f64 = 0.75;

/// What a unit takes beside its search: its tests are written, compiled, run and measured.
const USUAL_OVERHEAD: f64 = 3.0;

/// What a unit gets in the first round, at least and at most.
const SHORTEST: Duration = Duration::from_millis(200);
const LONGEST: Duration = Duration::from_secs(10);

/// By how much a unit's next slice is longer than its last.
const GROWTH: u32 = 3;

/// Slices without anything new, after which a unit gets no more.
const FRUITLESS: usize = 2;

/// What a unit was given and what came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// Time that it was given.
    pub given: Duration,
    /// Time that it took, with all that is not search.
    pub took: Duration,
    /// Goals that were covered when it was over.
    pub covered: u32,
    /// Goals that could still be covered.
    pub open: u32,
}

/// What a unit gets in the first round, if `workers` units are worked on at a time.
pub fn first(total: Duration, workers: usize, units: usize) -> Duration {
    let each = total.as_secs_f64() * workers as f64 / units.max(1) as f64;
    let seconds = (each * FIRST).min(each * FIRST_IN_ALL - USUAL_OVERHEAD).max(0.0);
    Duration::from_secs_f64(seconds).clamp(SHORTEST, LONGEST)
}

/// The units that go on, with what each gets, for as long as there is time; nobody when nothing pays any more.
/// `left` is the time of all workers together.
pub fn next(histories: &[Vec<Slice>], left: Duration) -> Vec<(usize, Duration)> {
    let mut wanting: Vec<(f64, usize, Duration, Duration)> = Vec::new();
    for (unit, slices) in histories.iter().enumerate() {
        let Some(last) = slices.last().filter(|last| last.open > 0) else { continue };
        if slices.len() > FRUITLESS && gains(slices).rev().take(FRUITLESS).all(|gain| gain == 0) {
            continue;
        }
        let given = last.given * GROWTH;
        // A slice that takes longer than was given will do so again.
        let overhead = last.took.saturating_sub(last.given);
        let cost = given + overhead;
        wanting.push((promise(slices) / cost.as_secs_f64(), unit, given, cost));
    }
    wanting.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut left = left;
    let mut chosen = Vec::new();
    for (_, unit, given, cost) in wanting {
        let Some(rest) = left.checked_sub(cost) else { break };
        left = rest;
        chosen.push((unit, given));
    }
    chosen
}

/// What each slice but the first covered beyond the one before.
fn gains(slices: &[Slice]) -> impl DoubleEndedIterator<Item = u32> {
    slices.windows(2).map(|pair| pair[1].covered.saturating_sub(pair[0].covered))
}

/// How many goals another slice may bring: what the last one brought, or a part of what is open.
fn promise(slices: &[Slice]) -> f64 {
    let open = slices.last().map_or(0, |last| last.open);
    match gains(slices).next_back() {
        Some(gain) => f64::from(gain).max(f64::from(open) / 64.0),
        None => f64::from(open) / 4.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn slice(given: u64, covered: u32, open: u32) -> Slice {
        Slice { given: seconds(given), took: seconds(given), covered, open }
    }

    #[test]
    fn the_first_round_takes_half_of_the_budget_within_bounds() {
        assert_eq!(first(seconds(600), 2, 100), seconds(6));
        // Compiling and running tests takes most of the round where there are many units.
        assert_eq!(first(seconds(600), 2, 240), Duration::from_millis(750));
        assert_eq!(first(seconds(600), 2, 3), LONGEST);
        assert_eq!(first(seconds(10), 2, 10_000), SHORTEST);
    }

    #[test]
    fn units_without_open_goals_or_gains_get_nothing_more() {
        let histories = [
            vec![slice(1, 10, 0)],
            vec![slice(1, 5, 5), slice(3, 5, 5), slice(9, 5, 5)],
            vec![slice(1, 5, 5)],
            vec![],
        ];
        assert_eq!(next(&histories, seconds(100)), [(2, seconds(3))]);
    }

    #[test]
    fn where_more_can_be_gained_for_the_time_comes_first_and_time_is_kept() {
        let histories = [vec![slice(1, 5, 4)], vec![slice(1, 5, 40)], vec![slice(1, 5, 20)]];
        assert_eq!(next(&histories, seconds(100)), [1, 2, 0].map(|unit| (unit, seconds(3))));
        assert_eq!(next(&histories, seconds(7)), [1, 2].map(|unit| (unit, seconds(3))));
        assert_eq!(next(&histories, seconds(2)), []);
    }

    #[test]
    fn time_that_a_unit_takes_beside_its_search_counts() {
        let slow = Slice { took: seconds(21), ..slice(1, 5, 40) };
        let histories = [vec![slow], vec![slice(1, 5, 20)]];
        assert_eq!(next(&histories, seconds(10)), [(1, seconds(3))]);
        assert_eq!(next(&histories, seconds(26)), [(1, seconds(3)), (0, seconds(3))]);
    }

    #[test]
    fn a_unit_that_gained_lately_comes_before_one_that_did_not() {
        let histories =
            [vec![slice(1, 5, 30), slice(3, 5, 30)], vec![slice(1, 5, 30), slice(3, 15, 20)]];
        let order: Vec<usize> =
            next(&histories, seconds(100)).into_iter().map(|(unit, _)| unit).collect();
        assert_eq!(order, [1, 0]);
    }
}
