//! From a byte inside a value to the C expression that names it.

use program::catalogue::{ApiType, ApiTypeId};
use program::{Catalogue, Type};
use suite::layout::{resolve, size_of};

/// The way to a scalar inside a value, such as `.next` or `.rows[2].x`, and its type.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// The text that follows the value's own name.
    pub text: String,
    /// The type of the scalar.
    pub ty: ApiTypeId,
    /// The members of unions that it leads through: where each union lies, and which member it is.
    pub members: Vec<(u32, usize)>,
}

/// The parts of a complex number, which C has operators for.
const PARTS: [&str; 2] = ["__real__", "__imag__"];

/// An expression with the parts of complex numbers as C spells them: `__real__ z` for `z.__real__`.
pub fn with_parts(text: String) -> String {
    let part = PARTS.iter().find_map(|part| Some((part, text.strip_suffix(part)?)));
    match part {
        Some((part, owner)) => match (owner.strip_suffix('.'), owner.strip_suffix("->")) {
            (Some(owner), _) => format!("{part} {owner}"),
            (_, Some(owner)) => format!("{part} *{owner}"),
            _ => text,
        },
        None => text,
    }
}

/// Whether a type is that of a complex number.
pub fn is_complex(catalogue: &Catalogue, ty: ApiTypeId) -> bool {
    matches!(resolve(catalogue, ty), ApiType::Record { fields, .. }
        if fields.first().is_some_and(|field| field.name == PARTS[0]))
}

impl Way {
    /// Whether it leads to a part of a complex number.
    pub fn is_part(&self) -> bool {
        PARTS.iter().any(|part| self.text.ends_with(part))
    }

    /// Whether two ways lead through different members of one union.
    pub fn excludes(&self, other: &Self) -> bool {
        let differs = |(at, member): &(u32, usize)| {
            other.members.iter().any(|(known, other)| known == at && other != member)
        };
        self.members.iter().any(differs)
    }
}

/// What is put somewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Put {
    /// Its type in the machine.
    pub ty: Type,
    /// Its bits, if it goes to a bit-field.
    pub bits: Option<(u8, u8)>,
    /// Its own type, if that is known.
    pub of: Option<ApiTypeId>,
    /// What it points at, if that is known.
    pub to: Option<ApiTypeId>,
}

/// Finds the scalar at an offset that something is put into; a bit-field by its bits too. Of a union the first member
/// of the type that fits best is taken.
pub fn way_to(catalogue: &Catalogue, ty: ApiTypeId, offset: u32, put: Put) -> Option<Way> {
    let mut found = Vec::new();
    let finder = Finder { catalogue, put };
    finder.find(
        ty,
        (0, offset),
        None,
        &Way { text: String::new(), ty, members: Vec::new() },
        &mut found,
    );
    found.into_iter().min_by_key(|way| finder.strangeness(way.ty))
}

struct Finder<'c> {
    catalogue: &'c Catalogue,
    put: Put,
}

impl Finder<'_> {
    /// How badly a type fits what is put there; 0 is its own.
    fn strangeness(&self, ty: ApiTypeId) -> u32 {
        let catalogue = self.catalogue;
        let alike = |a: Option<ApiTypeId>, b: Option<ApiTypeId>| match (a, b) {
            (Some(a), Some(b)) => catalogue.alike(a, b),
            _ => false,
        };
        let void = |ty: ApiTypeId| matches!(resolve(catalogue, ty), ApiType::Void);
        if alike(self.put.of, Some(ty)) || alike(self.put.to, catalogue.pointee(ty)) {
            return 0;
        }
        match catalogue.scalar(ty) {
            Some(Type::Ptr) if catalogue.pointee(ty).is_some_and(void) => 1,
            Some(scalar) if scalar == self.put.ty => 2,
            Some(scalar) if (scalar == Type::Ptr) == (self.put.ty == Type::Ptr) => 3,
            _ => 4,
        }
    }

    /// Adds all ways to the byte `offset` of what lies at the byte `base` of the whole value.
    fn find(
        &self,
        ty: ApiTypeId,
        (base, offset): (u32, u32),
        field: Option<(u8, u8)>,
        way: &Way,
        found: &mut Vec<Way>,
    ) {
        let catalogue = self.catalogue;
        match resolve(catalogue, ty) {
            ApiType::Record { fields, union, .. } => {
                for (member, field) in fields.iter().enumerate() {
                    let inside = size_of(catalogue, field.ty).unwrap_or(0);
                    if offset < field.offset || offset >= field.offset + inside.max(1) {
                        continue;
                    }
                    let mut way = way.clone();
                    // Members of an unnamed record are named as if they were the outer one's.
                    if !field.name.is_empty() {
                        way.text += &format!(".{}", field.name);
                    }
                    if *union {
                        way.members.push((base, member));
                    }
                    let at = (base + field.offset, offset - field.offset);
                    let before = found.len();
                    self.find(field.ty, at, field.bits, &way, found);
                    if found.len() > before && !*union {
                        return;
                    }
                }
            }
            ApiType::Array { element, length } => {
                let Some(each) = size_of(catalogue, *element).filter(|each| *each > 0) else {
                    return;
                };
                let index = offset / each;
                if length.is_some_and(|length| index >= length) {
                    return;
                }
                let text = format!("{}[{index}]", way.text);
                let way = Way { text, ..way.clone() };
                self.find(*element, (base + index * each, offset % each), None, &way, found);
            }
            _ => {
                let fits = offset == 0 && self.put.bits == field;
                let size = self.put.ty.bytes();
                if fits && (field.is_some() || size_of(catalogue, ty) == Some(size)) {
                    found.push(Way { ty, ..way.clone() });
                }
            }
        }
    }
}
