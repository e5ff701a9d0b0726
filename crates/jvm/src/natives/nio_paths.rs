//! `java.nio.file`: the system calls on paths below it.

use super::files::{Mode, Node, Trouble, absolute};
use super::values::{NULL, boolean, int, long, number, wide};
use super::{Answer, Jvm, Table, nothing};
use crate::environment::WORK;
use classfile::descriptor::JType;
use machine::{Stop, Value};
use program::Type;

pub(super) const TABLE: Table = &[
    // Neither openat nor extended attributes: the library does without.
    ("sun/nio/fs/UnixNativeDispatcher.init()I", super::zero),
    ("sun/nio/fs/UnixNativeDispatcher.fchmodatNoFollowSupported0()Z", super::zero),
    ("sun/nio/fs/LinuxNativeDispatcher.init()V", nothing),
    ("sun/nio/fs/LinuxNativeDispatcher.posix_fadvise(IJJI)I", super::zero),
    ("sun/nio/fs/UnixNativeDispatcher.getcwd()[B", |jvm, _| {
        jvm.byte_array(WORK.as_bytes()).map(Some)
    }),
    ("sun/nio/fs/UnixNativeDispatcher.strerror(I)[B", |jvm, arguments| {
        let code = jvm.int(arguments, 0)?;
        jvm.byte_array(Trouble::text_of(code).as_bytes()).map(Some)
    }),
    ("sun/nio/fs/UnixNativeDispatcher.open0(JII)I", open),
    ("sun/nio/fs/UnixNativeDispatcher.dup(I)I", duplicate),
    ("sun/nio/fs/UnixNativeDispatcher.close0(I)V", close),
    ("sun/nio/fs/UnixNativeDispatcher.unlink0(J)V", |jvm, arguments| remove(jvm, arguments, false)),
    ("sun/nio/fs/UnixNativeDispatcher.rmdir0(J)V", |jvm, arguments| remove(jvm, arguments, true)),
    ("sun/nio/fs/UnixNativeDispatcher.mkdir0(JI)V", make_directory),
    ("sun/nio/fs/UnixNativeDispatcher.rename0(JJ)V", rename),
    ("sun/nio/fs/UnixNativeDispatcher.realpath0(J)[B", real_path),
    ("sun/nio/fs/UnixNativeDispatcher.readlink0(J)[B", |jvm, _| {
        let failed: Result<(), Trouble> = Err(Trouble::Invalid);
        jvm.unix(failed).map(|()| Some(NULL))
    }),
    ("sun/nio/fs/UnixNativeDispatcher.stat0(JLsun/nio/fs/UnixFileAttributes;)V", stat),
    ("sun/nio/fs/UnixNativeDispatcher.stat0(JLsun/nio/fs/UnixFileAttributes;)I", stat_code),
    ("sun/nio/fs/UnixNativeDispatcher.stat1(J)I", stat_mode),
    ("sun/nio/fs/UnixNativeDispatcher.lstat0(JLsun/nio/fs/UnixFileAttributes;)V", stat),
    ("sun/nio/fs/UnixNativeDispatcher.fstat(ILsun/nio/fs/UnixFileAttributes;)V", stat_descriptor),
    ("sun/nio/fs/UnixNativeDispatcher.fstat0(ILsun/nio/fs/UnixFileAttributes;)V", stat_descriptor),
    ("sun/nio/fs/UnixNativeDispatcher.access0(JI)V", access),
    ("sun/nio/fs/UnixNativeDispatcher.access0(JI)I", access_code),
    ("sun/nio/fs/UnixNativeDispatcher.exists0(J)Z", exists),
    ("sun/nio/fs/UnixNativeDispatcher.chmod0(JI)V", change_mode),
    ("sun/nio/fs/UnixNativeDispatcher.utimes0(JJJ)V", set_times),
    ("sun/nio/fs/UnixNativeDispatcher.lutimes0(JJJ)V", set_times),
    ("sun/nio/fs/UnixNativeDispatcher.futimes(IJJ)V", nothing),
    ("sun/nio/fs/UnixNativeDispatcher.futimens(IJJ)V", nothing),
    ("sun/nio/fs/UnixNativeDispatcher.futimens0(IJJ)V", nothing),
    ("sun/nio/fs/UnixNativeDispatcher.utimensat0(IJJJI)V", nothing),
    ("sun/nio/fs/UnixNativeDispatcher.opendir0(J)J", open_directory),
    ("sun/nio/fs/UnixNativeDispatcher.readdir(J)[B", read_directory),
    ("sun/nio/fs/UnixNativeDispatcher.readdir0(J)[B", read_directory),
    ("sun/nio/fs/UnixNativeDispatcher.closedir(J)V", close_directory),
    (
        "sun/nio/fs/UnixNativeDispatcher.statvfs0(JLsun/nio/fs/UnixFileStoreAttributes;)V",
        file_store,
    ),
    ("sun/nio/fs/UnixNativeDispatcher.getpwuid(I)[B", |jvm, _| jvm.byte_array(b"user").map(Some)),
    ("sun/nio/fs/UnixNativeDispatcher.getgrgid(I)[B", |jvm, _| jvm.byte_array(b"user").map(Some)),
];

/// The bits of a mode that say what something is.
const REGULAR: u32 = 0o100_000;
const DIRECTORY: u32 = 0o040_000;

/// The path at an address: bytes up to a zero.
fn path(jvm: &mut Jvm<'_>, arguments: &[Value], index: usize) -> Result<String, Stop> {
    let start = jvm.long(arguments, index)? as u64;
    let mut bytes = Vec::new();
    loop {
        let byte = jvm.context.load(Value::pointer(start + bytes.len() as u64), Type::I8)?;
        match jvm.context.concrete(byte) as u8 {
            0 => break,
            byte => bytes.push(byte),
        }
    }
    let path = String::from_utf8_lossy(&bytes).into_owned();
    jvm.ask_for(&path);
    Ok(path)
}

/// The path at an address, of what is made, changed or removed.
fn changed(jvm: &mut Jvm<'_>, arguments: &[Value], index: usize) -> Result<String, Stop> {
    let path = path(jvm, arguments, index)?;
    jvm.change(&path);
    Ok(path)
}

fn open(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    const WRITE: i32 = 0o3;
    const CREATE: i32 = 0o100;
    const EXCLUSIVE: i32 = 0o200;
    const TRUNCATE: i32 = 0o1000;
    const APPEND: i32 = 0o2000;
    let path = path(jvm, arguments, 0)?;
    let flags = jvm.int(arguments, 1)?;
    let mode = Mode {
        write: flags & WRITE != 0,
        create: flags & CREATE != 0,
        exclusive: flags & EXCLUSIVE != 0,
        truncate: flags & TRUNCATE != 0,
        append: flags & APPEND != 0,
    };
    if mode.write {
        jvm.change(&path);
    }
    let opened = jvm.files(|state, now| state.open(&path, mode, now))?;
    int(jvm.unix(opened)?)
}

fn duplicate(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let descriptor = jvm.int(arguments, 0)?;
    let made = jvm.files(|state, _| state.duplicate(descriptor))?;
    int(jvm.unix(made)?)
}

fn close(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let descriptor = jvm.int(arguments, 0)?;
    let closed = jvm.files(|state, _| state.close(descriptor))?;
    jvm.unix(closed)?;
    Ok(None)
}

fn remove(jvm: &mut Jvm<'_>, arguments: &[Value], directory: bool) -> Answer {
    let path = changed(jvm, arguments, 0)?;
    let removed = jvm.files(|state, _| state.remove(&path, Some(directory)))?;
    jvm.unix(removed)?;
    Ok(None)
}

fn make_directory(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let path = changed(jvm, arguments, 0)?;
    let made = jvm.files(|state, now| state.make_directory(&path, now))?;
    jvm.unix(made)?;
    Ok(None)
}

fn rename(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let from = changed(jvm, arguments, 0)?;
    let to = changed(jvm, arguments, 1)?;
    let renamed = jvm.files(|state, _| state.rename(&from, &to))?;
    jvm.unix(renamed)?;
    Ok(None)
}

fn real_path(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let path = path(jvm, arguments, 0)?;
    let found = jvm.files(|state, _| state.node(&path).map(|_| absolute(&path)))?;
    let found = jvm.unix(found)?;
    jvm.byte_array(found.as_bytes()).map(Some)
}

/// What `stat` says of something.
struct Status {
    mode: u32,
    inode: u32,
    size: u64,
    modified: i64,
}

fn status(inode: u32, node: &Node) -> Status {
    let kind = if node.content.is_some() { REGULAR } else { DIRECTORY };
    let size = node.content.as_ref().map_or(4096, |content| content.len() as u64);
    Status { mode: kind | node.mode, inode, size, modified: node.modified }
}

fn look(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<Result<Status, Trouble>, Stop> {
    let path = path(jvm, arguments, 0)?;
    jvm.files(|state, _| {
        let inode = state.inode(&path)?;
        state.node(&path).map(|node| status(inode, node))
    })
}

fn stat(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let found = look(jvm, arguments)?;
    let found = jvm.unix(found)?;
    fill(jvm, arguments, &found)
}

fn stat_code(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    match look(jvm, arguments)? {
        Ok(found) => {
            fill(jvm, arguments, &found)?;
            int(0)
        }
        Err(trouble) => int(trouble.code()),
    }
}

fn stat_mode(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    int(look(jvm, arguments)?.map_or(0, |found| found.mode as i32))
}

fn stat_descriptor(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let descriptor = jvm.int(arguments, 0)?;
    let found =
        jvm.files(|state, _| state.node_of(descriptor).map(|(inode, node)| status(inode, node)))?;
    let found = jvm.unix(found)?;
    fill(jvm, arguments, &found)
}

fn fill(jvm: &mut Jvm<'_>, arguments: &[Value], found: &Status) -> Answer {
    const ATTRIBUTES: &str = "sun/nio/fs/UnixFileAttributes";
    let object = jvm.object(arguments, 1)?;
    let seconds = wide(found.modified.div_euclid(1000));
    let nanos = wide(found.modified.rem_euclid(1000) * 1_000_000);
    jvm.put(object, ATTRIBUTES, "st_mode", number(found.mode as i32))?;
    jvm.put(object, ATTRIBUTES, "st_ino", wide(found.inode.into()))?;
    jvm.put(object, ATTRIBUTES, "st_dev", wide(1))?;
    jvm.put(object, ATTRIBUTES, "st_nlink", number(1))?;
    jvm.put(object, ATTRIBUTES, "st_size", wide(found.size as i64))?;
    for field in ["st_atime_sec", "st_mtime_sec", "st_ctime_sec", "st_birthtime_sec"] {
        jvm.put_if_there(object, ATTRIBUTES, field, seconds)?;
    }
    for field in ["st_atime_nsec", "st_mtime_nsec", "st_ctime_nsec", "st_birthtime_nsec"] {
        jvm.put_if_there(object, ATTRIBUTES, field, nanos)?;
    }
    Ok(None)
}

fn check(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<Result<(), Trouble>, Stop> {
    let path = path(jvm, arguments, 0)?;
    let wanted = jvm.int(arguments, 1)? as u32;
    jvm.files(|state, _| {
        let node = state.node(&path)?;
        if (node.mode >> 6) & wanted == wanted { Ok(()) } else { Err(Trouble::Denied) }
    })
}

fn access(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let allowed = check(jvm, arguments)?;
    jvm.unix(allowed)?;
    Ok(None)
}

fn access_code(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    int(check(jvm, arguments)?.map_or_else(Trouble::code, |()| 0))
}

fn exists(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    boolean(look(jvm, arguments)?.is_ok())
}

fn change_mode(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let path = changed(jvm, arguments, 0)?;
    let mode = jvm.int(arguments, 1)? as u32 & 0o777;
    let changed = jvm.files(|state, _| state.node_mut(&path).map(|node| node.mode = mode))?;
    jvm.unix(changed)?;
    Ok(None)
}

fn set_times(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let path = changed(jvm, arguments, 0)?;
    let micros = jvm.long(arguments, 2)?;
    let set = jvm.files(|state, _| {
        state.node_mut(&path).map(|node| node.modified = micros.div_euclid(1000))
    })?;
    jvm.unix(set)?;
    Ok(None)
}

/// A store of a gigabyte, half of it free.
fn file_store(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    const STORE: &str = "sun/nio/fs/UnixFileStoreAttributes";
    let object = jvm.object(arguments, 1)?;
    jvm.put(object, STORE, "f_frsize", wide(4096))?;
    jvm.put_if_there(object, STORE, "f_bsize", wide(4096))?;
    jvm.put(object, STORE, "f_blocks", wide(1 << 18))?;
    jvm.put(object, STORE, "f_bfree", wide(1 << 17))?;
    jvm.put(object, STORE, "f_bavail", wide(1 << 17))?;
    Ok(None)
}

/// A stream over a directory: an object outside the managed ones with the names in it, and how many of them
/// were read.
fn open_directory(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let path = path(jvm, arguments, 0)?;
    let names = jvm.files(|state, _| state.list(&path))?;
    let names = jvm.unix(names)?;
    let mut bytes = vec![8, 0, 0, 0, 0, 0, 0, 0];
    for name in names {
        bytes.extend_from_slice(name.as_bytes());
        bytes.push(0);
    }
    bytes.push(0);
    let memory = jvm.context.allocate(wide(bytes.len() as i64), true)?;
    jvm.write_bytes(memory.bits as u64, &bytes)?;
    long(memory.bits as u64 as i64)
}

fn read_directory(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let stream = jvm.long(arguments, 0)? as u64;
    let at = jvm.load(stream, JType::Long)?.bits as u64;
    let name = path(jvm, &[wide((stream + at) as i64)], 0)?;
    if name.is_empty() {
        return Ok(Some(NULL));
    }
    jvm.store(stream, JType::Long, wide((at + name.len() as u64 + 1) as i64))?;
    jvm.byte_array(name.as_bytes()).map(Some)
}

fn close_directory(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let stream = jvm.long(arguments, 0)? as u64;
    jvm.context.free(Value::pointer(stream))?;
    Ok(None)
}

impl Jvm<'_> {
    /// Throws what went wrong as the library expects it of system calls.
    fn unix<T>(&mut self, result: Result<T, Trouble>) -> Result<T, Stop> {
        result.map_err(|trouble| {
            let code = number(trouble.code());
            match self.construct("sun/nio/fs/UnixException", "<init>(I)V", &[code]) {
                Ok(object) => Stop::Throw { object: object.bits as u64 },
                Err(stop) => stop,
            }
        })
    }
}
