//! How a run ended.

use program::{CheckKind, ClassId, FuncId, Point};

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Default)]
pub enum Outcome {
    /// Every statement was carried out.
    #[default]
    Returned,
    /// A managed object was thrown and nobody caught it.
    Threw {
        /// Its class.
        class: ClassId,
        /// Its address.
        object: u64,
    },
    /// The program did what it must not do.
    Trapped(Trap),
    /// The program ended itself.
    Exited(i32),
    /// A limit was reached before the end.
    Exhausted(Limit),
    /// It ended in a way that no test may end in, given inside. The machine does not judge that; a runner may.
    Unusable(Box<Outcome>),
}

/// What the program did that it must not do, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Trap {
    /// What.
    pub kind: TrapKind,
    /// The calls that were open, innermost last; the last one is where it happened.
    pub stack: Vec<Point>,
}

/// What a program must not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TrapKind {
    /// Used the null address.
    Null,
    /// Used an address outside its object.
    OutOfBounds,
    /// Used an object after its life.
    UseAfterFree,
    /// Freed an object twice.
    DoubleFree,
    /// Freed what `malloc` did not give.
    InvalidFree,
    /// Used an address that is invalid.
    WildAddress,
    /// Read memory that was never written.
    Uninitialised,
    /// Wrote to what is read-only.
    ReadOnly,
    /// A signed result, a shift amount or a conversion was out of range.
    Overflow,
    /// Divided by zero.
    Division,
    /// Failed a check of another kind.
    Check(CheckKind),
    /// Called what is not a function, or one of another signature.
    BadCall,
    /// The receiver's class has no such method.
    NoMethod,
    /// Called a function that has neither a body nor a model.
    NoModel(FuncId),
    /// Reached what was said to be unreachable.
    Unreachable,
    /// Called `abort`.
    Abort,
}

/// A limit on a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Limit {
    /// Instructions.
    Steps,
    /// Bytes of memory.
    Memory,
    /// Open calls.
    Depth,
}

impl std::fmt::Display for TrapKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            TrapKind::Null => "null pointer used",
            TrapKind::OutOfBounds => "access out of bounds",
            TrapKind::UseAfterFree => "use after free",
            TrapKind::DoubleFree => "double free",
            TrapKind::InvalidFree => "invalid free",
            TrapKind::WildAddress => "access to an invalid address",
            TrapKind::Uninitialised => "read of uninitialised memory",
            TrapKind::ReadOnly => "write to read-only memory",
            TrapKind::Overflow => "result out of range",
            TrapKind::Division => "division by zero",
            TrapKind::Check(CheckKind::Null) => "null pointer",
            TrapKind::Check(CheckKind::Bounds) => "index out of bounds",
            TrapKind::Check(CheckKind::Division) => "zero divisor",
            TrapKind::Check(CheckKind::Cast) => "bad cast",
            TrapKind::Check(CheckKind::Overflow) => "value out of range",
            TrapKind::Check(CheckKind::Initialised) => "uninitialised variable read",
            TrapKind::Check(CheckKind::Size) => "negative size",
            TrapKind::Check(CheckKind::Assertion) => "assertion failed",
            TrapKind::Check(CheckKind::Related) => "pointers into different objects compared",
            TrapKind::BadCall => "call of what is not such a function",
            TrapKind::NoMethod => "virtual method not found",
            TrapKind::NoModel(_) => "function without a body or a model",
            TrapKind::Unreachable => "unreachable code reached",
            TrapKind::Abort => "abort called",
        })
    }
}

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Limit::Steps => "step budget",
            Limit::Memory => "memory budget",
            Limit::Depth => "call depth (stack overflow)",
        })
    }
}
