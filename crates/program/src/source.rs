//! Places in the user's source files.

use crate::FileId;

/// A range of a source file; lines and columns count from 1, the end is exclusive in columns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First line.
    pub line: u32,
    /// First column.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// Column after the last one.
    pub end_column: u32,
}

/// A piece of the IR and the place it came from, where that is known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Located<T> {
    /// The piece.
    pub node: T,
    /// Its place.
    pub span: Option<Span>,
}

impl<T> Located<T> {
    /// A piece without a place.
    pub fn nowhere(node: T) -> Self {
        Self { node, span: None }
    }

    /// A piece with its place.
    pub fn at(node: T, span: Span) -> Self {
        Self { node, span: Some(span) }
    }
}
