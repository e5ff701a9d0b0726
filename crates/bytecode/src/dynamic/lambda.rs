//! `LambdaMetafactory`: a class for each lambda or method reference, with fields for what it captures.

use classfile::descriptor::{JType, Signature, class_of, of_class};
use classfile::error::LoadError;
use classfile::flags;
use program::{ClassId, FuncId, Operand, Program, Type};
use ristretto_classfile::ReferenceKind;

use super::serial;
use super::site::{Handle, Site, class_named};
use crate::world::{Made, MadeField, MadeMethod, MethodRef, Role, World};
use crate::writer::Writer;

/// `altMetafactory`: the lambda can be serialised.
const SERIALIZABLE: i32 = 1;
/// `altMetafactory`: more interfaces follow.
const MARKERS: i32 = 2;
/// `altMetafactory`: more descriptors of its method follow.
const BRIDGES: i32 = 4;

/// What a lambda is.
pub(super) struct Lambda {
    /// The functional interface's name.
    pub interface: String,
    /// The name of its method.
    pub name: String,
    /// The erased descriptor of its method.
    pub erased: String,
    /// The descriptor with the types of this lambda.
    pub exact: String,
    /// What it calls.
    pub target: Handle,
    /// Descriptors of what it captures.
    pub captured: Vec<String>,
    /// Where in an instance what it captures lies.
    pub offsets: Vec<u32>,
}

/// `metafactory`.
pub(super) fn plain(
    world: &mut World,
    program: &mut Program,
    site: &Site,
    function: FuncId,
) -> Result<(), LoadError> {
    build(world, program, site, function, &[], &[], false)
}

/// `altMetafactory`: flags and what they announce follow the usual arguments.
pub(super) fn alternative(
    world: &mut World,
    program: &mut Program,
    site: &Site,
    function: FuncId,
) -> Result<(), LoadError> {
    let options = site.int(world, 3)?;
    let mut next = 4;
    let (mut markers, mut bridges) = (Vec::new(), Vec::new());
    if options & MARKERS != 0 {
        let count = usize::try_from(site.int(world, next)?).unwrap_or(0);
        for index in next + 1..next + 1 + count {
            let name = site.class_name(world, index)?;
            markers.push(class_named(world, program, site, &name)?);
        }
        next += 1 + count;
    }
    if options & BRIDGES != 0 {
        let count = usize::try_from(site.int(world, next)?).unwrap_or(0);
        for index in next + 1..next + 1 + count {
            bridges.push(site.method_type(world, index)?);
        }
    }
    build(world, program, site, function, &markers, &bridges, options & SERIALIZABLE != 0)
}

fn build(
    world: &mut World,
    program: &mut Program,
    site: &Site,
    function: FuncId,
    markers: &[ClassId],
    bridges: &[String],
    serializable: bool,
) -> Result<(), LoadError> {
    let signature = Signature::parse(&site.descriptor).ok_or_else(|| site.bad(world))?;
    let interface = class_of(signature.result_descriptor()).ok_or_else(|| site.bad(world))?;
    let captured: Vec<(JType, &str)> = signature.parameters().collect();
    let mut lambda = Lambda {
        interface: interface.to_owned(),
        name: site.name.clone(),
        erased: site.method_type(world, 0)?,
        target: site.handle(world, 1)?,
        exact: site.method_type(world, 2)?,
        captured: captured.iter().map(|(_, text)| (*text).to_owned()).collect(),
        offsets: Vec::new(),
    };

    let mut interfaces = vec![class_named(world, program, site, interface)?];
    interfaces.extend(markers);
    if serializable {
        interfaces.push(world.class(program, "java/io/Serializable")?);
    }
    let mut seen = Vec::new();
    interfaces.retain(|&interface| {
        !seen.contains(&interface) && {
            seen.push(interface);
            true
        }
    });

    let host = world.info(site.class).name.to_string();
    let name = world.hidden_name(&format!("{host}$$Lambda"));
    let mut descriptors = vec![lambda.erased.clone()];
    for bridge in bridges {
        if !descriptors.contains(bridge) {
            descriptors.push(bridge.clone());
        }
    }
    let mut methods = Vec::new();
    for descriptor in &descriptors {
        let signature = Signature::parse(descriptor).ok_or_else(|| site.bad(world))?;
        let flags = flags::PUBLIC | flags::FINAL;
        methods.push(declare(world, program, &name, &lambda.name, descriptor, signature, flags));
    }
    if serializable {
        let descriptor = "()Ljava/lang/Object;";
        let signature = Signature::parse(descriptor).ok_or_else(|| site.bad(world))?;
        let flags = flags::PRIVATE | flags::FINAL;
        methods.push(declare(world, program, &name, "writeReplace", descriptor, signature, flags));
    }
    // A lambda that captures nothing is one object, made when its class is initialised.
    let single = captured.is_empty().then(|| -> Result<_, LoadError> {
        let name = format!("{name}.<init-class>");
        Ok((world.declare(program, name, &[], None, Role::Built), world.slot(8)?))
    });
    let single = single.transpose()?;
    let fields = captured.iter().enumerate().map(|(index, (ty, descriptor))| MadeField {
        name: format!("arg${}", index + 1),
        descriptor: (*descriptor).to_owned(),
        ty: *ty,
    });
    let made = Made {
        name,
        host: site.class,
        superclass: None,
        interfaces,
        fields: fields.collect(),
        methods: methods.clone(),
        initializer: single.map(|(initializer, _)| initializer),
        anonymous: false,
    };
    let class = world.make(program, made);
    let places = world.info(class).fields.iter().map(|field| field.place.offset());
    lambda.offsets = places.collect();

    for (method, descriptor) in methods.iter().zip(&descriptors) {
        let writer = Writer::new(world, program, method.function);
        forward(writer, site, &lambda, descriptor, method.function)?;
    }
    if serializable && let Some(method) = methods.last() {
        let writer = Writer::new(world, program, method.function);
        serial::write_replace(writer, site, &lambda, method.function)?;
    }
    if let Some((initializer, slot)) = single {
        let mut writer = Writer::new(world, program, initializer);
        let object = writer.bare_object(class);
        let place = writer.place(slot);
        writer.store(Type::Ptr, place, 0, object);
        writer.give(None);
        writer.finish(initializer);
    }
    let mut writer = Writer::new(world, program, function);
    let object = match single {
        Some((_, slot)) => {
            writer.initialise(class);
            let place = writer.place(slot);
            writer.load(Type::Ptr, place, 0)
        }
        None => {
            let object = writer.bare_object(class);
            for (index, ((ty, _), &offset)) in captured.iter().zip(&lambda.offsets).enumerate() {
                let value = writer.parameter(index);
                writer.store(ty.value(), object, offset, value);
            }
            object
        }
    };
    writer.give(Some(object));
    writer.finish(function);
    Ok(())
}

/// A method of the lambda's class, without its body.
fn declare(
    world: &mut World,
    program: &mut Program,
    class: &str,
    name: &str,
    descriptor: &str,
    signature: Signature<'_>,
    flags: u16,
) -> MadeMethod {
    let types: Vec<_> = World::types(signature, false).into_iter().map(JType::value).collect();
    let full = format!("{class}.{name}{descriptor}");
    let result = signature.result().result();
    let function = world.declare(program, full, &types, result, Role::Built);
    let (name, descriptor) = (name.to_owned(), descriptor.to_owned());
    MadeMethod { name, descriptor, flags, function, selector: None }
}

/// The lambda's method: what was captured and what it is called with go to the target, converted from
/// the types of the call to those of this lambda and from these to the target's.
fn forward(
    mut writer: Writer<'_>,
    site: &Site,
    lambda: &Lambda,
    descriptor: &str,
    function: FuncId,
) -> Result<(), LoadError> {
    let bad = |writer: &Writer<'_>| site.bad(writer.world);
    let call = Signature::parse(descriptor).ok_or_else(|| bad(&writer))?;
    let exact = Signature::parse(&lambda.exact).ok_or_else(|| bad(&writer))?;
    let target = Signature::parse(&lambda.target.descriptor).ok_or_else(|| bad(&writer))?;
    let receiver = of_class(&lambda.target.class);
    let has_receiver = matches!(
        lambda.target.kind,
        ReferenceKind::InvokeVirtual
            | ReferenceKind::InvokeInterface
            | ReferenceKind::InvokeSpecial
    );
    let wanted: Vec<&str> = has_receiver
        .then_some(receiver.as_str())
        .into_iter()
        .chain(target.parameters().map(|(_, text)| text))
        .collect();

    let mut given: Vec<(Operand, &str, &str)> = Vec::new();
    let this = writer.parameter(0);
    for (text, &offset) in lambda.captured.iter().zip(&lambda.offsets) {
        let ty = classfile::descriptor::field_type(text).ok_or_else(|| bad(&writer))?;
        given.push((writer.load(ty.value(), this, offset), text, text));
    }
    for (index, ((_, from), (_, to))) in call.parameters().zip(exact.parameters()).enumerate() {
        given.push((writer.parameter(index + 1), from, to));
    }
    if given.len() != wanted.len() {
        return Err(bad(&writer));
    }
    let mut arguments = Vec::with_capacity(given.len());
    for ((value, from, through), to) in given.into_iter().zip(wanted) {
        let value = writer.adapt(value, from, through)?;
        arguments.push(writer.adapt(value, through, to)?);
    }
    let (result, ty) = invoke(&mut writer, site, &lambda.target, &arguments)?;
    let result = writer.adapt_result(result, &ty, call.result_descriptor())?;
    writer.give(result);
    writer.finish(function);
    Ok(())
}

/// Calls what a method handle of a method stands for; gives the result and its descriptor.
pub(super) fn invoke(
    writer: &mut Writer<'_>,
    site: &Site,
    target: &Handle,
    arguments: &[Operand],
) -> Result<(Option<Operand>, String), LoadError> {
    let class = class_named(writer.world, writer.program, site, &target.class)?;
    let resolved = writer.world.method(writer.program, class, &target.name, &target.descriptor)?;
    let signature = Signature::parse(&target.descriptor).ok_or_else(|| site.bad(writer.world))?;
    let result = signature.result_descriptor().to_owned();
    match target.kind {
        ReferenceKind::NewInvokeSpecial => {
            let object = writer.new_object(class);
            let arguments: Vec<Operand> =
                std::iter::once(object).chain(arguments.iter().copied()).collect();
            writer.invoke(resolved, &target.descriptor, &arguments);
            Ok((Some(object), of_class(&target.class)))
        }
        ReferenceKind::InvokeStatic if resolved.is_static() => {
            Ok((writer.invoke(resolved, &target.descriptor, arguments), result))
        }
        ReferenceKind::InvokeSpecial => {
            let direct = MethodRef { selector: None, ..resolved };
            Ok((writer.invoke(direct, &target.descriptor, arguments), result))
        }
        ReferenceKind::InvokeVirtual | ReferenceKind::InvokeInterface if !resolved.is_static() => {
            if let Some(&receiver) = arguments.first() {
                writer.check_null(receiver);
            }
            Ok((writer.invoke(resolved, &target.descriptor, arguments), result))
        }
        _ => Err(LoadError::Incompatible(format!(
            "a method handle does not fit {}.{}{}",
            target.class, target.name, target.descriptor
        ))),
    }
}
