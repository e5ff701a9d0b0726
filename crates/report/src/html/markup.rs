//! Markup in which everything that is put in is escaped: literals are markup, values are text.

use std::fmt::{self, Display, Write};

/// Appends a literal of markup to [`Markup`]; each `{}` takes a value, which is escaped.
macro_rules! put {
    ($out:expr, $markup:literal $(, $value:expr)* $(,)?) => {
        $out.append(format_args!($markup $(, $crate::html::markup::Escaped(&$value))*))
    };
}
pub(crate) use put;

/// A piece of a page.
#[derive(Clone, Debug, Default)]
pub struct Markup(String);

impl Markup {
    /// Appends formatted markup; only [`put!`] calls it, which escapes all values.
    pub fn append(&mut self, arguments: fmt::Arguments<'_>) {
        let _ = self.0.write_fmt(arguments);
    }

    /// Appends another piece.
    pub fn add(&mut self, other: &Self) {
        self.0 += &other.0;
    }

    /// Appends a sentence in which code stands between backticks.
    pub fn prose(&mut self, text: &str) {
        for (index, part) in text.split('`').enumerate() {
            match index % 2 == 1 {
                true => put!(self, "<code>{}</code>", part),
                false => put!(self, "{}", part),
            }
        }
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text of the page.
    pub fn into_text(self) -> String {
        self.0
    }
}

/// A value as text between tags or in a quoted attribute.
pub struct Escaped<T>(pub T);

impl<T: Display> Display for Escaped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Escaping(f), "{}", self.0)
    }
}

struct Escaping<'e, 'f>(&'e mut fmt::Formatter<'f>);

impl Write for Escaping<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        while let Some(at) = rest.find(['&', '<', '>', '"', '\'', '\0', '\x0c']) {
            self.0.write_str(&rest[..at])?;
            self.0.write_str(match rest.as_bytes()[at] {
                b'&' => "&amp;",
                b'<' => "&lt;",
                b'>' => "&gt;",
                b'"' => "&quot;",
                b'\'' => "&#39;",
                // Browsers do not show these, or replace them.
                _ => "\u{fffd}",
            })?;
            rest = &rest[at + 1..];
        }
        self.0.write_str(rest)
    }
}

/// JSON for a `<script>` of data: nothing in it can end the element or begin a comment.
pub fn data(value: &serde_json::Value) -> String {
    value.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_text_whatever_is_in_them() {
        let mut markup = Markup::default();
        put!(markup, "<p title=\"{}\">{}</p>", "a\"b'", "</script><img src=x onerror=y> & \0");
        assert_eq!(
            markup.into_text(),
            "<p title=\"a&quot;b&#39;\">&lt;/script&gt;&lt;img src=x onerror=y&gt; &amp; \u{fffd}</p>"
        );
    }

    #[test]
    fn data_cannot_end_its_script() {
        let text = data(&serde_json::json!(["</script>", "<!--"]));
        assert_eq!(text, r#"["\u003c/script>","\u003c!--"]"#);
    }
}
