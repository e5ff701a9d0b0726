//! Constants and constant expressions.

use std::borrow::Cow;

use super::{BinaryOp, BlockId, CastOp, Flags, SymbolId, TypeId};

program::define_id!(
    /// A constant of a module.
    ConstantId
);

/// A constant with its type.
#[derive(Clone, PartialEq, Debug)]
pub struct Constant<'a> {
    /// Its type.
    pub ty: TypeId,
    /// Its value.
    pub kind: ConstantKind<'a>,
}

/// The value of a constant.
#[derive(Clone, PartialEq, Debug)]
pub enum ConstantKind<'a> {
    /// The bits of an integer of at most 128 bits, zero above its width (`true` is 1, `i8 -1` is 255).
    Integer(u128),
    /// An integer wider than 128 bits, as written (a decimal number with a sign).
    WideInteger(&'a str),
    /// A floating-point number.
    Float(FloatBits),
    /// The null pointer.
    Null,
    /// `zeroinitializer`: all bytes zero, of any type.
    Zero,
    /// `undef`: any bits.
    Undef,
    /// `poison`: no value at all.
    Poison,
    /// The empty token.
    NoToken,
    /// `c"…"`: an array of bytes.
    Bytes(Cow<'a, [u8]>),
    /// The elements of an array.
    Array(Box<[ConstantId]>),
    /// The fields of a structure; the type tells whether it is packed.
    Struct(Box<[ConstantId]>),
    /// The elements of a vector.
    Vector(Box<[ConstantId]>),
    /// A vector of which every element is this.
    Splat(ConstantId),
    /// The address of a global, function, alias or ifunc.
    Symbol(SymbolId),
    /// `blockaddress(@f, %b)`: the address of a block, for computed goto.
    BlockAddress {
        /// The function.
        function: SymbolId,
        /// The block; `None` when the function's body is [`Unsupported`](super::Body::Unsupported).
        block: Option<BlockId>,
    },
    /// A conversion to the constant's type.
    Cast {
        /// Which conversion.
        op: CastOp,
        /// What is converted.
        value: ConstantId,
    },
    /// Address arithmetic, as the instruction does it.
    GetElementPointer {
        /// `inbounds`, `nusw`, `nuw`.
        flags: Flags,
        /// The type that the first index steps over.
        element: TypeId,
        /// The address it starts from.
        base: ConstantId,
        /// The indices.
        indices: Box<[ConstantId]>,
    },
    /// Integer arithmetic.
    Binary {
        /// Which operation.
        op: BinaryOp,
        /// `nuw`, `nsw`, `exact`.
        flags: Flags,
        /// The left operand.
        left: ConstantId,
        /// The right operand.
        right: ConstantId,
    },
    /// An element of a constant vector.
    ExtractElement {
        /// The vector.
        vector: ConstantId,
        /// The element's number.
        index: ConstantId,
    },
    /// A constant vector with one element replaced.
    InsertElement {
        /// The vector.
        vector: ConstantId,
        /// The new element.
        element: ConstantId,
        /// Its number.
        index: ConstantId,
    },
    /// Elements of two constant vectors, chosen by a mask.
    ShuffleVector {
        /// The first vector.
        left: ConstantId,
        /// The second vector.
        right: ConstantId,
        /// A vector of `i32` element numbers.
        mask: ConstantId,
    },
}

/// The bits of a floating-point constant, in the format of its type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatBits {
    /// IEEE 16 bits.
    Half(u16),
    /// The upper half of IEEE 32 bits.
    BFloat(u16),
    /// IEEE 32 bits.
    Single(u32),
    /// IEEE 64 bits.
    Double(u64),
    /// The x87's 80 bits: sign and exponent in bits 64–79, significand below.
    X86Fp80(u128),
    /// IEEE 128 bits.
    Fp128(u128),
    /// Two doubles, the more significant one in the low half as LLVM writes it.
    PpcFp128(u128),
}
