//! The one call of clang that gives a file's intermediate representation and its coverage mapping.

mod database;
mod error;

pub use database::{compilation_database, source_of_command};
pub use error::ClangError;

use host::{Ended, Limits, Process, Reach, Scratch};
use llvm::mapping::DroppedDecision;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The major version of clang whose output is read.
pub const VERSION: u32 = 19;

/// What makes clang print what we read; these come after the user's flags, so that they win.
const DRIVER_FLAGS: &[&str] = &[
    "-O0",
    "-g",
    "-fno-discard-value-names",
    "-fprofile-instr-generate",
    "-fcoverage-mapping",
    "-fcoverage-mcdc",
    "-femit-all-decls",
    "-Wno-error",
    "-Xclang",
    "-disable-llvm-passes",
    "-Xclang",
    "-dump-coverage-mapping",
    // The names of the source files are then plain text in the module.
    "-mllvm",
    "-enable-name-compression=false",
    "-S",
    "-emit-llvm",
];

/// How far a call may go. A file may include others without end, or what never ends.
const LIMITS: Limits = Limits {
    time: Some(Duration::from_secs(300)),
    memory: Some(16 << 30),
    resident: Some(8 << 30),
    output: Some(1 << 30),
};

/// The beginning of clang's words about an expression that MC/DC does not cover.
const DROPPED_DECISION: &str = "warning: unsupported MC/DC boolean expression";

/// A clang of the right version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clang {
    path: PathBuf,
    version: String,
}

/// A source file and how it is compiled.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The file.
    pub file: PathBuf,
    /// The directory that the file and the flags are relative to; the current one if there is none.
    pub directory: Option<PathBuf>,
    /// Flags as clang takes them: `-I…`, `-D…`, `-std=…` and any other.
    pub flags: Vec<String>,
}

/// What clang made of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compiled {
    /// The file as it was given to clang.
    pub file: PathBuf,
    /// The text of the intermediate representation.
    pub ir: String,
    /// The text of the coverage mapping.
    pub mapping: String,
    /// Warnings as clang printed them.
    pub warnings: String,
    /// Boolean expressions that MC/DC does not cover.
    pub dropped: Vec<DroppedDecision>,
}

impl Clang {
    /// Finds clang 19: the one that is named, or else `clang-19` or `clang` on the path.
    ///
    /// # Errors
    ///
    /// When there is none; the message names the packages.
    pub fn find(named: Option<&Path>) -> Result<Self, ClangError> {
        if let Some(path) = named {
            let found = version_of(path)
                .map_err(|error| ClangError::System { what: path.display().to_string(), error })?;
            return match major(&found) {
                Some(VERSION) => Ok(Self { path: path.to_owned(), version: found }),
                _ => Err(ClangError::Version { path: path.to_owned(), found }),
            };
        }
        let mut seen = "neither `clang-19` nor `clang` is on the path".to_owned();
        for name in [format!("clang-{VERSION}"), "clang".to_owned()] {
            if let Ok(found) = version_of(Path::new(&name)) {
                if major(&found) == Some(VERSION) {
                    return Ok(Self { path: name.into(), version: found });
                }
                seen = format!("`{name}` is {found}");
            }
        }
        Err(ClangError::Missing { found: seen })
    }

    /// The compiler itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What it calls itself, in one line.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// A call of the compiler, confined: it reads all there is, since sources include what they like, and writes to one
    /// folder alone, if to any. What flags and sources make it do, such as loading a plugin, is confined as well.
    pub(crate) fn call(&self, folder: Option<&Path>) -> Process {
        let mut command = Process::new(&self.path);
        let mut reach = Reach::readable();
        if let Some(folder) = folder {
            command.env("TMPDIR", folder);
            reach = reach.writing(folder);
        }
        // Messages are read, so they must not depend on the user's language. A compiler cache could not be written.
        command.env("LC_ALL", "C").env("CCACHE_DISABLE", "1").confined(reach);
        command
    }

    /// Compiles one file.
    ///
    /// # Errors
    ///
    /// When the file has errors, or clang cannot be run.
    pub fn compile(&self, source: &Source) -> Result<Compiled, ClangError> {
        let system = |what: String| move |error| ClangError::System { what, error };
        let scratch = Scratch::new().map_err(system("a temporary directory".to_owned()))?;
        let output = scratch.path().join("module.ll");
        let mut command = self.call(Some(scratch.path()));
        if let Some(directory) = &source.directory {
            command.current_dir(directory);
        }
        command.args(&source.flags).args(DRIVER_FLAGS).args(["-x", "c"]);
        command.arg(&source.file).arg("-o").arg(&output).arg("-fno-color-diagnostics");
        let result = run(&command);
        let result = result.map_err(system(self.path.display().to_string()))?;
        let messages = result.err.text().into_owned();
        if !result.succeeded() {
            return Err(ClangError::Diagnosed {
                file: source.file.clone(),
                diagnostics: messages.trim_end().to_owned(),
            });
        }
        let ir = std::fs::read(&output).map_err(system(output.display().to_string()))?;
        Ok(Compiled {
            file: source.file.clone(),
            ir: text(ir),
            mapping: text(result.out.bytes),
            dropped: dropped_decisions(&messages),
            warnings: messages,
        })
    }

    /// A number that changes with what the compiler sees of a file, its headers included, and those of its headers that are not
    /// the system's; nothing if it sees errors.
    pub fn fingerprint(&self, source: &Source) -> Option<(u64, Vec<PathBuf>)> {
        let mut command = self.call(None);
        if let Some(directory) = &source.directory {
            command.current_dir(directory);
        }
        command.args(&source.flags).args(["-E", "-x", "c"]).arg(&source.file);
        let ended = run(&command).ok().filter(Ended::succeeded)?;
        let (mut seen, included) = without_markers(&ended.out.text());
        seen.push_str(&source.flags.join("\0"));
        Some((language::fingerprint(seen.as_bytes()), included))
    }

    /// Compiles several files, `jobs` at a time; results come in the order of the files.
    ///
    /// # Errors
    ///
    /// The first error in the order of the files.
    pub fn compile_all(
        &self,
        sources: &[Source],
        jobs: usize,
    ) -> Result<Vec<Compiled>, ClangError> {
        self.compile_each(sources, jobs).into_iter().collect()
    }

    /// The same, with what became of each file.
    pub fn compile_each(
        &self,
        sources: &[Source],
        jobs: usize,
    ) -> Vec<Result<Compiled, ClangError>> {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut done = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(source) = sources.get(index) else { break done };
                done.push((index, self.compile(source)));
            }
        };
        let mut results = std::thread::scope(|scope| {
            let count = jobs.clamp(1, sources.len().max(1));
            let workers: Vec<_> = (0..count).map(|_| scope.spawn(work)).collect();
            workers
                .into_iter()
                .filter_map(|worker| worker.join().ok())
                .flatten()
                .collect::<Vec<_>>()
        });
        results.sort_by_key(|(index, _)| *index);
        results.into_iter().map(|(_, result)| result).collect()
    }
}

/// Runs a call of the compiler to its end.
///
/// # Errors
///
/// When it cannot be started, or does not end.
pub(crate) fn run(call: &Process) -> std::io::Result<Ended> {
    run_within(call, &LIMITS)
}

fn run_within(call: &Process, limits: &Limits) -> std::io::Result<Ended> {
    let ended = call.run(limits)?;
    if ended.timed_out {
        let seconds = limits.time.unwrap_or_default().as_secs();
        let text = format!("the compiler was stopped after {seconds} s");
        return Err(std::io::Error::new(std::io::ErrorKind::TimedOut, text));
    }
    Ok(ended)
}

/// Preprocessed text without the lines that say where it comes from and without empty ones; and the files that these lines
/// name, but for those of the system and of the compiler itself.
fn without_markers(text: &str) -> (String, Vec<PathBuf>) {
    let (mut seen, mut files) = (String::new(), Vec::new());
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let Some(marker) = line.strip_prefix("# ") else {
            seen.push_str(line.trim());
            seen.push('\n');
            continue;
        };
        let mut parts = marker.splitn(3, '"');
        let (_, file, flags) = (parts.next(), parts.next(), parts.next().unwrap_or_default());
        // A marker's flag 3 stands for a header of the system.
        let Some(file) = file.filter(|file| !file.starts_with('<')) else { continue };
        let path = PathBuf::from(file);
        if !flags.split_whitespace().any(|flag| flag == "3") && !files.contains(&path) {
            files.push(path);
        }
    }
    (seen, files)
}

/// What a compiler calls itself, in one line.
fn version_of(path: &Path) -> std::io::Result<String> {
    let ended = Process::new(path).arg("--version").run(&Limits::default())?;
    let text = ended.out.text();
    Ok(text.lines().next().unwrap_or("no compiler that tells its version").trim().to_owned())
}

/// The major version in a line such as `Debian clang version 19.1.7 (3)`.
fn major(line: &str) -> Option<u32> {
    let (_, rest) = line.split_once("clang version ")?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Bytes as text; strings of the source that are no UTF-8 are escaped by clang, names cannot be told.
fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Reads `file:line:column: warning: unsupported MC/DC boolean expression; reason` lines.
fn dropped_decisions(messages: &str) -> Vec<DroppedDecision> {
    let read = |line: &str| {
        let (place, reason) = line.split_once(DROPPED_DECISION)?;
        let mut parts = place.trim_end().trim_end_matches(':').rsplitn(3, ':');
        let column = parts.next()?.parse().ok()?;
        let line = parts.next()?.parse().ok()?;
        let file = parts.next()?.to_owned();
        let reason = reason.trim_start_matches([';', ' ']).split(". ").next().unwrap_or(reason);
        Some(DroppedDecision { file, line, column, reason: reason.to_owned() })
    };
    messages.lines().filter_map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_is_read_from_any_vendors_line() {
        assert_eq!(major("Debian clang version 19.1.7 (3)"), Some(19));
        assert_eq!(major("clang version 7.0.1-8"), Some(7));
        assert_eq!(major("Apple clang version 15.0.0"), Some(15));
        assert_eq!(major("gcc (Debian 14.2.0-19) 14.2.0"), None);
    }

    #[test]
    fn the_text_of_a_file_is_told_from_where_it_comes_from() {
        let text = "# 1 \"a.c\"\n# 1 \"<built-in>\" 1\n# 1 \"/usr/include/s.h\" 1 3 4\nint s;\n\n# 2 \"a.c\" 2\n\
                    # 1 \"./h.h\" 1\n  int h;\n# 3 \"a.c\" 2\n";
        let (seen, files) = without_markers(text);
        assert_eq!(seen, "int s;\nint h;\n");
        assert_eq!(files, [PathBuf::from("a.c"), PathBuf::from("./h.h")]);
    }

    #[test]
    fn a_file_that_expands_without_end_is_given_up() {
        let scratch = Scratch::new().unwrap();
        let file = scratch.path().join("endless.c");
        // Each macro is twice the one before.
        let doubled = |n: u32| format!("#define m{} m{n} m{n}\n", n + 1);
        let text = (0..60).map(doubled).collect::<String>() + "m60\n";
        std::fs::write(&file, text).unwrap();
        let mut call = Clang::find(None).unwrap().call(None);
        call.args(["-fsyntax-only", "-x", "c"]).arg(&file);
        let limits = Limits { time: Some(Duration::from_secs(1)), ..LIMITS };
        let error = run_within(&call, &limits).unwrap_err();
        assert!(error.to_string().contains("stopped after 1 s"), "{error}");
    }

    #[test]
    fn an_expression_that_clang_leaves_out_of_mcdc_is_named() {
        let messages = "m.c:18:7: warning: unsupported MC/DC boolean expression; contains an operation \
                        with a nested boolean expression. Expression will not be covered\n   18 |";
        let dropped = dropped_decisions(messages);
        let expected = DroppedDecision {
            file: "m.c".to_owned(),
            line: 18,
            column: 7,
            reason: "contains an operation with a nested boolean expression".to_owned(),
        };
        assert_eq!(dropped, [expected]);
    }
}
