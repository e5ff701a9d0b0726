//! Parameters that are written as arrays: debug information tells of pointers only, the source says how
//! long they are.

use crate::units::source_name;
use program::catalogue::{ApiItem, ApiType, ApiTypeId};
use program::{FileId, Program};
use std::collections::BTreeMap;

/// Gives parameters such as `int v[6]` the type of an array of that length. `text_of` reads a source file by
/// the name that the program knows it by.
pub fn declare(program: &mut Program, text_of: impl Fn(&str) -> Option<String>) {
    let mut texts: BTreeMap<FileId, Option<String>> = BTreeMap::new();
    let mut found: Vec<(usize, usize, u32)> = Vec::new();
    for (item, listed) in program.catalogue.items.iter().enumerate() {
        let ApiItem::Function(callable) = listed else { continue };
        let Some(span) = program.functions[callable.function].span else { continue };
        let text = texts.entry(span.file).or_insert_with(|| text_of(&program.files[span.file]));
        let Some(text) = text else { continue };
        let lengths = lengths(text, source_name(program, callable.function));
        if lengths.len() == callable.params.len() {
            let known = lengths.into_iter().enumerate();
            found.extend(known.filter_map(|(index, length)| Some((item, index, length?))));
        }
    }
    for (item, index, length) in found {
        let ApiItem::Function(callable) = &program.catalogue.items[item] else { continue };
        let Some(element) = pointee(program, callable.params[index].1) else { continue };
        let array = ApiType::Array { element, length: Some(length) };
        let array = program.catalogue.types.push(array);
        if let ApiItem::Function(callable) = &mut program.catalogue.items[item] {
            callable.params[index].1 = array;
        }
    }
}

fn pointee(program: &Program, ty: ApiTypeId) -> Option<ApiTypeId> {
    match &program.catalogue.types[ty] {
        ApiType::Pointer(target) => Some(*target),
        _ => None,
    }
}

/// The lengths of a function's parameters, as far as they are arrays.
fn lengths(text: &str, name: &str) -> Vec<Option<u32>> {
    let word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let definition = text.match_indices(name).find_map(|(at, _)| {
        let list = text[at + name.len()..].trim_start().strip_prefix('(')?;
        let (inside, behind) = parameters(list)?;
        // What is followed by a body is a definition and no call.
        let whole = !text[..at].chars().next_back().is_some_and(word);
        (whole && behind.trim_start().starts_with('{')).then_some(inside)
    });
    let parameters = definition.map(split).unwrap_or_default();
    parameters.into_iter().map(|parameter| length(text, parameter)).collect()
}

/// A list of parameters up to its closing parenthesis, and what follows.
fn parameters(list: &str) -> Option<(&str, &str)> {
    let mut depth = 1;
    for (index, letter) in list.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            // No list of parameters has these.
            '{' | ';' => return None,
            _ => {}
        }
        if depth == 0 {
            return Some((&list[..index], &list[index + 1..]));
        }
    }
    None
}

/// The parameters of a list.
fn split(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (index, letter) in list.char_indices() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&list[start..index]);
                start = index + 1;
            }
            _ => {}
        }
    }
    if !list.trim().is_empty() {
        parts.push(&list[start..]);
    }
    parts
}

/// The first dimension of a parameter that is an array: a number, or a macro that is one.
fn length(text: &str, parameter: &str) -> Option<u32> {
    if parameter.contains('(') {
        return None;
    }
    let (_, dimension) = parameter.split_once('[')?;
    let (dimension, _) = dimension.split_once(']')?;
    let dimension = dimension.trim();
    let dimension = dimension.strip_prefix("static ").unwrap_or(dimension).trim();
    dimension.parse().ok().or_else(|| {
        let mut lines = text.lines();
        lines.find_map(|line| {
            let rest = line.trim_start().strip_prefix("#define")?.trim_start();
            rest.strip_prefix(dimension)?.strip_prefix([' ', '\t'])?.trim().parse().ok()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_parameter_tells_its_length_as_a_number_or_by_a_macro() {
        let text = "#define N 4\nint f(int v[5]);\nint f(\n    int v[6], double (*g)(int a[3]), char s[],\n    long m[N][2], int *p)\n{\n";
        assert_eq!(lengths(text, "f"), [Some(6), None, None, Some(4), None]);
    }

    #[test]
    fn a_list_that_a_macro_makes_tells_nothing() {
        assert_eq!(
            lengths("int g(int v[6]) { return f(v); }\nDECLARE(f) { return 0; }\n", "f"),
            []
        );
    }
}
