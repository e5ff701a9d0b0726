//! The `ferret` binary as a user meets it: what it prints where, and its exit status.

mod c_findings;
mod c_kept;
mod c_markers;
mod c_projects;
mod c_tests;
mod cluster;
mod comparing;
mod files;
mod formats;
mod graphs;
mod help;
mod hostile;
mod html;
mod java;
mod java_programs;
mod java_shapes;
mod lines;
mod mistakes;
mod mutants;
mod options;
mod programs;
mod projects;
mod projects_incremental;
mod projects_status;
mod readme;
mod reports;
mod runs;
mod solving;
mod surroundings;
mod testng;
mod whole_programs;
mod workers;

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The command, in the root of the repository, with nothing of the user's environment.
fn ferret() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferret"));
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    command.env_remove("RUST_BACKTRACE").stdin(Stdio::null());
    command
}

/// What a command says: standard output, standard error, and the status if it is not 0.
fn told(command: &mut Command) -> String {
    text(&command.output().expect("the binary starts"))
}

/// The same for the words of a command line without quotes.
fn told_line(line: &str) -> String {
    told(ferret().args(line.split_whitespace()))
}

/// The same with a text as standard input.
fn told_with_input(command: &mut Command, input: &str) -> String {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    // A command that ends without reading is fine.
    let _ = child.stdin.take().map(|mut stdin| stdin.write_all(input.as_bytes()));
    text(&child.wait_with_output().expect("the binary ends"))
}

fn text(output: &Output) -> String {
    let mut text = String::from_utf8(output.stdout.clone()).expect("UTF-8");
    for line in String::from_utf8(output.stderr.clone()).expect("UTF-8").lines() {
        text += format!("! {line}").trim_end();
        text.push('\n');
    }
    match output.status.code() {
        Some(0) => text,
        Some(code) => text + &format!("=> {code}\n"),
        None => text + "=> killed\n",
    }
}

/// Holds a report against the schema in the documents.
#[track_caller]
fn matches_schema(json: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/report.schema.json");
    let schema = std::fs::read_to_string(path).expect("the schema");
    let schema = serde_json::from_str(&schema).expect("a schema in JSON");
    let report = serde_json::from_str(json).expect("a report in JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let mistakes: Vec<String> =
        validator.iter_errors(&report).map(|error| error.to_string()).collect();
    assert!(mistakes.is_empty(), "{mistakes:#?}");
}

/// A directory of its own for one test, empty at the start.
struct Directory {
    path: PathBuf,
}

impl Directory {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a directory for the test");
        Self { path }
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path.join(name);
        let folder = path.parent().expect("it is in the directory");
        std::fs::create_dir_all(folder).expect("a directory for the test");
        std::fs::write(path, content).expect("a file for the test");
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path.join(name)).expect("a file that the command wrote")
    }

    /// The command, started inside.
    fn ferret<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Command {
        let mut command = ferret();
        command.current_dir(&self.path).args(arguments);
        command
    }

    /// What the words of a command line without quotes give inside.
    fn told(&self, line: &str) -> String {
        told(&mut self.ferret(line.split_whitespace()))
    }
}
