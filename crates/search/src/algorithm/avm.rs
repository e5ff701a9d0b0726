//! `avm`: the alternating variable method (B. Korel, 1990), set up as in paper Baars et al., V-A.
//!
//! One input after the other is changed by the smallest step in both directions; where that is better, by
//! steps that double as long as they are. When no input can be made better, the search starts over.
//!
//! Beyond the paper: floats that no decimal step makes better are tried with steps to the next float; what is
//! chosen from a list is tried with each of its values; a scenario that is not only numbers is tried in some
//! other shapes before the search starts over; and the guides share the evaluations.

use super::{Problem, Stop};
use crate::fitness::Score;
use crate::genes::{Domain, Genes, Step};
use fastrand::Rng;
use scenario::Scenario;
use term::Fitness;

/// How the method is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avm {
    /// The decimal place of the smallest step of a float.
    pub precision: u8,
    /// Other shapes that are tried at a local optimum.
    pub shapes: u32,
}

impl Default for Avm {
    fn default() -> Self {
        Self { precision: 3, shapes: 8 }
    }
}

/// Values of a list that are all tried.
const MOST_CHOICES: i128 = 64;

/// Searches until the problem is solved or nothing more may be executed.
pub fn avm(problem: &mut dyn Problem, random: &mut Rng, settings: &Avm) -> Stop {
    let mut spent = vec![0_u64; problem.guides().max(1)];
    loop {
        let guide = (0..spent.len()).min_by_key(|guide| spent[*guide]).unwrap_or(0);
        match climb(problem, random, settings, guide) {
            Ok(evaluations) => spent[guide] += evaluations,
            Err(stop) => return stop,
        }
    }
}

/// Climbs from a random start to a local optimum. Gives how many evaluations it took.
fn climb(
    problem: &mut dyn Problem,
    random: &mut Rng,
    settings: &Avm,
    guide: usize,
) -> Result<u64, Stop> {
    let scenario = problem.fresh(random);
    let mut climber = Climber::new(problem, random, settings, guide, scenario)?;
    climber.ascend()?;
    while climber.reshape()? {
        climber.ascend()?;
    }
    Ok(climber.evaluations)
}

struct Climber<'a> {
    problem: &'a mut dyn Problem,
    random: &'a mut Rng,
    settings: &'a Avm,
    guide: usize,
    scenario: Scenario,
    genes: Genes,
    /// What the genes are in the scenario.
    values: Vec<i128>,
    best: Fitness,
    evaluations: u64,
    /// Whether the last evaluation gave the scenario more inputs.
    reshaped: bool,
}

impl<'a> Climber<'a> {
    fn new(
        problem: &'a mut dyn Problem,
        random: &'a mut Rng,
        settings: &'a Avm,
        guide: usize,
        scenario: Scenario,
    ) -> Result<Self, Stop> {
        let (genes, values) = (Genes::default(), Vec::new());
        let best = Fitness::MAX;
        let mut climber = Self {
            problem,
            random,
            settings,
            guide,
            scenario,
            genes,
            values,
            best,
            evaluations: 0,
            reshaped: false,
        };
        climber.look();
        climber.best = climber.evaluate()?.by(guide);
        Ok(climber)
    }

    /// Finds the genes of the scenario.
    fn look(&mut self) {
        let room = self.problem.room();
        self.genes = Genes::of(self.problem.program(), &mut self.scenario, room);
        self.genes.read(&self.scenario, &mut self.values);
    }

    fn evaluate(&mut self) -> Result<Score, Stop> {
        self.evaluations += 1;
        let evaluation = self.problem.evaluate(self.random, &mut self.scenario)?;
        self.reshaped = evaluation.reshaped;
        if evaluation.reshaped {
            self.look();
        }
        Ok(evaluation.score)
    }

    /// Improves one gene after the other until none can be.
    fn ascend(&mut self) -> Result<(), Stop> {
        let (mut gene, mut fruitless) = (0, 0);
        while fruitless < self.genes.len() {
            gene %= self.genes.len();
            fruitless = if self.improve(gene)? { 1 } else { fruitless + 1 };
            gene += 1;
        }
        Ok(())
    }

    /// Exploratory and pattern moves of one gene, as long as they are good for something.
    fn improve(&mut self, gene: usize) -> Result<bool, Stop> {
        let mut improved = false;
        loop {
            let found = match self.genes.get(gene).domain {
                Domain::Choice(_) => self.choose(gene)?,
                Domain::Float(_) => {
                    self.explore(gene, Step::Decimal(self.settings.precision))?
                        || self.explore(gene, Step::Next)?
                }
                Domain::Integer { .. } => self.explore(gene, Step::Next)?,
            };
            if !found {
                return Ok(improved);
            }
            improved = true;
            if gene >= self.genes.len() {
                return Ok(true);
            }
        }
    }

    /// An exploratory move in each direction; from one that is better, pattern moves of 2^it steps.
    fn explore(&mut self, gene: usize, size: Step) -> Result<bool, Stop> {
        for direction in [-1, 1] {
            if !self.step(gene, direction, size)? {
                continue;
            }
            let mut pattern = 2 * direction;
            while gene < self.genes.len() && self.step(gene, pattern, size)? {
                pattern = pattern.saturating_mul(2);
            }
            return Ok(true);
        }
        Ok(false)
    }

    fn step(&mut self, gene: usize, steps: i128, size: Step) -> Result<bool, Stop> {
        let moved = self.genes.get(gene).domain.step(self.values[gene], steps, size);
        self.try_value(gene, moved)
    }

    fn choose(&mut self, gene: usize) -> Result<bool, Stop> {
        let (least, most) = self.genes.get(gene).domain.range();
        for value in least..=most.min(least + MOST_CHOICES) {
            if self.try_value(gene, value)? {
                return Ok(true);
            }
            if gene >= self.genes.len() {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// Keeps another value of a gene if it is better.
    fn try_value(&mut self, gene: usize, value: i128) -> Result<bool, Stop> {
        let old = self.values[gene];
        if value == old {
            return Ok(false);
        }
        self.set(gene, value);
        let fitness = self.evaluate()?.by(self.guide);
        if fitness < self.best {
            self.best = fitness;
            return Ok(true);
        }
        // What has grown is not taken back: it goes on from there.
        match self.reshaped {
            true => self.best = fitness,
            false => self.set(gene, old),
        }
        Ok(false)
    }

    fn set(&mut self, gene: usize, value: i128) {
        self.values[gene] = value;
        self.genes.write_one(&mut self.scenario, &self.values, gene);
    }

    /// Tries other shapes of the scenario. Gives whether one is better.
    fn reshape(&mut self) -> Result<bool, Stop> {
        for _ in 0..self.settings.shapes {
            let Some(other) = self.problem.reshape(self.random, &self.scenario) else {
                return Ok(false);
            };
            let old = std::mem::replace(&mut self.scenario, other);
            self.look();
            let fitness = self.evaluate()?.by(self.guide);
            if fitness < self.best {
                self.best = fitness;
                return Ok(true);
            }
            self.scenario = old;
            self.look();
        }
        Ok(false)
    }
}
