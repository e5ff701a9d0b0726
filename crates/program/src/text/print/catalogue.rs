//! The catalogue: `type` and `api` lines, and labels for types, which have none of their own.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Printer;
use crate::Program;
use crate::catalogue::{ApiCallable, ApiItem, ApiKept, ApiPass, ApiType, ApiTypeId, Holds};

impl Printer<'_> {
    /// Writes the catalogue.
    pub fn catalogue(&mut self) {
        let catalogue = &self.program.catalogue;
        let labels = labels(self.program);
        self.group(catalogue.types.iter(), |printer, (id, ty)| {
            printer.out.push_str("type ");
            printer.type_name(&labels, id);
            printer.out.push_str(" = ");
            printer.api_type(&labels, ty);
            printer.out.push('\n');
        });
        self.group(&catalogue.items, |printer, item| {
            printer.out.push_str("api ");
            printer.api_item(&labels, item);
            printer.out.push('\n');
        });
    }

    fn type_name(&mut self, labels: &[String], ty: ApiTypeId) {
        self.word_or_number(labels.get(ty.0 as usize).map(String::as_str), ty.0);
    }

    fn api_type(&mut self, labels: &[String], ty: &ApiType) {
        match ty {
            ApiType::Void => self.out.push_str("void"),
            ApiType::Bool => self.out.push_str("bool"),
            ApiType::Int { bits, signed } => self.put(format_args!("{} {bits}", integer(*signed))),
            ApiType::Char { bits, signed } => {
                self.put(format_args!("{} {bits}", if *signed { "char" } else { "uchar" }));
            }
            ApiType::F32 => self.out.push_str("f32"),
            ApiType::F64 => self.out.push_str("f64"),
            ApiType::Pointer(target) => {
                self.out.push_str("pointer to ");
                self.type_name(labels, *target);
            }
            ApiType::Array { element, length } => {
                self.out.push_str("array ");
                if let Some(length) = length {
                    self.put(format_args!("{length} "));
                }
                self.out.push_str("of ");
                self.type_name(labels, *element);
            }
            ApiType::Record { name, union, size, fields } => {
                self.out.push_str(if *union { "union " } else { "struct " });
                self.name(name);
                self.put(format_args!(" size {size} {{ "));
                self.separated(", ", fields, |printer, field| {
                    printer.name(&field.name);
                    printer.out.push_str(": ");
                    printer.type_name(labels, field.ty);
                    printer.put(format_args!(" at {}", field.offset));
                    if let Some((first, width)) = field.bits {
                        printer.put(format_args!(" bits {first}:{width}"));
                    }
                });
                self.out.push_str(" }");
            }
            ApiType::Enum { name, bits, signed, enumerators } => {
                self.out.push_str("enum ");
                self.name(name);
                self.put(format_args!(" {} {bits} {{ ", integer(*signed)));
                self.separated(", ", enumerators, |printer, (name, value)| {
                    printer.name(name);
                    printer.put(format_args!(" = {value}"));
                });
                self.out.push_str(" }");
            }
            ApiType::Function { params, result, variadic } => {
                self.out.push_str("function(");
                self.separated(", ", params, |printer, param| printer.type_name(labels, *param));
                if *variadic {
                    self.out.push_str(if params.is_empty() { "..." } else { ", ..." });
                }
                self.out.push_str(") -> ");
                self.type_name(labels, *result);
            }
            ApiType::Alias { name, of } => {
                self.out.push_str("alias ");
                self.name(name);
                self.out.push_str(" of ");
                self.type_name(labels, *of);
            }
            ApiType::Const(of) => {
                self.out.push_str("const ");
                self.type_name(labels, *of);
            }
            ApiType::Opaque(name) => {
                self.out.push_str("opaque ");
                self.name(name);
            }
            ApiType::Class(class) => {
                self.out.push_str("class ");
                self.class_name(*class);
            }
            ApiType::Managed { class, element } => {
                self.out.push_str("managed ");
                self.class_name(*class);
                self.out.push_str(" of ");
                self.type_name(labels, *element);
            }
        }
    }

    fn api_item(&mut self, labels: &[String], item: &ApiItem) {
        match item {
            ApiItem::Function(callable) => {
                self.out.push_str("function ");
                self.callable(labels, callable);
            }
            ApiItem::Constructor { class, callable } => {
                self.out.push_str("constructor ");
                self.class_name(*class);
                self.out.push(' ');
                self.callable(labels, callable);
            }
            ApiItem::Method { class, callable } => {
                self.out.push_str("method ");
                self.class_name(*class);
                self.out.push(' ');
                self.callable(labels, callable);
            }
            ApiItem::Field { class, name, ty } => {
                self.out.push_str("field ");
                self.class_name(*class);
                self.out.push(' ');
                self.name(name);
                self.out.push_str(": ");
                self.type_name(labels, *ty);
            }
            ApiItem::Global { global, ty } => {
                self.out.push_str("global ");
                self.global_name(*global);
                self.out.push_str(": ");
                self.type_name(labels, *ty);
            }
            ApiItem::Kept(ApiKept { global, offset, holds, name }) => {
                self.out.push_str("kept ");
                self.global_name(*global);
                if *offset > 0 {
                    self.put(format_args!(" + {offset}"));
                }
                self.out.push(' ');
                self.name(name);
                match holds {
                    Holds::Value(ty) => self.put(format_args!(" = {ty}")),
                    Holds::Typed(ty) => {
                        self.out.push_str(": ");
                        self.type_name(labels, *ty);
                    }
                }
            }
            ApiItem::Passing(passing) => {
                self.out.push_str("passing ");
                self.function_name(passing.function);
                self.out.push('(');
                self.separated(", ", &passing.params, |printer, pass| match pass {
                    ApiPass::Value => printer.out.push_str("value"),
                    ApiPass::Address => printer.out.push_str("address"),
                    ApiPass::Parts(offsets) => {
                        printer.out.push_str("parts");
                        offsets.iter().for_each(|offset| printer.put(format_args!(" {offset}")));
                    }
                });
                self.out.push_str(if passing.hidden_result { ") hidden" } else { ")" });
            }
            ApiItem::ReadOnly(ty) => {
                self.out.push_str("readonly ");
                self.type_name(labels, *ty);
            }
            ApiItem::Fits { given, wanted } => {
                self.out.push_str("fits ");
                self.type_name(labels, *given);
                self.out.push(' ');
                self.type_name(labels, *wanted);
            }
            ApiItem::Receiver(function) => {
                self.out.push_str("receiver ");
                self.function_name(*function);
            }
            ApiItem::Enters { function, inner } => {
                self.out.push_str("enters ");
                self.function_name(*function);
                self.out.push(' ');
                self.function_name(*inner);
            }
        }
    }

    fn callable(&mut self, labels: &[String], callable: &ApiCallable) {
        self.function_name(callable.function);
        self.out.push('(');
        self.separated(", ", &callable.params, |printer, (name, ty)| {
            printer.name(name);
            printer.out.push_str(": ");
            printer.type_name(labels, *ty);
        });
        self.out.push_str(") -> ");
        self.type_name(labels, callable.result);
    }
}

fn integer(signed: bool) -> &'static str {
    if signed { "int" } else { "uint" }
}

/// A label for each type of the catalogue, in its order: its own name, or one made from what it is;
/// numbered where two would be alike.
pub fn labels(program: &Program) -> Vec<String> {
    let wanted: Vec<String> = program.catalogue.types.ids().map(|id| label(program, id)).collect();
    let mut taken: FxHashSet<String> = FxHashSet::default();
    let mut next: FxHashMap<String, u32> = FxHashMap::default();
    let mut labels = Vec::with_capacity(wanted.len());
    for name in wanted {
        let mut unique = name.clone();
        while taken.contains(&unique) {
            let number = next.entry(name.clone()).or_insert(1);
            *number += 1;
            unique = format!("{name}.{number}");
        }
        taken.insert(unique.clone());
        labels.push(unique);
    }
    labels
}

fn label(program: &Program, mut id: ApiTypeId) -> String {
    // Derived types are named after what they are derived from; a chain that is long or that leads
    // back to itself is cut.
    const LONGEST_CHAIN: usize = 4;
    let mut suffix = String::new();
    for _ in 0..LONGEST_CHAIN {
        let base = match program.catalogue.types.get(id) {
            Some(ApiType::Pointer(target)) => {
                suffix.insert_str(0, ".ptr");
                id = *target;
                continue;
            }
            Some(ApiType::Array { element, .. }) => {
                suffix.insert_str(0, ".array");
                id = *element;
                continue;
            }
            Some(ApiType::Const(of)) => {
                suffix.insert_str(0, ".const");
                id = *of;
                continue;
            }
            Some(ApiType::Void) => "void".to_owned(),
            Some(ApiType::Bool) => "bool".to_owned(),
            Some(ApiType::Int { bits, signed }) => format!("{}{bits}", integer(*signed)),
            Some(ApiType::Char { signed: true, .. }) => "char".to_owned(),
            Some(ApiType::Char { signed: false, .. }) => "uchar".to_owned(),
            Some(ApiType::F32) => "f32".to_owned(),
            Some(ApiType::F64) => "f64".to_owned(),
            Some(ApiType::Function { .. }) => "function".to_owned(),
            Some(
                ApiType::Record { name, .. }
                | ApiType::Enum { name, .. }
                | ApiType::Alias { name, .. }
                | ApiType::Opaque(name),
            ) => name.clone(),
            Some(ApiType::Class(class) | ApiType::Managed { class, .. }) => program
                .classes
                .get(*class)
                .map_or_else(|| "class".to_owned(), |class| class.name.clone()),
            None => break,
        };
        return base + &suffix;
    }
    format!("type{suffix}")
}
