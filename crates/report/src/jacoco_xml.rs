//! Coverage as JaCoCo's XML, which SonarQube and plugins of build servers read.
//!
//! The counters are JaCoCo's own, so the file says what JaCoCo would say of the same tests. C has no instructions: there
//! every line is one, every function a method, and every file a class.

use crate::files::files;
use crate::locate::Locate;
use crate::xml::Xml;
use crate::{Class, Function, Line, Share, Source, Unit, Vocabulary};
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// The document type that JaCoCo gives its reports.
const DOCTYPE: &str = "report PUBLIC \"-//JACOCO//DTD Report 1.1//EN\" \"report.dtd\"";

/// The counters of some units.
pub fn print(words: &Vocabulary, units: &[&Unit], locate: Locate<'_>) -> String {
    let mut packages = BTreeMap::<String, Vec<(String, Source)>>::new();
    for (path, source) in files(words, units, locate) {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", &path));
        let package = match source.classes.first() {
            Some(class) => class.name.rsplit_once('/').map_or("", |(package, _)| package),
            None => folder,
        };
        packages.entry(package.to_owned()).or_default().push((name.to_owned(), source));
    }
    let mut xml = Xml::new(Some(DOCTYPE));
    xml.begin("report", &[("name", "Ferret")]);
    let mut all = Counters::default();
    for (name, sources) in &packages {
        all += package(&mut xml, name, sources);
    }
    counters(&mut xml, &all);
    xml.finish()
}

/// JaCoCo's counters, in the order of its reports.
#[derive(Clone, Copy, Default)]
struct Counters {
    instructions: Share,
    branches: Share,
    lines: Share,
    complexity: Share,
    methods: Share,
    classes: Share,
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        self.instructions += other.instructions;
        self.branches += other.branches;
        self.lines += other.lines;
        self.complexity += other.complexity;
        self.methods += other.methods;
        self.classes += other.classes;
    }
}

impl Counters {
    fn of_method(function: &Function) -> Self {
        let mut one = Share::default();
        one.add(function.is_entered());
        Self {
            instructions: function.instructions.unwrap_or(function.lines),
            branches: function.branches,
            lines: function.lines,
            complexity: function.complexity.unwrap_or(one),
            methods: one,
            classes: Share::default(),
        }
    }

    /// The sums over the methods of a class, and its own lines.
    fn of_class(methods: &[&Function], lines: Share) -> Self {
        let mut counters = Self::default();
        methods.iter().for_each(|method| counters += Self::of_method(method));
        counters.lines = lines;
        counters.classes.add(counters.methods.covered > 0);
        counters
    }
}

fn package(xml: &mut Xml, name: &str, sources: &[(String, Source)]) -> Counters {
    xml.begin("package", &[("name", name)]);
    let mut all = Counters::default();
    let mut by_file = Vec::new();
    let mut classes = BTreeMap::new();
    for (file, source) in sources {
        let mut own = Counters::default();
        for (class, methods) in classes_of(name, file, source) {
            let counted = Counters::of_class(&methods, class.lines);
            own += counted;
            classes.insert(class.name, (file, methods, counted));
        }
        // Classes of one file can share lines.
        own.lines = source.line_share();
        by_file.push((file, source, own));
        all += own;
    }
    for (name, (file, methods, counted)) in &classes {
        class(xml, (name, file), methods, counted);
    }
    for (file, source, own) in by_file {
        xml.begin("sourcefile", &[("name", file)]);
        source.lines.iter().for_each(|own| line(xml, own));
        counters(xml, &own);
        xml.end();
    }
    counters(xml, &all);
    xml.end();
    all
}

/// The classes of a file with their methods; a file without classes is one itself.
fn classes_of<'s>(
    package: &str,
    file: &str,
    source: &'s Source,
) -> Vec<(Class, Vec<&'s Function>)> {
    if source.classes.is_empty() {
        let name = match package {
            "" => file.to_owned(),
            package => format!("{package}/{file}"),
        };
        let class = Class { name, lines: source.line_share() };
        return vec![(class, source.functions.iter().collect())];
    }
    let methods = |class: &Class| {
        let own = source.functions.iter();
        own.filter(|function| function.class.as_ref() == Some(&class.name)).collect()
    };
    source.classes.iter().map(|class| (class.clone(), methods(class))).collect()
}

fn class(xml: &mut Xml, (name, file): (&str, &str), methods: &[&Function], counted: &Counters) {
    xml.begin("class", &[("name", name), ("sourcefilename", file)]);
    for method in methods {
        let descriptor = method.descriptor.as_deref().unwrap_or("()");
        let line = method.line.map(|line| line.to_string());
        let mut attributes = vec![("name", method.name.as_str()), ("desc", descriptor)];
        attributes.extend(line.as_deref().map(|line| ("line", line)));
        xml.begin("method", &attributes);
        counters(xml, &Counters::of_method(method));
        xml.end();
    }
    counters(xml, counted);
    xml.end();
}

fn line(xml: &mut Xml, line: &Line) {
    let instructions = line.instructions.unwrap_or_else(|| {
        let mut one = Share::default();
        one.add(line.is_reached());
        one
    });
    let branches = line.branch_share();
    let numbers = [
        line.number,
        instructions.missed(),
        instructions.covered,
        branches.missed(),
        branches.covered,
    ];
    let [number, mi, ci, mb, cb] = numbers.map(|number| number.to_string());
    xml.empty("line", &[("nr", &number), ("mi", &mi), ("ci", &ci), ("mb", &mb), ("cb", &cb)]);
}

fn counters(xml: &mut Xml, counters: &Counters) {
    let named = [
        ("INSTRUCTION", counters.instructions),
        ("BRANCH", counters.branches),
        ("LINE", counters.lines),
        ("COMPLEXITY", counters.complexity),
        ("METHOD", counters.methods),
        ("CLASS", counters.classes),
    ];
    for (name, share) in named.into_iter().filter(|(_, share)| share.total > 0) {
        let (missed, covered) = (share.missed().to_string(), share.covered.to_string());
        xml.empty("counter", &[("type", name), ("missed", &missed), ("covered", &covered)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use expect_test::expect;

    #[test]
    fn counters_are_summed_up_by_method_class_file_and_package() {
        sample::check(
            &sample::classes(),
            print,
            &expect![[r#"
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE report PUBLIC "-//JACOCO//DTD Report 1.1//EN" "report.dtd">
            <report name="Ferret">
              <package name="acme">
                <class name="acme/Iban" sourcefilename="Iban.java">
                  <method name="&lt;init&gt;" desc="()V" line="1">
                    <counter type="INSTRUCTION" missed="2" covered="0"/>
                    <counter type="LINE" missed="1" covered="0"/>
                    <counter type="COMPLEXITY" missed="1" covered="0"/>
                    <counter type="METHOD" missed="1" covered="0"/>
                  </method>
                  <method name="check" desc="(Ljava/lang/String;)Z" line="2">
                    <counter type="INSTRUCTION" missed="1" covered="5"/>
                    <counter type="BRANCH" missed="1" covered="1"/>
                    <counter type="LINE" missed="0" covered="2"/>
                    <counter type="COMPLEXITY" missed="1" covered="1"/>
                    <counter type="METHOD" missed="0" covered="1"/>
                  </method>
                  <counter type="INSTRUCTION" missed="3" covered="5"/>
                  <counter type="BRANCH" missed="1" covered="1"/>
                  <counter type="LINE" missed="1" covered="2"/>
                  <counter type="COMPLEXITY" missed="2" covered="1"/>
                  <counter type="METHOD" missed="1" covered="1"/>
                  <counter type="CLASS" missed="0" covered="1"/>
                </class>
                <sourcefile name="Iban.java">
                  <line nr="1" mi="2" ci="0" mb="0" cb="0"/>
                  <line nr="2" mi="1" ci="3" mb="1" cb="1"/>
                  <line nr="3" mi="0" ci="2" mb="0" cb="0"/>
                  <counter type="INSTRUCTION" missed="3" covered="5"/>
                  <counter type="BRANCH" missed="1" covered="1"/>
                  <counter type="LINE" missed="1" covered="2"/>
                  <counter type="COMPLEXITY" missed="2" covered="1"/>
                  <counter type="METHOD" missed="1" covered="1"/>
                  <counter type="CLASS" missed="0" covered="1"/>
                </sourcefile>
                <counter type="INSTRUCTION" missed="3" covered="5"/>
                <counter type="BRANCH" missed="1" covered="1"/>
                <counter type="LINE" missed="1" covered="2"/>
                <counter type="COMPLEXITY" missed="2" covered="1"/>
                <counter type="METHOD" missed="1" covered="1"/>
                <counter type="CLASS" missed="0" covered="1"/>
              </package>
              <counter type="INSTRUCTION" missed="3" covered="5"/>
              <counter type="BRANCH" missed="1" covered="1"/>
              <counter type="LINE" missed="1" covered="2"/>
              <counter type="COMPLEXITY" missed="2" covered="1"/>
              <counter type="METHOD" missed="1" covered="1"/>
              <counter type="CLASS" missed="0" covered="1"/>
            </report>
        "#]],
        );
    }

    #[test]
    fn a_c_file_is_a_class_whose_lines_are_its_instructions() {
        sample::check(
            &sample::program(),
            print,
            &expect![[r#"
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE report PUBLIC "-//JACOCO//DTD Report 1.1//EN" "report.dtd">
            <report name="Ferret">
              <package name="src">
                <class name="src/a.c" sourcefilename="a.c">
                  <method name="f" desc="()" line="1">
                    <counter type="INSTRUCTION" missed="0" covered="4"/>
                    <counter type="BRANCH" missed="1" covered="3"/>
                    <counter type="LINE" missed="0" covered="4"/>
                    <counter type="COMPLEXITY" missed="0" covered="1"/>
                    <counter type="METHOD" missed="0" covered="1"/>
                  </method>
                  <method name="g" desc="()" line="8">
                    <counter type="INSTRUCTION" missed="2" covered="0"/>
                    <counter type="LINE" missed="2" covered="0"/>
                    <counter type="COMPLEXITY" missed="1" covered="0"/>
                    <counter type="METHOD" missed="1" covered="0"/>
                  </method>
                  <counter type="INSTRUCTION" missed="2" covered="4"/>
                  <counter type="BRANCH" missed="1" covered="3"/>
                  <counter type="LINE" missed="2" covered="4"/>
                  <counter type="COMPLEXITY" missed="1" covered="1"/>
                  <counter type="METHOD" missed="1" covered="1"/>
                  <counter type="CLASS" missed="0" covered="1"/>
                </class>
                <sourcefile name="a.c">
                  <line nr="1" mi="0" ci="1" mb="0" cb="0"/>
                  <line nr="2" mi="0" ci="1" mb="1" cb="3"/>
                  <line nr="3" mi="0" ci="1" mb="0" cb="0"/>
                  <line nr="5" mi="0" ci="1" mb="0" cb="0"/>
                  <line nr="8" mi="1" ci="0" mb="0" cb="0"/>
                  <line nr="9" mi="1" ci="0" mb="0" cb="0"/>
                  <counter type="INSTRUCTION" missed="2" covered="4"/>
                  <counter type="BRANCH" missed="1" covered="3"/>
                  <counter type="LINE" missed="2" covered="4"/>
                  <counter type="COMPLEXITY" missed="1" covered="1"/>
                  <counter type="METHOD" missed="1" covered="1"/>
                  <counter type="CLASS" missed="0" covered="1"/>
                </sourcefile>
                <counter type="INSTRUCTION" missed="2" covered="4"/>
                <counter type="BRANCH" missed="1" covered="3"/>
                <counter type="LINE" missed="2" covered="4"/>
                <counter type="COMPLEXITY" missed="1" covered="1"/>
                <counter type="METHOD" missed="1" covered="1"/>
                <counter type="CLASS" missed="0" covered="1"/>
              </package>
              <counter type="INSTRUCTION" missed="2" covered="4"/>
              <counter type="BRANCH" missed="1" covered="3"/>
              <counter type="LINE" missed="2" covered="4"/>
              <counter type="COMPLEXITY" missed="1" covered="1"/>
              <counter type="METHOD" missed="1" covered="1"/>
              <counter type="CLASS" missed="0" covered="1"/>
            </report>
        "#]],
        );
    }
}
