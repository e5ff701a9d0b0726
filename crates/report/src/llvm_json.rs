//! Coverage as the summary of llvm-cov's JSON: what `llvm-cov export -summary-only` writes.

use crate::files::files;
use crate::locate::Locate;
use crate::{Share, Source, Unit, Vocabulary};
use serde_json::{Value, json};
use std::ops::AddAssign;

/// The version of llvm-cov's format.
const VERSION: &str = "2.0.1";

/// The sums of files, and of all of them.
pub fn print(words: &Vocabulary, units: &[&Unit], locate: Locate<'_>) -> String {
    let (mut all, mut listed) = (Sums::default(), Vec::new());
    for (path, source) in files(words, units, locate) {
        let sums = Sums::of(&source);
        listed.push(json!({ "filename": path, "summary": sums.value() }));
        all += sums;
    }
    let export = json!({
        "data": [{ "files": listed, "totals": all.value() }],
        "type": "llvm.coverage.json.export",
        "version": VERSION,
    });
    let mut text = serde_json::to_string_pretty(&export).unwrap_or_default();
    text.push('\n');
    text
}

/// What llvm-cov sums up.
#[derive(Clone, Copy, Default)]
struct Sums {
    lines: Share,
    functions: Share,
    regions: Share,
    branches: Share,
    mcdc: Share,
}

impl AddAssign for Sums {
    fn add_assign(&mut self, other: Self) {
        self.lines += other.lines;
        self.functions += other.functions;
        self.regions += other.regions;
        self.branches += other.branches;
        self.mcdc += other.mcdc;
    }
}

impl Sums {
    /// The sums over the functions that begin in a file.
    fn of(source: &Source) -> Self {
        let mut sums = Self::default();
        for function in &source.functions {
            sums.lines += function.lines;
            sums.functions.add(function.is_entered());
            sums.regions += function.regions.or(function.instructions).unwrap_or_default();
            sums.branches += function.branches;
        }
        let conditions = source.decisions.iter().flat_map(|decision| &decision.conditions);
        for condition in conditions.filter(|condition| condition.goal.is_some()) {
            sums.mcdc.add(condition.pair.is_some());
        }
        sums
    }

    fn value(self) -> Value {
        json!({
            "branches": counted(self.branches, true),
            "functions": counted(self.functions, false),
            "instantiations": counted(self.functions, false),
            "lines": counted(self.lines, false),
            "mcdc": counted(self.mcdc, true),
            "regions": counted(self.regions, true),
        })
    }
}

fn counted(share: Share, missed: bool) -> Value {
    let percent = match (share.covered, share.total) {
        (_, 0) => json!(0),
        (covered, total) if 100 * u64::from(covered) % u64::from(total) == 0 => {
            json!(100 * u64::from(covered) / u64::from(total))
        }
        (covered, total) => json!(100.0 * f64::from(covered) / f64::from(total)),
    };
    let mut value = json!({ "count": share.total, "covered": share.covered, "percent": percent });
    if missed {
        value["notcovered"] = json!(share.missed());
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use expect_test::expect;

    #[test]
    fn files_have_sums_as_llvm_cov_writes_them() {
        sample::check(
            &sample::program(),
            print,
            &expect![[r#"
                {
                  "data": [
                    {
                      "files": [
                        {
                          "filename": "src/a.c",
                          "summary": {
                            "branches": {
                              "count": 4,
                              "covered": 3,
                              "notcovered": 1,
                              "percent": 75
                            },
                            "functions": {
                              "count": 2,
                              "covered": 1,
                              "percent": 50
                            },
                            "instantiations": {
                              "count": 2,
                              "covered": 1,
                              "percent": 50
                            },
                            "lines": {
                              "count": 6,
                              "covered": 4,
                              "percent": 66.66666666666667
                            },
                            "mcdc": {
                              "count": 2,
                              "covered": 1,
                              "notcovered": 1,
                              "percent": 50
                            },
                            "regions": {
                              "count": 5,
                              "covered": 3,
                              "notcovered": 2,
                              "percent": 60
                            }
                          }
                        }
                      ],
                      "totals": {
                        "branches": {
                          "count": 4,
                          "covered": 3,
                          "notcovered": 1,
                          "percent": 75
                        },
                        "functions": {
                          "count": 2,
                          "covered": 1,
                          "percent": 50
                        },
                        "instantiations": {
                          "count": 2,
                          "covered": 1,
                          "percent": 50
                        },
                        "lines": {
                          "count": 6,
                          "covered": 4,
                          "percent": 66.66666666666667
                        },
                        "mcdc": {
                          "count": 2,
                          "covered": 1,
                          "notcovered": 1,
                          "percent": 50
                        },
                        "regions": {
                          "count": 5,
                          "covered": 3,
                          "notcovered": 2,
                          "percent": 60
                        }
                      }
                    }
                  ],
                  "type": "llvm.coverage.json.export",
                  "version": "2.0.1"
                }
            "#]],
        );
    }
}
