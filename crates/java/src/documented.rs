//! What the Javadoc of a method says that it throws.
//!
//! The source is not parsed: a comment belongs to the first name with a bracket behind it.

/// Whether the documentation of a method, or of another of its name with as many parameters, says that it throws one of some
/// exceptions, given by their simple names. A constructor has the name of its class.
pub(crate) fn documents(source: &str, name: &str, parameters: usize, thrown: &[&str]) -> bool {
    let mut rest = source;
    while let Some(begin) = rest.find("/**") {
        let comment = &rest[begin..];
        let Some(end) = comment.find("*/") else { return false };
        let (comment, behind) = comment.split_at(end);
        rest = &behind[2..];
        if declared(rest).is_some_and(|own| own == (name, parameters))
            && throws(comment).any(|own| thrown.contains(&own))
        {
            return true;
        }
    }
    false
}

/// The simple names of the exceptions that a comment tells of.
fn throws(comment: &str) -> impl Iterator<Item = &str> {
    let tags = ["@throws", "@exception"];
    tags.into_iter().flat_map(|tag| comment.split(tag).skip(1)).filter_map(|behind| {
        let name = behind.split_whitespace().next()?;
        Some(name.rsplit('.').next().unwrap_or(name))
    })
}

/// The method or constructor that a text begins with, behind annotations and modifiers, and how many parameters it has.
fn declared(text: &str) -> Option<(&str, usize)> {
    let mut rest = text;
    loop {
        let open = rest.find(['(', ';', '{', '='])?;
        if !rest[open..].starts_with('(') {
            return None;
        }
        let before = rest[..open].trim_end();
        let is_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$');
        let at = before.rfind(|letter| !is_name(letter)).map_or(0, |at| at + 1);
        let inside = bracketed(&rest[open..])?;
        if before[..at].trim_end().ends_with('@') || before[..at].ends_with('.') {
            // An annotation with arguments.
            rest = &rest[open + inside.len() + 2..];
            continue;
        }
        return Some((&before[at..], parameters(inside)));
    }
}

/// What stands between the first bracket of a text and the one that closes it.
fn bracketed(text: &str) -> Option<&str> {
    let mut depth = 0_u32;
    for (index, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return text.get(1..index);
        }
    }
    None
}

fn parameters(inside: &str) -> usize {
    let mut depth = 0_i32;
    let mut commas = 0;
    for letter in inside.chars() {
        match letter {
            '<' | '(' | '{' => depth += 1,
            '>' | ')' | '}' => depth -= 1,
            ',' if depth == 0 => commas += 1,
            _ => {}
        }
    }
    if inside.trim().is_empty() { 0 } else { commas + 1 }
}

#[cfg(test)]
mod tests {
    use super::documents;

    const SOURCE: &str = "
        /** A class. */
        @Generated(\"a(b\")
        public class A {
            /**
             * Reads.
             * @throws java.lang.IndexOutOfBoundsException if it is too long
             */
            @Deprecated(since = \"1\")
            public static int read(final Map<String, int[]> of, int index) { return 0; }

            /** @exception ArithmeticException never */
            A() {}

            /** A field. @throws NullPointerException not here */
            int x = read(null, 1);
        }";

    #[test]
    fn what_a_comment_says_is_thrown_belongs_to_the_method_behind_it() {
        assert!(documents(SOURCE, "read", 2, &["IndexOutOfBoundsException"]));
        assert!(!documents(SOURCE, "read", 1, &["IndexOutOfBoundsException"]));
        assert!(!documents(SOURCE, "read", 2, &["NullPointerException", "ArithmeticException"]));
        assert!(documents(SOURCE, "A", 0, &["ArithmeticException"]));
    }
}
