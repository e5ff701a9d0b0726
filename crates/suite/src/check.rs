//! What a test can assert: where it looks, and what must be found there.

use crate::layout::Step;
use program::catalogue::ApiTypeId;
use program::{FuncId, GlobalId};
use scenario::VarId;
use std::hash::{Hash, Hasher};
use trace::Handed;

/// Something that must hold after a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The statement that is the call.
    pub statement: usize,
    /// Where to look.
    pub target: Target,
    /// The way from there.
    pub path: Vec<Step>,
    /// The type of what is found.
    pub ty: ApiTypeId,
    /// What must be found.
    pub expected: Expected,
    /// Whether it goes without saying: it was so before the call, or is one of many zeros of something new.
    pub is_minor: bool,
}

impl Check {
    /// Whether it says no more than that nothing was done: inputs on which no more can be seen tell little.
    pub fn is_silent(&self) -> bool {
        self.is_minor || self.target == Target::Calls && self.expected == Expected::Bits(0)
    }
}

/// What was so before a call depends on the calls before it, and an assertion is the same however it came about.
impl Hash for Check {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.statement, self.target, &self.path, self.ty, &self.expected).hash(state);
    }
}

/// Where a check looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// The result of the call.
    Result,
    /// What the result points at.
    Behind,
    /// What a variable of the scenario points at.
    Variable(VarId),
    /// A global.
    Global(GlobalId),
    /// How often the functions were called that the test stands in for.
    Calls,
    /// One of these calls, by its number from 0.
    Call(u32),
}

/// What must be found.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expected {
    /// A scalar.
    Bits(u128),
    /// The null address.
    Null,
    /// An address that is not null and of which no more can be said.
    NotNull,
    /// An address: so many bytes behind the beginning of what a variable points at.
    At(VarId, u32),
    /// An address in a global.
    AtGlobal(GlobalId, u32),
    /// The address of a function.
    Function(FuncId),
    /// A text that ends with a zero, which is not part of this.
    Text(Vec<u8>),
    /// Elements of an array, from the first on.
    Elements(Vec<u128>),
    /// A call of a function that the test stands in for, with what it was handed.
    Called(FuncId, Vec<Handed>),
}
