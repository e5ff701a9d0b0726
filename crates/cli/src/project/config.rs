//! `ferret.toml`: a project's defaults. Its keys are the long options of `ferret test`, so that what holds is one command
//! line: the words of the file first, those of the user behind them.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::parser::ValueSource;
use clap::{ArgAction, ArgMatches, Args, Command};
use language::pattern::similar;
use project::discover;
use project::discover::{Kind, Layout};
use toml::{Table, Value};

use super::ProjectOptions;
use super::slurm::JobOptions;
use crate::failure::Failure;

/// The name of the file.
pub const FILE: &str = "ferret.toml";

/// Where `ferret init` looks and writes.
#[derive(Args)]
#[command(after_help = "\
Writes ferret.toml with what was found, and defaults as comments. An existing file is kept.

Exit status: 0; 2 there is a ferret.toml, or no project.")]
pub struct InitOptions {
    /// Folder of the project
    #[arg(value_name = "DIR", default_value = ".")]
    folder: PathBuf,
}

/// What a file says: for each option the words that it stands for.
type Said = BTreeMap<String, Vec<OsString>>;

/// The section of the file for `ferret submit slurm`.
const SLURM: &str = "slurm";

/// The command line with the words of the project's file in front of the user's own, if the command is one about projects.
pub fn with_file(words: Vec<OsString>) -> Result<Vec<OsString>, Failure> {
    let about_projects = ["test", "config", "plan", "work", "verify"];
    let is = |place: usize, name: &str| words.get(place).is_some_and(|word| word == name);
    if is(1, "compare") && words.iter().any(|word| word == "--slurm") {
        let (command, own) = words.split_at(2);
        let of_file = read(Path::new("."))?.1.into_values().flatten();
        return Ok(command.iter().cloned().chain(of_file).chain(own.iter().cloned()).collect());
    }
    let submits = is(1, "submit") && is(2, SLURM);
    if !submits && !about_projects.iter().any(|own| is(1, own)) {
        return Ok(words);
    }
    let (command, own) = words.split_at(if submits { 3 } else { 2 });
    let (said, of_slurm) = read(&folder_of(own))?;
    let of_slurm = if submits { of_slurm } else { Said::new() };
    let of_file = said.into_values().chain(of_slurm.into_values()).flatten();
    Ok(command.iter().cloned().chain(of_file).chain(own.iter().cloned()).collect())
}

/// The folder that a command line is about: its first word that is neither an option nor the value of one.
fn folder_of(words: &[OsString]) -> PathBuf {
    // Options of Slurm have values, which are not folders.
    let parsed = JobOptions::augment_args(test_command())
        .ignore_errors(true)
        .try_get_matches_from([OsString::from("test")].into_iter().chain(words.iter().cloned()));
    let folder = parsed.ok().and_then(|matches| matches.get_one::<PathBuf>("folder").cloned());
    folder.unwrap_or_else(|| PathBuf::from("."))
}

/// `ferret test` as clap knows it.
pub fn test_command() -> Command {
    ProjectOptions::augment_args(Command::new("test")).args_override_self(true)
}

/// Reads the file of a folder, options of `ferret test` and those of Slurm; one that is not there says nothing.
fn read(folder: &Path) -> Result<(Said, Said), Failure> {
    let path = folder.join(FILE);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Default::default()),
        Err(error) => return Err(Failure::new(format!("`{}`: {error}", path.display()))),
    };
    parse(&text).map_err(|(message, help)| {
        Failure::new(format!("`{}`: {message}", path.display())).maybe_help(help)
    })
}

/// What a file says, or what is wrong with it and what may help.
fn parse(text: &str) -> Result<(Said, Said), (String, Option<String>)> {
    let mut table: Table = text
        .parse()
        .map_err(|error: toml::de::Error| (error.to_string().trim_end().to_owned(), None))?;
    let of_slurm = match table.remove(SLURM) {
        Some(Value::Table(table)) => {
            let command = JobOptions::augment_args(Command::new(SLURM));
            options(table, &command, "ferret submit slurm")?
        }
        Some(_) => return Err(("`slurm` is a section: [slurm]".to_owned(), None)),
        None => Said::new(),
    };
    Ok((options(table, &test_command(), "ferret test")?, of_slurm))
}

/// The options of a command that a table says.
fn options(table: Table, command: &Command, name: &str) -> Result<Said, (String, Option<String>)> {
    let known: Vec<&str> = command.get_arguments().filter_map(|arg| arg.get_long()).collect();
    let mut said = Said::new();
    for (key, value) in table {
        let arg = command.get_arguments().find(|arg| {
            let aliases = arg.get_all_aliases().unwrap_or_default();
            arg.get_long() == Some(&key) || aliases.contains(&&*key)
        });
        let Some(arg) = arg else {
            let near = similar(&key, &known);
            let help = near.first().map(|near| format!("did you mean `{near}`?"));
            let help = help.or(Some(format!("the keys are the long options of `{name} --help`")));
            return Err((format!("there is no option `{key}`"), help));
        };
        let flag = matches!(arg.get_action(), ArgAction::SetTrue);
        let words = words(&key, &value, flag).map_err(|message| (message, None))?;
        said.insert(key, words);
    }
    Ok(said)
}

fn words(key: &str, value: &Value, flag: bool) -> Result<Vec<OsString>, String> {
    let word = |value: &Value| match value {
        Value::String(text) => Ok(format!("--{key}={text}").into()),
        Value::Integer(number) => Ok(format!("--{key}={number}").into()),
        Value::Float(number) => Ok(format!("--{key}={number}").into()),
        _ => Err(format!("`{key}` needs a text or a number")),
    };
    match value {
        Value::Boolean(true) if flag => Ok(vec![format!("--{key}").into()]),
        Value::Boolean(false) if flag => Ok(Vec::new()),
        _ if flag => Err(format!("`{key}` is true or false")),
        Value::Array(values) => values.iter().map(word).collect(),
        value => Ok(vec![word(value)?]),
    }
}

/// Where the help has an option: the place of its heading, its own, and the heading.
type Place = fn(&str) -> (usize, usize, &'static str);

/// Prints every option of `ferret test` with its value and where that comes from, by topic. `words` is the user's command line.
pub fn print(words: &[OsString], place: Place) -> Result<ExitCode, Failure> {
    let own = words.get(2..).unwrap_or_default();
    let (said, _) = read(&folder_of(own))?;
    let command = test_command();
    let parse = |words: Vec<OsString>| -> Result<ArgMatches, Failure> {
        let all = [OsString::from("test")].into_iter().chain(words);
        let parsed = command.clone().try_get_matches_from(all);
        parsed.map_err(|error| Failure::rendered(error.to_string()))
    };
    let typed = parse(own.to_vec())?;
    let mut all: Vec<OsString> = said.values().flatten().cloned().collect();
    all.extend_from_slice(own);
    let held = parse(all)?;
    let mut rows = Vec::new();
    for arg in command.get_arguments() {
        let Some(name) = arg.get_long().filter(|name| *name != "help") else { continue };
        let id = arg.get_id().as_str();
        let given =
            |matches: &ArgMatches| matches.value_source(id) == Some(ValueSource::CommandLine);
        let from = match (given(&typed), said.contains_key(name)) {
            (true, _) => "command line",
            (_, true) => FILE,
            _ => "default",
        };
        let values = held.get_raw(id).map(|values| {
            values.map(|value| value.display().to_string()).collect::<Vec<_>>().join(", ")
        });
        rows.push((name.to_owned(), values.unwrap_or_else(|| "-".to_owned()), from));
    }
    // What somebody set comes first, the defaults by topic below it.
    rows.sort_by_key(|(name, _, from)| (*from == "default", place(name)));
    let width = |of: fn(&(String, String, &str)) -> usize| rows.iter().map(of).max().unwrap_or(0);
    let (names, values) = (width(|row| row.0.len()), width(|row| row.1.len()).min(40));
    let mut text = String::new();
    let mut topic = "";
    for (name, value, from) in &rows {
        let own = if *from == "default" { place(name).2 } else { "Set" };
        if own != topic {
            let gap = if topic.is_empty() { "" } else { "\n" };
            text += &format!("{gap}{own}:\n");
            topic = own;
        }
        text += &format!("{name:names$}  {value:values$}  {from}\n");
    }
    let _ = std::io::stdout().write_all(text.as_bytes());
    Ok(ExitCode::SUCCESS)
}

/// Writes a file with what was found.
pub fn init(options: &InitOptions) -> Result<ExitCode, Failure> {
    let layout = discover(&options.folder, false).map_err(|error| {
        let help = error.help();
        Failure::new(error).help(help)
    })?;
    let path = options.folder.join(FILE);
    if path.exists() {
        let message = format!("there is a `{}` already", path.display());
        return Err(Failure::new(message).help("`ferret config` prints the settings"));
    }
    std::fs::write(&path, template(&layout))
        .map_err(|error| Failure::new(format!("cannot write `{}`: {error}", path.display())))?;
    let _ = writeln!(std::io::stdout(), "wrote {}", path.display());
    Ok(ExitCode::SUCCESS)
}

fn template(layout: &Layout) -> String {
    let kind = match layout.kind {
        Kind::Maven => "Maven",
        Kind::Gradle => "Gradle",
        Kind::Database(_) => "C with a compilation database",
        Kind::Make => "C built by make",
        Kind::Classes => "class files",
        Kind::Files => "C files",
    };
    let modules: Vec<&str> = layout.modules.iter().map(|module| module.name.as_str()).collect();
    format!(
        "\
# Defaults of `ferret test` for this project ({kind}; modules: {}).
# Every long option of `ferret test --help` is a key; the command line wins.

# Which units are tested, by name, the end of a name, or with * and ?.
# include = [\"com.acme.*\"]
# exclude = [\"*.generated.*\"]

# Time for all units together, or for each of them.
total-budget = \"10m\"
# budget = \"10s\"

criterion = \"branch\"

# Continuous integration: status 3 below this coverage, status 4 with findings.
# fail-under = \"80%\"
# fail-on = \"findings\"

# `ferret submit slurm`: what each job of the array gets.
# [slurm]
# partition = \"batch\"
# cpus-per-task = 2
# mem = \"4G\"
# time = \"60m\"
",
        modules.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> String {
        match parse(text) {
            Ok((said, of_slurm)) => {
                let words = said.into_values().chain(of_slurm.into_values()).flatten();
                words.map(|word| word.display().to_string()).collect::<Vec<_>>().join(" ")
            }
            Err((message, help)) => format!("{message} | {}", help.unwrap_or_default()),
        }
    }

    #[test]
    fn keys_are_the_long_options_of_the_command() {
        let text = "total-budget = \"10m\"\nseed = 3\nquiet = true\nfresh = false\ninclude = [\"a.*\", \"b\"]";
        assert_eq!(told(text), "--include=a.* --include=b --quiet --seed=3 --total-budget=10m");
    }

    #[test]
    fn the_section_for_slurm_has_the_options_of_its_command() {
        assert_eq!(
            told("seed = 3\n[slurm]\nshards = 4\nmem = \"2G\""),
            "--seed=3 --mem=2G --shards=4"
        );
        assert_eq!(
            told("[slurm]\npartitoin = 1"),
            "there is no option `partitoin` | did you mean `partition`?"
        );
        assert_eq!(told("slurm = 1"), "`slurm` is a section: [slurm] | ");
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said() {
        assert_eq!(
            told("totl-budget = 1"),
            "there is no option `totl-budget` | did you mean `total-budget`?"
        );
        assert_eq!(told("quiet = 1"), "`quiet` is true or false | ");
        assert_eq!(told("budget = { a = 1 }"), "`budget` needs a text or a number | ");
        assert!(told("budget = ").contains("TOML parse error"), "{}", told("budget = "));
    }

    #[test]
    fn words_of_the_user_come_behind_those_of_the_file() {
        let folder = host::Scratch::new().expect("a scratch folder can be made");
        std::fs::write(folder.path().join(FILE), "seed = 3\n").expect("written");
        let path = folder.path().display().to_string();
        let typed = ["ferret", "test", &path, "--seed", "4"].map(OsString::from).to_vec();
        let all = with_file(typed).expect("the file is fine");
        let shown: Vec<String> = all.iter().map(|word| word.display().to_string()).collect();
        assert_eq!(shown, ["ferret", "test", "--seed=3", &path, "--seed", "4"]);
    }
}
