//! The classes of a Java program: found, read, linked into a program as they are needed, and resolved.
//!
//! A [`World`] lives beside a [`Program`] that it only appends to. It is asked for a class by its name
//! and links it, supertypes first; nothing is initialised and no body is read. Names are those of class
//! files: `java/lang/String`, `[I`. A method's function is named `java/lang/String.length()I`.
//!
//! All state that a run can change lies in the program's first global, the *statics page*: static
//! fields, references to interned strings and `Class` objects, caches of call sites. What the machine
//! undoes between runs is thereby undone here too.

mod arrays;
mod attributes;
mod declared;
mod functions;
mod info;
mod injected;
mod link;
mod made;
mod measures;
mod names;
mod resolve;
mod slots;
mod supertypes;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use classfile::archive::{Archive, JdkImage};
use classfile::code::Code;
use classfile::descriptor::JType;
use classfile::error::LoadError;
use classfile::jdk::Jdk;
use program::{ClassId, FuncId, Global, GlobalId, Id, Program, SelectorId};
use ristretto_classfile::ConstantPool;
use rustc_hash::FxHashMap;

pub use functions::{Helper, Role, Thrower};
pub use info::{
    ClassInfo, ClassKind, FieldInfo, FieldRef, Member, MethodInfo, MethodKey, MethodRef, Origin,
    Place,
};
pub use link::{Hidden, own_name};
pub use made::{Made, MadeField, MadeMethod};
use measures::Measures;
pub use measures::{Measured, OutcomePlace};
use names::{Name, Names};
use slots::Slots;

/// The global in which all static state lies.
pub const STATICS: GlobalId = GlobalId(0);

/// Size of the statics page.
const PAGE: u32 = 8 << 20;

/// What a world is made of.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The JDK whose library is used.
    pub jdk: Jdk,
    /// Directories and jars, in the order in which classes are looked for.
    pub class_path: Vec<PathBuf>,
}

/// All classes that are known, and where to find others.
#[derive(Clone, Debug)]
pub struct World {
    jdk: Jdk,
    image: Arc<JdkImage>,
    class_path: Arc<[Archive]>,
    names: Names,
    /// Classes by name; a class that could not be had fails in the same way again.
    by_name: FxHashMap<Arc<str>, Result<ClassId, LoadError>>,
    classes: Vec<ClassInfo>,
    primitives: [ClassId; 9],
    /// Names of classes whose supertypes are being linked.
    linking: Vec<Arc<str>>,
    selectors: FxHashMap<(Name, Name, Option<Arc<str>>), SelectorId>,
    /// What each function is, by its number.
    roles: Vec<Role>,
    synthetic: FxHashMap<String, FuncId>,
    files: FxHashMap<String, program::FileId>,
    pools: FxHashMap<ClassId, Arc<ConstantPool<'static>>>,
    codes: FxHashMap<MethodKey, Arc<Code>>,
    slots: Slots,
    /// Nest hosts of classes that are hidden, and how many there are.
    hidden: FxHashMap<ClassId, Option<ClassId>>,
    /// Those of them that code takes for anonymous ones.
    anonymous: BTreeSet<ClassId>,
    /// Classes beside others of their name.
    shown: BTreeSet<ClassId>,
    /// Natives that were called and have no model.
    missing: BTreeSet<String>,
    measures: Measures,
}

impl World {
    /// A world, and the program that it adds to: primitive types and `java/lang/Object` are there.
    pub fn new(settings: Settings) -> Result<(Self, Program), LoadError> {
        let image = Arc::new(JdkImage::open(&settings.jdk)?);
        let class_path = open_class_path(&settings)?.into();
        let mut program = Program::default();
        program.globals.push(Global {
            name: "statics".to_owned(),
            home: None,
            size: PAGE,
            align: 16,
            read_only: false,
            external: false,
            bytes: Vec::new(),
            relocations: Vec::new(),
        });
        let mut world = Self {
            jdk: settings.jdk,
            image,
            class_path,
            names: Names::default(),
            by_name: FxHashMap::default(),
            classes: Vec::new(),
            primitives: [ClassId(0); 9],
            linking: Vec::new(),
            selectors: FxHashMap::default(),
            roles: Vec::new(),
            synthetic: FxHashMap::default(),
            files: FxHashMap::default(),
            pools: FxHashMap::default(),
            codes: FxHashMap::default(),
            slots: Slots::new(PAGE),
            hidden: FxHashMap::default(),
            anonymous: BTreeSet::new(),
            shown: BTreeSet::new(),
            missing: BTreeSet::new(),
            measures: Measures::default(),
        };
        world.class(&mut program, "java/lang/Object")?;
        for (index, ty) in JType::PRIMITIVES.into_iter().enumerate() {
            world.primitives[index] = world.add_primitive(&mut program, ty);
        }
        Ok((world, program))
    }

    /// The class of a name, linked; it is not initialised.
    pub fn class(&mut self, program: &mut Program, name: &str) -> Result<ClassId, LoadError> {
        if let Some(known) = self.by_name.get(name) {
            return known.clone();
        }
        let result = match name.strip_prefix('[') {
            Some(component) => self.link_array(program, component),
            None => self.link(program, name),
        };
        if result.is_err() {
            self.by_name.insert(name.into(), result.clone());
        }
        result
    }

    /// A class that is linked already.
    pub fn known_class(&self, name: &str) -> Option<ClassId> {
        self.by_name.get(name)?.as_ref().ok().copied()
    }

    /// The array class with a component of that descriptor.
    pub fn array_of(
        &mut self,
        program: &mut Program,
        component: &str,
    ) -> Result<ClassId, LoadError> {
        self.class(program, &format!("[{component}"))
    }

    /// The class that stands for a primitive type or `void`; for references, `java/lang/Object`.
    pub fn primitive(&self, ty: JType) -> ClassId {
        let place = JType::PRIMITIVES.into_iter().position(|primitive| primitive == ty);
        place.map_or(ClassId(0), |place| self.primitives[place])
    }

    /// What a descriptor names: a class, an array class or a primitive type.
    pub fn described(
        &mut self,
        program: &mut Program,
        descriptor: &str,
    ) -> Result<ClassId, LoadError> {
        if let Some(class) = classfile::descriptor::class_of(descriptor) {
            return self.class(program, class);
        }
        match descriptor.as_bytes() {
            [letter] => JType::of_letter(*letter).map(|ty| self.primitive(ty)),
            _ => None,
        }
        .ok_or_else(|| LoadError::NotFound(descriptor.to_owned()))
    }

    /// What is known of a class.
    pub fn info(&self, class: ClassId) -> &ClassInfo {
        &self.classes[class.index()]
    }

    /// The descriptor of a class: `Ljava/lang/String;`, `[I`, `I`.
    pub fn descriptor(&self, class: ClassId) -> String {
        let info = self.info(class);
        match info.kind {
            ClassKind::Primitive(ty) => ty.letter().map(String::from).unwrap_or_default(),
            _ => classfile::descriptor::of_class(&info.name),
        }
    }

    /// All classes that are linked, in the order in which that happened.
    pub fn linked(&self) -> impl Iterator<Item = (ClassId, &ClassInfo)> {
        self.classes.iter().enumerate().map(|(index, info)| (ClassId::new(index), info))
    }

    /// The classes that have something to initialise and are of the library, or of the class path and none of those
    /// whose execution is counted, where there are such.
    pub fn not_under_test(&self) -> Vec<ClassId> {
        let others = self.linked().filter(|(class, info)| {
            let of_library = !info.origin.user && info.origin.module.is_some();
            info.initializes && (of_library || self.is_beside(*class))
        });
        others.map(|(class, _)| class).collect()
    }

    /// The JDK whose library is used.
    pub fn jdk(&self) -> &Jdk {
        &self.jdk
    }

    /// The image of that JDK.
    pub fn image(&self) -> &JdkImage {
        &self.image
    }

    /// The class path, as it was opened.
    pub fn class_path(&self) -> &[Archive] {
        &self.class_path
    }

    /// The global in which all static state lies.
    pub fn statics(&self) -> GlobalId {
        STATICS
    }

    /// Natives that were called and have no model.
    pub fn missing_natives(&self) -> &BTreeSet<String> {
        &self.missing
    }

    /// Notes that a native was called that has no model.
    pub(crate) fn note_missing_native(&mut self, name: &str) {
        self.missing.insert(name.to_owned());
    }

    /// Whether a class is hidden: no name leads to it.
    pub fn is_hidden(&self, class: ClassId) -> bool {
        self.hidden.contains_key(&class)
    }

    /// Whether a class was made in place of one that tests write without a name.
    pub fn is_anonymous(&self, class: ClassId) -> bool {
        self.anonymous.contains(&class)
    }

    /// The nest host that was given with a hidden class.
    pub fn host(&self, class: ClassId) -> Option<ClassId> {
        self.hidden.get(&class).copied().flatten()
    }

    /// The number of a source file, for locations; it is added to the program if it is new.
    pub fn source(&mut self, program: &mut Program, file: &str) -> program::FileId {
        if let Some(&id) = self.files.get(file) {
            return id;
        }
        let id = program.files.push(file.to_owned());
        self.files.insert(file.to_owned(), id);
        id
    }
}

/// Opens the class path; what a jar's manifest adds comes right after the jar. Entries that do not
/// exist are passed over, as the JVM does.
fn open_class_path(settings: &Settings) -> Result<Vec<Archive>, LoadError> {
    let mut archives: Vec<Archive> = Vec::new();
    let mut pending: Vec<PathBuf> = settings.class_path.iter().rev().cloned().collect();
    while let Some(path) = pending.pop() {
        if !path.exists() || archives.iter().any(|archive| archive.path() == path) {
            continue;
        }
        let archive = Archive::open(&path, settings.jdk.release)?;
        if let Archive::Jar(jar) = &archive {
            pending.extend(jar.class_path().into_iter().rev());
        }
        archives.push(archive);
    }
    Ok(archives)
}
