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
use program::{Access, BinaryOp, CheckKind, CompareOp, ConvertOp, Instruction, Type};
use std::ops::Range;
use term::{Pool, Sort, TermId};
use trace::{Event, Origin, Reason};

/// Where an access goes once its address has been looked at.
enum Target {
    /// To one place.
    Place,
    /// To the place that the term says, an index into the object's array.
    Index(TermId),
}

/// A byte on its way from one object to another.
#[derive(Clone, Copy, Default)]
struct CopiedByte {
    /// Its term, unless it is bare.
    term: Option<TermId>,
    /// Whether it was written, where that depends on inputs.
    written: Option<TermId>,
}

impl<D: Domain> Interpreter<'_, D> {
    pub(super) fn load_symbolic(
        &mut self,
        d: Slot,
        a: Slot,
        offset: i32,
        ty: Type,
    ) -> Result<(), Stop> {
        let at = self.reached(a, offset);
        self.with_access_of_load(d, at, ty, |interpreter| {
            interpreter.load_checked_symbolic(d, a, offset, ty)
        })
    }

    pub(super) fn load_checked_symbolic(
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
        let null = self.check_null(base.shadow);
        let term = self.domain.term(base.shadow).filter(|_| !null);
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
        if pointer.is_none() && !self.core.memory.flag(address::slot(at)) {
            return self.read(at, ty);
        }
        self.answer_unwritten(at, ty.bytes())?;
        let target = self.locate(at, pointer, ty)?;
        let Some((object, contents, index)) = self.contents_for_read(at, target) else {
            return self.read(at, ty);
        };
        self.check_written(object, contents, at, index, ty);
        let value = self.read(at, ty)?;
        let shadow = match self.domain.concolic() {
            Some(concolic) => {
                let mut whole = concolic.pool.select(contents.bytes, index);
                for byte in 1..ty.bytes() {
                    let index = step(&mut concolic.pool, index, byte);
                    let high = concolic.pool.select(contents.bytes, index);
                    whole = concolic.pool.concat(high, whole);
                }
                let term = concolic.value_of(ty, whole);
                self.domain.of_term(Some(term))
            }
            None => value.shadow,
        };
        Ok(Shaded { bits: value.bits, shadow })
    }

    /// The array that a read has to go through and the index into it, unless the bytes in memory will
    /// do.
    fn contents_for_read(&mut self, at: u64, target: Target) -> Option<(Object, Contents, TermId)> {
        let object = self.core.memory.object(address::slot(at))?;
        let contents = self.domain.concolic()?.arrays.get(&address::tag(at)).copied();
        match (target, contents) {
            (Target::Place, contents) => {
                let contents = contents.filter(|contents| contents.only)?;
                let index = self.constant_index(object, address::offset(at))?;
                Some((object, contents, index))
            }
            (Target::Index(index), Some(contents)) => Some((object, contents, index)),
            (Target::Index(index), None) => {
                let contents = self.array_of(object, 0..0)?;
                self.set_contents(object, contents);
                Some((object, contents, index))
            }
        }
    }

    /// Adds the clause that what is read was written before, or that it was not; for a copy, which of
    /// its bytes were.
    fn check_written(
        &mut self,
        object: Object,
        contents: Contents,
        at: u64,
        index: TermId,
        ty: Type,
    ) {
        let copying = self.is_copying();
        if !self.core.memory.checks_uninitialised() && !copying {
            return;
        }
        let (Some(written), Some(concolic)) = (contents.written, self.domain.concolic()) else {
            return;
        };
        let pool = &mut concolic.pool;
        let mut all = pool.bool(true);
        let mut flags = Vec::new();
        for byte in 0..ty.bytes() {
            let index = step(pool, index, byte);
            let flag = pool.select(written, index);
            flags.push(pool.extract(flag, 0, 1));
            all = pool.and(all, flags[byte as usize]);
        }
        let place = object.index + address::offset(at) as usize;
        let holds = self.core.memory.check_written(place, ty.bytes());
        let point = self.core.point();
        if copying && !holds {
            for (byte, flag) in flags.into_iter().enumerate() {
                let inside = self.core.memory.check_written(place + byte, 1);
                self.assert(Some(flag), inside, Origin::Access { point, inside });
            }
            return;
        }
        let term = self.assert(Some(all), holds, Origin::Access { point, inside: holds });
        if !copying {
            self.tell_access(CheckKind::Initialised, holds, term);
        }
    }

    /// Writes a value through an address that may be symbolic, to an object that may be.
    pub(super) fn store_at(
        &mut self,
        at: u64,
        pointer: Option<TermId>,
        ty: Type,
        value: Shaded<D::Shadow>,
    ) -> Result<(), Stop> {
        if pointer.is_none() && !self.core.memory.flag(address::slot(at)) {
            return self.write(at, ty, value);
        }
        match self.locate(at, pointer, ty)? {
            Target::Place => {
                self.write(at, ty, value)?;
                self.renew_contents(at, ty, value);
            }
            Target::Index(index) => {
                let known = self
                    .domain
                    .concolic()
                    .and_then(|concolic| concolic.arrays.get(&address::tag(at)).copied());
                // The array has to be made of what was there before.
                let before = known.or_else(|| {
                    let object = self.core.memory.object(address::slot(at))?;
                    self.array_of(object, 0..0)
                });
                self.write(at, ty, value)?;
                if let Some(before) = before {
                    self.store_into(at, before, index, ty, value);
                }
            }
        }
        Ok(())
    }

    /// Brings the array of an object up to date after a write to a known place.
    pub(super) fn renew_contents(&mut self, at: u64, ty: Type, value: Shaded<D::Shadow>) {
        let Some(concolic) = self.domain.concolic() else { return };
        match concolic.arrays.get(&address::tag(at)).copied() {
            None => {}
            Some(contents) if !contents.only => {
                concolic.arrays.remove(&address::tag(at));
            }
            Some(contents) => {
                let object = self.core.memory.object(address::slot(at));
                let index =
                    object.and_then(|object| self.constant_index(object, address::offset(at)));
                if let Some(index) = index {
                    self.store_into(at, contents, index, ty, value);
                }
            }
        }
    }

    /// Writes a value into the array of an object, which is from now on the only truth about it.
    fn store_into(
        &mut self,
        at: u64,
        before: Contents,
        index: TermId,
        ty: Type,
        value: Shaded<D::Shadow>,
    ) {
        let term = self.domain.term(value.shadow);
        let Some(concolic) = self.domain.concolic() else { return };
        let term = concolic.term_of(ty, Shaded { bits: value.bits, shadow: term });
        let bytes = concolic.bytes_of(ty, term);
        let pool = &mut concolic.pool;
        let mut contents = Contents { only: true, ..before };
        for byte in 0..ty.bytes() {
            let index = step(pool, index, byte);
            let part = pool.extract(bytes, (byte * 8) as u8, 8);
            contents.bytes = pool.store(contents.bytes, index, part);
            if let Some(written) = contents.written {
                let yes = pool.bits(8, 1);
                contents.written = Some(pool.store(written, index, yes));
            }
        }
        if let Some(object) = self.core.memory.object(address::slot(at)) {
            self.set_contents(object, contents);
        }
    }

    /// Copies bytes from or to an object whose contents or size are symbolic.
    pub(super) fn copy_symbolic(&mut self, to: u64, from: u64, len: u64) -> Result<(), Stop> {
        let narrow = u32::try_from(len).unwrap_or(u32::MAX);
        self.check_ranges(from, to, narrow)?;
        let target = self.core.memory.resolve(to, narrow).map_err(stop_at)?;
        let bytes: Vec<CopiedByte> =
            (0..len).map(|offset| self.byte_to_copy(from + offset)).collect();
        // Bytes that were never written stay so.
        self.core.memory.copy(to, from, len).map_err(stop_at)?;
        for (offset, byte) in bytes.iter().enumerate() {
            let shadow = self.domain.of_term(byte.term);
            self.domain.store(target + offset, Type::I8, shadow);
        }
        self.copy_contents(to, &bytes);
        Ok(())
    }

    /// A byte with what is known of it; whether it was written is known where an array says it.
    fn byte_to_copy(&mut self, at: u64) -> CopiedByte {
        let contents = self.contents_for_read(at, Target::Place);
        let index = self.core.memory.resolve(at, 1).unwrap_or_default();
        let Some(concolic) = self.domain.concolic() else { return CopiedByte::default() };
        match contents {
            Some((_, contents, place)) => CopiedByte {
                term: Some(concolic.pool.select(contents.bytes, place)),
                written: contents.written.map(|written| concolic.pool.select(written, place)),
            },
            None => {
                let term = concolic.memory.cell(index).is_some();
                let term = term.then(|| concolic.byte(&self.core.memory, index));
                CopiedByte { term, written: None }
            }
        }
    }

    /// Brings the array of an object up to date after bytes were copied into it.
    fn copy_contents(&mut self, to: u64, bytes: &[CopiedByte]) {
        let Some(object) = self.core.memory.object(address::slot(to)) else { return };
        let tracked = bytes.iter().any(|byte| byte.written.is_some());
        let Some(concolic) = self.domain.concolic() else { return };
        let known = concolic.arrays.remove(&address::tag(to)).filter(|known| known.only);
        if known.is_none() && !tracked {
            return;
        }
        // Memory knows by now which bytes were written; that is enough where no array knew better.
        let start = address::offset(to) as usize;
        let told = if tracked { start..start + bytes.len() } else { 0..0 };
        let Some(fresh) = self.array_of(object, told) else { return };
        let mut contents = known.unwrap_or(fresh);
        contents.written = contents.written.or(fresh.written);
        contents.only = true;
        for (offset, byte) in bytes.iter().enumerate() {
            let place = start + offset;
            let written = self.core.memory.check_written(object.index + place, 1);
            let now = self.core.memory.read_u8(object.index + place);
            let Some(index) = self.constant_index(object, place as u32) else { return };
            let Some(concolic) = self.domain.concolic() else { return };
            let term = byte.term.filter(|&term| !concolic.pointers.is_opaque(term));
            let term = term.unwrap_or_else(|| concolic.pool.bits(8, now.into()));
            contents.bytes = concolic.pool.store(contents.bytes, index, term);
            if let Some(all) = contents.written {
                let bare = concolic.pool.bits(8, written.into());
                let flag = byte.written.unwrap_or(bare);
                contents.written = Some(concolic.pool.store(all, index, flag));
            }
        }
        self.set_contents(object, contents);
    }

    /// Fills bytes with a value that may be symbolic, in an object that may be.
    pub(super) fn fill_symbolic(
        &mut self,
        to: u64,
        byte: Shaded<D::Shadow>,
        len: u64,
    ) -> Result<(), Stop> {
        self.check_inside(to, None, u32::try_from(len).unwrap_or(u32::MAX))?;
        for offset in 0..len {
            self.write(to + offset, Type::I8, byte)?;
            self.renew_contents(to + offset, Type::I8, byte);
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
            let width = Sort::Bits(concolic.index_bits(object));
            return Ok(Target::Index(concolic.pool.convert(ConvertOp::Trunc, width, offset)));
        }
        let pointer = Shaded { bits: at.into(), shadow: self.domain.of_term(Some(pointer)) };
        self.concretise(Type::Ptr, pointer, Reason::LargeObject);
        Ok(Target::Place)
    }

    /// Adds the clause that an access lies inside its object, or that it does not.
    fn check_inside(&mut self, at: u64, pointer: Option<TermId>, len: u32) -> Result<(), Stop> {
        let resolved = self.core.memory.resolve(at, len);
        if !self.is_trusted() {
            let test = self.inside_term(at, pointer, len);
            self.assert_inside(test, resolved.is_ok());
        }
        resolved.map(|_| ()).map_err(stop_at)
    }

    /// The same for the two ranges of a copy. Where both depend on inputs one clause speaks of both, for
    /// they fail alike.
    fn check_ranges(&mut self, from: u64, to: u64, len: u32) -> Result<(), Stop> {
        let tests = (self.inside_term(from, None, len), self.inside_term(to, None, len));
        let ((Some(source), Some(target)), Some(concolic)) = (tests, self.domain.concolic()) else {
            self.check_inside(from, None, len)?;
            return self.check_inside(to, None, len);
        };
        let both = concolic.pool.and(source, target);
        let resolved =
            self.core.memory.resolve(from, len).and_then(|_| self.core.memory.resolve(to, len));
        self.assert_inside(Some(both), resolved.is_ok());
        resolved.map(|_| ()).map_err(stop_at)
    }

    /// Adds the clause that an address is not null, or that it is, when the first access goes through one
    /// that the scenario passed. Gives whether it is, which is all there is to say of such an access.
    pub(super) fn check_null(&mut self, pointer: D::Shadow) -> bool {
        let Some(term) = self.domain.carried(pointer) else { return false };
        let root = self.domain.concolic().and_then(|concolic| concolic.pointers.fresh_root(term));
        let Some(root) = root.filter(|_| !self.is_trusted()) else { return false };
        let Some(concolic) = self.domain.concolic() else { return false };
        let null = concolic.pointers.access(root);
        let zero = concolic.pool.bits(64, 0);
        let test = concolic.pool.compare(CompareOp::Ne, root, zero);
        let (point, inside) = (self.core.point(), !null);
        let term = self.assert(Some(test), inside, Origin::Access { point, inside });
        self.tell_access(CheckKind::Null, inside, term);
        null
    }

    /// What a truth about an object carries that is `is` for this one and `null` for none: whether there is
    /// one, where the scenario handed its address over. Of one that could be there instead of none nothing
    /// is known; the other answer is what is worth a try.
    pub(super) fn unless_null(
        &mut self,
        object: Shaded<D::Shadow>,
        is: bool,
        null: bool,
    ) -> D::Shadow {
        let Some(term) = self.domain.carried(object.shadow) else { return D::NONE };
        let Some(concolic) = self.domain.concolic() else { return D::NONE };
        if (object.bits != 0 && is == null) || !concolic.pointers.is_variable(term) {
            return D::NONE;
        }
        let zero = concolic.pool.bits(64, 0);
        let op = if null { CompareOp::Eq } else { CompareOp::Ne };
        let test = concolic.pool.compare(op, term, zero);
        self.domain.of_term(Some(test))
    }

    fn assert_inside(&mut self, test: Option<TermId>, inside: bool) {
        let point = self.core.point();
        let term = self.assert(test, inside, Origin::Access { point, inside });
        self.tell_access(CheckKind::Bounds, inside, term);
    }

    /// Tells of a check that an access made, if it depended on inputs.
    fn tell_access(&mut self, kind: CheckKind, passed: bool, term: Option<TermId>) {
        if self.core.config.record_events && term.is_some() {
            let point = self.core.point();
            let (site, distance) = (None, None);
            self.trace.events.push(Event::Check { point, site, kind, passed, distance, term });
        }
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
        let Some(object) = self.object_meant(at) else {
            // Null, dead, or never an object: what is known is true of every address near this one.
            let pool = &mut self.domain.concolic()?.pool;
            let half = 1 << 31;
            let near = u128::from(address::tag(at.wrapping_add(half)));
            let (half, near) = (pool.bits(64, half.into()), pool.bits(32, near));
            let pointer = pool.binary(BinaryOp::Add, pointer?, half);
            let tag = pool.extract(pointer, 32, 32);
            return Some(pool.compare(CompareOp::Ne, tag, near));
        };
        let concolic = self.domain.concolic()?;
        let size = concolic.sizes.get(&address::tag(object.address)).map(|size| size.term);
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

    /// The living object that an address means, which may lie a little before or behind it.
    fn object_meant(&self, at: u64) -> Option<Object> {
        let living = |tag: u32| {
            let object = self.core.memory.object(address::slot(address::compose(tag, 0)));
            object.filter(|object| address::tag(object.address) == tag)
        };
        let tag = address::tag(at);
        let below = address::offset(at) > address::MAX_OBJECT;
        below.then(|| living(tag.wrapping_add(1))).flatten().or_else(|| living(tag))
    }

    /// An offset into an object as an index of its array.
    pub(super) fn constant_index(&mut self, object: Object, offset: u32) -> Option<TermId> {
        let concolic = self.domain.concolic()?;
        let width = concolic.index_bits(object);
        Some(concolic.pool.bits(width, u128::from(offset)))
    }

    /// The bytes of an object as an array term. Which of them were written is kept if some were not, or if
    /// the caller will tell it of some: of those nothing is said here.
    pub(super) fn array_of(&mut self, object: Object, told: Range<usize>) -> Option<Contents> {
        let bytes = self.core.memory.bytes(object.address, object.size.into()).ok()?;
        let concolic = self.domain.concolic()?;
        let width = concolic.index_bits(object);
        let tag = address::tag(object.address);
        // What stands behind a term must not show: a term is the same in every run on its path.
        let shaded = |offset: &usize| concolic.is_symbolic(object.index + offset);
        let places: Vec<usize> = (0..object.size as usize).filter(shaded).collect();
        let mut bytes = bytes.to_vec();
        for &place in &places {
            bytes[place] = 0;
        }
        let mut array = concolic.pool.bytes(width, &bytes);
        for place in places {
            let byte = concolic.byte(&self.core.memory, object.index + place);
            let index = concolic.pool.bits(width, place as u128);
            array = concolic.pool.store(array, index, byte);
        }
        for (offset, term) in concolic.beyond.get(&tag).into_iter().flatten().copied() {
            let index = concolic.pool.bits(width, offset.into());
            array = concolic.pool.store(array, index, term);
        }
        // Behind the end of an object that could be larger, bytes are as they were at its beginning.
        let open = concolic.sizes.get(&tag).is_some_and(|size| !size.zeroed);
        let whole = self.core.memory.check_written(object.index, object.size);
        let written = (!told.is_empty() || open || !whole).then(|| {
            let flag = |offset: usize| {
                let known = told.contains(&offset);
                u8::from(known || self.core.memory.check_written(object.index + offset, 1))
            };
            let flags: Vec<u8> = (0..object.size as usize).map(flag).collect();
            concolic.pool.bytes(width, &flags)
        });
        Some(Contents { bytes: array, written, only: false })
    }

    pub(super) fn set_contents(&mut self, object: Object, contents: Contents) {
        if let Some(concolic) = self.domain.concolic() {
            concolic.arrays.insert(address::tag(object.address), contents);
            self.core.memory.set_flag(address::slot(object.address), true);
        }
    }
}

/// The index that many bytes on.
fn step(pool: &mut Pool, index: TermId, bytes: u32) -> TermId {
    if bytes == 0 {
        return index;
    }
    let width = pool.sort(index).width();
    let bytes = pool.bits(width, bytes.into());
    pool.binary(BinaryOp::Add, index, bytes)
}
