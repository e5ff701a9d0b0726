//! What can go wrong between a C file and its intermediate representation.

use std::path::PathBuf;

/// Why clang gave no intermediate representation.
#[derive(Debug, thiserror::Error)]
pub enum ClangError {
    /// No clang 19 on this machine.
    #[error(
        "clang {wanted} was not found ({found}); install the packages `clang-{wanted} llvm-{wanted} \
         libclang-rt-{wanted}-dev`, or name the compiler with --clang",
        wanted = super::VERSION
    )]
    Missing {
        /// What was found in its place.
        found: String,
    },
    /// The compiler that was named is another one.
    #[error(
        "{path} is {found}, but clang {wanted} is needed (packages `clang-{wanted} llvm-{wanted} \
         libclang-rt-{wanted}-dev`)",
        path = .path.display(),
        wanted = super::VERSION
    )]
    Version {
        /// The compiler.
        path: PathBuf,
        /// What it says it is.
        found: String,
    },
    /// The file has errors.
    #[error("{file}: clang reports errors\n{diagnostics}", file = .file.display())]
    Diagnosed {
        /// The file.
        file: PathBuf,
        /// The errors as clang printed them.
        diagnostics: String,
    },
    /// A file or a process could not be used.
    #[error("{what}: {error}")]
    System {
        /// What was tried.
        what: String,
        /// Why it failed.
        error: std::io::Error,
    },
    /// A compilation database cannot be read.
    #[error("{path}: {reason}", path = .path.display())]
    Database {
        /// The database.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}
