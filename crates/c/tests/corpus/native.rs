//! The native program: built with instrumentation, run, and counted by llvm-cov.

use super::llvm_cov;
use super::tables::Tables;
use c::clang::Clang;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a program printed, and how it ended.
#[derive(Clone, PartialEq, Eq)]
pub struct Ending {
    pub output: Vec<u8>,
    pub end: String,
}

impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tail = &self.output[self.output.len().saturating_sub(300)..];
        let (length, tail) = (self.output.len(), String::from_utf8_lossy(tail));
        write!(f, "{length} bytes ending {tail:?}\n{}", self.end)
    }
}

/// A program in the folder of its sources.
pub struct Native<'f> {
    pub folder: &'f Path,
    pub program: PathBuf,
}

impl<'f> Native<'f> {
    /// Compiles the program as its coverage is measured.
    pub fn build(
        clang: &Clang,
        folder: &'f Path,
        flags: &[String],
        files: &[PathBuf],
    ) -> Result<Self, String> {
        let program = folder.join("native");
        let built = Command::new(clang.path())
            .current_dir(folder)
            .args(llvm_cov::FLAGS)
            .arg("-o")
            .arg(&program)
            .args(flags)
            .args(files)
            .arg("-lm")
            .output()
            .map_err(|error| error.to_string())?;
        if built.status.success() {
            return Ok(Self { folder, program });
        }
        Err(String::from_utf8_lossy(&built.stderr).into_owned())
    }

    /// Runs it in an environment as bare as the machine's, its input a file as it is there.
    pub fn run(&self, arguments: &[&str], input: &[u8]) -> Result<Ending, String> {
        let told = |error: std::io::Error| error.to_string();
        let file = self.folder.join("native.input");
        std::fs::write(&file, input).map_err(told)?;
        let output = Command::new(&self.program)
            .current_dir(self.folder)
            .args(arguments)
            .env_clear()
            .stdin(File::open(&file).map_err(told)?)
            .output()
            .map_err(told)?;
        let end = format!("exit {}", output.status.code().unwrap_or(-1));
        Ok(Ending { output: output.stdout, end })
    }

    /// What llvm-cov counted in the last run.
    pub fn counted(&self) -> Result<Tables, String> {
        llvm_cov::counted(self.folder, &self.program.display().to_string())
    }
}
