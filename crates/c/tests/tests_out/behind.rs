//! What a call leaves behind pointers is asserted, as far as it is new.

use super::room::{Room, make};

const SOURCE: &str = r#"
#include <stdlib.h>

struct entry {
    char *name;
    int size;
    struct entry *next;
};

int add(struct entry **list, int size)
{
    struct entry *entry;
    if (size < 2)
        return 0;
    entry = malloc(sizeof *entry);
    if (entry == NULL)
        return -1;
    entry->name = "new";
    entry->size = size;
    entry->next = *list;
    *list = entry;
    return 1;
}

struct counter {
    int (*next)(int);
    int total;
};

static int two_more(int number)
{
    return number + 2;
}

struct counter *counter_new(void)
{
    struct counter *counter = calloc(1, sizeof(struct counter));
    if (counter != NULL)
        counter->next = two_more;
    return counter;
}

int counter_step(struct counter *counter)
{
    if (counter == NULL || counter->next != two_more)
        return 0;
    counter->total = counter->next(counter->total);
    return counter->total > 2;
}
"#;

#[test]
fn checks_follow_pointers_to_what_is_new() {
    let room = Room::new();
    room.write("source.c", SOURCE);
    let text = make(&room.0.join("source.c"), 2000, 1).tests();
    for check in [
        "CHECK(strcmp(list->name, \"new\") == 0);",
        "CHECK(list->size == 2);",
        "CHECK(list->next == NULL);",
        // What a call before it made.
        "CHECK(counter->total == 2);",
    ] {
        assert!(text.contains(check), "{check} is not in\n{text}");
    }
    room.write("test.c", &text);
    assert_eq!(room.warnings("gcc", "test.c", "plain"), "");
    room.succeed("./plain", &[]);
}

const BUFFER: &str = r"
#include <stdlib.h>
#include <string.h>

struct buffer {
    char *text;
    size_t capacity, length;
};

void append(struct buffer *buffer, const char *text)
{
    size_t length = strlen(text), needed = buffer->length + length + 1;
    if (needed > buffer->capacity) {
        buffer->capacity = (needed + 63) & ~(size_t)63;
        buffer->text = realloc(buffer->text, buffer->capacity);
    }
    strcpy(buffer->text + buffer->length, text);
    buffer->length += length;
}
";

#[test]
fn inputs_do_not_become_so_small_that_nothing_is_left_to_say() {
    let room = Room::new();
    room.write("source.c", BUFFER);
    let text = make(&room.0.join("source.c"), 2000, 1).tests();
    let bodies: Vec<&str> = text.split("static void append_").skip(1).collect();
    assert!(bodies.len() >= 2, "{text}");
    for body in bodies {
        let body = body.split("\n}").next().unwrap_or_default();
        assert!(body.contains("CHECK("), "nothing is asserted in\n{body}");
    }
}

const WHOLE: &str = r"
#include <stdlib.h>
#include <string.h>

struct numbers {
    int *values;
    double *scale;
};

/* Writes what no text has: zeros between. */
void encode(char *to, size_t room, int number)
{
    if (room >= 4) {
        to[0] = 'n';
        to[1] = 0;
        to[2] = (char)number;
        to[3] = '!';
    }
}

int fill(struct numbers *numbers, int start)
{
    int *values = malloc(3 * sizeof *values);
    double *scale = malloc(sizeof *scale);
    if (values == NULL || scale == NULL || start < 5) {
        free(values);
        free(scale);
        return 0;
    }
    values[0] = values[1] = start;
    values[2] = 9;
    *scale = 0.5;
    numbers->values = values;
    numbers->scale = scale;
    return 1;
}

void describe(char **to, int kind)
{
    *to = kind > 2 ? strdup(kind > 5 ? `large` : `small`) : NULL;
}
";

#[test]
fn what_was_written_is_compared_as_a_whole() {
    let room = Room::new();
    room.write("source.c", &WHOLE.replace('`', "\""));
    let text = make(&room.0.join("source.c"), 3000, 1).tests();
    for check in [
        "const int expected[] = {5, 5, 9};\n    CHECK(memcmp(numbers.values, expected, sizeof expected) == 0);",
        "CHECK(numbers.scale[0] == 0.5);",
        "'n', '\\0', ",
        "CHECK(strcmp(to, \"large\") == 0);",
        "CHECK(strcmp(to, \"small\") == 0);",
    ] {
        assert!(text.contains(check), "{check} is not in\n{text}");
    }
    room.write("test.c", &text);
    assert_eq!(room.warnings("gcc", "test.c", "plain"), "");
    room.succeed("./plain", &[]);
}
