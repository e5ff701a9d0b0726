//! Commands and their options.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::c::COptions;
use crate::compare::CompareOptions;
use crate::explain::ExplainOptions;
use crate::java::JavaOptions;
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
    about = "Writes the tests that reach every part of a program",
    disable_help_subcommand = true,
    max_term_width = 100,
    after_help = "\
Without a command, `ferret test` is meant: the project in the working directory.

Exit status: 0 all is well; 1 the program under test trapped, threw or ran out of budget, a checked
file is not as it should be, or tests that do not compile were left out; 2 bad usage or input; 70 a
mistake of Ferret's own."
)]
pub struct Options {
    #[command(subcommand)]
    pub command: Command,
}

/// What is to be done.
#[derive(Subcommand)]
pub enum Command {
    /// Make tests for a whole project: Maven, Gradle, CMake, make, or a folder of class files or C files
    Test(Box<ProjectOptions>),
    /// Run the tests that `ferret test` wrote, and tell which fail by now and why
    Verify(Box<VerifyOptions>),
    /// Tell what earlier runs found, in any format, without running anything
    Report(ReportOptions),
    /// Tell all that is known about a unit from earlier runs
    Show(ShowOptions),
    /// Tell what is known about a line from earlier runs: its tests, and what stands in the way of branches
    Explain(ExplainOptions),
    /// Write ferret.toml, the defaults of a project
    Init(InitOptions),
    /// Print every option of `ferret test` with its value and where that comes from
    Config(Box<ProjectOptions>),
    /// List the units of a project for machines to share
    Plan(Box<PlanOptions>),
    /// Test a share of a plan's units, into a ledger of its own
    Work(Box<WorkOptions>),
    /// Test units for `ferret test`, which starts this
    #[command(hide = true)]
    Worker(Box<WorkOptions>),
    /// Hand a project over to a cluster
    Submit(SubmitOptions),
    /// Join the ledgers of shards into one
    Merge(MergeOptions),
    /// Make tests for C functions; run C programs in the machine, or list their coverage goals
    C(Box<COptions>),
    /// Make JUnit tests for compiled Java classes, run programs in the machine, or list what is in a jar
    Java(Box<JavaOptions>),
    /// Compare techniques and strategies on C files, with many seeds
    Compare(Box<CompareOptions>),
    /// Run a function or a scenario and tell how it ended
    Run(RunOptions),
    /// Draw the control flow of functions as a graph
    Cfg(CfgOptions),
    /// Check that files are well-formed programs
    Check(CheckOptions),
    /// Print or check the canonical form of a program
    Fmt(FmtOptions),
    /// Answer the questions of an SMT-LIB script
    Solve(SolveOptions),
}

/// How to run.
#[derive(Args)]
#[command(after_help = "\
Values are written as people write them: 3, -1, 0x10, 1.5, inf, true, null, \"'a'\". Behind a ptr
stands an array: [1,2,3], with a type of its own i64[1,2,3], or '\"text\"' (bytes and a NUL).

A scenario has a statement on each line, such as:
  let a: i32 = 3
  let buf: i8[16] = \"abc\\0\"
  set @counter: i32 = 5
  call r = @classify(a, 4, 5)

Examples:
  ferret run triangle.fir --function classify --args 3 4 5
  ferret run triangle.fir --args -1 0x10 5 --trace
  ferret run search.fir --function find --args '[1,2,3]' 3 2 --symbolic
  ferret run shapes.fir --scenario two_calls.scn --grades

Exit status: 0 it returned or ended itself; 1 it trapped, threw or ran out of budget; 2 bad usage or
input.")]
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
    /// Carry out the statements of this file instead of one call
    #[arg(short, long, value_name = "FILE", conflicts_with = "function")]
    pub scenario: Option<PathBuf>,
    /// Print what happened, step by step, and how often each way was taken
    #[arg(short, long)]
    pub trace: bool,
    /// Follow the inputs as symbols and print the path condition
    #[arg(long)]
    pub symbolic: bool,
    /// Measure how near the run came to each way it did not take
    #[arg(long)]
    pub grades: bool,
    /// Stop after this many instructions
    #[arg(long, value_name = "N", default_value = "1_000_000_000", value_parser = parse_count, allow_hyphen_values = true)]
    pub max_steps: u64,
    /// Memory that the program may use, as in 4096, 64K, 16M, 1G
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
    /// Only tell whether the file is canonical, comments and blank lines aside
    #[arg(long)]
    pub check: bool,
    /// Write the canonical form back to the file
    #[arg(long, conflicts_with = "check")]
    pub write: bool,
}
