//! `ferret java TARGET`: tests for the classes of a directory, a jar or a class.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use classfile::jdk::Jdk;
use generate::Stop;
use java::classes::{Classes, Native, Options};
use java::existing::Use;
use java::target::Target;
use java::write::Junit;

use crate::failure::Failure;
use crate::interrupt;
use crate::java::shape::ShapeOptions;
use crate::making::MakingOptions;
use crate::native::{Mode, NativeOptions};
use crate::testing;

/// How tests are made.
#[derive(Args)]
pub struct TestOptions {
    /// Generate tests for this class only; repeatable [default: all]
    #[arg(long, value_name = "NAME")]
    class: Vec<String>,
    /// Generate tests for methods of this name only; repeatable [default: all]
    #[arg(long, value_name = "NAME")]
    method: Vec<String>,
    /// Source folder for the tests [default: src/test/java of the Maven or Gradle module, else
    /// ferret-tests]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Folder or jar of compiled JUnit tests to build on, with JUnit on the class path; repeatable
    #[arg(long, value_name = "PATH")]
    existing_tests: Vec<PathBuf>,
    /// Source folder, such as src/main/java, to check decisions and documented exceptions against;
    /// repeatable
    #[arg(long, value_name = "DIR")]
    sources: Vec<PathBuf>,
    /// How to use existing tests
    #[arg(
        long,
        value_name = "USE",
        value_enum,
        default_value = "both",
        requires = "existing_tests"
    )]
    existing_tests_as: ExistingUse,
    #[command(flatten)]
    shape: ShapeOptions,
    #[command(flatten)]
    pub making: MakingOptions,
    #[command(flatten)]
    pub native: NativeOptions,
}

/// What existing tests are for.
#[derive(Clone, Copy, ValueEnum)]
enum ExistingUse {
    /// For both
    Both,
    /// What they cover needs no new test
    Covered,
    /// The search starts from their calls and values
    Start,
}

impl From<ExistingUse> for Use {
    fn from(own: ExistingUse) -> Self {
        match own {
            ExistingUse::Both => Use::Both,
            ExistingUse::Covered => Use::Covered,
            ExistingUse::Start => Use::Start,
        }
    }
}

/// Makes tests for some targets, tries them, writes them and tells what they cover. A `junit` is what the build of the
/// project has.
pub fn produce(
    options: &TestOptions,
    jdk: Jdk,
    targets: Vec<(Target, String)>,
    junit: Option<Junit>,
    stop: &Stop,
) -> Result<ExitCode, Failure> {
    interrupt::listen(stop);
    options.native.warn();
    let own = Options {
        methods: options.method.clone(),
        style: options.shape.style(junit)?,
        mocks: options.shape.mocks(),
        existing_tests: options.existing_tests.clone(),
        existing_use: options.existing_tests_as.into(),
        sources: options.sources.clone(),
        native: match options.native.mode() {
            Mode::Always => Native::Always,
            Mode::Never => Native::Never,
            Mode::Confined => Native::Confined,
            Mode::IfHarmless => Native::IfHarmless,
        },
        criteria: options.making.criteria,
    };
    let out = options.out.clone().unwrap_or_else(|| usual(&targets));
    let classes = Classes::open(jdk, targets, &options.class, own)?;
    testing::test(&options.making, &classes, &out, &options.sources, stop)
}

/// Where tests go if nobody says so: where the module has its own, if there is one module.
fn usual(targets: &[(Target, String)]) -> PathBuf {
    let found = match targets {
        [(Target { archive: Some(classes), .. }, _)] => tests_of_module(classes),
        _ => None,
    };
    found.unwrap_or_else(|| PathBuf::from("ferret-tests"))
}

/// The test sources of the module that a folder of classes, or a class file in one, belongs to.
fn tests_of_module(classes: &Path) -> Option<PathBuf> {
    let classes = std::fs::canonicalize(classes).ok()?;
    let is_compiled_to = |module: &Path, folder: &str| classes.starts_with(module.join(folder));
    let builds = [
        ("pom.xml", "target/classes"),
        ("build.gradle", "build/classes"),
        ("build.gradle.kts", "build/classes"),
    ];
    let module = classes.ancestors().find(|folder| {
        let mut builds = builds.iter();
        builds.any(|(file, below)| is_compiled_to(folder, below) && folder.join(file).is_file())
    })?;
    let tests = module.join("src/test/java");
    let here = std::env::current_dir().ok();
    let relative = here.and_then(|here| tests.strip_prefix(here).ok().map(Path::to_owned));
    Some(relative.unwrap_or(tests))
}
