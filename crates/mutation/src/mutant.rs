//! What a mutant is.

use program::{Edit, FuncId, Span, define_id};

define_id!(
    /// A mutant, numbered densely among those that were made together.
    MutantId
);

/// A program with one small mistake.
#[derive(Clone, Debug, PartialEq)]
pub struct Mutant {
    /// The function that has the mistake.
    pub function: FuncId,
    /// What makes it.
    pub edit: Edit,
    /// A check in front of that place, which fails where the mistake makes a difference; for mistakes that make one
    /// for few inputs.
    pub probe: Option<Edit>,
    /// The kind of mistake.
    pub operator: Operator,
    /// Where it is in the source.
    pub span: Span,
    /// The mistake in words.
    pub text: String,
}

/// The kinds of mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operator {
    /// `<` becomes `<=`, and so on.
    ConditionalsBoundary,
    /// A condition becomes its opposite.
    NegateConditionals,
    /// A condition always holds, or never.
    RemoveConditionals,
    /// A case of a switch is taken for the default.
    RemoveSwitch,
    /// An arithmetic or bitwise operation becomes another.
    Math,
    /// A negation is left out.
    InvertNegatives,
    /// A constant becomes another.
    Constants,
    /// A call is left out whose result nobody uses.
    VoidCalls,
    /// A call is left out, and its result is zero or null.
    ValueCalls,
    /// A value is not stored.
    RemoveStores,
    /// Another result is returned: zero, one or null.
    Returns,
}

impl Operator {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::ConditionalsBoundary,
        Self::NegateConditionals,
        Self::RemoveConditionals,
        Self::RemoveSwitch,
        Self::Math,
        Self::InvertNegatives,
        Self::Constants,
        Self::VoidCalls,
        Self::ValueCalls,
        Self::RemoveStores,
        Self::Returns,
    ];

    /// Its name, for people and machines.
    pub fn name(self) -> &'static str {
        match self {
            Self::ConditionalsBoundary => "conditionals-boundary",
            Self::NegateConditionals => "negate-conditionals",
            Self::RemoveConditionals => "remove-conditionals",
            Self::RemoveSwitch => "remove-switch",
            Self::Math => "math",
            Self::InvertNegatives => "invert-negatives",
            Self::Constants => "constants",
            Self::VoidCalls => "void-calls",
            Self::ValueCalls => "value-calls",
            Self::RemoveStores => "remove-stores",
            Self::Returns => "returns",
        }
    }

    /// Whether it is in PIT's default group.
    pub fn is_default_of_pit(self) -> bool {
        matches!(
            self,
            Self::ConditionalsBoundary
                | Self::NegateConditionals
                | Self::Math
                | Self::InvertNegatives
                | Self::VoidCalls
                | Self::Returns
        )
    }
}
