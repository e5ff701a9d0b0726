//! Writing XML.

use std::fmt::Write as _;

/// XML that is being written: elements are indented by how deep they are.
pub struct Xml {
    text: String,
    open: Vec<&'static str>,
}

impl Xml {
    /// A document that begins with a declaration and, if one is given, with its type.
    pub fn new(doctype: Option<&str>) -> Self {
        let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
        if let Some(doctype) = doctype {
            let _ = writeln!(text, "<!DOCTYPE {doctype}>");
        }
        Self { text, open: Vec::new() }
    }

    /// Begins an element that has others inside.
    pub fn begin(&mut self, name: &'static str, attributes: &[(&str, &str)]) {
        self.tag(name, attributes, ">");
        self.open.push(name);
    }

    /// Ends the element that was begun last.
    pub fn end(&mut self) {
        if let Some(name) = self.open.pop() {
            self.indent();
            let _ = writeln!(self.text, "</{name}>");
        }
    }

    /// An element with nothing inside.
    pub fn empty(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.tag(name, attributes, "/>");
    }

    /// An element with a text inside.
    pub fn text(&mut self, name: &str, attributes: &[(&str, &str)], text: &str) {
        self.tag(name, attributes, ">");
        self.text.pop();
        let _ = writeln!(self.text, "{}</{name}>", escaped(text));
    }

    /// The document; what is open is ended.
    pub fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.end();
        }
        self.text
    }

    fn indent(&mut self) {
        self.text.extend(self.open.iter().map(|_| "  "));
    }

    fn tag(&mut self, name: &str, attributes: &[(&str, &str)], end: &str) {
        self.indent();
        let _ = write!(self.text, "<{name}");
        for (key, value) in attributes {
            let _ = write!(self.text, " {key}=\"{}\"", escaped(value));
        }
        let _ = writeln!(self.text, "{end}");
    }
}

/// A text in which nothing is taken for markup. What XML 1.0 cannot hold is replaced.
fn escaped(text: &str) -> String {
    let mut plain = String::new();
    for char in text.chars() {
        match char {
            '<' => plain += "&lt;",
            '>' => plain += "&gt;",
            '&' => plain += "&amp;",
            '"' => plain += "&quot;",
            '\n' => plain += "&#10;",
            '\t' => plain += "&#9;",
            char if char < ' ' || matches!(char, '\u{fffe}' | '\u{ffff}') => plain.push('\u{fffd}'),
            char => plain.push(char),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_nested_and_nothing_in_a_text_is_taken_for_markup() {
        let mut xml = Xml::new(None);
        xml.begin("a", &[("name", "<init>")]);
        xml.empty("b", &[("x", "\"&\"\n\u{1}")]);
        xml.text("c", &[], "1 < 2");
        assert_eq!(
            xml.finish(),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a name=\"&lt;init&gt;\">\n  \
             <b x=\"&quot;&amp;&quot;&#10;\u{fffd}\"/>\n  <c>1 &lt; 2</c>\n</a>\n"
        );
    }
}
