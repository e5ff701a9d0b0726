//! Findings as SARIF 2.1.0, which code hosts and editors read: a rule for each kind, a result for each finding worth reporting.
//!
//! What follows from a broken precondition is no result. A fingerprint is made of the kind, the unit, the member and what
//! happens, without lines, so that a finding stays the same one while code around it moves.

use crate::locate::{Locate, source_path};
use crate::{Finding, FindingKind, Frame, Place, Unit, Vocabulary};
use serde_json::{Value, json};

/// The findings of some units as a SARIF log that ends in a newline.
pub fn print(words: &Vocabulary, units: &[&Unit], locate: Locate<'_>) -> String {
    let rules: Vec<FindingKind> =
        FindingKind::ALL.into_iter().filter(|kind| kind.is_reportable()).collect();
    let mut results = Vec::new();
    for unit in units {
        for finding in unit.findings.iter().filter(|finding| finding.kind.is_reportable()) {
            results.push(result(words, unit, finding, locate));
        }
    }
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Ferret",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules.iter().map(|kind| rule(*kind)).collect::<Vec<_>>(),
            }},
            "columnKind": "utf16CodeUnits",
            "results": results,
        }],
    });
    let mut text = serde_json::to_string_pretty(&log).unwrap_or_default();
    text.push('\n');
    text
}

/// The name of a kind for machines.
fn id(kind: FindingKind) -> String {
    kind.label().replace(' ', "-")
}

fn rule(kind: FindingKind) -> Value {
    json!({
        "id": id(kind),
        "shortDescription": { "text": sentence(kind) },
        "defaultConfiguration": { "level": level(kind) },
    })
}

/// A kind of finding in a sentence.
fn sentence(kind: FindingKind) -> &'static str {
    match kind {
        FindingKind::BrokenContract => {
            "A promise is broken: of equals, hashCode or compareTo, of a documented exception or of a non-null result."
        }
        FindingKind::FailedAssertion => "An assertion in the code under test fails.",
        FindingKind::UndefinedBehaviour => {
            "The code does what C leaves undefined, and no broken precondition explains it."
        }
        FindingKind::Crash => {
            "The code crashes or throws an undeclared exception on input that passes its own validation."
        }
        FindingKind::Hang => "The code does not end.",
        FindingKind::Leak => "Memory or another resource is lost.",
        FindingKind::NullArgument
        | FindingKind::UseAfterRelease
        | FindingKind::FabricatedState
        | FindingKind::InvalidArgument => "The caller broke a precondition.",
    }
}

fn level(kind: FindingKind) -> &'static str {
    match kind {
        FindingKind::Leak => "warning",
        _ => "error",
    }
}

fn result(words: &Vocabulary, unit: &Unit, finding: &Finding, locate: Locate<'_>) -> Value {
    let mut message = format!("{} {}", finding.member, finding.what);
    if let Some(reason) = &finding.reason {
        message += &format!(": {reason}");
    }
    if let Some(statements) = &finding.reproduction {
        message += &format!("\n\n{statements}");
    }
    let spot = |name: &str, place: Option<&Place>| location(words, unit, locate, name, place);
    let at = spot(&finding.member, finding.place.as_ref());
    let index = FindingKind::ALL.iter().position(|kind| *kind == finding.kind);
    let mut result = json!({
        "ruleId": id(finding.kind),
        "ruleIndex": index.unwrap_or_default(),
        "level": level(finding.kind),
        "message": { "text": message },
        "locations": [at],
        "partialFingerprints": { "ferretFinding/v1": fingerprint(unit, finding) },
        "properties": {
            "unit": unit.name,
            "occurrences": finding.occurrences,
            "test": finding.test,
        },
    });
    if !finding.stack.is_empty() {
        let of =
            |frame: &Frame| spot(&frame.function, frame.place.as_ref().filter(|_| !frame.library));
        result["stacks"] = json!([stack(finding, &of)]);
        result["codeFlows"] = json!([code_flow(finding, &of)]);
    }
    result
}

/// The place of a function or method, as far as it is known.
fn location(
    words: &Vocabulary,
    unit: &Unit,
    locate: Locate<'_>,
    name: &str,
    place: Option<&Place>,
) -> Value {
    let kind = if words.language == "Java" { "member" } else { "function" };
    let mut location = json!({
        "logicalLocations": [{ "fullyQualifiedName": name, "kind": kind }],
    });
    if let Some(place) = place {
        let path = locate(&source_path(words, unit, place));
        location["physicalLocation"] = json!({ "artifactLocation": { "uri": uri(&path) } });
        if let Some(line) = place.line.filter(|line| *line > 0) {
            let mut region = json!({ "startLine": line });
            if let Some(column) = place.column.filter(|column| *column > 0) {
                region["startColumn"] = json!(column);
            }
            location["physicalLocation"]["region"] = region;
        }
    }
    location
}

/// The open calls, innermost first.
fn stack(finding: &Finding, of: &dyn Fn(&Frame) -> Value) -> Value {
    let frames = finding.stack.frames.iter().map(|frame| json!({ "location": of(frame) }));
    let mut stack = json!({ "frames": frames.collect::<Vec<_>>() });
    if finding.stack.omitted > 0 {
        let text = format!("{} calls further out are not listed.", finding.stack.omitted);
        stack["message"] = json!({ "text": text });
    }
    stack
}

/// The way from the outermost of these calls to what happens in the innermost.
fn code_flow(finding: &Finding, of: &dyn Fn(&Frame) -> Value) -> Value {
    let mut locations = Vec::new();
    for (level, frame) in finding.stack.frames.iter().rev().enumerate() {
        let called = finding.stack.frames.iter().rev().nth(level + 1);
        let text = match called {
            Some(called) => format!("calls {}", called.function),
            None => finding.what.clone(),
        };
        let mut location = of(frame);
        location["message"] = json!({ "text": text });
        let importance = if called.is_none() { "essential" } else { "important" };
        locations
            .push(json!({ "location": location, "nestingLevel": level, "importance": importance }));
    }
    json!({ "threadFlows": [{ "locations": locations }] })
}

/// A number that stays the same while code around the finding moves.
fn fingerprint(unit: &Unit, finding: &Finding) -> String {
    let id = id(finding.kind);
    let parts = [id.as_str(), &unit.name, &finding.member, &finding.what];
    let text = parts.join("\n");
    // FNV-1a.
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}

/// A path as the reference of a URI: relative, with what may not stand there escaped.
fn uri(path: &str) -> String {
    let mut text = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'/'
            | b'.'
            | b'-'
            | b'_'
            | b'~'
            | b'$'
            | b'+' => text.push(char::from(byte)),
            b'\\' => text.push('/'),
            other => text += &format!("%{other:02X}"),
        }
    }
    match path.starts_with('/') {
        true => format!("file://{text}"),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Report, sample};
    use expect_test::expect;

    fn log(report: &Report) -> Value {
        let units: Vec<&Unit> = report.units.iter().collect();
        let text = print(&report.vocabulary, &units, &|path| format!("src/{path}"));
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn a_finding_has_a_rule_a_place_and_a_fingerprint() {
        let log = log(&sample::classes());
        expect![[r#"
            {
              "codeFlows": [
                {
                  "threadFlows": [
                    {
                      "locations": [
                        {
                          "importance": "important",
                          "location": {
                            "logicalLocations": [
                              {
                                "fullyQualifiedName": "acme.Iban.check",
                                "kind": "member"
                              }
                            ],
                            "message": {
                              "text": "calls acme.Iban.digits"
                            },
                            "physicalLocation": {
                              "artifactLocation": {
                                "uri": "src/acme/Iban.java"
                              },
                              "region": {
                                "startLine": 3
                              }
                            }
                          },
                          "nestingLevel": 0
                        },
                        {
                          "importance": "important",
                          "location": {
                            "logicalLocations": [
                              {
                                "fullyQualifiedName": "acme.Iban.digits",
                                "kind": "member"
                              }
                            ],
                            "message": {
                              "text": "calls java.math.BigInteger.divide"
                            },
                            "physicalLocation": {
                              "artifactLocation": {
                                "uri": "src/acme/Iban.java"
                              },
                              "region": {
                                "startLine": 7
                              }
                            }
                          },
                          "nestingLevel": 1
                        },
                        {
                          "importance": "essential",
                          "location": {
                            "logicalLocations": [
                              {
                                "fullyQualifiedName": "java.math.BigInteger.divide",
                                "kind": "member"
                              }
                            ],
                            "message": {
                              "text": "throws ArithmeticException"
                            }
                          },
                          "nestingLevel": 2
                        }
                      ]
                    }
                  ]
                }
              ],
              "level": "error",
              "locations": [
                {
                  "logicalLocations": [
                    {
                      "fullyQualifiedName": "Iban.check",
                      "kind": "member"
                    }
                  ],
                  "physicalLocation": {
                    "artifactLocation": {
                      "uri": "src/acme/Iban.java"
                    },
                    "region": {
                      "startLine": 7
                    }
                  }
                }
              ],
              "message": {
                "text": "Iban.check throws ArithmeticException\n\nnew Iban().check(\"\");"
              },
              "partialFingerprints": {
                "ferretFinding/v1": "ed61ba3593fc9c68"
              },
              "properties": {
                "occurrences": 1,
                "test": null,
                "unit": "acme.Iban"
              },
              "ruleId": "crash",
              "ruleIndex": 3,
              "stacks": [
                {
                  "frames": [
                    {
                      "location": {
                        "logicalLocations": [
                          {
                            "fullyQualifiedName": "java.math.BigInteger.divide",
                            "kind": "member"
                          }
                        ]
                      }
                    },
                    {
                      "location": {
                        "logicalLocations": [
                          {
                            "fullyQualifiedName": "acme.Iban.digits",
                            "kind": "member"
                          }
                        ],
                        "physicalLocation": {
                          "artifactLocation": {
                            "uri": "src/acme/Iban.java"
                          },
                          "region": {
                            "startLine": 7
                          }
                        }
                      }
                    },
                    {
                      "location": {
                        "logicalLocations": [
                          {
                            "fullyQualifiedName": "acme.Iban.check",
                            "kind": "member"
                          }
                        ],
                        "physicalLocation": {
                          "artifactLocation": {
                            "uri": "src/acme/Iban.java"
                          },
                          "region": {
                            "startLine": 3
                          }
                        }
                      }
                    }
                  ]
                }
              ]
            }"#]]
        .assert_eq(&serde_json::to_string_pretty(&log["runs"][0]["results"][0]).unwrap());
        let rule = &log["runs"][0]["tool"]["driver"]["rules"][3];
        assert_eq!(rule["id"], "crash");
    }

    #[test]
    fn a_code_flow_leads_from_the_call_of_a_test_to_what_fails() {
        let log = log(&sample::classes());
        let result = &log["runs"][0]["results"][0];
        let name = |location: &Value| location["logicalLocations"][0]["fullyQualifiedName"].clone();
        let steps = result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap();
        let told: Vec<String> = steps
            .iter()
            .map(|step| {
                let (at, level) = (&step["location"], &step["nestingLevel"]);
                let line = &at["physicalLocation"]["region"]["startLine"];
                format!("{level} {} {line} {}", name(at), at["message"]["text"])
            })
            .collect();
        expect![[r#"
            0 "acme.Iban.check" 3 "calls acme.Iban.digits"
            1 "acme.Iban.digits" 7 "calls java.math.BigInteger.divide"
            2 "java.math.BigInteger.divide" null "throws ArithmeticException""#]]
        .assert_eq(&told.join("\n"));
        let frames = result["stacks"][0]["frames"].as_array().unwrap();
        assert_eq!(name(&frames[0]["location"]), "java.math.BigInteger.divide");
        assert_eq!(frames.len(), 3);
    }

    #[test]
    fn broken_preconditions_are_no_results() {
        let log = log(&sample::program());
        let results = log["runs"][0]["results"].as_array().unwrap();
        let rules: Vec<&str> = results.iter().filter_map(|own| own["ruleId"].as_str()).collect();
        assert_eq!(rules, ["undefined-behaviour", "undefined-behaviour"]);
    }

    #[test]
    fn a_finding_is_the_same_one_when_its_line_moves() {
        let report = sample::classes();
        let mut moved = report.clone();
        moved.units[0].findings[0].place.as_mut().unwrap().line = Some(70);
        let of = |report: &Report| fingerprint(&report.units[0], &report.units[0].findings[0]);
        assert_eq!(of(&report), of(&moved));
        moved.units[0].findings[0].what = "throws Error".to_owned();
        assert_ne!(of(&report), of(&moved));
    }

    #[test]
    fn a_path_becomes_the_reference_of_a_uri() {
        assert_eq!(uri("a b/ü.c"), "a%20b/%C3%BC.c");
        assert_eq!(uri("/tmp/x.c"), "file:///tmp/x.c");
    }
}
