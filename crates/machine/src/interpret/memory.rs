//! Allocation, freeing, copying and filling, and loads and stores of unusual widths.

use super::{Interpreter, stop_at};
use crate::code::Slot;
use crate::domain::{Domain, Shaded, Size};
use crate::memory::{Fault, ObjectKind, address};
use crate::model::Stop;
use program::{CompareOp, Type};
use term::TermId;
use trace::{Origin, Reason, TrapKind};

/// What is copied or filled as a whole counts as a step for so many bytes.
const BYTES_PER_STEP: u64 = 256;

impl<D: Domain> Interpreter<'_, D> {
    /// A load of an odd width, or one that finds what was never written.
    pub(super) fn load_general(
        &mut self,
        d: Slot,
        a: Slot,
        offset: i32,
        ty: Type,
    ) -> Result<(), Stop> {
        let at = self.reached(a, offset);
        self.with_access_of_load(d, at, ty, |interpreter| {
            interpreter.load_checked(d, a, offset, ty)
        })
    }

    fn load_checked(&mut self, d: Slot, a: Slot, offset: i32, ty: Type) -> Result<(), Stop> {
        let address = self.get(a, Type::Ptr);
        let at = (address.bits as u64).wrapping_add_signed(offset.into());
        if D::SYMBOLIC && (address.shadow != D::NONE || self.core.memory.flag(address::slot(at))) {
            return self.load_checked_symbolic(d, a, offset, ty);
        }
        let value = self.read(at, ty)?;
        self.set(d, ty, value);
        Ok(())
    }

    pub(super) fn store_general(
        &mut self,
        v: Slot,
        a: Slot,
        offset: i32,
        ty: Type,
    ) -> Result<(), Stop> {
        let address = self.get(a, Type::Ptr);
        let at = (address.bits as u64).wrapping_add_signed(offset.into());
        if D::SYMBOLIC && (address.shadow != D::NONE || self.core.memory.flag(address::slot(at))) {
            return self.store_symbolic(v, a, offset, ty);
        }
        let value = self.get(v, ty);
        self.write(at, ty, value)
    }

    /// Reads a value from an object whose bytes are as memory has them.
    pub(crate) fn read(&mut self, at: u64, ty: Type) -> Result<Shaded<D::Shadow>, Stop> {
        self.answer_unwritten(at, ty.bytes())?;
        let bits = self.core.memory.load(at, ty.bytes()).map_err(stop_at)? & ty.mask();
        let shadow = if D::TRACKS {
            let index = self.core.memory.resolve(at, ty.bytes()).map_err(stop_at)?;
            self.domain.load(&self.core.memory, index, ty)
        } else {
            D::NONE
        };
        Ok(Shaded { bits, shadow })
    }

    /// Writes a value to an object whose bytes are as memory has them.
    pub(super) fn write(
        &mut self,
        at: u64,
        ty: Type,
        value: Shaded<D::Shadow>,
    ) -> Result<(), Stop> {
        self.core.memory.store(at, ty.bytes(), value.bits).map_err(stop_at)?;
        if D::TRACKS {
            let index = self.core.memory.resolve(at, ty.bytes()).map_err(stop_at)?;
            self.domain.store(index, ty, value.shadow);
        }
        Ok(())
    }

    /// Writes a value on the scenario's behalf, into a read-only object too.
    pub(crate) fn host_write(
        &mut self,
        at: u64,
        ty: Type,
        value: Shaded<D::Shadow>,
    ) -> Result<(), Fault> {
        let bytes = value.bits.to_le_bytes();
        self.core.memory.initialise(at, &bytes[..ty.bytes() as usize])?;
        if D::TRACKS {
            let index = self.core.memory.resolve(at, ty.bytes())?;
            self.domain.store(index, ty, value.shadow);
            self.renew_contents(at, ty, value);
        }
        Ok(())
    }

    pub(super) fn allocate(
        &mut self,
        d: Slot,
        a: Slot,
        heap: bool,
        zeroed: bool,
        align: u32,
    ) -> Result<(), Stop> {
        let size = self.get(a, Type::I64);
        let kind = if heap { ObjectKind::Heap } else { ObjectKind::Stack };
        let object = self.make_object(size, align, kind, zeroed)?;
        if !heap {
            self.core.stack_objects.push(object);
        }
        self.set(d, Type::Ptr, Shaded { bits: object.into(), shadow: D::NONE });
        Ok(())
    }

    /// Makes an object; a symbolic size stays symbolic.
    pub(crate) fn make_object(
        &mut self,
        size: Shaded<D::Shadow>,
        align: u32,
        kind: ObjectKind,
        zeroed: bool,
    ) -> Result<u64, Stop> {
        let term = self.domain.term(size.shadow);
        self.limit_size(term, size.bits);
        let object =
            self.core.memory.allocate(size.bits as u64, align, kind, zeroed).map_err(stop_at)?;
        if D::TRACKS {
            // The bytes may have been another object's.
            let index = self.core.memory.resolve(object, 0).map_err(stop_at)?;
            self.domain.clear(index, size.bits as usize);
        }
        if let Some(concolic) = self.domain.concolic() {
            concolic.forget(address::tag(object));
            if let Some(term) = term {
                concolic.sizes.insert(address::tag(object), Size { term, zeroed });
                self.core.memory.set_flag(address::slot(object), true);
            }
        }
        Ok(object)
    }

    /// Adds the clause that a symbolic size can be had at all, or that it cannot.
    fn limit_size(&mut self, size: Option<TermId>, bits: u128) {
        // A size that a scenario asks for has a limit of its own.
        if self.core.frames.is_empty() {
            return;
        }
        let limit = self.core.config.memory.min(address::MAX_OBJECT.into()).into();
        if let (Some(size), Some(concolic)) = (size, self.domain.concolic()) {
            let most = concolic.pool.bits(64, limit);
            let test = concolic.pool.compare(CompareOp::Ule, size, most);
            let point = self.core.point();
            let inside = bits <= limit;
            self.assert(Some(test), inside, Origin::Access { point, inside });
        }
    }

    pub(super) fn free(&mut self, a: Slot) -> Result<(), Stop> {
        let address = self.get(a, Type::Ptr);
        let address = self.concretise(Type::Ptr, address, Reason::Address) as u64;
        self.core.memory.free(address).map_err(stop_at)
    }

    pub(super) fn copy_memory(&mut self, to: Slot, from: Slot, size: Slot) -> Result<(), Stop> {
        let (to, from) = (self.get(to, Type::Ptr), self.get(from, Type::Ptr));
        let size = self.get(size, Type::I64);
        self.copy_between(to, from, (Type::I64, size))
    }

    /// Copies bytes with what they carry; symbolic addresses and sizes are fixed.
    pub(super) fn copy_between(
        &mut self,
        to: Shaded<D::Shadow>,
        from: Shaded<D::Shadow>,
        (ty, size): (Type, Shaded<D::Shadow>),
    ) -> Result<(), Stop> {
        let target = self.concretise(Type::Ptr, to, Reason::Address) as u64;
        let source = self.concretise(Type::Ptr, from, Reason::Address) as u64;
        let len = self.concretise(ty, size, Reason::Size) as u64;
        if len > 0 {
            self.check_null(to.shadow);
            self.check_null(from.shadow);
        }
        self.copy_bytes(target, source, len)
    }

    /// Copies bytes with what they carry.
    pub(super) fn copy_bytes(&mut self, to: u64, from: u64, len: u64) -> Result<(), Stop> {
        if len == 0 {
            return Ok(());
        }
        self.core.steps += len / BYTES_PER_STEP;
        if D::SYMBOLIC
            && (self.core.memory.flag(address::slot(to))
                || self.core.memory.flag(address::slot(from)))
        {
            return self.copy_symbolic(to, from, len);
        }
        self.core.memory.copy(to, from, len).map_err(stop_at)?;
        if D::TRACKS {
            let to = self.core.memory.resolve(to, len as u32).map_err(stop_at)?;
            let from = self.core.memory.resolve(from, len as u32).map_err(stop_at)?;
            self.domain.copy(to, from, len as usize);
        }
        Ok(())
    }

    pub(super) fn fill_memory(&mut self, to: Slot, byte: Slot, size: Slot) -> Result<(), Stop> {
        let (to, byte) = (self.get(to, Type::Ptr), self.get(byte, Type::I8));
        let size = self.get(size, Type::I64);
        self.fill_at(to, byte, (Type::I64, size))
    }

    /// Fills bytes; a symbolic address and size are fixed.
    pub(super) fn fill_at(
        &mut self,
        to: Shaded<D::Shadow>,
        byte: Shaded<D::Shadow>,
        (ty, size): (Type, Shaded<D::Shadow>),
    ) -> Result<(), Stop> {
        let target = self.concretise(Type::Ptr, to, Reason::Address) as u64;
        let len = self.concretise(ty, size, Reason::Size) as u64;
        if len > 0 {
            self.check_null(to.shadow);
        }
        self.fill_bytes(target, byte, len)
    }

    /// Fills bytes.
    pub(super) fn fill_bytes(
        &mut self,
        to: u64,
        byte: Shaded<D::Shadow>,
        len: u64,
    ) -> Result<(), Stop> {
        if len == 0 {
            return Ok(());
        }
        self.core.steps += len / BYTES_PER_STEP;
        if D::SYMBOLIC && (byte.shadow != D::NONE || self.core.memory.flag(address::slot(to))) {
            return self.fill_symbolic(to, byte, len);
        }
        self.core.memory.fill(to, byte.bits as u8, len).map_err(stop_at)?;
        if D::TRACKS {
            let index = self.core.memory.resolve(to, len as u32).map_err(stop_at)?;
            self.domain.clear(index, len as usize);
        }
        Ok(())
    }

    /// The trap of a use of what is no managed object.
    pub(super) fn not_managed(&self, object: u64) -> Stop {
        match self.core.memory.kind(object) {
            Err(fault) => stop_at(fault),
            Ok(_) => Stop::Trap(TrapKind::WildAddress),
        }
    }
}
