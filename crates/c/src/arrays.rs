//! Parameters that are written as arrays: debug information tells of pointers only, the source says how
//! long they are.

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
        let lengths = lengths(text, program.functions[callable.function].source_name());
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

/// The first dimension of a parameter that is an array, or of a type that is.
fn length(text: &str, parameter: &str) -> Option<u32> {
    if parameter.contains('(') {
        return None;
    }
    let dimension = match parameter.split_once('[') {
        Some((_, behind)) => behind.split_once(']')?.0.trim(),
        None => named(text, parameter)?,
    };
    let dimension = dimension.strip_prefix("static ").unwrap_or(dimension);
    Constant { text, rest: dimension.trim(), depth: DEEPEST }.whole()?.try_into().ok()
}

/// The first dimension of the type of a parameter, where `typedef` makes an array of it.
fn named<'t>(text: &'t str, parameter: &str) -> Option<&'t str> {
    if parameter.contains('*') {
        return None;
    }
    let word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let wanted: Vec<&str> = parameter.split_whitespace().collect();
    text.match_indices("typedef").find_map(|(at, keyword)| {
        let (declared, _) = text[at + keyword.len()..].split_once(';')?;
        let (head, dimension) = declared.split_once('[')?;
        let head = head.trim_end();
        let name = head.rsplit(|letter| !word(letter)).next()?;
        let is_plain = !head.contains(['{', '(', '*']);
        (is_plain && wanted.split_last()?.1.contains(&name)).then_some(())?;
        Some(dimension.split_once(']')?.0.trim())
    })
}

/// Macros that may stand for one another.
const DEEPEST: u32 = 8;

/// A constant of the source as it is read: numbers, macros that are constants, sums, products and shifts.
struct Constant<'t> {
    text: &'t str,
    rest: &'t str,
    depth: u32,
}

impl<'t> Constant<'t> {
    fn whole(mut self) -> Option<u64> {
        let value = self.level(0)?;
        self.rest.trim_start().is_empty().then_some(value)
    }

    /// What binds at least as strongly as a level: shifts, sums, products.
    fn level(&mut self, level: usize) -> Option<u64> {
        const LEVELS: [&[&str]; 3] = [&["<<", ">>"], &["+", "-"], &["*", "/"]];
        let Some(operators) = LEVELS.get(level) else { return self.single() };
        let mut value = self.level(level + 1)?;
        loop {
            let rest = self.rest.trim_start();
            let Some(operator) = operators.iter().find(|operator| rest.starts_with(**operator))
            else {
                return Some(value);
            };
            self.rest = &rest[operator.len()..];
            let right = self.level(level + 1)?;
            value = match *operator {
                "<<" => value.checked_mul(1_u64.checked_shl(right.try_into().ok()?)?)?,
                ">>" => value.checked_shr(right.try_into().ok()?)?,
                "+" => value.checked_add(right)?,
                "-" => value.checked_sub(right)?,
                "*" => value.checked_mul(right)?,
                _ => value.checked_div(right)?,
            };
        }
    }

    fn single(&mut self) -> Option<u64> {
        let rest = self.rest.trim_start();
        if let Some(inside) = rest.strip_prefix('(') {
            self.rest = inside;
            let value = self.level(0)?;
            self.rest = self.rest.trim_start().strip_prefix(')')?;
            return Some(value);
        }
        let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
        self.rest = behind;
        let number = word.trim_end_matches(['u', 'U', 'l', 'L']);
        let parsed = match number.strip_prefix("0x").or_else(|| number.strip_prefix("0X")) {
            Some(digits) => u64::from_str_radix(digits, 16),
            None => number.parse(),
        };
        parsed.ok().or_else(|| self.defined(word))
    }

    /// What a macro stands for.
    fn defined(&self, name: &str) -> Option<u64> {
        let depth = self.depth.checked_sub(1)?;
        let rest = self.text.lines().find_map(|line| {
            let rest = line.trim_start().strip_prefix("#define")?.trim_start();
            rest.strip_prefix(name)?.strip_prefix([' ', '\t'])
        })?;
        let rest = rest.split("/*").next()?.split("//").next()?;
        Constant { text: self.text, rest: rest.trim(), depth }.whole()
    }
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
    fn a_parameter_of_a_named_array_type_is_as_long_as_the_type() {
        let text = "#define LOG 3 /* small */\n#define SIZE (1 << LOG)\n#define LOOP LOOP\n\
            typedef unsigned char row[SIZE * 2 - 0x1U];\ntypedef int *rows[4];\ntypedef int odd[LOOP];\n\
            int f(const row r, row *p, rows v, odd o, int row) {\n";
        assert_eq!(lengths(text, "f"), [Some(15), None, None, None, None]);
    }

    #[test]
    fn a_list_that_a_macro_makes_tells_nothing() {
        assert_eq!(
            lengths("int g(int v[6]) { return f(v); }\nDECLARE(f) { return 0; }\n", "f"),
            []
        );
    }
}
