//! `java.nio.channels`: reading and writing files through memory outside of objects.

use super::files::Trouble;
use super::values::{int, long, number, wide};
use super::{Answer, Body, Jvm, Table, nothing, one, zero, zero_long};
use machine::{Stop, Value};

/// The same natives stand in one class in one release and in another in the next.
macro_rules! both {
    ($name:literal, $body:expr) => {
        [
            (concat!("sun/nio/ch/FileDispatcherImpl.", $name), $body as Body),
            (concat!("sun/nio/ch/UnixFileDispatcherImpl.", $name), $body as Body),
        ]
    };
}

const READ: [(&str, Body); 2] = both!("read0(Ljava/io/FileDescriptor;JI)I", read);
const READ_AT: [(&str, Body); 2] = both!("pread0(Ljava/io/FileDescriptor;JIJ)I", read_at);
const READ_MANY: [(&str, Body); 2] = both!("readv0(Ljava/io/FileDescriptor;JI)J", read_many);
const WRITE: [(&str, Body); 2] = both!("write0(Ljava/io/FileDescriptor;JI)I", write);
const WRITE_AT: [(&str, Body); 2] = both!("pwrite0(Ljava/io/FileDescriptor;JIJ)I", write_at);
const WRITE_MANY: [(&str, Body); 2] = both!("writev0(Ljava/io/FileDescriptor;JI)J", write_many);
const FORCE: [(&str, Body); 2] = both!("force0(Ljava/io/FileDescriptor;Z)I", zero);
const SEEK: [(&str, Body); 2] = both!("seek0(Ljava/io/FileDescriptor;J)J", seek);
const TRUNCATE: [(&str, Body); 2] = both!("truncate0(Ljava/io/FileDescriptor;J)I", truncate);
const SIZE: [(&str, Body); 2] = both!("size0(Ljava/io/FileDescriptor;)J", size);
const LOCK: [(&str, Body); 2] = both!("lock0(Ljava/io/FileDescriptor;ZJJZ)I", zero);
const RELEASE: [(&str, Body); 2] = both!("release0(Ljava/io/FileDescriptor;JJ)V", nothing);
const CLOSE_NUMBER: [(&str, Body); 2] = both!("closeIntFD(I)V", close_number);
const CLOSE: [(&str, Body); 2] = both!("close0(Ljava/io/FileDescriptor;)V", close);

pub(super) const TABLE: Table = &[
    READ[0],
    READ[1],
    READ_AT[0],
    READ_AT[1],
    READ_MANY[0],
    READ_MANY[1],
    WRITE[0],
    WRITE[1],
    WRITE_AT[0],
    WRITE_AT[1],
    WRITE_MANY[0],
    WRITE_MANY[1],
    FORCE[0],
    FORCE[1],
    SEEK[0],
    SEEK[1],
    TRUNCATE[0],
    TRUNCATE[1],
    SIZE[0],
    SIZE[1],
    LOCK[0],
    LOCK[1],
    RELEASE[0],
    RELEASE[1],
    CLOSE_NUMBER[0],
    CLOSE_NUMBER[1],
    CLOSE[0],
    ("sun/nio/ch/UnixDispatcher.close0(Ljava/io/FileDescriptor;)V", close),
    ("sun/nio/ch/UnixDispatcher.preClose0(Ljava/io/FileDescriptor;)V", nothing),
    ("sun/nio/ch/UnixDispatcher.init()V", nothing),
    ("sun/nio/ch/FileDispatcherImpl.preClose0(Ljava/io/FileDescriptor;)V", nothing),
    ("sun/nio/ch/FileDispatcherImpl.init()V", nothing),
    ("sun/nio/ch/FileDispatcherImpl.init0()V", nothing),
    ("sun/nio/ch/FileDispatcherImpl.canTransferToFromOverlappedMap0()Z", zero),
    (
        "sun/nio/ch/FileDispatcherImpl.transferTo0(Ljava/io/FileDescriptor;JJLjava/io/FileDescriptor;Z)J",
        unsupported,
    ),
    (
        "sun/nio/ch/FileDispatcherImpl.transferFrom0(Ljava/io/FileDescriptor;Ljava/io/FileDescriptor;JJZ)J",
        unsupported,
    ),
    ("sun/nio/ch/UnixFileDispatcherImpl.available0(Ljava/io/FileDescriptor;)I", available),
    ("sun/nio/ch/UnixFileDispatcherImpl.isOther0(Ljava/io/FileDescriptor;)Z", zero),
    ("sun/nio/ch/UnixFileDispatcherImpl.allocationGranularity0()J", |_, _| long(4096)),
    ("sun/nio/ch/FileChannelImpl.map0(IJJZ)J", |jvm, arguments| {
        let this = jvm.object(arguments, 0)?;
        let object = jvm.get(this, "sun/nio/ch/FileChannelImpl", "fd")?;
        map(jvm, &[object, number(0), arguments[2], arguments[3]])
    }),
    ("sun/nio/ch/UnixFileDispatcherImpl.map0(Ljava/io/FileDescriptor;IJJZ)J", map),
    ("sun/nio/ch/FileChannelImpl.unmap0(JJ)I", unmap),
    ("sun/nio/ch/UnixFileDispatcherImpl.unmap0(JJ)I", unmap),
    ("sun/nio/ch/FileChannelImpl.initIDs()J", |_, _| long(4096)),
    ("sun/nio/ch/FileChannelImpl.maxDirectTransferSize0()I", |_, _| int(i32::MAX)),
    (
        "sun/nio/ch/FileChannelImpl.transferTo0(Ljava/io/FileDescriptor;JJLjava/io/FileDescriptor;)J",
        unsupported,
    ),
    ("sun/nio/ch/IOUtil.iovMax()I", |_, _| int(1024)),
    ("sun/nio/ch/IOUtil.writevMax()J", |_, _| long(i32::MAX.into())),
    ("sun/nio/ch/IOUtil.fdLimit()I", |_, _| int(1024)),
    ("sun/nio/ch/IOUtil.fdVal(Ljava/io/FileDescriptor;)I", descriptor_number),
    ("sun/nio/ch/IOUtil.setfdVal(Ljava/io/FileDescriptor;I)V", set_descriptor_number),
    ("sun/nio/ch/IOUtil.configureBlocking(Ljava/io/FileDescriptor;Z)V", nothing),
    ("sun/nio/ch/NativeThread.init()V", nothing),
    ("sun/nio/ch/NativeThread.current()J", zero_long),
    ("sun/nio/ch/NativeThread.current0()J", zero_long),
    ("sun/nio/ch/NativeThread.signal(J)V", nothing),
    ("sun/nio/ch/NativeThread.signal0(J)V", nothing),
    ("sun/nio/ch/NativeThread.supportPendingSignals0()Z", zero),
    ("sun/nio/fs/UnixFileSystem.isDirectCopySupported()Z", zero),
    ("sun/nio/fs/LinuxFileSystem.directCopy(IIJ)I", |_, _| int(UNSUPPORTED as i32)),
    ("sun/nio/fs/UnixFileSystem.bufferedCopy0(IIJIJ)V", copy_whole),
    ("sun/nio/fs/UnixCopyFile.transfer(IIJ)V", copy_whole),
    ("sun/nio/fs/Util.isBooted()Z", one),
];

/// What natives answer when the library has to do it by other means, or at the end of a file.
const UNSUPPORTED: i64 = -4;
const END: i32 = -1;

fn unsupported(_: &mut Jvm<'_>, _: &[Value]) -> Answer {
    long(UNSUPPORTED)
}

fn descriptor(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<i32, Stop> {
    let object = jvm.object(arguments, 0)?;
    jvm.descriptor_of(object)
}

fn read(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let count = take(jvm, arguments, None)?;
    int(count)
}

fn read_at(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let at = jvm.long(arguments, 3)?;
    let count = take(jvm, arguments, Some(at as u64))?;
    int(count)
}

/// Reads into memory: how much, or that the end is reached.
fn take(jvm: &mut Jvm<'_>, arguments: &[Value], at: Option<u64>) -> Result<i32, Stop> {
    let descriptor = descriptor(jvm, arguments)?;
    let address = jvm.long(arguments, 1)? as u64;
    let count = jvm.int(arguments, 2)?.max(0) as usize;
    if descriptor == 0 {
        let (start, taken) = jvm.take_input(count)?;
        jvm.context.copy(Value::pointer(address), Value::pointer(start), wide(taken as i64))?;
        return Ok(if taken == 0 && count > 0 { END } else { taken as i32 });
    }
    let read = jvm.read_file(descriptor, (address, count), at)?;
    let read = jvm.io(read)?;
    Ok(if read == 0 && count > 0 { END } else { read as i32 })
}

fn write(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    put(jvm, arguments, None)
}

fn write_at(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let at = jvm.long(arguments, 3)?;
    put(jvm, arguments, Some(at as u64))
}

fn put(jvm: &mut Jvm<'_>, arguments: &[Value], at: Option<u64>) -> Answer {
    let descriptor = descriptor(jvm, arguments)?;
    let address = jvm.long(arguments, 1)? as u64;
    let count = jvm.int(arguments, 2)?.max(0) as usize;
    let bytes = jvm.see_bytes(address, count)?;
    match at {
        Some(_) => {
            let written = jvm.files(|state, now| state.write(descriptor, &bytes, at, now))?;
            jvm.io(written)?;
        }
        None => {
            jvm.write_descriptor(descriptor, &bytes)?;
        }
    }
    int(count as i32)
}

/// Pairs of addresses and lengths.
fn vectors(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<Vec<(i64, i32)>, Stop> {
    use classfile::descriptor::JType;
    let table = jvm.long(arguments, 1)? as u64;
    let count = jvm.int(arguments, 2)?.max(0) as u64;
    let mut pairs = Vec::new();
    for index in 0..count {
        let address = jvm.load(table + 16 * index, JType::Long)?.bits as u64 as i64;
        let length = jvm.load(table + 16 * index + 8, JType::Long)?.bits as u64;
        pairs.push((address, length as i32));
    }
    Ok(pairs)
}

fn read_many(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let mut total = 0;
    for (address, length) in vectors(jvm, arguments)? {
        let given = [arguments[0], wide(address), number(length)];
        let count = take(jvm, &given, None)?;
        if count < 0 {
            return long(if total == 0 { END.into() } else { total });
        }
        total += i64::from(count);
        if count < length {
            break;
        }
    }
    long(total)
}

fn write_many(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let mut total = 0;
    for (address, length) in vectors(jvm, arguments)? {
        put(jvm, &[arguments[0], wide(address), number(length)], None)?;
        total += i64::from(length);
    }
    long(total)
}

/// Goes to a place; a negative one asks where the file is.
fn seek(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let descriptor = descriptor(jvm, arguments)?;
    let to = jvm.long(arguments, 1)?;
    let position = jvm.files(|state, _| {
        if let Ok(to) = u64::try_from(to) {
            state.seek(descriptor, to)?;
        }
        state.position(descriptor)
    })?;
    long(jvm.io(position)? as i64)
}

fn truncate(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let descriptor = descriptor(jvm, arguments)?;
    let to = jvm.long(arguments, 1)?;
    let done = jvm.files(|state, now| {
        let to = u64::try_from(to).map_err(|_| Trouble::Invalid)?;
        state.set_size(descriptor, to, now)
    })?;
    jvm.io(done)?;
    int(0)
}

fn size(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let descriptor = descriptor(jvm, arguments)?;
    let size = jvm.files(|state, _| state.size(descriptor))?;
    long(jvm.io(size)? as i64)
}

fn available(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let descriptor = descriptor(jvm, arguments)?;
    let left = jvm.files(|state, _| {
        Ok(state.size(descriptor)?.saturating_sub(state.position(descriptor)?))
    })?;
    int(i32::try_from(jvm.io(left)?).unwrap_or(i32::MAX))
}

fn close(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let object = jvm.object(arguments, 0)?;
    let descriptor = jvm.descriptor_of(object)?;
    jvm.put(object, "java/io/FileDescriptor", "fd", number(-1))?;
    close_number(jvm, &[number(descriptor)])
}

fn close_number(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let descriptor = jvm.int(arguments, 0)?;
    if descriptor > 2 {
        let closed = jvm.files(|state, _| state.close(descriptor))?;
        jvm.io(closed)?;
    }
    Ok(None)
}

/// `(descriptor, protection, position, length)`: a copy of a part of a file; what is written to it does not
/// reach the file.
fn map(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let descriptor = descriptor(jvm, arguments)?;
    let position = jvm.long(arguments, 2)? as u64;
    let length = jvm.long(arguments, 3)?.max(0);
    let bytes = jvm.files(|state, _| state.read(descriptor, length as usize, Some(position)))?;
    let bytes = jvm.io(bytes)?;
    let memory = jvm.context.allocate(wide(length.max(1)), true)?;
    jvm.write_bytes(memory.bits as u64, &bytes)?;
    long(memory.bits as u64 as i64)
}

fn unmap(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let address = jvm.long(arguments, 0)? as u64;
    jvm.context.free(Value::pointer(address))?;
    int(0)
}

fn descriptor_number(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    int(descriptor(jvm, arguments)?)
}

fn set_descriptor_number(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let object = jvm.object(arguments, 0)?;
    let descriptor = jvm.int(arguments, 1)?;
    jvm.put(object, "java/io/FileDescriptor", "fd", number(descriptor))?;
    Ok(None)
}

/// `(target, source, …)`: copies what is left of one file to another.
fn copy_whole(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let target = jvm.int(arguments, 0)?;
    let source = jvm.int(arguments, 1)?;
    let copied = jvm.files(|state, now| {
        let bytes = state.read(source, usize::MAX, None)?;
        state.write(target, &bytes, None, now)
    })?;
    jvm.io(copied)?;
    Ok(None)
}
