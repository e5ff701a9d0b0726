//! What things are in the words of the source: types of the catalogue, bit-fields, records by value.

use expect_test::expect;

use crate::{check, mistakes};

#[test]
fn what_is_made_may_say_its_type_and_what_its_length_means() {
    check(
        r#"
        let c: i32 = 1 of color
        let v: i32[6] = [1, 2] of int32
        let buf: i32[8] = [1, 2 | 3] open of int32
        let s: i8[16] = "abc\0" text of char
        let loose: i8[2] = "a\0" text
        let first = object 16 of node
        let row = object 48 open of 3 node
        let table = object 16 of 2 node.ptr
        let twin: ptr = null of "node.ptr.2"
        let bytes = object 5 open
        let m = new "int[]" [1] capacity 4 open of int32
        "#,
        expect![[r#"
            let c: i32 = 1 of color
            let v: i32[6] = [1, 2] of int32
            let buf: i32[8] = [1, 2 | 3] open of int32
            let s: i8[16] = "abc\0" text of char
            let loose: i8[2] = "a\0" text
            let first = object 16 of node
            let row = object 48 open of 3 node
            let table = object 16 of 2 "node.ptr"
            let twin: ptr = null of "node.ptr.2"
            let bytes = object 5 open
            let m = new "int[]" [1] capacity 4 open of int32
        "#]],
    );
}

#[test]
fn bit_fields_are_written_by_first_bit_and_width() {
    check(
        "
        let flag: i32 = 5
        let n = object 16 of node
        set n + 4: i32 bits 2:3 = flag
        set n + 4: i8 bits 7:1 = 1
        set n: i64 bits 0:64 = -1
        ",
        expect![[r#"
            let flag: i32 = 5
            let n = object 16 of node
            set n + 4: i32 bits 2:3 = flag
            set n + 4: i8 bits 7:1 = 1
            set n: i64 bits 0:64 = -1
        "#]],
    );
}

#[test]
fn records_are_handed_over_by_value_in_parts() {
    check(
        "
        let n = object 16
        set n: f64 = 3
        set n + 8: f64 = 4
        call r = @norm(n at 0, n at 8)
        call @classify(1, n at 12, 3)
        ",
        expect![[r#"
            let n = object 16
            set n: f64 = 3.0
            set n + 8: f64 = 4.0
            call r = @norm(n at 0, n at 8)
            call @classify(1, n at 12, 3)
        "#]],
    );
}

#[test]
fn mistakes_in_types_fields_and_parts() {
    mistakes::check(
        &[
            "let c: i32 = 1 of colour",
            "let c: i32 = 1 of",
            "let n = object 16 of 3",
            "let n = object 16 closed",
            "let n = object 16\nset n: f64 bits 0:3 = 1",
            "let n = object 16\nset n: i8 bits 0:9 = 1",
            "let n = object 16\nset n + 15: i32 bits 7:2 = 1",
            "let n = object 16\ncall @norm(n at 12, 1)",
            "let n: i32 = 4\ncall @norm(n at 0, 1)",
            "let n = object 16\ncall @printf(n, n at 8)",
        ],
        expect![[r#"
            error: the catalogue has no type `colour`
             --> t.scn:1:19
              |
            1 | let c: i32 = 1 of colour
              |                   ^^^^^^
              = help: did you mean `color`?

            error: the name of a type is missing
             --> t.scn:1:18
              |
            1 | let c: i32 = 1 of
              |                  ^

            error: the name of a type is missing
             --> t.scn:1:23
              |
            1 | let n = object 16 of 3
              |                       ^

            error: the end of the line is needed here, not `closed`
             --> t.scn:1:19
              |
            1 | let n = object 16 closed
              |                   ^^^^^^

            error: 3 bits from bit 0 cannot be taken from f64
             --> t.scn:2:12
              |
            2 | set n: f64 bits 0:3 = 1
              |            ^^^^^^^^

            error: 9 bits from bit 0 cannot be taken from i8
             --> t.scn:2:11
              |
            2 | set n: i8 bits 0:9 = 1
              |           ^^^^^^^^

            error: a write of 2 bytes at offset 15 goes beyond `n`, which has 16 bytes
             --> t.scn:2:5
              |
            2 | set n + 15: i32 bits 7:2 = 1
              |     ^^^^^^

            error: 8 bytes at offset 12 are not in `n`, which has 16 bytes
             --> t.scn:2:12
              |
            2 | call @norm(n at 12, 1)
              |            ^

            error: `n` does not point at anything
             --> t.scn:2:12
              |
            2 | call @norm(n at 0, 1)
              |            ^

            error: the type of this value is not known: no parameter stands for it
             --> t.scn:2:17
              |
            2 | call @printf(n, n at 8)
              |                 ^
        "#]],
    );
}
