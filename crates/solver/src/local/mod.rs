//! Local search from the seed: most conditions of a path hold already, and the rest is near.
//!
//! The Alternating Variable Method of EvoSuite+DSE (Galeotti, Fraser and Arcuri 2013, IV-A) and of Baars et
//! al. (2011, V-A), on the branch distance of the conjunction. Where we differ: a search starts from the
//! values of the run that the path came from, not from random ones; and before variables are moved step by
//! step, each conjunct that does not hold is solved for a variable where its operations can be inverted.
//!
//! It finds solutions and never shows that there is none: what it does not find goes to the layer below.

mod aim;
mod avm;
mod dice;
mod family;
mod fitness;
mod invert;
mod landscape;
mod number;
mod restart;
#[cfg(test)]
mod tests;

use aim::Aim;
use dice::{Dice, mix};
use landscape::{Change, Landscape};
use restart::Harvest;
use term::{Assignment, Pool};

use crate::layer::{Layer, Meter};
use crate::problem::{Problem, Reason, Verdict};

/// How many evaluations a search may make before the layer below is asked; if that does not know either, the
/// search goes on with whatever the query may still cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// Where all is bit-vectors, which the layer below decides soon.
    pub bits: u64,
    /// Where there are floats, which are hard for every other layer.
    pub floats: u64,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { bits: 400, floats: 30_000 }
    }
}

/// The layer of local search around another.
pub struct LocalSearch {
    below: Box<dyn Layer>,
    patience: Patience,
}

impl LocalSearch {
    /// Local search that hands what it does not find to `below`.
    pub fn new(below: Box<dyn Layer>, patience: Patience) -> LocalSearch {
        LocalSearch { below, patience }
    }
}

impl Layer for LocalSearch {
    fn name(&self) -> &'static str {
        "local search"
    }

    fn check(&mut self, pool: &mut Pool, problem: &Problem, meter: &mut Meter) -> Verdict {
        if let Some(model) = search(pool, problem, meter, 0, self.patience) {
            meter.answered_by = self.name();
            return Verdict::Satisfiable(model);
        }
        let verdict = self.below.check(pool, problem, meter);
        if !matches!(verdict, Verdict::Unknown(Reason::Budget | Reason::Floats)) {
            return verdict;
        }
        let rest = Patience { bits: u64::MAX, floats: u64::MAX };
        match search(pool, problem, meter, 1, rest) {
            Some(model) => {
                meter.answered_by = self.name();
                Verdict::Satisfiable(model)
            }
            None => verdict,
        }
    }
}

/// One search from the seed, on its own throws of the dice; what it costs is taken from the meter.
fn search(
    pool: &Pool,
    problem: &Problem,
    meter: &mut Meter,
    round: u64,
    patience: Patience,
) -> Option<Assignment> {
    let mut landscape = Landscape::new(pool, problem, meter.deadline);
    let floats = landscape.terms.iter().any(|&term| pool.sort(term).is_float());
    let budget = if floats { patience.floats } else { patience.bits };
    let budget = budget.min(meter.evaluations);
    if budget == 0 {
        return None;
    }
    landscape.refill(budget);
    Search::new(&landscape, round).run(&mut landscape);
    meter.evaluations -= budget - landscape.left();
    landscape.is_solved().then(|| landscape.into_values())
}

/// Of ten restarts, how many keep to where the search is. Measured: 3 answers a hundredth more than none.
const WALKS: usize = 3;

/// A search and what it remembers between restarts.
struct Search {
    aim: Aim,
    dice: Dice,
    families: Option<Vec<family::Family>>,
    harvest: Option<Harvest>,
}

impl Search {
    fn new(landscape: &Landscape, round: u64) -> Search {
        let seed =
            landscape.variables.iter().fold(landscape.fingerprint ^ round, |hash, variable| {
                mix(hash ^ landscape.values().low(variable.id))
            });
        Search { aim: Aim::default(), dice: Dice::new(seed), families: None, harvest: None }
    }

    /// Searches until all conjuncts hold or the budget is spent.
    fn run(&mut self, landscape: &mut Landscape) {
        landscape.survey();
        loop {
            self.descend(landscape);
            if landscape.is_solved() || landscape.is_spent() || landscape.variables.is_empty() {
                return;
            }
            self.restart(landscape);
        }
    }

    /// Makes moves that help until there is none.
    fn descend(&mut self, landscape: &mut Landscape) {
        while !landscape.is_solved() && !landscape.is_spent() {
            let improved =
                self.solve_one(landscape) || avm::alternate(landscape) || self.shift(landscape);
            if !improved {
                return;
            }
        }
    }

    /// Carries out the best plan for the first conjunct that has one that helps on the whole.
    fn solve_one(&mut self, landscape: &mut Landscape) -> bool {
        let unfulfilled: Vec<usize> = landscape.unfulfilled().collect();
        for conjunct in unfulfilled {
            let plans = self.aim.plans(landscape, conjunct);
            let mut best: Option<(u128, &Vec<Change>)> = None;
            for plan in &plans {
                if let Some(fitness) = landscape.measure(plan)
                    && best.is_none_or(|(least, _)| fitness < least)
                {
                    best = Some((fitness, plan));
                }
                if landscape.is_spent() || best.is_some_and(|(least, _)| least == 0) {
                    break;
                }
            }
            if let Some((fitness, plan)) = best
                && fitness < landscape.fitness()
            {
                landscape.force(plan);
                return true;
            }
            if landscape.is_spent() {
                return false;
            }
        }
        false
    }

    fn shift(&mut self, landscape: &mut Landscape) -> bool {
        let families = self.families.get_or_insert_with(|| family::families(landscape));
        family::shift(landscape, families)
    }

    /// Leaves a place where no move helps: mostly to random values, sometimes by fulfilling a conjunct at
    /// the others' expense.
    fn restart(&mut self, landscape: &mut Landscape) {
        if self.dice.below(10) < WALKS {
            let unfulfilled: Vec<usize> = landscape.unfulfilled().collect();
            let conjunct = unfulfilled[self.dice.below(unfulfilled.len())];
            let plans = self.aim.plans(landscape, conjunct);
            if !plans.is_empty() {
                landscape.force(&plans[self.dice.below(plans.len())]);
                return;
            }
        }
        let harvest = self.harvest.get_or_insert_with(|| Harvest::new(landscape));
        restart::leap(landscape, harvest, &mut self.dice);
    }
}
