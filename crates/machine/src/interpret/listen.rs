//! Who listens hears of calls as they begin and end: what code does with an interface can so be written down.

use super::Interpreter;
use super::calls::slots_of;
use crate::domain::{Domain, Shaded};
use crate::model::{Listener, Value};
use program::{FuncId, Type};

/// A listener, and what it is waiting for.
pub(crate) struct Hearing {
    pub listener: Box<dyn Listener>,
    /// How many calls were open within the one whose end it waits for, that one included.
    pub open: Option<usize>,
}

impl<D: Domain> Interpreter<'_, D> {
    /// Tells who listens of the call that was just opened.
    pub(super) fn tell_begin(&mut self, function: FuncId) {
        let Some(mut hearing) = self.core.hearing.take() else { return };
        if hearing.open.is_none() {
            let depth = self.core.frames.len();
            let caller = depth.checked_sub(2).map(|index| self.core.frames[index].function);
            let types: Vec<Type> =
                self.core.program.functions[function].parameter_types().collect();
            let mut slot = 0;
            let mut arguments: Vec<Value> = Vec::with_capacity(types.len());
            for ty in types {
                let value = self.get(slot, ty);
                arguments.push(self.value(ty, value));
                slot += slots_of(ty);
            }
            if hearing.listener.begins(self, caller, function, &arguments) {
                hearing.open = Some(depth);
            }
        }
        self.core.hearing = Some(hearing);
    }

    /// Tells who listens that the innermost call is over; there is no result if something was thrown.
    pub(super) fn tell_end(&mut self, result: Option<(Type, Shaded<D::Shadow>)>) {
        let depth = self.core.frames.len();
        let Some(mut hearing) = self.core.hearing.take() else { return };
        if hearing.open == Some(depth) {
            let result = result.map(|(ty, value)| self.value(ty, value));
            hearing.open = None;
            hearing.listener.ends(result);
        }
        self.core.hearing = Some(hearing);
    }
}
