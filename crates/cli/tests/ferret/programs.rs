//! `ferret c`: C programs as a user runs them.

use expect_test::{Expect, expect};

use crate::{Directory, told_with_input};

const WORDS: &str = "#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int words = 0;
    char word[20];
    FILE *from = argc > 1 ? fopen(argv[1], \"r\") : stdin;
    if (!from) {
        perror(argv[1]);
        return 3;
    }
    while (fscanf(from, \"%19s\", word) == 1) words++;
    printf(\"%d words\\n\", words);
    return words > 5 && argc == 1;
}
";

/// A directory with a program, whose library is kept inside too.
fn directory(name: &str, program: &str) -> Directory {
    let directory = Directory::new(name);
    directory.write("program.c", program);
    directory
}

fn check(directory: &Directory, line: &str, input: &str, expected: Expect) {
    let mut command = directory.ferret(line.split_whitespace());
    command.env("XDG_CACHE_HOME", directory.path.join("cache"));
    expected.assert_eq(&told_with_input(&mut command, input));
}

#[test]
fn a_program_prints_and_ends_as_it_would_outside() {
    let directory = directory("c_words", WORDS);
    directory.write("notes.txt", "one two three\n");
    check(
        &directory,
        "c --run program.c",
        "a b c\n",
        expect![[r#"
        3 words
    "#]],
    );
    check(
        &directory,
        "c --run program.c",
        "1 2 3 4 5 6\n",
        expect![[r#"
        6 words
        => 1
    "#]],
    );
    check(
        &directory,
        "c --run program.c --file notes.txt -- notes.txt",
        "",
        expect![[r#"
        3 words
    "#]],
    );
    check(
        &directory,
        "c --run program.c -- notes.txt",
        "",
        expect![[r#"
        ! notes.txt: No such file or directory
        => 3
    "#]],
    );
    check(
        &directory,
        "c --run program.c --stdin notes.txt --symbolic",
        "",
        expect![[r#"
        3 words
        ! path condition: 15 inputs, 66 clauses: 0 of the program's own branches, 52 of the library's, 13 of memory accesses, 0 of values that were fixed, 1 others
    "#]],
    );
}

#[test]
fn a_trap_is_told_with_the_lines_of_the_program() {
    let directory = directory(
        "c_trap",
        "#include <stdlib.h>\nstatic int last(int *a, int n) { return a[n]; }\n\
         int main(void) {\n  int *a = calloc(4, sizeof *a);\n  return last(a, 4);\n}\n",
    );
    check(
        &directory,
        "c --run program.c",
        "",
        expect![[r#"
            ! trapped: access out of bounds
            !   at program.c:2:41 in last
            !   at program.c:5:10 in main
            => 134
        "#]],
    );
    check(
        &directory,
        "c --run program.c --max-steps 5",
        "",
        expect![[r#"
        ! stopped: step budget used up after 7 steps
        => 124
    "#]],
    );
}

#[test]
fn a_limit_is_told_with_the_lines_where_the_program_was() {
    let directory = directory(
        "c_limit",
        "static int spin(int n) {\n  while (n >= 0)\n    n = (n + 1) % 7;\n  return n;\n}\n\
         int main(void) {\n  return spin(3);\n}\n",
    );
    check(
        &directory,
        "c --run program.c --max-steps 5000",
        "",
        expect![[r#"
            ! stopped: step budget used up after 5011 steps
            !   at program.c:2:10 in spin
            !   at program.c:7:10 in main
            => 124
        "#]],
    );
}

#[test]
fn goals_are_listed_with_their_places() {
    let directory = directory(
        "c_goals",
        "int f(int a, int b) {\n  if (a > 1 && b) return 1;\n  return 0;\n}\n",
    );
    check(
        &directory,
        "c --goals program.c",
        "",
        expect![[r#"
        f program.c:1:21
          region   1:21-4:2
          region   2:7-2:12
          region   2:7-2:17
          region   2:16-2:17
          region   2:19-2:27
          region   3:3-3:11
          branch   2:7-2:12 true, false
          branch   2:16-2:17 true, false
          decision 2:7-2:17 of 2 conditions
        6 regions, 4 branches, 1 decisions
    "#]],
    );
}

#[test]
fn the_program_is_printed_in_the_text_form() {
    let directory = directory("c_ir", "int twice(int a) { return 2 * a; }\n");
    check(
        &directory,
        "c --ir program.c",
        "",
        expect![[r#"
        file "program.c"

        func @twice(%a: i32) -> i32 !0:1:18-35 {
        entry:
          count 0
          %mul = mul.checked i32 2, %a  !0:1:29-29
          ret %mul  !0:1:20-20
        }

        type int32 = int 32

        api function @twice(a: int32) -> int32
    "#]],
    );
}

#[test]
fn errors_that_an_option_mends_come_with_it() {
    let old = directory("c_old", "int main() { return isspace(32); }\n");
    let said = old.told("c --run program.c");
    assert!(said.contains("= help: code from before C99 compiles with -std=gnu89"), "{said}");
    let lost = directory("c_lost", "#include \"lost.h\"\nint main(void) { return 0; }\n");
    let said = lost.told("c --run program.c");
    assert!(said.contains("= help: name the folders of headers with -I"), "{said}");
}

#[test]
fn a_mistake_in_the_program_is_told_as_clang_tells_it() {
    let directory = directory("c_mistake", "int main(void) { return x; }\n");
    check(
        &directory,
        "c --run program.c",
        "",
        expect![[r#"
        ! error: program.c: clang reports errors
        ! program.c:1:25: error: use of undeclared identifier 'x'
        !     1 | int main(void) { return x; }
        !       |                         ^
        ! 1 error generated.
        => 2
    "#]],
    );
}
