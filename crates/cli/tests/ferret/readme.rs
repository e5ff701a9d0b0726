//! The examples of the README: what a reader types gives what is written there.

use std::path::Path;
use std::process::Command;

use crate::Directory;

/// A command of an example, and the lines behind it.
struct Example {
    command: String,
    shown: Vec<String>,
}

/// The examples of a document, in their order: blocks of text whose commands stand behind a dollar sign.
fn examples(document: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for line in document.lines() {
        if line.starts_with("```") {
            inside = line == "```text";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            examples.push(Example { command: command.to_owned(), shown: Vec::new() });
        } else if let Some(example) = examples.last_mut().filter(|_| inside) {
            example.shown.push(line.to_owned());
        }
    }
    examples
}

/// A line without what differs from machine to machine: times, and how wide they are, and lines of the library.
fn lasting(line: &str) -> String {
    if line.trim_start().starts_with("at java.base/") {
        return line.split('(').next().unwrap_or(line).trim().to_owned();
    }
    let is_time = |word: &str| word.strip_suffix('s').is_some_and(|n| n.parse::<f64>().is_ok());
    let words = line.split_whitespace().map(|word| if is_time(word) { "time" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

/// Does what an example says. Gives what it prints.
fn told(directory: &Directory, example: &Example) -> String {
    let words: Vec<&str> = example.command.split_whitespace().collect();
    let mut command = match words[..] {
        ["cat", name] => {
            directory.write(name, example.shown.join("\n") + "\n");
            return directory.read(name);
        }
        ["ferret", ..] => directory.ferret(&words[1..]),
        ["javac", ..] => {
            let mut command = Command::new("javac");
            command.current_dir(&directory.path).args(&words[1..]);
            command
        }
        _ => panic!("nobody here knows `{}`", example.command),
    };
    let output = command.output().expect("the command starts");
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn what_the_readme_shows_is_what_commands_print() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let document = std::fs::read_to_string(root.join("README.md")).expect("the README");
    let directory = Directory::new("readme");
    std::os::unix::fs::symlink(root.join("subjects"), directory.path.join("subjects"))
        .expect("a link to the subjects");
    let examples = examples(&document);
    assert!(examples.len() > 10, "they are found");
    for example in &examples {
        let told = told(&directory, example);
        let mut told: Vec<String> = told.lines().map(lasting).collect();
        let mut shown: Vec<String> = example.shown.iter().map(|line| lasting(line)).collect();
        // Only the beginning is shown of what is long.
        if shown.last().is_some_and(|last| last == "…") {
            shown.pop();
            told.truncate(shown.len());
        }
        told.retain(|line| !line.is_empty());
        shown.retain(|line| !line.is_empty());
        assert_eq!(told, shown, "$ {}", example.command);
    }
}
