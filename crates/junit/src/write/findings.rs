//! A file of findings: tests that assert what should hold and does not, switched off with the reason.

use super::body::Body;
use super::file::{Sheet, file};
use super::test::JavaTest;
use super::{Inexpressible, Unit, Written};
use scenario::VarId;
use std::collections::BTreeMap;

/// An assertion behind those of a test. In its arguments `$0`, `$1` and so on stand for the names of variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closing {
    assertion: &'static str,
    arguments: Vec<String>,
    variables: Vec<VarId>,
}

impl Closing {
    /// An assertion.
    pub fn new(assertion: &'static str, arguments: &[&str], variables: &[VarId]) -> Self {
        let arguments = arguments.iter().map(|text| (*text).to_owned()).collect();
        Self { assertion, arguments, variables: variables.to_vec() }
    }

    /// Writes it behind the lines of a test.
    pub(super) fn write(&self, body: &mut Body<'_>) -> Result<(), Inexpressible> {
        let mut arguments = self.arguments.clone();
        for (number, variable) in self.variables.iter().enumerate() {
            let pattern = format!("${number}");
            if arguments.iter().any(|argument| argument.contains(&pattern)) {
                let name = body.named(*variable)?;
                for argument in &mut arguments {
                    *argument = argument.replace(&pattern, &name);
                }
            }
        }
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let line = body.assertion(self.assertion, &arguments);
        body.lines.push(line);
        Ok(())
    }
}

/// A test that shows a finding.
#[derive(Clone, Debug)]
pub struct FindingTest {
    /// The test: it fails.
    pub test: JavaTest,
    /// What is asserted behind its checks.
    pub closing: Vec<Closing>,
    /// Why it is switched off.
    pub reason: String,
}

/// Writes findings of a class, in the order in which they are given.
pub fn write_findings(unit: &Unit<'_>, findings: &[FindingTest]) -> Written {
    let tests: Vec<JavaTest> = findings.iter().map(|finding| finding.test.clone()).collect();
    let named = |finding: &FindingTest| finding.test.name.clone();
    let sheet = Sheet {
        suffix: "FindingsTest",
        title: "Findings in",
        disabled: findings.iter().map(|own| (named(own), own.reason.clone())).collect(),
        closing: findings
            .iter()
            .map(|own| (named(own), own.closing.clone()))
            .collect::<BTreeMap<_, _>>(),
    };
    file(unit, &tests, &sheet)
}
