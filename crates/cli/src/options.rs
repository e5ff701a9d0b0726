//! Commands and their options.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::c::COptions;
use crate::compare::CompareOptions;
use crate::doctor::DoctorOptions;
use crate::explain::ExplainOptions;
use crate::java::JavaOptions;
use crate::manual::ManualOptions;
use crate::program::ProgramOptions;
use crate::project::ProjectOptions;
use crate::project::config::InitOptions;
use crate::project::shards::{MergeOptions, PlanOptions, WorkOptions};
use crate::project::submit::SubmitOptions;
use crate::project::verify::VerifyOptions;
use crate::reporting::ReportOptions;
use crate::show::ShowOptions;
use crate::size::{parse_count, parse_size};
use crate::solve::SolveOptions;

/// The command line.
#[derive(Parser)]
#[command(
    name = "ferret",
    version,
    about = "Generates unit tests for C and Java; without a command, for the project in this folder",
    disable_help_subcommand = true,
    override_usage = "ferret [OPTIONS] [COMMAND]",
    max_term_width = 100,
    after_help = "\
Exit status: 0 success; 1 tests fail or do not compile; 2 bad usage or input; 3, 4 as --fail-under
and --fail-on ask for; 70 internal error. `ferret COMMAND --help` has the details."
)]
pub struct Options {
    #[command(subcommand)]
    pub command: Command,
}

/// What is to be done.
#[derive(Subcommand)]
pub enum Command {
    /// Generate tests for a project: Maven, Gradle, CMake, make, or a folder
    Test(Box<ProjectOptions>),
    /// Generate JUnit tests for compiled Java classes, or run a program
    Java(Box<JavaOptions>),
    /// Generate tests for C functions, or run a program
    C(Box<COptions>),
    /// Search inputs of a whole program in C or Java: arguments, standard input, files
    Program(Box<ProgramOptions>),
    /// Run the tests that `ferret test` wrote, and report which fail
    Verify(Box<VerifyOptions>),
    /// Report what earlier runs found, in any format, without running anything
    Report(ReportOptions),
    /// Print all that is known about a unit from earlier runs
    Show(ShowOptions),
    /// Explain a line from earlier runs: its tests, and what keeps its branches uncovered
    Explain(ExplainOptions),
    /// Check what this machine has: toolchains, build tools, confinement
    Doctor(DoctorOptions),
    /// Write ferret.toml, the settings of a project
    Init(InitOptions),
    /// Print every option of `ferret test`, its value and its origin
    Config(Box<ProjectOptions>),
    /// List the units of a project, to share them among machines
    Plan(Box<PlanOptions>),
    /// Test one shard of a plan
    Work(Box<WorkOptions>),
    /// Test units for `ferret test`, which starts this
    #[command(hide = true)]
    Worker(Box<WorkOptions>),
    /// Join the ledgers of shards
    Merge(MergeOptions),
    /// Submit a project to a cluster
    Submit(SubmitOptions),
    /// Compare techniques on many seeds
    Compare(Box<CompareOptions>),
    /// Run a function or a scenario of a program in the IR
    Run(RunOptions),
    /// Draw control-flow graphs
    Cfg(CfgOptions),
    /// Check that programs in the IR are well-formed
    Check(CheckOptions),
    /// Print or check the canonical form of a program in the IR
    Fmt(FmtOptions),
    /// Solve an SMT-LIB script
    Solve(SolveOptions),
    /// Write man pages and shell completions
    Manual(ManualOptions),
}

/// How to run.
#[derive(Args)]
#[command(after_help = "\
Values: 3, -1, 0x10, 1.5, inf, true, null, \"'a'\". For a
pointer, an array: [1,2,3], with its own type i64[1,2,3], or '\"text\"' (bytes and a NUL).

A scenario has one statement per line, such as:
  let a: i32 = 3
  let buf: i8[16] = \"abc\\0\"
  set @counter: i32 = 5
  call r = @classify(a, 4, 5)

Examples:
  ferret run triangle.fir --function classify --args 3 4 5
  ferret run triangle.fir --args -1 0x10 5 --trace
  ferret run search.fir --function find --args '[1,2,3]' 3 2 --symbolic
  ferret run shapes.fir --scenario two_calls.scn --grades

Exit status: 0 it returned or exited; 1 it trapped, threw or reached a limit; 2 bad usage or input.")]
pub struct RunOptions {
    /// The program: a file in the text form of the IR, or `-` for standard input
    #[arg(value_name = "FILE.fir")]
    pub file: PathBuf,
    /// The function to call [default: `main`, or the only function with a body]
    #[arg(short, long, value_name = "NAME")]
    pub function: Option<String>,
    /// The arguments of the call
    #[arg(short, long, value_name = "VALUE", num_args = 0.., conflicts_with = "scenario")]
    pub args: Vec<String>,
    /// Run the statements of this file instead of one call
    #[arg(short, long, value_name = "FILE", conflicts_with = "function")]
    pub scenario: Option<PathBuf>,
    /// Print every step, and how often each outcome was taken
    #[arg(short, long)]
    pub trace: bool,
    /// Treat the inputs as symbols and print the path condition
    #[arg(long)]
    pub symbolic: bool,
    /// Print how far the run was from each outcome that it did not take
    #[arg(long)]
    pub grades: bool,
    /// Stop after this many instructions
    #[arg(long, value_name = "N", default_value = "1_000_000_000", value_parser = parse_count, allow_hyphen_values = true)]
    pub max_steps: u64,
    /// Memory limit of the program, such as 4096, 64K, 16M or 1G
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = parse_size, allow_hyphen_values = true)]
    pub memory: u64,
}

/// What to draw.
#[derive(Args)]
#[command(after_help = "\
Without --output the graph goes to standard output in the DOT language. With it, an SVG is drawn beside
the DOT file if Graphviz is installed.

Examples:
  ferret cfg triangle.fir | xdot -
  ferret cfg triangle.fir --function classify -o classify.svg
  ferret cfg triangle.fir -o graphs/            one file for each function")]
pub struct CfgOptions {
    /// The program: a file in the text form of the IR, or `-` for standard input
    #[arg(value_name = "FILE.fir")]
    pub file: PathBuf,
    /// Draw this function only
    #[arg(short, long, value_name = "NAME")]
    pub function: Option<String>,
    /// Write to this file, or to files in this directory
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,
}

/// What to check.
#[derive(Args)]
#[command(after_help = "\
Examples:
  ferret check triangle.fir
  ferret check subjects/ir/*.fir

Exit status: 0 all are well-formed; 2 one is not, or cannot be read.")]
pub struct CheckOptions {
    /// Files in the text form of the IR
    #[arg(value_name = "FILE.fir", required = true)]
    pub files: Vec<PathBuf>,
}

/// What to print in canonical form.
#[derive(Args)]
#[command(after_help = "\
The canonical form has no comments. --check does not mind them; --write will not delete them.

Examples:
  ferret fmt triangle.fir
  ferret fmt triangle.fir --check
  ferret fmt generated.fir --write

Exit status: 0; 1 with --check, if the file is not canonical; 2 bad usage or input.")]
pub struct FmtOptions {
    /// The program: a file in the text form of the IR, or `-` for standard input
    #[arg(value_name = "FILE.fir")]
    pub file: PathBuf,
    /// Only check whether the file is canonical, comments and blank lines aside
    #[arg(long)]
    pub check: bool,
    /// Write the canonical form back to the file
    #[arg(long, conflicts_with = "check")]
    pub write: bool,
}
