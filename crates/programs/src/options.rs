//! What comes of a program beside its corpus, and how.

use c::program::Beginning;
use std::path::PathBuf;

/// What comes of a program beside its corpus, and how.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What the search begins with, and what for.
    pub beginning: Beginning,
    /// Whether nothing is run natively.
    pub never_native: bool,
    /// What the linker is told natively.
    pub link: Vec<String>,
    /// The file of a suite as Test-Comp has it.
    pub test_comp: Option<PathBuf>,
    /// The folder of a corpus as fuzzers have it.
    pub fuzz_corpus: Option<PathBuf>,
}
