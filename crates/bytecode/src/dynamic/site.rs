//! What a class file says of a call site or a constant that is linked by a bootstrap method.

use std::sync::Arc;

use classfile::error::LoadError;
use program::{ClassId, Program};
use ristretto_classfile::{Constant, ConstantPool, ReferenceKind};

use crate::world::{Member, World};

/// A call site or a constant, with its bootstrap method.
#[derive(Clone, Debug)]
pub(super) struct Site {
    /// The class whose code has it.
    pub class: ClassId,
    /// Its name.
    pub name: String,
    /// Its type: of a method for a call site, of a field for a constant.
    pub descriptor: String,
    /// The bootstrap method.
    pub bootstrap: Handle,
    /// Indices of the static arguments.
    pub arguments: Vec<u16>,
    /// The class's constants.
    pub pool: Arc<ConstantPool<'static>>,
}

/// A method handle of the constant pool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Handle {
    /// What it does with its member.
    pub kind: ReferenceKind,
    /// The member's class.
    pub class: String,
    /// The member's name.
    pub name: String,
    /// The member's descriptor.
    pub descriptor: String,
}

impl Site {
    /// Reads the call site or the constant at an index of a class's constant pool.
    pub fn read(world: &mut World, class: ClassId, index: u16) -> Result<Self, LoadError> {
        let pool = world.pool(class)?;
        let found = match pool.get(index) {
            Some(
                Constant::InvokeDynamic { bootstrap_method_attr_index, name_and_type_index }
                | Constant::Dynamic { bootstrap_method_attr_index, name_and_type_index },
            ) => Some((*bootstrap_method_attr_index, *name_and_type_index)),
            _ => None,
        };
        let (bootstrap, name_and_type) = found.ok_or_else(|| bad(world, class))?;
        let (name, descriptor) =
            name_and_type_at(&pool, name_and_type).ok_or_else(|| bad(world, class))?;
        let table = world.raw_attribute(class, Member::Class, "BootstrapMethods");
        let entry = table.and_then(|table| bootstrap_method(table, bootstrap));
        let (handle, arguments) = entry.ok_or_else(|| bad(world, class))?;
        let bootstrap = handle_at(&pool, handle).ok_or_else(|| bad(world, class))?;
        Ok(Self { class, name, descriptor, bootstrap, arguments, pool })
    }

    /// A static argument that must be there.
    pub fn argument(&self, world: &World, index: usize) -> Result<&Constant<'static>, LoadError> {
        let constant = self.arguments.get(index).and_then(|&index| self.pool.get(index));
        constant.ok_or_else(|| bad(world, self.class))
    }

    /// A static argument that is a method handle.
    pub fn handle(&self, world: &World, index: usize) -> Result<Handle, LoadError> {
        let handle = self.arguments.get(index).and_then(|&index| handle_at(&self.pool, index));
        handle.ok_or_else(|| bad(world, self.class))
    }

    /// A static argument that is a method's type: its descriptor.
    pub fn method_type(&self, world: &World, index: usize) -> Result<String, LoadError> {
        match self.argument(world, index)? {
            Constant::MethodType(text) => self.text(world, *text),
            _ => Err(bad(world, self.class)),
        }
    }

    /// A static argument that is an `int`.
    pub fn int(&self, world: &World, index: usize) -> Result<i32, LoadError> {
        match self.argument(world, index)? {
            Constant::Integer(value) => Ok(*value),
            _ => Err(bad(world, self.class)),
        }
    }

    /// A static argument that is a class: its name.
    pub fn class_name(&self, world: &World, index: usize) -> Result<String, LoadError> {
        match self.argument(world, index)? {
            Constant::Class(text) => self.text(world, *text),
            _ => Err(bad(world, self.class)),
        }
    }

    /// A static argument that is a string, in UTF-16.
    pub fn string(&self, world: &World, index: usize) -> Result<Vec<u16>, LoadError> {
        match self.argument(world, index)? {
            Constant::String(text) => {
                let text = self.pool.try_get_utf8(*text).ok().and_then(|text| text.to_utf16().ok());
                text.ok_or_else(|| bad(world, self.class))
            }
            _ => Err(bad(world, self.class)),
        }
    }

    /// A text of the constant pool.
    pub fn text(&self, world: &World, index: u16) -> Result<String, LoadError> {
        text_at(&self.pool, index).ok_or_else(|| bad(world, self.class))
    }

    /// What is wrong with its class, in general.
    pub fn bad(&self, world: &World) -> LoadError {
        bad(world, self.class)
    }
}

/// The method handle at an index of a constant pool.
pub(super) fn handle_at(pool: &ConstantPool<'static>, index: u16) -> Option<Handle> {
    let Some(Constant::MethodHandle { reference_kind, reference_index }) = pool.get(index) else {
        return None;
    };
    let (class_index, name_and_type_index) = match pool.get(*reference_index)? {
        Constant::FieldRef { class_index, name_and_type_index }
        | Constant::MethodRef { class_index, name_and_type_index }
        | Constant::InterfaceMethodRef { class_index, name_and_type_index } => {
            (*class_index, *name_and_type_index)
        }
        _ => return None,
    };
    let Some(Constant::Class(class)) = pool.get(class_index) else { return None };
    let (name, descriptor) = name_and_type_at(pool, name_and_type_index)?;
    Some(Handle { kind: reference_kind.clone(), class: text_at(pool, *class)?, name, descriptor })
}

/// The name and the descriptor at an index of a constant pool.
pub(super) fn name_and_type_at(
    pool: &ConstantPool<'static>,
    index: u16,
) -> Option<(String, String)> {
    match pool.get(index)? {
        Constant::NameAndType { name_index, descriptor_index } => {
            Some((text_at(pool, *name_index)?, text_at(pool, *descriptor_index)?))
        }
        _ => None,
    }
}

/// The text at an index of a constant pool.
pub(super) fn text_at(pool: &ConstantPool<'static>, index: u16) -> Option<String> {
    Some(pool.try_get_utf8(index).ok()?.to_str_lossy().into_owned())
}

/// The error for a class whose constants do not fit together.
pub(super) fn bad(world: &World, class: ClassId) -> LoadError {
    let info = world.info(class);
    LoadError::Malformed {
        file: info.origin.location.as_deref().unwrap_or_default().to_owned(),
        class: info.name.to_string(),
        reason: "a bootstrap method or its arguments are not what they should be".to_owned(),
    }
}

/// An entry of a `BootstrapMethods` attribute: the method handle and the arguments.
fn bootstrap_method(table: &[u8], number: u16) -> Option<(u16, Vec<u16>)> {
    let mut words = table.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
    let count = words.next()?;
    if number >= count {
        return None;
    }
    for _ in 0..number {
        let arguments = words.by_ref().nth(1)?;
        if arguments > 0 {
            words.by_ref().nth(usize::from(arguments) - 1)?;
        }
    }
    let handle = words.next()?;
    let count = usize::from(words.next()?);
    let arguments: Vec<u16> = words.by_ref().take(count).collect();
    (arguments.len() == count).then_some((handle, arguments))
}

/// Links a class that a site names; the class of the site may name itself though it is hidden.
pub(super) fn class_named(
    world: &mut World,
    program: &mut Program,
    site: &Site,
    name: &str,
) -> Result<ClassId, LoadError> {
    if *name == *world.info(site.class).name {
        return Ok(site.class);
    }
    world.class(program, name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_found_behind_others() {
        let words: [u16; 9] = [3, 10, 2, 11, 12, 20, 0, 30, 0];
        let table: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
        assert_eq!(bootstrap_method(&table, 0), Some((10, vec![11, 12])));
        assert_eq!(bootstrap_method(&table, 1), Some((20, vec![])));
        assert_eq!(bootstrap_method(&table, 2), Some((30, vec![])));
        assert_eq!(bootstrap_method(&table, 3), None);
        assert_eq!(bootstrap_method(&table[..8], 0), None);
    }
}
