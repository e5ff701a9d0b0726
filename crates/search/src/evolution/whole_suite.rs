//! `suite`: whole-test-suite search (paper EvoSuite+DSE, III-A; G. Fraser, A. Arcuri, IEEE TSE 39(2), 2013).
//!
//! An individual is a suite. Its fitness is the number of methods that it does not enter, plus for each branch the
//! normalised distance of its nearest test: 1 unless the predicate was evaluated at least twice, so that a search
//! does not give up one outcome for the other. Where what was ever covered is kept in an archive, the other outcome
//! cannot be given up, and once is enough. Goals of other criteria add their normalised approach level and
//! distance, for which the paper has no word. Tests are executed once: a suite is told by what its tests came near to.
//!
//! All suites of a generation are measured by what was open when it began: with an archive, what one of them reaches
//! is closed for all, so it would gain nothing by it, and whichever is measured later would gain by what others reached.

use super::aims::{AimKind, normalised};
use super::operators::Operators;
use super::ranking::linear_rank;
use super::{Evaluator, Test, newcomer};
use fastrand::Rng;
use scenario::Scenario;
use std::sync::Arc;
use term::Fitness;

/// A suite of tests that were executed.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The tests.
    pub tests: Vec<Arc<Test>>,
    /// How far it is from reaching everything.
    pub fitness: Fitness,
    /// Calls of all tests.
    pub length: usize,
    /// Whether its mutation changed a value and brought it nearer or farther than what was mutated.
    pub promising: bool,
}

impl Suite {
    /// A suite of tests, and how far it is.
    pub fn new(tests: Vec<Arc<Test>>, aims: &Objectives, open: &[bool]) -> Self {
        let length = tests.iter().map(|test| test.length).sum();
        let fitness = aims.fitness(&tests, open);
        Self { tests, fitness, length, promising: false }
    }

    /// Better first: nearer, then shorter.
    fn key(&self) -> (Fitness, usize) {
        (self.fitness, self.length)
    }
}

/// What suites are measured by.
#[derive(Clone, Debug)]
pub struct Objectives {
    kinds: Vec<AimKind>,
    /// How often a predicate has to be evaluated before the distance to its outcomes counts.
    evaluations: u32,
}

impl Objectives {
    /// Aims of these kinds; `archive` tells whether what was ever covered is kept.
    pub fn new(kinds: Vec<AimKind>, archive: bool) -> Self {
        Self { kinds, evaluations: if archive { 1 } else { 2 } }
    }

    /// How far tests are from reaching everything together.
    pub fn fitness(&self, tests: &[Arc<Test>], open: &[bool]) -> Fitness {
        let of_aim = |(aim, kind): (usize, &AimKind)| {
            let near = tests.iter().map(|test| test.near[aim]);
            let nearest = near.clone().map(|near| near.fitness).min().unwrap_or(Fitness::MAX);
            match kind {
                _ if nearest.is_zero() => Fitness::ZERO,
                AimKind::Method | AimKind::Entry => Fitness::ONE,
                AimKind::Branch => {
                    let met: u32 = near.map(|near| u32::from(near.met)).sum();
                    let counts = met >= self.evaluations && nearest.whole() == 0;
                    if counts { nearest } else { Fitness::ONE }
                }
                AimKind::Other => normalised(nearest),
            }
        };
        self.kinds.iter().enumerate().filter(|(aim, _)| open[*aim]).map(of_aim).sum()
    }
}

/// Part of a suite that is being made.
enum Part {
    Known(Arc<Test>),
    /// The number of a test that is to be executed.
    Draft(usize),
}

/// A suite that is being made.
#[derive(Default)]
struct Draft {
    parts: Vec<Part>,
    primitive: bool,
    /// How far the suite was before it was mutated.
    before: Fitness,
}

/// The search.
#[derive(Debug)]
pub struct WholeSuite {
    objectives: Objectives,
    /// The best first.
    population: Vec<Suite>,
}

impl WholeSuite {
    /// A population of suites of random tests, the first one of tests that were there before; `None` when nothing more may be executed.
    pub fn new(
        operators: &Operators<'_>,
        objectives: Objectives,
        random: &mut Rng,
        evaluator: &mut dyn Evaluator,
    ) -> Option<Self> {
        let settings = operators.settings();
        let mut population = Vec::new();
        for _ in 0..settings.population {
            let count = random.usize(settings.initial_tests.0..=settings.initial_tests.1);
            let mut drafts: Vec<Scenario> = (0..count).map(|_| operators.fresh(random)).collect();
            if population.is_empty() {
                drafts.extend(evaluator.seeds().into_iter().cloned());
            }
            let tests = evaluator.evaluate(drafts)?;
            population.push(Suite::new(tests, &objectives, evaluator.open()));
        }
        let mut search = Self { objectives, population };
        search.order(evaluator.open());
        Some(search)
    }

    /// The best suite.
    pub fn best(&self) -> &Suite {
        &self.population[0]
    }

    /// All suites, the best first.
    pub fn population(&self) -> &[Suite] {
        &self.population
    }

    /// Adds tests to a suite, which stays where it is until the population is put in order.
    pub fn add(&mut self, suite: usize, tests: &[Arc<Test>]) {
        let suite = &mut self.population[suite];
        suite.tests.extend(tests.iter().cloned());
        suite.length += tests.iter().map(|test| test.length).sum::<usize>();
    }

    /// Makes the next generation. Gives whether it could be executed.
    pub fn generation(
        &mut self,
        operators: &Operators<'_>,
        random: &mut Rng,
        evaluator: &mut dyn Evaluator,
    ) -> bool {
        let settings = operators.settings();
        // What was reached meanwhile counts no more.
        let open = evaluator.open().to_vec();
        self.order(&open);
        self.population.iter_mut().for_each(|suite| suite.promising = false);
        let mut pairs: Vec<([usize; 2], [Draft; 2])> = Vec::new();
        let mut drafts: Vec<Scenario> = Vec::new();
        let places = settings.population.saturating_sub(settings.elite).div_ceil(2);
        for _ in 0..places {
            let mut parent = || linear_rank(self.population.len(), settings.rank_bias, random);
            let parents = [parent(), parent()];
            let [a, b] = parents.map(|parent| &self.population[parent].tests);
            let crossed = random.f64() < settings.crossover;
            let place = if crossed { random.f64() } else { 1.0 };
            let children = cross(a, b, place).map(|tests| {
                let before = self.objectives.fitness(&tests, &open);
                let draft = mutate(operators, random, evaluator, tests, &mut drafts);
                Draft { before, ..draft }
            });
            pairs.push((parents, children));
        }
        let Some(done) = evaluator.evaluate(drafts) else { return false };
        let longest = 2 * self.best().length;
        let mut next: Vec<Suite> = self.population[..settings.elite].to_vec();
        for (parents, children) in pairs {
            let parents = parents.map(|parent| &self.population[parent]);
            let old = parents[0].fitness.min(parents[1].fitness);
            let children = children.map(|draft| {
                let tests = draft.parts.into_iter().map(|part| match part {
                    Part::Known(test) => test,
                    Part::Draft(index) => Arc::clone(&done[index]),
                });
                let mut suite = Suite::new(tests.collect(), &self.objectives, &open);
                suite.promising = draft.primitive && suite.fitness != draft.before;
                suite
            });
            let young = children[0].fitness.min(children[1].fitness);
            let shorter =
                children[0].length + children[1].length <= parents[0].length + parents[1].length;
            if young < old || (young == old && shorter) {
                for (child, parent) in children.into_iter().zip(parents) {
                    let fits = child.length <= longest && !child.tests.is_empty();
                    next.push(if fits { child } else { parent.clone() });
                }
            } else {
                next.extend(parents.map(Clone::clone));
            }
        }
        next.truncate(settings.population);
        self.population = next;
        self.population.sort_by_key(Suite::key);
        true
    }

    /// Measures all suites by what is open, and puts the best first.
    pub fn order(&mut self, open: &[bool]) {
        for suite in &mut self.population {
            suite.fitness = self.objectives.fitness(&suite.tests, open);
        }
        self.population.sort_by_key(Suite::key);
    }
}

/// The first α|P1| tests and the last (1-α)|P2|, and the other halves.
fn cross<T: Clone>(a: &[T], b: &[T], place: f64) -> [Vec<T>; 2] {
    let cut = |tests: &[T]| (tests.len() as f64 * place).round() as usize;
    let (in_a, in_b) = (cut(a), cut(b));
    [
        a[..in_a].iter().chain(&b[in_b..]).cloned().collect(),
        b[..in_b].iter().chain(&a[in_a..]).cloned().collect(),
    ]
}

/// Mutates each test with probability 1/n, and adds new ones with σ, σ² and so on.
fn mutate(
    operators: &Operators<'_>,
    random: &mut Rng,
    evaluator: &dyn Evaluator,
    tests: Vec<Arc<Test>>,
    drafts: &mut Vec<Scenario>,
) -> Draft {
    let count = tests.len().max(1);
    let mut draft = Draft::default();
    let mut add = |draft: &mut Draft, scenario: Scenario| {
        // A test without calls is none.
        if scenario::make::sequence::length(&scenario) > 0 {
            draft.parts.push(Part::Draft(drafts.len()));
            drafts.push(scenario);
        }
    };
    for test in tests {
        if random.usize(..count) > 0 {
            draft.parts.push(Part::Known(test));
            continue;
        }
        let mut scenario = test.scenario.clone();
        let change = operators.vary(random, &mut scenario, &test);
        draft.primitive |= change.primitive;
        if change.changed {
            add(&mut draft, scenario);
        } else {
            draft.parts.push(Part::Known(test));
        }
    }
    let mut likely = operators.settings().new_test;
    while random.f64() < likely {
        let fresh = newcomer(operators, random, evaluator);
        add(&mut draft, fresh);
        likely *= operators.settings().new_test;
    }
    draft
}

#[cfg(test)]
mod tests {
    use super::cross;

    #[test]
    fn children_have_each_test_of_their_parents_once_and_keep_the_order_of_halves() {
        for (in_a, in_b) in (0..8).flat_map(|a| (0..8).map(move |b| (a, b))) {
            let (a, b): (Vec<u32>, Vec<u32>) = ((0..in_a).collect(), (100..100 + in_b).collect());
            for place in (0..=16).map(|sixteenths| f64::from(sixteenths) / 16.0) {
                let children = cross(&a, &b, place);
                for child in &children {
                    assert!(child.len() <= (in_a.max(in_b) + 1) as usize, "{child:?}");
                }
                let mut all = children.concat();
                all.sort_unstable();
                assert_eq!(all, [&a[..], &b[..]].concat(), "{in_a} and {in_b} at {place}");
            }
        }
        assert_eq!(cross(&[1, 2, 3, 4], &[5, 6], 0.5), [vec![1, 2, 6], vec![5, 3, 4]]);
        assert_eq!(cross(&[1, 2], &[5, 6], 1.0), [vec![1, 2], vec![5, 6]]);
    }
}
