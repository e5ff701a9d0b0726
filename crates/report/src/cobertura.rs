//! Coverage as Cobertura's XML, which GitLab, Jenkins and Azure read.
//!
//! A class is a source file: that is what the readers show. Folders are packages.

use crate::files::files;
use crate::locate::Locate;
use crate::xml::Xml;
use crate::{Function, Line, Share, Source, Unit, Vocabulary};
use std::collections::BTreeMap;

/// The document type that readers know.
const DOCTYPE: &str = "coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\"";

/// The lines and branches of some units.
pub fn print(words: &Vocabulary, units: &[&Unit], locate: Locate<'_>) -> String {
    let mut packages = BTreeMap::<String, Vec<(String, Source)>>::new();
    for (path, source) in files(words, units, locate) {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let package = folder.trim_matches('/').replace('/', ".");
        packages.entry(package).or_default().push((path, source));
    }
    let all = Rates::of(packages.values().flatten());
    let mut xml = Xml::new(Some(DOCTYPE));
    let numbers = [all.lines.covered, all.lines.total, all.branches.covered, all.branches.total];
    let [lines, lines_valid, branches, branches_valid] = numbers.map(|number| number.to_string());
    xml.begin(
        "coverage",
        &[
            ("line-rate", &rate(all.lines)),
            ("branch-rate", &rate(all.branches)),
            ("lines-covered", &lines),
            ("lines-valid", &lines_valid),
            ("branches-covered", &branches),
            ("branches-valid", &branches_valid),
            ("complexity", "0"),
            ("version", concat!("ferret ", env!("CARGO_PKG_VERSION"))),
            // The same result is the same file.
            ("timestamp", "0"),
        ],
    );
    xml.begin("sources", &[]);
    xml.text("source", &[], ".");
    xml.end();
    xml.begin("packages", &[]);
    for (name, sources) in &packages {
        begin(&mut xml, "package", &[("name", name)], &Rates::of(sources));
        xml.begin("classes", &[]);
        for (path, source) in sources {
            class(&mut xml, path, source);
        }
        xml.end();
        xml.end();
    }
    xml.finish()
}

/// How much of something is covered.
struct Rates {
    lines: Share,
    branches: Share,
}

impl Rates {
    fn of<'s>(sources: impl IntoIterator<Item = &'s (String, Source)>) -> Self {
        let mut rates = Self { lines: Share::default(), branches: Share::default() };
        for (_, source) in sources {
            rates.lines += source.line_share();
            rates.branches += source.branch_share();
        }
        rates
    }
}

fn begin(xml: &mut Xml, name: &'static str, attributes: &[(&str, &str)], rates: &Rates) {
    let (lines, branches) = (rate(rates.lines), rate(rates.branches));
    let mut all = attributes.to_vec();
    all.extend([("line-rate", lines.as_str()), ("branch-rate", &branches), ("complexity", "0")]);
    xml.begin(name, &all);
}

fn class(xml: &mut Xml, path: &str, source: &Source) {
    let name = path.rsplit('/').next().unwrap_or(path);
    let name = name.strip_suffix(".java").unwrap_or(name);
    let rates = Rates { lines: source.line_share(), branches: source.branch_share() };
    begin(xml, "class", &[("name", name), ("filename", path)], &rates);
    xml.begin("methods", &[]);
    for function in &source.functions {
        method(xml, function);
    }
    xml.end();
    xml.begin("lines", &[]);
    for own in &source.lines {
        line(xml, own);
    }
    xml.end();
    xml.end();
}

/// A method with its first line, which is all that readers want of it.
fn method(xml: &mut Xml, function: &Function) {
    let signature = function.descriptor.as_deref().unwrap_or("");
    let rates = Rates { lines: function.lines, branches: function.branches };
    begin(xml, "method", &[("name", &function.name), ("signature", signature)], &rates);
    xml.begin("lines", &[]);
    if let Some(line) = function.line {
        let hits = function.count.unwrap_or(u64::from(function.is_entered())).to_string();
        xml.empty("line", &[("number", &line.to_string()), ("hits", &hits)]);
    }
    xml.end();
    xml.end();
}

fn line(xml: &mut Xml, line: &Line) {
    let number = line.number.to_string();
    let hits = line.count.unwrap_or(u64::from(line.is_reached())).to_string();
    if line.branches.is_empty() {
        xml.empty("line", &[("number", &number), ("hits", &hits), ("branch", "false")]);
        return;
    }
    let of = |share: Share| format!("{}%", 100 * share.covered / share.total.max(1));
    let share = line.branch_share();
    let covered = format!("{} ({share})", of(share));
    xml.begin(
        "line",
        &[
            ("number", &number),
            ("hits", &hits),
            ("branch", "true"),
            ("condition-coverage", &covered),
        ],
    );
    xml.begin("conditions", &[]);
    let conditions = line.branches.chunk_by(|a, b| (a.branch, a.column) == (b.branch, b.column));
    for (number, ways) in conditions.enumerate() {
        let mut share = Share::default();
        ways.iter().for_each(|way| share.add(way.covered));
        let number = number.to_string();
        xml.empty("condition", &[("number", &number), ("type", "jump"), ("coverage", &of(share))]);
    }
    xml.end();
    xml.end();
}

/// A share as a number from 0 to 1; of nothing all is covered.
fn rate(share: Share) -> String {
    match share.total {
        0 => "1".to_owned(),
        total => format!("{:.4}", f64::from(share.covered) / f64::from(total)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use expect_test::expect;

    #[test]
    fn a_c_file_is_a_class_of_its_folder() {
        sample::check(
            &sample::program(),
            print,
            &expect![[r#"
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">
            <coverage line-rate="0.6667" branch-rate="0.7500" lines-covered="4" lines-valid="6" branches-covered="3" branches-valid="4" complexity="0" version="ferret 0.1.0" timestamp="0">
              <sources>
                <source>.</source>
              </sources>
              <packages>
                <package name="src" line-rate="0.6667" branch-rate="0.7500" complexity="0">
                  <classes>
                    <class name="a.c" filename="src/a.c" line-rate="0.6667" branch-rate="0.7500" complexity="0">
                      <methods>
                        <method name="f" signature="" line-rate="1.0000" branch-rate="0.7500" complexity="0">
                          <lines>
                            <line number="1" hits="2"/>
                          </lines>
                        </method>
                        <method name="g" signature="" line-rate="0.0000" branch-rate="1" complexity="0">
                          <lines>
                            <line number="8" hits="0"/>
                          </lines>
                        </method>
                      </methods>
                      <lines>
                        <line number="1" hits="2" branch="false"/>
                        <line number="2" hits="2" branch="true" condition-coverage="75% (3/4)">
                          <conditions>
                            <condition number="0" type="jump" coverage="50%"/>
                            <condition number="1" type="jump" coverage="100%"/>
                          </conditions>
                        </line>
                        <line number="3" hits="1" branch="false"/>
                        <line number="5" hits="2" branch="false"/>
                        <line number="8" hits="0" branch="false"/>
                        <line number="9" hits="0" branch="false"/>
                      </lines>
                    </class>
                  </classes>
                </package>
              </packages>
            </coverage>
        "#]],
        );
    }

    #[test]
    fn a_java_file_is_a_class_of_its_package() {
        sample::check(
            &sample::classes(),
            print,
            &expect![[r#"
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">
            <coverage line-rate="0.6667" branch-rate="0.5000" lines-covered="2" lines-valid="3" branches-covered="1" branches-valid="2" complexity="0" version="ferret 0.1.0" timestamp="0">
              <sources>
                <source>.</source>
              </sources>
              <packages>
                <package name="src.acme" line-rate="0.6667" branch-rate="0.5000" complexity="0">
                  <classes>
                    <class name="Iban" filename="src/acme/Iban.java" line-rate="0.6667" branch-rate="0.5000" complexity="0">
                      <methods>
                        <method name="&lt;init&gt;" signature="()V" line-rate="0.0000" branch-rate="1" complexity="0">
                          <lines>
                            <line number="1" hits="0"/>
                          </lines>
                        </method>
                        <method name="check" signature="(Ljava/lang/String;)Z" line-rate="1.0000" branch-rate="0.5000" complexity="0">
                          <lines>
                            <line number="2" hits="1"/>
                          </lines>
                        </method>
                      </methods>
                      <lines>
                        <line number="1" hits="0" branch="false"/>
                        <line number="2" hits="1" branch="true" condition-coverage="50% (1/2)">
                          <conditions>
                            <condition number="0" type="jump" coverage="50%"/>
                          </conditions>
                        </line>
                        <line number="3" hits="1" branch="false"/>
                      </lines>
                    </class>
                  </classes>
                </package>
              </packages>
            </coverage>
        "#]],
        );
    }
}
