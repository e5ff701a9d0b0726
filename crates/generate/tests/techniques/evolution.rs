//! Techniques over sequences of calls: a module whose state only calls bring about, and values that none leads to.

use super::common::{executions, generated, parse, text};
use coverage::Criterion;
use generate::{Adaptive, Auto, Dse, Evolution, Individuals, Random, Settings, Technique};
use program::Program;
use std::sync::Arc;

/// A counter that five calls bring to five, and a number that no step leads to: `x * 3 ^ 99` is 1234567.
fn counter() -> Arc<Program> {
    parse(
        "func @counter_new() -> ptr {
        entry:
          %c = alloc heap 4 align 4
          store i32 0, %c
          ret %c
        }
        func @counter_inc(%c: ptr) {
        entry:
          br eq ptr %c, 0 ? end : more
        more:
          %n = load i32 %c
          %m = add i32 %n, 1
          store i32 %m, %c
          ret
        end:
          ret
        }
        func @counter_open(%c: ptr, %x: i32) -> i32 {
        entry:
          br eq ptr %c, 0 ? end : first
        first:
          %n = load i32 %c
          br eq i32 %n, 5 ? second : end
        second:
          %y = mul i32 %x, 3
          %z = xor i32 %y, 99
          br eq i32 %z, 1234567 ? found : end
        found:
          ret 1
        end:
          ret 0
        }
        type int = int 32
        type void = void
        type counter = opaque counter
        type counter.ptr = pointer to counter
        api function @counter_new() -> counter.ptr
        api function @counter_inc(c: counter.ptr) -> void
        api function @counter_open(c: counter.ptr, x: int) -> int",
    )
}

fn suites() -> Evolution {
    Evolution { individuals: Individuals::Suites, ..Evolution::default() }
}

fn open(program: &Arc<Program>, technique: &dyn Technique, settings: &Settings) -> usize {
    generated(program, technique, settings).coverage.open(Criterion::Branch).count()
}

#[test]
fn evolution_finds_the_five_calls() {
    let program = counter();
    for technique in [Evolution::default(), suites()] {
        let open = open(&program, &technique, &executions(20_000));
        assert!(open <= 1, "{open} open by {}", technique.name());
    }
}

#[test]
fn the_hybrids_find_the_calls_and_the_number() {
    let program = counter();
    let hybrids: [&dyn Technique; 2] = [&Auto::default(), &Adaptive::default()];
    for technique in hybrids {
        for seed in 0..5 {
            let settings = Settings { seed, ..executions(40_000) };
            assert_eq!(open(&program, technique, &settings), 0, "{} {seed}", technique.name());
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_scenarios_for_any_number_of_threads() {
    let program = counter();
    let all: [&dyn Technique; 4] =
        [&Evolution::default(), &suites(), &Adaptive::default(), &Auto::default()];
    for technique in all {
        let run = |jobs: usize| {
            let settings = Settings { jobs, ..executions(6_000) };
            text(&program, &generated(&program, technique, &settings))
        };
        assert_eq!(run(1), run(3), "{}", technique.name());
        assert_eq!(run(1), run(1), "{}", technique.name());
    }
}

#[test]
fn no_more_is_executed_than_the_budget_allows() {
    let program = counter();
    let all: [&dyn Technique; 4] =
        [&Evolution::default(), &suites(), &Adaptive::default(), &Auto::default()];
    for technique in all {
        for budget in [1, 70, 1_000] {
            let generated = generated(&program, technique, &executions(budget));
            let spent = generated.statistics.executions;
            assert!(spent <= budget, "{}: {spent} of {budget}", technique.name());
        }
    }
}

#[test]
fn a_number_that_only_runs_compute_is_drawn_once_it_was_met() {
    // The wanted number is no constant of the code, and too far from all of them for small steps.
    let program = parse(
        "func @guess(%x: i64) -> i32 {
        entry:
          %k = mul i64 %x, 0
          %wanted = add i64 %k, 57885161
          %square = mul i64 %wanted, %wanted
          br eq i64 %x, %square ? found : end
        found:
          ret 1
        end:
          ret 0
        }",
    );
    let open = |dynamic: f64, seed: u64| {
        let evolution =
            search::evolution::Settings { dynamic, ..search::evolution::Settings::default() };
        let technique = Evolution { settings: evolution, ..Evolution::default() };
        open(&program, &technique, &Settings { seed, ..executions(400) })
    };
    for seed in 0..5 {
        assert_eq!(open(0.5, seed), 0, "dynamic, seed {seed}");
        assert_eq!(open(0.0, seed), 1, "not dynamic, seed {seed}");
    }
}

#[test]
fn several_criteria_are_aimed_at_at_once_by_every_technique() {
    let program = parse(
        "func @f(%a: i32, %b: i32) {
          decision d0 { c0 ? c1 : end, c1 ? end : end }
        entry:
          br d0.c0 eq i32 %a, 10001 ? second : no
        second:
          br d0.c1 eq i32 %b, 10002 ? yes : no
        yes:
          decide d0 true
          ret
        no:
          decide d0 false
          ret
        }",
    );
    let all: [&dyn Technique; 6] = [
        &Random,
        &Evolution::default(),
        &suites(),
        &Adaptive::default(),
        &Auto::default(),
        &Dse::default(),
    ];
    for technique in all {
        let criteria = [Criterion::Decision, Criterion::Condition].into_iter().collect();
        let settings = Settings { criteria, ..executions(20_000) };
        let generated = generated(&program, technique, &settings);
        for criterion in [Criterion::Decision, Criterion::Condition] {
            let open = generated.coverage.open(criterion).count();
            assert_eq!(open, 0, "{criterion} by {}", technique.name());
        }
        assert!(generated.statistics.executions < 20_000, "{} knows the end", technique.name());
    }
}

#[test]
fn a_comparison_of_a_number_with_itself_goes_both_ways_after_expansion() {
    // Both arguments are always the same number: only expansion tells them apart.
    let program = parse(
        "func @same(%a: i32, %b: i32) -> i32 {
        entry:
          br eq i32 %a, %b ? yes : no
        yes:
          ret 1
        no:
          ret 0
        }",
    );
    assert_eq!(open(&program, &Dse::default(), &executions(50)), 0);
}
