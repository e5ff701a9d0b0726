//! Instructions, their operands and tests.

use crate::{
    BinaryOp, ClassId, CompareOp, ConditionRef, ConvertOp, CounterId, DecisionId, FuncId, GlobalId,
    RegId, SelectorId, Type, UnaryOp,
};

/// A register or a constant; the instruction says of which type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// The value of a register.
    Register(RegId),
    /// A constant.
    Constant(Constant),
}

/// A constant; its type comes from where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Constant {
    /// An integer, a float's bit pattern, or null (0); no bit set above the type's width.
    Bits(u128),
    /// The address of a byte of a global.
    Global(GlobalId, i64),
    /// The address of a function.
    Function(FuncId),
}

/// What a branch, a select or a check decides on. A comparison keeps both operands to the very end, so
/// that a distance is always at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Test {
    /// A comparison.
    Compare {
        /// How.
        op: CompareOp,
        /// Of what type.
        ty: Type,
        /// Left side.
        left: Operand,
        /// Right side.
        right: Operand,
    },
    /// A boolean, made elsewhere.
    Value(Operand),
}

/// Whether a memory access is checked by the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Access {
    /// Null, bounds, lifetime and initialisation are checked, and an access that fails traps.
    #[default]
    Checked,
    /// `check` instructions before it have seen to it, or the object is managed and the offset a
    /// field's: no second check is made or recorded.
    Trusted,
    /// Checked like the first, but that bytes were never written is no failure: they read as zeros. For
    /// loads that only hand bytes on: those around a bit-field that is written, or a value whose every
    /// byte need not mean something.
    Zeros,
    /// One half of a copy from memory to memory through a register that is used for nothing else:
    /// checked, but bytes that were never written stay so at their new place.
    Copied,
}

/// Where an object of C lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Region {
    /// Until the function returns.
    Stack,
    /// Until it is freed.
    Heap,
}

/// What a check is about; it decides how a failure is reported.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum CheckKind {
    /// A reference or pointer is not null.
    Null,
    /// An index or offset lies inside.
    Bounds,
    /// A divisor is not zero.
    Division,
    /// An object is of the class it is cast to, or may be stored.
    Cast,
    /// A signed result, a shift amount or a conversion is in range.
    Overflow,
    /// What is read was written before.
    Initialised,
    /// A size is not negative.
    Size,
    /// An assertion of the user's holds.
    Assertion,
    /// Two addresses whose order or distance is asked for lie in the same object. Where they do not, the answer is
    /// the machine's alone and nobody else's.
    Related,
}

/// What happens when a check fails.
#[derive(Clone, PartialEq, Debug)]
pub enum Failure {
    /// The run ends in a trap of the check's kind.
    Trap,
    /// A function is called that throws; it must not return.
    Call(FuncId, Vec<Argument>),
}

/// Whom a call calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A known function.
    Direct(FuncId),
    /// The function an address leads to.
    Indirect(Operand),
    /// The method that the class of the first argument has for a selector.
    Virtual(SelectorId),
}

/// An argument with its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Argument {
    /// Its type.
    pub ty: Type,
    /// Its value.
    pub value: Operand,
}

/// One step of a block.
#[derive(Clone, PartialEq, Debug)]
pub enum Instruction {
    /// `dst = value`.
    Copy {
        /// Type of both.
        ty: Type,
        /// Where to.
        dst: RegId,
        /// What.
        value: Operand,
    },
    /// `dst = op value`.
    Unary {
        /// The operation.
        op: UnaryOp,
        /// Type of both.
        ty: Type,
        /// Where to.
        dst: RegId,
        /// On what.
        value: Operand,
    },
    /// `dst = left op right`. Division and remainder by zero trap, checked or not.
    Binary {
        /// The operation.
        op: BinaryOp,
        /// Type of all three.
        ty: Type,
        /// Where to.
        dst: RegId,
        /// Left side.
        left: Operand,
        /// Right side.
        right: Operand,
        /// Traps where C leaves the result undefined: signed overflow of `add`, `sub`, `mul`,
        /// `sdiv`, `srem`; a shift by the width or more.
        checked: bool,
    },
    /// `dst = left op right`, one bit.
    Compare {
        /// How.
        op: CompareOp,
        /// Type of the sides.
        ty: Type,
        /// Where to: an `i1`.
        dst: RegId,
        /// Left side.
        left: Operand,
        /// Right side.
        right: Operand,
    },
    /// `dst = value as to`.
    Convert {
        /// How.
        op: ConvertOp,
        /// Type of the value.
        from: Type,
        /// Type of the result.
        to: Type,
        /// Where to.
        dst: RegId,
        /// What.
        value: Operand,
    },
    /// `dst = a * b + c`, rounded once.
    Fma {
        /// `f32` or `f64`.
        ty: Type,
        /// Where to.
        dst: RegId,
        /// First factor.
        a: Operand,
        /// Second factor.
        b: Operand,
        /// Summand.
        c: Operand,
    },
    /// `dst = test ? then : otherwise`; a branch of the user's code without blocks.
    Select {
        /// Type of the result.
        ty: Type,
        /// Where to.
        dst: RegId,
        /// What decides.
        test: Test,
        /// The value when it holds.
        then: Operand,
        /// The value otherwise.
        otherwise: Operand,
        /// The condition of the source that it evaluates.
        condition: Option<ConditionRef>,
    },
    /// `dst = *(address + offset)`.
    Load {
        /// Type of the value.
        ty: Type,
        /// Where to.
        dst: RegId,
        /// The address.
        address: Operand,
        /// Bytes added to it.
        offset: i32,
        /// Whether it is checked.
        access: Access,
    },
    /// `*(address + offset) = value`.
    Store {
        /// Type of the value.
        ty: Type,
        /// The address.
        address: Operand,
        /// Bytes added to it.
        offset: i32,
        /// What is written.
        value: Operand,
        /// Whether it is checked.
        access: Access,
    },
    /// `dst = base + index * scale + offset`, without a check.
    Address {
        /// Where to: a `ptr`.
        dst: RegId,
        /// A `ptr`.
        base: Operand,
        /// An `i64`.
        index: Operand,
        /// Bytes per step of the index.
        scale: u32,
        /// Bytes added.
        offset: i64,
    },
    /// `dst = ` address of a new object of `size` bytes.
    Allocate {
        /// Where to: a `ptr`.
        dst: RegId,
        /// Bytes: an `i64`.
        size: Operand,
        /// Alignment in bytes, a power of two.
        align: u32,
        /// How long it lives.
        region: Region,
        /// Whether it starts as zeros; otherwise it starts uninitialised.
        zeroed: bool,
    },
    /// Ends the life of a heap object; null is fine.
    Free {
        /// A `ptr` to its first byte.
        address: Operand,
    },
    /// Copies bytes; the two ranges may overlap.
    MemCopy {
        /// A `ptr`.
        to: Operand,
        /// A `ptr`.
        from: Operand,
        /// Bytes: an `i64`.
        size: Operand,
    },
    /// Fills bytes.
    MemSet {
        /// A `ptr`.
        to: Operand,
        /// An `i8`.
        byte: Operand,
        /// Bytes: an `i64`.
        size: Operand,
    },
    /// `dst = ` a mark of the objects that are on the stack now.
    StackSave {
        /// Where to: a `ptr` that is the address of nothing.
        dst: RegId,
    },
    /// Ends the life of the objects that this call has put on the stack since a mark was made.
    StackRestore {
        /// The mark.
        mark: Operand,
    },
    /// Calls a function.
    Call {
        /// Where the result goes.
        dst: Option<RegId>,
        /// Type of the result, also when it is dropped.
        result: Option<Type>,
        /// Whom.
        callee: Callee,
        /// With what.
        arguments: Vec<Argument>,
    },
    /// `dst = ` address of the arguments beyond the parameters, each in a slot of 8 bytes (16 for
    /// `i128`), in order.
    VarArgs {
        /// Where to: a `ptr`.
        dst: RegId,
    },
    /// Goes on if the test holds.
    Check {
        /// What it is about.
        kind: CheckKind,
        /// What must hold.
        test: Test,
        /// What happens otherwise.
        failure: Failure,
    },
    /// Tells that a condition was evaluated where no branch or select does.
    Condition {
        /// Which.
        condition: ConditionRef,
        /// Its outcome: an `i1`.
        value: Operand,
    },
    /// Tells how a decision came out.
    Decide {
        /// Which.
        decision: DecisionId,
        /// Its outcome: an `i1`.
        value: Operand,
    },
    /// Adds one to an execution counter of the function.
    Count {
        /// Which.
        counter: CounterId,
    },
    /// `dst = ` a new object of a class, all zeros.
    New {
        /// Where to: a `ptr`.
        dst: RegId,
        /// Its class.
        class: ClassId,
    },
    /// `dst = ` a new array, all zeros; its length must not be negative.
    NewArray {
        /// Where to: a `ptr`.
        dst: RegId,
        /// Its array class.
        class: ClassId,
        /// How many elements: an `i32`.
        length: Operand,
    },
    /// `dst = ` number of elements of an array that is not null.
    ArrayLength {
        /// Where to: an `i32`.
        dst: RegId,
        /// A `ptr`.
        array: Operand,
    },
    /// `dst = ` number of the class of an object that is not null.
    ClassOf {
        /// Where to: an `i32`.
        dst: RegId,
        /// A `ptr`.
        object: Operand,
    },
    /// `dst = ` whether an object is an instance of a class or of a subtype; null is not.
    InstanceOf {
        /// Where to: an `i1`.
        dst: RegId,
        /// A `ptr`.
        object: Operand,
        /// The class.
        class: ClassId,
    },
    /// `dst = ` whether an object is null or an instance of a class or of a subtype.
    MayCast {
        /// Where to: an `i1`.
        dst: RegId,
        /// A `ptr`.
        object: Operand,
        /// The class.
        class: ClassId,
    },
    /// `dst = ` whether an object is null or an instance of what an array of references, which is not
    /// null, may hold.
    MayStore {
        /// Where to: an `i1`.
        dst: RegId,
        /// A `ptr`.
        array: Operand,
        /// A `ptr`.
        value: Operand,
    },
    /// Runs a class's initialiser, if it has not been run.
    Init {
        /// The class.
        class: ClassId,
    },
}

impl Instruction {
    /// The register it assigns.
    pub fn destination(&self) -> Option<RegId> {
        match *self {
            Instruction::Copy { dst, .. }
            | Instruction::Unary { dst, .. }
            | Instruction::Binary { dst, .. }
            | Instruction::Compare { dst, .. }
            | Instruction::Convert { dst, .. }
            | Instruction::Fma { dst, .. }
            | Instruction::Select { dst, .. }
            | Instruction::Load { dst, .. }
            | Instruction::Address { dst, .. }
            | Instruction::Allocate { dst, .. }
            | Instruction::StackSave { dst }
            | Instruction::VarArgs { dst }
            | Instruction::New { dst, .. }
            | Instruction::NewArray { dst, .. }
            | Instruction::ArrayLength { dst, .. }
            | Instruction::ClassOf { dst, .. }
            | Instruction::InstanceOf { dst, .. }
            | Instruction::MayCast { dst, .. }
            | Instruction::MayStore { dst, .. } => Some(dst),
            Instruction::Call { dst, .. } => dst,
            Instruction::Store { .. }
            | Instruction::Free { .. }
            | Instruction::MemCopy { .. }
            | Instruction::MemSet { .. }
            | Instruction::StackRestore { .. }
            | Instruction::Check { .. }
            | Instruction::Condition { .. }
            | Instruction::Decide { .. }
            | Instruction::Count { .. }
            | Instruction::Init { .. } => None,
        }
    }
}
