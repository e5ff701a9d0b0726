//! How quick the machine is on real C: programs of the corpus in each domain, beside `cc -O0` natively and
//! under valgrind, as one table; and how long it takes to read them, as another.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

#[path = "../tests/corpus/fetch.rs"]
mod fetch;
#[expect(dead_code, reason = "a benchmark has inputs of its own")]
#[path = "../tests/corpus/projects.rs"]
mod projects;

use c::clang::{Clang, Source};
use c::environment::Environment;
use c::libc::{Captured, Library};
use c::run;
use machine::Config;
use projects::{PROJECTS, Project};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use trace::{Mode, Outcome, Runner, Trace};

/// Each figure is the best of this many tries: other work on the machine only ever slows one down.
const TRIES: usize = 3;

/// A project at work.
struct Work {
    project: &'static str,
    what: &'static str,
    arguments: &'static [&'static str],
    input: fn() -> String,
}

const WORKS: [Work; 3] = [
    Work { project: "zlib", what: "compress 290 kB", arguments: &[], input: numbers },
    Work {
        project: "sqlite",
        what: "insert, join and sort 20,000 rows",
        arguments: &[],
        input: queries,
    },
    Work { project: "lua", what: "calls, tables and strings", arguments: &["-"], input: script },
];

fn numbers() -> String {
    (1..=50_000).map(|number| format!("{number}\n")).collect()
}

fn queries() -> String {
    "create table t(a integer primary key, b integer, c text);
     with recursive n(x) as (select 1 union all select x + 1 from n where x < 20000)
       insert into t select x, x * 7919 % 10007, 'row ' || x from n;
     create index i on t(b);
     select count(*), sum(b), max(c) from t;
     select x.a, y.c from t x join t y on x.b = y.a order by x.b desc, x.a limit 5;
     select b % 10 d, count(*), avg(a) from t group by d order by 2, 1;"
        .to_owned()
}

fn script() -> String {
    "local function fib(n) if n < 2 then return n end return fib(n-1) + fib(n-2) end
     print(fib(24))
     local t = {} for i = 1, 30000 do t[i] = (i * 7919) % 10007 end
     table.sort(t) print(t[1], t[#t])
     local s = {} for i = 1, 10000 do s[#s + 1] = string.format('%d:%s', i, ('x'):rep(i % 7)) end
     print(#table.concat(s, ','))"
        .to_owned()
}

fn main() {
    // `cargo test --benches` runs this too, without the flag; there is nothing to test.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    println!(
        "| program | work | cc -O0 | valgrind --tool=none | machine, concrete | graded | concolic, bare data \
         | M instructions/s, concrete |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|---:|");
    for Work { project: name, what, arguments, input } in WORKS {
        let project = PROJECTS.iter().find(|project| project.name == name).expect("the project");
        match row(project, what, arguments, input().as_bytes()) {
            Ok(figures) => println!("| {name} {figures} |"),
            Err(error) => println!("| {name} | {what} | {error} |"),
        }
    }
    println!();
    println!("Seconds natively, with the start of the program; the others in multiples of that.");
    println!();
    println!("| program | lines | clang, on two cores | reading and lowering | together |");
    println!("|---|---:|---:|---:|---:|");
    for name in READ {
        let project = PROJECTS.iter().find(|project| project.name == name).expect("the project");
        match reading(project) {
            Ok(figures) => println!("| {name} {figures} |"),
            Err(error) => println!("| {name} | {error} |"),
        }
    }
}

/// The programs whose reading is measured: more than 20,000 lines, and the longest there is.
const READ: [&str; 2] = ["lua", "sqlite"];

/// How long it takes from the files to a program with its library.
fn reading(project: &Project) -> Result<String, String> {
    let fetch::Fetched { folder, version } = fetch::sources(project)?;
    let (files, flags) = (fetch::files(project, &folder), flags(project, &folder));
    let text = |file: &PathBuf| std::fs::read_to_string(folder.join(file)).unwrap_or_default();
    let lines: usize = files.iter().map(|file| text(file).lines().count()).sum();
    let clang = Clang::find(None).map_err(|error| error.to_string())?;
    let library = Library::load(&clang, None).map_err(|error| error.to_string())?;
    let sources = sources(&folder, &flags, &files);
    let mut best = (Duration::MAX, Duration::MAX);
    for _ in 0..TRIES {
        let start = Instant::now();
        let compiled = clang.compile_all(&sources, 2).map_err(|error| error.to_string())?;
        let compiling = start.elapsed();
        let start = Instant::now();
        run::link(&compiled, &library).map_err(|error| error.to_string())?;
        best = (best.0.min(compiling), best.1.min(start.elapsed()));
    }
    let [compiling, reading] = [best.0, best.1].map(|time| time.as_secs_f64());
    let together = compiling + reading;
    Ok(format!("{version} | {lines} | {compiling:.2} s | {reading:.2} s | {together:.2} s"))
}

fn flags(project: &Project, folder: &Path) -> Vec<String> {
    let mut flags: Vec<String> = project.flags.iter().map(|flag| (*flag).to_owned()).collect();
    flags.extend(["-w".to_owned(), format!("-I{}", folder.display())]);
    flags
}

fn sources(folder: &Path, flags: &[String], files: &[PathBuf]) -> Vec<Source> {
    let source = |file: &PathBuf| Source {
        file: file.clone(),
        directory: Some(folder.to_owned()),
        flags: flags.to_vec(),
    };
    files.iter().map(source).collect()
}

fn row(project: &Project, what: &str, arguments: &[&str], input: &[u8]) -> Result<String, String> {
    let fetch::Fetched { folder, version } = fetch::sources(project)?;
    let (files, flags) = (fetch::files(project, &folder), flags(project, &folder));
    let stdin = folder.join("bench.input");
    std::fs::write(&stdin, input).map_err(|error| error.to_string())?;
    let program = native(&folder, &flags, &files)?;
    let mut words = vec![program.display().to_string()];
    words.extend(arguments.iter().map(|word| (*word).to_owned()));
    let (alone, expected) = timed(&words, &stdin)?;
    let mut under = vec!["valgrind".to_owned(), "--tool=none".to_owned(), "-q".to_owned()];
    under.extend(words.iter().cloned());
    let valgrind = timed(&under, &stdin).map(|(time, _)| time);

    let clang = Clang::find(None).map_err(|error| error.to_string())?;
    let library = Library::load(&clang, None).map_err(|error| error.to_string())?;
    let sources = sources(&folder, &flags, &files);
    let compiled = clang.compile_all(&sources, 2).map_err(|error| error.to_string())?;
    let lowered = run::link(&compiled, &library).map_err(|error| error.to_string())?;
    let lowered = Arc::new(lowered.program);
    let environment = Environment {
        arguments: words.iter().map(|word| word.clone().into_bytes()).collect(),
        input: input.to_vec(),
        ..Environment::default()
    };
    let times = |time: Duration| format!("{:.1}", time.as_secs_f64() / alone.as_secs_f64());
    let mut figures = format!("{version} | {what} | {:.2} s", alone.as_secs_f64());
    figures += &format!(" | {}", valgrind.map_or("-".to_owned(), times));
    let mut rate = 0.0;
    for mode in [Mode::Concrete, Mode::Graded, Mode::Concolic] {
        let (time, steps) = in_machine(&lowered, &environment, mode, project.zeros, &expected)?;
        figures += &format!(" | {}", times(time));
        if mode == Mode::Concrete {
            rate = steps as f64 / time.as_secs_f64() / 1e6;
        }
    }
    Ok(format!("{figures} | {rate:.0}"))
}

/// The program as `cc -O0` makes it.
fn native(folder: &Path, flags: &[String], files: &[PathBuf]) -> Result<PathBuf, String> {
    let program = folder.join("bench");
    let built = Command::new("cc")
        .current_dir(folder)
        .args(["-O0", "-o"])
        .arg(&program)
        .args(flags)
        .args(files)
        .arg("-lm")
        .output()
        .map_err(|error| format!("cc: {error}"))?;
    if built.status.success() {
        return Ok(program);
    }
    Err(String::from_utf8_lossy(&built.stderr).lines().next().unwrap_or("cc fails").to_owned())
}

/// The time of a command, and what it prints.
fn timed(words: &[String], stdin: &Path) -> Result<(Duration, Vec<u8>), String> {
    let told = |error: std::io::Error| format!("{}: {error}", words[0]);
    let (mut best, mut printed) = (Duration::MAX, Vec::new());
    for _ in 0..TRIES {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(File::open(stdin).map_err(told)?).stderr(Stdio::null());
        let start = Instant::now();
        let output = command.output().map_err(told)?;
        best = best.min(start.elapsed());
        if !output.status.success() {
            return Err(format!("{} fails", words[0]));
        }
        printed = output.stdout;
    }
    Ok((best, printed))
}

/// The time of a run in the machine, and its steps; what it prints has to be the same.
fn in_machine(
    program: &Arc<program::Program>,
    environment: &Environment,
    mode: Mode,
    zeros: bool,
    expected: &[u8],
) -> Result<(Duration, u64), String> {
    let (mut best, mut steps) = (Duration::MAX, 0);
    for _ in 0..TRIES {
        let config = Config {
            max_steps: u64::MAX,
            observe_memory: false,
            trap_uninitialised: !zeros,
            ..Config::default()
        };
        let captured = Arc::new(Captured::default());
        let sink = Arc::clone(&captured);
        let (mut machine, scenario) = run::prepare(Arc::clone(program), environment, config, sink)
            .map_err(|error| error.to_string())?;
        let mut trace = Trace::default();
        let start = Instant::now();
        machine.run(&scenario, mode, &mut trace).map_err(|error| error.to_string())?;
        best = best.min(start.elapsed());
        steps = trace.steps;
        if trace.outcome != Outcome::Exited(0) || captured.take().0 != expected {
            return Err(format!("{mode:?}: {:?} or another output", trace.outcome));
        }
    }
    Ok((best, steps))
}
