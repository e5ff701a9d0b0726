//! Trying tests on the real JVM with nothing but a JDK: small stand-ins take the place of JUnit.
//!
//! So a test that does not hold there is never written, whether JUnit is at hand or not.

use super::failure::Failure;
use super::{SHORT_LIVED, alone, javac, joined};
use crate::write::{Junit, Written};
use classfile::jdk::Jdk;
use host::{Ended, Limits, Process, Scratch};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

/// How long the compiler may take.
const COMPILING: Duration = Duration::from_secs(120);
/// How long all tests may take together.
const RUNNING: Duration = Duration::from_secs(60);
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

const ASSERTIONS: &str = include_str!("stand_in/Assertions.java");
const TEST: &str = include_str!("stand_in/Test.java");
const DISABLED: &str = include_str!("stand_in/Disabled.java");
const RUN: &str = include_str!("stand_in/Run.java");

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
    /// The tests that did not pass each time, and why. Where one did not come to an end, others may not have been
    /// begun.
    Failed(BTreeMap<String, Failure>),
}

/// Compiles a class of tests and runs it in different orders; where the code under test keeps state that tests share, also
/// each test right after each other one.
///
/// # Errors
///
/// When a tool cannot be started, or the folder of temporary files cannot be written.
pub fn attempt(
    jdk: &Jdk,
    class_path: &[PathBuf],
    junit: Junit,
    written: &Written,
    stateful: bool,
) -> io::Result<Tried> {
    let scratch = Scratch::new()?;
    if let Some(not_compiled) = compile(&scratch, jdk, class_path, junit, written)? {
        return Ok(not_compiled);
    }
    let path = readable(&scratch, class_path)?;
    let mut failed = BTreeMap::new();
    let pairs = stateful.then_some((&["pairs"][..], ORDERS[0].1));
    for (orders, place) in ORDERS.iter().map(|(orders, place)| (&orders[..], *place)).chain(pairs) {
        let ended = start(&scratch, jdk, &path, (&written.class, orders), place)?;
        let over = read(&written.class, &ended.out.text(), &mut failed);
        // That many orders together take too long says nothing against any one test.
        if let Some(test) = over.filter(|_| orders.len() > 1) {
            let why = if ended.timed_out { Failure::Endless } else { Failure::EndsJvm };
            failed.entry(test).or_insert(why);
        }
    }
    Ok(Tried::Failed(failed))
}

/// Compiles tests that are switched off and runs them nevertheless, once and in JUnit's order. What is said of those that failed
/// is the lines that were open, innermost first, each with a comma behind it.
///
/// # Errors
///
/// As above.
pub fn places(
    jdk: &Jdk,
    class_path: &[PathBuf],
    junit: Junit,
    written: &Written,
) -> io::Result<Tried> {
    let scratch = Scratch::new()?;
    if let Some(not_compiled) = compile(&scratch, jdk, class_path, junit, written)? {
        return Ok(not_compiled);
    }
    let path = readable(&scratch, class_path)?;
    let mut failed = BTreeMap::new();
    let ended = start(&scratch, jdk, &path, (&written.class, &["places"]), ORDERS[0].1)?;
    let over = read(&written.class, &ended.out.text(), &mut failed);
    if let Some(test) = over {
        let why = if ended.timed_out { Failure::Endless } else { Failure::EndsJvm };
        failed.entry(test).or_insert(why);
    }
    Ok(Tried::Failed(failed))
}

/// Compiles a class of tests with what stands in for JUnit. Gives what is wrong with it.
fn compile(
    scratch: &Scratch,
    jdk: &Jdk,
    class_path: &[PathBuf],
    junit: Junit,
    written: &Written,
) -> io::Result<Option<Tried>> {
    let sources = scratch.path().join("sources");
    let (package, assertions, disabled) = match junit {
        Junit::Five => ("org.junit.jupiter.api", "Assertions", "Disabled"),
        Junit::Four => ("org.junit", "Assert", "Ignore"),
    };
    let stand_in =
        |text: &str, class: &str| text.replace("PACKAGE", package).replace("CLASS", class);
    let folder = package.replace('.', "/");
    let files = [
        (written.path.clone(), written.text.clone()),
        (format!("{folder}/{assertions}.java"), stand_in(ASSERTIONS, assertions)),
        (format!("{folder}/{disabled}.java"), stand_in(DISABLED, disabled)),
        (format!("{folder}/Test.java"), stand_in(TEST, "")),
        ("ferret/Run.java".to_owned(), RUN.to_owned()),
    ];
    let mut paths = Vec::new();
    for (path, text) in files {
        let file = sources.join(path);
        fs::create_dir_all(file.parent().unwrap_or(&sources))?;
        fs::write(&file, text)?;
        paths.push(file);
    }
    let given: Vec<&Path> = class_path.iter().map(PathBuf::as_path).collect();
    let mut command = javac(jdk);
    command.args(["-nowarn", "-proc:none", "-encoding", "UTF-8", "-classpath"]);
    command.arg(joined(&given)).arg("-d").arg(scratch.path().join(CLASSES)).args(paths);
    let compiled = command.merged().run(&Limits::time(COMPILING))?;
    Ok((!compiled.succeeded()).then(|| {
        let said = compiled.out.text().into_owned();
        let tests = blamed(written, &said);
        Tried::NotCompiled { said, tests }
    }))
}

/// The folder of compiled tests below that of temporary files.
const CLASSES: &str = "tests";

/// What tests are run with, where a process without privileges can read it.
fn readable(scratch: &Scratch, class_path: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    let mut readable = vec![scratch.path().join(CLASSES)];
    for (number, entry) in class_path.iter().enumerate() {
        readable.push(scratch.readable(entry, number)?);
    }
    Ok(readable)
}

/// Runs a class of tests in some orders, at a place.
fn start(
    scratch: &Scratch,
    jdk: &Jdk,
    class_path: &[PathBuf],
    (class, orders): (&str, &[&str]),
    place: [&str; 5],
) -> io::Result<Ended> {
    let class_path: Vec<&Path> = class_path.iter().map(PathBuf::as_path).collect();
    let mut command = Process::new(jdk.home.join("bin/java"));
    let work = scratch.open_folder("work")?;
    let mut home = OsString::from("-Duser.home=");
    home.push(&work);
    command.current_dir(work).arg(home).args(place).args(SHORT_LIVED).args([
        "-ea",
        "-Xmx1g",
        "-Xshare:auto",
        "-classpath",
    ]);
    command.arg(joined(&class_path)).args(["ferret.Run", class]).args(orders);
    alone(&mut command, scratch).run(&Limits::time(RUNNING))
}

/// The tests that the compiler found mistakes in, and the first of each.
fn blamed(written: &Written, said: &str) -> BTreeMap<String, String> {
    let lines: Vec<&str> = written.text.lines().collect();
    // What is further inside belongs to a class that a test has in it.
    let begins = |at: &usize| {
        let member = lines[*at].strip_prefix("    ").filter(|rest| !rest.starts_with(' '));
        member.is_some_and(|member| member.contains("void "))
    };
    let mut tests = BTreeMap::new();
    for line in said.lines() {
        let place = line.split_once(&*written.path).and_then(|(_, rest)| rest.strip_prefix(':'));
        let Some((number, mistake)) = place.and_then(|rest| rest.split_once(": error: ")) else {
            continue;
        };
        let at = number.parse::<usize>().unwrap_or(0).min(lines.len());
        // Back to where a test begins, unless one ends before.
        let inside = (0..at).rev().take_while(|at| lines[*at] != "    }");
        let Some(first) = inside.into_iter().find(begins) else { continue };
        let names = written.tests.iter();
        let mut names = names.filter(|name| lines[first].contains(&format!("void {name}(")));
        if let Some(name) = names.next() {
            tests.entry(name.clone()).or_insert_with(|| mistake.to_owned());
        }
    }
    tests
}

/// Reads what the runner said of each test. Gives the one that was not over when it ended; one that was never begun is not to
/// blame: what stopped the one before it will be gone next time.
fn read(class: &str, said: &str, failed: &mut BTreeMap<String, Failure>) -> Option<String> {
    let mut running = None;
    for line in said.lines() {
        let mut words = line.splitn(5, ' ');
        let (what, of, name) = (words.next(), words.next(), words.next());
        let (Some(what), Some(name)) = (what, name.filter(|_| of == Some(class))) else { continue };
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

#[cfg(test)]
mod tests {
    use super::*;

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
