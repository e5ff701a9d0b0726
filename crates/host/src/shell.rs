//! Words of the shell.

/// A text as one word of the shell, bare where nothing in it is special.
pub fn shell_word(text: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_=./+,:@%".contains(letter);
    match !text.is_empty() && text.chars().all(plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_quoted_where_the_shell_would_read_something_else() {
        assert_eq!(shell_word("-I../src"), "-I../src");
        assert_eq!(shell_word(""), "''");
        assert_eq!(shell_word("-DVERSION=\"4.1\""), "'-DVERSION=\"4.1\"'");
        assert_eq!(shell_word("it's $HOME"), "'it'\\''s $HOME'");
    }
}
