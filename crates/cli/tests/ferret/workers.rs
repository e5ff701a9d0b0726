//! Worker processes of `ferret test`: what one unit does costs no other, and whichever is killed loses nothing.

use crate::{ferret, told};
use serde_json::Value;
use std::collections::BTreeMap;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Two units that are soon done, and one that no search ever ends.
const SIGN: &str = "int sign(int x) { if (x > 0) return 1; if (x < 0) return -1; return 0; }\n";
const CLAMP: &str = "int clamp(int x) { if (x > 100) return 100; return x < 0 ? 0 : x; }\n";
const ENDLESS: &str = "#include <math.h>\nint endless(double x) { double y = sin(x); \
                       if (y * y > 1.5) return 1; return 0; }\n";

fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("workers").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("folders can be made");
    for (name, text) in files {
        std::fs::write(folder.join(name), text).expect("written");
    }
    folder
}

fn ferret_in(folder: &Path, words: &str) -> Command {
    let mut command = ferret();
    command.current_dir(folder).args(words.split_whitespace());
    command
}

/// All files below a folder with their texts, by their paths in it.
fn files(root: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let text = std::fs::read_to_string(&path).expect("text");
                found.insert(path.strip_prefix(root).expect("below").to_owned(), text);
            }
        }
    }
    found
}

/// What a ledger holds but for times: for each unit its result.
fn results(folder: &Path) -> BTreeMap<String, Value> {
    let text = std::fs::read_to_string(folder.join(".ferret/ledger.jsonl")).expect("a ledger");
    let mut found = BTreeMap::new();
    for line in text.lines() {
        let mut record: Value = serde_json::from_str(line).expect("a whole line");
        forget_times(&mut record);
        found.insert(record["subject"].as_str().expect("a name").to_owned(), record);
    }
    found
}

fn forget_times(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.remove("seconds");
            fields.remove("search_seconds");
            fields.values_mut().for_each(forget_times);
        }
        Value::Array(values) => values.iter_mut().for_each(forget_times),
        _ => {}
    }
}

/// The processes that a process started.
fn children(parent: u32) -> Vec<u32> {
    let number = |entry: std::fs::DirEntry| entry.file_name().to_str()?.parse::<u32>().ok();
    let all = std::fs::read_dir("/proc").expect("processes are listed").flatten();
    let is_child = |process: &u32| {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let rest = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
        rest.split_whitespace().nth(1) == Some(&parent.to_string())
    };
    all.filter_map(number).filter(is_child).collect()
}

/// The workers of a process, which starts other programs, too.
fn workers(parent: u32) -> Vec<u32> {
    let is_worker = |process: &u32| {
        let words = std::fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
        words.split(|byte| *byte == 0).nth(1) == Some(b"worker")
    };
    children(parent).into_iter().filter(is_worker).collect()
}

fn kill(signal: &str, process: &str) {
    // It may be gone already.
    let _ = Command::new("kill").args([signal, "--", process]).stderr(Stdio::null()).status();
}

#[test]
fn workers_give_the_same_tests_and_results_as_one_process() {
    let units = [("sign.c", SIGN), ("clamp.c", CLAMP)];
    let (apart, together) = (folder("apart", &units), folder("together", &units));
    told(&mut ferret_in(&apart, "test --executions 400 --quiet"));
    told(&mut ferret_in(&together, "test --executions 400 --quiet --no-workers"));
    assert_eq!(files(&apart.join("ferret-tests")), files(&together.join("ferret-tests")));
    assert_eq!(results(&apart), results(&together));
    assert_eq!(results(&apart).len(), 2);
}

#[test]
fn a_unit_that_does_not_end_costs_itself_only_and_is_not_tried_again() {
    let folder = folder("does_not_end", &[("endless.c", ENDLESS), ("sign.c", SIGN)]);
    let command = "test --budget 300s --unit-timeout 15s --no-native";
    let said = told(&mut ferret_in(&folder, command));
    assert!(said.contains("endless.c: failed: it took longer than 15 s"), "{said}");
    assert!(said.contains("sign.c: 4/4 branches"), "{said}");
    assert!(said.ends_with("! 1 unit failed\n=> 1\n"), "{said}");
    let again = told(&mut ferret_in(&folder, command));
    assert!(!again.contains("[1/2]") && again.contains("it took longer than 15 s"), "{again}");
    // Code that has changed is something else.
    std::fs::write(folder.join("endless.c"), CLAMP).expect("written");
    let changed = told(&mut ferret_in(&folder, command));
    assert!(changed.contains("endless.c: 4/4 branches"), "{changed}");
}

#[test]
fn units_that_need_too_much_memory_fail_and_are_tried_again_when_that_is_asked_for() {
    let folder = folder("memory", &[("sign.c", SIGN), ("clamp.c", CLAMP)]);
    let said = told(&mut ferret_in(&folder, "test --executions 300 --memory-limit 1M"));
    assert!(said.contains("sign.c: failed: it needed more than 1 MiB of memory"), "{said}");
    assert!(said.ends_with("! 2 units failed\n=> 1\n"), "{said}");
    let said = told(&mut ferret_in(&folder, "test --executions 300 --retry-failed"));
    assert!(said.contains("sign.c: 4/4") && said.contains("clamp.c: 4/4"), "{said}");
    assert!(!said.contains("=>"), "{said}");
    let said = told(&mut ferret_in(&folder, "test --executions 300"));
    assert!(!said.contains("[1/2]") && !said.contains("=>"), "{said}");
}

#[test]
fn a_worker_that_dies_costs_its_unit_only() {
    let folder = folder("dies", &[("endless.c", ENDLESS), ("sign.c", SIGN)]);
    let mut command = ferret_in(&folder, "test --budget 120s --jobs 1 --no-native");
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("started");
    let begun = Instant::now();
    let worker = loop {
        if let [worker] = workers(child.id())[..] {
            break worker;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "there is no worker");
        std::thread::sleep(Duration::from_millis(20));
    };
    // It opens the project first.
    std::thread::sleep(Duration::from_secs(8));
    kill("-ABRT", &worker.to_string());
    let said = crate::text(&child.wait_with_output().expect("it ends"));
    assert!(said.contains("endless.c: failed: its process died of signal 6"), "{said}");
    assert!(said.contains("sign.c: 4/4 branches"), "{said}");
}

/// A command in a process group of its own.
fn start(folder: &Path, words: &str) -> Child {
    let mut command = ferret_in(folder, words);
    command.process_group(0).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the binary starts")
}

#[test]
fn whoever_is_killed_at_any_moment_loses_no_result_and_leaves_no_half_file() {
    let texts: Vec<(String, String)> = (0..6)
        .map(|unit| {
            let text = SIGN.replace("sign", &format!("sign{unit}")).replace("> 0", "> 10");
            (format!("unit{unit}.c"), text)
        })
        .collect();
    let units: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (&**name, &**text)).collect();
    let (calm, killed) = (folder("calm", &units), folder("killed", &units));
    let command = "test --executions 300 --quiet --no-native --jobs 2";
    let before = Instant::now();
    told(&mut ferret_in(&calm, command));
    let whole = before.elapsed();
    let kills = if std::env::var_os("FERRET_FULL").is_some() { 20 } else { 4 };
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..kills {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let mut child = start(&killed, command);
        std::thread::sleep(whole.mul_f64((random >> 40) as f64 / (1 << 24) as f64));
        let workers = workers(child.id());
        kill("-KILL", &format!("-{}", child.id()));
        let _ = child.wait();
        // Workers end by themselves when nobody gives them orders.
        let end = Instant::now() + Duration::from_secs(20);
        while workers.iter().any(|worker| Path::new(&format!("/proc/{worker}")).exists()) {
            assert!(Instant::now() < end, "a worker is left");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
    let said = told(&mut ferret_in(&killed, command));
    assert!(!said.contains("=>"), "{said}");
    assert_eq!(results(&killed), results(&calm));
    assert_eq!(files(&killed.join("ferret-tests")), files(&calm.join("ferret-tests")));
}

#[test]
fn a_ledger_that_cannot_be_written_is_one_clear_message() {
    let folder = folder("unwritable", &[("sign.c", SIGN)]);
    std::fs::create_dir_all(folder.join("taken.jsonl")).expect("made");
    let said = told(&mut ferret_in(&folder, "test --executions 50 --quiet --ledger taken.jsonl"));
    let first = said.lines().next().unwrap_or_default();
    assert!(first.starts_with("! error: `taken.jsonl`: ") && first.contains("directory"), "{said}");
    assert!(
        said.contains("= help: --fresh starts a new one") && said.ends_with("=> 2\n"),
        "{said}"
    );
    assert!(!folder.join("ferret-tests").exists());
}
