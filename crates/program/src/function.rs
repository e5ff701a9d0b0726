//! Functions: registers, blocks, decisions, handlers.

use crate::name::source_name;
use crate::{
    Block, BlockId, Decision, DecisionId, HandlerTable, HandlerTableId, IdVec, RegId, Span, Type,
};

/// A function. Without blocks it has no body: a model or a stub answers its calls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Function {
    /// Its name, unique in the program.
    pub name: String,
    /// The source file that keeps it to itself, if one does; the name is then a [`local_name`](crate::local_name).
    pub home: Option<String>,
    /// Who can see it.
    pub linkage: Linkage,
    /// How many of the first registers are parameters.
    pub params: u32,
    /// Whether calls may pass more arguments than there are parameters.
    pub variadic: bool,
    /// The type of its result, if it gives one.
    pub result: Option<Type>,
    /// Its registers, parameters first.
    pub registers: IdVec<RegId, Register>,
    /// Its blocks; the first one is the entry.
    pub blocks: IdVec<BlockId, Block>,
    /// Decisions of its source.
    pub decisions: IdVec<DecisionId, Decision>,
    /// Handler tables that its blocks refer to.
    pub handlers: IdVec<HandlerTableId, HandlerTable>,
    /// How many execution counters its `count` instructions use.
    pub counters: u32,
    /// Where it stands in the source.
    pub span: Option<Span>,
}

/// Whether a function can be called from outside its source file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Linkage {
    /// From anywhere.
    #[default]
    Public,
    /// From its own file or class only.
    Private,
}

/// A register: a typed place of one call of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Register {
    /// Its name in the text form, unique in the function.
    pub name: String,
    /// Its type.
    pub ty: Type,
}

impl Function {
    /// The entry block.
    pub const ENTRY: BlockId = BlockId(0);

    /// Its name in the source.
    pub fn source_name(&self) -> &str {
        source_name(&self.name, self.home.as_deref())
    }

    /// Whether it has code.
    pub fn has_body(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// The types of its parameters.
    pub fn parameter_types(&self) -> impl ExactSizeIterator<Item = Type> + '_ {
        self.registers.values().take(self.params as usize).map(|register| register.ty)
    }

    /// The type of a register.
    pub fn type_of(&self, register: RegId) -> Type {
        self.registers[register].ty
    }
}
