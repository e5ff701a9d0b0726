//! What is read from outside, each with inputs to begin with.

use campaign::Ledger;
use classfile::skeleton::Skeleton;
use host::Scratch;
use machine::{Config, Machine, Models};
use program::{Function, Program, Type};
use project::Payload;
use solver::smtlib::{Command, Reader as Script};
use solver::{Config as Bounds, Query, Solver};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use term::{Assignment, Pool};
use trace::print::{self, Options, View};
use trace::{Mode, Runner, Trace};

/// A reader.
pub struct Reader {
    /// What it reads; names of files in the corpus begin with it.
    pub name: &'static str,
    /// Inputs that it accepts.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Reads an input and works with it; whether it is accepted.
    pub read: fn(&[u8]) -> bool,
}

/// All of them.
pub const READERS: &[Reader] = &[
    Reader { name: "class", seeds: classes, read: class },
    Reader { name: "jar", seeds: jars, read: jar },
    Reader { name: "ll", seeds: modules, read: module },
    Reader { name: "mapping", seeds: mappings, read: mapping },
    Reader { name: "fir", seeds: programs, read: run },
    Reader { name: "scenario", seeds: scenarios, read: scenario },
    Reader { name: "smt2", seeds: scripts, read: script },
    Reader { name: "database", seeds: databases, read: database },
    Reader { name: "ledger", seeds: ledgers, read: ledger },
    Reader { name: "json", seeds: reports, read: report },
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What is in a folder below the root, with an ending.
fn files(folder: &str, ending: &str) -> Vec<Vec<u8>> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(root().join(folder))
        .expect("a folder")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).expect("a file")).collect()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs a program of the machine's in a folder; gives what it prints.
fn start(folder: &Path, program: &str, words: &[&str]) -> Vec<u8> {
    let done = std::process::Command::new(program).args(words).current_dir(folder).output();
    let done = done.unwrap_or_else(|error| panic!("{program}: {error}"));
    assert!(done.status.success(), "{program} {words:?}: {}", text(&done.stderr));
    done.stdout
}

/// A folder with a class and a jar of it.
fn compiled() -> Scratch {
    let scratch = Scratch::new().expect("a folder");
    let source = root().join("subjects/java/units/Bounded.java");
    start(scratch.path(), "javac", &["-g", "-d", ".", source.to_str().expect("a path")]);
    start(scratch.path(), "jar", &["cf", "units.jar", "units"]);
    scratch
}

fn classes() -> Vec<Vec<u8>> {
    vec![std::fs::read(compiled().path().join("units/Bounded.class")).expect("a class")]
}

fn class(bytes: &[u8]) -> bool {
    Skeleton::read(Arc::from(bytes)).is_ok()
}

fn jars() -> Vec<Vec<u8>> {
    vec![std::fs::read(compiled().path().join("units.jar")).expect("a jar")]
}

fn jar(bytes: &[u8]) -> bool {
    let scratch = Scratch::new().expect("a folder");
    let path = scratch.path().join("units.jar");
    std::fs::write(&path, bytes).expect("a file");
    let Ok(archive) = classfile::archive::Archive::open(&path, 17) else { return false };
    for name in ["units/Bounded.class", "META-INF/MANIFEST.MF", "../Bounded.class", ""] {
        let _ = archive.read(name);
    }
    true
}

/// What clang makes of two files: modules and mappings.
fn lowered() -> Vec<c::clang::Compiled> {
    let clang = c::clang::Clang::find(None).expect("clang 19");
    let source = |name: &str| c::clang::Source {
        file: root().join("subjects/c").join(name),
        ..c::clang::Source::default()
    };
    let sources = [source("triangle.c"), source("list.c")];
    clang.compile_all(&sources, 1).expect("they compile")
}

fn modules() -> Vec<Vec<u8>> {
    lowered().into_iter().map(|compiled| compiled.ir.into_bytes()).collect()
}

fn module(bytes: &[u8]) -> bool {
    let text = text(bytes);
    let Ok(module) = llvm::lower::read("changed.c", &text) else { return false };
    let input = llvm::lower::Input { module: &module, mapping: "", dropped: &[] };
    let _ = llvm::lower::lower(&[input], &llvm::lower::Conventions::default());
    true
}

fn mappings() -> Vec<Vec<u8>> {
    lowered().into_iter().map(|compiled| compiled.mapping.into_bytes()).collect()
}

fn mapping(bytes: &[u8]) -> bool {
    llvm::mapping::parse(&text(bytes)).is_ok()
}

fn programs() -> Vec<Vec<u8>> {
    files("subjects/ir", "fir")
}

/// A call of a function that takes numbers only.
fn call(function: &Function) -> Option<String> {
    let parameters = function.registers.iter().take(function.params as usize);
    let mut text = String::new();
    let mut names = Vec::new();
    for (index, (_, register)) in parameters.enumerate() {
        let name = format!("p{index}");
        let value = match register.ty {
            Type::F32 | Type::F64 => "7.0",
            Type::BOOL => "true",
            Type::Ptr => return None,
            _ => "7",
        };
        text += &format!("let {name}: {} = {value}\n", register.ty);
        names.push(name);
    }
    Some(format!("{text}call @{}({})\n", function.name, names.join(", ")))
}

/// Reads a program and runs its functions with terms.
fn run(bytes: &[u8]) -> bool {
    let Ok(program) = program::text::parse(&text(bytes)) else { return false };
    if program::verify::verify(&program).is_err() {
        return false;
    }
    let program = Arc::new(program);
    for function in program.functions.values().take(4) {
        let Some(text) = call(function) else { continue };
        let Ok(scenario) = scenario::text::parse(&text, &program) else { continue };
        let config = Config { max_steps: 100_000, memory: 1 << 26, ..Config::default() };
        let machine = Machine::new(Arc::clone(&program), config, Models::standard());
        let Ok(mut machine) = machine else { continue };
        let mut trace = Trace::default();
        if machine.run(&scenario, Mode::Concolic, &mut trace).is_ok() {
            let view = View {
                program: &program,
                sites: machine.sites(),
                scenario: &scenario,
                pool: machine.pool(),
            };
            let all = Options { events: true, counts: true, distances: false, path: true };
            let _ = print::render(&trace, view, all);
        }
    }
    true
}

const SCENARIO: &str = "let a: i32 = -1\nlet x: f64 = 0.5\nlet s: i8[16] = \"abc\\0\"\n\
                        let buf: i32[4] = [1, 2 | 9]\ncall r = @classify(3, 4, 5)\n\
                        call @classify(r, a, 1)\n";

fn scenarios() -> Vec<Vec<u8>> {
    vec![SCENARIO.into(), "call @classify(1, 1, 1)\n".into()]
}

fn scenario(bytes: &[u8]) -> bool {
    let triangle = std::fs::read_to_string(root().join("subjects/ir/triangle.fir"));
    let program: Program =
        program::text::parse(&triangle.expect("a program")).expect("it can be read");
    let Ok(read) = scenario::text::parse(&text(bytes), &program) else { return false };
    let printed = scenario::text::print(&read, &program);
    assert!(scenario::text::parse(&printed, &program).is_ok(), "{printed}");
    true
}

fn scripts() -> Vec<Vec<u8>> {
    [
        "(set-logic QF_BV)\n(declare-const x (_ BitVec 32))\n(declare-const p Bool)\n\
         (assert (= (bvadd x #x00000001) #b00000000000000000000000000000101))\n\
         (assert (=> p (bvult x (_ bv7 32))))\n(check-sat)\n(get-model)\n",
        "(declare-fun f () Float64)\n(define-fun g () Bool (not false))\n(push 1)\n\
         (assert (fp.lt f (fp #b0 #b01111111111 #x8000000000000)))\n(assert g)\n(check-sat)\n(pop 1)\n\
         (echo \"done\")\n(exit)\n",
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec()
}

fn script(bytes: &[u8]) -> bool {
    let text = text(bytes);
    let (mut pool, mut reader) = (Pool::new(), Script::new(&text));
    let bounds = Bounds { conflicts: 200, evaluations: 2000, ..Bounds::default() };
    let mut solver = Solver::new(bounds);
    loop {
        match reader.next(&mut pool) {
            Ok(Some(Command::CheckSat)) => {
                let (clauses, seed) = (reader.assertions(), &Assignment::default());
                solver.check(&Query { pool: &pool, clauses, goal: None, seed });
            }
            Ok(Some(Command::Exit) | None) => return true,
            Ok(Some(_)) => {}
            Err(_) => return false,
        }
    }
}

fn databases() -> Vec<Vec<u8>> {
    let one = r#"[{"directory": "/p", "file": "a.c", "arguments": ["cc", "-Iinc", "-DX=\"1\"", "-c", "a.c"]},
                  {"directory": "/p", "file": "b.c", "command": "gcc -O2 -std=c99 '-DY=a b' -c b.c -o b.o"}]"#;
    vec![one.into()]
}

fn database(bytes: &[u8]) -> bool {
    let scratch = Scratch::new().expect("a folder");
    let path = scratch.path().join("compile_commands.json");
    std::fs::write(&path, bytes).expect("a file");
    c::clang::compilation_database(&path).is_ok()
}

/// What a run on a small project leaves: its ledger, and what it prints.
fn project() -> (Vec<u8>, Vec<u8>) {
    let scratch = Scratch::new().expect("a folder");
    let source = "int sign(int a) { return a > 0 ? 1 : a < 0 ? -1 : 0; }\n";
    std::fs::write(scratch.path().join("sign.c"), source).expect("a file");
    let words = ["test", "--executions", "50", "--no-native", "--json"];
    let printed = start(scratch.path(), env!("CARGO_BIN_EXE_ferret"), &words);
    (std::fs::read(scratch.path().join(".ferret/ledger.jsonl")).expect("a ledger"), printed)
}

fn ledgers() -> Vec<Vec<u8>> {
    vec![project().0]
}

fn ledger(bytes: &[u8]) -> bool {
    Ledger::<Payload>::parse(bytes).is_ok()
}

fn reports() -> Vec<Vec<u8>> {
    vec![project().1]
}

fn report(bytes: &[u8]) -> bool {
    report::json::parse(&text(bytes)).is_ok()
}
