//! Which stubs there are: for what is abstract and nobody implements, and for functional interfaces.

use std::collections::VecDeque;

use bytecode::world::{Member as Part, MethodKey};
use classfile::flags;
use program::ClassId;
use program::catalogue::{ApiCallable, ApiItem, ApiType, ApiTypeId};

use super::Entry;
use super::{Builder, DEEPEST, is_simple, primitive};
use crate::api::hierarchy::bind;
use crate::api::signature::{Bindings, MethodSignature, Open, Parameter};
use crate::api::stub::{self, Answer, Answering, Key};
use crate::api::{JavaType, Keyed, Member, Stub, StubMethod, TypeArgument};
use classfile::descriptor::JType;

/// Methods of one stub.
const MOST_METHODS: usize = 12;
/// Methods of a stub of something of the library.
const MOST_OF_LIBRARY: usize = 6;
/// Methods of one stub that tell arguments apart.
const MOST_KEYED: usize = 2;

/// A method that a stub has to implement.
struct Abstract {
    keys: Vec<MethodKey>,
    name: String,
    takes: Vec<JavaType>,
    gives: JavaType,
    flags: u16,
    warnings: Vec<&'static str>,
    /// Whether it has type parameters of its own, so that no lambda can be written for it.
    generic: bool,
    /// Whether it declares exceptions.
    throws: bool,
}

/// Which of the stubs of a type is made.
#[derive(Clone, Copy)]
struct Shape {
    /// The constructor above it, if there is one.
    constructor: Option<MethodKey>,
    /// Whether a lambda will do.
    functional: bool,
    /// Whether its methods tell arguments apart.
    keyed: bool,
}

/// Whether all that a test could notice of a method is what it is handed.
fn is_recordable(method: &Abstract) -> bool {
    method.gives == JavaType::Primitive('V') && !method.takes.is_empty()
}

/// The type of the list that what a stub is handed is added to.
fn list_of_objects() -> JavaType {
    let object = TypeArgument::Exact(JavaType::raw("java/lang/Object"));
    JavaType::Class { name: "java/util/ArrayList".to_owned(), arguments: vec![object] }
}

impl Builder<'_> {
    /// Adds a stub of an abstract class or an interface, one for each constructor that it can be made by. A type
    /// that others can be made in place of gets one only if a lambda will do, or if it is under test.
    pub(super) fn stubs(&mut self, class: ClassId, own: &JavaType, depth: u32, others: bool) {
        let info = self.world.info(class);
        let (flags, is_user, name) = (info.flags, info.origin.user, info.name.to_string());
        let is_interface = info.is_interface();
        let never = flags::ENUM | flags::ANNOTATION | flags::FINAL;
        let sealed = self.world.raw_attribute(class, Part::Class, "PermittedSubclasses").is_some();
        if flags & flags::ABSTRACT == 0 || flags & never != 0 || sealed {
            return;
        }
        let under_test = self.plan.classes.contains(&name);
        let Some(methods) = self.abstract_methods(class, own) else { return };
        let functional = self.is_functional(class, &methods);
        let most = if is_user { MOST_METHODS } else { MOST_OF_LIBRARY };
        let wanted = functional || under_test || !others && (is_user || is_interface);
        if !wanted || methods.len() > most {
            return;
        }
        if is_interface {
            let plain = Shape { constructor: None, functional, keyed: false };
            self.stub(class, own, depth, plain, &methods);
            if is_user {
                self.stub(class, own, depth, Shape { keyed: true, ..plain }, &methods);
            }
            return;
        }
        if self.world.declared_inside(class).is_some_and(|(_, own)| own & flags::STATIC == 0) {
            return;
        }
        for index in 0..self.world.info(class).methods.len() as u32 {
            let key = MethodKey { class, index };
            let method = self.world.method_info(key);
            let seen = method.flags & flags::PROTECTED != 0
                || self.is_member_accessible(class, method.flags);
            if &*method.name == "<init>" && seen && method.flags & flags::SYNTHETIC == 0 {
                let shape = Shape { constructor: Some(key), functional: false, keyed: false };
                self.stub(class, own, depth, shape, &methods);
            }
        }
    }

    /// The method that lambdas of a functional interface are.
    pub(super) fn only_method(&mut self, class: ClassId, own: &JavaType) -> Option<MethodKey> {
        let methods = self.abstract_methods(class, own)?;
        self.is_functional(class, &methods).then(|| methods[0].keys[0])
    }

    fn is_functional(&mut self, class: ClassId, methods: &[Abstract]) -> bool {
        let info = self.world.info(class);
        let is_user = info.origin.user;
        info.is_interface()
            && matches!(methods, [only] if !only.generic)
            && (is_user || self.is_called_functional(class))
    }

    /// Whether an interface of the library says that it is there for lambdas.
    fn is_called_functional(&mut self, class: ClassId) -> bool {
        let Ok(pool) = self.world.pool(class) else { return false };
        (1..=pool.len() as u16).any(|index| {
            let text = pool.try_get_utf8(index);
            text.is_ok_and(|text| text.to_str_lossy() == "Ljava/lang/FunctionalInterface;")
        })
    }

    fn stub(
        &mut self,
        class: ClassId,
        own: &JavaType,
        depth: u32,
        shape: Shape,
        methods: &[Abstract],
    ) {
        let Shape { constructor, functional, keyed: is_keyed } = shape;
        let Some(result) = self.ids.get(own).copied() else { return };
        let mut params: Vec<(String, ApiTypeId)> = Vec::new();
        let mut descriptor = None;
        if let Some(key) = constructor {
            let Some(takes) = self.constructor_takes(key, own) else { return };
            for (name, ty) in takes {
                let Some(id) = self.need(&ty, depth + 1) else { return };
                params.push((name, id));
            }
            descriptor = Some(self.world.method_info(key).descriptor.to_string());
        }
        let taken = params.len();
        let (mut answering, mut written) = (Vec::new(), Vec::new());
        let mut left = if is_keyed { MOST_KEYED } else { 0 };
        let mut list = None;
        for method in methods {
            let (mut answer, id) = self.answer(&method.gives, depth);
            let mut records = None;
            if is_recordable(method)
                && let Some(ty) = self.need(&list_of_objects(), depth)
            {
                records = Some(*list.get_or_insert_with(|| {
                    params.push(("received".to_owned(), ty));
                    params.len() - 1
                }));
                answer = Answer::Recorded;
            }
            let place = id.map(|id| {
                // What a getter gives is called after it; `find` is no name for what was found.
                let is_object = answer == Answer::Value
                    && !method.gives.class_name().is_none_or(is_simple)
                    && !method.name.starts_with("get");
                let name = if is_object { "arg0" } else { &method.name };
                params.push((name.to_owned(), id));
                params.len() - 1
            });
            let mut key = None;
            let mut keyed = None;
            if let Some(id) = id
                && answer == Answer::Value
                && left > 0
                && self.is_asked_again(class, &method.name)
                && let Some((found, ty)) = self.key(method, depth)
            {
                // Their names say nothing: variables are called after what else they are handed to.
                params.extend([("arg0".to_owned(), ty), ("arg1".to_owned(), id)]);
                let (key_at, special) = (params.len() - 2, params.len() - 1);
                keyed = Some(Keyed { parameter: found.parameter, key: key_at, special });
                key = Some(found);
                left -= 1;
            }
            answering.push(Answering { overrides: method.keys.clone(), answer, key });
            let visibility = match method.flags {
                flags if flags & flags::PUBLIC != 0 => "public ",
                flags if flags & flags::PROTECTED != 0 => "protected ",
                _ => "",
            };
            written.push(StubMethod {
                name: method.name.clone(),
                takes: method.takes.clone(),
                variadic: method.flags & flags::VARARGS != 0,
                gives: method.gives.clone(),
                visibility,
                warnings: method.warnings.clone(),
                throws: method.throws,
                answer: place,
                keyed,
                records,
            });
        }
        if is_keyed && left == MOST_KEYED {
            return;
        }
        let name = self.world.info(class).name.to_string();
        let warnings = constructor
            .map_or(Vec::new(), |key| self.world.deprecation(key.class, Part::Method(key.index)));
        let stub = Stub {
            class: name,
            constructor: taken,
            warnings,
            functional,
            mockable: self.is_mockable(class),
            methods: written,
        };
        if !self.made.insert(format!("{stub:?} {own}")) {
            return;
        }
        let host = self.plan.classes.first().and_then(|host| self.world.known_class(host));
        let Some(host) = host else { return };
        let plan = stub::Plan { class, constructor: descriptor, methods: answering, functional };
        let Ok(function) = stub::make(self.world, self.program, host, &plan) else { return };
        self.declare(Member::Stub(stub), ApiCallable { function, params, result });
        if let Some(key) = constructor
            && let JavaType::Class { name, .. } = own
            && self.plan.classes.contains(name)
        {
            let method = self.world.method_info(key).function;
            self.entries.push(Entry { function, method });
            self.program.catalogue.items.push(ApiItem::Enters { function, inner: method });
        }
    }

    /// Whether something is an interface that, with those above it, leaves all of its methods open.
    fn is_mockable(&self, class: ClassId) -> bool {
        let info = self.world.info(class);
        let is_open = |method: &bytecode::world::MethodInfo| {
            method.flags & (flags::ABSTRACT | flags::STATIC | flags::PRIVATE) != 0
        };
        info.is_interface()
            && info.methods.iter().all(is_open)
            && info.interfaces.iter().all(|above| self.is_mockable(*above))
    }

    /// What a constructor takes where the type parameters of its class stand for something.
    fn constructor_takes(
        &mut self,
        key: MethodKey,
        own: &JavaType,
    ) -> Option<Vec<(String, JavaType)>> {
        let JavaType::Class { name, arguments } = own else { return None };
        let (_, class) = self.hierarchy.class(self.world, self.program, name)?;
        let signature = self.signature_of(key)?;
        let bindings = bind(&class.parameters, arguments);
        let bindings = self.hierarchy.chosen(&signature.parameters, &bindings);
        let names = self.parameter_names(key, signature.takes.len());
        let takes = signature.takes.iter().map(|ty| ty.close(&bindings));
        Some(names.into_iter().zip(takes).collect())
    }

    /// How a method gives something of a type, and the type of what it is told.
    fn answer(&mut self, gives: &JavaType, depth: u32) -> (Answer, Option<ApiTypeId>) {
        let nothing = (Answer::Nothing, None);
        match gives {
            JavaType::Primitive('V') => nothing,
            JavaType::Primitive(letter) => {
                let Some(ty) = gives.primitive() else { return nothing };
                let id = self.answers(*letter);
                if id.is_some() { (Answer::Elements(ty), id) } else { nothing }
            }
            _ => {
                let known = self.ids.contains_key(gives)
                    || gives.class_name().is_some_and(is_simple)
                    || depth < DEEPEST;
                match self.need(gives, depth + 1).filter(|_| known) {
                    Some(id) => (Answer::Value, Some(id)),
                    None => nothing,
                }
            }
        }
    }

    /// Whether one call of code under test may ask something of an interface more than once.
    fn is_asked_again(&mut self, interface: ClassId, method: &str) -> bool {
        let name = self.world.info(interface).name.to_string();
        for class in self.plan.classes {
            let Some(class) = self.world.known_class(class) else { continue };
            for index in 0..self.world.info(class).methods.len() as u32 {
                let key = MethodKey { class, index };
                let has_code = self.world.method_info(key).has_code;
                if has_code && self.world.calls_of_interface(key, &name, method) > 1 {
                    return true;
                }
            }
        }
        false
    }

    /// The first parameter of a method that a test can tell values of apart, and its type: a whole number, a text or a
    /// constant of an enumeration.
    fn key(&mut self, method: &Abstract, depth: u32) -> Option<(Key, ApiTypeId)> {
        let takes = method.takes.iter().enumerate();
        let (parameter, ty) = takes.clone().find(|(_, ty)| self.is_key(ty))?;
        let id = self.need(ty, depth + 1)?;
        let ty = ty.primitive().unwrap_or(JType::Reference);
        Some((Key { parameter, ty }, id))
    }

    fn is_key(&self, ty: &JavaType) -> bool {
        match ty {
            JavaType::Primitive(letter) => matches!(letter, 'I' | 'J'),
            JavaType::Class { name, .. } => match name.as_str() {
                "java/lang/String" | "java/lang/Integer" | "java/lang/Long" => true,
                name => {
                    let class = self.world.known_class(name);
                    class.is_some_and(|class| self.world.info(class).flags & flags::ENUM != 0)
                }
            },
            JavaType::Array(_) => false,
        }
    }

    /// The type of the answers of methods that give a primitive: arrays that nobody takes for others.
    fn answers(&mut self, letter: char) -> Option<ApiTypeId> {
        if let Some(known) = self.answers.get(&letter) {
            return Some(*known);
        }
        let ty = JavaType::Primitive(letter);
        let api = primitive(ty.primitive()?);
        let class = self.world.class(self.program, &format!("[{letter}")).ok()?;
        let element = self.program.catalogue.types.push(api);
        self.api.types.push(ty.clone());
        let id = self.program.catalogue.types.push(ApiType::Managed { class, element });
        self.api.types.push(JavaType::Array(Box::new(ty)));
        self.answers.insert(letter, id);
        Some(id)
    }

    /// What a class that extends or implements a type has to implement; `None` if no test can do that.
    fn abstract_methods(&mut self, class: ClassId, own: &JavaType) -> Option<Vec<Abstract>> {
        let mut found: Vec<Abstract> = Vec::new();
        let mut pending = VecDeque::from([own.clone()]);
        let mut seen = Vec::new();
        while let Some(next) = pending.pop_front() {
            let JavaType::Class { name, arguments } = &next else { continue };
            if seen.contains(&next) {
                continue;
            }
            let (above, signature) = self.hierarchy.class(self.world, self.program, name)?;
            let bindings = bind(&signature.parameters, arguments);
            let is_raw = arguments.is_empty() && !signature.parameters.is_empty();
            pending.extend(signature.above.iter().map(|above| above.close(&bindings)));
            for index in 0..self.world.info(above).methods.len() as u32 {
                let key = MethodKey { class: above, index };
                if self.is_left_open(class, key) {
                    self.open_method(key, &bindings, is_raw, &mut found)?;
                }
            }
            seen.push(next);
        }
        Some(found)
    }

    /// Whether a method is abstract and a class has no other one in its place.
    fn is_left_open(&mut self, class: ClassId, key: MethodKey) -> bool {
        let method = self.world.method_info(key);
        if method.flags & flags::ABSTRACT == 0 {
            return false;
        }
        let (name, descriptor) = (method.name.to_string(), method.descriptor.to_string());
        let of_object = matches!(
            (name.as_str(), descriptor.as_str()),
            ("equals", "(Ljava/lang/Object;)Z")
                | ("hashCode", "()I")
                | ("toString", "()Ljava/lang/String;")
        );
        if of_object && self.world.info(key.class).is_interface() {
            return false;
        }
        let resolved = self.world.method(self.program, class, &name, &descriptor);
        resolved.is_ok_and(|method| method.flags & flags::ABSTRACT != 0)
    }

    /// Notes a method that has to be implemented; `None` if a test cannot.
    fn open_method(
        &mut self,
        key: MethodKey,
        bindings: &Bindings,
        is_raw: bool,
        found: &mut Vec<Abstract>,
    ) -> Option<()> {
        let method = self.world.method_info(key).clone();
        let visible = method.flags & flags::PROTECTED != 0
            || self.is_member_accessible(key.class, method.flags);
        let signature = match is_raw {
            true => MethodSignature::of_descriptor(&method.descriptor)?,
            false => self.signature_of(key)?,
        };
        if !visible {
            return None;
        }
        let generic = !signature.parameters.is_empty();
        let mut bindings = bindings.clone();
        for parameter in &signature.parameters {
            let bound = erased_bound(parameter, &signature.parameters, &bindings);
            bindings.insert(parameter.name.clone(), bound);
        }
        // A method without type parameters overrides one that has some if it is its erasure (JLS 8.4.2).
        let close = |ty: &Open| match ty.close(&bindings) {
            ty if generic => ty.erased(),
            ty => ty,
        };
        let takes: Vec<JavaType> = signature.takes.iter().map(close).collect();
        let gives = close(&signature.gives);
        for ty in takes.iter().chain([&gives]) {
            self.is_named(ty).then_some(())?;
        }
        let erased =
            |types: &[JavaType]| types.iter().map(JavaType::descriptor).collect::<Vec<_>>();
        let own = erased(&takes);
        let same =
            |known: &&mut Abstract| *known.name == *method.name && erased(&known.takes) == own;
        if let Some(known) = found.iter_mut().find(same) {
            if self.hierarchy.fits(self.world, self.program, &gives, &known.gives) {
                known.gives = gives;
            }
            known.keys.push(key);
            return Some(());
        }
        let mut warnings = self.world.deprecation(key.class, Part::Method(key.index));
        warnings.extend(generic.then_some("unchecked"));
        found.push(Abstract {
            keys: vec![key],
            name: method.name.to_string(),
            takes,
            gives,
            flags: method.flags,
            warnings,
            generic,
            throws: !self.world.declared_exceptions(key).is_empty(),
        });
        Some(())
    }

    /// Whether a test can name a type.
    fn is_named(&mut self, ty: &JavaType) -> bool {
        match ty {
            JavaType::Primitive(_) => true,
            JavaType::Array(element) => self.is_named(element),
            JavaType::Class { name, arguments } => {
                let class = self.world.class(self.program, name);
                class.is_ok_and(|class| self.is_accessible(class))
                    && arguments.iter().all(|argument| match argument {
                        TypeArgument::Any => true,
                        TypeArgument::Exact(ty)
                        | TypeArgument::Extends(ty)
                        | TypeArgument::Super(ty) => self.is_named(ty),
                    })
            }
        }
    }
}

/// What a type parameter of a method is where there are no type parameters: what it extends first.
fn erased_bound(parameter: &Parameter, all: &[Parameter], known: &Bindings) -> JavaType {
    let mut bound = parameter.bounds.first();
    // One that extends another is what that one is; none extends itself.
    for _ in 0..all.len() {
        let Some(Open::Variable(name)) = bound else { break };
        match all.iter().find(|other| other.name == *name) {
            Some(other) => bound = other.bounds.first(),
            None => break,
        }
    }
    bound.map_or_else(|| JavaType::raw("java/lang/Object"), |bound| bound.close(known).erased())
}
