//! Inputs that are replayed natively: the program is built, and run confined on each.

use crate::answers;
use crate::corpus::{inside, variables};
use c::clang::Source;
use c::program::{Answer, Given, Start, Whole};
use host::{Ended, Limits, Process, Reach, Scratch};
use report::Share;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How the program is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Build {
    /// With clang's counters.
    Coverage,
    /// With what makes undefined behaviour a death.
    Sanitized,
}

impl Build {
    /// The flags of clang.
    pub fn flags(self) -> &'static [&'static str] {
        match self {
            Self::Coverage => {
                &["-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc"]
            }
            Self::Sanitized => &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
        }
    }
}

/// Flags of every build.
pub const FLAGS: [&str; 3] = ["-g", "-O0", "-w"];
/// What every program is linked with.
pub const LIBRARIES: [&str; 2] = ["-lm", "-pthread"];

/// How far a run may go. A sanitizer needs more address space than there is memory.
const LIMITS: Limits = Limits {
    time: Some(Duration::from_secs(10)),
    memory: None,
    resident: Some(4 << 30),
    output: Some(16 << 20),
};

/// Runs `env` with a file as its standard input.
const REDIRECTED: &str = "input=$1; shift; exec /usr/bin/env \"$@\" <\"$input\"";

/// How often a run is tried that left no counters.
const ATTEMPTS: u32 = 3;

/// A program that was built.
pub struct Native {
    scratch: Scratch,
    build: Build,
    name: String,
    runs: u32,
    profiles: Vec<PathBuf>,
}

impl Native {
    /// Builds a program; what the compiler or the linker says if it cannot.
    pub fn build(whole: &Whole, build: Build, link: &[String]) -> io::Result<Result<Self, String>> {
        let scratch = Scratch::new()?;
        let mut objects = Vec::new();
        let own = scratch.path().join("answers.c");
        fs::write(&own, answers::source(whole.start))?;
        let clang = || {
            let mut clang = Process::new(whole.clang.path());
            clang.args(FLAGS).env("LC_ALL", "C").arg("-fno-color-diagnostics");
            clang
        };
        for (index, source) in whole.sources.iter().enumerate() {
            let object = scratch.path().join(format!("{index}.o"));
            let Source { file, directory, flags } = source;
            let mut clang = clang();
            clang.args(build.flags()).args(flags).args(["-x", "c", "-c"]).arg(file);
            if let Some(directory) = directory {
                clang.current_dir(directory);
            }
            let compiled = clang.arg("-o").arg(&object).run(&Limits::default())?;
            if !compiled.succeeded() {
                return Ok(Err(compiled.err.text().into_owned()));
            }
            objects.push(object);
        }
        // A name of its own: the program finds it as its first argument.
        let programs = scratch.path().join("bin");
        fs::create_dir_all(&programs)?;
        let mut clang = clang();
        clang.args(build.flags()).args(&objects);
        // What answers for the program is not part of it.
        clang.arg(compiled_apart(whole, &own, &scratch)?).args(link).args(LIBRARIES);
        let linked = clang.arg("-o").arg(programs.join(&whole.name)).run(&Limits::default())?;
        if !linked.succeeded() {
            return Ok(Err(linked.err.text().into_owned()));
        }
        let name = whole.name.clone();
        Ok(Ok(Self { scratch, build, name, runs: 0, profiles: Vec::new() }))
    }

    /// Runs the program on an input, confined to a folder of its own. A run that left no counters had perhaps not begun,
    /// where others use up what processes there may be.
    pub fn run(&mut self, whole: &Whole, given: &Given, asked: &[Answer]) -> io::Result<Ended> {
        let before = self.profiles.len();
        let mut ended = self.run_once(whole, given, asked)?;
        for _ in 1..ATTEMPTS {
            let counts = self.build == Build::Coverage && self.profiles.len() == before;
            if !counts || ended.timed_out || ended.status.is_none() {
                break;
            }
            ended = self.run_once(whole, given, asked)?;
        }
        Ok(ended)
    }

    fn run_once(&mut self, whole: &Whole, given: &Given, asked: &[Answer]) -> io::Result<Ended> {
        self.runs += 1;
        let work = self.scratch.open_folder(&format!("work{}", self.runs))?;
        for ((path, _), content) in whole.inputs().files.iter().zip(&given.files) {
            let path = work.join(inside(path));
            if let Some(parent) = path.parent() {
                let below = parent.strip_prefix(self.scratch.path()).unwrap_or(Path::new("work"));
                self.scratch.open_folder(&below.to_string_lossy())?;
            }
            fs::write(path, content)?;
        }
        let profiles = self.scratch.open_folder(&format!("profile{}", self.runs))?;
        let profile = profiles.join("raw");
        let (programs, list) =
            (self.scratch.path().join("bin"), self.scratch.path().join("answers"));
        fs::write(&list, answers::text(asked))?;
        let mut process = Process::new("/bin/sh");
        process.args(["-c", REDIRECTED, "sh"]);
        process.arg(self.input(whole, given)?.unwrap_or_else(|| "/dev/null".into()));
        process.arg("-i").arg(setting("PATH", programs.as_os_str().as_encoded_bytes()));
        process.arg(setting("LLVM_PROFILE_FILE", profile.as_os_str().as_encoded_bytes()));
        process.arg(setting(answers::VARIABLE, list.as_os_str().as_encoded_bytes()));
        process.arg("ASAN_OPTIONS=detect_leaks=0:abort_on_error=0");
        process.arg("UBSAN_OPTIONS=print_stacktrace=1");
        process.args(variables(whole.inputs(), given).into_iter().map(text));
        process.arg(&self.name).args(given.arguments.iter().cloned().map(text));
        let reach =
            Reach::system().reading([self.scratch.path()]).writing(&work).writing(&profiles);
        let ended = process.current_dir(&work).unprivileged().confined(reach).run(&LIMITS)?;
        if profile.exists() {
            self.profiles.push(profile);
        }
        let _ = fs::remove_dir_all(work);
        Ok(ended)
    }

    /// Writes what the program reads from standard input to a file, which programs tell from a pipe.
    fn input(&self, whole: &Whole, given: &Given) -> io::Result<Option<PathBuf>> {
        let bytes = match whole.start {
            Start::Harness => given.data.as_ref(),
            Start::Main { .. } => given.input.as_ref(),
        };
        let Some(bytes) = bytes else { return Ok(None) };
        let path = self.scratch.path().join("stdin");
        fs::write(&path, bytes)?;
        Ok(Some(path))
    }

    /// The regions and branches that llvm-cov counts in all runs so far, or why it cannot say.
    pub fn counted(&self, whole: &Whole) -> Result<[Share; 2], String> {
        let all = self.scratch.path().join("all.profdata");
        let mut merge = Process::new(tool(whole.clang.path(), "llvm-profdata"));
        merge.args(["merge", "-sparse"]).args(&self.profiles).arg("-o").arg(&all);
        said(&merge)?;
        let mut export = Process::new(tool(whole.clang.path(), "llvm-cov"));
        export
            .args(["export", "-summary-only"])
            .arg(self.scratch.path().join("bin").join(&self.name));
        let text = said(export.arg("-instr-profile").arg(&all))?;
        let json: serde_json::Value =
            serde_json::from_str(&text).map_err(|error| error.to_string())?;
        let totals = &json["data"][0]["totals"];
        let share = |kind: &str| {
            let number = |what: &str| totals[kind][what].as_u64().unwrap_or(0) as u32;
            Share { covered: number("covered"), total: number("count") }
        };
        Ok([share("regions"), share("branches")])
    }
}

/// The object of the functions that answer for the program, without counters.
fn compiled_apart(whole: &Whole, own: &Path, scratch: &Scratch) -> io::Result<PathBuf> {
    let object = scratch.path().join("answers.o");
    let mut clang = Process::new(whole.clang.path());
    clang.args(FLAGS).args(["-c"]).arg(own).arg("-o").arg(&object);
    let compiled = clang.run(&Limits::default())?;
    match compiled.succeeded() {
        true => Ok(object),
        false => Err(io::Error::other(compiled.err.text().into_owned())),
    }
}

/// A tool of LLVM that belongs to a compiler: `llvm-cov-19` to `clang-19`.
pub fn tool(clang: &Path, name: &str) -> PathBuf {
    let compiler = clang.file_name().unwrap_or_default().to_string_lossy();
    let suffix = compiler.strip_prefix("clang").unwrap_or_default();
    let suffix = if suffix.is_empty() { "-19" } else { suffix };
    clang.with_file_name(format!("{name}{suffix}"))
}

fn said(process: &Process) -> Result<String, String> {
    let ended = process.run(&Limits::default()).map_err(|error| error.to_string())?;
    match ended.succeeded() {
        true => Ok(ended.out.text().into_owned()),
        false => Err(ended.err.text().into_owned()),
    }
}

fn text(bytes: Vec<u8>) -> OsString {
    use std::os::unix::ffi::OsStringExt;
    OsString::from_vec(bytes)
}

fn setting(name: &str, value: &[u8]) -> OsString {
    text([name.as_bytes(), b"=", value].concat())
}
