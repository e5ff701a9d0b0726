//! `ferret program` as a user meets it: a corpus that is replayed, crashes, markers of other tools, and mistakes.

use super::Directory;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn subject(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/programs");
    std::fs::read_to_string(root.join(name)).expect("a subject")
}

/// A directory with one of our programs.
fn with(test: &str, name: &str) -> Directory {
    let directory = Directory::new(test);
    let file = name.rsplit('/').next().expect("a name");
    directory.write(file, subject(name));
    directory
}

fn run(directory: &Directory, line: &str) -> String {
    directory.told(&format!("program {line} --jobs 2"))
}

/// What is printed as JSON of the only unit.
fn unit(directory: &Directory, line: &str) -> serde_json::Value {
    let text = run(directory, &format!("{line} --json"));
    let json: String = text.lines().filter(|line| !line.starts_with("! ")).collect();
    let report: serde_json::Value =
        serde_json::from_str(&json).unwrap_or_else(|_| panic!("{text}"));
    super::matches_schema(&json);
    report["units"][0].clone()
}

fn shell(directory: &Directory, line: &str) -> Output {
    Command::new("sh").args(["-c", line]).current_dir(&directory.path).output().expect("a shell")
}

fn succeeds(directory: &Directory, line: &str) -> String {
    let output = shell(directory, line);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{line}: {said}");
    String::from_utf8_lossy(&output.stdout).into_owned() + &said
}

/// Covered and all of a kind, as llvm-cov counts them in the replayed corpus.
fn counted(directory: &Directory, name: &str, kind: &str) -> [u64; 2] {
    succeeds(directory, "ferret-program/replay.sh --coverage");
    let build = "ferret-program/build/coverage";
    succeeds(directory, &format!("llvm-profdata-19 merge {build}/profiles/*.raw -o all.profdata"));
    let json = succeeds(
        directory,
        &format!("llvm-cov-19 export -summary-only {build}/bin/{name} -instr-profile all.profdata"),
    );
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let totals = &json["data"][0]["totals"][kind];
    [&totals["covered"], &totals["count"]].map(|number| number.as_u64().expect("a number"))
}

#[track_caller]
fn claims_what_llvm_cov_counts(directory: &Directory, name: &str, unit: &serde_json::Value) {
    for (kind, ours) in [("branches", "branch"), ("regions", "statement")] {
        let claimed = &unit["coverage"][ours];
        let claimed = [&claimed["covered"], &claimed["total"]].map(|one| one.as_u64().unwrap());
        assert_eq!(claimed, counted(directory, name, kind), "{kind}");
    }
    assert_eq!(unit["notes"], serde_json::json!([]), "nothing differs natively");
}

#[test]
fn arguments_and_input_are_found_and_llvm_cov_confirms_the_coverage() {
    let directory = with("program-count", "count.c");
    let unit = unit(&directory, "count.c --args 2x4 --stdin 12 --executions 600");
    claims_what_llvm_cov_counts(&directory, "count", &unit);
    assert!(unit["coverage"]["branch"]["covered"].as_u64() >= Some(28), "{}", unit["coverage"]);
    let said = succeeds(&directory, "ferret-program/replay.sh");
    let tests = unit["tests"].as_array().expect("tests").len();
    assert_eq!(said.lines().filter(|line| line.contains(": status ")).count(), tests, "{said}");
    let said = succeeds(&directory, "ferret-program/coverage.sh");
    assert!(said.contains("TOTAL"), "{said}");
}

#[test]
fn files_and_variables_of_the_environment_are_inputs() {
    let directory = with("program-greeting", "greeting.c");
    let line = "greeting.c --file name.txt:8 --env LANGUAGE:4 --executions 600";
    let unit = unit(&directory, line);
    claims_what_llvm_cov_counts(&directory, "greeting", &unit);
    let printed = succeeds(&directory, "ferret-program/replay.sh");
    for greeting in ["Hallo", "Bonjour", "Hello"] {
        assert!(printed.contains(greeting), "{printed}");
    }
}

#[test]
fn a_crash_is_kept_apart_small_with_its_stack_and_a_replay() {
    let directory = with("program-records", "records.c");
    let unit = unit(&directory, "records.c --stdin 24 --executions 600");
    claims_what_llvm_cov_counts(&directory, "records", &unit);
    assert_eq!(unit["findings"].as_array().map(Vec::len), Some(1), "{}", unit["findings"]);
    let stack = directory.read("ferret-program/crashes/crash-001/stack");
    assert!(stack.starts_with("access out of bounds\n  at records.c:16:22 in main\n"), "{stack}");
    assert!(stack.contains("natively: index 8 out of bounds"), "{stack}");
    // The length, and as many bytes as overflow the field: nothing smaller does.
    let input = directory.path.join("ferret-program/crashes/crash-001/stdin");
    assert_eq!(std::fs::read(input).expect("the input").len(), 10);
    let replay = stack.lines().find_map(|line| line.strip_prefix("replay: ")).expect("a command");
    let output = shell(&directory, &format!("cd ferret-program && {replay}"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("out of bounds"), "{output:?}");
}

#[test]
fn a_harness_of_a_fuzzer_needs_no_main() {
    let directory = with("program-harness", "harness.c");
    let unit = unit(&directory, "harness.c --data 8 --executions 600 --fuzz-corpus seeds");
    claims_what_llvm_cov_counts(&directory, "harness", &unit);
    let crash = std::fs::read(directory.path.join("ferret-program/crashes/crash-001/data"));
    assert_eq!(crash.expect("an input"), b"[");
    let tests = unit["tests"].as_array().expect("tests").len();
    assert_eq!(std::fs::read_dir(directory.path.join("seeds")).expect("files").count(), tests);
}

#[test]
fn inputs_that_a_program_marks_for_klee_are_found() {
    let directory = with("program-symbols", "symbols.c");
    let unit = unit(&directory, "symbols.c --executions 600");
    claims_what_llvm_cov_counts(&directory, "symbols", &unit);
    let branch = &unit["coverage"]["branch"];
    assert_eq!(branch["covered"], branch["total"], "{branch}");
    let answers = succeeds(&directory, "cat ferret-program/corpus/*/answers");
    assert!(answers.contains(" word\n") && answers.contains(" limit\n"), "{answers}");
}

#[test]
fn inputs_that_a_program_marks_for_crest_are_found() {
    let directory = Directory::new("program-crest");
    let source = "#define CREST_int(x) __CrestInt(&x)\nvoid __CrestInt(int *);\n\
                  int main(void) {\n    int a, b;\n    CREST_int(a);\n    CREST_int(b);\n\
                  \x20   if (a * 2 == b && b > 1000) return 1;\n    return 0;\n}\n";
    directory.write("crest.c", source);
    let unit = unit(&directory, "crest.c --executions 300");
    claims_what_llvm_cov_counts(&directory, "crest", &unit);
    assert_eq!(unit["coverage"]["branch"]["covered"], 4, "{}", unit["coverage"]);
}

#[test]
fn a_suite_of_test_comp_lists_the_answers_in_their_order() {
    let directory = with("program-test-comp", "nondet/guarded.c");
    let unit = unit(&directory, "guarded.c --executions 300 --test-comp suite.zip");
    claims_what_llvm_cov_counts(&directory, "guarded", &unit);
    let list = "import zipfile; z = zipfile.ZipFile('suite.zip'); \
                print('\\n'.join(n + '\\n' + z.read(n).decode() for n in z.namelist()))";
    let all = succeeds(&directory, &format!("python3 -c \"{list}\""));
    let hash = succeeds(&directory, "sha256sum guarded.c");
    let hash = hash.split(' ').next().expect("a hash");
    assert!(all.contains(&format!("<programhash>{hash}</programhash>")), "{all}");
    assert!(all.contains("<programfile>guarded.c</programfile>"), "{all}");
    let (_, error) = all.split_once("<testcase coversError=\"true\">\n").expect("the error");
    let values: Vec<i64> = error
        .lines()
        .filter_map(|line| {
            line.trim().strip_prefix("<input type=\"int\">")?.strip_suffix("</input>")
        })
        .map(|value| value.parse().expect("a number"))
        .collect();
    assert!(values.len() == 2 && values[1] == 3 * values[0], "{values:?}");
}

#[test]
fn c_from_before_the_standard_works_by_the_commands_of_its_build() {
    let directory = with("program-old", "old.c");
    directory.write(
        "compile_commands.json",
        r#"[{"directory": ".", "file": "old.c", "command": "gcc -O2 -std=gnu99 -c old.c -o old.o"}]"#,
    );
    let unit =
        unit(&directory, "--compile-commands compile_commands.json --args 1x8 --executions 300");
    claims_what_llvm_cov_counts(&directory, "old", &unit);
    assert_eq!(unit["coverage"]["branch"]["covered"], 6, "{}", unit["coverage"]);
}

/// All files below a folder with their content.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        match entry.path() {
            path if path.is_dir() => found.extend(files(&path)),
            path => {
                let content = std::fs::read(&path).expect("a file");
                found.insert(path, content);
            }
        }
    }
    found
}

#[test]
fn the_same_seed_gives_the_same_corpus_for_any_number_of_threads() {
    let directory = with("program-same", "records.c");
    let mut made = Vec::new();
    for jobs in ["1", "2"] {
        let line =
            format!("program records.c --stdin 24 --executions 300 --no-native --jobs {jobs}");
        let said = directory.told(&line);
        assert!(said.contains("tests: "), "{said}");
        made.push(files(&directory.path.join("ferret-program")));
    }
    assert!(made[0].len() > 5 && made[0] == made[1]);
}

#[test]
fn a_search_begins_with_the_inputs_that_are_there() {
    let directory = Directory::new("program-seeds");
    let source = "#include <stdio.h>\nint main(void) {\n    unsigned sum = 17;\n\
                  \x20   for (int c; (c = getchar()) != EOF;) sum = sum * 31 + (unsigned)c * c;\n\
                  \x20   if (sum == 643522781u) puts(\"found\");\n    return 0;\n}\n";
    directory.write("hash.c", source);
    std::fs::create_dir(directory.path.join("seeds")).expect("a folder");
    // Whose hash it is that the program looks for: nothing that a solver finds in so few executions.
    directory.write("seeds/one", "ferret");
    let without = unit(&directory, "hash.c --stdin 8 --executions 4 --out without");
    assert_eq!(without["coverage"]["branch"]["covered"], 3, "{}", without["coverage"]);
    let with = unit(&directory, "hash.c --stdin 8 --executions 4 --corpus seeds");
    assert_eq!(with["coverage"]["branch"]["covered"], 4, "{}", with["coverage"]);
    // What was written can be begun with as well.
    let again =
        unit(&directory, "hash.c --stdin 8 --executions 4 --corpus ferret-program --out again");
    assert_eq!(again["coverage"]["branch"]["covered"], 4, "{}", again["coverage"]);
}

#[test]
fn signed_overflow_and_uninitialised_reads_are_crashes_unless_they_are_allowed() {
    let directory = Directory::new("program-semantics");
    let source = "int main(int argc, char **argv) {\n    int sum = 2147483647, unset[2];\n\
                  \x20   if (argc > 1 && argv[1][0] == 'o') sum += argv[1][1];\n\
                  \x20   if (argc > 1 && argv[1][0] == 'u' && unset[1] == 0) return 2;\n\
                  \x20   return sum < 0;\n}\n";
    directory.write("open.c", source);
    let findings = |more: &str| {
        let unit =
            unit(&directory, &format!("open.c --args 1x2 --executions 300 --no-native{more}"));
        let mut found: Vec<String> = unit["findings"]
            .as_array()
            .expect("findings")
            .iter()
            .map(|finding| finding["what"].as_str().expect("a text").to_owned())
            .collect();
        found.sort();
        found
    };
    assert_eq!(findings(""), ["read of uninitialised memory", "result out of range"]);
    assert_eq!(findings(" --wrap"), ["read of uninitialised memory"]);
    assert_eq!(findings(" --uninitialised zero"), ["result out of range"]);
    assert_eq!(findings(" --uninitialised symbolic"), ["result out of range"]);
}

#[test]
fn memory_that_was_never_written_can_be_an_input() {
    let directory = Directory::new("program-unset");
    let source = "int main(void) {\n    int unset[2];\n    if (unset[1] == 4711)\n\
                  \x20       return 5;\n    return 0;\n}\n";
    directory.write("unset.c", source);
    let covered = |how: &str| {
        let line = format!("unset.c --executions 100 --no-native --uninitialised {how}");
        let unit = unit(&directory, &line);
        let covered = unit["coverage"]["branch"]["covered"].as_u64();
        (covered, unit["findings"].as_array().map(Vec::len))
    };
    assert_eq!(covered("trap"), (Some(0), Some(1)));
    assert_eq!(covered("zero"), (Some(1), Some(0)));
    assert_eq!(covered("symbolic"), (Some(2), Some(0)));
}

#[test]
fn a_search_for_lines_keeps_what_reaches_them() {
    let directory = with("program-target", "session.c");
    // Behind two failures, the second of them too deep a nesting.
    let line = "session.c --stdin 8 --executions 1500 --target session.c:24 --target session.c:36";
    let unit = unit(&directory, line);
    let notes: Vec<&str> = unit["notes"]
        .as_array()
        .expect("notes")
        .iter()
        .map(|note| note["text"].as_str().expect("a text"))
        .collect();
    assert_eq!(notes.len(), 2, "{notes:?}");
    assert!(notes[0].starts_with("target session.c:24: reached by test-00"), "{notes:?}");
    assert!(notes[1].starts_with("target session.c:36: reached by test-00"), "{notes:?}");
    let tests = unit["tests"].as_array().map_or(0, Vec::len);
    assert!((1..=3).contains(&tests), "{tests}");
    let spent = unit["effort"]["executions"].as_u64().expect("executions");
    assert!(spent < 1500, "the search ends with the last line: {spent}");
    let told = directory.told("program session.c --stdin 8 --executions 1 --target session.c:36");
    assert!(told.contains("target session.c:36: not reached"), "{told}");
}

#[test]
fn a_search_for_what_changed_asks_git() {
    let directory = with("program-diff", "session.c");
    let git = "git -c user.name=a -c user.email=a@example.org";
    succeeds(&directory, &format!("git init -q && git add . && {git} commit -qm first"));
    let same = directory.told("program session.c --stdin 8 --target-diff HEAD");
    assert!(same.contains("no code of the program differs from `HEAD`"), "{same}");
    let text = directory.read("session.c").replace("return failures;", "return failures + 20;");
    directory.write("session.c", text);
    let unit = unit(&directory, "session.c --stdin 8 --executions 1500 --target-diff HEAD");
    let notes = unit["notes"].to_string();
    assert!(notes.contains("target session.c:42: reached by test-001"), "{notes}");
    assert_eq!(unit["tests"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_program_goes_on_behind_setjmp_and_has_temporary_files_natively_too() {
    let directory = with("program-session", "session.c");
    let unit = unit(&directory, "session.c --stdin 8 --executions 1500");
    claims_what_llvm_cov_counts(&directory, "session", &unit);
    let goals = unit["goals"].as_array().expect("goals").iter();
    let open = goals.filter(|goal| goal["verdict"] == "open");
    let lines: Vec<u64> = open.filter_map(|goal| goal["place"]["line"].as_u64()).collect();
    // A temporary file is always made; what is written to it is read.
    assert_eq!(lines, [32], "{}", unit["goals"]);
    assert_eq!(unit["findings"], serde_json::json!([]));
}

#[test]
fn empty_input_is_a_file_natively_as_in_the_search() {
    let directory = Directory::new("program-regular");
    let source = "#include <sys/stat.h>\n#include <stdlib.h>\nint main(int argc, char **argv) {\n\
                  struct stat input;\n    if (fstat(0, &input)) return 9;\n\
                  int regular = S_ISREG(input.st_mode);\n    if (argc > 1) return 3 + regular;\n\
                  if (system(\"none of this\") != 127 << 8) return 8;\n    return regular;\n}\n";
    directory.write("regular.c", source);
    let given = unit(&directory, "regular.c --args 1x1 --stdin 1 --executions 20");
    claims_what_llvm_cov_counts(&directory, "regular", &given);
    let statuses = |unit: &serde_json::Value| -> Vec<String> {
        let names = unit["tests"].as_array().expect("tests").iter();
        let name = |test: &serde_json::Value| test["name"].as_str().expect("a name").to_owned();
        names
            .map(|test| directory.read(&format!("ferret-program/corpus/{}/status", name(test))))
            .collect()
    };
    assert_eq!(statuses(&given), ["1\n", "4\n"]);
    let none = unit(&directory, "regular.c --args 1x1 --executions 20");
    claims_what_llvm_cov_counts(&directory, "regular", &none);
    assert_eq!(statuses(&none), ["0\n", "3\n"]);
}

#[test]
fn functions_of_a_header_are_counted_once_as_llvm_cov_does() {
    let directory = Directory::new("program-header");
    directory.write("sign.h", "static int sign(int n)\n{\n    return n < 0 ? -1 : n > 0;\n}\n");
    directory.write("other.c", "#include \"sign.h\"\nint other(int n) { return sign(n - 5); }\n");
    let main = "#include <stdio.h>\n#include \"sign.h\"\nint other(int n);\n\
                int main(void) { int c = getchar(); return sign(c) + other(4) + 3; }\n";
    directory.write("main.c", main);
    let unit = unit(&directory, "main.c other.c --stdin 1 --executions 50");
    claims_what_llvm_cov_counts(&directory, "main", &unit);
    // Either copy takes one way more than the other: the most that one of them takes is counted.
    assert_eq!(unit["coverage"]["branch"]["total"], 2, "{}", unit["coverage"]);
}

#[test]
fn replaying_a_program_natively_changes_nothing_outside() {
    let directory = Directory::new("program-hostile");
    let canary = directory.path.join("canary");
    let source = format!(
        "#include <stdio.h>\nint main(int argc, char **argv) {{\n    if (argc > 1) {{\n\
         \x20       remove(\"{0}\");\n        FILE *file = fopen(\"{0}\", \"w\");\n\
         \x20       if (file) fputs(\"gone\", file);\n        return 1;\n    }}\n    return 0;\n}}\n",
        canary.display()
    );
    directory.write("hostile.c", source);
    directory.write("canary", "there");
    run(&directory, "hostile.c --args 1x2 --executions 50");
    assert_eq!(directory.read("canary"), "there");
    assert!(directory.path.join("ferret-program/corpus/test-002").exists());
}

#[test]
fn mistakes_are_told_in_one_message_with_a_remedy() {
    let directory = with("program-mistakes", "count.c");
    directory.write("none.c", "int f(void) { return 1; }\n");
    let check = |line: &str, expected: &str| {
        let said = run(&directory, line);
        assert!(said.contains(expected) && said.ends_with("=> 2\n"), "{line}: {said}");
    };
    check("none.c", "the program has no `main`");
    check("count.c --args 2", "write NxSIZE, such as 2x10");
    check("count.c --stdin 0", "it has no bytes");
    check("count.c --file data.txt", "write NAME:SIZE");
    check("count.c --file /etc/passwd:10", "lies outside of the folder");
    check("count.c --env A=B:10", "a variable has no `=` in its name");
    check("count.c --file a:1 --file a:2", "`a` is given twice");
    check("count.c --data 8", "only `LLVMFuzzerTestOneInput` is handed data");
    check("count.c --corpus nowhere", "cannot read `nowhere`");
    check("count.c --criterion exception", "is not for whole programs");
    std::fs::create_dir_all(directory.path.join("mine/corpus")).expect("a folder");
    directory.write("mine/corpus/notes", "keep");
    check("count.c --executions 5 --out mine", "was not written by Ferret");
    assert_eq!(directory.read("mine/corpus/notes"), "keep");
}
