//! The text of a test, cut out of its file.

/// The text of the function that has a name: from the annotations and comments above it to the brace that closes it.
pub fn snippet(file: &str, name: &str) -> Option<String> {
    let lines: Vec<&str> = file.lines().collect();
    let first = lines.iter().position(|line| declares(line, name))?;
    let indent = lines[first].len() - lines[first].trim_start().len();
    let closes = |line: &&str| {
        line.get(..indent).is_some_and(|start| start.trim().is_empty())
            && line[indent..].starts_with('}')
    };
    let last = first + lines[first..].iter().position(closes)?;
    let belongs = |line: &str| line.trim_start().starts_with(['@', '*', '/']);
    let from = (0..first).rev().take_while(|at| belongs(lines[*at])).last().unwrap_or(first);
    let cut = |line: &&str| line.get(indent..).unwrap_or(line.trim_start()).to_owned();
    Some(lines[from..=last].iter().map(cut).collect::<Vec<_>>().join("\n"))
}

/// Whether a line begins the definition of a function: its name after a word, before a parenthesis, and no semicolon.
fn declares(line: &str, name: &str) -> bool {
    let Some(at) = line.find(&format!("{name}(")) else { return false };
    let before = &line[..at];
    before.ends_with("void ") && !line.trim_end().ends_with(';')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_c_function_is_cut_out_without_its_prototype() {
        let file = "static void f_1(void);\n\nstatic void f_1(void)\n{\n    if (x) {\n    }\n}\n\nstatic void f_10(void)\n{\n}\n";
        assert_eq!(
            snippet(file, "f_1").unwrap(),
            "static void f_1(void)\n{\n    if (x) {\n    }\n}"
        );
        assert_eq!(snippet(file, "f_10").unwrap(), "static void f_10(void)\n{\n}");
        assert_eq!(snippet(file, "f_2"), None);
    }

    #[test]
    fn a_method_comes_with_its_annotations_and_without_its_indent() {
        let file = "class T {\n    @Test\n    void a() throws Exception {\n        b();\n    }\n\n    @Test\n    void b() {\n    }\n}\n";
        assert_eq!(snippet(file, "a").unwrap(), "@Test\nvoid a() throws Exception {\n    b();\n}");
    }
}
