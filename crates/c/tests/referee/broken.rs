//! Broken programs end in the right trap at the right line, and nothing they do reaches the host.
//!
//! The line where a program of `subjects/broken` goes wrong says so: `// trap: use after free`. A line
//! with `// limit: step budget` is where the last branch stood before a limit was reached.

use super::machine::{Ran, lower, run};
use super::room::Room;
use c::run::{reason, stack};
use machine::Config;
use program::Program;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use trace::{Event, Mode, Outcome};

/// Enough for every one of the programs, and soon reached by those that never end.
const MAX_STEPS: u64 = 500_000;

const HOST: &str = "reaches_for_the_host.c";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/broken")
}

#[test]
fn broken_programs_end_in_the_right_trap_at_the_right_line() {
    let entries = std::fs::read_dir(folder()).expect("the folder of broken programs");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| !file.ends_with(HOST));
    files.sort();
    assert!(files.len() >= 20, "{} programs", files.len());
    let mut wrong = String::new();
    for file in &files {
        let text = std::fs::read_to_string(file).expect("a program");
        let expected = expected(&text).expect("a line says what happens there");
        let lowered = lower(file.clone(), None, &[]).unwrap_or_else(|error| panic!("{error}"));
        let program = Arc::new(lowered.program);
        for mode in [Mode::Concrete, Mode::Graded, Mode::Concolic] {
            let config = Config { max_steps: MAX_STEPS, record_events: true, ..Config::default() };
            let found = ending(&program, &run(&program, mode, config));
            if found != expected {
                let name = file.file_name().unwrap_or_default().to_string_lossy();
                wrong += &format!("{name} ({mode:?}): {found} in place of {expected}\n");
            }
        }
    }
    assert_eq!(wrong, "");
}

/// The line that an annotation stands on, and what it says.
fn expected(text: &str) -> Option<String> {
    text.lines().enumerate().find_map(|(index, line)| {
        let (_, comment) = line.split_once("// ")?;
        let what = comment.strip_prefix("trap: ").or_else(|| comment.strip_prefix("limit: "))?;
        Some(format!("line {}: {what}", index + 1))
    })
}

/// Where and how a run ended: the line is one of the program, not of the library.
fn ending(program: &Program, ran: &Ran) -> String {
    match &ran.trace.outcome {
        Outcome::Trapped(trap) => {
            let frames = stack(program, trap);
            let own = frames.iter().find(|frame| !frame.library);
            let line = own.and_then(|frame| frame.position).map_or(0, |(line, _)| line);
            format!("line {line}: {}", reason(program, trap.kind))
        }
        Outcome::Exhausted(limit) => format!("line {}: {limit}", last_branch(program, ran)),
        other => format!("{other:?}"),
    }
}

fn last_branch(program: &Program, ran: &Ran) -> u32 {
    let sites = ran.machine.sites();
    let last = ran.trace.events.iter().rev().find_map(|event| match event {
        Event::Branch { site, .. } => Some(sites.site(*site).point),
        _ => None,
    });
    let Some(point) = last else { return 0 };
    let block = &program.functions[point.function].blocks[point.block];
    let instruction = block.instructions.get(point.index as usize);
    let span = instruction.map_or(block.terminator.span, |instruction| instruction.span);
    span.map_or(0, |span| span.line)
}

#[test]
fn nothing_that_a_program_does_reaches_the_host() {
    let room = Room::new();
    room.write("victim", "still here");
    let path = |name: &str| room.0.join(name).display().to_string();
    let mark = format!("-DMARK=\"{}\"", path("mark"));
    let victim = format!("-DVICTIM=\"{}\"", path("victim"));
    let lowered = lower(folder().join(HOST), None, &[&mark, &victim])
        .unwrap_or_else(|error| panic!("{error}"));
    let ran = run(&Arc::new(lowered.program), Mode::Concrete, Config::default());
    assert_eq!(ran.output, "", "{:?}", ran.trace.outcome);
    let entries = std::fs::read_dir(&room.0).expect("the room");
    let names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
    assert_eq!(names, ["victim"]);
    let text = std::fs::read_to_string(room.0.join("victim")).expect("the victim");
    assert_eq!(text, "still here");
}
