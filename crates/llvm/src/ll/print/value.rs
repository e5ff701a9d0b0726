//! Writing types, constants and names.

use std::fmt::Write;

use super::{Printer, put};
use crate::ll::ast::{
    Body, ConstantId, ConstantKind, Definition, Flags, FloatBits, MetadataValue, NamedTypeId, Node,
    Type, TypeId,
};

impl<'a> Printer<'_, 'a> {
    pub fn ty(&mut self, id: TypeId) {
        let module = self.module;
        match &module.types[id] {
            Type::Void => self.out.push_str("void"),
            Type::Integer(width) => put!(self, "i{width}"),
            Type::Half => self.out.push_str("half"),
            Type::BFloat => self.out.push_str("bfloat"),
            Type::Float => self.out.push_str("float"),
            Type::Double => self.out.push_str("double"),
            Type::X86Fp80 => self.out.push_str("x86_fp80"),
            Type::Fp128 => self.out.push_str("fp128"),
            Type::PpcFp128 => self.out.push_str("ppc_fp128"),
            Type::Pointer(0) => self.out.push_str("ptr"),
            Type::Pointer(space) => put!(self, "ptr addrspace({space})"),
            Type::Label => self.out.push_str("label"),
            Type::Metadata => self.out.push_str("metadata"),
            Type::Token => self.out.push_str("token"),
            Type::X86Mmx => self.out.push_str("x86_mmx"),
            Type::X86Amx => self.out.push_str("x86_amx"),
            Type::Array { count, element } => {
                put!(self, "[{count} x ");
                self.ty(*element);
                self.out.push(']');
            }
            Type::Vector { count, element, scalable } => {
                put!(self, "<{}{count} x ", if *scalable { "vscale x " } else { "" });
                self.ty(*element);
                self.out.push('>');
            }
            Type::Struct { fields, packed } => {
                self.out.push_str(match (packed, fields.is_empty()) {
                    (true, true) => "<{",
                    (true, false) => "<{ ",
                    (false, true) => "{",
                    (false, false) => "{ ",
                });
                self.types(fields);
                self.out.push_str(match (packed, fields.is_empty()) {
                    (true, true) => "}>",
                    (true, false) => " }>",
                    (false, true) => "}",
                    (false, false) => " }",
                });
            }
            Type::Named(id) => self.named_type(*id),
            Type::Function { result, parameters, variadic } => {
                self.ty(*result);
                self.out.push_str(" (");
                self.types(parameters);
                if *variadic {
                    self.separate(parameters.len());
                    self.out.push_str("...");
                }
                self.out.push(')');
            }
            Type::Target(written) => self.out.push_str(written),
        }
    }

    fn types(&mut self, types: &[TypeId]) {
        for (index, ty) in types.iter().enumerate() {
            self.separate(index);
            self.ty(*ty);
        }
    }

    pub fn named_type(&mut self, id: NamedTypeId) {
        let name = &self.module.named_types[id].name;
        put!(self, "%{}", &symbol_name(name)[1..]);
    }

    pub fn typed_constant(&mut self, id: ConstantId) {
        self.ty(self.module.constants[id].ty);
        self.out.push(' ');
        self.constant(id);
    }

    pub fn constant(&mut self, id: ConstantId) {
        let module = self.module;
        let constant = &module.constants[id];
        match &constant.kind {
            ConstantKind::Integer(bits) => self.integer(constant.ty, *bits),
            ConstantKind::WideInteger(written) => self.out.push_str(written),
            ConstantKind::Float(bits) => self.float(*bits),
            ConstantKind::Null => self.out.push_str("null"),
            ConstantKind::Zero => self.out.push_str("zeroinitializer"),
            ConstantKind::Undef => self.out.push_str("undef"),
            ConstantKind::Poison => self.out.push_str("poison"),
            ConstantKind::NoToken => self.out.push_str("none"),
            ConstantKind::Bytes(bytes) => put!(self, "c\"{}\"", escaped(bytes)),
            ConstantKind::Array(elements) => {
                self.out.push('[');
                self.typed_constants(elements);
                self.out.push(']');
            }
            ConstantKind::Struct(fields) => {
                let mut ty = constant.ty;
                if let Type::Named(id) = module.types[ty] {
                    ty = module.named_types[id].body.unwrap_or(ty);
                }
                let packed = matches!(module.types[ty], Type::Struct { packed: true, .. });
                self.out.push_str(if packed { "<{ " } else { "{ " });
                self.typed_constants(fields);
                self.out.push_str(if packed { " }>" } else { " }" });
            }
            ConstantKind::Vector(elements) => {
                self.out.push('<');
                self.typed_constants(elements);
                self.out.push('>');
            }
            ConstantKind::Splat(element) => self.expression("splat ", &[*element]),
            ConstantKind::Symbol(symbol) => self.symbol(*symbol),
            ConstantKind::BlockAddress { function, block } => {
                let Definition::Function(definition) = module.symbols[*function].definition else {
                    return;
                };
                // A block of a body that was set aside cannot be named.
                let (Body::Defined { blocks, .. }, Some(block)) =
                    (&module.functions[definition].body, block)
                else {
                    return self.out.push_str("poison");
                };
                self.out.push_str("blockaddress(");
                self.symbol(*function);
                put!(self, ", %{})", bare_or_quoted(blocks[*block].name));
            }
            ConstantKind::Cast { op, value } => {
                put!(self, "{} (", op.keyword());
                self.typed_constant(*value);
                self.out.push_str(" to ");
                self.ty(constant.ty);
                self.out.push(')');
            }
            ConstantKind::GetElementPointer { flags, element, base, indices } => {
                self.out.push_str("getelementptr ");
                self.flags(*flags);
                self.out.push('(');
                self.ty(*element);
                for operand in std::iter::once(base).chain(indices) {
                    self.out.push_str(", ");
                    self.typed_constant(*operand);
                }
                self.out.push(')');
            }
            ConstantKind::Binary { op, flags, left, right } => {
                put!(self, "{} ", op.keyword());
                self.flags(*flags);
                self.expression("", &[*left, *right]);
            }
            ConstantKind::ExtractElement { vector, index } => {
                self.expression("extractelement ", &[*vector, *index]);
            }
            ConstantKind::InsertElement { vector, element, index } => {
                self.expression("insertelement ", &[*vector, *element, *index]);
            }
            ConstantKind::ShuffleVector { left, right, mask } => {
                self.expression("shufflevector ", &[*left, *right, *mask]);
            }
        }
    }

    fn expression(&mut self, keyword: &str, operands: &[ConstantId]) {
        put!(self, "{keyword}(");
        self.typed_constants(operands);
        self.out.push(')');
    }

    fn typed_constants(&mut self, constants: &[ConstantId]) {
        for (index, constant) in constants.iter().enumerate() {
            self.separate(index);
            self.typed_constant(*constant);
        }
    }

    /// Integers are written with their sign, as LLVM does.
    fn integer(&mut self, ty: TypeId, bits: u128) {
        match self.module.types[ty] {
            Type::Integer(1) => put!(self, "{}", bits == 1),
            Type::Integer(width @ 2..=128) => {
                let above = 128 - width;
                put!(self, "{}", (bits << above) as i128 >> above);
            }
            _ => put!(self, "{bits}"),
        }
    }

    fn float(&mut self, bits: FloatBits) {
        match bits {
            FloatBits::Half(bits) => put!(self, "0xH{bits:04X}"),
            FloatBits::BFloat(bits) => put!(self, "0xR{bits:04X}"),
            FloatBits::Single(bits) => {
                // The payload of a NaN must survive, which a conversion does not promise.
                let value = f32::from_bits(bits);
                let double = if value.is_nan() {
                    u64::from(bits >> 31) << 63 | 0x7ff << 52 | u64::from(bits & 0x7f_ffff) << 29
                } else {
                    f64::from(value).to_bits()
                };
                put!(self, "0x{double:016X}");
            }
            FloatBits::Double(bits) => put!(self, "0x{bits:016X}"),
            FloatBits::X86Fp80(bits) => put!(self, "0xK{bits:020X}"),
            FloatBits::Fp128(bits) => put!(self, "0xL{:016X}{:016X}", bits as u64, bits >> 64),
            FloatBits::PpcFp128(bits) => put!(self, "0xM{:016X}{:016X}", bits as u64, bits >> 64),
        }
    }

    /// Flags with a space behind each.
    pub fn flags(&mut self, flags: Flags) {
        let mut left = flags;
        for (keyword, flag) in Flags::KEYWORDS {
            if left.has(*flag) {
                put!(self, "{keyword} ");
                left = Flags(left.0 & !flag.0);
            }
        }
    }

    pub fn metadata(&mut self, value: &MetadataValue<'a>) {
        match value {
            MetadataValue::Null => self.out.push_str("null"),
            MetadataValue::Node(node) => put!(self, "!{}", node.0),
            MetadataValue::Inline(node) => self.node(node),
            MetadataValue::String(string) => put!(self, "!{}", quoted(string)),
            MetadataValue::Integer(integer) => put!(self, "{integer}"),
            MetadataValue::Boolean(boolean) => put!(self, "{boolean}"),
            MetadataValue::Word(word) => self.out.push_str(word),
            MetadataValue::Typed { ty, value } => put!(self, "{ty} {value}"),
        }
    }

    fn node(&mut self, node: &Node<'a>) {
        let (open, close) = if node.kind.is_empty() { ('{', '}') } else { ('(', ')') };
        put!(self, "!{}{open}", node.kind);
        for (index, field) in node.fields.iter().enumerate() {
            self.separate(index);
            if field.name.is_empty() {
                self.metadata(&field.value);
                continue;
            }
            put!(self, "{}: ", field.name);
            match &field.value {
                MetadataValue::String(string) => put!(self, "{}", quoted(string)),
                value => self.metadata(value),
            }
        }
        self.out.push(close);
    }
}

/// A symbol's name with its `@`, in quotes where it needs them.
pub(super) fn symbol_name(name: &str) -> String {
    if is_bare(name) { format!("@{name}") } else { format!("@{}", quoted(name)) }
}

/// A local's or block's name, whose escapes are still in place.
pub(super) fn bare_or_quoted(name: &str) -> String {
    if is_bare(name) { name.to_owned() } else { format!("\"{name}\"") }
}

/// A string in quotes.
pub(super) fn quoted(string: &str) -> String {
    format!("\"{}\"", escaped(string.as_bytes()))
}

fn is_bare(name: &str) -> bool {
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
    let starts_well = name.bytes().next().is_some_and(|byte| is_number || !byte.is_ascii_digit());
    starts_well
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b'$'))
}

fn escaped(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for &byte in bytes {
        if (b' '..=b'~').contains(&byte) && byte != b'"' && byte != b'\\' {
            text.push(byte as char);
        } else {
            let _ = write!(text, "\\{byte:02X}");
        }
    }
    text
}
