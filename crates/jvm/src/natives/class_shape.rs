//! `java.lang.Class`, what its class file says of it: nesting, signatures, annotations, records, sealing.

use super::values::{NULL, boolean, int};
use super::{Answer, Jvm, Table, null};
use bytecode::world::Member;
use classfile::flags;
use machine::{Stop, Value};
use program::ClassId;
use ristretto_classfile::ConstantPool;
use std::sync::Arc;

pub(super) const TABLE: Table = &[
    ("java/lang/Class.getModifiers()I", get_modifiers),
    ("java/lang/Class.getClassAccessFlagsRaw0()I", get_access_flags),
    ("java/lang/Class.getClassFileVersion0()I", get_version),
    ("java/lang/Class.getDeclaringClass0()Ljava/lang/Class;", get_declaring_class),
    ("java/lang/Class.getDeclaredClasses0()[Ljava/lang/Class;", get_declared_classes),
    ("java/lang/Class.getEnclosingMethod0()[Ljava/lang/Object;", get_enclosing_method),
    ("java/lang/Class.getSimpleBinaryName0()Ljava/lang/String;", get_simple_name),
    ("java/lang/Class.getGenericSignature0()Ljava/lang/String;", get_signature),
    ("java/lang/Class.getNestHost0()Ljava/lang/Class;", get_nest_host),
    ("java/lang/Class.getNestMembers0()[Ljava/lang/Class;", get_nest_members),
    ("java/lang/Class.getPermittedSubclasses0()[Ljava/lang/Class;", get_permitted),
    ("java/lang/Class.getRawAnnotations()[B", get_annotations),
    ("java/lang/Class.getRawTypeAnnotations()[B", get_type_annotations),
    ("java/lang/Class.isRecord0()Z", is_record),
    ("java/lang/Class.getSigners()[Ljava/lang/Object;", null),
    ("java/lang/Class.setSigners([Ljava/lang/Object;)V", super::nothing),
    ("java/lang/Class.getProtectionDomain0()Ljava/security/ProtectionDomain;", null),
    ("jdk/internal/reflect/Reflection.getClassAccessFlags(Ljava/lang/Class;)I", get_access_flags),
    (
        "jdk/internal/reflect/Reflection.areNestMates(Ljava/lang/Class;Ljava/lang/Class;)Z",
        nest_mates,
    ),
    ("java/io/ObjectStreamClass.hasStaticInitializer(Ljava/lang/Class;)Z", has_initializer),
    ("java/io/ObjectStreamClass.initNative()V", super::nothing),
];

/// A line of the `InnerClasses` attribute.
pub(super) struct Entry {
    pub inner: String,
    pub outer: Option<String>,
    pub name: Option<String>,
    pub flags: u16,
}

fn get_modifiers(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 0)?;
    int(jvm.modifiers(class)?.into())
}

fn get_access_flags(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 0)?;
    let flags = jvm.shared.world().info(class).flags;
    int((flags & !flags::SYNCHRONIZED).into())
}

fn get_version(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 0)?;
    let bytes = jvm.shared.world().bytes(class);
    let major = bytes.and_then(|bytes| Some(u16::from_be_bytes([*bytes.get(6)?, *bytes.get(7)?])));
    int(major.unwrap_or(61).into())
}

fn get_declaring_class(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 0)?;
    match jvm.own_entry(class)?.and_then(|entry| entry.outer) {
        Some(outer) => {
            let outer = jvm.class(&outer)?;
            jvm.mirror(outer).map(Some)
        }
        None => Ok(Some(NULL)),
    }
}

fn get_declared_classes(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 0)?;
    let name = jvm.shared.world().info(class).name.clone();
    let entries = jvm.entries(class)?;
    let inner = entries.into_iter().filter(|entry| entry.outer.as_deref() == Some(&name));
    let names: Vec<String> = inner.map(|entry| entry.inner).collect();
    jvm.mirrors(&names).map(Some)
}

fn get_enclosing_method(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 0)?;
    if jvm.shared.world().is_anonymous(class) {
        // A test's method has no part in the machine; the class it is about stands in for its class.
        let host = jvm.nest_host(class)?;
        let parts = [jvm.mirror(host)?, NULL, NULL];
        return jvm.references("[Ljava/lang/Object;", &parts).map(Some);
    }
    let Some(words) = jvm.words(class, "EnclosingMethod")? else { return Ok(Some(NULL)) };
    let pool = jvm.pool(class)?;
    let outer = class_at(&pool, word(&words, 0)).unwrap_or_default();
    let outer = jvm.class(&outer)?;
    let mut parts = [jvm.mirror(outer)?, NULL, NULL];
    if let Ok((name, descriptor)) = pool.try_get_name_and_type(word(&words, 1)) {
        parts[1] = jvm.literal(&text_at(&pool, *name).unwrap_or_default())?;
        parts[2] = jvm.literal(&text_at(&pool, *descriptor).unwrap_or_default())?;
    }
    jvm.references("[Ljava/lang/Object;", &parts).map(Some)
}

fn get_simple_name(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 0)?;
    let name = jvm.own_entry(class)?.and_then(|entry| entry.name);
    jvm.new_string_or_null(name.as_deref()).map(Some)
}

fn get_signature(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 0)?;
    let signature = jvm.signature(class, Member::Class)?;
    jvm.new_string_or_null(signature.as_deref()).map(Some)
}

fn get_nest_host(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 0)?;
    let host = jvm.nest_host(class)?;
    jvm.mirror(host).map(Some)
}

fn get_nest_members(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 0)?;
    let host = jvm.nest_host(class)?;
    let mut names = vec![jvm.shared.world().info(host).name.to_string()];
    names.extend(jvm.class_list(host, "NestMembers")?.unwrap_or_default());
    jvm.mirrors(&names).map(Some)
}

fn get_permitted(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 0)?;
    match jvm.class_list(class, "PermittedSubclasses")? {
        Some(names) => jvm.mirrors(&names).map(Some),
        None => Ok(Some(NULL)),
    }
}

fn get_annotations(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 0)?;
    jvm.attribute_bytes(class, Member::Class, "RuntimeVisibleAnnotations").map(Some)
}

fn get_type_annotations(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 0)?;
    jvm.attribute_bytes(class, Member::Class, "RuntimeVisibleTypeAnnotations").map(Some)
}

fn is_record(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 0)?;
    let world = jvm.shared.world();
    let is_final = world.info(class).flags & flags::FINAL != 0;
    boolean(is_final && world.raw_attribute(class, Member::Class, "Record").is_some())
}

fn nest_mates(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let a = jvm.class_argument(arguments, 0)?;
    let b = jvm.class_argument(arguments, 1)?;
    boolean(a == b || jvm.nest_host(a)? == jvm.nest_host(b)?)
}

fn has_initializer(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 0)?;
    let world = jvm.shared.world();
    boolean(world.info(class).methods.iter().any(|method| &*method.name == "<clinit>"))
}

impl Jvm<'_> {
    /// The constant pool of a class.
    pub(super) fn pool(&mut self, class: ClassId) -> Result<Arc<ConstantPool<'static>>, Stop> {
        let pool = self.shared.world().pool(class);
        pool.map_err(|error| self.load_error(&error))
    }

    /// The contents of an attribute, as a `byte[]` or null.
    pub(super) fn attribute_bytes(
        &mut self,
        class: ClassId,
        member: Member,
        name: &str,
    ) -> Result<Value, Stop> {
        match self.attribute(class, member, name) {
            Some(bytes) => self.byte_array(&bytes),
            None => Ok(NULL),
        }
    }

    /// The contents of an attribute.
    pub(super) fn attribute(&self, class: ClassId, member: Member, name: &str) -> Option<Vec<u8>> {
        self.shared.world().raw_attribute(class, member, name).map(<[u8]>::to_vec)
    }

    /// An attribute of a class that is a list of numbers.
    fn words(&mut self, class: ClassId, name: &str) -> Result<Option<Vec<u16>>, Stop> {
        Ok(self.attribute(class, Member::Class, name).map(|bytes| to_words(&bytes)))
    }

    /// An attribute that lists classes.
    fn class_list(&mut self, class: ClassId, name: &str) -> Result<Option<Vec<String>>, Stop> {
        let Some(words) = self.words(class, name)? else { return Ok(None) };
        let pool = self.pool(class)?;
        Ok(Some(words.iter().skip(1).filter_map(|index| class_at(&pool, *index)).collect()))
    }

    /// The generic signature of a class or of a member.
    pub(super) fn signature(
        &mut self,
        class: ClassId,
        member: Member,
    ) -> Result<Option<String>, Stop> {
        let Some(bytes) = self.attribute(class, member, "Signature") else { return Ok(None) };
        let pool = self.pool(class)?;
        Ok(text_at(&pool, word(&to_words(&bytes), 0)))
    }

    /// The lines of the `InnerClasses` attribute.
    pub(super) fn entries(&mut self, class: ClassId) -> Result<Vec<Entry>, Stop> {
        let Some(words) = self.words(class, "InnerClasses")? else { return Ok(Vec::new()) };
        let pool = self.pool(class)?;
        let lines = words.get(1..).unwrap_or_default().as_chunks::<4>().0;
        let entries = lines.iter().filter_map(|&[inner, outer, name, flags]| {
            let inner = class_at(&pool, inner)?;
            Some(Entry { inner, outer: class_at(&pool, outer), name: text_at(&pool, name), flags })
        });
        Ok(entries.collect())
    }

    /// The line of a nested class about itself.
    pub(super) fn own_entry(&mut self, class: ClassId) -> Result<Option<Entry>, Stop> {
        let name = self.shared.world().info(class).name.clone();
        let entries = self.entries(class)?;
        Ok(entries.into_iter().find(|entry| *entry.inner == *name))
    }

    /// The class whose nest a class is in.
    pub(super) fn nest_host(&mut self, class: ClassId) -> Result<ClassId, Stop> {
        let host = self.shared.world().host(class);
        if let Some(host) = host {
            return Ok(host);
        }
        let Some(words) = self.words(class, "NestHost")? else { return Ok(class) };
        let pool = self.pool(class)?;
        match class_at(&pool, word(&words, 0)) {
            // A host that is not there is the class itself.
            Some(host) => Ok(self.try_class(&host)?.unwrap_or(class)),
            None => Ok(class),
        }
    }

    /// An array of mirrors.
    fn mirrors(&mut self, names: &[String]) -> Result<Value, Stop> {
        let mut mirrors = Vec::new();
        for name in names {
            let class = self.class(name)?;
            mirrors.push(self.mirror(class)?);
        }
        self.references("[Ljava/lang/Class;", &mirrors)
    }
}

/// Bytes of a class file as numbers of two bytes.
pub(super) fn to_words(bytes: &[u8]) -> Vec<u16> {
    bytes.as_chunks::<2>().0.iter().map(|pair| u16::from_be_bytes(*pair)).collect()
}

/// One of several numbers; zero, which points at nothing, if there are not as many.
pub(super) fn word(words: &[u16], index: usize) -> u16 {
    words.get(index).copied().unwrap_or(0)
}

/// The name of a class in a constant pool.
pub(super) fn class_at(pool: &ConstantPool<'static>, index: u16) -> Option<String> {
    pool.try_get_class(index).ok().map(|name| name.to_str_lossy().into_owned())
}

/// A text in a constant pool.
pub(super) fn text_at(pool: &ConstantPool<'static>, index: u16) -> Option<String> {
    pool.try_get_utf8(index).ok().map(|text| text.to_str_lossy().into_owned())
}
