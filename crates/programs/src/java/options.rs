//! What comes of a Java program beside its corpus, and how.

use c::program::Beginning;
use std::path::PathBuf;

/// What comes of a program beside its corpus, and how.
#[derive(Clone, Debug, Default)]
pub struct JavaOptions {
    /// What the search begins with.
    pub beginning: Beginning,
    /// Whether nothing is run on the real JVM.
    pub never_native: bool,
    /// The folder of a corpus as fuzzers have it.
    pub fuzz_corpus: Option<PathBuf>,
}
