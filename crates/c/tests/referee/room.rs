//! Directories for compiled programs, and commands run in them.

use super::llvm_cov;
use super::tables::Tables;
use super::vectors::vectors;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

/// Seconds that a native program may take; one that needs more is left out.
const NATIVE_SECONDS: &str = "10";

/// A directory that is removed at the end of the test.
pub struct Room(pub PathBuf);

impl Room {
    pub fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("ferret-referee-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a temporary directory can be made");
        Self(path)
    }

    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).expect("a file can be written");
    }

    fn output(&self, program: &str, arguments: &[&str]) -> Output {
        Command::new(program)
            .args(arguments)
            .current_dir(&self.0)
            .output()
            .unwrap_or_else(|error| panic!("{program}: {error}"))
    }

    /// Runs a command that has to succeed and gives what it prints.
    pub fn command(&self, program: &str, arguments: &[&str]) -> String {
        let output = self.output(program, arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{program} {arguments:?}: {errors}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Compiles `a.c` with instrumentation.
    pub fn build(&self, flags: &[&str]) {
        let files = ["a.c", "-o", "program", "-lm"];
        self.command("clang-19", &[llvm_cov::FLAGS, flags, &files].concat());
    }

    /// How the program ended, and what llvm-cov counted in its run; `None` if it did not end by itself.
    pub fn counted(&self) -> Option<(Ending, Tables)> {
        let ending = self.native("program")?;
        if !self.0.join(llvm_cov::PROFILE).exists() {
            return None;
        }
        let mut tables =
            llvm_cov::counted(&self.0, "program").unwrap_or_else(|error| panic!("{error}"));
        let profile = "-instr-profile=a.profdata";
        let shown = ["show", "program", profile, "-show-mcdc", "-show-expansions"];
        tables.vectors = vectors(&self.command("llvm-cov-19", &shown));
        tables.sort();
        Some((ending, tables))
    }

    /// Runs a program of the room in an environment as bare as the machine's; `None` if it was ended by
    /// the time limit or a signal.
    pub fn native(&self, name: &str) -> Option<Ending> {
        let program = self.0.join(name).display().to_string();
        let arguments = [NATIVE_SECONDS, "env", "-i", "TZ=UTC", &program];
        let output = self.output("timeout", &arguments);
        // `timeout` gives 124 of its own, and 128 and more for signals.
        let code = output.status.code().filter(|code| *code < 124)?;
        Some(Ending { output: String::from_utf8_lossy(&output.stdout).into_owned(), code })
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What a program printed and the code that it ended with.
#[derive(PartialEq, Eq, Debug)]
pub struct Ending {
    pub output: String,
    pub code: i32,
}
