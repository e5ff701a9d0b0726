//! What compilers note of classes and members for other compilers: generic signatures, exceptions, deprecation.

use super::info::Member;
use super::{MethodKey, World};
use program::ClassId;

impl World {
    /// The generic signature of a class or of a member of it, if it has one.
    pub fn signature(&self, class: ClassId, member: Member) -> Option<String> {
        let bytes = self.raw_attribute(class, member, "Signature")?;
        let skeleton = self.info(class).skeleton.as_deref()?;
        let text = skeleton.text(u16::from_be_bytes(*bytes.first_chunk()?))?;
        Some(text.into_owned())
    }

    /// The internal names of the exceptions that a method declares.
    pub fn declared_exceptions(&self, key: MethodKey) -> Vec<String> {
        let bytes = self.raw_attribute(key.class, Member::Method(key.index), "Exceptions");
        let skeleton = self.info(key.class).skeleton.as_deref();
        let (Some(bytes), Some(skeleton)) = (bytes, skeleton) else { return Vec::new() };
        let indices = bytes.get(2..).unwrap_or_default().chunks_exact(2);
        let names = indices.map(|index| skeleton.class(u16::from_be_bytes([index[0], index[1]])));
        names.flatten().map(std::borrow::Cow::into_owned).collect()
    }

    /// How a member class is declared: its outer class and its flags there; `None` for other classes.
    pub fn declared_inside(&self, class: ClassId) -> Option<(String, u16)> {
        let info = self.info(class);
        let skeleton = info.skeleton.as_deref()?;
        let bytes = skeleton.attribute(&skeleton.attributes, "InnerClasses")?;
        let entries = bytes.get(2..)?.chunks_exact(8);
        entries.into_iter().find_map(|entry| {
            let word = |at: usize| u16::from_be_bytes([entry[at], entry[at + 1]]);
            let inner = skeleton.class(word(0))?;
            let outer = skeleton.class(word(2))?;
            (*inner == *info.name).then(|| (outer.into_owned(), word(6)))
        })
    }

    /// Whether a class or a member of it should not be used any more.
    pub fn is_deprecated(&self, class: ClassId, member: Member) -> bool {
        self.raw_attribute(class, member, "Deprecated").is_some()
    }

    /// The kinds of warnings that compilers give where a class or a member of it is used that is out of date.
    pub fn deprecation(&self, class: ClassId, member: Member) -> Vec<&'static str> {
        let deprecated = self.is_deprecated(class, member);
        let removed = deprecated && self.is_to_be_removed(class, member);
        let kinds = [deprecated.then_some("deprecation"), removed.then_some("removal")];
        kinds.into_iter().flatten().collect()
    }

    /// Whether what should not be used any more says whether it will be gone one day.
    fn is_to_be_removed(&self, class: ClassId, member: Member) -> bool {
        let skeleton = self.info(class).skeleton.as_deref();
        let bytes = self.raw_attribute(class, member, "RuntimeVisibleAnnotations");
        let (Some(skeleton), Some(bytes)) = (skeleton, bytes) else { return false };
        // A pair of a name and a truth value, wherever it stands.
        bytes.windows(3).any(|pair| {
            let name = u16::from_be_bytes([pair[0], pair[1]]);
            pair[2] == b'Z' && skeleton.text(name).is_some_and(|name| name == "forRemoval")
        })
    }
}
