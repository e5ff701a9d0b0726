//! Class loaders: classes and resources come from the class path and from the JDK, all through one world.

use super::files::CLASSES;
use super::values::NULL;
use super::{Answer, Jvm, Table, nothing, null};
use bytecode::world::{Hidden, Origin};
use machine::{Stop, Value};
use program::ClassId;

pub(super) const TABLE: Table = &[
    (
        "java/lang/ClassLoader.findBootstrapClass(Ljava/lang/String;)Ljava/lang/Class;",
        find_bootstrap,
    ),
    ("java/lang/ClassLoader.findLoadedClass0(Ljava/lang/String;)Ljava/lang/Class;", find_loaded),
    ("java/lang/ClassLoader.retrieveDirectives()Ljava/lang/AssertionStatusDirectives;", directives),
    (
        "java/lang/ClassLoader.defineClass1(Ljava/lang/ClassLoader;Ljava/lang/String;[BIILjava/security/ProtectionDomain;Ljava/lang/String;)Ljava/lang/Class;",
        define_class,
    ),
    (
        "java/lang/ClassLoader.defineClass0(Ljava/lang/ClassLoader;Ljava/lang/Class;Ljava/lang/String;[BIILjava/security/ProtectionDomain;ZILjava/lang/Object;)Ljava/lang/Class;",
        define_lookup_class,
    ),
    (
        "jdk/internal/loader/BuiltinClassLoader.loadClassOrNull(Ljava/lang/String;Z)Ljava/lang/Class;",
        load_class_or_null,
    ),
    (
        "jdk/internal/loader/BuiltinClassLoader.loadClassOrNull(Ljava/lang/String;)Ljava/lang/Class;",
        load_class_or_null,
    ),
    (
        "jdk/internal/loader/BootLoader.loadClassOrNull(Ljava/lang/String;)Ljava/lang/Class;",
        find_bootstrap,
    ),
    (
        "jdk/internal/loader/BootLoader.loadClass(Ljava/lang/Module;Ljava/lang/String;)Ljava/lang/Class;",
        |jvm, arguments| find_bootstrap(jvm, &arguments[1..]),
    ),
    (
        "java/lang/ClassLoader.getResourceAsStream(Ljava/lang/String;)Ljava/io/InputStream;",
        |jvm, arguments| resource_stream(jvm, arguments, 1),
    ),
    (
        "java/lang/Module.getResourceAsStream(Ljava/lang/String;)Ljava/io/InputStream;",
        |jvm, arguments| resource_stream(jvm, arguments, 1),
    ),
    (
        "java/lang/ClassLoader.getSystemResourceAsStream(Ljava/lang/String;)Ljava/io/InputStream;",
        |jvm, arguments| resource_stream(jvm, arguments, 0),
    ),
    (
        "jdk/internal/loader/BootLoader.findResourceAsStream(Ljava/lang/String;Ljava/lang/String;)Ljava/io/InputStream;",
        |jvm, arguments| resource_stream(jvm, arguments, 1),
    ),
    (
        "jdk/internal/loader/BuiltinClassLoader.findResourceAsStream(Ljava/lang/String;Ljava/lang/String;)Ljava/io/InputStream;",
        |jvm, arguments| resource_stream(jvm, arguments, 2),
    ),
    ("java/lang/ClassLoader.getResource(Ljava/lang/String;)Ljava/net/URL;", resource_url),
    (
        "java/lang/ClassLoader.getResources(Ljava/lang/String;)Ljava/util/Enumeration;",
        resource_urls,
    ),
    ("java/lang/System.loadLibrary(Ljava/lang/String;)V", load_library),
    ("jdk/internal/loader/BootLoader.loadLibrary(Ljava/lang/String;)V", nothing),
    ("jdk/internal/loader/BootLoader.getSystemPackageNames()[Ljava/lang/String;", |jvm, _| {
        jvm.new_array("[Ljava/lang/String;", 0).map(Some)
    }),
    (
        "jdk/internal/loader/NativeLibraries.findBuiltinLib(Ljava/lang/String;)Ljava/lang/String;",
        null,
    ),
    (
        "java/lang/invoke/LambdaProxyClassArchive.find(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;Z[Ljava/lang/Class;[Ljava/lang/invoke/MethodType;)Ljava/lang/Class;",
        null,
    ),
];

/// A class of the JDK by its name with dots, or null.
fn find_bootstrap(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let name = jvm.text_of(arguments, 0)?;
    find(jvm, &name, NULL)
}

/// What a loader of the JDK's own finds: the one above all the JDK's classes, that of the program all.
fn load_class_or_null(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let loader = jvm.object(arguments, 0)?;
    let name = jvm.text_of(arguments, 1)?;
    let app = jvm.app_loader()?;
    let seen = if app.bits == loader.bits { loader } else { NULL };
    find(jvm, &name, seen)
}

fn find(jvm: &mut Jvm<'_>, name: &str, loader: Value) -> Answer {
    if name.is_empty() || name.contains(['/', '[']) {
        return Ok(Some(NULL));
    }
    match jvm.visible_class(&name.replace('.', "/"), loader)? {
        Some(class) => jvm.mirror(class).map(Some),
        None => Ok(Some(NULL)),
    }
}

/// A class that a loader of the program's own has defined.
fn find_loaded(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let loader = jvm.object(arguments, 0)?;
    let name = jvm.text_of(arguments, 1)?.replace('.', "/");
    let namesakes = jvm.shared.world().namesakes(&name);
    for class in namesakes {
        let slot = jvm.mirror_slot(class)?;
        let mirror = jvm.slot(slot)?;
        if mirror.bits != 0 {
            let of = jvm.get_known(mirror, "java/lang/Class", "classLoader")?;
            if of == loader.bits as u64 {
                return Ok(Some(mirror));
            }
        }
    }
    Ok(Some(NULL))
}

fn directives(jvm: &mut Jvm<'_>, _: &[Value]) -> Answer {
    const DIRECTIVES: &str = "java/lang/AssertionStatusDirectives";
    let object = jvm.construct(DIRECTIVES, "<init>()V", &[])?;
    let none = jvm.new_array("[Ljava/lang/String;", 0)?;
    let flags = jvm.new_array("[Z", 0)?;
    jvm.put(object, DIRECTIVES, "classes", none)?;
    jvm.put(object, DIRECTIVES, "packages", none)?;
    jvm.put(object, DIRECTIVES, "classEnabled", flags)?;
    jvm.put(object, DIRECTIVES, "packageEnabled", flags)?;
    Ok(Some(object))
}

/// `(loader, name, bytes, offset, length, domain, source)`.
fn define_class(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let loader = jvm.reference(arguments, 0)?;
    let bytes = class_bytes(jvm, arguments, 2)?;
    let origin = Origin { module: None, user: loader.bits != 0, location: None };
    let class = define(jvm, bytes, origin, None)?;
    let mirror = jvm.mirror(class)?;
    settle(jvm, mirror, loader)?;
    Ok(Some(mirror))
}

/// `(loader, lookup, name, bytes, offset, length, domain, initialize, flags, class data)`.
fn define_lookup_class(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    const NEST_MATE: i32 = 1;
    const HIDDEN: i32 = 2;
    let loader = jvm.reference(arguments, 0)?;
    let lookup = jvm.class_argument(arguments, 1)?;
    let bytes = class_bytes(jvm, arguments, 3)?;
    let initialize = jvm.int(arguments, 7)? != 0;
    let flags = jvm.int(arguments, 8)?;
    let data = jvm.reference(arguments, 9)?;
    let origin = jvm.shared.world().info(lookup).origin.clone();
    let host = if flags & NEST_MATE != 0 { Some(jvm.nest_host(lookup)?) } else { None };
    let hidden = (flags & HIDDEN != 0).then_some(Hidden { host });
    let class = define(jvm, bytes, origin, hidden)?;
    let mirror = jvm.mirror(class)?;
    settle(jvm, mirror, loader)?;
    jvm.put(mirror, "java/lang/Class", "classData", data)?;
    if initialize {
        jvm.initialize(class)?;
    }
    Ok(Some(mirror))
}

/// Links a class. Classes that earlier runs defined are still linked but, without a mirror, not there in
/// this run: one of the same bytes is used again, one of the same name gives way. A class that two loaders
/// define stands beside the other.
fn define(
    jvm: &mut Jvm<'_>,
    bytes: Vec<u8>,
    origin: Origin,
    hidden: Option<Hidden>,
) -> Result<ClassId, Stop> {
    let host = hidden.as_ref().map(|hidden| hidden.host);
    for class in jvm.shared.defined(&bytes, host) {
        let slot = jvm.mirror_slot(class)?;
        if jvm.slot(slot)?.bits == 0 {
            return Ok(class);
        }
    }
    let mut beside = None;
    let name = bytecode::world::own_name(&bytes).unwrap_or_default();
    let known = jvm.shared.world().known_class(&name);
    if let (Some(known), None) = (known, &hidden) {
        let slot = jvm.mirror_slot(known)?;
        let gone = jvm.slot(slot)?.bits == 0;
        if gone && !jvm.shared.world().is_from_archive(known) {
            jvm.shared.world().forget_name(&name);
        } else {
            beside = Some(Hidden { host: None });
        }
    }
    let shadow = beside.is_some();
    let (kept, hidden) = (bytes.clone(), hidden.or(beside));
    let defined = jvm.grow(|world, program| world.define(program, bytes, origin, hidden))?;
    let class = defined.map_err(|error| jvm.load_error(&error))?;
    if shadow {
        jvm.shared.world().show(class);
    }
    jvm.shared.remember_defined(kept, host, class);
    Ok(class)
}

/// Tells the mirror of a new class whose it is.
fn settle(jvm: &mut Jvm<'_>, mirror: Value, loader: Value) -> Result<(), Stop> {
    if loader.bits != 0 {
        let module = jvm.get(loader, "java/lang/ClassLoader", "unnamedModule")?;
        jvm.put(mirror, "java/lang/Class", "classLoader", loader)?;
        jvm.put(mirror, "java/lang/Class", "module", module)?;
    }
    Ok(())
}

fn class_bytes(jvm: &mut Jvm<'_>, arguments: &[Value], first: usize) -> Result<Vec<u8>, Stop> {
    let array = jvm.object(arguments, first)?;
    let offset = jvm.int(arguments, first + 1)?;
    let length = jvm.int(arguments, first + 2)?;
    let size = jvm.length(array)? as i64;
    if offset < 0 || length < 0 || i64::from(offset) + i64::from(length) > size {
        return Err(jvm.throw("java/lang/ArrayIndexOutOfBoundsException", None));
    }
    jvm.read_bytes(array.bits as u64 + offset as u64, length as usize)
}

/// The address of a file of the class path, or null.
fn resource_url(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let found = urls(jvm, arguments)?;
    Ok(Some(found.first().copied().unwrap_or(NULL)))
}

/// The addresses of all files of a name on the class path.
fn resource_urls(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let list = jvm.construct("java/util/ArrayList", "<init>()V", &[])?;
    for url in urls(jvm, arguments)? {
        jvm.call_virtual("java/util/ArrayList", "add(Ljava/lang/Object;)Z", &[list, url])?;
    }
    let enumeration = "enumeration(Ljava/util/Collection;)Ljava/util/Enumeration;";
    jvm.call_static("java/util/Collections", enumeration, &[list]).map(Some)
}

/// Addresses of virtual files, which are made when they are asked for.
fn urls(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<Vec<Value>, Stop> {
    let name = jvm.text_of(arguments, 1)?;
    let found = jvm.shared.world().on_class_path(&name);
    let found = found.map_err(|error| jvm.load_error(&error))?;
    let mut urls = Vec::new();
    for (index, bytes) in found.into_iter().enumerate() {
        let root = if index == 0 { CLASSES.to_owned() } else { format!("{CLASSES}{index}") };
        let path = format!("{root}/{name}");
        jvm.files(|state, now| state.provide(&path, bytes, now))?;
        let address = jvm.new_string(&format!("file:{path}"))?;
        urls.push(jvm.construct("java/net/URL", "<init>(Ljava/lang/String;)V", &[address])?);
    }
    Ok(urls)
}

/// The JDK's own libraries are these models; there are no others.
fn load_library(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let name = jvm.text_of(arguments, 0)?;
    let by_library = jvm.caller(0).is_some_and(|class| !jvm.shared.world().info(class).origin.user);
    if by_library {
        return Ok(None);
    }
    let message = format!("no {name} in java.library.path: /usr/lib");
    Err(jvm.throw("java/lang/UnsatisfiedLinkError", Some(&message)))
}

/// A stream over a resource, or null.
fn resource_stream(jvm: &mut Jvm<'_>, arguments: &[Value], index: usize) -> Answer {
    let name = jvm.text_of(arguments, index)?;
    let found = jvm.shared.world().resource(name.trim_start_matches('/'));
    match found {
        Ok(Some(bytes)) => {
            let array = jvm.byte_array(&bytes)?;
            jvm.construct("java/io/ByteArrayInputStream", "<init>([B)V", &[array]).map(Some)
        }
        Ok(None) => Ok(Some(NULL)),
        Err(error) => Err(jvm.load_error(&error)),
    }
}
