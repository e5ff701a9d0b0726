//! Linking: a class file becomes a class of the program, with its layout, its functions and selectors.

use std::sync::Arc;

use classfile::descriptor::{Signature, field_type};
use classfile::error::LoadError;
use classfile::flags;
use classfile::skeleton::{ClassFileError, Skeleton};
use program::{Class, ClassId, Field, Id, Program, SelectorId};
use rustc_hash::FxHashMap;

use super::World;
use super::functions::Role;
use super::info::{ClassInfo, ClassKind, FieldInfo, MethodInfo, MethodKey, Origin, Place};
use super::injected::injected;
use super::names::Name;

/// How many classes may stand above one another: more than in any program, and few enough for the
/// stack of the linker, which is recursive.
const DEEPEST: usize = 256;

impl World {
    /// Finds, reads and links a class, its supertypes first.
    pub(super) fn link(&mut self, program: &mut Program, name: &str) -> Result<ClassId, LoadError> {
        let circular = self.linking.len() >= DEEPEST;
        if circular || self.linking.iter().any(|waiting| **waiting == *name) {
            return Err(LoadError::Circular(name.to_owned()));
        }
        let (bytes, origin) = self.find(name)?;
        let skeleton = self.read(name, bytes, &origin)?;
        self.install(program, name.into(), skeleton, origin)
    }

    /// Links a class whose file is at hand. No name leads to a hidden one; it may belong to a nest.
    pub fn define(
        &mut self,
        program: &mut Program,
        bytes: Vec<u8>,
        origin: Origin,
        hidden: Option<Hidden>,
    ) -> Result<ClassId, LoadError> {
        let file = origin.location.clone().unwrap_or_default();
        let mut skeleton = Skeleton::read(bytes.into()).map_err(|bad| malformed(bad, &file, ""))?;
        let mut name = skeleton.class(skeleton.this_class).unwrap_or_default().into_owned();
        if hidden.is_some() {
            name = format!("{name}+{:#x}", self.hidden.len() + self.shown.len() + 1);
            // What it calls by its own name is itself.
            if let Some(bytes) = skeleton.renamed(&name) {
                let read = Skeleton::read(bytes.into());
                skeleton = read.map_err(|bad| malformed(bad, &file, &name))?;
            }
        } else if self.by_name.get(name.as_str()).is_some_and(Result::is_ok) {
            return Err(LoadError::Incompatible(format!("duplicate class definition for {name}")));
        }
        let class = self.install(program, name.into(), skeleton, origin)?;
        if let Some(Hidden { host }) = hidden {
            self.hidden.insert(class, host);
        }
        Ok(class)
    }

    /// Whether a class was read from the class path or the JDK, and not defined while running.
    pub fn is_from_archive(&self, class: ClassId) -> bool {
        self.info(class).origin.location.is_some()
    }

    /// Lets a class that was defined as hidden count as an ordinary one, beside another of its name.
    pub fn show(&mut self, class: ClassId) {
        self.hidden.remove(&class);
        self.shown.insert(class);
    }

    /// Whether a class stands beside another of its name.
    pub fn is_shown(&self, class: ClassId) -> bool {
        self.shown.contains(&class)
    }

    /// The classes of a name: the one that goes by it, and those that stand beside it.
    pub fn namesakes(&self, name: &str) -> Vec<ClassId> {
        let beside = self.shown.iter().copied().filter(|class| {
            let known = &self.info(*class).name;
            known.rsplit_once('+').is_some_and(|(own, _)| own == name)
        });
        self.known_class(name).into_iter().chain(beside).collect()
    }

    /// Lets another class have the name of a defined one.
    pub fn forget_name(&mut self, name: &str) {
        self.by_name.remove(name);
    }

    /// The bytes of a class and where they are from.
    fn find(&self, name: &str) -> Result<(Vec<u8>, Origin), LoadError> {
        let not_found = || LoadError::NotFound(name.to_owned());
        if name.is_empty() || name.contains(['.', ';', '[']) {
            return Err(not_found());
        }
        if let Some((bytes, module)) = self.image.class(name) {
            let location = Some(self.image.location());
            return Ok((bytes, Origin { module: Some(module), user: false, location }));
        }
        let package = name.rsplit_once('/').map_or("", |(package, _)| package);
        if self.image.has_package(package) {
            return Err(not_found());
        }
        let file = format!("{name}.class");
        for archive in self.class_path.iter() {
            if let Some(bytes) = archive.read(&file)? {
                let location = Some(archive.path().display().to_string().into());
                return Ok((bytes, Origin { module: None, user: true, location }));
            }
        }
        Err(not_found())
    }

    /// The outline of a class file, which must be of the class that was asked for.
    fn read(&self, name: &str, bytes: Vec<u8>, origin: &Origin) -> Result<Skeleton, LoadError> {
        let file = origin.location.as_deref().unwrap_or_default();
        let bad = |bad| malformed(bad, file, name);
        let skeleton = Skeleton::read(bytes.into()).map_err(bad)?;
        let actual = skeleton.class(skeleton.this_class).unwrap_or_default();
        if actual != name {
            return Err(bad(ClassFileError::Format(format!("it holds class {actual}"))));
        }
        if skeleton.flags & flags::MODULE != 0 {
            return Err(bad("it describes a module".into()));
        }
        Ok(skeleton)
    }

    /// Links what was read under a name.
    fn install(
        &mut self,
        program: &mut Program,
        name: Arc<str>,
        skeleton: Skeleton,
        origin: Origin,
    ) -> Result<ClassId, LoadError> {
        self.linking.push(Arc::clone(&name));
        let supertypes = self.supertypes_of(program, &skeleton, &name, &origin);
        self.linking.pop();
        let (superclass, interfaces) = supertypes?;

        let file = origin.location.clone().unwrap_or_default();
        let bad = |reason: &str| malformed(reason.into(), &file, &name);
        self.catch_up(program);
        let class = ClassId::new(program.classes.len());
        let mut info =
            ClassInfo::bare(Arc::clone(&name), skeleton.flags, ClassKind::Ordinary, origin.clone());
        info.superclass = superclass;
        info.interfaces = interfaces;
        let source = skeleton.attribute(&skeleton.attributes, "SourceFile");
        info.source_file = source.and_then(|bytes| {
            let index = u16::from_be_bytes(*bytes.first_chunk()?);
            Some(self.interned(&skeleton.text(index)?))
        });
        let mut linked = Class {
            name: name.to_string(),
            superclass,
            interfaces: info.interfaces.clone(),
            interface: info.is_interface(),
            ..Class::default()
        };
        self.fields(&skeleton, &mut info, &mut linked, program).map_err(|bad| match bad {
            Trouble::Bad(reason) => malformed(reason.into(), &file, &name),
            Trouble::Load(error) => error,
        })?;
        // From here on functions are added, so nothing may fail half-way.
        let outlines = self.outlines(&skeleton, &info).map_err(bad)?;
        self.methods(program, class, &mut info, &mut linked, &outlines);
        info.initializes = self.has_own_state(&info) || !self.first(&info).is_empty();
        if info.initializes {
            let function = format!("{name}.<init-class>");
            let role = Role::Initializer(class);
            linked.initializer = Some(self.declare(program, function, &[], None, role));
        }
        info.skeleton = Some(Arc::new(skeleton));
        program.classes.push(linked);
        self.add_class(class, info);
        Ok(class)
    }

    /// Links the supertypes that a class names.
    fn supertypes_of(
        &mut self,
        program: &mut Program,
        skeleton: &Skeleton,
        name: &str,
        origin: &Origin,
    ) -> Result<(Option<ClassId>, Vec<ClassId>), LoadError> {
        let file = origin.location.as_deref().unwrap_or_default();
        let superclass = match skeleton.class(skeleton.super_class) {
            None if name == "java/lang/Object" => None,
            None => return Err(malformed("it has no superclass".into(), file, name)),
            Some(above) => {
                let id = self.class(program, &above)?;
                let info = self.info(id);
                if info.is_interface() {
                    let message = format!("class {name} has interface {above} as super class");
                    return Err(LoadError::Incompatible(message));
                }
                if info.flags & flags::FINAL != 0 || info.kind != ClassKind::Ordinary {
                    let message = format!("class {name} cannot inherit from final class {above}");
                    return Err(LoadError::Incompatible(message));
                }
                Some(id)
            }
        };
        let mut interfaces = Vec::with_capacity(skeleton.interfaces.len());
        for &index in &skeleton.interfaces {
            let above = skeleton.class(index).unwrap_or_default();
            let id = self.class(program, &above)?;
            if !self.info(id).is_interface() {
                let message = format!(
                    "class {name} can not implement {above}, because it is not an interface"
                );
                return Err(LoadError::Incompatible(message));
            }
            if interfaces.contains(&id) {
                return Err(malformed("it names an interface twice".into(), file, name));
            }
            interfaces.push(id);
        }
        Ok((superclass, interfaces))
    }

    /// Lays out the fields: static ones in the page, the others behind those of the superclass, larger
    /// ones first so that little is lost to alignment.
    fn fields(
        &mut self,
        skeleton: &Skeleton,
        info: &mut ClassInfo,
        linked: &mut Class,
        program: &Program,
    ) -> Result<(), Trouble> {
        for (index, part) in skeleton.fields.iter().enumerate() {
            let name = self.names.intern(&skeleton.text(part.name).unwrap_or_default());
            let descriptor = self.names.intern(&skeleton.text(part.descriptor).unwrap_or_default());
            let ty = field_type(self.names.text(descriptor))
                .ok_or(Trouble::Bad("a field's descriptor is none"))?;
            if info.field_index.insert((name, descriptor), index as u32).is_some() {
                return Err(Trouble::Bad("it has a field twice"));
            }
            let is_static = part.flags & flags::STATIC != 0;
            if info.is_interface() && !is_static {
                return Err(Trouble::Bad("an interface has a field that is not static"));
            }
            let constant = skeleton.attribute(&part.attributes, "ConstantValue");
            let constant = constant.filter(|_| is_static).and_then(|bytes| bytes.first_chunk());
            let place = match is_static {
                true => Place::Static { offset: self.slots.take(ty.storage().bytes())? },
                false => Place::Instance { offset: 0 },
            };
            info.fields.push(FieldInfo {
                name: Arc::clone(self.names.text(name)),
                descriptor: Arc::clone(self.names.text(descriptor)),
                ty,
                flags: part.flags,
                place,
                constant: constant.map(|bytes| u16::from_be_bytes(*bytes)),
            });
        }
        for &(name, ty) in injected(&info.name) {
            let descriptor = ty.letter().map_or("Ljava/lang/Object;".to_owned(), String::from);
            let key = (self.names.intern(name), self.names.intern(&descriptor));
            info.field_index.insert(key, info.fields.len() as u32);
            info.fields.push(FieldInfo {
                name: name.into(),
                descriptor: descriptor.into(),
                ty,
                flags: flags::PRIVATE | flags::SYNTHETIC,
                place: Place::Instance { offset: 0 },
                constant: None,
            });
        }
        let mut next = info.superclass.map_or(0, |above| program.classes[above].size);
        let mut order: Vec<usize> = (0..info.fields.len()).collect();
        order.sort_by_key(|&index| std::cmp::Reverse(info.fields[index].ty.storage().bytes()));
        let mut seen: FxHashMap<Arc<str>, u32> = FxHashMap::default();
        for index in order {
            let field = &mut info.fields[index];
            let Place::Instance { offset } = &mut field.place else { continue };
            let ty = field.ty.storage();
            *offset = next.next_multiple_of(ty.bytes());
            next = *offset + ty.bytes();
            // Two fields may share a name if their types differ; the program wants one name each.
            let count = seen.entry(Arc::clone(&field.name)).or_default();
            *count += 1;
            let name = match *count {
                1 => field.name.to_string(),
                _ => format!("{}:{}", field.name, field.descriptor),
            };
            linked.fields.push(Field { name, ty, offset: *offset });
        }
        linked.fields.sort_by_key(|field| field.offset);
        // The library compares and swaps a byte by way of the word around it.
        linked.size = if info.is_interface() { 0 } else { next.next_multiple_of(8) };
        Ok(())
    }

    /// Names, descriptors and kinds of the methods, checked.
    fn outlines<'a>(
        &mut self,
        skeleton: &'a Skeleton,
        info: &ClassInfo,
    ) -> Result<Vec<Outline>, &'a str> {
        let mut outlines = Vec::with_capacity(skeleton.methods.len());
        for part in &skeleton.methods {
            let text = skeleton.text(part.name).unwrap_or_default();
            let name = self.names.intern(&text);
            let descriptor = self.names.intern(&skeleton.text(part.descriptor).unwrap_or_default());
            if Signature::parse(self.names.text(descriptor)).is_none() {
                return Err("a method's descriptor is none");
            }
            let has_code = skeleton.raw_attribute(&part.attributes, "Code").is_some();
            let bodiless = part.flags & (flags::ABSTRACT | flags::NATIVE) != 0;
            if has_code == bodiless && !(info.is_interface() && text == "<clinit>") {
                return Err("a method has a body and should not, or the other way round");
            }
            if text.is_empty() || text.contains(['.', ';', '[', '/']) {
                return Err("a method's name is none");
            }
            if text.starts_with('<') && !matches!(&*text, "<init>" | "<clinit>") {
                return Err("a method's name is none");
            }
            let mut flags = part.flags;
            if text == "<clinit>" {
                // Class files older than release 7 need not say so.
                flags |= flags::STATIC;
            }
            outlines.push(Outline { name, descriptor, flags, has_code });
        }
        let mut keys: FxHashMap<(Name, Name), ()> = FxHashMap::default();
        for outline in &outlines {
            if keys.insert((outline.name, outline.descriptor), ()).is_some() {
                return Err("it has a method twice");
            }
        }
        Ok(outlines)
    }

    /// Declares the methods and enters the virtual ones.
    fn methods(
        &mut self,
        program: &mut Program,
        class: ClassId,
        info: &mut ClassInfo,
        linked: &mut Class,
        outlines: &[Outline],
    ) {
        let special = ["<init>", "<clinit>"].map(|name| self.names.intern(name));
        info.methods.reserve(outlines.len());
        info.method_index.reserve(outlines.len());
        for (index, outline) in outlines.iter().enumerate() {
            let index = index as u32;
            let name = Arc::clone(self.names.text(outline.name));
            let descriptor = Arc::clone(self.names.text(outline.descriptor));
            let Some(signature) = Signature::parse(&descriptor) else { continue };
            let is_static = outline.flags & flags::STATIC != 0;
            let key = MethodKey { class, index };
            let full = format!("{}.{name}{descriptor}", info.name);
            let function = self.declare_method(program, key, full, is_static, signature);
            let is_virtual = !is_static
                && outline.flags & flags::PRIVATE == 0
                && !special.contains(&outline.name);
            let mut selector = None;
            if is_virtual {
                let selectors = self.selectors_of(program, info, outline);
                selector = selectors.first().copied();
                if outline.flags & flags::ABSTRACT == 0 {
                    linked.methods.extend(selectors.iter().map(|&own| (own, function)));
                    info.has_defaults |= info.is_interface();
                }
            } else if info.is_interface() && !is_static {
                info.has_defaults = true;
            }
            if outline.name == special[1] && &*descriptor == "()V" && outline.has_code {
                info.clinit = Some(index);
            }
            info.method_index.insert((outline.name, outline.descriptor), index);
            info.methods.push(MethodInfo {
                name,
                descriptor,
                flags: outline.flags,
                function,
                selector,
                has_code: outline.has_code,
            });
        }
    }

    /// The selectors under which a virtual method is found: its own first, then those of methods that
    /// it overrides and that go by another one, because they are visible in a package only.
    fn selectors_of(
        &mut self,
        program: &mut Program,
        info: &ClassInfo,
        outline: &Outline,
    ) -> Vec<SelectorId> {
        let visible = flags::PUBLIC | flags::PROTECTED;
        let package = (outline.flags & visible == 0).then(|| Arc::clone(&info.package));
        let own = self.selector_named(program, outline.name, outline.descriptor, package);
        let mut selectors = vec![own];
        let mut above = info.superclass;
        while let Some(class) = above {
            let superclass = &self.classes[class.index()];
            above = superclass.superclass;
            let key = (outline.name, outline.descriptor);
            let Some(&index) = superclass.method_index.get(&key) else { continue };
            let method = &superclass.methods[index as usize];
            let Some(overridden) = method.selector else { continue };
            if method.flags & visible == 0 && superclass.package != info.package {
                continue;
            }
            if !selectors.contains(&overridden) {
                selectors.push(overridden);
            }
            // What that one overrides, this one overrides too.
            let entries = program.classes[class].methods.iter();
            let inherited = entries.filter(|(_, function)| *function == method.function);
            for &(selector, _) in inherited {
                if !selectors.contains(&selector) {
                    selectors.push(selector);
                }
            }
        }
        selectors
    }

    fn selector_named(
        &mut self,
        program: &mut Program,
        name: Name,
        descriptor: Name,
        package: Option<Arc<str>>,
    ) -> SelectorId {
        let (text, types) = (self.names.text(name), self.names.text(descriptor));
        *self.selectors.entry((name, descriptor, package.clone())).or_insert_with(|| {
            program.selectors.push(match package {
                None => format!("{text}{types}"),
                Some(package) => format!("{text}{types}@{package}"),
            })
        })
    }

    /// The selector of public and protected methods of a name and a descriptor.
    pub fn selector(&mut self, program: &mut Program, name: &str, descriptor: &str) -> SelectorId {
        let (name, descriptor) = (self.names.intern(name), self.names.intern(descriptor));
        self.selector_named(program, name, descriptor, None)
    }

    /// Adds a class that has no counterpart in Java, for what lowering makes. A name nobody asks for.
    pub fn add_synthetic(&mut self, program: &mut Program, linked: Class) -> ClassId {
        self.catch_up(program);
        let flags = flags::FINAL | flags::SYNTHETIC;
        let name = linked.name.as_str().into();
        let origin = self.classes[0].origin.clone();
        let mut info = ClassInfo::bare(name, flags, ClassKind::Ordinary, origin);
        info.superclass = linked.superclass;
        info.interfaces = linked.interfaces.clone();
        info.initializes = linked.initializer.is_some();
        let class = program.classes.push(linked);
        self.add_class(class, info);
        class
    }

    /// Knows of classes that were added to the program by others.
    pub(super) fn catch_up(&mut self, program: &Program) {
        while self.classes.len() < program.classes.len() {
            let linked = &program.classes[ClassId::new(self.classes.len())];
            let (name, origin) = (linked.name.as_str().into(), Origin::default());
            let mut info = ClassInfo::bare(name, flags::SYNTHETIC, ClassKind::Ordinary, origin);
            info.superclass = linked.superclass;
            info.interfaces = linked.interfaces.clone();
            self.classes.push(info);
        }
    }

    /// A text that many share.
    fn interned(&mut self, text: &str) -> Arc<str> {
        let name = self.names.intern(text);
        Arc::clone(self.names.text(name))
    }
}

/// The name that a class file gives to its class.
pub fn own_name(bytes: &[u8]) -> Option<String> {
    let skeleton = Skeleton::read(bytes.into()).ok()?;
    skeleton.class(skeleton.this_class).map(std::borrow::Cow::into_owned)
}

/// What goes with a class that is hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hidden {
    /// The nest it belongs to, if it is not one of its own.
    pub host: Option<ClassId>,
}

/// A method before it is declared.
struct Outline {
    name: Name,
    descriptor: Name,
    flags: u16,
    has_code: bool,
}

/// Why fields cannot be laid out.
enum Trouble {
    Bad(&'static str),
    Load(LoadError),
}

impl From<LoadError> for Trouble {
    fn from(error: LoadError) -> Self {
        Trouble::Load(error)
    }
}

/// What is wrong with a class file, with the names of the file and of the class.
pub(super) fn malformed(bad: ClassFileError, file: &str, class: &str) -> LoadError {
    let (file, class) = (file.to_owned(), class.to_owned());
    match bad {
        ClassFileError::Version { major, minor } => {
            LoadError::Version { file, class, major, minor }
        }
        ClassFileError::Format(reason) => LoadError::Malformed { file, class, reason },
    }
}
