//! What goes wrong outside the program under test, and how it is told.

use std::fmt;
use std::panic::PanicHookInfo;

/// Exit status for bad usage and bad input.
pub const USAGE: u8 = 2;
/// Exit status for a defect of Ferret, as `sysexits.h` has it.
pub const INTERNAL: u8 = 70;

/// A message to the user; the command ends with status 2.
#[derive(Debug)]
pub struct Failure {
    text: String,
}

impl Failure {
    /// A failure told in one sentence.
    pub fn new(message: impl fmt::Display) -> Self {
        Self { text: format!("error: {message}\n") }
    }

    /// A failure whose message is already laid out.
    pub fn rendered(text: String) -> Self {
        Self { text }
    }

    /// The same failure with advice.
    pub fn help(mut self, help: impl fmt::Display) -> Self {
        self.text += &format!("  = help: {help}\n");
        self
    }

    /// The same failure with advice, if there is any.
    pub fn maybe_help(self, help: Option<impl fmt::Display>) -> Self {
        match help {
            Some(help) => self.help(help),
            None => self,
        }
    }
}

impl From<language::Error> for Failure {
    fn from(error: language::Error) -> Self {
        Self::new(error.message).maybe_help(error.help)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// What a user reads when Ferret itself has a mistake.
pub fn panic_text(panic: &PanicHookInfo<'_>) -> String {
    let place = panic.location().map_or_else(String::new, |location| format!(" at {location}"));
    let what = panic.payload_as_str().unwrap_or("unknown cause").replace('\n', " ");
    format!(
        "ferret: internal error{place}: {what}; this is a bug in Ferret: please report it with the command and its input\n"
    )
}
