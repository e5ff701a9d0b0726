//! The annotations of a class or of a member, by their descriptors.

use std::borrow::Cow;

use crate::skeleton::{ClassFileError, RawAttribute, Reader, Skeleton};

/// How deep annotations may be nested before they are not read on.
const DEEPEST: u32 = 32;

/// Descriptors of the annotations among the attributes of a class or of a member, visible at run time or not.
pub fn annotations(skeleton: &Skeleton, attributes: &[RawAttribute]) -> Vec<String> {
    let mut names = Vec::new();
    for attribute in ["RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations"] {
        if let Some(bytes) = skeleton.attribute(attributes, attribute) {
            let mut reader = Reader { bytes, position: 0 };
            // What cannot be read on is as if it were not there.
            let _ = read_annotations(skeleton, &mut reader, &mut names);
        }
    }
    names
}

fn read_annotations(
    skeleton: &Skeleton,
    reader: &mut Reader<'_>,
    names: &mut Vec<String>,
) -> Result<(), ClassFileError> {
    for _ in 0..reader.u16()? {
        let name = reader.u16()?;
        names.extend(skeleton.text(name).map(Cow::into_owned));
        skip_elements(reader, DEEPEST)?;
    }
    Ok(())
}

/// The elements of an annotation.
fn skip_elements(reader: &mut Reader<'_>, deeper: u32) -> Result<(), ClassFileError> {
    for _ in 0..reader.u16()? {
        reader.skip(2)?;
        skip_value(reader, deeper)?;
    }
    Ok(())
}

fn skip_value(reader: &mut Reader<'_>, deeper: u32) -> Result<(), ClassFileError> {
    let deeper = deeper
        .checked_sub(1)
        .ok_or_else(|| ClassFileError::from("annotations are nested too deeply"))?;
    match reader.u8()? {
        b'e' => reader.skip(4),
        b'@' => {
            reader.skip(2)?;
            skip_elements(reader, deeper)
        }
        b'[' => (0..reader.u16()?).try_for_each(|_| skip_value(reader, deeper)),
        _ => reader.skip(2),
    }
}
