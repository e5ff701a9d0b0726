//! What a folder holds: how its code is built, and where it is.

mod make;
mod walk;

use c::clang::{ClangError, Source, compilation_database};
use classfile::outline::name_in;
use host::{Limits, Process, plain};
use java::build_tool::{self, BuildError};
use java::target::Target;
use java::write::Junit;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;
use walk::files;

/// How long a build may take.
const PATIENCE: Duration = Duration::from_secs(3600);

/// Where a compilation database is looked for, below the root.
const DATABASES: &[&str] = &[".", "build", "builddir", "out", "cmake-build-debug", BUILD];

/// Where `--build` configures what nobody has configured.
const BUILD: &str = ".ferret/build";

/// A folder as we understand it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    /// The folder.
    pub root: PathBuf,
    /// How its code is built.
    pub kind: Kind,
    /// Its modules.
    pub modules: Vec<Module>,
}

/// How code is built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// By Maven.
    Maven,
    /// By Gradle.
    Gradle,
    /// As a compilation database says.
    Database(PathBuf),
    /// By make, whose commands were read.
    Make,
    /// Class files in folders, however they came there.
    Classes,
    /// C files, compiled without any flags.
    Files,
}

/// Code that is built together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Module {
    /// Its name.
    pub name: String,
    /// What is tested.
    pub code: Code,
    /// Where its tests go.
    pub tests: PathBuf,
}

/// What is tested.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Code {
    /// Classes.
    Java {
        /// Where they are, and what they need.
        target: Target,
        /// The JUnit that the module has tests with, if it has one.
        junit: Option<Junit>,
    },
    /// C files.
    C(Vec<Source>),
}

/// Why a folder cannot be tested as it is.
#[derive(Debug, Error)]
pub enum DiscoverError {
    /// There is nothing that we know in it.
    #[error("there is no Java or C project in {}", .0.display())]
    Nothing(PathBuf),
    /// There are Java sources, and nothing tells how they are compiled.
    #[error("there are Java sources in {}, but no classes and no build file", .0.display())]
    Sources(PathBuf),
    /// There is a project that has to be built first.
    #[error("this is {what} yet")]
    NotBuilt {
        /// What it is, and what has not happened to it.
        what: &'static str,
        /// What builds it.
        command: String,
    },
    /// The build failed.
    #[error("`{command}` failed: {said}")]
    Failed {
        /// What was run.
        command: String,
        /// The first thing it says that looks like a reason.
        said: String,
    },
    /// The build tool of a Java project says nothing.
    #[error(transparent)]
    Build(BuildError),
    /// The compilation database cannot be read.
    #[error(transparent)]
    Database(#[from] ClangError),
}

impl DiscoverError {
    /// What the user can do.
    pub fn help(&self) -> String {
        match self {
            Self::Nothing(_) => {
                "name the folder of a project: one with a pom.xml, a build.gradle, a \
                                 compile_commands.json, class files or C files"
                    .to_owned()
            }
            Self::Sources(_) => {
                "compile them: javac -g -d classes $(find . -name '*.java')".to_owned()
            }
            Self::NotBuilt { command, .. } => {
                format!("build it with `{command}`, or let Ferret do that with --build")
            }
            Self::Failed { .. } => "build the project yourself, and try again".to_owned(),
            Self::Build(BuildError::NotCompiled { tool, .. }) => {
                format!("compile it with `{}`, or let Ferret do that with --build", tool.compiles())
            }
            Self::Build(_) => {
                "name the folder of classes: ferret java target/classes --classpath …".to_owned()
            }
            Self::Database(_) => "write the compilation database again".to_owned(),
        }
    }
}

/// Finds out what a folder holds; builds it first if it is not built and that is wanted.
///
/// # Errors
///
/// When there is no project in it, or it is not built.
pub fn discover(root: &Path, build: bool) -> Result<Layout, DiscoverError> {
    let root = std::fs::canonicalize(root).unwrap_or_else(|_| root.to_owned());
    let has = |name: &str| root.join(name).is_file();
    if ["pom.xml", "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"]
        .iter()
        .any(|name| has(name))
    {
        return java(&root, build);
    }
    if let Some(layout) = database(&root)? {
        return Ok(layout);
    }
    let makefile = ["GNUmakefile", "Makefile", "makefile"].iter().any(|name| has(name));
    let c_files = files(&root, "c");
    if has("CMakeLists.txt") {
        return match cmake(&root, build) {
            // Some packages have several builds, of which one does not work here.
            Err(DiscoverError::Failed { .. }) if makefile && !c_files.is_empty() => {
                made(&root, build)
            }
            layout => layout,
        };
    }
    if makefile && !c_files.is_empty() {
        return made(&root, build);
    }
    if !c_files.is_empty() {
        if has("meson.build") {
            return meson(&root, build);
        }
        if let Some(commands) = configuring(has) {
            return unconfigured(&root, commands, build);
        }
    }
    if let Some(layout) = classes(&root) {
        return Ok(layout);
    }
    if !files(&root, "java").is_empty() {
        return Err(DiscoverError::Sources(root));
    }
    if c_files.is_empty() {
        return Err(DiscoverError::Nothing(root));
    }
    let source = |file| Source { file, directory: Some(root.clone()), flags: Vec::new() };
    let sources = c_files.into_iter().map(source).collect();
    Ok(c_layout(&root, Kind::Files, sources))
}

/// A project of Maven or Gradle.
fn java(root: &Path, build: bool) -> Result<Layout, DiscoverError> {
    let asked = match build_tool::ask(root) {
        Err(BuildError::NotCompiled { tool, .. }) if build => {
            run(root, tool.compiles())?;
            build_tool::ask(root)
        }
        asked => asked,
    };
    let asked = asked.map_err(DiscoverError::Build)?;
    let module = |module: build_tool::Module| {
        let mut class_path = vec![module.classes.clone()];
        class_path.extend(module.class_path.into_iter().filter(|path| path.exists()));
        let archive = Some(module.classes);
        Module {
            name: module.name,
            code: Code::Java {
                target: Target { class_path, class: None, archive },
                junit: module.junit,
            },
            tests: module.tests.unwrap_or_else(|| root.join("src/test/java")),
        }
    };
    let kind = match asked.tool {
        build_tool::Tool::Maven => Kind::Maven,
        build_tool::Tool::Gradle => Kind::Gradle,
    };
    let modules = asked.modules.into_iter().map(module).collect();
    Ok(Layout { root: root.to_owned(), kind, modules })
}

/// A project with a compilation database.
fn database(root: &Path) -> Result<Option<Layout>, DiscoverError> {
    let paths = DATABASES.iter().map(|folder| root.join(folder).join("compile_commands.json"));
    let Some(path) = paths.into_iter().find(|path| path.is_file()) else { return Ok(None) };
    let path = std::fs::canonicalize(&path).unwrap_or(path);
    let sources = compilation_database(&path)?;
    Ok(Some(c_layout(root, Kind::Database(path), sources)))
}

/// A CMake project that has no compilation database yet.
fn cmake(root: &Path, build: bool) -> Result<Layout, DiscoverError> {
    let command = format!("cmake -S . -B {BUILD} -DCMAKE_EXPORT_COMPILE_COMMANDS=ON");
    let not_built = |command| DiscoverError::NotBuilt {
        what: "a CMake project that is not configured",
        command,
    };
    if !build {
        return Err(not_built(command.replace(BUILD, "build")));
    }
    run(root, &command)?;
    // Headers that are generated are there only behind a build.
    run(root, &format!("cmake --build {BUILD}"))?;
    database(root)?.ok_or_else(|| not_built(command))
}

/// A project of Meson, which writes a compilation database when it sets up a build.
fn meson(root: &Path, build: bool) -> Result<Layout, DiscoverError> {
    let not_built = |command: &str| DiscoverError::NotBuilt {
        what: "a Meson project that is not configured",
        command: command.to_owned(),
    };
    if !build {
        return Err(not_built("meson setup build && ninja -C build"));
    }
    run(root, &format!("meson setup {BUILD}"))?;
    run(root, &format!("ninja -C {BUILD}"))?;
    database(root)?.ok_or_else(|| not_built("meson setup build"))
}

/// What configures a project of the autotools that has no makefile yet, if it is one.
fn configuring(has: impl Fn(&str) -> bool) -> Option<&'static [&'static str]> {
    if has("configure") {
        Some(&["./configure"])
    } else if !has("configure.ac") && !has("configure.in") {
        None
    } else if has("autogen.sh") {
        Some(&["./autogen.sh", "./configure"])
    } else {
        Some(&["autoreconf --install", "./configure"])
    }
}

/// A project of the autotools without a makefile.
fn unconfigured(root: &Path, commands: &[&str], build: bool) -> Result<Layout, DiscoverError> {
    if !build {
        let command = format!("{} && make", commands.join(" && "));
        return Err(DiscoverError::NotBuilt {
            what: "an autotools project that is not configured",
            command,
        });
    }
    for command in commands {
        // Some scripts that make `configure` run it, too.
        if !root.join("Makefile").is_file() {
            run(root, command)?;
        }
    }
    made(root, true)
}

/// A project of make: what it would run tells how files are compiled.
fn made(root: &Path, build: bool) -> Result<Layout, DiscoverError> {
    if !build {
        let command = "bear -- make".to_owned();
        return Err(DiscoverError::NotBuilt { what: "a make project that is not built", command });
    }
    let built = run(root, "make --print-directory V=1")?;
    if root.join("config.status").is_file() {
        return configured(root, &built);
    }
    let said = run(root, "make --always-make --dry-run --print-directory V=1")?;
    let sources = make::sources(&said, root);
    match sources.is_empty() {
        true => Err(DiscoverError::Nothing(root.to_owned())),
        false => Ok(c_layout(root, Kind::Make, sources)),
    }
}

/// A project with a configure script that make has just built. Asking make what it would run if nothing were built would
/// configure it anew, so what it did is what counts; it is kept as a compilation database.
fn configured(root: &Path, built: &str) -> Result<Layout, DiscoverError> {
    let command = "make".to_owned();
    let failed = |said: String| DiscoverError::Failed { command: command.clone(), said };
    let sources = make::sources(built, root);
    if sources.is_empty() {
        let said =
            "it compiled nothing, so nothing tells how files are compiled; `make clean` before";
        return Err(failed(said.to_owned()));
    }
    let path = root.join(BUILD).join("compile_commands.json");
    std::fs::create_dir_all(root.join(BUILD))
        .and_then(|()| std::fs::write(&path, make::database(&sources)))
        .map_err(|error| failed(format!("`{}`: {error}", path.display())))?;
    Ok(c_layout(root, Kind::Make, sources))
}

/// Class files that lie where their packages say.
fn classes(root: &Path) -> Option<Layout> {
    let mut roots: BTreeSet<PathBuf> = BTreeSet::new();
    for file in files(root, "class") {
        let file = root.join(file);
        if roots.iter().any(|known| file.starts_with(known)) {
            continue;
        }
        let Ok(bytes) = std::fs::read(&file) else { continue };
        let Ok(class) = name_in(&bytes, &file.display().to_string()) else { continue };
        let inner = PathBuf::from(format!("{class}.class"));
        if file.ends_with(&inner)
            && let Some(folder) = file.ancestors().nth(inner.components().count())
        {
            roots.insert(folder.to_owned());
        }
    }
    let module = |folder: &PathBuf| Module {
        name: shown(folder, root),
        code: Code::Java {
            target: Target {
                class_path: roots.iter().cloned().collect(),
                class: None,
                archive: Some(folder.clone()),
            },
            junit: None,
        },
        tests: root.join("ferret-tests"),
    };
    let modules: Vec<Module> = roots.iter().map(module).collect();
    (!modules.is_empty()).then(|| Layout { root: root.to_owned(), kind: Kind::Classes, modules })
}

fn c_layout(root: &Path, kind: Kind, sources: Vec<Source>) -> Layout {
    let name = root.file_name().map_or_else(String::new, |name| name.display().to_string());
    let module = Module { name, code: Code::C(sources), tests: root.join("ferret-tests") };
    Layout { root: root.to_owned(), kind, modules: vec![module] }
}

/// A path below the root as people write it.
pub(crate) fn shown(path: &Path, root: &Path) -> String {
    match path.strip_prefix(root) {
        Ok(inner) if inner.as_os_str().is_empty() => ".".to_owned(),
        Ok(inner) => inner.display().to_string(),
        Err(_) => path.display().to_string(),
    }
}

/// Runs a command of the build, and gives what it says.
fn run(root: &Path, command: &str) -> Result<String, DiscoverError> {
    let failed = |said: String| DiscoverError::Failed { command: command.to_owned(), said };
    let mut words = command.split(' ');
    let tool = words.next().unwrap_or_default();
    let mut process = Process::new(tool);
    process.args(words).current_dir(root).env("LC_ALL", "C").merged();
    let ended = process.run(&Limits::time(PATIENCE)).map_err(|error| failed(error.to_string()))?;
    let said = ended.out.text().into_owned();
    if ended.succeeded() {
        return Ok(said);
    }
    Err(failed(telling(&said).unwrap_or_else(|| "it says nothing".to_owned())))
}

/// The line of a build's output that says what went wrong: the first that the compiler calls an error, what Gradle puts below a
/// heading of its own, or the last.
fn telling(said: &str) -> Option<String> {
    let lines: Vec<String> = said.lines().map(|line| plain(line).trim().to_owned()).collect();
    let find = |is_it: fn(&str) -> bool| lines.iter().find(|line| is_it(line));
    let below = || {
        let heading = lines.iter().position(|line| line == "* What went wrong:")?;
        lines.get(heading + 1)
    };
    find(|line| line.contains("error: ") || line.contains("***"))
        .or_else(|| find(|line| line.starts_with("[ERROR] /")))
        .or_else(below)
        .or_else(|| find(|line| line.contains("rror")))
        .or_else(|| lines.iter().rfind(|line| !line.is_empty()))
        .cloned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use host::Scratch;

    #[test]
    fn the_line_that_tells_what_went_wrong_is_found() {
        let maven = "[INFO] 2 errors\n\x1b[1;31m[ERROR] /p/A.java:[3,1] ';' expected\x1b[m\n[INFO] BUILD FAILURE\n";
        assert_eq!(telling(maven).unwrap(), "[ERROR] /p/A.java:[3,1] ';' expected");
        let gradle = "FAILURE: Build failed with an exception.\n\n* What went wrong:\nTask 'classes' not found\n\n* Try:\nx\n";
        assert_eq!(telling(gradle).unwrap(), "Task 'classes' not found");
        let make = "cc -c a.c\na.c:1:5: error: expected ';'\nmake: *** [a.o] Error 1\n";
        assert_eq!(telling(make).unwrap(), "a.c:1:5: error: expected ';'");
        assert_eq!(telling("one\ntwo\n\n").unwrap(), "two");
        assert_eq!(telling(""), None);
    }

    fn folder(names: &[(&str, &str)]) -> Scratch {
        let scratch = Scratch::new().expect("a scratch folder can be made");
        for (name, text) in names {
            let path = scratch.path().join(name);
            std::fs::create_dir_all(path.parent().expect("it is below the folder")).expect("made");
            std::fs::write(path, text).expect("written");
        }
        scratch
    }

    #[test]
    fn a_folder_of_c_files_is_a_project_whose_units_are_its_files() {
        let scratch = folder(&[("src/a.c", ""), ("b.c", ""), (".git/c.c", ""), ("notes.txt", "")]);
        let layout = discover(scratch.path(), false).expect("there are C files");
        assert_eq!(layout.kind, Kind::Files);
        let Code::C(sources) = &layout.modules[0].code else { panic!("C is expected") };
        let names: Vec<String> =
            sources.iter().map(|source| source.file.display().to_string()).collect();
        assert_eq!(names, ["b.c", "src/a.c"]);
    }

    #[test]
    fn a_compilation_database_is_found_in_the_usual_folders() {
        let entry =
            r#"[{"directory": "/p", "file": "a.c", "arguments": ["cc", "-DX", "-c", "a.c"]}]"#;
        let scratch = folder(&[("build/compile_commands.json", entry), ("a.c", "")]);
        let layout = discover(scratch.path(), false).expect("there is a database");
        let Code::C(sources) = &layout.modules[0].code else { panic!("C is expected") };
        assert_eq!(sources[0].flags, ["-DX"]);
        assert!(matches!(layout.kind, Kind::Database(_)));
    }

    #[test]
    fn what_is_not_built_is_told_with_the_command_that_builds_it() {
        let help = |names: &[(&str, &str)]| {
            let scratch = folder(names);
            let error = discover(scratch.path(), false).expect_err("it is not built");
            format!("{error}: {}", error.help())
        };
        assert_eq!(
            help(&[("CMakeLists.txt", ""), ("a.c", "")]),
            "this is a CMake project that is not configured yet: build it with `cmake -S . -B build \
             -DCMAKE_EXPORT_COMPILE_COMMANDS=ON`, or let Ferret do that with --build"
        );
        assert!(help(&[("Makefile", ""), ("a.c", "")]).contains("bear -- make"));
        assert!(help(&[("a/B.java", "class B {}")]).contains("javac -g"));
        assert!(help(&[("notes.txt", "")]).contains("name the folder of a project"));
    }

    #[test]
    fn a_configured_project_is_read_by_what_make_did_and_is_known_from_then_on() {
        // As automake writes it: everything depends on what configures it, which must not run again.
        let makefile = "a.o: a.c Makefile\n\t$(CC) -DX=1 -c -o a.o `test -f 'a.c' || echo './'`a.c\n\
                        Makefile: config.status\n\t@echo configured again && false\n";
        let text = "int f(int x) { return x; }";
        let scratch = folder(&[("config.status", ""), ("a.c", text), ("Makefile", makefile)]);
        let layout = discover(scratch.path(), true).expect("make can build it");
        let Code::C(sources) = &layout.modules[0].code else { panic!("C is expected") };
        assert_eq!(sources[0].flags, ["-DX=1"]);
        let again = discover(scratch.path(), false).expect("the database is there");
        assert!(matches!(again.kind, Kind::Database(_)));
        assert_eq!(again.modules, layout.modules);
        std::fs::remove_dir_all(scratch.path().join(BUILD)).expect("removed");
        let error = discover(scratch.path(), true).expect_err("nothing is compiled");
        assert!(error.to_string().contains("`make clean` before"), "{error}");
    }

    #[test]
    fn where_cmake_fails_a_makefile_tells_how_files_are_compiled() {
        let lists = "cmake_minimum_required(VERSION 3.13)\nproject(p C)\nadd_library(p gone.c)\n";
        let make = "p.o: p.c\n\tcc -DX=1 -c p.c\n";
        let scratch = folder(&[
            ("CMakeLists.txt", lists),
            ("Makefile", make),
            ("p.c", "int p(void) { return X; }\n"),
        ]);
        let layout = discover(scratch.path(), true).expect("make can build it");
        assert_eq!(layout.kind, Kind::Make);
    }

    #[test]
    fn a_cmake_project_is_configured_and_built_when_that_is_asked_for() {
        let lists = "cmake_minimum_required(VERSION 3.10)\nproject(p C)\nadd_library(p STATIC a.c)\n\
                     target_compile_definitions(p PRIVATE X=1)\n";
        let text = "int f(int x) { return x + X; }";
        let scratch = folder(&[("CMakeLists.txt", lists), ("a.c", text)]);
        let layout = discover(scratch.path(), true).expect("CMake can build it");
        assert!(
            matches!(&layout.kind, Kind::Database(path) if path.ends_with(".ferret/build/compile_commands.json"))
        );
        let Code::C(sources) = &layout.modules[0].code else { panic!("C is expected") };
        assert!(sources[0].flags.contains(&"-DX=1".to_owned()), "{:?}", sources[0].flags);
    }

    #[test]
    fn a_makefile_is_read_by_what_it_would_run() {
        let makefile = "all: a.o\n\t@true\na.o: a.c\n\t$(CC) -DX=1 -c a.c -o a.o\n";
        let scratch = folder(&[("Makefile", makefile), ("a.c", "int f(int x) { return x; }")]);
        let layout = discover(scratch.path(), true).expect("make can build it");
        assert_eq!(layout.kind, Kind::Make);
        let Code::C(sources) = &layout.modules[0].code else { panic!("C is expected") };
        assert_eq!(sources[0].flags, ["-DX=1"]);
    }
}
