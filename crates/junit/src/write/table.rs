//! Tables of values: where the arguments of a test with parameters come from.

use super::literal;
use super::mention;
use std::fmt::Write;

/// What a value in a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Boolean,
    Char,
    Int,
    Long,
    Float,
    Double,
    Text,
}

impl Kind {
    /// The type of a parameter.
    pub(super) fn ty(self) -> String {
        match self {
            Kind::Boolean => "boolean".to_owned(),
            Kind::Char => "char".to_owned(),
            Kind::Int => "int".to_owned(),
            Kind::Long => "long".to_owned(),
            Kind::Float => "float".to_owned(),
            Kind::Double => "double".to_owned(),
            Kind::Text => mention::class("java/lang/String"),
        }
    }

    /// What a parameter is called if nothing says more.
    pub(super) fn noun(self) -> &'static str {
        match self {
            Kind::Boolean => "flag",
            Kind::Char => "letter",
            Kind::Text => "text",
            _ => "number",
        }
    }

    /// How an annotation with values of one kind calls them; none where it takes no such values.
    fn plural(self) -> Option<&'static str> {
        match self {
            Kind::Boolean => None,
            Kind::Char => Some("chars"),
            Kind::Int => Some("ints"),
            Kind::Long => Some("longs"),
            Kind::Float => Some("floats"),
            Kind::Double => Some("doubles"),
            Kind::Text => Some("strings"),
        }
    }
}

/// A parameter of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Column {
    pub name: String,
    pub kind: Kind,
}

/// The parameters of a test, and the values that they have in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub columns: Vec<Column>,
    /// Values as they are written in Java.
    pub rows: Vec<Vec<String>>,
    /// How a row is shown, with `{0}` for the first value.
    pub display: String,
    /// The class that a method with the rows is in, where that is another one than the test's.
    pub outer: Option<String>,
    /// The method with the rows, where no annotation can say them.
    pub source: String,
}

impl Table {
    /// The parameters, as text.
    pub(super) fn parameters(&self) -> String {
        let all = self.columns.iter().map(|column| format!("{} {}", column.kind.ty(), column.name));
        all.collect::<Vec<_>>().join(", ")
    }

    /// The annotations of the test.
    pub(super) fn annotations(&self) -> String {
        let parameterised = mention::class("org/junit/jupiter/params/ParameterizedTest");
        let mut text = format!("    @{parameterised}(name = \"{}\")\n", self.display);
        if let Some(values) = self.values() {
            let source = mention::class("org/junit/jupiter/params/provider/ValueSource");
            let _ = writeln!(text, "    @{source}({values})");
        } else if let Some(rows) = self.comma_separated() {
            let source = mention::class("org/junit/jupiter/params/provider/CsvSource");
            let _ = writeln!(text, "    @{source}({{");
            for (index, row) in rows.iter().enumerate() {
                let comma = if index + 1 < rows.len() { "," } else { "" };
                let _ = writeln!(text, "        {row}{comma}");
            }
            text += "    })\n";
        } else {
            let source = mention::class("org/junit/jupiter/params/provider/MethodSource");
            let outer = self.outer.as_ref().map(|outer| format!("{outer}#")).unwrap_or_default();
            let _ = writeln!(text, "    @{source}(\"{outer}{}\")", self.source);
        }
        text
    }

    /// The method that gives the rows, where no annotation can.
    pub(super) fn source(&self) -> Option<String> {
        if self.values().is_some() || self.comma_separated().is_some() {
            return None;
        }
        let stream = mention::class("java/util/stream/Stream");
        let arguments = mention::class("org/junit/jupiter/params/provider/Arguments");
        let mut text = format!(
            "\n    private static {stream}<{arguments}> {}() {{\n        return {stream}.of(\n",
            self.source
        );
        for (index, row) in self.rows.iter().enumerate() {
            let end = if index + 1 < self.rows.len() { "," } else { ");" };
            // A null alone could be an array of all that is to be passed.
            let row = match row.as_slice() {
                [only] if only == "null" => {
                    format!("({}) null", mention::class("java/lang/Object"))
                }
                _ => row.join(", "),
            };
            let _ = writeln!(text, "            {arguments}.of({row}){end}");
        }
        text += "    }\n";
        Some(text)
    }

    /// All values of the one parameter that there is: `ints = {1, 2}`.
    fn values(&self) -> Option<String> {
        let [column] = self.columns.as_slice() else { return None };
        let plural = column.kind.plural()?;
        let values: Vec<&str> = self.rows.iter().map(|row| row[0].as_str()).collect();
        // A value of an annotation is a constant, and null is none.
        if values.contains(&"null") || values.iter().any(|value| value.contains(".repeat(")) {
            return None;
        }
        Some(format!("{plural} = {{{}}}", values.join(", ")))
    }

    /// The rows as lines of comma-separated values, in quotes; none where such a line would be hard to read.
    fn comma_separated(&self) -> Option<Vec<String>> {
        let row = |row: &Vec<String>| {
            let cells =
                row.iter().zip(&self.columns).map(|(value, column)| cell(value, column.kind));
            let cells: Option<Vec<String>> = cells.collect();
            // A line must not be blank.
            let line = cells?.join(", ");
            let units: Vec<u16> =
                Some(line).filter(|line| !line.is_empty())?.encode_utf16().collect();
            Some(literal::string(&units))
        };
        self.rows.iter().map(row).collect()
    }
}

/// A value as one of a line of comma-separated ones.
fn cell(value: &str, kind: Kind) -> Option<String> {
    let is_easy = |text: &str| {
        text.bytes()
            .all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'\'' | b'"' | b'\\'))
    };
    let quoted = |text: &str| {
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
        match !text.is_empty() && text.bytes().all(is_word) {
            true => text.to_owned(),
            false => format!("'{text}'"),
        }
    };
    match kind {
        Kind::Text if value == "null" => Some(String::new()),
        Kind::Text => {
            let text = value.strip_prefix('"')?.strip_suffix('"')?;
            is_easy(text).then(|| quoted(text))
        }
        Kind::Char => {
            let text = value.strip_prefix('\'')?.strip_suffix('\'')?;
            is_easy(text).then(|| quoted(text))
        }
        Kind::Boolean => Some(value.to_owned()),
        Kind::Int | Kind::Long | Kind::Float | Kind::Double => {
            let number = value.trim_end_matches(['L', 'f']);
            // A limit of a type goes by its name.
            number
                .bytes()
                .all(|byte| !byte.is_ascii_alphabetic() || byte == b'e')
                .then(|| number.to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(kinds: &[Kind], rows: &[&[&str]]) -> Table {
        let column =
            |(index, kind): (usize, &Kind)| Column { name: format!("c{index}"), kind: *kind };
        Table {
            columns: kinds.iter().enumerate().map(column).collect(),
            rows: rows
                .iter()
                .map(|row| row.iter().map(|own| (*own).to_owned()).collect())
                .collect(),
            display: "f({0})".to_owned(),
            outer: None,
            source: "testRows".to_owned(),
        }
    }

    #[test]
    fn rows_are_written_in_the_simplest_way_that_can_say_them() {
        let one = table(&[Kind::Int], &[&["1"], &["-2"]]);
        assert_eq!(one.values().as_deref(), Some("ints = {1, -2}"));
        let easy = table(&[Kind::Text, Kind::Long], &[&["\"a, b\"", "3L"], &["null", "0L"]]);
        let rows = ["\"'a, b', 3\"", "\", 0\""].map(str::to_owned);
        assert_eq!((easy.values(), easy.comma_separated()), (None, Some(rows.to_vec())));
        assert_eq!(easy.source(), None);
        let nullable = table(&[Kind::Text], &[&["\"a\""], &["null"]]);
        assert_eq!((nullable.values(), nullable.comma_separated()), (None, None));
        let source = mention::simple(&nullable.source().unwrap_or_default());
        assert!(source.contains("Arguments.of((Object) null));"), "{source}");
        let limit = format!("{}.MAX_VALUE", mention::class("java/lang/Integer"));
        let hard = table(&[Kind::Text, Kind::Int], &[&["\"it's\"", &limit], &["\"\\n\"", "1"]]);
        let source = mention::simple(&hard.source().unwrap_or_default());
        let expected = "\n    private static Stream<Arguments> testRows() {\n        return Stream.of(\n            \
             Arguments.of(\"it's\", Integer.MAX_VALUE),\n            Arguments.of(\"\\n\", 1));\n    }\n";
        assert_eq!(source, expected);
    }
}
