//! What JaCoCo's filters ask of a class.

use std::borrow::Cow;

use classfile::annotations::annotations;
use classfile::skeleton::{ClassFileError, Reader, Skeleton};

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
    pub fn read(skeleton: &'a Skeleton) -> Result<Self, ClassFileError> {
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

fn record_bootstraps(skeleton: &Skeleton) -> Result<Vec<u16>, ClassFileError> {
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
