//! Which parts of a line are comments and strings, so that code stands out from them.

/// What a part of a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tint {
    /// A comment.
    Comment,
    /// A string or a character.
    Text,
}

/// Reads lines one after the other, since a comment may go on. C and Java write comments and strings alike.
#[derive(Default)]
pub struct Tinter {
    in_comment: bool,
}

impl Tinter {
    /// The comments and strings of the next line: where each begins and ends.
    pub fn line(&mut self, text: &str) -> Vec<(usize, usize, Tint)> {
        let bytes = text.as_bytes();
        let mut found = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            let start = at;
            let rest = &text[at..];
            if self.in_comment || rest.starts_with("/*") {
                let from = if self.in_comment { at } else { at + 2 };
                let end = text.get(from..).and_then(|rest| rest.find("*/"));
                self.in_comment = end.is_none();
                at = end.map_or(text.len(), |end| from + end + 2);
                found.push((start, at, Tint::Comment));
            } else if rest.starts_with("//") {
                at = text.len();
                found.push((start, at, Tint::Comment));
            } else if matches!(bytes[at], b'"' | b'\'') {
                at = closing(bytes, at);
                found.push((start, at, Tint::Text));
            } else {
                at += rest.chars().next().map_or(1, char::len_utf8);
            }
        }
        found
    }
}

/// The byte behind the quote that closes the one at `start`, or the end of the line.
fn closing(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            byte if byte == bytes[start] => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(lines: &[&str]) -> Vec<String> {
        let mut tinter = Tinter::default();
        let parts = |line: &&str| {
            let parts = tinter.line(line);
            parts
                .iter()
                .map(|(from, to, tint)| format!("{tint:?}({})", &line[*from..*to]))
                .collect::<String>()
        };
        lines.iter().map(parts).collect()
    }

    #[test]
    fn comments_go_on_until_they_end_and_strings_hide_them() {
        assert_eq!(
            told(&["a /* b", "é c */ d // e", "\"/* \\\" //\" + '\"'", "x /* y */ z", "'\\"]),
            [
                "Comment(/* b)",
                "Comment(é c */)Comment(// e)",
                "Text(\"/* \\\" //\")Text('\"')",
                "Comment(/* y */)",
                "Text('\\)"
            ]
        );
    }
}
