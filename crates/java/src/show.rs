//! Findings become a file of tests that are switched off, once each has failed on the real JVM as it should.

use crate::documented::documents;
use crate::part::{Native, Part};
use crate::project::{Accepted, Finding, Should, arity};
use crate::referee::failure::Failure;
use crate::referee::trial::Tried;
use crate::write::{self, Ending, FindingTest, JavaTest, Junit, Known, Layout, Style, Written};
use language::Error;
use std::collections::{BTreeMap, BTreeSet};

/// Makes a file of findings worth reporting, and gives it with how many findings did not show on the JVM. Those are
/// taken away, and so are those that the documentation tells of.
pub(crate) fn show(
    part: &Part,
    findings: &mut Vec<Finding>,
    accepted: &[Accepted],
) -> Result<(Written, usize), Error> {
    if let Some(source) = source(part) {
        findings.retain(|finding| !is_documented(part, finding, &source));
        findings.extend(part.project.broken_documentation(accepted, &source));
        findings.sort_by_key(|finding| finding.kind);
    }
    if part.style.junit == Junit::Four {
        // It has no assertion that stops a call.
        findings.retain(|finding| finding.should != Should::End);
    }
    if let Some(limit) = part.options.native.limit() {
        part.project.keep_inside(findings, limit).map_err(Error::new)?;
    }
    name(findings);
    let mut written = text(part, findings);
    let before = findings.len();
    let inexpressible: BTreeSet<String> =
        written.left_out.iter().map(|left| left.test.clone()).collect();
    drop(findings, &inexpressible);
    if part.options.native != Native::Never && !written.text.is_empty() {
        // What does not compile hides what the others do.
        for _ in 0..2 {
            let tried = part.trials.places(&part.class_path, part.style.junit, &written);
            let unseen = match tried {
                Ok(Tried::NotCompiled { tests, .. }) if tests.is_empty() => all(findings),
                Ok(Tried::NotCompiled { tests, .. }) => {
                    drop(findings, &tests.into_keys().collect());
                    written = text(part, findings);
                    continue;
                }
                Ok(Tried::Failed(failed)) => unseen(findings, &failed),
                Err(_) => all(findings),
            };
            drop(findings, &unseen);
            written = text(part, findings);
            break;
        }
    }
    let simple = written.class.rsplit('.').next().unwrap_or_default();
    for finding in findings.iter_mut() {
        finding.test = finding.test.take().map(|test| format!("{simple}.{test}"));
    }
    Ok((written, before - findings.len()))
}

/// The source of the class, where it is given.
fn source(part: &Part) -> Option<String> {
    let path = part.project.source_path()?;
    let mut roots = part.options.sources.iter();
    roots.find_map(|root| std::fs::read_to_string(root.join(&path)).ok())
}

fn is_documented(part: &Part, finding: &Finding, source: &str) -> bool {
    let Should::NotThrow(classes) = &finding.should else { return false };
    let Some((name, parameters)) = arity(&part.project, &finding.scenario) else { return false };
    let simple = classes.iter().filter_map(|class| class.rsplit(['/', '$']).next());
    // That anything may be thrown says nothing.
    let telling = simple.take_while(|class| {
        !matches!(*class, "RuntimeException" | "Exception" | "Error" | "Throwable")
    });
    documents(source, &name, parameters, &telling.collect::<Vec<_>>())
}

/// Gives each finding that is worth a test the name of one.
fn name(findings: &mut [Finding]) {
    let mut taken: BTreeMap<String, u32> = BTreeMap::new();
    for finding in findings.iter_mut().filter(|finding| finding.kind.is_reportable()) {
        let name = match &finding.should {
            Should::Hold { name, .. } => name.clone(),
            Should::Throw(class) => format!("{}Throws{}", about(finding), simple(class)),
            Should::End => format!("{}Ends", about(finding)),
            Should::NotThrow(classes) => {
                let thrown = simple(classes.first().map_or("", String::as_str));
                format!("{}DoesNotThrow{}", about(finding), thrown.trim_end_matches("Exception"))
            }
        };
        let count = taken.entry(name.clone()).or_default();
        *count += 1;
        finding.test = Some(if *count == 1 { name } else { format!("{name}{count}") });
    }
}

/// The method of a finding as a name begins with it.
fn about(finding: &Finding) -> String {
    let method = finding.method.rsplit(['.', ' ']).next().unwrap_or_default();
    let mut letters = method.chars();
    let first = letters.next().map(|first| first.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

/// The name of a class without its package.
fn simple(class: &str) -> &str {
    class.rsplit(['/', '$']).next().unwrap_or(class)
}

/// The text of the findings that have a test.
fn text(part: &Part, findings: &[Finding]) -> Written {
    let tests: Vec<FindingTest> = findings.iter().filter_map(test).collect();
    let project = &part.project;
    let package = write::package_of(&project.class);
    project.with_world(|world| {
        let known = Known::new(world, &project.program, &project.api, &package);
        let style = Style { layout: Layout::Flat, parameterised: false, ..part.style };
        write::write_findings(&project.writing(&known, style), &tests)
    })
}

fn test(finding: &Finding) -> Option<FindingTest> {
    let (checks, closing) = match &finding.should {
        Should::NotThrow(_) | Should::Throw(_) | Should::End => (Vec::new(), Vec::new()),
        Should::Hold { checks, closing, .. } => (checks.clone(), closing.clone()),
    };
    let ending = match &finding.should {
        Should::Throw(class) => Ending::Throws { class: class.clone(), message: None, cause: None },
        Should::End => Ending::InTime,
        _ => Ending::Returns,
    };
    let place = finding.line.as_ref().map(|(file, line)| format!(" at {file}:{line}"));
    let reason = finding.reason.as_ref().map(|reason| format!(": {reason}"));
    Some(FindingTest {
        test: JavaTest {
            name: finding.test.clone()?,
            scenario: finding.scenario.clone(),
            ending,
            checks,
        },
        closing,
        reason: format!(
            "{}: {} {}{}{}",
            finding.kind.label(),
            finding.method,
            finding.what,
            place.unwrap_or_default(),
            reason.unwrap_or_default()
        ),
    })
}

fn drop(findings: &mut Vec<Finding>, tests: &BTreeSet<String>) {
    findings.retain(|finding| finding.test.as_ref().is_none_or(|test| !tests.contains(test)));
}

fn all(findings: &[Finding]) -> BTreeSet<String> {
    findings.iter().filter_map(|finding| finding.test.clone()).collect()
}

/// The tests of findings that did not fail as they should.
fn unseen(findings: &[Finding], failed: &BTreeMap<String, Failure>) -> BTreeSet<String> {
    let tests = findings.iter().filter_map(|finding| Some((finding, finding.test.clone()?)));
    let unseen = tests.filter(|(finding, test)| match failed.get(test) {
        Some(why) => !shows(finding, why),
        None => true,
    });
    unseen.map(|(_, test)| test).collect()
}

/// Whether a test failed because of its finding: by the same exception from the same place.
fn shows(finding: &Finding, why: &Failure) -> bool {
    let (Failure::Assertion(thrown) | Failure::Threw(thrown)) = why else { return false };
    match &finding.should {
        Should::Hold { .. } | Should::Throw(_) => true,
        // What takes ever more memory does not end either.
        Should::End => {
            matches!(why, Failure::Assertion(_)) || thrown.class == "java.lang.OutOfMemoryError"
        }
        Should::NotThrow(classes) => {
            let place = finding.line.as_ref().map(|(file, line)| format!("{file}:{line},"));
            classes.first().is_some_and(|class| class.replace('/', ".") == thrown.class)
                && place.is_none_or(|place| thrown.said.contains(&place))
        }
    }
}
