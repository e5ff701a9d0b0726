//! `ferret cfg`: control flow as a graph.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use host::{Limits, Process};
use program::Program;

use crate::Report;
use crate::failure::Failure;
use crate::options::CfgOptions;
use crate::{function, load};

/// Draws the functions that are asked for.
pub fn cfg(options: &CfgOptions) -> Result<Report, Failure> {
    let (program, source) = load::program(&options.file)?;
    let chosen = match &options.function {
        Some(name) => {
            let id = function::named(&program, &source.name, name)?;
            if !program.functions[id].has_body() {
                return Err(Failure::new(format!("`{name}` has no body to draw")));
            }
            Some(id)
        }
        None => None,
    };
    let graph = || match chosen {
        Some(id) => program::dot::function(&program, id),
        None => program::dot::program(&program),
    };
    let Some(output) = &options.output else {
        return Ok(Report { text: graph(), notes: String::new(), well: true });
    };
    let mut drawing = Drawing { text: String::new(), notes: String::new(), graphviz: true };
    if output.is_dir() || output.as_os_str().to_string_lossy().ends_with('/') {
        std::fs::create_dir_all(output).map_err(|error| cannot_write(output, &error))?;
        for (path, dot) in files(&program, chosen, output) {
            drawing.write(&path, &dot)?;
        }
    } else {
        // Both files are named after the output, whichever of the two it names.
        let svg = output.extension().is_some_and(|extension| extension == "svg");
        let path = if svg { output.with_extension("dot") } else { output.clone() };
        drawing.write(&path, &graph())?;
    }
    Ok(Report { text: drawing.text, notes: drawing.notes, well: true })
}

/// A file for each function that has a body, or for the one that was chosen.
fn files(
    program: &Program,
    chosen: Option<program::FuncId>,
    directory: &Path,
) -> Vec<(PathBuf, String)> {
    let mut used = BTreeSet::new();
    let mut files = Vec::new();
    for (id, function) in program.functions.iter() {
        if !function.has_body() || chosen.is_some_and(|chosen| chosen != id) {
            continue;
        }
        let stem = file_stem(&function.name);
        let mut name = stem.clone();
        let mut number = 2;
        // Names are compared without case, as some file systems do.
        while !used.insert(name.to_lowercase()) {
            name = format!("{stem}_{number}");
            number += 1;
        }
        files.push((directory.join(format!("{name}.dot")), program::dot::function(program, id)));
    }
    files
}

/// A function's name as a file name that is fine everywhere.
fn file_stem(name: &str) -> String {
    let stem: String = name
        .chars()
        .map(|character| match character {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '-' | '.' => character,
            _ => '_',
        })
        .take(100)
        .collect();
    // Nothing hidden, and no `..`.
    if stem.is_empty() || stem.starts_with('.') { format!("_{stem}") } else { stem }
}

struct Drawing {
    text: String,
    notes: String,
    /// Whether Graphviz has been there so far.
    graphviz: bool,
}

impl Drawing {
    fn write(&mut self, path: &Path, dot: &str) -> Result<(), Failure> {
        std::fs::write(path, dot).map_err(|error| cannot_write(path, &error))?;
        self.text += &format!("wrote {}\n", path.display());
        if self.graphviz {
            self.draw(path);
        }
        Ok(())
    }

    fn draw(&mut self, path: &Path) {
        let svg = path.with_extension("svg");
        let mut dot = Process::new("dot");
        match dot.args(["-Tsvg", "-o"]).arg(&svg).arg(path).run(&Limits::default()) {
            Ok(ended) if ended.succeeded() => {
                self.text += &format!("wrote {}\n", svg.display());
            }
            Ok(ended) => {
                let message = ended.err.text();
                let first = message.lines().next().unwrap_or("no reason given");
                self.notes +=
                    &format!("note: Graphviz could not draw {}: {first}\n", svg.display());
            }
            Err(error) => {
                self.graphviz = false;
                self.notes += &match error.kind() {
                    ErrorKind::NotFound => {
                        "note: no SVG: Graphviz is not installed (no `dot` on the PATH)\n"
                            .to_string()
                    }
                    _ => format!("note: no SVG: cannot start `dot`: {error}\n"),
                };
            }
        }
    }
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    let failure = Failure::new(format!("cannot write `{}`: {error}", path.display()));
    match error.kind() {
        ErrorKind::NotFound => failure.help("its directory does not exist"),
        _ => failure,
    }
}

#[cfg(test)]
mod tests {
    use super::file_stem;

    #[test]
    fn file_names_stay_inside_their_directory() {
        assert_eq!(file_stem("Shape.area"), "Shape.area");
        assert_eq!(file_stem("../etc/passwd"), "_.._etc_passwd");
        assert_eq!(file_stem(""), "_");
        assert_eq!(file_stem("<init>"), "_init_");
    }
}
