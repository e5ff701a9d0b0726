//! Streams over descriptors: standard input and output, and virtual files.

use super::files::{Mode, State, Trouble};
use super::outside::Outside;
use super::values::{NULL, boolean, int, long, number, wide};
use super::{Answer, Jvm, Table, nothing, zero};
use classfile::descriptor::JType;
use machine::{Given, Stop, Stream, Value, argument};
use program::{ConvertOp, Type};
use trace::Wanted;

pub(super) const TABLE: Table = &[
    ("java/io/FileDescriptor.getHandle(I)J", |_, _| long(-1)),
    ("java/io/FileDescriptor.getAppend(I)Z", zero),
    ("java/io/FileDescriptor.close0()V", close_descriptor),
    ("java/io/FileDescriptor.sync()V", nothing),
    ("java/io/FileDescriptor.sync0()V", nothing),
    ("java/io/FileCleanable.cleanupClose0(IJ)V", cleanup),
    ("java/io/FileInputStream.open0(Ljava/lang/String;)V", open_input),
    ("java/io/FileInputStream.read0()I", read_one),
    ("java/io/FileInputStream.readBytes([BII)I", read_bytes),
    ("java/io/FileInputStream.skip0(J)J", skip),
    ("java/io/FileInputStream.available0()I", available),
    ("java/io/FileInputStream.length0()J", length),
    ("java/io/FileInputStream.position0()J", position),
    ("java/io/FileInputStream.isRegularFile0(Ljava/io/FileDescriptor;)Z", is_regular),
    ("java/io/FileOutputStream.open0(Ljava/lang/String;Z)V", open_output),
    ("java/io/FileOutputStream.write(IZ)V", write_one),
    ("java/io/FileOutputStream.writeBytes([BIIZ)V", write_bytes),
    ("java/io/RandomAccessFile.open0(Ljava/lang/String;I)V", open_random),
    ("java/io/RandomAccessFile.read0()I", read_one),
    ("java/io/RandomAccessFile.readBytes([BII)I", read_bytes),
    ("java/io/RandomAccessFile.readBytes0([BII)I", read_bytes),
    ("java/io/RandomAccessFile.write0(I)V", write_one),
    ("java/io/RandomAccessFile.writeBytes([BII)V", write_bytes),
    ("java/io/RandomAccessFile.writeBytes0([BII)V", write_bytes),
    ("java/io/RandomAccessFile.seek0(J)V", seek),
    ("java/io/RandomAccessFile.getFilePointer()J", position),
    ("java/io/RandomAccessFile.length()J", length),
    ("java/io/RandomAccessFile.length0()J", length),
    ("java/io/RandomAccessFile.setLength(J)V", set_length),
    ("java/io/RandomAccessFile.setLength0(J)V", set_length),
];

const DESCRIPTOR: &str = "java/io/FileDescriptor";

/// The longest piece that is moved at once.
const PIECE: usize = 1 << 20;

/// The `FileDescriptor` object of a stream.
fn descriptor_object(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<Value, Stop> {
    let this = jvm.object(arguments, 0)?;
    let class = jvm.context.class_of(this)?;
    let input = jvm.class("java/io/FileInputStream")?;
    let output = jvm.class("java/io/FileOutputStream")?;
    let object = if jvm.context.is_subtype(class, input) {
        jvm.get_known(this, "java/io/FileInputStream", "fd")?
    } else if jvm.context.is_subtype(class, output) {
        jvm.get_known(this, "java/io/FileOutputStream", "fd")?
    } else {
        jvm.get_known(this, "java/io/RandomAccessFile", "fd")?
    };
    Ok(Value::pointer(object))
}

/// The descriptor of a stream; a closed one throws.
fn descriptor(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<i32, Stop> {
    let object = descriptor_object(jvm, arguments)?;
    let descriptor = jvm.descriptor_of(object)?;
    if descriptor < 0 {
        return Err(jvm.throw("java/io/IOException", Some("Stream Closed")));
    }
    Ok(descriptor)
}

fn close_descriptor(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let object = jvm.object(arguments, 0)?;
    let descriptor = jvm.descriptor_of(object)?;
    jvm.put(object, DESCRIPTOR, "fd", number(-1))?;
    // The standard streams stay open.
    if descriptor > 2 {
        let closed = jvm.files(|state, _| state.close(descriptor))?;
        jvm.io(closed)?;
    }
    Ok(None)
}

fn cleanup(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let descriptor = jvm.int(arguments, 0)?;
    if descriptor > 2 {
        let _ = jvm.files(|state, _| state.close(descriptor))?;
    }
    Ok(None)
}

fn open_input(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    open(jvm, arguments, Mode::default())
}

fn open_output(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let append = jvm.int(arguments, 2)? != 0;
    let mode = Mode { write: true, create: true, truncate: !append, append, exclusive: false };
    open(jvm, arguments, mode)
}

fn open_random(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    const READ_WRITE: i32 = 2;
    let write = jvm.int(arguments, 2)? & READ_WRITE != 0;
    open(jvm, arguments, Mode { write, create: write, ..Mode::default() })
}

fn open(jvm: &mut Jvm<'_>, arguments: &[Value], mode: Mode) -> Answer {
    let object = descriptor_object(jvm, arguments)?;
    let path = jvm.text_of(arguments, 1)?;
    if mode.write {
        jvm.change(&path);
    } else {
        jvm.ask_for(&path);
    }
    // Streams, unlike the system, do not open directories.
    let opened = jvm.files(|state, now| match state.node(&path) {
        Ok(node) if node.content.is_none() => Err(Trouble::IsDirectory),
        _ => state.open(&path, mode, now),
    })?;
    match opened {
        Ok(descriptor) => {
            jvm.put(object, DESCRIPTOR, "fd", number(descriptor))?;
            Ok(None)
        }
        Err(trouble) => {
            let message = format!("{path} ({})", trouble.text());
            Err(jvm.throw("java/io/FileNotFoundException", Some(&message)))
        }
    }
}

fn read_one(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let descriptor = descriptor(jvm, arguments)?;
    if descriptor == 0 {
        let (start, count) = jvm.take_input(1)?;
        if count == 0 {
            return int(-1);
        }
        let byte = jvm.context.load(Value::pointer(start), Type::I8)?;
        return Ok(Some(jvm.context.convert(ConvertOp::ZExt, Type::I32, byte)));
    }
    jvm.read_file_once(descriptor)
}

fn read_bytes(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let (at, count) = range(jvm, arguments)?;
    if count == 0 {
        return int(0);
    }
    let descriptor = descriptor(jvm, arguments)?;
    if descriptor == 0 {
        let (start, count) = jvm.take_input(count)?;
        if count == 0 {
            return int(-1);
        }
        jvm.context.copy(Value::pointer(at), Value::pointer(start), wide(count as i64))?;
        return int(count as i32);
    }
    let read = jvm.read_file(descriptor, (at, count), None)?;
    match jvm.io(read)? {
        0 => int(-1),
        read => int(read as i32),
    }
}

/// The address and length of a part of the array in the arguments.
fn range(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<(u64, usize), Stop> {
    let array = jvm.object(arguments, 1)?;
    let offset = jvm.int(arguments, 2)?;
    let length = jvm.int(arguments, 3)?;
    let size = jvm.length(array)? as i64;
    if offset < 0 || length < 0 || i64::from(offset) + i64::from(length) > size {
        return Err(jvm.throw("java/lang/IndexOutOfBoundsException", None));
    }
    Ok((array.bits as u64 + offset as u64, length as usize))
}

fn write_one(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let byte = argument(arguments, 1)?.bits as u8;
    let descriptor = descriptor(jvm, arguments)?;
    jvm.write_descriptor(descriptor, &[byte])
}

fn write_bytes(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let (at, count) = range(jvm, arguments)?;
    if count == 0 {
        return Ok(None);
    }
    let descriptor = descriptor(jvm, arguments)?;
    let mut done = 0;
    while done < count {
        let piece = (count - done).min(PIECE);
        let bytes = jvm.see_bytes(at + done as u64, piece)?;
        jvm.write_descriptor(descriptor, &bytes)?;
        done += piece;
    }
    Ok(None)
}

fn skip(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let count = jvm.long(arguments, 1)?;
    let descriptor = descriptor(jvm, arguments)?;
    if descriptor == 0 {
        let (_, skipped) = jvm.take_input(usize::try_from(count).unwrap_or(0))?;
        return long(skipped as i64);
    }
    let moved = jvm.files(|state, _| {
        let from = state.position(descriptor)?;
        let to = from.checked_add_signed(count).ok_or(Trouble::Invalid)?;
        state.seek(descriptor, to)
    })?;
    jvm.io(moved)?;
    long(count)
}

fn available(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let descriptor = descriptor(jvm, arguments)?;
    if descriptor == 0 {
        let (_, left) = jvm.input_left()?;
        return int(i32::try_from(left).unwrap_or(i32::MAX));
    }
    let left = jvm.files(|state, _| {
        Ok(state.size(descriptor)?.saturating_sub(state.position(descriptor)?))
    })?;
    let left = jvm.io(left)?;
    int(i32::try_from(left).unwrap_or(i32::MAX))
}

fn length(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let descriptor = descriptor(jvm, arguments)?;
    if descriptor <= 2 {
        return long(0);
    }
    let size = jvm.files(|state, _| state.size(descriptor))?;
    long(jvm.io(size)? as i64)
}

fn position(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let descriptor = descriptor(jvm, arguments)?;
    if descriptor <= 2 {
        return long(0);
    }
    let position = jvm.files(|state, _| state.position(descriptor))?;
    long(jvm.io(position)? as i64)
}

fn is_regular(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    boolean(descriptor(jvm, arguments)? > 2)
}

fn seek(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let to = jvm.long(arguments, 1)?;
    let descriptor = descriptor(jvm, arguments)?;
    let moved = jvm.files(|state, _| {
        let to = u64::try_from(to).map_err(|_| Trouble::Invalid)?;
        state.seek(descriptor, to)
    })?;
    jvm.io(moved)?;
    Ok(None)
}

fn set_length(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let size = jvm.long(arguments, 1)?;
    let descriptor = descriptor(jvm, arguments)?;
    let done = jvm.files(|state, now| {
        let size = u64::try_from(size).map_err(|_| Trouble::Invalid)?;
        state.set_size(descriptor, size, now)
    })?;
    jvm.io(done)?;
    Ok(None)
}

impl Jvm<'_> {
    /// The number in a `FileDescriptor` object.
    pub(super) fn descriptor_of(&mut self, object: Value) -> Result<i32, Stop> {
        Ok(self.get_known(object, DESCRIPTOR, "fd")? as u32 as i32)
    }

    /// Works on the virtual files, given the time.
    pub(super) fn files<R>(&mut self, work: impl FnOnce(&mut State, i64) -> R) -> Result<R, Stop> {
        let now = self.now()?;
        let at = self.statics() + u64::from(self.shared.slots.files);
        let number = self.load(at, JType::Long)?.bits as u64;
        let (kept, result) = {
            let mut files = super::jvm::lock(&self.shared.files);
            let (kept, state) = files.at(number, &self.context.environment().files, now);
            (kept, work(state, now))
        };
        if kept != number {
            self.store(at, JType::Long, wide(kept as i64))?;
        }
        Ok(result)
    }

    /// Notes that the program asks for a file.
    pub(super) fn ask_for(&mut self, path: &str) {
        self.shared.go(Outside::of(path, false));
    }

    /// Notes that the program makes, changes or removes a file.
    pub(super) fn change(&mut self, path: &str) {
        self.shared.go(Outside::of(path, true));
    }

    /// Throws what went wrong as an `IOException`.
    pub(super) fn io<T>(&mut self, result: Result<T, Trouble>) -> Result<T, Stop> {
        result.map_err(|trouble| self.throw("java/io/IOException", Some(trouble.text())))
    }

    /// Writes to a descriptor.
    pub(super) fn write_descriptor(&mut self, descriptor: i32, bytes: &[u8]) -> Answer {
        match descriptor {
            1 => self.shared.write(Stream::Output, bytes),
            2 => self.shared.write(Stream::Error, bytes),
            _ => {
                let written = self.files(|state, now| state.write(descriptor, bytes, None, now))?;
                self.io(written)?;
            }
        }
        Ok(None)
    }

    /// The address of what is left of standard input, and how much that is. What was given as plain bytes is
    /// put into a managed array first.
    fn input_left(&mut self) -> Result<(u64, usize), Stop> {
        let slots = self.shared.slots;
        let mut input = self.slot(slots.input)?;
        if input.bits == 0 {
            let environment = self.context.environment();
            let bytes = environment.standard_input.clone();
            let terms = environment.terms(Given::StandardInput).to_vec();
            input = self.byte_array(&bytes)?;
            for (index, (byte, term)) in bytes.iter().zip(terms).enumerate() {
                let at = Value::pointer(input.bits as u64 + index as u64);
                let byte = Value::new(Type::I8, (*byte).into());
                self.context.store(at, Value { term: Some(term), ..byte })?;
            }
            self.set_slot(slots.input, input)?;
        }
        let at = self.statics() + u64::from(slots.input_read);
        let read = self.load(at, JType::Long)?.bits as u64;
        let length = self.length(input)? as u64;
        Ok((input.bits as u64 + read, length.saturating_sub(read) as usize))
    }

    /// Makes standard input what the run is given, read from its beginning by a stream of its own.
    pub(crate) fn renew_input(&mut self) -> Result<(), Stop> {
        self.set_slot(self.shared.slots.input, NULL)?;
        let at = self.statics() + u64::from(self.shared.slots.input_read);
        self.store(at, JType::Long, wide(0))?;
        let descriptor = Value::pointer(self.get_known(NULL, DESCRIPTOR, "in")?);
        let takes = "<init>(Ljava/io/FileDescriptor;)V";
        let file = self.construct("java/io/FileInputStream", takes, &[descriptor])?;
        let takes = "<init>(Ljava/io/InputStream;)V";
        let stream = self.construct("java/io/BufferedInputStream", takes, &[file])?;
        self.put_static("java/lang/System", "in", stream)
    }

    /// Takes up to that many bytes of standard input: where they begin, and how many there are.
    pub(super) fn take_input(&mut self, count: usize) -> Result<(u64, usize), Stop> {
        let (start, left) = self.input_left()?;
        if left < count {
            self.context.want(Wanted::StandardInput);
        }
        let taken = count.min(left);
        let at = self.statics() + u64::from(self.shared.slots.input_read);
        let read = self.load(at, JType::Long)?.bits as u64;
        self.store(at, JType::Long, wide((read + taken as u64) as i64))?;
        Ok((start, taken))
    }
}
