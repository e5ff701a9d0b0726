//! Types.

use expect_test::expect;

use crate::{check, check_error};

#[test]
fn every_type_of_c_is_read() {
    check(
        r#"
%struct.node = type { i32, ptr, [3 x i8] }
%struct.packed = type <{ i8, i32 }>
%struct.opaque = type opaque
%"struct.with space" = type {}
%union.u = type { %struct.node, <2 x float> }
@a = external global i1
@b = external global i24
@c = external global i128
@d = external global i8388608
@e = external global half
@f = external global bfloat
@g = external global x86_fp80
@h = external global fp128
@i = external global ptr addrspace(5)
@j = external global <{ ptr, [0 x { float, double }] }>
@k = external global %"struct.with space"
@l = external global <vscale x 4 x i32>
"#,
        expect![[r#"
            %struct.node = type { i32, ptr, [3 x i8] }
            %struct.opaque = type opaque
            %struct.packed = type <{ i8, i32 }>
            %"struct.with space" = type {}
            %union.u = type { %struct.node, <2 x float> }
            @a = external global i1
            @b = external global i24
            @c = external global i128
            @d = external global i8388608
            @e = external global half
            @f = external global bfloat
            @g = external global x86_fp80
            @h = external global fp128
            @i = external global ptr addrspace(5)
            @j = external global <{ ptr, [0 x { float, double }] }>
            @k = external global %"struct.with space"
            @l = external global <vscale x 4 x i32>
        "#]],
    );
}

#[test]
fn a_type_may_point_to_itself_but_not_contain_itself() {
    check(
        "%a = type { ptr, [2 x %b] }\n%b = type { ptr }\n",
        expect![[r#"
        %a = type { ptr, [2 x %b] }
        %b = type { ptr }
    "#]],
    );
    check_error(
        "%a = type { i32, %b }\n%b = type { [2 x %a] }\n",
        expect!["1:1: the type %a contains itself"],
    );
    check_error("%a = type { %a }\n", expect!["1:1: the type %a contains itself"]);
}

#[test]
fn a_type_that_is_mentioned_is_defined_once() {
    check_error(
        "@g = external global %missing\n",
        expect!["1:22: the type %missing is not defined"],
    );
    check_error(
        "%a = type { i32 }\n%a = type { i32 }\n",
        expect!["2:1: the type %a is defined twice"],
    );
}

#[test]
fn nesting_has_a_limit() {
    let nested = |depth: usize| {
        let (open, close) = ("[1 x ".repeat(depth), "]".repeat(depth));
        format!("@g = external global {open}i8{close}\n")
    };
    assert!(llvm::ll::parse(&nested(150)).is_ok());
    check_error(&nested(100_000), expect!["1:1022: this is nested too deeply"]);
    let mut chain = String::new();
    for index in 0..20_000 {
        chain.push_str(&format!("%t{index} = type {{ %t{} }}\n", index + 1));
    }
    chain.push_str("%t20000 = type { i8 }\n");
    check_error(&chain, expect!["1:1: this type is nested too deeply"]);
}

#[test]
fn widths_that_llvm_does_not_have_are_refused() {
    check_error("@g = external global i0\n", expect!["1:22: expected a type, found `i0`"]);
    check_error(
        "@g = external global i8388609\n",
        expect!["1:22: expected a type, found `i8388609`"],
    );
    check_error("@g = external global <0 x i8>\n", expect!["1:29: this is no vector"]);
}
