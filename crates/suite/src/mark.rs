//! The mark by which Ferret knows its own files: a line at the end with a sum over all that stands before.

/// How the last line begins and ends, in C and Java and where `#` begins a comment.
const MARKS: [(&str, &str); 2] = [("/* ferret: ", " */\n"), ("# ferret: ", "\n")];

/// A text of C or Java with its mark.
pub fn marked(text: &str) -> String {
    with_mark(text, MARKS[0])
}

/// A text of a language whose comments begin with `#`, with its mark.
pub fn marked_script(text: &str) -> String {
    with_mark(text, MARKS[1])
}

fn with_mark(text: &str, (begin, end): (&str, &str)) -> String {
    format!("{text}\n{begin}{:016x}{end}", sum(text))
}

/// Whether a file's content was written by Ferret and is as it was written.
pub fn is_ours(content: &str) -> bool {
    MARKS.into_iter().any(|(begin, end)| {
        let Some((text, mark)) = content.rsplit_once(&format!("\n{begin}")) else { return false };
        let Some(digits) = mark.strip_suffix(end) else { return false };
        u64::from_str_radix(digits, 16) == Ok(sum(text))
    })
}

/// FNV-1a, which needs no more than to notice a change.
fn sum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_ours_until_somebody_edits_it() {
        for text in [marked("int x;\n"), marked_script("int x;\n")] {
            assert!(is_ours(&text));
            assert!(!is_ours(&text.replace("x", "y")));
            assert!(!is_ours(&format!("{text}int y;\n")));
        }
        assert!(!is_ours("int x;\n"));
    }
}
