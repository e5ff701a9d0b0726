//! Lines that fit a page.

/// Longest line.
const WIDTH: usize = 100;
/// How far the rest of a statement stands behind its beginning.
const REST: usize = 8;

/// The lines of a statement with its indentation, broken where it is too long: where as few brackets as possible
/// are open, and rather after a comma than elsewhere.
pub(super) fn wrapped(statement: &str, indent: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = statement.trim();
    let mut margin = indent;
    while margin + rest.chars().count() > WIDTH {
        let Some(cut) = best_cut(rest, WIDTH - margin, WIDTH - indent - REST) else { break };
        lines.push(format!("{:margin$}{}", "", rest[..cut].trim_end()));
        rest = rest[cut..].trim_start();
        margin = indent + REST;
    }
    lines.push(format!("{:margin$}{rest}", ""));
    lines.iter().flat_map(|line| in_pieces(line, indent + REST)).collect()
}

/// A line whose last text makes it too long, with that text in pieces.
fn in_pieces(line: &str, margin: usize) -> Vec<String> {
    let (mut pieces, mut rest) = (Vec::new(), line.to_owned());
    while rest.chars().count() > WIDTH
        && let Some(cut) = cut_of_text(&rest)
    {
        let behind = rest.split_off(cut);
        pieces.push(rest + "\"");
        rest = format!("{:margin$}+ \"{behind}", "");
    }
    pieces.push(rest);
    pieces
}

/// Where to break the text that goes beyond the width: behind the end of a line in it, or else behind a space. A text that
/// something is called on stays whole.
fn cut_of_text(line: &str) -> Option<usize> {
    let (mut open, mut escaped, mut text) = (None, false, None);
    for (index, letter) in line.char_indices() {
        match open {
            Some(_) if escaped => escaped = false,
            Some(_) if letter == '\\' => escaped = true,
            Some((from, quote)) if quote == letter => {
                open = None;
                if quote == '"' && index >= WIDTH {
                    text = Some((from + 1, index));
                    break;
                }
            }
            None if letter == '"' || letter == '\'' => open = Some((index, letter)),
            _ => {}
        }
    }
    let (from, to) = text.filter(|(_, to)| !line[to + 1..].starts_with('.'))?;
    let most = (WIDTH - 1).min(to);
    let inside = line.get(from..most).filter(|inside| inside.len() > SHORTEST_PIECE)?;
    let behind = |end: &str| inside.rfind(end).map(|at| at + end.len());
    let cut = behind("\\n").or_else(|| behind(" "))?;
    let cut = from + cut;
    let before = line[..cut].trim_end_matches('n').trim_end_matches(' ');
    let is_clear = !before.ends_with("\\\\");
    (cut - from >= SHORTEST_PIECE && cut < to && is_clear).then_some(cut)
}

/// Characters of the shortest piece of a text.
const SHORTEST_PIECE: usize = 12;

/// Where to break a text so that its beginning fits, and if possible what comes after it too.
fn best_cut(text: &str, room: usize, next: usize) -> Option<usize> {
    let (mut depth, mut quote, mut escaped) = (0usize, None, false);
    let (mut best, mut first) = (None, None);
    let length = text.chars().count();
    for (column, (index, letter)) in text.char_indices().enumerate() {
        if let Some(open) = quote {
            match letter {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                _ if letter == open => quote = None,
                _ => {}
            }
            continue;
        }
        match letter {
            '"' | '\'' => quote = Some(letter),
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            ' ' => {
                let before = &text[..index];
                let is_comma = before.ends_with(',');
                // Behind anything else a break helps only if it is the last one.
                let is_last = length - column - 1 <= next;
                let is_arrow = before.ends_with("->") && before != "() ->";
                if !is_comma && !(is_last && (before.ends_with('=') || is_arrow)) {
                    continue;
                }
                let rank = (depth, !is_comma);
                if column > room {
                    first = first.or(Some(index));
                } else if best.is_none_or(|(known, _)| rank <= known) {
                    best = Some((rank, index));
                }
            }
            _ => {}
        }
    }
    best.map(|(_, index)| index).or(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn long_statements_break_where_few_brackets_are_open() {
        let numbers: Vec<String> = (100..140).map(|number| number.to_string()).collect();
        let statements = [
            format!(
                "assertArrayEquals(new int[] {{{}}}, sort(new int[0], 5));",
                numbers.join(", ")
            ),
            format!("String text = \"{}, {}\";", "a, b".repeat(20), "c".repeat(40)),
            format!("assertEquals(\"{}end\", text);", "<a>b</a>\\n".repeat(18)),
            format!("int length = \"{}\".length();", "ab \\\\n".repeat(25)),
            "int[] short = {1, 2};".to_owned(),
            format!("assertThrows(E.class, () -> sorter.sort({}, {0}, 1));", "a".repeat(60)),
        ];
        let lines = statements.iter().flat_map(|text| wrapped(text, 8));
        let shown: Vec<String> = lines.map(|line| format!("|{line}")).collect();
        expect![[r#"
            |        assertArrayEquals(new int[] {100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111,
            |                112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 128,
            |                129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139}, sort(new int[0], 5));
            |        String text = "a, ba, ba, ba, ba, ba, ba, ba, ba, ba, ba, ba, ba, ba, ba, ba, ba, ba, ba, "
            |                + "ba, b, cccccccccccccccccccccccccccccccccccccccc";
            |        assertEquals("<a>b</a>\n<a>b</a>\n<a>b</a>\n<a>b</a>\n<a>b</a>\n<a>b</a>\n<a>b</a>\n"
            |                + "<a>b</a>\n<a>b</a>\n<a>b</a>\n<a>b</a>\n<a>b</a>\n<a>b</a>\n<a>b</a>\n<a>b</a>\n"
            |                + "<a>b</a>\n<a>b</a>\n<a>b</a>\nend",
            |                text);
            |        int length = "ab \\nab \\nab \\nab \\nab \\nab \\nab \\nab \\nab \\nab \\nab \\nab \\nab \\nab \\nab \\nab \\nab \\nab \\nab \\nab \\nab \\nab \\nab \\nab \\nab \\n".length();
            |        int[] short = {1, 2};
            |        assertThrows(E.class,
            |                () -> sorter.sort(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa,
            |                aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, 1));"#]].assert_eq(&shown.join("\n"));
    }
}
