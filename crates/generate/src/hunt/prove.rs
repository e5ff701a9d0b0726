//! Equivalent mutants: no inputs on any path make a difference where the mistake is.
//!
//! The paths of the function are explored once, to their end or to a bound. A mutant whose probe the solver cannot make
//! fail on any of them is equivalent; where a bound was met it is so within the bound. Only probes that fail wherever
//! the state differs are good for that.

use super::{CONFLICTS, EVALUATIONS, Grade, Hunter, Verdict};
use crate::budget::Account;
use crate::dse::point;
use coverage::{Coverage, Criteria, Map, PairRule, Structure};
use explore::strategy::{Options, StrategyKind};
use explore::{Attempt, Bounds, Explorer, Turned};
use fastrand::Rng;
use mutation::{Infection, MutantId};
use scenario::Scenario;
use std::collections::BTreeMap;
use std::sync::Arc;
use trace::{Outcome, RunError};

/// Paths of a function that are looked at.
const PATHS: usize = 64;

/// Candidates that may fail to give a path, for each that may not.
const FAILURES: usize = 8;

/// The paths of a function, a scenario for each.
#[derive(Clone, Debug, Default)]
struct Paths {
    scenarios: Vec<Scenario>,
    /// What kept them from being all of them.
    bounds: Bounds,
    /// Whether there were too many.
    are_many: bool,
}

impl Paths {
    fn verdict(&self, bounds: Bounds) -> Verdict {
        let bounds = self.bounds.with(bounds);
        match (self.are_many, bounds.is_none()) {
            (false, true) => Verdict::Equivalent,
            (false, false) => Verdict::Bounded(bounds.to_string()),
            (true, true) => Verdict::Bounded(format!("{PATHS} paths")),
            (true, false) => Verdict::Bounded(format!("{PATHS} paths, {bounds}")),
        }
    }
}

/// What was found out so far.
#[derive(Default)]
pub(super) struct Proofs {
    map: Option<Arc<Map>>,
    /// The paths of units, by their place.
    paths: BTreeMap<usize, Arc<Paths>>,
    found: BTreeMap<MutantId, Verdict>,
}

impl Proofs {
    /// What is known of a mutant that was not killed and got so far.
    pub fn verdict(&self, mutant: MutantId, best: Grade) -> Verdict {
        match self.found.get(&mutant) {
            Some(verdict) if best == Grade::Reached => verdict.clone(),
            _ => Verdict::Survived(best),
        }
    }
}

impl<'s> Hunter<'_, 's> {
    /// Looks on every path for inputs with which a mutant makes a difference, and gives the first; if there are none,
    /// notes that.
    pub(super) fn prove(
        &mut self,
        target: MutantId,
        account: &Account,
    ) -> Result<Option<Scenario>, RunError> {
        let mutant = &self.ground.mutants[target];
        let (Infection::Where(probe), Some(&unit)) =
            (&mutant.infection, self.entered.get(&mutant.function))
        else {
            return Ok(None);
        };
        let paths = self.paths(unit, account)?;
        let mut bounds = Bounds::default();
        for scenario in &paths.scenarios {
            if account.left() <= self.hunted.runs {
                return Ok(None);
            }
            let places = self.path_of(scenario, Some(probe))?;
            if self.has_failed() && !places.is_empty() {
                return Ok(Some(scenario.clone()));
            }
            bounds.meet(&self.trace);
            for place in places {
                match self.turn(scenario, place) {
                    Turned::Found(scenario) => return Ok(Some(scenario)),
                    Turned::Unsatisfiable => {}
                    Turned::Unknown => bounds.solver = true,
                }
            }
        }
        let verdict = paths.verdict(bounds);
        if verdict == Verdict::Equivalent {
            self.notebook.close(target);
        }
        self.proofs.found.insert(target, verdict);
        Ok(None)
    }

    /// The paths of a unit, which are explored when they are first asked for.
    fn paths(&mut self, unit: usize, account: &Account) -> Result<Arc<Paths>, RunError> {
        if let Some(known) = self.proofs.paths.get(&unit) {
            return Ok(Arc::clone(known));
        }
        let paths = Arc::new(self.explore(unit, account)?);
        self.proofs.paths.insert(unit, Arc::clone(&paths));
        Ok(paths)
    }

    fn explore(&mut self, unit: usize, account: &Account) -> Result<Paths, RunError> {
        let unit = &self.ground.units[unit];
        let program = unit.maker.program();
        let goals = self.ground.goals;
        let map =
            self.proofs.map.get_or_insert_with(|| Arc::new(Map::new(program, Arc::clone(goals))));
        let coverage = Coverage::new(Arc::clone(goals), PairRule::default());
        let structure = Structure::new(Arc::clone(map), coverage, Criteria::default());
        let config = explore::Config {
            filter: false,
            optimistic: false,
            solver: solver::Config {
                evaluations: EVALUATIONS,
                conflicts: CONFLICTS,
                ..solver::Config::default()
            },
            patience: 1,
            ..explore::Config::default()
        };
        let strategy = StrategyKind::Dfs.make(&Options::default());
        let mut explorer = Explorer::new(program, structure, strategy, config, 0);
        let mut random = Rng::with_seed(0);
        let mut paths = Paths::default();
        paths.bounds.shapes = unit.structured;
        let mut first = unit.maker.whole(&mut random, unit.function, &unit.globals);
        first.expand();
        let mut next = Some((None, first));
        let mut failures = 0;
        loop {
            if let Some((proposal, scenario)) = next.take() {
                self.path_of(&scenario, None)?;
                let is_clean = matches!(
                    self.trace.outcome,
                    Outcome::Returned | Outcome::Exited(_) | Outcome::Threw { .. }
                );
                match &proposal {
                    None => explorer.add(&scenario, &self.trace, &self.pool, is_clean),
                    Some(proposal) => {
                        explorer.ran(proposal, &scenario, &self.trace, &self.pool, is_clean)
                    }
                };
                paths.scenarios.push(scenario);
            }
            let is_over = account.left() <= self.hunted.runs;
            if paths.scenarios.len() >= PATHS || failures >= PATHS * FAILURES || is_over {
                paths.are_many = true;
                break;
            }
            match explorer.attempt() {
                Attempt::Run(proposal) => {
                    let mut scenario = proposal.scenario.clone();
                    match point(unit, &mut random, &mut scenario, &proposal.retarget) {
                        true => next = Some((Some(*proposal), scenario)),
                        false => explorer.withdraw(&proposal),
                    }
                }
                Attempt::Look(look) => explorer.looked(&look, None),
                Attempt::Failed => failures += 1,
                Attempt::Exhausted => break,
            }
        }
        paths.bounds = paths.bounds.with(explorer.bounds());
        Ok(paths)
    }
}
