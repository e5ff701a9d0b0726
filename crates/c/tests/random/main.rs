//! Random testing of C units of all kinds: what is covered within so many executions.

use ::coverage::{Criterion, Goals};
use c::clang::{Clang, Source};
use c::libc::{Library, Output, Stream, models};
use c::run::link_typed;
use c::units::units;
use expect_test::{Expect, expect};
use generate::{Budget, Random, Settings, Subject, generate, stubs};
use machine::{Config, Machine};
use program::SiteTable;
use std::fmt::Write;
use std::path::Path;
use std::sync::{Arc, LazyLock};

static TOOLS: LazyLock<(Clang, Library)> = LazyLock::new(|| {
    let clang = Clang::find(None).unwrap_or_else(|error| panic!("{error}"));
    let library = Library::load(&clang, None).unwrap_or_else(|error| panic!("{error}"));
    (clang, library)
});

/// Takes what is printed and forgets it.
struct Nowhere;

impl Output for Nowhere {
    fn write(&self, _: Stream, _: &[u8]) {}
}

/// What random testing covers and finds in a file.
fn check(file: &str, executions: u64, expect: Expect) {
    let (clang, library) = &*TOOLS;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/random");
    let sources = [Source { file: file.into(), directory: Some(folder), flags: Vec::new() }];
    let compiled = clang.compile_all(&sources, 1).unwrap_or_else(|error| panic!("{error}"));
    let lowered =
        link_typed(clang, &sources, compiled, library).unwrap_or_else(|error| panic!("{error}"));
    let sites = SiteTable::new(&lowered.program);
    let goals = Arc::new(Goals::new(&lowered.program, units(&lowered, &sites, |_| None)));
    let mut program = lowered.program;
    stubs::declare(&mut program);
    let program = Arc::new(program);
    let mut models = models(Arc::new(Nowhere));
    let stubbed = stubs::add(&program, &mut models);
    let config =
        Config { max_steps: 20_000, memory: 1 << 22, observe_memory: false, ..Config::default() };
    let subject = Subject {
        program: &program,
        goals: Arc::clone(&goals),
        functions: goals.units.values().map(|unit| unit.function).collect(),
        calls: None,
        handed: std::collections::BTreeMap::new(),
        texts: Vec::new(),
        runner: Box::new(|| {
            let machine = Machine::new(Arc::clone(&program), config.clone(), models.clone())?;
            Ok(Box::new(machine))
        }),
    };
    let settings = Settings { budget: Budget::executions(executions), ..Settings::default() };
    let generated = generate(&subject, &Random, &settings, &mut |_| {})
        .unwrap_or_else(|error| panic!("{error}"));
    let mut text = String::new();
    for (id, unit) in goals.units.iter() {
        for decision in 0..unit.decisions.len() as u32 {
            // What the structure aims at are the paths through a decision, and runs take no others.
            let known = goals.shape(id, decision).evaluations.as_ref();
            let seen = generated.coverage.vectors(id, decision);
            assert!(known.is_none_or(|known| seen.iter().all(|vector| known.contains(vector))));
        }
    }
    for (id, unit) in goals.units.iter() {
        let row = generated.coverage.row(id);
        let name = program.functions[unit.function].source_name();
        let _ = writeln!(text, "{name}: {} branches", row.branches);
    }
    for goal in generated.coverage.open(Criterion::Branch) {
        let goal = &goals.goals[goal];
        let place =
            goal.span.map_or(String::new(), |span| format!("{}:{}", span.line, span.column));
        let _ = writeln!(text, "open: {:?} at {place}", goal.kind);
    }
    for finding in &generated.findings {
        let name = program.functions[finding.function].source_name();
        let _ = writeln!(text, "{name}: {}", finding.trap.kind);
    }
    for (function, reason) in &generated.skipped {
        let _ = writeln!(text, "no {}: {reason}", program.functions[*function].source_name());
    }
    if !stubbed.is_empty() {
        let _ = writeln!(text, "stubs: {}", stubbed.join(" "));
    }
    assert_eq!(generated.statistics.refused, 0);
    expect.assert_eq(&text);
}

#[test]
fn texts_are_compared_with_the_words_of_the_code() {
    check(
        "words.c",
        400_000,
        expect![[r#"
            parse_command: 6/6 branches
            parse_number: 10/10 branches
            count_words: 8/8 branches
            name_of: 8/8 branches
            is_isbn: 12/12 branches
            parse_command: null pointer used
            parse_number: null pointer used
            parse_number: null pointer used
            count_words: null pointer used
            is_isbn: null pointer used
        "#]],
    );
}

#[test]
fn records_are_filled_and_followed() {
    check(
        "records.c",
        60_000,
        expect![[r#"
            quadrant: 6/6 branches
            length: 4/4 branches
            is_sorted: 6/6 branches
            find: 8/8 branches
            alarm_level: 6/6 branches
            withdraw: 12/12 branches
            mirror: 4/4 branches
            largest: 6/6 branches
            trace: 4/4 branches
            withdraw: null pointer used
            largest: null pointer used
            trace: null pointer used
            largest: access out of bounds
        "#]],
    );
}

#[test]
fn what_is_hidden_is_reached_by_sequences_of_calls() {
    check(
        "stack.c",
        60_000,
        expect![[r#"
            stack_new: 8/8 branches
            stack_push: 4/4 branches
            stack_pop: 6/6 branches
            is_busy: 0/0 branches
            stack_push: result out of range
        "#]],
    );
}

#[test]
fn input_files_and_failures_of_the_world_are_given() {
    check(
        "world.c",
        60_000,
        expect![[r#"
            roll: 2/2 branches
            read_number: 4/4 branches
            count_lines: 10/10 branches
            copy: 4/4 branches
            verbose: 4/4 branches
        "#]],
    );
}

#[test]
fn functions_are_handed_over_and_stood_in_for() {
    check(
        "pointers.c",
        60_000,
        expect![[r#"
            add: 0/0 branches
            less: 0/0 branches
            apply: 6/6 branches
            each: 2/2 branches
            monitor: 8/8 branches
            swap_if: 4/4 branches
            keep: 0/0 branches
            swap_if: null pointer used
            swap_if: null pointer used
            stubs: sensor_read stub_visit
        "#]],
    );
}
