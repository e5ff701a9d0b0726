//! The mark by which Ferret knows its own files: a line at the end with a sum over all that stands before.

/// How the last line begins.
const MARK: &str = "/* ferret: ";

/// A text with its mark.
pub fn marked(text: &str) -> String {
    format!("{text}\n{MARK}{:016x} */\n", sum(text))
}

/// Whether a file's content was written by Ferret and is as it was written.
pub fn is_ours(content: &str) -> bool {
    let Some((text, mark)) = content.rsplit_once(&format!("\n{MARK}")) else { return false };
    let Some(digits) = mark.strip_suffix(" */\n") else { return false };
    u64::from_str_radix(digits, 16) == Ok(sum(text))
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
        let text = marked("int x;\n");
        assert!(is_ours(&text));
        assert!(!is_ours(&text.replace("x", "y")));
        assert!(!is_ours("int x;\n"));
        assert!(!is_ours(&format!("{text}int y;\n")));
    }
}
