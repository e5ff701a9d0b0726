//! The report as JSON, and back.

use crate::{Report, VERSION};
use std::fmt;

/// The report as indented JSON that ends in a newline.
pub fn print(report: &Report) -> String {
    let mut text = serde_json::to_string_pretty(report).unwrap_or_default();
    text.push('\n');
    text
}

/// Why a text is no report.
#[derive(Debug)]
pub enum Error {
    /// It is not the JSON of a report.
    Malformed(serde_json::Error),
    /// It was written by a Ferret with another model.
    OtherVersion(u32),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(error) => write!(f, "not a report of Ferret's: {error}"),
            Self::OtherVersion(version) => {
                write!(f, "a report of version {version}, but this Ferret reads version {VERSION}")
            }
        }
    }
}

impl std::error::Error for Error {}

/// Reads a report.
///
/// # Errors
///
/// When the text is no report, or one of another version.
pub fn parse(text: &str) -> Result<Report, Error> {
    /// The one field that all versions have.
    #[derive(serde::Deserialize)]
    struct Versioned {
        version: u32,
    }
    let Versioned { version } = serde_json::from_str(text).map_err(Error::Malformed)?;
    match version {
        VERSION => serde_json::from_str(text).map_err(Error::Malformed),
        other => Err(Error::OtherVersion(other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use expect_test::expect_file;

    #[test]
    fn the_schema_in_the_documents_is_that_of_the_model() {
        let schema = schemars::schema_for!(Report);
        let mut text = serde_json::to_string_pretty(&schema).unwrap();
        text.push('\n');
        expect_file!["../../../docs/report.schema.json"].assert_eq(&text);
    }

    #[test]
    fn a_report_is_the_same_after_it_was_written_and_read() {
        let report = sample::program();
        assert_eq!(parse(&print(&report)).unwrap(), report);
        let report = sample::classes();
        assert_eq!(parse(&print(&report)).unwrap(), report);
    }

    #[test]
    fn a_report_of_another_version_or_another_tool_is_refused() {
        let mut report = sample::program();
        report.version = 99;
        let error = parse(&print(&report)).unwrap_err().to_string();
        assert_eq!(error, "a report of version 99, but this Ferret reads version 1");
        let error = parse("{}").unwrap_err().to_string();
        assert_eq!(error, "not a report of Ferret's: missing field `version` at line 1 column 2");
    }
}
