//! Orders of populations: linear ranks, and fronts of those that no other is better than.

use fastrand::Rng;
use std::cmp::Ordering;

/// A place among `count`, the best first, by linear ranking (D. Whitley, 1989): the best is chosen `bias` times as
/// often as the average.
pub fn linear_rank(count: usize, bias: f64, random: &mut Rng) -> usize {
    let r = random.f64();
    let place = match bias {
        bias if bias <= 1.0 => r,
        bias => (bias - (bias * bias - 4.0 * (bias - 1.0) * r).sqrt()) / (2.0 * (bias - 1.0)),
    };
    ((count as f64 * place) as usize).min(count.saturating_sub(1))
}

/// Non-dominated fronts of vectors of which less is better (K. Deb et al., 2002), each by ascending place, until
/// `wanted` are in some front.
pub fn fronts(vectors: &[&[u32]], wanted: usize) -> Vec<Vec<usize>> {
    let count = vectors.len();
    let mut beaten_by = vec![0_u32; count];
    let mut beats: Vec<Vec<usize>> = vec![Vec::new(); count];
    for a in 0..count {
        for b in a + 1..count {
            match dominates(vectors[a], vectors[b]) {
                Some(Ordering::Less) => {
                    beats[a].push(b);
                    beaten_by[b] += 1;
                }
                Some(Ordering::Greater) => {
                    beats[b].push(a);
                    beaten_by[a] += 1;
                }
                _ => {}
            }
        }
    }
    let mut front: Vec<usize> = (0..count).filter(|place| beaten_by[*place] == 0).collect();
    let (mut all, mut ranked) = (Vec::new(), 0);
    while !front.is_empty() && ranked < wanted {
        ranked += front.len();
        let mut next = Vec::new();
        for &place in &front {
            for &other in &beats[place] {
                beaten_by[other] -= 1;
                if beaten_by[other] == 0 {
                    next.push(other);
                }
            }
        }
        next.sort_unstable();
        all.push(std::mem::replace(&mut front, next));
    }
    all
}

/// `Less` if the first is nowhere worse and somewhere better, `Greater` if the second is; `None` if neither.
fn dominates(a: &[u32], b: &[u32]) -> Option<Ordering> {
    let mut found = Ordering::Equal;
    for (a, b) in a.iter().zip(b) {
        match (a.cmp(b), found) {
            (Ordering::Equal, _) => {}
            (way, Ordering::Equal) => found = way,
            (way, before) if way != before => return None,
            _ => {}
        }
    }
    (found != Ordering::Equal).then_some(found)
}

/// Subvector dominance (M. Köppen, K. Yoshida, 2007): in how many parts the one that is most often better is better.
/// Less is better, and tells who is different in a front.
pub fn crowding(vectors: &[&[u32]], front: &[usize]) -> Vec<usize> {
    let worse =
        |a: usize, b: usize| vectors[a].iter().zip(vectors[b]).filter(|(a, b)| b < a).count();
    front
        .iter()
        .map(|&a| front.iter().filter(|b| **b != a).map(|&b| worse(a, b)).max().unwrap_or(0))
        .collect()
}

/// The last of so many places out of `count`, each drawn at random; none where there is no place.
pub fn latest(count: usize, draws: usize, random: &mut Rng) -> Option<usize> {
    (0..draws.max(1)).filter_map(|_| random.choice(0..count)).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_chosen_as_often_as_the_bias_says() {
        let mut random = Rng::with_seed(3);
        let mut times = [0_u32; 10];
        for _ in 0..100_000 {
            times[linear_rank(10, 1.7, &mut random)] += 1;
        }
        let best = f64::from(times[0]) / 10_000.0;
        assert!((best - 1.63).abs() < 0.05, "{best}: the mean of the best tenth of the line");
        assert!(times.windows(2).all(|pair| pair[0] > pair[1]), "{times:?}");
    }

    #[test]
    fn fronts_are_those_that_nobody_left_is_better_than() {
        let vectors: [&[u32]; 5] = [&[1, 4], &[2, 2], &[4, 1], &[3, 3], &[5, 5]];
        assert_eq!(fronts(&vectors, 5), [vec![0, 1, 2], vec![3], vec![4]]);
        assert_eq!(fronts(&vectors, 2), [vec![0, 1, 2]]);
    }

    #[test]
    fn equals_do_not_beat_each_other() {
        let vectors: [&[u32]; 2] = [&[1, 1], &[1, 1]];
        assert_eq!(fronts(&vectors, 2), [vec![0, 1]]);
    }

    #[test]
    fn who_is_worse_in_fewer_parts_stands_out() {
        let vectors: [&[u32]; 3] = [&[0, 9, 9], &[1, 0, 0], &[2, 0, 1]];
        assert_eq!(crowding(&vectors, &[0, 1, 2]), [2, 1, 2]);
    }

    #[test]
    fn with_more_draws_the_last_places_are_chosen_more_often() {
        let mut random = Rng::with_seed(3);
        let mut last = |draws| {
            let chosen = (0..10_000).map(|_| latest(10, draws, &mut random));
            chosen.filter(|place| *place == Some(9)).count() as f64 / 10_000.0
        };
        assert!((last(1) - 0.1).abs() < 0.01);
        assert!((last(6) - (1.0 - 0.9_f64.powi(6))).abs() < 0.02);
        assert_eq!(latest(0, 6, &mut random), None);
    }
}
