//! Events of a run and the clauses of its path condition.

use program::{CheckKind, ConditionRef, DecisionId, FuncId, Point, SiteId};
use term::TermId;
use term::distance::Distance;

/// Something that happened in a run. Events are kept only when they are asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// A function was entered.
    Enter {
        /// Which.
        function: FuncId,
        /// Open calls, this one included.
        depth: u32,
    },
    /// A function was left, by return or by exception.
    Leave {
        /// Which.
        function: FuncId,
        /// Open calls, this one included.
        depth: u32,
    },
    /// A branch, select or switch went one way.
    Branch {
        /// Where.
        site: SiteId,
        /// Which way: an index into the site's outcomes.
        outcome: u32,
        /// How far it was from going another way (graded runs).
        distance: Option<Distance>,
        /// What held: true in this run (concolic runs on symbolic data).
        term: Option<TermId>,
    },
    /// A check passed or failed.
    Check {
        /// Where.
        point: Point,
        /// Which of the site's checks, for checks that are sites.
        site: Option<SiteId>,
        /// What it was about.
        kind: CheckKind,
        /// Whether it passed.
        passed: bool,
        /// How far it was from the other outcome (graded runs).
        distance: Option<Distance>,
        /// What held: true in this run (concolic runs on symbolic data).
        term: Option<TermId>,
    },
    /// A condition of a decision was evaluated.
    Condition {
        /// In which function.
        function: FuncId,
        /// In which open call, so that recursion does not mix evaluations.
        depth: u32,
        /// Which condition.
        condition: ConditionRef,
        /// Its outcome.
        value: bool,
    },
    /// A decision came out.
    Decision {
        /// In which function.
        function: FuncId,
        /// In which open call.
        depth: u32,
        /// Which decision.
        decision: DecisionId,
        /// Its outcome.
        value: bool,
    },
}

/// One conjunct of a path condition; it holds in the run it came from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clause {
    /// A boolean term.
    pub term: TermId,
    /// Where it came from.
    pub origin: Origin,
    /// How many steps the run had taken.
    pub step: u64,
}

/// Where a clause came from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Origin {
    /// A site went that way.
    Site {
        /// The site.
        site: SiteId,
        /// The outcome's index.
        outcome: u32,
        /// The value that a switch compared with its cases, from which the other ways are made.
        subject: Option<TermId>,
    },
    /// An access of memory stayed inside its object, or did not.
    Access {
        /// Where.
        point: Point,
        /// Whether it stayed inside.
        inside: bool,
    },
    /// A symbolic value was fixed to the one it had; flipping this clause asks for another.
    Concretised {
        /// Where.
        point: Point,
    },
    /// A model added it.
    Model {
        /// Where it was called.
        point: Point,
    },
    /// A property of the inputs, such as a length that fits its capacity; not to be flipped.
    Input,
}

/// Something that a reader of the path condition has to know.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Note {
    /// A symbolic value was replaced by its concrete one, with a clause that says so.
    Concretised {
        /// Where.
        point: Point,
        /// Why.
        reason: Reason,
    },
    /// Terms were given up because their memory budget was spent; from here on data is concrete and the
    /// path condition is incomplete.
    TermBudget,
}

/// Why a symbolic value was replaced by its concrete one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// The address of an access into an object above the limit for array terms.
    LargeObject,
    /// The address of an access whose object is not known to be the only one.
    Address,
    /// The size of a block of memory.
    Size,
    /// The target of an indirect call.
    Callee,
    /// An argument of a model that works on concrete values.
    Model,
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Reason::LargeObject => "symbolic index into a large object",
            Reason::Address => "symbolic address",
            Reason::Size => "symbolic size",
            Reason::Callee => "symbolic call target",
            Reason::Model => "symbolic argument of a model",
        })
    }
}
