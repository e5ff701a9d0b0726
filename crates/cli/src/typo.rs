//! What is said of an option that a command does not have: one sentence, and the option that was probably meant.

use std::ffi::OsString;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use language::pattern::similar;

use crate::failure::Failure;

/// The message for an option that is not there; none if something else is wrong.
pub fn unknown_option(
    error: &clap::Error,
    words: &[OsString],
    command: &Command,
) -> Option<Failure> {
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidArg) else { return None };
    let given = given.split('=').next().filter(|given| given.starts_with("--"))?;
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let named = words.get(1).and_then(|word| word.to_str()).unwrap_or_default();
    let own = command.find_subcommand(named);
    let failure = Failure::new(match own {
        Some(_) => format!("`ferret {named}` has no option `{given}`"),
        None => format!("there is no option `{given}`"),
    });
    if given == "--total-budget" && ["c", "java", "program"].contains(&named) {
        return Some(
            failure.help("`--total-budget` belongs to `ferret test`; here use `--budget`"),
        );
    }
    let known = options(own.unwrap_or(command));
    if let Some(near) =
        similar(given, &known.iter().map(String::as_str).collect::<Vec<_>>()).first()
    {
        // Only the program as a whole has a version.
        let whole = if *near == "--version" { "ferret " } else { "" };
        return Some(failure.help(format!("did you mean `{whole}{near}`?")));
    }
    let mut others = command.get_subcommands().filter(|other| !other.is_hide_set());
    let elsewhere = others.find(|other| options(other).iter().any(|own| own == given));
    Some(failure.help(match elsewhere {
        Some(other) => format!("it belongs to `ferret {}`", other.get_name()),
        None => format!("`{} --help` shows all options", format!("ferret {named}").trim_end()),
    }))
}

/// The long options of a command, dashes included.
fn options(command: &Command) -> Vec<String> {
    let own = command.get_arguments().filter_map(|arg| arg.get_long());
    own.chain(["help", "version"]).map(|name| format!("--{name}")).collect()
}
