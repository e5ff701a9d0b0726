//! Words of the shell.

/// Bytes as one word of the shell; none of them is zero.
pub fn word(bytes: &[u8]) -> Vec<u8> {
    let mut word = vec![b'\''];
    for byte in bytes {
        match byte {
            b'\'' => word.extend_from_slice(b"'\\''"),
            byte => word.push(*byte),
        }
    }
    word.push(b'\'');
    word
}

/// The words of the shell that [`word`] wrote, with blanks between them.
pub fn split(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut words = Vec::new();
    let mut at = 0;
    while at < text.len() {
        if text[at].is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let mut word = Vec::new();
        while at < text.len() && !text[at].is_ascii_whitespace() {
            match text[at] {
                b'\'' => {
                    let end = text[at + 1..].iter().position(|byte| *byte == b'\'')?;
                    word.extend_from_slice(&text[at + 1..at + 1 + end]);
                    at += end + 2;
                }
                b'\\' => {
                    word.push(*text.get(at + 1)?);
                    at += 2;
                }
                byte => {
                    word.push(byte);
                    at += 1;
                }
            }
        }
        words.push(word);
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_were_written() {
        let words: [&[u8]; 4] = [b"-n", b"it's", b"", b"a\n\xff b"];
        let line: Vec<u8> = words.map(word).join(&b' ');
        assert_eq!(split(&line), Some(words.map(<[u8]>::to_vec).to_vec()));
        assert_eq!(split(b"plain 'x"), None);
        assert_eq!(split(b"-n 'a b'"), Some(vec![b"-n".to_vec(), b"a b".to_vec()]));
    }
}
