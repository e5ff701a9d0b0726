//! Definitions of functions that the source only declares, so that a test can be linked without them.
//!
//! Only the machine types of such a function are known, so the definition has a name of its own in C and
//! the declared one in the object file.

use super::Unit;
use super::types::declare;
use crate::units::source_name;
use program::{FuncId, Program, Type};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The type that hands a value over as the machine type does.
fn spelled(ty: Type) -> &'static str {
    match ty {
        Type::F32 => "float",
        Type::F64 => "double",
        Type::Ptr => "void *",
        _ => match ty.bits() {
            1..=8 => "unsigned char",
            9..=16 => "unsigned short",
            17..=32 => "int",
            33..=64 => "long",
            _ => "__int128",
        },
    }
}

/// An integer type as wide as a type.
fn integer_of(ty: Type) -> &'static str {
    match ty.bytes() {
        1 => "char",
        2 => "short",
        4 => "int",
        _ => "long",
    }
}

/// The names of the questions that a stub asks begin with this.
pub fn name_of(program: &Program, function: FuncId) -> &str {
    source_name(program, function)
}

/// The head of a function that stands in where a pointer to a function is wanted; none where a type of it
/// has no name. Functions that the source declares are not in the catalogue, those made up for pointers are.
pub fn head(unit: &Unit<'_>, function: FuncId) -> Option<String> {
    let catalogue = &unit.program.catalogue;
    let callable = suite::checks::callable(catalogue, function)?;
    let mut params = Vec::new();
    for (index, (_, ty)) in callable.params.iter().enumerate() {
        params.push(declare(catalogue, *ty, &format!("argument_{index}"))?);
    }
    if params.is_empty() {
        params.push("void".to_owned());
    }
    let name = name_of(unit.program, function);
    declare(catalogue, callable.result, &format!("{name}({})", params.join(", ")))
}

/// Whether a function was made up for pointers to point at.
pub fn is_made_up(unit: &Unit<'_>, function: FuncId) -> bool {
    unit.stubs.contains(&function)
        && suite::checks::callable(&unit.program.catalogue, function).is_some()
}

/// Definitions that answer from the lists of a test, and otherwise give zeros. Of those that are made up, only
/// what the text of the tests mentions is defined.
pub fn definitions(unit: &Unit<'_>, questions: &BTreeMap<String, Type>, tests: &str) -> String {
    let mut text = String::new();
    for function in &unit.stubs {
        let declared = &unit.program.functions[*function];
        let name = name_of(unit.program, *function);
        if is_made_up(unit, *function) {
            match head(unit, *function).filter(|_| tests.contains(name)) {
                Some(head) => {
                    let _ = write!(text, "\nstatic {head}\n{{\n");
                }
                None => continue,
            }
        } else {
            let mut params: Vec<String> = declared
                .parameter_types()
                .enumerate()
                .map(|(index, ty)| format!("{} argument_{index}", spelled(ty)).replace("* ", "*"))
                .collect();
            if params.is_empty() {
                params.push("void".to_owned());
            } else if declared.variadic {
                params.push("...".to_owned());
            }
            let result = declared.result.map_or("void", spelled);
            let gap = if result.ends_with('*') { "" } else { " " };
            let head = format!("{result}{gap}stub_of_{name}({})", params.join(", "));
            let _ = write!(
                text,
                "\n/* Stands in for `{name}`, which the source only declares. */\n{head} __asm__(\"{name}\");\n{head}\n{{\n"
            );
        }
        for index in 0..declared.params {
            let question = format!("{name}.arg{index}");
            match questions.get(&question) {
                None => {
                    let _ = writeln!(text, "    (void)argument_{index};");
                }
                Some(ty) => {
                    let list = super::streams::list_name(&question);
                    let bits = integer_of(*ty);
                    let _ = write!(
                        text,
                        "    if (argument_{index} && HAS({list})) {{\n        {bits} value = ({bits})TAKE({list});\n        memcpy((void *)argument_{index}, &value, sizeof value);\n    }}\n"
                    );
                }
            }
        }
        let asked = questions.contains_key(name);
        let list = super::streams::list_name(name);
        match declared.result {
            None => {}
            Some(Type::Ptr) if asked => {
                let _ = writeln!(
                    text,
                    "    return HAS({list}) && TAKE({list}) ? ferret_memory(1, 4096) : NULL;"
                );
            }
            Some(ty) if asked => {
                let value = match ty {
                    Type::F32 => format!("ferret_float((int)TAKE({list}))"),
                    Type::F64 => format!("ferret_double(TAKE({list}))"),
                    _ => format!("({})TAKE({list})", spelled(ty)),
                };
                let _ = writeln!(text, "    return HAS({list}) ? {value} : 0;");
            }
            Some(_) => text += "    return 0;\n",
        }
        text += "}\n";
    }
    text
}

/// Definitions of variables that the source only declares.
pub fn variables(program: &Program) -> String {
    let mut text = String::new();
    for global in program.globals.values().filter(|global| global.external) {
        let (name, size) = (&global.name, global.size.max(1));
        let mark =
            if text.is_empty() { "\n/* Variables that the source only declares. */\n" } else { "" };
        let _ = writeln!(
            text,
            "{mark}_Alignas({}) unsigned char variable_{name}[{size}] __asm__(\"{name}\");",
            global.align.max(1)
        );
    }
    text
}

/// Memory for a stub to give, whatever the source's own requests are answered with.
pub const MEMORY: &str = "
void *ferret_memory(size_t count, size_t size) __asm__(\"calloc\");
";

/// Helpers for answers that are floats: the bits of one.
pub const FLOATS: &str = "
static double ferret_double(long bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float ferret_float(int bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
";
