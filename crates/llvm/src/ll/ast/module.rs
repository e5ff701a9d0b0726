//! A module: symbols, globals, aliases, and the tables that everything refers to.

use std::borrow::Cow;
use std::collections::BTreeMap;

use program::id::IdVec;
use rustc_hash::FxHashMap;

use super::instruction::keywords;
use super::{
    Attribute, Body, Call, Constant, ConstantId, Function, FunctionId, Metadata, MetadataValue,
    NamedType, NamedTypeId, NodeId, Operand, Type, TypeId,
};

program::define_id!(
    /// A name behind `@`.
    SymbolId
);
program::define_id!(
    /// A global variable or constant of a module.
    GlobalId
);
program::define_id!(
    /// An alias or ifunc of a module.
    AliasId
);

/// A file of LLVM IR.
#[derive(Clone, Debug)]
pub struct Module<'a> {
    /// The text it was read from.
    pub text: &'a str,
    /// `source_filename`, empty when not given.
    pub source_filename: Cow<'a, str>,
    /// `target datalayout`, empty when not given.
    pub datalayout: Cow<'a, str>,
    /// `target triple`, empty when not given.
    pub triple: Cow<'a, str>,
    /// `module asm` lines.
    pub module_asm: Vec<Cow<'a, str>>,
    /// All types.
    pub types: IdVec<TypeId, Type>,
    /// Types with a name, in the order of first mention.
    pub named_types: IdVec<NamedTypeId, NamedType<'a>>,
    /// All constants.
    pub constants: IdVec<ConstantId, Constant<'a>>,
    /// All names behind `@`, in the order of first mention.
    pub symbols: IdVec<SymbolId, Symbol<'a>>,
    /// Global variables and constants in the order of the text.
    pub globals: IdVec<GlobalId, Global<'a>>,
    /// Aliases and ifuncs in the order of the text.
    pub aliases: IdVec<AliasId, Alias>,
    /// Functions in the order of the text.
    pub functions: IdVec<FunctionId, Function<'a>>,
    /// `attributes #n = { … }`.
    pub attribute_groups: BTreeMap<u32, Box<[Attribute<'a>]>>,
    /// Metadata given to intrinsics, see [`Operand::Metadata`].
    pub metadata_arguments: Vec<MetadataValue<'a>>,
    /// Debug metadata.
    pub metadata: Metadata<'a>,
    pub(in crate::ll) symbol_ids: FxHashMap<Cow<'a, str>, SymbolId>,
}

/// A name behind `@`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol<'a> {
    /// The name without `@` and quotes, escapes resolved: an assembler name set in the source begins
    /// with the character 1.
    pub name: Cow<'a, str>,
    /// What it names.
    pub definition: Definition,
}

/// What a symbol names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Definition {
    /// A global variable or constant.
    Global(GlobalId),
    /// A function.
    Function(FunctionId),
    /// An alias or ifunc.
    Alias(AliasId),
}

/// A global variable or constant.
#[derive(Clone, PartialEq, Debug)]
pub struct Global<'a> {
    /// Its symbol, which has the name.
    pub symbol: SymbolId,
    /// The type of its content.
    pub ty: TypeId,
    /// Who sees it.
    pub linkage: Linkage,
    /// Who sees it in a shared library.
    pub visibility: Visibility,
    /// Whether each thread has its own.
    pub thread_local: ThreadLocal,
    /// The address space of its address.
    pub address_space: u32,
    /// Whether it is `constant`, never written.
    pub is_constant: bool,
    /// Its content at the start; `None` when it is only declared.
    pub initializer: Option<ConstantId>,
    /// `section "…"`.
    pub section: Option<Cow<'a, str>>,
    /// The alignment in bytes, 0 when not given.
    pub align: u32,
    /// Its `!dbg` attachments: nodes of kind `DIGlobalVariableExpression`.
    pub debug: Box<[NodeId]>,
    /// Where it stands in the text, see [`Module::position`].
    pub offset: u32,
}

/// Another name for an address.
#[derive(Clone, PartialEq, Debug)]
pub struct Alias {
    /// Its symbol, which has the name.
    pub symbol: SymbolId,
    /// Whether the target is the thing itself or a function that finds it.
    pub kind: AliasKind,
    /// The type at the address.
    pub ty: TypeId,
    /// The address; for an ifunc that of the resolver.
    pub target: ConstantId,
    /// Who sees it.
    pub linkage: Linkage,
    /// Who sees it in a shared library.
    pub visibility: Visibility,
    /// Where it stands in the text, see [`Module::position`].
    pub offset: u32,
}

/// What kind of other name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AliasKind {
    /// `alias`.
    Alias,
    /// `ifunc`.
    Ifunc,
}

keywords!(
    /// Who sees a symbol.
    Linkage {
        External = "external",
        Private = "private",
        Internal = "internal",
        AvailableExternally = "available_externally",
        Linkonce = "linkonce",
        LinkonceOdr = "linkonce_odr",
        Weak = "weak",
        WeakOdr = "weak_odr",
        Common = "common",
        Appending = "appending",
        ExternWeak = "extern_weak",
    }
);

keywords!(
    /// Who sees a symbol in a shared library.
    Visibility {
        Default = "default",
        Hidden = "hidden",
        Protected = "protected",
    }
);

keywords!(
    /// Whether each thread has its own, and how it is reached.
    ThreadLocal {
        No = "",
        GeneralDynamic = "generaldynamic",
        LocalDynamic = "localdynamic",
        InitialExec = "initialexec",
        LocalExec = "localexec",
    }
);

/// A place in a text, both counted from 1; columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

impl<'a> Module<'a> {
    /// The symbol with that name.
    pub fn symbol(&self, name: &str) -> Option<SymbolId> {
        self.symbol_ids.get(name).copied()
    }

    /// The function with that name.
    pub fn function(&self, name: &str) -> Option<&Function<'a>> {
        match self.symbols[self.symbol(name)?].definition {
            Definition::Function(function) => Some(&self.functions[function]),
            _ => None,
        }
    }

    /// The name of a function.
    pub fn name_of(&self, function: &Function<'a>) -> &str {
        &self.symbols[function.symbol].name
    }

    /// The type of an operand of a function; `None` for metadata, and for a local when the function
    /// has no body that was read.
    pub fn type_of(&self, function: &Function<'a>, operand: Operand) -> Option<TypeId> {
        match operand {
            Operand::Local(local) => match &function.body {
                Body::Defined { locals, .. } => Some(locals[local].ty),
                _ => None,
            },
            Operand::Constant(constant) => Some(self.constants[constant].ty),
            Operand::Metadata(_) => None,
        }
    }

    /// The value of a function's attribute, in place or in a group; empty for one without a value.
    pub fn function_attribute<'s>(
        &'s self,
        function: &'s Function<'a>,
        name: &str,
    ) -> Option<&'s str> {
        self.attribute(&function.attributes, &function.attribute_groups, name)
    }

    /// The value of a call's attribute, in place or in a group; empty for one without a value.
    pub fn call_attribute<'s>(&'s self, call: &'s Call<'a>, name: &str) -> Option<&'s str> {
        self.attribute(&call.attributes, &call.attribute_groups, name)
    }

    /// Line and column of an offset into the text.
    pub fn position(&self, offset: u32) -> Position {
        Position::of(self.text, offset as usize)
    }

    fn attribute<'s>(
        &'s self,
        in_place: &'s [Attribute<'a>],
        groups: &[u32],
        name: &str,
    ) -> Option<&'s str> {
        let grouped = groups.iter().filter_map(|group| self.attribute_groups.get(group));
        in_place
            .iter()
            .chain(grouped.flatten())
            .find(|attribute| attribute.name == name)
            .map(|attribute| &*attribute.value)
    }
}

impl Position {
    /// Line and column of an offset into a text; an offset beyond its end is its end.
    pub fn of(text: &str, offset: usize) -> Position {
        let before = &text.as_bytes()[..offset.min(text.len())];
        let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let newlines = before.iter().filter(|byte| **byte == b'\n').count();
        // A character is counted by its first byte, so an offset inside one does no harm.
        let column = before[line_start..].iter().filter(|byte| **byte & 0xc0 != 0x80).count();
        Position { line: newlines as u32 + 1, column: column as u32 + 1 }
    }
}
