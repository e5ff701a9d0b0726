//! Instructions, terminators and what they are made of.

use std::borrow::Cow;

use super::{Attribute, BlockId, ConstantId, LocalId, NodeId, ParameterAttributes, TypeId};

/// What an instruction works on; its type comes from [`Module::type_of`](super::Module::type_of).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// A parameter or an instruction's result.
    Local(LocalId),
    /// A constant of the module.
    Constant(ConstantId),
    /// Metadata given to an intrinsic: an index into
    /// [`Module::metadata_arguments`](super::Module::metadata_arguments).
    Metadata(u32),
}

/// An instruction that does not end its block.
#[derive(Clone, PartialEq, Debug)]
pub struct Instruction<'a> {
    /// The local that holds the result; `None` for instructions without one.
    pub result: Option<LocalId>,
    /// What it does.
    pub kind: InstructionKind<'a>,
    /// Its `!dbg` location.
    pub location: Option<NodeId>,
    /// Where it stands in the text, see [`Module::position`](super::Module::position).
    pub offset: u32,
}

/// What an instruction does.
#[derive(Clone, PartialEq, Debug)]
pub enum InstructionKind<'a> {
    /// Arithmetic on integers, floats or vectors of them.
    Binary {
        /// Which operation.
        op: BinaryOp,
        /// `nuw`, `nsw`, `exact`, `disjoint` or fast-math flags.
        flags: Flags,
        /// The left operand.
        left: Operand,
        /// The right operand, of the same type.
        right: Operand,
    },
    /// `fneg`.
    FloatNegate {
        /// Fast-math flags.
        flags: Flags,
        /// What is negated.
        value: Operand,
    },
    /// `extractelement`.
    ExtractElement {
        /// The vector.
        vector: Operand,
        /// The element's number.
        index: Operand,
    },
    /// `insertelement`.
    InsertElement {
        /// The vector.
        vector: Operand,
        /// The new element.
        element: Operand,
        /// Its number.
        index: Operand,
    },
    /// `shufflevector`.
    ShuffleVector {
        /// The first vector.
        left: Operand,
        /// The second vector.
        right: Operand,
        /// A constant vector of `i32` element numbers.
        mask: ConstantId,
    },
    /// `extractvalue`.
    ExtractValue {
        /// The structure or array.
        aggregate: Operand,
        /// The path to the part.
        indices: Box<[u32]>,
    },
    /// `insertvalue`.
    InsertValue {
        /// The structure or array.
        aggregate: Operand,
        /// The new part.
        element: Operand,
        /// The path to the part.
        indices: Box<[u32]>,
    },
    /// `alloca`.
    Alloca {
        /// The type of one element.
        ty: TypeId,
        /// How many elements; one when absent.
        count: Option<Operand>,
        /// The alignment in bytes, 0 when not given.
        align: u32,
    },
    /// `load`.
    Load {
        /// What is loaded.
        ty: TypeId,
        /// From where.
        pointer: Operand,
        /// Alignment, volatility, atomicity.
        access: Access,
    },
    /// `store`.
    Store {
        /// What is stored.
        value: Operand,
        /// Where.
        pointer: Operand,
        /// Alignment, volatility, atomicity.
        access: Access,
    },
    /// `fence`.
    Fence {
        /// How strong.
        ordering: Ordering,
    },
    /// `cmpxchg`, with the result `{ old value, i1 stored }`.
    CompareExchange {
        /// Where.
        pointer: Operand,
        /// The value it is compared with.
        expected: Operand,
        /// The value stored when equal.
        replacement: Operand,
        /// Whether it may fail without cause.
        weak: bool,
        /// Alignment, volatility and the ordering of success.
        access: Access,
        /// The ordering of failure.
        failure: Ordering,
    },
    /// `atomicrmw`, with the old value as result.
    AtomicRmw {
        /// Which operation.
        op: RmwOp,
        /// Where.
        pointer: Operand,
        /// The operation's right operand.
        value: Operand,
        /// Alignment, volatility, ordering.
        access: Access,
    },
    /// `getelementptr`.
    GetElementPointer {
        /// `inbounds`, `nusw`, `nuw`.
        flags: Flags,
        /// The type that the first index steps over.
        element: TypeId,
        /// The address it starts from.
        base: Operand,
        /// The indices.
        indices: Box<[Operand]>,
    },
    /// A conversion.
    Cast {
        /// Which conversion.
        op: CastOp,
        /// `nneg`, `nuw`, `nsw` or fast-math flags.
        flags: Flags,
        /// What is converted.
        value: Operand,
        /// To which type.
        to: TypeId,
    },
    /// `icmp`.
    IntCompare {
        /// Which relation.
        predicate: IntPredicate,
        /// The left operand.
        left: Operand,
        /// The right operand, of the same type.
        right: Operand,
    },
    /// `fcmp`.
    FloatCompare {
        /// Which relation.
        predicate: FloatPredicate,
        /// Fast-math flags.
        flags: Flags,
        /// The left operand.
        left: Operand,
        /// The right operand, of the same type.
        right: Operand,
    },
    /// `phi`.
    Phi {
        /// The value for each block control may come from.
        incoming: Box<[(Operand, BlockId)]>,
    },
    /// `select`.
    Select {
        /// An `i1` or a vector of them.
        condition: Operand,
        /// The value if true.
        when_true: Operand,
        /// The value if false.
        when_false: Operand,
    },
    /// `freeze`.
    Freeze {
        /// What is frozen.
        value: Operand,
    },
    /// `call`.
    Call(Box<Call<'a>>),
    /// `va_arg`.
    VaArg {
        /// The address of the `va_list`.
        list: Operand,
        /// The type of the argument taken.
        ty: TypeId,
    },
}

/// A call.
#[derive(Clone, PartialEq, Debug)]
pub struct Call<'a> {
    /// What is called.
    pub callee: Callee<'a>,
    /// The type of the callee, a [`Type::Function`](super::Type::Function).
    pub function_type: TypeId,
    /// The arguments, variable ones included.
    pub arguments: Box<[Argument]>,
    /// Attributes of the result, e.g. `zeroext`.
    pub result_attributes: ParameterAttributes,
    /// `tail`, `musttail`, `notail`.
    pub tail: TailKind,
    /// Attributes of the call that stand in groups: keys of
    /// [`Module::attribute_groups`](super::Module::attribute_groups).
    pub attribute_groups: Box<[u32]>,
    /// Attributes of the call written in place.
    pub attributes: Box<[Attribute<'a>]>,
    /// Operand bundles, `[ "name"(…) ]`.
    pub bundles: Box<[Bundle<'a>]>,
}

/// What a call calls.
#[derive(Clone, PartialEq, Debug)]
pub enum Callee<'a> {
    /// The function at an address: for a direct call a constant
    /// [`Symbol`](super::ConstantKind::Symbol).
    Address(Operand),
    /// Inline assembly.
    Asm(Box<InlineAsm<'a>>),
}

/// Inline assembly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InlineAsm<'a> {
    /// The assembly.
    pub text: Cow<'a, str>,
    /// Constraints of outputs and inputs, and clobbers, separated by commas.
    pub constraints: Cow<'a, str>,
    /// Whether it does more than compute its outputs.
    pub side_effects: bool,
}

/// An argument of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Argument {
    /// The value.
    pub value: Operand,
    /// How it is passed.
    pub attributes: ParameterAttributes,
}

/// An operand bundle of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bundle<'a> {
    /// Its name, e.g. `align` on `llvm.assume`.
    pub name: Cow<'a, str>,
    /// Its values.
    pub operands: Box<[Operand]>,
}

/// How a call relates to the caller's frame.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum TailKind {
    /// An ordinary call.
    #[default]
    None,
    /// `tail`.
    Tail,
    /// `musttail`.
    MustTail,
    /// `notail`.
    NoTail,
}

/// How memory is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Access {
    /// The alignment in bytes, 0 when not given.
    pub align: u32,
    /// Whether the access is volatile.
    pub volatile: bool,
    /// The ordering, if the access is atomic.
    pub ordering: Option<Ordering>,
}

/// How a block ends.
#[derive(Clone, PartialEq, Debug)]
pub struct Terminator {
    /// Where control goes.
    pub kind: TerminatorKind,
    /// Its `!dbg` location.
    pub location: Option<NodeId>,
    /// Where it stands in the text, see [`Module::position`](super::Module::position).
    pub offset: u32,
}

/// Where control goes at the end of a block.
#[derive(Clone, PartialEq, Debug)]
pub enum TerminatorKind {
    /// `ret`, with a value unless the function returns void.
    Return(Option<Operand>),
    /// `br label %target`.
    Jump(BlockId),
    /// `br i1 %condition, …`.
    Branch {
        /// An `i1`.
        condition: Operand,
        /// The block if true.
        when_true: BlockId,
        /// The block if false.
        when_false: BlockId,
    },
    /// `switch`.
    Switch {
        /// An integer.
        value: Operand,
        /// The block if no case fits.
        default: BlockId,
        /// The cases in the order of the text.
        cases: Box<[SwitchCase]>,
    },
    /// `indirectbr`: computed goto.
    IndirectBranch {
        /// The address of a block.
        address: Operand,
        /// The blocks it may be.
        targets: Box<[BlockId]>,
    },
    /// `unreachable`.
    Unreachable,
}

/// A case of a switch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SwitchCase {
    /// An integer constant.
    pub value: ConstantId,
    /// The block to go to.
    pub target: BlockId,
}

/// Flags that make an operation's result poison where they are broken, or allow inexact floats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Flags(pub u32);

impl Flags {
    /// No unsigned wrap (arithmetic, `trunc`, `getelementptr`).
    pub const NUW: Flags = Flags(1);
    /// No signed wrap.
    pub const NSW: Flags = Flags(1 << 1);
    /// The division or shift leaves no remainder.
    pub const EXACT: Flags = Flags(1 << 2);
    /// The operands of `or` have no bit in common.
    pub const DISJOINT: Flags = Flags(1 << 3);
    /// The operand of `zext` or `uitofp` is not negative.
    pub const NNEG: Flags = Flags(1 << 4);
    /// The address stays in its object.
    pub const INBOUNDS: Flags = Flags(1 << 5);
    /// The address does not wrap in the signed sense.
    pub const NUSW: Flags = Flags(1 << 6);
    /// `nnan`.
    pub const NO_NANS: Flags = Flags(1 << 7);
    /// `ninf`.
    pub const NO_INFINITIES: Flags = Flags(1 << 8);
    /// `nsz`.
    pub const NO_SIGNED_ZEROS: Flags = Flags(1 << 9);
    /// `arcp`.
    pub const RECIPROCAL: Flags = Flags(1 << 10);
    /// `contract`.
    pub const CONTRACT: Flags = Flags(1 << 11);
    /// `afn`.
    pub const APPROXIMATE: Flags = Flags(1 << 12);
    /// `reassoc`.
    pub const REASSOCIATE: Flags = Flags(1 << 13);
    /// `fast`: all fast-math flags.
    pub const FAST: Flags = Flags(0x3f80);

    /// The flags with LLVM's keywords.
    pub const KEYWORDS: &'static [(&'static str, Flags)] = &[
        ("nuw", Flags::NUW),
        ("nsw", Flags::NSW),
        ("exact", Flags::EXACT),
        ("disjoint", Flags::DISJOINT),
        ("nneg", Flags::NNEG),
        // `inbounds` says `nusw` too.
        ("inbounds", Flags(Flags::INBOUNDS.0 | Flags::NUSW.0)),
        ("nusw", Flags::NUSW),
        ("fast", Flags::FAST),
        ("nnan", Flags::NO_NANS),
        ("ninf", Flags::NO_INFINITIES),
        ("nsz", Flags::NO_SIGNED_ZEROS),
        ("arcp", Flags::RECIPROCAL),
        ("contract", Flags::CONTRACT),
        ("afn", Flags::APPROXIMATE),
        ("reassoc", Flags::REASSOCIATE),
    ];

    /// The flag with that keyword.
    pub fn from_keyword(keyword: &str) -> Option<Flags> {
        let known = Flags::KEYWORDS.iter().find(|(known, _)| *known == keyword);
        known.map(|(_, flag)| *flag)
    }

    /// Whether all flags of `other` are set.
    pub const fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// These flags and those of `other`.
    pub const fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
}

/// Defines an enum whose variants are spelled as LLVM's keywords.
macro_rules! keywords {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name {
            $($(#[$variant_doc])* #[doc = concat!("`", $text, "`.")] $variant,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// LLVM's keyword for it.
            pub const fn keyword(self) -> &'static str {
                match self {
                    $($name::$variant => $text,)*
                }
            }

            /// The one with that keyword.
            pub fn from_keyword(keyword: &str) -> Option<$name> {
                match keyword {
                    $($text => Some($name::$variant),)*
                    _ => None,
                }
            }
        }
    };
}
pub(super) use keywords;

keywords!(
    /// An operation of two operands.
    BinaryOp {
        Add = "add",
        FAdd = "fadd",
        Sub = "sub",
        FSub = "fsub",
        Mul = "mul",
        FMul = "fmul",
        UDiv = "udiv",
        SDiv = "sdiv",
        FDiv = "fdiv",
        URem = "urem",
        SRem = "srem",
        FRem = "frem",
        Shl = "shl",
        LShr = "lshr",
        AShr = "ashr",
        And = "and",
        Or = "or",
        Xor = "xor",
    }
);

keywords!(
    /// A conversion.
    CastOp {
        Trunc = "trunc",
        ZExt = "zext",
        SExt = "sext",
        FpTrunc = "fptrunc",
        FpExt = "fpext",
        FpToUi = "fptoui",
        FpToSi = "fptosi",
        UiToFp = "uitofp",
        SiToFp = "sitofp",
        PtrToInt = "ptrtoint",
        IntToPtr = "inttoptr",
        BitCast = "bitcast",
        AddrSpaceCast = "addrspacecast",
    }
);

keywords!(
    /// A relation of integers or pointers.
    IntPredicate {
        Eq = "eq",
        Ne = "ne",
        Ugt = "ugt",
        Uge = "uge",
        Ult = "ult",
        Ule = "ule",
        Sgt = "sgt",
        Sge = "sge",
        Slt = "slt",
        Sle = "sle",
    }
);

keywords!(
    /// A relation of floats: `o…` is false and `u…` true when either is not a number.
    FloatPredicate {
        False = "false",
        Oeq = "oeq",
        Ogt = "ogt",
        Oge = "oge",
        Olt = "olt",
        Ole = "ole",
        One = "one",
        Ord = "ord",
        Ueq = "ueq",
        Ugt = "ugt",
        Uge = "uge",
        Ult = "ult",
        Ule = "ule",
        Une = "une",
        Uno = "uno",
        True = "true",
    }
);

keywords!(
    /// The ordering of an atomic access, weakest first.
    Ordering {
        Unordered = "unordered",
        Monotonic = "monotonic",
        Acquire = "acquire",
        Release = "release",
        AcquireRelease = "acq_rel",
        SequentiallyConsistent = "seq_cst",
    }
);

keywords!(
    /// What `atomicrmw` does with the old value and its operand.
    RmwOp {
        Exchange = "xchg",
        Add = "add",
        Sub = "sub",
        And = "and",
        Nand = "nand",
        Or = "or",
        Xor = "xor",
        Max = "max",
        Min = "min",
        UMax = "umax",
        UMin = "umin",
        FAdd = "fadd",
        FSub = "fsub",
        FMax = "fmax",
        FMin = "fmin",
        UIncWrap = "uinc_wrap",
        UDecWrap = "udec_wrap",
    }
);
