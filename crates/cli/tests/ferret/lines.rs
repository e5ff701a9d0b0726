//! Lines, functions and branches of C files are counted as llvm-cov counts them when the written tests run.

use super::{Directory, ferret};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

const HEADER: &str = "#define BOTH(a, b) ((a) && (b))
#define MOST(a, b) ((a) > (b) ? (a) : (b))
#define AGAIN(a) MOST(a, 3)
static inline int clamp(int n) {
    return n < 0 ? 0 : n;
}
";

const SOURCE: &str = "#include \"lines.h\"
#include <stdlib.h>

static int never(int n) {
    if (n > 1)
        return 2;
    return 1;
}

int lines(int n, int m) {
    int sum = 0;
#if 0
    sum = never(n);
#endif
    if (BOTH(n > 0, m > 0)) sum += 1; else sum += 2;

    if (n == 4
        || m == 5)
        return AGAIN(n);

    for (int i = 0; i < n && i < 5; i++) {
        if (i == 3)
            continue;
        sum += clamp(i - m);
    }
    switch (m) {
    case 1:
        sum += 1;
        /* fall through */
    case 2: case 3:
        sum += 2;
        break;
    default:
        sum += MOST(n, m);
    }
    do sum++; while (sum < 3);
    if (sum == 7777)
        exit(1);
    goto end;
#ifdef NOTHING
    sum = 9;
#endif
end:
    return sum > 3 ? 1 :
        sum;
}

int after_return(int n) {
    if (n) {
        return 1;
    } else {
        return 2;
    }
    return 3;
}

int empty(void) { return 0; } int second(int n) { return n ? 3 : 4; }

#define HERE(n) ((n) > 5 ? 1 : 2)
int in_macro(int n) { return HERE(n) + HERE(n - 1); }
";

/// What a tracefile says of a file: its lines, its functions, and how often its branches are taken by line.
#[derive(Debug, Default, PartialEq)]
struct Traced {
    lines: BTreeMap<u32, u64>,
    functions: BTreeMap<String, u64>,
    branches: BTreeMap<u32, Vec<u64>>,
}

fn traced(text: &str) -> BTreeMap<String, Traced> {
    let mut files = BTreeMap::<String, Traced>::new();
    let mut name = String::new();
    let number = |text: &str| text.parse().unwrap_or(0);
    for line in text.lines() {
        let Some((kind, rest)) = line.split_once(':') else { continue };
        let parts: Vec<&str> = rest.split(',').collect();
        let traced = files.entry(name.clone()).or_default();
        match (kind, &parts[..]) {
            ("SF", _) => rest.rsplit('/').next().unwrap_or(rest).clone_into(&mut name),
            ("DA", [line, count]) => {
                traced.lines.insert(line.parse().expect("a line"), number(count));
            }
            ("FNDA", [count, function]) => {
                let function = function.rsplit(':').next().unwrap_or(function);
                traced.functions.insert(function.to_owned(), number(count));
            }
            ("BRDA", [line, _, _, count]) => {
                let line = line.parse().expect("a line");
                traced.branches.entry(line).or_default().push(number(count));
            }
            _ => {}
        }
    }
    files.remove("");
    files.values_mut().flat_map(|file| file.branches.values_mut()).for_each(|own| own.sort());
    files
}

/// Builds the tests with coverage, runs them, and gives llvm-cov's tracefile and its summary in JSON.
fn native(folder: &Path, test: &str) -> (String, String) {
    let tool = |program: &str, words: &[&str]| {
        let mut command = Command::new(program);
        command.current_dir(folder).args(words).env("LLVM_PROFILE_FILE", "raw.%p");
        let output = command.output().expect("the tool starts");
        assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let flags = ["-w", "-O0", "-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc"];
    tool("clang-19", &[&flags[..], &["-o", "program", test]].concat());
    tool("./program", &[]);
    let entries = std::fs::read_dir(folder).expect("the folder");
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let raw: Vec<String> = names.filter(|name| name.starts_with("raw.")).collect();
    let raw: Vec<&str> = raw.iter().map(String::as_str).collect();
    tool("llvm-profdata-19", &[&["merge", "-o", "profile"], &raw[..]].concat());
    let export = |words: &[&str]| {
        tool("llvm-cov-19", &[&["export", "program", "-instr-profile=profile"], words].concat())
    };
    (export(&["-format=lcov"]), export(&["-summary-only"]))
}

/// The sums of a file in llvm-cov's JSON, and the keys of the whole.
fn summary(text: &str, file: &str) -> (Vec<String>, Value) {
    let export: Value = serde_json::from_str(text).expect("JSON");
    let keys = export.as_object().expect("an object").keys().cloned().collect();
    let files = export["data"][0]["files"].as_array().expect("files");
    let own =
        files.iter().find(|own| own["filename"].as_str().is_some_and(|it| it.ends_with(file)));
    (keys, own.expect("the file")["summary"].clone())
}

#[test]
fn lines_functions_and_branches_are_those_of_llvm_cov() {
    let directory = Directory::new("lines");
    let source = directory.path.join("lines.c");
    std::fs::write(directory.path.join("lines.h"), HEADER).expect("a header");
    std::fs::write(&source, SOURCE).expect("a source");
    let [out, trace, sums] = ["out", "own.info", "own.json"].map(|name| directory.path.join(name));
    let output = ferret()
        .arg("c")
        .arg(&source)
        .args(["--executions", "600", "--mutation", "0%", "--out"])
        .arg(&out)
        .arg("--lcov")
        .arg(&trace)
        .arg("--llvm-json")
        .arg(&sums)
        .output()
        .expect("the binary starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let ours = traced(&std::fs::read_to_string(&trace).expect("a tracefile"));
    let (their_trace, their_sums) = native(&out, "test_lines.c");
    let mut theirs = traced(&their_trace);
    theirs.remove("test_lines.c");
    assert_eq!(theirs.keys().collect::<Vec<_>>(), ["lines.c", "lines.h"]);
    assert_eq!(ours, theirs);
    let sums = std::fs::read_to_string(&sums).expect("a summary");
    assert_eq!(summary(&sums, "/lines.c"), summary(&their_sums, "/lines.c"));
    let all = &ours["lines.c"];
    let missed: BTreeSet<u32> =
        all.lines.iter().filter(|(_, count)| **count == 0).map(|(line, _)| *line).collect();
    assert!(missed.contains(&54) && all.branches.len() > 10, "{all:?}");
}
