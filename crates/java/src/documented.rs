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
    separate(inside).len()
}

/// What a caller passes that documentation often forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Broken {
    Null,
    Negative,
    Empty,
}

/// An exception that documentation promises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Promise {
    /// The simple name of the exception.
    pub exception: &'static str,
    /// Its internal name.
    pub class: &'static str,
    /// What is said of it.
    pub said: String,
}

/// Exceptions by which methods reject what they are handed: simple and internal names.
const REJECTING: [(&str, &str); 6] = [
    ("IllegalArgumentException", "java/lang/IllegalArgumentException"),
    ("NullPointerException", "java/lang/NullPointerException"),
    ("IndexOutOfBoundsException", "java/lang/IndexOutOfBoundsException"),
    ("NumberFormatException", "java/lang/NumberFormatException"),
    ("NegativeArraySizeException", "java/lang/NegativeArraySizeException"),
    ("ArithmeticException", "java/lang/ArithmeticException"),
];

/// The exception that the documentation of a method promises for what is passed for a parameter, by the parameter's
/// number. None if methods of the same name and as many parameters are there twice: which of them is meant is not known.
pub(crate) fn promised(
    source: &str,
    name: &str,
    count: usize,
    parameter: usize,
    broken: Broken,
) -> Option<Promise> {
    let (mut rest, mut found, mut same) = (source, None, 0);
    while let Some(begin) = rest.find("/**") {
        let comment = &rest[begin..];
        let end = comment.find("*/")?;
        let (comment, behind) = comment.split_at(end);
        rest = &behind[2..];
        if declared(rest).is_none_or(|own| own != (name, count)) {
            continue;
        }
        same += 1;
        let names = parameter_names(rest);
        let Some(own) = names.get(parameter) else { continue };
        let plain = plain(comment);
        let tags = ["@throws ", "@exception "];
        let mut said = tags.into_iter().flat_map(|tag| plain.split(tag).skip(1));
        found = said.find_map(|said| {
            let said = said.split(" @").next().unwrap_or(said).trim();
            let (thrown, condition) = said.split_once(' ')?;
            let thrown = thrown.rsplit('.').next().unwrap_or(thrown);
            let (exception, class) = REJECTING.into_iter().find(|(simple, _)| *simple == thrown)?;
            let is_it = forbids(condition, own, broken);
            is_it.then(|| Promise { exception, class, said: said.to_owned() })
        });
    }
    found.filter(|_| same == 1)
}

/// The words of a comment: without its stars, its tags and the brackets of inline tags.
fn plain(comment: &str) -> String {
    let mut text = comment.replace("/**", " ");
    for tag in
        ["<code>", "</code>", "<tt>", "</tt>", "<p>", "</p>", "{@code", "{@link", "{@literal", "`"]
    {
        text = text.replace(tag, " ");
    }
    let words = text.split_whitespace().filter(|word| *word != "*");
    words.collect::<Vec<_>>().join(" ").replace(['}', '#'], "").replace(" ,", ",")
}

/// Whether a condition is that a parameter, and nothing else, is what was passed: `if text is null`.
fn forbids(condition: &str, parameter: &str, broken: Broken) -> bool {
    let condition = condition.trim_end_matches('.').trim().to_lowercase();
    let Some(condition) =
        ["if ", "when "].into_iter().find_map(|word| condition.strip_prefix(word))
    else {
        return false;
    };
    let skipped = ["the", "a", "given", "specified", "provided", "supplied", "passed", "input"];
    let behind = ["parameter", "argument", "value", "string", "object"];
    let mut words: Vec<&str> = condition.split(' ').filter(|word| !word.is_empty()).collect();
    while words
        .first()
        .is_some_and(|word| skipped.contains(word) && *word != parameter.to_lowercase())
    {
        words.remove(0);
    }
    if words.first().is_none_or(|word| *word != parameter.to_lowercase()) {
        return false;
    }
    words.remove(0);
    if words.first().is_some_and(|word| behind.contains(word)) {
        words.remove(0);
    }
    let is = words.join(" ");
    let said: &[&str] = match broken {
        Broken::Null => {
            &["is null", "== null", "is null or empty", "is null or blank", "is empty or null"]
        }
        Broken::Negative => &[
            "is negative",
            "is less than zero",
            "is less than 0",
            "< 0",
            "is zero or negative",
            "is negative or zero",
            "is not positive",
            "<= 0",
        ],
        Broken::Empty => {
            &["is empty", "is null or empty", "is empty or null", "is an empty string"]
        }
    };
    said.contains(&is.as_str())
}

/// The names of the parameters of the method that a text begins with.
fn parameter_names(text: &str) -> Vec<String> {
    let mut rest = text;
    loop {
        let Some(open) = rest.find('(') else { return Vec::new() };
        let Some(inside) = bracketed(&rest[open..]) else { return Vec::new() };
        let before = rest[..open].trim_end();
        let is_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$');
        let at = before.rfind(|letter| !is_name(letter)).map_or(0, |at| at + 1);
        if before[..at].trim_end().ends_with('@') || before[..at].ends_with('.') {
            rest = &rest[open + inside.len() + 2..];
            continue;
        }
        return separate(inside)
            .into_iter()
            .map(|own| {
                let own = own.trim().trim_end_matches("[]");
                own.rsplit(|letter| !is_name(letter)).next().unwrap_or(own).to_owned()
            })
            .collect();
    }
}

/// The parts of a list between commas that are in no bracket.
fn separate(inside: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0_i32, 0, Vec::new());
    for (at, letter) in inside.char_indices() {
        match letter {
            '<' | '(' | '{' => depth += 1,
            '>' | ')' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inside[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if !inside.trim().is_empty() {
        parts.push(&inside[start..]);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::{Broken, documents, promised};

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

    const PROMISES: &str = "
        /**
         * Cuts a text.
         *
         * @param text  what is cut, not {@code null}
         * @throws IllegalArgumentException if {@code size} is negative
         * @throws NullPointerException if the given text is null
         * @throws java.lang.IndexOutOfBoundsException if size is negative and strict
         */
        static String cut(final String text, @Size(max = 2) int size) { return null; }

        /** @throws IllegalArgumentException if the name is null or empty */
        void one(List<String> names, String name) {}
        /** @throws IllegalArgumentException if text is empty */
        void two(String text) {}
        /** The same with another type. */
        void two(int text) {}";

    #[test]
    fn a_promise_is_one_for_a_parameter_and_nothing_else() {
        let told = |name: &str, count, parameter, broken| {
            let promise = promised(PROMISES, name, count, parameter, broken);
            promise.map_or(String::new(), |own| format!("{}: {}", own.exception, own.said))
        };
        let negative = "IllegalArgumentException: IllegalArgumentException if size is negative";
        assert_eq!(told("cut", 2, 1, Broken::Negative), negative);
        let null = "NullPointerException: NullPointerException if the given text is null";
        assert_eq!(told("cut", 2, 0, Broken::Null), null);
        assert_eq!(told("cut", 2, 0, Broken::Empty), "");
        let either =
            "IllegalArgumentException: IllegalArgumentException if the name is null or empty";
        assert_eq!(told("one", 2, 1, Broken::Empty), either);
        assert_eq!(told("one", 2, 1, Broken::Null), either);
        assert_eq!(told("one", 2, 0, Broken::Null), "");
        assert_eq!(told("two", 1, 0, Broken::Empty), "", "two methods of the name");
    }
}
