//! Macros of a source that share a name with what tests mention.
//!
//! A scanner that flex wrote defines each of its start conditions as a number, also where a record of a header has a field
//! of that name. Behind the source no code of its own needs such a macro any more, so tests undefine it.

use program::Program;
use program::catalogue::ApiType;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The macros without parameters that a source defines, but for those that stand for themselves.
pub fn defined(source: &str) -> impl Iterator<Item = &str> {
    source.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("define")?;
        let rest = rest.strip_prefix([' ', '\t'])?.trim_start();
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let end = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
        let (name, value) = rest.split_at(end);
        (!name.is_empty() && !value.starts_with('(') && value.trim() != name).then_some(name)
    })
}

/// Undefines the macros whose names are those of fields, types, functions or variables that tests mention.
pub fn undefined(macros: &BTreeSet<String>, program: &Program, tests: &str) -> String {
    let names = names(program);
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let mentioned: BTreeSet<&str> = tests.split(|letter| !is_part(letter)).collect();
    let hidden = macros.iter().map(String::as_str);
    let hidden: Vec<&str> =
        hidden.filter(|name| names.contains(name) && mentioned.contains(name)).collect();
    if hidden.is_empty() {
        return String::new();
    }
    let mut text = "/* Macros of the source with names that the tests need. */\n".to_owned();
    for name in hidden {
        let _ = writeln!(text, "#undef {name}");
    }
    text.push('\n');
    text
}

fn names(program: &Program) -> BTreeSet<&str> {
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for ty in program.catalogue.types.values() {
        match ty {
            ApiType::Record { name, fields, .. } => {
                names.insert(name);
                names.extend(fields.iter().map(|field| field.name.as_str()));
            }
            ApiType::Enum { name, enumerators, .. } => {
                names.insert(name);
                names.extend(enumerators.iter().map(|(name, _)| name.as_str()));
            }
            ApiType::Alias { name, .. } | ApiType::Opaque(name) => {
                names.insert(name);
            }
            _ => {}
        }
    }
    names.extend(program.functions.values().map(program::Function::source_name));
    names.extend(program.globals.values().map(program::Global::source_name));
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_macro_with_parameters_or_one_that_stands_for_itself_is_none_of_them() {
        let source =
            "#define comment 1\n  # define\tflag\n#define MAX(a) a\n#define X X\n#undef y\n";
        assert_eq!(defined(source).collect::<Vec<_>>(), ["comment", "flag"]);
    }
}
