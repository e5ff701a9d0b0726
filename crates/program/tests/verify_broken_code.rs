//! What the verifier says about instructions that no text could give.

use expect_test::{Expect, expect};
use program::text::parse;
use program::verify::verify;
use program::{
    BlockId, Callee, Constant, FuncId, GlobalId, IdVec, Instruction, Operand, Program, RegId, Type,
};

/// The first function.
const F: FuncId = FuncId(0);

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

/// The first instruction of the first function.
fn first(program: &mut Program) -> &mut Instruction {
    &mut program.functions[F].blocks[BlockId(0)].instructions[0].node
}

#[test]
fn a_counter_exists() {
    check_after(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  count 3
  ret 0
}
"#,
        |p| {
            p.functions[F].counters = 2;
        },
        expect!["function `@f`, block `entry`, `count 3`: the function has only 2 counters"],
    );
}

#[test]
fn a_destination_has_the_type_of_its_instruction() {
    check_after(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  %y = add i32 %a, 1
  ret 0
}
"#,
        |p| {
            p.functions[F].registers[RegId(5)].ty = Type::I64;
        },
        expect![
            "function `@f`, block `entry`, `%y = add i32 %a, 1`: the result `%y` is i64, but must be i32"
        ],
    );
}

#[test]
fn an_operand_has_the_type_of_its_instruction() {
    check_after(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  store i32 %a, %p
  ret 0
}
"#,
        |p| {
            p.functions[F].registers[RegId(0)].ty = Type::I8;
        },
        expect![
            "function `@f`, block `entry`, `store i32 %a, %p`: the value `%a` is i8, but must be i32"
        ],
    );
}

#[test]
fn a_register_exists() {
    check_after(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  store i32 %a, %p
  ret 0
}
"#,
        |p| {
            if let Instruction::Store { value, .. } = first(p) {
                *value = Operand::Register(RegId(99));
            }
        },
        expect!["function `@f`, block `entry`, `store i32 %?99, %p`: register ?99 does not exist"],
    );
}

#[test]
fn a_constant_has_no_bit_above_its_type() {
    check_after(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  store i8 1, %p
  ret 0
}
"#,
        |p| {
            if let Instruction::Store { value, .. } = first(p) {
                *value = Operand::Constant(Constant::Bits(256));
            }
        },
        expect![
            "function `@f`, block `entry`, `store i8 0x100, %p`: the value 0x100 does not fit into i8"
        ],
    );
}

#[test]
fn a_constant_address_is_of_something() {
    check_after(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  store ptr null, %p
  ret 0
}
"#,
        |p| {
            if let Instruction::Store { value, .. } = first(p) {
                *value = Operand::Constant(Constant::Global(GlobalId(7), 0));
            }
        },
        expect!["function `@f`, block `entry`, `store ptr @?7, %p`: global ?7 does not exist"],
    );
}

#[test]
fn an_address_is_a_ptr() {
    check_after(
        r#"global @g: 4 align 4
func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  store i64 0, %p
  ret 0
}
"#,
        |p| {
            if let Instruction::Store { value, .. } = first(p) {
                *value = Operand::Constant(Constant::Global(GlobalId(0), 0));
            }
        },
        expect![
            "function `@f`, block `entry`, `store i64 @g, %p`: the value is an address, but must be i64"
        ],
    );
}

#[test]
fn a_called_function_exists() {
    check_after(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  call i32 @f(i32 1, i64 1, ptr null, f64 0.0, i1 true)
  ret 0
}
"#,
        |p| {
            if let Instruction::Call { callee, .. } = first(p) {
                *callee = Callee::Direct(FuncId(7));
            }
        },
        expect![
            "function `@f`, block `entry`, `call i32 @?7(i32 1, i64 1, ptr null, f64 0.0, i1 true)`: function ?7 does not exist"
        ],
    );
}

#[test]
fn a_selector_exists() {
    check_after(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  callvirt void m(ptr %p)
  ret 0
}
"#,
        |p| {
            p.selectors = IdVec::new();
        },
        expect![
            "function `@f`, block `entry`, `callvirt void ?0(ptr %p)`: selector ?0 does not exist"
        ],
    );
}

#[test]
fn a_class_exists() {
    check_after(
        r#"class C
func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  init C
  ret 0
}
"#,
        |p| {
            p.classes = IdVec::new();
        },
        expect!["function `@f`, block `entry`, `init ?0`: class ?0 does not exist"],
    );
}

#[test]
fn a_call_without_a_result_assigns_none() {
    check_after(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  %y = call i32 %p()
  ret 0
}
"#,
        |p| {
            if let Instruction::Call { result, .. } = first(p) {
                *result = None;
            }
        },
        expect![
            "function `@f`, block `entry`, `%y = call void %p()`: a call without a result cannot assign one"
        ],
    );
}

#[test]
fn a_type_exists() {
    check_after(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  store i8 1, %p
  ret 0
}
"#,
        |p| {
            if let Instruction::Store { ty, .. } = first(p) {
                *ty = Type::Int(0);
            }
        },
        expect!["function `@f`, block `entry`, `store i0 0x1, %p`: there is no type i0"],
    );
}
