//! What scripts and schedulers read of a project's run: status, lines of JSON, plans, and what a full disk does.

use crate::c_tests::timeless;
use crate::projects::{ferret_in, folder};
use crate::told;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

const SIGN: &str = "int sign(int x) { if (x > 0) return 1; if (x < 0) return -1; return 0; }\n";
const CLAMP: &str = "int clamp(int x) { if (x > 100) return 100; return x < 0 ? 0 : x; }\n";

fn two_files(name: &str) -> PathBuf {
    folder(name, &[("clamp.c", CLAMP), ("sign.c", SIGN)])
}

#[test]
fn lines_of_json_tell_each_unit_once() {
    let folder = two_files("json_lines");
    let mut command = ferret_in(&folder, "test --executions 200 --jobs 1 --json-lines");
    let output = command.output().expect("the binary starts");
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
    let told: Vec<(&str, &Value)> = lines
        .iter()
        .map(|line| {
            let unit = &line["outcome"]["tested"];
            (line["subject"].as_str().unwrap_or_default(), &unit["coverage"]["branch"]["covered"])
        })
        .collect();
    assert_eq!(told, [("clamp.c", &Value::from(4)), ("sign.c", &Value::from(4))]);
    // A line is what the ledger keeps.
    let ledger = std::fs::read_to_string(folder.join(".ferret/ledger.jsonl")).expect("a ledger");
    assert_eq!(text, ledger);
}

#[test]
fn lines_of_json_tell_units_that_could_not_be_tested() {
    let folder = two_files("json_failed");
    // Tests cannot be written where a file is in the way.
    std::fs::write(folder.join("ferret-tests"), "").expect("written");
    let mut command = ferret_in(&folder, "test --executions 200 --jobs 1 --json-lines");
    let output = command.output().expect("the binary starts");
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let first: Value = serde_json::from_str(text.lines().next().unwrap_or("")).expect("JSON");
    assert_eq!(first["subject"], "clamp.c");
    let reason = first["outcome"]["failed"].as_str().unwrap_or_default();
    assert!(reason.starts_with("cannot write to `"), "{first}");
}

#[test]
fn findings_fail_a_run_only_when_asked() {
    let careless = "static int table[4];\n\
                    int get(int i) { if (i < 0 || i > 4) return -1; return table[i]; }\n";
    let folder = folder("fail_on", &[("get.c", careless)]);
    let said = told(&mut ferret_in(&folder, "test --executions 200 --quiet"));
    assert!(!said.contains("=>"), "{said}");
    let said = told(&mut ferret_in(&folder, "test --executions 200 --quiet --fail-on findings"));
    assert!(said.ends_with("! 1 finding\n=> 4\n"), "{said}");
    std::fs::write(folder.join("get.c"), careless.replace("> 4", "> 3")).expect("written");
    let said =
        told(&mut ferret_in(&folder, "test --executions 200 --quiet --update --fail-on findings"));
    assert!(!said.contains("=>"), "{said}");
}

#[test]
fn a_plan_tells_failed_units_from_those_with_results() {
    let folder = two_files("failed_in_plan");
    told(&mut ferret_in(&folder, "test --executions 200 --quiet"));
    let ledger = folder.join(".ferret/ledger.jsonl");
    let text = std::fs::read_to_string(&ledger).expect("a ledger");
    let good = folder.join("good.jsonl");
    std::fs::write(&good, &text).expect("written");
    let lines = text.lines().map(|line| {
        let mut record: Value = serde_json::from_str(line).expect("a record");
        if record["subject"] == "sign.c" {
            record["outcome"] = serde_json::json!({"failed": "the stack overflowed"});
        }
        format!("{record}\n")
    });
    let failed: String = lines.collect();
    std::fs::write(&ledger, failed).expect("written");
    let plan = |words: &str| {
        let said = told(&mut ferret_in(&folder, &format!("plan --executions 200 --quiet {words}")));
        said.split(", about").next().unwrap_or_default().to_owned()
    };
    let failed = "0 units (1 more have results; 1 failed before, see --retry-failed)";
    assert_eq!(plan(""), failed);
    assert_eq!(plan("--retry-failed"), "1 unit (1 more have results)");
    // A good result of another machine takes the place of the failed one, in whatever order they come.
    let said = told(&mut ferret_in(&folder, "merge good.jsonl .ferret/ledger.jsonl"));
    assert_eq!(said, "2 results of 2 ledgers, 1 of them new, in .ferret/ledger.jsonl\n");
    assert_eq!(plan(""), "0 units (2 more have results)");
    let said = told(&mut ferret_in(&folder, "test --executions 200 --quiet"));
    assert!(said.contains("8/8 100 %") && !said.contains("=>"), "{said}");
}

#[test]
fn verify_lists_only_options_that_mean_something_there() {
    let folder = two_files("verify_help");
    let help = told(&mut ferret_in(&folder, "verify --help"));
    for own in ["--include", "--ledger", "--since", "--jobs", "--no-native", "--framework"] {
        assert!(help.contains(own), "{own} is missing: {help}");
    }
    for other in ["--executions", "--technique", "--fail-under", "--sarif", "--fresh", "--dry-run"]
    {
        assert!(!help.contains(other), "{other} means nothing: {help}");
    }
    // They may be in ferret.toml anyway.
    let said = told(&mut ferret_in(&folder, "verify --executions 3"));
    assert!(said.contains("there are no tests to verify"), "{said}");
}

/// Runs a script in a folder of 120 KiB, with the binary as `$FERRET`; nothing where file systems cannot be mounted.
fn on_a_small_disk(folder: &Path, script: &str) -> Option<String> {
    let mount = "mount -t tmpfs -o size=120k none disk && cp *.c disk && cd disk";
    let mut shell = Command::new("unshare");
    shell.args(["--map-root-user", "--mount", "sh", "-c"]);
    shell.arg(format!("{mount} || exit 77\n{script}")).current_dir(folder);
    shell.env("FERRET", env!("CARGO_BIN_EXE_ferret"));
    let output = shell.output().ok()?;
    let can_mount = !matches!(output.status.code(), Some(77)) && !output.stdout.is_empty();
    can_mount.then(|| crate::text(&output))
}

/// A run on a small disk, which is made larger after it: what the first run says, and the second.
fn twice_on_a_small_disk(name: &str, options: &str) -> Option<String> {
    let names: Vec<String> = (1..=12).map(|number| format!("s{number:02}.c")).collect();
    let texts: Vec<String> =
        (1..=12).map(|number| SIGN.replace("sign", &format!("s{number}"))).collect();
    let files = names.iter().zip(&texts).map(|(name, text)| (name.as_str(), text.as_str()));
    let folder = folder(name, &files.chain([("disk/.keep", "")]).collect::<Vec<_>>());
    // How many units fit is up to the sizes of their results.
    let script = format!(
        "
        test=\"$FERRET test --executions 200 --jobs 1 {options}\"
        $test 2>../said; echo \"=> $?\"
        tail -n 2 ../said
        kept=$(cat .ferret/ledger.jsonl ../ledger.jsonl 2>/dev/null | wc -l)
        [ $kept -ge 1 ] && [ $kept -le 8 ] && [ $kept = $(grep -c ' branches, ' ../said) ] && echo all are kept
        mount -o remount,size=20m . && $test 2>../said; echo \"=> $?\"
        [ $kept = $((12 - $(grep -c ' branches, ' ../said))) ] && echo none is tested again
        find . -name '*.unfinished'"
    );
    let said = on_a_small_disk(&folder, &script)?;
    Some(timeless(&said.replace(&folder.display().to_string(), "ROOT")))
}

#[test]
fn a_full_disk_under_the_ledger_ends_a_run_with_one_message() {
    let Some(said) = twice_on_a_small_disk("full_ledger", "--tests ../tests") else { return };
    expect_test::expect![[r#"
        => 2
        error: `ROOT/disk/.ferret/ledger.jsonl` cannot be written: No space left on device (os error 28)
          = help: results so far are kept; the same command continues from there
        all are kept
        module    units        lines     branches    mutants  tests  findings     time
        disk         12  12/12 100 %  48/48 100 %    180/192     36         0

        mutants: 180 of 192 killed (93 %), 12 survive
        tests: 36 in ../tests
        => 0
        none is tested again
    "#]].assert_eq(&said);
}

#[test]
fn a_full_disk_under_the_tests_ends_a_run_after_a_few_units() {
    let options = "--ledger ../ledger.jsonl";
    let Some(said) = twice_on_a_small_disk("full_tests", options) else { return };
    expect_test::expect![[r#"
        => 2
        error: 4 units in a row could not be tested: cannot write `ROOT/disk/ferret-tests/s10/test_s10.c`: No space left on device (os error 28)
          = help: results so far are kept; the same command continues from there
        all are kept
        module    units        lines     branches    mutants  tests  findings     time
        disk         12  12/12 100 %  48/48 100 %    180/192     36         0

        mutants: 180 of 192 killed (93 %), 12 survive
        tests: 36 in ferret-tests
        => 0
        none is tested again
    "#]].assert_eq(&said);
}
