//! What JUnit's launcher writes about tests, read back.

use std::collections::BTreeMap;

use super::report::attribute;

/// What became of tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Results {
    /// Those that passed, by class and method: `demo.FooTest.addsTwo`.
    pub passed: Vec<String>,
    /// Those that did not, with what they said.
    pub failed: BTreeMap<String, String>,
}

impl Results {
    /// Adds the tests of a file of results.
    pub fn read(&mut self, xml: &str) {
        let xml = plain(xml);
        for part in xml.split("<testcase ").skip(1) {
            let Some((tag, content)) = part.split_once('>') else { continue };
            // The attributes are looked for with a space before them.
            let tag = format!(" {tag}");
            let text = |name| attribute(&tag, name).unwrap_or_default();
            let method = text("name");
            let name = format!("{}.{}", text("classname"), method.trim_end_matches("()"));
            let content = content.trim_start();
            let is_bad = ["<failure", "<error"].iter().any(|start| content.starts_with(start));
            if is_bad && !tag.ends_with('/') {
                let (tag, rest) = content.split_once('>').unwrap_or((content, ""));
                let said = attribute(tag, "message").unwrap_or_default();
                let kind = attribute(tag, "type").unwrap_or_default();
                let trace = rest.split("</").next().unwrap_or_default();
                self.failed.insert(name, format!("{kind}: {said}\n{}", unescaped(trace)));
            } else if !content.starts_with("<skipped") {
                self.passed.push(name);
            }
        }
        self.passed.sort();
    }

    /// Adds what became of tests in another run: those passed that never failed.
    pub fn join(&mut self, others: Self) {
        self.passed.extend(others.passed);
        for (test, said) in others.failed {
            self.failed.entry(test).or_insert(said);
        }
        self.passed.sort();
        self.passed.dedup();
        self.passed.retain(|test| !self.failed.contains_key(test));
    }
}

/// The text with its literal parts escaped like the rest.
fn plain(xml: &str) -> String {
    let mut text = String::with_capacity(xml.len());
    let mut rest = xml;
    while let Some((before, literal)) = rest.split_once("<![CDATA[") {
        text.push_str(before);
        let (literal, after) = literal.split_once("]]>").unwrap_or((literal, ""));
        text.push_str(&literal.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;"));
        rest = after;
    }
    text + rest
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passed_failed_and_skipped_tests_are_told_apart_whatever_they_print() {
        let xml = r#"<testsuite name="JUnit Jupiter">
<testcase name="good()" classname="a.BTest" time="0.1">
<system-out><![CDATA[<testcase name="printed()" classname="x"><failure/>]]></system-out>
</testcase>
<testcase name="bad()" classname="a.BTest" time="0.2">
<failure message="expected: &lt;1&gt; but was: &lt;2&gt;" type="org.opentest4j.AssertionFailedError"><![CDATA[at a.BTest.bad(BTest.java:3)]]></failure>
</testcase>
<testcase name="off()" classname="a.BTest"><skipped/></testcase>
</testsuite>"#;
        let mut results = Results::default();
        results.read(xml);
        assert_eq!(results.passed, ["a.BTest.good"]);
        assert_eq!(
            results.failed["a.BTest.bad"],
            "org.opentest4j.AssertionFailedError: expected: <1> but was: <2>\nat a.BTest.bad(BTest.java:3)"
        );
        assert_eq!(results.failed.len(), 1);
    }
}
