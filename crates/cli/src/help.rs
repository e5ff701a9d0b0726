//! What `-h` and `--help` show: options under headings, and in the short help only those that most people use.
//!
//! The texts of options stand beside them; here is the one list that says where each belongs. An option that is not in
//! it is shown by `--help` alone.

use std::ffi::OsString;

use clap::{Arg, Command, CommandFactory, FromArgMatches};

use crate::options::Options;

/// A heading, the options below it that everybody sees, and those that only `--help` shows. What a command calls otherwise
/// than others do has the command in front.
struct Heading {
    title: &'static str,
    common: &'static [&'static str],
    rare: &'static [&'static str],
}

const HEADINGS: &[Heading] = &[
    Heading {
        title: "Input",
        common: &[
            "function",
            "I",
            "D",
            "compile-commands",
            "class",
            "method",
            "classpath",
            "existing-tests",
            "args",
            "program:stdin",
            "program:file",
            "corpus",
            "test:include",
            "exclude",
            "build",
            "since",
        ],
        rare: &[
            "program:env",
            "data",
            "uninitialised",
            "program:wrap",
            "link-arg",
            "U",
            "std",
            "include",
            "clang-arg",
            "clang",
            "jdk",
            "sources",
            "existing-tests-as",
            "changed",
            "retry-failed",
        ],
    },
    Heading {
        title: "Output",
        common: &[
            "out",
            "framework",
            "test-comp",
            "json",
            "html",
            "lcov",
            "sarif",
            "markdown",
            "tests",
            "update",
            "dry-run",
            "fail-under",
            "fail-on",
        ],
        rare: &[
            "fuzz-corpus",
            "cobertura",
            "jacoco-xml",
            "llvm-json",
            "junit-xml",
            "style",
            "parameterised",
            "mocks",
            "json-lines",
            "quiet",
            "curve",
            "ledger",
            "fresh",
            "queries",
        ],
    },
    Heading {
        title: "Goals",
        common: &["criterion", "target"],
        rare: &[
            "target-diff",
            "mcdc",
            "until",
            "mutation",
            "no-fabricated",
            "native",
            "no-native",
            "trust",
        ],
    },
    Heading {
        title: "Budget",
        common: &["budget", "executions", "total-budget", "seed", "jobs"],
        rare: &["cpu-time", "max-steps", "memory-limit", "unit-timeout", "no-workers"],
    },
    Heading {
        title: "Instead of generating tests",
        common: &["run"],
        rare: &["goals", "list", "ir"],
    },
    Heading {
        title: "With --run",
        common: &[],
        rare: &[
            "stdin", "file", "env", "clock", "stream", "trace", "symbolic", "wrap", "zeros",
            "memory",
        ],
    },
    Heading {
        title: "Techniques",
        common: &[],
        rare: &[
            "preset",
            "technique",
            "strategy",
            "no-filter",
            "attempt",
            "no-tardis",
            "no-optimism",
            "look-ahead",
            "lanes",
            "walk-down",
            "fixed-k",
            "no-dominators",
            "no-errands",
            "no-repairs",
            "no-retry",
            "no-side-explorer",
            "no-text-exchange",
            "one-sided",
            "avm-only",
            "max-k",
            "contexts-as-chosen",
            "crest",
            "search-only",
            "side-by-side",
            "fitness",
            "evaluations",
            "each-target",
            "uniform",
            "unroll",
            "precision",
            "population",
            "no-seeding",
            "no-dynamic-constants",
            "no-archive",
            "dse-share",
            "dse-keep-all",
            "dse-probability",
            "dse-rate",
            "dse-on",
            "dse-anew",
        ],
    },
];

/// The commands that generate tests, and what stands below their short help.
const GENERATING: &[(&str, &str)] = &[
    (
        "c",
        "\
Examples:
  ferret c prime.c                                 tests in ferret-tests
  ferret c parse.c -I include --criterion mcdc --budget 30s
  ferret c --run hello.c                           run a program in the interpreter

`ferret c --help` shows all options.",
    ),
    (
        "java",
        "\
Examples:
  ferret java                                      classes of the Maven or Gradle project
  ferret java target/classes --class Iban
  ferret java library.jar --classpath lib/a.jar:lib/b.jar --budget 20s

`ferret java --help` shows all options.",
    ),
    (
        "program",
        "\
Examples:
  ferret program wc.c --args 2x8 --stdin 64        inputs in ferret-program/corpus
  ferret program parser.c -I include --file data.txt:128 --corpus seeds
  ferret program task.c --test-comp suite.zip      a program with __VERIFIER_nondet_*

`ferret program --help` shows all options.",
    ),
    (
        "test",
        "\
Examples:
  ferret test --total-budget 10m                   the project in this folder
  ferret test --include 'com.acme.*' --dry-run
  ferret test --since origin/main --fail-under 80% --fail-on findings

`ferret test --help` shows all options; each can stand in ferret.toml.",
    ),
];

/// Commands that take the options of `ferret test` too.
const ABOUT_PROJECTS: &[&str] = &["verify", "config", "plan", "work"];

/// Commands that most people never need: in the help they stand below the others.
const ADVANCED: &[&str] = &[
    "plan", "work", "merge", "submit", "compare", "run", "cfg", "check", "fmt", "solve", "manual",
];

/// The advanced commands, one on a line, and what else stands below the help.
fn advanced(command: &Command) -> String {
    let mut text = "\x1b[1m\x1b[4mAdvanced:\x1b[0m\n".to_owned();
    for name in ADVANCED {
        if let Some(own) = command.find_subcommand(name) {
            let about = own.get_about().map(ToString::to_string).unwrap_or_default();
            text += &format!("  {name:<8} {about}\n");
        }
    }
    let below = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    text + "\n" + &below
}

/// The command line with headings. The short help is `brief` for people at a terminal.
pub fn command(brief: bool) -> Command {
    let mut command = Options::command();
    for (name, examples) in GENERATING {
        command = command
            .mut_subcommand(name, |command| headed(command, name, brief).after_help(*examples));
    }
    command = command.mut_subcommand("program", |command| {
        command.mut_arg("technique", |technique| technique.default_value(FOR_PROGRAMS))
    });
    for name in ABOUT_PROJECTS {
        command = command.mut_subcommand(name, |command| {
            // What stands below the long help of `ferret test` came with its options.
            let own = command.get_after_help().cloned().unwrap_or_default();
            headed(command, "test", brief).after_long_help(own)
        });
    }
    if brief {
        let text = advanced(&command);
        command = command.after_help(text);
        for name in ADVANCED {
            command = command.mut_subcommand(name, |command| command.hide(true));
        }
    }
    command
}

/// The technique of `ferret program`: a whole program has long paths and inputs of bytes alone, which is where solving is
/// ahead of search (docs/lab/programs.md).
const FOR_PROGRAMS: &str = "dse";

/// The options of a command line.
pub fn parse(words: impl Iterator<Item = OsString>) -> Result<Options, clap::Error> {
    let mut matches = command(true).try_get_matches_from(words)?;
    Options::from_arg_matches_mut(&mut matches)
}

fn headed(command: Command, name: &str, brief: bool) -> Command {
    command.mut_args(|arg| match (arg.is_positional(), place(name, &arg)) {
        (true, _) => arg,
        (_, Some((title, common))) => arg.help_heading(title).hide_short_help(brief && !common),
        (_, None) => arg.hide_short_help(brief),
    })
}

/// The heading of an option, and whether everybody sees it.
fn place(command: &str, arg: &Arg) -> Option<(&'static str, bool)> {
    let short = arg.get_short().map(String::from);
    let plain = arg.get_long().map(str::to_owned).or(short)?;
    let own = format!("{command}:{plain}");
    let find = |name: &str| {
        HEADINGS.iter().find_map(|heading| {
            let common = heading.common.contains(&name);
            (common || heading.rare.contains(&name)).then_some((heading.title, common))
        })
    };
    find(&own).or_else(|| find(&plain))
}

/// Where an option of `ferret test` stands in the help: the place of its heading, then its own, and the heading.
pub fn place_of(option: &str) -> (usize, usize, &'static str) {
    let place = |heading: &Heading| {
        let mut all = heading.common.iter().chain(heading.rare);
        all.position(|name| name.strip_prefix("test:").unwrap_or(name) == option)
    };
    let mut all = HEADINGS.iter().enumerate();
    let found = all.find_map(|(at, heading)| Some((at, place(heading)?, heading.title)));
    found.unwrap_or((HEADINGS.len(), 0, "Others"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn generating() -> impl Iterator<Item = (&'static str, Command)> {
        let mut command = command(true);
        command.build();
        GENERATING.iter().map(move |(name, _)| {
            (*name, command.find_subcommand(name).expect("a command").clone())
        })
    }

    #[test]
    fn every_option_of_a_command_that_generates_tests_has_a_heading() {
        for (name, command) in generating() {
            let options = command.get_opts().filter(|arg| arg.get_id() != "help");
            let lost: Vec<String> =
                options.filter(|arg| place(name, arg).is_none()).map(ToString::to_string).collect();
            assert!(lost.is_empty(), "{name}: {lost:?} are in no list of headings");
        }
    }

    #[test]
    fn the_short_help_fits_a_screen() {
        for (name, mut command) in generating() {
            let lines = command.render_help().to_string().lines().count();
            assert!(lines <= 60, "{name}: {lines} lines");
        }
        let lines = command(true).render_long_help().to_string().lines().count();
        assert!(lines <= 40, "{lines} lines");
    }

    #[test]
    fn an_option_in_the_list_exists() {
        let commands: Vec<(&str, Command)> = generating().collect();
        for name in HEADINGS.iter().flat_map(|heading| heading.common.iter().chain(heading.rare)) {
            let (only, plain) = name.split_once(':').unwrap_or(("", name));
            let has = commands.iter().filter(|(name, _)| only.is_empty() || *name == only).any(
                |(_, command)| {
                    command.get_arguments().any(|arg| {
                        arg.get_long() == Some(plain)
                            || arg.get_short().map(String::from).as_deref() == Some(plain)
                    })
                },
            );
            assert!(has, "no command has an option `{name}`");
        }
    }
}
