//! `java.io.File`: what the file system says of paths.

use super::files::{Mode, Trouble, absolute};
use super::values::{NULL, boolean, int, long};
use super::{Answer, Jvm, Table};
use machine::{Stop, Value};

pub(super) const TABLE: Table = &[
    ("java/io/UnixFileSystem.getBooleanAttributes0(Ljava/io/File;)I", attributes),
    ("java/io/UnixFileSystem.checkAccess(Ljava/io/File;I)Z", check_access),
    ("java/io/UnixFileSystem.checkAccess0(Ljava/io/File;I)Z", check_access),
    ("java/io/UnixFileSystem.getLastModifiedTime(Ljava/io/File;)J", get_modified),
    ("java/io/UnixFileSystem.getLastModifiedTime0(Ljava/io/File;)J", get_modified),
    ("java/io/UnixFileSystem.getLength(Ljava/io/File;)J", get_length),
    ("java/io/UnixFileSystem.getLength0(Ljava/io/File;)J", get_length),
    ("java/io/UnixFileSystem.setPermission(Ljava/io/File;IZZ)Z", set_permission),
    ("java/io/UnixFileSystem.setPermission0(Ljava/io/File;IZZ)Z", set_permission),
    ("java/io/UnixFileSystem.createFileExclusively(Ljava/lang/String;)Z", create_file),
    ("java/io/UnixFileSystem.createFileExclusively0(Ljava/lang/String;)Z", create_file),
    ("java/io/UnixFileSystem.delete0(Ljava/io/File;)Z", delete),
    ("java/io/UnixFileSystem.list(Ljava/io/File;)[Ljava/lang/String;", list),
    ("java/io/UnixFileSystem.list0(Ljava/io/File;)[Ljava/lang/String;", list),
    ("java/io/UnixFileSystem.createDirectory(Ljava/io/File;)Z", create_directory),
    ("java/io/UnixFileSystem.createDirectory0(Ljava/io/File;)Z", create_directory),
    ("java/io/UnixFileSystem.rename0(Ljava/io/File;Ljava/io/File;)Z", rename),
    ("java/io/UnixFileSystem.setLastModifiedTime(Ljava/io/File;J)Z", set_modified),
    ("java/io/UnixFileSystem.setLastModifiedTime0(Ljava/io/File;J)Z", set_modified),
    ("java/io/UnixFileSystem.setReadOnly(Ljava/io/File;)Z", set_read_only),
    ("java/io/UnixFileSystem.setReadOnly0(Ljava/io/File;)Z", set_read_only),
    ("java/io/UnixFileSystem.getSpace(Ljava/io/File;I)J", |_, _| long(1 << 30)),
    ("java/io/UnixFileSystem.getSpace0(Ljava/io/File;I)J", |_, _| long(1 << 30)),
    ("java/io/UnixFileSystem.getNameMax0(Ljava/lang/String;)J", |_, _| long(255)),
    ("java/io/UnixFileSystem.canonicalize0(Ljava/lang/String;)Ljava/lang/String;", canonicalize),
];

/// The path of a `File` object.
fn path(jvm: &mut Jvm<'_>, arguments: &[Value], index: usize) -> Result<String, Stop> {
    let file = jvm.object(arguments, index)?;
    let path = Value::pointer(jvm.get_known(file, "java/io/File", "path")?);
    let path = jvm.text(path)?;
    jvm.ask_for(&path);
    Ok(path)
}

/// The path of a `File` object whose file is made, changed or removed.
fn changed(jvm: &mut Jvm<'_>, arguments: &[Value], index: usize) -> Result<String, Stop> {
    let path = path(jvm, arguments, index)?;
    jvm.change(&path);
    Ok(path)
}

/// Exists, is a file, is a directory; whether it is hidden the JDK sees from the name.
fn attributes(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    const EXISTS: i32 = 1;
    const REGULAR: i32 = 2;
    const DIRECTORY: i32 = 4;
    let path = path(jvm, arguments, 1)?;
    int(jvm.files(|state, _| match state.node(&path) {
        Ok(node) if node.content.is_some() => EXISTS | REGULAR,
        Ok(_) => EXISTS | DIRECTORY,
        Err(_) => 0,
    })?)
}

fn check_access(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let path = path(jvm, arguments, 1)?;
    let wanted = jvm.int(arguments, 2)? as u32;
    boolean(jvm.files(|state, _| {
        state.node(&path).is_ok_and(|node| (node.mode >> 6) & wanted == wanted)
    })?)
}

fn get_modified(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let path = path(jvm, arguments, 1)?;
    long(jvm.files(|state, _| state.node(&path).map_or(0, |node| node.modified))?)
}

fn get_length(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let path = path(jvm, arguments, 1)?;
    long(jvm.files(|state, _| {
        let node = state.node(&path).ok();
        node.map_or(0, |node| node.content.as_ref().map_or(4096, |content| content.len() as i64))
    })?)
}

fn set_permission(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let path = changed(jvm, arguments, 1)?;
    let access = jvm.int(arguments, 2)? as u32;
    let enable = jvm.int(arguments, 3)? != 0;
    let owner_only = jvm.int(arguments, 4)? != 0;
    let bits = if owner_only { access << 6 } else { access << 6 | access << 3 | access };
    boolean(jvm.files(|state, _| match state.node_mut(&path) {
        Ok(node) => {
            node.mode = if enable { node.mode | bits } else { node.mode & !bits };
            true
        }
        Err(_) => false,
    })?)
}

fn create_file(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let path = jvm.text_of(arguments, 1)?;
    jvm.change(&path);
    let mode = Mode { write: true, create: true, exclusive: true, ..Mode::default() };
    let made = jvm.files(|state, now| {
        let descriptor = state.open(&path, mode, now)?;
        state.close(descriptor)
    })?;
    match made {
        Ok(()) => boolean(true),
        Err(Trouble::Exists) => boolean(false),
        Err(trouble) => Err(jvm.throw("java/io/IOException", Some(trouble.text()))),
    }
}

fn delete(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let path = changed(jvm, arguments, 1)?;
    boolean(jvm.files(|state, _| state.remove(&path, None).is_ok())?)
}

fn list(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let path = path(jvm, arguments, 1)?;
    let Ok(names) = jvm.files(|state, _| state.list(&path))? else { return Ok(Some(NULL)) };
    let mut strings = Vec::new();
    for name in names {
        strings.push(jvm.new_string(&name)?);
    }
    jvm.references("[Ljava/lang/String;", &strings).map(Some)
}

fn create_directory(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let path = changed(jvm, arguments, 1)?;
    boolean(jvm.files(|state, now| state.make_directory(&path, now).is_ok())?)
}

fn rename(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let from = changed(jvm, arguments, 1)?;
    let to = changed(jvm, arguments, 2)?;
    boolean(jvm.files(|state, _| state.rename(&from, &to).is_ok())?)
}

fn set_modified(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let path = changed(jvm, arguments, 1)?;
    let time = jvm.long(arguments, 2)?;
    boolean(jvm.files(|state, _| state.node_mut(&path).map(|node| node.modified = time).is_ok())?)
}

fn set_read_only(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let path = changed(jvm, arguments, 1)?;
    boolean(jvm.files(|state, _| state.node_mut(&path).map(|node| node.mode &= !0o222).is_ok())?)
}

fn canonicalize(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let path = jvm.text_of(arguments, 1)?;
    jvm.ask_for(&path);
    jvm.new_string(&absolute(&path)).map(Some)
}
