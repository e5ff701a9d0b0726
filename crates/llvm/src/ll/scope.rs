//! The names of one function: locals and labels, which may be used before they are defined.

use program::id::{Id, IdVec};
use rustc_hash::FxHashMap;

use super::ast::{BlockId, Local, LocalId, TypeId};
use super::cursor::shortened;
use super::error::{Failure, Parse};

/// A name as LLVM tells them apart: `%7` is a number, and may be left out where it is defined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Name<'a> {
    Number(u32),
    Text(&'a str),
}

impl<'a> Name<'a> {
    pub fn new(written: &'a str) -> Self {
        let first = written.as_bytes().first();
        match written.parse() {
            Ok(number) if first.is_some_and(u8::is_ascii_digit) => Name::Number(number),
            _ => Name::Text(written),
        }
    }
}

/// The names of the function being read; emptied for each, so that its memory is used again.
#[derive(Default)]
pub(super) struct Scope<'a> {
    locals: Vec<LocalSlot<'a>>,
    local_ids: FxHashMap<Name<'a>, LocalId>,
    labels: Vec<LabelSlot<'a>>,
    label_ids: FxHashMap<Name<'a>, BlockId>,
    /// The number that the next local or block without a name gets.
    next_number: u32,
    blocks: u32,
}

struct LocalSlot<'a> {
    local: Local<'a>,
    defined: bool,
    mentioned: usize,
}

struct LabelSlot<'a> {
    name: &'a str,
    /// Its place in the order of the text.
    defined: Option<BlockId>,
    mentioned: usize,
}

impl<'a> Scope<'a> {
    /// Forgets all names.
    pub fn clear(&mut self) {
        self.locals.clear();
        self.local_ids.clear();
        self.labels.clear();
        self.label_ids.clear();
        self.next_number = 0;
        self.blocks = 0;
    }

    /// A use of a local.
    pub fn use_local(&mut self, written: &'a str, ty: TypeId, offset: usize) -> Parse<LocalId> {
        let (id, known) = self.local(written, ty, offset);
        if known && self.locals[id.index()].local.ty != ty {
            let name = shortened(written);
            return Failure::at(offset, format!("%{name} has another type elsewhere"));
        }
        Ok(id)
    }

    /// The definition of a local; without a name it gets the next number.
    pub fn define_local(
        &mut self,
        written: Option<&'a str>,
        ty: TypeId,
        offset: usize,
    ) -> Parse<LocalId> {
        let id = match written {
            Some(written) => {
                if let Name::Number(number) = Name::new(written) {
                    self.next_number = number.saturating_add(1);
                }
                self.use_local(written, ty, offset)?
            }
            None => {
                let name = Name::Number(self.take_number());
                let id = self.local_named(name, "", ty, offset).0;
                if self.locals[id.index()].local.ty != ty {
                    return Failure::at(offset, "the result has another type elsewhere");
                }
                id
            }
        };
        let slot = &mut self.locals[id.index()];
        if std::mem::replace(&mut slot.defined, true) {
            let name = shortened(slot.local.name);
            return Failure::at(offset, format!("%{name} is defined twice"));
        }
        Ok(id)
    }

    /// A use of a label. Ids go by first mention until [`Self::finish`].
    pub fn use_label(&mut self, written: &'a str, offset: usize) -> BlockId {
        self.label_named(Name::new(written), written, offset)
    }

    /// The definition of a label; without a name it gets the next number.
    pub fn define_label(&mut self, written: Option<&'a str>, offset: usize) -> Parse<BlockId> {
        let id = match written {
            Some(written) => {
                if let Name::Number(number) = Name::new(written) {
                    self.next_number = number.saturating_add(1);
                }
                self.use_label(written, offset)
            }
            None => {
                let name = Name::Number(self.take_number());
                self.label_named(name, "", offset)
            }
        };
        let place = BlockId(self.blocks);
        self.blocks += 1;
        let slot = &mut self.labels[id.index()];
        if slot.defined.replace(place).is_some() {
            let name = shortened(slot.name);
            return Failure::at(offset, format!("the block {name} is defined twice"));
        }
        Ok(id)
    }

    /// The locals, and for each label by first mention its place in the text and its name.
    #[expect(clippy::type_complexity, reason = "two tables that only one caller takes apart")]
    pub fn finish(&mut self) -> Parse<(IdVec<LocalId, Local<'a>>, Vec<(BlockId, &'a str)>)> {
        if let Some(slot) = self.locals.iter().find(|slot| !slot.defined) {
            let name = shortened(slot.local.name);
            return Failure::at(slot.mentioned, format!("%{name} is not defined"));
        }
        let mut labels = Vec::with_capacity(self.labels.len());
        for slot in &self.labels {
            let Some(place) = slot.defined else {
                let name = shortened(slot.name);
                return Failure::at(slot.mentioned, format!("there is no block %{name}"));
            };
            labels.push((place, slot.name));
        }
        Ok((self.locals.iter().map(|slot| slot.local).collect(), labels))
    }

    fn take_number(&mut self) -> u32 {
        let number = self.next_number;
        self.next_number = number.saturating_add(1);
        number
    }

    /// The local with that name, made if need be, and whether it was there.
    fn local(&mut self, written: &'a str, ty: TypeId, offset: usize) -> (LocalId, bool) {
        self.local_named(Name::new(written), written, ty, offset)
    }

    fn local_named(
        &mut self,
        name: Name<'a>,
        written: &'a str,
        ty: TypeId,
        mentioned: usize,
    ) -> (LocalId, bool) {
        let new = LocalId::new(self.locals.len());
        let id = *self.local_ids.entry(name).or_insert(new);
        if id == new {
            let local = Local { name: written, ty };
            self.locals.push(LocalSlot { local, defined: false, mentioned });
            return (id, false);
        }
        let local = &mut self.locals[id.index()].local;
        if local.name.is_empty() {
            local.name = written;
        }
        (id, true)
    }

    fn label_named(&mut self, name: Name<'a>, written: &'a str, mentioned: usize) -> BlockId {
        let new = BlockId::new(self.labels.len());
        let id = *self.label_ids.entry(name).or_insert(new);
        if id == new {
            self.labels.push(LabelSlot { name: written, defined: None, mentioned });
        } else if self.labels[id.index()].name.is_empty() {
            self.labels[id.index()].name = written;
        }
        id
    }
}
