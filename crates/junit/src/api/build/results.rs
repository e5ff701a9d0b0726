//! What methods under test give to be called: the body of a lambda that one returns runs only when somebody calls the one
//! method of its interface, and a class that no test can name is met only behind what it implements.

use super::Builder;
use crate::api::JavaType;
use crate::api::hierarchy::bind;
use crate::api::signature::Bindings;
use bytecode::world::MethodKey;
use classfile::flags;
use program::ClassId;

/// Methods of others that are ways into code under test.
const MOST_BEHIND: usize = 48;
/// Methods of one class that lambdas under test may be behind.
const MOST_OWN: usize = 4;

impl Builder<'_> {
    /// Adds the methods of what methods under test give, as far as code under test may be behind them.
    pub(super) fn results(&mut self) {
        let hidden = self.hidden_classes();
        let mut left = MOST_BEHIND;
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
            let mut behind: Vec<MethodKey> = self.only_method(class, &given).into_iter().collect();
            for &hidden in &hidden {
                if self.world.is_subtype(self.program, hidden, class) {
                    for key in self.overridden(hidden, class) {
                        if !behind.contains(&key) {
                            behind.push(key);
                        }
                    }
                }
            }
            if behind.is_empty() && self.hands_lambdas() {
                behind = self.own_methods(class);
            }
            for key in behind {
                if left > 0
                    && let Some(bindings) = self.seen_as(&given, key.class)
                {
                    left -= usize::from(self.method(key, &given, &bindings, 1, true));
                }
            }
        }
    }

    /// Whether code under test makes lambdas, which may be behind what it gives.
    fn hands_lambdas(&self) -> bool {
        let classes = self.plan.classes.iter().filter_map(|name| self.world.known_class(name));
        let mut methods = classes.flat_map(|class| &self.world.info(class).methods);
        methods.any(|method| method.name.starts_with("lambda$"))
    }

    /// The public methods of a class of the program's own.
    fn own_methods(&self, class: ClassId) -> Vec<MethodKey> {
        let info = self.world.info(class);
        let keys = (0..info.methods.len() as u32).map(|index| MethodKey { class, index });
        let own = keys.filter(|key| {
            let method = self.world.method_info(*key);
            info.origin.user
                && method.flags & (flags::PUBLIC | flags::STATIC) == flags::PUBLIC
                && &*method.name != "<init>"
        });
        own.take(MOST_OWN).collect()
    }

    /// The classes under test that no test can name.
    fn hidden_classes(&mut self) -> Vec<ClassId> {
        let names = self.plan.classes.iter();
        let classes: Vec<ClassId> = names.filter_map(|name| self.world.known_class(name)).collect();
        classes.into_iter().filter(|class| !self.is_accessible(*class)).collect()
    }

    /// The methods that something of a class has and one below it has its own of.
    pub(super) fn overridden(&mut self, below: ClassId, class: ClassId) -> Vec<MethodKey> {
        let own = self.world.info(below).methods.iter().filter(|method| {
            method.flags & (flags::PUBLIC | flags::STATIC) == flags::PUBLIC
                && &*method.name != "<init>"
        });
        let own: Vec<(String, String)> =
            own.map(|method| (method.name.to_string(), method.descriptor.to_string())).collect();
        let object = self.world.known_class("java/lang/Object");
        let mut found = Vec::new();
        for (name, descriptor) in own {
            let method = self.world.method(self.program, class, &name, &descriptor);
            let key = method.ok().and_then(|method| self.world.function_method(method.function));
            found.extend(key.filter(|key| Some(key.class) != object));
        }
        found
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
