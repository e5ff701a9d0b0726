//! Which function is meant.

use program::text::nearest;
use program::{FuncId, Function, Program};

use crate::failure::Failure;

/// How many functions a message names.
const MOST_NAMES: usize = 10;

/// The function of that name, with or without `@`.
pub fn named(program: &Program, file: &str, name: &str) -> Result<FuncId, Failure> {
    let bare = name.strip_prefix('@').unwrap_or(name);
    if let Some(id) = program.function_named(name).or_else(|| program.function_named(bare)) {
        return Ok(id);
    }
    let names = program.functions.values().map(|function| &*function.name);
    let failure = Failure::new(format!("there is no function `{bare}` in {file}"));
    Err(match nearest(bare, names) {
        Some(meant) => failure.help(format!("did you mean `{meant}`?")),
        None => failure.maybe_help(choice(program)),
    })
}

/// The function of that name if it can be run; without a name `main` or the only one with a body.
pub fn runnable(program: &Program, file: &str, name: Option<&str>) -> Result<FuncId, Failure> {
    if let Some(name) = name {
        let id = named(program, file, name)?;
        if !program.functions[id].has_body() {
            let failure =
                Failure::new(format!("`{}` has no body to run", program.functions[id].name));
            return Err(failure.maybe_help(choice(program)));
        }
        return Ok(id);
    }
    let with_body = || program.functions.iter().filter(|(_, function)| function.has_body());
    if let Some((main, _)) = with_body().find(|(_, function)| function.name == "main") {
        return Ok(main);
    }
    let mut candidates = with_body();
    match (candidates.next(), candidates.next()) {
        (Some((only, _)), None) => Ok(only),
        (None, _) => Err(Failure::new(format!("{file} has no function with a body"))),
        _ => Err(Failure::new(format!("{file} has several functions and none is `main`"))
            .maybe_help(
                choice(program).map(|choice| format!("choose one with --function; {choice}")),
            )),
    }
}

/// A function's parameters as a person reads them.
pub fn parameters(function: &Function) -> String {
    let params = function.registers.values().take(function.params as usize);
    let params: Vec<String> =
        params.map(|register| format!("{}: {}", register.name, register.ty)).collect();
    format!("({})", params.join(", "))
}

fn choice(program: &Program) -> Option<String> {
    let names: Vec<&str> = program
        .functions
        .values()
        .filter(|function| function.has_body())
        .map(|function| &*function.name)
        .collect();
    let more = if names.len() > MOST_NAMES { ", …" } else { "" };
    let shown = &names[..names.len().min(MOST_NAMES)];
    (!names.is_empty()).then(|| format!("there are: {}{more}", shown.join(", ")))
}
