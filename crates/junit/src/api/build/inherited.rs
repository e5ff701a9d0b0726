//! What a class under test has from the classes above it: a list that keeps its own order is filled by the `add` of its
//! superclass, and code under test that a superclass calls is reached only through that.

use super::Builder;
use crate::api::JavaType;
use crate::api::hierarchy::bind;
use bytecode::world::MethodKey;
use classfile::flags;
use program::ClassId;
use std::collections::BTreeSet;

/// Methods that one class has from those above it.
const MOST_INHERITED: usize = 32;

/// Classes of the library that have nothing to say to those below them.
const SILENT: [&str; 6] = [
    "java/lang/Object",
    "java/lang/Enum",
    "java/lang/Record",
    "java/lang/Thread",
    "java/lang/Throwable",
    "java/lang/ClassLoader",
];

impl Builder<'_> {
    /// Adds the public methods that a class under test inherits, those of the nearest class first. They are called on
    /// objects under test and are not under test themselves.
    pub(super) fn inherited(&mut self, name: &str) {
        let Some((class, signature, bindings, own)) = self.tested(name) else { return };
        let mut seen = BTreeSet::new();
        self.note_declared(class, &mut seen);
        let mut above: Vec<JavaType> =
            signature.above.iter().map(|above| above.close(&bindings)).collect();
        let (mut next, mut left) = (0, MOST_INHERITED);
        while let Some(JavaType::Class { name, arguments }) = above.get(next).cloned() {
            next += 1;
            let known = self.hierarchy.class(self.world, self.program, &name);
            let Some((class, signature)) = known.filter(|_| !SILENT.contains(&&*name)) else {
                continue;
            };
            // What the variables of a class without arguments stand for is nobody's choice.
            if arguments.len() != signature.parameters.len() {
                continue;
            }
            let bindings = bind(&signature.parameters, &arguments);
            for closed in signature.above.iter().map(|above| above.close(&bindings)) {
                if !above.contains(&closed) {
                    above.push(closed);
                }
            }
            for index in 0..self.world.info(class).methods.len() as u32 {
                let key = MethodKey { class, index };
                if left > 0 && self.is_inherited(key, &seen) {
                    left -= usize::from(self.method(key, &own, &bindings, 0, false));
                }
            }
            self.note_declared(class, &mut seen);
        }
    }

    fn is_inherited(&self, key: MethodKey, seen: &BTreeSet<(String, String)>) -> bool {
        let method = self.world.method_info(key);
        let wanted = method.flags & (flags::PUBLIC | flags::STATIC) == flags::PUBLIC;
        wanted
            && &*method.name != "<init>"
            && !method.is_abstract()
            && !seen.contains(&(method.name.to_string(), method.descriptor.to_string()))
    }

    /// Notes what a class declares: nothing of the same name and descriptor is inherited past it.
    fn note_declared(&self, class: ClassId, seen: &mut BTreeSet<(String, String)>) {
        let methods = self.world.info(class).methods.iter();
        seen.extend(methods.map(|method| (method.name.to_string(), method.descriptor.to_string())));
    }
}
