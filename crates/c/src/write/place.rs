//! From a byte inside a value to the C expression that names it.

use program::Catalogue;
use program::catalogue::{ApiType, ApiTypeId};
use suite::layout::{resolve, size_of};

/// The way to a scalar inside a value, such as `.next` or `.rows[2].x`, and its type.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// The text that follows the value's own name.
    pub text: String,
    /// The type of the scalar.
    pub ty: ApiTypeId,
}

/// Finds the scalar of `size` bytes at an offset; a bit-field by its bits too. Of a union the first
/// field that fits is taken.
pub fn way_to(
    catalogue: &Catalogue,
    ty: ApiTypeId,
    offset: u32,
    size: u32,
    bits: Option<(u8, u8)>,
) -> Option<Way> {
    find(catalogue, ty, offset, size, bits, None)
}

fn find(
    catalogue: &Catalogue,
    ty: ApiTypeId,
    offset: u32,
    size: u32,
    wanted: Option<(u8, u8)>,
    field: Option<(u8, u8)>,
) -> Option<Way> {
    match resolve(catalogue, ty) {
        ApiType::Record { fields, .. } => fields.iter().find_map(|field| {
            let inside = size_of(catalogue, field.ty).unwrap_or(0);
            if offset < field.offset || offset >= field.offset + inside.max(1) {
                return None;
            }
            let found = find(catalogue, field.ty, offset - field.offset, size, wanted, field.bits)?;
            // Members of an unnamed record are named as if they were the outer one's.
            let text = match field.name.is_empty() {
                true => found.text,
                false => format!(".{}{}", field.name, found.text),
            };
            Some(Way { text, ty: found.ty })
        }),
        ApiType::Array { element, length } => {
            let each = size_of(catalogue, *element).filter(|each| *each > 0)?;
            let index = offset / each;
            if length.is_some_and(|length| index >= length) {
                return None;
            }
            let found = find(catalogue, *element, offset % each, size, wanted, None)?;
            Some(Way { text: format!("[{index}]{}", found.text), ty: found.ty })
        }
        _ => {
            let fits = offset == 0 && wanted == field;
            let sized = field.is_some() || size_of(catalogue, ty) == Some(size);
            (fits && sized).then(|| Way { text: String::new(), ty })
        }
    }
}
