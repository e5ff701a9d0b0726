//! Fitting lines into the width of a terminal: long words are shortened in the middle.

use std::io::IsTerminal;

/// What is left of a word at least.
const LEAST: usize = 12;

/// The width of the terminal that results are printed on; none if they go elsewhere.
pub fn width() -> Option<usize> {
    std::io::stdout().is_terminal().then(host::columns).flatten()
}

/// Lines that are no wider than a terminal.
pub fn fit(text: &str, width: Option<usize>) -> String {
    let Some(width) = width.filter(|width| *width > LEAST) else { return text.to_owned() };
    let mut fitting: String =
        text.lines().map(|line| fit_line(line, width) + "\n").collect::<String>();
    if !text.ends_with('\n') {
        fitting.pop();
    }
    fitting
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
        assert_eq!(fit(line, Some(40)), "org.apache.http…directStrategy: 12 tests");
        assert_eq!(fit(line, None), line);
        assert_eq!(fit("a\nb\n", Some(80)), "a\nb\n");
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
