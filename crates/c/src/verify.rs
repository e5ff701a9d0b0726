//! Running tests of a file that were written before, without making any.

use crate::culprits;
use crate::judge::{self, Case, LEAK, Verdict};
use crate::part::{Linked, Native, Options};
use language::{Broken, BrokenKind, Error, Verified};
use std::path::Path;

/// Compiles files of tests and runs them natively, if that does no harm. A file that is not there is left out.
///
/// # Errors
///
/// When the compiler or the tests cannot be started.
pub(crate) fn verify(
    program: &Linked,
    options: &Options,
    out: &Path,
    files: &[String],
) -> Result<Verified, Error> {
    let mut verified = Verified { not_run: not_run(program, options), ..Verified::default() };
    let Some(source) = program.sources.first() else { return Ok(verified) };
    for file in files {
        let path = out.join(file);
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let Ok(whole) = std::fs::canonicalize(&path) else { continue };
        let tests = names(&text);
        verified.tests += tests.len();
        let others = program.sources.iter().enumerate().skip(1);
        let linked = others.map(|(index, other)| (other, format!("main_of_source_{index}")));
        let objects = program.beside.objects.as_deref();
        let case = Case { file: &whole, source, linked: linked.collect(), objects, tests };
        let verdict = match verified.not_run {
            None => judge::judge(&program.clang, &case),
            Some(_) => judge::compile(&program.clang, &case),
        };
        let broken = match verdict.map_err(Error::new)? {
            Verdict::Run(failed) => {
                failed.into_iter().map(|(test, said)| changed(test, file, &said)).collect()
            }
            Verdict::NotCompiled(said) => not_compiled(&text, file, &said),
        };
        verified.broken.extend(broken);
    }
    Ok(verified)
}

/// Why tests are not run natively.
fn not_run(program: &Linked, options: &Options) -> Option<String> {
    let project = &program.project;
    match options.native {
        Native::Always | Native::Confined => return None,
        Native::Never => return Some("tests are not to be run natively".to_owned()),
        Native::IfHarmless => {}
    }
    let (own, linked) = (project.own_functions(), project.linked_functions());
    let reaching = judge::reaching_out(&project.program, &own, &linked, &project.stubs);
    let first = reaching.first()?;
    Some(format!("the code calls `{first}`, which reaches outside its process; --native runs them"))
}

/// The names of the tests in a file, as its table lists them.
fn names(text: &str) -> Vec<String> {
    let row = |line: &str| {
        let (name, rest) = line.trim().strip_prefix("{\"")?.split_once('"')?;
        rest.strip_prefix(", ")?.starts_with(name).then(|| name.to_owned())
    };
    text.lines().filter_map(row).collect()
}

/// A test that fails now, and what it says.
fn changed(test: String, file: &str, said: &str) -> Broken {
    let name = file.rsplit('/').next().unwrap_or(file);
    let check = said.lines().find_map(|line| {
        let (_, rest) = line.strip_prefix("# ")?.split_once(&format!("{name}:"))?;
        let (number, condition) = rest.split_once(": ")?;
        Some((number.parse().ok()?, format!("`{condition}` no longer holds")))
    });
    let (line, text) = match check {
        Some((number, text)) => (Some(number), text),
        None => {
            let leak = said.strip_prefix(LEAK).map(|rest| rest.lines().next().unwrap_or(rest));
            let first = said
                .lines()
                .map(str::trim)
                .find(|line| line.contains("ERROR: ") || line.contains("runtime error: "));
            let said = leak.or(first).unwrap_or("it crashed without a message");
            (None, said.to_owned())
        }
    };
    Broken { test, file: file.to_owned(), line, kind: BrokenKind::Changed, text }
}

/// The tests that do not compile; one without a name if none can be blamed.
fn not_compiled(text: &str, file: &str, said: &str) -> Vec<Broken> {
    let name = file.rsplit('/').next().unwrap_or(file);
    let kind = BrokenKind::NotCompiled;
    let broken = |test: String, text: String| Broken {
        line: line_of(said, name, &text),
        file: file.to_owned(),
        test,
        kind,
        text,
    };
    let blamed = culprits::by_lines(text, name, said);
    match blamed.is_empty() {
        true => vec![broken(String::new(), culprits::first_error(said))],
        false => blamed.into_iter().map(|(test, text)| broken(test, text)).collect(),
    }
}

/// The line of a file that a compiler says something of.
fn line_of(said: &str, file: &str, message: &str) -> Option<u32> {
    let line = said.lines().find(|line| line.ends_with(message) && line.contains(file))?;
    line.split_once(&format!("{file}:"))?.1.split(':').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_that_fails_tells_its_line_and_its_condition() {
        let broken = changed("a".to_owned(), "x/test_a.c", "# ../x/test_a.c:12: f(1) == 2\n");
        assert_eq!(broken.line, Some(12));
        assert_eq!(broken.text, "`f(1) == 2` no longer holds");
        let died = changed("a".to_owned(), "test_a.c", "==1==ERROR: AddressSanitizer: SEGV\n");
        assert_eq!((died.line, &*died.text), (None, "==1==ERROR: AddressSanitizer: SEGV"));
    }

    #[test]
    fn tests_that_do_not_compile_are_told_by_their_lines() {
        let text = "static void a(void)\n{\n    f();\n}\n";
        let broken = not_compiled(text, "t/test_a.c", "t/test_a.c:3:5: error: no `f`\n");
        assert_eq!(broken.len(), 1);
        assert_eq!((&*broken[0].test, broken[0].line, &*broken[0].text), ("a", Some(3), "no `f`"));
        let all = not_compiled(text, "t/test_a.c", "a.c:1:1: error: broken\n");
        assert_eq!((&*all[0].test, &*all[0].text), ("", "broken"));
    }
}
