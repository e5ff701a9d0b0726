//! `wegener_ga`: the genetic algorithm of J. Wegener et al., set up as in paper Baars et al., V-B.
//!
//! Six sub-populations with steps of mutation of different size evolve side by side and compete for
//! individuals. Where individuals have inputs of different shape, a child of parents of one shape has genes
//! from both, any other has its first parent's; and a child takes another shape now and then.
//!
//! Sub-populations follow the guides in turn, and are compared by the first.

use super::population::{
    breeder_mutation, discrete_recombination, linear_ranking, stochastic_universal_sampling,
};
use super::{Problem, Stop};
use crate::fitness::Score;
use crate::genes::Genes;
use fastrand::Rng;
use scenario::Scenario;
use std::sync::Arc;

/// How the algorithm is set up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WegenerGa {
    /// Competing sub-populations.
    pub populations: usize,
    /// Individuals of each at the start.
    pub individuals: usize,
    /// Selective pressure of linear ranking.
    pub pressure: f64,
    /// The share of a generation that is kept.
    pub elite: f64,
    /// Generations between competitions.
    pub competition: u32,
    /// Generations between migrations.
    pub migration: u32,
    /// The share of a sub-population that migrates, and that a weak one loses at most.
    pub migrants: f64,
    /// Individuals that no sub-population loses.
    pub least: usize,
}

impl Default for WegenerGa {
    fn default() -> Self {
        Self {
            populations: 6,
            individuals: 50,
            pressure: 1.7,
            elite: 0.1,
            competition: 4,
            migration: 20,
            migrants: 0.1,
            least: 5,
        }
    }
}

/// One in so many children takes another shape, if there are others.
const RESHAPED: u8 = 10;

/// Searches until the problem is solved or nothing more may be executed.
pub fn wegener_ga(problem: &mut dyn Problem, random: &mut Rng, settings: &WegenerGa) -> Stop {
    match evolve(problem, random, settings) {
        Ok(never) => match never {},
        Err(stop) => stop,
    }
}

/// It goes on until it is stopped.
enum Never {}

fn evolve(
    problem: &mut dyn Problem,
    random: &mut Rng,
    settings: &WegenerGa,
) -> Result<Never, Stop> {
    let mut breeder = Breeder { shapes: Vec::new(), current: None, problem, random };
    let guides = breeder.problem.guides().max(1);
    let mut populations = Vec::new();
    for number in 0..settings.populations {
        let mut individuals = Vec::new();
        for _ in 0..settings.individuals {
            individuals.push(breeder.fresh()?);
        }
        let size = 10_f64.powi(-(number as i32) - 1);
        populations.push(Population { individuals, size, guide: number % guides, progress: 0.0 });
    }
    for generation in 1_u32.. {
        for population in &mut populations {
            population.evolve(&mut breeder, settings)?;
        }
        measure_progress(&mut populations, 0, settings);
        if generation.is_multiple_of(settings.competition) {
            compete(&mut populations, settings);
        }
        if generation.is_multiple_of(settings.migration) {
            migrate(&mut populations, settings, breeder.random);
        }
    }
    Err(Stop::Spent)
}

/// Inputs of one shape.
type Shape = Arc<(Scenario, Genes)>;

#[derive(Clone)]
struct Individual {
    shape: Shape,
    values: Vec<i128>,
    score: Score,
}

struct Population {
    /// The best first, by its guide, after each generation.
    individuals: Vec<Individual>,
    /// The size of a step of mutation, as a share of the domain.
    size: f64,
    guide: usize,
    progress: f64,
}

impl Population {
    fn sort(&mut self) {
        let guide = self.guide;
        self.individuals.sort_by_key(|individual| individual.score.by(guide));
    }

    /// One generation: selection, recombination, mutation, reinsertion.
    fn evolve(&mut self, breeder: &mut Breeder<'_>, settings: &WegenerGa) -> Result<(), Stop> {
        self.sort();
        let count = self.individuals.len();
        let elite = ((count as f64 * settings.elite).ceil() as usize).min(count);
        let shares = linear_ranking(count, settings.pressure);
        let wanted = 2 * (count - elite);
        let mut parents = stochastic_universal_sampling(&shares, wanted, breeder.random);
        breeder.random.shuffle(&mut parents);
        let mut children = Vec::with_capacity(count - elite);
        for pair in parents.chunks_exact(2) {
            let (first, second) = (&self.individuals[pair[0]], &self.individuals[pair[1]]);
            children.push(breeder.child(first, second, self.size)?);
        }
        self.individuals.truncate(elite);
        self.individuals.append(&mut children);
        self.sort();
        Ok(())
    }

    /// The mean fitness by a guide.
    fn mean(&self, guide: usize) -> f64 {
        let sum: f64 = self.individuals.iter().map(|it| it.score.by(guide).to_f64()).sum();
        sum / self.individuals.len().max(1) as f64
    }
}

/// Ranks the sub-populations by their mean fitness and adds to what is known of their progress.
fn measure_progress(populations: &mut [Population], guide: usize, settings: &WegenerGa) {
    let means: Vec<f64> = populations.iter().map(|population| population.mean(guide)).collect();
    let mut places: Vec<usize> = (0..populations.len()).collect();
    places.sort_by(|a, b| means[*a].total_cmp(&means[*b]));
    let ranks = linear_ranking(populations.len(), settings.pressure);
    for (place, rank) in places.into_iter().zip(ranks) {
        populations[place].progress = 0.9 * populations[place].progress + 0.1 * rank;
    }
}

/// Weak sub-populations hand individuals, their worst, to strong ones: up to a tenth of theirs at a time,
/// until sizes are as their progress ranks them.
fn compete(populations: &mut [Population], settings: &WegenerGa) {
    let total: usize = populations.iter().map(|population| population.individuals.len()).sum();
    let mut places: Vec<usize> = (0..populations.len()).collect();
    places.sort_by(|a, b| populations[*b].progress.total_cmp(&populations[*a].progress));
    let ranks = linear_ranking(populations.len(), settings.pressure);
    let mut due = vec![0; populations.len()];
    for (place, rank) in places.iter().zip(ranks) {
        due[*place] =
            ((rank * total as f64 / populations.len() as f64) as usize).max(settings.least);
    }
    let mut moved = Vec::new();
    for place in places.iter().rev() {
        let individuals = &mut populations[*place].individuals;
        let share = (individuals.len() as f64 * settings.migrants).ceil() as usize;
        let spare = individuals.len().saturating_sub(due[*place].max(settings.least));
        moved.extend(individuals.drain(individuals.len() - spare.min(share)..));
    }
    for place in &places {
        let individuals = &mut populations[*place].individuals;
        let room = due[*place].saturating_sub(individuals.len()).min(moved.len());
        individuals.extend(moved.drain(moved.len() - room..));
    }
    if let Some(best) = places.first() {
        populations[*best].individuals.append(&mut moved);
    }
}

/// Sub-populations exchange a share of their individuals at random.
fn migrate(populations: &mut [Population], settings: &WegenerGa, random: &mut Rng) {
    let mut migrants = Vec::new();
    let mut counts = Vec::new();
    for population in populations.iter_mut() {
        random.shuffle(&mut population.individuals);
        let count = (population.individuals.len() as f64 * settings.migrants).ceil() as usize;
        let stay = population.individuals.len() - count;
        migrants.extend(population.individuals.drain(stay..));
        counts.push(count);
    }
    random.shuffle(&mut migrants);
    for (population, count) in populations.iter_mut().zip(counts) {
        population.individuals.extend(migrants.drain(migrants.len() - count..));
    }
}

/// Makes individuals and evaluates them.
struct Breeder<'a> {
    problem: &'a mut dyn Problem,
    random: &'a mut Rng,
    /// The shapes that were met.
    shapes: Vec<Shape>,
    /// The scenario that was evaluated last, and its shape.
    current: Option<(Shape, Scenario)>,
}

/// Shapes that are remembered.
const MOST_SHAPES: usize = 64;

impl Breeder<'_> {
    fn fresh(&mut self) -> Result<Individual, Stop> {
        let scenario = self.problem.fresh(self.random);
        let (shape, values) = self.shape(scenario);
        self.evaluated(shape, values)
    }

    fn child(
        &mut self,
        first: &Individual,
        second: &Individual,
        size: f64,
    ) -> Result<Individual, Stop> {
        let same = Arc::ptr_eq(&first.shape, &second.shape);
        let mut values = match same {
            true => discrete_recombination(&first.values, &second.values, self.random),
            false => first.values.clone(),
        };
        let mut shape = Arc::clone(&first.shape);
        breeder_mutation(&shape.1, &mut values, size, self.random);
        if self.random.u8(..RESHAPED) == 0 {
            let mut scenario = shape.0.clone();
            shape.1.write(&mut scenario, &values);
            if let Some(other) = self.problem.reshape(self.random, &scenario) {
                (shape, values) = self.shape(other);
            }
        }
        self.evaluated(shape, values)
    }

    /// The shape of a scenario and its values.
    fn shape(&mut self, mut scenario: Scenario) -> (Shape, Vec<i128>) {
        let genes = Genes::of(self.problem.program(), &mut scenario, self.problem.room());
        let mut values = Vec::new();
        genes.read(&scenario, &mut values);
        let is_same = |shape: &&Shape| {
            let mut other = shape.0.clone();
            shape.1 == genes && {
                shape.1.write(&mut other, &values);
                other == scenario
            }
        };
        if let Some(shape) = self.shapes.iter().find(is_same) {
            return (Arc::clone(shape), values);
        }
        let shape = Arc::new((scenario, genes));
        if self.shapes.len() < MOST_SHAPES {
            self.shapes.push(Arc::clone(&shape));
        }
        (shape, values)
    }

    fn evaluated(&mut self, mut shape: Shape, mut values: Vec<i128>) -> Result<Individual, Stop> {
        let mut scenario = match self.current.take() {
            Some((current, scenario)) if Arc::ptr_eq(&current, &shape) => scenario,
            _ => shape.0.clone(),
        };
        shape.1.write(&mut scenario, &values);
        let evaluation = self.problem.evaluate(self.random, &mut scenario)?;
        if evaluation.reshaped {
            (shape, values) = self.shape(scenario);
        } else {
            self.current = Some((Arc::clone(&shape), scenario));
        }
        Ok(Individual { shape, values, score: evaluation.score })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::Fitness;

    fn population(level: u32, count: usize) -> Population {
        let shape: Shape = Arc::new((Scenario::default(), Genes::default()));
        let score = Score::of(Fitness::level(level));
        let individual = Individual { shape, values: Vec::new(), score };
        Population { individuals: vec![individual; count], size: 0.1, guide: 0, progress: 0.0 }
    }

    fn sizes(populations: &[Population]) -> Vec<usize> {
        populations.iter().map(|population| population.individuals.len()).collect()
    }

    #[test]
    fn weak_sub_populations_lose_individuals_to_strong_ones_and_keep_five() {
        let settings = WegenerGa::default();
        let mut populations: Vec<Population> =
            (0..6).map(|number| population(number, 50)).collect();
        measure_progress(&mut populations, 0, &settings);
        compete(&mut populations, &settings);
        assert_eq!(sizes(&populations), [65, 50, 50, 45, 45, 45]);
        for _ in 0..200 {
            measure_progress(&mut populations, 0, &settings);
            compete(&mut populations, &settings);
        }
        let after = sizes(&populations);
        assert_eq!(after.iter().sum::<usize>(), 300);
        assert!(after.is_sorted_by(|a, b| a >= b) && after[5] >= 5, "{after:?}");
    }

    #[test]
    fn migration_moves_a_tenth_and_keeps_the_sizes() {
        let mut populations = vec![population(1, 50), population(2, 30)];
        migrate(&mut populations, &WegenerGa::default(), &mut Rng::with_seed(1));
        assert_eq!(sizes(&populations), [50, 30]);
        let foreign = |population: &Population, level| {
            let own = Score::of(Fitness::level(level));
            population.individuals.iter().filter(|it| it.score != own).count()
        };
        assert!(foreign(&populations[0], 1) <= 5 && foreign(&populations[1], 2) <= 5);
    }
}
