//! What a file of LLVM IR says: types, constants, symbols, functions and debug metadata.
//!
//! Everything that is referred to has a typed id in a dense vector. Types are interned, so two types
//! are the same exactly when their ids are. Constants live in one arena for the whole module; an
//! operand is a local of its function or an id in that arena, and the type of either is looked up
//! with [`Module::type_of`]. Names and strings are slices of the text.

mod constant;
mod function;
mod instruction;
mod metadata;
mod module;
mod types;

pub use constant::{Constant, ConstantId, ConstantKind, FloatBits};
pub use function::{
    Attribute, Block, BlockId, Body, DebugRecord, DebugRecordKind, Function, FunctionId, Local,
    LocalId, Parameter, ParameterAttributes, ParameterFlags, Passing,
};
pub use instruction::{
    Access, Argument, BinaryOp, Bundle, Call, Callee, CastOp, Flags, FloatPredicate, InlineAsm,
    Instruction, InstructionKind, IntPredicate, Operand, Ordering, RmwOp, SwitchCase, TailKind,
    Terminator, TerminatorKind,
};
pub use metadata::{Field, Location, Metadata, MetadataValue, NamedNodes, Node, NodeId};
pub use module::{
    Alias, AliasId, AliasKind, Definition, Global, GlobalId, Linkage, Module, Position, Symbol,
    SymbolId, ThreadLocal, Visibility,
};
pub use types::{NamedType, NamedTypeId, Type, TypeId};
