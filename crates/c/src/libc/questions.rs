//! What the library asks of the environment: every name of a stream that answers it.
//!
//! Without an answer the library does what [`Question::default`] says: a program that is given no streams
//! runs as on a quiet machine where nothing fails.

use machine::{Context, Models, Stop, Value, argument};
use program::{ConvertOp, Type};
use trace::{TrapKind, Wanted};

/// A question of the library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// The name of the stream that answers it.
    pub name: &'static str,
    /// Type of the answers.
    pub ty: Type,
    /// What is asked.
    pub meaning: &'static str,
    /// What is taken without an answer.
    pub default: &'static str,
}

const fn question(
    name: &'static str,
    ty: Type,
    meaning: &'static str,
    default: &'static str,
) -> Question {
    Question { name, ty, meaning, default }
}

/// All questions, in the order of the constants `ASK_…` in the library's header. Beside them there are two
/// for each variable of the environment, which are asked when the program first looks for it:
/// `getenv.NAME.set` (`i1`: whether it is set; by default whether the environment has it) and, where it
/// is set but the environment does not have it, `getenv.NAME` (`i8`: the bytes of its value, up to the
/// first zero).
pub const QUESTIONS: &[Question] = &[
    question(
        "rand",
        Type::I32,
        "the next number of rand or random, modulo 2^31",
        "as glibc has it",
    ),
    question("time", Type::I64, "seconds since 1970, at each look at the clock", "as last time"),
    question("time.nanoseconds", Type::I32, "the fraction of that second, modulo 10^9", "0"),
    question("clock", Type::I64, "microseconds of processor time that were used", "0"),
    question(
        "malloc.fails",
        Type::BOOL,
        "whether malloc, calloc, realloc, strdup… give null",
        "no",
    ),
    question(
        "fopen.fails",
        Type::BOOL,
        "whether a file that fopen or open could open is denied",
        "no",
    ),
    question("read.fails", Type::BOOL, "whether a read from a file ends with EIO", "no"),
    question("read.most", Type::I64, "how many bytes one read gives at most, if above 0", "all"),
    question("write.fails", Type::BOOL, "whether a write to a file ends with ENOSPC", "no"),
    question("close.fails", Type::BOOL, "whether the close of a written file ends with EIO", "no"),
];

/// The longest name of a variable or path of a file that is asked for.
const LONGEST_NAME: u64 = 256;

/// The type of the answers to a question, if there is one of that name.
pub fn answer_type(name: &str) -> Option<Type> {
    if let Some(question) = QUESTIONS.iter().find(|question| question.name == name) {
        return Some(question.ty);
    }
    let variable = name.strip_prefix("getenv.").filter(|variable| !variable.is_empty())?;
    let is_set = variable.strip_suffix(".set").is_some_and(|variable| !variable.is_empty());
    Some(if is_set { Type::BOOL } else { Type::I8 })
}

/// Adds the primitives by which the library asks. What does not satisfy `is_asked` is never asked: the library takes the
/// default.
pub(super) fn add(models: &mut Models, is_asked: &dyn Fn(&str) -> bool) {
    let asked: Vec<bool> = QUESTIONS.iter().map(|question| is_asked(question.name)).collect();
    models.add("__ferret_ask", move |context: &mut dyn Context, arguments: &[Value]| {
        let index = context.concrete(argument(arguments, 0)?) as usize;
        let question = QUESTIONS.get(index).ok_or(Stop::Trap(TrapKind::BadCall))?;
        let default = argument(arguments, 1)?;
        Ok(Some(match asked[index] {
            true => ask(context, question.name, question.ty, default),
            false => default,
        }))
    });
    models.add("__ferret_want", |context: &mut dyn Context, arguments: &[Value]| {
        let wanted = match context.concrete(argument(arguments, 0)?) {
            0 => Wanted::StandardInput,
            _ => Wanted::File(text(context, argument(arguments, 1)?)?),
        };
        context.want(wanted);
        Ok(None)
    });
    models.add("__ferret_ask_variable", |context: &mut dyn Context, arguments: &[Value]| {
        let name = text(context, argument(arguments, 0)?)?;
        let default = argument(arguments, 2)?;
        let value = match context.concrete(argument(arguments, 1)?) {
            0 => ask(context, &format!("getenv.{name}.set"), Type::BOOL, default),
            _ => ask(context, &format!("getenv.{name}"), Type::I8, default),
        };
        Ok(Some(value))
    });
}

/// The text at an address, up to a length.
pub(crate) fn text(context: &mut dyn Context, start: Value) -> Result<String, Stop> {
    let start = context.concrete(start) as u64;
    let mut text = Vec::new();
    for offset in 0..LONGEST_NAME {
        let character = context.load(Value::pointer(start.wrapping_add(offset)), Type::I8)?;
        match context.concrete(character) {
            0 => break,
            byte => text.push(byte as u8),
        }
    }
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Asks and gives the answer as a `long`.
fn ask(context: &mut dyn Context, name: &str, ty: Type, default: Value) -> Value {
    let default =
        if ty == default.ty { default } else { context.convert(ConvertOp::Trunc, ty, default) };
    let answer = context.ask(name, ty, default);
    match ty {
        Type::I64 => answer,
        Type::BOOL | Type::I8 => context.convert(ConvertOp::ZExt, Type::I64, answer),
        _ => context.convert(ConvertOp::SExt, Type::I64, answer),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_lists_the_questions_in_the_same_order() {
        let header = include_str!("../../libc/ferret.h");
        let start = header.find("enum { ASK_").expect("the list") + "enum {".len();
        let list = header[start..].split('}').next().expect("its end");
        let named: Vec<String> = list
            .split(',')
            .map(|name| name.trim().trim_start_matches("ASK_").to_ascii_lowercase())
            .collect();
        let expected: Vec<String> =
            QUESTIONS.iter().map(|question| question.name.replace('.', "_")).collect();
        assert_eq!(named, expected);
    }

    #[test]
    fn variables_of_the_environment_have_questions_of_their_own() {
        assert_eq!(answer_type("getenv.HOME"), Some(Type::I8));
        assert_eq!(answer_type("getenv.HOME.set"), Some(Type::BOOL));
        assert_eq!(answer_type("getenv."), None);
        assert_eq!(answer_type("malloc"), None);
    }
}
