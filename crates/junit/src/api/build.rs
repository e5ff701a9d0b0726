//! Building a catalogue: from the classes under test to all that tests of them need, and what fits where.

mod inherited;
mod literals;
mod observers;
mod producers;
mod reflected;
mod release;
mod results;
mod stubs;
mod values;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use bytecode::world::{Member as Part, MethodKey, World};
use classfile::descriptor::{JType, Signature};
use classfile::flags;
use program::catalogue::{ApiCallable, ApiItem, ApiType, ApiTypeId};
use program::{ClassId, FuncId, Program};

use super::hierarchy::{Hierarchy, bind};
use super::signature::{Bindings, ClassSignature, MethodSignature, Open};
use super::trampoline::{self, Callee};
use super::{Api, JavaType, Member, known};
pub use observers::tells;
pub use release::release;

/// Arguments of arguments beyond which no new types are looked for.
const DEEPEST: u32 = 3;
/// Members of one class that is not under test.
const MOST_MEMBERS: usize = 10;
/// Types of one catalogue.
const MOST_TYPES: usize = 96;
/// What it takes to make an object below which no other class is asked for one.
const EASY: u32 = 4;
/// Classes that stand in for one that cannot be made.
const MOST_STAND_INS: usize = 4;
/// Classes that they are chosen from.
const MOST_CANDIDATES: usize = 32;

/// What a catalogue is to be for.
pub struct Plan<'p> {
    /// The classes under test, by their internal names.
    pub classes: &'p [String],
    /// Classes beside them that may stand in for abstract ones.
    pub others: &'p [String],
    /// The package that tests are in, in internal form.
    pub package: &'p str,
}

/// A way into code under test: a function of the catalogue, and the method under test that it calls or, of what is given by
/// one, the method that such code may be behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The function.
    pub function: FuncId,
    /// The method.
    pub method: FuncId,
}

/// A catalogue in the making.
pub struct Builder<'w> {
    world: &'w mut World,
    program: &'w mut Program,
    plan: &'w Plan<'w>,
    hierarchy: Hierarchy,
    api: Api,
    ids: BTreeMap<JavaType, ApiTypeId>,
    queue: VecDeque<(JavaType, u32)>,
    made: BTreeSet<String>,
    entries: Vec<Entry>,
    /// Types that something gives and nobody has asked for yet.
    given: BTreeSet<JavaType>,
    /// The types of what stubs answer, by the letters of primitives.
    answers: BTreeMap<char, ApiTypeId>,
    /// The classes of what methods under test give.
    results: BTreeSet<JavaType>,
    /// The methods that are called on what those give.
    behind: BTreeSet<(MethodKey, JavaType)>,
    /// The methods of all classes that give something of another one, once somebody has asked for them.
    producers: Option<producers::Producers>,
}

/// Adds to a program's catalogue what tests of some classes need. Gives what it is in Java, and the ways into the
/// methods under test.
pub fn build(world: &mut World, program: &mut Program, plan: &Plan<'_>) -> (Api, Vec<Entry>) {
    let mut builder = Builder {
        world,
        program,
        plan,
        hierarchy: Hierarchy::default(),
        api: Api::default(),
        ids: BTreeMap::new(),
        queue: VecDeque::new(),
        made: BTreeSet::new(),
        entries: Vec::new(),
        given: BTreeSet::new(),
        answers: BTreeMap::new(),
        results: BTreeSet::new(),
        behind: BTreeSet::new(),
        producers: None,
    };
    for class in plan.classes {
        builder.under_test(class);
    }
    builder.results();
    for class in plan.classes {
        builder.inherited(class);
        builder.behind_factories(class);
    }
    while let Some((ty, depth)) = builder.queue.pop_front() {
        builder.provide(&ty, depth);
    }
    builder.observers();
    builder.relate();
    let Builder { api, entries, .. } = builder;
    (api, entries)
}

impl Builder<'_> {
    /// Adds all members of a class under test that its package can use.
    fn under_test(&mut self, name: &str) {
        let Some((class, _, bindings, own)) = self.tested(name) else { return };
        self.need(&own, 0);
        let methods = self.world.info(class).methods.len() as u32;
        for index in 0..methods {
            // One without a body is called too: what the class gives of its own kind has one.
            self.method(MethodKey { class, index }, &own, &bindings, 0, true);
        }
        self.constants(class, &own);
        self.named_values(class);
        self.fields(class, &own, &bindings, 0);
        self.kept(class);
    }

    /// A class under test that tests can name, its signature, what its parameters stand for, and its type with that.
    fn tested(&mut self, name: &str) -> Option<(ClassId, Arc<ClassSignature>, Bindings, JavaType)> {
        let (class, signature) = self.hierarchy.class(self.world, self.program, name)?;
        if !self.is_accessible(class) {
            return None;
        }
        let bindings = self.hierarchy.chosen(&signature.parameters, &Bindings::new());
        let own = self.own_type(name, &signature.parameters, &bindings);
        Some((class, signature, bindings, own))
    }

    fn own_type(
        &self,
        name: &str,
        parameters: &[super::signature::Parameter],
        bindings: &Bindings,
    ) -> JavaType {
        let exact = |parameter: &super::signature::Parameter| {
            super::TypeArgument::Exact(bindings[&parameter.name].clone())
        };
        JavaType::Class { name: name.to_owned(), arguments: parameters.iter().map(exact).collect() }
    }

    /// Whether the package of the tests may name a class.
    fn is_accessible(&mut self, class: ClassId) -> bool {
        let info = self.world.info(class);
        if info.flags & flags::SYNTHETIC != 0 {
            return false;
        }
        let same = info.package() == self.plan.package;
        let exported = info.origin.user || is_exported(info.package());
        let name = info.name.to_string();
        let inside = self.world.declared_inside(class);
        if inside.is_none() && name.contains('$') && self.is_nameless(class) {
            return false;
        }
        let own = inside.as_ref().map_or(self.world.info(class).flags, |(_, flags)| *flags);
        let visible = own & flags::PUBLIC != 0 || same && own & flags::PRIVATE == 0;
        visible
            && exported
            && inside.is_none_or(|(outer, _)| {
                let outer = self.world.class(self.program, &outer);
                outer.is_ok_and(|outer| self.is_accessible(outer))
            })
    }

    /// Whether a class is local or anonymous: no test can name it.
    fn is_nameless(&self, class: ClassId) -> bool {
        self.world.raw_attribute(class, Part::Class, "EnclosingMethod").is_some()
    }

    fn is_member_accessible(&self, class: ClassId, member: u16) -> bool {
        let same = self.world.info(class).package() == self.plan.package;
        member & flags::PUBLIC != 0 || same && member & flags::PRIVATE == 0
    }

    /// The number of a type; a new one is looked after later. `None` where a class is missing or there are
    /// too many types.
    fn need(&mut self, ty: &JavaType, depth: u32) -> Option<ApiTypeId> {
        if let Some(id) = self.ids.get(ty).copied() {
            // What was only given so far is asked for now.
            if self.given.remove(ty) {
                match ty {
                    JavaType::Array(element) => {
                        self.need(element, depth);
                    }
                    JavaType::Class { name, .. } => {
                        let class = self.world.class(self.program, name).ok()?;
                        if !self.is_accessible(class) {
                            self.given.insert(ty.clone());
                            return None;
                        }
                        self.queue.push_back((ty.clone(), depth));
                    }
                    JavaType::Primitive(_) => {}
                }
            }
            return Some(id);
        }
        if matches!(ty, JavaType::Class { .. }) && self.ids.len() >= MOST_TYPES {
            return None;
        }
        let api = match ty {
            JavaType::Primitive(_) => primitive(ty.primitive()?),
            JavaType::Class { name, .. } => {
                let class = self.world.class(self.program, name).ok()?;
                if !self.is_accessible(class) {
                    return None;
                }
                ApiType::Class(class)
            }
            JavaType::Array(element) => {
                let element = self.need(element, depth)?;
                let class = self.world.class(self.program, &ty.descriptor()).ok()?;
                ApiType::Managed { class, element }
            }
        };
        let id = self.add_type(ty.clone(), api);
        if matches!(ty, JavaType::Class { .. }) {
            self.queue.push_back((ty.clone(), depth));
        }
        Some(id)
    }

    fn add_type(&mut self, ty: JavaType, api: ApiType) -> ApiTypeId {
        let id = self.program.catalogue.types.push(api);
        self.ids.insert(ty.clone(), id);
        self.api.types.push(ty);
        id
    }

    /// Finds ways to make what is of a type.
    fn provide(&mut self, ty: &JavaType, depth: u32) {
        let JavaType::Class { name, arguments } = ty else { return };
        let name = name.clone();
        if name == "java/lang/String" {
            self.text(ty);
            return;
        }
        if name == "java/lang/Class" {
            self.class_literals(ty, arguments);
            return;
        }
        if self.reflected(ty, arguments) {
            return;
        }
        if let Some(boxed) = JType::wrapped_by(&name) {
            self.boxed(ty, boxed);
            return;
        }
        let Some((class, signature)) = self.hierarchy.class(self.world, self.program, &name) else {
            return;
        };
        let chosen = self.hierarchy.chosen(&signature.parameters, &Bindings::new());
        let mut bindings = chosen;
        bindings.extend(bind(&signature.parameters, arguments));
        let own = self.own_type(&name, &signature.parameters, &bindings);
        if own != *ty {
            self.need(&own, depth);
        }
        let info = self.world.info(class);
        let (is_enum, is_user) = (info.flags & flags::ENUM != 0, info.origin.user);
        let is_abstract = info.flags & (flags::ABSTRACT | flags::INTERFACE) != 0;
        // Whether there is another way to such an object than a class made for it.
        let mut others = !known::stand_ins(&name).is_empty();
        if is_enum {
            self.constants(class, &own);
        } else if let Some(members) = known::members(&name) {
            let made = format!(")L{name};");
            others |= members.iter().any(|(member, descriptor)| {
                *member == "<init>" || descriptor.is_empty() || descriptor.ends_with(&made)
            });
            for (member, descriptor) in members {
                self.named(class, member, descriptor, &own, &bindings, depth);
            }
        } else if !self.plan.classes.contains(&name) {
            self.constants(class, &own);
            let (mut count, mut made) = (0, false);
            for (key, deprecated) in self.methods_of(class) {
                let makes = self.makes(key, &name);
                let useful = makes || is_user && depth <= 1 && self.changes(key);
                // What is deprecated is used where nothing else does.
                if useful && count < MOST_MEMBERS && !(deprecated && made) {
                    let added = self.method(key, &own, &bindings, depth, false);
                    made |= makes && added;
                    count += usize::from(added);
                }
            }
            others |= made;
            if is_user && depth <= 1 {
                self.fields(class, &own, &bindings, depth);
            }
        }
        others |= self.factories_elsewhere(&name, &own, &bindings, depth);
        // What takes little to be made is made by its own class.
        let is_easy = !is_abstract && self.effort(class, class).is_some_and(|effort| effort < EASY);
        if is_user && depth < DEEPEST && !is_easy {
            others |= self.produced(&name, depth) > 0;
        }
        for stand_in in known::stand_ins(&name) {
            let with = match self.hierarchy.class(self.world, self.program, stand_in) {
                Some((_, signature)) if signature.parameters.len() == arguments.len() => {
                    let bindings = bind(&signature.parameters, arguments);
                    self.own_type(stand_in, &signature.parameters, &bindings)
                }
                _ => JavaType::raw(*stand_in),
            };
            self.need(&with, depth);
        }
        if is_abstract && is_user {
            others |= self.stand_ins(class, depth) > 0;
        }
        if is_abstract && own == *ty {
            self.stubs(class, &own, depth, others);
        }
    }

    /// Classes of the program's that can be made in place of an abstract one, those first that take least to be made.
    /// Gives how many there are.
    fn stand_ins(&mut self, wanted: ClassId, depth: u32) -> usize {
        let mut found: Vec<(u32, JavaType)> = Vec::new();
        for name in self.plan.others {
            if found.len() >= MOST_CANDIDATES {
                break;
            }
            let Ok(class) = self.world.class(self.program, name) else { continue };
            let info = self.world.info(class);
            let made = info.flags & (flags::ABSTRACT | flags::INTERFACE) == 0;
            if class == wanted || !made || !self.world.is_subtype(self.program, class, wanted) {
                continue;
            }
            let Some(effort) = self.effort(class, wanted) else { continue };
            let Some((_, signature)) = self.hierarchy.class(self.world, self.program, name) else {
                continue;
            };
            let bindings = self.hierarchy.chosen(&signature.parameters, &Bindings::new());
            found.push((effort, self.own_type(name, &signature.parameters, &bindings)));
        }
        found.sort_by_key(|(effort, _)| *effort);
        let needed = found.iter().filter(|(_, own)| self.need(own, depth).is_some());
        needed.take(MOST_STAND_INS).count()
    }

    /// How much it takes to make an object of a class, by what its constructors and factories ask for: numbers and texts
    /// cost little, what it is to stand in for costs most.
    fn effort(&mut self, class: ClassId, wanted: ClassId) -> Option<u32> {
        let name = self.world.info(class).name.to_string();
        let wanted = format!("L{};", self.world.info(wanted).name);
        let methods = self.world.info(class).methods.len() as u32;
        let makers = (0..methods).map(|index| MethodKey { class, index }).filter(|key| {
            let flags = self.world.method_info(*key).flags;
            self.makes(*key, &name) && self.is_member_accessible(class, flags)
        });
        let efforts = makers.filter_map(|key| {
            let descriptor = &self.world.method_info(key).descriptor;
            let takes = Signature::parse(descriptor)?.parameters().map(|(ty, text)| match text {
                _ if ty != JType::Reference => 1,
                "Ljava/lang/String;" => 1,
                _ if text == wanted => 64,
                _ => 4,
            });
            Some(takes.sum())
        });
        efforts.min()
    }

    /// Whether a method is a constructor, or gives an object of its own class without one.
    fn makes(&self, key: MethodKey, class: &str) -> bool {
        let method = self.world.method_info(key);
        let result = Signature::parse(&method.descriptor).map(Signature::result_descriptor);
        let own = format!("L{class};");
        &*method.name == "<init>" || method.is_static() && result == Some(own.as_str())
    }

    /// Whether a method is there to change its object: it gives nothing, or the object itself.
    fn changes(&self, key: MethodKey) -> bool {
        let method = self.world.method_info(key);
        let result = Signature::parse(&method.descriptor).map(Signature::result_descriptor);
        let own = format!("L{};", self.world.info(key.class).name);
        !method.is_static()
            && &*method.name != "<init>"
            && (result == Some("V") || result == Some(own.as_str()))
            && method.flags & flags::PUBLIC != 0
    }

    /// Adds a member of the library by its name; one without a descriptor is a constant.
    fn named(
        &mut self,
        class: ClassId,
        name: &str,
        descriptor: &str,
        own: &JavaType,
        bindings: &Bindings,
        depth: u32,
    ) {
        if descriptor.is_empty() {
            self.constant(class, name, own);
            return;
        }
        let key = self.world.declared(class, name, descriptor);
        if let Some(key) = key {
            self.method(key, own, bindings, depth, false);
        } else if let Ok(found) = self.world.method(self.program, class, name, descriptor)
            && let Some(key) = self.world.function_method(found.function)
        {
            // Inherited: what its class is generic in is not known here, but what it is called on is.
            self.method(key, own, bindings, depth, false);
        }
    }

    /// Adds a method or constructor. Gives whether there is one.
    fn method(
        &mut self,
        key: MethodKey,
        own: &JavaType,
        bindings: &Bindings,
        depth: u32,
        under_test: bool,
    ) -> bool {
        let class = key.class;
        let method = self.world.method_info(key).clone();
        let info = self.world.info(class);
        let constructor = &*method.name == "<init>";
        let hidden = flags::SYNTHETIC | flags::BRIDGE;
        let made = info.flags & (flags::ABSTRACT | flags::INTERFACE | flags::ENUM) == 0;
        if !under_test && self.behind.contains(&(key, own.clone())) {
            return true;
        }
        if method.flags & hidden != 0
            || &*method.name == "<clinit>"
            || constructor && !made
            || !self.is_member_accessible(class, method.flags)
            || !self.is_old_enough(key)
        {
            return false;
        }
        let Some(signature) = self.signature_of(key) else { return false };
        let signature = signature.with_any_class();
        let bindings = match method.is_static() {
            // A factory gives what it is asked for: `Optional.of` an `Optional<Order>`.
            true => self.hierarchy.giving(self.world, self.program, &signature, own),
            false => self.hierarchy.chosen(&signature.parameters, bindings),
        };
        let mut takes: Vec<(String, JavaType)> = Vec::new();
        if !method.is_static() && !constructor {
            takes.push((variable_name(own), own.clone()));
        }
        let names = self.parameter_names(key, signature.takes.len());
        let open = signature.takes.iter().map(|ty: &Open| ty.close(&bindings));
        takes.extend(names.into_iter().zip(open));
        let gives = if constructor { own.clone() } else { signature.gives.close(&bindings) };
        // Far from the classes under test only what is known already is used.
        if depth >= DEEPEST
            && takes.iter().any(|(_, ty)| {
                matches!(ty, JavaType::Class { name, .. }
                    if !self.ids.contains_key(ty) && !is_simple(name))
            })
        {
            return false;
        }
        let inner = constructor
            && self.world.declared_inside(class).is_some_and(|(outer, flags)| {
                flags & flags::STATIC == 0
                    && takes.first().is_some_and(|(_, ty)| ty.class_name() == Some(&*outer))
            });
        let owner = self.world.info(class).name.to_string();
        let found_in = own.class_name().map_or(owner.clone(), str::to_owned);
        let member = if constructor {
            Member::Constructor { class: owner, inner }
        } else {
            Member::Method {
                class: if method.is_static() { owner } else { found_in },
                name: method.name.to_string(),
                is_static: method.is_static(),
                variadic: method.flags & flags::VARARGS != 0,
            }
        };
        let descriptor = method.descriptor.to_string();
        let callee = match constructor {
            true => Callee::Constructor { class, descriptor },
            false => Callee::Method { class, name: method.name.to_string(), descriptor },
        };
        let Some(function) = self.add(member, callee, &takes, &gives, depth) else { return false };
        self.api.methods.insert(function, method.function);
        if under_test {
            if !self.plan.classes.iter().any(|own| **own == *self.world.info(class).name) {
                self.behind.insert((key, own.clone()));
            }
            if matches!(gives, JavaType::Class { .. }) {
                self.results.insert(gives);
            }
            let inner = self.aim_of(key);
            self.entries.push(Entry { function, method: inner });
            self.program.catalogue.items.push(ApiItem::Enters { function, inner });
        }
        true
    }

    /// What a method takes and gives, with type variables where the class file has them.
    fn signature_of(&self, key: MethodKey) -> Option<MethodSignature> {
        let plain = MethodSignature::of_descriptor(&self.world.method_info(key).descriptor)?;
        let generic = self.world.signature(key.class, Part::Method(key.index));
        Some(match generic.and_then(|text| MethodSignature::parse(&text)) {
            Some(generic) => generic.completed(&plain),
            None => plain,
        })
    }

    /// The method that a call of a method under test aims at: itself, but nobody counts what a compiler writes into an
    /// enumeration. What asks for all constants makes them.
    fn aim_of(&self, key: MethodKey) -> FuncId {
        let own = self.world.method_info(key);
        let info = self.world.info(key.class);
        let made = info.methods.iter().find(|method| &*method.name == "<clinit>");
        match made {
            Some(made) if info.flags & flags::ENUM != 0 && &*own.name == "values" => made.function,
            _ => own.function,
        }
    }

    /// The names of the parameters, where the class file has them.
    fn parameter_names(&mut self, key: MethodKey, count: usize) -> Vec<String> {
        let method = self.world.method_info(key);
        let is_static = method.is_static();
        let types: Vec<JType> = Signature::parse(&method.descriptor)
            .map(|signature| signature.parameters().map(|(ty, _)| ty).collect())
            .unwrap_or_default();
        let has_code = method.has_code && self.world.info(key.class).origin.user;
        let code = if has_code { self.world.code(key).ok() } else { None };
        let mut slot = u16::from(!is_static);
        let mut names = Vec::new();
        for index in 0..count {
            let local = code.as_ref().and_then(|code| {
                code.locals.iter().find(|local| local.index == slot && local.start == 0)
            });
            let name = local.map(|local| local.name.to_string());
            let name = name.filter(|name| !name.contains('$') && name != "this");
            names.push(name.unwrap_or_else(|| format!("arg{index}")));
            slot += types.get(index).map_or(1, |ty| ty.words());
        }
        names
    }

    /// Adds a function of the catalogue, unless it is there or something of it is missing.
    fn add(
        &mut self,
        member: Member,
        callee: Callee,
        takes: &[(String, JavaType)],
        gives: &JavaType,
        depth: u32,
    ) -> Option<FuncId> {
        let types: Vec<String> = takes.iter().map(|(_, ty)| ty.to_string()).collect();
        if !self.made.insert(format!("{member:?} ({}) {gives}", types.join(", "))) {
            return None;
        }
        let mut params = Vec::new();
        for (name, ty) in takes {
            params.push((name.clone(), self.need(ty, depth + 1)?));
        }
        let result = match gives {
            // What nobody can name is looked at as an object.
            JavaType::Class { .. } | JavaType::Array(_) => {
                let known = self.ids.get(gives).copied();
                known.or_else(|| self.result_type(gives))?
            }
            JavaType::Primitive(_) => self.need(gives, depth)?,
        };
        let function = self.make(&callee)?;
        let receiver = matches!(
            &member,
            Member::Method { is_static: false, .. }
                | Member::Field { is_static: false, .. }
                | Member::SetField { is_static: false, .. }
                | Member::Constructor { inner: true, .. }
        );
        self.declare(member, ApiCallable { function, params, result });
        if receiver {
            self.program.catalogue.items.push(ApiItem::Receiver(function));
        }
        Some(function)
    }

    /// A type that something gives and nobody asks for: no ways to make it are looked for.
    fn result_type(&mut self, ty: &JavaType) -> Option<ApiTypeId> {
        let api = match ty {
            JavaType::Class { name, .. } => {
                ApiType::Class(self.world.class(self.program, name).ok()?)
            }
            JavaType::Array(element) => {
                let known = self.ids.get(&**element).copied();
                let element = match &**element {
                    primitive @ JavaType::Primitive(_) => self.need(primitive, 0)?,
                    other => known.or_else(|| self.result_type(other))?,
                };
                let class = self.world.class(self.program, &ty.descriptor()).ok()?;
                ApiType::Managed { class, element }
            }
            JavaType::Primitive(_) => return self.need(ty, 0),
        };
        self.given.insert(ty.clone());
        Some(self.add_type(ty.clone(), api))
    }

    fn make(&mut self, callee: &Callee) -> Option<FuncId> {
        trampoline::make(self.world, self.program, callee).ok()
    }

    fn declare(&mut self, member: Member, callable: ApiCallable) {
        self.api.members.insert(callable.function, member);
        self.program.catalogue.items.push(ApiItem::Function(callable));
    }

    /// Says of all pairs of types whether one fits where the other is asked for.
    fn relate(&mut self) {
        let types: Vec<(JavaType, ApiTypeId)> =
            self.ids.iter().map(|(ty, id)| (ty.clone(), *id)).collect();
        let is_reference = |ty: &JavaType| !matches!(ty, JavaType::Primitive(_));
        for (wanted, wanted_id) in types.iter().filter(|(ty, _)| is_reference(ty)) {
            for (given, given_id) in types.iter().filter(|(ty, _)| is_reference(ty)) {
                if given_id != wanted_id
                    && self.hierarchy.fits(self.world, self.program, given, wanted)
                {
                    let (given, wanted) = (*given_id, *wanted_id);
                    self.program.catalogue.items.push(ApiItem::Fits { given, wanted });
                }
            }
        }
    }
}

/// Whether other modules may use a package of the JDK's.
fn is_exported(package: &str) -> bool {
    package.starts_with("java/") || package.starts_with("javax/")
}

/// Whether nothing is needed to make an object of a class.
fn is_simple(class: &str) -> bool {
    class == "java/lang/String" || JType::wrapped_by(class).is_some() || class == "java/lang/Object"
}

/// What an object of a type is called.
pub fn variable_name(ty: &JavaType) -> String {
    let name = match ty {
        JavaType::Class { name, .. } => name.rsplit(['/', '$']).next().unwrap_or(name),
        JavaType::Array(_) => "array",
        JavaType::Primitive(_) => "value",
    };
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

fn primitive(ty: JType) -> ApiType {
    let int = |bits| ApiType::Int { bits, signed: true };
    match ty {
        JType::Boolean => ApiType::Bool,
        JType::Char => ApiType::Char { bits: 16, signed: false },
        JType::Byte => int(8),
        JType::Short => int(16),
        JType::Int => int(32),
        JType::Long => int(64),
        JType::Float => ApiType::F32,
        JType::Double => ApiType::F64,
        JType::Void | JType::Reference => ApiType::Void,
    }
}
