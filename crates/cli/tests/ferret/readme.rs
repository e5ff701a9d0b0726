//! The examples of the README and of the guide: what a reader types prints what is written there.
//!
//! An example is a block of text whose commands stand behind a dollar sign. The commands of a document are run in
//! their order in one folder of their own. `cat NAME` writes the file if there is none yet. A line with nothing but
//! `…` stands for what is left out. With `UPDATE_EXPECT=1` what commands print is written into the documents.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Directory;

/// What is left out of an example.
const GAP: &str = "…";

/// A command of an example, and the lines behind it.
struct Example {
    command: String,
    /// The lines of the document that are shown, from the first to behind the last.
    shown: std::ops::Range<usize>,
}

/// The examples of a document, in their order.
fn examples(lines: &[String]) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for (at, line) in lines.iter().enumerate() {
        if line.starts_with("```") {
            inside = line == "```text";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            examples.push(Example { command: command.to_owned(), shown: at + 1..at + 1 });
        } else if let Some(example) = examples.last_mut().filter(|_| inside) {
            // A block without a command shows no output of ours.
            if example.shown.end == at {
                example.shown.end = at + 1;
            }
        }
    }
    examples
}

/// A line without what differs from machine to machine: times, and how wide they are, and lines of the library. How far
/// it is indented stays.
fn lasting(line: &str) -> String {
    let indent = &line[..line.len() - line.trim_start().len()];
    if line.trim_start().starts_with("at java.base/") {
        return line.split('(').next().unwrap_or(line).trim().to_owned();
    }
    let is_number = |word: &str| word.parse::<f64>().is_ok();
    let is_time = |word: &str| word.strip_suffix('s').is_some_and(is_number);
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut plain = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let next = words.get(at + 1).unwrap_or(&"");
        match word {
            word if is_time(word) => plain.push("time"),
            word if is_number(word) && *next == "s" => plain.push("time in"),
            word => plain.push(word),
        }
    }
    format!("{indent}{}", plain.join(" "))
}

/// Does what an example says. Gives what it prints.
fn printed(directory: &Directory, command: &str, shown: &[String]) -> Vec<String> {
    if let Some(name) = command.strip_prefix("cat ").filter(|name| !name.contains(' '))
        && !directory.path.join(name).exists()
    {
        if let Some(folder) = Path::new(name).parent() {
            std::fs::create_dir_all(directory.path.join(folder)).expect("a folder for the file");
        }
        directory.write(name, shown.join("\n") + "\n");
        return shown.to_vec();
    }
    let binary = Path::new(env!("CARGO_BIN_EXE_ferret"));
    let folder = binary.parent().expect("a folder with the binary").to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([folder].into_iter().chain(std::env::split_paths(&path)));
    let mut shell = Command::new("sh");
    shell.current_dir(&directory.path).args(["-c", &format!("exec 2>&1\n{command}")]);
    shell.env("PATH", path.expect("folders without colons")).env_remove("RUST_BACKTRACE");
    let output = shell.stdin(std::process::Stdio::null()).output().expect("a shell");
    let text = String::from_utf8_lossy(&output.stdout).replace('\t', "    ");
    text.lines().map(|line| line.trim_end().to_owned()).collect()
}

/// The lines of `printed` that an example shows, in which gaps stand for lines that are left out.
fn cut(printed: &[String], shown: &[String]) -> Vec<String> {
    let is_gap = |line: &String| line.trim() == GAP;
    let count = shown.iter().filter(|line| !is_gap(line)).count().min(printed.len());
    match (shown.first().is_some_and(is_gap), shown.last().is_some_and(is_gap)) {
        (_, true) => [&printed[..count], &[GAP.to_owned()]].concat(),
        (true, _) => [&[GAP.to_owned()], &printed[printed.len() - count..]].concat(),
        _ => printed.to_vec(),
    }
}

/// Runs all examples of a document of the repository.
#[track_caller]
fn holds(document: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join(document);
    let text = std::fs::read_to_string(&path).expect("the document");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    // Projects are called by the names of their folders.
    let name = document.replace(['/', '.'], "-");
    let directory = Directory::new(&format!("documents/{name}/demo"));
    std::os::unix::fs::symlink(root.join("subjects"), directory.path.join("subjects"))
        .expect("a link to the subjects");
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let examples = examples(&lines);
    assert!(!examples.is_empty(), "{document} has examples");
    let mut changes = Vec::new();
    for Example { command, shown } in examples {
        let old = &lines[shown.clone()];
        let new = cut(&printed(&directory, &command, old), old);
        let plain = |lines: &[String]| -> Vec<String> {
            lines.iter().map(|line| lasting(line)).filter(|line| !line.trim().is_empty()).collect()
        };
        // A line that differs by a time alone stays as it is.
        let kept = |line: String| {
            let same = old.iter().find(|old| lasting(old) == lasting(&line));
            same.cloned().unwrap_or(line)
        };
        match plain(&new) == plain(old) {
            true => {}
            false if update => changes.push((shown, new.into_iter().map(kept).collect::<Vec<_>>())),
            false => assert_eq!(plain(old), plain(&new), "{document}: $ {command}"),
        }
    }
    for (shown, new) in changes.into_iter().rev() {
        lines.splice(shown, new);
    }
    if update {
        std::fs::write(path, lines.join("\n") + "\n").expect("the document is written");
    }
}

/// The chapters of the guide, from the root of the repository.
fn chapters() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide");
    let entries = std::fs::read_dir(folder).expect("the guide").flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    paths
}

#[test]
fn what_the_readme_shows_is_what_commands_print() {
    holds("README.md");
}

/// A test for each chapter that shows commands, and one that no chapter is forgotten.
macro_rules! chapters {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            holds(&format!("docs/guide/{}.md", stringify!($name).replace('_', "-")));
        })*

        #[test]
        fn every_chapter_with_commands_is_tested() {
            for path in chapters() {
                let text = std::fs::read_to_string(&path).expect("a chapter");
                let name = path.file_stem().unwrap_or_default().to_string_lossy().replace('-', "_");
                let shows = text.lines().any(|line| line.starts_with("$ "));
                assert_eq!(shows, [$(stringify!($name)),*].contains(&&*name), "{name}");
            }
        }
    };
}

chapters! { c ci comparing existing_tests findings goals java json machines programs reports reproducing results running }

/// The long options in a text: words that begin with two dashes and a letter.
fn options(text: &str) -> BTreeSet<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let words = text.split(|c: char| !is_part(c));
    let words = words.filter(|word| word.starts_with("--") && !word.starts_with("---"));
    words.filter(|word| word.len() > 2).map(|word| word.trim_end_matches('-').to_owned()).collect()
}

/// The code in a document: its blocks in `sh` and `text`, and what stands between backticks.
fn code(text: &str) -> String {
    let mut code = String::new();
    let mut block = None;
    for line in text.lines() {
        match (line.strip_prefix("```"), block) {
            (Some(_), Some(_)) => block = None,
            (Some(language), None) => block = Some(language),
            (None, Some("sh")) => code += line,
            (None, Some(_)) => {}
            (None, None) => line.split('`').skip(1).step_by(2).for_each(|span| {
                code += span;
                code.push(' ');
            }),
        }
        code.push('\n');
    }
    code
}

/// Options of other tools that the documents name.
const OF_OTHER_TOOLS: &[&str] = &["--gc-sections", "--locked", "--sanitize", "--test", "--version"];

#[test]
fn every_option_that_the_guide_names_exists() {
    let help = |words: &[&str]| crate::told(crate::ferret().args(words).arg("--help"));
    let commands: Vec<&str> =
        "test verify init config plan work submit merge c program java compare run cfg check fmt solve"
            .split(' ')
            .collect();
    let mut known: BTreeSet<String> =
        commands.iter().flat_map(|command| options(&help(&[command]))).collect();
    known.extend(options(&help(&["submit", "slurm"])));
    known.extend(OF_OTHER_TOOLS.iter().map(|option| (*option).to_owned()));
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    for path in chapters().into_iter().chain([readme]) {
        let text = std::fs::read_to_string(&path).expect("a document");
        let unknown: Vec<String> = options(&code(&text)).difference(&known).cloned().collect();
        assert!(unknown.is_empty(), "{}: {unknown:?}", path.display());
    }
}
