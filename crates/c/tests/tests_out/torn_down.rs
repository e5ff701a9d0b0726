//! What a test makes it destroys, so that tests pass where leaks are looked for.

use super::room::{Room, make, subjects};

const SOURCE: &str = r"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct node {
    char *name;
    struct node *next;
};

struct list {
    struct node *first;
    int count;
};

struct list *list_new(void)
{
    return calloc(1, sizeof(struct list));
}

int list_add(struct list *list, const char *name)
{
    struct node *node = malloc(sizeof *node);
    if (node == NULL)
        return 0;
    node->name = strdup(name);
    node->next = list->first;
    list->first = node;
    return ++list->count;
}

void list_free(struct list *list)
{
    if (list == NULL)
        return;
    while (list->first != NULL) {
        struct node *next = list->first->next;
        free(list->first->name);
        free(list->first);
        list->first = next;
    }
    free(list);
}

char *list_join(const struct list *list)
{
    char *text = malloc(64);
    if (text != NULL && list->first != NULL)
        strcpy(text, `some`);
    else if (text != NULL)
        strcpy(text, `none`);
    return text;
}

int split(const char *text, char **head)
{
    if (text[0] == 0)
        return 0;
    *head = strdup(text);
    return 1;
}

void *table(size_t rows)
{
    void *rows_of = malloc(rows * 8);
    if (rows_of == NULL)
        return NULL;
    return memset(rows_of, 0, rows * 8);
}
";

#[test]
fn tests_destroy_what_they_make_and_ask_for_no_memory_that_nobody_has() {
    let room = Room::new();
    room.write("source.c", &SOURCE.replace('`', "\""));
    let text = make(&room.0.join("source.c"), 3000, 1).tests();
    for line in ["list_free(list);", "free(result", "free(head);"] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
    let null = text.split("static void table_").find(|body| body.contains("== NULL"));
    let null = null.expect("a test of memory that is refused");
    assert!(null.contains("malloc_fails_answers"), "{null}");
    room.write("test.c", &text);
    assert_eq!(room.warnings("gcc", "test.c", "plain"), "");
    sanitized(&room);
}

/// Compiles and runs tests under the sanitizers as they are by default, leaks included.
fn sanitized(room: &Room) {
    let flags = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    let files = ["-g", "-w", "test.c", "-o", "sanitized", "-lm"];
    room.succeed("clang-19", &[&flags[..], &files[..]].concat());
    room.succeed("./sanitized", &[]);
}

#[test]
fn tests_of_our_own_units_leak_nothing() {
    for unit in ["hash_map", "list", "settings", "string_builder", "tree"] {
        let room = Room::new();
        let made = make(&subjects().join(format!("{unit}.c")), 2000, 1);
        room.write("test.c", &made.tests());
        sanitized(&room);
    }
}

/// Blocks behind blocks, which no function gives back.
const NESTED: &str = r"
#include <stdlib.h>
#include <string.h>

struct entry {
    char *name;
    struct entry *next;
};

struct table {
    int count;
    struct entry *first;
};

int table_add(struct table *table, const char *name)
{
    struct entry *entry = calloc(1, sizeof *entry);
    if (entry == NULL)
        return -1;
    entry->name = reallocarray(NULL, strlen(name) + 1, 1);
    if (entry->name == NULL) {
        free(entry);
        return -2;
    }
    strcpy(entry->name, name);
    table->first = entry;
    return ++table->count;
}
";

#[test]
fn blocks_behind_blocks_are_given_back_before_what_leads_to_them() {
    let room = Room::new();
    room.write("source.c", NESTED);
    let text = make(&room.0.join("source.c"), 2000, 1).tests();
    let inner = text.find("free(table.first->name);").unwrap_or_else(|| panic!("{text}"));
    assert!(text[inner..].contains("free(table.first);"), "{text}");
    // The function that stands in for this one answers, too.
    assert!(text.contains("result == -2"), "{text}");
    room.write("test.c", &text);
    assert_eq!(room.warnings("gcc", "test.c", "plain"), "");
    sanitized(&room);
}

/// What sanitizers call themselves is still the library's where the tests have a stub for it.
#[test]
fn a_stub_of_what_sanitizers_need_stands_in_for_the_code_alone() {
    let room = Room::new();
    let source = "#include <sys/resource.h>\n\
                  int files(void)\n{\n    struct rlimit limit;\n    if (getrlimit(RLIMIT_NOFILE, &limit) < 0)\n        \
                  return -1;\n    limit.rlim_max = 7;\n    return setrlimit(RLIMIT_NOFILE, &limit) == 0;\n}\n";
    room.write("source.c", source);
    let text = make(&room.0.join("source.c"), 500, 1).tests();
    assert!(text.contains("result == -1"), "{text}");
    assert!(text.contains("result == 1"), "{text}");
    room.write("test.c", &text);
    assert_eq!(room.warnings("gcc", "test.c", "plain"), "");
    sanitized(&room);
}
