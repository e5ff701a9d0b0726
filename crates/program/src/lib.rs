//! The intermediate representation that every language lowers to.
//!
//! A [`Program`] is a set of globals, classes and functions. A [`Function`] is a list of typed
//! registers and basic blocks. The IR is not SSA: registers are assigned as often as one likes, and the
//! φ-nodes of other representations are parallel moves on [`Edge`]s.

pub mod analysis;
pub mod block;
pub mod catalogue;
pub mod class;
pub mod decision;
pub mod dot;
pub mod edit;
pub mod function;
pub mod global;
pub mod id;
pub mod instruction;
pub mod name;
pub mod operands;
pub mod site;
pub mod source;
pub mod text;
pub mod types;
pub mod verify;

pub use block::{Block, Edge, Handler, HandlerTable, Terminator};
pub use catalogue::Catalogue;
pub use class::{Class, Field};
pub use decision::{Condition, ConditionRef, Decision};
pub use edit::{Change, Edit};
pub use function::{Function, Linkage, Register};
pub use global::{Global, Relocation, RelocationTarget};
pub use id::{
    BlockId, ClassId, CounterId, DecisionId, FileId, FuncId, GlobalId, HandlerTableId, Id, IdVec,
    RegId, SelectorId,
};
pub use instruction::{
    Access, Argument, Callee, CheckKind, Constant, Failure, Instruction, Operand, Region, Test,
};
pub use name::local_name;
pub use site::{OutcomeId, Point, Site, SiteId, SiteKind, SiteTable};
pub use source::{Located, Span};
pub use term::op::{BinaryOp, CompareOp, ConvertOp, UnaryOp};
pub use types::Type;

/// Everything that can be run: code, data, classes, and what a test may use of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// Names of source files, as locations refer to them.
    pub files: IdVec<FileId, String>,
    /// Names of virtual methods: what a virtual call looks up in the receiver's class.
    pub selectors: IdVec<SelectorId, String>,
    /// Classes of managed objects.
    pub classes: IdVec<ClassId, Class>,
    /// Variables with static storage.
    pub globals: IdVec<GlobalId, Global>,
    /// Functions, with or without a body.
    pub functions: IdVec<FuncId, Function>,
    /// What a test may construct, call and set, in the words of the source language.
    pub catalogue: Catalogue,
}

impl Program {
    /// The function of that name.
    pub fn function_named(&self, name: &str) -> Option<FuncId> {
        self.functions.iter().find(|(_, function)| function.name == name).map(|(id, _)| id)
    }

    /// The global of that name.
    pub fn global_named(&self, name: &str) -> Option<GlobalId> {
        self.globals.iter().find(|(_, global)| global.name == name).map(|(id, _)| id)
    }

    /// The class of that name.
    pub fn class_named(&self, name: &str) -> Option<ClassId> {
        self.classes.iter().find(|(_, class)| class.name == name).map(|(id, _)| id)
    }
}
