//! `java.lang.invoke`: the members that method handles and variable handles refer to.
//!
//! Handles themselves are the JDK's own code. A resolved `MemberName` holds, beside what the library keeps
//! in it, the offset of its field or the selector of its virtual method, and through its
//! `ResolvedMethodName` the function.

use super::class_shape::{text_at, to_words};
use super::values::{NULL, long, number, wide};
use super::{Answer, Jvm, Table, nothing, zero};
use bytecode::world::{FieldRef, Member, MethodInfo, MethodKey, MethodRef, Place, World};
use classfile::error::LoadError;
use classfile::flags;
use machine::{Stop, Value};
use program::{ClassId, FuncId, SelectorId};

pub(super) const TABLE: Table = &[
    (
        "java/lang/invoke/MethodHandleNatives.init(Ljava/lang/invoke/MemberName;Ljava/lang/Object;)V",
        init,
    ),
    ("java/lang/invoke/MethodHandleNatives.expand(Ljava/lang/invoke/MemberName;)V", expand),
    (
        "java/lang/invoke/MethodHandleNatives.resolve(Ljava/lang/invoke/MemberName;Ljava/lang/Class;IZ)Ljava/lang/invoke/MemberName;",
        resolve,
    ),
    (
        "java/lang/invoke/MethodHandleNatives.objectFieldOffset(Ljava/lang/invoke/MemberName;)J",
        field_offset,
    ),
    (
        "java/lang/invoke/MethodHandleNatives.staticFieldOffset(Ljava/lang/invoke/MemberName;)J",
        static_field_offset,
    ),
    (
        "java/lang/invoke/MethodHandleNatives.staticFieldBase(Ljava/lang/invoke/MemberName;)Ljava/lang/Object;",
        static_field_base,
    ),
    (
        "java/lang/invoke/MethodHandleNatives.getMemberVMInfo(Ljava/lang/invoke/MemberName;)Ljava/lang/Object;",
        super::null,
    ),
    (
        "java/lang/invoke/MethodHandleNatives.setCallSiteTargetNormal(Ljava/lang/invoke/CallSite;Ljava/lang/invoke/MethodHandle;)V",
        set_target,
    ),
    (
        "java/lang/invoke/MethodHandleNatives.setCallSiteTargetVolatile(Ljava/lang/invoke/CallSite;Ljava/lang/invoke/MethodHandle;)V",
        set_target,
    ),
    ("java/lang/invoke/MethodHandleNatives.getNamedCon(I[Ljava/lang/Object;)I", zero),
    (
        "java/lang/invoke/MethodHandleNatives.clearCallSiteContext(Ljava/lang/invoke/MethodHandleNatives$CallSiteContext;)V",
        nothing,
    ),
];

const MEMBER: &str = "java/lang/invoke/MemberName";
const RESOLVED: &str = "java/lang/invoke/ResolvedMethodName";

const IS_METHOD: i32 = 0x1_0000;
const IS_CONSTRUCTOR: i32 = 0x2_0000;
const IS_FIELD: i32 = 0x4_0000;
const CALLER_SENSITIVE: i32 = 0x10_0000;
const TRUSTED_FINAL: i32 = 0x20_0000;
const KIND_SHIFT: u32 = 24;

/// Kinds of references, as class files number them.
mod kind {
    pub const GET_FIELD: i32 = 1;
    pub const GET_STATIC: i32 = 2;
    pub const PUT_FIELD: i32 = 3;
    pub const PUT_STATIC: i32 = 4;
    pub const INVOKE_VIRTUAL: i32 = 5;
    pub const INVOKE_STATIC: i32 = 6;
    pub const INVOKE_SPECIAL: i32 = 7;
    pub const INVOKE_INTERFACE: i32 = 9;
}

/// Finds the member that a name, a type and a kind stand for.
fn resolve(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let member = jvm.object(arguments, 0)?;
    let speculative = jvm.int(arguments, 3)? != 0;
    let clazz = Value::pointer(jvm.get_known(member, MEMBER, "clazz")?);
    let name = Value::pointer(jvm.get_known(member, MEMBER, "name")?);
    if clazz.bits == 0 || name.bits == 0 {
        let message = Some("nothing to resolve");
        return Err(jvm.throw("java/lang/IllegalArgumentException", message));
    }
    let class = jvm.mirrored(clazz)?;
    let name = jvm.text(name)?;
    let wanted = jvm.get_known(member, MEMBER, "flags")? as i32;
    let reference = wanted >> KIND_SHIFT & 0xf;
    let descriptor = jvm.member_descriptor(member)?;
    let found = if wanted & IS_FIELD != 0 {
        let found = jvm.grow(|world, program| world.field(program, class, &name, &descriptor))?;
        match found {
            Ok(field) => jvm.settle_field(member, field, reference).map(Ok)?,
            Err(error) => Err(error),
        }
    } else {
        let found = jvm.grow(|world, program| world.method(program, class, &name, &descriptor))?;
        match found {
            Ok(method) if is_of_kind(method, reference) => {
                jvm.settle_method(member, class, method, reference).map(Ok)?
            }
            Ok(_) => Err(LoadError::Incompatible(format!(
                "Expected {} method",
                if reference == kind::INVOKE_STATIC { "static" } else { "non-static" }
            ))),
            Err(error) => Err(error),
        }
    };
    match found {
        Ok(()) => Ok(Some(member)),
        Err(_) if speculative => Ok(Some(NULL)),
        Err(error) => Err(jvm.load_error(&error)),
    }
}

fn is_of_kind(method: MethodRef, reference: i32) -> bool {
    method.is_static() == (reference == kind::INVOKE_STATIC)
}

/// Makes a member name of a reflected field, method or constructor.
fn init(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    const FIELD: &str = "java/lang/reflect/Field";
    let member = jvm.object(arguments, 0)?;
    let reflected = jvm.object(arguments, 1)?;
    let class = jvm.context.class_of(reflected)?;
    let is_field = &*jvm.shared.world().info(class).name == FIELD;
    if is_field {
        let mirror = Value::pointer(jvm.get_known(reflected, FIELD, "clazz")?);
        let index = jvm.get_known(reflected, FIELD, "slot")? as usize;
        let class = jvm.mirrored(mirror)?;
        let field = jvm.shared.world().info(class).fields.get(index).cloned();
        let Some(field) = field else { return Err(jvm.internal("a field object of no field")) };
        let field = FieldRef { class, ty: field.ty, place: field.place, flags: field.flags };
        let is_static = field.flags & flags::STATIC != 0;
        let reference = if is_static { kind::GET_STATIC } else { kind::GET_FIELD };
        jvm.settle_field(member, field, reference)?;
        return Ok(None);
    }
    let (class, _, info) = jvm.executable(reflected)?;
    jvm.settle_plain(member, class, &info)?;
    Ok(None)
}

/// Fills in the name and the type of a resolved method.
fn expand(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let member = jvm.object(arguments, 0)?;
    let (function, _) = jvm.member_target(member)?;
    let Some(key) = jvm.shared.world().function_method(function) else { return Ok(None) };
    let info = jvm.shared.world().info(key.class).methods.get(key.index as usize).cloned();
    if let Some(info) = info {
        let name = jvm.literal(&info.name)?;
        jvm.put(member, MEMBER, "name", name)?;
        let ty = jvm.literal(&info.descriptor)?;
        jvm.put(member, MEMBER, "type", ty)?;
    }
    Ok(None)
}

fn field_offset(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let member = jvm.object(arguments, 0)?;
    long(jvm.get_known(member, MEMBER, "$index")? as i64)
}

/// Offsets of static fields are counted from the mirror that `staticFieldBase` gives.
fn static_field_offset(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let member = jvm.object(arguments, 0)?;
    let offset = jvm.get_known(member, MEMBER, "$index")?;
    let mirror = jvm.get_known(member, MEMBER, "clazz")?;
    long((jvm.statics() + offset).wrapping_sub(mirror) as i64)
}

fn static_field_base(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let member = jvm.object(arguments, 0)?;
    jvm.get(member, MEMBER, "clazz").map(Some)
}

fn set_target(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let site = jvm.object(arguments, 0)?;
    let target = jvm.reference(arguments, 1)?;
    jvm.put(site, "java/lang/invoke/CallSite", "target", target)?;
    Ok(None)
}

impl Jvm<'_> {
    /// The descriptor that the type of a member name stands for.
    fn member_descriptor(&mut self, member: Value) -> Result<String, Stop> {
        let ty = Value::pointer(self.get_known(member, MEMBER, "type")?);
        if ty.bits == 0 {
            return Ok(String::new());
        }
        let class = self.context.class_of(ty)?;
        let name = self.shared.world().info(class).name.to_string();
        match &*name {
            "java/lang/String" => self.text(ty),
            "java/lang/Class" => {
                let class = self.mirrored(ty)?;
                Ok(self.shared.world().descriptor(class))
            }
            _ => {
                let text = self.call_virtual(
                    "java/lang/invoke/MethodType",
                    "toMethodDescriptorString()Ljava/lang/String;",
                    &[ty],
                )?;
                self.text(text)
            }
        }
    }

    fn settle_field(&mut self, member: Value, field: FieldRef, reference: i32) -> Result<(), Stop> {
        let is_static = matches!(field.place, Place::Static { .. });
        let sets = matches!(reference, kind::PUT_FIELD | kind::PUT_STATIC);
        let reference = match (is_static, sets) {
            (false, false) => kind::GET_FIELD,
            (true, false) => kind::GET_STATIC,
            (false, true) => kind::PUT_FIELD,
            (true, true) => kind::PUT_STATIC,
        };
        let trusted = {
            let world = self.shared.world();
            let fixed = field.flags & flags::FINAL != 0;
            let record = world.raw_attribute(field.class, Member::Class, "Record").is_some();
            fixed && (is_static || record || world.is_hidden(field.class))
        };
        let trust = if trusted { TRUSTED_FINAL } else { 0 };
        let all = i32::from(field.flags) | IS_FIELD | reference << KIND_SHIFT | trust;
        let mirror = self.mirror(field.class)?;
        self.put(member, MEMBER, "flags", number(all))?;
        self.put(member, MEMBER, "clazz", mirror)?;
        self.put(member, MEMBER, "$index", wide(field.place.offset().into()))
    }

    /// Makes a member name of a method as it stands in its class.
    pub(super) fn settle_plain(
        &mut self,
        member: Value,
        class: ClassId,
        info: &MethodInfo,
    ) -> Result<(), Stop> {
        let (is_interface, is_final) = {
            let world = self.shared.world();
            let info = world.info(class);
            (info.is_interface(), info.flags & flags::FINAL != 0)
        };
        let fixed = is_final || info.flags & (flags::FINAL | flags::PRIVATE | flags::STATIC) != 0;
        let selector = info.selector.filter(|_| !fixed);
        let method = MethodRef { class, function: info.function, selector, flags: info.flags };
        let reference = match (info.is_static(), is_interface) {
            (true, _) => kind::INVOKE_STATIC,
            (false, true) => kind::INVOKE_INTERFACE,
            (false, false) => kind::INVOKE_VIRTUAL,
        };
        self.settle_method(member, class, method, reference)
    }

    fn settle_method(
        &mut self,
        member: Value,
        through: ClassId,
        method: MethodRef,
        reference: i32,
    ) -> Result<(), Stop> {
        let (constructor, through_interface, sensitive) = {
            let mut world = self.shared.world();
            let key = world.function_method(method.function);
            let sensitive = key.is_some_and(|key| {
                !world.info(key.class).origin.user && is_caller_sensitive(&mut world, key)
            });
            let info = world.info(method.class);
            let found = key.and_then(|key| info.methods.get(key.index as usize));
            let constructor = found.is_some_and(|method| &*method.name == "<init>");
            let through_interface = world.info(through).is_interface() && info.is_interface();
            (constructor, through_interface, sensitive)
        };
        let is_virtual = method.selector.is_some() && reference != kind::INVOKE_SPECIAL;
        let (what, reference) = match (method.is_static(), constructor, is_virtual) {
            (true, _, _) => (IS_METHOD, kind::INVOKE_STATIC),
            (_, true, _) => (IS_CONSTRUCTOR, kind::INVOKE_SPECIAL),
            (_, _, false) => (IS_METHOD, kind::INVOKE_SPECIAL),
            _ if through_interface => (IS_METHOD, kind::INVOKE_INTERFACE),
            _ => (IS_METHOD, kind::INVOKE_VIRTUAL),
        };
        let sensitive = if sensitive { CALLER_SENSITIVE } else { 0 };
        let all = i32::from(method.flags) | what | reference << KIND_SHIFT | sensitive;
        let mirror = self.mirror(method.class)?;
        let resolved = self.allocate(RESOLVED)?;
        self.put(resolved, RESOLVED, "$function", number(method.function.0 as i32))?;
        self.put_if_there(resolved, RESOLVED, "vmholder", mirror)?;
        let selector = method.selector.filter(|_| is_virtual);
        let index = selector.map_or(-1, |selector| i64::from(selector.0));
        self.put(member, MEMBER, "flags", number(all))?;
        self.put(member, MEMBER, "clazz", mirror)?;
        self.put(member, MEMBER, "method", resolved)?;
        self.put(member, MEMBER, "$index", wide(index))
    }

    /// The function of a resolved method, and the selector of a virtual one.
    pub(super) fn member_target(
        &mut self,
        member: Value,
    ) -> Result<(FuncId, Option<SelectorId>), Stop> {
        let resolved = Value::pointer(self.get_known(member, MEMBER, "method")?);
        if resolved.bits == 0 {
            return Err(self.internal("a member that is not resolved"));
        }
        let function = FuncId(self.get_known(resolved, RESOLVED, "$function")? as u32);
        let index = self.get_known(member, MEMBER, "$index")? as i64;
        let selector = u32::try_from(index).ok().map(SelectorId);
        Ok((function, selector))
    }
}

/// Whether a method of the JDK carries the annotation `CallerSensitive`: its pool names it, and the method
/// has annotations at all. Too many that count as such do no harm.
fn is_caller_sensitive(world: &mut World, key: MethodKey) -> bool {
    let Ok(pool) = world.pool(key.class) else { return false };
    let Some(bytes) =
        world.raw_attribute(key.class, Member::Method(key.index), "RuntimeVisibleAnnotations")
    else {
        return false;
    };
    // The count, then the type of the first annotation; the library annotates these methods so.
    to_words(bytes).iter().skip(1).any(|index| {
        text_at(&pool, *index).as_deref() == Some("Ljdk/internal/reflect/CallerSensitive;")
    })
}
