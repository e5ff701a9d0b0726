//! Asking the solver for inputs on which a mistake makes a difference.
//!
//! The condition of infection is a check in front of the place, which the solver is asked to fail. Where the state
//! differs already but nobody sees it, it is asked for a run that goes another way behind the place and still infects:
//! then the same check, turned round, is part of the path that leads there.

use super::{Grade, Hunter};
use explore::{Turned, turn};
use mutation::MutantId;
use program::SiteId;
use scenario::Scenario;
use trace::{Clause, Mode, Origin, Outcome, RunError};

impl Hunter<'_, '_> {
    /// Asks for inputs on which a mistake gets further than in a draft, which has a place in the notebook; some times
    /// only.
    pub(super) fn ask(
        &mut self,
        target: MutantId,
        place: usize,
        draft: usize,
    ) -> Result<Option<Scenario>, RunError> {
        if !self.notebook.asks(target) {
            return Ok(None);
        }
        let probe = self.ground.mutants[target].infection.probe();
        match (self.notebook.best(target), probe) {
            (Grade::Reached, None) => Ok(None),
            (Grade::Reached, Some(probe)) => {
                let places = self.path(draft, Some(probe))?;
                if self.has_failed() {
                    self.notebook.grade(target, place, Grade::Infected);
                    return Ok(None);
                }
                self.notebook.grade(target, place, Grade::Reached);
                self.turn_one(draft, &places)
            }
            (_, Some(probe)) => {
                let places = self.path(draft, Some(&probe.turned_round()))?;
                let Some(last) = places.last() else { return Ok(None) };
                let behind: Vec<usize> = (last + 1..self.trace.path.len()).collect();
                self.turn_one(draft, &behind)
            }
            (_, None) => {
                self.path(draft, None)?;
                let all: Vec<usize> = (0..self.trace.path.len()).collect();
                self.turn_one(draft, &all)
            }
        }
    }

    /// Runs a draft symbolically, with a probe if there is one, and gives the places of the probe in the path.
    fn path(
        &mut self,
        draft: usize,
        probe: Option<&program::Edit>,
    ) -> Result<Vec<usize>, RunError> {
        let scenario = self.hunted.drafts[draft].scenario.clone();
        self.path_of(&scenario, probe)
    }

    /// The same for a scenario.
    pub(super) fn path_of(
        &mut self,
        scenario: &Scenario,
        probe: Option<&program::Edit>,
    ) -> Result<Vec<usize>, RunError> {
        self.trace.path.clear();
        self.trace.outcome = Outcome::Returned;
        if !self.stage.mutate(probe) {
            return Ok(Vec::new());
        }
        self.hunted.runs += 1;
        let mut ran = Ok(None);
        if let Some((runner, site)) = self.stage.symbolic() {
            ran = runner.run(scenario, Mode::Concolic, &mut self.trace).map(|()| site);
            self.pool = runner.pool().clone();
        }
        self.stage.mutate(None);
        let site = ran?.filter(|_| probe.is_some());
        let is_probe =
            |place: &usize| site.is_some_and(|site| is_at(&self.trace.path[*place], site));
        Ok((0..self.trace.path.len()).filter(is_probe).collect())
    }

    /// Whether the last symbolic run ended at its probe.
    pub(super) fn has_failed(&self) -> bool {
        matches!(self.trace.outcome, Outcome::Trapped(_))
    }

    /// Asks for inputs that go the other way at one of some places of the last symbolic run.
    fn turn_one(&mut self, draft: usize, places: &[usize]) -> Result<Option<Scenario>, RunError> {
        if places.is_empty() {
            return Ok(None);
        }
        let at = places[self.random.usize(..places.len())];
        let scenario = self.hunted.drafts[draft].scenario.clone();
        Ok(match self.turn(&scenario, at) {
            Turned::Found(scenario) => Some(scenario),
            Turned::Unsatisfiable | Turned::Unknown => None,
        })
    }

    pub(super) fn turn(&mut self, scenario: &Scenario, at: usize) -> Turned {
        let program = self.stage.program();
        turn(program, &mut self.solver, scenario, &self.trace, &self.pool, at)
    }
}

fn is_at(clause: &Clause, site: SiteId) -> bool {
    matches!(clause.origin, Origin::Site { site: own, .. } if own == site)
}
