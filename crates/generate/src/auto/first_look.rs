//! Random testing before anything is looked at: much is easy.

use super::random::RandomTesting;
use super::settings::FirstLook;
use super::{open_goals, told_goals};
use crate::technique::{Session, Share};

/// Tests at random as long as that is worth while, and notes what came of it.
pub(super) fn run(session: &mut Session<'_, '_>, settings: &FirstLook, random: &mut RandomTesting) {
    let told = told_goals(session);
    let mut window = settings.window;
    while is_worth_while(session, settings, random, window) {
        window *= 2;
    }
    let share = Share {
        arm: "first look",
        executions: session.spent(),
        goals: (told - told_goals(session)) as u64,
        time: session.elapsed(),
    };
    session.share(share);
}

/// Tests at random for some work, or until a round covers nothing. Gives whether that was worth while.
fn is_worth_while(
    session: &mut Session<'_, '_>,
    settings: &FirstLook,
    random: &mut RandomTesting,
    window: u64,
) -> bool {
    let (open, until) = (open_goals(session), session.work() + window);
    let budget = session.settings().budget.executions;
    let enough = budget.map_or(u64::MAX, |all| all / settings.one_in);
    let longest = settings.longest_round;
    while session.work() < until {
        let (before, spent) = (open_goals(session), session.spent());
        if spent >= enough {
            return false;
        }
        let most = match spent {
            0 => settings.first_round,
            _ => ((until - session.work()) * spent / session.work().max(1)).clamp(1, longest),
        };
        let most = most.min(enough - spent);
        let went = random.round(session, most);
        if !went || most == longest && open_goals(session) == before {
            return false;
        }
    }
    (open - open_goals(session)) as f64 >= open as f64 * settings.worth_while
}
