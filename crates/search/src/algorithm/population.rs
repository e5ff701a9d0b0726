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
/// probability 1/len by ± `size` · domain · η. Floats move in the order of all floats: a share of the range
/// of their values would be astronomical.
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
        let change = (size * width * eta(random)).round();
        // A change of a domain that is smaller than one step is one step.
        let change = change.max(1.0) as i128;
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

    #[test]
    fn eta_is_small_more_often_than_not_and_one_sixteenth_of_two_on_average() {
        let mut random = Rng::with_seed(9);
        let mean = (0..20_000).map(|_| eta(&mut random)).sum::<f64>() / 20_000.0;
        assert!((mean - 2.0 / 16.0).abs() < 0.01, "{mean}");
    }
}
