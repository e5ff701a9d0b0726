//! What the front-end knows and the IR does not say.

use crate::Operator;
use program::{Argument, Callee, ClassId, FuncId};

/// What the front-end knows and the IR does not say.
pub trait Rules {
    /// Whether a branch on a boolean that is a condition of a decision only tells how it came out, since its value goes on:
    /// both ways do the same then. In Java such a branch is one like others, as for `instanceof`.
    fn tells_values(&self) -> bool {
        true
    }

    /// Whether an operator is used for the language.
    fn uses(&self, operator: Operator) -> bool;

    /// Whether a call can be left out: not one that completes an object, or that the front-end has added.
    fn may_leave_out(&self, callee: Callee) -> bool;

    /// Whether a call completes an object, its first argument, that an instruction before it made.
    fn completes(&self, callee: Callee) -> bool;

    /// The name of a function in the source.
    fn name(&self, callee: Callee) -> String;

    /// What a function gives.
    fn returned(&self, function: FuncId) -> Returned;
}

/// What a function gives, as far as the IR's type does not tell.
#[derive(Clone, Debug, PartialEq)]
pub enum Returned {
    /// A number or a pointer.
    Plain,
    /// Zero is false, and one is true.
    Boolean,
    /// Something of which there is an empty one.
    Emptiable(Empty),
}

/// How to get an empty one of something.
#[derive(Clone, Debug, PartialEq)]
pub struct Empty {
    /// How.
    pub making: Making,
    /// What it is, in words.
    pub text: String,
}

/// How an object is made.
#[derive(Clone, Debug, PartialEq)]
pub enum Making {
    /// A function of a class gives it.
    Given(ClassId, FuncId, Vec<Argument>),
    /// It is an object of a class that a function completes.
    New(ClassId, FuncId),
}
