//! A Java compiler that stays: one confined JVM compiles for one class after the other.
//!
//! It never runs code of the class path (no annotation processors, no plugins), so nothing that one class brings along can
//! change what is said of another. What it writes, it writes to a folder of its own.

use super::{SHORT_LIVED, joined, stand_ins};
use crate::write::Junit;
use classfile::jdk::Jdk;
use host::{Companion, Heard, Process, Reach, Scratch};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

const COMPILE: &str = include_str!("stand_in/Compile.java");

/// The first release whose `java` runs a source file.
const RUNS_SOURCES: u32 = 11;

/// How often a compiler is asked before a new one takes its place.
const MOST: u32 = 256;

/// What compiles, and what it has compiled that every class of tests needs.
pub(super) struct Compiler {
    companion: Companion,
    scratch: Scratch,
    asked: u32,
    /// Folders with what stands in for test frameworks.
    stand_ins: Vec<(Junit, PathBuf)>,
    /// The framework whose folder it was asked for, and has not answered yet.
    pending: Option<(Junit, PathBuf)>,
    /// Copies of what only we may read of class paths.
    copies: BTreeMap<PathBuf, PathBuf>,
}

/// What comes of a compilation.
pub(super) enum Compiled {
    /// The folder of the classes.
    Classes(PathBuf),
    /// What the compiler says is wrong.
    Refused(String),
    /// The time was up.
    TimedOut,
    /// It gave no answer that can be relied on.
    Broken,
}

impl Compiler {
    /// Starts one that begins with what stands in for a framework, without waiting for it.
    ///
    /// # Errors
    ///
    /// When it cannot be started, or this JDK has none.
    pub fn start(jdk: &Jdk, junit: Junit) -> io::Result<Self> {
        if jdk.release < RUNS_SOURCES {
            return Err(io::ErrorKind::Unsupported.into());
        }
        let scratch = Scratch::new()?;
        let source = scratch.path().join("Compile.java");
        fs::write(&source, COMPILE)?;
        let empty = scratch.path().join("empty");
        fs::create_dir(&empty)?;
        let mut command = Process::new(jdk.home.join("bin/java"));
        command.args(SHORT_LIVED).args(["-Xmx1g", "-Xshare:auto", "-Dfile.encoding=UTF-8"]);
        // It works where we do: class paths may be relative.
        command.arg("-classpath").arg(empty).arg(source);
        command.confined(Reach::readable().writing(scratch.path()));
        let companion = Companion::start(&command)?;
        let (stand_ins, copies) = (Vec::new(), BTreeMap::new());
        let mut compiler = Self { companion, scratch, asked: 0, stand_ins, pending: None, copies };
        let sources = stand_ins::sources(junit);
        let folder = compiler.request(&["-nowarn"], &[], &sources)?;
        compiler.pending = Some((junit, folder));
        Ok(compiler)
    }

    /// Whether it has done enough.
    pub fn is_spent(&self) -> bool {
        self.asked >= MOST
    }

    /// Compiles sources, given as paths below their root and texts.
    ///
    /// # Errors
    ///
    /// When its folder cannot be written.
    pub fn compile(
        &mut self,
        options: &[&str],
        class_path: &[&Path],
        sources: &[(String, String)],
        patience: Duration,
    ) -> io::Result<Compiled> {
        let folder = self.request(options, class_path, sources)?;
        self.begin(patience)?;
        self.answer(&folder, patience)
    }

    /// Waits for the answer that it began with.
    fn begin(&mut self, patience: Duration) -> io::Result<()> {
        if let Some((pending, folder)) = self.pending.take()
            && let Compiled::Classes(classes) = self.answer(&folder, patience)?
        {
            self.stand_ins.push((pending, classes));
        }
        Ok(())
    }

    /// The folder of what stands in for a framework; none if it cannot be had.
    ///
    /// # Errors
    ///
    /// When its folder cannot be written.
    pub fn stand_ins(&mut self, junit: Junit, patience: Duration) -> io::Result<Option<PathBuf>> {
        self.begin(patience)?;
        if let Some((_, classes)) = self.stand_ins.iter().find(|(known, _)| *known == junit) {
            return Ok(Some(classes.clone()));
        }
        let compiled = self.compile(&["-nowarn"], &[], &stand_ins::sources(junit), patience)?;
        let Compiled::Classes(classes) = compiled else { return Ok(None) };
        self.stand_ins.push((junit, classes.clone()));
        Ok(Some(classes))
    }

    /// An entry of a class path, where a process without privileges can read it.
    ///
    /// # Errors
    ///
    /// When it cannot be copied.
    pub fn readable(&mut self, entry: &Path) -> io::Result<PathBuf> {
        if let Some(copy) = self.copies.get(entry) {
            return Ok(copy.clone());
        }
        let copy = self.scratch.readable(entry, self.copies.len())?;
        self.copies.insert(entry.to_owned(), copy.clone());
        Ok(copy)
    }

    /// Asks it to compile, and gives the folder of the request.
    fn request(
        &mut self,
        options: &[&str],
        class_path: &[&Path],
        sources: &[(String, String)],
    ) -> io::Result<PathBuf> {
        let folder = self.scratch.path().join(self.asked.to_string());
        self.asked += 1;
        let (classes, root) = (folder.join(CLASSES), folder.join("sources"));
        fs::create_dir_all(&classes)?;
        let mut words: Vec<Vec<u8>> = Vec::new();
        let mut add = |word: &std::ffi::OsStr| words.push(word.as_encoded_bytes().to_vec());
        options.iter().for_each(|option| add(option.as_ref()));
        let fixed = ["-proc:none", "-encoding", "UTF-8", "-processorpath"];
        fixed.iter().for_each(|option| add(option.as_ref()));
        // Plugins would be looked for on the class path otherwise.
        add(self.scratch.path().join("empty").as_os_str());
        add("-classpath".as_ref());
        add(match class_path {
            [] => self.scratch.path().join("empty").into_os_string(),
            path => joined(path),
        }
        .as_os_str());
        add("-d".as_ref());
        add(classes.as_os_str());
        let mut request = words.len().to_string().into_bytes();
        for (path, text) in sources {
            let file = root.join(path);
            fs::create_dir_all(file.parent().unwrap_or(&root))?;
            fs::write(&file, text)?;
            words.push(file.into_os_string().into_encoded_bytes());
        }
        for word in words {
            request.push(0);
            request.extend(word);
        }
        fs::write(folder.join("request"), request)?;
        // One that is gone is told by the answer that does not come.
        let _ = self.companion.tell(&folder.to_string_lossy());
        Ok(folder)
    }

    fn answer(&mut self, folder: &Path, patience: Duration) -> io::Result<Compiled> {
        match self.companion.hear(patience) {
            Heard::Line(line) if line == "ok" => Ok(Compiled::Classes(folder.join(CLASSES))),
            Heard::Line(line) if line == "failed" => {
                let said = fs::read(folder.join("said"))?;
                Ok(Compiled::Refused(String::from_utf8_lossy(&said).into_owned()))
            }
            Heard::Line(_) | Heard::Gone => Ok(Compiled::Broken),
            Heard::Nothing => Ok(Compiled::TimedOut),
        }
    }
}

/// The folder of compiled classes in that of a request.
const CLASSES: &str = "classes";

#[cfg(test)]
mod tests {
    use super::*;
    use host::Limits;

    const PATIENCE: Duration = Duration::from_secs(120);

    fn compiler() -> Compiler {
        let jdk = Jdk::find(None).expect("a JDK is needed for these tests");
        Compiler::start(&jdk, Junit::Five).expect("it starts")
    }

    fn source(path: &str, text: &str) -> [(String, String); 1] {
        [(path.to_owned(), text.to_owned())]
    }

    #[test]
    fn one_compiler_answers_for_each_request_by_itself() {
        let mut compiler = compiler();
        let broken = compiler.compile(&[], &[], &source("A.java", "class A { B b; }"), PATIENCE);
        let Compiled::Refused(said) = broken.expect("a folder") else { panic!("there is no B") };
        assert!(said.contains("A.java:1: error: cannot find symbol"), "{said}");
        let whole = compiler.compile(&[], &[], &source("B.java", "class B {}"), PATIENCE);
        let Compiled::Classes(folder) = whole.expect("a folder") else { panic!("it compiles") };
        assert!(folder.join("B.class").exists() && !folder.join("A.class").exists());
        // What is on the class path once is not there for the next.
        let beside = source("A.java", "class A { B b; }");
        let found = compiler.compile(&[], &[&*folder], &beside, PATIENCE);
        assert!(matches!(found, Ok(Compiled::Classes(_))));
        assert!(matches!(compiler.compile(&[], &[], &beside, PATIENCE), Ok(Compiled::Refused(_))));
        let first = compiler.stand_ins(Junit::Five, PATIENCE).expect("a folder");
        assert!(first.is_some_and(|folder| folder.join("ferret/Run.class").exists()));
    }

    #[test]
    fn a_compiler_that_was_killed_gives_no_answer() {
        let mut compiler = compiler();
        assert!(compiler.stand_ins(Junit::Four, PATIENCE).expect("a folder").is_some());
        let mut kill = Process::new("kill");
        kill.args(["-9", &compiler.companion.id().to_string()]);
        assert!(kill.run(&Limits::default()).expect("kill starts").succeeded());
        let gone = compiler.compile(&[], &[], &source("A.java", "class A {}"), PATIENCE);
        assert!(matches!(gone, Ok(Compiled::Broken)));
    }

    #[test]
    fn a_plugin_on_the_class_path_is_not_run() {
        let mut compiler = compiler();
        let text = "public class Bad implements com.sun.source.util.Plugin {
            public String getName() { return \"Bad\"; }
            public boolean autoStart() { return true; }
            public void init(com.sun.source.util.JavacTask task, String... more) { throw new Error(); }
        }";
        let compiled = compiler.compile(&[], &[], &source("Bad.java", text), PATIENCE);
        let Ok(Compiled::Classes(folder)) = compiled else { panic!("it compiles") };
        let services = folder.join("META-INF/services");
        fs::create_dir_all(&services).expect("a folder");
        fs::write(services.join("com.sun.source.util.Plugin"), "Bad\n").expect("a file");
        let beside = compiler.compile(&[], &[&*folder], &source("A.java", "class A {}"), PATIENCE);
        assert!(matches!(beside, Ok(Compiled::Classes(_))));
    }
}
