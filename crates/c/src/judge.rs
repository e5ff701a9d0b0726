//! The native judge: written tests are compiled with sanitizers and run, where that is safe.
//!
//! Nothing that the code under test does may touch the host: it is confined. Where a machine cannot confine it in every
//! way, only code is run that calls nothing but functions which stay inside the process.

use crate::clang::{self, Clang, Source};
use crate::objects::{DROP_SECTIONS, Objects};
use host::{Ended, Limits, Process, Reach, Scratch};
use llvm::references::referred;
use program::{FuncId, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What the judge found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every test was run; those that did not pass, with what they said.
    Run(BTreeMap<String, String>),
    /// The file does not compile: what the compiler said.
    NotCompiled(String),
}

/// Whether findings died, and what was said, by their names.
pub type Deaths = BTreeMap<String, (bool, String)>;

/// Functions of the library that stay inside the process: memory, texts, numbers, and standard output.
const HARMLESS: &[&str] = &[
    "malloc",
    "calloc",
    "realloc",
    "free",
    "aligned_alloc",
    "posix_memalign",
    "alloca",
    "abs",
    "labs",
    "llabs",
    "div",
    "ldiv",
    "lldiv",
    "qsort",
    "bsearch",
    "rand",
    "srand",
    "random",
    "srandom",
    "rand_r",
    "exit",
    "_exit",
    "_Exit",
    "abort",
    "atexit",
    "getenv",
    "atoi",
    "atol",
    "atoll",
    "atof",
    "errno",
    "__errno_location",
    "__assert_fail",
    "time",
    "clock",
    "gmtime",
    "gmtime_r",
    "localtime",
    "localtime_r",
    "mktime",
    "strftime",
    "asctime",
    "ctime",
    "difftime",
    "printf",
    "fprintf",
    "vprintf",
    "vfprintf",
    "sprintf",
    "snprintf",
    "vsprintf",
    "vsnprintf",
    "puts",
    "fputs",
    "putc",
    "putchar",
    "fputc",
    "fflush",
    "sscanf",
    "vsscanf",
    "perror",
    "setlocale",
    // They read translations of the system, if any.
    "gettext",
    "dgettext",
    "dcgettext",
    "ngettext",
    "localeconv",
    "getopt",
    "getopt_long",
    "getchar",
    "getc",
    "fgetc",
    "fgets",
    "ungetc",
    "feof",
    "ferror",
    "scanf",
    "fscanf",
    "fread",
    "fwrite",
    "stpcpy",
    "stpncpy",
    "ffs",
    "ffsl",
    "ffsll",
    "bzero",
    "bcopy",
    "bcmp",
    "index",
    "rindex",
    "signbit",
    "regcomp",
    "regexec",
    "regfree",
    "regerror",
    "swab",
    "memccpy",
    "mempcpy",
    "rawmemchr",
    "basename",
    "dirname",
    "iconv",
    "mbtowc",
    "wctomb",
    "mblen",
    "mbstowcs",
    "wcstombs",
    "mbrtowc",
    "wcrtomb",
    "btowc",
    "wctob",
    "mbsinit",
    "nl_langinfo",
    "sigemptyset",
    "isatty",
    "clock_gettime",
    "getegid",
    "geteuid",
    "getgid",
    "getpid",
    "getppid",
    "getrandom",
    "gettimeofday",
    "getuid",
    "fclose",
    "fileno",
    "fseek",
    "fseeko",
    "fsetpos",
    "fgetpos",
    "ftell",
    "ftello",
    "putw",
    "getw",
    "getline",
    "getdelim",
    "rewind",
    "setbuf",
    "setvbuf",
    "clearerr",
    "tmpfile",
    "fputs",
    "sched_yield",
    "sem_init",
    "sem_destroy",
    "sem_getvalue",
    "sem_post",
    "sem_wait",
    "sem_trywait",
    "creal",
    "crealf",
    "cimag",
    "cimagf",
    "cabs",
    "cabsf",
    "conj",
    "conjf",
    "__muldc3",
    "__divdc3",
    "__mulsc3",
    "__divsc3",
];

/// Functions that open files. The tests' own stand in for them, and open nothing outside of a folder that is made for
/// the test; only the file that a test includes is told so.
const OPENING: &[&str] = &["fopen", "fopen64"];

/// Beginnings of names of whole families that stay inside the process.
const FAMILIES: &[&str] = &[
    "str",
    "mem",
    "is",
    "to",
    "wcs",
    "wmem",
    "isw",
    "tow",
    "llvm.",
    "__builtin_",
    "pthread_",
    "__ctype_",
    "__isoc",
    "__ferret_",
    "__sanitizer",
];

/// Mathematics: all of `<math.h>`, by the name of the double version.
const MATHEMATICS: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp2",
    "exp10",
    "expm1",
    "fabs",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "frexp",
    "hypot",
    "ilogb",
    "ldexp",
    "lgamma",
    "llrint",
    "llround",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "lrint",
    "lround",
    "modf",
    "nan",
    "nearbyint",
    "nextafter",
    "nexttoward",
    "pow",
    "remainder",
    "remquo",
    "rint",
    "round",
    "scalbln",
    "scalbn",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
    "__fpclassify",
    "__isinf",
    "__isnan",
    "__isfinite",
    "__signbit",
    "j0",
    "j1",
    "jn",
    "y0",
    "y1",
    "yn",
    "drem",
    "finite",
    "gamma",
    "significand",
];

/// Functions that the code under test calls, or takes the address of, and that may reach out of the
/// process. `stubs` do not: the tests define them. Code that is `linked` with a test, and not included by it, is not told
/// of functions that stand in for the library's.
pub fn reaching_out(
    program: &Program,
    included: &BTreeSet<FuncId>,
    linked: &BTreeSet<FuncId>,
    stubs: &[FuncId],
) -> Vec<String> {
    let mut names = BTreeSet::new();
    for (code, opens) in [(included, true), (linked, false)] {
        let named = referred(program, code.iter().copied()).into_iter();
        let foreign = named.filter(|function| {
            !included.contains(function) && !linked.contains(function) && !stubs.contains(function)
        });
        let foreign = foreign.map(|function| program.functions[function].source_name());
        let harmless = |name: &str| is_harmless(name) || (opens && OPENING.contains(&name));
        names.extend(foreign.filter(|name| !harmless(name)));
    }
    names.into_iter().map(str::to_owned).collect()
}

/// Whether a function of the library stays inside the process.
pub(crate) fn is_harmless(name: &str) -> bool {
    let mathematics = |name: &str| MATHEMATICS.contains(&name);
    HARMLESS.contains(&name)
        || FAMILIES.iter().any(|family| name.starts_with(family))
        || mathematics(name)
        || name.strip_suffix(['f', 'l']).is_some_and(mathematics)
}

/// What is judged: a file of plain tests, how it is compiled, and what it is linked with.
pub struct Case<'c> {
    /// The file.
    pub file: &'c Path,
    /// The flags of the source that it includes, and the directory that they are relative to.
    pub source: &'c Source,
    /// The other sources of the program, and what their `main` is called.
    pub linked: Vec<(&'c Source, String)>,
    /// Their objects, if these are kept for several files.
    pub objects: Option<&'c Objects>,
    /// The names of its tests.
    pub tests: Vec<String>,
}

/// Compiles a file of tests and runs the tests by name: with sanitizers, where one that speaks ends the test, also
/// for memory that the code itself loses; and once without, where objects lie elsewhere, so that a test which depends on their order does not
/// pass.
///
/// # Errors
///
/// When the compiler or the tests cannot be started.
pub fn judge(clang: &Clang, case: &Case<'_>) -> std::io::Result<Verdict> {
    let mut failed = BTreeMap::new();
    for sanitizers in [&SANITIZERS[..], &[]] {
        let scratch = Scratch::new()?;
        let program = match build(clang, case, sanitizers, &scratch)? {
            Ok(program) => program,
            Err(said) => return Ok(Verdict::NotCompiled(said)),
        };
        // What has failed once need not be waited for again.
        let sound = |failed: &BTreeMap<String, String>| -> Vec<String> {
            case.tests.iter().filter(|test| !failed.contains_key(*test)).cloned().collect()
        };
        failed.extend(run(&program, &sound(&failed), &LIMITS)?);
        if !sanitizers.is_empty() {
            failed.extend(leaking(&program, &sound(&failed), &LIMITS)?);
        }
    }
    Ok(Verdict::Run(failed))
}

/// Compiles a file of findings with sanitizers and runs each by itself: whether it died, and what was said.
///
/// # Errors
///
/// When the compiler or a finding cannot be started.
pub fn deaths(clang: &Clang, case: &Case<'_>) -> std::io::Result<Result<Deaths, String>> {
    let scratch = Scratch::new()?;
    let program = match build(clang, case, &SANITIZERS, &scratch)? {
        Ok(program) => program,
        Err(said) => return Ok(Err(said)),
    };
    let mut found = BTreeMap::new();
    for test in &case.tests {
        let ended = start(&program, &[test], false, &LONG)?;
        let died = passed(&ended).contains(test);
        found.insert(test.clone(), (died, ended.err.text().into_owned()));
    }
    Ok(Ok(found))
}

/// Compiles a file of tests and runs nothing; no test fails then.
///
/// # Errors
///
/// When the compiler cannot be started.
pub fn compile(clang: &Clang, case: &Case<'_>) -> std::io::Result<Verdict> {
    let built = build(clang, case, &[], &Scratch::new()?)?;
    Ok(match built {
        Ok(_) => Verdict::Run(BTreeMap::new()),
        Err(said) => Verdict::NotCompiled(said),
    })
}

/// Builds the program of a file of tests; what the compiler says where it does not compile.
fn build(
    clang: &Clang,
    case: &Case<'_>,
    sanitizers: &[&str],
    scratch: &Scratch,
) -> std::io::Result<Result<PathBuf, String>> {
    let compile = |source: &Source, more: &[&OsStr]| {
        let mut command = clang.call(Some(scratch.path()));
        command.args(["-g", "-O0", "-w"]).args(sanitizers).args(&source.flags).args(more);
        // Each test that does not compile is to be named.
        command.args(["-ferror-limit=0", "-fno-color-diagnostics"]);
        if let Some(directory) = &source.directory {
            command.current_dir(directory);
        }
        clang::run(&command)
    };
    let mut objects = Vec::new();
    for (index, (source, main)) in case.linked.iter().enumerate() {
        if let Some(kept) = case.objects {
            match kept.of(clang, source, sanitizers) {
                Ok(object) => objects.push(object),
                Err(said) => return Ok(Err(said)),
            }
            continue;
        }
        let (object, main) = (scratch.path().join(format!("{index}.o")), format!("-Dmain={main}"));
        let words = ["-c".as_ref(), main.as_ref(), source.file.as_ref(), "-o".as_ref()];
        let compiled = compile(source, &[&words[..], &[object.as_ref()]].concat())?;
        if !compiled.succeeded() {
            return Ok(Err(compiled.err.text().into_owned()));
        }
        objects.push(object);
    }
    let program = scratch.path().join("tests");
    let mut words: Vec<&OsStr> = vec![case.file.as_ref()];
    words.extend(objects.iter().map(|object| -> &OsStr { object.as_ref() }));
    words.extend(case.objects.map(|_| OsStr::new(DROP_SECTIONS)));
    words.extend(["-o".as_ref(), program.as_ref(), "-lm".as_ref(), OsStr::new("-pthread")]);
    let compiled = compile(case.source, &words)?;
    Ok(match compiled.succeeded() {
        true => Ok(program),
        false => Err(compiled.err.text().into_owned()),
    })
}

/// Whether a source can be linked with objects of others, whatever nobody defines; what the linker says if not.
///
/// # Errors
///
/// When the linker cannot be started.
pub fn links(
    clang: &Clang,
    own: &Source,
    others: &[Source],
    objects: &Objects,
) -> std::io::Result<Result<(), String>> {
    let made: Result<Vec<PathBuf>, String> =
        [own].into_iter().chain(others).map(|source| objects.of(clang, source, &[])).collect();
    let made = match made {
        Ok(made) => made,
        Err(said) => return Ok(Err(said)),
    };
    let scratch = Scratch::new()?;
    let mut command = clang.call(Some(scratch.path()));
    command.args(["-x", "c", "-", "-x", "none"]).input("int main(void) { return 0; }\n");
    command.args(made).arg("-Wl,--unresolved-symbols=ignore-all");
    command.arg("-o").arg(scratch.path().join("linked"));
    let linked = clang::run(&command)?;
    Ok(match linked.succeeded() {
        true => Ok(()),
        false => Err(linked.err.text().into_owned()),
    })
}

/// What makes undefined behaviour a death.
const SANITIZERS: [&str; 2] = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/// How far a finding may go: one that does not end takes seconds of processor time, and a machine may be busy.
const LONG: Limits = Limits { time: Some(Duration::from_secs(100)), ..LIMITS };

/// How far tests may go. A sanitizer needs more address space than there is memory.
const LIMITS: Limits = Limits {
    time: Some(Duration::from_secs(10)),
    memory: None,
    resident: Some(4 << 30),
    output: Some(64 << 20),
};

/// What a sanitizer says that cannot have the address space that it needs: nothing is known of any test then.
const NO_SHADOW: &str = "ReserveShadowMemoryRange failed";

/// Runs all tests at once; those that fail are run again by themselves for what they say. When the time was up before
/// all had been run, a test that passes by itself does not fail.
fn run(
    program: &Path,
    tests: &[String],
    limits: &Limits,
) -> std::io::Result<BTreeMap<String, String>> {
    let start = |names: &[&str]| start(program, names, false, limits);
    if tests.is_empty() {
        return Ok(BTreeMap::new());
    }
    let all = start(&tests.iter().map(String::as_str).collect::<Vec<_>>())?;
    let passed = passed(&all);
    if passed.is_empty() && all.err.text().contains(NO_SHADOW) {
        let text =
            "AddressSanitizer needs more address space than `ulimit -v` gives; raise that limit";
        return Err(std::io::Error::other(text));
    }
    let mut failed = BTreeMap::new();
    for test in tests.iter().filter(|test| !passed.contains(*test)) {
        let alone = if tests.len() == 1 { all.clone() } else { start(&[test])? };
        if !(all.timed_out && self::passed(&alone).contains(test)) {
            failed.insert(test.clone(), alone.err.text().into_owned());
        }
    }
    Ok(failed)
}

/// Starts a program of tests, all or those that are named.
fn start(program: &Path, names: &[&str], leaks: bool, limits: &Limits) -> std::io::Result<Ended> {
    let mut command = Process::new(program);
    let address = format!("detect_leaks={}:abort_on_error=0", u8::from(leaks));
    command.args(names).env("ASAN_OPTIONS", address).env("UBSAN_OPTIONS", "print_stacktrace=1");
    // The one folder that they may write to.
    let scratch = Scratch::new()?;
    let own = scratch.open_folder("own")?;
    command.env("TMPDIR", &own);
    let reach = Reach::system().reading(program.parent()).writing(&own);
    command.unprivileged().confined(reach).run(limits)
}

/// What is said of a test that loses memory begins with this.
pub const LEAK: &str = "LeakSanitizer: ";

/// Which tests leak, and how much. Where leaks cannot be looked for, none does.
fn leaking(
    program: &Path,
    tests: &[String],
    limits: &Limits,
) -> std::io::Result<BTreeMap<String, String>> {
    if tests.is_empty() {
        return Ok(BTreeMap::new());
    }
    let all = start(program, &tests.iter().map(String::as_str).collect::<Vec<_>>(), true, limits)?;
    let passed = passed(&all);
    let mut found = BTreeMap::new();
    for test in tests.iter().filter(|test| !passed.contains(*test)) {
        let alone = start(program, &[test], true, limits)?;
        let said = alone.err.text();
        let leak = said.lines().find_map(|line| {
            let (_, summary) = line.split_once("SUMMARY: AddressSanitizer: ")?;
            summary.contains(" leaked ").then(|| format!("{LEAK}{summary}\n{said}"))
        });
        found.extend(leak.map(|leak| (test.clone(), leak)));
    }
    Ok(found)
}

/// The tests that passed, as TAP tells them.
fn passed(ended: &Ended) -> BTreeSet<String> {
    let shown = ended.out.text();
    let lines = shown.lines().filter_map(|line| line.strip_prefix("ok ")?.split_once(" - "));
    lines.map(|(_, name)| name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_that_were_not_reached_in_time_are_judged_by_themselves() {
        let scratch = Scratch::new().unwrap();
        let program = scratch.path().join("tests");
        // Of four tests the second hangs among the others, the third alone too, and the fourth fails.
        let script = "#!/bin/sh\ncase $#$1 in\n4*) echo 'ok 1 - one'; sleep 60;;\n1two) echo 'ok 1 - two';;\n\
                      1three) echo begun >&2; sleep 60;;\n1four) echo 'not ok 1 - four'; echo wrong >&2;;\nesac\n";
        // Another process writes it: a file that some thread has open for writing cannot be started.
        let mut writer = Process::new("sh");
        writer.args(["-c", "cat > \"$0\" && chmod 755 \"$0\""]).arg(&program).input(script);
        assert!(writer.run(&Limits::default()).unwrap().succeeded());
        let tests = ["one", "two", "three", "four"].map(str::to_owned);
        let failed = run(&program, &tests, &Limits::time(Duration::from_millis(500))).unwrap();
        let failed: Vec<(&str, &str)> =
            failed.iter().map(|(test, said)| (test.as_str(), said.as_str())).collect();
        assert_eq!(failed, [("four", "wrong\n"), ("three", "begun\n")]);
    }

    #[test]
    fn what_stays_inside_the_process_is_harmless_and_nothing_else_is() {
        for name in ["strlen", "isalpha", "sinf", "sin", "malloc", "printf", "llvm.memcpy"] {
            assert!(is_harmless(name), "{name}");
        }
        for name in ["unlink", "system", "open", "fopen", "execve", "socket", "remove", "kill"] {
            assert!(!is_harmless(name), "{name}");
        }
    }
}
