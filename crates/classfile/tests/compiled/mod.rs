//! Small Java sources, compiled when a test needs them.

use std::path::{Path, PathBuf};
use std::process::Command;

use classfile::jdk::Jdk;

/// The JDK of this machine.
pub fn jdk() -> Jdk {
    Jdk::find(None).expect("a JDK is needed for these tests")
}

/// Compiles sources, given by their paths and texts, into a folder of their own.
pub fn compile(folder: &str, sources: &[(&str, &str)], options: &[&str]) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    let _ = std::fs::remove_dir_all(&root);
    let (from, to) = (root.join("sources"), root.join("classes"));
    std::fs::create_dir_all(&to).expect("the build directory can be written");
    let mut files = Vec::new();
    for (path, text) in sources {
        let file = from.join(path);
        let parent = file.parent().expect("a file is in a folder");
        std::fs::create_dir_all(parent).expect("the build directory can be written");
        std::fs::write(&file, text).expect("the build directory can be written");
        files.push(file);
    }
    let output = Command::new(jdk().home.join("bin/javac"))
        .args(["-g", "-nowarn", "-d"])
        .arg(&to)
        .args(options)
        .args(files)
        .output()
        .expect("javac can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    to
}
