//! The shape of Java tests: for which framework, how they are grouped, and what stands in for interfaces.

use clap::{Args, ValueEnum};
use java::write::{Junit, Layout, Mocks, Style};

use crate::failure::Failure;

/// The shape of Java tests.
#[derive(Args)]
pub struct ShapeOptions {
    /// Test framework for Java: junit5, junit4 or testng [default: that of the build, or junit5]
    #[arg(long, visible_alias = "junit", value_name = "NAME")]
    framework: Option<Junit>,
    /// How to group the tests of a class
    #[arg(long, value_name = "STYLE", value_enum, default_value = "flat")]
    style: TestStyle,
    /// Merge five or more tests of a method that differ only in values into one @ParameterizedTest (JUnit
    /// 5)
    #[arg(long, alias = "parameterized")]
    parameterised: bool,
    /// How to implement interfaces that the tests pass [default: Mockito if it is on the class path]
    #[arg(
        long,
        value_name = "KIND",
        value_enum,
        default_value = "auto",
        hide_default_value = true
    )]
    mocks: MockKind,
}

/// How tests are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TestStyle {
    /// One class, with the tests of a method next to each other
    Flat,
    /// A @Nested class for each method (JUnit 5)
    Nested,
}

/// What stands in for interfaces.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum MockKind {
    /// Mockito if it is on the class path, else small classes in the test file
    Auto,
    /// Mockito mocks
    Mockito,
    /// Small classes in the test file
    Stubs,
}

impl ShapeOptions {
    /// The framework that was asked for.
    pub fn framework(&self) -> Option<Junit> {
        self.framework
    }

    /// What stands in for interfaces, if that was asked for.
    pub fn mocks(&self) -> Option<Mocks> {
        match self.mocks {
            MockKind::Auto => None,
            MockKind::Mockito => Some(Mocks::Mockito),
            MockKind::Stubs => Some(Mocks::Stubs),
        }
    }

    /// How tests are written, for the framework that was asked for, that of the build, or the default.
    pub fn style(&self, build: Option<Junit>) -> Result<Style, Failure> {
        let junit = self.framework.or(build).unwrap_or_default();
        let needs_five = |option: &str| {
            Err(Failure::new(format!("{option} is for JUnit 5, and these tests are for {junit}"))
                .help("omit it, or use --framework junit5"))
        };
        if junit != Junit::Five && self.style == TestStyle::Nested {
            return needs_five("--style nested");
        }
        if junit != Junit::Five && self.parameterised {
            return needs_five("--parameterised");
        }
        let layout = match self.style {
            TestStyle::Flat => Layout::Flat,
            TestStyle::Nested => Layout::Nested,
        };
        Ok(Style { junit, layout, parameterised: self.parameterised, ..Style::default() })
    }

    /// What results depend on, as a text that is the same for the same options.
    pub fn words(&self) -> String {
        let Self { framework, style, parameterised, mocks } = self;
        format!("{framework:?} {style:?} {parameterised} {mocks:?}")
    }
}
