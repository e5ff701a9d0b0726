//! What JaCoCo's filters ask of a class.

use std::borrow::Cow;

use crate::world::skeleton::{Bad, Part, RawAttribute, Reader, Skeleton};

/// How deep annotations may be nested before they are not read on.
const DEEPEST: u32 = 32;

/// A class, as filters see it.
#[derive(Debug)]
pub(super) struct Context<'a> {
    /// Its internal name.
    pub name: Cow<'a, str>,
    /// The internal name of its superclass; empty for `Object`.
    pub superclass: Cow<'a, str>,
    /// Its access flags.
    pub flags: u16,
    /// Descriptors of its annotations.
    pub annotations: Vec<String>,
    /// Whether it was compiled from Kotlin.
    pub kotlin: bool,
    /// Whether it was compiled from Scala.
    pub scala: bool,
    /// Numbers of the bootstrap methods that are those of records.
    record_bootstraps: Vec<u16>,
}

impl<'a> Context<'a> {
    /// Reads what is asked of a class.
    pub fn read(skeleton: &'a Skeleton) -> Result<Self, Bad> {
        let annotations = annotations(skeleton, &skeleton.attributes);
        let has = |name| skeleton.raw_attribute(&skeleton.attributes, name).is_some();
        Ok(Self {
            name: skeleton.class(skeleton.this_class).unwrap_or_default(),
            superclass: skeleton.class(skeleton.super_class).unwrap_or_default(),
            flags: skeleton.flags,
            kotlin: annotations.iter().any(|name| name == "Lkotlin/Metadata;"),
            scala: has("ScalaSig") || has("Scala"),
            record_bootstraps: record_bootstraps(skeleton)?,
            annotations,
        })
    }

    /// Whether a bootstrap method makes the methods that every record has.
    pub fn is_of_records(&self, bootstrap: u16) -> bool {
        self.record_bootstraps.contains(&bootstrap)
    }
}

/// Descriptors of the annotations of a method.
pub(crate) fn annotations_of(skeleton: &Skeleton, part: &Part) -> Vec<String> {
    annotations(skeleton, &part.attributes)
}

fn annotations(skeleton: &Skeleton, attributes: &[RawAttribute]) -> Vec<String> {
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
) -> Result<(), Bad> {
    for _ in 0..reader.u16()? {
        let name = reader.u16()?;
        names.extend(skeleton.text(name).map(Cow::into_owned));
        skip_elements(reader, DEEPEST)?;
    }
    Ok(())
}

/// The elements of an annotation.
fn skip_elements(reader: &mut Reader<'_>, deeper: u32) -> Result<(), Bad> {
    for _ in 0..reader.u16()? {
        reader.skip(2)?;
        skip_value(reader, deeper)?;
    }
    Ok(())
}

fn skip_value(reader: &mut Reader<'_>, deeper: u32) -> Result<(), Bad> {
    let deeper =
        deeper.checked_sub(1).ok_or_else(|| Bad::from("annotations are nested too deeply"))?;
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

fn record_bootstraps(skeleton: &Skeleton) -> Result<Vec<u16>, Bad> {
    let mut found = Vec::new();
    let Some(bytes) = skeleton.attribute(&skeleton.attributes, "BootstrapMethods") else {
        return Ok(found);
    };
    let mut reader = Reader { bytes, position: 0 };
    for number in 0..reader.u16()? {
        let handle = reader.u16()?;
        let arguments = usize::from(reader.u16()?);
        reader.skip(2 * arguments)?;
        if let Some([owner, name, _]) = skeleton.handle(handle)
            && owner == "java/lang/runtime/ObjectMethods"
            && name == "bootstrap"
        {
            found.push(number);
        }
    }
    Ok(found)
}
