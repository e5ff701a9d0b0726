//! JaCoCo's report in XML, read back as counters.

use std::collections::BTreeMap;

use jacoco::{Counters, LineCounters, Lines, MethodCounters, Tally};

/// The counters of every class in a report, by the internal name of the class.
pub fn read(xml: &str) -> BTreeMap<String, Counters> {
    let mut classes = BTreeMap::new();
    let mut open: Option<(String, Counters)> = None;
    let mut method: Option<MethodCounters> = None;
    for tag in xml.split('<').filter_map(|part| part.split_once('>')).map(|(tag, _)| tag) {
        match tag.split([' ', '/']).find(|part| !part.is_empty()) {
            Some("class") if tag.starts_with('/') => classes.extend(open.take()),
            Some("class") => {
                open = attribute(tag, "name").map(|name| (name, Counters::default()));
                if tag.ends_with('/') {
                    classes.extend(open.take());
                }
            }
            Some("method") if tag.starts_with('/') => {
                if let (Some((_, class)), Some(method)) = (&mut open, method.take()) {
                    class.by_method.push(method);
                }
            }
            Some("method") => {
                let text = |name| attribute(tag, name).unwrap_or_default();
                let key = (text("name"), text("desc"));
                let line = attribute(tag, "line").and_then(|line| line.parse().ok());
                method = Some(MethodCounters { method: key, line, ..MethodCounters::default() });
            }
            Some("counter") => {
                if let Some((_, class)) = &mut open {
                    count(tag, class, method.as_mut());
                }
            }
            _ => {}
        }
    }
    classes
}

/// Puts a counter where it belongs: to the method that is open, or else to the class.
fn count(tag: &str, class: &mut Counters, method: Option<&mut MethodCounters>) {
    let number = |name| attribute(tag, name).and_then(|text| text.parse().ok()).unwrap_or(0);
    let (missed, covered): (u32, u32) = (number("missed"), number("covered"));
    let tally = Tally { covered, total: missed + covered };
    match (attribute(tag, "type").as_deref(), method) {
        (Some("INSTRUCTION"), None) => class.instructions = tally,
        (Some("BRANCH"), None) => class.branches = tally,
        (Some("LINE"), None) => class.lines = tally,
        (Some("COMPLEXITY"), None) => class.complexity = tally,
        (Some("METHOD"), None) => class.methods = tally,
        (Some("INSTRUCTION"), Some(method)) => method.instructions = tally,
        (Some("BRANCH"), Some(method)) => method.branches = tally,
        (Some("LINE"), Some(method)) => method.lines = tally,
        (Some("COMPLEXITY"), Some(method)) => method.complexity = tally,
        _ => {}
    }
}

/// The counters of every line in a report, by the path of the source file below a root of sources.
pub fn read_lines(xml: &str) -> BTreeMap<String, Lines> {
    let mut files = BTreeMap::<String, Lines>::new();
    let (mut package, mut file) = (String::new(), String::new());
    for tag in xml.split('<').filter_map(|part| part.split_once('>')).map(|(tag, _)| tag) {
        let text = |name| attribute(tag, name).unwrap_or_default();
        let number = |name| text(name).parse::<u32>().unwrap_or(0);
        let tally = |covered, missed| {
            let covered = number(covered);
            Tally { covered, total: covered + number(missed) }
        };
        match tag.split(' ').next() {
            Some("package") => package = text("name"),
            Some("sourcefile") => {
                let parts = [package.as_str(), &text("name")].map(str::to_owned);
                file =
                    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/");
            }
            Some("line") => {
                let counters =
                    LineCounters { instructions: tally("ci", "mi"), branches: tally("cb", "mb") };
                let line = u16::try_from(number("nr")).unwrap_or(0);
                files.entry(file.clone()).or_default().insert(line, counters);
            }
            _ => {}
        }
    }
    files
}

/// The value of an attribute of a tag.
pub(super) fn attribute(tag: &str, name: &str) -> Option<String> {
    let start = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    let value = tag[start..].split('"').next()?;
    let plain = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&#10;", "\n"),
        ("&amp;", "&"),
    ];
    Some(plain.iter().fold(value.to_owned(), |text, (entity, char)| text.replace(entity, char)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_of_the_source_file_they_stand_in() {
        let xml = "<package name=\"a/b\"><sourcefile name=\"C.java\"><line nr=\"7\" mi=\"1\" ci=\"2\" mb=\"3\" cb=\"4\"/>\
            </sourcefile></package><package name=\"\"><sourcefile name=\"D.java\"><line nr=\"9\" mi=\"0\" ci=\"1\" mb=\"0\" cb=\"0\"/>\
            </sourcefile></package>";
        let files = read_lines(xml);
        let tally = |covered, total| Tally { covered, total };
        assert_eq!(files.keys().collect::<Vec<_>>(), ["D.java", "a/b/C.java"]);
        let line = LineCounters { instructions: tally(2, 3), branches: tally(4, 7) };
        assert_eq!(files["a/b/C.java"], Lines::from([(7, line)]));
        let line = LineCounters { instructions: tally(1, 1), branches: tally(0, 0) };
        assert_eq!(files["D.java"], Lines::from([(9, line)]));
    }

    #[test]
    fn counters_of_methods_and_classes_are_told_apart() {
        let xml = "<report name=\"x\"><package name=\"a\"><class name=\"a/B$C\" sourcefilename=\"B.java\">\
            <method name=\"&lt;init&gt;\" desc=\"()V\" line=\"3\"><counter type=\"INSTRUCTION\" missed=\"1\" covered=\"2\"/>\
            <counter type=\"LINE\" missed=\"0\" covered=\"1\"/></method>\
            <counter type=\"INSTRUCTION\" missed=\"1\" covered=\"2\"/><counter type=\"BRANCH\" missed=\"3\" covered=\"1\"/>\
            </class><class name=\"a/Empty\"/><counter type=\"BRANCH\" missed=\"9\" covered=\"9\"/></package></report>";
        let classes = read(xml);
        assert_eq!(classes.keys().collect::<Vec<_>>(), ["a/B$C", "a/Empty"]);
        let class = &classes["a/B$C"];
        assert_eq!(class.branches, Tally { covered: 1, total: 4 });
        assert_eq!(class.by_method[0].method, ("<init>".to_owned(), "()V".to_owned()));
        assert_eq!(class.by_method[0].instructions, Tally { covered: 2, total: 3 });
    }
}
