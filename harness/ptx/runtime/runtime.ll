; sources sha256 a67aab0e4b83b415b50a69df2cfda80cded1db4dedeacb829ad83a697b0f1937, ziglang 0.13.0

%struct.kh_worker = type { ptr, ptr, ptr, ptr, ptr, ptr, ptr, %struct.kh_faults, ptr, [3 x i32], i32, i64, i64, ptr, ptr, ptr, [16 x %struct.kh_barrier] }
%struct.kh_faults = type { ptr, ptr, i64 }
%struct.kh_barrier = type { i32, i32, i32, i32, i32, i32 }
%struct.kh_fault = type { i64, i64, i32, i32, i32, i32, i32 }
%struct.kh_warp = type { [3 x [32 x i32]], [32 x i32], [32 x i32], [32 x i32], ptr, i64, i64, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32 }
%struct.kh_launch = type { ptr, ptr, ptr, i64, ptr, i64, [3 x i32], [3 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i64, i64, i64, i64, %struct.kh_faults, i32, i32, i64, ptr, ptr, ptr, ptr }
%struct.kh_copies = type { [32 x %struct.kh_copy], i32, [32 x i32] }
%struct.kh_copy = type { [32 x ptr], [32 x ptr], [32 x i32], [32 x i32], i32, i32 }
%struct.kh_access = type { i32, i32, i32, i32, i32, i32, ptr, ptr, i64, i32, ptr }
%struct.kh_alloc = type { i64, i64, i64, i64, ptr, i64 }

@__const.kh_abi.facts = private unnamed_addr constant [41 x i64] [i64 48, i64 40, i64 24, i64 208, i64 24968, i64 24, i64 880, i64 528, i64 40, i64 20, i64 32, i64 16, i64 32, i64 48, i64 60, i64 76, i64 84, i64 88, i64 100, i64 128, i64 136, i64 160, i64 168, i64 200, i64 768, i64 776, i64 784, i64 792, i64 808, i64 852, i64 856, i64 860, i64 876, i64 48, i64 56, i64 88, i64 104, i64 112, i64 136, i64 144, i64 15], align 16
@kh_atomic_add_float.sizes = internal unnamed_addr constant [6 x i8] c"\04\08\02\02\04\04", align 1
@kh_rounding_codes = global [4 x i32] zeroinitializer, align 16
@exp2_double.terms = internal unnamed_addr constant [13 x double] [double 0x3E21EED8EFF8D898, double 0x3E5AE64567F544E4, double 0x3E927E4FB7789F5C, double 0x3EC71DE3A556C734, double 0x3EFA01A01A01A01A, double 0x3F2A01A01A01A01A, double 0x3F56C16C16C16C17, double 0x3F81111111111111, double 0x3FA5555555555555, double 0x3FC5555555555555, double 5.000000e-01, double 1.000000e+00, double 1.000000e+00], align 16
@TWO_OVER_PI = internal unnamed_addr constant [9 x i32] [i32 0, i32 -1560706194, i32 1313084713, i32 -64530479, i32 -181084736, i32 -614296167, i32 1011060801, i32 -28220501, i32 -558119583], align 16

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_report_pair(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i64 noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7) #0 {
  %9 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %10 = mul i32 %1, 15
  %11 = add i32 %10, %2
  %12 = load ptr, ptr %9, align 8
  %13 = zext i32 %11 to i64
  %14 = getelementptr inbounds %struct.kh_fault, ptr %12, i64 %13
  %15 = load i64, ptr %14, align 8
  %16 = icmp eq i64 %15, 0
  br i1 %16, label %19, label %17

17:                                               ; preds = %8
  %18 = add i64 %15, 1
  store i64 %18, ptr %14, align 8
  br label %40

19:                                               ; preds = %8
  %20 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr inbounds %struct.kh_warp, ptr %21, i64 0, i32 7
  %23 = load i32, ptr %22, align 8
  %24 = shl i32 %23, 5
  %25 = add i32 %24, %3
  %26 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %27 = load i32, ptr %26, align 4
  store i64 1, ptr %14, align 8
  %28 = getelementptr inbounds i8, ptr %14, i64 8
  store i64 %4, ptr %28, align 8
  %29 = getelementptr inbounds i8, ptr %14, i64 16
  store i32 %27, ptr %29, align 8
  %30 = getelementptr inbounds i8, ptr %14, i64 20
  store i32 %25, ptr %30, align 4
  %31 = getelementptr inbounds i8, ptr %14, i64 24
  store i32 %5, ptr %31, align 8
  %32 = getelementptr inbounds i8, ptr %14, i64 28
  store i32 %6, ptr %32, align 4
  %33 = getelementptr inbounds i8, ptr %14, i64 32
  store i32 %7, ptr %33, align 8
  %34 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %35 = load ptr, ptr %34, align 8
  %36 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %37 = load i64, ptr %36, align 8
  %38 = add i64 %37, 1
  store i64 %38, ptr %36, align 8
  %39 = getelementptr inbounds i32, ptr %35, i64 %37
  store i32 %11, ptr %39, align 4
  br label %40

40:                                               ; preds = %17, %19
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_report(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i64 noundef %4) #0 {
  %6 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %7 = mul i32 %1, 15
  %8 = add i32 %7, %2
  %9 = load ptr, ptr %6, align 8
  %10 = zext i32 %8 to i64
  %11 = getelementptr inbounds %struct.kh_fault, ptr %9, i64 %10
  %12 = load i64, ptr %11, align 8
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %16, label %14

14:                                               ; preds = %5
  %15 = add i64 %12, 1
  store i64 %15, ptr %11, align 8
  br label %37

16:                                               ; preds = %5
  %17 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds %struct.kh_warp, ptr %18, i64 0, i32 7
  %20 = load i32, ptr %19, align 8
  %21 = shl i32 %20, 5
  %22 = add i32 %21, %3
  %23 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %24 = load i32, ptr %23, align 4
  store i64 1, ptr %11, align 8
  %25 = getelementptr inbounds i8, ptr %11, i64 8
  store i64 %4, ptr %25, align 8
  %26 = getelementptr inbounds i8, ptr %11, i64 16
  store i32 %24, ptr %26, align 8
  %27 = getelementptr inbounds i8, ptr %11, i64 20
  store i32 %22, ptr %27, align 4
  %28 = getelementptr inbounds i8, ptr %11, i64 24
  store i32 -1, ptr %28, align 8
  %29 = getelementptr inbounds i8, ptr %11, i64 28
  store i32 0, ptr %29, align 4
  %30 = getelementptr inbounds i8, ptr %11, i64 32
  store i32 0, ptr %30, align 8
  %31 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %32 = load ptr, ptr %31, align 8
  %33 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %34 = load i64, ptr %33, align 8
  %35 = add i64 %34, 1
  store i64 %35, ptr %33, align 8
  %36 = getelementptr inbounds i32, ptr %32, i64 %34
  store i32 %8, ptr %36, align 4
  br label %37

37:                                               ; preds = %14, %16
  ret void
}

; Function Attrs: nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_end_launch(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) #2 {
  %3 = load ptr, ptr %0, align 8
  %4 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 19
  %5 = load atomic i64, ptr %4 monotonic, align 8
  %6 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  br label %7

7:                                                ; preds = %12, %2
  %8 = phi i64 [ %5, %2 ], [ %17, %12 ]
  %9 = load i32, ptr %6, align 4
  %10 = zext i32 %9 to i64
  %11 = icmp ugt i64 %8, %10
  br i1 %11, label %12, label %18

12:                                               ; preds = %7
  %13 = load ptr, ptr %0, align 8
  %14 = getelementptr inbounds %struct.kh_launch, ptr %13, i64 0, i32 19
  %15 = cmpxchg ptr %14, i64 %8, i64 %10 monotonic monotonic, align 8
  %16 = extractvalue { i64, i1 } %15, 1
  %17 = extractvalue { i64, i1 } %15, 0
  br i1 %16, label %18, label %7

18:                                               ; preds = %7, %12
  %19 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 27
  store i32 1, ptr %19, align 8
  ret void
}

; Function Attrs: nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) uwtable
define noundef i32 @kh_refill(ptr nocapture noundef %0, ptr nocapture noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4) #2 {
  %6 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 6
  %7 = load i64, ptr %6, align 8
  %8 = load ptr, ptr %0, align 8
  %9 = getelementptr inbounds %struct.kh_launch, ptr %8, i64 0, i32 16
  %10 = load i64, ptr %9, align 8
  %11 = icmp ult i64 %7, %10
  br i1 %11, label %65, label %12

12:                                               ; preds = %5
  %13 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %14 = mul i32 %4, 15
  %15 = add i32 %14, 12
  %16 = load ptr, ptr %13, align 8
  %17 = zext i32 %15 to i64
  %18 = getelementptr inbounds %struct.kh_fault, ptr %16, i64 %17
  %19 = load i64, ptr %18, align 8
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %23, label %21

21:                                               ; preds = %12
  %22 = add i64 %19, 1
  store i64 %22, ptr %18, align 8
  br label %47

23:                                               ; preds = %12
  %24 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 10
  %25 = load i32, ptr %24, align 4
  %26 = tail call i32 @llvm.cttz.i32(i32 %25, i1 true)
  %27 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %28 = load ptr, ptr %27, align 8
  %29 = getelementptr inbounds %struct.kh_warp, ptr %28, i64 0, i32 7
  %30 = load i32, ptr %29, align 8
  %31 = shl i32 %30, 5
  %32 = or disjoint i32 %31, %26
  %33 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %34 = load i32, ptr %33, align 4
  store i64 1, ptr %18, align 8
  %35 = getelementptr inbounds i8, ptr %18, i64 8
  store i64 0, ptr %35, align 8
  %36 = getelementptr inbounds i8, ptr %18, i64 16
  store i32 %34, ptr %36, align 8
  %37 = getelementptr inbounds i8, ptr %18, i64 20
  store i32 %32, ptr %37, align 4
  %38 = getelementptr inbounds i8, ptr %18, i64 24
  store i32 -1, ptr %38, align 8
  %39 = getelementptr inbounds i8, ptr %18, i64 28
  store i32 0, ptr %39, align 4
  %40 = getelementptr inbounds i8, ptr %18, i64 32
  store i32 0, ptr %40, align 8
  %41 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %42 = load ptr, ptr %41, align 8
  %43 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %44 = load i64, ptr %43, align 8
  %45 = add i64 %44, 1
  store i64 %45, ptr %43, align 8
  %46 = getelementptr inbounds i32, ptr %42, i64 %44
  store i32 %15, ptr %46, align 4
  br label %47

47:                                               ; preds = %21, %23
  %48 = load ptr, ptr %0, align 8
  %49 = getelementptr inbounds %struct.kh_launch, ptr %48, i64 0, i32 19
  %50 = load atomic i64, ptr %49 monotonic, align 8
  %51 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  br label %52

52:                                               ; preds = %57, %47
  %53 = phi i64 [ %50, %47 ], [ %62, %57 ]
  %54 = load i32, ptr %51, align 4
  %55 = zext i32 %54 to i64
  %56 = icmp ugt i64 %53, %55
  br i1 %56, label %57, label %63

57:                                               ; preds = %52
  %58 = load ptr, ptr %0, align 8
  %59 = getelementptr inbounds %struct.kh_launch, ptr %58, i64 0, i32 19
  %60 = cmpxchg ptr %59, i64 %53, i64 %55 monotonic monotonic, align 8
  %61 = extractvalue { i64, i1 } %60, 1
  %62 = extractvalue { i64, i1 } %60, 0
  br i1 %61, label %63, label %52

63:                                               ; preds = %52, %57
  %64 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 27
  store i32 1, ptr %64, align 8
  br label %110

65:                                               ; preds = %5
  %66 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %67 = load i32, ptr %66, align 4
  %68 = zext i32 %67 to i64
  %69 = getelementptr inbounds %struct.kh_launch, ptr %8, i64 0, i32 19
  %70 = load atomic i64, ptr %69 monotonic, align 8
  %71 = icmp ult i64 %70, %68
  %72 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 27
  br i1 %71, label %73, label %74

73:                                               ; preds = %65
  store i32 1, ptr %72, align 8
  br label %110

74:                                               ; preds = %65
  %75 = load i32, ptr %72, align 8
  %76 = icmp eq i32 %75, 0
  br i1 %76, label %77, label %110

77:                                               ; preds = %74
  %78 = load ptr, ptr %0, align 8
  %79 = getelementptr inbounds %struct.kh_launch, ptr %78, i64 0, i32 16
  %80 = load i64, ptr %79, align 8
  %81 = load i64, ptr %6, align 8
  %82 = sub i64 %80, %81
  %83 = tail call i64 @llvm.umin.i64(i64 %82, i64 262144)
  %84 = add i64 %83, %81
  store i64 %84, ptr %6, align 8
  %85 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 5
  %86 = load i64, ptr %85, align 8
  %87 = add nsw i64 %86, %83
  store i64 %87, ptr %85, align 8
  %88 = load ptr, ptr %0, align 8
  %89 = getelementptr inbounds %struct.kh_launch, ptr %88, i64 0, i32 9
  %90 = load i32, ptr %89, align 4
  %91 = icmp eq i32 %90, 1
  br i1 %91, label %110, label %92

92:                                               ; preds = %77
  %93 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 10
  %94 = load i32, ptr %93, align 4
  br label %95

95:                                               ; preds = %103, %92
  %96 = phi i64 [ 0, %92 ], [ %104, %103 ]
  %97 = trunc i64 %96 to i32
  %98 = shl nuw i32 1, %97
  %99 = and i32 %98, %94
  %100 = icmp eq i32 %99, 0
  br i1 %100, label %103, label %101

101:                                              ; preds = %95
  %102 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %96
  store i32 %2, ptr %102, align 4
  br label %103

103:                                              ; preds = %101, %95
  %104 = add nuw nsw i64 %96, 1
  %105 = icmp eq i64 %104, 32
  br i1 %105, label %106, label %95

106:                                              ; preds = %103
  %107 = zext i32 %3 to i64
  %108 = load i64, ptr %85, align 8
  %109 = add nsw i64 %108, %107
  store i64 %109, ptr %85, align 8
  br label %110

110:                                              ; preds = %63, %73, %77, %74, %106
  %111 = phi i32 [ 3, %106 ], [ 2, %74 ], [ 0, %77 ], [ 2, %73 ], [ 2, %63 ]
  ret i32 %111
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: write) uwtable
define void @kh_goto(ptr nocapture noundef writeonly %0, i32 noundef %1, i32 noundef %2) #3 {
  br label %5

4:                                                ; preds = %13
  ret void

5:                                                ; preds = %3, %13
  %6 = phi i64 [ 0, %3 ], [ %14, %13 ]
  %7 = trunc i64 %6 to i32
  %8 = shl nuw i32 1, %7
  %9 = and i32 %8, %1
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %13, label %11

11:                                               ; preds = %5
  %12 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 1, i64 %6
  store i32 %2, ptr %12, align 4
  br label %13

13:                                               ; preds = %5, %11
  %14 = add nuw nsw i64 %6, 1
  %15 = icmp eq i64 %14, 32
  br i1 %15, label %4, label %5
}

; Function Attrs: nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_trap(ptr nocapture noundef %0, ptr nocapture noundef writeonly %1, i32 noundef %2, i32 noundef %3) #2 {
  %5 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %6 = mul i32 %3, 15
  %7 = add i32 %6, 13
  %8 = load ptr, ptr %5, align 8
  %9 = zext i32 %7 to i64
  %10 = getelementptr inbounds %struct.kh_fault, ptr %8, i64 %9
  %11 = load i64, ptr %10, align 8
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %15, label %13

13:                                               ; preds = %4
  %14 = add i64 %11, 1
  store i64 %14, ptr %10, align 8
  br label %37

15:                                               ; preds = %4
  %16 = tail call i32 @llvm.cttz.i32(i32 %2, i1 true)
  %17 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds %struct.kh_warp, ptr %18, i64 0, i32 7
  %20 = load i32, ptr %19, align 8
  %21 = shl i32 %20, 5
  %22 = or disjoint i32 %21, %16
  %23 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %24 = load i32, ptr %23, align 4
  store i64 1, ptr %10, align 8
  %25 = getelementptr inbounds i8, ptr %10, i64 8
  store i64 0, ptr %25, align 8
  %26 = getelementptr inbounds i8, ptr %10, i64 16
  store i32 %24, ptr %26, align 8
  %27 = getelementptr inbounds i8, ptr %10, i64 20
  store i32 %22, ptr %27, align 4
  %28 = getelementptr inbounds i8, ptr %10, i64 24
  store i32 -1, ptr %28, align 8
  %29 = getelementptr inbounds i8, ptr %10, i64 28
  store i32 0, ptr %29, align 4
  %30 = getelementptr inbounds i8, ptr %10, i64 32
  store i32 0, ptr %30, align 8
  %31 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %32 = load ptr, ptr %31, align 8
  %33 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %34 = load i64, ptr %33, align 8
  %35 = add i64 %34, 1
  store i64 %35, ptr %33, align 8
  %36 = getelementptr inbounds i32, ptr %32, i64 %34
  store i32 %7, ptr %36, align 4
  br label %37

37:                                               ; preds = %13, %15
  %38 = load ptr, ptr %0, align 8
  %39 = getelementptr inbounds %struct.kh_launch, ptr %38, i64 0, i32 19
  %40 = load atomic i64, ptr %39 monotonic, align 8
  %41 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  br label %42

42:                                               ; preds = %47, %37
  %43 = phi i64 [ %40, %37 ], [ %52, %47 ]
  %44 = load i32, ptr %41, align 4
  %45 = zext i32 %44 to i64
  %46 = icmp ugt i64 %43, %45
  br i1 %46, label %47, label %53

47:                                               ; preds = %42
  %48 = load ptr, ptr %0, align 8
  %49 = getelementptr inbounds %struct.kh_launch, ptr %48, i64 0, i32 19
  %50 = cmpxchg ptr %49, i64 %43, i64 %45 monotonic monotonic, align 8
  %51 = extractvalue { i64, i1 } %50, 1
  %52 = extractvalue { i64, i1 } %50, 0
  br i1 %51, label %53, label %42

53:                                               ; preds = %42, %47
  %54 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 27
  store i32 1, ptr %54, align 8
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define i64 @kh_select(ptr nocapture noundef %0, ptr nocapture noundef %1) #4 {
  %3 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 27
  %4 = load i32, ptr %3, align 8
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %6, label %312

6:                                                ; preds = %2
  %7 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 9
  %8 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 16
  %9 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 12
  %10 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 13
  %11 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 2
  %12 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %13 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %14 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %15 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %16 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %17 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 14
  %18 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 15
  br label %19

19:                                               ; preds = %6, %260
  %20 = load i32, ptr %7, align 8
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %312, label %22

22:                                               ; preds = %19
  %23 = load i32, ptr %8, align 4
  %24 = load i32, ptr %9, align 4
  %25 = or i32 %24, %23
  %26 = xor i32 %25, -1
  %27 = and i32 %20, %26
  %28 = icmp eq i32 %27, 0
  br i1 %28, label %29, label %263

29:                                               ; preds = %22
  %30 = icmp eq i32 %24, 0
  br i1 %30, label %257, label %31

31:                                               ; preds = %29
  %32 = load i32, ptr %10, align 8
  %33 = and i32 %32, %24
  %34 = xor i32 %33, -1
  br label %35

35:                                               ; preds = %92, %31
  %36 = phi i64 [ 0, %31 ], [ %94, %92 ]
  %37 = phi i32 [ 0, %31 ], [ %93, %92 ]
  %38 = trunc i64 %36 to i32
  %39 = shl nuw i32 1, %38
  %40 = and i32 %39, %24
  %41 = icmp eq i32 %40, 0
  br i1 %41, label %92, label %42

42:                                               ; preds = %35
  %43 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 2, i64 %36
  %44 = load i32, ptr %43, align 4
  %45 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %36
  %46 = load i32, ptr %45, align 4
  br label %47

47:                                               ; preds = %47, %42
  %48 = phi i64 [ 0, %42 ], [ %57, %47 ]
  %49 = phi i32 [ 0, %42 ], [ %56, %47 ]
  %50 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %48
  %51 = load i32, ptr %50, align 4
  %52 = icmp eq i32 %51, %46
  %53 = zext i1 %52 to i32
  %54 = trunc i64 %48 to i32
  %55 = shl nuw i32 %53, %54
  %56 = or i32 %55, %49
  %57 = add nuw nsw i64 %48, 1
  %58 = icmp eq i64 %57, 32
  br i1 %58, label %59, label %47

59:                                               ; preds = %47
  %60 = and i32 %44, %20
  %61 = and i32 %56, %24
  %62 = xor i32 %61, -1
  %63 = and i32 %60, %62
  %64 = icmp eq i32 %63, 0
  br i1 %64, label %71, label %65

65:                                               ; preds = %59
  %66 = and i32 %39, %33
  %67 = icmp ne i32 %66, 0
  %68 = and i32 %60, %34
  %69 = icmp eq i32 %68, 0
  %70 = select i1 %67, i1 %69, i1 false
  br i1 %70, label %71, label %92

71:                                               ; preds = %65, %59
  br label %72

72:                                               ; preds = %71, %83
  %73 = phi i64 [ %86, %83 ], [ 0, %71 ]
  %74 = phi i32 [ %85, %83 ], [ 0, %71 ]
  %75 = trunc i64 %73 to i32
  %76 = shl nuw i32 1, %75
  %77 = and i32 %76, %60
  %78 = icmp eq i32 %77, 0
  br i1 %78, label %83, label %79

79:                                               ; preds = %72
  %80 = getelementptr inbounds i32, ptr %11, i64 %73
  %81 = load i32, ptr %80, align 4
  %82 = xor i32 %81, %44
  br label %83

83:                                               ; preds = %79, %72
  %84 = phi i32 [ %82, %79 ], [ 0, %72 ]
  %85 = or i32 %84, %74
  %86 = add nuw nsw i64 %73, 1
  %87 = icmp eq i64 %86, 32
  br i1 %87, label %88, label %72

88:                                               ; preds = %83
  %89 = icmp eq i32 %85, 0
  %90 = select i1 %89, i32 %39, i32 0
  %91 = or i32 %90, %37
  br label %92

92:                                               ; preds = %88, %65, %35
  %93 = phi i32 [ %37, %35 ], [ %37, %65 ], [ %91, %88 ]
  %94 = add nuw nsw i64 %36, 1
  %95 = icmp eq i64 %94, 32
  br i1 %95, label %96, label %35

96:                                               ; preds = %92
  %97 = icmp eq i32 %93, 0
  br i1 %97, label %98, label %204

98:                                               ; preds = %96, %136
  %99 = phi i64 [ %138, %136 ], [ 0, %96 ]
  %100 = phi i32 [ %137, %136 ], [ 0, %96 ]
  %101 = trunc i64 %99 to i32
  %102 = shl nuw i32 1, %101
  %103 = and i32 %102, %24
  %104 = icmp eq i32 %103, 0
  br i1 %104, label %136, label %105

105:                                              ; preds = %98
  %106 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 2, i64 %99
  %107 = load i32, ptr %106, align 4
  %108 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %99
  %109 = load i32, ptr %108, align 4
  br label %110

110:                                              ; preds = %110, %105
  %111 = phi i64 [ 0, %105 ], [ %120, %110 ]
  %112 = phi i32 [ 0, %105 ], [ %119, %110 ]
  %113 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %111
  %114 = load i32, ptr %113, align 4
  %115 = icmp eq i32 %114, %109
  %116 = zext i1 %115 to i32
  %117 = trunc i64 %111 to i32
  %118 = shl nuw i32 %116, %117
  %119 = or i32 %118, %112
  %120 = add nuw nsw i64 %111, 1
  %121 = icmp eq i64 %120, 32
  br i1 %121, label %122, label %110

122:                                              ; preds = %110
  %123 = and i32 %107, %20
  %124 = and i32 %119, %24
  %125 = xor i32 %124, -1
  %126 = and i32 %123, %125
  %127 = icmp eq i32 %126, 0
  br i1 %127, label %134, label %128

128:                                              ; preds = %122
  %129 = and i32 %102, %33
  %130 = icmp ne i32 %129, 0
  %131 = and i32 %123, %34
  %132 = icmp eq i32 %131, 0
  %133 = select i1 %130, i1 %132, i1 false
  br i1 %133, label %134, label %136

134:                                              ; preds = %128, %122
  %135 = or i32 %102, %100
  br label %136

136:                                              ; preds = %134, %128, %98
  %137 = phi i32 [ %100, %98 ], [ %135, %134 ], [ %100, %128 ]
  %138 = add nuw nsw i64 %99, 1
  %139 = icmp eq i64 %138, 32
  br i1 %139, label %140, label %98

140:                                              ; preds = %136
  %141 = icmp eq i32 %137, 0
  br i1 %141, label %185, label %204

142:                                              ; preds = %199, %142
  %143 = phi i64 [ %152, %142 ], [ 0, %199 ]
  %144 = phi i32 [ %151, %142 ], [ 0, %199 ]
  %145 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %143
  %146 = load i32, ptr %145, align 4
  %147 = icmp eq i32 %146, %200
  %148 = zext i1 %147 to i32
  %149 = trunc i64 %143 to i32
  %150 = shl nuw i32 %148, %149
  %151 = or i32 %150, %144
  %152 = add nuw nsw i64 %143, 1
  %153 = icmp eq i64 %152, 32
  br i1 %153, label %154, label %142

154:                                              ; preds = %142
  %155 = and i32 %151, %24
  %156 = zext i32 %201 to i64
  %157 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 3, i64 %156
  %158 = load i32, ptr %157, align 4
  %159 = mul i32 %158, 15
  %160 = add i32 %159, 11
  %161 = load ptr, ptr %12, align 8
  %162 = zext i32 %160 to i64
  %163 = getelementptr inbounds %struct.kh_fault, ptr %161, i64 %162
  %164 = load i64, ptr %163, align 8
  %165 = icmp eq i64 %164, 0
  br i1 %165, label %168, label %166

166:                                              ; preds = %154
  %167 = add i64 %164, 1
  store i64 %167, ptr %163, align 8
  br label %204

168:                                              ; preds = %154
  %169 = load ptr, ptr %13, align 8
  %170 = getelementptr inbounds %struct.kh_warp, ptr %169, i64 0, i32 7
  %171 = load i32, ptr %170, align 8
  %172 = shl i32 %171, 5
  %173 = add i32 %172, %201
  %174 = load i32, ptr %14, align 4
  store i64 1, ptr %163, align 8
  %175 = getelementptr inbounds i8, ptr %163, i64 8
  store i64 0, ptr %175, align 8
  %176 = getelementptr inbounds i8, ptr %163, i64 16
  store i32 %174, ptr %176, align 8
  %177 = getelementptr inbounds i8, ptr %163, i64 20
  store i32 %173, ptr %177, align 4
  %178 = getelementptr inbounds i8, ptr %163, i64 24
  store i32 -1, ptr %178, align 8
  %179 = getelementptr inbounds i8, ptr %163, i64 28
  store i32 0, ptr %179, align 4
  %180 = getelementptr inbounds i8, ptr %163, i64 32
  store i32 0, ptr %180, align 8
  %181 = load ptr, ptr %15, align 8
  %182 = load i64, ptr %16, align 8
  %183 = add i64 %182, 1
  store i64 %183, ptr %16, align 8
  %184 = getelementptr inbounds i32, ptr %181, i64 %182
  store i32 %160, ptr %184, align 4
  br label %204

185:                                              ; preds = %140, %199
  %186 = phi i64 [ %202, %199 ], [ 0, %140 ]
  %187 = phi i32 [ %201, %199 ], [ 0, %140 ]
  %188 = phi i32 [ %200, %199 ], [ -1, %140 ]
  %189 = trunc i64 %186 to i32
  %190 = shl nuw i32 1, %189
  %191 = and i32 %190, %24
  %192 = icmp eq i32 %191, 0
  br i1 %192, label %199, label %193

193:                                              ; preds = %185
  %194 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %186
  %195 = load i32, ptr %194, align 4
  %196 = icmp ult i32 %195, %188
  %197 = tail call i32 @llvm.umin.i32(i32 %195, i32 %188)
  %198 = select i1 %196, i32 %189, i32 %187
  br label %199

199:                                              ; preds = %193, %185
  %200 = phi i32 [ %188, %185 ], [ %197, %193 ]
  %201 = phi i32 [ %187, %185 ], [ %198, %193 ]
  %202 = add nuw nsw i64 %186, 1
  %203 = icmp eq i64 %202, 32
  br i1 %203, label %142, label %185

204:                                              ; preds = %168, %166, %140, %96
  %205 = phi i32 [ %137, %140 ], [ %155, %166 ], [ %155, %168 ], [ %93, %96 ]
  br label %206

206:                                              ; preds = %246, %204
  %207 = phi i64 [ 0, %204 ], [ %247, %246 ]
  %208 = load i32, ptr %17, align 4
  %209 = trunc i64 %207 to i32
  %210 = shl nuw i32 1, %209
  %211 = and i32 %208, %210
  %212 = and i32 %211, %205
  %213 = icmp eq i32 %212, 0
  br i1 %213, label %246, label %214

214:                                              ; preds = %206
  %215 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 3, i64 %207
  %216 = load i32, ptr %215, align 4
  %217 = mul i32 %216, 15
  %218 = add i32 %217, 10
  %219 = load ptr, ptr %12, align 8
  %220 = zext i32 %218 to i64
  %221 = getelementptr inbounds %struct.kh_fault, ptr %219, i64 %220
  %222 = load i64, ptr %221, align 8
  %223 = icmp eq i64 %222, 0
  br i1 %223, label %226, label %224

224:                                              ; preds = %214
  %225 = add i64 %222, 1
  store i64 %225, ptr %221, align 8
  br label %246

226:                                              ; preds = %214
  %227 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 2, i64 %207
  %228 = load i32, ptr %227, align 4
  %229 = zext i32 %228 to i64
  %230 = load ptr, ptr %13, align 8
  %231 = getelementptr inbounds %struct.kh_warp, ptr %230, i64 0, i32 7
  %232 = load i32, ptr %231, align 8
  %233 = shl i32 %232, 5
  %234 = add nuw nsw i32 %233, %209
  %235 = load i32, ptr %14, align 4
  store i64 1, ptr %221, align 8
  %236 = getelementptr inbounds i8, ptr %221, i64 8
  store i64 %229, ptr %236, align 8
  %237 = getelementptr inbounds i8, ptr %221, i64 16
  store i32 %235, ptr %237, align 8
  %238 = getelementptr inbounds i8, ptr %221, i64 20
  store i32 %234, ptr %238, align 4
  %239 = getelementptr inbounds i8, ptr %221, i64 24
  store i32 -1, ptr %239, align 8
  %240 = getelementptr inbounds i8, ptr %221, i64 28
  store i32 0, ptr %240, align 4
  %241 = getelementptr inbounds i8, ptr %221, i64 32
  store i32 0, ptr %241, align 8
  %242 = load ptr, ptr %15, align 8
  %243 = load i64, ptr %16, align 8
  %244 = add i64 %243, 1
  store i64 %244, ptr %16, align 8
  %245 = getelementptr inbounds i32, ptr %242, i64 %243
  store i32 %218, ptr %245, align 4
  br label %246

246:                                              ; preds = %226, %224, %206
  %247 = add nuw nsw i64 %207, 1
  %248 = icmp eq i64 %247, 32
  br i1 %248, label %249, label %206

249:                                              ; preds = %246
  %250 = xor i32 %205, -1
  %251 = load i32, ptr %17, align 4
  %252 = and i32 %251, %250
  store i32 %252, ptr %17, align 4
  %253 = load i32, ptr %18, align 8
  %254 = or i32 %253, %205
  store i32 %254, ptr %18, align 8
  %255 = load i32, ptr %9, align 4
  %256 = and i32 %255, %250
  store i32 %256, ptr %9, align 4
  br label %260

257:                                              ; preds = %29
  %258 = tail call i32 @kh_arrive(ptr noundef %0, ptr noundef nonnull %1)
  %259 = icmp eq i32 %258, 0
  br i1 %259, label %260, label %312

260:                                              ; preds = %257, %249
  %261 = load i32, ptr %3, align 8
  %262 = icmp eq i32 %261, 0
  br i1 %262, label %19, label %312

263:                                              ; preds = %22
  %264 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 28
  %265 = load i32, ptr %264, align 4
  %266 = icmp ult i32 %265, 65536
  %267 = and i32 %265, 4096
  %268 = icmp eq i32 %267, 0
  %269 = or i1 %266, %268
  %270 = add i32 %265, 1
  store i32 %270, ptr %264, align 4
  %271 = sext i1 %269 to i32
  br label %272

272:                                              ; preds = %263, %286
  %273 = phi i64 [ 0, %263 ], [ %288, %286 ]
  %274 = phi i32 [ %271, %263 ], [ %287, %286 ]
  %275 = trunc i64 %273 to i32
  %276 = shl nuw i32 1, %275
  %277 = and i32 %276, %27
  %278 = icmp eq i32 %277, 0
  br i1 %278, label %286, label %279

279:                                              ; preds = %272
  %280 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %273
  %281 = load i32, ptr %280, align 4
  %282 = icmp ult i32 %281, %274
  br i1 %269, label %284, label %283

283:                                              ; preds = %279
  br i1 %282, label %286, label %285

284:                                              ; preds = %279
  br i1 %282, label %285, label %286

285:                                              ; preds = %284, %283
  br label %286

286:                                              ; preds = %283, %284, %285, %272
  %287 = phi i32 [ %281, %285 ], [ %274, %283 ], [ %274, %284 ], [ %274, %272 ]
  %288 = add nuw nsw i64 %273, 1
  %289 = icmp eq i64 %288, 32
  br i1 %289, label %300, label %272

290:                                              ; preds = %300
  %291 = and i32 %309, %27
  %292 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 10
  store i32 %291, ptr %292, align 4
  %293 = icmp ne i32 %291, %20
  %294 = zext i1 %293 to i32
  %295 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 11
  store i32 %294, ptr %295, align 8
  %296 = zext i32 %291 to i64
  %297 = shl nuw i64 %296, 32
  %298 = zext i32 %287 to i64
  %299 = or disjoint i64 %297, %298
  br label %312

300:                                              ; preds = %286, %300
  %301 = phi i64 [ %310, %300 ], [ 0, %286 ]
  %302 = phi i32 [ %309, %300 ], [ 0, %286 ]
  %303 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %301
  %304 = load i32, ptr %303, align 4
  %305 = icmp eq i32 %304, %287
  %306 = zext i1 %305 to i32
  %307 = trunc i64 %301 to i32
  %308 = shl nuw i32 %306, %307
  %309 = or i32 %308, %302
  %310 = add nuw nsw i64 %301, 1
  %311 = icmp eq i64 %310, 32
  br i1 %311, label %290, label %300

312:                                              ; preds = %260, %19, %257, %2, %290
  %313 = phi i64 [ %299, %290 ], [ 12884901887, %2 ], [ 12884901887, %260 ], [ 4294967295, %19 ], [ 8589934591, %257 ]
  ret i64 %313
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define noundef i32 @kh_arrive(ptr nocapture noundef %0, ptr nocapture noundef %1) #4 {
  %3 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 9
  %4 = load i32, ptr %3, align 8
  %5 = tail call i32 @llvm.cttz.i32(i32 %4, i1 true)
  %6 = zext nneg i32 %5 to i64
  %7 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 3, i64 %6
  %8 = load i32, ptr %7, align 4
  %9 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 18
  %10 = load i32, ptr %9, align 4
  %11 = zext i32 %10 to i64
  %12 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16, i64 %11
  %13 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %48, label %16

16:                                               ; preds = %2
  %17 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %18 = mul i32 %8, 15
  %19 = add i32 %18, 3
  %20 = load ptr, ptr %17, align 8
  %21 = zext i32 %19 to i64
  %22 = getelementptr inbounds %struct.kh_fault, ptr %20, i64 %21
  %23 = load i64, ptr %22, align 8
  %24 = icmp eq i64 %23, 0
  br i1 %24, label %27, label %25

25:                                               ; preds = %16
  %26 = add i64 %23, 1
  store i64 %26, ptr %22, align 8
  br label %48

27:                                               ; preds = %16
  %28 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %29 = load ptr, ptr %28, align 8
  %30 = getelementptr inbounds %struct.kh_warp, ptr %29, i64 0, i32 7
  %31 = load i32, ptr %30, align 8
  %32 = shl i32 %31, 5
  %33 = or disjoint i32 %32, %5
  %34 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %35 = load i32, ptr %34, align 4
  store i64 1, ptr %22, align 8
  %36 = getelementptr inbounds i8, ptr %22, i64 8
  store i64 0, ptr %36, align 8
  %37 = getelementptr inbounds i8, ptr %22, i64 16
  store i32 %35, ptr %37, align 8
  %38 = getelementptr inbounds i8, ptr %22, i64 20
  store i32 %33, ptr %38, align 4
  %39 = getelementptr inbounds i8, ptr %22, i64 24
  store i32 -1, ptr %39, align 8
  %40 = getelementptr inbounds i8, ptr %22, i64 28
  store i32 0, ptr %40, align 4
  %41 = getelementptr inbounds i8, ptr %22, i64 32
  store i32 0, ptr %41, align 8
  %42 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %43 = load ptr, ptr %42, align 8
  %44 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %45 = load i64, ptr %44, align 8
  %46 = add i64 %45, 1
  store i64 %46, ptr %44, align 8
  %47 = getelementptr inbounds i32, ptr %43, i64 %45
  store i32 %19, ptr %47, align 4
  br label %48

48:                                               ; preds = %27, %25, %2
  %49 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 20
  %50 = load i32, ptr %49, align 4
  %51 = icmp eq i32 %50, 2
  %52 = zext i1 %51 to i32
  %53 = load i32, ptr %12, align 4
  %54 = icmp eq i32 %53, 0
  br i1 %54, label %134, label %55

55:                                               ; preds = %48
  %56 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16, i64 %11, i32 1
  %57 = load i32, ptr %56, align 4
  %58 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 19
  %59 = load i32, ptr %58, align 8
  %60 = icmp eq i32 %57, %59
  br i1 %60, label %95, label %61

61:                                               ; preds = %55
  %62 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %63 = mul i32 %8, 15
  %64 = add i32 %63, 6
  %65 = load ptr, ptr %62, align 8
  %66 = zext i32 %64 to i64
  %67 = getelementptr inbounds %struct.kh_fault, ptr %65, i64 %66
  %68 = load i64, ptr %67, align 8
  %69 = icmp eq i64 %68, 0
  br i1 %69, label %72, label %70

70:                                               ; preds = %61
  %71 = add i64 %68, 1
  store i64 %71, ptr %67, align 8
  br label %95

72:                                               ; preds = %61
  %73 = zext i32 %59 to i64
  %74 = shl nuw nsw i64 %73, 5
  %75 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %76 = load ptr, ptr %75, align 8
  %77 = getelementptr inbounds %struct.kh_warp, ptr %76, i64 0, i32 7
  %78 = load i32, ptr %77, align 8
  %79 = shl i32 %78, 5
  %80 = or disjoint i32 %79, %5
  %81 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %82 = load i32, ptr %81, align 4
  store i64 1, ptr %67, align 8
  %83 = getelementptr inbounds i8, ptr %67, i64 8
  store i64 %74, ptr %83, align 8
  %84 = getelementptr inbounds i8, ptr %67, i64 16
  store i32 %82, ptr %84, align 8
  %85 = getelementptr inbounds i8, ptr %67, i64 20
  store i32 %80, ptr %85, align 4
  %86 = getelementptr inbounds i8, ptr %67, i64 24
  store i32 -1, ptr %86, align 8
  %87 = getelementptr inbounds i8, ptr %67, i64 28
  store i32 0, ptr %87, align 4
  %88 = getelementptr inbounds i8, ptr %67, i64 32
  store i32 0, ptr %88, align 8
  %89 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %90 = load ptr, ptr %89, align 8
  %91 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %92 = load i64, ptr %91, align 8
  %93 = add i64 %92, 1
  store i64 %93, ptr %91, align 8
  %94 = getelementptr inbounds i32, ptr %90, i64 %92
  store i32 %64, ptr %94, align 4
  br label %95

95:                                               ; preds = %72, %70, %55
  %96 = load i32, ptr %12, align 4
  %97 = icmp eq i32 %96, 0
  br i1 %97, label %134, label %98

98:                                               ; preds = %95
  %99 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16, i64 %11, i32 2
  %100 = load i32, ptr %99, align 4
  %101 = icmp eq i32 %100, %52
  br i1 %101, label %134, label %102

102:                                              ; preds = %98
  %103 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %104 = mul i32 %8, 15
  %105 = add i32 %104, 7
  %106 = load ptr, ptr %103, align 8
  %107 = zext i32 %105 to i64
  %108 = getelementptr inbounds %struct.kh_fault, ptr %106, i64 %107
  %109 = load i64, ptr %108, align 8
  %110 = icmp eq i64 %109, 0
  br i1 %110, label %113, label %111

111:                                              ; preds = %102
  %112 = add i64 %109, 1
  store i64 %112, ptr %108, align 8
  br label %134

113:                                              ; preds = %102
  %114 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %115 = load ptr, ptr %114, align 8
  %116 = getelementptr inbounds %struct.kh_warp, ptr %115, i64 0, i32 7
  %117 = load i32, ptr %116, align 8
  %118 = shl i32 %117, 5
  %119 = or disjoint i32 %118, %5
  %120 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %121 = load i32, ptr %120, align 4
  store i64 1, ptr %108, align 8
  %122 = getelementptr inbounds i8, ptr %108, i64 8
  store i64 %11, ptr %122, align 8
  %123 = getelementptr inbounds i8, ptr %108, i64 16
  store i32 %121, ptr %123, align 8
  %124 = getelementptr inbounds i8, ptr %108, i64 20
  store i32 %119, ptr %124, align 4
  %125 = getelementptr inbounds i8, ptr %108, i64 24
  store i32 -1, ptr %125, align 8
  %126 = getelementptr inbounds i8, ptr %108, i64 28
  store i32 0, ptr %126, align 4
  %127 = getelementptr inbounds i8, ptr %108, i64 32
  store i32 0, ptr %127, align 8
  %128 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %129 = load ptr, ptr %128, align 8
  %130 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %131 = load i64, ptr %130, align 8
  %132 = add i64 %131, 1
  store i64 %132, ptr %130, align 8
  %133 = getelementptr inbounds i32, ptr %129, i64 %131
  store i32 %105, ptr %133, align 4
  br label %134

134:                                              ; preds = %48, %113, %111, %98, %95
  %135 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 17
  %136 = load i32, ptr %135, align 8
  %137 = load i32, ptr %3, align 8
  %138 = and i32 %137, %136
  %139 = tail call i32 @llvm.ctpop.i32(i32 %138)
  %140 = load i32, ptr %12, align 4
  %141 = add i32 %140, 1
  store i32 %141, ptr %12, align 4
  %142 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 19
  %143 = load i32, ptr %142, align 8
  %144 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16, i64 %11, i32 1
  store i32 %143, ptr %144, align 4
  %145 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16, i64 %11, i32 2
  store i32 %52, ptr %145, align 4
  %146 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16, i64 %11, i32 3
  %147 = load i32, ptr %146, align 4
  %148 = add i32 %147, %139
  store i32 %148, ptr %146, align 4
  %149 = icmp ne i32 %138, 0
  %150 = zext i1 %149 to i32
  %151 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16, i64 %11, i32 5
  %152 = load i32, ptr %151, align 4
  %153 = or i32 %152, %150
  store i32 %153, ptr %151, align 4
  %154 = load i32, ptr %135, align 8
  %155 = load i32, ptr %3, align 8
  %156 = and i32 %155, %154
  %157 = icmp eq i32 %156, %155
  %158 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16, i64 %11, i32 4
  %159 = load i32, ptr %158, align 4
  %160 = and i32 %159, 1
  %161 = select i1 %157, i32 %160, i32 0
  store i32 %161, ptr %158, align 4
  %162 = load i32, ptr %49, align 4
  %163 = icmp eq i32 %162, 1
  br i1 %163, label %164, label %166

164:                                              ; preds = %134
  %165 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 16
  store i32 0, ptr %165, align 4
  tail call void @kh_open_if_complete(ptr noundef nonnull %0, i32 noundef %10)
  br label %168

166:                                              ; preds = %134
  %167 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 26
  store i32 1, ptr %167, align 4
  br label %168

168:                                              ; preds = %166, %164
  %169 = phi i32 [ 0, %164 ], [ 1, %166 ]
  ret i32 %169
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: write) uwtable
define void @kh_branch(ptr nocapture noundef writeonly %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4) #3 {
  br label %7

6:                                                ; preds = %18
  ret void

7:                                                ; preds = %5, %18
  %8 = phi i64 [ 0, %5 ], [ %19, %18 ]
  %9 = trunc i64 %8 to i32
  %10 = shl nuw i32 1, %9
  %11 = and i32 %10, %1
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %18, label %13

13:                                               ; preds = %7
  %14 = and i32 %10, %2
  %15 = icmp eq i32 %14, 0
  %16 = select i1 %15, i32 %4, i32 %3
  %17 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 1, i64 %8
  store i32 %16, ptr %17, align 4
  br label %18

18:                                               ; preds = %7, %13
  %19 = add nuw nsw i64 %8, 1
  %20 = icmp eq i64 %19, 32
  br i1 %20, label %6, label %7
}

; Function Attrs: nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_branch_table(ptr nocapture noundef %0, ptr nocapture noundef writeonly %1, i32 noundef %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, i32 noundef %5, i32 noundef %6) #2 {
  %8 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %9 = mul i32 %6, 15
  %10 = add i32 %9, 14
  %11 = zext i32 %10 to i64
  %12 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %13 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %14 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %15 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %16 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 27
  br label %18

17:                                               ; preds = %74
  ret void

18:                                               ; preds = %7, %74
  %19 = phi i64 [ 0, %7 ], [ %75, %74 ]
  %20 = trunc i64 %19 to i32
  %21 = shl nuw i32 1, %20
  %22 = and i32 %21, %2
  %23 = icmp eq i32 %22, 0
  br i1 %23, label %74, label %24

24:                                               ; preds = %18
  %25 = getelementptr inbounds i32, ptr %3, i64 %19
  %26 = load i32, ptr %25, align 4
  %27 = icmp ult i32 %26, %5
  br i1 %27, label %28, label %33

28:                                               ; preds = %24
  %29 = zext i32 %26 to i64
  %30 = getelementptr inbounds i32, ptr %4, i64 %29
  %31 = load i32, ptr %30, align 4
  %32 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %19
  store i32 %31, ptr %32, align 4
  br label %74

33:                                               ; preds = %24
  %34 = load ptr, ptr %8, align 8
  %35 = getelementptr inbounds %struct.kh_fault, ptr %34, i64 %11
  %36 = load i64, ptr %35, align 8
  %37 = icmp eq i64 %36, 0
  br i1 %37, label %40, label %38

38:                                               ; preds = %33
  %39 = add i64 %36, 1
  store i64 %39, ptr %35, align 8
  br label %58

40:                                               ; preds = %33
  %41 = zext i32 %26 to i64
  %42 = load ptr, ptr %12, align 8
  %43 = getelementptr inbounds %struct.kh_warp, ptr %42, i64 0, i32 7
  %44 = load i32, ptr %43, align 8
  %45 = shl i32 %44, 5
  %46 = or disjoint i32 %45, %20
  %47 = load i32, ptr %13, align 4
  store i64 1, ptr %35, align 8
  %48 = getelementptr inbounds i8, ptr %35, i64 8
  store i64 %41, ptr %48, align 8
  %49 = getelementptr inbounds i8, ptr %35, i64 16
  store i32 %47, ptr %49, align 8
  %50 = getelementptr inbounds i8, ptr %35, i64 20
  store i32 %46, ptr %50, align 4
  %51 = getelementptr inbounds i8, ptr %35, i64 24
  store i32 -1, ptr %51, align 8
  %52 = getelementptr inbounds i8, ptr %35, i64 28
  store i32 0, ptr %52, align 4
  %53 = getelementptr inbounds i8, ptr %35, i64 32
  store i32 0, ptr %53, align 8
  %54 = load ptr, ptr %14, align 8
  %55 = load i64, ptr %15, align 8
  %56 = add i64 %55, 1
  store i64 %56, ptr %15, align 8
  %57 = getelementptr inbounds i32, ptr %54, i64 %55
  store i32 %10, ptr %57, align 4
  br label %58

58:                                               ; preds = %38, %40
  %59 = load ptr, ptr %0, align 8
  %60 = getelementptr inbounds %struct.kh_launch, ptr %59, i64 0, i32 19
  %61 = load atomic i64, ptr %60 monotonic, align 8
  br label %62

62:                                               ; preds = %67, %58
  %63 = phi i64 [ %61, %58 ], [ %72, %67 ]
  %64 = load i32, ptr %13, align 4
  %65 = zext i32 %64 to i64
  %66 = icmp ugt i64 %63, %65
  br i1 %66, label %67, label %73

67:                                               ; preds = %62
  %68 = load ptr, ptr %0, align 8
  %69 = getelementptr inbounds %struct.kh_launch, ptr %68, i64 0, i32 19
  %70 = cmpxchg ptr %69, i64 %63, i64 %65 monotonic monotonic, align 8
  %71 = extractvalue { i64, i1 } %70, 1
  %72 = extractvalue { i64, i1 } %70, 0
  br i1 %71, label %73, label %62

73:                                               ; preds = %62, %67
  store i32 1, ptr %16, align 8
  br label %74

74:                                               ; preds = %28, %73, %18
  %75 = add nuw nsw i64 %19, 1
  %76 = icmp eq i64 %75, 32
  br i1 %76, label %17, label %18
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable
define void @kh_exit(ptr nocapture noundef %0, i32 noundef %1) #5 {
  %3 = xor i32 %1, -1
  %4 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 9
  %5 = load i32, ptr %4, align 8
  %6 = and i32 %5, %3
  store i32 %6, ptr %4, align 8
  %7 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 16
  %8 = load i32, ptr %7, align 4
  %9 = and i32 %8, %6
  store i32 %9, ptr %7, align 4
  %10 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 12
  %11 = load i32, ptr %10, align 4
  %12 = and i32 %11, %6
  store i32 %12, ptr %10, align 4
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define i32 @kh_warp_sync(ptr nocapture noundef %0, ptr nocapture noundef %1, i32 noundef %2, ptr nocapture noundef readonly %3, i32 noundef %4, i32 noundef %5, i32 noundef %6) #4 {
  %8 = tail call i32 @llvm.cttz.i32(i32 %2, i1 true)
  %9 = zext nneg i32 %8 to i64
  %10 = getelementptr inbounds i32, ptr %3, i64 %9
  %11 = load i32, ptr %10, align 4
  %12 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 12
  %13 = load i32, ptr %12, align 4
  %14 = icmp eq i32 %13, 0
  br i1 %14, label %15, label %48

15:                                               ; preds = %7
  %16 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 15
  %17 = load i32, ptr %16, align 8
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %19, label %48

19:                                               ; preds = %15
  %20 = xor i32 %11, -1
  %21 = and i32 %20, %2
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %23, label %48

23:                                               ; preds = %19
  %24 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 9
  %25 = load i32, ptr %24, align 8
  %26 = xor i32 %2, -1
  %27 = and i32 %25, %26
  %28 = and i32 %27, %11
  %29 = icmp eq i32 %28, 0
  br i1 %29, label %30, label %48

30:                                               ; preds = %23, %41
  %31 = phi i64 [ %44, %41 ], [ 0, %23 ]
  %32 = phi i32 [ %43, %41 ], [ 0, %23 ]
  %33 = trunc i64 %31 to i32
  %34 = shl nuw i32 1, %33
  %35 = and i32 %34, %2
  %36 = icmp eq i32 %35, 0
  br i1 %36, label %41, label %37

37:                                               ; preds = %30
  %38 = getelementptr inbounds i32, ptr %3, i64 %31
  %39 = load i32, ptr %38, align 4
  %40 = xor i32 %39, %11
  br label %41

41:                                               ; preds = %37, %30
  %42 = phi i32 [ %40, %37 ], [ 0, %30 ]
  %43 = or i32 %42, %32
  %44 = add nuw nsw i64 %31, 1
  %45 = icmp eq i64 %44, 32
  br i1 %45, label %46, label %30

46:                                               ; preds = %41
  %47 = icmp eq i32 %43, 0
  br i1 %47, label %258, label %48

48:                                               ; preds = %46, %23, %19, %15, %7
  br label %49

49:                                               ; preds = %48, %49
  %50 = phi i64 [ %59, %49 ], [ 0, %48 ]
  %51 = phi i32 [ %58, %49 ], [ 0, %48 ]
  %52 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %50
  %53 = load i32, ptr %52, align 4
  %54 = icmp eq i32 %53, %4
  %55 = zext i1 %54 to i32
  %56 = trunc i64 %50 to i32
  %57 = shl nuw i32 %55, %56
  %58 = or i32 %57, %51
  %59 = add nuw nsw i64 %50, 1
  %60 = icmp eq i64 %59, 32
  br i1 %60, label %61, label %49

61:                                               ; preds = %49
  %62 = and i32 %58, %13
  %63 = or i32 %62, %2
  %64 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 15
  %65 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %66 = mul i32 %5, 15
  %67 = add i32 %66, 9
  %68 = zext i32 %67 to i64
  %69 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %70 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %71 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %72 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %73 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 9
  %74 = xor i32 %63, -1
  br label %78

75:                                               ; preds = %152
  %76 = add i32 %66, 10
  %77 = zext i32 %76 to i64
  br label %169

78:                                               ; preds = %61, %152
  %79 = phi i64 [ 0, %61 ], [ %154, %152 ]
  %80 = phi i32 [ 0, %61 ], [ %153, %152 ]
  %81 = trunc i64 %79 to i32
  %82 = shl nuw i32 1, %81
  %83 = and i32 %82, %63
  %84 = icmp eq i32 %83, 0
  br i1 %84, label %152, label %85

85:                                               ; preds = %78
  %86 = load i32, ptr %64, align 8
  %87 = xor i32 %86, -1
  %88 = and i32 %87, %2
  %89 = and i32 %88, %82
  %90 = icmp eq i32 %89, 0
  br i1 %90, label %121, label %91

91:                                               ; preds = %85
  %92 = getelementptr inbounds i32, ptr %3, i64 %79
  %93 = load i32, ptr %92, align 4
  %94 = and i32 %93, %82
  %95 = icmp eq i32 %94, 0
  br i1 %95, label %96, label %121

96:                                               ; preds = %91
  %97 = load ptr, ptr %65, align 8
  %98 = getelementptr inbounds %struct.kh_fault, ptr %97, i64 %68
  %99 = load i64, ptr %98, align 8
  %100 = icmp eq i64 %99, 0
  br i1 %100, label %103, label %101

101:                                              ; preds = %96
  %102 = add i64 %99, 1
  store i64 %102, ptr %98, align 8
  br label %121

103:                                              ; preds = %96
  %104 = zext i32 %93 to i64
  %105 = load ptr, ptr %69, align 8
  %106 = getelementptr inbounds %struct.kh_warp, ptr %105, i64 0, i32 7
  %107 = load i32, ptr %106, align 8
  %108 = shl i32 %107, 5
  %109 = add nuw nsw i32 %108, %81
  %110 = load i32, ptr %70, align 4
  store i64 1, ptr %98, align 8
  %111 = getelementptr inbounds i8, ptr %98, i64 8
  store i64 %104, ptr %111, align 8
  %112 = getelementptr inbounds i8, ptr %98, i64 16
  store i32 %110, ptr %112, align 8
  %113 = getelementptr inbounds i8, ptr %98, i64 20
  store i32 %109, ptr %113, align 4
  %114 = getelementptr inbounds i8, ptr %98, i64 24
  store i32 -1, ptr %114, align 8
  %115 = getelementptr inbounds i8, ptr %98, i64 28
  store i32 0, ptr %115, align 4
  %116 = getelementptr inbounds i8, ptr %98, i64 32
  store i32 0, ptr %116, align 8
  %117 = load ptr, ptr %71, align 8
  %118 = load i64, ptr %72, align 8
  %119 = add i64 %118, 1
  store i64 %119, ptr %72, align 8
  %120 = getelementptr inbounds i32, ptr %117, i64 %118
  store i32 %67, ptr %120, align 4
  br label %121

121:                                              ; preds = %103, %101, %91, %85
  %122 = getelementptr inbounds i32, ptr %3, i64 %79
  %123 = load i32, ptr %122, align 4
  %124 = load i32, ptr %73, align 8
  %125 = and i32 %124, %123
  %126 = load i32, ptr %64, align 8
  %127 = and i32 %126, %82
  %128 = icmp eq i32 %127, 0
  br i1 %128, label %129, label %150

129:                                              ; preds = %121
  %130 = and i32 %125, %74
  %131 = icmp eq i32 %130, 0
  br i1 %131, label %132, label %152

132:                                              ; preds = %129, %143
  %133 = phi i64 [ %146, %143 ], [ 0, %129 ]
  %134 = phi i32 [ %145, %143 ], [ 0, %129 ]
  %135 = trunc i64 %133 to i32
  %136 = shl nuw i32 1, %135
  %137 = and i32 %136, %125
  %138 = icmp eq i32 %137, 0
  br i1 %138, label %143, label %139

139:                                              ; preds = %132
  %140 = getelementptr inbounds i32, ptr %3, i64 %133
  %141 = load i32, ptr %140, align 4
  %142 = xor i32 %141, %123
  br label %143

143:                                              ; preds = %139, %132
  %144 = phi i32 [ %142, %139 ], [ 0, %132 ]
  %145 = or i32 %144, %134
  %146 = add nuw nsw i64 %133, 1
  %147 = icmp eq i64 %146, 32
  br i1 %147, label %148, label %132

148:                                              ; preds = %143
  %149 = icmp eq i32 %145, 0
  br i1 %149, label %150, label %152

150:                                              ; preds = %148, %121
  %151 = or i32 %82, %80
  br label %152

152:                                              ; preds = %129, %148, %150, %78
  %153 = phi i32 [ %80, %78 ], [ %151, %150 ], [ %80, %129 ], [ %80, %148 ]
  %154 = add nuw nsw i64 %79, 1
  %155 = icmp eq i64 %154, 32
  br i1 %155, label %75, label %78

156:                                              ; preds = %222
  %157 = load i32, ptr %64, align 8
  %158 = and i32 %157, %74
  store i32 %158, ptr %64, align 8
  %159 = xor i32 %153, -1
  %160 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 14
  %161 = load i32, ptr %160, align 4
  %162 = and i32 %161, %159
  store i32 %162, ptr %160, align 4
  %163 = load i32, ptr %12, align 4
  %164 = and i32 %163, %74
  %165 = and i32 %63, %159
  %166 = or i32 %164, %165
  store i32 %166, ptr %12, align 4
  %167 = icmp eq i32 %6, 0
  %168 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 13
  br label %231

169:                                              ; preds = %75, %222
  %170 = phi i64 [ 0, %75 ], [ %223, %222 ]
  %171 = trunc i64 %170 to i32
  %172 = shl nuw i32 1, %171
  %173 = and i32 %172, %153
  %174 = icmp eq i32 %173, 0
  br i1 %174, label %222, label %175

175:                                              ; preds = %169
  %176 = getelementptr inbounds i32, ptr %3, i64 %170
  %177 = load i32, ptr %176, align 4
  br label %178

178:                                              ; preds = %190, %175
  %179 = phi i64 [ 0, %175 ], [ %193, %190 ]
  %180 = phi i32 [ 0, %175 ], [ %192, %190 ]
  %181 = trunc i64 %179 to i32
  %182 = shl nuw i32 1, %181
  %183 = and i32 %153, %182
  %184 = and i32 %183, %177
  %185 = icmp eq i32 %184, 0
  br i1 %185, label %190, label %186

186:                                              ; preds = %178
  %187 = getelementptr inbounds i32, ptr %3, i64 %179
  %188 = load i32, ptr %187, align 4
  %189 = xor i32 %188, %177
  br label %190

190:                                              ; preds = %186, %178
  %191 = phi i32 [ %189, %186 ], [ 0, %178 ]
  %192 = or i32 %191, %180
  %193 = add nuw nsw i64 %179, 1
  %194 = icmp eq i64 %193, 32
  br i1 %194, label %195, label %178

195:                                              ; preds = %190
  %196 = icmp eq i32 %192, 0
  br i1 %196, label %222, label %197

197:                                              ; preds = %195
  %198 = load ptr, ptr %65, align 8
  %199 = getelementptr inbounds %struct.kh_fault, ptr %198, i64 %77
  %200 = load i64, ptr %199, align 8
  %201 = icmp eq i64 %200, 0
  br i1 %201, label %204, label %202

202:                                              ; preds = %197
  %203 = add i64 %200, 1
  store i64 %203, ptr %199, align 8
  br label %222

204:                                              ; preds = %197
  %205 = zext i32 %177 to i64
  %206 = load ptr, ptr %69, align 8
  %207 = getelementptr inbounds %struct.kh_warp, ptr %206, i64 0, i32 7
  %208 = load i32, ptr %207, align 8
  %209 = shl i32 %208, 5
  %210 = add nuw nsw i32 %209, %171
  %211 = load i32, ptr %70, align 4
  store i64 1, ptr %199, align 8
  %212 = getelementptr inbounds i8, ptr %199, i64 8
  store i64 %205, ptr %212, align 8
  %213 = getelementptr inbounds i8, ptr %199, i64 16
  store i32 %211, ptr %213, align 8
  %214 = getelementptr inbounds i8, ptr %199, i64 20
  store i32 %210, ptr %214, align 4
  %215 = getelementptr inbounds i8, ptr %199, i64 24
  store i32 -1, ptr %215, align 8
  %216 = getelementptr inbounds i8, ptr %199, i64 28
  store i32 0, ptr %216, align 4
  %217 = getelementptr inbounds i8, ptr %199, i64 32
  store i32 0, ptr %217, align 8
  %218 = load ptr, ptr %71, align 8
  %219 = load i64, ptr %72, align 8
  %220 = add i64 %219, 1
  store i64 %220, ptr %72, align 8
  %221 = getelementptr inbounds i32, ptr %218, i64 %219
  store i32 %76, ptr %221, align 4
  br label %222

222:                                              ; preds = %204, %202, %169, %195
  %223 = add nuw nsw i64 %170, 1
  %224 = icmp eq i64 %223, 32
  br i1 %224, label %156, label %169

225:                                              ; preds = %255
  %226 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 10
  store i32 %153, ptr %226, align 4
  %227 = load i32, ptr %73, align 8
  %228 = icmp ne i32 %153, %227
  %229 = zext i1 %228 to i32
  %230 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 11
  store i32 %229, ptr %230, align 8
  br label %258

231:                                              ; preds = %156, %255
  %232 = phi i64 [ 0, %156 ], [ %256, %255 ]
  %233 = trunc i64 %232 to i32
  %234 = shl nuw i32 1, %233
  %235 = and i32 %234, %165
  %236 = icmp eq i32 %235, 0
  br i1 %236, label %255, label %237

237:                                              ; preds = %231
  %238 = getelementptr inbounds i32, ptr %3, i64 %232
  %239 = load i32, ptr %238, align 4
  %240 = and i32 %239, %153
  %241 = icmp ne i32 %240, 0
  %242 = zext i1 %241 to i32
  %243 = shl nuw i32 %242, %233
  %244 = load i32, ptr %160, align 4
  %245 = or i32 %243, %244
  store i32 %245, ptr %160, align 4
  %246 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %232
  store i32 %4, ptr %246, align 4
  %247 = load i32, ptr %238, align 4
  %248 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 2, i64 %232
  store i32 %247, ptr %248, align 4
  %249 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 3, i64 %232
  store i32 %5, ptr %249, align 4
  %250 = load i32, ptr %168, align 8
  %251 = or i32 %250, %234
  %252 = xor i32 %234, -1
  %253 = and i32 %250, %252
  %254 = select i1 %167, i32 %253, i32 %251
  store i32 %254, ptr %168, align 8
  br label %255

255:                                              ; preds = %231, %237
  %256 = add nuw nsw i64 %232, 1
  %257 = icmp eq i64 %256, 32
  br i1 %257, label %225, label %231

258:                                              ; preds = %46, %225
  %259 = phi i32 [ %153, %225 ], [ %2, %46 ]
  ret i32 %259
}

; Function Attrs: nounwind uwtable
define void @kh_run(ptr noundef %0) #6 {
  %2 = alloca [16 x i64], align 16
  %3 = load ptr, ptr %0, align 8
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %2) #18
  %4 = call i32 @fegetenv(ptr noundef nonnull %2) #18
  %5 = call i32 @fesetenv(ptr noundef nonnull inttoptr (i64 -1 to ptr)) #18
  %6 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 9
  %7 = load i32, ptr %6, align 4
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %16, label %9

9:                                                ; preds = %1
  %10 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 1
  %11 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 5
  %12 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 14
  %13 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 7
  %14 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 7, i64 1
  %15 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 8
  br label %39

16:                                               ; preds = %54, %1
  %17 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 19
  %18 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 18
  %19 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 17
  %20 = atomicrmw add ptr %18, i64 1 monotonic, align 8
  %21 = load i64, ptr %19, align 8
  %22 = icmp ult i64 %20, %21
  br i1 %22, label %23, label %383

23:                                               ; preds = %16
  %24 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %25 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11
  %26 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 9
  %27 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 9, i64 1
  %28 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 9, i64 2
  %29 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 3
  %30 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 4
  %31 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 5
  %32 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 1
  %33 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 6
  %34 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %35 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 12
  %36 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %37 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %38 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  br label %86

39:                                               ; preds = %9, %54
  %40 = phi i64 [ 0, %9 ], [ %55, %54 ]
  %41 = load ptr, ptr %10, align 8
  %42 = getelementptr inbounds %struct.kh_warp, ptr %41, i64 %40
  %43 = getelementptr inbounds %struct.kh_warp, ptr %41, i64 %40, i32 7
  %44 = trunc i64 %40 to i32
  store i32 %44, ptr %43, align 8
  %45 = load ptr, ptr %11, align 8
  %46 = load i32, ptr %12, align 8
  %47 = zext i32 %46 to i64
  %48 = mul nuw i64 %40, %47
  %49 = getelementptr inbounds i8, ptr %45, i64 %48
  %50 = getelementptr inbounds %struct.kh_warp, ptr %41, i64 %40, i32 4
  store ptr %49, ptr %50, align 8
  %51 = getelementptr inbounds %struct.kh_warp, ptr %41, i64 %40, i32 8
  store i32 0, ptr %51, align 4
  %52 = shl nuw nsw i64 %40, 5
  %53 = and i64 %52, 4294967264
  br label %59

54:                                               ; preds = %59
  %55 = add nuw nsw i64 %40, 1
  %56 = load i32, ptr %6, align 4
  %57 = zext i32 %56 to i64
  %58 = icmp ult i64 %55, %57
  br i1 %58, label %39, label %16

59:                                               ; preds = %39, %59
  %60 = phi i64 [ 0, %39 ], [ %84, %59 ]
  %61 = add nuw nsw i64 %60, %53
  %62 = load i32, ptr %13, align 4
  %63 = trunc i64 %61 to i32
  %64 = urem i32 %63, %62
  %65 = getelementptr inbounds [32 x i32], ptr %42, i64 0, i64 %60
  store i32 %64, ptr %65, align 4
  %66 = load i32, ptr %13, align 4
  %67 = udiv i32 %63, %66
  %68 = load i32, ptr %14, align 4
  %69 = urem i32 %67, %68
  %70 = getelementptr inbounds [3 x [32 x i32]], ptr %42, i64 0, i64 1, i64 %60
  store i32 %69, ptr %70, align 4
  %71 = load i32, ptr %13, align 4
  %72 = load i32, ptr %14, align 4
  %73 = mul i32 %72, %71
  %74 = udiv i32 %63, %73
  %75 = getelementptr inbounds [3 x [32 x i32]], ptr %42, i64 0, i64 2, i64 %60
  store i32 %74, ptr %75, align 4
  %76 = load i32, ptr %15, align 8
  %77 = zext i32 %76 to i64
  %78 = icmp ult i64 %61, %77
  %79 = zext i1 %78 to i32
  %80 = trunc i64 %60 to i32
  %81 = shl nuw i32 %79, %80
  %82 = load i32, ptr %51, align 4
  %83 = or i32 %81, %82
  store i32 %83, ptr %51, align 4
  %84 = add nuw nsw i64 %60, 1
  %85 = icmp eq i64 %84, 32
  br i1 %85, label %54, label %59

86:                                               ; preds = %23, %378
  %87 = phi i64 [ %20, %23 ], [ %380, %378 ]
  %88 = load atomic i64, ptr %17 monotonic, align 8
  %89 = icmp ugt i64 %87, %88
  br i1 %89, label %383, label %90

90:                                               ; preds = %86
  %91 = trunc i64 %87 to i32
  store i32 %91, ptr %24, align 4
  store atomic i64 %87, ptr %25 release, align 8
  %92 = load ptr, ptr %0, align 8
  %93 = getelementptr inbounds %struct.kh_launch, ptr %92, i64 0, i32 6
  %94 = load i32, ptr %93, align 8
  %95 = zext i32 %94 to i64
  %96 = getelementptr inbounds %struct.kh_launch, ptr %92, i64 0, i32 6, i64 1
  %97 = load i32, ptr %96, align 4
  %98 = zext i32 %97 to i64
  %99 = mul nuw i64 %98, %95
  %100 = urem i32 %91, %94
  store i32 %100, ptr %26, align 8
  %101 = load i32, ptr %93, align 8
  %102 = udiv i32 %91, %101
  %103 = load i32, ptr %96, align 4
  %104 = urem i32 %102, %103
  store i32 %104, ptr %27, align 4
  %105 = and i64 %87, 4294967295
  %106 = udiv i64 %105, %99
  %107 = trunc i64 %106 to i32
  store i32 %107, ptr %28, align 8
  %108 = load ptr, ptr %29, align 8
  %109 = getelementptr inbounds %struct.kh_launch, ptr %92, i64 0, i32 11
  %110 = load i32, ptr %109, align 4
  %111 = zext i32 %110 to i64
  call void @llvm.memset.p0.i64(ptr align 1 %108, i8 -1, i64 %111, i1 false)
  %112 = load ptr, ptr %30, align 8
  %113 = getelementptr inbounds %struct.kh_launch, ptr %92, i64 0, i32 13
  %114 = load i32, ptr %113, align 4
  %115 = zext i32 %114 to i64
  %116 = getelementptr inbounds %struct.kh_launch, ptr %92, i64 0, i32 9
  %117 = load i32, ptr %116, align 4
  %118 = zext i32 %117 to i64
  %119 = shl nuw nsw i64 %115, 5
  %120 = mul i64 %119, %118
  call void @llvm.memset.p0.i64(ptr align 1 %112, i8 -1, i64 %120, i1 false)
  %121 = getelementptr inbounds %struct.kh_launch, ptr %92, i64 0, i32 15
  %122 = load i32, ptr %121, align 4
  %123 = icmp eq i32 %122, 0
  br i1 %123, label %124, label %125

124:                                              ; preds = %125, %90
  br label %136

125:                                              ; preds = %90
  %126 = load ptr, ptr %31, align 8
  %127 = getelementptr inbounds %struct.kh_launch, ptr %92, i64 0, i32 14
  %128 = load i32, ptr %127, align 8
  %129 = zext i32 %128 to i64
  %130 = load i32, ptr %116, align 4
  %131 = zext i32 %130 to i64
  %132 = mul nuw i64 %131, %129
  call void @llvm.memset.p0.i64(ptr align 1 %126, i8 -1, i64 %132, i1 false)
  br label %124

133:                                              ; preds = %136
  %134 = load i32, ptr %116, align 4
  %135 = icmp eq i32 %134, 0
  br i1 %135, label %171, label %143

136:                                              ; preds = %124, %136
  %137 = phi i64 [ %141, %136 ], [ 0, %124 ]
  %138 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16, i64 %137
  %139 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16, i64 %137, i32 5
  store i32 0, ptr %139, align 4
  %140 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16, i64 %137, i32 4
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(16) %138, i8 0, i64 16, i1 false)
  store i32 1, ptr %140, align 4
  %141 = add nuw nsw i64 %137, 1
  %142 = icmp eq i64 %141, 16
  br i1 %142, label %133, label %136

143:                                              ; preds = %133, %166
  %144 = phi i64 [ %167, %166 ], [ 0, %133 ]
  %145 = mul nuw nsw i64 %144, 880
  %146 = load ptr, ptr %32, align 8
  %147 = getelementptr inbounds %struct.kh_warp, ptr %146, i64 %144, i32 8
  %148 = load i32, ptr %147, align 4
  %149 = getelementptr inbounds %struct.kh_warp, ptr %146, i64 %144, i32 9
  store i32 %148, ptr %149, align 8
  %150 = getelementptr inbounds %struct.kh_warp, ptr %146, i64 %144, i32 10
  store i32 %148, ptr %150, align 4
  %151 = getelementptr inbounds %struct.kh_warp, ptr %146, i64 %144, i32 11
  %152 = getelementptr inbounds %struct.kh_warp, ptr %146, i64 %144, i32 21
  store i32 0, ptr %152, align 8
  %153 = getelementptr inbounds %struct.kh_warp, ptr %146, i64 %144, i32 25
  %154 = getelementptr inbounds %struct.kh_warp, ptr %146, i64 %144, i32 5
  %155 = getelementptr inbounds %struct.kh_warp, ptr %146, i64 %144, i32 6
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %154, i8 0, i64 16, i1 false)
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(28) %151, i8 0, i64 28, i1 false)
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %153, i8 0, i64 16, i1 false)
  %156 = load ptr, ptr %0, align 8
  %157 = getelementptr inbounds %struct.kh_launch, ptr %156, i64 0, i32 16
  %158 = load i64, ptr %157, align 8
  %159 = call i64 @llvm.umin.i64(i64 %158, i64 262144)
  store i64 %159, ptr %155, align 8
  store i64 %159, ptr %154, align 8
  %160 = getelementptr i8, ptr %146, i64 %145
  %161 = getelementptr i8, ptr %160, i64 384
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(128) %161, i8 0, i64 128, i1 false)
  %162 = load ptr, ptr %33, align 8
  %163 = icmp eq ptr %162, null
  br i1 %163, label %166, label %164

164:                                              ; preds = %143
  %165 = getelementptr inbounds %struct.kh_copies, ptr %162, i64 %144, i32 1
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(132) %165, i8 0, i64 132, i1 false)
  br label %166

166:                                              ; preds = %164, %143
  %167 = add nuw nsw i64 %144, 1
  %168 = load i32, ptr %116, align 4
  %169 = zext i32 %168 to i64
  %170 = icmp ult i64 %167, %169
  br i1 %170, label %143, label %171

171:                                              ; preds = %166, %133
  %172 = phi i32 [ 0, %133 ], [ %168, %166 ]
  br label %173

173:                                              ; preds = %171, %219
  %174 = phi i32 [ %216, %219 ], [ %172, %171 ]
  %175 = phi i32 [ %214, %219 ], [ %172, %171 ]
  %176 = icmp eq i32 %175, 0
  br i1 %176, label %287, label %177

177:                                              ; preds = %173
  %178 = icmp eq i32 %174, 0
  br i1 %178, label %221, label %179

179:                                              ; preds = %177, %212
  %180 = phi i64 [ %215, %212 ], [ 0, %177 ]
  %181 = phi i32 [ %214, %212 ], [ %175, %177 ]
  %182 = phi i32 [ %213, %212 ], [ 0, %177 ]
  %183 = load ptr, ptr %32, align 8
  %184 = getelementptr inbounds %struct.kh_warp, ptr %183, i64 %180
  %185 = getelementptr inbounds %struct.kh_warp, ptr %183, i64 %180, i32 25
  %186 = load i32, ptr %185, align 8
  %187 = icmp eq i32 %186, 0
  br i1 %187, label %188, label %212

188:                                              ; preds = %179
  %189 = getelementptr inbounds %struct.kh_warp, ptr %183, i64 %180, i32 26
  %190 = load i32, ptr %189, align 4
  %191 = icmp eq i32 %190, 0
  br i1 %191, label %192, label %212

192:                                              ; preds = %188
  store ptr %184, ptr %34, align 8
  %193 = load ptr, ptr %92, align 8
  %194 = call i32 %193(ptr noundef nonnull %0, ptr noundef nonnull %184) #18
  switch i32 %194, label %198 [
    i32 2, label %287
    i32 3, label %212
    i32 1, label %195
  ]

195:                                              ; preds = %192
  %196 = getelementptr inbounds %struct.kh_warp, ptr %183, i64 %180, i32 18
  %197 = load i32, ptr %196, align 4
  call void @kh_open_if_complete(ptr noundef nonnull %0, i32 noundef %197)
  br label %212

198:                                              ; preds = %192
  store i32 1, ptr %185, align 8
  %199 = getelementptr inbounds %struct.kh_warp, ptr %183, i64 %180, i32 6
  %200 = load i64, ptr %199, align 8
  %201 = getelementptr inbounds %struct.kh_warp, ptr %183, i64 %180, i32 5
  %202 = load i64, ptr %201, align 8
  %203 = sub i64 %200, %202
  %204 = load i64, ptr %35, align 8
  %205 = add i64 %203, %204
  store i64 %205, ptr %35, align 8
  br label %206

206:                                              ; preds = %206, %198
  %207 = phi i32 [ 0, %198 ], [ %208, %206 ]
  call void @kh_open_if_complete(ptr noundef nonnull %0, i32 noundef %207)
  %208 = add nuw nsw i32 %207, 1
  %209 = icmp eq i32 %208, 16
  br i1 %209, label %210, label %206

210:                                              ; preds = %206
  %211 = add i32 %181, -1
  br label %212

212:                                              ; preds = %210, %195, %192, %188, %179
  %213 = phi i32 [ 1, %195 ], [ %182, %179 ], [ %182, %188 ], [ 1, %192 ], [ 1, %210 ]
  %214 = phi i32 [ %181, %195 ], [ %181, %179 ], [ %181, %188 ], [ %181, %192 ], [ %211, %210 ]
  %215 = add nuw nsw i64 %180, 1
  %216 = load i32, ptr %116, align 4
  %217 = zext i32 %216 to i64
  %218 = icmp ult i64 %215, %217
  br i1 %218, label %179, label %219

219:                                              ; preds = %212
  %220 = icmp eq i32 %213, 0
  br i1 %220, label %221, label %173

221:                                              ; preds = %219, %177
  %222 = load ptr, ptr %0, align 8
  %223 = getelementptr inbounds %struct.kh_launch, ptr %222, i64 0, i32 9
  %224 = load i32, ptr %223, align 4
  %225 = icmp eq i32 %224, 0
  br i1 %225, label %226, label %241

226:                                              ; preds = %280, %221
  %227 = phi ptr [ %222, %221 ], [ %282, %280 ]
  %228 = getelementptr inbounds %struct.kh_launch, ptr %227, i64 0, i32 19
  %229 = load atomic i64, ptr %228 monotonic, align 8
  br label %230

230:                                              ; preds = %235, %226
  %231 = phi i64 [ %229, %226 ], [ %240, %235 ]
  %232 = load i32, ptr %24, align 4
  %233 = zext i32 %232 to i64
  %234 = icmp ugt i64 %231, %233
  br i1 %234, label %235, label %287

235:                                              ; preds = %230
  %236 = load ptr, ptr %0, align 8
  %237 = getelementptr inbounds %struct.kh_launch, ptr %236, i64 0, i32 19
  %238 = cmpxchg ptr %237, i64 %231, i64 %233 monotonic monotonic, align 8
  %239 = extractvalue { i64, i1 } %238, 1
  %240 = extractvalue { i64, i1 } %238, 0
  br i1 %239, label %287, label %230

241:                                              ; preds = %221, %280
  %242 = phi i64 [ %281, %280 ], [ 0, %221 ]
  %243 = load ptr, ptr %32, align 8
  %244 = getelementptr inbounds %struct.kh_warp, ptr %243, i64 %242, i32 25
  %245 = load i32, ptr %244, align 8
  %246 = icmp eq i32 %245, 0
  br i1 %246, label %247, label %280

247:                                              ; preds = %241
  %248 = getelementptr inbounds %struct.kh_warp, ptr %243, i64 %242
  store ptr %248, ptr %34, align 8
  %249 = getelementptr inbounds %struct.kh_warp, ptr %243, i64 %242, i32 9
  %250 = load i32, ptr %249, align 8
  %251 = call i32 @llvm.cttz.i32(i32 %250, i1 true)
  %252 = zext nneg i32 %251 to i64
  %253 = getelementptr inbounds %struct.kh_warp, ptr %243, i64 %242, i32 3, i64 %252
  %254 = load i32, ptr %253, align 4
  %255 = mul i32 %254, 15
  %256 = add i32 %255, 4
  %257 = load ptr, ptr %36, align 8
  %258 = zext i32 %256 to i64
  %259 = getelementptr inbounds %struct.kh_fault, ptr %257, i64 %258
  %260 = load i64, ptr %259, align 8
  %261 = icmp eq i64 %260, 0
  br i1 %261, label %264, label %262

262:                                              ; preds = %247
  %263 = add i64 %260, 1
  store i64 %263, ptr %259, align 8
  br label %280

264:                                              ; preds = %247
  %265 = getelementptr inbounds %struct.kh_warp, ptr %243, i64 %242, i32 7
  %266 = load i32, ptr %265, align 8
  %267 = shl i32 %266, 5
  %268 = or disjoint i32 %267, %251
  %269 = load i32, ptr %24, align 4
  store i64 1, ptr %259, align 8
  %270 = getelementptr inbounds i8, ptr %259, i64 8
  store i64 0, ptr %270, align 8
  %271 = getelementptr inbounds i8, ptr %259, i64 16
  store i32 %269, ptr %271, align 8
  %272 = getelementptr inbounds i8, ptr %259, i64 20
  store i32 %268, ptr %272, align 4
  %273 = getelementptr inbounds i8, ptr %259, i64 24
  store i32 -1, ptr %273, align 8
  %274 = getelementptr inbounds i8, ptr %259, i64 28
  store i32 0, ptr %274, align 4
  %275 = getelementptr inbounds i8, ptr %259, i64 32
  store i32 0, ptr %275, align 8
  %276 = load ptr, ptr %37, align 8
  %277 = load i64, ptr %38, align 8
  %278 = add i64 %277, 1
  store i64 %278, ptr %38, align 8
  %279 = getelementptr inbounds i32, ptr %276, i64 %277
  store i32 %256, ptr %279, align 4
  br label %280

280:                                              ; preds = %264, %262, %241
  %281 = add nuw nsw i64 %242, 1
  %282 = load ptr, ptr %0, align 8
  %283 = getelementptr inbounds %struct.kh_launch, ptr %282, i64 0, i32 9
  %284 = load i32, ptr %283, align 4
  %285 = zext i32 %284 to i64
  %286 = icmp ult i64 %281, %285
  br i1 %286, label %241, label %226

287:                                              ; preds = %173, %230, %235, %192
  %288 = load ptr, ptr %0, align 8
  %289 = load i64, ptr %38, align 8
  %290 = icmp eq i64 %289, 0
  br i1 %290, label %378, label %291

291:                                              ; preds = %287
  %292 = getelementptr inbounds %struct.kh_launch, ptr %288, i64 0, i32 5
  %293 = load i64, ptr %292, align 8
  %294 = icmp eq i64 %293, 0
  br i1 %294, label %295, label %301

295:                                              ; preds = %291
  %296 = load i32, ptr %24, align 4
  %297 = zext i32 %296 to i64
  %298 = getelementptr inbounds %struct.kh_launch, ptr %288, i64 0, i32 19
  %299 = load atomic i64, ptr %298 monotonic, align 8
  %300 = icmp ult i64 %299, %297
  br label %312

301:                                              ; preds = %291
  %302 = getelementptr inbounds %struct.kh_launch, ptr %288, i64 0, i32 4
  br label %317

303:                                              ; preds = %348
  %304 = load ptr, ptr %0, align 8
  %305 = load i64, ptr %38, align 8
  %306 = icmp eq i64 %305, 0
  %307 = load i32, ptr %24, align 4
  %308 = zext i32 %307 to i64
  %309 = getelementptr inbounds %struct.kh_launch, ptr %304, i64 0, i32 19
  %310 = load atomic i64, ptr %309 monotonic, align 8
  %311 = icmp ult i64 %310, %308
  br i1 %306, label %352, label %312

312:                                              ; preds = %303, %295
  %313 = phi i1 [ %300, %295 ], [ %311, %303 ]
  %314 = getelementptr inbounds %struct.kh_launch, ptr %288, i64 0, i32 20
  %315 = getelementptr inbounds %struct.kh_launch, ptr %288, i64 0, i32 20, i32 1
  %316 = getelementptr inbounds %struct.kh_launch, ptr %288, i64 0, i32 20, i32 2
  br label %353

317:                                              ; preds = %348, %301
  %318 = phi i64 [ %293, %301 ], [ %349, %348 ]
  %319 = phi i64 [ 0, %301 ], [ %350, %348 ]
  %320 = load ptr, ptr %302, align 8
  %321 = getelementptr inbounds ptr, ptr %320, i64 %319
  %322 = load ptr, ptr %321, align 8
  %323 = getelementptr inbounds %struct.kh_worker, ptr %322, i64 0, i32 11
  %324 = icmp eq ptr %322, %0
  br i1 %324, label %348, label %325

325:                                              ; preds = %317
  %326 = load atomic i64, ptr %323 acquire, align 8
  %327 = load i32, ptr %24, align 4
  %328 = zext i32 %327 to i64
  %329 = icmp ugt i64 %326, %328
  br i1 %329, label %346, label %330

330:                                              ; preds = %325, %337
  %331 = phi i64 [ %344, %337 ], [ %328, %325 ]
  %332 = phi i32 [ %341, %337 ], [ 1, %325 ]
  %333 = load ptr, ptr %0, align 8
  %334 = getelementptr inbounds %struct.kh_launch, ptr %333, i64 0, i32 19
  %335 = load atomic i64, ptr %334 monotonic, align 8
  %336 = icmp ult i64 %335, %331
  br i1 %336, label %346, label %337

337:                                              ; preds = %330
  %338 = call i32 @usleep(i32 noundef %332) #18
  %339 = icmp ult i32 %332, 500
  %340 = zext i1 %339 to i32
  %341 = shl i32 %332, %340
  %342 = load atomic i64, ptr %323 acquire, align 8
  %343 = load i32, ptr %24, align 4
  %344 = zext i32 %343 to i64
  %345 = icmp ugt i64 %342, %344
  br i1 %345, label %346, label %330

346:                                              ; preds = %337, %330, %325
  %347 = load i64, ptr %292, align 8
  br label %348

348:                                              ; preds = %346, %317
  %349 = phi i64 [ %347, %346 ], [ %318, %317 ]
  %350 = add nuw i64 %319, 1
  %351 = icmp ult i64 %350, %349
  br i1 %351, label %317, label %303

352:                                              ; preds = %374, %303
  store i64 0, ptr %38, align 8
  br label %378

353:                                              ; preds = %374, %312
  %354 = phi i64 [ 0, %312 ], [ %375, %374 ]
  %355 = load ptr, ptr %36, align 8
  %356 = load ptr, ptr %37, align 8
  %357 = getelementptr inbounds i32, ptr %356, i64 %354
  %358 = load i32, ptr %357, align 4
  %359 = zext i32 %358 to i64
  %360 = getelementptr inbounds %struct.kh_fault, ptr %355, i64 %359
  br i1 %313, label %374, label %361

361:                                              ; preds = %353
  %362 = load ptr, ptr %314, align 8
  %363 = getelementptr inbounds %struct.kh_fault, ptr %362, i64 %359
  %364 = load i64, ptr %363, align 8
  %365 = icmp eq i64 %364, 0
  br i1 %365, label %369, label %366

366:                                              ; preds = %361
  %367 = load i64, ptr %360, align 8
  %368 = add i64 %367, %364
  store i64 %368, ptr %363, align 8
  br label %374

369:                                              ; preds = %361
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(40) %363, ptr noundef nonnull align 8 dereferenceable(40) %360, i64 40, i1 false)
  %370 = load ptr, ptr %315, align 8
  %371 = load i64, ptr %316, align 8
  %372 = add i64 %371, 1
  store i64 %372, ptr %316, align 8
  %373 = getelementptr inbounds i32, ptr %370, i64 %371
  store i32 %358, ptr %373, align 4
  br label %374

374:                                              ; preds = %369, %366, %353
  store i64 0, ptr %360, align 8
  %375 = add nuw i64 %354, 1
  %376 = load i64, ptr %38, align 8
  %377 = icmp ult i64 %375, %376
  br i1 %377, label %353, label %352

378:                                              ; preds = %352, %287
  %379 = add i64 %87, 1
  store atomic i64 %379, ptr %25 release, align 8
  %380 = atomicrmw add ptr %18, i64 1 monotonic, align 8
  %381 = load i64, ptr %19, align 8
  %382 = icmp ult i64 %380, %381
  br i1 %382, label %86, label %383

383:                                              ; preds = %378, %86, %16
  %384 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11
  store atomic i64 -1, ptr %384 release, align 8
  %385 = call i32 @fesetenv(ptr noundef nonnull %2) #18
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %2) #18
  ret void
}

declare i32 @fegetenv(ptr noundef) #7

declare i32 @fesetenv(ptr noundef) #7

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable
define void @kh_abi(ptr nocapture noundef writeonly %0) #5 {
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(328) %0, ptr noundef nonnull align 16 dereferenceable(328) @__const.kh_abi.facts, i64 328, i1 false)
  ret void
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #8

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write) uwtable
define void @kh_reset_barrier(ptr nocapture noundef writeonly %0) #9 {
  %2 = getelementptr inbounds %struct.kh_barrier, ptr %0, i64 0, i32 5
  store i32 0, ptr %2, align 4
  %3 = getelementptr inbounds %struct.kh_barrier, ptr %0, i64 0, i32 4
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(16) %0, i8 0, i64 16, i1 false)
  store i32 1, ptr %3, align 4
  ret void
}

; Function Attrs: nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) uwtable
define i32 @kh_barrier_operand(ptr nocapture noundef %0, ptr nocapture noundef writeonly %1, i32 noundef %2, ptr nocapture noundef readonly %3, i32 noundef %4, i32 noundef %5) #2 {
  %7 = tail call i32 @llvm.cttz.i32(i32 %2, i1 true)
  %8 = zext nneg i32 %7 to i64
  %9 = getelementptr inbounds i32, ptr %3, i64 %8
  %10 = load i32, ptr %9, align 4
  %11 = icmp eq i32 %7, 31
  br i1 %11, label %61, label %12

12:                                               ; preds = %6
  %13 = tail call i32 @llvm.umax.i32(i32 %7, i32 30)
  %14 = add nuw nsw i32 %13, 1
  %15 = zext nneg i32 %14 to i64
  br label %16

16:                                               ; preds = %12, %59
  %17 = phi i64 [ %8, %12 ], [ %18, %59 ]
  %18 = add nuw nsw i64 %17, 1
  %19 = trunc i64 %17 to i32
  %20 = shl nuw i32 2, %19
  %21 = and i32 %20, %2
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %59, label %23

23:                                               ; preds = %16
  %24 = getelementptr inbounds i32, ptr %3, i64 %18
  %25 = load i32, ptr %24, align 4
  %26 = icmp eq i32 %25, %10
  br i1 %26, label %59, label %27

27:                                               ; preds = %23
  %28 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %29 = mul i32 %5, 15
  %30 = add i32 %29, 3
  %31 = load ptr, ptr %28, align 8
  %32 = zext i32 %30 to i64
  %33 = getelementptr inbounds %struct.kh_fault, ptr %31, i64 %32
  %34 = load i64, ptr %33, align 8
  %35 = icmp eq i64 %34, 0
  br i1 %35, label %38, label %36

36:                                               ; preds = %27
  %37 = add i64 %34, 1
  store i64 %37, ptr %33, align 8
  br label %61

38:                                               ; preds = %27
  %39 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %40 = load ptr, ptr %39, align 8
  %41 = getelementptr inbounds %struct.kh_warp, ptr %40, i64 0, i32 7
  %42 = load i32, ptr %41, align 8
  %43 = shl i32 %42, 5
  %44 = or disjoint i32 %43, %7
  %45 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %46 = load i32, ptr %45, align 4
  store i64 1, ptr %33, align 8
  %47 = getelementptr inbounds i8, ptr %33, i64 8
  store i64 0, ptr %47, align 8
  %48 = getelementptr inbounds i8, ptr %33, i64 16
  store i32 %46, ptr %48, align 8
  %49 = getelementptr inbounds i8, ptr %33, i64 20
  store i32 %44, ptr %49, align 4
  %50 = getelementptr inbounds i8, ptr %33, i64 24
  store i32 -1, ptr %50, align 8
  %51 = getelementptr inbounds i8, ptr %33, i64 28
  store i32 0, ptr %51, align 4
  %52 = getelementptr inbounds i8, ptr %33, i64 32
  store i32 0, ptr %52, align 8
  %53 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %54 = load ptr, ptr %53, align 8
  %55 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %56 = load i64, ptr %55, align 8
  %57 = add i64 %56, 1
  store i64 %57, ptr %55, align 8
  %58 = getelementptr inbounds i32, ptr %54, i64 %56
  store i32 %30, ptr %58, align 4
  br label %61

59:                                               ; preds = %16, %23
  %60 = icmp eq i64 %18, %15
  br i1 %60, label %61, label %16

61:                                               ; preds = %59, %6, %38, %36
  %62 = icmp eq i32 %4, 0
  br i1 %62, label %99, label %63

63:                                               ; preds = %61
  %64 = and i32 %10, 31
  %65 = icmp eq i32 %64, 0
  br i1 %65, label %152, label %66

66:                                               ; preds = %63
  %67 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %68 = mul i32 %5, 15
  %69 = add i32 %68, 6
  %70 = load ptr, ptr %67, align 8
  %71 = zext i32 %69 to i64
  %72 = getelementptr inbounds %struct.kh_fault, ptr %70, i64 %71
  %73 = load i64, ptr %72, align 8
  %74 = icmp eq i64 %73, 0
  br i1 %74, label %77, label %75

75:                                               ; preds = %66
  %76 = add i64 %73, 1
  store i64 %76, ptr %72, align 8
  br label %152

77:                                               ; preds = %66
  %78 = zext i32 %10 to i64
  %79 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %80 = load ptr, ptr %79, align 8
  %81 = getelementptr inbounds %struct.kh_warp, ptr %80, i64 0, i32 7
  %82 = load i32, ptr %81, align 8
  %83 = shl i32 %82, 5
  %84 = or disjoint i32 %83, %7
  %85 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %86 = load i32, ptr %85, align 4
  store i64 1, ptr %72, align 8
  %87 = getelementptr inbounds i8, ptr %72, i64 8
  store i64 %78, ptr %87, align 8
  %88 = getelementptr inbounds i8, ptr %72, i64 16
  store i32 %86, ptr %88, align 8
  %89 = getelementptr inbounds i8, ptr %72, i64 20
  store i32 %84, ptr %89, align 4
  %90 = getelementptr inbounds i8, ptr %72, i64 24
  store i32 -1, ptr %90, align 8
  %91 = getelementptr inbounds i8, ptr %72, i64 28
  store i32 0, ptr %91, align 4
  %92 = getelementptr inbounds i8, ptr %72, i64 32
  store i32 0, ptr %92, align 8
  %93 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %94 = load ptr, ptr %93, align 8
  %95 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %96 = load i64, ptr %95, align 8
  %97 = add i64 %96, 1
  store i64 %97, ptr %95, align 8
  %98 = getelementptr inbounds i32, ptr %94, i64 %96
  store i32 %69, ptr %98, align 4
  br label %152

99:                                               ; preds = %61
  %100 = icmp ugt i32 %10, 15
  br i1 %100, label %101, label %152

101:                                              ; preds = %99
  %102 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %103 = mul i32 %5, 15
  %104 = add i32 %103, 5
  %105 = load ptr, ptr %102, align 8
  %106 = zext i32 %104 to i64
  %107 = getelementptr inbounds %struct.kh_fault, ptr %105, i64 %106
  %108 = load i64, ptr %107, align 8
  %109 = icmp eq i64 %108, 0
  br i1 %109, label %112, label %110

110:                                              ; preds = %101
  %111 = add i64 %108, 1
  store i64 %111, ptr %107, align 8
  br label %134

112:                                              ; preds = %101
  %113 = zext i32 %10 to i64
  %114 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %115 = load ptr, ptr %114, align 8
  %116 = getelementptr inbounds %struct.kh_warp, ptr %115, i64 0, i32 7
  %117 = load i32, ptr %116, align 8
  %118 = shl i32 %117, 5
  %119 = or disjoint i32 %118, %7
  %120 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %121 = load i32, ptr %120, align 4
  store i64 1, ptr %107, align 8
  %122 = getelementptr inbounds i8, ptr %107, i64 8
  store i64 %113, ptr %122, align 8
  %123 = getelementptr inbounds i8, ptr %107, i64 16
  store i32 %121, ptr %123, align 8
  %124 = getelementptr inbounds i8, ptr %107, i64 20
  store i32 %119, ptr %124, align 4
  %125 = getelementptr inbounds i8, ptr %107, i64 24
  store i32 -1, ptr %125, align 8
  %126 = getelementptr inbounds i8, ptr %107, i64 28
  store i32 0, ptr %126, align 4
  %127 = getelementptr inbounds i8, ptr %107, i64 32
  store i32 0, ptr %127, align 8
  %128 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %129 = load ptr, ptr %128, align 8
  %130 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %131 = load i64, ptr %130, align 8
  %132 = add i64 %131, 1
  store i64 %132, ptr %130, align 8
  %133 = getelementptr inbounds i32, ptr %129, i64 %131
  store i32 %104, ptr %133, align 4
  br label %134

134:                                              ; preds = %110, %112
  %135 = load ptr, ptr %0, align 8
  %136 = getelementptr inbounds %struct.kh_launch, ptr %135, i64 0, i32 19
  %137 = load atomic i64, ptr %136 monotonic, align 8
  %138 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  br label %139

139:                                              ; preds = %144, %134
  %140 = phi i64 [ %137, %134 ], [ %149, %144 ]
  %141 = load i32, ptr %138, align 4
  %142 = zext i32 %141 to i64
  %143 = icmp ugt i64 %140, %142
  br i1 %143, label %144, label %150

144:                                              ; preds = %139
  %145 = load ptr, ptr %0, align 8
  %146 = getelementptr inbounds %struct.kh_launch, ptr %145, i64 0, i32 19
  %147 = cmpxchg ptr %146, i64 %140, i64 %142 monotonic monotonic, align 8
  %148 = extractvalue { i64, i1 } %147, 1
  %149 = extractvalue { i64, i1 } %147, 0
  br i1 %148, label %150, label %139

150:                                              ; preds = %139, %144
  %151 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 27
  store i32 1, ptr %151, align 8
  br label %152

152:                                              ; preds = %77, %75, %99, %150, %63
  ret i32 %10
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_barrier_wait(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7, i32 noundef %8) #10 {
  %10 = lshr i32 %4, 5
  %11 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 16
  %12 = load i32, ptr %11, align 4
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %14, label %18

14:                                               ; preds = %9
  %15 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 21
  store i32 0, ptr %15, align 8
  %16 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 17
  store i32 0, ptr %16, align 8
  br label %17

17:                                               ; preds = %39, %14
  br label %55

18:                                               ; preds = %9
  %19 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 18
  %20 = load i32, ptr %19, align 4
  %21 = icmp eq i32 %20, %3
  br i1 %21, label %22, label %39

22:                                               ; preds = %18
  %23 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 19
  %24 = load i32, ptr %23, align 8
  %25 = icmp eq i32 %10, %24
  br i1 %25, label %26, label %39

26:                                               ; preds = %22
  %27 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 20
  %28 = load i32, ptr %27, align 4
  %29 = icmp eq i32 %28, %7
  br i1 %29, label %30, label %39

30:                                               ; preds = %26
  %31 = icmp eq i32 %8, 0
  br i1 %31, label %39, label %32

32:                                               ; preds = %30
  %33 = tail call i32 @llvm.cttz.i32(i32 %12, i1 true)
  %34 = zext nneg i32 %33 to i64
  %35 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 3, i64 %34
  %36 = load i32, ptr %35, align 4
  %37 = icmp ne i32 %36, %6
  %38 = zext i1 %37 to i32
  br label %39

39:                                               ; preds = %30, %32, %26, %22, %18
  %40 = phi i32 [ 1, %26 ], [ 1, %22 ], [ 1, %18 ], [ 0, %30 ], [ %38, %32 ]
  %41 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 21
  %42 = load i32, ptr %41, align 8
  %43 = or i32 %42, %40
  store i32 %43, ptr %41, align 8
  br label %17

44:                                               ; preds = %64
  %45 = load i32, ptr %11, align 4
  %46 = or i32 %45, %1
  store i32 %46, ptr %11, align 4
  %47 = and i32 %5, %1
  %48 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 17
  %49 = load i32, ptr %48, align 8
  %50 = or i32 %49, %47
  store i32 %50, ptr %48, align 8
  %51 = and i32 %3, 15
  %52 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 18
  store i32 %51, ptr %52, align 4
  %53 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 19
  store i32 %10, ptr %53, align 8
  %54 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 20
  store i32 %7, ptr %54, align 4
  ret void

55:                                               ; preds = %17, %64
  %56 = phi i64 [ %65, %64 ], [ 0, %17 ]
  %57 = trunc i64 %56 to i32
  %58 = shl nuw i32 1, %57
  %59 = and i32 %58, %1
  %60 = icmp eq i32 %59, 0
  br i1 %60, label %64, label %61

61:                                               ; preds = %55
  %62 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 1, i64 %56
  store i32 %2, ptr %62, align 4
  %63 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 3, i64 %56
  store i32 %6, ptr %63, align 4
  br label %64

64:                                               ; preds = %55, %61
  %65 = add nuw nsw i64 %56, 1
  %66 = icmp eq i64 %65, 32
  br i1 %66, label %44, label %55
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_open_if_complete(ptr nocapture noundef %0, i32 noundef %1) #4 {
  %3 = load ptr, ptr %0, align 8
  %4 = zext i32 %1 to i64
  %5 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %80, label %8

8:                                                ; preds = %2
  %9 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16, i64 %4, i32 1
  %10 = load i32, ptr %9, align 4
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %12, label %30

12:                                               ; preds = %8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 9
  %14 = load i32, ptr %13, align 4
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %33, label %16

16:                                               ; preds = %12
  %17 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 1
  %18 = load ptr, ptr %17, align 8
  %19 = zext i32 %14 to i64
  br label %20

20:                                               ; preds = %16, %20
  %21 = phi i64 [ 0, %16 ], [ %28, %20 ]
  %22 = phi i32 [ 0, %16 ], [ %27, %20 ]
  %23 = getelementptr inbounds %struct.kh_warp, ptr %18, i64 %21, i32 25
  %24 = load i32, ptr %23, align 8
  %25 = icmp eq i32 %24, 0
  %26 = zext i1 %25 to i32
  %27 = add i32 %22, %26
  %28 = add nuw nsw i64 %21, 1
  %29 = icmp eq i64 %28, %19
  br i1 %29, label %30, label %20

30:                                               ; preds = %20, %8
  %31 = phi i32 [ %10, %8 ], [ %27, %20 ]
  %32 = icmp ult i32 %6, %31
  br i1 %32, label %80, label %33

33:                                               ; preds = %12, %30
  %34 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 21
  %35 = load i32, ptr %34, align 8
  %36 = and i32 %35, 16
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %43, label %38

38:                                               ; preds = %33
  %39 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %40 = load ptr, ptr %39, align 8
  %41 = load i64, ptr %40, align 8
  %42 = add i64 %41, 1
  store i64 %42, ptr %40, align 8
  br label %43

43:                                               ; preds = %38, %33
  %44 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 9
  %45 = load i32, ptr %44, align 4
  %46 = icmp eq i32 %45, 0
  br i1 %46, label %52, label %47

47:                                               ; preds = %43
  %48 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 1
  %49 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16, i64 %4, i32 3
  %50 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16, i64 %4, i32 4
  %51 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16, i64 %4, i32 5
  br label %55

52:                                               ; preds = %75, %43
  %53 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16, i64 %4, i32 5
  store i32 0, ptr %53, align 4
  %54 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16, i64 %4, i32 4
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(16) %5, i8 0, i64 16, i1 false)
  store i32 1, ptr %54, align 4
  br label %80

55:                                               ; preds = %47, %75
  %56 = phi i32 [ %45, %47 ], [ %76, %75 ]
  %57 = phi i64 [ 0, %47 ], [ %77, %75 ]
  %58 = load ptr, ptr %48, align 8
  %59 = getelementptr inbounds %struct.kh_warp, ptr %58, i64 %57, i32 26
  %60 = load i32, ptr %59, align 4
  %61 = icmp eq i32 %60, 0
  br i1 %61, label %75, label %62

62:                                               ; preds = %55
  %63 = getelementptr inbounds %struct.kh_warp, ptr %58, i64 %57, i32 18
  %64 = load i32, ptr %63, align 4
  %65 = icmp eq i32 %64, %1
  br i1 %65, label %66, label %75

66:                                               ; preds = %62
  store i32 0, ptr %59, align 4
  %67 = getelementptr inbounds %struct.kh_warp, ptr %58, i64 %57, i32 16
  store i32 0, ptr %67, align 4
  %68 = load i32, ptr %49, align 4
  %69 = getelementptr inbounds %struct.kh_warp, ptr %58, i64 %57, i32 22
  store i32 %68, ptr %69, align 4
  %70 = load i32, ptr %50, align 4
  %71 = getelementptr inbounds %struct.kh_warp, ptr %58, i64 %57, i32 23
  store i32 %70, ptr %71, align 8
  %72 = load i32, ptr %51, align 4
  %73 = getelementptr inbounds %struct.kh_warp, ptr %58, i64 %57, i32 24
  store i32 %72, ptr %73, align 4
  %74 = load i32, ptr %44, align 4
  br label %75

75:                                               ; preds = %55, %62, %66
  %76 = phi i32 [ %56, %55 ], [ %56, %62 ], [ %74, %66 ]
  %77 = add nuw nsw i64 %57, 1
  %78 = zext i32 %76 to i64
  %79 = icmp ult i64 %77, %78
  br i1 %79, label %55, label %52

80:                                               ; preds = %52, %30, %2
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_watch_barrier(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2) #0 {
  %4 = load ptr, ptr %0, align 8
  %5 = getelementptr inbounds %struct.kh_launch, ptr %4, i64 0, i32 21
  %6 = load i32, ptr %5, align 8
  %7 = and i32 %6, 16
  %8 = icmp eq i32 %7, 0
  %9 = icmp eq i32 %2, 0
  %10 = or i1 %9, %8
  br i1 %10, label %16, label %11

11:                                               ; preds = %3
  %12 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %13 = load ptr, ptr %12, align 8
  %14 = load i64, ptr %13, align 8
  %15 = add i64 %14, 1
  store i64 %15, ptr %13, align 8
  br label %16

16:                                               ; preds = %11, %3
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctpop.i32(i32) #11

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_1x1(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #18
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 1, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #18
  store i32 %5, ptr %10, align 8
  %18 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 0, ptr %18, align 4
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %19, align 8
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 1, ptr %20, align 4
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 1, ptr %21, align 8
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 5
  store i32 %4, ptr %22, align 4
  %23 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 6
  store ptr %2, ptr %23, align 8
  %24 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 7
  store ptr %7, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 8
  %26 = load i64, ptr %8, align 8
  store i64 %26, ptr %25, align 8
  %27 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 9
  store i32 %16, ptr %27, align 8
  %28 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 10
  store ptr null, ptr %28, align 8
  %29 = icmp eq i32 %11, 0
  %30 = and i32 %14, 16
  %31 = icmp eq i32 %30, 0
  %32 = or i1 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %17
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  br label %34

34:                                               ; preds = %17, %33
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #18
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp ne i32 %16, 0
  %37 = icmp eq i32 %1, -1
  %38 = and i1 %37, %36
  br i1 %38, label %42, label %39

39:                                               ; preds = %35
  %40 = icmp eq i32 %16, 0
  %41 = load i64, ptr %8, align 8
  br label %54

42:                                               ; preds = %35
  %43 = load i64, ptr %8, align 8
  br label %44

44:                                               ; preds = %42, %44
  %45 = phi i64 [ 0, %42 ], [ %52, %44 ]
  %46 = getelementptr inbounds i64, ptr %2, i64 %45
  %47 = load i64, ptr %46, align 8
  %48 = add i64 %43, %47
  %49 = inttoptr i64 %48 to ptr
  %50 = load i8, ptr %49, align 1
  %51 = getelementptr inbounds i8, ptr %3, i64 %45
  store i8 %50, ptr %51, align 1
  %52 = add nuw nsw i64 %45, 1
  %53 = icmp eq i64 %52, 32
  br i1 %53, label %77, label %44

54:                                               ; preds = %39, %72
  %55 = phi i64 [ 0, %39 ], [ %75, %72 ]
  br i1 %40, label %61, label %56

56:                                               ; preds = %54
  %57 = getelementptr inbounds i64, ptr %2, i64 %55
  %58 = load i64, ptr %57, align 8
  %59 = add i64 %41, %58
  %60 = inttoptr i64 %59 to ptr
  br label %64

61:                                               ; preds = %54
  %62 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %55
  %63 = load ptr, ptr %62, align 8
  br label %64

64:                                               ; preds = %61, %56
  %65 = phi ptr [ %60, %56 ], [ %63, %61 ]
  %66 = trunc i64 %55 to i32
  %67 = shl nuw i32 1, %66
  %68 = and i32 %67, %11
  %69 = icmp eq i32 %68, 0
  br i1 %69, label %72, label %70

70:                                               ; preds = %64
  %71 = load i8, ptr %65, align 1
  br label %72

72:                                               ; preds = %64, %70
  %73 = phi i8 [ %71, %70 ], [ -1, %64 ]
  %74 = getelementptr inbounds i8, ptr %3, i64 %55
  store i8 %73, ptr %74, align 1
  %75 = add nuw nsw i64 %55, 1
  %76 = icmp eq i64 %75, 32
  br i1 %76, label %77, label %54

77:                                               ; preds = %72, %44
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #18
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define internal fastcc i32 @check_warp(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2, ptr nocapture noundef readonly %3, i32 noundef %4, i32 noundef %5, i32 noundef %6, ptr nocapture noundef writeonly %7, ptr nocapture noundef writeonly %8, ptr nocapture noundef writeonly %9) unnamed_addr #4 {
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca ptr, align 8
  store i32 0, ptr %9, align 4
  store i64 0, ptr %8, align 8
  %15 = icmp eq i32 %2, 0
  br i1 %15, label %90, label %16

16:                                               ; preds = %10
  %17 = icmp eq i32 %1, 2
  br i1 %17, label %18, label %19

18:                                               ; preds = %65, %16
  br label %70

19:                                               ; preds = %16
  %20 = tail call i32 @llvm.cttz.i32(i32 %2, i1 true)
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %11) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %12) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %13) #18
  %21 = zext nneg i32 %20 to i64
  %22 = getelementptr inbounds i64, ptr %3, i64 %21
  %23 = load i64, ptr %22, align 8
  store i64 %23, ptr %13, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %14) #18
  %24 = icmp eq i32 %1, 4
  %25 = and i64 %23, -4294967296
  %26 = icmp eq i64 %25, 2199023255552
  %27 = select i1 %24, i1 %26, i1 false
  br i1 %27, label %65, label %28

28:                                               ; preds = %19
  %29 = call fastcc i32 @find_range(ptr noundef %0, i32 noundef %1, i32 noundef %6, i32 noundef %20, ptr noundef nonnull %13, ptr noundef nonnull %11, ptr noundef nonnull %12, ptr noundef nonnull %14)
  %30 = icmp eq i32 %29, 0
  br i1 %30, label %65, label %31

31:                                               ; preds = %28
  %32 = load i64, ptr %12, align 8
  %33 = load i64, ptr %11, align 8
  %34 = sub i64 %32, %33
  %35 = zext nneg i32 %4 to i64
  %36 = icmp ult i64 %34, %35
  br i1 %36, label %65, label %37

37:                                               ; preds = %31
  %38 = load i64, ptr %22, align 8
  %39 = load i64, ptr %13, align 8
  %40 = sub i64 %38, %39
  %41 = sub i64 %34, %35
  %42 = add nsw i32 %4, -1
  %43 = zext nneg i32 %42 to i64
  br label %46

44:                                               ; preds = %46
  %45 = icmp eq i64 %62, 0
  br i1 %45, label %66, label %65

46:                                               ; preds = %37, %46
  %47 = phi i64 [ 0, %37 ], [ %63, %46 ]
  %48 = phi i64 [ 0, %37 ], [ %62, %46 ]
  %49 = getelementptr inbounds i64, ptr %3, i64 %47
  %50 = load i64, ptr %49, align 8
  %51 = sub i64 %50, %40
  %52 = sub i64 %51, %33
  %53 = icmp ugt i64 %52, %41
  %54 = zext i1 %53 to i64
  %55 = and i64 %51, %43
  %56 = or i64 %55, %54
  %57 = trunc i64 %47 to i32
  %58 = shl nuw i32 1, %57
  %59 = and i32 %58, %2
  %60 = icmp eq i32 %59, 0
  %61 = select i1 %60, i64 0, i64 %56
  %62 = or i64 %61, %48
  %63 = add nuw nsw i64 %47, 1
  %64 = icmp eq i64 %63, 32
  br i1 %64, label %44, label %46

65:                                               ; preds = %44, %31, %28, %19
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %14) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %13) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %12) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %11) #18
  br label %18

66:                                               ; preds = %44
  store i32 1, ptr %9, align 4
  %67 = load ptr, ptr %14, align 8
  %68 = ptrtoint ptr %67 to i64
  %69 = sub i64 %68, %40
  store i64 %69, ptr %8, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %14) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %13) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %12) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %11) #18
  br label %90

70:                                               ; preds = %18, %86
  %71 = phi i64 [ %88, %86 ], [ 0, %18 ]
  %72 = phi i32 [ %87, %86 ], [ 0, %18 ]
  %73 = trunc i64 %71 to i32
  %74 = shl nuw i32 1, %73
  %75 = and i32 %74, %2
  %76 = icmp eq i32 %75, 0
  br i1 %76, label %86, label %77

77:                                               ; preds = %70
  %78 = getelementptr inbounds i64, ptr %3, i64 %71
  %79 = load i64, ptr %78, align 8
  %80 = tail call fastcc ptr @check_lane(ptr noundef %0, i32 noundef %1, i32 noundef %73, i64 noundef %79, i32 noundef %4, i32 noundef %5, i32 noundef %6)
  %81 = getelementptr inbounds ptr, ptr %7, i64 %71
  store ptr %80, ptr %81, align 8
  %82 = icmp ne ptr %80, null
  %83 = zext i1 %82 to i32
  %84 = shl nuw i32 %83, %73
  %85 = or i32 %84, %72
  br label %86

86:                                               ; preds = %70, %77
  %87 = phi i32 [ %85, %77 ], [ %72, %70 ]
  %88 = add nuw nsw i64 %71, 1
  %89 = icmp eq i64 %88, 32
  br i1 %89, label %90, label %70

90:                                               ; preds = %86, %66, %10
  %91 = phi i32 [ %2, %66 ], [ 0, %10 ], [ %87, %86 ]
  ret i32 %91
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_watch_access(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) #4 {
  %3 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 2
  %4 = load i32, ptr %3, align 8
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %13, label %6

6:                                                ; preds = %2
  %7 = load ptr, ptr %0, align 8
  %8 = getelementptr inbounds %struct.kh_launch, ptr %7, i64 0, i32 21
  %9 = load i32, ptr %8, align 8
  %10 = and i32 %9, 16
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %13, label %12

12:                                               ; preds = %6
  tail call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %1)
  br label %13

13:                                               ; preds = %2, %12, %6
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_1x1(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #18
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 1, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #18
  store i32 %5, ptr %10, align 8
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 1, ptr %19, align 4
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %20, align 8
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 1, ptr %21, align 4
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 1, ptr %22, align 8
  %23 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 5
  store i32 %4, ptr %23, align 4
  %24 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 6
  store ptr %2, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 7
  store ptr %7, ptr %25, align 8
  %26 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 8
  store i64 %17, ptr %26, align 8
  %27 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 9
  store i32 %16, ptr %27, align 8
  %28 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 10
  store ptr %3, ptr %28, align 8
  %29 = icmp eq i32 %11, 0
  %30 = and i32 %14, 16
  %31 = icmp eq i32 %30, 0
  %32 = or i1 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %18
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  br label %34

34:                                               ; preds = %18, %33
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #18
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %57
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #18
  ret void

38:                                               ; preds = %35, %57
  %39 = phi i64 [ 0, %35 ], [ %58, %57 ]
  %40 = trunc i64 %39 to i32
  %41 = shl nuw i32 1, %40
  %42 = and i32 %41, %11
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %57, label %44

44:                                               ; preds = %38
  br i1 %36, label %50, label %45

45:                                               ; preds = %44
  %46 = getelementptr inbounds i64, ptr %2, i64 %39
  %47 = load i64, ptr %46, align 8
  %48 = add i64 %17, %47
  %49 = inttoptr i64 %48 to ptr
  br label %53

50:                                               ; preds = %44
  %51 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %39
  %52 = load ptr, ptr %51, align 8
  br label %53

53:                                               ; preds = %50, %45
  %54 = phi ptr [ %49, %45 ], [ %52, %50 ]
  %55 = getelementptr inbounds i8, ptr %3, i64 %39
  %56 = load i8, ptr %55, align 1
  store i8 %56, ptr %54, align 1
  br label %57

57:                                               ; preds = %38, %53
  %58 = add nuw nsw i64 %39, 1
  %59 = icmp eq i64 %58, 32
  br i1 %59, label %37, label %38
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_1x2(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #18
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 2, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #18
  store i32 %5, ptr %10, align 8
  %18 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 0, ptr %18, align 4
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %19, align 8
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 2, ptr %20, align 4
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 1, ptr %21, align 8
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 5
  store i32 %4, ptr %22, align 4
  %23 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 6
  store ptr %2, ptr %23, align 8
  %24 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 7
  store ptr %7, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 8
  %26 = load i64, ptr %8, align 8
  store i64 %26, ptr %25, align 8
  %27 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 9
  store i32 %16, ptr %27, align 8
  %28 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 10
  store ptr null, ptr %28, align 8
  %29 = icmp eq i32 %11, 0
  %30 = and i32 %14, 16
  %31 = icmp eq i32 %30, 0
  %32 = or i1 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %17
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  br label %34

34:                                               ; preds = %17, %33
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #18
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp ne i32 %16, 0
  %37 = icmp eq i32 %1, -1
  %38 = and i1 %37, %36
  br i1 %38, label %42, label %39

39:                                               ; preds = %35
  %40 = icmp eq i32 %16, 0
  %41 = load i64, ptr %8, align 8
  br label %60

42:                                               ; preds = %35
  %43 = load i64, ptr %8, align 8
  br label %44

44:                                               ; preds = %42, %44
  %45 = phi i64 [ 0, %42 ], [ %58, %44 ]
  %46 = getelementptr inbounds i64, ptr %2, i64 %45
  %47 = getelementptr i8, ptr %3, i64 %45
  %48 = load i64, ptr %46, align 8
  %49 = add i64 %43, %48
  %50 = inttoptr i64 %49 to ptr
  %51 = load i8, ptr %50, align 1
  store i8 %51, ptr %47, align 1
  %52 = load i64, ptr %46, align 8
  %53 = add i64 %43, %52
  %54 = inttoptr i64 %53 to ptr
  %55 = getelementptr inbounds i8, ptr %54, i64 1
  %56 = load i8, ptr %55, align 1
  %57 = getelementptr i8, ptr %47, i64 32
  store i8 %56, ptr %57, align 1
  %58 = add nuw nsw i64 %45, 1
  %59 = icmp eq i64 %58, 32
  br i1 %59, label %90, label %44

60:                                               ; preds = %39, %77
  %61 = phi i64 [ 0, %39 ], [ %78, %77 ]
  br i1 %40, label %67, label %62

62:                                               ; preds = %60
  %63 = getelementptr inbounds i64, ptr %2, i64 %61
  %64 = load i64, ptr %63, align 8
  %65 = add i64 %41, %64
  %66 = inttoptr i64 %65 to ptr
  br label %70

67:                                               ; preds = %60
  %68 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %61
  %69 = load ptr, ptr %68, align 8
  br label %70

70:                                               ; preds = %67, %62
  %71 = phi ptr [ %66, %62 ], [ %69, %67 ]
  %72 = trunc i64 %61 to i32
  %73 = shl nuw i32 1, %72
  %74 = and i32 %73, %11
  %75 = icmp eq i32 %74, 0
  %76 = getelementptr i8, ptr %3, i64 %61
  br label %80

77:                                               ; preds = %86
  %78 = add nuw nsw i64 %61, 1
  %79 = icmp eq i64 %78, 32
  br i1 %79, label %90, label %60

80:                                               ; preds = %70, %86
  %81 = phi i1 [ true, %70 ], [ false, %86 ]
  %82 = phi i64 [ 0, %70 ], [ 1, %86 ]
  br i1 %75, label %86, label %83

83:                                               ; preds = %80
  %84 = getelementptr inbounds i8, ptr %71, i64 %82
  %85 = load i8, ptr %84, align 1
  br label %86

86:                                               ; preds = %80, %83
  %87 = phi i8 [ %85, %83 ], [ -1, %80 ]
  %88 = shl nuw nsw i64 %82, 5
  %89 = getelementptr i8, ptr %76, i64 %88
  store i8 %87, ptr %89, align 1
  br i1 %81, label %80, label %77

90:                                               ; preds = %77, %44
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #18
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_1x2(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #18
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 2, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #18
  store i32 %5, ptr %10, align 8
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 1, ptr %19, align 4
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %20, align 8
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 2, ptr %21, align 4
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 1, ptr %22, align 8
  %23 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 5
  store i32 %4, ptr %23, align 4
  %24 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 6
  store ptr %2, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 7
  store ptr %7, ptr %25, align 8
  %26 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 8
  store i64 %17, ptr %26, align 8
  %27 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 9
  store i32 %16, ptr %27, align 8
  %28 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 10
  store ptr %3, ptr %28, align 8
  %29 = icmp eq i32 %11, 0
  %30 = and i32 %14, 16
  %31 = icmp eq i32 %30, 0
  %32 = or i1 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %18
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  br label %34

34:                                               ; preds = %18, %33
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #18
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %60
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #18
  ret void

38:                                               ; preds = %35, %60
  %39 = phi i64 [ 0, %35 ], [ %61, %60 ]
  %40 = trunc i64 %39 to i32
  %41 = shl nuw i32 1, %40
  %42 = and i32 %41, %11
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %60, label %44

44:                                               ; preds = %38
  br i1 %36, label %50, label %45

45:                                               ; preds = %44
  %46 = getelementptr inbounds i64, ptr %2, i64 %39
  %47 = load i64, ptr %46, align 8
  %48 = add i64 %17, %47
  %49 = inttoptr i64 %48 to ptr
  br label %53

50:                                               ; preds = %44
  %51 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %39
  %52 = load ptr, ptr %51, align 8
  br label %53

53:                                               ; preds = %50, %45
  %54 = phi ptr [ %49, %45 ], [ %52, %50 ]
  %55 = getelementptr i8, ptr %3, i64 %39
  %56 = load i8, ptr %55, align 1
  store i8 %56, ptr %54, align 1
  %57 = getelementptr i8, ptr %55, i64 32
  %58 = load i8, ptr %57, align 1
  %59 = getelementptr inbounds i8, ptr %54, i64 1
  store i8 %58, ptr %59, align 1
  br label %60

60:                                               ; preds = %53, %38
  %61 = add nuw nsw i64 %39, 1
  %62 = icmp eq i64 %61, 32
  br i1 %62, label %37, label %38
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_1x4(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #18
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 4, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #18
  store i32 %5, ptr %10, align 8
  %18 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 0, ptr %18, align 4
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %19, align 8
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 4, ptr %20, align 4
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 1, ptr %21, align 8
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 5
  store i32 %4, ptr %22, align 4
  %23 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 6
  store ptr %2, ptr %23, align 8
  %24 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 7
  store ptr %7, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 8
  %26 = load i64, ptr %8, align 8
  store i64 %26, ptr %25, align 8
  %27 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 9
  store i32 %16, ptr %27, align 8
  %28 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 10
  store ptr null, ptr %28, align 8
  %29 = icmp eq i32 %11, 0
  %30 = and i32 %14, 16
  %31 = icmp eq i32 %30, 0
  %32 = or i1 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %17
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  br label %34

34:                                               ; preds = %17, %33
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #18
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp ne i32 %16, 0
  %37 = icmp eq i32 %1, -1
  %38 = and i1 %37, %36
  br i1 %38, label %42, label %39

39:                                               ; preds = %35
  %40 = icmp eq i32 %16, 0
  %41 = load i64, ptr %8, align 8
  br label %62

42:                                               ; preds = %35
  %43 = load i64, ptr %8, align 8
  br label %44

44:                                               ; preds = %42, %48
  %45 = phi i64 [ 0, %42 ], [ %49, %48 ]
  %46 = getelementptr inbounds i64, ptr %2, i64 %45
  %47 = getelementptr i8, ptr %3, i64 %45
  br label %51

48:                                               ; preds = %51
  %49 = add nuw nsw i64 %45, 1
  %50 = icmp eq i64 %49, 32
  br i1 %50, label %93, label %44

51:                                               ; preds = %44, %51
  %52 = phi i64 [ 0, %44 ], [ %60, %51 ]
  %53 = load i64, ptr %46, align 8
  %54 = add i64 %43, %53
  %55 = inttoptr i64 %54 to ptr
  %56 = getelementptr inbounds i8, ptr %55, i64 %52
  %57 = load i8, ptr %56, align 1
  %58 = shl nuw nsw i64 %52, 5
  %59 = getelementptr i8, ptr %47, i64 %58
  store i8 %57, ptr %59, align 1
  %60 = add nuw nsw i64 %52, 1
  %61 = icmp eq i64 %60, 4
  br i1 %61, label %48, label %51

62:                                               ; preds = %39, %79
  %63 = phi i64 [ 0, %39 ], [ %80, %79 ]
  br i1 %40, label %69, label %64

64:                                               ; preds = %62
  %65 = getelementptr inbounds i64, ptr %2, i64 %63
  %66 = load i64, ptr %65, align 8
  %67 = add i64 %41, %66
  %68 = inttoptr i64 %67 to ptr
  br label %72

69:                                               ; preds = %62
  %70 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %63
  %71 = load ptr, ptr %70, align 8
  br label %72

72:                                               ; preds = %69, %64
  %73 = phi ptr [ %68, %64 ], [ %71, %69 ]
  %74 = trunc i64 %63 to i32
  %75 = shl nuw i32 1, %74
  %76 = and i32 %75, %11
  %77 = icmp eq i32 %76, 0
  %78 = getelementptr i8, ptr %3, i64 %63
  br label %82

79:                                               ; preds = %87
  %80 = add nuw nsw i64 %63, 1
  %81 = icmp eq i64 %80, 32
  br i1 %81, label %93, label %62

82:                                               ; preds = %72, %87
  %83 = phi i64 [ 0, %72 ], [ %91, %87 ]
  br i1 %77, label %87, label %84

84:                                               ; preds = %82
  %85 = getelementptr inbounds i8, ptr %73, i64 %83
  %86 = load i8, ptr %85, align 1
  br label %87

87:                                               ; preds = %82, %84
  %88 = phi i8 [ %86, %84 ], [ -1, %82 ]
  %89 = shl nuw nsw i64 %83, 5
  %90 = getelementptr i8, ptr %78, i64 %89
  store i8 %88, ptr %90, align 1
  %91 = add nuw nsw i64 %83, 1
  %92 = icmp eq i64 %91, 4
  br i1 %92, label %79, label %82

93:                                               ; preds = %79, %48
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #18
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_1x4(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #18
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 4, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #18
  store i32 %5, ptr %10, align 8
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 1, ptr %19, align 4
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %20, align 8
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 4, ptr %21, align 4
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 1, ptr %22, align 8
  %23 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 5
  store i32 %4, ptr %23, align 4
  %24 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 6
  store ptr %2, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 7
  store ptr %7, ptr %25, align 8
  %26 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 8
  store i64 %17, ptr %26, align 8
  %27 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 9
  store i32 %16, ptr %27, align 8
  %28 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 10
  store ptr %3, ptr %28, align 8
  %29 = icmp eq i32 %11, 0
  %30 = and i32 %14, 16
  %31 = icmp eq i32 %30, 0
  %32 = or i1 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %18
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  br label %34

34:                                               ; preds = %18, %33
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #18
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %64
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #18
  ret void

38:                                               ; preds = %35, %64
  %39 = phi i64 [ 0, %35 ], [ %65, %64 ]
  %40 = trunc i64 %39 to i32
  %41 = shl nuw i32 1, %40
  %42 = and i32 %41, %11
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %64, label %44

44:                                               ; preds = %38
  br i1 %36, label %50, label %45

45:                                               ; preds = %44
  %46 = getelementptr inbounds i64, ptr %2, i64 %39
  %47 = load i64, ptr %46, align 8
  %48 = add i64 %17, %47
  %49 = inttoptr i64 %48 to ptr
  br label %53

50:                                               ; preds = %44
  %51 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %39
  %52 = load ptr, ptr %51, align 8
  br label %53

53:                                               ; preds = %50, %45
  %54 = phi ptr [ %49, %45 ], [ %52, %50 ]
  %55 = getelementptr i8, ptr %3, i64 %39
  br label %56

56:                                               ; preds = %53, %56
  %57 = phi i64 [ 0, %53 ], [ %62, %56 ]
  %58 = shl nuw nsw i64 %57, 5
  %59 = getelementptr i8, ptr %55, i64 %58
  %60 = load i8, ptr %59, align 1
  %61 = getelementptr inbounds i8, ptr %54, i64 %57
  store i8 %60, ptr %61, align 1
  %62 = add nuw nsw i64 %57, 1
  %63 = icmp eq i64 %62, 4
  br i1 %63, label %64, label %56

64:                                               ; preds = %56, %38
  %65 = add nuw nsw i64 %39, 1
  %66 = icmp eq i64 %65, 32
  br i1 %66, label %37, label %38
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_2x1(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #18
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 2, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #18
  store i32 %5, ptr %10, align 8
  %18 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 0, ptr %18, align 4
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %19, align 8
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 2, ptr %20, align 4
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 2, ptr %21, align 8
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 5
  store i32 %4, ptr %22, align 4
  %23 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 6
  store ptr %2, ptr %23, align 8
  %24 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 7
  store ptr %7, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 8
  %26 = load i64, ptr %8, align 8
  store i64 %26, ptr %25, align 8
  %27 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 9
  store i32 %16, ptr %27, align 8
  %28 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 10
  store ptr null, ptr %28, align 8
  %29 = icmp eq i32 %11, 0
  %30 = and i32 %14, 16
  %31 = icmp eq i32 %30, 0
  %32 = or i1 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %17
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  br label %34

34:                                               ; preds = %17, %33
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #18
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp ne i32 %16, 0
  %37 = icmp eq i32 %1, -1
  %38 = and i1 %37, %36
  br i1 %38, label %42, label %39

39:                                               ; preds = %35
  %40 = icmp eq i32 %16, 0
  %41 = load i64, ptr %8, align 8
  br label %54

42:                                               ; preds = %35
  %43 = load i64, ptr %8, align 8
  br label %44

44:                                               ; preds = %42, %44
  %45 = phi i64 [ 0, %42 ], [ %52, %44 ]
  %46 = getelementptr inbounds i64, ptr %2, i64 %45
  %47 = load i64, ptr %46, align 8
  %48 = add i64 %43, %47
  %49 = inttoptr i64 %48 to ptr
  %50 = load i16, ptr %49, align 2
  %51 = getelementptr inbounds i16, ptr %3, i64 %45
  store i16 %50, ptr %51, align 2
  %52 = add nuw nsw i64 %45, 1
  %53 = icmp eq i64 %52, 32
  br i1 %53, label %77, label %44

54:                                               ; preds = %39, %72
  %55 = phi i64 [ 0, %39 ], [ %75, %72 ]
  br i1 %40, label %61, label %56

56:                                               ; preds = %54
  %57 = getelementptr inbounds i64, ptr %2, i64 %55
  %58 = load i64, ptr %57, align 8
  %59 = add i64 %41, %58
  %60 = inttoptr i64 %59 to ptr
  br label %64

61:                                               ; preds = %54
  %62 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %55
  %63 = load ptr, ptr %62, align 8
  br label %64

64:                                               ; preds = %61, %56
  %65 = phi ptr [ %60, %56 ], [ %63, %61 ]
  %66 = trunc i64 %55 to i32
  %67 = shl nuw i32 1, %66
  %68 = and i32 %67, %11
  %69 = icmp eq i32 %68, 0
  br i1 %69, label %72, label %70

70:                                               ; preds = %64
  %71 = load i16, ptr %65, align 2
  br label %72

72:                                               ; preds = %64, %70
  %73 = phi i16 [ %71, %70 ], [ -1, %64 ]
  %74 = getelementptr inbounds i16, ptr %3, i64 %55
  store i16 %73, ptr %74, align 2
  %75 = add nuw nsw i64 %55, 1
  %76 = icmp eq i64 %75, 32
  br i1 %76, label %77, label %54

77:                                               ; preds = %72, %44
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #18
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_2x1(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #18
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 2, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #18
  store i32 %5, ptr %10, align 8
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 1, ptr %19, align 4
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %20, align 8
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 2, ptr %21, align 4
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 2, ptr %22, align 8
  %23 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 5
  store i32 %4, ptr %23, align 4
  %24 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 6
  store ptr %2, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 7
  store ptr %7, ptr %25, align 8
  %26 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 8
  store i64 %17, ptr %26, align 8
  %27 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 9
  store i32 %16, ptr %27, align 8
  %28 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 10
  store ptr %3, ptr %28, align 8
  %29 = icmp eq i32 %11, 0
  %30 = and i32 %14, 16
  %31 = icmp eq i32 %30, 0
  %32 = or i1 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %18
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  br label %34

34:                                               ; preds = %18, %33
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #18
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %57
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #18
  ret void

38:                                               ; preds = %35, %57
  %39 = phi i64 [ 0, %35 ], [ %58, %57 ]
  %40 = trunc i64 %39 to i32
  %41 = shl nuw i32 1, %40
  %42 = and i32 %41, %11
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %57, label %44

44:                                               ; preds = %38
  br i1 %36, label %50, label %45

45:                                               ; preds = %44
  %46 = getelementptr inbounds i64, ptr %2, i64 %39
  %47 = load i64, ptr %46, align 8
  %48 = add i64 %17, %47
  %49 = inttoptr i64 %48 to ptr
  br label %53

50:                                               ; preds = %44
  %51 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %39
  %52 = load ptr, ptr %51, align 8
  br label %53

53:                                               ; preds = %50, %45
  %54 = phi ptr [ %49, %45 ], [ %52, %50 ]
  %55 = getelementptr inbounds i16, ptr %3, i64 %39
  %56 = load i16, ptr %55, align 2
  store i16 %56, ptr %54, align 2
  br label %57

57:                                               ; preds = %38, %53
  %58 = add nuw nsw i64 %39, 1
  %59 = icmp eq i64 %58, 32
  br i1 %59, label %37, label %38
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_2x2(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #18
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 4, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #18
  store i32 %5, ptr %10, align 8
  %18 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 0, ptr %18, align 4
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %19, align 8
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 4, ptr %20, align 4
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 2, ptr %21, align 8
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 5
  store i32 %4, ptr %22, align 4
  %23 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 6
  store ptr %2, ptr %23, align 8
  %24 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 7
  store ptr %7, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 8
  %26 = load i64, ptr %8, align 8
  store i64 %26, ptr %25, align 8
  %27 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 9
  store i32 %16, ptr %27, align 8
  %28 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 10
  store ptr null, ptr %28, align 8
  %29 = icmp eq i32 %11, 0
  %30 = and i32 %14, 16
  %31 = icmp eq i32 %30, 0
  %32 = or i1 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %17
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  br label %34

34:                                               ; preds = %17, %33
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #18
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp ne i32 %16, 0
  %37 = icmp eq i32 %1, -1
  %38 = and i1 %37, %36
  br i1 %38, label %42, label %39

39:                                               ; preds = %35
  %40 = icmp eq i32 %16, 0
  %41 = load i64, ptr %8, align 8
  br label %60

42:                                               ; preds = %35
  %43 = load i64, ptr %8, align 8
  br label %44

44:                                               ; preds = %42, %44
  %45 = phi i64 [ 0, %42 ], [ %58, %44 ]
  %46 = getelementptr inbounds i64, ptr %2, i64 %45
  %47 = getelementptr i16, ptr %3, i64 %45
  %48 = load i64, ptr %46, align 8
  %49 = add i64 %43, %48
  %50 = inttoptr i64 %49 to ptr
  %51 = load i16, ptr %50, align 2
  store i16 %51, ptr %47, align 2
  %52 = load i64, ptr %46, align 8
  %53 = add i64 %43, %52
  %54 = inttoptr i64 %53 to ptr
  %55 = getelementptr inbounds i16, ptr %54, i64 1
  %56 = load i16, ptr %55, align 2
  %57 = getelementptr i16, ptr %47, i64 32
  store i16 %56, ptr %57, align 2
  %58 = add nuw nsw i64 %45, 1
  %59 = icmp eq i64 %58, 32
  br i1 %59, label %90, label %44

60:                                               ; preds = %39, %77
  %61 = phi i64 [ 0, %39 ], [ %78, %77 ]
  br i1 %40, label %67, label %62

62:                                               ; preds = %60
  %63 = getelementptr inbounds i64, ptr %2, i64 %61
  %64 = load i64, ptr %63, align 8
  %65 = add i64 %41, %64
  %66 = inttoptr i64 %65 to ptr
  br label %70

67:                                               ; preds = %60
  %68 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %61
  %69 = load ptr, ptr %68, align 8
  br label %70

70:                                               ; preds = %67, %62
  %71 = phi ptr [ %66, %62 ], [ %69, %67 ]
  %72 = trunc i64 %61 to i32
  %73 = shl nuw i32 1, %72
  %74 = and i32 %73, %11
  %75 = icmp eq i32 %74, 0
  %76 = getelementptr i16, ptr %3, i64 %61
  br label %80

77:                                               ; preds = %86
  %78 = add nuw nsw i64 %61, 1
  %79 = icmp eq i64 %78, 32
  br i1 %79, label %90, label %60

80:                                               ; preds = %70, %86
  %81 = phi i1 [ true, %70 ], [ false, %86 ]
  %82 = phi i64 [ 0, %70 ], [ 1, %86 ]
  br i1 %75, label %86, label %83

83:                                               ; preds = %80
  %84 = getelementptr inbounds i16, ptr %71, i64 %82
  %85 = load i16, ptr %84, align 2
  br label %86

86:                                               ; preds = %80, %83
  %87 = phi i16 [ %85, %83 ], [ -1, %80 ]
  %88 = shl nuw nsw i64 %82, 5
  %89 = getelementptr i16, ptr %76, i64 %88
  store i16 %87, ptr %89, align 2
  br i1 %81, label %80, label %77

90:                                               ; preds = %77, %44
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #18
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_2x2(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #18
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 4, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #18
  store i32 %5, ptr %10, align 8
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 1, ptr %19, align 4
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %20, align 8
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 4, ptr %21, align 4
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 2, ptr %22, align 8
  %23 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 5
  store i32 %4, ptr %23, align 4
  %24 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 6
  store ptr %2, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 7
  store ptr %7, ptr %25, align 8
  %26 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 8
  store i64 %17, ptr %26, align 8
  %27 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 9
  store i32 %16, ptr %27, align 8
  %28 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 10
  store ptr %3, ptr %28, align 8
  %29 = icmp eq i32 %11, 0
  %30 = and i32 %14, 16
  %31 = icmp eq i32 %30, 0
  %32 = or i1 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %18
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  br label %34

34:                                               ; preds = %18, %33
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #18
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %60
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #18
  ret void

38:                                               ; preds = %35, %60
  %39 = phi i64 [ 0, %35 ], [ %61, %60 ]
  %40 = trunc i64 %39 to i32
  %41 = shl nuw i32 1, %40
  %42 = and i32 %41, %11
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %60, label %44

44:                                               ; preds = %38
  br i1 %36, label %50, label %45

45:                                               ; preds = %44
  %46 = getelementptr inbounds i64, ptr %2, i64 %39
  %47 = load i64, ptr %46, align 8
  %48 = add i64 %17, %47
  %49 = inttoptr i64 %48 to ptr
  br label %53

50:                                               ; preds = %44
  %51 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %39
  %52 = load ptr, ptr %51, align 8
  br label %53

53:                                               ; preds = %50, %45
  %54 = phi ptr [ %49, %45 ], [ %52, %50 ]
  %55 = getelementptr i16, ptr %3, i64 %39
  %56 = load i16, ptr %55, align 2
  store i16 %56, ptr %54, align 2
  %57 = getelementptr i16, ptr %55, i64 32
  %58 = load i16, ptr %57, align 2
  %59 = getelementptr inbounds i16, ptr %54, i64 1
  store i16 %58, ptr %59, align 2
  br label %60

60:                                               ; preds = %53, %38
  %61 = add nuw nsw i64 %39, 1
  %62 = icmp eq i64 %61, 32
  br i1 %62, label %37, label %38
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_2x4(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #18
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 8, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #18
  store i32 %5, ptr %10, align 8
  %18 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 0, ptr %18, align 4
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %19, align 8
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 8, ptr %20, align 4
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 2, ptr %21, align 8
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 5
  store i32 %4, ptr %22, align 4
  %23 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 6
  store ptr %2, ptr %23, align 8
  %24 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 7
  store ptr %7, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 8
  %26 = load i64, ptr %8, align 8
  store i64 %26, ptr %25, align 8
  %27 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 9
  store i32 %16, ptr %27, align 8
  %28 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 10
  store ptr null, ptr %28, align 8
  %29 = icmp eq i32 %11, 0
  %30 = and i32 %14, 16
  %31 = icmp eq i32 %30, 0
  %32 = or i1 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %17
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  br label %34

34:                                               ; preds = %17, %33
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #18
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp ne i32 %16, 0
  %37 = icmp eq i32 %1, -1
  %38 = and i1 %37, %36
  br i1 %38, label %42, label %39

39:                                               ; preds = %35
  %40 = icmp eq i32 %16, 0
  %41 = load i64, ptr %8, align 8
  br label %62

42:                                               ; preds = %35
  %43 = load i64, ptr %8, align 8
  br label %44

44:                                               ; preds = %42, %48
  %45 = phi i64 [ 0, %42 ], [ %49, %48 ]
  %46 = getelementptr inbounds i64, ptr %2, i64 %45
  %47 = getelementptr i16, ptr %3, i64 %45
  br label %51

48:                                               ; preds = %51
  %49 = add nuw nsw i64 %45, 1
  %50 = icmp eq i64 %49, 32
  br i1 %50, label %93, label %44

51:                                               ; preds = %44, %51
  %52 = phi i64 [ 0, %44 ], [ %60, %51 ]
  %53 = load i64, ptr %46, align 8
  %54 = add i64 %43, %53
  %55 = inttoptr i64 %54 to ptr
  %56 = getelementptr inbounds i16, ptr %55, i64 %52
  %57 = load i16, ptr %56, align 2
  %58 = shl nuw nsw i64 %52, 5
  %59 = getelementptr i16, ptr %47, i64 %58
  store i16 %57, ptr %59, align 2
  %60 = add nuw nsw i64 %52, 1
  %61 = icmp eq i64 %60, 4
  br i1 %61, label %48, label %51

62:                                               ; preds = %39, %79
  %63 = phi i64 [ 0, %39 ], [ %80, %79 ]
  br i1 %40, label %69, label %64

64:                                               ; preds = %62
  %65 = getelementptr inbounds i64, ptr %2, i64 %63
  %66 = load i64, ptr %65, align 8
  %67 = add i64 %41, %66
  %68 = inttoptr i64 %67 to ptr
  br label %72

69:                                               ; preds = %62
  %70 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %63
  %71 = load ptr, ptr %70, align 8
  br label %72

72:                                               ; preds = %69, %64
  %73 = phi ptr [ %68, %64 ], [ %71, %69 ]
  %74 = trunc i64 %63 to i32
  %75 = shl nuw i32 1, %74
  %76 = and i32 %75, %11
  %77 = icmp eq i32 %76, 0
  %78 = getelementptr i16, ptr %3, i64 %63
  br label %82

79:                                               ; preds = %87
  %80 = add nuw nsw i64 %63, 1
  %81 = icmp eq i64 %80, 32
  br i1 %81, label %93, label %62

82:                                               ; preds = %72, %87
  %83 = phi i64 [ 0, %72 ], [ %91, %87 ]
  br i1 %77, label %87, label %84

84:                                               ; preds = %82
  %85 = getelementptr inbounds i16, ptr %73, i64 %83
  %86 = load i16, ptr %85, align 2
  br label %87

87:                                               ; preds = %82, %84
  %88 = phi i16 [ %86, %84 ], [ -1, %82 ]
  %89 = shl nuw nsw i64 %83, 5
  %90 = getelementptr i16, ptr %78, i64 %89
  store i16 %88, ptr %90, align 2
  %91 = add nuw nsw i64 %83, 1
  %92 = icmp eq i64 %91, 4
  br i1 %92, label %79, label %82

93:                                               ; preds = %79, %48
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #18
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_2x4(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #18
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 8, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #18
  store i32 %5, ptr %10, align 8
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 1, ptr %19, align 4
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %20, align 8
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 8, ptr %21, align 4
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 2, ptr %22, align 8
  %23 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 5
  store i32 %4, ptr %23, align 4
  %24 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 6
  store ptr %2, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 7
  store ptr %7, ptr %25, align 8
  %26 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 8
  store i64 %17, ptr %26, align 8
  %27 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 9
  store i32 %16, ptr %27, align 8
  %28 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 10
  store ptr %3, ptr %28, align 8
  %29 = icmp eq i32 %11, 0
  %30 = and i32 %14, 16
  %31 = icmp eq i32 %30, 0
  %32 = or i1 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %18
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  br label %34

34:                                               ; preds = %18, %33
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #18
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %64
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #18
  ret void

38:                                               ; preds = %35, %64
  %39 = phi i64 [ 0, %35 ], [ %65, %64 ]
  %40 = trunc i64 %39 to i32
  %41 = shl nuw i32 1, %40
  %42 = and i32 %41, %11
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %64, label %44

44:                                               ; preds = %38
  br i1 %36, label %50, label %45

45:                                               ; preds = %44
  %46 = getelementptr inbounds i64, ptr %2, i64 %39
  %47 = load i64, ptr %46, align 8
  %48 = add i64 %17, %47
  %49 = inttoptr i64 %48 to ptr
  br label %53

50:                                               ; preds = %44
  %51 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %39
  %52 = load ptr, ptr %51, align 8
  br label %53

53:                                               ; preds = %50, %45
  %54 = phi ptr [ %49, %45 ], [ %52, %50 ]
  %55 = getelementptr i16, ptr %3, i64 %39
  br label %56

56:                                               ; preds = %53, %56
  %57 = phi i64 [ 0, %53 ], [ %62, %56 ]
  %58 = shl nuw nsw i64 %57, 5
  %59 = getelementptr i16, ptr %55, i64 %58
  %60 = load i16, ptr %59, align 2
  %61 = getelementptr inbounds i16, ptr %54, i64 %57
  store i16 %60, ptr %61, align 2
  %62 = add nuw nsw i64 %57, 1
  %63 = icmp eq i64 %62, 4
  br i1 %63, label %64, label %56

64:                                               ; preds = %56, %38
  %65 = add nuw nsw i64 %39, 1
  %66 = icmp eq i64 %65, 32
  br i1 %66, label %37, label %38
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_2x8(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #18
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 16, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #18
  store i32 %5, ptr %10, align 8
  %18 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 0, ptr %18, align 4
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %19, align 8
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 16, ptr %20, align 4
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 2, ptr %21, align 8
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 5
  store i32 %4, ptr %22, align 4
  %23 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 6
  store ptr %2, ptr %23, align 8
  %24 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 7
  store ptr %7, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 8
  %26 = load i64, ptr %8, align 8
  store i64 %26, ptr %25, align 8
  %27 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 9
  store i32 %16, ptr %27, align 8
  %28 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 10
  store ptr null, ptr %28, align 8
  %29 = icmp eq i32 %11, 0
  %30 = and i32 %14, 16
  %31 = icmp eq i32 %30, 0
  %32 = or i1 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %17
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  br label %34

34:                                               ; preds = %17, %33
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #18
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp ne i32 %16, 0
  %37 = icmp eq i32 %1, -1
  %38 = and i1 %37, %36
  br i1 %38, label %42, label %39

39:                                               ; preds = %35
  %40 = icmp eq i32 %16, 0
  %41 = load i64, ptr %8, align 8
  br label %62

42:                                               ; preds = %35
  %43 = load i64, ptr %8, align 8
  br label %44

44:                                               ; preds = %42, %48
  %45 = phi i64 [ 0, %42 ], [ %49, %48 ]
  %46 = getelementptr inbounds i64, ptr %2, i64 %45
  %47 = getelementptr i16, ptr %3, i64 %45
  br label %51

48:                                               ; preds = %51
  %49 = add nuw nsw i64 %45, 1
  %50 = icmp eq i64 %49, 32
  br i1 %50, label %93, label %44

51:                                               ; preds = %44, %51
  %52 = phi i64 [ 0, %44 ], [ %60, %51 ]
  %53 = load i64, ptr %46, align 8
  %54 = add i64 %43, %53
  %55 = inttoptr i64 %54 to ptr
  %56 = getelementptr inbounds i16, ptr %55, i64 %52
  %57 = load i16, ptr %56, align 2
  %58 = shl nuw nsw i64 %52, 5
  %59 = getelementptr i16, ptr %47, i64 %58
  store i16 %57, ptr %59, align 2
  %60 = add nuw nsw i64 %52, 1
  %61 = icmp eq i64 %60, 8
  br i1 %61, label %48, label %51

62:                                               ; preds = %39, %79
  %63 = phi i64 [ 0, %39 ], [ %80, %79 ]
  br i1 %40, label %69, label %64

64:                                               ; preds = %62
  %65 = getelementptr inbounds i64, ptr %2, i64 %63
  %66 = load i64, ptr %65, align 8
  %67 = add i64 %41, %66
  %68 = inttoptr i64 %67 to ptr
  br label %72

69:                                               ; preds = %62
  %70 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %63
  %71 = load ptr, ptr %70, align 8
  br label %72

72:                                               ; preds = %69, %64
  %73 = phi ptr [ %68, %64 ], [ %71, %69 ]
  %74 = trunc i64 %63 to i32
  %75 = shl nuw i32 1, %74
  %76 = and i32 %75, %11
  %77 = icmp eq i32 %76, 0
  %78 = getelementptr i16, ptr %3, i64 %63
  br label %82

79:                                               ; preds = %87
  %80 = add nuw nsw i64 %63, 1
  %81 = icmp eq i64 %80, 32
  br i1 %81, label %93, label %62

82:                                               ; preds = %72, %87
  %83 = phi i64 [ 0, %72 ], [ %91, %87 ]
  br i1 %77, label %87, label %84

84:                                               ; preds = %82
  %85 = getelementptr inbounds i16, ptr %73, i64 %83
  %86 = load i16, ptr %85, align 2
  br label %87

87:                                               ; preds = %82, %84
  %88 = phi i16 [ %86, %84 ], [ -1, %82 ]
  %89 = shl nuw nsw i64 %83, 5
  %90 = getelementptr i16, ptr %78, i64 %89
  store i16 %88, ptr %90, align 2
  %91 = add nuw nsw i64 %83, 1
  %92 = icmp eq i64 %91, 8
  br i1 %92, label %79, label %82

93:                                               ; preds = %79, %48
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #18
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_2x8(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #18
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 16, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #18
  store i32 %5, ptr %10, align 8
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 1, ptr %19, align 4
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %20, align 8
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 16, ptr %21, align 4
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 2, ptr %22, align 8
  %23 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 5
  store i32 %4, ptr %23, align 4
  %24 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 6
  store ptr %2, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 7
  store ptr %7, ptr %25, align 8
  %26 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 8
  store i64 %17, ptr %26, align 8
  %27 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 9
  store i32 %16, ptr %27, align 8
  %28 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 10
  store ptr %3, ptr %28, align 8
  %29 = icmp eq i32 %11, 0
  %30 = and i32 %14, 16
  %31 = icmp eq i32 %30, 0
  %32 = or i1 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %18
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  br label %34

34:                                               ; preds = %18, %33
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #18
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %64
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #18
  ret void

38:                                               ; preds = %35, %64
  %39 = phi i64 [ 0, %35 ], [ %65, %64 ]
  %40 = trunc i64 %39 to i32
  %41 = shl nuw i32 1, %40
  %42 = and i32 %41, %11
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %64, label %44

44:                                               ; preds = %38
  br i1 %36, label %50, label %45

45:                                               ; preds = %44
  %46 = getelementptr inbounds i64, ptr %2, i64 %39
  %47 = load i64, ptr %46, align 8
  %48 = add i64 %17, %47
  %49 = inttoptr i64 %48 to ptr
  br label %53

50:                                               ; preds = %44
  %51 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %39
  %52 = load ptr, ptr %51, align 8
  br label %53

53:                                               ; preds = %50, %45
  %54 = phi ptr [ %49, %45 ], [ %52, %50 ]
  %55 = getelementptr i16, ptr %3, i64 %39
  br label %56

56:                                               ; preds = %53, %56
  %57 = phi i64 [ 0, %53 ], [ %62, %56 ]
  %58 = shl nuw nsw i64 %57, 5
  %59 = getelementptr i16, ptr %55, i64 %58
  %60 = load i16, ptr %59, align 2
  %61 = getelementptr inbounds i16, ptr %54, i64 %57
  store i16 %60, ptr %61, align 2
  %62 = add nuw nsw i64 %57, 1
  %63 = icmp eq i64 %62, 8
  br i1 %63, label %64, label %56

64:                                               ; preds = %56, %38
  %65 = add nuw nsw i64 %39, 1
  %66 = icmp eq i64 %65, 32
  br i1 %66, label %37, label %38
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_4x1(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #18
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 4, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #18
  store i32 %5, ptr %10, align 8
  %18 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 0, ptr %18, align 4
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %19, align 8
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 4, ptr %20, align 4
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 4, ptr %21, align 8
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 5
  store i32 %4, ptr %22, align 4
  %23 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 6
  store ptr %2, ptr %23, align 8
  %24 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 7
  store ptr %7, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 8
  %26 = load i64, ptr %8, align 8
  store i64 %26, ptr %25, align 8
  %27 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 9
  store i32 %16, ptr %27, align 8
  %28 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 10
  store ptr null, ptr %28, align 8
  %29 = icmp eq i32 %11, 0
  %30 = and i32 %14, 16
  %31 = icmp eq i32 %30, 0
  %32 = or i1 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %17
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  br label %34

34:                                               ; preds = %17, %33
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #18
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp ne i32 %16, 0
  %37 = icmp eq i32 %1, -1
  %38 = and i1 %37, %36
  br i1 %38, label %42, label %39

39:                                               ; preds = %35
  %40 = icmp eq i32 %16, 0
  %41 = load i64, ptr %8, align 8
  br label %54

42:                                               ; preds = %35
  %43 = load i64, ptr %8, align 8
  br label %44

44:                                               ; preds = %42, %44
  %45 = phi i64 [ 0, %42 ], [ %52, %44 ]
  %46 = getelementptr inbounds i64, ptr %2, i64 %45
  %47 = load i64, ptr %46, align 8
  %48 = add i64 %43, %47
  %49 = inttoptr i64 %48 to ptr
  %50 = load i32, ptr %49, align 4
  %51 = getelementptr inbounds i32, ptr %3, i64 %45
  store i32 %50, ptr %51, align 4
  %52 = add nuw nsw i64 %45, 1
  %53 = icmp eq i64 %52, 32
  br i1 %53, label %77, label %44

54:                                               ; preds = %39, %72
  %55 = phi i64 [ 0, %39 ], [ %75, %72 ]
  br i1 %40, label %61, label %56

56:                                               ; preds = %54
  %57 = getelementptr inbounds i64, ptr %2, i64 %55
  %58 = load i64, ptr %57, align 8
  %59 = add i64 %41, %58
  %60 = inttoptr i64 %59 to ptr
  br label %64

61:                                               ; preds = %54
  %62 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %55
  %63 = load ptr, ptr %62, align 8
  br label %64

64:                                               ; preds = %61, %56
  %65 = phi ptr [ %60, %56 ], [ %63, %61 ]
  %66 = trunc i64 %55 to i32
  %67 = shl nuw i32 1, %66
  %68 = and i32 %67, %11
  %69 = icmp eq i32 %68, 0
  br i1 %69, label %72, label %70

70:                                               ; preds = %64
  %71 = load i32, ptr %65, align 4
  br label %72

72:                                               ; preds = %64, %70
  %73 = phi i32 [ %71, %70 ], [ -1, %64 ]
  %74 = getelementptr inbounds i32, ptr %3, i64 %55
  store i32 %73, ptr %74, align 4
  %75 = add nuw nsw i64 %55, 1
  %76 = icmp eq i64 %75, 32
  br i1 %76, label %77, label %54

77:                                               ; preds = %72, %44
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #18
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_4x1(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #18
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 4, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #18
  store i32 %5, ptr %10, align 8
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 1, ptr %19, align 4
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %20, align 8
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 4, ptr %21, align 4
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 4, ptr %22, align 8
  %23 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 5
  store i32 %4, ptr %23, align 4
  %24 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 6
  store ptr %2, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 7
  store ptr %7, ptr %25, align 8
  %26 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 8
  store i64 %17, ptr %26, align 8
  %27 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 9
  store i32 %16, ptr %27, align 8
  %28 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 10
  store ptr %3, ptr %28, align 8
  %29 = icmp eq i32 %11, 0
  %30 = and i32 %14, 16
  %31 = icmp eq i32 %30, 0
  %32 = or i1 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %18
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  br label %34

34:                                               ; preds = %18, %33
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #18
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %57
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #18
  ret void

38:                                               ; preds = %35, %57
  %39 = phi i64 [ 0, %35 ], [ %58, %57 ]
  %40 = trunc i64 %39 to i32
  %41 = shl nuw i32 1, %40
  %42 = and i32 %41, %11
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %57, label %44

44:                                               ; preds = %38
  br i1 %36, label %50, label %45

45:                                               ; preds = %44
  %46 = getelementptr inbounds i64, ptr %2, i64 %39
  %47 = load i64, ptr %46, align 8
  %48 = add i64 %17, %47
  %49 = inttoptr i64 %48 to ptr
  br label %53

50:                                               ; preds = %44
  %51 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %39
  %52 = load ptr, ptr %51, align 8
  br label %53

53:                                               ; preds = %50, %45
  %54 = phi ptr [ %49, %45 ], [ %52, %50 ]
  %55 = getelementptr inbounds i32, ptr %3, i64 %39
  %56 = load i32, ptr %55, align 4
  store i32 %56, ptr %54, align 4
  br label %57

57:                                               ; preds = %38, %53
  %58 = add nuw nsw i64 %39, 1
  %59 = icmp eq i64 %58, 32
  br i1 %59, label %37, label %38
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_4x2(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #18
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 8, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #18
  store i32 %5, ptr %10, align 8
  %18 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 0, ptr %18, align 4
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %19, align 8
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 8, ptr %20, align 4
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 4, ptr %21, align 8
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 5
  store i32 %4, ptr %22, align 4
  %23 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 6
  store ptr %2, ptr %23, align 8
  %24 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 7
  store ptr %7, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 8
  %26 = load i64, ptr %8, align 8
  store i64 %26, ptr %25, align 8
  %27 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 9
  store i32 %16, ptr %27, align 8
  %28 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 10
  store ptr null, ptr %28, align 8
  %29 = icmp eq i32 %11, 0
  %30 = and i32 %14, 16
  %31 = icmp eq i32 %30, 0
  %32 = or i1 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %17
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  br label %34

34:                                               ; preds = %17, %33
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #18
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp ne i32 %16, 0
  %37 = icmp eq i32 %1, -1
  %38 = and i1 %37, %36
  br i1 %38, label %42, label %39

39:                                               ; preds = %35
  %40 = icmp eq i32 %16, 0
  %41 = load i64, ptr %8, align 8
  br label %60

42:                                               ; preds = %35
  %43 = load i64, ptr %8, align 8
  br label %44

44:                                               ; preds = %42, %44
  %45 = phi i64 [ 0, %42 ], [ %58, %44 ]
  %46 = getelementptr inbounds i64, ptr %2, i64 %45
  %47 = getelementptr i32, ptr %3, i64 %45
  %48 = load i64, ptr %46, align 8
  %49 = add i64 %43, %48
  %50 = inttoptr i64 %49 to ptr
  %51 = load i32, ptr %50, align 4
  store i32 %51, ptr %47, align 4
  %52 = load i64, ptr %46, align 8
  %53 = add i64 %43, %52
  %54 = inttoptr i64 %53 to ptr
  %55 = getelementptr inbounds i32, ptr %54, i64 1
  %56 = load i32, ptr %55, align 4
  %57 = getelementptr i32, ptr %47, i64 32
  store i32 %56, ptr %57, align 4
  %58 = add nuw nsw i64 %45, 1
  %59 = icmp eq i64 %58, 32
  br i1 %59, label %90, label %44

60:                                               ; preds = %39, %77
  %61 = phi i64 [ 0, %39 ], [ %78, %77 ]
  br i1 %40, label %67, label %62

62:                                               ; preds = %60
  %63 = getelementptr inbounds i64, ptr %2, i64 %61
  %64 = load i64, ptr %63, align 8
  %65 = add i64 %41, %64
  %66 = inttoptr i64 %65 to ptr
  br label %70

67:                                               ; preds = %60
  %68 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %61
  %69 = load ptr, ptr %68, align 8
  br label %70

70:                                               ; preds = %67, %62
  %71 = phi ptr [ %66, %62 ], [ %69, %67 ]
  %72 = trunc i64 %61 to i32
  %73 = shl nuw i32 1, %72
  %74 = and i32 %73, %11
  %75 = icmp eq i32 %74, 0
  %76 = getelementptr i32, ptr %3, i64 %61
  br label %80

77:                                               ; preds = %86
  %78 = add nuw nsw i64 %61, 1
  %79 = icmp eq i64 %78, 32
  br i1 %79, label %90, label %60

80:                                               ; preds = %70, %86
  %81 = phi i1 [ true, %70 ], [ false, %86 ]
  %82 = phi i64 [ 0, %70 ], [ 1, %86 ]
  br i1 %75, label %86, label %83

83:                                               ; preds = %80
  %84 = getelementptr inbounds i32, ptr %71, i64 %82
  %85 = load i32, ptr %84, align 4
  br label %86

86:                                               ; preds = %80, %83
  %87 = phi i32 [ %85, %83 ], [ -1, %80 ]
  %88 = shl nuw nsw i64 %82, 5
  %89 = getelementptr i32, ptr %76, i64 %88
  store i32 %87, ptr %89, align 4
  br i1 %81, label %80, label %77

90:                                               ; preds = %77, %44
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #18
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_4x2(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #18
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 8, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #18
  store i32 %5, ptr %10, align 8
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 1, ptr %19, align 4
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %20, align 8
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 8, ptr %21, align 4
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 4, ptr %22, align 8
  %23 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 5
  store i32 %4, ptr %23, align 4
  %24 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 6
  store ptr %2, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 7
  store ptr %7, ptr %25, align 8
  %26 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 8
  store i64 %17, ptr %26, align 8
  %27 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 9
  store i32 %16, ptr %27, align 8
  %28 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 10
  store ptr %3, ptr %28, align 8
  %29 = icmp eq i32 %11, 0
  %30 = and i32 %14, 16
  %31 = icmp eq i32 %30, 0
  %32 = or i1 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %18
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  br label %34

34:                                               ; preds = %18, %33
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #18
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %60
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #18
  ret void

38:                                               ; preds = %35, %60
  %39 = phi i64 [ 0, %35 ], [ %61, %60 ]
  %40 = trunc i64 %39 to i32
  %41 = shl nuw i32 1, %40
  %42 = and i32 %41, %11
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %60, label %44

44:                                               ; preds = %38
  br i1 %36, label %50, label %45

45:                                               ; preds = %44
  %46 = getelementptr inbounds i64, ptr %2, i64 %39
  %47 = load i64, ptr %46, align 8
  %48 = add i64 %17, %47
  %49 = inttoptr i64 %48 to ptr
  br label %53

50:                                               ; preds = %44
  %51 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %39
  %52 = load ptr, ptr %51, align 8
  br label %53

53:                                               ; preds = %50, %45
  %54 = phi ptr [ %49, %45 ], [ %52, %50 ]
  %55 = getelementptr i32, ptr %3, i64 %39
  %56 = load i32, ptr %55, align 4
  store i32 %56, ptr %54, align 4
  %57 = getelementptr i32, ptr %55, i64 32
  %58 = load i32, ptr %57, align 4
  %59 = getelementptr inbounds i32, ptr %54, i64 1
  store i32 %58, ptr %59, align 4
  br label %60

60:                                               ; preds = %53, %38
  %61 = add nuw nsw i64 %39, 1
  %62 = icmp eq i64 %61, 32
  br i1 %62, label %37, label %38
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_4x4(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #18
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 16, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #18
  store i32 %5, ptr %10, align 8
  %18 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 0, ptr %18, align 4
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %19, align 8
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 16, ptr %20, align 4
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 4, ptr %21, align 8
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 5
  store i32 %4, ptr %22, align 4
  %23 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 6
  store ptr %2, ptr %23, align 8
  %24 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 7
  store ptr %7, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 8
  %26 = load i64, ptr %8, align 8
  store i64 %26, ptr %25, align 8
  %27 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 9
  store i32 %16, ptr %27, align 8
  %28 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 10
  store ptr null, ptr %28, align 8
  %29 = icmp eq i32 %11, 0
  %30 = and i32 %14, 16
  %31 = icmp eq i32 %30, 0
  %32 = or i1 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %17
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  br label %34

34:                                               ; preds = %17, %33
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #18
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp ne i32 %16, 0
  %37 = icmp eq i32 %1, -1
  %38 = and i1 %37, %36
  br i1 %38, label %42, label %39

39:                                               ; preds = %35
  %40 = icmp eq i32 %16, 0
  %41 = load i64, ptr %8, align 8
  br label %62

42:                                               ; preds = %35
  %43 = load i64, ptr %8, align 8
  br label %44

44:                                               ; preds = %42, %48
  %45 = phi i64 [ 0, %42 ], [ %49, %48 ]
  %46 = getelementptr inbounds i64, ptr %2, i64 %45
  %47 = getelementptr i32, ptr %3, i64 %45
  br label %51

48:                                               ; preds = %51
  %49 = add nuw nsw i64 %45, 1
  %50 = icmp eq i64 %49, 32
  br i1 %50, label %93, label %44

51:                                               ; preds = %44, %51
  %52 = phi i64 [ 0, %44 ], [ %60, %51 ]
  %53 = load i64, ptr %46, align 8
  %54 = add i64 %43, %53
  %55 = inttoptr i64 %54 to ptr
  %56 = getelementptr inbounds i32, ptr %55, i64 %52
  %57 = load i32, ptr %56, align 4
  %58 = shl nuw nsw i64 %52, 5
  %59 = getelementptr i32, ptr %47, i64 %58
  store i32 %57, ptr %59, align 4
  %60 = add nuw nsw i64 %52, 1
  %61 = icmp eq i64 %60, 4
  br i1 %61, label %48, label %51

62:                                               ; preds = %39, %79
  %63 = phi i64 [ 0, %39 ], [ %80, %79 ]
  br i1 %40, label %69, label %64

64:                                               ; preds = %62
  %65 = getelementptr inbounds i64, ptr %2, i64 %63
  %66 = load i64, ptr %65, align 8
  %67 = add i64 %41, %66
  %68 = inttoptr i64 %67 to ptr
  br label %72

69:                                               ; preds = %62
  %70 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %63
  %71 = load ptr, ptr %70, align 8
  br label %72

72:                                               ; preds = %69, %64
  %73 = phi ptr [ %68, %64 ], [ %71, %69 ]
  %74 = trunc i64 %63 to i32
  %75 = shl nuw i32 1, %74
  %76 = and i32 %75, %11
  %77 = icmp eq i32 %76, 0
  %78 = getelementptr i32, ptr %3, i64 %63
  br label %82

79:                                               ; preds = %87
  %80 = add nuw nsw i64 %63, 1
  %81 = icmp eq i64 %80, 32
  br i1 %81, label %93, label %62

82:                                               ; preds = %72, %87
  %83 = phi i64 [ 0, %72 ], [ %91, %87 ]
  br i1 %77, label %87, label %84

84:                                               ; preds = %82
  %85 = getelementptr inbounds i32, ptr %73, i64 %83
  %86 = load i32, ptr %85, align 4
  br label %87

87:                                               ; preds = %82, %84
  %88 = phi i32 [ %86, %84 ], [ -1, %82 ]
  %89 = shl nuw nsw i64 %83, 5
  %90 = getelementptr i32, ptr %78, i64 %89
  store i32 %88, ptr %90, align 4
  %91 = add nuw nsw i64 %83, 1
  %92 = icmp eq i64 %91, 4
  br i1 %92, label %79, label %82

93:                                               ; preds = %79, %48
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #18
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_4x4(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #18
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 16, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #18
  store i32 %5, ptr %10, align 8
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 1, ptr %19, align 4
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %20, align 8
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 16, ptr %21, align 4
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 4, ptr %22, align 8
  %23 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 5
  store i32 %4, ptr %23, align 4
  %24 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 6
  store ptr %2, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 7
  store ptr %7, ptr %25, align 8
  %26 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 8
  store i64 %17, ptr %26, align 8
  %27 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 9
  store i32 %16, ptr %27, align 8
  %28 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 10
  store ptr %3, ptr %28, align 8
  %29 = icmp eq i32 %11, 0
  %30 = and i32 %14, 16
  %31 = icmp eq i32 %30, 0
  %32 = or i1 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %18
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  br label %34

34:                                               ; preds = %18, %33
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #18
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %64
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #18
  ret void

38:                                               ; preds = %35, %64
  %39 = phi i64 [ 0, %35 ], [ %65, %64 ]
  %40 = trunc i64 %39 to i32
  %41 = shl nuw i32 1, %40
  %42 = and i32 %41, %11
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %64, label %44

44:                                               ; preds = %38
  br i1 %36, label %50, label %45

45:                                               ; preds = %44
  %46 = getelementptr inbounds i64, ptr %2, i64 %39
  %47 = load i64, ptr %46, align 8
  %48 = add i64 %17, %47
  %49 = inttoptr i64 %48 to ptr
  br label %53

50:                                               ; preds = %44
  %51 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %39
  %52 = load ptr, ptr %51, align 8
  br label %53

53:                                               ; preds = %50, %45
  %54 = phi ptr [ %49, %45 ], [ %52, %50 ]
  %55 = getelementptr i32, ptr %3, i64 %39
  br label %56

56:                                               ; preds = %53, %56
  %57 = phi i64 [ 0, %53 ], [ %62, %56 ]
  %58 = shl nuw nsw i64 %57, 5
  %59 = getelementptr i32, ptr %55, i64 %58
  %60 = load i32, ptr %59, align 4
  %61 = getelementptr inbounds i32, ptr %54, i64 %57
  store i32 %60, ptr %61, align 4
  %62 = add nuw nsw i64 %57, 1
  %63 = icmp eq i64 %62, 4
  br i1 %63, label %64, label %56

64:                                               ; preds = %56, %38
  %65 = add nuw nsw i64 %39, 1
  %66 = icmp eq i64 %65, 32
  br i1 %66, label %37, label %38
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_4x8(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #18
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 32, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #18
  store i32 %5, ptr %10, align 8
  %18 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 0, ptr %18, align 4
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %19, align 8
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 32, ptr %20, align 4
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 4, ptr %21, align 8
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 5
  store i32 %4, ptr %22, align 4
  %23 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 6
  store ptr %2, ptr %23, align 8
  %24 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 7
  store ptr %7, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 8
  %26 = load i64, ptr %8, align 8
  store i64 %26, ptr %25, align 8
  %27 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 9
  store i32 %16, ptr %27, align 8
  %28 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 10
  store ptr null, ptr %28, align 8
  %29 = icmp eq i32 %11, 0
  %30 = and i32 %14, 16
  %31 = icmp eq i32 %30, 0
  %32 = or i1 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %17
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  br label %34

34:                                               ; preds = %17, %33
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #18
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp ne i32 %16, 0
  %37 = icmp eq i32 %1, -1
  %38 = and i1 %37, %36
  br i1 %38, label %42, label %39

39:                                               ; preds = %35
  %40 = icmp eq i32 %16, 0
  %41 = load i64, ptr %8, align 8
  br label %62

42:                                               ; preds = %35
  %43 = load i64, ptr %8, align 8
  br label %44

44:                                               ; preds = %42, %48
  %45 = phi i64 [ 0, %42 ], [ %49, %48 ]
  %46 = getelementptr inbounds i64, ptr %2, i64 %45
  %47 = getelementptr i32, ptr %3, i64 %45
  br label %51

48:                                               ; preds = %51
  %49 = add nuw nsw i64 %45, 1
  %50 = icmp eq i64 %49, 32
  br i1 %50, label %93, label %44

51:                                               ; preds = %44, %51
  %52 = phi i64 [ 0, %44 ], [ %60, %51 ]
  %53 = load i64, ptr %46, align 8
  %54 = add i64 %43, %53
  %55 = inttoptr i64 %54 to ptr
  %56 = getelementptr inbounds i32, ptr %55, i64 %52
  %57 = load i32, ptr %56, align 4
  %58 = shl nuw nsw i64 %52, 5
  %59 = getelementptr i32, ptr %47, i64 %58
  store i32 %57, ptr %59, align 4
  %60 = add nuw nsw i64 %52, 1
  %61 = icmp eq i64 %60, 8
  br i1 %61, label %48, label %51

62:                                               ; preds = %39, %79
  %63 = phi i64 [ 0, %39 ], [ %80, %79 ]
  br i1 %40, label %69, label %64

64:                                               ; preds = %62
  %65 = getelementptr inbounds i64, ptr %2, i64 %63
  %66 = load i64, ptr %65, align 8
  %67 = add i64 %41, %66
  %68 = inttoptr i64 %67 to ptr
  br label %72

69:                                               ; preds = %62
  %70 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %63
  %71 = load ptr, ptr %70, align 8
  br label %72

72:                                               ; preds = %69, %64
  %73 = phi ptr [ %68, %64 ], [ %71, %69 ]
  %74 = trunc i64 %63 to i32
  %75 = shl nuw i32 1, %74
  %76 = and i32 %75, %11
  %77 = icmp eq i32 %76, 0
  %78 = getelementptr i32, ptr %3, i64 %63
  br label %82

79:                                               ; preds = %87
  %80 = add nuw nsw i64 %63, 1
  %81 = icmp eq i64 %80, 32
  br i1 %81, label %93, label %62

82:                                               ; preds = %72, %87
  %83 = phi i64 [ 0, %72 ], [ %91, %87 ]
  br i1 %77, label %87, label %84

84:                                               ; preds = %82
  %85 = getelementptr inbounds i32, ptr %73, i64 %83
  %86 = load i32, ptr %85, align 4
  br label %87

87:                                               ; preds = %82, %84
  %88 = phi i32 [ %86, %84 ], [ -1, %82 ]
  %89 = shl nuw nsw i64 %83, 5
  %90 = getelementptr i32, ptr %78, i64 %89
  store i32 %88, ptr %90, align 4
  %91 = add nuw nsw i64 %83, 1
  %92 = icmp eq i64 %91, 8
  br i1 %92, label %79, label %82

93:                                               ; preds = %79, %48
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #18
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_4x8(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #18
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 32, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #18
  store i32 %5, ptr %10, align 8
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 1, ptr %19, align 4
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %20, align 8
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 32, ptr %21, align 4
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 4, ptr %22, align 8
  %23 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 5
  store i32 %4, ptr %23, align 4
  %24 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 6
  store ptr %2, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 7
  store ptr %7, ptr %25, align 8
  %26 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 8
  store i64 %17, ptr %26, align 8
  %27 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 9
  store i32 %16, ptr %27, align 8
  %28 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 10
  store ptr %3, ptr %28, align 8
  %29 = icmp eq i32 %11, 0
  %30 = and i32 %14, 16
  %31 = icmp eq i32 %30, 0
  %32 = or i1 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %18
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  br label %34

34:                                               ; preds = %18, %33
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #18
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %64
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #18
  ret void

38:                                               ; preds = %35, %64
  %39 = phi i64 [ 0, %35 ], [ %65, %64 ]
  %40 = trunc i64 %39 to i32
  %41 = shl nuw i32 1, %40
  %42 = and i32 %41, %11
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %64, label %44

44:                                               ; preds = %38
  br i1 %36, label %50, label %45

45:                                               ; preds = %44
  %46 = getelementptr inbounds i64, ptr %2, i64 %39
  %47 = load i64, ptr %46, align 8
  %48 = add i64 %17, %47
  %49 = inttoptr i64 %48 to ptr
  br label %53

50:                                               ; preds = %44
  %51 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %39
  %52 = load ptr, ptr %51, align 8
  br label %53

53:                                               ; preds = %50, %45
  %54 = phi ptr [ %49, %45 ], [ %52, %50 ]
  %55 = getelementptr i32, ptr %3, i64 %39
  br label %56

56:                                               ; preds = %53, %56
  %57 = phi i64 [ 0, %53 ], [ %62, %56 ]
  %58 = shl nuw nsw i64 %57, 5
  %59 = getelementptr i32, ptr %55, i64 %58
  %60 = load i32, ptr %59, align 4
  %61 = getelementptr inbounds i32, ptr %54, i64 %57
  store i32 %60, ptr %61, align 4
  %62 = add nuw nsw i64 %57, 1
  %63 = icmp eq i64 %62, 8
  br i1 %63, label %64, label %56

64:                                               ; preds = %56, %38
  %65 = add nuw nsw i64 %39, 1
  %66 = icmp eq i64 %65, 32
  br i1 %66, label %37, label %38
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_8x1(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #18
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 8, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #18
  store i32 %5, ptr %10, align 8
  %18 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 0, ptr %18, align 4
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %19, align 8
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 8, ptr %20, align 4
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 8, ptr %21, align 8
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 5
  store i32 %4, ptr %22, align 4
  %23 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 6
  store ptr %2, ptr %23, align 8
  %24 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 7
  store ptr %7, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 8
  %26 = load i64, ptr %8, align 8
  store i64 %26, ptr %25, align 8
  %27 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 9
  store i32 %16, ptr %27, align 8
  %28 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 10
  store ptr null, ptr %28, align 8
  %29 = icmp eq i32 %11, 0
  %30 = and i32 %14, 16
  %31 = icmp eq i32 %30, 0
  %32 = or i1 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %17
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  br label %34

34:                                               ; preds = %17, %33
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #18
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp ne i32 %16, 0
  %37 = icmp eq i32 %1, -1
  %38 = and i1 %37, %36
  br i1 %38, label %42, label %39

39:                                               ; preds = %35
  %40 = icmp eq i32 %16, 0
  %41 = load i64, ptr %8, align 8
  br label %54

42:                                               ; preds = %35
  %43 = load i64, ptr %8, align 8
  br label %44

44:                                               ; preds = %42, %44
  %45 = phi i64 [ 0, %42 ], [ %52, %44 ]
  %46 = getelementptr inbounds i64, ptr %2, i64 %45
  %47 = load i64, ptr %46, align 8
  %48 = add i64 %43, %47
  %49 = inttoptr i64 %48 to ptr
  %50 = load i64, ptr %49, align 8
  %51 = getelementptr inbounds i64, ptr %3, i64 %45
  store i64 %50, ptr %51, align 8
  %52 = add nuw nsw i64 %45, 1
  %53 = icmp eq i64 %52, 32
  br i1 %53, label %77, label %44

54:                                               ; preds = %39, %72
  %55 = phi i64 [ 0, %39 ], [ %75, %72 ]
  br i1 %40, label %61, label %56

56:                                               ; preds = %54
  %57 = getelementptr inbounds i64, ptr %2, i64 %55
  %58 = load i64, ptr %57, align 8
  %59 = add i64 %41, %58
  %60 = inttoptr i64 %59 to ptr
  br label %64

61:                                               ; preds = %54
  %62 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %55
  %63 = load ptr, ptr %62, align 8
  br label %64

64:                                               ; preds = %61, %56
  %65 = phi ptr [ %60, %56 ], [ %63, %61 ]
  %66 = trunc i64 %55 to i32
  %67 = shl nuw i32 1, %66
  %68 = and i32 %67, %11
  %69 = icmp eq i32 %68, 0
  br i1 %69, label %72, label %70

70:                                               ; preds = %64
  %71 = load i64, ptr %65, align 8
  br label %72

72:                                               ; preds = %64, %70
  %73 = phi i64 [ %71, %70 ], [ -1, %64 ]
  %74 = getelementptr inbounds i64, ptr %3, i64 %55
  store i64 %73, ptr %74, align 8
  %75 = add nuw nsw i64 %55, 1
  %76 = icmp eq i64 %75, 32
  br i1 %76, label %77, label %54

77:                                               ; preds = %72, %44
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #18
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_8x1(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #18
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 8, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #18
  store i32 %5, ptr %10, align 8
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 1, ptr %19, align 4
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %20, align 8
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 8, ptr %21, align 4
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 8, ptr %22, align 8
  %23 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 5
  store i32 %4, ptr %23, align 4
  %24 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 6
  store ptr %2, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 7
  store ptr %7, ptr %25, align 8
  %26 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 8
  store i64 %17, ptr %26, align 8
  %27 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 9
  store i32 %16, ptr %27, align 8
  %28 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 10
  store ptr %3, ptr %28, align 8
  %29 = icmp eq i32 %11, 0
  %30 = and i32 %14, 16
  %31 = icmp eq i32 %30, 0
  %32 = or i1 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %18
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  br label %34

34:                                               ; preds = %18, %33
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #18
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %57
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #18
  ret void

38:                                               ; preds = %35, %57
  %39 = phi i64 [ 0, %35 ], [ %58, %57 ]
  %40 = trunc i64 %39 to i32
  %41 = shl nuw i32 1, %40
  %42 = and i32 %41, %11
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %57, label %44

44:                                               ; preds = %38
  br i1 %36, label %50, label %45

45:                                               ; preds = %44
  %46 = getelementptr inbounds i64, ptr %2, i64 %39
  %47 = load i64, ptr %46, align 8
  %48 = add i64 %17, %47
  %49 = inttoptr i64 %48 to ptr
  br label %53

50:                                               ; preds = %44
  %51 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %39
  %52 = load ptr, ptr %51, align 8
  br label %53

53:                                               ; preds = %50, %45
  %54 = phi ptr [ %49, %45 ], [ %52, %50 ]
  %55 = getelementptr inbounds i64, ptr %3, i64 %39
  %56 = load i64, ptr %55, align 8
  store i64 %56, ptr %54, align 8
  br label %57

57:                                               ; preds = %38, %53
  %58 = add nuw nsw i64 %39, 1
  %59 = icmp eq i64 %58, 32
  br i1 %59, label %37, label %38
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_8x2(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #18
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 16, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #18
  store i32 %5, ptr %10, align 8
  %18 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 0, ptr %18, align 4
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %19, align 8
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 16, ptr %20, align 4
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 8, ptr %21, align 8
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 5
  store i32 %4, ptr %22, align 4
  %23 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 6
  store ptr %2, ptr %23, align 8
  %24 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 7
  store ptr %7, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 8
  %26 = load i64, ptr %8, align 8
  store i64 %26, ptr %25, align 8
  %27 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 9
  store i32 %16, ptr %27, align 8
  %28 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 10
  store ptr null, ptr %28, align 8
  %29 = icmp eq i32 %11, 0
  %30 = and i32 %14, 16
  %31 = icmp eq i32 %30, 0
  %32 = or i1 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %17
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  br label %34

34:                                               ; preds = %17, %33
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #18
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp ne i32 %16, 0
  %37 = icmp eq i32 %1, -1
  %38 = and i1 %37, %36
  br i1 %38, label %42, label %39

39:                                               ; preds = %35
  %40 = icmp eq i32 %16, 0
  %41 = load i64, ptr %8, align 8
  br label %60

42:                                               ; preds = %35
  %43 = load i64, ptr %8, align 8
  br label %44

44:                                               ; preds = %42, %44
  %45 = phi i64 [ 0, %42 ], [ %58, %44 ]
  %46 = getelementptr inbounds i64, ptr %2, i64 %45
  %47 = getelementptr i64, ptr %3, i64 %45
  %48 = load i64, ptr %46, align 8
  %49 = add i64 %43, %48
  %50 = inttoptr i64 %49 to ptr
  %51 = load i64, ptr %50, align 8
  store i64 %51, ptr %47, align 8
  %52 = load i64, ptr %46, align 8
  %53 = add i64 %43, %52
  %54 = inttoptr i64 %53 to ptr
  %55 = getelementptr inbounds i64, ptr %54, i64 1
  %56 = load i64, ptr %55, align 8
  %57 = getelementptr i64, ptr %47, i64 32
  store i64 %56, ptr %57, align 8
  %58 = add nuw nsw i64 %45, 1
  %59 = icmp eq i64 %58, 32
  br i1 %59, label %90, label %44

60:                                               ; preds = %39, %77
  %61 = phi i64 [ 0, %39 ], [ %78, %77 ]
  br i1 %40, label %67, label %62

62:                                               ; preds = %60
  %63 = getelementptr inbounds i64, ptr %2, i64 %61
  %64 = load i64, ptr %63, align 8
  %65 = add i64 %41, %64
  %66 = inttoptr i64 %65 to ptr
  br label %70

67:                                               ; preds = %60
  %68 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %61
  %69 = load ptr, ptr %68, align 8
  br label %70

70:                                               ; preds = %67, %62
  %71 = phi ptr [ %66, %62 ], [ %69, %67 ]
  %72 = trunc i64 %61 to i32
  %73 = shl nuw i32 1, %72
  %74 = and i32 %73, %11
  %75 = icmp eq i32 %74, 0
  %76 = getelementptr i64, ptr %3, i64 %61
  br label %80

77:                                               ; preds = %86
  %78 = add nuw nsw i64 %61, 1
  %79 = icmp eq i64 %78, 32
  br i1 %79, label %90, label %60

80:                                               ; preds = %70, %86
  %81 = phi i1 [ true, %70 ], [ false, %86 ]
  %82 = phi i64 [ 0, %70 ], [ 1, %86 ]
  br i1 %75, label %86, label %83

83:                                               ; preds = %80
  %84 = getelementptr inbounds i64, ptr %71, i64 %82
  %85 = load i64, ptr %84, align 8
  br label %86

86:                                               ; preds = %80, %83
  %87 = phi i64 [ %85, %83 ], [ -1, %80 ]
  %88 = shl nuw nsw i64 %82, 5
  %89 = getelementptr i64, ptr %76, i64 %88
  store i64 %87, ptr %89, align 8
  br i1 %81, label %80, label %77

90:                                               ; preds = %77, %44
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #18
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_8x2(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #18
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 16, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #18
  store i32 %5, ptr %10, align 8
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 1, ptr %19, align 4
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %20, align 8
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 16, ptr %21, align 4
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 8, ptr %22, align 8
  %23 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 5
  store i32 %4, ptr %23, align 4
  %24 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 6
  store ptr %2, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 7
  store ptr %7, ptr %25, align 8
  %26 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 8
  store i64 %17, ptr %26, align 8
  %27 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 9
  store i32 %16, ptr %27, align 8
  %28 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 10
  store ptr %3, ptr %28, align 8
  %29 = icmp eq i32 %11, 0
  %30 = and i32 %14, 16
  %31 = icmp eq i32 %30, 0
  %32 = or i1 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %18
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  br label %34

34:                                               ; preds = %18, %33
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #18
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %60
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #18
  ret void

38:                                               ; preds = %35, %60
  %39 = phi i64 [ 0, %35 ], [ %61, %60 ]
  %40 = trunc i64 %39 to i32
  %41 = shl nuw i32 1, %40
  %42 = and i32 %41, %11
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %60, label %44

44:                                               ; preds = %38
  br i1 %36, label %50, label %45

45:                                               ; preds = %44
  %46 = getelementptr inbounds i64, ptr %2, i64 %39
  %47 = load i64, ptr %46, align 8
  %48 = add i64 %17, %47
  %49 = inttoptr i64 %48 to ptr
  br label %53

50:                                               ; preds = %44
  %51 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %39
  %52 = load ptr, ptr %51, align 8
  br label %53

53:                                               ; preds = %50, %45
  %54 = phi ptr [ %49, %45 ], [ %52, %50 ]
  %55 = getelementptr i64, ptr %3, i64 %39
  %56 = load i64, ptr %55, align 8
  store i64 %56, ptr %54, align 8
  %57 = getelementptr i64, ptr %55, i64 32
  %58 = load i64, ptr %57, align 8
  %59 = getelementptr inbounds i64, ptr %54, i64 1
  store i64 %58, ptr %59, align 8
  br label %60

60:                                               ; preds = %53, %38
  %61 = add nuw nsw i64 %39, 1
  %62 = icmp eq i64 %61, 32
  br i1 %62, label %37, label %38
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_8x4(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #18
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 32, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #18
  store i32 %5, ptr %10, align 8
  %18 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 0, ptr %18, align 4
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %19, align 8
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 32, ptr %20, align 4
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 8, ptr %21, align 8
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 5
  store i32 %4, ptr %22, align 4
  %23 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 6
  store ptr %2, ptr %23, align 8
  %24 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 7
  store ptr %7, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 8
  %26 = load i64, ptr %8, align 8
  store i64 %26, ptr %25, align 8
  %27 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 9
  store i32 %16, ptr %27, align 8
  %28 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 10
  store ptr null, ptr %28, align 8
  %29 = icmp eq i32 %11, 0
  %30 = and i32 %14, 16
  %31 = icmp eq i32 %30, 0
  %32 = or i1 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %17
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  br label %34

34:                                               ; preds = %17, %33
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #18
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp ne i32 %16, 0
  %37 = icmp eq i32 %1, -1
  %38 = and i1 %37, %36
  br i1 %38, label %42, label %39

39:                                               ; preds = %35
  %40 = icmp eq i32 %16, 0
  %41 = load i64, ptr %8, align 8
  br label %62

42:                                               ; preds = %35
  %43 = load i64, ptr %8, align 8
  br label %44

44:                                               ; preds = %42, %48
  %45 = phi i64 [ 0, %42 ], [ %49, %48 ]
  %46 = getelementptr inbounds i64, ptr %2, i64 %45
  %47 = getelementptr i64, ptr %3, i64 %45
  br label %51

48:                                               ; preds = %51
  %49 = add nuw nsw i64 %45, 1
  %50 = icmp eq i64 %49, 32
  br i1 %50, label %93, label %44

51:                                               ; preds = %44, %51
  %52 = phi i64 [ 0, %44 ], [ %60, %51 ]
  %53 = load i64, ptr %46, align 8
  %54 = add i64 %43, %53
  %55 = inttoptr i64 %54 to ptr
  %56 = getelementptr inbounds i64, ptr %55, i64 %52
  %57 = load i64, ptr %56, align 8
  %58 = shl nuw nsw i64 %52, 5
  %59 = getelementptr i64, ptr %47, i64 %58
  store i64 %57, ptr %59, align 8
  %60 = add nuw nsw i64 %52, 1
  %61 = icmp eq i64 %60, 4
  br i1 %61, label %48, label %51

62:                                               ; preds = %39, %79
  %63 = phi i64 [ 0, %39 ], [ %80, %79 ]
  br i1 %40, label %69, label %64

64:                                               ; preds = %62
  %65 = getelementptr inbounds i64, ptr %2, i64 %63
  %66 = load i64, ptr %65, align 8
  %67 = add i64 %41, %66
  %68 = inttoptr i64 %67 to ptr
  br label %72

69:                                               ; preds = %62
  %70 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %63
  %71 = load ptr, ptr %70, align 8
  br label %72

72:                                               ; preds = %69, %64
  %73 = phi ptr [ %68, %64 ], [ %71, %69 ]
  %74 = trunc i64 %63 to i32
  %75 = shl nuw i32 1, %74
  %76 = and i32 %75, %11
  %77 = icmp eq i32 %76, 0
  %78 = getelementptr i64, ptr %3, i64 %63
  br label %82

79:                                               ; preds = %87
  %80 = add nuw nsw i64 %63, 1
  %81 = icmp eq i64 %80, 32
  br i1 %81, label %93, label %62

82:                                               ; preds = %72, %87
  %83 = phi i64 [ 0, %72 ], [ %91, %87 ]
  br i1 %77, label %87, label %84

84:                                               ; preds = %82
  %85 = getelementptr inbounds i64, ptr %73, i64 %83
  %86 = load i64, ptr %85, align 8
  br label %87

87:                                               ; preds = %82, %84
  %88 = phi i64 [ %86, %84 ], [ -1, %82 ]
  %89 = shl nuw nsw i64 %83, 5
  %90 = getelementptr i64, ptr %78, i64 %89
  store i64 %88, ptr %90, align 8
  %91 = add nuw nsw i64 %83, 1
  %92 = icmp eq i64 %91, 4
  br i1 %92, label %79, label %82

93:                                               ; preds = %79, %48
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #18
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_8x4(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #18
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 32, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #18
  store i32 %5, ptr %10, align 8
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 1, ptr %19, align 4
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %20, align 8
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 32, ptr %21, align 4
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 8, ptr %22, align 8
  %23 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 5
  store i32 %4, ptr %23, align 4
  %24 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 6
  store ptr %2, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 7
  store ptr %7, ptr %25, align 8
  %26 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 8
  store i64 %17, ptr %26, align 8
  %27 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 9
  store i32 %16, ptr %27, align 8
  %28 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 10
  store ptr %3, ptr %28, align 8
  %29 = icmp eq i32 %11, 0
  %30 = and i32 %14, 16
  %31 = icmp eq i32 %30, 0
  %32 = or i1 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %18
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  br label %34

34:                                               ; preds = %18, %33
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #18
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %64
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #18
  ret void

38:                                               ; preds = %35, %64
  %39 = phi i64 [ 0, %35 ], [ %65, %64 ]
  %40 = trunc i64 %39 to i32
  %41 = shl nuw i32 1, %40
  %42 = and i32 %41, %11
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %64, label %44

44:                                               ; preds = %38
  br i1 %36, label %50, label %45

45:                                               ; preds = %44
  %46 = getelementptr inbounds i64, ptr %2, i64 %39
  %47 = load i64, ptr %46, align 8
  %48 = add i64 %17, %47
  %49 = inttoptr i64 %48 to ptr
  br label %53

50:                                               ; preds = %44
  %51 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %39
  %52 = load ptr, ptr %51, align 8
  br label %53

53:                                               ; preds = %50, %45
  %54 = phi ptr [ %49, %45 ], [ %52, %50 ]
  %55 = getelementptr i64, ptr %3, i64 %39
  br label %56

56:                                               ; preds = %53, %56
  %57 = phi i64 [ 0, %53 ], [ %62, %56 ]
  %58 = shl nuw nsw i64 %57, 5
  %59 = getelementptr i64, ptr %55, i64 %58
  %60 = load i64, ptr %59, align 8
  %61 = getelementptr inbounds i64, ptr %54, i64 %57
  store i64 %60, ptr %61, align 8
  %62 = add nuw nsw i64 %57, 1
  %63 = icmp eq i64 %62, 4
  br i1 %63, label %64, label %56

64:                                               ; preds = %56, %38
  %65 = add nuw nsw i64 %39, 1
  %66 = icmp eq i64 %65, 32
  br i1 %66, label %37, label %38
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_copy_async(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, i32 noundef %5, i32 noundef %6) #4 {
  %8 = alloca [32 x i32], align 16
  %9 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 6
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds %struct.kh_warp, ptr %12, i64 0, i32 7
  %14 = load i32, ptr %13, align 8
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds %struct.kh_copies, ptr %10, i64 %15
  %17 = getelementptr inbounds %struct.kh_copies, ptr %10, i64 %15, i32 1
  %18 = load i32, ptr %17, align 8
  %19 = icmp eq i32 %18, 32
  br i1 %19, label %20, label %81

20:                                               ; preds = %7
  %21 = getelementptr inbounds %struct.kh_copy, ptr %16, i64 0, i32 5
  %22 = getelementptr inbounds %struct.kh_copy, ptr %16, i64 0, i32 4
  br label %23

23:                                               ; preds = %56, %20
  %24 = phi i64 [ 0, %20 ], [ %57, %56 ]
  %25 = load i32, ptr %21, align 4
  %26 = trunc i64 %24 to i32
  %27 = shl nuw i32 1, %26
  %28 = and i32 %27, %25
  %29 = icmp eq i32 %28, 0
  br i1 %29, label %56, label %30

30:                                               ; preds = %23
  %31 = load i32, ptr %22, align 8
  %32 = icmp eq i32 %31, 0
  br i1 %32, label %56, label %33

33:                                               ; preds = %30
  %34 = getelementptr inbounds %struct.kh_copy, ptr %16, i64 0, i32 2, i64 %24
  %35 = getelementptr inbounds %struct.kh_copy, ptr %16, i64 0, i32 1, i64 %24
  %36 = getelementptr inbounds [32 x ptr], ptr %16, i64 0, i64 %24
  br label %37

37:                                               ; preds = %48, %33
  %38 = phi i64 [ 0, %33 ], [ %52, %48 ]
  %39 = load i32, ptr %34, align 4
  %40 = zext i32 %39 to i64
  %41 = icmp ult i64 %38, %40
  br i1 %41, label %42, label %48

42:                                               ; preds = %37
  %43 = load ptr, ptr %35, align 8
  %44 = icmp eq ptr %43, null
  br i1 %44, label %48, label %45

45:                                               ; preds = %42
  %46 = getelementptr inbounds i8, ptr %43, i64 %38
  %47 = load i8, ptr %46, align 1
  br label %48

48:                                               ; preds = %45, %42, %37
  %49 = phi i8 [ 0, %37 ], [ %47, %45 ], [ -1, %42 ]
  %50 = load ptr, ptr %36, align 8
  %51 = getelementptr inbounds i8, ptr %50, i64 %38
  store i8 %49, ptr %51, align 1
  %52 = add nuw nsw i64 %38, 1
  %53 = load i32, ptr %22, align 8
  %54 = zext i32 %53 to i64
  %55 = icmp ult i64 %52, %54
  br i1 %55, label %37, label %56

56:                                               ; preds = %48, %30, %23
  %57 = add nuw nsw i64 %24, 1
  %58 = icmp eq i64 %57, 32
  br i1 %58, label %59, label %23

59:                                               ; preds = %56
  store i32 0, ptr %21, align 4
  %60 = load i32, ptr %17, align 8
  %61 = icmp eq i32 %60, 0
  br i1 %61, label %81, label %62

62:                                               ; preds = %59, %75
  %63 = phi i32 [ %76, %75 ], [ %60, %59 ]
  %64 = phi i64 [ %78, %75 ], [ 0, %59 ]
  %65 = phi i32 [ %77, %75 ], [ 0, %59 ]
  %66 = getelementptr inbounds [32 x %struct.kh_copy], ptr %16, i64 0, i64 %64, i32 5
  %67 = load i32, ptr %66, align 4
  %68 = icmp eq i32 %67, 0
  br i1 %68, label %75, label %69

69:                                               ; preds = %62
  %70 = getelementptr inbounds [32 x %struct.kh_copy], ptr %16, i64 0, i64 %64
  %71 = add i32 %65, 1
  %72 = zext i32 %65 to i64
  %73 = getelementptr inbounds [32 x %struct.kh_copy], ptr %16, i64 0, i64 %72
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(776) %73, ptr noundef nonnull align 8 dereferenceable(776) %70, i64 776, i1 false)
  %74 = load i32, ptr %17, align 8
  br label %75

75:                                               ; preds = %69, %62
  %76 = phi i32 [ %74, %69 ], [ %63, %62 ]
  %77 = phi i32 [ %71, %69 ], [ %65, %62 ]
  %78 = add nuw nsw i64 %64, 1
  %79 = zext i32 %76 to i64
  %80 = icmp ult i64 %78, %79
  br i1 %80, label %62, label %81

81:                                               ; preds = %75, %59, %7
  %82 = phi i32 [ %18, %7 ], [ 0, %59 ], [ %77, %75 ]
  %83 = add i32 %82, 1
  store i32 %83, ptr %17, align 8
  %84 = zext i32 %82 to i64
  %85 = getelementptr inbounds [32 x %struct.kh_copy], ptr %16, i64 0, i64 %84
  %86 = getelementptr inbounds [32 x %struct.kh_copy], ptr %16, i64 0, i64 %84, i32 4
  store i32 %5, ptr %86, align 8
  %87 = getelementptr inbounds [32 x %struct.kh_copy], ptr %16, i64 0, i64 %84, i32 5
  store i32 0, ptr %87, align 4
  br label %93

88:                                               ; preds = %126
  %89 = load ptr, ptr %0, align 8
  %90 = getelementptr inbounds %struct.kh_launch, ptr %89, i64 0, i32 21
  %91 = load i32, ptr %90, align 8
  %92 = icmp eq i32 %91, 0
  br i1 %92, label %157, label %130

93:                                               ; preds = %81, %126
  %94 = phi i32 [ 0, %81 ], [ %127, %126 ]
  %95 = phi i64 [ 0, %81 ], [ %128, %126 ]
  %96 = trunc i64 %95 to i32
  %97 = shl nuw i32 1, %96
  %98 = and i32 %97, %1
  %99 = icmp eq i32 %98, 0
  br i1 %99, label %126, label %100

100:                                              ; preds = %93
  %101 = getelementptr inbounds i64, ptr %2, i64 %95
  %102 = load i64, ptr %101, align 8
  %103 = tail call fastcc ptr @check_lane(ptr noundef %0, i32 noundef 1, i32 noundef %96, i64 noundef %102, i32 noundef %5, i32 noundef %6, i32 noundef 1)
  %104 = getelementptr inbounds [32 x ptr], ptr %85, i64 0, i64 %95
  store ptr %103, ptr %104, align 8
  %105 = getelementptr inbounds i32, ptr %4, i64 %95
  %106 = load i32, ptr %105, align 4
  %107 = tail call i32 @llvm.umin.i32(i32 %106, i32 %5)
  %108 = getelementptr inbounds [32 x %struct.kh_copy], ptr %16, i64 0, i64 %84, i32 2, i64 %95
  store i32 %107, ptr %108, align 4
  %109 = icmp eq i32 %107, 0
  br i1 %109, label %114, label %110

110:                                              ; preds = %100
  %111 = getelementptr inbounds i64, ptr %3, i64 %95
  %112 = load i64, ptr %111, align 8
  %113 = tail call fastcc ptr @check_lane(ptr noundef %0, i32 noundef 0, i32 noundef %96, i64 noundef %112, i32 noundef %5, i32 noundef %6, i32 noundef 0)
  br label %114

114:                                              ; preds = %100, %110
  %115 = phi ptr [ %113, %110 ], [ null, %100 ]
  %116 = getelementptr inbounds [32 x %struct.kh_copy], ptr %16, i64 0, i64 %84, i32 1, i64 %95
  store ptr %115, ptr %116, align 8
  %117 = getelementptr inbounds %struct.kh_copies, ptr %10, i64 %15, i32 2, i64 %95
  %118 = load i32, ptr %117, align 4
  %119 = getelementptr inbounds [32 x %struct.kh_copy], ptr %16, i64 0, i64 %84, i32 3, i64 %95
  store i32 %118, ptr %119, align 4
  %120 = load ptr, ptr %104, align 8
  %121 = icmp ne ptr %120, null
  %122 = zext i1 %121 to i32
  %123 = shl nuw i32 %122, %96
  %124 = load i32, ptr %87, align 4
  %125 = or i32 %123, %124
  store i32 %125, ptr %87, align 4
  br label %126

126:                                              ; preds = %93, %114
  %127 = phi i32 [ %94, %93 ], [ %125, %114 ]
  %128 = add nuw nsw i64 %95, 1
  %129 = icmp eq i64 %128, 32
  br i1 %129, label %88, label %93

130:                                              ; preds = %88
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %8) #18
  br label %134

131:                                              ; preds = %149
  %132 = and i32 %91, 16
  %133 = icmp eq i32 %132, 0
  br i1 %133, label %156, label %154

134:                                              ; preds = %149, %130
  %135 = phi i64 [ 0, %130 ], [ %152, %149 ]
  %136 = trunc i64 %135 to i32
  %137 = shl nuw i32 1, %136
  %138 = and i32 %137, %127
  %139 = icmp eq i32 %138, 0
  br i1 %139, label %149, label %140

140:                                              ; preds = %134
  %141 = getelementptr inbounds [32 x %struct.kh_copy], ptr %16, i64 0, i64 %84, i32 2, i64 %135
  %142 = load i32, ptr %141, align 4
  %143 = icmp eq i32 %142, 0
  br i1 %143, label %149, label %144

144:                                              ; preds = %140
  %145 = getelementptr inbounds [32 x %struct.kh_copy], ptr %16, i64 0, i64 %84, i32 1, i64 %135
  %146 = load ptr, ptr %145, align 8
  %147 = icmp eq ptr %146, null
  %148 = select i1 %147, i32 0, i32 %142
  br label %149

149:                                              ; preds = %144, %140, %134
  %150 = phi i32 [ 0, %140 ], [ 0, %134 ], [ %148, %144 ]
  %151 = getelementptr inbounds [32 x i32], ptr %8, i64 0, i64 %135
  store i32 %150, ptr %151, align 4
  %152 = add nuw nsw i64 %135, 1
  %153 = icmp eq i64 %152, 32
  br i1 %153, label %131, label %134

154:                                              ; preds = %131
  %155 = load i32, ptr %86, align 8
  call void @kh_counts_copy(ptr noundef nonnull %0, i32 noundef %127, ptr noundef %2, ptr noundef %3, ptr noundef nonnull %8, i32 noundef %155, i32 noundef %6)
  br label %156

156:                                              ; preds = %131, %154
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %8) #18
  br label %157

157:                                              ; preds = %156, %88
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define internal fastcc ptr @check_lane(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2, i64 noundef %3, i32 noundef %4, i32 noundef %5, i32 noundef %6) unnamed_addr #4 {
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %9) #18
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %10) #18
  store i64 %3, ptr %10, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %11) #18
  %12 = call fastcc i32 @find_range(ptr noundef %0, i32 noundef %1, i32 noundef %6, i32 noundef %2, ptr noundef nonnull %10, ptr noundef nonnull %8, ptr noundef nonnull %9, ptr noundef nonnull %11)
  %13 = load i64, ptr %10, align 8
  %14 = add i32 %4, -1
  %15 = zext i32 %14 to i64
  %16 = and i64 %13, %15
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %50, label %18

18:                                               ; preds = %7
  %19 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %20 = mul i32 %5, 15
  %21 = add i32 %20, 2
  %22 = load ptr, ptr %19, align 8
  %23 = zext i32 %21 to i64
  %24 = getelementptr inbounds %struct.kh_fault, ptr %22, i64 %23
  %25 = load i64, ptr %24, align 8
  %26 = icmp eq i64 %25, 0
  br i1 %26, label %29, label %27

27:                                               ; preds = %18
  %28 = add i64 %25, 1
  store i64 %28, ptr %24, align 8
  br label %99

29:                                               ; preds = %18
  %30 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %31 = load ptr, ptr %30, align 8
  %32 = getelementptr inbounds %struct.kh_warp, ptr %31, i64 0, i32 7
  %33 = load i32, ptr %32, align 8
  %34 = shl i32 %33, 5
  %35 = add i32 %34, %2
  %36 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %37 = load i32, ptr %36, align 4
  store i64 1, ptr %24, align 8
  %38 = getelementptr inbounds i8, ptr %24, i64 8
  store i64 %3, ptr %38, align 8
  %39 = getelementptr inbounds i8, ptr %24, i64 16
  store i32 %37, ptr %39, align 8
  %40 = getelementptr inbounds i8, ptr %24, i64 20
  store i32 %35, ptr %40, align 4
  %41 = getelementptr inbounds i8, ptr %24, i64 24
  store i32 -1, ptr %41, align 8
  %42 = getelementptr inbounds i8, ptr %24, i64 28
  store i32 0, ptr %42, align 4
  %43 = getelementptr inbounds i8, ptr %24, i64 32
  store i32 0, ptr %43, align 8
  %44 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %45 = load ptr, ptr %44, align 8
  %46 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %47 = load i64, ptr %46, align 8
  %48 = add i64 %47, 1
  store i64 %48, ptr %46, align 8
  %49 = getelementptr inbounds i32, ptr %45, i64 %47
  store i32 %21, ptr %49, align 4
  br label %99

50:                                               ; preds = %7
  %51 = icmp eq i32 %12, 0
  %52 = load i64, ptr %8, align 8
  %53 = icmp ult i64 %13, %52
  %54 = select i1 %51, i1 true, i1 %53
  br i1 %54, label %62, label %55

55:                                               ; preds = %50
  %56 = load i64, ptr %9, align 8
  %57 = icmp uge i64 %13, %56
  %58 = sub i64 %56, %13
  %59 = zext i32 %4 to i64
  %60 = icmp ult i64 %58, %59
  %61 = or i1 %57, %60
  br i1 %61, label %62, label %96

62:                                               ; preds = %55, %50
  %63 = icmp ne i32 %6, 0
  %64 = zext i1 %63 to i32
  %65 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %66 = mul i32 %5, 15
  %67 = add i32 %66, %64
  %68 = load ptr, ptr %65, align 8
  %69 = zext i32 %67 to i64
  %70 = getelementptr inbounds %struct.kh_fault, ptr %68, i64 %69
  %71 = load i64, ptr %70, align 8
  %72 = icmp eq i64 %71, 0
  br i1 %72, label %75, label %73

73:                                               ; preds = %62
  %74 = add i64 %71, 1
  store i64 %74, ptr %70, align 8
  br label %99

75:                                               ; preds = %62
  %76 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %77 = load ptr, ptr %76, align 8
  %78 = getelementptr inbounds %struct.kh_warp, ptr %77, i64 0, i32 7
  %79 = load i32, ptr %78, align 8
  %80 = shl i32 %79, 5
  %81 = add i32 %80, %2
  %82 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %83 = load i32, ptr %82, align 4
  store i64 1, ptr %70, align 8
  %84 = getelementptr inbounds i8, ptr %70, i64 8
  store i64 %3, ptr %84, align 8
  %85 = getelementptr inbounds i8, ptr %70, i64 16
  store i32 %83, ptr %85, align 8
  %86 = getelementptr inbounds i8, ptr %70, i64 20
  store i32 %81, ptr %86, align 4
  %87 = getelementptr inbounds i8, ptr %70, i64 24
  store i32 -1, ptr %87, align 8
  %88 = getelementptr inbounds i8, ptr %70, i64 28
  store i32 0, ptr %88, align 4
  %89 = getelementptr inbounds i8, ptr %70, i64 32
  store i32 0, ptr %89, align 8
  %90 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %91 = load ptr, ptr %90, align 8
  %92 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %93 = load i64, ptr %92, align 8
  %94 = add i64 %93, 1
  store i64 %94, ptr %92, align 8
  %95 = getelementptr inbounds i32, ptr %91, i64 %93
  store i32 %67, ptr %95, align 4
  br label %99

96:                                               ; preds = %55
  %97 = load ptr, ptr %11, align 8
  %98 = getelementptr inbounds i8, ptr %97, i64 %13
  br label %99

99:                                               ; preds = %75, %73, %29, %27, %96
  %100 = phi ptr [ %98, %96 ], [ null, %27 ], [ null, %29 ], [ null, %73 ], [ null, %75 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %11) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %10) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %9) #18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #18
  ret ptr %100
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_watch_copy(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, i32 noundef %4) #4 {
  %6 = alloca [32 x i32], align 16
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %6) #18
  %7 = getelementptr inbounds %struct.kh_copy, ptr %1, i64 0, i32 5
  %8 = load i32, ptr %7, align 4
  br label %15

9:                                                ; preds = %30
  %10 = load ptr, ptr %0, align 8
  %11 = getelementptr inbounds %struct.kh_launch, ptr %10, i64 0, i32 21
  %12 = load i32, ptr %11, align 8
  %13 = and i32 %12, 16
  %14 = icmp eq i32 %13, 0
  br i1 %14, label %38, label %35

15:                                               ; preds = %5, %30
  %16 = phi i64 [ 0, %5 ], [ %33, %30 ]
  %17 = trunc i64 %16 to i32
  %18 = shl nuw i32 1, %17
  %19 = and i32 %8, %18
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %30, label %21

21:                                               ; preds = %15
  %22 = getelementptr inbounds %struct.kh_copy, ptr %1, i64 0, i32 2, i64 %16
  %23 = load i32, ptr %22, align 4
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %30, label %25

25:                                               ; preds = %21
  %26 = getelementptr inbounds %struct.kh_copy, ptr %1, i64 0, i32 1, i64 %16
  %27 = load ptr, ptr %26, align 8
  %28 = icmp eq ptr %27, null
  %29 = select i1 %28, i32 0, i32 %23
  br label %30

30:                                               ; preds = %25, %15, %21
  %31 = phi i32 [ 0, %21 ], [ 0, %15 ], [ %29, %25 ]
  %32 = getelementptr inbounds [32 x i32], ptr %6, i64 0, i64 %16
  store i32 %31, ptr %32, align 4
  %33 = add nuw nsw i64 %16, 1
  %34 = icmp eq i64 %33, 32
  br i1 %34, label %9, label %15

35:                                               ; preds = %9
  %36 = getelementptr inbounds %struct.kh_copy, ptr %1, i64 0, i32 4
  %37 = load i32, ptr %36, align 8
  call void @kh_counts_copy(ptr noundef nonnull %0, i32 noundef %8, ptr noundef %2, ptr noundef %3, ptr noundef nonnull %6, i32 noundef %37, i32 noundef %4)
  br label %38

38:                                               ; preds = %9, %35
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %6) #18
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_copy_commit(ptr nocapture noundef readonly %0, i32 noundef %1) #4 {
  %3 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 6
  %4 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  br label %6

5:                                                ; preds = %6
  ret void

6:                                                ; preds = %2, %6
  %7 = phi i64 [ 0, %2 ], [ %19, %6 ]
  %8 = trunc i64 %7 to i32
  %9 = lshr i32 %1, %8
  %10 = and i32 %9, 1
  %11 = load ptr, ptr %3, align 8
  %12 = load ptr, ptr %4, align 8
  %13 = getelementptr inbounds %struct.kh_warp, ptr %12, i64 0, i32 7
  %14 = load i32, ptr %13, align 8
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds %struct.kh_copies, ptr %11, i64 %15, i32 2, i64 %7
  %17 = load i32, ptr %16, align 4
  %18 = add i32 %17, %10
  store i32 %18, ptr %16, align 4
  %19 = add nuw nsw i64 %7, 1
  %20 = icmp eq i64 %19, 32
  br i1 %20, label %5, label %6
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_copy_wait(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2) #4 {
  %4 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 6
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds %struct.kh_warp, ptr %7, i64 0, i32 7
  %9 = load i32, ptr %8, align 8
  %10 = zext i32 %9 to i64
  %11 = getelementptr inbounds %struct.kh_copies, ptr %5, i64 %10
  %12 = getelementptr inbounds %struct.kh_copies, ptr %5, i64 %10, i32 1
  %13 = load i32, ptr %12, align 8
  %14 = icmp eq i32 %13, 0
  br i1 %14, label %38, label %15

15:                                               ; preds = %3
  %16 = icmp eq i32 %2, -1
  br label %40

17:                                               ; preds = %84
  %18 = icmp eq i32 %89, 0
  br i1 %18, label %38, label %19

19:                                               ; preds = %17, %32
  %20 = phi i32 [ %33, %32 ], [ %89, %17 ]
  %21 = phi i64 [ %35, %32 ], [ 0, %17 ]
  %22 = phi i32 [ %34, %32 ], [ 0, %17 ]
  %23 = getelementptr inbounds [32 x %struct.kh_copy], ptr %11, i64 0, i64 %21, i32 5
  %24 = load i32, ptr %23, align 4
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %32, label %26

26:                                               ; preds = %19
  %27 = getelementptr inbounds [32 x %struct.kh_copy], ptr %11, i64 0, i64 %21
  %28 = add i32 %22, 1
  %29 = zext i32 %22 to i64
  %30 = getelementptr inbounds [32 x %struct.kh_copy], ptr %11, i64 0, i64 %29
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(776) %30, ptr noundef nonnull align 8 dereferenceable(776) %27, i64 776, i1 false)
  %31 = load i32, ptr %12, align 8
  br label %32

32:                                               ; preds = %26, %19
  %33 = phi i32 [ %31, %26 ], [ %20, %19 ]
  %34 = phi i32 [ %28, %26 ], [ %22, %19 ]
  %35 = add nuw nsw i64 %21, 1
  %36 = zext i32 %33 to i64
  %37 = icmp ult i64 %35, %36
  br i1 %37, label %19, label %38

38:                                               ; preds = %32, %3, %17
  %39 = phi i32 [ 0, %17 ], [ 0, %3 ], [ %34, %32 ]
  store i32 %39, ptr %12, align 8
  ret void

40:                                               ; preds = %15, %84
  %41 = phi i64 [ 0, %15 ], [ %88, %84 ]
  br label %92

42:                                               ; preds = %102
  %43 = getelementptr inbounds [32 x %struct.kh_copy], ptr %11, i64 0, i64 %41
  %44 = and i32 %107, %1
  %45 = getelementptr inbounds [32 x %struct.kh_copy], ptr %11, i64 0, i64 %41, i32 5
  %46 = getelementptr inbounds [32 x %struct.kh_copy], ptr %11, i64 0, i64 %41, i32 4
  br label %47

47:                                               ; preds = %81, %42
  %48 = phi i64 [ 0, %42 ], [ %82, %81 ]
  %49 = load i32, ptr %45, align 4
  %50 = trunc i64 %48 to i32
  %51 = shl nuw i32 1, %50
  %52 = and i32 %49, %51
  %53 = and i32 %52, %44
  %54 = icmp eq i32 %53, 0
  br i1 %54, label %81, label %55

55:                                               ; preds = %47
  %56 = load i32, ptr %46, align 8
  %57 = icmp eq i32 %56, 0
  br i1 %57, label %81, label %58

58:                                               ; preds = %55
  %59 = getelementptr inbounds [32 x %struct.kh_copy], ptr %11, i64 0, i64 %41, i32 2, i64 %48
  %60 = getelementptr inbounds [32 x %struct.kh_copy], ptr %11, i64 0, i64 %41, i32 1, i64 %48
  %61 = getelementptr inbounds [32 x ptr], ptr %43, i64 0, i64 %48
  br label %62

62:                                               ; preds = %73, %58
  %63 = phi i64 [ 0, %58 ], [ %77, %73 ]
  %64 = load i32, ptr %59, align 4
  %65 = zext i32 %64 to i64
  %66 = icmp ult i64 %63, %65
  br i1 %66, label %67, label %73

67:                                               ; preds = %62
  %68 = load ptr, ptr %60, align 8
  %69 = icmp eq ptr %68, null
  br i1 %69, label %73, label %70

70:                                               ; preds = %67
  %71 = getelementptr inbounds i8, ptr %68, i64 %63
  %72 = load i8, ptr %71, align 1
  br label %73

73:                                               ; preds = %70, %67, %62
  %74 = phi i8 [ 0, %62 ], [ %72, %70 ], [ -1, %67 ]
  %75 = load ptr, ptr %61, align 8
  %76 = getelementptr inbounds i8, ptr %75, i64 %63
  store i8 %74, ptr %76, align 1
  %77 = add nuw nsw i64 %63, 1
  %78 = load i32, ptr %46, align 8
  %79 = zext i32 %78 to i64
  %80 = icmp ult i64 %77, %79
  br i1 %80, label %62, label %81

81:                                               ; preds = %73, %55, %47
  %82 = add nuw nsw i64 %48, 1
  %83 = icmp eq i64 %82, 32
  br i1 %83, label %84, label %47

84:                                               ; preds = %81
  %85 = xor i32 %44, -1
  %86 = load i32, ptr %45, align 4
  %87 = and i32 %86, %85
  store i32 %87, ptr %45, align 4
  %88 = add nuw nsw i64 %41, 1
  %89 = load i32, ptr %12, align 8
  %90 = zext i32 %89 to i64
  %91 = icmp ult i64 %88, %90
  br i1 %91, label %40, label %17

92:                                               ; preds = %40, %102
  %93 = phi i64 [ 0, %40 ], [ %108, %102 ]
  %94 = phi i32 [ 0, %40 ], [ %107, %102 ]
  br i1 %16, label %102, label %95

95:                                               ; preds = %92
  %96 = getelementptr inbounds %struct.kh_copies, ptr %5, i64 %10, i32 2, i64 %93
  %97 = load i32, ptr %96, align 4
  %98 = getelementptr inbounds [32 x %struct.kh_copy], ptr %11, i64 0, i64 %41, i32 3, i64 %93
  %99 = load i32, ptr %98, align 4
  %100 = sub i32 %97, %99
  %101 = icmp ugt i32 %100, %2
  br label %102

102:                                              ; preds = %95, %92
  %103 = phi i1 [ true, %92 ], [ %101, %95 ]
  %104 = zext i1 %103 to i32
  %105 = trunc i64 %93 to i32
  %106 = shl nuw i32 %104, %105
  %107 = or i32 %106, %94
  %108 = add nuw nsw i64 %93, 1
  %109 = icmp eq i64 %108, 32
  br i1 %109, label %42, label %92
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write) uwtable
define void @kh_copy_reset(ptr nocapture noundef writeonly %0) #9 {
  %2 = getelementptr inbounds %struct.kh_copies, ptr %0, i64 0, i32 1
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(132) %2, i8 0, i64 132, i1 false)
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_atomic_16(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, ptr nocapture noundef writeonly %5, i32 noundef %6, i32 noundef %7, i32 noundef %8, i32 noundef %9) #4 {
  %11 = alloca %struct.kh_access, align 8
  %12 = alloca [32 x ptr], align 16
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %12) #18
  br label %18

13:                                               ; preds = %34
  %14 = load ptr, ptr %0, align 8
  %15 = getelementptr inbounds %struct.kh_launch, ptr %14, i64 0, i32 21
  %16 = load i32, ptr %15, align 8
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %55, label %38

18:                                               ; preds = %34, %10
  %19 = phi i64 [ 0, %10 ], [ %36, %34 ]
  %20 = phi i32 [ 0, %10 ], [ %35, %34 ]
  %21 = trunc i64 %19 to i32
  %22 = shl nuw i32 1, %21
  %23 = and i32 %22, %1
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %34, label %25

25:                                               ; preds = %18
  %26 = getelementptr inbounds i64, ptr %2, i64 %19
  %27 = load i64, ptr %26, align 8
  %28 = tail call fastcc ptr @check_lane(ptr noundef %0, i32 noundef %7, i32 noundef %21, i64 noundef %27, i32 noundef 2, i32 noundef %6, i32 noundef 2)
  %29 = getelementptr inbounds ptr, ptr %12, i64 %19
  store ptr %28, ptr %29, align 8
  %30 = icmp ne ptr %28, null
  %31 = zext i1 %30 to i32
  %32 = shl nuw i32 %31, %21
  %33 = or i32 %32, %20
  br label %34

34:                                               ; preds = %25, %18
  %35 = phi i32 [ %33, %25 ], [ %20, %18 ]
  %36 = add nuw nsw i64 %19, 1
  %37 = icmp eq i64 %36, 32
  br i1 %37, label %13, label %18

38:                                               ; preds = %13
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %11) #18
  store i32 %7, ptr %11, align 8
  %39 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 1
  store i32 2, ptr %39, align 4
  %40 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 2
  store i32 %35, ptr %40, align 8
  %41 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 3
  store i32 2, ptr %41, align 4
  %42 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 4
  store i32 2, ptr %42, align 8
  %43 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 5
  store i32 %6, ptr %43, align 4
  %44 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 6
  store ptr %2, ptr %44, align 8
  %45 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 7
  store ptr %12, ptr %45, align 8
  %46 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 8
  store i64 0, ptr %46, align 8
  %47 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 9
  store i32 0, ptr %47, align 8
  %48 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 10
  store ptr null, ptr %48, align 8
  %49 = icmp eq i32 %35, 0
  %50 = and i32 %16, 16
  %51 = icmp eq i32 %50, 0
  %52 = or i1 %49, %51
  br i1 %52, label %54, label %53

53:                                               ; preds = %38
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %11)
  br label %54

54:                                               ; preds = %53, %38
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %11) #18
  br label %55

55:                                               ; preds = %13, %54
  %56 = icmp eq i32 %9, 0
  br label %58

57:                                               ; preds = %109
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %12) #18
  ret void

58:                                               ; preds = %55, %109
  %59 = phi i64 [ 0, %55 ], [ %110, %109 ]
  %60 = trunc i64 %59 to i32
  %61 = shl nuw i32 1, %60
  %62 = and i32 %61, %1
  %63 = icmp eq i32 %62, 0
  br i1 %63, label %109, label %64

64:                                               ; preds = %58
  %65 = getelementptr inbounds i16, ptr %5, i64 %59
  store i16 -1, ptr %65, align 2
  %66 = and i32 %61, %35
  %67 = icmp eq i32 %66, 0
  br i1 %67, label %109, label %68

68:                                               ; preds = %64
  %69 = getelementptr inbounds [32 x ptr], ptr %12, i64 0, i64 %59
  %70 = load ptr, ptr %69, align 8
  %71 = load i16, ptr %70, align 2
  %72 = getelementptr inbounds i16, ptr %3, i64 %59
  %73 = load i16, ptr %72, align 2
  %74 = freeze i16 %73
  switch i32 %8, label %102 [
    i32 0, label %75
    i32 1, label %77
    i32 2, label %82
    i32 3, label %87
    i32 4, label %89
    i32 5, label %91
    i32 6, label %107
    i32 7, label %93
    i32 8, label %98
  ]

75:                                               ; preds = %68
  %76 = add i16 %74, %71
  br label %107

77:                                               ; preds = %68
  br i1 %56, label %80, label %78

78:                                               ; preds = %77
  %79 = call i16 @llvm.smin.i16(i16 %71, i16 %74)
  br label %107

80:                                               ; preds = %77
  %81 = call i16 @llvm.umin.i16(i16 %71, i16 %74)
  br label %107

82:                                               ; preds = %68
  br i1 %56, label %85, label %83

83:                                               ; preds = %82
  %84 = call i16 @llvm.smax.i16(i16 %71, i16 %74)
  br label %107

85:                                               ; preds = %82
  %86 = call i16 @llvm.umax.i16(i16 %71, i16 %74)
  br label %107

87:                                               ; preds = %68
  %88 = and i16 %74, %71
  br label %107

89:                                               ; preds = %68
  %90 = or i16 %74, %71
  br label %107

91:                                               ; preds = %68
  %92 = xor i16 %74, %71
  br label %107

93:                                               ; preds = %68
  %94 = icmp eq i16 %71, %74
  br i1 %94, label %95, label %107

95:                                               ; preds = %93
  %96 = getelementptr inbounds i16, ptr %4, i64 %59
  %97 = load i16, ptr %96, align 2
  br label %107

98:                                               ; preds = %68
  %99 = icmp ult i16 %71, %74
  %100 = add i16 %71, 1
  %101 = select i1 %99, i16 %100, i16 0
  br label %107

102:                                              ; preds = %68
  %103 = add i16 %71, -1
  %104 = icmp ult i16 %103, %74
  %105 = add i16 %71, -1
  %106 = select i1 %104, i16 %105, i16 %74
  br label %107

107:                                              ; preds = %68, %102, %95, %93, %83, %85, %78, %80, %98, %91, %89, %87, %75
  %108 = phi i16 [ %101, %98 ], [ %92, %91 ], [ %90, %89 ], [ %88, %87 ], [ %76, %75 ], [ %79, %78 ], [ %81, %80 ], [ %84, %83 ], [ %86, %85 ], [ %97, %95 ], [ %71, %93 ], [ %106, %102 ], [ %74, %68 ]
  store i16 %108, ptr %70, align 2
  store i16 %71, ptr %65, align 2
  br label %109

109:                                              ; preds = %64, %58, %107
  %110 = add nuw nsw i64 %59, 1
  %111 = icmp eq i64 %110, 32
  br i1 %111, label %57, label %58
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_atomic_32(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, ptr nocapture noundef writeonly %5, i32 noundef %6, i32 noundef %7, i32 noundef %8, i32 noundef %9) #4 {
  %11 = alloca %struct.kh_access, align 8
  %12 = alloca [32 x ptr], align 16
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %12) #18
  br label %18

13:                                               ; preds = %34
  %14 = load ptr, ptr %0, align 8
  %15 = getelementptr inbounds %struct.kh_launch, ptr %14, i64 0, i32 21
  %16 = load i32, ptr %15, align 8
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %55, label %38

18:                                               ; preds = %34, %10
  %19 = phi i64 [ 0, %10 ], [ %36, %34 ]
  %20 = phi i32 [ 0, %10 ], [ %35, %34 ]
  %21 = trunc i64 %19 to i32
  %22 = shl nuw i32 1, %21
  %23 = and i32 %22, %1
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %34, label %25

25:                                               ; preds = %18
  %26 = getelementptr inbounds i64, ptr %2, i64 %19
  %27 = load i64, ptr %26, align 8
  %28 = tail call fastcc ptr @check_lane(ptr noundef %0, i32 noundef %7, i32 noundef %21, i64 noundef %27, i32 noundef 4, i32 noundef %6, i32 noundef 2)
  %29 = getelementptr inbounds ptr, ptr %12, i64 %19
  store ptr %28, ptr %29, align 8
  %30 = icmp ne ptr %28, null
  %31 = zext i1 %30 to i32
  %32 = shl nuw i32 %31, %21
  %33 = or i32 %32, %20
  br label %34

34:                                               ; preds = %25, %18
  %35 = phi i32 [ %33, %25 ], [ %20, %18 ]
  %36 = add nuw nsw i64 %19, 1
  %37 = icmp eq i64 %36, 32
  br i1 %37, label %13, label %18

38:                                               ; preds = %13
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %11) #18
  store i32 %7, ptr %11, align 8
  %39 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 1
  store i32 2, ptr %39, align 4
  %40 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 2
  store i32 %35, ptr %40, align 8
  %41 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 3
  store i32 4, ptr %41, align 4
  %42 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 4
  store i32 4, ptr %42, align 8
  %43 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 5
  store i32 %6, ptr %43, align 4
  %44 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 6
  store ptr %2, ptr %44, align 8
  %45 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 7
  store ptr %12, ptr %45, align 8
  %46 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 8
  store i64 0, ptr %46, align 8
  %47 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 9
  store i32 0, ptr %47, align 8
  %48 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 10
  store ptr null, ptr %48, align 8
  %49 = icmp eq i32 %35, 0
  %50 = and i32 %16, 16
  %51 = icmp eq i32 %50, 0
  %52 = or i1 %49, %51
  br i1 %52, label %54, label %53

53:                                               ; preds = %38
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %11)
  br label %54

54:                                               ; preds = %53, %38
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %11) #18
  br label %55

55:                                               ; preds = %13, %54
  %56 = icmp eq i32 %9, 0
  br label %58

57:                                               ; preds = %109
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %12) #18
  ret void

58:                                               ; preds = %55, %109
  %59 = phi i64 [ 0, %55 ], [ %110, %109 ]
  %60 = trunc i64 %59 to i32
  %61 = shl nuw i32 1, %60
  %62 = and i32 %61, %1
  %63 = icmp eq i32 %62, 0
  br i1 %63, label %109, label %64

64:                                               ; preds = %58
  %65 = getelementptr inbounds i32, ptr %5, i64 %59
  store i32 -1, ptr %65, align 4
  %66 = and i32 %61, %35
  %67 = icmp eq i32 %66, 0
  br i1 %67, label %109, label %68

68:                                               ; preds = %64
  %69 = getelementptr inbounds [32 x ptr], ptr %12, i64 0, i64 %59
  %70 = load ptr, ptr %69, align 8
  %71 = load i32, ptr %70, align 4
  %72 = getelementptr inbounds i32, ptr %3, i64 %59
  %73 = load i32, ptr %72, align 4
  %74 = freeze i32 %73
  switch i32 %8, label %102 [
    i32 0, label %75
    i32 1, label %77
    i32 2, label %82
    i32 3, label %87
    i32 4, label %89
    i32 5, label %91
    i32 6, label %107
    i32 7, label %93
    i32 8, label %98
  ]

75:                                               ; preds = %68
  %76 = add i32 %74, %71
  br label %107

77:                                               ; preds = %68
  br i1 %56, label %80, label %78

78:                                               ; preds = %77
  %79 = call i32 @llvm.smin.i32(i32 %71, i32 %74)
  br label %107

80:                                               ; preds = %77
  %81 = call i32 @llvm.umin.i32(i32 %71, i32 %74)
  br label %107

82:                                               ; preds = %68
  br i1 %56, label %85, label %83

83:                                               ; preds = %82
  %84 = call i32 @llvm.smax.i32(i32 %71, i32 %74)
  br label %107

85:                                               ; preds = %82
  %86 = call i32 @llvm.umax.i32(i32 %71, i32 %74)
  br label %107

87:                                               ; preds = %68
  %88 = and i32 %74, %71
  br label %107

89:                                               ; preds = %68
  %90 = or i32 %74, %71
  br label %107

91:                                               ; preds = %68
  %92 = xor i32 %74, %71
  br label %107

93:                                               ; preds = %68
  %94 = icmp eq i32 %71, %74
  br i1 %94, label %95, label %107

95:                                               ; preds = %93
  %96 = getelementptr inbounds i32, ptr %4, i64 %59
  %97 = load i32, ptr %96, align 4
  br label %107

98:                                               ; preds = %68
  %99 = icmp ult i32 %71, %74
  %100 = add i32 %71, 1
  %101 = select i1 %99, i32 %100, i32 0
  br label %107

102:                                              ; preds = %68
  %103 = add i32 %71, -1
  %104 = icmp ult i32 %103, %74
  %105 = add i32 %71, -1
  %106 = select i1 %104, i32 %105, i32 %74
  br label %107

107:                                              ; preds = %68, %102, %95, %93, %83, %85, %78, %80, %98, %91, %89, %87, %75
  %108 = phi i32 [ %101, %98 ], [ %92, %91 ], [ %90, %89 ], [ %88, %87 ], [ %76, %75 ], [ %79, %78 ], [ %81, %80 ], [ %84, %83 ], [ %86, %85 ], [ %97, %95 ], [ %71, %93 ], [ %106, %102 ], [ %74, %68 ]
  store i32 %108, ptr %70, align 4
  store i32 %71, ptr %65, align 4
  br label %109

109:                                              ; preds = %64, %58, %107
  %110 = add nuw nsw i64 %59, 1
  %111 = icmp eq i64 %110, 32
  br i1 %111, label %57, label %58
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_atomic_64(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, ptr nocapture noundef writeonly %5, i32 noundef %6, i32 noundef %7, i32 noundef %8, i32 noundef %9) #4 {
  %11 = alloca %struct.kh_access, align 8
  %12 = alloca [32 x ptr], align 16
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %12) #18
  br label %18

13:                                               ; preds = %34
  %14 = load ptr, ptr %0, align 8
  %15 = getelementptr inbounds %struct.kh_launch, ptr %14, i64 0, i32 21
  %16 = load i32, ptr %15, align 8
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %55, label %38

18:                                               ; preds = %34, %10
  %19 = phi i64 [ 0, %10 ], [ %36, %34 ]
  %20 = phi i32 [ 0, %10 ], [ %35, %34 ]
  %21 = trunc i64 %19 to i32
  %22 = shl nuw i32 1, %21
  %23 = and i32 %22, %1
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %34, label %25

25:                                               ; preds = %18
  %26 = getelementptr inbounds i64, ptr %2, i64 %19
  %27 = load i64, ptr %26, align 8
  %28 = tail call fastcc ptr @check_lane(ptr noundef %0, i32 noundef %7, i32 noundef %21, i64 noundef %27, i32 noundef 8, i32 noundef %6, i32 noundef 2)
  %29 = getelementptr inbounds ptr, ptr %12, i64 %19
  store ptr %28, ptr %29, align 8
  %30 = icmp ne ptr %28, null
  %31 = zext i1 %30 to i32
  %32 = shl nuw i32 %31, %21
  %33 = or i32 %32, %20
  br label %34

34:                                               ; preds = %25, %18
  %35 = phi i32 [ %33, %25 ], [ %20, %18 ]
  %36 = add nuw nsw i64 %19, 1
  %37 = icmp eq i64 %36, 32
  br i1 %37, label %13, label %18

38:                                               ; preds = %13
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %11) #18
  store i32 %7, ptr %11, align 8
  %39 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 1
  store i32 2, ptr %39, align 4
  %40 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 2
  store i32 %35, ptr %40, align 8
  %41 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 3
  store i32 8, ptr %41, align 4
  %42 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 4
  store i32 8, ptr %42, align 8
  %43 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 5
  store i32 %6, ptr %43, align 4
  %44 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 6
  store ptr %2, ptr %44, align 8
  %45 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 7
  store ptr %12, ptr %45, align 8
  %46 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 8
  store i64 0, ptr %46, align 8
  %47 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 9
  store i32 0, ptr %47, align 8
  %48 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 10
  store ptr null, ptr %48, align 8
  %49 = icmp eq i32 %35, 0
  %50 = and i32 %16, 16
  %51 = icmp eq i32 %50, 0
  %52 = or i1 %49, %51
  br i1 %52, label %54, label %53

53:                                               ; preds = %38
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %11)
  br label %54

54:                                               ; preds = %53, %38
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %11) #18
  br label %55

55:                                               ; preds = %13, %54
  %56 = icmp eq i32 %9, 0
  br label %58

57:                                               ; preds = %109
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %12) #18
  ret void

58:                                               ; preds = %55, %109
  %59 = phi i64 [ 0, %55 ], [ %110, %109 ]
  %60 = trunc i64 %59 to i32
  %61 = shl nuw i32 1, %60
  %62 = and i32 %61, %1
  %63 = icmp eq i32 %62, 0
  br i1 %63, label %109, label %64

64:                                               ; preds = %58
  %65 = getelementptr inbounds i64, ptr %5, i64 %59
  store i64 -1, ptr %65, align 8
  %66 = and i32 %61, %35
  %67 = icmp eq i32 %66, 0
  br i1 %67, label %109, label %68

68:                                               ; preds = %64
  %69 = getelementptr inbounds [32 x ptr], ptr %12, i64 0, i64 %59
  %70 = load ptr, ptr %69, align 8
  %71 = load i64, ptr %70, align 8
  %72 = getelementptr inbounds i64, ptr %3, i64 %59
  %73 = load i64, ptr %72, align 8
  %74 = freeze i64 %73
  switch i32 %8, label %102 [
    i32 0, label %75
    i32 1, label %77
    i32 2, label %82
    i32 3, label %87
    i32 4, label %89
    i32 5, label %91
    i32 6, label %107
    i32 7, label %93
    i32 8, label %98
  ]

75:                                               ; preds = %68
  %76 = add i64 %74, %71
  br label %107

77:                                               ; preds = %68
  br i1 %56, label %80, label %78

78:                                               ; preds = %77
  %79 = call i64 @llvm.smin.i64(i64 %71, i64 %74)
  br label %107

80:                                               ; preds = %77
  %81 = call i64 @llvm.umin.i64(i64 %71, i64 %74)
  br label %107

82:                                               ; preds = %68
  br i1 %56, label %85, label %83

83:                                               ; preds = %82
  %84 = call i64 @llvm.smax.i64(i64 %71, i64 %74)
  br label %107

85:                                               ; preds = %82
  %86 = call i64 @llvm.umax.i64(i64 %71, i64 %74)
  br label %107

87:                                               ; preds = %68
  %88 = and i64 %74, %71
  br label %107

89:                                               ; preds = %68
  %90 = or i64 %74, %71
  br label %107

91:                                               ; preds = %68
  %92 = xor i64 %74, %71
  br label %107

93:                                               ; preds = %68
  %94 = icmp eq i64 %71, %74
  br i1 %94, label %95, label %107

95:                                               ; preds = %93
  %96 = getelementptr inbounds i64, ptr %4, i64 %59
  %97 = load i64, ptr %96, align 8
  br label %107

98:                                               ; preds = %68
  %99 = icmp ult i64 %71, %74
  %100 = add i64 %71, 1
  %101 = select i1 %99, i64 %100, i64 0
  br label %107

102:                                              ; preds = %68
  %103 = add i64 %71, -1
  %104 = icmp ult i64 %103, %74
  %105 = add i64 %71, -1
  %106 = select i1 %104, i64 %105, i64 %74
  br label %107

107:                                              ; preds = %68, %102, %95, %93, %83, %85, %78, %80, %98, %91, %89, %87, %75
  %108 = phi i64 [ %101, %98 ], [ %92, %91 ], [ %90, %89 ], [ %88, %87 ], [ %76, %75 ], [ %79, %78 ], [ %81, %80 ], [ %84, %83 ], [ %86, %85 ], [ %97, %95 ], [ %71, %93 ], [ %106, %102 ], [ %74, %68 ]
  store i64 %108, ptr %70, align 8
  store i64 %71, ptr %65, align 8
  br label %109

109:                                              ; preds = %64, %58, %107
  %110 = add nuw nsw i64 %59, 1
  %111 = icmp eq i64 %110, 32
  br i1 %111, label %57, label %58
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_atomic_add_float(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef readonly %3, ptr nocapture noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7) #4 {
  %9 = alloca %struct.kh_access, align 8
  %10 = alloca [32 x ptr], align 16
  %11 = zext i32 %7 to i64
  %12 = getelementptr inbounds [6 x i8], ptr @kh_atomic_add_float.sizes, i64 0, i64 %11
  %13 = load i8, ptr %12, align 1
  %14 = zext i8 %13 to i32
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %10) #18
  br label %20

15:                                               ; preds = %36
  %16 = load ptr, ptr %0, align 8
  %17 = getelementptr inbounds %struct.kh_launch, ptr %16, i64 0, i32 21
  %18 = load i32, ptr %17, align 8
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %57, label %40

20:                                               ; preds = %36, %8
  %21 = phi i64 [ 0, %8 ], [ %38, %36 ]
  %22 = phi i32 [ 0, %8 ], [ %37, %36 ]
  %23 = trunc i64 %21 to i32
  %24 = shl nuw i32 1, %23
  %25 = and i32 %24, %1
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %36, label %27

27:                                               ; preds = %20
  %28 = getelementptr inbounds i64, ptr %2, i64 %21
  %29 = load i64, ptr %28, align 8
  %30 = tail call fastcc ptr @check_lane(ptr noundef %0, i32 noundef %6, i32 noundef %23, i64 noundef %29, i32 noundef %14, i32 noundef %5, i32 noundef 2)
  %31 = getelementptr inbounds ptr, ptr %10, i64 %21
  store ptr %30, ptr %31, align 8
  %32 = icmp ne ptr %30, null
  %33 = zext i1 %32 to i32
  %34 = shl nuw i32 %33, %23
  %35 = or i32 %34, %22
  br label %36

36:                                               ; preds = %27, %20
  %37 = phi i32 [ %35, %27 ], [ %22, %20 ]
  %38 = add nuw nsw i64 %21, 1
  %39 = icmp eq i64 %38, 32
  br i1 %39, label %15, label %20

40:                                               ; preds = %15
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %9) #18
  store i32 %6, ptr %9, align 8
  %41 = getelementptr inbounds %struct.kh_access, ptr %9, i64 0, i32 1
  store i32 2, ptr %41, align 4
  %42 = getelementptr inbounds %struct.kh_access, ptr %9, i64 0, i32 2
  store i32 %37, ptr %42, align 8
  %43 = getelementptr inbounds %struct.kh_access, ptr %9, i64 0, i32 3
  store i32 %14, ptr %43, align 4
  %44 = getelementptr inbounds %struct.kh_access, ptr %9, i64 0, i32 4
  store i32 %14, ptr %44, align 8
  %45 = getelementptr inbounds %struct.kh_access, ptr %9, i64 0, i32 5
  store i32 %5, ptr %45, align 4
  %46 = getelementptr inbounds %struct.kh_access, ptr %9, i64 0, i32 6
  store ptr %2, ptr %46, align 8
  %47 = getelementptr inbounds %struct.kh_access, ptr %9, i64 0, i32 7
  store ptr %10, ptr %47, align 8
  %48 = getelementptr inbounds %struct.kh_access, ptr %9, i64 0, i32 8
  store i64 0, ptr %48, align 8
  %49 = getelementptr inbounds %struct.kh_access, ptr %9, i64 0, i32 9
  store i32 0, ptr %49, align 8
  %50 = getelementptr inbounds %struct.kh_access, ptr %9, i64 0, i32 10
  store ptr null, ptr %50, align 8
  %51 = icmp eq i32 %37, 0
  %52 = and i32 %18, 16
  %53 = icmp eq i32 %52, 0
  %54 = or i1 %51, %53
  br i1 %54, label %56, label %55

55:                                               ; preds = %40
  call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %9)
  br label %56

56:                                               ; preds = %55, %40
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %9) #18
  br label %57

57:                                               ; preds = %15, %56
  %58 = zext i8 %13 to i64
  %59 = lshr i32 %14, 1
  %60 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 3
  br label %62

61:                                               ; preds = %129
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %10) #18
  ret void

62:                                               ; preds = %57, %129
  %63 = phi i64 [ 0, %57 ], [ %130, %129 ]
  %64 = trunc i64 %63 to i32
  %65 = shl nuw i32 1, %64
  %66 = and i32 %65, %1
  %67 = icmp eq i32 %66, 0
  br i1 %67, label %129, label %68

68:                                               ; preds = %62
  %69 = and i32 %65, %37
  %70 = icmp eq i32 %69, 0
  br i1 %70, label %71, label %74

71:                                               ; preds = %68
  %72 = mul nuw nsw i64 %63, %58
  %73 = getelementptr inbounds i8, ptr %4, i64 %72
  br label %81

74:                                               ; preds = %68
  %75 = getelementptr inbounds [32 x ptr], ptr %10, i64 0, i64 %63
  %76 = load ptr, ptr %75, align 8
  %77 = mul nuw nsw i64 %63, %58
  %78 = getelementptr inbounds i8, ptr %4, i64 %77
  %79 = getelementptr inbounds i8, ptr %3, i64 %77
  %80 = icmp eq ptr %76, null
  br i1 %80, label %81, label %83

81:                                               ; preds = %71, %74
  %82 = phi ptr [ %73, %71 ], [ %78, %74 ]
  call void @llvm.memset.p0.i64(ptr align 1 %82, i8 -1, i64 %58, i1 false)
  br label %129

83:                                               ; preds = %74
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %78, ptr nonnull align 1 %76, i64 %58, i1 false)
  switch i32 %7, label %128 [
    i32 0, label %84
    i32 1, label %123
    i32 4, label %127
    i32 2, label %127
  ]

84:                                               ; preds = %83
  %85 = load ptr, ptr %60, align 8
  %86 = ptrtoint ptr %76 to i64
  %87 = ptrtoint ptr %85 to i64
  %88 = sub i64 %86, %87
  %89 = load ptr, ptr %0, align 8
  %90 = getelementptr inbounds %struct.kh_launch, ptr %89, i64 0, i32 11
  %91 = load i32, ptr %90, align 4
  %92 = zext i32 %91 to i64
  %93 = icmp ult i64 %88, %92
  br i1 %93, label %94, label %98

94:                                               ; preds = %84
  %95 = load float, ptr %78, align 4
  %96 = load float, ptr %79, align 4
  %97 = fadd float %95, %96
  br label %118

98:                                               ; preds = %84
  %99 = load i32, ptr %78, align 1
  %100 = and i32 %99, 2139095040
  %101 = icmp eq i32 %100, 0
  %102 = and i32 %99, -2147483648
  %103 = select i1 %101, i32 %102, i32 %99
  %104 = bitcast i32 %103 to float
  %105 = load i32, ptr %79, align 1
  %106 = and i32 %105, 2139095040
  %107 = icmp eq i32 %106, 0
  %108 = and i32 %105, -2147483648
  %109 = select i1 %107, i32 %108, i32 %105
  %110 = bitcast i32 %109 to float
  %111 = fadd float %104, %110
  %112 = bitcast float %111 to i32
  %113 = and i32 %112, 2139095040
  %114 = icmp eq i32 %113, 0
  %115 = and i32 %112, -2147483648
  %116 = select i1 %114, i32 %115, i32 %112
  %117 = bitcast i32 %116 to float
  br label %118

118:                                              ; preds = %94, %98
  %119 = phi float [ %117, %98 ], [ %97, %94 ]
  %120 = bitcast float %119 to i32
  %121 = fcmp uno float %119, 0.000000e+00
  %122 = select i1 %121, i32 2147483647, i32 %120
  store i32 %122, ptr %76, align 4
  br label %129

123:                                              ; preds = %83
  %124 = load double, ptr %78, align 8
  %125 = load double, ptr %79, align 8
  %126 = fadd double %124, %125
  store double %126, ptr %76, align 8
  br label %129

127:                                              ; preds = %83, %83
  call void @kh_add_f16(ptr noundef %78, ptr noundef %79, ptr noundef nonnull %76, i32 noundef %59)
  br label %129

128:                                              ; preds = %83
  call void @kh_add_bf16(ptr noundef %78, ptr noundef %79, ptr noundef nonnull %76, i32 noundef %59)
  br label %129

129:                                              ; preds = %81, %123, %128, %127, %118, %62
  %130 = add nuw nsw i64 %63, 1
  %131 = icmp eq i64 %130, 32
  br i1 %131, label %61, label %62
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #12

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_add_f16(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #10 {
  %5 = icmp eq i32 %3, 0
  br i1 %5, label %8, label %6

6:                                                ; preds = %4
  %7 = zext i32 %3 to i64
  br label %9

8:                                                ; preds = %150, %4
  ret void

9:                                                ; preds = %6, %150
  %10 = phi i64 [ 0, %6 ], [ %153, %150 ]
  %11 = getelementptr inbounds i16, ptr %0, i64 %10
  %12 = load i16, ptr %11, align 2
  %13 = zext i16 %12 to i32
  %14 = lshr i32 %13, 10
  %15 = and i32 %14, 31
  %16 = and i32 %13, 1023
  %17 = lshr i32 %13, 15
  %18 = zext nneg i32 %17 to i64
  %19 = shl nuw i64 %18, 63
  switch i32 %15, label %30 [
    i32 31, label %20
    i32 0, label %25
  ]

20:                                               ; preds = %9
  %21 = zext i16 %12 to i64
  %22 = shl nuw nsw i64 %21, 42
  %23 = or disjoint i64 %19, %22
  %24 = or i64 %23, 9218868437227405312
  br label %38

25:                                               ; preds = %9
  %26 = uitofp i32 %16 to double
  %27 = fmul double %26, 0x3E70000000000000
  %28 = bitcast double %27 to i64
  %29 = or i64 %19, %28
  br label %38

30:                                               ; preds = %9
  %31 = add nuw nsw i32 %15, 1008
  %32 = zext nneg i32 %31 to i64
  %33 = shl nuw nsw i64 %32, 52
  %34 = zext nneg i32 %16 to i64
  %35 = shl nuw nsw i64 %34, 42
  %36 = or disjoint i64 %33, %35
  %37 = or disjoint i64 %36, %19
  br label %38

38:                                               ; preds = %20, %25, %30
  %39 = phi i64 [ %24, %20 ], [ %29, %25 ], [ %37, %30 ]
  %40 = bitcast i64 %39 to double
  %41 = getelementptr inbounds i16, ptr %1, i64 %10
  %42 = load i16, ptr %41, align 2
  %43 = zext i16 %42 to i32
  %44 = lshr i32 %43, 10
  %45 = and i32 %44, 31
  %46 = and i32 %43, 1023
  %47 = lshr i32 %43, 15
  %48 = zext nneg i32 %47 to i64
  %49 = shl nuw i64 %48, 63
  switch i32 %45, label %60 [
    i32 31, label %50
    i32 0, label %55
  ]

50:                                               ; preds = %38
  %51 = zext i16 %42 to i64
  %52 = shl nuw nsw i64 %51, 42
  %53 = or disjoint i64 %49, %52
  %54 = or i64 %53, 9218868437227405312
  br label %68

55:                                               ; preds = %38
  %56 = uitofp i32 %46 to double
  %57 = fmul double %56, 0x3E70000000000000
  %58 = bitcast double %57 to i64
  %59 = or i64 %49, %58
  br label %68

60:                                               ; preds = %38
  %61 = add nuw nsw i32 %45, 1008
  %62 = zext nneg i32 %61 to i64
  %63 = shl nuw nsw i64 %62, 52
  %64 = zext nneg i32 %46 to i64
  %65 = shl nuw nsw i64 %64, 42
  %66 = or disjoint i64 %63, %65
  %67 = or disjoint i64 %66, %49
  br label %68

68:                                               ; preds = %50, %55, %60
  %69 = phi i64 [ %54, %50 ], [ %59, %55 ], [ %67, %60 ]
  %70 = bitcast i64 %69 to double
  %71 = fadd double %40, %70
  %72 = fsub double %71, %40
  %73 = fsub double %71, %72
  %74 = fsub double %40, %73
  %75 = fsub double %70, %72
  %76 = fadd double %75, %74
  %77 = fcmp une double %76, 0.000000e+00
  %78 = fsub double %71, %71
  %79 = fcmp oeq double %78, 0.000000e+00
  %80 = and i1 %79, %77
  br i1 %80, label %81, label %92

81:                                               ; preds = %68
  %82 = bitcast double %71 to i64
  %83 = and i64 %82, 1
  %84 = icmp eq i64 %83, 0
  br i1 %84, label %85, label %92

85:                                               ; preds = %81
  %86 = fcmp ogt double %76, 0.000000e+00
  %87 = fcmp ule double %71, 0.000000e+00
  %88 = xor i1 %87, %86
  %89 = select i1 %88, i64 1, i64 -1
  %90 = add i64 %89, %82
  %91 = bitcast i64 %90 to double
  br label %92

92:                                               ; preds = %68, %81, %85
  %93 = phi double [ %91, %85 ], [ %71, %81 ], [ %71, %68 ]
  %94 = bitcast double %93 to i64
  %95 = tail call double @llvm.fabs.f64(double %93)
  %96 = bitcast double %95 to i64
  %97 = lshr i64 %94, 48
  %98 = trunc i64 %97 to i16
  %99 = and i16 %98, -32768
  %100 = icmp ugt i64 %96, 9218868437227405312
  br i1 %100, label %150, label %101

101:                                              ; preds = %92
  switch i64 %96, label %104 [
    i64 9218868437227405312, label %102
    i64 0, label %150
  ]

102:                                              ; preds = %101
  %103 = or disjoint i16 %99, 31744
  br label %150

104:                                              ; preds = %101
  %105 = lshr i64 %94, 52
  %106 = and i64 %105, 2047
  %107 = and i64 %94, 4503599627370495
  %108 = or disjoint i64 %107, 4503599627370496
  %109 = icmp eq i64 %106, 0
  br i1 %109, label %146, label %110

110:                                              ; preds = %104
  %111 = trunc i64 %106 to i32
  %112 = icmp ult i32 %111, 1009
  %113 = tail call i32 @llvm.usub.sat.i32(i32 1009, i32 %111)
  %114 = icmp ult i32 %113, 21
  br i1 %114, label %115, label %126

115:                                              ; preds = %110
  %116 = add nuw nsw i32 %113, 42
  %117 = zext nneg i32 %116 to i64
  %118 = lshr i64 %108, %117
  %119 = shl nsw i64 -1, %117
  %120 = xor i64 %119, -1
  %121 = and i64 %108, %120
  %122 = add nuw nsw i32 %113, 41
  %123 = zext nneg i32 %122 to i64
  %124 = shl nuw nsw i64 1, %123
  %125 = icmp ugt i64 %121, %124
  br i1 %125, label %134, label %126

126:                                              ; preds = %110, %115
  %127 = phi i64 [ %118, %115 ], [ 0, %110 ]
  %128 = phi i64 [ %121, %115 ], [ 1, %110 ]
  %129 = phi i64 [ %124, %115 ], [ 2, %110 ]
  %130 = icmp eq i64 %128, %129
  %131 = and i64 %127, 1
  %132 = icmp ne i64 %131, 0
  %133 = select i1 %130, i1 %132, i1 false
  br label %134

134:                                              ; preds = %126, %115
  %135 = phi i64 [ %118, %115 ], [ %127, %126 ]
  %136 = phi i1 [ true, %115 ], [ %133, %126 ]
  %137 = zext i1 %136 to i64
  %138 = shl nuw nsw i64 %106, 10
  %139 = add nuw nsw i64 %138, 4398045477888
  %140 = and i64 %139, 4398046510080
  %141 = select i1 %112, i64 0, i64 %140
  %142 = add nuw nsw i64 %135, %141
  %143 = add nuw nsw i64 %142, %137
  %144 = freeze i64 %143
  %145 = tail call i64 @llvm.umin.i64(i64 %144, i64 31744)
  br label %146

146:                                              ; preds = %134, %104
  %147 = phi i64 [ 0, %104 ], [ %145, %134 ]
  %148 = trunc i64 %147 to i16
  %149 = or disjoint i16 %99, %148
  br label %150

150:                                              ; preds = %92, %101, %102, %146
  %151 = phi i16 [ %103, %102 ], [ %149, %146 ], [ 32767, %92 ], [ %99, %101 ]
  %152 = getelementptr inbounds i16, ptr %2, i64 %10
  store i16 %151, ptr %152, align 2
  %153 = add nuw nsw i64 %10, 1
  %154 = icmp eq i64 %153, %7
  br i1 %154, label %8, label %9
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_add_bf16(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #10 {
  %5 = icmp eq i32 %3, 0
  br i1 %5, label %8, label %6

6:                                                ; preds = %4
  %7 = zext i32 %3 to i64
  br label %9

8:                                                ; preds = %152, %4
  ret void

9:                                                ; preds = %6, %152
  %10 = phi i64 [ 0, %6 ], [ %155, %152 ]
  %11 = getelementptr inbounds i16, ptr %0, i64 %10
  %12 = load i16, ptr %11, align 2
  %13 = zext i16 %12 to i32
  %14 = lshr i32 %13, 7
  %15 = and i32 %13, 127
  %16 = lshr i32 %13, 15
  %17 = zext nneg i32 %16 to i64
  %18 = shl nuw i64 %17, 63
  %19 = trunc i32 %14 to i8
  switch i8 %19, label %30 [
    i8 -1, label %20
    i8 0, label %25
  ]

20:                                               ; preds = %9
  %21 = zext i16 %12 to i64
  %22 = shl nuw nsw i64 %21, 45
  %23 = or disjoint i64 %18, %22
  %24 = or i64 %23, 9218868437227405312
  br label %39

25:                                               ; preds = %9
  %26 = uitofp i32 %15 to double
  %27 = fmul double %26, 0x37A0000000000000
  %28 = bitcast double %27 to i64
  %29 = or i64 %18, %28
  br label %39

30:                                               ; preds = %9
  %31 = and i32 %14, 255
  %32 = add nuw nsw i32 %31, 896
  %33 = zext nneg i32 %32 to i64
  %34 = shl nuw nsw i64 %33, 52
  %35 = zext nneg i32 %15 to i64
  %36 = shl nuw nsw i64 %35, 45
  %37 = or disjoint i64 %34, %36
  %38 = or disjoint i64 %37, %18
  br label %39

39:                                               ; preds = %20, %25, %30
  %40 = phi i64 [ %24, %20 ], [ %29, %25 ], [ %38, %30 ]
  %41 = bitcast i64 %40 to double
  %42 = getelementptr inbounds i16, ptr %1, i64 %10
  %43 = load i16, ptr %42, align 2
  %44 = zext i16 %43 to i32
  %45 = lshr i32 %44, 7
  %46 = and i32 %44, 127
  %47 = lshr i32 %44, 15
  %48 = zext nneg i32 %47 to i64
  %49 = shl nuw i64 %48, 63
  %50 = trunc i32 %45 to i8
  switch i8 %50, label %61 [
    i8 -1, label %51
    i8 0, label %56
  ]

51:                                               ; preds = %39
  %52 = zext i16 %43 to i64
  %53 = shl nuw nsw i64 %52, 45
  %54 = or disjoint i64 %49, %53
  %55 = or i64 %54, 9218868437227405312
  br label %70

56:                                               ; preds = %39
  %57 = uitofp i32 %46 to double
  %58 = fmul double %57, 0x37A0000000000000
  %59 = bitcast double %58 to i64
  %60 = or i64 %49, %59
  br label %70

61:                                               ; preds = %39
  %62 = and i32 %45, 255
  %63 = add nuw nsw i32 %62, 896
  %64 = zext nneg i32 %63 to i64
  %65 = shl nuw nsw i64 %64, 52
  %66 = zext nneg i32 %46 to i64
  %67 = shl nuw nsw i64 %66, 45
  %68 = or disjoint i64 %65, %67
  %69 = or disjoint i64 %68, %49
  br label %70

70:                                               ; preds = %51, %56, %61
  %71 = phi i64 [ %55, %51 ], [ %60, %56 ], [ %69, %61 ]
  %72 = bitcast i64 %71 to double
  %73 = fadd double %41, %72
  %74 = fsub double %73, %41
  %75 = fsub double %73, %74
  %76 = fsub double %41, %75
  %77 = fsub double %72, %74
  %78 = fadd double %77, %76
  %79 = fcmp une double %78, 0.000000e+00
  %80 = fsub double %73, %73
  %81 = fcmp oeq double %80, 0.000000e+00
  %82 = and i1 %81, %79
  br i1 %82, label %83, label %94

83:                                               ; preds = %70
  %84 = bitcast double %73 to i64
  %85 = and i64 %84, 1
  %86 = icmp eq i64 %85, 0
  br i1 %86, label %87, label %94

87:                                               ; preds = %83
  %88 = fcmp ogt double %78, 0.000000e+00
  %89 = fcmp ule double %73, 0.000000e+00
  %90 = xor i1 %89, %88
  %91 = select i1 %90, i64 1, i64 -1
  %92 = add i64 %91, %84
  %93 = bitcast i64 %92 to double
  br label %94

94:                                               ; preds = %70, %83, %87
  %95 = phi double [ %93, %87 ], [ %73, %83 ], [ %73, %70 ]
  %96 = bitcast double %95 to i64
  %97 = tail call double @llvm.fabs.f64(double %95)
  %98 = bitcast double %97 to i64
  %99 = lshr i64 %96, 48
  %100 = trunc i64 %99 to i16
  %101 = and i16 %100, -32768
  %102 = icmp ugt i64 %98, 9218868437227405312
  br i1 %102, label %152, label %103

103:                                              ; preds = %94
  switch i64 %98, label %106 [
    i64 9218868437227405312, label %104
    i64 0, label %152
  ]

104:                                              ; preds = %103
  %105 = or disjoint i16 %101, 32640
  br label %152

106:                                              ; preds = %103
  %107 = lshr i64 %96, 52
  %108 = and i64 %107, 2047
  %109 = and i64 %96, 4503599627370495
  %110 = or disjoint i64 %109, 4503599627370496
  %111 = icmp eq i64 %108, 0
  br i1 %111, label %148, label %112

112:                                              ; preds = %106
  %113 = trunc i64 %108 to i32
  %114 = icmp ult i32 %113, 897
  %115 = tail call i32 @llvm.usub.sat.i32(i32 897, i32 %113)
  %116 = icmp ult i32 %115, 18
  br i1 %116, label %117, label %128

117:                                              ; preds = %112
  %118 = add nuw nsw i32 %115, 45
  %119 = zext nneg i32 %118 to i64
  %120 = lshr i64 %110, %119
  %121 = shl nsw i64 -1, %119
  %122 = xor i64 %121, -1
  %123 = and i64 %110, %122
  %124 = add nuw nsw i32 %115, 44
  %125 = zext nneg i32 %124 to i64
  %126 = shl nuw nsw i64 1, %125
  %127 = icmp ugt i64 %123, %126
  br i1 %127, label %136, label %128

128:                                              ; preds = %112, %117
  %129 = phi i64 [ %120, %117 ], [ 0, %112 ]
  %130 = phi i64 [ %123, %117 ], [ 1, %112 ]
  %131 = phi i64 [ %126, %117 ], [ 2, %112 ]
  %132 = icmp eq i64 %130, %131
  %133 = and i64 %129, 1
  %134 = icmp ne i64 %133, 0
  %135 = select i1 %132, i1 %134, i1 false
  br label %136

136:                                              ; preds = %128, %117
  %137 = phi i64 [ %120, %117 ], [ %129, %128 ]
  %138 = phi i1 [ true, %117 ], [ %135, %128 ]
  %139 = zext i1 %138 to i64
  %140 = shl nuw nsw i64 %108, 7
  %141 = add nuw nsw i64 %140, 549755699072
  %142 = and i64 %141, 549755813760
  %143 = select i1 %114, i64 0, i64 %142
  %144 = add nuw nsw i64 %137, %143
  %145 = add nuw nsw i64 %144, %139
  %146 = freeze i64 %145
  %147 = tail call i64 @llvm.umin.i64(i64 %146, i64 32640)
  br label %148

148:                                              ; preds = %136, %106
  %149 = phi i64 [ 0, %106 ], [ %147, %136 ]
  %150 = trunc i64 %149 to i16
  %151 = or disjoint i16 %101, %150
  br label %152

152:                                              ; preds = %94, %103, %104, %148
  %153 = phi i16 [ %105, %104 ], [ %151, %148 ], [ 32767, %94 ], [ %101, %103 ]
  %154 = getelementptr inbounds i16, ptr %2, i64 %10
  store i16 %153, ptr %154, align 2
  %155 = add nuw nsw i64 %10, 1
  %156 = icmp eq i64 %155, %7
  br i1 %156, label %8, label %9
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define i32 @kh_shuffle(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, ptr nocapture noundef readonly %5, ptr nocapture noundef writeonly %6, i32 noundef %7, i32 noundef %8) #4 {
  %10 = alloca [32 x i32], align 16
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %10) #18
  %11 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %12 = mul i32 %8, 15
  %13 = add i32 %12, 8
  %14 = zext i32 %13 to i64
  %15 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %16 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %17 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %18 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  br label %20

19:                                               ; preds = %95
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 4 dereferenceable(128) %6, ptr noundef nonnull align 16 dereferenceable(128) %10, i64 128, i1 false)
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %10) #18
  ret i32 %97

20:                                               ; preds = %9, %95
  %21 = phi i64 [ 0, %9 ], [ %99, %95 ]
  %22 = phi i32 [ 0, %9 ], [ %97, %95 ]
  %23 = trunc i64 %21 to i32
  %24 = shl nuw i32 1, %23
  %25 = and i32 %24, %1
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %95, label %27

27:                                               ; preds = %20
  %28 = getelementptr inbounds i32, ptr %3, i64 %21
  %29 = load i32, ptr %28, align 4
  %30 = and i32 %29, 31
  %31 = getelementptr inbounds i32, ptr %4, i64 %21
  %32 = load i32, ptr %31, align 4
  %33 = and i32 %32, 31
  %34 = lshr i32 %32, 8
  %35 = and i32 %34, 31
  %36 = and i32 %34, %23
  %37 = xor i32 %35, -1
  %38 = and i32 %33, %37
  %39 = or i32 %36, %38
  switch i32 %7, label %49 [
    i32 0, label %40
    i32 1, label %43
    i32 2, label %46
  ]

40:                                               ; preds = %27
  %41 = sub nsw i32 %23, %30
  %42 = icmp sge i32 %41, %39
  br label %53

43:                                               ; preds = %27
  %44 = add nuw nsw i32 %30, %23
  %45 = icmp ule i32 %44, %39
  br label %53

46:                                               ; preds = %27
  %47 = xor i32 %30, %23
  %48 = icmp ule i32 %47, %39
  br label %53

49:                                               ; preds = %27
  %50 = and i32 %30, %37
  %51 = or i32 %36, %50
  %52 = icmp ule i32 %51, %39
  br label %53

53:                                               ; preds = %49, %46, %43, %40
  %54 = phi i32 [ %51, %49 ], [ %47, %46 ], [ %44, %43 ], [ %41, %40 ]
  %55 = phi i1 [ %52, %49 ], [ %48, %46 ], [ %45, %43 ], [ %42, %40 ]
  %56 = zext i1 %55 to i32
  %57 = select i1 %55, i32 %54, i32 %23
  %58 = shl nuw i32 %56, %23
  %59 = or i32 %58, %22
  %60 = getelementptr inbounds i32, ptr %5, i64 %21
  %61 = load i32, ptr %60, align 4
  %62 = shl nuw i32 1, %57
  %63 = and i32 %61, %62
  %64 = and i32 %63, %1
  %65 = icmp eq i32 %64, 0
  br i1 %65, label %70, label %66

66:                                               ; preds = %53
  %67 = sext i32 %57 to i64
  %68 = getelementptr inbounds i32, ptr %2, i64 %67
  %69 = load i32, ptr %68, align 4
  br label %95

70:                                               ; preds = %53
  %71 = load ptr, ptr %11, align 8
  %72 = getelementptr inbounds %struct.kh_fault, ptr %71, i64 %14
  %73 = load i64, ptr %72, align 8
  %74 = icmp eq i64 %73, 0
  br i1 %74, label %77, label %75

75:                                               ; preds = %70
  %76 = add i64 %73, 1
  store i64 %76, ptr %72, align 8
  br label %95

77:                                               ; preds = %70
  %78 = sext i32 %57 to i64
  %79 = load ptr, ptr %15, align 8
  %80 = getelementptr inbounds %struct.kh_warp, ptr %79, i64 0, i32 7
  %81 = load i32, ptr %80, align 8
  %82 = shl i32 %81, 5
  %83 = or disjoint i32 %82, %23
  %84 = load i32, ptr %16, align 4
  store i64 1, ptr %72, align 8
  %85 = getelementptr inbounds i8, ptr %72, i64 8
  store i64 %78, ptr %85, align 8
  %86 = getelementptr inbounds i8, ptr %72, i64 16
  store i32 %84, ptr %86, align 8
  %87 = getelementptr inbounds i8, ptr %72, i64 20
  store i32 %83, ptr %87, align 4
  %88 = getelementptr inbounds i8, ptr %72, i64 24
  store i32 -1, ptr %88, align 8
  %89 = getelementptr inbounds i8, ptr %72, i64 28
  store i32 0, ptr %89, align 4
  %90 = getelementptr inbounds i8, ptr %72, i64 32
  store i32 0, ptr %90, align 8
  %91 = load ptr, ptr %17, align 8
  %92 = load i64, ptr %18, align 8
  %93 = add i64 %92, 1
  store i64 %93, ptr %18, align 8
  %94 = getelementptr inbounds i32, ptr %91, i64 %92
  store i32 %13, ptr %94, align 4
  br label %95

95:                                               ; preds = %77, %75, %20, %66
  %96 = phi i32 [ %69, %66 ], [ -1, %20 ], [ -1, %75 ], [ -1, %77 ]
  %97 = phi i32 [ %59, %66 ], [ %22, %20 ], [ %59, %75 ], [ %59, %77 ]
  %98 = getelementptr inbounds [32 x i32], ptr %10, i64 0, i64 %21
  store i32 %96, ptr %98, align 4
  %99 = add nuw nsw i64 %21, 1
  %100 = icmp eq i64 %99, 32
  br i1 %100, label %19, label %20
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_match_any(i32 noundef %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3) #10 {
  br label %5

5:                                                ; preds = %4, %10
  %6 = phi i64 [ 0, %4 ], [ %16, %10 ]
  %7 = getelementptr inbounds i64, ptr %1, i64 %6
  %8 = load i64, ptr %7, align 8
  br label %18

9:                                                ; preds = %10
  ret void

10:                                               ; preds = %18
  %11 = getelementptr inbounds i32, ptr %2, i64 %6
  %12 = load i32, ptr %11, align 4
  %13 = and i32 %12, %0
  %14 = and i32 %13, %27
  %15 = getelementptr inbounds i32, ptr %3, i64 %6
  store i32 %14, ptr %15, align 4
  %16 = add nuw nsw i64 %6, 1
  %17 = icmp eq i64 %16, 32
  br i1 %17, label %9, label %5

18:                                               ; preds = %5, %18
  %19 = phi i64 [ 0, %5 ], [ %28, %18 ]
  %20 = phi i32 [ 0, %5 ], [ %27, %18 ]
  %21 = getelementptr inbounds i64, ptr %1, i64 %19
  %22 = load i64, ptr %21, align 8
  %23 = icmp eq i64 %22, %8
  %24 = zext i1 %23 to i32
  %25 = trunc i64 %19 to i32
  %26 = shl nuw i32 %24, %25
  %27 = or i32 %26, %20
  %28 = add nuw nsw i64 %19, 1
  %29 = icmp eq i64 %28, 32
  br i1 %29, label %10, label %18
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define i32 @kh_match_all(i32 noundef %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3) #10 {
  br label %6

5:                                                ; preds = %13
  ret i32 %22

6:                                                ; preds = %4, %13
  %7 = phi i64 [ 0, %4 ], [ %23, %13 ]
  %8 = phi i32 [ 0, %4 ], [ %22, %13 ]
  %9 = getelementptr inbounds i32, ptr %2, i64 %7
  %10 = load i32, ptr %9, align 4
  %11 = getelementptr inbounds i64, ptr %1, i64 %7
  %12 = load i64, ptr %11, align 8
  br label %25

13:                                               ; preds = %25
  %14 = and i32 %10, %0
  %15 = and i32 %34, %14
  %16 = icmp eq i32 %15, %14
  %17 = zext i1 %16 to i32
  %18 = select i1 %16, i32 %14, i32 0
  %19 = getelementptr inbounds i32, ptr %3, i64 %7
  store i32 %18, ptr %19, align 4
  %20 = trunc i64 %7 to i32
  %21 = shl nuw i32 %17, %20
  %22 = or i32 %21, %8
  %23 = add nuw nsw i64 %7, 1
  %24 = icmp eq i64 %23, 32
  br i1 %24, label %5, label %6

25:                                               ; preds = %6, %25
  %26 = phi i64 [ 0, %6 ], [ %35, %25 ]
  %27 = phi i32 [ 0, %6 ], [ %34, %25 ]
  %28 = getelementptr inbounds i64, ptr %1, i64 %26
  %29 = load i64, ptr %28, align 8
  %30 = icmp eq i64 %29, %12
  %31 = zext i1 %30 to i32
  %32 = trunc i64 %26 to i32
  %33 = shl nuw i32 %31, %32
  %34 = or i32 %33, %27
  %35 = add nuw nsw i64 %26, 1
  %36 = icmp eq i64 %35, 32
  br i1 %36, label %13, label %25
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_redux(i32 noundef %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #10 {
  %7 = icmp eq i32 %5, 0
  br label %9

8:                                                ; preds = %14
  ret void

9:                                                ; preds = %6, %14
  %10 = phi i64 [ 0, %6 ], [ %16, %14 ]
  %11 = getelementptr inbounds i32, ptr %2, i64 %10
  %12 = load i32, ptr %11, align 4
  %13 = and i32 %12, %0
  br label %18

14:                                               ; preds = %46
  %15 = getelementptr inbounds i32, ptr %3, i64 %10
  store i32 %47, ptr %15, align 4
  %16 = add nuw nsw i64 %10, 1
  %17 = icmp eq i64 %16, 32
  br i1 %17, label %8, label %9

18:                                               ; preds = %9, %46
  %19 = phi i64 [ 0, %9 ], [ %49, %46 ]
  %20 = phi i32 [ 0, %9 ], [ %48, %46 ]
  %21 = phi i32 [ 0, %9 ], [ %47, %46 ]
  %22 = trunc i64 %19 to i32
  %23 = shl nuw i32 1, %22
  %24 = and i32 %13, %23
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %46, label %26

26:                                               ; preds = %18
  %27 = getelementptr inbounds i32, ptr %1, i64 %19
  %28 = load i32, ptr %27, align 4
  %29 = icmp slt i32 %28, %21
  %30 = icmp ult i32 %28, %21
  %31 = select i1 %7, i1 %30, i1 %29
  %32 = icmp eq i32 %20, 0
  br i1 %32, label %46, label %33

33:                                               ; preds = %26
  switch i32 %4, label %44 [
    i32 0, label %34
    i32 1, label %36
    i32 2, label %38
    i32 3, label %40
    i32 4, label %42
  ]

34:                                               ; preds = %33
  %35 = add i32 %28, %21
  br label %46

36:                                               ; preds = %33
  %37 = select i1 %31, i32 %28, i32 %21
  br label %46

38:                                               ; preds = %33
  %39 = select i1 %31, i32 %21, i32 %28
  br label %46

40:                                               ; preds = %33
  %41 = and i32 %28, %21
  br label %46

42:                                               ; preds = %33
  %43 = or i32 %28, %21
  br label %46

44:                                               ; preds = %33
  %45 = xor i32 %28, %21
  br label %46

46:                                               ; preds = %36, %40, %44, %42, %38, %34, %26, %18
  %47 = phi i32 [ %21, %18 ], [ %35, %34 ], [ %37, %36 ], [ %39, %38 ], [ %41, %40 ], [ %43, %42 ], [ %45, %44 ], [ %28, %26 ]
  %48 = phi i32 [ %20, %18 ], [ 1, %34 ], [ 1, %36 ], [ 1, %38 ], [ 1, %40 ], [ 1, %42 ], [ 1, %44 ], [ 1, %26 ]
  %49 = add nuw nsw i64 %19, 1
  %50 = icmp eq i64 %49, 32
  br i1 %50, label %14, label %18
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define i32 @kh_elect(i32 noundef %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2) #10 {
  br label %5

4:                                                ; preds = %5
  ret i32 %20

5:                                                ; preds = %3, %5
  %6 = phi i64 [ 0, %3 ], [ %21, %5 ]
  %7 = phi i32 [ 0, %3 ], [ %20, %5 ]
  %8 = getelementptr inbounds i32, ptr %1, i64 %6
  %9 = load i32, ptr %8, align 4
  %10 = and i32 %9, %0
  %11 = icmp eq i32 %10, 0
  %12 = tail call i32 @llvm.cttz.i32(i32 %10, i1 true)
  %13 = trunc i64 %6 to i32
  %14 = select i1 %11, i32 %13, i32 %12
  %15 = getelementptr inbounds i32, ptr %2, i64 %6
  store i32 %14, ptr %15, align 4
  %16 = zext i32 %14 to i64
  %17 = icmp eq i64 %6, %16
  %18 = zext i1 %17 to i32
  %19 = shl nuw i32 %18, %13
  %20 = or i32 %19, %7
  %21 = add nuw nsw i64 %6, 1
  %22 = icmp eq i64 %21, 32
  br i1 %22, label %4, label %5
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_ballot(i32 noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3) #10 {
  %5 = and i32 %1, %0
  br label %7

6:                                                ; preds = %7
  ret void

7:                                                ; preds = %4, %7
  %8 = phi i64 [ 0, %4 ], [ %13, %7 ]
  %9 = getelementptr inbounds i32, ptr %2, i64 %8
  %10 = load i32, ptr %9, align 4
  %11 = and i32 %5, %10
  %12 = getelementptr inbounds i32, ptr %3, i64 %8
  store i32 %11, ptr %12, align 4
  %13 = add nuw nsw i64 %8, 1
  %14 = icmp eq i64 %13, 32
  br i1 %14, label %6, label %7
}

; Function Attrs: nounwind uwtable
define void @kh_rounded_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #6 {
  %7 = zext i32 %5 to i64
  %8 = getelementptr inbounds [4 x i32], ptr @kh_rounding_codes, i64 0, i64 %7
  %9 = load i32, ptr %8, align 4
  %10 = tail call i32 @fesetround(i32 noundef %9) #18
  tail call void asm sideeffect "", "~{memory}"() #18
  switch i32 %4, label %53 [
    i32 0, label %11
    i32 1, label %21
    i32 2, label %31
    i32 3, label %41
  ]

11:                                               ; preds = %6, %11
  %12 = phi i64 [ %19, %11 ], [ 0, %6 ]
  %13 = getelementptr inbounds float, ptr %0, i64 %12
  %14 = load float, ptr %13, align 4
  %15 = getelementptr inbounds float, ptr %1, i64 %12
  %16 = load float, ptr %15, align 4
  %17 = fadd float %14, %16
  %18 = getelementptr inbounds float, ptr %3, i64 %12
  store float %17, ptr %18, align 4
  %19 = add nuw nsw i64 %12, 1
  %20 = icmp eq i64 %19, 32
  br i1 %20, label %61, label %11

21:                                               ; preds = %6, %21
  %22 = phi i64 [ %29, %21 ], [ 0, %6 ]
  %23 = getelementptr inbounds float, ptr %0, i64 %22
  %24 = load float, ptr %23, align 4
  %25 = getelementptr inbounds float, ptr %1, i64 %22
  %26 = load float, ptr %25, align 4
  %27 = fmul float %24, %26
  %28 = getelementptr inbounds float, ptr %3, i64 %22
  store float %27, ptr %28, align 4
  %29 = add nuw nsw i64 %22, 1
  %30 = icmp eq i64 %29, 32
  br i1 %30, label %61, label %21

31:                                               ; preds = %6, %31
  %32 = phi i64 [ %39, %31 ], [ 0, %6 ]
  %33 = getelementptr inbounds float, ptr %0, i64 %32
  %34 = load float, ptr %33, align 4
  %35 = getelementptr inbounds float, ptr %1, i64 %32
  %36 = load float, ptr %35, align 4
  %37 = fdiv float %34, %36
  %38 = getelementptr inbounds float, ptr %3, i64 %32
  store float %37, ptr %38, align 4
  %39 = add nuw nsw i64 %32, 1
  %40 = icmp eq i64 %39, 32
  br i1 %40, label %61, label %31

41:                                               ; preds = %6, %41
  %42 = phi i64 [ %51, %41 ], [ 0, %6 ]
  %43 = getelementptr inbounds float, ptr %0, i64 %42
  %44 = load float, ptr %43, align 4
  %45 = getelementptr inbounds float, ptr %1, i64 %42
  %46 = load float, ptr %45, align 4
  %47 = getelementptr inbounds float, ptr %2, i64 %42
  %48 = load float, ptr %47, align 4
  %49 = tail call float @llvm.fma.f32(float %44, float %46, float %48)
  %50 = getelementptr inbounds float, ptr %3, i64 %42
  store float %49, ptr %50, align 4
  %51 = add nuw nsw i64 %42, 1
  %52 = icmp eq i64 %51, 32
  br i1 %52, label %61, label %41

53:                                               ; preds = %6, %53
  %54 = phi i64 [ %59, %53 ], [ 0, %6 ]
  %55 = getelementptr inbounds float, ptr %0, i64 %54
  %56 = load float, ptr %55, align 4
  %57 = tail call float @llvm.sqrt.f32(float %56)
  %58 = getelementptr inbounds float, ptr %3, i64 %54
  store float %57, ptr %58, align 4
  %59 = add nuw nsw i64 %54, 1
  %60 = icmp eq i64 %59, 32
  br i1 %60, label %61, label %53

61:                                               ; preds = %41, %31, %21, %11, %53
  tail call void asm sideeffect "", "~{memory}"() #18
  %62 = load i32, ptr @kh_rounding_codes, align 16
  %63 = tail call i32 @fesetround(i32 noundef %62) #18
  ret void
}

declare i32 @fesetround(i32 noundef) #7

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fma.f32(float, float, float) #11

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #11

; Function Attrs: nounwind uwtable
define void @kh_rounded_f64(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #6 {
  %7 = zext i32 %5 to i64
  %8 = getelementptr inbounds [4 x i32], ptr @kh_rounding_codes, i64 0, i64 %7
  %9 = load i32, ptr %8, align 4
  %10 = tail call i32 @fesetround(i32 noundef %9) #18
  tail call void asm sideeffect "", "~{memory}"() #18
  switch i32 %4, label %53 [
    i32 0, label %11
    i32 1, label %21
    i32 2, label %31
    i32 3, label %41
  ]

11:                                               ; preds = %6, %11
  %12 = phi i64 [ %19, %11 ], [ 0, %6 ]
  %13 = getelementptr inbounds double, ptr %0, i64 %12
  %14 = load double, ptr %13, align 8
  %15 = getelementptr inbounds double, ptr %1, i64 %12
  %16 = load double, ptr %15, align 8
  %17 = fadd double %14, %16
  %18 = getelementptr inbounds double, ptr %3, i64 %12
  store double %17, ptr %18, align 8
  %19 = add nuw nsw i64 %12, 1
  %20 = icmp eq i64 %19, 32
  br i1 %20, label %61, label %11

21:                                               ; preds = %6, %21
  %22 = phi i64 [ %29, %21 ], [ 0, %6 ]
  %23 = getelementptr inbounds double, ptr %0, i64 %22
  %24 = load double, ptr %23, align 8
  %25 = getelementptr inbounds double, ptr %1, i64 %22
  %26 = load double, ptr %25, align 8
  %27 = fmul double %24, %26
  %28 = getelementptr inbounds double, ptr %3, i64 %22
  store double %27, ptr %28, align 8
  %29 = add nuw nsw i64 %22, 1
  %30 = icmp eq i64 %29, 32
  br i1 %30, label %61, label %21

31:                                               ; preds = %6, %31
  %32 = phi i64 [ %39, %31 ], [ 0, %6 ]
  %33 = getelementptr inbounds double, ptr %0, i64 %32
  %34 = load double, ptr %33, align 8
  %35 = getelementptr inbounds double, ptr %1, i64 %32
  %36 = load double, ptr %35, align 8
  %37 = fdiv double %34, %36
  %38 = getelementptr inbounds double, ptr %3, i64 %32
  store double %37, ptr %38, align 8
  %39 = add nuw nsw i64 %32, 1
  %40 = icmp eq i64 %39, 32
  br i1 %40, label %61, label %31

41:                                               ; preds = %6, %41
  %42 = phi i64 [ %51, %41 ], [ 0, %6 ]
  %43 = getelementptr inbounds double, ptr %0, i64 %42
  %44 = load double, ptr %43, align 8
  %45 = getelementptr inbounds double, ptr %1, i64 %42
  %46 = load double, ptr %45, align 8
  %47 = getelementptr inbounds double, ptr %2, i64 %42
  %48 = load double, ptr %47, align 8
  %49 = tail call double @llvm.fma.f64(double %44, double %46, double %48)
  %50 = getelementptr inbounds double, ptr %3, i64 %42
  store double %49, ptr %50, align 8
  %51 = add nuw nsw i64 %42, 1
  %52 = icmp eq i64 %51, 32
  br i1 %52, label %61, label %41

53:                                               ; preds = %6, %53
  %54 = phi i64 [ %59, %53 ], [ 0, %6 ]
  %55 = getelementptr inbounds double, ptr %0, i64 %54
  %56 = load double, ptr %55, align 8
  %57 = tail call double @llvm.sqrt.f64(double %56)
  %58 = getelementptr inbounds double, ptr %3, i64 %54
  store double %57, ptr %58, align 8
  %59 = add nuw nsw i64 %54, 1
  %60 = icmp eq i64 %59, 32
  br i1 %60, label %61, label %53

61:                                               ; preds = %41, %31, %21, %11, %53
  tail call void asm sideeffect "", "~{memory}"() #18
  %62 = load i32, ptr @kh_rounding_codes, align 16
  %63 = tail call i32 @fesetround(i32 noundef %62) #18
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fma.f64(double, double, double) #11

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.sqrt.f64(double) #11

; Function Attrs: nounwind uwtable
define void @kh_f64_to_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #6 {
  %4 = zext i32 %2 to i64
  %5 = getelementptr inbounds [4 x i32], ptr @kh_rounding_codes, i64 0, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = tail call i32 @fesetround(i32 noundef %6) #18
  tail call void asm sideeffect "", "~{memory}"() #18
  br label %11

8:                                                ; preds = %11
  tail call void asm sideeffect "", "~{memory}"() #18
  %9 = load i32, ptr @kh_rounding_codes, align 16
  %10 = tail call i32 @fesetround(i32 noundef %9) #18
  ret void

11:                                               ; preds = %3, %11
  %12 = phi i64 [ 0, %3 ], [ %17, %11 ]
  %13 = getelementptr inbounds double, ptr %0, i64 %12
  %14 = load double, ptr %13, align 8
  %15 = fptrunc double %14 to float
  %16 = getelementptr inbounds float, ptr %1, i64 %12
  store float %15, ptr %16, align 4
  %17 = add nuw nsw i64 %12, 1
  %18 = icmp eq i64 %17, 32
  br i1 %18, label %8, label %11
}

; Function Attrs: nounwind uwtable
define void @kh_s64_to_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #6 {
  %4 = zext i32 %2 to i64
  %5 = getelementptr inbounds [4 x i32], ptr @kh_rounding_codes, i64 0, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = tail call i32 @fesetround(i32 noundef %6) #18
  tail call void asm sideeffect "", "~{memory}"() #18
  br label %11

8:                                                ; preds = %11
  tail call void asm sideeffect "", "~{memory}"() #18
  %9 = load i32, ptr @kh_rounding_codes, align 16
  %10 = tail call i32 @fesetround(i32 noundef %9) #18
  ret void

11:                                               ; preds = %3, %11
  %12 = phi i64 [ 0, %3 ], [ %17, %11 ]
  %13 = getelementptr inbounds i64, ptr %0, i64 %12
  %14 = load i64, ptr %13, align 8
  %15 = sitofp i64 %14 to float
  %16 = getelementptr inbounds float, ptr %1, i64 %12
  store float %15, ptr %16, align 4
  %17 = add nuw nsw i64 %12, 1
  %18 = icmp eq i64 %17, 32
  br i1 %18, label %8, label %11
}

; Function Attrs: nounwind uwtable
define void @kh_s64_to_f64(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #6 {
  %4 = zext i32 %2 to i64
  %5 = getelementptr inbounds [4 x i32], ptr @kh_rounding_codes, i64 0, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = tail call i32 @fesetround(i32 noundef %6) #18
  tail call void asm sideeffect "", "~{memory}"() #18
  br label %11

8:                                                ; preds = %11
  tail call void asm sideeffect "", "~{memory}"() #18
  %9 = load i32, ptr @kh_rounding_codes, align 16
  %10 = tail call i32 @fesetround(i32 noundef %9) #18
  ret void

11:                                               ; preds = %3, %11
  %12 = phi i64 [ 0, %3 ], [ %17, %11 ]
  %13 = getelementptr inbounds i64, ptr %0, i64 %12
  %14 = load i64, ptr %13, align 8
  %15 = sitofp i64 %14 to double
  %16 = getelementptr inbounds double, ptr %1, i64 %12
  store double %15, ptr %16, align 8
  %17 = add nuw nsw i64 %12, 1
  %18 = icmp eq i64 %17, 32
  br i1 %18, label %8, label %11
}

; Function Attrs: nounwind uwtable
define void @kh_u64_to_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #6 {
  %4 = zext i32 %2 to i64
  %5 = getelementptr inbounds [4 x i32], ptr @kh_rounding_codes, i64 0, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = tail call i32 @fesetround(i32 noundef %6) #18
  tail call void asm sideeffect "", "~{memory}"() #18
  br label %11

8:                                                ; preds = %24
  tail call void asm sideeffect "", "~{memory}"() #18
  %9 = load i32, ptr @kh_rounding_codes, align 16
  %10 = tail call i32 @fesetround(i32 noundef %9) #18
  ret void

11:                                               ; preds = %3, %24
  %12 = phi i64 [ 0, %3 ], [ %27, %24 ]
  %13 = getelementptr inbounds i64, ptr %0, i64 %12
  %14 = load i64, ptr %13, align 8
  %15 = icmp slt i64 %14, 0
  br i1 %15, label %16, label %22

16:                                               ; preds = %11
  %17 = lshr i64 %14, 1
  %18 = and i64 %14, 1
  %19 = or i64 %17, %18
  %20 = sitofp i64 %19 to float
  %21 = fmul float %20, 2.000000e+00
  br label %24

22:                                               ; preds = %11
  %23 = sitofp i64 %14 to float
  br label %24

24:                                               ; preds = %22, %16
  %25 = phi float [ %21, %16 ], [ %23, %22 ]
  %26 = getelementptr inbounds float, ptr %1, i64 %12
  store float %25, ptr %26, align 4
  %27 = add nuw nsw i64 %12, 1
  %28 = icmp eq i64 %27, 32
  br i1 %28, label %8, label %11
}

; Function Attrs: nounwind uwtable
define void @kh_u64_to_f64(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #6 {
  %4 = zext i32 %2 to i64
  %5 = getelementptr inbounds [4 x i32], ptr @kh_rounding_codes, i64 0, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = tail call i32 @fesetround(i32 noundef %6) #18
  tail call void asm sideeffect "", "~{memory}"() #18
  br label %11

8:                                                ; preds = %24
  tail call void asm sideeffect "", "~{memory}"() #18
  %9 = load i32, ptr @kh_rounding_codes, align 16
  %10 = tail call i32 @fesetround(i32 noundef %9) #18
  ret void

11:                                               ; preds = %3, %24
  %12 = phi i64 [ 0, %3 ], [ %27, %24 ]
  %13 = getelementptr inbounds i64, ptr %0, i64 %12
  %14 = load i64, ptr %13, align 8
  %15 = icmp slt i64 %14, 0
  br i1 %15, label %16, label %22

16:                                               ; preds = %11
  %17 = lshr i64 %14, 1
  %18 = and i64 %14, 1
  %19 = or i64 %17, %18
  %20 = sitofp i64 %19 to double
  %21 = fmul double %20, 2.000000e+00
  br label %24

22:                                               ; preds = %11
  %23 = sitofp i64 %14 to double
  br label %24

24:                                               ; preds = %22, %16
  %25 = phi double [ %21, %16 ], [ %23, %22 ]
  %26 = getelementptr inbounds double, ptr %1, i64 %12
  store double %25, ptr %26, align 8
  %27 = add nuw nsw i64 %12, 1
  %28 = icmp eq i64 %27, 32
  br i1 %28, label %8, label %11
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_f16_to_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #10 {
  %4 = icmp eq i32 %2, 0
  br i1 %4, label %7, label %5

5:                                                ; preds = %3
  %6 = zext i32 %2 to i64
  br label %8

7:                                                ; preds = %37, %3
  ret void

8:                                                ; preds = %5, %37
  %9 = phi i64 [ 0, %5 ], [ %42, %37 ]
  %10 = getelementptr inbounds i16, ptr %0, i64 %9
  %11 = load i16, ptr %10, align 2
  %12 = zext i16 %11 to i32
  %13 = lshr i32 %12, 10
  %14 = and i32 %13, 31
  %15 = and i32 %12, 1023
  %16 = lshr i32 %12, 15
  %17 = zext nneg i32 %16 to i64
  %18 = shl nuw i64 %17, 63
  switch i32 %14, label %29 [
    i32 31, label %19
    i32 0, label %24
  ]

19:                                               ; preds = %8
  %20 = zext i16 %11 to i64
  %21 = shl nuw nsw i64 %20, 42
  %22 = or disjoint i64 %18, %21
  %23 = or i64 %22, 9218868437227405312
  br label %37

24:                                               ; preds = %8
  %25 = uitofp i32 %15 to double
  %26 = fmul double %25, 0x3E70000000000000
  %27 = bitcast double %26 to i64
  %28 = or i64 %18, %27
  br label %37

29:                                               ; preds = %8
  %30 = add nuw nsw i32 %14, 1008
  %31 = zext nneg i32 %30 to i64
  %32 = shl nuw nsw i64 %31, 52
  %33 = zext nneg i32 %15 to i64
  %34 = shl nuw nsw i64 %33, 42
  %35 = or disjoint i64 %32, %34
  %36 = or disjoint i64 %35, %18
  br label %37

37:                                               ; preds = %19, %24, %29
  %38 = phi i64 [ %23, %19 ], [ %28, %24 ], [ %36, %29 ]
  %39 = bitcast i64 %38 to double
  %40 = fptrunc double %39 to float
  %41 = getelementptr inbounds float, ptr %1, i64 %9
  store float %40, ptr %41, align 4
  %42 = add nuw nsw i64 %9, 1
  %43 = icmp eq i64 %42, %6
  br i1 %43, label %7, label %8
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_f32_to_f16(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2, i32 noundef %3) #10 {
  %5 = icmp eq i32 %2, 0
  br i1 %5, label %8, label %6

6:                                                ; preds = %4
  %7 = zext i32 %2 to i64
  br label %9

8:                                                ; preds = %9, %4
  ret void

9:                                                ; preds = %6, %9
  %10 = phi i64 [ 0, %6 ], [ %16, %9 ]
  %11 = getelementptr inbounds float, ptr %0, i64 %10
  %12 = load float, ptr %11, align 4
  %13 = fpext float %12 to double
  %14 = tail call fastcc zeroext i16 @round_16(double noundef %13, i32 noundef 10, i32 noundef 15, i32 noundef %3)
  %15 = getelementptr inbounds i16, ptr %1, i64 %10
  store i16 %14, ptr %15, align 2
  %16 = add nuw nsw i64 %10, 1
  %17 = icmp eq i64 %16, %7
  br i1 %17, label %8, label %9
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define internal fastcc zeroext i16 @round_16(double noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3) unnamed_addr #13 {
  %5 = bitcast double %0 to i64
  %6 = tail call double @llvm.fabs.f64(double %0)
  %7 = bitcast double %6 to i64
  %8 = lshr i64 %5, 48
  %9 = trunc i64 %8 to i16
  %10 = and i16 %9, -32768
  %11 = sub nuw nsw i32 15, %1
  %12 = shl nsw i32 -1, %11
  %13 = xor i32 %12, -1
  %14 = shl nuw nsw i32 %13, %1
  %15 = icmp ugt i64 %7, 9218868437227405312
  br i1 %15, label %96, label %16

16:                                               ; preds = %4
  switch i64 %7, label %20 [
    i64 9218868437227405312, label %17
    i64 0, label %96
  ]

17:                                               ; preds = %16
  %18 = trunc i32 %14 to i16
  %19 = or i16 %10, %18
  br label %96

20:                                               ; preds = %16
  %21 = icmp slt i64 %5, 0
  %22 = select i1 %21, i32 2, i32 3
  %23 = icmp eq i32 %22, %3
  %24 = lshr i64 %5, 52
  %25 = and i64 %24, 2047
  %26 = trunc i64 %25 to i32
  %27 = add nsw i32 %26, -1023
  %28 = and i64 %5, 4503599627370495
  %29 = or disjoint i64 %28, 4503599627370496
  %30 = icmp eq i64 %25, 0
  br i1 %30, label %31, label %33

31:                                               ; preds = %20
  %32 = zext i1 %23 to i64
  br label %80

33:                                               ; preds = %20
  %34 = sub nsw i32 1, %2
  %35 = icmp slt i32 %27, %34
  %36 = sub nsw i32 %34, %27
  %37 = select i1 %35, i32 %36, i32 0
  %38 = sub i32 %37, %1
  %39 = add i32 %38, 52
  %40 = icmp slt i32 %39, 63
  br i1 %40, label %41, label %48

41:                                               ; preds = %33
  %42 = zext i32 %39 to i64
  %43 = lshr i64 %29, %42
  %44 = shl nsw i64 -1, %42
  %45 = xor i64 %44, -1
  %46 = and i64 %29, %45
  %47 = icmp eq i32 %3, 0
  br i1 %47, label %50, label %63

48:                                               ; preds = %33
  %49 = icmp eq i32 %3, 0
  br i1 %49, label %55, label %63

50:                                               ; preds = %41
  %51 = add i32 %38, 51
  %52 = zext nneg i32 %51 to i64
  %53 = shl nuw i64 1, %52
  %54 = icmp ugt i64 %46, %53
  br i1 %54, label %68, label %55

55:                                               ; preds = %50, %48
  %56 = phi i64 [ %43, %50 ], [ 0, %48 ]
  %57 = phi i64 [ %46, %50 ], [ 1, %48 ]
  %58 = phi i64 [ %53, %50 ], [ 2, %48 ]
  %59 = icmp eq i64 %57, %58
  %60 = and i64 %56, 1
  %61 = icmp ne i64 %60, 0
  %62 = select i1 %59, i1 %61, i1 false
  br label %68

63:                                               ; preds = %48, %41
  %64 = phi i64 [ 1, %48 ], [ %46, %41 ]
  %65 = phi i64 [ 0, %48 ], [ %43, %41 ]
  %66 = icmp ne i64 %64, 0
  %67 = select i1 %23, i1 %66, i1 false
  br label %68

68:                                               ; preds = %63, %55, %50
  %69 = phi i64 [ %65, %63 ], [ %43, %50 ], [ %56, %55 ]
  %70 = phi i1 [ %67, %63 ], [ true, %50 ], [ %62, %55 ]
  %71 = zext i1 %70 to i64
  %72 = add nuw nsw i64 %69, %71
  br i1 %35, label %80, label %73

73:                                               ; preds = %68
  %74 = add i32 %2, -1
  %75 = add i32 %74, %27
  %76 = sext i32 %75 to i64
  %77 = zext nneg i32 %1 to i64
  %78 = shl nsw i64 %76, %77
  %79 = add i64 %72, %78
  br label %80

80:                                               ; preds = %31, %68, %73
  %81 = phi i64 [ %32, %31 ], [ %79, %73 ], [ %72, %68 ]
  %82 = icmp ne i32 %3, 0
  %83 = icmp eq i16 %10, 0
  %84 = select i1 %83, i32 3, i32 2
  %85 = icmp ne i32 %84, %3
  %86 = and i1 %82, %85
  %87 = sext i1 %86 to i32
  %88 = and i32 %14, 65535
  %89 = zext nneg i32 %88 to i64
  %90 = icmp ult i64 %81, %89
  %91 = add i32 %14, %87
  %92 = zext i32 %91 to i64
  %93 = select i1 %90, i64 %81, i64 %92
  %94 = trunc i64 %93 to i16
  %95 = or i16 %10, %94
  br label %96

96:                                               ; preds = %16, %4, %80, %17
  %97 = phi i16 [ %19, %17 ], [ %95, %80 ], [ 32767, %4 ], [ %10, %16 ]
  ret i16 %97
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_f64_to_f16(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2, i32 noundef %3) #10 {
  %5 = icmp eq i32 %2, 0
  br i1 %5, label %8, label %6

6:                                                ; preds = %4
  %7 = zext i32 %2 to i64
  br label %9

8:                                                ; preds = %9, %4
  ret void

9:                                                ; preds = %6, %9
  %10 = phi i64 [ 0, %6 ], [ %15, %9 ]
  %11 = getelementptr inbounds double, ptr %0, i64 %10
  %12 = load double, ptr %11, align 8
  %13 = tail call fastcc zeroext i16 @round_16(double noundef %12, i32 noundef 10, i32 noundef 15, i32 noundef %3)
  %14 = getelementptr inbounds i16, ptr %1, i64 %10
  store i16 %13, ptr %14, align 2
  %15 = add nuw nsw i64 %10, 1
  %16 = icmp eq i64 %15, %7
  br i1 %16, label %8, label %9
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_u64_to_f16(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #10 {
  br label %5

4:                                                ; preds = %20
  ret void

5:                                                ; preds = %3, %20
  %6 = phi i64 [ 0, %3 ], [ %24, %20 ]
  %7 = getelementptr inbounds i64, ptr %0, i64 %6
  %8 = load i64, ptr %7, align 8
  %9 = icmp ult i64 %8, 9007199254740992
  br i1 %9, label %18, label %10

10:                                               ; preds = %5
  %11 = lshr i64 %8, 11
  %12 = and i64 %8, 2047
  %13 = icmp ne i64 %12, 0
  %14 = zext i1 %13 to i64
  %15 = or i64 %11, %14
  %16 = sitofp i64 %15 to double
  %17 = fmul double %16, 2.048000e+03
  br label %20

18:                                               ; preds = %5
  %19 = sitofp i64 %8 to double
  br label %20

20:                                               ; preds = %10, %18
  %21 = phi double [ %17, %10 ], [ %19, %18 ]
  %22 = tail call fastcc zeroext i16 @round_16(double noundef %21, i32 noundef 10, i32 noundef 15, i32 noundef %2)
  %23 = getelementptr inbounds i16, ptr %1, i64 %6
  store i16 %22, ptr %23, align 2
  %24 = add nuw nsw i64 %6, 1
  %25 = icmp eq i64 %24, 32
  br i1 %25, label %4, label %5
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_s64_to_f16(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #10 {
  br label %5

4:                                                ; preds = %21
  ret void

5:                                                ; preds = %3, %21
  %6 = phi i64 [ 0, %3 ], [ %28, %21 ]
  %7 = getelementptr inbounds i64, ptr %0, i64 %6
  %8 = load i64, ptr %7, align 8
  %9 = tail call i64 @llvm.abs.i64(i64 %8, i1 false)
  %10 = icmp ult i64 %9, 9007199254740992
  br i1 %10, label %19, label %11

11:                                               ; preds = %5
  %12 = lshr i64 %9, 11
  %13 = and i64 %9, 2047
  %14 = icmp ne i64 %13, 0
  %15 = zext i1 %14 to i64
  %16 = or i64 %12, %15
  %17 = sitofp i64 %16 to double
  %18 = fmul double %17, 2.048000e+03
  br label %21

19:                                               ; preds = %5
  %20 = sitofp i64 %9 to double
  br label %21

21:                                               ; preds = %11, %19
  %22 = phi double [ %18, %11 ], [ %20, %19 ]
  %23 = fneg double %22
  %24 = icmp slt i64 %8, 0
  %25 = select i1 %24, double %23, double %22
  %26 = tail call fastcc zeroext i16 @round_16(double noundef %25, i32 noundef 10, i32 noundef 15, i32 noundef %2)
  %27 = getelementptr inbounds i16, ptr %1, i64 %6
  store i16 %26, ptr %27, align 2
  %28 = add nuw nsw i64 %6, 1
  %29 = icmp eq i64 %28, 32
  br i1 %29, label %4, label %5
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_fma_f16(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4) #10 {
  %6 = icmp eq i32 %4, 0
  br i1 %6, label %9, label %7

7:                                                ; preds = %5
  %8 = zext i32 %4 to i64
  br label %10

9:                                                ; preds = %182, %5
  ret void

10:                                               ; preds = %7, %182
  %11 = phi i64 [ 0, %7 ], [ %185, %182 ]
  %12 = getelementptr inbounds i16, ptr %0, i64 %11
  %13 = load i16, ptr %12, align 2
  %14 = zext i16 %13 to i32
  %15 = lshr i32 %14, 10
  %16 = and i32 %15, 31
  %17 = and i32 %14, 1023
  %18 = lshr i32 %14, 15
  %19 = zext nneg i32 %18 to i64
  %20 = shl nuw i64 %19, 63
  switch i32 %16, label %31 [
    i32 31, label %21
    i32 0, label %26
  ]

21:                                               ; preds = %10
  %22 = zext i16 %13 to i64
  %23 = shl nuw nsw i64 %22, 42
  %24 = or disjoint i64 %20, %23
  %25 = or i64 %24, 9218868437227405312
  br label %39

26:                                               ; preds = %10
  %27 = uitofp i32 %17 to double
  %28 = fmul double %27, 0x3E70000000000000
  %29 = bitcast double %28 to i64
  %30 = or i64 %20, %29
  br label %39

31:                                               ; preds = %10
  %32 = add nuw nsw i32 %16, 1008
  %33 = zext nneg i32 %32 to i64
  %34 = shl nuw nsw i64 %33, 52
  %35 = zext nneg i32 %17 to i64
  %36 = shl nuw nsw i64 %35, 42
  %37 = or disjoint i64 %34, %36
  %38 = or disjoint i64 %37, %20
  br label %39

39:                                               ; preds = %21, %26, %31
  %40 = phi i64 [ %25, %21 ], [ %30, %26 ], [ %38, %31 ]
  %41 = bitcast i64 %40 to double
  %42 = getelementptr inbounds i16, ptr %1, i64 %11
  %43 = load i16, ptr %42, align 2
  %44 = zext i16 %43 to i32
  %45 = lshr i32 %44, 10
  %46 = and i32 %45, 31
  %47 = and i32 %44, 1023
  %48 = lshr i32 %44, 15
  %49 = zext nneg i32 %48 to i64
  %50 = shl nuw i64 %49, 63
  switch i32 %46, label %61 [
    i32 31, label %51
    i32 0, label %56
  ]

51:                                               ; preds = %39
  %52 = zext i16 %43 to i64
  %53 = shl nuw nsw i64 %52, 42
  %54 = or disjoint i64 %50, %53
  %55 = or i64 %54, 9218868437227405312
  br label %69

56:                                               ; preds = %39
  %57 = uitofp i32 %47 to double
  %58 = fmul double %57, 0x3E70000000000000
  %59 = bitcast double %58 to i64
  %60 = or i64 %50, %59
  br label %69

61:                                               ; preds = %39
  %62 = add nuw nsw i32 %46, 1008
  %63 = zext nneg i32 %62 to i64
  %64 = shl nuw nsw i64 %63, 52
  %65 = zext nneg i32 %47 to i64
  %66 = shl nuw nsw i64 %65, 42
  %67 = or disjoint i64 %64, %66
  %68 = or disjoint i64 %67, %50
  br label %69

69:                                               ; preds = %51, %56, %61
  %70 = phi i64 [ %55, %51 ], [ %60, %56 ], [ %68, %61 ]
  %71 = bitcast i64 %70 to double
  %72 = fmul double %41, %71
  %73 = getelementptr inbounds i16, ptr %2, i64 %11
  %74 = load i16, ptr %73, align 2
  %75 = zext i16 %74 to i32
  %76 = lshr i32 %75, 10
  %77 = and i32 %76, 31
  %78 = and i32 %75, 1023
  %79 = lshr i32 %75, 15
  %80 = zext nneg i32 %79 to i64
  %81 = shl nuw i64 %80, 63
  switch i32 %77, label %92 [
    i32 31, label %82
    i32 0, label %87
  ]

82:                                               ; preds = %69
  %83 = zext i16 %74 to i64
  %84 = shl nuw nsw i64 %83, 42
  %85 = or disjoint i64 %81, %84
  %86 = or i64 %85, 9218868437227405312
  br label %100

87:                                               ; preds = %69
  %88 = uitofp i32 %78 to double
  %89 = fmul double %88, 0x3E70000000000000
  %90 = bitcast double %89 to i64
  %91 = or i64 %81, %90
  br label %100

92:                                               ; preds = %69
  %93 = add nuw nsw i32 %77, 1008
  %94 = zext nneg i32 %93 to i64
  %95 = shl nuw nsw i64 %94, 52
  %96 = zext nneg i32 %78 to i64
  %97 = shl nuw nsw i64 %96, 42
  %98 = or disjoint i64 %95, %97
  %99 = or disjoint i64 %98, %81
  br label %100

100:                                              ; preds = %82, %87, %92
  %101 = phi i64 [ %86, %82 ], [ %91, %87 ], [ %99, %92 ]
  %102 = bitcast i64 %101 to double
  %103 = fadd double %72, %102
  %104 = fsub double %103, %72
  %105 = fsub double %103, %104
  %106 = fsub double %72, %105
  %107 = fsub double %102, %104
  %108 = fadd double %107, %106
  %109 = fcmp une double %108, 0.000000e+00
  %110 = fsub double %103, %103
  %111 = fcmp oeq double %110, 0.000000e+00
  %112 = and i1 %111, %109
  br i1 %112, label %113, label %124

113:                                              ; preds = %100
  %114 = bitcast double %103 to i64
  %115 = and i64 %114, 1
  %116 = icmp eq i64 %115, 0
  br i1 %116, label %117, label %124

117:                                              ; preds = %113
  %118 = fcmp ogt double %108, 0.000000e+00
  %119 = fcmp ule double %103, 0.000000e+00
  %120 = xor i1 %119, %118
  %121 = select i1 %120, i64 1, i64 -1
  %122 = add i64 %121, %114
  %123 = bitcast i64 %122 to double
  br label %124

124:                                              ; preds = %100, %113, %117
  %125 = phi double [ %123, %117 ], [ %103, %113 ], [ %103, %100 ]
  %126 = bitcast double %125 to i64
  %127 = tail call double @llvm.fabs.f64(double %125)
  %128 = bitcast double %127 to i64
  %129 = lshr i64 %126, 48
  %130 = trunc i64 %129 to i16
  %131 = and i16 %130, -32768
  %132 = icmp ugt i64 %128, 9218868437227405312
  br i1 %132, label %182, label %133

133:                                              ; preds = %124
  switch i64 %128, label %136 [
    i64 9218868437227405312, label %134
    i64 0, label %182
  ]

134:                                              ; preds = %133
  %135 = or disjoint i16 %131, 31744
  br label %182

136:                                              ; preds = %133
  %137 = lshr i64 %126, 52
  %138 = and i64 %137, 2047
  %139 = and i64 %126, 4503599627370495
  %140 = or disjoint i64 %139, 4503599627370496
  %141 = icmp eq i64 %138, 0
  br i1 %141, label %178, label %142

142:                                              ; preds = %136
  %143 = trunc i64 %138 to i32
  %144 = icmp ult i32 %143, 1009
  %145 = tail call i32 @llvm.usub.sat.i32(i32 1009, i32 %143)
  %146 = icmp ult i32 %145, 21
  br i1 %146, label %147, label %158

147:                                              ; preds = %142
  %148 = add nuw nsw i32 %145, 42
  %149 = zext nneg i32 %148 to i64
  %150 = lshr i64 %140, %149
  %151 = shl nsw i64 -1, %149
  %152 = xor i64 %151, -1
  %153 = and i64 %140, %152
  %154 = add nuw nsw i32 %145, 41
  %155 = zext nneg i32 %154 to i64
  %156 = shl nuw nsw i64 1, %155
  %157 = icmp ugt i64 %153, %156
  br i1 %157, label %166, label %158

158:                                              ; preds = %142, %147
  %159 = phi i64 [ %150, %147 ], [ 0, %142 ]
  %160 = phi i64 [ %153, %147 ], [ 1, %142 ]
  %161 = phi i64 [ %156, %147 ], [ 2, %142 ]
  %162 = icmp eq i64 %160, %161
  %163 = and i64 %159, 1
  %164 = icmp ne i64 %163, 0
  %165 = select i1 %162, i1 %164, i1 false
  br label %166

166:                                              ; preds = %158, %147
  %167 = phi i64 [ %150, %147 ], [ %159, %158 ]
  %168 = phi i1 [ true, %147 ], [ %165, %158 ]
  %169 = zext i1 %168 to i64
  %170 = shl nuw nsw i64 %138, 10
  %171 = add nuw nsw i64 %170, 4398045477888
  %172 = and i64 %171, 4398046510080
  %173 = select i1 %144, i64 0, i64 %172
  %174 = add nuw nsw i64 %167, %173
  %175 = add nuw nsw i64 %174, %169
  %176 = freeze i64 %175
  %177 = tail call i64 @llvm.umin.i64(i64 %176, i64 31744)
  br label %178

178:                                              ; preds = %166, %136
  %179 = phi i64 [ 0, %136 ], [ %177, %166 ]
  %180 = trunc i64 %179 to i16
  %181 = or disjoint i16 %131, %180
  br label %182

182:                                              ; preds = %124, %133, %134, %178
  %183 = phi i16 [ %135, %134 ], [ %181, %178 ], [ 32767, %124 ], [ %131, %133 ]
  %184 = getelementptr inbounds i16, ptr %3, i64 %11
  store i16 %183, ptr %184, align 2
  %185 = add nuw nsw i64 %11, 1
  %186 = icmp eq i64 %185, %8
  br i1 %186, label %9, label %10
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_mul_f16(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #10 {
  %5 = icmp eq i32 %3, 0
  br i1 %5, label %8, label %6

6:                                                ; preds = %4
  %7 = zext i32 %3 to i64
  br label %9

8:                                                ; preds = %128, %4
  ret void

9:                                                ; preds = %6, %128
  %10 = phi i64 [ 0, %6 ], [ %131, %128 ]
  %11 = getelementptr inbounds i16, ptr %0, i64 %10
  %12 = load i16, ptr %11, align 2
  %13 = zext i16 %12 to i32
  %14 = lshr i32 %13, 10
  %15 = and i32 %14, 31
  %16 = and i32 %13, 1023
  %17 = lshr i32 %13, 15
  %18 = zext nneg i32 %17 to i64
  %19 = shl nuw i64 %18, 63
  switch i32 %15, label %30 [
    i32 31, label %20
    i32 0, label %25
  ]

20:                                               ; preds = %9
  %21 = zext i16 %12 to i64
  %22 = shl nuw nsw i64 %21, 42
  %23 = or disjoint i64 %19, %22
  %24 = or i64 %23, 9218868437227405312
  br label %38

25:                                               ; preds = %9
  %26 = uitofp i32 %16 to double
  %27 = fmul double %26, 0x3E70000000000000
  %28 = bitcast double %27 to i64
  %29 = or i64 %19, %28
  br label %38

30:                                               ; preds = %9
  %31 = add nuw nsw i32 %15, 1008
  %32 = zext nneg i32 %31 to i64
  %33 = shl nuw nsw i64 %32, 52
  %34 = zext nneg i32 %16 to i64
  %35 = shl nuw nsw i64 %34, 42
  %36 = or disjoint i64 %33, %35
  %37 = or disjoint i64 %36, %19
  br label %38

38:                                               ; preds = %20, %25, %30
  %39 = phi i64 [ %24, %20 ], [ %29, %25 ], [ %37, %30 ]
  %40 = bitcast i64 %39 to double
  %41 = getelementptr inbounds i16, ptr %1, i64 %10
  %42 = load i16, ptr %41, align 2
  %43 = zext i16 %42 to i32
  %44 = lshr i32 %43, 10
  %45 = and i32 %44, 31
  %46 = and i32 %43, 1023
  %47 = lshr i32 %43, 15
  %48 = zext nneg i32 %47 to i64
  %49 = shl nuw i64 %48, 63
  switch i32 %45, label %60 [
    i32 31, label %50
    i32 0, label %55
  ]

50:                                               ; preds = %38
  %51 = zext i16 %42 to i64
  %52 = shl nuw nsw i64 %51, 42
  %53 = or disjoint i64 %49, %52
  %54 = or i64 %53, 9218868437227405312
  br label %68

55:                                               ; preds = %38
  %56 = uitofp i32 %46 to double
  %57 = fmul double %56, 0x3E70000000000000
  %58 = bitcast double %57 to i64
  %59 = or i64 %49, %58
  br label %68

60:                                               ; preds = %38
  %61 = add nuw nsw i32 %45, 1008
  %62 = zext nneg i32 %61 to i64
  %63 = shl nuw nsw i64 %62, 52
  %64 = zext nneg i32 %46 to i64
  %65 = shl nuw nsw i64 %64, 42
  %66 = or disjoint i64 %63, %65
  %67 = or disjoint i64 %66, %49
  br label %68

68:                                               ; preds = %50, %55, %60
  %69 = phi i64 [ %54, %50 ], [ %59, %55 ], [ %67, %60 ]
  %70 = bitcast i64 %69 to double
  %71 = fmul double %40, %70
  %72 = bitcast double %71 to i64
  %73 = tail call double @llvm.fabs.f64(double %71)
  %74 = bitcast double %73 to i64
  %75 = lshr i64 %72, 48
  %76 = trunc i64 %75 to i16
  %77 = and i16 %76, -32768
  %78 = icmp ugt i64 %74, 9218868437227405312
  br i1 %78, label %128, label %79

79:                                               ; preds = %68
  switch i64 %74, label %82 [
    i64 9218868437227405312, label %80
    i64 0, label %128
  ]

80:                                               ; preds = %79
  %81 = or disjoint i16 %77, 31744
  br label %128

82:                                               ; preds = %79
  %83 = lshr i64 %72, 52
  %84 = and i64 %83, 2047
  %85 = and i64 %72, 4503599627370495
  %86 = or disjoint i64 %85, 4503599627370496
  %87 = icmp eq i64 %84, 0
  br i1 %87, label %124, label %88

88:                                               ; preds = %82
  %89 = trunc i64 %84 to i32
  %90 = icmp ult i32 %89, 1009
  %91 = tail call i32 @llvm.usub.sat.i32(i32 1009, i32 %89)
  %92 = icmp ult i32 %91, 21
  br i1 %92, label %93, label %104

93:                                               ; preds = %88
  %94 = add nuw nsw i32 %91, 42
  %95 = zext nneg i32 %94 to i64
  %96 = lshr i64 %86, %95
  %97 = shl nsw i64 -1, %95
  %98 = xor i64 %97, -1
  %99 = and i64 %86, %98
  %100 = add nuw nsw i32 %91, 41
  %101 = zext nneg i32 %100 to i64
  %102 = shl nuw nsw i64 1, %101
  %103 = icmp ugt i64 %99, %102
  br i1 %103, label %112, label %104

104:                                              ; preds = %88, %93
  %105 = phi i64 [ %96, %93 ], [ 0, %88 ]
  %106 = phi i64 [ %99, %93 ], [ 1, %88 ]
  %107 = phi i64 [ %102, %93 ], [ 2, %88 ]
  %108 = icmp eq i64 %106, %107
  %109 = and i64 %105, 1
  %110 = icmp ne i64 %109, 0
  %111 = select i1 %108, i1 %110, i1 false
  br label %112

112:                                              ; preds = %104, %93
  %113 = phi i64 [ %96, %93 ], [ %105, %104 ]
  %114 = phi i1 [ true, %93 ], [ %111, %104 ]
  %115 = zext i1 %114 to i64
  %116 = shl nuw nsw i64 %84, 10
  %117 = add nuw nsw i64 %116, 4398045477888
  %118 = and i64 %117, 4398046510080
  %119 = select i1 %90, i64 0, i64 %118
  %120 = add nuw nsw i64 %113, %119
  %121 = add nuw nsw i64 %120, %115
  %122 = freeze i64 %121
  %123 = tail call i64 @llvm.umin.i64(i64 %122, i64 31744)
  br label %124

124:                                              ; preds = %112, %82
  %125 = phi i64 [ 0, %82 ], [ %123, %112 ]
  %126 = trunc i64 %125 to i16
  %127 = or disjoint i16 %77, %126
  br label %128

128:                                              ; preds = %68, %79, %80, %124
  %129 = phi i16 [ %81, %80 ], [ %127, %124 ], [ 32767, %68 ], [ %77, %79 ]
  %130 = getelementptr inbounds i16, ptr %2, i64 %10
  store i16 %129, ptr %130, align 2
  %131 = add nuw nsw i64 %10, 1
  %132 = icmp eq i64 %131, %7
  br i1 %132, label %8, label %9
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_bf16_to_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #10 {
  %4 = icmp eq i32 %2, 0
  br i1 %4, label %7, label %5

5:                                                ; preds = %3
  %6 = zext i32 %2 to i64
  br label %8

7:                                                ; preds = %38, %3
  ret void

8:                                                ; preds = %5, %38
  %9 = phi i64 [ 0, %5 ], [ %43, %38 ]
  %10 = getelementptr inbounds i16, ptr %0, i64 %9
  %11 = load i16, ptr %10, align 2
  %12 = zext i16 %11 to i32
  %13 = lshr i32 %12, 7
  %14 = and i32 %12, 127
  %15 = lshr i32 %12, 15
  %16 = zext nneg i32 %15 to i64
  %17 = shl nuw i64 %16, 63
  %18 = trunc i32 %13 to i8
  switch i8 %18, label %29 [
    i8 -1, label %19
    i8 0, label %24
  ]

19:                                               ; preds = %8
  %20 = zext i16 %11 to i64
  %21 = shl nuw nsw i64 %20, 45
  %22 = or disjoint i64 %17, %21
  %23 = or i64 %22, 9218868437227405312
  br label %38

24:                                               ; preds = %8
  %25 = uitofp i32 %14 to double
  %26 = fmul double %25, 0x37A0000000000000
  %27 = bitcast double %26 to i64
  %28 = or i64 %17, %27
  br label %38

29:                                               ; preds = %8
  %30 = and i32 %13, 255
  %31 = add nuw nsw i32 %30, 896
  %32 = zext nneg i32 %31 to i64
  %33 = shl nuw nsw i64 %32, 52
  %34 = zext nneg i32 %14 to i64
  %35 = shl nuw nsw i64 %34, 45
  %36 = or disjoint i64 %33, %35
  %37 = or disjoint i64 %36, %17
  br label %38

38:                                               ; preds = %19, %24, %29
  %39 = phi i64 [ %23, %19 ], [ %28, %24 ], [ %37, %29 ]
  %40 = bitcast i64 %39 to double
  %41 = fptrunc double %40 to float
  %42 = getelementptr inbounds float, ptr %1, i64 %9
  store float %41, ptr %42, align 4
  %43 = add nuw nsw i64 %9, 1
  %44 = icmp eq i64 %43, %6
  br i1 %44, label %7, label %8
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_f32_to_bf16(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2, i32 noundef %3) #10 {
  %5 = icmp eq i32 %2, 0
  br i1 %5, label %8, label %6

6:                                                ; preds = %4
  %7 = zext i32 %2 to i64
  br label %9

8:                                                ; preds = %9, %4
  ret void

9:                                                ; preds = %6, %9
  %10 = phi i64 [ 0, %6 ], [ %16, %9 ]
  %11 = getelementptr inbounds float, ptr %0, i64 %10
  %12 = load float, ptr %11, align 4
  %13 = fpext float %12 to double
  %14 = tail call fastcc zeroext i16 @round_16(double noundef %13, i32 noundef 7, i32 noundef 127, i32 noundef %3)
  %15 = getelementptr inbounds i16, ptr %1, i64 %10
  store i16 %14, ptr %15, align 2
  %16 = add nuw nsw i64 %10, 1
  %17 = icmp eq i64 %16, %7
  br i1 %17, label %8, label %9
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_f64_to_bf16(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2, i32 noundef %3) #10 {
  %5 = icmp eq i32 %2, 0
  br i1 %5, label %8, label %6

6:                                                ; preds = %4
  %7 = zext i32 %2 to i64
  br label %9

8:                                                ; preds = %9, %4
  ret void

9:                                                ; preds = %6, %9
  %10 = phi i64 [ 0, %6 ], [ %15, %9 ]
  %11 = getelementptr inbounds double, ptr %0, i64 %10
  %12 = load double, ptr %11, align 8
  %13 = tail call fastcc zeroext i16 @round_16(double noundef %12, i32 noundef 7, i32 noundef 127, i32 noundef %3)
  %14 = getelementptr inbounds i16, ptr %1, i64 %10
  store i16 %13, ptr %14, align 2
  %15 = add nuw nsw i64 %10, 1
  %16 = icmp eq i64 %15, %7
  br i1 %16, label %8, label %9
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_u64_to_bf16(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #10 {
  br label %5

4:                                                ; preds = %20
  ret void

5:                                                ; preds = %3, %20
  %6 = phi i64 [ 0, %3 ], [ %24, %20 ]
  %7 = getelementptr inbounds i64, ptr %0, i64 %6
  %8 = load i64, ptr %7, align 8
  %9 = icmp ult i64 %8, 9007199254740992
  br i1 %9, label %18, label %10

10:                                               ; preds = %5
  %11 = lshr i64 %8, 11
  %12 = and i64 %8, 2047
  %13 = icmp ne i64 %12, 0
  %14 = zext i1 %13 to i64
  %15 = or i64 %11, %14
  %16 = sitofp i64 %15 to double
  %17 = fmul double %16, 2.048000e+03
  br label %20

18:                                               ; preds = %5
  %19 = sitofp i64 %8 to double
  br label %20

20:                                               ; preds = %10, %18
  %21 = phi double [ %17, %10 ], [ %19, %18 ]
  %22 = tail call fastcc zeroext i16 @round_16(double noundef %21, i32 noundef 7, i32 noundef 127, i32 noundef %2)
  %23 = getelementptr inbounds i16, ptr %1, i64 %6
  store i16 %22, ptr %23, align 2
  %24 = add nuw nsw i64 %6, 1
  %25 = icmp eq i64 %24, 32
  br i1 %25, label %4, label %5
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_s64_to_bf16(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #10 {
  br label %5

4:                                                ; preds = %21
  ret void

5:                                                ; preds = %3, %21
  %6 = phi i64 [ 0, %3 ], [ %28, %21 ]
  %7 = getelementptr inbounds i64, ptr %0, i64 %6
  %8 = load i64, ptr %7, align 8
  %9 = tail call i64 @llvm.abs.i64(i64 %8, i1 false)
  %10 = icmp ult i64 %9, 9007199254740992
  br i1 %10, label %19, label %11

11:                                               ; preds = %5
  %12 = lshr i64 %9, 11
  %13 = and i64 %9, 2047
  %14 = icmp ne i64 %13, 0
  %15 = zext i1 %14 to i64
  %16 = or i64 %12, %15
  %17 = sitofp i64 %16 to double
  %18 = fmul double %17, 2.048000e+03
  br label %21

19:                                               ; preds = %5
  %20 = sitofp i64 %9 to double
  br label %21

21:                                               ; preds = %11, %19
  %22 = phi double [ %18, %11 ], [ %20, %19 ]
  %23 = fneg double %22
  %24 = icmp slt i64 %8, 0
  %25 = select i1 %24, double %23, double %22
  %26 = tail call fastcc zeroext i16 @round_16(double noundef %25, i32 noundef 7, i32 noundef 127, i32 noundef %2)
  %27 = getelementptr inbounds i16, ptr %1, i64 %6
  store i16 %26, ptr %27, align 2
  %28 = add nuw nsw i64 %6, 1
  %29 = icmp eq i64 %28, 32
  br i1 %29, label %4, label %5
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_fma_bf16(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4) #10 {
  %6 = icmp eq i32 %4, 0
  br i1 %6, label %9, label %7

7:                                                ; preds = %5
  %8 = zext i32 %4 to i64
  br label %10

9:                                                ; preds = %185, %5
  ret void

10:                                               ; preds = %7, %185
  %11 = phi i64 [ 0, %7 ], [ %188, %185 ]
  %12 = getelementptr inbounds i16, ptr %0, i64 %11
  %13 = load i16, ptr %12, align 2
  %14 = zext i16 %13 to i32
  %15 = lshr i32 %14, 7
  %16 = and i32 %14, 127
  %17 = lshr i32 %14, 15
  %18 = zext nneg i32 %17 to i64
  %19 = shl nuw i64 %18, 63
  %20 = trunc i32 %15 to i8
  switch i8 %20, label %31 [
    i8 -1, label %21
    i8 0, label %26
  ]

21:                                               ; preds = %10
  %22 = zext i16 %13 to i64
  %23 = shl nuw nsw i64 %22, 45
  %24 = or disjoint i64 %19, %23
  %25 = or i64 %24, 9218868437227405312
  br label %40

26:                                               ; preds = %10
  %27 = uitofp i32 %16 to double
  %28 = fmul double %27, 0x37A0000000000000
  %29 = bitcast double %28 to i64
  %30 = or i64 %19, %29
  br label %40

31:                                               ; preds = %10
  %32 = and i32 %15, 255
  %33 = add nuw nsw i32 %32, 896
  %34 = zext nneg i32 %33 to i64
  %35 = shl nuw nsw i64 %34, 52
  %36 = zext nneg i32 %16 to i64
  %37 = shl nuw nsw i64 %36, 45
  %38 = or disjoint i64 %35, %37
  %39 = or disjoint i64 %38, %19
  br label %40

40:                                               ; preds = %21, %26, %31
  %41 = phi i64 [ %25, %21 ], [ %30, %26 ], [ %39, %31 ]
  %42 = bitcast i64 %41 to double
  %43 = getelementptr inbounds i16, ptr %1, i64 %11
  %44 = load i16, ptr %43, align 2
  %45 = zext i16 %44 to i32
  %46 = lshr i32 %45, 7
  %47 = and i32 %45, 127
  %48 = lshr i32 %45, 15
  %49 = zext nneg i32 %48 to i64
  %50 = shl nuw i64 %49, 63
  %51 = trunc i32 %46 to i8
  switch i8 %51, label %62 [
    i8 -1, label %52
    i8 0, label %57
  ]

52:                                               ; preds = %40
  %53 = zext i16 %44 to i64
  %54 = shl nuw nsw i64 %53, 45
  %55 = or disjoint i64 %50, %54
  %56 = or i64 %55, 9218868437227405312
  br label %71

57:                                               ; preds = %40
  %58 = uitofp i32 %47 to double
  %59 = fmul double %58, 0x37A0000000000000
  %60 = bitcast double %59 to i64
  %61 = or i64 %50, %60
  br label %71

62:                                               ; preds = %40
  %63 = and i32 %46, 255
  %64 = add nuw nsw i32 %63, 896
  %65 = zext nneg i32 %64 to i64
  %66 = shl nuw nsw i64 %65, 52
  %67 = zext nneg i32 %47 to i64
  %68 = shl nuw nsw i64 %67, 45
  %69 = or disjoint i64 %66, %68
  %70 = or disjoint i64 %69, %50
  br label %71

71:                                               ; preds = %52, %57, %62
  %72 = phi i64 [ %56, %52 ], [ %61, %57 ], [ %70, %62 ]
  %73 = bitcast i64 %72 to double
  %74 = fmul double %42, %73
  %75 = getelementptr inbounds i16, ptr %2, i64 %11
  %76 = load i16, ptr %75, align 2
  %77 = zext i16 %76 to i32
  %78 = lshr i32 %77, 7
  %79 = and i32 %77, 127
  %80 = lshr i32 %77, 15
  %81 = zext nneg i32 %80 to i64
  %82 = shl nuw i64 %81, 63
  %83 = trunc i32 %78 to i8
  switch i8 %83, label %94 [
    i8 -1, label %84
    i8 0, label %89
  ]

84:                                               ; preds = %71
  %85 = zext i16 %76 to i64
  %86 = shl nuw nsw i64 %85, 45
  %87 = or disjoint i64 %82, %86
  %88 = or i64 %87, 9218868437227405312
  br label %103

89:                                               ; preds = %71
  %90 = uitofp i32 %79 to double
  %91 = fmul double %90, 0x37A0000000000000
  %92 = bitcast double %91 to i64
  %93 = or i64 %82, %92
  br label %103

94:                                               ; preds = %71
  %95 = and i32 %78, 255
  %96 = add nuw nsw i32 %95, 896
  %97 = zext nneg i32 %96 to i64
  %98 = shl nuw nsw i64 %97, 52
  %99 = zext nneg i32 %79 to i64
  %100 = shl nuw nsw i64 %99, 45
  %101 = or disjoint i64 %98, %100
  %102 = or disjoint i64 %101, %82
  br label %103

103:                                              ; preds = %84, %89, %94
  %104 = phi i64 [ %88, %84 ], [ %93, %89 ], [ %102, %94 ]
  %105 = bitcast i64 %104 to double
  %106 = fadd double %74, %105
  %107 = fsub double %106, %74
  %108 = fsub double %106, %107
  %109 = fsub double %74, %108
  %110 = fsub double %105, %107
  %111 = fadd double %110, %109
  %112 = fcmp une double %111, 0.000000e+00
  %113 = fsub double %106, %106
  %114 = fcmp oeq double %113, 0.000000e+00
  %115 = and i1 %114, %112
  br i1 %115, label %116, label %127

116:                                              ; preds = %103
  %117 = bitcast double %106 to i64
  %118 = and i64 %117, 1
  %119 = icmp eq i64 %118, 0
  br i1 %119, label %120, label %127

120:                                              ; preds = %116
  %121 = fcmp ogt double %111, 0.000000e+00
  %122 = fcmp ule double %106, 0.000000e+00
  %123 = xor i1 %122, %121
  %124 = select i1 %123, i64 1, i64 -1
  %125 = add i64 %124, %117
  %126 = bitcast i64 %125 to double
  br label %127

127:                                              ; preds = %103, %116, %120
  %128 = phi double [ %126, %120 ], [ %106, %116 ], [ %106, %103 ]
  %129 = bitcast double %128 to i64
  %130 = tail call double @llvm.fabs.f64(double %128)
  %131 = bitcast double %130 to i64
  %132 = lshr i64 %129, 48
  %133 = trunc i64 %132 to i16
  %134 = and i16 %133, -32768
  %135 = icmp ugt i64 %131, 9218868437227405312
  br i1 %135, label %185, label %136

136:                                              ; preds = %127
  switch i64 %131, label %139 [
    i64 9218868437227405312, label %137
    i64 0, label %185
  ]

137:                                              ; preds = %136
  %138 = or disjoint i16 %134, 32640
  br label %185

139:                                              ; preds = %136
  %140 = lshr i64 %129, 52
  %141 = and i64 %140, 2047
  %142 = and i64 %129, 4503599627370495
  %143 = or disjoint i64 %142, 4503599627370496
  %144 = icmp eq i64 %141, 0
  br i1 %144, label %181, label %145

145:                                              ; preds = %139
  %146 = trunc i64 %141 to i32
  %147 = icmp ult i32 %146, 897
  %148 = tail call i32 @llvm.usub.sat.i32(i32 897, i32 %146)
  %149 = icmp ult i32 %148, 18
  br i1 %149, label %150, label %161

150:                                              ; preds = %145
  %151 = add nuw nsw i32 %148, 45
  %152 = zext nneg i32 %151 to i64
  %153 = lshr i64 %143, %152
  %154 = shl nsw i64 -1, %152
  %155 = xor i64 %154, -1
  %156 = and i64 %143, %155
  %157 = add nuw nsw i32 %148, 44
  %158 = zext nneg i32 %157 to i64
  %159 = shl nuw nsw i64 1, %158
  %160 = icmp ugt i64 %156, %159
  br i1 %160, label %169, label %161

161:                                              ; preds = %145, %150
  %162 = phi i64 [ %153, %150 ], [ 0, %145 ]
  %163 = phi i64 [ %156, %150 ], [ 1, %145 ]
  %164 = phi i64 [ %159, %150 ], [ 2, %145 ]
  %165 = icmp eq i64 %163, %164
  %166 = and i64 %162, 1
  %167 = icmp ne i64 %166, 0
  %168 = select i1 %165, i1 %167, i1 false
  br label %169

169:                                              ; preds = %161, %150
  %170 = phi i64 [ %153, %150 ], [ %162, %161 ]
  %171 = phi i1 [ true, %150 ], [ %168, %161 ]
  %172 = zext i1 %171 to i64
  %173 = shl nuw nsw i64 %141, 7
  %174 = add nuw nsw i64 %173, 549755699072
  %175 = and i64 %174, 549755813760
  %176 = select i1 %147, i64 0, i64 %175
  %177 = add nuw nsw i64 %170, %176
  %178 = add nuw nsw i64 %177, %172
  %179 = freeze i64 %178
  %180 = tail call i64 @llvm.umin.i64(i64 %179, i64 32640)
  br label %181

181:                                              ; preds = %169, %139
  %182 = phi i64 [ 0, %139 ], [ %180, %169 ]
  %183 = trunc i64 %182 to i16
  %184 = or disjoint i16 %134, %183
  br label %185

185:                                              ; preds = %127, %136, %137, %181
  %186 = phi i16 [ %138, %137 ], [ %184, %181 ], [ 32767, %127 ], [ %134, %136 ]
  %187 = getelementptr inbounds i16, ptr %3, i64 %11
  store i16 %186, ptr %187, align 2
  %188 = add nuw nsw i64 %11, 1
  %189 = icmp eq i64 %188, %8
  br i1 %189, label %9, label %10
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_mul_bf16(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #10 {
  %5 = icmp eq i32 %3, 0
  br i1 %5, label %8, label %6

6:                                                ; preds = %4
  %7 = zext i32 %3 to i64
  br label %9

8:                                                ; preds = %130, %4
  ret void

9:                                                ; preds = %6, %130
  %10 = phi i64 [ 0, %6 ], [ %133, %130 ]
  %11 = getelementptr inbounds i16, ptr %0, i64 %10
  %12 = load i16, ptr %11, align 2
  %13 = zext i16 %12 to i32
  %14 = lshr i32 %13, 7
  %15 = and i32 %13, 127
  %16 = lshr i32 %13, 15
  %17 = zext nneg i32 %16 to i64
  %18 = shl nuw i64 %17, 63
  %19 = trunc i32 %14 to i8
  switch i8 %19, label %30 [
    i8 -1, label %20
    i8 0, label %25
  ]

20:                                               ; preds = %9
  %21 = zext i16 %12 to i64
  %22 = shl nuw nsw i64 %21, 45
  %23 = or disjoint i64 %18, %22
  %24 = or i64 %23, 9218868437227405312
  br label %39

25:                                               ; preds = %9
  %26 = uitofp i32 %15 to double
  %27 = fmul double %26, 0x37A0000000000000
  %28 = bitcast double %27 to i64
  %29 = or i64 %18, %28
  br label %39

30:                                               ; preds = %9
  %31 = and i32 %14, 255
  %32 = add nuw nsw i32 %31, 896
  %33 = zext nneg i32 %32 to i64
  %34 = shl nuw nsw i64 %33, 52
  %35 = zext nneg i32 %15 to i64
  %36 = shl nuw nsw i64 %35, 45
  %37 = or disjoint i64 %34, %36
  %38 = or disjoint i64 %37, %18
  br label %39

39:                                               ; preds = %20, %25, %30
  %40 = phi i64 [ %24, %20 ], [ %29, %25 ], [ %38, %30 ]
  %41 = bitcast i64 %40 to double
  %42 = getelementptr inbounds i16, ptr %1, i64 %10
  %43 = load i16, ptr %42, align 2
  %44 = zext i16 %43 to i32
  %45 = lshr i32 %44, 7
  %46 = and i32 %44, 127
  %47 = lshr i32 %44, 15
  %48 = zext nneg i32 %47 to i64
  %49 = shl nuw i64 %48, 63
  %50 = trunc i32 %45 to i8
  switch i8 %50, label %61 [
    i8 -1, label %51
    i8 0, label %56
  ]

51:                                               ; preds = %39
  %52 = zext i16 %43 to i64
  %53 = shl nuw nsw i64 %52, 45
  %54 = or disjoint i64 %49, %53
  %55 = or i64 %54, 9218868437227405312
  br label %70

56:                                               ; preds = %39
  %57 = uitofp i32 %46 to double
  %58 = fmul double %57, 0x37A0000000000000
  %59 = bitcast double %58 to i64
  %60 = or i64 %49, %59
  br label %70

61:                                               ; preds = %39
  %62 = and i32 %45, 255
  %63 = add nuw nsw i32 %62, 896
  %64 = zext nneg i32 %63 to i64
  %65 = shl nuw nsw i64 %64, 52
  %66 = zext nneg i32 %46 to i64
  %67 = shl nuw nsw i64 %66, 45
  %68 = or disjoint i64 %65, %67
  %69 = or disjoint i64 %68, %49
  br label %70

70:                                               ; preds = %51, %56, %61
  %71 = phi i64 [ %55, %51 ], [ %60, %56 ], [ %69, %61 ]
  %72 = bitcast i64 %71 to double
  %73 = fmul double %41, %72
  %74 = bitcast double %73 to i64
  %75 = tail call double @llvm.fabs.f64(double %73)
  %76 = bitcast double %75 to i64
  %77 = lshr i64 %74, 48
  %78 = trunc i64 %77 to i16
  %79 = and i16 %78, -32768
  %80 = icmp ugt i64 %76, 9218868437227405312
  br i1 %80, label %130, label %81

81:                                               ; preds = %70
  switch i64 %76, label %84 [
    i64 9218868437227405312, label %82
    i64 0, label %130
  ]

82:                                               ; preds = %81
  %83 = or disjoint i16 %79, 32640
  br label %130

84:                                               ; preds = %81
  %85 = lshr i64 %74, 52
  %86 = and i64 %85, 2047
  %87 = and i64 %74, 4503599627370495
  %88 = or disjoint i64 %87, 4503599627370496
  %89 = icmp eq i64 %86, 0
  br i1 %89, label %126, label %90

90:                                               ; preds = %84
  %91 = trunc i64 %86 to i32
  %92 = icmp ult i32 %91, 897
  %93 = tail call i32 @llvm.usub.sat.i32(i32 897, i32 %91)
  %94 = icmp ult i32 %93, 18
  br i1 %94, label %95, label %106

95:                                               ; preds = %90
  %96 = add nuw nsw i32 %93, 45
  %97 = zext nneg i32 %96 to i64
  %98 = lshr i64 %88, %97
  %99 = shl nsw i64 -1, %97
  %100 = xor i64 %99, -1
  %101 = and i64 %88, %100
  %102 = add nuw nsw i32 %93, 44
  %103 = zext nneg i32 %102 to i64
  %104 = shl nuw nsw i64 1, %103
  %105 = icmp ugt i64 %101, %104
  br i1 %105, label %114, label %106

106:                                              ; preds = %90, %95
  %107 = phi i64 [ %98, %95 ], [ 0, %90 ]
  %108 = phi i64 [ %101, %95 ], [ 1, %90 ]
  %109 = phi i64 [ %104, %95 ], [ 2, %90 ]
  %110 = icmp eq i64 %108, %109
  %111 = and i64 %107, 1
  %112 = icmp ne i64 %111, 0
  %113 = select i1 %110, i1 %112, i1 false
  br label %114

114:                                              ; preds = %106, %95
  %115 = phi i64 [ %98, %95 ], [ %107, %106 ]
  %116 = phi i1 [ true, %95 ], [ %113, %106 ]
  %117 = zext i1 %116 to i64
  %118 = shl nuw nsw i64 %86, 7
  %119 = add nuw nsw i64 %118, 549755699072
  %120 = and i64 %119, 549755813760
  %121 = select i1 %92, i64 0, i64 %120
  %122 = add nuw nsw i64 %115, %121
  %123 = add nuw nsw i64 %122, %117
  %124 = freeze i64 %123
  %125 = tail call i64 @llvm.umin.i64(i64 %124, i64 32640)
  br label %126

126:                                              ; preds = %114, %84
  %127 = phi i64 [ 0, %84 ], [ %125, %114 ]
  %128 = trunc i64 %127 to i16
  %129 = or disjoint i16 %79, %128
  br label %130

130:                                              ; preds = %70, %81, %82, %126
  %131 = phi i16 [ %83, %82 ], [ %129, %126 ], [ 32767, %70 ], [ %79, %81 ]
  %132 = getelementptr inbounds i16, ptr %2, i64 %10
  store i16 %131, ptr %132, align 2
  %133 = add nuw nsw i64 %10, 1
  %134 = icmp eq i64 %133, %7
  br i1 %134, label %8, label %9
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_f32_to_e4m3(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) #10 {
  br label %4

3:                                                ; preds = %65
  ret void

4:                                                ; preds = %2, %65
  %5 = phi i64 [ 0, %2 ], [ %69, %65 ]
  %6 = getelementptr inbounds float, ptr %0, i64 %5
  %7 = load float, ptr %6, align 4
  %8 = bitcast float %7 to i32
  %9 = tail call float @llvm.fabs.f32(float %7)
  %10 = bitcast float %9 to i32
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %58, label %12

12:                                               ; preds = %4
  %13 = icmp ult i32 %10, 2139095040
  br i1 %13, label %14, label %56

14:                                               ; preds = %12
  %15 = fpext float %7 to double
  %16 = bitcast double %15 to i64
  %17 = lshr i64 %16, 52
  %18 = and i64 %17, 2047
  %19 = and i64 %16, 4503599627370495
  %20 = or disjoint i64 %19, 4503599627370496
  %21 = icmp eq i64 %18, 0
  br i1 %21, label %58, label %22

22:                                               ; preds = %14
  %23 = trunc i64 %18 to i32
  %24 = icmp ult i32 %23, 1017
  %25 = tail call i32 @llvm.usub.sat.i32(i32 1017, i32 %23)
  %26 = icmp ult i32 %25, 14
  br i1 %26, label %27, label %38

27:                                               ; preds = %22
  %28 = add nuw nsw i32 %25, 49
  %29 = zext nneg i32 %28 to i64
  %30 = lshr i64 %20, %29
  %31 = shl nsw i64 -1, %29
  %32 = xor i64 %31, -1
  %33 = and i64 %20, %32
  %34 = or disjoint i32 %25, 48
  %35 = zext nneg i32 %34 to i64
  %36 = shl nuw i64 1, %35
  %37 = icmp ugt i64 %33, %36
  br i1 %37, label %46, label %38

38:                                               ; preds = %22, %27
  %39 = phi i64 [ %30, %27 ], [ 0, %22 ]
  %40 = phi i64 [ %33, %27 ], [ 1, %22 ]
  %41 = phi i64 [ %36, %27 ], [ 2, %22 ]
  %42 = icmp eq i64 %40, %41
  %43 = and i64 %39, 1
  %44 = icmp ne i64 %43, 0
  %45 = select i1 %42, i1 %44, i1 false
  br label %46

46:                                               ; preds = %38, %27
  %47 = phi i64 [ %30, %27 ], [ %39, %38 ]
  %48 = phi i1 [ true, %27 ], [ %45, %38 ]
  %49 = zext i1 %48 to i64
  %50 = add nuw nsw i64 %47, %49
  br i1 %24, label %58, label %51

51:                                               ; preds = %46
  %52 = shl nuw nsw i64 %18, 3
  %53 = add nuw nsw i64 %52, 34359730232
  %54 = and i64 %53, 34359738360
  %55 = add nuw nsw i64 %50, %54
  br label %58

56:                                               ; preds = %12
  %57 = icmp eq i32 %10, 2139095040
  br i1 %57, label %58, label %65

58:                                               ; preds = %4, %14, %46, %51, %56
  %59 = phi i64 [ 126, %56 ], [ 0, %14 ], [ %50, %46 ], [ %55, %51 ], [ 0, %4 ]
  %60 = tail call i64 @llvm.umin.i64(i64 %59, i64 126)
  %61 = lshr i32 %8, 24
  %62 = and i32 %61, 128
  %63 = trunc i64 %60 to i32
  %64 = or disjoint i32 %62, %63
  br label %65

65:                                               ; preds = %56, %58
  %66 = phi i32 [ %64, %58 ], [ 127, %56 ]
  %67 = trunc i32 %66 to i16
  %68 = getelementptr inbounds i16, ptr %1, i64 %5
  store i16 %67, ptr %68, align 2
  %69 = add nuw nsw i64 %5, 1
  %70 = icmp eq i64 %69, 32
  br i1 %70, label %3, label %4
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_f32_to_e5m2(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) #10 {
  br label %4

3:                                                ; preds = %65
  ret void

4:                                                ; preds = %2, %65
  %5 = phi i64 [ 0, %2 ], [ %69, %65 ]
  %6 = getelementptr inbounds float, ptr %0, i64 %5
  %7 = load float, ptr %6, align 4
  %8 = bitcast float %7 to i32
  %9 = tail call float @llvm.fabs.f32(float %7)
  %10 = bitcast float %9 to i32
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %58, label %12

12:                                               ; preds = %4
  %13 = icmp ult i32 %10, 2139095040
  br i1 %13, label %14, label %56

14:                                               ; preds = %12
  %15 = fpext float %7 to double
  %16 = bitcast double %15 to i64
  %17 = lshr i64 %16, 52
  %18 = and i64 %17, 2047
  %19 = and i64 %16, 4503599627370495
  %20 = or disjoint i64 %19, 4503599627370496
  %21 = icmp eq i64 %18, 0
  br i1 %21, label %58, label %22

22:                                               ; preds = %14
  %23 = trunc i64 %18 to i32
  %24 = icmp ult i32 %23, 1009
  %25 = tail call i32 @llvm.usub.sat.i32(i32 1009, i32 %23)
  %26 = icmp ult i32 %25, 13
  br i1 %26, label %27, label %38

27:                                               ; preds = %22
  %28 = add nuw nsw i32 %25, 50
  %29 = zext nneg i32 %28 to i64
  %30 = lshr i64 %20, %29
  %31 = shl nsw i64 -1, %29
  %32 = xor i64 %31, -1
  %33 = and i64 %20, %32
  %34 = add nuw nsw i32 %25, 49
  %35 = zext nneg i32 %34 to i64
  %36 = shl nuw nsw i64 1, %35
  %37 = icmp ugt i64 %33, %36
  br i1 %37, label %46, label %38

38:                                               ; preds = %22, %27
  %39 = phi i64 [ %30, %27 ], [ 0, %22 ]
  %40 = phi i64 [ %33, %27 ], [ 1, %22 ]
  %41 = phi i64 [ %36, %27 ], [ 2, %22 ]
  %42 = icmp eq i64 %40, %41
  %43 = and i64 %39, 1
  %44 = icmp ne i64 %43, 0
  %45 = select i1 %42, i1 %44, i1 false
  br label %46

46:                                               ; preds = %38, %27
  %47 = phi i64 [ %30, %27 ], [ %39, %38 ]
  %48 = phi i1 [ true, %27 ], [ %45, %38 ]
  %49 = zext i1 %48 to i64
  %50 = add nuw nsw i64 %47, %49
  br i1 %24, label %58, label %51

51:                                               ; preds = %46
  %52 = shl nuw nsw i64 %18, 2
  %53 = add nuw nsw i64 %52, 17179865148
  %54 = and i64 %53, 17179869180
  %55 = add nuw nsw i64 %50, %54
  br label %58

56:                                               ; preds = %12
  %57 = icmp eq i32 %10, 2139095040
  br i1 %57, label %58, label %65

58:                                               ; preds = %4, %14, %46, %51, %56
  %59 = phi i64 [ 123, %56 ], [ 0, %14 ], [ %50, %46 ], [ %55, %51 ], [ 0, %4 ]
  %60 = tail call i64 @llvm.umin.i64(i64 %59, i64 123)
  %61 = lshr i32 %8, 24
  %62 = and i32 %61, 128
  %63 = trunc i64 %60 to i32
  %64 = or disjoint i32 %62, %63
  br label %65

65:                                               ; preds = %56, %58
  %66 = phi i32 [ %64, %58 ], [ 127, %56 ]
  %67 = trunc i32 %66 to i16
  %68 = getelementptr inbounds i16, ptr %1, i64 %5
  store i16 %67, ptr %68, align 2
  %69 = add nuw nsw i64 %5, 1
  %70 = icmp eq i64 %69, 32
  br i1 %70, label %3, label %4
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_e5m2_to_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) #10 {
  br label %4

3:                                                ; preds = %34
  ret void

4:                                                ; preds = %2, %34
  %5 = phi i64 [ 0, %2 ], [ %39, %34 ]
  %6 = getelementptr inbounds i16, ptr %0, i64 %5
  %7 = load i16, ptr %6, align 2
  %8 = shl i16 %7, 8
  %9 = zext i16 %8 to i32
  %10 = lshr i32 %9, 10
  %11 = and i32 %10, 31
  %12 = and i32 %9, 768
  %13 = lshr i32 %9, 15
  %14 = zext nneg i32 %13 to i64
  %15 = shl nuw i64 %14, 63
  switch i32 %11, label %26 [
    i32 31, label %16
    i32 0, label %21
  ]

16:                                               ; preds = %4
  %17 = zext nneg i32 %12 to i64
  %18 = shl nuw nsw i64 %17, 42
  %19 = or disjoint i64 %18, %15
  %20 = or disjoint i64 %19, 9218868437227405312
  br label %34

21:                                               ; preds = %4
  %22 = uitofp i32 %12 to double
  %23 = fmul double %22, 0x3E70000000000000
  %24 = bitcast double %23 to i64
  %25 = or i64 %15, %24
  br label %34

26:                                               ; preds = %4
  %27 = add nuw nsw i32 %11, 1008
  %28 = zext nneg i32 %27 to i64
  %29 = shl nuw nsw i64 %28, 52
  %30 = zext nneg i32 %12 to i64
  %31 = shl nuw nsw i64 %30, 42
  %32 = or disjoint i64 %29, %31
  %33 = or disjoint i64 %32, %15
  br label %34

34:                                               ; preds = %16, %21, %26
  %35 = phi i64 [ %20, %16 ], [ %25, %21 ], [ %33, %26 ]
  %36 = bitcast i64 %35 to double
  %37 = fptrunc double %36 to float
  %38 = getelementptr inbounds float, ptr %1, i64 %5
  store float %37, ptr %38, align 4
  %39 = add nuw nsw i64 %5, 1
  %40 = icmp eq i64 %39, 32
  br i1 %40, label %3, label %4
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_e4m3_to_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) #10 {
  br label %4

3:                                                ; preds = %24
  ret void

4:                                                ; preds = %2, %24
  %5 = phi i64 [ 0, %2 ], [ %31, %24 ]
  %6 = getelementptr inbounds i16, ptr %0, i64 %5
  %7 = load i16, ptr %6, align 2
  %8 = zext i16 %7 to i32
  %9 = and i32 %8, 127
  %10 = icmp eq i32 %9, 127
  br i1 %10, label %24, label %11

11:                                               ; preds = %4
  %12 = icmp ult i32 %9, 8
  %13 = lshr i32 %9, 3
  %14 = add nuw nsw i32 %13, 1013
  %15 = select i1 %12, i32 1014, i32 %14
  %16 = zext nneg i32 %15 to i64
  %17 = shl nuw nsw i64 %16, 52
  %18 = bitcast i64 %17 to double
  %19 = and i32 %8, 7
  %20 = select i1 %12, i32 0, i32 8
  %21 = or disjoint i32 %20, %19
  %22 = uitofp i32 %21 to double
  %23 = fmul double %22, %18
  br label %24

24:                                               ; preds = %4, %11
  %25 = phi double [ %23, %11 ], [ 0x7FF8000000000000, %4 ]
  %26 = icmp ult i16 %7, 128
  %27 = fneg double %25
  %28 = select i1 %26, double %25, double %27
  %29 = fptrunc double %28 to float
  %30 = getelementptr inbounds float, ptr %1, i64 %5
  store float %29, ptr %30, align 4
  %31 = add nuw nsw i64 %5, 1
  %32 = icmp eq i64 %31, 32
  br i1 %32, label %3, label %4
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_ex2_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) #10 {
  br label %4

3:                                                ; preds = %49
  ret void

4:                                                ; preds = %2, %49
  %5 = phi i64 [ 0, %2 ], [ %55, %49 ]
  %6 = getelementptr inbounds float, ptr %0, i64 %5
  %7 = load float, ptr %6, align 4
  %8 = fcmp uno float %7, 0.000000e+00
  br i1 %8, label %9, label %11

9:                                                ; preds = %4
  %10 = fpext float %7 to double
  br label %49

11:                                               ; preds = %4
  %12 = fcmp ogt float %7, 2.000000e+02
  br i1 %12, label %49, label %13

13:                                               ; preds = %11
  %14 = fcmp olt float %7, -2.000000e+02
  br i1 %14, label %49, label %15

15:                                               ; preds = %13
  %16 = fpext float %7 to double
  %17 = tail call double @llvm.rint.f64(double %16)
  %18 = fsub double %16, %17
  %19 = fmul double %18, 0x3FE62E42FEFA39EF
  br label %37

20:                                               ; preds = %37
  %21 = fptosi double %17 to i32
  %22 = icmp slt i32 %21, -1022
  br i1 %22, label %23, label %30

23:                                               ; preds = %20
  %24 = icmp ult i32 %21, -1074
  br i1 %24, label %46, label %25

25:                                               ; preds = %23
  %26 = add nsw i32 %21, 1074
  %27 = zext nneg i32 %26 to i64
  %28 = shl nuw nsw i64 1, %27
  %29 = bitcast i64 %28 to double
  br label %46

30:                                               ; preds = %20
  %31 = icmp sgt i32 %21, 1023
  br i1 %31, label %46, label %32

32:                                               ; preds = %30
  %33 = add nsw i32 %21, 1023
  %34 = zext nneg i32 %33 to i64
  %35 = shl nuw nsw i64 %34, 52
  %36 = bitcast i64 %35 to double
  br label %46

37:                                               ; preds = %37, %15
  %38 = phi i64 [ 0, %15 ], [ %44, %37 ]
  %39 = phi double [ 0x3DE6124613A86D09, %15 ], [ %43, %37 ]
  %40 = fmul double %19, %39
  %41 = getelementptr inbounds [13 x double], ptr @exp2_double.terms, i64 0, i64 %38
  %42 = load double, ptr %41, align 8
  %43 = fadd double %40, %42
  %44 = add nuw nsw i64 %38, 1
  %45 = icmp eq i64 %44, 13
  br i1 %45, label %20, label %37

46:                                               ; preds = %23, %25, %30, %32
  %47 = phi double [ %36, %32 ], [ %29, %25 ], [ 0.000000e+00, %23 ], [ 0x7FF0000000000000, %30 ]
  %48 = fmul double %43, %47
  br label %49

49:                                               ; preds = %11, %13, %46, %9
  %50 = phi double [ %10, %9 ], [ %48, %46 ], [ 0.000000e+00, %13 ], [ 0x7FF0000000000000, %11 ]
  %51 = fptrunc double %50 to float
  %52 = fcmp uno float %51, 0.000000e+00
  %53 = select i1 %52, float 0x7FFFFFFFE0000000, float %51
  %54 = getelementptr inbounds float, ptr %1, i64 %5
  store float %53, ptr %54, align 4
  %55 = add nuw nsw i64 %5, 1
  %56 = icmp eq i64 %55, 32
  br i1 %56, label %3, label %4
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_lg2_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) #10 {
  br label %4

3:                                                ; preds = %45
  ret void

4:                                                ; preds = %2, %45
  %5 = phi i64 [ 0, %2 ], [ %51, %45 ]
  %6 = getelementptr inbounds float, ptr %0, i64 %5
  %7 = load float, ptr %6, align 4
  %8 = fcmp ult float %7, 0.000000e+00
  br i1 %8, label %45, label %9

9:                                                ; preds = %4
  %10 = fcmp oeq float %7, 0.000000e+00
  br i1 %10, label %45, label %11

11:                                               ; preds = %9
  %12 = fcmp oeq float %7, 0x7FF0000000000000
  br i1 %12, label %45, label %13

13:                                               ; preds = %11
  %14 = fpext float %7 to double
  %15 = bitcast double %14 to i64
  %16 = and i64 %15, 4503599627370495
  %17 = or disjoint i64 %16, 4607182418800017408
  %18 = bitcast i64 %17 to double
  %19 = fcmp ogt double %18, 0x3FF6A09E667F3BCD
  %20 = fmul double %18, 5.000000e-01
  %21 = select i1 %19, double %20, double %18
  %22 = fadd double %21, -1.000000e+00
  %23 = fadd double %21, 1.000000e+00
  %24 = fdiv double %22, %23
  %25 = fmul double %24, %24
  br label %26

26:                                               ; preds = %26, %13
  %27 = phi i32 [ 23, %13 ], [ %33, %26 ]
  %28 = phi double [ 0.000000e+00, %13 ], [ %32, %26 ]
  %29 = fmul double %25, %28
  %30 = sitofp i32 %27 to double
  %31 = fdiv double 1.000000e+00, %30
  %32 = fadd double %29, %31
  %33 = add nsw i32 %27, -2
  %34 = icmp ugt i32 %27, 2
  br i1 %34, label %26, label %35

35:                                               ; preds = %26
  %36 = lshr i64 %15, 52
  %37 = trunc i64 %36 to i32
  %38 = select i1 %19, i32 -1022, i32 -1023
  %39 = add nsw i32 %38, %37
  %40 = sitofp i32 %39 to double
  %41 = fmul double %24, 2.000000e+00
  %42 = fmul double %41, %32
  %43 = fmul double %42, 0x3FF71547652B82FE
  %44 = fadd double %43, %40
  br label %45

45:                                               ; preds = %11, %9, %4, %35
  %46 = phi double [ %44, %35 ], [ 0x7FF8000000000000, %4 ], [ 0xFFF0000000000000, %9 ], [ 0x7FF0000000000000, %11 ]
  %47 = fptrunc double %46 to float
  %48 = fcmp uno float %47, 0.000000e+00
  %49 = select i1 %48, float 0x7FFFFFFFE0000000, float %47
  %50 = getelementptr inbounds float, ptr %1, i64 %5
  store float %49, ptr %50, align 4
  %51 = add nuw nsw i64 %5, 1
  %52 = icmp eq i64 %51, 32
  br i1 %52, label %3, label %4
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_rsqrt_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) #10 {
  br label %4

3:                                                ; preds = %4
  ret void

4:                                                ; preds = %2, %4
  %5 = phi i64 [ 0, %2 ], [ %15, %4 ]
  %6 = getelementptr inbounds float, ptr %0, i64 %5
  %7 = load float, ptr %6, align 4
  %8 = fpext float %7 to double
  %9 = tail call double @llvm.sqrt.f64(double %8)
  %10 = fdiv double 1.000000e+00, %9
  %11 = fptrunc double %10 to float
  %12 = fcmp uno float %11, 0.000000e+00
  %13 = select i1 %12, float 0x7FFFFFFFE0000000, float %11
  %14 = getelementptr inbounds float, ptr %1, i64 %5
  store float %13, ptr %14, align 4
  %15 = add nuw nsw i64 %5, 1
  %16 = icmp eq i64 %15, 32
  br i1 %16, label %3, label %4
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_sin_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) #10 {
  br label %4

3:                                                ; preds = %4
  ret void

4:                                                ; preds = %2, %4
  %5 = phi i64 [ 0, %2 ], [ %13, %4 ]
  %6 = getelementptr inbounds float, ptr %0, i64 %5
  %7 = load float, ptr %6, align 4
  %8 = tail call fastcc double @turn(float noundef %7, i32 noundef 0)
  %9 = fptrunc double %8 to float
  %10 = fcmp uno float %9, 0.000000e+00
  %11 = select i1 %10, float 0x7FFFFFFFE0000000, float %9
  %12 = getelementptr inbounds float, ptr %1, i64 %5
  store float %11, ptr %12, align 4
  %13 = add nuw nsw i64 %5, 1
  %14 = icmp eq i64 %13, 32
  br i1 %14, label %3, label %4
}

; Function Attrs: nofree norecurse nosync nounwind memory(none) uwtable
define internal fastcc double @turn(float noundef %0, i32 noundef %1) unnamed_addr #14 {
  %3 = fsub float %0, %0
  %4 = fcmp oeq float %3, 0.000000e+00
  br i1 %4, label %5, label %115

5:                                                ; preds = %2
  %6 = bitcast float %0 to i32
  %7 = tail call float @llvm.fabs.f32(float %0)
  %8 = bitcast float %7 to i32
  %9 = icmp ult i32 %8, 1061752795
  br i1 %9, label %10, label %12

10:                                               ; preds = %5
  %11 = fpext float %0 to double
  br label %74

12:                                               ; preds = %5
  %13 = lshr i32 %8, 23
  %14 = and i32 %6, 8388607
  %15 = or disjoint i32 %14, 8388608
  %16 = add nsw i32 %13, -120
  %17 = lshr i32 %16, 5
  %18 = zext nneg i32 %17 to i64
  %19 = getelementptr inbounds i32, ptr @TWO_OVER_PI, i64 %18
  %20 = and i32 %16, 31
  %21 = load i32, ptr %19, align 4
  %22 = zext i32 %21 to i64
  %23 = shl nuw i64 %22, 32
  %24 = getelementptr inbounds i32, ptr %19, i64 1
  %25 = load i32, ptr %24, align 4
  %26 = zext i32 %25 to i64
  %27 = or disjoint i64 %23, %26
  %28 = zext i64 %27 to i128
  %29 = shl nuw i128 %28, 64
  %30 = getelementptr inbounds i32, ptr %19, i64 2
  %31 = load i32, ptr %30, align 4
  %32 = zext i32 %31 to i64
  %33 = shl nuw i64 %32, 32
  %34 = getelementptr inbounds i32, ptr %19, i64 3
  %35 = load i32, ptr %34, align 4
  %36 = zext i32 %35 to i64
  %37 = or disjoint i64 %33, %36
  %38 = zext i64 %37 to i128
  %39 = or disjoint i128 %29, %38
  %40 = icmp eq i32 %20, 0
  br i1 %40, label %50, label %41

41:                                               ; preds = %12
  %42 = zext nneg i32 %20 to i128
  %43 = shl i128 %39, %42
  %44 = getelementptr inbounds i32, ptr %19, i64 4
  %45 = load i32, ptr %44, align 4
  %46 = sub nuw nsw i32 32, %20
  %47 = lshr i32 %45, %46
  %48 = zext nneg i32 %47 to i128
  %49 = or i128 %43, %48
  br label %50

50:                                               ; preds = %41, %12
  %51 = phi i128 [ %49, %41 ], [ %39, %12 ]
  %52 = zext nneg i32 %15 to i128
  %53 = mul i128 %51, %52
  %54 = add i128 %53, 42535295865117307932921825928971026432
  %55 = lshr i128 %54, 126
  %56 = trunc i128 %55 to i32
  %57 = and i128 %54, -85070591730234615865843651857942052864
  %58 = sub i128 %53, %57
  %59 = lshr i128 %58, 64
  %60 = trunc i128 %59 to i64
  %61 = sitofp i64 %60 to double
  %62 = fmul double %61, 0x3C10000000000000
  %63 = trunc i128 %53 to i64
  %64 = uitofp i64 %63 to double
  %65 = fmul double %64, 0x3810000000000000
  %66 = fadd double %65, %62
  %67 = fmul double %66, 0x3FF921FB54442D18
  %68 = icmp sgt i32 %6, -1
  %69 = sub nsw i32 0, %56
  %70 = select i1 %68, i32 %56, i32 %69
  %71 = and i32 %70, 3
  %72 = fneg double %67
  %73 = select i1 %68, double %67, double %72
  br label %74

74:                                               ; preds = %10, %50
  %75 = phi i32 [ 0, %10 ], [ %71, %50 ]
  %76 = phi double [ %11, %10 ], [ %73, %50 ]
  %77 = add nsw i32 %75, %1
  %78 = and i32 %77, 1
  %79 = icmp eq i32 %78, 0
  %80 = fneg double %76
  %81 = fmul double %76, %80
  br i1 %79, label %95, label %82

82:                                               ; preds = %74, %82
  %83 = phi i32 [ %91, %82 ], [ 18, %74 ]
  %84 = phi double [ %90, %82 ], [ 0.000000e+00, %74 ]
  %85 = fadd double %84, 1.000000e+00
  %86 = add nsw i32 %83, -1
  %87 = mul nsw i32 %86, %83
  %88 = sitofp i32 %87 to double
  %89 = fdiv double %81, %88
  %90 = fmul double %85, %89
  %91 = add nsw i32 %83, -2
  %92 = icmp ugt i32 %83, 3
  br i1 %92, label %82, label %93

93:                                               ; preds = %82
  %94 = fadd double %90, 1.000000e+00
  br label %109

95:                                               ; preds = %74, %95
  %96 = phi i32 [ %104, %95 ], [ 17, %74 ]
  %97 = phi double [ %103, %95 ], [ 0.000000e+00, %74 ]
  %98 = fadd double %97, 1.000000e+00
  %99 = add nsw i32 %96, -1
  %100 = mul nsw i32 %99, %96
  %101 = sitofp i32 %100 to double
  %102 = fdiv double %81, %101
  %103 = fmul double %98, %102
  %104 = add nsw i32 %96, -2
  %105 = icmp ugt i32 %96, 4
  br i1 %105, label %95, label %106

106:                                              ; preds = %95
  %107 = fadd double %103, 1.000000e+00
  %108 = fmul double %76, %107
  br label %109

109:                                              ; preds = %106, %93
  %110 = phi double [ %94, %93 ], [ %108, %106 ]
  %111 = and i32 %77, 2
  %112 = icmp eq i32 %111, 0
  %113 = fneg double %110
  %114 = select i1 %112, double %110, double %113
  br label %115

115:                                              ; preds = %2, %109
  %116 = phi double [ %114, %109 ], [ 0x7FF8000000000000, %2 ]
  ret double %116
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_cos_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) #10 {
  br label %4

3:                                                ; preds = %4
  ret void

4:                                                ; preds = %2, %4
  %5 = phi i64 [ 0, %2 ], [ %13, %4 ]
  %6 = getelementptr inbounds float, ptr %0, i64 %5
  %7 = load float, ptr %6, align 4
  %8 = tail call fastcc double @turn(float noundef %7, i32 noundef 1)
  %9 = fptrunc double %8 to float
  %10 = fcmp uno float %9, 0.000000e+00
  %11 = select i1 %10, float 0x7FFFFFFFE0000000, float %9
  %12 = getelementptr inbounds float, ptr %1, i64 %5
  store float %11, ptr %12, align 4
  %13 = add nuw nsw i64 %5, 1
  %14 = icmp eq i64 %13, 32
  br i1 %14, label %3, label %4
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_tanh_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) #10 {
  br label %4

3:                                                ; preds = %74
  ret void

4:                                                ; preds = %2, %74
  %5 = phi i64 [ 0, %2 ], [ %80, %74 ]
  %6 = getelementptr inbounds float, ptr %0, i64 %5
  %7 = load float, ptr %6, align 4
  %8 = fcmp olt float %7, 0.000000e+00
  %9 = fpext float %7 to double
  %10 = fneg double %9
  %11 = select i1 %8, double %10, double %9
  %12 = fcmp ogt double %11, 4.000000e+01
  br i1 %12, label %47, label %13

13:                                               ; preds = %4
  %14 = fmul double %11, 0xC0071547652B82FE
  %15 = tail call double @llvm.rint.f64(double %14)
  %16 = fsub double %14, %15
  %17 = fmul double %16, 0x3FE62E42FEFA39EF
  br label %35

18:                                               ; preds = %35
  %19 = fptosi double %15 to i32
  %20 = icmp slt i32 %19, -1022
  br i1 %20, label %21, label %28

21:                                               ; preds = %18
  %22 = icmp ult i32 %19, -1074
  br i1 %22, label %44, label %23

23:                                               ; preds = %21
  %24 = add nsw i32 %19, 1074
  %25 = zext nneg i32 %24 to i64
  %26 = shl nuw nsw i64 1, %25
  %27 = bitcast i64 %26 to double
  br label %44

28:                                               ; preds = %18
  %29 = icmp sgt i32 %19, 1023
  br i1 %29, label %44, label %30

30:                                               ; preds = %28
  %31 = add nsw i32 %19, 1023
  %32 = zext nneg i32 %31 to i64
  %33 = shl nuw nsw i64 %32, 52
  %34 = bitcast i64 %33 to double
  br label %44

35:                                               ; preds = %35, %13
  %36 = phi i64 [ 0, %13 ], [ %42, %35 ]
  %37 = phi double [ 0x3DE6124613A86D09, %13 ], [ %41, %35 ]
  %38 = fmul double %17, %37
  %39 = getelementptr inbounds [13 x double], ptr @exp2_double.terms, i64 0, i64 %36
  %40 = load double, ptr %39, align 8
  %41 = fadd double %38, %40
  %42 = add nuw nsw i64 %36, 1
  %43 = icmp eq i64 %42, 13
  br i1 %43, label %18, label %35

44:                                               ; preds = %21, %23, %28, %30
  %45 = phi double [ %34, %30 ], [ %27, %23 ], [ 0.000000e+00, %21 ], [ 0x7FF0000000000000, %28 ]
  %46 = fmul double %41, %45
  br label %47

47:                                               ; preds = %4, %44
  %48 = phi double [ %46, %44 ], [ 0.000000e+00, %4 ]
  %49 = fcmp olt double %11, 2.000000e-02
  br i1 %49, label %50, label %62

50:                                               ; preds = %47
  %51 = fmul double %11, %11
  %52 = fmul double %11, %51
  %53 = fdiv double %52, 3.000000e+00
  %54 = fsub double %11, %53
  %55 = fmul double %11, 2.000000e+00
  %56 = fmul double %11, %55
  %57 = fmul double %11, %56
  %58 = fmul double %11, %57
  %59 = fmul double %11, %58
  %60 = fdiv double %59, 1.500000e+01
  %61 = fadd double %54, %60
  br label %66

62:                                               ; preds = %47
  %63 = fsub double 1.000000e+00, %48
  %64 = fadd double %48, 1.000000e+00
  %65 = fdiv double %63, %64
  br label %66

66:                                               ; preds = %62, %50
  %67 = phi double [ %61, %50 ], [ %65, %62 ]
  %68 = fcmp uno float %7, 0.000000e+00
  br i1 %68, label %74, label %69

69:                                               ; preds = %66
  %70 = bitcast float %7 to i32
  %71 = fneg double %67
  %72 = icmp slt i32 %70, 0
  %73 = select i1 %72, double %71, double %67
  br label %74

74:                                               ; preds = %66, %69
  %75 = phi double [ %73, %69 ], [ %9, %66 ]
  %76 = fptrunc double %75 to float
  %77 = fcmp uno float %76, 0.000000e+00
  %78 = select i1 %77, float 0x7FFFFFFFE0000000, float %76
  %79 = getelementptr inbounds float, ptr %1, i64 %5
  store float %78, ptr %79, align 4
  %80 = add nuw nsw i64 %5, 1
  %81 = icmp eq i64 %80, 32
  br i1 %81, label %3, label %4
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_rsqrt_f64(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) #10 {
  br label %4

3:                                                ; preds = %4
  ret void

4:                                                ; preds = %2, %4
  %5 = phi i64 [ 0, %2 ], [ %11, %4 ]
  %6 = getelementptr inbounds double, ptr %0, i64 %5
  %7 = load double, ptr %6, align 8
  %8 = tail call double @llvm.sqrt.f64(double %7)
  %9 = fdiv double 1.000000e+00, %8
  %10 = getelementptr inbounds double, ptr %1, i64 %5
  store double %9, ptr %10, align 8
  %11 = add nuw nsw i64 %5, 1
  %12 = icmp eq i64 %11, 32
  br i1 %12, label %3, label %4
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_rcp_approx_f64(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) #10 {
  br label %4

3:                                                ; preds = %26
  ret void

4:                                                ; preds = %2, %26
  %5 = phi i64 [ 0, %2 ], [ %29, %26 ]
  %6 = getelementptr inbounds double, ptr %0, i64 %5
  %7 = load i64, ptr %6, align 8
  %8 = and i64 %7, 9223372032559808512
  %9 = and i64 %7, -9223372036854775808
  %10 = icmp ult i64 %8, 4503599627370496
  br i1 %10, label %11, label %13

11:                                               ; preds = %4
  %12 = or disjoint i64 %9, 9218868437227405312
  br label %23

13:                                               ; preds = %4
  %14 = and i64 %7, -4294967296
  %15 = bitcast i64 %14 to double
  %16 = fdiv double 1.000000e+00, %15
  %17 = bitcast double %16 to i64
  %18 = and i64 %17, -4294967296
  %19 = and i64 %17, 9218868437227405312
  %20 = icmp eq i64 %19, 0
  %21 = select i1 %20, i64 %9, i64 %18
  %22 = icmp ugt i64 %8, 9218868437227405312
  br i1 %22, label %26, label %23

23:                                               ; preds = %11, %13
  %24 = phi i64 [ %12, %11 ], [ %21, %13 ]
  %25 = bitcast i64 %24 to double
  br label %26

26:                                               ; preds = %13, %23
  %27 = phi double [ %25, %23 ], [ 0x7FFFFFFF00000000, %13 ]
  %28 = getelementptr inbounds double, ptr %1, i64 %5
  store double %27, ptr %28, align 8
  %29 = add nuw nsw i64 %5, 1
  %30 = icmp eq i64 %29, 32
  br i1 %30, label %3, label %4
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_rsqrt_approx_f64(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) #10 {
  br label %4

3:                                                ; preds = %28
  ret void

4:                                                ; preds = %2, %28
  %5 = phi i64 [ 0, %2 ], [ %29, %28 ]
  %6 = getelementptr inbounds double, ptr %0, i64 %5
  %7 = load i64, ptr %6, align 8
  %8 = and i64 %7, -4294967296
  %9 = bitcast i64 %8 to double
  %10 = and i64 %7, 9223372032559808512
  %11 = and i64 %7, -9223372036854775808
  %12 = icmp ult i64 %10, 4503599627370496
  br i1 %12, label %13, label %16

13:                                               ; preds = %4
  %14 = or disjoint i64 %11, 9218868437227405312
  %15 = getelementptr inbounds double, ptr %1, i64 %5
  store i64 %14, ptr %15, align 8
  br label %28

16:                                               ; preds = %4
  %17 = icmp ugt i64 %10, 9218868437227405312
  %18 = icmp ne i64 %11, 0
  %19 = or i1 %17, %18
  br i1 %19, label %20, label %22

20:                                               ; preds = %16
  %21 = getelementptr inbounds double, ptr %1, i64 %5
  store double 0x7FFFFFFF00000000, ptr %21, align 8
  br label %28

22:                                               ; preds = %16
  %23 = tail call double @llvm.sqrt.f64(double %9)
  %24 = fdiv double 1.000000e+00, %23
  %25 = bitcast double %24 to i64
  %26 = and i64 %25, -4294967296
  %27 = getelementptr inbounds double, ptr %1, i64 %5
  store i64 %26, ptr %27, align 8
  br label %28

28:                                               ; preds = %20, %22, %13
  %29 = add nuw nsw i64 %5, 1
  %30 = icmp eq i64 %29, 32
  br i1 %30, label %3, label %4
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_prmt(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4) #10 {
  br label %7

6:                                                ; preds = %22
  ret void

7:                                                ; preds = %5, %22
  %8 = phi i64 [ 0, %5 ], [ %24, %22 ]
  %9 = getelementptr inbounds i32, ptr %1, i64 %8
  %10 = load i32, ptr %9, align 4
  %11 = zext i32 %10 to i64
  %12 = shl nuw i64 %11, 32
  %13 = getelementptr inbounds i32, ptr %0, i64 %8
  %14 = load i32, ptr %13, align 4
  %15 = zext i32 %14 to i64
  %16 = or disjoint i64 %12, %15
  %17 = getelementptr inbounds i32, ptr %2, i64 %8
  %18 = load i32, ptr %17, align 4
  %19 = and i32 %18, 3
  %20 = shl i32 %18, 1
  %21 = and i32 %20, 2
  br label %26

22:                                               ; preds = %48
  %23 = getelementptr inbounds i32, ptr %3, i64 %8
  store i32 %64, ptr %23, align 4
  %24 = add nuw nsw i64 %8, 1
  %25 = icmp eq i64 %24, 32
  br i1 %25, label %6, label %7

26:                                               ; preds = %7, %48
  %27 = phi i32 [ 0, %7 ], [ %65, %48 ]
  %28 = phi i32 [ 0, %7 ], [ %64, %48 ]
  switch i32 %4, label %45 [
    i32 0, label %29
    i32 1, label %36
    i32 2, label %38
    i32 3, label %48
    i32 4, label %41
    i32 5, label %43
  ]

29:                                               ; preds = %26
  %30 = shl nuw nsw i32 %27, 2
  %31 = lshr i32 %18, %30
  %32 = and i32 %31, 7
  %33 = or disjoint i32 %30, 3
  %34 = lshr i32 %18, %33
  %35 = and i32 %34, 1
  br label %48

36:                                               ; preds = %26
  %37 = add nuw nsw i32 %27, %19
  br label %48

38:                                               ; preds = %26
  %39 = sub nsw i32 %19, %27
  %40 = and i32 %39, 7
  br label %48

41:                                               ; preds = %26
  %42 = tail call i32 @llvm.umax.i32(i32 %27, i32 %19)
  br label %48

43:                                               ; preds = %26
  %44 = tail call i32 @llvm.umin.i32(i32 %27, i32 %19)
  br label %48

45:                                               ; preds = %26
  %46 = and i32 %27, 1
  %47 = or disjoint i32 %46, %21
  br label %48

48:                                               ; preds = %26, %45, %43, %41, %38, %36, %29
  %49 = phi i32 [ %47, %45 ], [ %44, %43 ], [ %42, %41 ], [ %40, %38 ], [ %37, %36 ], [ %32, %29 ], [ %19, %26 ]
  %50 = phi i32 [ 0, %45 ], [ 0, %43 ], [ 0, %41 ], [ 0, %38 ], [ 0, %36 ], [ %35, %29 ], [ 0, %26 ]
  %51 = shl nuw nsw i32 %49, 3
  %52 = zext nneg i32 %51 to i64
  %53 = lshr i64 %16, %52
  %54 = trunc i64 %53 to i32
  %55 = and i32 %54, 255
  %56 = freeze i32 %50
  %57 = icmp eq i32 %56, 0
  %58 = and i32 %54, 128
  %59 = icmp eq i32 %58, 0
  %60 = select i1 %59, i32 0, i32 255
  %61 = select i1 %57, i32 %55, i32 %60
  %62 = shl nuw nsw i32 %27, 3
  %63 = shl nuw i32 %61, %62
  %64 = or i32 %63, %28
  %65 = add nuw nsw i32 %27, 1
  %66 = icmp eq i32 %65, 4
  br i1 %66, label %22, label %26
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_fns(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3) #10 {
  br label %6

5:                                                ; preds = %40
  ret void

6:                                                ; preds = %4, %40
  %7 = phi i64 [ 0, %4 ], [ %41, %40 ]
  %8 = getelementptr inbounds i32, ptr %2, i64 %7
  %9 = load i32, ptr %8, align 4
  %10 = icmp slt i32 %9, 0
  %11 = select i1 %10, i64 -1, i64 1
  %12 = icmp ne i32 %9, 0
  %13 = getelementptr inbounds i32, ptr %3, i64 %7
  store i32 -1, ptr %13, align 4
  %14 = getelementptr inbounds i32, ptr %1, i64 %7
  %15 = load i32, ptr %14, align 4
  %16 = icmp ult i32 %15, 32
  br i1 %16, label %17, label %40

17:                                               ; preds = %6
  %18 = zext nneg i32 %15 to i64
  %19 = sub i32 0, %9
  %20 = tail call i32 @llvm.umax.i32(i32 %9, i32 1)
  %21 = select i1 %10, i32 %19, i32 %20
  %22 = getelementptr inbounds i32, ptr %0, i64 %7
  %23 = load i32, ptr %22, align 4
  br label %24

24:                                               ; preds = %35, %17
  %25 = phi i64 [ %18, %17 ], [ %37, %35 ]
  %26 = phi i32 [ %21, %17 ], [ %36, %35 ]
  %27 = trunc i64 %25 to i32
  %28 = shl nuw i32 1, %27
  %29 = and i32 %23, %28
  %30 = icmp eq i32 %29, 0
  br i1 %30, label %35, label %31

31:                                               ; preds = %24
  %32 = add i32 %26, -1
  %33 = icmp eq i32 %32, 0
  br i1 %33, label %34, label %35

34:                                               ; preds = %31
  store i32 %27, ptr %13, align 4
  br label %40

35:                                               ; preds = %31, %24
  %36 = phi i32 [ %32, %31 ], [ %26, %24 ]
  %37 = add nsw i64 %25, %11
  %38 = icmp ult i64 %37, 32
  %39 = select i1 %12, i1 %38, i1 false
  br i1 %39, label %24, label %40

40:                                               ; preds = %35, %6, %34
  %41 = add nuw nsw i64 %7, 1
  %42 = icmp eq i64 %41, 32
  br i1 %42, label %5, label %6
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_lop3(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4) #10 {
  br label %6

6:                                                ; preds = %5, %12
  %7 = phi i64 [ 0, %5 ], [ %14, %12 ]
  %8 = getelementptr inbounds i32, ptr %0, i64 %7
  %9 = getelementptr inbounds i32, ptr %1, i64 %7
  %10 = getelementptr inbounds i32, ptr %2, i64 %7
  br label %16

11:                                               ; preds = %12
  ret void

12:                                               ; preds = %39
  %13 = getelementptr inbounds i32, ptr %3, i64 %7
  store i32 %40, ptr %13, align 4
  %14 = add nuw nsw i64 %7, 1
  %15 = icmp eq i64 %14, 32
  br i1 %15, label %11, label %6

16:                                               ; preds = %6, %39
  %17 = phi i32 [ 0, %6 ], [ %41, %39 ]
  %18 = phi i32 [ 0, %6 ], [ %40, %39 ]
  %19 = shl nuw nsw i32 1, %17
  %20 = and i32 %19, %4
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %39, label %22

22:                                               ; preds = %16
  %23 = icmp ult i32 %17, 4
  %24 = load i32, ptr %8, align 4
  %25 = sext i1 %23 to i32
  %26 = xor i32 %24, %25
  %27 = load i32, ptr %9, align 4
  %28 = lshr i32 %17, 1
  %29 = and i32 %28, 1
  %30 = add nsw i32 %29, -1
  %31 = xor i32 %27, %30
  %32 = and i32 %31, %26
  %33 = and i32 %17, 1
  %34 = load i32, ptr %10, align 4
  %35 = add nsw i32 %33, -1
  %36 = xor i32 %34, %35
  %37 = and i32 %32, %36
  %38 = or i32 %37, %18
  br label %39

39:                                               ; preds = %16, %22
  %40 = phi i32 [ %38, %22 ], [ %18, %16 ]
  %41 = add nuw nsw i32 %17, 1
  %42 = icmp eq i32 %41, 8
  br i1 %42, label %12, label %16
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_div_s32(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #10 {
  %5 = icmp eq i32 %3, 0
  %6 = select i1 %5, i32 -2147483648, i32 0
  br label %8

7:                                                ; preds = %25
  ret void

8:                                                ; preds = %4, %25
  %9 = phi i64 [ 0, %4 ], [ %28, %25 ]
  %10 = getelementptr inbounds i32, ptr %0, i64 %9
  %11 = load i32, ptr %10, align 4
  %12 = getelementptr inbounds i32, ptr %1, i64 %9
  %13 = load i32, ptr %12, align 4
  %14 = icmp eq i32 %13, 0
  br i1 %14, label %15, label %17

15:                                               ; preds = %8
  %16 = select i1 %5, i32 -1, i32 %11
  br label %25

17:                                               ; preds = %8
  %18 = icmp eq i32 %11, -2147483648
  %19 = icmp eq i32 %13, -1
  %20 = and i1 %18, %19
  br i1 %20, label %25, label %21

21:                                               ; preds = %17
  %22 = sdiv i32 %11, %13
  %23 = srem i32 %11, %13
  %24 = select i1 %5, i32 %22, i32 %23
  br label %25

25:                                               ; preds = %21, %17, %15
  %26 = phi i32 [ %16, %15 ], [ %6, %17 ], [ %24, %21 ]
  %27 = getelementptr inbounds i32, ptr %2, i64 %9
  store i32 %26, ptr %27, align 4
  %28 = add nuw nsw i64 %9, 1
  %29 = icmp eq i64 %28, 32
  br i1 %29, label %7, label %8
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_div_u32(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #10 {
  %5 = icmp eq i32 %3, 0
  br label %7

6:                                                ; preds = %20
  ret void

7:                                                ; preds = %4, %20
  %8 = phi i64 [ 0, %4 ], [ %23, %20 ]
  %9 = getelementptr inbounds i32, ptr %0, i64 %8
  %10 = load i32, ptr %9, align 4
  %11 = getelementptr inbounds i32, ptr %1, i64 %8
  %12 = load i32, ptr %11, align 4
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %14, label %16

14:                                               ; preds = %7
  %15 = select i1 %5, i32 -1, i32 %10
  br label %20

16:                                               ; preds = %7
  %17 = udiv i32 %10, %12
  %18 = urem i32 %10, %12
  %19 = select i1 %5, i32 %17, i32 %18
  br label %20

20:                                               ; preds = %16, %14
  %21 = phi i32 [ %15, %14 ], [ %19, %16 ]
  %22 = getelementptr inbounds i32, ptr %2, i64 %8
  store i32 %21, ptr %22, align 4
  %23 = add nuw nsw i64 %8, 1
  %24 = icmp eq i64 %23, 32
  br i1 %24, label %6, label %7
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_div_s64(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #10 {
  %5 = icmp eq i32 %3, 0
  %6 = select i1 %5, i64 -9223372036854775808, i64 0
  br label %8

7:                                                ; preds = %25
  ret void

8:                                                ; preds = %4, %25
  %9 = phi i64 [ 0, %4 ], [ %28, %25 ]
  %10 = getelementptr inbounds i64, ptr %0, i64 %9
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds i64, ptr %1, i64 %9
  %13 = load i64, ptr %12, align 8
  %14 = icmp eq i64 %13, 0
  br i1 %14, label %15, label %17

15:                                               ; preds = %8
  %16 = select i1 %5, i64 -1, i64 %11
  br label %25

17:                                               ; preds = %8
  %18 = icmp eq i64 %11, -9223372036854775808
  %19 = icmp eq i64 %13, -1
  %20 = and i1 %18, %19
  br i1 %20, label %25, label %21

21:                                               ; preds = %17
  %22 = sdiv i64 %11, %13
  %23 = srem i64 %11, %13
  %24 = select i1 %5, i64 %22, i64 %23
  br label %25

25:                                               ; preds = %21, %17, %15
  %26 = phi i64 [ %16, %15 ], [ %6, %17 ], [ %24, %21 ]
  %27 = getelementptr inbounds i64, ptr %2, i64 %9
  store i64 %26, ptr %27, align 8
  %28 = add nuw nsw i64 %9, 1
  %29 = icmp eq i64 %28, 32
  br i1 %29, label %7, label %8
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_div_u64(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #10 {
  %5 = icmp eq i32 %3, 0
  br label %7

6:                                                ; preds = %20
  ret void

7:                                                ; preds = %4, %20
  %8 = phi i64 [ 0, %4 ], [ %23, %20 ]
  %9 = getelementptr inbounds i64, ptr %0, i64 %8
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds i64, ptr %1, i64 %8
  %12 = load i64, ptr %11, align 8
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %14, label %16

14:                                               ; preds = %7
  %15 = select i1 %5, i64 -1, i64 %10
  br label %20

16:                                               ; preds = %7
  %17 = udiv i64 %10, %12
  %18 = urem i64 %10, %12
  %19 = select i1 %5, i64 %17, i64 %18
  br label %20

20:                                               ; preds = %16, %14
  %21 = phi i64 [ %15, %14 ], [ %19, %16 ]
  %22 = getelementptr inbounds i64, ptr %2, i64 %8
  store i64 %21, ptr %22, align 8
  %23 = add nuw nsw i64 %8, 1
  %24 = icmp eq i64 %23, 32
  br i1 %24, label %6, label %7
}

; Function Attrs: mustprogress nofree norecurse nounwind willreturn memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_suspect(ptr nocapture noundef readonly %0, i32 noundef %1) #15 {
  %3 = load ptr, ptr %0, align 8
  %4 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 22
  %5 = atomicrmw or ptr %4, i32 %1 monotonic, align 4
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_counts_access(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) #4 {
  %3 = alloca [64 x i64], align 16
  %4 = alloca [64 x i64], align 16
  %5 = alloca [64 x i64], align 16
  %6 = alloca [64 x i64], align 16
  %7 = alloca [64 x i64], align 16
  %8 = alloca [64 x i64], align 16
  %9 = alloca [32 x i64], align 16
  %10 = load i32, ptr %1, align 8
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %12, label %102

12:                                               ; preds = %2
  %13 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 5
  %14 = load i32, ptr %13, align 4
  %15 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds i64, ptr %16, i64 1
  %18 = load i64, ptr %17, align 8
  %19 = zext i32 %14 to i64
  %20 = mul nuw nsw i64 %19, 12
  %21 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 2
  %22 = load i32, ptr %21, align 8
  %23 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 6
  %24 = load ptr, ptr %23, align 8
  %25 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 3
  %26 = load i32, ptr %25, align 4
  %27 = zext i32 %26 to i64
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %8) #18
  %28 = add nsw i64 %27, -1
  br label %62

29:                                               ; preds = %83
  %30 = getelementptr inbounds i64, ptr %16, i64 %18
  %31 = getelementptr inbounds i64, ptr %30, i64 %20
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %7) #18
  %32 = icmp eq i32 %84, 0
  br i1 %32, label %89, label %33

33:                                               ; preds = %29
  %34 = zext i32 %84 to i64
  br label %35

35:                                               ; preds = %57, %33
  %36 = phi i64 [ 0, %33 ], [ %60, %57 ]
  %37 = phi i64 [ 0, %33 ], [ %59, %57 ]
  %38 = phi i32 [ 0, %33 ], [ %58, %57 ]
  %39 = getelementptr inbounds i64, ptr %8, i64 %36
  %40 = load i64, ptr %39, align 8
  %41 = icmp eq i32 %38, 0
  %42 = icmp ugt i64 %40, %37
  %43 = select i1 %41, i1 true, i1 %42
  %44 = zext i32 %38 to i64
  br i1 %43, label %53, label %45

45:                                               ; preds = %35, %48
  %46 = phi i64 [ %49, %48 ], [ %44, %35 ]
  %47 = icmp eq i64 %46, 0
  br i1 %47, label %53, label %48

48:                                               ; preds = %45
  %49 = add nsw i64 %46, -1
  %50 = getelementptr inbounds [64 x i64], ptr %7, i64 0, i64 %49
  %51 = load i64, ptr %50, align 8
  %52 = icmp eq i64 %51, %40
  br i1 %52, label %57, label %45

53:                                               ; preds = %45, %35
  %54 = phi i64 [ %40, %35 ], [ %37, %45 ]
  %55 = add i32 %38, 1
  %56 = getelementptr inbounds [64 x i64], ptr %7, i64 0, i64 %44
  store i64 %40, ptr %56, align 8
  br label %57

57:                                               ; preds = %48, %53
  %58 = phi i32 [ %55, %53 ], [ %38, %48 ]
  %59 = phi i64 [ %54, %53 ], [ %37, %48 ]
  %60 = add nuw nsw i64 %36, 1
  %61 = icmp eq i64 %60, %34
  br i1 %61, label %87, label %35

62:                                               ; preds = %83, %12
  %63 = phi i64 [ 0, %12 ], [ %85, %83 ]
  %64 = phi i32 [ 0, %12 ], [ %84, %83 ]
  %65 = trunc i64 %63 to i32
  %66 = shl nuw i32 1, %65
  %67 = and i32 %66, %22
  %68 = icmp eq i32 %67, 0
  br i1 %68, label %83, label %69

69:                                               ; preds = %62
  %70 = getelementptr inbounds i64, ptr %24, i64 %63
  %71 = load i64, ptr %70, align 8
  %72 = lshr i64 %71, 5
  %73 = add i64 %28, %71
  %74 = lshr i64 %73, 5
  %75 = add i32 %64, 1
  %76 = zext i32 %64 to i64
  %77 = getelementptr inbounds [64 x i64], ptr %8, i64 0, i64 %76
  store i64 %72, ptr %77, align 8
  %78 = icmp eq i64 %74, %72
  br i1 %78, label %83, label %79

79:                                               ; preds = %69
  %80 = add i32 %64, 2
  %81 = zext i32 %75 to i64
  %82 = getelementptr inbounds [64 x i64], ptr %8, i64 0, i64 %81
  store i64 %74, ptr %82, align 8
  br label %83

83:                                               ; preds = %79, %69, %62
  %84 = phi i32 [ %64, %62 ], [ %80, %79 ], [ %75, %69 ]
  %85 = add nuw nsw i64 %63, 1
  %86 = icmp eq i64 %85, 32
  br i1 %86, label %29, label %62

87:                                               ; preds = %57
  %88 = zext i32 %58 to i64
  br label %89

89:                                               ; preds = %29, %87
  %90 = phi i64 [ 0, %29 ], [ %88, %87 ]
  %91 = tail call i32 @llvm.ctpop.i32(i32 %22)
  %92 = zext nneg i32 %91 to i64
  %93 = mul nuw nsw i64 %27, %92
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %7) #18
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %8) #18
  %94 = load i64, ptr %31, align 8
  %95 = add i64 %94, 1
  store i64 %95, ptr %31, align 8
  %96 = getelementptr inbounds i64, ptr %31, i64 1
  %97 = load i64, ptr %96, align 8
  %98 = add i64 %97, %93
  store i64 %98, ptr %96, align 8
  %99 = getelementptr inbounds i64, ptr %31, i64 2
  %100 = load i64, ptr %99, align 8
  %101 = add i64 %100, %90
  store i64 %101, ptr %99, align 8
  br label %356

102:                                              ; preds = %2
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %9) #18
  %103 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 2
  %104 = load i32, ptr %103, align 8
  %105 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 6
  %106 = icmp eq i32 %10, 4
  br label %109

107:                                              ; preds = %149
  %108 = icmp eq i32 %152, 0
  br i1 %108, label %241, label %155

109:                                              ; preds = %102, %149
  %110 = phi i64 [ 0, %102 ], [ %153, %149 ]
  %111 = phi i32 [ 0, %102 ], [ %152, %149 ]
  %112 = phi i32 [ 0, %102 ], [ %151, %149 ]
  %113 = phi i32 [ 0, %102 ], [ %150, %149 ]
  %114 = trunc i64 %110 to i32
  %115 = shl nuw i32 1, %114
  %116 = and i32 %104, %115
  %117 = icmp eq i32 %116, 0
  br i1 %117, label %149, label %118

118:                                              ; preds = %109
  %119 = getelementptr inbounds [32 x i64], ptr %9, i64 0, i64 %110
  %120 = load ptr, ptr %105, align 8
  %121 = getelementptr inbounds i64, ptr %120, i64 %110
  %122 = load i64, ptr %121, align 8
  br i1 %106, label %123, label %134

123:                                              ; preds = %118
  %124 = add i64 %122, -1099511627776
  %125 = icmp ult i64 %124, 4294967296
  br i1 %125, label %134, label %126

126:                                              ; preds = %123
  %127 = add i64 %122, -2199023255552
  %128 = icmp ult i64 %127, 4294967296
  br i1 %128, label %134, label %129

129:                                              ; preds = %126
  %130 = add i64 %122, -3298534883328
  %131 = icmp ult i64 %130, 4294967296
  %132 = select i1 %131, i64 %130, i64 %122
  %133 = select i1 %131, i32 3, i32 0
  br label %134

134:                                              ; preds = %118, %123, %126, %129
  %135 = phi i64 [ %122, %118 ], [ %124, %123 ], [ %127, %126 ], [ %132, %129 ]
  %136 = phi i32 [ %10, %118 ], [ 1, %123 ], [ 2, %126 ], [ %133, %129 ]
  store i64 %135, ptr %119, align 8
  %137 = icmp eq i32 %136, 0
  %138 = zext i1 %137 to i32
  %139 = shl nuw i32 %138, %114
  %140 = or i32 %139, %111
  %141 = icmp eq i32 %136, 1
  %142 = zext i1 %141 to i32
  %143 = shl nuw i32 %142, %114
  %144 = or i32 %143, %113
  %145 = icmp eq i32 %136, 2
  %146 = zext i1 %145 to i32
  %147 = shl nuw i32 %146, %114
  %148 = or i32 %147, %112
  br label %149

149:                                              ; preds = %109, %134
  %150 = phi i32 [ %144, %134 ], [ %113, %109 ]
  %151 = phi i32 [ %148, %134 ], [ %112, %109 ]
  %152 = phi i32 [ %140, %134 ], [ %111, %109 ]
  %153 = add nuw nsw i64 %110, 1
  %154 = icmp eq i64 %153, 32
  br i1 %154, label %107, label %109

155:                                              ; preds = %107
  %156 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 5
  %157 = load i32, ptr %156, align 4
  %158 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %159 = load ptr, ptr %158, align 8
  %160 = getelementptr inbounds i64, ptr %159, i64 1
  %161 = load i64, ptr %160, align 8
  %162 = zext i32 %157 to i64
  %163 = mul nuw nsw i64 %162, 12
  %164 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 3
  %165 = load i32, ptr %164, align 4
  %166 = zext i32 %165 to i64
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %6) #18
  %167 = add nsw i64 %166, -1
  br label %201

168:                                              ; preds = %222
  %169 = getelementptr inbounds i64, ptr %159, i64 %161
  %170 = getelementptr inbounds i64, ptr %169, i64 %163
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %5) #18
  %171 = icmp eq i32 %223, 0
  br i1 %171, label %228, label %172

172:                                              ; preds = %168
  %173 = zext i32 %223 to i64
  br label %174

174:                                              ; preds = %196, %172
  %175 = phi i64 [ 0, %172 ], [ %199, %196 ]
  %176 = phi i64 [ 0, %172 ], [ %198, %196 ]
  %177 = phi i32 [ 0, %172 ], [ %197, %196 ]
  %178 = getelementptr inbounds i64, ptr %6, i64 %175
  %179 = load i64, ptr %178, align 8
  %180 = icmp eq i32 %177, 0
  %181 = icmp ugt i64 %179, %176
  %182 = select i1 %180, i1 true, i1 %181
  %183 = zext i32 %177 to i64
  br i1 %182, label %192, label %184

184:                                              ; preds = %174, %187
  %185 = phi i64 [ %188, %187 ], [ %183, %174 ]
  %186 = icmp eq i64 %185, 0
  br i1 %186, label %192, label %187

187:                                              ; preds = %184
  %188 = add nsw i64 %185, -1
  %189 = getelementptr inbounds [64 x i64], ptr %5, i64 0, i64 %188
  %190 = load i64, ptr %189, align 8
  %191 = icmp eq i64 %190, %179
  br i1 %191, label %196, label %184

192:                                              ; preds = %184, %174
  %193 = phi i64 [ %179, %174 ], [ %176, %184 ]
  %194 = add i32 %177, 1
  %195 = getelementptr inbounds [64 x i64], ptr %5, i64 0, i64 %183
  store i64 %179, ptr %195, align 8
  br label %196

196:                                              ; preds = %187, %192
  %197 = phi i32 [ %194, %192 ], [ %177, %187 ]
  %198 = phi i64 [ %193, %192 ], [ %176, %187 ]
  %199 = add nuw nsw i64 %175, 1
  %200 = icmp eq i64 %199, %173
  br i1 %200, label %226, label %174

201:                                              ; preds = %222, %155
  %202 = phi i64 [ 0, %155 ], [ %224, %222 ]
  %203 = phi i32 [ 0, %155 ], [ %223, %222 ]
  %204 = trunc i64 %202 to i32
  %205 = shl nuw i32 1, %204
  %206 = and i32 %205, %152
  %207 = icmp eq i32 %206, 0
  br i1 %207, label %222, label %208

208:                                              ; preds = %201
  %209 = getelementptr inbounds i64, ptr %9, i64 %202
  %210 = load i64, ptr %209, align 8
  %211 = lshr i64 %210, 5
  %212 = add i64 %167, %210
  %213 = lshr i64 %212, 5
  %214 = add i32 %203, 1
  %215 = zext i32 %203 to i64
  %216 = getelementptr inbounds [64 x i64], ptr %6, i64 0, i64 %215
  store i64 %211, ptr %216, align 8
  %217 = icmp eq i64 %213, %211
  br i1 %217, label %222, label %218

218:                                              ; preds = %208
  %219 = add i32 %203, 2
  %220 = zext i32 %214 to i64
  %221 = getelementptr inbounds [64 x i64], ptr %6, i64 0, i64 %220
  store i64 %213, ptr %221, align 8
  br label %222

222:                                              ; preds = %218, %208, %201
  %223 = phi i32 [ %203, %201 ], [ %219, %218 ], [ %214, %208 ]
  %224 = add nuw nsw i64 %202, 1
  %225 = icmp eq i64 %224, 32
  br i1 %225, label %168, label %201

226:                                              ; preds = %196
  %227 = zext i32 %197 to i64
  br label %228

228:                                              ; preds = %168, %226
  %229 = phi i64 [ 0, %168 ], [ %227, %226 ]
  %230 = tail call i32 @llvm.ctpop.i32(i32 %152)
  %231 = zext nneg i32 %230 to i64
  %232 = mul nuw nsw i64 %166, %231
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %5) #18
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %6) #18
  %233 = load i64, ptr %170, align 8
  %234 = add i64 %233, 1
  store i64 %234, ptr %170, align 8
  %235 = getelementptr inbounds i64, ptr %170, i64 1
  %236 = load i64, ptr %235, align 8
  %237 = add i64 %236, %232
  store i64 %237, ptr %235, align 8
  %238 = getelementptr inbounds i64, ptr %170, i64 2
  %239 = load i64, ptr %238, align 8
  %240 = add i64 %239, %229
  store i64 %240, ptr %238, align 8
  br label %241

241:                                              ; preds = %228, %107
  %242 = icmp eq i32 %150, 0
  br i1 %242, label %257, label %243

243:                                              ; preds = %241
  %244 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 5
  %245 = load i32, ptr %244, align 4
  %246 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %247 = load ptr, ptr %246, align 8
  %248 = getelementptr inbounds i64, ptr %247, i64 1
  %249 = load i64, ptr %248, align 8
  %250 = getelementptr inbounds i64, ptr %247, i64 %249
  %251 = zext i32 %245 to i64
  %252 = mul nuw nsw i64 %251, 12
  %253 = getelementptr inbounds i64, ptr %250, i64 %252
  %254 = getelementptr inbounds i64, ptr %253, i64 4
  %255 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 3
  %256 = load i32, ptr %255, align 4
  call fastcc void @count_shared(ptr noundef nonnull %254, i32 noundef %150, ptr noundef nonnull %9, i32 noundef %256)
  br label %257

257:                                              ; preds = %243, %241
  %258 = icmp eq i32 %151, 0
  br i1 %258, label %355, label %259

259:                                              ; preds = %257
  %260 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 5
  %261 = load i32, ptr %260, align 4
  %262 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %263 = load ptr, ptr %262, align 8
  %264 = getelementptr inbounds i64, ptr %263, i64 1
  %265 = load i64, ptr %264, align 8
  %266 = getelementptr inbounds i64, ptr %263, i64 %265
  %267 = zext i32 %261 to i64
  %268 = mul nuw nsw i64 %267, 12
  %269 = getelementptr inbounds i64, ptr %266, i64 %268
  %270 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 3
  %271 = load i32, ptr %270, align 4
  %272 = zext i32 %271 to i64
  %273 = add nsw i64 %272, -1
  br label %274

274:                                              ; preds = %310, %259
  %275 = phi i64 [ 8, %259 ], [ %314, %310 ]
  %276 = phi i64 [ 0, %259 ], [ %279, %310 ]
  %277 = phi i32 [ 0, %259 ], [ %312, %310 ]
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %4) #18
  br label %315

278:                                              ; preds = %337
  %279 = add nuw nsw i64 %276, 8
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %3) #18
  %280 = icmp eq i32 %338, 0
  br i1 %280, label %310, label %281

281:                                              ; preds = %278
  %282 = zext i32 %338 to i64
  br label %283

283:                                              ; preds = %305, %281
  %284 = phi i64 [ 0, %281 ], [ %308, %305 ]
  %285 = phi i64 [ 0, %281 ], [ %307, %305 ]
  %286 = phi i32 [ 0, %281 ], [ %306, %305 ]
  %287 = getelementptr inbounds i64, ptr %4, i64 %284
  %288 = load i64, ptr %287, align 8
  %289 = icmp eq i32 %286, 0
  %290 = icmp ugt i64 %288, %285
  %291 = select i1 %289, i1 true, i1 %290
  %292 = zext i32 %286 to i64
  br i1 %291, label %301, label %293

293:                                              ; preds = %283, %296
  %294 = phi i64 [ %297, %296 ], [ %292, %283 ]
  %295 = icmp eq i64 %294, 0
  br i1 %295, label %301, label %296

296:                                              ; preds = %293
  %297 = add nsw i64 %294, -1
  %298 = getelementptr inbounds [64 x i64], ptr %3, i64 0, i64 %297
  %299 = load i64, ptr %298, align 8
  %300 = icmp eq i64 %299, %288
  br i1 %300, label %305, label %293

301:                                              ; preds = %293, %283
  %302 = phi i64 [ %288, %283 ], [ %285, %293 ]
  %303 = add i32 %286, 1
  %304 = getelementptr inbounds [64 x i64], ptr %3, i64 0, i64 %292
  store i64 %288, ptr %304, align 8
  br label %305

305:                                              ; preds = %296, %301
  %306 = phi i32 [ %303, %301 ], [ %286, %296 ]
  %307 = phi i64 [ %302, %301 ], [ %285, %296 ]
  %308 = add nuw nsw i64 %284, 1
  %309 = icmp eq i64 %308, %282
  br i1 %309, label %310, label %283

310:                                              ; preds = %305, %278
  %311 = phi i32 [ 0, %278 ], [ %306, %305 ]
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %3) #18
  %312 = add i32 %311, %277
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %4) #18
  %313 = icmp ult i64 %276, 24
  %314 = add nuw nsw i64 %275, 8
  br i1 %313, label %274, label %341

315:                                              ; preds = %337, %274
  %316 = phi i64 [ %276, %274 ], [ %339, %337 ]
  %317 = phi i32 [ 0, %274 ], [ %338, %337 ]
  %318 = trunc i64 %316 to i32
  %319 = shl nuw i32 1, %318
  %320 = and i32 %319, %151
  %321 = icmp eq i32 %320, 0
  br i1 %321, label %337, label %322

322:                                              ; preds = %315
  %323 = getelementptr inbounds i64, ptr %9, i64 %316
  %324 = load i64, ptr %323, align 8
  %325 = add i64 %273, %324
  %326 = lshr i64 %325, 2
  %327 = lshr i64 %324, 2
  %328 = icmp ugt i64 %327, %326
  br i1 %328, label %337, label %329

329:                                              ; preds = %322, %329
  %330 = phi i64 [ %335, %329 ], [ %327, %322 ]
  %331 = phi i32 [ %332, %329 ], [ %317, %322 ]
  %332 = add i32 %331, 1
  %333 = zext i32 %331 to i64
  %334 = getelementptr inbounds [64 x i64], ptr %4, i64 0, i64 %333
  store i64 %330, ptr %334, align 8
  %335 = add nuw nsw i64 %330, 1
  %336 = icmp eq i64 %330, %326
  br i1 %336, label %337, label %329

337:                                              ; preds = %329, %322, %315
  %338 = phi i32 [ %317, %315 ], [ %317, %322 ], [ %332, %329 ]
  %339 = add nuw nsw i64 %316, 1
  %340 = icmp eq i64 %339, %275
  br i1 %340, label %278, label %315

341:                                              ; preds = %310
  %342 = getelementptr inbounds i64, ptr %269, i64 8
  %343 = tail call i32 @llvm.ctpop.i32(i32 %151)
  %344 = zext nneg i32 %343 to i64
  %345 = mul nuw nsw i64 %272, %344
  %346 = zext i32 %312 to i64
  %347 = load i64, ptr %342, align 8
  %348 = add i64 %347, 1
  store i64 %348, ptr %342, align 8
  %349 = getelementptr inbounds i64, ptr %269, i64 9
  %350 = load i64, ptr %349, align 8
  %351 = add i64 %350, %345
  store i64 %351, ptr %349, align 8
  %352 = getelementptr inbounds i64, ptr %269, i64 10
  %353 = load i64, ptr %352, align 8
  %354 = add i64 %353, %346
  store i64 %354, ptr %352, align 8
  br label %355

355:                                              ; preds = %341, %257
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %9) #18
  br label %356

356:                                              ; preds = %355, %89
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_counts_copy(ptr nocapture noundef readonly %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, ptr noundef readonly %4, i32 noundef %5, i32 noundef %6) #4 {
  %8 = alloca [64 x i64], align 16
  %9 = alloca [64 x i64], align 16
  br label %12

10:                                               ; preds = %28
  %11 = icmp eq i32 %29, 0
  br i1 %11, label %118, label %33

12:                                               ; preds = %7, %28
  %13 = phi i64 [ 0, %7 ], [ %31, %28 ]
  %14 = phi i64 [ 0, %7 ], [ %30, %28 ]
  %15 = phi i32 [ 0, %7 ], [ %29, %28 ]
  %16 = trunc i64 %13 to i32
  %17 = shl nuw i32 1, %16
  %18 = and i32 %17, %1
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %28, label %20

20:                                               ; preds = %12
  %21 = getelementptr inbounds i32, ptr %4, i64 %13
  %22 = load i32, ptr %21, align 4
  %23 = icmp eq i32 %22, 0
  br i1 %23, label %28, label %24

24:                                               ; preds = %20
  %25 = or i32 %17, %15
  %26 = zext i32 %22 to i64
  %27 = add i64 %14, %26
  br label %28

28:                                               ; preds = %12, %20, %24
  %29 = phi i32 [ %25, %24 ], [ %15, %20 ], [ %15, %12 ]
  %30 = phi i64 [ %27, %24 ], [ %14, %20 ], [ %14, %12 ]
  %31 = add nuw nsw i64 %13, 1
  %32 = icmp eq i64 %31, 32
  br i1 %32, label %10, label %12

33:                                               ; preds = %10
  %34 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %35 = load ptr, ptr %34, align 8
  %36 = getelementptr inbounds i64, ptr %35, i64 1
  %37 = load i64, ptr %36, align 8
  %38 = zext i32 %6 to i64
  %39 = mul nuw nsw i64 %38, 12
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %9) #18
  %40 = icmp eq ptr %4, null
  br label %74

41:                                               ; preds = %102
  %42 = getelementptr inbounds i64, ptr %35, i64 %37
  %43 = getelementptr inbounds i64, ptr %42, i64 %39
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %8) #18
  %44 = icmp eq i32 %103, 0
  br i1 %44, label %108, label %45

45:                                               ; preds = %41
  %46 = zext i32 %103 to i64
  br label %47

47:                                               ; preds = %69, %45
  %48 = phi i64 [ 0, %45 ], [ %72, %69 ]
  %49 = phi i64 [ 0, %45 ], [ %71, %69 ]
  %50 = phi i32 [ 0, %45 ], [ %70, %69 ]
  %51 = getelementptr inbounds i64, ptr %9, i64 %48
  %52 = load i64, ptr %51, align 8
  %53 = icmp eq i32 %50, 0
  %54 = icmp ugt i64 %52, %49
  %55 = select i1 %53, i1 true, i1 %54
  %56 = zext i32 %50 to i64
  br i1 %55, label %65, label %57

57:                                               ; preds = %47, %60
  %58 = phi i64 [ %61, %60 ], [ %56, %47 ]
  %59 = icmp eq i64 %58, 0
  br i1 %59, label %65, label %60

60:                                               ; preds = %57
  %61 = add nsw i64 %58, -1
  %62 = getelementptr inbounds [64 x i64], ptr %8, i64 0, i64 %61
  %63 = load i64, ptr %62, align 8
  %64 = icmp eq i64 %63, %52
  br i1 %64, label %69, label %57

65:                                               ; preds = %57, %47
  %66 = phi i64 [ %52, %47 ], [ %49, %57 ]
  %67 = add i32 %50, 1
  %68 = getelementptr inbounds [64 x i64], ptr %8, i64 0, i64 %56
  store i64 %52, ptr %68, align 8
  br label %69

69:                                               ; preds = %60, %65
  %70 = phi i32 [ %67, %65 ], [ %50, %60 ]
  %71 = phi i64 [ %66, %65 ], [ %49, %60 ]
  %72 = add nuw nsw i64 %48, 1
  %73 = icmp eq i64 %72, %46
  br i1 %73, label %106, label %47

74:                                               ; preds = %102, %33
  %75 = phi i64 [ 0, %33 ], [ %104, %102 ]
  %76 = phi i32 [ 0, %33 ], [ %103, %102 ]
  %77 = trunc i64 %75 to i32
  %78 = shl nuw i32 1, %77
  %79 = and i32 %78, %29
  %80 = icmp eq i32 %79, 0
  br i1 %80, label %102, label %81

81:                                               ; preds = %74
  %82 = getelementptr inbounds i64, ptr %3, i64 %75
  %83 = load i64, ptr %82, align 8
  %84 = lshr i64 %83, 5
  br i1 %40, label %88, label %85

85:                                               ; preds = %81
  %86 = getelementptr inbounds i32, ptr %4, i64 %75
  %87 = load i32, ptr %86, align 4
  br label %88

88:                                               ; preds = %85, %81
  %89 = phi i32 [ %87, %85 ], [ %5, %81 ]
  %90 = zext i32 %89 to i64
  %91 = add i64 %83, -1
  %92 = add i64 %91, %90
  %93 = lshr i64 %92, 5
  %94 = add i32 %76, 1
  %95 = zext i32 %76 to i64
  %96 = getelementptr inbounds [64 x i64], ptr %9, i64 0, i64 %95
  store i64 %84, ptr %96, align 8
  %97 = icmp eq i64 %93, %84
  br i1 %97, label %102, label %98

98:                                               ; preds = %88
  %99 = add i32 %76, 2
  %100 = zext i32 %94 to i64
  %101 = getelementptr inbounds [64 x i64], ptr %9, i64 0, i64 %100
  store i64 %93, ptr %101, align 8
  br label %102

102:                                              ; preds = %98, %88, %74
  %103 = phi i32 [ %76, %74 ], [ %99, %98 ], [ %94, %88 ]
  %104 = add nuw nsw i64 %75, 1
  %105 = icmp eq i64 %104, 32
  br i1 %105, label %41, label %74

106:                                              ; preds = %69
  %107 = zext i32 %70 to i64
  br label %108

108:                                              ; preds = %106, %41
  %109 = phi i64 [ 0, %41 ], [ %107, %106 ]
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %8) #18
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %9) #18
  %110 = load i64, ptr %43, align 8
  %111 = add i64 %110, 1
  store i64 %111, ptr %43, align 8
  %112 = getelementptr inbounds i64, ptr %43, i64 1
  %113 = load i64, ptr %112, align 8
  %114 = add i64 %113, %30
  store i64 %114, ptr %112, align 8
  %115 = getelementptr inbounds i64, ptr %43, i64 2
  %116 = load i64, ptr %115, align 8
  %117 = add i64 %116, %109
  store i64 %117, ptr %115, align 8
  br label %118

118:                                              ; preds = %108, %10
  %119 = icmp eq i32 %1, 0
  br i1 %119, label %130, label %120

120:                                              ; preds = %118
  %121 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %122 = load ptr, ptr %121, align 8
  %123 = getelementptr inbounds i64, ptr %122, i64 1
  %124 = load i64, ptr %123, align 8
  %125 = getelementptr inbounds i64, ptr %122, i64 %124
  %126 = zext i32 %6 to i64
  %127 = mul nuw nsw i64 %126, 12
  %128 = getelementptr inbounds i64, ptr %125, i64 %127
  %129 = getelementptr inbounds i64, ptr %128, i64 4
  tail call fastcc void @count_shared(ptr noundef nonnull %129, i32 noundef %1, ptr noundef %2, i32 noundef %5)
  br label %130

130:                                              ; preds = %120, %118
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define void @kh_watch_block(ptr nocapture noundef readonly %0) #13 {
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define void @kh_defined_block(ptr nocapture noundef readnone %0) #13 {
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define void @kh_races_block(ptr nocapture noundef readnone %0) #13 {
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define void @kh_races_barrier(ptr nocapture noundef readnone %0, i32 noundef %1, i32 noundef %2) #13 {
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_counts_barrier(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2) #0 {
  %4 = icmp eq i32 %2, 0
  br i1 %4, label %10, label %5

5:                                                ; preds = %3
  %6 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %7 = load ptr, ptr %6, align 8
  %8 = load i64, ptr %7, align 8
  %9 = add i64 %8, 1
  store i64 %9, ptr %7, align 8
  br label %10

10:                                               ; preds = %5, %3
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define void @kh_watch_warp_sync(ptr nocapture noundef readonly %0, i32 noundef %1) #13 {
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define void @kh_races_warp_sync(ptr nocapture noundef readnone %0, i32 noundef %1) #13 {
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define void @kh_watch_fence(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2) #13 {
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define void @kh_races_fence(ptr nocapture noundef readnone %0, i32 noundef %1, i32 noundef %2) #13 {
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define void @kh_warp_barrier(ptr nocapture noundef readonly %0, i32 noundef %1) #13 {
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define void @kh_fence(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2) #13 {
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define void @kh_races_access(ptr nocapture noundef readnone %0, ptr nocapture noundef readnone %1) #13 {
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define void @kh_defined_access(ptr nocapture noundef readnone %0, ptr nocapture noundef readnone %1) #13 {
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define internal fastcc void @count_shared(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, i32 noundef %3) unnamed_addr #10 {
  %5 = alloca [32 x i32], align 16
  %6 = alloca [32 x [32 x i64]], align 16
  %7 = icmp ult i32 %3, 5
  br i1 %7, label %10, label %8

8:                                                ; preds = %4
  %9 = udiv i32 128, %3
  br label %10

10:                                               ; preds = %4, %8
  %11 = phi i32 [ %9, %8 ], [ 32, %4 ]
  %12 = icmp eq i32 %11, 32
  %13 = shl nsw i32 -1, %11
  %14 = xor i32 %13, -1
  %15 = zext i32 %3 to i64
  %16 = add nsw i64 %15, -1
  br label %34

17:                                               ; preds = %90
  %18 = tail call i32 @llvm.ctpop.i32(i32 %1)
  %19 = zext nneg i32 %18 to i64
  %20 = mul nuw nsw i64 %15, %19
  %21 = zext i32 %92 to i64
  %22 = zext i32 %91 to i64
  %23 = load i64, ptr %0, align 8
  %24 = add i64 %23, 1
  store i64 %24, ptr %0, align 8
  %25 = getelementptr inbounds i64, ptr %0, i64 1
  %26 = load i64, ptr %25, align 8
  %27 = add i64 %26, %20
  store i64 %27, ptr %25, align 8
  %28 = getelementptr inbounds i64, ptr %0, i64 2
  %29 = load i64, ptr %28, align 8
  %30 = add i64 %29, %21
  store i64 %30, ptr %28, align 8
  %31 = getelementptr inbounds i64, ptr %0, i64 3
  %32 = load i64, ptr %31, align 8
  %33 = add i64 %32, %22
  store i64 %33, ptr %31, align 8
  ret void

34:                                               ; preds = %10, %90
  %35 = phi i32 [ 0, %10 ], [ %92, %90 ]
  %36 = phi i32 [ 0, %10 ], [ %93, %90 ]
  %37 = phi i32 [ 0, %10 ], [ %91, %90 ]
  %38 = shl i32 %14, %36
  %39 = select i1 %12, i32 -1, i32 %38
  %40 = and i32 %39, %1
  %41 = icmp eq i32 %40, 0
  br i1 %41, label %90, label %42

42:                                               ; preds = %34
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %5) #18
  call void @llvm.lifetime.start.p0(i64 8192, ptr nonnull %6) #18
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(128) %5, i8 0, i64 128, i1 false)
  br label %43

43:                                               ; preds = %83, %42
  %44 = phi i64 [ 0, %42 ], [ %85, %83 ]
  %45 = phi i32 [ 0, %42 ], [ %84, %83 ]
  %46 = trunc i64 %44 to i32
  %47 = shl nuw i32 1, %46
  %48 = and i32 %47, %40
  %49 = icmp eq i32 %48, 0
  br i1 %49, label %83, label %50

50:                                               ; preds = %43
  %51 = getelementptr inbounds i64, ptr %2, i64 %44
  %52 = load i64, ptr %51, align 8
  %53 = add i64 %16, %52
  %54 = lshr i64 %53, 2
  %55 = lshr i64 %52, 2
  %56 = icmp ugt i64 %55, %54
  br i1 %56, label %83, label %57

57:                                               ; preds = %50, %79
  %58 = phi i32 [ %80, %79 ], [ %45, %50 ]
  %59 = phi i64 [ %81, %79 ], [ %55, %50 ]
  %60 = and i64 %59, 31
  %61 = getelementptr inbounds [32 x i32], ptr %5, i64 0, i64 %60
  %62 = load i32, ptr %61, align 4
  %63 = icmp eq i32 %62, 0
  br i1 %63, label %74, label %64

64:                                               ; preds = %57
  %65 = zext i32 %62 to i64
  br label %69

66:                                               ; preds = %69
  %67 = add nuw nsw i64 %70, 1
  %68 = icmp eq i64 %67, %65
  br i1 %68, label %74, label %69

69:                                               ; preds = %66, %64
  %70 = phi i64 [ 0, %64 ], [ %67, %66 ]
  %71 = getelementptr inbounds [32 x [32 x i64]], ptr %6, i64 0, i64 %60, i64 %70
  %72 = load i64, ptr %71, align 8
  %73 = icmp eq i64 %72, %59
  br i1 %73, label %79, label %66

74:                                               ; preds = %66, %57
  %75 = phi i64 [ 0, %57 ], [ %65, %66 ]
  %76 = add i32 %62, 1
  store i32 %76, ptr %61, align 4
  %77 = getelementptr inbounds [32 x [32 x i64]], ptr %6, i64 0, i64 %60, i64 %75
  store i64 %59, ptr %77, align 8
  %78 = tail call i32 @llvm.umax.i32(i32 %76, i32 %58)
  br label %79

79:                                               ; preds = %69, %74
  %80 = phi i32 [ %78, %74 ], [ %58, %69 ]
  %81 = add nuw nsw i64 %59, 1
  %82 = icmp eq i64 %59, %54
  br i1 %82, label %83, label %57

83:                                               ; preds = %79, %50, %43
  %84 = phi i32 [ %45, %43 ], [ %45, %50 ], [ %80, %79 ]
  %85 = add nuw nsw i64 %44, 1
  %86 = icmp eq i64 %85, 32
  br i1 %86, label %87, label %43

87:                                               ; preds = %83
  call void @llvm.lifetime.end.p0(i64 8192, ptr nonnull %6) #18
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %5) #18
  %88 = add i32 %84, %35
  %89 = add i32 %37, 1
  br label %90

90:                                               ; preds = %34, %87
  %91 = phi i32 [ %89, %87 ], [ %37, %34 ]
  %92 = phi i32 [ %88, %87 ], [ %35, %34 ]
  %93 = add nuw nsw i32 %36, %11
  %94 = icmp ult i32 %93, 32
  br i1 %94, label %34, label %17
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_counts_table(ptr nocapture noundef readonly %0, i32 noundef %1, ptr nocapture noundef readonly %2, i32 noundef %3) #4 {
  %5 = icmp eq i32 %1, 0
  br i1 %5, label %36, label %6

6:                                                ; preds = %4
  %7 = tail call i32 @llvm.cttz.i32(i32 %1, i1 true)
  %8 = zext nneg i32 %7 to i64
  %9 = getelementptr inbounds i32, ptr %2, i64 %8
  %10 = load i32, ptr %9, align 4
  br label %20

11:                                               ; preds = %31
  %12 = icmp ne i32 %33, 0
  %13 = zext i1 %12 to i64
  %14 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %15 = load ptr, ptr %14, align 8
  %16 = zext i32 %3 to i64
  %17 = getelementptr inbounds i64, ptr %15, i64 %16
  %18 = load i64, ptr %17, align 8
  %19 = add i64 %18, %13
  store i64 %19, ptr %17, align 8
  br label %36

20:                                               ; preds = %6, %31
  %21 = phi i64 [ 0, %6 ], [ %34, %31 ]
  %22 = phi i32 [ 0, %6 ], [ %33, %31 ]
  %23 = trunc i64 %21 to i32
  %24 = shl nuw i32 1, %23
  %25 = and i32 %24, %1
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %31, label %27

27:                                               ; preds = %20
  %28 = getelementptr inbounds i32, ptr %2, i64 %21
  %29 = load i32, ptr %28, align 4
  %30 = xor i32 %29, %10
  br label %31

31:                                               ; preds = %20, %27
  %32 = phi i32 [ %30, %27 ], [ 0, %20 ]
  %33 = or i32 %32, %22
  %34 = add nuw nsw i64 %21, 1
  %35 = icmp eq i64 %34, 32
  br i1 %35, label %11, label %20

36:                                               ; preds = %4, %11
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.cttz.i32(i32, i1 immarg) #11

declare i32 @usleep(i32 noundef) #7

; Function Attrs: nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none) uwtable
define internal fastcc noundef i32 @find_range(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, ptr nocapture noundef %4, ptr nocapture noundef writeonly %5, ptr nocapture noundef writeonly %6, ptr nocapture noundef writeonly %7) unnamed_addr #16 {
  %9 = load ptr, ptr %0, align 8
  %10 = icmp eq i32 %1, 4
  br i1 %10, label %11, label %25

11:                                               ; preds = %8
  %12 = load i64, ptr %4, align 8
  %13 = add i64 %12, -1099511627776
  %14 = icmp ult i64 %13, 4294967296
  br i1 %14, label %15, label %16

15:                                               ; preds = %11
  store i64 %13, ptr %4, align 8
  store i64 0, ptr %5, align 8
  br label %26

16:                                               ; preds = %11
  %17 = add i64 %12, -2199023255552
  %18 = icmp ult i64 %17, 4294967296
  br i1 %18, label %19, label %20

19:                                               ; preds = %16
  store i64 %17, ptr %4, align 8
  store i64 0, ptr %5, align 8
  br label %32

20:                                               ; preds = %16
  %21 = add i64 %12, -3298534883328
  %22 = icmp ult i64 %21, 4294967296
  br i1 %22, label %24, label %23

23:                                               ; preds = %20
  store i64 0, ptr %5, align 8
  br label %57

24:                                               ; preds = %20
  store i64 %21, ptr %4, align 8
  store i64 0, ptr %5, align 8
  br label %50

25:                                               ; preds = %8
  store i64 0, ptr %5, align 8
  switch i32 %1, label %57 [
    i32 1, label %26
    i32 2, label %32
    i32 3, label %50
  ]

26:                                               ; preds = %15, %25
  %27 = getelementptr inbounds %struct.kh_launch, ptr %9, i64 0, i32 11
  %28 = load i32, ptr %27, align 4
  %29 = zext i32 %28 to i64
  store i64 %29, ptr %6, align 8
  %30 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 3
  %31 = load ptr, ptr %30, align 8
  store ptr %31, ptr %7, align 8
  br label %121

32:                                               ; preds = %19, %25
  %33 = getelementptr inbounds %struct.kh_launch, ptr %9, i64 0, i32 13
  %34 = load i32, ptr %33, align 4
  %35 = zext i32 %34 to i64
  store i64 %35, ptr %6, align 8
  %36 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 4
  %37 = load ptr, ptr %36, align 8
  %38 = load i32, ptr %33, align 4
  %39 = zext i32 %38 to i64
  %40 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %41 = load ptr, ptr %40, align 8
  %42 = getelementptr inbounds %struct.kh_warp, ptr %41, i64 0, i32 7
  %43 = load i32, ptr %42, align 8
  %44 = shl i32 %43, 5
  %45 = add i32 %44, %3
  %46 = zext i32 %45 to i64
  %47 = mul nuw i64 %46, %39
  %48 = getelementptr inbounds i8, ptr %37, i64 %47
  store ptr %48, ptr %7, align 8
  %49 = icmp ne i32 %2, 2
  br label %121

50:                                               ; preds = %24, %25
  %51 = getelementptr inbounds %struct.kh_launch, ptr %9, i64 0, i32 10
  %52 = load i32, ptr %51, align 8
  %53 = zext i32 %52 to i64
  store i64 %53, ptr %6, align 8
  %54 = getelementptr inbounds %struct.kh_launch, ptr %9, i64 0, i32 1
  %55 = load ptr, ptr %54, align 8
  store ptr %55, ptr %7, align 8
  %56 = icmp eq i32 %2, 0
  br label %121

57:                                               ; preds = %23, %25
  %58 = phi i32 [ 0, %23 ], [ %1, %25 ]
  %59 = load i64, ptr %4, align 8
  %60 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 8
  %61 = load ptr, ptr %60, align 8
  %62 = icmp eq ptr %61, null
  br i1 %62, label %69, label %63

63:                                               ; preds = %57
  %64 = load i64, ptr %61, align 8
  %65 = sub i64 %59, %64
  %66 = getelementptr inbounds %struct.kh_alloc, ptr %61, i64 0, i32 1
  %67 = load i64, ptr %66, align 8
  %68 = icmp ult i64 %65, %67
  br i1 %68, label %99, label %69

69:                                               ; preds = %63, %57
  %70 = load ptr, ptr %0, align 8
  %71 = getelementptr inbounds %struct.kh_launch, ptr %70, i64 0, i32 2
  %72 = load ptr, ptr %71, align 8
  %73 = getelementptr inbounds %struct.kh_launch, ptr %70, i64 0, i32 3
  %74 = load i64, ptr %73, align 8
  %75 = icmp eq i64 %74, 0
  br i1 %75, label %121, label %76

76:                                               ; preds = %69, %76
  %77 = phi i64 [ %86, %76 ], [ %74, %69 ]
  %78 = phi i64 [ %85, %76 ], [ 0, %69 ]
  %79 = add i64 %78, %77
  %80 = lshr i64 %79, 1
  %81 = getelementptr inbounds %struct.kh_alloc, ptr %72, i64 %80
  %82 = load i64, ptr %81, align 8
  %83 = icmp ugt i64 %82, %59
  %84 = add nuw i64 %80, 1
  %85 = select i1 %83, i64 %78, i64 %84
  %86 = select i1 %83, i64 %80, i64 %77
  %87 = icmp ult i64 %85, %86
  br i1 %87, label %76, label %88

88:                                               ; preds = %76
  %89 = icmp eq i64 %85, 0
  br i1 %89, label %121, label %90

90:                                               ; preds = %88
  %91 = getelementptr %struct.kh_alloc, ptr %72, i64 %85
  %92 = getelementptr %struct.kh_alloc, ptr %91, i64 -1
  %93 = load i64, ptr %92, align 8
  %94 = sub i64 %59, %93
  %95 = getelementptr %struct.kh_alloc, ptr %91, i64 -1, i32 1
  %96 = load i64, ptr %95, align 8
  %97 = icmp ult i64 %94, %96
  br i1 %97, label %98, label %121

98:                                               ; preds = %90
  store ptr %92, ptr %60, align 8
  br label %99

99:                                               ; preds = %98, %63
  %100 = phi ptr [ %92, %98 ], [ %61, %63 ]
  %101 = getelementptr inbounds %struct.kh_alloc, ptr %100, i64 0, i32 5
  %102 = load i64, ptr %101, align 8
  br i1 %10, label %107, label %103

103:                                              ; preds = %99
  %104 = icmp eq i32 %58, 5
  %105 = zext i1 %104 to i64
  %106 = icmp eq i64 %102, %105
  br i1 %106, label %107, label %121

107:                                              ; preds = %99, %103
  %108 = icmp ne i64 %102, 0
  %109 = icmp ne i32 %2, 0
  %110 = and i1 %109, %108
  br i1 %110, label %121, label %111

111:                                              ; preds = %107
  %112 = getelementptr inbounds %struct.kh_alloc, ptr %100, i64 0, i32 2
  %113 = load i64, ptr %112, align 8
  store i64 %113, ptr %5, align 8
  %114 = getelementptr inbounds %struct.kh_alloc, ptr %100, i64 0, i32 3
  %115 = load i64, ptr %114, align 8
  store i64 %115, ptr %6, align 8
  %116 = getelementptr inbounds %struct.kh_alloc, ptr %100, i64 0, i32 4
  %117 = load ptr, ptr %116, align 8
  %118 = load i64, ptr %100, align 8
  %119 = sub i64 0, %118
  %120 = getelementptr inbounds i8, ptr %117, i64 %119
  store ptr %120, ptr %7, align 8
  br label %121

121:                                              ; preds = %69, %88, %90, %111, %103, %107, %50, %32, %26
  %122 = phi i1 [ %56, %50 ], [ %49, %32 ], [ true, %26 ], [ true, %111 ], [ false, %103 ], [ false, %107 ], [ false, %90 ], [ false, %88 ], [ false, %69 ]
  %123 = zext i1 %122 to i32
  ret i32 %123
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.rint.f64(double) #11

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #17

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umin.i32(i32, i32) #17

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32) #17

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i16 @llvm.smax.i16(i16, i16) #17

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i16 @llvm.umax.i16(i16, i16) #17

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i16 @llvm.smin.i16(i16, i16) #17

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i16 @llvm.umin.i16(i16, i16) #17

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #17

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smin.i32(i32, i32) #17

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smax.i64(i64, i64) #17

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umax.i64(i64, i64) #17

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #17

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fabs.f64(double) #17

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.usub.sat.i32(i32, i32) #17

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.abs.i64(i64, i1 immarg) #17

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fabs.f32(float) #17

attributes #0 = { nounwind }
attributes #1 = { nounwind }
attributes #2 = { nounwind }
attributes #3 = { nounwind }
attributes #4 = { nounwind }
attributes #5 = { nounwind }
attributes #6 = { nounwind }
attributes #7 = { nounwind }
attributes #8 = { nounwind }
attributes #9 = { nounwind }
attributes #10 = { nounwind }
attributes #11 = { nounwind }
attributes #12 = { nounwind }
attributes #13 = { nounwind }
attributes #14 = { nounwind }
attributes #15 = { nounwind }
attributes #16 = { nounwind }
attributes #17 = { nounwind }
attributes #18 = { nounwind }


