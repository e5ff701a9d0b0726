//! Calls, returns, and the way of an exception to its handler.

use super::Interpreter;
use crate::code::{NO_SLOT, Slot};
use crate::core::{Frame, WINDOW};
use crate::domain::{Domain, Shaded};
use crate::memory::{ObjectKind, address};
use crate::model::{JUMPING, LEAVING, Model, Stop, Value};
use program::{FuncId, Id, Point, Program, SelectorId, Type};
use std::sync::Arc;
use trace::{Event, Limit, Reason, TrapKind};

impl<D: Domain> Interpreter<'_, D> {
    /// Calls a function whose arguments stand at the window.
    pub(super) fn call(&mut self, function: FuncId, d: Slot, window: Slot) -> Result<(), Stop> {
        if let Some(model) = self.ready(function)? {
            let types: Vec<Type> =
                self.core.program.functions[function].parameter_types().collect();
            return self.call_model(function, &model, &types, d, window);
        }
        if (D::GRADES || D::SYMBOLIC) && self.core.code.graded[function.index()] {
            return self.call_graded(function, d, window);
        }
        self.enter(function, d, window, 0)
    }

    /// Sees to it that a function can be called; the trace has room for what was loaded.
    fn ready(&mut self, function: FuncId) -> Result<Option<Arc<dyn Model>>, Stop> {
        if self.core.code.has(function) {
            return Ok(None);
        }
        let model = self.core.ready(function);
        self.make_trace_room();
        model
    }

    /// Lets the program grow, and all tables with it.
    pub(super) fn grow(&mut self, change: &mut dyn FnMut(&mut Program)) -> Result<(), Stop> {
        let grown = self.core.grow(change);
        self.make_trace_room();
        grown
    }

    pub(super) fn make_trace_room(&mut self) {
        self.trace.tally.grow(self.core.sites.outcomes());
        self.trace.counters.grow(self.core.counter_count as usize);
    }

    /// A call that passes more arguments than there are parameters: they go into an object of
    /// their own, because the callee's registers come to lie where they stand.
    pub(super) fn call_variadic(&mut self, index: u32, d: Slot, window: Slot) -> Result<(), Stop> {
        let (function, signature) = self.core.code.variadic[index as usize];
        self.call_with_extras(function, signature, d, window)
    }

    fn call_with_extras(
        &mut self,
        function: FuncId,
        signature: u32,
        d: Slot,
        window: Slot,
    ) -> Result<(), Stop> {
        let types = self.core.code.signatures[signature as usize].arguments.clone();
        if let Some(model) = self.ready(function)? {
            return self.call_model(function, &model, &types, d, window);
        }
        let params = self.core.program.functions[function].params as usize;
        let extras: u64 = types.iter().skip(params).map(|&ty| extra_bytes(ty)).sum();
        let size = Shaded { bits: extras.into(), shadow: D::NONE };
        let object = self.make_object(size, 16, ObjectKind::VarArgs, true)?;
        let mut slot = window;
        let mut at = object;
        for (index, &ty) in types.iter().enumerate() {
            if index >= params {
                let value = self.get(slot, ty);
                self.write(at, ty, value)?;
                at += extra_bytes(ty);
            }
            slot += slots_of(ty);
        }
        self.enter(function, d, window, object)
    }

    pub(super) fn call_indirect(
        &mut self,
        a: Slot,
        d: Slot,
        window: Slot,
        signature: u32,
    ) -> Result<(), Stop> {
        let target = self.get(a, Type::Ptr);
        let target = self.object_at(target, Reason::Callee);
        if target == 0 {
            return Err(Stop::Trap(TrapKind::Null));
        }
        let function = address::function_at(target)
            .map(FuncId)
            .filter(|function| function.index() < self.core.program.functions.len())
            .ok_or(Stop::Trap(TrapKind::BadCall))?;
        let callee = &self.core.program.functions[function];
        let given = &self.core.code.signatures[signature as usize];
        let fits = |given: Type, wanted: Type| given == wanted || given.sort() == wanted.sort();
        let enough = given.arguments.len() == callee.params as usize
            || (callee.variadic && given.arguments.len() > callee.params as usize);
        let arguments_fit = given
            .arguments
            .iter()
            .zip(callee.parameter_types())
            .all(|(&given, wanted)| fits(given, wanted));
        let result_fits = match (given.result, callee.result) {
            (Some(expected), Some(result)) => fits(result, expected),
            (Some(_), None) => false,
            (None, _) => true,
        };
        if !(enough && arguments_fit && result_fits) {
            return Err(Stop::Trap(TrapKind::BadCall));
        }
        if given.arguments.len() > callee.params as usize {
            return self.call_with_extras(function, signature, d, window);
        }
        self.call(function, d, window)
    }

    pub(super) fn call_virtual(
        &mut self,
        selector: u32,
        d: Slot,
        window: Slot,
    ) -> Result<(), Stop> {
        let asked = self.get(window, Type::Ptr);
        let receiver = self.object_at(asked, Reason::Callee);
        let class = self.core.class_of(receiver).ok_or_else(|| self.not_managed(receiver))?;
        self.class_symbol(asked.shadow, class);
        let core = &mut *self.core;
        let function = core.classes.method(&core.program, class, SelectorId(selector));
        self.call(function.ok_or(Stop::Trap(TrapKind::NoMethod))?, d, window)
    }

    /// Opens a call of a function that is compiled; the program counter comes to its first operation.
    pub(super) fn enter(
        &mut self,
        function: FuncId,
        d: Slot,
        window: Slot,
        varargs: u64,
    ) -> Result<(), Stop> {
        if self.core.frames.len() >= self.core.depth_limit as usize {
            return Err(Stop::Limit(Limit::Depth));
        }
        let base = self.core.base + usize::from(window);
        self.make_room(base);
        self.core.frames.push(Frame {
            function,
            return_pc: self.core.pc + 1,
            caller_base: self.core.base,
            d,
            stack_mark: self.core.stack_objects.len() as u32,
            varargs,
        });
        self.core.base = base;
        self.core.top = self.core.top.max(base);
        self.core.pc = self.core.code.entries[function.index()];
        if self.core.config.record_events {
            let depth = self.core.frames.len() as u32;
            self.trace.events.push(Event::Enter { function, depth });
        }
        if self.core.hearing.is_some() {
            self.tell_begin(function);
        }
        Ok(())
    }

    /// Makes room for a frame that begins at `base`, and for the arguments of its calls.
    pub(super) fn make_room(&mut self, base: usize) {
        let wanted = base + 2 * WINDOW;
        if wanted > self.core.registers.len() {
            self.core.registers.resize(wanted.next_power_of_two(), 0);
        }
        if self.shadows.len() < self.core.registers.len() {
            self.shadows.resize(self.core.registers.len(), D::NONE);
        }
    }

    /// Closes the innermost call and hands its result on. Gives whether no more than `floor` calls are
    /// open.
    pub(super) fn leave_function(
        &mut self,
        floor: usize,
        value: Shaded<D::Shadow>,
        ty: Type,
    ) -> bool {
        if self.core.hearing.is_some() {
            self.tell_end(Some((ty, value)));
        }
        let Some(frame) = self.close_call() else { return true };
        if self.core.frames.len() <= floor {
            self.result = value;
            return true;
        }
        self.core.pc = frame.return_pc;
        if frame.d != NO_SLOT {
            self.set(frame.d, ty, value);
        }
        false
    }

    /// Closes the innermost call: its objects on the stack end.
    pub(super) fn close_call(&mut self) -> Option<Frame> {
        if self.core.config.record_events
            && let Some(frame) = self.core.frames.last()
        {
            let depth = self.core.frames.len() as u32;
            self.trace.events.push(Event::Leave { function: frame.function, depth });
        }
        let frame = self.core.frames.pop()?;
        self.end_stack_objects(frame.stack_mark);
        if frame.varargs != 0 {
            let _ = self.core.memory.release(frame.varargs);
        }
        self.core.base = frame.caller_base;
        Some(frame)
    }

    /// Ends the objects on the stack down to as many as the mark says.
    pub(super) fn end_stack_objects(&mut self, mark: u32) {
        while self.core.stack_objects.len() as u32 > mark {
            if let Some(object) = self.core.stack_objects.pop() {
                // It was made by the innermost call and nobody else can end it.
                let _ = self.core.memory.release(object);
            }
        }
    }

    /// Finds the handler of a thrown object and goes on there; without one in the calls above `floor`
    /// it is thrown on.
    pub(super) fn unwind(&mut self, object: u64, floor: usize) -> Result<(), Stop> {
        let class = match object {
            JUMPING => return self.go_back(floor),
            LEAVING => None,
            _ => Some(self.core.class_of(object).ok_or_else(|| self.not_managed(object))?),
        };
        while let Some(frame) = self.core.frames.last() {
            let index = frame.function.index();
            let point = self.count_left_block();
            let function = &self.core.program.functions[point.function];
            let table = function.blocks[point.block].handlers;
            let handler = table.zip(class).and_then(|(table, class)| {
                function.handlers[table].handlers.iter().find(|handler| {
                    handler.class.is_none_or(|wanted| self.core.classes.is_subtype(class, wanted))
                })
            });
            if let Some(handler) = handler {
                let slot = self.core.code.slots[index][handler.register.index()];
                self.core.pc = self.core.code.blocks[index][handler.target.index()];
                self.set(slot, Type::Ptr, Shaded { bits: object.into(), shadow: D::NONE });
                return Ok(());
            }
            if self.core.hearing.is_some() {
                self.tell_end(None);
            }
            let Some(frame) = self.close_call() else { break };
            if self.core.frames.len() <= floor {
                break;
            }
            self.core.pc = frame.return_pc - 1;
        }
        Err(Stop::Throw { object })
    }

    /// Counts the steps of a block that is left in the middle: they are counted at its end. Gives the place.
    pub(super) fn count_left_block(&mut self) -> Point {
        let point = self.core.point();
        let block = &self.core.program.functions[point.function].blocks[point.block];
        if (point.index as usize) < block.instructions.len() {
            self.core.steps += u64::from(point.index) + 1;
        }
        point
    }

    fn call_model(
        &mut self,
        function: FuncId,
        model: &Arc<dyn Model>,
        types: &[Type],
        d: Slot,
        window: Slot,
    ) -> Result<(), Stop> {
        let mut slot = window;
        let held = self.core.held.len();
        let mut arguments = Vec::with_capacity(types.len());
        for &ty in types {
            let value = self.get(slot, ty);
            self.hold(ty, value.bits);
            arguments.push(self.value(ty, value));
            slot += slots_of(ty);
        }
        // While the model runs, frames of what it calls begin behind its arguments.
        let (base, pc) = (self.core.base, self.core.pc);
        self.core.base = base + usize::from(slot);
        self.make_room(self.core.base);
        self.core.jumps.caller = (base, d);
        let result = model.call(self, &arguments);
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
        let wanted = self.core.program.functions[function].result;
        match (wanted, result) {
            (Some(ty), Some(value)) if value.ty.sort() == ty.sort() => {
                if d != NO_SLOT {
                    let shaded = self.shaded(value);
                    self.set(d, ty, shaded);
                }
            }
            (None, _) => {}
            (Some(_), _) => return Err(Stop::Trap(TrapKind::BadCall)),
        }
        self.core.pc = pc + 1;
        Ok(())
    }

    /// Calls a function from outside the code: from a model or from a scenario.
    pub(crate) fn call_from_outside(
        &mut self,
        function: FuncId,
        arguments: &[(Type, Shaded<D::Shadow>)],
    ) -> Result<Shaded<D::Shadow>, Stop> {
        if !self.may_nest() {
            return Err(Stop::Limit(Limit::Depth));
        }
        self.nesting += 1;
        let result = match self.ready(function) {
            Ok(Some(model)) => self.model_from_outside(function, &model, arguments),
            Ok(None) => self.code_from_outside(function, arguments),
            Err(stop) => Err(stop),
        };
        self.nesting -= 1;
        result
    }

    pub(super) fn code_from_outside(
        &mut self,
        function: FuncId,
        arguments: &[(Type, Shaded<D::Shadow>)],
    ) -> Result<Shaded<D::Shadow>, Stop> {
        let (base, pc) = (self.core.base, self.core.pc);
        let floor = self.core.frames.len();
        self.make_room(base);
        let mut slot: Slot = 0;
        for &(ty, value) in arguments {
            self.set(slot, ty, value);
            slot += slots_of(ty);
        }
        self.enter(function, NO_SLOT, 0, 0)?;
        self.result = Shaded { bits: 0, shadow: D::NONE };
        let end = self.execute(floor);
        if matches!(end, Ok(()) | Err(Stop::Throw { .. })) {
            (self.core.base, self.core.pc) = (base, pc);
        }
        end.map(|()| self.result)
    }

    /// A model that another one calls.
    fn model_from_outside(
        &mut self,
        function: FuncId,
        model: &Arc<dyn Model>,
        arguments: &[(Type, Shaded<D::Shadow>)],
    ) -> Result<Shaded<D::Shadow>, Stop> {
        let held = self.core.held.len();
        let mut values = Vec::with_capacity(arguments.len());
        for &(ty, value) in arguments {
            self.hold(ty, value.bits);
            values.push(self.value(ty, value));
        }
        let result = model.call(self, &values);
        self.core.held.truncate(held);
        let result = result?;
        let wanted = self.core.program.functions[function].result;
        match (wanted, result) {
            (Some(ty), Some(value)) if value.ty.sort() == ty.sort() => Ok(self.shaded(value)),
            (None, _) => Ok(Shaded { bits: 0, shadow: D::NONE }),
            (Some(_), _) => Err(Stop::Trap(TrapKind::BadCall)),
        }
    }

    /// A value with its shadow as a model sees it.
    pub(crate) fn value(&self, ty: Type, value: Shaded<D::Shadow>) -> Value {
        Value {
            ty,
            bits: value.bits & ty.mask(),
            term: self.domain.carried(value.shadow),
            grade: self.domain.grade(value.shadow),
        }
    }

    /// A model's value with its shadow.
    pub(crate) fn shaded(&mut self, value: Value) -> Shaded<D::Shadow> {
        let shadow = match (value.term, value.grade) {
            (Some(term), _) if D::SYMBOLIC => self.domain.of_term(Some(term)),
            (_, Some(grade)) if D::GRADES => self.domain.of_grade(grade),
            _ => D::NONE,
        };
        Shaded { bits: value.bits & value.ty.mask(), shadow }
    }
}

/// How many slots a value takes.
pub(super) fn slots_of(ty: Type) -> Slot {
    if ty.bits() > 64 { 2 } else { 1 }
}

/// How many bytes an argument beyond the parameters takes.
fn extra_bytes(ty: Type) -> u64 {
    u64::from(slots_of(ty)) * 8
}
