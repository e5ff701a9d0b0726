//! `ferret java`: compiled Java as a user runs and lists it.

use std::path::PathBuf;
use std::process::Command;

use expect_test::{Expect, expect};
use java::referee::trial::{self, Tried};
use java::write::{Junit, Written};

use crate::{Directory, told, told_with_input};

const WORDS: &str = "package demo;
import java.util.Scanner;

public class Words {
    private int words;

    void read(Scanner scanner) {
        while (scanner.hasNext()) {
            scanner.next();
            words++;
        }
    }

    public static void main(String[] args) {
        Words words = new Words();
        while (args.length == 2) {
            words.words++;
        }
        words.read(new Scanner(System.in));
        System.out.println(words.words + \" words\" + (args.length > 0 ? \" for \" + args[0] : \"\"));
        if (words.words > 3) {
            throw new IllegalStateException(\"too many\");
        }
        System.exit(words.words);
    }
}
";

/// A tool of the JDK on the path.
fn tool(name: &str) -> Command {
    Command::new(name)
}

/// A directory with a compiled program, and jars of it with and without a main class.
fn directory(name: &str) -> Directory {
    let directory = Directory::new(name);
    directory.write("Words.java", WORDS);
    let run = |command: &mut Command| {
        let output = command.current_dir(&directory.path).output().expect("a JDK on the path");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    run(tool("javac").args(["-d", ".", "Words.java"]));
    run(tool("jar").args([
        "--create",
        "--file",
        "words.jar",
        "--main-class",
        "demo.Words",
        "demo",
    ]));
    run(tool("jar").args(["--create", "--file", "library.jar", "demo"]));
    directory
}

fn check(directory: &Directory, line: &str, input: &str, expected: Expect) {
    let mut command = directory.ferret(line.split_whitespace());
    // The lines of a stack begin with a tab, which our own files do not have.
    expected.assert_eq(&told_with_input(&mut command, input).replace('\t', "    "));
}

/// Compiles a source, with what debuggers need, into the folder `classes`.
fn compile(directory: &Directory, source: &str) {
    let mut javac = tool("javac");
    javac.args(["-g", "-d", "classes", source]).current_dir(&directory.path);
    assert!(javac.output().expect("a JDK on the path").status.success());
}

#[test]
fn a_program_prints_and_ends_as_it_would_in_the_jvm() {
    let directory = directory("java_words");
    check(
        &directory,
        "java --run demo/Words.class",
        "one two\n",
        expect![[r#"
        2 words
        => 2
    "#]],
    );
    check(
        &directory,
        "java --run words.jar -- you",
        "a b c",
        expect![[r#"
        3 words for you
        => 3
    "#]],
    );
    check(
        &directory,
        "java --run demo.Words --classpath words.jar",
        "",
        expect![[r#"
        0 words
    "#]],
    );
    check(
        &directory,
        "java --run words.jar",
        "1 2 3 4",
        expect![[r#"
        4 words
        ! Exception in thread "main" java.lang.IllegalStateException: too many
        !     at demo.Words.main(Words.java:22)
        => 1
    "#]],
    );
    check(
        &directory,
        "java --run words.jar --max-steps 30_000_000 -- on on",
        "",
        expect![[r#"
        ! stopped: step budget used up after 30000005 steps
        => 124
    "#]],
    );
}

#[test]
fn classes_are_listed_with_their_branches() {
    let directory = directory("java_list");
    check(
        &directory,
        "java --list library.jar",
        "",
        expect![[r#"
        demo.Words
          <init>(): 0 branches, 0 checks
          void read(java.util.Scanner): 2 branches, 1 check
          void main(java.lang.String[]): 6 branches, 5 checks
        1 class, 3 methods, 8 branches, 6 checks; 0 cannot be lowered
    "#]],
    );
    check(
        &directory,
        "java --list demo/Words.class",
        "",
        expect![[r#"
        demo.Words
          <init>(): 0 branches, 0 checks
          void read(java.util.Scanner): 2 branches, 1 check
          void main(java.lang.String[]): 6 branches, 5 checks
        1 class, 3 methods, 8 branches, 6 checks; 0 cannot be lowered
    "#]],
    );
}

#[test]
fn a_class_that_cannot_be_linked_is_told_and_the_rest_is_listed() {
    let directory = directory("java_broken");
    let mut bytes = std::fs::read(directory.path.join("demo/Words.class")).expect("a class file");
    bytes.truncate(200);
    directory.write("demo/Broken.class", bytes);
    check(
        &directory,
        "java --list .",
        "",
        expect![[r#"
        demo.Broken
          cannot be linked: .: class demo/Broken: it ends too early
        demo.Words
          <init>(): 0 branches, 0 checks
          void read(java.util.Scanner): 2 branches, 1 check
          void main(java.lang.String[]): 6 branches, 5 checks
        2 classes, 3 methods, 8 branches, 6 checks; 1 cannot be lowered
    "#]],
    );
}

#[test]
fn methods_are_printed_in_the_text_form() {
    let directory = Directory::new("java_ir");
    directory
        .write("Twice.java", "class Twice { static int f(int a) { return a > 3 ? a : 2 * a; } }\n");
    let output = tool("javac").current_dir(&directory.path).arg("Twice.java").output();
    assert!(output.expect("a JDK on the path").status.success());
    check(
        &directory,
        "java --ir Twice.class",
        "",
        expect![[r#"
        func @"Twice.<init>()V"(%this: ptr) !0:1:1-1 {
        entry:
          ret  !0:1:1-1
        }

        func @"Twice.f(I)I"(%p.1: i32) -> i32 !0:1:1-1 {
          var %t.0i: i32
        entry:
          br sgt i32 %p.1, 3 ? L5 : L9  !0:1:1-1
        L5:
          jump L12(%s.0i = %p.1)  !0:1:1-1
        L9:
          %t.0i = mul i32 2, %p.1  !0:1:1-1
          jump L12(%s.0i = %t.0i)  !0:1:1-1
        L12:
          ret %s.0i  !0:1:1-1
        }
    "#]],
    );
}

#[test]
fn what_is_no_program_is_told_in_a_sentence() {
    let directory = directory("java_mistakes");
    directory.write("empty.class", "");
    directory.write("text.class", "public class Text {}");
    directory.write("text.jar", "no archive");
    std::fs::copy(directory.path.join("demo/Words.class"), directory.path.join("Words.class"))
        .expect("a copy");
    let check = |line: &str, expected: Expect| check(&directory, line, "", expected);
    check(
        "java --run missing.class",
        expect![[r#"
        ! error: missing.class: No such file or directory (os error 2)
        => 2
    "#]],
    );
    check(
        "java --run empty.class",
        expect![[r#"
        ! error: empty.class: it ends too early
        => 2
    "#]],
    );
    check(
        "java --run text.class",
        expect![[r#"
        ! error: text.class: it does not begin as a class file does
        => 2
    "#]],
    );
    check(
        "java --run text.jar",
        expect![[r#"
        ! error: text.jar: invalid Zip archive: Could not find EOCD
        => 2
    "#]],
    );
    check(
        "java --run Words.class",
        expect![[r#"
        ! error: Words.class holds class demo.Words, so it should lie in a directory demo and be called Words.class
        => 2
    "#]],
    );
    check(
        "java --run Words.java",
        expect![[r#"
        ! error: Words.java is source code: compile it with javac, and name the class file
        => 2
    "#]],
    );
    check(
        "java --run library.jar",
        expect![[r#"
        ! error: `library.jar` is a jar without a Main-Class: nothing says which class is run
        !   = help: name one: ferret java --run NAME --classpath library.jar
        => 2
    "#]],
    );
    check(
        "java --run demo",
        expect![[r#"
        ! error: `demo` is a directory: nothing says which class is run
        !   = help: name one: ferret java --run NAME --classpath demo
        => 2
    "#]],
    );
    check(
        "java --run demo.Missing",
        expect![[r#"
        ! error: class demo/Missing is not found on the class path
        !   = help: say where its classes are with --classpath
        => 2
    "#]],
    );
    check(
        "java --run java.lang.String",
        expect![[r#"
        ! error: class java/lang/String has no method `public static void main(String[])`
        => 2
    "#]],
    );
    check(
        "java --run words.jar --classpath nowhere.jar",
        expect![[r#"
        0 words
    "#]],
    );
    check(
        "java --run words.jar --jdk nowhere",
        expect![[r#"
        ! error: there is no folder nowhere
        => 2
    "#]],
    );
}

#[test]
fn a_machine_without_a_jdk_is_told_what_to_do() {
    let directory = Directory::new("java_nowhere");
    let mut command = directory.ferret(["java", "--run", "Main"]);
    command.env_remove("JAVA_HOME").env("PATH", PathBuf::from("/nowhere"));
    expect![[r#"
        ! error: no JDK is found: name one with --jdk, set JAVA_HOME, or put `java` on the PATH (Debian: openjdk-17-jdk-headless)
        => 2
    "#]].assert_eq(&told(&mut command));
}

const DOOR: &str = "package demo;

public class Door {
    private boolean open;

    public boolean open(int code) {
        if (open) {
            throw new IllegalStateException(\"it is open\");
        }
        open = code == 4711;
        return open;
    }

    public boolean isOpen() {
        return open;
    }
}
";

/// What Ferret says without how long it took.
fn untimed(text: &str) -> String {
    let line = |line: &str| match line.rsplit_once("  ") {
        Some((rest, time)) if time.trim().ends_with('s') && time.trim().contains('.') => {
            format!("{}\n", rest.trim_end())
        }
        _ => format!("{}\n", line.trim_end()),
    };
    text.lines().map(line).collect()
}

#[test]
fn tests_of_a_class_are_written_once_tried_and_never_overwritten_after_an_edit() {
    let directory = Directory::new("java_tests");
    directory.write("Door.java", DOOR);
    compile(&directory, "Door.java");
    let line = "java classes --class demo.Door --executions 400 --jobs 1 --out src --verbose";
    let told_of = |line: &str| untimed(&told(&mut directory.ferret(line.split_whitespace())));
    expect![[r#"
        class          lines   branches      edges  decisions  conditions      MC/DC    mutants  tests    time
          Door           1/1        0/0        0/0        0/0         0/0        0/0        0/0
          open           4/4        4/4        4/4        4/4         4/4        0/0      10/10
          isOpen         1/1        0/0        0/0        0/0         0/0        0/0        2/2
        demo.Door        6/6        4/4        4/4        4/4         4/4        0/0      12/12      4

        mutants: 12 of 12 killed (100 %), 0 survive
        1 distinct exception
        tests: 4 in src/demo/DoorTest.java
    "#]]
    .assert_eq(&told_of(line));
    let path = directory.path.join("src/demo/DoorTest.java");
    let text = std::fs::read_to_string(&path).expect("the tests");
    expect![[r#"
        /* Tests of demo.Door, written by Ferret. */
        package demo;

        import static org.junit.jupiter.api.Assertions.assertFalse;
        import static org.junit.jupiter.api.Assertions.assertThrows;
        import static org.junit.jupiter.api.Assertions.assertTrue;

        import org.junit.jupiter.api.Test;

        class DoorTest {
            @Test
            void openReturnsTrue() {
                Door door = new Door();
                assertTrue(door.open(4711));
                assertTrue(door.isOpen());
            }

            @Test
            void openReturnsFalse() {
                Door door = new Door();
                assertFalse(door.open(1));
            }

            @Test
            void openThrowsIllegalStateException() {
                Door door = new Door();
                door.open(4711);

                assertThrows(IllegalStateException.class, () -> door.open(1));
            }

            @Test
            void isOpenReturnsFalse() {
                Door door = new Door();
                assertFalse(door.isOpen());
            }
        }

        /* ferret: 2e40aeb927d813e7 */
    "#]]
    .assert_eq(&text);
    let edited = text.replace("4711", "4712");
    std::fs::write(&path, &edited).expect("the tests can be edited");
    let again = told_of(line);
    assert!(again.contains("DoorFerretTest.java"), "{again}");
    assert_eq!(std::fs::read_to_string(&path).expect("the tests"), edited);
}

#[test]
fn a_class_that_is_on_no_class_path_is_named_where_the_jvm_asks_for_it() {
    let directory = Directory::new("java_lacking");
    directory.write(
        "Shop.java",
        "class Ware {}
class Book extends Ware {}
public class Shop {
    public Ware first() { return new Book(); }
    public int price(int count) { return count > 10 ? 9 : 10; }
    public int pieces(int count) { return count / 2; }
}
",
    );
    compile(&directory, "Shop.java");
    std::fs::remove_file(directory.path.join("classes/Book.class")).expect("it was compiled");
    let text = directory.told("java classes --class Shop --executions 400 --verbose");
    let left_out: Vec<&str> = text.lines().filter(|line| line.contains("Book")).collect();
    let [tests, help] = left_out[..] else { panic!("{text}") };
    assert!(tests.starts_with("  Shop ") && tests.contains(" others: it does not pass"), "{tests}");
    assert_eq!(
        help,
        "`Book` is not on the class path, and these tests need it: add its jar with --classpath"
    );
}

#[test]
fn a_class_that_is_not_there_is_named() {
    let directory = directory("java_no_class");
    let told_of = |line: &str| told(&mut directory.ferret(line.split_whitespace()));
    expect![[r#"
        ! error: there is no class `demo.Missing` in demo
        => 2
    "#]]
    .assert_eq(&told_of("java demo --class demo.Missing"));
    expect![[r#"
        ! error: there is no class `demo.Missing` on the class path
        !   = help: name a directory or a jar, or give --classpath
        => 2
    "#]]
    .assert_eq(&told_of("java demo.Missing"));
}

#[test]
fn without_a_target_the_build_of_the_project_is_asked() {
    let directory = Directory::new("java_build");
    let told_of = |line: &str| untimed(&told(&mut directory.ferret(line.split_whitespace())));
    expect![[r#"
        ! error: there is no pom.xml or build.gradle here, so the classes are unknown
        !   = help: name a directory, a jar or a class file
        => 2
    "#]]
    .assert_eq(&told_of("java"));
    expect![[r#"
        ! error: no target is given
        !   = help: name a class file, a jar, a directory or a class
        => 2
    "#]]
    .assert_eq(&told_of("java --list"));
    directory.write("build.gradle", "plugins { id 'java' }\n");
    // Stands in for Gradle: it says what the task that it is given would.
    directory.write(
        "gradlew",
        "#!/bin/sh\nprintf 'ferret\\tclasses\\tdoors\\t%s/classes\\n' \"$PWD\"\n",
    );
    let wrapper = directory.path.join("gradlew");
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&wrapper, executable).expect("it can be made executable");
    let not_compiled = told_of("java");
    assert!(not_compiled.contains("the Gradle project is not compiled yet"), "{not_compiled}");
    assert!(not_compiled.contains("= help: compile it: gradle classes"), "{not_compiled}");
    directory.write("Door.java", DOOR);
    compile(&directory, "Door.java");
    let said = told_of("java --executions 400 --jobs 1 --no-native");
    assert!(
        said.contains("Gradle project `doors`: classes in classes, 0 class path entries\n"),
        "{said}"
    );
    assert!(said.contains("tests: 4 in ferret-tests/demo/DoorTest.java"), "{said}");
}

#[test]
fn a_class_of_the_jdk_is_tested_from_outside_of_its_package() {
    let directory = Directory::new("java_jdk");
    let line = "java java.util.OptionalInt --executions 400 --jobs 1 --no-native --json";
    let said = directory.told(line);
    let text = directory.read("ferret-tests/test/java/util/OptionalIntTest.java");
    assert!(text.contains("package test.java.util;"), "{text}");
    assert!(text.contains("OptionalInt of = OptionalInt.of("), "{text}");
    // What is private stays so.
    assert!(!text.contains("new OptionalInt("), "{text}");
    assert!(said.contains("\"name\": \"java.util.OptionalInt\""), "{said}");
}

#[test]
fn failing_checks_and_exceptions_are_asked_for_by_criteria() {
    let directory = Directory::new("java_checks");
    directory.write(
        "Ratio.java",
        "package demo;\npublic class Ratio {\n    public int of(int[] parts, int at) {\n        \
         return 60 / parts[at];\n    }\n}\n",
    );
    compile(&directory, "Ratio.java");
    let told_of = |more: &str| {
        let line = "java classes --class demo.Ratio --executions 400 --jobs 1 --out src -v";
        let words = line.split_whitespace().chain(more.split_whitespace());
        told(&mut directory.ferret(words))
    };
    expect![[r#"
        class           lines   branches      edges  decisions  conditions      MC/DC     checks    mutants  tests    time
          Ratio           1/1        0/0        0/0        0/0         0/0        0/0        0/0        0/0
          of              1/1        0/0        0/0        0/0         0/0        0/0        3/3        3/3
        demo.Ratio        2/2        0/0        0/0        0/0         0/0        0/0        3/3        3/3      4

        mutants: 3 of 3 killed (100 %), 0 survive
        3 distinct exceptions; 3 have a test
          Ratio.of throws java.lang.ArithmeticException
          Ratio.of throws java.lang.ArrayIndexOutOfBoundsException
          Ratio.of throws java.lang.NullPointerException

        broken preconditions, not counted as findings:
          1 unchecked null argument: Ratio.of(parts)
          1 argument that the function does not accept: Ratio.of
        tests: 4 in src/demo/RatioTest.java
    "#]]
    .assert_eq(&untimed(&told_of("--criterion branch,check,exception")));
    let text = std::fs::read_to_string(directory.path.join("src/demo/RatioTest.java"));
    let text = text.expect("the tests");
    let lines = text.lines().map(str::trim).filter(|line| line.starts_with("assert"));
    expect![[r#"
        assertThrows(NullPointerException.class, () -> ratio.of(null, 1));
        assertThrows(ArrayIndexOutOfBoundsException.class, () -> ratio.of(new int[0], 1));
        assertEquals(30, ratio.of(new int[] {2}, 0));
        assertThrows(ArithmeticException.class, () -> ratio.of(new int[] {0}, 0));
    "#]]
    .assert_eq(&lines.map(|line| format!("{line}\n")).collect::<String>());
    let report = report::json::parse(&told_of("--criterion check --json")).expect("a report");
    let [unit] = report.units.as_slice() else { panic!("one class") };
    assert_eq!(unit.coverage.check, Some(report::Share { covered: 3, total: 3 }));
    let exception = &unit.exceptions[0];
    assert_eq!(exception.member, "Ratio.of");
    assert_eq!(exception.thrown, "java.lang.ArithmeticException");
    assert!(exception.tested);
}

/// A subject that has something to find, compiled with its source at hand.
fn subject(name: &str) -> Directory {
    let directory = Directory::new(&format!("java_{}", name.to_lowercase()));
    let path = format!("../../subjects/java/units/{name}.java");
    let text = std::fs::read_to_string(path).expect("a subject");
    let source = format!("sources/units/{name}.java");
    std::fs::create_dir_all(directory.path.join("sources/units")).expect("a folder");
    directory.write(&source, &text);
    compile(&directory, &source);
    directory
}

#[test]
fn a_finding_is_a_test_that_is_switched_off_and_fails_when_it_is_not() {
    let directory = subject("Label");
    let line = "java classes --class units.Label --executions 2500 --jobs 1 --json --out src";
    let report = report::json::parse(&directory.told(line)).expect("a report");
    let [unit] = report.units.as_slice() else { panic!("one class") };
    let found: Vec<&report::Finding> =
        unit.findings.iter().filter(|finding| finding.kind.is_reportable()).collect();
    let [finding] = found.as_slice() else { panic!("one finding: {found:?}") };
    assert_eq!(finding.kind, report::FindingKind::Crash);
    let test = "LabelFindingsTest.markDoesNotThrowStringIndexOutOfBounds";
    assert_eq!(finding.test.as_deref(), Some(test));
    let is_findings = |file: &&report::TestFile| file.kind == report::TestFileKind::Findings;
    let file = unit.files.iter().find(is_findings).expect("a file of findings");
    assert_eq!(file.path, "units/LabelFindingsTest.java");
    let text = directory.read("src/units/LabelFindingsTest.java");
    expect![[r#"
        /* Findings in units.Label, written by Ferret. */
        package units;

        import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

        import org.junit.jupiter.api.Disabled;
        import org.junit.jupiter.api.Test;

        class LabelFindingsTest {
            @Test
            @Disabled("crash: Label.mark throws StringIndexOutOfBoundsException at Label.java:19: it "
                    + "depends on what `text` holds, and nothing rejects that")
            void markDoesNotThrowStringIndexOutOfBounds() {
                assertDoesNotThrow(() -> Label.mark("a"));
            }
        }

        /* ferret: 6241c2c8c5576702 */
    "#]]
    .assert_eq(&text);
    // Without the annotation it is a test that fails, and nothing else is wrong with it.
    let is_off = |line: &&str| ["@Disabled", "+ \""].iter().any(|own| line.trim().starts_with(own));
    let lines: Vec<&str> = text.lines().filter(|line| !is_off(line)).collect();
    let written = Written {
        path: file.path.clone(),
        class: "units.LabelFindingsTest".to_owned(),
        text: lines.join("\n"),
        tests: vec!["markDoesNotThrowStringIndexOutOfBounds".to_owned()],
        ..Written::default()
    };
    let jdk = classfile::jdk::Jdk::find(None).expect("a JDK");
    let classes = [directory.path.join("classes")];
    let tried = trial::attempt(&jdk, &classes, Junit::Five, &written, false).expect("a JVM");
    let Tried::Failed(failed) = tried else { panic!("{tried:?}") };
    let why = failed.get("markDoesNotThrowStringIndexOutOfBounds").expect("it fails").to_string();
    assert!(why.contains("StringIndexOutOfBoundsException"), "{why}");
}

#[test]
fn what_does_not_end_and_what_is_not_thrown_in_spite_of_its_documentation_are_shown_by_tests() {
    let directory = subject("Stuck");
    let line = "java classes --class units.Stuck --executions 2500 --jobs 1 --sources sources";
    let told = directory.told(&format!("{line} --out src"));
    for shown in [
        "broken contract: Stuck.name does not throw IllegalArgumentException at Stuck.java:43",
        "its documentation says: IllegalArgumentException if size is negative",
        "hang: Stuck.spaces does not end at Stuck.java:22",
    ] {
        assert!(told.contains(shown), "no {shown} in\n{told}");
    }
    let text = directory.read("src/units/StuckFindingsTest.java");
    for shown in [
        "assertThrows(IllegalArgumentException.class, () -> Stuck.name(-1));",
        "assertTimeoutPreemptively(Duration.ofSeconds(5), () -> Stuck.spaces(\"\\t\"));",
    ] {
        assert!(text.contains(shown), "no {shown} in\n{text}");
    }
}

#[test]
fn what_the_documentation_says_is_thrown_is_no_finding() {
    let directory = subject("Bargain");
    let line = "java classes --class units.Bargain --executions 2500 --jobs 1 --no-native";
    let told_of = |more: &str| directory.told(&format!("{line} {more}"));
    // It is told beside another one that is like it.
    assert!(told_of("").contains("1 similar: Bargain.price at Bargain.java:29"));
    let told = told_of("--sources sources");
    assert!(!told.contains("Bargain.price at"), "{told}");
    assert!(told.contains("crash: Bargain.sign throws StringIndexOutOfBounds"), "{told}");
    assert!(told.contains("failed assertion: Bargain.offer throws AssertionError"), "{told}");
}

#[test]
fn what_each_arm_did_and_what_no_test_covers_is_in_the_json() {
    let directory = Directory::new("java_json");
    directory.write(
        "Half.java",
        "package demo;\npublic class Half {\n    public static int of(int whole) {\n        \
         int half = whole >>> 1;\n        if (half < 0) {\n            return -1;\n        }\n        \
         return half == 20_000_017 ? 1 : half;\n    }\n}\n",
    );
    compile(&directory, "Half.java");
    let line = "java classes --class demo.Half --executions 600 --jobs 1 --no-native --json";
    let json = told(&mut directory.ferret(line.split_whitespace()));
    crate::matches_schema(&json);
    let report = report::json::parse(&json).expect("a report");
    let [class] = report.units.as_slice() else { panic!("one class") };
    let arms: Vec<&str> = class.effort.arms.iter().map(|arm| arm.name.as_str()).collect();
    let all =
        ["first look", "random", "evolution", "local search", "exploration", "sequence search"];
    assert_eq!(arms, all);
    // Three branches, and the constructor, which has none.
    assert_eq!(class.effort.arms.iter().map(|arm| arm.goals).sum::<u64>(), 4);
    let open: Vec<_> =
        class.goals.iter().filter(|goal| goal.verdict != report::Verdict::Covered).collect();
    let [goal] = open.as_slice() else { panic!("one goal: {open:?}") };
    let place = goal.place.as_ref().map(ToString::to_string);
    assert_eq!((goal.member.as_str(), goal.goal.as_str()), ("of", "true"));
    assert_eq!(place.as_deref(), Some("Half.java:5"));
    assert_eq!(goal.verdict, report::Verdict::Infeasible);
    // Every goal that is covered is covered by a test, which says so.
    for goal in class.goals.iter().filter(|goal| goal.verdict == report::Verdict::Covered) {
        assert!(class.tests.iter().any(|test| test.covers.contains(&goal.id)), "{goal:?}");
    }
}
