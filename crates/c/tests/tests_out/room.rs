//! Folders with the tests of a source, and commands run in them.

use c::clang::{Clang, Source};
use c::libc::Library;
use c::produce::{Product, Project, UnitRow};
use c::run::link_typed;
use c::write::Framework;
use generate::{Budget, Random, Settings, Technique};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};
use suite::Test;

static TOOLS: LazyLock<(Clang, Library)> = LazyLock::new(|| {
    let clang = Clang::find(None).unwrap_or_else(|error| panic!("{error}"));
    let library = Library::load(&clang, None).unwrap_or_else(|error| panic!("{error}"));
    (clang, library)
});

/// The folder of our own units.
pub fn subjects() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/c");
    folder.canonicalize().expect("the subjects are there")
}

/// Tests of one source file.
pub struct Made {
    pub project: Project,
    pub product: Product,
    pub rows: Vec<UnitRow>,
    source: PathBuf,
}

/// Makes tests for a source file at random within so many executions.
pub fn make(source: &Path, executions: u64, jobs: usize) -> Made {
    let settings = Settings { budget: Budget::executions(executions), jobs, ..Settings::default() };
    make_by(source, &Random, &settings)
}

/// Makes tests for a source file.
pub fn make_by(source: &Path, technique: &dyn Technique, settings: &Settings) -> Made {
    let (clang, library) = &*TOOLS;
    let folder = source.parent().map(Path::to_owned);
    let file = source.file_name().expect("a file has a name").into();
    let sources = [Source { file, directory: folder, flags: Vec::new() }];
    let compiled = clang.compile_all(&sources, 1).unwrap_or_else(|error| panic!("{error}"));
    let lowered =
        link_typed(clang, &sources, compiled, library).unwrap_or_else(|error| panic!("{error}"));
    let project = Project::new(lowered, &sources);
    let functions = project.functions(&[]).expect("all functions are there");
    let product = project
        .produce(functions.clone(), technique, settings, &mut |_| {})
        .unwrap_or_else(|error| panic!("{error}"));
    let rows = project.rows(&product, &functions);
    Made { project, product, rows, source: source.to_owned() }
}

impl Made {
    /// The text of the file of tests.
    pub fn tests(&self) -> String {
        let tests = self.own(&self.product.tests);
        self.project.write(&self.include(), &tests, Framework::Plain).text
    }

    /// The text of the file of findings.
    pub fn findings(&self) -> String {
        let findings = self.own(&self.product.findings);
        self.project.write_findings(&self.include(), &findings, &self.product).text
    }

    fn include(&self) -> String {
        self.source.display().to_string()
    }

    fn own(&self, tests: &[Test]) -> Vec<Test> {
        self.project.by_file(tests).into_values().flatten().cloned().collect()
    }
}

/// A folder that is removed at the end of the test.
pub struct Room(pub PathBuf);

impl Room {
    pub fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("ferret-out-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Self(path)
    }

    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).expect("a file can be written");
    }

    pub fn run(&self, program: &str, arguments: &[&str]) -> Output {
        let program = match program.strip_prefix("./") {
            Some(own) => self.0.join(own).display().to_string(),
            None => program.to_owned(),
        };
        let mut command = Command::new(&program);
        command.args(arguments).current_dir(&self.0);
        command.env("LLVM_PROFILE_FILE", self.0.join("profiles/%p.profraw"));
        command.output().unwrap_or_else(|error| panic!("{program}: {error}"))
    }

    /// Runs a command that has to succeed and gives what it prints.
    pub fn succeed(&self, program: &str, arguments: &[&str]) -> String {
        let output = self.run(program, arguments);
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{program} {arguments:?}: {errors}{printed}");
        printed
    }

    /// Compiles a file with all warnings; those that point into that file itself.
    pub fn warnings(&self, compiler: &str, file: &str, program: &str) -> String {
        // What a project may compile with; the sources may need more than that standard, our text must not.
        let strict = ["-std=c99", "-pedantic", "-Wformat-security", "-Wnonnull-compare"];
        let strict =
            strict.iter().filter(|flag| compiler == "gcc" || **flag != "-Wnonnull-compare");
        let flags = ["-O0", "-Wall", "-Wextra", file, "-o", program, "-lm"];
        let flags: Vec<&str> = strict.copied().chain(flags).collect();
        let output = self.run(compiler, &flags);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{compiler}: {said}");
        let ours = format!("{file}:");
        let lines = said.lines().filter(|line| line.starts_with(&ours) && !line.contains("note:"));
        lines.collect::<Vec<_>>().join("\n")
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
