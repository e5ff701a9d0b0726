//! The classes of a world, as somebody who writes a test sees them.

use super::{Classes, Overload};
use crate::api::{Api, JavaType, Member, TypeArgument, lookup_descriptor, release};
use bytecode::world::{self, MethodInfo, MethodKey, World};
use classfile::descriptor::{JType, Signature, class_of, field_type};
use classfile::flags;
use program::catalogue::{ApiCallable, ApiItem};
use program::{ClassId, FuncId, Program};
use std::collections::{BTreeMap, BTreeSet};

/// The classes of a world, seen from a package.
pub struct Known<'w> {
    world: &'w World,
    program: &'w Program,
    api: &'w Api,
    /// The methods that functions of the catalogue call.
    methods: BTreeMap<FuncId, MethodKey>,
    package: &'w str,
}

impl<'w> Known<'w> {
    /// The classes that are linked, and others as far as their existence goes; `package` is the one that tests
    /// are placed in, in internal form.
    pub fn new(world: &'w World, program: &'w Program, api: &'w Api, package: &'w str) -> Self {
        let mut known = Self { world, program, api, methods: BTreeMap::new(), package };
        let mut methods = BTreeMap::new();
        for item in &program.catalogue.items {
            let (function, method) = match item {
                ApiItem::Enters { function, inner } => {
                    // What is entered may take the place of what a compiler sees.
                    let called = api.methods.get(function).unwrap_or(inner);
                    (*function, world.function_method(*called))
                }
                ApiItem::Function(callable) => (callable.function, known.find(callable)),
                _ => continue,
            };
            // What is said for certain comes last.
            methods.extend(method.map(|method| (function, method)));
        }
        known.methods = methods;
        known
    }

    /// The method that a function of the catalogue calls.
    fn method(&self, function: FuncId) -> Option<MethodKey> {
        self.methods.get(&function).copied()
    }

    /// The method that a function is by its name and its parameters, type variables of which the catalogue has
    /// replaced.
    fn find(&self, callable: &ApiCallable) -> Option<MethodKey> {
        let all = callable.params.as_slice();
        let (class, name, given) = match self.api.members.get(&callable.function)? {
            Member::Constructor { class, .. } => (class, "<init>", all),
            Member::Method { class, name, is_static, .. } => {
                (class, name.as_str(), all.get(usize::from(!is_static)..)?)
            }
            Member::Stub(stub) => (&stub.class, "<init>", all.get(..stub.constructor)?),
            Member::Reflected { lookup, .. } => {
                let class = self.world.known_class("java/lang/Class")?;
                return self.world.declared(class, lookup, lookup_descriptor(lookup));
            }
            _ => return None,
        };
        let given = given.iter();
        let given: Vec<String> = given.map(|(_, ty)| self.api.types[*ty].descriptor()).collect();
        let class = self.world.known_class(class)?;
        let mut found = None;
        for class in self.above(class) {
            for (index, method) in self.world.info(class).methods.iter().enumerate() {
                let key = MethodKey { class, index: index as u32 };
                let is_candidate = &*method.name == name && method.flags & flags::SYNTHETIC == 0;
                let Some(signature) = Signature::parse(&method.descriptor).filter(|_| is_candidate)
                else {
                    continue;
                };
                let wanted: Vec<&str> = signature.parameters().map(|(_, text)| text).collect();
                if given == wanted {
                    return Some(key);
                }
                let mut pairs = given.iter().zip(&wanted);
                if given.len() == wanted.len()
                    && pairs.all(|(given, wanted)| self.fits(given, wanted))
                {
                    found = found.or(Some(key));
                }
            }
            if name == "<init>" {
                break;
            }
        }
        found
    }

    /// The field that a function of the catalogue reads or writes: its class and its place there.
    fn field(&self, function: FuncId) -> Option<(ClassId, u32)> {
        let (Member::Field { class, name, .. } | Member::SetField { class, name, .. }) =
            self.api.members.get(&function)?
        else {
            return None;
        };
        let class = self.world.known_class(class)?;
        let mut fields = self.world.info(class).fields.iter();
        Some((class, fields.position(|field| *field.name == **name)? as u32))
    }

    /// The method that overrides another one nearest above a class.
    fn nearest(&self, method: MethodKey, on: &str) -> Option<MethodKey> {
        let wanted = self.world.method_info(method);
        let same = |other: &MethodInfo| {
            other.name == wanted.name
                && parameters(&other.descriptor) == parameters(&wanted.descriptor)
                && other.flags & flags::SYNTHETIC == 0
        };
        self.above(self.world.known_class(on)?).into_iter().find_map(|class| {
            let index = self.world.info(class).methods.iter().position(same)?;
            Some(MethodKey { class, index: index as u32 })
        })
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
    fn release(&self, class: &str) -> u16 {
        let class = self.world.known_class(class);
        class.and_then(|class| release(self.world, class)).unwrap_or(8)
    }

    fn exists(&self, class: &str) -> bool {
        self.world.known_class(class).is_some()
            || self.world.image().class(class).is_some()
            || self
                .world
                .on_class_path(&format!("{class}.class"))
                .is_ok_and(|found| !found.is_empty())
    }

    fn is_in_use(&self, class: &str) -> bool {
        self.world.known_class(class).is_some()
    }

    fn is_accessible(&self, class: &str) -> bool {
        let Some(id) = self.world.known_class(class) else { return true };
        let info = self.world.info(id);
        let inside = self.world.declared_inside(id);
        let own = inside.as_ref().map_or(info.flags, |(_, flags)| *flags);
        let here = info.package() == self.package;
        let exported = info.origin.user
            || info.package().starts_with("java/")
            || info.package().starts_with("javax/");
        let nameless =
            self.world.raw_attribute(id, world::Member::Class, "EnclosingMethod").is_some();
        let visible = own & flags::PUBLIC != 0 || here && own & flags::PRIVATE == 0;
        visible
            && exported
            && !nameless
            && inside.is_none_or(|(outer, _)| self.is_accessible(&outer))
    }

    fn is_class(&self, class: &str) -> bool {
        let known = self.world.known_class(class);
        known.is_none_or(|class| !self.world.info(class).is_interface())
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
        let Some(class) = self.world.known_class(class) else { return 0 };
        let signature = self.world.signature(class, world::Member::Class);
        let own = signature.map_or(0, |signature| count_parameters(&signature));
        let is_static = flags::STATIC | flags::INTERFACE | flags::ENUM;
        match self.world.declared_inside(class) {
            Some((outer, own_flags)) if own_flags & is_static == 0 => {
                own + self.type_parameters(&outer)
            }
            _ => own,
        }
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

    fn is_callable_on(&self, function: FuncId, on: &str) -> bool {
        let nearest = self.method(function).and_then(|key| self.nearest(key, on));
        nearest.is_none_or(|key| self.is_visible(key.class, self.world.method_info(key)))
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

    fn closing(&self, class: &str) -> Option<Vec<String>> {
        let class = self.world.known_class(class)?;
        let closeable = self.world.known_class("java/lang/AutoCloseable")?;
        if !self.world.is_subtype(self.program, class, closeable) {
            return None;
        }
        let key = self.above(class).into_iter().find_map(|class| {
            let mut methods = self.world.info(class).methods.iter();
            let index =
                methods.position(|own| &*own.name == "close" && &*own.descriptor == "()V")?;
            Some(MethodKey { class, index: index as u32 })
        })?;
        let mut declared = self.world.declared_exceptions(key);
        declared.retain(|class| !self.is_unchecked(class));
        Some(declared)
    }

    fn erased_result(&self, function: FuncId) -> Option<String> {
        let method = self.world.method_info(self.method(function)?);
        Some(Signature::parse(&method.descriptor)?.result_descriptor().to_owned())
    }

    fn is_as_declared(&self, field: FuncId) -> bool {
        let Some((class, index)) = self.field(field) else { return true };
        let declared = self.world.signature(class, world::Member::Field(index));
        let callable = self.program.catalogue.callable(field);
        let ty = callable.map(|callable| &self.api.types[callable.result]);
        let descriptor = || self.world.info(class).fields[index as usize].descriptor.to_string();
        ty.is_none_or(|ty| signature(ty) == declared.unwrap_or_else(descriptor))
    }

    fn warnings(&self, function: FuncId, on: Option<&str>) -> Vec<&'static str> {
        if let Some(key) = self.method(function) {
            let key = on.and_then(|on| self.nearest(key, on)).unwrap_or(key);
            return self.world.deprecation(key.class, world::Member::Method(key.index));
        }
        let field = self.field(function);
        field.map_or(Vec::new(), |(class, index)| {
            self.world.deprecation(class, world::Member::Field(index))
        })
    }

    fn class_warnings(&self, class: &str) -> Vec<&'static str> {
        let Some(class) = self.world.known_class(class) else { return Vec::new() };
        let mut warnings = self.world.deprecation(class, world::Member::Class);
        let info = self.world.info(class);
        let file = info.source_file.as_deref().and_then(|file| file.strip_suffix(".java"));
        let outermost = info.name.rsplit('/').next().and_then(|name| name.split('$').next());
        if file.is_some_and(|file| Some(file) != outermost) {
            warnings.push("auxiliaryclass");
        }
        if let Some((outer, _)) = self.world.declared_inside(class) {
            warnings.extend(self.class_warnings(&outer));
        }
        warnings
    }
}

/// A type as signatures of class files have it.
fn signature(ty: &JavaType) -> String {
    match ty {
        JavaType::Primitive(letter) => letter.to_string(),
        JavaType::Array(element) => format!("[{}", signature(element)),
        JavaType::Class { name, arguments } if arguments.is_empty() => format!("L{name};"),
        JavaType::Class { name, arguments } => {
            let arguments = arguments.iter().map(|argument| match argument {
                TypeArgument::Exact(ty) => signature(ty),
                TypeArgument::Extends(ty) => format!("+{}", signature(ty)),
                TypeArgument::Super(ty) => format!("-{}", signature(ty)),
                TypeArgument::Any => "*".to_owned(),
            });
            format!("L{name}<{}>;", arguments.collect::<String>())
        }
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
