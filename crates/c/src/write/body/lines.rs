//! Lines of a test that turn out not to be needed.

use std::collections::{BTreeMap, BTreeSet};

/// The names in a line: neither what stands in texts nor fields, which may be called like a variable.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let bytes = line.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let start = at;
        at += 1;
        match bytes[start] {
            quote @ (b'"' | b'\'') => {
                while at < bytes.len() && bytes[at] != quote {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at += 1;
            }
            byte if is_part(byte) => {
                while at < bytes.len() && is_part(bytes[at]) {
                    at += 1;
                }
                let before = &line[..start];
                let is_field = before.ends_with('.') || before.ends_with("->");
                found.extend((!is_field).then(|| &line[start..at]));
            }
            _ => {}
        }
    }
    found.into_iter()
}

/// Lines that are read at a glance without empty ones between them.
const GLANCE: usize = 3;

/// Lines with one empty line between two parts, and none where there are few lines.
pub fn spaced(lines: &[String]) -> Vec<&str> {
    let few = lines.iter().filter(|line| !line.is_empty()).count() <= GLANCE;
    let mut spaced: Vec<&str> = Vec::new();
    for line in lines {
        let is_needed = !few && spaced.last().is_some_and(|last| !last.is_empty());
        if !line.is_empty() || is_needed {
            spaced.push(line);
        }
    }
    while spaced.last().is_some_and(|last| last.is_empty()) {
        spaced.pop();
    }
    spaced
}

/// Calls without keeping the result where nothing that is written asks for it.
pub fn drop_results(lines: &mut [String], names: &[String]) {
    for name in names {
        let words = |line: &str| words(line).filter(|word| word == name).count();
        if lines.iter().map(|line| words(line)).sum::<usize>() != 1 {
            continue;
        }
        let (first, second) = (format!(" {name} = "), format!("*{name} = "));
        for line in lines.iter_mut() {
            let call = line.split_once(&first).or_else(|| line.split_once(&second));
            if let Some((_, call)) = call {
                *line = call.to_owned();
            }
        }
    }
}

/// Leaves out what is declared and then never used.
pub fn drop_unused(lines: &mut Vec<String>, names: &BTreeSet<String>) {
    loop {
        let mut used: BTreeMap<&str, usize> = BTreeMap::new();
        for line in lines.iter() {
            // A line that only writes to a variable is no use of it.
            let target = words(line).next().unwrap_or_default();
            let writes = names.contains(target) && line.contains(" = ");
            let seen: BTreeSet<&str> = words(line).collect();
            for name in seen.into_iter().filter(|name| !(writes && *name == target)) {
                *used.entry(name).or_default() += 1;
            }
        }
        let unused = |name: &String| used.get(name.as_str()).copied().unwrap_or(0) <= 1;
        let Some(unused) = names.iter().find(|name| unused(name) && mentions(lines, name)) else {
            return;
        };
        let unused = unused.clone();
        lines.retain(|line| !words(line).any(|part| part == unused));
    }
}

fn mentions(lines: &[String], name: &str) -> bool {
    lines.iter().any(|line| words(line).any(|part| part == name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_and_texts_are_no_names_of_variables() {
        let line = "node list = {.id = name, .text = \"a \\\" b\"}; f(list.next->id, 'c');";
        assert_eq!(words(line).collect::<Vec<_>>(), ["node", "list", "name", "f", "list"]);
    }

    #[test]
    fn parts_are_set_apart_where_there_are_more_than_a_few_lines() {
        let lines = |text: &str| text.split('|').map(str::to_owned).collect::<Vec<String>>();
        assert_eq!(spaced(&lines("|a|||b|")), ["a", "b"]);
        assert_eq!(spaced(&lines("a|b||c||d||")), ["a", "b", "", "c", "", "d"]);
    }

    #[test]
    fn a_result_that_nothing_asks_for_is_not_kept() {
        let lines = ["int result = f(1);", "node *result_2 = g();", "CHECK(result_2 != NULL);"];
        let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        drop_results(&mut lines, &["result".to_owned(), "result_2".to_owned()]);
        assert_eq!(lines, ["f(1);", "node *result_2 = g();", "CHECK(result_2 != NULL);"]);
    }

    #[test]
    fn what_is_only_written_to_is_left_out_with_what_only_it_needs() {
        let lines = ["int a = 1;", "struct s b = {0};", "b.p = &a;", "f();"];
        let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        drop_unused(&mut lines, &["a".to_owned(), "b".to_owned()].into());
        assert_eq!(lines, ["f();"]);
    }
}
