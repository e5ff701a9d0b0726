//! Trying tests on the real JVM with nothing but a JDK: small stand-ins take the place of JUnit.
//!
//! So a test that does not hold there is never written, whether JUnit is at hand or not.

use super::failure::Failure;
use super::{SHORT_LIVED, agent, alone, javac, joined};
use crate::write::{Junit, Written, WrittenMethod};
use classfile::jdk::Jdk;
use host::{Ended, Limits, Process, Scratch};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
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

const ASSERTIONS: &str = include_str!("stand_in/Assertions.java");
const TEST: &str = include_str!("stand_in/Test.java");
const DISABLED: &str = include_str!("stand_in/Disabled.java");
const RUN: &str = include_str!("stand_in/Run.java");
const ROWS: &str = include_str!("stand_in/Rows.java");
/// What else there is of JUnit 5, below the folder of Jupiter.
const OF_FIVE: [(&str, &str); 6] = [
    ("api/Nested", include_str!("stand_in/Nested.java")),
    ("params/ParameterizedTest", include_str!("stand_in/ParameterizedTest.java")),
    ("params/provider/Arguments", include_str!("stand_in/Arguments.java")),
    ("params/provider/CsvSource", include_str!("stand_in/CsvSource.java")),
    ("params/provider/MethodSource", include_str!("stand_in/MethodSource.java")),
    ("params/provider/ValueSource", include_str!("stand_in/ValueSource.java")),
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
        let over = judged(written, &ended, &mut failed)?;
        // That many orders together take too long says nothing against any one test.
        if let Some((test, why)) = over.filter(|_| orders.len() > 1) {
            failed.entry(test).or_insert(why);
            // The tests behind it are tried when it is gone.
            break;
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
    once(jdk, class_path, junit, written, "places")
}

/// What stands between the words of a test that failed and the number of its line, where [`verify`] runs it.
pub const AT_LINE: &str = " at line ";

/// Compiles a class of tests and runs it once, in JUnit's order. What is said of tests that failed ends with their line.
///
/// # Errors
///
/// As above.
pub fn verify(
    jdk: &Jdk,
    class_path: &[PathBuf],
    junit: Junit,
    written: &Written,
) -> io::Result<Tried> {
    once(jdk, class_path, junit, written, "verify")
}

/// Compiles a class of tests and runs it once, in a mode of the runner's.
fn once(
    jdk: &Jdk,
    class_path: &[PathBuf],
    junit: Junit,
    written: &Written,
    mode: &str,
) -> io::Result<Tried> {
    let scratch = Scratch::new()?;
    if let Some(not_compiled) = compile(&scratch, jdk, class_path, junit, written)? {
        return Ok(not_compiled);
    }
    let path = readable(&scratch, class_path)?;
    let mut failed = BTreeMap::new();
    let ended = start(&scratch, jdk, &path, (&written.class, &[mode]), ORDERS[0].1)?;
    if let Some((test, why)) = judged(written, &ended, &mut failed)? {
        failed.entry(test).or_insert(why);
    }
    Ok(Tried::Failed(failed))
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
        Junit::Testng => ("org.testng.annotations", "Assert", "Ignore"),
    };
    let stand_in =
        |text: &str, class: &str| text.replace("PACKAGE", package).replace("CLASS", class);
    let folder = package.replace('.', "/");
    let mut files = vec![
        (written.path.clone(), written.text.clone()),
        match junit {
            Junit::Testng => ("org/testng/Assert.java".to_owned(), testng_assertions()),
            _ => (format!("{folder}/{assertions}.java"), stand_in(ASSERTIONS, assertions)),
        },
        (format!("{folder}/{disabled}.java"), stand_in(DISABLED, disabled)),
        (format!("{folder}/Test.java"), stand_in(TEST, "")),
        ("ferret/Run.java".to_owned(), RUN.to_owned()),
        ("ferret/Rows.java".to_owned(), ROWS.to_owned()),
    ];
    if junit == Junit::Five {
        let place = |name: &str| format!("org/junit/jupiter/{name}.java");
        files.extend(OF_FIVE.map(|(name, text)| (place(name), text.to_owned())));
    }
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
        let why = format!("javac did not end within {} s", COMPILING.as_secs());
        return Err(io::Error::new(io::ErrorKind::TimedOut, why));
    }
    Ok((!compiled.succeeded()).then(|| {
        let said = compiled.out.text().into_owned();
        let tests = blamed(written, &said);
        Tried::NotCompiled { said, tests }
    }))
}

/// What stands in for TestNG's assertions: those of JUnit with arguments the other way round.
fn testng_assertions() -> String {
    let text = ASSERTIONS.replace("PACKAGE", "org.testng").replace("CLASS", "Assert");
    let text = text
        .replace(", expected, actual);", ", actual, expected);")
        .replace("(int) expected, (int) actual", "(int) actual, (int) expected")
        .replace(
            "Arrays.toString(expected), Arrays.toString(actual)",
            "Arrays.toString(actual), Arrays.toString(expected)",
        )
        .replace("assertArrayEquals", "assertEquals")
        .replace("T assertThrows(", "T expectThrows(");
    let end = text.rfind('}').unwrap_or(text.len());
    let throws = "    public static <T extends Throwable> void assertThrows(Class<T> expected, Executable executable) {\n\
                  \x20       expectThrows(expected, executable);\n    }\n";
    format!("{}{throws}}}\n", &text[..end])
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
