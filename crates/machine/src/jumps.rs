//! Places that a run can go back to, as `setjmp` marks them.

use crate::code::Slot;
use program::{FuncId, Type};

/// A call that may return once more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Calls that are open there.
    pub depth: usize,
    /// The function that makes the call, where its frame begins and where its caller goes on.
    pub function: FuncId,
    pub base: usize,
    pub return_pc: u32,
    /// The call itself, and where its result goes.
    pub pc: u32,
    pub d: Slot,
}

/// The places that a run has marked, and the jump that it is making.
#[derive(Debug, Default)]
pub(crate) struct Jumps {
    /// By their numbers.
    pub places: Vec<Place>,
    /// Where to, and what the call there returns.
    pub current: Option<(Place, Type, u128)>,
    /// Where the frame of the model's caller begins, and where the model's result goes.
    pub caller: (usize, Slot),
}

impl Jumps {
    /// Forgets everything: a run begins.
    pub fn clear(&mut self) {
        self.places.clear();
        self.current = None;
    }
}
