//! Which tests of a file keep it from compiling, and what the compiler says of them.

use std::collections::BTreeMap;

/// What a compiler says of tests, by their names.
pub type Said = BTreeMap<String, String>;

/// Tests of a file on which a compiler's errors lie, with the first error of each. `file` is the file's name, which
/// errors begin with.
pub fn by_lines(text: &str, file: &str, said: &str) -> Said {
    let owners = owners(text);
    let mut found = Said::new();
    for line in said.lines() {
        let Some((number, message)) = error(line, file) else { continue };
        if let Some(Some(test)) = owners.get(number.saturating_sub(1)) {
            found.entry((*test).to_owned()).or_insert_with(|| message.to_owned());
        }
    }
    found
}

/// The first error among what a compiler or linker said, without its place.
pub fn first_error(said: &str) -> String {
    let marked = |line: &str| {
        let at = ["error: ", "undefined reference"].iter().find_map(|mark| line.find(mark))?;
        Some(line[at..].trim_start_matches("error: ").trim().to_owned())
    };
    let first = said.lines().find_map(marked);
    first.unwrap_or_else(|| "the compiler gives no reason".to_owned())
}

/// The tests at fault among some, found by compiling halves. `compile` tells what is wrong with a file that has only
/// the tests in a range, and is asked at most `most` times: what is not known to compile by then is at fault too.
///
/// # Errors
///
/// When the compiler cannot be started.
pub fn by_halves<E>(
    names: &[String],
    most: usize,
    mut compile: impl FnMut(&[String]) -> Result<Option<String>, E>,
) -> Result<Said, E> {
    let mut found = Said::new();
    let mut open = vec![names];
    let mut asked = 0;
    let mut last = String::new();
    while let Some(part) = open.pop() {
        if part.is_empty() {
            continue;
        }
        if asked < most {
            asked += 1;
            match compile(part)? {
                None => continue,
                Some(said) => last = first_error(&said),
            }
        }
        match part {
            [test] => {
                found.insert(test.clone(), last.clone());
            }
            _ if asked >= most => {
                found.extend(part.iter().map(|test| (test.clone(), last.clone())));
            }
            _ => {
                let (first, second) = part.split_at(part.len() / 2);
                open.extend([second, first]);
            }
        }
    }
    Ok(found)
}

/// The test that each line of a file belongs to.
fn owners(text: &str) -> Vec<Option<&str>> {
    let mut owner = None;
    let mut owners = Vec::new();
    for line in text.lines() {
        let head = line.strip_prefix("static void ").and_then(|rest| rest.strip_suffix("(void)"));
        owner = head.or(owner);
        owners.push(owner);
        if line == "}" {
            owner = None;
        }
    }
    owners
}

/// The line of an error in a file, and what it says.
fn error<'l>(line: &'l str, file: &str) -> Option<(usize, &'l str)> {
    let at = line.find(file)? + file.len();
    let rest = line[at..].strip_prefix(':')?;
    let (number, rest) = rest.split_once(':')?;
    let message = match rest.split_once("error: ") {
        Some((_, message)) => message,
        // The linker has no word for it.
        None => rest.trim().strip_prefix("undefined reference").map(|_| rest.trim())?,
    };
    Some((number.parse().ok()?, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "int x;\n\nstatic void a(void)\n{\n    f();\n}\n\nstatic void b(void)\n{\n    g();\n}\nint y;\n";

    fn shown(said: &Said) -> Vec<(&str, &str)> {
        said.iter().map(|(test, said)| (test.as_str(), said.as_str())).collect()
    }

    #[test]
    fn an_error_belongs_to_the_test_on_whose_lines_it_lies() {
        let said = "/x/t.c:5:5: error: no `f`\n/x/t.c:5:9: error: more\nt.c:12:1: error: no test\n\
                    t.c:10:5: warning: odd\n/x/t.c:10: undefined reference to `g'\n";
        let found = by_lines(TEXT, "t.c", said);
        assert_eq!(shown(&found), [("a", "no `f`"), ("b", "undefined reference to `g'")]);
        assert_eq!(by_lines(TEXT, "t.c", "a.h:5:5: error: elsewhere\n"), Said::new());
    }

    #[test]
    fn halving_finds_the_tests_at_fault_and_no_others() {
        let names: Vec<String> = ('a'..='h').map(String::from).collect();
        let mut asked = 0;
        let mut compile = |part: &[String]| {
            asked += 1;
            let wrong = part.iter().find(|name| ["c", "h"].contains(&name.as_str()));
            Ok::<_, ()>(wrong.map(|name| format!("t.c:1:1: error: not {name}")))
        };
        let found = by_halves(&names, 100, &mut compile).unwrap();
        assert_eq!(shown(&found), [("c", "not c"), ("h", "not h")]);
        assert!(asked < 16, "{asked}");
    }

    #[test]
    fn what_cannot_be_asked_any_more_is_at_fault() {
        let names: Vec<String> = ('a'..='d').map(String::from).collect();
        let mut compile = |_: &[String]| Ok::<_, ()>(Some("error: all".to_owned()));
        let found = by_halves(&names, 2, &mut compile).unwrap();
        assert_eq!(found.len(), 4);
        assert!(found.values().all(|said| said == "all"));
    }
}
