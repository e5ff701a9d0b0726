//! `auto`: random testing and dynamic symbolic execution in turn, over one archive.
//!
//! A random execution costs a hundredth of a concolic one and finds what many inputs lead to, sequences
//! of calls among it; solving finds what few lead to. Each goes on as long as it covers something new, and
//! then it is the other's turn: what one finds is where the other starts from.

use crate::dse::{Dse, Exploration};
use crate::random;
use crate::technique::{Session, Technique};
use trace::RunError;

/// The technique.
#[derive(Clone, Debug, Default)]
pub struct Auto {
    /// How symbolic execution goes.
    pub dse: Dse,
}

/// Rounds in a row after which it is the other's turn, however much they cover.
const ROUNDS: u32 = 16;

/// Random executions that cost as much as a concolic one with its queries, so that both get about the
/// same time.
const WORTH: u64 = 200;

impl Technique for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn run(&self, session: &mut Session<'_, '_>) -> Result<(), RunError> {
        let mut exploration = Exploration::new(&self.dse, session);
        let (mut number, mut owed) = (0, 0);
        loop {
            let before = session.spent();
            let mut tried = false;
            while while_fruitful(session, |session| random::round(session, &mut number)) {
                tried = true;
                if session.spent() - before >= owed {
                    break;
                }
            }
            let before = session.spent();
            let explored = while_fruitful(session, |session| exploration.round(session));
            owed = (session.spent() - before) * WORTH;
            // Exploration that has come to an end without bounds has the last word.
            if !explored && (!tried || exploration.is_complete(session)) {
                break;
            }
        }
        exploration.finish(session);
        Ok(())
    }
}

/// Makes rounds as long as each covers something. Gives whether there was anything to do.
fn while_fruitful<'a, 's>(
    session: &mut Session<'a, 's>,
    mut round: impl FnMut(&mut Session<'a, 's>) -> bool,
) -> bool {
    for rounds in 0..ROUNDS {
        let before = session.archive().kept.len();
        if !round(session) {
            return rounds > 0;
        }
        if session.archive().kept.len() == before {
            break;
        }
    }
    true
}
