//! The primitives below the C sources of the library: memory, output, what the run was given, and
//! numbers as text.

use super::format::{Field, format_double};
use super::parse::{parse_double, parse_float};
use machine::{Context, Given, LEAVING, Models, Output, Stop, Stream, Value, argument};
use program::{CheckKind, Type};
use std::sync::Arc;
use term::TermId;
use trace::{Limit, Mode, TrapKind};

/// The longest field that a number is written into.
const LONGEST_FIELD: usize = 1 << 24;

/// The flag of a conversion whose result nobody but a reader sees.
const SHOWN: u32 = 64;

/// Adds the primitives.
pub(super) fn add(models: &mut Models, output: Arc<dyn Output>) {
    models.add("__ferret_write", move |context: &mut dyn Context, arguments: &[Value]| {
        let stream = match context.concrete(argument(arguments, 0)?) {
            2 => Stream::Error,
            _ => Stream::Output,
        };
        let count = context.concrete(argument(arguments, 2)?) as usize;
        output.write(stream, &read(context, argument(arguments, 1)?, count)?);
        Ok(None)
    });
    models.add("__ferret_main", |context: &mut dyn Context, arguments: &[Value]| {
        let main = context.program().function_named("main");
        let main = main.ok_or(Stop::Trap(TrapKind::BadCall))?;
        let count = (context.program().functions[main].params as usize).min(arguments.len());
        let result = context.call(main, &arguments[..count])?;
        Ok(Some(result.unwrap_or(Value::new(Type::I32, 0))))
    });
    models.add("__ferret_exit", |context: &mut dyn Context, arguments: &[Value]| {
        // What others see of the code is its last byte.
        Err(Stop::Exit((context.concrete(argument(arguments, 0)?) & 0xff) as i32))
    });
    models
        .add("__ferret_abort", |_: &mut dyn Context, _: &[Value]| Err(Stop::Trap(TrapKind::Abort)));
    models.add("__ferret_assertion", |_: &mut dyn Context, _: &[Value]| {
        Err(Stop::Trap(TrapKind::Check(CheckKind::Assertion)))
    });
    models.add("__ferret_run_thread", |context: &mut dyn Context, arguments: &[Value]| {
        let body = context.program().function_named("__ferret_thread");
        let body = body.ok_or(Stop::Trap(TrapKind::BadCall))?;
        match context.call(body, &arguments[..1.min(arguments.len())]) {
            Ok(_) | Err(Stop::Throw { object: LEAVING }) => Ok(None),
            Err(stop) => Err(stop),
        }
    });
    models.add("__ferret_leave_thread", |_: &mut dyn Context, _: &[Value]| {
        Err(Stop::Throw { object: LEAVING })
    });
    models.add("__ferret_hang", |_: &mut dyn Context, _: &[Value]| Err(Stop::Limit(Limit::Steps)));
    models.add("__ferret_allocate", |context: &mut dyn Context, arguments: &[Value]| {
        context.allocate(argument(arguments, 0)?, false).map(Some)
    });
    models.add("__ferret_too_large", |_: &mut dyn Context, _: &[Value]| {
        Ok(Some(Value::new(Type::I32, 1)))
    });
    models.add("__ferret_allocate_zeroed", |context: &mut dyn Context, arguments: &[Value]| {
        context.allocate(argument(arguments, 0)?, true).map(Some)
    });
    models.add("__ferret_release", |context: &mut dyn Context, arguments: &[Value]| {
        context.free(argument(arguments, 0)?).map(|()| None)
    });
    models.add("__ferret_object_size", |context: &mut dyn Context, arguments: &[Value]| {
        let pointer = context.concrete(argument(arguments, 0)?) as u64;
        let size = context.object_size(pointer).ok_or(Stop::Trap(TrapKind::WildAddress))?;
        Ok(Some(size))
    });
    models.add("__ferret_check_block", |context: &mut dyn Context, arguments: &[Value]| {
        let pointer = context.concrete(argument(arguments, 0)?) as u64;
        match context.is_block(pointer) {
            true => Ok(None),
            false => Err(Stop::Trap(TrapKind::InvalidFree)),
        }
    });
    models.add("__ferret_shown", |_: &mut dyn Context, arguments: &[Value]| {
        let value = argument(arguments, 0)?;
        Ok(Some(Value::new(value.ty, value.bits)))
    });
    models.add("__ferret_concrete", |context: &mut dyn Context, arguments: &[Value]| {
        let value = argument(arguments, 0)?;
        Ok(Some(Value::new(value.ty, context.concrete(value))))
    });
    add_given(models);
    add_numbers(models);
}

fn add_given(models: &mut Models) {
    models.add("__ferret_given_count", |context: &mut dyn Context, arguments: &[Value]| {
        let environment = context.environment();
        let (arguments_given, files) = (environment.arguments.len(), environment.files.len());
        let count = match context.concrete(argument(arguments, 0)?) {
            0 => arguments_given,
            _ => files,
        };
        Ok(Some(Value::new(Type::I64, count as u128)))
    });
    models.add("__ferret_given", |context: &mut dyn Context, arguments: &[Value]| {
        let kind = context.concrete(argument(arguments, 0)?);
        let index = context.concrete(argument(arguments, 1)?) as usize;
        let environment = context.environment();
        let path = environment.files.keys().nth(index);
        let given = match kind {
            0 => Given::Argument(index),
            1 => Given::StandardInput,
            _ => Given::File(path.ok_or(Stop::Trap(TrapKind::BadCall))?),
        };
        if let (2, Given::File(path)) = (kind, given) {
            let mut name = path.as_bytes().to_vec();
            name.push(0);
            return new_object(context, &name, &[]).map(Some);
        }
        let bytes = environment.bytes(given).ok_or(Stop::Trap(TrapKind::BadCall))?.to_vec();
        let terms = environment.terms(given).to_vec();
        new_object(context, &bytes, &terms).map(Some)
    });
}

fn add_numbers(models: &mut Models) {
    models.add("__ferret_format_double", |context: &mut dyn Context, arguments: &[Value]| {
        let value = argument(arguments, 0)?;
        let signed = |context: &mut dyn Context, index| {
            argument(arguments, index).map(|value| context.concrete(value) as u32 as i32)
        };
        let conversion = signed(context, 1)? as u8;
        let flags = signed(context, 2)? as u32;
        let width = usize::try_from(signed(context, 3)?).unwrap_or(0);
        let precision = usize::try_from(signed(context, 4)?).ok();
        if width.max(precision.unwrap_or(0)) > LONGEST_FIELD {
            return Err(Stop::Limit(Limit::Memory));
        }
        let bits = if flags & SHOWN != 0 { value.bits } else { context.concrete(value) };
        let field = Field { conversion, flags, width, precision };
        let text = format_double(f64::from_bits(bits as u64), field);
        new_object(context, text.as_bytes(), &[]).map(Some)
    });
    models.add("__ferret_parse_double", |context: &mut dyn Context, arguments: &[Value]| {
        let value = parse_double(&number(context, arguments)?);
        Ok(Some(Value::new(Type::F64, value.to_bits().into())))
    });
    models.add("__ferret_parse_float", |context: &mut dyn Context, arguments: &[Value]| {
        let value = parse_float(&number(context, arguments)?);
        Ok(Some(Value::new(Type::F32, value.to_bits().into())))
    });
}

/// The text of a number, every character of which is fixed.
fn number(context: &mut dyn Context, arguments: &[Value]) -> Result<String, Stop> {
    let start = context.concrete(argument(arguments, 0)?) as u64;
    let length = context.concrete(argument(arguments, 1)?) as u64;
    let mut text = String::new();
    for index in 0..length {
        let character = context.load(Value::pointer(start.wrapping_add(index)), Type::I8)?;
        text.push(char::from(context.concrete(character) as u8));
    }
    Ok(text)
}

/// Reads bytes for the eyes only: what they depend on does not matter.
fn read(context: &mut dyn Context, pointer: Value, count: usize) -> Result<Vec<u8>, Stop> {
    let start = context.concrete(pointer) as u64;
    if context.mode() != Mode::Concolic {
        return context.bytes(start, count as u64);
    }
    let mut bytes = Vec::with_capacity(count.min(1 << 16));
    while bytes.len() < count {
        // Large pieces would make large terms.
        let at = Value::pointer(start.wrapping_add(bytes.len() as u64));
        bytes.push(context.load(at, Type::I8)?.bits as u8);
    }
    Ok(bytes)
}

/// Makes an object of these bytes, the first of which have these terms.
fn new_object(context: &mut dyn Context, bytes: &[u8], terms: &[TermId]) -> Result<Value, Stop> {
    let object = context.allocate(Value::new(Type::I64, bytes.len() as u128), false)?;
    let start = object.bits as u64;
    let (pieces, rest) = bytes.as_chunks::<16>();
    for (index, piece) in pieces.iter().enumerate() {
        let at = Value::pointer(start + 16 * index as u64);
        context.store(at, Value::new(Type::I128, u128::from_le_bytes(*piece)))?;
    }
    for (index, byte) in rest.iter().enumerate() {
        let at = Value::pointer(start + (16 * pieces.len() + index) as u64);
        context.store(at, Value::new(Type::I8, (*byte).into()))?;
    }
    for (index, (byte, term)) in bytes.iter().zip(terms).enumerate() {
        let value = Value { term: Some(*term), ..Value::new(Type::I8, (*byte).into()) };
        context.store(Value::pointer(start + index as u64), value)?;
    }
    Ok(object)
}
