//! Classes that are made here and have no class file: those of lambdas, and stubs.

use std::sync::Arc;

use classfile::descriptor::JType;
use classfile::flags;
use program::{Class, ClassId, Field, FuncId, Program, SelectorId};

use super::World;
use super::info::{ClassInfo, ClassKind, FieldInfo, MethodInfo, Place};

/// A class to be made; it is hidden.
#[derive(Clone, Debug)]
pub struct Made {
    /// Its name, which nobody else has.
    pub name: String,
    /// The class whose code it belongs to.
    pub host: ClassId,
    /// The class it extends; `Object` if none is given.
    pub superclass: Option<ClassId>,
    /// The interfaces it implements.
    pub interfaces: Vec<ClassId>,
    /// Its fields.
    pub fields: Vec<MadeField>,
    /// Its methods; those that are not private are virtual.
    pub methods: Vec<MadeMethod>,
    /// What initialises it.
    pub initializer: Option<FuncId>,
    /// Whether it stands for one that is written without a name.
    pub anonymous: bool,
}

/// A field of a class to be made. It takes as much room as a register of its type.
#[derive(Clone, Debug)]
pub struct MadeField {
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// What it holds.
    pub ty: JType,
}

/// A method of a class to be made.
#[derive(Clone, Debug)]
pub struct MadeMethod {
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Its access flags.
    pub flags: u16,
    /// Its function.
    pub function: FuncId,
    /// What calls of it look up, where that is not just its name: it overrides what only its package sees.
    pub selector: Option<SelectorId>,
}

impl World {
    /// A name for a hidden class that nobody has.
    pub fn hidden_name(&self, base: &str) -> String {
        format!("{base}+{:#x}", self.hidden.len() + 1)
    }

    /// Makes a class.
    pub fn make(&mut self, program: &mut Program, made: Made) -> ClassId {
        self.catch_up(program);
        let above = made.superclass.or_else(|| self.known_class("java/lang/Object"));
        let class_flags = if made.anonymous { 0 } else { flags::FINAL | flags::SYNTHETIC };
        let mut origin = self.info(made.host).origin.clone();
        origin.location = None;
        let name: Arc<str> = made.name.as_str().into();
        let mut info = ClassInfo::bare(Arc::clone(&name), class_flags, ClassKind::Ordinary, origin);
        info.superclass = above;
        info.interfaces = made.interfaces.clone();
        info.initializes = made.initializer.is_some();
        info.package = Arc::clone(&self.info(made.host).package);
        let mut linked = Class {
            name: made.name,
            superclass: above,
            size: above.map_or(0, |above| program.classes[above].size),
            interfaces: made.interfaces,
            initializer: made.initializer,
            ..Class::default()
        };
        for field in made.fields {
            let ty = field.ty.value();
            let offset = linked.size.next_multiple_of(ty.bytes());
            linked.size = offset + ty.bytes();
            linked.fields.push(Field { name: field.name.clone(), ty, offset });
            let key = (self.names.intern(&field.name), self.names.intern(&field.descriptor));
            info.field_index.insert(key, info.fields.len() as u32);
            info.fields.push(FieldInfo {
                name: field.name.into(),
                descriptor: field.descriptor.into(),
                ty: field.ty,
                flags: flags::PRIVATE | flags::FINAL,
                place: Place::Instance { offset },
                constant: None,
            });
        }
        for method in made.methods {
            let is_virtual = method.flags & flags::PRIVATE == 0;
            let named =
                is_virtual.then(|| self.selector(program, &method.name, &method.descriptor));
            let selector = method.selector.or(named);
            linked.methods.extend(selector.map(|selector| (selector, method.function)));
            let key = (self.names.intern(&method.name), self.names.intern(&method.descriptor));
            info.method_index.insert(key, info.methods.len() as u32);
            info.methods.push(MethodInfo {
                name: method.name.into(),
                descriptor: method.descriptor.into(),
                flags: method.flags,
                function: method.function,
                selector,
                has_code: false,
            });
        }
        let class = program.classes.push(linked);
        self.add_class(class, info);
        self.hidden.insert(class, Some(made.host));
        if made.anonymous {
            self.anonymous.insert(class);
        }
        class
    }
}
