; ModuleID = 'list.c'
source_filename = "list.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { i32, ptr, i32 }

$__covrec_E49C3F68893B621Du = comdat any

@tail = internal global { i32, ptr, i8, i8, i8 } { i32 7, ptr null, i8 -11, i8 -1, i8 -1 }, align 8, !dbg !0
@head = dso_local global { i32, ptr, i8, i8, i8 } { i32 1, ptr @tail, i8 0, i8 0, i8 0 }, align 8, !dbg !5
@.str = private unnamed_addr constant [5 x i8] c"head\00", align 1, !dbg !16
@.str.1 = private unnamed_addr constant [6 x i8] c"tail\0A\00", align 1, !dbg !22
@names = dso_local global [2 x ptr] [ptr @.str, ptr @.str.1], align 16, !dbg !27
@__profn_sum = private constant [3 x i8] c"sum"
@__covrec_E49C3F68893B621Du = linkonce_odr hidden constant <{ i64, i32, i64, i64, [133 x i8] }> <{ i64 -1973632818483600867, i32 133, i64 18570826011736, i64 7076035311125471497, [133 x i8] c"\01\01\06\01\05\03\09\09\0D\0D\11\05\15\05\15\12\01\0C'\05\02\03\02\0C\00\10\03\00\0C\006(\04\03\00\0C\0060\09\06\01\02\00\00\0C\00\10\09\00\14\006\09\00\15\00\220\0A\0D\02\00\03\00\15\00\22\0D\00&\0050\0E\11\03\00\00\00&\005\05\008\00I\05\00J\01\89\80\80\80\08\05\01\09\006\05\00!\00- \15\16\00!\00-\15\00/\00\B0\80\80\80\08\15\000\001\16\004\005" }>, section "__llvm_covfun", comdat, align 8
@__llvm_coverage_mapping = private constant { { i32, i32, i32, i32 }, [19 x i8] } { { i32, i32, i32, i32 } { i32 0, i32 19, i32 0, i32 6 }, [19 x i8] c"\02\08\10x\DAc`\CB\C9,.\D1K\06\00\08\AE\02T" }, section "__llvm_covmap", align 8
@llvm.used = appending global [2 x ptr] [ptr @__covrec_E49C3F68893B621Du, ptr @__llvm_coverage_mapping], section "llvm.metadata"

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @sum(ptr noundef %list, i32 noundef %limit) #0 !dbg !43 {
entry:
  %list.addr = alloca ptr, align 8
  %limit.addr = alloca i32, align 4
  %mcdc.addr = alloca i32, align 4
  %total = alloca i32, align 4
  store ptr %list, ptr %list.addr, align 8
    #dbg_declare(ptr %list.addr, !47, !DIExpression(), !48)
  store i32 %limit, ptr %limit.addr, align 4
    #dbg_declare(ptr %limit.addr, !49, !DIExpression(), !50)
  call void @llvm.instrprof.increment(ptr @__profn_sum, i64 18570826011736, i32 6, i32 0), !dbg !51
  call void @llvm.instrprof.mcdc.parameters(ptr @__profn_sum, i64 18570826011736, i32 4), !dbg !52
    #dbg_declare(ptr %total, !53, !DIExpression(), !54)
  store i32 0, ptr %total, align 4, !dbg !54
  br label %for.cond, !dbg !55

for.cond:                                         ; preds = %for.inc, %entry
  store i32 0, ptr %mcdc.addr, align 4, !dbg !56
  %0 = load ptr, ptr %list.addr, align 8, !dbg !59
  %tobool = icmp ne ptr %0, null, !dbg !59
  %mcdc.1.cur = load i32, ptr %mcdc.addr, align 4, !dbg !56
  %1 = add i32 %mcdc.1.cur, 0, !dbg !56
  %2 = add i32 %mcdc.1.cur, 0, !dbg !56
  %3 = select i1 %tobool, i32 %1, i32 %2, !dbg !56
  store i32 %3, ptr %mcdc.addr, align 4, !dbg !56
  br i1 %tobool, label %land.rhs, label %land.end, !dbg !56

land.rhs:                                         ; preds = %for.cond
  call void @llvm.instrprof.increment(ptr @__profn_sum, i64 18570826011736, i32 6, i32 2), !dbg !60
  %4 = load i32, ptr %total, align 4, !dbg !61
  %5 = load i32, ptr %limit.addr, align 4, !dbg !62
  %cmp = icmp slt i32 %4, %5, !dbg !63
  %mcdc.2.cur = load i32, ptr %mcdc.addr, align 4, !dbg !64
  %6 = add i32 %mcdc.2.cur, 1, !dbg !64
  %7 = add i32 %mcdc.2.cur, 0, !dbg !64
  %8 = select i1 %cmp, i32 %6, i32 %7, !dbg !64
  store i32 %8, ptr %mcdc.addr, align 4, !dbg !64
  br i1 %cmp, label %lor.end, label %lor.rhs, !dbg !64

lor.rhs:                                          ; preds = %land.rhs
  call void @llvm.instrprof.increment(ptr @__profn_sum, i64 18570826011736, i32 6, i32 3), !dbg !60
  %9 = load ptr, ptr %list.addr, align 8, !dbg !65
  %kind = getelementptr inbounds %struct.node, ptr %9, i32 0, i32 2, !dbg !66
  %bf.load = load i32, ptr %kind, align 8, !dbg !66
  %bf.clear = and i32 %bf.load, 7, !dbg !66
  %cmp1 = icmp eq i32 %bf.clear, 5, !dbg !67
  %mcdc.3.cur = load i32, ptr %mcdc.addr, align 4, !dbg !64
  %10 = add i32 %mcdc.3.cur, 3, !dbg !64
  %11 = add i32 %mcdc.3.cur, 2, !dbg !64
  %12 = select i1 %cmp1, i32 %10, i32 %11, !dbg !64
  store i32 %12, ptr %mcdc.addr, align 4, !dbg !64
  br i1 %cmp1, label %lor.end, label %lor.rhscnt, !dbg !64

lor.rhscnt:                                       ; preds = %lor.rhs
  call void @llvm.instrprof.increment(ptr @__profn_sum, i64 18570826011736, i32 6, i32 4), !dbg !60
  br label %lor.end, !dbg !64

lor.end:                                          ; preds = %lor.rhscnt, %lor.rhs, %land.rhs
  %13 = phi i1 [ true, %land.rhs ], [ %cmp1, %lor.rhscnt ], [ %cmp1, %lor.rhs ]
  br label %land.end

land.end:                                         ; preds = %lor.end, %for.cond
  %14 = phi i1 [ false, %for.cond ], [ %13, %lor.end ], !dbg !60
  call void @llvm.instrprof.mcdc.tvbitmap.update(ptr @__profn_sum, i64 18570826011736, i32 0, ptr %mcdc.addr), !dbg !56
  br i1 %14, label %for.body, label %for.end, !dbg !68

for.body:                                         ; preds = %land.end
  call void @llvm.instrprof.increment(ptr @__profn_sum, i64 18570826011736, i32 6, i32 1), !dbg !60
  %15 = load ptr, ptr %list.addr, align 8, !dbg !69
  %value = getelementptr inbounds %struct.node, ptr %15, i32 0, i32 0, !dbg !70
  %16 = load i32, ptr %value, align 8, !dbg !70
  %17 = load ptr, ptr %list.addr, align 8, !dbg !71
  %weight = getelementptr inbounds %struct.node, ptr %17, i32 0, i32 2, !dbg !72
  %bf.load2 = load i32, ptr %weight, align 8, !dbg !72
  %bf.shl = shl i32 %bf.load2, 8, !dbg !72
  %bf.ashr = ashr i32 %bf.shl, 11, !dbg !72
  %tobool3 = icmp ne i32 %bf.ashr, 0, !dbg !71
  %18 = zext i1 %tobool3 to i64, !dbg !71
  call void @llvm.instrprof.increment.step(ptr @__profn_sum, i64 18570826011736, i32 6, i32 5, i64 %18), !dbg !60
  %cond = select i1 %tobool3, i32 2, i32 1, !dbg !71
  %mul = mul nsw i32 %16, %cond, !dbg !73
  %19 = load i32, ptr %total, align 4, !dbg !74
  %add = add nsw i32 %19, %mul, !dbg !74
  store i32 %add, ptr %total, align 4, !dbg !74
  br label %for.inc, !dbg !75

for.inc:                                          ; preds = %for.body
  %20 = load ptr, ptr %list.addr, align 8, !dbg !76
  %next = getelementptr inbounds %struct.node, ptr %20, i32 0, i32 1, !dbg !77
  %21 = load ptr, ptr %next, align 8, !dbg !77
  store ptr %21, ptr %list.addr, align 8, !dbg !78
  br label %for.cond, !dbg !79, !llvm.loop !80

for.end:                                          ; preds = %land.end
  %22 = load i32, ptr %total, align 4, !dbg !83
  ret i32 %22, !dbg !84
}

; Function Attrs: nounwind
declare void @llvm.instrprof.increment(ptr, i64, i32, i32) #1

; Function Attrs: nounwind
declare void @llvm.instrprof.mcdc.parameters(ptr, i64, i32) #1

; Function Attrs: nounwind
declare void @llvm.instrprof.mcdc.tvbitmap.update(ptr, i64, i32, ptr) #1

; Function Attrs: nounwind
declare void @llvm.instrprof.increment.step(ptr, i64, i32, i32, i64) #1

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!34, !35, !36, !37, !38, !39, !40, !41}
!llvm.ident = !{!42}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "tail", scope: !2, file: !3, line: 8, type: !7, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "clang version 19", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "list.c", directory: ".", checksumkind: CSK_MD5, checksum: "b97df9a1e597ad60c6b55f6a62e9d11c")
!4 = !{!0, !5, !16, !22, !27}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "head", scope: !2, file: !3, line: 9, type: !7, isLocal: false, isDefinition: true)
!7 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !3, line: 1, size: 192, elements: !8)
!8 = !{!9, !11, !13, !15}
!9 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !7, file: !3, line: 2, baseType: !10, size: 32)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !7, file: !3, line: 3, baseType: !12, size: 64, offset: 64)
!12 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !7, size: 64)
!13 = !DIDerivedType(tag: DW_TAG_member, name: "kind", scope: !7, file: !3, line: 4, baseType: !14, size: 3, offset: 128, flags: DIFlagBitField, extraData: i64 128)
!14 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!15 = !DIDerivedType(tag: DW_TAG_member, name: "weight", scope: !7, file: !3, line: 5, baseType: !10, size: 21, offset: 131, flags: DIFlagBitField, extraData: i64 128)
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(scope: null, file: !3, line: 10, type: !18, isLocal: true, isDefinition: true)
!18 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 40, elements: !20)
!19 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!20 = !{!21}
!21 = !DISubrange(count: 5)
!22 = !DIGlobalVariableExpression(var: !23, expr: !DIExpression())
!23 = distinct !DIGlobalVariable(scope: null, file: !3, line: 10, type: !24, isLocal: true, isDefinition: true)
!24 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 48, elements: !25)
!25 = !{!26}
!26 = !DISubrange(count: 6)
!27 = !DIGlobalVariableExpression(var: !28, expr: !DIExpression())
!28 = distinct !DIGlobalVariable(name: "names", scope: !2, file: !3, line: 10, type: !29, isLocal: false, isDefinition: true)
!29 = !DICompositeType(tag: DW_TAG_array_type, baseType: !30, size: 128, elements: !32)
!30 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !31, size: 64)
!31 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !19)
!32 = !{!33}
!33 = !DISubrange(count: 2)
!34 = !{i32 2, !"EnableValueProfiling", i32 0}
!35 = !{i32 7, !"Dwarf Version", i32 5}
!36 = !{i32 2, !"Debug Info Version", i32 3}
!37 = !{i32 1, !"wchar_size", i32 4}
!38 = !{i32 8, !"PIC Level", i32 2}
!39 = !{i32 7, !"PIE Level", i32 2}
!40 = !{i32 7, !"uwtable", i32 2}
!41 = !{i32 7, !"frame-pointer", i32 2}
!42 = !{!"clang version 19"}
!43 = distinct !DISubprogram(name: "sum", scope: !3, file: !3, line: 12, type: !44, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !46)
!44 = !DISubroutineType(types: !45)
!45 = !{!10, !12, !10}
!46 = !{}
!47 = !DILocalVariable(name: "list", arg: 1, scope: !43, file: !3, line: 12, type: !12)
!48 = !DILocation(line: 12, column: 22, scope: !43)
!49 = !DILocalVariable(name: "limit", arg: 2, scope: !43, file: !3, line: 12, type: !10)
!50 = !DILocation(line: 12, column: 32, scope: !43)
!51 = !DILocation(line: 0, scope: !43)
!52 = !DILocation(line: 12, column: 39, scope: !43)
!53 = !DILocalVariable(name: "total", scope: !43, file: !3, line: 13, type: !10)
!54 = !DILocation(line: 13, column: 9, scope: !43)
!55 = !DILocation(line: 14, column: 5, scope: !43)
!56 = !DILocation(line: 14, column: 17, scope: !57)
!57 = distinct !DILexicalBlock(scope: !58, file: !3, line: 14, column: 5)
!58 = distinct !DILexicalBlock(scope: !43, file: !3, line: 14, column: 5)
!59 = !DILocation(line: 14, column: 12, scope: !57)
!60 = !DILocation(line: 0, scope: !57)
!61 = !DILocation(line: 14, column: 21, scope: !57)
!62 = !DILocation(line: 14, column: 29, scope: !57)
!63 = !DILocation(line: 14, column: 27, scope: !57)
!64 = !DILocation(line: 14, column: 35, scope: !57)
!65 = !DILocation(line: 14, column: 38, scope: !57)
!66 = !DILocation(line: 14, column: 44, scope: !57)
!67 = !DILocation(line: 14, column: 49, scope: !57)
!68 = !DILocation(line: 14, column: 5, scope: !58)
!69 = !DILocation(line: 15, column: 18, scope: !57)
!70 = !DILocation(line: 15, column: 24, scope: !57)
!71 = !DILocation(line: 15, column: 33, scope: !57)
!72 = !DILocation(line: 15, column: 39, scope: !57)
!73 = !DILocation(line: 15, column: 30, scope: !57)
!74 = !DILocation(line: 15, column: 15, scope: !57)
!75 = !DILocation(line: 15, column: 9, scope: !57)
!76 = !DILocation(line: 14, column: 63, scope: !57)
!77 = !DILocation(line: 14, column: 69, scope: !57)
!78 = !DILocation(line: 14, column: 61, scope: !57)
!79 = !DILocation(line: 14, column: 5, scope: !57)
!80 = distinct !{!80, !68, !81, !82}
!81 = !DILocation(line: 15, column: 53, scope: !58)
!82 = !{!"llvm.loop.mustprogress"}
!83 = !DILocation(line: 16, column: 12, scope: !43)
!84 = !DILocation(line: 16, column: 5, scope: !43)
