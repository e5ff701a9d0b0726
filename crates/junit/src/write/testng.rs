//! TestNG's assertions: the value that was seen comes before the one that is expected, and some have other names.

/// How an assertion is written for TestNG, from how JUnit has it.
pub(super) fn spelled<'a>(
    name: &'static str,
    arguments: &[&'a str],
) -> (&'static str, Vec<&'a str>) {
    let mut arguments = arguments.to_vec();
    let name = if name == "assertArrayEquals" { "assertEquals" } else { name };
    if matches!(name, "assertEquals" | "assertNotEquals" | "assertSame") && arguments.len() > 1 {
        arguments.swap(0, 1);
    }
    (name, arguments)
}

#[cfg(test)]
mod tests {
    use super::spelled;

    #[test]
    fn what_was_seen_comes_first() {
        assert_eq!(spelled("assertEquals", &["1", "x"]), ("assertEquals", vec!["x", "1"]));
        let near = spelled("assertArrayEquals", &["a", "b", "0.1"]);
        assert_eq!(near, ("assertEquals", vec!["b", "a", "0.1"]));
        assert_eq!(spelled("assertTrue", &["x"]), ("assertTrue", vec!["x"]));
    }
}
