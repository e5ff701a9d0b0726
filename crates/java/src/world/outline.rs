//! What a class file says of itself before anything is linked.

use std::sync::Arc;

use super::LoadError;
use super::link::malformed;
use super::skeleton::Skeleton;

/// The internal name of the class in a class file; `file` is what an error calls it.
pub fn name_in(bytes: &[u8], file: &str) -> Result<String, LoadError> {
    let unknown = |bad| malformed(bad, file, "?");
    let skeleton = Skeleton::read(Arc::from(bytes)).map_err(unknown)?;
    let name = skeleton.class(skeleton.this_class);
    name.map(std::borrow::Cow::into_owned).ok_or_else(|| unknown("it has no name".into()))
}
