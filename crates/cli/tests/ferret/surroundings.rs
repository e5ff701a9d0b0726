//! Strange surroundings: signals, no home, few files, little memory, nobody who listens, nothing to write to.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use super::{Directory, ferret};

/// A project of two files, one of which cannot be covered in any time.
fn project(name: &str) -> Directory {
    let directory = Directory::new(name);
    directory.write("sign.c", "int sign(int a) { return a > 0 ? 1 : a < 0 ? -1 : 0; }\n");
    directory.write(
        "slow.c",
        "unsigned slow(const unsigned *s) {\n    unsigned h = 1;\n    for (int i = 0; i < 64; i++)\n        \
         h = (h ^ s[i]) * 2654435761u + (h >> 7) % (s[i] | 1);\n    return h == 305419896u ? 1 : 0;\n}\n",
    );
    std::fs::create_dir_all(directory.path.join("tmp")).expect("a folder");
    directory
}

/// Ferret in a folder, with a folder for temporary files in it.
fn there(directory: &Directory, words: &[&str]) -> Command {
    let mut command = ferret();
    command.current_dir(&directory.path).env("TMPDIR", directory.path.join("tmp")).args(words);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Ferret below a shell that sets something first.
fn below(directory: &Directory, setting: &str, words: &str) -> Output {
    let mut shell = Command::new("sh");
    let script = format!("{setting}; exec \"$0\" {words}");
    shell.current_dir(&directory.path).env("TMPDIR", directory.path.join("tmp"));
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_ferret")]).stdin(Stdio::null());
    shell.output().expect("the shell starts")
}

fn said(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    format!("{}{}", String::from_utf8_lossy(out), String::from_utf8_lossy(err))
}

/// The scratch folders that are left.
fn left(directory: &Directory) -> Vec<std::ffi::OsString> {
    let entries = std::fs::read_dir(directory.path.join("tmp")).expect("a folder").flatten();
    entries.map(|entry| entry.file_name()).collect()
}

/// Waits until something is there.
fn wait_for(path: &Path, child: &mut Child) {
    let start = Instant::now();
    let is_there = || std::fs::read_dir(path).is_ok_and(|entries| entries.count() > 0);
    while !is_there() && start.elapsed() < Duration::from_secs(60) {
        assert_eq!(child.try_wait().expect("its state"), None, "it ended too soon");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn whatever_signal_ends_a_run_it_leaves_nothing_behind_and_the_next_one_goes_on() {
    for signal in ["INT", "TERM", "HUP"] {
        let directory = project(&format!("signal-{signal}"));
        let mut child = there(&directory, &["test", "--budget", "60s", "--quiet"]).spawn();
        let child_of = child.as_mut().expect("the binary starts");
        // There are scratch folders when the work has begun.
        wait_for(&directory.path.join("tmp"), child_of);
        let mut kill = Command::new("kill");
        kill.args(["-s", signal, &child_of.id().to_string()]);
        assert!(kill.status().expect("kill starts").success());
        let output = child.expect("it is there").wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(130), "{signal}: {}", said(&output));
        assert!(said(&output).contains("the same command continues"), "{}", said(&output));
        assert!(left(&directory).is_empty(), "{signal}: {:?}", left(&directory));
        let words = ["test", "--executions", "50", "--no-native", "--quiet"];
        let output = there(&directory, &words).output().expect("the binary starts");
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    }
}

#[test]
fn without_a_home_or_many_files_a_project_is_tested_as_ever() {
    for setting in ["unset HOME", "ulimit -n 32"] {
        let directory = project("without");
        let output = below(&directory, setting, "test --executions 50 --no-native --quiet");
        let said = said(&output);
        assert!(output.status.code() == Some(0) && said.contains("2 "), "{setting}: {said}");
        assert!(left(&directory).is_empty(), "{:?}", left(&directory));
    }
}

#[test]
fn with_little_address_space_tests_are_kept_and_the_output_says_why_they_were_not_run() {
    let directory = project("little-memory");
    let words = "c sign.c --executions 50 --native";
    let output = below(&directory, "ulimit -v 4000000", words);
    assert!(output.status.code() == Some(0), "{}", said(&output));
    assert!(said(&output).contains("raise that limit"), "{}", said(&output));
    assert!(!said(&output).contains("no tests"), "{}", said(&output));
    // Where not even clang starts, that is what is said.
    let output = below(&directory, "ulimit -v 100000", words);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).starts_with("error: "), "{}", said(&output));
    assert!(left(&directory).is_empty(), "{:?}", left(&directory));
}

#[test]
fn the_same_tests_come_out_in_any_folder_language_and_zone() {
    const TEXT: &str = r#"#include <ctype.h>
#include <stdlib.h>
#include <string.h>
struct field { const char *name; int value; struct field *next; };
int field(const struct field *all, const char *name, int fallback)
{
    for (; all; all = all->next)
        if (all->name && name && strcmp(all->name, name) == 0) return all->value;
    return fallback;
}
int number(const char *text, int *out)
{
    if (!text || !isdigit((unsigned char)*text)) return 0;
    *out = atoi(text);
    return *out > 12 && toupper((unsigned char)text[1]) == 'I' ? 2 : 1;
}
"#;
    let mut all = Vec::new();
    let variables = [("LANG", "C"), ("LC_ALL", "tr_TR.UTF-8"), ("LANG", "de_DE.UTF-8")];
    for (number, (name, value)) in variables.into_iter().enumerate() {
        let directory = project(&format!("same-{}", "long/".repeat(number)));
        directory.write("fields.c", TEXT);
        let mut command = ferret();
        let (folder, below) = match number {
            // From another folder, too.
            2 => (directory.path.parent().expect("a parent"), "long/"),
            _ => (&*directory.path, ""),
        };
        let words = "--executions 400 --no-native --jobs 1 --out";
        command.current_dir(folder).arg("c").arg(format!("{below}fields.c"));
        command.args(words.split(' ')).arg(format!("{below}out")).env(name, value);
        command.env("TMPDIR", directory.path.join("tmp")).env("TZ", "Asia/Tokyo");
        let output = command.output().expect("the binary starts");
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        all.push(directory.read("out/test_fields.c"));
    }
    assert!(all[0].contains("field(") && all[0].len() > 1000, "{}", all[0]);
    assert_eq!(all[0], all[1]);
    assert_eq!(all[0], all[2]);
}

#[test]
fn nobody_has_to_listen() {
    let directory = project("nobody");
    for words in [
        "c sign.c --executions 50 --no-native >&-",
        "c sign.c --executions 50 --no-native >&- 2>&-",
        "test --executions 50 --no-native > /dev/full",
        "doctor >&-",
    ] {
        let output = below(&directory, "true", words);
        let said = said(&output);
        assert!(output.status.code().is_some_and(|code| code < 3), "{words}: {said}");
        assert!(!said.contains("panicked"), "{words}: {said}");
    }
    assert!(directory.path.join("ferret-tests").exists());
    assert!(left(&directory).is_empty(), "{:?}", left(&directory));
}

#[test]
fn where_nothing_can_be_written_one_message_says_so() {
    let directory = project("read-only");
    for (words, place) in [
        ("c sign.c --executions 50 --no-native --out /proc/nowhere", "/proc/nowhere"),
        ("c sign.c --executions 50 --no-native --out sign.c/below", "sign.c/below"),
        ("test --executions 50 --no-native --quiet --ledger /proc/ledger.jsonl", "/proc/ledger"),
    ] {
        let output = below(&directory, "true", words);
        let said = said(&output);
        assert_eq!(output.status.code(), Some(2), "{words}: {said}");
        assert!(said.starts_with("error: ") && said.contains(place), "{words}: {said}");
    }
    assert!(left(&directory).is_empty(), "{:?}", left(&directory));
}
