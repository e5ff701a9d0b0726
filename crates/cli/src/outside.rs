//! What a program that is run gets from its environment, and where its output goes.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::{IsTerminal, Read, Write};
use std::path::Path;

use machine::{Output, Stream};

use crate::failure::Failure;

/// Hands on what the program prints, as it prints it. A reader that has gone away is no mistake.
pub struct Terminal;

impl Output for Terminal {
    fn write(&self, stream: Stream, bytes: &[u8]) {
        let _ = match stream {
            Stream::Output => std::io::stdout().write_all(bytes),
            Stream::Error => std::io::stderr().write_all(bytes),
        };
    }
}

/// What the program reads from standard input: a file, ours where it is `-` or not named, nothing if that is a terminal.
pub fn input(named: Option<&Path>) -> Result<Vec<u8>, Failure> {
    let mut input = Vec::new();
    match named {
        Some(path) if path.as_os_str() != OsStr::new("-") => {
            let read = std::fs::read(path);
            input = read.map_err(|error| cannot_read(&path.display().to_string(), &error))?;
        }
        None if std::io::stdin().is_terminal() => {}
        _ => {
            let read = std::io::stdin().read_to_end(&mut input);
            read.map_err(|error| cannot_read("standard input", &error))?;
        }
    }
    Ok(input)
}

/// The files that the program finds, each given as `PATH` or as `PATH=HOST`.
pub fn files(given: &[String]) -> Result<BTreeMap<String, Vec<u8>>, Failure> {
    let read = |given: &String| {
        let (path, host) = given.split_once('=').unwrap_or((given, given));
        let content = std::fs::read(host).map_err(|error| cannot_read(host, &error))?;
        Ok((path.to_owned(), content))
    };
    given.iter().map(read).collect()
}

fn cannot_read(path: &str, error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot read `{path}`: {error}"))
}
