//! What a program asks for itself, as a file, and the functions that answer from it natively.

use c::program::{Answer, Start, markers_source};
use std::fmt::Write as _;

/// The variable of the environment that names the file.
pub const VARIABLE: &str = "FERRET_ANSWERS";

/// What was asked, a line each: the name, and the bits of the answer.
pub fn text(asked: &[Answer]) -> String {
    let mut text = String::new();
    for Answer { name, byte, bits, .. } in asked {
        let byte = byte.map_or(-1, |byte| byte as i64);
        let _ = writeln!(text, "{byte} 0x{bits:x} {name}");
    }
    text
}

/// The functions that answer natively, and the `main` that calls the harness of a fuzzer.
pub fn source(start: Start) -> String {
    let markers = markers_source().replacen("#include \"ferret.h\"", "", 1);
    let main = if start == Start::Harness { HARNESS } else { "" };
    format!("{FRAME}\n{markers}\n{main}")
}

const FRAME: &str = "// Functions by which a program asks for its inputs, answered from the file that FERRET_ANSWERS names.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define API __attribute__((weak))
typedef unsigned char byte;

struct answer {
    long byte;
    unsigned long bits;
    int used;
    char *name;
};
// Where nothing outside of one folder may be written, temporary files lie in memory.
API FILE *tmpfile(void) {
    int descriptor = memfd_create(\"tmpfile\", 0);
    return descriptor < 0 ? 0 : fdopen(descriptor, \"w+\");
}
API FILE *tmpfile64(void) { return tmpfile(); }

static struct answer *answers;
static size_t count;
static int is_read;

static void read_answers(void) {
    is_read = 1;
    const char *path = getenv(\"FERRET_ANSWERS\");
    FILE *file = path ? fopen(path, \"r\") : 0;
    if (!file) return;
    size_t capacity = 0;
    long at;
    unsigned long bits;
    char name[300];
    while (fscanf(file, \"%ld %lx %299[^\\n]\", &at, &bits, name) == 3) {
        if (count == capacity) {
            capacity = capacity ? 2 * capacity : 64;
            answers = realloc(answers, capacity * sizeof *answers);
            if (!answers) abort();
        }
        answers[count++] = (struct answer){at, bits, 0, strdup(name)};
    }
    fclose(file);
}

static unsigned long answer(const char *name, long at) {
    static size_t first;
    if (!is_read) read_answers();
    while (first < count && answers[first].used) first++;
    for (size_t i = first; i < count; i++) {
        if (answers[i].used || answers[i].byte != at || strcmp(answers[i].name, name)) continue;
        answers[i].used = 1;
        return answers[i].bits;
    }
    return 0;
}

long __ferret_marked(const char *name, int bits) {
    (void)bits;
    return (long)answer(name, -1);
}
long __ferret_marked_named(const char *name, int bits) { return __ferret_marked(name, bits); }
double __ferret_marked_double(const char *name) {
    uint64_t bits = answer(name, -1);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
float __ferret_marked_float(const char *name) {
    uint32_t bits = (uint32_t)answer(name, -1);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
long __ferret_marked_byte(const char *name, size_t index) { return (long)answer(name, (long)index); }
_Noreturn void __ferret_discard(void) { exit(0); }
_Noreturn void __ferret_abort(void) { abort(); }
_Noreturn void __ferret_assertion(void) { abort(); }
";

const HARNESS: &str = "
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(void) {
    byte *data = malloc(1);
    size_t size = 0;
    for (int c; data && (c = getchar()) != EOF;) {
        data[size++] = (byte)c;
        data = realloc(data, size + 1);
    }
    // Of just its size, so that what is read behind the end is seen.
    byte *exact = malloc(size ? size : 1);
    if (!data || !exact) return 1;
    memcpy(exact, data, size);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    free(data);
    return 0;
}
";
