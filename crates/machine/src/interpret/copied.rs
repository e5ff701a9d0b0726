//! Loads that only hand bytes on, and how bytes that were never written travel with them.
//!
//! A copy from memory to memory through a register is a load and a store. What the load finds unwritten is
//! remembered under its register until the store has come, and then unwritten at the new place too. So
//! a program may copy what it never wrote, and traps where it looks at the copy.

use super::{Interpreter, stop_at};
use crate::code::Slot;
use crate::config::UNINITIALISED;
use crate::core::Unwritten;
use crate::domain::Domain;
use crate::memory::address;
use crate::model::{Context, Stop, Value};
use program::{Access, Instruction, Type};
use trace::Reason;

impl<D: Domain> Interpreter<'_, D> {
    /// Does what the load that is being executed does. One that takes what was never written for zeros
    /// does not look whether it was; half of a copy remembers it for the other half.
    pub(super) fn with_access_of_load(
        &mut self,
        d: Slot,
        at: u64,
        ty: Type,
        load: impl FnOnce(&mut Self) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let access = self.access_of_load();
        if !matches!(access, Some(Access::Zeros | Access::Copied)) {
            return load(self);
        }
        let checks = self.core.memory.check_uninitialised(false);
        let result = load(self);
        self.core.memory.check_uninitialised(checks);
        if result.is_ok() && checks && access == Some(Access::Copied) {
            let bytes = self.core.memory.unwritten(at, ty.bytes()).map_err(stop_at)?;
            if bytes != 0 {
                let register = self.core.base + usize::from(d);
                self.core.unwritten.push(Unwritten { register, bytes });
            }
        }
        result
    }

    /// Lets the scenario say what bytes are that were never written, where they are read.
    pub(super) fn answer_unwritten(&mut self, at: u64, len: u32) -> Result<(), Stop> {
        if !self.core.config.ask_uninitialised || !self.core.memory.checks_uninitialised() {
            return Ok(());
        }
        let Ok(bytes) = self.core.memory.unwritten(at, len) else { return Ok(()) };
        for byte in (0..16).filter(|byte| bytes >> byte & 1 != 0) {
            let value = Context::ask(self, UNINITIALISED, Type::I8, Value::new(Type::I8, 0));
            let value = self.shaded(value);
            self.host_write(at + byte, Type::I8, value).map_err(stop_at)?;
        }
        Ok(())
    }

    /// What is checked about the load that is being executed.
    fn access_of_load(&self) -> Option<Access> {
        let point = self.core.point();
        let block = &self.core.program.functions[point.function].blocks[point.block];
        match block.instructions.get(point.index as usize)?.node {
            Instruction::Load { access, .. } => Some(access),
            _ => None,
        }
    }

    /// Whether the first half of a copy is being executed, and it matters what was written.
    pub(super) fn is_copying(&self) -> bool {
        self.core.config.trap_uninitialised && self.access_of_load() == Some(Access::Copied)
    }

    /// Makes those of the stored bytes unwritten that were so where the value comes from.
    #[cold]
    pub(super) fn hand_on(&mut self, v: Slot, a: Slot, offset: i32, len: u8) -> Result<(), Stop> {
        let register = self.core.base + usize::from(v);
        let found = self.core.unwritten.iter().rposition(|known| known.register == register);
        if let Some(found) = found {
            let Unwritten { bytes, .. } = self.core.unwritten.swap_remove(found);
            let pointer = self.get(a, Type::Ptr);
            let pointer = self.concretise(Type::Ptr, pointer, Reason::Address) as u64;
            let at = pointer.wrapping_add_signed(offset.into());
            self.core.memory.forget(at, len.into(), bytes).map_err(stop_at)?;
            if D::SYMBOLIC {
                self.forget_contents(at, bytes);
            }
        }
        Ok(())
    }

    /// Brings the array of an object up to date after bytes of it became unwritten.
    fn forget_contents(&mut self, at: u64, bytes: u16) {
        let Some(object) = self.core.memory.object(address::slot(at)) else { return };
        let Some(concolic) = self.domain.concolic() else { return };
        let known = concolic.arrays.remove(&address::tag(at));
        let Some(mut contents) = known.filter(|known| known.only) else { return };
        let fresh = self.array_of(object, 0..0).and_then(|fresh| fresh.written);
        contents.written = contents.written.or(fresh);
        for byte in (0..16).filter(|byte| bytes >> byte & 1 != 0) {
            let index = self.constant_index(object, address::offset(at) + byte);
            let (Some(index), Some(concolic)) = (index, self.domain.concolic()) else { break };
            let no = concolic.pool.bits(8, 0);
            contents.written =
                contents.written.map(|written| concolic.pool.store(written, index, no));
        }
        self.set_contents(object, contents);
    }

    /// The address of an access.
    pub(super) fn reached(&self, a: Slot, offset: i32) -> u64 {
        let address = self.core.registers[self.core.base + usize::from(a)];
        address.wrapping_add_signed(offset.into())
    }
}
