//! JaCoCo's report in XML, read back as counters.

use std::collections::BTreeMap;

use jacoco::{Counters, MethodCounters, Tally};

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
                method = Some(MethodCounters { method: key, ..MethodCounters::default() });
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
        (Some("METHOD"), None) => class.methods = tally,
        (Some("INSTRUCTION"), Some(method)) => method.instructions = tally,
        (Some("BRANCH"), Some(method)) => method.branches = tally,
        (Some("LINE"), Some(method)) => method.lines = tally,
        _ => {}
    }
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
