//! Constants by their names: macros and enumerators that a function itself returns, or compares a parameter with.
//!
//! In the IR a macro is a number like any other, so the source is read: only a name that the function under test uses where
//! such a number goes or comes from is taken, and only if no other name there has the value.

use program::catalogue::ApiType;
use program::{FuncId, Program};
use std::collections::{BTreeMap, BTreeSet};

/// Lines of a function that are read at most.
const LONGEST: usize = 2000;

/// Headers that are read at most.
const MOST_HEADERS: usize = 200;

/// Error numbers that the library's headers define.
const ERRORS: [(&str, i128); 22] = [
    ("EPERM", 1),
    ("ENOENT", 2),
    ("EINTR", 4),
    ("EIO", 5),
    ("E2BIG", 7),
    ("EBADF", 9),
    ("EAGAIN", 11),
    ("ENOMEM", 12),
    ("EACCES", 13),
    ("EFAULT", 14),
    ("EBUSY", 16),
    ("EEXIST", 17),
    ("ENOTDIR", 20),
    ("EISDIR", 21),
    ("EINVAL", 22),
    ("ENOSPC", 28),
    ("EDOM", 33),
    ("ERANGE", 34),
    ("ENOSYS", 38),
    ("EILSEQ", 84),
    ("EOVERFLOW", 75),
    ("EOF", -1),
];

/// The values of constants, by their names.
type Values = BTreeMap<String, i128>;

/// The names of constants, by the functions that use them.
#[derive(Clone, Debug, Default)]
pub struct Constants {
    uses: BTreeMap<FuncId, Uses>,
}

/// What one function uses.
#[derive(Clone, Debug, Default)]
struct Uses {
    /// What it may return.
    returned: BTreeMap<i128, BTreeSet<String>>,
    /// What it compares parameters with, by their names.
    compared: BTreeMap<String, BTreeMap<i128, BTreeSet<String>>>,
}

impl Constants {
    /// Reads the constants of a program; `read` gives the text of a file that is known or included, by its name.
    pub fn of(program: &Program, own: &[FuncId], read: &dyn Fn(&str) -> Option<String>) -> Self {
        let mut uses = BTreeMap::new();
        let mut texts: BTreeMap<&str, Option<(String, Values)>> = BTreeMap::new();
        for id in own {
            let function = &program.functions[*id];
            let Some(span) = function.span else { continue };
            let file = program.files[span.file].as_ref();
            let known = texts.entry(file).or_insert_with(|| {
                let text = read(file)?;
                let values = values(program, file, &text, read);
                Some((text, values))
            });
            let Some((text, values)) = known else { continue };
            let body = body_at(text, span.line as usize);
            let callable = program.catalogue.callable(*id);
            let parameters = callable.iter().flat_map(|callable| &callable.params);
            let parameters: Vec<&str> = parameters.map(|(name, _)| name.as_str()).collect();
            uses.insert(*id, uses_in(&body, &parameters, values));
        }
        Self { uses }
    }

    /// The name of what a function returns.
    pub fn returned(&self, function: FuncId, value: i128) -> Option<&str> {
        only(self.uses.get(&function)?.returned.get(&value)?)
    }

    /// The name of what a parameter of a function is handed.
    pub fn handed(&self, function: FuncId, parameter: &str, value: i128) -> Option<&str> {
        only(self.uses.get(&function)?.compared.get(parameter)?.get(&value)?)
    }
}

fn only(names: &BTreeSet<String>) -> Option<&str> {
    names.first().filter(|_| names.len() == 1).map(String::as_str)
}

/// The constants that a file and the headers of the project that it includes define.
fn values(
    program: &Program,
    file: &str,
    text: &str,
    read: &dyn Fn(&str) -> Option<String>,
) -> BTreeMap<String, i128> {
    let mut defined: BTreeMap<String, Option<String>> = BTreeMap::new();
    let mut waiting = vec![(file.to_owned(), text.to_owned())];
    let mut read_already = BTreeSet::from([file.to_owned()]);
    while let Some((file, text)) = waiting.pop() {
        let mut conditions = Conditions::default();
        for line in text.lines() {
            let always = conditions.hold_after(line);
            if let Some(name) = directive(line, "undef") {
                defined.insert(name.trim().to_owned(), None);
            }
            if let Some((name, value)) = macro_of(line).filter(|_| always) {
                let value = value.to_owned();
                let known = defined.entry(name.to_owned()).or_insert_with(|| Some(value.clone()));
                // What is defined in two ways is one or the other.
                if known.as_deref() != Some(&value) {
                    *known = None;
                }
            }
            let Some(header) = header_of(line).filter(|_| read_already.len() < MOST_HEADERS) else {
                continue;
            };
            let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
            let beside =
                if folder.is_empty() { header.to_owned() } else { format!("{folder}/{header}") };
            if !read_already.insert(beside.clone()) {
                continue;
            }
            let known = program.files.values().find(|known| known.ends_with(&format!("/{header}")));
            let found = read(&beside).map(|text| (beside, text)).or_else(|| {
                let known = known?.to_string();
                Some((known.clone(), read(&known)?))
            });
            waiting.extend(found);
        }
    }
    let mut values: BTreeMap<String, i128> =
        ERRORS.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
    for ty in program.catalogue.types.values() {
        if let ApiType::Enum { enumerators, .. } = ty {
            values.extend(enumerators.iter().cloned());
        }
    }
    let taken = taken(program);
    let texts: Vec<(&String, &String)> =
        defined.iter().filter_map(|(name, value)| Some((name, value.as_ref()?))).collect();
    // A constant may be defined by another one.
    for _ in 0..2 {
        for (name, text) in &texts {
            if !taken.contains(name.as_str())
                && let Some(value) = number(text, &values)
            {
                values.insert((*name).clone(), value);
            }
        }
    }
    values
}

/// Names that stand for something else as well, where a test undefines the macro.
fn taken(program: &Program) -> BTreeSet<&str> {
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for ty in program.catalogue.types.values() {
        match ty {
            ApiType::Record { name, fields, .. } => {
                names.insert(name);
                names.extend(fields.iter().map(|field| field.name.as_str()));
            }
            ApiType::Alias { name, .. } | ApiType::Opaque(name) => {
                names.insert(name);
            }
            _ => {}
        }
    }
    names.extend(program.functions.values().map(program::Function::source_name));
    names.extend(program.globals.values().map(program::Global::source_name));
    names
}

/// The conditions of the preprocessor that are open in a file, but for the one that keeps it from being included twice.
#[derive(Default)]
struct Conditions {
    open: usize,
    /// Whether there was a directive.
    begun: bool,
}

impl Conditions {
    /// Whether what a line defines is defined always.
    fn hold_after(&mut self, line: &str) -> bool {
        let told = line.trim_start().strip_prefix('#').map(str::trim_start).unwrap_or_default();
        if told.starts_with("if") {
            // The one around a whole header keeps it from being included twice.
            self.open += usize::from(self.begun || !told.starts_with("ifndef"));
        } else if told.starts_with("endif") {
            self.open = self.open.saturating_sub(1);
        }
        self.begun |= line.trim_start().starts_with('#');
        self.open == 0
    }
}

/// What stands behind a directive of the preprocessor.
fn directive<'l>(line: &'l str, name: &str) -> Option<&'l str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix(name)?;
    rest.strip_prefix([' ', '\t'])
}

/// A macro without parameters that a line defines, and its text.
fn macro_of(line: &str) -> Option<(&str, &str)> {
    let rest = directive(line, "define")?.trim_start();
    let end = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
    let (name, value) = rest.split_at(end);
    let value = value.split("/*").next().unwrap_or(value);
    let value = value.split("//").next().unwrap_or(value).trim();
    (!name.is_empty() && !value.is_empty() && !rest[end..].starts_with('('))
        .then_some((name, value))
}

/// The header of the project that a line includes.
fn header_of(line: &str) -> Option<&str> {
    directive(line, "include")?.trim_start().strip_prefix('"')?.split('"').next()
}

/// The value of the text of a constant.
fn number(text: &str, known: &BTreeMap<String, i128>) -> Option<i128> {
    let text = text.trim();
    if let Some(inner) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        return number(inner, known);
    }
    if let Some(rest) = text.strip_prefix('-') {
        return Some(-number(rest, known)?);
    }
    if let Some((one, by)) = text.split_once("<<") {
        return number(one, known)?.checked_shl(u32::try_from(number(by, known)?).ok()?);
    }
    if let Some(value) = known.get(text) {
        return Some(*value);
    }
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => i128::from_str_radix(digits, 16).ok(),
        None if digits.len() > 1 && digits.starts_with('0') => i128::from_str_radix(digits, 8).ok(),
        None => digits.parse().ok(),
    }
}

/// The text of a function that begins in a line, without comments and what stands in quotes.
fn body_at(text: &str, line: usize) -> String {
    let lines = text.lines().skip(line.saturating_sub(1)).take(LONGEST);
    let text = without_comments(&lines.collect::<Vec<_>>().join("\n"));
    let mut depth = 0usize;
    for (index, letter) in text.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth <= 1 => return text[..index].to_owned(),
            '}' => depth -= 1,
            _ => {}
        }
    }
    text
}

fn without_comments(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let skipped = match letter {
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '"' | '\'' => quoted(rest, letter),
            _ => {
                kept.push(letter);
                rest = &rest[letter.len_utf8()..];
                continue;
            }
        };
        kept.push(' ');
        rest = &rest[skipped..];
    }
    kept
}

/// The length of what stands in quotes at the beginning of a text.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (index, letter) in text.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return index,
            _ if letter == quote => return index + 1,
            _ => {}
        }
    }
    text.len()
}

/// What a function returns and compares its parameters with.
fn uses_in(body: &str, parameters: &[&str], values: &BTreeMap<String, i128>) -> Uses {
    let tokens = tokens(body);
    let mut uses = Uses::default();
    let mut add = |parameter: Option<&str>, name: &str, negative: bool| {
        let Some(value) = values.get(name) else { return };
        let (value, text) = match negative {
            true => (-value, format!("-{name}")),
            false => (*value, name.to_owned()),
        };
        let found = match parameter {
            Some(parameter) => uses.compared.entry(parameter.to_owned()).or_default(),
            None => &mut uses.returned,
        };
        found.entry(value).or_default().insert(text);
    };
    let mut switched: Option<&str> = None;
    for index in 0..tokens.len() {
        let at = |offset: usize| tokens.get(index + offset).copied().unwrap_or_default();
        let (first, second) = match at(1) {
            "-" => (at(2), true),
            "(" if at(2) == "-" => (at(3), true),
            "(" => (at(2), false),
            other => (other, false),
        };
        match at(0) {
            "return" | "=" | "?" | ":" => add(None, first, second),
            "switch" if at(1) == "(" && at(3) == ")" => switched = Some(at(2)),
            "case" => {
                let own = switched.filter(|own| parameters.contains(own));
                own.into_iter().for_each(|own| add(Some(own), at(1), false));
            }
            own if parameters.contains(&own)
                && matches!(at(1), "==" | "!=" | "&" | "<" | ">" | "<=" | ">=") =>
            {
                match at(2) {
                    "-" => add(Some(own), at(3), true),
                    name => add(Some(own), name, false),
                }
            }
            _ => {}
        }
    }
    uses
}

/// Names, numbers and signs, one by one; relations are one sign.
fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(letter) = rest.chars().next() {
        let length = match letter {
            _ if is_part(letter) => rest.find(|letter| !is_part(letter)).unwrap_or(rest.len()),
            _ if ["==", "!=", "<=", ">=", "&&", "||", "->"]
                .iter()
                .any(|sign| rest.starts_with(sign)) =>
            {
                2
            }
            _ => letter.len_utf8(),
        };
        let (token, behind) = rest.split_at(length);
        found.push(token);
        rest = behind.trim_start();
    }
    found
}

fn is_part(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_macros_are_read_as_c_reads_them() {
        let known = BTreeMap::from([("ONE".to_owned(), 1)]);
        let read = |line: &str| macro_of(line).and_then(|(_, text)| number(text, &known));
        assert_eq!(read("#define A 5"), Some(5));
        assert_eq!(read("# define A (-0x10L) /* why */"), Some(-16));
        assert_eq!(read("#define A (ONE << 3)"), Some(8));
        assert_eq!(read("#define A 017"), Some(15));
        assert_eq!(read("#define A(x) 5"), None);
        assert_eq!(read("#define A (1.5)"), None);
        assert_eq!(read("#define A"), None);
    }

    #[test]
    fn what_a_function_returns_and_compares_is_known_by_name() {
        let values = [
            ("ERR_NONE", 0),
            ("ERR_FULL", 3),
            ("ERR_ALSO_FULL", 3),
            ("MODE_FAST", 7),
            ("EINVAL", 22),
        ];
        let values = values.map(|(name, value)| (name.to_owned(), value)).into();
        let body = "{ int status = ERR_NONE; /* ERR_ALSO_FULL */ if (mode == MODE_FAST) status = ERR_FULL;\n\
                    if (mode < 0) return -EINVAL; switch (kind) { case MODE_FAST: break; } return (status); }";
        let uses = uses_in(&without_comments(body), &["mode", "kind"], &values);
        let returned = |value| uses.returned.get(&value).and_then(only);
        assert_eq!(returned(0), Some("ERR_NONE"));
        assert_eq!(returned(3), Some("ERR_FULL"));
        assert_eq!(returned(-22), Some("-EINVAL"));
        assert_eq!(returned(7), None);
        let handed = |name, value| {
            uses.compared.get(name).and_then(|known| known.get(&value)).and_then(only)
        };
        assert_eq!(handed("mode", 7), Some("MODE_FAST"));
        assert_eq!(handed("kind", 7), Some("MODE_FAST"));
        assert_eq!(handed("kind", 0), None);
    }

    #[test]
    fn two_names_of_one_value_tell_nothing() {
        let values = [("A", 3), ("B", 3)].map(|(name, value)| (name.to_owned(), value)).into();
        let uses = uses_in("{ if (x) return A; return B; }", &["x"], &values);
        assert_eq!(uses.returned.get(&3).and_then(only), None);
    }

    #[test]
    fn a_macro_under_a_condition_may_not_be_there() {
        let text = "#ifndef GUARD\n#define GUARD\n#define A 1\n#ifdef _WIN32\n#define B 2\n#endif\n#define C 3\n#endif\n";
        let mut conditions = Conditions::default();
        let lines = text.lines().filter(|line| conditions.hold_after(line));
        let names: Vec<&str> = lines.filter_map(|line| Some(macro_of(line)?.0)).collect();
        assert_eq!(names, ["A", "C"]);
    }

    #[test]
    fn a_body_ends_where_its_brace_is_closed() {
        let text = "int x;\nint f(void)\n{\n  if (1) { g('}'); }\n  return A; }\nint g(void) { return B; }\n";
        assert!(body_at(text, 2).contains("return A"));
        assert!(!body_at(text, 2).contains("return B"));
    }
}
