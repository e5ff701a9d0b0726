//! Compilations among the commands that make would run.

use c::clang::{Source, source_of_command};
use std::path::{Path, PathBuf};

/// The C files that commands compile, each once, with the folder and the flags of its first compilation.
pub fn sources(said: &str, root: &Path) -> Vec<Source> {
    let mut folders: Vec<PathBuf> = Vec::new();
    let mut sources: Vec<Source> = Vec::new();
    // A command may go on behind a backslash.
    for line in said.replace("\\\n", " ").lines() {
        let line = &found_by_shell(line);
        if let Some(folder) = quoted(line, "Entering directory ") {
            folders.push(folder.into());
            continue;
        }
        if quoted(line, "Leaving directory ").is_some() {
            folders.pop();
            continue;
        }
        let folder = folders.last().map_or(root, PathBuf::as_path);
        for command in line.split("&&").flat_map(|part| part.split(';')) {
            let Some(source) = source_of_command(command.trim(), folder) else { continue };
            let same =
                |known: &Source| known.file == source.file && known.directory == source.directory;
            if !sources.iter().any(same) {
                sources.push(source);
            }
        }
    }
    sources
}

/// A line without what automake has the shell look for: "`test -f 'a.c' || echo '../'`a.c" is "a.c", or "../a.c" where sources
/// lie elsewhere.
fn found_by_shell(line: &str) -> String {
    let Some((before, rest)) = line.split_once("`test -f ") else { return line.to_owned() };
    let Some((asked, after)) = rest.split_once('`') else { return line.to_owned() };
    let folder = asked.split_once(" || echo ").map_or("", |(_, folder)| folder.trim());
    let folder = match folder.trim_matches('\'') {
        "./" => "",
        folder => folder,
    };
    format!("{before}{folder}{after}")
}

/// A compilation database of some sources.
pub fn database(sources: &[Source]) -> String {
    let entry = |source: &Source| {
        let file = source.file.display().to_string();
        let words = [&["cc".to_owned()], &*source.flags, &["-c".to_owned(), file.clone()]].concat();
        let folder = source.directory.as_ref().map(|folder| folder.display().to_string());
        serde_json::json!({ "directory": folder, "file": file, "arguments": words })
    };
    let entries: Vec<serde_json::Value> = sources.iter().map(entry).collect();
    serde_json::Value::from(entries).to_string()
}

/// What stands in quotes behind some words.
fn quoted<'l>(line: &'l str, words: &str) -> Option<&'l str> {
    let (_, rest) = line.split_once(words)?;
    rest.trim_start_matches(['\'', '`']).split('\'').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compilations_are_found_in_the_folders_that_make_enters() {
        let said = "make: Entering directory '/p'\n\
                    echo building; gcc -O2 -Iinc -DA -c -o a.o a.c\n\
                    make[1]: Entering directory '/p/lib'\n\
                    cc -std=c99 \\\n -c b.c\n\
                    ar rcs lib.a b.o\n\
                    make[1]: Leaving directory '/p/lib'\n\
                    gcc -c main.c && true\n\
                    gcc -c a.c -o again.o\n\
                    gcc -o app a.o main.o\n\
                    /bin/bash ./libtool --mode=compile gcc -c -o d.lo `test -f 'd.c' || echo './'`d.c\n\
                    gcc -c -o e.o `test -f 'e.c' || echo '../'`e.c\n\
                    g++ -c other.cc\n";
        let shown: Vec<String> = sources(said, Path::new("/p"))
            .iter()
            .map(|source| {
                let folder = source.directory.as_deref().expect("commands have a folder");
                format!("{} {} {:?}", folder.display(), source.file.display(), source.flags)
            })
            .collect();
        assert_eq!(
            shown,
            [
                r#"/p a.c ["-Iinc", "-DA"]"#,
                r#"/p/lib b.c ["-std=c99"]"#,
                r#"/p main.c []"#,
                r#"/p d.c []"#,
                r#"/p ../e.c []"#
            ]
        );
    }
}
