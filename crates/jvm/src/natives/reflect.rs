//! Calls by reflection, and who called.

use super::values::NULL;
use super::{Answer, Jvm, Table, one};
use bytecode::world::{MethodInfo, MethodRef, Role};
use classfile::descriptor::{JType, Signature};
use classfile::flags;
use machine::{Stop, Value};
use program::ClassId;

pub(super) const TABLE: Table = &[
    (
        "jdk/internal/reflect/NativeMethodAccessorImpl.invoke(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;",
        invoke_old,
    ),
    (
        "jdk/internal/reflect/NativeConstructorAccessorImpl.newInstance([Ljava/lang/Object;)Ljava/lang/Object;",
        construct_old,
    ),
    (
        "jdk/internal/reflect/DirectMethodHandleAccessor$NativeAccessor.invoke0(Ljava/lang/reflect/Method;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;",
        invoke,
    ),
    // The adapter that the JDK would call instead is for callers that no stack shows.
    (
        "jdk/internal/reflect/DirectMethodHandleAccessor$NativeAccessor.invoke(Ljava/lang/Object;[Ljava/lang/Object;Ljava/lang/Class;)Ljava/lang/Object;",
        invoke_sensitive,
    ),
    (
        "jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor.newInstance0(Ljava/lang/reflect/Constructor;[Ljava/lang/Object;)Ljava/lang/Object;",
        construct,
    ),
    (
        "jdk/internal/reflect/MethodHandleAccessorFactory.useNativeAccessor(Ljava/lang/reflect/Executable;)Z",
        one,
    ),
    ("jdk/internal/reflect/ReflectionFactory.useFieldHandleAccessor()Z", super::zero),
    (
        "jdk/internal/reflect/ReflectionFactory.useNativeAccessor(Ljava/lang/reflect/Executable;)Z",
        one,
    ),
    ("jdk/internal/reflect/Reflection.getCallerClass()Ljava/lang/Class;", get_caller_class),
    (
        "java/lang/reflect/AccessibleObject.checkCanSetAccessible(Ljava/lang/Class;Ljava/lang/Class;Z)Z",
        can_set_accessible,
    ),
];

fn invoke_old(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    invoke_of(jvm, "jdk/internal/reflect/NativeMethodAccessorImpl", arguments)
}

fn invoke_sensitive(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    invoke_of(jvm, "jdk/internal/reflect/DirectMethodHandleAccessor$NativeAccessor", arguments)
}

fn invoke_of(jvm: &mut Jvm<'_>, accessor: &'static str, arguments: &[Value]) -> Answer {
    let this = jvm.object(arguments, 0)?;
    let method = Value::pointer(jvm.get_known(this, accessor, "method")?);
    let receiver = jvm.reference(arguments, 1)?;
    let given = jvm.reference(arguments, 2)?;
    invoke(jvm, &[method, receiver, given])
}

fn construct_old(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    const ACCESSOR: &str = "jdk/internal/reflect/NativeConstructorAccessorImpl";
    let this = jvm.object(arguments, 0)?;
    let constructor = Value::pointer(jvm.get_known(this, ACCESSOR, "c")?);
    let given = jvm.reference(arguments, 1)?;
    construct(jvm, &[constructor, given])
}

fn invoke(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let method = jvm.object(arguments, 0)?;
    let receiver = jvm.reference(arguments, 1)?;
    let given = jvm.reference(arguments, 2)?;
    let (class, _, info) = jvm.executable(method)?;
    let mut values = Vec::new();
    if !info.is_static() {
        if receiver.bits == 0 {
            return Err(jvm.throw("java/lang/NullPointerException", None));
        }
        let of = jvm.context.class_of(receiver)?;
        if !jvm.context.is_subtype(of, class) {
            let message = jvm.no_instance(of, class);
            return Err(jvm.throw("java/lang/IllegalArgumentException", Some(&message)));
        }
        values.push(receiver);
    }
    jvm.take_arguments(&info, given, &mut values)?;
    jvm.initialize(class)?;
    let method = MethodRef {
        class,
        function: info.function,
        selector: info.selector.filter(|_| !info.is_static() && info.flags & flags::PRIVATE == 0),
        flags: info.flags,
    };
    let result = match jvm.dispatch(method, &values) {
        Ok(result) => result,
        Err(stop) => return Err(jvm.wrapped(stop)),
    };
    let ty = Signature::parse(&info.descriptor).map_or(JType::Void, Signature::result);
    jvm.boxed(ty, result).map(Some)
}

fn construct(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let constructor = jvm.object(arguments, 0)?;
    let given = jvm.reference(arguments, 1)?;
    let (class, _, info) = jvm.executable(constructor)?;
    let abstract_class = jvm.shared.world().info(class).flags & flags::ABSTRACT != 0;
    if abstract_class {
        return Err(jvm.throw("java/lang/InstantiationException", None));
    }
    let mut values = vec![NULL];
    jvm.take_arguments(&info, given, &mut values)?;
    jvm.initialize(class)?;
    let object = jvm.context.new_object(class)?;
    values[0] = object;
    match jvm.call(info.function, &values) {
        Ok(_) => Ok(Some(object)),
        Err(stop) => Err(jvm.wrapped(stop)),
    }
}

/// The class of the method that called the method that asks.
fn get_caller_class(jvm: &mut Jvm<'_>, _: &[Value]) -> Answer {
    match jvm.caller(1) {
        Some(class) => jvm.mirror(class).map(Some),
        None => Ok(Some(NULL)),
    }
}

/// Whether reflection may break into a member; exceptions are as the JDK's.
fn can_set_accessible(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let caller = jvm.reference(arguments, 1)?;
    let declaring = jvm.class_argument(arguments, 2)?;
    let throws = jvm.int(arguments, 3)? != 0;
    let this = jvm.object(arguments, 0)?;
    if caller.bits != 0 {
        let caller = jvm.mirrored(caller)?;
        let (of_jdk, opened) = {
            let world = jvm.shared.world();
            let info = world.info(declaring);
            let opened = matches!(info.package(), "sun/misc" | "sun/reflect");
            (!info.origin.user, opened || !world.info(caller).origin.user)
        };
        if of_jdk && !opened && !jvm.is_open_member(this, declaring)? {
            if !throws {
                return super::values::boolean(false);
            }
            let text =
                jvm.call_virtual("java/lang/Object", "toString()Ljava/lang/String;", &[this])?;
            let text = jvm.text(text)?;
            let (module, package) = {
                let world = jvm.shared.world();
                let info = world.info(declaring);
                let module = info.origin.module.as_deref().unwrap_or("java.base").to_owned();
                (module, info.package().replace('/', "."))
            };
            let message = format!(
                "Unable to make {}{text} accessible: module {module} does not \"opens {package}\" to unnamed module",
                if text.contains('(') { "" } else { "field " }
            );
            let unnamed = jvm.unnamed_suffix(caller)?;
            let message = format!("{message}{unnamed}");
            return Err(jvm.throw("java/lang/reflect/InaccessibleObjectException", Some(&message)));
        }
    }
    super::values::boolean(true)
}

impl Jvm<'_> {
    fn no_instance(&self, of: ClassId, wanted: ClassId) -> String {
        let old = self.shared.world().jdk().release < 18;
        if old {
            return "object is not an instance of declaring class".to_owned();
        }
        format!(
            "object of type {} is not an instance of {}",
            self.external_name(of),
            self.external_name(wanted)
        )
    }

    /// `@` and the hash code of the module object, as messages print unnamed modules.
    fn unnamed_suffix(&mut self, caller: ClassId) -> Result<String, Stop> {
        let mirror = self.mirror(caller)?;
        let module = self.get(mirror, "java/lang/Class", "module")?;
        let hash = self.call_static(
            "java/lang/System",
            "identityHashCode(Ljava/lang/Object;)I",
            &[module],
        )?;
        Ok(format!(" @{:x}", hash.bits as u32))
    }

    /// Whether a member of the JDK can be used by anybody: it and its class are public, in a package that
    /// is exported; or it is protected and static.
    fn is_open_member(&mut self, member: Value, declaring: ClassId) -> Result<bool, Stop> {
        let of = self.context.class_of(member)?;
        let (kind, exported) = {
            let world = self.shared.world();
            let info = world.info(declaring);
            let exported = super::module::is_exported(info.package());
            (world.info(of).name.to_string(), exported)
        };
        let modifiers = match &*kind {
            "java/lang/reflect/Field" => {
                self.get_known(member, "java/lang/reflect/Field", "modifiers")?
            }
            "java/lang/reflect/Method" => {
                self.get_known(member, "java/lang/reflect/Method", "modifiers")?
            }
            _ => self.get_known(member, "java/lang/reflect/Constructor", "modifiers")?,
        } as u16;
        let public = self.modifiers(declaring)? & flags::PUBLIC != 0;
        Ok(public && exported && modifiers & flags::PUBLIC != 0)
    }

    /// Unboxes the arguments in an `Object[]` for a method.
    fn take_arguments(
        &mut self,
        method: &MethodInfo,
        given: Value,
        values: &mut Vec<Value>,
    ) -> Result<(), Stop> {
        let Some(signature) = Signature::parse(&method.descriptor) else {
            return Err(self.internal("a method without a descriptor"));
        };
        let parameters: Vec<(JType, &str)> = signature.parameters().collect();
        let count = if given.bits == 0 { 0 } else { self.length(given)? };
        if count != parameters.len() {
            let message = if self.shared.world().jdk().release < 18 {
                "wrong number of arguments".to_owned()
            } else {
                format!("wrong number of arguments: {count} expected: {}", parameters.len())
            };
            return Err(self.throw("java/lang/IllegalArgumentException", Some(&message)));
        }
        for (index, (ty, descriptor)) in parameters.into_iter().enumerate() {
            let value = self.element(given, index)?;
            let fitting = if ty == JType::Reference {
                let wanted = self.class_of_descriptor(descriptor)?;
                let fits = value.bits == 0 || {
                    let class = self.context.class_of(value)?;
                    self.context.is_subtype(class, wanted)
                };
                fits.then_some(value)
            } else {
                let unboxed = self.unboxed(value)?;
                unboxed.and_then(|(from, value)| self.widened(from, ty, value))
            };
            match fitting {
                Some(value) => values.push(value),
                None => {
                    let message = Some("argument type mismatch");
                    return Err(self.throw("java/lang/IllegalArgumentException", message));
                }
            }
        }
        Ok(())
    }

    /// What was thrown in a method that was called by reflection.
    fn wrapped(&mut self, stop: Stop) -> Stop {
        let Stop::Throw { object } = stop else { return stop };
        let made = self.construct(
            "java/lang/reflect/InvocationTargetException",
            "<init>(Ljava/lang/Throwable;)V",
            &[Value::pointer(object)],
        );
        match made {
            Ok(wrapped) => Stop::Throw { object: wrapped.bits as u64 },
            Err(stop) => stop,
        }
    }

    /// The class of an open call, counted from the innermost one; calls of reflection and of method handles
    /// are passed over.
    pub(super) fn caller(&mut self, depth: usize) -> Option<ClassId> {
        let stack = self.context.stack();
        let world = self.shared.world();
        let mut frames = stack.iter().rev().filter_map(|point| match world.role(point.function) {
            Role::Method(key) => Some(key),
            _ => None,
        });
        frames.by_ref().take(depth).for_each(drop);
        let shown = frames.find(|key| {
            let info = world.info(key.class);
            let name = &*info.name;
            let method = info.methods.get(key.index as usize).map_or("", |method| &*method.name);
            let invoke = name == "java/lang/reflect/Method" && method == "invoke";
            // Not what is nested in an accessor: its initialiser looks members up for itself.
            let simple = name.rsplit(['/', '$']).next().unwrap_or(name);
            let accessor = name.starts_with("jdk/internal/reflect/") && simple.contains("Accessor");
            !(invoke || accessor || name.starts_with("java/lang/invoke/LambdaForm$"))
        });
        shown.map(|key| key.class)
    }
}
