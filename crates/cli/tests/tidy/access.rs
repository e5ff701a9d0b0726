//! Check of what each crate may reach for: files, processes, clocks and whatever else lies outside it.

use std::collections::BTreeMap;

use proc_macro2::Delimiter;

use crate::finding::Finding;
use crate::paths::mentions;
use crate::sources::{Crate, Source};
use crate::tokens::{Token, Tree, each_level};

/// Something that code can reach for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    /// Files and folders.
    Files,
    /// Starting processes.
    Processes,
    /// Ending this process.
    Exit,
    /// Variables of the environment, arguments, the current folder, the number of this process.
    Environment,
    /// Sockets.
    Network,
    /// Standard input, output and error.
    Terminal,
    /// The time of day, and how long something took.
    Clock,
    /// State that is not passed: statics that change, locals of threads.
    Globals,
    /// Code for one platform only.
    Platform,
    /// Unsafe code.
    Unsafe,
    /// The API catalogue of a program: what its source says and the IR does not.
    Catalogue,
}

/// Code that may reach for something.
pub struct Permission {
    /// A crate, or a module of one with all inside it: `machine::run`.
    room: &'static str,
    access: Access,
}

const fn may(room: &'static str, access: Access) -> Permission {
    Permission { room, access }
}

impl Permission {
    /// Whether it is for a file of a crate.
    fn covers(&self, known: &Crate, file: &Source) -> bool {
        let mut parts = self.room.split("::");
        parts.next() == Some(&known.name) && parts.eq(file.module.iter().take(self.depth()))
    }

    /// How many modules it names.
    fn depth(&self) -> usize {
        self.room.split("::").count() - 1
    }
}

/// Who may reach for what, and why. Nobody else may, and what nobody does is taken off the list.
#[rustfmt::skip]
pub const PERMISSIONS: &[Permission] = &[
    // The engine works in memory, and looks at the clock for limits in seconds.
    may("solver", Access::Clock),              // deadlines of queries
    may("explore", Access::Clock),             // hands the solver's deadline on
    may("generate", Access::Clock),            // budgets of seconds
    may("generate::clock", Access::Globals),   // the start that readings of the clock count from
    may("generate::clock", Access::Platform),  // the processor's time of a thread

    // The catalogue says what a person would write; whoever makes inputs or tests reads it.
    may("program", Access::Catalogue),         // it lives there
    may("scenario", Access::Catalogue),        // inputs by their types
    may("trace", Access::Catalogue),           // variables that no test can name
    may("machine::run", Access::Catalogue),    // which words are pointers, which globals are looked at
    may("explore::inputs", Access::Catalogue), // the values of booleans
    may("search::genes", Access::Catalogue),   // the domains of inputs
    may("suite", Access::Catalogue),           // assertions and names
    may("generate", Access::Catalogue),        // stubs and entries
    may("llvm", Access::Catalogue),            // filled from debug information
    may("c", Access::Catalogue),               // tests by their types
    may("junit", Access::Catalogue),           // filled from class files, tests by their types
    may("java", Access::Catalogue),            // what tests may look at
    may("programs::java", Access::Catalogue), // what a run begins with
    may("cli::values", Access::Catalogue),     // arguments on the command line by their types

    // Scratch folders and child processes.
    may("host", Access::Files),
    may("host", Access::Processes),
    may("host", Access::Environment),          // the folder for scratch folders
    may("host", Access::Clock),                // time limits of processes
    may("host", Access::Globals),              // the numbers of scratch folders
    may("host::columns", Access::Terminal),    // its width
    may("host", Access::Platform),             // processes of another user

    // Front-ends read their inputs, and write tests where they are told to.
    may("language::folder", Access::Files),    // where tests go
    may("language::run", Access::Clock),       // how long a unit took
    may("c", Access::Files),
    may("c", Access::Environment),             // where relative paths begin; unfinished files by process
    may("programs", Access::Files),            // inputs that are there, the corpus
    may("programs", Access::Platform),         // arguments of any bytes, scripts that can be started
    may("classfile", Access::Files),           // directories, jars, the JDK's image
    may("classfile::jdk", Access::Environment), // where the JDK is
    may("bytecode::world", Access::Files),     // whether an entry of the class path is there
    may("jvm::natives", Access::Files),        // files of the JDK that its own classes read
    may("java", Access::Files),

    // The product.
    may("campaign::ledger", Access::Files),
    may("campaign::merge", Access::Files),
    may("project::discover", Access::Files),   // what a folder holds
    may("project::workshop", Access::Files),   // tests that were written, for the ledger
    may("project::regenerate", Access::Files), // tests that are there
    may("project::workshop", Access::Clock),   // how long a unit took
    may("cli", Access::Files),
    may("cli", Access::Terminal),
    may("cli", Access::Environment),
    may("cli::project", Access::Clock),        // what is left of a budget for all units
    may("project::crew", Access::Clock),       // units that take too long
    may("project::until", Access::Clock),      // when no further unit begins
    may("cli::project::crew", Access::Exit),   // when nobody gives orders any more
    may("cli::interrupt", Access::Exit),       // when Ctrl-C comes twice
];

/// Every crate reaches only for what it may, and for all that it may.
pub fn access(crates: &[Crate], permissions: &[Permission]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut used = vec![false; permissions.len()];
    for known in crates {
        for file in &known.files {
            let mut reported = None;
            for (line, access, what) in reached(file) {
                let permission = permissions.iter().position(|permission| {
                    permission.access == access && permission.covers(known, file)
                });
                match permission {
                    Some(index) => used[index] = true,
                    // One finding for each line is enough.
                    None if reported == Some((line, access)) => {}
                    None => {
                        reported = Some((line, access));
                        let message = format!("`{}` may not use {access:?}: `{what}`", known.name);
                        findings.push(Finding::new(&file.path, line, message));
                    }
                }
            }
        }
    }
    for (Permission { room, access }, _) in permissions.iter().zip(used).filter(|(_, used)| !used) {
        let message = format!("`{room}` may use {access:?} and does not: take it off the list");
        let known = room.split("::").next().unwrap_or(room);
        findings.push(Finding::new(&format!("crates/{known}/Cargo.toml"), 1, message));
    }
    findings
}

/// What a file reaches for: the line, what it is, and the code that does.
fn reached(file: &Source) -> Vec<(usize, Access, String)> {
    let mut reached = Vec::new();
    let mentions = mentions(&file.tokens);
    let imported: BTreeMap<&str, &[String]> = mentions
        .iter()
        .filter_map(|mention| Some((mention.name.as_deref()?, &mention.segments[..])))
        .collect();
    for mention in &mentions {
        let alias = match mention.name {
            None => imported.get(&*mention.segments[0]),
            Some(_) => None,
        };
        let path: Vec<&str> = match alias {
            Some(prefix) => prefix.iter().chain(&mention.segments[1..]).map(|s| &**s).collect(),
            None => mention.segments.iter().map(|segment| &**segment).collect(),
        };
        for access in by_path(&path) {
            reached.push((mention.line, *access, path.join("::")));
        }
    }
    each_level(&file.tokens, &mut |tokens| {
        for at in 0..tokens.len() {
            if let Some((access, what)) = by_token(tokens, at) {
                reached.push((tokens[at].line, access, what));
            }
        }
    });
    reached.sort();
    reached
}

/// What a path stands for.
fn by_path(path: &[&str]) -> &'static [Access] {
    match path {
        ["std", "fs", ..] | ["ristretto_jimage", "Image", "from_file"] => &[Access::Files],
        ["std", "process", "ExitCode", ..] => &[],
        ["std", "process", "exit" | "abort"] => &[Access::Exit],
        ["std", "process", "id"] => &[Access::Environment],
        ["std", "process", ..] => &[Access::Processes],
        ["std", "env", "consts" | "split_paths" | "join_paths", ..] => &[],
        ["std", "env", ..] => &[Access::Environment],
        ["std", "net", ..] => &[Access::Network],
        ["std", "io", "stdin" | "stdout" | "stderr" | "Stdin" | "Stdout" | "Stderr", ..] => {
            &[Access::Terminal]
        }
        ["std", "time", "Instant" | "SystemTime", ..] => &[Access::Clock],
        ["rustix", "time", ..] => &[Access::Clock, Access::Platform],
        ["std", "os", ..] | ["rustix", ..] => &[Access::Platform],
        ["program", "catalogue", ..] => &[Access::Catalogue],
        _ => &[],
    }
}

/// What a token stands for, with those around it.
fn by_token(tokens: &[Token], at: usize) -> Option<(Access, String)> {
    let word = tokens[at].word()?;
    let next = tokens.get(at + 1);
    let follows = |mark| next.is_some_and(|token| token.is_mark(mark));
    let called =
        next.and_then(|token| token.group(Delimiter::Parenthesis)).is_some_and(<[_]>::is_empty);
    let member = at > 0 && tokens[at - 1].is_mark('.');
    let access = match word {
        "print" | "println" | "eprint" | "eprintln" | "dbg" if follows('!') => Access::Terminal,
        "exists" | "try_exists" | "is_file" | "is_dir" | "is_symlink" | "read_dir"
        | "canonicalize" | "metadata" | "symlink_metadata" | "read_link"
            if member && called =>
        {
            Access::Files
        }
        "thread_local" if follows('!') => Access::Globals,
        "static" if changes(&tokens[at + 1..]) => Access::Globals,
        "cfg" if is_for_a_platform(&tokens[at + 1..]) => Access::Platform,
        "unsafe" => Access::Unsafe,
        "catalogue" if member => Access::Catalogue,
        _ => return None,
    };
    let what = if member { format!(".{word}") } else { word.to_owned() };
    Some((access, what))
}

/// Whether a static, given what follows its keyword, is more than a constant.
fn changes(tokens: &[Token]) -> bool {
    let declared = tokens.iter().take_while(|token| !token.is_mark('=') && !token.is_mark(';'));
    declared.filter_map(Token::word).any(|word| {
        word == "mut"
            || word.starts_with("Atomic")
            || matches!(word, "Mutex" | "RwLock" | "OnceLock" | "LazyLock" | "Cell" | "RefCell")
    })
}

/// Whether a `cfg`, given what follows it, asks for the platform.
fn is_for_a_platform(tokens: &[Token]) -> bool {
    let condition = tokens.iter().find(|token| !token.is_mark('!'));
    let Some(Tree::Group(Delimiter::Parenthesis, condition)) = condition.map(|token| &token.tree)
    else {
        return false;
    };
    let mut asks = false;
    each_level(condition, &mut |tokens| {
        asks |= tokens
            .iter()
            .filter_map(Token::word)
            .any(|word| matches!(word, "unix" | "windows") || word.starts_with("target_"));
    });
    asks
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::finding::lines;

    #[track_caller]
    fn finds(text: &str, permissions: &[Permission], expected: Expect) {
        let files = BTreeMap::from([("crates/a/src/lib.rs", text)]);
        let known = Crate::read("a", &files).expect("Rust");
        expected.assert_eq(&lines(&access(&[known], permissions)));
    }

    #[test]
    fn code_that_stays_inside_is_fine() {
        finds(
            "use std::{env::split_paths, fmt, io::{self, Write}, time::Duration, process::ExitCode};
             static NAMES: &[&str] = &[\"std::fs\"];
             fn f(metadata: u8, file: &File) -> bool { println(file.exists); file.metadata(1); self.static_ }
             #[cfg(feature = \"z3\")] fn g(catalogue: u8) {}
             #[cfg(test)] mod tests { use std::fs; fn f() { println!(); } }",
            &[],
            expect![""],
        );
    }

    #[test]
    fn whoever_reaches_outside_is_found() {
        finds(
            "use std::{fs::File, env, io, net as n, os::unix};
             use std::process::{Child, Command as C, ExitCode};
             fn f() { io::stdout().lock(); std::time::Instant::now(); }
             fn g() { eprintln!(\"\"); env::var(\"A\"); C::new(\"x\"); }
             fn h(path: &Path) -> bool { path.exists() }
             static mut A: u8 = 1;
             pub static B: std::sync::OnceLock<u8> = X;
             thread_local! { static C: Cell<u8> = Cell::new(0) }
             #[cfg(all(unix, not(miri)))] fn i() {}
             fn j() -> bool { cfg!(target_os = \"linux\") }
             unsafe fn k() {}
             fn l(p: &Program) { p.catalogue.types(); }
             use program::catalogue::ApiType;
             fn m() { rustix::time::now() }
             fn n() { std::process::exit(std::process::id()) }",
            &[],
            expect![[r#"
                crates/a/src/lib.rs:1: `a` may not use Files: `std::fs::File`
                crates/a/src/lib.rs:1: `a` may not use Environment: `std::env`
                crates/a/src/lib.rs:1: `a` may not use Network: `std::net`
                crates/a/src/lib.rs:1: `a` may not use Platform: `std::os::unix`
                crates/a/src/lib.rs:2: `a` may not use Processes: `std::process::Child`
                crates/a/src/lib.rs:3: `a` may not use Terminal: `std::io::stdout`
                crates/a/src/lib.rs:3: `a` may not use Clock: `std::time::Instant::now`
                crates/a/src/lib.rs:4: `a` may not use Processes: `std::process::Command::new`
                crates/a/src/lib.rs:4: `a` may not use Environment: `std::env::var`
                crates/a/src/lib.rs:4: `a` may not use Terminal: `eprintln`
                crates/a/src/lib.rs:5: `a` may not use Files: `.exists`
                crates/a/src/lib.rs:6: `a` may not use Globals: `static`
                crates/a/src/lib.rs:7: `a` may not use Globals: `static`
                crates/a/src/lib.rs:8: `a` may not use Globals: `static`
                crates/a/src/lib.rs:9: `a` may not use Platform: `cfg`
                crates/a/src/lib.rs:10: `a` may not use Platform: `cfg`
                crates/a/src/lib.rs:11: `a` may not use Unsafe: `unsafe`
                crates/a/src/lib.rs:12: `a` may not use Catalogue: `.catalogue`
                crates/a/src/lib.rs:13: `a` may not use Catalogue: `program::catalogue::ApiType`
                crates/a/src/lib.rs:14: `a` may not use Clock: `rustix::time::now`
                crates/a/src/lib.rs:14: `a` may not use Platform: `rustix::time::now`
                crates/a/src/lib.rs:15: `a` may not use Exit: `std::process::exit`
                crates/a/src/lib.rs:15: `a` may not use Environment: `std::process::id`
            "#]],
        );
    }

    #[test]
    fn a_permission_may_be_for_one_module_and_what_is_inside_it() {
        let files = BTreeMap::from([
            ("crates/a/src/lib.rs", "mod x; mod y;"),
            ("crates/a/src/x.rs", "mod deep; use std::fs;"),
            ("crates/a/src/x/deep.rs", "use std::fs;"),
            ("crates/a/src/y.rs", "use std::fs;"),
        ]);
        let known = [Crate::read("a", &files).expect("Rust")];
        expect![[r#"
            crates/a/src/y.rs:1: `a` may not use Files: `std::fs`
        "#]]
        .assert_eq(&lines(&access(&known, &[may("a::x", Access::Files)])));
        expect![[r#"
            crates/a/src/x.rs:1: `a` may not use Files: `std::fs`
            crates/a/src/y.rs:1: `a` may not use Files: `std::fs`
        "#]]
        .assert_eq(&lines(&access(&known, &[may("a::x::deep", Access::Files)])));
    }

    #[test]
    fn a_permission_covers_one_kind_of_access_and_must_be_used() {
        finds(
            "use std::{fs, env};",
            &[may("a", Access::Files), may("a", Access::Clock), may("b", Access::Environment)],
            expect![[r#"
                crates/a/src/lib.rs:1: `a` may not use Environment: `std::env`
                crates/a/Cargo.toml:1: `a` may use Clock and does not: take it off the list
                crates/b/Cargo.toml:1: `b` may use Environment and does not: take it off the list
            "#]],
        );
    }
}
