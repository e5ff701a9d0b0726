//! What the verifier says about ill-formed globals, classes and catalogues.

use expect_test::{Expect, expect};
use program::text::parse;
use program::verify::verify;
use program::{GlobalId, IdVec, Program};

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
fn a_globals_alignment_is_a_power_of_two() {
    check(
        r#"global @g: 4 align 6
"#,
        expect!["global `@g`: its alignment 6 is not a power of two"],
    );
}

#[test]
fn a_globals_size_is_limited() {
    check(
        r#"global @g: 2147483648 align 1
"#,
        expect!["global `@g`: its size is larger than 2147483647 bytes"],
    );
}

#[test]
fn a_globals_value_fits() {
    check_after(
        r#"global @g: 2 align 1 = bytes "ab"
"#,
        |p| {
            p.globals[GlobalId(0)].size = 1;
        },
        expect!["global `@g`: its value has 2 bytes, but it has room for 1"],
    );
}

#[test]
fn an_external_global_has_no_value() {
    check(
        r#"global @g: 4 align 4 external = i32 [1]
"#,
        expect!["global `@g`: it is external, so it cannot have a value"],
    );
}

#[test]
fn an_address_in_a_global_lies_inside() {
    check(
        r#"global @g: 8 align 8 = { 4: @g }
"#,
        expect!["global `@g`: the address at 4 does not lie inside"],
    );
}

#[test]
fn addresses_in_a_global_do_not_overlap() {
    check(
        r#"global @g: 16 align 8 = { 0: @g, 4: @g }
"#,
        expect!["global `@g`: the address at 4 overlaps the one before it, or is out of order"],
    );
}

#[test]
fn an_address_in_a_global_is_of_something() {
    check_after(
        r#"declare @f()
global @g: 8 align 8 = { 0: @f }
"#,
        |p| {
            p.functions = IdVec::new();
        },
        expect!["global `@g`: the address at 0 is of something that does not exist"],
    );
}

#[test]
fn a_class_is_not_its_own_supertype() {
    check(
        r#"class A extends B
class B extends A
class C extends A
"#,
        expect!["class `B`: it is its own supertype"],
    );
}

#[test]
fn an_interface_is_not_its_own_supertype() {
    check(
        r#"interface A implements A
"#,
        expect!["class `A`: it is its own supertype"],
    );
}

#[test]
fn a_class_extends_a_class() {
    check(
        r#"interface I
class A extends I
class "int[]" array i32
class B extends "int[]"
"#,
        expect![[r#"
            class `A`: it extends `I`, which is an interface
            class `B`: it extends `int[]`, which is an array class"#]],
    );
}

#[test]
fn a_class_implements_interfaces() {
    check(
        r#"class I
class A implements I
"#,
        expect!["class `A`: it implements `I`, which is not an interface"],
    );
}

#[test]
fn a_subclass_is_no_smaller() {
    check(
        r#"class A { size 8 }
class B extends A { size 4 }
"#,
        expect!["class `B`: its size 4 is less than its superclass's 8"],
    );
}

#[test]
fn fields_do_not_overlap() {
    check(
        r#"class A { size 16 field a: i64 at 0 field b: i32 at 4 }
"#,
        expect!["class `A`: field `b` at 4 overlaps what lies before it"],
    );
}

#[test]
fn fields_do_not_overlap_inherited_ones() {
    check(
        r#"class A { size 8 }
class B extends A { size 16 field a: i32 at 4 }
"#,
        expect!["class `B`: field `a` at 4 overlaps what lies before it"],
    );
}

#[test]
fn a_field_lies_inside() {
    check(
        r#"class A { size 4 field a: i64 at 0 }
"#,
        expect!["class `A`: field `a` ends at 8, beyond the size 4"],
    );
}

#[test]
fn fields_have_different_names() {
    check(
        r#"class A { size 8 field a: i32 at 0 field a: i32 at 4 }
"#,
        expect!["class `A`: it has two fields `a`"],
    );
}

#[test]
fn an_interface_has_no_fields() {
    check(
        r#"interface A { size 8 field a: i32 at 0 }
"#,
        expect!["class `A`: an interface has neither fields nor a size"],
    );
}

#[test]
fn a_method_takes_the_receiver_first() {
    check(
        r#"class A { method m = @m }
declare @m(%a: i32)
"#,
        expect!["class `A`: method `m` is `@m`, whose first parameter is not a ptr"],
    );
}

#[test]
fn a_class_has_one_method_for_a_selector() {
    check(
        r#"class A { method m = @m method m = @m }
declare @m(%this: ptr)
"#,
        expect!["class `A`: it has two methods `m`"],
    );
}

#[test]
fn methods_of_one_selector_have_one_signature() {
    check(
        r#"class A { method m = @m }
class B extends A { method m = @n }
declare @m(%this: ptr)
declare @n(%this: ptr) -> i32
"#,
        expect!["class `B`: method `m` is `@n`, which has another signature than `@m`"],
    );
}

#[test]
fn an_initialiser_has_neither_parameters_nor_a_result() {
    check(
        r#"class A { init @m }
declare @m() -> i32
"#,
        expect!["class `A`: its initialiser `@m` has parameters or a result"],
    );
}

#[test]
fn a_catalogue_type_does_not_contain_itself() {
    check(
        r#"type a = alias a of b
type b = struct b size 8 { x: a at 0 }
"#,
        expect!["catalogue type `a`: it contains itself"],
    );
}

#[test]
fn a_catalogue_type_may_point_at_itself() {
    check(
        r#"type a = struct a size 8 { next: p at 0 }
type p = pointer to a
"#,
        expect!["well-formed"],
    );
}

#[test]
fn a_catalogue_integer_has_a_width() {
    check(
        r#"type a = int 0
type b = uint 65
"#,
        expect![[r#"
            catalogue type 0, a number: there is no integer of 0 bits
            catalogue type 1, a number: there is no integer of 65 bits"#]],
    );
}

#[test]
fn a_catalogue_field_lies_inside() {
    check(
        r#"type a = struct a size 4 { x: b at 8 }
type b = int 32
"#,
        expect!["catalogue type 0, `a`: field `x` lies beyond its size"],
    );
}

#[test]
fn a_catalogue_class_has_the_field() {
    check(
        r#"type a = int 32
class A { size 4 field a: i32 at 0 }
class B extends A { size 4 }
api field B a: a
api field B b: a
"#,
        expect!["catalogue field `b`: its class has no such field"],
    );
}

#[test]
fn a_catalogue_method_takes_the_receiver_first() {
    check(
        r#"type a = void
class A
declare @m()
api method A @m() -> a
"#,
        expect!["catalogue: `@m` is a constructor or method, but its first parameter is not a ptr"],
    );
}

#[test]
fn catalogue_ids_lead_somewhere() {
    check_after(
        r#"type a = pointer to a
global @g: 4 align 4
declare @f()
api global @g: a
api function @f(x: a) -> a
"#,
        |p| {
            p.catalogue.types = IdVec::new();
            p.globals = IdVec::new();
            p.functions = IdVec::new();
        },
        expect![[r#"
            catalogue global ?0: it does not exist
            catalogue global ?0: type ?0 does not exist
            catalogue function ?0: it does not exist
            catalogue function ?0: type ?0 does not exist
            catalogue function ?0: type ?0 does not exist"#]],
    );
}
