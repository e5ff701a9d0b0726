//! Why a test did not pass on the JVM.

use std::fmt;

/// Why a test did not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// An assertion does not hold.
    Assertion(Thrown),
    /// It threw something else.
    Threw(Thrown),
    /// It does not end.
    Endless,
    /// It ends the JVM.
    EndsJvm,
    /// Behind it so many others fail.
    Pollutes(usize),
    /// The runner does not say why.
    Unexplained,
}

/// What a test threw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thrown {
    /// The class of it, as people write it.
    pub class: String,
    /// What it says of itself, in one line and cut off where that is long.
    pub said: String,
    /// The class on no class path that it was thrown for want of.
    pub missing: Option<String>,
}

impl Failure {
    /// A test that threw an object of a class, which says this of itself.
    pub fn thrown(class: &str, said: &str) -> Self {
        let (class, said) = (class.to_owned(), said.to_owned());
        let thrown = Thrown { missing: missing(&said), class, said };
        match &*thrown.class {
            "java.lang.AssertionError" => Self::Assertion(thrown),
            _ => Self::Threw(thrown),
        }
    }

    /// The class on no class path that the test did not pass for want of.
    pub fn missing_class(&self) -> Option<&str> {
        match self {
            Self::Assertion(thrown) | Self::Threw(thrown) => thrown.missing.as_deref(),
            Self::Endless | Self::EndsJvm | Self::Pollutes(_) | Self::Unexplained => None,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Pollutes(count) = self {
            return write!(f, "{count} other tests fail when they run after it");
        }
        f.write_str(match self {
            Self::Assertion(thrown) | Self::Threw(thrown) => &thrown.said,
            Self::Endless => "it does not terminate",
            Self::EndsJvm => "it ends the JVM",
            Self::Pollutes(_) | Self::Unexplained => "no reason is given",
        })
    }
}

/// The class that the JVM names when it finds none, also where that is the cause of something else.
fn missing(said: &str) -> Option<String> {
    let errors = ["java.lang.NoClassDefFoundError: ", "java.lang.ClassNotFoundException: "];
    let (_, class) = errors.iter().find_map(|error| said.split_once(error))?;
    let named = |letter: char| letter.is_alphanumeric() || "/._$".contains(letter);
    (!class.is_empty() && class.chars().all(named)).then(|| class.replace('/', "."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_that_is_missing_is_told_by_the_jvm_at_the_end_of_what_it_says() {
        let missing = |class: &str, said: &str| {
            Failure::thrown(class, said).missing_class().map(str::to_owned)
        };
        let error = "java.lang.NoClassDefFoundError";
        assert_eq!(
            missing(error, &format!("{error}: org/acme/A$B")).as_deref(),
            Some("org.acme.A$B")
        );
        let outer = "java.lang.RuntimeException: java.lang.ClassNotFoundException: org.acme.A";
        assert_eq!(missing("java.lang.RuntimeException", outer).as_deref(), Some("org.acme.A"));
        assert_eq!(missing(error, &format!("{error}: Could not initialize class A")), None);
        assert_eq!(missing(error, error), None);
    }

    #[test]
    fn only_errors_of_assertions_are_failed_assertions() {
        let is_assertion =
            |class: &str| matches!(Failure::thrown(class, "said"), Failure::Assertion(_));
        assert!(is_assertion("java.lang.AssertionError"));
        assert!(!is_assertion("org.acme.AssertionError"));
    }
}
