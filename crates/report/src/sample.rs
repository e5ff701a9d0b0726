//! Small reports that tests render.

use crate::locate::Locate;
use crate::{
    Arm, Coverage, Effort, Exception, Finding, FindingKind, Flaky, Frame, Goal, Layer, LeftOut,
    LeftOutKind, Member, NonNull, Note, NoteKind, Place, Report, Settings, Share, Skipped,
    SkippedKind, Solver, Stack, Test, TestFile, TestFileKind, Unit, Untested, UntestedKind,
    Verdict, Vocabulary,
};
use expect_test::Expect;

mod sources;

fn share(covered: u32, total: u32) -> Share {
    Share { covered, total }
}

fn place(file: &str, line: u32, column: Option<u32>) -> Option<Place> {
    Some(Place { file: file.to_owned(), line: Some(line), column })
}

fn settings() -> Settings {
    Settings {
        seed: 1,
        technique: "auto".to_owned(),
        criteria: vec!["branch".to_owned()],
        mcdc: "unique-cause".to_owned(),
        executions: Some(1000),
        ..Settings::default()
    }
}

fn coverage(covered: u32) -> Coverage {
    Coverage { statement: share(covered, 4), branch: share(covered, 4), ..Coverage::default() }
}

fn goal(id: u32, member: &str, place: Option<Place>, verdict: Verdict) -> Goal {
    Goal { id, member: member.to_owned(), place, goal: "true".to_owned(), verdict }
}

fn test(name: &str, member: &str, covers: &[u32]) -> Test {
    let (name, member) = (name.to_owned(), member.to_owned());
    Test { name, member, covers: covers.to_vec(), fabricated: false }
}

fn member(name: &str, covered: u32, tests: u32) -> Member {
    Member {
        name: name.to_owned(),
        place: place("a.c", 1, Some(5)),
        coverage: coverage(covered),
        constant_conditions: 0,
        mutants: None,
        tests,
        untested: None,
        seconds: 0.25,
    }
}

fn unit(name: &str) -> Unit {
    Unit {
        name: name.to_owned(),
        vocabulary: None,
        settings: None,
        coverage: coverage(3),
        members: Vec::new(),
        sources: Vec::new(),
        goals: Vec::new(),
        tests: Vec::new(),
        files: Vec::new(),
        findings: Vec::new(),
        non_null: Vec::new(),
        left_out: Vec::new(),
        flaky: Flaky::default(),
        exceptions: Vec::new(),
        exits: Vec::new(),
        existing_tests: None,
        source_decisions: None,
        mutation: None,
        effort: Effort { executions: 1000, seconds: 1.5, ..Effort::default() },
        notes: Vec::new(),
    }
}

fn frame(function: &str, line: u32) -> Frame {
    Frame { function: function.to_owned(), place: place("a.c", line, Some(7)), library: false }
}

fn finding(test: &str, line: u32) -> Finding {
    Finding {
        kind: FindingKind::UndefinedBehaviour,
        member: "g".to_owned(),
        what: "division by zero".to_owned(),
        reason: Some("`n` is checked at a.c:8:7".to_owned()),
        place: place("a.c", line, Some(7)),
        stack: Stack::new([frame("divide", 9), frame("g", line)].into_iter()),
        occurrences: 3,
        test: Some(test.to_owned()),
        reproduction: None,
    }
}

/// A renderer of units.
type Print = fn(&Vocabulary, &[&Unit], Locate<'_>) -> String;

/// Renders a report whose sources are in `src`.
#[track_caller]
pub fn check(report: &Report, print: Print, expected: &Expect) {
    let units: Vec<&Unit> = report.units.iter().collect();
    let locate = |path: &str| format!("src/{path}");
    expected.assert_eq(&print(&report.vocabulary, &units, &locate));
}

/// A program of two C functions with a bit of everything.
pub fn program() -> Report {
    let words = Vocabulary {
        language: "C".to_owned(),
        unit: "program".to_owned(),
        member: "function".to_owned(),
        statements: "regions".to_owned(),
        by_member: true,
    };
    let mut report = Report::new(words, settings());
    let mut unit = unit("a.c");
    let text = "all 7 runs trapped: division by zero at a.c:9:7".to_owned();
    let untested = Some(Untested { kind: UntestedKind::Crashes, text });
    unit.members = vec![member("f", 3, 2), Member { untested, ..member("g", 0, 0) }];
    unit.sources = vec![sources::program()];
    unit.goals = vec![
        goal(0, "f", place("a.c", 2, Some(9)), Verdict::Covered),
        goal(1, "f", place("a.c", 3, Some(9)), Verdict::Infeasible),
        goal(2, "f", place("a.c", 4, Some(9)), Verdict::Bounded("steps of a run".to_owned())),
        goal(3, "g", place("a.c", 9, Some(7)), Verdict::Dies),
        goal(4, "g", None, Verdict::Open),
    ];
    unit.tests = vec![test("f_1", "f", &[0]), Test { fabricated: true, ..test("f_2", "f", &[0]) }];
    let file = |path: &str, kind, written| TestFile { path: path.to_owned(), kind, written };
    unit.files = vec![
        file("test_a.c", TestFileKind::Tests, true),
        file("findings_a.c", TestFileKind::Findings, true),
        file("Makefile", TestFileKind::Build, false),
    ];
    let after = Finding {
        kind: FindingKind::UseAfterRelease,
        what: "use of a block after free".to_owned(),
        ..finding("g_after_free", 12)
    };
    unit.findings = vec![after, finding("g_dies", 9), finding("g_dies_2", 11)];
    let parameters = vec!["p".to_owned(), "q".to_owned()];
    unit.non_null = vec![NonNull { member: "f".to_owned(), parameters }];
    unit.left_out = vec![LeftOut {
        test: "f_3".to_owned(),
        member: Some("f".to_owned()),
        kind: LeftOutKind::NotPassed,
        text: "it does not pass natively: a.c:3: r == 1".to_owned(),
        missing_class: None,
    }];
    unit.flaky.scenarios = 1;
    unit.effort.solver = Solver {
        paths: 5,
        solved: 3,
        layers: vec![Layer { name: "cache".to_owned(), answered: 2 }],
        ..Solver::default()
    };
    unit.effort.bounded_paths = vec!["f".to_owned()];
    unit.notes = vec![Note::new(NoteKind::Stopped, "interrupted; tests found so far are kept")];
    report.units.push(unit);
    report
}

/// Two classes, one of them skipped.
pub fn classes() -> Report {
    let words = Vocabulary {
        language: "Java".to_owned(),
        unit: "class".to_owned(),
        member: "method".to_owned(),
        statements: "lines".to_owned(),
        by_member: false,
    };
    let mut report = Report::new(words, settings());
    report.settings.criteria.push("exception".to_owned());
    let mut unit = unit("acme.Iban");
    unit.members = vec![member("Iban.check(String)", 3, 1)];
    unit.sources = vec![sources::class()];
    unit.goals = vec![goal(0, "Iban.check(String)", place("Iban.java", 2, None), Verdict::Open)];
    unit.tests = vec![test("checkReturnsTrue", "Iban.check(String)", &[])];
    unit.files = vec![TestFile {
        path: "acme/IbanTest.java".to_owned(),
        kind: TestFileKind::Tests,
        written: true,
    }];
    let exception = |thrown: &str, tested| Exception {
        member: "Iban.check".to_owned(),
        thrown: thrown.to_owned(),
        tested,
    };
    unit.exceptions =
        vec![exception("java.lang.ArithmeticException", true), exception("acme.Bad", false)];
    let left = |test: &str| LeftOut {
        test: test.to_owned(),
        member: None,
        kind: LeftOutKind::NotPassed,
        text: "it does not pass on the JVM: java.lang.NoClassDefFoundError: acme/Log".to_owned(),
        missing_class: Some("acme.Log".to_owned()),
    };
    unit.left_out = vec![left("a"), left("b"), left("c")];
    unit.flaky = Flaky { scenarios: 2, assertions: 1 };
    let library = Frame {
        function: "java.math.BigInteger.divide".to_owned(),
        place: place("java/math/BigInteger.java", 2337, None),
        library: true,
    };
    let own = |function: &str, line| Frame {
        function: function.to_owned(),
        place: place("Iban.java", line, None),
        library: false,
    };
    let frames = [library, own("acme.Iban.digits", 7), own("acme.Iban.check", 3)];
    unit.findings = vec![Finding {
        kind: FindingKind::Crash,
        member: "Iban.check".to_owned(),
        what: "throws ArithmeticException".to_owned(),
        reason: None,
        place: place("Iban.java", 7, None),
        stack: Stack::new(frames.into_iter()),
        occurrences: 1,
        test: None,
        reproduction: Some("new Iban().check(\"\");".to_owned()),
    }];
    unit.effort.arms =
        vec![Arm { name: "random".to_owned(), executions: 10, goals: 3, seconds: 0.1 }];
    report.units.push(unit);
    report.skipped.push(Skipped {
        unit: "acme.Log".to_owned(),
        kind: SkippedKind::NothingToCall,
        text: "nothing that a test can call".to_owned(),
    });
    report
}
