//! The operations the interpreter executes: the IR with every name resolved, twelve bytes each.
//!
//! A frame is a row of 64-bit slots: the function's registers, a few temporaries for constants, and
//! then the arguments of the call being made, which become the first slots of the callee's frame. A
//! slot holds its value zero-extended; an `i128` takes two slots, low half first. `32` and `64` in a name
//! are the width of the operation, `N` takes it from `bits`, no number means that the width does not
//! matter, and `I` takes the right side from the operation itself.

use program::{BinaryOp, CompareOp};

/// A place in the frame.
pub type Slot = u16;

/// Stands for no destination.
pub const NO_SLOT: Slot = Slot::MAX;

/// An operation.
#[derive(Clone, Copy, Debug)]
#[rustfmt::skip]
pub enum Op {
    // Values.
    Mov { d: Slot, a: Slot },
    /// Two moves, one after the other.
    MovTwo { d: Slot, a: Slot, e: Slot, b: Slot },
    MovWide { d: Slot, a: Slot },
    Const32 { d: Slot, value: u32 },
    Chosen { d: Slot, value: u32 },
    Const64 { d: Slot, index: u32 },
    ConstWide { d: Slot, index: u32 },

    // Integer arithmetic.
    Add32 { d: Slot, a: Slot, b: Slot },
    Add64 { d: Slot, a: Slot, b: Slot },
    AddN { d: Slot, a: Slot, b: Slot, bits: u8 },
    AddI32 { d: Slot, a: Slot, value: i32 },
    AddI64 { d: Slot, a: Slot, value: i32 },
    Sub32 { d: Slot, a: Slot, b: Slot },
    Sub64 { d: Slot, a: Slot, b: Slot },
    SubN { d: Slot, a: Slot, b: Slot, bits: u8 },
    Mul32 { d: Slot, a: Slot, b: Slot },
    Mul64 { d: Slot, a: Slot, b: Slot },
    MulN { d: Slot, a: Slot, b: Slot, bits: u8 },
    MulI32 { d: Slot, a: Slot, value: i32 },
    MulI64 { d: Slot, a: Slot, value: i32 },
    And { d: Slot, a: Slot, b: Slot, bits: u8 },
    AndI { d: Slot, a: Slot, value: u32, bits: u8 },
    Or { d: Slot, a: Slot, b: Slot, bits: u8 },
    OrI { d: Slot, a: Slot, value: u32, bits: u8 },
    Xor { d: Slot, a: Slot, b: Slot, bits: u8 },
    XorI { d: Slot, a: Slot, value: u32, bits: u8 },
    Shl { d: Slot, a: Slot, b: Slot, bits: u8 },
    ShlI { d: Slot, a: Slot, value: u8, bits: u8 },
    LShr { d: Slot, a: Slot, b: Slot, bits: u8 },
    LShrI { d: Slot, a: Slot, value: u8, bits: u8 },
    AShr { d: Slot, a: Slot, b: Slot, bits: u8 },
    AShrI { d: Slot, a: Slot, value: u8, bits: u8 },
    Divide { op: BinaryOp, d: Slot, a: Slot, b: Slot, bits: u8, checked: bool },

    // Signed arithmetic that traps on overflow.
    AddChecked32 { d: Slot, a: Slot, b: Slot },
    AddChecked64 { d: Slot, a: Slot, b: Slot },
    AddCheckedI32 { d: Slot, a: Slot, value: i32 },
    AddCheckedI64 { d: Slot, a: Slot, value: i32 },
    SubChecked32 { d: Slot, a: Slot, b: Slot },
    SubChecked64 { d: Slot, a: Slot, b: Slot },
    MulChecked32 { d: Slot, a: Slot, b: Slot },
    MulChecked64 { d: Slot, a: Slot, b: Slot },

    // Comparisons into a slot, and changes of width. (`zext` is a move.)
    Compare { op: CompareOp, d: Slot, a: Slot, b: Slot, bits: u8 },
    CompareI { op: CompareOp, d: Slot, a: Slot, bits: u8, value: u32 },
    Extend { d: Slot, a: Slot, bits: u8, signed: bool, to: u8 },
    Truncate { d: Slot, a: Slot, from: u8, bits: u8 },

    // Doubles.
    FAdd64 { d: Slot, a: Slot, b: Slot },
    FSub64 { d: Slot, a: Slot, b: Slot },
    FMul64 { d: Slot, a: Slot, b: Slot },
    FDiv64 { d: Slot, a: Slot, b: Slot },

    /// Any other operation on values, by its table entry.
    General { index: u32 },

    // Memory.
    Load8 { d: Slot, a: Slot, offset: i32 },
    Load16 { d: Slot, a: Slot, offset: i32 },
    Load32 { d: Slot, a: Slot, offset: i32 },
    Load64 { d: Slot, a: Slot, offset: i32 },
    LoadF32 { d: Slot, a: Slot, offset: i32 },
    LoadF64 { d: Slot, a: Slot, offset: i32 },
    /// A load of an odd width or of two slots.
    LoadGeneral { d: Slot, a: Slot, bits: u8, offset: i32 },
    Store8 { v: Slot, a: Slot, offset: i32 },
    Store16 { v: Slot, a: Slot, offset: i32 },
    Store32 { v: Slot, a: Slot, offset: i32 },
    Store64 { v: Slot, a: Slot, offset: i32 },
    StoreF32 { v: Slot, a: Slot, offset: i32 },
    StoreF64 { v: Slot, a: Slot, offset: i32 },
    StoreGeneral { v: Slot, a: Slot, bits: u8, offset: i32 },
    /// `d = a + b * scale`.
    Address { d: Slot, a: Slot, b: Slot, scale: u32 },
    Allocate { d: Slot, a: Slot, heap: bool, zeroed: bool, align: u32 },
    Free { a: Slot },
    MemCopy { a: Slot, b: Slot, n: Slot },
    MemSet { a: Slot, b: Slot, n: Slot },
    /// Behind a store of what a load found: bytes that were never written stay so at their new place.
    HandOn { v: Slot, a: Slot, bytes: u8, offset: i32 },

    // Control. A branch holds or fails; its table entry says where to, and what that means in the IR.
    BranchEq { a: Slot, b: Slot, index: u32 },
    BranchEqI { a: Slot, value: u32, index: u32 },
    BranchUlt { a: Slot, b: Slot, index: u32 },
    BranchUltI { a: Slot, value: u32, index: u32 },
    BranchSlt32 { a: Slot, b: Slot, index: u32 },
    BranchSltI32 { a: Slot, value: i32, index: u32 },
    BranchSlt64 { a: Slot, b: Slot, index: u32 },
    BranchSltI64 { a: Slot, value: i32, index: u32 },
    BranchBool { a: Slot, index: u32 },
    /// A comparison of any other type or width.
    BranchGeneral { a: Slot, b: Slot, index: u32 },
    Jump { target: u32, cost: u16 },
    Switch { a: Slot, index: u32 },
    /// By its table entry.
    Select { index: u32 },
    Call { function: u32, d: Slot, window: Slot },
    /// A call that passes more arguments than there are parameters, by its table entry.
    CallVariadic { index: u32, d: Slot, window: Slot },
    CallIndirect { a: Slot, d: Slot, window: Slot, signature: u32 },
    CallVirtual { selector: u32, d: Slot, window: Slot },
    Return { a: Slot, cost: u16 },
    ReturnWide { a: Slot, cost: u16 },
    ReturnVoid { cost: u16 },
    Throw { a: Slot },
    Unreachable,
    /// The end of a check that failed.
    FailCheck,
    /// Adds to the steps what does not fit into a terminator's cost.
    Steps { count: u32 },
    Probe { group: u32 },
    Count { counter: u32 },
    Condition { a: Slot, index: u32 },
    Decide { a: Slot, decision: u32 },

    // Shortcuts: what they do, the operations behind them would do.
    /// The checks of an access to an array and the address of the element, by its table entry.
    Element { d: Slot, a: Slot, i: Slot, index: u32 },
    /// A check for null that passes; that it fails is the next outcome.
    NotNull { a: Slot, passed: u32 },

    // Managed objects.
    New { d: Slot, class: u32 },
    NewArray { d: Slot, a: Slot, class: u32 },
    ArrayLength { d: Slot, a: Slot },
    ClassOf { d: Slot, a: Slot },
    InstanceOf { d: Slot, a: Slot, class: u32 },
    MayCast { d: Slot, a: Slot, class: u32 },
    MayStore { d: Slot, a: Slot, v: Slot },
    Init { class: u32 },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_takes_twelve_bytes() {
        assert_eq!(size_of::<Op>(), 12);
    }
}
