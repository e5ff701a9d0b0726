//! What tests assert: all that a call gave and wrote, and what it left alone where that notices a mistake.

use super::room::{Room, make_by};
use generate::{Budget, Random, Settings};

/// Makes tests of a source and sees that they pass, and that each change of the source makes one fail. Gives their text.
fn noticed(source: &str, changes: &[(&str, &str)]) -> String {
    let room = Room::new();
    room.write("source.c", source);
    let budget = Budget::executions(6000);
    let settings = Settings { budget, mutation: 0.5, jobs: 1, ..Settings::default() };
    let text = make_by(&room.0.join("source.c"), &Random, &settings).tests();
    room.write("test.c", &text);
    assert_eq!(room.warnings("gcc", "test.c", "plain"), "");
    assert_eq!(room.warnings("clang-19", "test.c", "plain"), "");
    room.succeed("./plain", &[]);
    for (from, to) in changes {
        assert!(source.contains(from), "{from} is not in the source");
        room.write("source.c", &source.replacen(from, to, 1));
        room.warnings("gcc", "test.c", "changed");
        assert!(!room.run("./changed", &[]).status.success(), "{to} is not seen by\n{text}");
    }
    text
}

#[test]
fn what_a_call_leaves_alone_is_asserted_where_that_notices_a_mistake() {
    let source = r"
struct account { int balance; int locked; };

void withdraw(struct account *account, int amount)
{
    if (amount <= account->balance && !account->locked)
        account->balance -= amount;
}
";
    let changes = [("<=", ">="), ("&& !account->locked", ""), ("-= amount", "= amount")];
    let text = noticed(source, &changes);
    assert!(text.contains("withdraw_keeps_"), "{text}");
}

#[test]
fn a_record_is_asserted_field_by_field_and_its_arrays_as_a_whole() {
    let source = r#"
#include <string.h>

struct entry { char name[8]; int days[3]; int length; };

void fill(struct entry *entry, const char *name, int day)
{
    strncpy(entry->name, name, sizeof entry->name - 1);
    entry->name[7] = 0;
    entry->days[0] = day / 2;
    entry->days[2] = day + 7;
    entry->length = (int)strlen(entry->name);
}
"#;
    let changes = [
        ("entry->name[7] = 0", "entry->name[0] = 0"),
        ("days[2] = day", "days[1] = day"),
        ("day / 2", "day"),
        ("entry->length = ", "entry->length += 1 + "),
    ];
    let text = noticed(source, &changes);
    for check in
        ["CHECK(strcmp(entry.name, ", "CHECK(memcmp(entry.days, expected, sizeof expected) == 0);"]
    {
        assert!(text.contains(check), "{check} is not in\n{text}");
    }
}

#[test]
fn further_arguments_are_handed_over_and_seen() {
    let source = r"
#include <stdarg.h>

long weighted(int count, ...)
{
    va_list list;
    long sum = 0;
    int i;

    va_start(list, count);
    for (i = 1; i <= count; i++)
        sum += i * va_arg(list, long);
    va_end(list);
    return sum;
}
";
    let text = noticed(source, &[("i * va_arg", "va_arg"), ("i = 1", "i = 2")]);
    // C converts no argument beyond the parameters.
    assert!(text.contains("L, 1L") || text.contains("L, 0L"), "{text}");
}

#[test]
fn a_format_gets_the_arguments_that_it_asks_for() {
    let source = r"
#include <stdarg.h>
#include <stdio.h>

__attribute__((format(printf, 2, 3)))
int is_long(int most, const char *format, ...)
{
    char text[64];
    va_list list;
    int length;

    va_start(list, format);
    length = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return length > most && text[0] == '=';
}
";
    let text = noticed(source, &[("length > most", "length >= most")]);
    assert!(text.contains("is_long("), "{text}");
}

#[test]
fn complex_numbers_are_made_and_compared_part_by_part() {
    let source = r"
#include <complex.h>

double complex squared(double complex z, int *is_real)
{
    *is_real = cimag(z) == 0;
    return z * z + 1;
}
";
    let text = noticed(source, &[("z * z + 1", "z * z - 1"), ("cimag(z) == 0", "cimag(z) != 0")]);
    for part in ["double _Complex result = squared(z, ", "CHECK(__real__ result == "] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}
