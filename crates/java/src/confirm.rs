//! Whether decisions that were rebuilt from bytecode are those of the source.
//!
//! The source is not parsed: it is enough to find the operators `&&` and `||` that belong to one expression, and the
//! lines that it stands on. Brackets that only group belong to the expression around them, arguments of calls do not.

/// An expression with several conditions, as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The first and the last line that it stands on.
    pub lines: (u32, u32),
    /// How many conditions it has.
    pub conditions: u32,
}

/// A decision that was rebuilt from bytecode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rebuilt {
    /// The first and the last line of its conditions.
    pub lines: (u32, u32),
    /// How many conditions it has.
    pub conditions: u32,
}

/// What the source says of rebuilt decisions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Confirmed {
    /// How many are written so.
    pub confirmed: usize,
    /// Those that are not, with the conditions of what is written on their lines instead, if there is anything.
    pub others: Vec<(Rebuilt, Option<u32>)>,
}

impl Confirmed {
    /// Holds decisions against a source.
    pub fn new(rebuilt: &[Rebuilt], source: &str) -> Self {
        let mut written: Vec<Option<Written>> = expressions(source).into_iter().map(Some).collect();
        let mut result = Self::default();
        for decision in rebuilt {
            let meets =
                |own: &Written| own.lines.0 <= decision.lines.1 && decision.lines.0 <= own.lines.1;
            let is_it = |own: &&mut Option<Written>| {
                own.is_some_and(|own| meets(&own) && own.conditions == decision.conditions)
            };
            // Each expression is one decision only.
            if let Some(found) = written.iter_mut().find(is_it) {
                *found = None;
                result.confirmed += 1;
                continue;
            }
            let there = written.iter().flatten().find(|own| meets(own));
            result.others.push((*decision, there.map(|own| own.conditions)));
        }
        result
    }
}

/// A piece of a source that matters here, and its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    /// `&&` or `||`.
    Operator,
    /// A bracket that groups, or one of a call or a statement.
    Open {
        groups: bool,
    },
    Close,
    /// What stands between expressions.
    Separator,
    Other,
}

/// An expression that is being read.
#[derive(Clone, Copy, Debug, Default)]
struct Open {
    operators: u32,
    lines: Option<(u32, u32)>,
    groups: bool,
    /// Whether something stood before it inside of the same bracket.
    is_later: bool,
}

impl Open {
    fn reach(&mut self, line: u32) {
        self.lines = Some((self.lines.map_or(line, |(first, _)| first), line));
    }
}

/// The expressions with several conditions of a source, in order of their ends.
pub fn expressions(source: &str) -> Vec<Written> {
    let mut found = Vec::new();
    let mut stack = vec![Open::default()];
    let mut flush = |open: &mut Open| {
        if let (1.., Some(lines)) = (open.operators, open.lines) {
            found.push(Written { lines, conditions: open.operators + 1 });
        }
        *open = Open { groups: open.groups, is_later: true, ..Open::default() };
    };
    for (token, line) in tokens(source) {
        let Some(top) = stack.last_mut() else { break };
        match token {
            Token::Separator => flush(top),
            Token::Operator => {
                top.operators += 1;
                top.reach(line);
            }
            Token::Other => top.reach(line),
            Token::Open { groups } => {
                top.reach(line);
                stack.push(Open { groups, ..Open::default() });
            }
            Token::Close if stack.len() > 1 => {
                let Some(mut inner) = stack.pop() else { break };
                let is_part = inner.groups && !inner.is_later;
                if !is_part {
                    flush(&mut inner);
                }
                if let Some(outer) = stack.last_mut() {
                    outer.operators += if is_part { inner.operators } else { 0 };
                    outer.reach(line);
                }
            }
            Token::Close => {}
        }
    }
    if let Some(last) = stack.last_mut() {
        flush(last);
    }
    found
}

/// Words that stand between expressions.
const SEPARATORS: [&str; 9] =
    ["return", "yield", "case", "assert", "else", "do", "throw", "when", "default"];

fn tokens(source: &str) -> Vec<(Token, u32)> {
    let text = source.as_bytes();
    let mut tokens = Vec::new();
    let (mut at, mut line) = (0, 1);
    // Whether a bracket that comes now would be one of a call.
    let mut after_name = false;
    while at < text.len() {
        let rest = &source[at..];
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with(char::is_whitespace) {
            rest.chars().next().map_or(1, char::len_utf8)
        } else {
            0
        };
        if skipped > 0 {
            line += rest[..skipped].matches('\n').count() as u32;
            at += skipped;
            continue;
        }
        let (token, length) = next(rest, after_name);
        after_name = match token {
            Token::Other => {
                let word = &rest[..length];
                let is_name = word.ends_with(|last: char| last.is_alphanumeric() || last == '_');
                is_name || word.ends_with(['"', '\'', '>', '$'])
            }
            Token::Close => true,
            _ => false,
        };
        tokens.push((token, line));
        line += rest[..length].matches('\n').count() as u32;
        at += length;
    }
    tokens
}

/// The first token of a text, and how long it is.
fn next(rest: &str, after_name: bool) -> (Token, usize) {
    let letter = rest.chars().next().unwrap_or(' ');
    if letter == '"' || letter == '\'' {
        return (Token::Other, quoted(rest));
    }
    if letter.is_alphanumeric() || matches!(letter, '_' | '$') {
        let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$');
        let length = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
        let word = &rest[..length];
        let is_separator = SEPARATORS.contains(&word);
        return (if is_separator { Token::Separator } else { Token::Other }, length);
    }
    for operator in ["&&", "||"] {
        if rest.starts_with(operator) {
            return (Token::Operator, 2);
        }
    }
    for longer in ["==", "!=", "<=", ">=", "::"] {
        if rest.starts_with(longer) {
            return (Token::Other, 2);
        }
    }
    if rest.starts_with("->") {
        return (Token::Separator, 2);
    }
    match letter {
        '(' => (Token::Open { groups: !after_name }, 1),
        '[' => (Token::Open { groups: false }, 1),
        ')' | ']' => (Token::Close, 1),
        '{' | '}' | ';' | ',' | '?' | ':' | '=' | '@' => (Token::Separator, 1),
        other => (Token::Other, other.len_utf8()),
    }
}

/// How long a literal in quotes is.
fn quoted(rest: &str) -> usize {
    if let Some(text) = rest.strip_prefix("\"\"\"") {
        return text.find("\"\"\"").map_or(rest.len(), |end| end + 6);
    }
    let quote = rest.chars().next().unwrap_or('"');
    let mut escaped = false;
    for (index, letter) in rest.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return index,
            letter if letter == quote => return index + 1,
            _ => {}
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(source: &str) -> Vec<(u32, u32, u32)> {
        let all = expressions(source).into_iter();
        all.map(|own| (own.lines.0, own.lines.1, own.conditions)).collect()
    }

    #[test]
    fn brackets_that_group_belong_to_the_expression_around_them() {
        assert_eq!(found("if (a && (b || !(c && d))) { x = e || f; }"), [(1, 1, 4), (1, 1, 2)]);
        assert_eq!(found("return (a || b)\n    && c;"), [(1, 2, 3)]);
    }

    #[test]
    fn arguments_of_calls_are_expressions_of_their_own() {
        assert_eq!(found("if (f(a && b, c) || d) {}"), [(1, 1, 2), (1, 1, 2)]);
        assert_eq!(
            found("list.filter(x -> x > 0 && x < 9).count() > 1 && on"),
            [(1, 1, 2), (1, 1, 2)]
        );
    }

    #[test]
    fn what_stands_in_texts_and_comments_does_not_count() {
        let source =
            "// a && b\n/* c || d\n */ String s = \"e && \\\" f\"; char c = '\"';\nif (a) {}";
        assert_eq!(found(source), []);
        assert_eq!(found("String s = \"\"\"\n a && b\n \"\"\";\nif (x && y) {}"), [(4, 4, 2)]);
    }

    #[test]
    fn both_ways_of_a_choice_are_expressions_of_their_own() {
        assert_eq!(found("x = a && b ? c || d || e : f;"), [(1, 1, 2), (1, 1, 3)]);
    }

    #[test]
    fn nested_ifs_are_not_what_the_source_has() {
        let rebuilt = |line, conditions| Rebuilt { lines: (line, line + 1), conditions };
        let source = "if (a && b) {\n}\nif (c)\n    if (d) {}\nif (e && f && g) {\n}\n";
        let decisions = [rebuilt(1, 2), rebuilt(3, 2), rebuilt(5, 2)];
        let told = Confirmed::new(&decisions, source);
        assert_eq!(told.confirmed, 1);
        assert_eq!(told.others, [(rebuilt(3, 2), None), (rebuilt(5, 2), Some(3))]);
    }
}
