//! Streams: answers to what a program asks of the environment.

use expect_test::expect;

use crate::{check, mistakes};

#[test]
fn streams_answer_questions_by_name() {
    check(
        r#"
        let r: i32 = stream "rand" [3, -4]
        let fails: i1 = stream "malloc.fails" [0, true]
        let home: i8 = stream "getenv.HOME" "/root\0"
        let x: f64 = stream "odd \"name\"" []
        "#,
        expect![[r#"
            let r: i32 = stream "rand" [3, -4]
            let fails: i1 = stream "malloc.fails" [false, true]
            let home: i8 = stream "getenv.HOME" "/root\0"
            let x: f64 = stream "odd \"name\"" []
        "#]],
    );
}

#[test]
fn mistakes_in_streams() {
    mistakes::check(
        &[
            "let r: i32 = stream rand [3]",
            "let r: i32 = stream \"rand\" 3",
            "let r: i32 = stream \"rand\" [3 | 4]",
            "let r: i32 = stream \"\\xff\" [3]",
            "let r: i32 = stream \"rand\" [3]\nlet s: i32 = stream \"rand\" [4]",
            "let r: i32 = stream \"rand\" [3]\ncall @classify(1, 2, r)",
            "let r: i32 = stream \"rand\" [3]\nset r: i32 = 4",
        ],
        expect![[r#"
            error: the name of a question as a string is needed here, not `rand`
             --> t.scn:1:21
              |
            1 | let r: i32 = stream rand [3]
              |                     ^^^^

            error: an array like `[1, 2]` is needed here, not `3`
             --> t.scn:1:28
              |
            1 | let r: i32 = stream "rand" 3
              |                            ^

            error: a stream has no length beside its answers
             --> t.scn:1:28
              |
            1 | let r: i32 = stream "rand" [3 | 4]
              |                            ^^^^^^^

            error: a name must be UTF-8
             --> t.scn:1:21
              |
            1 | let r: i32 = stream "\xff" [3]
              |                     ^^^^^^

            error: `rand` is already answered
             --> t.scn:2:21
              |
            2 | let s: i32 = stream "rand" [4]
              |                     ^^^^^^
              = help: put all answers to a question into one stream

            error: `r` is a stream, which has no value to hand on
             --> t.scn:2:22
              |
            2 | call @classify(1, 2, r)
              |                      ^

            error: `r` is a stream, a ptr to write through is needed
             --> t.scn:2:5
              |
            2 | set r: i32 = 4
              |     ^
        "#]],
    );
}
