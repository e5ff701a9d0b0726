//! A script of random calls, and what the JVM says to it.

use crate::tools::FLAGS;
use java::jdk::Jdk;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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

impl Script {
    /// Makes up calls of the classes in `sources`, and has the JVM make them three times.
    ///
    /// One that gives something else the second time depends on chance or on the clock; one that does so when the
    /// calls come in the opposite order, and identity hashes are others, on its surroundings. Neither counts.
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

/// The JVM, in a folder where a method that writes a file does no harm.
fn java(jdk: &Jdk, class_path: &[PathBuf], room: &Path) -> Command {
    let mut command = Command::new(jdk.home.join("bin/java"));
    command.current_dir(room);
    let joined = std::env::join_paths(class_path).expect("a class path");
    command.args(FLAGS).arg("-cp").arg(joined);
    command
}

fn results(
    jdk: &Jdk,
    class_path: &[PathBuf],
    script: &Path,
    flags: &[&str],
) -> BTreeMap<String, String> {
    let input = fs::File::open(script).expect("the script");
    let room = script.parent().expect("the script lies in a folder");
    let mut command = java(jdk, class_path, room);
    let output = command.args(flags).arg("Calls").stdin(Stdio::from(input)).output();
    let output = output.expect("java starts");
    let text = String::from_utf8_lossy(&output.stdout);
    let results = text.lines().filter_map(|line| line.split_once(' '));
    results.map(|(number, result)| (number.to_owned(), result.to_owned())).collect()
}
