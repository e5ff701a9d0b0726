//! Functions: parameters with their attributes, blocks, locals and debug records.

use std::borrow::Cow;

use program::id::IdVec;

use super::{
    ConstantId, Instruction, Linkage, MetadataValue, NodeId, Operand, SymbolId, Terminator, TypeId,
    Visibility,
};

program::define_id!(
    /// A function of a module, declared or defined.
    FunctionId
);
program::define_id!(
    /// A parameter or an instruction's result of a function; the parameters come first.
    LocalId
);
program::define_id!(
    /// A block of a function, in the order of the text; block 0 is the entry.
    BlockId
);

/// A function, declared or defined.
#[derive(Clone, PartialEq, Debug)]
pub struct Function<'a> {
    /// Its symbol, which has the name.
    pub symbol: SymbolId,
    /// Its type, a [`Type::Function`](super::Type::Function).
    pub ty: TypeId,
    /// What it returns.
    pub result: TypeId,
    /// Attributes of the result, e.g. `zeroext`.
    pub result_attributes: ParameterAttributes,
    /// Its fixed parameters; in a body they are the locals `0..parameters.len()`.
    pub parameters: Box<[Parameter]>,
    /// Whether more arguments may follow.
    pub variadic: bool,
    /// Who sees it.
    pub linkage: Linkage,
    /// Who sees it in a shared library.
    pub visibility: Visibility,
    /// Attributes that stand in groups: keys of
    /// [`Module::attribute_groups`](super::Module::attribute_groups).
    pub attribute_groups: Box<[u32]>,
    /// Attributes written in place.
    pub attributes: Box<[Attribute<'a>]>,
    /// `section "…"`.
    pub section: Option<Cow<'a, str>>,
    /// The alignment in bytes, 0 when not given.
    pub align: u32,
    /// `prefix`, `prologue` and `personality` constants, in this order.
    pub extras: [Option<ConstantId>; 3],
    /// Its `!dbg` subprogram.
    pub subprogram: Option<NodeId>,
    /// Where it stands in the text, see [`Module::position`](super::Module::position).
    pub offset: u32,
    /// What it does.
    pub body: Body<'a>,
}

/// What a function does.
#[derive(Clone, PartialEq, Debug)]
pub enum Body<'a> {
    /// It is only declared.
    Declared,
    /// Its blocks.
    Defined {
        /// The blocks in the order of the text; the first is the entry.
        blocks: IdVec<BlockId, Block<'a>>,
        /// Parameters and instructions' results.
        locals: IdVec<LocalId, Local<'a>>,
        /// Its `#dbg_…` records in the order of the text.
        debug: Vec<DebugRecord<'a>>,
    },
    /// It holds something this reader does not know.
    Unsupported {
        /// What.
        reason: String,
        /// On which line of the text.
        line: u32,
    },
}

/// A straight run of instructions.
#[derive(Clone, PartialEq, Debug)]
pub struct Block<'a> {
    /// The label without quotes; a number for a block without a name.
    pub name: &'a str,
    /// What it does.
    pub instructions: Vec<Instruction<'a>>,
    /// How it ends.
    pub terminator: Terminator,
}

/// A parameter or an instruction's result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Local<'a> {
    /// The name without `%` and quotes; a number for a local without a name.
    pub name: &'a str,
    /// Its type.
    pub ty: TypeId,
}

/// A parameter of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its type.
    pub ty: TypeId,
    /// How it is passed.
    pub attributes: ParameterAttributes,
}

/// How a parameter, argument or result is passed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ParameterAttributes {
    /// Whether a pointer stands for the object it points to.
    pub passing: Passing,
    /// The alignment of what a pointer points to in bytes, 0 when not given.
    pub align: u32,
    /// The attributes without a value.
    pub flags: ParameterFlags,
}

/// Whether a pointer parameter stands for the object it points to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Passing {
    /// The value itself is passed.
    #[default]
    Direct,
    /// `byval`: the callee gets its own copy of an object of that type.
    ByVal(TypeId),
    /// `sret`: the callee writes its result, of that type, there.
    StructReturn(TypeId),
    /// `byref`.
    ByRef(TypeId),
    /// `inalloca`.
    InAlloca(TypeId),
    /// `preallocated`.
    Preallocated(TypeId),
    /// `elementtype`.
    ElementType(TypeId),
}

/// The attributes of a parameter without a value.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ParameterFlags(pub u16);

impl ParameterFlags {
    /// `zeroext`: the caller extends it with zeros to the width of the ABI.
    pub const ZEROEXT: ParameterFlags = ParameterFlags(1);
    /// `signext`: the caller extends it with its sign to the width of the ABI.
    pub const SIGNEXT: ParameterFlags = ParameterFlags(1 << 1);
    /// `inreg`.
    pub const INREG: ParameterFlags = ParameterFlags(1 << 2);
    /// `noundef`: neither undefined nor poison.
    pub const NOUNDEF: ParameterFlags = ParameterFlags(1 << 3);
    /// `nonnull`.
    pub const NONNULL: ParameterFlags = ParameterFlags(1 << 4);
    /// `noalias`.
    pub const NOALIAS: ParameterFlags = ParameterFlags(1 << 5);
    /// `nocapture`.
    pub const NOCAPTURE: ParameterFlags = ParameterFlags(1 << 6);
    /// `readonly`.
    pub const READONLY: ParameterFlags = ParameterFlags(1 << 7);
    /// `writeonly`.
    pub const WRITEONLY: ParameterFlags = ParameterFlags(1 << 8);
    /// `readnone`.
    pub const READNONE: ParameterFlags = ParameterFlags(1 << 9);
    /// `returned`: the function returns this argument.
    pub const RETURNED: ParameterFlags = ParameterFlags(1 << 10);
    /// `nest`: the static chain of a nested function.
    pub const NEST: ParameterFlags = ParameterFlags(1 << 11);
    /// `immarg`.
    pub const IMMARG: ParameterFlags = ParameterFlags(1 << 12);

    /// The flags with LLVM's keywords.
    pub const KEYWORDS: &'static [(&'static str, ParameterFlags)] = &[
        ("noundef", ParameterFlags::NOUNDEF),
        ("zeroext", ParameterFlags::ZEROEXT),
        ("signext", ParameterFlags::SIGNEXT),
        ("inreg", ParameterFlags::INREG),
        ("nonnull", ParameterFlags::NONNULL),
        ("noalias", ParameterFlags::NOALIAS),
        ("nocapture", ParameterFlags::NOCAPTURE),
        ("readonly", ParameterFlags::READONLY),
        ("writeonly", ParameterFlags::WRITEONLY),
        ("readnone", ParameterFlags::READNONE),
        ("returned", ParameterFlags::RETURNED),
        ("nest", ParameterFlags::NEST),
        ("immarg", ParameterFlags::IMMARG),
    ];

    /// The flag with that keyword.
    pub fn from_keyword(keyword: &str) -> Option<ParameterFlags> {
        let known = ParameterFlags::KEYWORDS.iter().find(|(known, _)| *known == keyword);
        known.map(|(_, flag)| *flag)
    }

    /// Whether all flags of `other` are set.
    pub const fn has(self, other: ParameterFlags) -> bool {
        self.0 & other.0 == other.0
    }

    /// These flags and those of `other`.
    pub const fn with(self, other: ParameterFlags) -> ParameterFlags {
        ParameterFlags(self.0 | other.0)
    }
}

/// An attribute of a function or call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attribute<'a> {
    /// Its name without quotes, e.g. `noreturn` or `target-cpu`.
    pub name: Cow<'a, str>,
    /// What follows: the text in parentheses or behind `=`, empty when there is nothing.
    pub value: Cow<'a, str>,
    /// Whether it is a string, which LLVM only passes on, and not a word of LLVM's.
    pub is_string: bool,
}

/// A `#dbg_…` record: what a variable of the source is at this point.
#[derive(Clone, PartialEq, Debug)]
pub struct DebugRecord<'a> {
    /// Which record.
    pub kind: DebugRecordKind,
    /// The block it stands in.
    pub block: BlockId,
    /// The instruction it stands before, as an index into the block.
    pub index: u32,
    /// The variable's address (`declare`) or value; `None` where the value is lost or a label.
    pub value: Option<Operand>,
    /// The `DILocalVariable` or `DILabel`.
    pub variable: Option<NodeId>,
    /// The `DIExpression`.
    pub expression: MetadataValue<'a>,
    /// The `DILocation`.
    pub location: Option<NodeId>,
}

/// Which `#dbg_…` record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DebugRecordKind {
    /// `#dbg_declare`: the variable lives at an address.
    Declare,
    /// `#dbg_value`: the variable has a value from here on.
    Value,
    /// `#dbg_assign`: a store to the variable.
    Assign,
    /// `#dbg_label`: a label of the source.
    Label,
}
