//! What a model may do, in any domain.

use super::{Interpreter, stop_at};
use crate::domain::{Domain, Shaded};
use crate::memory::{ObjectKind, address};
use crate::model::{Context, Environment, Stop, Value};
use program::{FuncId, Type};
use term::{Pool, TermId};
use trace::{Mode, Origin, Reason, TrapKind};

impl<D: Domain> Context for Interpreter<'_, D> {
    fn mode(&self) -> Mode {
        self.mode
    }

    fn load(&mut self, address: u64, ty: Type) -> Result<Value, Stop> {
        let value = if D::SYMBOLIC && self.core.memory.flag(address::slot(address)) {
            self.load_at(address, None, ty)?
        } else {
            self.read(address, ty)?
        };
        Ok(self.value(ty, value))
    }

    fn store(&mut self, address: u64, value: Value) -> Result<(), Stop> {
        let shaded = self.shaded(value);
        if D::SYMBOLIC && self.core.memory.flag(address::slot(address)) {
            self.store_at(address, None, value.ty, shaded)
        } else {
            self.write(address, value.ty, shaded)
        }
    }

    fn allocate(&mut self, size: Value, zeroed: bool) -> Result<Value, Stop> {
        let size = self.shaded(size);
        let object = self.make_object(size, 16, ObjectKind::Heap, zeroed)?;
        Ok(Value::new(Type::Ptr, object.into()))
    }

    fn free(&mut self, address: u64) -> Result<(), Stop> {
        self.core.memory.free(address).map_err(stop_at)
    }

    fn object_size(&self, address: u64) -> Option<u32> {
        self.core.memory.size(address).ok()
    }

    fn copy(&mut self, to: u64, from: u64, len: u64) -> Result<(), Stop> {
        self.copy_bytes(to, from, len)
    }

    fn pool(&mut self) -> Option<&mut Pool> {
        self.domain.concolic().map(|concolic| &mut concolic.pool)
    }

    fn assume(&mut self, clause: TermId) {
        let point = self.core.point();
        self.assert(Some(clause), true, Origin::Model { point });
    }

    fn concrete(&mut self, value: Value) -> u128 {
        let shaded = self.shaded(value);
        self.concretise(value.ty, shaded, Reason::Model)
    }

    fn call(&mut self, function: FuncId, arguments: &[Value]) -> Result<Option<Value>, Stop> {
        let callee = &self.core.program.functions[function];
        let fits = arguments.len() == callee.params as usize
            && arguments
                .iter()
                .zip(callee.parameter_types())
                .all(|(given, wanted)| given.ty.sort() == wanted.sort());
        if !fits {
            return Err(Stop::Trap(TrapKind::BadCall));
        }
        let result = callee.result;
        let arguments: Vec<(Type, Shaded<D::Shadow>)> =
            arguments.iter().map(|&argument| (argument.ty, self.shaded(argument))).collect();
        let value = self.call_from_outside(function, &arguments)?;
        Ok(result.map(|ty| self.value(ty, value)))
    }

    fn environment(&self) -> &Environment {
        &self.core.environment
    }
}
