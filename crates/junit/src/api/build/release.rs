//! What the JDK has in the release that classes under test are compiled for: tests of them use nothing newer.

use super::{Builder, known};
use crate::api::JavaType;
use crate::api::signature::Bindings;
use bytecode::world::{Member as Part, MethodKey, World};
use program::ClassId;

/// The first release with methods such as `List.of`.
const WITH_FACTORIES: u16 = 9;
/// The oldest release that tests are written for: older classes are tested on a newer JDK anyway.
const OLDEST: u16 = 8;

/// The release of Java that tests of a class may use: the one that it is compiled for, if tests are written for that.
pub fn release(world: &World, class: ClassId) -> Option<u16> {
    let bytes = world.bytes(class)?;
    let version = u16::from_be_bytes([*bytes.get(6)?, *bytes.get(7)?]);
    // The class files of Java 8 have version 52.
    Some(version.saturating_sub(44).max(OLDEST))
}

impl Builder<'_> {
    /// The release of Java that tests of the classes under test may use; the newest one for those of the JDK itself.
    fn release(&self) -> u16 {
        let first = self.plan.classes.first().and_then(|name| self.world.known_class(name));
        let own = first.filter(|class| self.world.info(*class).origin.user);
        own.and_then(|class| release(self.world, class)).unwrap_or(u16::MAX)
    }

    /// Whether tests may use a method: it is no newer than the classes under test.
    pub(super) fn is_old_enough(&self, key: MethodKey) -> bool {
        let info = self.world.info(key.class);
        let since = known::since(&info.name, &self.world.method_info(key).name);
        info.origin.user || since <= self.release()
    }

    /// The methods of a class, those that are deprecated last and marked.
    pub(super) fn methods_of(&self, class: ClassId) -> Vec<(MethodKey, bool)> {
        let count = self.world.info(class).methods.len() as u32;
        let mut methods: Vec<(MethodKey, bool)> = (0..count)
            .map(|index| {
                let warnings = self.world.deprecation(class, Part::Method(index));
                (MethodKey { class, index }, !warnings.is_empty())
            })
            .collect();
        methods.sort_by_key(|(_, deprecated)| *deprecated);
        methods
    }

    /// Adds methods of other classes of the JDK's that make something of one, also those that older releases have in the
    /// place of factories such as `List.of`. Gives whether there is anything.
    pub(super) fn factories_elsewhere(
        &mut self,
        name: &str,
        own: &JavaType,
        bindings: &Bindings,
        depth: u32,
    ) -> bool {
        let old = match self.release() < WITH_FACTORIES {
            true => known::old_factories(name),
            false => &[],
        };
        let mut added = false;
        for (owner, method, descriptor) in old.iter().chain(known::factories(name)) {
            let Ok(class) = self.world.class(self.program, owner) else { continue };
            if let Some(key) = self.world.declared(class, method, descriptor) {
                added |= self.method(key, own, bindings, depth, false);
            }
        }
        added
    }
}
