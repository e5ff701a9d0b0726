//! Who gets the next slice of work: a function of what the arms have paid so far.

use super::arm::ArmId;
use super::settings::{Sharing, Stake};
use std::collections::BTreeMap;

/// How an arm stands: all that the sharing rule knows of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Standing {
    stake: Stake,
    /// Goals that it covered, those of the last slices counting most.
    goals: f64,
    /// Its work for them, counted in the same way.
    work: f64,
    /// All of its work.
    total: f64,
    /// Its work, each part divided by the share that it should have had then: who has least is next.
    turn: f64,
    /// There was nothing to do, so many slices of others ago.
    idle: Option<u32>,
}

/// How all arms stand, in the order of their names.
pub(super) type Standings = BTreeMap<ArmId, Standing>;

/// A slice of work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Slice {
    /// Who gets it.
    pub arm: ArmId,
    /// How much work it is.
    pub work: f64,
    /// The share of all work that the arm should have now.
    pub share: f64,
}

/// What came of a slice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Outcome {
    /// The work that it took.
    pub work: f64,
    /// Goals that were covered; none if there was nothing to do.
    pub goals: Option<usize>,
}

impl Standing {
    /// Nothing done yet.
    pub fn new(stake: Stake) -> Self {
        Self { stake, goals: 0.0, work: 0.0, total: 0.0, turn: 0.0, idle: None }
    }

    /// All of its work.
    pub fn total(&self) -> f64 {
        self.total
    }

    /// The work that an execution is thought to take before any was made.
    pub fn first_guess(&self) -> f64 {
        self.stake.execution
    }

    /// Whether there was nothing to do in its last slice, and no more than one slice of another arm came after it.
    pub fn has_just_run_out(&self) -> bool {
        self.idle == Some(0)
    }
}

/// The next slice; none if no arm has anything left to do.
pub(super) fn next(sharing: &Sharing, standings: &Standings) -> Option<Slice> {
    let done: f64 = standings.values().map(|standing| standing.total).sum();
    let busy = standings.iter().filter(|(_, standing)| standing.idle.is_none());
    let (&arm, _) = busy.min_by(|(_, a), (_, b)| a.turn.total_cmp(&b.turn))?;
    let work = (done * sharing.slice).clamp(sharing.least_slice, sharing.most_slice);
    Some(Slice { arm, work, share: share(sharing, standings, arm) })
}

/// The share of the work that an arm should have among those that have something to do.
///
/// It grows with what the arm pays, and is never less than its floor. What an arm pays is judged by little, so each is
/// thought to have covered a goal more, for what a goal takes all of them together: when nobody has covered anything for
/// long, it is as much as they are trusted.
pub(super) fn share(sharing: &Sharing, standings: &Standings, arm: ArmId) -> f64 {
    let all = standings.values();
    let goals = all.clone().map(|standing| standing.goals).sum::<f64>() + sharing.prior_goals;
    let work =
        all.map(|standing| standing.work).sum::<f64>() + sharing.least_slice * sharing.prior_slices;
    let pays = |standing: &Standing| {
        let rate = (standing.goals + 1.0) / (standing.work + work / goals);
        standing.stake.trust * rate.powi(sharing.eagerness)
    };
    let Some(own) = standings.get(&arm) else { return 0.0 };
    let busy = standings.iter().filter(|(id, standing)| **id == arm || standing.idle.is_none());
    let all: f64 = busy.map(|(_, standing)| pays(standing)).sum();
    (pays(own) / all).max(own.stake.floor)
}

/// Notes what came of a slice.
pub(super) fn record(
    sharing: &Sharing,
    standings: &mut Standings,
    slice: Slice,
    Outcome { work, goals }: Outcome,
) {
    let Some(standing) = standings.get_mut(&slice.arm) else { return };
    let before = standing.total;
    standing.total += work;
    standing.turn += (standing.total - before) / slice.share;
    standing.idle = goals.is_none().then_some(0);
    if let Some(goals) = goals {
        standing.goals = standing.goals * sharing.memory + goals as f64;
        standing.work = standing.work * sharing.memory + work;
    }
}

/// Lets arms that have rested long enough take part again after a slice: when something was done, there may be something
/// to do again. What they missed is not made up for.
pub(super) fn wake(sharing: &Sharing, standings: &mut Standings, latest: ArmId) {
    let busy = standings.values().filter(|standing| standing.idle.is_none());
    let now = busy.map(|standing| standing.turn).reduce(f64::min).unwrap_or_default();
    for (arm, standing) in standings {
        standing.idle = standing.idle.map(|slices| slices + u32::from(*arm != latest));
        if standing.idle.take_if(|slices| *slices > sharing.rest).is_some() {
            standing.turn = standing.turn.max(now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAKE: Stake = Stake { floor: 0.05, trust: 1.0, execution: 10e3 };

    /// Two arms, of which evolution is trusted twice as much.
    fn standings() -> Standings {
        let random = (ArmId::Random, Standing::new(STAKE));
        let evolution = (ArmId::Evolution, Standing::new(Stake { trust: 2.0, ..STAKE }));
        Standings::from([random, evolution])
    }

    fn of(standings: &mut Standings, arm: ArmId) -> &mut Standing {
        standings.get_mut(&arm).expect("there is such an arm")
    }

    fn share_of(standings: &Standings, arm: ArmId) -> f64 {
        share(&Sharing::default(), standings, arm)
    }

    #[test]
    fn who_pays_more_has_more_and_nobody_less_than_the_floor() {
        let mut standings = standings();
        let slice = Sharing::default().least_slice;
        let evolution = share_of(&standings, ArmId::Evolution);
        assert!((evolution - 2.0 / 3.0).abs() < 1e-9, "{evolution}");
        for arm in [ArmId::Random, ArmId::Evolution] {
            of(&mut standings, arm).work = slice;
        }
        of(&mut standings, ArmId::Random).goals = 3.0;
        let random = share_of(&standings, ArmId::Random);
        assert!(random > 0.8, "{random}");
        of(&mut standings, ArmId::Random).goals = 100.0;
        assert_eq!(share_of(&standings, ArmId::Evolution), 0.05);
        // Nobody else has anything to do.
        of(&mut standings, ArmId::Random).idle = Some(0);
        assert_eq!(share_of(&standings, ArmId::Evolution), 1.0);
    }

    #[test]
    fn an_arm_that_does_not_take_part_has_no_share() {
        assert_eq!(share_of(&standings(), ArmId::SequenceSearch), 0.0);
    }

    #[test]
    fn turns_come_as_often_as_shares_say() {
        let mut standings = standings();
        let mut turns = BTreeMap::new();
        for _ in 0..300 {
            let slice = next(&Sharing::default(), &standings).expect("both have something to do");
            *turns.entry(slice.arm).or_insert(0) += 1;
            of(&mut standings, slice.arm).turn += slice.work / slice.share;
        }
        assert_eq!(turns, BTreeMap::from([(ArmId::Random, 100), (ArmId::Evolution, 200)]));
        standings.values_mut().for_each(|standing| standing.idle = Some(0));
        assert_eq!(next(&Sharing::default(), &standings), None);
    }

    #[test]
    fn slices_grow_with_all_work_within_limits() {
        let sharing = Sharing::default();
        let mut standings = standings();
        let slice = |standings: &Standings| next(&sharing, standings).map(|slice| slice.work);
        assert_eq!(slice(&standings), Some(sharing.least_slice));
        of(&mut standings, ArmId::Random).total = 60.0 * sharing.least_slice;
        of(&mut standings, ArmId::Evolution).total = 40.0 * sharing.least_slice;
        assert_eq!(slice(&standings), Some(2.0 * sharing.least_slice));
        of(&mut standings, ArmId::Random).total = 100.0 * sharing.most_slice;
        assert_eq!(slice(&standings), Some(sharing.most_slice));
    }

    #[test]
    fn what_was_paid_before_counts_less_after_each_slice() {
        let sharing = Sharing { memory: 0.5, ..Sharing::default() };
        let mut standings = standings();
        let slice = Slice { arm: ArmId::Random, work: 1e6, share: 0.5 };
        record(&sharing, &mut standings, slice, Outcome { work: 2e6, goals: Some(4) });
        record(&sharing, &mut standings, slice, Outcome { work: 2e6, goals: Some(1) });
        let random = of(&mut standings, ArmId::Random);
        assert_eq!((random.goals, random.work), (3.0, 3e6));
        assert_eq!((random.total, random.turn), (4e6, 8e6));
    }

    #[test]
    fn an_arm_that_had_nothing_to_do_rests_and_does_not_catch_up() {
        let sharing = Sharing { rest: 2, ..Sharing::default() };
        let mut standings = standings();
        of(&mut standings, ArmId::Evolution).turn = 7e6;
        let slice = Slice { arm: ArmId::Random, work: 1e6, share: 0.5 };
        record(&sharing, &mut standings, slice, Outcome { work: 0.0, goals: None });
        assert!(of(&mut standings, ArmId::Random).has_just_run_out());
        wake(&sharing, &mut standings, ArmId::Random);
        for _ in 0..3 {
            let next = next(&sharing, &standings).map(|slice| slice.arm);
            assert_eq!(next, Some(ArmId::Evolution));
            wake(&sharing, &mut standings, ArmId::Evolution);
        }
        let random = of(&mut standings, ArmId::Random);
        assert_eq!((random.idle, random.turn), (None, 7e6));
    }
}
