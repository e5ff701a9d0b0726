//! Findings of `ferret c`: which are worth reporting, which follow from a broken precondition, and that they die.

use super::{Directory, ferret};
use std::path::Path;
use std::process::Command;

/// What a report says of one subject.
struct Found {
    directory: Directory,
    /// Kinds, functions and reasons.
    findings: Vec<(String, String, String)>,
    /// Functions and the parameters that they need.
    non_null: Vec<(String, Vec<String>)>,
    notes: String,
}

fn text(value: &serde_json::Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn list(value: &serde_json::Value) -> &[serde_json::Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn found_with(subject: &str, more: &[&str]) -> Found {
    found_by_with(subject, "random", more)
}

fn found_by(subject: &str, technique: &str) -> Found {
    found_by_with(subject, technique, &[])
}

fn found_by_with(subject: &str, technique: &str, more: &[&str]) -> Found {
    let directory = Directory::new(&format!("c-findings-{subject}"));
    let source = format!("subjects/c/findings/{subject}.c");
    let out = directory.path.join("out");
    let mut command = ferret();
    command.args(["c", &source, "--technique", technique, "--executions", "3000", "--json"]);
    let output = command.args(more).arg("--out").arg(&out).output().expect("the binary starts");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let unit = &report["units"][0];
    let findings = list(&unit["findings"]).iter();
    let findings = findings
        .map(|one| (text(&one["kind"]), text(&one["member"]), text(&one["reason"])))
        .collect();
    let non_null = list(&unit["non_null"]).iter().map(|one| {
        let parameters = list(&one["parameters"]).iter().map(text).collect();
        (text(&one["member"]), parameters)
    });
    let non_null = non_null.collect();
    let notes = list(&unit["notes"]).iter().map(|note| text(&note["text"])).collect();
    Found { directory, findings, non_null, notes }
}

fn found(subject: &str) -> Found {
    found_with(subject, &[])
}

/// The only finding of a subject, which has to be of that kind.
#[track_caller]
fn only(found: &Found, kind: &str) -> (String, String) {
    let [(own, member, reason)] = &found.findings[..] else { panic!("{:?}", found.findings) };
    assert_eq!(own, kind, "{reason}");
    (member.clone(), reason.clone())
}

/// Whether there is a file of findings, which must die then.
fn dies(found: &Found, subject: &str) -> bool {
    let out = found.directory.path.join("out");
    if !Path::new(&out.join(format!("findings_{subject}.c"))).exists() {
        return false;
    }
    let output = Command::new("make").arg("-C").arg(&out).arg("findings").output();
    let output = output.expect("make starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8_lossy(&output.stdout).contains("ok 1 - ")
}

#[test]
fn a_checked_index_that_goes_beyond_its_array_is_worth_reporting_and_dies() {
    let found = found("checked_index");
    let (member, reason) = only(&found, "undefined-behaviour");
    assert_eq!((&*member, &*reason), ("square", "`number` passes the check at checked_index.c:6"));
    assert!(dies(&found, "checked_index"));
    let text = std::fs::read_to_string(found.directory.path.join("out/findings_checked_index.c"));
    let text = text.expect("the file of findings");
    assert!(text.contains("   why: `number` passes the check at checked_index.c:6 */"), "{text}");
}

#[test]
fn an_index_that_nobody_checks_is_the_callers() {
    let found = found("raw_index");
    assert!(!found.findings.is_empty());
    assert!(
        found.findings.iter().all(|(kind, ..)| kind == "invalid-argument"),
        "{:?}",
        found.findings
    );
    assert!(!dies(&found, "raw_index"));
}

#[test]
fn only_a_pointer_that_is_dereferenced_has_to_be_non_null() {
    let found = found("unchecked_null");
    assert_eq!(found.findings, []);
    let [(member, parameters)] = &found.non_null[..] else { panic!("{:?}", found.non_null) };
    assert_eq!(member, "visit");
    assert!(parameters.iter().any(|name| name == "first"), "{parameters:?}");
    assert!(parameters.iter().all(|name| name != "user"), "{parameters:?}");
}

#[test]
fn a_pointer_that_is_compared_with_null_and_used_all_the_same_is_worth_reporting() {
    let found = found("checked_null");
    let crashes = found.findings.iter().filter(|(kind, ..)| kind == "crash");
    let reasons: Vec<&str> = crashes.map(|(_, _, reason)| reason.as_str()).collect();
    assert_eq!(reasons, ["`text` is compared with null at checked_null.c:6, and used anyway"]);
    assert_eq!(found.non_null, []);
}

#[test]
fn an_object_that_is_used_after_its_own_destructor_is_the_callers() {
    let found = found("released");
    let own: Vec<&str> = found.findings.iter().map(|(kind, ..)| kind.as_str()).collect();
    assert_eq!(own, ["use-after-release", "use-after-release"]);
}

#[test]
fn a_record_whose_length_does_not_fit_its_pointer_is_the_tests() {
    only(&found("fabricated"), "fabricated-state");
}

#[test]
fn a_parser_that_reads_beyond_the_terminator_is_worth_reporting_and_dies() {
    let found = found("overread");
    let (_, reason) = only(&found, "undefined-behaviour");
    assert_eq!(reason, "the read goes beyond the terminator of the text `text`");
    assert!(dies(&found, "overread"));
}

#[test]
fn a_text_without_a_terminator_is_the_callers() {
    let found = found_by("unended_argument", "dse");
    assert!(
        found.findings.iter().all(|(kind, ..)| kind.ends_with("argument")),
        "{:?}",
        found.findings
    );
    let reason = "the text `argv_1` has no terminator";
    assert!(found.findings.iter().any(|(_, _, own)| own == reason), "{:?}", found.findings);
}

#[test]
fn an_array_that_is_null_is_the_callers() {
    let found = found("null_array");
    assert_eq!(found.findings, []);
    let [(member, parameters)] = &found.non_null[..] else { panic!("{:?}", found.non_null) };
    assert_eq!((member.as_str(), &parameters[..]), ("first", &["key".to_owned()][..]));
}

#[test]
fn code_that_goes_beyond_the_length_it_was_told_is_worth_reporting() {
    let (_, reason) = only(&found("told_length"), "undefined-behaviour");
    assert_eq!(reason, "`length` says how long `bytes` is, and the code goes beyond it");
}

#[test]
fn a_mistake_that_two_public_functions_lead_to_is_one_finding_of_a_public_one() {
    let (member, _) = only(&found("one_cause"), "undefined-behaviour");
    assert!(["first_letter", "second_letter"].contains(&&*member), "{member}");
}

#[test]
fn a_sum_that_only_the_largest_number_overflows_is_the_callers() {
    only(&found("extreme"), "invalid-argument");
}

#[test]
fn memory_that_the_code_loses_on_the_way_out_is_worth_reporting_and_dies() {
    let found = found("lost");
    let (member, _) = only(&found, "leak");
    assert_eq!(member, "is_doubled");
    assert!(dies(&found, "lost"));
}

#[test]
fn what_does_not_die_natively_is_no_finding() {
    let found = found("unconfirmed");
    assert_eq!(found.findings, []);
    assert!(found.notes.contains("1 finding could not be confirmed natively"), "{}", found.notes);
}

#[test]
fn findings_that_were_not_run_say_so() {
    let (_, reason) = only(&found_with("checked_index", &["--no-native"]), "undefined-behaviour");
    assert!(reason.ends_with("; not confirmed: it was not run natively"), "{reason}");
}

#[test]
fn what_breaks_a_variadic_function_is_listed_unless_it_depends_on_further_arguments() {
    let found = found("counted_list");
    let (member, reason) = only(&found, "undefined-behaviour");
    assert_eq!((&*member, &*reason), ("weighted", "`kind` passes the check at counted_list.c:11"));
    assert!(dies(&found, "counted_list"));
}

#[test]
fn an_allocation_that_fails_says_so_in_errno() {
    let found = found("failed_errno");
    assert!(found.findings.is_empty(), "{:?}", found.findings);
    let text = std::fs::read_to_string(found.directory.path.join("out/test_failed_errno.c"));
    let text = text.expect("the file of tests");
    assert!(text.contains("CHECK(result == 12);"), "{text}");
}

#[test]
fn that_an_index_is_not_a_certain_number_is_no_check_of_it() {
    let found = found("excluded_value");
    assert!(!found.findings.is_empty());
    for (kind, member, reason) in &found.findings {
        let expected = ("invalid-argument", "escape", "`quote` is not checked");
        assert_eq!((&**kind, &**member, &**reason), expected);
    }
}

#[test]
fn a_call_that_does_not_end_is_worth_reporting_and_uses_up_its_time() {
    let found = found("endless");
    let (member, reason) = only(&found, "hang");
    assert_eq!(member, "words");
    assert_eq!(reason, "no number or text that it is given explains it");
    assert!(dies(&found, "endless"));
}

#[test]
fn what_a_generator_wrote_is_not_for_the_project_to_mend() {
    let (_, reason) = only(&found("generated"), "invalid-argument");
    assert_eq!(reason, "flex generated generated.c");
}

#[test]
fn a_length_may_count_what_is_larger_than_an_element() {
    let found = found("pixels");
    assert!(!found.findings.is_empty());
    assert!(
        found.findings.iter().all(|(kind, ..)| kind == "invalid-argument"),
        "{:?}",
        found.findings
    );
}

#[test]
fn a_test_that_loses_memory_is_kept() {
    let found = found("let_go");
    let text = std::fs::read_to_string(found.directory.path.join("out/test_let_go.c"));
    let text = text.expect("the file of tests");
    assert!(text.contains("ferret_let_leak();"), "{text}");
    assert!(text.contains("registry.lost == 1"), "{text}");
}

#[test]
fn what_all_callers_in_the_project_check_before_is_a_precondition() {
    let found = found("callers");
    let (member, reason) = only(&found, "invalid-argument");
    assert_eq!(member, "square");
    let expected = "every caller in the project passes another `number`, or checks it before";
    assert_eq!(reason, expected);
}

#[test]
fn a_number_that_a_check_does_not_limit_is_the_callers() {
    let found = found_by("unlimited", "dse");
    let (_, reason) = only(&found, "invalid-argument");
    assert!(reason.starts_with("`number` is "), "{reason}");
}

#[test]
fn a_record_that_nothing_has_set_up_is_the_tests() {
    let found = found("begun");
    let states: Vec<_> = found.findings.iter().map(|(kind, ..)| kind.as_str()).collect();
    assert!(
        !states.is_empty() && states.iter().all(|kind| *kind == "fabricated-state"),
        "{states:?}"
    );
}

#[test]
fn bytes_that_nobody_looks_for_the_end_of_are_no_text() {
    let found = found("frame");
    assert!(
        found.findings.iter().all(|(kind, ..)| kind == "invalid-argument"),
        "{:?}",
        found.findings
    );
}
