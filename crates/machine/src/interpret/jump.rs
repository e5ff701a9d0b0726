//! Going back to a call that was left already, as `longjmp` does.

use super::Interpreter;
use crate::domain::{Domain, Shaded};
use crate::jumps::Place;
use crate::model::{JUMPING, Stop, Value};
use trace::TrapKind;

impl<D: Domain> Interpreter<'_, D> {
    /// Marks the call of the model that is running; gives the number of the place.
    pub(super) fn mark_place(&mut self) -> u64 {
        let (base, d) = self.core.jumps.caller;
        let Some(frame) = self.core.frames.last() else { return u64::MAX };
        let place = Place {
            depth: self.core.frames.len(),
            function: frame.function,
            base,
            return_pc: frame.return_pc,
            pc: self.core.pc,
            d,
        };
        let places = &mut self.core.jumps.places;
        if places.last() != Some(&place) {
            places.push(place);
        }
        places.len() as u64 - 1
    }

    /// Begins a jump to a place, unless the call that marked it has returned.
    pub(super) fn jump_to(&mut self, place: u64, result: Value) -> Stop {
        let place = usize::try_from(place).ok().and_then(|at| self.core.jumps.places.get(at));
        let open = place.copied().filter(|place| {
            let frame = place.depth.checked_sub(1).and_then(|at| self.core.frames.get(at));
            frame.is_some_and(|frame| {
                frame.function == place.function && frame.return_pc == place.return_pc
            })
        });
        match open {
            Some(place) => {
                self.core.jumps.current = Some((place, result.ty, result.bits));
                Stop::Throw { object: JUMPING }
            }
            None => Stop::Trap(TrapKind::WildAddress),
        }
    }

    /// Closes calls until the one is innermost that marked the place, and goes on behind the mark.
    pub(super) fn go_back(&mut self, floor: usize) -> Result<(), Stop> {
        let Some((place, ty, bits)) = self.core.jumps.current else {
            return Err(Stop::Trap(TrapKind::WildAddress));
        };
        while self.core.frames.len() > floor {
            self.count_left_block();
            if self.core.frames.len() == place.depth {
                self.core.jumps.current = None;
                self.core.base = place.base;
                self.core.pc = place.pc + 1;
                self.set(place.d, ty, Shaded { bits, shadow: D::NONE });
                return Ok(());
            }
            if self.core.hearing.is_some() {
                self.tell_end(None);
            }
            let Some(frame) = self.close_call() else { break };
            if self.core.frames.len() > floor {
                self.core.pc = frame.return_pc - 1;
            }
        }
        Err(Stop::Throw { object: JUMPING })
    }
}
