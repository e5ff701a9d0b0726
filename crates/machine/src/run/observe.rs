//! What is seen after a call: memory behind pointers, globals that were changed.

use super::Session;
use crate::domain::Domain;
use crate::memory::{ObjectKind, address};
use program::catalogue::ApiItem;
use program::{GlobalId, Id, Type};
use scenario::{Argument, VarId};
use trace::{Observed, Placed};

/// Globals above this size are not looked at.
const LARGEST_GLOBAL: u32 = 4096;
/// Bytes of what a result points at that are looked at.
const MOST_BEHIND: u64 = 256;

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
        for (global, before) in before {
            let core = &self.interpreter.core;
            let bytes = self.bytes(core.globals[global], before.len() as u64);
            if let Some(bytes) = bytes.filter(|bytes| *bytes != before) {
                seen.push(Observed::Global { global, before, bytes });
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
