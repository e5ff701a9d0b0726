//! The corpus: small programs of ours, each one feature of the language or its library.

use std::fs;
use std::path::{Path, PathBuf};

/// One program.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its main class.
    pub name: String,
    /// Its source.
    pub source: PathBuf,
    /// What it is about, in a word.
    pub feature: String,
    /// The arguments of its `main`.
    pub arguments: Vec<String>,
    /// A file with what it reads from standard input.
    pub input: Option<PathBuf>,
    /// Whether it needs a JVM of its own, because it ends it or has another kind of `main`.
    pub alone: bool,
}

impl Case {
    fn read(source: PathBuf) -> Self {
        let text = fs::read_to_string(&source).expect("a source file");
        let name = source.file_stem().and_then(|stem| stem.to_str()).expect("a name").to_owned();
        let first = text.lines().next().unwrap_or_default();
        let feature = first.trim_start_matches("// ").split(':').next().unwrap_or_default();
        let arguments = text.lines().find_map(|line| line.strip_prefix("// arguments: "));
        let input = source.with_extension("in");
        Self {
            name,
            feature: feature.to_owned(),
            arguments: arguments
                .unwrap_or_default()
                .split_whitespace()
                .map(str::to_owned)
                .collect(),
            input: input.exists().then_some(input),
            alone: text.contains("System.exit(") || !text.contains("public static void main"),
            source,
        }
    }

    /// What it reads from standard input.
    pub fn standard_input(&self) -> Vec<u8> {
        self.input.as_ref().map_or_else(Vec::new, |path| fs::read(path).expect("an input"))
    }
}

/// The programs that a release can compile; folders are named after the release they need.
pub fn cases(release: u32) -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/java");
    let mut cases = Vec::new();
    for folder in [17, 21, 25].into_iter().filter(|needed| *needed <= release) {
        let entries = fs::read_dir(root.join(format!("corpus{folder}"))).expect("the corpus");
        let mut sources: Vec<PathBuf> = entries
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "java"))
            .collect();
        sources.sort();
        cases.extend(sources.into_iter().map(Case::read));
    }
    cases
}
