//! Constants and constant expressions.

use expect_test::expect;
use llvm::ll::ast::{BlockId, Body, ConstantKind};

use crate::{check, check_error};

#[test]
fn integers_of_every_width_keep_their_bits() {
    check(
        "@a = global i1 true\n@b = global i8 -1\n@c = global i24 -8388608\n@d = global i64 255\n\
         @e = global i128 -170141183460469231731687303715884105728\n\
         @f = global i200 -1606938044258990275541962092341162602522202993782792835301376\n\
         @g = global i8 200\n",
        expect![[r#"
            @a = global i1 true
            @b = global i8 -1
            @c = global i24 -8388608
            @d = global i64 255
            @e = global i128 -170141183460469231731687303715884105728
            @f = global i200 -1606938044258990275541962092341162602522202993782792835301376
            @g = global i8 -56
        "#]],
    );
    check_error("@a = global i8 256\n", expect!["1:16: this number does not fit 8 bits"]);
    check_error("@a = global i8 -129\n", expect!["1:16: this number does not fit 8 bits"]);
    check_error("@a = global ptr 0\n", expect!["1:17: this is no constant of its type"]);
}

#[test]
fn floats_are_their_bits() {
    check(
        "@a = global float 0x3FB99999A0000000\n@b = global double 1.500000e+00\n\
         @c = global x86_fp80 0xK3FFDAAAAAAAAAAAAAAAB\n@d = global half 0xH3E00\n\
         @e = global fp128 0xL999999999999999A3FFB999999999999\n@f = global bfloat 0xR3FC0\n\
         @g = global float 0x7FF0000020000000\n@h = global double -0.000000e+00\n",
        expect![[r#"
            @a = global float 0x3FB99999A0000000
            @b = global double 0x3FF8000000000000
            @c = global x86_fp80 0xK3FFDAAAAAAAAAAAAAAAB
            @d = global half 0xH3E00
            @e = global fp128 0xL999999999999999A3FFB999999999999
            @f = global bfloat 0xR3FC0
            @g = global float 0x7FF0000020000000
            @h = global double 0x8000000000000000
        "#]],
    );
    check_error(
        "@a = global float 0xK3FFF8000000000000000\n",
        expect!["1:19: this is no constant of its type"],
    );
}

#[test]
fn strings_and_aggregates_have_the_shape_of_their_type() {
    check(
        r#"%struct.s = type { i32, ptr }
@a = constant [6 x i8] c"a\0A\22\5Cb\00"
@b = global [2 x %struct.s] [%struct.s { i32 1, ptr @a }, %struct.s zeroinitializer]
@c = global <{ i8, i32 }> <{ i8 1, i32 undef }>
@d = global <2 x i32> <i32 1, i32 2>
@e = global <4 x i32> splat (i32 7)
@f = global { [0 x i8], ptr } { [0 x i8] zeroinitializer, ptr null }
@g = global [2 x i8] poison
"#,
        expect![[r#"
            %struct.s = type { i32, ptr }
            @a = constant [6 x i8] c"a\0A\22\5Cb\00"
            @b = global [2 x %struct.s] [%struct.s { i32 1, ptr @a }, %struct.s zeroinitializer]
            @c = global <{ i8, i32 }> <{ i8 1, i32 undef }>
            @d = global <2 x i32> <i32 1, i32 2>
            @e = global <4 x i32> splat (i32 7)
            @f = global { [0 x i8], ptr } { [0 x i8] zeroinitializer, ptr null }
            @g = global [2 x i8] poison
        "#]],
    );
    check_error(
        "@a = global [2 x i8] c\"abc\"\n",
        expect!["1:22: a string of 3 bytes is not of its type"],
    );
    check_error(
        "@a = global [2 x i8] [i8 1]\n",
        expect!["1:27: the elements are not those of the type"],
    );
    check_error(
        "@a = global { i8, i32 } { i8 1, i8 2 }\n",
        expect!["1:38: the fields are not those of the type"],
    );
    check_error(
        "@a = global <{ i8 }> { i8 1 }\n",
        expect!["1:29: the fields are not those of the type"],
    );
}

#[test]
fn expressions_of_addresses_are_read() {
    check(
        r#"@t = global [4 x { i32, i32 }] zeroinitializer
@a = global ptr getelementptr inbounds ([4 x { i32, i32 }], ptr @t, i64 0, i64 2, i32 1)
@b = global i64 ptrtoint (ptr @t to i64)
@c = global i32 trunc (i64 sub (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @t to i64)) to i32)
@d = global ptr inttoptr (i64 -1 to ptr)
@e = global ptr getelementptr nuw (i8, ptr @t, i64 4)
@f = global ptr addrspacecast (ptr addrspace(1) null to ptr)
@g = global i64 xor (i64 add nuw nsw (i64 1, i64 2), i64 3)
@h = global ptr no_cfi @t
@i = global ptr getelementptr inbounds inrange(-16, 8) (i8, ptr @t, i64 16)
"#,
        expect![[r#"
            @t = global [4 x { i32, i32 }] zeroinitializer
            @a = global ptr getelementptr inbounds ([4 x { i32, i32 }], ptr @t, i64 0, i64 2, i32 1)
            @b = global i64 ptrtoint (ptr @t to i64)
            @c = global i32 trunc (i64 sub (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @t to i64)) to i32)
            @d = global ptr inttoptr (i64 -1 to ptr)
            @e = global ptr getelementptr nuw (i8, ptr @t, i64 4)
            @f = global ptr addrspacecast (ptr addrspace(1) null to ptr)
            @g = global i64 xor (i64 add nuw nsw (i64 1, i64 2), i64 3)
            @h = global ptr @t
            @i = global ptr getelementptr inbounds (i8, ptr @t, i64 16)
        "#]],
    );
    check_error(
        "@a = global i32 ptrtoint (ptr null to i64)\n",
        expect!["1:39: the expression is not of the type given"],
    );
    check_error(
        "@a = global i32 zext (i64 1 to i32)\n",
        expect!["1:32: there is no such conversion between these types"],
    );
    check_error(
        "@a = global i32 frobnicate (i64 1)\n",
        expect!["1:17: `frobnicate` is not a known constant"],
    );
}

#[test]
fn the_address_of_a_block_finds_it_before_and_behind_its_function() {
    let text = "@t = constant [2 x ptr] [ptr blockaddress(@f, %b), ptr blockaddress(@g, %x)]\n\
        define void @f() {\na:\n  br label %b\nb:\n  ret void\n}\n\
        define void @g() {\nx:\n  invoke void @f() to label %x unwind label %x\n}\n";
    let module = llvm::ll::parse(text).expect("a module");
    let blocks: Vec<Option<BlockId>> = module
        .constants
        .values()
        .filter_map(|constant| match constant.kind {
            ConstantKind::BlockAddress { block, .. } => Some(block),
            _ => None,
        })
        .collect();
    assert_eq!(blocks, [Some(BlockId(1)), None]);
    assert!(matches!(module.function("g").expect("g").body, Body::Unsupported { line: 10, .. }));
    check_error(
        "@t = global ptr blockaddress(@f, %c)\ndefine void @f() {\na:\n  ret void\n}\n",
        expect!["1:17: there is no block %c"],
    );
}

#[test]
fn of_records_of_coverage_only_the_beginning_is_kept() {
    let long = "\\02\\01".repeat(100_000);
    let text = format!(
        "@__covrec_1 = constant <{{ i64, [200000 x i8] }}> <{{ i64 1, [200000 x i8] c\"{long}\" }}>\n\
         @other = constant [200000 x i8] c\"{long}\"\n"
    );
    let module = llvm::ll::parse(&text).expect("it is read");
    let lengths: Vec<usize> = module
        .constants
        .values()
        .filter_map(|constant| match &constant.kind {
            ConstantKind::Bytes(bytes) => Some(bytes.len()),
            _ => None,
        })
        .collect();
    assert!(lengths[0] < 30_000 && lengths[1] == 200_000, "{lengths:?}");
}
