//! Files in, programs and scenarios out, or a message that points at the place.

use std::io::{ErrorKind, Read};
use std::path::Path;

use program::Program;
use program::text::ParseError;
use scenario::Scenario;

use crate::failure::Failure;

/// How many problems of one program are told.
const MOST_PROBLEMS: usize = 20;

/// A file's name and text.
pub struct Source {
    /// Its name, as messages have it.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Reads a text file, or standard input for `-`.
pub fn read(path: &Path) -> Result<Source, Failure> {
    let (name, bytes) = if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        let read = std::io::stdin().read_to_end(&mut bytes);
        ("standard input".to_string(), read.map(|_| bytes))
    } else {
        (path.display().to_string(), std::fs::read(path))
    };
    let bytes = bytes.map_err(|error| match error.kind() {
        ErrorKind::NotFound => Failure::new(format!("there is no file `{name}`")),
        ErrorKind::IsADirectory => {
            Failure::new(format!("`{name}` is a directory, a file is needed"))
        }
        _ => Failure::new(format!("cannot read `{name}`: {error}")),
    })?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Source { name, text }),
        Err(error) => {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + valid.iter().filter(|byte| **byte == b'\n').count();
            let before = valid.iter().rev().take_while(|byte| **byte != b'\n').count();
            let byte = error.as_bytes()[valid.len()];
            Err(Failure::new(format!(
                "{name}:{line}:{}: byte {byte:#04x} is not UTF-8 text",
                before + 1
            ))
            .help("a program is a text file; is this the right one?"))
        }
    }
}

/// Reads a program without a look at what it means.
pub fn parse(source: &Source) -> Result<Program, Failure> {
    program::text::parse(&source.text).map_err(|error| located(&error, source))
}

/// Reads a program and checks that it can be run.
pub fn program(path: &Path) -> Result<(Program, Source), Failure> {
    let source = read(path)?;
    let program = parse(&source)?;
    match program::verify::verify(&program) {
        Ok(()) => Ok((program, source)),
        Err(problems) => {
            let mut text = String::new();
            for problem in problems.iter().take(MOST_PROBLEMS) {
                text += &format!("error: {}: {problem}\n", source.name);
            }
            if problems.len() > MOST_PROBLEMS {
                text += &format!("… {} more problems\n", problems.len() - MOST_PROBLEMS);
            }
            Err(Failure::rendered(text))
        }
    }
}

/// Reads a scenario for a program.
pub fn scenario(path: &Path, program: &Program) -> Result<Scenario, Failure> {
    let source = read(path)?;
    scenario::text::parse(&source.text, program).map_err(|error| located(&error, &source))
}

fn located(error: &ParseError, source: &Source) -> Failure {
    Failure::rendered(error.render(&source.name, &source.text))
}
