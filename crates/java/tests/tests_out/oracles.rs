//! What tests can look at: each kind of thing that a method gives or changes is asserted, and the assertions hold.

use super::{compiled, library, project, settings, subjects, written};
use generate::{Auto, Budget, Settings};
use java::referee::trial::{self, Tried};
use java::write::Junit;

/// The tests of a class, which compile and pass, without line breaks.
fn tests_of(name: &str) -> String {
    let project = project(&library(), name);
    let budget = Budget::executions(3_000);
    let settings = Settings { budget, mutation: 0.5, seed: 1, ..settings(2) };
    let product = project.produce(&Auto::default(), &settings, &mut |_| {});
    let mut product = product.expect("tests can be made");
    let file = written(&project, &mut product, Junit::Five);
    assert_eq!(file.left_out, []);
    let class_path = [subjects().0.clone()];
    let tried = trial::attempt(&compiled::jdk(), &class_path, Junit::Five, &file, true);
    assert_eq!(tried.expect("a JVM"), Tried::Failed([].into()), "{}", file.text);
    file.text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn has(text: &str, wanted: &[&str]) {
    for wanted in wanted {
        assert!(text.contains(wanted), "no `{wanted}` in\n{text}");
    }
}

#[test]
fn objects_without_a_text_are_asked_for_the_parts_of_their_parts() {
    has(&tests_of("Route"), &["leg.getTo().minute)", "[0].getName())", "[1].minute)"]);
}

#[test]
fn iterators_enumerations_and_streams_are_drained() {
    has(
        &tests_of("Countdown"),
        &[
            "iterator.forEachRemaining(elements::add);",
            "countdown.forEach(elements::add);",
            "Collections.list(enumeration)",
            "stream.collect(Collectors.toList())",
            "stream.boxed().collect(Collectors.toList())",
        ],
    );
}

#[test]
fn long_arrays_arrays_of_arrays_and_mixed_arrays_are_compared() {
    has(
        &tests_of("Grid"),
        &[
            "rampReturns40Elements",
            "assertArrayEquals(new int[] {0, ",
            "}, Grid.ramp(",
            "assertEquals(1000, result.length);",
            ", Arrays.copyOf(result, 2));",
            "assertArrayEquals(new Object[] {new int[] {",
            "}}, Grid.table(",
            "assertArrayEquals(new Object[] {\"n\", ",
        ],
    );
}

#[test]
fn what_is_printed_is_compared_by_lines() {
    let text = tests_of("Banner");
    let printed = "printed.toString().replace(System.lineSeparator(), \"\\n\"));";
    has(&text, &["assertEquals(\"(nothing)\\n\", ", printed, "System.setOut(out);"]);
}

#[test]
fn what_a_call_changes_of_its_arguments_is_asserted_and_no_hash_code_is() {
    let text = tests_of("Teller");
    has(&text, &["account.getBalance());", "assertEquals(result, teller.hashCode());"]);
}

#[test]
fn what_an_object_was_handed_it_is_asked_for() {
    has(
        &tests_of("Shelf"),
        &[
            "shelf.put(\"abc\", 1); assertEquals(1, shelf.getWeight(\"abc\"));",
            "shelf.remove(\"abc\"); assertEquals(-1, shelf.getWeight(\"abc\"));",
            // Who calls a check of the library words its message.
            "assertEquals(\"a name is needed\", exception.getMessage());",
        ],
    );
}

#[test]
fn what_a_method_writes_to_a_static_field_another_one_reads() {
    let text = tests_of("Oven");
    has(&text, &["Oven.useFan();", "with the fan\", Oven.bake("]);
    assert!(text.contains("Oven.heat("), "{text}");
}

#[test]
fn what_a_stub_is_handed_is_asserted() {
    let text = tests_of("Broadcast");
    has(&text, &["-> { list.add(text); list.add(number); }", "asList(\"abc\", 1), list);"]);
}
