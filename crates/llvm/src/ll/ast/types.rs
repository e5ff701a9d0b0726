//! The types of LLVM IR.

use std::borrow::Cow;

program::define_id!(
    /// An interned type of a module.
    TypeId
);
program::define_id!(
    /// A type with a name, `%struct.node = type …`.
    NamedTypeId
);

/// A type; two types of a module are the same exactly when their [`TypeId`]s are.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// No value.
    Void,
    /// `iN`, of any width LLVM allows.
    Integer(u32),
    /// `half`: IEEE 16 bits.
    Half,
    /// `bfloat`: the upper 16 bits of a `float`.
    BFloat,
    /// `float`: IEEE 32 bits.
    Float,
    /// `double`: IEEE 64 bits.
    Double,
    /// `x86_fp80`: the 80 bits of the x87, C's `long double`.
    X86Fp80,
    /// `fp128`: IEEE 128 bits.
    Fp128,
    /// `ppc_fp128`: a pair of doubles.
    PpcFp128,
    /// `ptr`, in an address space (0 unless the text says otherwise).
    Pointer(u32),
    /// The type of a block's name.
    Label,
    /// The type of metadata given to an intrinsic.
    Metadata,
    /// `token`.
    Token,
    /// `x86_mmx`.
    X86Mmx,
    /// `x86_amx`.
    X86Amx,
    /// `[count x element]`.
    Array {
        /// How many elements.
        count: u64,
        /// The type of each.
        element: TypeId,
    },
    /// `<count x element>`, or `<vscale x count x element>`.
    Vector {
        /// How many elements; the least number for a scalable vector.
        count: u64,
        /// The type of each.
        element: TypeId,
        /// Whether the hardware decides on a multiple.
        scalable: bool,
    },
    /// A structure without a name: `{ … }`, or `<{ … }>` when packed.
    Struct {
        /// The types of the fields in order.
        fields: Box<[TypeId]>,
        /// Whether the fields follow each other without padding.
        packed: bool,
    },
    /// A type with a name; its body is in [`Module::named_types`](super::Module::named_types).
    Named(NamedTypeId),
    /// The type of a function.
    Function {
        /// What it returns.
        result: TypeId,
        /// The types of the fixed parameters.
        parameters: Box<[TypeId]>,
        /// Whether more arguments may follow.
        variadic: bool,
    },
    /// `target("name", …)`, kept as written.
    Target(Box<str>),
}

/// A type with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedType<'a> {
    /// The name without `%` and quotes, e.g. `struct.node`.
    pub name: Cow<'a, str>,
    /// What the name stands for, a [`Type::Struct`] in all that clang writes; `None` when opaque.
    pub body: Option<TypeId>,
}
