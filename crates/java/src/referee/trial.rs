//! Trying tests on the real JVM with nothing but a JDK: small stand-ins take the place of JUnit.
//!
//! So a test that does not hold there is never written, whether JUnit is at hand or not.

use super::compiler::{Compiled, Compiler};
use super::failure::Failure;
use super::pollution::{Order, polluters};
use super::{SHORT_LIVED, agent, alone, javac, joined, stand_ins};
use crate::write::{Junit, Written, WrittenMethod};
use classfile::jdk::Jdk;
use host::{Ended, Limits, Process, Scratch};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{fs, io};

/// How long the compiler may take.
const COMPILING: Duration = Duration::from_secs(120);
/// How far all tests may go together.
const RUNNING: Limits = Limits {
    time: Some(Duration::from_secs(60)),
    memory: None,
    resident: Some(4 << 30),
    output: Some(64 << 20),
};
/// The status of a runner that has given up a test which takes too long.
const ENDLESS: i32 = 75;
/// What a runner says when it is through.
const END: &str = "end";
/// Seeds of the orders that tests are run in by one JVM, and the place that it thinks it is in: what depends on the
/// language, the time zone, the encoding or the ends of lines is nothing to rely on, and neither is what depends on the
/// tests before.
const ORDERS: [([&str; 4], [&str; 5]); 2] = [
    (
        ["0", "1", "2", "3"],
        [
            "-Duser.language=en",
            "-Duser.country=US",
            "-Duser.timezone=UTC",
            "-Dfile.encoding=UTF-8",
            "-Dline.separator=\n",
        ],
    ),
    (
        ["4", "5", "6", "7"],
        [
            "-Duser.language=tr",
            "-Duser.country=TR",
            "-Duser.timezone=Asia/Kolkata",
            "-Dfile.encoding=ISO-8859-1",
            "-Dline.separator=\r\n",
        ],
    ),
];

/// What came of a trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tried {
    /// The tests do not compile.
    NotCompiled {
        /// What the compiler said.
        said: String,
        /// The tests that it said it of, and the first thing that it said of each.
        tests: BTreeMap<String, String>,
    },
    /// The tests that did not pass each time, and why. Where one did not end, others may not have been
    /// begun.
    Failed(BTreeMap<String, Failure>),
}

/// What stands between the words of a test that failed and the number of its line, where [`Trials::verify`] runs it.
pub const AT_LINE: &str = " at line ";

/// Tries tests, class after class: each class runs in processes of its own, and compilers are kept for the next one.
pub struct Trials {
    jdk: Jdk,
    /// Compilers that nobody uses now.
    spare: Mutex<Vec<Compiler>>,
    /// How many compilers were started.
    started: AtomicU32,
}

/// Tests that are compiled.
struct Ready {
    scratch: Scratch,
    /// What they are run with, where a process without privileges can read it.
    class_path: Vec<PathBuf>,
    /// What compiled them, whose folder is on the class path.
    compiler: Option<Compiler>,
}

/// Compiles a class of tests and runs it, with a compiler of its own; see [`Trials::attempt`].
///
/// # Errors
///
/// As there.
pub fn attempt(
    jdk: &Jdk,
    class_path: &[PathBuf],
    junit: Junit,
    written: &Written,
    stateful: bool,
) -> io::Result<Tried> {
    Trials::new(jdk.clone()).attempt(class_path, junit, written, stateful)
}

impl Trials {
    /// Trials with the tools of a JDK.
    pub fn new(jdk: Jdk) -> Self {
        Self { jdk, spare: Mutex::default(), started: AtomicU32::new(0) }
    }

    /// Starts a compiler, so that it is ready when it is needed.
    pub fn warm_up(&self, junit: Junit) {
        let mut spare = self.spare();
        if spare.is_empty() {
            // Without one there are others.
            spare.extend(self.start(junit));
        }
    }

    /// How many compilers were started so far that can compile for several classes.
    pub fn started(&self) -> u32 {
        self.started.load(Ordering::Relaxed)
    }

    fn start(&self, junit: Junit) -> Option<Compiler> {
        let compiler = Compiler::start(&self.jdk, junit).ok()?;
        self.started.fetch_add(1, Ordering::Relaxed);
        Some(compiler)
    }

    /// Compiles a class of tests and runs it in different orders; where the code under test keeps state that tests share,
    /// also each test right after each other one.
    ///
    /// # Errors
    ///
    /// When a tool cannot be started, or the folder of temporary files cannot be written.
    pub fn attempt(
        &self,
        class_path: &[PathBuf],
        junit: Junit,
        written: &Written,
        stateful: bool,
    ) -> io::Result<Tried> {
        let ready = match self.compile(class_path, junit, written)? {
            Ok(ready) => ready,
            Err(not_compiled) => return Ok(not_compiled),
        };
        let mut failed = BTreeMap::new();
        let mut said: Vec<String> = Vec::new();
        let pairs = stateful.then_some((&["pairs"][..], ORDERS[0].1));
        for (orders, place) in
            ORDERS.iter().map(|(orders, place)| (&orders[..], *place)).chain(pairs)
        {
            let ended = start(&ready, &self.jdk, (&written.class, orders), place)?;
            let over = judged(written, &ended, &mut failed)?;
            if orders.len() > 1 {
                said.push(ended.out.text().into_owned());
            }
            // That many orders together take too long says nothing against any one test.
            if let Some((test, why)) = over.filter(|_| orders.len() > 1) {
                failed.entry(test).or_insert(why);
                // The tests behind it are tried when it is gone.
                break;
            }
        }
        self.keep(ready.compiler);
        let orders: Vec<Order<'_>> = said.iter().flat_map(|said| ends(written, said)).collect();
        for (polluter, victims) in polluters(&orders) {
            failed.retain(|test, _| !victims.contains(test.as_str()));
            failed.insert(polluter.to_owned(), Failure::Pollutes(victims.len()));
        }
        Ok(Tried::Failed(failed))
    }

    /// Compiles tests that are switched off and runs them nevertheless, once and in JUnit's order. What is said of those
    /// that failed is the lines that were open, innermost first, each with a comma behind it.
    ///
    /// # Errors
    ///
    /// As above.
    pub fn places(
        &self,
        class_path: &[PathBuf],
        junit: Junit,
        written: &Written,
    ) -> io::Result<Tried> {
        self.once(class_path, junit, written, "places")
    }

    /// Compiles a class of tests and runs it once, in JUnit's order. What is said of tests that failed ends with their
    /// line.
    ///
    /// # Errors
    ///
    /// As above.
    pub fn verify(
        &self,
        class_path: &[PathBuf],
        junit: Junit,
        written: &Written,
    ) -> io::Result<Tried> {
        self.once(class_path, junit, written, "verify")
    }

    /// Compiles a class of tests and runs it once, in a mode of the runner's.
    fn once(
        &self,
        class_path: &[PathBuf],
        junit: Junit,
        written: &Written,
        mode: &str,
    ) -> io::Result<Tried> {
        let ready = match self.compile(class_path, junit, written)? {
            Ok(ready) => ready,
            Err(not_compiled) => return Ok(not_compiled),
        };
        let mut failed = BTreeMap::new();
        let ended = start(&ready, &self.jdk, (&written.class, &[mode]), ORDERS[0].1)?;
        if let Some((test, why)) = judged(written, &ended, &mut failed)? {
            failed.entry(test).or_insert(why);
        }
        self.keep(ready.compiler);
        Ok(Tried::Failed(failed))
    }

    fn spare(&self) -> MutexGuard<'_, Vec<Compiler>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a compiler for the next class.
    fn keep(&self, compiler: Option<Compiler>) {
        self.spare().extend(compiler.filter(|compiler| !compiler.is_spent()));
    }

    /// Compiles a class of tests. Gives what is wrong with it.
    fn compile(
        &self,
        class_path: &[PathBuf],
        junit: Junit,
        written: &Written,
    ) -> io::Result<Result<Ready, Tried>> {
        let spare = self.spare().pop();
        if let Some(mut compiler) = spare.or_else(|| self.start(junit)) {
            let scratch = Scratch::new()?;
            match warm(&mut compiler, &scratch, class_path, junit, written)? {
                Some(Ok(class_path)) => {
                    return Ok(Ok(Ready { scratch, class_path, compiler: Some(compiler) }));
                }
                Some(Err(not_compiled)) => {
                    self.keep(Some(compiler));
                    return Ok(Err(not_compiled));
                }
                // What cannot be relied on is not kept.
                None => {}
            }
        }
        cold(&self.jdk, class_path, junit, written)
    }
}

/// Compiles a class of tests with a compiler that has compiled others, and gives what it is run with; nothing if there
/// is no answer to rely on.
fn warm(
    compiler: &mut Compiler,
    scratch: &Scratch,
    class_path: &[PathBuf],
    junit: Junit,
    written: &Written,
) -> io::Result<Option<Result<Vec<PathBuf>, Tried>>> {
    let Some(stand_ins) = compiler.stand_ins(junit, COMPILING)? else { return Ok(None) };
    let given: Vec<&Path> =
        [&*stand_ins].into_iter().chain(class_path.iter().map(PathBuf::as_path)).collect();
    let source = (written.path.clone(), written.text.clone());
    match compiler.compile(&["-nowarn"], &given, &[source], COMPILING)? {
        Compiled::Classes(folder) => {
            let classes = scratch.path().join(CLASSES);
            fs::rename(folder, &classes)?;
            let mut path = vec![classes, stand_ins];
            for entry in class_path {
                path.push(compiler.readable(entry)?);
            }
            Ok(Some(Ok(path)))
        }
        Compiled::Refused(said) => Ok(Some(Err(refused(written, said)))),
        Compiled::TimedOut => Err(late()),
        Compiled::Broken => Ok(None),
    }
}

/// Compiles a class of tests with what stands in for JUnit, by a compiler that does nothing else.
fn cold(
    jdk: &Jdk,
    class_path: &[PathBuf],
    junit: Junit,
    written: &Written,
) -> io::Result<Result<Ready, Tried>> {
    let scratch = Scratch::new()?;
    let sources = scratch.path().join("sources");
    let mut files = vec![(written.path.clone(), written.text.clone())];
    files.extend(stand_ins::sources(junit));
    let mut paths = Vec::new();
    for (path, text) in files {
        let file = sources.join(path);
        fs::create_dir_all(file.parent().unwrap_or(&sources))?;
        fs::write(&file, text)?;
        paths.push(file);
    }
    let given: Vec<&Path> = class_path.iter().map(PathBuf::as_path).collect();
    let mut command = javac(jdk, scratch.path());
    command.args(["-nowarn", "-proc:none", "-encoding", "UTF-8", "-classpath"]);
    command.arg(joined(&given)).arg("-d").arg(scratch.path().join(CLASSES)).args(paths);
    let compiled = command.merged().run(&Limits::time(COMPILING))?;
    if compiled.timed_out {
        return Err(late());
    }
    if !compiled.succeeded() {
        return Ok(Err(refused(written, compiled.out.text().into_owned())));
    }
    let mut readable = vec![scratch.path().join(CLASSES)];
    for (number, entry) in class_path.iter().enumerate() {
        readable.push(scratch.readable(entry, number)?);
    }
    Ok(Ok(Ready { scratch, class_path: readable, compiler: None }))
}

/// That the compiler takes too long.
fn late() -> io::Error {
    let why = format!("javac did not end within {} s", COMPILING.as_secs());
    io::Error::new(io::ErrorKind::TimedOut, why)
}

/// That the compiler says this.
fn refused(written: &Written, said: String) -> Tried {
    let tests = blamed(written, &said);
    Tried::NotCompiled { said, tests }
}

/// Reads how tests ended, those that failed into `failed`, and the one that was not over, and why.
///
/// # Errors
///
/// When the runner itself failed: then nothing is known of any test.
fn judged(
    written: &Written,
    ended: &Ended,
    failed: &mut BTreeMap<String, Failure>,
) -> io::Result<Option<(String, Failure)>> {
    let said = ended.out.text();
    let over = read(written, &said, failed);
    if over.is_none() && !ended.timed_out && !said.lines().any(|line| line == END) {
        let first = said.lines().find(|line| !line.trim().is_empty()).unwrap_or("it said nothing");
        return Err(io::Error::other(format!("the JVM ended before the tests did: {first}")));
    }
    let endless = ended.timed_out || ended.status == Some(ENDLESS);
    let why = if endless { Failure::Endless } else { Failure::EndsJvm };
    Ok(over.map(|test| (test, why)))
}

/// The folder of compiled tests below that of temporary files.
const CLASSES: &str = "tests";

/// Runs a class of tests in some orders, at a place.
fn start(
    ready: &Ready,
    jdk: &Jdk,
    (class, orders): (&str, &[&str]),
    place: [&str; 5],
) -> io::Result<Ended> {
    let scratch = &ready.scratch;
    let class_path: Vec<&Path> = ready.class_path.iter().map(PathBuf::as_path).collect();
    let mut command = Process::new(jdk.home.join("bin/java"));
    let work = scratch.open_folder("work")?;
    let mut home = OsString::from("-Duser.home=");
    home.push(&work);
    let mut temporary = OsString::from("-Djava.io.tmpdir=");
    temporary.push(scratch.open_folder("temporary")?);
    command.current_dir(work).arg(home).arg(temporary).args(place).args(SHORT_LIVED).args([
        "-ea",
        "-Xmx1g",
        "-Xshare:auto",
        "-classpath",
    ]);
    command.arg(joined(&class_path)).args(agent(&class_path));
    command.args(["ferret.Run", class]).args(orders);
    alone(&mut command, jdk, &class_path, scratch).run(&RUNNING)
}

/// The tests that the compiler found mistakes in, and the first of each.
fn blamed(written: &Written, said: &str) -> BTreeMap<String, String> {
    let lines: Vec<&str> = written.text.lines().collect();
    let mut tests = BTreeMap::new();
    for line in said.lines() {
        let place = line.split_once(&*written.path).and_then(|(_, rest)| rest.strip_prefix(':'));
        let Some((number, mistake)) = place.and_then(|rest| rest.split_once(": error: ")) else {
            continue;
        };
        let at = number.parse::<usize>().unwrap_or(0).min(lines.len());
        let Some(method) = around(written, &lines[..at]) else { continue };
        for test in &method.tests {
            tests.entry(test.clone()).or_insert_with(|| mistake.to_owned());
        }
    }
    tests
}

/// The method with tests that the last of some lines is in.
fn around<'w>(written: &'w Written, lines: &[&str]) -> Option<&'w WrittenMethod> {
    let nested = lines.iter().rev().find_map(|line| match *line {
        "    }" => Some(None),
        _ => {
            let class = line.strip_prefix("    class ").and_then(|rest| rest.strip_suffix(" {"));
            class.map(Some)
        }
    });
    let (prefix, margin) = match nested.flatten() {
        Some(class) => (format!("{class}."), "        "),
        None => (String::new(), "    "),
    };
    // Back to where a test begins, unless one ends before. What is further inside belongs to a class that it has in it.
    let end = format!("{margin}}}");
    let mut inside = lines.iter().rev().take_while(|line| **line != end);
    let first = inside.find(|line| {
        let member = line.strip_prefix(margin).filter(|rest| !rest.starts_with(' '));
        member.is_some_and(|member| member.contains("void "))
    })?;
    let (name, _) = first.split_once("void ")?.1.split_once('(')?;
    let name = format!("{prefix}{name}");
    written.methods.iter().find(|method| method.name == name)
}

/// Reads what the runner said of each test. Gives the one that was not over when it ended; one that was never begun is not to
/// blame: what stopped the one before it will be gone next time.
fn read(written: &Written, said: &str, failed: &mut BTreeMap<String, Failure>) -> Option<String> {
    let mut running = None;
    for line in said.lines() {
        let mut words = line.splitn(5, ' ');
        let (what, of, name) = (words.next(), words.next(), words.next());
        let name = name.filter(|_| of == Some(&written.class)).and_then(|name| test(written, name));
        let (Some(what), Some(name)) = (what, name) else { continue };
        match what {
            "begin" => running = Some(name),
            "ok" => running = None,
            "failed" => {
                running = None;
                let why = match (words.next(), words.next()) {
                    (Some(thrown), Some(said)) => Failure::thrown(thrown, said),
                    _ => Failure::Unexplained,
                };
                failed.entry(name.to_owned()).or_insert(why);
            }
            _ => {}
        }
    }
    running.map(str::to_owned)
}

/// How tests ended in each of the orders that a runner tells of: one is over where a test begins again.
fn ends<'s>(written: &'s Written, said: &'s str) -> Vec<Order<'s>> {
    let mut orders: Vec<Order<'s>> = vec![Vec::new()];
    let mut known = BTreeSet::new();
    for line in said.lines() {
        let mut words = line.splitn(4, ' ');
        let (what, of, name) = (words.next(), words.next(), words.next());
        let (Some(passed @ ("ok" | "failed")), Some(name)) = (what, name) else { continue };
        let Some(test) = test(written, name).filter(|_| of == Some(&written.class)) else {
            continue;
        };
        if !known.insert(name) {
            known = BTreeSet::from([name]);
            orders.push(Vec::new());
        }
        orders.last_mut().expect("there is one").push((test, passed == "ok"));
    }
    orders
}

/// The test that the runner means by the name of a method, with the number of a row where it has some.
fn test<'w>(written: &'w Written, name: &'w str) -> Option<&'w str> {
    let (method, row) = match name.strip_suffix(']').and_then(|name| name.split_once('[')) {
        Some((name, row)) => (name, row.parse().ok()?),
        None => (name, 0),
    };
    match written.methods.iter().find(|known| known.name == method) {
        Some(known) => known.tests.get::<usize>(row).map(String::as_str),
        None => Some(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use host::Captured;

    fn method(name: &str, tests: &[&str]) -> WrittenMethod {
        let tests: Vec<String> = tests.iter().map(|test| (*test).to_owned()).collect();
        WrittenMethod { name: name.to_owned(), parameterised: tests.len() > 1, tests }
    }

    #[test]
    fn a_runner_that_says_nothing_does_not_let_tests_pass() {
        let written = Written { class: "demo.ATest".into(), ..Written::default() };
        let ended = |text: &str, status| Ended {
            status,
            timed_out: false,
            out: Captured { bytes: text.as_bytes().to_vec(), cut: false },
            err: Captured::default(),
        };
        let judge = |text: &str, status| {
            judged(&written, &ended(text, status), &mut BTreeMap::new())
                .map_err(|error| error.to_string())
        };
        let begun = "begin demo.ATest a\n";
        assert_eq!(judge("begin demo.ATest a\nok demo.ATest a\nend\n", Some(0)), Ok(None));
        assert_eq!(judge(begun, Some(ENDLESS)), Ok(Some(("a".into(), Failure::Endless))));
        assert_eq!(judge(begun, None), Ok(Some(("a".into(), Failure::EndsJvm))));
        let refused = judge("Error: no memory\n", Some(1)).unwrap_err();
        assert_eq!(refused, "the JVM ended before the tests did: Error: no memory");
        assert!(judge("\0\u{1}nonsense", Some(0)).is_err() && judge("", Some(0)).is_err());
    }

    #[test]
    fn a_row_that_fails_is_one_test_whatever_class_it_is_in() {
        let methods =
            vec![method("AddTests.gives", &["addGives1", "addGives2"]), method("ok", &["ok"])];
        let written = Written { class: "demo.ATest".into(), methods, ..Written::default() };
        let said = "begin demo.ATest AddTests.gives[0]\nok demo.ATest AddTests.gives[0]\n\
                    begin demo.ATest AddTests.gives[1]\n\
                    failed demo.ATest AddTests.gives[1] java.lang.AssertionError no\n\
                    begin demo.ATest ok\n";
        let mut failed = BTreeMap::new();
        assert_eq!(read(&written, said, &mut failed).as_deref(), Some("ok"));
        assert_eq!(failed.into_keys().collect::<Vec<_>>(), ["addGives2"]);
    }

    #[test]
    fn a_mistake_in_a_nested_class_is_that_of_the_test_in_it() {
        let text = "class ATest {\n    @Nested\n    class AddTests {\n        @Test\n        void one() {\n            \
                    f();\n        }\n    }\n\n    @Nested\n    class SubTests {\n        @Test\n        void one() {\n            \
                    g();\n        }\n    }\n}\n";
        let methods =
            vec![method("AddTests.one", &["addOne"]), method("SubTests.one", &["subOne"])];
        let (path, text) = ("demo/ATest.java".to_owned(), text.to_owned());
        let written = Written { path, text, methods, ..Written::default() };
        let tests = blamed(&written, "/t/demo/ATest.java:14: error: no g\n");
        assert_eq!(tests.into_keys().collect::<Vec<_>>(), ["subOne"]);
    }

    #[test]
    fn a_mistake_is_that_of_the_test_around_it() {
        let lines = [
            "class ATest {",
            "    @Test",
            "    void one() {",
            "        f();",
            "    }",
            "",
            "    @Test",
            "    void two() {",
            "        g(new Runnable() {",
            "            public void run() {",
            "                h();",
            "            }",
            "        });",
            "    }",
            "",
            "    static class Stub {",
            "        void two() {}",
            "    }",
            "}",
        ];
        let written = Written {
            path: "demo/ATest.java".to_owned(),
            text: lines.join("\n"),
            tests: vec!["one".to_owned(), "two".to_owned()],
            methods: vec![method("one", &["one"]), method("two", &["two"])],
            ..Written::default()
        };
        let blame = |said: &str| {
            let tests = blamed(&written, said).into_iter();
            tests.map(|(test, said)| format!("{test}: {said}")).collect::<Vec<_>>().join(", ")
        };
        let said =
            "/t/demo/ATest.java:11: error: no h\n  h();\n/t/demo/ATest.java:13: error: no g\n";
        assert_eq!(blame(said), "two: no h");
        assert_eq!(blame("/t/demo/ATest.java:4: error: no f\n1 error\n"), "one: no f");
        assert_eq!(blame("/t/demo/ATest.java:16: error: no Stub\n"), "");
        assert_eq!(blame("/t/demo/BTest.java:4: error: not ours\n"), "");
    }
}
