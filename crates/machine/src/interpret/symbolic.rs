//! Memory through symbolic addresses and in objects of symbolic size or content.
//!
//! The concrete run decides which object an access means; that it stays inside that object is a clause of
//! the path condition. A small object is then read and written as an array term; into a larger one the
//! address is fixed to the one it had. Reading makes an array of the bytes and keeps it until one of them
//! is written; the first write through a symbolic index makes the array the only truth about the object.

use super::{Interpreter, stop_at};
use crate::code::Slot;
use crate::domain::{Contents, Domain, Shaded};
use crate::memory::{Object, address};
use crate::model::Stop;
use program::{Access, BinaryOp, CompareOp, ConvertOp, Instruction, Type};
use term::{Sort, TermId};
use trace::{Event, Origin, Reason};

/// Where an access goes once its address has been looked at.
enum Target {
    /// To one place.
    Place,
    /// To the place that the term says, an index into the object's array.
    Index(TermId),
}

impl<D: Domain> Interpreter<'_, D> {
    pub(super) fn load_symbolic(
        &mut self,
        d: Slot,
        a: Slot,
        offset: i32,
        ty: Type,
    ) -> Result<(), Stop> {
        let (at, pointer) = self.pointer(a, offset);
        let value = self.load_at(at, pointer, ty)?;
        self.set(d, ty, value);
        Ok(())
    }

    pub(super) fn store_symbolic(
        &mut self,
        v: Slot,
        a: Slot,
        offset: i32,
        ty: Type,
    ) -> Result<(), Stop> {
        let (at, pointer) = self.pointer(a, offset);
        let value = self.get(v, ty);
        self.store_at(at, pointer, ty, value)
    }

    /// The address of an access and its term.
    fn pointer(&mut self, a: Slot, offset: i32) -> (u64, Option<TermId>) {
        let base = self.get(a, Type::Ptr);
        let at = (base.bits as u64).wrapping_add_signed(offset.into());
        let term = self.domain.term(base.shadow);
        let term = term.and_then(|term| {
            let pool = &mut self.domain.concolic()?.pool;
            let offset = pool.bits(64, u128::from(i64::from(offset) as u64));
            Some(pool.binary(BinaryOp::Add, term, offset))
        });
        (at, term)
    }

    /// Reads a value through an address that may be symbolic, from an object that may be.
    pub(super) fn load_at(
        &mut self,
        at: u64,
        pointer: Option<TermId>,
        ty: Type,
    ) -> Result<Shaded<D::Shadow>, Stop> {
        let target = self.locate(at, pointer, ty)?;
        let value = self.read(at, ty)?;
        let Some(object) = self.core.memory.object(address::slot(at)) else { return Ok(value) };
        let contents = self
            .domain
            .concolic()
            .and_then(|concolic| concolic.arrays.get(&address::tag(at)).copied());
        let (array, index) = match (target, contents) {
            (Target::Place, None | Some(Contents::Copy(_))) => return Ok(value),
            (Target::Place, Some(Contents::Only(array))) => {
                (array, self.constant_index(object, address::offset(at)))
            }
            (Target::Index(index), Some(Contents::Copy(array) | Contents::Only(array))) => {
                (array, Some(index))
            }
            (Target::Index(index), None) => {
                let Some(array) = self.array_of(object) else { return Ok(value) };
                self.set_contents(object, Contents::Copy(array));
                (array, Some(index))
            }
        };
        let Some(index) = index else { return Ok(value) };
        let Some(concolic) = self.domain.concolic() else { return Ok(value) };
        let width = index_bits(object.size);
        let mut whole = concolic.pool.select(array, index);
        for byte in 1..ty.bytes() {
            let step = concolic.pool.bits(width, u128::from(byte));
            let index = concolic.pool.binary(BinaryOp::Add, index, step);
            let high = concolic.pool.select(array, index);
            whole = concolic.pool.concat(high, whole);
        }
        let term = concolic.from_bytes(ty, whole);
        let shadow = self.domain.of_term(Some(term));
        Ok(Shaded { bits: value.bits, shadow })
    }

    /// Writes a value through an address that may be symbolic, to an object that may be.
    pub(super) fn store_at(
        &mut self,
        at: u64,
        pointer: Option<TermId>,
        ty: Type,
        value: Shaded<D::Shadow>,
    ) -> Result<(), Stop> {
        let target = self.locate(at, pointer, ty)?;
        let Some(object) = self.core.memory.object(address::slot(at)) else {
            return self.write(at, ty, value);
        };
        let contents = self
            .domain
            .concolic()
            .and_then(|concolic| concolic.arrays.get(&address::tag(at)).copied());
        let (array, index) = match (target, contents) {
            (Target::Place, None) => return self.write(at, ty, value),
            (Target::Place, Some(Contents::Copy(_))) => {
                if let Some(concolic) = self.domain.concolic() {
                    concolic.arrays.remove(&address::tag(at));
                }
                return self.write(at, ty, value);
            }
            (Target::Place, Some(Contents::Only(array))) => {
                (Some(array), self.constant_index(object, address::offset(at)))
            }
            (Target::Index(index), Some(Contents::Copy(array) | Contents::Only(array))) => {
                (Some(array), Some(index))
            }
            (Target::Index(index), None) => (self.array_of(object), Some(index)),
        };
        self.write(at, ty, value)?;
        let term = self.domain.term(value.shadow);
        let (Some(mut array), Some(index), Some(concolic)) = (array, index, self.domain.concolic())
        else {
            return Ok(());
        };
        let term = concolic.term_of(ty, Shaded { bits: value.bits, shadow: term });
        let bytes = concolic.to_bytes(ty, term);
        let width = index_bits(object.size);
        for byte in 0..ty.bytes() {
            let step = concolic.pool.bits(width, u128::from(byte));
            let index = concolic.pool.binary(BinaryOp::Add, index, step);
            let part = concolic.pool.extract(bytes, (byte * 8) as u8, 8);
            array = concolic.pool.store(array, index, part);
        }
        self.set_contents(object, Contents::Only(array));
        Ok(())
    }

    /// Copies bytes from or to an object whose contents or size are symbolic.
    pub(super) fn copy_symbolic(&mut self, to: u64, from: u64, len: u64) -> Result<(), Stop> {
        let narrow = u32::try_from(len).unwrap_or(u32::MAX);
        self.check_inside(from, None, narrow)?;
        self.check_inside(to, None, narrow)?;
        let source = self.core.memory.resolve(from, narrow).map_err(stop_at)?;
        self.core.memory.resolve(to, narrow).map_err(stop_at)?;
        let mut bytes = Vec::with_capacity(len as usize);
        for offset in 0..len {
            // A byte that was never written stays so.
            let written = self.core.memory.check_written(source + offset as usize, 1);
            bytes.push(if written {
                Some(self.load_at(from + offset, None, Type::I8)?)
            } else {
                None
            });
        }
        self.core.memory.copy(to, from, len).map_err(stop_at)?;
        for (offset, byte) in (0..len).zip(bytes) {
            if let Some(byte) = byte {
                self.store_at(to + offset, None, Type::I8, byte)?;
            }
        }
        Ok(())
    }

    /// Looks at the address of an access: that it is inside its object becomes a clause, and where it
    /// goes is decided.
    fn locate(&mut self, at: u64, pointer: Option<TermId>, ty: Type) -> Result<Target, Stop> {
        self.check_inside(at, pointer, ty.bytes())?;
        let Some(pointer) = pointer else { return Ok(Target::Place) };
        let Some(object) = self.core.memory.object(address::slot(at)) else {
            return Ok(Target::Place);
        };
        let Some(concolic) = self.domain.concolic() else { return Ok(Target::Place) };
        let pool = &mut concolic.pool;
        let base = pool.bits(64, u128::from(object.address));
        let offset = pool.binary(BinaryOp::Sub, pointer, base);
        if pool.as_constant(offset).is_some() {
            return Ok(Target::Place);
        }
        if object.size <= self.core.config.array_limit {
            let width = Sort::Bits(index_bits(object.size));
            return Ok(Target::Index(pool.convert(ConvertOp::Trunc, width, offset)));
        }
        let pointer = Shaded { bits: at.into(), shadow: self.domain.of_term(Some(pointer)) };
        self.concretise(Type::Ptr, pointer, Reason::LargeObject);
        Ok(Target::Place)
    }

    /// Adds the clause that an access lies inside its object, or that it does not.
    fn check_inside(&mut self, at: u64, pointer: Option<TermId>, len: u32) -> Result<(), Stop> {
        let resolved = self.core.memory.resolve(at, len);
        let inside = resolved.is_ok();
        if !self.is_trusted() {
            let test = self.inside_term(at, pointer, len);
            let point = self.core.point();
            let term = self.assert(test, inside, Origin::Access { point, inside });
            if self.core.config.record_events && term.is_some() {
                self.trace.events.push(Event::Check {
                    point,
                    site: None,
                    kind: program::CheckKind::Bounds,
                    passed: inside,
                    distance: None,
                    term,
                });
            }
        }
        resolved.map(|_| ()).map_err(stop_at)
    }

    /// Whether `check` instructions have seen to the access that is being executed.
    fn is_trusted(&self) -> bool {
        let point = self.core.point();
        let block = &self.core.program.functions[point.function].blocks[point.block];
        matches!(
            block.instructions.get(point.index as usize).map(|instruction| &instruction.node),
            Some(
                Instruction::Load { access: Access::Trusted, .. }
                    | Instruction::Store { access: Access::Trusted, .. }
            )
        )
    }

    /// That an access lies inside the object it means.
    fn inside_term(&mut self, at: u64, pointer: Option<TermId>, len: u32) -> Option<TermId> {
        let object = self.core.memory.object(address::slot(at));
        let Some(object) = object.filter(|object| address::tag(object.address) == address::tag(at))
        else {
            // Null, dead, or run over into another object's range: all that is known is this address.
            let pool = &mut self.domain.concolic()?.pool;
            let here = pool.bits(64, u128::from(at));
            let same = pool.compare(CompareOp::Eq, pointer?, here);
            return Some(pool.not(same));
        };
        let concolic = self.domain.concolic()?;
        let size = concolic.sizes.get(&address::tag(at)).copied();
        if pointer.is_none() && size.is_none() {
            return None;
        }
        let pool = &mut concolic.pool;
        let size = size.unwrap_or_else(|| pool.bits(64, u128::from(object.size)));
        let here = pool.bits(64, u128::from(at));
        let base = pool.bits(64, u128::from(object.address));
        let len = pool.bits(64, u128::from(len));
        let offset = pool.binary(BinaryOp::Sub, pointer.unwrap_or(here), base);
        let last = pool.binary(BinaryOp::Sub, size, len);
        let fits = pool.compare(CompareOp::Ule, len, size);
        let inside = pool.compare(CompareOp::Ule, offset, last);
        Some(pool.and(fits, inside))
    }

    /// An offset into an object as an index of its array.
    fn constant_index(&mut self, object: Object, offset: u32) -> Option<TermId> {
        let pool = &mut self.domain.concolic()?.pool;
        Some(pool.bits(index_bits(object.size), u128::from(offset)))
    }

    /// The bytes of an object as an array term.
    fn array_of(&mut self, object: Object) -> Option<TermId> {
        let width = index_bits(object.size);
        let bytes = self.core.memory.bytes(object.address, object.size.into()).ok()?;
        let concolic = self.domain.concolic()?;
        let mut array = concolic.pool.bytes(width, bytes);
        for offset in 0..object.size as usize {
            if concolic.memory.cell(object.index + offset).is_some() {
                let byte = concolic.byte(&self.core.memory, object.index + offset);
                let index = concolic.pool.bits(width, offset as u128);
                array = concolic.pool.store(array, index, byte);
            }
        }
        Some(array)
    }

    fn set_contents(&mut self, object: Object, contents: Contents) {
        if let Some(concolic) = self.domain.concolic() {
            concolic.arrays.insert(address::tag(object.address), contents);
            self.core.memory.set_flag(address::slot(object.address), true);
        }
    }
}

/// How many bits an index into that many bytes has.
fn index_bits(size: u32) -> u8 {
    (32 - size.saturating_sub(1).leading_zeros()).max(1) as u8
}
