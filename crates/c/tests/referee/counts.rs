//! Counts of regions and branches, test vectors and independence pairs are those of llvm-cov for the
//! same run.

use super::machine::{lower_in, run};
use super::room::Room;
use super::tables::Tables;
use machine::Config;
use std::path::Path;
use std::sync::Arc;
use trace::Mode;

/// Compares a run of a program with llvm-cov, entry by entry.
fn compared(text: &str) -> Tables {
    let room = &Room::new();
    room.write("a.c", text);
    let lowered = lower_in(room, &[]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(lowered.unsupported, []);
    room.build(&[]);
    let (ending, expected) = room.counted().expect("the program ends by itself");
    let program = Arc::new(lowered.program.clone());
    let config = Config { record_events: true, ..Config::default() };
    for mode in [Mode::Concrete, Mode::Graded, Mode::Concolic] {
        let ran = run(&program, mode, config.clone());
        assert_eq!(ran.ending().as_ref(), Some(&ending), "{mode:?}: {:?}", ran.trace.outcome);
        let ours = ran.tables(&lowered);
        assert_eq!(ours.differences(&expected), "", "{mode:?}");
        assert_eq!(ran.misplaced(&lowered, text.contains(" exit(")), "", "{mode:?}");
    }
    expected
}

/// The programs that the library is tested with are programs like others.
#[test]
fn programs_that_use_the_library_count_what_llvm_cov_counts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let entries = std::fs::read_dir(folder).expect("the folder");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    if std::env::var_os("FERRET_FULL").is_none() {
        files.truncate(3);
    }
    let (mut compared, mut wrong) = (0, String::new());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a program");
        // What ends without the handlers of `exit` does not write its counters down, and the machine
        // has no shell.
        let apart = ["_exit(", "_Exit(", "quick_exit(", "system("];
        let is_apart = apart.iter().any(|call| text.contains(call));
        if is_apart || text.starts_with("// args: ") || text.starts_with("// input: ") {
            continue;
        }
        let room = Room::new();
        room.write("a.c", &text);
        let flags = ["-D_GNU_SOURCE"];
        let lowered = lower_in(&room, &flags).unwrap_or_else(|error| panic!("{error}"));
        room.build(&flags);
        // One that is ended by a signal leaves no profile.
        let Some((_, expected)) = room.counted() else { continue };
        let config = Config { record_events: true, ..Config::default() };
        let ran = run(&Arc::new(lowered.program.clone()), Mode::Concrete, config);
        let differences = ran.tables(&lowered).differences(&expected);
        if !differences.is_empty() {
            wrong += &format!("{}:\n{differences}", file.display());
        }
        compared += 1;
    }
    assert_eq!(wrong, "");
    assert!(compared > 1, "{compared} programs");
}

/// One test for each program in `programs`.
macro_rules! programs {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                let text = include_str!(concat!("programs/", stringify!($name), ".c"));
                let expected = compared(text);
                assert!(!expected.branches.is_empty() && !expected.decisions.is_empty());
            }
        )*

        #[test]
        fn every_program_is_tested() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/referee/programs");
            for entry in std::fs::read_dir(folder).expect("the folder") {
                let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
                let known = [$(concat!(stringify!($name), ".c")),*];
                assert!(known.contains(&name.as_str()), "{name} has no test");
            }
        }
    };
}

programs! {
    calls
    conditions
    control
    early_exit
    expressions
    loops
    macros
    switches
}
