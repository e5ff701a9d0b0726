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

/// Descriptors of the annotations of each parameter of a method, and of the types of parameters as a whole. Annotations of
/// parameters may leave out those that the compiler adds in front, so those of `count` parameters are aligned at the end.
pub fn of_parameters(
    skeleton: &Skeleton,
    attributes: &[RawAttribute],
    count: usize,
) -> Vec<Vec<String>> {
    let mut all = vec![Vec::new(); count];
    for attribute in ["RuntimeVisibleParameterAnnotations", "RuntimeInvisibleParameterAnnotations"]
    {
        if let Some(bytes) = skeleton.attribute(attributes, attribute) {
            let _ = read_parameters(skeleton, &mut Reader { bytes, position: 0 }, &mut all);
        }
    }
    for attribute in ["RuntimeVisibleTypeAnnotations", "RuntimeInvisibleTypeAnnotations"] {
        if let Some(bytes) = skeleton.attribute(attributes, attribute) {
            let _ = read_types(skeleton, &mut Reader { bytes, position: 0 }, &mut all);
        }
    }
    all
}

fn read_parameters(
    skeleton: &Skeleton,
    reader: &mut Reader<'_>,
    all: &mut [Vec<String>],
) -> Result<(), ClassFileError> {
    let own = usize::from(reader.u8()?);
    let first = all.len().saturating_sub(own);
    for parameter in 0..own {
        let mut names = Vec::new();
        read_annotations(skeleton, reader, &mut names)?;
        if let Some(known) = all.get_mut(first + parameter) {
            known.append(&mut names);
        }
    }
    Ok(())
}

/// Annotations of types (JVMS 4.7.20), of which those of whole parameters are kept.
fn read_types(
    skeleton: &Skeleton,
    reader: &mut Reader<'_>,
    all: &mut [Vec<String>],
) -> Result<(), ClassFileError> {
    const OF_PARAMETER: u8 = 0x16;
    for _ in 0..reader.u16()? {
        let target = reader.u8()?;
        let mut parameter = None;
        match target {
            OF_PARAMETER => parameter = Some(usize::from(reader.u8()?)),
            0x00 | 0x01 => reader.skip(1)?,
            0x10..=0x12 | 0x17 | 0x42..=0x46 => reader.skip(2)?,
            0x47..=0x4b => reader.skip(3)?,
            0x40 | 0x41 => {
                let entries = usize::from(reader.u16()?);
                reader.skip(entries * 6)?;
            }
            // The type of the result, of the receiver or of a field.
            _ => {}
        }
        let steps = usize::from(reader.u8()?);
        reader.skip(steps * 2)?;
        let name = reader.u16()?;
        skip_elements(reader, DEEPEST)?;
        if let Some(known) = parameter.filter(|_| steps == 0).and_then(|own| all.get_mut(own)) {
            known.extend(skeleton.text(name).map(Cow::into_owned));
        }
    }
    Ok(())
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
