//! What is wrong with a text, and where.

use std::fmt::Write;

/// Why a text is not a program, and the place that shows it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct ParseError {
    /// Line, counted from 1.
    pub line: u32,
    /// Column in characters, counted from 1.
    pub column: u32,
    /// How many characters are meant; at least 1.
    pub length: u32,
    /// What is wrong.
    pub message: String,
    /// What to do about it, where a likely slip is known.
    pub help: Option<String>,
}

impl ParseError {
    /// An error about the bytes `start..end` of a text.
    pub fn at(source: &str, start: usize, end: usize, message: impl Into<String>) -> Self {
        let before = &source[..start];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = source[start..].find('\n').map_or(source.len(), |length| start + length);
        let end = end.min(line_end);
        Self {
            line: 1 + before.bytes().filter(|byte| *byte == b'\n').count() as u32,
            column: 1 + source[line_start..start].chars().count() as u32,
            length: (source.get(start..end).map_or(0, |text| text.chars().count()) as u32).max(1),
            message: message.into(),
            help: None,
        }
    }

    /// The same error with advice.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The error as a person reads it: message, place, the line of the text with the part underlined,
    /// and advice.
    pub fn render(&self, file_name: &str, source: &str) -> String {
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        let line = source.split('\n').nth(self.line.saturating_sub(1) as usize).unwrap_or("");
        let line = line.trim_end_matches('\r');
        // Tabs are kept in front of the carets, so that they stand below what they mean whatever the
        // width of a tab.
        let indent: String = line
            .chars()
            .take(self.column.saturating_sub(1) as usize)
            .map(|character| if character == '\t' { '\t' } else { ' ' })
            .collect();
        let carets = "^".repeat(self.length as usize);
        let mut text = format!("error: {}\n", self.message);
        let _ = writeln!(text, "{margin}--> {file_name}:{}:{}", self.line, self.column);
        let _ = writeln!(text, "{margin} |");
        let _ = writeln!(text, "{}", format!("{number} | {line}").trim_end());
        let _ = writeln!(text, "{margin} | {indent}{carets}");
        if let Some(help) = &self.help {
            let _ = writeln!(text, "{margin} = help: {help}");
        }
        text
    }
}

/// The candidate nearest to a misspelt word, if one is near enough to be meant.
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    // Longer words are never near, and the quadratic comparison must stay cheap on hostile input.
    if word.len() > 64 {
        return None;
    }
    let limit = (word.chars().count() / 3).clamp(1, 3);
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= 64)
        .map(|candidate| (edit_distance(word, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Levenshtein's distance: insertions, deletions and replacements.
fn edit_distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::{edit_distance, nearest};

    #[test]
    fn edit_distance_counts_single_changes() {
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(edit_distance("same", "same"), 0);
    }

    #[test]
    fn only_near_words_are_suggested() {
        assert_eq!(nearest("lod", ["store", "load", "add"]), Some("load"));
        assert_eq!(nearest("frobnicate", ["store", "load", "add"]), None);
    }
}
