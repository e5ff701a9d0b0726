//! Options of techniques are seen to change what a technique does.

use crate::{Directory, told};
use serde_json::Value;

/// Code with something for every technique: numbers that depend on each other, a loop, a text.
const KNOBS: &str = r#"#include <string.h>
static int steps(int n) { int k = 0; while (n > 1 && k < 40) { n = n % 2 ? 3 * n + 1 : n / 2; k++; } return k; }
int knobs(const char *name, int a, int b, double x)
{
    int score = 0;
    if (a > 1000 && b == a * 7 - 3) score += 1;
    if (steps(b) == 11) score += 2;
    if (x > 2.5 && x < 2.5625) score += 4;
    if (name && strcmp(name, "quartz") == 0) score += 8;
    for (int i = 0; i < b % 5; i++) if (a == i * 31 + 9) score += 16;
    return score > 20 ? -score : score;
}
"#;

/// What a run does: its units without times, and without the settings.
fn work(directory: &Directory, options: &str) -> String {
    let line = format!("c knobs.c --no-native --mutation 0% --json --out out {options}");
    let words: Vec<&str> = line.split_whitespace().collect();
    let said = told(&mut directory.ferret(&words));
    let Ok(mut report) = serde_json::from_str::<Value>(&said) else { panic!("{options}: {said}") };
    forget_times(&mut report["units"]);
    report["units"].to_string()
}

fn forget_times(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !["seconds", "search_seconds", "settings"].contains(&&**name));
            fields.values_mut().for_each(forget_times);
        }
        Value::Array(values) => values.iter_mut().for_each(forget_times),
        _ => {}
    }
}

/// Holds that each option makes a run differ from one without it, which is the same twice.
fn check(technique: &str, executions: u32, options: &[&str]) {
    let directory = Directory::new(&format!("options-{}", technique.replace([' ', '='], "-")));
    directory.write("knobs.c", KNOBS);
    let usual = format!("--technique {technique} --executions {executions}");
    let plain = work(&directory, &usual);
    assert_eq!(
        work(&directory, &format!("{usual} --jobs 2")),
        plain,
        "threads show in {technique}"
    );
    for option in options {
        assert_ne!(work(&directory, &format!("{usual} {option}")), plain, "{technique} {option}");
    }
}

#[test]
fn options_of_symbolic_execution_change_what_it_does() {
    check("dse", 100, &["--no-filter", "--no-optimism", "--look-ahead 4", "--strategy bfs"]);
    let plain = ["--no-errands", "--no-repairs", "--no-side-explorer", "--one-sided", "--avm-only"];
    check("dse", 100, &plain);
    let contexts = ["--fixed-k 1", "--no-dominators", "--max-k 1", "--contexts-as-chosen"];
    check("dse --strategy=context-guided", 100, &contexts);
    check("dse --strategy=cfg-directed", 100, &["--crest"]);
    check("tardis", 400, &["--search-only", "--search-only --side-by-side 5"]);
}

#[test]
fn options_of_the_search_for_each_goal_change_what_it_does() {
    check("avm", 400, &["--fitness enhanced", "--uniform", "--each-target", "--evaluations 20"]);
}

#[test]
fn options_of_evolution_change_what_it_does() {
    check("suite", 600, &["--population 5", "--no-seeding"]);
    check("adaptive", 600, &["--dse-on all"]);
}

#[test]
fn a_preset_does_what_its_switches_do() {
    let directory = Directory::new("options-presets");
    directory.write("knobs.c", KNOBS);
    let presets = [
        ("crest-cfg", "--technique dse --strategy cfg-directed --crest --no-filter"),
        ("caut", "--technique dse --strategy predictive --walk-down 3"),
    ];
    let plain = "--lanes 1 --no-optimism --no-errands --no-repairs --no-retry --no-side-explorer --no-text-exchange";
    for (preset, own) in presets {
        let by_name = work(&directory, &format!("--preset {preset} --executions 100"));
        assert_eq!(
            by_name,
            work(&directory, &format!("{own} {plain} --executions 100")),
            "{preset}"
        );
        assert_ne!(by_name, work(&directory, "--technique dse --executions 100"), "{preset}");
        let changed = format!("--preset {preset} --strategy bfs --executions 100");
        assert_ne!(work(&directory, &changed), by_name, "{preset}");
    }
}

#[test]
fn limits_and_seeds_change_what_a_run_does() {
    check("auto", 200, &["--seed 7", "--until 40%", "--max-steps 60"]);
}
