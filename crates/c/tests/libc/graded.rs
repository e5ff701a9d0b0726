//! The functions that compare texts tell graded runs how far the texts are apart.

use crate::harness::{linked, run_graded};
use c::environment::Environment;

/// How far the first branch of `main` was from its other way, for each argument.
fn distances(condition: &str, arguments: &[&str]) -> Vec<f64> {
    let source = format!(
        "#include <ctype.h>\n#include <string.h>\n#include <strings.h>\nint main(int n, char **v) {{\n  \
         char *s = v[1];\n  if ({condition}) return 1;\n  return 0;\n}}\n"
    );
    let (program, _) = linked(&source);
    let main = program.function_named("main").expect("main");
    let of = |argument: &&str| {
        let arguments = vec![b"program".to_vec(), argument.as_bytes().to_vec()];
        let (trace, machine) =
            run_graded(&program, &Environment { arguments, ..Environment::default() });
        let site = machine.sites().iter().find(|(_, site)| site.point.function == main);
        let (_, site) = site.expect("a branch");
        let nearest = |outcome| trace.tally.get(site.outcome(outcome)).nearest;
        nearest(0).max(nearest(1)).to_f64()
    };
    arguments.iter().map(of).collect()
}

/// Each text is nearer than the one before, but none is there.
fn approaches(condition: &str, arguments: &[&str]) {
    let found = distances(condition, arguments);
    assert!(found.is_sorted_by(|a, b| a > b), "{condition}: {found:?}");
    assert!(found.iter().all(|distance| *distance > 0.0), "{condition}: {found:?}");
}

#[test]
fn comparisons_come_nearer_character_by_character() {
    let texts = ["", "xxxxx", "hxxxx", "hellx", "hellp"];
    for condition in [
        "strcmp(s, \"hello\") == 0",
        "!strcmp(\"hello\", s)",
        "strcmp(s, \"hello\") != 0",
        "strcoll(s, \"hello\") == 0",
        "strncmp(s, \"hello, world\", 5) == 0",
        "strcasecmp(s, \"HELLO\") == 0",
        "strncasecmp(s, \"HELLO!\", 5) == 0",
    ] {
        // The sum over all characters of how far each is from the wanted one, zeros behind the end.
        assert_eq!(distances(condition, &texts), [532.0, 68.0, 52.0, 9.0, 1.0], "{condition}");
        // One change of an equal text is enough to make it another. What says so is a constant behind a branch
        // that is one from its other way, which it went five times: half of the way between 1/6 and 1/5.
        assert_eq!(distances(condition, &["hello"]), [11.0 / 60.0], "{condition}");
    }
    let found = distances("memcmp(s, \"hello\", 5) == 0", &texts[1..]);
    assert_eq!(found, [68.0, 52.0, 9.0, 1.0]);
    // Characters behind the first difference count.
    let found = distances("strcmp(s, \"hello\") == 0", &["yellx", "yello"]);
    assert_eq!(found, [17.0 + 9.0, 17.0]);
}

#[test]
fn searches_come_nearer_at_their_best_place() {
    approaches("strstr(s, \"key=\")", &["", "key", "key:", "a key<"]);
    approaches("strchr(s, '=') != 0", &["", "a", "aA", "a<"]);
    approaches("strpbrk(s, \"=:\") != 0", &["z", "Z", "<z"]);
    approaches("memchr(s, '=', 3) != 0", &["zzz", "ZZZ", "Z<<"]);
}

#[test]
fn classes_of_characters_come_nearer_from_both_sides() {
    approaches("isdigit((unsigned char)*s)", &["", "\t", "*", "/"]);
    approaches("isdigit((unsigned char)*s)", &["~", "a", "A", ":"]);
    approaches("isalpha((unsigned char)*s) != 0", &["1", "9", "@"]);
    approaches("!isspace((unsigned char)*s)", &["z", "A", "!"]);
    approaches("(isdigit)((unsigned char)*s)", &["~", "a", "A", ":"]);
}

#[test]
fn a_result_that_travels_keeps_its_distance() {
    let found = distances("strcmp(s, \"b\") ? 0 : 1", &["d", "c"]);
    assert_eq!(found, [2.0, 1.0]);
}

#[test]
fn texts_that_differ_are_noted_where_they_are_compared() {
    let source = "#include <string.h>\nint main(int argc, char **argv) { \
        return strcmp(argv[0], \"hello\") + !strstr(argv[0], \"lo\"); }";
    let (program, _) = linked(source);
    let environment =
        Environment { arguments: vec![b"program".to_vec()], ..Environment::default() };
    let texts = run_graded(&program, &environment).0.texts.compared;
    for text in ["program", "hello", "lo"] {
        let units: Vec<u16> = text.encode_utf16().collect();
        assert!(texts.contains(&units), "{text} is not among {texts:?}");
    }
}
