//! Globals, aliases, and the names behind `@`.

use expect_test::expect;

use crate::{check, check_error};

#[test]
fn globals_keep_what_decides_their_meaning() {
    check(
        r#"source_filename = "a.c"
target datalayout = "e-m:e-i64:64"
target triple = "x86_64-pc-linux-gnu"
module asm ".globl foo"
$group = comdat any
@a = internal unnamed_addr global i32 5, align 4, !dbg !0
@b = dso_local local_unnamed_addr constant i32 7, section "mysec", comdat($group), align 64
@c = external hidden thread_local(initialexec) global ptr, align 8
@d = extern_weak global i32
@e = common protected thread_local global [3 x i32] zeroinitializer, align 4, no_sanitize_address
@f = linkonce_odr addrspace(2) constant i8 0, comdat, code_model "large"
@g = weak global i32 1, partition "p", align 4, !dbg !0, !dbg !1
@0 = private constant i8 1
@llvm.used = appending global [1 x ptr] [ptr @0], section "llvm.metadata"
!0 = !{}
!1 = !{!0}
"#,
        expect![[r#"
            source_filename = "a.c"
            target datalayout = "e-m:e-i64:64"
            target triple = "x86_64-pc-linux-gnu"
            module asm ".globl foo"
            @a = internal global i32 5, align 4, !dbg !0
            @b = constant i32 7, section "mysec", align 64
            @c = external hidden thread_local(initialexec) global ptr, align 8
            @d = extern_weak global i32
            @e = common protected thread_local global [3 x i32] zeroinitializer, align 4
            @f = linkonce_odr addrspace(2) constant i8 0
            @g = weak global i32 1, align 4, !dbg !0, !dbg !1
            @0 = private constant i8 1
            @llvm.used = appending global [1 x ptr] [ptr @0], section "llvm.metadata"
            !0 = !{}
            !1 = !{!0}
        "#]],
    );
}

#[test]
fn aliases_and_ifuncs_name_an_address() {
    check(
        "@a = weak hidden alias i32 (i32), ptr @f\n@b = ifunc i32 (i32), ptr @r\n\
         @c = alias i8, ptr getelementptr (i8, ptr @t, i64 1)\n@t = global [2 x i8] zeroinitializer\n\
         declare i32 @f(i32)\ndeclare ptr @r()\n",
        expect![[r#"
            @t = global [2 x i8] zeroinitializer
            @a = weak hidden alias i32 (i32), ptr @f
            @b = ifunc i32 (i32), ptr @r
            @c = alias i8, ptr getelementptr (i8, ptr @t, i64 1)
            declare i32 @f(i32)
            declare ptr @r()
        "#]],
    );
}

#[test]
fn names_lose_their_quotes_and_escapes() {
    let text = "@\"\\01_other name\" = global i32 0\n@\"caf\\C3\\A9\" = global i8 0\n";
    let module = llvm::ll::parse(text).expect("a module");
    let names: Vec<&str> = module.symbols.values().map(|symbol| &*symbol.name).collect();
    assert_eq!(names, ["\u{1}_other name", "café"]);
    assert!(module.symbol("café").is_some());
    assert!(module.symbol("cafe").is_none());
    check(
        text,
        expect![[r#"
        @"\01_other name" = global i32 0
        @"caf\C3\A9" = global i8 0
    "#]],
    );
}

#[test]
fn a_symbol_is_defined_exactly_once() {
    check_error("@a = global ptr @b\n", expect!["1:17: @b is not defined"]);
    check_error("@a = global i32 0\ndeclare void @a()\n", expect!["2:1: @a is defined twice"]);
}
