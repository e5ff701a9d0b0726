//! Real programs, fetched by package name: what they print in the machine is what they print natively.
//!
//! Runs only when `FERRET_FULL` is set, since it needs the network. `FERRET_ONLY` names one project.

mod fetch;
mod projects;

use c::clang::{Clang, Source};
use c::files::World;
use c::libc::{Captured, Library};
use c::run;
use machine::Config;
use projects::{Input, PROJECTS, Project};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Instant;
use trace::{Mode, Outcome, Runner, Trace};

#[test]
fn real_programs_print_what_they_print_natively() {
    if std::env::var_os("FERRET_FULL").is_none() {
        return;
    }
    let only = std::env::var("FERRET_ONLY").ok();
    let clang = Clang::find(None).expect("clang 19");
    let library = Library::load(&clang, None).expect("the library compiles");
    let (mut table, mut wrong) = (String::new(), 0);
    for project in PROJECTS {
        if only.as_deref().is_some_and(|only| !project.name.starts_with(only)) {
            continue;
        }
        let line = match compare(project, &clang, &library) {
            Ok(line) => line,
            Err(reason) => {
                wrong += 1;
                format!("WRONG {reason}")
            }
        };
        table += &format!("{:<14}{line}\n", project.name);
    }
    let path = fetch::room().join("table.txt");
    let _ = std::fs::write(&path, &table);
    assert_eq!(wrong, 0, "\n{table}");
}

/// The files that are compiled; the driver last.
fn files(project: &Project, folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for pattern in project.files {
        match pattern.strip_suffix("*.c") {
            None => files.push(folder.join(pattern)),
            Some(inner) => {
                let entries = std::fs::read_dir(folder.join(inner)).into_iter().flatten().flatten();
                let mut found: Vec<PathBuf> = entries
                    .map(|entry| entry.path())
                    .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
                    .collect();
                found.sort();
                files.extend(found);
            }
        }
    }
    if let Some(driver) = project.driver {
        let drivers = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/drivers");
        files.push(drivers.join(driver));
    }
    files
}

fn compare(project: &Project, clang: &Clang, library: &Library) -> Result<String, String> {
    let folder = fetch::sources(project)?;
    let files = files(project, &folder);
    let mut flags: Vec<String> = project.flags.iter().map(|flag| (*flag).to_owned()).collect();
    flags.extend(["-w".to_owned(), format!("-I{}", folder.display())]);
    let native = folder.join("native");
    let built = Command::new(clang.path())
        .current_dir(&folder)
        .args(["-O0", "-o"])
        .arg(&native)
        .args(&flags)
        .args(&files)
        .arg("-lm")
        .output()
        .map_err(|error| error.to_string())?;
    if !built.status.success() {
        return Err(String::from_utf8_lossy(&built.stderr).into_owned());
    }
    let start = Instant::now();
    let source = |file: &PathBuf| Source {
        file: file.clone(),
        directory: Some(folder.clone()),
        flags: flags.clone(),
    };
    let sources: Vec<Source> = files.iter().map(source).collect();
    let compiled = clang.compile_all(&sources, 2).map_err(|error| error.to_string())?;
    let lowered = run::link(&compiled, library).map_err(|error| error.to_string())?;
    let unsupported: Vec<&str> =
        lowered.unsupported.iter().map(|function| function.function.as_str()).collect();
    let program = Arc::new(lowered.program);
    let reading = start.elapsed();
    let (mut before, mut steps, mut clauses) = (Vec::new(), 0, 0);
    let mut domains = String::from("concrete");
    let start = Instant::now();
    for (arguments, input) in project.runs {
        let input = match input {
            Input::Text(text) => text.as_bytes().to_vec(),
            Input::Numbers => {
                (1..=3000).map(|number| format!("{number}\n")).collect::<String>().into_bytes()
            }
            Input::Before => before.clone(),
        };
        let expected = natively(&native, &folder, arguments, &input)?;
        let mut words = vec![native.display().to_string().into_bytes()];
        words.extend(arguments.iter().map(|word| word.as_bytes().to_vec()));
        // Files that the program reads beside its input.
        let mut world = World { arguments: words, input, ..World::default() };
        if let Ok(content) = std::fs::read(folder.join("init.scm")) {
            world.files.insert("init.scm".to_owned(), content);
        }
        for mode in [Mode::Concrete, Mode::Graded, Mode::Concolic] {
            if mode == Mode::Concolic && world.input.len() > 1000 {
                continue;
            }
            let world = World { symbolic: mode == Mode::Concolic, ..world.clone() };
            let (found, trace) = in_machine(&program, &world, mode, project.zeros)?;
            if found != expected {
                let show = |(output, end): &(Vec<u8>, String)| {
                    let tail = output.len().saturating_sub(300);
                    format!(
                        "{} bytes ending {:?}\n{end}",
                        output.len(),
                        String::from_utf8_lossy(&output[tail..])
                    )
                };
                return Err(format!(
                    "{arguments:?} {mode:?}\nnative {}\nmachine {}",
                    show(&expected),
                    show(&found)
                ));
            }
            if mode == Mode::Concrete {
                steps += trace.steps;
            } else if mode == Mode::Concolic {
                clauses += trace.path.len();
                domains = "all domains".to_owned();
            }
        }
        before = expected.0;
    }
    Ok(format!(
        "same output, {domains}: {} runs, {steps} steps, {clauses} clauses; read in {:.1} s, run in {:.1} s; unsupported: {unsupported:?}",
        project.runs.len(),
        reading.as_secs_f64(),
        start.elapsed().as_secs_f64(),
    ))
}

type Ending = (Vec<u8>, String);

fn natively(
    program: &Path,
    folder: &Path,
    arguments: &[&str],
    input: &[u8],
) -> Result<Ending, String> {
    let mut child = Command::new(program)
        .current_dir(folder)
        .args(arguments)
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut pipe = child.stdin.take().ok_or("no pipe")?;
    let input = input.to_vec();
    // A program may write before it has read everything.
    let writer = std::thread::spawn(move || {
        let _ = pipe.write_all(&input);
    });
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    let _ = writer.join();
    Ok((output.stdout, format!("exit {}", output.status.code().unwrap_or(-1))))
}

fn in_machine(
    program: &Arc<program::Program>,
    world: &World,
    mode: Mode,
    zeros: bool,
) -> Result<(Ending, Trace), String> {
    let config = Config {
        max_steps: 20_000_000_000,
        max_depth: 100_000,
        observe_memory: false,
        trap_uninitialised: !zeros,
        ..Config::default()
    };
    let output = Arc::new(Captured::default());
    let sink = Arc::clone(&output);
    let (mut machine, scenario) = run::prepare(Arc::clone(program), world, config, sink)
        .map_err(|error| error.to_string())?;
    let mut trace = Trace::default();
    machine.run(&scenario, mode, &mut trace).map_err(|error| error.to_string())?;
    let end = match &trace.outcome {
        Outcome::Exited(code) => format!("exit {code}"),
        Outcome::Trapped(trap) => {
            let frames = run::stack(program, trap);
            let frames: Vec<String> = frames.iter().map(ToString::to_string).collect();
            format!("{}\n{}", run::reason(program, trap.kind), frames.join("\n"))
        }
        other => format!("{other:?}"),
    };
    if mode == Mode::Concolic {
        let mut values = term::Assignment::new();
        for input in &trace.inputs {
            if let Some(variable) = machine_variable(&machine, input.term) {
                values.set(variable, input.bits);
            }
        }
        let clauses: Vec<term::TermId> = trace.path.iter().map(|clause| clause.term).collect();
        let compiled = term::Compiled::new(machine.pool(), &clauses);
        let mut scratch = term::Scratch::new();
        compiled.run(&values, &mut scratch);
        for (index, clause) in trace.path.iter().enumerate() {
            if compiled.root(index, &scratch) == 0 {
                return Err(format!("a clause does not hold in its own run: {:?}", clause.origin));
            }
        }
    }
    Ok(((output.take().0, end), trace))
}

fn machine_variable(machine: &machine::Machine, term: term::TermId) -> Option<term::VarId> {
    match machine.pool().node(term) {
        term::Node::Variable(variable) => Some(variable),
        _ => None,
    }
}
