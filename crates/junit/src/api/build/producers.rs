//! Methods of other classes that give something of a type: a definition comes out of a builder, a schedule out of a parser,
//! and a class that is hard to make is met behind what a factory gives.

use super::Builder;
use crate::api::JavaType;
use crate::api::signature::Bindings;
use bytecode::world::MethodKey;
use classfile::descriptor::{JType, Signature};
use classfile::flags;
use program::catalogue::ApiItem;
use program::{ClassId, FuncId};
use std::collections::BTreeMap;

/// Classes that are looked through.
const MOST_CLASSES: usize = 600;
/// Methods of other classes that are used for one type.
const MOST_PRODUCERS: usize = 4;
/// Methods of one supertype that are ways into a class under test.
const MOST_BEHIND: usize = 24;
/// How the names of methods begin that make something each time they are called.
const MAKING: [&str; 9] =
    ["build", "create", "instance", "make", "new", "parse", "of", "open", "compile"];

/// For the names of classes, the methods of others that give an object of them, those that take least first.
pub(super) type Producers = BTreeMap<String, Vec<MethodKey>>;

impl Builder<'_> {
    /// Adds methods of other classes that give something of a class. Gives how many there are.
    pub(super) fn produced(&mut self, name: &str, depth: u32) -> usize {
        let mut count = 0;
        for key in self.producers(name) {
            if count >= MOST_PRODUCERS {
                break;
            }
            let owner = self.world.info(key.class).name.to_string();
            let Some((_, signature)) = self.hierarchy.class(self.world, self.program, &owner)
            else {
                continue;
            };
            let bindings = self.hierarchy.chosen(&signature.parameters, &Bindings::new());
            let own = self.own_type(&owner, &signature.parameters, &bindings);
            count += usize::from(self.method(key, &own, &bindings, depth, false));
        }
        count
    }

    /// Adds the methods of what a class under test is a kind of, where something gives objects of that: they are ways into
    /// the methods of the class that take their place.
    pub(super) fn behind_factories(&mut self, name: &str) {
        let Some((class, signature, bindings, _)) = self.tested(name) else { return };
        let above: Vec<JavaType> =
            signature.above.iter().map(|above| above.close(&bindings)).collect();
        for seen in above {
            let JavaType::Class { name: above, arguments } = &seen else { continue };
            let Some((id, open)) = self.hierarchy.class(self.world, self.program, above) else {
                continue;
            };
            let fits = arguments.len() == open.parameters.len();
            let is_user = self.world.info(id).origin.user && !self.plan.classes.contains(above);
            if !fits || !is_user || !self.is_accessible(id) || !self.is_produced(id, above) {
                continue;
            }
            let bindings = crate::api::hierarchy::bind(&open.parameters, arguments);
            for key in self.overridden(class, id).into_iter().take(MOST_BEHIND) {
                if let Some(own) = self.own_of(class, key) {
                    self.way_in(key, &seen, &bindings, own);
                }
            }
        }
    }

    /// Adds a method as a way into another one that takes its place.
    fn way_in(&mut self, key: MethodKey, on: &JavaType, bindings: &Bindings, own: FuncId) {
        let before = self.entries.len();
        if self.method(key, on, bindings, 1, true)
            && let Some(entry) = self.entries.get_mut(before)
        {
            entry.method = own;
            if let Some(ApiItem::Enters { inner, .. }) = self.program.catalogue.items.last_mut() {
                *inner = own;
            }
        }
    }

    /// The method of a class that takes the place of one above it.
    fn own_of(&self, class: ClassId, key: MethodKey) -> Option<FuncId> {
        let above = self.world.method_info(key);
        let mut own = self.world.info(class).methods.iter();
        let own = own.find(|own| own.name == above.name && own.descriptor == above.descriptor)?;
        (own.flags & flags::ABSTRACT == 0).then_some(own.function)
    }

    /// Whether a static method of a class, or any of another one, gives something of it.
    fn is_produced(&mut self, class: ClassId, name: &str) -> bool {
        let methods = self.world.info(class).methods.len() as u32;
        let own = (0..methods).map(|index| MethodKey { class, index }).any(|key| {
            let method = self.world.method_info(key);
            method.is_static() && self.makes(key, name)
        });
        own || !self.producers(name).is_empty()
    }

    /// The methods of other classes that give something of a class.
    fn producers(&mut self, name: &str) -> Vec<MethodKey> {
        if self.producers.is_none() {
            let found = self.find_producers();
            self.producers = Some(found);
        }
        let known = self.producers.as_ref().and_then(|producers| producers.get(name));
        known.cloned().unwrap_or_default()
    }

    fn find_producers(&mut self) -> Producers {
        let mut found: BTreeMap<String, Vec<(u32, MethodKey)>> = BTreeMap::new();
        // Those of the same package are nearest.
        let package = self.plan.package;
        let mut names: Vec<&String> = self.plan.others.iter().collect();
        names.sort_by_key(|name| std::cmp::Reverse(common(name, package)));
        for name in names.into_iter().take(MOST_CLASSES) {
            let Ok(class) = self.world.class(self.program, name) else { continue };
            if self.world.info(class).flags & flags::ENUM != 0 || !self.is_accessible(class) {
                continue;
            }
            for index in 0..self.world.info(class).methods.len() as u32 {
                let key = MethodKey { class, index };
                if let Some((gives, effort)) = self.gives_another(key) {
                    found.entry(gives).or_default().push((effort, key));
                }
            }
        }
        let ranked = found.into_iter().map(|(name, mut keys)| {
            keys.sort_by_key(|(effort, _)| *effort);
            (name, keys.into_iter().map(|(_, key)| key).collect())
        });
        ranked.collect()
    }

    /// The class of what a method gives, if that is made there and of another class than its own, and how much it takes.
    fn gives_another(&self, key: MethodKey) -> Option<(String, u32)> {
        let method = self.world.method_info(key);
        let info = self.world.info(key.class);
        let hidden = flags::SYNTHETIC | flags::BRIDGE;
        let signature = Signature::parse(&method.descriptor)?;
        let gives = signature.result_descriptor().strip_prefix('L')?.strip_suffix(';')?.to_owned();
        let is_usual = method.flags & hidden == 0
            && &*method.name != "<init>"
            && *gives != *info.name
            && !gives.starts_with("java/")
            && self.is_member_accessible(key.class, method.flags);
        let begins = |word: &&str| method.name.starts_with(*word);
        let by_builder = info.name.ends_with("Builder") || info.name.ends_with("Factory");
        let takes: Vec<u32> = signature
            .parameters()
            .map(|(ty, text)| match text {
                _ if ty != JType::Reference => 1,
                "Ljava/lang/String;" => 1,
                _ => 4,
            })
            .collect();
        let is_getter = takes.is_empty() && !MAKING.iter().any(begins) && !by_builder;
        let is_making = method.is_static() || !is_getter && !method.name.starts_with("get");
        let receiver = if method.is_static() { 0 } else { 3 };
        (is_usual && is_making).then(|| (gives, receiver + takes.iter().sum::<u32>()))
    }
}

/// How many characters two names begin with alike.
fn common(name: &str, other: &str) -> usize {
    name.bytes().zip(other.bytes()).take_while(|(own, other)| own == other).count()
}
