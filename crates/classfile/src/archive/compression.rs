//! Whether the files of a JDK's image are compressed, which its reader cannot cope with.
//!
//! An image begins with a header, a table of redirections, a table of places, and the places themselves:
//! attributes of one byte for kind and length, and a number. `jlink --compress` makes such images.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The first word of an image that was made for a machine like this one.
const MAGIC: u32 = 0xCAFE_DADA;
/// Seven words.
const HEADER: usize = 28;
/// The attribute that gives the size in the image, if it is not the size of the file.
const COMPRESSED: u8 = 6;
/// How many files are looked at: all of an image are compressed, or none.
const SAMPLE: usize = 512;

/// Whether an image has compressed files.
pub(super) fn is_compressed(path: &Path) -> io::Result<bool> {
    let mut file = File::open(path)?;
    let mut header = [0; HEADER];
    file.read_exact(&mut header)?;
    let Some((tables, places)) = sizes(&header) else { return Ok(false) };
    let mut index = Vec::new();
    file.take((tables + places) as u64).read_to_end(&mut index)?;
    Ok(index.len() == tables + places && any_compressed(&index, tables))
}

/// The sizes of the two tables together and of the places; `None` for another kind of image.
fn sizes(header: &[u8; HEADER]) -> Option<(usize, usize)> {
    let word = |index: usize| {
        let bytes = header[index * 4..].first_chunk::<4>()?;
        Some(u32::from_le_bytes(*bytes))
    };
    (word(0)? == MAGIC).then_some(())?;
    // An index of more than this is not one.
    let small = |size: u32| usize::try_from(size).ok().filter(|&size| size < 1 << 28);
    Some((small(word(4)?.checked_mul(8)?)?, small(word(5)?)?))
}

/// Whether one of some files, evenly chosen, is compressed.
fn any_compressed(index: &[u8], tables: usize) -> bool {
    let (_, offsets) = index[..tables].split_at(tables / 2);
    let step = (offsets.len() / 4 / SAMPLE).max(1);
    offsets.chunks_exact(4).step_by(step).any(|bytes| {
        let offset = bytes.first_chunk::<4>().map_or(0, |bytes| u32::from_le_bytes(*bytes));
        let attributes = index.get(tables + offset as usize..).unwrap_or_default();
        compressed_size(attributes).is_some_and(|size| size != 0)
    })
}

/// The number of the attribute that only compressed files have.
fn compressed_size(mut attributes: &[u8]) -> Option<u64> {
    loop {
        let (&first, rest) = attributes.split_first()?;
        let (kind, length) = (first >> 3, usize::from(first & 7) + 1);
        if kind == 0 || rest.len() < length {
            return None;
        }
        let (number, next) = rest.split_at(length);
        if kind == COMPRESSED {
            return Some(number.iter().fold(0, |value, &byte| value << 8 | u64::from(byte)));
        }
        attributes = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An index of two files whose places have these attributes.
    fn index(first: &[u8], second: &[u8]) -> (Vec<u8>, usize) {
        let mut bytes = vec![0; 8];
        bytes.extend_from_slice(&0_u32.to_le_bytes());
        bytes.extend_from_slice(&(first.len() as u32).to_le_bytes());
        let tables = bytes.len();
        bytes.extend_from_slice(first);
        bytes.extend_from_slice(second);
        (bytes, tables)
    }

    #[test]
    fn one_compressed_file_is_enough() {
        // Attribute 5 in two bytes, 6 in one, 7 in two, the end.
        let compressed = [5 << 3 | 1, 1, 2, 6 << 3, 9, 7 << 3 | 1, 0, 20, 0];
        let plain = [5 << 3 | 1, 1, 2, 7 << 3 | 1, 0, 20, 0];
        let (bytes, tables) = index(&plain, &compressed);
        assert!(any_compressed(&bytes, tables));
        let (bytes, tables) = index(&plain, &plain);
        assert!(!any_compressed(&bytes, tables));
    }

    #[test]
    fn an_index_that_is_cut_off_is_not_compressed() {
        assert_eq!(compressed_size(&[5 << 3 | 7, 1, 2]), None);
        assert_eq!(compressed_size(&[]), None);
        let mut header = [0; HEADER];
        assert_eq!(sizes(&header), None);
        header[..4].copy_from_slice(&MAGIC.to_le_bytes());
        assert_eq!(sizes(&header), Some((0, 0)));
    }
}
