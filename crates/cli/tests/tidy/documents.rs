//! Checks of documents: the paths they name exist, and their links lead somewhere.

use std::collections::{BTreeMap, BTreeSet};

use crate::finding::Finding;

/// Folders at the root whose name makes a word a path, even after the folder is gone.
const ROOT_FOLDERS: &[&str] = &[".ci", "crates", "docs", "scripts", "subjects"];

/// Words that stand for a name of the reader's choice.
const PLACEHOLDERS: &[&str] = &["CRATE", "DIR", "FILE", "FOLDER", "NAME", "PATH", "ROOM"];

/// Kinds of files that make a word with a slash a path.
const KINDS: &[&str] = &["c", "fir", "h", "java", "json", "lock", "md", "rs", "sh", "toml", "yml"];

/// Kinds of files that make a word a path without a slash too; a reader's own files are of other kinds.
const OUR_KINDS: &[&str] = &["lock", "md", "rs", "toml"];

/// Files of a reader's own projects that Ferret knows.
const THEIRS: &[&str] = &["ferret.toml"];

/// What documents may name: every path of the repository, and every heading of its documents.
pub struct Tree {
    paths: BTreeSet<String>,
    anchors: BTreeMap<String, BTreeSet<String>>,
}

impl Tree {
    /// A tree of all paths from the root, and of the texts of the documents.
    pub fn new(paths: Vec<String>, documents: Vec<(String, String)>) -> Self {
        let anchors = documents.into_iter().map(|(path, text)| (path, anchors(&text))).collect();
        Self { paths: paths.into_iter().collect(), anchors }
    }

    fn is_at_root(&self, name: &str) -> bool {
        ROOT_FOLDERS.contains(&name) || self.paths.contains(name)
    }

    /// Whether a word names a path: from the root, from the document's folder, or, where the text has
    /// said in which crate or folder, the end of one.
    fn has(&self, document: &str, word: &str) -> bool {
        let word = word.trim_end_matches('/');
        let from_root = normal("", word);
        let first = word.split('/').next().unwrap_or(word);
        let ending = format!("/{word}");
        self.paths.contains(&from_root)
            || self.paths.contains(&normal(folder(document), word))
            || (!self.is_at_root(first) && self.paths.iter().any(|path| path.ends_with(&ending)))
    }
}

/// Every path in code, in a line or in a block, exists.
pub fn paths(tree: &Tree, document: &str, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, line) in parts(text).into_iter().enumerate() {
        let (code, in_block) = match &line {
            Part::Block(line) => (vec![*line], true),
            Part::Prose { spans, .. } => (spans.clone(), false),
        };
        for word in code.into_iter().flat_map(str::split_whitespace).map(bare) {
            if looks_like_path(tree, word, in_block) && !tree.has(document, word) {
                findings.push(Finding::new(
                    document,
                    index + 1,
                    format!("`{word}` does not exist"),
                ));
            }
        }
    }
    findings
}

/// Every link to a file or heading of the repository leads there.
pub fn links(tree: &Tree, document: &str, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, line) in parts(text).into_iter().enumerate() {
        let Part::Prose { prose, .. } = line else { continue };
        for target in targets(&prose) {
            if target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let path =
                if file.is_empty() { document.to_owned() } else { normal(folder(document), file) };
            let message = if !path.is_empty() && !tree.paths.contains(&path) {
                format!("the link to `{target}` leads to no file")
            } else if !anchor.is_empty()
                && tree.anchors.get(&path).is_some_and(|anchors| !anchors.contains(anchor))
            {
                format!("the link to `{target}` leads to no heading")
            } else {
                continue;
            };
            findings.push(Finding::new(document, index + 1, message));
        }
    }
    findings
}

/// A line of a document.
enum Part<'a> {
    /// A line of a code block, or one of the fences around it.
    Block(&'a str),
    /// Prose without its code, and the code in it.
    Prose { prose: String, spans: Vec<&'a str> },
}

fn parts(text: &str) -> Vec<Part<'_>> {
    let mut in_block = false;
    let mut parts = Vec::new();
    for line in text.lines() {
        let fence = line.trim_start().starts_with("```");
        if fence {
            in_block = !in_block;
        }
        parts.push(match (fence, in_block) {
            (true, _) => Part::Block(""),
            (false, true) => Part::Block(line),
            (false, false) => {
                let (prose, spans) = split_code(line);
                Part::Prose { prose, spans }
            }
        });
    }
    parts
}

/// Prose and code of a line; what stands between two equally long runs of back-ticks is code.
fn split_code(line: &str) -> (String, Vec<&str>) {
    let (mut prose, mut spans) = (String::new(), Vec::new());
    let mut rest = line;
    while let Some(start) = rest.find('`') {
        let (before, ticked) = rest.split_at(start);
        let inside = ticked.trim_start_matches('`');
        let ticks = &ticked[..ticked.len() - inside.len()];
        let Some(end) = inside.find(ticks) else { break };
        prose.push_str(before);
        // A mark in the code's place, so that the words around it do not grow together.
        prose.push('`');
        spans.push(&inside[..end]);
        rest = &inside[end + ticks.len()..];
    }
    prose.push_str(rest);
    (prose, spans)
}

/// A word without quotes, brackets and punctuation around it, and without a line number behind it.
fn bare(word: &str) -> &str {
    let word = word
        .trim_matches(|c: char| matches!(c, '"' | '\'' | '(' | ')' | ',' | ';' | ':' | '[' | ']'));
    let word = word.trim_end_matches('.');
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match word.split_once(':') {
        Some((path, line)) if line.split(':').all(number) => path,
        _ => word,
    }
}

/// Whether a word of code is a path of this repository. In a block, where examples stand, only a path
/// from the root is.
fn looks_like_path(tree: &Tree, word: &str, in_block: bool) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    if !word.chars().all(plain) || word.starts_with(['/', '-']) || word.contains("...") {
        return false;
    }
    let word = word.strip_prefix("./").unwrap_or(word);
    let stem = |part: &str| part.split_once('.').map_or(part, |(stem, _)| stem).to_owned();
    if word.split('/').any(|part| PLACEHOLDERS.contains(&stem(part).as_str())) {
        return false;
    }
    let kind = match word.rsplit('/').next().and_then(|name| name.rsplit_once('.')) {
        Some((stem, kind)) if !stem.is_empty() => kind,
        _ => "",
    };
    match word.split_once('/') {
        Some(("target", _)) => false,
        Some((first, _)) if tree.is_at_root(first) => true,
        Some((_, rest)) => !in_block && (rest.is_empty() || KINDS.contains(&kind)),
        None => {
            let named = OUR_KINDS.contains(&kind) && !THEIRS.contains(&word)
                || word == "Makefile"
                || word.starts_with("LICENSE-");
            !in_block && named
        }
    }
}

/// Where the links of a line lead: `[text](target "title")` and `[label]: target`.
fn targets(prose: &str) -> Vec<&str> {
    let first_word = |text: &str| text.find([' ', ')']).unwrap_or(text.len());
    let mut targets = Vec::new();
    for (at, mark) in prose.match_indices("](") {
        let rest = prose[at + mark.len()..].trim_start();
        targets.push(&rest[..first_word(rest)]);
    }
    if let Some((label, rest)) = prose.split_once("]: ")
        && label.starts_with('[')
        && !label[1..].contains('[')
    {
        let rest = rest.trim_start();
        targets.push(&rest[..first_word(rest)]);
    }
    targets.iter().map(|target| target.trim_matches(['<', '>'])).collect()
}

/// The anchors that the headings of a document get, by GitHub's rule.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let mut in_block = false;
    for line in text.lines() {
        in_block ^= line.trim_start().starts_with("```");
        let title = line.trim_start_matches('#');
        if in_block || title.len() == line.len() || !title.starts_with(' ') {
            continue;
        }
        let slug: String = title
            .trim()
            .chars()
            .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
            .map(|c| if c == ' ' { '-' } else { c })
            .flat_map(char::to_lowercase)
            .collect();
        let mut anchor = slug.clone();
        let mut copies = 0;
        while !anchors.insert(anchor) {
            copies += 1;
            anchor = format!("{slug}-{copies}");
        }
    }
    anchors
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// A path from the root for one that starts in a folder; one that leaves the root keeps its `..`.
fn normal(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::finding::lines;

    fn tree() -> Tree {
        let paths = [
            "Makefile",
            "README.md",
            "crates",
            "crates/term",
            "crates/term/src",
            "crates/term/src/fold.rs",
            "docs",
            "docs/guide.md",
        ];
        let guide =
            "# The guide\n```\n# not a heading\n```\n## What `x` is, and why\n## The guide\n";
        Tree::new(
            paths.map(str::to_owned).to_vec(),
            vec![("docs/guide.md".to_owned(), guide.to_owned())],
        )
    }

    #[track_caller]
    fn finds(
        check: fn(&Tree, &str, &str) -> Vec<Finding>,
        document: &str,
        text: &str,
        expected: Expect,
    ) {
        expected.assert_eq(&lines(&check(&tree(), document, text)));
    }

    #[test]
    fn a_path_is_found_from_the_root_from_its_document_and_by_its_end() {
        let text = "`crates/term/src/fold.rs:12`, `./README.md`, `crates/term/`, `Makefile`, `fold.rs`, \
                    `src/fold.rs`, ``ls crates/term``, `guide.md`.\n```\ncat crates/term/src/fold.rs\n```\n";
        finds(paths, "README.md", text, expect![""]);
        finds(paths, "docs/guide.md", "`guide.md` and `../README.md`", expect![""]);
    }

    #[test]
    fn words_that_are_no_paths_of_ours_are_left_alone() {
        let text = "`x/(x+1)`, `and/or`, `https://example.org/a.rs`, `crates/*/src`, `crates/NAME/src/lib.rs`, \
                    `FILE.fir`, `prime.c`, `/usr/bin/cc`, `target/debug/ferret`, `--path=crates/x`, `2.0/3.0`, \
                    `Term::new`, `.rs`, crates/gone without code.\n```\ncc -o my/prog my/prog.c\n```\n";
        finds(paths, "README.md", text, expect![""]);
    }

    #[test]
    fn a_path_that_does_not_exist_is_found() {
        finds(
            paths,
            "README.md",
            "See `crates/gone`, (`term/src/gone.rs`)\nand `GONE.md`, `gone.rs`, `LICENSE-GONE`:\n\
             ```\ncat crates/term/src/gone.rs:3\ncat scripts/gone\n```\n`../README.md` `gone/`\n",
            expect![[r#"
                README.md:1: `crates/gone` does not exist
                README.md:1: `term/src/gone.rs` does not exist
                README.md:2: `GONE.md` does not exist
                README.md:2: `gone.rs` does not exist
                README.md:2: `LICENSE-GONE` does not exist
                README.md:4: `crates/term/src/gone.rs` does not exist
                README.md:5: `scripts/gone` does not exist
                README.md:7: `../README.md` does not exist
                README.md:7: `gone/` does not exist
            "#]],
        );
        // `src/fold.rs` is the end of a path, but a folder of the root is not looked for elsewhere.
        finds(
            paths,
            "README.md",
            "`docs/fold.rs`",
            expect![[r#"
                README.md:1: `docs/fold.rs` does not exist
            "#]],
        );
    }

    #[test]
    fn links_to_files_headings_and_other_sites_are_fine() {
        let text = "[a](docs/guide.md), ![b](<README.md> \"title\"), [c](docs/guide.md#what-x-is-and-why), \
                    [d](docs/guide.md#the-guide-1), [e](https://example.org), `a[0](gone.md)`, [f][label]\n\
                    [label]: ./crates/term\n```\n[g](gone.md)\n```\n";
        finds(links, "README.md", text, expect![""]);
        finds(
            links,
            "docs/guide.md",
            "[a](../README.md), [b](#the-guide), [c](guide.md)",
            expect![""],
        );
    }

    #[test]
    fn a_link_that_leads_nowhere_is_found() {
        finds(
            links,
            "docs/guide.md",
            "[a](README.md)\n[b](#gone) and [c](guide.md#not-a-heading)\n[d]: ../gone.md\n",
            expect![[r#"
                docs/guide.md:1: the link to `README.md` leads to no file
                docs/guide.md:2: the link to `#gone` leads to no heading
                docs/guide.md:2: the link to `guide.md#not-a-heading` leads to no heading
                docs/guide.md:3: the link to `../gone.md` leads to no file
            "#]],
        );
    }
}
