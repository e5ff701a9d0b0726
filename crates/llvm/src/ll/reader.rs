//! The reader of a module: its state, and what stands on the outermost level of a file.

use std::borrow::Cow;
use std::collections::BTreeMap;

use program::id::{Id, IdVec};
use rustc_hash::FxHashMap;

use super::ast::{
    Alias, AliasId, Attribute, BlockId, Body, Constant, ConstantId, ConstantKind, Definition,
    Function, FunctionId, Global, GlobalId, Metadata, MetadataValue, Module, NamedNodes, NamedType,
    NamedTypeId, NodeId, Symbol, SymbolId,
};
use super::constants::ConstantKey;
use super::cursor::{Cursor, TokenKind, shortened, unescape};
use super::error::{Failure, Parse, ParseError};
use super::scope::{Name, Scope};
use super::types::Types;

/// Reads a module.
///
/// A function whose body holds something this reader does not know gets a
/// [`Body::Unsupported`]; anything wrong outside of bodies is an error. Debug metadata is only
/// split into nodes, see [`Metadata::node`] and [`Metadata::check`].
pub fn parse(text: &str) -> Result<Module<'_>, ParseError> {
    if u32::try_from(text.len()).is_err() {
        let message = "the text is longer than 4 GiB".to_owned();
        return Err(ParseError { line: 1, column: 1, message });
    }
    let mut reader = Reader::new(text);
    let module = reader.module().and_then(|()| reader.finish());
    module.map_err(|failure| failure.locate(text))
}

/// The state of reading a module; what a function body needs is in [`Scope`].
pub(super) struct Reader<'a> {
    pub cursor: Cursor<'a>,
    pub types: Types,
    pub named_types: Vec<NamedTypeSlot<'a>>,
    pub named_type_ids: FxHashMap<&'a str, NamedTypeId>,
    pub constants: IdVec<ConstantId, Constant<'a>>,
    pub constant_ids: FxHashMap<ConstantKey, ConstantId>,
    symbols: Vec<SymbolSlot<'a>>,
    pub symbol_ids: FxHashMap<Cow<'a, str>, SymbolId>,
    pub globals: IdVec<GlobalId, Global<'a>>,
    pub aliases: IdVec<AliasId, Alias>,
    pub functions: IdVec<FunctionId, Function<'a>>,
    pub metadata_arguments: Vec<MetadataValue<'a>>,
    pub block_addresses: Vec<PendingBlockAddress<'a>>,
    pub scope: Scope<'a>,
    /// Whether only the beginning of long strings is read.
    pub beginnings: bool,
    header: Header<'a>,
    attribute_groups: BTreeMap<u32, Box<[Attribute<'a>]>>,
    nodes: Vec<(u32, u32)>,
    named_nodes: Vec<NamedNodes<'a>>,
    /// An offset and its line, from which later lines are counted.
    counted: (usize, u32),
}

/// What a module says of itself.
#[derive(Default)]
struct Header<'a> {
    source_filename: Cow<'a, str>,
    datalayout: Cow<'a, str>,
    triple: Cow<'a, str>,
    module_asm: Vec<Cow<'a, str>>,
}

/// A type's name, from its first mention on.
pub(super) struct NamedTypeSlot<'a> {
    pub ty: NamedType<'a>,
    pub defined: bool,
    pub mentioned: usize,
}

/// A symbol, from its first mention on.
pub(super) struct SymbolSlot<'a> {
    name: Cow<'a, str>,
    definition: Option<Definition>,
    mentioned: usize,
}

/// A `blockaddress` whose block is looked up when all functions are known.
pub(super) struct PendingBlockAddress<'a> {
    pub constant: ConstantId,
    pub function: SymbolId,
    pub label: &'a str,
    pub offset: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Reader {
            cursor: Cursor::new(text, 0, text.len()),
            types: Types::new(),
            named_types: Vec::new(),
            named_type_ids: FxHashMap::default(),
            constants: IdVec::new(),
            constant_ids: FxHashMap::default(),
            symbols: Vec::new(),
            symbol_ids: FxHashMap::default(),
            globals: IdVec::new(),
            aliases: IdVec::new(),
            functions: IdVec::new(),
            metadata_arguments: Vec::new(),
            block_addresses: Vec::new(),
            scope: Scope::default(),
            beginnings: false,
            header: Header::default(),
            attribute_groups: BTreeMap::new(),
            nodes: Vec::new(),
            named_nodes: Vec::new(),
            counted: (0, 1),
        }
    }

    fn module(&mut self) -> Parse<()> {
        loop {
            match self.cursor.token.kind {
                TokenKind::End => return Ok(()),
                TokenKind::Global => self.global()?,
                TokenKind::Local => self.type_definition()?,
                TokenKind::Node => self.node()?,
                TokenKind::MetadataName => self.named_nodes()?,
                TokenKind::Comdat => self.comdat()?,
                TokenKind::Word => self.keyword()?,
                _ => return self.cursor.expected("a definition"),
            }
        }
    }

    fn keyword(&mut self) -> Parse<()> {
        match self.cursor.written() {
            "define" => return self.function(true),
            "declare" => return self.function(false),
            "attributes" => return self.attribute_group(),
            "source_filename" => {
                self.cursor.advance();
                self.cursor.expect(b'=')?;
                self.header.source_filename = self.cursor.string()?;
            }
            "target" => {
                self.cursor.advance();
                let what = self.cursor.written();
                self.cursor.advance();
                self.cursor.expect(b'=')?;
                let value = self.cursor.string()?;
                match what {
                    "datalayout" => self.header.datalayout = value,
                    "triple" => self.header.triple = value,
                    _ => {
                        let what = shortened(what);
                        return self.cursor.fail_before(format!("`target {what}` is not known"));
                    }
                }
            }
            "module" => {
                self.cursor.advance();
                self.cursor.expect_word("asm")?;
                let line = self.cursor.string()?;
                self.header.module_asm.push(line);
            }
            // The order of uses in memory says nothing about the program.
            "uselistorder" | "uselistorder_bb" => self.cursor.skip_line(),
            _ => return self.cursor.expected("a definition"),
        }
        Ok(())
    }

    /// `$name = comdat any`: nothing depends on which of several equal definitions is kept.
    fn comdat(&mut self) -> Parse<()> {
        self.cursor.advance();
        self.cursor.expect(b'=')?;
        self.cursor.expect_word("comdat")?;
        match self.cursor.token.kind {
            TokenKind::Word => self.cursor.advance(),
            _ => return self.cursor.expected("how to select"),
        }
        Ok(())
    }

    /// `attributes #0 = { … }`.
    fn attribute_group(&mut self) -> Parse<()> {
        self.cursor.advance();
        if self.cursor.token.kind != TokenKind::Group {
            return self.cursor.expected("a group like `#0`");
        }
        let number = self.cursor.number()?;
        self.cursor.advance();
        self.cursor.expect(b'=')?;
        self.cursor.expect(b'{')?;
        let mut attributes = Vec::new();
        while !self.cursor.accept(b'}') {
            attributes.push(self.attribute()?);
        }
        self.attribute_groups.insert(number, attributes.into());
        Ok(())
    }

    /// `!12 = …`: one line, as LLVM writes it.
    fn node(&mut self) -> Parse<()> {
        let (offset, number) = (self.cursor.token.start as usize, self.cursor.number()?);
        self.cursor.advance();
        if !self.cursor.is_mark(b'=') {
            return self.cursor.expected("`=`");
        }
        let (start, end) = (self.cursor.token.end as usize, self.cursor.line_end());
        let written = self.cursor.text.get(start..end).unwrap_or("").trim_end();
        if !written.ends_with([')', '}']) {
            return Failure::at(end, "the metadata node ends too early");
        }
        let index = number as usize;
        if index >= self.nodes.len() {
            // Numbers are dense, but a text may lie about that: the table must not outgrow the text.
            if index > self.cursor.text.len() / 4 {
                return Failure::at(offset, "the number of the metadata node is too large");
            }
            self.nodes.resize(index + 1, (0, 0));
        }
        if self.nodes[index] != (0, 0) {
            return Failure::at(offset, format!("!{number} is defined twice"));
        }
        self.nodes[index] = (start as u32, (start + written.len()) as u32);
        self.cursor.jump(end);
        Ok(())
    }

    /// `!llvm.dbg.cu = !{!2}`.
    fn named_nodes(&mut self) -> Parse<()> {
        let name = self.cursor.name();
        self.cursor.advance();
        self.cursor.expect(b'=')?;
        if self.cursor.token.kind != TokenKind::Bang {
            return self.cursor.expected("`!{`");
        }
        self.cursor.advance();
        self.cursor.expect(b'{')?;
        let mut nodes = Vec::new();
        while !self.cursor.accept(b'}') {
            if !nodes.is_empty() {
                self.cursor.expect(b',')?;
            }
            nodes.push(self.node_reference()?);
        }
        self.named_nodes.push(NamedNodes { name, nodes });
        Ok(())
    }

    /// `!12`.
    pub fn node_reference(&mut self) -> Parse<NodeId> {
        if self.cursor.token.kind != TokenKind::Node {
            return self.cursor.expected("a metadata node like `!0`");
        }
        let node = NodeId(self.cursor.number()?);
        self.cursor.advance();
        Ok(node)
    }

    /// The symbol at the token, which is a `@name`.
    pub fn symbol(&mut self) -> SymbolId {
        let name = unescape(self.cursor.name());
        let mentioned = self.cursor.token.start as usize;
        self.cursor.advance();
        if let Some(&symbol) = self.symbol_ids.get(&name) {
            return symbol;
        }
        let slot = SymbolSlot { name: name.clone(), definition: None, mentioned };
        let symbol = SymbolId::new(self.symbols.len());
        self.symbols.push(slot);
        self.symbol_ids.insert(name, symbol);
        symbol
    }

    /// Says what a symbol names.
    pub fn define(&mut self, symbol: SymbolId, definition: Definition, offset: usize) -> Parse<()> {
        let slot = &mut self.symbols[symbol.index()];
        if slot.definition.replace(definition).is_some() {
            return Failure::at(offset, format!("@{} is defined twice", shortened(&slot.name)));
        }
        Ok(())
    }

    /// The line of an offset. Offsets mostly grow, so that few characters are looked at twice.
    pub fn line(&mut self, offset: usize) -> u32 {
        let (start, line) = if self.counted.0 <= offset { self.counted } else { (0, 1) };
        let between = &self.cursor.text.as_bytes()[start..offset.min(self.cursor.text.len())];
        let line = line + between.iter().filter(|byte| **byte == b'\n').count() as u32;
        self.counted = (offset, line);
        line
    }

    fn finish(mut self) -> Parse<Module<'a>> {
        self.check_nesting()?;
        self.resolve_block_addresses()?;
        let mut named_types = IdVec::new();
        for slot in self.named_types {
            if !slot.defined {
                let name = shortened(&slot.ty.name);
                return Failure::at(slot.mentioned, format!("the type %{name} is not defined"));
            }
            named_types.push(slot.ty);
        }
        let mut symbols = IdVec::new();
        for SymbolSlot { name, definition, mentioned } in self.symbols {
            let Some(definition) = definition else {
                return Failure::at(mentioned, format!("@{} is not defined", shortened(&name)));
            };
            symbols.push(Symbol { name, definition });
        }
        let text = self.cursor.text;
        Ok(Module {
            text,
            source_filename: self.header.source_filename,
            datalayout: self.header.datalayout,
            triple: self.header.triple,
            module_asm: self.header.module_asm,
            types: self.types.finish(),
            named_types,
            constants: self.constants,
            symbols,
            globals: self.globals,
            aliases: self.aliases,
            functions: self.functions,
            attribute_groups: self.attribute_groups,
            metadata_arguments: self.metadata_arguments,
            metadata: Metadata { text, nodes: self.nodes, named: self.named_nodes },
            symbol_ids: self.symbol_ids,
        })
    }

    /// Finds the blocks of `blockaddress` constants, which may stand before their function.
    fn resolve_block_addresses(&mut self) -> Parse<()> {
        let mut labels: FxHashMap<FunctionId, FxHashMap<Name<'a>, BlockId>> = FxHashMap::default();
        for pending in std::mem::take(&mut self.block_addresses) {
            let definition = self.symbols[pending.function.index()].definition;
            let Some(Definition::Function(function)) = definition else {
                return Failure::at(pending.offset, "a blockaddress needs a function");
            };
            let blocks = match &self.functions[function].body {
                Body::Defined { blocks, .. } => blocks,
                Body::Unsupported { .. } => continue,
                Body::Declared => {
                    return Failure::at(pending.offset, "a blockaddress needs a function's body");
                }
            };
            let labels = labels.entry(function).or_insert_with(|| {
                blocks.iter().map(|(id, block)| (Name::new(block.name), id)).collect()
            });
            let Some(&found) = labels.get(&Name::new(pending.label)) else {
                let label = shortened(pending.label);
                return Failure::at(pending.offset, format!("there is no block %{label}"));
            };
            if let ConstantKind::BlockAddress { block, .. } =
                &mut self.constants[pending.constant].kind
            {
                *block = Some(found);
            }
        }
        Ok(())
    }
}
