//! A script of random calls, and what the JVM says to it.

use crate::tools::FLAGS;
use classfile::jdk::Jdk;
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// One call.
pub struct Call {
    /// Its number, member and arguments, as the driver reads them.
    pub line: String,
    /// What the JVM gives for it.
    pub expected: String,
}

/// Calls whose results do not depend on chance or time.
pub struct Script {
    /// The calls.
    pub calls: Vec<Call>,
}

/// The seed that scripts are made from, unless `FERRET_SEED` is another.
const SEED: &str = "1";

/// How long a call may take.
const PATIENCE: Duration = Duration::from_secs(30);

impl Script {
    /// Makes up calls of the classes in `sources`, and has the JVM make them three times.
    ///
    /// One that gives something else the second time depends on chance or on the clock; one that does so when the
    /// calls come in the opposite order, and identity hashes are others, on its environment. Neither counts.
    pub fn make(
        jdk: &Jdk,
        class_path: &[PathBuf],
        room: &Path,
        name: &str,
        calls: u32,
        sources: &[String],
    ) -> Self {
        let script = room.join(format!("{name}.calls"));
        let seed = std::env::var("FERRET_SEED").unwrap_or_else(|_| SEED.to_owned());
        let made = java(jdk, class_path, room)
            .arg("MakeCalls")
            .args([seed, calls.to_string()])
            .arg(&script)
            .args(sources)
            .output()
            .expect("java starts");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let text = fs::read_to_string(&script).expect("the script");
        let mut backwards: Vec<&str> = text.lines().collect();
        backwards.reverse();
        let turned = room.join(format!("{name}.turned"));
        fs::write(&turned, backwards.join("\n") + "\n").expect("the script");
        let other_hashes = ["-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=3"];
        let first = results(jdk, class_path, &script, &[]);
        let second = results(jdk, class_path, &script, &[]);
        let third = results(jdk, class_path, &turned, &other_hashes);
        let calls = text.lines().filter_map(|line| {
            let number = line.split(' ').next()?;
            let expected = first.get(number)?;
            let same = [&second, &third].iter().all(|run| run.get(number) == Some(expected));
            same.then(|| Call { line: line.to_owned(), expected: expected.clone() })
        });
        Self { calls: calls.collect() }
    }
}

/// The JVM, in an empty folder, where a method that writes a file does no harm and one that reads finds none.
fn java(jdk: &Jdk, class_path: &[PathBuf], room: &Path) -> Command {
    let folder = room.join("empty");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let mut command = Command::new(jdk.home.join("bin/java"));
    command.current_dir(folder);
    let joined = std::env::join_paths(class_path).expect("a class path");
    command.args(FLAGS).arg("-cp").arg(joined);
    command
}

/// What the JVM prints for each call. One that it does not come back from is left out.
fn results(
    jdk: &Jdk,
    class_path: &[PathBuf],
    script: &Path,
    flags: &[&str],
) -> BTreeMap<String, String> {
    let text = fs::read_to_string(script).expect("the script");
    let lines: Vec<&str> = text.lines().collect();
    let room = script.parent().expect("the script lies in a folder");
    let mut results = BTreeMap::new();
    let mut first = 0;
    while first < lines.len() {
        let mut command = java(jdk, class_path, room);
        command.args(flags).arg("Calls");
        let answered = answers(command, &lines[first..], &mut results);
        first += answered + 1;
    }
    results
}

/// Makes calls in order, and tells how many were answered before one was not.
fn answers(mut command: Command, lines: &[&str], results: &mut BTreeMap<String, String>) -> usize {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("java starts");
    let mut input = child.stdin.take().expect("a pipe");
    let script = lines.join("\n") + "\n";
    // It ends when the script is read, or when the JVM is stopped.
    thread::spawn(move || drop(input.write_all(script.as_bytes())));
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        for line in output.split(b'\n').map_while(Result::ok) {
            if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                break;
            }
        }
    });
    let mut answered = 0;
    while let Some(call) = lines.get(answered) {
        let Ok(line) = receiver.recv_timeout(PATIENCE) else { break };
        let number = call.split(' ').next().unwrap_or_default();
        // What a method prints itself may stand between the results.
        if let Some(result) = line.strip_prefix(number).and_then(|rest| rest.strip_prefix(' ')) {
            results.insert(number.to_owned(), result.to_owned());
            answered += 1;
        }
    }
    // It may have ended by itself.
    drop(child.kill());
    child.wait().expect("java ends");
    answered
}
