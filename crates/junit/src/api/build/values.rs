//! Values that need no method: constants, public fields, texts, boxed numbers.

use super::{Builder, variable_name};
use crate::api::signature::{Bindings, Open};
use crate::api::trampoline::Callee;
use crate::api::{JavaType, Member, Named};
use bytecode::world::{Member as Part, STATICS};
use classfile::descriptor::JType;
use classfile::flags;
use program::ClassId;
use program::catalogue::{ApiCallable, ApiItem, ApiKept, ApiType, Holds};

/// Constants of an enum that are named.
const MOST_CONSTANTS: usize = 12;

/// Numbers near zero stand for themselves.
const UNUSUAL: i64 = 16;
/// Short texts do so too.
const LONG_TEXT: usize = 3;

impl Builder<'_> {
    /// Notes the numbers and texts that a class has names for: which of them a value stands for is clear only where it is
    /// unusual.
    pub(super) fn named_values(&mut self, class: ClassId) {
        let Ok(pool) = self.world.pool(class) else { return };
        let info = self.world.info(class);
        let wanted = flags::STATIC | flags::FINAL;
        let is_seen = |flags: u16| flags & wanted == wanted && flags & flags::PUBLIC != 0;
        let mut found = Vec::new();
        for field in info.fields.iter().filter(|field| is_seen(field.flags)) {
            let Some(index) = field.constant else { continue };
            let is_unusual = |number: i64| !(-1..UNUSUAL).contains(&number);
            let value = match &*field.descriptor {
                "I" => pool
                    .try_get_integer(index)
                    .ok()
                    .copied()
                    .filter(|number| {
                        is_unusual(i64::from(*number)) && *number != i32::MIN && *number != i32::MAX
                    })
                    .map(|number| Named::Number('I', u64::from(number as u32))),
                "J" => pool
                    .try_get_long(index)
                    .ok()
                    .copied()
                    .filter(|number| {
                        is_unusual(*number) && *number != i64::MIN && *number != i64::MAX
                    })
                    .map(|number| Named::Number('J', number as u64)),
                "Ljava/lang/String;" => {
                    let text = pool.try_get_string(index).ok();
                    let units = text.map(|text| text.to_str_lossy().encode_utf16().collect());
                    units.filter(|units: &Vec<u16>| units.len() >= LONG_TEXT).map(Named::Text)
                }
                _ => None,
            };
            found.extend(value.map(|value| (value, field.name.to_string())));
        }
        let class = info.name.to_string();
        for (value, name) in found {
            let known = self.api.constants.entry(value);
            known.and_modify(|known| *known = None).or_insert(Some((class.clone(), name)));
        }
    }

    /// Adds the constants of a class that are of its own type, enumerators among them.
    pub(super) fn constants(&mut self, class: ClassId, own: &JavaType) {
        let descriptor = format!("L{};", self.world.info(class).name);
        let info = self.world.info(class);
        let constants = info.fields.iter().filter(|field| {
            let wanted = flags::STATIC | flags::FINAL;
            field.flags & wanted == wanted
                && field.flags & flags::SYNTHETIC == 0
                && *field.descriptor == *descriptor
                && self.is_member_accessible(class, field.flags)
        });
        let names: Vec<String> =
            constants.take(MOST_CONSTANTS).map(|field| field.name.to_string()).collect();
        for name in names {
            self.constant(class, &name, own);
        }
    }

    pub(super) fn constant(&mut self, class: ClassId, name: &str, own: &JavaType) {
        let owner = self.world.info(class).name.to_string();
        let member = Member::Field { class: owner, name: name.to_owned(), is_static: true };
        let callee = Callee::StaticField { class, name: name.to_owned() };
        self.add(member, callee, &[], own, 0);
    }

    /// Lists the static fields that a class keeps its state in: those that change, and objects whose own fields may.
    /// Arrays that never change are tables, and texts and numbers are what they are.
    pub(super) fn kept(&mut self, class: ClassId) {
        let info = self.world.info(class);
        let owner = info.name.rsplit(['/', '$']).next().unwrap_or_default().to_owned();
        let kept = info.fields.iter().filter(|field| {
            let fixed = field.flags & flags::FINAL != 0;
            let object = field.descriptor.starts_with('L')
                && field.descriptor[1..].strip_suffix(';').is_some_and(|name| {
                    name != "java/lang/String" && JType::wrapped_by(name).is_none()
                });
            field.flags & flags::STATIC != 0
                && field.flags & flags::SYNTHETIC == 0
                && info.flags & flags::ENUM == 0
                && (!fixed || object)
        });
        let items = kept.map(|field| {
            ApiItem::Kept(ApiKept {
                global: STATICS,
                offset: field.place.offset(),
                holds: Holds::Value(field.ty.storage()),
                name: format!("{owner}.{}", field.name),
            })
        });
        self.program.catalogue.items.extend(items);
    }

    /// Adds the public fields of objects of a class: they can be read, and set if they are not final.
    pub(super) fn fields(
        &mut self,
        class: ClassId,
        own: &JavaType,
        bindings: &Bindings,
        depth: u32,
    ) {
        let owner = self.world.info(class).name.to_string();
        for index in 0..self.world.info(class).fields.len() as u32 {
            let field = &self.world.info(class).fields[index as usize];
            let (flags, name) = (field.flags, field.name.to_string());
            let descriptor = field.descriptor.to_string();
            if flags & (flags::STATIC | flags::SYNTHETIC) != 0 || flags & flags::PUBLIC == 0 {
                continue;
            }
            let signature = self.world.signature(class, Part::Field(index));
            let Some(ty) = Open::of_descriptor(&signature.unwrap_or(descriptor)) else { continue };
            let ty = ty.close(bindings);
            let mut takes = vec![(variable_name(own), own.clone())];
            let named = || (owner.clone(), name.clone());
            let (owner, called) = named();
            let member = Member::Field { class: owner, name: called, is_static: false };
            let read = Callee::Field { class, name: name.clone() };
            self.add(member, read, &takes, &ty, depth);
            if flags & flags::FINAL == 0 {
                let (owner, called) = named();
                let member = Member::SetField { class: owner, name: called, is_static: false };
                takes.push((name.clone(), ty));
                let set = Callee::SetField { class, name };
                self.add(member, set, &takes, &JavaType::Primitive('V'), depth);
            }
        }
    }

    /// Adds the two ways to write a text: with a byte for each character, which most texts are and which costs
    /// least, and with two.
    pub(super) fn text(&mut self, ty: &JavaType) {
        for (letter, bits, callee) in [('B', 8, Callee::Text), ('C', 16, Callee::WideText)] {
            // A type of its own, so that nothing else is taken for the characters of a text.
            let Ok(class) = self.world.class(self.program, &format!("[{letter}")) else { return };
            let unit = ApiType::Char { bits, signed: false };
            let element = self.program.catalogue.types.push(unit);
            self.api.types.push(JavaType::Primitive(letter));
            let units = self.program.catalogue.types.push(ApiType::Managed { class, element });
            self.api.types.push(JavaType::Array(Box::new(JavaType::Primitive(letter))));
            let (Some(result), Some(function)) = (self.ids.get(ty).copied(), self.make(&callee))
            else {
                return;
            };
            let params = vec![("text".to_owned(), units)];
            self.declare(Member::Text, ApiCallable { function, params, result });
        }
    }

    pub(super) fn boxed(&mut self, ty: &JavaType, boxed: JType) {
        let Some(letter) = boxed.letter().filter(|letter| *letter != 'V') else { return };
        let takes = [("value".to_owned(), JavaType::Primitive(letter))];
        self.add(Member::Boxed, Callee::Boxed(boxed), &takes, ty, 0);
    }
}
