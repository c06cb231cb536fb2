; sources sha256 194038f105d53fc674457e2033a25345f9d33871241f7a5028fa471bb34f92a3, ziglang 0.13.0

%struct.kh_worker = type { ptr, ptr, ptr, ptr, ptr, ptr, ptr, %struct.kh_faults, ptr, [3 x i32], i32, i64, i64, i64, i64, ptr, ptr, ptr, [16 x %struct.kh_barrier] }
%struct.kh_faults = type { ptr, ptr, i64 }
%struct.kh_barrier = type { i32, i32, i32, i32, i32, i32 }
%struct.kh_fault = type { i64, i64, i32, i32, i32, i32, i32 }
%struct.kh_warp = type { [3 x [32 x i32]], [32 x i32], [32 x i32], [32 x i32], ptr, i64, i64, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i64, i64, i64, i64 }
%struct.kh_launch = type { ptr, ptr, ptr, i64, ptr, i64, [3 x i32], [3 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i64, i64, i64, i64, %struct.kh_faults, i32, i32, i64, i64, i64, ptr, ptr, ptr, ptr }
%struct.kh_quick = type { i32, i32, i32, i32, i32, [32 x i32], [27 x i32] }
%struct.kh_copies = type { [32 x %struct.kh_copy], i32, [32 x i32] }
%struct.kh_copy = type { [32 x ptr], [32 x ptr], [32 x i64], [32 x i32], [32 x i32], i32, i32, i32 }
%struct.kh_defined = type { [128 x i64], [128 x i64], [32 x i64], [32 x i64], i32, i32, i32, [13 x i32] }
%struct.kh_access = type { i32, i32, i32, i32, i32, i32, ptr, ptr, i64, i32, ptr }
%struct.kh_alloc = type { i64, i64, i64, i64, ptr, i64 }
%struct.kh_races = type { i64, ptr, i32, i32, ptr, ptr, ptr, i32, i32 }
%struct.kh_closer = type { i64, i64, i64, i32, i32, i32, ptr, [16 x ptr], [16 x ptr], [32 x i32], i32, ptr, ptr, ptr, i32, i32, i32, ptr, i32, i32, ptr }
%struct.kh_cell = type { i64, i32, i32, i16, i8, i32, i32 }
%struct.kh_thread = type { [32 x i64], ptr, ptr, [2 x %struct.kh_published] }
%struct.kh_published = type { i64, i64, [32 x i64], ptr }
%struct.kh_act = type { i64, i32, i32, i32, i32, i16, i8, i8 }
%struct.kh_sync = type { [2 x ptr], i32 }
%struct.kh_clock = type { ptr, ptr, i32, i32, [0 x %struct.kh_item] }
%struct.kh_item = type { i64, i64 }

@__const.kh_abi.facts = private unnamed_addr constant [46 x i64] [i64 48, i64 40, i64 24, i64 224, i64 33416, i64 24, i64 928, i64 544, i64 2624, i64 56, i64 40, i64 20, i64 32, i64 16, i64 32, i64 48, i64 60, i64 76, i64 84, i64 88, i64 100, i64 128, i64 136, i64 160, i64 176, i64 184, i64 216, i64 768, i64 776, i64 784, i64 792, i64 808, i64 852, i64 856, i64 860, i64 876, i64 920, i64 48, i64 56, i64 88, i64 112, i64 128, i64 152, i64 160, i64 2560, i64 25], align 16
@kh_atomic_add_float.sizes = internal unnamed_addr constant [6 x i8] c"\04\08\02\02\04\04", align 1
@kh_rounding_codes = global [4 x i32] zeroinitializer, align 16
@exp2_double.terms = internal unnamed_addr constant [13 x double] [double 0x3E21EED8EFF8D898, double 0x3E5AE64567F544E4, double 0x3E927E4FB7789F5C, double 0x3EC71DE3A556C734, double 0x3EFA01A01A01A01A, double 0x3F2A01A01A01A01A, double 0x3F56C16C16C16C17, double 0x3F81111111111111, double 0x3FA5555555555555, double 0x3FC5555555555555, double 5.000000e-01, double 1.000000e+00, double 1.000000e+00], align 16
@TWO_OVER_PI = internal unnamed_addr constant [9 x i32] [i32 0, i32 -1560706194, i32 1313084713, i32 -64530479, i32 -181084736, i32 -614296167, i32 1011060801, i32 -28220501, i32 -558119583], align 16

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_report_pair(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i64 noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7) #0 {
  %9 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %10 = mul i32 %1, 25
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
  %7 = mul i32 %1, 25
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
  %17 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %18 = load i32, ptr %17, align 4
  %19 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr inbounds %struct.kh_warp, ptr %20, i64 0, i32 7
  %22 = load i32, ptr %21, align 8
  %23 = shl i32 %22, 5
  %24 = add i32 %23, %3
  store i64 1, ptr %11, align 8
  %25 = getelementptr inbounds i8, ptr %11, i64 8
  store i64 %4, ptr %25, align 8
  %26 = getelementptr inbounds i8, ptr %11, i64 16
  store i32 %18, ptr %26, align 8
  %27 = getelementptr inbounds i8, ptr %11, i64 20
  store i32 %24, ptr %27, align 4
  %28 = getelementptr inbounds i8, ptr %11, i64 24
  store i32 -1, ptr %28, align 8
  %29 = getelementptr inbounds i8, ptr %11, i64 28
  store i32 %18, ptr %29, align 4
  %30 = getelementptr inbounds i8, ptr %11, i64 32
  store i32 -1, ptr %30, align 8
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

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_report_beside(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i64 noundef %4, i32 noundef %5, i32 noundef %6) #0 {
  %8 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %9 = mul i32 %1, 25
  %10 = add i32 %9, %2
  %11 = load ptr, ptr %8, align 8
  %12 = zext i32 %10 to i64
  %13 = getelementptr inbounds %struct.kh_fault, ptr %11, i64 %12
  %14 = load i64, ptr %13, align 8
  %15 = icmp eq i64 %14, 0
  br i1 %15, label %18, label %16

16:                                               ; preds = %7
  %17 = add i64 %14, 1
  store i64 %17, ptr %13, align 8
  br label %39

18:                                               ; preds = %7
  %19 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %20 = load i32, ptr %19, align 4
  %21 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %22 = load ptr, ptr %21, align 8
  %23 = getelementptr inbounds %struct.kh_warp, ptr %22, i64 0, i32 7
  %24 = load i32, ptr %23, align 8
  %25 = shl i32 %24, 5
  %26 = add i32 %25, %3
  store i64 1, ptr %13, align 8
  %27 = getelementptr inbounds i8, ptr %13, i64 8
  store i64 %4, ptr %27, align 8
  %28 = getelementptr inbounds i8, ptr %13, i64 16
  store i32 %20, ptr %28, align 8
  %29 = getelementptr inbounds i8, ptr %13, i64 20
  store i32 %26, ptr %29, align 4
  %30 = getelementptr inbounds i8, ptr %13, i64 24
  store i32 %5, ptr %30, align 8
  %31 = getelementptr inbounds i8, ptr %13, i64 28
  store i32 %20, ptr %31, align 4
  %32 = getelementptr inbounds i8, ptr %13, i64 32
  store i32 %6, ptr %32, align 8
  %33 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %34 = load ptr, ptr %33, align 8
  %35 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %36 = load i64, ptr %35, align 8
  %37 = add i64 %36, 1
  store i64 %37, ptr %35, align 8
  %38 = getelementptr inbounds i32, ptr %34, i64 %36
  store i32 %10, ptr %38, align 4
  br label %39

39:                                               ; preds = %16, %18
  ret void
}

; Function Attrs: nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_end_launch(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) #2 {
  %3 = load ptr, ptr %0, align 8
  %4 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 19
  %5 = load atomic i64, ptr %4 monotonic, align 8
  %6 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11
  br label %7

7:                                                ; preds = %11, %2
  %8 = phi i64 [ %5, %2 ], [ %16, %11 ]
  %9 = load i64, ptr %6, align 8
  %10 = icmp ult i64 %9, %8
  br i1 %10, label %11, label %17

11:                                               ; preds = %7
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 19
  %14 = cmpxchg ptr %13, i64 %8, i64 %9 monotonic monotonic, align 8
  %15 = extractvalue { i64, i1 } %14, 1
  %16 = extractvalue { i64, i1 } %14, 0
  br i1 %15, label %17, label %7

17:                                               ; preds = %7, %11
  %18 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 27
  store i32 1, ptr %18, align 8
  ret void
}

; Function Attrs: nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) uwtable
define noundef i32 @kh_refill(ptr nocapture noundef %0, ptr nocapture noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4) #2 {
  %6 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 6
  %7 = load i64, ptr %6, align 8
  %8 = load ptr, ptr %0, align 8
  %9 = getelementptr inbounds %struct.kh_launch, ptr %8, i64 0, i32 16
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 35
  %12 = load i64, ptr %11, align 8
  %13 = add i64 %12, %10
  %14 = icmp ult i64 %7, %13
  br i1 %14, label %67, label %15

15:                                               ; preds = %5
  %16 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %17 = mul i32 %4, 25
  %18 = add i32 %17, 12
  %19 = load ptr, ptr %16, align 8
  %20 = zext i32 %18 to i64
  %21 = getelementptr inbounds %struct.kh_fault, ptr %19, i64 %20
  %22 = load i64, ptr %21, align 8
  %23 = icmp eq i64 %22, 0
  br i1 %23, label %26, label %24

24:                                               ; preds = %15
  %25 = add i64 %22, 1
  store i64 %25, ptr %21, align 8
  br label %50

26:                                               ; preds = %15
  %27 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 10
  %28 = load i32, ptr %27, align 4
  %29 = tail call i32 @llvm.cttz.i32(i32 %28, i1 true)
  %30 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %31 = load i32, ptr %30, align 4
  %32 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %33 = load ptr, ptr %32, align 8
  %34 = getelementptr inbounds %struct.kh_warp, ptr %33, i64 0, i32 7
  %35 = load i32, ptr %34, align 8
  %36 = shl i32 %35, 5
  %37 = or disjoint i32 %36, %29
  store i64 1, ptr %21, align 8
  %38 = getelementptr inbounds i8, ptr %21, i64 8
  store i64 0, ptr %38, align 8
  %39 = getelementptr inbounds i8, ptr %21, i64 16
  store i32 %31, ptr %39, align 8
  %40 = getelementptr inbounds i8, ptr %21, i64 20
  store i32 %37, ptr %40, align 4
  %41 = getelementptr inbounds i8, ptr %21, i64 24
  store i32 -1, ptr %41, align 8
  %42 = getelementptr inbounds i8, ptr %21, i64 28
  store i32 %31, ptr %42, align 4
  %43 = getelementptr inbounds i8, ptr %21, i64 32
  store i32 -1, ptr %43, align 8
  %44 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %45 = load ptr, ptr %44, align 8
  %46 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %47 = load i64, ptr %46, align 8
  %48 = add i64 %47, 1
  store i64 %48, ptr %46, align 8
  %49 = getelementptr inbounds i32, ptr %45, i64 %47
  store i32 %18, ptr %49, align 4
  br label %50

50:                                               ; preds = %24, %26
  %51 = load ptr, ptr %0, align 8
  %52 = getelementptr inbounds %struct.kh_launch, ptr %51, i64 0, i32 19
  %53 = load atomic i64, ptr %52 monotonic, align 8
  %54 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11
  br label %55

55:                                               ; preds = %59, %50
  %56 = phi i64 [ %53, %50 ], [ %64, %59 ]
  %57 = load i64, ptr %54, align 8
  %58 = icmp ult i64 %57, %56
  br i1 %58, label %59, label %65

59:                                               ; preds = %55
  %60 = load ptr, ptr %0, align 8
  %61 = getelementptr inbounds %struct.kh_launch, ptr %60, i64 0, i32 19
  %62 = cmpxchg ptr %61, i64 %56, i64 %57 monotonic monotonic, align 8
  %63 = extractvalue { i64, i1 } %62, 1
  %64 = extractvalue { i64, i1 } %62, 0
  br i1 %63, label %65, label %55

65:                                               ; preds = %55, %59
  %66 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 27
  store i32 1, ptr %66, align 8
  br label %113

67:                                               ; preds = %5
  %68 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11
  %69 = load i64, ptr %68, align 8
  %70 = getelementptr inbounds %struct.kh_launch, ptr %8, i64 0, i32 19
  %71 = load atomic i64, ptr %70 monotonic, align 8
  %72 = icmp ugt i64 %69, %71
  %73 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 27
  br i1 %72, label %74, label %75

74:                                               ; preds = %67
  store i32 1, ptr %73, align 8
  br label %113

75:                                               ; preds = %67
  %76 = load i32, ptr %73, align 8
  %77 = icmp eq i32 %76, 0
  br i1 %77, label %78, label %113

78:                                               ; preds = %75
  %79 = load ptr, ptr %0, align 8
  %80 = getelementptr inbounds %struct.kh_launch, ptr %79, i64 0, i32 16
  %81 = load i64, ptr %80, align 8
  %82 = load i64, ptr %11, align 8
  %83 = add i64 %82, %81
  %84 = load i64, ptr %6, align 8
  %85 = sub i64 %83, %84
  %86 = tail call i64 @llvm.umin.i64(i64 %85, i64 262144)
  %87 = add i64 %86, %84
  store i64 %87, ptr %6, align 8
  %88 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 5
  %89 = load i64, ptr %88, align 8
  %90 = add nsw i64 %89, %86
  store i64 %90, ptr %88, align 8
  %91 = load ptr, ptr %0, align 8
  %92 = getelementptr inbounds %struct.kh_launch, ptr %91, i64 0, i32 9
  %93 = load i32, ptr %92, align 4
  %94 = icmp eq i32 %93, 1
  br i1 %94, label %113, label %95

95:                                               ; preds = %78
  %96 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 10
  %97 = load i32, ptr %96, align 4
  br label %98

98:                                               ; preds = %106, %95
  %99 = phi i64 [ 0, %95 ], [ %107, %106 ]
  %100 = trunc i64 %99 to i32
  %101 = shl nuw i32 1, %100
  %102 = and i32 %101, %97
  %103 = icmp eq i32 %102, 0
  br i1 %103, label %106, label %104

104:                                              ; preds = %98
  %105 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %99
  store i32 %2, ptr %105, align 4
  br label %106

106:                                              ; preds = %104, %98
  %107 = add nuw nsw i64 %99, 1
  %108 = icmp eq i64 %107, 32
  br i1 %108, label %109, label %98

109:                                              ; preds = %106
  %110 = zext i32 %3 to i64
  %111 = load i64, ptr %88, align 8
  %112 = add nsw i64 %111, %110
  store i64 %112, ptr %88, align 8
  br label %113

113:                                              ; preds = %65, %74, %78, %75, %109
  %114 = phi i32 [ 3, %109 ], [ 2, %75 ], [ 0, %78 ], [ 2, %74 ], [ 2, %65 ]
  ret i32 %114
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
  %6 = mul i32 %3, 25
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
  %17 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %18 = load i32, ptr %17, align 4
  %19 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr inbounds %struct.kh_warp, ptr %20, i64 0, i32 7
  %22 = load i32, ptr %21, align 8
  %23 = shl i32 %22, 5
  %24 = or disjoint i32 %23, %16
  store i64 1, ptr %10, align 8
  %25 = getelementptr inbounds i8, ptr %10, i64 8
  store i64 0, ptr %25, align 8
  %26 = getelementptr inbounds i8, ptr %10, i64 16
  store i32 %18, ptr %26, align 8
  %27 = getelementptr inbounds i8, ptr %10, i64 20
  store i32 %24, ptr %27, align 4
  %28 = getelementptr inbounds i8, ptr %10, i64 24
  store i32 -1, ptr %28, align 8
  %29 = getelementptr inbounds i8, ptr %10, i64 28
  store i32 %18, ptr %29, align 4
  %30 = getelementptr inbounds i8, ptr %10, i64 32
  store i32 -1, ptr %30, align 8
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
  %41 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11
  br label %42

42:                                               ; preds = %46, %37
  %43 = phi i64 [ %40, %37 ], [ %51, %46 ]
  %44 = load i64, ptr %41, align 8
  %45 = icmp ult i64 %44, %43
  br i1 %45, label %46, label %52

46:                                               ; preds = %42
  %47 = load ptr, ptr %0, align 8
  %48 = getelementptr inbounds %struct.kh_launch, ptr %47, i64 0, i32 19
  %49 = cmpxchg ptr %48, i64 %43, i64 %44 monotonic monotonic, align 8
  %50 = extractvalue { i64, i1 } %49, 1
  %51 = extractvalue { i64, i1 } %49, 0
  br i1 %50, label %52, label %42

52:                                               ; preds = %42, %46
  %53 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 27
  store i32 1, ptr %53, align 8
  ret void
}

; Function Attrs: nounwind uwtable
define i64 @kh_select(ptr nocapture noundef %0, ptr nocapture noundef %1) #4 {
  %3 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 27
  %4 = load i32, ptr %3, align 8
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %6, label %349

6:                                                ; preds = %2
  %7 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 9
  %8 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 16
  %9 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 12
  %10 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 13
  %11 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 2
  %12 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %13 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 7
  %14 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %15 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %16 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %17 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %18 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 14
  %19 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 15
  br label %20

20:                                               ; preds = %6, %279
  %21 = load i32, ptr %7, align 8
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %349, label %23

23:                                               ; preds = %20
  %24 = load i32, ptr %8, align 4
  %25 = load i32, ptr %9, align 4
  %26 = or i32 %25, %24
  %27 = xor i32 %26, -1
  %28 = and i32 %21, %27
  %29 = icmp eq i32 %28, 0
  br i1 %29, label %30, label %282

30:                                               ; preds = %23
  %31 = icmp eq i32 %25, 0
  br i1 %31, label %276, label %32

32:                                               ; preds = %30
  %33 = load i32, ptr %10, align 8
  %34 = and i32 %33, %25
  %35 = xor i32 %34, -1
  br label %36

36:                                               ; preds = %93, %32
  %37 = phi i64 [ 0, %32 ], [ %95, %93 ]
  %38 = phi i32 [ 0, %32 ], [ %94, %93 ]
  %39 = trunc i64 %37 to i32
  %40 = shl nuw i32 1, %39
  %41 = and i32 %40, %25
  %42 = icmp eq i32 %41, 0
  br i1 %42, label %93, label %43

43:                                               ; preds = %36
  %44 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 2, i64 %37
  %45 = load i32, ptr %44, align 4
  %46 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %37
  %47 = load i32, ptr %46, align 4
  br label %48

48:                                               ; preds = %48, %43
  %49 = phi i64 [ 0, %43 ], [ %58, %48 ]
  %50 = phi i32 [ 0, %43 ], [ %57, %48 ]
  %51 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %49
  %52 = load i32, ptr %51, align 4
  %53 = icmp eq i32 %52, %47
  %54 = zext i1 %53 to i32
  %55 = trunc i64 %49 to i32
  %56 = shl nuw i32 %54, %55
  %57 = or i32 %56, %50
  %58 = add nuw nsw i64 %49, 1
  %59 = icmp eq i64 %58, 32
  br i1 %59, label %60, label %48

60:                                               ; preds = %48
  %61 = and i32 %45, %21
  %62 = and i32 %57, %25
  %63 = xor i32 %62, -1
  %64 = and i32 %61, %63
  %65 = icmp eq i32 %64, 0
  br i1 %65, label %72, label %66

66:                                               ; preds = %60
  %67 = and i32 %40, %34
  %68 = icmp ne i32 %67, 0
  %69 = and i32 %61, %35
  %70 = icmp eq i32 %69, 0
  %71 = select i1 %68, i1 %70, i1 false
  br i1 %71, label %72, label %93

72:                                               ; preds = %66, %60
  br label %73

73:                                               ; preds = %72, %84
  %74 = phi i64 [ %87, %84 ], [ 0, %72 ]
  %75 = phi i32 [ %86, %84 ], [ 0, %72 ]
  %76 = trunc i64 %74 to i32
  %77 = shl nuw i32 1, %76
  %78 = and i32 %77, %61
  %79 = icmp eq i32 %78, 0
  br i1 %79, label %84, label %80

80:                                               ; preds = %73
  %81 = getelementptr inbounds i32, ptr %11, i64 %74
  %82 = load i32, ptr %81, align 4
  %83 = xor i32 %82, %45
  br label %84

84:                                               ; preds = %80, %73
  %85 = phi i32 [ %83, %80 ], [ 0, %73 ]
  %86 = or i32 %85, %75
  %87 = add nuw nsw i64 %74, 1
  %88 = icmp eq i64 %87, 32
  br i1 %88, label %89, label %73

89:                                               ; preds = %84
  %90 = icmp eq i32 %86, 0
  %91 = select i1 %90, i32 %40, i32 0
  %92 = or i32 %91, %38
  br label %93

93:                                               ; preds = %89, %66, %36
  %94 = phi i32 [ %38, %36 ], [ %38, %66 ], [ %92, %89 ]
  %95 = add nuw nsw i64 %37, 1
  %96 = icmp eq i64 %95, 32
  br i1 %96, label %97, label %36

97:                                               ; preds = %93
  %98 = icmp eq i32 %94, 0
  br i1 %98, label %99, label %223

99:                                               ; preds = %97, %137
  %100 = phi i64 [ %139, %137 ], [ 0, %97 ]
  %101 = phi i32 [ %138, %137 ], [ 0, %97 ]
  %102 = trunc i64 %100 to i32
  %103 = shl nuw i32 1, %102
  %104 = and i32 %103, %25
  %105 = icmp eq i32 %104, 0
  br i1 %105, label %137, label %106

106:                                              ; preds = %99
  %107 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 2, i64 %100
  %108 = load i32, ptr %107, align 4
  %109 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %100
  %110 = load i32, ptr %109, align 4
  br label %111

111:                                              ; preds = %111, %106
  %112 = phi i64 [ 0, %106 ], [ %121, %111 ]
  %113 = phi i32 [ 0, %106 ], [ %120, %111 ]
  %114 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %112
  %115 = load i32, ptr %114, align 4
  %116 = icmp eq i32 %115, %110
  %117 = zext i1 %116 to i32
  %118 = trunc i64 %112 to i32
  %119 = shl nuw i32 %117, %118
  %120 = or i32 %119, %113
  %121 = add nuw nsw i64 %112, 1
  %122 = icmp eq i64 %121, 32
  br i1 %122, label %123, label %111

123:                                              ; preds = %111
  %124 = and i32 %108, %21
  %125 = and i32 %120, %25
  %126 = xor i32 %125, -1
  %127 = and i32 %124, %126
  %128 = icmp eq i32 %127, 0
  br i1 %128, label %135, label %129

129:                                              ; preds = %123
  %130 = and i32 %103, %34
  %131 = icmp ne i32 %130, 0
  %132 = and i32 %124, %35
  %133 = icmp eq i32 %132, 0
  %134 = select i1 %131, i1 %133, i1 false
  br i1 %134, label %135, label %137

135:                                              ; preds = %129, %123
  %136 = or i32 %103, %101
  br label %137

137:                                              ; preds = %135, %129, %99
  %138 = phi i32 [ %101, %99 ], [ %136, %135 ], [ %101, %129 ]
  %139 = add nuw nsw i64 %100, 1
  %140 = icmp eq i64 %139, 32
  br i1 %140, label %141, label %99

141:                                              ; preds = %137
  %142 = icmp eq i32 %138, 0
  br i1 %142, label %169, label %223

143:                                              ; preds = %183, %143
  %144 = phi i64 [ %153, %143 ], [ 0, %183 ]
  %145 = phi i32 [ %152, %143 ], [ 0, %183 ]
  %146 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %144
  %147 = load i32, ptr %146, align 4
  %148 = icmp eq i32 %147, %185
  %149 = zext i1 %148 to i32
  %150 = trunc i64 %144 to i32
  %151 = shl nuw i32 %149, %150
  %152 = or i32 %151, %145
  %153 = add nuw nsw i64 %144, 1
  %154 = icmp eq i64 %153, 32
  br i1 %154, label %155, label %143

155:                                              ; preds = %143
  %156 = and i32 %152, %25
  %157 = zext i32 %184 to i64
  %158 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 2, i64 %157
  %159 = load i32, ptr %158, align 4
  %160 = xor i32 %156, -1
  %161 = and i32 %159, %160
  %162 = and i32 %161, %21
  %163 = tail call i32 @llvm.cttz.i32(i32 %162, i1 true)
  %164 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 3, i64 %157
  %165 = load i32, ptr %164, align 4
  %166 = shl nuw i32 1, %163
  %167 = and i32 %166, %26
  %168 = icmp eq i32 %167, 0
  br i1 %168, label %192, label %188

169:                                              ; preds = %141, %183
  %170 = phi i64 [ %186, %183 ], [ 0, %141 ]
  %171 = phi i32 [ %185, %183 ], [ -1, %141 ]
  %172 = phi i32 [ %184, %183 ], [ 0, %141 ]
  %173 = trunc i64 %170 to i32
  %174 = shl nuw i32 1, %173
  %175 = and i32 %174, %25
  %176 = icmp eq i32 %175, 0
  br i1 %176, label %183, label %177

177:                                              ; preds = %169
  %178 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %170
  %179 = load i32, ptr %178, align 4
  %180 = icmp ult i32 %179, %171
  %181 = select i1 %180, i32 %173, i32 %172
  %182 = tail call i32 @llvm.umin.i32(i32 %179, i32 %171)
  br label %183

183:                                              ; preds = %177, %169
  %184 = phi i32 [ %172, %169 ], [ %181, %177 ]
  %185 = phi i32 [ %171, %169 ], [ %182, %177 ]
  %186 = add nuw nsw i64 %170, 1
  %187 = icmp eq i64 %186, 32
  br i1 %187, label %143, label %169

188:                                              ; preds = %155
  %189 = zext nneg i32 %163 to i64
  %190 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 3, i64 %189
  %191 = load i32, ptr %190, align 4
  br label %192

192:                                              ; preds = %188, %155
  %193 = phi i32 [ %191, %188 ], [ -1, %155 ]
  %194 = mul i32 %165, 25
  %195 = add i32 %194, 11
  %196 = load ptr, ptr %12, align 8
  %197 = zext i32 %195 to i64
  %198 = getelementptr inbounds %struct.kh_fault, ptr %196, i64 %197
  %199 = load i64, ptr %198, align 8
  %200 = icmp eq i64 %199, 0
  br i1 %200, label %203, label %201

201:                                              ; preds = %192
  %202 = add i64 %199, 1
  store i64 %202, ptr %198, align 8
  br label %223

203:                                              ; preds = %192
  %204 = load i32, ptr %13, align 8
  %205 = shl i32 %204, 5
  %206 = or disjoint i32 %205, %163
  %207 = load i32, ptr %14, align 4
  %208 = load ptr, ptr %15, align 8
  %209 = getelementptr inbounds %struct.kh_warp, ptr %208, i64 0, i32 7
  %210 = load i32, ptr %209, align 8
  %211 = shl i32 %210, 5
  %212 = add i32 %211, %184
  store i64 1, ptr %198, align 8
  %213 = getelementptr inbounds i8, ptr %198, i64 8
  store i64 0, ptr %213, align 8
  %214 = getelementptr inbounds i8, ptr %198, i64 16
  store i32 %207, ptr %214, align 8
  %215 = getelementptr inbounds i8, ptr %198, i64 20
  store i32 %212, ptr %215, align 4
  %216 = getelementptr inbounds i8, ptr %198, i64 24
  store i32 %193, ptr %216, align 8
  %217 = getelementptr inbounds i8, ptr %198, i64 28
  store i32 %207, ptr %217, align 4
  %218 = getelementptr inbounds i8, ptr %198, i64 32
  store i32 %206, ptr %218, align 8
  %219 = load ptr, ptr %16, align 8
  %220 = load i64, ptr %17, align 8
  %221 = add i64 %220, 1
  store i64 %221, ptr %17, align 8
  %222 = getelementptr inbounds i32, ptr %219, i64 %220
  store i32 %195, ptr %222, align 4
  br label %223

223:                                              ; preds = %203, %201, %141, %97
  %224 = phi i32 [ %138, %141 ], [ %156, %201 ], [ %156, %203 ], [ %94, %97 ]
  br label %225

225:                                              ; preds = %265, %223
  %226 = phi i64 [ 0, %223 ], [ %266, %265 ]
  %227 = load i32, ptr %18, align 4
  %228 = trunc i64 %226 to i32
  %229 = shl nuw i32 1, %228
  %230 = and i32 %227, %229
  %231 = and i32 %230, %224
  %232 = icmp eq i32 %231, 0
  br i1 %232, label %265, label %233

233:                                              ; preds = %225
  %234 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 3, i64 %226
  %235 = load i32, ptr %234, align 4
  %236 = mul i32 %235, 25
  %237 = add i32 %236, 10
  %238 = load ptr, ptr %12, align 8
  %239 = zext i32 %237 to i64
  %240 = getelementptr inbounds %struct.kh_fault, ptr %238, i64 %239
  %241 = load i64, ptr %240, align 8
  %242 = icmp eq i64 %241, 0
  br i1 %242, label %245, label %243

243:                                              ; preds = %233
  %244 = add i64 %241, 1
  store i64 %244, ptr %240, align 8
  br label %265

245:                                              ; preds = %233
  %246 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 2, i64 %226
  %247 = load i32, ptr %246, align 4
  %248 = zext i32 %247 to i64
  %249 = load i32, ptr %14, align 4
  %250 = load ptr, ptr %15, align 8
  %251 = getelementptr inbounds %struct.kh_warp, ptr %250, i64 0, i32 7
  %252 = load i32, ptr %251, align 8
  %253 = shl i32 %252, 5
  %254 = add nuw nsw i32 %253, %228
  store i64 1, ptr %240, align 8
  %255 = getelementptr inbounds i8, ptr %240, i64 8
  store i64 %248, ptr %255, align 8
  %256 = getelementptr inbounds i8, ptr %240, i64 16
  store i32 %249, ptr %256, align 8
  %257 = getelementptr inbounds i8, ptr %240, i64 20
  store i32 %254, ptr %257, align 4
  %258 = getelementptr inbounds i8, ptr %240, i64 24
  store i32 -1, ptr %258, align 8
  %259 = getelementptr inbounds i8, ptr %240, i64 28
  store i32 %249, ptr %259, align 4
  %260 = getelementptr inbounds i8, ptr %240, i64 32
  store i32 -1, ptr %260, align 8
  %261 = load ptr, ptr %16, align 8
  %262 = load i64, ptr %17, align 8
  %263 = add i64 %262, 1
  store i64 %263, ptr %17, align 8
  %264 = getelementptr inbounds i32, ptr %261, i64 %262
  store i32 %237, ptr %264, align 4
  br label %265

265:                                              ; preds = %245, %243, %225
  %266 = add nuw nsw i64 %226, 1
  %267 = icmp eq i64 %266, 32
  br i1 %267, label %268, label %225

268:                                              ; preds = %265
  %269 = xor i32 %224, -1
  %270 = load i32, ptr %18, align 4
  %271 = and i32 %270, %269
  store i32 %271, ptr %18, align 4
  %272 = load i32, ptr %19, align 8
  %273 = or i32 %272, %224
  store i32 %273, ptr %19, align 8
  %274 = load i32, ptr %9, align 4
  %275 = and i32 %274, %269
  store i32 %275, ptr %9, align 4
  br label %279

276:                                              ; preds = %30
  %277 = tail call i32 @kh_arrive(ptr noundef %0, ptr noundef nonnull %1)
  %278 = icmp eq i32 %277, 0
  br i1 %278, label %279, label %349

279:                                              ; preds = %276, %268
  %280 = load i32, ptr %3, align 8
  %281 = icmp eq i32 %280, 0
  br i1 %281, label %20, label %349

282:                                              ; preds = %23
  %283 = load ptr, ptr %0, align 8
  %284 = getelementptr inbounds %struct.kh_launch, ptr %283, i64 0, i32 23
  %285 = load i64, ptr %284, align 8
  %286 = icmp eq i64 %285, 0
  br i1 %286, label %300, label %287

287:                                              ; preds = %282
  %288 = tail call i32 @kh_schedule_lanes(ptr noundef nonnull %0, ptr noundef nonnull %1, i32 noundef %28)
  %289 = icmp eq i32 %288, 0
  br i1 %289, label %349, label %290

290:                                              ; preds = %287
  %291 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 10
  store i32 %288, ptr %291, align 4
  %292 = zext i32 %288 to i64
  %293 = shl nuw i64 %292, 32
  %294 = tail call i32 @llvm.cttz.i32(i32 %288, i1 true)
  %295 = zext nneg i32 %294 to i64
  %296 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %295
  %297 = load i32, ptr %296, align 4
  %298 = zext i32 %297 to i64
  %299 = or disjoint i64 %293, %298
  br label %349

300:                                              ; preds = %282
  %301 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 28
  %302 = load i32, ptr %301, align 4
  %303 = icmp ult i32 %302, 65536
  %304 = and i32 %302, 4096
  %305 = icmp eq i32 %304, 0
  %306 = or i1 %303, %305
  %307 = add i32 %302, 1
  store i32 %307, ptr %301, align 4
  %308 = sext i1 %306 to i32
  br label %309

309:                                              ; preds = %300, %323
  %310 = phi i64 [ 0, %300 ], [ %325, %323 ]
  %311 = phi i32 [ %308, %300 ], [ %324, %323 ]
  %312 = trunc i64 %310 to i32
  %313 = shl nuw i32 1, %312
  %314 = and i32 %313, %28
  %315 = icmp eq i32 %314, 0
  br i1 %315, label %323, label %316

316:                                              ; preds = %309
  %317 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %310
  %318 = load i32, ptr %317, align 4
  %319 = icmp ult i32 %318, %311
  br i1 %306, label %321, label %320

320:                                              ; preds = %316
  br i1 %319, label %323, label %322

321:                                              ; preds = %316
  br i1 %319, label %322, label %323

322:                                              ; preds = %321, %320
  br label %323

323:                                              ; preds = %320, %321, %322, %309
  %324 = phi i32 [ %318, %322 ], [ %311, %320 ], [ %311, %321 ], [ %311, %309 ]
  %325 = add nuw nsw i64 %310, 1
  %326 = icmp eq i64 %325, 32
  br i1 %326, label %337, label %309

327:                                              ; preds = %337
  %328 = and i32 %346, %28
  %329 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 10
  store i32 %328, ptr %329, align 4
  %330 = icmp ne i32 %328, %21
  %331 = zext i1 %330 to i32
  %332 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 11
  store i32 %331, ptr %332, align 8
  %333 = zext i32 %328 to i64
  %334 = shl nuw i64 %333, 32
  %335 = zext i32 %324 to i64
  %336 = or disjoint i64 %334, %335
  br label %349

337:                                              ; preds = %323, %337
  %338 = phi i64 [ %347, %337 ], [ 0, %323 ]
  %339 = phi i32 [ %346, %337 ], [ 0, %323 ]
  %340 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %338
  %341 = load i32, ptr %340, align 4
  %342 = icmp eq i32 %341, %324
  %343 = zext i1 %342 to i32
  %344 = trunc i64 %338 to i32
  %345 = shl nuw i32 %343, %344
  %346 = or i32 %345, %339
  %347 = add nuw nsw i64 %338, 1
  %348 = icmp eq i64 %347, 32
  br i1 %348, label %327, label %337

349:                                              ; preds = %279, %20, %276, %2, %287, %290, %327
  %350 = phi i64 [ %336, %327 ], [ %299, %290 ], [ 17179869183, %287 ], [ 12884901887, %2 ], [ 12884901887, %279 ], [ 4294967295, %20 ], [ 8589934591, %276 ]
  ret i64 %350
}

; Function Attrs: nounwind uwtable
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
  %12 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 18, i64 %11
  %13 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %70, label %16

16:                                               ; preds = %2, %63
  %17 = phi i32 [ %67, %63 ], [ %5, %2 ]
  %18 = phi i32 [ %68, %63 ], [ 0, %2 ]
  %19 = zext nneg i32 %17 to i64
  %20 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 3, i64 %19
  %21 = load i32, ptr %20, align 4
  %22 = icmp eq i32 %21, %8
  br i1 %22, label %63, label %23

23:                                               ; preds = %63, %16
  %24 = phi i32 [ %67, %63 ], [ %17, %16 ]
  %25 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %26 = mul i32 %8, 25
  %27 = add i32 %26, 3
  %28 = load ptr, ptr %25, align 8
  %29 = zext i32 %27 to i64
  %30 = getelementptr inbounds %struct.kh_fault, ptr %28, i64 %29
  %31 = load i64, ptr %30, align 8
  %32 = icmp eq i64 %31, 0
  br i1 %32, label %35, label %33

33:                                               ; preds = %23
  %34 = add i64 %31, 1
  store i64 %34, ptr %30, align 8
  br label %70

35:                                               ; preds = %23
  %36 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 7
  %37 = load i32, ptr %36, align 8
  %38 = shl i32 %37, 5
  %39 = add i32 %38, %24
  %40 = zext nneg i32 %24 to i64
  %41 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 3, i64 %40
  %42 = load i32, ptr %41, align 4
  %43 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %44 = load i32, ptr %43, align 4
  %45 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %46 = load ptr, ptr %45, align 8
  %47 = getelementptr inbounds %struct.kh_warp, ptr %46, i64 0, i32 7
  %48 = load i32, ptr %47, align 8
  %49 = shl i32 %48, 5
  %50 = or disjoint i32 %49, %5
  store i64 1, ptr %30, align 8
  %51 = getelementptr inbounds i8, ptr %30, i64 8
  store i64 0, ptr %51, align 8
  %52 = getelementptr inbounds i8, ptr %30, i64 16
  store i32 %44, ptr %52, align 8
  %53 = getelementptr inbounds i8, ptr %30, i64 20
  store i32 %50, ptr %53, align 4
  %54 = getelementptr inbounds i8, ptr %30, i64 24
  store i32 %42, ptr %54, align 8
  %55 = getelementptr inbounds i8, ptr %30, i64 28
  store i32 %44, ptr %55, align 4
  %56 = getelementptr inbounds i8, ptr %30, i64 32
  store i32 %39, ptr %56, align 8
  %57 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %58 = load ptr, ptr %57, align 8
  %59 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %60 = load i64, ptr %59, align 8
  %61 = add i64 %60, 1
  store i64 %61, ptr %59, align 8
  %62 = getelementptr inbounds i32, ptr %58, i64 %60
  store i32 %27, ptr %62, align 4
  br label %70

63:                                               ; preds = %16
  %64 = shl nuw i32 1, %18
  %65 = and i32 %64, %4
  %66 = icmp eq i32 %65, 0
  %67 = select i1 %66, i32 %17, i32 %18
  %68 = add nuw nsw i32 %18, 1
  %69 = icmp eq i32 %68, 32
  br i1 %69, label %23, label %16

70:                                               ; preds = %35, %33, %2
  %71 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 20
  %72 = load i32, ptr %71, align 4
  %73 = icmp eq i32 %72, 2
  %74 = zext i1 %73 to i32
  %75 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 18, i64 %11, i32 1
  %76 = load i32, ptr %75, align 4
  %77 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 19
  %78 = load i32, ptr %77, align 8
  %79 = icmp ne i32 %76, %78
  %80 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 18, i64 %11, i32 2
  %81 = load i32, ptr %80, align 4
  %82 = icmp ne i32 %81, %74
  %83 = load i32, ptr %12, align 4
  %84 = icmp ne i32 %83, 0
  %85 = select i1 %79, i1 true, i1 %82
  %86 = select i1 %84, i1 %85, i1 false
  br i1 %86, label %87, label %188

87:                                               ; preds = %70
  %88 = load ptr, ptr %0, align 8
  %89 = getelementptr inbounds %struct.kh_launch, ptr %88, i64 0, i32 9
  %90 = load i32, ptr %89, align 4
  %91 = icmp eq i32 %90, 0
  br i1 %91, label %118, label %92

92:                                               ; preds = %87
  %93 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 1
  %94 = load ptr, ptr %93, align 8
  %95 = zext i32 %90 to i64
  br label %96

96:                                               ; preds = %115, %92
  %97 = phi i64 [ 0, %92 ], [ %116, %115 ]
  %98 = getelementptr inbounds %struct.kh_warp, ptr %94, i64 %97, i32 26
  %99 = load i32, ptr %98, align 4
  %100 = icmp eq i32 %99, 0
  br i1 %100, label %115, label %101

101:                                              ; preds = %96
  %102 = getelementptr inbounds %struct.kh_warp, ptr %94, i64 %97, i32 18
  %103 = load i32, ptr %102, align 4
  %104 = icmp eq i32 %103, %10
  br i1 %104, label %105, label %115

105:                                              ; preds = %101
  %106 = trunc i64 %97 to i32
  %107 = getelementptr inbounds %struct.kh_warp, ptr %94, i64 %97, i32 9
  %108 = load i32, ptr %107, align 8
  %109 = tail call i32 @llvm.cttz.i32(i32 %108, i1 true)
  %110 = zext nneg i32 %109 to i64
  %111 = getelementptr inbounds %struct.kh_warp, ptr %94, i64 %97, i32 3, i64 %110
  %112 = load i32, ptr %111, align 4
  %113 = shl i32 %106, 5
  %114 = or disjoint i32 %109, %113
  br label %118

115:                                              ; preds = %101, %96
  %116 = add nuw nsw i64 %97, 1
  %117 = icmp eq i64 %116, %95
  br i1 %117, label %118, label %96

118:                                              ; preds = %115, %87, %105
  %119 = phi i32 [ -1, %87 ], [ %112, %105 ], [ -1, %115 ]
  %120 = phi i32 [ -1, %87 ], [ %114, %105 ], [ -1, %115 ]
  br i1 %79, label %121, label %155

121:                                              ; preds = %118
  %122 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %123 = mul i32 %8, 25
  %124 = add i32 %123, 6
  %125 = load ptr, ptr %122, align 8
  %126 = zext i32 %124 to i64
  %127 = getelementptr inbounds %struct.kh_fault, ptr %125, i64 %126
  %128 = load i64, ptr %127, align 8
  %129 = icmp eq i64 %128, 0
  br i1 %129, label %132, label %130

130:                                              ; preds = %121
  %131 = add i64 %128, 1
  store i64 %131, ptr %127, align 8
  br label %155

132:                                              ; preds = %121
  %133 = zext i32 %78 to i64
  %134 = shl nuw nsw i64 %133, 5
  %135 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %136 = load i32, ptr %135, align 4
  %137 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %138 = load ptr, ptr %137, align 8
  %139 = getelementptr inbounds %struct.kh_warp, ptr %138, i64 0, i32 7
  %140 = load i32, ptr %139, align 8
  %141 = shl i32 %140, 5
  %142 = or disjoint i32 %141, %5
  store i64 1, ptr %127, align 8
  %143 = getelementptr inbounds i8, ptr %127, i64 8
  store i64 %134, ptr %143, align 8
  %144 = getelementptr inbounds i8, ptr %127, i64 16
  store i32 %136, ptr %144, align 8
  %145 = getelementptr inbounds i8, ptr %127, i64 20
  store i32 %142, ptr %145, align 4
  %146 = getelementptr inbounds i8, ptr %127, i64 24
  store i32 %119, ptr %146, align 8
  %147 = getelementptr inbounds i8, ptr %127, i64 28
  store i32 %136, ptr %147, align 4
  %148 = getelementptr inbounds i8, ptr %127, i64 32
  store i32 %120, ptr %148, align 8
  %149 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %150 = load ptr, ptr %149, align 8
  %151 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %152 = load i64, ptr %151, align 8
  %153 = add i64 %152, 1
  store i64 %153, ptr %151, align 8
  %154 = getelementptr inbounds i32, ptr %150, i64 %152
  store i32 %124, ptr %154, align 4
  br label %155

155:                                              ; preds = %132, %130, %118
  br i1 %82, label %156, label %188

156:                                              ; preds = %155
  %157 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %158 = mul i32 %8, 25
  %159 = add i32 %158, 7
  %160 = load ptr, ptr %157, align 8
  %161 = zext i32 %159 to i64
  %162 = getelementptr inbounds %struct.kh_fault, ptr %160, i64 %161
  %163 = load i64, ptr %162, align 8
  %164 = icmp eq i64 %163, 0
  br i1 %164, label %167, label %165

165:                                              ; preds = %156
  %166 = add i64 %163, 1
  store i64 %166, ptr %162, align 8
  br label %188

167:                                              ; preds = %156
  %168 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %169 = load i32, ptr %168, align 4
  %170 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %171 = load ptr, ptr %170, align 8
  %172 = getelementptr inbounds %struct.kh_warp, ptr %171, i64 0, i32 7
  %173 = load i32, ptr %172, align 8
  %174 = shl i32 %173, 5
  %175 = or disjoint i32 %174, %5
  store i64 1, ptr %162, align 8
  %176 = getelementptr inbounds i8, ptr %162, i64 8
  store i64 %11, ptr %176, align 8
  %177 = getelementptr inbounds i8, ptr %162, i64 16
  store i32 %169, ptr %177, align 8
  %178 = getelementptr inbounds i8, ptr %162, i64 20
  store i32 %175, ptr %178, align 4
  %179 = getelementptr inbounds i8, ptr %162, i64 24
  store i32 %119, ptr %179, align 8
  %180 = getelementptr inbounds i8, ptr %162, i64 28
  store i32 %169, ptr %180, align 4
  %181 = getelementptr inbounds i8, ptr %162, i64 32
  store i32 %120, ptr %181, align 8
  %182 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %183 = load ptr, ptr %182, align 8
  %184 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %185 = load i64, ptr %184, align 8
  %186 = add i64 %185, 1
  store i64 %186, ptr %184, align 8
  %187 = getelementptr inbounds i32, ptr %183, i64 %185
  store i32 %159, ptr %187, align 4
  br label %188

188:                                              ; preds = %155, %165, %167, %70
  %189 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 17
  %190 = load i32, ptr %189, align 8
  %191 = load i32, ptr %3, align 8
  %192 = and i32 %191, %190
  %193 = tail call i32 @llvm.ctpop.i32(i32 %192)
  %194 = load i32, ptr %12, align 4
  %195 = add i32 %194, 1
  store i32 %195, ptr %12, align 4
  %196 = load i32, ptr %77, align 8
  store i32 %196, ptr %75, align 4
  store i32 %74, ptr %80, align 4
  %197 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 18, i64 %11, i32 3
  %198 = load i32, ptr %197, align 4
  %199 = add i32 %198, %193
  store i32 %199, ptr %197, align 4
  %200 = icmp ne i32 %192, 0
  %201 = zext i1 %200 to i32
  %202 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 18, i64 %11, i32 5
  %203 = load i32, ptr %202, align 4
  %204 = or i32 %203, %201
  store i32 %204, ptr %202, align 4
  %205 = load i32, ptr %189, align 8
  %206 = load i32, ptr %3, align 8
  %207 = and i32 %206, %205
  %208 = icmp eq i32 %207, %206
  %209 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 18, i64 %11, i32 4
  %210 = load i32, ptr %209, align 4
  %211 = and i32 %210, 1
  %212 = select i1 %208, i32 %211, i32 0
  store i32 %212, ptr %209, align 4
  %213 = load ptr, ptr %0, align 8
  %214 = getelementptr inbounds %struct.kh_launch, ptr %213, i64 0, i32 21
  %215 = load i32, ptr %214, align 8
  %216 = and i32 %215, 2
  %217 = icmp eq i32 %216, 0
  br i1 %217, label %219, label %218

218:                                              ; preds = %188
  tail call void @kh_closer_barrier(ptr noundef nonnull %0, i32 noundef %10, i32 noundef 0)
  br label %219

219:                                              ; preds = %218, %188
  %220 = load i32, ptr %71, align 4
  %221 = icmp eq i32 %220, 1
  br i1 %221, label %222, label %224

222:                                              ; preds = %219
  %223 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 16
  store i32 0, ptr %223, align 4
  tail call void @kh_open_if_complete(ptr noundef nonnull %0, i32 noundef %10)
  br label %226

224:                                              ; preds = %219
  %225 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 26
  store i32 1, ptr %225, align 4
  br label %226

226:                                              ; preds = %224, %222
  %227 = phi i32 [ 0, %222 ], [ 1, %224 ]
  ret i32 %227
}

; Function Attrs: nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none) uwtable
define i32 @kh_schedule_lanes(ptr nocapture noundef readonly %0, ptr nocapture noundef %1, i32 noundef %2) #5 {
  %4 = load ptr, ptr %0, align 8
  %5 = getelementptr inbounds %struct.kh_launch, ptr %4, i64 0, i32 16
  %6 = load i64, ptr %5, align 8
  %7 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 6
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 5
  %10 = load i64, ptr %9, align 8
  %11 = sub i64 %8, %10
  %12 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 9
  %13 = load i32, ptr %12, align 8
  %14 = tail call i32 @llvm.ctpop.i32(i32 %13)
  %15 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 10
  %16 = load i32, ptr %15, align 4
  %17 = and i32 %16, %13
  %18 = tail call i32 @llvm.ctpop.i32(i32 %17)
  %19 = icmp ult i32 %18, %14
  br i1 %19, label %23, label %20

20:                                               ; preds = %3
  %21 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 34
  %22 = load i64, ptr %21, align 8
  br label %36

23:                                               ; preds = %3
  %24 = zext nneg i32 %14 to i64
  %25 = zext nneg i32 %18 to i64
  %26 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 33
  %27 = load i64, ptr %26, align 8
  %28 = sub i64 %11, %27
  %29 = sub nsw i64 %24, %25
  %30 = shl nsw i64 %29, 16
  %31 = udiv i64 %30, %24
  %32 = mul i64 %28, %31
  %33 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 34
  %34 = load i64, ptr %33, align 8
  %35 = add i64 %34, %32
  store i64 %35, ptr %33, align 8
  br label %36

36:                                               ; preds = %20, %23
  %37 = phi i64 [ %22, %20 ], [ %35, %23 ]
  %38 = lshr i64 %37, 16
  %39 = mul i64 %6, 3
  %40 = tail call i64 @llvm.umin.i64(i64 %38, i64 %39)
  %41 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 35
  store i64 %40, ptr %41, align 8
  %42 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 33
  store i64 %11, ptr %42, align 8
  %43 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 31
  %44 = load i32, ptr %43, align 8
  %45 = icmp eq i32 %44, 0
  br i1 %45, label %206, label %46

46:                                               ; preds = %36
  %47 = load ptr, ptr %0, align 8
  %48 = getelementptr inbounds %struct.kh_launch, ptr %47, i64 0, i32 9
  %49 = load i32, ptr %48, align 4
  %50 = icmp ugt i32 %49, 1
  br i1 %50, label %51, label %53

51:                                               ; preds = %46
  %52 = add i32 %44, -1
  store i32 %52, ptr %43, align 8
  br label %53

53:                                               ; preds = %51, %46
  %54 = tail call i32 @llvm.cttz.i32(i32 %2, i1 true)
  %55 = zext nneg i32 %54 to i64
  %56 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %55
  %57 = load i32, ptr %56, align 4
  br label %62

58:                                               ; preds = %62
  %59 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 15
  %60 = load i32, ptr %59, align 8
  %61 = icmp eq i32 %60, 0
  br i1 %61, label %74, label %114

62:                                               ; preds = %53, %62
  %63 = phi i64 [ 0, %53 ], [ %72, %62 ]
  %64 = phi i32 [ 0, %53 ], [ %71, %62 ]
  %65 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %63
  %66 = load i32, ptr %65, align 4
  %67 = icmp eq i32 %66, %57
  %68 = zext i1 %67 to i32
  %69 = trunc i64 %63 to i32
  %70 = shl nuw i32 %68, %69
  %71 = or i32 %70, %64
  %72 = add nuw nsw i64 %63, 1
  %73 = icmp eq i64 %72, 32
  br i1 %73, label %58, label %62

74:                                               ; preds = %58
  %75 = and i32 %71, %2
  %76 = xor i32 %75, -1
  %77 = and i32 %13, %76
  %78 = icmp eq i32 %77, 0
  br i1 %78, label %79, label %114

79:                                               ; preds = %74
  %80 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 32
  %81 = load i64, ptr %80, align 8
  %82 = add i64 %81, -7046029254386353131
  store i64 %82, ptr %80, align 8
  %83 = lshr i64 %82, 30
  %84 = xor i64 %83, %82
  %85 = mul i64 %84, -4658895280553007687
  %86 = lshr i64 %85, 27
  %87 = xor i64 %86, %85
  %88 = mul i64 %87, -7723592293110705685
  %89 = lshr i64 %88, 31
  %90 = xor i64 %89, %88
  %91 = trunc i64 %90 to i32
  %92 = lshr i32 %91, 8
  %93 = and i32 %92, 31
  %94 = and i64 %90, 7
  switch i64 %94, label %102 [
    i64 0, label %104
    i64 1, label %95
    i64 2, label %96
    i64 3, label %98
    i64 4, label %99
  ]

95:                                               ; preds = %79
  br label %104

96:                                               ; preds = %79
  %97 = shl nuw i32 1, %93
  br label %104

98:                                               ; preds = %79
  br label %104

99:                                               ; preds = %79
  %100 = lshr i64 %90, 32
  %101 = trunc i64 %100 to i32
  br label %104

102:                                              ; preds = %79
  %103 = shl nsw i32 -1, %93
  br label %104

104:                                              ; preds = %79, %95, %96, %98, %99, %102
  %105 = phi i32 [ %103, %102 ], [ %101, %99 ], [ 65535, %98 ], [ %97, %96 ], [ 1431655765, %95 ], [ -1, %79 ]
  %106 = lshr i32 %91, 16
  %107 = and i32 %106, 1
  %108 = add nsw i32 %107, -1
  %109 = xor i32 %105, %108
  %110 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 29
  store i32 %109, ptr %110, align 8
  %111 = lshr i32 %91, 17
  %112 = and i32 %111, 1
  %113 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 30
  store i32 %112, ptr %113, align 4
  br label %114

114:                                              ; preds = %104, %74, %58
  %115 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 32
  %116 = load i64, ptr %115, align 8
  %117 = add i64 %116, -7046029254386353131
  store i64 %117, ptr %115, align 8
  %118 = lshr i64 %117, 30
  %119 = xor i64 %118, %117
  %120 = mul i64 %119, -4658895280553007687
  %121 = lshr i64 %120, 27
  %122 = xor i64 %121, %120
  %123 = mul i64 %122, -7723592293110705685
  %124 = lshr i64 %123, 31
  %125 = xor i64 %124, %123
  %126 = and i64 %125, 31
  %127 = icmp eq i64 %126, 0
  %128 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 29
  %129 = load i32, ptr %128, align 8
  br i1 %127, label %130, label %132

130:                                              ; preds = %114
  %131 = xor i32 %129, -1
  store i32 %131, ptr %128, align 8
  br label %132

132:                                              ; preds = %114, %130
  %133 = phi i32 [ %131, %130 ], [ %129, %114 ]
  %134 = and i32 %133, %2
  %135 = icmp eq i32 %134, 0
  %136 = select i1 %135, i32 %2, i32 %134
  %137 = and i64 %125, 1792
  %138 = icmp eq i64 %137, 0
  br i1 %138, label %139, label %158

139:                                              ; preds = %132
  %140 = lshr i64 %125, 16
  %141 = trunc i64 %140 to i32
  %142 = tail call i32 @llvm.ctpop.i32(i32 %136)
  %143 = urem i32 %141, %142
  %144 = icmp eq i32 %143, 0
  br i1 %144, label %145, label %151

145:                                              ; preds = %151, %139
  %146 = phi i32 [ %136, %139 ], [ %155, %151 ]
  %147 = tail call i32 @llvm.cttz.i32(i32 %146, i1 true)
  %148 = zext nneg i32 %147 to i64
  %149 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %148
  %150 = load i32, ptr %149, align 4
  br label %185

151:                                              ; preds = %139, %151
  %152 = phi i32 [ %156, %151 ], [ %143, %139 ]
  %153 = phi i32 [ %155, %151 ], [ %136, %139 ]
  %154 = add i32 %153, -1
  %155 = and i32 %154, %153
  %156 = add nsw i32 %152, -1
  %157 = icmp eq i32 %156, 0
  br i1 %157, label %145, label %151

158:                                              ; preds = %132
  %159 = tail call i32 @llvm.cttz.i32(i32 %136, i1 true)
  %160 = zext nneg i32 %159 to i64
  %161 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %160
  %162 = load i32, ptr %161, align 4
  %163 = icmp eq i32 %136, 0
  br i1 %163, label %185, label %164

164:                                              ; preds = %158
  %165 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 30
  %166 = load i32, ptr %165, align 4
  %167 = icmp eq i32 %166, 0
  br label %168

168:                                              ; preds = %164, %180
  %169 = phi i32 [ %136, %164 ], [ %183, %180 ]
  %170 = phi i32 [ %162, %164 ], [ %181, %180 ]
  %171 = tail call i32 @llvm.cttz.i32(i32 %169, i1 true)
  %172 = zext nneg i32 %171 to i64
  %173 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %172
  %174 = load i32, ptr %173, align 4
  br i1 %167, label %177, label %175

175:                                              ; preds = %168
  %176 = icmp ugt i32 %174, %170
  br i1 %176, label %179, label %180

177:                                              ; preds = %168
  %178 = icmp ult i32 %174, %170
  br i1 %178, label %179, label %180

179:                                              ; preds = %177, %175
  br label %180

180:                                              ; preds = %179, %177, %175
  %181 = phi i32 [ %174, %179 ], [ %170, %175 ], [ %170, %177 ]
  %182 = add i32 %169, -1
  %183 = and i32 %182, %169
  %184 = icmp eq i32 %183, 0
  br i1 %184, label %185, label %168

185:                                              ; preds = %180, %158, %145
  %186 = phi i32 [ %150, %145 ], [ %162, %158 ], [ %181, %180 ]
  br label %194

187:                                              ; preds = %194
  %188 = and i32 %203, %136
  %189 = and i32 %188, %60
  %190 = icmp eq i32 %189, 0
  %191 = and i32 %60, %2
  %192 = and i32 %191, %203
  %193 = select i1 %190, i32 %188, i32 %192
  br label %206

194:                                              ; preds = %185, %194
  %195 = phi i64 [ 0, %185 ], [ %204, %194 ]
  %196 = phi i32 [ 0, %185 ], [ %203, %194 ]
  %197 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %195
  %198 = load i32, ptr %197, align 4
  %199 = icmp eq i32 %198, %186
  %200 = zext i1 %199 to i32
  %201 = trunc i64 %195 to i32
  %202 = shl nuw i32 %200, %201
  %203 = or i32 %202, %196
  %204 = add nuw nsw i64 %195, 1
  %205 = icmp eq i64 %204, 32
  br i1 %205, label %187, label %194

206:                                              ; preds = %36, %187
  %207 = phi i32 [ %193, %187 ], [ 0, %36 ]
  ret i32 %207
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
  %9 = mul i32 %6, 25
  %10 = add i32 %9, 14
  %11 = zext i32 %10 to i64
  %12 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %13 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %14 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %15 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %16 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11
  %17 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 27
  br label %19

18:                                               ; preds = %74
  ret void

19:                                               ; preds = %7, %74
  %20 = phi i64 [ 0, %7 ], [ %75, %74 ]
  %21 = trunc i64 %20 to i32
  %22 = shl nuw i32 1, %21
  %23 = and i32 %22, %2
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %74, label %25

25:                                               ; preds = %19
  %26 = getelementptr inbounds i32, ptr %3, i64 %20
  %27 = load i32, ptr %26, align 4
  %28 = icmp ult i32 %27, %5
  br i1 %28, label %29, label %34

29:                                               ; preds = %25
  %30 = zext i32 %27 to i64
  %31 = getelementptr inbounds i32, ptr %4, i64 %30
  %32 = load i32, ptr %31, align 4
  %33 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %20
  store i32 %32, ptr %33, align 4
  br label %74

34:                                               ; preds = %25
  %35 = load ptr, ptr %8, align 8
  %36 = getelementptr inbounds %struct.kh_fault, ptr %35, i64 %11
  %37 = load i64, ptr %36, align 8
  %38 = icmp eq i64 %37, 0
  br i1 %38, label %41, label %39

39:                                               ; preds = %34
  %40 = add i64 %37, 1
  store i64 %40, ptr %36, align 8
  br label %59

41:                                               ; preds = %34
  %42 = zext i32 %27 to i64
  %43 = load i32, ptr %12, align 4
  %44 = load ptr, ptr %13, align 8
  %45 = getelementptr inbounds %struct.kh_warp, ptr %44, i64 0, i32 7
  %46 = load i32, ptr %45, align 8
  %47 = shl i32 %46, 5
  %48 = or disjoint i32 %47, %21
  store i64 1, ptr %36, align 8
  %49 = getelementptr inbounds i8, ptr %36, i64 8
  store i64 %42, ptr %49, align 8
  %50 = getelementptr inbounds i8, ptr %36, i64 16
  store i32 %43, ptr %50, align 8
  %51 = getelementptr inbounds i8, ptr %36, i64 20
  store i32 %48, ptr %51, align 4
  %52 = getelementptr inbounds i8, ptr %36, i64 24
  store i32 -1, ptr %52, align 8
  %53 = getelementptr inbounds i8, ptr %36, i64 28
  store i32 %43, ptr %53, align 4
  %54 = getelementptr inbounds i8, ptr %36, i64 32
  store i32 -1, ptr %54, align 8
  %55 = load ptr, ptr %14, align 8
  %56 = load i64, ptr %15, align 8
  %57 = add i64 %56, 1
  store i64 %57, ptr %15, align 8
  %58 = getelementptr inbounds i32, ptr %55, i64 %56
  store i32 %10, ptr %58, align 4
  br label %59

59:                                               ; preds = %39, %41
  %60 = load ptr, ptr %0, align 8
  %61 = getelementptr inbounds %struct.kh_launch, ptr %60, i64 0, i32 19
  %62 = load atomic i64, ptr %61 monotonic, align 8
  br label %63

63:                                               ; preds = %67, %59
  %64 = phi i64 [ %62, %59 ], [ %72, %67 ]
  %65 = load i64, ptr %16, align 8
  %66 = icmp ult i64 %65, %64
  br i1 %66, label %67, label %73

67:                                               ; preds = %63
  %68 = load ptr, ptr %0, align 8
  %69 = getelementptr inbounds %struct.kh_launch, ptr %68, i64 0, i32 19
  %70 = cmpxchg ptr %69, i64 %64, i64 %65 monotonic monotonic, align 8
  %71 = extractvalue { i64, i1 } %70, 1
  %72 = extractvalue { i64, i1 } %70, 0
  br i1 %71, label %73, label %63

73:                                               ; preds = %63, %67
  store i32 1, ptr %17, align 8
  br label %74

74:                                               ; preds = %29, %73, %19
  %75 = add nuw nsw i64 %20, 1
  %76 = icmp eq i64 %75, 32
  br i1 %76, label %18, label %19
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable
define void @kh_exit(ptr nocapture noundef %0, i32 noundef %1) #6 {
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

; Function Attrs: nounwind uwtable
define i32 @kh_warp_sync(ptr nocapture noundef %0, ptr nocapture noundef %1, i32 noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5, i32 noundef %6) #4 {
  %8 = tail call i32 @llvm.cttz.i32(i32 %2, i1 true)
  %9 = zext nneg i32 %8 to i64
  %10 = getelementptr inbounds i32, ptr %3, i64 %9
  %11 = load i32, ptr %10, align 4
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 23
  %14 = load i64, ptr %13, align 8
  %15 = icmp ne i64 %14, 0
  br i1 %15, label %16, label %25

16:                                               ; preds = %7
  %17 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 15
  %18 = load i32, ptr %17, align 8
  %19 = xor i32 %18, -1
  %20 = and i32 %19, %2
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %22, label %62

22:                                               ; preds = %16
  %23 = xor i32 %2, -1
  %24 = and i32 %18, %23
  store i32 %24, ptr %17, align 8
  br label %392

25:                                               ; preds = %7
  %26 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 12
  %27 = load i32, ptr %26, align 4
  %28 = icmp eq i32 %27, 0
  br i1 %28, label %29, label %62

29:                                               ; preds = %25
  %30 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 15
  %31 = load i32, ptr %30, align 8
  %32 = icmp eq i32 %31, 0
  br i1 %32, label %33, label %62

33:                                               ; preds = %29
  %34 = xor i32 %11, -1
  %35 = and i32 %34, %2
  %36 = icmp eq i32 %35, 0
  br i1 %36, label %37, label %62

37:                                               ; preds = %33
  %38 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 9
  %39 = load i32, ptr %38, align 8
  %40 = xor i32 %2, -1
  %41 = and i32 %39, %40
  %42 = and i32 %41, %11
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %44, label %62

44:                                               ; preds = %37, %55
  %45 = phi i64 [ %58, %55 ], [ 0, %37 ]
  %46 = phi i32 [ %57, %55 ], [ 0, %37 ]
  %47 = trunc i64 %45 to i32
  %48 = shl nuw i32 1, %47
  %49 = and i32 %48, %2
  %50 = icmp eq i32 %49, 0
  br i1 %50, label %55, label %51

51:                                               ; preds = %44
  %52 = getelementptr inbounds i32, ptr %3, i64 %45
  %53 = load i32, ptr %52, align 4
  %54 = xor i32 %53, %11
  br label %55

55:                                               ; preds = %51, %44
  %56 = phi i32 [ %54, %51 ], [ 0, %44 ]
  %57 = or i32 %56, %46
  %58 = add nuw nsw i64 %45, 1
  %59 = icmp eq i64 %58, 32
  br i1 %59, label %60, label %44

60:                                               ; preds = %55
  %61 = icmp eq i32 %57, 0
  br i1 %61, label %392, label %62

62:                                               ; preds = %16, %60, %37, %33, %29, %25
  br label %63

63:                                               ; preds = %62, %63
  %64 = phi i64 [ %73, %63 ], [ 0, %62 ]
  %65 = phi i32 [ %72, %63 ], [ 0, %62 ]
  %66 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %64
  %67 = load i32, ptr %66, align 4
  %68 = icmp eq i32 %67, %4
  %69 = zext i1 %68 to i32
  %70 = trunc i64 %64 to i32
  %71 = shl nuw i32 %69, %70
  %72 = or i32 %71, %65
  %73 = add nuw nsw i64 %64, 1
  %74 = icmp eq i64 %73, 32
  br i1 %74, label %75, label %63

75:                                               ; preds = %63
  %76 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 12
  %77 = load i32, ptr %76, align 4
  %78 = and i32 %77, %72
  %79 = or i32 %78, %2
  %80 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 15
  %81 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %82 = mul i32 %5, 25
  %83 = add i32 %82, 9
  %84 = zext i32 %83 to i64
  %85 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %86 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %87 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %88 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %89 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 9
  %90 = xor i32 %79, -1
  br label %95

91:                                               ; preds = %169
  %92 = add i32 %82, 10
  %93 = zext i32 %92 to i64
  %94 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 7
  br label %186

95:                                               ; preds = %75, %169
  %96 = phi i64 [ 0, %75 ], [ %171, %169 ]
  %97 = phi i32 [ 0, %75 ], [ %170, %169 ]
  %98 = trunc i64 %96 to i32
  %99 = shl nuw i32 1, %98
  %100 = and i32 %99, %79
  %101 = icmp eq i32 %100, 0
  br i1 %101, label %169, label %102

102:                                              ; preds = %95
  %103 = load i32, ptr %80, align 8
  %104 = xor i32 %103, -1
  %105 = and i32 %104, %2
  %106 = and i32 %105, %99
  %107 = icmp eq i32 %106, 0
  br i1 %107, label %138, label %108

108:                                              ; preds = %102
  %109 = getelementptr inbounds i32, ptr %3, i64 %96
  %110 = load i32, ptr %109, align 4
  %111 = and i32 %110, %99
  %112 = icmp eq i32 %111, 0
  br i1 %112, label %113, label %138

113:                                              ; preds = %108
  %114 = load ptr, ptr %81, align 8
  %115 = getelementptr inbounds %struct.kh_fault, ptr %114, i64 %84
  %116 = load i64, ptr %115, align 8
  %117 = icmp eq i64 %116, 0
  br i1 %117, label %120, label %118

118:                                              ; preds = %113
  %119 = add i64 %116, 1
  store i64 %119, ptr %115, align 8
  br label %138

120:                                              ; preds = %113
  %121 = zext i32 %110 to i64
  %122 = load i32, ptr %85, align 4
  %123 = load ptr, ptr %86, align 8
  %124 = getelementptr inbounds %struct.kh_warp, ptr %123, i64 0, i32 7
  %125 = load i32, ptr %124, align 8
  %126 = shl i32 %125, 5
  %127 = add nuw nsw i32 %126, %98
  store i64 1, ptr %115, align 8
  %128 = getelementptr inbounds i8, ptr %115, i64 8
  store i64 %121, ptr %128, align 8
  %129 = getelementptr inbounds i8, ptr %115, i64 16
  store i32 %122, ptr %129, align 8
  %130 = getelementptr inbounds i8, ptr %115, i64 20
  store i32 %127, ptr %130, align 4
  %131 = getelementptr inbounds i8, ptr %115, i64 24
  store i32 -1, ptr %131, align 8
  %132 = getelementptr inbounds i8, ptr %115, i64 28
  store i32 %122, ptr %132, align 4
  %133 = getelementptr inbounds i8, ptr %115, i64 32
  store i32 -1, ptr %133, align 8
  %134 = load ptr, ptr %87, align 8
  %135 = load i64, ptr %88, align 8
  %136 = add i64 %135, 1
  store i64 %136, ptr %88, align 8
  %137 = getelementptr inbounds i32, ptr %134, i64 %135
  store i32 %83, ptr %137, align 4
  br label %138

138:                                              ; preds = %120, %118, %108, %102
  %139 = getelementptr inbounds i32, ptr %3, i64 %96
  %140 = load i32, ptr %139, align 4
  %141 = load i32, ptr %89, align 8
  %142 = and i32 %141, %140
  %143 = load i32, ptr %80, align 8
  %144 = and i32 %143, %99
  %145 = icmp eq i32 %144, 0
  br i1 %145, label %146, label %167

146:                                              ; preds = %138
  %147 = and i32 %142, %90
  %148 = icmp eq i32 %147, 0
  br i1 %148, label %149, label %169

149:                                              ; preds = %146, %160
  %150 = phi i64 [ %163, %160 ], [ 0, %146 ]
  %151 = phi i32 [ %162, %160 ], [ 0, %146 ]
  %152 = trunc i64 %150 to i32
  %153 = shl nuw i32 1, %152
  %154 = and i32 %153, %142
  %155 = icmp eq i32 %154, 0
  br i1 %155, label %160, label %156

156:                                              ; preds = %149
  %157 = getelementptr inbounds i32, ptr %3, i64 %150
  %158 = load i32, ptr %157, align 4
  %159 = xor i32 %158, %140
  br label %160

160:                                              ; preds = %156, %149
  %161 = phi i32 [ %159, %156 ], [ 0, %149 ]
  %162 = or i32 %161, %151
  %163 = add nuw nsw i64 %150, 1
  %164 = icmp eq i64 %163, 32
  br i1 %164, label %165, label %149

165:                                              ; preds = %160
  %166 = icmp eq i32 %162, 0
  br i1 %166, label %167, label %169

167:                                              ; preds = %165, %138
  %168 = or i32 %97, %99
  br label %169

169:                                              ; preds = %146, %165, %167, %95
  %170 = phi i32 [ %97, %95 ], [ %168, %167 ], [ %97, %146 ], [ %97, %165 ]
  %171 = add nuw nsw i64 %96, 1
  %172 = icmp eq i64 %171, 32
  br i1 %172, label %91, label %95

173:                                              ; preds = %239
  %174 = load i32, ptr %80, align 8
  %175 = and i32 %174, %90
  store i32 %175, ptr %80, align 8
  %176 = xor i32 %170, -1
  %177 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 14
  %178 = load i32, ptr %177, align 4
  %179 = and i32 %178, %176
  store i32 %179, ptr %177, align 4
  %180 = load i32, ptr %76, align 4
  %181 = and i32 %180, %90
  %182 = and i32 %79, %176
  %183 = or i32 %181, %182
  store i32 %183, ptr %76, align 4
  %184 = icmp eq i32 %6, 0
  %185 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 13
  br label %247

186:                                              ; preds = %91, %239
  %187 = phi i64 [ 0, %91 ], [ %240, %239 ]
  %188 = trunc i64 %187 to i32
  %189 = shl nuw i32 1, %188
  %190 = and i32 %189, %170
  %191 = icmp eq i32 %190, 0
  br i1 %191, label %239, label %192

192:                                              ; preds = %186
  %193 = getelementptr inbounds i32, ptr %3, i64 %187
  %194 = load i32, ptr %193, align 4
  br label %195

195:                                              ; preds = %206, %192
  %196 = phi i64 [ 0, %192 ], [ %207, %206 ]
  %197 = trunc i64 %196 to i32
  %198 = shl nuw i32 1, %197
  %199 = and i32 %170, %198
  %200 = and i32 %199, %194
  %201 = icmp eq i32 %200, 0
  br i1 %201, label %206, label %202

202:                                              ; preds = %195
  %203 = getelementptr inbounds i32, ptr %3, i64 %196
  %204 = load i32, ptr %203, align 4
  %205 = icmp eq i32 %204, %194
  br i1 %205, label %206, label %209

206:                                              ; preds = %202, %195
  %207 = add nuw nsw i64 %196, 1
  %208 = icmp eq i64 %207, 32
  br i1 %208, label %239, label %195

209:                                              ; preds = %202
  %210 = icmp ult i32 %197, 32
  br i1 %210, label %211, label %239

211:                                              ; preds = %209
  %212 = load ptr, ptr %81, align 8
  %213 = getelementptr inbounds %struct.kh_fault, ptr %212, i64 %93
  %214 = load i64, ptr %213, align 8
  %215 = icmp eq i64 %214, 0
  br i1 %215, label %218, label %216

216:                                              ; preds = %211
  %217 = add i64 %214, 1
  store i64 %217, ptr %213, align 8
  br label %239

218:                                              ; preds = %211
  %219 = load i32, ptr %94, align 8
  %220 = shl i32 %219, 5
  %221 = or disjoint i32 %220, %197
  %222 = zext i32 %194 to i64
  %223 = load i32, ptr %85, align 4
  %224 = load ptr, ptr %86, align 8
  %225 = getelementptr inbounds %struct.kh_warp, ptr %224, i64 0, i32 7
  %226 = load i32, ptr %225, align 8
  %227 = shl i32 %226, 5
  %228 = add nuw nsw i32 %227, %188
  store i64 1, ptr %213, align 8
  %229 = getelementptr inbounds i8, ptr %213, i64 8
  store i64 %222, ptr %229, align 8
  %230 = getelementptr inbounds i8, ptr %213, i64 16
  store i32 %223, ptr %230, align 8
  %231 = getelementptr inbounds i8, ptr %213, i64 20
  store i32 %228, ptr %231, align 4
  %232 = getelementptr inbounds i8, ptr %213, i64 24
  store i32 -1, ptr %232, align 8
  %233 = getelementptr inbounds i8, ptr %213, i64 28
  store i32 %223, ptr %233, align 4
  %234 = getelementptr inbounds i8, ptr %213, i64 32
  store i32 %221, ptr %234, align 8
  %235 = load ptr, ptr %87, align 8
  %236 = load i64, ptr %88, align 8
  %237 = add i64 %236, 1
  store i64 %237, ptr %88, align 8
  %238 = getelementptr inbounds i32, ptr %235, i64 %236
  store i32 %92, ptr %238, align 4
  br label %239

239:                                              ; preds = %206, %186, %218, %216, %209
  %240 = add nuw nsw i64 %187, 1
  %241 = icmp eq i64 %240, 32
  br i1 %241, label %173, label %186

242:                                              ; preds = %271
  %243 = icmp ne i32 %6, 0
  %244 = and i1 %243, %15
  %245 = icmp ne i32 %170, 0
  %246 = select i1 %244, i1 %245, i1 false
  br i1 %246, label %274, label %384

247:                                              ; preds = %173, %271
  %248 = phi i64 [ 0, %173 ], [ %272, %271 ]
  %249 = trunc i64 %248 to i32
  %250 = shl nuw i32 1, %249
  %251 = and i32 %250, %182
  %252 = icmp eq i32 %251, 0
  br i1 %252, label %271, label %253

253:                                              ; preds = %247
  %254 = getelementptr inbounds i32, ptr %3, i64 %248
  %255 = load i32, ptr %254, align 4
  %256 = and i32 %255, %170
  %257 = icmp ne i32 %256, 0
  %258 = zext i1 %257 to i32
  %259 = shl nuw i32 %258, %249
  %260 = load i32, ptr %177, align 4
  %261 = or i32 %259, %260
  store i32 %261, ptr %177, align 4
  %262 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %248
  store i32 %4, ptr %262, align 4
  %263 = load i32, ptr %254, align 4
  %264 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 2, i64 %248
  store i32 %263, ptr %264, align 4
  %265 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 3, i64 %248
  store i32 %5, ptr %265, align 4
  %266 = load i32, ptr %185, align 8
  %267 = or i32 %266, %250
  %268 = xor i32 %250, -1
  %269 = and i32 %266, %268
  %270 = select i1 %184, i32 %269, i32 %267
  store i32 %270, ptr %185, align 8
  br label %271

271:                                              ; preds = %247, %253
  %272 = add nuw nsw i64 %248, 1
  %273 = icmp eq i64 %272, 32
  br i1 %273, label %242, label %247

274:                                              ; preds = %242
  %275 = load ptr, ptr %0, align 8
  %276 = getelementptr inbounds %struct.kh_launch, ptr %275, i64 0, i32 21
  %277 = load i32, ptr %276, align 8
  %278 = and i32 %277, 3
  %279 = icmp eq i32 %278, 0
  br i1 %279, label %330, label %280

280:                                              ; preds = %274
  %281 = and i32 %277, 2
  %282 = icmp eq i32 %281, 0
  br i1 %282, label %283, label %329

283:                                              ; preds = %280
  %284 = icmp eq ptr %3, null
  br i1 %284, label %287, label %296

285:                                              ; preds = %307
  %286 = xor i32 %308, -1
  br label %287

287:                                              ; preds = %285, %283
  %288 = phi i32 [ 0, %283 ], [ %286, %285 ]
  %289 = load ptr, ptr %86, align 8
  %290 = getelementptr inbounds %struct.kh_warp, ptr %289, i64 0, i32 9
  %291 = load i32, ptr %290, align 8
  %292 = icmp eq i32 %291, %170
  %293 = and i32 %288, %170
  %294 = icmp eq i32 %293, 0
  %295 = select i1 %292, i1 %294, i1 false
  br i1 %295, label %311, label %330

296:                                              ; preds = %283, %307
  %297 = phi i64 [ %309, %307 ], [ 0, %283 ]
  %298 = phi i32 [ %308, %307 ], [ -1, %283 ]
  %299 = trunc i64 %297 to i32
  %300 = shl nuw i32 1, %299
  %301 = and i32 %300, %170
  %302 = icmp eq i32 %301, 0
  br i1 %302, label %307, label %303

303:                                              ; preds = %296
  %304 = getelementptr inbounds i32, ptr %3, i64 %297
  %305 = load i32, ptr %304, align 4
  %306 = and i32 %305, %298
  br label %307

307:                                              ; preds = %303, %296
  %308 = phi i32 [ %306, %303 ], [ %298, %296 ]
  %309 = add nuw nsw i64 %297, 1
  %310 = icmp eq i64 %309, 32
  br i1 %310, label %285, label %296

311:                                              ; preds = %287
  %312 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %313 = load ptr, ptr %312, align 8
  %314 = load i32, ptr %313, align 4
  %315 = icmp ugt i32 %314, -8193
  br i1 %315, label %316, label %320

316:                                              ; preds = %311
  %317 = getelementptr inbounds %struct.kh_launch, ptr %275, i64 0, i32 22
  %318 = atomicrmw or ptr %317, i32 1 monotonic, align 4
  %319 = load i32, ptr %313, align 4
  br label %322

320:                                              ; preds = %311
  %321 = add nuw i32 %314, 4096
  store i32 %321, ptr %313, align 4
  br label %322

322:                                              ; preds = %320, %316
  %323 = phi i32 [ %321, %320 ], [ %319, %316 ]
  %324 = load ptr, ptr %86, align 8
  %325 = getelementptr inbounds %struct.kh_warp, ptr %324, i64 0, i32 7
  %326 = load i32, ptr %325, align 8
  %327 = zext i32 %326 to i64
  %328 = getelementptr inbounds %struct.kh_quick, ptr %313, i64 0, i32 5, i64 %327
  store i32 %323, ptr %328, align 4
  br label %330

329:                                              ; preds = %280
  tail call void @kh_closer_warp_sync(ptr noundef nonnull %0, i32 noundef %170, ptr noundef %3)
  br label %330

330:                                              ; preds = %329, %322, %287, %274
  %331 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 32
  %332 = load i64, ptr %331, align 8
  %333 = add i64 %332, -7046029254386353131
  store i64 %333, ptr %331, align 8
  %334 = lshr i64 %333, 30
  %335 = xor i64 %334, %333
  %336 = mul i64 %335, -4658895280553007687
  %337 = lshr i64 %336, 27
  %338 = xor i64 %337, %336
  %339 = mul i64 %338, -7723592293110705685
  %340 = lshr i64 %339, 31
  %341 = xor i64 %340, %339
  %342 = trunc i64 %341 to i32
  %343 = lshr i32 %342, 8
  %344 = and i32 %343, 31
  %345 = and i64 %341, 7
  switch i64 %345, label %353 [
    i64 0, label %355
    i64 1, label %346
    i64 2, label %347
    i64 3, label %349
    i64 4, label %350
  ]

346:                                              ; preds = %330
  br label %355

347:                                              ; preds = %330
  %348 = shl nuw i32 1, %344
  br label %355

349:                                              ; preds = %330
  br label %355

350:                                              ; preds = %330
  %351 = lshr i64 %341, 32
  %352 = trunc i64 %351 to i32
  br label %355

353:                                              ; preds = %330
  %354 = shl nsw i32 -1, %344
  br label %355

355:                                              ; preds = %353, %350, %349, %347, %346, %330
  %356 = phi i32 [ %354, %353 ], [ %352, %350 ], [ 65535, %349 ], [ %348, %347 ], [ 1431655765, %346 ], [ -1, %330 ]
  %357 = lshr i32 %342, 16
  %358 = and i32 %357, 1
  %359 = add nsw i32 %358, -1
  %360 = xor i32 %356, %359
  %361 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 29
  store i32 %360, ptr %361, align 8
  %362 = lshr i32 %342, 17
  %363 = and i32 %362, 1
  %364 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 30
  store i32 %363, ptr %364, align 4
  %365 = and i32 %360, %170
  %366 = xor i32 %365, %170
  %367 = icmp ne i32 %365, 0
  %368 = icmp ne i32 %366, 0
  %369 = and i1 %367, %368
  br i1 %369, label %370, label %384

370:                                              ; preds = %355
  %371 = load i32, ptr %80, align 8
  %372 = or i32 %371, %366
  store i32 %372, ptr %80, align 8
  br label %373

373:                                              ; preds = %381, %370
  %374 = phi i64 [ 0, %370 ], [ %382, %381 ]
  %375 = trunc i64 %374 to i32
  %376 = shl nuw i32 1, %375
  %377 = and i32 %376, %366
  %378 = icmp eq i32 %377, 0
  br i1 %378, label %381, label %379

379:                                              ; preds = %373
  %380 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %374
  store i32 %4, ptr %380, align 4
  br label %381

381:                                              ; preds = %379, %373
  %382 = add nuw nsw i64 %374, 1
  %383 = icmp eq i64 %382, 32
  br i1 %383, label %384, label %373

384:                                              ; preds = %381, %355, %242
  %385 = phi i32 [ %170, %242 ], [ %170, %355 ], [ %365, %381 ]
  %386 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 10
  store i32 %385, ptr %386, align 4
  %387 = load i32, ptr %89, align 8
  %388 = icmp ne i32 %385, %387
  %389 = or i1 %15, %388
  %390 = zext i1 %389 to i32
  %391 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 11
  store i32 %390, ptr %391, align 8
  br label %392

392:                                              ; preds = %60, %384, %22
  %393 = phi i32 [ %385, %384 ], [ %2, %22 ], [ %2, %60 ]
  ret i32 %393
}

; Function Attrs: nounwind uwtable
define void @kh_watch_warp_sync(ptr nocapture noundef readonly %0, i32 noundef %1, ptr noundef %2) #4 {
  %4 = load ptr, ptr %0, align 8
  %5 = getelementptr inbounds %struct.kh_launch, ptr %4, i64 0, i32 21
  %6 = load i32, ptr %5, align 8
  %7 = and i32 %6, 3
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %60, label %9

9:                                                ; preds = %3
  %10 = and i32 %6, 2
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %12, label %59

12:                                               ; preds = %9
  %13 = icmp eq ptr %2, null
  br i1 %13, label %16, label %26

14:                                               ; preds = %37
  %15 = xor i32 %38, -1
  br label %16

16:                                               ; preds = %14, %12
  %17 = phi i32 [ 0, %12 ], [ %15, %14 ]
  %18 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds %struct.kh_warp, ptr %19, i64 0, i32 9
  %21 = load i32, ptr %20, align 8
  %22 = icmp eq i32 %21, %1
  %23 = and i32 %17, %1
  %24 = icmp eq i32 %23, 0
  %25 = select i1 %22, i1 %24, i1 false
  br i1 %25, label %41, label %60

26:                                               ; preds = %12, %37
  %27 = phi i64 [ %39, %37 ], [ 0, %12 ]
  %28 = phi i32 [ %38, %37 ], [ -1, %12 ]
  %29 = trunc i64 %27 to i32
  %30 = shl nuw i32 1, %29
  %31 = and i32 %30, %1
  %32 = icmp eq i32 %31, 0
  br i1 %32, label %37, label %33

33:                                               ; preds = %26
  %34 = getelementptr inbounds i32, ptr %2, i64 %27
  %35 = load i32, ptr %34, align 4
  %36 = and i32 %35, %28
  br label %37

37:                                               ; preds = %33, %26
  %38 = phi i32 [ %36, %33 ], [ %28, %26 ]
  %39 = add nuw nsw i64 %27, 1
  %40 = icmp eq i64 %39, 32
  br i1 %40, label %14, label %26

41:                                               ; preds = %16
  %42 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %43 = load ptr, ptr %42, align 8
  %44 = load i32, ptr %43, align 4
  %45 = icmp ugt i32 %44, -8193
  br i1 %45, label %46, label %50

46:                                               ; preds = %41
  %47 = getelementptr inbounds %struct.kh_launch, ptr %4, i64 0, i32 22
  %48 = atomicrmw or ptr %47, i32 1 monotonic, align 4
  %49 = load i32, ptr %43, align 4
  br label %52

50:                                               ; preds = %41
  %51 = add nuw i32 %44, 4096
  store i32 %51, ptr %43, align 4
  br label %52

52:                                               ; preds = %50, %46
  %53 = phi i32 [ %51, %50 ], [ %49, %46 ]
  %54 = load ptr, ptr %18, align 8
  %55 = getelementptr inbounds %struct.kh_warp, ptr %54, i64 0, i32 7
  %56 = load i32, ptr %55, align 8
  %57 = zext i32 %56 to i64
  %58 = getelementptr inbounds %struct.kh_quick, ptr %43, i64 0, i32 5, i64 %57
  store i32 %53, ptr %58, align 4
  br label %60

59:                                               ; preds = %9
  tail call void @kh_closer_warp_sync(ptr noundef nonnull %0, i32 noundef %1, ptr noundef %2)
  br label %60

60:                                               ; preds = %59, %52, %16, %3
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define i32 @kh_schedule_split(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2) #7 {
  %4 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 32
  %5 = load i64, ptr %4, align 8
  %6 = add i64 %5, -7046029254386353131
  store i64 %6, ptr %4, align 8
  %7 = lshr i64 %6, 30
  %8 = xor i64 %7, %6
  %9 = mul i64 %8, -4658895280553007687
  %10 = lshr i64 %9, 27
  %11 = xor i64 %10, %9
  %12 = mul i64 %11, -7723592293110705685
  %13 = lshr i64 %12, 31
  %14 = xor i64 %13, %12
  %15 = trunc i64 %14 to i32
  %16 = lshr i32 %15, 8
  %17 = and i32 %16, 31
  %18 = and i64 %14, 7
  switch i64 %18, label %26 [
    i64 0, label %28
    i64 1, label %19
    i64 2, label %20
    i64 3, label %22
    i64 4, label %23
  ]

19:                                               ; preds = %3
  br label %28

20:                                               ; preds = %3
  %21 = shl nuw i32 1, %17
  br label %28

22:                                               ; preds = %3
  br label %28

23:                                               ; preds = %3
  %24 = lshr i64 %14, 32
  %25 = trunc i64 %24 to i32
  br label %28

26:                                               ; preds = %3
  %27 = shl nsw i32 -1, %17
  br label %28

28:                                               ; preds = %3, %19, %20, %22, %23, %26
  %29 = phi i32 [ %27, %26 ], [ %25, %23 ], [ 65535, %22 ], [ %21, %20 ], [ 1431655765, %19 ], [ -1, %3 ]
  %30 = lshr i32 %15, 16
  %31 = and i32 %30, 1
  %32 = add nsw i32 %31, -1
  %33 = xor i32 %29, %32
  %34 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 29
  store i32 %33, ptr %34, align 8
  %35 = lshr i32 %15, 17
  %36 = and i32 %35, 1
  %37 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 30
  store i32 %36, ptr %37, align 4
  %38 = and i32 %33, %1
  %39 = xor i32 %38, %1
  %40 = icmp ne i32 %38, 0
  %41 = icmp ne i32 %39, 0
  %42 = and i1 %40, %41
  br i1 %42, label %43, label %58

43:                                               ; preds = %28
  %44 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 15
  %45 = load i32, ptr %44, align 8
  %46 = or i32 %45, %39
  store i32 %46, ptr %44, align 8
  br label %47

47:                                               ; preds = %43, %55
  %48 = phi i64 [ 0, %43 ], [ %56, %55 ]
  %49 = trunc i64 %48 to i32
  %50 = shl nuw i32 1, %49
  %51 = and i32 %50, %39
  %52 = icmp eq i32 %51, 0
  br i1 %52, label %55, label %53

53:                                               ; preds = %47
  %54 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 1, i64 %48
  store i32 %2, ptr %54, align 4
  br label %55

55:                                               ; preds = %47, %53
  %56 = add nuw nsw i64 %48, 1
  %57 = icmp eq i64 %56, 32
  br i1 %57, label %58, label %47

58:                                               ; preds = %55, %28
  %59 = phi i32 [ %1, %28 ], [ %38, %55 ]
  ret i32 %59
}

; Function Attrs: nounwind uwtable
define void @kh_run(ptr noundef %0) #4 {
  %2 = alloca [16 x i64], align 16
  %3 = load ptr, ptr %0, align 8
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %2) #24
  %4 = call i32 @fegetenv(ptr noundef nonnull %2) #24
  %5 = call i32 @fesetenv(ptr noundef nonnull inttoptr (i64 -1 to ptr)) #24
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
  br label %43

16:                                               ; preds = %58, %1
  %17 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 19
  %18 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 18
  %19 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 17
  %20 = atomicrmw add ptr %18, i64 1 monotonic, align 8
  %21 = load i64, ptr %19, align 8
  %22 = icmp ult i64 %20, %21
  br i1 %22, label %23, label %583

23:                                               ; preds = %16
  %24 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11
  %25 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 23
  %26 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %27 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 12
  %28 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 9
  %29 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 9, i64 1
  %30 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 9, i64 2
  %31 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 3
  %32 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 4
  %33 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 5
  %34 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 1
  %35 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 6
  %36 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 13
  %37 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16
  %38 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %39 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 14
  %40 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %41 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %42 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  br label %90

43:                                               ; preds = %9, %58
  %44 = phi i64 [ 0, %9 ], [ %59, %58 ]
  %45 = load ptr, ptr %10, align 8
  %46 = getelementptr inbounds %struct.kh_warp, ptr %45, i64 %44
  %47 = getelementptr inbounds %struct.kh_warp, ptr %45, i64 %44, i32 7
  %48 = trunc i64 %44 to i32
  store i32 %48, ptr %47, align 8
  %49 = load ptr, ptr %11, align 8
  %50 = load i32, ptr %12, align 8
  %51 = zext i32 %50 to i64
  %52 = mul nuw i64 %44, %51
  %53 = getelementptr inbounds i8, ptr %49, i64 %52
  %54 = getelementptr inbounds %struct.kh_warp, ptr %45, i64 %44, i32 4
  store ptr %53, ptr %54, align 8
  %55 = getelementptr inbounds %struct.kh_warp, ptr %45, i64 %44, i32 8
  store i32 0, ptr %55, align 4
  %56 = shl nuw nsw i64 %44, 5
  %57 = and i64 %56, 4294967264
  br label %63

58:                                               ; preds = %63
  %59 = add nuw nsw i64 %44, 1
  %60 = load i32, ptr %6, align 4
  %61 = zext i32 %60 to i64
  %62 = icmp ult i64 %59, %61
  br i1 %62, label %43, label %16

63:                                               ; preds = %43, %63
  %64 = phi i64 [ 0, %43 ], [ %88, %63 ]
  %65 = add nuw nsw i64 %64, %57
  %66 = load i32, ptr %13, align 4
  %67 = trunc i64 %65 to i32
  %68 = urem i32 %67, %66
  %69 = getelementptr inbounds [32 x i32], ptr %46, i64 0, i64 %64
  store i32 %68, ptr %69, align 4
  %70 = load i32, ptr %13, align 4
  %71 = udiv i32 %67, %70
  %72 = load i32, ptr %14, align 4
  %73 = urem i32 %71, %72
  %74 = getelementptr inbounds [3 x [32 x i32]], ptr %46, i64 0, i64 1, i64 %64
  store i32 %73, ptr %74, align 4
  %75 = load i32, ptr %13, align 4
  %76 = load i32, ptr %14, align 4
  %77 = mul i32 %76, %75
  %78 = udiv i32 %67, %77
  %79 = getelementptr inbounds [3 x [32 x i32]], ptr %46, i64 0, i64 2, i64 %64
  store i32 %78, ptr %79, align 4
  %80 = load i32, ptr %15, align 8
  %81 = zext i32 %80 to i64
  %82 = icmp ult i64 %65, %81
  %83 = zext i1 %82 to i32
  %84 = trunc i64 %64 to i32
  %85 = shl nuw i32 %83, %84
  %86 = load i32, ptr %55, align 4
  %87 = or i32 %85, %86
  store i32 %87, ptr %55, align 4
  %88 = add nuw nsw i64 %64, 1
  %89 = icmp eq i64 %88, 32
  br i1 %89, label %58, label %63

90:                                               ; preds = %23, %578
  %91 = phi i64 [ %20, %23 ], [ %580, %578 ]
  %92 = load atomic i64, ptr %17 monotonic, align 8
  %93 = icmp ugt i64 %91, %92
  br i1 %93, label %583, label %94

94:                                               ; preds = %90
  store i64 %91, ptr %24, align 8
  %95 = load i64, ptr %25, align 8
  %96 = icmp eq i64 %95, 0
  br i1 %96, label %108, label %97

97:                                               ; preds = %94
  %98 = lshr i64 %95, 30
  %99 = xor i64 %98, %95
  %100 = mul i64 %99, -4658895280553007687
  %101 = lshr i64 %100, 27
  %102 = xor i64 %101, %100
  %103 = mul i64 %102, -7723592293110705685
  %104 = lshr i64 %103, 31
  %105 = xor i64 %104, %103
  %106 = load i64, ptr %19, align 8
  %107 = call fastcc i32 @displaced(i64 noundef %105, i64 noundef %106, i64 noundef %91)
  br label %110

108:                                              ; preds = %94
  %109 = trunc i64 %91 to i32
  br label %110

110:                                              ; preds = %97, %108
  %111 = phi i32 [ %107, %97 ], [ %109, %108 ]
  store i32 %111, ptr %26, align 4
  store atomic i64 %91, ptr %27 release, align 8
  %112 = load ptr, ptr %0, align 8
  %113 = getelementptr inbounds %struct.kh_launch, ptr %112, i64 0, i32 6
  %114 = load i32, ptr %113, align 8
  %115 = zext i32 %114 to i64
  %116 = getelementptr inbounds %struct.kh_launch, ptr %112, i64 0, i32 6, i64 1
  %117 = load i32, ptr %116, align 4
  %118 = zext i32 %117 to i64
  %119 = mul nuw i64 %118, %115
  %120 = urem i32 %111, %114
  store i32 %120, ptr %28, align 8
  %121 = load i32, ptr %113, align 8
  %122 = udiv i32 %111, %121
  %123 = load i32, ptr %116, align 4
  %124 = urem i32 %122, %123
  store i32 %124, ptr %29, align 4
  %125 = zext i32 %111 to i64
  %126 = udiv i64 %125, %119
  %127 = trunc i64 %126 to i32
  store i32 %127, ptr %30, align 8
  %128 = load ptr, ptr %31, align 8
  %129 = getelementptr inbounds %struct.kh_launch, ptr %112, i64 0, i32 11
  %130 = load i32, ptr %129, align 4
  %131 = zext i32 %130 to i64
  call void @llvm.memset.p0.i64(ptr align 1 %128, i8 -1, i64 %131, i1 false)
  %132 = load ptr, ptr %32, align 8
  %133 = getelementptr inbounds %struct.kh_launch, ptr %112, i64 0, i32 13
  %134 = load i32, ptr %133, align 4
  %135 = zext i32 %134 to i64
  %136 = getelementptr inbounds %struct.kh_launch, ptr %112, i64 0, i32 9
  %137 = load i32, ptr %136, align 4
  %138 = zext i32 %137 to i64
  %139 = shl nuw nsw i64 %135, 5
  %140 = mul i64 %139, %138
  call void @llvm.memset.p0.i64(ptr align 1 %132, i8 -1, i64 %140, i1 false)
  %141 = getelementptr inbounds %struct.kh_launch, ptr %112, i64 0, i32 15
  %142 = load i32, ptr %141, align 4
  %143 = icmp eq i32 %142, 0
  br i1 %143, label %144, label %145

144:                                              ; preds = %145, %110
  br label %156

145:                                              ; preds = %110
  %146 = load ptr, ptr %33, align 8
  %147 = getelementptr inbounds %struct.kh_launch, ptr %112, i64 0, i32 14
  %148 = load i32, ptr %147, align 8
  %149 = zext i32 %148 to i64
  %150 = load i32, ptr %136, align 4
  %151 = zext i32 %150 to i64
  %152 = mul nuw i64 %151, %149
  call void @llvm.memset.p0.i64(ptr align 1 %146, i8 -1, i64 %152, i1 false)
  br label %144

153:                                              ; preds = %156
  %154 = load i32, ptr %136, align 4
  %155 = icmp eq i32 %154, 0
  br i1 %155, label %163, label %167

156:                                              ; preds = %144, %156
  %157 = phi i64 [ %161, %156 ], [ 0, %144 ]
  %158 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 18, i64 %157
  %159 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 18, i64 %157, i32 5
  store i32 0, ptr %159, align 4
  %160 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 18, i64 %157, i32 4
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(16) %158, i8 0, i64 16, i1 false)
  store i32 1, ptr %160, align 4
  %161 = add nuw nsw i64 %157, 1
  %162 = icmp eq i64 %161, 16
  br i1 %162, label %153, label %156

163:                                              ; preds = %191, %153
  %164 = getelementptr inbounds %struct.kh_launch, ptr %112, i64 0, i32 23
  %165 = load i64, ptr %164, align 8
  %166 = icmp eq i64 %165, 0
  br i1 %166, label %244, label %196

167:                                              ; preds = %153, %191
  %168 = phi i64 [ %192, %191 ], [ 0, %153 ]
  %169 = mul nuw nsw i64 %168, 928
  %170 = load ptr, ptr %34, align 8
  %171 = getelementptr inbounds %struct.kh_warp, ptr %170, i64 %168, i32 8
  %172 = load i32, ptr %171, align 4
  %173 = getelementptr inbounds %struct.kh_warp, ptr %170, i64 %168, i32 9
  store i32 %172, ptr %173, align 8
  %174 = getelementptr inbounds %struct.kh_warp, ptr %170, i64 %168, i32 10
  store i32 %172, ptr %174, align 4
  %175 = getelementptr inbounds %struct.kh_warp, ptr %170, i64 %168, i32 11
  %176 = getelementptr inbounds %struct.kh_warp, ptr %170, i64 %168, i32 21
  store i32 0, ptr %176, align 8
  %177 = getelementptr inbounds %struct.kh_warp, ptr %170, i64 %168, i32 25
  %178 = getelementptr inbounds %struct.kh_warp, ptr %170, i64 %168, i32 5
  %179 = getelementptr inbounds %struct.kh_warp, ptr %170, i64 %168, i32 6
  %180 = getelementptr inbounds %struct.kh_warp, ptr %170, i64 %168, i32 35
  store i64 0, ptr %180, align 8
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %178, i8 0, i64 16, i1 false)
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(28) %175, i8 0, i64 28, i1 false)
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %177, i8 0, i64 16, i1 false)
  %181 = load ptr, ptr %0, align 8
  %182 = getelementptr inbounds %struct.kh_launch, ptr %181, i64 0, i32 16
  %183 = load i64, ptr %182, align 8
  %184 = call i64 @llvm.umin.i64(i64 %183, i64 262144)
  store i64 %184, ptr %179, align 8
  store i64 %184, ptr %178, align 8
  %185 = getelementptr i8, ptr %170, i64 %169
  %186 = getelementptr i8, ptr %185, i64 384
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(128) %186, i8 0, i64 128, i1 false)
  %187 = load ptr, ptr %35, align 8
  %188 = icmp eq ptr %187, null
  br i1 %188, label %191, label %189

189:                                              ; preds = %167
  %190 = getelementptr inbounds %struct.kh_copies, ptr %187, i64 %168, i32 1
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(132) %190, i8 0, i64 132, i1 false)
  br label %191

191:                                              ; preds = %189, %167
  %192 = add nuw nsw i64 %168, 1
  %193 = load i32, ptr %136, align 4
  %194 = zext i32 %193 to i64
  %195 = icmp ult i64 %192, %194
  br i1 %195, label %167, label %163

196:                                              ; preds = %163
  %197 = load ptr, ptr %0, align 8
  %198 = getelementptr inbounds %struct.kh_launch, ptr %197, i64 0, i32 23
  %199 = load i64, ptr %198, align 8
  %200 = load i32, ptr %26, align 4
  %201 = zext i32 %200 to i64
  %202 = lshr i64 %201, 30
  %203 = xor i64 %202, %201
  %204 = mul i64 %203, -4658895280553007687
  %205 = lshr i64 %204, 27
  %206 = xor i64 %205, %204
  %207 = mul i64 %206, -7723592293110705685
  %208 = lshr i64 %207, 31
  %209 = xor i64 %208, %207
  %210 = add i64 %209, %199
  %211 = lshr i64 %210, 30
  %212 = xor i64 %211, %210
  %213 = mul i64 %212, -4658895280553007687
  %214 = lshr i64 %213, 27
  %215 = xor i64 %214, %213
  %216 = mul i64 %215, -7723592293110705685
  %217 = lshr i64 %216, 31
  %218 = xor i64 %217, %216
  store i64 %218, ptr %36, align 8
  %219 = getelementptr inbounds %struct.kh_launch, ptr %197, i64 0, i32 9
  %220 = load i32, ptr %219, align 4
  %221 = icmp eq i32 %220, 0
  br i1 %221, label %244, label %222

222:                                              ; preds = %196, %222
  %223 = phi i64 [ %240, %222 ], [ 0, %196 ]
  %224 = load ptr, ptr %34, align 8
  %225 = load i64, ptr %36, align 8
  %226 = add i64 %225, %223
  %227 = lshr i64 %226, 30
  %228 = xor i64 %227, %226
  %229 = mul i64 %228, -4658895280553007687
  %230 = lshr i64 %229, 27
  %231 = xor i64 %230, %229
  %232 = mul i64 %231, -7723592293110705685
  %233 = lshr i64 %232, 31
  %234 = xor i64 %233, %232
  %235 = getelementptr inbounds %struct.kh_warp, ptr %224, i64 %223, i32 32
  store i64 %234, ptr %235, align 8
  %236 = getelementptr inbounds %struct.kh_warp, ptr %224, i64 %223, i32 29
  store i32 -1, ptr %236, align 8
  %237 = getelementptr inbounds %struct.kh_warp, ptr %224, i64 %223, i32 31
  store i32 0, ptr %237, align 8
  %238 = getelementptr inbounds %struct.kh_warp, ptr %224, i64 %223, i32 33
  %239 = getelementptr inbounds %struct.kh_warp, ptr %224, i64 %223, i32 11
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %238, i8 0, i64 16, i1 false)
  store i32 1, ptr %239, align 8
  %240 = add nuw nsw i64 %223, 1
  %241 = load i32, ptr %219, align 4
  %242 = zext i32 %241 to i64
  %243 = icmp ult i64 %240, %242
  br i1 %243, label %222, label %244

244:                                              ; preds = %222, %196, %163
  %245 = getelementptr inbounds %struct.kh_launch, ptr %112, i64 0, i32 21
  %246 = load i32, ptr %245, align 8
  %247 = icmp eq i32 %246, 0
  br i1 %247, label %288, label %248

248:                                              ; preds = %244
  %249 = load ptr, ptr %0, align 8
  %250 = getelementptr inbounds %struct.kh_launch, ptr %249, i64 0, i32 21
  %251 = load i32, ptr %250, align 8
  %252 = and i32 %251, 12
  %253 = icmp eq i32 %252, 0
  br i1 %253, label %283, label %254

254:                                              ; preds = %248
  %255 = load ptr, ptr %37, align 8
  %256 = getelementptr inbounds %struct.kh_defined, ptr %255, i64 0, i32 5
  store i32 0, ptr %256, align 4
  %257 = load ptr, ptr %37, align 8
  %258 = getelementptr inbounds i8, ptr %257, i64 2624
  %259 = load ptr, ptr %0, align 8
  %260 = getelementptr inbounds %struct.kh_launch, ptr %259, i64 0, i32 11
  %261 = load i32, ptr %260, align 4
  %262 = zext i32 %261 to i64
  call void @llvm.memset.p0.i64(ptr nonnull align 1 %258, i8 -1, i64 %262, i1 false)
  %263 = load ptr, ptr %37, align 8
  %264 = getelementptr inbounds i8, ptr %263, i64 2624
  %265 = load ptr, ptr %0, align 8
  %266 = getelementptr inbounds %struct.kh_launch, ptr %265, i64 0, i32 11
  %267 = load i32, ptr %266, align 4
  %268 = zext i32 %267 to i64
  %269 = add nuw nsw i64 %268, 63
  %270 = and i64 %269, 8589934528
  %271 = getelementptr inbounds i8, ptr %264, i64 %270
  %272 = getelementptr inbounds %struct.kh_launch, ptr %265, i64 0, i32 13
  %273 = load i32, ptr %272, align 4
  %274 = zext i32 %273 to i64
  %275 = getelementptr inbounds %struct.kh_launch, ptr %265, i64 0, i32 9
  %276 = load i32, ptr %275, align 4
  %277 = zext i32 %276 to i64
  %278 = shl nuw nsw i64 %274, 5
  %279 = mul i64 %278, %277
  call void @llvm.memset.p0.i64(ptr nonnull align 1 %271, i8 -1, i64 %279, i1 false)
  %280 = load ptr, ptr %0, align 8
  %281 = getelementptr inbounds %struct.kh_launch, ptr %280, i64 0, i32 21
  %282 = load i32, ptr %281, align 8
  br label %283

283:                                              ; preds = %254, %248
  %284 = phi i32 [ %282, %254 ], [ %251, %248 ]
  %285 = and i32 %284, 3
  %286 = icmp eq i32 %285, 0
  br i1 %286, label %288, label %287

287:                                              ; preds = %283
  call void @kh_races_block(ptr noundef nonnull %0)
  br label %288

288:                                              ; preds = %287, %283, %244
  %289 = load i32, ptr %136, align 4
  br label %290

290:                                              ; preds = %387, %288
  %291 = phi i32 [ %289, %288 ], [ %382, %387 ]
  %292 = icmp eq i32 %291, 0
  br i1 %292, label %491, label %293

293:                                              ; preds = %290
  %294 = load i64, ptr %164, align 8
  %295 = icmp eq i64 %294, 0
  br i1 %295, label %330, label %296

296:                                              ; preds = %293
  %297 = load ptr, ptr %0, align 8
  %298 = load i64, ptr %36, align 8
  %299 = add i64 %298, -7046029254386353131
  store i64 %299, ptr %36, align 8
  %300 = getelementptr inbounds %struct.kh_launch, ptr %297, i64 0, i32 9
  %301 = load i32, ptr %300, align 4
  %302 = icmp eq i32 %301, 0
  br i1 %302, label %330, label %303

303:                                              ; preds = %296, %323
  %304 = phi i64 [ %326, %323 ], [ 0, %296 ]
  %305 = phi i32 [ %327, %323 ], [ %301, %296 ]
  %306 = load ptr, ptr %34, align 8
  %307 = icmp eq i32 %305, 1
  br i1 %307, label %323, label %308

308:                                              ; preds = %303
  %309 = getelementptr inbounds %struct.kh_warp, ptr %306, i64 %304, i32 32
  %310 = load i64, ptr %309, align 8
  %311 = add i64 %310, -7046029254386353131
  store i64 %311, ptr %309, align 8
  %312 = lshr i64 %311, 30
  %313 = xor i64 %312, %311
  %314 = mul i64 %313, -4658895280553007687
  %315 = lshr i64 %314, 27
  %316 = xor i64 %315, %314
  %317 = mul i64 %316, -7723592293110705685
  %318 = lshr i64 %317, 31
  %319 = xor i64 %318, %317
  %320 = trunc i64 %319 to i32
  %321 = and i32 %320, 15
  %322 = shl nuw nsw i32 4, %321
  br label %323

323:                                              ; preds = %308, %303
  %324 = phi i32 [ %322, %308 ], [ -1, %303 ]
  %325 = getelementptr inbounds %struct.kh_warp, ptr %306, i64 %304, i32 31
  store i32 %324, ptr %325, align 8
  %326 = add nuw nsw i64 %304, 1
  %327 = load i32, ptr %300, align 4
  %328 = zext i32 %327 to i64
  %329 = icmp ult i64 %326, %328
  br i1 %329, label %303, label %330

330:                                              ; preds = %323, %296, %293
  %331 = load i32, ptr %136, align 4
  %332 = icmp eq i32 %331, 0
  br i1 %332, label %389, label %333

333:                                              ; preds = %330, %380
  %334 = phi i64 [ %383, %380 ], [ 0, %330 ]
  %335 = phi i32 [ %382, %380 ], [ %291, %330 ]
  %336 = phi i32 [ %381, %380 ], [ 0, %330 ]
  %337 = load ptr, ptr %34, align 8
  %338 = load ptr, ptr %0, align 8
  %339 = getelementptr inbounds %struct.kh_launch, ptr %338, i64 0, i32 23
  %340 = load i64, ptr %339, align 8
  %341 = icmp eq i64 %340, 0
  %342 = trunc i64 %334 to i32
  br i1 %341, label %349, label %343

343:                                              ; preds = %333
  %344 = load i64, ptr %36, align 8
  %345 = getelementptr inbounds %struct.kh_launch, ptr %338, i64 0, i32 9
  %346 = load i32, ptr %345, align 4
  %347 = zext i32 %346 to i64
  %348 = call fastcc i32 @displaced(i64 noundef %344, i64 noundef %347, i64 noundef %334)
  br label %349

349:                                              ; preds = %343, %333
  %350 = phi i32 [ %348, %343 ], [ %342, %333 ]
  %351 = zext i32 %350 to i64
  %352 = getelementptr inbounds %struct.kh_warp, ptr %337, i64 %351
  %353 = getelementptr inbounds %struct.kh_warp, ptr %337, i64 %351, i32 25
  %354 = load i32, ptr %353, align 8
  %355 = icmp eq i32 %354, 0
  br i1 %355, label %356, label %380

356:                                              ; preds = %349
  %357 = getelementptr inbounds %struct.kh_warp, ptr %337, i64 %351, i32 26
  %358 = load i32, ptr %357, align 4
  %359 = icmp eq i32 %358, 0
  br i1 %359, label %360, label %380

360:                                              ; preds = %356
  store ptr %352, ptr %38, align 8
  %361 = load ptr, ptr %112, align 8
  %362 = call i32 %361(ptr noundef nonnull %0, ptr noundef nonnull %352) #24
  switch i32 %362, label %366 [
    i32 2, label %491
    i32 3, label %380
    i32 1, label %363
  ]

363:                                              ; preds = %360
  %364 = getelementptr inbounds %struct.kh_warp, ptr %337, i64 %351, i32 18
  %365 = load i32, ptr %364, align 4
  call void @kh_open_if_complete(ptr noundef nonnull %0, i32 noundef %365)
  br label %380

366:                                              ; preds = %360
  store i32 1, ptr %353, align 8
  %367 = getelementptr inbounds %struct.kh_warp, ptr %337, i64 %351, i32 6
  %368 = load i64, ptr %367, align 8
  %369 = getelementptr inbounds %struct.kh_warp, ptr %337, i64 %351, i32 5
  %370 = load i64, ptr %369, align 8
  %371 = sub i64 %368, %370
  %372 = load i64, ptr %39, align 8
  %373 = add i64 %371, %372
  store i64 %373, ptr %39, align 8
  br label %374

374:                                              ; preds = %374, %366
  %375 = phi i32 [ 0, %366 ], [ %376, %374 ]
  call void @kh_open_if_complete(ptr noundef nonnull %0, i32 noundef %375)
  %376 = add nuw nsw i32 %375, 1
  %377 = icmp eq i32 %376, 16
  br i1 %377, label %378, label %374

378:                                              ; preds = %374
  %379 = add i32 %335, -1
  br label %380

380:                                              ; preds = %378, %363, %360, %356, %349
  %381 = phi i32 [ 1, %363 ], [ %336, %349 ], [ %336, %356 ], [ 1, %360 ], [ 1, %378 ]
  %382 = phi i32 [ %335, %363 ], [ %335, %349 ], [ %335, %356 ], [ %335, %360 ], [ %379, %378 ]
  %383 = add nuw nsw i64 %334, 1
  %384 = load i32, ptr %136, align 4
  %385 = zext i32 %384 to i64
  %386 = icmp ult i64 %383, %385
  br i1 %386, label %333, label %387

387:                                              ; preds = %380
  %388 = icmp eq i32 %381, 0
  br i1 %388, label %389, label %290

389:                                              ; preds = %387, %330
  %390 = load ptr, ptr %0, align 8
  %391 = getelementptr inbounds %struct.kh_launch, ptr %390, i64 0, i32 9
  %392 = load i32, ptr %391, align 4
  %393 = icmp eq i32 %392, 0
  br i1 %393, label %394, label %408

394:                                              ; preds = %484, %389
  %395 = phi ptr [ %390, %389 ], [ %486, %484 ]
  %396 = getelementptr inbounds %struct.kh_launch, ptr %395, i64 0, i32 19
  %397 = load atomic i64, ptr %396 monotonic, align 8
  br label %398

398:                                              ; preds = %402, %394
  %399 = phi i64 [ %397, %394 ], [ %407, %402 ]
  %400 = load i64, ptr %24, align 8
  %401 = icmp ult i64 %400, %399
  br i1 %401, label %402, label %491

402:                                              ; preds = %398
  %403 = load ptr, ptr %0, align 8
  %404 = getelementptr inbounds %struct.kh_launch, ptr %403, i64 0, i32 19
  %405 = cmpxchg ptr %404, i64 %399, i64 %400 monotonic monotonic, align 8
  %406 = extractvalue { i64, i1 } %405, 1
  %407 = extractvalue { i64, i1 } %405, 0
  br i1 %406, label %491, label %398

408:                                              ; preds = %389, %484
  %409 = phi i64 [ %485, %484 ], [ 0, %389 ]
  %410 = phi ptr [ %487, %484 ], [ %391, %389 ]
  %411 = load ptr, ptr %34, align 8
  %412 = getelementptr inbounds %struct.kh_warp, ptr %411, i64 %409, i32 25
  %413 = load i32, ptr %412, align 8
  %414 = icmp eq i32 %413, 0
  br i1 %414, label %415, label %484

415:                                              ; preds = %408
  %416 = getelementptr inbounds %struct.kh_warp, ptr %411, i64 %409
  store ptr %416, ptr %38, align 8
  %417 = getelementptr inbounds %struct.kh_warp, ptr %411, i64 %409, i32 9
  %418 = load i32, ptr %417, align 8
  %419 = call i32 @llvm.cttz.i32(i32 %418, i1 true)
  %420 = zext nneg i32 %419 to i64
  %421 = getelementptr inbounds %struct.kh_warp, ptr %411, i64 %409, i32 3, i64 %420
  %422 = load i32, ptr %421, align 4
  %423 = load i32, ptr %410, align 4
  %424 = icmp eq i32 %423, 0
  br i1 %424, label %428, label %425

425:                                              ; preds = %415
  %426 = getelementptr inbounds %struct.kh_warp, ptr %411, i64 %409, i32 18
  %427 = zext i32 %423 to i64
  br label %456

428:                                              ; preds = %477, %415
  %429 = phi i32 [ -1, %415 ], [ %478, %477 ]
  %430 = phi i32 [ -1, %415 ], [ %479, %477 ]
  %431 = mul i32 %422, 25
  %432 = add i32 %431, 4
  %433 = load ptr, ptr %40, align 8
  %434 = zext i32 %432 to i64
  %435 = getelementptr inbounds %struct.kh_fault, ptr %433, i64 %434
  %436 = load i64, ptr %435, align 8
  %437 = icmp eq i64 %436, 0
  br i1 %437, label %440, label %438

438:                                              ; preds = %428
  %439 = add i64 %436, 1
  store i64 %439, ptr %435, align 8
  br label %484

440:                                              ; preds = %428
  %441 = load i32, ptr %26, align 4
  %442 = getelementptr inbounds %struct.kh_warp, ptr %411, i64 %409, i32 7
  %443 = load i32, ptr %442, align 8
  %444 = shl i32 %443, 5
  %445 = or disjoint i32 %444, %419
  store i64 1, ptr %435, align 8
  %446 = getelementptr inbounds i8, ptr %435, i64 8
  store i64 0, ptr %446, align 8
  %447 = getelementptr inbounds i8, ptr %435, i64 16
  store i32 %441, ptr %447, align 8
  %448 = getelementptr inbounds i8, ptr %435, i64 20
  store i32 %445, ptr %448, align 4
  %449 = getelementptr inbounds i8, ptr %435, i64 24
  store i32 %429, ptr %449, align 8
  %450 = getelementptr inbounds i8, ptr %435, i64 28
  store i32 %441, ptr %450, align 4
  %451 = getelementptr inbounds i8, ptr %435, i64 32
  store i32 %430, ptr %451, align 8
  %452 = load ptr, ptr %41, align 8
  %453 = load i64, ptr %42, align 8
  %454 = add i64 %453, 1
  store i64 %454, ptr %42, align 8
  %455 = getelementptr inbounds i32, ptr %452, i64 %453
  store i32 %432, ptr %455, align 4
  br label %484

456:                                              ; preds = %477, %425
  %457 = phi i64 [ 0, %425 ], [ %480, %477 ]
  %458 = phi i32 [ -1, %425 ], [ %478, %477 ]
  %459 = getelementptr inbounds %struct.kh_warp, ptr %411, i64 %457, i32 25
  %460 = load i32, ptr %459, align 8
  %461 = icmp eq i32 %460, 0
  br i1 %461, label %462, label %477

462:                                              ; preds = %456
  %463 = getelementptr inbounds %struct.kh_warp, ptr %411, i64 %457, i32 18
  %464 = load i32, ptr %463, align 4
  %465 = load i32, ptr %426, align 4
  %466 = icmp eq i32 %464, %465
  br i1 %466, label %477, label %467

467:                                              ; preds = %462
  %468 = getelementptr inbounds %struct.kh_warp, ptr %411, i64 %457, i32 9
  %469 = load i32, ptr %468, align 8
  %470 = call i32 @llvm.cttz.i32(i32 %469, i1 true)
  %471 = zext nneg i32 %470 to i64
  %472 = getelementptr inbounds %struct.kh_warp, ptr %411, i64 %457, i32 3, i64 %471
  %473 = load i32, ptr %472, align 4
  %474 = trunc i64 %457 to i32
  %475 = shl i32 %474, 5
  %476 = or disjoint i32 %470, %475
  br label %477

477:                                              ; preds = %467, %462, %456
  %478 = phi i32 [ %473, %467 ], [ %458, %462 ], [ %458, %456 ]
  %479 = phi i32 [ %476, %467 ], [ -1, %462 ], [ -1, %456 ]
  %480 = add nuw nsw i64 %457, 1
  %481 = icmp ult i64 %480, %427
  %482 = icmp eq i32 %479, -1
  %483 = select i1 %481, i1 %482, i1 false
  br i1 %483, label %456, label %428

484:                                              ; preds = %440, %438, %408
  %485 = add nuw nsw i64 %409, 1
  %486 = load ptr, ptr %0, align 8
  %487 = getelementptr inbounds %struct.kh_launch, ptr %486, i64 0, i32 9
  %488 = load i32, ptr %487, align 4
  %489 = zext i32 %488 to i64
  %490 = icmp ult i64 %485, %489
  br i1 %490, label %408, label %394

491:                                              ; preds = %290, %398, %402, %360
  %492 = load ptr, ptr %0, align 8
  %493 = load i64, ptr %42, align 8
  %494 = icmp eq i64 %493, 0
  br i1 %494, label %578, label %495

495:                                              ; preds = %491
  %496 = getelementptr inbounds %struct.kh_launch, ptr %492, i64 0, i32 5
  %497 = load i64, ptr %496, align 8
  %498 = icmp eq i64 %497, 0
  br i1 %498, label %499, label %504

499:                                              ; preds = %495
  %500 = load i64, ptr %24, align 8
  %501 = getelementptr inbounds %struct.kh_launch, ptr %492, i64 0, i32 19
  %502 = load atomic i64, ptr %501 monotonic, align 8
  %503 = icmp ugt i64 %500, %502
  br label %514

504:                                              ; preds = %495
  %505 = getelementptr inbounds %struct.kh_launch, ptr %492, i64 0, i32 4
  br label %519

506:                                              ; preds = %548
  %507 = load ptr, ptr %0, align 8
  %508 = load i64, ptr %42, align 8
  %509 = icmp eq i64 %508, 0
  %510 = load i64, ptr %24, align 8
  %511 = getelementptr inbounds %struct.kh_launch, ptr %507, i64 0, i32 19
  %512 = load atomic i64, ptr %511 monotonic, align 8
  %513 = icmp ugt i64 %510, %512
  br i1 %509, label %552, label %514

514:                                              ; preds = %506, %499
  %515 = phi i1 [ %503, %499 ], [ %513, %506 ]
  %516 = getelementptr inbounds %struct.kh_launch, ptr %492, i64 0, i32 20
  %517 = getelementptr inbounds %struct.kh_launch, ptr %492, i64 0, i32 20, i32 1
  %518 = getelementptr inbounds %struct.kh_launch, ptr %492, i64 0, i32 20, i32 2
  br label %553

519:                                              ; preds = %548, %504
  %520 = phi i64 [ %497, %504 ], [ %549, %548 ]
  %521 = phi i64 [ 0, %504 ], [ %550, %548 ]
  %522 = load ptr, ptr %505, align 8
  %523 = getelementptr inbounds ptr, ptr %522, i64 %521
  %524 = load ptr, ptr %523, align 8
  %525 = getelementptr inbounds %struct.kh_worker, ptr %524, i64 0, i32 12
  %526 = icmp eq ptr %524, %0
  br i1 %526, label %548, label %527

527:                                              ; preds = %519
  %528 = load atomic i64, ptr %525 acquire, align 8
  %529 = load i64, ptr %24, align 8
  %530 = icmp ugt i64 %528, %529
  br i1 %530, label %546, label %531

531:                                              ; preds = %527, %538
  %532 = phi i64 [ %544, %538 ], [ %529, %527 ]
  %533 = phi i32 [ %542, %538 ], [ 1, %527 ]
  %534 = load ptr, ptr %0, align 8
  %535 = getelementptr inbounds %struct.kh_launch, ptr %534, i64 0, i32 19
  %536 = load atomic i64, ptr %535 monotonic, align 8
  %537 = icmp ugt i64 %532, %536
  br i1 %537, label %546, label %538

538:                                              ; preds = %531
  %539 = call i32 @usleep(i32 noundef %533) #24
  %540 = icmp ult i32 %533, 500
  %541 = zext i1 %540 to i32
  %542 = shl i32 %533, %541
  %543 = load atomic i64, ptr %525 acquire, align 8
  %544 = load i64, ptr %24, align 8
  %545 = icmp ugt i64 %543, %544
  br i1 %545, label %546, label %531

546:                                              ; preds = %538, %531, %527
  %547 = load i64, ptr %496, align 8
  br label %548

548:                                              ; preds = %546, %519
  %549 = phi i64 [ %547, %546 ], [ %520, %519 ]
  %550 = add nuw i64 %521, 1
  %551 = icmp ult i64 %550, %549
  br i1 %551, label %519, label %506

552:                                              ; preds = %574, %506
  store i64 0, ptr %42, align 8
  br label %578

553:                                              ; preds = %574, %514
  %554 = phi i64 [ 0, %514 ], [ %575, %574 ]
  %555 = load ptr, ptr %40, align 8
  %556 = load ptr, ptr %41, align 8
  %557 = getelementptr inbounds i32, ptr %556, i64 %554
  %558 = load i32, ptr %557, align 4
  %559 = zext i32 %558 to i64
  %560 = getelementptr inbounds %struct.kh_fault, ptr %555, i64 %559
  br i1 %515, label %574, label %561

561:                                              ; preds = %553
  %562 = load ptr, ptr %516, align 8
  %563 = getelementptr inbounds %struct.kh_fault, ptr %562, i64 %559
  %564 = load i64, ptr %563, align 8
  %565 = icmp eq i64 %564, 0
  br i1 %565, label %569, label %566

566:                                              ; preds = %561
  %567 = load i64, ptr %560, align 8
  %568 = add i64 %567, %564
  store i64 %568, ptr %563, align 8
  br label %574

569:                                              ; preds = %561
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(40) %563, ptr noundef nonnull align 8 dereferenceable(40) %560, i64 40, i1 false)
  %570 = load ptr, ptr %517, align 8
  %571 = load i64, ptr %518, align 8
  %572 = add i64 %571, 1
  store i64 %572, ptr %518, align 8
  %573 = getelementptr inbounds i32, ptr %570, i64 %571
  store i32 %558, ptr %573, align 4
  br label %574

574:                                              ; preds = %569, %566, %553
  store i64 0, ptr %560, align 8
  %575 = add nuw i64 %554, 1
  %576 = load i64, ptr %42, align 8
  %577 = icmp ult i64 %575, %576
  br i1 %577, label %553, label %552

578:                                              ; preds = %552, %491
  %579 = add i64 %91, 1
  store atomic i64 %579, ptr %27 release, align 8
  %580 = atomicrmw add ptr %18, i64 1 monotonic, align 8
  %581 = load i64, ptr %19, align 8
  %582 = icmp ult i64 %580, %581
  br i1 %582, label %90, label %583

583:                                              ; preds = %578, %90, %16
  %584 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 21
  %585 = load i32, ptr %584, align 8
  %586 = icmp eq i32 %585, 0
  br i1 %586, label %594, label %587

587:                                              ; preds = %583
  %588 = load ptr, ptr %0, align 8
  %589 = getelementptr inbounds %struct.kh_launch, ptr %588, i64 0, i32 21
  %590 = load i32, ptr %589, align 8
  %591 = and i32 %590, 2
  %592 = icmp eq i32 %591, 0
  br i1 %592, label %594, label %593

593:                                              ; preds = %587
  call void @kh_closer_end(ptr noundef nonnull %0)
  br label %594

594:                                              ; preds = %593, %587, %583
  %595 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 12
  store atomic i64 -1, ptr %595 release, align 8
  %596 = call i32 @fesetenv(ptr noundef nonnull %2) #24
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %2) #24
  ret void
}

declare i32 @fegetenv(ptr noundef) #8

declare i32 @fesetenv(ptr noundef) #8

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: read) uwtable
define i32 @kh_block_at(ptr nocapture noundef readonly %0, i64 noundef %1) #9 {
  %3 = getelementptr inbounds %struct.kh_launch, ptr %0, i64 0, i32 23
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %18, label %6

6:                                                ; preds = %2
  %7 = lshr i64 %4, 30
  %8 = xor i64 %7, %4
  %9 = mul i64 %8, -4658895280553007687
  %10 = lshr i64 %9, 27
  %11 = xor i64 %10, %9
  %12 = mul i64 %11, -7723592293110705685
  %13 = lshr i64 %12, 31
  %14 = xor i64 %13, %12
  %15 = getelementptr inbounds %struct.kh_launch, ptr %0, i64 0, i32 17
  %16 = load i64, ptr %15, align 8
  %17 = tail call fastcc i32 @displaced(i64 noundef %14, i64 noundef %16, i64 noundef %1)
  br label %20

18:                                               ; preds = %2
  %19 = trunc i64 %1 to i32
  br label %20

20:                                               ; preds = %18, %6
  %21 = phi i32 [ %17, %6 ], [ %19, %18 ]
  ret i32 %21
}

; Function Attrs: nounwind uwtable
define void @kh_watch_end(ptr nocapture noundef readonly %0) #4 {
  %2 = load ptr, ptr %0, align 8
  %3 = getelementptr inbounds %struct.kh_launch, ptr %2, i64 0, i32 21
  %4 = load i32, ptr %3, align 8
  %5 = and i32 %4, 2
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %8, label %7

7:                                                ; preds = %1
  tail call void @kh_closer_end(ptr noundef nonnull %0)
  br label %8

8:                                                ; preds = %7, %1
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable
define void @kh_abi(ptr nocapture noundef writeonly %0) #6 {
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(368) %0, ptr noundef nonnull align 16 dereferenceable(368) @__const.kh_abi.facts, i64 368, i1 false)
  ret void
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #10

; Function Attrs: nofree norecurse nosync nounwind memory(none) uwtable
define internal fastcc i32 @displaced(i64 noundef %0, i64 noundef %1, i64 noundef %2) unnamed_addr #11 {
  %4 = icmp eq i64 %1, 1
  br i1 %4, label %87, label %5

5:                                                ; preds = %3, %5
  %6 = phi i32 [ %11, %5 ], [ 1, %3 ]
  %7 = shl i32 %6, 1
  %8 = zext nneg i32 %7 to i64
  %9 = shl nuw i64 1, %8
  %10 = icmp ult i64 %9, %1
  %11 = add i32 %6, 1
  br i1 %10, label %5, label %12

12:                                               ; preds = %5
  %13 = zext i32 %6 to i64
  %14 = shl nsw i64 -1, %13
  %15 = xor i64 %14, -1
  br label %18

16:                                               ; preds = %18
  %17 = icmp ult i64 %37, %1
  br i1 %17, label %42, label %40

18:                                               ; preds = %40, %12
  %19 = phi i64 [ %2, %12 ], [ %37, %40 ]
  %20 = phi i64 [ 0, %12 ], [ %41, %40 ]
  %21 = lshr i64 %19, %13
  %22 = and i64 %19, %15
  %23 = shl i64 %22, %13
  %24 = shl nuw nsw i64 %20, 32
  %25 = or i64 %24, %22
  %26 = add i64 %25, %0
  %27 = lshr i64 %26, 30
  %28 = xor i64 %27, %26
  %29 = mul i64 %28, -4658895280553007687
  %30 = lshr i64 %29, 27
  %31 = xor i64 %30, %29
  %32 = mul i64 %31, -7723592293110705685
  %33 = lshr i64 %32, 31
  %34 = xor i64 %33, %32
  %35 = and i64 %34, %15
  %36 = xor i64 %35, %21
  %37 = or i64 %36, %23
  %38 = add nuw nsw i64 %20, 1
  %39 = icmp eq i64 %38, 4
  br i1 %39, label %16, label %40

40:                                               ; preds = %18, %16
  %41 = phi i64 [ %38, %18 ], [ 0, %16 ]
  br label %18

42:                                               ; preds = %16, %42
  %43 = phi i32 [ %48, %42 ], [ 1, %16 ]
  %44 = shl i32 %43, 1
  %45 = zext nneg i32 %44 to i64
  %46 = shl nuw i64 1, %45
  %47 = icmp ult i64 %46, %1
  %48 = add i32 %43, 1
  br i1 %47, label %42, label %49

49:                                               ; preds = %42
  %50 = zext i32 %43 to i64
  %51 = shl nsw i64 -1, %50
  %52 = xor i64 %51, -1
  br label %55

53:                                               ; preds = %55
  %54 = icmp ult i64 %74, %1
  br i1 %54, label %79, label %77

55:                                               ; preds = %77, %49
  %56 = phi i64 [ 0, %49 ], [ %74, %77 ]
  %57 = phi i64 [ 0, %49 ], [ %78, %77 ]
  %58 = lshr i64 %56, %50
  %59 = and i64 %56, %52
  %60 = shl i64 %59, %50
  %61 = shl nuw nsw i64 %57, 32
  %62 = or i64 %61, %59
  %63 = add i64 %62, %0
  %64 = lshr i64 %63, 30
  %65 = xor i64 %64, %63
  %66 = mul i64 %65, -4658895280553007687
  %67 = lshr i64 %66, 27
  %68 = xor i64 %67, %66
  %69 = mul i64 %68, -7723592293110705685
  %70 = lshr i64 %69, 31
  %71 = xor i64 %70, %69
  %72 = and i64 %71, %52
  %73 = xor i64 %72, %58
  %74 = or i64 %73, %60
  %75 = add nuw nsw i64 %57, 1
  %76 = icmp eq i64 %75, 4
  br i1 %76, label %53, label %77

77:                                               ; preds = %55, %53
  %78 = phi i64 [ %75, %55 ], [ 0, %53 ]
  br label %55

79:                                               ; preds = %53
  %80 = trunc i64 %37 to i32
  %81 = and i64 %74, 4294967295
  %82 = icmp eq i64 %81, 0
  %83 = trunc i64 %1 to i32
  %84 = xor i32 %80, -1
  %85 = add i32 %84, %83
  %86 = select i1 %82, i32 %85, i32 %80
  br label %87

87:                                               ; preds = %3, %79
  %88 = phi i32 [ %86, %79 ], [ 0, %3 ]
  ret i32 %88
}

; Function Attrs: nofree norecurse nosync nounwind memory(read, inaccessiblemem: none) uwtable
define ptr @kh_warp_at(ptr nocapture noundef readonly %0, i32 noundef %1) #12 {
  %3 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 1
  %4 = load ptr, ptr %3, align 8
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 23
  %7 = load i64, ptr %6, align 8
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %17, label %9

9:                                                ; preds = %2
  %10 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 13
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 9
  %13 = load i32, ptr %12, align 4
  %14 = zext i32 %13 to i64
  %15 = zext i32 %1 to i64
  %16 = tail call fastcc i32 @displaced(i64 noundef %11, i64 noundef %14, i64 noundef %15)
  br label %17

17:                                               ; preds = %2, %9
  %18 = phi i32 [ %16, %9 ], [ %1, %2 ]
  %19 = zext i32 %18 to i64
  %20 = getelementptr inbounds %struct.kh_warp, ptr %4, i64 %19
  ret ptr %20
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_schedule_block(ptr nocapture noundef %0) #13 {
  %2 = load ptr, ptr %0, align 8
  %3 = getelementptr inbounds %struct.kh_launch, ptr %2, i64 0, i32 23
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %6 = load i32, ptr %5, align 4
  %7 = zext i32 %6 to i64
  %8 = lshr i64 %7, 30
  %9 = xor i64 %8, %7
  %10 = mul i64 %9, -4658895280553007687
  %11 = lshr i64 %10, 27
  %12 = xor i64 %11, %10
  %13 = mul i64 %12, -7723592293110705685
  %14 = lshr i64 %13, 31
  %15 = xor i64 %14, %13
  %16 = add i64 %15, %4
  %17 = lshr i64 %16, 30
  %18 = xor i64 %17, %16
  %19 = mul i64 %18, -4658895280553007687
  %20 = lshr i64 %19, 27
  %21 = xor i64 %20, %19
  %22 = mul i64 %21, -7723592293110705685
  %23 = lshr i64 %22, 31
  %24 = xor i64 %23, %22
  %25 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 13
  store i64 %24, ptr %25, align 8
  %26 = getelementptr inbounds %struct.kh_launch, ptr %2, i64 0, i32 9
  %27 = load i32, ptr %26, align 4
  %28 = icmp eq i32 %27, 0
  br i1 %28, label %31, label %29

29:                                               ; preds = %1
  %30 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 1
  br label %32

31:                                               ; preds = %32, %1
  ret void

32:                                               ; preds = %29, %32
  %33 = phi i64 [ 0, %29 ], [ %50, %32 ]
  %34 = load ptr, ptr %30, align 8
  %35 = load i64, ptr %25, align 8
  %36 = add i64 %35, %33
  %37 = lshr i64 %36, 30
  %38 = xor i64 %37, %36
  %39 = mul i64 %38, -4658895280553007687
  %40 = lshr i64 %39, 27
  %41 = xor i64 %40, %39
  %42 = mul i64 %41, -7723592293110705685
  %43 = lshr i64 %42, 31
  %44 = xor i64 %43, %42
  %45 = getelementptr inbounds %struct.kh_warp, ptr %34, i64 %33, i32 32
  store i64 %44, ptr %45, align 8
  %46 = getelementptr inbounds %struct.kh_warp, ptr %34, i64 %33, i32 29
  store i32 -1, ptr %46, align 8
  %47 = getelementptr inbounds %struct.kh_warp, ptr %34, i64 %33, i32 31
  store i32 0, ptr %47, align 8
  %48 = getelementptr inbounds %struct.kh_warp, ptr %34, i64 %33, i32 33
  %49 = getelementptr inbounds %struct.kh_warp, ptr %34, i64 %33, i32 11
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %48, i8 0, i64 16, i1 false)
  store i32 1, ptr %49, align 8
  %50 = add nuw nsw i64 %33, 1
  %51 = load i32, ptr %26, align 4
  %52 = zext i32 %51 to i64
  %53 = icmp ult i64 %50, %52
  br i1 %53, label %32, label %31
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_schedule_round(ptr nocapture noundef %0) #13 {
  %2 = load ptr, ptr %0, align 8
  %3 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 13
  %4 = load i64, ptr %3, align 8
  %5 = add i64 %4, -7046029254386353131
  store i64 %5, ptr %3, align 8
  %6 = getelementptr inbounds %struct.kh_launch, ptr %2, i64 0, i32 9
  %7 = load i32, ptr %6, align 4
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %11, label %9

9:                                                ; preds = %1
  %10 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 1
  br label %12

11:                                               ; preds = %32, %1
  ret void

12:                                               ; preds = %9, %32
  %13 = phi i64 [ 0, %9 ], [ %35, %32 ]
  %14 = phi i32 [ %7, %9 ], [ %36, %32 ]
  %15 = load ptr, ptr %10, align 8
  %16 = icmp eq i32 %14, 1
  br i1 %16, label %32, label %17

17:                                               ; preds = %12
  %18 = getelementptr inbounds %struct.kh_warp, ptr %15, i64 %13, i32 32
  %19 = load i64, ptr %18, align 8
  %20 = add i64 %19, -7046029254386353131
  store i64 %20, ptr %18, align 8
  %21 = lshr i64 %20, 30
  %22 = xor i64 %21, %20
  %23 = mul i64 %22, -4658895280553007687
  %24 = lshr i64 %23, 27
  %25 = xor i64 %24, %23
  %26 = mul i64 %25, -7723592293110705685
  %27 = lshr i64 %26, 31
  %28 = xor i64 %27, %26
  %29 = trunc i64 %28 to i32
  %30 = and i32 %29, 15
  %31 = shl nuw nsw i32 4, %30
  br label %32

32:                                               ; preds = %12, %17
  %33 = phi i32 [ %31, %17 ], [ -1, %12 ]
  %34 = getelementptr inbounds %struct.kh_warp, ptr %15, i64 %13, i32 31
  store i32 %33, ptr %34, align 8
  %35 = add nuw nsw i64 %13, 1
  %36 = load i32, ptr %6, align 4
  %37 = zext i32 %36 to i64
  %38 = icmp ult i64 %35, %37
  br i1 %38, label %12, label %11
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctpop.i32(i32) #14

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write) uwtable
define void @kh_reset_barrier(ptr nocapture noundef writeonly %0) #15 {
  %2 = getelementptr inbounds %struct.kh_barrier, ptr %0, i64 0, i32 5
  store i32 0, ptr %2, align 4
  %3 = getelementptr inbounds %struct.kh_barrier, ptr %0, i64 0, i32 4
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(16) %0, i8 0, i64 16, i1 false)
  store i32 1, ptr %3, align 4
  ret void
}

; Function Attrs: nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) uwtable
define i32 @kh_barrier_operand(ptr nocapture noundef %0, ptr nocapture noundef %1, i32 noundef %2, ptr nocapture noundef readonly %3, i32 noundef %4, i32 noundef %5) #2 {
  %7 = tail call i32 @llvm.cttz.i32(i32 %2, i1 true)
  %8 = zext nneg i32 %7 to i64
  %9 = getelementptr inbounds i32, ptr %3, i64 %8
  %10 = load i32, ptr %9, align 4
  %11 = icmp eq i32 %7, 31
  br i1 %11, label %66, label %12

12:                                               ; preds = %6
  %13 = tail call i32 @llvm.umax.i32(i32 %7, i32 30)
  %14 = add nuw nsw i32 %13, 1
  %15 = zext nneg i32 %14 to i64
  br label %16

16:                                               ; preds = %12, %64
  %17 = phi i64 [ %8, %12 ], [ %18, %64 ]
  %18 = add nuw nsw i64 %17, 1
  %19 = trunc i64 %17 to i32
  %20 = shl nuw i32 2, %19
  %21 = and i32 %20, %2
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %64, label %23

23:                                               ; preds = %16
  %24 = getelementptr inbounds i32, ptr %3, i64 %18
  %25 = load i32, ptr %24, align 4
  %26 = icmp eq i32 %25, %10
  br i1 %26, label %64, label %27

27:                                               ; preds = %23
  %28 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %29 = mul i32 %5, 25
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
  br label %66

38:                                               ; preds = %27
  %39 = trunc i64 %18 to i32
  %40 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 7
  %41 = load i32, ptr %40, align 8
  %42 = shl i32 %41, 5
  %43 = add nuw i32 %42, %39
  %44 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %45 = load i32, ptr %44, align 4
  %46 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %47 = load ptr, ptr %46, align 8
  %48 = getelementptr inbounds %struct.kh_warp, ptr %47, i64 0, i32 7
  %49 = load i32, ptr %48, align 8
  %50 = shl i32 %49, 5
  %51 = or disjoint i32 %50, %7
  store i64 1, ptr %33, align 8
  %52 = getelementptr inbounds i8, ptr %33, i64 8
  store i64 0, ptr %52, align 8
  %53 = getelementptr inbounds i8, ptr %33, i64 16
  store i32 %45, ptr %53, align 8
  %54 = getelementptr inbounds i8, ptr %33, i64 20
  store i32 %51, ptr %54, align 4
  %55 = getelementptr inbounds i8, ptr %33, i64 24
  store i32 %5, ptr %55, align 8
  %56 = getelementptr inbounds i8, ptr %33, i64 28
  store i32 %45, ptr %56, align 4
  %57 = getelementptr inbounds i8, ptr %33, i64 32
  store i32 %43, ptr %57, align 8
  %58 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %59 = load ptr, ptr %58, align 8
  %60 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %61 = load i64, ptr %60, align 8
  %62 = add i64 %61, 1
  store i64 %62, ptr %60, align 8
  %63 = getelementptr inbounds i32, ptr %59, i64 %61
  store i32 %30, ptr %63, align 4
  br label %66

64:                                               ; preds = %16, %23
  %65 = icmp eq i64 %18, %15
  br i1 %65, label %66, label %16

66:                                               ; preds = %64, %6, %38, %36
  %67 = icmp eq i32 %4, 0
  br i1 %67, label %104, label %68

68:                                               ; preds = %66
  %69 = and i32 %10, 31
  %70 = icmp eq i32 %69, 0
  br i1 %70, label %156, label %71

71:                                               ; preds = %68
  %72 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %73 = mul i32 %5, 25
  %74 = add i32 %73, 6
  %75 = load ptr, ptr %72, align 8
  %76 = zext i32 %74 to i64
  %77 = getelementptr inbounds %struct.kh_fault, ptr %75, i64 %76
  %78 = load i64, ptr %77, align 8
  %79 = icmp eq i64 %78, 0
  br i1 %79, label %82, label %80

80:                                               ; preds = %71
  %81 = add i64 %78, 1
  store i64 %81, ptr %77, align 8
  br label %156

82:                                               ; preds = %71
  %83 = zext i32 %10 to i64
  %84 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %85 = load i32, ptr %84, align 4
  %86 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %87 = load ptr, ptr %86, align 8
  %88 = getelementptr inbounds %struct.kh_warp, ptr %87, i64 0, i32 7
  %89 = load i32, ptr %88, align 8
  %90 = shl i32 %89, 5
  %91 = or disjoint i32 %90, %7
  store i64 1, ptr %77, align 8
  %92 = getelementptr inbounds i8, ptr %77, i64 8
  store i64 %83, ptr %92, align 8
  %93 = getelementptr inbounds i8, ptr %77, i64 16
  store i32 %85, ptr %93, align 8
  %94 = getelementptr inbounds i8, ptr %77, i64 20
  store i32 %91, ptr %94, align 4
  %95 = getelementptr inbounds i8, ptr %77, i64 24
  store i32 -1, ptr %95, align 8
  %96 = getelementptr inbounds i8, ptr %77, i64 28
  store i32 %85, ptr %96, align 4
  %97 = getelementptr inbounds i8, ptr %77, i64 32
  store i32 -1, ptr %97, align 8
  %98 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %99 = load ptr, ptr %98, align 8
  %100 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %101 = load i64, ptr %100, align 8
  %102 = add i64 %101, 1
  store i64 %102, ptr %100, align 8
  %103 = getelementptr inbounds i32, ptr %99, i64 %101
  store i32 %74, ptr %103, align 4
  br label %156

104:                                              ; preds = %66
  %105 = icmp ugt i32 %10, 15
  br i1 %105, label %106, label %156

106:                                              ; preds = %104
  %107 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %108 = mul i32 %5, 25
  %109 = add i32 %108, 5
  %110 = load ptr, ptr %107, align 8
  %111 = zext i32 %109 to i64
  %112 = getelementptr inbounds %struct.kh_fault, ptr %110, i64 %111
  %113 = load i64, ptr %112, align 8
  %114 = icmp eq i64 %113, 0
  br i1 %114, label %117, label %115

115:                                              ; preds = %106
  %116 = add i64 %113, 1
  store i64 %116, ptr %112, align 8
  br label %139

117:                                              ; preds = %106
  %118 = zext i32 %10 to i64
  %119 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %120 = load i32, ptr %119, align 4
  %121 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %122 = load ptr, ptr %121, align 8
  %123 = getelementptr inbounds %struct.kh_warp, ptr %122, i64 0, i32 7
  %124 = load i32, ptr %123, align 8
  %125 = shl i32 %124, 5
  %126 = or disjoint i32 %125, %7
  store i64 1, ptr %112, align 8
  %127 = getelementptr inbounds i8, ptr %112, i64 8
  store i64 %118, ptr %127, align 8
  %128 = getelementptr inbounds i8, ptr %112, i64 16
  store i32 %120, ptr %128, align 8
  %129 = getelementptr inbounds i8, ptr %112, i64 20
  store i32 %126, ptr %129, align 4
  %130 = getelementptr inbounds i8, ptr %112, i64 24
  store i32 -1, ptr %130, align 8
  %131 = getelementptr inbounds i8, ptr %112, i64 28
  store i32 %120, ptr %131, align 4
  %132 = getelementptr inbounds i8, ptr %112, i64 32
  store i32 -1, ptr %132, align 8
  %133 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %134 = load ptr, ptr %133, align 8
  %135 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %136 = load i64, ptr %135, align 8
  %137 = add i64 %136, 1
  store i64 %137, ptr %135, align 8
  %138 = getelementptr inbounds i32, ptr %134, i64 %136
  store i32 %109, ptr %138, align 4
  br label %139

139:                                              ; preds = %115, %117
  %140 = load ptr, ptr %0, align 8
  %141 = getelementptr inbounds %struct.kh_launch, ptr %140, i64 0, i32 19
  %142 = load atomic i64, ptr %141 monotonic, align 8
  %143 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11
  br label %144

144:                                              ; preds = %148, %139
  %145 = phi i64 [ %142, %139 ], [ %153, %148 ]
  %146 = load i64, ptr %143, align 8
  %147 = icmp ult i64 %146, %145
  br i1 %147, label %148, label %154

148:                                              ; preds = %144
  %149 = load ptr, ptr %0, align 8
  %150 = getelementptr inbounds %struct.kh_launch, ptr %149, i64 0, i32 19
  %151 = cmpxchg ptr %150, i64 %145, i64 %146 monotonic monotonic, align 8
  %152 = extractvalue { i64, i1 } %151, 1
  %153 = extractvalue { i64, i1 } %151, 0
  br i1 %152, label %154, label %144

154:                                              ; preds = %144, %148
  %155 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 27
  store i32 1, ptr %155, align 8
  br label %156

156:                                              ; preds = %82, %80, %104, %154, %68
  ret i32 %10
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_barrier_wait(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7, i32 noundef %8) #7 {
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

; Function Attrs: nounwind uwtable
define void @kh_open_if_complete(ptr nocapture noundef %0, i32 noundef %1) #4 {
  %3 = load ptr, ptr %0, align 8
  %4 = zext i32 %1 to i64
  %5 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 18, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %172, label %8

8:                                                ; preds = %2
  %9 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 18, i64 %4, i32 1
  %10 = load i32, ptr %9, align 4
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %12, label %32

12:                                               ; preds = %8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 9
  %14 = load i32, ptr %13, align 4
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %112, label %16

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

30:                                               ; preds = %20
  %31 = icmp ult i32 %6, %27
  br i1 %31, label %172, label %34

32:                                               ; preds = %8
  %33 = icmp ult i32 %6, %10
  br i1 %33, label %172, label %112

34:                                               ; preds = %30
  %35 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %36 = load ptr, ptr %35, align 8
  br i1 %15, label %112, label %37

37:                                               ; preds = %34
  %38 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 1
  %39 = load ptr, ptr %38, align 8
  %40 = zext i32 %14 to i64
  br label %45

41:                                               ; preds = %61
  %42 = icmp eq ptr %62, null
  %43 = icmp eq i32 %73, -1
  %44 = select i1 %42, i1 true, i1 %43
  br i1 %44, label %112, label %75

45:                                               ; preds = %61, %37
  %46 = phi i64 [ %40, %37 ], [ %49, %61 ]
  %47 = phi ptr [ null, %37 ], [ %62, %61 ]
  %48 = phi i32 [ -1, %37 ], [ %73, %61 ]
  %49 = add nsw i64 %46, -1
  %50 = trunc i64 %49 to i32
  %51 = and i64 %49, 4294967295
  %52 = getelementptr inbounds %struct.kh_warp, ptr %39, i64 %51, i32 26
  %53 = load i32, ptr %52, align 4
  %54 = icmp eq i32 %53, 0
  br i1 %54, label %61, label %55

55:                                               ; preds = %45
  %56 = getelementptr inbounds %struct.kh_warp, ptr %39, i64 %51
  %57 = getelementptr inbounds %struct.kh_warp, ptr %39, i64 %51, i32 18
  %58 = load i32, ptr %57, align 4
  %59 = icmp eq i32 %58, %1
  %60 = select i1 %59, ptr %56, ptr %47
  br label %61

61:                                               ; preds = %55, %45
  %62 = phi ptr [ %47, %45 ], [ %60, %55 ]
  %63 = getelementptr inbounds %struct.kh_warp, ptr %39, i64 %51, i32 8
  %64 = load i32, ptr %63, align 4
  %65 = getelementptr inbounds %struct.kh_warp, ptr %39, i64 %51, i32 9
  %66 = load i32, ptr %65, align 8
  %67 = xor i32 %66, -1
  %68 = and i32 %64, %67
  %69 = icmp eq i32 %68, 0
  %70 = shl i32 %50, 5
  %71 = tail call i32 @llvm.cttz.i32(i32 %68, i1 true)
  %72 = or disjoint i32 %71, %70
  %73 = select i1 %69, i32 %48, i32 %72
  %74 = icmp eq i32 %50, 0
  br i1 %74, label %41, label %45

75:                                               ; preds = %41
  %76 = getelementptr inbounds %struct.kh_warp, ptr %62, i64 0, i32 9
  %77 = load i32, ptr %76, align 8
  %78 = tail call i32 @llvm.cttz.i32(i32 %77, i1 true)
  store ptr %62, ptr %35, align 8
  %79 = zext nneg i32 %78 to i64
  %80 = getelementptr inbounds %struct.kh_warp, ptr %62, i64 0, i32 3, i64 %79
  %81 = load i32, ptr %80, align 4
  %82 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %83 = mul i32 %81, 25
  %84 = add i32 %83, 23
  %85 = load ptr, ptr %82, align 8
  %86 = zext i32 %84 to i64
  %87 = getelementptr inbounds %struct.kh_fault, ptr %85, i64 %86
  %88 = load i64, ptr %87, align 8
  %89 = icmp eq i64 %88, 0
  br i1 %89, label %92, label %90

90:                                               ; preds = %75
  %91 = add i64 %88, 1
  store i64 %91, ptr %87, align 8
  br label %111

92:                                               ; preds = %75
  %93 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %94 = load i32, ptr %93, align 4
  %95 = getelementptr inbounds %struct.kh_warp, ptr %62, i64 0, i32 7
  %96 = load i32, ptr %95, align 8
  %97 = shl i32 %96, 5
  %98 = or disjoint i32 %97, %78
  store i64 1, ptr %87, align 8
  %99 = getelementptr inbounds i8, ptr %87, i64 8
  store i64 0, ptr %99, align 8
  %100 = getelementptr inbounds i8, ptr %87, i64 16
  store i32 %94, ptr %100, align 8
  %101 = getelementptr inbounds i8, ptr %87, i64 20
  store i32 %98, ptr %101, align 4
  %102 = getelementptr inbounds i8, ptr %87, i64 24
  store i32 -1, ptr %102, align 8
  %103 = getelementptr inbounds i8, ptr %87, i64 28
  store i32 %94, ptr %103, align 4
  %104 = getelementptr inbounds i8, ptr %87, i64 32
  store i32 %73, ptr %104, align 8
  %105 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %106 = load ptr, ptr %105, align 8
  %107 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %108 = load i64, ptr %107, align 8
  %109 = add i64 %108, 1
  store i64 %109, ptr %107, align 8
  %110 = getelementptr inbounds i32, ptr %106, i64 %108
  store i32 %84, ptr %110, align 4
  br label %111

111:                                              ; preds = %92, %90
  store ptr %36, ptr %35, align 8
  br label %112

112:                                              ; preds = %12, %32, %111, %41, %34
  %113 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 21
  %114 = load i32, ptr %113, align 8
  %115 = icmp eq i32 %114, 0
  br i1 %115, label %135, label %116

116:                                              ; preds = %112
  %117 = load ptr, ptr %0, align 8
  %118 = getelementptr inbounds %struct.kh_launch, ptr %117, i64 0, i32 21
  %119 = load i32, ptr %118, align 8
  %120 = and i32 %119, 3
  %121 = icmp eq i32 %120, 0
  br i1 %121, label %126, label %122

122:                                              ; preds = %116
  tail call void @kh_races_barrier(ptr noundef nonnull %0, i32 noundef %1, i32 noundef 1)
  %123 = load ptr, ptr %0, align 8
  %124 = getelementptr inbounds %struct.kh_launch, ptr %123, i64 0, i32 21
  %125 = load i32, ptr %124, align 8
  br label %126

126:                                              ; preds = %122, %116
  %127 = phi i32 [ %125, %122 ], [ %119, %116 ]
  %128 = and i32 %127, 16
  %129 = icmp eq i32 %128, 0
  br i1 %129, label %135, label %130

130:                                              ; preds = %126
  %131 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 17
  %132 = load ptr, ptr %131, align 8
  %133 = load i64, ptr %132, align 8
  %134 = add i64 %133, 1
  store i64 %134, ptr %132, align 8
  br label %135

135:                                              ; preds = %130, %126, %112
  %136 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 9
  %137 = load i32, ptr %136, align 4
  %138 = icmp eq i32 %137, 0
  br i1 %138, label %144, label %139

139:                                              ; preds = %135
  %140 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 1
  %141 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 18, i64 %4, i32 3
  %142 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 18, i64 %4, i32 4
  %143 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 18, i64 %4, i32 5
  br label %147

144:                                              ; preds = %167, %135
  %145 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 18, i64 %4, i32 5
  store i32 0, ptr %145, align 4
  %146 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 18, i64 %4, i32 4
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(16) %5, i8 0, i64 16, i1 false)
  store i32 1, ptr %146, align 4
  br label %172

147:                                              ; preds = %139, %167
  %148 = phi i32 [ %137, %139 ], [ %168, %167 ]
  %149 = phi i64 [ 0, %139 ], [ %169, %167 ]
  %150 = load ptr, ptr %140, align 8
  %151 = getelementptr inbounds %struct.kh_warp, ptr %150, i64 %149, i32 26
  %152 = load i32, ptr %151, align 4
  %153 = icmp eq i32 %152, 0
  br i1 %153, label %167, label %154

154:                                              ; preds = %147
  %155 = getelementptr inbounds %struct.kh_warp, ptr %150, i64 %149, i32 18
  %156 = load i32, ptr %155, align 4
  %157 = icmp eq i32 %156, %1
  br i1 %157, label %158, label %167

158:                                              ; preds = %154
  store i32 0, ptr %151, align 4
  %159 = getelementptr inbounds %struct.kh_warp, ptr %150, i64 %149, i32 16
  store i32 0, ptr %159, align 4
  %160 = load i32, ptr %141, align 4
  %161 = getelementptr inbounds %struct.kh_warp, ptr %150, i64 %149, i32 22
  store i32 %160, ptr %161, align 4
  %162 = load i32, ptr %142, align 4
  %163 = getelementptr inbounds %struct.kh_warp, ptr %150, i64 %149, i32 23
  store i32 %162, ptr %163, align 8
  %164 = load i32, ptr %143, align 4
  %165 = getelementptr inbounds %struct.kh_warp, ptr %150, i64 %149, i32 24
  store i32 %164, ptr %165, align 4
  %166 = load i32, ptr %136, align 4
  br label %167

167:                                              ; preds = %147, %154, %158
  %168 = phi i32 [ %148, %147 ], [ %148, %154 ], [ %166, %158 ]
  %169 = add nuw nsw i64 %149, 1
  %170 = zext i32 %168 to i64
  %171 = icmp ult i64 %169, %170
  br i1 %171, label %147, label %144

172:                                              ; preds = %32, %144, %30, %2
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_watch_barrier(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2) #4 {
  %4 = load ptr, ptr %0, align 8
  %5 = getelementptr inbounds %struct.kh_launch, ptr %4, i64 0, i32 21
  %6 = load i32, ptr %5, align 8
  %7 = and i32 %6, 3
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %13, label %9

9:                                                ; preds = %3
  tail call void @kh_races_barrier(ptr noundef nonnull %0, i32 noundef %1, i32 noundef %2)
  %10 = load ptr, ptr %0, align 8
  %11 = getelementptr inbounds %struct.kh_launch, ptr %10, i64 0, i32 21
  %12 = load i32, ptr %11, align 8
  br label %13

13:                                               ; preds = %9, %3
  %14 = phi i32 [ %12, %9 ], [ %6, %3 ]
  %15 = and i32 %14, 16
  %16 = icmp eq i32 %15, 0
  %17 = icmp eq i32 %2, 0
  %18 = or i1 %17, %16
  br i1 %18, label %24, label %19

19:                                               ; preds = %13
  %20 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 17
  %21 = load ptr, ptr %20, align 8
  %22 = load i64, ptr %21, align 8
  %23 = add i64 %22, 1
  store i64 %23, ptr %21, align 8
  br label %24

24:                                               ; preds = %19, %13
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_load_1x1(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 1, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %29, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #24
  br label %29

29:                                               ; preds = %17, %6
  %30 = icmp ne i32 %16, 0
  %31 = icmp eq i32 %1, -1
  %32 = and i1 %31, %30
  br i1 %32, label %36, label %33

33:                                               ; preds = %29
  %34 = icmp eq i32 %16, 0
  %35 = load i64, ptr %8, align 8
  br label %48

36:                                               ; preds = %29
  %37 = load i64, ptr %8, align 8
  br label %38

38:                                               ; preds = %36, %38
  %39 = phi i64 [ 0, %36 ], [ %46, %38 ]
  %40 = getelementptr inbounds i64, ptr %2, i64 %39
  %41 = load i64, ptr %40, align 8
  %42 = add i64 %37, %41
  %43 = inttoptr i64 %42 to ptr
  %44 = load i8, ptr %43, align 1
  %45 = getelementptr inbounds i8, ptr %3, i64 %39
  store i8 %44, ptr %45, align 1
  %46 = add nuw nsw i64 %39, 1
  %47 = icmp eq i64 %46, 32
  br i1 %47, label %71, label %38

48:                                               ; preds = %33, %66
  %49 = phi i64 [ 0, %33 ], [ %69, %66 ]
  br i1 %34, label %55, label %50

50:                                               ; preds = %48
  %51 = getelementptr inbounds i64, ptr %2, i64 %49
  %52 = load i64, ptr %51, align 8
  %53 = add i64 %35, %52
  %54 = inttoptr i64 %53 to ptr
  br label %58

55:                                               ; preds = %48
  %56 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %49
  %57 = load ptr, ptr %56, align 8
  br label %58

58:                                               ; preds = %55, %50
  %59 = phi ptr [ %54, %50 ], [ %57, %55 ]
  %60 = trunc i64 %49 to i32
  %61 = shl nuw i32 1, %60
  %62 = and i32 %61, %11
  %63 = icmp eq i32 %62, 0
  br i1 %63, label %66, label %64

64:                                               ; preds = %58
  %65 = load i8, ptr %59, align 1
  br label %66

66:                                               ; preds = %58, %64
  %67 = phi i8 [ %65, %64 ], [ -1, %58 ]
  %68 = getelementptr inbounds i8, ptr %3, i64 %49
  store i8 %67, ptr %68, align 1
  %69 = add nuw nsw i64 %49, 1
  %70 = icmp eq i64 %69, 32
  br i1 %70, label %71, label %48

71:                                               ; preds = %66, %38
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define internal fastcc i32 @check_warp(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2, ptr nocapture noundef readonly %3, i32 noundef %4, i32 noundef %5, i32 noundef %6, ptr nocapture noundef writeonly %7, ptr nocapture noundef writeonly %8, ptr nocapture noundef writeonly %9) unnamed_addr #13 {
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
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %11) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %12) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %13) #24
  %21 = zext nneg i32 %20 to i64
  %22 = getelementptr inbounds i64, ptr %3, i64 %21
  %23 = load i64, ptr %22, align 8
  store i64 %23, ptr %13, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %14) #24
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
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %14) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %13) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %12) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %11) #24
  br label %18

66:                                               ; preds = %44
  store i32 1, ptr %9, align 4
  %67 = load ptr, ptr %14, align 8
  %68 = ptrtoint ptr %67 to i64
  %69 = sub i64 %68, %40
  store i64 %69, ptr %8, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %14) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %13) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %12) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %11) #24
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

; Function Attrs: nounwind uwtable
define void @kh_watch_access(ptr nocapture noundef %0, ptr nocapture noundef readonly %1) #4 {
  %3 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 2
  %4 = load i32, ptr %3, align 8
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %40, label %6

6:                                                ; preds = %2
  %7 = load ptr, ptr %0, align 8
  %8 = getelementptr inbounds %struct.kh_launch, ptr %7, i64 0, i32 21
  %9 = load i32, ptr %8, align 8
  %10 = and i32 %9, 12
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %16, label %12

12:                                               ; preds = %6
  tail call void @kh_defined_access(ptr noundef nonnull %0, ptr noundef nonnull %1)
  %13 = load ptr, ptr %0, align 8
  %14 = getelementptr inbounds %struct.kh_launch, ptr %13, i64 0, i32 21
  %15 = load i32, ptr %14, align 8
  br label %16

16:                                               ; preds = %12, %6
  %17 = phi i32 [ %15, %12 ], [ %9, %6 ]
  %18 = phi ptr [ %13, %12 ], [ %7, %6 ]
  %19 = and i32 %17, 3
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %33, label %21

21:                                               ; preds = %16
  %22 = load i32, ptr %1, align 8
  switch i32 %22, label %23 [
    i32 2, label %33
    i32 3, label %33
    i32 5, label %33
  ]

23:                                               ; preds = %21
  %24 = and i32 %17, 2
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %27, label %26

26:                                               ; preds = %23
  tail call void @kh_closer_access(ptr noundef nonnull %0, ptr noundef nonnull %1)
  br label %33

27:                                               ; preds = %23
  %28 = getelementptr inbounds %struct.kh_launch, ptr %18, i64 0, i32 22
  %29 = load atomic i32, ptr %28 monotonic, align 4
  %30 = and i32 %29, 1
  %31 = icmp eq i32 %30, 0
  br i1 %31, label %32, label %33

32:                                               ; preds = %27
  tail call void @kh_quick_access(ptr noundef nonnull %0, ptr noundef nonnull %1)
  br label %33

33:                                               ; preds = %32, %27, %26, %21, %21, %21, %16
  %34 = load ptr, ptr %0, align 8
  %35 = getelementptr inbounds %struct.kh_launch, ptr %34, i64 0, i32 21
  %36 = load i32, ptr %35, align 8
  %37 = and i32 %36, 16
  %38 = icmp eq i32 %37, 0
  br i1 %38, label %40, label %39

39:                                               ; preds = %33
  tail call void @kh_counts_access(ptr noundef nonnull %0, ptr noundef nonnull %1)
  br label %40

40:                                               ; preds = %2, %39, %33
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_store_1x1(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 1, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %29, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #24
  br label %29

29:                                               ; preds = %18, %6
  %30 = icmp eq i32 %16, 0
  br label %32

31:                                               ; preds = %51
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  ret void

32:                                               ; preds = %29, %51
  %33 = phi i64 [ 0, %29 ], [ %52, %51 ]
  %34 = trunc i64 %33 to i32
  %35 = shl nuw i32 1, %34
  %36 = and i32 %35, %11
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %51, label %38

38:                                               ; preds = %32
  br i1 %30, label %44, label %39

39:                                               ; preds = %38
  %40 = getelementptr inbounds i64, ptr %2, i64 %33
  %41 = load i64, ptr %40, align 8
  %42 = add i64 %17, %41
  %43 = inttoptr i64 %42 to ptr
  br label %47

44:                                               ; preds = %38
  %45 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %33
  %46 = load ptr, ptr %45, align 8
  br label %47

47:                                               ; preds = %44, %39
  %48 = phi ptr [ %43, %39 ], [ %46, %44 ]
  %49 = getelementptr inbounds i8, ptr %3, i64 %33
  %50 = load i8, ptr %49, align 1
  store i8 %50, ptr %48, align 1
  br label %51

51:                                               ; preds = %32, %47
  %52 = add nuw nsw i64 %33, 1
  %53 = icmp eq i64 %52, 32
  br i1 %53, label %31, label %32
}

; Function Attrs: nounwind uwtable
define void @kh_load_1x2(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 2, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %29, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #24
  br label %29

29:                                               ; preds = %17, %6
  %30 = icmp ne i32 %16, 0
  %31 = icmp eq i32 %1, -1
  %32 = and i1 %31, %30
  br i1 %32, label %36, label %33

33:                                               ; preds = %29
  %34 = icmp eq i32 %16, 0
  %35 = load i64, ptr %8, align 8
  br label %54

36:                                               ; preds = %29
  %37 = load i64, ptr %8, align 8
  br label %38

38:                                               ; preds = %36, %38
  %39 = phi i64 [ 0, %36 ], [ %52, %38 ]
  %40 = getelementptr inbounds i64, ptr %2, i64 %39
  %41 = getelementptr i8, ptr %3, i64 %39
  %42 = load i64, ptr %40, align 8
  %43 = add i64 %37, %42
  %44 = inttoptr i64 %43 to ptr
  %45 = load i8, ptr %44, align 1
  store i8 %45, ptr %41, align 1
  %46 = load i64, ptr %40, align 8
  %47 = add i64 %37, %46
  %48 = inttoptr i64 %47 to ptr
  %49 = getelementptr inbounds i8, ptr %48, i64 1
  %50 = load i8, ptr %49, align 1
  %51 = getelementptr i8, ptr %41, i64 32
  store i8 %50, ptr %51, align 1
  %52 = add nuw nsw i64 %39, 1
  %53 = icmp eq i64 %52, 32
  br i1 %53, label %84, label %38

54:                                               ; preds = %33, %71
  %55 = phi i64 [ 0, %33 ], [ %72, %71 ]
  br i1 %34, label %61, label %56

56:                                               ; preds = %54
  %57 = getelementptr inbounds i64, ptr %2, i64 %55
  %58 = load i64, ptr %57, align 8
  %59 = add i64 %35, %58
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
  %70 = getelementptr i8, ptr %3, i64 %55
  br label %74

71:                                               ; preds = %80
  %72 = add nuw nsw i64 %55, 1
  %73 = icmp eq i64 %72, 32
  br i1 %73, label %84, label %54

74:                                               ; preds = %64, %80
  %75 = phi i1 [ true, %64 ], [ false, %80 ]
  %76 = phi i64 [ 0, %64 ], [ 1, %80 ]
  br i1 %69, label %80, label %77

77:                                               ; preds = %74
  %78 = getelementptr inbounds i8, ptr %65, i64 %76
  %79 = load i8, ptr %78, align 1
  br label %80

80:                                               ; preds = %74, %77
  %81 = phi i8 [ %79, %77 ], [ -1, %74 ]
  %82 = shl nuw nsw i64 %76, 5
  %83 = getelementptr i8, ptr %70, i64 %82
  store i8 %81, ptr %83, align 1
  br i1 %75, label %74, label %71

84:                                               ; preds = %71, %38
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_store_1x2(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 2, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %29, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #24
  br label %29

29:                                               ; preds = %18, %6
  %30 = icmp eq i32 %16, 0
  br label %32

31:                                               ; preds = %54
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  ret void

32:                                               ; preds = %29, %54
  %33 = phi i64 [ 0, %29 ], [ %55, %54 ]
  %34 = trunc i64 %33 to i32
  %35 = shl nuw i32 1, %34
  %36 = and i32 %35, %11
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %54, label %38

38:                                               ; preds = %32
  br i1 %30, label %44, label %39

39:                                               ; preds = %38
  %40 = getelementptr inbounds i64, ptr %2, i64 %33
  %41 = load i64, ptr %40, align 8
  %42 = add i64 %17, %41
  %43 = inttoptr i64 %42 to ptr
  br label %47

44:                                               ; preds = %38
  %45 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %33
  %46 = load ptr, ptr %45, align 8
  br label %47

47:                                               ; preds = %44, %39
  %48 = phi ptr [ %43, %39 ], [ %46, %44 ]
  %49 = getelementptr i8, ptr %3, i64 %33
  %50 = load i8, ptr %49, align 1
  store i8 %50, ptr %48, align 1
  %51 = getelementptr i8, ptr %49, i64 32
  %52 = load i8, ptr %51, align 1
  %53 = getelementptr inbounds i8, ptr %48, i64 1
  store i8 %52, ptr %53, align 1
  br label %54

54:                                               ; preds = %47, %32
  %55 = add nuw nsw i64 %33, 1
  %56 = icmp eq i64 %55, 32
  br i1 %56, label %31, label %32
}

; Function Attrs: nounwind uwtable
define void @kh_load_1x4(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 4, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %29, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #24
  br label %29

29:                                               ; preds = %17, %6
  %30 = icmp ne i32 %16, 0
  %31 = icmp eq i32 %1, -1
  %32 = and i1 %31, %30
  br i1 %32, label %36, label %33

33:                                               ; preds = %29
  %34 = icmp eq i32 %16, 0
  %35 = load i64, ptr %8, align 8
  br label %56

36:                                               ; preds = %29
  %37 = load i64, ptr %8, align 8
  br label %38

38:                                               ; preds = %36, %42
  %39 = phi i64 [ 0, %36 ], [ %43, %42 ]
  %40 = getelementptr inbounds i64, ptr %2, i64 %39
  %41 = getelementptr i8, ptr %3, i64 %39
  br label %45

42:                                               ; preds = %45
  %43 = add nuw nsw i64 %39, 1
  %44 = icmp eq i64 %43, 32
  br i1 %44, label %87, label %38

45:                                               ; preds = %38, %45
  %46 = phi i64 [ 0, %38 ], [ %54, %45 ]
  %47 = load i64, ptr %40, align 8
  %48 = add i64 %37, %47
  %49 = inttoptr i64 %48 to ptr
  %50 = getelementptr inbounds i8, ptr %49, i64 %46
  %51 = load i8, ptr %50, align 1
  %52 = shl nuw nsw i64 %46, 5
  %53 = getelementptr i8, ptr %41, i64 %52
  store i8 %51, ptr %53, align 1
  %54 = add nuw nsw i64 %46, 1
  %55 = icmp eq i64 %54, 4
  br i1 %55, label %42, label %45

56:                                               ; preds = %33, %73
  %57 = phi i64 [ 0, %33 ], [ %74, %73 ]
  br i1 %34, label %63, label %58

58:                                               ; preds = %56
  %59 = getelementptr inbounds i64, ptr %2, i64 %57
  %60 = load i64, ptr %59, align 8
  %61 = add i64 %35, %60
  %62 = inttoptr i64 %61 to ptr
  br label %66

63:                                               ; preds = %56
  %64 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %57
  %65 = load ptr, ptr %64, align 8
  br label %66

66:                                               ; preds = %63, %58
  %67 = phi ptr [ %62, %58 ], [ %65, %63 ]
  %68 = trunc i64 %57 to i32
  %69 = shl nuw i32 1, %68
  %70 = and i32 %69, %11
  %71 = icmp eq i32 %70, 0
  %72 = getelementptr i8, ptr %3, i64 %57
  br label %76

73:                                               ; preds = %81
  %74 = add nuw nsw i64 %57, 1
  %75 = icmp eq i64 %74, 32
  br i1 %75, label %87, label %56

76:                                               ; preds = %66, %81
  %77 = phi i64 [ 0, %66 ], [ %85, %81 ]
  br i1 %71, label %81, label %78

78:                                               ; preds = %76
  %79 = getelementptr inbounds i8, ptr %67, i64 %77
  %80 = load i8, ptr %79, align 1
  br label %81

81:                                               ; preds = %76, %78
  %82 = phi i8 [ %80, %78 ], [ -1, %76 ]
  %83 = shl nuw nsw i64 %77, 5
  %84 = getelementptr i8, ptr %72, i64 %83
  store i8 %82, ptr %84, align 1
  %85 = add nuw nsw i64 %77, 1
  %86 = icmp eq i64 %85, 4
  br i1 %86, label %73, label %76

87:                                               ; preds = %73, %42
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_store_1x4(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 4, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %29, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #24
  br label %29

29:                                               ; preds = %18, %6
  %30 = icmp eq i32 %16, 0
  br label %32

31:                                               ; preds = %58
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  ret void

32:                                               ; preds = %29, %58
  %33 = phi i64 [ 0, %29 ], [ %59, %58 ]
  %34 = trunc i64 %33 to i32
  %35 = shl nuw i32 1, %34
  %36 = and i32 %35, %11
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %58, label %38

38:                                               ; preds = %32
  br i1 %30, label %44, label %39

39:                                               ; preds = %38
  %40 = getelementptr inbounds i64, ptr %2, i64 %33
  %41 = load i64, ptr %40, align 8
  %42 = add i64 %17, %41
  %43 = inttoptr i64 %42 to ptr
  br label %47

44:                                               ; preds = %38
  %45 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %33
  %46 = load ptr, ptr %45, align 8
  br label %47

47:                                               ; preds = %44, %39
  %48 = phi ptr [ %43, %39 ], [ %46, %44 ]
  %49 = getelementptr i8, ptr %3, i64 %33
  br label %50

50:                                               ; preds = %47, %50
  %51 = phi i64 [ 0, %47 ], [ %56, %50 ]
  %52 = shl nuw nsw i64 %51, 5
  %53 = getelementptr i8, ptr %49, i64 %52
  %54 = load i8, ptr %53, align 1
  %55 = getelementptr inbounds i8, ptr %48, i64 %51
  store i8 %54, ptr %55, align 1
  %56 = add nuw nsw i64 %51, 1
  %57 = icmp eq i64 %56, 4
  br i1 %57, label %58, label %50

58:                                               ; preds = %50, %32
  %59 = add nuw nsw i64 %33, 1
  %60 = icmp eq i64 %59, 32
  br i1 %60, label %31, label %32
}

; Function Attrs: nounwind uwtable
define void @kh_load_2x1(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 2, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %29, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #24
  br label %29

29:                                               ; preds = %17, %6
  %30 = icmp ne i32 %16, 0
  %31 = icmp eq i32 %1, -1
  %32 = and i1 %31, %30
  br i1 %32, label %36, label %33

33:                                               ; preds = %29
  %34 = icmp eq i32 %16, 0
  %35 = load i64, ptr %8, align 8
  br label %48

36:                                               ; preds = %29
  %37 = load i64, ptr %8, align 8
  br label %38

38:                                               ; preds = %36, %38
  %39 = phi i64 [ 0, %36 ], [ %46, %38 ]
  %40 = getelementptr inbounds i64, ptr %2, i64 %39
  %41 = load i64, ptr %40, align 8
  %42 = add i64 %37, %41
  %43 = inttoptr i64 %42 to ptr
  %44 = load i16, ptr %43, align 2
  %45 = getelementptr inbounds i16, ptr %3, i64 %39
  store i16 %44, ptr %45, align 2
  %46 = add nuw nsw i64 %39, 1
  %47 = icmp eq i64 %46, 32
  br i1 %47, label %71, label %38

48:                                               ; preds = %33, %66
  %49 = phi i64 [ 0, %33 ], [ %69, %66 ]
  br i1 %34, label %55, label %50

50:                                               ; preds = %48
  %51 = getelementptr inbounds i64, ptr %2, i64 %49
  %52 = load i64, ptr %51, align 8
  %53 = add i64 %35, %52
  %54 = inttoptr i64 %53 to ptr
  br label %58

55:                                               ; preds = %48
  %56 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %49
  %57 = load ptr, ptr %56, align 8
  br label %58

58:                                               ; preds = %55, %50
  %59 = phi ptr [ %54, %50 ], [ %57, %55 ]
  %60 = trunc i64 %49 to i32
  %61 = shl nuw i32 1, %60
  %62 = and i32 %61, %11
  %63 = icmp eq i32 %62, 0
  br i1 %63, label %66, label %64

64:                                               ; preds = %58
  %65 = load i16, ptr %59, align 2
  br label %66

66:                                               ; preds = %58, %64
  %67 = phi i16 [ %65, %64 ], [ -1, %58 ]
  %68 = getelementptr inbounds i16, ptr %3, i64 %49
  store i16 %67, ptr %68, align 2
  %69 = add nuw nsw i64 %49, 1
  %70 = icmp eq i64 %69, 32
  br i1 %70, label %71, label %48

71:                                               ; preds = %66, %38
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_store_2x1(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 2, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %29, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #24
  br label %29

29:                                               ; preds = %18, %6
  %30 = icmp eq i32 %16, 0
  br label %32

31:                                               ; preds = %51
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  ret void

32:                                               ; preds = %29, %51
  %33 = phi i64 [ 0, %29 ], [ %52, %51 ]
  %34 = trunc i64 %33 to i32
  %35 = shl nuw i32 1, %34
  %36 = and i32 %35, %11
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %51, label %38

38:                                               ; preds = %32
  br i1 %30, label %44, label %39

39:                                               ; preds = %38
  %40 = getelementptr inbounds i64, ptr %2, i64 %33
  %41 = load i64, ptr %40, align 8
  %42 = add i64 %17, %41
  %43 = inttoptr i64 %42 to ptr
  br label %47

44:                                               ; preds = %38
  %45 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %33
  %46 = load ptr, ptr %45, align 8
  br label %47

47:                                               ; preds = %44, %39
  %48 = phi ptr [ %43, %39 ], [ %46, %44 ]
  %49 = getelementptr inbounds i16, ptr %3, i64 %33
  %50 = load i16, ptr %49, align 2
  store i16 %50, ptr %48, align 2
  br label %51

51:                                               ; preds = %32, %47
  %52 = add nuw nsw i64 %33, 1
  %53 = icmp eq i64 %52, 32
  br i1 %53, label %31, label %32
}

; Function Attrs: nounwind uwtable
define void @kh_load_2x2(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 4, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %29, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #24
  br label %29

29:                                               ; preds = %17, %6
  %30 = icmp ne i32 %16, 0
  %31 = icmp eq i32 %1, -1
  %32 = and i1 %31, %30
  br i1 %32, label %36, label %33

33:                                               ; preds = %29
  %34 = icmp eq i32 %16, 0
  %35 = load i64, ptr %8, align 8
  br label %54

36:                                               ; preds = %29
  %37 = load i64, ptr %8, align 8
  br label %38

38:                                               ; preds = %36, %38
  %39 = phi i64 [ 0, %36 ], [ %52, %38 ]
  %40 = getelementptr inbounds i64, ptr %2, i64 %39
  %41 = getelementptr i16, ptr %3, i64 %39
  %42 = load i64, ptr %40, align 8
  %43 = add i64 %37, %42
  %44 = inttoptr i64 %43 to ptr
  %45 = load i16, ptr %44, align 2
  store i16 %45, ptr %41, align 2
  %46 = load i64, ptr %40, align 8
  %47 = add i64 %37, %46
  %48 = inttoptr i64 %47 to ptr
  %49 = getelementptr inbounds i16, ptr %48, i64 1
  %50 = load i16, ptr %49, align 2
  %51 = getelementptr i16, ptr %41, i64 32
  store i16 %50, ptr %51, align 2
  %52 = add nuw nsw i64 %39, 1
  %53 = icmp eq i64 %52, 32
  br i1 %53, label %84, label %38

54:                                               ; preds = %33, %71
  %55 = phi i64 [ 0, %33 ], [ %72, %71 ]
  br i1 %34, label %61, label %56

56:                                               ; preds = %54
  %57 = getelementptr inbounds i64, ptr %2, i64 %55
  %58 = load i64, ptr %57, align 8
  %59 = add i64 %35, %58
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
  %70 = getelementptr i16, ptr %3, i64 %55
  br label %74

71:                                               ; preds = %80
  %72 = add nuw nsw i64 %55, 1
  %73 = icmp eq i64 %72, 32
  br i1 %73, label %84, label %54

74:                                               ; preds = %64, %80
  %75 = phi i1 [ true, %64 ], [ false, %80 ]
  %76 = phi i64 [ 0, %64 ], [ 1, %80 ]
  br i1 %69, label %80, label %77

77:                                               ; preds = %74
  %78 = getelementptr inbounds i16, ptr %65, i64 %76
  %79 = load i16, ptr %78, align 2
  br label %80

80:                                               ; preds = %74, %77
  %81 = phi i16 [ %79, %77 ], [ -1, %74 ]
  %82 = shl nuw nsw i64 %76, 5
  %83 = getelementptr i16, ptr %70, i64 %82
  store i16 %81, ptr %83, align 2
  br i1 %75, label %74, label %71

84:                                               ; preds = %71, %38
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_store_2x2(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 4, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %29, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #24
  br label %29

29:                                               ; preds = %18, %6
  %30 = icmp eq i32 %16, 0
  br label %32

31:                                               ; preds = %54
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  ret void

32:                                               ; preds = %29, %54
  %33 = phi i64 [ 0, %29 ], [ %55, %54 ]
  %34 = trunc i64 %33 to i32
  %35 = shl nuw i32 1, %34
  %36 = and i32 %35, %11
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %54, label %38

38:                                               ; preds = %32
  br i1 %30, label %44, label %39

39:                                               ; preds = %38
  %40 = getelementptr inbounds i64, ptr %2, i64 %33
  %41 = load i64, ptr %40, align 8
  %42 = add i64 %17, %41
  %43 = inttoptr i64 %42 to ptr
  br label %47

44:                                               ; preds = %38
  %45 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %33
  %46 = load ptr, ptr %45, align 8
  br label %47

47:                                               ; preds = %44, %39
  %48 = phi ptr [ %43, %39 ], [ %46, %44 ]
  %49 = getelementptr i16, ptr %3, i64 %33
  %50 = load i16, ptr %49, align 2
  store i16 %50, ptr %48, align 2
  %51 = getelementptr i16, ptr %49, i64 32
  %52 = load i16, ptr %51, align 2
  %53 = getelementptr inbounds i16, ptr %48, i64 1
  store i16 %52, ptr %53, align 2
  br label %54

54:                                               ; preds = %47, %32
  %55 = add nuw nsw i64 %33, 1
  %56 = icmp eq i64 %55, 32
  br i1 %56, label %31, label %32
}

; Function Attrs: nounwind uwtable
define void @kh_load_2x4(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 8, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %29, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #24
  br label %29

29:                                               ; preds = %17, %6
  %30 = icmp ne i32 %16, 0
  %31 = icmp eq i32 %1, -1
  %32 = and i1 %31, %30
  br i1 %32, label %36, label %33

33:                                               ; preds = %29
  %34 = icmp eq i32 %16, 0
  %35 = load i64, ptr %8, align 8
  br label %56

36:                                               ; preds = %29
  %37 = load i64, ptr %8, align 8
  br label %38

38:                                               ; preds = %36, %42
  %39 = phi i64 [ 0, %36 ], [ %43, %42 ]
  %40 = getelementptr inbounds i64, ptr %2, i64 %39
  %41 = getelementptr i16, ptr %3, i64 %39
  br label %45

42:                                               ; preds = %45
  %43 = add nuw nsw i64 %39, 1
  %44 = icmp eq i64 %43, 32
  br i1 %44, label %87, label %38

45:                                               ; preds = %38, %45
  %46 = phi i64 [ 0, %38 ], [ %54, %45 ]
  %47 = load i64, ptr %40, align 8
  %48 = add i64 %37, %47
  %49 = inttoptr i64 %48 to ptr
  %50 = getelementptr inbounds i16, ptr %49, i64 %46
  %51 = load i16, ptr %50, align 2
  %52 = shl nuw nsw i64 %46, 5
  %53 = getelementptr i16, ptr %41, i64 %52
  store i16 %51, ptr %53, align 2
  %54 = add nuw nsw i64 %46, 1
  %55 = icmp eq i64 %54, 4
  br i1 %55, label %42, label %45

56:                                               ; preds = %33, %73
  %57 = phi i64 [ 0, %33 ], [ %74, %73 ]
  br i1 %34, label %63, label %58

58:                                               ; preds = %56
  %59 = getelementptr inbounds i64, ptr %2, i64 %57
  %60 = load i64, ptr %59, align 8
  %61 = add i64 %35, %60
  %62 = inttoptr i64 %61 to ptr
  br label %66

63:                                               ; preds = %56
  %64 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %57
  %65 = load ptr, ptr %64, align 8
  br label %66

66:                                               ; preds = %63, %58
  %67 = phi ptr [ %62, %58 ], [ %65, %63 ]
  %68 = trunc i64 %57 to i32
  %69 = shl nuw i32 1, %68
  %70 = and i32 %69, %11
  %71 = icmp eq i32 %70, 0
  %72 = getelementptr i16, ptr %3, i64 %57
  br label %76

73:                                               ; preds = %81
  %74 = add nuw nsw i64 %57, 1
  %75 = icmp eq i64 %74, 32
  br i1 %75, label %87, label %56

76:                                               ; preds = %66, %81
  %77 = phi i64 [ 0, %66 ], [ %85, %81 ]
  br i1 %71, label %81, label %78

78:                                               ; preds = %76
  %79 = getelementptr inbounds i16, ptr %67, i64 %77
  %80 = load i16, ptr %79, align 2
  br label %81

81:                                               ; preds = %76, %78
  %82 = phi i16 [ %80, %78 ], [ -1, %76 ]
  %83 = shl nuw nsw i64 %77, 5
  %84 = getelementptr i16, ptr %72, i64 %83
  store i16 %82, ptr %84, align 2
  %85 = add nuw nsw i64 %77, 1
  %86 = icmp eq i64 %85, 4
  br i1 %86, label %73, label %76

87:                                               ; preds = %73, %42
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_store_2x4(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 8, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %29, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #24
  br label %29

29:                                               ; preds = %18, %6
  %30 = icmp eq i32 %16, 0
  br label %32

31:                                               ; preds = %58
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  ret void

32:                                               ; preds = %29, %58
  %33 = phi i64 [ 0, %29 ], [ %59, %58 ]
  %34 = trunc i64 %33 to i32
  %35 = shl nuw i32 1, %34
  %36 = and i32 %35, %11
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %58, label %38

38:                                               ; preds = %32
  br i1 %30, label %44, label %39

39:                                               ; preds = %38
  %40 = getelementptr inbounds i64, ptr %2, i64 %33
  %41 = load i64, ptr %40, align 8
  %42 = add i64 %17, %41
  %43 = inttoptr i64 %42 to ptr
  br label %47

44:                                               ; preds = %38
  %45 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %33
  %46 = load ptr, ptr %45, align 8
  br label %47

47:                                               ; preds = %44, %39
  %48 = phi ptr [ %43, %39 ], [ %46, %44 ]
  %49 = getelementptr i16, ptr %3, i64 %33
  br label %50

50:                                               ; preds = %47, %50
  %51 = phi i64 [ 0, %47 ], [ %56, %50 ]
  %52 = shl nuw nsw i64 %51, 5
  %53 = getelementptr i16, ptr %49, i64 %52
  %54 = load i16, ptr %53, align 2
  %55 = getelementptr inbounds i16, ptr %48, i64 %51
  store i16 %54, ptr %55, align 2
  %56 = add nuw nsw i64 %51, 1
  %57 = icmp eq i64 %56, 4
  br i1 %57, label %58, label %50

58:                                               ; preds = %50, %32
  %59 = add nuw nsw i64 %33, 1
  %60 = icmp eq i64 %59, 32
  br i1 %60, label %31, label %32
}

; Function Attrs: nounwind uwtable
define void @kh_load_2x8(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 16, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %29, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #24
  br label %29

29:                                               ; preds = %17, %6
  %30 = icmp ne i32 %16, 0
  %31 = icmp eq i32 %1, -1
  %32 = and i1 %31, %30
  br i1 %32, label %36, label %33

33:                                               ; preds = %29
  %34 = icmp eq i32 %16, 0
  %35 = load i64, ptr %8, align 8
  br label %56

36:                                               ; preds = %29
  %37 = load i64, ptr %8, align 8
  br label %38

38:                                               ; preds = %36, %42
  %39 = phi i64 [ 0, %36 ], [ %43, %42 ]
  %40 = getelementptr inbounds i64, ptr %2, i64 %39
  %41 = getelementptr i16, ptr %3, i64 %39
  br label %45

42:                                               ; preds = %45
  %43 = add nuw nsw i64 %39, 1
  %44 = icmp eq i64 %43, 32
  br i1 %44, label %87, label %38

45:                                               ; preds = %38, %45
  %46 = phi i64 [ 0, %38 ], [ %54, %45 ]
  %47 = load i64, ptr %40, align 8
  %48 = add i64 %37, %47
  %49 = inttoptr i64 %48 to ptr
  %50 = getelementptr inbounds i16, ptr %49, i64 %46
  %51 = load i16, ptr %50, align 2
  %52 = shl nuw nsw i64 %46, 5
  %53 = getelementptr i16, ptr %41, i64 %52
  store i16 %51, ptr %53, align 2
  %54 = add nuw nsw i64 %46, 1
  %55 = icmp eq i64 %54, 8
  br i1 %55, label %42, label %45

56:                                               ; preds = %33, %73
  %57 = phi i64 [ 0, %33 ], [ %74, %73 ]
  br i1 %34, label %63, label %58

58:                                               ; preds = %56
  %59 = getelementptr inbounds i64, ptr %2, i64 %57
  %60 = load i64, ptr %59, align 8
  %61 = add i64 %35, %60
  %62 = inttoptr i64 %61 to ptr
  br label %66

63:                                               ; preds = %56
  %64 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %57
  %65 = load ptr, ptr %64, align 8
  br label %66

66:                                               ; preds = %63, %58
  %67 = phi ptr [ %62, %58 ], [ %65, %63 ]
  %68 = trunc i64 %57 to i32
  %69 = shl nuw i32 1, %68
  %70 = and i32 %69, %11
  %71 = icmp eq i32 %70, 0
  %72 = getelementptr i16, ptr %3, i64 %57
  br label %76

73:                                               ; preds = %81
  %74 = add nuw nsw i64 %57, 1
  %75 = icmp eq i64 %74, 32
  br i1 %75, label %87, label %56

76:                                               ; preds = %66, %81
  %77 = phi i64 [ 0, %66 ], [ %85, %81 ]
  br i1 %71, label %81, label %78

78:                                               ; preds = %76
  %79 = getelementptr inbounds i16, ptr %67, i64 %77
  %80 = load i16, ptr %79, align 2
  br label %81

81:                                               ; preds = %76, %78
  %82 = phi i16 [ %80, %78 ], [ -1, %76 ]
  %83 = shl nuw nsw i64 %77, 5
  %84 = getelementptr i16, ptr %72, i64 %83
  store i16 %82, ptr %84, align 2
  %85 = add nuw nsw i64 %77, 1
  %86 = icmp eq i64 %85, 8
  br i1 %86, label %73, label %76

87:                                               ; preds = %73, %42
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_store_2x8(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 16, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %29, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #24
  br label %29

29:                                               ; preds = %18, %6
  %30 = icmp eq i32 %16, 0
  br label %32

31:                                               ; preds = %58
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  ret void

32:                                               ; preds = %29, %58
  %33 = phi i64 [ 0, %29 ], [ %59, %58 ]
  %34 = trunc i64 %33 to i32
  %35 = shl nuw i32 1, %34
  %36 = and i32 %35, %11
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %58, label %38

38:                                               ; preds = %32
  br i1 %30, label %44, label %39

39:                                               ; preds = %38
  %40 = getelementptr inbounds i64, ptr %2, i64 %33
  %41 = load i64, ptr %40, align 8
  %42 = add i64 %17, %41
  %43 = inttoptr i64 %42 to ptr
  br label %47

44:                                               ; preds = %38
  %45 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %33
  %46 = load ptr, ptr %45, align 8
  br label %47

47:                                               ; preds = %44, %39
  %48 = phi ptr [ %43, %39 ], [ %46, %44 ]
  %49 = getelementptr i16, ptr %3, i64 %33
  br label %50

50:                                               ; preds = %47, %50
  %51 = phi i64 [ 0, %47 ], [ %56, %50 ]
  %52 = shl nuw nsw i64 %51, 5
  %53 = getelementptr i16, ptr %49, i64 %52
  %54 = load i16, ptr %53, align 2
  %55 = getelementptr inbounds i16, ptr %48, i64 %51
  store i16 %54, ptr %55, align 2
  %56 = add nuw nsw i64 %51, 1
  %57 = icmp eq i64 %56, 8
  br i1 %57, label %58, label %50

58:                                               ; preds = %50, %32
  %59 = add nuw nsw i64 %33, 1
  %60 = icmp eq i64 %59, 32
  br i1 %60, label %31, label %32
}

; Function Attrs: nounwind uwtable
define void @kh_load_4x1(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 4, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %29, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #24
  br label %29

29:                                               ; preds = %17, %6
  %30 = icmp ne i32 %16, 0
  %31 = icmp eq i32 %1, -1
  %32 = and i1 %31, %30
  br i1 %32, label %36, label %33

33:                                               ; preds = %29
  %34 = icmp eq i32 %16, 0
  %35 = load i64, ptr %8, align 8
  br label %48

36:                                               ; preds = %29
  %37 = load i64, ptr %8, align 8
  br label %38

38:                                               ; preds = %36, %38
  %39 = phi i64 [ 0, %36 ], [ %46, %38 ]
  %40 = getelementptr inbounds i64, ptr %2, i64 %39
  %41 = load i64, ptr %40, align 8
  %42 = add i64 %37, %41
  %43 = inttoptr i64 %42 to ptr
  %44 = load i32, ptr %43, align 4
  %45 = getelementptr inbounds i32, ptr %3, i64 %39
  store i32 %44, ptr %45, align 4
  %46 = add nuw nsw i64 %39, 1
  %47 = icmp eq i64 %46, 32
  br i1 %47, label %71, label %38

48:                                               ; preds = %33, %66
  %49 = phi i64 [ 0, %33 ], [ %69, %66 ]
  br i1 %34, label %55, label %50

50:                                               ; preds = %48
  %51 = getelementptr inbounds i64, ptr %2, i64 %49
  %52 = load i64, ptr %51, align 8
  %53 = add i64 %35, %52
  %54 = inttoptr i64 %53 to ptr
  br label %58

55:                                               ; preds = %48
  %56 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %49
  %57 = load ptr, ptr %56, align 8
  br label %58

58:                                               ; preds = %55, %50
  %59 = phi ptr [ %54, %50 ], [ %57, %55 ]
  %60 = trunc i64 %49 to i32
  %61 = shl nuw i32 1, %60
  %62 = and i32 %61, %11
  %63 = icmp eq i32 %62, 0
  br i1 %63, label %66, label %64

64:                                               ; preds = %58
  %65 = load i32, ptr %59, align 4
  br label %66

66:                                               ; preds = %58, %64
  %67 = phi i32 [ %65, %64 ], [ -1, %58 ]
  %68 = getelementptr inbounds i32, ptr %3, i64 %49
  store i32 %67, ptr %68, align 4
  %69 = add nuw nsw i64 %49, 1
  %70 = icmp eq i64 %69, 32
  br i1 %70, label %71, label %48

71:                                               ; preds = %66, %38
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_store_4x1(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 4, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %29, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #24
  br label %29

29:                                               ; preds = %18, %6
  %30 = icmp eq i32 %16, 0
  br label %32

31:                                               ; preds = %51
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  ret void

32:                                               ; preds = %29, %51
  %33 = phi i64 [ 0, %29 ], [ %52, %51 ]
  %34 = trunc i64 %33 to i32
  %35 = shl nuw i32 1, %34
  %36 = and i32 %35, %11
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %51, label %38

38:                                               ; preds = %32
  br i1 %30, label %44, label %39

39:                                               ; preds = %38
  %40 = getelementptr inbounds i64, ptr %2, i64 %33
  %41 = load i64, ptr %40, align 8
  %42 = add i64 %17, %41
  %43 = inttoptr i64 %42 to ptr
  br label %47

44:                                               ; preds = %38
  %45 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %33
  %46 = load ptr, ptr %45, align 8
  br label %47

47:                                               ; preds = %44, %39
  %48 = phi ptr [ %43, %39 ], [ %46, %44 ]
  %49 = getelementptr inbounds i32, ptr %3, i64 %33
  %50 = load i32, ptr %49, align 4
  store i32 %50, ptr %48, align 4
  br label %51

51:                                               ; preds = %32, %47
  %52 = add nuw nsw i64 %33, 1
  %53 = icmp eq i64 %52, 32
  br i1 %53, label %31, label %32
}

; Function Attrs: nounwind uwtable
define void @kh_load_4x2(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 8, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %29, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #24
  br label %29

29:                                               ; preds = %17, %6
  %30 = icmp ne i32 %16, 0
  %31 = icmp eq i32 %1, -1
  %32 = and i1 %31, %30
  br i1 %32, label %36, label %33

33:                                               ; preds = %29
  %34 = icmp eq i32 %16, 0
  %35 = load i64, ptr %8, align 8
  br label %54

36:                                               ; preds = %29
  %37 = load i64, ptr %8, align 8
  br label %38

38:                                               ; preds = %36, %38
  %39 = phi i64 [ 0, %36 ], [ %52, %38 ]
  %40 = getelementptr inbounds i64, ptr %2, i64 %39
  %41 = getelementptr i32, ptr %3, i64 %39
  %42 = load i64, ptr %40, align 8
  %43 = add i64 %37, %42
  %44 = inttoptr i64 %43 to ptr
  %45 = load i32, ptr %44, align 4
  store i32 %45, ptr %41, align 4
  %46 = load i64, ptr %40, align 8
  %47 = add i64 %37, %46
  %48 = inttoptr i64 %47 to ptr
  %49 = getelementptr inbounds i32, ptr %48, i64 1
  %50 = load i32, ptr %49, align 4
  %51 = getelementptr i32, ptr %41, i64 32
  store i32 %50, ptr %51, align 4
  %52 = add nuw nsw i64 %39, 1
  %53 = icmp eq i64 %52, 32
  br i1 %53, label %84, label %38

54:                                               ; preds = %33, %71
  %55 = phi i64 [ 0, %33 ], [ %72, %71 ]
  br i1 %34, label %61, label %56

56:                                               ; preds = %54
  %57 = getelementptr inbounds i64, ptr %2, i64 %55
  %58 = load i64, ptr %57, align 8
  %59 = add i64 %35, %58
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
  %70 = getelementptr i32, ptr %3, i64 %55
  br label %74

71:                                               ; preds = %80
  %72 = add nuw nsw i64 %55, 1
  %73 = icmp eq i64 %72, 32
  br i1 %73, label %84, label %54

74:                                               ; preds = %64, %80
  %75 = phi i1 [ true, %64 ], [ false, %80 ]
  %76 = phi i64 [ 0, %64 ], [ 1, %80 ]
  br i1 %69, label %80, label %77

77:                                               ; preds = %74
  %78 = getelementptr inbounds i32, ptr %65, i64 %76
  %79 = load i32, ptr %78, align 4
  br label %80

80:                                               ; preds = %74, %77
  %81 = phi i32 [ %79, %77 ], [ -1, %74 ]
  %82 = shl nuw nsw i64 %76, 5
  %83 = getelementptr i32, ptr %70, i64 %82
  store i32 %81, ptr %83, align 4
  br i1 %75, label %74, label %71

84:                                               ; preds = %71, %38
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_store_4x2(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 8, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %29, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #24
  br label %29

29:                                               ; preds = %18, %6
  %30 = icmp eq i32 %16, 0
  br label %32

31:                                               ; preds = %54
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  ret void

32:                                               ; preds = %29, %54
  %33 = phi i64 [ 0, %29 ], [ %55, %54 ]
  %34 = trunc i64 %33 to i32
  %35 = shl nuw i32 1, %34
  %36 = and i32 %35, %11
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %54, label %38

38:                                               ; preds = %32
  br i1 %30, label %44, label %39

39:                                               ; preds = %38
  %40 = getelementptr inbounds i64, ptr %2, i64 %33
  %41 = load i64, ptr %40, align 8
  %42 = add i64 %17, %41
  %43 = inttoptr i64 %42 to ptr
  br label %47

44:                                               ; preds = %38
  %45 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %33
  %46 = load ptr, ptr %45, align 8
  br label %47

47:                                               ; preds = %44, %39
  %48 = phi ptr [ %43, %39 ], [ %46, %44 ]
  %49 = getelementptr i32, ptr %3, i64 %33
  %50 = load i32, ptr %49, align 4
  store i32 %50, ptr %48, align 4
  %51 = getelementptr i32, ptr %49, i64 32
  %52 = load i32, ptr %51, align 4
  %53 = getelementptr inbounds i32, ptr %48, i64 1
  store i32 %52, ptr %53, align 4
  br label %54

54:                                               ; preds = %47, %32
  %55 = add nuw nsw i64 %33, 1
  %56 = icmp eq i64 %55, 32
  br i1 %56, label %31, label %32
}

; Function Attrs: nounwind uwtable
define void @kh_load_4x4(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 16, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %29, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #24
  br label %29

29:                                               ; preds = %17, %6
  %30 = icmp ne i32 %16, 0
  %31 = icmp eq i32 %1, -1
  %32 = and i1 %31, %30
  br i1 %32, label %36, label %33

33:                                               ; preds = %29
  %34 = icmp eq i32 %16, 0
  %35 = load i64, ptr %8, align 8
  br label %56

36:                                               ; preds = %29
  %37 = load i64, ptr %8, align 8
  br label %38

38:                                               ; preds = %36, %42
  %39 = phi i64 [ 0, %36 ], [ %43, %42 ]
  %40 = getelementptr inbounds i64, ptr %2, i64 %39
  %41 = getelementptr i32, ptr %3, i64 %39
  br label %45

42:                                               ; preds = %45
  %43 = add nuw nsw i64 %39, 1
  %44 = icmp eq i64 %43, 32
  br i1 %44, label %87, label %38

45:                                               ; preds = %38, %45
  %46 = phi i64 [ 0, %38 ], [ %54, %45 ]
  %47 = load i64, ptr %40, align 8
  %48 = add i64 %37, %47
  %49 = inttoptr i64 %48 to ptr
  %50 = getelementptr inbounds i32, ptr %49, i64 %46
  %51 = load i32, ptr %50, align 4
  %52 = shl nuw nsw i64 %46, 5
  %53 = getelementptr i32, ptr %41, i64 %52
  store i32 %51, ptr %53, align 4
  %54 = add nuw nsw i64 %46, 1
  %55 = icmp eq i64 %54, 4
  br i1 %55, label %42, label %45

56:                                               ; preds = %33, %73
  %57 = phi i64 [ 0, %33 ], [ %74, %73 ]
  br i1 %34, label %63, label %58

58:                                               ; preds = %56
  %59 = getelementptr inbounds i64, ptr %2, i64 %57
  %60 = load i64, ptr %59, align 8
  %61 = add i64 %35, %60
  %62 = inttoptr i64 %61 to ptr
  br label %66

63:                                               ; preds = %56
  %64 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %57
  %65 = load ptr, ptr %64, align 8
  br label %66

66:                                               ; preds = %63, %58
  %67 = phi ptr [ %62, %58 ], [ %65, %63 ]
  %68 = trunc i64 %57 to i32
  %69 = shl nuw i32 1, %68
  %70 = and i32 %69, %11
  %71 = icmp eq i32 %70, 0
  %72 = getelementptr i32, ptr %3, i64 %57
  br label %76

73:                                               ; preds = %81
  %74 = add nuw nsw i64 %57, 1
  %75 = icmp eq i64 %74, 32
  br i1 %75, label %87, label %56

76:                                               ; preds = %66, %81
  %77 = phi i64 [ 0, %66 ], [ %85, %81 ]
  br i1 %71, label %81, label %78

78:                                               ; preds = %76
  %79 = getelementptr inbounds i32, ptr %67, i64 %77
  %80 = load i32, ptr %79, align 4
  br label %81

81:                                               ; preds = %76, %78
  %82 = phi i32 [ %80, %78 ], [ -1, %76 ]
  %83 = shl nuw nsw i64 %77, 5
  %84 = getelementptr i32, ptr %72, i64 %83
  store i32 %82, ptr %84, align 4
  %85 = add nuw nsw i64 %77, 1
  %86 = icmp eq i64 %85, 4
  br i1 %86, label %73, label %76

87:                                               ; preds = %73, %42
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_store_4x4(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 16, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %29, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #24
  br label %29

29:                                               ; preds = %18, %6
  %30 = icmp eq i32 %16, 0
  br label %32

31:                                               ; preds = %58
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  ret void

32:                                               ; preds = %29, %58
  %33 = phi i64 [ 0, %29 ], [ %59, %58 ]
  %34 = trunc i64 %33 to i32
  %35 = shl nuw i32 1, %34
  %36 = and i32 %35, %11
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %58, label %38

38:                                               ; preds = %32
  br i1 %30, label %44, label %39

39:                                               ; preds = %38
  %40 = getelementptr inbounds i64, ptr %2, i64 %33
  %41 = load i64, ptr %40, align 8
  %42 = add i64 %17, %41
  %43 = inttoptr i64 %42 to ptr
  br label %47

44:                                               ; preds = %38
  %45 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %33
  %46 = load ptr, ptr %45, align 8
  br label %47

47:                                               ; preds = %44, %39
  %48 = phi ptr [ %43, %39 ], [ %46, %44 ]
  %49 = getelementptr i32, ptr %3, i64 %33
  br label %50

50:                                               ; preds = %47, %50
  %51 = phi i64 [ 0, %47 ], [ %56, %50 ]
  %52 = shl nuw nsw i64 %51, 5
  %53 = getelementptr i32, ptr %49, i64 %52
  %54 = load i32, ptr %53, align 4
  %55 = getelementptr inbounds i32, ptr %48, i64 %51
  store i32 %54, ptr %55, align 4
  %56 = add nuw nsw i64 %51, 1
  %57 = icmp eq i64 %56, 4
  br i1 %57, label %58, label %50

58:                                               ; preds = %50, %32
  %59 = add nuw nsw i64 %33, 1
  %60 = icmp eq i64 %59, 32
  br i1 %60, label %31, label %32
}

; Function Attrs: nounwind uwtable
define void @kh_load_4x8(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 32, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %29, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #24
  br label %29

29:                                               ; preds = %17, %6
  %30 = icmp ne i32 %16, 0
  %31 = icmp eq i32 %1, -1
  %32 = and i1 %31, %30
  br i1 %32, label %36, label %33

33:                                               ; preds = %29
  %34 = icmp eq i32 %16, 0
  %35 = load i64, ptr %8, align 8
  br label %56

36:                                               ; preds = %29
  %37 = load i64, ptr %8, align 8
  br label %38

38:                                               ; preds = %36, %42
  %39 = phi i64 [ 0, %36 ], [ %43, %42 ]
  %40 = getelementptr inbounds i64, ptr %2, i64 %39
  %41 = getelementptr i32, ptr %3, i64 %39
  br label %45

42:                                               ; preds = %45
  %43 = add nuw nsw i64 %39, 1
  %44 = icmp eq i64 %43, 32
  br i1 %44, label %87, label %38

45:                                               ; preds = %38, %45
  %46 = phi i64 [ 0, %38 ], [ %54, %45 ]
  %47 = load i64, ptr %40, align 8
  %48 = add i64 %37, %47
  %49 = inttoptr i64 %48 to ptr
  %50 = getelementptr inbounds i32, ptr %49, i64 %46
  %51 = load i32, ptr %50, align 4
  %52 = shl nuw nsw i64 %46, 5
  %53 = getelementptr i32, ptr %41, i64 %52
  store i32 %51, ptr %53, align 4
  %54 = add nuw nsw i64 %46, 1
  %55 = icmp eq i64 %54, 8
  br i1 %55, label %42, label %45

56:                                               ; preds = %33, %73
  %57 = phi i64 [ 0, %33 ], [ %74, %73 ]
  br i1 %34, label %63, label %58

58:                                               ; preds = %56
  %59 = getelementptr inbounds i64, ptr %2, i64 %57
  %60 = load i64, ptr %59, align 8
  %61 = add i64 %35, %60
  %62 = inttoptr i64 %61 to ptr
  br label %66

63:                                               ; preds = %56
  %64 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %57
  %65 = load ptr, ptr %64, align 8
  br label %66

66:                                               ; preds = %63, %58
  %67 = phi ptr [ %62, %58 ], [ %65, %63 ]
  %68 = trunc i64 %57 to i32
  %69 = shl nuw i32 1, %68
  %70 = and i32 %69, %11
  %71 = icmp eq i32 %70, 0
  %72 = getelementptr i32, ptr %3, i64 %57
  br label %76

73:                                               ; preds = %81
  %74 = add nuw nsw i64 %57, 1
  %75 = icmp eq i64 %74, 32
  br i1 %75, label %87, label %56

76:                                               ; preds = %66, %81
  %77 = phi i64 [ 0, %66 ], [ %85, %81 ]
  br i1 %71, label %81, label %78

78:                                               ; preds = %76
  %79 = getelementptr inbounds i32, ptr %67, i64 %77
  %80 = load i32, ptr %79, align 4
  br label %81

81:                                               ; preds = %76, %78
  %82 = phi i32 [ %80, %78 ], [ -1, %76 ]
  %83 = shl nuw nsw i64 %77, 5
  %84 = getelementptr i32, ptr %72, i64 %83
  store i32 %82, ptr %84, align 4
  %85 = add nuw nsw i64 %77, 1
  %86 = icmp eq i64 %85, 8
  br i1 %86, label %73, label %76

87:                                               ; preds = %73, %42
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_store_4x8(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 32, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %29, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #24
  br label %29

29:                                               ; preds = %18, %6
  %30 = icmp eq i32 %16, 0
  br label %32

31:                                               ; preds = %58
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  ret void

32:                                               ; preds = %29, %58
  %33 = phi i64 [ 0, %29 ], [ %59, %58 ]
  %34 = trunc i64 %33 to i32
  %35 = shl nuw i32 1, %34
  %36 = and i32 %35, %11
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %58, label %38

38:                                               ; preds = %32
  br i1 %30, label %44, label %39

39:                                               ; preds = %38
  %40 = getelementptr inbounds i64, ptr %2, i64 %33
  %41 = load i64, ptr %40, align 8
  %42 = add i64 %17, %41
  %43 = inttoptr i64 %42 to ptr
  br label %47

44:                                               ; preds = %38
  %45 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %33
  %46 = load ptr, ptr %45, align 8
  br label %47

47:                                               ; preds = %44, %39
  %48 = phi ptr [ %43, %39 ], [ %46, %44 ]
  %49 = getelementptr i32, ptr %3, i64 %33
  br label %50

50:                                               ; preds = %47, %50
  %51 = phi i64 [ 0, %47 ], [ %56, %50 ]
  %52 = shl nuw nsw i64 %51, 5
  %53 = getelementptr i32, ptr %49, i64 %52
  %54 = load i32, ptr %53, align 4
  %55 = getelementptr inbounds i32, ptr %48, i64 %51
  store i32 %54, ptr %55, align 4
  %56 = add nuw nsw i64 %51, 1
  %57 = icmp eq i64 %56, 8
  br i1 %57, label %58, label %50

58:                                               ; preds = %50, %32
  %59 = add nuw nsw i64 %33, 1
  %60 = icmp eq i64 %59, 32
  br i1 %60, label %31, label %32
}

; Function Attrs: nounwind uwtable
define void @kh_load_8x1(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 8, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %29, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #24
  br label %29

29:                                               ; preds = %17, %6
  %30 = icmp ne i32 %16, 0
  %31 = icmp eq i32 %1, -1
  %32 = and i1 %31, %30
  br i1 %32, label %36, label %33

33:                                               ; preds = %29
  %34 = icmp eq i32 %16, 0
  %35 = load i64, ptr %8, align 8
  br label %48

36:                                               ; preds = %29
  %37 = load i64, ptr %8, align 8
  br label %38

38:                                               ; preds = %36, %38
  %39 = phi i64 [ 0, %36 ], [ %46, %38 ]
  %40 = getelementptr inbounds i64, ptr %2, i64 %39
  %41 = load i64, ptr %40, align 8
  %42 = add i64 %37, %41
  %43 = inttoptr i64 %42 to ptr
  %44 = load i64, ptr %43, align 8
  %45 = getelementptr inbounds i64, ptr %3, i64 %39
  store i64 %44, ptr %45, align 8
  %46 = add nuw nsw i64 %39, 1
  %47 = icmp eq i64 %46, 32
  br i1 %47, label %71, label %38

48:                                               ; preds = %33, %66
  %49 = phi i64 [ 0, %33 ], [ %69, %66 ]
  br i1 %34, label %55, label %50

50:                                               ; preds = %48
  %51 = getelementptr inbounds i64, ptr %2, i64 %49
  %52 = load i64, ptr %51, align 8
  %53 = add i64 %35, %52
  %54 = inttoptr i64 %53 to ptr
  br label %58

55:                                               ; preds = %48
  %56 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %49
  %57 = load ptr, ptr %56, align 8
  br label %58

58:                                               ; preds = %55, %50
  %59 = phi ptr [ %54, %50 ], [ %57, %55 ]
  %60 = trunc i64 %49 to i32
  %61 = shl nuw i32 1, %60
  %62 = and i32 %61, %11
  %63 = icmp eq i32 %62, 0
  br i1 %63, label %66, label %64

64:                                               ; preds = %58
  %65 = load i64, ptr %59, align 8
  br label %66

66:                                               ; preds = %58, %64
  %67 = phi i64 [ %65, %64 ], [ -1, %58 ]
  %68 = getelementptr inbounds i64, ptr %3, i64 %49
  store i64 %67, ptr %68, align 8
  %69 = add nuw nsw i64 %49, 1
  %70 = icmp eq i64 %69, 32
  br i1 %70, label %71, label %48

71:                                               ; preds = %66, %38
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_store_8x1(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 8, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %29, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #24
  br label %29

29:                                               ; preds = %18, %6
  %30 = icmp eq i32 %16, 0
  br label %32

31:                                               ; preds = %51
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  ret void

32:                                               ; preds = %29, %51
  %33 = phi i64 [ 0, %29 ], [ %52, %51 ]
  %34 = trunc i64 %33 to i32
  %35 = shl nuw i32 1, %34
  %36 = and i32 %35, %11
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %51, label %38

38:                                               ; preds = %32
  br i1 %30, label %44, label %39

39:                                               ; preds = %38
  %40 = getelementptr inbounds i64, ptr %2, i64 %33
  %41 = load i64, ptr %40, align 8
  %42 = add i64 %17, %41
  %43 = inttoptr i64 %42 to ptr
  br label %47

44:                                               ; preds = %38
  %45 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %33
  %46 = load ptr, ptr %45, align 8
  br label %47

47:                                               ; preds = %44, %39
  %48 = phi ptr [ %43, %39 ], [ %46, %44 ]
  %49 = getelementptr inbounds i64, ptr %3, i64 %33
  %50 = load i64, ptr %49, align 8
  store i64 %50, ptr %48, align 8
  br label %51

51:                                               ; preds = %32, %47
  %52 = add nuw nsw i64 %33, 1
  %53 = icmp eq i64 %52, 32
  br i1 %53, label %31, label %32
}

; Function Attrs: nounwind uwtable
define void @kh_load_8x2(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 16, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %29, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #24
  br label %29

29:                                               ; preds = %17, %6
  %30 = icmp ne i32 %16, 0
  %31 = icmp eq i32 %1, -1
  %32 = and i1 %31, %30
  br i1 %32, label %36, label %33

33:                                               ; preds = %29
  %34 = icmp eq i32 %16, 0
  %35 = load i64, ptr %8, align 8
  br label %54

36:                                               ; preds = %29
  %37 = load i64, ptr %8, align 8
  br label %38

38:                                               ; preds = %36, %38
  %39 = phi i64 [ 0, %36 ], [ %52, %38 ]
  %40 = getelementptr inbounds i64, ptr %2, i64 %39
  %41 = getelementptr i64, ptr %3, i64 %39
  %42 = load i64, ptr %40, align 8
  %43 = add i64 %37, %42
  %44 = inttoptr i64 %43 to ptr
  %45 = load i64, ptr %44, align 8
  store i64 %45, ptr %41, align 8
  %46 = load i64, ptr %40, align 8
  %47 = add i64 %37, %46
  %48 = inttoptr i64 %47 to ptr
  %49 = getelementptr inbounds i64, ptr %48, i64 1
  %50 = load i64, ptr %49, align 8
  %51 = getelementptr i64, ptr %41, i64 32
  store i64 %50, ptr %51, align 8
  %52 = add nuw nsw i64 %39, 1
  %53 = icmp eq i64 %52, 32
  br i1 %53, label %84, label %38

54:                                               ; preds = %33, %71
  %55 = phi i64 [ 0, %33 ], [ %72, %71 ]
  br i1 %34, label %61, label %56

56:                                               ; preds = %54
  %57 = getelementptr inbounds i64, ptr %2, i64 %55
  %58 = load i64, ptr %57, align 8
  %59 = add i64 %35, %58
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
  %70 = getelementptr i64, ptr %3, i64 %55
  br label %74

71:                                               ; preds = %80
  %72 = add nuw nsw i64 %55, 1
  %73 = icmp eq i64 %72, 32
  br i1 %73, label %84, label %54

74:                                               ; preds = %64, %80
  %75 = phi i1 [ true, %64 ], [ false, %80 ]
  %76 = phi i64 [ 0, %64 ], [ 1, %80 ]
  br i1 %69, label %80, label %77

77:                                               ; preds = %74
  %78 = getelementptr inbounds i64, ptr %65, i64 %76
  %79 = load i64, ptr %78, align 8
  br label %80

80:                                               ; preds = %74, %77
  %81 = phi i64 [ %79, %77 ], [ -1, %74 ]
  %82 = shl nuw nsw i64 %76, 5
  %83 = getelementptr i64, ptr %70, i64 %82
  store i64 %81, ptr %83, align 8
  br i1 %75, label %74, label %71

84:                                               ; preds = %71, %38
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_store_8x2(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 16, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %29, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #24
  br label %29

29:                                               ; preds = %18, %6
  %30 = icmp eq i32 %16, 0
  br label %32

31:                                               ; preds = %54
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  ret void

32:                                               ; preds = %29, %54
  %33 = phi i64 [ 0, %29 ], [ %55, %54 ]
  %34 = trunc i64 %33 to i32
  %35 = shl nuw i32 1, %34
  %36 = and i32 %35, %11
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %54, label %38

38:                                               ; preds = %32
  br i1 %30, label %44, label %39

39:                                               ; preds = %38
  %40 = getelementptr inbounds i64, ptr %2, i64 %33
  %41 = load i64, ptr %40, align 8
  %42 = add i64 %17, %41
  %43 = inttoptr i64 %42 to ptr
  br label %47

44:                                               ; preds = %38
  %45 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %33
  %46 = load ptr, ptr %45, align 8
  br label %47

47:                                               ; preds = %44, %39
  %48 = phi ptr [ %43, %39 ], [ %46, %44 ]
  %49 = getelementptr i64, ptr %3, i64 %33
  %50 = load i64, ptr %49, align 8
  store i64 %50, ptr %48, align 8
  %51 = getelementptr i64, ptr %49, i64 32
  %52 = load i64, ptr %51, align 8
  %53 = getelementptr inbounds i64, ptr %48, i64 1
  store i64 %52, ptr %53, align 8
  br label %54

54:                                               ; preds = %47, %32
  %55 = add nuw nsw i64 %33, 1
  %56 = icmp eq i64 %55, 32
  br i1 %56, label %31, label %32
}

; Function Attrs: nounwind uwtable
define void @kh_load_8x4(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 32, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %29, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #24
  br label %29

29:                                               ; preds = %17, %6
  %30 = icmp ne i32 %16, 0
  %31 = icmp eq i32 %1, -1
  %32 = and i1 %31, %30
  br i1 %32, label %36, label %33

33:                                               ; preds = %29
  %34 = icmp eq i32 %16, 0
  %35 = load i64, ptr %8, align 8
  br label %56

36:                                               ; preds = %29
  %37 = load i64, ptr %8, align 8
  br label %38

38:                                               ; preds = %36, %42
  %39 = phi i64 [ 0, %36 ], [ %43, %42 ]
  %40 = getelementptr inbounds i64, ptr %2, i64 %39
  %41 = getelementptr i64, ptr %3, i64 %39
  br label %45

42:                                               ; preds = %45
  %43 = add nuw nsw i64 %39, 1
  %44 = icmp eq i64 %43, 32
  br i1 %44, label %87, label %38

45:                                               ; preds = %38, %45
  %46 = phi i64 [ 0, %38 ], [ %54, %45 ]
  %47 = load i64, ptr %40, align 8
  %48 = add i64 %37, %47
  %49 = inttoptr i64 %48 to ptr
  %50 = getelementptr inbounds i64, ptr %49, i64 %46
  %51 = load i64, ptr %50, align 8
  %52 = shl nuw nsw i64 %46, 5
  %53 = getelementptr i64, ptr %41, i64 %52
  store i64 %51, ptr %53, align 8
  %54 = add nuw nsw i64 %46, 1
  %55 = icmp eq i64 %54, 4
  br i1 %55, label %42, label %45

56:                                               ; preds = %33, %73
  %57 = phi i64 [ 0, %33 ], [ %74, %73 ]
  br i1 %34, label %63, label %58

58:                                               ; preds = %56
  %59 = getelementptr inbounds i64, ptr %2, i64 %57
  %60 = load i64, ptr %59, align 8
  %61 = add i64 %35, %60
  %62 = inttoptr i64 %61 to ptr
  br label %66

63:                                               ; preds = %56
  %64 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %57
  %65 = load ptr, ptr %64, align 8
  br label %66

66:                                               ; preds = %63, %58
  %67 = phi ptr [ %62, %58 ], [ %65, %63 ]
  %68 = trunc i64 %57 to i32
  %69 = shl nuw i32 1, %68
  %70 = and i32 %69, %11
  %71 = icmp eq i32 %70, 0
  %72 = getelementptr i64, ptr %3, i64 %57
  br label %76

73:                                               ; preds = %81
  %74 = add nuw nsw i64 %57, 1
  %75 = icmp eq i64 %74, 32
  br i1 %75, label %87, label %56

76:                                               ; preds = %66, %81
  %77 = phi i64 [ 0, %66 ], [ %85, %81 ]
  br i1 %71, label %81, label %78

78:                                               ; preds = %76
  %79 = getelementptr inbounds i64, ptr %67, i64 %77
  %80 = load i64, ptr %79, align 8
  br label %81

81:                                               ; preds = %76, %78
  %82 = phi i64 [ %80, %78 ], [ -1, %76 ]
  %83 = shl nuw nsw i64 %77, 5
  %84 = getelementptr i64, ptr %72, i64 %83
  store i64 %82, ptr %84, align 8
  %85 = add nuw nsw i64 %77, 1
  %86 = icmp eq i64 %85, 4
  br i1 %86, label %73, label %76

87:                                               ; preds = %73, %42
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_store_8x4(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 32, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 21
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %29, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #24
  br label %29

29:                                               ; preds = %18, %6
  %30 = icmp eq i32 %16, 0
  br label %32

31:                                               ; preds = %58
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  ret void

32:                                               ; preds = %29, %58
  %33 = phi i64 [ 0, %29 ], [ %59, %58 ]
  %34 = trunc i64 %33 to i32
  %35 = shl nuw i32 1, %34
  %36 = and i32 %35, %11
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %58, label %38

38:                                               ; preds = %32
  br i1 %30, label %44, label %39

39:                                               ; preds = %38
  %40 = getelementptr inbounds i64, ptr %2, i64 %33
  %41 = load i64, ptr %40, align 8
  %42 = add i64 %17, %41
  %43 = inttoptr i64 %42 to ptr
  br label %47

44:                                               ; preds = %38
  %45 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %33
  %46 = load ptr, ptr %45, align 8
  br label %47

47:                                               ; preds = %44, %39
  %48 = phi ptr [ %43, %39 ], [ %46, %44 ]
  %49 = getelementptr i64, ptr %3, i64 %33
  br label %50

50:                                               ; preds = %47, %50
  %51 = phi i64 [ 0, %47 ], [ %56, %50 ]
  %52 = shl nuw nsw i64 %51, 5
  %53 = getelementptr i64, ptr %49, i64 %52
  %54 = load i64, ptr %53, align 8
  %55 = getelementptr inbounds i64, ptr %48, i64 %51
  store i64 %54, ptr %55, align 8
  %56 = add nuw nsw i64 %51, 1
  %57 = icmp eq i64 %56, 4
  br i1 %57, label %58, label %50

58:                                               ; preds = %50, %32
  %59 = add nuw nsw i64 %33, 1
  %60 = icmp eq i64 %59, 32
  br i1 %60, label %31, label %32
}

; Function Attrs: nounwind uwtable
define void @kh_copy_async(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, i32 noundef %5, i32 noundef %6) #4 {
  %8 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 6
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds %struct.kh_warp, ptr %11, i64 0, i32 7
  %13 = load i32, ptr %12, align 8
  %14 = zext i32 %13 to i64
  %15 = getelementptr inbounds %struct.kh_copies, ptr %9, i64 %14
  %16 = getelementptr inbounds %struct.kh_copies, ptr %9, i64 %14, i32 1
  %17 = load i32, ptr %16, align 8
  %18 = icmp eq i32 %17, 32
  br i1 %18, label %19, label %41

19:                                               ; preds = %7
  tail call fastcc void @finish_copy(ptr noundef nonnull %0, ptr noundef nonnull %15, i32 noundef -1)
  %20 = load i32, ptr %16, align 8
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %41, label %22

22:                                               ; preds = %19, %35
  %23 = phi i32 [ %36, %35 ], [ %20, %19 ]
  %24 = phi i64 [ %38, %35 ], [ 0, %19 ]
  %25 = phi i32 [ %37, %35 ], [ 0, %19 ]
  %26 = getelementptr inbounds [32 x %struct.kh_copy], ptr %15, i64 0, i64 %24, i32 7
  %27 = load i32, ptr %26, align 8
  %28 = icmp eq i32 %27, 0
  br i1 %28, label %35, label %29

29:                                               ; preds = %22
  %30 = getelementptr inbounds [32 x %struct.kh_copy], ptr %15, i64 0, i64 %24
  %31 = add i32 %25, 1
  %32 = zext i32 %25 to i64
  %33 = getelementptr inbounds [32 x %struct.kh_copy], ptr %15, i64 0, i64 %32
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(1040) %33, ptr noundef nonnull align 8 dereferenceable(1040) %30, i64 1040, i1 false)
  %34 = load i32, ptr %16, align 8
  br label %35

35:                                               ; preds = %29, %22
  %36 = phi i32 [ %34, %29 ], [ %23, %22 ]
  %37 = phi i32 [ %31, %29 ], [ %25, %22 ]
  %38 = add nuw nsw i64 %24, 1
  %39 = zext i32 %36 to i64
  %40 = icmp ult i64 %38, %39
  br i1 %40, label %22, label %41

41:                                               ; preds = %35, %19, %7
  %42 = phi i32 [ %17, %7 ], [ 0, %19 ], [ %37, %35 ]
  %43 = add i32 %42, 1
  store i32 %43, ptr %16, align 8
  %44 = zext i32 %42 to i64
  %45 = getelementptr inbounds [32 x %struct.kh_copy], ptr %15, i64 0, i64 %44
  %46 = getelementptr inbounds [32 x %struct.kh_copy], ptr %15, i64 0, i64 %44, i32 5
  store i32 %5, ptr %46, align 8
  %47 = getelementptr inbounds [32 x %struct.kh_copy], ptr %15, i64 0, i64 %44, i32 6
  store i32 %6, ptr %47, align 4
  %48 = getelementptr inbounds [32 x %struct.kh_copy], ptr %15, i64 0, i64 %44, i32 7
  store i32 0, ptr %48, align 8
  br label %54

49:                                               ; preds = %88
  %50 = load ptr, ptr %0, align 8
  %51 = getelementptr inbounds %struct.kh_launch, ptr %50, i64 0, i32 21
  %52 = load i32, ptr %51, align 8
  %53 = icmp eq i32 %52, 0
  br i1 %53, label %92, label %91

54:                                               ; preds = %41, %88
  %55 = phi i64 [ 0, %41 ], [ %89, %88 ]
  %56 = trunc i64 %55 to i32
  %57 = shl nuw i32 1, %56
  %58 = and i32 %57, %1
  %59 = icmp eq i32 %58, 0
  br i1 %59, label %88, label %60

60:                                               ; preds = %54
  %61 = getelementptr inbounds i64, ptr %2, i64 %55
  %62 = load i64, ptr %61, align 8
  %63 = tail call fastcc ptr @check_lane(ptr noundef %0, i32 noundef 1, i32 noundef %56, i64 noundef %62, i32 noundef %5, i32 noundef %6, i32 noundef 1)
  %64 = getelementptr inbounds [32 x ptr], ptr %45, i64 0, i64 %55
  store ptr %63, ptr %64, align 8
  %65 = getelementptr inbounds i64, ptr %3, i64 %55
  %66 = load i64, ptr %65, align 8
  %67 = getelementptr inbounds [32 x %struct.kh_copy], ptr %15, i64 0, i64 %44, i32 2, i64 %55
  store i64 %66, ptr %67, align 8
  %68 = getelementptr inbounds i32, ptr %4, i64 %55
  %69 = load i32, ptr %68, align 4
  %70 = tail call i32 @llvm.umin.i32(i32 %69, i32 %5)
  %71 = getelementptr inbounds [32 x %struct.kh_copy], ptr %15, i64 0, i64 %44, i32 3, i64 %55
  store i32 %70, ptr %71, align 4
  %72 = icmp eq i32 %70, 0
  br i1 %72, label %76, label %73

73:                                               ; preds = %60
  %74 = load i64, ptr %65, align 8
  %75 = tail call fastcc ptr @check_lane(ptr noundef %0, i32 noundef 0, i32 noundef %56, i64 noundef %74, i32 noundef %5, i32 noundef %6, i32 noundef 0)
  br label %76

76:                                               ; preds = %60, %73
  %77 = phi ptr [ %75, %73 ], [ null, %60 ]
  %78 = getelementptr inbounds [32 x %struct.kh_copy], ptr %15, i64 0, i64 %44, i32 1, i64 %55
  store ptr %77, ptr %78, align 8
  %79 = getelementptr inbounds %struct.kh_copies, ptr %9, i64 %14, i32 2, i64 %55
  %80 = load i32, ptr %79, align 4
  %81 = getelementptr inbounds [32 x %struct.kh_copy], ptr %15, i64 0, i64 %44, i32 4, i64 %55
  store i32 %80, ptr %81, align 4
  %82 = load ptr, ptr %64, align 8
  %83 = icmp ne ptr %82, null
  %84 = zext i1 %83 to i32
  %85 = shl nuw i32 %84, %56
  %86 = load i32, ptr %48, align 8
  %87 = or i32 %85, %86
  store i32 %87, ptr %48, align 8
  br label %88

88:                                               ; preds = %54, %76
  %89 = add nuw nsw i64 %55, 1
  %90 = icmp eq i64 %89, 32
  br i1 %90, label %49, label %54

91:                                               ; preds = %49
  tail call void @kh_watch_copy(ptr noundef nonnull %0, ptr noundef %45, ptr noundef %2, ptr noundef %3, i32 noundef %6)
  br label %92

92:                                               ; preds = %91, %49
  ret void
}

; Function Attrs: nounwind uwtable
define internal fastcc void @finish_copy(ptr nocapture noundef %0, ptr nocapture noundef %1, i32 noundef %2) unnamed_addr #4 {
  %4 = load ptr, ptr %0, align 8
  %5 = getelementptr inbounds %struct.kh_launch, ptr %4, i64 0, i32 21
  %6 = load i32, ptr %5, align 8
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %26, label %8

8:                                                ; preds = %3
  %9 = getelementptr inbounds %struct.kh_copy, ptr %1, i64 0, i32 7
  %10 = load i32, ptr %9, align 8
  %11 = and i32 %10, %2
  %12 = icmp eq i32 %11, 0
  %13 = and i32 %6, 3
  %14 = icmp eq i32 %13, 0
  %15 = or i1 %14, %12
  br i1 %15, label %26, label %16

16:                                               ; preds = %8
  %17 = and i32 %6, 2
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %20, label %19

19:                                               ; preds = %16
  tail call void @kh_closer_copy(ptr noundef nonnull %0, ptr noundef nonnull %1, i32 noundef %11, i32 noundef 1)
  br label %26

20:                                               ; preds = %16
  %21 = getelementptr inbounds %struct.kh_launch, ptr %4, i64 0, i32 22
  %22 = load atomic i32, ptr %21 monotonic, align 4
  %23 = and i32 %22, 1
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %25, label %26

25:                                               ; preds = %20
  tail call void @kh_quick_copy(ptr noundef nonnull %0, ptr noundef nonnull %1, i32 noundef %11, i32 noundef 1)
  br label %26

26:                                               ; preds = %25, %20, %19, %8, %3
  %27 = getelementptr inbounds %struct.kh_copy, ptr %1, i64 0, i32 7
  %28 = getelementptr inbounds %struct.kh_copy, ptr %1, i64 0, i32 5
  br label %33

29:                                               ; preds = %81
  %30 = xor i32 %2, -1
  %31 = load i32, ptr %27, align 8
  %32 = and i32 %31, %30
  store i32 %32, ptr %27, align 8
  ret void

33:                                               ; preds = %26, %81
  %34 = phi i64 [ 0, %26 ], [ %82, %81 ]
  %35 = load i32, ptr %27, align 8
  %36 = trunc i64 %34 to i32
  %37 = shl nuw i32 1, %36
  %38 = and i32 %37, %35
  %39 = and i32 %38, %2
  %40 = icmp eq i32 %39, 0
  br i1 %40, label %81, label %41

41:                                               ; preds = %33
  %42 = load i32, ptr %28, align 8
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %48, label %44

44:                                               ; preds = %41
  %45 = getelementptr inbounds %struct.kh_copy, ptr %1, i64 0, i32 3, i64 %34
  %46 = getelementptr inbounds %struct.kh_copy, ptr %1, i64 0, i32 1, i64 %34
  %47 = getelementptr inbounds [32 x ptr], ptr %1, i64 0, i64 %34
  br label %55

48:                                               ; preds = %66, %41
  %49 = phi i32 [ 0, %41 ], [ %71, %66 ]
  %50 = load ptr, ptr %0, align 8
  %51 = getelementptr inbounds %struct.kh_launch, ptr %50, i64 0, i32 21
  %52 = load i32, ptr %51, align 8
  %53 = and i32 %52, 12
  %54 = icmp eq i32 %53, 0
  br i1 %54, label %81, label %74

55:                                               ; preds = %44, %66
  %56 = phi i64 [ 0, %44 ], [ %70, %66 ]
  %57 = load i32, ptr %45, align 4
  %58 = zext i32 %57 to i64
  %59 = icmp ult i64 %56, %58
  br i1 %59, label %60, label %66

60:                                               ; preds = %55
  %61 = load ptr, ptr %46, align 8
  %62 = icmp eq ptr %61, null
  br i1 %62, label %66, label %63

63:                                               ; preds = %60
  %64 = getelementptr inbounds i8, ptr %61, i64 %56
  %65 = load i8, ptr %64, align 1
  br label %66

66:                                               ; preds = %63, %60, %55
  %67 = phi i8 [ 0, %55 ], [ %65, %63 ], [ -1, %60 ]
  %68 = load ptr, ptr %47, align 8
  %69 = getelementptr inbounds i8, ptr %68, i64 %56
  store i8 %67, ptr %69, align 1
  %70 = add nuw nsw i64 %56, 1
  %71 = load i32, ptr %28, align 8
  %72 = zext i32 %71 to i64
  %73 = icmp ult i64 %70, %72
  br i1 %73, label %55, label %48

74:                                               ; preds = %48
  %75 = getelementptr inbounds [32 x ptr], ptr %1, i64 0, i64 %34
  %76 = load ptr, ptr %75, align 8
  %77 = getelementptr inbounds %struct.kh_copy, ptr %1, i64 0, i32 1, i64 %34
  %78 = load ptr, ptr %77, align 8
  %79 = getelementptr inbounds %struct.kh_copy, ptr %1, i64 0, i32 3, i64 %34
  %80 = load i32, ptr %79, align 4
  tail call void @kh_defined_copy(ptr noundef nonnull %0, ptr noundef %76, ptr noundef %78, i32 noundef %80, i32 noundef %49)
  br label %81

81:                                               ; preds = %48, %74, %33
  %82 = add nuw nsw i64 %34, 1
  %83 = icmp eq i64 %82, 32
  br i1 %83, label %29, label %33
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define internal fastcc ptr @check_lane(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2, i64 noundef %3, i32 noundef %4, i32 noundef %5, i32 noundef %6) unnamed_addr #13 {
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %9) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %10) #24
  store i64 %3, ptr %10, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %11) #24
  %12 = call fastcc i32 @find_range(ptr noundef %0, i32 noundef %1, i32 noundef %6, i32 noundef %2, ptr noundef nonnull %10, ptr noundef nonnull %8, ptr noundef nonnull %9, ptr noundef nonnull %11)
  %13 = load i64, ptr %10, align 8
  %14 = add i32 %4, -1
  %15 = zext i32 %14 to i64
  %16 = and i64 %13, %15
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %50, label %18

18:                                               ; preds = %7
  %19 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %20 = mul i32 %5, 25
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
  %30 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %31 = load i32, ptr %30, align 4
  %32 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %33 = load ptr, ptr %32, align 8
  %34 = getelementptr inbounds %struct.kh_warp, ptr %33, i64 0, i32 7
  %35 = load i32, ptr %34, align 8
  %36 = shl i32 %35, 5
  %37 = add i32 %36, %2
  store i64 1, ptr %24, align 8
  %38 = getelementptr inbounds i8, ptr %24, i64 8
  store i64 %3, ptr %38, align 8
  %39 = getelementptr inbounds i8, ptr %24, i64 16
  store i32 %31, ptr %39, align 8
  %40 = getelementptr inbounds i8, ptr %24, i64 20
  store i32 %37, ptr %40, align 4
  %41 = getelementptr inbounds i8, ptr %24, i64 24
  store i32 -1, ptr %41, align 8
  %42 = getelementptr inbounds i8, ptr %24, i64 28
  store i32 %31, ptr %42, align 4
  %43 = getelementptr inbounds i8, ptr %24, i64 32
  store i32 -1, ptr %43, align 8
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
  %66 = mul i32 %5, 25
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
  %76 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %77 = load i32, ptr %76, align 4
  %78 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %79 = load ptr, ptr %78, align 8
  %80 = getelementptr inbounds %struct.kh_warp, ptr %79, i64 0, i32 7
  %81 = load i32, ptr %80, align 8
  %82 = shl i32 %81, 5
  %83 = add i32 %82, %2
  store i64 1, ptr %70, align 8
  %84 = getelementptr inbounds i8, ptr %70, i64 8
  store i64 %3, ptr %84, align 8
  %85 = getelementptr inbounds i8, ptr %70, i64 16
  store i32 %77, ptr %85, align 8
  %86 = getelementptr inbounds i8, ptr %70, i64 20
  store i32 %83, ptr %86, align 4
  %87 = getelementptr inbounds i8, ptr %70, i64 24
  store i32 -1, ptr %87, align 8
  %88 = getelementptr inbounds i8, ptr %70, i64 28
  store i32 %77, ptr %88, align 4
  %89 = getelementptr inbounds i8, ptr %70, i64 32
  store i32 -1, ptr %89, align 8
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
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %11) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %10) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  ret ptr %100
}

; Function Attrs: nounwind uwtable
define void @kh_watch_copy(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, i32 noundef %4) #4 {
  %6 = alloca [32 x i32], align 16
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %6) #24
  %7 = getelementptr inbounds %struct.kh_copy, ptr %1, i64 0, i32 7
  %8 = load i32, ptr %7, align 8
  br label %15

9:                                                ; preds = %30
  %10 = load ptr, ptr %0, align 8
  %11 = getelementptr inbounds %struct.kh_launch, ptr %10, i64 0, i32 21
  %12 = load i32, ptr %11, align 8
  %13 = and i32 %12, 16
  %14 = icmp eq i32 %13, 0
  br i1 %14, label %39, label %35

15:                                               ; preds = %5, %30
  %16 = phi i64 [ 0, %5 ], [ %33, %30 ]
  %17 = trunc i64 %16 to i32
  %18 = shl nuw i32 1, %17
  %19 = and i32 %8, %18
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %30, label %21

21:                                               ; preds = %15
  %22 = getelementptr inbounds %struct.kh_copy, ptr %1, i64 0, i32 3, i64 %16
  %23 = load i32, ptr %22, align 4
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %30, label %25

25:                                               ; preds = %21
  %26 = getelementptr inbounds %struct.kh_copy, ptr %1, i64 0, i32 1, i64 %16
  %27 = load ptr, ptr %26, align 8
  %28 = icmp eq ptr %27, null
  %29 = select i1 %28, i32 0, i32 %23
  br label %30

30:                                               ; preds = %25, %21, %15
  %31 = phi i32 [ 0, %15 ], [ 0, %21 ], [ %29, %25 ]
  %32 = getelementptr inbounds [32 x i32], ptr %6, i64 0, i64 %16
  store i32 %31, ptr %32, align 4
  %33 = add nuw nsw i64 %16, 1
  %34 = icmp eq i64 %33, 32
  br i1 %34, label %9, label %15

35:                                               ; preds = %9
  %36 = getelementptr inbounds %struct.kh_copy, ptr %1, i64 0, i32 5
  %37 = load i32, ptr %36, align 8
  call void @kh_counts_copy(ptr noundef nonnull %0, i32 noundef %8, ptr noundef %2, ptr noundef %3, ptr noundef nonnull %6, i32 noundef %37, i32 noundef %4)
  %38 = load i32, ptr %7, align 8
  br label %39

39:                                               ; preds = %35, %9
  %40 = phi i32 [ %38, %35 ], [ %8, %9 ]
  %41 = icmp eq i32 %40, 0
  br i1 %41, label %58, label %42

42:                                               ; preds = %39
  %43 = load ptr, ptr %0, align 8
  %44 = getelementptr inbounds %struct.kh_launch, ptr %43, i64 0, i32 21
  %45 = load i32, ptr %44, align 8
  %46 = and i32 %45, 3
  %47 = icmp eq i32 %46, 0
  br i1 %47, label %58, label %48

48:                                               ; preds = %42
  %49 = and i32 %45, 2
  %50 = icmp eq i32 %49, 0
  br i1 %50, label %52, label %51

51:                                               ; preds = %48
  call void @kh_closer_copy(ptr noundef nonnull %0, ptr noundef nonnull %1, i32 noundef %40, i32 noundef 0)
  br label %58

52:                                               ; preds = %48
  %53 = getelementptr inbounds %struct.kh_launch, ptr %43, i64 0, i32 22
  %54 = load atomic i32, ptr %53 monotonic, align 4
  %55 = and i32 %54, 1
  %56 = icmp eq i32 %55, 0
  br i1 %56, label %57, label %58

57:                                               ; preds = %52
  call void @kh_quick_copy(ptr noundef nonnull %0, ptr noundef nonnull %1, i32 noundef %40, i32 noundef 0)
  br label %58

58:                                               ; preds = %57, %52, %51, %42, %39
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %6) #24
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_copy_commit(ptr nocapture noundef readonly %0, i32 noundef %1) #13 {
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

; Function Attrs: nounwind uwtable
define void @kh_copy_wait(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2) #4 {
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

17:                                               ; preds = %42
  %18 = icmp eq i32 %46, 0
  br i1 %18, label %38, label %19

19:                                               ; preds = %17, %32
  %20 = phi i32 [ %33, %32 ], [ %46, %17 ]
  %21 = phi i64 [ %35, %32 ], [ 0, %17 ]
  %22 = phi i32 [ %34, %32 ], [ 0, %17 ]
  %23 = getelementptr inbounds [32 x %struct.kh_copy], ptr %11, i64 0, i64 %21, i32 7
  %24 = load i32, ptr %23, align 8
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %32, label %26

26:                                               ; preds = %19
  %27 = getelementptr inbounds [32 x %struct.kh_copy], ptr %11, i64 0, i64 %21
  %28 = add i32 %22, 1
  %29 = zext i32 %22 to i64
  %30 = getelementptr inbounds [32 x %struct.kh_copy], ptr %11, i64 0, i64 %29
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(1040) %30, ptr noundef nonnull align 8 dereferenceable(1040) %27, i64 1040, i1 false)
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

40:                                               ; preds = %15, %42
  %41 = phi i64 [ 0, %15 ], [ %45, %42 ]
  br label %49

42:                                               ; preds = %59
  %43 = getelementptr inbounds [32 x %struct.kh_copy], ptr %11, i64 0, i64 %41
  %44 = and i32 %64, %1
  tail call fastcc void @finish_copy(ptr noundef %0, ptr noundef %43, i32 noundef %44)
  %45 = add nuw nsw i64 %41, 1
  %46 = load i32, ptr %12, align 8
  %47 = zext i32 %46 to i64
  %48 = icmp ult i64 %45, %47
  br i1 %48, label %40, label %17

49:                                               ; preds = %40, %59
  %50 = phi i64 [ 0, %40 ], [ %65, %59 ]
  %51 = phi i32 [ 0, %40 ], [ %64, %59 ]
  br i1 %16, label %59, label %52

52:                                               ; preds = %49
  %53 = getelementptr inbounds %struct.kh_copies, ptr %5, i64 %10, i32 2, i64 %50
  %54 = load i32, ptr %53, align 4
  %55 = getelementptr inbounds [32 x %struct.kh_copy], ptr %11, i64 0, i64 %41, i32 4, i64 %50
  %56 = load i32, ptr %55, align 4
  %57 = sub i32 %54, %56
  %58 = icmp ugt i32 %57, %2
  br label %59

59:                                               ; preds = %52, %49
  %60 = phi i1 [ true, %49 ], [ %58, %52 ]
  %61 = zext i1 %60 to i32
  %62 = trunc i64 %50 to i32
  %63 = shl nuw i32 %61, %62
  %64 = or i32 %63, %51
  %65 = add nuw nsw i64 %50, 1
  %66 = icmp eq i64 %65, 32
  br i1 %66, label %42, label %49
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write) uwtable
define void @kh_copy_reset(ptr nocapture noundef writeonly %0) #15 {
  %2 = getelementptr inbounds %struct.kh_copies, ptr %0, i64 0, i32 1
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(132) %2, i8 0, i64 132, i1 false)
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_atomic_16(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, ptr nocapture noundef writeonly %5, i32 noundef %6, i32 noundef %7, i32 noundef %8, i32 noundef %9) #4 {
  %11 = alloca %struct.kh_access, align 8
  %12 = alloca [32 x ptr], align 16
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %12) #24
  br label %18

13:                                               ; preds = %34
  %14 = load ptr, ptr %0, align 8
  %15 = getelementptr inbounds %struct.kh_launch, ptr %14, i64 0, i32 21
  %16 = load i32, ptr %15, align 8
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %49, label %38

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
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %11) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %11)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %11) #24
  br label %49

49:                                               ; preds = %13, %38
  %50 = icmp eq i32 %9, 0
  br label %52

51:                                               ; preds = %103
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %12) #24
  ret void

52:                                               ; preds = %49, %103
  %53 = phi i64 [ 0, %49 ], [ %104, %103 ]
  %54 = trunc i64 %53 to i32
  %55 = shl nuw i32 1, %54
  %56 = and i32 %55, %1
  %57 = icmp eq i32 %56, 0
  br i1 %57, label %103, label %58

58:                                               ; preds = %52
  %59 = getelementptr inbounds i16, ptr %5, i64 %53
  store i16 -1, ptr %59, align 2
  %60 = and i32 %55, %35
  %61 = icmp eq i32 %60, 0
  br i1 %61, label %103, label %62

62:                                               ; preds = %58
  %63 = getelementptr inbounds [32 x ptr], ptr %12, i64 0, i64 %53
  %64 = load ptr, ptr %63, align 8
  %65 = load i16, ptr %64, align 2
  %66 = getelementptr inbounds i16, ptr %3, i64 %53
  %67 = load i16, ptr %66, align 2
  %68 = freeze i16 %67
  switch i32 %8, label %96 [
    i32 0, label %69
    i32 1, label %71
    i32 2, label %76
    i32 3, label %81
    i32 4, label %83
    i32 5, label %85
    i32 6, label %101
    i32 7, label %87
    i32 8, label %92
  ]

69:                                               ; preds = %62
  %70 = add i16 %68, %65
  br label %101

71:                                               ; preds = %62
  br i1 %50, label %74, label %72

72:                                               ; preds = %71
  %73 = call i16 @llvm.smin.i16(i16 %65, i16 %68)
  br label %101

74:                                               ; preds = %71
  %75 = call i16 @llvm.umin.i16(i16 %65, i16 %68)
  br label %101

76:                                               ; preds = %62
  br i1 %50, label %79, label %77

77:                                               ; preds = %76
  %78 = call i16 @llvm.smax.i16(i16 %65, i16 %68)
  br label %101

79:                                               ; preds = %76
  %80 = call i16 @llvm.umax.i16(i16 %65, i16 %68)
  br label %101

81:                                               ; preds = %62
  %82 = and i16 %68, %65
  br label %101

83:                                               ; preds = %62
  %84 = or i16 %68, %65
  br label %101

85:                                               ; preds = %62
  %86 = xor i16 %68, %65
  br label %101

87:                                               ; preds = %62
  %88 = icmp eq i16 %65, %68
  br i1 %88, label %89, label %101

89:                                               ; preds = %87
  %90 = getelementptr inbounds i16, ptr %4, i64 %53
  %91 = load i16, ptr %90, align 2
  br label %101

92:                                               ; preds = %62
  %93 = icmp ult i16 %65, %68
  %94 = add i16 %65, 1
  %95 = select i1 %93, i16 %94, i16 0
  br label %101

96:                                               ; preds = %62
  %97 = add i16 %65, -1
  %98 = icmp ult i16 %97, %68
  %99 = add i16 %65, -1
  %100 = select i1 %98, i16 %99, i16 %68
  br label %101

101:                                              ; preds = %62, %96, %89, %87, %77, %79, %72, %74, %92, %85, %83, %81, %69
  %102 = phi i16 [ %95, %92 ], [ %86, %85 ], [ %84, %83 ], [ %82, %81 ], [ %70, %69 ], [ %73, %72 ], [ %75, %74 ], [ %78, %77 ], [ %80, %79 ], [ %91, %89 ], [ %65, %87 ], [ %100, %96 ], [ %68, %62 ]
  store i16 %102, ptr %64, align 2
  store i16 %65, ptr %59, align 2
  br label %103

103:                                              ; preds = %58, %52, %101
  %104 = add nuw nsw i64 %53, 1
  %105 = icmp eq i64 %104, 32
  br i1 %105, label %51, label %52
}

; Function Attrs: nounwind uwtable
define void @kh_atomic_32(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, ptr nocapture noundef writeonly %5, i32 noundef %6, i32 noundef %7, i32 noundef %8, i32 noundef %9) #4 {
  %11 = alloca %struct.kh_access, align 8
  %12 = alloca [32 x ptr], align 16
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %12) #24
  br label %18

13:                                               ; preds = %34
  %14 = load ptr, ptr %0, align 8
  %15 = getelementptr inbounds %struct.kh_launch, ptr %14, i64 0, i32 21
  %16 = load i32, ptr %15, align 8
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %49, label %38

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
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %11) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %11)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %11) #24
  br label %49

49:                                               ; preds = %13, %38
  %50 = icmp eq i32 %9, 0
  br label %52

51:                                               ; preds = %103
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %12) #24
  ret void

52:                                               ; preds = %49, %103
  %53 = phi i64 [ 0, %49 ], [ %104, %103 ]
  %54 = trunc i64 %53 to i32
  %55 = shl nuw i32 1, %54
  %56 = and i32 %55, %1
  %57 = icmp eq i32 %56, 0
  br i1 %57, label %103, label %58

58:                                               ; preds = %52
  %59 = getelementptr inbounds i32, ptr %5, i64 %53
  store i32 -1, ptr %59, align 4
  %60 = and i32 %55, %35
  %61 = icmp eq i32 %60, 0
  br i1 %61, label %103, label %62

62:                                               ; preds = %58
  %63 = getelementptr inbounds [32 x ptr], ptr %12, i64 0, i64 %53
  %64 = load ptr, ptr %63, align 8
  %65 = load i32, ptr %64, align 4
  %66 = getelementptr inbounds i32, ptr %3, i64 %53
  %67 = load i32, ptr %66, align 4
  %68 = freeze i32 %67
  switch i32 %8, label %96 [
    i32 0, label %69
    i32 1, label %71
    i32 2, label %76
    i32 3, label %81
    i32 4, label %83
    i32 5, label %85
    i32 6, label %101
    i32 7, label %87
    i32 8, label %92
  ]

69:                                               ; preds = %62
  %70 = add i32 %68, %65
  br label %101

71:                                               ; preds = %62
  br i1 %50, label %74, label %72

72:                                               ; preds = %71
  %73 = call i32 @llvm.smin.i32(i32 %65, i32 %68)
  br label %101

74:                                               ; preds = %71
  %75 = call i32 @llvm.umin.i32(i32 %65, i32 %68)
  br label %101

76:                                               ; preds = %62
  br i1 %50, label %79, label %77

77:                                               ; preds = %76
  %78 = call i32 @llvm.smax.i32(i32 %65, i32 %68)
  br label %101

79:                                               ; preds = %76
  %80 = call i32 @llvm.umax.i32(i32 %65, i32 %68)
  br label %101

81:                                               ; preds = %62
  %82 = and i32 %68, %65
  br label %101

83:                                               ; preds = %62
  %84 = or i32 %68, %65
  br label %101

85:                                               ; preds = %62
  %86 = xor i32 %68, %65
  br label %101

87:                                               ; preds = %62
  %88 = icmp eq i32 %65, %68
  br i1 %88, label %89, label %101

89:                                               ; preds = %87
  %90 = getelementptr inbounds i32, ptr %4, i64 %53
  %91 = load i32, ptr %90, align 4
  br label %101

92:                                               ; preds = %62
  %93 = icmp ult i32 %65, %68
  %94 = add i32 %65, 1
  %95 = select i1 %93, i32 %94, i32 0
  br label %101

96:                                               ; preds = %62
  %97 = add i32 %65, -1
  %98 = icmp ult i32 %97, %68
  %99 = add i32 %65, -1
  %100 = select i1 %98, i32 %99, i32 %68
  br label %101

101:                                              ; preds = %62, %96, %89, %87, %77, %79, %72, %74, %92, %85, %83, %81, %69
  %102 = phi i32 [ %95, %92 ], [ %86, %85 ], [ %84, %83 ], [ %82, %81 ], [ %70, %69 ], [ %73, %72 ], [ %75, %74 ], [ %78, %77 ], [ %80, %79 ], [ %91, %89 ], [ %65, %87 ], [ %100, %96 ], [ %68, %62 ]
  store i32 %102, ptr %64, align 4
  store i32 %65, ptr %59, align 4
  br label %103

103:                                              ; preds = %58, %52, %101
  %104 = add nuw nsw i64 %53, 1
  %105 = icmp eq i64 %104, 32
  br i1 %105, label %51, label %52
}

; Function Attrs: nounwind uwtable
define void @kh_atomic_64(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, ptr nocapture noundef writeonly %5, i32 noundef %6, i32 noundef %7, i32 noundef %8, i32 noundef %9) #4 {
  %11 = alloca %struct.kh_access, align 8
  %12 = alloca [32 x ptr], align 16
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %12) #24
  br label %18

13:                                               ; preds = %34
  %14 = load ptr, ptr %0, align 8
  %15 = getelementptr inbounds %struct.kh_launch, ptr %14, i64 0, i32 21
  %16 = load i32, ptr %15, align 8
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %49, label %38

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
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %11) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %11)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %11) #24
  br label %49

49:                                               ; preds = %13, %38
  %50 = icmp eq i32 %9, 0
  br label %52

51:                                               ; preds = %103
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %12) #24
  ret void

52:                                               ; preds = %49, %103
  %53 = phi i64 [ 0, %49 ], [ %104, %103 ]
  %54 = trunc i64 %53 to i32
  %55 = shl nuw i32 1, %54
  %56 = and i32 %55, %1
  %57 = icmp eq i32 %56, 0
  br i1 %57, label %103, label %58

58:                                               ; preds = %52
  %59 = getelementptr inbounds i64, ptr %5, i64 %53
  store i64 -1, ptr %59, align 8
  %60 = and i32 %55, %35
  %61 = icmp eq i32 %60, 0
  br i1 %61, label %103, label %62

62:                                               ; preds = %58
  %63 = getelementptr inbounds [32 x ptr], ptr %12, i64 0, i64 %53
  %64 = load ptr, ptr %63, align 8
  %65 = load i64, ptr %64, align 8
  %66 = getelementptr inbounds i64, ptr %3, i64 %53
  %67 = load i64, ptr %66, align 8
  %68 = freeze i64 %67
  switch i32 %8, label %96 [
    i32 0, label %69
    i32 1, label %71
    i32 2, label %76
    i32 3, label %81
    i32 4, label %83
    i32 5, label %85
    i32 6, label %101
    i32 7, label %87
    i32 8, label %92
  ]

69:                                               ; preds = %62
  %70 = add i64 %68, %65
  br label %101

71:                                               ; preds = %62
  br i1 %50, label %74, label %72

72:                                               ; preds = %71
  %73 = call i64 @llvm.smin.i64(i64 %65, i64 %68)
  br label %101

74:                                               ; preds = %71
  %75 = call i64 @llvm.umin.i64(i64 %65, i64 %68)
  br label %101

76:                                               ; preds = %62
  br i1 %50, label %79, label %77

77:                                               ; preds = %76
  %78 = call i64 @llvm.smax.i64(i64 %65, i64 %68)
  br label %101

79:                                               ; preds = %76
  %80 = call i64 @llvm.umax.i64(i64 %65, i64 %68)
  br label %101

81:                                               ; preds = %62
  %82 = and i64 %68, %65
  br label %101

83:                                               ; preds = %62
  %84 = or i64 %68, %65
  br label %101

85:                                               ; preds = %62
  %86 = xor i64 %68, %65
  br label %101

87:                                               ; preds = %62
  %88 = icmp eq i64 %65, %68
  br i1 %88, label %89, label %101

89:                                               ; preds = %87
  %90 = getelementptr inbounds i64, ptr %4, i64 %53
  %91 = load i64, ptr %90, align 8
  br label %101

92:                                               ; preds = %62
  %93 = icmp ult i64 %65, %68
  %94 = add i64 %65, 1
  %95 = select i1 %93, i64 %94, i64 0
  br label %101

96:                                               ; preds = %62
  %97 = add i64 %65, -1
  %98 = icmp ult i64 %97, %68
  %99 = add i64 %65, -1
  %100 = select i1 %98, i64 %99, i64 %68
  br label %101

101:                                              ; preds = %62, %96, %89, %87, %77, %79, %72, %74, %92, %85, %83, %81, %69
  %102 = phi i64 [ %95, %92 ], [ %86, %85 ], [ %84, %83 ], [ %82, %81 ], [ %70, %69 ], [ %73, %72 ], [ %75, %74 ], [ %78, %77 ], [ %80, %79 ], [ %91, %89 ], [ %65, %87 ], [ %100, %96 ], [ %68, %62 ]
  store i64 %102, ptr %64, align 8
  store i64 %65, ptr %59, align 8
  br label %103

103:                                              ; preds = %58, %52, %101
  %104 = add nuw nsw i64 %53, 1
  %105 = icmp eq i64 %104, 32
  br i1 %105, label %51, label %52
}

; Function Attrs: nounwind uwtable
define void @kh_atomic_add_float(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef readonly %3, ptr nocapture noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7) #4 {
  %9 = alloca %struct.kh_access, align 8
  %10 = alloca [32 x ptr], align 16
  %11 = zext i32 %7 to i64
  %12 = getelementptr inbounds [6 x i8], ptr @kh_atomic_add_float.sizes, i64 0, i64 %11
  %13 = load i8, ptr %12, align 1
  %14 = zext i8 %13 to i32
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %10) #24
  br label %20

15:                                               ; preds = %36
  %16 = load ptr, ptr %0, align 8
  %17 = getelementptr inbounds %struct.kh_launch, ptr %16, i64 0, i32 21
  %18 = load i32, ptr %17, align 8
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %51, label %40

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
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %9) #24
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
  call void @kh_watch_access(ptr noundef nonnull %0, ptr noundef nonnull %9)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %9) #24
  br label %51

51:                                               ; preds = %15, %40
  %52 = zext i8 %13 to i64
  %53 = lshr i32 %14, 1
  %54 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 3
  br label %56

55:                                               ; preds = %123
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %10) #24
  ret void

56:                                               ; preds = %51, %123
  %57 = phi i64 [ 0, %51 ], [ %124, %123 ]
  %58 = trunc i64 %57 to i32
  %59 = shl nuw i32 1, %58
  %60 = and i32 %59, %1
  %61 = icmp eq i32 %60, 0
  br i1 %61, label %123, label %62

62:                                               ; preds = %56
  %63 = and i32 %59, %37
  %64 = icmp eq i32 %63, 0
  br i1 %64, label %65, label %68

65:                                               ; preds = %62
  %66 = mul nuw nsw i64 %57, %52
  %67 = getelementptr inbounds i8, ptr %4, i64 %66
  br label %75

68:                                               ; preds = %62
  %69 = getelementptr inbounds [32 x ptr], ptr %10, i64 0, i64 %57
  %70 = load ptr, ptr %69, align 8
  %71 = mul nuw nsw i64 %57, %52
  %72 = getelementptr inbounds i8, ptr %4, i64 %71
  %73 = getelementptr inbounds i8, ptr %3, i64 %71
  %74 = icmp eq ptr %70, null
  br i1 %74, label %75, label %77

75:                                               ; preds = %65, %68
  %76 = phi ptr [ %67, %65 ], [ %72, %68 ]
  call void @llvm.memset.p0.i64(ptr align 1 %76, i8 -1, i64 %52, i1 false)
  br label %123

77:                                               ; preds = %68
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %72, ptr nonnull align 1 %70, i64 %52, i1 false)
  switch i32 %7, label %122 [
    i32 0, label %78
    i32 1, label %117
    i32 4, label %121
    i32 2, label %121
  ]

78:                                               ; preds = %77
  %79 = load ptr, ptr %54, align 8
  %80 = ptrtoint ptr %70 to i64
  %81 = ptrtoint ptr %79 to i64
  %82 = sub i64 %80, %81
  %83 = load ptr, ptr %0, align 8
  %84 = getelementptr inbounds %struct.kh_launch, ptr %83, i64 0, i32 11
  %85 = load i32, ptr %84, align 4
  %86 = zext i32 %85 to i64
  %87 = icmp ult i64 %82, %86
  br i1 %87, label %88, label %92

88:                                               ; preds = %78
  %89 = load float, ptr %72, align 4
  %90 = load float, ptr %73, align 4
  %91 = fadd float %89, %90
  br label %112

92:                                               ; preds = %78
  %93 = load i32, ptr %72, align 1
  %94 = and i32 %93, 2139095040
  %95 = icmp eq i32 %94, 0
  %96 = and i32 %93, -2147483648
  %97 = select i1 %95, i32 %96, i32 %93
  %98 = bitcast i32 %97 to float
  %99 = load i32, ptr %73, align 1
  %100 = and i32 %99, 2139095040
  %101 = icmp eq i32 %100, 0
  %102 = and i32 %99, -2147483648
  %103 = select i1 %101, i32 %102, i32 %99
  %104 = bitcast i32 %103 to float
  %105 = fadd float %98, %104
  %106 = bitcast float %105 to i32
  %107 = and i32 %106, 2139095040
  %108 = icmp eq i32 %107, 0
  %109 = and i32 %106, -2147483648
  %110 = select i1 %108, i32 %109, i32 %106
  %111 = bitcast i32 %110 to float
  br label %112

112:                                              ; preds = %88, %92
  %113 = phi float [ %111, %92 ], [ %91, %88 ]
  %114 = bitcast float %113 to i32
  %115 = fcmp uno float %113, 0.000000e+00
  %116 = select i1 %115, i32 2147483647, i32 %114
  store i32 %116, ptr %70, align 4
  br label %123

117:                                              ; preds = %77
  %118 = load double, ptr %72, align 8
  %119 = load double, ptr %73, align 8
  %120 = fadd double %118, %119
  store double %120, ptr %70, align 8
  br label %123

121:                                              ; preds = %77, %77
  call void @kh_add_f16(ptr noundef %72, ptr noundef %73, ptr noundef nonnull %70, i32 noundef %53)
  br label %123

122:                                              ; preds = %77
  call void @kh_add_bf16(ptr noundef %72, ptr noundef %73, ptr noundef nonnull %70, i32 noundef %53)
  br label %123

123:                                              ; preds = %75, %117, %122, %121, %112, %56
  %124 = add nuw nsw i64 %57, 1
  %125 = icmp eq i64 %124, 32
  br i1 %125, label %55, label %56
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #16

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_add_f16(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #7 {
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
define void @kh_add_bf16(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #7 {
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
define i32 @kh_shuffle(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, ptr nocapture noundef readonly %5, ptr nocapture noundef writeonly %6, i32 noundef %7, i32 noundef %8) #13 {
  %10 = alloca [32 x i32], align 16
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %10) #24
  %11 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %12 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %13 = mul i32 %8, 25
  %14 = add i32 %13, 8
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %17 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %18 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  br label %20

19:                                               ; preds = %110
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 4 dereferenceable(128) %6, ptr noundef nonnull align 16 dereferenceable(128) %10, i64 128, i1 false)
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %10) #24
  ret i32 %112

20:                                               ; preds = %9, %110
  %21 = phi i64 [ 0, %9 ], [ %114, %110 ]
  %22 = phi i32 [ 0, %9 ], [ %112, %110 ]
  %23 = trunc i64 %21 to i32
  %24 = shl nuw i32 1, %23
  %25 = and i32 %24, %1
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %110, label %27

27:                                               ; preds = %20
  %28 = getelementptr inbounds i32, ptr %3, i64 %21
  %29 = load i32, ptr %28, align 4
  %30 = getelementptr inbounds i32, ptr %4, i64 %21
  %31 = load i32, ptr %30, align 4
  %32 = and i32 %29, 31
  %33 = and i32 %31, 31
  %34 = lshr i32 %31, 8
  %35 = and i32 %34, 31
  %36 = and i32 %34, %23
  %37 = xor i32 %35, -1
  %38 = and i32 %33, %37
  %39 = or disjoint i32 %38, %36
  switch i32 %7, label %49 [
    i32 0, label %40
    i32 1, label %43
    i32 2, label %46
  ]

40:                                               ; preds = %27
  %41 = sub nsw i32 %23, %32
  %42 = icmp sge i32 %41, %39
  br label %53

43:                                               ; preds = %27
  %44 = add nuw nsw i32 %32, %23
  %45 = icmp ule i32 %44, %39
  br label %53

46:                                               ; preds = %27
  %47 = xor i32 %32, %23
  %48 = icmp ule i32 %47, %39
  br label %53

49:                                               ; preds = %27
  %50 = and i32 %32, %37
  %51 = or disjoint i32 %50, %36
  %52 = icmp ule i32 %50, %38
  br label %53

53:                                               ; preds = %40, %43, %46, %49
  %54 = phi i1 [ %52, %49 ], [ %48, %46 ], [ %45, %43 ], [ %42, %40 ]
  %55 = phi i32 [ %51, %49 ], [ %47, %46 ], [ %44, %43 ], [ %41, %40 ]
  %56 = zext i1 %54 to i32
  %57 = select i1 %54, i32 %55, i32 %23
  %58 = shl nuw i32 %56, %23
  %59 = or i32 %58, %22
  %60 = getelementptr inbounds i32, ptr %5, i64 %21
  %61 = load i32, ptr %60, align 4
  %62 = shl nuw i32 1, %57
  %63 = and i32 %62, %61
  %64 = and i32 %63, %1
  %65 = icmp eq i32 %64, 0
  br i1 %65, label %70, label %66

66:                                               ; preds = %53
  %67 = zext i32 %57 to i64
  %68 = getelementptr inbounds i32, ptr %2, i64 %67
  %69 = load i32, ptr %68, align 4
  br label %110

70:                                               ; preds = %53
  %71 = load ptr, ptr %11, align 8
  %72 = getelementptr inbounds %struct.kh_warp, ptr %71, i64 0, i32 8
  %73 = load i32, ptr %72, align 4
  %74 = and i32 %73, %62
  %75 = icmp eq i32 %74, 0
  br i1 %75, label %84, label %76

76:                                               ; preds = %70
  %77 = getelementptr inbounds %struct.kh_warp, ptr %71, i64 0, i32 9
  %78 = load i32, ptr %77, align 8
  %79 = and i32 %78, %62
  %80 = icmp eq i32 %79, 0
  br i1 %80, label %84, label %81

81:                                               ; preds = %76
  %82 = icmp eq i32 %63, 0
  %83 = select i1 %82, i32 512, i32 768
  br label %84

84:                                               ; preds = %70, %76, %81
  %85 = phi i32 [ %83, %81 ], [ 256, %70 ], [ 0, %76 ]
  %86 = load ptr, ptr %12, align 8
  %87 = getelementptr inbounds %struct.kh_fault, ptr %86, i64 %15
  %88 = load i64, ptr %87, align 8
  %89 = icmp eq i64 %88, 0
  br i1 %89, label %92, label %90

90:                                               ; preds = %84
  %91 = add i64 %88, 1
  store i64 %91, ptr %87, align 8
  br label %110

92:                                               ; preds = %84
  %93 = or i32 %85, %57
  %94 = zext i32 %93 to i64
  %95 = load i32, ptr %16, align 4
  %96 = getelementptr inbounds %struct.kh_warp, ptr %71, i64 0, i32 7
  %97 = load i32, ptr %96, align 8
  %98 = shl i32 %97, 5
  %99 = or disjoint i32 %98, %23
  store i64 1, ptr %87, align 8
  %100 = getelementptr inbounds i8, ptr %87, i64 8
  store i64 %94, ptr %100, align 8
  %101 = getelementptr inbounds i8, ptr %87, i64 16
  store i32 %95, ptr %101, align 8
  %102 = getelementptr inbounds i8, ptr %87, i64 20
  store i32 %99, ptr %102, align 4
  %103 = getelementptr inbounds i8, ptr %87, i64 24
  store i32 -1, ptr %103, align 8
  %104 = getelementptr inbounds i8, ptr %87, i64 28
  store i32 %95, ptr %104, align 4
  %105 = getelementptr inbounds i8, ptr %87, i64 32
  store i32 -1, ptr %105, align 8
  %106 = load ptr, ptr %17, align 8
  %107 = load i64, ptr %18, align 8
  %108 = add i64 %107, 1
  store i64 %108, ptr %18, align 8
  %109 = getelementptr inbounds i32, ptr %106, i64 %107
  store i32 %14, ptr %109, align 4
  br label %110

110:                                              ; preds = %92, %90, %20, %66
  %111 = phi i32 [ %69, %66 ], [ -1, %20 ], [ -1, %90 ], [ -1, %92 ]
  %112 = phi i32 [ %59, %66 ], [ %22, %20 ], [ %59, %90 ], [ %59, %92 ]
  %113 = getelementptr inbounds [32 x i32], ptr %10, i64 0, i64 %21
  store i32 %111, ptr %113, align 4
  %114 = add nuw nsw i64 %21, 1
  %115 = icmp eq i64 %114, 32
  br i1 %115, label %19, label %20
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_match_any(i32 noundef %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3) #7 {
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
define i32 @kh_match_all(i32 noundef %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3) #7 {
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
define void @kh_redux(i32 noundef %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #7 {
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
define i32 @kh_elect(i32 noundef %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2) #7 {
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
define void @kh_ballot(i32 noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3) #7 {
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

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_active_mask(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2) #0 {
  %4 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds %struct.kh_warp, ptr %5, i64 0, i32 9
  %7 = load i32, ptr %6, align 8
  %8 = icmp eq i32 %7, %1
  br i1 %8, label %43, label %9

9:                                                ; preds = %3
  %10 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %11 = mul i32 %2, 25
  %12 = add i32 %11, 24
  %13 = load ptr, ptr %10, align 8
  %14 = zext i32 %12 to i64
  %15 = getelementptr inbounds %struct.kh_fault, ptr %13, i64 %14
  %16 = load i64, ptr %15, align 8
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %20, label %18

18:                                               ; preds = %9
  %19 = add i64 %16, 1
  store i64 %19, ptr %15, align 8
  br label %43

20:                                               ; preds = %9
  %21 = zext i32 %1 to i64
  %22 = icmp eq i32 %1, 0
  %23 = tail call i32 @llvm.cttz.i32(i32 %1, i1 true)
  %24 = select i1 %22, i32 0, i32 %23
  %25 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %26 = load i32, ptr %25, align 4
  %27 = getelementptr inbounds %struct.kh_warp, ptr %5, i64 0, i32 7
  %28 = load i32, ptr %27, align 8
  %29 = shl i32 %28, 5
  %30 = or disjoint i32 %29, %24
  store i64 1, ptr %15, align 8
  %31 = getelementptr inbounds i8, ptr %15, i64 8
  store i64 %21, ptr %31, align 8
  %32 = getelementptr inbounds i8, ptr %15, i64 16
  store i32 %26, ptr %32, align 8
  %33 = getelementptr inbounds i8, ptr %15, i64 20
  store i32 %30, ptr %33, align 4
  %34 = getelementptr inbounds i8, ptr %15, i64 24
  store i32 -1, ptr %34, align 8
  %35 = getelementptr inbounds i8, ptr %15, i64 28
  store i32 %26, ptr %35, align 4
  %36 = getelementptr inbounds i8, ptr %15, i64 32
  store i32 -1, ptr %36, align 8
  %37 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %38 = load ptr, ptr %37, align 8
  %39 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %40 = load i64, ptr %39, align 8
  %41 = add i64 %40, 1
  store i64 %41, ptr %39, align 8
  %42 = getelementptr inbounds i32, ptr %38, i64 %40
  store i32 %12, ptr %42, align 4
  br label %43

43:                                               ; preds = %20, %18, %3
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_rounded_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = zext i32 %5 to i64
  %8 = getelementptr inbounds [4 x i32], ptr @kh_rounding_codes, i64 0, i64 %7
  %9 = load i32, ptr %8, align 4
  %10 = tail call i32 @fesetround(i32 noundef %9) #24
  tail call void asm sideeffect "", "~{memory}"() #24
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
  tail call void asm sideeffect "", "~{memory}"() #24
  %62 = load i32, ptr @kh_rounding_codes, align 16
  %63 = tail call i32 @fesetround(i32 noundef %62) #24
  ret void
}

declare i32 @fesetround(i32 noundef) #8

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fma.f32(float, float, float) #14

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #14

; Function Attrs: nounwind uwtable
define void @kh_rounded_f64(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = zext i32 %5 to i64
  %8 = getelementptr inbounds [4 x i32], ptr @kh_rounding_codes, i64 0, i64 %7
  %9 = load i32, ptr %8, align 4
  %10 = tail call i32 @fesetround(i32 noundef %9) #24
  tail call void asm sideeffect "", "~{memory}"() #24
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
  tail call void asm sideeffect "", "~{memory}"() #24
  %62 = load i32, ptr @kh_rounding_codes, align 16
  %63 = tail call i32 @fesetround(i32 noundef %62) #24
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fma.f64(double, double, double) #14

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.sqrt.f64(double) #14

; Function Attrs: nounwind uwtable
define void @kh_f64_to_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #4 {
  %4 = zext i32 %2 to i64
  %5 = getelementptr inbounds [4 x i32], ptr @kh_rounding_codes, i64 0, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = tail call i32 @fesetround(i32 noundef %6) #24
  tail call void asm sideeffect "", "~{memory}"() #24
  br label %11

8:                                                ; preds = %11
  tail call void asm sideeffect "", "~{memory}"() #24
  %9 = load i32, ptr @kh_rounding_codes, align 16
  %10 = tail call i32 @fesetround(i32 noundef %9) #24
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
define void @kh_s64_to_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #4 {
  %4 = zext i32 %2 to i64
  %5 = getelementptr inbounds [4 x i32], ptr @kh_rounding_codes, i64 0, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = tail call i32 @fesetround(i32 noundef %6) #24
  tail call void asm sideeffect "", "~{memory}"() #24
  br label %11

8:                                                ; preds = %11
  tail call void asm sideeffect "", "~{memory}"() #24
  %9 = load i32, ptr @kh_rounding_codes, align 16
  %10 = tail call i32 @fesetround(i32 noundef %9) #24
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
define void @kh_s64_to_f64(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #4 {
  %4 = zext i32 %2 to i64
  %5 = getelementptr inbounds [4 x i32], ptr @kh_rounding_codes, i64 0, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = tail call i32 @fesetround(i32 noundef %6) #24
  tail call void asm sideeffect "", "~{memory}"() #24
  br label %11

8:                                                ; preds = %11
  tail call void asm sideeffect "", "~{memory}"() #24
  %9 = load i32, ptr @kh_rounding_codes, align 16
  %10 = tail call i32 @fesetround(i32 noundef %9) #24
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
define void @kh_u64_to_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #4 {
  %4 = zext i32 %2 to i64
  %5 = getelementptr inbounds [4 x i32], ptr @kh_rounding_codes, i64 0, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = tail call i32 @fesetround(i32 noundef %6) #24
  tail call void asm sideeffect "", "~{memory}"() #24
  br label %11

8:                                                ; preds = %24
  tail call void asm sideeffect "", "~{memory}"() #24
  %9 = load i32, ptr @kh_rounding_codes, align 16
  %10 = tail call i32 @fesetround(i32 noundef %9) #24
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
define void @kh_u64_to_f64(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #4 {
  %4 = zext i32 %2 to i64
  %5 = getelementptr inbounds [4 x i32], ptr @kh_rounding_codes, i64 0, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = tail call i32 @fesetround(i32 noundef %6) #24
  tail call void asm sideeffect "", "~{memory}"() #24
  br label %11

8:                                                ; preds = %24
  tail call void asm sideeffect "", "~{memory}"() #24
  %9 = load i32, ptr @kh_rounding_codes, align 16
  %10 = tail call i32 @fesetround(i32 noundef %9) #24
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
define void @kh_f16_to_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #7 {
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
define void @kh_f32_to_f16(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2, i32 noundef %3) #7 {
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
define internal fastcc zeroext i16 @round_16(double noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3) unnamed_addr #17 {
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
define void @kh_f64_to_f16(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2, i32 noundef %3) #7 {
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
define void @kh_u64_to_f16(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #7 {
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
define void @kh_s64_to_f16(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #7 {
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
define void @kh_fma_f16(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4) #7 {
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
define void @kh_mul_f16(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #7 {
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
define void @kh_bf16_to_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #7 {
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
define void @kh_f32_to_bf16(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2, i32 noundef %3) #7 {
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
define void @kh_f64_to_bf16(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2, i32 noundef %3) #7 {
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
define void @kh_u64_to_bf16(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #7 {
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
define void @kh_s64_to_bf16(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #7 {
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
define void @kh_fma_bf16(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4) #7 {
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
define void @kh_mul_bf16(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #7 {
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
define void @kh_f32_to_e4m3(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) #7 {
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
define void @kh_f32_to_e5m2(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) #7 {
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
define void @kh_e5m2_to_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) #7 {
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
define void @kh_e4m3_to_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) #7 {
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

; Function Attrs: nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none) uwtable
define void @kh_ex2_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #5 {
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 24
  %7 = load i64, ptr %6, align 8
  %8 = icmp eq i64 %7, 0
  br label %10

9:                                                ; preds = %68
  ret void

10:                                               ; preds = %4, %68
  %11 = phi i64 [ 0, %4 ], [ %70, %68 ]
  %12 = getelementptr inbounds float, ptr %1, i64 %11
  %13 = load float, ptr %12, align 4
  %14 = fcmp uno float %13, 0.000000e+00
  br i1 %14, label %15, label %17

15:                                               ; preds = %10
  %16 = fpext float %13 to double
  br label %55

17:                                               ; preds = %10
  %18 = fcmp ogt float %13, 2.000000e+02
  br i1 %18, label %55, label %19

19:                                               ; preds = %17
  %20 = fcmp olt float %13, -2.000000e+02
  br i1 %20, label %55, label %21

21:                                               ; preds = %19
  %22 = fpext float %13 to double
  %23 = tail call double @llvm.rint.f64(double %22)
  %24 = fsub double %22, %23
  %25 = fmul double %24, 0x3FE62E42FEFA39EF
  br label %43

26:                                               ; preds = %43
  %27 = fptosi double %23 to i32
  %28 = icmp slt i32 %27, -1022
  br i1 %28, label %29, label %36

29:                                               ; preds = %26
  %30 = icmp ult i32 %27, -1074
  br i1 %30, label %52, label %31

31:                                               ; preds = %29
  %32 = add nsw i32 %27, 1074
  %33 = zext nneg i32 %32 to i64
  %34 = shl nuw nsw i64 1, %33
  %35 = bitcast i64 %34 to double
  br label %52

36:                                               ; preds = %26
  %37 = icmp sgt i32 %27, 1023
  br i1 %37, label %52, label %38

38:                                               ; preds = %36
  %39 = add nsw i32 %27, 1023
  %40 = zext nneg i32 %39 to i64
  %41 = shl nuw nsw i64 %40, 52
  %42 = bitcast i64 %41 to double
  br label %52

43:                                               ; preds = %43, %21
  %44 = phi i64 [ 0, %21 ], [ %50, %43 ]
  %45 = phi double [ 0x3DE6124613A86D09, %21 ], [ %49, %43 ]
  %46 = fmul double %25, %45
  %47 = getelementptr inbounds [13 x double], ptr @exp2_double.terms, i64 0, i64 %44
  %48 = load double, ptr %47, align 8
  %49 = fadd double %46, %48
  %50 = add nuw nsw i64 %44, 1
  %51 = icmp eq i64 %50, 13
  br i1 %51, label %26, label %43

52:                                               ; preds = %29, %31, %36, %38
  %53 = phi double [ %42, %38 ], [ %35, %31 ], [ 0.000000e+00, %29 ], [ 0x7FF0000000000000, %36 ]
  %54 = fmul double %49, %53
  br label %55

55:                                               ; preds = %17, %19, %52, %15
  %56 = phi double [ %16, %15 ], [ %54, %52 ], [ 0.000000e+00, %19 ], [ 0x7FF0000000000000, %17 ]
  %57 = fptrunc double %56 to float
  %58 = fcmp uno float %57, 0.000000e+00
  %59 = select i1 %58, float 0x7FFFFFFFE0000000, float %57
  %60 = getelementptr inbounds float, ptr %2, i64 %11
  br i1 %8, label %68, label %61

61:                                               ; preds = %55
  %62 = bitcast float %13 to i32
  %63 = zext i32 %62 to i64
  %64 = fpext float %13 to double
  %65 = fpext float %59 to double
  %66 = tail call double @kh_perturbed(i64 noundef %7, i32 noundef %3, i64 noundef %63, i32 noundef 0, double noundef %64, double noundef %56, double noundef %65)
  %67 = fptrunc double %66 to float
  br label %68

68:                                               ; preds = %61, %55
  %69 = phi float [ %67, %61 ], [ %59, %55 ]
  store float %69, ptr %60, align 4
  %70 = add nuw nsw i64 %11, 1
  %71 = icmp eq i64 %70, 32
  br i1 %71, label %9, label %10
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define double @kh_perturbed(i64 noundef %0, i32 noundef %1, i64 noundef %2, i32 noundef %3, double noundef %4, double noundef %5, double noundef %6) #17 {
  %8 = fcmp oeq double %4, 0.000000e+00
  br i1 %8, label %168, label %9

9:                                                ; preds = %7
  %10 = fsub double %4, %4
  %11 = fcmp une double %10, 0.000000e+00
  %12 = fcmp oeq double %5, 0.000000e+00
  %13 = or i1 %11, %12
  %14 = fcmp oeq double %6, 0.000000e+00
  %15 = or i1 %13, %14
  %16 = fsub double %5, %5
  %17 = fcmp une double %16, 0.000000e+00
  %18 = or i1 %17, %15
  %19 = fsub double %6, %6
  %20 = fcmp une double %19, 0.000000e+00
  %21 = or i1 %20, %18
  br i1 %21, label %168, label %22

22:                                               ; preds = %9
  %23 = icmp eq i32 %3, 0
  %24 = select i1 %23, i32 -126, i32 -1002
  %25 = icmp eq i32 %1, 1
  %26 = icmp eq i32 %1, 7
  %27 = or i1 %25, %26
  %28 = select i1 %27, i32 -14, i32 %24
  %29 = icmp eq i32 %1, 2
  %30 = tail call double @llvm.fabs.f64(double %5)
  %31 = fcmp uge double %30, 0x170000000000000
  %32 = or i1 %23, %31
  br i1 %32, label %33, label %168

33:                                               ; preds = %22
  %34 = icmp eq i32 %1, 8
  %35 = or i1 %29, %34
  %36 = select i1 %23, i32 1000, i32 1003
  %37 = select i1 %27, i32 1013, i32 %36
  %38 = fmul double %5, 0x3FEFFFFF00000000
  %39 = bitcast double %38 to i64
  %40 = lshr i64 %39, 52
  %41 = trunc i64 %40 to i32
  %42 = and i32 %41, 2047
  %43 = add nsw i32 %42, -1023
  %44 = tail call i32 @llvm.smax.i32(i32 %43, i32 %28)
  %45 = select i1 %35, i32 1016, i32 %37
  %46 = add nsw i32 %45, %44
  %47 = sext i32 %46 to i64
  %48 = shl nsw i64 %47, 52
  %49 = bitcast i64 %48 to double
  %50 = tail call double @llvm.fabs.f64(double %4)
  switch i32 %1, label %78 [
    i32 0, label %51
    i32 12, label %51
    i32 1, label %53
    i32 2, label %55
    i32 3, label %57
    i32 4, label %63
    i32 5, label %63
    i32 6, label %68
    i32 7, label %79
    i32 8, label %70
    i32 9, label %71
    i32 10, label %73
    i32 11, label %75
    i32 13, label %76
    i32 14, label %76
  ]

51:                                               ; preds = %33, %33
  %52 = fmul double %49, 2.000000e+00
  br label %79

53:                                               ; preds = %33
  %54 = fmul double %30, 0x3F5125FBEE250663
  br label %79

55:                                               ; preds = %33
  %56 = fmul double %30, 7.812500e-03
  br label %79

57:                                               ; preds = %33
  %58 = fcmp ogt double %4, 5.000000e-01
  %59 = fcmp olt double %4, 2.000000e+00
  %60 = and i1 %58, %59
  %61 = fmul double %30, 0x3E90000000000000
  %62 = select i1 %60, double 0x3E90000000000000, double %61
  br label %79

63:                                               ; preds = %33, %33
  %64 = fcmp ugt double %50, 0x401921FB54442D18
  br i1 %64, label %65, label %79

65:                                               ; preds = %63
  %66 = fcmp ole double %50, 0x4073A28C59D5433B
  %67 = select i1 %66, double 0x3F03B2C47BFF832C, double 0.000000e+00
  br label %79

68:                                               ; preds = %33
  %69 = fmul double %30, 0x3F40000000000000
  br label %79

70:                                               ; preds = %33
  br label %79

71:                                               ; preds = %33
  %72 = fmul double %30, 0x3E8125FBEE250669
  br label %79

73:                                               ; preds = %33
  %74 = fmul double %30, 0x3E80000000000000
  br label %79

75:                                               ; preds = %33
  br label %79

76:                                               ; preds = %33, %33
  %77 = fmul double %30, 0x3EB0000000000000
  br label %79

78:                                               ; preds = %33
  br label %79

79:                                               ; preds = %33, %51, %53, %55, %57, %63, %65, %68, %70, %71, %73, %75, %76, %78
  %80 = phi double [ 0.000000e+00, %78 ], [ %77, %76 ], [ %49, %75 ], [ %74, %73 ], [ %72, %71 ], [ 3.906250e-03, %70 ], [ %69, %68 ], [ %67, %65 ], [ %62, %57 ], [ %56, %55 ], [ %54, %53 ], [ %52, %51 ], [ 0x3EA6A09E667F3BCD, %63 ], [ 0x3F40251353756991, %33 ]
  %81 = fmul double %80, 0x3FEFFFFFFFFFE000
  %82 = lshr i64 %0, 30
  %83 = xor i64 %82, %0
  %84 = mul i64 %83, -4658895280553007687
  %85 = lshr i64 %84, 27
  %86 = xor i64 %85, %84
  %87 = mul i64 %86, -7723592293110705685
  %88 = lshr i64 %87, 31
  %89 = xor i64 %88, %87
  %90 = add i32 %1, 1
  %91 = zext i32 %90 to i64
  %92 = shl i64 %91, 59
  %93 = add i64 %92, %2
  %94 = lshr i64 %93, 30
  %95 = xor i64 %94, %93
  %96 = mul i64 %95, -4658895280553007687
  %97 = lshr i64 %96, 27
  %98 = xor i64 %97, %96
  %99 = mul i64 %98, -7723592293110705685
  %100 = lshr i64 %99, 31
  %101 = xor i64 %100, %99
  %102 = add i64 %101, %89
  %103 = lshr i64 %102, 30
  %104 = xor i64 %103, %102
  %105 = mul i64 %104, -4658895280553007687
  %106 = lshr i64 %105, 27
  %107 = xor i64 %106, %105
  %108 = mul i64 %107, -7723592293110705685
  %109 = lshr i64 %108, 31
  %110 = xor i64 %109, %108
  %111 = lshr i64 %110, 11
  %112 = sitofp i64 %111 to double
  %113 = fmul double %112, 0x3CB0000000000000
  %114 = fadd double %113, -1.000000e+00
  %115 = add i64 %0, -1
  %116 = urem i64 %115, 3
  %117 = icmp eq i64 %116, 0
  %118 = select i1 %117, double 1.000000e+00, double %114
  %119 = icmp eq i64 %116, 1
  %120 = select i1 %119, double -1.000000e+00, double %118
  %121 = icmp eq i64 %116, 2
  %122 = and i64 %110, 3
  %123 = icmp eq i64 %122, 0
  %124 = select i1 %121, i1 %123, i1 false
  %125 = fcmp olt double %120, 0.000000e+00
  %126 = select i1 %125, double -1.000000e+00, double 1.000000e+00
  %127 = select i1 %124, double %126, double %120
  %128 = fmul double %127, %81
  %129 = fadd double %128, %5
  %130 = bitcast double %129 to i64
  %131 = lshr i64 %130, 52
  %132 = trunc i64 %131 to i32
  %133 = and i32 %132, 2047
  %134 = add nsw i32 %133, -1023
  %135 = tail call i32 @llvm.smax.i32(i32 %134, i32 %28)
  %136 = add nsw i32 %45, %135
  %137 = sext i32 %136 to i64
  %138 = shl nsw i64 %137, 52
  %139 = bitcast i64 %138 to double
  %140 = fdiv double %129, %139
  %141 = fcmp ogt double %129, %5
  br i1 %141, label %142, label %144

142:                                              ; preds = %79
  %143 = tail call double @llvm.floor.f64(double %140)
  br label %146

144:                                              ; preds = %79
  %145 = tail call double @llvm.ceil.f64(double %140)
  br label %146

146:                                              ; preds = %144, %142
  %147 = phi double [ %143, %142 ], [ %145, %144 ]
  %148 = fmul double %147, %139
  %149 = select i1 %29, double 0x47EFE00000000000, double 0x47EFFFFFE0000000
  %150 = select i1 %25, double 6.550400e+04, double %149
  %151 = tail call double @llvm.fabs.f64(double %148)
  %152 = fcmp ogt double %151, %150
  %153 = select i1 %23, i1 %152, i1 false
  br i1 %153, label %168, label %154

154:                                              ; preds = %146
  %155 = add nsw i32 %28, 1023
  %156 = zext nneg i32 %155 to i64
  %157 = shl nuw nsw i64 %156, 52
  %158 = bitcast i64 %157 to double
  %159 = fcmp uge double %151, %158
  %160 = tail call double @llvm.fabs.f64(double %6)
  %161 = fcmp ult double %160, %158
  %162 = or i1 %161, %159
  br i1 %162, label %163, label %168

163:                                              ; preds = %154
  %164 = fsub double %148, %5
  %165 = tail call double @llvm.fabs.f64(double %164)
  %166 = fcmp ole double %165, %81
  %167 = select i1 %166, double %148, double %6
  br label %168

168:                                              ; preds = %22, %163, %154, %146, %7, %9
  %169 = phi double [ %6, %9 ], [ %6, %7 ], [ %6, %22 ], [ %6, %146 ], [ %167, %163 ], [ %6, %154 ]
  ret double %169
}

; Function Attrs: nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none) uwtable
define void @kh_lg2_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #5 {
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 24
  %7 = load i64, ptr %6, align 8
  %8 = icmp eq i64 %7, 0
  br label %10

9:                                                ; preds = %64
  ret void

10:                                               ; preds = %4, %64
  %11 = phi i64 [ 0, %4 ], [ %66, %64 ]
  %12 = getelementptr inbounds float, ptr %1, i64 %11
  %13 = load float, ptr %12, align 4
  %14 = fcmp ult float %13, 0.000000e+00
  br i1 %14, label %51, label %15

15:                                               ; preds = %10
  %16 = fcmp oeq float %13, 0.000000e+00
  br i1 %16, label %51, label %17

17:                                               ; preds = %15
  %18 = fcmp oeq float %13, 0x7FF0000000000000
  br i1 %18, label %51, label %19

19:                                               ; preds = %17
  %20 = fpext float %13 to double
  %21 = bitcast double %20 to i64
  %22 = and i64 %21, 4503599627370495
  %23 = or disjoint i64 %22, 4607182418800017408
  %24 = bitcast i64 %23 to double
  %25 = fcmp ogt double %24, 0x3FF6A09E667F3BCD
  %26 = fmul double %24, 5.000000e-01
  %27 = select i1 %25, double %26, double %24
  %28 = fadd double %27, -1.000000e+00
  %29 = fadd double %27, 1.000000e+00
  %30 = fdiv double %28, %29
  %31 = fmul double %30, %30
  br label %32

32:                                               ; preds = %32, %19
  %33 = phi i32 [ 23, %19 ], [ %39, %32 ]
  %34 = phi double [ 0.000000e+00, %19 ], [ %38, %32 ]
  %35 = fmul double %31, %34
  %36 = sitofp i32 %33 to double
  %37 = fdiv double 1.000000e+00, %36
  %38 = fadd double %35, %37
  %39 = add nsw i32 %33, -2
  %40 = icmp ugt i32 %33, 2
  br i1 %40, label %32, label %41

41:                                               ; preds = %32
  %42 = lshr i64 %21, 52
  %43 = trunc i64 %42 to i32
  %44 = select i1 %25, i32 -1022, i32 -1023
  %45 = add nsw i32 %44, %43
  %46 = sitofp i32 %45 to double
  %47 = fmul double %30, 2.000000e+00
  %48 = fmul double %47, %38
  %49 = fmul double %48, 0x3FF71547652B82FE
  %50 = fadd double %49, %46
  br label %51

51:                                               ; preds = %17, %15, %10, %41
  %52 = phi double [ %50, %41 ], [ 0x7FF8000000000000, %10 ], [ 0xFFF0000000000000, %15 ], [ 0x7FF0000000000000, %17 ]
  %53 = fptrunc double %52 to float
  %54 = fcmp uno float %53, 0.000000e+00
  %55 = select i1 %54, float 0x7FFFFFFFE0000000, float %53
  %56 = getelementptr inbounds float, ptr %2, i64 %11
  br i1 %8, label %64, label %57

57:                                               ; preds = %51
  %58 = bitcast float %13 to i32
  %59 = zext i32 %58 to i64
  %60 = fpext float %13 to double
  %61 = fpext float %55 to double
  %62 = tail call double @kh_perturbed(i64 noundef %7, i32 noundef %3, i64 noundef %59, i32 noundef 0, double noundef %60, double noundef %52, double noundef %61)
  %63 = fptrunc double %62 to float
  br label %64

64:                                               ; preds = %57, %51
  %65 = phi float [ %63, %57 ], [ %55, %51 ]
  store float %65, ptr %56, align 4
  %66 = add nuw nsw i64 %11, 1
  %67 = icmp eq i64 %66, 32
  br i1 %67, label %9, label %10
}

; Function Attrs: nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none) uwtable
define void @kh_rsqrt_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #5 {
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 24
  %7 = load i64, ptr %6, align 8
  %8 = icmp eq i64 %7, 0
  br label %10

9:                                                ; preds = %27
  ret void

10:                                               ; preds = %4, %27
  %11 = phi i64 [ 0, %4 ], [ %29, %27 ]
  %12 = getelementptr inbounds float, ptr %1, i64 %11
  %13 = load float, ptr %12, align 4
  %14 = fpext float %13 to double
  %15 = tail call double @llvm.sqrt.f64(double %14)
  %16 = fdiv double 1.000000e+00, %15
  %17 = fptrunc double %16 to float
  %18 = fcmp uno float %17, 0.000000e+00
  %19 = select i1 %18, float 0x7FFFFFFFE0000000, float %17
  %20 = getelementptr inbounds float, ptr %2, i64 %11
  br i1 %8, label %27, label %21

21:                                               ; preds = %10
  %22 = bitcast float %13 to i32
  %23 = zext i32 %22 to i64
  %24 = fpext float %19 to double
  %25 = tail call double @kh_perturbed(i64 noundef %7, i32 noundef %3, i64 noundef %23, i32 noundef 0, double noundef %14, double noundef %16, double noundef %24)
  %26 = fptrunc double %25 to float
  br label %27

27:                                               ; preds = %21, %10
  %28 = phi float [ %26, %21 ], [ %19, %10 ]
  store float %28, ptr %20, align 4
  %29 = add nuw nsw i64 %11, 1
  %30 = icmp eq i64 %29, 32
  br i1 %30, label %9, label %10
}

; Function Attrs: nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none) uwtable
define void @kh_perturb_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef %3, i32 noundef %4) #5 {
  %6 = icmp eq i32 %4, 10
  br label %8

7:                                                ; preds = %28
  ret void

8:                                                ; preds = %5, %28
  %9 = phi i64 [ 0, %5 ], [ %39, %28 ]
  %10 = getelementptr inbounds float, ptr %1, i64 %9
  %11 = load float, ptr %10, align 4
  %12 = fpext float %11 to double
  br i1 %6, label %13, label %17

13:                                               ; preds = %8
  %14 = tail call double @llvm.sqrt.f64(double %12)
  %15 = bitcast float %11 to i32
  %16 = zext i32 %15 to i64
  br label %28

17:                                               ; preds = %8
  %18 = getelementptr inbounds float, ptr %2, i64 %9
  %19 = load float, ptr %18, align 4
  %20 = fpext float %19 to double
  %21 = fdiv double %12, %20
  %22 = bitcast float %11 to i32
  %23 = zext i32 %22 to i64
  %24 = shl nuw i64 %23, 32
  %25 = bitcast float %19 to i32
  %26 = zext i32 %25 to i64
  %27 = or disjoint i64 %24, %26
  br label %28

28:                                               ; preds = %17, %13
  %29 = phi double [ %14, %13 ], [ %21, %17 ]
  %30 = phi i64 [ %16, %13 ], [ %27, %17 ]
  %31 = load ptr, ptr %0, align 8
  %32 = getelementptr inbounds %struct.kh_launch, ptr %31, i64 0, i32 24
  %33 = load i64, ptr %32, align 8
  %34 = getelementptr inbounds float, ptr %3, i64 %9
  %35 = load float, ptr %34, align 4
  %36 = fpext float %35 to double
  %37 = tail call double @kh_perturbed(i64 noundef %33, i32 noundef %4, i64 noundef %30, i32 noundef 0, double noundef %12, double noundef %29, double noundef %36)
  %38 = fptrunc double %37 to float
  store float %38, ptr %34, align 4
  %39 = add nuw nsw i64 %9, 1
  %40 = icmp eq i64 %39, 32
  br i1 %40, label %7, label %8
}

; Function Attrs: nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none) uwtable
define void @kh_sin_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #5 {
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 24
  %7 = load i64, ptr %6, align 8
  %8 = icmp eq i64 %7, 0
  br label %10

9:                                                ; preds = %26
  ret void

10:                                               ; preds = %4, %26
  %11 = phi i64 [ 0, %4 ], [ %28, %26 ]
  %12 = getelementptr inbounds float, ptr %1, i64 %11
  %13 = load float, ptr %12, align 4
  %14 = tail call fastcc double @turn(float noundef %13, i32 noundef 0)
  %15 = fptrunc double %14 to float
  %16 = fcmp uno float %15, 0.000000e+00
  %17 = select i1 %16, float 0x7FFFFFFFE0000000, float %15
  %18 = getelementptr inbounds float, ptr %2, i64 %11
  br i1 %8, label %26, label %19

19:                                               ; preds = %10
  %20 = bitcast float %13 to i32
  %21 = zext i32 %20 to i64
  %22 = fpext float %13 to double
  %23 = fpext float %17 to double
  %24 = tail call double @kh_perturbed(i64 noundef %7, i32 noundef %3, i64 noundef %21, i32 noundef 0, double noundef %22, double noundef %14, double noundef %23)
  %25 = fptrunc double %24 to float
  br label %26

26:                                               ; preds = %19, %10
  %27 = phi float [ %25, %19 ], [ %17, %10 ]
  store float %27, ptr %18, align 4
  %28 = add nuw nsw i64 %11, 1
  %29 = icmp eq i64 %28, 32
  br i1 %29, label %9, label %10
}

; Function Attrs: nofree norecurse nosync nounwind memory(none) uwtable
define internal fastcc double @turn(float noundef %0, i32 noundef %1) unnamed_addr #11 {
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

; Function Attrs: nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none) uwtable
define void @kh_cos_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #5 {
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 24
  %7 = load i64, ptr %6, align 8
  %8 = icmp eq i64 %7, 0
  br label %10

9:                                                ; preds = %26
  ret void

10:                                               ; preds = %4, %26
  %11 = phi i64 [ 0, %4 ], [ %28, %26 ]
  %12 = getelementptr inbounds float, ptr %1, i64 %11
  %13 = load float, ptr %12, align 4
  %14 = tail call fastcc double @turn(float noundef %13, i32 noundef 1)
  %15 = fptrunc double %14 to float
  %16 = fcmp uno float %15, 0.000000e+00
  %17 = select i1 %16, float 0x7FFFFFFFE0000000, float %15
  %18 = getelementptr inbounds float, ptr %2, i64 %11
  br i1 %8, label %26, label %19

19:                                               ; preds = %10
  %20 = bitcast float %13 to i32
  %21 = zext i32 %20 to i64
  %22 = fpext float %13 to double
  %23 = fpext float %17 to double
  %24 = tail call double @kh_perturbed(i64 noundef %7, i32 noundef %3, i64 noundef %21, i32 noundef 0, double noundef %22, double noundef %14, double noundef %23)
  %25 = fptrunc double %24 to float
  br label %26

26:                                               ; preds = %19, %10
  %27 = phi float [ %25, %19 ], [ %17, %10 ]
  store float %27, ptr %18, align 4
  %28 = add nuw nsw i64 %11, 1
  %29 = icmp eq i64 %28, 32
  br i1 %29, label %9, label %10
}

; Function Attrs: nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none) uwtable
define void @kh_tanh_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #5 {
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 24
  %7 = load i64, ptr %6, align 8
  %8 = icmp eq i64 %7, 0
  br label %10

9:                                                ; preds = %92
  ret void

10:                                               ; preds = %4, %92
  %11 = phi i64 [ 0, %4 ], [ %94, %92 ]
  %12 = getelementptr inbounds float, ptr %1, i64 %11
  %13 = load float, ptr %12, align 4
  %14 = fcmp olt float %13, 0.000000e+00
  %15 = fpext float %13 to double
  %16 = fneg double %15
  %17 = select i1 %14, double %16, double %15
  %18 = fcmp ogt double %17, 4.000000e+01
  br i1 %18, label %53, label %19

19:                                               ; preds = %10
  %20 = fmul double %17, 0xC0071547652B82FE
  %21 = tail call double @llvm.rint.f64(double %20)
  %22 = fsub double %20, %21
  %23 = fmul double %22, 0x3FE62E42FEFA39EF
  br label %41

24:                                               ; preds = %41
  %25 = fptosi double %21 to i32
  %26 = icmp slt i32 %25, -1022
  br i1 %26, label %27, label %34

27:                                               ; preds = %24
  %28 = icmp ult i32 %25, -1074
  br i1 %28, label %50, label %29

29:                                               ; preds = %27
  %30 = add nsw i32 %25, 1074
  %31 = zext nneg i32 %30 to i64
  %32 = shl nuw nsw i64 1, %31
  %33 = bitcast i64 %32 to double
  br label %50

34:                                               ; preds = %24
  %35 = icmp sgt i32 %25, 1023
  br i1 %35, label %50, label %36

36:                                               ; preds = %34
  %37 = add nsw i32 %25, 1023
  %38 = zext nneg i32 %37 to i64
  %39 = shl nuw nsw i64 %38, 52
  %40 = bitcast i64 %39 to double
  br label %50

41:                                               ; preds = %41, %19
  %42 = phi i64 [ 0, %19 ], [ %48, %41 ]
  %43 = phi double [ 0x3DE6124613A86D09, %19 ], [ %47, %41 ]
  %44 = fmul double %23, %43
  %45 = getelementptr inbounds [13 x double], ptr @exp2_double.terms, i64 0, i64 %42
  %46 = load double, ptr %45, align 8
  %47 = fadd double %44, %46
  %48 = add nuw nsw i64 %42, 1
  %49 = icmp eq i64 %48, 13
  br i1 %49, label %24, label %41

50:                                               ; preds = %27, %29, %34, %36
  %51 = phi double [ %40, %36 ], [ %33, %29 ], [ 0.000000e+00, %27 ], [ 0x7FF0000000000000, %34 ]
  %52 = fmul double %47, %51
  br label %53

53:                                               ; preds = %10, %50
  %54 = phi double [ %52, %50 ], [ 0.000000e+00, %10 ]
  %55 = fcmp olt double %17, 2.000000e-02
  br i1 %55, label %56, label %68

56:                                               ; preds = %53
  %57 = fmul double %17, %17
  %58 = fmul double %17, %57
  %59 = fdiv double %58, 3.000000e+00
  %60 = fsub double %17, %59
  %61 = fmul double %17, 2.000000e+00
  %62 = fmul double %17, %61
  %63 = fmul double %17, %62
  %64 = fmul double %17, %63
  %65 = fmul double %17, %64
  %66 = fdiv double %65, 1.500000e+01
  %67 = fadd double %60, %66
  br label %72

68:                                               ; preds = %53
  %69 = fsub double 1.000000e+00, %54
  %70 = fadd double %54, 1.000000e+00
  %71 = fdiv double %69, %70
  br label %72

72:                                               ; preds = %68, %56
  %73 = phi double [ %67, %56 ], [ %71, %68 ]
  %74 = fcmp uno float %13, 0.000000e+00
  br i1 %74, label %80, label %75

75:                                               ; preds = %72
  %76 = bitcast float %13 to i32
  %77 = fneg double %73
  %78 = icmp slt i32 %76, 0
  %79 = select i1 %78, double %77, double %73
  br label %80

80:                                               ; preds = %72, %75
  %81 = phi double [ %79, %75 ], [ %15, %72 ]
  %82 = fptrunc double %81 to float
  %83 = fcmp uno float %82, 0.000000e+00
  %84 = select i1 %83, float 0x7FFFFFFFE0000000, float %82
  %85 = getelementptr inbounds float, ptr %2, i64 %11
  br i1 %8, label %92, label %86

86:                                               ; preds = %80
  %87 = bitcast float %13 to i32
  %88 = zext i32 %87 to i64
  %89 = fpext float %84 to double
  %90 = tail call double @kh_perturbed(i64 noundef %7, i32 noundef %3, i64 noundef %88, i32 noundef 0, double noundef %15, double noundef %81, double noundef %89)
  %91 = fptrunc double %90 to float
  br label %92

92:                                               ; preds = %86, %80
  %93 = phi float [ %91, %86 ], [ %84, %80 ]
  store float %93, ptr %85, align 4
  %94 = add nuw nsw i64 %11, 1
  %95 = icmp eq i64 %94, 32
  br i1 %95, label %9, label %10
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_rsqrt_f64(ptr nocapture noundef readnone %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #7 {
  br label %6

5:                                                ; preds = %6
  ret void

6:                                                ; preds = %4, %6
  %7 = phi i64 [ 0, %4 ], [ %13, %6 ]
  %8 = getelementptr inbounds double, ptr %1, i64 %7
  %9 = load double, ptr %8, align 8
  %10 = tail call double @llvm.sqrt.f64(double %9)
  %11 = fdiv double 1.000000e+00, %10
  %12 = getelementptr inbounds double, ptr %2, i64 %7
  store double %11, ptr %12, align 8
  %13 = add nuw nsw i64 %7, 1
  %14 = icmp eq i64 %13, 32
  br i1 %14, label %5, label %6
}

; Function Attrs: nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none) uwtable
define void @kh_rcp_approx_f64(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #5 {
  br label %6

5:                                                ; preds = %38
  ret void

6:                                                ; preds = %4, %38
  %7 = phi i64 [ 0, %4 ], [ %39, %38 ]
  %8 = getelementptr inbounds double, ptr %1, i64 %7
  %9 = load i64, ptr %8, align 8
  %10 = and i64 %9, -4294967296
  %11 = bitcast i64 %10 to double
  %12 = and i64 %9, 9223372032559808512
  %13 = and i64 %9, -9223372036854775808
  %14 = icmp ult i64 %12, 4503599627370496
  br i1 %14, label %15, label %17

15:                                               ; preds = %6
  %16 = or disjoint i64 %13, 9218868437227405312
  br label %25

17:                                               ; preds = %6
  %18 = fdiv double 1.000000e+00, %11
  %19 = bitcast double %18 to i64
  %20 = and i64 %19, -4294967296
  %21 = and i64 %19, 9218868437227405312
  %22 = icmp eq i64 %21, 0
  %23 = select i1 %22, i64 %13, i64 %20
  %24 = icmp ugt i64 %12, 9218868437227405312
  br i1 %24, label %28, label %25

25:                                               ; preds = %15, %17
  %26 = phi i64 [ %16, %15 ], [ %23, %17 ]
  %27 = bitcast i64 %26 to double
  br label %28

28:                                               ; preds = %17, %25
  %29 = phi double [ %27, %25 ], [ 0x7FFFFFFF00000000, %17 ]
  %30 = getelementptr inbounds double, ptr %2, i64 %7
  store double %29, ptr %30, align 8
  %31 = load ptr, ptr %0, align 8
  %32 = getelementptr inbounds %struct.kh_launch, ptr %31, i64 0, i32 24
  %33 = load i64, ptr %32, align 8
  %34 = icmp eq i64 %33, 0
  br i1 %34, label %38, label %35

35:                                               ; preds = %28
  %36 = fdiv double 1.000000e+00, %11
  %37 = tail call double @kh_perturbed(i64 noundef %33, i32 noundef %3, i64 noundef %10, i32 noundef 1, double noundef %11, double noundef %36, double noundef %29)
  store double %37, ptr %30, align 8
  br label %38

38:                                               ; preds = %35, %28
  %39 = add nuw nsw i64 %7, 1
  %40 = icmp eq i64 %39, 32
  br i1 %40, label %5, label %6
}

; Function Attrs: nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none) uwtable
define void @kh_rsqrt_approx_f64(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #5 {
  br label %6

5:                                                ; preds = %43
  ret void

6:                                                ; preds = %4, %43
  %7 = phi i64 [ 0, %4 ], [ %44, %43 ]
  %8 = getelementptr inbounds double, ptr %1, i64 %7
  %9 = load i64, ptr %8, align 8
  %10 = and i64 %9, -4294967296
  %11 = bitcast i64 %10 to double
  %12 = and i64 %9, 9223372032559808512
  %13 = and i64 %9, -9223372036854775808
  %14 = icmp ult i64 %12, 4503599627370496
  br i1 %14, label %15, label %19

15:                                               ; preds = %6
  %16 = or disjoint i64 %13, 9218868437227405312
  %17 = getelementptr inbounds double, ptr %2, i64 %7
  store i64 %16, ptr %17, align 8
  %18 = bitcast i64 %16 to double
  br label %32

19:                                               ; preds = %6
  %20 = icmp ugt i64 %12, 9218868437227405312
  %21 = icmp ne i64 %13, 0
  %22 = or i1 %20, %21
  br i1 %22, label %23, label %25

23:                                               ; preds = %19
  %24 = getelementptr inbounds double, ptr %2, i64 %7
  store double 0x7FFFFFFF00000000, ptr %24, align 8
  br label %32

25:                                               ; preds = %19
  %26 = tail call double @llvm.sqrt.f64(double %11)
  %27 = fdiv double 1.000000e+00, %26
  %28 = bitcast double %27 to i64
  %29 = and i64 %28, -4294967296
  %30 = getelementptr inbounds double, ptr %2, i64 %7
  store i64 %29, ptr %30, align 8
  %31 = bitcast i64 %29 to double
  br label %32

32:                                               ; preds = %23, %25, %15
  %33 = phi double [ 0x7FFFFFFF00000000, %23 ], [ %31, %25 ], [ %18, %15 ]
  %34 = load ptr, ptr %0, align 8
  %35 = getelementptr inbounds %struct.kh_launch, ptr %34, i64 0, i32 24
  %36 = load i64, ptr %35, align 8
  %37 = icmp eq i64 %36, 0
  br i1 %37, label %43, label %38

38:                                               ; preds = %32
  %39 = tail call double @llvm.sqrt.f64(double %11)
  %40 = fdiv double 1.000000e+00, %39
  %41 = getelementptr inbounds double, ptr %2, i64 %7
  %42 = tail call double @kh_perturbed(i64 noundef %36, i32 noundef %3, i64 noundef %10, i32 noundef 1, double noundef %11, double noundef %40, double noundef %33)
  store double %42, ptr %41, align 8
  br label %43

43:                                               ; preds = %38, %32
  %44 = add nuw nsw i64 %7, 1
  %45 = icmp eq i64 %44, 32
  br i1 %45, label %5, label %6
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_prmt(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4) #7 {
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
define void @kh_fns(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3) #7 {
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
define void @kh_lop3(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4) #7 {
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
define void @kh_div_s32(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #7 {
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
define void @kh_div_u32(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #7 {
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
define void @kh_div_s64(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #7 {
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
define void @kh_div_u64(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #7 {
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

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fabs.f64(double) #14

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.floor.f64(double) #14

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.ceil.f64(double) #14

; Function Attrs: mustprogress nofree norecurse nounwind willreturn memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_suspect(ptr nocapture noundef readonly %0, i32 noundef %1) #18 {
  %3 = load ptr, ptr %0, align 8
  %4 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 22
  %5 = atomicrmw or ptr %4, i32 %1 monotonic, align 4
  ret void
}

; Function Attrs: nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_defined_access(ptr nocapture noundef %0, ptr nocapture noundef readonly %1) #2 {
  %3 = load i32, ptr %1, align 8
  switch i32 %3, label %4 [
    i32 3, label %943
    i32 5, label %943
  ]

4:                                                ; preds = %2
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 21
  %7 = load i32, ptr %6, align 8
  %8 = and i32 %7, 8
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %470, label %10

10:                                               ; preds = %4
  %11 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds %struct.kh_defined, ptr %12, i64 0, i32 4
  store i32 0, ptr %13, align 8
  %14 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 2
  %15 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 9
  %16 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 6
  %17 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 8
  %18 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 7
  %19 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 3
  %20 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 4
  %21 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 8
  %22 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 1
  %23 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 3
  %24 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 4
  %25 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 5
  %26 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %27 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %28 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %29 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %30 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %31 = getelementptr inbounds %struct.kh_defined, ptr %12, i64 0, i32 1
  br label %32

32:                                               ; preds = %467, %10
  %33 = phi i64 [ 0, %10 ], [ %468, %467 ]
  %34 = load i32, ptr %14, align 8
  %35 = trunc i64 %33 to i32
  %36 = shl nuw i32 1, %35
  %37 = and i32 %36, %34
  %38 = icmp eq i32 %37, 0
  br i1 %38, label %467, label %39

39:                                               ; preds = %32
  %40 = load i32, ptr %15, align 8
  %41 = icmp eq i32 %40, 0
  br i1 %41, label %49, label %42

42:                                               ; preds = %39
  %43 = load ptr, ptr %16, align 8
  %44 = getelementptr inbounds i64, ptr %43, i64 %33
  %45 = load i64, ptr %44, align 8
  %46 = load i64, ptr %17, align 8
  %47 = add i64 %46, %45
  %48 = inttoptr i64 %47 to ptr
  br label %53

49:                                               ; preds = %39
  %50 = load ptr, ptr %18, align 8
  %51 = getelementptr inbounds ptr, ptr %50, i64 %33
  %52 = load ptr, ptr %51, align 8
  br label %53

53:                                               ; preds = %49, %42
  %54 = phi ptr [ %48, %42 ], [ %52, %49 ]
  %55 = load ptr, ptr %0, align 8
  %56 = load ptr, ptr %19, align 8
  %57 = ptrtoint ptr %54 to i64
  %58 = ptrtoint ptr %56 to i64
  %59 = sub i64 %57, %58
  %60 = getelementptr inbounds %struct.kh_launch, ptr %55, i64 0, i32 11
  %61 = load i32, ptr %60, align 4
  %62 = zext i32 %61 to i64
  %63 = icmp ult i64 %59, %62
  br i1 %63, label %64, label %67

64:                                               ; preds = %53
  %65 = load ptr, ptr %11, align 8
  %66 = getelementptr inbounds i8, ptr %65, i64 2624
  br label %138

67:                                               ; preds = %53
  %68 = load ptr, ptr %20, align 8
  %69 = ptrtoint ptr %68 to i64
  %70 = sub i64 %57, %69
  %71 = getelementptr inbounds %struct.kh_launch, ptr %55, i64 0, i32 13
  %72 = load i32, ptr %71, align 4
  %73 = zext i32 %72 to i64
  %74 = getelementptr inbounds %struct.kh_launch, ptr %55, i64 0, i32 9
  %75 = load i32, ptr %74, align 4
  %76 = zext i32 %75 to i64
  %77 = shl nuw nsw i64 %73, 5
  %78 = mul i64 %77, %76
  %79 = icmp ult i64 %70, %78
  br i1 %79, label %80, label %86

80:                                               ; preds = %67
  %81 = load ptr, ptr %11, align 8
  %82 = getelementptr inbounds i8, ptr %81, i64 2624
  %83 = add nuw nsw i64 %62, 63
  %84 = and i64 %83, 8589934528
  %85 = getelementptr inbounds i8, ptr %82, i64 %84
  br label %138

86:                                               ; preds = %67
  %87 = load ptr, ptr %21, align 8
  %88 = icmp eq ptr %87, null
  br i1 %88, label %100, label %89

89:                                               ; preds = %86
  %90 = getelementptr inbounds %struct.kh_alloc, ptr %87, i64 0, i32 4
  %91 = load ptr, ptr %90, align 8
  %92 = ptrtoint ptr %91 to i64
  %93 = sub i64 %57, %92
  %94 = getelementptr inbounds %struct.kh_alloc, ptr %87, i64 0, i32 1
  %95 = load i64, ptr %94, align 8
  %96 = icmp ult i64 %93, %95
  br i1 %96, label %97, label %100

97:                                               ; preds = %89
  %98 = getelementptr inbounds %struct.kh_launch, ptr %55, i64 0, i32 2
  %99 = load ptr, ptr %98, align 8
  br label %122

100:                                              ; preds = %89, %86
  %101 = getelementptr inbounds %struct.kh_launch, ptr %55, i64 0, i32 2
  %102 = load ptr, ptr %101, align 8
  %103 = getelementptr inbounds %struct.kh_launch, ptr %55, i64 0, i32 3
  %104 = load i64, ptr %103, align 8
  %105 = getelementptr inbounds %struct.kh_alloc, ptr %102, i64 %104
  %106 = icmp sgt i64 %104, 0
  br i1 %106, label %107, label %119

107:                                              ; preds = %100, %116
  %108 = phi ptr [ %117, %116 ], [ %102, %100 ]
  %109 = getelementptr inbounds %struct.kh_alloc, ptr %108, i64 0, i32 4
  %110 = load ptr, ptr %109, align 8
  %111 = ptrtoint ptr %110 to i64
  %112 = sub i64 %57, %111
  %113 = getelementptr inbounds %struct.kh_alloc, ptr %108, i64 0, i32 1
  %114 = load i64, ptr %113, align 8
  %115 = icmp ult i64 %112, %114
  br i1 %115, label %119, label %116

116:                                              ; preds = %107
  %117 = getelementptr inbounds %struct.kh_alloc, ptr %108, i64 1
  %118 = icmp ult ptr %117, %105
  br i1 %118, label %107, label %119

119:                                              ; preds = %116, %107, %100
  %120 = phi ptr [ %102, %100 ], [ %117, %116 ], [ %108, %107 ]
  %121 = icmp eq ptr %120, %105
  br i1 %121, label %148, label %122

122:                                              ; preds = %119, %97
  %123 = phi ptr [ %102, %119 ], [ %99, %97 ]
  %124 = phi ptr [ %120, %119 ], [ %87, %97 ]
  %125 = getelementptr inbounds %struct.kh_launch, ptr %55, i64 0, i32 28
  %126 = load ptr, ptr %125, align 8
  %127 = ptrtoint ptr %124 to i64
  %128 = ptrtoint ptr %123 to i64
  %129 = sub i64 %127, %128
  %130 = sdiv exact i64 %129, 48
  %131 = getelementptr inbounds ptr, ptr %126, i64 %130
  %132 = load ptr, ptr %131, align 8
  %133 = icmp eq ptr %132, null
  br i1 %133, label %148, label %134

134:                                              ; preds = %122
  %135 = getelementptr inbounds %struct.kh_alloc, ptr %124, i64 0, i32 4
  %136 = load ptr, ptr %135, align 8
  %137 = ptrtoint ptr %136 to i64
  br label %138

138:                                              ; preds = %134, %80, %64
  %139 = phi i64 [ %137, %134 ], [ %69, %80 ], [ %58, %64 ]
  %140 = phi ptr [ %132, %134 ], [ %85, %80 ], [ %66, %64 ]
  %141 = phi i32 [ 1, %134 ], [ 3, %80 ], [ 2, %64 ]
  %142 = ptrtoint ptr %140 to i64
  %143 = sub i64 %142, %139
  %144 = icmp eq i64 %139, %142
  %145 = getelementptr inbounds i8, ptr %54, i64 %143
  %146 = freeze i1 %144
  %147 = select i1 %146, ptr null, ptr %145
  br label %148

148:                                              ; preds = %138, %122, %119
  %149 = phi i32 [ 1, %122 ], [ 0, %119 ], [ %141, %138 ]
  %150 = phi ptr [ null, %122 ], [ null, %119 ], [ %147, %138 ]
  %151 = load i32, ptr %22, align 4
  switch i32 %151, label %295 [
    i32 0, label %152
    i32 1, label %197
  ]

152:                                              ; preds = %148
  %153 = load i32, ptr %23, align 4
  %154 = icmp eq i32 %153, 0
  br i1 %154, label %467, label %155

155:                                              ; preds = %152
  %156 = icmp eq ptr %150, null
  br label %159

157:                                              ; preds = %165
  %158 = icmp eq i8 %178, 0
  br i1 %158, label %467, label %183

159:                                              ; preds = %165, %155
  %160 = phi i64 [ 0, %155 ], [ %179, %165 ]
  %161 = phi i8 [ 0, %155 ], [ %178, %165 ]
  br i1 %156, label %165, label %162

162:                                              ; preds = %159
  %163 = getelementptr inbounds i8, ptr %150, i64 %160
  %164 = load i8, ptr %163, align 1
  br label %165

165:                                              ; preds = %162, %159
  %166 = phi i8 [ %164, %162 ], [ 0, %159 ]
  %167 = load i32, ptr %24, align 8
  %168 = trunc i64 %160 to i32
  %169 = udiv i32 %168, %167
  %170 = shl i32 %169, 5
  %171 = add nuw nsw i32 %170, %35
  %172 = mul i32 %171, %167
  %173 = zext i32 %172 to i64
  %174 = getelementptr inbounds i8, ptr %31, i64 %173
  %175 = urem i32 %168, %167
  %176 = zext i32 %175 to i64
  %177 = getelementptr inbounds i8, ptr %174, i64 %176
  store i8 %166, ptr %177, align 1
  %178 = or i8 %166, %161
  %179 = add nuw nsw i64 %160, 1
  %180 = load i32, ptr %23, align 4
  %181 = zext i32 %180 to i64
  %182 = icmp ult i64 %179, %181
  br i1 %182, label %159, label %157

183:                                              ; preds = %157
  %184 = load i32, ptr %13, align 8
  %185 = or i32 %184, %36
  store i32 %185, ptr %13, align 8
  %186 = load i32, ptr %25, align 4
  %187 = icmp ult i32 %186, 65535
  %188 = zext nneg i32 %186 to i64
  %189 = shl nuw i64 %188, 48
  %190 = select i1 %187, i64 %189, i64 -281474976710656
  %191 = load ptr, ptr %16, align 8
  %192 = getelementptr inbounds i64, ptr %191, i64 %33
  %193 = load i64, ptr %192, align 8
  %194 = and i64 %193, 281474976710655
  %195 = or disjoint i64 %190, %194
  %196 = getelementptr inbounds %struct.kh_defined, ptr %12, i64 0, i32 3, i64 %33
  store i64 %195, ptr %196, align 8
  br label %467

197:                                              ; preds = %148
  %198 = load ptr, ptr %11, align 8
  %199 = and i32 %149, -2
  %200 = icmp eq i32 %199, 2
  br i1 %200, label %263, label %201

201:                                              ; preds = %197
  %202 = getelementptr inbounds %struct.kh_defined, ptr %198, i64 0, i32 5
  %203 = load i32, ptr %202, align 4
  %204 = icmp eq i32 %203, 0
  br i1 %204, label %263, label %205

205:                                              ; preds = %201
  %206 = load i32, ptr %23, align 4
  %207 = icmp eq i32 %206, 0
  br i1 %207, label %263, label %208

208:                                              ; preds = %205
  %209 = load i32, ptr %24, align 8
  br label %210

210:                                              ; preds = %210, %208
  %211 = phi i32 [ 0, %208 ], [ %224, %210 ]
  %212 = phi i8 [ 0, %208 ], [ %223, %210 ]
  %213 = udiv i32 %211, %209
  %214 = shl i32 %213, 5
  %215 = add nuw nsw i32 %214, %35
  %216 = mul i32 %215, %209
  %217 = zext i32 %216 to i64
  %218 = getelementptr inbounds i8, ptr %198, i64 %217
  %219 = urem i32 %211, %209
  %220 = zext i32 %219 to i64
  %221 = getelementptr inbounds i8, ptr %218, i64 %220
  %222 = load i8, ptr %221, align 1
  %223 = or i8 %222, %212
  %224 = add nuw i32 %211, 1
  %225 = icmp eq i32 %224, %206
  br i1 %225, label %226, label %210

226:                                              ; preds = %210
  %227 = icmp eq i8 %223, 0
  br i1 %227, label %263, label %228

228:                                              ; preds = %226
  %229 = load i32, ptr %25, align 4
  %230 = mul i32 %229, 25
  %231 = add i32 %230, 15
  %232 = load ptr, ptr %26, align 8
  %233 = zext i32 %231 to i64
  %234 = getelementptr inbounds %struct.kh_fault, ptr %232, i64 %233
  %235 = load i64, ptr %234, align 8
  %236 = icmp eq i64 %235, 0
  br i1 %236, label %239, label %237

237:                                              ; preds = %228
  %238 = add i64 %235, 1
  store i64 %238, ptr %234, align 8
  br label %263

239:                                              ; preds = %228
  %240 = getelementptr inbounds %struct.kh_defined, ptr %198, i64 0, i32 2, i64 %33
  %241 = load i64, ptr %240, align 8
  %242 = load ptr, ptr %27, align 8
  %243 = getelementptr inbounds %struct.kh_warp, ptr %242, i64 0, i32 7
  %244 = load i32, ptr %243, align 8
  %245 = shl i32 %244, 5
  %246 = add nuw nsw i32 %245, %35
  %247 = load i32, ptr %28, align 4
  %248 = lshr i64 %241, 48
  %249 = trunc i64 %248 to i32
  %250 = icmp eq i32 %249, 65535
  %251 = select i1 %250, i32 -1, i32 %249
  %252 = and i64 %241, 281474976710655
  store i64 1, ptr %234, align 8
  %253 = getelementptr inbounds i8, ptr %234, i64 8
  store i64 %252, ptr %253, align 8
  %254 = getelementptr inbounds i8, ptr %234, i64 16
  store i32 %247, ptr %254, align 8
  %255 = getelementptr inbounds i8, ptr %234, i64 20
  store i32 %246, ptr %255, align 4
  %256 = getelementptr inbounds i8, ptr %234, i64 24
  store i32 %251, ptr %256, align 8
  %257 = getelementptr inbounds i8, ptr %234, i64 28
  store i32 %247, ptr %257, align 4
  %258 = getelementptr inbounds i8, ptr %234, i64 32
  store i32 %246, ptr %258, align 8
  %259 = load ptr, ptr %29, align 8
  %260 = load i64, ptr %30, align 8
  %261 = add i64 %260, 1
  store i64 %261, ptr %30, align 8
  %262 = getelementptr inbounds i32, ptr %259, i64 %260
  store i32 %231, ptr %262, align 4
  br label %263

263:                                              ; preds = %239, %237, %226, %205, %201, %197
  %264 = icmp eq ptr %150, null
  br i1 %264, label %467, label %265

265:                                              ; preds = %263
  %266 = load i32, ptr %23, align 4
  %267 = icmp eq i32 %266, 0
  br i1 %267, label %467, label %268

268:                                              ; preds = %265
  %269 = getelementptr inbounds %struct.kh_defined, ptr %198, i64 0, i32 5
  br label %270

270:                                              ; preds = %288, %268
  %271 = phi i64 [ 0, %268 ], [ %291, %288 ]
  br i1 %200, label %272, label %288

272:                                              ; preds = %270
  %273 = load i32, ptr %269, align 4
  %274 = icmp eq i32 %273, 0
  br i1 %274, label %288, label %275

275:                                              ; preds = %272
  %276 = load i32, ptr %24, align 8
  %277 = trunc i64 %271 to i32
  %278 = udiv i32 %277, %276
  %279 = shl i32 %278, 5
  %280 = add nuw nsw i32 %279, %35
  %281 = mul i32 %280, %276
  %282 = zext i32 %281 to i64
  %283 = getelementptr inbounds i8, ptr %198, i64 %282
  %284 = urem i32 %277, %276
  %285 = zext i32 %284 to i64
  %286 = getelementptr inbounds i8, ptr %283, i64 %285
  %287 = load i8, ptr %286, align 1
  br label %288

288:                                              ; preds = %275, %272, %270
  %289 = phi i8 [ %287, %275 ], [ 0, %272 ], [ 0, %270 ]
  %290 = getelementptr inbounds i8, ptr %150, i64 %271
  store i8 %289, ptr %290, align 1
  %291 = add nuw nsw i64 %271, 1
  %292 = load i32, ptr %23, align 4
  %293 = zext i32 %292 to i64
  %294 = icmp ult i64 %291, %293
  br i1 %294, label %270, label %467

295:                                              ; preds = %148
  %296 = load ptr, ptr %11, align 8
  %297 = icmp eq ptr %150, null
  %298 = load i32, ptr %23, align 4
  br i1 %297, label %321, label %299

299:                                              ; preds = %295
  switch i32 %298, label %300 [
    i32 1, label %302
    i32 2, label %305
    i32 4, label %308
    i32 0, label %321
  ]

300:                                              ; preds = %299
  %301 = zext i32 %298 to i64
  br label %313

302:                                              ; preds = %299
  %303 = load i8, ptr %150, align 1
  %304 = icmp ne i8 %303, 0
  br label %321

305:                                              ; preds = %299
  %306 = load i16, ptr %150, align 2
  %307 = icmp ne i16 %306, 0
  br label %321

308:                                              ; preds = %299
  %309 = load i32, ptr %150, align 4
  %310 = icmp ne i32 %309, 0
  br label %321

311:                                              ; preds = %313
  %312 = icmp ne i64 %318, 0
  br label %321

313:                                              ; preds = %313, %300
  %314 = phi i64 [ 0, %300 ], [ %319, %313 ]
  %315 = phi i64 [ 0, %300 ], [ %318, %313 ]
  %316 = getelementptr inbounds i8, ptr %150, i64 %314
  %317 = load i64, ptr %316, align 8
  %318 = or i64 %317, %315
  %319 = add nuw nsw i64 %314, 8
  %320 = icmp ult i64 %319, %301
  br i1 %320, label %313, label %311

321:                                              ; preds = %311, %308, %305, %302, %299, %295
  %322 = phi i1 [ false, %295 ], [ %310, %308 ], [ %307, %305 ], [ %304, %302 ], [ %312, %311 ], [ false, %299 ]
  %323 = getelementptr inbounds %struct.kh_defined, ptr %296, i64 0, i32 5
  %324 = load i32, ptr %323, align 4
  %325 = icmp eq i32 %324, 0
  %326 = icmp eq i32 %298, 0
  br i1 %325, label %348, label %327

327:                                              ; preds = %321
  br i1 %326, label %393, label %328

328:                                              ; preds = %327
  %329 = load i32, ptr %24, align 8
  br label %332

330:                                              ; preds = %332
  %331 = icmp ne i8 %345, 0
  br label %349

332:                                              ; preds = %332, %328
  %333 = phi i32 [ 0, %328 ], [ %346, %332 ]
  %334 = phi i8 [ 0, %328 ], [ %345, %332 ]
  %335 = udiv i32 %333, %329
  %336 = shl i32 %335, 5
  %337 = add nuw nsw i32 %336, %35
  %338 = mul i32 %337, %329
  %339 = zext i32 %338 to i64
  %340 = getelementptr inbounds i8, ptr %296, i64 %339
  %341 = urem i32 %333, %329
  %342 = zext i32 %341 to i64
  %343 = getelementptr inbounds i8, ptr %340, i64 %342
  %344 = load i8, ptr %343, align 1
  %345 = or i8 %344, %334
  %346 = add nuw i32 %333, 1
  %347 = icmp eq i32 %346, %298
  br i1 %347, label %330, label %332

348:                                              ; preds = %321
  br i1 %326, label %393, label %349

349:                                              ; preds = %348, %330
  %350 = phi i1 [ %331, %330 ], [ false, %348 ]
  %351 = getelementptr inbounds %struct.kh_defined, ptr %296, i64 0, i32 1
  br label %354

352:                                              ; preds = %360
  %353 = icmp eq i8 %373, 0
  br i1 %353, label %393, label %378

354:                                              ; preds = %360, %349
  %355 = phi i64 [ 0, %349 ], [ %374, %360 ]
  %356 = phi i8 [ 0, %349 ], [ %373, %360 ]
  br i1 %297, label %360, label %357

357:                                              ; preds = %354
  %358 = getelementptr inbounds i8, ptr %150, i64 %355
  %359 = load i8, ptr %358, align 1
  br label %360

360:                                              ; preds = %357, %354
  %361 = phi i8 [ %359, %357 ], [ 0, %354 ]
  %362 = load i32, ptr %24, align 8
  %363 = trunc i64 %355 to i32
  %364 = udiv i32 %363, %362
  %365 = shl i32 %364, 5
  %366 = add nuw nsw i32 %365, %35
  %367 = mul i32 %366, %362
  %368 = zext i32 %367 to i64
  %369 = getelementptr inbounds i8, ptr %351, i64 %368
  %370 = urem i32 %363, %362
  %371 = zext i32 %370 to i64
  %372 = getelementptr inbounds i8, ptr %369, i64 %371
  store i8 %361, ptr %372, align 1
  %373 = or i8 %361, %356
  %374 = add nuw nsw i64 %355, 1
  %375 = load i32, ptr %23, align 4
  %376 = zext i32 %375 to i64
  %377 = icmp ult i64 %374, %376
  br i1 %377, label %354, label %352

378:                                              ; preds = %352
  %379 = getelementptr inbounds %struct.kh_defined, ptr %296, i64 0, i32 4
  %380 = load i32, ptr %379, align 8
  %381 = or i32 %380, %36
  store i32 %381, ptr %379, align 8
  %382 = load i32, ptr %25, align 4
  %383 = icmp ult i32 %382, 65535
  %384 = zext nneg i32 %382 to i64
  %385 = shl nuw i64 %384, 48
  %386 = select i1 %383, i64 %385, i64 -281474976710656
  %387 = load ptr, ptr %16, align 8
  %388 = getelementptr inbounds i64, ptr %387, i64 %33
  %389 = load i64, ptr %388, align 8
  %390 = and i64 %389, 281474976710655
  %391 = or disjoint i64 %386, %390
  %392 = getelementptr inbounds %struct.kh_defined, ptr %296, i64 0, i32 3, i64 %33
  store i64 %391, ptr %392, align 8
  br label %393

393:                                              ; preds = %378, %352, %348, %327
  %394 = phi i1 [ false, %348 ], [ %350, %352 ], [ %350, %378 ], [ false, %327 ]
  br i1 %322, label %395, label %415

395:                                              ; preds = %393
  %396 = load i32, ptr %23, align 4
  %397 = icmp eq i32 %396, 0
  br i1 %397, label %415, label %398

398:                                              ; preds = %395
  %399 = getelementptr inbounds %struct.kh_defined, ptr %296, i64 0, i32 1
  br label %400

400:                                              ; preds = %400, %398
  %401 = phi i32 [ 0, %398 ], [ %412, %400 ]
  %402 = load i32, ptr %24, align 8
  %403 = udiv i32 %401, %402
  %404 = shl i32 %403, 5
  %405 = add nuw nsw i32 %404, %35
  %406 = mul i32 %405, %402
  %407 = zext i32 %406 to i64
  %408 = getelementptr inbounds i8, ptr %399, i64 %407
  %409 = urem i32 %401, %402
  %410 = zext i32 %409 to i64
  %411 = getelementptr inbounds i8, ptr %408, i64 %410
  store i8 -1, ptr %411, align 1
  %412 = add nuw i32 %401, 1
  %413 = load i32, ptr %23, align 4
  %414 = icmp ult i32 %412, %413
  br i1 %414, label %400, label %415

415:                                              ; preds = %400, %395, %393
  %416 = getelementptr inbounds %struct.kh_defined, ptr %296, i64 0, i32 6
  %417 = load i32, ptr %416, align 8
  %418 = icmp eq i32 %417, 0
  %419 = select i1 %418, i1 %322, i1 false
  %420 = icmp ne i32 %149, 2
  %421 = select i1 %419, i1 true, i1 %394
  %422 = select i1 %420, i1 %421, i1 false
  br i1 %422, label %423, label %460

423:                                              ; preds = %415
  %424 = load i32, ptr %25, align 4
  %425 = mul i32 %424, 25
  %426 = add i32 %425, 15
  %427 = load ptr, ptr %26, align 8
  %428 = zext i32 %426 to i64
  %429 = getelementptr inbounds %struct.kh_fault, ptr %427, i64 %428
  %430 = load i64, ptr %429, align 8
  %431 = icmp eq i64 %430, 0
  br i1 %431, label %434, label %432

432:                                              ; preds = %423
  %433 = add i64 %430, 1
  store i64 %433, ptr %429, align 8
  br label %460

434:                                              ; preds = %423
  %435 = getelementptr inbounds %struct.kh_defined, ptr %296, i64 0, i32 3, i64 %33
  %436 = getelementptr inbounds %struct.kh_defined, ptr %296, i64 0, i32 2, i64 %33
  %437 = select i1 %419, ptr %435, ptr %436
  %438 = load i64, ptr %437, align 8
  %439 = load ptr, ptr %27, align 8
  %440 = getelementptr inbounds %struct.kh_warp, ptr %439, i64 0, i32 7
  %441 = load i32, ptr %440, align 8
  %442 = shl i32 %441, 5
  %443 = add nuw nsw i32 %442, %35
  %444 = load i32, ptr %28, align 4
  %445 = lshr i64 %438, 48
  %446 = trunc i64 %445 to i32
  %447 = icmp eq i32 %446, 65535
  %448 = select i1 %447, i32 -1, i32 %446
  %449 = and i64 %438, 281474976710655
  store i64 1, ptr %429, align 8
  %450 = getelementptr inbounds i8, ptr %429, i64 8
  store i64 %449, ptr %450, align 8
  %451 = getelementptr inbounds i8, ptr %429, i64 16
  store i32 %444, ptr %451, align 8
  %452 = getelementptr inbounds i8, ptr %429, i64 20
  store i32 %443, ptr %452, align 4
  %453 = getelementptr inbounds i8, ptr %429, i64 24
  store i32 %448, ptr %453, align 8
  %454 = getelementptr inbounds i8, ptr %429, i64 28
  store i32 %444, ptr %454, align 4
  %455 = getelementptr inbounds i8, ptr %429, i64 32
  store i32 %443, ptr %455, align 8
  %456 = load ptr, ptr %29, align 8
  %457 = load i64, ptr %30, align 8
  %458 = add i64 %457, 1
  store i64 %458, ptr %30, align 8
  %459 = getelementptr inbounds i32, ptr %456, i64 %457
  store i32 %426, ptr %459, align 4
  br label %460

460:                                              ; preds = %434, %432, %415
  br i1 %297, label %467, label %461

461:                                              ; preds = %460
  %462 = xor i1 %420, true
  %463 = select i1 %462, i1 %421, i1 false
  %464 = sext i1 %463 to i8
  %465 = load i32, ptr %23, align 4
  %466 = zext i32 %465 to i64
  tail call void @llvm.memset.p0.i64(ptr nonnull align 1 %150, i8 %464, i64 %466, i1 false)
  br label %467

467:                                              ; preds = %288, %461, %460, %265, %263, %183, %157, %152, %32
  %468 = add nuw nsw i64 %33, 1
  %469 = icmp eq i64 %468, 32
  br i1 %469, label %943, label %32

470:                                              ; preds = %4
  %471 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 9
  %472 = load i32, ptr %471, align 8
  %473 = icmp eq i32 %472, 0
  br i1 %473, label %474, label %488

474:                                              ; preds = %470
  %475 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 1
  %476 = load i32, ptr %475, align 4
  %477 = icmp eq i32 %476, 1
  %478 = icmp eq i32 %476, 0
  %479 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 2
  %480 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 6
  %481 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 8
  %482 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 7
  %483 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 3
  %484 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 4
  %485 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 8
  %486 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16
  %487 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 3
  br label %779

488:                                              ; preds = %470
  %489 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 2
  %490 = load i32, ptr %489, align 8
  %491 = tail call i32 @llvm.cttz.i32(i32 %490, i1 true)
  %492 = zext nneg i32 %491 to i64
  %493 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 6
  %494 = load ptr, ptr %493, align 8
  %495 = getelementptr inbounds i64, ptr %494, i64 %492
  %496 = load i64, ptr %495, align 8
  %497 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 8
  %498 = load i64, ptr %497, align 8
  %499 = add i64 %498, %496
  %500 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 3
  %501 = load ptr, ptr %500, align 8
  %502 = ptrtoint ptr %501 to i64
  %503 = sub i64 %499, %502
  %504 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 11
  %505 = load i32, ptr %504, align 4
  %506 = zext i32 %505 to i64
  %507 = icmp ult i64 %503, %506
  br i1 %507, label %508, label %512

508:                                              ; preds = %488
  %509 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16
  %510 = load ptr, ptr %509, align 8
  %511 = getelementptr inbounds i8, ptr %510, i64 2624
  br label %586

512:                                              ; preds = %488
  %513 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 4
  %514 = load ptr, ptr %513, align 8
  %515 = ptrtoint ptr %514 to i64
  %516 = sub i64 %499, %515
  %517 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 13
  %518 = load i32, ptr %517, align 4
  %519 = zext i32 %518 to i64
  %520 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 9
  %521 = load i32, ptr %520, align 4
  %522 = zext i32 %521 to i64
  %523 = shl nuw nsw i64 %519, 5
  %524 = mul i64 %523, %522
  %525 = icmp ult i64 %516, %524
  br i1 %525, label %526, label %533

526:                                              ; preds = %512
  %527 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16
  %528 = load ptr, ptr %527, align 8
  %529 = getelementptr inbounds i8, ptr %528, i64 2624
  %530 = add nuw nsw i64 %506, 63
  %531 = and i64 %530, 8589934528
  %532 = getelementptr inbounds i8, ptr %529, i64 %531
  br label %586

533:                                              ; preds = %512
  %534 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 8
  %535 = load ptr, ptr %534, align 8
  %536 = icmp eq ptr %535, null
  br i1 %536, label %548, label %537

537:                                              ; preds = %533
  %538 = getelementptr inbounds %struct.kh_alloc, ptr %535, i64 0, i32 4
  %539 = load ptr, ptr %538, align 8
  %540 = ptrtoint ptr %539 to i64
  %541 = sub i64 %499, %540
  %542 = getelementptr inbounds %struct.kh_alloc, ptr %535, i64 0, i32 1
  %543 = load i64, ptr %542, align 8
  %544 = icmp ult i64 %541, %543
  br i1 %544, label %545, label %548

545:                                              ; preds = %537
  %546 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 2
  %547 = load ptr, ptr %546, align 8
  br label %570

548:                                              ; preds = %537, %533
  %549 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 2
  %550 = load ptr, ptr %549, align 8
  %551 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 3
  %552 = load i64, ptr %551, align 8
  %553 = getelementptr inbounds %struct.kh_alloc, ptr %550, i64 %552
  %554 = icmp sgt i64 %552, 0
  br i1 %554, label %555, label %567

555:                                              ; preds = %548, %564
  %556 = phi ptr [ %565, %564 ], [ %550, %548 ]
  %557 = getelementptr inbounds %struct.kh_alloc, ptr %556, i64 0, i32 4
  %558 = load ptr, ptr %557, align 8
  %559 = ptrtoint ptr %558 to i64
  %560 = sub i64 %499, %559
  %561 = getelementptr inbounds %struct.kh_alloc, ptr %556, i64 0, i32 1
  %562 = load i64, ptr %561, align 8
  %563 = icmp ult i64 %560, %562
  br i1 %563, label %567, label %564

564:                                              ; preds = %555
  %565 = getelementptr inbounds %struct.kh_alloc, ptr %556, i64 1
  %566 = icmp ult ptr %565, %553
  br i1 %566, label %555, label %567

567:                                              ; preds = %564, %555, %548
  %568 = phi ptr [ %550, %548 ], [ %556, %555 ], [ %565, %564 ]
  %569 = icmp eq ptr %568, %553
  br i1 %569, label %943, label %570

570:                                              ; preds = %567, %545
  %571 = phi ptr [ %550, %567 ], [ %547, %545 ]
  %572 = phi ptr [ %568, %567 ], [ %535, %545 ]
  %573 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 28
  %574 = load ptr, ptr %573, align 8
  %575 = ptrtoint ptr %572 to i64
  %576 = ptrtoint ptr %571 to i64
  %577 = sub i64 %575, %576
  %578 = sdiv exact i64 %577, 48
  %579 = getelementptr inbounds ptr, ptr %574, i64 %578
  %580 = load ptr, ptr %579, align 8
  %581 = icmp eq ptr %580, null
  br i1 %581, label %943, label %582

582:                                              ; preds = %570
  %583 = getelementptr inbounds %struct.kh_alloc, ptr %572, i64 0, i32 4
  %584 = load ptr, ptr %583, align 8
  %585 = ptrtoint ptr %584 to i64
  br label %586

586:                                              ; preds = %508, %526, %582
  %587 = phi i64 [ %585, %582 ], [ %515, %526 ], [ %502, %508 ]
  %588 = phi ptr [ %580, %582 ], [ %532, %526 ], [ %511, %508 ]
  %589 = ptrtoint ptr %588 to i64
  %590 = sub i64 %589, %587
  %591 = icmp eq i64 %587, %589
  br i1 %591, label %943, label %592

592:                                              ; preds = %586
  %593 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 1
  %594 = load i32, ptr %593, align 4
  %595 = icmp eq i32 %594, 1
  %596 = icmp eq i32 %594, 0
  %597 = icmp eq i32 %490, -1
  br i1 %597, label %601, label %598

598:                                              ; preds = %592
  %599 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 3
  %600 = load i32, ptr %599, align 4
  br label %644

601:                                              ; preds = %592
  %602 = load i64, ptr %494, align 8
  %603 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 3
  %604 = load i32, ptr %603, align 4
  %605 = zext i32 %604 to i64
  br label %606

606:                                              ; preds = %606, %601
  %607 = phi i64 [ 0, %601 ], [ %615, %606 ]
  %608 = phi i64 [ 0, %601 ], [ %614, %606 ]
  %609 = getelementptr inbounds i64, ptr %494, i64 %607
  %610 = load i64, ptr %609, align 8
  %611 = mul nuw nsw i64 %607, %605
  %612 = add i64 %611, %602
  %613 = xor i64 %612, %610
  %614 = or i64 %613, %608
  %615 = add nuw nsw i64 %607, 1
  %616 = icmp eq i64 %615, 32
  br i1 %616, label %617, label %606

617:                                              ; preds = %606
  %618 = icmp eq i64 %614, 0
  br i1 %618, label %619, label %644

619:                                              ; preds = %617
  %620 = add i64 %498, %602
  %621 = inttoptr i64 %620 to ptr
  %622 = getelementptr inbounds i8, ptr %621, i64 %590
  %623 = shl i32 %604, 2
  %624 = and i32 %623, 536870908
  %625 = zext nneg i32 %624 to i64
  br i1 %595, label %641, label %626

626:                                              ; preds = %619
  %627 = icmp eq i32 %624, 0
  br i1 %627, label %639, label %628

628:                                              ; preds = %626, %628
  %629 = phi i64 [ %634, %628 ], [ 0, %626 ]
  %630 = phi i64 [ %633, %628 ], [ 0, %626 ]
  %631 = getelementptr inbounds i64, ptr %622, i64 %629
  %632 = load i64, ptr %631, align 8
  %633 = or i64 %632, %630
  %634 = add nuw nsw i64 %629, 1
  %635 = icmp eq i64 %634, %625
  br i1 %635, label %636, label %628

636:                                              ; preds = %628
  %637 = icmp ne i64 %633, 0
  %638 = zext i1 %637 to i32
  br label %639

639:                                              ; preds = %636, %626
  %640 = phi i32 [ 0, %626 ], [ %638, %636 ]
  br i1 %596, label %936, label %641

641:                                              ; preds = %639, %619
  %642 = phi i32 [ %640, %639 ], [ 0, %619 ]
  %643 = shl nuw nsw i64 %625, 3
  tail call void @llvm.memset.p0.i64(ptr align 8 %622, i8 0, i64 %643, i1 false)
  br label %936

644:                                              ; preds = %617, %598
  %645 = phi i32 [ %600, %598 ], [ %604, %617 ]
  %646 = add i64 %498, %590
  switch i32 %645, label %737 [
    i32 1, label %647
    i32 2, label %677
    i32 4, label %707
  ]

647:                                              ; preds = %644, %670
  %648 = phi i64 [ %672, %670 ], [ 0, %644 ]
  %649 = phi i64 [ %671, %670 ], [ 0, %644 ]
  %650 = load i32, ptr %489, align 8
  %651 = trunc i64 %648 to i32
  %652 = shl nuw i32 1, %651
  %653 = and i32 %650, %652
  %654 = icmp eq i32 %653, 0
  br i1 %654, label %670, label %655

655:                                              ; preds = %647
  %656 = load ptr, ptr %493, align 8
  %657 = getelementptr inbounds i64, ptr %656, i64 %648
  %658 = load i64, ptr %657, align 8
  %659 = add i64 %658, %646
  %660 = inttoptr i64 %659 to ptr
  %661 = load i32, ptr %593, align 4
  %662 = icmp eq i32 %661, 1
  br i1 %662, label %668, label %663

663:                                              ; preds = %655
  %664 = load i8, ptr %660, align 1
  %665 = zext i8 %664 to i64
  %666 = or i64 %649, %665
  %667 = icmp eq i32 %661, 0
  br i1 %667, label %670, label %668

668:                                              ; preds = %663, %655
  %669 = phi i64 [ %666, %663 ], [ %649, %655 ]
  store i8 0, ptr %660, align 1
  br label %670

670:                                              ; preds = %668, %663, %647
  %671 = phi i64 [ %649, %647 ], [ %666, %663 ], [ %669, %668 ]
  %672 = add nuw nsw i64 %648, 1
  %673 = icmp eq i64 %672, 32
  br i1 %673, label %674, label %647

674:                                              ; preds = %670
  %675 = icmp ne i64 %671, 0
  %676 = zext i1 %675 to i32
  br label %936

677:                                              ; preds = %644, %700
  %678 = phi i64 [ %702, %700 ], [ 0, %644 ]
  %679 = phi i64 [ %701, %700 ], [ 0, %644 ]
  %680 = load i32, ptr %489, align 8
  %681 = trunc i64 %678 to i32
  %682 = shl nuw i32 1, %681
  %683 = and i32 %680, %682
  %684 = icmp eq i32 %683, 0
  br i1 %684, label %700, label %685

685:                                              ; preds = %677
  %686 = load ptr, ptr %493, align 8
  %687 = getelementptr inbounds i64, ptr %686, i64 %678
  %688 = load i64, ptr %687, align 8
  %689 = add i64 %688, %646
  %690 = inttoptr i64 %689 to ptr
  %691 = load i32, ptr %593, align 4
  %692 = icmp eq i32 %691, 1
  br i1 %692, label %698, label %693

693:                                              ; preds = %685
  %694 = load i16, ptr %690, align 2
  %695 = zext i16 %694 to i64
  %696 = or i64 %679, %695
  %697 = icmp eq i32 %691, 0
  br i1 %697, label %700, label %698

698:                                              ; preds = %693, %685
  %699 = phi i64 [ %696, %693 ], [ %679, %685 ]
  store i16 0, ptr %690, align 2
  br label %700

700:                                              ; preds = %698, %693, %677
  %701 = phi i64 [ %679, %677 ], [ %696, %693 ], [ %699, %698 ]
  %702 = add nuw nsw i64 %678, 1
  %703 = icmp eq i64 %702, 32
  br i1 %703, label %704, label %677

704:                                              ; preds = %700
  %705 = icmp ne i64 %701, 0
  %706 = zext i1 %705 to i32
  br label %936

707:                                              ; preds = %644, %730
  %708 = phi i64 [ %732, %730 ], [ 0, %644 ]
  %709 = phi i64 [ %731, %730 ], [ 0, %644 ]
  %710 = load i32, ptr %489, align 8
  %711 = trunc i64 %708 to i32
  %712 = shl nuw i32 1, %711
  %713 = and i32 %710, %712
  %714 = icmp eq i32 %713, 0
  br i1 %714, label %730, label %715

715:                                              ; preds = %707
  %716 = load ptr, ptr %493, align 8
  %717 = getelementptr inbounds i64, ptr %716, i64 %708
  %718 = load i64, ptr %717, align 8
  %719 = add i64 %718, %646
  %720 = inttoptr i64 %719 to ptr
  %721 = load i32, ptr %593, align 4
  %722 = icmp eq i32 %721, 1
  br i1 %722, label %728, label %723

723:                                              ; preds = %715
  %724 = load i32, ptr %720, align 4
  %725 = zext i32 %724 to i64
  %726 = or i64 %709, %725
  %727 = icmp eq i32 %721, 0
  br i1 %727, label %730, label %728

728:                                              ; preds = %723, %715
  %729 = phi i64 [ %726, %723 ], [ %709, %715 ]
  store i32 0, ptr %720, align 4
  br label %730

730:                                              ; preds = %728, %723, %707
  %731 = phi i64 [ %709, %707 ], [ %726, %723 ], [ %729, %728 ]
  %732 = add nuw nsw i64 %708, 1
  %733 = icmp eq i64 %732, 32
  br i1 %733, label %734, label %707

734:                                              ; preds = %730
  %735 = icmp ne i64 %731, 0
  %736 = zext i1 %735 to i32
  br label %936

737:                                              ; preds = %644
  %738 = lshr i32 %645, 3
  %739 = icmp ult i32 %645, 8
  %740 = zext nneg i32 %738 to i64
  br label %741

741:                                              ; preds = %772, %737
  %742 = phi i64 [ 0, %737 ], [ %774, %772 ]
  %743 = phi i64 [ 0, %737 ], [ %773, %772 ]
  %744 = load i32, ptr %489, align 8
  %745 = trunc i64 %742 to i32
  %746 = shl nuw i32 1, %745
  %747 = and i32 %744, %746
  %748 = icmp eq i32 %747, 0
  br i1 %748, label %772, label %749

749:                                              ; preds = %741
  %750 = load ptr, ptr %493, align 8
  %751 = getelementptr inbounds i64, ptr %750, i64 %742
  %752 = load i64, ptr %751, align 8
  %753 = add i64 %752, %646
  %754 = inttoptr i64 %753 to ptr
  br i1 %739, label %772, label %755

755:                                              ; preds = %749, %768
  %756 = phi i64 [ %770, %768 ], [ 0, %749 ]
  %757 = phi i64 [ %769, %768 ], [ %743, %749 ]
  %758 = load i32, ptr %593, align 4
  %759 = icmp eq i32 %758, 1
  br i1 %759, label %765, label %760

760:                                              ; preds = %755
  %761 = getelementptr inbounds i64, ptr %754, i64 %756
  %762 = load i64, ptr %761, align 8
  %763 = or i64 %762, %757
  %764 = icmp eq i32 %758, 0
  br i1 %764, label %768, label %765

765:                                              ; preds = %760, %755
  %766 = phi i64 [ %763, %760 ], [ %757, %755 ]
  %767 = getelementptr inbounds i64, ptr %754, i64 %756
  store i64 0, ptr %767, align 8
  br label %768

768:                                              ; preds = %765, %760
  %769 = phi i64 [ %763, %760 ], [ %766, %765 ]
  %770 = add nuw nsw i64 %756, 1
  %771 = icmp eq i64 %770, %740
  br i1 %771, label %772, label %755

772:                                              ; preds = %768, %749, %741
  %773 = phi i64 [ %743, %741 ], [ %743, %749 ], [ %769, %768 ]
  %774 = add nuw nsw i64 %742, 1
  %775 = icmp eq i64 %774, 32
  br i1 %775, label %776, label %741

776:                                              ; preds = %772
  %777 = icmp ne i64 %773, 0
  %778 = zext i1 %777 to i32
  br label %936

779:                                              ; preds = %932, %474
  %780 = phi i64 [ 0, %474 ], [ %934, %932 ]
  %781 = phi i32 [ 0, %474 ], [ %933, %932 ]
  %782 = load i32, ptr %479, align 8
  %783 = trunc i64 %780 to i32
  %784 = shl nuw i32 1, %783
  %785 = and i32 %782, %784
  %786 = icmp eq i32 %785, 0
  br i1 %786, label %932, label %787

787:                                              ; preds = %779
  %788 = load i32, ptr %471, align 8
  %789 = icmp eq i32 %788, 0
  br i1 %789, label %797, label %790

790:                                              ; preds = %787
  %791 = load ptr, ptr %480, align 8
  %792 = getelementptr inbounds i64, ptr %791, i64 %780
  %793 = load i64, ptr %792, align 8
  %794 = load i64, ptr %481, align 8
  %795 = add i64 %794, %793
  %796 = inttoptr i64 %795 to ptr
  br label %801

797:                                              ; preds = %787
  %798 = load ptr, ptr %482, align 8
  %799 = getelementptr inbounds ptr, ptr %798, i64 %780
  %800 = load ptr, ptr %799, align 8
  br label %801

801:                                              ; preds = %797, %790
  %802 = phi ptr [ %796, %790 ], [ %800, %797 ]
  %803 = load ptr, ptr %0, align 8
  %804 = load ptr, ptr %483, align 8
  %805 = ptrtoint ptr %802 to i64
  %806 = ptrtoint ptr %804 to i64
  %807 = sub i64 %805, %806
  %808 = getelementptr inbounds %struct.kh_launch, ptr %803, i64 0, i32 11
  %809 = load i32, ptr %808, align 4
  %810 = zext i32 %809 to i64
  %811 = icmp ult i64 %807, %810
  br i1 %811, label %812, label %815

812:                                              ; preds = %801
  %813 = load ptr, ptr %486, align 8
  %814 = getelementptr inbounds i8, ptr %813, i64 2624
  br label %886

815:                                              ; preds = %801
  %816 = load ptr, ptr %484, align 8
  %817 = ptrtoint ptr %816 to i64
  %818 = sub i64 %805, %817
  %819 = getelementptr inbounds %struct.kh_launch, ptr %803, i64 0, i32 13
  %820 = load i32, ptr %819, align 4
  %821 = zext i32 %820 to i64
  %822 = getelementptr inbounds %struct.kh_launch, ptr %803, i64 0, i32 9
  %823 = load i32, ptr %822, align 4
  %824 = zext i32 %823 to i64
  %825 = shl nuw nsw i64 %821, 5
  %826 = mul i64 %825, %824
  %827 = icmp ult i64 %818, %826
  br i1 %827, label %828, label %834

828:                                              ; preds = %815
  %829 = load ptr, ptr %486, align 8
  %830 = getelementptr inbounds i8, ptr %829, i64 2624
  %831 = add nuw nsw i64 %810, 63
  %832 = and i64 %831, 8589934528
  %833 = getelementptr inbounds i8, ptr %830, i64 %832
  br label %886

834:                                              ; preds = %815
  %835 = load ptr, ptr %485, align 8
  %836 = icmp eq ptr %835, null
  br i1 %836, label %848, label %837

837:                                              ; preds = %834
  %838 = getelementptr inbounds %struct.kh_alloc, ptr %835, i64 0, i32 4
  %839 = load ptr, ptr %838, align 8
  %840 = ptrtoint ptr %839 to i64
  %841 = sub i64 %805, %840
  %842 = getelementptr inbounds %struct.kh_alloc, ptr %835, i64 0, i32 1
  %843 = load i64, ptr %842, align 8
  %844 = icmp ult i64 %841, %843
  br i1 %844, label %845, label %848

845:                                              ; preds = %837
  %846 = getelementptr inbounds %struct.kh_launch, ptr %803, i64 0, i32 2
  %847 = load ptr, ptr %846, align 8
  br label %870

848:                                              ; preds = %837, %834
  %849 = getelementptr inbounds %struct.kh_launch, ptr %803, i64 0, i32 2
  %850 = load ptr, ptr %849, align 8
  %851 = getelementptr inbounds %struct.kh_launch, ptr %803, i64 0, i32 3
  %852 = load i64, ptr %851, align 8
  %853 = getelementptr inbounds %struct.kh_alloc, ptr %850, i64 %852
  %854 = icmp sgt i64 %852, 0
  br i1 %854, label %855, label %867

855:                                              ; preds = %848, %864
  %856 = phi ptr [ %865, %864 ], [ %850, %848 ]
  %857 = getelementptr inbounds %struct.kh_alloc, ptr %856, i64 0, i32 4
  %858 = load ptr, ptr %857, align 8
  %859 = ptrtoint ptr %858 to i64
  %860 = sub i64 %805, %859
  %861 = getelementptr inbounds %struct.kh_alloc, ptr %856, i64 0, i32 1
  %862 = load i64, ptr %861, align 8
  %863 = icmp ult i64 %860, %862
  br i1 %863, label %867, label %864

864:                                              ; preds = %855
  %865 = getelementptr inbounds %struct.kh_alloc, ptr %856, i64 1
  %866 = icmp ult ptr %865, %853
  br i1 %866, label %855, label %867

867:                                              ; preds = %864, %855, %848
  %868 = phi ptr [ %850, %848 ], [ %865, %864 ], [ %856, %855 ]
  %869 = icmp eq ptr %868, %853
  br i1 %869, label %932, label %870

870:                                              ; preds = %867, %845
  %871 = phi ptr [ %850, %867 ], [ %847, %845 ]
  %872 = phi ptr [ %868, %867 ], [ %835, %845 ]
  %873 = getelementptr inbounds %struct.kh_launch, ptr %803, i64 0, i32 28
  %874 = load ptr, ptr %873, align 8
  %875 = ptrtoint ptr %872 to i64
  %876 = ptrtoint ptr %871 to i64
  %877 = sub i64 %875, %876
  %878 = sdiv exact i64 %877, 48
  %879 = getelementptr inbounds ptr, ptr %874, i64 %878
  %880 = load ptr, ptr %879, align 8
  %881 = icmp eq ptr %880, null
  br i1 %881, label %932, label %882

882:                                              ; preds = %870
  %883 = getelementptr inbounds %struct.kh_alloc, ptr %872, i64 0, i32 4
  %884 = load ptr, ptr %883, align 8
  %885 = ptrtoint ptr %884 to i64
  br label %886

886:                                              ; preds = %882, %828, %812
  %887 = phi i64 [ %885, %882 ], [ %817, %828 ], [ %806, %812 ]
  %888 = phi ptr [ %880, %882 ], [ %833, %828 ], [ %814, %812 ]
  %889 = ptrtoint ptr %888 to i64
  %890 = sub i64 %889, %887
  %891 = icmp eq i64 %887, %889
  br i1 %891, label %932, label %892

892:                                              ; preds = %886
  %893 = load i32, ptr %487, align 4
  br i1 %477, label %921, label %894

894:                                              ; preds = %892
  %895 = getelementptr inbounds i8, ptr %802, i64 %890
  switch i32 %893, label %896 [
    i32 1, label %898
    i32 2, label %901
    i32 4, label %904
    i32 0, label %917
  ]

896:                                              ; preds = %894
  %897 = zext i32 %893 to i64
  br label %909

898:                                              ; preds = %894
  %899 = load i8, ptr %895, align 1
  %900 = icmp ne i8 %899, 0
  br label %917

901:                                              ; preds = %894
  %902 = load i16, ptr %895, align 2
  %903 = icmp ne i16 %902, 0
  br label %917

904:                                              ; preds = %894
  %905 = load i32, ptr %895, align 4
  %906 = icmp ne i32 %905, 0
  br label %917

907:                                              ; preds = %909
  %908 = icmp ne i64 %914, 0
  br label %917

909:                                              ; preds = %909, %896
  %910 = phi i64 [ 0, %896 ], [ %915, %909 ]
  %911 = phi i64 [ 0, %896 ], [ %914, %909 ]
  %912 = getelementptr inbounds i8, ptr %895, i64 %910
  %913 = load i64, ptr %912, align 8
  %914 = or i64 %913, %911
  %915 = add nuw nsw i64 %910, 8
  %916 = icmp ult i64 %915, %897
  br i1 %916, label %909, label %907

917:                                              ; preds = %907, %904, %901, %898, %894
  %918 = phi i1 [ %906, %904 ], [ %903, %901 ], [ %900, %898 ], [ %908, %907 ], [ false, %894 ]
  %919 = zext i1 %918 to i32
  %920 = or i32 %781, %919
  br i1 %478, label %932, label %921

921:                                              ; preds = %917, %892
  %922 = phi i32 [ %920, %917 ], [ %781, %892 ]
  %923 = getelementptr inbounds i8, ptr %802, i64 %890
  switch i32 %893, label %924 [
    i32 1, label %929
    i32 2, label %930
    i32 4, label %931
    i32 0, label %932
  ]

924:                                              ; preds = %921
  %925 = add i32 %893, -1
  %926 = and i32 %925, -8
  %927 = zext i32 %926 to i64
  %928 = add nuw nsw i64 %927, 8
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(1) %923, i8 0, i64 %928, i1 false)
  br label %932

929:                                              ; preds = %921
  store i8 0, ptr %923, align 1
  br label %932

930:                                              ; preds = %921
  store i16 0, ptr %923, align 2
  br label %932

931:                                              ; preds = %921
  store i32 0, ptr %923, align 4
  br label %932

932:                                              ; preds = %931, %930, %929, %924, %921, %917, %886, %870, %867, %779
  %933 = phi i32 [ %781, %779 ], [ %781, %886 ], [ %920, %917 ], [ %922, %921 ], [ %922, %924 ], [ %922, %929 ], [ %922, %930 ], [ %922, %931 ], [ %781, %867 ], [ %781, %870 ]
  %934 = add nuw nsw i64 %780, 1
  %935 = icmp eq i64 %934, 32
  br i1 %935, label %936, label %779

936:                                              ; preds = %932, %639, %641, %674, %704, %734, %776
  %937 = phi i32 [ %778, %776 ], [ %736, %734 ], [ %706, %704 ], [ %676, %674 ], [ %642, %641 ], [ %640, %639 ], [ %933, %932 ]
  %938 = icmp eq i32 %937, 0
  br i1 %938, label %943, label %939

939:                                              ; preds = %936
  %940 = load ptr, ptr %0, align 8
  %941 = getelementptr inbounds %struct.kh_launch, ptr %940, i64 0, i32 22
  %942 = atomicrmw or ptr %941, i32 4 monotonic, align 4
  br label %943

943:                                              ; preds = %467, %570, %567, %586, %939, %936, %2, %2
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_races_access(ptr nocapture noundef %0, ptr nocapture noundef readonly %1) #4 {
  %3 = load i32, ptr %1, align 8
  switch i32 %3, label %4 [
    i32 2, label %17
    i32 3, label %17
    i32 5, label %17
  ]

4:                                                ; preds = %2
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 21
  %7 = load i32, ptr %6, align 8
  %8 = and i32 %7, 2
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %11, label %10

10:                                               ; preds = %4
  tail call void @kh_closer_access(ptr noundef nonnull %0, ptr noundef nonnull %1)
  br label %17

11:                                               ; preds = %4
  %12 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 22
  %13 = load atomic i32, ptr %12 monotonic, align 4
  %14 = and i32 %13, 1
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %16, label %17

16:                                               ; preds = %11
  tail call void @kh_quick_access(ptr noundef nonnull %0, ptr noundef nonnull %1)
  br label %17

17:                                               ; preds = %2, %2, %2, %11, %16, %10
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_counts_access(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) #13 {
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
  %15 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 17
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
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %8) #24
  %28 = add nsw i64 %27, -1
  br label %62

29:                                               ; preds = %83
  %30 = getelementptr inbounds i64, ptr %16, i64 %18
  %31 = getelementptr inbounds i64, ptr %30, i64 %20
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %7) #24
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
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %7) #24
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %8) #24
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
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %9) #24
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
  %158 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 17
  %159 = load ptr, ptr %158, align 8
  %160 = getelementptr inbounds i64, ptr %159, i64 1
  %161 = load i64, ptr %160, align 8
  %162 = zext i32 %157 to i64
  %163 = mul nuw nsw i64 %162, 12
  %164 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 3
  %165 = load i32, ptr %164, align 4
  %166 = zext i32 %165 to i64
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %6) #24
  %167 = add nsw i64 %166, -1
  br label %201

168:                                              ; preds = %222
  %169 = getelementptr inbounds i64, ptr %159, i64 %161
  %170 = getelementptr inbounds i64, ptr %169, i64 %163
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %5) #24
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
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %5) #24
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %6) #24
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
  %246 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 17
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
  %262 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 17
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
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %4) #24
  br label %315

278:                                              ; preds = %337
  %279 = add nuw nsw i64 %276, 8
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %3) #24
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
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %3) #24
  %312 = add i32 %311, %277
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %4) #24
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
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %9) #24
  br label %356

356:                                              ; preds = %355, %89
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_counts_copy(ptr nocapture noundef readonly %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, ptr noundef readonly %4, i32 noundef %5, i32 noundef %6) #13 {
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
  %34 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 17
  %35 = load ptr, ptr %34, align 8
  %36 = getelementptr inbounds i64, ptr %35, i64 1
  %37 = load i64, ptr %36, align 8
  %38 = zext i32 %6 to i64
  %39 = mul nuw nsw i64 %38, 12
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %9) #24
  %40 = icmp eq ptr %4, null
  br label %74

41:                                               ; preds = %102
  %42 = getelementptr inbounds i64, ptr %35, i64 %37
  %43 = getelementptr inbounds i64, ptr %42, i64 %39
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %8) #24
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
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %9) #24
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
  %121 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 17
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

; Function Attrs: nounwind uwtable
define void @kh_races_copy(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, i32 noundef %2, i32 noundef %3) #4 {
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 21
  %7 = load i32, ptr %6, align 8
  %8 = and i32 %7, 2
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %11, label %10

10:                                               ; preds = %4
  tail call void @kh_closer_copy(ptr noundef nonnull %0, ptr noundef %1, i32 noundef %2, i32 noundef %3)
  br label %17

11:                                               ; preds = %4
  %12 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 22
  %13 = load atomic i32, ptr %12 monotonic, align 4
  %14 = and i32 %13, 1
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %16, label %17

16:                                               ; preds = %11
  tail call void @kh_quick_copy(ptr noundef nonnull %0, ptr noundef %1, i32 noundef %2, i32 noundef %3)
  br label %17

17:                                               ; preds = %11, %16, %10
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_watch_block(ptr nocapture noundef readonly %0) #4 {
  %2 = load ptr, ptr %0, align 8
  %3 = getelementptr inbounds %struct.kh_launch, ptr %2, i64 0, i32 21
  %4 = load i32, ptr %3, align 8
  %5 = and i32 %4, 12
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %37, label %7

7:                                                ; preds = %1
  %8 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds %struct.kh_defined, ptr %9, i64 0, i32 5
  store i32 0, ptr %10, align 4
  %11 = load ptr, ptr %8, align 8
  %12 = getelementptr inbounds i8, ptr %11, i64 2624
  %13 = load ptr, ptr %0, align 8
  %14 = getelementptr inbounds %struct.kh_launch, ptr %13, i64 0, i32 11
  %15 = load i32, ptr %14, align 4
  %16 = zext i32 %15 to i64
  tail call void @llvm.memset.p0.i64(ptr nonnull align 1 %12, i8 -1, i64 %16, i1 false)
  %17 = load ptr, ptr %8, align 8
  %18 = getelementptr inbounds i8, ptr %17, i64 2624
  %19 = load ptr, ptr %0, align 8
  %20 = getelementptr inbounds %struct.kh_launch, ptr %19, i64 0, i32 11
  %21 = load i32, ptr %20, align 4
  %22 = zext i32 %21 to i64
  %23 = add nuw nsw i64 %22, 63
  %24 = and i64 %23, 8589934528
  %25 = getelementptr inbounds i8, ptr %18, i64 %24
  %26 = getelementptr inbounds %struct.kh_launch, ptr %19, i64 0, i32 13
  %27 = load i32, ptr %26, align 4
  %28 = zext i32 %27 to i64
  %29 = getelementptr inbounds %struct.kh_launch, ptr %19, i64 0, i32 9
  %30 = load i32, ptr %29, align 4
  %31 = zext i32 %30 to i64
  %32 = shl nuw nsw i64 %28, 5
  %33 = mul i64 %32, %31
  tail call void @llvm.memset.p0.i64(ptr nonnull align 1 %25, i8 -1, i64 %33, i1 false)
  %34 = load ptr, ptr %0, align 8
  %35 = getelementptr inbounds %struct.kh_launch, ptr %34, i64 0, i32 21
  %36 = load i32, ptr %35, align 8
  br label %37

37:                                               ; preds = %7, %1
  %38 = phi i32 [ %36, %7 ], [ %4, %1 ]
  %39 = and i32 %38, 3
  %40 = icmp eq i32 %39, 0
  br i1 %40, label %42, label %41

41:                                               ; preds = %37
  tail call void @kh_races_block(ptr noundef nonnull %0)
  br label %42

42:                                               ; preds = %41, %37
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_defined_block(ptr nocapture noundef readonly %0) #0 {
  %2 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds %struct.kh_defined, ptr %3, i64 0, i32 5
  store i32 0, ptr %4, align 4
  %5 = load ptr, ptr %2, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 2624
  %7 = load ptr, ptr %0, align 8
  %8 = getelementptr inbounds %struct.kh_launch, ptr %7, i64 0, i32 11
  %9 = load i32, ptr %8, align 4
  %10 = zext i32 %9 to i64
  tail call void @llvm.memset.p0.i64(ptr nonnull align 1 %6, i8 -1, i64 %10, i1 false)
  %11 = load ptr, ptr %2, align 8
  %12 = getelementptr inbounds i8, ptr %11, i64 2624
  %13 = load ptr, ptr %0, align 8
  %14 = getelementptr inbounds %struct.kh_launch, ptr %13, i64 0, i32 11
  %15 = load i32, ptr %14, align 4
  %16 = zext i32 %15 to i64
  %17 = add nuw nsw i64 %16, 63
  %18 = and i64 %17, 8589934528
  %19 = getelementptr inbounds i8, ptr %12, i64 %18
  %20 = getelementptr inbounds %struct.kh_launch, ptr %13, i64 0, i32 13
  %21 = load i32, ptr %20, align 4
  %22 = zext i32 %21 to i64
  %23 = getelementptr inbounds %struct.kh_launch, ptr %13, i64 0, i32 9
  %24 = load i32, ptr %23, align 4
  %25 = zext i32 %24 to i64
  %26 = shl nuw nsw i64 %22, 5
  %27 = mul i64 %26, %25
  tail call void @llvm.memset.p0.i64(ptr nonnull align 1 %19, i8 -1, i64 %27, i1 false)
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_races_block(ptr nocapture noundef readonly %0) #4 {
  %2 = load ptr, ptr %0, align 8
  %3 = getelementptr inbounds %struct.kh_launch, ptr %2, i64 0, i32 21
  %4 = load i32, ptr %3, align 8
  %5 = and i32 %4, 2
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %7, label %65

7:                                                ; preds = %1
  %8 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds %struct.kh_launch, ptr %2, i64 0, i32 27
  %11 = load ptr, ptr %10, align 8
  %12 = load i32, ptr %9, align 4
  %13 = icmp slt i32 %12, 1
  br i1 %13, label %14, label %44

14:                                               ; preds = %7
  %15 = getelementptr inbounds %struct.kh_races, ptr %11, i64 0, i32 3
  %16 = atomicrmw add ptr %15, i32 1 monotonic, align 4
  %17 = add i32 %16, 1
  %18 = getelementptr inbounds %struct.kh_quick, ptr %9, i64 0, i32 3
  store i32 %17, ptr %18, align 4
  %19 = icmp ugt i32 %17, 126
  br i1 %19, label %20, label %24

20:                                               ; preds = %14
  store i32 126, ptr %18, align 4
  %21 = load ptr, ptr %0, align 8
  %22 = getelementptr inbounds %struct.kh_launch, ptr %21, i64 0, i32 22
  %23 = atomicrmw or ptr %22, i32 1 monotonic, align 4
  br label %24

24:                                               ; preds = %20, %14
  %25 = load ptr, ptr %0, align 8
  %26 = getelementptr inbounds %struct.kh_launch, ptr %25, i64 0, i32 11
  %27 = load i32, ptr %26, align 4
  %28 = getelementptr inbounds %struct.kh_races, ptr %11, i64 0, i32 2
  %29 = load i32, ptr %28, align 8
  %30 = lshr i32 %27, %29
  %31 = add i32 %30, 1
  %32 = getelementptr inbounds %struct.kh_quick, ptr %9, i64 0, i32 4
  store i32 %31, ptr %32, align 4
  %33 = getelementptr inbounds %struct.kh_quick, ptr %9, i64 1
  %34 = zext i32 %31 to i64
  %35 = shl nuw nsw i64 %34, 3
  tail call void @llvm.memset.p0.i64(ptr nonnull align 4 %33, i8 0, i64 %35, i1 false)
  store i32 0, ptr %9, align 4
  %36 = load ptr, ptr %8, align 8
  %37 = load i32, ptr %36, align 4
  %38 = icmp ugt i32 %37, -8193
  br i1 %38, label %39, label %44

39:                                               ; preds = %24
  %40 = load ptr, ptr %0, align 8
  %41 = getelementptr inbounds %struct.kh_launch, ptr %40, i64 0, i32 22
  %42 = atomicrmw or ptr %41, i32 1 monotonic, align 4
  %43 = load i32, ptr %36, align 4
  br label %48

44:                                               ; preds = %24, %7
  %45 = phi ptr [ %36, %24 ], [ %9, %7 ]
  %46 = phi i32 [ %37, %24 ], [ %12, %7 ]
  %47 = add nuw i32 %46, 4096
  store i32 %47, ptr %45, align 4
  br label %48

48:                                               ; preds = %44, %39
  %49 = phi i32 [ %47, %44 ], [ %43, %39 ]
  %50 = getelementptr inbounds %struct.kh_quick, ptr %9, i64 0, i32 2
  store i32 %49, ptr %50, align 4
  %51 = getelementptr inbounds %struct.kh_quick, ptr %9, i64 0, i32 1
  store i32 %49, ptr %51, align 4
  %52 = load ptr, ptr %0, align 8
  %53 = getelementptr inbounds %struct.kh_launch, ptr %52, i64 0, i32 9
  %54 = load i32, ptr %53, align 4
  %55 = icmp eq i32 %54, 0
  br i1 %55, label %66, label %56

56:                                               ; preds = %48, %56
  %57 = phi i64 [ %59, %56 ], [ 0, %48 ]
  %58 = getelementptr inbounds %struct.kh_quick, ptr %9, i64 0, i32 5, i64 %57
  store i32 %49, ptr %58, align 4
  %59 = add nuw nsw i64 %57, 1
  %60 = load ptr, ptr %0, align 8
  %61 = getelementptr inbounds %struct.kh_launch, ptr %60, i64 0, i32 9
  %62 = load i32, ptr %61, align 4
  %63 = zext i32 %62 to i64
  %64 = icmp ult i64 %59, %63
  br i1 %64, label %56, label %66

65:                                               ; preds = %1
  tail call void @kh_closer_block(ptr noundef nonnull %0)
  br label %66

66:                                               ; preds = %56, %48, %65
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_races_barrier(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2) #4 {
  %4 = load ptr, ptr %0, align 8
  %5 = getelementptr inbounds %struct.kh_launch, ptr %4, i64 0, i32 21
  %6 = load i32, ptr %5, align 8
  %7 = and i32 %6, 2
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %10, label %9

9:                                                ; preds = %3
  tail call void @kh_closer_barrier(ptr noundef nonnull %0, i32 noundef %1, i32 noundef %2)
  br label %72

10:                                               ; preds = %3
  %11 = icmp eq i32 %2, 0
  br i1 %11, label %72, label %12

12:                                               ; preds = %10
  %13 = zext i32 %1 to i64
  %14 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 18, i64 %13, i32 1
  %15 = load i32, ptr %14, align 4
  %16 = icmp eq i32 %15, 0
  %17 = getelementptr inbounds %struct.kh_launch, ptr %4, i64 0, i32 9
  %18 = load i32, ptr %17, align 4
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %45, label %20

20:                                               ; preds = %12
  %21 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 1
  %22 = load ptr, ptr %21, align 8
  %23 = zext i32 %18 to i64
  br label %24

24:                                               ; preds = %39, %20
  %25 = phi i64 [ 0, %20 ], [ %40, %39 ]
  %26 = phi i1 [ false, %20 ], [ %41, %39 ]
  %27 = getelementptr inbounds %struct.kh_warp, ptr %22, i64 %25, i32 25
  %28 = load i32, ptr %27, align 8
  %29 = icmp ne i32 %28, 0
  %30 = select i1 %29, i1 %16, i1 false
  br i1 %30, label %39, label %31

31:                                               ; preds = %24
  %32 = getelementptr inbounds %struct.kh_warp, ptr %22, i64 %25, i32 26
  %33 = load i32, ptr %32, align 4
  %34 = icmp eq i32 %33, 0
  br i1 %34, label %43, label %35

35:                                               ; preds = %31
  %36 = getelementptr inbounds %struct.kh_warp, ptr %22, i64 %25, i32 18
  %37 = load i32, ptr %36, align 4
  %38 = icmp eq i32 %37, %1
  br i1 %38, label %39, label %43

39:                                               ; preds = %35, %24
  %40 = add nuw nsw i64 %25, 1
  %41 = icmp uge i64 %40, %23
  %42 = icmp eq i64 %40, %23
  br i1 %42, label %43, label %24

43:                                               ; preds = %39, %35, %31
  %44 = phi i1 [ %41, %39 ], [ %26, %31 ], [ %26, %35 ]
  br i1 %44, label %45, label %72

45:                                               ; preds = %43, %12
  %46 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %47 = load ptr, ptr %46, align 8
  %48 = load i32, ptr %47, align 4
  %49 = icmp ugt i32 %48, -8193
  br i1 %49, label %50, label %54

50:                                               ; preds = %45
  %51 = getelementptr inbounds %struct.kh_launch, ptr %4, i64 0, i32 22
  %52 = atomicrmw or ptr %51, i32 1 monotonic, align 4
  %53 = load i32, ptr %47, align 4
  br label %56

54:                                               ; preds = %45
  %55 = add nuw i32 %48, 4096
  store i32 %55, ptr %47, align 4
  br label %56

56:                                               ; preds = %54, %50
  %57 = phi i32 [ %55, %54 ], [ %53, %50 ]
  %58 = getelementptr inbounds %struct.kh_quick, ptr %47, i64 0, i32 1
  store i32 %57, ptr %58, align 4
  %59 = load ptr, ptr %0, align 8
  %60 = getelementptr inbounds %struct.kh_launch, ptr %59, i64 0, i32 9
  %61 = load i32, ptr %60, align 4
  %62 = icmp eq i32 %61, 0
  br i1 %62, label %72, label %63

63:                                               ; preds = %56, %63
  %64 = phi i64 [ %66, %63 ], [ 0, %56 ]
  %65 = getelementptr inbounds %struct.kh_quick, ptr %47, i64 0, i32 5, i64 %64
  store i32 %57, ptr %65, align 4
  %66 = add nuw nsw i64 %64, 1
  %67 = load ptr, ptr %0, align 8
  %68 = getelementptr inbounds %struct.kh_launch, ptr %67, i64 0, i32 9
  %69 = load i32, ptr %68, align 4
  %70 = zext i32 %69 to i64
  %71 = icmp ult i64 %66, %70
  br i1 %71, label %63, label %72

72:                                               ; preds = %63, %56, %43, %10, %9
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_counts_barrier(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2) #0 {
  %4 = icmp eq i32 %2, 0
  br i1 %4, label %10, label %5

5:                                                ; preds = %3
  %6 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 17
  %7 = load ptr, ptr %6, align 8
  %8 = load i64, ptr %7, align 8
  %9 = add i64 %8, 1
  store i64 %9, ptr %7, align 8
  br label %10

10:                                               ; preds = %5, %3
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_races_warp_sync(ptr nocapture noundef readonly %0, i32 noundef %1, ptr noundef %2) #4 {
  %4 = load ptr, ptr %0, align 8
  %5 = getelementptr inbounds %struct.kh_launch, ptr %4, i64 0, i32 21
  %6 = load i32, ptr %5, align 8
  %7 = and i32 %6, 2
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %9, label %56

9:                                                ; preds = %3
  %10 = icmp eq ptr %2, null
  br i1 %10, label %13, label %23

11:                                               ; preds = %34
  %12 = xor i32 %35, -1
  br label %13

13:                                               ; preds = %11, %9
  %14 = phi i32 [ 0, %9 ], [ %12, %11 ]
  %15 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds %struct.kh_warp, ptr %16, i64 0, i32 9
  %18 = load i32, ptr %17, align 8
  %19 = icmp eq i32 %18, %1
  %20 = and i32 %14, %1
  %21 = icmp eq i32 %20, 0
  %22 = select i1 %19, i1 %21, i1 false
  br i1 %22, label %38, label %57

23:                                               ; preds = %9, %34
  %24 = phi i64 [ %36, %34 ], [ 0, %9 ]
  %25 = phi i32 [ %35, %34 ], [ -1, %9 ]
  %26 = trunc i64 %24 to i32
  %27 = shl nuw i32 1, %26
  %28 = and i32 %27, %1
  %29 = icmp eq i32 %28, 0
  br i1 %29, label %34, label %30

30:                                               ; preds = %23
  %31 = getelementptr inbounds i32, ptr %2, i64 %24
  %32 = load i32, ptr %31, align 4
  %33 = and i32 %32, %25
  br label %34

34:                                               ; preds = %30, %23
  %35 = phi i32 [ %33, %30 ], [ %25, %23 ]
  %36 = add nuw nsw i64 %24, 1
  %37 = icmp eq i64 %36, 32
  br i1 %37, label %11, label %23

38:                                               ; preds = %13
  %39 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %40 = load ptr, ptr %39, align 8
  %41 = load i32, ptr %40, align 4
  %42 = icmp ugt i32 %41, -8193
  br i1 %42, label %43, label %47

43:                                               ; preds = %38
  %44 = getelementptr inbounds %struct.kh_launch, ptr %4, i64 0, i32 22
  %45 = atomicrmw or ptr %44, i32 1 monotonic, align 4
  %46 = load i32, ptr %40, align 4
  br label %49

47:                                               ; preds = %38
  %48 = add nuw i32 %41, 4096
  store i32 %48, ptr %40, align 4
  br label %49

49:                                               ; preds = %47, %43
  %50 = phi i32 [ %48, %47 ], [ %46, %43 ]
  %51 = load ptr, ptr %15, align 8
  %52 = getelementptr inbounds %struct.kh_warp, ptr %51, i64 0, i32 7
  %53 = load i32, ptr %52, align 8
  %54 = zext i32 %53 to i64
  %55 = getelementptr inbounds %struct.kh_quick, ptr %40, i64 0, i32 5, i64 %54
  store i32 %50, ptr %55, align 4
  br label %57

56:                                               ; preds = %3
  tail call void @kh_closer_warp_sync(ptr noundef nonnull %0, i32 noundef %1, ptr noundef %2)
  br label %57

57:                                               ; preds = %49, %13, %56
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_watch_copied(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, i32 noundef %2) #4 {
  %4 = icmp eq i32 %2, 0
  br i1 %4, label %21, label %5

5:                                                ; preds = %3
  %6 = load ptr, ptr %0, align 8
  %7 = getelementptr inbounds %struct.kh_launch, ptr %6, i64 0, i32 21
  %8 = load i32, ptr %7, align 8
  %9 = and i32 %8, 3
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %21, label %11

11:                                               ; preds = %5
  %12 = and i32 %8, 2
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %15, label %14

14:                                               ; preds = %11
  tail call void @kh_closer_copy(ptr noundef nonnull %0, ptr noundef %1, i32 noundef %2, i32 noundef 1)
  br label %21

15:                                               ; preds = %11
  %16 = getelementptr inbounds %struct.kh_launch, ptr %6, i64 0, i32 22
  %17 = load atomic i32, ptr %16 monotonic, align 4
  %18 = and i32 %17, 1
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %20, label %21

20:                                               ; preds = %15
  tail call void @kh_quick_copy(ptr noundef nonnull %0, ptr noundef %1, i32 noundef %2, i32 noundef 1)
  br label %21

21:                                               ; preds = %20, %15, %14, %5, %3
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_races_end(ptr nocapture noundef readonly %0) #4 {
  %2 = load ptr, ptr %0, align 8
  %3 = getelementptr inbounds %struct.kh_launch, ptr %2, i64 0, i32 21
  %4 = load i32, ptr %3, align 8
  %5 = and i32 %4, 2
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %8, label %7

7:                                                ; preds = %1
  tail call void @kh_closer_end(ptr noundef nonnull %0)
  br label %8

8:                                                ; preds = %7, %1
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_watch_fence(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2) #4 {
  %4 = load ptr, ptr %0, align 8
  %5 = getelementptr inbounds %struct.kh_launch, ptr %4, i64 0, i32 21
  %6 = load i32, ptr %5, align 8
  %7 = and i32 %6, 2
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %10, label %9

9:                                                ; preds = %3
  tail call void @kh_closer_fence(ptr noundef nonnull %0, i32 noundef %1, i32 noundef %2)
  br label %10

10:                                               ; preds = %9, %3
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_races_fence(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2) #4 {
  %4 = load ptr, ptr %0, align 8
  %5 = getelementptr inbounds %struct.kh_launch, ptr %4, i64 0, i32 21
  %6 = load i32, ptr %5, align 8
  %7 = and i32 %6, 2
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %10, label %9

9:                                                ; preds = %3
  tail call void @kh_closer_fence(ptr noundef nonnull %0, i32 noundef %1, i32 noundef %2)
  br label %10

10:                                               ; preds = %9, %3
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_warp_barrier(ptr nocapture noundef readonly %0, i32 noundef %1, ptr noundef %2) #4 {
  %4 = load ptr, ptr %0, align 8
  %5 = getelementptr inbounds %struct.kh_launch, ptr %4, i64 0, i32 21
  %6 = load i32, ptr %5, align 8
  %7 = and i32 %6, 3
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %60, label %9

9:                                                ; preds = %3
  %10 = and i32 %6, 2
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %12, label %59

12:                                               ; preds = %9
  %13 = icmp eq ptr %2, null
  br i1 %13, label %16, label %26

14:                                               ; preds = %37
  %15 = xor i32 %38, -1
  br label %16

16:                                               ; preds = %14, %12
  %17 = phi i32 [ 0, %12 ], [ %15, %14 ]
  %18 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds %struct.kh_warp, ptr %19, i64 0, i32 9
  %21 = load i32, ptr %20, align 8
  %22 = icmp eq i32 %21, %1
  %23 = and i32 %17, %1
  %24 = icmp eq i32 %23, 0
  %25 = select i1 %22, i1 %24, i1 false
  br i1 %25, label %41, label %60

26:                                               ; preds = %12, %37
  %27 = phi i64 [ %39, %37 ], [ 0, %12 ]
  %28 = phi i32 [ %38, %37 ], [ -1, %12 ]
  %29 = trunc i64 %27 to i32
  %30 = shl nuw i32 1, %29
  %31 = and i32 %30, %1
  %32 = icmp eq i32 %31, 0
  br i1 %32, label %37, label %33

33:                                               ; preds = %26
  %34 = getelementptr inbounds i32, ptr %2, i64 %27
  %35 = load i32, ptr %34, align 4
  %36 = and i32 %35, %28
  br label %37

37:                                               ; preds = %33, %26
  %38 = phi i32 [ %36, %33 ], [ %28, %26 ]
  %39 = add nuw nsw i64 %27, 1
  %40 = icmp eq i64 %39, 32
  br i1 %40, label %14, label %26

41:                                               ; preds = %16
  %42 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %43 = load ptr, ptr %42, align 8
  %44 = load i32, ptr %43, align 4
  %45 = icmp ugt i32 %44, -8193
  br i1 %45, label %46, label %50

46:                                               ; preds = %41
  %47 = getelementptr inbounds %struct.kh_launch, ptr %4, i64 0, i32 22
  %48 = atomicrmw or ptr %47, i32 1 monotonic, align 4
  %49 = load i32, ptr %43, align 4
  br label %52

50:                                               ; preds = %41
  %51 = add nuw i32 %44, 4096
  store i32 %51, ptr %43, align 4
  br label %52

52:                                               ; preds = %50, %46
  %53 = phi i32 [ %51, %50 ], [ %49, %46 ]
  %54 = load ptr, ptr %18, align 8
  %55 = getelementptr inbounds %struct.kh_warp, ptr %54, i64 0, i32 7
  %56 = load i32, ptr %55, align 8
  %57 = zext i32 %56 to i64
  %58 = getelementptr inbounds %struct.kh_quick, ptr %43, i64 0, i32 5, i64 %57
  store i32 %53, ptr %58, align 4
  br label %60

59:                                               ; preds = %9
  tail call void @kh_closer_warp_sync(ptr noundef nonnull %0, i32 noundef %1, ptr noundef %2)
  br label %60

60:                                               ; preds = %59, %52, %16, %3
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_fence(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2) #4 {
  %4 = load ptr, ptr %0, align 8
  %5 = getelementptr inbounds %struct.kh_launch, ptr %4, i64 0, i32 21
  %6 = load i32, ptr %5, align 8
  %7 = and i32 %6, 2
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %10, label %9

9:                                                ; preds = %3
  tail call void @kh_closer_fence(ptr noundef nonnull %0, i32 noundef %1, i32 noundef %2)
  br label %10

10:                                               ; preds = %9, %3
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_closer_access(ptr nocapture noundef %0, ptr nocapture noundef readonly %1) #4 {
  %3 = load ptr, ptr %0, align 8
  %4 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 27
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds %struct.kh_races, ptr %5, i64 0, i32 7
  %7 = load i32, ptr %6, align 8
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %9, label %776

9:                                                ; preds = %2
  %10 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %11 = load ptr, ptr %10, align 8
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 3
  %14 = load i32, ptr %13, align 4
  %15 = getelementptr inbounds %struct.kh_races, ptr %5, i64 0, i32 2
  %16 = load i32, ptr %15, align 8
  %17 = lshr i32 %14, %16
  %18 = tail call i32 @llvm.umax.i32(i32 %17, i32 1)
  %19 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 5
  %20 = load i32, ptr %19, align 4
  %21 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 26
  %22 = load ptr, ptr %21, align 8
  %23 = zext i32 %20 to i64
  %24 = getelementptr inbounds i32, ptr %22, i64 %23
  %25 = load i32, ptr %24, align 4
  %26 = lshr i32 %25, 3
  %27 = and i32 %26, 1
  %28 = load i64, ptr %12, align 8
  %29 = add i64 %28, 1
  store i64 %29, ptr %12, align 8
  %30 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 2
  %31 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 6
  %32 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %33 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 1
  %34 = and i32 %25, 1
  %35 = icmp ne i32 %34, 0
  %36 = and i32 %25, 2
  %37 = icmp eq i32 %36, 0
  %38 = getelementptr inbounds %struct.kh_closer, ptr %12, i64 0, i32 6
  %39 = zext nneg i32 %16 to i64
  %40 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %41 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %42 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %43 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %44 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 10
  %45 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 4
  %46 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 9
  %47 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 8
  %48 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 7
  %49 = and i32 %25, 16
  %50 = icmp eq i32 %49, 0
  %51 = icmp eq i32 %27, 0
  %52 = and i32 %25, 4
  %53 = icmp eq i32 %52, 0
  %54 = icmp ne i32 %27, 0
  %55 = zext i32 %18 to i64
  br label %56

56:                                               ; preds = %9, %773
  %57 = phi i64 [ 0, %9 ], [ %774, %773 ]
  %58 = load i32, ptr %30, align 8
  %59 = trunc i64 %57 to i32
  %60 = shl nuw i32 1, %59
  %61 = and i32 %58, %60
  %62 = icmp eq i32 %61, 0
  br i1 %62, label %773, label %63

63:                                               ; preds = %56
  %64 = load ptr, ptr %31, align 8
  %65 = getelementptr inbounds i64, ptr %64, i64 %57
  %66 = load i64, ptr %65, align 8
  %67 = load i32, ptr %1, align 8
  %68 = icmp eq i32 %67, 4
  br i1 %68, label %69, label %75

69:                                               ; preds = %63
  %70 = add i64 %66, -1099511627776
  %71 = icmp ult i64 %70, 4294967296
  br i1 %71, label %77, label %72

72:                                               ; preds = %69
  %73 = and i64 %66, -1103806595072
  %74 = icmp eq i64 %73, 2199023255552
  br i1 %74, label %773, label %77

75:                                               ; preds = %63
  %76 = icmp ugt i32 %67, 1
  br i1 %76, label %773, label %77

77:                                               ; preds = %69, %72, %75
  %78 = phi i32 [ %67, %75 ], [ 1, %69 ], [ 0, %72 ]
  %79 = phi i64 [ %66, %75 ], [ %70, %69 ], [ %66, %72 ]
  %80 = load ptr, ptr %32, align 8
  %81 = getelementptr inbounds %struct.kh_warp, ptr %80, i64 0, i32 7
  %82 = load i32, ptr %81, align 8
  %83 = shl i32 %82, 5
  %84 = or disjoint i32 %83, %59
  %85 = load ptr, ptr %10, align 8
  %86 = load ptr, ptr %85, align 8
  %87 = load ptr, ptr %0, align 8
  %88 = getelementptr inbounds %struct.kh_launch, ptr %87, i64 0, i32 27
  %89 = load ptr, ptr %88, align 8
  %90 = icmp eq i32 %78, 0
  br i1 %90, label %99, label %91

91:                                               ; preds = %77
  %92 = getelementptr inbounds %struct.kh_closer, ptr %86, i64 0, i32 11
  %93 = load ptr, ptr %92, align 8
  %94 = getelementptr inbounds %struct.kh_races, ptr %89, i64 0, i32 2
  %95 = load i32, ptr %94, align 8
  %96 = zext nneg i32 %95 to i64
  %97 = lshr i64 %79, %96
  %98 = getelementptr inbounds %struct.kh_cell, ptr %93, i64 %97
  br label %137

99:                                               ; preds = %77
  %100 = getelementptr inbounds %struct.kh_launch, ptr %87, i64 0, i32 2
  %101 = load ptr, ptr %100, align 8
  %102 = getelementptr inbounds %struct.kh_launch, ptr %87, i64 0, i32 3
  %103 = load i64, ptr %102, align 8
  %104 = icmp eq i64 %103, 0
  br i1 %104, label %119, label %105

105:                                              ; preds = %99, %105
  %106 = phi i64 [ %115, %105 ], [ %103, %99 ]
  %107 = phi i64 [ %114, %105 ], [ 0, %99 ]
  %108 = add i64 %107, %106
  %109 = lshr i64 %108, 1
  %110 = getelementptr inbounds %struct.kh_alloc, ptr %101, i64 %109
  %111 = load i64, ptr %110, align 8
  %112 = icmp ugt i64 %111, %79
  %113 = add nuw i64 %109, 1
  %114 = select i1 %112, i64 %107, i64 %113
  %115 = select i1 %112, i64 %109, i64 %106
  %116 = icmp ult i64 %114, %115
  br i1 %116, label %105, label %117

117:                                              ; preds = %105
  %118 = add i64 %114, -1
  br label %119

119:                                              ; preds = %117, %99
  %120 = phi i64 [ -1, %99 ], [ %118, %117 ]
  %121 = getelementptr inbounds %struct.kh_alloc, ptr %101, i64 %120, i32 5
  %122 = load i64, ptr %121, align 8
  %123 = icmp eq i64 %122, 0
  br i1 %123, label %124, label %773

124:                                              ; preds = %119
  %125 = getelementptr inbounds %struct.kh_closer, ptr %86, i64 0, i32 12
  %126 = load ptr, ptr %125, align 8
  %127 = getelementptr inbounds %struct.kh_races, ptr %89, i64 0, i32 1
  %128 = load ptr, ptr %127, align 8
  %129 = getelementptr inbounds i64, ptr %128, i64 %120
  %130 = load i64, ptr %129, align 8
  %131 = getelementptr inbounds %struct.kh_races, ptr %89, i64 0, i32 2
  %132 = load i32, ptr %131, align 8
  %133 = zext nneg i32 %132 to i64
  %134 = lshr i64 %79, %133
  %135 = getelementptr %struct.kh_cell, ptr %126, i64 %130
  %136 = getelementptr %struct.kh_cell, ptr %135, i64 %134
  br label %137

137:                                              ; preds = %91, %124
  %138 = phi ptr [ %98, %91 ], [ %136, %124 ]
  %139 = icmp eq ptr %138, null
  br i1 %139, label %773, label %140

140:                                              ; preds = %137
  %141 = load i32, ptr %33, align 4
  %142 = icmp eq i32 %141, 2
  %143 = or i1 %35, %142
  %144 = select i1 %143, i1 true, i1 %37
  br i1 %144, label %154, label %145

145:                                              ; preds = %140
  %146 = icmp eq i32 %141, 0
  %147 = or i1 %90, %146
  br i1 %147, label %154, label %148

148:                                              ; preds = %145
  %149 = load ptr, ptr %38, align 8
  %150 = zext i32 %84 to i64
  %151 = getelementptr inbounds %struct.kh_thread, ptr %149, i64 %150, i32 3
  %152 = load i64, ptr %151, align 8
  %153 = icmp ne i64 %152, 0
  br label %154

154:                                              ; preds = %140, %145, %148
  %155 = phi i1 [ %143, %140 ], [ true, %145 ], [ %153, %148 ]
  br label %157

156:                                              ; preds = %394
  br i1 %155, label %419, label %773

157:                                              ; preds = %405, %154
  %158 = phi i64 [ 0, %154 ], [ %406, %405 ]
  %159 = shl i64 %158, %39
  %160 = load ptr, ptr %31, align 8
  %161 = getelementptr inbounds i64, ptr %160, i64 %57
  %162 = load i64, ptr %161, align 8
  %163 = add i64 %162, %159
  br i1 %155, label %164, label %220

164:                                              ; preds = %157
  %165 = getelementptr inbounds %struct.kh_cell, ptr %138, i64 %158
  %166 = load ptr, ptr %10, align 8
  %167 = load ptr, ptr %166, align 8
  %168 = load i32, ptr %33, align 4
  %169 = icmp ne i32 %168, 0
  %170 = load i64, ptr %165, align 8
  %171 = icmp eq i64 %170, 0
  br i1 %171, label %407, label %172

172:                                              ; preds = %164
  %173 = getelementptr inbounds %struct.kh_cell, ptr %138, i64 %158, i32 4
  %174 = load i8, ptr %173, align 2
  %175 = icmp eq i8 %174, 0
  br i1 %175, label %176, label %184

176:                                              ; preds = %172
  %177 = getelementptr inbounds %struct.kh_cell, ptr %138, i64 %158, i32 1
  %178 = load i32, ptr %177, align 8
  %179 = getelementptr inbounds %struct.kh_cell, ptr %138, i64 %158, i32 3
  %180 = load i16, ptr %179, align 8
  %181 = zext i16 %180 to i32
  %182 = tail call fastcc i32 @is_ordered(ptr noundef %167, i32 noundef %84, i32 noundef %178, i32 noundef %181, i64 noundef %170)
  %183 = icmp eq i32 %182, 0
  br i1 %183, label %184, label %407

184:                                              ; preds = %176, %172
  %185 = select i1 %169, i32 21, i32 19
  %186 = load i32, ptr %19, align 4
  %187 = mul i32 %186, 25
  %188 = add i32 %187, %185
  %189 = load ptr, ptr %40, align 8
  %190 = zext i32 %188 to i64
  %191 = getelementptr inbounds %struct.kh_fault, ptr %189, i64 %190
  %192 = load i64, ptr %191, align 8
  %193 = icmp eq i64 %192, 0
  br i1 %193, label %196, label %194

194:                                              ; preds = %184
  %195 = add i64 %192, 1
  store i64 %195, ptr %191, align 8
  br label %407

196:                                              ; preds = %184
  %197 = getelementptr inbounds %struct.kh_cell, ptr %138, i64 %158, i32 3
  %198 = load i16, ptr %197, align 8
  %199 = zext i16 %198 to i32
  %200 = getelementptr inbounds %struct.kh_cell, ptr %138, i64 %158, i32 1
  %201 = load i32, ptr %200, align 8
  %202 = getelementptr inbounds %struct.kh_cell, ptr %138, i64 %158, i32 2
  %203 = load i32, ptr %202, align 4
  %204 = load ptr, ptr %32, align 8
  %205 = getelementptr inbounds %struct.kh_warp, ptr %204, i64 0, i32 7
  %206 = load i32, ptr %205, align 8
  %207 = shl i32 %206, 5
  %208 = or disjoint i32 %207, %59
  %209 = load i32, ptr %41, align 4
  store i64 1, ptr %191, align 8
  %210 = getelementptr inbounds i8, ptr %191, i64 8
  store i64 %163, ptr %210, align 8
  %211 = getelementptr inbounds i8, ptr %191, i64 16
  store i32 %209, ptr %211, align 8
  %212 = getelementptr inbounds i8, ptr %191, i64 20
  store i32 %208, ptr %212, align 4
  %213 = getelementptr inbounds i8, ptr %191, i64 24
  store i32 %203, ptr %213, align 8
  %214 = getelementptr inbounds i8, ptr %191, i64 28
  store i32 %201, ptr %214, align 4
  %215 = getelementptr inbounds i8, ptr %191, i64 32
  store i32 %199, ptr %215, align 8
  %216 = load ptr, ptr %42, align 8
  %217 = load i64, ptr %43, align 8
  %218 = add i64 %217, 1
  store i64 %218, ptr %43, align 8
  %219 = getelementptr inbounds i32, ptr %216, i64 %217
  store i32 %188, ptr %219, align 4
  br label %407

220:                                              ; preds = %157
  %221 = load i32, ptr %33, align 4
  %222 = icmp eq i32 %221, 0
  br i1 %222, label %414, label %223

223:                                              ; preds = %220
  %224 = getelementptr inbounds %struct.kh_cell, ptr %138, i64 %158
  %225 = load ptr, ptr %10, align 8
  %226 = load ptr, ptr %225, align 8
  %227 = load ptr, ptr %32, align 8
  %228 = getelementptr inbounds %struct.kh_warp, ptr %227, i64 0, i32 7
  %229 = load i32, ptr %228, align 8
  %230 = shl i32 %229, 5
  %231 = or disjoint i32 %230, %59
  %232 = load ptr, ptr %0, align 8
  %233 = getelementptr inbounds %struct.kh_launch, ptr %232, i64 0, i32 27
  %234 = load ptr, ptr %233, align 8
  %235 = getelementptr inbounds %struct.kh_races, ptr %234, i64 0, i32 2
  %236 = load i32, ptr %235, align 8
  %237 = shl nuw i32 1, %236
  %238 = load i64, ptr %224, align 8
  %239 = icmp eq i64 %238, 0
  br i1 %239, label %374, label %240

240:                                              ; preds = %223
  %241 = getelementptr inbounds %struct.kh_cell, ptr %138, i64 %158, i32 4
  %242 = load i8, ptr %241, align 2
  %243 = icmp eq i8 %242, 0
  br i1 %243, label %244, label %252

244:                                              ; preds = %240
  %245 = getelementptr inbounds %struct.kh_cell, ptr %138, i64 %158, i32 1
  %246 = load i32, ptr %245, align 8
  %247 = getelementptr inbounds %struct.kh_cell, ptr %138, i64 %158, i32 3
  %248 = load i16, ptr %247, align 8
  %249 = zext i16 %248 to i32
  %250 = tail call fastcc i32 @is_ordered(ptr noundef %226, i32 noundef %231, i32 noundef %246, i32 noundef %249, i64 noundef %238)
  %251 = icmp eq i32 %250, 0
  br i1 %251, label %252, label %374

252:                                              ; preds = %244, %240
  %253 = load ptr, ptr %44, align 8
  %254 = icmp eq ptr %253, null
  br i1 %254, label %274, label %255

255:                                              ; preds = %252
  %256 = load i32, ptr %45, align 8
  %257 = icmp ult i32 %256, %237
  br i1 %257, label %274, label %258

258:                                              ; preds = %255
  %259 = load i32, ptr %13, align 4
  %260 = zext i32 %259 to i64
  %261 = icmp ult i64 %159, %260
  br i1 %261, label %262, label %274

262:                                              ; preds = %258
  %263 = zext i32 %256 to i64
  %264 = trunc i64 %159 to i32
  %265 = udiv i32 %264, %256
  %266 = zext i32 %265 to i64
  %267 = shl nuw nsw i64 %266, 5
  %268 = or disjoint i64 %267, %57
  %269 = mul i64 %268, %263
  %270 = getelementptr inbounds i8, ptr %253, i64 %269
  %271 = urem i32 %264, %256
  %272 = zext i32 %271 to i64
  %273 = getelementptr inbounds i8, ptr %270, i64 %272
  br label %274

274:                                              ; preds = %262, %258, %255, %252
  %275 = phi ptr [ %273, %262 ], [ null, %258 ], [ null, %255 ], [ null, %252 ]
  %276 = load i32, ptr %46, align 8
  %277 = icmp eq i32 %276, 0
  br i1 %277, label %282, label %278

278:                                              ; preds = %274
  %279 = load i64, ptr %47, align 8
  %280 = add i64 %279, %162
  %281 = inttoptr i64 %280 to ptr
  br label %286

282:                                              ; preds = %274
  %283 = load ptr, ptr %48, align 8
  %284 = getelementptr inbounds ptr, ptr %283, i64 %57
  %285 = load ptr, ptr %284, align 8
  br label %286

286:                                              ; preds = %282, %278
  %287 = phi ptr [ %281, %278 ], [ %285, %282 ]
  %288 = getelementptr inbounds i8, ptr %287, i64 %159
  %289 = load i64, ptr %226, align 8
  %290 = icmp eq i64 %238, %289
  br i1 %290, label %291, label %318

291:                                              ; preds = %286
  %292 = getelementptr inbounds %struct.kh_cell, ptr %138, i64 %158, i32 3
  %293 = load i16, ptr %292, align 8
  %294 = and i16 %293, 31
  %295 = zext nneg i16 %294 to i64
  %296 = getelementptr inbounds i64, ptr %160, i64 %295
  %297 = load i64, ptr %296, align 8
  %298 = sub i64 %163, %297
  br i1 %254, label %343, label %299

299:                                              ; preds = %291
  %300 = load i32, ptr %45, align 8
  %301 = icmp ult i32 %300, %237
  br i1 %301, label %343, label %302

302:                                              ; preds = %299
  %303 = load i32, ptr %13, align 4
  %304 = zext i32 %303 to i64
  %305 = icmp ult i64 %298, %304
  br i1 %305, label %306, label %343

306:                                              ; preds = %302
  %307 = zext i32 %300 to i64
  %308 = trunc i64 %298 to i32
  %309 = udiv i32 %308, %300
  %310 = zext i32 %309 to i64
  %311 = shl nuw nsw i64 %310, 5
  %312 = or disjoint i64 %311, %295
  %313 = mul i64 %312, %307
  %314 = getelementptr inbounds i8, ptr %253, i64 %313
  %315 = urem i32 %308, %300
  %316 = zext i32 %315 to i64
  %317 = getelementptr inbounds i8, ptr %314, i64 %316
  br label %318

318:                                              ; preds = %306, %286
  %319 = phi ptr [ %288, %286 ], [ %317, %306 ]
  %320 = icmp ne ptr %275, null
  %321 = select i1 %243, i1 %320, i1 false
  %322 = icmp ne ptr %319, null
  %323 = select i1 %321, i1 %322, i1 false
  br i1 %323, label %324, label %343

324:                                              ; preds = %318
  %325 = zext i32 %237 to i64
  %326 = load i8, ptr %275, align 1
  %327 = load i8, ptr %319, align 1
  %328 = icmp eq i8 %326, %327
  br i1 %328, label %329, label %343

329:                                              ; preds = %324, %333
  %330 = phi i64 [ %331, %333 ], [ 0, %324 ]
  %331 = add nuw nsw i64 %330, 1
  %332 = icmp eq i64 %331, %325
  br i1 %332, label %339, label %333

333:                                              ; preds = %329
  %334 = getelementptr inbounds i8, ptr %275, i64 %331
  %335 = load i8, ptr %334, align 1
  %336 = getelementptr inbounds i8, ptr %319, i64 %331
  %337 = load i8, ptr %336, align 1
  %338 = icmp eq i8 %335, %337
  br i1 %338, label %329, label %339

339:                                              ; preds = %333, %329
  %340 = phi i64 [ %331, %333 ], [ %325, %329 ]
  %341 = icmp ult i64 %340, %325
  %342 = select i1 %341, i32 21, i32 22
  br label %343

343:                                              ; preds = %339, %324, %318, %302, %299, %291
  %344 = phi i32 [ 21, %318 ], [ 21, %302 ], [ 21, %299 ], [ 21, %291 ], [ 21, %324 ], [ %342, %339 ]
  %345 = load i32, ptr %19, align 4
  %346 = mul i32 %345, 25
  %347 = add i32 %346, %344
  %348 = load ptr, ptr %40, align 8
  %349 = zext i32 %347 to i64
  %350 = getelementptr inbounds %struct.kh_fault, ptr %348, i64 %349
  %351 = load i64, ptr %350, align 8
  %352 = icmp eq i64 %351, 0
  br i1 %352, label %355, label %353

353:                                              ; preds = %343
  %354 = add i64 %351, 1
  store i64 %354, ptr %350, align 8
  br label %374

355:                                              ; preds = %343
  %356 = getelementptr inbounds %struct.kh_cell, ptr %138, i64 %158, i32 3
  %357 = load i16, ptr %356, align 8
  %358 = zext i16 %357 to i32
  %359 = getelementptr inbounds %struct.kh_cell, ptr %138, i64 %158, i32 1
  %360 = load i32, ptr %359, align 8
  %361 = getelementptr inbounds %struct.kh_cell, ptr %138, i64 %158, i32 2
  %362 = load i32, ptr %361, align 4
  %363 = load i32, ptr %41, align 4
  store i64 1, ptr %350, align 8
  %364 = getelementptr inbounds i8, ptr %350, i64 8
  store i64 %163, ptr %364, align 8
  %365 = getelementptr inbounds i8, ptr %350, i64 16
  store i32 %363, ptr %365, align 8
  %366 = getelementptr inbounds i8, ptr %350, i64 20
  store i32 %231, ptr %366, align 4
  %367 = getelementptr inbounds i8, ptr %350, i64 24
  store i32 %362, ptr %367, align 8
  %368 = getelementptr inbounds i8, ptr %350, i64 28
  store i32 %360, ptr %368, align 4
  %369 = getelementptr inbounds i8, ptr %350, i64 32
  store i32 %358, ptr %369, align 8
  %370 = load ptr, ptr %42, align 8
  %371 = load i64, ptr %43, align 8
  %372 = add i64 %371, 1
  store i64 %372, ptr %43, align 8
  %373 = getelementptr inbounds i32, ptr %370, i64 %371
  store i32 %347, ptr %373, align 4
  br label %374

374:                                              ; preds = %355, %353, %244, %223
  %375 = load i32, ptr %19, align 4
  tail call fastcc void @check_acts(ptr noundef nonnull %0, ptr noundef nonnull %224, i32 noundef %231, i64 noundef %163, i32 noundef %375, i32 noundef 1, i32 noundef 0, i32 noundef 0)
  %376 = load i32, ptr %19, align 4
  %377 = getelementptr inbounds %struct.kh_cell, ptr %138, i64 %158, i32 5
  %378 = load i32, ptr %377, align 4
  %379 = icmp eq i32 %378, 0
  br i1 %379, label %394, label %380

380:                                              ; preds = %374
  %381 = getelementptr inbounds %struct.kh_closer, ptr %226, i64 0, i32 13
  %382 = getelementptr inbounds %struct.kh_closer, ptr %226, i64 0, i32 16
  br label %383

383:                                              ; preds = %383, %380
  %384 = phi i32 [ %378, %380 ], [ %392, %383 ]
  %385 = load ptr, ptr %381, align 8
  %386 = zext i32 %384 to i64
  %387 = getelementptr inbounds %struct.kh_act, ptr %385, i64 %386, i32 4
  %388 = load i32, ptr %387, align 4
  store i32 %388, ptr %377, align 4
  %389 = load i32, ptr %382, align 8
  %390 = load ptr, ptr %381, align 8
  %391 = getelementptr inbounds %struct.kh_act, ptr %390, i64 %386, i32 4
  store i32 %389, ptr %391, align 4
  store i32 %384, ptr %382, align 8
  %392 = load i32, ptr %377, align 4
  %393 = icmp eq i32 %392, 0
  br i1 %393, label %394, label %383

394:                                              ; preds = %383, %374
  %395 = load i64, ptr %226, align 8
  store i64 %395, ptr %224, align 8
  %396 = getelementptr inbounds %struct.kh_closer, ptr %226, i64 0, i32 3
  %397 = load i32, ptr %396, align 8
  %398 = getelementptr inbounds %struct.kh_cell, ptr %138, i64 %158, i32 1
  store i32 %397, ptr %398, align 8
  %399 = trunc i32 %231 to i16
  %400 = getelementptr inbounds %struct.kh_cell, ptr %138, i64 %158, i32 3
  store i16 %399, ptr %400, align 8
  %401 = getelementptr inbounds %struct.kh_cell, ptr %138, i64 %158, i32 2
  store i32 %376, ptr %401, align 4
  %402 = getelementptr inbounds %struct.kh_cell, ptr %138, i64 %158, i32 4
  store i8 0, ptr %402, align 2
  %403 = add nuw nsw i64 %158, 1
  %404 = icmp eq i64 %403, %55
  br i1 %404, label %156, label %405

405:                                              ; preds = %394, %414, %407
  %406 = phi i64 [ %403, %394 ], [ %417, %414 ], [ %412, %407 ]
  br label %157

407:                                              ; preds = %196, %194, %176, %164
  %408 = zext i1 %169 to i32
  %409 = load i32, ptr %19, align 4
  tail call fastcc void @check_acts(ptr noundef nonnull %0, ptr noundef nonnull %165, i32 noundef %84, i64 noundef %163, i32 noundef %409, i32 noundef %408, i32 noundef 1, i32 noundef %27)
  %410 = load i32, ptr %19, align 4
  %411 = select i1 %169, i32 2, i32 1
  tail call fastcc void @add_act(ptr noundef nonnull %0, ptr noundef nonnull %165, i32 noundef %84, i32 noundef %410, i32 noundef %411, i32 noundef %27)
  %412 = add nuw nsw i64 %158, 1
  %413 = icmp eq i64 %412, %55
  br i1 %413, label %419, label %405

414:                                              ; preds = %220
  %415 = load i32, ptr %19, align 4
  %416 = getelementptr inbounds %struct.kh_cell, ptr %138, i64 %158
  tail call fastcc void @look_at_read(ptr noundef nonnull %0, i32 noundef %415, i32 noundef %84, ptr noundef nonnull %416, i64 noundef %163)
  %417 = add nuw nsw i64 %158, 1
  %418 = icmp eq i64 %417, %55
  br i1 %418, label %773, label %405

419:                                              ; preds = %407, %156
  %420 = load i32, ptr %33, align 4
  switch i32 %420, label %454 [
    i32 0, label %422
    i32 2, label %421
  ]

421:                                              ; preds = %419
  br i1 %50, label %422, label %457

422:                                              ; preds = %419, %421
  %423 = load ptr, ptr %10, align 8
  %424 = load ptr, ptr %423, align 8
  %425 = getelementptr inbounds %struct.kh_cell, ptr %138, i64 0, i32 6
  %426 = load i32, ptr %425, align 8
  %427 = icmp eq i32 %426, 0
  br i1 %427, label %452, label %428

428:                                              ; preds = %422
  %429 = getelementptr inbounds %struct.kh_closer, ptr %424, i64 0, i32 17
  %430 = load ptr, ptr %429, align 8
  %431 = zext i32 %426 to i64
  %432 = getelementptr inbounds %struct.kh_sync, ptr %430, i64 %431
  br i1 %51, label %440, label %433

433:                                              ; preds = %428
  %434 = getelementptr inbounds %struct.kh_closer, ptr %424, i64 0, i32 6
  %435 = load ptr, ptr %434, align 8
  %436 = zext i32 %84 to i64
  %437 = getelementptr inbounds %struct.kh_thread, ptr %435, i64 %436, i32 1
  %438 = getelementptr inbounds [2 x ptr], ptr %432, i64 0, i64 1
  %439 = load ptr, ptr %438, align 8
  tail call fastcc void @join(ptr noundef nonnull %0, ptr noundef nonnull %437, ptr noundef %439)
  br label %440

440:                                              ; preds = %433, %428
  %441 = getelementptr inbounds %struct.kh_sync, ptr %430, i64 %431, i32 1
  %442 = load i32, ptr %441, align 8
  %443 = getelementptr inbounds %struct.kh_closer, ptr %424, i64 0, i32 3
  %444 = load i32, ptr %443, align 8
  %445 = icmp eq i32 %442, %444
  br i1 %445, label %446, label %452

446:                                              ; preds = %440
  %447 = getelementptr inbounds %struct.kh_closer, ptr %424, i64 0, i32 6
  %448 = load ptr, ptr %447, align 8
  %449 = zext i32 %84 to i64
  %450 = getelementptr inbounds %struct.kh_thread, ptr %448, i64 %449, i32 1
  %451 = load ptr, ptr %432, align 8
  tail call fastcc void @join(ptr noundef nonnull %0, ptr noundef nonnull %450, ptr noundef %451)
  br label %452

452:                                              ; preds = %422, %440, %446
  %453 = load i32, ptr %33, align 4
  br label %454

454:                                              ; preds = %452, %419
  %455 = phi i32 [ %453, %452 ], [ %420, %419 ]
  %456 = icmp eq i32 %455, 0
  br i1 %456, label %773, label %457

457:                                              ; preds = %421, %454
  %458 = phi i32 [ %455, %454 ], [ 2, %421 ]
  %459 = icmp eq i32 %458, 2
  %460 = load ptr, ptr %10, align 8
  %461 = load ptr, ptr %460, align 8
  %462 = getelementptr inbounds %struct.kh_closer, ptr %461, i64 0, i32 6
  %463 = load ptr, ptr %462, align 8
  %464 = zext i32 %84 to i64
  %465 = getelementptr inbounds %struct.kh_thread, ptr %463, i64 %464
  br i1 %53, label %466, label %479

466:                                              ; preds = %457
  %467 = getelementptr inbounds %struct.kh_thread, ptr %463, i64 %464, i32 3
  %468 = load i64, ptr %467, align 8
  %469 = icmp eq i64 %468, 0
  br i1 %469, label %470, label %479

470:                                              ; preds = %466
  %471 = getelementptr inbounds %struct.kh_thread, ptr %463, i64 %464, i32 2
  %472 = load ptr, ptr %471, align 8
  %473 = icmp eq ptr %472, null
  br i1 %473, label %474, label %479

474:                                              ; preds = %470
  br i1 %459, label %773, label %475

475:                                              ; preds = %474
  %476 = getelementptr inbounds %struct.kh_cell, ptr %138, i64 0, i32 6
  %477 = load i32, ptr %476, align 8
  %478 = icmp eq i32 %477, 0
  br i1 %478, label %773, label %479

479:                                              ; preds = %475, %470, %466, %457
  %480 = getelementptr inbounds %struct.kh_cell, ptr %138, i64 0, i32 6
  %481 = load i32, ptr %480, align 8
  %482 = icmp eq i32 %481, 0
  br i1 %482, label %483, label %515

483:                                              ; preds = %479
  %484 = getelementptr inbounds %struct.kh_closer, ptr %461, i64 0, i32 18
  %485 = load i32, ptr %484, align 8
  %486 = add i32 %485, 1
  %487 = getelementptr inbounds %struct.kh_closer, ptr %461, i64 0, i32 19
  %488 = load i32, ptr %487, align 4
  %489 = icmp ult i32 %486, %488
  br i1 %489, label %508, label %490

490:                                              ; preds = %483
  %491 = icmp eq i32 %488, 0
  %492 = shl i32 %488, 1
  %493 = select i1 %491, i32 256, i32 %492
  %494 = getelementptr inbounds %struct.kh_closer, ptr %461, i64 0, i32 17
  %495 = load ptr, ptr %494, align 8
  %496 = zext i32 %493 to i64
  %497 = mul nuw nsw i64 %496, 24
  %498 = tail call ptr @realloc(ptr noundef %495, i64 noundef %497) #25
  %499 = icmp eq ptr %498, null
  br i1 %499, label %500, label %505

500:                                              ; preds = %490
  %501 = load ptr, ptr %0, align 8
  %502 = getelementptr inbounds %struct.kh_launch, ptr %501, i64 0, i32 27
  %503 = load ptr, ptr %502, align 8
  %504 = getelementptr inbounds %struct.kh_races, ptr %503, i64 0, i32 7
  store i32 1, ptr %504, align 8
  br label %773

505:                                              ; preds = %490
  store ptr %498, ptr %494, align 8
  store i32 %493, ptr %487, align 4
  %506 = load i32, ptr %484, align 8
  %507 = add i32 %506, 1
  br label %508

508:                                              ; preds = %505, %483
  %509 = phi i32 [ %507, %505 ], [ %486, %483 ]
  store i32 %509, ptr %484, align 8
  store i32 %509, ptr %480, align 8
  %510 = getelementptr inbounds %struct.kh_closer, ptr %461, i64 0, i32 17
  %511 = load ptr, ptr %510, align 8
  %512 = zext i32 %509 to i64
  %513 = getelementptr inbounds %struct.kh_sync, ptr %511, i64 %512
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(24) %513, i8 0, i64 24, i1 false)
  %514 = load i32, ptr %480, align 8
  br label %515

515:                                              ; preds = %508, %479
  %516 = phi i32 [ %514, %508 ], [ %481, %479 ]
  %517 = getelementptr inbounds %struct.kh_closer, ptr %461, i64 0, i32 17
  %518 = load ptr, ptr %517, align 8
  %519 = zext i32 %516 to i64
  %520 = getelementptr inbounds %struct.kh_sync, ptr %518, i64 %519
  %521 = icmp eq ptr %518, null
  br i1 %521, label %773, label %522

522:                                              ; preds = %515
  %523 = getelementptr inbounds %struct.kh_sync, ptr %518, i64 %519, i32 1
  %524 = load i32, ptr %523, align 8
  %525 = getelementptr inbounds %struct.kh_closer, ptr %461, i64 0, i32 3
  %526 = load i32, ptr %525, align 8
  %527 = icmp eq i32 %524, %526
  br i1 %527, label %555, label %528

528:                                              ; preds = %522
  %529 = load ptr, ptr %520, align 8
  %530 = icmp eq ptr %529, null
  br i1 %530, label %553, label %531

531:                                              ; preds = %528
  %532 = getelementptr inbounds %struct.kh_clock, ptr %529, i64 0, i32 2
  %533 = load i32, ptr %532, align 8
  %534 = add i32 %533, -1
  store i32 %534, ptr %532, align 8
  %535 = icmp eq i32 %534, 0
  br i1 %535, label %536, label %553

536:                                              ; preds = %531
  %537 = load ptr, ptr %529, align 8
  %538 = icmp eq ptr %537, null
  %539 = getelementptr inbounds %struct.kh_clock, ptr %529, i64 0, i32 1
  %540 = load ptr, ptr %539, align 8
  br i1 %538, label %543, label %541

541:                                              ; preds = %536
  %542 = getelementptr inbounds %struct.kh_clock, ptr %537, i64 0, i32 1
  br label %547

543:                                              ; preds = %536
  %544 = load ptr, ptr %10, align 8
  %545 = load ptr, ptr %544, align 8
  %546 = getelementptr inbounds %struct.kh_closer, ptr %545, i64 0, i32 20
  br label %547

547:                                              ; preds = %543, %541
  %548 = phi ptr [ %546, %543 ], [ %542, %541 ]
  store ptr %540, ptr %548, align 8
  %549 = icmp eq ptr %540, null
  br i1 %549, label %552, label %550

550:                                              ; preds = %547
  %551 = load ptr, ptr %529, align 8
  store ptr %551, ptr %540, align 8
  br label %552

552:                                              ; preds = %550, %547
  tail call void @free(ptr noundef nonnull %529)
  br label %553

553:                                              ; preds = %552, %531, %528
  store ptr null, ptr %520, align 8
  %554 = load i32, ptr %525, align 8
  br label %555

555:                                              ; preds = %553, %522
  %556 = phi i32 [ %554, %553 ], [ %524, %522 ]
  store i32 %556, ptr %523, align 8
  %557 = getelementptr inbounds %struct.kh_closer, ptr %461, i64 0, i32 1
  %558 = getelementptr inbounds %struct.kh_thread, ptr %463, i64 %464, i32 1
  %559 = getelementptr inbounds %struct.kh_thread, ptr %463, i64 %464, i32 2
  br label %560

560:                                              ; preds = %770, %555
  %561 = phi i1 [ true, %555 ], [ false, %770 ]
  %562 = phi i64 [ 0, %555 ], [ 1, %770 ]
  %563 = or i1 %54, %561
  br i1 %563, label %564, label %773

564:                                              ; preds = %560
  br i1 %459, label %592, label %565

565:                                              ; preds = %564
  %566 = getelementptr inbounds [2 x ptr], ptr %520, i64 0, i64 %562
  %567 = load ptr, ptr %566, align 8
  %568 = icmp eq ptr %567, null
  br i1 %568, label %591, label %569

569:                                              ; preds = %565
  %570 = getelementptr inbounds %struct.kh_clock, ptr %567, i64 0, i32 2
  %571 = load i32, ptr %570, align 8
  %572 = add i32 %571, -1
  store i32 %572, ptr %570, align 8
  %573 = icmp eq i32 %572, 0
  br i1 %573, label %574, label %591

574:                                              ; preds = %569
  %575 = load ptr, ptr %567, align 8
  %576 = icmp eq ptr %575, null
  %577 = getelementptr inbounds %struct.kh_clock, ptr %567, i64 0, i32 1
  %578 = load ptr, ptr %577, align 8
  br i1 %576, label %581, label %579

579:                                              ; preds = %574
  %580 = getelementptr inbounds %struct.kh_clock, ptr %575, i64 0, i32 1
  br label %585

581:                                              ; preds = %574
  %582 = load ptr, ptr %10, align 8
  %583 = load ptr, ptr %582, align 8
  %584 = getelementptr inbounds %struct.kh_closer, ptr %583, i64 0, i32 20
  br label %585

585:                                              ; preds = %581, %579
  %586 = phi ptr [ %584, %581 ], [ %580, %579 ]
  store ptr %578, ptr %586, align 8
  %587 = icmp eq ptr %578, null
  br i1 %587, label %590, label %588

588:                                              ; preds = %585
  %589 = load ptr, ptr %567, align 8
  store ptr %589, ptr %578, align 8
  br label %590

590:                                              ; preds = %588, %585
  tail call void @free(ptr noundef nonnull %567)
  br label %591

591:                                              ; preds = %590, %569, %565
  store ptr null, ptr %566, align 8
  br label %592

592:                                              ; preds = %591, %564
  br i1 %53, label %676, label %593

593:                                              ; preds = %592
  %594 = getelementptr inbounds [2 x ptr], ptr %520, i64 0, i64 %562
  %595 = load i64, ptr %461, align 8
  %596 = load i64, ptr %557, align 8
  %597 = load ptr, ptr %10, align 8
  %598 = load ptr, ptr %597, align 8
  %599 = tail call dereferenceable_or_null(552) ptr @malloc(i64 noundef 552) #26
  %600 = icmp eq ptr %599, null
  br i1 %600, label %601, label %606

601:                                              ; preds = %593
  %602 = load ptr, ptr %0, align 8
  %603 = getelementptr inbounds %struct.kh_launch, ptr %602, i64 0, i32 27
  %604 = load ptr, ptr %603, align 8
  %605 = getelementptr inbounds %struct.kh_races, ptr %604, i64 0, i32 7
  store i32 1, ptr %605, align 8
  br label %766

606:                                              ; preds = %593
  %607 = getelementptr inbounds %struct.kh_clock, ptr %599, i64 0, i32 2
  store i32 1, ptr %607, align 8
  %608 = getelementptr inbounds %struct.kh_clock, ptr %599, i64 0, i32 3
  store i32 0, ptr %608, align 4
  store ptr null, ptr %599, align 8
  %609 = getelementptr inbounds %struct.kh_closer, ptr %598, i64 0, i32 20
  %610 = load ptr, ptr %609, align 8
  %611 = getelementptr inbounds %struct.kh_clock, ptr %599, i64 0, i32 1
  store ptr %610, ptr %611, align 8
  %612 = icmp eq ptr %610, null
  br i1 %612, label %614, label %613

613:                                              ; preds = %606
  store ptr %599, ptr %610, align 8
  br label %614

614:                                              ; preds = %613, %606
  store ptr %599, ptr %609, align 8
  %615 = getelementptr inbounds %struct.kh_closer, ptr %598, i64 0, i32 3
  br label %620

616:                                              ; preds = %643
  %617 = getelementptr inbounds %struct.kh_closer, ptr %598, i64 0, i32 2
  %618 = load i64, ptr %617, align 8
  %619 = icmp ult i64 %618, %596
  br i1 %619, label %647, label %656

620:                                              ; preds = %643, %614
  %621 = phi i32 [ 0, %614 ], [ %644, %643 ]
  %622 = phi i64 [ 0, %614 ], [ %645, %643 ]
  %623 = trunc i64 %622 to i32
  %624 = or disjoint i32 %83, %623
  %625 = and i64 %622, 4294967295
  %626 = icmp eq i64 %57, %625
  br i1 %626, label %630, label %627

627:                                              ; preds = %620
  %628 = getelementptr inbounds i64, ptr %465, i64 %622
  %629 = load i64, ptr %628, align 8
  br label %630

630:                                              ; preds = %627, %620
  %631 = phi i64 [ %629, %627 ], [ %595, %620 ]
  %632 = icmp ugt i64 %631, %596
  br i1 %632, label %633, label %643

633:                                              ; preds = %630
  %634 = load i32, ptr %615, align 8
  %635 = zext i32 %634 to i64
  %636 = shl nuw i64 %635, 32
  %637 = zext i32 %624 to i64
  %638 = or disjoint i64 %636, %637
  %639 = add i32 %621, 1
  store i32 %639, ptr %608, align 4
  %640 = zext i32 %621 to i64
  %641 = getelementptr inbounds %struct.kh_clock, ptr %599, i64 0, i32 4, i64 %640
  store i64 %638, ptr %641, align 8
  %642 = getelementptr inbounds i8, ptr %641, i64 8
  store i64 %631, ptr %642, align 8
  br label %643

643:                                              ; preds = %633, %630
  %644 = phi i32 [ %639, %633 ], [ %621, %630 ]
  %645 = add nuw nsw i64 %622, 1
  %646 = icmp eq i64 %645, 32
  br i1 %646, label %616, label %620

647:                                              ; preds = %616
  %648 = load i32, ptr %615, align 8
  %649 = zext i32 %648 to i64
  %650 = shl nuw i64 %649, 32
  %651 = or disjoint i64 %650, 4294967295
  %652 = add i32 %644, 1
  store i32 %652, ptr %608, align 4
  %653 = zext i32 %644 to i64
  %654 = getelementptr inbounds %struct.kh_clock, ptr %599, i64 0, i32 4, i64 %653
  store i64 %651, ptr %654, align 8
  %655 = getelementptr inbounds i8, ptr %654, i64 8
  store i64 %596, ptr %655, align 8
  br label %656

656:                                              ; preds = %647, %616
  tail call fastcc void @join(ptr noundef nonnull %0, ptr noundef nonnull %594, ptr noundef nonnull %599)
  %657 = load i32, ptr %607, align 8
  %658 = add i32 %657, -1
  store i32 %658, ptr %607, align 8
  %659 = icmp eq i32 %658, 0
  br i1 %659, label %660, label %766

660:                                              ; preds = %656
  %661 = load ptr, ptr %599, align 8
  %662 = icmp eq ptr %661, null
  %663 = load ptr, ptr %611, align 8
  br i1 %662, label %666, label %664

664:                                              ; preds = %660
  %665 = getelementptr inbounds %struct.kh_clock, ptr %661, i64 0, i32 1
  br label %670

666:                                              ; preds = %660
  %667 = load ptr, ptr %10, align 8
  %668 = load ptr, ptr %667, align 8
  %669 = getelementptr inbounds %struct.kh_closer, ptr %668, i64 0, i32 20
  br label %670

670:                                              ; preds = %666, %664
  %671 = phi ptr [ %669, %666 ], [ %665, %664 ]
  store ptr %663, ptr %671, align 8
  %672 = icmp eq ptr %663, null
  br i1 %672, label %675, label %673

673:                                              ; preds = %670
  %674 = load ptr, ptr %599, align 8
  store ptr %674, ptr %663, align 8
  br label %675

675:                                              ; preds = %673, %670
  tail call void @free(ptr noundef nonnull %599)
  br label %766

676:                                              ; preds = %592
  %677 = getelementptr inbounds %struct.kh_thread, ptr %463, i64 %464, i32 3, i64 %562
  %678 = load i64, ptr %677, align 8
  %679 = icmp eq i64 %678, 0
  br i1 %679, label %770, label %680

680:                                              ; preds = %676
  %681 = getelementptr inbounds [2 x ptr], ptr %520, i64 0, i64 %562
  %682 = getelementptr inbounds %struct.kh_thread, ptr %463, i64 %464, i32 3, i64 %562, i32 1
  %683 = load i64, ptr %682, align 8
  %684 = getelementptr inbounds %struct.kh_thread, ptr %463, i64 %464, i32 3, i64 %562, i32 2
  %685 = load ptr, ptr %10, align 8
  %686 = load ptr, ptr %685, align 8
  %687 = tail call dereferenceable_or_null(552) ptr @malloc(i64 noundef 552) #26
  %688 = icmp eq ptr %687, null
  br i1 %688, label %689, label %694

689:                                              ; preds = %680
  %690 = load ptr, ptr %0, align 8
  %691 = getelementptr inbounds %struct.kh_launch, ptr %690, i64 0, i32 27
  %692 = load ptr, ptr %691, align 8
  %693 = getelementptr inbounds %struct.kh_races, ptr %692, i64 0, i32 7
  store i32 1, ptr %693, align 8
  br label %764

694:                                              ; preds = %680
  %695 = getelementptr inbounds %struct.kh_clock, ptr %687, i64 0, i32 2
  store i32 1, ptr %695, align 8
  %696 = getelementptr inbounds %struct.kh_clock, ptr %687, i64 0, i32 3
  store i32 0, ptr %696, align 4
  store ptr null, ptr %687, align 8
  %697 = getelementptr inbounds %struct.kh_closer, ptr %686, i64 0, i32 20
  %698 = load ptr, ptr %697, align 8
  %699 = getelementptr inbounds %struct.kh_clock, ptr %687, i64 0, i32 1
  store ptr %698, ptr %699, align 8
  %700 = icmp eq ptr %698, null
  br i1 %700, label %702, label %701

701:                                              ; preds = %694
  store ptr %687, ptr %698, align 8
  br label %702

702:                                              ; preds = %701, %694
  store ptr %687, ptr %697, align 8
  %703 = getelementptr inbounds %struct.kh_closer, ptr %686, i64 0, i32 3
  br label %708

704:                                              ; preds = %731
  %705 = getelementptr inbounds %struct.kh_closer, ptr %686, i64 0, i32 2
  %706 = load i64, ptr %705, align 8
  %707 = icmp ult i64 %706, %683
  br i1 %707, label %735, label %744

708:                                              ; preds = %731, %702
  %709 = phi i32 [ 0, %702 ], [ %732, %731 ]
  %710 = phi i64 [ 0, %702 ], [ %733, %731 ]
  %711 = trunc i64 %710 to i32
  %712 = or disjoint i32 %83, %711
  %713 = and i64 %710, 4294967295
  %714 = icmp eq i64 %57, %713
  br i1 %714, label %718, label %715

715:                                              ; preds = %708
  %716 = getelementptr inbounds i64, ptr %684, i64 %710
  %717 = load i64, ptr %716, align 8
  br label %718

718:                                              ; preds = %715, %708
  %719 = phi i64 [ %717, %715 ], [ %678, %708 ]
  %720 = icmp ugt i64 %719, %683
  br i1 %720, label %721, label %731

721:                                              ; preds = %718
  %722 = load i32, ptr %703, align 8
  %723 = zext i32 %722 to i64
  %724 = shl nuw i64 %723, 32
  %725 = zext i32 %712 to i64
  %726 = or disjoint i64 %724, %725
  %727 = add i32 %709, 1
  store i32 %727, ptr %696, align 4
  %728 = zext i32 %709 to i64
  %729 = getelementptr inbounds %struct.kh_clock, ptr %687, i64 0, i32 4, i64 %728
  store i64 %726, ptr %729, align 8
  %730 = getelementptr inbounds i8, ptr %729, i64 8
  store i64 %719, ptr %730, align 8
  br label %731

731:                                              ; preds = %721, %718
  %732 = phi i32 [ %727, %721 ], [ %709, %718 ]
  %733 = add nuw nsw i64 %710, 1
  %734 = icmp eq i64 %733, 32
  br i1 %734, label %704, label %708

735:                                              ; preds = %704
  %736 = load i32, ptr %703, align 8
  %737 = zext i32 %736 to i64
  %738 = shl nuw i64 %737, 32
  %739 = or disjoint i64 %738, 4294967295
  %740 = add i32 %732, 1
  store i32 %740, ptr %696, align 4
  %741 = zext i32 %732 to i64
  %742 = getelementptr inbounds %struct.kh_clock, ptr %687, i64 0, i32 4, i64 %741
  store i64 %739, ptr %742, align 8
  %743 = getelementptr inbounds i8, ptr %742, i64 8
  store i64 %683, ptr %743, align 8
  br label %744

744:                                              ; preds = %735, %704
  tail call fastcc void @join(ptr noundef nonnull %0, ptr noundef nonnull %681, ptr noundef nonnull %687)
  %745 = load i32, ptr %695, align 8
  %746 = add i32 %745, -1
  store i32 %746, ptr %695, align 8
  %747 = icmp eq i32 %746, 0
  br i1 %747, label %748, label %764

748:                                              ; preds = %744
  %749 = load ptr, ptr %687, align 8
  %750 = icmp eq ptr %749, null
  %751 = load ptr, ptr %699, align 8
  br i1 %750, label %754, label %752

752:                                              ; preds = %748
  %753 = getelementptr inbounds %struct.kh_clock, ptr %749, i64 0, i32 1
  br label %758

754:                                              ; preds = %748
  %755 = load ptr, ptr %10, align 8
  %756 = load ptr, ptr %755, align 8
  %757 = getelementptr inbounds %struct.kh_closer, ptr %756, i64 0, i32 20
  br label %758

758:                                              ; preds = %754, %752
  %759 = phi ptr [ %757, %754 ], [ %753, %752 ]
  store ptr %751, ptr %759, align 8
  %760 = icmp eq ptr %751, null
  br i1 %760, label %763, label %761

761:                                              ; preds = %758
  %762 = load ptr, ptr %687, align 8
  store ptr %762, ptr %751, align 8
  br label %763

763:                                              ; preds = %761, %758
  tail call void @free(ptr noundef nonnull %687)
  br label %764

764:                                              ; preds = %763, %744, %689
  %765 = getelementptr inbounds %struct.kh_thread, ptr %463, i64 %464, i32 3, i64 %562, i32 3
  br label %766

766:                                              ; preds = %764, %675, %656, %601
  %767 = phi ptr [ %765, %764 ], [ %558, %601 ], [ %558, %656 ], [ %558, %675 ]
  %768 = phi ptr [ %681, %764 ], [ %594, %601 ], [ %594, %656 ], [ %594, %675 ]
  %769 = load ptr, ptr %767, align 8
  tail call fastcc void @join(ptr noundef nonnull %0, ptr noundef nonnull %768, ptr noundef %769)
  br label %770

770:                                              ; preds = %766, %676
  %771 = getelementptr inbounds [2 x ptr], ptr %520, i64 0, i64 %562
  %772 = load ptr, ptr %559, align 8
  tail call fastcc void @join(ptr noundef nonnull %0, ptr noundef nonnull %771, ptr noundef %772)
  br i1 %561, label %560, label %773

773:                                              ; preds = %414, %560, %770, %119, %72, %75, %156, %454, %137, %474, %475, %500, %515, %56
  %774 = add nuw nsw i64 %57, 1
  %775 = icmp eq i64 %774, 32
  br i1 %775, label %776, label %56

776:                                              ; preds = %773, %2
  ret void
}

; Function Attrs: nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_quick_access(ptr nocapture noundef %0, ptr nocapture noundef readonly %1) #2 {
  %3 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 2
  %4 = load i32, ptr %3, align 8
  %5 = tail call i32 @llvm.cttz.i32(i32 %4, i1 true)
  %6 = tail call i32 @llvm.ctpop.i32(i32 %4)
  %7 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 3
  %8 = load i32, ptr %7, align 4
  %9 = load ptr, ptr %0, align 8
  %10 = getelementptr inbounds %struct.kh_launch, ptr %9, i64 0, i32 27
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds %struct.kh_races, ptr %11, i64 0, i32 2
  %13 = load i32, ptr %12, align 8
  %14 = lshr i32 %8, %13
  %15 = tail call i32 @llvm.umax.i32(i32 %14, i32 1)
  %16 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %17 = load ptr, ptr %16, align 8
  %18 = load i32, ptr %17, align 4
  %19 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr inbounds %struct.kh_warp, ptr %20, i64 0, i32 7
  %22 = load i32, ptr %21, align 8
  %23 = shl i32 %22, 5
  %24 = or i32 %23, %18
  %25 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 6
  %26 = load ptr, ptr %25, align 8
  %27 = zext nneg i32 %5 to i64
  %28 = getelementptr inbounds i64, ptr %26, i64 %27
  %29 = load i64, ptr %28, align 8
  %30 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 9
  %31 = load i32, ptr %30, align 8
  %32 = icmp eq i32 %31, 0
  br i1 %32, label %102, label %33

33:                                               ; preds = %2
  %34 = lshr i32 %4, %5
  %35 = add i32 %34, 1
  %36 = and i32 %35, %34
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %38, label %102

38:                                               ; preds = %33
  %39 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 1
  %40 = load i32, ptr %39, align 4
  %41 = icmp eq i32 %40, 2
  %42 = icmp eq i32 %14, 0
  %43 = select i1 %41, i1 true, i1 %42
  br i1 %43, label %102, label %44

44:                                               ; preds = %38
  %45 = icmp eq i32 %4, 0
  br i1 %45, label %52, label %46

46:                                               ; preds = %44
  %47 = tail call i32 @llvm.umax.i32(i32 %6, i32 1)
  %48 = zext nneg i32 %47 to i64
  br label %65

49:                                               ; preds = %65
  %50 = icmp eq i64 %76, 0
  %51 = icmp eq i64 %78, 0
  br label %52

52:                                               ; preds = %49, %44
  %53 = phi i1 [ true, %44 ], [ %51, %49 ]
  %54 = phi i1 [ true, %44 ], [ %50, %49 ]
  %55 = load i32, ptr %1, align 8
  %56 = icmp eq i32 %55, 4
  br i1 %56, label %57, label %63

57:                                               ; preds = %52
  %58 = add i64 %29, -1099511627776
  %59 = icmp ult i64 %58, 4294967296
  br i1 %59, label %81, label %60

60:                                               ; preds = %57
  %61 = and i64 %29, -1103806595072
  %62 = icmp eq i64 %61, 2199023255552
  br i1 %62, label %158, label %81

63:                                               ; preds = %52
  %64 = icmp ult i32 %55, 2
  br i1 %64, label %81, label %158

65:                                               ; preds = %46, %65
  %66 = phi i64 [ 0, %46 ], [ %79, %65 ]
  %67 = phi i64 [ 0, %46 ], [ %76, %65 ]
  %68 = phi i64 [ 0, %46 ], [ %78, %65 ]
  %69 = getelementptr inbounds i64, ptr %28, i64 %66
  %70 = load i64, ptr %69, align 8
  %71 = trunc i64 %66 to i32
  %72 = mul i32 %8, %71
  %73 = zext i32 %72 to i64
  %74 = add i64 %29, %73
  %75 = sub i64 %70, %74
  %76 = or i64 %75, %67
  %77 = sub i64 %70, %29
  %78 = or i64 %77, %68
  %79 = add nuw nsw i64 %66, 1
  %80 = icmp eq i64 %79, %48
  br i1 %80, label %49, label %65

81:                                               ; preds = %60, %57, %63
  %82 = phi i32 [ %55, %63 ], [ 1, %57 ], [ 0, %60 ]
  %83 = phi i64 [ %29, %63 ], [ %58, %57 ], [ %29, %60 ]
  br i1 %54, label %84, label %89

84:                                               ; preds = %81
  %85 = mul i32 %15, %6
  %86 = add i32 %24, %5
  %87 = tail call i32 @llvm.cttz.i32(i32 %15, i1 true)
  %88 = tail call fastcc i32 @look_at_range(ptr noundef nonnull %0, i32 noundef %82, i64 noundef %83, i32 noundef %85, i32 noundef %40, i32 noundef %86, i32 noundef %87)
  br label %151

89:                                               ; preds = %81
  %90 = icmp eq i32 %40, 0
  %91 = and i1 %90, %53
  br i1 %91, label %92, label %96

92:                                               ; preds = %89
  %93 = add i32 %24, %5
  %94 = or i32 %93, 1024
  %95 = tail call fastcc i32 @look_at_range(ptr noundef nonnull %0, i32 noundef %82, i64 noundef %83, i32 noundef %15, i32 noundef 0, i32 noundef %94, i32 noundef 31)
  br label %151

96:                                               ; preds = %89
  %97 = icmp ult i32 %14, 2
  br i1 %97, label %98, label %100

98:                                               ; preds = %96
  %99 = tail call fastcc i32 @look_at_scattered(ptr noundef nonnull %0, ptr noundef nonnull %1, i32 noundef %82, i64 noundef %83, i32 noundef %24)
  br label %151

100:                                              ; preds = %96
  %101 = tail call fastcc i32 @look_at_lanes(ptr noundef nonnull %0, ptr noundef nonnull %1, i32 noundef %15, i32 noundef %24)
  br label %151

102:                                              ; preds = %38, %33, %2
  %103 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 1
  %104 = load i32, ptr %103, align 4
  %105 = icmp eq i32 %104, 2
  br i1 %105, label %106, label %117

106:                                              ; preds = %102
  %107 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 5
  %108 = load i32, ptr %107, align 4
  %109 = getelementptr inbounds %struct.kh_launch, ptr %9, i64 0, i32 26
  %110 = load ptr, ptr %109, align 8
  %111 = zext i32 %108 to i64
  %112 = getelementptr inbounds i32, ptr %110, i64 %111
  %113 = load i32, ptr %112, align 4
  %114 = and i32 %113, 8
  %115 = icmp eq i32 %114, 0
  %116 = select i1 %115, i32 3, i32 2
  br label %117

117:                                              ; preds = %106, %102
  %118 = phi i32 [ %104, %102 ], [ %116, %106 ]
  br label %119

119:                                              ; preds = %147, %117
  %120 = phi i64 [ 0, %117 ], [ %149, %147 ]
  %121 = phi i32 [ 0, %117 ], [ %148, %147 ]
  %122 = load i32, ptr %3, align 8
  %123 = trunc i64 %120 to i32
  %124 = shl nuw i32 1, %123
  %125 = and i32 %122, %124
  %126 = icmp eq i32 %125, 0
  br i1 %126, label %147, label %127

127:                                              ; preds = %119
  %128 = load ptr, ptr %25, align 8
  %129 = getelementptr inbounds i64, ptr %128, i64 %120
  %130 = load i64, ptr %129, align 8
  %131 = load i32, ptr %1, align 8
  %132 = icmp eq i32 %131, 4
  br i1 %132, label %133, label %139

133:                                              ; preds = %127
  %134 = add i64 %130, -1099511627776
  %135 = icmp ult i64 %134, 4294967296
  br i1 %135, label %141, label %136

136:                                              ; preds = %133
  %137 = and i64 %130, -1103806595072
  %138 = icmp eq i64 %137, 2199023255552
  br i1 %138, label %147, label %141

139:                                              ; preds = %127
  %140 = icmp ult i32 %131, 2
  br i1 %140, label %141, label %147

141:                                              ; preds = %139, %136, %133
  %142 = phi i32 [ %131, %139 ], [ 1, %133 ], [ 0, %136 ]
  %143 = phi i64 [ %130, %139 ], [ %134, %133 ], [ %130, %136 ]
  %144 = add i32 %24, %123
  %145 = tail call fastcc i32 @look_at_range(ptr noundef nonnull %0, i32 noundef %142, i64 noundef %143, i32 noundef %15, i32 noundef %118, i32 noundef %144, i32 noundef 31)
  %146 = or i32 %145, %121
  br label %147

147:                                              ; preds = %141, %139, %136, %119
  %148 = phi i32 [ %121, %119 ], [ %146, %141 ], [ %121, %139 ], [ %121, %136 ]
  %149 = add nuw nsw i64 %120, 1
  %150 = icmp eq i64 %149, 32
  br i1 %150, label %151, label %119

151:                                              ; preds = %147, %84, %92, %100, %98
  %152 = phi i32 [ %88, %84 ], [ %95, %92 ], [ %101, %100 ], [ %99, %98 ], [ %148, %147 ]
  %153 = icmp eq i32 %152, 0
  br i1 %153, label %158, label %154

154:                                              ; preds = %151
  %155 = load ptr, ptr %0, align 8
  %156 = getelementptr inbounds %struct.kh_launch, ptr %155, i64 0, i32 22
  %157 = atomicrmw or ptr %156, i32 1 monotonic, align 4
  br label %158

158:                                              ; preds = %60, %63, %151, %154
  ret void
}

; Function Attrs: nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_quick_block(ptr nocapture noundef readonly %0) #2 {
  %2 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %3 = load ptr, ptr %2, align 8
  %4 = load ptr, ptr %0, align 8
  %5 = getelementptr inbounds %struct.kh_launch, ptr %4, i64 0, i32 27
  %6 = load ptr, ptr %5, align 8
  %7 = load i32, ptr %3, align 4
  %8 = icmp slt i32 %7, 1
  br i1 %8, label %9, label %39

9:                                                ; preds = %1
  %10 = getelementptr inbounds %struct.kh_races, ptr %6, i64 0, i32 3
  %11 = atomicrmw add ptr %10, i32 1 monotonic, align 4
  %12 = add i32 %11, 1
  %13 = getelementptr inbounds %struct.kh_quick, ptr %3, i64 0, i32 3
  store i32 %12, ptr %13, align 4
  %14 = icmp ugt i32 %12, 126
  br i1 %14, label %15, label %19

15:                                               ; preds = %9
  store i32 126, ptr %13, align 4
  %16 = load ptr, ptr %0, align 8
  %17 = getelementptr inbounds %struct.kh_launch, ptr %16, i64 0, i32 22
  %18 = atomicrmw or ptr %17, i32 1 monotonic, align 4
  br label %19

19:                                               ; preds = %9, %15
  %20 = load ptr, ptr %0, align 8
  %21 = getelementptr inbounds %struct.kh_launch, ptr %20, i64 0, i32 11
  %22 = load i32, ptr %21, align 4
  %23 = getelementptr inbounds %struct.kh_races, ptr %6, i64 0, i32 2
  %24 = load i32, ptr %23, align 8
  %25 = lshr i32 %22, %24
  %26 = add i32 %25, 1
  %27 = getelementptr inbounds %struct.kh_quick, ptr %3, i64 0, i32 4
  store i32 %26, ptr %27, align 4
  %28 = getelementptr inbounds %struct.kh_quick, ptr %3, i64 1
  %29 = zext i32 %26 to i64
  %30 = shl nuw nsw i64 %29, 3
  tail call void @llvm.memset.p0.i64(ptr nonnull align 4 %28, i8 0, i64 %30, i1 false)
  store i32 0, ptr %3, align 4
  %31 = load ptr, ptr %2, align 8
  %32 = load i32, ptr %31, align 4
  %33 = icmp ugt i32 %32, -8193
  br i1 %33, label %34, label %39

34:                                               ; preds = %19
  %35 = load ptr, ptr %0, align 8
  %36 = getelementptr inbounds %struct.kh_launch, ptr %35, i64 0, i32 22
  %37 = atomicrmw or ptr %36, i32 1 monotonic, align 4
  %38 = load i32, ptr %31, align 4
  br label %43

39:                                               ; preds = %1, %19
  %40 = phi ptr [ %31, %19 ], [ %3, %1 ]
  %41 = phi i32 [ %32, %19 ], [ %7, %1 ]
  %42 = add nuw i32 %41, 4096
  store i32 %42, ptr %40, align 4
  br label %43

43:                                               ; preds = %34, %39
  %44 = phi i32 [ %42, %39 ], [ %38, %34 ]
  %45 = getelementptr inbounds %struct.kh_quick, ptr %3, i64 0, i32 2
  store i32 %44, ptr %45, align 4
  %46 = getelementptr inbounds %struct.kh_quick, ptr %3, i64 0, i32 1
  store i32 %44, ptr %46, align 4
  %47 = load ptr, ptr %0, align 8
  %48 = getelementptr inbounds %struct.kh_launch, ptr %47, i64 0, i32 9
  %49 = load i32, ptr %48, align 4
  %50 = icmp eq i32 %49, 0
  br i1 %50, label %51, label %52

51:                                               ; preds = %52, %43
  ret void

52:                                               ; preds = %43, %52
  %53 = phi i64 [ %55, %52 ], [ 0, %43 ]
  %54 = getelementptr inbounds %struct.kh_quick, ptr %3, i64 0, i32 5, i64 %53
  store i32 %44, ptr %54, align 4
  %55 = add nuw nsw i64 %53, 1
  %56 = load ptr, ptr %0, align 8
  %57 = getelementptr inbounds %struct.kh_launch, ptr %56, i64 0, i32 9
  %58 = load i32, ptr %57, align 4
  %59 = zext i32 %58 to i64
  %60 = icmp ult i64 %55, %59
  br i1 %60, label %52, label %51
}

; Function Attrs: nounwind uwtable
define void @kh_closer_block(ptr nocapture noundef readonly %0) #4 {
  %2 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %3 = load ptr, ptr %2, align 8
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  %6 = load ptr, ptr %0, align 8
  br i1 %5, label %7, label %54

7:                                                ; preds = %1
  %8 = getelementptr inbounds %struct.kh_launch, ptr %6, i64 0, i32 27
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds %struct.kh_races, ptr %9, i64 0, i32 7
  %11 = load i32, ptr %10, align 8
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %13, label %54

13:                                               ; preds = %7
  %14 = tail call dereferenceable_or_null(504) ptr @calloc(i64 noundef 1, i64 noundef 504) #27
  store ptr %14, ptr %3, align 8
  %15 = icmp eq ptr %14, null
  %16 = load ptr, ptr %0, align 8
  br i1 %15, label %17, label %19

17:                                               ; preds = %13
  %18 = getelementptr inbounds %struct.kh_launch, ptr %16, i64 0, i32 27
  br label %49

19:                                               ; preds = %13
  %20 = getelementptr inbounds %struct.kh_launch, ptr %16, i64 0, i32 9
  %21 = load i32, ptr %20, align 4
  %22 = shl i32 %21, 5
  %23 = getelementptr inbounds %struct.kh_closer, ptr %14, i64 0, i32 4
  store i32 %22, ptr %23, align 4
  %24 = getelementptr inbounds %struct.kh_launch, ptr %16, i64 0, i32 11
  %25 = load i32, ptr %24, align 4
  %26 = getelementptr inbounds %struct.kh_launch, ptr %16, i64 0, i32 27
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds %struct.kh_races, ptr %27, i64 0, i32 2
  %29 = load i32, ptr %28, align 8
  %30 = lshr i32 %25, %29
  %31 = add i32 %30, 1
  %32 = getelementptr inbounds %struct.kh_closer, ptr %14, i64 0, i32 5
  store i32 %31, ptr %32, align 8
  %33 = zext i32 %22 to i64
  %34 = tail call ptr @calloc(i64 noundef %33, i64 noundef 832) #27
  %35 = getelementptr inbounds %struct.kh_closer, ptr %14, i64 0, i32 6
  store ptr %34, ptr %35, align 8
  %36 = zext i32 %31 to i64
  %37 = tail call ptr @calloc(i64 noundef %36, i64 noundef 32) #27
  %38 = getelementptr inbounds %struct.kh_closer, ptr %14, i64 0, i32 11
  store ptr %37, ptr %38, align 8
  %39 = load ptr, ptr %26, align 8
  %40 = load i64, ptr %39, align 8
  %41 = add i64 %40, 1
  %42 = tail call ptr @calloc(i64 noundef %41, i64 noundef 32) #27
  %43 = getelementptr inbounds %struct.kh_closer, ptr %14, i64 0, i32 12
  store ptr %42, ptr %43, align 8
  %44 = icmp eq ptr %34, null
  br i1 %44, label %49, label %45

45:                                               ; preds = %19
  %46 = icmp eq ptr %37, null
  %47 = icmp eq ptr %42, null
  %48 = or i1 %46, %47
  br i1 %48, label %49, label %54

49:                                               ; preds = %45, %19, %17
  %50 = phi ptr [ %18, %17 ], [ %26, %45 ], [ %26, %19 ]
  %51 = load ptr, ptr %50, align 8
  %52 = getelementptr inbounds %struct.kh_races, ptr %51, i64 0, i32 7
  store i32 1, ptr %52, align 8
  %53 = load ptr, ptr %0, align 8
  br label %54

54:                                               ; preds = %49, %45, %7, %1
  %55 = phi ptr [ %53, %49 ], [ %16, %45 ], [ %6, %7 ], [ %6, %1 ]
  %56 = getelementptr inbounds %struct.kh_launch, ptr %55, i64 0, i32 27
  %57 = load ptr, ptr %56, align 8
  %58 = getelementptr inbounds %struct.kh_races, ptr %57, i64 0, i32 7
  %59 = load i32, ptr %58, align 8
  %60 = icmp eq i32 %59, 0
  br i1 %60, label %61, label %264

61:                                               ; preds = %54
  %62 = load ptr, ptr %2, align 8
  %63 = load ptr, ptr %62, align 8
  %64 = getelementptr inbounds %struct.kh_closer, ptr %63, i64 0, i32 4
  %65 = load i32, ptr %64, align 4
  %66 = icmp eq i32 %65, 0
  br i1 %66, label %67, label %68

67:                                               ; preds = %126, %61
  br label %168

68:                                               ; preds = %61
  %69 = getelementptr inbounds %struct.kh_closer, ptr %63, i64 0, i32 6
  br label %70

70:                                               ; preds = %68, %126
  %71 = phi i64 [ 0, %68 ], [ %127, %126 ]
  %72 = load ptr, ptr %69, align 8
  %73 = getelementptr inbounds %struct.kh_thread, ptr %72, i64 %71
  %74 = getelementptr inbounds %struct.kh_thread, ptr %72, i64 %71, i32 1
  %75 = load ptr, ptr %74, align 8
  %76 = icmp eq ptr %75, null
  br i1 %76, label %99, label %77

77:                                               ; preds = %70
  %78 = getelementptr inbounds %struct.kh_clock, ptr %75, i64 0, i32 2
  %79 = load i32, ptr %78, align 8
  %80 = add i32 %79, -1
  store i32 %80, ptr %78, align 8
  %81 = icmp eq i32 %80, 0
  br i1 %81, label %82, label %99

82:                                               ; preds = %77
  %83 = load ptr, ptr %75, align 8
  %84 = icmp eq ptr %83, null
  %85 = getelementptr inbounds %struct.kh_clock, ptr %75, i64 0, i32 1
  %86 = load ptr, ptr %85, align 8
  br i1 %84, label %89, label %87

87:                                               ; preds = %82
  %88 = getelementptr inbounds %struct.kh_clock, ptr %83, i64 0, i32 1
  br label %93

89:                                               ; preds = %82
  %90 = load ptr, ptr %2, align 8
  %91 = load ptr, ptr %90, align 8
  %92 = getelementptr inbounds %struct.kh_closer, ptr %91, i64 0, i32 20
  br label %93

93:                                               ; preds = %89, %87
  %94 = phi ptr [ %92, %89 ], [ %88, %87 ]
  store ptr %86, ptr %94, align 8
  %95 = icmp eq ptr %86, null
  br i1 %95, label %98, label %96

96:                                               ; preds = %93
  %97 = load ptr, ptr %75, align 8
  store ptr %97, ptr %86, align 8
  br label %98

98:                                               ; preds = %96, %93
  tail call void @free(ptr noundef nonnull %75)
  br label %99

99:                                               ; preds = %70, %77, %98
  store ptr null, ptr %74, align 8
  %100 = getelementptr inbounds %struct.kh_thread, ptr %72, i64 %71, i32 2
  %101 = load ptr, ptr %100, align 8
  %102 = icmp eq ptr %101, null
  br i1 %102, label %125, label %103

103:                                              ; preds = %99
  %104 = getelementptr inbounds %struct.kh_clock, ptr %101, i64 0, i32 2
  %105 = load i32, ptr %104, align 8
  %106 = add i32 %105, -1
  store i32 %106, ptr %104, align 8
  %107 = icmp eq i32 %106, 0
  br i1 %107, label %108, label %125

108:                                              ; preds = %103
  %109 = load ptr, ptr %101, align 8
  %110 = icmp eq ptr %109, null
  %111 = getelementptr inbounds %struct.kh_clock, ptr %101, i64 0, i32 1
  %112 = load ptr, ptr %111, align 8
  br i1 %110, label %115, label %113

113:                                              ; preds = %108
  %114 = getelementptr inbounds %struct.kh_clock, ptr %109, i64 0, i32 1
  br label %119

115:                                              ; preds = %108
  %116 = load ptr, ptr %2, align 8
  %117 = load ptr, ptr %116, align 8
  %118 = getelementptr inbounds %struct.kh_closer, ptr %117, i64 0, i32 20
  br label %119

119:                                              ; preds = %115, %113
  %120 = phi ptr [ %118, %115 ], [ %114, %113 ]
  store ptr %112, ptr %120, align 8
  %121 = icmp eq ptr %112, null
  br i1 %121, label %124, label %122

122:                                              ; preds = %119
  %123 = load ptr, ptr %101, align 8
  store ptr %123, ptr %112, align 8
  br label %124

124:                                              ; preds = %122, %119
  tail call void @free(ptr noundef nonnull %101)
  br label %125

125:                                              ; preds = %99, %103, %124
  store ptr null, ptr %100, align 8
  br label %131

126:                                              ; preds = %159
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(832) %73, i8 0, i64 832, i1 false)
  %127 = add nuw nsw i64 %71, 1
  %128 = load i32, ptr %64, align 4
  %129 = zext i32 %128 to i64
  %130 = icmp ult i64 %127, %129
  br i1 %130, label %70, label %67

131:                                              ; preds = %125, %159
  %132 = phi i1 [ true, %125 ], [ false, %159 ]
  %133 = phi i64 [ 0, %125 ], [ 1, %159 ]
  %134 = getelementptr inbounds %struct.kh_thread, ptr %72, i64 %71, i32 3, i64 %133, i32 3
  %135 = load ptr, ptr %134, align 8
  %136 = icmp eq ptr %135, null
  br i1 %136, label %159, label %137

137:                                              ; preds = %131
  %138 = getelementptr inbounds %struct.kh_clock, ptr %135, i64 0, i32 2
  %139 = load i32, ptr %138, align 8
  %140 = add i32 %139, -1
  store i32 %140, ptr %138, align 8
  %141 = icmp eq i32 %140, 0
  br i1 %141, label %142, label %159

142:                                              ; preds = %137
  %143 = load ptr, ptr %135, align 8
  %144 = icmp eq ptr %143, null
  %145 = getelementptr inbounds %struct.kh_clock, ptr %135, i64 0, i32 1
  %146 = load ptr, ptr %145, align 8
  br i1 %144, label %149, label %147

147:                                              ; preds = %142
  %148 = getelementptr inbounds %struct.kh_clock, ptr %143, i64 0, i32 1
  br label %153

149:                                              ; preds = %142
  %150 = load ptr, ptr %2, align 8
  %151 = load ptr, ptr %150, align 8
  %152 = getelementptr inbounds %struct.kh_closer, ptr %151, i64 0, i32 20
  br label %153

153:                                              ; preds = %149, %147
  %154 = phi ptr [ %152, %149 ], [ %148, %147 ]
  store ptr %146, ptr %154, align 8
  %155 = icmp eq ptr %146, null
  br i1 %155, label %158, label %156

156:                                              ; preds = %153
  %157 = load ptr, ptr %135, align 8
  store ptr %157, ptr %146, align 8
  br label %158

158:                                              ; preds = %156, %153
  tail call void @free(ptr noundef nonnull %135)
  br label %159

159:                                              ; preds = %131, %137, %158
  store ptr null, ptr %134, align 8
  br i1 %132, label %131, label %126

160:                                              ; preds = %221
  %161 = getelementptr inbounds %struct.kh_closer, ptr %63, i64 0, i32 5
  %162 = load i32, ptr %161, align 8
  %163 = icmp eq i32 %162, 0
  br i1 %163, label %227, label %164

164:                                              ; preds = %160
  %165 = getelementptr inbounds %struct.kh_closer, ptr %63, i64 0, i32 11
  %166 = getelementptr inbounds %struct.kh_closer, ptr %63, i64 0, i32 13
  %167 = getelementptr inbounds %struct.kh_closer, ptr %63, i64 0, i32 16
  br label %239

168:                                              ; preds = %67, %221
  %169 = phi i64 [ %222, %221 ], [ 0, %67 ]
  %170 = getelementptr inbounds %struct.kh_closer, ptr %63, i64 0, i32 7, i64 %169
  %171 = load ptr, ptr %170, align 8
  %172 = icmp eq ptr %171, null
  br i1 %172, label %195, label %173

173:                                              ; preds = %168
  %174 = getelementptr inbounds %struct.kh_clock, ptr %171, i64 0, i32 2
  %175 = load i32, ptr %174, align 8
  %176 = add i32 %175, -1
  store i32 %176, ptr %174, align 8
  %177 = icmp eq i32 %176, 0
  br i1 %177, label %178, label %195

178:                                              ; preds = %173
  %179 = load ptr, ptr %171, align 8
  %180 = icmp eq ptr %179, null
  %181 = getelementptr inbounds %struct.kh_clock, ptr %171, i64 0, i32 1
  %182 = load ptr, ptr %181, align 8
  br i1 %180, label %185, label %183

183:                                              ; preds = %178
  %184 = getelementptr inbounds %struct.kh_clock, ptr %179, i64 0, i32 1
  br label %189

185:                                              ; preds = %178
  %186 = load ptr, ptr %2, align 8
  %187 = load ptr, ptr %186, align 8
  %188 = getelementptr inbounds %struct.kh_closer, ptr %187, i64 0, i32 20
  br label %189

189:                                              ; preds = %185, %183
  %190 = phi ptr [ %188, %185 ], [ %184, %183 ]
  store ptr %182, ptr %190, align 8
  %191 = icmp eq ptr %182, null
  br i1 %191, label %194, label %192

192:                                              ; preds = %189
  %193 = load ptr, ptr %171, align 8
  store ptr %193, ptr %182, align 8
  br label %194

194:                                              ; preds = %192, %189
  tail call void @free(ptr noundef nonnull %171)
  br label %195

195:                                              ; preds = %168, %173, %194
  store ptr null, ptr %170, align 8
  %196 = getelementptr inbounds %struct.kh_closer, ptr %63, i64 0, i32 8, i64 %169
  %197 = load ptr, ptr %196, align 8
  %198 = icmp eq ptr %197, null
  br i1 %198, label %221, label %199

199:                                              ; preds = %195
  %200 = getelementptr inbounds %struct.kh_clock, ptr %197, i64 0, i32 2
  %201 = load i32, ptr %200, align 8
  %202 = add i32 %201, -1
  store i32 %202, ptr %200, align 8
  %203 = icmp eq i32 %202, 0
  br i1 %203, label %204, label %221

204:                                              ; preds = %199
  %205 = load ptr, ptr %197, align 8
  %206 = icmp eq ptr %205, null
  %207 = getelementptr inbounds %struct.kh_clock, ptr %197, i64 0, i32 1
  %208 = load ptr, ptr %207, align 8
  br i1 %206, label %211, label %209

209:                                              ; preds = %204
  %210 = getelementptr inbounds %struct.kh_clock, ptr %205, i64 0, i32 1
  br label %215

211:                                              ; preds = %204
  %212 = load ptr, ptr %2, align 8
  %213 = load ptr, ptr %212, align 8
  %214 = getelementptr inbounds %struct.kh_closer, ptr %213, i64 0, i32 20
  br label %215

215:                                              ; preds = %211, %209
  %216 = phi ptr [ %214, %211 ], [ %210, %209 ]
  store ptr %208, ptr %216, align 8
  %217 = icmp eq ptr %208, null
  br i1 %217, label %220, label %218

218:                                              ; preds = %215
  %219 = load ptr, ptr %197, align 8
  store ptr %219, ptr %208, align 8
  br label %220

220:                                              ; preds = %218, %215
  tail call void @free(ptr noundef nonnull %197)
  br label %221

221:                                              ; preds = %195, %199, %220
  store ptr null, ptr %196, align 8
  %222 = add nuw nsw i64 %169, 1
  %223 = icmp eq i64 %222, 16
  br i1 %223, label %160, label %168

224:                                              ; preds = %259
  %225 = zext i32 %260 to i64
  %226 = shl nuw nsw i64 %225, 5
  br label %227

227:                                              ; preds = %160, %224
  %228 = phi i64 [ %226, %224 ], [ 0, %160 ]
  %229 = getelementptr inbounds %struct.kh_closer, ptr %63, i64 0, i32 11
  %230 = load ptr, ptr %229, align 8
  tail call void @llvm.memset.p0.i64(ptr align 8 %230, i8 0, i64 %228, i1 false)
  %231 = getelementptr inbounds %struct.kh_closer, ptr %63, i64 0, i32 9
  %232 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(132) %231, i8 0, i64 132, i1 false)
  %233 = load i32, ptr %232, align 4
  %234 = getelementptr inbounds %struct.kh_closer, ptr %63, i64 0, i32 3
  store i32 %233, ptr %234, align 8
  %235 = load i64, ptr %63, align 8
  %236 = add i64 %235, 1
  store i64 %236, ptr %63, align 8
  %237 = getelementptr inbounds %struct.kh_closer, ptr %63, i64 0, i32 1
  store i64 %236, ptr %237, align 8
  %238 = getelementptr inbounds %struct.kh_closer, ptr %63, i64 0, i32 2
  store i64 %236, ptr %238, align 8
  br label %264

239:                                              ; preds = %164, %259
  %240 = phi i32 [ %162, %164 ], [ %260, %259 ]
  %241 = phi i64 [ 0, %164 ], [ %261, %259 ]
  %242 = load ptr, ptr %165, align 8
  %243 = getelementptr inbounds %struct.kh_cell, ptr %242, i64 %241, i32 5
  %244 = load i32, ptr %243, align 4
  %245 = icmp eq i32 %244, 0
  br i1 %245, label %259, label %246

246:                                              ; preds = %239, %246
  %247 = phi i32 [ %255, %246 ], [ %244, %239 ]
  %248 = load ptr, ptr %166, align 8
  %249 = zext i32 %247 to i64
  %250 = getelementptr inbounds %struct.kh_act, ptr %248, i64 %249, i32 4
  %251 = load i32, ptr %250, align 4
  store i32 %251, ptr %243, align 4
  %252 = load i32, ptr %167, align 8
  %253 = load ptr, ptr %166, align 8
  %254 = getelementptr inbounds %struct.kh_act, ptr %253, i64 %249, i32 4
  store i32 %252, ptr %254, align 4
  store i32 %247, ptr %167, align 8
  %255 = load i32, ptr %243, align 4
  %256 = icmp eq i32 %255, 0
  br i1 %256, label %257, label %246

257:                                              ; preds = %246
  %258 = load i32, ptr %161, align 8
  br label %259

259:                                              ; preds = %257, %239
  %260 = phi i32 [ %258, %257 ], [ %240, %239 ]
  %261 = add nuw nsw i64 %241, 1
  %262 = zext i32 %260 to i64
  %263 = icmp ult i64 %261, %262
  br i1 %263, label %239, label %224

264:                                              ; preds = %54, %227
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_closer_barrier(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2) #4 {
  %4 = load ptr, ptr %0, align 8
  %5 = getelementptr inbounds %struct.kh_launch, ptr %4, i64 0, i32 27
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds %struct.kh_races, ptr %6, i64 0, i32 7
  %8 = load i32, ptr %7, align 8
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %10, label %364

10:                                               ; preds = %3
  %11 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %12 = load ptr, ptr %11, align 8
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq i32 %2, 0
  br i1 %14, label %284, label %15

15:                                               ; preds = %10
  %16 = zext i32 %1 to i64
  %17 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 18, i64 %16, i32 1
  %18 = load i32, ptr %17, align 4
  %19 = icmp eq i32 %18, 0
  %20 = getelementptr inbounds %struct.kh_launch, ptr %4, i64 0, i32 9
  %21 = load i32, ptr %20, align 4
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %23, label %26

23:                                               ; preds = %15
  %24 = load i64, ptr %13, align 8
  %25 = add i64 %24, 1
  store i64 %25, ptr %13, align 8
  br label %53

26:                                               ; preds = %15
  %27 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 1
  %28 = load ptr, ptr %27, align 8
  %29 = zext i32 %21 to i64
  br label %30

30:                                               ; preds = %45, %26
  %31 = phi i64 [ 0, %26 ], [ %46, %45 ]
  %32 = phi i1 [ false, %26 ], [ %47, %45 ]
  %33 = getelementptr inbounds %struct.kh_warp, ptr %28, i64 %31, i32 25
  %34 = load i32, ptr %33, align 8
  %35 = icmp ne i32 %34, 0
  %36 = select i1 %35, i1 %19, i1 false
  br i1 %36, label %45, label %37

37:                                               ; preds = %30
  %38 = getelementptr inbounds %struct.kh_warp, ptr %28, i64 %31, i32 26
  %39 = load i32, ptr %38, align 4
  %40 = icmp eq i32 %39, 0
  br i1 %40, label %49, label %41

41:                                               ; preds = %37
  %42 = getelementptr inbounds %struct.kh_warp, ptr %28, i64 %31, i32 18
  %43 = load i32, ptr %42, align 4
  %44 = icmp eq i32 %43, %1
  br i1 %44, label %45, label %49

45:                                               ; preds = %41, %30
  %46 = add nuw nsw i64 %31, 1
  %47 = icmp uge i64 %46, %29
  %48 = icmp eq i64 %46, %29
  br i1 %48, label %49, label %30

49:                                               ; preds = %45, %41, %37
  %50 = phi i1 [ %47, %45 ], [ %32, %37 ], [ %32, %41 ]
  %51 = load i64, ptr %13, align 8
  %52 = add i64 %51, 1
  store i64 %52, ptr %13, align 8
  br i1 %50, label %53, label %153

53:                                               ; preds = %49, %23
  %54 = phi i64 [ %25, %23 ], [ %52, %49 ]
  %55 = getelementptr inbounds %struct.kh_closer, ptr %13, i64 0, i32 1
  store i64 %54, ptr %55, align 8
  %56 = getelementptr inbounds %struct.kh_closer, ptr %13, i64 0, i32 10
  store i32 0, ptr %56, align 8
  %57 = getelementptr inbounds %struct.kh_closer, ptr %13, i64 0, i32 7, i64 %16
  %58 = load ptr, ptr %11, align 8
  %59 = load ptr, ptr %58, align 8
  %60 = load ptr, ptr %57, align 8
  %61 = icmp eq ptr %60, null
  br i1 %61, label %153, label %62

62:                                               ; preds = %53
  %63 = getelementptr inbounds %struct.kh_clock, ptr %60, i64 0, i32 3
  %64 = load i32, ptr %63, align 4
  %65 = icmp eq i32 %64, 0
  br i1 %65, label %153, label %66

66:                                               ; preds = %62
  %67 = getelementptr inbounds %struct.kh_closer, ptr %59, i64 0, i32 3
  %68 = load i32, ptr %67, align 8
  %69 = zext i32 %68 to i64
  %70 = zext i32 %64 to i64
  br label %73

71:                                               ; preds = %73
  %72 = icmp eq i32 %81, 0
  br i1 %72, label %153, label %84

73:                                               ; preds = %73, %66
  %74 = phi i64 [ 0, %66 ], [ %82, %73 ]
  %75 = phi i32 [ 0, %66 ], [ %81, %73 ]
  %76 = getelementptr inbounds %struct.kh_clock, ptr %60, i64 0, i32 4, i64 %74
  %77 = load i64, ptr %76, align 8
  %78 = lshr i64 %77, 32
  %79 = icmp eq i64 %78, %69
  %80 = zext i1 %79 to i32
  %81 = add i32 %75, %80
  %82 = add nuw nsw i64 %74, 1
  %83 = icmp eq i64 %82, %70
  br i1 %83, label %71, label %73

84:                                               ; preds = %71
  %85 = icmp eq i32 %81, %64
  br i1 %85, label %110, label %86

86:                                               ; preds = %84
  %87 = sub i32 %64, %81
  %88 = zext i32 %87 to i64
  %89 = shl nuw nsw i64 %88, 4
  %90 = add nuw nsw i64 %89, 24
  %91 = tail call ptr @malloc(i64 noundef %90) #26
  %92 = icmp eq ptr %91, null
  br i1 %92, label %93, label %98

93:                                               ; preds = %86
  %94 = load ptr, ptr %0, align 8
  %95 = getelementptr inbounds %struct.kh_launch, ptr %94, i64 0, i32 27
  %96 = load ptr, ptr %95, align 8
  %97 = getelementptr inbounds %struct.kh_races, ptr %96, i64 0, i32 7
  store i32 1, ptr %97, align 8
  br label %110

98:                                               ; preds = %86
  %99 = getelementptr inbounds %struct.kh_clock, ptr %91, i64 0, i32 2
  store i32 1, ptr %99, align 8
  %100 = getelementptr inbounds %struct.kh_clock, ptr %91, i64 0, i32 3
  store i32 0, ptr %100, align 4
  store ptr null, ptr %91, align 8
  %101 = getelementptr inbounds %struct.kh_closer, ptr %59, i64 0, i32 20
  %102 = load ptr, ptr %101, align 8
  %103 = getelementptr inbounds %struct.kh_clock, ptr %91, i64 0, i32 1
  store ptr %102, ptr %103, align 8
  %104 = icmp eq ptr %102, null
  br i1 %104, label %106, label %105

105:                                              ; preds = %98
  store ptr %91, ptr %102, align 8
  br label %106

106:                                              ; preds = %105, %98
  store ptr %91, ptr %101, align 8
  %107 = load i32, ptr %63, align 4
  %108 = zext i32 %107 to i64
  %109 = icmp eq i32 %107, 0
  br i1 %109, label %110, label %137

110:                                              ; preds = %150, %106, %93, %84
  %111 = phi ptr [ null, %84 ], [ null, %93 ], [ %91, %106 ], [ %91, %150 ]
  %112 = load ptr, ptr %57, align 8
  %113 = icmp eq ptr %112, null
  br i1 %113, label %136, label %114

114:                                              ; preds = %110
  %115 = getelementptr inbounds %struct.kh_clock, ptr %112, i64 0, i32 2
  %116 = load i32, ptr %115, align 8
  %117 = add i32 %116, -1
  store i32 %117, ptr %115, align 8
  %118 = icmp eq i32 %117, 0
  br i1 %118, label %119, label %136

119:                                              ; preds = %114
  %120 = load ptr, ptr %112, align 8
  %121 = icmp eq ptr %120, null
  %122 = getelementptr inbounds %struct.kh_clock, ptr %112, i64 0, i32 1
  %123 = load ptr, ptr %122, align 8
  br i1 %121, label %126, label %124

124:                                              ; preds = %119
  %125 = getelementptr inbounds %struct.kh_clock, ptr %120, i64 0, i32 1
  br label %130

126:                                              ; preds = %119
  %127 = load ptr, ptr %11, align 8
  %128 = load ptr, ptr %127, align 8
  %129 = getelementptr inbounds %struct.kh_closer, ptr %128, i64 0, i32 20
  br label %130

130:                                              ; preds = %126, %124
  %131 = phi ptr [ %129, %126 ], [ %125, %124 ]
  store ptr %123, ptr %131, align 8
  %132 = icmp eq ptr %123, null
  br i1 %132, label %135, label %133

133:                                              ; preds = %130
  %134 = load ptr, ptr %112, align 8
  store ptr %134, ptr %123, align 8
  br label %135

135:                                              ; preds = %133, %130
  tail call void @free(ptr noundef nonnull %112)
  br label %136

136:                                              ; preds = %135, %114, %110
  store ptr %111, ptr %57, align 8
  br label %153

137:                                              ; preds = %106, %150
  %138 = phi i64 [ %151, %150 ], [ 0, %106 ]
  %139 = getelementptr inbounds %struct.kh_clock, ptr %60, i64 0, i32 4, i64 %138
  %140 = load i64, ptr %139, align 8
  %141 = lshr i64 %140, 32
  %142 = load i32, ptr %67, align 8
  %143 = zext i32 %142 to i64
  %144 = icmp eq i64 %141, %143
  br i1 %144, label %150, label %145

145:                                              ; preds = %137
  %146 = load i32, ptr %100, align 4
  %147 = add i32 %146, 1
  store i32 %147, ptr %100, align 4
  %148 = zext i32 %146 to i64
  %149 = getelementptr inbounds %struct.kh_clock, ptr %91, i64 0, i32 4, i64 %148
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %149, ptr noundef nonnull align 8 dereferenceable(16) %139, i64 16, i1 false)
  br label %150

150:                                              ; preds = %145, %137
  %151 = add nuw nsw i64 %138, 1
  %152 = icmp eq i64 %151, %108
  br i1 %152, label %110, label %137

153:                                              ; preds = %136, %71, %62, %53, %49
  %154 = phi i1 [ true, %49 ], [ false, %53 ], [ false, %62 ], [ false, %71 ], [ false, %136 ]
  %155 = load ptr, ptr %0, align 8
  %156 = getelementptr inbounds %struct.kh_launch, ptr %155, i64 0, i32 9
  %157 = load i32, ptr %156, align 4
  %158 = icmp eq i32 %157, 0
  br i1 %158, label %164, label %159

159:                                              ; preds = %153
  %160 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 1
  %161 = getelementptr inbounds %struct.kh_closer, ptr %13, i64 0, i32 6
  %162 = getelementptr inbounds %struct.kh_closer, ptr %13, i64 0, i32 7, i64 %16
  %163 = getelementptr inbounds %struct.kh_closer, ptr %13, i64 0, i32 8, i64 %16
  br label %216

164:                                              ; preds = %276, %153
  %165 = getelementptr inbounds %struct.kh_closer, ptr %13, i64 0, i32 7, i64 %16
  %166 = load ptr, ptr %165, align 8
  %167 = icmp eq ptr %166, null
  br i1 %167, label %190, label %168

168:                                              ; preds = %164
  %169 = getelementptr inbounds %struct.kh_clock, ptr %166, i64 0, i32 2
  %170 = load i32, ptr %169, align 8
  %171 = add i32 %170, -1
  store i32 %171, ptr %169, align 8
  %172 = icmp eq i32 %171, 0
  br i1 %172, label %173, label %190

173:                                              ; preds = %168
  %174 = load ptr, ptr %166, align 8
  %175 = icmp eq ptr %174, null
  %176 = getelementptr inbounds %struct.kh_clock, ptr %166, i64 0, i32 1
  %177 = load ptr, ptr %176, align 8
  br i1 %175, label %180, label %178

178:                                              ; preds = %173
  %179 = getelementptr inbounds %struct.kh_clock, ptr %174, i64 0, i32 1
  br label %184

180:                                              ; preds = %173
  %181 = load ptr, ptr %11, align 8
  %182 = load ptr, ptr %181, align 8
  %183 = getelementptr inbounds %struct.kh_closer, ptr %182, i64 0, i32 20
  br label %184

184:                                              ; preds = %180, %178
  %185 = phi ptr [ %183, %180 ], [ %179, %178 ]
  store ptr %177, ptr %185, align 8
  %186 = icmp eq ptr %177, null
  br i1 %186, label %189, label %187

187:                                              ; preds = %184
  %188 = load ptr, ptr %166, align 8
  store ptr %188, ptr %177, align 8
  br label %189

189:                                              ; preds = %187, %184
  tail call void @free(ptr noundef nonnull %166)
  br label %190

190:                                              ; preds = %189, %168, %164
  store ptr null, ptr %165, align 8
  %191 = getelementptr inbounds %struct.kh_closer, ptr %13, i64 0, i32 8, i64 %16
  %192 = load ptr, ptr %191, align 8
  %193 = icmp eq ptr %192, null
  br i1 %193, label %283, label %194

194:                                              ; preds = %190
  %195 = getelementptr inbounds %struct.kh_clock, ptr %192, i64 0, i32 2
  %196 = load i32, ptr %195, align 8
  %197 = add i32 %196, -1
  store i32 %197, ptr %195, align 8
  %198 = icmp eq i32 %197, 0
  br i1 %198, label %199, label %283

199:                                              ; preds = %194
  %200 = load ptr, ptr %192, align 8
  %201 = icmp eq ptr %200, null
  %202 = getelementptr inbounds %struct.kh_clock, ptr %192, i64 0, i32 1
  %203 = load ptr, ptr %202, align 8
  br i1 %201, label %206, label %204

204:                                              ; preds = %199
  %205 = getelementptr inbounds %struct.kh_clock, ptr %200, i64 0, i32 1
  br label %210

206:                                              ; preds = %199
  %207 = load ptr, ptr %11, align 8
  %208 = load ptr, ptr %207, align 8
  %209 = getelementptr inbounds %struct.kh_closer, ptr %208, i64 0, i32 20
  br label %210

210:                                              ; preds = %206, %204
  %211 = phi ptr [ %209, %206 ], [ %205, %204 ]
  store ptr %203, ptr %211, align 8
  %212 = icmp eq ptr %203, null
  br i1 %212, label %215, label %213

213:                                              ; preds = %210
  %214 = load ptr, ptr %192, align 8
  store ptr %214, ptr %203, align 8
  br label %215

215:                                              ; preds = %213, %210
  tail call void @free(ptr noundef nonnull %192)
  br label %283

216:                                              ; preds = %276, %159
  %217 = phi ptr [ %155, %159 ], [ %277, %276 ]
  %218 = phi i64 [ 0, %159 ], [ %278, %276 ]
  %219 = load ptr, ptr %160, align 8
  %220 = getelementptr inbounds %struct.kh_warp, ptr %219, i64 %218, i32 26
  %221 = load i32, ptr %220, align 4
  %222 = icmp eq i32 %221, 0
  br i1 %222, label %276, label %223

223:                                              ; preds = %216
  %224 = getelementptr inbounds %struct.kh_warp, ptr %219, i64 %218, i32 18
  %225 = load i32, ptr %224, align 4
  %226 = icmp eq i32 %225, %1
  br i1 %226, label %227, label %276

227:                                              ; preds = %223
  %228 = shl nuw nsw i64 %218, 5
  %229 = and i64 %228, 4294967264
  br label %230

230:                                              ; preds = %269, %227
  %231 = phi i64 [ 0, %227 ], [ %272, %269 ]
  %232 = load ptr, ptr %161, align 8
  %233 = add nuw nsw i64 %231, %229
  %234 = getelementptr inbounds %struct.kh_thread, ptr %232, i64 %233, i32 1
  %235 = load ptr, ptr %162, align 8
  br i1 %154, label %268, label %236

236:                                              ; preds = %230
  %237 = icmp eq ptr %235, null
  br i1 %237, label %242, label %238

238:                                              ; preds = %236
  %239 = getelementptr inbounds %struct.kh_clock, ptr %235, i64 0, i32 2
  %240 = load i32, ptr %239, align 8
  %241 = add i32 %240, 1
  store i32 %241, ptr %239, align 8
  br label %242

242:                                              ; preds = %238, %236
  %243 = load ptr, ptr %234, align 8
  %244 = icmp eq ptr %243, null
  br i1 %244, label %267, label %245

245:                                              ; preds = %242
  %246 = getelementptr inbounds %struct.kh_clock, ptr %243, i64 0, i32 2
  %247 = load i32, ptr %246, align 8
  %248 = add i32 %247, -1
  store i32 %248, ptr %246, align 8
  %249 = icmp eq i32 %248, 0
  br i1 %249, label %250, label %267

250:                                              ; preds = %245
  %251 = load ptr, ptr %243, align 8
  %252 = icmp eq ptr %251, null
  %253 = getelementptr inbounds %struct.kh_clock, ptr %243, i64 0, i32 1
  %254 = load ptr, ptr %253, align 8
  br i1 %252, label %257, label %255

255:                                              ; preds = %250
  %256 = getelementptr inbounds %struct.kh_clock, ptr %251, i64 0, i32 1
  br label %261

257:                                              ; preds = %250
  %258 = load ptr, ptr %11, align 8
  %259 = load ptr, ptr %258, align 8
  %260 = getelementptr inbounds %struct.kh_closer, ptr %259, i64 0, i32 20
  br label %261

261:                                              ; preds = %257, %255
  %262 = phi ptr [ %260, %257 ], [ %256, %255 ]
  store ptr %254, ptr %262, align 8
  %263 = icmp eq ptr %254, null
  br i1 %263, label %266, label %264

264:                                              ; preds = %261
  %265 = load ptr, ptr %243, align 8
  store ptr %265, ptr %254, align 8
  br label %266

266:                                              ; preds = %264, %261
  tail call void @free(ptr noundef nonnull %243)
  br label %267

267:                                              ; preds = %266, %245, %242
  store ptr %235, ptr %234, align 8
  br label %269

268:                                              ; preds = %230
  tail call fastcc void @join(ptr noundef nonnull %0, ptr noundef nonnull %234, ptr noundef %235)
  br label %269

269:                                              ; preds = %268, %267
  %270 = getelementptr inbounds %struct.kh_thread, ptr %232, i64 %233, i32 2
  %271 = load ptr, ptr %163, align 8
  tail call fastcc void @join(ptr noundef nonnull %0, ptr noundef nonnull %270, ptr noundef %271)
  %272 = add nuw nsw i64 %231, 1
  %273 = icmp eq i64 %272, 32
  br i1 %273, label %274, label %230

274:                                              ; preds = %269
  %275 = load ptr, ptr %0, align 8
  br label %276

276:                                              ; preds = %274, %223, %216
  %277 = phi ptr [ %275, %274 ], [ %217, %216 ], [ %217, %223 ]
  %278 = add nuw nsw i64 %218, 1
  %279 = getelementptr inbounds %struct.kh_launch, ptr %277, i64 0, i32 9
  %280 = load i32, ptr %279, align 4
  %281 = zext i32 %280 to i64
  %282 = icmp ult i64 %278, %281
  br i1 %282, label %216, label %164

283:                                              ; preds = %190, %194, %215
  store ptr null, ptr %191, align 8
  br label %364

284:                                              ; preds = %10
  %285 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %286 = load ptr, ptr %285, align 8
  %287 = load i64, ptr %13, align 8
  %288 = add i64 %287, 1
  store i64 %288, ptr %13, align 8
  %289 = load ptr, ptr %11, align 8
  %290 = load ptr, ptr %289, align 8
  %291 = tail call dereferenceable_or_null(40) ptr @malloc(i64 noundef 40) #26
  %292 = icmp eq ptr %291, null
  br i1 %292, label %293, label %298

293:                                              ; preds = %284
  %294 = load ptr, ptr %0, align 8
  %295 = getelementptr inbounds %struct.kh_launch, ptr %294, i64 0, i32 27
  %296 = load ptr, ptr %295, align 8
  %297 = getelementptr inbounds %struct.kh_races, ptr %296, i64 0, i32 7
  store i32 1, ptr %297, align 8
  br label %364

298:                                              ; preds = %284
  %299 = getelementptr inbounds %struct.kh_clock, ptr %291, i64 0, i32 2
  store i32 1, ptr %299, align 8
  %300 = getelementptr inbounds %struct.kh_clock, ptr %291, i64 0, i32 3
  store ptr null, ptr %291, align 8
  %301 = getelementptr inbounds %struct.kh_closer, ptr %290, i64 0, i32 20
  %302 = load ptr, ptr %301, align 8
  %303 = getelementptr inbounds %struct.kh_clock, ptr %291, i64 0, i32 1
  store ptr %302, ptr %303, align 8
  %304 = icmp eq ptr %302, null
  br i1 %304, label %306, label %305

305:                                              ; preds = %298
  store ptr %291, ptr %302, align 8
  br label %306

306:                                              ; preds = %298, %305
  store ptr %291, ptr %301, align 8
  %307 = getelementptr inbounds %struct.kh_warp, ptr %286, i64 0, i32 7
  %308 = load i32, ptr %307, align 8
  %309 = add i32 %308, 1073741824
  %310 = getelementptr inbounds %struct.kh_closer, ptr %13, i64 0, i32 3
  %311 = load i32, ptr %310, align 8
  %312 = zext i32 %311 to i64
  %313 = shl nuw i64 %312, 32
  %314 = zext i32 %309 to i64
  %315 = or disjoint i64 %313, %314
  %316 = load i64, ptr %13, align 8
  store i32 1, ptr %300, align 4
  %317 = getelementptr inbounds %struct.kh_clock, ptr %291, i64 0, i32 4, i64 0
  store i64 %315, ptr %317, align 8
  %318 = getelementptr inbounds %struct.kh_clock, ptr %291, i64 1, i32 1
  store i64 %316, ptr %318, align 8
  %319 = zext i32 %1 to i64
  %320 = getelementptr inbounds %struct.kh_closer, ptr %13, i64 0, i32 7, i64 %319
  tail call fastcc void @join(ptr noundef nonnull %0, ptr noundef nonnull %320, ptr noundef nonnull %291)
  %321 = load i32, ptr %299, align 8
  %322 = add i32 %321, -1
  store i32 %322, ptr %299, align 8
  %323 = icmp eq i32 %322, 0
  br i1 %323, label %324, label %340

324:                                              ; preds = %306
  %325 = load ptr, ptr %291, align 8
  %326 = icmp eq ptr %325, null
  %327 = load ptr, ptr %303, align 8
  br i1 %326, label %330, label %328

328:                                              ; preds = %324
  %329 = getelementptr inbounds %struct.kh_clock, ptr %325, i64 0, i32 1
  br label %334

330:                                              ; preds = %324
  %331 = load ptr, ptr %11, align 8
  %332 = load ptr, ptr %331, align 8
  %333 = getelementptr inbounds %struct.kh_closer, ptr %332, i64 0, i32 20
  br label %334

334:                                              ; preds = %330, %328
  %335 = phi ptr [ %333, %330 ], [ %329, %328 ]
  store ptr %327, ptr %335, align 8
  %336 = icmp eq ptr %327, null
  br i1 %336, label %339, label %337

337:                                              ; preds = %334
  %338 = load ptr, ptr %291, align 8
  store ptr %338, ptr %327, align 8
  br label %339

339:                                              ; preds = %337, %334
  tail call void @free(ptr noundef nonnull %291)
  br label %340

340:                                              ; preds = %306, %339
  %341 = getelementptr inbounds %struct.kh_warp, ptr %286, i64 0, i32 9
  %342 = getelementptr inbounds %struct.kh_closer, ptr %13, i64 0, i32 6
  br label %347

343:                                              ; preds = %361
  %344 = getelementptr inbounds %struct.kh_closer, ptr %13, i64 0, i32 8, i64 %319
  %345 = load i32, ptr %307, align 8
  %346 = load i32, ptr %341, align 8
  tail call fastcc void @join_published(ptr noundef nonnull %0, ptr noundef nonnull %344, i32 noundef %345, i32 noundef %346)
  br label %364

347:                                              ; preds = %340, %361
  %348 = phi i32 [ 0, %340 ], [ %362, %361 ]
  %349 = load i32, ptr %341, align 8
  %350 = shl nuw i32 1, %348
  %351 = and i32 %349, %350
  %352 = icmp eq i32 %351, 0
  br i1 %352, label %361, label %353

353:                                              ; preds = %347
  %354 = load ptr, ptr %342, align 8
  %355 = load i32, ptr %307, align 8
  %356 = shl i32 %355, 5
  %357 = add nuw nsw i32 %356, %348
  %358 = zext i32 %357 to i64
  %359 = getelementptr inbounds %struct.kh_thread, ptr %354, i64 %358, i32 1
  %360 = load ptr, ptr %359, align 8
  tail call fastcc void @join(ptr noundef nonnull %0, ptr noundef nonnull %320, ptr noundef %360)
  br label %361

361:                                              ; preds = %347, %353
  %362 = add nuw nsw i32 %348, 1
  %363 = icmp eq i32 %362, 32
  br i1 %363, label %343, label %347

364:                                              ; preds = %293, %283, %343, %3
  ret void
}

; Function Attrs: nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_quick_barrier(ptr nocapture noundef readonly %0, i32 noundef %1) #2 {
  %3 = zext i32 %1 to i64
  %4 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 18, i64 %3, i32 1
  %5 = load i32, ptr %4, align 4
  %6 = icmp eq i32 %5, 0
  %7 = load ptr, ptr %0, align 8
  %8 = getelementptr inbounds %struct.kh_launch, ptr %7, i64 0, i32 9
  %9 = load i32, ptr %8, align 4
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %36, label %11

11:                                               ; preds = %2
  %12 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 1
  %13 = load ptr, ptr %12, align 8
  %14 = zext i32 %9 to i64
  br label %15

15:                                               ; preds = %30, %11
  %16 = phi i64 [ 0, %11 ], [ %31, %30 ]
  %17 = phi i1 [ false, %11 ], [ %32, %30 ]
  %18 = getelementptr inbounds %struct.kh_warp, ptr %13, i64 %16, i32 25
  %19 = load i32, ptr %18, align 8
  %20 = icmp ne i32 %19, 0
  %21 = select i1 %20, i1 %6, i1 false
  br i1 %21, label %30, label %22

22:                                               ; preds = %15
  %23 = getelementptr inbounds %struct.kh_warp, ptr %13, i64 %16, i32 26
  %24 = load i32, ptr %23, align 4
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %34, label %26

26:                                               ; preds = %22
  %27 = getelementptr inbounds %struct.kh_warp, ptr %13, i64 %16, i32 18
  %28 = load i32, ptr %27, align 4
  %29 = icmp eq i32 %28, %1
  br i1 %29, label %30, label %34

30:                                               ; preds = %26, %15
  %31 = add nuw nsw i64 %16, 1
  %32 = icmp uge i64 %31, %14
  %33 = icmp eq i64 %31, %14
  br i1 %33, label %34, label %15

34:                                               ; preds = %22, %26, %30
  %35 = phi i1 [ %32, %30 ], [ %17, %22 ], [ %17, %26 ]
  br i1 %35, label %36, label %63

36:                                               ; preds = %2, %34
  %37 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %38 = load ptr, ptr %37, align 8
  %39 = load i32, ptr %38, align 4
  %40 = icmp ugt i32 %39, -8193
  br i1 %40, label %41, label %45

41:                                               ; preds = %36
  %42 = getelementptr inbounds %struct.kh_launch, ptr %7, i64 0, i32 22
  %43 = atomicrmw or ptr %42, i32 1 monotonic, align 4
  %44 = load i32, ptr %38, align 4
  br label %47

45:                                               ; preds = %36
  %46 = add nuw i32 %39, 4096
  store i32 %46, ptr %38, align 4
  br label %47

47:                                               ; preds = %41, %45
  %48 = phi i32 [ %46, %45 ], [ %44, %41 ]
  %49 = getelementptr inbounds %struct.kh_quick, ptr %38, i64 0, i32 1
  store i32 %48, ptr %49, align 4
  %50 = load ptr, ptr %0, align 8
  %51 = getelementptr inbounds %struct.kh_launch, ptr %50, i64 0, i32 9
  %52 = load i32, ptr %51, align 4
  %53 = icmp eq i32 %52, 0
  br i1 %53, label %63, label %54

54:                                               ; preds = %47, %54
  %55 = phi i64 [ %57, %54 ], [ 0, %47 ]
  %56 = getelementptr inbounds %struct.kh_quick, ptr %38, i64 0, i32 5, i64 %55
  store i32 %48, ptr %56, align 4
  %57 = add nuw nsw i64 %55, 1
  %58 = load ptr, ptr %0, align 8
  %59 = getelementptr inbounds %struct.kh_launch, ptr %58, i64 0, i32 9
  %60 = load i32, ptr %59, align 4
  %61 = zext i32 %60 to i64
  %62 = icmp ult i64 %57, %61
  br i1 %62, label %54, label %63

63:                                               ; preds = %54, %47, %34
  ret void
}

; Function Attrs: nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_quick_warp_sync(ptr nocapture noundef readonly %0, i32 noundef %1, ptr noundef readonly %2) #2 {
  %4 = icmp eq ptr %2, null
  br i1 %4, label %7, label %17

5:                                                ; preds = %28
  %6 = xor i32 %29, -1
  br label %7

7:                                                ; preds = %5, %3
  %8 = phi i32 [ 0, %3 ], [ %6, %5 ]
  %9 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds %struct.kh_warp, ptr %10, i64 0, i32 9
  %12 = load i32, ptr %11, align 8
  %13 = icmp eq i32 %12, %1
  %14 = and i32 %8, %1
  %15 = icmp eq i32 %14, 0
  %16 = select i1 %13, i1 %15, i1 false
  br i1 %16, label %32, label %51

17:                                               ; preds = %3, %28
  %18 = phi i64 [ %30, %28 ], [ 0, %3 ]
  %19 = phi i32 [ %29, %28 ], [ -1, %3 ]
  %20 = trunc i64 %18 to i32
  %21 = shl nuw i32 1, %20
  %22 = and i32 %21, %1
  %23 = icmp eq i32 %22, 0
  br i1 %23, label %28, label %24

24:                                               ; preds = %17
  %25 = getelementptr inbounds i32, ptr %2, i64 %18
  %26 = load i32, ptr %25, align 4
  %27 = and i32 %26, %19
  br label %28

28:                                               ; preds = %17, %24
  %29 = phi i32 [ %27, %24 ], [ %19, %17 ]
  %30 = add nuw nsw i64 %18, 1
  %31 = icmp ult i64 %18, 31
  br i1 %31, label %17, label %5

32:                                               ; preds = %7
  %33 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %34 = load ptr, ptr %33, align 8
  %35 = load i32, ptr %34, align 4
  %36 = icmp ugt i32 %35, -8193
  br i1 %36, label %37, label %42

37:                                               ; preds = %32
  %38 = load ptr, ptr %0, align 8
  %39 = getelementptr inbounds %struct.kh_launch, ptr %38, i64 0, i32 22
  %40 = atomicrmw or ptr %39, i32 1 monotonic, align 4
  %41 = load i32, ptr %34, align 4
  br label %44

42:                                               ; preds = %32
  %43 = add nuw i32 %35, 4096
  store i32 %43, ptr %34, align 4
  br label %44

44:                                               ; preds = %37, %42
  %45 = phi i32 [ %43, %42 ], [ %41, %37 ]
  %46 = load ptr, ptr %9, align 8
  %47 = getelementptr inbounds %struct.kh_warp, ptr %46, i64 0, i32 7
  %48 = load i32, ptr %47, align 8
  %49 = zext i32 %48 to i64
  %50 = getelementptr inbounds %struct.kh_quick, ptr %34, i64 0, i32 5, i64 %49
  store i32 %45, ptr %50, align 4
  br label %51

51:                                               ; preds = %7, %44
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_closer_warp_sync(ptr nocapture noundef readonly %0, i32 noundef %1, ptr noundef readonly %2) #4 {
  %4 = alloca [32 x i64], align 16
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = load ptr, ptr %0, align 8
  %8 = getelementptr inbounds %struct.kh_launch, ptr %7, i64 0, i32 27
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds %struct.kh_races, ptr %9, i64 0, i32 7
  %11 = load i32, ptr %10, align 8
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %13, label %227

13:                                               ; preds = %3
  %14 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %15 = load ptr, ptr %14, align 8
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds %struct.kh_warp, ptr %18, i64 0, i32 7
  %20 = load i32, ptr %19, align 8
  %21 = zext i32 %20 to i64
  %22 = getelementptr inbounds %struct.kh_closer, ptr %16, i64 0, i32 9, i64 %21
  %23 = load i32, ptr %22, align 4
  %24 = xor i32 %23, -1
  %25 = and i32 %24, %1
  %26 = xor i32 %1, -1
  %27 = and i32 %23, %26
  store i32 %27, ptr %22, align 4
  %28 = load i64, ptr %16, align 8
  %29 = add i64 %28, 1
  store i64 %29, ptr %16, align 8
  %30 = icmp eq i32 %25, 0
  br i1 %30, label %227, label %31

31:                                               ; preds = %13
  %32 = icmp eq ptr %2, null
  %33 = getelementptr inbounds %struct.kh_warp, ptr %18, i64 0, i32 15
  br label %34

34:                                               ; preds = %31, %217
  %35 = phi i32 [ %25, %31 ], [ %225, %217 ]
  %36 = tail call i32 @llvm.cttz.i32(i32 %35, i1 true)
  br i1 %32, label %41, label %37

37:                                               ; preds = %34
  %38 = zext nneg i32 %36 to i64
  %39 = getelementptr inbounds i32, ptr %2, i64 %38
  %40 = load i32, ptr %39, align 4
  br label %41

41:                                               ; preds = %34, %37
  %42 = phi i32 [ %40, %37 ], [ -1, %34 ]
  %43 = load i32, ptr %33, align 8
  %44 = or i32 %43, %1
  %45 = and i32 %44, %42
  %46 = shl nuw i32 1, %36
  %47 = and i32 %45, %46
  %48 = icmp eq i32 %47, 0
  %49 = select i1 %48, i32 %46, i32 0
  %50 = or i32 %49, %45
  %51 = load i32, ptr %19, align 8
  %52 = load ptr, ptr %14, align 8
  %53 = load ptr, ptr %52, align 8
  %54 = getelementptr inbounds %struct.kh_closer, ptr %53, i64 0, i32 6
  %55 = load ptr, ptr %54, align 8
  %56 = shl i32 %51, 5
  %57 = zext i32 %56 to i64
  %58 = getelementptr inbounds %struct.kh_thread, ptr %55, i64 %57
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %4) #24
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(256) %4, i8 0, i64 256, i1 false)
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5) #24
  store ptr null, ptr %5, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %6) #24
  store ptr null, ptr %6, align 8
  br label %60

59:                                               ; preds = %80
  call fastcc void @join_published(ptr noundef nonnull %0, ptr noundef nonnull %6, i32 noundef %51, i32 noundef %50)
  br label %90

60:                                               ; preds = %80, %41
  %61 = phi i64 [ 0, %41 ], [ %81, %80 ]
  %62 = trunc i64 %61 to i32
  %63 = shl nuw i32 1, %62
  %64 = and i32 %63, %50
  %65 = icmp eq i32 %64, 0
  br i1 %65, label %80, label %66

66:                                               ; preds = %60
  %67 = getelementptr inbounds %struct.kh_thread, ptr %58, i64 %61
  br label %71

68:                                               ; preds = %71
  %69 = getelementptr inbounds %struct.kh_thread, ptr %58, i64 %61, i32 1
  %70 = load ptr, ptr %69, align 8
  call fastcc void @join(ptr noundef nonnull %0, ptr noundef nonnull %5, ptr noundef %70)
  br label %80

71:                                               ; preds = %71, %66
  %72 = phi i64 [ 0, %66 ], [ %78, %71 ]
  %73 = getelementptr inbounds [32 x i64], ptr %4, i64 0, i64 %72
  %74 = load i64, ptr %73, align 8
  %75 = getelementptr inbounds [32 x i64], ptr %67, i64 0, i64 %72
  %76 = load i64, ptr %75, align 8
  %77 = tail call i64 @llvm.umax.i64(i64 %74, i64 %76)
  store i64 %77, ptr %73, align 8
  %78 = add nuw nsw i64 %72, 1
  %79 = icmp eq i64 %78, 32
  br i1 %79, label %68, label %71

80:                                               ; preds = %68, %60
  %81 = add nuw nsw i64 %61, 1
  %82 = icmp eq i64 %81, 32
  br i1 %82, label %59, label %60

83:                                               ; preds = %99
  %84 = load ptr, ptr %5, align 8
  %85 = icmp eq ptr %84, null
  %86 = getelementptr inbounds %struct.kh_clock, ptr %84, i64 0, i32 2
  %87 = load ptr, ptr %6, align 8
  %88 = icmp eq ptr %87, null
  %89 = getelementptr inbounds %struct.kh_clock, ptr %87, i64 0, i32 2
  br label %146

90:                                               ; preds = %99, %59
  %91 = phi i64 [ 0, %59 ], [ %100, %99 ]
  %92 = trunc i64 %91 to i32
  %93 = shl nuw i32 1, %92
  %94 = and i32 %93, %50
  %95 = icmp eq i32 %94, 0
  br i1 %95, label %99, label %96

96:                                               ; preds = %90
  %97 = load i64, ptr %53, align 8
  %98 = getelementptr inbounds [32 x i64], ptr %4, i64 0, i64 %91
  store i64 %97, ptr %98, align 8
  br label %99

99:                                               ; preds = %96, %90
  %100 = add nuw nsw i64 %91, 1
  %101 = icmp eq i64 %100, 32
  br i1 %101, label %83, label %90

102:                                              ; preds = %214
  br i1 %85, label %124, label %103

103:                                              ; preds = %102
  %104 = load i32, ptr %86, align 8
  %105 = add i32 %104, -1
  store i32 %105, ptr %86, align 8
  %106 = icmp eq i32 %105, 0
  br i1 %106, label %107, label %124

107:                                              ; preds = %103
  %108 = load ptr, ptr %84, align 8
  %109 = icmp eq ptr %108, null
  %110 = getelementptr inbounds %struct.kh_clock, ptr %84, i64 0, i32 1
  %111 = load ptr, ptr %110, align 8
  br i1 %109, label %114, label %112

112:                                              ; preds = %107
  %113 = getelementptr inbounds %struct.kh_clock, ptr %108, i64 0, i32 1
  br label %118

114:                                              ; preds = %107
  %115 = load ptr, ptr %14, align 8
  %116 = load ptr, ptr %115, align 8
  %117 = getelementptr inbounds %struct.kh_closer, ptr %116, i64 0, i32 20
  br label %118

118:                                              ; preds = %114, %112
  %119 = phi ptr [ %117, %114 ], [ %113, %112 ]
  store ptr %111, ptr %119, align 8
  %120 = icmp eq ptr %111, null
  br i1 %120, label %123, label %121

121:                                              ; preds = %118
  %122 = load ptr, ptr %84, align 8
  store ptr %122, ptr %111, align 8
  br label %123

123:                                              ; preds = %121, %118
  tail call void @free(ptr noundef nonnull %84)
  br label %124

124:                                              ; preds = %123, %103, %102
  br i1 %88, label %217, label %125

125:                                              ; preds = %124
  %126 = load i32, ptr %89, align 8
  %127 = add i32 %126, -1
  store i32 %127, ptr %89, align 8
  %128 = icmp eq i32 %127, 0
  br i1 %128, label %129, label %217

129:                                              ; preds = %125
  %130 = load ptr, ptr %87, align 8
  %131 = icmp eq ptr %130, null
  %132 = getelementptr inbounds %struct.kh_clock, ptr %87, i64 0, i32 1
  %133 = load ptr, ptr %132, align 8
  br i1 %131, label %136, label %134

134:                                              ; preds = %129
  %135 = getelementptr inbounds %struct.kh_clock, ptr %130, i64 0, i32 1
  br label %140

136:                                              ; preds = %129
  %137 = load ptr, ptr %14, align 8
  %138 = load ptr, ptr %137, align 8
  %139 = getelementptr inbounds %struct.kh_closer, ptr %138, i64 0, i32 20
  br label %140

140:                                              ; preds = %136, %134
  %141 = phi ptr [ %139, %136 ], [ %135, %134 ]
  store ptr %133, ptr %141, align 8
  %142 = icmp eq ptr %133, null
  br i1 %142, label %145, label %143

143:                                              ; preds = %140
  %144 = load ptr, ptr %87, align 8
  store ptr %144, ptr %133, align 8
  br label %145

145:                                              ; preds = %143, %140
  tail call void @free(ptr noundef nonnull %87)
  br label %217

146:                                              ; preds = %214, %83
  %147 = phi i64 [ 0, %83 ], [ %215, %214 ]
  %148 = trunc i64 %147 to i32
  %149 = shl nuw i32 1, %148
  %150 = and i32 %149, %50
  %151 = icmp eq i32 %150, 0
  br i1 %151, label %214, label %152

152:                                              ; preds = %146
  %153 = getelementptr inbounds %struct.kh_thread, ptr %58, i64 %147
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(256) %153, ptr noundef nonnull align 16 dereferenceable(256) %4, i64 256, i1 false)
  %154 = getelementptr inbounds %struct.kh_thread, ptr %58, i64 %147, i32 1
  br i1 %85, label %158, label %155

155:                                              ; preds = %152
  %156 = load i32, ptr %86, align 8
  %157 = add i32 %156, 1
  store i32 %157, ptr %86, align 8
  br label %158

158:                                              ; preds = %155, %152
  %159 = load ptr, ptr %154, align 8
  %160 = icmp eq ptr %159, null
  br i1 %160, label %183, label %161

161:                                              ; preds = %158
  %162 = getelementptr inbounds %struct.kh_clock, ptr %159, i64 0, i32 2
  %163 = load i32, ptr %162, align 8
  %164 = add i32 %163, -1
  store i32 %164, ptr %162, align 8
  %165 = icmp eq i32 %164, 0
  br i1 %165, label %166, label %183

166:                                              ; preds = %161
  %167 = load ptr, ptr %159, align 8
  %168 = icmp eq ptr %167, null
  %169 = getelementptr inbounds %struct.kh_clock, ptr %159, i64 0, i32 1
  %170 = load ptr, ptr %169, align 8
  br i1 %168, label %173, label %171

171:                                              ; preds = %166
  %172 = getelementptr inbounds %struct.kh_clock, ptr %167, i64 0, i32 1
  br label %177

173:                                              ; preds = %166
  %174 = load ptr, ptr %14, align 8
  %175 = load ptr, ptr %174, align 8
  %176 = getelementptr inbounds %struct.kh_closer, ptr %175, i64 0, i32 20
  br label %177

177:                                              ; preds = %173, %171
  %178 = phi ptr [ %176, %173 ], [ %172, %171 ]
  store ptr %170, ptr %178, align 8
  %179 = icmp eq ptr %170, null
  br i1 %179, label %182, label %180

180:                                              ; preds = %177
  %181 = load ptr, ptr %159, align 8
  store ptr %181, ptr %170, align 8
  br label %182

182:                                              ; preds = %180, %177
  tail call void @free(ptr noundef nonnull %159)
  br label %183

183:                                              ; preds = %182, %161, %158
  store ptr %84, ptr %154, align 8
  %184 = getelementptr inbounds %struct.kh_thread, ptr %58, i64 %147, i32 2
  br i1 %88, label %188, label %185

185:                                              ; preds = %183
  %186 = load i32, ptr %89, align 8
  %187 = add i32 %186, 1
  store i32 %187, ptr %89, align 8
  br label %188

188:                                              ; preds = %185, %183
  %189 = load ptr, ptr %184, align 8
  %190 = icmp eq ptr %189, null
  br i1 %190, label %213, label %191

191:                                              ; preds = %188
  %192 = getelementptr inbounds %struct.kh_clock, ptr %189, i64 0, i32 2
  %193 = load i32, ptr %192, align 8
  %194 = add i32 %193, -1
  store i32 %194, ptr %192, align 8
  %195 = icmp eq i32 %194, 0
  br i1 %195, label %196, label %213

196:                                              ; preds = %191
  %197 = load ptr, ptr %189, align 8
  %198 = icmp eq ptr %197, null
  %199 = getelementptr inbounds %struct.kh_clock, ptr %189, i64 0, i32 1
  %200 = load ptr, ptr %199, align 8
  br i1 %198, label %203, label %201

201:                                              ; preds = %196
  %202 = getelementptr inbounds %struct.kh_clock, ptr %197, i64 0, i32 1
  br label %207

203:                                              ; preds = %196
  %204 = load ptr, ptr %14, align 8
  %205 = load ptr, ptr %204, align 8
  %206 = getelementptr inbounds %struct.kh_closer, ptr %205, i64 0, i32 20
  br label %207

207:                                              ; preds = %203, %201
  %208 = phi ptr [ %206, %203 ], [ %202, %201 ]
  store ptr %200, ptr %208, align 8
  %209 = icmp eq ptr %200, null
  br i1 %209, label %212, label %210

210:                                              ; preds = %207
  %211 = load ptr, ptr %189, align 8
  store ptr %211, ptr %200, align 8
  br label %212

212:                                              ; preds = %210, %207
  tail call void @free(ptr noundef nonnull %189)
  br label %213

213:                                              ; preds = %212, %191, %188
  store ptr %87, ptr %184, align 8
  br label %214

214:                                              ; preds = %213, %146
  %215 = add nuw nsw i64 %147, 1
  %216 = icmp eq i64 %215, 32
  br i1 %216, label %102, label %146

217:                                              ; preds = %124, %125, %145
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %6) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %4) #24
  %218 = and i32 %50, %26
  %219 = load i32, ptr %19, align 8
  %220 = zext i32 %219 to i64
  %221 = getelementptr inbounds %struct.kh_closer, ptr %16, i64 0, i32 9, i64 %220
  %222 = load i32, ptr %221, align 4
  %223 = or i32 %222, %218
  store i32 %223, ptr %221, align 4
  %224 = xor i32 %50, -1
  %225 = and i32 %35, %224
  %226 = icmp eq i32 %225, 0
  br i1 %226, label %227, label %34

227:                                              ; preds = %217, %13, %3
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_closer_fence(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2) #4 {
  %4 = load ptr, ptr %0, align 8
  %5 = getelementptr inbounds %struct.kh_launch, ptr %4, i64 0, i32 27
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds %struct.kh_races, ptr %6, i64 0, i32 7
  %8 = load i32, ptr %7, align 8
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %10, label %92

10:                                               ; preds = %3
  %11 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %12 = load ptr, ptr %11, align 8
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds %struct.kh_launch, ptr %4, i64 0, i32 26
  %15 = load ptr, ptr %14, align 8
  %16 = zext i32 %2 to i64
  %17 = getelementptr inbounds i32, ptr %15, i64 %16
  %18 = load i32, ptr %17, align 4
  %19 = and i32 %18, 4
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %92, label %21

21:                                               ; preds = %10
  %22 = load i64, ptr %13, align 8
  %23 = add i64 %22, 1
  store i64 %23, ptr %13, align 8
  %24 = getelementptr inbounds %struct.kh_closer, ptr %13, i64 0, i32 10
  store i32 1, ptr %24, align 8
  %25 = getelementptr inbounds %struct.kh_closer, ptr %13, i64 0, i32 6
  %26 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %27 = lshr i32 %18, 3
  %28 = and i32 %27, 1
  %29 = getelementptr inbounds %struct.kh_closer, ptr %13, i64 0, i32 1
  %30 = add nuw nsw i32 %28, 1
  %31 = zext nneg i32 %30 to i64
  br label %32

32:                                               ; preds = %21, %89
  %33 = phi i32 [ 0, %21 ], [ %90, %89 ]
  %34 = shl nuw i32 1, %33
  %35 = and i32 %34, %1
  %36 = icmp eq i32 %35, 0
  br i1 %36, label %89, label %37

37:                                               ; preds = %32
  %38 = load ptr, ptr %25, align 8
  %39 = load ptr, ptr %26, align 8
  %40 = getelementptr inbounds %struct.kh_warp, ptr %39, i64 0, i32 7
  %41 = load i32, ptr %40, align 8
  %42 = shl i32 %41, 5
  %43 = add nuw nsw i32 %42, %33
  %44 = zext i32 %43 to i64
  %45 = getelementptr inbounds %struct.kh_thread, ptr %38, i64 %44
  %46 = getelementptr inbounds %struct.kh_thread, ptr %38, i64 %44, i32 1
  br label %47

47:                                               ; preds = %37, %86
  %48 = phi i64 [ 0, %37 ], [ %87, %86 ]
  %49 = getelementptr inbounds %struct.kh_thread, ptr %38, i64 %44, i32 3, i64 %48
  %50 = load i64, ptr %13, align 8
  store i64 %50, ptr %49, align 8
  %51 = load i64, ptr %29, align 8
  %52 = getelementptr inbounds %struct.kh_thread, ptr %38, i64 %44, i32 3, i64 %48, i32 1
  store i64 %51, ptr %52, align 8
  %53 = getelementptr inbounds %struct.kh_thread, ptr %38, i64 %44, i32 3, i64 %48, i32 2
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(256) %53, ptr noundef nonnull align 8 dereferenceable(256) %45, i64 256, i1 false)
  %54 = getelementptr inbounds %struct.kh_thread, ptr %38, i64 %44, i32 3, i64 %48, i32 3
  %55 = load ptr, ptr %46, align 8
  %56 = icmp eq ptr %55, null
  br i1 %56, label %61, label %57

57:                                               ; preds = %47
  %58 = getelementptr inbounds %struct.kh_clock, ptr %55, i64 0, i32 2
  %59 = load i32, ptr %58, align 8
  %60 = add i32 %59, 1
  store i32 %60, ptr %58, align 8
  br label %61

61:                                               ; preds = %47, %57
  %62 = load ptr, ptr %54, align 8
  %63 = icmp eq ptr %62, null
  br i1 %63, label %86, label %64

64:                                               ; preds = %61
  %65 = getelementptr inbounds %struct.kh_clock, ptr %62, i64 0, i32 2
  %66 = load i32, ptr %65, align 8
  %67 = add i32 %66, -1
  store i32 %67, ptr %65, align 8
  %68 = icmp eq i32 %67, 0
  br i1 %68, label %69, label %86

69:                                               ; preds = %64
  %70 = load ptr, ptr %62, align 8
  %71 = icmp eq ptr %70, null
  %72 = getelementptr inbounds %struct.kh_clock, ptr %62, i64 0, i32 1
  %73 = load ptr, ptr %72, align 8
  br i1 %71, label %76, label %74

74:                                               ; preds = %69
  %75 = getelementptr inbounds %struct.kh_clock, ptr %70, i64 0, i32 1
  br label %80

76:                                               ; preds = %69
  %77 = load ptr, ptr %11, align 8
  %78 = load ptr, ptr %77, align 8
  %79 = getelementptr inbounds %struct.kh_closer, ptr %78, i64 0, i32 20
  br label %80

80:                                               ; preds = %76, %74
  %81 = phi ptr [ %79, %76 ], [ %75, %74 ]
  store ptr %73, ptr %81, align 8
  %82 = icmp eq ptr %73, null
  br i1 %82, label %85, label %83

83:                                               ; preds = %80
  %84 = load ptr, ptr %62, align 8
  store ptr %84, ptr %73, align 8
  br label %85

85:                                               ; preds = %83, %80
  tail call void @free(ptr noundef nonnull %62)
  br label %86

86:                                               ; preds = %61, %64, %85
  store ptr %55, ptr %54, align 8
  %87 = add nuw nsw i64 %48, 1
  %88 = icmp eq i64 %87, %31
  br i1 %88, label %89, label %47

89:                                               ; preds = %86, %32
  %90 = add nuw nsw i32 %33, 1
  %91 = icmp eq i32 %90, 32
  br i1 %91, label %92, label %32

92:                                               ; preds = %89, %10, %3
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_closer_copy(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, i32 noundef %2, i32 noundef %3) #4 {
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 27
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds %struct.kh_races, ptr %7, i64 0, i32 7
  %9 = load i32, ptr %8, align 8
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %11, label %227

11:                                               ; preds = %4
  %12 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %13 = load ptr, ptr %12, align 8
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds %struct.kh_copy, ptr %1, i64 0, i32 5
  %16 = load i32, ptr %15, align 8
  %17 = getelementptr inbounds %struct.kh_races, ptr %7, i64 0, i32 2
  %18 = load i32, ptr %17, align 8
  %19 = lshr i32 %16, %18
  %20 = tail call i32 @llvm.umax.i32(i32 %19, i32 1)
  %21 = load i64, ptr %14, align 8
  %22 = add i64 %21, 1
  store i64 %22, ptr %14, align 8
  %23 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %24 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 3
  %25 = zext nneg i32 %18 to i64
  %26 = icmp eq i32 %3, 0
  %27 = getelementptr inbounds %struct.kh_copy, ptr %1, i64 0, i32 6
  %28 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %29 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %30 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %31 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %32 = getelementptr inbounds %struct.kh_closer, ptr %14, i64 0, i32 13
  %33 = getelementptr inbounds %struct.kh_closer, ptr %14, i64 0, i32 16
  %34 = getelementptr inbounds %struct.kh_closer, ptr %14, i64 0, i32 3
  %35 = zext i1 %26 to i8
  %36 = zext i32 %20 to i64
  br label %37

37:                                               ; preds = %11, %224
  %38 = phi i64 [ 0, %11 ], [ %225, %224 ]
  %39 = trunc i64 %38 to i32
  %40 = shl nuw i32 1, %39
  %41 = and i32 %40, %2
  %42 = icmp eq i32 %41, 0
  br i1 %42, label %224, label %43

43:                                               ; preds = %37
  %44 = load ptr, ptr %23, align 8
  %45 = getelementptr inbounds %struct.kh_warp, ptr %44, i64 0, i32 7
  %46 = load i32, ptr %45, align 8
  %47 = shl i32 %46, 5
  %48 = add nuw nsw i32 %47, %39
  %49 = getelementptr inbounds [32 x ptr], ptr %1, i64 0, i64 %38
  %50 = load ptr, ptr %49, align 8
  %51 = load ptr, ptr %24, align 8
  %52 = ptrtoint ptr %50 to i64
  %53 = ptrtoint ptr %51 to i64
  %54 = sub i64 %52, %53
  %55 = load ptr, ptr %12, align 8
  %56 = load ptr, ptr %55, align 8
  %57 = load ptr, ptr %0, align 8
  %58 = getelementptr inbounds %struct.kh_launch, ptr %57, i64 0, i32 27
  %59 = load ptr, ptr %58, align 8
  %60 = getelementptr inbounds %struct.kh_closer, ptr %56, i64 0, i32 11
  %61 = load ptr, ptr %60, align 8
  %62 = getelementptr inbounds %struct.kh_races, ptr %59, i64 0, i32 2
  %63 = load i32, ptr %62, align 8
  %64 = zext nneg i32 %63 to i64
  %65 = lshr i64 %54, %64
  %66 = getelementptr inbounds %struct.kh_cell, ptr %61, i64 %65
  %67 = add i64 %54, 1099511627776
  %68 = trunc i32 %48 to i16
  br label %73

69:                                               ; preds = %147
  %70 = getelementptr inbounds %struct.kh_copy, ptr %1, i64 0, i32 1, i64 %38
  %71 = load ptr, ptr %70, align 8
  %72 = icmp eq ptr %71, null
  br i1 %72, label %224, label %156

73:                                               ; preds = %43, %147
  %74 = phi i64 [ 0, %43 ], [ %154, %147 ]
  %75 = shl i64 %74, %25
  %76 = add i64 %67, %75
  br i1 %26, label %77, label %130

77:                                               ; preds = %73
  %78 = getelementptr inbounds %struct.kh_cell, ptr %66, i64 %74
  %79 = load i64, ptr %78, align 8
  %80 = icmp eq i64 %79, 0
  br i1 %80, label %128, label %81

81:                                               ; preds = %77
  %82 = getelementptr inbounds %struct.kh_cell, ptr %66, i64 %74, i32 4
  %83 = load i8, ptr %82, align 2
  %84 = icmp eq i8 %83, 0
  br i1 %84, label %85, label %93

85:                                               ; preds = %81
  %86 = getelementptr inbounds %struct.kh_cell, ptr %66, i64 %74, i32 1
  %87 = load i32, ptr %86, align 8
  %88 = getelementptr inbounds %struct.kh_cell, ptr %66, i64 %74, i32 3
  %89 = load i16, ptr %88, align 8
  %90 = zext i16 %89 to i32
  %91 = tail call fastcc i32 @is_ordered(ptr noundef nonnull %14, i32 noundef %48, i32 noundef %87, i32 noundef %90, i64 noundef %79)
  %92 = icmp eq i32 %91, 0
  br i1 %92, label %93, label %128

93:                                               ; preds = %81, %85
  %94 = load i32, ptr %27, align 4
  %95 = mul i32 %94, 25
  %96 = add i32 %95, 21
  %97 = load ptr, ptr %28, align 8
  %98 = zext i32 %96 to i64
  %99 = getelementptr inbounds %struct.kh_fault, ptr %97, i64 %98
  %100 = load i64, ptr %99, align 8
  %101 = icmp eq i64 %100, 0
  br i1 %101, label %104, label %102

102:                                              ; preds = %93
  %103 = add i64 %100, 1
  store i64 %103, ptr %99, align 8
  br label %128

104:                                              ; preds = %93
  %105 = getelementptr inbounds %struct.kh_cell, ptr %66, i64 %74, i32 3
  %106 = load i16, ptr %105, align 8
  %107 = zext i16 %106 to i32
  %108 = getelementptr inbounds %struct.kh_cell, ptr %66, i64 %74, i32 1
  %109 = load i32, ptr %108, align 8
  %110 = getelementptr inbounds %struct.kh_cell, ptr %66, i64 %74, i32 2
  %111 = load i32, ptr %110, align 4
  %112 = load ptr, ptr %23, align 8
  %113 = getelementptr inbounds %struct.kh_warp, ptr %112, i64 0, i32 7
  %114 = load i32, ptr %113, align 8
  %115 = shl i32 %114, 5
  %116 = add nuw nsw i32 %115, %39
  %117 = load i32, ptr %29, align 4
  store i64 1, ptr %99, align 8
  %118 = getelementptr inbounds i8, ptr %99, i64 8
  store i64 %76, ptr %118, align 8
  %119 = getelementptr inbounds i8, ptr %99, i64 16
  store i32 %117, ptr %119, align 8
  %120 = getelementptr inbounds i8, ptr %99, i64 20
  store i32 %116, ptr %120, align 4
  %121 = getelementptr inbounds i8, ptr %99, i64 24
  store i32 %111, ptr %121, align 8
  %122 = getelementptr inbounds i8, ptr %99, i64 28
  store i32 %109, ptr %122, align 4
  %123 = getelementptr inbounds i8, ptr %99, i64 32
  store i32 %107, ptr %123, align 8
  %124 = load ptr, ptr %30, align 8
  %125 = load i64, ptr %31, align 8
  %126 = add i64 %125, 1
  store i64 %126, ptr %31, align 8
  %127 = getelementptr inbounds i32, ptr %124, i64 %125
  store i32 %96, ptr %127, align 4
  br label %128

128:                                              ; preds = %77, %104, %102, %85
  %129 = load i32, ptr %27, align 4
  tail call fastcc void @check_acts(ptr noundef nonnull %0, ptr noundef nonnull %78, i32 noundef %48, i64 noundef %76, i32 noundef %129, i32 noundef 1, i32 noundef 0, i32 noundef 0)
  br label %130

130:                                              ; preds = %128, %73
  %131 = getelementptr inbounds %struct.kh_cell, ptr %66, i64 %74
  %132 = load i32, ptr %27, align 4
  %133 = getelementptr inbounds %struct.kh_cell, ptr %66, i64 %74, i32 5
  %134 = load i32, ptr %133, align 4
  %135 = icmp eq i32 %134, 0
  br i1 %135, label %147, label %136

136:                                              ; preds = %130, %136
  %137 = phi i32 [ %145, %136 ], [ %134, %130 ]
  %138 = load ptr, ptr %32, align 8
  %139 = zext i32 %137 to i64
  %140 = getelementptr inbounds %struct.kh_act, ptr %138, i64 %139, i32 4
  %141 = load i32, ptr %140, align 4
  store i32 %141, ptr %133, align 4
  %142 = load i32, ptr %33, align 8
  %143 = load ptr, ptr %32, align 8
  %144 = getelementptr inbounds %struct.kh_act, ptr %143, i64 %139, i32 4
  store i32 %142, ptr %144, align 4
  store i32 %137, ptr %33, align 8
  %145 = load i32, ptr %133, align 4
  %146 = icmp eq i32 %145, 0
  br i1 %146, label %147, label %136

147:                                              ; preds = %136, %130
  %148 = load i64, ptr %14, align 8
  store i64 %148, ptr %131, align 8
  %149 = load i32, ptr %34, align 8
  %150 = getelementptr inbounds %struct.kh_cell, ptr %66, i64 %74, i32 1
  store i32 %149, ptr %150, align 8
  %151 = getelementptr inbounds %struct.kh_cell, ptr %66, i64 %74, i32 3
  store i16 %68, ptr %151, align 8
  %152 = getelementptr inbounds %struct.kh_cell, ptr %66, i64 %74, i32 2
  store i32 %132, ptr %152, align 4
  %153 = getelementptr inbounds %struct.kh_cell, ptr %66, i64 %74, i32 4
  store i8 %35, ptr %153, align 2
  %154 = add nuw nsw i64 %74, 1
  %155 = icmp eq i64 %154, %36
  br i1 %155, label %69, label %73

156:                                              ; preds = %69
  %157 = getelementptr inbounds %struct.kh_copy, ptr %1, i64 0, i32 3, i64 %38
  %158 = load i32, ptr %157, align 4
  %159 = icmp eq i32 %158, 0
  br i1 %159, label %224, label %160

160:                                              ; preds = %156
  %161 = getelementptr inbounds %struct.kh_copy, ptr %1, i64 0, i32 2, i64 %38
  %162 = load i64, ptr %161, align 8
  %163 = load ptr, ptr %12, align 8
  %164 = load ptr, ptr %163, align 8
  %165 = load ptr, ptr %0, align 8
  %166 = getelementptr inbounds %struct.kh_launch, ptr %165, i64 0, i32 27
  %167 = load ptr, ptr %166, align 8
  %168 = getelementptr inbounds %struct.kh_launch, ptr %165, i64 0, i32 2
  %169 = load ptr, ptr %168, align 8
  %170 = getelementptr inbounds %struct.kh_launch, ptr %165, i64 0, i32 3
  %171 = load i64, ptr %170, align 8
  %172 = icmp eq i64 %171, 0
  br i1 %172, label %187, label %173

173:                                              ; preds = %160, %173
  %174 = phi i64 [ %183, %173 ], [ %171, %160 ]
  %175 = phi i64 [ %182, %173 ], [ 0, %160 ]
  %176 = add i64 %175, %174
  %177 = lshr i64 %176, 1
  %178 = getelementptr inbounds %struct.kh_alloc, ptr %169, i64 %177
  %179 = load i64, ptr %178, align 8
  %180 = icmp ugt i64 %179, %162
  %181 = add nuw i64 %177, 1
  %182 = select i1 %180, i64 %175, i64 %181
  %183 = select i1 %180, i64 %177, i64 %174
  %184 = icmp ult i64 %182, %183
  br i1 %184, label %173, label %185

185:                                              ; preds = %173
  %186 = add i64 %182, -1
  br label %187

187:                                              ; preds = %185, %160
  %188 = phi i64 [ -1, %160 ], [ %186, %185 ]
  %189 = getelementptr inbounds %struct.kh_alloc, ptr %169, i64 %188, i32 5
  %190 = load i64, ptr %189, align 8
  %191 = icmp eq i64 %190, 0
  br i1 %191, label %192, label %224

192:                                              ; preds = %187
  %193 = getelementptr inbounds %struct.kh_closer, ptr %164, i64 0, i32 12
  %194 = load ptr, ptr %193, align 8
  %195 = getelementptr inbounds %struct.kh_races, ptr %167, i64 0, i32 1
  %196 = load ptr, ptr %195, align 8
  %197 = getelementptr inbounds i64, ptr %196, i64 %188
  %198 = load i64, ptr %197, align 8
  %199 = getelementptr inbounds %struct.kh_races, ptr %167, i64 0, i32 2
  %200 = load i32, ptr %199, align 8
  %201 = zext nneg i32 %200 to i64
  %202 = lshr i64 %162, %201
  %203 = getelementptr %struct.kh_cell, ptr %194, i64 %198
  %204 = getelementptr %struct.kh_cell, ptr %203, i64 %202
  %205 = icmp eq ptr %204, null
  br i1 %205, label %224, label %206

206:                                              ; preds = %192, %206
  %207 = phi i64 [ %213, %206 ], [ 0, %192 ]
  %208 = load i32, ptr %27, align 4
  %209 = getelementptr inbounds %struct.kh_cell, ptr %204, i64 %207
  %210 = load i64, ptr %161, align 8
  %211 = shl i64 %207, %25
  %212 = add i64 %210, %211
  tail call fastcc void @look_at_read(ptr noundef nonnull %0, i32 noundef %208, i32 noundef %48, ptr noundef nonnull %209, i64 noundef %212)
  %213 = add nuw nsw i64 %207, 1
  %214 = load i32, ptr %157, align 4
  %215 = load ptr, ptr %0, align 8
  %216 = getelementptr inbounds %struct.kh_launch, ptr %215, i64 0, i32 27
  %217 = load ptr, ptr %216, align 8
  %218 = getelementptr inbounds %struct.kh_races, ptr %217, i64 0, i32 2
  %219 = load i32, ptr %218, align 8
  %220 = lshr i32 %214, %219
  %221 = tail call i32 @llvm.umax.i32(i32 %220, i32 1)
  %222 = zext i32 %221 to i64
  %223 = icmp ult i64 %213, %222
  br i1 %223, label %206, label %224

224:                                              ; preds = %206, %187, %192, %156, %69, %37
  %225 = add nuw nsw i64 %38, 1
  %226 = icmp eq i64 %225, 32
  br i1 %226, label %227, label %37

227:                                              ; preds = %224, %4
  ret void
}

; Function Attrs: nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_quick_copy(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, i32 noundef %2, i32 noundef %3) #2 {
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 27
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds %struct.kh_copy, ptr %1, i64 0, i32 5
  %11 = load i32, ptr %10, align 8
  %12 = getelementptr inbounds %struct.kh_races, ptr %7, i64 0, i32 2
  %13 = load i32, ptr %12, align 8
  %14 = lshr i32 %11, %13
  %15 = tail call i32 @llvm.umax.i32(i32 %14, i32 1)
  %16 = load i32, ptr %9, align 4
  %17 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds %struct.kh_warp, ptr %18, i64 0, i32 7
  %20 = load i32, ptr %19, align 8
  %21 = shl i32 %20, 5
  %22 = or i32 %21, %16
  %23 = getelementptr inbounds %struct.kh_quick, ptr %9, i64 0, i32 1
  %24 = load i32, ptr %23, align 4
  %25 = zext i32 %20 to i64
  %26 = getelementptr inbounds %struct.kh_quick, ptr %9, i64 0, i32 5, i64 %25
  %27 = load i32, ptr %26, align 4
  %28 = getelementptr inbounds %struct.kh_quick, ptr %9, i64 0, i32 2
  %29 = load i32, ptr %28, align 4
  %30 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 3
  %31 = getelementptr inbounds %struct.kh_quick, ptr %9, i64 1
  %32 = icmp eq i32 %3, 0
  %33 = getelementptr inbounds %struct.kh_quick, ptr %9, i64 0, i32 4
  %34 = zext i32 %15 to i64
  %35 = select i1 %32, i32 2048, i32 0
  br label %38

36:                                               ; preds = %139
  %37 = icmp eq i32 %140, 0
  br i1 %37, label %147, label %143

38:                                               ; preds = %4, %139
  %39 = phi i64 [ 0, %4 ], [ %141, %139 ]
  %40 = phi i32 [ 0, %4 ], [ %140, %139 ]
  %41 = trunc i64 %39 to i32
  %42 = shl nuw i32 1, %41
  %43 = and i32 %42, %2
  %44 = icmp eq i32 %43, 0
  br i1 %44, label %139, label %45

45:                                               ; preds = %38
  %46 = getelementptr inbounds [32 x ptr], ptr %1, i64 0, i64 %39
  %47 = load ptr, ptr %46, align 8
  %48 = load ptr, ptr %30, align 8
  %49 = ptrtoint ptr %47 to i64
  %50 = ptrtoint ptr %48 to i64
  %51 = sub i64 %49, %50
  %52 = load i32, ptr %12, align 8
  %53 = zext nneg i32 %52 to i64
  %54 = lshr i64 %51, %53
  %55 = getelementptr inbounds i32, ptr %31, i64 %54
  br i1 %32, label %58, label %56

56:                                               ; preds = %45
  %57 = add i32 %22, %41
  br label %110

58:                                               ; preds = %45
  %59 = load i32, ptr %33, align 4
  %60 = zext i32 %59 to i64
  %61 = getelementptr inbounds i32, ptr %31, i64 %60
  %62 = getelementptr inbounds i32, ptr %61, i64 %54
  %63 = add i32 %22, %41
  br label %64

64:                                               ; preds = %64, %58
  %65 = phi i64 [ 0, %58 ], [ %106, %64 ]
  %66 = phi i32 [ 0, %58 ], [ %105, %64 ]
  %67 = trunc i64 %65 to i32
  %68 = lshr i32 %67, 31
  %69 = add i32 %63, %68
  %70 = getelementptr inbounds i32, ptr %55, i64 %65
  %71 = load i32, ptr %70, align 4
  %72 = xor i32 %69, %71
  %73 = and i32 %71, 3072
  %74 = icmp eq i32 %73, 2048
  %75 = icmp ule i32 %29, %71
  %76 = and i1 %75, %74
  %77 = and i32 %72, 1023
  %78 = or i32 %69, %71
  %79 = and i32 %78, 3072
  %80 = or disjoint i32 %77, %79
  %81 = icmp ne i32 %80, 0
  %82 = and i32 %72, 992
  %83 = or disjoint i32 %82, %73
  %84 = icmp ne i32 %83, 0
  %85 = icmp ule i32 %27, %71
  %86 = or i1 %85, %84
  %87 = icmp ule i32 %24, %71
  %88 = and i1 %87, %81
  %89 = and i1 %86, %88
  %90 = or i1 %76, %89
  %91 = getelementptr inbounds i32, ptr %62, i64 %65
  %92 = load i32, ptr %91, align 4
  %93 = xor i32 %92, %69
  %94 = and i32 %93, 4095
  %95 = icmp ne i32 %94, 0
  %96 = and i32 %93, 3040
  %97 = icmp ne i32 %96, 0
  %98 = icmp ule i32 %27, %92
  %99 = or i1 %98, %97
  %100 = icmp ule i32 %24, %92
  %101 = and i1 %100, %95
  %102 = and i1 %99, %101
  %103 = or i1 %102, %90
  %104 = zext i1 %103 to i32
  %105 = or i32 %66, %104
  store i32 %69, ptr %70, align 4
  %106 = add nuw nsw i64 %65, 1
  %107 = icmp eq i64 %106, %34
  br i1 %107, label %108, label %64

108:                                              ; preds = %64
  %109 = or i32 %105, %40
  br label %110

110:                                              ; preds = %56, %108
  %111 = phi i32 [ %57, %56 ], [ %63, %108 ]
  %112 = phi i32 [ %40, %56 ], [ %109, %108 ]
  %113 = or i32 %111, %35
  br label %118

114:                                              ; preds = %118
  %115 = getelementptr inbounds %struct.kh_copy, ptr %1, i64 0, i32 1, i64 %39
  %116 = load ptr, ptr %115, align 8
  %117 = icmp eq ptr %116, null
  br i1 %117, label %139, label %123

118:                                              ; preds = %110, %118
  %119 = phi i64 [ 0, %110 ], [ %121, %118 ]
  %120 = getelementptr inbounds i32, ptr %55, i64 %119
  store i32 %113, ptr %120, align 4
  %121 = add nuw nsw i64 %119, 1
  %122 = icmp eq i64 %121, %34
  br i1 %122, label %114, label %118

123:                                              ; preds = %114
  %124 = getelementptr inbounds %struct.kh_copy, ptr %1, i64 0, i32 3, i64 %39
  %125 = load i32, ptr %124, align 4
  %126 = icmp eq i32 %125, 0
  br i1 %126, label %139, label %127

127:                                              ; preds = %123
  %128 = getelementptr inbounds %struct.kh_copy, ptr %1, i64 0, i32 2, i64 %39
  %129 = load i64, ptr %128, align 8
  %130 = load ptr, ptr %0, align 8
  %131 = getelementptr inbounds %struct.kh_launch, ptr %130, i64 0, i32 27
  %132 = load ptr, ptr %131, align 8
  %133 = getelementptr inbounds %struct.kh_races, ptr %132, i64 0, i32 2
  %134 = load i32, ptr %133, align 8
  %135 = lshr i32 %125, %134
  %136 = tail call i32 @llvm.umax.i32(i32 %135, i32 1)
  %137 = tail call fastcc i32 @look_at_range(ptr noundef nonnull %0, i32 noundef 0, i64 noundef %129, i32 noundef %136, i32 noundef 0, i32 noundef %111, i32 noundef 31)
  %138 = or i32 %137, %112
  br label %139

139:                                              ; preds = %114, %123, %127, %38
  %140 = phi i32 [ %40, %38 ], [ %138, %127 ], [ %112, %123 ], [ %112, %114 ]
  %141 = add nuw nsw i64 %39, 1
  %142 = icmp eq i64 %141, 32
  br i1 %142, label %36, label %38

143:                                              ; preds = %36
  %144 = load ptr, ptr %0, align 8
  %145 = getelementptr inbounds %struct.kh_launch, ptr %144, i64 0, i32 22
  %146 = atomicrmw or ptr %145, i32 1 monotonic, align 4
  br label %147

147:                                              ; preds = %143, %36
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_closer_end(ptr nocapture noundef readonly %0) #4 {
  %2 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %3 = load ptr, ptr %2, align 8
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %28, label %6

6:                                                ; preds = %1
  %7 = getelementptr inbounds %struct.kh_closer, ptr %4, i64 0, i32 20
  %8 = load ptr, ptr %7, align 8
  %9 = icmp eq ptr %8, null
  br i1 %9, label %16, label %10

10:                                               ; preds = %6, %10
  %11 = phi ptr [ %14, %10 ], [ %8, %6 ]
  %12 = getelementptr inbounds %struct.kh_clock, ptr %11, i64 0, i32 1
  %13 = load ptr, ptr %12, align 8
  store ptr %13, ptr %7, align 8
  tail call void @free(ptr noundef nonnull %11)
  %14 = load ptr, ptr %7, align 8
  %15 = icmp eq ptr %14, null
  br i1 %15, label %16, label %10

16:                                               ; preds = %10, %6
  %17 = getelementptr inbounds %struct.kh_closer, ptr %4, i64 0, i32 6
  %18 = load ptr, ptr %17, align 8
  tail call void @free(ptr noundef %18)
  %19 = getelementptr inbounds %struct.kh_closer, ptr %4, i64 0, i32 11
  %20 = load ptr, ptr %19, align 8
  tail call void @free(ptr noundef %20)
  %21 = getelementptr inbounds %struct.kh_closer, ptr %4, i64 0, i32 12
  %22 = load ptr, ptr %21, align 8
  tail call void @free(ptr noundef %22)
  %23 = getelementptr inbounds %struct.kh_closer, ptr %4, i64 0, i32 13
  %24 = load ptr, ptr %23, align 8
  tail call void @free(ptr noundef %24)
  %25 = getelementptr inbounds %struct.kh_closer, ptr %4, i64 0, i32 17
  %26 = load ptr, ptr %25, align 8
  tail call void @free(ptr noundef %26)
  tail call void @free(ptr noundef nonnull %4)
  %27 = load ptr, ptr %2, align 8
  store ptr null, ptr %27, align 8
  br label %28

28:                                               ; preds = %1, %16
  ret void
}

; Function Attrs: nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) uwtable
define internal fastcc i32 @look_at_range(ptr nocapture noundef %0, i32 noundef %1, i64 noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5, i32 noundef %6) unnamed_addr #2 {
  %8 = load ptr, ptr %0, align 8
  %9 = getelementptr inbounds %struct.kh_launch, ptr %8, i64 0, i32 27
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %12 = icmp eq i32 %1, 1
  br i1 %12, label %13, label %26

13:                                               ; preds = %7
  %14 = load ptr, ptr %11, align 8
  %15 = getelementptr inbounds %struct.kh_quick, ptr %14, i64 1
  %16 = getelementptr inbounds %struct.kh_races, ptr %10, i64 0, i32 2
  %17 = load i32, ptr %16, align 8
  %18 = zext nneg i32 %17 to i64
  %19 = lshr i64 %2, %18
  %20 = getelementptr inbounds i32, ptr %15, i64 %19
  %21 = getelementptr inbounds %struct.kh_quick, ptr %14, i64 0, i32 4
  %22 = load i32, ptr %21, align 4
  %23 = zext i32 %22 to i64
  %24 = getelementptr inbounds i32, ptr %15, i64 %23
  %25 = getelementptr inbounds i32, ptr %24, i64 %19
  br label %187

26:                                               ; preds = %7
  %27 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 8
  %28 = load ptr, ptr %27, align 8
  %29 = getelementptr inbounds %struct.kh_launch, ptr %8, i64 0, i32 2
  %30 = load ptr, ptr %29, align 8
  %31 = icmp eq ptr %28, null
  br i1 %31, label %38, label %32

32:                                               ; preds = %26
  %33 = load i64, ptr %28, align 8
  %34 = sub i64 %2, %33
  %35 = getelementptr inbounds %struct.kh_alloc, ptr %28, i64 0, i32 1
  %36 = load i64, ptr %35, align 8
  %37 = icmp ult i64 %34, %36
  br i1 %37, label %58, label %38

38:                                               ; preds = %32, %26
  %39 = getelementptr inbounds %struct.kh_launch, ptr %8, i64 0, i32 3
  %40 = load i64, ptr %39, align 8
  %41 = icmp eq i64 %40, 0
  br i1 %41, label %54, label %42

42:                                               ; preds = %38, %42
  %43 = phi i64 [ %52, %42 ], [ %40, %38 ]
  %44 = phi i64 [ %51, %42 ], [ 0, %38 ]
  %45 = add i64 %44, %43
  %46 = lshr i64 %45, 1
  %47 = getelementptr inbounds %struct.kh_alloc, ptr %30, i64 %46
  %48 = load i64, ptr %47, align 8
  %49 = icmp ugt i64 %48, %2
  %50 = add nuw i64 %46, 1
  %51 = select i1 %49, i64 %44, i64 %50
  %52 = select i1 %49, i64 %46, i64 %43
  %53 = icmp ult i64 %51, %52
  br i1 %53, label %42, label %54

54:                                               ; preds = %42, %38
  %55 = phi i64 [ 0, %38 ], [ %51, %42 ]
  %56 = getelementptr %struct.kh_alloc, ptr %30, i64 %55
  %57 = getelementptr %struct.kh_alloc, ptr %56, i64 -1
  store ptr %57, ptr %27, align 8
  br label %58

58:                                               ; preds = %54, %32
  %59 = phi ptr [ %57, %54 ], [ %28, %32 ]
  %60 = getelementptr inbounds %struct.kh_alloc, ptr %59, i64 0, i32 5
  %61 = load i64, ptr %60, align 8
  %62 = icmp eq i64 %61, 0
  br i1 %62, label %63, label %412

63:                                               ; preds = %58
  %64 = load ptr, ptr %9, align 8
  %65 = getelementptr inbounds %struct.kh_races, ptr %64, i64 0, i32 1
  %66 = load ptr, ptr %65, align 8
  %67 = ptrtoint ptr %59 to i64
  %68 = ptrtoint ptr %30 to i64
  %69 = sub i64 %67, %68
  %70 = sdiv exact i64 %69, 48
  %71 = getelementptr inbounds i64, ptr %66, i64 %70
  %72 = load i64, ptr %71, align 8
  %73 = getelementptr inbounds %struct.kh_races, ptr %64, i64 0, i32 2
  %74 = load i32, ptr %73, align 8
  %75 = zext nneg i32 %74 to i64
  %76 = lshr i64 %2, %75
  %77 = add i64 %76, %72
  %78 = icmp eq i64 %77, -1
  br i1 %78, label %412, label %79

79:                                               ; preds = %63
  %80 = icmp eq i32 %4, 3
  %81 = select i1 %80, i32 1, i32 %4
  %82 = icmp ne i32 %81, 0
  %83 = zext i1 %82 to i32
  %84 = tail call fastcc i32 @claim(ptr noundef nonnull %0, i64 noundef %77, i32 noundef %3, i32 noundef %83)
  switch i32 %84, label %179 [
    i32 3, label %412
    i32 1, label %85
    i32 2, label %86
  ]

85:                                               ; preds = %79
  br label %412

86:                                               ; preds = %79
  %87 = load ptr, ptr %11, align 8
  %88 = getelementptr inbounds %struct.kh_quick, ptr %87, i64 0, i32 1
  %89 = load i32, ptr %88, align 4
  %90 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %91 = load ptr, ptr %90, align 8
  %92 = getelementptr inbounds %struct.kh_warp, ptr %91, i64 0, i32 7
  %93 = load i32, ptr %92, align 8
  %94 = zext i32 %93 to i64
  %95 = getelementptr inbounds %struct.kh_quick, ptr %87, i64 0, i32 5, i64 %94
  %96 = load i32, ptr %95, align 4
  %97 = getelementptr inbounds %struct.kh_quick, ptr %87, i64 0, i32 2
  %98 = load i32, ptr %97, align 4
  %99 = icmp eq i32 %3, 0
  br i1 %99, label %412, label %100

100:                                              ; preds = %86
  %101 = getelementptr inbounds %struct.kh_races, ptr %10, i64 0, i32 5
  %102 = getelementptr inbounds %struct.kh_races, ptr %10, i64 0, i32 6
  %103 = icmp ne i32 %98, 0
  %104 = zext i32 %3 to i64
  br label %105

105:                                              ; preds = %100, %175
  %106 = phi i64 [ 0, %100 ], [ %177, %175 ]
  %107 = phi i32 [ 0, %100 ], [ %176, %175 ]
  %108 = add i64 %77, %106
  %109 = tail call fastcc i32 @claim(ptr noundef nonnull %0, i64 noundef %108, i32 noundef 1, i32 noundef 0)
  %110 = icmp eq i32 %109, 0
  br i1 %110, label %111, label %175

111:                                              ; preds = %105
  %112 = load ptr, ptr %101, align 8
  %113 = getelementptr inbounds i32, ptr %112, i64 %77
  %114 = getelementptr inbounds i32, ptr %113, i64 %106
  %115 = load ptr, ptr %102, align 8
  %116 = getelementptr inbounds i32, ptr %115, i64 %77
  %117 = getelementptr inbounds i32, ptr %116, i64 %106
  %118 = trunc i64 %106 to i32
  %119 = lshr i32 %118, %6
  %120 = add i32 %119, %5
  %121 = load i32, ptr %114, align 4
  %122 = xor i32 %120, %121
  %123 = and i32 %121, 3072
  %124 = icmp eq i32 %123, 2048
  %125 = icmp ule i32 %98, %121
  %126 = and i1 %125, %124
  %127 = and i32 %122, 1023
  %128 = or i32 %120, %121
  %129 = and i32 %128, 3072
  %130 = or disjoint i32 %127, %129
  %131 = icmp ne i32 %130, 0
  %132 = and i32 %122, 992
  %133 = or disjoint i32 %132, %123
  %134 = icmp ne i32 %133, 0
  %135 = icmp ule i32 %96, %121
  %136 = or i1 %135, %134
  %137 = icmp ne i32 %121, 0
  %138 = icmp ugt i32 %98, %121
  %139 = and i1 %137, %138
  %140 = or i1 %139, %126
  %141 = icmp ule i32 %89, %121
  %142 = and i1 %141, %131
  %143 = and i1 %136, %142
  %144 = or i1 %140, %143
  %145 = zext i1 %144 to i32
  %146 = load i32, ptr %117, align 4
  %147 = xor i32 %146, %120
  %148 = and i32 %147, 3040
  %149 = icmp eq i32 %148, 0
  %150 = icmp ugt i32 %89, %146
  %151 = and i32 %147, 4095
  %152 = icmp eq i32 %151, 0
  %153 = or i1 %150, %152
  %154 = icmp ugt i32 %96, %146
  %155 = and i1 %154, %149
  %156 = or i1 %153, %155
  br i1 %156, label %163, label %157

157:                                              ; preds = %111
  br i1 %149, label %158, label %160

158:                                              ; preds = %157
  %159 = or i32 %120, 1024
  br label %163

160:                                              ; preds = %157
  %161 = and i32 %120, -3073
  %162 = or disjoint i32 %161, 2048
  br label %163

163:                                              ; preds = %160, %158, %111
  %164 = phi i32 [ %159, %158 ], [ %162, %160 ], [ %120, %111 ]
  %165 = and i32 %146, 3072
  %166 = icmp eq i32 %165, 3072
  %167 = and i1 %103, %166
  %168 = icmp ne i32 %146, 0
  %169 = icmp ugt i32 %98, %146
  %170 = and i1 %168, %169
  %171 = or i1 %170, %167
  %172 = or i32 %120, 3072
  %173 = select i1 %171, i32 %172, i32 %164
  store i32 %173, ptr %117, align 4
  %174 = or i32 %107, %145
  br label %175

175:                                              ; preds = %105, %163
  %176 = phi i32 [ %174, %163 ], [ %107, %105 ]
  %177 = add nuw nsw i64 %106, 1
  %178 = icmp eq i64 %177, %104
  br i1 %178, label %412, label %105

179:                                              ; preds = %79
  %180 = getelementptr inbounds %struct.kh_races, ptr %10, i64 0, i32 5
  %181 = load ptr, ptr %180, align 8
  %182 = getelementptr inbounds i32, ptr %181, i64 %77
  %183 = getelementptr inbounds %struct.kh_races, ptr %10, i64 0, i32 6
  %184 = load ptr, ptr %183, align 8
  %185 = getelementptr inbounds i32, ptr %184, i64 %77
  %186 = load ptr, ptr %11, align 8
  br label %187

187:                                              ; preds = %179, %13
  %188 = phi ptr [ %14, %13 ], [ %186, %179 ]
  %189 = phi i32 [ %4, %13 ], [ %81, %179 ]
  %190 = phi ptr [ %20, %13 ], [ %182, %179 ]
  %191 = phi ptr [ %25, %13 ], [ %185, %179 ]
  %192 = getelementptr inbounds %struct.kh_quick, ptr %188, i64 0, i32 1
  %193 = load i32, ptr %192, align 4
  %194 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %195 = load ptr, ptr %194, align 8
  %196 = getelementptr inbounds %struct.kh_warp, ptr %195, i64 0, i32 7
  %197 = load i32, ptr %196, align 8
  %198 = zext i32 %197 to i64
  %199 = getelementptr inbounds %struct.kh_quick, ptr %188, i64 0, i32 5, i64 %198
  %200 = load i32, ptr %199, align 4
  %201 = getelementptr inbounds %struct.kh_quick, ptr %188, i64 0, i32 2
  %202 = load i32, ptr %201, align 4
  %203 = select i1 %12, i32 0, i32 %202
  %204 = icmp eq i32 %3, 0
  switch i32 %189, label %205 [
    i32 0, label %210
    i32 1, label %278
  ]

205:                                              ; preds = %187
  br i1 %204, label %412, label %206

206:                                              ; preds = %205
  %207 = icmp ne i32 %203, 0
  %208 = icmp eq i32 %203, 0
  %209 = zext i32 %3 to i64
  br label %338

210:                                              ; preds = %187
  br i1 %204, label %412, label %211

211:                                              ; preds = %210
  %212 = icmp ne i32 %203, 0
  %213 = zext i32 %3 to i64
  br label %214

214:                                              ; preds = %265, %211
  %215 = phi i64 [ 0, %211 ], [ %276, %265 ]
  %216 = phi i32 [ 0, %211 ], [ %246, %265 ]
  %217 = trunc i64 %215 to i32
  %218 = lshr i32 %217, %6
  %219 = add i32 %218, %5
  %220 = getelementptr inbounds i32, ptr %190, i64 %215
  %221 = load i32, ptr %220, align 4
  %222 = xor i32 %219, %221
  %223 = and i32 %221, 3072
  %224 = icmp eq i32 %223, 2048
  %225 = icmp ule i32 %202, %221
  %226 = and i1 %225, %224
  %227 = and i32 %222, 1023
  %228 = or i32 %219, %221
  %229 = and i32 %228, 3072
  %230 = or disjoint i32 %227, %229
  %231 = icmp ne i32 %230, 0
  %232 = and i32 %222, 992
  %233 = or disjoint i32 %232, %223
  %234 = icmp ne i32 %233, 0
  %235 = icmp ule i32 %200, %221
  %236 = or i1 %235, %234
  %237 = icmp ne i32 %221, 0
  %238 = icmp ugt i32 %203, %221
  %239 = and i1 %237, %238
  %240 = or i1 %239, %226
  %241 = icmp ule i32 %193, %221
  %242 = and i1 %241, %231
  %243 = and i1 %236, %242
  %244 = or i1 %240, %243
  %245 = zext i1 %244 to i32
  %246 = or i32 %216, %245
  %247 = getelementptr inbounds i32, ptr %191, i64 %215
  %248 = load i32, ptr %247, align 4
  %249 = xor i32 %248, %219
  %250 = and i32 %249, 3040
  %251 = icmp eq i32 %250, 0
  %252 = icmp ugt i32 %193, %248
  %253 = and i32 %249, 4095
  %254 = icmp eq i32 %253, 0
  %255 = or i1 %252, %254
  %256 = icmp ugt i32 %200, %248
  %257 = and i1 %256, %251
  %258 = or i1 %255, %257
  br i1 %258, label %265, label %259

259:                                              ; preds = %214
  br i1 %251, label %260, label %262

260:                                              ; preds = %259
  %261 = or i32 %219, 1024
  br label %265

262:                                              ; preds = %259
  %263 = and i32 %219, -3073
  %264 = or disjoint i32 %263, 2048
  br label %265

265:                                              ; preds = %262, %260, %214
  %266 = phi i32 [ %261, %260 ], [ %264, %262 ], [ %219, %214 ]
  %267 = and i32 %248, 3072
  %268 = icmp eq i32 %267, 3072
  %269 = and i1 %212, %268
  %270 = icmp ne i32 %248, 0
  %271 = icmp ugt i32 %203, %248
  %272 = and i1 %270, %271
  %273 = or i1 %272, %269
  %274 = or i32 %219, 3072
  %275 = select i1 %273, i32 %274, i32 %266
  store i32 %275, ptr %247, align 4
  %276 = add nuw nsw i64 %215, 1
  %277 = icmp eq i64 %276, %213
  br i1 %277, label %412, label %214

278:                                              ; preds = %187
  br i1 %204, label %412, label %279

279:                                              ; preds = %278
  %280 = icmp ne i32 %203, 0
  %281 = zext i32 %3 to i64
  br label %282

282:                                              ; preds = %282, %279
  %283 = phi i64 [ 0, %279 ], [ %336, %282 ]
  %284 = phi i32 [ 0, %279 ], [ %335, %282 ]
  %285 = trunc i64 %283 to i32
  %286 = lshr i32 %285, %6
  %287 = add i32 %286, %5
  %288 = getelementptr inbounds i32, ptr %190, i64 %283
  %289 = load i32, ptr %288, align 4
  %290 = xor i32 %287, %289
  %291 = and i32 %289, 3072
  %292 = icmp eq i32 %291, 2048
  %293 = icmp ule i32 %202, %289
  %294 = and i1 %293, %292
  %295 = and i32 %290, 1023
  %296 = or i32 %287, %289
  %297 = and i32 %296, 3072
  %298 = or disjoint i32 %295, %297
  %299 = icmp ne i32 %298, 0
  %300 = and i32 %290, 992
  %301 = or disjoint i32 %300, %291
  %302 = icmp ne i32 %301, 0
  %303 = icmp ule i32 %200, %289
  %304 = or i1 %303, %302
  %305 = icmp ne i32 %289, 0
  %306 = icmp ugt i32 %203, %289
  %307 = and i1 %305, %306
  %308 = or i1 %307, %294
  %309 = icmp ule i32 %193, %289
  %310 = and i1 %309, %299
  %311 = and i1 %304, %310
  %312 = or i1 %308, %311
  %313 = getelementptr inbounds i32, ptr %191, i64 %283
  %314 = load i32, ptr %313, align 4
  %315 = xor i32 %314, %287
  %316 = icmp ne i32 %314, 0
  %317 = icmp ugt i32 %203, %314
  %318 = and i1 %316, %317
  %319 = and i32 %314, 3072
  %320 = icmp eq i32 %319, 3072
  %321 = and i1 %280, %320
  %322 = or i1 %318, %321
  %323 = and i32 %315, 4095
  %324 = icmp ne i32 %323, 0
  %325 = and i32 %315, 3040
  %326 = icmp ne i32 %325, 0
  %327 = icmp ule i32 %200, %314
  %328 = or i1 %327, %326
  %329 = icmp ule i32 %193, %314
  %330 = and i1 %329, %324
  %331 = and i1 %328, %330
  %332 = or i1 %322, %331
  %333 = or i1 %332, %312
  %334 = zext i1 %333 to i32
  %335 = or i32 %284, %334
  store i32 %287, ptr %288, align 4
  %336 = add nuw nsw i64 %283, 1
  %337 = icmp eq i64 %336, %281
  br i1 %337, label %412, label %282

338:                                              ; preds = %206, %405
  %339 = phi i64 [ 0, %206 ], [ %410, %405 ]
  %340 = phi i32 [ 0, %206 ], [ %409, %405 ]
  %341 = getelementptr inbounds i32, ptr %190, i64 %339
  %342 = getelementptr inbounds i32, ptr %191, i64 %339
  %343 = load i32, ptr %342, align 4
  %344 = trunc i64 %339 to i32
  %345 = lshr i32 %344, %6
  %346 = add i32 %345, %5
  %347 = load i32, ptr %341, align 4
  %348 = and i32 %347, 3072
  %349 = xor i32 %343, %346
  %350 = icmp ne i32 %343, 0
  %351 = icmp ugt i32 %203, %343
  %352 = and i1 %350, %351
  %353 = and i32 %343, 3072
  %354 = icmp eq i32 %353, 3072
  %355 = and i1 %207, %354
  %356 = or i1 %352, %355
  %357 = and i32 %349, 4095
  %358 = icmp ne i32 %357, 0
  %359 = and i32 %349, 3040
  %360 = icmp ne i32 %359, 0
  %361 = icmp ule i32 %200, %343
  %362 = or i1 %361, %360
  %363 = icmp ule i32 %193, %343
  %364 = and i1 %363, %358
  %365 = and i1 %364, %362
  %366 = or i1 %356, %365
  %367 = zext i1 %366 to i32
  br i1 %208, label %378, label %368

368:                                              ; preds = %338
  %369 = icmp eq i32 %347, 0
  br i1 %369, label %405, label %370

370:                                              ; preds = %368
  switch i32 %348, label %372 [
    i32 3072, label %371
    i32 0, label %371
  ]

371:                                              ; preds = %370, %370
  br label %372

372:                                              ; preds = %371, %370
  %373 = phi i32 [ %367, %370 ], [ 1, %371 ]
  %374 = icmp eq i32 %348, 2048
  %375 = icmp ult i32 %347, %203
  %376 = or i1 %375, %374
  %377 = select i1 %376, i32 2048, i32 1024
  br label %405

378:                                              ; preds = %338
  %379 = icmp ne i32 %348, 2048
  %380 = icmp ult i32 %347, %202
  %381 = or i1 %380, %379
  br i1 %381, label %382, label %405

382:                                              ; preds = %378
  %383 = icmp uge i32 %347, %193
  %384 = icmp ne i32 %348, 1024
  %385 = and i1 %383, %384
  br i1 %385, label %386, label %405

386:                                              ; preds = %382
  %387 = xor i32 %347, %346
  %388 = icmp eq i32 %348, 2048
  %389 = icmp uge i32 %347, %202
  %390 = and i1 %389, %388
  %391 = and i32 %387, 1023
  %392 = or i32 %347, %346
  %393 = and i32 %392, 3072
  %394 = or disjoint i32 %391, %393
  %395 = icmp ne i32 %394, 0
  %396 = and i32 %387, 992
  %397 = or disjoint i32 %396, %348
  %398 = icmp ne i32 %397, 0
  %399 = icmp uge i32 %347, %200
  %400 = or i1 %399, %398
  %401 = and i1 %395, %400
  %402 = or i1 %390, %401
  %403 = or i1 %366, %402
  %404 = zext i1 %403 to i32
  br label %405

405:                                              ; preds = %368, %372, %378, %382, %386
  %406 = phi i32 [ 3072, %386 ], [ 1024, %382 ], [ 1024, %378 ], [ %377, %372 ], [ 1024, %368 ]
  %407 = phi i32 [ %404, %386 ], [ %367, %382 ], [ 1, %378 ], [ %373, %372 ], [ %367, %368 ]
  %408 = or i32 %406, %346
  store i32 %408, ptr %341, align 4
  %409 = or i32 %407, %340
  %410 = add nuw nsw i64 %339, 1
  %411 = icmp eq i64 %410, %209
  br i1 %411, label %412, label %338

412:                                              ; preds = %175, %282, %265, %405, %86, %205, %58, %79, %63, %85, %210, %278
  %413 = phi i32 [ 0, %210 ], [ 0, %278 ], [ 1, %79 ], [ 0, %63 ], [ 0, %85 ], [ 0, %58 ], [ 0, %205 ], [ 0, %86 ], [ %409, %405 ], [ %246, %265 ], [ %335, %282 ], [ %176, %175 ]
  ret i32 %413
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.cttz.i32(i32, i1 immarg) #14

; Function Attrs: nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) uwtable
define internal fastcc i32 @look_at_scattered(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, i32 noundef %2, i64 noundef %3, i32 noundef %4) unnamed_addr #2 {
  %6 = load ptr, ptr %0, align 8
  %7 = getelementptr inbounds %struct.kh_launch, ptr %6, i64 0, i32 27
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 2
  %12 = load i32, ptr %11, align 8
  %13 = tail call i32 @llvm.cttz.i32(i32 %12, i1 true)
  %14 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 1
  %15 = load i32, ptr %14, align 4
  %16 = icmp eq i32 %15, 1
  %17 = zext i1 %16 to i32
  %18 = getelementptr inbounds %struct.kh_quick, ptr %10, i64 0, i32 3
  %19 = load i32, ptr %18, align 4
  %20 = select i1 %16, i32 128, i32 0
  %21 = or i32 %20, %19
  %22 = select i1 %16, i32 0, i32 128
  %23 = getelementptr inbounds %struct.kh_quick, ptr %10, i64 1
  %24 = getelementptr inbounds %struct.kh_quick, ptr %10, i64 0, i32 4
  %25 = load i32, ptr %24, align 4
  %26 = zext i32 %25 to i64
  %27 = getelementptr inbounds i32, ptr %23, i64 %26
  %28 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 6
  %29 = load ptr, ptr %28, align 8
  %30 = zext nneg i32 %13 to i64
  %31 = getelementptr inbounds i64, ptr %29, i64 %30
  %32 = load i64, ptr %31, align 8
  %33 = sub i64 %3, %32
  %34 = getelementptr inbounds %struct.kh_quick, ptr %10, i64 0, i32 1
  %35 = load i32, ptr %34, align 4
  %36 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %37 = load ptr, ptr %36, align 8
  %38 = getelementptr inbounds %struct.kh_warp, ptr %37, i64 0, i32 7
  %39 = load i32, ptr %38, align 8
  %40 = zext i32 %39 to i64
  %41 = getelementptr inbounds %struct.kh_quick, ptr %10, i64 0, i32 5, i64 %40
  %42 = load i32, ptr %41, align 4
  %43 = getelementptr inbounds %struct.kh_quick, ptr %10, i64 0, i32 2
  %44 = load i32, ptr %43, align 4
  %45 = icmp eq i32 %2, 1
  %46 = select i1 %45, i32 0, i32 %44
  %47 = icmp eq i32 %2, 0
  br i1 %47, label %48, label %109

48:                                               ; preds = %5
  %49 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 8
  %50 = load ptr, ptr %49, align 8
  %51 = getelementptr inbounds %struct.kh_launch, ptr %6, i64 0, i32 2
  %52 = load ptr, ptr %51, align 8
  %53 = icmp eq ptr %50, null
  br i1 %53, label %60, label %54

54:                                               ; preds = %48
  %55 = load i64, ptr %50, align 8
  %56 = sub i64 %3, %55
  %57 = getelementptr inbounds %struct.kh_alloc, ptr %50, i64 0, i32 1
  %58 = load i64, ptr %57, align 8
  %59 = icmp ult i64 %56, %58
  br i1 %59, label %80, label %60

60:                                               ; preds = %54, %48
  %61 = getelementptr inbounds %struct.kh_launch, ptr %6, i64 0, i32 3
  %62 = load i64, ptr %61, align 8
  %63 = icmp eq i64 %62, 0
  br i1 %63, label %76, label %64

64:                                               ; preds = %60, %64
  %65 = phi i64 [ %74, %64 ], [ %62, %60 ]
  %66 = phi i64 [ %73, %64 ], [ 0, %60 ]
  %67 = add i64 %66, %65
  %68 = lshr i64 %67, 1
  %69 = getelementptr inbounds %struct.kh_alloc, ptr %52, i64 %68
  %70 = load i64, ptr %69, align 8
  %71 = icmp ugt i64 %70, %3
  %72 = add nuw i64 %68, 1
  %73 = select i1 %71, i64 %66, i64 %72
  %74 = select i1 %71, i64 %68, i64 %65
  %75 = icmp ult i64 %73, %74
  br i1 %75, label %64, label %76

76:                                               ; preds = %64, %60
  %77 = phi i64 [ 0, %60 ], [ %73, %64 ]
  %78 = getelementptr %struct.kh_alloc, ptr %52, i64 %77
  %79 = getelementptr %struct.kh_alloc, ptr %78, i64 -1
  store ptr %79, ptr %49, align 8
  br label %80

80:                                               ; preds = %76, %54
  %81 = phi ptr [ %79, %76 ], [ %50, %54 ]
  %82 = getelementptr inbounds %struct.kh_alloc, ptr %81, i64 0, i32 5
  %83 = load i64, ptr %82, align 8
  %84 = icmp eq i64 %83, 0
  br i1 %84, label %85, label %231

85:                                               ; preds = %80
  %86 = load ptr, ptr %7, align 8
  %87 = getelementptr inbounds %struct.kh_races, ptr %86, i64 0, i32 1
  %88 = load ptr, ptr %87, align 8
  %89 = ptrtoint ptr %81 to i64
  %90 = ptrtoint ptr %52 to i64
  %91 = sub i64 %89, %90
  %92 = sdiv exact i64 %91, 48
  %93 = getelementptr inbounds i64, ptr %88, i64 %92
  %94 = load i64, ptr %93, align 8
  %95 = getelementptr inbounds %struct.kh_races, ptr %86, i64 0, i32 2
  %96 = load i32, ptr %95, align 8
  %97 = zext nneg i32 %96 to i64
  %98 = lshr i64 %3, %97
  %99 = add i64 %98, %94
  %100 = getelementptr inbounds %struct.kh_races, ptr %8, i64 0, i32 2
  %101 = load i32, ptr %100, align 8
  %102 = zext nneg i32 %101 to i64
  %103 = lshr i64 %3, %102
  %104 = sub i64 %99, %103
  %105 = getelementptr inbounds %struct.kh_races, ptr %8, i64 0, i32 5
  %106 = load ptr, ptr %105, align 8
  %107 = getelementptr inbounds %struct.kh_races, ptr %8, i64 0, i32 6
  %108 = load ptr, ptr %107, align 8
  br label %109

109:                                              ; preds = %5, %85
  %110 = phi i64 [ %104, %85 ], [ 0, %5 ]
  %111 = phi ptr [ %108, %85 ], [ %27, %5 ]
  %112 = phi ptr [ %106, %85 ], [ %23, %5 ]
  %113 = getelementptr inbounds %struct.kh_races, ptr %8, i64 0, i32 2
  %114 = getelementptr inbounds %struct.kh_races, ptr %8, i64 0, i32 4
  %115 = or i32 %21, %22
  %116 = icmp ne i32 %46, 0
  br label %117

117:                                              ; preds = %109, %227
  %118 = phi i64 [ %30, %109 ], [ %229, %227 ]
  %119 = phi i32 [ 0, %109 ], [ %228, %227 ]
  %120 = load i32, ptr %11, align 8
  %121 = trunc i64 %118 to i32
  %122 = shl nuw i32 1, %121
  %123 = and i32 %120, %122
  %124 = icmp eq i32 %123, 0
  br i1 %124, label %227, label %125

125:                                              ; preds = %117
  %126 = load ptr, ptr %28, align 8
  %127 = getelementptr inbounds i64, ptr %126, i64 %118
  %128 = load i64, ptr %127, align 8
  %129 = add i64 %33, %128
  %130 = load i32, ptr %113, align 8
  %131 = zext nneg i32 %130 to i64
  %132 = lshr i64 %129, %131
  %133 = add i64 %132, %110
  br i1 %47, label %134, label %147

134:                                              ; preds = %125
  %135 = load ptr, ptr %114, align 8
  %136 = getelementptr inbounds i8, ptr %135, i64 %133
  %137 = load atomic i8, ptr %136 monotonic, align 1
  %138 = zext i8 %137 to i32
  %139 = or i32 %22, %138
  %140 = icmp eq i32 %139, %115
  br i1 %140, label %147, label %141

141:                                              ; preds = %134
  %142 = tail call fastcc i32 @claim(ptr noundef nonnull %0, i64 noundef %133, i32 noundef 1, i32 noundef %17)
  %143 = icmp eq i32 %142, 3
  %144 = zext i1 %143 to i32
  %145 = or i32 %119, %144
  %146 = icmp eq i32 %142, 0
  br i1 %146, label %147, label %227

147:                                              ; preds = %141, %134, %125
  %148 = phi i32 [ %119, %125 ], [ %119, %134 ], [ %145, %141 ]
  %149 = add i32 %121, %4
  %150 = getelementptr inbounds i32, ptr %112, i64 %133
  %151 = load i32, ptr %150, align 4
  %152 = xor i32 %151, %149
  %153 = and i32 %151, 3072
  %154 = icmp eq i32 %153, 2048
  %155 = icmp ule i32 %44, %151
  %156 = and i1 %155, %154
  %157 = and i32 %152, 1023
  %158 = or i32 %151, %149
  %159 = and i32 %158, 3072
  %160 = or disjoint i32 %157, %159
  %161 = icmp ne i32 %160, 0
  %162 = and i32 %152, 992
  %163 = or disjoint i32 %162, %153
  %164 = icmp ne i32 %163, 0
  %165 = icmp ule i32 %42, %151
  %166 = or i1 %165, %164
  %167 = icmp ne i32 %151, 0
  %168 = icmp ugt i32 %46, %151
  %169 = and i1 %167, %168
  %170 = or i1 %169, %156
  %171 = icmp ule i32 %35, %151
  %172 = and i1 %171, %161
  %173 = and i1 %166, %172
  %174 = or i1 %170, %173
  %175 = zext i1 %174 to i32
  %176 = or i32 %148, %175
  %177 = getelementptr inbounds i32, ptr %111, i64 %133
  %178 = load i32, ptr %177, align 4
  %179 = xor i32 %178, %149
  br i1 %16, label %180, label %200

180:                                              ; preds = %147
  %181 = icmp ne i32 %178, 0
  %182 = icmp ugt i32 %46, %178
  %183 = and i1 %181, %182
  %184 = and i32 %178, 3072
  %185 = icmp eq i32 %184, 3072
  %186 = and i1 %116, %185
  %187 = or i1 %183, %186
  %188 = and i32 %179, 4095
  %189 = icmp ne i32 %188, 0
  %190 = and i32 %179, 3040
  %191 = icmp ne i32 %190, 0
  %192 = icmp ule i32 %42, %178
  %193 = or i1 %192, %191
  %194 = icmp ule i32 %35, %178
  %195 = and i1 %194, %189
  %196 = and i1 %193, %195
  %197 = or i1 %187, %196
  %198 = zext i1 %197 to i32
  %199 = or i32 %176, %198
  store i32 %149, ptr %150, align 4
  br label %227

200:                                              ; preds = %147
  %201 = and i32 %179, 3040
  %202 = icmp eq i32 %201, 0
  %203 = icmp ugt i32 %35, %178
  %204 = and i32 %179, 4095
  %205 = icmp eq i32 %204, 0
  %206 = or i1 %203, %205
  %207 = icmp ugt i32 %42, %178
  %208 = and i1 %207, %202
  %209 = or i1 %206, %208
  br i1 %209, label %216, label %210

210:                                              ; preds = %200
  br i1 %202, label %211, label %213

211:                                              ; preds = %210
  %212 = or i32 %149, 1024
  br label %216

213:                                              ; preds = %210
  %214 = and i32 %149, -3073
  %215 = or disjoint i32 %214, 2048
  br label %216

216:                                              ; preds = %200, %211, %213
  %217 = phi i32 [ %212, %211 ], [ %215, %213 ], [ %149, %200 ]
  %218 = and i32 %178, 3072
  %219 = icmp eq i32 %218, 3072
  %220 = and i1 %116, %219
  %221 = icmp ne i32 %178, 0
  %222 = icmp ugt i32 %46, %178
  %223 = and i1 %221, %222
  %224 = or i1 %223, %220
  %225 = or i32 %149, 3072
  %226 = select i1 %224, i32 %225, i32 %217
  store i32 %226, ptr %177, align 4
  br label %227

227:                                              ; preds = %141, %216, %180, %117
  %228 = phi i32 [ %119, %117 ], [ %199, %180 ], [ %176, %216 ], [ %145, %141 ]
  %229 = add nuw nsw i64 %118, 1
  %230 = icmp eq i64 %229, 32
  br i1 %230, label %231, label %117

231:                                              ; preds = %227, %80
  %232 = phi i32 [ 0, %80 ], [ %228, %227 ]
  ret i32 %232
}

; Function Attrs: nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) uwtable
define internal fastcc i32 @look_at_lanes(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, i32 noundef %2, i32 noundef %3) unnamed_addr #2 {
  %5 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 1
  %6 = load i32, ptr %5, align 4
  %7 = icmp eq i32 %6, 2
  br i1 %7, label %8, label %20

8:                                                ; preds = %4
  %9 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 5
  %10 = load i32, ptr %9, align 4
  %11 = load ptr, ptr %0, align 8
  %12 = getelementptr inbounds %struct.kh_launch, ptr %11, i64 0, i32 26
  %13 = load ptr, ptr %12, align 8
  %14 = zext i32 %10 to i64
  %15 = getelementptr inbounds i32, ptr %13, i64 %14
  %16 = load i32, ptr %15, align 4
  %17 = and i32 %16, 8
  %18 = icmp eq i32 %17, 0
  %19 = select i1 %18, i32 3, i32 2
  br label %20

20:                                               ; preds = %8, %4
  %21 = phi i32 [ %6, %4 ], [ %19, %8 ]
  %22 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 2
  %23 = getelementptr inbounds %struct.kh_access, ptr %1, i64 0, i32 6
  br label %25

24:                                               ; preds = %53
  ret i32 %54

25:                                               ; preds = %20, %53
  %26 = phi i64 [ 0, %20 ], [ %55, %53 ]
  %27 = phi i32 [ 0, %20 ], [ %54, %53 ]
  %28 = load i32, ptr %22, align 8
  %29 = trunc i64 %26 to i32
  %30 = shl nuw i32 1, %29
  %31 = and i32 %28, %30
  %32 = icmp eq i32 %31, 0
  br i1 %32, label %53, label %33

33:                                               ; preds = %25
  %34 = load ptr, ptr %23, align 8
  %35 = getelementptr inbounds i64, ptr %34, i64 %26
  %36 = load i64, ptr %35, align 8
  %37 = load i32, ptr %1, align 8
  %38 = icmp eq i32 %37, 4
  br i1 %38, label %39, label %45

39:                                               ; preds = %33
  %40 = add i64 %36, -1099511627776
  %41 = icmp ult i64 %40, 4294967296
  br i1 %41, label %47, label %42

42:                                               ; preds = %39
  %43 = and i64 %36, -1103806595072
  %44 = icmp eq i64 %43, 2199023255552
  br i1 %44, label %53, label %47

45:                                               ; preds = %33
  %46 = icmp ult i32 %37, 2
  br i1 %46, label %47, label %53

47:                                               ; preds = %42, %39, %45
  %48 = phi i32 [ %37, %45 ], [ 1, %39 ], [ 0, %42 ]
  %49 = phi i64 [ %36, %45 ], [ %40, %39 ], [ %36, %42 ]
  %50 = add i32 %29, %3
  %51 = tail call fastcc i32 @look_at_range(ptr noundef %0, i32 noundef %48, i64 noundef %49, i32 noundef %2, i32 noundef %21, i32 noundef %50, i32 noundef 31)
  %52 = or i32 %51, %27
  br label %53

53:                                               ; preds = %42, %47, %45, %25
  %54 = phi i32 [ %27, %25 ], [ %52, %47 ], [ %27, %45 ], [ %27, %42 ]
  %55 = add nuw nsw i64 %26, 1
  %56 = icmp eq i64 %55, 32
  br i1 %56, label %24, label %25
}

; Function Attrs: nounwind uwtable
define internal fastcc void @look_at_read(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2, ptr nocapture noundef %3, i64 noundef %4) unnamed_addr #4 {
  %6 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %7 = load ptr, ptr %6, align 8
  %8 = load ptr, ptr %7, align 8
  %9 = load i64, ptr %3, align 8
  %10 = icmp eq i64 %9, 0
  br i1 %10, label %63, label %11

11:                                               ; preds = %5
  %12 = getelementptr inbounds %struct.kh_cell, ptr %3, i64 0, i32 4
  %13 = load i8, ptr %12, align 2
  %14 = icmp eq i8 %13, 0
  br i1 %14, label %15, label %23

15:                                               ; preds = %11
  %16 = getelementptr inbounds %struct.kh_cell, ptr %3, i64 0, i32 1
  %17 = load i32, ptr %16, align 8
  %18 = getelementptr inbounds %struct.kh_cell, ptr %3, i64 0, i32 3
  %19 = load i16, ptr %18, align 8
  %20 = zext i16 %19 to i32
  %21 = tail call fastcc i32 @is_ordered(ptr noundef %8, i32 noundef %2, i32 noundef %17, i32 noundef %20, i64 noundef %9)
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %23, label %63

23:                                               ; preds = %11, %15
  %24 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %25 = mul i32 %1, 25
  %26 = add i32 %25, 19
  %27 = load ptr, ptr %24, align 8
  %28 = zext i32 %26 to i64
  %29 = getelementptr inbounds %struct.kh_fault, ptr %27, i64 %28
  %30 = load i64, ptr %29, align 8
  %31 = icmp eq i64 %30, 0
  br i1 %31, label %34, label %32

32:                                               ; preds = %23
  %33 = add i64 %30, 1
  store i64 %33, ptr %29, align 8
  br label %63

34:                                               ; preds = %23
  %35 = getelementptr inbounds %struct.kh_cell, ptr %3, i64 0, i32 3
  %36 = load i16, ptr %35, align 8
  %37 = zext i16 %36 to i32
  %38 = getelementptr inbounds %struct.kh_cell, ptr %3, i64 0, i32 1
  %39 = load i32, ptr %38, align 8
  %40 = getelementptr inbounds %struct.kh_cell, ptr %3, i64 0, i32 2
  %41 = load i32, ptr %40, align 4
  %42 = and i32 %2, 31
  %43 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %44 = load ptr, ptr %43, align 8
  %45 = getelementptr inbounds %struct.kh_warp, ptr %44, i64 0, i32 7
  %46 = load i32, ptr %45, align 8
  %47 = shl i32 %46, 5
  %48 = or disjoint i32 %47, %42
  %49 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %50 = load i32, ptr %49, align 4
  store i64 1, ptr %29, align 8
  %51 = getelementptr inbounds i8, ptr %29, i64 8
  store i64 %4, ptr %51, align 8
  %52 = getelementptr inbounds i8, ptr %29, i64 16
  store i32 %50, ptr %52, align 8
  %53 = getelementptr inbounds i8, ptr %29, i64 20
  store i32 %48, ptr %53, align 4
  %54 = getelementptr inbounds i8, ptr %29, i64 24
  store i32 %41, ptr %54, align 8
  %55 = getelementptr inbounds i8, ptr %29, i64 28
  store i32 %39, ptr %55, align 4
  %56 = getelementptr inbounds i8, ptr %29, i64 32
  store i32 %37, ptr %56, align 8
  %57 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %58 = load ptr, ptr %57, align 8
  %59 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %60 = load i64, ptr %59, align 8
  %61 = add i64 %60, 1
  store i64 %61, ptr %59, align 8
  %62 = getelementptr inbounds i32, ptr %58, i64 %60
  store i32 %26, ptr %62, align 4
  br label %63

63:                                               ; preds = %5, %34, %32, %15
  tail call fastcc void @check_acts(ptr noundef nonnull %0, ptr noundef nonnull %3, i32 noundef %2, i64 noundef %4, i32 noundef %1, i32 noundef 0, i32 noundef 0, i32 noundef 0)
  tail call fastcc void @add_act(ptr noundef nonnull %0, ptr noundef nonnull %3, i32 noundef %2, i32 noundef %1, i32 noundef 0, i32 noundef 0)
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define internal fastcc void @check_acts(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, i32 noundef %2, i64 noundef %3, i32 noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7) unnamed_addr #13 {
  %9 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %10 = load ptr, ptr %9, align 8
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds %struct.kh_cell, ptr %1, i64 0, i32 5
  %13 = load i32, ptr %12, align 4
  %14 = icmp eq i32 %13, 0
  br i1 %14, label %111, label %15

15:                                               ; preds = %8
  %16 = getelementptr inbounds %struct.kh_closer, ptr %11, i64 0, i32 13
  %17 = load ptr, ptr %16, align 8
  %18 = icmp ne i32 %5, 0
  %19 = icmp eq i32 %6, 0
  %20 = getelementptr inbounds %struct.kh_closer, ptr %11, i64 0, i32 3
  %21 = icmp eq i32 %7, 0
  %22 = getelementptr inbounds %struct.kh_closer, ptr %11, i64 0, i32 1
  br label %23

23:                                               ; preds = %15, %107
  %24 = phi i32 [ %13, %15 ], [ %109, %107 ]
  %25 = zext i32 %24 to i64
  %26 = getelementptr inbounds %struct.kh_act, ptr %17, i64 %25
  %27 = getelementptr inbounds %struct.kh_act, ptr %17, i64 %25, i32 6
  %28 = load i8, ptr %27, align 2
  %29 = icmp eq i8 %28, 2
  %30 = select i1 %18, i1 true, i1 %29
  br i1 %30, label %31, label %107

31:                                               ; preds = %23
  %32 = icmp eq i8 %28, 0
  %33 = select i1 %19, i1 true, i1 %32
  %34 = getelementptr inbounds %struct.kh_act, ptr %17, i64 %25, i32 1
  %35 = load i32, ptr %34, align 8
  %36 = load i32, ptr %20, align 8
  br i1 %33, label %44, label %37

37:                                               ; preds = %31
  %38 = icmp eq i32 %35, %36
  br i1 %38, label %107, label %39

39:                                               ; preds = %37
  %40 = getelementptr inbounds %struct.kh_act, ptr %17, i64 %25, i32 7
  %41 = load i8, ptr %40, align 1
  %42 = icmp eq i8 %41, 0
  %43 = or i1 %21, %42
  br i1 %43, label %44, label %107

44:                                               ; preds = %31, %39
  %45 = icmp eq i32 %35, %36
  br i1 %45, label %46, label %50

46:                                               ; preds = %44
  %47 = load i64, ptr %26, align 8
  %48 = load i64, ptr %22, align 8
  %49 = icmp ult i64 %47, %48
  br i1 %49, label %107, label %50

50:                                               ; preds = %46, %44
  %51 = getelementptr inbounds %struct.kh_act, ptr %17, i64 %25, i32 5
  %52 = load i16, ptr %51, align 8
  %53 = zext i16 %52 to i32
  %54 = shl nuw nsw i32 %53, 5
  %55 = getelementptr inbounds %struct.kh_act, ptr %17, i64 %25, i32 3
  %56 = load i32, ptr %55, align 8
  br label %57

57:                                               ; preds = %50, %104
  %58 = phi i32 [ 0, %50 ], [ %105, %104 ]
  %59 = shl nuw i32 1, %58
  %60 = and i32 %56, %59
  %61 = icmp eq i32 %60, 0
  br i1 %61, label %104, label %62

62:                                               ; preds = %57
  %63 = add nuw nsw i32 %54, %58
  %64 = load i64, ptr %26, align 8
  %65 = tail call fastcc i32 @is_ordered(ptr noundef %11, i32 noundef %2, i32 noundef %35, i32 noundef %63, i64 noundef %64)
  %66 = icmp eq i32 %65, 0
  br i1 %66, label %67, label %104

67:                                               ; preds = %62
  %68 = select i1 %29, i32 21, i32 20
  %69 = select i1 %18, i32 %68, i32 19
  %70 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %71 = mul i32 %4, 25
  %72 = add i32 %69, %71
  %73 = load ptr, ptr %70, align 8
  %74 = zext i32 %72 to i64
  %75 = getelementptr inbounds %struct.kh_fault, ptr %73, i64 %74
  %76 = load i64, ptr %75, align 8
  %77 = icmp eq i64 %76, 0
  br i1 %77, label %80, label %78

78:                                               ; preds = %67
  %79 = add i64 %76, 1
  store i64 %79, ptr %75, align 8
  br label %111

80:                                               ; preds = %67
  %81 = getelementptr inbounds %struct.kh_act, ptr %17, i64 %25, i32 2
  %82 = load i32, ptr %81, align 4
  %83 = and i32 %2, 31
  %84 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %85 = load ptr, ptr %84, align 8
  %86 = getelementptr inbounds %struct.kh_warp, ptr %85, i64 0, i32 7
  %87 = load i32, ptr %86, align 8
  %88 = shl i32 %87, 5
  %89 = or disjoint i32 %88, %83
  %90 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %91 = load i32, ptr %90, align 4
  store i64 1, ptr %75, align 8
  %92 = getelementptr inbounds i8, ptr %75, i64 8
  store i64 %3, ptr %92, align 8
  %93 = getelementptr inbounds i8, ptr %75, i64 16
  store i32 %91, ptr %93, align 8
  %94 = getelementptr inbounds i8, ptr %75, i64 20
  store i32 %89, ptr %94, align 4
  %95 = getelementptr inbounds i8, ptr %75, i64 24
  store i32 %82, ptr %95, align 8
  %96 = getelementptr inbounds i8, ptr %75, i64 28
  store i32 %35, ptr %96, align 4
  %97 = getelementptr inbounds i8, ptr %75, i64 32
  store i32 %63, ptr %97, align 8
  %98 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %99 = load ptr, ptr %98, align 8
  %100 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %101 = load i64, ptr %100, align 8
  %102 = add i64 %101, 1
  store i64 %102, ptr %100, align 8
  %103 = getelementptr inbounds i32, ptr %99, i64 %101
  store i32 %72, ptr %103, align 4
  br label %111

104:                                              ; preds = %62, %57
  %105 = add nuw nsw i32 %58, 1
  %106 = icmp eq i32 %105, 32
  br i1 %106, label %107, label %57

107:                                              ; preds = %104, %37, %23, %39, %46
  %108 = getelementptr inbounds %struct.kh_act, ptr %17, i64 %25, i32 4
  %109 = load i32, ptr %108, align 4
  %110 = icmp eq i32 %109, 0
  br i1 %110, label %111, label %23

111:                                              ; preds = %107, %8, %80, %78
  ret void
}

; Function Attrs: nounwind uwtable
define internal fastcc void @join(ptr nocapture noundef readonly %0, ptr nocapture noundef %1, ptr noundef %2) unnamed_addr #4 {
  %4 = load ptr, ptr %1, align 8
  %5 = icmp eq ptr %2, null
  %6 = icmp eq ptr %4, %2
  %7 = select i1 %5, i1 true, i1 %6
  br i1 %7, label %249, label %8

8:                                                ; preds = %3
  %9 = icmp eq ptr %4, null
  br i1 %9, label %62, label %10

10:                                               ; preds = %8
  %11 = getelementptr inbounds %struct.kh_clock, ptr %2, i64 0, i32 3
  %12 = load i32, ptr %11, align 4
  %13 = getelementptr inbounds %struct.kh_clock, ptr %4, i64 0, i32 3
  %14 = load i32, ptr %13, align 4
  %15 = icmp ult i32 %12, %14
  br i1 %15, label %92, label %16

16:                                               ; preds = %10
  %17 = icmp eq i32 %14, 0
  br i1 %17, label %62, label %18

18:                                               ; preds = %16
  %19 = zext i32 %12 to i64
  %20 = zext i32 %14 to i64
  br label %25

21:                                               ; preds = %54
  %22 = add nuw nsw i64 %26, 1
  %23 = icmp uge i64 %22, %20
  %24 = icmp eq i64 %22, %20
  br i1 %24, label %60, label %25

25:                                               ; preds = %21, %18
  %26 = phi i64 [ %22, %21 ], [ 0, %18 ]
  %27 = phi i1 [ %23, %21 ], [ false, %18 ]
  %28 = phi i32 [ %45, %21 ], [ 0, %18 ]
  %29 = icmp ult i32 %28, %12
  br i1 %29, label %30, label %44

30:                                               ; preds = %25
  %31 = getelementptr inbounds %struct.kh_clock, ptr %4, i64 0, i32 4, i64 %26
  %32 = load i64, ptr %31, align 8
  %33 = zext i32 %28 to i64
  br label %34

34:                                               ; preds = %39, %30
  %35 = phi i64 [ %33, %30 ], [ %40, %39 ]
  %36 = getelementptr inbounds %struct.kh_clock, ptr %2, i64 0, i32 4, i64 %35
  %37 = load i64, ptr %36, align 8
  %38 = icmp ult i64 %37, %32
  br i1 %38, label %39, label %42

39:                                               ; preds = %34
  %40 = add nuw nsw i64 %35, 1
  %41 = icmp eq i64 %40, %19
  br i1 %41, label %60, label %34

42:                                               ; preds = %34
  %43 = trunc i64 %35 to i32
  br label %44

44:                                               ; preds = %42, %25
  %45 = phi i32 [ %28, %25 ], [ %43, %42 ]
  %46 = icmp eq i32 %45, %12
  br i1 %46, label %60, label %47

47:                                               ; preds = %44
  %48 = zext i32 %45 to i64
  %49 = getelementptr inbounds %struct.kh_clock, ptr %2, i64 0, i32 4, i64 %48
  %50 = load i64, ptr %49, align 8
  %51 = getelementptr inbounds %struct.kh_clock, ptr %4, i64 0, i32 4, i64 %26
  %52 = load i64, ptr %51, align 8
  %53 = icmp eq i64 %50, %52
  br i1 %53, label %54, label %60

54:                                               ; preds = %47
  %55 = getelementptr inbounds %struct.kh_clock, ptr %2, i64 0, i32 4, i64 %48, i32 1
  %56 = load i64, ptr %55, align 8
  %57 = getelementptr inbounds %struct.kh_clock, ptr %4, i64 0, i32 4, i64 %26, i32 1
  %58 = load i64, ptr %57, align 8
  %59 = icmp ult i64 %56, %58
  br i1 %59, label %60, label %21

60:                                               ; preds = %21, %44, %47, %54, %39
  %61 = phi i1 [ %27, %39 ], [ %23, %21 ], [ %27, %54 ], [ %27, %47 ], [ %27, %44 ]
  br i1 %61, label %62, label %92

62:                                               ; preds = %16, %60, %8
  %63 = getelementptr inbounds %struct.kh_clock, ptr %2, i64 0, i32 2
  %64 = load i32, ptr %63, align 8
  %65 = add i32 %64, 1
  store i32 %65, ptr %63, align 8
  %66 = load ptr, ptr %1, align 8
  %67 = icmp eq ptr %66, null
  br i1 %67, label %91, label %68

68:                                               ; preds = %62
  %69 = getelementptr inbounds %struct.kh_clock, ptr %66, i64 0, i32 2
  %70 = load i32, ptr %69, align 8
  %71 = add i32 %70, -1
  store i32 %71, ptr %69, align 8
  %72 = icmp eq i32 %71, 0
  br i1 %72, label %73, label %91

73:                                               ; preds = %68
  %74 = load ptr, ptr %66, align 8
  %75 = icmp eq ptr %74, null
  %76 = getelementptr inbounds %struct.kh_clock, ptr %66, i64 0, i32 1
  %77 = load ptr, ptr %76, align 8
  br i1 %75, label %80, label %78

78:                                               ; preds = %73
  %79 = getelementptr inbounds %struct.kh_clock, ptr %74, i64 0, i32 1
  br label %85

80:                                               ; preds = %73
  %81 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %82 = load ptr, ptr %81, align 8
  %83 = load ptr, ptr %82, align 8
  %84 = getelementptr inbounds %struct.kh_closer, ptr %83, i64 0, i32 20
  br label %85

85:                                               ; preds = %80, %78
  %86 = phi ptr [ %84, %80 ], [ %79, %78 ]
  store ptr %77, ptr %86, align 8
  %87 = icmp eq ptr %77, null
  br i1 %87, label %90, label %88

88:                                               ; preds = %85
  %89 = load ptr, ptr %66, align 8
  store ptr %89, ptr %77, align 8
  br label %90

90:                                               ; preds = %88, %85
  tail call void @free(ptr noundef nonnull %66)
  br label %91

91:                                               ; preds = %62, %68, %90
  store ptr %2, ptr %1, align 8
  br label %249

92:                                               ; preds = %10, %60
  %93 = icmp ult i32 %14, %12
  br i1 %93, label %140, label %94

94:                                               ; preds = %92
  %95 = icmp eq i32 %12, 0
  br i1 %95, label %249, label %96

96:                                               ; preds = %94
  %97 = zext i32 %14 to i64
  %98 = zext i32 %12 to i64
  br label %103

99:                                               ; preds = %132
  %100 = add nuw nsw i64 %104, 1
  %101 = icmp uge i64 %100, %98
  %102 = icmp eq i64 %100, %98
  br i1 %102, label %138, label %103

103:                                              ; preds = %99, %96
  %104 = phi i64 [ %100, %99 ], [ 0, %96 ]
  %105 = phi i1 [ %101, %99 ], [ false, %96 ]
  %106 = phi i32 [ %123, %99 ], [ 0, %96 ]
  %107 = icmp ult i32 %106, %14
  br i1 %107, label %108, label %122

108:                                              ; preds = %103
  %109 = getelementptr inbounds %struct.kh_clock, ptr %2, i64 0, i32 4, i64 %104
  %110 = load i64, ptr %109, align 8
  %111 = zext i32 %106 to i64
  br label %112

112:                                              ; preds = %117, %108
  %113 = phi i64 [ %111, %108 ], [ %118, %117 ]
  %114 = getelementptr inbounds %struct.kh_clock, ptr %4, i64 0, i32 4, i64 %113
  %115 = load i64, ptr %114, align 8
  %116 = icmp ult i64 %115, %110
  br i1 %116, label %117, label %120

117:                                              ; preds = %112
  %118 = add nuw nsw i64 %113, 1
  %119 = icmp eq i64 %118, %97
  br i1 %119, label %138, label %112

120:                                              ; preds = %112
  %121 = trunc i64 %113 to i32
  br label %122

122:                                              ; preds = %120, %103
  %123 = phi i32 [ %106, %103 ], [ %121, %120 ]
  %124 = icmp eq i32 %123, %14
  br i1 %124, label %138, label %125

125:                                              ; preds = %122
  %126 = zext i32 %123 to i64
  %127 = getelementptr inbounds %struct.kh_clock, ptr %4, i64 0, i32 4, i64 %126
  %128 = load i64, ptr %127, align 8
  %129 = getelementptr inbounds %struct.kh_clock, ptr %2, i64 0, i32 4, i64 %104
  %130 = load i64, ptr %129, align 8
  %131 = icmp eq i64 %128, %130
  br i1 %131, label %132, label %138

132:                                              ; preds = %125
  %133 = getelementptr inbounds %struct.kh_clock, ptr %4, i64 0, i32 4, i64 %126, i32 1
  %134 = load i64, ptr %133, align 8
  %135 = getelementptr inbounds %struct.kh_clock, ptr %2, i64 0, i32 4, i64 %104, i32 1
  %136 = load i64, ptr %135, align 8
  %137 = icmp ult i64 %134, %136
  br i1 %137, label %138, label %99

138:                                              ; preds = %99, %122, %125, %132, %117
  %139 = phi i1 [ %105, %117 ], [ %101, %99 ], [ %105, %132 ], [ %105, %125 ], [ %105, %122 ]
  br i1 %139, label %249, label %140

140:                                              ; preds = %92, %138
  %141 = add i32 %14, %12
  %142 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %143 = load ptr, ptr %142, align 8
  %144 = load ptr, ptr %143, align 8
  %145 = zext i32 %141 to i64
  %146 = shl nuw nsw i64 %145, 4
  %147 = add nuw nsw i64 %146, 24
  %148 = tail call ptr @malloc(i64 noundef %147) #26
  %149 = icmp eq ptr %148, null
  br i1 %149, label %150, label %155

150:                                              ; preds = %140
  %151 = load ptr, ptr %0, align 8
  %152 = getelementptr inbounds %struct.kh_launch, ptr %151, i64 0, i32 27
  %153 = load ptr, ptr %152, align 8
  %154 = getelementptr inbounds %struct.kh_races, ptr %153, i64 0, i32 7
  store i32 1, ptr %154, align 8
  br label %249

155:                                              ; preds = %140
  %156 = getelementptr inbounds %struct.kh_clock, ptr %148, i64 0, i32 2
  store i32 1, ptr %156, align 8
  %157 = getelementptr inbounds %struct.kh_clock, ptr %148, i64 0, i32 3
  store i32 0, ptr %157, align 4
  store ptr null, ptr %148, align 8
  %158 = getelementptr inbounds %struct.kh_closer, ptr %144, i64 0, i32 20
  %159 = load ptr, ptr %158, align 8
  %160 = getelementptr inbounds %struct.kh_clock, ptr %148, i64 0, i32 1
  store ptr %159, ptr %160, align 8
  %161 = icmp eq ptr %159, null
  br i1 %161, label %163, label %162

162:                                              ; preds = %155
  store ptr %148, ptr %159, align 8
  br label %163

163:                                              ; preds = %155, %162
  store ptr %148, ptr %158, align 8
  %164 = load i32, ptr %13, align 4
  br label %165

165:                                              ; preds = %208, %163
  %166 = phi i32 [ 0, %163 ], [ %209, %208 ]
  %167 = phi i32 [ 0, %163 ], [ %201, %208 ]
  %168 = phi i32 [ 0, %163 ], [ %210, %208 ]
  %169 = zext i32 %167 to i64
  %170 = getelementptr inbounds %struct.kh_clock, ptr %2, i64 0, i32 4, i64 %169
  br label %171

171:                                              ; preds = %165, %192
  %172 = phi i32 [ %193, %192 ], [ %166, %165 ]
  %173 = phi i32 [ %196, %192 ], [ %168, %165 ]
  %174 = icmp ult i32 %173, %164
  br i1 %174, label %178, label %175

175:                                              ; preds = %171
  %176 = load i32, ptr %11, align 4
  %177 = icmp ult i32 %167, %176
  br i1 %177, label %183, label %223

178:                                              ; preds = %171
  %179 = zext i32 %173 to i64
  %180 = getelementptr inbounds %struct.kh_clock, ptr %4, i64 0, i32 4, i64 %179
  %181 = load i64, ptr %180, align 8
  %182 = load i32, ptr %11, align 4
  br label %183

183:                                              ; preds = %175, %178
  %184 = phi i32 [ %182, %178 ], [ %176, %175 ]
  %185 = phi i64 [ %181, %178 ], [ -1, %175 ]
  %186 = icmp ult i32 %167, %184
  br i1 %186, label %187, label %189

187:                                              ; preds = %183
  %188 = load i64, ptr %170, align 8
  br label %189

189:                                              ; preds = %183, %187
  %190 = phi i64 [ %188, %187 ], [ -1, %183 ]
  %191 = icmp ult i64 %185, %190
  br i1 %191, label %192, label %199

192:                                              ; preds = %189
  %193 = add i32 %172, 1
  store i32 %193, ptr %157, align 4
  %194 = zext i32 %172 to i64
  %195 = getelementptr inbounds %struct.kh_clock, ptr %148, i64 0, i32 4, i64 %194
  %196 = add i32 %173, 1
  %197 = zext i32 %173 to i64
  %198 = getelementptr inbounds %struct.kh_clock, ptr %4, i64 0, i32 4, i64 %197
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %195, ptr noundef nonnull align 8 dereferenceable(16) %198, i64 16, i1 false)
  br label %171

199:                                              ; preds = %189
  %200 = icmp ult i64 %190, %185
  %201 = add i32 %167, 1
  %202 = zext i32 %167 to i64
  br i1 %200, label %203, label %211

203:                                              ; preds = %199
  %204 = add i32 %172, 1
  store i32 %204, ptr %157, align 4
  %205 = zext i32 %172 to i64
  %206 = getelementptr inbounds %struct.kh_clock, ptr %148, i64 0, i32 4, i64 %205
  %207 = getelementptr inbounds %struct.kh_clock, ptr %2, i64 0, i32 4, i64 %202
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %206, ptr noundef nonnull align 8 dereferenceable(16) %207, i64 16, i1 false)
  br label %208

208:                                              ; preds = %203, %211
  %209 = phi i32 [ %219, %211 ], [ %204, %203 ]
  %210 = phi i32 [ %212, %211 ], [ %173, %203 ]
  br label %165

211:                                              ; preds = %199
  %212 = add i32 %173, 1
  %213 = zext i32 %173 to i64
  %214 = getelementptr inbounds %struct.kh_clock, ptr %4, i64 0, i32 4, i64 %213, i32 1
  %215 = load i64, ptr %214, align 8
  %216 = getelementptr inbounds %struct.kh_clock, ptr %2, i64 0, i32 4, i64 %202, i32 1
  %217 = load i64, ptr %216, align 8
  %218 = tail call i64 @llvm.umax.i64(i64 %215, i64 %217)
  %219 = add i32 %172, 1
  store i32 %219, ptr %157, align 4
  %220 = zext i32 %172 to i64
  %221 = getelementptr inbounds %struct.kh_clock, ptr %148, i64 0, i32 4, i64 %220
  store i64 %185, ptr %221, align 8
  %222 = getelementptr inbounds i8, ptr %221, i64 8
  store i64 %218, ptr %222, align 8
  br label %208

223:                                              ; preds = %175
  %224 = load ptr, ptr %1, align 8
  %225 = icmp eq ptr %224, null
  br i1 %225, label %248, label %226

226:                                              ; preds = %223
  %227 = getelementptr inbounds %struct.kh_clock, ptr %224, i64 0, i32 2
  %228 = load i32, ptr %227, align 8
  %229 = add i32 %228, -1
  store i32 %229, ptr %227, align 8
  %230 = icmp eq i32 %229, 0
  br i1 %230, label %231, label %248

231:                                              ; preds = %226
  %232 = load ptr, ptr %224, align 8
  %233 = icmp eq ptr %232, null
  %234 = getelementptr inbounds %struct.kh_clock, ptr %224, i64 0, i32 1
  %235 = load ptr, ptr %234, align 8
  br i1 %233, label %238, label %236

236:                                              ; preds = %231
  %237 = getelementptr inbounds %struct.kh_clock, ptr %232, i64 0, i32 1
  br label %242

238:                                              ; preds = %231
  %239 = load ptr, ptr %142, align 8
  %240 = load ptr, ptr %239, align 8
  %241 = getelementptr inbounds %struct.kh_closer, ptr %240, i64 0, i32 20
  br label %242

242:                                              ; preds = %238, %236
  %243 = phi ptr [ %241, %238 ], [ %237, %236 ]
  store ptr %235, ptr %243, align 8
  %244 = icmp eq ptr %235, null
  br i1 %244, label %247, label %245

245:                                              ; preds = %242
  %246 = load ptr, ptr %224, align 8
  store ptr %246, ptr %235, align 8
  br label %247

247:                                              ; preds = %245, %242
  tail call void @free(ptr noundef nonnull %224)
  br label %248

248:                                              ; preds = %223, %226, %247
  store ptr %148, ptr %1, align 8
  br label %249

249:                                              ; preds = %94, %150, %248, %138, %3, %91
  ret void
}

; Function Attrs: nounwind uwtable
define internal fastcc void @join_published(ptr nocapture noundef readonly %0, ptr nocapture noundef %1, i32 noundef %2, i32 noundef %3) unnamed_addr #4 {
  %5 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %6 = load ptr, ptr %5, align 8
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds %struct.kh_closer, ptr %7, i64 0, i32 6
  %9 = load ptr, ptr %8, align 8
  %10 = shl i32 %2, 5
  %11 = zext i32 %10 to i64
  %12 = getelementptr inbounds %struct.kh_thread, ptr %9, i64 %11
  %13 = getelementptr inbounds %struct.kh_closer, ptr %7, i64 0, i32 10
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %16, label %28

16:                                               ; preds = %4, %25
  %17 = phi i64 [ %26, %25 ], [ 0, %4 ]
  %18 = trunc i64 %17 to i32
  %19 = shl nuw i32 1, %18
  %20 = and i32 %19, %3
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %25, label %22

22:                                               ; preds = %16
  %23 = getelementptr inbounds %struct.kh_thread, ptr %12, i64 %17, i32 2
  %24 = load ptr, ptr %23, align 8
  tail call fastcc void @join(ptr noundef %0, ptr noundef %1, ptr noundef %24)
  br label %25

25:                                               ; preds = %16, %22
  %26 = add nuw nsw i64 %17, 1
  %27 = icmp eq i64 %26, 32
  br i1 %27, label %219, label %16

28:                                               ; preds = %4
  %29 = tail call i32 @llvm.cttz.i32(i32 %3, i1 true)
  %30 = zext nneg i32 %29 to i64
  %31 = getelementptr inbounds %struct.kh_thread, ptr %12, i64 %30, i32 3, i64 1
  %32 = load i64, ptr %31, align 8
  %33 = icmp ne i64 %32, 0
  %34 = zext i1 %33 to i32
  br label %37

35:                                               ; preds = %50
  %36 = icmp eq i32 %51, 0
  br i1 %36, label %116, label %54

37:                                               ; preds = %28, %50
  %38 = phi i64 [ 0, %28 ], [ %52, %50 ]
  %39 = phi i32 [ %34, %28 ], [ %51, %50 ]
  %40 = trunc i64 %38 to i32
  %41 = shl nuw i32 1, %40
  %42 = and i32 %41, %3
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %50, label %44

44:                                               ; preds = %37
  %45 = getelementptr inbounds %struct.kh_thread, ptr %12, i64 %38, i32 3, i64 1
  %46 = load i64, ptr %45, align 8
  %47 = icmp eq i64 %46, %32
  %48 = and i32 %39, 1
  %49 = select i1 %47, i32 %48, i32 0
  br label %50

50:                                               ; preds = %37, %44
  %51 = phi i32 [ %49, %44 ], [ %39, %37 ]
  %52 = add nuw nsw i64 %38, 1
  %53 = icmp eq i64 %52, 32
  br i1 %53, label %35, label %37

54:                                               ; preds = %35
  %55 = tail call dereferenceable_or_null(56) ptr @malloc(i64 noundef 56) #26
  %56 = icmp eq ptr %55, null
  br i1 %56, label %57, label %62

57:                                               ; preds = %54
  %58 = load ptr, ptr %0, align 8
  %59 = getelementptr inbounds %struct.kh_launch, ptr %58, i64 0, i32 27
  %60 = load ptr, ptr %59, align 8
  %61 = getelementptr inbounds %struct.kh_races, ptr %60, i64 0, i32 7
  store i32 1, ptr %61, align 8
  br label %219

62:                                               ; preds = %54
  %63 = getelementptr inbounds %struct.kh_clock, ptr %55, i64 0, i32 2
  store i32 1, ptr %63, align 8
  %64 = getelementptr inbounds %struct.kh_clock, ptr %55, i64 0, i32 3
  store i32 0, ptr %64, align 4
  store ptr null, ptr %55, align 8
  %65 = getelementptr inbounds %struct.kh_closer, ptr %7, i64 0, i32 20
  %66 = load ptr, ptr %65, align 8
  %67 = getelementptr inbounds %struct.kh_clock, ptr %55, i64 0, i32 1
  store ptr %66, ptr %67, align 8
  %68 = icmp eq ptr %66, null
  br i1 %68, label %71, label %69

69:                                               ; preds = %62
  store ptr %55, ptr %66, align 8
  %70 = load i32, ptr %64, align 4
  br label %71

71:                                               ; preds = %69, %62
  %72 = phi i32 [ %70, %69 ], [ 0, %62 ]
  store ptr %55, ptr %65, align 8
  %73 = add i32 %2, 1073741824
  %74 = getelementptr inbounds %struct.kh_closer, ptr %7, i64 0, i32 3
  %75 = load i32, ptr %74, align 8
  %76 = zext i32 %75 to i64
  %77 = shl nuw i64 %76, 32
  %78 = zext i32 %73 to i64
  %79 = or disjoint i64 %77, %78
  %80 = load i64, ptr %31, align 8
  %81 = add i32 %72, 1
  store i32 %81, ptr %64, align 4
  %82 = zext i32 %72 to i64
  %83 = getelementptr inbounds %struct.kh_clock, ptr %55, i64 0, i32 4, i64 %82
  store i64 %79, ptr %83, align 8
  %84 = getelementptr inbounds i8, ptr %83, i64 8
  store i64 %80, ptr %84, align 8
  %85 = getelementptr inbounds %struct.kh_thread, ptr %12, i64 %30, i32 3, i64 1, i32 1
  %86 = load i64, ptr %85, align 8
  %87 = getelementptr inbounds %struct.kh_closer, ptr %7, i64 0, i32 2
  %88 = load i64, ptr %87, align 8
  %89 = icmp ugt i64 %86, %88
  br i1 %89, label %90, label %96

90:                                               ; preds = %71
  %91 = or disjoint i64 %77, 4294967295
  %92 = add i32 %72, 2
  store i32 %92, ptr %64, align 4
  %93 = zext i32 %81 to i64
  %94 = getelementptr inbounds %struct.kh_clock, ptr %55, i64 0, i32 4, i64 %93
  store i64 %91, ptr %94, align 8
  %95 = getelementptr inbounds i8, ptr %94, i64 8
  store i64 %86, ptr %95, align 8
  br label %96

96:                                               ; preds = %71, %90
  tail call fastcc void @join(ptr noundef %0, ptr noundef %1, ptr noundef nonnull %55)
  %97 = load i32, ptr %63, align 8
  %98 = add i32 %97, -1
  store i32 %98, ptr %63, align 8
  %99 = icmp eq i32 %98, 0
  br i1 %99, label %100, label %116

100:                                              ; preds = %96
  %101 = load ptr, ptr %55, align 8
  %102 = icmp eq ptr %101, null
  %103 = load ptr, ptr %67, align 8
  br i1 %102, label %106, label %104

104:                                              ; preds = %100
  %105 = getelementptr inbounds %struct.kh_clock, ptr %101, i64 0, i32 1
  br label %110

106:                                              ; preds = %100
  %107 = load ptr, ptr %5, align 8
  %108 = load ptr, ptr %107, align 8
  %109 = getelementptr inbounds %struct.kh_closer, ptr %108, i64 0, i32 20
  br label %110

110:                                              ; preds = %106, %104
  %111 = phi ptr [ %109, %106 ], [ %105, %104 ]
  store ptr %103, ptr %111, align 8
  %112 = icmp eq ptr %103, null
  br i1 %112, label %115, label %113

113:                                              ; preds = %110
  %114 = load ptr, ptr %55, align 8
  store ptr %114, ptr %103, align 8
  br label %115

115:                                              ; preds = %113, %110
  tail call void @free(ptr noundef nonnull %55)
  br label %116

116:                                              ; preds = %115, %96, %35
  br label %117

117:                                              ; preds = %116, %216
  %118 = phi i64 [ %217, %216 ], [ 0, %116 ]
  %119 = trunc i64 %118 to i32
  %120 = shl nuw i32 1, %119
  %121 = and i32 %120, %3
  %122 = icmp eq i32 %121, 0
  br i1 %122, label %216, label %123

123:                                              ; preds = %117
  %124 = getelementptr inbounds %struct.kh_thread, ptr %12, i64 %118, i32 2
  %125 = load ptr, ptr %124, align 8
  tail call fastcc void @join(ptr noundef %0, ptr noundef %1, ptr noundef %125)
  br i1 %36, label %126, label %213

126:                                              ; preds = %123
  %127 = getelementptr inbounds %struct.kh_thread, ptr %12, i64 %118, i32 3, i64 1
  %128 = load i64, ptr %127, align 8
  %129 = icmp eq i64 %128, 0
  br i1 %129, label %216, label %130

130:                                              ; preds = %126
  %131 = getelementptr inbounds %struct.kh_thread, ptr %12, i64 %118, i32 3, i64 1, i32 1
  %132 = load i64, ptr %131, align 8
  %133 = getelementptr inbounds %struct.kh_thread, ptr %12, i64 %118, i32 3, i64 1, i32 2
  %134 = load ptr, ptr %5, align 8
  %135 = load ptr, ptr %134, align 8
  %136 = tail call dereferenceable_or_null(552) ptr @malloc(i64 noundef 552) #26
  %137 = icmp eq ptr %136, null
  br i1 %137, label %138, label %143

138:                                              ; preds = %130
  %139 = load ptr, ptr %0, align 8
  %140 = getelementptr inbounds %struct.kh_launch, ptr %139, i64 0, i32 27
  %141 = load ptr, ptr %140, align 8
  %142 = getelementptr inbounds %struct.kh_races, ptr %141, i64 0, i32 7
  store i32 1, ptr %142, align 8
  tail call fastcc void @join(ptr noundef nonnull %0, ptr noundef %1, ptr noundef null)
  br label %213

143:                                              ; preds = %130
  %144 = getelementptr inbounds %struct.kh_clock, ptr %136, i64 0, i32 2
  store i32 1, ptr %144, align 8
  %145 = getelementptr inbounds %struct.kh_clock, ptr %136, i64 0, i32 3
  store i32 0, ptr %145, align 4
  store ptr null, ptr %136, align 8
  %146 = getelementptr inbounds %struct.kh_closer, ptr %135, i64 0, i32 20
  %147 = load ptr, ptr %146, align 8
  %148 = getelementptr inbounds %struct.kh_clock, ptr %136, i64 0, i32 1
  store ptr %147, ptr %148, align 8
  %149 = icmp eq ptr %147, null
  br i1 %149, label %151, label %150

150:                                              ; preds = %143
  store ptr %136, ptr %147, align 8
  br label %151

151:                                              ; preds = %150, %143
  store ptr %136, ptr %146, align 8
  %152 = getelementptr inbounds %struct.kh_closer, ptr %135, i64 0, i32 3
  br label %157

153:                                              ; preds = %180
  %154 = getelementptr inbounds %struct.kh_closer, ptr %135, i64 0, i32 2
  %155 = load i64, ptr %154, align 8
  %156 = icmp ult i64 %155, %132
  br i1 %156, label %184, label %193

157:                                              ; preds = %180, %151
  %158 = phi i32 [ 0, %151 ], [ %181, %180 ]
  %159 = phi i64 [ 0, %151 ], [ %182, %180 ]
  %160 = trunc i64 %159 to i32
  %161 = or disjoint i32 %10, %160
  %162 = and i64 %159, 4294967295
  %163 = icmp eq i64 %118, %162
  br i1 %163, label %167, label %164

164:                                              ; preds = %157
  %165 = getelementptr inbounds i64, ptr %133, i64 %159
  %166 = load i64, ptr %165, align 8
  br label %167

167:                                              ; preds = %164, %157
  %168 = phi i64 [ %166, %164 ], [ %128, %157 ]
  %169 = icmp ugt i64 %168, %132
  br i1 %169, label %170, label %180

170:                                              ; preds = %167
  %171 = load i32, ptr %152, align 8
  %172 = zext i32 %171 to i64
  %173 = shl nuw i64 %172, 32
  %174 = zext i32 %161 to i64
  %175 = or disjoint i64 %173, %174
  %176 = add i32 %158, 1
  store i32 %176, ptr %145, align 4
  %177 = zext i32 %158 to i64
  %178 = getelementptr inbounds %struct.kh_clock, ptr %136, i64 0, i32 4, i64 %177
  store i64 %175, ptr %178, align 8
  %179 = getelementptr inbounds i8, ptr %178, i64 8
  store i64 %168, ptr %179, align 8
  br label %180

180:                                              ; preds = %170, %167
  %181 = phi i32 [ %176, %170 ], [ %158, %167 ]
  %182 = add nuw nsw i64 %159, 1
  %183 = icmp eq i64 %182, 32
  br i1 %183, label %153, label %157

184:                                              ; preds = %153
  %185 = load i32, ptr %152, align 8
  %186 = zext i32 %185 to i64
  %187 = shl nuw i64 %186, 32
  %188 = or disjoint i64 %187, 4294967295
  %189 = add i32 %181, 1
  store i32 %189, ptr %145, align 4
  %190 = zext i32 %181 to i64
  %191 = getelementptr inbounds %struct.kh_clock, ptr %136, i64 0, i32 4, i64 %190
  store i64 %188, ptr %191, align 8
  %192 = getelementptr inbounds i8, ptr %191, i64 8
  store i64 %132, ptr %192, align 8
  br label %193

193:                                              ; preds = %153, %184
  tail call fastcc void @join(ptr noundef %0, ptr noundef %1, ptr noundef nonnull %136)
  %194 = load i32, ptr %144, align 8
  %195 = add i32 %194, -1
  store i32 %195, ptr %144, align 8
  %196 = icmp eq i32 %195, 0
  br i1 %196, label %197, label %213

197:                                              ; preds = %193
  %198 = load ptr, ptr %136, align 8
  %199 = icmp eq ptr %198, null
  %200 = load ptr, ptr %148, align 8
  br i1 %199, label %203, label %201

201:                                              ; preds = %197
  %202 = getelementptr inbounds %struct.kh_clock, ptr %198, i64 0, i32 1
  br label %207

203:                                              ; preds = %197
  %204 = load ptr, ptr %5, align 8
  %205 = load ptr, ptr %204, align 8
  %206 = getelementptr inbounds %struct.kh_closer, ptr %205, i64 0, i32 20
  br label %207

207:                                              ; preds = %203, %201
  %208 = phi ptr [ %206, %203 ], [ %202, %201 ]
  store ptr %200, ptr %208, align 8
  %209 = icmp eq ptr %200, null
  br i1 %209, label %212, label %210

210:                                              ; preds = %207
  %211 = load ptr, ptr %136, align 8
  store ptr %211, ptr %200, align 8
  br label %212

212:                                              ; preds = %210, %207
  tail call void @free(ptr noundef nonnull %136)
  br label %213

213:                                              ; preds = %212, %193, %138, %123
  %214 = getelementptr inbounds %struct.kh_thread, ptr %12, i64 %118, i32 3, i64 1, i32 3
  %215 = load ptr, ptr %214, align 8
  tail call fastcc void @join(ptr noundef %0, ptr noundef %1, ptr noundef %215)
  br label %216

216:                                              ; preds = %213, %126, %117
  %217 = add nuw nsw i64 %118, 1
  %218 = icmp eq i64 %217, 32
  br i1 %218, label %219, label %117

219:                                              ; preds = %216, %25, %57
  ret void
}

; Function Attrs: mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @free(ptr allocptr nocapture noundef) #19

; Function Attrs: nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none) uwtable
define void @kh_defined_copy(ptr nocapture noundef readonly %0, ptr noundef %1, ptr noundef %2, i32 noundef %3, i32 noundef %4) #5 {
  %6 = load ptr, ptr %0, align 8
  %7 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 3
  %8 = load ptr, ptr %7, align 8
  %9 = ptrtoint ptr %1 to i64
  %10 = ptrtoint ptr %8 to i64
  %11 = sub i64 %9, %10
  %12 = getelementptr inbounds %struct.kh_launch, ptr %6, i64 0, i32 11
  %13 = load i32, ptr %12, align 4
  %14 = zext i32 %13 to i64
  %15 = icmp ult i64 %11, %14
  br i1 %15, label %16, label %20

16:                                               ; preds = %5
  %17 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds i8, ptr %18, i64 2624
  br label %94

20:                                               ; preds = %5
  %21 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 4
  %22 = load ptr, ptr %21, align 8
  %23 = ptrtoint ptr %22 to i64
  %24 = sub i64 %9, %23
  %25 = getelementptr inbounds %struct.kh_launch, ptr %6, i64 0, i32 13
  %26 = load i32, ptr %25, align 4
  %27 = zext i32 %26 to i64
  %28 = getelementptr inbounds %struct.kh_launch, ptr %6, i64 0, i32 9
  %29 = load i32, ptr %28, align 4
  %30 = zext i32 %29 to i64
  %31 = shl nuw nsw i64 %27, 5
  %32 = mul i64 %31, %30
  %33 = icmp ult i64 %24, %32
  br i1 %33, label %34, label %41

34:                                               ; preds = %20
  %35 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16
  %36 = load ptr, ptr %35, align 8
  %37 = getelementptr inbounds i8, ptr %36, i64 2624
  %38 = add nuw nsw i64 %14, 63
  %39 = and i64 %38, 8589934528
  %40 = getelementptr inbounds i8, ptr %37, i64 %39
  br label %94

41:                                               ; preds = %20
  %42 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 8
  %43 = load ptr, ptr %42, align 8
  %44 = icmp eq ptr %43, null
  br i1 %44, label %56, label %45

45:                                               ; preds = %41
  %46 = getelementptr inbounds %struct.kh_alloc, ptr %43, i64 0, i32 4
  %47 = load ptr, ptr %46, align 8
  %48 = ptrtoint ptr %47 to i64
  %49 = sub i64 %9, %48
  %50 = getelementptr inbounds %struct.kh_alloc, ptr %43, i64 0, i32 1
  %51 = load i64, ptr %50, align 8
  %52 = icmp ult i64 %49, %51
  br i1 %52, label %53, label %56

53:                                               ; preds = %45
  %54 = getelementptr inbounds %struct.kh_launch, ptr %6, i64 0, i32 2
  %55 = load ptr, ptr %54, align 8
  br label %78

56:                                               ; preds = %45, %41
  %57 = getelementptr inbounds %struct.kh_launch, ptr %6, i64 0, i32 2
  %58 = load ptr, ptr %57, align 8
  %59 = getelementptr inbounds %struct.kh_launch, ptr %6, i64 0, i32 3
  %60 = load i64, ptr %59, align 8
  %61 = getelementptr inbounds %struct.kh_alloc, ptr %58, i64 %60
  %62 = icmp sgt i64 %60, 0
  br i1 %62, label %63, label %75

63:                                               ; preds = %56, %72
  %64 = phi ptr [ %73, %72 ], [ %58, %56 ]
  %65 = getelementptr inbounds %struct.kh_alloc, ptr %64, i64 0, i32 4
  %66 = load ptr, ptr %65, align 8
  %67 = ptrtoint ptr %66 to i64
  %68 = sub i64 %9, %67
  %69 = getelementptr inbounds %struct.kh_alloc, ptr %64, i64 0, i32 1
  %70 = load i64, ptr %69, align 8
  %71 = icmp ult i64 %68, %70
  br i1 %71, label %75, label %72

72:                                               ; preds = %63
  %73 = getelementptr inbounds %struct.kh_alloc, ptr %64, i64 1
  %74 = icmp ult ptr %73, %61
  br i1 %74, label %63, label %75

75:                                               ; preds = %72, %63, %56
  %76 = phi ptr [ %58, %56 ], [ %64, %63 ], [ %73, %72 ]
  %77 = icmp eq ptr %76, %61
  br i1 %77, label %212, label %78

78:                                               ; preds = %75, %53
  %79 = phi ptr [ %58, %75 ], [ %55, %53 ]
  %80 = phi ptr [ %76, %75 ], [ %43, %53 ]
  %81 = getelementptr inbounds %struct.kh_launch, ptr %6, i64 0, i32 28
  %82 = load ptr, ptr %81, align 8
  %83 = ptrtoint ptr %80 to i64
  %84 = ptrtoint ptr %79 to i64
  %85 = sub i64 %83, %84
  %86 = sdiv exact i64 %85, 48
  %87 = getelementptr inbounds ptr, ptr %82, i64 %86
  %88 = load ptr, ptr %87, align 8
  %89 = icmp eq ptr %88, null
  br i1 %89, label %212, label %90

90:                                               ; preds = %78
  %91 = getelementptr inbounds %struct.kh_alloc, ptr %80, i64 0, i32 4
  %92 = load ptr, ptr %91, align 8
  %93 = ptrtoint ptr %92 to i64
  br label %94

94:                                               ; preds = %16, %34, %90
  %95 = phi i64 [ %93, %90 ], [ %23, %34 ], [ %10, %16 ]
  %96 = phi ptr [ %88, %90 ], [ %40, %34 ], [ %19, %16 ]
  %97 = ptrtoint ptr %96 to i64
  %98 = sub i64 %97, %95
  %99 = icmp eq i64 %95, %97
  br i1 %99, label %212, label %100

100:                                              ; preds = %94
  %101 = icmp ne ptr %2, null
  %102 = icmp ne i32 %3, 0
  %103 = and i1 %101, %102
  br i1 %103, label %104, label %191

104:                                              ; preds = %100
  %105 = ptrtoint ptr %2 to i64
  %106 = sub i64 %105, %10
  %107 = icmp ult i64 %106, %14
  br i1 %107, label %108, label %112

108:                                              ; preds = %104
  %109 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16
  %110 = load ptr, ptr %109, align 8
  %111 = getelementptr inbounds i8, ptr %110, i64 2624
  br label %186

112:                                              ; preds = %104
  %113 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 4
  %114 = load ptr, ptr %113, align 8
  %115 = ptrtoint ptr %114 to i64
  %116 = sub i64 %105, %115
  %117 = getelementptr inbounds %struct.kh_launch, ptr %6, i64 0, i32 13
  %118 = load i32, ptr %117, align 4
  %119 = zext i32 %118 to i64
  %120 = getelementptr inbounds %struct.kh_launch, ptr %6, i64 0, i32 9
  %121 = load i32, ptr %120, align 4
  %122 = zext i32 %121 to i64
  %123 = shl nuw nsw i64 %119, 5
  %124 = mul i64 %123, %122
  %125 = icmp ult i64 %116, %124
  br i1 %125, label %126, label %133

126:                                              ; preds = %112
  %127 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16
  %128 = load ptr, ptr %127, align 8
  %129 = getelementptr inbounds i8, ptr %128, i64 2624
  %130 = add nuw nsw i64 %14, 63
  %131 = and i64 %130, 8589934528
  %132 = getelementptr inbounds i8, ptr %129, i64 %131
  br label %186

133:                                              ; preds = %112
  %134 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 8
  %135 = load ptr, ptr %134, align 8
  %136 = icmp eq ptr %135, null
  br i1 %136, label %148, label %137

137:                                              ; preds = %133
  %138 = getelementptr inbounds %struct.kh_alloc, ptr %135, i64 0, i32 4
  %139 = load ptr, ptr %138, align 8
  %140 = ptrtoint ptr %139 to i64
  %141 = sub i64 %105, %140
  %142 = getelementptr inbounds %struct.kh_alloc, ptr %135, i64 0, i32 1
  %143 = load i64, ptr %142, align 8
  %144 = icmp ult i64 %141, %143
  br i1 %144, label %145, label %148

145:                                              ; preds = %137
  %146 = getelementptr inbounds %struct.kh_launch, ptr %6, i64 0, i32 2
  %147 = load ptr, ptr %146, align 8
  br label %170

148:                                              ; preds = %137, %133
  %149 = getelementptr inbounds %struct.kh_launch, ptr %6, i64 0, i32 2
  %150 = load ptr, ptr %149, align 8
  %151 = getelementptr inbounds %struct.kh_launch, ptr %6, i64 0, i32 3
  %152 = load i64, ptr %151, align 8
  %153 = getelementptr inbounds %struct.kh_alloc, ptr %150, i64 %152
  %154 = icmp sgt i64 %152, 0
  br i1 %154, label %155, label %167

155:                                              ; preds = %148, %164
  %156 = phi ptr [ %165, %164 ], [ %150, %148 ]
  %157 = getelementptr inbounds %struct.kh_alloc, ptr %156, i64 0, i32 4
  %158 = load ptr, ptr %157, align 8
  %159 = ptrtoint ptr %158 to i64
  %160 = sub i64 %105, %159
  %161 = getelementptr inbounds %struct.kh_alloc, ptr %156, i64 0, i32 1
  %162 = load i64, ptr %161, align 8
  %163 = icmp ult i64 %160, %162
  br i1 %163, label %167, label %164

164:                                              ; preds = %155
  %165 = getelementptr inbounds %struct.kh_alloc, ptr %156, i64 1
  %166 = icmp ult ptr %165, %153
  br i1 %166, label %155, label %167

167:                                              ; preds = %164, %155, %148
  %168 = phi ptr [ %150, %148 ], [ %156, %155 ], [ %165, %164 ]
  %169 = icmp eq ptr %168, %153
  br i1 %169, label %191, label %170

170:                                              ; preds = %167, %145
  %171 = phi ptr [ %150, %167 ], [ %147, %145 ]
  %172 = phi ptr [ %168, %167 ], [ %135, %145 ]
  %173 = getelementptr inbounds %struct.kh_launch, ptr %6, i64 0, i32 28
  %174 = load ptr, ptr %173, align 8
  %175 = ptrtoint ptr %172 to i64
  %176 = ptrtoint ptr %171 to i64
  %177 = sub i64 %175, %176
  %178 = sdiv exact i64 %177, 48
  %179 = getelementptr inbounds ptr, ptr %174, i64 %178
  %180 = load ptr, ptr %179, align 8
  %181 = icmp eq ptr %180, null
  br i1 %181, label %191, label %182

182:                                              ; preds = %170
  %183 = getelementptr inbounds %struct.kh_alloc, ptr %172, i64 0, i32 4
  %184 = load ptr, ptr %183, align 8
  %185 = ptrtoint ptr %184 to i64
  br label %186

186:                                              ; preds = %182, %126, %108
  %187 = phi i64 [ %185, %182 ], [ %115, %126 ], [ %10, %108 ]
  %188 = phi ptr [ %180, %182 ], [ %132, %126 ], [ %111, %108 ]
  %189 = ptrtoint ptr %188 to i64
  %190 = sub i64 %189, %187
  br label %191

191:                                              ; preds = %186, %170, %167, %100
  %192 = phi i64 [ 0, %100 ], [ %190, %186 ], [ 0, %167 ], [ 0, %170 ]
  %193 = getelementptr inbounds i8, ptr %1, i64 %98
  %194 = icmp eq i32 %4, 0
  br i1 %194, label %212, label %195

195:                                              ; preds = %191
  %196 = icmp ne i64 %192, 0
  %197 = getelementptr i8, ptr %2, i64 %192
  %198 = zext i32 %3 to i64
  %199 = zext i32 %4 to i64
  br label %200

200:                                              ; preds = %195, %207
  %201 = phi i64 [ 0, %195 ], [ %210, %207 ]
  %202 = icmp ult i64 %201, %198
  %203 = and i1 %196, %202
  br i1 %203, label %204, label %207

204:                                              ; preds = %200
  %205 = getelementptr i8, ptr %197, i64 %201
  %206 = load i8, ptr %205, align 1
  br label %207

207:                                              ; preds = %200, %204
  %208 = phi i8 [ %206, %204 ], [ 0, %200 ]
  %209 = getelementptr inbounds i8, ptr %193, i64 %201
  store i8 %208, ptr %209, align 1
  %210 = add nuw nsw i64 %201, 1
  %211 = icmp eq i64 %210, %199
  br i1 %211, label %212, label %200

212:                                              ; preds = %207, %191, %78, %75, %94
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_undefined(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3) #13 {
  %5 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %8 = mul i32 %3, 25
  %9 = add i32 %8, %2
  %10 = zext i32 %9 to i64
  %11 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %12 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %13 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %14 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  br label %16

15:                                               ; preds = %53
  ret void

16:                                               ; preds = %4, %53
  %17 = phi i64 [ 0, %4 ], [ %54, %53 ]
  %18 = trunc i64 %17 to i32
  %19 = shl nuw i32 1, %18
  %20 = and i32 %19, %1
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %53, label %22

22:                                               ; preds = %16
  %23 = load ptr, ptr %7, align 8
  %24 = getelementptr inbounds %struct.kh_fault, ptr %23, i64 %10
  %25 = load i64, ptr %24, align 8
  %26 = icmp eq i64 %25, 0
  br i1 %26, label %29, label %27

27:                                               ; preds = %22
  %28 = add i64 %25, 1
  store i64 %28, ptr %24, align 8
  br label %53

29:                                               ; preds = %22
  %30 = getelementptr inbounds %struct.kh_defined, ptr %6, i64 0, i32 2, i64 %17
  %31 = load i64, ptr %30, align 8
  %32 = load ptr, ptr %11, align 8
  %33 = getelementptr inbounds %struct.kh_warp, ptr %32, i64 0, i32 7
  %34 = load i32, ptr %33, align 8
  %35 = shl i32 %34, 5
  %36 = add nuw nsw i32 %35, %18
  %37 = load i32, ptr %12, align 4
  %38 = lshr i64 %31, 48
  %39 = trunc i64 %38 to i32
  %40 = icmp eq i32 %39, 65535
  %41 = select i1 %40, i32 -1, i32 %39
  %42 = and i64 %31, 281474976710655
  store i64 1, ptr %24, align 8
  %43 = getelementptr inbounds i8, ptr %24, i64 8
  store i64 %42, ptr %43, align 8
  %44 = getelementptr inbounds i8, ptr %24, i64 16
  store i32 %37, ptr %44, align 8
  %45 = getelementptr inbounds i8, ptr %24, i64 20
  store i32 %36, ptr %45, align 4
  %46 = getelementptr inbounds i8, ptr %24, i64 24
  store i32 %41, ptr %46, align 8
  %47 = getelementptr inbounds i8, ptr %24, i64 28
  store i32 %37, ptr %47, align 4
  %48 = getelementptr inbounds i8, ptr %24, i64 32
  store i32 %36, ptr %48, align 8
  %49 = load ptr, ptr %13, align 8
  %50 = load i64, ptr %14, align 8
  %51 = add i64 %50, 1
  store i64 %51, ptr %14, align 8
  %52 = getelementptr inbounds i32, ptr %49, i64 %50
  store i32 %9, ptr %52, align 4
  br label %53

53:                                               ; preds = %29, %27, %16
  %54 = add nuw nsw i64 %17, 1
  %55 = icmp eq i64 %54, 32
  br i1 %55, label %15, label %16
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define i32 @kh_shuffle_shadow(ptr nocapture noundef readonly %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, i32 noundef %5, i32 noundef %6) #13 {
  %8 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds %struct.kh_defined, ptr %9, i64 0, i32 1
  %11 = tail call i32 @llvm.umin.i32(i32 %6, i32 65535)
  %12 = zext nneg i32 %11 to i64
  %13 = shl nuw i64 %12, 48
  br label %15

14:                                               ; preds = %73
  ret i32 %74

15:                                               ; preds = %7, %73
  %16 = phi i64 [ 0, %7 ], [ %75, %73 ]
  %17 = phi i32 [ 0, %7 ], [ %74, %73 ]
  %18 = getelementptr inbounds i32, ptr %10, i64 %16
  store i32 0, ptr %18, align 4
  %19 = trunc i64 %16 to i32
  %20 = shl nuw i32 1, %19
  %21 = and i32 %20, %1
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %73, label %23

23:                                               ; preds = %15
  %24 = getelementptr inbounds i32, ptr %2, i64 %16
  %25 = load i32, ptr %24, align 4
  %26 = getelementptr inbounds i32, ptr %3, i64 %16
  %27 = load i32, ptr %26, align 4
  %28 = and i32 %25, 31
  %29 = and i32 %27, 31
  %30 = lshr i32 %27, 8
  %31 = and i32 %30, 31
  %32 = and i32 %30, %19
  %33 = xor i32 %31, -1
  %34 = and i32 %29, %33
  %35 = or disjoint i32 %34, %32
  switch i32 %5, label %45 [
    i32 0, label %36
    i32 1, label %39
    i32 2, label %42
  ]

36:                                               ; preds = %23
  %37 = sub nsw i32 %19, %28
  %38 = icmp sge i32 %37, %35
  br label %49

39:                                               ; preds = %23
  %40 = add nuw nsw i32 %28, %19
  %41 = icmp ule i32 %40, %35
  br label %49

42:                                               ; preds = %23
  %43 = xor i32 %28, %19
  %44 = icmp ule i32 %43, %35
  br label %49

45:                                               ; preds = %23
  %46 = and i32 %28, %33
  %47 = or disjoint i32 %46, %32
  %48 = icmp ule i32 %46, %34
  br label %49

49:                                               ; preds = %36, %39, %42, %45
  %50 = phi i1 [ %48, %45 ], [ %44, %42 ], [ %41, %39 ], [ %38, %36 ]
  %51 = phi i32 [ %47, %45 ], [ %43, %42 ], [ %40, %39 ], [ %37, %36 ]
  %52 = select i1 %50, i32 %51, i32 %19
  %53 = getelementptr inbounds i32, ptr %4, i64 %16
  %54 = load i32, ptr %53, align 4
  %55 = shl nuw i32 1, %52
  %56 = and i32 %54, %55
  %57 = and i32 %56, %1
  %58 = icmp eq i32 %57, 0
  br i1 %58, label %65, label %59

59:                                               ; preds = %49
  %60 = zext i32 %52 to i64
  %61 = getelementptr inbounds i32, ptr %9, i64 %60
  %62 = load i32, ptr %61, align 4
  store i32 %62, ptr %18, align 4
  %63 = getelementptr inbounds %struct.kh_defined, ptr %9, i64 0, i32 2, i64 %60
  %64 = load i64, ptr %63, align 8
  br label %69

65:                                               ; preds = %49
  %66 = or i32 %17, %20
  store i32 -1, ptr %18, align 4
  %67 = zext i32 %52 to i64
  %68 = or disjoint i64 %13, %67
  br label %69

69:                                               ; preds = %65, %59
  %70 = phi i64 [ %64, %59 ], [ %68, %65 ]
  %71 = phi i32 [ %17, %59 ], [ %66, %65 ]
  %72 = getelementptr inbounds %struct.kh_defined, ptr %9, i64 0, i32 3, i64 %16
  store i64 %70, ptr %72, align 8
  br label %73

73:                                               ; preds = %69, %15
  %74 = phi i32 [ %17, %15 ], [ %71, %69 ]
  %75 = add nuw nsw i64 %16, 1
  %76 = icmp eq i64 %75, 32
  br i1 %76, label %14, label %15
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define internal fastcc void @count_shared(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, i32 noundef %3) unnamed_addr #7 {
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
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %5) #24
  call void @llvm.lifetime.start.p0(i64 8192, ptr nonnull %6) #24
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
  call void @llvm.lifetime.end.p0(i64 8192, ptr nonnull %6) #24
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %5) #24
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
define void @kh_counts_table(ptr nocapture noundef readonly %0, i32 noundef %1, ptr nocapture noundef readonly %2, i32 noundef %3) #13 {
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
  %14 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 17
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

declare i32 @usleep(i32 noundef) #8

; Function Attrs: nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none) uwtable
define internal fastcc noundef i32 @find_range(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, ptr nocapture noundef %4, ptr nocapture noundef writeonly %5, ptr nocapture noundef writeonly %6, ptr nocapture noundef writeonly %7) unnamed_addr #5 {
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
declare double @llvm.rint.f64(double) #14

; Function Attrs: nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) uwtable
define internal fastcc noundef i32 @claim(ptr nocapture noundef readonly %0, i64 noundef %1, i32 noundef %2, i32 noundef %3) unnamed_addr #2 {
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 27
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds %struct.kh_quick, ptr %9, i64 0, i32 3
  %11 = load i32, ptr %10, align 4
  %12 = icmp eq i32 %3, 0
  %13 = or i32 %11, 128
  %14 = select i1 %12, i32 %11, i32 %13
  %15 = zext i32 %14 to i64
  %16 = mul i64 %15, 72340172838076673
  %17 = select i1 %12, i64 9187201950435737471, i64 -1
  %18 = getelementptr inbounds %struct.kh_races, ptr %7, i64 0, i32 4
  %19 = load ptr, ptr %18, align 8
  %20 = zext i32 %2 to i64
  %21 = add i64 %20, %1
  %22 = icmp ugt i64 %21, %1
  br i1 %22, label %23, label %148

23:                                               ; preds = %4
  %24 = getelementptr inbounds %struct.kh_races, ptr %7, i64 0, i32 6
  %25 = getelementptr inbounds %struct.kh_races, ptr %7, i64 0, i32 5
  %26 = select i1 %12, i32 0, i32 128
  %27 = or i32 %11, %26
  br label %28

28:                                               ; preds = %23, %139
  %29 = phi i64 [ %1, %23 ], [ %142, %139 ]
  %30 = phi i32 [ 0, %23 ], [ %141, %139 ]
  %31 = lshr i64 %29, 3
  %32 = and i64 %29, -8
  %33 = sub i64 %21, %32
  %34 = tail call i64 @llvm.umin.i64(i64 %33, i64 8)
  %35 = icmp ugt i64 %33, 7
  %36 = shl nuw nsw i64 %34, 3
  %37 = shl nsw i64 -1, %36
  %38 = xor i64 %37, -1
  %39 = select i1 %35, i64 -1, i64 %38
  %40 = shl i64 %29, 3
  %41 = and i64 %40, 56
  %42 = shl nsw i64 -1, %41
  %43 = and i64 %39, %42
  %44 = getelementptr inbounds i64, ptr %19, i64 %31
  %45 = load atomic i64, ptr %44 monotonic, align 8
  %46 = xor i64 %45, %16
  %47 = and i64 %17, %46
  %48 = and i64 %47, %43
  %49 = icmp eq i64 %48, 0
  br i1 %49, label %139, label %50

50:                                               ; preds = %28
  %51 = icmp ne i64 %43, -1
  %52 = icmp ne i64 %45, 0
  %53 = or i1 %51, %52
  br i1 %53, label %66, label %54

54:                                               ; preds = %50
  %55 = cmpxchg ptr %44, i64 0, i64 %16 monotonic monotonic, align 8
  %56 = extractvalue { i64, i1 } %55, 1
  br i1 %56, label %57, label %66

57:                                               ; preds = %54, %57
  %58 = phi i64 [ %64, %57 ], [ 0, %54 ]
  %59 = load ptr, ptr %24, align 8
  %60 = or disjoint i64 %32, %58
  %61 = getelementptr inbounds i32, ptr %59, i64 %60
  store i32 0, ptr %61, align 4
  %62 = load ptr, ptr %25, align 8
  %63 = getelementptr inbounds i32, ptr %62, i64 %60
  store i32 0, ptr %63, align 4
  %64 = add nuw nsw i64 %58, 1
  %65 = icmp eq i64 %64, 8
  br i1 %65, label %139, label %57

66:                                               ; preds = %54, %50
  %67 = load atomic i64, ptr %44 monotonic, align 8
  br label %68

68:                                               ; preds = %118, %66
  %69 = phi i64 [ %67, %66 ], [ %121, %118 ]
  br label %70

70:                                               ; preds = %109, %68
  %71 = phi i64 [ 0, %68 ], [ %113, %109 ]
  %72 = phi i64 [ %69, %68 ], [ %112, %109 ]
  %73 = phi i32 [ 0, %68 ], [ %111, %109 ]
  %74 = phi i32 [ 0, %68 ], [ %110, %109 ]
  %75 = shl nuw nsw i64 %71, 3
  %76 = shl nuw nsw i64 1, %75
  %77 = and i64 %76, %43
  %78 = icmp eq i64 %77, 0
  br i1 %78, label %109, label %79

79:                                               ; preds = %70
  %80 = lshr i64 %69, %75
  %81 = trunc i64 %80 to i32
  %82 = and i32 %81, 255
  %83 = and i32 %81, 128
  %84 = icmp eq i32 %82, 0
  br i1 %84, label %85, label %89

85:                                               ; preds = %79
  %86 = trunc i64 %71 to i32
  %87 = shl nuw nsw i32 1, %86
  %88 = or i32 %73, %87
  br label %99

89:                                               ; preds = %79
  %90 = and i32 %81, 127
  %91 = icmp eq i32 %90, %11
  br i1 %91, label %92, label %94

92:                                               ; preds = %89
  %93 = or i32 %82, %26
  br label %99

94:                                               ; preds = %89
  %95 = or i32 %83, %3
  %96 = icmp eq i32 %95, 0
  br i1 %96, label %97, label %149

97:                                               ; preds = %94
  %98 = add i32 %74, 1
  br label %99

99:                                               ; preds = %97, %92, %85
  %100 = phi i32 [ %74, %92 ], [ %98, %97 ], [ %74, %85 ]
  %101 = phi i32 [ %73, %92 ], [ %73, %97 ], [ %88, %85 ]
  %102 = phi i32 [ %93, %92 ], [ 127, %97 ], [ %27, %85 ]
  %103 = shl nuw i64 255, %75
  %104 = xor i64 %103, -1
  %105 = and i64 %72, %104
  %106 = zext i32 %102 to i64
  %107 = shl i64 %106, %75
  %108 = or i64 %107, %105
  br label %109

109:                                              ; preds = %99, %70
  %110 = phi i32 [ %74, %70 ], [ %100, %99 ]
  %111 = phi i32 [ %73, %70 ], [ %101, %99 ]
  %112 = phi i64 [ %72, %70 ], [ %108, %99 ]
  %113 = add nuw nsw i64 %71, 1
  %114 = icmp eq i64 %113, 8
  br i1 %114, label %115, label %70

115:                                              ; preds = %109
  %116 = icmp eq i64 %112, %69
  br i1 %116, label %117, label %118

117:                                              ; preds = %118, %115
  br label %124

118:                                              ; preds = %115
  %119 = cmpxchg ptr %44, i64 %69, i64 %112 monotonic monotonic, align 8
  %120 = extractvalue { i64, i1 } %119, 1
  %121 = extractvalue { i64, i1 } %119, 0
  br i1 %120, label %117, label %68

122:                                              ; preds = %136
  %123 = add i32 %110, %30
  br label %139

124:                                              ; preds = %117, %136
  %125 = phi i64 [ %137, %136 ], [ 0, %117 ]
  %126 = trunc i64 %125 to i32
  %127 = shl nuw nsw i32 1, %126
  %128 = and i32 %127, %111
  %129 = icmp eq i32 %128, 0
  br i1 %129, label %136, label %130

130:                                              ; preds = %124
  %131 = load ptr, ptr %24, align 8
  %132 = add nuw nsw i64 %125, %32
  %133 = getelementptr inbounds i32, ptr %131, i64 %132
  store i32 0, ptr %133, align 4
  %134 = load ptr, ptr %25, align 8
  %135 = getelementptr inbounds i32, ptr %134, i64 %132
  store i32 0, ptr %135, align 4
  br label %136

136:                                              ; preds = %130, %124
  %137 = add nuw nsw i64 %125, 1
  %138 = icmp eq i64 %137, 8
  br i1 %138, label %122, label %124

139:                                              ; preds = %57, %28, %122
  %140 = phi i32 [ %30, %28 ], [ %123, %122 ], [ %30, %57 ]
  %141 = freeze i32 %140
  %142 = add i64 %34, %32
  %143 = icmp ult i64 %142, %21
  br i1 %143, label %28, label %144

144:                                              ; preds = %139
  %145 = icmp eq i32 %141, 0
  %146 = icmp eq i32 %141, %2
  %147 = select i1 %146, i32 1, i32 2
  br i1 %145, label %148, label %149

148:                                              ; preds = %4, %144
  br label %149

149:                                              ; preds = %94, %148, %144
  %150 = phi i32 [ 0, %148 ], [ %147, %144 ], [ 3, %94 ]
  ret i32 %150
}

; Function Attrs: nounwind uwtable
define internal fastcc void @add_act(ptr nocapture noundef readonly %0, ptr nocapture noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5) unnamed_addr #4 {
  %7 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 15
  %8 = load ptr, ptr %7, align 8
  %9 = load ptr, ptr %8, align 8
  %10 = lshr i32 %2, 5
  %11 = getelementptr inbounds %struct.kh_cell, ptr %1, i64 0, i32 5
  %12 = load i32, ptr %11, align 4
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %149, label %14

14:                                               ; preds = %6
  %15 = getelementptr inbounds %struct.kh_closer, ptr %9, i64 0, i32 13
  %16 = getelementptr inbounds %struct.kh_closer, ptr %9, i64 0, i32 3
  %17 = and i32 %2, -32
  %18 = getelementptr inbounds %struct.kh_closer, ptr %9, i64 0, i32 16
  br label %19

19:                                               ; preds = %14, %136
  %20 = phi i32 [ %12, %14 ], [ %138, %136 ]
  %21 = phi i32 [ 0, %14 ], [ %120, %136 ]
  %22 = phi ptr [ %11, %14 ], [ %137, %136 ]
  %23 = load ptr, ptr %15, align 8
  %24 = zext i32 %20 to i64
  %25 = getelementptr inbounds %struct.kh_act, ptr %23, i64 %24
  %26 = getelementptr inbounds %struct.kh_act, ptr %23, i64 %24, i32 6
  %27 = load i8, ptr %26, align 2
  %28 = zext i8 %27 to i32
  %29 = icmp eq i32 %28, %4
  br i1 %29, label %30, label %114

30:                                               ; preds = %19
  %31 = getelementptr inbounds %struct.kh_act, ptr %23, i64 %24, i32 7
  %32 = load i8, ptr %31, align 1
  %33 = zext i8 %32 to i32
  %34 = icmp eq i32 %33, %5
  br i1 %34, label %35, label %114

35:                                               ; preds = %30
  %36 = load i64, ptr %25, align 8
  %37 = load i64, ptr %9, align 8
  %38 = icmp eq i64 %36, %37
  br i1 %38, label %41, label %39

39:                                               ; preds = %35
  %40 = load i32, ptr %16, align 8
  br label %55

41:                                               ; preds = %35
  %42 = getelementptr inbounds %struct.kh_act, ptr %23, i64 %24, i32 5
  %43 = load i16, ptr %42, align 8
  %44 = zext i16 %43 to i32
  %45 = icmp eq i32 %10, %44
  %46 = load i32, ptr %16, align 8
  br i1 %45, label %47, label %55

47:                                               ; preds = %41
  %48 = getelementptr inbounds %struct.kh_act, ptr %23, i64 %24, i32 1
  %49 = load i32, ptr %48, align 8
  %50 = icmp eq i32 %49, %46
  br i1 %50, label %51, label %55

51:                                               ; preds = %47
  %52 = getelementptr inbounds %struct.kh_act, ptr %23, i64 %24, i32 2
  %53 = load i32, ptr %52, align 4
  %54 = icmp eq i32 %53, %3
  br i1 %54, label %140, label %55

55:                                               ; preds = %39, %51, %47, %41
  %56 = phi i32 [ %40, %39 ], [ %46, %51 ], [ %46, %47 ], [ %46, %41 ]
  %57 = getelementptr inbounds %struct.kh_act, ptr %23, i64 %24, i32 1
  %58 = load i32, ptr %57, align 8
  %59 = icmp eq i32 %58, %56
  %60 = getelementptr inbounds %struct.kh_act, ptr %23, i64 %24, i32 5
  %61 = load i16, ptr %60, align 8
  %62 = zext i16 %61 to i32
  %63 = icmp eq i32 %10, %62
  %64 = select i1 %59, i1 %63, i1 false
  br i1 %64, label %65, label %68

65:                                               ; preds = %55
  %66 = getelementptr inbounds %struct.kh_act, ptr %23, i64 %24, i32 3
  %67 = load i32, ptr %66, align 8
  br label %96

68:                                               ; preds = %55
  %69 = shl nuw nsw i32 %62, 5
  %70 = getelementptr inbounds %struct.kh_act, ptr %23, i64 %24, i32 3
  %71 = load i32, ptr %70, align 8
  %72 = tail call i32 @llvm.cttz.i32(i32 %71, i1 true)
  %73 = or disjoint i32 %69, %72
  %74 = tail call fastcc i32 @is_ordered(ptr noundef nonnull %9, i32 noundef %2, i32 noundef %58, i32 noundef %73, i64 noundef %36)
  %75 = icmp eq i32 %74, 0
  br i1 %75, label %114, label %79

76:                                               ; preds = %89
  %77 = xor i32 %93, -1
  %78 = and i32 %71, %77
  store i32 %78, ptr %70, align 8
  br label %114

79:                                               ; preds = %68, %89
  %80 = phi i32 [ %93, %89 ], [ 0, %68 ]
  %81 = phi i32 [ %94, %89 ], [ 0, %68 ]
  %82 = shl nuw i32 1, %81
  %83 = and i32 %82, %71
  %84 = icmp eq i32 %83, 0
  br i1 %84, label %89, label %85

85:                                               ; preds = %79
  %86 = or disjoint i32 %81, %69
  %87 = tail call fastcc i32 @is_ordered(ptr noundef nonnull %9, i32 noundef %2, i32 noundef %58, i32 noundef %86, i64 noundef %36)
  %88 = icmp ne i32 %87, 0
  br label %89

89:                                               ; preds = %85, %79
  %90 = phi i1 [ false, %79 ], [ %88, %85 ]
  %91 = zext i1 %90 to i32
  %92 = shl nuw i32 %91, %81
  %93 = or i32 %92, %80
  %94 = add nuw nsw i32 %81, 1
  %95 = icmp eq i32 %94, 32
  br i1 %95, label %76, label %79

96:                                               ; preds = %65, %110
  %97 = phi i32 [ %67, %65 ], [ %111, %110 ]
  %98 = phi i32 [ 0, %65 ], [ %112, %110 ]
  %99 = shl nuw i32 1, %98
  %100 = and i32 %97, %99
  %101 = icmp eq i32 %100, 0
  br i1 %101, label %110, label %102

102:                                              ; preds = %96
  %103 = load i32, ptr %16, align 8
  %104 = or disjoint i32 %98, %17
  %105 = tail call fastcc i32 @is_ordered(ptr noundef nonnull %9, i32 noundef %2, i32 noundef %103, i32 noundef %104, i64 noundef %36)
  %106 = icmp eq i32 %105, 0
  br i1 %106, label %110, label %107

107:                                              ; preds = %102
  %108 = xor i32 %99, -1
  %109 = and i32 %97, %108
  store i32 %109, ptr %66, align 8
  br label %110

110:                                              ; preds = %96, %102, %107
  %111 = phi i32 [ %97, %96 ], [ %97, %102 ], [ %109, %107 ]
  %112 = add nuw nsw i32 %98, 1
  %113 = icmp eq i32 %112, 32
  br i1 %113, label %114, label %96

114:                                              ; preds = %110, %76, %68, %30, %19
  %115 = getelementptr inbounds %struct.kh_act, ptr %23, i64 %24, i32 1
  %116 = load i32, ptr %115, align 8
  %117 = load i32, ptr %16, align 8
  %118 = icmp ne i32 %116, %117
  %119 = zext i1 %118 to i32
  %120 = add i32 %21, %119
  %121 = getelementptr inbounds %struct.kh_act, ptr %23, i64 %24, i32 3
  %122 = load i32, ptr %121, align 8
  %123 = icmp eq i32 %122, 0
  %124 = icmp ugt i32 %120, 64
  %125 = select i1 %123, i1 true, i1 %124
  br i1 %125, label %126, label %134

126:                                              ; preds = %114
  %127 = load i32, ptr %22, align 4
  %128 = getelementptr inbounds %struct.kh_act, ptr %23, i64 %24, i32 4
  %129 = load i32, ptr %128, align 4
  store i32 %129, ptr %22, align 4
  %130 = load i32, ptr %18, align 8
  %131 = load ptr, ptr %15, align 8
  %132 = zext i32 %127 to i64
  %133 = getelementptr inbounds %struct.kh_act, ptr %131, i64 %132, i32 4
  store i32 %130, ptr %133, align 4
  store i32 %127, ptr %18, align 8
  br label %136

134:                                              ; preds = %114
  %135 = getelementptr inbounds %struct.kh_act, ptr %23, i64 %24, i32 4
  br label %136

136:                                              ; preds = %126, %134
  %137 = phi ptr [ %22, %126 ], [ %135, %134 ]
  %138 = load i32, ptr %137, align 4
  %139 = icmp eq i32 %138, 0
  br i1 %139, label %146, label %19

140:                                              ; preds = %51
  %141 = and i32 %2, 31
  %142 = shl nuw i32 1, %141
  %143 = getelementptr inbounds %struct.kh_act, ptr %23, i64 %24, i32 3
  %144 = load i32, ptr %143, align 8
  %145 = or i32 %144, %142
  store i32 %145, ptr %143, align 8
  br label %212

146:                                              ; preds = %136
  %147 = load ptr, ptr %7, align 8
  %148 = load ptr, ptr %147, align 8
  br label %149

149:                                              ; preds = %146, %6
  %150 = phi ptr [ %148, %146 ], [ %9, %6 ]
  %151 = getelementptr inbounds %struct.kh_closer, ptr %150, i64 0, i32 16
  %152 = load i32, ptr %151, align 8
  %153 = icmp eq i32 %152, 0
  br i1 %153, label %160, label %154

154:                                              ; preds = %149
  %155 = getelementptr inbounds %struct.kh_closer, ptr %150, i64 0, i32 13
  %156 = load ptr, ptr %155, align 8
  %157 = zext i32 %152 to i64
  %158 = getelementptr inbounds %struct.kh_act, ptr %156, i64 %157, i32 4
  %159 = load i32, ptr %158, align 4
  store i32 %159, ptr %151, align 8
  br label %190

160:                                              ; preds = %149
  %161 = getelementptr inbounds %struct.kh_closer, ptr %150, i64 0, i32 14
  %162 = load i32, ptr %161, align 8
  %163 = add i32 %162, 1
  %164 = getelementptr inbounds %struct.kh_closer, ptr %150, i64 0, i32 15
  %165 = load i32, ptr %164, align 4
  %166 = icmp ult i32 %163, %165
  br i1 %166, label %185, label %167

167:                                              ; preds = %160
  %168 = icmp eq i32 %165, 0
  %169 = shl i32 %165, 1
  %170 = select i1 %168, i32 4096, i32 %169
  %171 = getelementptr inbounds %struct.kh_closer, ptr %150, i64 0, i32 13
  %172 = load ptr, ptr %171, align 8
  %173 = zext i32 %170 to i64
  %174 = shl nuw nsw i64 %173, 5
  %175 = tail call ptr @realloc(ptr noundef %172, i64 noundef %174) #25
  %176 = icmp eq ptr %175, null
  br i1 %176, label %177, label %182

177:                                              ; preds = %167
  %178 = load ptr, ptr %0, align 8
  %179 = getelementptr inbounds %struct.kh_launch, ptr %178, i64 0, i32 27
  %180 = load ptr, ptr %179, align 8
  %181 = getelementptr inbounds %struct.kh_races, ptr %180, i64 0, i32 7
  store i32 1, ptr %181, align 8
  br label %212

182:                                              ; preds = %167
  store ptr %175, ptr %171, align 8
  store i32 %170, ptr %164, align 4
  %183 = load i32, ptr %161, align 8
  %184 = add i32 %183, 1
  br label %185

185:                                              ; preds = %160, %182
  %186 = phi i32 [ %184, %182 ], [ %163, %160 ]
  store i32 %186, ptr %161, align 8
  %187 = icmp eq i32 %186, 0
  br i1 %187, label %212, label %188

188:                                              ; preds = %185
  %189 = zext i32 %186 to i64
  br label %190

190:                                              ; preds = %188, %154
  %191 = phi i64 [ %189, %188 ], [ %157, %154 ]
  %192 = phi i32 [ %186, %188 ], [ %152, %154 ]
  %193 = load i64, ptr %9, align 8
  %194 = getelementptr inbounds %struct.kh_closer, ptr %9, i64 0, i32 3
  %195 = load i32, ptr %194, align 8
  %196 = and i32 %2, 31
  %197 = shl nuw i32 1, %196
  %198 = load i32, ptr %11, align 4
  %199 = trunc i32 %10 to i16
  %200 = trunc i32 %4 to i8
  %201 = trunc i32 %5 to i8
  %202 = getelementptr inbounds %struct.kh_closer, ptr %9, i64 0, i32 13
  %203 = load ptr, ptr %202, align 8
  %204 = getelementptr inbounds %struct.kh_act, ptr %203, i64 %191
  store i64 %193, ptr %204, align 8
  %205 = getelementptr inbounds i8, ptr %204, i64 8
  store i32 %195, ptr %205, align 8
  %206 = getelementptr inbounds i8, ptr %204, i64 12
  store i32 %3, ptr %206, align 4
  %207 = getelementptr inbounds i8, ptr %204, i64 16
  store i32 %197, ptr %207, align 8
  %208 = getelementptr inbounds i8, ptr %204, i64 20
  store i32 %198, ptr %208, align 4
  %209 = getelementptr inbounds i8, ptr %204, i64 24
  store i16 %199, ptr %209, align 8
  %210 = getelementptr inbounds i8, ptr %204, i64 26
  store i8 %200, ptr %210, align 2
  %211 = getelementptr inbounds i8, ptr %204, i64 27
  store i8 %201, ptr %211, align 1
  store i32 %192, ptr %11, align 4
  br label %212

212:                                              ; preds = %177, %140, %190, %185
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(read, inaccessiblemem: none) uwtable
define internal fastcc i32 @is_ordered(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i64 noundef %4) unnamed_addr #12 {
  %6 = getelementptr inbounds %struct.kh_closer, ptr %0, i64 0, i32 6
  %7 = load ptr, ptr %6, align 8
  %8 = zext i32 %1 to i64
  %9 = getelementptr inbounds %struct.kh_thread, ptr %7, i64 %8
  %10 = getelementptr inbounds %struct.kh_closer, ptr %0, i64 0, i32 3
  %11 = load i32, ptr %10, align 8
  %12 = icmp eq i32 %11, %2
  br i1 %12, label %13, label %28

13:                                               ; preds = %5
  %14 = icmp eq i32 %3, %1
  br i1 %14, label %141, label %15

15:                                               ; preds = %13
  %16 = getelementptr inbounds %struct.kh_closer, ptr %0, i64 0, i32 1
  %17 = load i64, ptr %16, align 8
  %18 = icmp ugt i64 %17, %4
  br i1 %18, label %141, label %19

19:                                               ; preds = %15
  %20 = xor i32 %3, %1
  %21 = icmp ult i32 %20, 32
  br i1 %21, label %22, label %28

22:                                               ; preds = %19
  %23 = and i32 %3, 31
  %24 = zext nneg i32 %23 to i64
  %25 = getelementptr inbounds [32 x i64], ptr %9, i64 0, i64 %24
  %26 = load i64, ptr %25, align 8
  %27 = icmp ugt i64 %26, %4
  br i1 %27, label %141, label %28

28:                                               ; preds = %19, %22, %5
  %29 = getelementptr inbounds %struct.kh_thread, ptr %7, i64 %8, i32 1
  %30 = load ptr, ptr %29, align 8
  %31 = icmp eq ptr %30, null
  br i1 %31, label %141, label %32

32:                                               ; preds = %28
  %33 = zext i32 %2 to i64
  %34 = shl nuw i64 %33, 32
  %35 = or disjoint i64 %34, 4294967295
  %36 = getelementptr inbounds %struct.kh_clock, ptr %30, i64 0, i32 3
  %37 = load i32, ptr %36, align 4
  %38 = icmp eq i32 %37, 0
  br i1 %38, label %54, label %39

39:                                               ; preds = %32, %39
  %40 = phi i32 [ %50, %39 ], [ 0, %32 ]
  %41 = phi i32 [ %49, %39 ], [ %37, %32 ]
  %42 = add i32 %41, %40
  %43 = lshr i32 %42, 1
  %44 = zext nneg i32 %43 to i64
  %45 = getelementptr inbounds %struct.kh_clock, ptr %30, i64 0, i32 4, i64 %44
  %46 = load i64, ptr %45, align 8
  %47 = icmp ult i64 %46, %35
  %48 = add nuw i32 %43, 1
  %49 = select i1 %47, i32 %41, i32 %43
  %50 = select i1 %47, i32 %48, i32 %40
  %51 = icmp ult i32 %50, %49
  br i1 %51, label %39, label %52

52:                                               ; preds = %39
  %53 = icmp ult i32 %50, %37
  br i1 %53, label %57, label %69

54:                                               ; preds = %32
  %55 = zext nneg i32 %3 to i64
  %56 = or disjoint i64 %34, %55
  br label %87

57:                                               ; preds = %52
  %58 = zext i32 %50 to i64
  %59 = getelementptr inbounds %struct.kh_clock, ptr %30, i64 0, i32 4, i64 %58
  %60 = load i64, ptr %59, align 8
  %61 = icmp eq i64 %60, %35
  br i1 %61, label %62, label %66

62:                                               ; preds = %57
  %63 = getelementptr inbounds %struct.kh_clock, ptr %30, i64 0, i32 4, i64 %58, i32 1
  %64 = load i64, ptr %63, align 8
  %65 = icmp ugt i64 %64, %4
  br i1 %65, label %141, label %66

66:                                               ; preds = %57, %62
  %67 = zext nneg i32 %3 to i64
  %68 = or disjoint i64 %34, %67
  br label %72

69:                                               ; preds = %52
  %70 = zext nneg i32 %3 to i64
  %71 = or disjoint i64 %34, %70
  br i1 %38, label %87, label %72

72:                                               ; preds = %66, %69
  %73 = phi i64 [ %68, %66 ], [ %71, %69 ]
  br label %74

74:                                               ; preds = %72, %74
  %75 = phi i32 [ %85, %74 ], [ 0, %72 ]
  %76 = phi i32 [ %84, %74 ], [ %37, %72 ]
  %77 = add i32 %76, %75
  %78 = lshr i32 %77, 1
  %79 = zext nneg i32 %78 to i64
  %80 = getelementptr inbounds %struct.kh_clock, ptr %30, i64 0, i32 4, i64 %79
  %81 = load i64, ptr %80, align 8
  %82 = icmp ult i64 %81, %73
  %83 = add nuw i32 %78, 1
  %84 = select i1 %82, i32 %76, i32 %78
  %85 = select i1 %82, i32 %83, i32 %75
  %86 = icmp ult i32 %85, %84
  br i1 %86, label %74, label %87

87:                                               ; preds = %74, %54, %69
  %88 = phi i64 [ %71, %69 ], [ %56, %54 ], [ %73, %74 ]
  %89 = phi i32 [ 0, %69 ], [ 0, %54 ], [ %85, %74 ]
  %90 = icmp ult i32 %89, %37
  br i1 %90, label %91, label %105

91:                                               ; preds = %87
  %92 = zext i32 %89 to i64
  %93 = getelementptr inbounds %struct.kh_clock, ptr %30, i64 0, i32 4, i64 %92
  %94 = load i64, ptr %93, align 8
  %95 = icmp eq i64 %94, %88
  br i1 %95, label %96, label %100

96:                                               ; preds = %91
  %97 = getelementptr inbounds %struct.kh_clock, ptr %30, i64 0, i32 4, i64 %92, i32 1
  %98 = load i64, ptr %97, align 8
  %99 = icmp ugt i64 %98, %4
  br i1 %99, label %141, label %100

100:                                              ; preds = %91, %96
  %101 = lshr i32 %3, 5
  %102 = or disjoint i32 %101, 1073741824
  %103 = zext nneg i32 %102 to i64
  %104 = or disjoint i64 %34, %103
  br label %110

105:                                              ; preds = %87
  %106 = lshr i32 %3, 5
  %107 = or disjoint i32 %106, 1073741824
  %108 = zext nneg i32 %107 to i64
  %109 = or disjoint i64 %34, %108
  br i1 %38, label %125, label %110

110:                                              ; preds = %100, %105
  %111 = phi i64 [ %104, %100 ], [ %109, %105 ]
  br label %112

112:                                              ; preds = %110, %112
  %113 = phi i32 [ %123, %112 ], [ 0, %110 ]
  %114 = phi i32 [ %122, %112 ], [ %37, %110 ]
  %115 = add i32 %114, %113
  %116 = lshr i32 %115, 1
  %117 = zext nneg i32 %116 to i64
  %118 = getelementptr inbounds %struct.kh_clock, ptr %30, i64 0, i32 4, i64 %117
  %119 = load i64, ptr %118, align 8
  %120 = icmp ult i64 %119, %111
  %121 = add nuw i32 %116, 1
  %122 = select i1 %120, i32 %114, i32 %116
  %123 = select i1 %120, i32 %121, i32 %113
  %124 = icmp ult i32 %123, %122
  br i1 %124, label %112, label %125

125:                                              ; preds = %112, %105
  %126 = phi i64 [ %109, %105 ], [ %111, %112 ]
  %127 = phi i32 [ 0, %105 ], [ %123, %112 ]
  %128 = icmp ult i32 %127, %37
  br i1 %128, label %129, label %137

129:                                              ; preds = %125
  %130 = zext i32 %127 to i64
  %131 = getelementptr inbounds %struct.kh_clock, ptr %30, i64 0, i32 4, i64 %130
  %132 = load i64, ptr %131, align 8
  %133 = icmp eq i64 %132, %126
  br i1 %133, label %134, label %137

134:                                              ; preds = %129
  %135 = getelementptr inbounds %struct.kh_clock, ptr %30, i64 0, i32 4, i64 %130, i32 1
  %136 = load i64, ptr %135, align 8
  br label %137

137:                                              ; preds = %125, %129, %134
  %138 = phi i64 [ %136, %134 ], [ 0, %129 ], [ 0, %125 ]
  %139 = icmp ugt i64 %138, %4
  %140 = zext i1 %139 to i32
  br label %141

141:                                              ; preds = %62, %96, %137, %28, %22, %13, %15
  %142 = phi i32 [ 1, %15 ], [ 1, %13 ], [ 1, %22 ], [ 0, %28 ], [ 1, %96 ], [ 1, %62 ], [ %140, %137 ]
  ret i32 %142
}

; Function Attrs: mustprogress nounwind willreturn allockind("realloc") allocsize(1) memory(argmem: readwrite, inaccessiblemem: readwrite)
declare noalias noundef ptr @realloc(ptr allocptr nocapture noundef, i64 noundef) #20

; Function Attrs: mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite)
declare noalias noundef ptr @malloc(i64 noundef) #21

; Function Attrs: mustprogress nofree nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite)
declare noalias noundef ptr @calloc(i64 noundef, i64 noundef) #22

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #23

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umin.i32(i32, i32) #23

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32) #23

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #23

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umax.i64(i64, i64) #23

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i16 @llvm.smax.i16(i16, i16) #23

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i16 @llvm.umax.i16(i16, i16) #23

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i16 @llvm.smin.i16(i16, i16) #23

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i16 @llvm.umin.i16(i16, i16) #23

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smin.i32(i32, i32) #23

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smax.i64(i64, i64) #23

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #23

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.usub.sat.i32(i32, i32) #23

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.abs.i64(i64, i1 immarg) #23

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fabs.f32(float) #23

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
attributes #19 = { nounwind }
attributes #20 = { nounwind }
attributes #21 = { nounwind }
attributes #22 = { nounwind }
attributes #23 = { nounwind }
attributes #24 = { nounwind }
attributes #25 = { nounwind }
attributes #26 = { nounwind }
attributes #27 = { nounwind }


