//! How C files are compiled: the flags that every command about C shares, and what becomes of them.

use std::io::Write;
use std::path::{Path, PathBuf};

use c::clang::{Clang, Compiled, Source, compilation_database};
use c::libc::Library;
use c::run;
use c::target::{Files, Options};
use clap::Args;
use llvm::lower::Lowered;

use crate::failure::Failure;
use crate::missing::missing;

/// What compilers of builds accept with a warning.
const LENIENT: [&str; 4] = [
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
];

/// How C files are compiled.
#[derive(Args)]
pub struct CompileOptions {
    /// Add a folder to the header search path
    #[arg(short = 'I', value_name = "DIR")]
    include_directories: Vec<String>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    define: Vec<String>,
    /// Undefine a macro
    #[arg(short = 'U', value_name = "NAME")]
    undefine: Vec<String>,
    /// Language standard
    #[arg(long, value_name = "STD")]
    std: Option<String>,
    /// Include this file first
    #[arg(long, value_name = "FILE")]
    include: Vec<String>,
    /// Pass a flag to clang
    #[arg(long, value_name = "FLAG", allow_hyphen_values = true)]
    clang_arg: Vec<String>,
    /// The clang to use [default: clang-19 or clang on the PATH]
    #[arg(long, value_name = "PATH")]
    clang: Option<PathBuf>,
    /// Take files and flags from a compilation database
    #[arg(long, value_name = "JSON")]
    compile_commands: Option<PathBuf>,
}

impl CompileOptions {
    /// The compiler.
    pub fn clang(&self) -> Result<Clang, Failure> {
        Clang::find(self.clang.as_deref()).map_err(Failure::new)
    }

    /// The flags of the command line.
    fn flags(&self) -> Vec<String> {
        let mut flags = self.clang_arg.clone();
        flags.extend(self.include_directories.iter().map(|directory| format!("-I{directory}")));
        flags.extend(self.define.iter().map(|name| format!("-D{name}")));
        flags.extend(self.undefine.iter().map(|name| format!("-U{name}")));
        flags.extend(self.std.iter().map(|standard| format!("-std={standard}")));
        flags.extend(self.include.iter().flat_map(|file| ["-include".to_owned(), file.clone()]));
        flags
    }

    /// The files with their flags; all of the compilation database, if there is one and no file is named.
    pub fn sources(&self, files: &[PathBuf]) -> Result<Vec<Source>, Failure> {
        let flags = self.flags();
        if let Some(file) = files.iter().find(|file| is_cplusplus(file)) {
            let message = format!("`{}` is C++, and Ferret reads C and Java", file.display());
            return Err(Failure::new(message).help("name files that end in .c"));
        }
        let Some(database) = &self.compile_commands else {
            files.iter().try_for_each(|file| refuse_no_c(file))?;
            let source = |file: &PathBuf| Source {
                file: file.clone(),
                directory: None,
                flags: flags.clone(),
            };
            return Ok(files.iter().map(source).collect());
        };
        let mut sources = compilation_database(database).map_err(Failure::new)?;
        for source in &mut sources {
            // The build's own compiler took what clang by default does not.
            source.flags.splice(0..0, LENIENT.map(str::to_owned));
            source.flags.extend(flags.iter().cloned());
        }
        if files.is_empty() {
            return Ok(sources);
        }
        let mut chosen = Vec::new();
        for wanted in files {
            let found = sources.iter().find(|source| is_same(source, wanted));
            chosen.push(found.cloned().ok_or_else(|| {
                let (database, wanted) = (database.display(), wanted.display());
                Failure::new(format!("`{database}` has no entry for `{wanted}` is compiled"))
            })?);
        }
        Ok(chosen)
    }
}

/// Whether a file is C++ by its ending.
fn is_cplusplus(file: &Path) -> bool {
    let ending = file.extension().and_then(|ending| ending.to_str());
    matches!(ending, Some("cc" | "cpp" | "cxx" | "c++" | "C" | "hpp" | "hh" | "hxx"))
}

/// Refuses what is no file, and Java.
fn refuse_no_c(file: &Path) -> Result<(), Failure> {
    let shown = file.display();
    if file.is_dir() {
        let failure = Failure::new(format!("`{shown}` is a folder, a C file is needed"));
        return Err(
            failure.help(format!("`ferret test {shown}` generates tests for a whole folder"))
        );
    }
    if file.extension().is_some_and(|ending| ending == "java" || ending == "class") {
        let failure = Failure::new(format!("`{shown}` is Java"));
        return Err(failure.help("`ferret java` generates tests for compiled classes"));
    }
    if file.exists() { Ok(()) } else { Err(missing("file", file)) }
}

fn is_same(source: &Source, wanted: &Path) -> bool {
    let whole = source.directory.as_deref().unwrap_or(Path::new("")).join(&source.file);
    let real = |path: &Path| std::fs::canonicalize(path).ok();
    source.file == *wanted || (real(&whole).is_some() && real(&whole) == real(wanted))
}

/// Compiles files on all cores, and hands on what clang warns of.
pub fn compile(clang: &Clang, sources: &[Source]) -> Result<Vec<Compiled>, Failure> {
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let compiled = clang.compile_all(sources, jobs).map_err(|error| {
        let help = remedy(&error.to_string());
        Failure::new(error).maybe_help(help)
    })?;
    for file in &compiled {
        let _ = std::io::stderr().write_all(without_coverage(&file.warnings).as_bytes());
    }
    Ok(compiled)
}

/// Makes one program of compiled files and the library, and tells what of it is not supported.
pub fn link(clang: &Clang, compiled: &[Compiled]) -> Result<Lowered, Failure> {
    let library = Library::load(clang, cache().as_deref()).map_err(Failure::new)?;
    let lowered = run::link(compiled, &library).map_err(Failure::new)?;
    tell_unsupported(&lowered);
    Ok(lowered)
}

/// Makes a target of compiled files: what they only declare has its type, too.
pub fn target(
    clang: Clang,
    sources: Vec<Source>,
    compiled: Vec<Compiled>,
    options: Options,
) -> Result<Files, Failure> {
    let library = Library::load(&clang, cache().as_deref()).map_err(Failure::new)?;
    let (files, unsupported) = Files::link(clang, sources, compiled, &library, options)?;
    warn(&unsupported);
    Ok(files)
}

/// Tells on standard error what of a program is not supported.
pub fn tell_unsupported(lowered: &Lowered) {
    warn(&run::unsupported(lowered));
}

/// Tells of warnings on standard error.
pub fn warn(warnings: &[String]) {
    let lines: Vec<String> = warnings.iter().map(|text| format!("warning: {text}\n")).collect();
    let _ = std::io::stderr().write_all(lines.concat().as_bytes());
}

/// Warnings about the program; those about clang's own coverage are told with the goals.
fn without_coverage(warnings: &str) -> String {
    let mut kept = String::new();
    let mut drop = false;
    for line in warnings.lines() {
        let begins = line.contains(": warning: ") || line.contains(": error: ");
        if begins {
            drop = line.contains("unsupported MC/DC boolean expression");
        }
        if !drop && !line.ends_with(" generated.") {
            kept += line;
            kept.push('\n');
        }
    }
    kept
}

/// Where the compiled library is kept.
pub fn cache() -> Option<PathBuf> {
    let given = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = given("XDG_CACHE_HOME").or_else(|| given("HOME").map(|home| home.join(".cache")))?;
    base.is_absolute().then(|| base.join("ferret"))
}

/// What may help against errors of clang's that have little to do with the code.
fn remedy(diagnostics: &str) -> Option<&'static str> {
    if diagnostics.contains("[-Wimplicit-") {
        Some("code from before C99 compiles with -std=gnu89")
    } else if diagnostics.contains("' file not found") {
        Some("name the folders of headers with -I, or the build's commands with --compile-commands")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_about_the_program_are_kept() {
        let warnings = "a.c:1:2: warning: unused variable 'x'\n    1 | int x;\n\
                        a.c:3:4: warning: unsupported MC/DC boolean expression; because\n    3 | if\n\
                        b.h:5:6: note: expanded from macro\n2 warnings generated.\n";
        let kept = without_coverage(warnings);
        assert_eq!(kept, "a.c:1:2: warning: unused variable 'x'\n    1 | int x;\n");
    }
}
