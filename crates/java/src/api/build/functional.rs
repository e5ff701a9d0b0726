//! What methods under test give to be called: the body of a lambda that one returns runs only when somebody calls the one
//! method of its interface.

use super::Builder;
use crate::api::JavaType;
use crate::api::hierarchy::bind;
use crate::api::signature::Bindings;
use program::ClassId;

impl Builder<'_> {
    /// Adds the one method of each functional interface that methods under test give, as a way into what is behind it.
    pub(super) fn functional_results(&mut self) {
        for given in std::mem::take(&mut self.results) {
            let JavaType::Class { name, .. } = &given else { continue };
            // What is under test has all of its methods already.
            if self.plan.classes.contains(name) {
                continue;
            }
            let Some((class, _)) = self.hierarchy.class(self.world, self.program, name) else {
                continue;
            };
            if !self.is_accessible(class) {
                continue;
            }
            if let Some(key) = self.only_method(class, &given)
                && let Some(bindings) = self.seen_as(&given, key.class)
            {
                self.method(key, &given, &bindings, 1, true);
            }
        }
    }

    /// What the parameters of a class above a type stand for, seen from that type.
    fn seen_as(&mut self, ty: &JavaType, wanted: ClassId) -> Option<Bindings> {
        let mut pending = vec![ty.clone()];
        let mut next = 0;
        while let Some(JavaType::Class { name, arguments }) = pending.get(next).cloned() {
            next += 1;
            let (class, signature) = self.hierarchy.class(self.world, self.program, &name)?;
            if arguments.len() != signature.parameters.len() {
                continue;
            }
            let bindings = bind(&signature.parameters, &arguments);
            if class == wanted {
                return Some(bindings);
            }
            pending.extend(signature.above.iter().map(|above| above.close(&bindings)));
        }
        None
    }
}
