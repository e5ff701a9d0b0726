//! The leaves of a type of the catalogue: which scalar lies where, and how a person would name it.

use program::Catalogue;
use program::catalogue::{ApiType, ApiTypeId};

/// One step into a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A field of a record.
    Field(String),
    /// An element of an array, or of what a pointer points at.
    Index(u32),
    /// A field of the record that a pointer points at.
    Behind(String),
}

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
    /// The members of unions that it is part of: where each union lies, and which member it is.
    pub members: Vec<Member>,
}

/// A member of a union inside a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Member {
    /// Where the union lies.
    pub at: u32,
    /// How many unions it is inside of.
    pub depth: u32,
    /// Which member it is.
    pub index: u32,
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

/// The scalars of a type, at most `limit` of them. Those of all members of a union are given, one member after the
/// other.
pub fn leaves(catalogue: &Catalogue, ty: ApiTypeId, limit: usize) -> Vec<Leaf> {
    let mut collector =
        Collector { catalogue, limit, path: Vec::new(), members: Vec::new(), found: Vec::new() };
    collector.collect(ty, 0, None);
    collector.found
}

struct Collector<'c> {
    catalogue: &'c Catalogue,
    limit: usize,
    path: Vec<Step>,
    members: Vec<Member>,
    found: Vec<Leaf>,
}

impl Collector<'_> {
    fn collect(&mut self, ty: ApiTypeId, offset: u32, bits: Option<(u8, u8)>) {
        if self.found.len() >= self.limit {
            return;
        }
        match resolve(self.catalogue, ty) {
            ApiType::Record { fields, union, .. } => {
                let depth = self.members.len() as u32;
                for (index, field) in fields.iter().enumerate() {
                    self.path.push(Step::Field(field.name.clone()));
                    if *union {
                        self.members.push(Member { at: offset, depth, index: index as u32 });
                    }
                    self.collect(field.ty, offset + field.offset, field.bits);
                    self.members.truncate(depth as usize);
                    self.path.pop();
                }
            }
            ApiType::Array { element, length } => {
                let Some(size) = size_of(self.catalogue, *element) else { return };
                for index in 0..length.unwrap_or(0) {
                    if self.found.len() >= self.limit {
                        return;
                    }
                    self.path.push(Step::Index(index));
                    self.collect(*element, offset + index * size, None);
                    self.path.pop();
                }
            }
            _ => {
                let Some(size) = size_of(self.catalogue, ty) else { return };
                let (path, members) = (self.path.clone(), self.members.clone());
                self.found.push(Leaf { path, ty, offset, size, bits, members });
            }
        }
    }
}
