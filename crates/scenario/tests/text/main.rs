//! Scenarios as text: reading, writing, and what is said about mistakes.

mod mistakes;
mod random;
mod streams;
mod typed;

use expect_test::{Expect, expect};
use program::{FuncId, Program, Type};
use scenario::text::{Given, parse, parse_argument, print, statement, value};
use scenario::{Argument, Array, Scenario, Statement};

const PROGRAM: &str = r#"
global @counter: 4 align 4
global @table: 16 align 4
global @limit: 4 align 4 readonly
global @"odd name": 8 align 8
class Shape { size 16  field kind: i32 at 0  field next: ptr at 8 }
class Circle extends Shape { size 24  field radius: f64 at 16 }
interface Drawable { }
class java.util.Box { size 8  field "a b": i64 at 0 }
class "int[]" array i32
class "byte[]" array i8
declare @classify(%a: i32, %b: i32, %c: i32) -> i32
declare @area(%shape: ptr, %scale: f64) -> f64
declare @printf(%format: ptr, ...) -> i32
declare @small(%b: i1, %c: i8) -> i8
declare @reset()
declare @norm(%point.0: f64, %point.1: f64) -> f64
type int = int 32
type char = char 8
type color = enum color uint 32 { RED = 0, GREEN = 1 }
type node = struct node size 16 { color: color at 0, flag: int at 4 bits 2:3, next: pointer.node at 8 }
type pointer.node = pointer to node
type pointer.node.2 = pointer to node
"#;

fn program() -> Program {
    program::text::parse(PROGRAM).unwrap()
}

/// Reads a text, writes it, checks that the written text means the same, and compares it.
fn check(text: &str, expect: Expect) {
    let program = program();
    let scenario =
        parse(text, &program).unwrap_or_else(|error| panic!("{}", error.render("text", text)));
    let printed = print(&scenario, &program);
    assert_eq!(parse(&printed, &program), Ok(scenario), "printed text must mean the same");
    expect.assert_eq(&printed);
}

#[test]
fn values_print_as_a_person_writes_them() {
    check(
        "
        let a: i32 = 0xffffffff  ; the same as -1
        let big: i64 = 18_446_744_073_709_551_615
        let wide: i128 = -170141183460469231731687303715884105728
        let yes: i1 = 1
        let c: i8 = 97
        let quote: i8 = '\\''
        let umlaut: i16 = 'ü'
        let newline: i8 = '\\n'
        let high: i8 = '\\xff'
        let x: f64 = 3
        let y: f64 = -.5
        let tiny: f32 = 1e-45
        let huge: f64 = 1.7976931348623157e308
        let zero: f64 = -0.0
        let far: f64 = -inf
        let none: f32 = nan
        let strange: f64 = nan:0x7ff0000000000001
        let p: ptr = null
        let q: ptr = 4096
        ",
        expect![[r#"
            let a: i32 = -1
            let big: i64 = -1
            let wide: i128 = -170141183460469231731687303715884105728
            let yes: i1 = true
            let c: i8 = 'a'
            let quote: i8 = '\''
            let umlaut: i16 = 252
            let newline: i8 = 10
            let high: i8 = -1
            let x: f64 = 3.0
            let y: f64 = -0.5
            let tiny: f32 = 1e-45
            let huge: f64 = 1.7976931348623157e308
            let zero: f64 = -0.0
            let far: f64 = -inf
            let none: f32 = nan
            let strange: f64 = nan:0x7ff0000000000001
            let p: ptr = null
            let q: ptr = 0x1000
        "#]],
    );
}

#[test]
fn arrays_print_length_capacity_and_what_lies_beyond() {
    check(
        r#"
        let buf: i32[8] = [1, 2, 3]
        let rest: i32[8] = [1, 2, 3 | 0, 9]
        let all: i32[2] = [| 5]
        let empty: f64[4] = []
        let none: ptr[0] = []
        let s: i8[16] = "abc\0"
        let unterminated: i8[3] = "abc"
        let listed: i8[2] = ['a', 'b']
        let zeros: i8[2] = [0, 0]
        let inner: i8[5] = "a\0b"
        let lines: i8[20] = "tab\tquote\" line\n"
        let bytes: i8[2] = "\xc3\xbc"
        let over: i32[4] = [
            1,  ; elements may stand on lines of their own
            2,
        ]
        let m = new "int[]" [1, 2]
        let n = new "int[]" [1, 2] capacity 4
        let k = new "int[]" [1 | 0, 7] capacity 9
        let t = new "byte[]" "text"
        "#,
        expect![[r#"
            let buf: i32[8] = [1, 2, 3]
            let rest: i32[8] = [1, 2, 3 | 0, 9]
            let all: i32[2] = [| 5]
            let empty: f64[4] = []
            let none: ptr[0] = []
            let s: i8[16] = "abc\0"
            let unterminated: i8[3] = "abc"
            let listed: i8[2] = "ab"
            let zeros: i8[2] = [0, 0]
            let inner: i8[5] = ['a', 0, 'b']
            let lines: i8[20] = "tab\tquote\" line\n"
            let bytes: i8[2] = [-61, -68]
            let over: i32[4] = [1, 2]
            let m = new "int[]" [1, 2]
            let n = new "int[]" [1, 2] capacity 4
            let k = new "int[]" [1 | 0, 7] capacity 9
            let t = new "byte[]" "text"
        "#]],
    );
}

#[test]
fn objects_fields_and_globals_are_set_by_name_where_that_is_known() {
    check(
        r#"
        let a: i32 = 4
        let o = new Circle
        let box = new java.util.Box
        let n = object 16
        set o.kind = a
        set o.next = n
        set o + 16: f64 = 2.5
        set o + 20: i32 = 1
        set box."a b" = -3
        set n: i64 = 7
        set n + 8: ptr = o
        set @counter: i32 = 5
        set @table + 4: i32 = a
        set @"odd name": ptr = @table
        "#,
        expect![[r#"
            let a: i32 = 4
            let o = new Circle
            let box = new "java.util.Box"
            let n = object 16
            set o.kind = a
            set o.next = n
            set o.radius = 2.5
            set o + 20: i32 = 1
            set box."a b" = -3
            set n: i64 = 7
            set n + 8: ptr = o
            set @counter: i32 = 5
            set @table + 4: i32 = a
            set @"odd name": ptr = @table
        "#]],
    );
}

#[test]
fn calls_take_variables_literals_and_addresses() {
    check(
        r#"
        let a: i32 = 4
        let "true": i32 = 1
        let "with space": i32 = 2
        call r = @classify(a, "true", -3)
        call second = @classify(r, "with space", 0x10)
        call @reset()
        let o = new Circle
        call @area(o, 1.5)
        call @area(@table, 1)
        call @area(@reset, -0.5)
        call @printf(o, a, r, @counter)
        call @small(true, 'x')
        "#,
        expect![[r#"
            let a: i32 = 4
            let "true": i32 = 1
            let "with space": i32 = 2
            call r = @classify(a, "true", -3)
            call second = @classify(r, "with space", 16)
            call @reset()
            let o = new Circle
            call @area(o, 1.5)
            call @area(@table, 1.0)
            call @area(@reset, -0.5)
            call @printf(o, a, r, @counter)
            call @small(true, 'x')
        "#]],
    );
}

#[test]
fn inputs_of_a_whole_program_are_strings() {
    check(
        r#"
        argv "prog" "-v" ""
        stdin "line\n\0\xff"
        file "grüße.txt" "straße\x1b[0m"
        "#,
        expect![[r#"
            argv "prog" "-v" ""
            stdin "line\n\0\xff"
            file "grüße.txt" "straße\x1b[0m"
        "#]],
    );
}

#[test]
fn one_statement_prints_alone() {
    let program = program();
    let scenario = parse("let a: i32 = 1\ncall r = @classify(a, 2, 3)", &program).unwrap();
    assert_eq!(statement(&scenario, &program, 1), "call r = @classify(a, 2, 3)");
    assert_eq!(statement(&scenario, &program, 2), "");
}

#[test]
fn a_call_whose_parameter_is_named_like_its_result_has_two_names() {
    let program = program::text::parse("declare @f(%result: i32) -> i32").unwrap();
    let scenario = Scenario::of_call(&program, FuncId(0), &[3]);
    let printed = print(&scenario, &program);
    expect![[r#"
        let result: i32 = 3
        call result_2 = @f(result)
    "#]]
    .assert_eq(&printed);
    assert_eq!(parse(&printed, &program), Ok(scenario));
}

#[test]
fn variables_of_the_same_name_are_told_apart() {
    let program = program();
    let mut scenario = Scenario::default();
    for name in ["a", "a_2", "a", "a"] {
        let variable = scenario.declare(name);
        scenario.value(variable, Type::I32, 0);
    }
    expect![[r#"
        let a: i32 = 0
        let a_2: i32 = 0
        let a_3: i32 = 0
        let a_4: i32 = 0
    "#]]
    .assert_eq(&print(&scenario, &program));
}

#[test]
fn a_scenario_that_does_not_fit_its_program_still_prints() {
    let mut scenario = Scenario::default();
    let variable = scenario.declare("v");
    let class = Some(program::ClassId(7));
    let array = Array { class, length: 9, ..Array::new(Type::I32, vec![1]) };
    scenario.statements.push(Statement::Array { variable, array });
    let arguments = vec![Argument::Literal(5), Argument::Global(program::GlobalId(3))];
    scenario.statements.push(Statement::Call { result: None, function: FuncId(9), arguments });
    expect![[r#"
        let v = new "?" [1]
        call @"?"(5, @"?")
    "#]]
    .assert_eq(&print(&scenario, &Program::default()));
}

#[test]
fn every_integer_width_round_trips_at_its_ends() {
    for width in (1..=64).chain([128]) {
        let ty = Type::Int(width);
        for bits in [0, 1, ty.mask() >> 1, (ty.mask() >> 1) + 1, ty.mask()] {
            let text = value(ty, bits);
            assert_eq!(parse_argument(&text, ty, None), Ok(Given::Value(bits)), "{text} as {ty}");
        }
    }
}

#[test]
fn every_kind_of_float_round_trips() {
    let mut bits64 = 0x0123_4567_89ab_cdef_u64;
    for _ in 0..20_000 {
        // A multiplicative generator visits exponents and payloads of all kinds.
        bits64 =
            bits64.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let special = bits64 | 0x7ff0_0000_0000_0000;
        for (ty, bits) in [
            (Type::F64, bits64),
            (Type::F64, special),
            (Type::F32, bits64 >> 32),
            (Type::F32, special >> 32),
        ] {
            let bits = u128::from(bits);
            let text = value(ty, bits);
            assert_eq!(parse_argument(&text, ty, None), Ok(Given::Value(bits)), "{text} as {ty}");
        }
    }
}

#[test]
fn arguments_of_a_command_line_may_be_arrays() {
    let show = |text: &str, ty, element| match parse_argument(text, ty, element) {
        Ok(Given::Value(bits)) => format!("{text} => {}\n", value(ty, bits)),
        Ok(Given::Array(array)) => {
            let mut scenario = Scenario::default();
            let variable = scenario.declare("p");
            scenario.statements.push(Statement::Array { variable, array });
            format!("{text} => {}", print(&scenario, &Program::default()))
        }
        Err(error) => error.render("--args", text),
    };
    let mut seen = String::new();
    for text in [
        "null",
        "[1, 2]",
        "[-1.5]",
        "[-2, 3]",
        "['a']",
        "[]",
        "i64[1]",
        "f32[1, 2 | 3]",
        "\"text\"",
        "[0x1e]",
    ] {
        seen += &show(text, Type::Ptr, None);
    }
    seen += &show("[1, 2]", Type::Ptr, Some(Type::I8));
    for (text, ty) in [
        ("text", Type::Ptr),
        ("[1", Type::Ptr),
        ("[1]", Type::I32),
        ("1 2", Type::I32),
        ("", Type::I32),
    ] {
        seen += &show(text, ty, None);
    }
    expect![[r#"
        null => null
        [1, 2] => let p: i32[2] = [1, 2]
        [-1.5] => let p: f64[1] = [-1.5]
        [-2, 3] => let p: i32[2] = [-2, 3]
        ['a'] => let p: i8[1] = "a"
        [] => let p: i32[0] = []
        i64[1] => let p: i64[1] = [1]
        f32[1, 2 | 3] => let p: f32[3] = [1.0, 2.0 | 3.0]
        "text" => let p: i8[5] = "text\0"
        [0x1e] => let p: i32[1] = [30]
        [1, 2] => let p: i8[2] = [1, 2]
        error: `text` is not a value of type ptr
         --> --args:1:1
          |
        1 | text
          | ^^^^
        error: `,` or `]` is missing
         --> --args:1:3
          |
        1 | [1
          |   ^
        error: an array is given, i32 is needed
         --> --args:1:1
          |
        1 | [1]
          | ^
        error: the end of the value is needed here, not `2`
         --> --args:1:3
          |
        1 | 1 2
          |   ^
        error: a value of type i32 is needed here, not the end of the text
         --> --args:1:1
          |
        1 |
          | ^
    "#]]
    .assert_eq(&seen);
}
