//! The files beside the tests: how to build and run them.

use super::Framework;
use crate::objects::{DROP_SECTIONS, SECTIONS};
use host::shell_word;
use std::fmt::Write;

/// What is built: test files, findings, and the sources that they include or are linked with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Build {
    /// Files of tests.
    pub tests: Vec<TestFile>,
    /// Files of findings.
    pub findings: Vec<TestFile>,
    /// The sources of the program.
    pub sources: Vec<SourceFile>,
    /// What runs the tests.
    pub framework: Framework,
    /// Whether the program has threads.
    pub threads: bool,
    /// Whether the linker drops what tests do not get to, and what only that needs.
    pub sections: bool,
}

/// A file of tests or findings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestFile {
    /// Its name, without ending.
    pub name: String,
    /// The source that it includes, by its place in the list; it is linked with the others.
    pub source: usize,
}

/// A source file of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Its name, without ending.
    pub name: String,
    /// The way to it from the folder of the tests.
    pub path: String,
    /// The flags that it is compiled with.
    pub flags: Vec<String>,
}

impl SourceFile {
    /// What its `main` is called where it is linked.
    pub fn main(&self) -> String {
        format!("main_of_{}", self.name)
    }
}

impl Build {
    /// The sources that a file is linked with.
    fn linked(&self, file: &TestFile) -> impl Iterator<Item = &SourceFile> {
        let others = self.sources.iter().enumerate().filter(|(index, _)| *index != file.source);
        others.map(|(_, source)| source)
    }

    fn libraries(&self) -> Vec<&'static str> {
        let framework = (self.framework == Framework::Cmocka).then_some("cmocka");
        let threads = self.threads.then_some("pthread");
        framework.into_iter().chain(["m"]).chain(threads).collect()
    }

    /// Flags for the objects that tests are linked with.
    fn object_flags(&self) -> String {
        match self.sections {
            true => format!(" {}", SECTIONS.join(" ")),
            false => String::new(),
        }
    }

    /// A Makefile that builds and runs the tests; findings have a target of their own.
    pub fn makefile(&self) -> String {
        let names = |files: &[TestFile]| -> String {
            files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>().join(" ")
        };
        let common = self.sources.first().map(|source| variable(&source.flags)).unwrap_or_default();
        let libraries: Vec<String> =
            self.libraries().iter().map(|library| format!("-l{library}")).collect();
        let mut text = String::from(
            "# Builds and runs the tests: make, or make CC=gcc; what was found: make findings.\n",
        );
        let _ = writeln!(text, "CFLAGS ?= -g -O0 -Wall -Wextra\nFLAGS = {common}");
        let _ = writeln!(text, "LIBRARIES = {}\n", libraries.join(" "));
        let (tests, findings) = (names(&self.tests), names(&self.findings));
        let _ = writeln!(text, "TESTS = {tests}\nFINDINGS = {findings}\n");
        text += "\
SANITIZERS = -fsanitize=address,undefined -fno-sanitize-recover=all

.PHONY: check findings clean
check: $(TESTS)
\t@status=0; for test in $(TESTS); do ./$$test || status=1; done; exit $$status

$(TESTS): %: %.c
\t$(CC) $(CFLAGS) $(FLAGS) $< $(LINKED) -o $@ $(LIBRARIES)

# Each of these must die. Clang checks for more than other compilers do.
CLANG := $(shell for one in clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14; do \\
\tcommand -v $$one && break; done)
SANITIZER ?= $(if $(findstring clang,$(CC)),$(CC),$(or $(CLANG),$(CC)))
findings: $(FINDINGS)
\t@status=0; for test in $(FINDINGS); do ./$$test 2>/dev/null || status=1; done; exit $$status

$(FINDINGS): %: %.c
\t$(SANITIZER) -g -O0 -w $(SANITIZERS) $(FLAGS) $< $(LINKED) -o $@ $(LIBRARIES)

clean:
\trm -f $(TESTS) $(FINDINGS) *.o
";
        if self.sources.len() > 1 {
            text += &self.objects(&common);
        }
        text
    }

    /// What is linked with what.
    fn objects(&self, common: &str) -> String {
        let mut text = String::from(
            "\n# A test includes one source of the program and is linked with the others.\n",
        );
        for file in self.tests.iter().chain(&self.findings) {
            let objects: Vec<String> =
                self.linked(file).map(|source| format!("{}.o", source.name)).collect();
            let objects = objects.join(" ");
            let drops = if self.sections { format!(" {DROP_SECTIONS}") } else { String::new() };
            let _ = writeln!(text, "{0}: {objects}\n{0}: LINKED = {objects}{drops}", file.name);
            let flags = self.sources.get(file.source).map(|source| variable(&source.flags));
            if let Some(flags) = flags.filter(|flags| flags != common) {
                let _ = writeln!(text, "{}: FLAGS = {flags}", file.name);
            }
        }
        let sections = self.object_flags();
        for source in &self.sources {
            let flags = recipe(&source.flags);
            let _ = write!(
                text,
                "\n{0}.o: {1}\n\t$(CC) -g -O0 -w{sections} {flags} -Dmain={2} -c $< -o $@\n",
                source.name,
                source.path,
                source.main()
            );
        }
        text
    }

    /// Lines for a CMake project.
    pub fn cmake(&self) -> String {
        let mut text = String::from(
            "# include() this file in a CMake project: ctest runs the tests.\nenable_testing()\n",
        );
        let here = "${CMAKE_CURRENT_LIST_DIR}";
        let flags_of = |target: &str, source: Option<&SourceFile>| {
            let flags = source.map(|source| rooted(&source.flags, here)).unwrap_or_default();
            match flags.is_empty() {
                true => String::new(),
                false => format!("target_compile_options({target} PRIVATE {flags})\n"),
            }
        };
        if self.sources.len() > 1 {
            for source in &self.sources {
                let (target, path) = (format!("objects_of_{}", source.name), &source.path);
                let _ = writeln!(text, "add_library({target} OBJECT {here}/{path})");
                let main = source.main();
                let _ = writeln!(text, "target_compile_definitions({target} PRIVATE main={main})");
                text += &flags_of(&target, Some(source));
                if self.sections {
                    let flags = SECTIONS.join(" ");
                    let _ = writeln!(text, "target_compile_options({target} PRIVATE {flags})");
                }
            }
        }
        for test in &self.tests {
            let name = &test.name;
            let _ = write!(text, "add_executable({name} {here}/{name}.c");
            for source in self.linked(test) {
                let _ = write!(text, " $<TARGET_OBJECTS:objects_of_{}>", source.name);
            }
            let libraries = self.libraries().join(" ");
            let _ = writeln!(text, ")\ntarget_link_libraries({name} {libraries})");
            if self.sections {
                let _ = writeln!(text, "target_link_options({name} PRIVATE {DROP_SECTIONS})");
            }
            text += &flags_of(name, self.sources.get(test.source));
            let _ = writeln!(text, "add_test(NAME {name} COMMAND {name})");
        }
        text
    }
}

/// Flags in a line of a recipe: make reads `$`, then the shell reads words.
fn recipe(flags: &[String]) -> String {
    let words: Vec<String> = flags.iter().map(|flag| shell_word(flag).replace('$', "$$")).collect();
    words.join(" ")
}

/// Flags as the value of a variable of make, where `#` would begin a comment.
fn variable(flags: &[String]) -> String {
    recipe(flags).replace('#', "\\#")
}

/// A word of CMake, which quotes it for the compiler itself; `$` begins a variable only where it is meant to.
fn cmake_word(flag: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_=./+,:@%".contains(letter);
    if flag.chars().all(plain) {
        return flag.to_owned();
    }
    let mut word = String::from("\"");
    for letter in flag.chars() {
        if matches!(letter, '"' | '\\' | '$' | ';') {
            word.push('\\');
        }
        word.push(letter);
    }
    word + "\""
}

/// Flags as words of CMake, with relative paths that begin at a folder.
fn rooted(flags: &[String], folder: &str) -> String {
    let mut previous = "";
    let mut rooted = Vec::new();
    for flag in flags {
        let path = match flag.strip_prefix("-I") {
            Some(path) if !path.is_empty() => Some(("-I", path)),
            _ if matches!(previous, "-I" | "-include" | "-isystem") => Some(("", flag.as_str())),
            _ => None,
        };
        rooted.push(match path {
            Some((option, path)) if !path.starts_with('/') => format!("{option}{folder}/{path}"),
            _ => cmake_word(flag),
        });
        previous = flag;
    }
    rooted.join(" ")
}
