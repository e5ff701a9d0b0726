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
    /// When the state differs right behind that place.
    pub infection: Infection,
    /// The kind of mistake.
    pub operator: Operator,
    /// Where it is in the source.
    pub span: Span,
    /// The mistake in words.
    pub text: String,
}

/// When the state of a mutant differs from the original's right behind the mistake. A probe is an edit that leaves
/// the program as it is but for an assertion.
#[derive(Clone, Debug, PartialEq)]
pub enum Infection {
    /// Whenever a run comes by.
    Always,
    /// Where the probe fails, and nowhere else.
    Where(Edit),
    /// Where the probe fails, and maybe elsewhere.
    Likely(Edit),
    /// Nobody can tell in that place.
    Unknown,
}

impl Infection {
    /// The probe, if there is one.
    pub fn probe(&self) -> Option<&Edit> {
        match self {
            Self::Where(probe) | Self::Likely(probe) => Some(probe),
            Self::Always | Self::Unknown => None,
        }
    }
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
    /// A comparison becomes one that is neither its opposite nor differs at the boundary only.
    Relations,
    /// A constant that numbers are ordered by becomes the one beside it that moves the boundary to the other side.
    Bounds,
    /// `&&` becomes `||`, and the other way round.
    Connectors,
    /// A case of a switch is taken for the default.
    RemoveSwitch,
    /// An arithmetic or bitwise operation becomes another.
    Math,
    /// An arithmetic or bitwise operation becomes one beside the usual other.
    FurtherMath,
    /// A variable is counted down and not up, or the other way round.
    Increments,
    /// A variable is not counted up or down.
    RemoveIncrements,
    /// A negation is left out.
    InvertNegatives,
    /// A result is negated.
    InsertNegatives,
    /// A constant becomes another.
    Constants,
    /// An element of an array becomes one beside it.
    Indices,
    /// A call is left out whose result nobody uses.
    VoidCalls,
    /// A call is left out, and its result is zero or null.
    ValueCalls,
    /// A new object is null.
    ConstructorCalls,
    /// A value is not stored in memory.
    RemoveStores,
    /// A value is not assigned to a variable.
    RemoveAssignments,
    /// False is returned.
    FalseReturns,
    /// True is returned.
    TrueReturns,
    /// Another number is returned: zero or one.
    PrimitiveReturns,
    /// Null is returned.
    NullReturns,
    /// An empty text, collection or the like is returned.
    EmptyReturns,
}

impl Operator {
    /// All of them with their names, for people and machines.
    const NAMES: [(Self, &'static str); 25] = [
        (Self::ConditionalsBoundary, "conditionals-boundary"),
        (Self::NegateConditionals, "negate-conditionals"),
        (Self::RemoveConditionals, "remove-conditionals"),
        (Self::Relations, "relations"),
        (Self::Bounds, "bounds"),
        (Self::Connectors, "connectors"),
        (Self::RemoveSwitch, "remove-switch"),
        (Self::Math, "math"),
        (Self::FurtherMath, "further-math"),
        (Self::Increments, "increments"),
        (Self::RemoveIncrements, "remove-increments"),
        (Self::InvertNegatives, "invert-negatives"),
        (Self::InsertNegatives, "insert-negatives"),
        (Self::Constants, "constants"),
        (Self::Indices, "indices"),
        (Self::VoidCalls, "void-calls"),
        (Self::ValueCalls, "value-calls"),
        (Self::ConstructorCalls, "constructor-calls"),
        (Self::RemoveStores, "remove-stores"),
        (Self::RemoveAssignments, "remove-assignments"),
        (Self::FalseReturns, "false-returns"),
        (Self::TrueReturns, "true-returns"),
        (Self::PrimitiveReturns, "primitive-returns"),
        (Self::NullReturns, "null-returns"),
        (Self::EmptyReturns, "empty-returns"),
    ];

    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::NAMES.iter().map(|(operator, _)| *operator)
    }

    /// Its name, for people and machines.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operator_has_its_own_name() {
        assert!(Operator::all().enumerate().all(|(place, own)| own as usize == place));
        assert_eq!(Operator::EmptyReturns.name(), "empty-returns");
    }
}
