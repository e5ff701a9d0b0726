//! The real thing: what a JVM prints for the programs of the corpus.

use crate::corpus::Case;
use crate::tools::FLAGS;
use classfile::jdk::Jdk;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a program left behind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// Its exit status.
    pub status: i32,
    /// What it wrote to standard output.
    pub output: String,
    /// What it wrote to standard error.
    pub error: String,
}

/// Runs programs, most of them in one JVM.
pub fn run(jdk: &Jdk, cases: &[Case], classes: &Path) -> BTreeMap<String, Run> {
    let mut runs = BTreeMap::new();
    let mut list = String::new();
    for case in cases {
        if case.alone {
            runs.insert(case.name.clone(), run_alone(jdk, case, classes));
            continue;
        }
        let input = case.input.as_ref().map_or_else(String::new, |path| path.display().to_string());
        let words = [case.name.clone(), input].into_iter().chain(case.arguments.iter().cloned());
        list += &(words.collect::<Vec<_>>().join("|") + "\n");
    }
    let (listed, records) = (classes.join("programs"), classes.join("records"));
    fs::write(&listed, list).expect("a list of programs");
    let output = Command::new(jdk.home.join("bin/java"))
        .args(FLAGS)
        .arg("-cp")
        .arg(classes)
        .arg("RunAll")
        .args([&listed, &records])
        .output()
        .expect("java starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let bytes = fs::read(&records).expect("the records");
    let mut reader = Records { bytes: &bytes };
    while !reader.bytes.is_empty() {
        let length = usize::from(u16::from_be_bytes(reader.array()));
        let name = reader.text(length);
        let status = i32::from_be_bytes(reader.array());
        let (output, error) = (reader.counted(), reader.counted());
        runs.insert(name, Run { status, output, error });
    }
    runs
}

fn run_alone(jdk: &Jdk, case: &Case, classes: &Path) -> Run {
    let input = case.input.as_ref().map(|path| fs::File::open(path).expect("an input"));
    let output = Command::new(jdk.home.join("bin/java"))
        .args(FLAGS)
        .arg("-cp")
        .arg(classes)
        .arg(&case.name)
        .args(&case.arguments)
        .stdin(input.map_or_else(Stdio::null, Stdio::from))
        .output()
        .expect("java starts");
    Run {
        status: output.status.code().unwrap_or(-1),
        output: String::from_utf8_lossy(&output.stdout).into_owned(),
        error: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// The file that `RunAll` writes.
struct Records<'a> {
    bytes: &'a [u8],
}

impl Records<'_> {
    fn array<const N: usize>(&mut self) -> [u8; N] {
        let (first, rest) = self.bytes.split_first_chunk().expect("a whole record");
        self.bytes = rest;
        *first
    }

    fn text(&mut self, length: usize) -> String {
        let (first, rest) = self.bytes.split_at(length);
        self.bytes = rest;
        String::from_utf8_lossy(first).into_owned()
    }

    fn counted(&mut self) -> String {
        let length = i32::from_be_bytes(self.array());
        self.text(usize::try_from(length).expect("a length"))
    }
}
