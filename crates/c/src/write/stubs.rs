//! Definitions of functions that the source only declares, so that a test can be linked without them.
//!
//! Where only the machine types of such a function are known, the definition has a name of its own in C and
//! the declared one in the object file.

use super::types::{declare, declare_parameter};
use super::{Unit, calls};
use generate::stubs::{self, Asked, Known, Write as Writes};
use program::catalogue::{ApiItem, ApiType};
use program::{FuncId, Function, Program, Type};
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
    program.functions[function].source_name()
}

/// The head of a function that stands in for another; none where a type of it has no name, or is not known.
pub fn head(unit: &Unit<'_>, function: FuncId) -> Option<String> {
    let catalogue = &unit.program.catalogue;
    let callable = suite::checks::callable(catalogue, function)?;
    let mut params = Vec::new();
    for (index, (_, ty)) in callable.params.iter().enumerate() {
        params.push(declare_parameter(catalogue, *ty, &format!("argument_{index}"))?);
    }
    if params.is_empty() {
        params.push("void".to_owned());
    } else if unit.program.functions[function].variadic {
        params.push("...".to_owned());
    }
    let name = name_of(unit.program, function);
    declare(catalogue, callable.result, &format!("{name}({})", params.join(", ")))
}

/// Whether a function was made up for pointers to point at.
pub fn is_fabricated(unit: &Unit<'_>, function: FuncId) -> bool {
    unit.stubs.contains(&function) && stubs::is_fabricated(&unit.program.functions[function])
}

/// Definitions that answer from the lists of a test, and otherwise give zeros. Of those that are made up, only
/// what the text of the tests mentions is defined.
/// With `records` their calls are recorded.
pub fn definitions(
    unit: &Unit<'_>,
    questions: &BTreeMap<String, Type>,
    tests: &str,
    records: bool,
) -> String {
    let mut text = String::new();
    let known = Known::new(unit.program);
    let ends = stubs::never_return(unit.program);
    for function in &unit.stubs {
        let declared = &unit.program.functions[*function];
        let name = name_of(unit.program, *function);
        let head = head(unit, *function);
        let typed = head.is_some();
        if is_fabricated(unit, *function) {
            match head.filter(|_| tests.contains(name)) {
                Some(head) => {
                    let _ = write!(text, "\nstatic {head}\n{{\n");
                }
                None => continue,
            }
        } else {
            let _ = writeln!(text, "\n/* Stub for `{name}`, which the source only declares. */");
            let head = head.unwrap_or_else(|| {
                let head = bare_head(declared, name);
                let symbol = match RUNTIME.contains(&name) {
                    true => format!("ferret_{name}"),
                    false => name.to_owned(),
                };
                let _ = writeln!(text, "{head} __asm__(\"{symbol}\");");
                head
            });
            let _ = write!(text, "{head}\n{{\n");
        }
        let stub = Stub { unit, function: *function, name, questions, typed };
        let asked = known.asked(*function);
        let record = match records {
            true => stub.record(&known),
            false => String::new(),
        };
        if ends.contains(function) {
            text += &record;
            text += &stub.writes(&asked.writes);
            let _ = writeln!(text, "    exit({});", stubs::STATUS);
        } else {
            // Declarations come first, as old compilers want them.
            let (before, after) = stub.result(&asked);
            text += &before;
            text += &record;
            text += &stub.writes(&asked.writes);
            text += &after;
        }
        text += "}\n";
    }
    text
}

/// Functions of the library that sanitizers and counters of coverage call themselves, and that nothing of ours runs for
/// the code under test.
const RUNTIME: [&str; 27] = [
    "confstr",
    "dl_iterate_phdr",
    "dladdr",
    "dlsym",
    "dlvsym",
    "ftruncate",
    "getauxval",
    "getpagesize",
    "getrlimit",
    "getrusage",
    "madvise",
    "mmap",
    "mprotect",
    "munmap",
    "pipe",
    "prctl",
    "pthread_atfork",
    "pthread_getattr_np",
    "sched_getaffinity",
    "setrlimit",
    "sigaction",
    "sigaltstack",
    "sysconf",
    "syslog",
    "uname",
    "vfork",
    "wait4",
];

/// What stands before the source is included: stubs of the library's functions get other names in the object file where
/// others than the code under test need the library's own.
pub fn renamed(unit: &Unit<'_>) -> String {
    let names = unit.stubs.iter().filter(|stub| !is_fabricated(unit, **stub));
    let names = names.map(|stub| name_of(unit.program, *stub));
    let mut text = String::new();
    for name in names.filter(|name| RUNTIME.contains(name)) {
        let _ = writeln!(text, "#pragma redefine_extname {name} ferret_{name}");
    }
    text
}

/// The head of a function of which nothing but its machine types are known.
fn bare_head(declared: &Function, name: &str) -> String {
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
    format!("{result}{gap}stub_of_{name}({})", params.join(", "))
}

/// A definition while it is written.
struct Stub<'u> {
    unit: &'u Unit<'u>,
    function: FuncId,
    name: &'u str,
    /// What tests answer.
    questions: &'u BTreeMap<String, Type>,
    /// Whether its parameters have their own types.
    typed: bool,
}

impl Stub<'_> {
    fn declared(&self) -> &Function {
        &self.unit.program.functions[self.function]
    }

    /// The list that holds the answers to a question, and their type; none if no test has one.
    fn list(&self, question: &str) -> Option<(String, Type)> {
        let question = format!("{}{question}", self.name);
        let ty = self.questions.get(&question)?;
        Some((super::streams::list_name(&question), *ty))
    }

    /// The statement that records a call.
    fn record(&self, known: &Known<'_>) -> String {
        let program = self.unit.program;
        let callable = suite::checks::callable(&program.catalogue, self.function);
        let shown = known.shown(self.function);
        calls::record(program, self.name, &shown, callable.filter(|_| self.typed))
    }

    /// What is written through the parameters.
    fn writes(&self, writes: &[Writes]) -> String {
        let mut text = String::new();
        for index in 0..self.declared().params as usize {
            let mut used = false;
            for write in writes.iter().filter(|write| write.argument == index) {
                let Some((list, ty)) = self.list(&write.question) else { continue };
                used = true;
                let pointer = format!("argument_{index}");
                let _ = write!(text, "    if ({pointer} && HAS({list}))");
                text += &match &write.field {
                    Some(field) if self.typed => {
                        format!("\n        {pointer}->{field} = {};\n", taken(ty, &list))
                    }
                    None if self.typed && write.ty.is_some() => {
                        format!("\n        *{pointer} = {};\n", taken(ty, &list))
                    }
                    _ => copied(ty, &list, &pointer, write.offset),
                };
            }
            if !used {
                let _ = writeln!(text, "    (void)argument_{index};");
            }
        }
        text
    }

    /// How the result comes about: what stands before and what stands after everything else.
    fn result(&self, asked: &Asked) -> (String, String) {
        let answers = self.list("");
        match (self.declared().result, answers) {
            (None, _) => (String::new(), String::new()),
            (Some(_), None) => (String::new(), "    return 0;\n".to_owned()),
            (Some(Type::Ptr), Some((list, _))) => {
                let numbers = asked.sized.iter().map(|index| format!("(size_t)argument_{index}"));
                let numbers: Vec<String> = numbers.collect();
                let (fits, size) = match &numbers[..] {
                    [] => (String::new(), asked.size.max(4096).to_string()),
                    numbers => {
                        let size = numbers.join(" * ");
                        (format!(" && {size} <= {}", stubs::MOST_BYTES), size)
                    }
                };
                let memory =
                    format!("HAS({list}) && TAKE({list}){fits} ? ferret_memory({size}) : NULL");
                let mut fills = Vec::new();
                for fill in &asked.fills {
                    fills.extend(self.list(&fill.question).map(|(list, ty)| (fill, list, ty)));
                }
                match &fills[..] {
                    [] => (String::new(), format!("    return {memory};\n")),
                    [(fill, list, ty), ..] if fill.field.is_none() => {
                        let bits = integer_of(*ty);
                        let count = fills.len();
                        let before = format!("    {bits} *result = {memory};\n    int index;\n");
                        let after = format!(
                            "    for (index = 0; result && index < {count} && HAS({list}); index++)\n        result[index] = ({bits})TAKE({list});\n    return (void *)result;\n"
                        );
                        (before, after)
                    }
                    _ => {
                        let record = self.result_record().filter(|_| self.typed);
                        let before = record.as_deref().unwrap_or("char *result");
                        let before = format!("    {before} = {memory};\n");
                        let mut after = String::new();
                        for (fill, list, ty) in &fills {
                            let _ = write!(after, "    if (result && HAS({list}))");
                            after += &match fill.field.as_ref().filter(|_| record.is_some()) {
                                Some(field) => {
                                    format!("\n        result->{field} = {};\n", taken(*ty, list))
                                }
                                None => copied(*ty, list, "result", fill.offset),
                            };
                        }
                        after += "    return (void *)result;\n";
                        (before, after)
                    }
                }
            }
            (Some(ty), Some((list, _))) => {
                let value = match ty {
                    Type::F32 | Type::F64 => taken(ty, &list),
                    _ => format!("({})TAKE({list})", spelled(ty)),
                };
                (String::new(), format!("    return HAS({list}) ? {value} : 0;\n"))
            }
        }
    }

    /// The declaration of a pointer to the record that the result points at, which is not constant here.
    fn result_record(&self) -> Option<String> {
        let catalogue = &self.unit.program.catalogue;
        let callable = suite::checks::callable(catalogue, self.function)?;
        let mut target = catalogue.pointee(callable.result)?;
        while let ApiType::Const(of) = &catalogue.types[target] {
            target = *of;
        }
        declare(catalogue, target, "*result")
    }
}

/// An answer as a value of a type.
fn taken(ty: Type, list: &str) -> String {
    match ty {
        Type::F32 => format!("ferret_float((int)TAKE({list}))"),
        Type::F64 => format!("ferret_double(TAKE({list}))"),
        _ => format!("({})TAKE({list})", integer_of(ty)),
    }
}

/// An answer put where a pointer points at.
fn copied(ty: Type, list: &str, pointer: &str, offset: u32) -> String {
    let bits = integer_of(ty);
    let at = match offset {
        0 => format!("(void *){pointer}"),
        _ => format!("(char *){pointer} + {offset}"),
    };
    format!(
        " {{\n        {bits} value = ({bits})TAKE({list});\n        memcpy({at}, &value, sizeof value);\n    }}\n"
    )
}

/// Declarations of functions that another file defines.
pub fn foreign(unit: &Unit<'_>) -> String {
    let mut text = String::new();
    for head in unit.foreign.iter().filter_map(|function| head(unit, *function)) {
        if text.is_empty() {
            text += "\n/* Functions of other files. */\n";
        }
        let _ = writeln!(text, "{head};");
    }
    text
}

/// Definitions of variables that the source only declares.
pub fn variables(program: &Program) -> String {
    let mut text = String::new();
    for (id, global) in program.globals.iter().filter(|(_, global)| global.external) {
        let (name, size) = (&global.name, global.size.max(1));
        let typed = program.catalogue.items.iter().find_map(|item| match item {
            // Its type is the one that the source declares, whatever in it is constant.
            ApiItem::Global { global, ty } if *global == id && size == program.globals[id].size => {
                declare(&program.catalogue, *ty, name).map(|_| format!("__typeof__({name}) {name}"))
            }
            _ => None,
        });
        let definition = typed.unwrap_or_else(|| {
            let align = global.align.max(1);
            format!(
                "unsigned char variable_{name}[{size}] __asm__(\"{name}\") __attribute__((aligned({align})))"
            )
        });
        if text.is_empty() {
            text += "\n/* Variables that the source only declares. */\n";
        }
        let _ = writeln!(text, "{definition};");
    }
    text
}

/// Memory for a stub to give, whatever the source's own requests are answered with.
pub const MEMORY: &str = "
void *ferret_zeros(size_t count, size_t size) __asm__(\"calloc\");

/* What a function gives that stands in for another; where nobody gives it back, it is no leak. */
static void *ferret_memory(size_t size)
{
    static void *blocks[64];
    static int next;

    return blocks[next++ % 64] = ferret_zeros(1, size);
}
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
