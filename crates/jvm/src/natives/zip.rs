//! Checksums of `java.util.zip`.

use super::values::int;
use super::{Jvm, Table};
use machine::{Stop, Value, argument};

pub(super) const TABLE: Table = &[
    ("java/util/zip/CRC32.update(II)I", |jvm, arguments| {
        let byte = argument(arguments, 1)?.bits as u8;
        let before = jvm.int(arguments, 0)? as u32;
        int(crc(before, &[byte]) as i32)
    }),
    ("java/util/zip/CRC32.updateBytes0(I[BII)I", |jvm, arguments| {
        let bytes = part(jvm, arguments)?;
        let before = jvm.int(arguments, 0)? as u32;
        int(crc(before, &bytes) as i32)
    }),
    ("java/util/zip/CRC32.updateByteBuffer0(IJII)I", |jvm, arguments| {
        let bytes = outside(jvm, arguments)?;
        let before = jvm.int(arguments, 0)? as u32;
        int(crc(before, &bytes) as i32)
    }),
    ("java/util/zip/Adler32.update(II)I", |jvm, arguments| {
        let byte = argument(arguments, 1)?.bits as u8;
        let before = jvm.int(arguments, 0)? as u32;
        int(adler(before, &[byte]) as i32)
    }),
    ("java/util/zip/Adler32.updateBytes(I[BII)I", |jvm, arguments| {
        let bytes = part(jvm, arguments)?;
        let before = jvm.int(arguments, 0)? as u32;
        int(adler(before, &bytes) as i32)
    }),
    ("java/util/zip/Adler32.updateByteBuffer(IJII)I", |jvm, arguments| {
        let bytes = outside(jvm, arguments)?;
        let before = jvm.int(arguments, 0)? as u32;
        int(adler(before, &bytes) as i32)
    }),
];

/// A part of an array; the library has checked that it is one.
fn part(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<Vec<u8>, Stop> {
    let array = jvm.object(arguments, 1)?;
    let offset = jvm.int(arguments, 2)?.max(0) as u64;
    let length = jvm.int(arguments, 3)?.max(0) as usize;
    jvm.read_bytes(array.bits as u64 + offset, length)
}

/// A part of memory outside of objects.
fn outside(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<Vec<u8>, Stop> {
    let address = jvm.long(arguments, 1)? as u64;
    let offset = jvm.int(arguments, 2)?.max(0) as u64;
    let length = jvm.int(arguments, 3)?.max(0) as usize;
    jvm.read_bytes(address + offset, length)
}

/// CRC-32 with the reversed polynomial 0xedb88320, bit by bit.
fn crc(before: u32, bytes: &[u8]) -> u32 {
    let mut crc = !before;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 0 { crc >> 1 } else { crc >> 1 ^ 0xedb8_8320 };
        }
    }
    !crc
}

/// Adler-32: two sums modulo the largest prime below 65,536.
pub(super) fn adler(before: u32, bytes: &[u8]) -> u32 {
    const PRIME: u32 = 65_521;
    let (mut low, mut high) = (before & 0xffff, before >> 16);
    for byte in bytes {
        low = (low + u32::from(*byte)) % PRIME;
        high = (high + low) % PRIME;
    }
    high << 16 | low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_the_standards() {
        assert_eq!(crc(0, b"123456789"), 0xcbf4_3926);
        assert_eq!(adler(1, b"Wikipedia"), 0x11e6_0398);
    }
}
