//! Decisions and the atomic conditions they are made of, as condition and MC/DC coverage see them.

use crate::{DecisionId, Span};

/// A boolean expression of the source that control depends on, with its atomic conditions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decision {
    /// Where the whole expression stands.
    pub span: Option<Span>,
    /// Its conditions, in source order.
    pub conditions: Vec<Condition>,
}

/// An atomic condition: no `&&`, `||` or `!` inside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Condition {
    /// Where it stands.
    pub span: Option<Span>,
    /// The condition that is evaluated next when this one is true; `None` ends the decision.
    pub if_true: Option<u32>,
    /// The condition that is evaluated next when this one is false; `None` ends the decision.
    pub if_false: Option<u32>,
}

/// One condition of one decision of the function at hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ConditionRef {
    /// The decision.
    pub decision: DecisionId,
    /// The condition's place in it.
    pub index: u32,
}
