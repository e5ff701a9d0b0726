//! Whether an exception is a defect of the code that threw it, or tells its caller of a broken precondition.

use super::Project;
use super::fault::{Fault, Raised, class_of};
use super::given::{Given, What};
use super::thrown::Cause;
use crate::api::Member;
use bytecode::world::World;
use classfile::flags;
use program::{ClassId, FuncId, Type};
use report::FindingKind;
use scenario::{Argument, Place, Scenario, Statement};
use std::collections::BTreeSet;
use trace::{Part, Source};

/// What became of an exception.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is thrown on purpose, declared, or allowed: nothing to tell.
    Intended,
    /// Parameters were null that are dereferenced: the calls and the arguments, by their numbers.
    Null(Vec<(u32, u32)>),
    /// It is a finding, with the reason for its kind.
    Finding(FindingKind, String),
}

/// An exception that is judged.
pub(super) struct Case<'c> {
    pub cause: &'c Cause,
    /// The classes above that of the exception.
    pub above: &'c [String],
    pub scenario: &'c Scenario,
    pub fault: &'c Fault,
    /// The method that was called.
    pub method: FuncId,
}

/// Numbers that may be a position or a size, at most.
pub(super) const LARGEST: u128 = 1 << 16;

/// Methods that end the life of an object.
const RELEASES: [&str; 9] = [
    "close",
    "release",
    "dispose",
    "destroy",
    "free",
    "shutdown",
    "shutdownNow",
    "terminate",
    "disconnect",
];

/// Exceptions by which methods tell what their caller did wrong.
const COMPLAINTS: [&str; 14] = [
    "java/lang/IllegalArgumentException",
    "java/lang/IllegalStateException",
    "java/lang/UnsupportedOperationException",
    "java/lang/ArrayStoreException",
    "java/lang/SecurityException",
    "java/lang/IllegalMonitorStateException",
    "java/time/DateTimeException",
    "java/util/NoSuchElementException",
    "java/util/EmptyStackException",
    "java/util/ConcurrentModificationException",
    "java/util/MissingResourceException",
    "java/nio/BufferOverflowException",
    "java/nio/BufferUnderflowException",
    "java/io/UncheckedIOException",
];

/// Exceptions that the JVM's own checks, and the library's checks of indices, raise.
const FAULTS: [&str; 8] = [
    "java/lang/IndexOutOfBoundsException",
    "java/lang/NegativeArraySizeException",
    "java/lang/ArithmeticException",
    "java/lang/ClassCastException",
    "java/lang/NullPointerException",
    "java/lang/StackOverflowError",
    "java/lang/AssertionError",
    "java/lang/ExceptionInInitializerError",
];

impl Case<'_> {
    fn is(&self, class: &str) -> bool {
        self.cause.class == class || self.above.iter().any(|above| above == class)
    }

    /// Whether an index, a size or a divisor comes from what the last call was given.
    fn given<'p>(&self, project: &'p Project) -> Vec<(Source, Given<'p>)> {
        let sources = self.fault.depends.iter();
        sources.filter_map(|own| Some((*own, project.given(self.scenario, *own)?))).collect()
    }
}

impl Project {
    /// Judges an exception.
    pub(super) fn judge(&self, world: &mut World, case: &Case<'_>) -> Verdict {
        let Some(place) = case.fault.calls.iter().find_map(|(own, _)| class_of(world, *own)) else {
            return Verdict::Intended;
        };
        if declares(world, case) || is_of_every_enum(world, case.method) {
            return Verdict::Intended;
        }
        let is_assertion = case.cause.class == "java/lang/AssertionError";
        if case.fault.raised == Raised::Throw && !is_assertion {
            return Verdict::Intended;
        }
        match self.precondition(world, case) {
            Some(verdict) => verdict,
            None => self.defect(world, case, place),
        }
    }

    /// The precondition that a scenario breaks, if it is one that has nothing to do with what is thrown.
    fn precondition(&self, world: &World, case: &Case<'_>) -> Option<Verdict> {
        let finding = |kind, reason: &str| Some(Verdict::Finding(kind, reason.to_owned()));
        if case.is("java/lang/NullPointerException") || case.is("java/lang/AssertionError") {
            if is_checked(&case.fault.raised) {
                return Some(Verdict::Intended);
            }
            let handed = self.nulls_at_fault(case);
            let is_allowed = |at: &(u32, u32)| self.may_be_null(world, case.scenario, *at);
            if !handed.is_empty()
                && handed.iter().all(is_allowed)
                && self.is_public_use(world, case.scenario)
            {
                let reason = "an annotation says that it may be null";
                return finding(FindingKind::BrokenContract, reason);
            }
            if !handed.is_empty() {
                return Some(Verdict::Null(handed));
            }
            if self.has_null(case.scenario) {
                return finding(FindingKind::NullArgument, "the test passed null");
            }
        }
        if let Some((parameter, annotation)) = self.forbidden(world, case.scenario) {
            let reason = format!("`{parameter}` is annotated as @{annotation}");
            return finding(FindingKind::InvalidArgument, &reason);
        }
        if self.is_released(case.scenario) {
            return finding(FindingKind::UseAfterRelease, "an object is used after it was closed");
        }
        if case.fault.asks_stub {
            let reason = "it depends on what a stub returns";
            return finding(FindingKind::FabricatedState, reason);
        }
        if case.is("java/lang/NullPointerException")
            && self.has_unfinished_stub(world, case.scenario)
        {
            let reason = "a subclass that only the test has leaves fields unset";
            return finding(FindingKind::FabricatedState, reason);
        }
        if case.is("java/lang/StackOverflowError") && self.may_hold_itself(case.scenario) {
            let reason = "an object may have been passed to itself";
            return finding(FindingKind::FabricatedState, reason);
        }
        if self.writes_fields(case.scenario) {
            let reason = "the test wrote to fields of the object";
            return finding(FindingKind::FabricatedState, reason);
        }
        if case.is("java/lang/NullPointerException") && self.is_made_of_collection(case.scenario) {
            let reason = "an object was made from a collection that may lack what it needs";
            return finding(FindingKind::FabricatedState, reason);
        }
        if case.is("java/lang/NullPointerException") && self.is_incomplete(world, case) {
            let reason = "the object is not fully configured";
            return finding(FindingKind::FabricatedState, reason);
        }
        if !self.is_public_use(world, case.scenario) {
            let reason = "only members that are not public lead there";
            return finding(FindingKind::InvalidArgument, reason);
        }
        None
    }

    /// What an exception is that no precondition of another kind explains.
    fn defect(&self, world: &mut World, case: &Case<'_>, place: ClassId) -> Verdict {
        let finding = |kind, reason: String| Verdict::Finding(kind, reason);
        let invalid = |reason: String| Verdict::Finding(FindingKind::InvalidArgument, reason);
        let given = case.given(self);
        if case.is("java/lang/AssertionError") {
            return match self.unchecked(case, &given) {
                Some(name) => invalid(format!("an assertion rejects `{name}`")),
                None if self.takes_nothing(case.cause.function) => Verdict::Intended,
                None => finding(
                    FindingKind::FailedAssertion,
                    "an assertion in the code fails".to_owned(),
                ),
            };
        }
        if let Some(name) = never_throws(world, case.method) {
            return finding(
                FindingKind::BrokenContract,
                format!("`{name}` must not throw for any argument"),
            );
        }
        if steps_beyond(world, case) {
            return finding(
                FindingKind::BrokenContract,
                "an iterator at its end throws NoSuchElementException".to_owned(),
            );
        }
        if self.is_allowed(world, case) {
            return invalid("what it overrides in the JDK may throw that".to_owned());
        }
        if COMPLAINTS.iter().any(|complaint| case.is(complaint)) {
            return match self.rejects_otherwise(world, case, place) {
                Some(usual) => finding(
                    FindingKind::Crash,
                    format!("other invalid text is rejected with {usual}"),
                ),
                None => invalid("the exception says what the caller did wrong".to_owned()),
            };
        }
        if !FAULTS.iter().any(|fault| case.is(fault)) {
            return invalid("the exception is meant for the caller".to_owned());
        }
        if is_exact(&case.fault.raised) {
            return invalid("the library rejects what it was given".to_owned());
        }
        if let Some(name) = self.unchecked(case, &given) {
            return invalid(format!("`{name}` is used without a check"));
        }
        if case.is("java/lang/ClassCastException") && self.takes_object(case.scenario) {
            return invalid("an object of another class was given".to_owned());
        }
        finding(FindingKind::Crash, self.blame(case, &given))
    }

    /// A number, a length or a text that the failing condition depends on though nothing has looked at it before.
    fn unchecked(&self, case: &Case<'_>, given: &[(Source, Given<'_>)]) -> Option<String> {
        let fault = case.fault;
        // A position or a size that goes with an array is the caller's to get right.
        let of_array = self.hands_array(case.scenario);
        let at_fault = given.iter().filter(|(source, given)| match given.what {
            What::Number => {
                of_array || !fault.compared.contains(source) || is_extreme(case.scenario, *source)
            }
            What::Array => !fault.compared.contains(source),
            What::Text | What::Bytes => match source {
                Source::Variable(variable, Part::Length) => {
                    let is_of = |other: &Source| {
                        matches!(other, Source::Variable(own, _) if own == variable)
                    };
                    !fault.looked_at.iter().any(is_of)
                }
                _ => false,
            },
            What::Character => false,
        });
        // An index beyond a text is more to blame than the text.
        if let Some((_, given)) = at_fault.min_by_key(|(_, given)| given.what != What::Number) {
            return Some(given.name.to_owned());
        }
        // What is not known to depend on anything may still depend on what was given.
        if !fault.depends.is_empty() || case.is("java/lang/NullPointerException") {
            return None;
        }
        let last = case.scenario.statements.len() - 1;
        let own = self.numbers(case.scenario, last);
        let unseen = own.into_iter().find(|(source, _)| !fault.compared.contains(source));
        unseen.map(|(_, name)| name)
    }

    /// Why an exception is a defect.
    fn blame(&self, case: &Case<'_>, given: &[(Source, Given<'_>)]) -> String {
        let of = |wanted: fn(What) -> bool| {
            let names = given.iter().filter(|(_, given)| wanted(given.what));
            let names: BTreeSet<String> =
                names.map(|(_, given)| format!("`{}`", given.name)).collect();
            (!names.is_empty()).then(|| names.into_iter().collect::<Vec<_>>().join(", "))
        };
        if let Some(names) = of(|what| matches!(what, What::Number | What::Array)) {
            return format!("the code checks {names} first, and lets this through");
        }
        if let Some(names) = of(|what| matches!(what, What::Text | What::Bytes | What::Character)) {
            return format!("it depends on what {names} holds, and nothing rejects that");
        }
        match case.is("java/lang/NullPointerException") {
            true => "the null comes from the code: none was passed".to_owned(),
            false => "no number, array or null that was passed explains it".to_owned(),
        }
    }

    /// The exception by which text is rejected that cannot be read, if it is not the one that was thrown.
    fn rejects_otherwise(
        &self,
        world: &mut World,
        case: &Case<'_>,
        place: ClassId,
    ) -> Option<String> {
        let takes_text = case.scenario.statements.last().is_some_and(|last| match last {
            Statement::Call { function, .. } => self.takes_text(*function),
            _ => false,
        });
        if !case.is("java/lang/IllegalArgumentException") || !takes_text {
            return None;
        }
        let simple = |class: &str| class.rsplit(['/', '$']).next().unwrap_or(class).to_owned();
        let key = world.function_method(case.method)?;
        if let Some(declared) = world.declared_exceptions(key).first() {
            return Some(simple(declared));
        }
        let package = world.info(place).package().to_owned();
        let made = constructed_by(world, place);
        let own = made.iter().find(|class| {
            let is_error = class.ends_with("Exception") || class.ends_with("Error");
            is_error && !class.starts_with("java/") && class.starts_with(&package)
        });
        own.map(|class| simple(class))
    }

    /// The nulls that a failing condition depends on: statement and argument.
    fn nulls_at_fault(&self, case: &Case<'_>) -> Vec<(u32, u32)> {
        let pointers = case.fault.depends.iter().filter_map(|source| match source {
            Source::Pointer { statement, argument } => Some((*statement, *argument)),
            _ => None,
        });
        pointers.collect()
    }

    /// Whether an object was closed before the last call.
    pub(super) fn is_released(&self, scenario: &Scenario) -> bool {
        let (_, before) = scenario.statements.split_last().unwrap_or((&NOTHING, &[]));
        before.iter().any(|statement| match statement {
            Statement::Call { function, .. } => matches!(
                self.api.members.get(function),
                Some(Member::Method { name, .. }) if RELEASES.contains(&name.as_str())
            ),
            _ => false,
        })
    }

    /// Whether a constructor is handed a collection of the library's.
    fn is_made_of_collection(&self, scenario: &Scenario) -> bool {
        let types = &self.api.types;
        scenario.statements.iter().any(|statement| {
            let Statement::Call { function, .. } = statement else { return false };
            let is_own = matches!(
                self.api.members.get(function),
                Some(Member::Constructor { class, .. }) if !class.starts_with("java/")
            );
            let callable = self.program.catalogue.callable(*function);
            let mut params = callable.into_iter().flat_map(|callable| &callable.params);
            is_own
                && params.any(|(_, ty)| {
                    types[*ty].class_name().is_some_and(|class| class.starts_with("java/util/"))
                })
        })
    }

    /// Whether a method is called on an object that has setters, or is a builder, before any of them was called.
    fn is_incomplete(&self, world: &World, case: &Case<'_>) -> bool {
        let Some(key) = world.function_method(case.method) else { return false };
        let (class, method) = (world.info(key.class), world.method_info(key));
        let sets =
            |name: &str| ["set", "with", "init"].into_iter().any(|prefix| name.starts_with(prefix));
        let is_told = case.scenario.statements.iter().any(|statement| match statement {
            Statement::Call { function, .. } => matches!(
                self.api.members.get(function),
                Some(Member::Method { name, .. }) if sets(name)
            ),
            _ => false,
        });
        let has_setters = class.methods.iter().any(|own| sets(&own.name) && !own.is_static());
        !method.is_static() && (class.name.ends_with("Builder") || has_setters && !is_told)
    }

    /// Whether an object is handed to a method of another one of its class, which may be itself.
    fn may_hold_itself(&self, scenario: &Scenario) -> bool {
        scenario.statements.iter().any(|statement| {
            let Statement::Call { function, .. } = statement else { return false };
            let Some(Member::Method { class, is_static: false, .. }) =
                self.api.members.get(function)
            else {
                return false;
            };
            let callable = self.program.catalogue.callable(*function);
            let mut params = callable.into_iter().flat_map(|own| own.params.iter().skip(1));
            self.with_world(|world| {
                let of = |name: &str| world.known_class(name);
                params.any(|(_, ty)| {
                    let wanted = self.api.types[*ty].class_name().and_then(of);
                    of(class).zip(wanted).is_some_and(|(class, wanted)| {
                        world.is_subtype(&self.program, class, wanted)
                    })
                })
            })
        })
    }

    pub(super) fn writes_fields(&self, scenario: &Scenario) -> bool {
        scenario.statements.iter().any(|statement| match statement {
            Statement::Call { function, .. } => {
                matches!(self.api.members.get(function), Some(Member::SetField { .. }))
            }
            _ => false,
        })
    }

    /// Whether an object of a scenario is one that was made for the test.
    pub(super) fn has_stub(&self, scenario: &Scenario) -> bool {
        scenario.statements.iter().any(|statement| match statement {
            Statement::Call { function, .. } => {
                matches!(self.api.members.get(function), Some(Member::Stub(_)))
            }
            _ => false,
        })
    }

    /// Whether an object is of a subclass that the test makes by a constructor without arguments, where the class has one
    /// that takes what the object needs.
    fn has_unfinished_stub(&self, world: &World, scenario: &Scenario) -> bool {
        scenario.statements.iter().any(|statement| {
            let Statement::Call { function, .. } = statement else { return false };
            let Some(Member::Stub(stub)) = self.api.members.get(function) else { return false };
            let Some(class) = world.known_class(&stub.class) else { return false };
            let takes_something = |descriptor: &str| !descriptor.starts_with("()");
            let mut constructors =
                world.info(class).methods.iter().filter(|method| &*method.name == "<init>");
            stub.constructor == 0 && constructors.any(|method| takes_something(&method.descriptor))
        })
    }

    /// Whether everything of the program's own that a scenario calls is there for everybody.
    pub(super) fn is_public_use(&self, world: &World, scenario: &Scenario) -> bool {
        scenario.statements.iter().all(|statement| match statement {
            Statement::Call { function, .. } => {
                let method = self.api.methods.get(function).copied();
                method.is_none_or(|method| is_public(world, method))
            }
            _ => true,
        })
    }

    /// Whether a method overrides one of the JDK's that may throw such an exception.
    fn is_allowed(&self, world: &World, case: &Case<'_>) -> bool {
        let Some(key) = world.function_method(case.method) else { return false };
        let (class, method) = (world.info(key.class), world.method_info(key));
        let overrides = !class.origin.user
            || world.supertypes(key.class).into_iter().any(|above| {
                let above = world.info(above);
                let count = parameters(&method.descriptor);
                !above.origin.user
                    && &*above.name != "java/lang/Object"
                    && above
                        .methods
                        .iter()
                        .any(|own| own.name == method.name && parameters(&own.descriptor) == count)
            });
        let by_index = case.is("java/lang/IndexOutOfBoundsException")
            && method.descriptor.split(')').next().is_some_and(|own| own.contains('I'));
        overrides
            && (by_index
                || case.is("java/lang/NullPointerException")
                || case.is("java/lang/ClassCastException")
                || COMPLAINTS.iter().any(|complaint| case.is(complaint)))
    }

    /// Whether there is a null anywhere in a scenario, in an array too, or passed as it is.
    pub(super) fn has_null(&self, scenario: &Scenario) -> bool {
        scenario.statements.iter().any(|statement| match statement {
            Statement::Value { ty: Type::Ptr, bits: 0, .. } => true,
            Statement::Array { variable, array } if array.element == Type::Ptr => {
                let set = |slot: u32| {
                    let place = Place::Variable(*variable, slot * Type::Ptr.bytes());
                    scenario.statements.iter().any(
                        |set| matches!(set, Statement::Set { place: own, .. } if *own == place),
                    )
                };
                (0..array.length).any(|slot| !set(slot))
            }
            Statement::Call { function, arguments, .. } => {
                let types = self.program.functions[*function].parameter_types();
                let mut handed = arguments.iter().zip(types);
                handed.any(|(own, ty)| *own == Argument::Literal(0) && ty == Type::Ptr)
            }
            _ => false,
        })
    }
}

/// A statement that does nothing.
const NOTHING: Statement = Statement::StandardInput(Vec::new());

/// Whether an input is a number that no position and no size is: below zero, or very large.
fn is_extreme(scenario: &Scenario, source: Source) -> bool {
    let Source::Variable(variable, Part::Value) = source else { return false };
    scenario.statements.iter().any(|statement| match statement {
        Statement::Value { variable: own, ty, bits, .. } if ty.is_int() && *own == variable => {
            *bits > LARGEST
        }
        _ => false,
    })
}

/// Whether a null was looked for: somebody checks for it.
fn is_checked(raised: &Raised) -> bool {
    matches!(raised, Raised::Library(method) if method.starts_with("java/util/Objects."))
}

/// Whether a method of the library rejects numbers whose result would be wrong.
fn is_exact(raised: &Raised) -> bool {
    matches!(raised, Raised::Library(method)
        if method.ends_with("Exact") || method.starts_with("java/math/Big"))
}

/// The method of every object that must not throw, if a method is one.
fn never_throws(world: &World, method: FuncId) -> Option<&'static str> {
    let method = world.method_info(world.function_method(method)?);
    let all = [
        ("equals", "(Ljava/lang/Object;)Z"),
        ("hashCode", "()I"),
        ("toString", "()Ljava/lang/String;"),
    ];
    let found = all.iter().find(|(name, descriptor)| {
        *name == &*method.name && *descriptor == &*method.descriptor && !method.is_static()
    });
    found.map(|(name, _)| *name)
}

/// Whether an iterator leaves an array or a list instead of telling that there is nothing more.
fn steps_beyond(world: &World, case: &Case<'_>) -> bool {
    let Some(key) = world.function_method(case.method) else { return false };
    let method = world.method_info(key);
    let is_step =
        matches!(&*method.name, "next" | "previous") && method.descriptor.starts_with("()");
    let mut above = world.supertypes(key.class).into_iter();
    is_step
        && case.is("java/lang/IndexOutOfBoundsException")
        && above.any(|above| &*world.info(above).name == "java/util/Iterator")
}

/// Whether a method is there for everybody, and so are the classes that it is in.
fn is_public(world: &World, method: FuncId) -> bool {
    let Some(key) = world.function_method(method) else { return true };
    if world.method_info(key).flags & flags::PUBLIC == 0 {
        return false;
    }
    let mut class = Some(key.class);
    while let Some(next) = class {
        let info = world.info(next);
        let inside = world.declared_inside(next);
        let access = inside.as_ref().map_or(info.flags, |(_, access)| *access);
        if access & flags::PUBLIC == 0 || info.package().split('/').any(|part| part == "internal") {
            return false;
        }
        class = inside.and_then(|(outer, _)| world.known_class(&outer));
    }
    true
}

/// How many parameters a descriptor has.
fn parameters(descriptor: &str) -> usize {
    let inside = descriptor.split(')').next().unwrap_or_default().trim_start_matches('(');
    let (mut count, mut in_name) = (0, false);
    for letter in inside.chars() {
        match letter {
            ';' => in_name = false,
            '[' => {}
            _ if in_name => {}
            _ => {
                in_name = letter == 'L';
                count += 1;
            }
        }
    }
    count
}

fn declares(world: &World, case: &Case<'_>) -> bool {
    let Some(key) = world.function_method(case.method) else { return false };
    world.declared_exceptions(key).iter().any(|declared| case.is(declared))
}

/// Whether a method is the `valueOf` that compilers write into each enumeration: that it throws is in the language.
fn is_of_every_enum(world: &World, method: FuncId) -> bool {
    world.function_method(method).is_some_and(|key| {
        let (info, method) = (world.info(key.class), world.method_info(key));
        info.flags & flags::ENUM != 0
            && &*method.name == "valueOf"
            && method.descriptor.starts_with("(Ljava/lang/String;)")
    })
}

/// The classes of which the code of a class makes objects.
fn constructed_by(world: &mut World, class: ClassId) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let Ok(pool) = world.pool(class) else { return found };
    for index in 1..=pool.len() as u16 {
        let Ok((class, signature)) = pool.try_get_method_ref(index) else { continue };
        let name = pool.try_get_name_and_type(*signature);
        let name = name.and_then(|(name, _)| pool.try_get_utf8(*name));
        if let (Ok(class), Ok(name)) = (pool.try_get_class(*class), name)
            && name.to_str_lossy() == "<init>"
        {
            found.insert(class.to_str_lossy().into_owned());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::parameters;

    #[test]
    fn parameters_are_counted_by_descriptor() {
        assert_eq!(parameters("()V"), 0);
        assert_eq!(parameters("(ILjava/lang/String;[[J[LA;)I"), 4);
    }
}
