//! Instructions, by family.

use expect_test::expect;

use crate::check_body;

#[test]
fn arithmetic_keeps_its_flags() {
    check_body(
        "  %1 = add nuw nsw i32 %a, 1\n  %2 = sdiv exact i32 %1, 3\n  %3 = or disjoint i32 %2, 8\n  \
         %4 = shl nuw i32 %3, 2\n  %5 = fadd fast double %d, 1.0\n  %6 = fmul nnan nsz arcp double %5, %d\n  \
         %7 = fneg ninf double %6\n  %8 = frem double %7, %d\n  %9 = and <2 x i8> <i8 1, i8 2>, splat (i8 3)\n  \
         %10 = xor i1 %c, true\n  ret void",
        expect![[r#"
            define void @f(ptr %p, i32 %a, i64 %l, double %d, i1 %c) {
              %1 = add nuw nsw i32 %a, 1
              %2 = sdiv exact i32 %1, 3
              %3 = or disjoint i32 %2, 8
              %4 = shl nuw i32 %3, 2
              %5 = fadd fast double %d, 0x3FF0000000000000
              %6 = fmul nnan nsz arcp double %5, %d
              %7 = fneg ninf double %6
              %8 = frem double %7, %d
              %9 = and <2 x i8> <i8 1, i8 2>, splat (i8 3)
              %10 = xor i1 %c, true
              ret void
            }
        "#]],
    );
}

#[test]
fn conversions_keep_both_types() {
    check_body(
        "  %1 = trunc nuw i64 %l to i8\n  %2 = zext nneg i8 %1 to i64\n  %3 = sext i1 %c to i128\n  \
         %4 = fptosi double %d to i32\n  %5 = uitofp nneg i32 %a to x86_fp80\n  %6 = fptrunc double %d to float\n  \
         %7 = fpext float %6 to double\n  %8 = ptrtoint ptr %p to i64\n  %9 = inttoptr i64 %8 to ptr\n  \
         %10 = bitcast double %d to <2 x float>\n  %11 = addrspacecast ptr %p to ptr addrspace(1)\n  ret void",
        expect![[r#"
            define void @f(ptr %p, i32 %a, i64 %l, double %d, i1 %c) {
              %1 = trunc nuw i64 %l to i8
              %2 = zext nneg i8 %1 to i64
              %3 = sext i1 %c to i128
              %4 = fptosi double %d to i32
              %5 = uitofp nneg i32 %a to x86_fp80
              %6 = fptrunc double %d to float
              %7 = fpext float %6 to double
              %8 = ptrtoint ptr %p to i64
              %9 = inttoptr i64 %8 to ptr
              %10 = bitcast double %d to <2 x float>
              %11 = addrspacecast ptr %p to ptr addrspace(1)
              ret void
            }
        "#]],
    );
}

#[test]
fn comparisons_and_selects_give_bits_and_vectors_of_bits() {
    check_body(
        "  %1 = icmp slt i32 %a, 0\n  %2 = icmp ne ptr %p, null\n  %3 = fcmp fast une double %d, 0.0\n  \
         %4 = icmp ugt <4 x i32> zeroinitializer, splat (i32 1)\n  %5 = sext <4 x i1> %4 to <4 x i32>\n  \
         %6 = select i1 %1, i32 %a, i32 7\n  %7 = select fast i1 %3, double %d, double 1.0\n  \
         %8 = freeze i32 %6\n  ret void",
        expect![[r#"
            define void @f(ptr %p, i32 %a, i64 %l, double %d, i1 %c) {
              %1 = icmp slt i32 %a, 0
              %2 = icmp ne ptr %p, null
              %3 = fcmp fast une double %d, 0x0000000000000000
              %4 = icmp ugt <4 x i32> zeroinitializer, splat (i32 1)
              %5 = sext <4 x i1> %4 to <4 x i32>
              %6 = select i1 %1, i32 %a, i32 7
              %7 = select i1 %3, double %d, double 0x3FF0000000000000
              %8 = freeze i32 %6
              ret void
            }
        "#]],
    );
}

#[test]
fn memory_instructions_keep_alignment_and_ordering() {
    check_body(
        "  %1 = alloca i32, align 4\n  %2 = alloca i8, i64 %l, align 16\n  %3 = alloca [2 x i8], addrspace(5)\n  \
         %4 = load volatile i32, ptr %1, align 4, !dbg !7\n  %5 = load atomic i64, ptr %p syncscope(\"singlethread\") acquire, align 8\n  \
         store atomic volatile i32 %4, ptr %1 seq_cst, align 4\n  store ptr %p, ptr %1, !nosanitize !2, !dbg !9\n  \
         fence syncscope(\"singlethread\") acq_rel\n  %6 = cmpxchg weak volatile ptr %p, i32 %4, i32 5 acq_rel monotonic, align 4\n  \
         %7 = extractvalue { i32, i1 } %6, 1\n  %8 = atomicrmw nand ptr %p, i32 3 seq_cst, align 4\n  \
         %9 = atomicrmw volatile xchg ptr %p, ptr null release, align 8, !dbg !3\n  ret void",
        expect![[r#"
            define void @f(ptr %p, i32 %a, i64 %l, double %d, i1 %c) {
              %1 = alloca i32, align 4
              %2 = alloca i8, i64 %l, align 16
              %3 = alloca [2 x i8], addrspace(5)
              %4 = load volatile i32, ptr %1, align 4, !dbg !7
              %5 = load atomic i64, ptr %p acquire, align 8
              store atomic volatile i32 %4, ptr %1 seq_cst, align 4
              store ptr %p, ptr %1, !dbg !9
              fence acq_rel
              %6 = cmpxchg weak volatile ptr %p, i32 %4, i32 5 acq_rel monotonic, align 4
              %7 = extractvalue { i32, i1 } %6, 1
              %8 = atomicrmw nand ptr %p, i32 3 seq_cst, align 4
              %9 = atomicrmw volatile xchg ptr %p, ptr null release, align 8, !dbg !3
              ret void
            }
        "#]],
    );
}

#[test]
fn addresses_are_computed_through_types() {
    check_body(
        "  %1 = getelementptr inbounds { i32, [3 x i8] }, ptr %p, i64 %l, i32 1, i64 2, !dbg !1\n  \
         %2 = getelementptr i8, ptr %1, i32 -1\n  %3 = getelementptr nusw nuw i8, ptr %2, i64 4\n  \
         %4 = getelementptr i8, ptr %p, <2 x i64> <i64 1, i64 2>\n  \
         %5 = extractelement <2 x ptr> %4, i32 0\n  %6 = getelementptr i8, ptr %5\n  ret void",
        expect![[r#"
            define void @f(ptr %p, i32 %a, i64 %l, double %d, i1 %c) {
              %1 = getelementptr inbounds { i32, [3 x i8] }, ptr %p, i64 %l, i32 1, i64 2, !dbg !1
              %2 = getelementptr i8, ptr %1, i32 -1
              %3 = getelementptr nuw nusw i8, ptr %2, i64 4
              %4 = getelementptr i8, ptr %p, <2 x i64> <i64 1, i64 2>
              %5 = extractelement <2 x ptr> %4, i32 0
              %6 = getelementptr i8, ptr %5
              ret void
            }
        "#]],
    );
}

#[test]
fn aggregates_and_vectors_are_taken_apart() {
    check_body(
        "  %1 = insertvalue { i64, [2 x float] } poison, float 1.0, 1, 0, !dbg !4\n  \
         %2 = extractvalue { i64, [2 x float] } %1, 1\n  %3 = insertelement <2 x float> undef, float 1.0, i32 0\n  \
         %4 = shufflevector <2 x float> %3, <2 x float> poison, <3 x i32> <i32 0, i32 1, i32 poison>\n  \
         %5 = extractelement <3 x float> %4, i64 %l\n  %6 = va_arg ptr %p, i32\n  ret void",
        expect![[r#"
            define void @f(ptr %p, i32 %a, i64 %l, double %d, i1 %c) {
              %1 = insertvalue { i64, [2 x float] } poison, float 0x3FF0000000000000, 1, 0, !dbg !4
              %2 = extractvalue { i64, [2 x float] } %1, 1
              %3 = insertelement <2 x float> undef, float 0x3FF0000000000000, i32 0
              %4 = shufflevector <2 x float> %3, <2 x float> poison, <3 x i32> <i32 0, i32 1, i32 poison>
              %5 = extractelement <3 x float> %4, i64 %l
              %6 = va_arg ptr %p, i32
              ret void
            }
        "#]],
    );
}

#[test]
fn calls_keep_types_attributes_and_bundles() {
    check_body(
        "  %1 = call i32 (ptr, ...) @callee(ptr noundef %p, i32 noundef signext %a, double 1.0) #1, !dbg !5\n  \
         call void %p(i32 %1)\n  tail call void @sink(i32 zeroext %1) nounwind \"k\"=\"v\"\n  \
         musttail call fastcc void @sink(i32 inreg 3)\n  notail call void @sink(i32 undef)\n  \
         %2 = call fast double %p(ptr byval({ i64, i64 }) align 8 %p, ptr sret(i32) %p)\n  \
         %3 = call zeroext i8 inttoptr (i64 64 to ptr)()\n  \
         call void @sink(i32 0) [ \"align\"(ptr %p, i64 8), \"ignore\"() ], !srcloc !8\n  ret void",
        expect![[r#"
            define void @f(ptr %p, i32 %a, i64 %l, double %d, i1 %c) {
              %1 = call i32 (ptr, ...) @callee(ptr noundef %p, i32 noundef signext %a, double 0x3FF0000000000000) #1, !dbg !5
              call void %p(i32 %1)
              tail call void @sink(i32 zeroext %1) nounwind "k"="v"
              musttail call void @sink(i32 inreg 3)
              notail call void @sink(i32 undef)
              %2 = call double %p(ptr byval({ i64, i64 }) align 8 %p, ptr sret(i32) %p)
              %3 = call zeroext i8 inttoptr (i64 64 to ptr)()
              call void @sink(i32 0) [ "align"(ptr %p, i64 8), "ignore"() ]
              ret void
            }
        "#]],
    );
}

#[test]
fn inline_assembly_is_kept_as_text() {
    check_body(
        "  %1 = call i32 asm sideeffect \"mov $1, $0\\0A\", \"=r,r,~{memory}\"(i32 %a) #2, !srcloc !1\n  \
         call void asm inteldialect \"nop\", \"\"()\n  ret void",
        expect![[r#"
            define void @f(ptr %p, i32 %a, i64 %l, double %d, i1 %c) {
              %1 = call i32 asm sideeffect "mov $1, $0\0A", "=r,r,~{memory}"(i32 %a) #2
              call void asm "nop", ""()
              ret void
            }
        "#]],
    );
}

#[test]
fn metadata_may_be_an_argument() {
    check_body(
        "  call void @sink(metadata !\"round.dynamic\", metadata !7, metadata ptr %p, metadata !DIExpression())\n  ret void",
        expect![[r#"
            define void @f(ptr %p, i32 %a, i64 %l, double %d, i1 %c) {
              call void @sink(metadata !"round.dynamic", metadata !7, metadata ptr %p, metadata !DIExpression())
              ret void
            }
        "#]],
    );
}

#[test]
fn terminators_name_their_blocks() {
    check_body(
        "entry:\n  switch i32 %a, label %one [\n    i32 -1, label %two\n    i32 5, label %one\n  ], !dbg !1\n\
         one:\n  indirectbr ptr %p, [label %one, label %two], !dbg !2\n\
         two:\n  %x = phi i32 [ 1, %entry ], [ %x, %one ], !dbg !3\n  br i1 %c, label %three, label %four, !llvm.loop !9\n\
         three:\n  br label %four, !dbg !4\nfour:\n  %y = phi fast double [ %d, %two ], [ 1.0, %three ]\n  unreachable",
        expect![[r#"
            define void @f(ptr %p, i32 %a, i64 %l, double %d, i1 %c) {
            entry:
              switch i32 %a, label %one [
                i32 -1, label %two
                i32 5, label %one
              ], !dbg !1
            one:
              indirectbr ptr %p, [label %one, label %two], !dbg !2
            two:
              %x = phi i32 [ 1, %entry ], [ %x, %one ], !dbg !3
              br i1 %c, label %three, label %four
            three:
              br label %four, !dbg !4
            four:
              %y = phi double [ %d, %two ], [ 0x3FF0000000000000, %three ]
              unreachable
            }
        "#]],
    );
}

#[test]
fn debug_records_stand_before_their_instruction() {
    check_body(
        "  %1 = alloca i32\n    #dbg_declare(ptr %1, !10, !DIExpression(), !11)\n  %2 = load i32, ptr %1\n    \
         #dbg_value(i32 %2, !10, !DIExpression(DW_OP_plus_uconst, 3, DW_OP_stack_value), !11)\n    \
         #dbg_label(!12, !11)\n    #dbg_value(!DIArgList(i32 %2, i32 %a), !10, !DIExpression(), !11)\n    \
         #dbg_assign(i32 0, !10, !DIExpression(), !13, ptr %1, !DIExpression(), !11)\n  ret void",
        expect![[r#"
            define void @f(ptr %p, i32 %a, i64 %l, double %d, i1 %c) {
              %1 = alloca i32
                #dbg_declare(ptr %1, !10, !DIExpression(), !11)
              %2 = load i32, ptr %1
                #dbg_value(i32 %2, !10, !DIExpression(DW_OP_plus_uconst, 3, DW_OP_stack_value), !11)
                #dbg_label(!12, !11)
                #dbg_value(!{}, !10, !DIExpression(), !11)
                #dbg_value(i32 0, !10, !DIExpression(), !11)
              ret void
            }
        "#]],
    );
}
