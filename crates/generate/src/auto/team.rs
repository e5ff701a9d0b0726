//! The arms at work: one slice after the other, each to whom the sharing rule gives it.

use super::arm::{Arm, ArmId};
use super::population::Population;
use super::settings::{Cost, Settings, Sharing};
use super::sharing::{self, Outcome, Slice, Standing, Standings};
use super::{open_goals, told_goals};
use crate::technique::{Session, Share};
use std::collections::BTreeMap;
use std::time::Duration;

/// The arms, and how they stand.
pub(super) struct Team<'s> {
    members: BTreeMap<ArmId, Member<'s>>,
    standings: Standings,
    sharing: Sharing,
    cost: Cost,
}

/// An arm, and what it did.
struct Member<'s> {
    arm: Box<dyn Arm<'s> + 's>,
    executions: u64,
    /// Goals that were covered while it worked.
    goals: u64,
    time: Duration,
}

impl<'s> Team<'s> {
    /// Nobody has done anything yet.
    pub fn new(settings: &Settings, arms: Vec<Box<dyn Arm<'s> + 's>>) -> Self {
        let (mut members, mut standings) = (BTreeMap::new(), Standings::new());
        for arm in arms {
            let id = arm.id();
            standings.insert(id, Standing::new(settings.stakes.of(id)));
            members.insert(id, Member { arm, executions: 0, goals: 0, time: Duration::ZERO });
        }
        Self { members, standings, sharing: settings.sharing, cost: settings.cost }
    }

    /// Works until there is nothing left to do.
    pub fn work(&mut self, session: &mut Session<'_, 's>, population: &mut Population<'_, 's>) {
        while let Some(slice) = sharing::next(&self.sharing, &self.standings) {
            let outcome = self.slice(session, population, slice);
            sharing::record(&self.sharing, &mut self.standings, slice, outcome);
            if self.is_complete(session) || session.left() == 0 {
                break;
            }
            sharing::wake(&self.sharing, &mut self.standings, slice.arm);
        }
    }

    /// Tells the session what each arm did, and lets each do what is left.
    pub fn finish(self, session: &mut Session<'_, 's>) {
        for (id, &Member { executions, goals, time, .. }) in &self.members {
            session.share(Share { arm: id.name(), executions, goals, time });
        }
        for member in self.members.into_values() {
            member.arm.finish(session);
        }
    }

    /// Lets an arm work on its slice.
    fn slice(
        &mut self,
        session: &mut Session<'_, 's>,
        population: &mut Population<'_, 's>,
        slice: Slice,
    ) -> Outcome {
        let others = self.members.iter().filter(|(id, _)| **id != slice.arm);
        let others: u64 = others.filter_map(|(_, member)| member.arm.questions()).sum();
        let (cost, standing) = (self.cost, self.standings[&slice.arm]);
        let done = |session: &Session<'_, 's>, arm: &dyn Arm<'s>| match is_timed(session) {
            true => session.elapsed().as_secs_f64() * cost.second,
            false => {
                let questions = others + arm.questions().unwrap_or(0);
                counted(&cost, session.spent(), session.work(), questions)
            }
        };
        let Some(Member { arm, executions, goals, time }) = self.members.get_mut(&slice.arm) else {
            return Outcome { work: 0.0, goals: None };
        };
        let (open, told) = (open_goals(session), told_goals(session));
        let (started, executed) = (session.elapsed(), session.spent());
        let (asked, start, before) = (arm.questions(), done(session, &**arm), *executions);
        arm.prepare(session, population);
        loop {
            let spent = done(session, &**arm) - start;
            *executions = before + session.spent() - executed;
            if spent >= slice.work {
                break;
            }
            let left = slice.work - spent;
            let each = match *executions {
                0 => standing.first_guess(),
                executions => (standing.total() + spent) / executions as f64,
            };
            // How long a question to the solver takes is not known before.
            if asked.is_some() && is_timed(session) {
                session.turn(Some(Duration::from_secs_f64(left * cost.overrun / cost.second)));
            }
            let went = arm.step(session, population, (left / each).ceil() as u64);
            session.turn(None);
            if !went {
                break;
            }
        }
        let work = done(session, &**arm) - start;
        let worked = session.spent() > executed || arm.questions() > asked;
        let covered = open - open_goals(session);
        *executions = before + session.spent() - executed;
        *goals += (told - told_goals(session)) as u64;
        *time += session.elapsed() - started;
        Outcome { work, goals: worked.then_some(covered) }
    }

    /// Whether an arm that has finished has shown that nothing more can be covered.
    fn is_complete(&self, session: &Session<'_, 's>) -> bool {
        self.members.iter().any(|(id, member)| {
            self.standings[id].has_just_run_out() && member.arm.is_complete(session)
        })
    }
}

/// The work of executions, steps of the machine and questions to the solver.
///
/// Where executions are limited, they are what there is; but one that takes a hundred milliseconds is not worth one that
/// takes a hundred microseconds.
fn counted(cost: &Cost, executions: u64, steps: u64, questions: u64) -> f64 {
    let taken = steps as f64 + questions as f64 * cost.question;
    executions as f64 * cost.execution + taken * cost.taken
}

/// Whether time is limited, and executions are not.
fn is_timed(session: &Session<'_, '_>) -> bool {
    let budget = &session.settings().budget;
    budget.executions.is_none() && budget.time.is_some()
}

#[cfg(test)]
mod tests {
    use super::counted;
    use crate::auto::Cost;

    #[test]
    fn an_execution_counts_for_itself_and_for_a_part_of_what_it_took() {
        let cost = Cost { execution: 20.0, question: 50.0, taken: 0.25, ..Cost::default() };
        assert_eq!(counted(&cost, 3, 0, 0), 60.0);
        assert_eq!(counted(&cost, 3, 100, 2), 60.0 + 0.25 * (100.0 + 2.0 * 50.0));
    }
}
