//! The classes of a world, as somebody who writes a test sees them.

use super::{Classes, Overload};
use crate::api::{Api, Member};
use crate::descriptor::{JType, Signature, class_of, field_type};
use crate::world::{self, MethodInfo, MethodKey, World, flags};
use program::catalogue::ApiItem;
use program::{ClassId, FuncId, Program};
use std::collections::{BTreeMap, BTreeSet};

/// The classes of a world, seen from a package.
pub struct Known<'w> {
    world: &'w World,
    program: &'w Program,
    api: &'w Api,
    /// The functions that functions of the catalogue enter.
    entered: BTreeMap<FuncId, FuncId>,
    package: &'w str,
}

impl<'w> Known<'w> {
    /// The classes that are linked, and others as far as their existence goes; `package` is the one that tests
    /// are placed in, in internal form.
    pub fn new(world: &'w World, program: &'w Program, api: &'w Api, package: &'w str) -> Self {
        let entered = program.catalogue.items.iter().filter_map(|item| match item {
            ApiItem::Enters { function, inner } => Some((*function, *inner)),
            _ => None,
        });
        Self { world, program, api, entered: entered.collect(), package }
    }

    /// The method that a function of the catalogue calls.
    fn method(&self, function: FuncId) -> Option<MethodKey> {
        let inner = self.entered.get(&function).copied().unwrap_or(function);
        self.world.function_method(inner)
    }

    fn is_visible(&self, class: ClassId, method: &MethodInfo) -> bool {
        let here = self.world.info(class).package() == self.package;
        method.flags & flags::PUBLIC != 0 || here && method.flags & flags::PRIVATE == 0
    }

    /// A class and all above it, with `Object` above interfaces too.
    fn above(&self, class: ClassId) -> Vec<ClassId> {
        let object = self.world.known_class("java/lang/Object");
        let mut all = vec![class];
        all.extend(self.world.supertypes(class));
        all.extend(object.filter(|object| !all.contains(object)));
        all
    }

    fn is_unchecked(&self, class: &str) -> bool {
        let known = self.world.known_class(class);
        let above = known.map_or(Vec::new(), |class| self.above(class));
        let mut names = above.iter().map(|class| &*self.world.info(*class).name);
        names.any(|name| matches!(name, "java/lang/RuntimeException" | "java/lang/Error"))
    }
}

impl Classes for Known<'_> {
    fn exists(&self, class: &str) -> bool {
        self.world.known_class(class).is_some()
            || self.world.image().class(class).is_some()
            || self
                .world
                .on_class_path(&format!("{class}.class"))
                .is_ok_and(|found| !found.is_empty())
    }

    fn fits(&self, given: &str, wanted: &str) -> bool {
        let is_primitive = |descriptor| field_type(descriptor) != Some(JType::Reference);
        if given == wanted {
            return true;
        }
        if is_primitive(given) || is_primitive(wanted) {
            return false;
        }
        match (given.strip_prefix('['), wanted.strip_prefix('[')) {
            (Some(given), Some(wanted)) => self.fits(given, wanted),
            (Some(_), None) => matches!(
                wanted,
                "Ljava/lang/Object;" | "Ljava/lang/Cloneable;" | "Ljava/io/Serializable;"
            ),
            (None, Some(_)) => false,
            (None, None) => {
                let class = |descriptor| self.world.known_class(class_of(descriptor)?);
                wanted == "Ljava/lang/Object;"
                    || class(given).zip(class(wanted)).is_some_and(|(given, wanted)| {
                        self.world.is_subtype(self.program, given, wanted)
                    })
            }
        }
    }

    fn type_parameters(&self, class: &str) -> usize {
        let known = self.world.known_class(class);
        let signature = known.and_then(|class| self.world.signature(class, world::Member::Class));
        signature.map_or(0, |signature| count_parameters(&signature))
    }

    fn overloads(&self, function: FuncId, on: &str) -> Vec<Overload> {
        let Some(key) = self.method(function) else { return Vec::new() };
        let method = self.world.method_info(key);
        let is_constructor = &*method.name == "<init>";
        let inner = matches!(
            self.api.members.get(&function),
            Some(Member::Constructor { inner: true, .. })
        );
        let searched = match self.world.known_class(on) {
            Some(on) if !is_constructor => self.above(on),
            _ => vec![key.class],
        };
        let mut seen: BTreeSet<&str> = BTreeSet::from([parameters(&method.descriptor)]);
        let mut found = BTreeSet::new();
        for (index, class) in searched.into_iter().enumerate() {
            let info = self.world.info(class);
            for other in info.methods.iter().filter(|other| other.name == method.name) {
                let inherited = index == 0 || !(info.is_interface() && other.is_static());
                // What is overridden further down is met there first, also where that takes a bridge.
                if !inherited || !seen.insert(parameters(&other.descriptor)) {
                    continue;
                }
                if other.flags & flags::SYNTHETIC != 0 || !self.is_visible(class, other) {
                    continue;
                }
                let Some(signature) = Signature::parse(&other.descriptor) else { continue };
                let parameters = signature.parameters().map(|(_, text)| text.to_owned());
                found.insert(Overload {
                    parameters: parameters.skip(usize::from(inner)).collect(),
                    variadic: other.flags & flags::VARARGS != 0,
                });
            }
        }
        found.into_iter().collect()
    }

    fn is_variadic(&self, function: FuncId) -> bool {
        let method = self.method(function).map(|key| self.world.method_info(key));
        method.is_some_and(|method| method.flags & flags::VARARGS != 0)
    }

    fn declares(&self, function: FuncId) -> Vec<String> {
        let declared = self.method(function).map(|key| self.world.declared_exceptions(key));
        let mut declared = declared.unwrap_or_default();
        declared.retain(|class| !self.is_unchecked(class));
        declared
    }

    fn warnings(&self, function: FuncId) -> Vec<&'static str> {
        let Some(key) = self.method(function) else { return Vec::new() };
        let of = |member| {
            let deprecated = self.world.is_deprecated(key.class, member);
            let removed = deprecated && self.world.is_to_be_removed(key.class, member);
            [deprecated.then_some("deprecation"), removed.then_some("removal")]
        };
        let members = [world::Member::Class, world::Member::Method(key.index)];
        members.into_iter().flat_map(of).flatten().collect()
    }
}

/// The parameters of a method's descriptor, as text.
fn parameters(descriptor: &str) -> &str {
    descriptor.split(')').next().unwrap_or(descriptor)
}

/// How many type parameters a class's signature begins with: each is a name, and bounds after colons.
fn count_parameters(signature: &str) -> usize {
    let mut rest = signature.strip_prefix('<').unwrap_or(">");
    let mut count = 0;
    while let Some((_, bounds)) = rest.split_once(':').filter(|_| !rest.starts_with('>')) {
        count += 1;
        rest = after_type(bounds);
        while let Some(more) = rest.strip_prefix(':') {
            rest = after_type(more);
        }
    }
    count
}

/// What comes after the class or type variable that a text begins with, if it begins with one.
fn after_type(text: &str) -> &str {
    if !text.starts_with(['L', 'T']) {
        return text;
    }
    let mut depth = 0;
    let end = text.find(|letter| {
        match letter {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => {}
        }
        letter == ';' && depth == 0
    });
    end.map_or("", |end| &text[end + 1..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_parameters_are_counted_whatever_their_bounds_are() {
        let counted = [
            "Ljava/lang/Object;",
            "<E:Ljava/lang/Object;>Ljava/util/AbstractList<TE;>;",
            "<K:Ljava/lang/Object;V:Ljava/lang/Object;>Ljava/lang/Object;",
            "<T::Ljava/lang/Comparable<-TT;>;>Ljava/lang/Object;",
            "<T:Ljava/lang/Number;:Ljava/lang/Comparable<TT;>;L:TT;>Ljava/lang/Object;",
            "<E:Ljava/lang/Enum<TE;>;>Ljava/lang/Object;",
            "<A:Lx/Map<Ljava/lang/String;TA;>.Entry<TA;>;B:TA;>Ljava/lang/Object;",
        ]
        .map(count_parameters);
        assert_eq!(counted, [0, 1, 2, 1, 2, 1, 2]);
    }
}
