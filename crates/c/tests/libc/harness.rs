//! Runs a C program natively and in the machine.

use c::clang::{Clang, Source};
use c::environment::Environment;
use c::libc::{Captured, Library};
use c::run;
use machine::Config;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock};
use trace::{Mode, Outcome, Runner, Trace};

struct Toolchain {
    clang: Clang,
    library: Library,
}

static TOOLCHAIN: LazyLock<Toolchain> = LazyLock::new(|| {
    let clang = Clang::find(None).expect("clang 19");
    let library = Library::load(&clang, None).expect("the library compiles");
    Toolchain { clang, library }
});

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs")
}

/// How a program ended and what it printed.
#[derive(PartialEq, Debug)]
struct Ending {
    output: String,
    error: String,
    end: String,
}

/// What a program is run with: `// args: …`, `// input: …` lines at its head.
fn environment(name: &str, source: &str) -> Environment {
    let mut arguments = vec![name.as_bytes().to_vec()];
    let mut input = String::new();
    for line in source.lines().take_while(|line| line.starts_with("//")) {
        if let Some(words) = line.strip_prefix("// args: ") {
            arguments.extend(words.split(' ').map(|word| word.as_bytes().to_vec()));
        }
        if let Some(text) = line.strip_prefix("// input: ") {
            input.push_str(text);
            input.push('\n');
        }
    }
    Environment { arguments, input: input.into_bytes(), ..Environment::default() }
}

/// A program prints the same and ends the same way natively and in every domain of the machine.
pub fn agrees(name: &str) {
    let file = folder().join(format!("{name}.c"));
    let source = std::fs::read_to_string(&file).expect("the program");
    let environment = environment(name, &source);
    let expected = native(&file, &environment);
    let program = lowered(file);
    for (mode, symbolic) in [(Mode::Concrete, false), (Mode::Graded, false), (Mode::Concolic, true)]
    {
        let environment = Environment { symbolic, ..environment.clone() };
        compare(name, mode, &expected, &in_machine(&program, &environment, mode));
    }
}

/// What a program given as text prints in the machine, and how it ends.
pub fn ending(source: &str) -> String {
    let (program, room) = linked(source);
    let environment =
        Environment { arguments: vec![b"program".to_vec()], ..Environment::default() };
    let Ending { output, error, end } = in_machine(&program, &environment, Mode::Concrete);
    let text = format!("{output}{error}{end}\n");
    text.replace(&format!("{}/", room.display()), "")
}

/// What a program given as text prints and how it ends in an environment of its own, the same in every domain;
/// and the trace and the machine of the concolic run.
pub fn ending_in(source: &str, environment: &Environment) -> (String, Trace, machine::Machine) {
    let (program, _) = linked(source);
    let expected = in_machine(&program, environment, Mode::Concrete);
    assert_eq!(in_machine(&program, environment, Mode::Graded), expected);
    let (found, trace, machine) = traced(&program, environment, Mode::Concolic);
    assert_eq!(found, expected);
    let Ending { output, error, end } = found;
    (format!("{output}{error}{end}\n"), trace, machine)
}

/// The trace of a graded run and the machine that made it.
pub fn run_graded(
    program: &Arc<program::Program>,
    environment: &Environment,
) -> (Trace, machine::Machine) {
    let (_, trace, machine) = traced(program, environment, Mode::Graded);
    (trace, machine)
}

/// A program given as text, and the folder that its names begin with.
pub fn linked(source: &str) -> (Arc<program::Program>, PathBuf) {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let room = std::env::temp_dir().join(format!("ferret-trap-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&room).expect("a directory");
    let file = room.join("program.c");
    std::fs::write(&file, source).expect("a file");
    let program = lowered(file);
    let _ = std::fs::remove_dir_all(&room);
    (program, room)
}

fn lowered(file: PathBuf) -> Arc<program::Program> {
    let flags = vec!["-D_GNU_SOURCE".to_owned(), "-w".to_owned()];
    let source = Source { file, directory: None, flags };
    let compiled = TOOLCHAIN.clang.compile(&source).expect("the program compiles");
    let lowered = run::link(&[compiled], &TOOLCHAIN.library).expect("the program is lowered");
    Arc::new(lowered.program)
}

fn in_machine(program: &Arc<program::Program>, environment: &Environment, mode: Mode) -> Ending {
    traced(program, environment, mode).0
}

fn traced(
    program: &Arc<program::Program>,
    environment: &Environment,
    mode: Mode,
) -> (Ending, Trace, machine::Machine) {
    let output = Arc::new(Captured::default());
    let sink = Arc::clone(&output);
    let (mut machine, scenario) =
        run::prepare(Arc::clone(program), environment, Config::default(), sink).expect("a machine");
    let mut trace = Trace::default();
    machine.run(&scenario, mode, &mut trace).expect("a scenario that fits");
    let end = match &trace.outcome {
        Outcome::Exited(code) => format!("exit {code}"),
        Outcome::Trapped(trap) => {
            // Lines of the library change with every edit of it.
            let stack: Vec<String> = run::stack(program, trap)
                .into_iter()
                .map(|frame| match frame.library {
                    true => run::StackFrame { position: None, ..frame }.to_string(),
                    false => frame.to_string(),
                })
                .collect();
            format!("{}\n{}", run::reason(program, trap.kind), stack.join("\n"))
        }
        other => format!("{other:?}"),
    };
    let (output, error) = output.take();
    (Ending { output: text(output), error: text(error), end }, trace, machine)
}

fn compare(name: &str, mode: Mode, expected: &Ending, found: &Ending) {
    if expected == found {
        return;
    }
    let mut lines = expected.output.lines().zip(found.output.lines());
    let first = lines.find(|(a, b)| a != b);
    panic!(
        "{name} differs ({mode:?})\nfirst line that differs: {first:#?}\nends: native {:?}, machine {}\n\
         errors: native {:?}, machine {:?}\nlengths: {} {}",
        expected.end,
        found.end,
        expected.error,
        found.error,
        expected.output.len(),
        found.output.len(),
    );
}

fn text(bytes: Vec<u8>) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

/// Runs the program natively in an empty directory.
fn native(file: &Path, environment: &Environment) -> Ending {
    let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
    let room = std::env::temp_dir().join(format!("ferret-libc-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&room).expect("a directory");
    let program = room.join(&name);
    // The same compiler, so that what C leaves to it (the order of arguments) is the same.
    let built = Command::new(TOOLCHAIN.clang.path())
        .args(["-O0", "-w", "-D_GNU_SOURCE", "-fno-builtin", "-o"])
        .arg(&program)
        .arg(file)
        .arg("-lm")
        .output()
        .expect("cc");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let mut child = Command::new(&program)
        .args(environment.arguments.iter().skip(1).map(|word| text(word.clone())))
        .current_dir(&room)
        .env_clear()
        .envs(BTreeMap::from([("TZ", "UTC")]))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that does not read its input closes the pipe.
    let _ = child.stdin.take().expect("a pipe").write_all(&environment.input);
    let result = child.wait_with_output().expect("the program ends");
    let _ = std::fs::remove_dir_all(&room);
    let end = match result.status.code() {
        Some(code) => format!("exit {code}"),
        None => result.status.to_string(),
    };
    Ending { output: text(result.stdout), error: text(result.stderr), end }
}

/// Every file in the folder is among the tests.
pub fn all_listed(names: &[&str]) {
    let entries = std::fs::read_dir(folder()).expect("the folder");
    let mut missing: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.strip_suffix(".c").map(str::to_owned))
        .filter(|name| !names.contains(&name.as_str()))
        .collect();
    missing.sort();
    assert_eq!(missing, Vec::<String>::new());
}
