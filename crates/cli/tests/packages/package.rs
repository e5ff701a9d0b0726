//! One package: `ferret c` on each of its files, and what came of it.

use super::fetch;
use super::projects::Project;
use super::referee;
use host::{Ended, Limits, Process};
use report::UntestedKind;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Executions that each file gets.
const EXECUTIONS: &str = "20000";
/// After so long a command hangs.
const PATIENCE: Duration = Duration::from_secs(900);

/// What came of a package.
#[derive(Default)]
pub struct Summary {
    files: usize,
    lines: usize,
    functions: usize,
    tested: usize,
    tests: usize,
    findings: usize,
    /// Functions whose figures are those of llvm-cov.
    pub equal: usize,
    /// Functions without tests, by the kind of reason.
    pub reasons: BTreeMap<&'static str, usize>,
    /// What must not be.
    pub wrong: Vec<String>,
}

impl Summary {
    pub fn add(&mut self, other: Self) {
        self.files += other.files;
        self.lines += other.lines;
        self.functions += other.functions;
        self.tested += other.tested;
        self.tests += other.tests;
        self.findings += other.findings;
        self.equal += other.equal;
        for (reason, count) in other.reasons {
            *self.reasons.entry(reason).or_default() += count;
        }
        self.wrong.extend(other.wrong);
    }

    /// A row of the table.
    pub fn line(&self, name: &str, version: &str) -> String {
        let Self { files, lines, functions, tested, tests, findings, equal, .. } = self;
        format!(
            "| {name} | {version} | {files} | {lines} | {functions} | {tested} | {tests} | {findings} | {equal} |\n"
        )
    }
}

/// Runs a command that may not hang.
pub fn run(folder: &Path, command: &[&str]) -> Ended {
    limited(process(folder, command[0]).args(&command[1..]))
}

/// Runs a program that was made from code under test, without privileges.
pub fn run_tests(folder: &Path, program: &str) -> Ended {
    limited(process(folder, program).unprivileged())
}

fn process(folder: &Path, program: &str) -> Process {
    let mut process = Process::new(program);
    process.current_dir(folder).env("LLVM_PROFILE_FILE", folder.join("profiles/%p.profraw"));
    process
}

fn limited(process: &Process) -> Ended {
    let ended = process.run(&Limits::time(PATIENCE));
    ended.unwrap_or_else(|error| panic!("{process:?}: {error}"))
}

/// Makes tests for all files of a package.
pub fn tested(project: &Project, folder: &Path) -> Summary {
    let mut flags: Vec<String> = project.flags.iter().map(|flag| (*flag).to_owned()).collect();
    flags.push(format!("-I{}", folder.display()));
    let mut summary = Summary::default();
    let files = fetch::files(project, folder);
    for file in files.iter().filter(|file| file.starts_with(folder)) {
        let text = std::fs::read(file).unwrap_or_default();
        summary.files += 1;
        summary.lines += text.iter().filter(|byte| **byte == b'\n').count();
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        let out = fetch::room().join("tests").join(project.name).join(&*stem);
        if let Err(said) = test_file(&mut summary, folder, file, &flags, &out) {
            summary.wrong.push(format!("{stem}: {said}"));
        }
    }
    summary
}

fn test_file(
    summary: &mut Summary,
    folder: &Path,
    file: &Path,
    flags: &[String],
    out: &PathBuf,
) -> Result<(), String> {
    let _ = std::fs::remove_dir_all(out);
    std::fs::create_dir_all(out).map_err(|error| error.to_string())?;
    let path = |path: &Path| path.display().to_string();
    let (file_name, out_name) = (path(file), path(out));
    let mut command = vec![env!("CARGO_BIN_EXE_ferret"), "c", &file_name, "--out", &out_name];
    command.extend(["--json", "--native", "--executions", EXECUTIONS, "--jobs", "1"]);
    command.extend(["--technique", "random"]);
    for flag in flags {
        match flag.starts_with("-I") || flag.starts_with("-D") || flag.starts_with("-U") {
            true => command.push(flag),
            false => command.extend(["--clang-arg", flag]),
        }
    }
    let output = run(folder, &command);
    if !output.succeeded() {
        let said: String = output.err.text().chars().rev().take(400).collect();
        return Err(format!("{:?}: {}", output.status, said.chars().rev().collect::<String>()));
    }
    let report = report::json::parse(&output.out.text()).map_err(|error| error.to_string())?;
    for unit in &report.units {
        let notes = unit.notes.iter().map(|note| format!("{file_name}: {}", note.text));
        summary.wrong.extend(notes);
        summary.tests += unit.tests.len();
        summary.findings += unit.findings.len();
        for member in &unit.members {
            summary.functions += 1;
            match &member.untested {
                Some(untested) => *summary.reasons.entry(reason(untested.kind)).or_default() += 1,
                None if member.tests == 0 => {
                    summary.wrong.push(format!("{} has neither a test nor a reason", member.name));
                }
                None => summary.tested += 1,
            }
        }
        summary.equal += referee::judge(&mut summary.wrong, out, flags, folder, unit)?;
    }
    Ok(())
}

/// A reason, as the table has it.
fn reason(kind: UntestedKind) -> &'static str {
    match kind {
        UntestedKind::CoveredByOthers => "covered by tests of functions that call it",
        UntestedKind::NoInput => "no scenario can be made for its parameters",
        UntestedKind::NotPassed => "its tests depend on what C leaves open",
        UntestedKind::NotExpressible => "its tests have no text in C",
        UntestedKind::OnlyLeftOut => "reached only by tests that were left out",
        UntestedKind::Flaky => "two runs of its test differ",
        UntestedKind::NeedsObject => "needs an object that nothing in the file makes",
        UntestedKind::NoExecutions => "the budget was spent on others",
        UntestedKind::NothingNew => "no run reached a goal that was new",
        UntestedKind::Limits => "every run hit the step, memory or depth limit",
        UntestedKind::Crashes => "every run ended in a trap",
    }
}
