//! The library's sources, and how they are compiled once and kept.

use crate::clang::{Clang, ClangError, run};
use std::hash::Hasher;
use std::path::{Path, PathBuf};

/// How the names of the library's files begin in source locations: as no file of a user's does.
pub const FOLDER: &str = "<libc>/";

const HEADER: (&str, &str) = ("ferret.h", include_str!("../../libc/ferret.h"));

macro_rules! sources {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../libc/", $name)))),*]
    };
}

const SOURCES: &[(&str, &str)] = sources![
    "ctype.c" "files.c" "folders.c" "gnu.c" "heap.c" "locale.c" "math.c" "memory.c" "number.c" "option.c" "print.c" "process.c"
    "random.c" "regcomp.c" "regexec.c" "scan.c" "sort.c" "stdio.c" "string.c" "thread.c" "time.c" "wide.c"
];

const FLAGS: &[&str] = &[
    "-O0",
    "-g",
    "-std=gnu17",
    "-ffreestanding",
    "-nostdlibinc",
    "-fno-discard-value-names",
    "-fno-math-errno",
    "-ffile-compilation-dir=.",
    "-Xclang",
    "-disable-llvm-passes",
    "-S",
    "-emit-llvm",
    "-x",
    "c",
    "-",
    "-o",
    "-",
];

/// The compiled library: one module of LLVM IR text for each source file.
#[derive(Clone, Debug)]
pub struct Library {
    /// Names and texts of the modules.
    pub modules: Vec<(&'static str, String)>,
}

impl Library {
    /// Compiles the library, or takes it from the directory `cache` if it was compiled before. A cache
    /// that cannot be used is done without.
    ///
    /// # Errors
    ///
    /// When clang cannot be run or does not understand the sources.
    pub fn load(clang: &Clang, cache: Option<&Path>) -> Result<Self, ClangError> {
        let mut missing = Vec::new();
        let mut texts: Vec<Option<String>> = Vec::new();
        for (index, (name, source)) in SOURCES.iter().enumerate() {
            let kept = cache.and_then(|cache| {
                let text = std::fs::read_to_string(kept_file(cache, clang, name, source)).ok()?;
                text.strip_suffix(END_MARK).map(str::to_owned)
            });
            if kept.is_none() {
                missing.push(index);
            }
            texts.push(kept);
        }
        let compiled = std::thread::scope(|scope| {
            let half = missing.len().div_ceil(2);
            let work = |part: Vec<usize>| {
                let compile = |index| compile(clang, SOURCES[index]).map(|text| (index, text));
                part.into_iter().map(compile).collect::<Vec<_>>()
            };
            let (first, second) = (missing[..half].to_vec(), missing[half..].to_vec());
            let other = scope.spawn(move || work(second));
            let mut done = work(first);
            done.extend(other.join().unwrap_or_default());
            done
        });
        for result in compiled {
            let (index, text) = result?;
            if let Some(cache) = cache {
                keep(cache, &kept_file(cache, clang, SOURCES[index].0, SOURCES[index].1), &text);
            }
            texts[index] = Some(text);
        }
        let named = SOURCES.iter().zip(texts);
        Ok(Self { modules: named.filter_map(|((name, _), text)| Some((*name, text?))).collect() })
    }
}

/// The last line of a file in the cache, by which one that was not written to its end is known.
const END_MARK: &str = "; end\n";

/// Where a compiled file is kept: its name holds all that the content depends on.
fn kept_file(cache: &Path, clang: &Clang, name: &str, source: &str) -> PathBuf {
    let mut hasher = rustc_hash::FxHasher::default();
    for text in [clang.version(), HEADER.1, source] {
        hasher.write(text.as_bytes());
        hasher.write_usize(text.len());
    }
    for flag in FLAGS {
        hasher.write(flag.as_bytes());
    }
    cache.join(format!("libc-{name}-{:016x}.ll", hasher.finish()))
}

/// Writes a file of the cache under another name first, so that nobody reads half of it.
fn keep(cache: &Path, file: &Path, text: &str) {
    let unfinished = file.with_extension(format!("{}", std::process::id()));
    let written = std::fs::create_dir_all(cache)
        .and_then(|()| std::fs::write(&unfinished, format!("{text}{END_MARK}")))
        .and_then(|()| std::fs::rename(&unfinished, file));
    if written.is_err() {
        // Without a cache everything works, a little later.
        let _ = std::fs::remove_file(&unfinished);
    }
}

/// Compiles one file, which is passed together with its header so that nothing has to be written
/// to disk.
pub(crate) fn compile(clang: &Clang, (name, source): (&str, &str)) -> Result<String, ClangError> {
    let system = |error| ClangError::System { what: clang.path().display().to_string(), error };
    let body = source.replacen("#include \"ferret.h\"", "", 1);
    let (header, declarations) = HEADER;
    let text =
        format!("#line 1 \"{FOLDER}{header}\"\n{declarations}\n#line 1 \"{FOLDER}{name}\"\n{body}");
    let mut compiler = clang.call(None);
    let result = run(compiler.args(FLAGS).input(text)).map_err(system)?;
    if !result.succeeded() {
        return Err(ClangError::Diagnosed {
            file: format!("{FOLDER}{name}").into(),
            diagnostics: result.err.text().trim_end().to_owned(),
        });
    }
    let ir = result.out.text();
    let named = format!("source_filename = \"{FOLDER}{name}\"");
    Ok(ir.replacen("source_filename = \"-\"", &named, 1))
}
