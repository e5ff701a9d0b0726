//! Reading the headers of functions.

use std::borrow::Cow;

use program::id::Id;

use super::ast::{
    Body, ConstantId, Definition, Function, FunctionId, Linkage, NodeId, Parameter, Type,
};
use super::attributes::FunctionAttributes;
use super::cursor::TokenKind;
use super::error::Parse;
use super::reader::Reader;

/// What follows a function's parameters.
#[derive(Default)]
struct Clauses<'a> {
    attributes: FunctionAttributes<'a>,
    section: Option<Cow<'a, str>>,
    align: u32,
    extras: [Option<ConstantId>; 3],
    subprogram: Option<NodeId>,
}

impl<'a> Reader<'a> {
    /// `define …` or `declare …`.
    pub fn function(&mut self, is_definition: bool) -> Parse<()> {
        let offset = self.cursor.token.start;
        self.cursor.advance();
        let mut clauses = Clauses::default();
        self.function_metadata(&mut clauses)?;
        let binding = self.binding();
        self.calling_convention()?;
        let result_attributes = self.parameter_attributes()?;
        let result = self.ty()?;
        if matches!(self.types.get(result), Type::Function { .. } | Type::Label | Type::Metadata) {
            return self.cursor.fail_before("no function returns this type");
        }
        if self.cursor.token.kind != TokenKind::Global {
            return self.cursor.expected("a function's name");
        }
        let symbol = self.symbol();
        self.scope.clear();
        let (parameters, variadic) = self.parameters(is_definition)?;
        self.clauses(&mut clauses)?;
        let types = parameters.iter().map(|parameter| parameter.ty).collect();
        let ty = self.types.intern(Type::Function { result, parameters: types, variadic });
        self.define(
            symbol,
            Definition::Function(FunctionId::new(self.functions.len())),
            offset as usize,
        )?;
        let body = if is_definition { self.body(result)? } else { Body::Declared };
        self.functions.push(Function {
            symbol,
            ty,
            result,
            result_attributes,
            parameters,
            variadic,
            linkage: binding.linkage.unwrap_or(Linkage::External),
            visibility: binding.visibility,
            attribute_groups: clauses.attributes.groups.into(),
            attributes: clauses.attributes.in_place.into(),
            section: clauses.section,
            align: clauses.align,
            extras: clauses.extras,
            subprogram: clauses.subprogram,
            offset,
            body,
        });
        Ok(())
    }

    /// `(i32 noundef %a, ...)`.
    fn parameters(&mut self, is_definition: bool) -> Parse<(Box<[Parameter]>, bool)> {
        self.cursor.expect(b'(')?;
        let mut parameters = Vec::new();
        let mut variadic = false;
        while !self.cursor.accept(b')') {
            if variadic {
                return self.cursor.expected("`)`");
            }
            if !parameters.is_empty() {
                self.cursor.expect(b',')?;
            }
            if self.cursor.token.kind == TokenKind::Ellipsis {
                self.cursor.advance();
                variadic = true;
                continue;
            }
            let offset = self.cursor.token.start as usize;
            let ty = self.ty()?;
            if matches!(self.types.get(ty), Type::Function { .. } | Type::Label | Type::Void) {
                return self.cursor.fail_before("no parameter has this type");
            }
            let attributes = self.parameter_attributes()?;
            let mut name = None;
            if self.cursor.token.kind == TokenKind::Local {
                name = Some(self.cursor.name());
                self.cursor.advance();
            }
            if is_definition {
                self.scope.define_local(name, ty, offset)?;
            }
            parameters.push(Parameter { ty, attributes });
        }
        Ok((parameters.into(), variadic))
    }

    /// Attributes, section, metadata and the like, in any order.
    fn clauses(&mut self, clauses: &mut Clauses<'a>) -> Parse<()> {
        loop {
            self.function_attributes(&mut clauses.attributes)?;
            self.function_metadata(clauses)?;
            if self.cursor.token.kind != TokenKind::Word || self.cursor.token.first {
                return Ok(());
            }
            match self.cursor.written() {
                "unnamed_addr" | "local_unnamed_addr" => self.skip_unnamed_addr(),
                "addrspace" => drop(self.address_space()?),
                "section" => {
                    self.cursor.advance();
                    clauses.section = Some(self.cursor.string()?);
                }
                "partition" | "gc" => {
                    self.cursor.advance();
                    self.cursor.string()?;
                }
                "comdat" => self.skip_comdat()?,
                "align" => clauses.align = self.align()?,
                "prefix" => clauses.extras[0] = Some(self.extra()?),
                "prologue" => clauses.extras[1] = Some(self.extra()?),
                "personality" => clauses.extras[2] = Some(self.extra()?),
                _ => return Ok(()),
            }
        }
    }

    fn extra(&mut self) -> Parse<ConstantId> {
        self.cursor.advance();
        self.typed_constant()
    }

    /// `!dbg !12 !prof !13`; a name at the beginning of a line is a list of the module.
    fn function_metadata(&mut self, clauses: &mut Clauses<'a>) -> Parse<()> {
        while self.cursor.token.kind == TokenKind::MetadataName && !self.cursor.token.first {
            let is_debug = self.cursor.name() == "dbg";
            self.cursor.advance();
            let node = self.node_reference()?;
            if is_debug {
                clauses.subprogram = Some(node);
            }
        }
        Ok(())
    }
}
