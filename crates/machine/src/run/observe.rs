//! What is seen after a call: memory behind pointers, globals that were changed.

use super::Session;
use crate::domain::Domain;
use crate::memory::{ObjectKind, address};
use program::catalogue::ApiItem;
use program::{GlobalId, Id, Type};
use scenario::{Argument, VarId};
use std::collections::{BTreeMap, BTreeSet};
use trace::{Observation, Observed, Outcome, Placed};

/// Globals above this size are not looked at.
const LARGEST_GLOBAL: u32 = 4096;
/// Bytes of what a result points at that are looked at.
const MOST_BEHIND: u64 = 256;
/// Objects that are looked at because another one points at them.
const MOST_REACHED: usize = 32;

/// A global and its bytes before a call.
pub(super) type Before = (GlobalId, Vec<Option<u8>>);

impl<D: Domain> Session<'_, D> {
    /// Remembers where an array or object of the scenario lies.
    pub(super) fn note_place(&mut self, variable: VarId, address: u64) {
        if (D::SYMBOLIC || self.interpreter.core.config.observe_all)
            && let Ok(size) = self.interpreter.core.memory.size(address)
        {
            self.interpreter.trace.places.push(Placed { variable, address, size });
        }
    }

    /// The bytes behind an argument that points at the beginning of an object of the scenario's.
    pub(super) fn observe(&self, argument: &Argument) -> Option<Observed> {
        let Argument::Variable(variable) = *argument else { return None };
        let (Type::Ptr, value) = self.variables.get(variable.index()).copied().flatten()? else {
            return None;
        };
        let memory = &self.interpreter.core.memory;
        let object = memory.object(address::slot(value.bits as u64))?;
        let made_here = matches!(
            object.kind,
            ObjectKind::Input | ObjectKind::Managed { .. } | ObjectKind::Array { .. }
        );
        if !made_here || u128::from(object.address) != value.bits {
            return None;
        }
        let bytes = self.bytes(object.address, object.size.into())?;
        Some(Observed::Memory { variable, bytes })
    }

    /// The bytes at an address, `None` where one was never written.
    fn bytes(&self, address: u64, size: u64) -> Option<Vec<Option<u8>>> {
        let memory = &self.interpreter.core.memory;
        let object = memory.object(address::slot(address))?;
        let start = object.index + (address - object.address) as usize;
        let bytes = memory.bytes(address, size).ok()?;
        let written = |offset: usize| memory.check_written(start + offset, 1);
        let byte = |(offset, &byte): (usize, &u8)| written(offset).then_some(byte);
        Some(bytes.iter().enumerate().map(byte).collect())
    }

    /// The globals of the catalogue that a call may change.
    pub(super) fn globals_before(&self) -> Vec<Before> {
        let core = &self.interpreter.core;
        let globals = core.program.catalogue.items.iter().filter_map(|item| match item {
            ApiItem::Global { global, .. } => Some(*global),
            _ => None,
        });
        let changeable = globals.filter(|global| {
            let global = &core.program.globals[*global];
            !global.read_only && global.size > 0 && global.size <= LARGEST_GLOBAL
        });
        changeable
            .filter_map(|global| {
                let size = core.program.globals[global].size.into();
                Some((global, self.bytes(core.globals[global], size)?))
            })
            .collect()
    }

    /// Everything that can be seen after a call.
    pub(super) fn observe_all(&self, before: Vec<Before>, seen: &mut Vec<Observed>) {
        if let Some(Observed::Result { ty: Type::Ptr, bits, .. }) = seen.first() {
            let address = *bits as u64;
            seen.extend(self.observe_result(address));
        }
        for placed in &self.interpreter.trace.places {
            let alive = self.interpreter.core.memory.size(placed.address) == Ok(placed.size);
            let bytes = alive.then(|| self.bytes(placed.address, placed.size.into())).flatten();
            let memory = |bytes| Observed::Memory { variable: placed.variable, bytes };
            seen.extend(bytes.map(memory));
        }
        self.observe_made(seen);
        for (global, before) in before {
            let core = &self.interpreter.core;
            let bytes = self.bytes(core.globals[global], before.len() as u64);
            if let Some(bytes) = bytes.filter(|bytes| *bytes != before) {
                seen.push(Observed::Global { global, before, bytes });
            }
        }
        self.observe_reached(seen);
    }

    /// Blocks of the heap that calls gave to variables of the scenario.
    fn observe_made(&self, seen: &mut Vec<Observed>) {
        let memory = &self.interpreter.core.memory;
        let mut known = Vec::new();
        for (index, variable) in self.variables.iter().enumerate() {
            let Some((Type::Ptr, value)) = variable else { continue };
            let address = value.bits as u64;
            let begins = memory.kind(address) == Ok(ObjectKind::Heap)
                && memory.object(address::slot(address)).is_some_and(|at| at.address == address);
            if !begins || known.contains(&address) {
                continue;
            }
            known.push(address);
            let size = memory.size(address).unwrap_or(0).min(LARGEST_GLOBAL);
            let variable = VarId::new(index);
            let bytes = self.bytes(address, size.into());
            seen.extend(bytes.map(|bytes| Observed::Memory { variable, bytes }));
        }
    }

    /// Tells which blocks of the heap are left at the end of a run that no variable of the program leads to: a test that
    /// does not give them back leaks them.
    pub(super) fn tell_left(&mut self, statement: usize) {
        let core = &self.interpreter.core;
        if !core.config.observe_all || self.interpreter.trace.outcome != Outcome::Returned {
            return;
        }
        let heap: BTreeMap<u64, u32> = core
            .memory
            .objects()
            .filter(|object| object.kind == ObjectKind::Heap)
            .map(|object| (object.address, object.size))
            .collect();
        if heap.is_empty() {
            return;
        }
        let mut open: Vec<(u64, u64)> = core
            .program
            .globals
            .iter()
            .map(|(id, global)| (core.globals[id], global.size.into()))
            .collect();
        let mut reached = BTreeSet::new();
        while let Some((from, size)) = open.pop() {
            for offset in (0..size.saturating_sub(7)).step_by(size_of::<u64>()) {
                let Ok(word) = core.memory.load(from + offset, 8) else { continue };
                let owner = heap.range(..=word as u64).next_back();
                let Some((&block, &length)) = owner else { continue };
                let inside = word as u64 <= block + u64::from(length);
                if inside && reached.insert(block) {
                    open.push((block, length.into()));
                }
            }
        }
        let left = heap.keys().filter(|block| !reached.contains(block));
        let seen: Vec<Observed> =
            left.map(|address| Observed::Left { address: *address }).collect();
        if !seen.is_empty() {
            self.interpreter.trace.observations.push(Observation { statement, seen });
        }
    }

    /// What is pointed at by what was seen, and by that in turn.
    fn observe_reached(&self, seen: &mut Vec<Observed>) {
        let mut known: Vec<u64> = seen.iter().filter_map(address_of).collect();
        let (mut next, mut reached) = (0, 0);
        while let Some(observed) = seen.get(next) {
            next += 1;
            for address in addresses(observed) {
                if reached == MOST_REACHED {
                    return;
                }
                if known.contains(&address) {
                    continue;
                }
                if let Some(object) = self.observe_result(address) {
                    known.push(address);
                    reached += 1;
                    seen.push(object);
                }
            }
        }
    }

    /// What a result points at, unless the scenario made it.
    fn observe_result(&self, address: u64) -> Option<Observed> {
        let memory = &self.interpreter.core.memory;
        if address == 0 || memory.kind(address).is_err() {
            return None;
        }
        let object = memory.object(address::slot(address))?;
        let end = object.address + u64::from(object.size);
        let made_here = object.kind == ObjectKind::Input;
        if made_here || address < object.address || address >= end {
            return None;
        }
        let size = (end - address).min(MOST_BEHIND);
        Some(Observed::Object { address, bytes: self.bytes(address, size)? })
    }
}

fn address_of(observed: &Observed) -> Option<u64> {
    match observed {
        Observed::Object { address, .. } => Some(*address),
        _ => None,
    }
}

/// What may be addresses in bytes that were seen.
fn addresses(observed: &Observed) -> Vec<u64> {
    let (Observed::Memory { bytes, .. }
    | Observed::Global { bytes, .. }
    | Observed::Object { bytes, .. }) = observed
    else {
        return Vec::new();
    };
    let word = |word: &[Option<u8>]| {
        let bytes: Option<Vec<u8>> = word.iter().copied().collect();
        let word = u64::from_le_bytes(bytes?.try_into().ok()?);
        (word != 0).then_some(word)
    };
    bytes.chunks_exact(size_of::<u64>()).filter_map(word).collect()
}
