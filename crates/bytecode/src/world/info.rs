//! What is known of a linked class, its fields and its methods.

use std::sync::Arc;

use classfile::descriptor::JType;
use classfile::flags;
use classfile::skeleton::Skeleton;
use program::{ClassId, FuncId, SelectorId};
use rustc_hash::FxHashMap;

use super::names::Name;

/// A linked class, an array class, or a primitive type.
#[derive(Clone, Debug)]
pub struct ClassInfo {
    /// Its internal name: `java/lang/String`, `[I`, `int`.
    pub name: Arc<str>,
    /// Its access flags.
    pub flags: u16,
    /// What it is.
    pub kind: ClassKind,
    /// The class it extends.
    pub superclass: Option<ClassId>,
    /// The interfaces it names itself.
    pub interfaces: Vec<ClassId>,
    /// Its fields, in the order of its class file, followed by those that were injected.
    pub fields: Vec<FieldInfo>,
    /// Its methods, in the order of its class file.
    pub methods: Vec<MethodInfo>,
    /// Where it came from.
    pub origin: Origin,
    /// Its source file: `String.java`.
    pub source_file: Option<Arc<str>>,
    /// Whether there is anything to run when it is initialised, in it or above it; if not, `init` may
    /// be left out.
    pub initializes: bool,
    pub(super) skeleton: Option<Arc<Skeleton>>,
    pub(super) field_index: FxHashMap<(Name, Name), u32>,
    pub(super) method_index: FxHashMap<(Name, Name), u32>,
    /// The class initialiser, if there is one.
    pub(super) clinit: Option<u32>,
    /// Whether it, being an interface, has a method that is neither abstract nor static.
    pub(super) has_defaults: bool,
    /// The package: all before the last slash.
    pub(super) package: Arc<str>,
}

impl ClassInfo {
    /// Its class file, if it has one.
    pub fn skeleton(&self) -> Option<&Skeleton> {
        self.skeleton.as_deref()
    }
}

/// What a class is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClassKind {
    /// A class or an interface with a class file, or one made on the way.
    Ordinary,
    /// An array class.
    Array {
        /// The descriptor of its component: `I`, `[I`, `Ljava/lang/String;`.
        component: String,
    },
    /// A primitive type or `void`, for its `Class` object.
    Primitive(JType),
}

/// Where a class came from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    /// The module of the JDK it belongs to; `None` on the class path.
    pub module: Option<Arc<str>>,
    /// Whether it is from the class path and not from the JDK.
    pub user: bool,
    /// The directory, jar or image it was read from.
    pub location: Option<Arc<str>>,
}

/// A field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldInfo {
    /// Its name.
    pub name: Arc<str>,
    /// Its descriptor.
    pub descriptor: Arc<str>,
    /// What it holds.
    pub ty: JType,
    /// Its access flags.
    pub flags: u16,
    /// Where it lies.
    pub place: Place,
    /// Index in the constant pool of the value that it starts with.
    pub constant: Option<u16>,
}

/// Where a field lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In the statics page.
    Static {
        /// From its start.
        offset: u32,
    },
    /// In every instance.
    Instance {
        /// From its start.
        offset: u32,
    },
}

impl Place {
    /// The offset, in the page or in the instance.
    pub fn offset(self) -> u32 {
        match self {
            Place::Static { offset } | Place::Instance { offset } => offset,
        }
    }
}

/// A method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MethodInfo {
    /// Its name.
    pub name: Arc<str>,
    /// Its descriptor.
    pub descriptor: Arc<str>,
    /// Its access flags.
    pub flags: u16,
    /// Its function.
    pub function: FuncId,
    /// What a virtual call of it looks up; `None` if it is never called virtually.
    pub selector: Option<SelectorId>,
    /// Whether it has bytecode.
    pub has_code: bool,
}

impl MethodInfo {
    /// Whether it belongs to the class.
    pub fn is_static(&self) -> bool {
        self.flags & flags::STATIC != 0
    }

    /// Whether the virtual machine does it.
    pub fn is_native(&self) -> bool {
        self.flags & flags::NATIVE != 0
    }

    /// Whether it has no body.
    pub fn is_abstract(&self) -> bool {
        self.flags & flags::ABSTRACT != 0
    }
}

impl ClassInfo {
    /// Whether it is an interface.
    pub fn is_interface(&self) -> bool {
        self.flags & flags::INTERFACE != 0
    }

    /// Whether it is an array class.
    pub fn is_array(&self) -> bool {
        matches!(self.kind, ClassKind::Array { .. })
    }

    /// The descriptor of an array's component.
    pub fn component(&self) -> Option<&str> {
        match &self.kind {
            ClassKind::Array { component } => Some(component),
            _ => None,
        }
    }

    /// Its package in internal form: `java/lang`.
    pub fn package(&self) -> &str {
        &self.package
    }
}

/// A resolved field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FieldRef {
    /// The class that declares it; a static one is initialised before its fields are used.
    pub class: ClassId,
    /// What it holds.
    pub ty: JType,
    /// Where it lies.
    pub place: Place,
    /// Its access flags.
    pub flags: u16,
}

/// A resolved method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MethodRef {
    /// The class that declares it.
    pub class: ClassId,
    /// Its function.
    pub function: FuncId,
    /// What a virtual call looks up; `None` if nothing can override it, so that it is called directly.
    pub selector: Option<SelectorId>,
    /// Its access flags.
    pub flags: u16,
}

impl MethodRef {
    /// Whether it belongs to the class.
    pub fn is_static(&self) -> bool {
        self.flags & flags::STATIC != 0
    }
}

/// A method by its class and its place in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct MethodKey {
    /// The class.
    pub class: ClassId,
    /// Which of its methods.
    pub index: u32,
}

/// A class or a part of it that can have attributes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Member {
    /// The class itself.
    Class,
    /// One of its fields.
    Field(u32),
    /// One of its methods.
    Method(u32),
}
