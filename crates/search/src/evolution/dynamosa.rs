//! `dynamosa`: many-objective search with dynamic targets (A. Panichella, F. M. Kifetew, P. Tonella, Automated test
//! case generation as a many-objective optimisation problem with dynamic selection of the targets, IEEE TSE 44(2),
//! 2018).
//!
//! An individual is a test, and every aim that is open and within reach is an objective. The test that is nearest to
//! an aim, the shorter of two, comes before all others (the preference criterion); those follow in fronts. An aim is
//! within reach when a run took an outcome that it depends on; until then it would only distract.

use super::operators::Operators;
use super::ranking::{crowding, fronts};
use super::{Evaluator, Test, newcomer};
use fastrand::Rng;
use scenario::Scenario;
use std::sync::Arc;

/// The search.
#[derive(Debug, Default)]
pub struct Dynamosa {
    population: Vec<Individual>,
}

#[derive(Clone, Debug)]
struct Individual {
    test: Arc<Test>,
    /// Its front, and how it stands out there; less is better.
    rank: (usize, usize),
}

impl Dynamosa {
    /// Tests that were there before, and random ones; `None` when nothing more may be executed.
    pub fn new(
        operators: &Operators<'_>,
        random: &mut Rng,
        evaluator: &mut dyn Evaluator,
    ) -> Option<Self> {
        let count = operators.settings().population;
        let mut drafts: Vec<Scenario> =
            evaluator.seeds().into_iter().take(count / 2).cloned().collect();
        let fresh = count - drafts.len();
        drafts.extend((0..fresh).map(|_| operators.fresh(random)));
        let tests = evaluator.evaluate(drafts)?;
        let mut search = Self::default();
        search.survive(operators, tests, evaluator);
        Some(search)
    }

    /// The tests, the best first.
    pub fn tests(&self) -> impl Iterator<Item = &Arc<Test>> {
        self.population.iter().map(|individual| &individual.test)
    }

    /// Lets tests that others found compete with those that are there.
    pub fn immigrate(
        &mut self,
        operators: &Operators<'_>,
        tests: Vec<Arc<Test>>,
        evaluator: &dyn Evaluator,
    ) {
        self.survive(operators, tests, evaluator);
    }

    /// Makes the next generation. Gives whether it could be executed.
    pub fn generation(
        &mut self,
        operators: &Operators<'_>,
        random: &mut Rng,
        evaluator: &mut dyn Evaluator,
    ) -> bool {
        let settings = operators.settings();
        let mut drafts = Vec::with_capacity(settings.population + 1);
        while drafts.len() < settings.population && !self.population.is_empty() {
            let [a, b] = [(); 2].map(|()| self.tournament(settings.tournament, random));
            let mut children = match random.f64() < settings.crossover {
                true => operators.cross(random, &a.scenario, &b.scenario),
                false => [a.scenario.clone(), b.scenario.clone()],
            };
            for (child, parent) in children.iter_mut().zip([a, b]) {
                operators.vary(random, child, parent);
            }
            drafts.extend(children);
        }
        // Some begin anew.
        let fresh = (settings.population as f64 * settings.new_test).ceil() as usize;
        drafts.extend((0..fresh).map(|_| newcomer(operators, random, evaluator)));
        drafts.retain(|draft| scenario::make::sequence::length(draft) > 0);
        let Some(tests) = evaluator.evaluate(drafts) else { return false };
        self.survive(operators, tests, evaluator);
        true
    }

    fn tournament(&self, size: usize, random: &mut Rng) -> &Test {
        let mut best = random.usize(..self.population.len());
        for _ in 1..size {
            let other = random.usize(..self.population.len());
            if self.population[other].rank < self.population[best].rank {
                best = other;
            }
        }
        &self.population[best].test
    }

    /// Of all tests those survive that stand first.
    fn survive(
        &mut self,
        operators: &Operators<'_>,
        new: Vec<Arc<Test>>,
        evaluator: &dyn Evaluator,
    ) {
        let wanted = operators.settings().population;
        let mut tests: Vec<Arc<Test>> =
            self.population.drain(..).map(|individual| individual.test).collect();
        tests.extend(new);
        let targets: Vec<usize> = (0..evaluator.open().len())
            .filter(|aim| evaluator.open()[*aim] && evaluator.active()[*aim])
            .collect();
        let vectors = places(&tests, &targets);
        let mut chosen = vec![false; tests.len()];
        let mut preferred = Vec::new();
        for (column, _) in targets.iter().enumerate() {
            let nearest =
                (0..tests.len()).min_by_key(|test| (vectors[*test][column], tests[*test].length));
            if let Some(nearest) = nearest.filter(|nearest| !chosen[*nearest]) {
                chosen[nearest] = true;
                preferred.push(nearest);
            }
        }
        let rest: Vec<usize> = (0..tests.len()).filter(|test| !chosen[*test]).collect();
        let of_rest: Vec<&[u32]> = rest.iter().map(|test| &*vectors[*test]).collect();
        let others = fronts(&of_rest, wanted.saturating_sub(preferred.len()));
        let others = others.into_iter().map(|front| front.iter().map(|at| rest[*at]).collect());
        let all: Vec<&[u32]> = vectors.iter().map(Vec::as_slice).collect();
        for (number, front) in std::iter::once(preferred).chain(others).enumerate() {
            let crowding = crowding(&all, &front);
            let mut front: Vec<(usize, usize, usize)> = front
                .into_iter()
                .zip(crowding)
                .map(|(test, crowding)| (crowding, tests[test].length, test))
                .collect();
            front.sort_unstable();
            for (crowding, _, test) in front {
                if self.population.len() < wanted {
                    let rank = (number, crowding);
                    self.population.push(Individual { test: Arc::clone(&tests[test]), rank });
                }
            }
        }
    }
}

/// For each test and target, how many distances of other tests are less: what is compared is order, and small numbers
/// are compared faster than distances.
fn places(tests: &[Arc<Test>], targets: &[usize]) -> Vec<Vec<u32>> {
    let mut places = vec![vec![0; targets.len()]; tests.len()];
    let mut order: Vec<usize> = (0..tests.len()).collect();
    for (column, &aim) in targets.iter().enumerate() {
        order.sort_by_key(|test| tests[*test].near[aim].fitness);
        let mut place = 0;
        for pair in 0..order.len() {
            if pair > 0 {
                let [a, b] = [order[pair - 1], order[pair]];
                place += u32::from(tests[a].near[aim].fitness != tests[b].near[aim].fitness);
            }
            places[order[pair]][column] = place;
        }
    }
    places
}
