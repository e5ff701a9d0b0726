; ModuleID = 'numbers.c'
source_filename = "numbers.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.big = type { [4 x i64] }
%struct.point = type { float, float }

@third = dso_local global x86_fp80 0xK3FFDAAAAAAAAAAAAAAAB, align 16
@tenth = dso_local global float 0x3FB99999A0000000, align 4
@nan_value = dso_local global double 0x7FF8000000000000, align 8
@wide = dso_local global i128 -5902958103587056517120, align 16
@counter = dso_local thread_local global i32 1, align 4
@inside = dso_local global ptr getelementptr (i8, ptr @wide, i64 8), align 8
@gap = dso_local global i64 ptrtoint (ptr @tenth to i64), align 8

; Function Attrs: noinline nounwind optnone uwtable
define dso_local void @twice(ptr dead_on_unwind noalias writable sret(%struct.big) align 8 %0, ptr noundef byval(%struct.big) align 8 %1) #0 {
  %3 = getelementptr inbounds %struct.big, ptr %1, i32 0, i32 0
  %4 = getelementptr inbounds [4 x i64], ptr %3, i64 0, i64 1
  %5 = load i64, ptr %4, align 8
  %6 = mul nsw i64 %5, 2
  store i64 %6, ptr %4, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %0, ptr align 8 %1, i64 32, i1 false)
  ret void
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #1

; Function Attrs: noinline nounwind optnone uwtable
define dso_local <2 x float> @mirror(<2 x float> %0) #2 {
  %2 = alloca %struct.point, align 4
  %3 = alloca %struct.point, align 4
  store <2 x float> %0, ptr %3, align 4
  %4 = getelementptr inbounds %struct.point, ptr %2, i32 0, i32 0
  %5 = getelementptr inbounds %struct.point, ptr %3, i32 0, i32 1
  %6 = load float, ptr %5, align 4
  store float %6, ptr %4, align 4
  %7 = getelementptr inbounds %struct.point, ptr %2, i32 0, i32 1
  %8 = getelementptr inbounds %struct.point, ptr %3, i32 0, i32 0
  %9 = load float, ptr %8, align 4
  %10 = fneg float %9
  store float %10, ptr %7, align 4
  %11 = load <2 x float>, ptr %2, align 4
  ret <2 x float> %11
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @safe(i32 noundef %0, i32 noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store i32 %1, ptr %4, align 4
  %6 = load i32, ptr %3, align 4
  %7 = load i32, ptr %4, align 4
  %8 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %6, i32 %7)
  %9 = extractvalue { i32, i1 } %8, 1
  %10 = extractvalue { i32, i1 } %8, 0
  store i32 %10, ptr %5, align 4
  br i1 %9, label %11, label %12

11:                                               ; preds = %2
  br label %14

12:                                               ; preds = %2
  %13 = load i32, ptr %5, align 4
  br label %14

14:                                               ; preds = %12, %11
  %15 = phi i32 [ -1, %11 ], [ %13, %12 ]
  ret i32 %15
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #3

; Function Attrs: noinline nounwind optnone uwtable
define dso_local double @mix(double noundef %0, i8 noundef zeroext %1, x86_fp80 noundef %2) #0 {
  %4 = alloca <2 x float>, align 8
  %5 = alloca <2 x float>, align 8
  %6 = alloca i8, align 1
  %7 = alloca x86_fp80, align 16
  store double %0, ptr %4, align 8
  %8 = load <2 x float>, ptr %4, align 8
  store <2 x float> %8, ptr %5, align 8
  store i8 %1, ptr %6, align 1
  store x86_fp80 %2, ptr %7, align 16
  %9 = load <2 x float>, ptr %5, align 8
  %10 = extractelement <2 x float> %9, i32 0
  %11 = load i8, ptr %6, align 1
  %12 = zext i8 %11 to i32
  %13 = sitofp i32 %12 to float
  %14 = fadd float %10, %13
  %15 = fpext float %14 to double
  %16 = load x86_fp80, ptr %7, align 16
  %17 = fptrunc x86_fp80 %16 to double
  %18 = fadd double %15, %17
  ret double %18
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @exchange(ptr noundef %0, i32 noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i8, align 1
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %10 = load ptr, ptr %3, align 8
  store i32 5, ptr %5, align 4
  %11 = load i32, ptr %4, align 4
  %12 = load i32, ptr %5, align 4
  %13 = cmpxchg weak ptr %10, i32 %11, i32 %12 acq_rel monotonic, align 4
  %14 = extractvalue { i32, i1 } %13, 0
  %15 = extractvalue { i32, i1 } %13, 1
  br i1 %15, label %17, label %16

16:                                               ; preds = %2
  store i32 %14, ptr %4, align 4
  br label %17

17:                                               ; preds = %16, %2
  %18 = zext i1 %15 to i8
  store i8 %18, ptr %6, align 1
  %19 = load i8, ptr %6, align 1
  %20 = trunc i8 %19 to i1
  %21 = load ptr, ptr %3, align 8
  store i32 2, ptr %7, align 4
  %22 = load i32, ptr %7, align 4
  %23 = atomicrmw add ptr %21, i32 %22 seq_cst, align 4
  store i32 %23, ptr %8, align 4
  %24 = load i32, ptr %8, align 4
  %25 = load ptr, ptr %3, align 8
  %26 = load atomic i32, ptr %25 acquire, align 4
  store i32 %26, ptr %9, align 4
  %27 = load i32, ptr %9, align 4
  ret i32 %27
}

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="64" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0, !1, !2, !3, !4}
!llvm.ident = !{!5}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{i32 7, !"frame-pointer", i32 2}
!5 = !{!"clang version 19"}
