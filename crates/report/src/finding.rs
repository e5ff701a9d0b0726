//! Findings: what looks like a defect, and what only shows that a caller broke a precondition.

use crate::{Place, Stack};
use serde::{Deserialize, Serialize};

/// Behaviour of the code under test that somebody should look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Finding {
    /// What it is; decides whether it is worth reporting.
    pub kind: FindingKind,
    /// The function or method that was called.
    pub member: String,
    /// What happens.
    pub what: String,
    /// Why it has this kind: the check that the input passes, the promise that is broken, the precondition that is
    /// not met.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Where, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The calls that were open there, innermost first; those of the simplest input.
    #[serde(default, skip_serializing_if = "Stack::is_empty")]
    pub stack: Stack,
    /// How many inputs that were found have the same cause; the simplest of them is shown.
    pub occurrences: u32,
    /// The name of the test that shows it, where one was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<String>,
    /// The statements that show it, where they are short enough to be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reproduction: Option<String>,
}

/// What a finding is, the ones most worth reporting first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FindingKind {
    /// A promise is broken: of `equals`, `hashCode` or `compareTo`, of a documented exception, of a non-null result.
    BrokenContract,
    /// An assertion of the code's own fails.
    FailedAssertion,
    /// Undefined behaviour that no broken precondition explains.
    UndefinedBehaviour,
    /// A crash or an undeclared exception on an input that passes the code's own validation.
    Crash,
    /// It does not end.
    Hang,
    /// Memory or another resource is lost.
    Leak,
    /// A null pointer where nothing checks for one.
    NullArgument,
    /// An object is used after the function that releases it.
    UseAfterRelease,
    /// An object in a state that only a test could create.
    FabricatedState,
    /// An argument outside what the function evidently accepts.
    InvalidArgument,
}

impl FindingKind {
    /// Every kind, in order.
    pub const ALL: [Self; 10] = [
        Self::BrokenContract,
        Self::FailedAssertion,
        Self::UndefinedBehaviour,
        Self::Crash,
        Self::Hang,
        Self::Leak,
        Self::NullArgument,
        Self::UseAfterRelease,
        Self::FabricatedState,
        Self::InvalidArgument,
    ];

    /// Whether a maintainer would want to know: the others follow from a precondition that the caller broke.
    pub fn is_reportable(self) -> bool {
        self < Self::NullArgument
    }

    /// What a list says of it.
    pub fn label(self) -> &'static str {
        match self {
            Self::BrokenContract => "broken contract",
            Self::FailedAssertion => "failed assertion",
            Self::UndefinedBehaviour => "undefined behaviour",
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::Leak => "leak",
            Self::NullArgument => "unchecked null argument",
            Self::UseAfterRelease => "use after release",
            Self::FabricatedState => "object in a state that only a test could create",
            Self::InvalidArgument => "argument that the function does not accept",
        }
    }

    /// So many of them: `2 uses after release`.
    pub fn counted(self, count: usize) -> String {
        let label = self.label();
        let plural = match self {
            _ if count == 1 => label.to_owned(),
            Self::UndefinedBehaviour => label.to_owned(),
            Self::Crash => "crashes".to_owned(),
            Self::UseAfterRelease => "uses after release".to_owned(),
            Self::FabricatedState => label.replace("object", "objects"),
            Self::InvalidArgument => label.replace("argument", "arguments"),
            _ => format!("{label}s"),
        };
        format!("{count} {plural}")
    }
}

/// Parameters that a function or method dereferences without a null check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NonNull {
    /// The function or method.
    pub member: String,
    /// Its parameters.
    pub parameters: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::FindingKind;

    #[test]
    fn kinds_are_in_order_and_reportable_ones_come_first() {
        assert!(FindingKind::ALL.is_sorted());
        let reportable: Vec<bool> = FindingKind::ALL.map(FindingKind::is_reportable).to_vec();
        assert!(reportable.is_sorted_by(|a, b| a >= b));
        assert_eq!(reportable.iter().filter(|is| **is).count(), 6);
    }

    #[test]
    fn kinds_are_counted_in_the_plural() {
        assert_eq!(FindingKind::NullArgument.counted(1), "1 unchecked null argument");
        let two = FindingKind::ALL.map(|kind| kind.counted(2));
        let expected = [
            "2 broken contracts",
            "2 failed assertions",
            "2 undefined behaviour",
            "2 crashes",
            "2 hangs",
            "2 leaks",
            "2 unchecked null arguments",
            "2 uses after release",
            "2 objects in a state that only a test could create",
            "2 arguments that the function does not accept",
        ];
        assert_eq!(two, expected);
    }
}
