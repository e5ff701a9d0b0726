//! What functions are handed that a test stands in for is asserted, in the order of the calls.

use super::room::{Made, Room, make};
use std::path::Path;

fn made(source: &Path) -> (Made, String) {
    let made = make(source, 3000, 1);
    let text = made.tests();
    (made, text)
}

const SOURCE: &str = r#"
#include <stddef.h>

#define FIFTY "0123456789 123456789 123456789 123456789 123456789"

struct sink {
    void (*number)(long number, double half);
    void (*text)(const char *text, size_t length);
    void (*end)(const void *where, int is_last);
};

void tell(const struct sink *sink, const char *bytes, int number)
{
    if (sink->number != NULL && sink->text != NULL && sink->end != NULL) {
        sink->text(bytes, 2);
        sink->number(-number, number / 2.0);
        sink->end(NULL, 1);
        sink->text("a 'quoted' line of more than\nforty letters, which is long", 60);
        sink->text(FIFTY FIFTY FIFTY FIFTY "and more", 300);
    }
}
"#;

#[test]
fn calls_are_asserted_with_their_arguments_in_their_order() {
    let room = Room::new();
    room.write("source.c", SOURCE);
    let (_, text) = made(&room.0.join("source.c"));
    for check in [
        "CHECK(ferret_calls == 5);",
        "CHECK(ferret_called(1, \"stub_number(",
        "CHECK(ferret_called(2, \"stub_end(NULL, 1)\"));",
        "CHECK(ferret_called(3, \"stub_text('a 'quoted' line of more than\\\\nforty letters, which is long', 60)\"));",
        " 123456789'..., 300)\"));",
    ] {
        assert!(text.contains(check), "{check} is not in\n{text}");
    }
    room.write("test.c", &text);
    assert_eq!(room.warnings("gcc", "test.c", "plain"), "");
    room.succeed("./plain", &[]);
    // A change of what is passed is seen.
    for (from, to) in
        [("-number,", "number + 1,"), ("end(NULL", "end(bytes"), ("bytes, 2", "bytes, 1")]
    {
        room.write("source.c", &SOURCE.replace(from, to));
        assert_eq!(room.warnings("gcc", "test.c", "changed"), "");
        assert!(!room.run("./changed", &[]).status.success(), "{to} is not seen");
    }
}

const UNTERMINATED: &str = r#"
void hand(void (*take)(const char *text), int number)
{
    char letters[2] = {'a', 'b'};
    if (number > 7)
        take(letters);
    else
        take("fine");
}
"#;

#[test]
fn a_text_without_an_end_is_not_handed_to_a_stub_that_reads_it() {
    let room = Room::new();
    room.write("source.c", UNTERMINATED);
    let (made, text) = made(&room.0.join("source.c"));
    assert!(text.contains("CHECK(ferret_called(0, \"stub_take('fine')\"));"), "{text}");
    assert_eq!(made.product.tests.len(), 1, "{text}");
}
