//! Counts of regions and branches, test vectors and independence pairs are those of llvm-cov for the
//! same run.

use super::machine::{lower_in, misplaced, run, tables};
use super::room::Room;
use super::{llvm, tables::Tables};
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
    llvm::build(room, &[]);
    let (ending, expected) = llvm::run(room).expect("the program ends by itself");
    let program = Arc::new(lowered.program.clone());
    let config = Config { record_events: true, ..Config::default() };
    for mode in [Mode::Concrete, Mode::Graded, Mode::Concolic] {
        let ran = run(&program, mode, config.clone());
        assert_eq!(ran.ending().as_ref(), Some(&ending), "{mode:?}: {:?}", ran.trace.outcome);
        let ours = tables(&lowered, &ran);
        assert_eq!(ours.differences(&expected), "", "{mode:?}");
        assert_eq!(misplaced(&lowered, &ran, text.contains(" exit(")), "", "{mode:?}");
    }
    expected
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
    loops
    macros
    switches
}
