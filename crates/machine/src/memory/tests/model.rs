//! A hundred thousand random operations, each with the result that a naive memory has.

use std::collections::BTreeMap;

use crate::memory::{FaultKind, Memory, MemoryConfig, ObjectKind, address};

/// An object of the model.
#[derive(Clone)]
struct Object {
    kind: ObjectKind,
    /// `None` for a byte that was not written.
    bytes: Vec<Option<u8>>,
    live: bool,
    read_only: bool,
    marked: bool,
}

/// Objects by the address of their first byte, the dead ones included.
#[derive(Clone, Default)]
struct Model {
    objects: BTreeMap<u64, Object>,
}

impl Model {
    /// The object and range of an access, with the rules written out once more.
    fn range(&self, base: u64, shift: i64, len: usize) -> Result<usize, FaultKind> {
        let object = &self.objects[&base];
        if !object.live {
            return Err(FaultKind::UseAfterFree);
        }
        let start = usize::try_from(shift).map_err(|_| FaultKind::OutOfBounds)?;
        if start + len > object.bytes.len() { Err(FaultKind::OutOfBounds) } else { Ok(start) }
    }

    fn writable(&self, base: u64, shift: i64, len: usize) -> Result<usize, FaultKind> {
        let start = self.range(base, shift, len)?;
        if self.objects[&base].read_only { Err(FaultKind::ReadOnly) } else { Ok(start) }
    }

    fn load(&self, base: u64, shift: i64, len: usize) -> Result<u128, FaultKind> {
        let start = self.range(base, shift, len)?;
        let bytes = &self.objects[&base].bytes[start..start + len];
        bytes
            .iter()
            .rev()
            .try_fold(0, |value, byte| Some(value << 8 | u128::from((*byte)?)))
            .ok_or(FaultKind::Uninitialised)
    }

    fn write(&mut self, base: u64, shift: i64, bytes: &[Option<u8>]) -> Result<(), FaultKind> {
        let start = self.writable(base, shift, bytes.len())?;
        let object = self.objects.get_mut(&base).expect("a known object");
        object.bytes[start..start + bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    fn free(&mut self, base: u64, shift: i64, any_kind: bool) -> Result<(), FaultKind> {
        // What a slot's former objects were is forgotten when it is reused.
        let is_successor = |other: u64| address::slot(other) == address::slot(base) && other > base;
        let forgotten = self.objects.keys().any(|&other| is_successor(other));
        let object = self.objects.get_mut(&base).expect("a known object");
        let heap = matches!(object.kind, ObjectKind::Heap | ObjectKind::Input);
        match (shift, object.live) {
            (0, true) if heap || any_kind => {
                object.live = false;
                Ok(())
            }
            (0, false) if heap || forgotten => Err(FaultKind::DoubleFree),
            _ => Err(FaultKind::InvalidFree),
        }
    }
}

/// Both memories side by side.
struct Pair {
    memory: Memory,
    model: Model,
    base: Model,
    rng: fastrand::Rng,
}

impl Pair {
    /// Some address: an object, seldom a dead one, and a displacement, seldom out of bounds.
    fn somewhere(&mut self) -> Option<(u64, i64)> {
        let want_live = self.rng.u32(..10) > 0;
        let eligible = self.model.objects.iter().filter(|(_, object)| object.live == want_live);
        let count = eligible.clone().count();
        if count == 0 {
            return None;
        }
        let (&base, object) = eligible.clone().nth(self.rng.usize(..count))?;
        let size = object.bytes.len() as i64;
        let shift = match self.rng.u32(..40) {
            0 => -self.rng.i64(1..=20),
            1 => size + self.rng.i64(0..20),
            _ => self.rng.i64(0..=size),
        };
        Some((base, shift))
    }

    fn step(&mut self) {
        let choice = self.rng.u32(..1000);
        if choice < 250 {
            return self.allocate();
        }
        let Some((base, shift)) = self.somewhere() else { return };
        let at = base.wrapping_add_signed(shift);
        match choice {
            250..400 => {
                let shift = if self.rng.u32(..10) == 0 { shift } else { 0 };
                let at = base.wrapping_add_signed(shift);
                let result = self.memory.free(at).map_err(|fault| fault.kind);
                assert_eq!(result, self.model.free(base, shift, false));
            }
            400..430 => {
                // A stale release is known by its kind, as a stale free is.
                let result = self.memory.release(base).map_err(|fault| fault.kind);
                assert_eq!(result, self.model.free(base, 0, true));
            }
            430..600 => {
                let (len, value) = (self.rng.usize(1..=16), self.rng.u128(..));
                let bytes = value.to_le_bytes().map(Some);
                let result = self.memory.store(at, len as u32, value);
                let expected = self.model.write(base, shift, &bytes[..len]);
                assert_eq!(result.map_err(|fault| fault.kind), expected);
            }
            600..750 => {
                let len = self.rng.usize(1..=16);
                let result = self.memory.load(at, len as u32).map_err(|fault| fault.kind);
                assert_eq!(result, self.model.load(base, shift, len));
            }
            750..850 => self.copy(base, shift),
            850..900 => {
                let (len, byte) = (self.rng.usize(1..100), self.rng.u8(..));
                let result = self.memory.fill(at, byte, len as u64);
                let expected = self.model.write(base, shift, &vec![Some(byte); len]);
                assert_eq!(result.map_err(|fault| fault.kind), expected);
            }
            900..940 => {
                let bytes: Vec<u8> = (0..self.rng.usize(1..100)).map(|_| self.rng.u8(..)).collect();
                let shadow: Vec<_> = bytes.iter().copied().map(Some).collect();
                let result = self.memory.write_bytes(at, &bytes);
                let expected = self.model.write(base, shift, &shadow);
                assert_eq!(result.map_err(|fault| fault.kind), expected);
            }
            940..965 => {
                let (flag, live) = (self.rng.bool(), self.model.objects[&base].live);
                let result = self.memory.set_read_only(base, flag);
                assert_eq!(result.is_ok(), live);
                self.model.objects.get_mut(&base).expect("a known object").read_only = flag;
            }
            965..990 => {
                // A dead object's slot may be another's by now, or nobody's.
                if self.model.objects[&base].live {
                    let flag = self.rng.bool();
                    self.memory.set_flag(address::slot(base), flag);
                    self.model.objects.get_mut(&base).expect("a known object").marked = flag;
                }
            }
            990..995 => {
                self.memory.reset();
                self.model = self.base.clone();
                self.compare();
            }
            995..998 => {
                self.memory.snapshot();
                self.model.objects.values_mut().for_each(|object| object.marked = false);
                self.base = self.model.clone();
            }
            _ => self.compare(),
        }
    }

    fn allocate(&mut self) {
        let size = match self.rng.u32(..20) {
            0 => self.rng.u64(1000..6000),
            1..5 => self.rng.u64(100..300),
            _ => self.rng.u64(..70),
        };
        let kinds = [ObjectKind::Heap, ObjectKind::Heap, ObjectKind::Stack, ObjectKind::Input];
        let kind = kinds[self.rng.usize(..kinds.len())];
        let zeroed = self.rng.bool();
        let address = self.memory.allocate(size, 8, kind, zeroed).expect("within the limit");
        let bytes = vec![zeroed.then_some(0); size as usize];
        let object = Object { kind, bytes, live: true, read_only: false, marked: false };
        let old = self.model.objects.insert(address, object);
        assert!(old.is_none(), "{address:#x} was given out before");
    }

    fn copy(&mut self, to: u64, to_shift: i64) {
        let Some((mut from, mut from_shift)) = self.somewhere() else { return };
        if self.rng.bool() {
            (from, from_shift) = (to, to_shift + self.rng.i64(-30..30));
        }
        let len = self.rng.usize(1..150);
        let result = self.memory.copy(
            to.wrapping_add_signed(to_shift),
            from.wrapping_add_signed(from_shift),
            len as u64,
        );
        let expected = self.model.range(from, from_shift, len).and_then(|start| {
            let bytes = self.model.objects[&from].bytes[start..start + len].to_vec();
            self.model.write(to, to_shift, &bytes)
        });
        assert_eq!(result.map_err(|fault| fault.kind), expected);
    }

    /// Every object, every byte, every mask and flag.
    fn compare(&self) {
        let live = self.model.objects.iter().filter(|(_, object)| object.live);
        let mut count = 0;
        for (&address, object) in live {
            count += 1;
            let slot = address::slot(address);
            let found = self.memory.object(slot).expect("a living object");
            assert_eq!(found.address, address);
            assert_eq!(found.kind, object.kind);
            assert_eq!(found.read_only, object.read_only);
            assert_eq!(self.memory.flag(slot), object.marked);
            assert_eq!(found.size as usize, object.bytes.len());
            let bytes = self.memory.bytes(address, u64::from(found.size)).expect("in bounds");
            for (at, (&byte, &expected)) in bytes.iter().zip(&object.bytes).enumerate() {
                let written = self.memory.check_written(found.index + at, 1);
                assert_eq!(written.then_some(byte), expected, "{address:#x}+{at}");
            }
        }
        assert_eq!(self.memory.objects().count(), count);
    }
}

#[test]
fn memory_agrees_with_a_naive_one() {
    // Short quarantines, so that slots are reused many times between two resets.
    for (seed, quarantine) in (0..).zip([0, 1, 3, 16]) {
        let config = MemoryConfig { quarantine, ..MemoryConfig::default() };
        let mut pair = Pair {
            memory: Memory::new(config),
            model: Model::default(),
            base: Model::default(),
            rng: fastrand::Rng::with_seed(seed),
        };
        for _ in 0..25_000 {
            pair.step();
        }
        pair.compare();
    }
}
