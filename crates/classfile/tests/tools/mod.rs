//! The JDKs of this machine and their tools.

use classfile::jdk::Jdk;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The JDK that is found first, and those that lie beside it, one of each release.
pub fn jdks() -> Vec<Jdk> {
    let first = Jdk::find(None).expect("a JDK");
    let mut found = BTreeMap::from([(first.release, first.clone())]);
    let beside = first.home.parent().map(fs::read_dir);
    for entry in beside.into_iter().flatten().flatten().flatten() {
        if let Ok(jdk) = Jdk::at(&entry.path())
            && jdk.home.join("bin/javac").exists()
        {
            found.entry(jdk.release).or_insert(jdk);
        }
    }
    let mut all: Vec<Jdk> = found.into_values().collect();
    all.sort_by_key(|jdk| (jdk.release != first.release, jdk.release));
    all
}

/// Flags that fix what a run may depend on.
pub const FLAGS: [&str; 8] = [
    "-Duser.language=en",
    "-Duser.country=US",
    "-Dfile.encoding=UTF-8",
    "-Duser.timezone=UTC",
    "-ea",
    "-Xmx512m",
    "-XX:ActiveProcessorCount=1",
    "-XX:TieredStopAtLevel=1",
];

/// Compiles sources into a folder.
pub fn compile(jdk: &Jdk, sources: &[PathBuf], folder: &Path) {
    fs::create_dir_all(folder).expect("a folder for classes");
    let compiled = Command::new(jdk.home.join("bin/javac"))
        .args(["-nowarn", "-encoding", "UTF-8", "-d"])
        .arg(folder)
        .args(sources)
        .output()
        .expect("javac starts");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
}
