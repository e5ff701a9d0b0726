//! `ferret c`: C programs, read by clang and run in the machine.

pub mod compile;
mod produce;

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use c::environment::Environment;
use c::libc::{QUESTIONS, Question, answer_type};
use c::run;
use clap::Args;
use coverage::Criterion;
use generate::Stop;
use llvm::lower::Lowered;
use machine::Config;
use program::{Program, Span, Type};
use scenario::text::Given;
use trace::print::{self, View};
use trace::{Mode, Origin, Outcome, Runner, Trace};

use crate::c::compile::CompileOptions;
use crate::c::produce::TestOptions;
use crate::failure::Failure;
use crate::making::{MOST_STEPS, refuse};
use crate::outside::{self, Terminal};
use crate::size::parse_size;

/// Exit status when the program trapped: what a shell says of a process that aborted.
const TRAPPED: u8 = 134;
/// Exit status when a limit was reached: what `timeout` says.
const EXHAUSTED: u8 = 124;

/// What to do with C files.
#[derive(Args)]
#[command(after_long_help = help())]
pub struct COptions {
    /// C files of one program; with --compile-commands, the files to test [default: all]
    #[arg(value_name = "FILE.c", required_unless_present = "compile_commands")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    tests: TestOptions,
    /// Arguments of the program
    #[arg(last = true, value_name = "ARGUMENT")]
    arguments: Vec<OsString>,
    #[command(flatten)]
    compile: CompileOptions,
    /// Run the program in the interpreter instead of generating tests
    #[arg(long)]
    run: bool,
    /// List coverage goals with their source locations
    #[arg(long, conflicts_with = "run")]
    goals: bool,
    /// Print the program in the text form of the IR
    #[arg(long, conflicts_with = "run")]
    ir: bool,
    /// Standard input of the program, or `-` [default: that of Ferret, unless it is a terminal]
    #[arg(long, value_name = "FILE")]
    stdin: Option<PathBuf>,
    /// A file that the program can see, and the host file with its content
    #[arg(long, value_name = "PATH[=HOSTPATH]")]
    file: Vec<String>,
    /// An environment variable of the program
    #[arg(long, value_name = "NAME=VALUE")]
    env: Vec<String>,
    /// Start of the program's clock, in seconds since 1970
    #[arg(long, value_name = "SECONDS")]
    clock: Option<i64>,
    /// Answers to questions about the environment, in order; see below
    #[arg(long, value_name = "NAME=VALUE,…", requires = "run")]
    stream: Vec<String>,
    /// Print every step to standard error
    #[arg(long, requires = "run")]
    trace: bool,
    /// Treat arguments and standard input as symbols, and summarise the path condition
    #[arg(long, requires = "run")]
    symbolic: bool,
    /// Let signed overflow wrap around instead of trapping
    #[arg(long)]
    wrap: bool,
    /// Read uninitialised memory as zeros instead of trapping
    #[arg(long, requires = "run")]
    zeros: bool,
    /// Memory limit of the program, such as 64M or 1G
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = parse_size, allow_hyphen_values = true)]
    memory: u64,
}

/// What stands below the options in the help.
fn help() -> String {
    let mut questions = String::new();
    for Question { name, ty, meaning, default } in QUESTIONS {
        let ty = ty.to_string();
        questions += &format!("  {name:<16}  {ty:<3}  {meaning} [default: {default}]\n");
    }
    format!(
        "\
-std=STD and -include FILE work as in clang; other flags are passed by --clang-arg.

With --run, nothing the program does touches the host: it sees only the files given by --file, and
what it writes is discarded. Without --stream nothing fails. --stream malloc.fails=0,0,1 makes the
third allocation fail. The streams are:

{questions}  getenv.NAME.set   i1   whether a variable is set [default: as --env says]
  getenv.NAME       i8   the bytes of its value, where --env does not give it

Examples:
  ferret c prime.c
  ferret c parse.c -I include --criterion mcdc --budget 30s
  ferret c --run hello.c
  ferret c --run calc.c parser.c -I include -DNDEBUG -- 1 + 2
  ferret c --run wc.c --file notes.txt -- -l notes.txt
  ferret c --goals prime.c

Exit status: 0; 1 tests do not compile and were dropped; 2 bad usage or input; 70 internal error.
With --run that of the program, 134 if it trapped, 124 if a limit was reached."
    )
}

/// Flags of one dash and several letters, as clang has them, in the form that the option parser reads.
pub fn spell(arguments: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut over = false;
    let mut is_c = false;
    arguments.enumerate().map(move |(index, argument)| {
        let Some(text) = argument.to_str() else { return argument };
        is_c |= index == 1 && matches!(text, "c" | "program" | "compare");
        over |= text == "--";
        match text {
            _ if over || !is_c => argument,
            "-include" => "--include".into(),
            _ if text.starts_with("-std=") => format!("-{text}").into(),
            _ => argument,
        }
    })
}

/// Does what is asked for with C files.
pub fn c(options: &COptions, stop: &Stop) -> Result<ExitCode, Failure> {
    refuse(
        options.tests.making.criteria,
        &[Criterion::Check, Criterion::Exception],
        "is for Java: in C a check that fails ends the program, and no test survives that",
        "runs that end so are looked for whatever the criterion, and told as findings",
    )?;
    let clang = options.compile.clang()?;
    let sources = options.compile.sources(&options.files)?;
    let compiled = compile::compile(&clang, &sources)?;
    if options.goals || options.ir {
        let lowered = run::lower_alone(&compiled).map_err(Failure::new)?;
        compile::tell_unsupported(&lowered);
        let text =
            if options.ir { program::text::print(&lowered.program) } else { goals(&lowered) };
        let _ = std::io::stdout().write_all(text.as_bytes());
        return Ok(ExitCode::SUCCESS);
    }
    if options.run {
        let lowered = compile::link(&clang, &compiled)?;
        return execute(options, Arc::new(lowered.program));
    }
    let files = compile::target(clang, sources, compiled, options.tests.options())?;
    if files.is_empty() {
        let names: Vec<String> =
            options.files.iter().map(|file| file.display().to_string()).collect();
        return Err(Failure::new(format!("there is no function in {}", names.join(", "))));
    }
    produce::produce(&options.tests, &files, stop)
}

fn place(program: &Program, span: Span) -> String {
    format!("{}:{}:{}", program.files[span.file], span.line, span.column)
}

fn range(span: Span) -> String {
    format!("{}:{}-{}:{}", span.line, span.column, span.end_line, span.end_column)
}

/// The goals of each function, one on a line.
fn goals(lowered: &Lowered) -> String {
    let program = &lowered.program;
    let mut text = String::new();
    let (mut regions, mut branches, mut decisions) = (0, 0, 0);
    for goals in &lowered.goals.functions {
        let function = &program.functions[goals.function];
        let at =
            function.span.map_or_else(String::new, |span| format!(" {}", place(program, span)));
        text += &format!("{}{at}\n", function.name);
        for region in goals.regions.iter().filter(|region| !region.gap) {
            regions += 1;
            text += &format!("  region   {}\n", range(region.span));
        }
        for branch in &goals.branches {
            branches += 2;
            text += &format!("  branch   {} true, false\n", range(branch.span));
        }
        for decision in &goals.decisions {
            decisions += 1;
            let at = decision.span.map_or_else(|| "?".to_owned(), range);
            let conditions = function.decisions[decision.decision].conditions.len();
            text += &format!("  decision {at} of {conditions} conditions\n");
        }
    }
    for dropped in &lowered.goals.dropped {
        let (file, line, column) = (&dropped.file, dropped.line, dropped.column);
        text += &format!("not counted {file}:{line}:{column}: {}\n", dropped.reason);
    }
    text + &format!("{regions} regions, {branches} branches, {decisions} decisions\n")
}

fn environment(options: &COptions) -> Result<Environment, Failure> {
    let name = options.files.first().and_then(|file| file.file_stem());
    let name = name.map_or_else(|| b"program".to_vec(), |name| name.as_encoded_bytes().to_vec());
    let mut arguments = vec![name];
    arguments.extend(options.arguments.iter().map(|word| word.as_encoded_bytes().to_vec()));
    let mut environment = Environment {
        arguments,
        variables: options.env.iter().map(|entry| entry.clone().into_bytes()).collect(),
        clock: options.clock,
        symbolic: options.symbolic,
        input: outside::input(options.stdin.as_deref())?,
        files: outside::files(&options.file)?,
        ..Environment::default()
    };
    for given in &options.stream {
        let (name, ty, values) = answers(given)?;
        environment.streams.entry(name).or_insert_with(|| (ty, Vec::new())).1.extend(values);
    }
    Ok(environment)
}

/// The name, type and values of a stream given as `NAME=VALUE,…`.
fn answers(given: &str) -> Result<(String, Type, Vec<u128>), Failure> {
    let (name, values) = given.split_once('=').ok_or_else(|| {
        Failure::new(format!("`--stream {given}` has no values: write `NAME=VALUE,…`"))
    })?;
    let ty = answer_type(name).ok_or_else(|| {
        let known: Vec<&str> = QUESTIONS.iter().map(|question| question.name).collect();
        let known = known.join("`, `");
        Failure::new(format!(
            "no program asks for `{name}`: there are `{known}`, `getenv.NAME.set` and `getenv.NAME`"
        ))
    })?;
    let mut bits = Vec::new();
    for value in values.split(',').filter(|value| !value.is_empty()) {
        match scenario::text::parse_argument(value, ty, None) {
            Ok(Given::Value(value)) => bits.push(value),
            _ => {
                let message = format!("`{value}` is not a value of type {ty} for `{name}`");
                return Err(Failure::new(message));
            }
        }
    }
    Ok((name.to_owned(), ty, bits))
}

fn execute(options: &COptions, program: Arc<Program>) -> Result<ExitCode, Failure> {
    let config = Config {
        max_steps: options.tests.making.max_steps.unwrap_or(MOST_STEPS),
        memory: options.memory,
        max_depth: 100_000,
        record_events: options.trace,
        observe_memory: false,
        trap_overflow: !options.wrap,
        trap_uninitialised: !options.zeros,
        ..Config::default()
    };
    let prepared =
        run::prepare(Arc::clone(&program), &environment(options)?, config, Arc::new(Terminal));
    let (mut machine, scenario) = prepared.map_err(Failure::new)?;
    let mode = if options.symbolic { Mode::Concolic } else { Mode::Concrete };
    let mut trace = Trace::default();
    machine.run(&scenario, mode, &mut trace).map_err(Failure::new)?;
    let _ = std::io::stdout().flush();
    let view = View {
        program: &program,
        sites: machine.sites(),
        scenario: &scenario,
        pool: machine.pool(),
    };
    let mut notes = String::new();
    if options.trace {
        notes += &format!("{} steps\n{}", trace.steps, print::events(&trace, view));
    }
    if options.symbolic {
        notes += &path_summary(&program, &trace, &machine);
    }
    let code = match &trace.outcome {
        Outcome::Exited(code) => *code as u8,
        Outcome::Returned => 0,
        Outcome::Trapped(trap) => {
            notes += &format!("trapped: {}\n", run::reason(&program, trap.kind));
            notes += &frames(&run::stack(&program, trap));
            TRAPPED
        }
        Outcome::Exhausted(limit) => {
            notes += &format!("stopped: {limit} used up after {} steps\n", trace.steps);
            notes += &frames(&run::open_calls(&program, &trace.stack));
            EXHAUSTED
        }
        Outcome::Threw { .. } | Outcome::Unusable(_) => TRAPPED,
    };
    let _ = std::io::stderr().write_all(notes.as_bytes());
    Ok(ExitCode::from(code))
}

/// Open calls, one on a line; of a deep recursion both ends.
fn frames(stack: &[run::StackFrame]) -> String {
    const INNER: usize = 20;
    const OUTER: usize = 5;
    let mut text = String::new();
    for (index, frame) in stack.iter().enumerate() {
        let left = stack.len() - index;
        if stack.len() <= INNER + OUTER + 1 || index < INNER || left <= OUTER {
            text += &format!("  at {frame}\n");
        } else if index == INNER {
            text += &format!("  … {} more\n", left - OUTER);
        }
    }
    text
}

/// How many clauses of which kind there are, and in whose code.
fn path_summary(program: &Program, trace: &Trace, machine: &machine::Machine) -> String {
    let is_library = |point: program::Point| {
        let span = program.functions[point.function].span;
        span.is_some_and(|span| run::is_library_file(&program.files[span.file]))
    };
    let (mut own, mut library, mut access, mut fixed, mut others) = (0, 0, 0, 0, 0);
    for clause in &trace.path {
        match clause.origin {
            Origin::Site { site, .. } => {
                let count = if is_library(machine.sites().site(site).point) {
                    &mut library
                } else {
                    &mut own
                };
                *count += 1;
            }
            Origin::Access { .. } => access += 1,
            Origin::Concretised { .. } => fixed += 1,
            Origin::Model { .. } | Origin::Input => others += 1,
        }
    }
    format!(
        "path condition: {} inputs, {} clauses: {own} of the program's own branches, {library} of the \
         library's, {access} of memory accesses, {fixed} of values that were fixed, {others} others\n",
        trace.inputs.len(),
        trace.path.len(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_of_clang_are_spelled_for_the_option_parser_up_to_the_programs_own() {
        let words = "ferret c -std=c99 -include x.h a.c -- -std=c99".split(' ').map(OsString::from);
        let spelled: Vec<_> = spell(words).collect();
        let expected = "ferret c --std=c99 --include x.h a.c -- -std=c99";
        assert_eq!(spelled, expected.split(' ').collect::<Vec<_>>());
    }
}
