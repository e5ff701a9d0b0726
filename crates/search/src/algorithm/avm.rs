//! `avm`: the alternating variable method (B. Korel, 1990), set up as in paper Baars et al., V-A.
//!
//! One input after the other is changed by the smallest step in both directions; where that is better, by
//! steps that double as long as they are. When no input can be made better, the search starts over.
//!
//! Beyond the paper: floats that no decimal step makes better are tried with steps to the next float; what is
//! chosen from a list is tried with each of its values; a scenario that is not only numbers is tried in some
//! other shapes before the search starts over; guides take turns; and where asked for, steps that went too far are halved
//! (geometric search: J. Kempka, P. McMinn, D. Sudholt, 2015), which takes some hundred evaluations from one end of the
//! 64-bit numbers to the other, where steps that begin with one again take a thousand.

use super::{Problem, Stop};
use crate::fitness::Score;
use crate::genes::{Domain, Genes, Step};
use fastrand::Rng;
use scenario::Scenario;

/// How the method is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avm {
    /// The decimal place of the smallest step of a float.
    pub precision: u8,
    /// Other shapes that are tried at a local optimum.
    pub shapes: u32,
    /// Whether steps that went too far are halved, and do not begin with the smallest again.
    pub halves: bool,
}

impl Default for Avm {
    fn default() -> Self {
        Self { precision: 3, shapes: 8, halves: false }
    }
}

/// Values of a list that are all tried.
const MOST_CHOICES: i128 = 64;

/// Searches until the problem is solved or nothing more may be executed.
///
/// Where there are several guides, a climb follows one to a local optimum and goes on from there with the next: what
/// one leaves flat another may not. The first guide, which looks no further than the next branch, begins, since
/// it is soon at its end where it knows nothing; the climb after it begins with the second. A third one helps where both
/// are flat, so it always comes last.
pub fn avm(problem: &mut dyn Problem, random: &mut Rng, settings: &Avm) -> Stop {
    let guides = problem.guides().max(1);
    let mut context = Context { problem, random, settings };
    let mut first = 0;
    loop {
        if let Err(stop) = climb(&mut context, guides, first) {
            return stop;
        }
        first = (first + 1) % guides.min(LEADING);
    }
}

/// Guides that climbs begin with in turn.
const LEADING: usize = 2;

/// From a random start to a local optimum of all guides.
fn climb(context: &mut Context<'_>, guides: usize, first: usize) -> Result<(), Stop> {
    let mut climb = Climb::new(context, guides, first)?;
    loop {
        let leading = guides.min(LEADING);
        let order = (0..leading).map(|turn| (first + turn) % leading).chain(leading..guides);
        for guide in order {
            climb.guide = guide;
            climb.ascend(context)?;
        }
        if !climb.reshape(context)? {
            return Ok(());
        }
    }
}

/// What all climbs share.
struct Context<'a> {
    problem: &'a mut dyn Problem,
    random: &'a mut Rng,
    settings: &'a Avm,
}

/// Where a climb has come to.
struct Climb {
    guide: usize,
    scenario: Scenario,
    genes: Genes,
    /// What the genes are in the scenario.
    values: Vec<i128>,
    /// How far the scenario is.
    score: Score,
    /// Whether the last evaluation gave the scenario more inputs.
    reshaped: bool,
    /// What is known of the steps from here.
    around: Around,
}

/// What the steps from one place are worth to all guides, whoever they were made for.
struct Around {
    /// Of each guide, a gene of which a step is better.
    better: Vec<Option<usize>>,
    /// Genes of which all steps were tried.
    tried: usize,
}

impl Around {
    /// Nothing is known.
    fn forget(&mut self) {
        self.better.fill(None);
        self.tried = 0;
    }
}

impl Climb {
    fn new(context: &mut Context<'_>, guides: usize, guide: usize) -> Result<Self, Stop> {
        let scenario = context.problem.fresh(context.random);
        let mut climb = Self {
            guide,
            scenario,
            genes: Genes::default(),
            values: Vec::new(),
            score: Score::WORST,
            reshaped: false,
            around: Around { better: vec![None; guides], tried: 0 },
        };
        climb.look(context);
        climb.score = climb.evaluate(context)?;
        Ok(climb)
    }

    /// Finds the genes of the scenario.
    fn look(&mut self, context: &mut Context<'_>) {
        let room = context.problem.room();
        self.genes = Genes::of(context.problem.program(), &mut self.scenario, room);
        self.genes.read(&self.scenario, &mut self.values);
    }

    fn evaluate(&mut self, context: &mut Context<'_>) -> Result<Score, Stop> {
        let evaluation = context.problem.evaluate(context.random, &mut self.scenario)?;
        self.reshaped = evaluation.reshaped;
        if evaluation.reshaped {
            self.look(context);
        }
        Ok(evaluation.score)
    }

    /// Whether a scenario is nearer than the one that the climb has come to.
    fn is_better(&self, score: Score) -> bool {
        score.by(self.guide) < self.score.by(self.guide)
    }

    /// Improves one gene after the other until none can be made better.
    ///
    /// Where another guide has just come to its end, all steps from there are known, and those that are better
    /// by this one too: nothing is tried twice.
    fn ascend(&mut self, context: &mut Context<'_>) -> Result<(), Stop> {
        let whole = self.around.tried >= self.genes.len();
        let mut gene = match self.around.better[self.guide] {
            Some(better) => better,
            None if whole => return Ok(()),
            None => 0,
        };
        let mut fruitless = 0;
        while fruitless < self.genes.len() {
            gene %= self.genes.len();
            fruitless = if self.improve(context, gene)? { 1 } else { fruitless + 1 };
            self.around.tried += 1;
            gene += 1;
        }
        Ok(())
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
            while self.step(context, gene, pattern, size)? {
                pattern = pattern.saturating_mul(2);
            }
            if context.settings.halves {
                self.narrow(context, gene, pattern, size)?;
            }
            return Ok(true);
        }
        Ok(false)
    }

    /// What is best lies between here and where a step led too far, or just before: halves of the step find it.
    fn narrow(
        &mut self,
        context: &mut Context<'_>,
        gene: usize,
        mut pattern: i128,
        size: Step,
    ) -> Result<(), Stop> {
        loop {
            pattern /= 2;
            if pattern.abs() < 2 {
                return Ok(());
            }
            if !self.step(context, gene, pattern, size)? {
                self.step(context, gene, -pattern, size)?;
            }
        }
    }

    fn step(
        &mut self,
        context: &mut Context<'_>,
        gene: usize,
        steps: i128,
        size: Step,
    ) -> Result<bool, Stop> {
        if gene >= self.genes.len() {
            return Ok(false);
        }
        if self.genes.is_idle(&self.scenario, gene) {
            return Ok(false);
        }
        let domain = &self.genes.get(gene).domain;
        // Where a text ends there is a zero, whatever letter it had when it was longer.
        let Some(length) = self.genes.at_end(&self.scenario, gene) else {
            let moved = domain.step(self.values[gene], steps, size);
            return self.try_step(context, gene, (gene, moved));
        };
        if steps < 0 {
            return Ok(false);
        }
        let letter = std::mem::replace(&mut self.values[gene], domain.step(0, steps, size));
        let is_better = self.try_step(context, gene, (length, self.values[length] + 1))?;
        if !is_better && !self.reshaped {
            self.values[gene] = letter;
        }
        Ok(is_better)
    }

    fn choose(&mut self, context: &mut Context<'_>, gene: usize) -> Result<bool, Stop> {
        let (least, most) = self.genes.get(gene).domain.range();
        for value in least..=most.min(least + MOST_CHOICES) {
            if self.try_step(context, gene, (gene, value))? {
                return Ok(true);
            }
            if gene >= self.genes.len() {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// Keeps what a step of a gene makes of one, mostly the same, if it is better.
    fn try_step(
        &mut self,
        context: &mut Context<'_>,
        gene: usize,
        (changed, value): (usize, i128),
    ) -> Result<bool, Stop> {
        let old = self.values[changed];
        if value == old {
            return Ok(false);
        }
        self.set(changed, value);
        let score = self.evaluate(context)?;
        if self.is_better(score) {
            self.arrive(score);
            return Ok(true);
        }
        // What has grown is not taken back: it goes on from there.
        if self.reshaped {
            self.arrive(score);
            return Ok(false);
        }
        self.set(changed, old);
        for (guide, better) in self.around.better.iter_mut().enumerate() {
            if better.is_none() && score.by(guide) < self.score.by(guide) {
                *better = Some(gene);
            }
        }
        Ok(false)
    }

    /// The scenario is elsewhere now.
    fn arrive(&mut self, score: Score) {
        self.score = score;
        self.around.forget();
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
            let score = self.evaluate(context)?;
            if self.is_better(score) {
                self.arrive(score);
                return Ok(true);
            }
            self.scenario = old;
            self.look(context);
        }
        Ok(false)
    }
}
