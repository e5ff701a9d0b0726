//! Inputs that are replayed on the real JVM, each in a process and a folder of its own.

use super::entry::{answering, joined};
use super::program::JavaProgram;
use crate::answers;
use crate::corpus::inside;
use c::program::{Answer, Given};
use host::{Ended, Limits, Process, Reach, Scratch};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How far a run may go.
const LIMITS: Limits = Limits {
    time: Some(Duration::from_secs(20)),
    memory: None,
    resident: Some(4 << 30),
    output: Some(16 << 20),
};

/// How long the compiler may take.
const COMPILING: Duration = Duration::from_secs(120);

/// Options of a JVM that lives for a second or two.
const SHORT_LIVED: [&str; 5] =
    ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xshare:auto", "-Xmx1g"];

/// Runs a command with a file as its standard input.
const REDIRECTED: &str = "input=$1; shift; exec \"$@\" <\"$input\"";

/// A program that can be run on the real JVM.
pub struct Native {
    scratch: Scratch,
    class_path: Vec<PathBuf>,
    runs: u32,
}

impl Native {
    /// Gets a program ready: what only we may read of its class path is copied, and what answers for it is compiled.
    pub fn new(program: &JavaProgram) -> io::Result<Self> {
        let scratch = Scratch::new()?;
        let mut class_path = Vec::new();
        if program.asks {
            class_path.push(compiled(program, &scratch)?);
        }
        for (number, entry) in program.origin.class_path.iter().enumerate() {
            let entry = std::fs::canonicalize(entry).unwrap_or_else(|_| entry.clone());
            class_path.push(scratch.readable(&entry, number)?);
        }
        Ok(Self { scratch, class_path, runs: 0 })
    }

    /// Runs the program on an input, confined to a folder of its own.
    pub fn run(
        &mut self,
        program: &JavaProgram,
        given: &Given,
        asked: &[Answer],
    ) -> io::Result<Ended> {
        self.runs += 1;
        let work = self.scratch.open_folder(&format!("work{}", self.runs))?;
        for ((path, _), content) in program.inputs().files.iter().zip(&given.files) {
            let path = work.join(inside(path));
            if let Some(parent) = path.parent() {
                let below = parent.strip_prefix(self.scratch.path()).unwrap_or(Path::new("work"));
                self.scratch.open_folder(&below.to_string_lossy())?;
            }
            std::fs::write(path, content)?;
        }
        let list = self.scratch.path().join("answers");
        std::fs::write(&list, answers::text(asked))?;
        let mut process = Process::new("/bin/sh");
        process.args(["-c", REDIRECTED, "sh"]);
        process.arg(match &given.input {
            Some(bytes) => {
                let path = self.scratch.path().join("stdin");
                std::fs::write(&path, bytes)?;
                path
            }
            None => "/dev/null".into(),
        });
        process.arg(program.origin.jdk.home.join("bin/java")).args(SHORT_LIVED).arg("-ea");
        let temporary = [OsString::from("-Djava.io.tmpdir="), work.clone().into()];
        process.arg(temporary.join(std::ffi::OsStr::new("")));
        process.arg("-classpath").arg(joined(self.class_path.iter().map(PathBuf::as_path)));
        process.arg(program.name()).args(given.arguments.iter().cloned().map(text));
        process.env_clear().env("LANG", "C.UTF-8").env(answers::VARIABLE, &list);
        let read = [&*program.origin.jdk.home, self.scratch.path()];
        let reach = Reach::system()
            .reading(read.into_iter().chain(self.class_path.iter().map(PathBuf::as_path)))
            .writing(&work);
        let ended = process.current_dir(&work).unprivileged().confined(reach).run(&LIMITS)?;
        let _ = std::fs::remove_dir_all(work);
        Ok(ended)
    }
}

/// The folder of the classes that answer what the program asks for itself.
fn compiled(program: &JavaProgram, scratch: &Scratch) -> io::Result<PathBuf> {
    let (sources, classes) = (scratch.path().join("sources"), scratch.path().join("answering"));
    std::fs::create_dir_all(&classes)?;
    let mut javac = Process::new(program.origin.jdk.home.join("bin/javac"));
    javac.args(["-nowarn", "-proc:none", "-d"]).arg(&classes);
    for (path, text) in answering() {
        let file = sources.join(path);
        std::fs::create_dir_all(file.parent().unwrap_or(&sources))?;
        std::fs::write(&file, text)?;
        javac.arg(file);
    }
    javac.confined(Reach::readable().writing(scratch.path())).merged();
    let ended = javac.run(&Limits::time(COMPILING))?;
    match ended.succeeded() {
        true => Ok(classes),
        false => Err(io::Error::other(ended.out.text().into_owned())),
    }
}

fn text(bytes: Vec<u8>) -> OsString {
    use std::os::unix::ffi::OsStringExt;
    OsString::from_vec(bytes)
}
