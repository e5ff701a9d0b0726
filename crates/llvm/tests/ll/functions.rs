//! Functions: headers, blocks, names, and bodies that are set aside.

use expect_test::expect;
use llvm::ll::ast::{Body, LocalId};

use crate::{check, check_body, check_error};

#[test]
fn metadata_of_the_module_behind_a_declaration_is_not_the_functions() {
    check(
        "declare void @f() #0\n!llvm.ident = !{!0}\n!0 = !{}\n",
        expect![[r#"
            declare void @f() #0
            !llvm.ident = !{!0}
            !0 = !{}
        "#]],
    );
}

#[test]
fn headers_keep_how_parameters_are_passed() {
    check(
        r#"%struct.big = type { [5 x i64] }
declare !dbg !0 signext i8 @a(i8 noundef signext, i16 zeroext inreg, ...) local_unnamed_addr #0
declare extern_weak void @b(ptr sret(%struct.big) align 8, ptr byval(%struct.big) align 8, ptr nest)
define linkonce_odr hidden fastcc nonnull ptr @c(ptr noalias nocapture dereferenceable(4) %p, i32 range(i32 0, 5) %1) unnamed_addr #0 section "s" comdat align 16 prefix i32 7 personality ptr @p !dbg !0 {
  ret ptr %p
}
declare i32 @p(...)
define cc 10 void @d() noreturn memory(none) "key"="value" {
  unreachable
}
attributes #0 = { noinline uwtable(sync) alignstack=16 "frame-pointer"="all" "plain" }
!0 = distinct !DISubprogram(name: "c")
"#,
        expect![[r#"
            %struct.big = type { [5 x i64] }
            declare signext i8 @a(i8 noundef signext, i16 zeroext inreg, ...) #0
            declare extern_weak void @b(ptr sret(%struct.big) align 8, ptr byval(%struct.big) align 8, ptr nest)
            define linkonce_odr hidden nonnull ptr @c(ptr noalias nocapture %p, i32 %1) #0 section "s" align 16 prefix i32 7 personality ptr @p !dbg !0 {
              ret ptr %p
            }
            declare i32 @p(...)
            define void @d() noreturn memory(none) "key"="value" {
              unreachable
            }
            attributes #0 = { noinline uwtable(sync) alignstack=16 "frame-pointer"="all" "plain" }
            !0 = distinct !DISubprogram(name: "c")
        "#]],
    );
}

#[test]
fn attributes_are_found_in_place_and_in_groups() {
    let text =
        "declare void @f() noreturn \"a\"=\"b\" #1 #2\nattributes #1 = { cold memory(none) }\n";
    let module = llvm::ll::parse(text).expect("a module");
    let function = module.function("f").expect("the function");
    let value = |name| module.function_attribute(function, name);
    assert_eq!(value("noreturn"), Some(""));
    assert_eq!(value("a"), Some("b"));
    assert_eq!(value("cold"), Some(""));
    assert_eq!(value("memory"), Some("none"));
    assert_eq!(value("naked"), None);
}

#[test]
fn names_that_llvm_leaves_out_are_counted() {
    let text = "define i32 @f(i32, ptr %p, i32) {\n  call i32 @f(i32 %0, ptr %p, i32 %1)\n  \
        br label %4\n4:\n  %5 = phi i32 [ %3, %2 ], [ %5, %4 ]\n  br label %4\n}\n";
    check(
        text,
        expect![[r#"
        define i32 @f(i32 %0, ptr %p, i32 %1) {
        2:
          %3 = call i32 @f(i32 %0, ptr %p, i32 %1)
          br label %4
        4:
          %5 = phi i32 [ %3, %2 ], [ %5, %4 ]
          br label %4
        }
    "#]],
    );
    let module = llvm::ll::parse(text).expect("a module");
    let Body::Defined { locals, blocks, .. } = &module.function("f").expect("f").body else {
        panic!("no body")
    };
    let names: Vec<&str> = locals.values().map(|local| local.name).collect();
    assert_eq!(names, ["0", "p", "1", "3", "5"]);
    let labels: Vec<&str> = blocks.values().map(|block| block.name).collect();
    assert_eq!(labels, ["2", "4"]);
    assert_eq!(locals[LocalId(1)].name, "p");
}

#[test]
fn blocks_are_numbered_in_the_order_of_the_text() {
    check_body(
        "entry:\n  br i1 %c, label %last, label %\"odd name\"\n\"odd name\":\n  br label %last\n\
         last:\n  ret void",
        expect![[r#"
            define void @f(ptr %p, i32 %a, i64 %l, double %d, i1 %c) {
            entry:
              br i1 %c, label %last, label %"odd name"
            "odd name":
              br label %last
            last:
              ret void
            }
        "#]],
    );
}

#[test]
fn a_body_with_something_unknown_is_set_aside_and_the_rest_is_read() {
    check(
        "define void @a() personality ptr @p {\nentry:\n  %x = add i32 1, 2\n  \
         invoke void @c() to label %ok unwind label %bad\nok:\n  ret void\nbad:\n  \
         %l = landingpad { ptr, i32 } cleanup\n  resume { ptr, i32 } %l\n}\n\
         define void @b() {\n  callbr void asm \"\", \"!i\"() to label %1 [label %1]\n1:\n  ret void\n}\n\
         define void @c() {\n  ret void\n}\ndeclare i32 @p(...)\n",
        expect![[r#"
            ; line 4: the instruction `invoke` is not supported
            declare void @a() personality ptr @p
            ; line 12: the instruction `callbr` is not supported
            declare void @b()
            define void @c() {
              ret void
            }
            declare i32 @p(...)
        "#]],
    );
}

#[test]
fn what_is_wrong_in_a_body_is_told_with_its_line() {
    let reason = |body: &str| {
        let text = format!("define i32 @f(i32 %a) {{\n{body}\n}}\n");
        match &llvm::ll::parse(&text).expect("a module").function("f").expect("f").body {
            Body::Unsupported { reason, line } => format!("{line}: {reason}\n"),
            body => panic!("it is accepted: {body:?}"),
        }
    };
    let bodies = [
        "  ret i32 %b",
        "  ret i64 0",
        "  br label %x",
        "  %a = add i32 1, 2\n  ret i32 0",
        "  %b = add i32 1, 2\n  %c = add i64 %b, 2\n  ret i32 0",
        "  %b = add float 1.0, 2.0\n  ret i32 0",
        "  %b = zext i32 %a to i16\n  ret i32 0",
        "  %b = store i32 %a, ptr null\n  ret i32 0",
        "  load i32, i32 %a\n  ret i32 0",
        "  %b = extractvalue { i32, i32 } undef, 2\n  ret i32 0",
        "  %b = frobnicate i32 %a\n  ret i32 0",
        "  br i1 1, label %x, label %y\nx:\n  ret i32 0\nx:\n  ret i32 1\ny:\n  ret i32 2",
        "  #dbg_other(i32 %a)\n  ret i32 0",
        "  call void (i32, ...) @f(ptr null)\n  ret i32 0",
        "  switch i32 %a, label %x [ i64 1, label %x ]\nx:\n  ret i32 0",
        "",
    ];
    let reasons: String = bodies.map(reason).concat();
    expect![[r#"
        2: %b is not defined
        2: the function returns another type
        2: there is no block %x
        2: %a is defined twice
        3: %b has another type elsewhere
        2: the operation does not go with the type
        2: there is no such conversion between these types
        2: this instruction has no result
        2: a pointer is needed here
        2: the aggregate has no such part
        2: the instruction `frobnicate` is not supported
        5: the block x is defined twice
        2: `#dbg_other` is not a known debug record
        2: the arguments are not those of the function's type
        2: the case has another type
        3: a body has at least one block
    "#]]
    .assert_eq(&reasons);
}

#[test]
fn a_body_without_an_end_is_an_error() {
    check_error(
        "define void @f() {\n  ret void\n",
        expect!["3:1: expected an instruction, found the end of the text"],
    );
    check_error(
        "define void @f() {\n  %a = add i32 1,",
        expect!["2:18: expected a value, found the end of the text"],
    );
    check_error("define void @f()\n", expect!["2:1: expected `{`, found the end of the text"]);
}
