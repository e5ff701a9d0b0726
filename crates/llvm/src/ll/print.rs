//! Writing a module in LLVM's own text form: what was understood, for tests and for people.
//!
//! The output is again a module to this reader and to LLVM. What the reader drops (comdats, calling
//! conventions, `unnamed_addr`, attachments other than `!dbg`) is not in it; a function with an
//! unsupported body is declared, with the reason as a comment.

mod body;
mod value;

use std::fmt::Write;

use super::ast::{
    Alias, AliasKind, Attribute, Body, Function, Global, Linkage, Local, LocalId, Module, NodeId,
    ParameterAttributes, ParameterFlags, Passing, SymbolId, ThreadLocal, Visibility,
};
use program::id::{Id, IdVec};
use value::{quoted, symbol_name};

/// Writes a module.
pub fn print(module: &Module<'_>) -> String {
    let mut printer = Printer { module, out: String::new() };
    printer.module();
    printer.out
}

/// Writes one function of a module.
pub fn print_function<'a>(module: &Module<'a>, function: &Function<'a>) -> String {
    let mut printer = Printer { module, out: String::new() };
    printer.function(function);
    printer.out
}

struct Printer<'m, 'a> {
    module: &'m Module<'a>,
    out: String,
}

/// Appends formatted text; writing to a string cannot fail.
macro_rules! put {
    ($printer:expr, $($format:tt)*) => {{
        let _ = write!($printer.out, $($format)*);
    }};
}
use put;

impl<'a> Printer<'_, 'a> {
    fn module(&mut self) {
        let module = self.module;
        for (key, value) in [
            ("source_filename", &module.source_filename),
            ("target datalayout", &module.datalayout),
            ("target triple", &module.triple),
        ] {
            if !value.is_empty() {
                put!(self, "{key} = {}\n", quoted(value));
            }
        }
        for line in &module.module_asm {
            put!(self, "module asm {}\n", quoted(line));
        }
        // Ids go by first mention, which depends on the order in which the types are written.
        let mut named_types: Vec<_> = module.named_types.iter().collect();
        named_types.sort_by_key(|(_, ty)| &*ty.name);
        for (id, ty) in named_types {
            self.named_type(id);
            self.out.push_str(" = type ");
            match ty.body {
                Some(body) => self.ty(body),
                None => self.out.push_str("opaque"),
            }
            self.out.push('\n');
        }
        module.globals.values().for_each(|global| self.global(global));
        module.aliases.values().for_each(|alias| self.alias(alias));
        module.functions.values().for_each(|function| self.function(function));
        for (number, attributes) in &module.attribute_groups {
            put!(self, "attributes #{number} = {{");
            self.attributes(attributes, true);
            self.out.push_str(" }\n");
        }
        for list in &module.metadata.named {
            put!(self, "!{} = !{{", list.name);
            for (index, node) in list.nodes.iter().enumerate() {
                put!(self, "{}!{}", if index == 0 { "" } else { ", " }, node.0);
            }
            self.out.push_str("}\n");
        }
        for number in 0..module.metadata.len() as u32 {
            let written = module.metadata.written(NodeId(number));
            if !written.is_empty() {
                put!(self, "!{number} ={written}\n");
            }
        }
    }

    fn global(&mut self, global: &Global<'a>) {
        self.symbol(global.symbol);
        self.out.push_str(" = ");
        let is_declared = global.initializer.is_none();
        self.binding(global.linkage, is_declared, global.visibility);
        match global.thread_local {
            ThreadLocal::No => {}
            ThreadLocal::GeneralDynamic => self.out.push_str("thread_local "),
            model => put!(self, "thread_local({}) ", model.keyword()),
        }
        if global.address_space != 0 {
            put!(self, "addrspace({}) ", global.address_space);
        }
        self.out.push_str(if global.is_constant { "constant " } else { "global " });
        self.ty(global.ty);
        if let Some(initializer) = global.initializer {
            self.out.push(' ');
            self.constant(initializer);
        }
        if let Some(section) = &global.section {
            put!(self, ", section {}", quoted(section));
        }
        if global.align != 0 {
            put!(self, ", align {}", global.align);
        }
        for node in &global.debug {
            put!(self, ", !dbg !{}", node.0);
        }
        self.out.push('\n');
    }

    fn alias(&mut self, alias: &Alias) {
        self.symbol(alias.symbol);
        self.out.push_str(" = ");
        self.binding(alias.linkage, false, alias.visibility);
        self.out.push_str(match alias.kind {
            AliasKind::Alias => "alias ",
            AliasKind::Ifunc => "ifunc ",
        });
        self.ty(alias.ty);
        self.out.push_str(", ");
        self.typed_constant(alias.target);
        self.out.push('\n');
    }

    /// `external` is written only where it tells a declaration from a definition.
    fn binding(&mut self, linkage: Linkage, external: bool, visibility: Visibility) {
        if linkage != Linkage::External || external {
            put!(self, "{} ", linkage.keyword());
        }
        if visibility != Visibility::Default {
            put!(self, "{} ", visibility.keyword());
        }
    }

    fn function(&mut self, function: &Function<'a>) {
        if let Body::Unsupported { reason, line } = &function.body {
            put!(self, "; line {line}: {}\n", reason.replace('\n', " "));
        }
        let none = IdVec::new();
        let (keyword, locals) = match &function.body {
            Body::Defined { locals, .. } => ("define", locals),
            _ => ("declare", &none),
        };
        put!(self, "{keyword} ");
        // Only a declaration may be weak without a body.
        let linkage = match (function.linkage, keyword) {
            (Linkage::ExternWeak, _) | (_, "define") => function.linkage,
            _ => Linkage::External,
        };
        self.binding(linkage, false, function.visibility);
        self.parameter_attributes(&function.result_attributes);
        self.ty(function.result);
        self.out.push(' ');
        self.symbol(function.symbol);
        self.out.push('(');
        for (index, parameter) in function.parameters.iter().enumerate() {
            self.separate(index);
            self.ty(parameter.ty);
            self.out.push(' ');
            self.parameter_attributes(&parameter.attributes);
            match locals.get(LocalId::new(index)) {
                Some(local) if !local.name.is_empty() => self.local_name(local),
                _ => self.trim(),
            }
        }
        if function.variadic {
            self.separate(function.parameters.len());
            self.out.push_str("...");
        }
        self.out.push(')');
        self.attributes(&function.attributes, false);
        for group in &function.attribute_groups {
            put!(self, " #{group}");
        }
        if let Some(section) = &function.section {
            put!(self, " section {}", quoted(section));
        }
        if function.align != 0 {
            put!(self, " align {}", function.align);
        }
        for (keyword, extra) in ["prefix", "prologue", "personality"].iter().zip(function.extras) {
            if let Some(extra) = extra {
                put!(self, " {keyword} ");
                self.typed_constant(extra);
            }
        }
        // On a declaration the subprogram would have to be one without a definition.
        if let (Some(node), "define") = (function.subprogram, keyword) {
            put!(self, " !dbg !{}", node.0);
        }
        if let Body::Defined { blocks, locals, debug } = &function.body {
            self.out.push_str(" {\n");
            self.body(blocks, locals, debug);
            self.out.push('}');
        }
        self.out.push('\n');
    }

    fn parameter_attributes(&mut self, attributes: &ParameterAttributes) {
        let (keyword, ty) = match attributes.passing {
            Passing::Direct => ("", None),
            Passing::ByVal(ty) => ("byval", Some(ty)),
            Passing::StructReturn(ty) => ("sret", Some(ty)),
            Passing::ByRef(ty) => ("byref", Some(ty)),
            Passing::InAlloca(ty) => ("inalloca", Some(ty)),
            Passing::Preallocated(ty) => ("preallocated", Some(ty)),
            Passing::ElementType(ty) => ("elementtype", Some(ty)),
        };
        if let Some(ty) = ty {
            put!(self, "{keyword}(");
            self.ty(ty);
            self.out.push_str(") ");
        }
        for (keyword, flag) in ParameterFlags::KEYWORDS {
            if attributes.flags.has(*flag) {
                put!(self, "{keyword} ");
            }
        }
        if attributes.align != 0 {
            put!(self, "align {} ", attributes.align);
        }
    }

    /// Attributes with a space before each; alignments are written differently in groups.
    fn attributes(&mut self, attributes: &[Attribute<'a>], in_group: bool) {
        for Attribute { name, value, is_string } in attributes {
            match (is_string, value.is_empty()) {
                (false, true) => put!(self, " {name}"),
                (false, false) if in_group && name.starts_with("align") => {
                    put!(self, " {name}={value}");
                }
                (false, false) => put!(self, " {name}({value})"),
                (true, true) => put!(self, " {}", quoted(name)),
                (true, false) => put!(self, " {}={}", quoted(name), quoted(value)),
            }
        }
    }

    fn local_name(&mut self, local: &Local<'_>) {
        put!(self, "%{}", value::bare_or_quoted(local.name));
    }

    fn symbol(&mut self, id: SymbolId) {
        put!(self, "{}", symbol_name(&self.module.symbols[id].name));
    }

    /// A comma before all but the first.
    fn separate(&mut self, index: usize) {
        if index > 0 {
            self.out.push_str(", ");
        }
    }

    /// Takes back blanks that something was expected behind.
    fn trim(&mut self) {
        self.out.truncate(self.out.trim_end_matches(' ').len());
    }
}
