//! Files in the formats of other tools: findings as SARIF, a summary in Markdown.

use super::{Directory, ferret};

#[test]
fn findings_and_a_summary_are_written_for_other_tools() {
    let directory = Directory::new("formats");
    let (log, summary) = (directory.path.join("new/log.sarif"), directory.path.join("summary.md"));
    let output = ferret()
        .args([
            "c",
            "subjects/c/findings/checked_index.c",
            "--technique",
            "random",
            "--executions",
            "3000",
        ])
        .arg("--out")
        .arg(directory.path.join("out"))
        .arg("--sarif")
        .arg(&log)
        .arg("--markdown")
        .arg(&summary)
        .output()
        .expect("the binary starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let log = std::fs::read_to_string(log).expect("a SARIF log is written");
    let log: serde_json::Value = serde_json::from_str(&log).expect("JSON");
    let results = log["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), 1, "{results:?}");
    let file = &results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(file, "subjects/c/findings/checked_index.c");
    let summary = std::fs::read_to_string(summary).expect("a summary is written");
    assert!(summary.contains(", 1 finding\n"), "{summary}");
    assert!(summary.contains("at `subjects/c/findings/checked_index.c:"), "{summary}");
}

#[test]
fn a_file_that_cannot_be_written_is_told() {
    let directory = Directory::new("formats-unwritable");
    let output = ferret()
        .args(["c", "subjects/c/bits.c", "--executions", "10", "--mutation", "0%", "--no-native"])
        .arg("--out")
        .arg(directory.path.join("out"))
        .args(["--sarif", "/dev/null/log.sarif"])
        .output()
        .expect("the binary starts");
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("error: cannot write `/dev/null/log.sarif`"), "{message}");
    assert!(directory.path.join("out/test_bits.c").exists(), "the tests are kept");
}
