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

/// Searches until the problem is solved or nothing more may be executed. Each guide has a climb of its own, and the
/// one that has had fewer evaluations goes on.
pub fn avm(problem: &mut dyn Problem, random: &mut Rng, settings: &Avm) -> Stop {
    let guides = problem.guides().max(1);
    let mut context = Context { problem, random, settings };
    let mut climbs: Vec<Option<Climb>> = (0..guides).map(|_| None).collect();
    let mut spent = vec![0_u64; guides];
    loop {
        let guide = (0..guides).min_by_key(|guide| spent[*guide]).unwrap_or(0);
        match advance(&mut context, guide, &mut climbs[guide]) {
            Ok(evaluations) => spent[guide] += evaluations,
            Err(stop) => return stop,
        }
    }
}

/// Goes on with a climb, or starts another one. Gives how many evaluations it took.
fn advance(
    context: &mut Context<'_>,
    guide: usize,
    climb: &mut Option<Climb>,
) -> Result<u64, Stop> {
    let Some(going) = climb else {
        let started = Climb::new(context, guide)?;
        let evaluations = started.evaluations;
        *climb = Some(started);
        return Ok(evaluations);
    };
    let before = going.evaluations;
    let is_over = !going.ascend(context)? && !going.reshape(context)?;
    let evaluations = going.evaluations - before;
    if is_over {
        *climb = None;
    }
    Ok(evaluations)
}

/// What all climbs share.
struct Context<'a> {
    problem: &'a mut dyn Problem,
    random: &'a mut Rng,
    settings: &'a Avm,
}

/// A climb from a random start to a local optimum.
struct Climb {
    guide: usize,
    scenario: Scenario,
    genes: Genes,
    /// What the genes are in the scenario.
    values: Vec<i128>,
    best: Fitness,
    evaluations: u64,
    /// Whether the last evaluation gave the scenario more inputs.
    reshaped: bool,
    /// The gene that is next, and how many before it were not made better.
    gene: usize,
    fruitless: usize,
}

impl Climb {
    fn new(context: &mut Context<'_>, guide: usize) -> Result<Self, Stop> {
        let scenario = context.problem.fresh(context.random);
        let mut climb = Self {
            guide,
            scenario,
            genes: Genes::default(),
            values: Vec::new(),
            best: Fitness::MAX,
            evaluations: 0,
            reshaped: false,
            gene: 0,
            fruitless: 0,
        };
        climb.look(context);
        climb.best = climb.evaluate(context)?.by(guide);
        Ok(climb)
    }

    /// Finds the genes of the scenario.
    fn look(&mut self, context: &mut Context<'_>) {
        let room = context.problem.room();
        self.genes = Genes::of(context.problem.program(), &mut self.scenario, room);
        self.genes.read(&self.scenario, &mut self.values);
    }

    fn evaluate(&mut self, context: &mut Context<'_>) -> Result<Score, Stop> {
        self.evaluations += 1;
        let evaluation = context.problem.evaluate(context.random, &mut self.scenario)?;
        self.reshaped = evaluation.reshaped;
        if evaluation.reshaped {
            self.look(context);
        }
        Ok(evaluation.score)
    }

    /// Improves the next gene. Gives whether there was any that may be made better.
    fn ascend(&mut self, context: &mut Context<'_>) -> Result<bool, Stop> {
        if self.fruitless >= self.genes.len() {
            return Ok(false);
        }
        self.gene %= self.genes.len();
        let improved = self.improve(context, self.gene)?;
        self.fruitless = if improved { 1 } else { self.fruitless + 1 };
        self.gene += 1;
        Ok(true)
    }

    /// Exploratory and pattern moves of one gene, as long as they are good for something.
    fn improve(&mut self, context: &mut Context<'_>, gene: usize) -> Result<bool, Stop> {
        let mut improved = false;
        loop {
            let found = match self.genes.get(gene).domain {
                Domain::Choice(_) => self.choose(context, gene)?,
                Domain::Float(_) => {
                    self.explore(context, gene, Step::Decimal(context.settings.precision))?
                        || self.explore(context, gene, Step::Next)?
                }
                Domain::Integer { .. } => self.explore(context, gene, Step::Next)?,
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
    fn explore(
        &mut self,
        context: &mut Context<'_>,
        gene: usize,
        size: Step,
    ) -> Result<bool, Stop> {
        for direction in [-1, 1] {
            if !self.step(context, gene, direction, size)? {
                continue;
            }
            let mut pattern = 2 * direction;
            while gene < self.genes.len() && self.step(context, gene, pattern, size)? {
                pattern = pattern.saturating_mul(2);
            }
            return Ok(true);
        }
        Ok(false)
    }

    fn step(
        &mut self,
        context: &mut Context<'_>,
        gene: usize,
        steps: i128,
        size: Step,
    ) -> Result<bool, Stop> {
        let moved = self.genes.get(gene).domain.step(self.values[gene], steps, size);
        self.try_value(context, gene, moved)
    }

    fn choose(&mut self, context: &mut Context<'_>, gene: usize) -> Result<bool, Stop> {
        let (least, most) = self.genes.get(gene).domain.range();
        for value in least..=most.min(least + MOST_CHOICES) {
            if self.try_value(context, gene, value)? {
                return Ok(true);
            }
            if gene >= self.genes.len() {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// Keeps another value of a gene if it is better.
    fn try_value(
        &mut self,
        context: &mut Context<'_>,
        gene: usize,
        value: i128,
    ) -> Result<bool, Stop> {
        let old = self.values[gene];
        if value == old {
            return Ok(false);
        }
        self.set(gene, value);
        let fitness = self.evaluate(context)?.by(self.guide);
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
    fn reshape(&mut self, context: &mut Context<'_>) -> Result<bool, Stop> {
        for _ in 0..context.settings.shapes {
            let Some(other) = context.problem.reshape(context.random, &self.scenario) else {
                return Ok(false);
            };
            let old = std::mem::replace(&mut self.scenario, other);
            self.look(context);
            let fitness = self.evaluate(context)?.by(self.guide);
            if fitness < self.best {
                self.best = fitness;
                self.fruitless = 0;
                return Ok(true);
            }
            self.scenario = old;
            self.look(context);
        }
        Ok(false)
    }
}
