//! Operators of populations, as free functions: ranking, sampling, recombination, mutation.

use crate::genes::{Domain, Genes};
use fastrand::Rng;

/// Linear ranking (D. Whitley, 1989): the fitness of the places from the best to the worst. The best gets
/// `pressure`, the worst `2 - pressure`, and all together as many as there are.
pub fn linear_ranking(count: usize, pressure: f64) -> Vec<f64> {
    let last = count.saturating_sub(1).max(1) as f64;
    let fitness = |place: usize| pressure - 2.0 * (pressure - 1.0) * place as f64 / last;
    match count {
        1 => vec![1.0],
        _ => (0..count).map(fitness).collect(),
    }
}

/// Stochastic universal sampling (J. E. Baker, 1987): `wanted` places, each as often as its share says, up to
/// one more or less, by one turn of a wheel with as many hands.
pub fn stochastic_universal_sampling(
    shares: &[f64],
    wanted: usize,
    random: &mut Rng,
) -> Vec<usize> {
    let sum: f64 = shares.iter().sum();
    let gap = sum / wanted.max(1) as f64;
    let mut hand = random.f64() * gap;
    let (mut chosen, mut place, mut passed) = (Vec::with_capacity(wanted), 0, 0.0);
    while chosen.len() < wanted {
        while place + 1 < shares.len() && passed + shares[place] <= hand {
            passed += shares[place];
            place += 1;
        }
        chosen.push(place);
        hand += gap;
    }
    chosen
}

/// Discrete recombination: each gene from either parent.
pub fn discrete_recombination(first: &[i128], second: &[i128], random: &mut Rng) -> Vec<i128> {
    first.iter().zip(second).map(|(a, b)| if random.bool() { *a } else { *b }).collect()
}

/// Mutation of the breeder genetic algorithm (H. Mühlenbein, D. Schlierkamp-Voosen, 1993): each gene with
/// probability 1/len by ± `size` · domain · η, which is nothing where η is. Where it is less than one step it is
/// one: a tenth of a letter would never change it. Floats move in the order of all floats: a share of the range of
/// their values would be astronomical.
pub fn breeder_mutation(genes: &Genes, values: &mut [i128], size: f64, random: &mut Rng) {
    let len = values.len();
    for (gene, value) in genes.iter().zip(values) {
        if random.usize(..len) > 0 {
            continue;
        }
        let (least, most) = gene.domain.range();
        if let Domain::Choice(_) = gene.domain {
            *value = gene.domain.random(random);
            continue;
        }
        let width = (most as f64 - least as f64).max(1.0);
        let change = size * width * eta(random);
        let change = if change > 0.0 { change.round().max(1.0) as i128 } else { 0 };
        let moved =
            if random.bool() { value.saturating_add(change) } else { value.saturating_sub(change) };
        *value = moved.clamp(least, most);
    }
}

/// η = Σ αᵢ 2⁻ⁱ for i from 0 to 15, where each αᵢ is 1 with probability 1/16.
pub fn eta(random: &mut Rng) -> f64 {
    (0..16).filter(|_| random.u8(..16) == 0).map(|power| 0.5_f64.powi(power)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranking_gives_the_pressure_to_the_best_and_the_rest_to_the_worst() {
        let ranks = linear_ranking(5, 1.7);
        assert!((ranks[0] - 1.7).abs() < 1e-12 && (ranks[4] - 0.3).abs() < 1e-12, "{ranks:?}");
        assert!((ranks.iter().sum::<f64>() - 5.0).abs() < 1e-12);
        assert_eq!(linear_ranking(1, 1.7), [1.0]);
    }

    #[test]
    fn sampling_takes_each_as_often_as_its_share_up_to_one() {
        let mut random = Rng::with_seed(5);
        let shares = linear_ranking(50, 1.7);
        for _ in 0..100 {
            let chosen = stochastic_universal_sampling(&shares, 50, &mut random);
            assert_eq!(chosen.len(), 50);
            for (place, share) in shares.iter().enumerate() {
                let times = chosen.iter().filter(|chosen| **chosen == place).count() as f64;
                assert!((times - share).abs() < 1.0 + 1e-9, "{place}: {times} for {share}");
            }
        }
    }

    #[test]
    fn a_child_has_each_gene_from_one_of_its_parents() {
        let mut random = Rng::with_seed(6);
        let child = discrete_recombination(&[1; 64], &[2; 64], &mut random);
        assert!(child.iter().all(|gene| [1, 2].contains(gene)));
        assert!(child.contains(&1) && child.contains(&2));
    }

    /// How far `breeder_mutation` moves the middle of a whole number of so many bits, at each of many tries.
    fn moves(bits: u8, size: f64) -> Vec<i128> {
        let ty = program::Type::Int(bits);
        let mut scenario = scenario::Scenario::default();
        let variable = scenario.declare("x");
        let value = scenario::Statement::Value { variable, ty, bits: 0, of: None };
        scenario.statements.push(value);
        let genes = Genes::of(&program::Program::default(), &mut scenario, 0);
        let mut random = Rng::with_seed(8);
        let moved = |_| {
            let mut values = [0];
            breeder_mutation(&genes, &mut values, size, &mut random);
            values[0]
        };
        (0..20_000).map(moved).collect()
    }

    #[test]
    fn mutation_goes_either_way_by_a_share_of_the_domain_and_stays_where_eta_is_zero() {
        let moves = moves(32, 1e-3);
        let share = |count: usize| count as f64 / moves.len() as f64;
        let still = share(moves.iter().filter(|moved| **moved == 0).count());
        assert!((still - (15.0_f64 / 16.0).powi(16)).abs() < 0.02, "{still}");
        let up = share(moves.iter().filter(|moved| **moved > 0).count());
        assert!((up - (1.0 - still) / 2.0).abs() < 0.02, "{up}");
        let range = 2.0_f64.powi(32) * 1e-3;
        let farthest = moves.iter().map(|moved| moved.unsigned_abs()).max().unwrap_or(0) as f64;
        assert!((range..2.0 * range).contains(&farthest), "{farthest} in {range}");
    }

    #[test]
    fn mutation_of_a_small_domain_is_one_step_at_least() {
        let mut moves = moves(8, 1e-6);
        moves.sort_unstable();
        moves.dedup();
        assert_eq!(moves, [-1, 0, 1]);
    }

    #[test]
    fn eta_is_small_more_often_than_not_and_one_sixteenth_of_two_on_average() {
        let mut random = Rng::with_seed(9);
        let mean = (0..20_000).map(|_| eta(&mut random)).sum::<f64>() / 20_000.0;
        assert!((mean - 2.0 / 16.0).abs() < 0.01, "{mean}");
    }
}
