//! `ferret fmt`: the canonical text of a program.

use crate::Report;
use crate::failure::Failure;
use crate::load::{self, Source};
use crate::options::FmtOptions;

/// Prints, checks or writes the canonical form.
pub fn fmt(options: &FmtOptions) -> Result<Report, Failure> {
    let source = load::read(&options.file)?;
    let canonical = program::text::print(&load::parse(&source)?);
    let report = |text: String, well: bool| Report { text, notes: String::new(), well };
    if options.check {
        return Ok(match difference(&source, &canonical) {
            Some(difference) => report(difference, false),
            None => report(String::new(), true),
        });
    }
    if !options.write {
        return Ok(report(canonical, true));
    }
    if options.file.as_os_str() == "-" {
        return Err(Failure::new("standard input cannot be written back").help("leave --write out"));
    }
    if let Some(line) = source.text.lines().position(|line| without_comment(line) != line) {
        return Err(Failure::new(format!(
            "{}:{}: the canonical form has no comments and this one would be lost",
            source.name,
            line + 1
        ))
        .help("leave --write out and copy what you want yourself"));
    }
    if source.text == canonical {
        return Ok(report(String::new(), true));
    }
    std::fs::write(&options.file, &canonical)
        .map_err(|error| Failure::new(format!("cannot write `{}`: {error}", source.name)))?;
    Ok(report(format!("wrote {}\n", source.name), true))
}

/// The first line that is not as in the canonical form.
fn difference(source: &Source, canonical: &str) -> Option<String> {
    let mut wanted = significant(canonical).map(|(_, line)| line);
    for (number, line) in significant(&source.text) {
        match wanted.next() {
            Some(wanted) if wanted == line => {}
            Some(wanted) => {
                let name = &source.name;
                return Some(format!("{name}:{number}: not canonical\n- {line}\n+ {wanted}\n"));
            }
            None => return Some(format!("{}:{number}: not canonical\n- {line}\n", source.name)),
        }
    }
    wanted
        .next()
        .map(|wanted| format!("{}: not canonical: a line is missing\n+ {wanted}\n", source.name))
}

/// Lines and their numbers, without comments, blanks at the end, and lines that have nothing else.
fn significant(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate();
    lines
        .map(|(index, line)| (index + 1, without_comment(line).trim_end()))
        .filter(|(_, line)| !line.is_empty())
}

/// A line up to its comment.
fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    let mut escaped = false;
    for (index, byte) in line.bytes().enumerate() {
        match byte {
            b';' if !quoted => return &line[..index],
            b'"' if !escaped => quoted = !quoted,
            _ => {}
        }
        escaped = quoted && byte == b'\\' && !escaped;
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_semicolon_inside_a_string_begins_no_comment() {
        assert_eq!(without_comment("a ; b"), "a ");
        assert_eq!(without_comment(r#"a "b;c" ; d"#), r#"a "b;c" "#);
        assert_eq!(without_comment(r#"a "b\";c" ; d"#), r#"a "b\";c" "#);
        assert_eq!(without_comment(r#"a "b\\" ; d"#), r#"a "b\\" "#);
        assert_eq!(without_comment("no comment"), "no comment");
    }
}
