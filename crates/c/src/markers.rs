//! Functions by which programs that were written for other tools say what their inputs are, in units that `ferret c` tests:
//! they are linked as a part of the library, and ask streams of their own names, so that a test can answer.

use crate::clang::{Clang, Compiled};
use crate::libc::{self, text};
use machine::{Context, Models, Stop, Value, argument};
use program::{ConvertOp, Type};
use std::collections::BTreeSet;
use trace::{Limit, TrapKind};

/// What stands for the file of the functions.
const FILE: &str = "<libc>/marker.c";

/// What the names of the functions begin with.
const PREFIXES: [&str; 4] = ["__VERIFIER_", "klee_", "__Crest", "reach_error"];

/// The source of the functions.
pub fn source() -> &'static str {
    include_str!("../libc/marker.c")
}

/// The functions, compiled, if one of some names is theirs. Takes these away.
pub fn compiled(clang: &Clang, missing: &mut BTreeSet<String>) -> Option<Compiled> {
    let looks_like_one = |name: &String| PREFIXES.iter().any(|prefix| name.starts_with(prefix));
    if !missing.iter().any(looks_like_one) {
        return None;
    }
    let ir = libc::compile(clang, ("marker.c", source())).ok()?;
    let defined: BTreeSet<&str> = ir.lines().filter_map(defined).collect();
    let before = missing.len();
    missing.retain(|name| !defined.contains(name.as_str()));
    let compiled = Compiled { file: FILE.into(), ir: ir.clone(), ..Compiled::default() };
    (missing.len() < before).then_some(compiled)
}

/// The function that a line of clang's output begins to define.
fn defined(line: &str) -> Option<&str> {
    let (_, behind) = line.strip_prefix("define ")?.split_once('@')?;
    behind.split_once('(').map(|(name, _)| name)
}

/// The question of a function that names objects: by the name of the function, not of the object.
fn question(name: &str, named: bool) -> String {
    if named { "klee_int".to_owned() } else { name.to_owned() }
}

/// Whether a question is one of the functions', so that any answer may be meant.
pub fn is_question(name: &str) -> bool {
    ["__VERIFIER_nondet_", "klee_", "CREST_"].iter().any(|prefix| name.starts_with(prefix))
}

/// The type of an answer of so many bits.
pub fn answer_of(bits: u128) -> Option<Type> {
    Some(match bits {
        1 => Type::BOOL,
        8 => Type::I8,
        16 => Type::I16,
        32 => Type::I32,
        64 => Type::I64,
        _ => return None,
    })
}

/// An answer as a `long`.
pub fn widened(context: &mut dyn Context, answer: Value) -> Value {
    match answer.ty {
        Type::I64 => answer,
        Type::BOOL => context.convert(ConvertOp::ZExt, Type::I64, answer),
        _ => context.convert(ConvertOp::SExt, Type::I64, answer),
    }
}

/// Adds the primitives of the functions.
pub fn add(models: &mut Models) {
    for (function, named) in [("__ferret_marked", false), ("__ferret_marked_named", true)] {
        models.add(function, move |context: &mut dyn Context, arguments: &[Value]| {
            let name = text(context, argument(arguments, 0)?)?;
            let bits = context.concrete(argument(arguments, 1)?);
            let ty = answer_of(bits).ok_or(Stop::Trap(TrapKind::BadCall))?;
            let answer = context.ask(&question(&name, named), ty, Value::new(ty, 0));
            Ok(Some(widened(context, answer)))
        });
    }
    for (function, ty) in
        [("__ferret_marked_double", Type::F64), ("__ferret_marked_float", Type::F32)]
    {
        models.add(function, move |context: &mut dyn Context, arguments: &[Value]| {
            let name = text(context, argument(arguments, 0)?)?;
            Ok(Some(context.ask(&name, ty, Value::new(ty, 0))))
        });
    }
    // Bytes are asked for one after the other, whatever object they belong to.
    models.add("__ferret_marked_byte", |context: &mut dyn Context, _: &[Value]| {
        let answer = context.ask(OBJECT, Type::I8, Value::new(Type::I8, 0));
        Ok(Some(context.convert(ConvertOp::ZExt, Type::I64, answer)))
    });
    // A run that breaks an assumption is none.
    models
        .add("__ferret_discard", |_: &mut dyn Context, _: &[Value]| Err(Stop::Limit(Limit::Steps)));
}

/// The question for the bytes of objects.
const OBJECT: &str = "klee_make_symbolic";
