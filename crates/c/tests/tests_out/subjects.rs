//! All of our own units, each by the whole way from its source to the referee's figures.

use super::referee::differences;
use super::room::{Room, make, subjects};
use std::path::Path;

/// Units that are tested every time; `FERRET_FULL=1` takes all of them.
const ALWAYS: &[&str] = &[
    "addresses",
    "bubble_sort",
    "complex",
    "counter",
    "driver",
    "further",
    "guard",
    "orders",
    "registers",
    "sensors",
    "settings",
    "stack",
    "stand_ins",
    "temperature",
    "tokens",
    "variant",
    "workers",
];

/// Executions that each unit gets.
const EXECUTIONS: u64 = 2000;

/// What is wrong with the tests of a unit.
fn wrong(source: &Path) -> String {
    let made = make(source, EXECUTIONS, 1);
    let (room, text) = (Room::new(), made.tests());
    room.write("test.c", &text);
    let mut found = String::new();
    for (compiler, program) in [("clang-19", "by-clang"), ("gcc", "by-gcc")] {
        found += &room.warnings(compiler, "test.c", program);
        let program = format!("./{program}");
        let first = room.succeed(&program, &[]);
        assert_eq!(first, room.succeed(&program, &[]), "the second time is as the first");
    }
    for test in made.product.tests.iter().rev() {
        room.succeed("./by-clang", &[&test.name]);
    }
    found + &differences(&room, &made)
}

#[test]
fn tests_compile_without_warnings_pass_in_any_order_and_cover_what_is_printed() {
    let full = std::env::var_os("FERRET_FULL").is_some();
    let mut units: Vec<_> = std::fs::read_dir(subjects())
        .expect("the subjects are there")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "c"))
        .collect();
    units.sort();
    assert!(units.len() >= 25, "only {} units", units.len());
    let mut found = String::new();
    for unit in units {
        let name = unit.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if full || ALWAYS.contains(&name.as_str()) {
            let wrong = wrong(&unit);
            if !wrong.is_empty() {
                found += &format!("{name}:\n{wrong}\n");
            }
        }
    }
    assert!(found.is_empty(), "{found}");
}
