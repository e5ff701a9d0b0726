//! Names of variables: after types and parameters, as people choose them.

use crate::api::JavaType;
use classfile::descriptor::JType;
use std::collections::BTreeSet;

/// The names that are taken in a test.
#[derive(Clone, Debug, Default)]
pub(super) struct Variables {
    taken: BTreeSet<String>,
    /// Parameters of lambdas in the statement that is being written: the variable that it declares cannot have their names.
    inner: BTreeSet<String>,
}

impl Variables {
    /// Another statement begins.
    pub(super) fn begin(&mut self) {
        self.inner.clear();
    }

    /// A lambda of the statement has such parameters.
    pub(super) fn has_inside(&mut self, names: &[String]) {
        self.inner.extend(names.iter().cloned());
    }

    /// A name that nothing has yet: the first of the given that is free, or the first with a number.
    pub(super) fn fresh(&mut self, reserved: &BTreeSet<String>, names: &[String]) -> String {
        let inner = &self.inner;
        let is_free = |name: &String, taken: &BTreeSet<String>| {
            !taken.contains(name)
                && !inner.contains(name)
                && !reserved.contains(name)
                && !KEYWORDS.contains(&name.as_str())
        };
        let free = names.iter().find(|name| is_free(name, &self.taken)).cloned();
        let name = free.unwrap_or_else(|| {
            let stem = names.first().map_or("value", String::as_str);
            let stem = match KEYWORDS.contains(&stem) || reserved.contains(stem) {
                true => format!("the{}", capitalised(stem)),
                false => stem.to_owned(),
            };
            let numbered = (2..).map(|number| format!("{stem}{number}"));
            let mut all = std::iter::once(stem.clone()).chain(numbered);
            all.find(|name| is_free(name, &self.taken)).unwrap_or(stem)
        });
        self.taken.insert(name.clone());
        name
    }
}

/// What something of a type is called.
pub(super) fn of_type(ty: &JavaType) -> String {
    match ty {
        JavaType::Primitive(_) => ty.primitive().map_or("value", of_primitive).to_owned(),
        JavaType::Class { name, .. } => of_class(name),
        JavaType::Array(element) => match &**element {
            JavaType::Primitive('B') => "bytes".to_owned(),
            JavaType::Class { name, .. } if name == "java/lang/Object" => "values".to_owned(),
            JavaType::Array(_) => "rows".to_owned(),
            element => plural(&of_type(element)),
        },
    }
}

/// A name without the signs between its words: `Resources_sk` becomes `ResourcesSk`.
fn in_camel_case(name: &str) -> String {
    let mut parts = name.split(|letter: char| !letter.is_ascii_alphanumeric());
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |mut whole, part| {
        let mut letters = part.chars();
        whole.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        whole + letters.as_str()
    })
}

/// What something of a class is called: by the last word of its name, if that says enough.
pub(super) fn of_class(name: &str) -> String {
    match name {
        "java/lang/String" | "java/lang/CharSequence" => return "text".to_owned(),
        "java/lang/Class" => return "type".to_owned(),
        "java/lang/Number" => return "number".to_owned(),
        _ => {}
    }
    if let Some(boxed) = JType::wrapped_by(name) {
        return of_primitive(boxed).to_owned();
    }
    let simple = name.rsplit(['/', '$']).next().unwrap_or(name);
    let simple = simple.strip_suffix("Impl").filter(|rest| !rest.is_empty()).unwrap_or(simple);
    let last = words(simple).last().map_or("", |(start, _)| &simple[*start..]);
    let word = if last.len() < 3 { simple } else { last };
    let word = in_camel_case(word);
    match word.chars().next() {
        Some(first) if first.is_ascii_alphabetic() => lowered(&word),
        _ => "object".to_owned(),
    }
}

/// What the result of a method or the value of a field is called: `name` for `getName`.
pub(super) fn of_property(method: &str) -> Option<String> {
    let rest =
        ["get", "is", "has", "as", "to"].iter().find_map(|verb| method.strip_prefix(verb))?;
    let begins = rest.chars().next().is_some_and(|first| first.is_ascii_uppercase());
    (begins && is_telling(rest)).then(|| lowered(rest))
}

/// Whether the name of a parameter was given by a person, as far as one can see.
pub(super) fn is_telling(name: &str) -> bool {
    let numbered = ["arg", "param", "par", "p", "var", "this"].iter().any(|made| {
        let digits = name.strip_prefix(made);
        digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
    });
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_ascii_alphabetic())
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
        && !numbered
}

/// A name with a capital.
pub(super) fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// A name that begins with a small letter: `url` for `URL`, `urlParser` for `URLParser`.
pub(super) fn lowered(name: &str) -> String {
    let Some((_, end)) = words(name).first().copied() else { return name.to_owned() };
    name[..end].to_ascii_lowercase() + &name[end..]
}

fn of_primitive(ty: JType) -> &'static str {
    match ty {
        JType::Boolean => "flag",
        JType::Char => "letter",
        _ => "number",
    }
}

fn plural(word: &str) -> String {
    match word {
        _ if word.ends_with(['s', 'x']) || word.ends_with("ch") => format!("{word}es"),
        _ if word.ends_with('y') && !word.ends_with("ay") && !word.ends_with("ey") => {
            format!("{}ies", &word[..word.len() - 1])
        }
        _ => format!("{word}s"),
    }
}

/// Where the words of a name begin and end: each begins with a capital, capitals in a row are one word.
fn words(name: &str) -> Vec<(usize, usize)> {
    let bytes = name.as_bytes();
    let is = |index: usize, test: fn(&u8) -> bool| bytes.get(index).is_some_and(test);
    let begins = |index: &usize| {
        let capital = is(*index, u8::is_ascii_uppercase);
        *index == 0
            || capital
                && (!is(index - 1, u8::is_ascii_uppercase) || is(index + 1, u8::is_ascii_lowercase))
    };
    let starts: Vec<usize> = (0..bytes.len()).filter(begins).collect();
    let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
    starts.iter().copied().zip(ends).collect()
}

/// Words of Java that no variable may be called.
const KEYWORDS: &[&str] = &[
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "try",
    "void",
    "volatile",
    "while",
    "true",
    "false",
    "null",
    "yield",
    "_",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_called_after_the_last_word_of_their_type() {
        let shown: Vec<String> = [
            "com/acme/Stack",
            "java/util/ArrayList",
            "com/acme/IbanValidator",
            "java/net/URL",
            "java/awt/geom/Point2D",
            "java/util/Map$Entry",
            "java/lang/Integer",
            "com/acme/QueueImpl",
        ]
        .into_iter()
        .map(of_class)
        .collect();
        let expected = ["stack", "list", "validator", "url", "point2D", "entry", "number", "queue"];
        assert_eq!(shown, expected);
        let boxes = JavaType::Array(Box::new(JavaType::raw("com/acme/Box")));
        assert_eq!(of_type(&boxes), "boxes");
    }

    #[test]
    fn a_taken_name_gives_way_to_the_next_or_gets_a_number() {
        let mut variables = Variables::default();
        let reserved = BTreeSet::from(["com".to_owned()]);
        let names =
            |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let mut fresh = |given: &[&str]| variables.fresh(&reserved, &names(given));
        assert_eq!(fresh(&["point", "from"]), "point");
        assert_eq!(fresh(&["point", "from"]), "from");
        assert_eq!(fresh(&["point", "from"]), "point2");
        assert_eq!(fresh(&["default"]), "theDefault");
        assert_eq!(fresh(&["com"]), "theCom");
    }

    #[test]
    fn numbered_parameters_tell_nothing() {
        assert!(is_telling("iban") && is_telling("n") && !is_telling("arg0") && !is_telling("p12"));
        assert_eq!(of_property("getName").as_deref(), Some("name"));
        assert_eq!(of_property("issue"), None);
    }
}
