//! `ferret program`: inputs for a whole program, from its `main`.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use c::Uninitialised;
use c::clang::Source;
use c::libc::Library;
use c::program::{Aims, Beginning, Inputs, Semantics, Whole};
use clap::Args;
use classfile::jdk::Jdk;
use coverage::Criterion;
use generate::Stop;
use java::target::Target;
use language::{Focus, Language};
use programs::java::{JavaOptions as ForJava, JavaTarget, Main};
use programs::{Options, WholeProgram};
use project::SinceError;

use crate::c::compile::{self, CompileOptions};
use crate::failure::Failure;
use crate::making::{MakingOptions, refuse};
use crate::native::{Mode, NativeOptions};
use crate::size::{parse_count, parse_size};
use crate::testing;

/// What a program is given, and what comes of it.
#[derive(Args)]
#[command(after_long_help = "\
Every run begins at `main`; where there is none, at LLVMFuzzerTestOneInput(data, size). Inputs are sized:
what is given to the program may be shorter, never longer. Without --stdin standard input is empty, and of
files and environment variables there are only those that are named.

Programs may ask for inputs themselves: __VERIFIER_nondet_*, klee_make_symbolic, klee_int, klee_range and
CREST_* are inputs; __VERIFIER_assume and klee_assume end a run that is none. In Java these are the methods of
org.sosy_lab.sv_benchmarks.Verifier.

The output folder has corpus/ (a folder for each test), crashes/, replay.sh and coverage.sh.

Examples:
  ferret program wc.c --args 2x8 --stdin 64
  ferret program grep.c search.c -DHAVE_CONFIG_H -I . --args 3x10 --file data.txt:128
  ferret program --compile-commands build/compile_commands.json --stdin 256 --corpus seeds
  ferret program task.c --test-comp suite.zip
  ferret program --class com.acme.Main target/classes --args 2x8 --stdin 64

Exit status: 0; 2 bad usage or input; 70 internal error.")]
pub struct ProgramOptions {
    /// C files of one program; with --compile-commands, those of the database to use [default: all]. For Java, the
    /// folder or jar with its classes
    #[arg(value_name = "FILE", required_unless_present = "compile_commands")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    java: JavaOptions,
    /// Up to N arguments of up to SIZE bytes each
    #[arg(long, value_name = "NxSIZE", value_parser = parse_arguments, default_value = "0x0", hide_default_value = true)]
    args: (u32, u32),
    /// Standard input of up to SIZE bytes
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    stdin: Option<u32>,
    /// A file of up to SIZE bytes; repeatable
    #[arg(long, value_name = "PATH:SIZE", value_parser = parse_named)]
    file: Vec<(String, u32)>,
    /// An environment variable of up to SIZE bytes; repeatable
    #[arg(long, value_name = "NAME:SIZE", value_parser = parse_named)]
    env: Vec<(String, u32)>,
    /// Bytes that LLVMFuzzerTestOneInput gets at most [default: 64]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    data: Option<u32>,
    /// Start from the inputs in this folder: files, or folders as in corpus/
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Start from an input of full size and random bytes [default: from no input]
    #[arg(long, conflicts_with = "corpus")]
    random_start: bool,
    /// Folder for the corpus, crashes and scripts
    #[arg(long, value_name = "DIR", default_value = "ferret-program")]
    out: PathBuf,
    /// Write a test suite in the format of Test-Comp
    #[arg(long, value_name = "FILE.zip")]
    test_comp: Option<PathBuf>,
    /// Write each input to a file of its own, as AFL and libFuzzer keep them
    #[arg(long, value_name = "DIR")]
    fuzz_corpus: Option<PathBuf>,
    /// Pass a flag to the linker of native runs, such as -lncurses
    #[arg(long, value_name = "FLAG", allow_hyphen_values = true)]
    link_arg: Vec<String>,
    /// Search for inputs that reach this line, and cover its branches; repeatable [default: all code]
    #[arg(long, value_name = "FILE:LINE", value_parser = parse_line)]
    target: Vec<(PathBuf, u32)>,
    /// Search for inputs that reach the lines that differ from this git revision
    #[arg(long, value_name = "REV")]
    target_diff: Option<String>,
    /// Let signed overflow wrap around instead of crashing
    #[arg(long)]
    wrap: bool,
    /// Reads of uninitialised memory: trap (a crash), zero, or symbolic (each byte is an input)
    #[arg(long, value_name = "HOW", default_value = "trap")]
    uninitialised: Uninitialised,
    #[command(flatten)]
    making: MakingOptions,
    #[command(flatten)]
    native: NativeOptions,
    #[command(flatten)]
    compile: CompileOptions,
}

/// Where a Java program is.
#[derive(Args)]
struct JavaOptions {
    /// The class whose `main` starts a Java program [default: the jar's Main-Class]
    #[arg(long, value_name = "NAME")]
    class: Option<String>,
    /// Folders and jars that a Java program needs beside its own
    #[arg(long, alias = "class-path", visible_alias = "cp", value_name = "PATHS")]
    classpath: Option<OsString>,
    /// The JDK to use [default: JAVA_HOME, or the `java` on the PATH]
    #[arg(long, value_name = "DIR")]
    jdk: Option<PathBuf>,
}

/// The largest input; every byte of it is one for the search.
const LARGEST: u64 = 1 << 16;

fn parse_bytes(text: &str) -> Result<u32, String> {
    match parse_size(text)? {
        0 => Err("it has no bytes; leave the option out".to_owned()),
        size if size > LARGEST => Err(format!("more than {LARGEST} bytes are too many to search")),
        size => Ok(size as u32),
    }
}

fn parse_arguments(text: &str) -> Result<(u32, u32), String> {
    let (count, size) = text.split_once('x').ok_or("write NxSIZE, such as 2x10")?;
    let (count, size) = (parse_count(count)?, parse_count(size)?);
    match (count, size) {
        (0, _) => Ok((0, 0)),
        (_, 0) => Err("arguments need at least a byte each".to_owned()),
        _ if count > 64 || size > LARGEST => {
            Err(format!("at most 64 arguments of at most {LARGEST} bytes can be searched"))
        }
        _ => Ok((count as u32, size as u32)),
    }
}

fn parse_named(text: &str) -> Result<(String, u32), String> {
    let (name, size) = text.rsplit_once(':').ok_or("write NAME:SIZE, such as data.txt:128")?;
    match name.is_empty() || name.contains('\0') {
        true => Err("the name is missing before the colon".to_owned()),
        false => Ok((name.to_owned(), parse_bytes(size)?)),
    }
}

fn parse_line(text: &str) -> Result<(PathBuf, u32), String> {
    let (file, line) = text.rsplit_once(':').ok_or("write FILE:LINE, such as parse.c:120")?;
    match line.parse() {
        Ok(line) if line > 0 && !file.is_empty() => Ok((PathBuf::from(file), line)),
        _ => Err("write FILE:LINE, such as parse.c:120".to_owned()),
    }
}

impl ProgramOptions {
    /// The program.
    pub fn target(&self) -> Result<Box<dyn Language>, Failure> {
        let inputs = self.inputs()?;
        match self.is_java() {
            true => java_program(self, inputs),
            false => c_program(self, inputs),
        }
    }

    /// Whether the program is compiled Java.
    fn is_java(&self) -> bool {
        let ends =
            |file: &PathBuf| file.extension().is_some_and(|end| end == "jar" || end == "class");
        self.java.class.is_some() || self.files.iter().any(|file| ends(file) || file.is_dir())
    }

    /// What is to be reached.
    fn aims(&self, whole: &Whole) -> Result<Aims, Failure> {
        let mut focus = match &self.target_diff {
            Some(revision) => project::since(Path::new("."), revision).map_err(|error| {
                Failure::new(format!("--target-diff: {error}")).help(match error {
                    SinceError::NoRepository(_) => "name lines with --target FILE:LINE",
                    other => other.help(),
                })
            })?,
            None => Focus::default(),
        };
        for (file, line) in &self.target {
            focus.lines.entry(file.clone()).or_default().push((*line, *line));
        }
        let aims = whole.aims(&focus);
        for (file, line) in &self.target {
            let one = Focus { lines: BTreeMap::from([(file.clone(), vec![(*line, *line)])]) };
            if whole.aims(&one).is_empty() {
                let text = format!("the program has no code in {}:{line}", file.display());
                return Err(Failure::new(text).help("name a line of a function of the program"));
            }
        }
        if let (true, Some(revision)) = (aims.is_empty(), &self.target_diff) {
            let text = format!("no code of the program differs from `{revision}`");
            return Err(Failure::new(text).help("leave --target-diff out to search for all code"));
        }
        Ok(aims)
    }

    fn inputs(&self) -> Result<Inputs, Failure> {
        if let Some((name, _)) = self.env.iter().find(|(name, _)| name.contains('=')) {
            return Err(Failure::new(format!("`--env {name}`: a variable has no `=` in its name"))
                .help("write NAME:SIZE; the value is what Ferret searches"));
        }
        let outside =
            |path: &str| Path::new(path).is_absolute() || path.split('/').any(|part| part == "..");
        if let Some((path, _)) = self.file.iter().find(|(path, _)| outside(path)) {
            let text =
                format!("`--file {path}` lies outside of the folder that the program runs in");
            return Err(
                Failure::new(text).help("name it as the program opens it, relative to that folder")
            );
        }
        for named in [&self.file, &self.env] {
            for (index, (name, _)) in named.iter().enumerate() {
                if named[..index].iter().any(|(other, _)| other == name) {
                    return Err(Failure::new(format!("`{name}` is given twice")));
                }
            }
        }
        Ok(Inputs {
            arguments: self.args,
            input: self.stdin,
            files: self.file.clone(),
            variables: self.env.clone(),
            data: self.data,
        })
    }
}

/// A whole program in Java.
fn java_program(options: &ProgramOptions, inputs: Inputs) -> Result<Box<dyn Language>, Failure> {
    let for_c = [
        ("--test-comp", options.test_comp.is_some()),
        ("--target", !options.target.is_empty()),
        ("--target-diff", options.target_diff.is_some()),
        ("--link-arg", !options.link_arg.is_empty()),
        ("--wrap", options.wrap),
    ];
    if let Some((option, _)) = for_c.iter().find(|(_, is_given)| *is_given) {
        return Err(Failure::new(format!("{option} is for programs in C")).help("leave it out"));
    }
    let [file] = &options.files[..] else {
        return Err(Failure::new("a Java program is one folder or jar of classes")
            .help("name what else it needs with --classpath"));
    };
    let jdk = Jdk::find(options.java.jdk.as_deref()).map_err(Failure::new)?;
    let given = options.java.classpath.as_ref().map_or_else(Vec::new, |paths| {
        std::env::split_paths(paths).filter(|path| !path.as_os_str().is_empty()).collect()
    });
    let target = Target::find(&file.to_string_lossy(), &given, &jdk).map_err(Failure::new)?;
    let Some(class) = options.java.class.clone().or(target.class) else {
        let text = format!("nothing says which class of `{}` is run", file.display());
        return Err(Failure::new(text).help("name the class with `main` with --class"));
    };
    let own = target.class_path.first().cloned().unwrap_or_else(|| file.clone());
    let seeds = match &options.corpus {
        Some(folder) => programs::seeds(folder, &inputs)?,
        None => Vec::new(),
    };
    let never_native = options.native.mode() == Mode::Never;
    let fuzz_corpus = options.fuzz_corpus.clone();
    let class = class.replace('.', "/");
    let main = Main { jdk, class_path: target.class_path, own, class };
    let beginning = Beginning { seeds, is_random: options.random_start, ..Beginning::default() };
    let options = ForJava { beginning, never_native, fuzz_corpus };
    Ok(Box::new(JavaTarget::new(main, inputs, options)?))
}

/// What a program is called: the file with `main` or, where that says nothing, the first.
fn name_of(sources: &[Source], compiled: &[c::clang::Compiled]) -> String {
    let with_main = compiled.iter().position(|file| file.ir.contains(" @main("));
    let source = sources.get(with_main.unwrap_or(0)).or(sources.first());
    let stem = source.and_then(|source| source.file.file_stem());
    let name = stem.map_or("program".into(), |stem| stem.to_string_lossy());
    let plain = |letter: char| {
        if letter.is_ascii_alphanumeric() || "-_.".contains(letter) { letter } else { '_' }
    };
    name.chars().map(plain).collect()
}

/// Searches for inputs of a whole program, writes them and tells what they cover.
pub fn program(options: &ProgramOptions, stop: &Stop) -> Result<ExitCode, Failure> {
    refuse(
        options.making.criteria,
        &[Criterion::Check, Criterion::Exception, Criterion::Mutation],
        "is not for whole programs",
        "choose a criterion of coverage, such as branch or mcdc; crashes are looked for in any case",
    )?;
    let program = options.target()?;
    options.native.warn();
    testing::test(&options.making, &*program, &options.out, &[], stop)
}

/// A whole program in C.
fn c_program(options: &ProgramOptions, inputs: Inputs) -> Result<Box<dyn Language>, Failure> {
    let clang = options.compile.clang()?;
    let sources = options.compile.sources(&options.files)?;
    let compiled = compile::compile(&clang, &sources)?;
    let library = Library::load(&clang, compile::cache().as_deref()).map_err(Failure::new)?;
    let semantics = Semantics { wraps: options.wrap, uninitialised: options.uninitialised };
    let name = name_of(&sources, &compiled);
    let whole = Whole::link(clang, sources, compiled, &library, (name, inputs, semantics))?;
    compile::warn(&whole.unsupported);
    let seeds = match &options.corpus {
        Some(folder) => programs::seeds(folder, whole.inputs())?,
        None => Vec::new(),
    };
    let aims = options.aims(&whole)?;
    let program = WholeProgram::new(
        whole,
        Options {
            beginning: Beginning { seeds, aims, is_random: options.random_start },
            never_native: options.native.mode() == Mode::Never,
            link: options.link_arg.clone(),
            test_comp: options.test_comp.clone(),
            fuzz_corpus: options.fuzz_corpus.clone(),
        },
    );
    Ok(Box::new(program))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_inputs_are_read_or_refused() {
        assert_eq!(parse_arguments("2x10"), Ok((2, 10)));
        assert_eq!(parse_arguments("0x0"), Ok((0, 0)));
        assert!(parse_arguments("2").is_err() && parse_arguments("2x0").is_err());
        assert_eq!(parse_named("a:b.txt:128"), Ok(("a:b.txt".to_owned(), 128)));
        assert!(parse_named("data.txt").is_err() && parse_named(":5").is_err());
        assert!(parse_bytes("0").is_err() && parse_bytes("1G").is_err());
    }
}
