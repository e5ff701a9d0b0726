//! The leaves of a type of the catalogue: which scalar lies where, and how a person would name it.

use crate::Step;
use program::Catalogue;
use program::catalogue::{ApiType, ApiTypeId};

/// A scalar inside a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Leaf {
    /// The way to it.
    pub path: Vec<Step>,
    /// Its type, aliases kept.
    pub ty: ApiTypeId,
    /// Where it lies.
    pub offset: u32,
    /// Its size in bytes.
    pub size: u32,
    /// First bit and width, for a bit-field.
    pub bits: Option<(u8, u8)>,
}

/// A type without its aliases and its constness.
pub fn resolve(catalogue: &Catalogue, mut ty: ApiTypeId) -> &ApiType {
    // Aliases of a verified catalogue lead to something in the end.
    loop {
        match &catalogue.types[ty] {
            ApiType::Alias { of, .. } | ApiType::Const(of) => ty = *of,
            other => return other,
        }
    }
}

/// The size of a type in bytes; none where it is not known.
pub fn size_of(catalogue: &Catalogue, ty: ApiTypeId) -> Option<u32> {
    match resolve(catalogue, ty) {
        ApiType::Void
        | ApiType::Opaque(_)
        | ApiType::Function { .. }
        | ApiType::Alias { .. }
        | ApiType::Const(_) => None,
        ApiType::Bool => Some(1),
        ApiType::Int { bits, .. } | ApiType::Char { bits, .. } | ApiType::Enum { bits, .. } => {
            Some(u32::from(*bits).div_ceil(8))
        }
        ApiType::F32 => Some(4),
        ApiType::F64 | ApiType::Pointer(_) | ApiType::Class(_) | ApiType::Managed { .. } => Some(8),
        ApiType::Array { element, length } => {
            length.and_then(|length| size_of(catalogue, *element)?.checked_mul(length))
        }
        ApiType::Record { size, .. } => Some(*size),
    }
}

/// The bits of a bit-field's value as its type has them: cut to its width, and with its sign.
pub fn extended(catalogue: &Catalogue, ty: ApiTypeId, bits: u128, width: u8) -> u128 {
    if width == 0 || width >= 128 {
        return bits;
    }
    let cut = bits & ((1 << width) - 1);
    let signed = match resolve(catalogue, ty) {
        ApiType::Int { signed, .. }
        | ApiType::Char { signed, .. }
        | ApiType::Enum { signed, .. } => *signed,
        _ => false,
    };
    match signed && cut >> (width - 1) == 1 {
        true => cut | !((1 << width) - 1),
        false => cut,
    }
}

/// The scalars of a type, at most `limit` of them. A union is given by its first field.
pub fn leaves(catalogue: &Catalogue, ty: ApiTypeId, limit: usize) -> Vec<Leaf> {
    let mut found = Vec::new();
    collect(catalogue, ty, 0, None, &mut Vec::new(), limit, &mut found);
    found
}

fn collect(
    catalogue: &Catalogue,
    ty: ApiTypeId,
    offset: u32,
    bits: Option<(u8, u8)>,
    path: &mut Vec<Step>,
    limit: usize,
    found: &mut Vec<Leaf>,
) {
    if found.len() >= limit {
        return;
    }
    match resolve(catalogue, ty) {
        ApiType::Record { fields, union, .. } => {
            let count = if *union { 1 } else { fields.len() };
            for field in &fields[..count.min(fields.len())] {
                path.push(Step::Field(field.name.clone()));
                let at = offset + field.offset;
                collect(catalogue, field.ty, at, field.bits, path, limit, found);
                path.pop();
            }
        }
        ApiType::Array { element, length } => {
            let Some(size) = size_of(catalogue, *element) else { return };
            for index in 0..length.unwrap_or(0) {
                if found.len() >= limit {
                    return;
                }
                path.push(Step::Index(index));
                collect(catalogue, *element, offset + index * size, None, path, limit, found);
                path.pop();
            }
        }
        _ => {
            let Some(size) = size_of(catalogue, ty) else { return };
            found.push(Leaf { path: path.clone(), ty, offset, size, bits });
        }
    }
}
