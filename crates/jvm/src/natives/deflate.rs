//! `java.util.zip`: `Inflater` and `Deflater`.
//!
//! The state of a stream is the one thing of a run that is not in the machine's memory. A number there says
//! whose it is: when memory goes back to the start, the streams are gone too.

use super::values::{int, long, wide};
use super::{Answer, Jvm, Table};
use classfile::descriptor::JType;
use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
use machine::{Stop, Value};
use std::collections::BTreeMap;

pub(super) const TABLE: Table = &[
    ("java/util/zip/Inflater.init(Z)J", open_inflater),
    ("java/util/zip/Inflater.inflateBytesBytes(J[BII[BII)J", |jvm, arguments| {
        let input = Range::Array { array: 2, offset: 3, length: 4 };
        inflate(jvm, arguments, input, Range::Array { array: 5, offset: 6, length: 7 })
    }),
    ("java/util/zip/Inflater.inflateBytesBuffer(J[BIIJI)J", |jvm, arguments| {
        let input = Range::Array { array: 2, offset: 3, length: 4 };
        inflate(jvm, arguments, input, Range::Memory { address: 5, length: 6 })
    }),
    ("java/util/zip/Inflater.inflateBufferBytes(JJI[BII)J", |jvm, arguments| {
        let input = Range::Memory { address: 2, length: 3 };
        inflate(jvm, arguments, input, Range::Array { array: 4, offset: 5, length: 6 })
    }),
    ("java/util/zip/Inflater.inflateBufferBuffer(JJIJI)J", |jvm, arguments| {
        let input = Range::Memory { address: 2, length: 3 };
        inflate(jvm, arguments, input, Range::Memory { address: 4, length: 5 })
    }),
    ("java/util/zip/Inflater.setDictionary(J[BII)V", set_inflater_dictionary),
    ("java/util/zip/Inflater.getAdler(J)I", adler),
    ("java/util/zip/Inflater.reset(J)V", reset),
    ("java/util/zip/Inflater.end(J)V", end),
    ("java/util/zip/Deflater.init(IIZ)J", open_deflater),
    ("java/util/zip/Deflater.deflateBytesBytes(J[BII[BIIII)J", |jvm, arguments| {
        let input = Range::Array { array: 2, offset: 3, length: 4 };
        deflate(jvm, arguments, input, Range::Array { array: 5, offset: 6, length: 7 }, 8)
    }),
    ("java/util/zip/Deflater.deflateBytesBuffer(J[BIIJIII)J", |jvm, arguments| {
        let input = Range::Array { array: 2, offset: 3, length: 4 };
        deflate(jvm, arguments, input, Range::Memory { address: 5, length: 6 }, 7)
    }),
    ("java/util/zip/Deflater.deflateBufferBytes(JJI[BIIII)J", |jvm, arguments| {
        let input = Range::Memory { address: 2, length: 3 };
        deflate(jvm, arguments, input, Range::Array { array: 4, offset: 5, length: 6 }, 7)
    }),
    ("java/util/zip/Deflater.deflateBufferBuffer(JJIJIII)J", |jvm, arguments| {
        let input = Range::Memory { address: 2, length: 3 };
        deflate(jvm, arguments, input, Range::Memory { address: 4, length: 5 }, 6)
    }),
    ("java/util/zip/Deflater.setDictionary(J[BII)V", set_deflater_dictionary),
    ("java/util/zip/Deflater.getAdler(J)I", adler),
    ("java/util/zip/Deflater.reset(J)V", reset),
    ("java/util/zip/Deflater.end(J)V", end),
];

/// Which arguments say where bytes lie.
#[derive(Clone, Copy)]
enum Range {
    Array { array: usize, offset: usize, length: usize },
    Memory { address: usize, length: usize },
}

/// A stream that is open.
enum Stream {
    Inflate { state: Box<Decompress>, bare: bool, adler: u32 },
    Deflate { state: Box<Compress>, adler: u32 },
}

/// The open streams of a run.
#[derive(Default)]
pub(super) struct Streams {
    run: u64,
    next: i64,
    open: BTreeMap<i64, Stream>,
}

impl std::fmt::Debug for Streams {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Streams").field("run", &self.run).field("open", &self.open.len()).finish()
    }
}

fn open_inflater(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let bare = jvm.int(arguments, 0)? != 0;
    let state = Box::new(Decompress::new(!bare));
    jvm.open_stream(Stream::Inflate { state, bare, adler: 1 })
}

fn open_deflater(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let level = jvm.int(arguments, 0)?;
    let bare = jvm.int(arguments, 2)? != 0;
    let state = Box::new(Compress::new(compression(level), !bare));
    jvm.open_stream(Stream::Deflate { state, adler: 1 })
}

fn compression(level: i32) -> Compression {
    u32::try_from(level)
        .ok()
        .filter(|level| *level <= 9)
        .map_or(Compression::default(), Compression::new)
}

fn inflate(jvm: &mut Jvm<'_>, arguments: &[Value], input: Range, output: Range) -> Answer {
    let handle = jvm.long(arguments, 1)?;
    let given = jvm.bytes_in(arguments, input)?;
    let (at, room) = jvm.room_in(arguments, output)?;
    let mut made = vec![0; room];
    let result = jvm.streams(|streams| {
        let Some(Stream::Inflate { state, adler, .. }) = streams.open.get_mut(&handle) else {
            return Err("stream is closed".to_owned());
        };
        let (before_in, before_out) = (state.total_in(), state.total_out());
        let status = state.decompress(&given, &mut made, FlushDecompress::None);
        let taken = (state.total_in() - before_in) as usize;
        let written = (state.total_out() - before_out) as usize;
        *adler = super::zip::adler(*adler, &made[..written]);
        match status {
            Ok(status) => Ok((taken, written, status == Status::StreamEnd, false)),
            Err(error) => match error.needs_dictionary() {
                Some(wanted) => {
                    *adler = wanted;
                    Ok((taken, written, false, true))
                }
                None => Err(error.message().unwrap_or("invalid data").to_owned()),
            },
        }
    })?;
    match result {
        Ok((taken, written, finished, dictionary)) => {
            jvm.write_bytes(at, &made[..written])?;
            long(packed(taken, written, finished, dictionary))
        }
        Err(message) => Err(jvm.throw("java/util/zip/DataFormatException", Some(&message))),
    }
}

fn deflate(
    jvm: &mut Jvm<'_>,
    arguments: &[Value],
    input: Range,
    output: Range,
    rest: usize,
) -> Answer {
    const FINISH: i32 = 4;
    let handle = jvm.long(arguments, 1)?;
    let given = jvm.bytes_in(arguments, input)?;
    let (at, room) = jvm.room_in(arguments, output)?;
    let flush = match jvm.int(arguments, rest)? {
        0 => FlushCompress::None,
        2 => FlushCompress::Sync,
        3 => FlushCompress::Full,
        FINISH => FlushCompress::Finish,
        _ => FlushCompress::Partial,
    };
    let parameters = jvm.int(arguments, rest + 1)?;
    let mut made = vec![0; room];
    let result = jvm.streams(|streams| {
        let Some(Stream::Deflate { state, adler }) = streams.open.get_mut(&handle) else {
            return None;
        };
        if parameters & 1 != 0 {
            // The level is in the upper bits, the strategy between.
            let _ = state.set_level(compression(parameters >> 3));
        }
        let (before_in, before_out) = (state.total_in(), state.total_out());
        let status = state.compress(&given, &mut made, flush).ok()?;
        let taken = (state.total_in() - before_in) as usize;
        let written = (state.total_out() - before_out) as usize;
        *adler = super::zip::adler(*adler, &given[..taken]);
        Some((taken, written, status == Status::StreamEnd))
    })?;
    match result {
        Some((taken, written, finished)) => {
            jvm.write_bytes(at, &made[..written])?;
            long(packed(taken, written, finished, false))
        }
        None => Err(jvm.internal("a stream that cannot be compressed")),
    }
}

/// What the library takes apart again: how much was read and written, and two flags.
fn packed(taken: usize, written: usize, finished: bool, flag: bool) -> i64 {
    let (taken, written) = (taken as i64 & 0x7fff_ffff, written as i64 & 0x7fff_ffff);
    taken | written << 31 | i64::from(finished) << 62 | i64::from(flag) << 63
}

fn set_inflater_dictionary(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let given = jvm.bytes_in(arguments, Range::Array { array: 1, offset: 2, length: 3 })?;
    let handle = jvm.long(arguments, 0)?;
    jvm.streams(|streams| {
        if let Some(Stream::Inflate { state, .. }) = streams.open.get_mut(&handle) {
            let _ = state.set_dictionary(&given);
        }
    })?;
    Ok(None)
}

fn set_deflater_dictionary(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let given = jvm.bytes_in(arguments, Range::Array { array: 1, offset: 2, length: 3 })?;
    let handle = jvm.long(arguments, 0)?;
    jvm.streams(|streams| {
        if let Some(Stream::Deflate { state, .. }) = streams.open.get_mut(&handle) {
            let _ = state.set_dictionary(&given);
        }
    })?;
    Ok(None)
}

fn adler(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let handle = jvm.long(arguments, 0)?;
    int(jvm.streams(|streams| match streams.open.get(&handle) {
        Some(Stream::Inflate { adler, .. } | Stream::Deflate { adler, .. }) => *adler as i32,
        None => 1,
    })?)
}

fn reset(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let handle = jvm.long(arguments, 0)?;
    jvm.streams(|streams| match streams.open.get_mut(&handle) {
        Some(Stream::Inflate { state, bare, adler }) => {
            state.reset(!*bare);
            *adler = 1;
        }
        Some(Stream::Deflate { state, adler }) => {
            state.reset();
            *adler = 1;
        }
        None => {}
    })?;
    Ok(None)
}

fn end(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let handle = jvm.long(arguments, 0)?;
    jvm.streams(|streams| streams.open.remove(&handle))?;
    Ok(None)
}

impl Jvm<'_> {
    fn open_stream(&mut self, stream: Stream) -> Answer {
        let handle = self.streams(|streams| {
            streams.next += 1;
            streams.open.insert(streams.next, stream);
            streams.next
        })?;
        long(handle)
    }

    /// Works on the open streams of this run.
    fn streams<R>(&mut self, work: impl FnOnce(&mut Streams) -> R) -> Result<R, Stop> {
        let at = self.statics() + u64::from(self.shared.slots.streams);
        let run = self.load(at, JType::Long)?.bits as u64;
        let (kept, result) = {
            let mut streams = super::jvm::lock(&self.shared.streams);
            if run == 0 || run != streams.run {
                *streams = Streams { run: streams.run + 1, ..Streams::default() };
            }
            (streams.run, work(&mut streams))
        };
        if kept != run {
            self.store(at, JType::Long, wide(kept as i64))?;
        }
        Ok(result)
    }

    /// The bytes that arguments say.
    fn bytes_in(&mut self, arguments: &[Value], range: Range) -> Result<Vec<u8>, Stop> {
        let (at, length) = self.room_in(arguments, range)?;
        self.read_bytes(at, length)
    }

    /// The address and length that arguments say.
    fn room_in(&mut self, arguments: &[Value], range: Range) -> Result<(u64, usize), Stop> {
        match range {
            Range::Array { array, offset, length } => {
                let array = self.object(arguments, array)?;
                let offset = self.int(arguments, offset)?.max(0);
                let length = self.int(arguments, length)?.max(0);
                Ok((array.bits as u64 + offset as u64, length as usize))
            }
            Range::Memory { address, length } => {
                let address = self.long(arguments, address)? as u64;
                Ok((address, self.int(arguments, length)?.max(0) as usize))
            }
        }
    }
}
