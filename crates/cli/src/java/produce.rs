//! `ferret java TARGET`: tests for the classes of a directory, a jar or a class.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use classfile::jdk::Jdk;
use generate::Stop;
use java::classes::{Classes, Native, Options};
use java::existing::Use;
use java::target::Target;
use java::write::{Junit, Layout, Mocks, Style};

use crate::failure::Failure;
use crate::making::MakingOptions;
use crate::testing;

/// How tests are made.
#[derive(Args)]
pub struct TestOptions {
    /// Make tests for this class only; may be given again [default: all]
    #[arg(long, value_name = "NAME")]
    class: Vec<String>,
    /// Make tests for methods of this name only; may be given again [default: all]
    #[arg(long, value_name = "NAME")]
    method: Vec<String>,
    /// Where the tests go: a root of sources, as src/test/java is
    #[arg(long, value_name = "DIR", default_value = "ferret-tests")]
    out: PathBuf,
    /// The JUnit to write for, 5 or 4 [default: the one that the build has, or 5]
    #[arg(long, value_name = "VERSION")]
    junit: Option<Junit>,
    /// Compiled JUnit tests, a directory or a jar, with JUnit on the class path; may be given again
    #[arg(long, value_name = "PATH")]
    existing_tests: Vec<PathBuf>,
    /// A root of the sources, as src/main/java is: decisions of several conditions are checked against what is
    /// written there; may be given again
    #[arg(long, value_name = "DIR")]
    sources: Vec<PathBuf>,
    /// What existing tests are for: what they cover needs no other, what they do is where the search starts, or both
    #[arg(
        long,
        value_name = "USE",
        value_enum,
        default_value = "both",
        requires = "existing_tests"
    )]
    existing_tests_as: ExistingUse,
    /// How the tests of a class are grouped
    #[arg(long, value_name = "STYLE", value_enum, default_value = "flat")]
    style: TestStyle,
    /// Write five or more tests of a method that differ by values only as one @ParameterizedTest (JUnit 5)
    #[arg(long, alias = "parameterized")]
    parameterised: bool,
    /// What stands in for interfaces that are handed over [default: mockito if it is on the class path]
    #[arg(
        long,
        value_name = "KIND",
        value_enum,
        default_value = "auto",
        hide_default_value = true
    )]
    mocks: MockKind,
    #[command(flatten)]
    pub making: MakingOptions,
    /// Keep tests that ask for files, hosts or other processes, if they pass on the real JVM
    #[arg(long, conflicts_with = "no_native")]
    native: bool,
    /// Do not try the tests on the real JVM
    #[arg(long)]
    no_native: bool,
}

/// How tests are grouped.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TestStyle {
    /// One class, the tests of a method beside each other
    Flat,
    /// A @Nested class for each method (JUnit 5)
    Nested,
}

/// What stands in for interfaces.
#[derive(Clone, Copy, ValueEnum)]
enum MockKind {
    /// Mockito if it is on the class path, otherwise small classes in the tests
    Auto,
    /// Mockito
    Mockito,
    /// Small classes in the tests
    Stubs,
}

impl MockKind {
    fn mocks(self) -> Option<Mocks> {
        match self {
            MockKind::Auto => None,
            MockKind::Mockito => Some(Mocks::Mockito),
            MockKind::Stubs => Some(Mocks::Stubs),
        }
    }
}

impl TestOptions {
    /// How tests are written for a JUnit.
    fn style(&self, junit: Junit) -> Result<Style, Failure> {
        let needs_five = |option: &str| {
            Err(Failure::new(format!("{option} is for JUnit 5, and these tests are for JUnit 4"))
                .help("leave it out, or give --junit 5"))
        };
        if junit == Junit::Four && self.style == TestStyle::Nested {
            return needs_five("--style nested");
        }
        if junit == Junit::Four && self.parameterised {
            return needs_five("--parameterised");
        }
        let layout = match self.style {
            TestStyle::Flat => Layout::Flat,
            TestStyle::Nested => Layout::Nested,
        };
        Ok(Style { junit, layout, parameterised: self.parameterised, ..Style::default() })
    }
}

/// What existing tests are for.
#[derive(Clone, Copy, ValueEnum)]
enum ExistingUse {
    /// Both
    Both,
    /// What they cover needs no other
    Covered,
    /// What they do is where the search starts
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
    let own = Options {
        methods: options.method.clone(),
        style: options.style(options.junit.or(junit).unwrap_or_default())?,
        mocks: options.mocks.mocks(),
        existing_tests: options.existing_tests.clone(),
        existing_use: options.existing_tests_as.into(),
        sources: options.sources.clone(),
        native: match (options.native, options.no_native) {
            (true, _) => Native::Always,
            (_, true) => Native::Never,
            _ => Native::IfHarmless,
        },
        criteria: options.making.criteria,
    };
    let classes = Classes::open(jdk, targets, &options.class, own)?;
    testing::test(&options.making, &classes, &options.out, stop)
}
