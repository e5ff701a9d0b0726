//! Random programs give the native checksum, and count what llvm-cov counts.

use super::machine::{lower_in, run};
use super::room::Room;
use machine::Config;
use std::sync::Arc;
use trace::{Limit, Mode, Outcome};

const FLAGS: &[&str] = &["-I/usr/include/csmith"];

/// Programs that need more steps are left out.
const MAX_STEPS: u64 = 30_000_000;

/// Up to so many steps the events of a run are kept, which the test vectors are read from.
const MAX_STEPS_WITH_EVENTS: u64 = 2_000_000;

/// How a random program fared.
enum Verdict {
    /// Everything was equal; so many entries of counters and test vectors were compared.
    Agreed(usize),
    /// The machine reached its limit of steps, or the native program its limit of time.
    Long,
    /// It has a function that cannot be lowered.
    Unsupported(String),
    /// Something differed.
    Wrong(String),
}

fn verdict(number: u32, modes: &[Mode]) -> Verdict {
    let room = Room::new();
    let seed = number.to_string();
    let mut options = vec!["--seed", &seed, "--max-funcs", "5"];
    if number.is_multiple_of(3) {
        options.extend([
            "--float",
            "--builtins",
            "--disable-builtin-kinds",
            "x86",
            "--inline-function",
        ]);
    }
    room.write("a.c", &room.command("csmith", &options));
    let lowered = match lower_in(&room, FLAGS) {
        Ok(lowered) => lowered,
        Err(error) => return Verdict::Wrong(error),
    };
    if let Some(refused) = lowered.unsupported.first() {
        return Verdict::Unsupported(format!("{}: {}", refused.function, refused.reason));
    }
    let program = Arc::new(lowered.program.clone());
    let config = Config { max_steps: MAX_STEPS, ..Config::default() };
    let mut ran = run(&program, Mode::Concrete, config.clone());
    if ran.trace.outcome == Outcome::Exhausted(Limit::Steps) {
        return Verdict::Long;
    }
    room.build(FLAGS);
    let Some((ending, expected)) = room.counted() else { return Verdict::Long };
    let differs = |mode: Mode, ran: &super::machine::Ran| {
        let found = ran.ending();
        let outcome = &ran.trace.outcome;
        let differs = found.as_ref() != Some(&ending);
        differs.then(|| Verdict::Wrong(format!("{mode:?}: {outcome:?}, {found:?} for {ending:?}")))
    };
    if let Some(wrong) = differs(Mode::Concrete, &ran) {
        return wrong;
    }
    for mode in modes {
        if let Some(wrong) = differs(*mode, &run(&program, *mode, config.clone())) {
            return wrong;
        }
    }
    let misplaced = ran.misplaced(&lowered, false);
    if !misplaced.is_empty() {
        return Verdict::Wrong(misplaced);
    }
    let short = ran.trace.steps <= MAX_STEPS_WITH_EVENTS;
    if short {
        ran = run(&program, Mode::Concrete, Config { record_events: true, ..config });
    }
    let (mut ours, mut expected) = (ran.tables(&lowered), expected);
    if !short {
        ours.forget_decisions();
        expected.forget_decisions();
    }
    match ours.differences(&expected) {
        differences if differences.is_empty() => {
            Verdict::Agreed(expected.entries().into_iter().sum())
        }
        differences => Verdict::Wrong(differences),
    }
}

/// The seeds that a person asked for: `FERRET_SEEDS=7-90`.
fn chosen() -> Option<(u32, u32)> {
    let seeds = std::env::var("FERRET_SEEDS").ok()?;
    let (first, last) = seeds.split_once('-')?;
    Some((first.parse().ok()?, last.parse().ok()?))
}

#[test]
#[expect(clippy::print_stdout, reason = "the table of a long run is for a person to read")]
fn random_programs_give_the_native_checksum_and_counts() {
    let full = std::env::var_os("FERRET_FULL").is_some();
    let (first, last) = chosen().unwrap_or(if full { (1, 500) } else { (1, 6) });
    let (mut agreed, mut entries, mut others, mut wrong) = (0, 0, String::new(), String::new());
    for seed in first..=last {
        let other_domains = [Mode::Graded, Mode::Concolic];
        let modes = if seed % 5 == 1 { &other_domains[..] } else { &[] };
        match verdict(seed, modes) {
            Verdict::Agreed(compared) => (agreed, entries) = (agreed + 1, entries + compared),
            Verdict::Long => others += &format!("seed {seed}: too long\n"),
            Verdict::Unsupported(what) => {
                others += &format!("seed {seed}: not supported: {what}\n");
            }
            Verdict::Wrong(what) => wrong += &format!("seed {seed}: {what}\n"),
        }
    }
    let summary = format!(
        "{agreed} of {} programs agreed in {entries} entries; beside these:\n{others}",
        last - first + 1
    );
    assert_eq!(wrong, "", "{summary}");
    assert!(agreed * 2 > last - first, "{summary}");
    println!("{summary}");
}
