; ModuleID = 'jumps.c'
source_filename = "jumps.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.__va_list_tag = type { i32, i32, ptr, ptr }

@run.table = internal constant [3 x ptr] [ptr blockaddress(@run, %stop), ptr blockaddress(@run, %more), ptr blockaddress(@run, %less)], align 16

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @classify(i64 noundef %key) #0 {
entry:
  %retval = alloca i32, align 4
  %key.addr = alloca i64, align 8
  store i64 %key, ptr %key.addr, align 8
  %0 = load i64, ptr %key.addr, align 8
  switch i64 %0, label %sw.default [
    i64 1, label %sw.bb
    i64 2, label %sw.bb
    i64 3, label %sw.bb
    i64 -7, label %sw.bb1
  ]

sw.bb:                                            ; preds = %entry, %entry, %entry
  store i32 10, ptr %retval, align 4
  br label %return

sw.bb1:                                           ; preds = %entry
  store i32 20, ptr %retval, align 4
  br label %return

sw.default:                                       ; preds = %entry
  store i32 30, ptr %retval, align 4
  br label %return

return:                                           ; preds = %sw.default, %sw.bb1, %sw.bb
  %1 = load i32, ptr %retval, align 4
  ret i32 %1
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @run(ptr noundef %code) #0 {
entry:
  %code.addr = alloca ptr, align 8
  %sum = alloca i32, align 4
  store ptr %code, ptr %code.addr, align 8
  store i32 0, ptr %sum, align 4
  %0 = load ptr, ptr %code.addr, align 8
  %incdec.ptr = getelementptr inbounds i8, ptr %0, i32 1
  store ptr %incdec.ptr, ptr %code.addr, align 8
  %1 = load i8, ptr %0, align 1
  %idxprom = zext i8 %1 to i64
  %arrayidx = getelementptr inbounds [3 x ptr], ptr @run.table, i64 0, i64 %idxprom
  %2 = load ptr, ptr %arrayidx, align 8
  br label %indirectgoto

more:                                             ; preds = %indirectgoto
  %3 = load i32, ptr %sum, align 4
  %inc = add nsw i32 %3, 1
  store i32 %inc, ptr %sum, align 4
  %4 = load ptr, ptr %code.addr, align 8
  %incdec.ptr1 = getelementptr inbounds i8, ptr %4, i32 1
  store ptr %incdec.ptr1, ptr %code.addr, align 8
  %5 = load i8, ptr %4, align 1
  %idxprom2 = zext i8 %5 to i64
  %arrayidx3 = getelementptr inbounds [3 x ptr], ptr @run.table, i64 0, i64 %idxprom2
  %6 = load ptr, ptr %arrayidx3, align 8
  br label %indirectgoto

less:                                             ; preds = %indirectgoto
  %7 = load i32, ptr %sum, align 4
  %dec = add nsw i32 %7, -1
  store i32 %dec, ptr %sum, align 4
  %8 = load ptr, ptr %code.addr, align 8
  %incdec.ptr4 = getelementptr inbounds i8, ptr %8, i32 1
  store ptr %incdec.ptr4, ptr %code.addr, align 8
  %9 = load i8, ptr %8, align 1
  %idxprom5 = zext i8 %9 to i64
  %arrayidx6 = getelementptr inbounds [3 x ptr], ptr @run.table, i64 0, i64 %idxprom5
  %10 = load ptr, ptr %arrayidx6, align 8
  br label %indirectgoto

stop:                                             ; preds = %indirectgoto
  %11 = load i32, ptr %sum, align 4
  ret i32 %11

indirectgoto:                                     ; preds = %less, %more, %entry
  %indirect.goto.dest = phi ptr [ %2, %entry ], [ %6, %more ], [ %10, %less ]
  indirectbr ptr %indirect.goto.dest, [label %stop, label %more, label %less]
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @add(i32 noundef %count, ...) #0 {
entry:
  %count.addr = alloca i32, align 4
  %list = alloca [1 x %struct.__va_list_tag], align 16
  %sum = alloca i32, align 4
  store i32 %count, ptr %count.addr, align 4
  store i32 0, ptr %sum, align 4
  %arraydecay = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %list, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %arraydecay)
  br label %while.cond

while.cond:                                       ; preds = %vaarg.end, %entry
  %0 = load i32, ptr %count.addr, align 4
  %dec = add nsw i32 %0, -1
  store i32 %dec, ptr %count.addr, align 4
  %tobool = icmp ne i32 %0, 0
  br i1 %tobool, label %while.body, label %while.end

while.body:                                       ; preds = %while.cond
  %arraydecay1 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %list, i64 0, i64 0
  %gp_offset_p = getelementptr inbounds %struct.__va_list_tag, ptr %arraydecay1, i32 0, i32 0
  %gp_offset = load i32, ptr %gp_offset_p, align 16
  %fits_in_gp = icmp ule i32 %gp_offset, 40
  br i1 %fits_in_gp, label %vaarg.in_reg, label %vaarg.in_mem

vaarg.in_reg:                                     ; preds = %while.body
  %1 = getelementptr inbounds %struct.__va_list_tag, ptr %arraydecay1, i32 0, i32 3
  %reg_save_area = load ptr, ptr %1, align 16
  %2 = getelementptr i8, ptr %reg_save_area, i32 %gp_offset
  %3 = add i32 %gp_offset, 8
  store i32 %3, ptr %gp_offset_p, align 16
  br label %vaarg.end

vaarg.in_mem:                                     ; preds = %while.body
  %overflow_arg_area_p = getelementptr inbounds %struct.__va_list_tag, ptr %arraydecay1, i32 0, i32 2
  %overflow_arg_area = load ptr, ptr %overflow_arg_area_p, align 8
  %overflow_arg_area.next = getelementptr i8, ptr %overflow_arg_area, i32 8
  store ptr %overflow_arg_area.next, ptr %overflow_arg_area_p, align 8
  br label %vaarg.end

vaarg.end:                                        ; preds = %vaarg.in_mem, %vaarg.in_reg
  %vaarg.addr = phi ptr [ %2, %vaarg.in_reg ], [ %overflow_arg_area, %vaarg.in_mem ]
  %4 = load i32, ptr %vaarg.addr, align 4
  %5 = load i32, ptr %sum, align 4
  %add = add nsw i32 %5, %4
  store i32 %add, ptr %sum, align 4
  br label %while.cond, !llvm.loop !6

while.end:                                        ; preds = %while.cond
  %arraydecay2 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %list, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %arraydecay2)
  %6 = load i32, ptr %sum, align 4
  ret i32 %6
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #1

; Function Attrs: noinline nounwind optnone uwtable
define dso_local void @barrier(i32 noundef %value) #0 {
entry:
  %value.addr = alloca i32, align 4
  store i32 %value, ptr %value.addr, align 4
  %0 = load i32, ptr %value.addr, align 4
  call void asm sideeffect "nop", "r,~{memory},~{dirflag},~{fpsr},~{flags}"(i32 %0) #2, !srcloc !8
  ret void
}

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind willreturn }
attributes #2 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3, !4}
!llvm.ident = !{!5}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{i32 7, !"frame-pointer", i32 2}
!5 = !{!"clang version 19"}
!6 = distinct !{!6, !7}
!7 = !{!"llvm.loop.mustprogress"}
!8 = !{i64 694}
