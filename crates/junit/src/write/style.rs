//! How tests are written: for which JUnit, and in which shape.

use serde::{Deserialize, Serialize};

/// The framework that tests are written for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Junit {
    /// JUnit 5, also called Jupiter.
    #[default]
    Five,
    /// JUnit 4, from 4.13 on.
    Four,
    /// TestNG, from 7 on.
    Testng,
}

impl std::str::FromStr for Junit {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "5" | "junit5" => Ok(Self::Five),
            "4" | "junit4" => Ok(Self::Four),
            "testng" => Ok(Self::Testng),
            _ => Err(format!("`{name}` is not supported; choose junit5, junit4 or testng")),
        }
    }
}

impl std::fmt::Display for Junit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Five => "JUnit 5",
            Self::Four => "JUnit 4",
            Self::Testng => "TestNG",
        })
    }
}

/// How the tests of a class are grouped; in either layout those of one method stand together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// All in one class.
    #[default]
    Flat,
    /// One nested class for each method under test.
    Nested,
}

/// How an interface that nobody implements is stood in for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mocks {
    /// By a small class in the test.
    #[default]
    Stubs,
    /// By a mock of Mockito's.
    Mockito,
}

/// The class by which one sees that Mockito is on a class path.
pub const MOCKITO: &str = "org/mockito/Mockito";

/// How tests are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// The JUnit.
    pub junit: Junit,
    /// How tests are grouped.
    pub layout: Layout,
    /// Whether tests that differ by values only become one with parameters.
    pub parameterised: bool,
    /// What stands in for interfaces.
    pub mocks: Mocks,
    /// Whether what is opened is closed.
    pub closes: bool,
    /// Whether the usual name is taken by tests that are not ours, so that these are called `FooFerretTest`.
    pub beside: bool,
}

impl Default for Style {
    fn default() -> Self {
        let (junit, layout, mocks) = (Junit::default(), Layout::default(), Mocks::default());
        Self { junit, layout, parameterised: false, mocks, closes: true, beside: false }
    }
}

impl From<Junit> for Style {
    fn from(junit: Junit) -> Self {
        Self { junit, ..Self::default() }
    }
}
