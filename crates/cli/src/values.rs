//! Arguments of a call as they are given on the command line.

use std::ffi::OsString;

use program::catalogue::{ApiItem, ApiType};
use program::text::ParseError;
use program::{FuncId, Program, Type};
use scenario::text::{Given, parse_argument};
use scenario::{Argument, Scenario, Statement};

use crate::failure::Failure;
use crate::function::parameters;

/// Puts a blank before negative values behind `--args`, so that the option parser does not take them
/// for options; the blank means nothing in a value.
pub fn shield(arguments: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut values = false;
    let mut over = false;
    arguments.map(move |argument| {
        let Some(text) = argument.to_str() else { return argument };
        // What follows belongs to the program that is run.
        over |= text == "--";
        if over {
            return argument;
        }
        if text.starts_with("--") || is_short_option(text) {
            values = matches!(text, "--args" | "-a");
            return argument;
        }
        if values && text.starts_with('-') { format!(" {text}").into() } else { argument }
    })
}

/// Whether it is an option of one letter, not a number, `-inf` or `-nan`.
fn is_short_option(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next() == Some('-')
        && characters.next().is_some_and(|letter| letter.is_ascii_alphabetic())
        && !matches!(text, "-inf" | "-nan")
}

/// A scenario of one call; what is given becomes inputs named after the parameters.
pub fn call(program: &Program, function: FuncId, values: &[String]) -> Result<Scenario, Failure> {
    let callee = &program.functions[function];
    let params = callee.params as usize;
    if values.len() != params {
        let plural = if params == 1 { "" } else { "s" };
        let message =
            format!("`{}` takes {params} argument{plural}, {} given", callee.name, values.len());
        let call = format!("{}{}", callee.name, parameters(callee));
        return Err(Failure::new(message).help(match params {
            0 => format!("it is `{call}`: leave --args out"),
            _ => format!("it is `{call}`: give a value for each by --args"),
        }));
    }
    let mut scenario = Scenario::default();
    let mut arguments = Vec::new();
    for (index, (register, text)) in callee.registers.values().zip(values).enumerate() {
        let text = text.trim();
        let element = element_type(program, function, index);
        let given = parse_argument(text, register.ty, element).map_err(|error| {
            let what = format!(
                "argument {} of `{}` ({}: {})",
                index + 1,
                callee.name,
                register.name,
                register.ty
            );
            mistake(&what, text, &error, register.ty)
        })?;
        let variable = scenario.declare_fresh(&register.name);
        scenario.statements.push(match given {
            Given::Value(bits) => Statement::Value { variable, ty: register.ty, bits, of: None },
            Given::Array(array) => Statement::Array { variable, array },
        });
        arguments.push(Argument::Variable(variable));
    }
    let result = callee.result.map(|_| scenario.declare_fresh("result"));
    scenario.statements.push(Statement::Call { result, function, arguments });
    Ok(scenario)
}

fn mistake(what: &str, text: &str, error: &ParseError, ty: Type) -> Failure {
    let indent = " ".repeat(error.column.saturating_sub(1) as usize);
    let carets = "^".repeat(error.length as usize);
    let shown =
        format!("error: {what}: {}\n  |\n  | {text}\n  | {indent}{carets}\n", error.message);
    let advice = match text.chars().next() {
        _ if ty != Type::Ptr => None,
        Some('[') if text.ends_with(']') => {
            Some("elements are of the first one's kind; write for example 'f64[1,2.5]' for another")
        }
        Some('[' | '"') => None,
        _ => Some("a ptr takes null, an array like '[1,2,3]' or a text like '\"abc\"'"),
    };
    let help = error.help.clone().or_else(|| advice.map(String::from));
    Failure::rendered(shown).maybe_help(help)
}

/// What the catalogue says that a pointer parameter points at.
fn element_type(program: &Program, function: FuncId, parameter: usize) -> Option<Type> {
    let catalogue = &program.catalogue;
    let (callable, receiver) = catalogue.items.iter().find_map(|item| match item {
        ApiItem::Function(callable) if callable.function == function => Some((callable, 0)),
        ApiItem::Constructor { callable, .. } | ApiItem::Method { callable, .. }
            if callable.function == function =>
        {
            Some((callable, 1))
        }
        _ => None,
    })?;
    let (_, ty) = callable.params.get(parameter.checked_sub(receiver)?)?;
    match catalogue.shape(*ty)? {
        ApiType::Pointer(element) | ApiType::Array { element, .. } => catalogue.scalar(*element),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shielded(line: &str) -> Vec<String> {
        let words = line.split(' ').map(OsString::from);
        shield(words).map(|word| word.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn negative_values_behind_args_are_shielded() {
        let line = "ferret run f --args -1 2 -0x10 -inf -.5 --trace -7";
        let expected = [
            "ferret", "run", "f", "--args", " -1", "2", " -0x10", " -inf", " -.5", "--trace", "-7",
        ];
        assert_eq!(shielded(line), expected);
    }

    #[test]
    fn what_stands_behind_two_dashes_is_left_alone() {
        assert_eq!(shielded("c -- -a -1"), ["c", "--", "-a", "-1"]);
    }

    #[test]
    fn options_behind_args_stay_options() {
        assert_eq!(shielded("f -a -1 -t"), ["f", "-a", " -1", "-t"]);
        assert_eq!(shielded("f --args=-1 -2"), ["f", "--args=-1", "-2"]);
    }
}
