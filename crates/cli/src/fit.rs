//! Fitting lines into the width of a terminal: long words are shortened in the middle.

use std::io::IsTerminal;

/// What is left of a word at least.
const LEAST: usize = 12;

/// How much further in a sentence goes on.
const FURTHER: usize = 4;

/// The width of the terminal that results are printed on; none if they go elsewhere.
pub fn width() -> Option<usize> {
    std::io::stdout().is_terminal().then(host::columns).flatten()
}

/// Lines that are no wider than a terminal: sentences go on in the next line, rows of a table are shortened.
pub fn fit(text: &str, width: Option<usize>) -> String {
    let Some(width) = width.filter(|width| *width > LEAST) else { return text.to_owned() };
    let of = |line: &str| match is_row(line) {
        true => fit_line(line, width),
        false => wrapped(line, width),
    };
    let mut fitting: String = text.lines().map(|line| of(line) + "\n").collect::<String>();
    if !text.ends_with('\n') {
        fitting.pop();
    }
    fitting
}

/// A line that is shortened to the width of a terminal.
pub fn cut(line: &str, width: Option<usize>) -> String {
    width.filter(|width| *width > LEAST).map_or(line.to_owned(), |width| fit_line(line, width))
}

/// Whether a line has columns: several blanks stand inside, more than once.
fn is_row(line: &str) -> bool {
    line.trim().split("  ").filter(|part| !part.trim().is_empty()).count() > 2
}

/// A line that goes on below, further in, where it is too long.
fn wrapped(line: &str, width: usize) -> String {
    let length = |text: &str| text.chars().count();
    if length(line) <= width {
        return line.to_owned();
    }
    let indent = line.len() - line.trim_start().len();
    let further = (indent + FURTHER).min(width / 2);
    let mut lines = vec![" ".repeat(indent.min(width / 2))];
    let mut is_empty = true;
    for word in line.split_whitespace() {
        let mut last = lines.last().map_or(0, |line| length(line));
        if !is_empty && last + 1 + length(word) > width {
            lines.push(" ".repeat(further));
            (last, is_empty) = (further, true);
        }
        let Some(line) = lines.last_mut() else { continue };
        if !is_empty {
            line.push(' ');
        }
        *line += &middle(word, width - last.min(width - 1));
        is_empty = false;
    }
    lines.join("\n")
}

/// Shortens the longest words of a line until it fits; if that is not enough, its end is cut off.
fn fit_line(line: &str, width: usize) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let length = |word: &str| word.chars().count();
    loop {
        let all: usize = words.iter().map(|word| length(word) + 1).sum::<usize>() - 1;
        let Some(excess) = all.checked_sub(width).filter(|excess| *excess > 0) else { break };
        let longest = words.iter_mut().max_by_key(|word| length(word));
        let Some(word) = longest.filter(|word| length(word) > LEAST) else { break };
        *word = middle(word, length(word).saturating_sub(excess).max(LEAST));
    }
    let line = words.join(" ");
    match length(&line) > width {
        true => line.chars().take(width - 1).chain(['…']).collect(),
        false => line,
    }
}

/// The beginning and the end of a word, and so many characters in all.
pub fn middle(word: &str, width: usize) -> String {
    let count = word.chars().count();
    if count <= width || width == 0 {
        return word.to_owned();
    }
    let head = (width - 1) / 2;
    let tail = width - 1 - head;
    let (begin, end) = (word.chars().take(head), word.chars().skip(count - tail));
    begin.chain(['…']).chain(end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_word_is_shortened_in_the_middle() {
        let line = "org.apache.http.impl.client.DefaultRedirectStrategy: 12 tests";
        assert_eq!(cut(line, Some(40)), "org.apache.http…directStrategy: 12 tests");
        assert_eq!(cut(line, None), line);
        assert_eq!(fit("a\nb\n", Some(80)), "a\nb\n");
    }

    #[test]
    fn a_sentence_goes_on_in_the_next_line_and_a_row_is_cut() {
        let line = "  crash: Ring.add throws IndexOutOfBoundsException at Ring.java:8";
        let shown = fit(line, Some(40));
        assert_eq!(
            shown,
            "  crash: Ring.add throws\n      IndexOutOfBoundsException at\n      Ring.java:8"
        );
        let row = "org.acme.a.very.long.name   12/13   14/15   7";
        assert_eq!(fit(row, Some(40)), "org.acme.….long.name   12/13   14/15   7");
    }

    #[test]
    fn every_line_fits_however_many_words_it_has() {
        let text = format!("{}\n{}", "word ".repeat(60), "x".repeat(300));
        for width in 20..100 {
            for line in fit(&text, Some(width)).lines() {
                assert!(line.chars().count() <= width, "{width}: {line}");
            }
        }
    }

    #[test]
    fn a_word_keeps_its_beginning_and_its_end() {
        assert_eq!(middle("abcdefghij", 5), "ab…ij");
        assert_eq!(middle("abc", 5), "abc");
    }
}
