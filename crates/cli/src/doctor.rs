//! `ferret doctor`: what there is on this machine, and what is missing.

use std::path::Path;

use clap::Args;
use classfile::jdk::Jdk;
use host::{Confinement, Limits, Process};

use crate::Report;
use crate::failure::Failure;

/// What to look at.
#[derive(Args)]
#[command(after_help = "\
Java needs a JDK, C needs clang 19; build tools are needed only for projects that use them. Tests are
tried natively before they are kept, confined by what the kernel offers.

Exit status: 0 tests can be generated for Java or C and are confined when tried; 1 they cannot.")]
pub struct DoctorOptions {
    /// The JDK to look at [default: JAVA_HOME, or the `java` on the PATH]
    #[arg(long, value_name = "DIR")]
    jdk: Option<std::path::PathBuf>,
    /// The clang to look at [default: `clang-19` or `clang` on the PATH]
    #[arg(long, value_name = "FILE")]
    clang: Option<std::path::PathBuf>,
}

/// Looks at what Ferret needs.
pub fn doctor(options: &DoctorOptions) -> Result<Report, Failure> {
    let java = Jdk::find(options.jdk.as_deref()).map(|jdk| jdk.home.display().to_string());
    let java = java.map_err(|error| error.to_string());
    let c = c::clang::Clang::find(options.clang.as_deref());
    let c = c.map(|clang| format!("{} ({})", clang.path().display(), clang.version()));
    let c = c.map_err(|error| error.to_string());
    let here = Confinement::here();
    let well = (java.is_ok() || c.is_ok()) && here.files;
    let mut text = format!("ferret {}\n\nlanguages\n", env!("CARGO_PKG_VERSION"));
    text += &line("Java (JDK)", &java);
    text += &line("C (clang 19)", &c);
    text += "\nbuild tools, for projects that use them\n";
    for (name, program) in [
        ("Maven", "mvn"),
        ("Gradle", "gradle"),
        ("CMake", "cmake"),
        ("make", "make"),
        ("git", "git"),
    ] {
        let found = version(program).ok_or_else(|| "not found".to_owned());
        text += &line(name, &found);
    }
    text += "\nconfinement of tests that are tried natively\n";
    let given = |is_given: bool, yes: &str, no: &str| match is_given {
        true => Ok(yes.to_owned()),
        false => Err(no.to_owned()),
    };
    let files = "tests and compilers write only their own scratch folder (Landlock)";
    let no_files = "not confined: the kernel has no Landlock; tests are tried only with --trust";
    text += &line("files", &given(here.files, files, no_files));
    let outside = "not confined: `unshare` is missing or may not make namespaces";
    text += &line("network", &given(here.network, "none", outside));
    let processes = "nothing outlives a test";
    let own = "tests can talk to themselves";
    let no_own = "tests that need it fail: install `iproute2`, which sets it up";
    text += &line("loopback", &given(here.loopback, own, no_own));
    text += &line("processes", &given(here.processes, processes, outside));
    Ok(Report { text, notes: String::new(), well })
}

fn line(name: &str, found: &Result<String, String>) -> String {
    let (mark, said) = match found {
        Ok(said) => ("ok", said),
        Err(said) => ("--", said),
    };
    let first = said.lines().next().unwrap_or_default();
    format!("  {mark}  {name:<14}{first}\n")
}

/// What a program says of its version, first line.
fn version(program: &str) -> Option<String> {
    let limits = Limits { time: Some(std::time::Duration::from_secs(20)), ..Limits::default() };
    let ended = Process::new(Path::new(program)).arg("--version").run(&limits).ok()?;
    let said = ended.out.text();
    let line = said.lines().find(|line| line.chars().any(|letter| letter.is_ascii_digit()))?;
    ended.succeeded().then(|| host::plain(line).trim().to_owned())
}
