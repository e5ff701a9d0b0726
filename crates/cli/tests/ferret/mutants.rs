//! Mutants as goals, as a user meets them: `--criterion mutation`, for C and for Java.

use super::{Directory, told};
use report::{Goal, Report, Survival, Verdict};
use std::process::Command;

/// Every result is less than 8, so some mistakes cannot be noticed.
const LOW: &str = "int low(int n)\n{\n    int rest = n & 7;\n    if (rest < 8)\n        return rest;\n    return -1;\n}\n";

const NAMES: &str = "package demo;

import java.util.List;
import java.util.Optional;

public class Names {
    public static String trimmed(String text) {
        return text.length() > 2 ? text.substring(1) : text;
    }

    public static Optional<String> first(int number) {
        return Optional.of(\"n\" + number);
    }

    public static List<String> both(String one, String other) {
        return List.of(one, other);
    }

    public static Integer next(int number) {
        return number + 1;
    }

    public static boolean isSmall(int number) {
        return number < 10;
    }
}
";

fn report(directory: &Directory, line: &str) -> Report {
    let json = told(&mut directory.ferret(line.split_whitespace()));
    crate::matches_schema(&json);
    report::json::parse(&json).unwrap_or_else(|error| panic!("{error}: {json}"))
}

fn goals(report: &Report) -> &[Goal] {
    &report.units[0].goals
}

#[test]
fn mutants_are_the_goals_of_a_run_that_ends_when_all_are_killed_or_equivalent() {
    let directory = Directory::new("mutants-c");
    directory.write("low.c", LOW);
    let line = "c low.c --criterion mutation --executions 1000000 --json --no-native";
    let report = report(&directory, line);
    assert_eq!(report.settings.criteria, ["mutation"]);
    assert!(goals(&report).iter().all(|goal| goal.goal.starts_with("noticed: ")));
    let with = |verdict: &Verdict| {
        let mut all: Vec<(u32, &str)> = goals(&report)
            .iter()
            .filter(|goal| goal.verdict == *verdict)
            .map(|goal| {
                (goal.place.as_ref().and_then(|place| place.line).unwrap_or(0), &*goal.goal)
            })
            .collect();
        all.sort();
        all
    };
    let equivalent = with(&Verdict::Survives(Survival::Equivalent));
    assert!(equivalent.contains(&(4, "noticed: replaced `<` by `<=`")), "{equivalent:?}");
    assert!(with(&Verdict::Covered).contains(&(3, "noticed: replaced `&` by `|`")));
    let mutation = report.units[0].mutation.as_ref().expect("mutants were made");
    assert_eq!(mutation.equivalent as usize, equivalent.len());
    assert_eq!(mutation.killed.covered as usize, with(&Verdict::Covered).len());
    assert!(mutation.survivors.iter().all(|own| own.survival == Survival::Equivalent));
    let table = told(&mut directory.ferret(line.replace("--json", "").split_whitespace()));
    let proven = format!("{0} survive ({0} proven equivalent)", equivalent.len());
    assert!(table.contains(&proven), "{table}");
}

#[test]
fn other_criteria_keep_their_goals_beside_mutants() {
    let directory = Directory::new("mutants-beside");
    directory.write("low.c", LOW);
    let line = "c low.c --criterion branch,mutation --executions 2000 --json --no-native";
    let report = report(&directory, line);
    let (mutants, branches): (Vec<&Goal>, Vec<&Goal>) =
        goals(&report).iter().partition(|goal| goal.goal.starts_with("noticed: "));
    assert_eq!(branches.len(), 2, "both ways of one branch");
    assert!(mutants.len() > 10 && branches.iter().any(|goal| goal.verdict == Verdict::Covered));
}

#[test]
fn mutants_are_hunted_the_same_for_any_number_of_threads() {
    let directory = Directory::new("mutants-threads");
    directory.write("low.c", LOW);
    let tests = |jobs: u32| {
        let folder = format!("out{jobs}");
        let line = format!("c low.c --criterion mutation --executions 3000 --jobs {jobs}");
        let line = format!("{line} --no-native --json --out {folder}");
        let mutation = report(&directory, &line).units.remove(0).mutation;
        (mutation, directory.read(&format!("{folder}/test_low.c")))
    };
    let (one, four) = (tests(1), tests(4));
    assert_eq!(one.0, four.0);
    assert_eq!(one.1.replace("out1", ""), four.1.replace("out4", ""));
}

#[test]
fn java_methods_return_empty_things_false_and_zero() {
    let directory = Directory::new("mutants-java");
    directory.write("Names.java", NAMES);
    let mut javac = Command::new("javac");
    javac.current_dir(&directory.path).args(["-g", "-d", "classes", "Names.java"]);
    assert!(javac.status().expect("javac starts").success());
    let line = "java classes --class demo.Names --criterion mutation --executions 3000 --json";
    let report = report(&directory, &format!("{line} --no-native --jobs 1"));
    for (member, text) in [
        ("trimmed", "an empty text"),
        ("first", "an empty Optional"),
        ("both", "an empty list"),
        ("next", "0"),
        ("isSmall", "false"),
        ("isSmall", "true"),
    ] {
        let goal = format!("noticed: replaced the result by {text}");
        let known = goals(&report).iter().find(|own| own.member == member && own.goal == goal);
        let verdict = known.map(|goal| &goal.verdict);
        assert_eq!(verdict, Some(&Verdict::Covered), "{member}: {goal}");
    }
}

#[test]
fn a_mutant_that_an_input_tells_apart_is_never_called_equivalent() {
    let directory = Directory::new("mutants-choice");
    directory.write("sign.c", "int sign(int n)\n{\n    return n < 0 ? -1 : 1;\n}\n");
    for seed in 0..6 {
        let line = format!("c sign.c --executions 300 --no-native --seed {seed}");
        let said = told(&mut directory.ferret(line.split_whitespace()));
        assert!(said.contains("mutants: ") && !said.contains("equivalent"), "{seed}: {said}");
    }
}
