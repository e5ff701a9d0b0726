//! The `ferret` command line.

mod c;
mod cfg;
mod check;
mod compare;
mod doctor;
mod explain;
mod failure;
mod fit;
mod fmt;
mod formats;
mod function;
mod help;
mod html;
mod interrupt;
mod java;
mod kept;
mod load;
mod making;
mod manual;
mod missing;
mod native;
mod options;
mod outside;
mod preset;
mod program;
mod progress;
mod project;
mod queries;
mod reporting;
mod run;
mod show;
mod size;
mod solve;
mod technique;
mod testing;
mod typo;
mod values;

use std::ffi::OsString;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use generate::Stop;

use failure::{Failure, INTERNAL, USAGE};
use options::Command;

/// What a command says, and whether the thing it was asked about is well.
struct Report {
    /// What goes to standard output.
    text: String,
    /// What goes to standard error beside it.
    notes: String,
    /// Whether the program under test, or the file that is checked, is well.
    well: bool,
}

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|panic| {
        let _ = std::io::stderr().write_all(failure::panic_text(panic).as_bytes());
    }));
    std::panic::catch_unwind(ferret).unwrap_or(ExitCode::from(INTERNAL))
}

fn ferret() -> ExitCode {
    let typed = commanded(std::env::args_os().collect());
    let words = match project::config::with_file(typed.clone()) {
        Ok(words) => words,
        Err(failure) => return failed(&failure),
    };
    let words = compare::paper::spelled(preset::spelled(words));
    let arguments = values::shield(c::spell(words.iter().cloned()));
    let options = match help::parse(arguments) {
        Ok(options) => options,
        // Help and version come this way too; clap knows their stream and status.
        Err(message) => {
            if let Some(failure) = typo::unknown_option(&message, &words, &help::command(false)) {
                return failed(&failure);
            }
            let _ = message.print();
            return ExitCode::from(if message.use_stderr() { USAGE } else { 0 });
        }
    };
    let stop = Stop::new();
    let session = project::Session { words: &words, stop: &stop };
    match carry_out(options.command, &typed, &session) {
        Ok(code) => code,
        Err(failure) => failed(&failure),
    }
}

/// Does what a command asks for. `typed` is the command line as the user wrote it.
fn carry_out(
    command: Command,
    typed: &[OsString],
    session: &project::Session<'_>,
) -> Result<ExitCode, Failure> {
    let stop = session.stop;
    let report = match command {
        Command::Test(options) => return project::test(&options, session),
        Command::Verify(options) => return project::verify::verify(&options, stop),
        Command::Report(options) => return reporting::report(&options),
        Command::Show(options) => return show::show(&options),
        Command::Explain(options) => return explain::explain(&options),
        Command::Init(options) => return project::config::init(&options),
        Command::Config(_) => return project::config::print(typed, help::place_of),
        Command::Plan(options) => return project::shards::plan(&options, stop),
        Command::Work(options) => return project::shards::work(*options, session),
        Command::Worker(options) => return project::crew::work(&options),
        Command::Submit(options) => return project::submit::submit(options, typed, stop),
        Command::Merge(options) => return project::shards::merge(&options),
        Command::C(options) => return c::c(&options, stop),
        Command::Program(options) => return program::program(&options, stop),
        Command::Java(options) => return java::java(&options, stop),
        Command::Compare(options) => compare::compare(&options, typed, stop),
        Command::Doctor(options) => doctor::doctor(&options),
        Command::Run(options) => run::run(&options),
        Command::Cfg(options) => cfg::cfg(&options),
        Command::Check(options) => check::check(&options),
        Command::Fmt(options) => fmt::fmt(&options),
        Command::Solve(options) => solve::solve(&options),
        Command::Manual(options) => manual::manual(&options, &help::command(false)),
    };
    deliver(&report?)
}

/// Without a command, the project in the working directory is tested.
fn commanded(mut words: Vec<OsString>) -> Vec<OsString> {
    let asks = |word: &OsString| ["-h", "--help", "-V", "--version"].iter().any(|own| word == own);
    let first = words.get(1);
    if first.is_none_or(|word| word.as_encoded_bytes().starts_with(b"-") && !asks(word)) {
        words.insert(1.min(words.len()), "test".into());
    }
    words
}

fn failed(failure: &Failure) -> ExitCode {
    let _ = std::io::stderr().write_all(failure.to_string().as_bytes());
    ExitCode::from(USAGE)
}

/// Writes the report; a reader that has gone away, as `head` does, is no mistake.
fn deliver(report: &Report) -> Result<ExitCode, Failure> {
    let _ = std::io::stderr().write_all(report.notes.as_bytes());
    let mut output = std::io::stdout().lock();
    let code = ExitCode::from(u8::from(!report.well));
    match output.write_all(report.text.as_bytes()).and_then(|()| output.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(code),
        Err(error) => Err(Failure::new(format!("cannot write to standard output: {error}"))),
        Ok(()) => Ok(code),
    }
}
