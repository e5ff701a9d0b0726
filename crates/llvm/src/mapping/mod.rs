//! clang's coverage mapping: what a coverage tool counts, and where it stands in the source.
//!
//! [`parse`] reads the text that `-dump-coverage-mapping` prints. The text names files by number only;
//! [`files`] reads their names from the module.

pub mod count;
pub mod files;
pub mod lines;
mod parse;

pub use count::Count;
pub use parse::parse;

/// The coverage mapping of one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionMapping {
    /// Its name as the profile has it: `file.c:name` for a function that only its file sees.
    pub name: String,
    /// Its regions in the order of clang.
    pub regions: Vec<Region>,
}

/// A range of the source that is counted or marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The function's number of the file; expansions of macros have numbers of their own.
    pub file: u32,
    /// Where it begins and ends.
    pub range: Range,
    /// What it is.
    pub kind: RegionKind,
}

/// A range of lines and columns, both from 1; the end column is the one after the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Range {
    /// First line.
    pub line: u32,
    /// First column.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// Column after the last.
    pub end_column: u32,
}

/// What a region is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegionKind {
    /// Code that is executed so often.
    Code(Count),
    /// The space between two pieces of code, counted for the lines it touches.
    Gap(Count),
    /// Code that the preprocessor left out.
    Skipped,
    /// The use of a macro or an included file.
    Expansion {
        /// How often it is executed.
        count: Count,
        /// The number of the file that holds what it expands to.
        file: u32,
    },
    /// A condition with two outcomes.
    Branch {
        /// How often it is true.
        taken: Count,
        /// How often it is false.
        not_taken: Count,
        /// Its place in a decision.
        condition: Option<ConditionIds>,
    },
    /// A boolean expression of several conditions.
    Decision {
        /// Where the bits of its test vectors end in the function's bitmap.
        bitmap_end: u32,
        /// How many conditions it has.
        conditions: u32,
    },
}

/// A boolean expression that clang leaves out of MC/DC, with clang's reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DroppedDecision {
    /// Its file.
    pub file: String,
    /// Its line.
    pub line: u32,
    /// Its column.
    pub column: u32,
    /// Why.
    pub reason: String,
}

/// The place of a condition in its decision; ids count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConditionIds {
    /// Its own id.
    pub id: u32,
    /// The condition that is evaluated when it is true.
    pub if_true: Option<u32>,
    /// The condition that is evaluated when it is false.
    pub if_false: Option<u32>,
}
