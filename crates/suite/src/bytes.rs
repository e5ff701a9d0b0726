//! Images of memory: bytes of which some were never written.

use crate::layout::{Leaf, extended};
use program::Catalogue;

/// An image from a byte on.
pub fn from(image: &[Option<u8>], offset: u32) -> &[Option<u8>] {
    image.get(offset as usize..).unwrap_or_default()
}

/// The text that bytes begin with, if it has an end.
pub fn text_in(bytes: &[Option<u8>]) -> Option<Vec<u8>> {
    let text: Vec<u8> =
        bytes.iter().take_while(|byte| **byte != Some(0)).copied().collect::<Option<_>>()?;
    (text.len() < bytes.len()).then_some(text)
}

/// The bits of a scalar, if all of its bytes were written.
pub fn bits_at(bytes: &[Option<u8>], offset: u32, size: u32) -> Option<u128> {
    let bytes = bytes.get(offset as usize..(offset + size) as usize)?;
    let mut bits = 0u128;
    for (index, byte) in bytes.iter().enumerate().take(16) {
        bits |= u128::from((*byte)?) << (8 * index);
    }
    Some(bits)
}

/// The bits of a bit-field in those of its bytes.
pub fn field_bits(catalogue: &Catalogue, leaf: &Leaf, bits: u128) -> u128 {
    match leaf.bits {
        Some((first, width)) => extended(catalogue, leaf.ty, bits >> first, width),
        None => bits,
    }
}
