//! Which registers the verifier takes to have a value, and where.

use expect_test::{Expect, expect};
use program::text::parse;
use program::verify::verify;

fn check(source: &str, expected: Expect) {
    let program = parse(source).unwrap_or_else(|error| panic!("{}", error.render("f", source)));
    let shown = match verify(&program) {
        Ok(()) => "well-formed".to_owned(),
        Err(problems) => problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
    };
    expected.assert_eq(&shown);
}

#[test]
fn a_value_on_one_way_only_is_not_enough() {
    check(
        r#"func @f(%t: i1) -> i32 {
entry:
  br %t ? one : two
one:
  %y = copy i32 1
  jump two
two:
  ret %y
}
"#,
        expect!["function `@f`, block `two`, `ret %y`: `%y` may have no value here"],
    );
}

#[test]
fn a_value_on_both_ways_is_enough() {
    check(
        r#"func @f(%t: i1) -> i32 {
entry:
  br %t ? one : two
one:
  %y = copy i32 1
  jump both
two:
  %y = copy i32 2
  jump both
both:
  ret %y
}
"#,
        expect!["well-formed"],
    );
}

#[test]
fn moves_on_edges_are_values() {
    check(
        r#"func @f(%t: i1) -> i32 {
  var %y: i32
entry:
  br %t ? end(%y = 1) : end(%y = 2)
end:
  ret %y
}
"#,
        expect!["well-formed"],
    );
}

#[test]
fn a_move_on_one_edge_only_is_not_enough() {
    check(
        r#"func @f(%t: i1) -> i32 {
  var %y: i32
entry:
  br %t ? end(%y = 1) : end
end:
  ret %y
}
"#,
        expect!["function `@f`, block `end`, `ret %y`: `%y` may have no value here"],
    );
}

#[test]
fn all_moves_of_an_edge_read_before_any_writes() {
    check(
        r#"func @f() -> i32 {
  var %y: i32
  var %z: i32
entry:
  jump end(%y = 1, %z = %y)
end:
  ret %z
}
"#,
        expect![
            "function `@f`, block `entry`, `jump end(%y = 1, %z = %y)`: `%y` may have no value here"
        ],
    );
}

#[test]
fn every_case_counts() {
    check(
        r#"func @f(%a: i32) -> i32 {
  var %y: i32
entry:
  switch i32 %a { 1 -> end(%y = 1), 2 -> end, default -> end(%y = 3) }
end:
  ret %y
}
"#,
        expect!["function `@f`, block `end`, `ret %y`: `%y` may have no value here"],
    );
}

#[test]
fn a_loop_that_may_not_run_gives_no_value() {
    check(
        r#"func @f(%t: i1) -> i32 {
entry:
  jump loop
loop:
  br %t ? body : end
body:
  %y = copy i32 1
  jump loop
end:
  ret %y
}
"#,
        expect!["function `@f`, block `end`, `ret %y`: `%y` may have no value here"],
    );
}

#[test]
fn a_value_from_before_a_loop_stays() {
    check(
        r#"func @f(%t: i1) -> i32 {
entry:
  %y = copy i32 1
  jump loop
loop:
  %y = add i32 %y, 1
  br %t ? loop : end
end:
  ret %y
}
"#,
        expect!["well-formed"],
    );
}

#[test]
fn a_value_that_is_read_by_its_own_first_assignment_is_missing() {
    check(
        r#"func @f() -> i32 {
entry:
  %y = add i32 %y, 1
  ret %y
}
"#,
        expect!["function `@f`, block `entry`, `%y = add i32 %y, 1`: `%y` may have no value here"],
    );
}

#[test]
fn a_covered_block_may_throw_before_it_assigns() {
    check(
        r#"declare @g()
func @f() -> i32 {
  handlers h0 { catch any %e -> caught }
entry: handlers h0
  %y = copy i32 1
  call void @g()
  ret 0
caught:
  ret %y
}
"#,
        expect!["function `@f`, block `caught`, `ret %y`: `%y` may have no value here"],
    );
}

#[test]
fn what_held_before_a_covered_block_holds_in_its_handler() {
    check(
        r#"declare @g()
func @f() -> i32 {
  handlers h0 { catch any %e -> caught }
entry:
  %y = copy i32 1
  jump covered
covered: handlers h0
  call void @g()
  ret 0
caught:
  %z = load i32 %e
  %y = add i32 %y, %z
  ret %y
}
"#,
        expect!["well-formed"],
    );
}

#[test]
fn a_handler_assigns_its_register_only_when_it_catches() {
    check(
        r#"declare @g()
func @f() {
  handlers h0 { catch any %e -> caught }
entry: handlers h0
  call void @g()
  jump caught
caught:
  throw %e
}
"#,
        expect!["function `@f`, block `caught`, `throw %e`: `%e` may have no value here"],
    );
}

#[test]
fn a_block_that_is_never_reached_may_read_anything() {
    check(
        r#"func @f() -> i32 {
entry:
  ret 0
dead:
  ret %y
also_dead:
  %y = copy i32 1
  jump dead
}
"#,
        expect!["well-formed"],
    );
}

#[test]
fn an_argument_of_a_failed_check_is_read_too() {
    check(
        r#"declare @fail(%a: i32)
func @f(%t: i1) {
  var %y: i32
entry:
  check assertion %t else call @fail(i32 %y)
  ret
}
"#,
        expect![
            "function `@f`, block `entry`, `check assertion %t else call @fail(i32 %y)`: `%y` may have no value here"
        ],
    );
}
