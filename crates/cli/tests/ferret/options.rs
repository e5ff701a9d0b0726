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

/// Code with many paths, for what shows only when much is to be done.
const PATHS: &str = r#"struct list { int value; struct list *next; };
int sum(const struct list *at, int n)
{
    int all = 0;
    for (int i = 0; at && i < n; i++, at = at->next) all += at->value * i;
    return all == 12345 ? 1 : all == -777 ? 2 : 0;
}
static int kind(char c)
{
    return c >= '0' && c <= '9' ? 1 : c >= 'a' && c <= 'z' ? 2 : c == '(' ? 3 : c == ')' ? 4 : 0;
}
int parse(const char *text, double limit)
{
    int depth = 0, sum = 0, words = 0;
    if (!text) return -1;
    for (; *text; text++) {
        switch (kind(*text)) {
        case 1: sum = sum * 10 + *text - '0'; break;
        case 2: words++; if (words == 5 && depth == 2) return 7; break;
        case 3: depth++; break;
        case 4: if (depth-- == 0) return -2; break;
        default: return -3;
        }
    }
    if (sum == 4711 && words == 3) return 8;
    if (limit * limit - 3.0 * limit > 1000.125 && limit * limit - 3.0 * limit < 1000.25) return 9;
    return depth ? -4 : sum;
}
"#;

/// A question that the solver gives up at first: two factors.
const HARD: &str = "int hard(unsigned long x, unsigned long y)
{
    if (x < 2 || y < 2 || x > 0xfffff || y > 0xfffff) return 0;
    return x * y == 1000036000099ul ? 1 : 4;
}
";

/// A text that only an automaton tells.
const TEXT: &str = r#"public class Text {
    public static int kind(String text) {
        if (text.matches("[a-f]{3}-[0-9]+:(yes|no)")) {
            return text.endsWith("yes") ? 1 : 2;
        }
        return 3;
    }
}
"#;

/// What options are tried on, and with how many executions.
struct Trial {
    file: &'static str,
    text: &'static str,
    usual: &'static str,
    /// Each changes what a run does.
    options: &'static [&'static str],
}

const TRIALS: &[Trial] = &[
    Trial {
        file: "knobs.c",
        text: KNOBS,
        usual: "--technique dse --executions 100",
        options: &[
            "--no-filter",
            "--no-optimism",
            "--look-ahead 4",
            "--strategy bfs",
            "--no-errands",
            "--no-repairs",
            "--no-side-explorer",
            "--one-sided",
            "--avm-only",
        ],
    },
    Trial {
        file: "knobs.c",
        text: KNOBS,
        usual: "--technique dse --strategy=context-guided --executions 100",
        options: &["--fixed-k 1", "--no-dominators", "--max-k 1", "--contexts-as-chosen"],
    },
    Trial {
        file: "knobs.c",
        text: KNOBS,
        usual: "--technique dse --strategy=cfg-directed --executions 100",
        options: &["--crest"],
    },
    Trial {
        file: "paths.c",
        text: PATHS,
        usual: "--technique dse --strategy=predictive --executions 300",
        options: &["--walk-down 1"],
    },
    Trial {
        file: "paths.c",
        text: PATHS,
        usual: "--technique dse --executions 3000",
        options: &["--lanes 1", "--lanes 9"],
    },
    Trial {
        file: "hard.c",
        text: HARD,
        usual: "--technique dse --executions 30",
        options: &["--no-retry"],
    },
    Trial {
        file: "Text.class",
        text: TEXT,
        usual: "--technique dse --executions 60",
        options: &["--no-text-exchange"],
    },
    Trial {
        file: "knobs.c",
        text: KNOBS,
        usual: "--technique tardis --executions 400",
        options: &["--search-only", "--search-only --side-by-side 5"],
    },
    Trial {
        file: "paths.c",
        text: PATHS,
        usual: "--technique tardis --executions 500",
        options: &["--attempt 20"],
    },
    Trial {
        file: "knobs.c",
        text: KNOBS,
        usual: "--technique avm --executions 400",
        options: &[
            "--fitness enhanced",
            "--uniform",
            "--each-target",
            "--evaluations 20",
            "--precision 1",
        ],
    },
    Trial {
        file: "paths.c",
        text: PATHS,
        usual: "--technique avm --fitness enhanced --executions 1000",
        options: &["--unroll 4"],
    },
    Trial {
        file: "knobs.c",
        text: KNOBS,
        usual: "--technique suite --executions 600",
        options: &["--population 5", "--no-seeding"],
    },
    Trial {
        file: "paths.c",
        text: PATHS,
        usual: "--technique suite --executions 2000",
        options: &["--no-archive", "--no-dynamic-constants"],
    },
    Trial {
        file: "paths.c",
        text: PATHS,
        usual: "--technique adaptive --executions 2000",
        options: &[
            "--dse-share 50%",
            "--dse-keep-all",
            "--dse-probability 0%",
            "--dse-rate 4",
            "--dse-on all",
            "--dse-anew",
        ],
    },
    Trial {
        file: "paths.c",
        text: PATHS,
        usual: "--technique auto --executions 1000",
        options: &["--no-tardis", "--seed 7", "--until 40%", "--max-steps 60"],
    },
];

/// Options that are tried below, or on whole programs, or not yet.
const ELSEWHERE: &[&str] = &[
    "--preset",
    "--own-branches",
    "--dominators-across-calls",
    "--no-whole-contexts",
    "--concrete-branches",
];

/// What a run does: its units without times, and without the settings.
fn work(directory: &Directory, file: &str, options: &str) -> String {
    let command = if file.ends_with(".class") { "java" } else { "c" };
    let line = format!("{command} {file} --no-native --mutation 0% --json --out out {options}");
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

/// Each option makes a run differ from one without it, which is the same for any number of threads.
fn check(range: std::ops::Range<usize>) {
    for (number, Trial { file, text, usual, options }) in TRIALS.iter().enumerate() {
        if !range.contains(&number) {
            continue;
        }
        let directory = Directory::new(&format!("options-{number}"));
        if file.ends_with(".class") {
            directory.write("Text.java", text);
            let mut javac = std::process::Command::new("javac");
            javac.arg("Text.java").current_dir(&directory.path);
            assert!(javac.output().expect("a JDK on the path").status.success());
        } else {
            directory.write(file, text);
        }
        let plain = work(&directory, file, usual);
        let threads = work(&directory, file, &format!("{usual} --jobs 2"));
        assert_eq!(threads, plain, "threads show in {usual}");
        for option in *options {
            let other = work(&directory, file, &format!("{usual} {option}"));
            assert_ne!(other, plain, "{usual} {option}");
        }
    }
}

#[test]
fn options_of_exploration_change_what_it_does() {
    check(0..5);
}

#[test]
fn options_of_solving_and_of_sequence_search_change_what_they_do() {
    check(5..9);
}

#[test]
fn options_of_the_search_for_each_goal_change_what_it_does() {
    check(9..11);
}

#[test]
fn options_of_evolution_and_of_all_together_change_what_they_do() {
    check(11..TRIALS.len());
}

#[test]
fn every_option_of_a_technique_is_tried() {
    let help = told(&mut Directory::new("options-help").ferret(["c", "--help"]));
    let (_, techniques) = help.split_once("\nTechniques:\n").expect("a heading");
    let own = techniques.lines().take_while(|line| line.is_empty() || line.starts_with(' '));
    let names = own.filter_map(|line| {
        let name = line.trim_start().strip_prefix("--")?.split([' ', '=']).next()?;
        Some(format!("--{name}"))
    });
    let names: Vec<String> = names.collect();
    assert!(names.len() > 30, "{names:?}");
    let tried: Vec<&str> = TRIALS
        .iter()
        .flat_map(|trial| [trial.usual].into_iter().chain(trial.options.iter().copied()))
        .flat_map(|options| options.split([' ', '=']))
        .collect();
    let untried = names.iter().filter(|name| !tried.contains(&name.as_str()));
    let untried: Vec<&String> =
        untried.filter(|name| !ELSEWHERE.contains(&name.as_str())).collect();
    assert!(untried.is_empty(), "{untried:?}");
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
        let by_name = work(&directory, "knobs.c", &format!("--preset {preset} --executions 100"));
        assert_eq!(
            by_name,
            work(&directory, "knobs.c", &format!("{own} {plain} --executions 100")),
            "{preset}"
        );
        assert_ne!(
            by_name,
            work(&directory, "knobs.c", "--technique dse --executions 100"),
            "{preset}"
        );
        let changed = format!("--preset {preset} --strategy bfs --executions 100");
        assert_ne!(work(&directory, "knobs.c", &changed), by_name, "{preset}");
    }
}
