//! Equivalent mutants: no inputs on any path make a difference where the mistake is.
//!
//! The paths of the function are explored once, to their end or to a bound. A mutant whose probe the solver cannot make
//! fail on any of them is equivalent; where a bound was met it is so within the bound. Only probes that fail wherever
//! the state differs are good for that.

use super::worker::{Worker, solver_config};
use super::{Grade, MutantSearch, Verdict};
use crate::budget::Account;
use crate::dse::point;
use crate::subject::Unit;
use coverage::{Coverage, Criteria, Goals, Map, PairRule, Structure};
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
pub(super) struct Paths {
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
    pub map: Option<Arc<Map>>,
    /// The paths of units, by their place.
    paths: BTreeMap<usize, Arc<Paths>>,
    pub found: BTreeMap<MutantId, Verdict>,
}

impl Proofs {
    /// What is known of a mutant that was not killed and got so far.
    pub fn verdict(&self, mutant: MutantId, best: Grade) -> Verdict {
        match self.found.get(&mutant) {
            Some(verdict) if best == Grade::Reached => verdict.clone(),
            _ => Verdict::Survived(best),
        }
    }

    /// The paths of a unit, once it was explored.
    pub fn paths(&self, unit: usize) -> Option<Arc<Paths>> {
        self.paths.get(&unit).map(Arc::clone)
    }

    /// Notes the paths of a unit.
    pub fn found_paths(&mut self, unit: usize, paths: Paths) {
        self.paths.insert(unit, Arc::new(paths));
    }
}

impl Worker<'_> {
    /// Looks on every path for inputs with which a mutant makes a difference, and gives the first; if there are none,
    /// notes that.
    pub(super) fn prove(
        &mut self,
        known: &MutantSearch<'_, '_>,
        target: MutantId,
        paths: &Paths,
        account: &Account,
        proof: &mut Option<Verdict>,
    ) -> Result<Option<Scenario>, RunError> {
        let Infection::Where(probe) = &known.ground.mutants[target].infection else {
            return Ok(None);
        };
        let (mut bounds, mut is_met) = (Bounds::default(), false);
        for scenario in &paths.scenarios {
            if self.left(account) == 0 {
                return Ok(None);
            }
            let places = self.path(scenario, Some(probe))?;
            if self.has_failed() {
                return Ok(Some(scenario.clone()));
            }
            is_met |= !places.is_empty();
            bounds.meet(&self.trace);
            for place in places {
                match self.turn(scenario, place) {
                    Turned::Found(scenario) => return Ok(Some(scenario)),
                    Turned::Unsatisfiable => {}
                    Turned::Unknown => bounds.solver = true,
                }
            }
        }
        // Where the probe never depended on inputs, nothing was asked.
        *proof = is_met.then(|| paths.verdict(bounds));
        Ok(None)
    }

    /// Explores the paths of a unit.
    pub(super) fn explore(
        &mut self,
        unit: &Unit<'_>,
        goals: &Arc<Goals>,
        map: &Arc<Map>,
        account: &Account,
    ) -> Result<Paths, RunError> {
        let program = unit.maker.program();
        let coverage = Coverage::new(Arc::clone(goals), PairRule::default());
        let structure = Structure::new(Arc::clone(map), coverage, Criteria::default());
        let config = explore::Config {
            filter: false,
            optimistic: false,
            solver: solver_config(),
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
                self.path(&scenario, None)?;
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
            let is_over = self.left(account) == 0;
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
