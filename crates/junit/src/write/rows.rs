//! Tests of one method that differ by literal values only, as one test with parameters.

use super::context::Context;
use super::method::Method;
use super::table::{Column, Kind, Table};
use super::{mention, names, variables};
use std::collections::{BTreeMap, BTreeSet};

/// How many tests have to differ by values only.
const MANY: usize = 5;
/// Parameters that a reader can follow.
const MOST_COLUMNS: usize = 4;

/// Merges tests that differ by values only; the others stay as they are.
pub(super) fn merged<'t>(
    context: &Context<'_>,
    methods: Vec<Method<'t>>,
    outer: Option<&str>,
) -> Vec<Method<'t>> {
    let mut groups: BTreeMap<(String, Vec<String>), Vec<usize>> = BTreeMap::new();
    let cut: Vec<Vec<Vec<Piece>>> = methods
        .iter()
        .map(|method| method.lines.iter().map(|line| pieces(line)).collect())
        .collect();
    for (index, method) in methods.iter().enumerate() {
        let subject = method.tests.first().and_then(|test| context.subject(test));
        let Some(subject) = subject else { continue };
        let skeleton = cut[index].iter().map(|line| line.iter().map(Piece::shape).collect());
        groups.entry((context.called(subject), skeleton.collect())).or_default().push(index);
    }
    let mut taken: BTreeSet<String> = methods.iter().map(|method| method.name.clone()).collect();
    let mut whole: BTreeMap<usize, Merged> = BTreeMap::new();
    let mut gone: BTreeSet<usize> = BTreeSet::new();
    let mut pending: Vec<(String, Vec<usize>)> =
        groups.into_iter().map(|((function, _), group)| (function, group)).rev().collect();
    while let Some((function, group)) = pending.pop() {
        if group.len() < MANY {
            continue;
        }
        let lines: Vec<&Vec<Vec<Piece>>> = group.iter().map(|index| &cut[*index]).collect();
        let test = methods[group[0]].tests[0];
        let Some(mut merged) = merge(context, test, &function, &lines) else {
            // Those whose values are of the same kinds may do.
            let parts = by_kinds(&cut, &group).into_iter().filter(|part| part.len() < group.len());
            pending.extend(parts.rev().map(|part| (function.clone(), part)));
            continue;
        };
        merged.table.outer = outer.map(str::to_owned);
        let own: Vec<&str> = group.iter().map(|index| methods[*index].name.as_str()).collect();
        let stem = common(&own, &function, &merged.table);
        for name in &own {
            taken.remove(*name);
        }
        let numbered = (2..).map(|number| format!("{stem}{number}"));
        let mut free = std::iter::once(stem.clone()).chain(numbered);
        merged.name = free.find(|name| taken.insert(name.clone())).unwrap_or(stem);
        merged.table.source = format!("{}Rows", merged.name);
        merged.tests = merged.tests.iter().map(|row| group[*row]).collect();
        gone.extend(&group[1..]);
        whole.insert(group[0], merged);
    }
    let mut methods: Vec<Option<Method<'t>>> = methods.into_iter().map(Some).collect();
    let mut result = Vec::new();
    for index in 0..methods.len() {
        if gone.contains(&index) {
            continue;
        }
        let Some(mut method) = methods[index].take() else { continue };
        if let Some(merged) = whole.remove(&index) {
            let first = std::mem::take(&mut method.tests);
            for other in &merged.tests {
                let Some(other) = methods[*other].take() else {
                    method.tests.extend(&first);
                    continue;
                };
                method.tests.extend(other.tests);
                method.imports.extend(other.imports);
                method.suppressed.extend(other.suppressed);
                method.throws = method.throws.max(other.throws);
            }
            let uses =
                |name: &str| merged.lines.iter().any(|line| line.contains(&format!("{name}(")));
            method.imports.retain(|import| import.rsplit('.').next().is_some_and(uses));
            let junit = context.unit.style.junit;
            if uses("assertEquals") {
                // An assertion that something holds, or is null, may have become one that it is what is expected.
                method.imports.insert(format!("{}.assertEquals", junit.assertions()));
            }
            (method.name, method.lines) = (merged.name, merged.lines);
            method.table = Some(merged.table);
        }
        result.push(method);
    }
    result
}

/// Tests by the kinds of their values.
fn by_kinds(cut: &[Vec<Vec<Piece>>], group: &[usize]) -> Vec<Vec<usize>> {
    let mut parts: BTreeMap<Vec<Option<Kind>>, Vec<usize>> = BTreeMap::new();
    for index in group {
        let values = cut[*index].iter().flatten().filter_map(Piece::value);
        parts.entry(values.map(|(_, kind)| kind).collect()).or_default().push(*index);
    }
    parts.into_values().collect()
}

/// Several tests as one.
struct Merged {
    /// The tests in the order of the rows.
    tests: Vec<usize>,
    name: String,
    lines: Vec<String>,
    table: Table,
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// What is the same in tests that differ by values.
    Text(String),
    /// A value, and the argument of which call it is.
    Value { text: String, kind: Option<Kind>, of: Option<(String, usize)> },
    /// `assertTrue(` or `assertFalse(`: what it expects is a value too.
    Holds(bool),
}

impl Piece {
    fn shape(&self) -> String {
        match self {
            Piece::Text(text) => text.clone(),
            Piece::Value { .. } => "\u{3}".to_owned(),
            Piece::Holds(_) => "\u{4}".to_owned(),
        }
    }

    /// The value, if it is one.
    fn value(&self) -> Option<(String, Option<Kind>)> {
        match self {
            Piece::Text(_) => None,
            Piece::Value { text, kind, .. } => Some((text.clone(), *kind)),
            Piece::Holds(holds) => Some((holds.to_string(), Some(Kind::Boolean))),
        }
    }
}

/// Makes one test of several with the same shape; none if its parameters would be too many or not have one type each.
fn merge(
    context: &Context<'_>,
    test: &super::JavaTest,
    function: &str,
    tests: &[&Vec<Vec<Piece>>],
) -> Option<Merged> {
    let first = tests[0];
    let mut columns: Vec<Column> = Vec::new();
    let mut values: Vec<Vec<String>> = Vec::new();
    let mut calls: Vec<bool> = Vec::new();
    let mut names: Vec<Vec<Option<usize>>> = Vec::new();
    let words: BTreeSet<String> = first.iter().flatten().flat_map(words).collect();
    let mut taken = words;
    // Lines that declare nothing but what a parameter is.
    let mut dropped: BTreeSet<usize> = BTreeSet::new();
    for (number, line) in first.iter().enumerate() {
        let mut own = Vec::new();
        for (place, piece) in line.iter().enumerate() {
            let all: Vec<(String, Option<Kind>)> =
                tests.iter().filter_map(|test| test[number][place].value()).collect();
            let is_same = all.iter().all(|(text, _)| Some(text) == all.first().map(|(own, _)| own));
            if all.is_empty() || is_same {
                own.push(None);
                continue;
            }
            let before: String = line[..place].iter().map(Piece::shape).collect();
            // A literal of an int may be put where a byte is wanted, a variable may not.
            if ["byte", "short", "Byte", "Short"].iter().any(|narrow| before.contains(narrow)) {
                return None;
            }
            let kind = kind_of(&all)?;
            let column: Vec<String> = all.into_iter().map(|(text, _)| text).collect();
            if let Some(known) = values.iter().position(|known| *known == column) {
                own.push(Some(known));
                continue;
            }
            let (stem, is_argument) = match declared(line, kind) {
                Some(name) => {
                    taken.remove(name);
                    dropped.insert(number);
                    (name.to_owned(), true)
                }
                None => name_of(context, test, function, (&before, piece), kind),
            };
            let numbered = (2..).map(|number| format!("{stem}{number}"));
            let mut free = std::iter::once(stem.clone()).chain(numbered);
            let name = free.find(|name| taken.insert(name.clone()))?;
            own.push(Some(values.len()));
            columns.push(Column { name, kind });
            values.push(column);
            calls.push(is_argument);
        }
        names.push(own);
    }
    if columns.is_empty() || columns.len() > MOST_COLUMNS {
        return None;
    }
    // What goes in comes before what comes out.
    let mut order: Vec<usize> = (0..columns.len()).collect();
    order.sort_by_key(|column| columns[*column].name.starts_with("expected"));
    let lines = first.iter().zip(&names).map(|(line, own)| {
        let pieces = line.iter().zip(own).map(|(piece, column)| {
            let name = column.map(|column| columns[column].name.as_str());
            written(piece, name)
        });
        let line: String = pieces.collect();
        match line.strip_prefix("assertEquals(null, ") {
            Some(rest) => format!("assertNull({rest}"),
            None => line,
        }
    });
    let lines = lines.enumerate().filter(|(number, _)| !dropped.contains(number));
    let lines: Vec<String> = lines.map(|(_, line)| line).collect();
    let lines = match lines.as_slice() {
        [blank, rest @ ..] if blank.is_empty() => rest.to_vec(),
        _ => lines,
    };
    let rows = (0..tests.len())
        .map(|row| order.iter().map(|column| values[*column][row].clone()).collect());
    let rows: Vec<Vec<String>> = rows.collect();
    let mut tests: Vec<usize> = (0..rows.len()).collect();
    tests.sort_by_cached_key(|row| rows[*row].iter().map(|value| rank(value)).collect::<Vec<_>>());
    let rows: Vec<Vec<String>> = tests.iter().map(|row| rows[*row].clone()).collect();
    let is_argument: Vec<bool> = order.iter().map(|column| calls[*column]).collect();
    let columns: Vec<Column> = order.iter().map(|column| columns[*column].clone()).collect();
    let display = display(function, &columns, &is_argument);
    let table = Table { columns, rows, display, outer: None, source: String::new() };
    Some(Merged { tests, name: String::new(), lines, table })
}

/// How values are ordered: numbers by their size, before all others.
fn rank(value: &str) -> (u64, String) {
    let number = value.trim_end_matches(['L', 'f']).parse::<f64>().ok();
    // The bits of numbers are ordered like these once the sign is taken care of.
    let order = number.map_or(u64::MAX, |number| {
        let bits = number.to_bits();
        if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
    });
    (order, value.to_owned())
}

/// A piece with the name of a parameter in its place, or as it is.
fn written(piece: &Piece, name: Option<&str>) -> String {
    match (piece, name) {
        (Piece::Text(text) | Piece::Value { text, .. }, None) => text.clone(),
        (Piece::Holds(true), None) => "assertTrue(".to_owned(),
        (Piece::Holds(false), None) => "assertFalse(".to_owned(),
        (Piece::Holds(_), Some(name)) => format!("assertEquals({name}, "),
        (_, Some(name)) => name.to_owned(),
    }
}

/// The variable that a line declares as a value of a kind, if it does nothing else.
fn declared(line: &[Piece], kind: Kind) -> Option<&str> {
    let [Piece::Text(before), Piece::Value { .. }, Piece::Text(after)] = line else { return None };
    let name = before.strip_prefix(&kind.ty())?.strip_prefix(' ')?.strip_suffix(" = ")?;
    (after == ";").then_some(name)
}

/// The one kind that values of a column have.
fn kind_of(values: &[(String, Option<Kind>)]) -> Option<Kind> {
    let mut kinds: BTreeSet<Kind> = BTreeSet::new();
    let mut has_null = false;
    for (_, kind) in values {
        match kind {
            Some(kind) => {
                kinds.insert(*kind);
            }
            None => has_null = true,
        }
    }
    let kinds: Vec<Kind> = kinds.into_iter().collect();
    match kinds.as_slice() {
        [Kind::Text] => Some(Kind::Text),
        [only] if !has_null => Some(*only),
        [Kind::Int, Kind::Long] if !has_null => Some(Kind::Long),
        _ => None,
    }
}

/// What a parameter is called, and whether it is handed to the method under test.
fn name_of(
    context: &Context<'_>,
    test: &super::JavaTest,
    function: &str,
    (before, piece): (&str, &Piece),
    kind: Kind,
) -> (String, bool) {
    let noun = kind.noun().to_owned();
    let (callee, index) = match piece {
        Piece::Holds(_) => return ("expected".to_owned(), false),
        Piece::Value { of: Some(of), .. } => of,
        _ => return (noun, false),
    };
    if (callee == "assertEquals" || callee == "assertSame") && *index == 0 {
        return ("expected".to_owned(), false);
    }
    let own = function.strip_prefix("new_").unwrap_or(function);
    if callee == own
        && before.matches('(').count() > 0
        && let Some(subject) = context.subject(test)
        && let Some(callable) = context.callable(subject)
    {
        let receiver = usize::from(context.has_receiver(subject));
        let name = callable.params.get(index + receiver).map(|(name, _)| name.as_str());
        let name = name.filter(|name| variables::is_telling(name));
        return (name.unwrap_or(&noun).to_owned(), true);
    }
    let property = ["set", "with", "add"].iter().find_map(|verb| callee.strip_prefix(verb));
    let property =
        property.filter(|rest| rest.starts_with(|first: char| first.is_ascii_uppercase()));
    (property.map_or(noun, variables::lowered), false)
}

/// How a row is shown: `gcd({0}, {1}) = {2}`.
fn display(function: &str, columns: &[Column], is_argument: &[bool]) -> String {
    let shown = |wanted: bool| -> Vec<String> {
        let all = columns.iter().zip(is_argument).enumerate();
        let own = all.filter(|(_, (column, is))| **is == wanted && column.name != "expected");
        own.map(|(index, (column, _))| match wanted {
            true => format!("{{{index}}}"),
            false => format!("{} {{{index}}}", column.name),
        })
        .collect()
    };
    let called = function
        .strip_prefix("new_")
        .map_or_else(|| function.to_owned(), |class| format!("new {class}"));
    let (arguments, others) = (shown(true), shown(false));
    let mut text = match arguments.is_empty() {
        true => called,
        false => format!("{called}({})", arguments.join(", ")),
    };
    if !others.is_empty() {
        text += &format!(" with {}", others.join(", "));
    }
    if let Some(expected) = columns.iter().position(|column| column.name == "expected") {
        text += &format!(" = {{{expected}}}");
    }
    text
}

/// What several tests are called together: what their names begin with, as far as that says anything.
fn common(own: &[&str], function: &str, table: &Table) -> String {
    let function = names::camel(function);
    let split: Vec<Vec<&str>> = own.iter().map(|name| camel_words(name)).collect();
    let mut shared: Vec<&str> = Vec::new();
    for (index, word) in split[0].iter().enumerate() {
        if !split.iter().all(|words| words.get(index) == Some(word)) {
            break;
        }
        shared.push(word);
    }
    let links =
        ["When", "Is", "And", "With", "For", "After", "Then", "Text", "Starts", "Ends", "Minus"];
    while shared.last().is_some_and(|last| links.contains(last)) {
        shared.pop();
    }
    let stem = shared.concat();
    let argument = table.columns.iter().find(|column| column.name != "expected");
    let argument =
        argument.map_or_else(|| "Value".to_owned(), |column| variables::capitalised(&column.name));
    let has_expected = table.columns.iter().any(|column| column.name == "expected");
    match stem.as_str() {
        _ if stem.len() < function.len() || stem == function => match has_expected {
            true => format!("{function}GivesExpectedResult"),
            false => format!("{function}By{argument}"),
        },
        _ if stem.ends_with("Returns") => format!("{stem}ExpectedValue"),
        _ if stem.ends_with("Rejects") => format!("{stem}{argument}"),
        _ => stem,
    }
}

/// The words of a name in camel case.
fn camel_words(name: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    for (index, letter) in name.char_indices() {
        let is_digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
        let is_count = is_digit(Some(letter)) && !is_digit(name[..index].chars().next_back());
        if index > start && (letter.is_ascii_uppercase() || letter == '_' || is_count) {
            words.push(&name[start..index]);
            start = index;
        }
    }
    words.push(&name[start..]);
    words
}

/// The words in a piece, which no parameter may be called.
fn words(piece: &Piece) -> Vec<String> {
    let Piece::Text(text) = piece else { return Vec::new() };
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
    text.split(|letter| !is_part(letter)).map(str::to_owned).collect()
}

/// The pieces of a line.
fn pieces(line: &str) -> Vec<Piece> {
    let mut cutter =
        Cutter { rest: line, before: String::new(), pieces: Vec::new(), open: Vec::new() };
    for (start, holds) in [("assertTrue(", true), ("assertFalse(", false)] {
        if let Some(rest) = line.strip_prefix(start) {
            cutter.pieces.push(Piece::Holds(holds));
            cutter.open.push((start.trim_end_matches('(').to_owned(), 0));
            cutter.rest = rest;
        }
    }
    if let Some(rest) = line.strip_prefix("assertNull(") {
        let of = Some(("assertEquals".to_owned(), 0));
        cutter.pieces.push(Piece::Text("assertEquals(".to_owned()));
        cutter.pieces.push(Piece::Value { text: "null".to_owned(), kind: None, of });
        cutter.before.push_str(", ");
        cutter.open.push(("assertEquals".to_owned(), 1));
        cutter.rest = rest;
    }
    while !cutter.rest.is_empty() {
        cutter.step();
    }
    cutter.flush();
    cutter.pieces
}

/// Cuts a line at its literals.
struct Cutter<'l> {
    rest: &'l str,
    /// Text since the last literal.
    before: String,
    pieces: Vec<Piece>,
    /// The calls whose brackets are open, and how many commas came since.
    open: Vec<(String, usize)>,
}

impl Cutter<'_> {
    fn step(&mut self) {
        if let Some((length, kind)) = self.literal() {
            let (text, rest) = self.rest.split_at(length);
            self.flush();
            let of = self.open.last().cloned();
            self.pieces.push(Piece::Value { text: text.to_owned(), kind, of });
            self.rest = rest;
            return;
        }
        let mut letters = self.rest.chars();
        let Some(letter) = letters.next() else { return };
        match letter {
            '(' | '{' | '[' => {
                let callee = match letter {
                    '(' => callee(&self.before),
                    _ => String::new(),
                };
                self.open.push((callee, 0));
            }
            ')' | '}' | ']' => {
                self.open.pop();
            }
            ',' => {
                if let Some((_, commas)) = self.open.last_mut() {
                    *commas += 1;
                }
            }
            _ => {}
        }
        self.before.push(letter);
        self.rest = letters.as_str();
    }

    fn flush(&mut self) {
        if !self.before.is_empty() {
            self.pieces.push(Piece::Text(std::mem::take(&mut self.before)));
        }
    }

    /// How long the literal is that comes next, and its kind; none for `null`.
    fn literal(&self) -> Option<(usize, Option<Kind>)> {
        let rest = self.rest;
        if let Some(quote @ ('"' | '\'')) = rest.chars().next() {
            let kind = if quote == '"' { Kind::Text } else { Kind::Char };
            return Some((quoted(rest, quote), Some(kind)));
        }
        let is_part = |letter: char| {
            letter.is_alphanumeric() || matches!(letter, '_' | '$' | '.' | '\u{1}' | '\u{2}' | '/')
        };
        if self.before.chars().next_back().is_some_and(is_part) {
            return None;
        }
        for (word, kind) in
            [("true", Some(Kind::Boolean)), ("false", Some(Kind::Boolean)), ("null", None)]
        {
            if rest.strip_prefix(word).is_some_and(|after| !after.starts_with(is_part)) {
                return Some((word.len(), kind));
            }
        }
        limit(rest)
            .or_else(|| number(rest, &self.before))
            .map(|(length, kind)| (length, Some(kind)))
    }
}

/// The end of a literal in quotes.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (index, letter) in text.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if letter == quote => return index + 1,
            _ => {}
        }
    }
    text.len()
}

/// A limit of a type that goes by its name, such as `Integer.MAX_VALUE`.
fn limit(text: &str) -> Option<(usize, Kind)> {
    let kinds = [
        ("Integer", Kind::Int),
        ("Long", Kind::Long),
        ("Float", Kind::Float),
        ("Double", Kind::Double),
    ];
    kinds.iter().find_map(|(class, kind)| {
        let class = format!("{}.", mention::class(&format!("java/lang/{class}")));
        let rest = text.strip_prefix(&class)?;
        let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        let end = end.unwrap_or(rest.len());
        let names = ["MAX_VALUE", "MIN_VALUE", "NaN", "POSITIVE_INFINITY", "NEGATIVE_INFINITY"];
        names.contains(&&rest[..end]).then_some((class.len() + end, *kind))
    })
}

/// A number, with its sign.
fn number(text: &str, before: &str) -> Option<(usize, Kind)> {
    let digits = match text.strip_prefix('-') {
        Some(digits) if before.ends_with(['(', '{', '[', ' ']) => digits,
        Some(_) => return None,
        None => text,
    };
    if !digits.starts_with(|first: char| first.is_ascii_digit()) || digits.starts_with("0x") {
        return None;
    }
    let mut end = 0;
    let mut last = ' ';
    for letter in digits.chars() {
        let is_sign = letter == '-' && matches!(last, 'e' | 'E');
        if !(letter.is_ascii_digit() || matches!(letter, '.' | 'e' | 'E') || is_sign) {
            break;
        }
        end += 1;
        last = letter;
    }
    let is_whole = digits[..end].bytes().all(|byte| byte.is_ascii_digit());
    let kind = match digits[end..].chars().next() {
        Some('L') => Kind::Long,
        Some('f') => Kind::Float,
        _ if is_whole => Kind::Int,
        _ => Kind::Double,
    };
    let suffix = usize::from(matches!(kind, Kind::Long | Kind::Float));
    Some((text.len() - digits.len() + end + suffix, kind))
}

/// The method or class that a bracket belongs to.
fn callee(before: &str) -> String {
    let before = before.strip_suffix("<>").unwrap_or(before);
    let before = before.strip_suffix('\u{2}').unwrap_or(before);
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let start = before.rfind(|letter| !is_part(letter)).map_or(0, |index| index + 1);
    before.get(start..).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &str) -> Vec<String> {
        let values = pieces(line).into_iter().filter_map(|piece| match piece {
            Piece::Text(_) => None,
            Piece::Value { text, kind, of } => {
                let of = of.map(|(call, index)| format!("{call} {index}")).unwrap_or_default();
                Some(format!("{text} {kind:?} {of}"))
            }
            Piece::Holds(holds) => Some(format!("holds {holds}")),
        });
        values.collect()
    }

    #[test]
    fn lines_are_cut_at_their_literals() {
        let line = "assertEquals(-1.5e-3, box.at2(\"a, \\\"b\\\"\", 'x', 7L, null), 1e-9);";
        let expected = [
            "-1.5e-3 Some(Double) assertEquals 0",
            "\"a, \\\"b\\\"\" Some(Text) at2 0",
            "'x' Some(Char) at2 1",
            "7L Some(Long) at2 2",
            "null None at2 3",
            "1e-9 Some(Double) assertEquals 2",
        ];
        assert_eq!(shown(line), expected);
        let line =
            format!("assertTrue(is({}.MAX_VALUE, x1));", mention::class("java/lang/Integer"));
        let expected = [
            "holds true".to_owned(),
            format!("{}.MAX_VALUE Some(Int) is 0", mention::class("java/lang/Integer")),
        ];
        assert_eq!(shown(&line), expected);
    }

    #[test]
    fn a_column_has_one_kind() {
        let of = |kinds: &[Option<Kind>]| {
            let values: Vec<(String, Option<Kind>)> =
                kinds.iter().map(|kind| (String::new(), *kind)).collect();
            kind_of(&values)
        };
        assert_eq!(of(&[Some(Kind::Text), None]), Some(Kind::Text));
        assert_eq!(of(&[Some(Kind::Int), Some(Kind::Long)]), Some(Kind::Long));
        assert_eq!(of(&[Some(Kind::Int), None]), None);
        assert_eq!(of(&[Some(Kind::Int), Some(Kind::Text)]), None);
    }

    #[test]
    fn rows_are_called_by_what_their_names_share() {
        let table = |names: &[&str]| Table {
            columns: names
                .iter()
                .map(|name| Column { name: (*name).to_owned(), kind: Kind::Int })
                .collect(),
            rows: Vec::new(),
            display: String::new(),
            outer: None,
            source: String::new(),
        };
        let called = |own: &[&str], names: &[&str]| common(own, "parse", &table(names));
        assert_eq!(
            called(&["parseReturns1", "parseReturns2"], &["text", "expected"]),
            "parseReturnsExpectedValue"
        );
        assert_eq!(
            called(&["parseRejectsEmptyText", "parseRejectsTextA"], &["text"]),
            "parseRejectsText"
        );
        let own = ["parseReturnsTrueWhenTextIsA", "parseReturnsTrueWhenTextIsB"];
        assert_eq!(called(&own, &["text"]), "parseReturnsTrue");
        assert_eq!(called(&["parseReturns1", "parseSucceeds"], &["text"]), "parseByText");
    }

    #[test]
    fn a_row_is_shown_as_a_call_and_what_it_gives() {
        let column = |name: &str| Column { name: name.to_owned(), kind: Kind::Int };
        let columns = [column("a"), column("limit"), column("expected")];
        assert_eq!(
            display("gcd", &columns, &[true, false, false]),
            "gcd({0}) with limit {1} = {2}"
        );
        assert_eq!(display("new_Box", &columns[..1], &[true]), "new Box({0})");
    }
}
