//! `ferret manual`: man pages and shell completions, made from the options themselves.

use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_complete::Shell;

use crate::Report;
use crate::failure::Failure;

/// Where the files go.
#[derive(Args)]
#[command(after_help = "\
The files lie as below a prefix such as /usr/local or ~/.local:
  share/man/man1/ferret*.1
  share/bash-completion/completions/ferret
  share/zsh/site-functions/_ferret
  share/fish/vendor_completions.d/ferret.fish

Exit status: 0; 2 a file cannot be written.")]
pub struct ManualOptions {
    /// The prefix, a folder
    #[arg(value_name = "DIR")]
    prefix: PathBuf,
}

/// Where each shell looks for completions, from the prefix on.
const SHELLS: &[(Shell, &str)] = &[
    (Shell::Bash, "share/bash-completion/completions/ferret"),
    (Shell::Zsh, "share/zsh/site-functions/_ferret"),
    (Shell::Fish, "share/fish/vendor_completions.d/ferret.fish"),
];

/// Writes man pages and completions of a command line.
pub fn manual(options: &ManualOptions, command: &Command) -> Result<Report, Failure> {
    let pages = options.prefix.join("share/man/man1");
    create(&pages)?;
    clap_mangen::generate_to(command.clone(), &pages).map_err(|error| failed(&pages, &error))?;
    for (shell, path) in SHELLS {
        let path = options.prefix.join(path);
        let mut text = Vec::new();
        clap_complete::generate(*shell, &mut command.clone(), "ferret", &mut text);
        create(path.parent().unwrap_or(&options.prefix))?;
        std::fs::write(&path, text).map_err(|error| failed(&path, &error))?;
    }
    let text = format!("man pages and completions: {}\n", options.prefix.join("share").display());
    Ok(Report { text, notes: String::new(), well: true })
}

fn create(folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| failed(folder, &error))
}

fn failed(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot write `{}`: {error}", path.display()))
}
