//! The components of a record.

use crate::skeleton::{ClassFileError, RawAttribute, Reader, Skeleton, attributes};

/// A component of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordComponent {
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Its generic type.
    pub signature: Option<String>,
    /// Its visible annotations, as the class file has them.
    pub annotations: Option<Vec<u8>>,
    /// Its visible type annotations, as the class file has them.
    pub type_annotations: Option<Vec<u8>>,
}

/// The components of the record that a class file describes; `None` if it describes none.
pub fn record(skeleton: &Skeleton) -> Result<Option<Vec<RecordComponent>>, ClassFileError> {
    let record = skeleton.raw_attribute(&skeleton.attributes, "Record");
    record.map(|record| components(skeleton, record)).transpose()
}

fn components(
    skeleton: &Skeleton,
    record: &RawAttribute,
) -> Result<Vec<RecordComponent>, ClassFileError> {
    let end = record.range.end as usize;
    let mut reader =
        Reader { bytes: &skeleton.bytes[..end], position: record.range.start as usize };
    let mut components = Vec::new();
    for _ in 0..reader.u16()? {
        let (name, descriptor) = (reader.u16()?, reader.u16()?);
        let attributes = attributes(&mut reader)?;
        let text = |index| {
            let text = skeleton.text(index).ok_or("an index leads to no text")?;
            Ok::<String, ClassFileError>(text.into_owned())
        };
        let raw = |name| skeleton.attribute(&attributes, name);
        let signature = raw("Signature").and_then(|bytes| bytes.first_chunk());
        components.push(RecordComponent {
            name: text(name)?,
            descriptor: text(descriptor)?,
            signature: signature.map(|bytes| text(u16::from_be_bytes(*bytes))).transpose()?,
            annotations: raw("RuntimeVisibleAnnotations").map(<[u8]>::to_vec),
            type_annotations: raw("RuntimeVisibleTypeAnnotations").map(<[u8]>::to_vec),
        });
    }
    Ok(components)
}
