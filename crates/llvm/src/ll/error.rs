//! What is wrong with a text, and where.

use super::ast::Position;

/// Why a text is not a module, and the place that shows it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct ParseError {
    /// Line, counted from 1.
    pub line: u32,
    /// Column in characters, counted from 1.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

/// An error that knows its offset only: lines are counted once it leaves the reader.
#[derive(Debug)]
pub(super) struct Failure {
    pub offset: usize,
    pub message: String,
}

/// The failure is boxed because results are returned for every operand of every instruction.
pub(super) type Parse<T> = Result<T, Box<Failure>>;

impl Failure {
    pub fn at<T>(offset: usize, message: impl Into<String>) -> Parse<T> {
        Err(Box::new(Failure { offset, message: message.into() }))
    }

    pub fn locate(self, text: &str) -> ParseError {
        let Position { line, column } = Position::of(text, self.offset);
        ParseError { line, column, message: self.message }
    }
}
