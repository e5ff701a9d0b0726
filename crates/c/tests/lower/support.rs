//! Small C files in; programs, output and counts out.

use c::clang::{Clang, Compiled, Source};
use c::run::lower_alone;
use llvm::lower::Lowered;
use machine::{Config, Context, Machine, Models, Value};
use program::Program;
use scenario::{Argument, Scenario, Statement};
use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use trace::{Mode, Outcome, Runner, Trace};

/// A directory that is removed at the end of the test.
pub struct Room(pub PathBuf);

impl Room {
    pub fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path =
            std::env::temp_dir().join(format!("ferret-lower-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary directory can be made");
        Self(path)
    }

    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).expect("a file can be written");
    }

    pub fn compile(&self, names: &[&str], flags: &[&str]) -> Vec<Compiled> {
        let clang = Clang::find(None).unwrap_or_else(|error| panic!("{error}"));
        let sources: Vec<Source> = names
            .iter()
            .map(|name| Source {
                file: name.into(),
                directory: Some(self.0.clone()),
                flags: flags.iter().map(|flag| (*flag).to_owned()).collect(),
            })
            .collect();
        clang.compile_all(&sources, 2).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Runs a command in the directory and gives what it prints.
    pub fn command(&self, program: &str, arguments: &[&str]) -> String {
        let output = Command::new(program)
            .args(arguments)
            .current_dir(&self.0)
            .output()
            .unwrap_or_else(|error| panic!("{program}: {error}"));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{program} {arguments:?}: {errors}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Lowers several files, `a.c`, `b.c` and so on.
pub fn lower_all(texts: &[&str]) -> Lowered {
    let room = Room::new();
    let names: Vec<String> =
        (0..texts.len()).map(|index| format!("{}.c", (b'a' + index as u8) as char)).collect();
    for (name, text) in names.iter().zip(texts) {
        room.write(name, text);
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    lower_alone(&room.compile(&names, &["-w"])).unwrap_or_else(|error| panic!("{error}"))
}

pub fn lower(text: &str) -> Lowered {
    lower_all(&[text])
}

/// The functions of a program as text, without places.
pub fn functions(text: &str) -> String {
    let lowered = lower(text);
    let printed = program::text::print(&lowered.program);
    let mut shown = String::new();
    for line in printed.lines() {
        let line = line.split("  !").next().unwrap_or(line);
        if line.starts_with("file ") || line.starts_with("type ") || line.starts_with("api ") {
            continue;
        }
        let _ = writeln!(shown, "{}", without_span(line).trim_end());
    }
    format!("{}\n", shown.trim())
}

/// A function's head and its decisions without the places in them.
fn without_span(line: &str) -> String {
    let mut kept = Vec::new();
    for word in line.split(' ') {
        if !word.starts_with('!') {
            kept.push(word);
        }
    }
    kept.join(" ")
}

/// How a program ended, and the numbers that it handed to `emit` and `emitd`.
pub struct Ran {
    pub lines: String,
    pub trace: Trace,
}

/// Runs `main` in the machine.
pub fn run(program: Program, mode: Mode, config: Config) -> Ran {
    let lines: Arc<Mutex<String>> = Arc::default();
    let mut models = Models::standard();
    let out = Arc::clone(&lines);
    models.add("emit", move |_: &mut dyn Context, arguments: &[Value]| {
        let _ = writeln!(out.lock().expect("one thread"), "{}", arguments[0].bits as i64);
        Ok(None)
    });
    let out = Arc::clone(&lines);
    models.add("emitd", move |_: &mut dyn Context, arguments: &[Value]| {
        let _ = writeln!(out.lock().expect("one thread"), "{:016x}", arguments[0].bits as u64);
        Ok(None)
    });
    let out = Arc::clone(&lines);
    // csmith's programs print one number, their checksum.
    models.add("printf", move |_: &mut dyn Context, arguments: &[Value]| {
        let _ = writeln!(out.lock().expect("one thread"), "{:X}", arguments[1].bits as u32);
        Ok(Some(Value::new(program::Type::I32, 0)))
    });
    let program = Arc::new(program);
    let main = program.function_named("main").expect("there is a main");
    let arguments =
        program.functions[main].parameter_types().map(|_| Argument::Literal(0)).collect();
    let mut machine = Machine::new(Arc::clone(&program), config, models).expect("the program fits");
    let scenario = Scenario {
        variables: Vec::new(),
        statements: vec![Statement::Call { result: None, function: main, arguments }],
    };
    let mut trace = Trace::default();
    machine.run(&scenario, mode, &mut trace).expect("the scenario fits the program");
    let lines = lines.lock().expect("one thread").clone();
    Ran { lines, trace }
}

/// What the compiled program prints.
pub fn native(room: &Room, file: &str) -> String {
    room.write(
        "emit.c",
        "#include <stdio.h>\n#include <string.h>\nvoid emit(long x) { printf(\"%ld\\n\", x); }\n\
         void emitd(double x) { unsigned long b; memcpy(&b, &x, 8); printf(\"%016lx\\n\", b); }\n",
    );
    room.command("cc", &["-w", "-O0", file, "emit.c", "-o", "program", "-lm"]);
    let program = room.0.join("program");
    room.command(&program.display().to_string(), &[])
}

/// The machine gives in every domain what the compiled program gives.
pub fn agrees(text: &str) {
    let text = format!("void emit(long);\nvoid emitd(double);\n{text}");
    let room = Room::new();
    room.write("a.c", &text);
    let lowered =
        lower_alone(&room.compile(&["a.c"], &["-w"])).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(lowered.unsupported, [], "all functions are supported");
    let expected = native(&room, "a.c");
    for mode in [Mode::Concrete, Mode::Graded, Mode::Concolic] {
        let ran = run(lowered.program.clone(), mode, Config::default());
        assert_eq!(ran.lines, expected, "{mode:?}: {:?}", ran.trace.outcome);
        assert_eq!(ran.trace.outcome, Outcome::Returned, "{mode:?}");
    }
}
