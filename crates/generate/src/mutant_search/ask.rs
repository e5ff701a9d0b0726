//! Asking the solver for inputs on which a mistake makes a difference.
//!
//! The condition of infection is a check in front of the place, which the solver is asked to fail. Where the state
//! differs already but nobody sees it, it is asked for a run that goes another way behind the place and still infects:
//! then the same check, turned round, is part of the path that leads there.

use super::worker::{Worker, solver_config};
use super::{Grade, MutantSearch};
use explore::{Turned, turn};
use mutation::MutantId;
use program::{CheckKind, SiteId};
use scenario::Scenario;
use solver::Solver;
use trace::{Clause, Mode, Origin, Outcome, RunError, TrapKind};

impl Worker<'_> {
    /// Asks for inputs on which a mistake gets further than in a draft, and notes how far it gets there if that shows.
    pub(super) fn ask(
        &mut self,
        known: &MutantSearch<'_, '_>,
        target: MutantId,
        draft: usize,
        grade: &mut Option<Grade>,
    ) -> Result<Option<Scenario>, RunError> {
        let scenario = &known.found.drafts[draft].scenario;
        let probe = known.ground.mutants[target].infection.probe();
        match (known.notebook.best(target), probe) {
            (Grade::Reached, None) => Ok(None),
            (Grade::Reached, Some(probe)) => {
                let places = self.path(scenario, Some(probe))?;
                if self.has_failed() {
                    *grade = Some(Grade::Infected);
                    return Ok(None);
                }
                *grade = Some(Grade::Reached);
                Ok(self.turn_one(scenario, &places))
            }
            (_, Some(probe)) => {
                let places = self.path(scenario, Some(&probe.turned_round()))?;
                let Some(last) = places.last() else { return Ok(None) };
                let behind: Vec<usize> = (last + 1..self.trace.path.len()).collect();
                Ok(self.turn_one(scenario, &behind))
            }
            (_, None) => {
                self.path(scenario, None)?;
                let all: Vec<usize> = (0..self.trace.path.len()).collect();
                Ok(self.turn_one(scenario, &all))
            }
        }
    }

    /// Runs a scenario symbolically, with a probe if there is one, and gives the places of the probe in the path.
    pub(super) fn path(
        &mut self,
        scenario: &Scenario,
        probe: Option<&program::Edit>,
    ) -> Result<Vec<usize>, RunError> {
        self.trace.path.clear();
        self.trace.outcome = Outcome::Returned;
        if !self.stage.mutate(probe) {
            return Ok(Vec::new());
        }
        let mut ran = Ok(None);
        if let Some((runner, site)) = self.stage.symbolic() {
            ran = runner.run(scenario, Mode::Concolic, &mut self.trace).map(|()| site);
            self.pool = runner.pool().clone();
        }
        self.stage.mutate(None);
        self.spent.spend(self.trace.steps);
        let site = ran?.filter(|_| probe.is_some());
        let is_probe =
            |place: &usize| site.is_some_and(|site| is_at(&self.trace.path[*place], site));
        Ok((0..self.trace.path.len()).filter(is_probe).collect())
    }

    /// Whether the last symbolic run ended at its probe.
    pub(super) fn has_failed(&self) -> bool {
        matches!(&self.trace.outcome, Outcome::Trapped(trap)
            if trap.kind == TrapKind::Check(CheckKind::Assertion))
    }

    /// Asks for inputs that go the other way at one of some places of the last symbolic run.
    fn turn_one(&mut self, scenario: &Scenario, places: &[usize]) -> Option<Scenario> {
        if places.is_empty() {
            return None;
        }
        let at = places[self.random.usize(..places.len())];
        match self.turn(scenario, at) {
            Turned::Found(scenario) => Some(scenario),
            Turned::Unsatisfiable | Turned::Unknown => None,
        }
    }

    pub(super) fn turn(&mut self, scenario: &Scenario, at: usize) -> Turned {
        let Self { stage, trace, pool, solver, .. } = self;
        let solver = solver.get_or_insert_with(|| Solver::new(solver_config()));
        turn(stage.program(), solver, scenario, trace, pool, at)
    }
}

fn is_at(clause: &Clause, site: SiteId) -> bool {
    matches!(clause.origin, Origin::Site { site: own, .. } if own == site)
}
