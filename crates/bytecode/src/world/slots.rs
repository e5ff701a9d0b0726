//! Places in the statics page: who owns which bytes.

use std::sync::Arc;

use classfile::error::LoadError;
use program::ClassId;
use rustc_hash::FxHashMap;

use super::World;

/// The places that are given away.
#[derive(Clone, Debug)]
pub(super) struct Slots {
    next: u32,
    size: u32,
    strings: FxHashMap<Arc<[u16]>, u32>,
    contents: FxHashMap<u32, Arc<[u16]>>,
    mirrors: FxHashMap<ClassId, u32>,
    mirrored: FxHashMap<u32, ClassId>,
}

impl Slots {
    /// A page without any. The first bytes stay free, so that no place has offset 0.
    pub fn new(size: u32) -> Self {
        Self {
            next: 16,
            size,
            strings: FxHashMap::default(),
            contents: FxHashMap::default(),
            mirrors: FxHashMap::default(),
            mirrored: FxHashMap::default(),
        }
    }

    /// Bytes nobody has yet, aligned to their size up to 8.
    pub fn take(&mut self, bytes: u32) -> Result<u32, LoadError> {
        let align = bytes.next_power_of_two().clamp(1, 8);
        let offset = self.next.next_multiple_of(align);
        let end = offset.checked_add(bytes).filter(|&end| end <= self.size);
        self.next = end.ok_or(LoadError::Full)?;
        Ok(offset)
    }
}

impl World {
    /// The place of the reference to an interned string, by its UTF-16 contents. It holds null until
    /// the string is made.
    pub fn string_slot(&mut self, content: &[u16]) -> Result<u32, LoadError> {
        if let Some(&offset) = self.slots.strings.get(content) {
            return Ok(offset);
        }
        let offset = self.slots.take(8)?;
        let content: Arc<[u16]> = content.into();
        self.slots.strings.insert(Arc::clone(&content), offset);
        self.slots.contents.insert(offset, content);
        Ok(offset)
    }

    /// The place of an interned string that has one.
    pub fn known_string(&self, content: &[u16]) -> Option<u32> {
        self.slots.strings.get(content).copied()
    }

    /// The string that belongs in a place.
    pub fn string_at(&self, offset: u32) -> Option<Arc<[u16]>> {
        self.slots.contents.get(&offset).cloned()
    }

    /// The place of the reference to a class's `Class` object. It holds null until that is made.
    pub fn mirror_slot(&mut self, class: ClassId) -> Result<u32, LoadError> {
        if let Some(&offset) = self.slots.mirrors.get(&class) {
            return Ok(offset);
        }
        let offset = self.slots.take(8)?;
        self.slots.mirrors.insert(class, offset);
        self.slots.mirrored.insert(offset, class);
        Ok(offset)
    }

    /// The class whose `Class` object belongs in a place.
    pub fn class_at(&self, offset: u32) -> Option<ClassId> {
        self.slots.mirrored.get(&offset).copied()
    }

    /// A new place in the statics page, all zeros at the start of every run.
    pub fn slot(&mut self, bytes: u32) -> Result<u32, LoadError> {
        self.slots.take(bytes)
    }

    /// The address of a place, as an operand.
    pub fn slot_address(&self, offset: u32) -> program::Constant {
        program::Constant::Global(self.statics(), i64::from(offset))
    }

    /// How many bytes of the statics page are in use.
    pub fn page_in_use(&self) -> u32 {
        self.slots.next
    }
}
