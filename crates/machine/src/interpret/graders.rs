//! Calls of functions whose results have a grader.

use super::Interpreter;
use super::calls::slots_of;
use crate::code::{NO_SLOT, Slot};
use crate::domain::{Domain, Shaded};
use crate::model::{Grader, Stop, Value};
use program::{FuncId, Type};
use std::sync::Arc;

/// Such calls that may be open, one inside the other: each takes a piece of the host's own stack. Calls farther
/// inside are not graded.
const MOST_GRADED: u32 = 24;

impl<D: Domain> Interpreter<'_, D> {
    /// Calls a function whose arguments stand at the window, and has its result graded.
    pub(super) fn call_graded(
        &mut self,
        function: FuncId,
        d: Slot,
        window: Slot,
    ) -> Result<(), Stop> {
        let grader = self.core.graders.get(&function).filter(|_| self.graded < MOST_GRADED);
        let Some(grader) = grader.filter(|grader| D::GRADES || grader.offers()).cloned() else {
            return self.enter(function, d, window, 0);
        };
        let ty = self.core.program.functions[function].result;
        let held = self.core.held.len();
        let types: Vec<Type> = self.core.program.functions[function].parameter_types().collect();
        let mut slot = window;
        let mut arguments = Vec::with_capacity(types.len());
        for ty in types {
            let value = self.get(slot, ty);
            self.hold(ty, value.bits);
            arguments.push((ty, value));
            slot += slots_of(ty);
        }
        let (base, pc) = (self.core.base, self.core.pc);
        self.core.base = base + usize::from(window);
        self.graded += 1;
        let result = self.graded_result(&grader, function, &arguments, ty);
        self.graded -= 1;
        self.core.held.truncate(held);
        let result = match result {
            Err(Stop::Limit(limit)) if self.can_throw(limit) => {
                (self.core.base, self.core.pc) = (base, pc);
                Err(self.thrown(limit))
            }
            result => result,
        };
        // After any other stop the place of the stop is still to be told.
        if matches!(result, Ok(_) | Err(Stop::Throw { .. })) {
            (self.core.base, self.core.pc) = (base, pc);
        }
        let result = result?;
        if let Some(ty) = ty.filter(|_| d != NO_SLOT) {
            self.set(d, ty, result);
        }
        self.core.pc = pc + 1;
        Ok(())
    }

    fn graded_result(
        &mut self,
        grader: &Arc<dyn Grader>,
        function: FuncId,
        arguments: &[(Type, Shaded<D::Shadow>)],
        ty: Option<Type>,
    ) -> Result<Shaded<D::Shadow>, Stop> {
        let result = self.code_from_outside(function, arguments);
        let given: Vec<Value> =
            arguments.iter().map(|&(ty, value)| self.value(ty, value)).collect();
        let result = match result {
            Err(Stop::Throw { .. }) => {
                grader.thrown(self, &given)?;
                return result;
            }
            result => result?,
        };
        let Some(ty) = ty else { return Ok(result) };
        let value = self.value(ty, result);
        let graded = grader.grade(self, &given, value)?;
        Ok(if D::GRADES { self.shaded(graded) } else { result })
    }
}
