//! What is said about scenarios with a mistake in them.

use expect_test::{Expect, expect};
use scenario::text::parse;

use crate::program;

/// Reads texts that have a mistake in them and compares what is said about each.
pub fn check(texts: &[&str], expect: Expect) {
    let program = program();
    let render = |text: &&str| {
        let error = parse(text, &program).expect_err("this text has a mistake");
        error.render("t.scn", text)
    };
    expect.assert_eq(&texts.iter().map(render).collect::<Vec<_>>().join("\n"));
}

#[test]
fn mistakes_of_spelling() {
    let texts = [
        "lett a: i32 = 1",
        "a: i32 = 1",
        "= 1",
        "let a: i32 = 1 let b: i32 = 2",
        "let a: i32\nlet b: i32 = 2",
        "let a: int = 1",
        "let a: i65 = 1",
        "let a = 1",
        "# a comment",
        "let %a: i32 = 1",
        "stdin \"no end\nlet a: i32 = 1",
        "stdin \"\\q\"",
        "stdin",
        "file \"a\"",
        "let ü: i32 = 1",
        "call @(1)",
    ];
    check(
        &texts,
        expect![[r#"
        error: there is no statement `lett`
         --> t.scn:1:1
          |
        1 | lett a: i32 = 1
          | ^^^^
          = help: did you mean `let`?

        error: there is no statement `a`
         --> t.scn:1:1
          |
        1 | a: i32 = 1
          | ^
          = help: a variable is made by `let a: i32 = 3`

        error: a statement is needed here
         --> t.scn:1:1
          |
        1 | = 1
          | ^
          = help: statements begin with `let`, `set`, `call`, `argv`, `stdin` or `file`

        error: the end of the line is needed here, not `let`
         --> t.scn:1:16
          |
        1 | let a: i32 = 1 let b: i32 = 2
          |                ^^^

        error: `=` is missing
         --> t.scn:1:11
          |
        1 | let a: i32
          |           ^

        error: there is no type `int`
         --> t.scn:1:8
          |
        1 | let a: int = 1
          |        ^^^
          = help: did you mean `i32`?

        error: there is no type `i65`
         --> t.scn:1:8
          |
        1 | let a: i65 = 1
          |        ^^^
          = help: did you mean `i64`?

        error: the type of `a` is missing
         --> t.scn:1:5
          |
        1 | let a = 1
          |     ^
          = help: write `let a: i32 = …`; without a type stand only `new CLASS` and `object SIZE`

        error: `#` does not belong here
         --> t.scn:1:1
          |
        1 | # a comment
          | ^
          = help: a comment begins with `;`

        error: `%` does not belong here
         --> t.scn:1:5
          |
        1 | let %a: i32 = 1
          |     ^
          = help: variables of a scenario are written without `%`

        error: this string has no end
         --> t.scn:1:7
          |
        1 | stdin "no end
          |       ^^^^^^^
          = help: write `\n` for a line feed

        error: unknown escape
         --> t.scn:1:8
          |
        1 | stdin "\q"
          |        ^
          = help: known are `\0`, `\n`, `\t`, `\r`, `\\`, `\"`, `\'` and `\x` with two hex digits

        error: the input as a string is missing
         --> t.scn:1:6
          |
        1 | stdin
          |      ^

        error: the content as a string is missing
         --> t.scn:1:9
          |
        1 | file "a"
          |         ^

        error: `ü` does not belong here
         --> t.scn:1:5
          |
        1 | let ü: i32 = 1
          |     ^
          = help: names beyond ASCII letters, digits, `_` and `$` are quoted

        error: a name is missing behind `@`
         --> t.scn:1:6
          |
        1 | call @(1)
          |      ^
    "#]],
    );
}

#[test]
fn mistakes_in_values() {
    let texts = [
        "let a: i8 = 256",
        "let a: i8 = -129",
        "let a: i32 = 1.5",
        "let a: i32 = 12ab",
        "let a: i64 = 999999999999999999999999999999999999999999",
        "let a: i32 = null",
        "let a: ptr = -1",
        "let a: f32 = 1e39",
        "let a: f64 = 1.2.3",
        "let a: f64 = nan:0x0",
        "let a: i8 = 'ab'",
        "let a: i8 = 'ü'",
        "let a: f64 = 'a'",
        "let a: i32 = b",
        "let a: i32 = \"text\"",
    ];
    check(
        &texts,
        expect![[r#"
        error: 256 does not fit into i8
         --> t.scn:1:13
          |
        1 | let a: i8 = 256
          |             ^^^
          = help: i8 holds -128 to 255

        error: -129 does not fit into i8
         --> t.scn:1:13
          |
        1 | let a: i8 = -129
          |             ^^^^
          = help: i8 holds -128 to 255

        error: `1.5` is not an integer, i32 is needed
         --> t.scn:1:14
          |
        1 | let a: i32 = 1.5
          |              ^^^

        error: `12ab` is not a number
         --> t.scn:1:14
          |
        1 | let a: i32 = 12ab
          |              ^^^^
          = help: integers are written like `42`, `-1` or `0xff`

        error: 999999999999999999999999999999999999999999 does not fit into i64
         --> t.scn:1:14
          |
        1 | let a: i64 = 999999999999999999999999999999999999999999
          |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          = help: i64 holds -9223372036854775808 to 18446744073709551615

        error: a null pointer is given, i32 is needed
         --> t.scn:1:14
          |
        1 | let a: i32 = null
          |              ^^^^

        error: an address is not negative
         --> t.scn:1:14
          |
        1 | let a: ptr = -1
          |              ^^

        error: 1e39 does not fit into f32
         --> t.scn:1:14
          |
        1 | let a: f32 = 1e39
          |              ^^^^
          = help: infinity is written `inf` or `-inf`

        error: `1.2.3` is not a number
         --> t.scn:1:14
          |
        1 | let a: f64 = 1.2.3
          |              ^^^^^
          = help: floats are written like `1.5`, `-2e-3`, `inf` or `nan`

        error: `0x0` are not the bits of a NaN of type f64
         --> t.scn:1:14
          |
        1 | let a: f64 = nan:0x0
          |              ^^^^^^^

        error: one character stands between single quotes
         --> t.scn:1:13
          |
        1 | let a: i8 = 'ab'
          |             ^^^^
          = help: several stand in double quotes: an array of bytes

        error: this character does not fit into i8
         --> t.scn:1:13
          |
        1 | let a: i8 = 'ü'
          |             ^^^

        error: a character is given, f64 is needed
         --> t.scn:1:14
          |
        1 | let a: f64 = 'a'
          |              ^^^

        error: `b` is not a value of type i32
         --> t.scn:1:14
          |
        1 | let a: i32 = b
          |              ^

        error: a value of type i32 is needed here, not a string
         --> t.scn:1:14
          |
        1 | let a: i32 = "text"
          |              ^^^^^^
    "#]],
    );
}

#[test]
fn mistakes_in_arrays_and_objects() {
    let texts = [
        "let a: i32[2] = [1, 2, 3]",
        "let a: i32[2] = [1 2]",
        "let a: i32[9] = [1 | 2 | 3]",
        "let a: i32[9] = \"text\"",
        "let a: i32[9] = 1",
        "let a: i32[9999999999] = [1]",
        "let a: i32[2] = [1, 2",
        "let m = new \"int[]\"",
        "let m = new Circle [1]",
        "let m = new Drawable",
        "let m = new Circel",
        "let m = new java.util.Bag",
        "let n = object -1",
        "let n = object 4294967296",
    ];
    check(
        &texts,
        expect![[r#"
        error: 3 elements do not fit into a capacity of 2
         --> t.scn:1:17
          |
        1 | let a: i32[2] = [1, 2, 3]
          |                 ^^^^^^^^^

        error: `,` or `]` is needed here, not `2`
         --> t.scn:1:20
          |
        1 | let a: i32[2] = [1 2]
          |                    ^

        error: `,` or `]` is needed here, not `|`
         --> t.scn:1:24
          |
        1 | let a: i32[9] = [1 | 2 | 3]
          |                        ^

        error: a string is an array of i8, elements of type i32 are needed
         --> t.scn:1:17
          |
        1 | let a: i32[9] = "text"
          |                 ^^^^^^

        error: an array like `[1, 2]` is needed here, not `1`
         --> t.scn:1:17
          |
        1 | let a: i32[9] = 1
          |                 ^

        error: the capacity may be at most 1048576
         --> t.scn:1:12
          |
        1 | let a: i32[9999999999] = [1]
          |            ^^^^^^^^^^

        error: `,` or `]` is missing
         --> t.scn:1:22
          |
        1 | let a: i32[2] = [1, 2
          |                      ^

        error: the list of elements is missing
         --> t.scn:1:20
          |
        1 | let m = new "int[]"
          |                    ^
          = help: `int[]` is an array class: write `[]` for no elements

        error: `Circle` is not an array class and has no elements
         --> t.scn:1:20
          |
        1 | let m = new Circle [1]
          |                    ^

        error: `Drawable` is an interface and has no objects
         --> t.scn:1:13
          |
        1 | let m = new Drawable
          |             ^^^^^^^^

        error: there is no class `Circel`
         --> t.scn:1:13
          |
        1 | let m = new Circel
          |             ^^^^^^
          = help: did you mean `Circle`?

        error: there is no class `java.util.Bag`
         --> t.scn:1:13
          |
        1 | let m = new java.util.Bag
          |             ^^^^^^^^^^^^^
          = help: did you mean `java.util.Box`?

        error: the size in bytes is needed here, not `-`
         --> t.scn:1:16
          |
        1 | let n = object -1
          |                ^

        error: the size in bytes may be at most 2147483647
         --> t.scn:1:16
          |
        1 | let n = object 4294967296
          |                ^^^^^^^^^^
    "#]],
    );
}

#[test]
fn mistakes_in_writes() {
    let texts = [
        "set n: i32 = 1",
        "let nest = object 8\nset next: i32 = 1",
        "set counter: i32 = 1",
        "set @count: i32 = 1",
        "set @limit: i32 = 1",
        "set @counter: i64 = 1",
        "let n = object 16\nset n + 10: i64 = 1",
        "let n: i16[16] = [1, 2]\nset n + 3: i16 = 1",
        "let n = object 16\nset n = 1",
        "let n = object 16\nset n.next = 1",
        "let o = new Circle\nset o.colour = 1",
        "let o = new Circle\nset o.radios = 1",
        "let o = new Circle\nlet a: i64 = 1\nset o.kind = a",
        "let a: i32 = 1\nset a: i32 = 2",
    ];
    check(
        &texts,
        expect![[r#"
            error: no variable `n` is made before this line
             --> t.scn:1:5
              |
            1 | set n: i32 = 1
              |     ^

            error: no variable `next` is made before this line
             --> t.scn:2:5
              |
            2 | set next: i32 = 1
              |     ^^^^
              = help: did you mean `nest`?

            error: no variable `counter` is made before this line
             --> t.scn:1:5
              |
            1 | set counter: i32 = 1
              |     ^^^^^^^
              = help: a global or function is written `@counter`

            error: there is no global `@count`
             --> t.scn:1:5
              |
            1 | set @count: i32 = 1
              |     ^^^^^^

            error: `@limit` is read-only
             --> t.scn:1:5
              |
            1 | set @limit: i32 = 1
              |     ^^^^^^

            error: a write of 8 bytes at offset 0 goes beyond `@counter`, which has 4 bytes
             --> t.scn:1:5
              |
            1 | set @counter: i64 = 1
              |     ^^^^^^^^

            error: a write of 8 bytes at offset 10 goes beyond `n`, which has 16 bytes
             --> t.scn:2:5
              |
            2 | set n + 10: i64 = 1
              |     ^^^^^^

            error: a write of 2 bytes at offset 3 goes beyond `n`, which has 4 bytes
             --> t.scn:2:5
              |
            2 | set n + 3: i16 = 1
              |     ^^^^^

            error: `:` and the type of what is written is needed here, not `=`
             --> t.scn:2:7
              |
            2 | set n = 1
              |       ^
              = help: write for example `set n + 8: i32 = 5`

            error: the class of what `n` points at is not known
             --> t.scn:2:7
              |
            2 | set n.next = 1
              |       ^^^^
              = help: give offset and type: `set n + 8: i32 = 5`

            error: `Circle` has no field `colour`
             --> t.scn:2:7
              |
            2 | set o.colour = 1
              |       ^^^^^^

            error: `Circle` has no field `radios`
             --> t.scn:2:7
              |
            2 | set o.radios = 1
              |       ^^^^^^
              = help: did you mean `radius`?

            error: `a` is i64, i32 is needed
             --> t.scn:3:14
              |
            3 | set o.kind = a
              |              ^

            error: `a` is i32, a ptr to write through is needed
             --> t.scn:2:5
              |
            2 | set a: i32 = 2
              |     ^
        "#]],
    );
}

#[test]
fn mistakes_in_calls() {
    let texts = [
        "call @clasify(1, 2, 3)",
        "call @classify(1, 2)",
        "call @classify(1, 2, 3, 4, 5)",
        "call @printf()",
        "call @printf(null, 3)",
        "call @classify(1, 2, 1.5)",
        "call @classify(1, 2, @table)",
        "call @area(@tabel, 1)",
        "call @area([1, 2], 1)",
        "call r = @classify(1, 2, r)",
        "let r: i32 = 1\ncall r = @classify(1, 2, 3)",
        "call r = @reset()",
        "call classify(1, 2, 3)",
        "call @classify(1, 2, 3",
        "call @classify(1; 2)",
    ];
    check(
        &texts,
        expect![[r#"
        error: there is no function `@clasify`
         --> t.scn:1:6
          |
        1 | call @clasify(1, 2, 3)
          |      ^^^^^^^^
          = help: did you mean `@classify`?

        error: `@classify` takes 3 arguments, 2 given
         --> t.scn:1:20
          |
        1 | call @classify(1, 2)
          |                    ^
          = help: it is `@classify(a: i32, b: i32, c: i32)`

        error: `@classify` takes 3 arguments, 5 given
         --> t.scn:1:25
          |
        1 | call @classify(1, 2, 3, 4, 5)
          |                         ^
          = help: it is `@classify(a: i32, b: i32, c: i32)`

        error: `@printf` takes at least 1 argument, 0 given
         --> t.scn:1:14
          |
        1 | call @printf()
          |              ^
          = help: it is `@printf(format: ptr)`

        error: the type of this value is not known: no parameter stands for it
         --> t.scn:1:20
          |
        1 | call @printf(null, 3)
          |                    ^
          = help: make a variable of it: `let n: i32 = 3`

        error: `1.5` is not an integer, i32 is needed
         --> t.scn:1:22
          |
        1 | call @classify(1, 2, 1.5)
          |                      ^^^

        error: `@table` is ptr, i32 is needed
         --> t.scn:1:22
          |
        1 | call @classify(1, 2, @table)
          |                      ^^^^^^

        error: there is no global or function `@tabel`
         --> t.scn:1:12
          |
        1 | call @area(@tabel, 1)
          |            ^^^^^^

        error: an array must be made before it is handed on
         --> t.scn:1:12
          |
        1 | call @area([1, 2], 1)
          |            ^
          = help: write `let a: i32[3] = [1, 2, 3]` and hand on `a`

        error: no variable `r` is made before this line
         --> t.scn:1:26
          |
        1 | call r = @classify(1, 2, r)
          |                          ^

        error: `r` is already made
         --> t.scn:2:6
          |
        2 | call r = @classify(1, 2, 3)
          |      ^
          = help: a variable is made once; choose another name

        error: `@reset` gives no result
         --> t.scn:1:6
          |
        1 | call r = @reset()
          |      ^
          = help: write `call @reset(…)`

        error: a function's name begins with `@`
         --> t.scn:1:6
          |
        1 | call classify(1, 2, 3)
          |      ^^^^^^^^
          = help: write `@classify`

        error: `,` or `)` is missing
         --> t.scn:1:23
          |
        1 | call @classify(1, 2, 3
          |                       ^

        error: `,` or `)` is missing
         --> t.scn:1:17
          |
        1 | call @classify(1; 2)
          |                 ^
    "#]],
    );
}
