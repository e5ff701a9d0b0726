//! What the verifier says about ill-formed functions and names.

use expect_test::{Expect, expect};
use program::text::parse;
use program::verify::verify;
use program::{
    BlockId, ClassId, Edge, FuncId, GlobalId, Program, RegId, Register, SelectorId, Terminator,
    Type,
};

/// The first function.
const F: FuncId = FuncId(0);

fn check(source: &str, expected: Expect) {
    check_after(source, |_| {}, expected);
}

/// What the verifier says of a program that no text could give.
fn check_after(source: &str, change: impl FnOnce(&mut Program), expected: Expect) {
    let mut program = parse(source).unwrap_or_else(|error| panic!("{}", error.render("f", source)));
    change(&mut program);
    let shown = match verify(&program) {
        Ok(()) => "well-formed".to_owned(),
        Err(problems) => problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
    };
    expected.assert_eq(&shown);
}

#[test]
fn a_target_exists() {
    check_after(
        r#"func @f() {
entry:
  jump entry
}
"#,
        |p| {
            p.functions[F].blocks[BlockId(0)].terminator.node =
                Terminator::Jump(Edge::to(BlockId(4)));
        },
        expect!["function `@f`, block `entry`, `jump ?4`: block ?4 does not exist"],
    );
}

#[test]
fn a_result_is_returned() {
    check_after(
        r#"func @f() -> i32 {
entry:
  ret 0
}
"#,
        |p| {
            p.functions[F].blocks[BlockId(0)].terminator.node = Terminator::Return(None);
        },
        expect!["function `@f`, block `entry`, `ret`: a result of type i32 is missing"],
    );
}

#[test]
fn no_result_is_returned_where_there_is_none() {
    check_after(
        r#"func @f() -> i32 {
entry:
  ret 0
}
"#,
        |p| {
            p.functions[F].result = None;
        },
        expect!["function `@f`, block `entry`, `ret 0`: the function has no result"],
    );
}

#[test]
fn a_switch_is_over_an_integer() {
    check_after(
        r#"func @f(%a: i32) {
entry:
  switch i32 %a { 300 -> entry, default -> entry }
}
"#,
        |p| {
            if let Terminator::Switch { ty, .. } =
                &mut p.functions[F].blocks[BlockId(0)].terminator.node
            {
                *ty = Type::Ptr;
            }
        },
        expect![[r#"
            function `@f`, block `entry`, `switch ptr %a { 0x12c -> entry, default -> entry }`: a switch is over an integer, not ptr
            function `@f`, block `entry`, `switch ptr %a { 0x12c -> entry, default -> entry }`: the value `%a` is i32, but must be ptr"#]],
    );
}

#[test]
fn a_case_fits_its_type() {
    check_after(
        r#"func @f(%a: i8) {
entry:
  switch i8 %a { 3 -> entry, default -> entry }
}
"#,
        |p| {
            if let Terminator::Switch { cases, .. } =
                &mut p.functions[F].blocks[BlockId(0)].terminator.node
            {
                cases[0].0 = 0x103;
            }
        },
        expect![
            "function `@f`, block `entry`, `switch i8 %a { 0x103 -> entry, default -> entry }`: case 0x103 does not fit into i8"
        ],
    );
}

#[test]
fn what_is_thrown_is_a_ptr() {
    check_after(
        r#"func @f(%a: ptr) {
entry:
  throw %a
}
"#,
        |p| {
            p.functions[F].registers[RegId(0)].ty = Type::I32;
        },
        expect![
            "function `@f`, block `entry`, `throw %a`: what is thrown `%a` is i32, but must be ptr"
        ],
    );
}

#[test]
fn what_is_caught_is_a_ptr() {
    check_after(
        r#"func @f(%e: ptr) {
  handlers h0 { catch any %e -> entry }
entry: handlers h0
  ret
}
"#,
        |p| {
            p.functions[F].registers[RegId(0)].ty = Type::I32;
        },
        expect!["function `@f`: h0: `%e` is i32, but what is caught is a ptr"],
    );
}

#[test]
fn a_handler_table_exists() {
    check(
        r#"func @f() {
entry: handlers h3
  ret
}
"#,
        expect![
            "function `@f`, block `entry`, `ret`: block `entry` has handlers h3, which do not exist"
        ],
    );
}

#[test]
fn a_condition_does_not_follow_itself() {
    check(
        r#"func @f() {
  decision d0 { c0 ? c1 : end, c1 ? c2 : end, c2 ? end : c1 }
entry:
  ret
}
"#,
        expect!["function `@f`: condition c1 of decision d0 can follow itself"],
    );
}

#[test]
fn the_next_condition_exists() {
    check(
        r#"func @f() {
  decision d0 { c0 ? c1 : end }
entry:
  ret
}
"#,
        expect!["function `@f`: decision d0 has no condition c1"],
    );
}

#[test]
fn functions_have_different_names() {
    check_after(
        r#"declare @f()
declare @g()
"#,
        |p| {
            p.functions[FuncId(1)].name = "f".to_owned();
        },
        expect!["program: two functions or globals are called `@f`"],
    );
}

#[test]
fn a_function_and_a_global_have_different_names() {
    check_after(
        r#"declare @f()
global @g: 4 align 4
"#,
        |p| {
            p.globals[GlobalId(0)].name = "f".to_owned();
        },
        expect!["program: two functions or globals are called `@f`"],
    );
}

#[test]
fn registers_have_different_names() {
    check_after(
        r#"declare @f(%a: i32, %b: i32)
"#,
        |p| {
            p.functions[F].registers[RegId(1)].name = "a".to_owned();
        },
        expect!["function `@f`: two registers are called `%a`"],
    );
}

#[test]
fn blocks_have_different_labels() {
    check_after(
        r#"func @f() {
entry:
  jump next
next:
  ret
}
"#,
        |p| {
            p.functions[F].blocks[BlockId(1)].label = "entry".to_owned();
        },
        expect!["function `@f`: two blocks are called `entry`"],
    );
}

#[test]
fn classes_have_different_names() {
    check_after(
        r#"class A
class B
"#,
        |p| {
            p.classes[ClassId(1)].name = "A".to_owned();
        },
        expect!["program: two classes are called `A`"],
    );
}

#[test]
fn selectors_have_different_names() {
    check_after(
        r#"selector a
selector b
"#,
        |p| {
            p.selectors[SelectorId(1)] = "a".to_owned();
        },
        expect!["program: two selectors are called `a`"],
    );
}

#[test]
fn parameters_are_registers() {
    check_after(
        r#"declare @f(%a: i32)
"#,
        |p| {
            p.functions[F].params = 2;
        },
        expect![[r#"
            function `@f`: it has more parameters than registers
            function `@f`: it has no blocks, so it can have nothing but parameters"#]],
    );
}

#[test]
fn a_function_without_a_body_has_only_parameters() {
    check_after(
        r#"declare @f(%a: i32)
"#,
        |p| {
            p.functions[F].params = 0;
        },
        expect!["function `@f`: it has no blocks, so it can have nothing but parameters"],
    );
}

#[test]
fn registers_are_limited_and_wide_ones_count_twice() {
    check_after(
        r#"func @f() {
entry:
  ret
}
"#,
        |p| {
            for index in 0..30_001 {
                p.functions[F]
                    .registers
                    .push(Register { name: format!("r{index}"), ty: Type::I128 });
            }
        },
        expect!["function `@f`: it has more than 60000 registers"],
    );
}

#[test]
fn counters_are_limited() {
    check(
        r#"func @f() {
  counters 2000000
entry:
  ret
}
"#,
        expect!["function `@f`: it has more than 1048576 counters"],
    );
}
