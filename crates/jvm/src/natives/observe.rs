//! Looking at objects after a run of a scenario, so that tests can say what they were.

use super::{Answer, Jvm, Table};
use classfile::descriptor::{JType, field_type};
use machine::{Stop, Value};
use program::Id;

/// What an object was seen to be.
#[derive(Clone, Debug, PartialEq)]
pub enum Seen {
    /// Nothing.
    Null,
    /// A string.
    Text(Vec<u16>),
    /// A boxed primitive: the letter of its type, and its bits.
    Boxed(char, u64),
    /// A constant of an enumeration.
    Constant {
        /// The internal name of its class.
        class: String,
        /// Its name.
        name: String,
    },
    /// An array of primitives: the letter of its elements, and their bits.
    Array(char, Vec<u64>),
    /// An array of strings.
    TextArray(Vec<Option<Vec<u16>>>),
    /// An array of boxed primitives: the letter of their type, and their bits.
    BoxedArray(char, Vec<Option<u64>>),
    /// A list of the library's that holds nothing but strings, boxed primitives, constants and nulls.
    List(Vec<Seen>),
    /// An array of other references: how many.
    References(u32),
    /// Any other object.
    Object {
        /// The internal name of its class.
        class: String,
        /// What its own `toString` says, if it has one of its own.
        text: Option<Vec<u16>>,
        /// Where it is.
        address: u64,
    },
}

/// Items of a list that are looked at.
const MOST_ITEMS: u32 = 12;

/// Elements of an array that are looked at.
const MOST_ELEMENTS: usize = 32;

pub(super) const TABLE: Table = &[("ferret/Boot.see", see), ("ferret/Boot.text", text)];

fn see(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let object = jvm.reference(arguments, 0)?;
    let seen = jvm.seen(object)?;
    jvm.shared.see(seen);
    Ok(None)
}

/// Calls `toString`, as a test that looks at the text does.
fn text(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let object = jvm.object(arguments, 0)?;
    jvm.call_virtual("java/lang/Object", "toString()Ljava/lang/String;", &[object]).map(Some)
}

impl Jvm<'_> {
    fn seen(&mut self, object: Value) -> Result<Seen, Stop> {
        if object.bits == 0 {
            return Ok(Seen::Null);
        }
        let class = self.context.class_of(object)?;
        let (name, component, is_enum) = {
            let world = self.shared.world();
            let info = world.info(class);
            let enumeration = world.known_class("java/lang/Enum");
            let is_enum = enumeration.is_some_and(|of| self.context.is_subtype(class, of));
            (info.name.to_string(), info.component().map(str::to_owned), is_enum)
        };
        if name == "java/lang/String" {
            return Ok(Seen::Text(self.units(object)?));
        }
        if let Some((ty, value)) = self.unboxed(object)? {
            let bits = self.context.concrete(value) as u64;
            return Ok(Seen::Boxed(ty.letter().unwrap_or('V'), narrow(ty, bits)));
        }
        if let Some(component) = component {
            return self.seen_array(object, &component);
        }
        if is_enum {
            let text = self.get(object, "java/lang/Enum", "name")?;
            let constant = self.text(text)?;
            // A constant with a body has a class of its own below the enumeration.
            let owner = self.enumeration_of(class.index())?;
            return Ok(Seen::Constant { class: owner, name: constant });
        }
        if let Some(items) = self.seen_list(object)? {
            return Ok(Seen::List(items));
        }
        let address = object.bits as u64;
        let text = self.own_text(object)?;
        Ok(Seen::Object { class: name, text, address })
    }

    /// What a list of the library's holds, if all of it is simple.
    fn seen_list(&mut self, object: Value) -> Result<Option<Vec<Seen>>, Stop> {
        let class = self.context.class_of(object)?;
        let list = {
            let world = self.shared.world();
            if world.info(class).origin.user { None } else { world.known_class("java/util/List") }
        };
        if !list.is_some_and(|list| self.context.is_subtype(class, list)) {
            return Ok(None);
        }
        let size = self.call_virtual("java/util/List", "size()I", &[object])?;
        let size = self.context.concrete(size) as u32;
        if size > MOST_ITEMS {
            return Ok(None);
        }
        let mut items = Vec::with_capacity(size as usize);
        for index in 0..size {
            let index = Value::new(program::Type::I32, index.into());
            let get = "get(I)Ljava/lang/Object;";
            let item = self.call_virtual("java/util/List", get, &[object, index])?;
            // One that holds itself would never end.
            if item.bits == object.bits {
                return Ok(None);
            }
            match self.seen(item)? {
                item @ (Seen::Null | Seen::Text(_) | Seen::Boxed(..) | Seen::Constant { .. }) => {
                    items.push(item);
                }
                _ => return Ok(None),
            }
        }
        Ok(Some(items))
    }

    fn enumeration_of(&mut self, class: usize) -> Result<String, Stop> {
        let world = self.shared.world();
        let class = program::ClassId::new(class);
        let info = world.info(class);
        let above = info.superclass.map(|above| world.info(above).name.to_string());
        Ok(match above {
            Some(above) if above != "java/lang/Enum" => above,
            _ => info.name.to_string(),
        })
    }

    fn seen_array(&mut self, array: Value, component: &str) -> Result<Seen, Stop> {
        let length = self.length(array)?;
        let ty = field_type(component).unwrap_or(JType::Reference);
        let class = component.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
        if let Some(boxed) = class.and_then(JType::wrapped_by).and_then(JType::letter)
            && length <= MOST_ELEMENTS
            && boxed != 'V'
        {
            return self.seen_boxes(array, length, boxed);
        }
        if ty == JType::Reference {
            if component != "Ljava/lang/String;" || length > MOST_ELEMENTS {
                return Ok(Seen::References(length as u32));
            }
            let mut texts = Vec::with_capacity(length);
            for index in 0..length {
                let element = self.element(array, index)?;
                texts.push(if element.bits == 0 { None } else { Some(self.units(element)?) });
            }
            return Ok(Seen::TextArray(texts));
        }
        if length > MOST_ELEMENTS {
            return Ok(Seen::References(length as u32));
        }
        let mut elements = Vec::with_capacity(length);
        let size = u64::from(ty.storage().bytes());
        for index in 0..length as u64 {
            let value = self.load(array.bits as u64 + size * index, ty)?;
            elements.push(narrow(ty, self.context.concrete(value) as u64));
        }
        Ok(Seen::Array(ty.letter().unwrap_or('V'), elements))
    }

    fn seen_boxes(&mut self, array: Value, length: usize, letter: char) -> Result<Seen, Stop> {
        let mut elements = Vec::with_capacity(length);
        for index in 0..length {
            let element = self.element(array, index)?;
            elements.push(match self.seen(element)? {
                Seen::Boxed(_, bits) => Some(bits),
                _ => None,
            });
        }
        Ok(Seen::BoxedArray(letter, elements))
    }

    /// What `toString` says, unless it is the one that every object has, or throws.
    fn own_text(&mut self, object: Value) -> Result<Option<Vec<u16>>, Stop> {
        let method = self.method("java/lang/Object", "toString()Ljava/lang/String;")?;
        let class = self.context.class_of(object)?;
        let found = method.selector.and_then(|selector| self.context.method(class, selector));
        let Some(found) = found.filter(|found| *found != method.function) else { return Ok(None) };
        match self.call(found, &[object]) {
            Ok(text) if text.bits != 0 => self.units(text).map(Some),
            Ok(_) | Err(Stop::Throw { .. }) => Ok(None),
            Err(stop) => Err(stop),
        }
    }
}

/// The bits of a value without those that only fill its register.
fn narrow(ty: JType, bits: u64) -> u64 {
    match ty {
        JType::Boolean | JType::Byte => bits & 0xff,
        JType::Char | JType::Short => bits & 0xffff,
        JType::Int | JType::Float => bits & 0xffff_ffff,
        _ => bits,
    }
}
