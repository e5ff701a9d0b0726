//! Tests as C: one file for each source file, plain C, nothing to link with.

mod body;
mod calls;
mod files;
mod frame;
pub(crate) mod macros;
mod markers;
mod order;
pub(crate) mod outside;
mod place;
mod streams;
mod stubs;
mod types;
mod values;

pub use files::{Build, SourceFile, TestFile};
pub use suite::mark::{is_ours, marked, marked_script};

use crate::constants::Constants;
use crate::libc::FOLDER;
use program::catalogue::ApiType;
use program::{FuncId, Function, Global, Program};
use report::LeftOutKind;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;
use suite::Test;
use trace::Outcome;

/// What runs the tests of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Framework {
    /// Nothing but C: a `main` that prints TAP.
    #[default]
    Plain,
    /// cmocka.
    Cmocka,
}

impl std::str::FromStr for Framework {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "plain" => Ok(Self::Plain),
            "cmocka" => Ok(Self::Cmocka),
            _ => Err(format!("`{name}` is no framework; there are plain and cmocka")),
        }
    }
}

/// Stands for the status of a test that does not end.
const ENDLESS: i32 = -1;

/// What `main` of the source is called in a test.
const MAIN: &str = "main_of_the_source";

/// A source file under test.
pub struct Unit<'a> {
    /// The program that the tests were found on.
    pub program: &'a Program,
    /// The path by which a test file includes the source.
    pub include: String,
    /// Functions without a body that the tests define.
    pub stubs: Vec<FuncId>,
    /// Names of the functions of the library that the code under test refers to.
    pub calls: BTreeSet<String>,
    /// Macros without parameters that the source defines.
    pub macros: BTreeSet<String>,
    /// Whether some of it is deprecated, and compilers say so where it is used.
    pub deprecated: bool,
    /// Whether it is compiled with what `configure` found out, in `config.h`.
    pub configured: bool,
    /// Functions of other files that tests name, and that the source may not declare.
    pub foreign: Vec<FuncId>,
    /// The names of constants that functions use.
    pub constants: Arc<Constants>,
    /// Tests that lose memory, by their names.
    pub leaking: BTreeSet<String>,
    /// Names that a test cannot give to its variables.
    reserved: BTreeSet<String>,
}

impl<'a> Unit<'a> {
    /// A source file, by the path that a test file includes it by.
    pub fn new(
        program: &'a Program,
        include: impl Into<String>,
        stubs: Vec<FuncId>,
        calls: BTreeSet<String>,
    ) -> Self {
        let mut reserved: BTreeSet<String> =
            KEYWORDS.iter().map(|word| (*word).to_owned()).collect();
        // What our library keeps to itself is not there natively.
        let is_library = |function: &&Function| {
            function.span.is_some_and(|span| program.files[span.file].starts_with(FOLDER))
        };
        let homes = |library: bool| -> BTreeSet<&str> {
            let functions = program.functions.values().filter(|it| is_library(it) == library);
            functions.filter_map(|function| function.home.as_deref()).collect()
        };
        let hidden = &homes(true) - &homes(false);
        let is_seen =
            |home: &Option<String>| home.as_deref().is_none_or(|home| !hidden.contains(home));
        let functions = program.functions.values().filter(|function| is_seen(&function.home));
        reserved.extend(functions.map(Function::source_name).map(str::to_owned));
        let globals = program.globals.values().filter(|global| is_seen(&global.home));
        reserved.extend(globals.map(Global::source_name).map(str::to_owned));
        for ty in program.catalogue.types.values() {
            match ty {
                ApiType::Enum { enumerators, .. } => {
                    reserved.extend(enumerators.iter().map(|(name, _)| name.clone()));
                }
                ApiType::Alias { name, .. } => {
                    reserved.insert(name.clone());
                }
                _ => {}
            }
        }
        Self {
            program,
            include: include.into(),
            stubs,
            calls,
            macros: BTreeSet::new(),
            deprecated: false,
            configured: false,
            foreign: Vec::new(),
            constants: Arc::default(),
            leaking: BTreeSet::new(),
            reserved,
        }
    }
}

/// Words of C, and names that our own helpers have.
const KEYWORDS: &[&str] = &[
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else",
    "enum", "extern", "float", "for", "goto", "if", "inline", "int", "long", "register",
    "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch", "typedef",
    "union", "unsigned", "void", "volatile", "while", "asm", "typeof", "bool", "true", "false",
    "NULL", "errno", "stdin", "stdout", "stderr", "CHECK", "unix", "linux", "index", "time",
    "signal", "memcmp", "strcmp", "memcpy", "isnan", "I", "NAN", "ALIGNED",
];

/// Why a test cannot be written in C.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Inexpressible(pub String);

/// A file of tests, and what could not be written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Written {
    /// The text; empty when there is no test.
    pub text: String,
    /// The names of the tests in it.
    pub tests: Vec<String>,
    /// Tests that could not be written, and why.
    pub left_out: Vec<LeftOut>,
}

/// A test that is not in the files, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its name.
    pub test: String,
    /// The function it is a test of.
    pub function: FuncId,
    /// Why.
    pub kind: LeftOutKind,
    /// Why, in words.
    pub reason: String,
}

/// Writes tests of a source file.
pub fn write(unit: &Unit<'_>, tests: &[Test], framework: Framework) -> Written {
    file(unit, tests, None, framework)
}

/// The function that a test is written as, without its name; `None` if it cannot be written.
pub fn text(unit: &Unit<'_>, test: &Test) -> Option<String> {
    let body = body::body(unit, test).ok()?;
    Some(function(&Test { name: String::new(), ..test.clone() }, &body, None, false))
}

/// What there is to say of findings, in lines, by their names.
pub type Explanations = BTreeMap<String, Vec<String>>;

/// Writes findings of a source file: each runs in a process of its own, which must die. `said` tells by
/// name what happens, and why it is a finding.
pub fn findings(unit: &Unit<'_>, tests: &[Test], said: &Explanations) -> Written {
    file(unit, tests, Some(said), Framework::Plain)
}

fn file(
    unit: &Unit<'_>,
    tests: &[Test],
    said: Option<&Explanations>,
    framework: Framework,
) -> Written {
    let mut written = Written::default();
    let (mut functions, mut table) = (String::new(), String::new());
    let mut needs = body::Needs::default();
    let (mut captures, mut asked) = (false, BTreeMap::new());
    for test in tests {
        let body = match body::body(unit, test) {
            Ok(body) => body,
            Err(reason) => {
                written.left_out.push(LeftOut {
                    test: test.name.clone(),
                    function: test.function,
                    kind: LeftOutKind::NotExpressible,
                    reason: reason.to_string(),
                });
                continue;
            }
        };
        needs.input |= body.needs.input;
        needs.files |= body.needs.files;
        captures |= body.captures;
        asked.extend(body.answers.questions().map(|(name, ty)| (name.to_owned(), ty)));
        let said = said.and_then(|said| said.get(&test.name));
        functions += &function(test, &body, said, unit.leaking.contains(&test.name));
        let exits = match test.outcome {
            Outcome::Exited(code) => code & 0xff,
            Outcome::Exhausted(_) => ENDLESS,
            _ => 0,
        };
        let _ = writeln!(table, "    {{\"{0}\", {0}, {exits}}},", test.name);
        written.tests.push(test.name.clone());
    }
    if written.tests.is_empty() {
        return written;
    }
    let questions: Vec<&str> = asked.keys().map(String::as_str).collect();
    let has_hang = tests.iter().any(|test| matches!(test.outcome, Outcome::Exhausted(_)));
    let mut text = match said {
        None => format!("/* Tests of {}, written by Ferret. */\n", unit.include),
        Some(_) => format!(
            "/* Findings in {}, generated by Ferret: each test crashes{} when it is compiled with\n   -fsanitize=address,undefined -fno-sanitize-recover=all. `make findings` runs all;\n   the name of a test as an argument runs that one. */\n",
            unit.include,
            if has_hang { ", or does not end," } else { "" },
        ),
    };
    text += &stubs::renamed(unit);
    text += &outside::before(&questions, &unit.calls);
    let has_main = unit.program.function_named("main").is_some();
    if has_main {
        let _ = writeln!(text, "#define main {MAIN}");
    }
    let _ = writeln!(text, "#include \"{}\"", unit.include);
    if has_main {
        text += "#undef main\n";
    }
    text.push('\n');
    text += &macros::undefined(&unit.macros, unit.program, &functions);
    if unit.configured {
        text += frame::CONFIGURED;
    }
    text += frame::HEADERS;
    if has_hang {
        text += frame::LIMIT_HEADERS;
    }
    let folder = needs.files || outside::works_on_files(&unit.calls);
    if folder {
        text += frame::FOLDER_HEADERS;
    }
    if framework == Framework::Cmocka {
        text += frame::CMOCKA_HEADERS;
    }
    text += &outside::after(&questions, &unit.calls);
    let records = functions.contains("ferret_call");
    let stubs = stubs::definitions(unit, &asked, &functions, records);
    if stubs.contains("ferret_float(") || stubs.contains("ferret_double(") {
        text += stubs::FLOATS;
    }
    if stubs.contains("ferret_memory(") {
        text += stubs::MEMORY;
    }
    if stubs.contains(" *argument_") {
        text += frame::ARRAYS_AS_POINTERS;
    }
    if stubs.contains("if (argument_") || stubs.contains(" ? \"pointer\" : ") {
        text += frame::NON_NULL;
    }
    if records {
        text += &calls::helpers(&stubs);
    }
    text += &stubs;
    text += &stubs::variables(unit.program);
    text += &stubs::foreign(unit);
    if unit.deprecated {
        text += frame::DEPRECATED;
    }
    if has_huge_number(&functions) {
        text += frame::HUGE_SIZES;
    }
    text += &posix(&functions, captures || needs.input);
    text += frame::CHECK;
    if functions.contains("ALIGNED ") {
        text += frame::ALIGNED;
    }
    let gives_streams = functions.contains("ferret_stream");
    let scratch = captures || gives_streams || needs.input;
    for (wanted, helper) in [
        (scratch, frame::SCRATCH),
        (captures, frame::PRINTED),
        (functions.contains("ferret_block("), frame::GIVE_BLOCK),
        (functions.contains(frame::LET_LEAK.0), frame::LET_LEAK.1),
        (gives_streams, frame::GIVE_STREAM),
        (needs.input, frame::GIVE_INPUT),
        (needs.files, frame::GIVE_FILE),
        (folder, frame::FOLDER),
    ] {
        if wanted {
            text += helper;
        }
    }
    text += &functions;
    text += "
static const struct ferret_test {
    const char *name;
    void (*body)(void);
    int exits; /* the status that it ends with */
} ferret_tests[] = {
";
    text += &table;
    text += "};\n";
    let output = if captures { frame::KEEP_OUTPUT } else { frame::DROP_OUTPUT };
    let passed = match said {
        None => frame::PASSED,
        Some(_) if has_hang => frame::DIED_OR_HUNG,
        Some(_) => frame::DIED,
    };
    let patience = if has_hang { frame::LESS_PATIENCE } else { frame::PATIENCE };
    let (make, enter, remove) = match folder {
        true => (frame::MAKE_FOLDER, frame::ENTER_FOLDER, frame::REMOVE_FOLDER),
        false => ("", "", ""),
    };
    let parts = [
        ("@OUTPUT@", output),
        ("@PASSED@", passed),
        ("@PATIENCE@", patience),
        ("@MAKE@", make),
        ("@ENTER@", enter),
        ("@REMOVE@", remove),
    ];
    text +=
        &parts.iter().fold(frame::RUN.to_owned(), |text, (mark, part)| text.replace(mark, part));
    text += match framework {
        Framework::Plain => frame::PLAIN_MAIN,
        Framework::Cmocka => frame::CMOCKA_MAIN,
    };
    written.text = marked(&text);
    written
}

/// Declarations of what the tests use and the headers may not declare; what redirects streams asks for their numbers.
fn posix(functions: &str, redirects: bool) -> String {
    let used = |name: &str| functions.contains(name) || (redirects && name == "fileno(");
    let used = frame::POSIX.iter().filter(|(name, _)| used(name));
    let declared: String = used.map(|(_, declaration)| *declaration).collect();
    match declared.is_empty() {
        true => declared,
        false => format!(
            "\n/* Compilers that know the standard of C alone declare no more than it. */\n{declared}"
        ),
    }
}

/// Whether a number stands in a text that no object is as large as.
fn has_huge_number(text: &str) -> bool {
    let digits = |word: &str| word.bytes().take_while(u8::is_ascii_hexdigit).count();
    text.contains("LONG_MAX")
        || text.split(|letter: char| !letter.is_ascii_alphanumeric()).any(|word| {
            digits(word) >= 18 || word.strip_prefix("0x").is_some_and(|hex| digits(hex) >= 15)
        })
}

fn function(
    test: &Test,
    body: &body::Body,
    said: Option<&Vec<String>>,
    is_leaking: bool,
) -> String {
    let comment = said.map(|said| format!("/* {} */\n", said.join("\n   ").replace("*/", "* /")));
    let comment = comment.unwrap_or_default();
    let mut text = format!("\n{comment}static void {}(void)\n{{\n", test.name);
    let leak = is_leaking.then(|| frame::LET_LEAK.0.to_owned());
    let lines = leak.into_iter().chain(body.answers.lines()).chain(body.lines.clone());
    let lines: Vec<String> = lines.collect();
    for line in body::spaced(&lines) {
        match line.is_empty() {
            true => text.push('\n'),
            false => {
                let _ = writeln!(text, "    {line}");
            }
        }
    }
    text += "}\n";
    text
}
