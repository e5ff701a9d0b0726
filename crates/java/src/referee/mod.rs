//! The referee: what javac, the JVM, JUnit and JaCoCo say of tests.
//!
//! Tests are compiled against a class path and run by JUnit's console launcher, in its own order with
//! JaCoCo's agent and in random ones. What is run is code under test in a real JVM: it runs without privileges and in a folder of its
//! own, but whether it may run at all is for the caller to decide.

mod compiler;
pub mod failure;
mod pollution;
pub mod report;
mod results;
mod stand_ins;
pub mod trial;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

use classfile::jdk::Jdk;
use host::{Ended, Limits, Process, Reach, Scratch};
use jacoco::{Counters, Lines};

use results::Results;

/// Options of a JVM that lives for a second or two: what is seldom run is not worth a good compiler's time.
const SHORT_LIVED: [&str; 3] = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"];

/// javac with those options, confined to a folder for what it writes.
fn javac(jdk: &Jdk, folder: &Path) -> Process {
    let mut command = Process::new(jdk.home.join("bin/javac"));
    command.args(SHORT_LIVED.map(|option| format!("-J{option}")));
    command.confined(Reach::readable().writing(folder));
    command
}

/// Lets a program of tests run on its own: confined, without privileges, and without the environment. What lies around there
/// differs from one place to the next, and none of it is the program's business. It reads the JDK, its class path and what
/// is in the scratch folder.
fn alone<'p>(
    command: &'p mut Process,
    jdk: &Jdk,
    class_path: &[&Path],
    scratch: &Scratch,
) -> &'p mut Process {
    let home = scratch.path().join("work");
    command.env_clear().env("LANG", "C.UTF-8").env("HOME", home).unprivileged().merged();
    let read = [&*jdk.home].into_iter().chain(class_path.iter().copied());
    command.confined(Reach::system().reading(read).writing(scratch.path()))
}

/// What lets Mockito change classes: a confined JVM cannot attach to itself, so the agent that it would attach is there from
/// the start.
fn agent(class_path: &[&Path]) -> Option<OsString> {
    let jar = class_path.iter().find(|path| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with("byte-buddy-agent") && name.ends_with(".jar"))
    })?;
    let mut option = OsString::from("-javaagent:");
    option.push(jar);
    Some(option)
}

/// The tools of a referee.
#[derive(Clone, Debug)]
pub struct Referee {
    /// The JDK that compiles and runs.
    pub jdk: Jdk,
    /// JUnit's console launcher, with everything it needs (`junit-platform-console-standalone`).
    pub junit: PathBuf,
    /// JaCoCo's agent (`org.jacoco.agent`, classifier `runtime`); without it nothing is counted.
    pub agent: Option<PathBuf>,
    /// JaCoCo's command line (`org.jacoco.cli`, classifier `nodeps`), which reads what the agent wrote.
    pub reporter: Option<PathBuf>,
}

/// Tests to be judged.
#[derive(Clone, Debug)]
pub struct Case<'a> {
    /// Source files: paths below the root of the sources, and texts.
    pub sources: &'a [(String, String)],
    /// Directories and jars that they are compiled and run with.
    pub class_path: &'a [PathBuf],
    /// Internal names of the classes that are counted; all of the class path if there are none.
    pub counted: &'a [String],
    /// Further options of the JVM.
    pub options: &'a [String],
    /// The seeds of the orders that the tests are run in beside JUnit's own, each time in a JVM of its own.
    pub seeds: &'a [u64],
    /// How long the compiler may take, and how long the tests.
    pub limits: (Duration, Duration),
}

/// What the referee says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The sources do not compile: what the compiler said.
    NotCompiled(String),
    /// The time was up before all tests had ended.
    TimedOut,
    /// The launcher gave no results: what it said.
    NotRun(String),
    /// Every test was run.
    Run(Judged),
}

/// What became of tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// Tests that passed each time, by class and method: `demo.FooTest.addsTwo`.
    pub passed: Vec<String>,
    /// Tests that did not, with what they said.
    pub failed: BTreeMap<String, String>,
    /// What the compiler warned of.
    pub warnings: String,
    /// JaCoCo's counters, of the run in JUnit's own order, by the internal name of the class, of those that are counted and have code.
    pub counters: BTreeMap<String, Counters>,
    /// JaCoCo's counters of lines, of the same run, by the path of the source file below a root of sources.
    pub lines: BTreeMap<String, Lines>,
}

impl Referee {
    /// Compiles tests, runs them, and counts what they executed.
    ///
    /// # Errors
    ///
    /// When a tool cannot be started, or the folder of temporary files cannot be written.
    pub fn judge(&self, case: &Case<'_>) -> io::Result<Verdict> {
        let scratch = Scratch::new()?;
        let (sources, classes) = (scratch.path().join("sources"), scratch.path().join("tests"));
        let mut files = Vec::new();
        for (path, text) in case.sources {
            let file = sources.join(path);
            fs::create_dir_all(file.parent().unwrap_or(&sources))?;
            fs::write(&file, text)?;
            files.push(file);
        }
        let compiled = self.compile(case, &files, &classes)?;
        if compiled.timed_out {
            return Ok(Verdict::TimedOut);
        }
        if !compiled.succeeded() {
            return Ok(Verdict::NotCompiled(compiled.out.text().into_owned()));
        }
        let executed = scratch.open_folder("executed")?.join("jacoco.exec");
        let mut all = Results::default();
        let random = case.seeds.iter().map(|seed| Some(*seed));
        for (number, seed) in std::iter::once(None).chain(random).enumerate() {
            let reports = scratch.open_folder(&format!("reports{number}"))?;
            let ended = self.start(case, seed, &scratch, &classes, (&executed, &reports))?;
            if ended.timed_out {
                return Ok(Verdict::TimedOut);
            }
            let mut results = Results::default();
            for entry in fs::read_dir(&reports)? {
                results.read(&fs::read_to_string(entry?.path()).unwrap_or_default());
            }
            if results.passed.is_empty() && results.failed.is_empty() && !ended.succeeded() {
                return Ok(Verdict::NotRun(ended.out.text().into_owned()));
            }
            all.join(results);
        }
        let Results { passed, failed } = all;
        let (counters, lines) = self.count(case, &scratch, &executed)?;
        let warnings = compiled.out.text().into_owned();
        Ok(Verdict::Run(Judged { passed, failed, warnings, counters, lines }))
    }

    fn compile(&self, case: &Case<'_>, files: &[PathBuf], classes: &Path) -> io::Result<Ended> {
        let mut path: Vec<&Path> = case.class_path.iter().map(PathBuf::as_path).collect();
        path.push(&self.junit);
        let mut command = javac(&self.jdk, classes.parent().unwrap_or(classes));
        // Tests need no processors, and one on the class path would be warned of.
        command.args(["-Xlint:all", "-proc:none", "-encoding", "UTF-8", "-classpath"]);
        command.arg(joined(&path)).arg("-d").arg(classes).args(files);
        command.merged().run(&Limits::time(case.limits.0))
    }

    /// Runs the launcher.
    fn start(
        &self,
        case: &Case<'_>,
        seed: Option<u64>,
        scratch: &Scratch,
        classes: &Path,
        (executed, reports): (&Path, &Path),
    ) -> io::Result<Ended> {
        let mut path = vec![classes.to_owned()];
        for (number, entry) in case.class_path.iter().enumerate() {
            path.push(scratch.readable(entry, number)?);
        }
        let jars = case.class_path.len();
        let junit = scratch.readable(&self.junit, jars)?;
        let mut read = vec![junit.clone()];
        let mut command = Process::new(self.jdk.home.join("bin/java"));
        command.current_dir(scratch.open_folder("work")?).args(["-ea", "-Xmx1g", "-Xshare:auto"]);
        command.args(SHORT_LIVED);
        let mut temporary = OsString::from("-Djava.io.tmpdir=");
        temporary.push(scratch.open_folder("temporary")?);
        command.arg(temporary).args(case.options);
        // What is executed depends on the order where there are static fields: JUnit's own is what counts.
        if let Some(agent) = self.agent.as_ref().filter(|_| seed.is_none()) {
            let agent = scratch.readable(agent, jars + 1)?;
            read.push(agent.clone());
            let mut option = OsString::from("-javaagent:");
            option.push(agent);
            option.push("=destfile=");
            option.push(executed);
            if !case.counted.is_empty() {
                let names = case.counted.iter().map(|name| name.replace('/', "."));
                option.push(format!(",includes={}", names.collect::<Vec<_>>().join(":")));
            }
            command.arg(option);
        }
        command.args(agent(&path.iter().map(PathBuf::as_path).collect::<Vec<_>>()));
        command.arg("-jar").arg(junit).arg("execute").arg("--class-path");
        command.arg(joined(&path.iter().map(PathBuf::as_path).collect::<Vec<_>>()));
        let mut scanned = OsString::from("--scan-class-path=");
        scanned.push(classes);
        command.arg(scanned).args(["--disable-banner", "--details=none", "--reports-dir"]);
        command.arg(reports);
        if let Some(seed) = seed {
            let random = [
                ("junit.jupiter.execution.order.random.seed", seed.cast_signed().to_string()),
                ("junit.jupiter.testmethod.order.default", orderer("MethodOrderer")),
                ("junit.jupiter.testclass.order.default", orderer("ClassOrderer")),
            ];
            for (key, value) in random {
                command.arg("--config").arg(format!("{key}={value}"));
            }
        }
        let read: Vec<&Path> = path.iter().chain(&read).map(PathBuf::as_path).collect();
        alone(&mut command, &self.jdk, &read, scratch).run(&Limits::time(case.limits.1))
    }

    /// Reads what the agent wrote.
    fn count(
        &self,
        case: &Case<'_>,
        scratch: &Scratch,
        executed: &Path,
    ) -> io::Result<(BTreeMap<String, Counters>, BTreeMap<String, Lines>)> {
        let (Some(_), Some(reporter)) = (&self.agent, &self.reporter) else {
            return Ok((BTreeMap::new(), BTreeMap::new()));
        };
        let xml = scratch.path().join("report.xml");
        let mut command = Process::new(self.jdk.home.join("bin/java"));
        command.args(SHORT_LIVED).arg("-jar").arg(reporter).args(["report", "--quiet"]);
        if executed.exists() {
            command.arg(executed);
        }
        for entry in self.class_files(case, scratch)? {
            command.arg("--classfiles").arg(entry);
        }
        command.arg("--xml").arg(&xml);
        let ended = command.merged().run(&Limits::time(case.limits.1))?;
        if !ended.succeeded() {
            let said = ended.out.text();
            return Err(io::Error::other(format!("JaCoCo gives no report: {said}")));
        }
        let xml = fs::read_to_string(&xml)?;
        let mut counters = report::read(&xml);
        counters.retain(|name, counters| {
            counters.is_counted() && (case.counted.is_empty() || case.counted.contains(name))
        });
        Ok((counters, report::read_lines(&xml)))
    }

    /// The class files that are counted: those alone, because JaCoCo refuses two of one name.
    fn class_files(&self, case: &Case<'_>, scratch: &Scratch) -> io::Result<Vec<PathBuf>> {
        if case.counted.is_empty() {
            return Ok(case.class_path.to_vec());
        }
        let folder = scratch.path().join("counted");
        let archives: Vec<classfile::archive::Archive> = case
            .class_path
            .iter()
            .filter_map(|path| classfile::archive::Archive::open(path, self.jdk.release).ok())
            .collect();
        for name in case.counted {
            let file = format!("{name}.class");
            let bytes = archives.iter().find_map(|archive| archive.read(&file).ok().flatten());
            if let Some(bytes) = bytes {
                let file = folder.join(&file);
                fs::create_dir_all(file.parent().unwrap_or(&folder))?;
                fs::write(file, bytes)?;
            }
        }
        Ok(vec![folder])
    }
}

fn orderer(kind: &str) -> String {
    format!("org.junit.jupiter.api.{kind}$Random")
}

/// A class path in the form that tools take.
fn joined(path: &[&Path]) -> OsString {
    let mut joined = OsString::new();
    for (number, entry) in path.iter().enumerate() {
        if number > 0 {
            joined.push(":");
        }
        joined.push(entry);
    }
    joined
}
