//! The interpreter, written once for all domains.
//!
//! [`Interpreter::execute`] runs operations until the frame it began in returns. Its loop (`hot.rs`) handles the
//! quick ones in place; the others have a file for each family.

mod branches;
mod calls;
mod collect;
mod context;
mod copied;
mod force;
mod graders;
mod hot;
mod jump;
mod limits;
mod listen;
mod managed;
mod memory;
mod quick;
mod symbolic;
mod values;

pub(crate) use listen::Hearing;

use crate::code::Slot;
use crate::core::Core;
use crate::domain::{Domain, Shaded};
use crate::memory::{Fault, FaultKind};
use crate::model::Stop;
use crate::probe::ProbeRoom;
use program::Type;
use trace::{Force, Limit, Mode, Trace, TrapKind};

/// One run in one domain.
pub(crate) struct Interpreter<'m, D: Domain> {
    pub core: &'m mut Core,
    pub domain: &'m mut D,
    /// Shadows of the registers, slot by slot.
    pub shadows: &'m mut Vec<D::Shadow>,
    pub trace: &'m mut Trace,
    pub probe_room: &'m mut ProbeRoom,
    pub mode: Mode,
    /// Where the run is yet to go another way than its data say.
    pub force: Option<Force>,
    /// What the outermost call gave.
    pub result: Shaded<D::Shadow>,
    /// How many calls from outside the code are open, one inside the other.
    pub nesting: u32,
    /// How many calls of functions with graders are open, one inside the other.
    pub graded: u32,
    /// Whether the code that throws because of a limit is running.
    pub at_limit: bool,
}

impl<D: Domain> Interpreter<'_, D> {
    /// Runs until no more than `floor` calls are open.
    pub fn execute(&mut self, floor: usize) -> Result<(), Stop> {
        let mut end = self.run(floor);
        loop {
            match end {
                Err(Stop::Throw { object }) => {
                    self.unwind(object, floor)?;
                    end = self.run(floor);
                }
                Err(Stop::Limit(limit)) if self.can_throw(limit) => end = Err(self.thrown(limit)),
                end => return end,
            }
        }
    }

    /// Reads a slot of the current frame.
    fn get(&self, slot: Slot, ty: Type) -> Shaded<D::Shadow> {
        let index = self.core.base + usize::from(slot);
        let mut bits = u128::from(self.core.registers[index]);
        if ty.bits() > 64 {
            bits |= u128::from(self.core.registers[index + 1]) << 64;
        }
        Shaded { bits, shadow: self.shadows[index] }
    }

    /// Writes a slot of the current frame.
    fn set(&mut self, slot: Slot, ty: Type, value: Shaded<D::Shadow>) {
        let index = self.core.base + usize::from(slot);
        self.core.registers[index] = value.bits as u64;
        self.shadows[index] = value.shadow;
        if ty.bits() > 64 {
            self.core.registers[index + 1] = (value.bits >> 64) as u64;
            self.shadows[index + 1] = D::NONE;
        }
    }
}

/// A fault of memory as the end of a run.
pub(crate) fn stop_at(fault: Fault) -> Stop {
    Stop::Trap(match fault.kind {
        FaultKind::Null => TrapKind::Null,
        FaultKind::OutOfBounds => TrapKind::OutOfBounds,
        FaultKind::UseAfterFree => TrapKind::UseAfterFree,
        FaultKind::DoubleFree => TrapKind::DoubleFree,
        FaultKind::InvalidFree => TrapKind::InvalidFree,
        FaultKind::Uninitialised => TrapKind::Uninitialised,
        FaultKind::ReadOnly => TrapKind::ReadOnly,
        FaultKind::Wild => TrapKind::WildAddress,
        FaultKind::OutOfMemory => return Stop::Limit(Limit::Memory),
    })
}
