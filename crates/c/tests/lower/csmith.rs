//! Random programs give the checksum that the compiled program gives.

use super::support::{Room, run};
use c::lower::lower_compiled;
use machine::Config;
use std::fmt::Write;
use trace::{Limit, Mode, Outcome};

/// How a random program fared.
#[derive(PartialEq)]
enum Verdict {
    Agreed,
    Long,
    Unsupported(String),
    Wrong(String),
}

fn verdict(seed: u32) -> Verdict {
    let room = Room::new();
    let seed = seed.to_string();
    room.write("a.c", &room.command("csmith", &["--seed", &seed, "--max-funcs", "5"]));
    let flags = ["-w", "-I/usr/include/csmith"];
    let lowered = match lower_compiled(&room.compile(&["a.c"], &flags)) {
        Ok(lowered) => lowered,
        Err(error) => return Verdict::Wrong(error.to_string()),
    };
    if let Some(refused) = lowered.unsupported.first() {
        return Verdict::Unsupported(format!("{}: {}", refused.function, refused.reason));
    }
    let config = Config { max_steps: 5_000_000, ..Config::default() };
    let ran = run(lowered.program, Mode::Concrete, config);
    match ran.trace.outcome {
        Outcome::Returned => {}
        Outcome::Exhausted(Limit::Steps) => return Verdict::Long,
        ref outcome => return Verdict::Wrong(format!("{outcome:?}")),
    }
    room.command("cc", &[&flags[..], &["-O0", "a.c", "-o", "program"]].concat());
    let printed = room.command(&room.0.join("program").display().to_string(), &[]);
    let expected = printed.trim().strip_prefix("checksum = ").unwrap_or(&printed);
    match ran.lines.trim() == expected.trim() {
        true => Verdict::Agreed,
        false => Verdict::Wrong(format!("{} in place of {expected}", ran.lines.trim())),
    }
}

#[test]
fn random_programs_give_the_native_checksum() {
    let count = if std::env::var_os("FERRET_FULL").is_some() { 500 } else { 6 };
    let (mut agreed, mut others, mut wrong) = (0, String::new(), String::new());
    for seed in 1..=count {
        match verdict(seed) {
            Verdict::Agreed => agreed += 1,
            Verdict::Long => others += &format!("seed {seed}: too long\n"),
            Verdict::Unsupported(what) => {
                others += &format!("seed {seed}: not supported: {what}\n");
            }
            Verdict::Wrong(what) => {
                let _ = writeln!(wrong, "seed {seed}: {what}");
            }
        }
    }
    assert_eq!(wrong, "", "{agreed} agreed; beside these:\n{others}");
    assert!(agreed * 2 > count, "only {agreed} of {count} could be compared:\n{others}");
}
