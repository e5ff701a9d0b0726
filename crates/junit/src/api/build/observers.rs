//! What tells something of an object without changing it: tests look at results through it, no search calls it.

use super::Builder;
use crate::api::hierarchy::bind;
use crate::api::signature::Bindings;
use crate::api::{JavaType, Member};
use bytecode::world::{Member as Part, MethodKey};
use classfile::descriptor::{JType, Signature};
use classfile::flags;
use program::FuncId;

/// Observers of one class.
const MOST_OBSERVERS: usize = 8;

/// Classes of objects that a test can compare with what it expects.
const VALUES: [&str; 3] =
    ["Ljava/lang/String;", "Ljava/math/BigDecimal;", "Ljava/math/BigInteger;"];

/// Whether the name of a method says that it only looks.
pub fn tells(name: &str) -> bool {
    let begins = |word: &str| {
        name.strip_prefix(word)
            .is_some_and(|rest| rest.chars().next().is_none_or(|letter| !letter.is_lowercase()))
    };
    if ["getAnd", "getNext", "getOrCreate"].into_iter().any(|word| name.starts_with(word)) {
        return false;
    }
    const WORDS: [&str; 10] =
        ["get", "is", "has", "size", "length", "count", "peek", "contains", "to", "as"];
    const NAMES: [&str; 8] =
        ["value", "intValue", "longValue", "doubleValue", "name", "values", "keySet", "entrySet"];
    WORDS.into_iter().any(begins) || NAMES.contains(&name)
}

impl Builder<'_> {
    /// Adds observers of the program's own classes that methods under test give or are handed, and that are not under
    /// test: what a method leaves in an argument is often all that it does.
    pub(super) fn observers(&mut self) {
        let own = |(function, member): (&FuncId, &Member)| match member {
            Member::Method { .. } => Some(*function),
            _ => None,
        };
        let methods: Vec<FuncId> = self.api.members.iter().filter_map(own).collect();
        let mut given: Vec<JavaType> = Vec::new();
        for function in methods {
            let entry = self.entries.iter().any(|entry| entry.function == function);
            let callable = self.program.catalogue.callable(function).filter(|_| entry);
            let Some(callable) = callable else { continue };
            for id in
                std::iter::once(callable.result).chain(callable.params.iter().map(|(_, ty)| *ty))
            {
                let ty = self.api.types[id].clone();
                if !given.contains(&ty) {
                    given.push(ty);
                }
            }
        }
        for ty in given {
            self.observers_of(&ty);
        }
    }

    fn observers_of(&mut self, ty: &JavaType) {
        let JavaType::Class { name, arguments } = ty else { return };
        let Some((class, signature)) = self.hierarchy.class(self.world, self.program, name) else {
            return;
        };
        let is_user = self.world.info(class).origin.user;
        if !is_user || self.plan.classes.contains(name) || !self.is_accessible(class) {
            return;
        }
        let bindings = bind(&signature.parameters, arguments);
        let mut count = 0;
        let mut next = Some(class);
        while let Some(above) = next {
            let info = self.world.info(above);
            next = info.superclass;
            if !info.origin.user {
                break;
            }
            for index in 0..info.methods.len() as u32 {
                let key = MethodKey { class: above, index };
                if count < MOST_OBSERVERS && self.is_observer(key, above == class) {
                    count += usize::from(self.observer(key, ty, &bindings));
                }
            }
        }
    }

    /// Whether a method looks at its object and gives what a test can compare. What is generic above a class is left out:
    /// what its types stand for there is not known.
    fn is_observer(&self, key: MethodKey, own: bool) -> bool {
        let method = self.world.method_info(key);
        let public = method.flags & flags::PUBLIC != 0;
        let hidden = method.flags & (flags::STATIC | flags::SYNTHETIC | flags::BRIDGE) != 0;
        let Some(signature) = Signature::parse(&method.descriptor) else { return false };
        let gives = signature.result_descriptor();
        let simple = match signature.result() {
            JType::Void => false,
            JType::Reference => VALUES.contains(&gives),
            _ => true,
        };
        let plain = own || self.world.signature(key.class, Part::Method(key.index)).is_none();
        public && !hidden && simple && plain && signature.parameters().count() == 0
            && tells(&method.name)
            // It is looked at in any case.
            && &*method.name != "toString"
            && !self.is_deprecated(key)
    }

    fn is_deprecated(&self, key: MethodKey) -> bool {
        self.world.is_deprecated(key.class, Part::Method(key.index))
    }

    fn observer(&mut self, key: MethodKey, own: &JavaType, bindings: &Bindings) -> bool {
        let before = self.api.members.len();
        let added = self.method(key, own, bindings, 0, false);
        if added && self.api.members.len() > before {
            let newest = self.api.members.keys().next_back().copied();
            self.api.observers.extend(newest);
        }
        added
    }
}
