//! Which exceptions are findings, and of which kind.

use super::made;
use java::project::{Finding, Should};
use report::FindingKind;

/// A finding in a line.
fn told(finding: &Finding) -> String {
    let place = finding.line.as_ref().map_or(0, |(_, line)| *line);
    format!("{}: {} {} at {place}", finding.kind.label(), finding.method, finding.what)
}

fn lines(name: &str) -> (Vec<Finding>, Vec<String>, String) {
    let (_, product) = made(name, 2_500);
    let lines = product.findings.iter().map(told).collect();
    (product.findings, lines, format!("{:?}", product.nulls))
}

#[test]
fn an_index_that_a_text_leads_to_is_a_crash_and_one_that_was_given_is_not() {
    let (findings, lines, nulls) = lines("Label");
    let reportable: Vec<&String> = lines
        .iter()
        .zip(&findings)
        .filter(|(_, own)| own.kind.is_reportable())
        .map(|(line, _)| line)
        .collect();
    assert_eq!(
        reportable,
        ["crash: Label.mark throws StringIndexOutOfBoundsException at 19"],
        "{lines:#?}"
    );
    let at = findings.iter().find(|finding| finding.method == "Label.at").expect("below the line");
    assert_eq!(at.kind, FindingKind::InvalidArgument);
    assert_eq!(at.reason.as_deref(), Some("`index` is used without a check"));
    // What is dereferenced is named, be it by another method than the one that it was handed to. What is only handed on is
    // not, and neither is what a test calls on a null that the code gave.
    assert_eq!(nulls, r#"{"Label.at": {"word"}, "new Label": {"text"}}"#);
    assert_eq!(findings.len(), 2, "{lines:#?}");
}

#[test]
fn an_assertion_is_one_finding_and_so_is_a_place_that_two_ways_lead_to() {
    let (findings, lines, _) = lines("Bargain");
    assert_eq!(
        lines,
        [
            "failed assertion: Bargain.offer throws AssertionError at 20",
            "crash: Bargain.sign throws StringIndexOutOfBoundsException at 43",
            "crash: Bargain.price throws StringIndexOutOfBoundsException at 29",
            "broken contract: Bargain.motto gives null at 49",
        ],
        "{findings:#?}"
    );
    assert_eq!(findings[1].occurrences, 2);
}

#[test]
fn an_iterator_that_leaves_its_array_breaks_a_contract() {
    let (findings, lines, _) = lines("Rungs");
    let expected = ["broken contract: Rungs.next throws ArrayIndexOutOfBoundsException at 17"];
    assert_eq!(lines, expected, "{findings:#?}");
    assert_eq!(findings[0].should, Should::Throw("java/util/NoSuchElementException".to_owned()));
}

#[test]
fn a_subclass_of_the_tests_own_that_leaves_fields_unset_is_no_finding() {
    let (findings, lines, _) = lines("Wrapper");
    assert!(!findings.is_empty());
    assert!(
        findings.iter().all(|finding| finding.kind == FindingKind::FabricatedState),
        "{lines:#?}"
    );
}

#[test]
fn what_does_not_end_and_what_an_annotation_allows_are_findings() {
    let (findings, lines, _) = lines("Stuck");
    assert_eq!(
        lines,
        [
            "broken contract: Stuck.lengthOf throws NullPointerException at 48",
            "argument that the function does not accept: Stuck.share throws ArithmeticException at 56",
            "hang: Stuck.spaces does not end at 22",
        ],
        "{findings:#?}"
    );
    assert_eq!(findings[1].reason.as_deref(), Some("`people` is annotated as @Positive"));
    assert_eq!(findings[2].should, Should::End);
}
