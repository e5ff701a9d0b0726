//! Basic blocks, how they end, and who catches what is thrown in them.

use crate::{
    BlockId, ClassId, ConditionRef, HandlerTableId, Instruction, Located, Operand, RegId, Test,
    Type,
};

/// Instructions that run one after the other, and what comes next.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Its label in the text form, unique in the function.
    pub label: String,
    /// Who catches what is thrown here.
    pub handlers: Option<HandlerTableId>,
    /// The instructions before the last.
    pub instructions: Vec<Located<Instruction>>,
    /// How it ends.
    pub terminator: Located<Terminator>,
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq)]
pub enum Terminator {
    /// Goes on elsewhere.
    Jump(Edge),
    /// Goes one of two ways.
    Branch {
        /// What decides.
        test: Test,
        /// The condition of the source that this branch evaluates.
        condition: Option<ConditionRef>,
        /// Where to when it holds.
        then: Edge,
        /// Where to otherwise.
        otherwise: Edge,
    },
    /// Goes to the case that equals the value.
    Switch {
        /// Type of the value: an integer.
        ty: Type,
        /// The value.
        value: Operand,
        /// Cases, all different.
        cases: Vec<(u128, Edge)>,
        /// Where to when no case fits.
        default: Edge,
    },
    /// Returns from the function.
    Return(Option<Operand>),
    /// Throws a managed object.
    Throw(Operand),
    /// Cannot be reached; a trap if it is.
    Unreachable,
}

/// A way into a block, with the moves that happen on it, all at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    /// The block it leads to.
    pub target: BlockId,
    /// Registers that get a new value on the way; all values are read before any is written.
    pub moves: Vec<(RegId, Operand)>,
}

impl Edge {
    /// A way without moves.
    pub fn to(target: BlockId) -> Self {
        Self { target, moves: Vec::new() }
    }
}

impl Terminator {
    /// The ways out, in order: then and otherwise; the cases and last the default.
    pub fn edges(&self) -> impl Iterator<Item = &Edge> {
        let (first, cases, last): (Option<&Edge>, &[(u128, Edge)], Option<&Edge>) = match self {
            Terminator::Jump(edge) => (Some(edge), &[], None),
            Terminator::Branch { then, otherwise, .. } => (Some(then), &[], Some(otherwise)),
            Terminator::Switch { cases, default, .. } => (None, cases, Some(default)),
            Terminator::Return(_) | Terminator::Throw(_) | Terminator::Unreachable => {
                (None, &[], None)
            }
        };
        first.into_iter().chain(cases.iter().map(|(_, edge)| edge)).chain(last)
    }
}

/// Handlers that are tried in order when something is thrown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HandlerTable {
    /// The handlers.
    pub handlers: Vec<Handler>,
}

/// Where a thrown object of a class is caught.
#[derive(Clone, Debug, PartialEq)]
pub struct Handler {
    /// Objects of this class and its subclasses; `None` catches all.
    pub class: Option<ClassId>,
    /// The register that gets the object.
    pub register: RegId,
    /// The block that goes on.
    pub target: BlockId,
}
