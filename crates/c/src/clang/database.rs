//! Compilation databases: `compile_commands.json` tells how each file of a project is compiled.

use super::{ClangError, Source};
use serde_json::Value;
use std::path::{Component, Path, PathBuf};

/// Flags that stand alone and have no meaning for us: what to produce, how far to go, what to optimise.
const DROPPED: &[&str] = &[
    "-c",
    "-S",
    "-E",
    "-w",
    "-pipe",
    "-MD",
    "-MMD",
    "-MP",
    "-MG",
    "-M",
    "-MM",
    "-emit-llvm",
    "--",
];

/// Flags that take the next word with them and go with it.
const DROPPED_WITH_VALUE: &[&str] = &["-o", "-MF", "-MT", "-MQ", "-x", "--serialize-diagnostics"];

/// Flags that are dropped whatever follows in the same word.
const DROPPED_PREFIXES: &[&str] = &[
    "-O",
    "-g",
    "-flto",
    "-fprofile",
    "-fcoverage",
    "-ftest-coverage",
    "-fsanitize",
    "-save-temps",
    "-Werror",
    "-MF",
    "-MT",
    "-MQ",
];

/// Reads the C files of a compilation database with their flags, in the order of the database. Of a file that is listed
/// more than once the first entry counts.
///
/// # Errors
///
/// When the file cannot be read, or is no compilation database.
pub fn compilation_database(path: &Path) -> Result<Vec<Source>, ClangError> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| ClangError::System { what: path.display().to_string(), error })?;
    parse(&text).map_err(|reason| ClangError::Database { path: path.to_owned(), reason })
}

fn parse(text: &str) -> Result<Vec<Source>, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let entries = value.as_array().ok_or("a compilation database is a list of entries")?;
    let mut sources = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let field = |name: &str| entry.get(name).and_then(Value::as_str);
        let wrong = |what: &str| format!("entry {}: {what}", index + 1);
        let file = field("file").ok_or_else(|| wrong("there is no file"))?;
        if !is_c(file) {
            continue;
        }
        let words = match (entry.get("arguments").and_then(Value::as_array), field("command")) {
            (Some(arguments), _) => arguments
                .iter()
                .map(|argument| argument.as_str().map(str::to_owned))
                .collect::<Option<Vec<_>>>()
                .ok_or_else(|| wrong("an argument is not a text"))?,
            (None, Some(command)) => {
                split(command).ok_or_else(|| wrong("a quote of the command is not closed"))?
            }
            (None, None) => return Err(wrong("there is neither a command nor arguments")),
        };
        let source = Source {
            file: file.into(),
            directory: field("directory").map(Into::into),
            flags: flags(words.get(1..).unwrap_or_default(), file),
        };
        // A library that is built both shared and static lists each file twice.
        if !sources.iter().any(|known| whole(known) == whole(&source)) {
            sources.push(source);
        }
    }
    Ok(sources)
}

/// The C file that a command of a build compiles in a folder, with the flags that matter; nothing if the command is
/// another one, or compiles no single C file.
pub fn source_of_command(command: &str, folder: &Path) -> Option<Source> {
    let words = split(command)?;
    // Wrappers such as `libtool --mode=compile gcc` and `ccache gcc` stand in front of the compiler.
    let at = words.iter().position(|word| is_compiler(word))?;
    let words = &words[at + 1..];
    if !words.iter().any(|word| word == "-c") {
        return None;
    }
    let mut files = words.iter().filter(|word| !word.starts_with('-') && is_c(word));
    let file = files.next().filter(|_| files.next().is_none())?;
    Some(Source {
        file: file.into(),
        directory: Some(folder.to_owned()),
        flags: flags(words, file),
    })
}

/// Whether a word names a C compiler: `gcc`, `cc`, `/usr/bin/clang-19`, `x86_64-linux-gnu-gcc`.
fn is_compiler(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word);
    let name =
        name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').trim_end_matches('-');
    matches!(name.rsplit('-').next(), Some("cc" | "gcc" | "clang" | "tcc" | "icc" | "c99" | "c89"))
}

/// Where a source lies, without steps that lead nowhere.
fn whole(source: &Source) -> PathBuf {
    let path = source.directory.as_deref().unwrap_or(Path::new("")).join(&source.file);
    let mut whole = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir
                if matches!(whole.components().next_back(), Some(Component::Normal(_))) =>
            {
                whole.pop();
            }
            _ => whole.push(part),
        }
    }
    whole
}

fn is_c(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|extension| extension == "c" || extension == "i")
}

/// What is left of a compiler's arguments when inputs, outputs and what we decide ourselves are gone.
fn flags(words: &[String], file: &str) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let dropped = word == file
            || DROPPED.contains(&word.as_str())
            || DROPPED_PREFIXES.iter().any(|prefix| word.starts_with(prefix))
            || (!word.starts_with('-') && is_c(word) && same_name(word, file));
        if DROPPED_WITH_VALUE.contains(&word.as_str()) {
            words.next();
        } else if !dropped {
            kept.push(word.clone());
        }
    }
    kept
}

/// Whether two paths end in the same name: the database may spell its own file in two ways.
fn same_name(a: &str, b: &str) -> bool {
    Path::new(a).file_name() == Path::new(b).file_name()
}

/// Splits a command as a POSIX shell does, without expansions; `None` when a quote is open at the end.
fn split(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match c {
            ' ' | '\t' | '\n' => words.extend(word.take()),
            '\\' => word.get_or_insert_default().push(chars.next()?),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next()? {
                        '\'' => break,
                        c => word.push(c),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next()? {
                        '"' => break,
                        '\\' => match chars.next()? {
                            c @ ('"' | '\\' | '$' | '`') => word.push(c),
                            c => word.extend(['\\', c]),
                        },
                        c => word.push(c),
                    }
                }
            }
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_split_as_a_shell_would() {
        let words = split(r#"cc -DNAME="a \"b\"" '-Ix y' a\ b.c """#).expect("quotes are closed");
        assert_eq!(words, ["cc", r#"-DNAME=a "b""#, "-Ix y", "a b.c", ""]);
        assert_eq!(split("cc 'open"), None);
    }

    #[test]
    fn a_command_that_compiles_one_c_file_is_known_behind_wrappers() {
        let source = |command| source_of_command(command, Path::new("/b"));
        let flags = |command| source(command).map(|source| source.flags.join(" "));
        assert_eq!(flags("gcc -O2 -DX -c a.c -o a.o").as_deref(), Some("-DX"));
        assert_eq!(
            flags("libtool --mode=compile ccache clang-19 -Iq -c a.c").as_deref(),
            Some("-Iq")
        );
        assert_eq!(flags("x86_64-linux-gnu-gcc-12 -c a.c").as_deref(), Some(""));
        assert_eq!(flags("gcc a.c -o a"), None);
        assert_eq!(flags("gcc -c a.c b.c"), None);
        assert_eq!(flags("g++ -c a.c"), None);
        assert_eq!(flags("echo gcc"), None);
    }

    #[test]
    fn an_entry_keeps_what_the_preprocessor_and_the_language_need() {
        let text = r#"[
            {"directory": "/build", "file": "../src/a.c",
             "command": "gcc -O2 -g3 -Iinc -I inc2 -DX=1 -std=gnu11 -MD -MF a.d -Wall -Werror -include c.h -c ../src/a.c -o a.o"},
            {"directory": "/build", "file": "b.cpp", "command": "g++ -c b.cpp"},
            {"directory": "/build", "file": "/src/c.c", "arguments": ["cc", "-DY", "-c", "c.c"]}
        ]"#;
        let sources = parse(text).expect("the database is well-formed");
        let shown: Vec<String> = sources
            .iter()
            .map(|source| format!("{}: {}", source.file.display(), source.flags.join(" ")))
            .collect();
        assert_eq!(
            shown,
            ["../src/a.c: -Iinc -I inc2 -DX=1 -std=gnu11 -Wall -include c.h", "/src/c.c: -DY"]
        );
    }

    #[test]
    fn a_file_that_is_listed_twice_is_taken_once() {
        let text = r#"[
            {"directory": "/build", "file": "../src/a.c", "command": "cc -fPIC -c ../src/a.c"},
            {"directory": "/build/x", "file": "/src/./a.c", "command": "cc -c /src/a.c"},
            {"directory": "/build", "file": "a.c", "command": "cc -c a.c"}
        ]"#;
        let sources = parse(text).expect("the database is well-formed");
        let shown: Vec<String> = sources
            .iter()
            .map(|source| format!("{}: {}", source.file.display(), source.flags.join(" ")))
            .collect();
        assert_eq!(shown, ["../src/a.c: -fPIC", "a.c: "]);
    }

    #[test]
    fn a_database_without_commands_is_refused_with_the_entry() {
        assert_eq!(
            parse(r#"[{"file": "a.c"}]"#),
            Err("entry 1: there is neither a command nor arguments".to_owned())
        );
        assert_eq!(parse("{}"), Err("a compilation database is a list of entries".to_owned()));
    }
}
