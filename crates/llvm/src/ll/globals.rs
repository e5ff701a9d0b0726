//! Reading globals, aliases and ifuncs.

use super::ast::{
    Alias, AliasId, AliasKind, Definition, Global, GlobalId, Linkage, SymbolId, ThreadLocal,
};
use super::attributes::{Binding, FunctionAttributes};
use super::cursor::TokenKind;
use super::error::Parse;
use super::reader::Reader;
use program::id::Id;

impl<'a> Reader<'a> {
    /// `@name = …`.
    pub fn global(&mut self) -> Parse<()> {
        let offset = self.cursor.token.start;
        // These grow with the square of nested conditions, and only their beginnings are looked at.
        self.beginnings = self.cursor.name().starts_with("__covrec_");
        let symbol = self.symbol();
        self.cursor.expect(b'=')?;
        let binding = self.binding();
        let thread_local = self.thread_local()?;
        self.skip_unnamed_addr();
        let address_space = self.address_space()?;
        self.cursor.accept_word("externally_initialized");
        let is_constant = match self.cursor.written() {
            "global" => false,
            "constant" => true,
            "alias" => return self.alias(symbol, binding, AliasKind::Alias, offset),
            "ifunc" => return self.alias(symbol, binding, AliasKind::Ifunc, offset),
            _ => return self.cursor.expected("`global`, `constant`, `alias` or `ifunc`"),
        };
        self.cursor.advance();
        let ty = self.ty()?;
        let is_declared = matches!(binding.linkage, Some(Linkage::External | Linkage::ExternWeak));
        let initializer = if is_declared { None } else { Some(self.constant(ty)?) };
        self.beginnings = false;
        let mut global = Global {
            symbol,
            ty,
            linkage: binding.linkage.unwrap_or(Linkage::External),
            visibility: binding.visibility,
            thread_local,
            address_space,
            is_constant,
            initializer,
            section: None,
            align: 0,
            debug: Box::new([]),
            offset,
        };
        self.global_clauses(&mut global)?;
        self.function_attributes(&mut FunctionAttributes::default())?;
        self.define(
            symbol,
            Definition::Global(GlobalId::new(self.globals.len())),
            offset as usize,
        )?;
        self.globals.push(global);
        Ok(())
    }

    /// `, section "…", align 8, !dbg !0 …`.
    fn global_clauses(&mut self, global: &mut Global<'a>) -> Parse<()> {
        let mut debug = Vec::new();
        while self.cursor.accept(b',') {
            match self.cursor.token.kind {
                TokenKind::MetadataName => {
                    let is_debug = self.cursor.name() == "dbg";
                    self.cursor.advance();
                    let node = self.node_reference()?;
                    if is_debug {
                        debug.push(node);
                    }
                    continue;
                }
                TokenKind::Word => {}
                _ => return self.cursor.expected("a clause"),
            }
            match self.cursor.written() {
                "section" => {
                    self.cursor.advance();
                    global.section = Some(self.cursor.string()?);
                }
                "partition" | "code_model" => {
                    self.cursor.advance();
                    self.cursor.string()?;
                }
                "align" => global.align = self.align()?,
                "comdat" => self.skip_comdat()?,
                "no_sanitize_address"
                | "no_sanitize_hwaddress"
                | "sanitize_memtag"
                | "sanitize_address_dyninit" => self.cursor.advance(),
                _ => return self.cursor.expected("a clause"),
            }
        }
        global.debug = debug.into();
        Ok(())
    }

    /// `alias T, ptr @a`.
    fn alias(
        &mut self,
        symbol: SymbolId,
        binding: Binding,
        kind: AliasKind,
        offset: u32,
    ) -> Parse<()> {
        self.cursor.advance();
        let ty = self.ty()?;
        self.cursor.expect(b',')?;
        let target = self.typed_constant()?;
        if !self.types.is_pointer(self.constants[target].ty) {
            return self.cursor.fail_before("an alias is of type ptr");
        }
        while self.cursor.accept(b',') {
            self.cursor.expect_word("partition")?;
            self.cursor.string()?;
        }
        let linkage = binding.linkage.unwrap_or(Linkage::External);
        let visibility = binding.visibility;
        self.define(symbol, Definition::Alias(AliasId::new(self.aliases.len())), offset as usize)?;
        self.aliases.push(Alias { symbol, kind, ty, target, linkage, visibility, offset });
        Ok(())
    }

    fn thread_local(&mut self) -> Parse<ThreadLocal> {
        if !self.cursor.accept_word("thread_local") {
            return Ok(ThreadLocal::No);
        }
        if !self.cursor.accept(b'(') {
            return Ok(ThreadLocal::GeneralDynamic);
        }
        let Some(model) = ThreadLocal::from_keyword(self.cursor.written()) else {
            return self.cursor.expected("a model of thread-local storage");
        };
        self.cursor.advance();
        self.cursor.expect(b')')?;
        Ok(model)
    }

    pub(super) fn skip_unnamed_addr(&mut self) {
        if !self.cursor.accept_word("unnamed_addr") {
            self.cursor.accept_word("local_unnamed_addr");
        }
    }

    /// `comdat` or `comdat($name)`.
    pub(super) fn skip_comdat(&mut self) -> Parse<()> {
        self.cursor.advance();
        if self.cursor.is_mark(b'(') {
            self.cursor.balanced()?;
        }
        Ok(())
    }
}
