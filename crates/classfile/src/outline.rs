//! What a class file says of itself before anything is linked.

use std::sync::Arc;

use crate::error::LoadError;
use crate::skeleton::{ClassFileError, Skeleton};

/// The internal name of the class in a class file; `file` is what an error calls it.
pub fn name_in(bytes: &[u8], file: &str) -> Result<String, LoadError> {
    let skeleton = Skeleton::read(Arc::from(bytes)).map_err(|bad| unreadable(bad, file))?;
    let name = skeleton.class(skeleton.this_class);
    name.map(std::borrow::Cow::into_owned).ok_or_else(|| unreadable("it has no name".into(), file))
}

/// Why a class file cannot be read, as an error.
pub fn unreadable(bad: ClassFileError, file: &str) -> LoadError {
    let reason = match bad {
        ClassFileError::Format(reason) => reason,
        ClassFileError::Version { major, minor } => {
            format!("it is a class file of version {major}.{minor}, which is not supported")
        }
    };
    LoadError::Unreadable { file: file.to_owned(), reason }
}
