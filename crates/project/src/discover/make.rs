//! Compilations among the commands that make would run.

use c::clang::{Source, source_of_command};
use std::path::{Path, PathBuf};

/// The C files that commands compile, each once, with the folder and the flags of its first compilation.
pub fn sources(said: &str, root: &Path) -> Vec<Source> {
    let mut folders: Vec<PathBuf> = Vec::new();
    let mut sources: Vec<Source> = Vec::new();
    // A command may go on behind a backslash.
    for line in said.replace("\\\n", " ").lines() {
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
            [r#"/p a.c ["-Iinc", "-DA"]"#, r#"/p/lib b.c ["-std=c99"]"#, r#"/p main.c []"#,]
        );
    }
}
