//! What a program does wrong through the library ends in a trap, told with the program's own lines.

use crate::harness::ending;
use expect_test::{Expect, expect};

fn check(body: &str, expected: Expect) {
    let source = format!(
        "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#line 1\n{body}"
    );
    expected.assert_eq(&ending(&source));
}

#[test]
fn a_copy_that_is_too_long_is_out_of_bounds() {
    check(
        "int main(void) {\n  char small[4];\n  strcpy(small, \"too long\");\n  return 0;\n}\n",
        expect![[r#"
            access out of bounds
            <libc>/string.c in strcpy
            program.c:3:3 in main
        "#]],
    );
}

#[test]
fn a_string_without_its_end_is_read_out_of_bounds() {
    check(
        "int main(void) {\n  char text[3] = {'a', 'b', 'c'};\n  return strlen(text);\n}\n",
        expect![[r#"
            access out of bounds
            <libc>/string.c in strlen
            program.c:3:10 in main
        "#]],
    );
}

#[test]
fn memory_is_freed_once() {
    check(
        "static void twice(char *p) {\n  free(p);\n  free(p);\n}\nint main(void) {\n  twice(malloc(8));\n}\n",
        expect![[r#"
            double free
            <libc>/heap.c in free
            program.c:3:3 in twice
            program.c:6:3 in main
        "#]],
    );
}

#[test]
fn what_was_not_allocated_is_not_freed() {
    check(
        "int main(void) {\n  int x;\n  free(&x);\n}\n",
        expect![[r#"
            invalid free
            <libc>/heap.c in free
            program.c:3:3 in main
        "#]],
    );
}

#[test]
fn reallocated_memory_is_gone() {
    check(
        "int main(void) {\n  int *p = malloc(4), *q = realloc(p, 400);\n  q[0] = 1;\n  return *p;\n}\n",
        expect![[r#"
            use after free
            program.c:4:10 in main
        "#]],
    );
}

#[test]
fn a_format_that_asks_for_too_much_reads_out_of_bounds() {
    check(
        "int main(void) {\n  printf(\"%d %d\\n\", 1);\n}\n",
        expect![[r#"
            1 access out of bounds
            <libc>/print.c in take_int
            <libc>/print.c in signed_argument
            <libc>/print.c in convert
            <libc>/print.c in format_with
            <libc>/print.c in __ferret_format
            <libc>/print.c in printf
            program.c:2:3 in main
        "#]],
    );
}

#[test]
fn a_number_is_no_string() {
    check(
        "int main(void) {\n  printf(\"%s\\n\", 5);\n}\n",
        expect![[r#"
            null pointer used
            <libc>/print.c in emit_string
            <libc>/print.c in convert
            <libc>/print.c in format_with
            <libc>/print.c in __ferret_format
            <libc>/print.c in printf
            program.c:2:3 in main
        "#]],
    );
}

#[test]
fn a_comparison_may_go_wrong_inside_a_sort() {
    check(
        "static int compare(const void *a, const void *b) {\n  return *(int *)a / *(int *)b;\n}\n\
         int main(void) {\n  int x[2] = {1, 0};\n  qsort(x, 2, sizeof *x, compare);\n}\n",
        expect![[r#"
            division by zero
            program.c:2:20 in compare
            <libc>/sort.c in compare_plain
            <libc>/sort.c in merge_sort
            <libc>/sort.c in sort_all
            <libc>/sort.c in qsort
            program.c:6:3 in main
        "#]],
    );
}

#[test]
fn a_failed_assertion_is_told() {
    check(
        "int main(void) {\n  assert(1 + 1 == 3);\n}\n",
        expect![[r#"
            program: program.c:2: int main(void): Assertion `1 + 1 == 3' failed.
            assertion failed
            <libc>/process.c in __assert_fail
            program.c:2:3 in main
        "#]],
    );
}

#[test]
fn a_closed_stream_is_not_used() {
    check(
        "int main(void) {\n  FILE *f = fopen(\"x\", \"w\");\n  fclose(f);\n  fputs(\"late\", f);\n}\n",
        expect![[r#"
            use after free
            <libc>/stdio.c in opening_of
            <libc>/stdio.c in __ferret_print
            <libc>/stdio.c in put_string
            <libc>/stdio.c in fputs
            program.c:4:3 in main
        "#]],
    );
}

#[test]
fn a_function_that_nobody_has_is_named() {
    check(
        "int unheard_of(int);\nint main(void) {\n  return unheard_of(1);\n}\n",
        expect![[r#"
        call of `unheard_of`, which has no body and no model
        program.c:3:10 in main
    "#]],
    );
}

#[test]
fn output_before_a_trap_is_kept() {
    check(
        "int main(void) {\n  printf(\"so far\");\n  abort();\n}\n",
        expect![[r#"
            so farabort called
            <libc>/process.c in abort
            program.c:3:3 in main
        "#]],
    );
}

#[test]
fn nothing_is_executed_or_opened_on_the_host() {
    check(
        "int main(void) {\n  FILE *f = fopen(\"/etc/passwd\", \"r\");\n  \
         printf(\"%d %d %d\\n\", f == NULL, system(\"true\"), popen(\"ls\", \"r\") == NULL);\n}\n",
        expect![[r#"
            1 -1 1
            exit 0
        "#]],
    );
}

#[test]
fn a_program_may_bring_its_own_version_of_a_function() {
    check(
        "int puts(const char *text) { return printf(\"own %s\\n\", text); }\n\
         int main(void) {\n  char line[] = \"x y\";\n  puts(strtok(line, \" \"));\n}\n",
        expect![[r#"
            own x
            exit 0
        "#]],
    );
}

#[test]
fn a_bit_field_is_written_but_its_neighbours_stay_unwritten() {
    check(
        "struct s { int a : 3; int b; };\nint main(void) {\n  struct s s;\n  s.a = 1;\n  return s.b;\n}\n",
        expect![[r#"
            read of uninitialised memory
            program.c:5:12 in main
        "#]],
    );
    check(
        "struct s { int a : 3; int b; };\nint main(void) {\n  struct s *s = malloc(sizeof *s);\n  return s->a;\n}\n",
        expect![[r#"
            read of uninitialised memory
            program.c:4:13 in main
        "#]],
    );
}

#[test]
fn a_value_that_was_never_written_is_found_where_it_is_looked_at() {
    check(
        "struct s { int a, b; };\nint main(void) {\n  struct s *s = malloc(sizeof *s);\n  s->a = 1;\n  return s->a + s->b;\n}\n",
        expect![[r#"
            read of uninitialised memory
            program.c:5:20 in main
        "#]],
    );
    check(
        "union u { int i; float f; };\nint main(void) {\n  union u u;\n  if (u.i) return 1;\n  return 0;\n}\n",
        expect![[r#"
            read of uninitialised memory
            program.c:4:9 in main
        "#]],
    );
}
