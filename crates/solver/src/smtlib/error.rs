//! What is wrong with a script, and where.

/// Why a script cannot be read, and the place that shows it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct ReadError {
    /// Line, counted from 1.
    pub line: u32,
    /// Column in characters, counted from 1.
    pub column: u32,
    /// How many characters are meant; at least 1.
    pub length: u32,
    /// What is wrong.
    pub message: String,
    /// What to do about it, where that is known.
    pub help: Option<String>,
}

/// A mistake at bytes of the text; lines and columns are counted only when it is told.
#[derive(Clone, Debug)]
pub(super) struct Mistake {
    pub start: usize,
    pub end: usize,
    pub message: String,
    pub help: Option<String>,
}

impl Mistake {
    pub fn new((start, end): (usize, usize), message: impl Into<String>) -> Mistake {
        Mistake { start, end, message: message.into(), help: None }
    }

    pub fn help(mut self, help: impl Into<String>) -> Mistake {
        self.help = Some(help.into());
        self
    }

    pub fn locate(self, text: &str) -> ReadError {
        let before = &text[..self.start];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = text[self.start..].find('\n').map_or(text.len(), |at| self.start + at);
        let meant = &text[self.start..self.end.clamp(self.start, line_end)];
        ReadError {
            line: 1 + before.bytes().filter(|&byte| byte == b'\n').count() as u32,
            column: 1 + text[line_start..self.start].chars().count() as u32,
            length: (meant.chars().count() as u32).max(1),
            message: self.message,
            help: self.help,
        }
    }
}
