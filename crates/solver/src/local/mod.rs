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
use landscape::Landscape;
use restart::Harvest;
use term::Pool;

use crate::layer::{Layer, Meter};
use crate::problem::{Problem, Verdict};

/// How many evaluations a search may make before the layer below is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// Where all is bit-vectors, which the layer below decides soon.
    pub bits: u64,
    /// Where there are floats, which are hard for every other layer.
    pub floats: u64,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { bits: 2_000, floats: 100_000 }
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
        let mut landscape = Landscape::new(pool, problem, 0, meter.deadline);
        let floats = landscape.terms.iter().any(|&term| pool.sort(term).is_float());
        let budget = if floats { self.patience.floats } else { self.patience.bits };
        let budget = budget.min(meter.evaluations);
        landscape.refill(budget);
        let mut search = Search::new(&landscape);
        search.run(&mut landscape);
        meter.evaluations -= budget - landscape.left();
        if landscape.is_solved() {
            meter.answered_by = self.name();
            return Verdict::Satisfiable(landscape.values().clone());
        }
        drop(landscape);
        self.below.check(pool, problem, meter)
    }
}

/// A search and what it remembers between restarts.
struct Search {
    aim: Aim,
    dice: Dice,
    families: Option<Vec<family::Family>>,
    harvest: Option<Harvest>,
}

impl Search {
    fn new(landscape: &Landscape) -> Search {
        let seed = landscape.variables.iter().fold(landscape.fingerprint, |hash, variable| {
            mix(hash ^ landscape.values().low(variable.id))
        });
        Search { aim: Aim::default(), dice: Dice::new(seed), families: None, harvest: None }
    }

    /// Searches until all conjuncts hold or the budget is spent.
    fn run(&mut self, landscape: &mut Landscape) {
        if landscape.is_spent() {
            return;
        }
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

    /// Carries out the first plan for a conjunct that helps on the whole.
    fn solve_one(&mut self, landscape: &mut Landscape) -> bool {
        let unfulfilled: Vec<usize> = landscape.unfulfilled().collect();
        for conjunct in unfulfilled {
            for plan in self.aim.plans(landscape, conjunct) {
                if landscape.attempt(&plan) {
                    return true;
                }
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

    fn restart(&mut self, landscape: &mut Landscape) {
        let harvest = self.harvest.get_or_insert_with(|| Harvest::new(landscape));
        restart::leap(landscape, harvest, &mut self.dice);
    }
}
