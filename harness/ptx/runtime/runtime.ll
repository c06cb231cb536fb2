; sources sha256 38a649d0f9ba9ef61f5bfe27cb28e261b1e9b70786b34e7c53aea9928f5b19de, ziglang 0.13.0

%struct.kh_worker = type { ptr, ptr, ptr, ptr, ptr, ptr, ptr, %struct.kh_faults, ptr, [3 x i32], i32, i64, i64, ptr, ptr, ptr, [16 x %struct.kh_barrier] }
%struct.kh_faults = type { ptr, ptr, i64 }
%struct.kh_barrier = type { i32, i32, i32, i32, i32, i32 }
%struct.kh_fault = type { i64, i64, i32, i32, i32, i32, i32 }
%struct.kh_warp = type { [3 x [32 x i32]], [32 x i32], [32 x i32], [32 x i32], ptr, i64, i64, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32 }
%struct.kh_launch = type { ptr, ptr, ptr, i64, ptr, i64, [3 x i32], [3 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32, i64, i64, i64, i64, %struct.kh_faults, i32, i32, i64, ptr, %struct.kh_text, %struct.kh_text, %struct.kh_heap, ptr, ptr, ptr }
%struct.kh_text = type { ptr, i64, i64, i64 }
%struct.kh_heap = type { ptr, i64, i64, i64, i64, ptr, i64 }
%struct.kh_copies = type { [32 x %struct.kh_copy], i32, [32 x i32] }
%struct.kh_copy = type { [32 x ptr], [32 x ptr], [32 x i32], [32 x i32], i32, i32 }
%struct.kh_access = type { i32, i32, i32, i32, i32, i32, ptr, ptr, i64, i32, ptr }
%struct.kh_alloc = type { i64, i64, i64, i64, ptr, i64 }

@__const.kh_abi.facts = private unnamed_addr constant [44 x i64] [i64 48, i64 40, i64 24, i64 336, i64 24968, i64 24, i64 880, i64 528, i64 40, i64 20, i64 32, i64 16, i64 32, i64 48, i64 60, i64 76, i64 84, i64 88, i64 100, i64 104, i64 136, i64 144, i64 168, i64 176, i64 328, i64 224, i64 256, i64 768, i64 776, i64 784, i64 792, i64 808, i64 848, i64 852, i64 856, i64 872, i64 48, i64 56, i64 88, i64 104, i64 112, i64 136, i64 144, i64 21], align 16
@kh_atomic_add_float.sizes = internal unnamed_addr constant [6 x i8] c"\04\08\02\02\04\04", align 1
@kh_rounding_codes = global [4 x i32] zeroinitializer, align 16
@ELEMENT_BITS = internal unnamed_addr constant [13 x i32] [i32 16, i32 16, i32 32, i32 64, i32 8, i32 8, i32 8, i32 8, i32 4, i32 4, i32 1, i32 32, i32 32], align 16
@.str.1 = private unnamed_addr constant [19 x i8] c"%s, in %s at %s:%u\00", align 1
@exp2_double.terms = internal unnamed_addr constant [13 x double] [double 0x3E21EED8EFF8D898, double 0x3E5AE64567F544E4, double 0x3E927E4FB7789F5C, double 0x3EC71DE3A556C734, double 0x3EFA01A01A01A01A, double 0x3F2A01A01A01A01A, double 0x3F56C16C16C16C17, double 0x3F81111111111111, double 0x3FA5555555555555, double 0x3FC5555555555555, double 5.000000e-01, double 1.000000e+00, double 1.000000e+00], align 16
@TWO_OVER_PI = internal unnamed_addr constant [9 x i32] [i32 0, i32 -1560706194, i32 1313084713, i32 -64530479, i32 -181084736, i32 -614296167, i32 1011060801, i32 -28220501, i32 -558119583], align 16
@.str.2 = private unnamed_addr constant [6 x i8] c"-+ #0\00", align 1
@.str.3 = private unnamed_addr constant [8 x i8] c"hljztLq\00", align 1
@.str.4 = private unnamed_addr constant [7 x i8] c"diuoxX\00", align 1
@.str.5 = private unnamed_addr constant [9 x i8] c"fFeEgGaA\00", align 1
@.str.6 = private unnamed_addr constant [3 x i8] c"%%\00", align 1
@.str.7 = private unnamed_addr constant [3 x i8] c"%s\00", align 1
@.str.8 = private unnamed_addr constant [3 x i8] c"%d\00", align 1

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_report_pair(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i64 noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7) #0 {
  %9 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %10 = mul i32 %1, 21
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
  %7 = mul i32 %1, 21
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
  %4 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 20
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
  %14 = getelementptr inbounds %struct.kh_launch, ptr %13, i64 0, i32 20
  %15 = cmpxchg ptr %14, i64 %8, i64 %10 monotonic monotonic, align 8
  %16 = extractvalue { i64, i1 } %15, 1
  %17 = extractvalue { i64, i1 } %15, 0
  br i1 %16, label %18, label %7

18:                                               ; preds = %7, %12
  %19 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 26
  store i32 1, ptr %19, align 4
  ret void
}

; Function Attrs: nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) uwtable
define noundef i32 @kh_refill(ptr nocapture noundef %0, ptr nocapture noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4) #2 {
  %6 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 6
  %7 = load i64, ptr %6, align 8
  %8 = load ptr, ptr %0, align 8
  %9 = getelementptr inbounds %struct.kh_launch, ptr %8, i64 0, i32 17
  %10 = load i64, ptr %9, align 8
  %11 = icmp ult i64 %7, %10
  br i1 %11, label %65, label %12

12:                                               ; preds = %5
  %13 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %14 = mul i32 %4, 21
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
  %49 = getelementptr inbounds %struct.kh_launch, ptr %48, i64 0, i32 20
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
  %59 = getelementptr inbounds %struct.kh_launch, ptr %58, i64 0, i32 20
  %60 = cmpxchg ptr %59, i64 %53, i64 %55 monotonic monotonic, align 8
  %61 = extractvalue { i64, i1 } %60, 1
  %62 = extractvalue { i64, i1 } %60, 0
  br i1 %61, label %63, label %52

63:                                               ; preds = %52, %57
  %64 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 26
  store i32 1, ptr %64, align 4
  br label %110

65:                                               ; preds = %5
  %66 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %67 = load i32, ptr %66, align 4
  %68 = zext i32 %67 to i64
  %69 = getelementptr inbounds %struct.kh_launch, ptr %8, i64 0, i32 20
  %70 = load atomic i64, ptr %69 monotonic, align 8
  %71 = icmp ult i64 %70, %68
  %72 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 26
  br i1 %71, label %73, label %74

73:                                               ; preds = %65
  store i32 1, ptr %72, align 4
  br label %110

74:                                               ; preds = %65
  %75 = load i32, ptr %72, align 4
  %76 = icmp eq i32 %75, 0
  br i1 %76, label %77, label %110

77:                                               ; preds = %74
  %78 = load ptr, ptr %0, align 8
  %79 = getelementptr inbounds %struct.kh_launch, ptr %78, i64 0, i32 17
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
  %6 = mul i32 %3, 21
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
  %39 = getelementptr inbounds %struct.kh_launch, ptr %38, i64 0, i32 20
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
  %49 = getelementptr inbounds %struct.kh_launch, ptr %48, i64 0, i32 20
  %50 = cmpxchg ptr %49, i64 %43, i64 %45 monotonic monotonic, align 8
  %51 = extractvalue { i64, i1 } %50, 1
  %52 = extractvalue { i64, i1 } %50, 0
  br i1 %51, label %53, label %42

53:                                               ; preds = %42, %47
  %54 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 26
  store i32 1, ptr %54, align 4
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define i64 @kh_select(ptr nocapture noundef %0, ptr nocapture noundef %1) #4 {
  %3 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 26
  %4 = load i32, ptr %3, align 4
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %6, label %191

6:                                                ; preds = %2
  %7 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 9
  %8 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 15
  %9 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 12
  %10 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 13
  %11 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %12 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %13 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %14 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %15 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %16 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 14
  br label %17

17:                                               ; preds = %6, %139
  %18 = load i32, ptr %7, align 8
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %191, label %20

20:                                               ; preds = %17
  %21 = load i32, ptr %8, align 8
  %22 = load i32, ptr %9, align 4
  %23 = or i32 %22, %21
  %24 = xor i32 %23, -1
  %25 = and i32 %18, %24
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %27, label %142

27:                                               ; preds = %20
  %28 = icmp eq i32 %22, 0
  br i1 %28, label %136, label %29

29:                                               ; preds = %27
  %30 = load i32, ptr %10, align 8
  %31 = and i32 %30, %22
  %32 = xor i32 %31, -1
  br label %35

33:                                               ; preds = %80
  %34 = icmp eq i32 %83, 0
  br i1 %34, label %86, label %129

35:                                               ; preds = %80, %29
  %36 = phi i64 [ 0, %29 ], [ %84, %80 ]
  %37 = phi i32 [ 0, %29 ], [ %83, %80 ]
  %38 = phi i32 [ 0, %29 ], [ %82, %80 ]
  %39 = phi i32 [ -1, %29 ], [ %81, %80 ]
  %40 = trunc i64 %36 to i32
  %41 = shl nuw i32 1, %40
  %42 = and i32 %41, %22
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %80, label %44

44:                                               ; preds = %35
  %45 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 2, i64 %36
  %46 = load i32, ptr %45, align 4
  %47 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %36
  %48 = load i32, ptr %47, align 4
  br label %49

49:                                               ; preds = %49, %44
  %50 = phi i64 [ 0, %44 ], [ %59, %49 ]
  %51 = phi i32 [ 0, %44 ], [ %58, %49 ]
  %52 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %50
  %53 = load i32, ptr %52, align 4
  %54 = icmp eq i32 %53, %48
  %55 = zext i1 %54 to i32
  %56 = trunc i64 %50 to i32
  %57 = shl nuw i32 %55, %56
  %58 = or i32 %57, %51
  %59 = add nuw nsw i64 %50, 1
  %60 = icmp eq i64 %59, 32
  br i1 %60, label %61, label %49

61:                                               ; preds = %49
  %62 = and i32 %46, %18
  %63 = and i32 %58, %22
  %64 = xor i32 %63, -1
  %65 = and i32 %62, %64
  %66 = icmp eq i32 %65, 0
  br i1 %66, label %73, label %67

67:                                               ; preds = %61
  %68 = and i32 %41, %31
  %69 = icmp ne i32 %68, 0
  %70 = and i32 %62, %32
  %71 = icmp eq i32 %70, 0
  %72 = select i1 %69, i1 %71, i1 false
  br i1 %72, label %73, label %75

73:                                               ; preds = %67, %61
  %74 = or i32 %41, %37
  br label %75

75:                                               ; preds = %73, %67
  %76 = phi i32 [ %74, %73 ], [ %37, %67 ]
  %77 = icmp ult i32 %48, %39
  %78 = tail call i32 @llvm.umin.i32(i32 %48, i32 %39)
  %79 = select i1 %77, i32 %40, i32 %38
  br label %80

80:                                               ; preds = %75, %35
  %81 = phi i32 [ %78, %75 ], [ %39, %35 ]
  %82 = phi i32 [ %79, %75 ], [ %38, %35 ]
  %83 = phi i32 [ %76, %75 ], [ %37, %35 ]
  %84 = add nuw nsw i64 %36, 1
  %85 = icmp eq i64 %84, 32
  br i1 %85, label %33, label %35

86:                                               ; preds = %33, %86
  %87 = phi i64 [ %96, %86 ], [ 0, %33 ]
  %88 = phi i32 [ %95, %86 ], [ 0, %33 ]
  %89 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %87
  %90 = load i32, ptr %89, align 4
  %91 = icmp eq i32 %90, %81
  %92 = zext i1 %91 to i32
  %93 = trunc i64 %87 to i32
  %94 = shl nuw i32 %92, %93
  %95 = or i32 %94, %88
  %96 = add nuw nsw i64 %87, 1
  %97 = icmp eq i64 %96, 32
  br i1 %97, label %98, label %86

98:                                               ; preds = %86
  %99 = and i32 %95, %22
  %100 = zext nneg i32 %82 to i64
  %101 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 3, i64 %100
  %102 = load i32, ptr %101, align 4
  %103 = mul i32 %102, 21
  %104 = add i32 %103, 11
  %105 = load ptr, ptr %11, align 8
  %106 = zext i32 %104 to i64
  %107 = getelementptr inbounds %struct.kh_fault, ptr %105, i64 %106
  %108 = load i64, ptr %107, align 8
  %109 = icmp eq i64 %108, 0
  br i1 %109, label %112, label %110

110:                                              ; preds = %98
  %111 = add i64 %108, 1
  store i64 %111, ptr %107, align 8
  br label %129

112:                                              ; preds = %98
  %113 = load ptr, ptr %12, align 8
  %114 = getelementptr inbounds %struct.kh_warp, ptr %113, i64 0, i32 7
  %115 = load i32, ptr %114, align 8
  %116 = shl i32 %115, 5
  %117 = add i32 %116, %82
  %118 = load i32, ptr %13, align 4
  store i64 1, ptr %107, align 8
  %119 = getelementptr inbounds i8, ptr %107, i64 8
  store i64 0, ptr %119, align 8
  %120 = getelementptr inbounds i8, ptr %107, i64 16
  store i32 %118, ptr %120, align 8
  %121 = getelementptr inbounds i8, ptr %107, i64 20
  store i32 %117, ptr %121, align 4
  %122 = getelementptr inbounds i8, ptr %107, i64 24
  store i32 -1, ptr %122, align 8
  %123 = getelementptr inbounds i8, ptr %107, i64 28
  store i32 0, ptr %123, align 4
  %124 = getelementptr inbounds i8, ptr %107, i64 32
  store i32 0, ptr %124, align 8
  %125 = load ptr, ptr %14, align 8
  %126 = load i64, ptr %15, align 8
  %127 = add i64 %126, 1
  store i64 %127, ptr %15, align 8
  %128 = getelementptr inbounds i32, ptr %125, i64 %126
  store i32 %104, ptr %128, align 4
  br label %129

129:                                              ; preds = %33, %110, %112
  %130 = phi i32 [ %83, %33 ], [ %99, %110 ], [ %99, %112 ]
  %131 = load i32, ptr %16, align 4
  %132 = or i32 %131, %130
  store i32 %132, ptr %16, align 4
  %133 = xor i32 %130, -1
  %134 = load i32, ptr %9, align 4
  %135 = and i32 %134, %133
  store i32 %135, ptr %9, align 4
  br label %139

136:                                              ; preds = %27
  %137 = tail call i32 @kh_arrive(ptr noundef %0, ptr noundef nonnull %1)
  %138 = icmp eq i32 %137, 0
  br i1 %138, label %139, label %191

139:                                              ; preds = %136, %129
  %140 = load i32, ptr %3, align 4
  %141 = icmp eq i32 %140, 0
  br i1 %141, label %17, label %191

142:                                              ; preds = %20
  %143 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 27
  %144 = load i32, ptr %143, align 8
  %145 = icmp ult i32 %144, 65536
  %146 = and i32 %144, 4096
  %147 = icmp eq i32 %146, 0
  %148 = or i1 %145, %147
  %149 = add i32 %144, 1
  store i32 %149, ptr %143, align 8
  %150 = sext i1 %148 to i32
  br label %151

151:                                              ; preds = %142, %165
  %152 = phi i64 [ 0, %142 ], [ %167, %165 ]
  %153 = phi i32 [ %150, %142 ], [ %166, %165 ]
  %154 = trunc i64 %152 to i32
  %155 = shl nuw i32 1, %154
  %156 = and i32 %155, %25
  %157 = icmp eq i32 %156, 0
  br i1 %157, label %165, label %158

158:                                              ; preds = %151
  %159 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %152
  %160 = load i32, ptr %159, align 4
  %161 = icmp ult i32 %160, %153
  br i1 %148, label %163, label %162

162:                                              ; preds = %158
  br i1 %161, label %165, label %164

163:                                              ; preds = %158
  br i1 %161, label %164, label %165

164:                                              ; preds = %163, %162
  br label %165

165:                                              ; preds = %162, %163, %164, %151
  %166 = phi i32 [ %160, %164 ], [ %153, %162 ], [ %153, %163 ], [ %153, %151 ]
  %167 = add nuw nsw i64 %152, 1
  %168 = icmp eq i64 %167, 32
  br i1 %168, label %179, label %151

169:                                              ; preds = %179
  %170 = and i32 %188, %25
  %171 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 10
  store i32 %170, ptr %171, align 4
  %172 = icmp ne i32 %170, %18
  %173 = zext i1 %172 to i32
  %174 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 11
  store i32 %173, ptr %174, align 8
  %175 = zext i32 %170 to i64
  %176 = shl nuw i64 %175, 32
  %177 = zext i32 %166 to i64
  %178 = or disjoint i64 %176, %177
  br label %191

179:                                              ; preds = %165, %179
  %180 = phi i64 [ %189, %179 ], [ 0, %165 ]
  %181 = phi i32 [ %188, %179 ], [ 0, %165 ]
  %182 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %180
  %183 = load i32, ptr %182, align 4
  %184 = icmp eq i32 %183, %166
  %185 = zext i1 %184 to i32
  %186 = trunc i64 %180 to i32
  %187 = shl nuw i32 %185, %186
  %188 = or i32 %187, %181
  %189 = add nuw nsw i64 %180, 1
  %190 = icmp eq i64 %189, 32
  br i1 %190, label %169, label %179

191:                                              ; preds = %139, %17, %136, %2, %169
  %192 = phi i64 [ %178, %169 ], [ 12884901887, %2 ], [ 12884901887, %139 ], [ 4294967295, %17 ], [ 8589934591, %136 ]
  ret i64 %192
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define noundef i32 @kh_arrive(ptr nocapture noundef %0, ptr nocapture noundef %1) #4 {
  %3 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 9
  %4 = load i32, ptr %3, align 8
  %5 = tail call i32 @llvm.cttz.i32(i32 %4, i1 true)
  %6 = zext nneg i32 %5 to i64
  %7 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 3, i64 %6
  %8 = load i32, ptr %7, align 4
  %9 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 17
  %10 = load i32, ptr %9, align 8
  %11 = zext i32 %10 to i64
  %12 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16, i64 %11
  %13 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 20
  %14 = load i32, ptr %13, align 4
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %48, label %16

16:                                               ; preds = %2
  %17 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %18 = mul i32 %8, 21
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
  %49 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 19
  %50 = load i32, ptr %49, align 8
  %51 = icmp eq i32 %50, 2
  %52 = zext i1 %51 to i32
  %53 = load i32, ptr %12, align 4
  %54 = icmp eq i32 %53, 0
  br i1 %54, label %134, label %55

55:                                               ; preds = %48
  %56 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16, i64 %11, i32 1
  %57 = load i32, ptr %56, align 4
  %58 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 18
  %59 = load i32, ptr %58, align 4
  %60 = icmp eq i32 %57, %59
  br i1 %60, label %95, label %61

61:                                               ; preds = %55
  %62 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %63 = mul i32 %8, 21
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
  %104 = mul i32 %8, 21
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
  %135 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 16
  %136 = load i32, ptr %135, align 4
  %137 = load i32, ptr %3, align 8
  %138 = and i32 %137, %136
  %139 = tail call i32 @llvm.ctpop.i32(i32 %138)
  %140 = load i32, ptr %12, align 4
  %141 = add i32 %140, 1
  store i32 %141, ptr %12, align 4
  %142 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 18
  %143 = load i32, ptr %142, align 4
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
  %154 = load i32, ptr %135, align 4
  %155 = load i32, ptr %3, align 8
  %156 = and i32 %155, %154
  %157 = icmp eq i32 %156, %155
  %158 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16, i64 %11, i32 4
  %159 = load i32, ptr %158, align 4
  %160 = and i32 %159, 1
  %161 = select i1 %157, i32 %160, i32 0
  store i32 %161, ptr %158, align 4
  %162 = load i32, ptr %49, align 8
  %163 = icmp eq i32 %162, 1
  br i1 %163, label %164, label %166

164:                                              ; preds = %134
  %165 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 15
  store i32 0, ptr %165, align 8
  tail call void @kh_open_if_complete(ptr noundef nonnull %0, i32 noundef %10)
  br label %168

166:                                              ; preds = %134
  %167 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 25
  store i32 1, ptr %167, align 8
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
  %9 = mul i32 %6, 21
  %10 = add i32 %9, 14
  %11 = zext i32 %10 to i64
  %12 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %13 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %14 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %15 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %16 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 26
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
  %60 = getelementptr inbounds %struct.kh_launch, ptr %59, i64 0, i32 20
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
  %69 = getelementptr inbounds %struct.kh_launch, ptr %68, i64 0, i32 20
  %70 = cmpxchg ptr %69, i64 %63, i64 %65 monotonic monotonic, align 8
  %71 = extractvalue { i64, i1 } %70, 1
  %72 = extractvalue { i64, i1 } %70, 0
  br i1 %71, label %73, label %62

73:                                               ; preds = %62, %67
  store i32 1, ptr %16, align 4
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
  %7 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 15
  %8 = load i32, ptr %7, align 8
  %9 = and i32 %8, %6
  store i32 %9, ptr %7, align 8
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
  %16 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 14
  %17 = load i32, ptr %16, align 4
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
  br i1 %47, label %230, label %48

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
  %64 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 14
  %65 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %66 = mul i32 %5, 21
  %67 = add i32 %66, 9
  %68 = zext i32 %67 to i64
  %69 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %70 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %71 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %72 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %73 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 9
  %74 = xor i32 %63, -1
  br label %78

75:                                               ; preds = %134
  %76 = add i32 %66, 10
  %77 = zext i32 %76 to i64
  br label %148

78:                                               ; preds = %61, %134
  %79 = phi i64 [ 0, %61 ], [ %136, %134 ]
  %80 = phi i32 [ 0, %61 ], [ %135, %134 ]
  %81 = trunc i64 %79 to i32
  %82 = shl nuw i32 1, %81
  %83 = and i32 %82, %63
  %84 = icmp eq i32 %83, 0
  br i1 %84, label %134, label %85

85:                                               ; preds = %78
  %86 = load i32, ptr %64, align 4
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
  %109 = or disjoint i32 %108, %81
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
  %122 = load i32, ptr %64, align 4
  %123 = and i32 %122, %82
  %124 = icmp eq i32 %123, 0
  br i1 %124, label %125, label %132

125:                                              ; preds = %121
  %126 = getelementptr inbounds i32, ptr %3, i64 %79
  %127 = load i32, ptr %126, align 4
  %128 = load i32, ptr %73, align 8
  %129 = and i32 %127, %128
  %130 = and i32 %129, %74
  %131 = icmp eq i32 %130, 0
  br i1 %131, label %132, label %134

132:                                              ; preds = %125, %121
  %133 = or i32 %82, %80
  br label %134

134:                                              ; preds = %125, %132, %78
  %135 = phi i32 [ %80, %78 ], [ %133, %132 ], [ %80, %125 ]
  %136 = add nuw nsw i64 %79, 1
  %137 = icmp eq i64 %136, 32
  br i1 %137, label %75, label %78

138:                                              ; preds = %201
  %139 = load i32, ptr %64, align 4
  %140 = and i32 %139, %74
  store i32 %140, ptr %64, align 4
  %141 = load i32, ptr %12, align 4
  %142 = and i32 %141, %74
  %143 = xor i32 %135, -1
  %144 = and i32 %63, %143
  %145 = or i32 %142, %144
  store i32 %145, ptr %12, align 4
  %146 = icmp eq i32 %6, 0
  %147 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 13
  br label %210

148:                                              ; preds = %75, %201
  %149 = phi i64 [ 0, %75 ], [ %202, %201 ]
  %150 = trunc i64 %149 to i32
  %151 = shl nuw i32 1, %150
  %152 = and i32 %151, %135
  %153 = icmp eq i32 %152, 0
  br i1 %153, label %201, label %154

154:                                              ; preds = %148
  %155 = getelementptr inbounds i32, ptr %3, i64 %149
  %156 = load i32, ptr %155, align 4
  br label %157

157:                                              ; preds = %169, %154
  %158 = phi i64 [ 0, %154 ], [ %172, %169 ]
  %159 = phi i32 [ 0, %154 ], [ %171, %169 ]
  %160 = trunc i64 %158 to i32
  %161 = shl nuw i32 1, %160
  %162 = and i32 %135, %161
  %163 = and i32 %162, %156
  %164 = icmp eq i32 %163, 0
  br i1 %164, label %169, label %165

165:                                              ; preds = %157
  %166 = getelementptr inbounds i32, ptr %3, i64 %158
  %167 = load i32, ptr %166, align 4
  %168 = xor i32 %167, %156
  br label %169

169:                                              ; preds = %165, %157
  %170 = phi i32 [ %168, %165 ], [ 0, %157 ]
  %171 = or i32 %170, %159
  %172 = add nuw nsw i64 %158, 1
  %173 = icmp eq i64 %172, 32
  br i1 %173, label %174, label %157

174:                                              ; preds = %169
  %175 = icmp eq i32 %171, 0
  br i1 %175, label %201, label %176

176:                                              ; preds = %174
  %177 = load ptr, ptr %65, align 8
  %178 = getelementptr inbounds %struct.kh_fault, ptr %177, i64 %77
  %179 = load i64, ptr %178, align 8
  %180 = icmp eq i64 %179, 0
  br i1 %180, label %183, label %181

181:                                              ; preds = %176
  %182 = add i64 %179, 1
  store i64 %182, ptr %178, align 8
  br label %201

183:                                              ; preds = %176
  %184 = zext i32 %156 to i64
  %185 = load ptr, ptr %69, align 8
  %186 = getelementptr inbounds %struct.kh_warp, ptr %185, i64 0, i32 7
  %187 = load i32, ptr %186, align 8
  %188 = shl i32 %187, 5
  %189 = add nuw nsw i32 %188, %150
  %190 = load i32, ptr %70, align 4
  store i64 1, ptr %178, align 8
  %191 = getelementptr inbounds i8, ptr %178, i64 8
  store i64 %184, ptr %191, align 8
  %192 = getelementptr inbounds i8, ptr %178, i64 16
  store i32 %190, ptr %192, align 8
  %193 = getelementptr inbounds i8, ptr %178, i64 20
  store i32 %189, ptr %193, align 4
  %194 = getelementptr inbounds i8, ptr %178, i64 24
  store i32 -1, ptr %194, align 8
  %195 = getelementptr inbounds i8, ptr %178, i64 28
  store i32 0, ptr %195, align 4
  %196 = getelementptr inbounds i8, ptr %178, i64 32
  store i32 0, ptr %196, align 8
  %197 = load ptr, ptr %71, align 8
  %198 = load i64, ptr %72, align 8
  %199 = add i64 %198, 1
  store i64 %199, ptr %72, align 8
  %200 = getelementptr inbounds i32, ptr %197, i64 %198
  store i32 %76, ptr %200, align 4
  br label %201

201:                                              ; preds = %183, %181, %148, %174
  %202 = add nuw nsw i64 %149, 1
  %203 = icmp eq i64 %202, 32
  br i1 %203, label %138, label %148

204:                                              ; preds = %227
  %205 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 10
  store i32 %135, ptr %205, align 4
  %206 = load i32, ptr %73, align 8
  %207 = icmp ne i32 %135, %206
  %208 = zext i1 %207 to i32
  %209 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 11
  store i32 %208, ptr %209, align 8
  br label %230

210:                                              ; preds = %138, %227
  %211 = phi i64 [ 0, %138 ], [ %228, %227 ]
  %212 = trunc i64 %211 to i32
  %213 = shl nuw i32 1, %212
  %214 = and i32 %213, %144
  %215 = icmp eq i32 %214, 0
  br i1 %215, label %227, label %216

216:                                              ; preds = %210
  %217 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %211
  store i32 %4, ptr %217, align 4
  %218 = getelementptr inbounds i32, ptr %3, i64 %211
  %219 = load i32, ptr %218, align 4
  %220 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 2, i64 %211
  store i32 %219, ptr %220, align 4
  %221 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 3, i64 %211
  store i32 %5, ptr %221, align 4
  %222 = load i32, ptr %147, align 8
  %223 = or i32 %222, %213
  %224 = xor i32 %213, -1
  %225 = and i32 %222, %224
  %226 = select i1 %146, i32 %225, i32 %223
  store i32 %226, ptr %147, align 8
  br label %227

227:                                              ; preds = %210, %216
  %228 = add nuw nsw i64 %211, 1
  %229 = icmp eq i64 %228, 32
  br i1 %229, label %204, label %210

230:                                              ; preds = %46, %204
  %231 = phi i32 [ %135, %204 ], [ %2, %46 ]
  ret i32 %231
}

; Function Attrs: nounwind uwtable
define void @kh_run(ptr noundef %0) #6 {
  %2 = alloca [16 x i64], align 16
  %3 = load ptr, ptr %0, align 8
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %2) #20
  %4 = call i32 @fegetenv(ptr noundef nonnull %2) #20
  %5 = call i32 @fesetenv(ptr noundef nonnull inttoptr (i64 -1 to ptr)) #20
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
  %17 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 20
  %18 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 19
  %19 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 18
  %20 = atomicrmw add ptr %18, i64 1 monotonic, align 8
  %21 = load i64, ptr %19, align 8
  %22 = icmp ult i64 %20, %21
  br i1 %22, label %23, label %401

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

86:                                               ; preds = %23, %396
  %87 = phi i64 [ %20, %23 ], [ %398, %396 ]
  %88 = load atomic i64, ptr %17 monotonic, align 8
  %89 = icmp ugt i64 %87, %88
  br i1 %89, label %401, label %90

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
  %112 = getelementptr inbounds %struct.kh_launch, ptr %92, i64 0, i32 16
  %113 = getelementptr inbounds %struct.kh_launch, ptr %92, i64 0, i32 9
  %114 = load i32, ptr %113, align 4
  %115 = and i32 %114, 134217727
  %116 = icmp eq i32 %115, 0
  br i1 %116, label %124, label %117

117:                                              ; preds = %90
  %118 = getelementptr inbounds %struct.kh_launch, ptr %92, i64 0, i32 13
  %119 = load i32, ptr %112, align 8
  %120 = icmp eq i32 %119, 0
  br i1 %120, label %124, label %130

121:                                              ; preds = %130
  %122 = load i32, ptr %112, align 8
  %123 = icmp eq i32 %122, 0
  br i1 %123, label %124, label %130

124:                                              ; preds = %130, %121, %117, %90
  %125 = phi i32 [ %114, %90 ], [ %114, %117 ], [ %140, %121 ], [ %140, %130 ]
  %126 = getelementptr inbounds %struct.kh_launch, ptr %92, i64 0, i32 15
  %127 = load i32, ptr %126, align 4
  %128 = icmp eq i32 %127, 0
  br i1 %128, label %129, label %144

129:                                              ; preds = %144, %124
  br label %154

130:                                              ; preds = %117, %121
  %131 = phi i32 [ %122, %121 ], [ %119, %117 ]
  %132 = phi i64 [ %139, %121 ], [ 0, %117 ]
  %133 = load ptr, ptr %30, align 8
  %134 = load i32, ptr %118, align 4
  %135 = zext i32 %134 to i64
  %136 = mul nuw i64 %132, %135
  %137 = getelementptr inbounds i8, ptr %133, i64 %136
  %138 = zext i32 %131 to i64
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 1 dereferenceable(1) %137, i8 -1, i64 %138, i1 false)
  %139 = add nuw nsw i64 %132, 1
  %140 = load i32, ptr %113, align 4
  %141 = shl i32 %140, 5
  %142 = zext i32 %141 to i64
  %143 = icmp ult i64 %139, %142
  br i1 %143, label %121, label %124

144:                                              ; preds = %124
  %145 = load ptr, ptr %31, align 8
  %146 = getelementptr inbounds %struct.kh_launch, ptr %92, i64 0, i32 14
  %147 = load i32, ptr %146, align 8
  %148 = zext i32 %147 to i64
  %149 = zext i32 %125 to i64
  %150 = mul nuw i64 %148, %149
  call void @llvm.memset.p0.i64(ptr align 1 %145, i8 -1, i64 %150, i1 false)
  br label %129

151:                                              ; preds = %154
  %152 = load i32, ptr %113, align 4
  %153 = icmp eq i32 %152, 0
  br i1 %153, label %189, label %161

154:                                              ; preds = %129, %154
  %155 = phi i64 [ %159, %154 ], [ 0, %129 ]
  %156 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16, i64 %155
  %157 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16, i64 %155, i32 5
  store i32 0, ptr %157, align 4
  %158 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 16, i64 %155, i32 4
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(16) %156, i8 0, i64 16, i1 false)
  store i32 1, ptr %158, align 4
  %159 = add nuw nsw i64 %155, 1
  %160 = icmp eq i64 %159, 16
  br i1 %160, label %151, label %154

161:                                              ; preds = %151, %184
  %162 = phi i64 [ %185, %184 ], [ 0, %151 ]
  %163 = mul nuw nsw i64 %162, 880
  %164 = load ptr, ptr %32, align 8
  %165 = getelementptr inbounds %struct.kh_warp, ptr %164, i64 %162, i32 8
  %166 = load i32, ptr %165, align 4
  %167 = getelementptr inbounds %struct.kh_warp, ptr %164, i64 %162, i32 9
  store i32 %166, ptr %167, align 8
  %168 = getelementptr inbounds %struct.kh_warp, ptr %164, i64 %162, i32 10
  store i32 %166, ptr %168, align 4
  %169 = getelementptr inbounds %struct.kh_warp, ptr %164, i64 %162, i32 11
  %170 = getelementptr inbounds %struct.kh_warp, ptr %164, i64 %162, i32 20
  store i32 0, ptr %170, align 4
  %171 = getelementptr inbounds %struct.kh_warp, ptr %164, i64 %162, i32 24
  %172 = getelementptr inbounds %struct.kh_warp, ptr %164, i64 %162, i32 5
  %173 = getelementptr inbounds %struct.kh_warp, ptr %164, i64 %162, i32 6
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %172, i8 0, i64 16, i1 false)
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(24) %169, i8 0, i64 24, i1 false)
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(16) %171, i8 0, i64 16, i1 false)
  %174 = load ptr, ptr %0, align 8
  %175 = getelementptr inbounds %struct.kh_launch, ptr %174, i64 0, i32 17
  %176 = load i64, ptr %175, align 8
  %177 = call i64 @llvm.umin.i64(i64 %176, i64 262144)
  store i64 %177, ptr %173, align 8
  store i64 %177, ptr %172, align 8
  %178 = getelementptr i8, ptr %164, i64 %163
  %179 = getelementptr i8, ptr %178, i64 384
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(128) %179, i8 0, i64 128, i1 false)
  %180 = load ptr, ptr %33, align 8
  %181 = icmp eq ptr %180, null
  br i1 %181, label %184, label %182

182:                                              ; preds = %161
  %183 = getelementptr inbounds %struct.kh_copies, ptr %180, i64 %162, i32 1
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(132) %183, i8 0, i64 132, i1 false)
  br label %184

184:                                              ; preds = %182, %161
  %185 = add nuw nsw i64 %162, 1
  %186 = load i32, ptr %113, align 4
  %187 = zext i32 %186 to i64
  %188 = icmp ult i64 %185, %187
  br i1 %188, label %161, label %189

189:                                              ; preds = %184, %151
  %190 = phi i32 [ 0, %151 ], [ %186, %184 ]
  br label %191

191:                                              ; preds = %189, %237
  %192 = phi i32 [ %234, %237 ], [ %190, %189 ]
  %193 = phi i32 [ %232, %237 ], [ %190, %189 ]
  %194 = icmp eq i32 %193, 0
  br i1 %194, label %305, label %195

195:                                              ; preds = %191
  %196 = icmp eq i32 %192, 0
  br i1 %196, label %239, label %197

197:                                              ; preds = %195, %230
  %198 = phi i64 [ %233, %230 ], [ 0, %195 ]
  %199 = phi i32 [ %232, %230 ], [ %193, %195 ]
  %200 = phi i32 [ %231, %230 ], [ 0, %195 ]
  %201 = load ptr, ptr %32, align 8
  %202 = getelementptr inbounds %struct.kh_warp, ptr %201, i64 %198
  %203 = getelementptr inbounds %struct.kh_warp, ptr %201, i64 %198, i32 24
  %204 = load i32, ptr %203, align 4
  %205 = icmp eq i32 %204, 0
  br i1 %205, label %206, label %230

206:                                              ; preds = %197
  %207 = getelementptr inbounds %struct.kh_warp, ptr %201, i64 %198, i32 25
  %208 = load i32, ptr %207, align 8
  %209 = icmp eq i32 %208, 0
  br i1 %209, label %210, label %230

210:                                              ; preds = %206
  store ptr %202, ptr %34, align 8
  %211 = load ptr, ptr %92, align 8
  %212 = call i32 %211(ptr noundef nonnull %0, ptr noundef nonnull %202) #20
  switch i32 %212, label %216 [
    i32 2, label %305
    i32 3, label %230
    i32 1, label %213
  ]

213:                                              ; preds = %210
  %214 = getelementptr inbounds %struct.kh_warp, ptr %201, i64 %198, i32 17
  %215 = load i32, ptr %214, align 8
  call void @kh_open_if_complete(ptr noundef nonnull %0, i32 noundef %215)
  br label %230

216:                                              ; preds = %210
  store i32 1, ptr %203, align 4
  %217 = getelementptr inbounds %struct.kh_warp, ptr %201, i64 %198, i32 6
  %218 = load i64, ptr %217, align 8
  %219 = getelementptr inbounds %struct.kh_warp, ptr %201, i64 %198, i32 5
  %220 = load i64, ptr %219, align 8
  %221 = sub i64 %218, %220
  %222 = load i64, ptr %35, align 8
  %223 = add i64 %221, %222
  store i64 %223, ptr %35, align 8
  br label %224

224:                                              ; preds = %224, %216
  %225 = phi i32 [ 0, %216 ], [ %226, %224 ]
  call void @kh_open_if_complete(ptr noundef nonnull %0, i32 noundef %225)
  %226 = add nuw nsw i32 %225, 1
  %227 = icmp eq i32 %226, 16
  br i1 %227, label %228, label %224

228:                                              ; preds = %224
  %229 = add i32 %199, -1
  br label %230

230:                                              ; preds = %228, %213, %210, %206, %197
  %231 = phi i32 [ 1, %213 ], [ %200, %197 ], [ %200, %206 ], [ 1, %210 ], [ 1, %228 ]
  %232 = phi i32 [ %199, %213 ], [ %199, %197 ], [ %199, %206 ], [ %199, %210 ], [ %229, %228 ]
  %233 = add nuw nsw i64 %198, 1
  %234 = load i32, ptr %113, align 4
  %235 = zext i32 %234 to i64
  %236 = icmp ult i64 %233, %235
  br i1 %236, label %197, label %237

237:                                              ; preds = %230
  %238 = icmp eq i32 %231, 0
  br i1 %238, label %239, label %191

239:                                              ; preds = %237, %195
  %240 = load ptr, ptr %0, align 8
  %241 = getelementptr inbounds %struct.kh_launch, ptr %240, i64 0, i32 9
  %242 = load i32, ptr %241, align 4
  %243 = icmp eq i32 %242, 0
  br i1 %243, label %244, label %259

244:                                              ; preds = %298, %239
  %245 = phi ptr [ %240, %239 ], [ %300, %298 ]
  %246 = getelementptr inbounds %struct.kh_launch, ptr %245, i64 0, i32 20
  %247 = load atomic i64, ptr %246 monotonic, align 8
  br label %248

248:                                              ; preds = %253, %244
  %249 = phi i64 [ %247, %244 ], [ %258, %253 ]
  %250 = load i32, ptr %24, align 4
  %251 = zext i32 %250 to i64
  %252 = icmp ugt i64 %249, %251
  br i1 %252, label %253, label %305

253:                                              ; preds = %248
  %254 = load ptr, ptr %0, align 8
  %255 = getelementptr inbounds %struct.kh_launch, ptr %254, i64 0, i32 20
  %256 = cmpxchg ptr %255, i64 %249, i64 %251 monotonic monotonic, align 8
  %257 = extractvalue { i64, i1 } %256, 1
  %258 = extractvalue { i64, i1 } %256, 0
  br i1 %257, label %305, label %248

259:                                              ; preds = %239, %298
  %260 = phi i64 [ %299, %298 ], [ 0, %239 ]
  %261 = load ptr, ptr %32, align 8
  %262 = getelementptr inbounds %struct.kh_warp, ptr %261, i64 %260, i32 24
  %263 = load i32, ptr %262, align 4
  %264 = icmp eq i32 %263, 0
  br i1 %264, label %265, label %298

265:                                              ; preds = %259
  %266 = getelementptr inbounds %struct.kh_warp, ptr %261, i64 %260
  store ptr %266, ptr %34, align 8
  %267 = getelementptr inbounds %struct.kh_warp, ptr %261, i64 %260, i32 9
  %268 = load i32, ptr %267, align 8
  %269 = call i32 @llvm.cttz.i32(i32 %268, i1 true)
  %270 = zext nneg i32 %269 to i64
  %271 = getelementptr inbounds %struct.kh_warp, ptr %261, i64 %260, i32 3, i64 %270
  %272 = load i32, ptr %271, align 4
  %273 = mul i32 %272, 21
  %274 = add i32 %273, 4
  %275 = load ptr, ptr %36, align 8
  %276 = zext i32 %274 to i64
  %277 = getelementptr inbounds %struct.kh_fault, ptr %275, i64 %276
  %278 = load i64, ptr %277, align 8
  %279 = icmp eq i64 %278, 0
  br i1 %279, label %282, label %280

280:                                              ; preds = %265
  %281 = add i64 %278, 1
  store i64 %281, ptr %277, align 8
  br label %298

282:                                              ; preds = %265
  %283 = getelementptr inbounds %struct.kh_warp, ptr %261, i64 %260, i32 7
  %284 = load i32, ptr %283, align 8
  %285 = shl i32 %284, 5
  %286 = or disjoint i32 %285, %269
  %287 = load i32, ptr %24, align 4
  store i64 1, ptr %277, align 8
  %288 = getelementptr inbounds i8, ptr %277, i64 8
  store i64 0, ptr %288, align 8
  %289 = getelementptr inbounds i8, ptr %277, i64 16
  store i32 %287, ptr %289, align 8
  %290 = getelementptr inbounds i8, ptr %277, i64 20
  store i32 %286, ptr %290, align 4
  %291 = getelementptr inbounds i8, ptr %277, i64 24
  store i32 -1, ptr %291, align 8
  %292 = getelementptr inbounds i8, ptr %277, i64 28
  store i32 0, ptr %292, align 4
  %293 = getelementptr inbounds i8, ptr %277, i64 32
  store i32 0, ptr %293, align 8
  %294 = load ptr, ptr %37, align 8
  %295 = load i64, ptr %38, align 8
  %296 = add i64 %295, 1
  store i64 %296, ptr %38, align 8
  %297 = getelementptr inbounds i32, ptr %294, i64 %295
  store i32 %274, ptr %297, align 4
  br label %298

298:                                              ; preds = %282, %280, %259
  %299 = add nuw nsw i64 %260, 1
  %300 = load ptr, ptr %0, align 8
  %301 = getelementptr inbounds %struct.kh_launch, ptr %300, i64 0, i32 9
  %302 = load i32, ptr %301, align 4
  %303 = zext i32 %302 to i64
  %304 = icmp ult i64 %299, %303
  br i1 %304, label %259, label %244

305:                                              ; preds = %191, %248, %253, %210
  %306 = load ptr, ptr %0, align 8
  %307 = load i64, ptr %38, align 8
  %308 = icmp eq i64 %307, 0
  br i1 %308, label %396, label %309

309:                                              ; preds = %305
  %310 = getelementptr inbounds %struct.kh_launch, ptr %306, i64 0, i32 5
  %311 = load i64, ptr %310, align 8
  %312 = icmp eq i64 %311, 0
  br i1 %312, label %313, label %319

313:                                              ; preds = %309
  %314 = load i32, ptr %24, align 4
  %315 = zext i32 %314 to i64
  %316 = getelementptr inbounds %struct.kh_launch, ptr %306, i64 0, i32 20
  %317 = load atomic i64, ptr %316 monotonic, align 8
  %318 = icmp ult i64 %317, %315
  br label %330

319:                                              ; preds = %309
  %320 = getelementptr inbounds %struct.kh_launch, ptr %306, i64 0, i32 4
  br label %335

321:                                              ; preds = %366
  %322 = load ptr, ptr %0, align 8
  %323 = load i64, ptr %38, align 8
  %324 = icmp eq i64 %323, 0
  %325 = load i32, ptr %24, align 4
  %326 = zext i32 %325 to i64
  %327 = getelementptr inbounds %struct.kh_launch, ptr %322, i64 0, i32 20
  %328 = load atomic i64, ptr %327 monotonic, align 8
  %329 = icmp ult i64 %328, %326
  br i1 %324, label %370, label %330

330:                                              ; preds = %321, %313
  %331 = phi i1 [ %318, %313 ], [ %329, %321 ]
  %332 = getelementptr inbounds %struct.kh_launch, ptr %306, i64 0, i32 21
  %333 = getelementptr inbounds %struct.kh_launch, ptr %306, i64 0, i32 21, i32 1
  %334 = getelementptr inbounds %struct.kh_launch, ptr %306, i64 0, i32 21, i32 2
  br label %371

335:                                              ; preds = %366, %319
  %336 = phi i64 [ %311, %319 ], [ %367, %366 ]
  %337 = phi i64 [ 0, %319 ], [ %368, %366 ]
  %338 = load ptr, ptr %320, align 8
  %339 = getelementptr inbounds ptr, ptr %338, i64 %337
  %340 = load ptr, ptr %339, align 8
  %341 = getelementptr inbounds %struct.kh_worker, ptr %340, i64 0, i32 11
  %342 = icmp eq ptr %340, %0
  br i1 %342, label %366, label %343

343:                                              ; preds = %335
  %344 = load atomic i64, ptr %341 acquire, align 8
  %345 = load i32, ptr %24, align 4
  %346 = zext i32 %345 to i64
  %347 = icmp ugt i64 %344, %346
  br i1 %347, label %364, label %348

348:                                              ; preds = %343, %355
  %349 = phi i64 [ %362, %355 ], [ %346, %343 ]
  %350 = phi i32 [ %359, %355 ], [ 1, %343 ]
  %351 = load ptr, ptr %0, align 8
  %352 = getelementptr inbounds %struct.kh_launch, ptr %351, i64 0, i32 20
  %353 = load atomic i64, ptr %352 monotonic, align 8
  %354 = icmp ult i64 %353, %349
  br i1 %354, label %364, label %355

355:                                              ; preds = %348
  %356 = call i32 @usleep(i32 noundef %350) #20
  %357 = icmp ult i32 %350, 500
  %358 = zext i1 %357 to i32
  %359 = shl i32 %350, %358
  %360 = load atomic i64, ptr %341 acquire, align 8
  %361 = load i32, ptr %24, align 4
  %362 = zext i32 %361 to i64
  %363 = icmp ugt i64 %360, %362
  br i1 %363, label %364, label %348

364:                                              ; preds = %355, %348, %343
  %365 = load i64, ptr %310, align 8
  br label %366

366:                                              ; preds = %364, %335
  %367 = phi i64 [ %365, %364 ], [ %336, %335 ]
  %368 = add nuw i64 %337, 1
  %369 = icmp ult i64 %368, %367
  br i1 %369, label %335, label %321

370:                                              ; preds = %392, %321
  store i64 0, ptr %38, align 8
  br label %396

371:                                              ; preds = %392, %330
  %372 = phi i64 [ 0, %330 ], [ %393, %392 ]
  %373 = load ptr, ptr %36, align 8
  %374 = load ptr, ptr %37, align 8
  %375 = getelementptr inbounds i32, ptr %374, i64 %372
  %376 = load i32, ptr %375, align 4
  %377 = zext i32 %376 to i64
  %378 = getelementptr inbounds %struct.kh_fault, ptr %373, i64 %377
  br i1 %331, label %392, label %379

379:                                              ; preds = %371
  %380 = load ptr, ptr %332, align 8
  %381 = getelementptr inbounds %struct.kh_fault, ptr %380, i64 %377
  %382 = load i64, ptr %381, align 8
  %383 = icmp eq i64 %382, 0
  br i1 %383, label %387, label %384

384:                                              ; preds = %379
  %385 = load i64, ptr %378, align 8
  %386 = add i64 %385, %382
  store i64 %386, ptr %381, align 8
  br label %392

387:                                              ; preds = %379
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(40) %381, ptr noundef nonnull align 8 dereferenceable(40) %378, i64 40, i1 false)
  %388 = load ptr, ptr %333, align 8
  %389 = load i64, ptr %334, align 8
  %390 = add i64 %389, 1
  store i64 %390, ptr %334, align 8
  %391 = getelementptr inbounds i32, ptr %388, i64 %389
  store i32 %376, ptr %391, align 4
  br label %392

392:                                              ; preds = %387, %384, %371
  store i64 0, ptr %378, align 8
  %393 = add nuw i64 %372, 1
  %394 = load i64, ptr %38, align 8
  %395 = icmp ult i64 %393, %394
  br i1 %395, label %371, label %370

396:                                              ; preds = %370, %305
  %397 = add i64 %87, 1
  store atomic i64 %397, ptr %25 release, align 8
  %398 = atomicrmw add ptr %18, i64 1 monotonic, align 8
  %399 = load i64, ptr %19, align 8
  %400 = icmp ult i64 %398, %399
  br i1 %400, label %86, label %401

401:                                              ; preds = %396, %86, %16
  %402 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11
  store atomic i64 -1, ptr %402 release, align 8
  %403 = call i32 @fesetenv(ptr noundef nonnull %2) #20
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %2) #20
  ret void
}

declare i32 @fegetenv(ptr noundef) #7

declare i32 @fesetenv(ptr noundef) #7

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable
define void @kh_abi(ptr nocapture noundef writeonly %0) #5 {
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(352) %0, ptr noundef nonnull align 16 dereferenceable(352) @__const.kh_abi.facts, i64 352, i1 false)
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
  %29 = mul i32 %5, 21
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
  %68 = mul i32 %5, 21
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
  %103 = mul i32 %5, 21
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
  %136 = getelementptr inbounds %struct.kh_launch, ptr %135, i64 0, i32 20
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
  %146 = getelementptr inbounds %struct.kh_launch, ptr %145, i64 0, i32 20
  %147 = cmpxchg ptr %146, i64 %140, i64 %142 monotonic monotonic, align 8
  %148 = extractvalue { i64, i1 } %147, 1
  %149 = extractvalue { i64, i1 } %147, 0
  br i1 %148, label %150, label %139

150:                                              ; preds = %139, %144
  %151 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 26
  store i32 1, ptr %151, align 4
  br label %152

152:                                              ; preds = %77, %75, %99, %150, %63
  ret i32 %10
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_barrier_wait(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7, i32 noundef %8) #10 {
  %10 = lshr i32 %4, 5
  %11 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 15
  %12 = load i32, ptr %11, align 8
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %14, label %18

14:                                               ; preds = %9
  %15 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 20
  store i32 0, ptr %15, align 4
  %16 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 16
  store i32 0, ptr %16, align 4
  br label %17

17:                                               ; preds = %39, %14
  br label %55

18:                                               ; preds = %9
  %19 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 17
  %20 = load i32, ptr %19, align 8
  %21 = icmp eq i32 %20, %3
  br i1 %21, label %22, label %39

22:                                               ; preds = %18
  %23 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 18
  %24 = load i32, ptr %23, align 4
  %25 = icmp eq i32 %10, %24
  br i1 %25, label %26, label %39

26:                                               ; preds = %22
  %27 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 19
  %28 = load i32, ptr %27, align 8
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
  %41 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 20
  %42 = load i32, ptr %41, align 4
  %43 = or i32 %42, %40
  store i32 %43, ptr %41, align 4
  br label %17

44:                                               ; preds = %64
  %45 = load i32, ptr %11, align 8
  %46 = or i32 %45, %1
  store i32 %46, ptr %11, align 8
  %47 = and i32 %5, %1
  %48 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 16
  %49 = load i32, ptr %48, align 4
  %50 = or i32 %49, %47
  store i32 %50, ptr %48, align 4
  %51 = and i32 %3, 15
  %52 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 17
  store i32 %51, ptr %52, align 8
  %53 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 18
  store i32 %10, ptr %53, align 4
  %54 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 19
  store i32 %7, ptr %54, align 8
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
  %23 = getelementptr inbounds %struct.kh_warp, ptr %18, i64 %21, i32 24
  %24 = load i32, ptr %23, align 4
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
  %34 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 22
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
  %59 = getelementptr inbounds %struct.kh_warp, ptr %58, i64 %57, i32 25
  %60 = load i32, ptr %59, align 8
  %61 = icmp eq i32 %60, 0
  br i1 %61, label %75, label %62

62:                                               ; preds = %55
  %63 = getelementptr inbounds %struct.kh_warp, ptr %58, i64 %57, i32 17
  %64 = load i32, ptr %63, align 8
  %65 = icmp eq i32 %64, %1
  br i1 %65, label %66, label %75

66:                                               ; preds = %62
  store i32 0, ptr %59, align 8
  %67 = getelementptr inbounds %struct.kh_warp, ptr %58, i64 %57, i32 15
  store i32 0, ptr %67, align 8
  %68 = load i32, ptr %49, align 4
  %69 = getelementptr inbounds %struct.kh_warp, ptr %58, i64 %57, i32 21
  store i32 %68, ptr %69, align 8
  %70 = load i32, ptr %50, align 4
  %71 = getelementptr inbounds %struct.kh_warp, ptr %58, i64 %57, i32 22
  store i32 %70, ptr %71, align 4
  %72 = load i32, ptr %51, align 4
  %73 = getelementptr inbounds %struct.kh_warp, ptr %58, i64 %57, i32 23
  store i32 %72, ptr %73, align 8
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
  %5 = getelementptr inbounds %struct.kh_launch, ptr %4, i64 0, i32 22
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
define i32 @kh_read_byte(ptr nocapture noundef %0, i32 noundef %1, i64 noundef %2, i32 noundef %3) #4 {
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %6) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %7) #20
  store i64 %2, ptr %7, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  %9 = call fastcc i32 @find_range(ptr noundef %0, i32 noundef 4, i32 noundef 0, i32 noundef %1, ptr noundef nonnull %7, ptr noundef nonnull %5, ptr noundef nonnull %6, ptr noundef nonnull %8)
  %10 = load i64, ptr %7, align 8
  %11 = icmp ne i32 %9, 0
  %12 = load i64, ptr %5, align 8
  %13 = icmp uge i64 %10, %12
  %14 = select i1 %11, i1 %13, i1 false
  %15 = load i64, ptr %6, align 8
  %16 = icmp ult i64 %10, %15
  %17 = select i1 %14, i1 %16, i1 false
  br i1 %17, label %50, label %18

18:                                               ; preds = %4
  %19 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %20 = mul i32 %3, 21
  %21 = load ptr, ptr %19, align 8
  %22 = zext i32 %20 to i64
  %23 = getelementptr inbounds %struct.kh_fault, ptr %21, i64 %22
  %24 = load i64, ptr %23, align 8
  %25 = icmp eq i64 %24, 0
  br i1 %25, label %28, label %26

26:                                               ; preds = %18
  %27 = add i64 %24, 1
  store i64 %27, ptr %23, align 8
  br label %49

28:                                               ; preds = %18
  %29 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %30 = load ptr, ptr %29, align 8
  %31 = getelementptr inbounds %struct.kh_warp, ptr %30, i64 0, i32 7
  %32 = load i32, ptr %31, align 8
  %33 = shl i32 %32, 5
  %34 = add i32 %33, %1
  %35 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %36 = load i32, ptr %35, align 4
  store i64 1, ptr %23, align 8
  %37 = getelementptr inbounds i8, ptr %23, i64 8
  store i64 %2, ptr %37, align 8
  %38 = getelementptr inbounds i8, ptr %23, i64 16
  store i32 %36, ptr %38, align 8
  %39 = getelementptr inbounds i8, ptr %23, i64 20
  store i32 %34, ptr %39, align 4
  %40 = getelementptr inbounds i8, ptr %23, i64 24
  store i32 -1, ptr %40, align 8
  %41 = getelementptr inbounds i8, ptr %23, i64 28
  store i32 0, ptr %41, align 4
  %42 = getelementptr inbounds i8, ptr %23, i64 32
  store i32 0, ptr %42, align 8
  %43 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %44 = load ptr, ptr %43, align 8
  %45 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %46 = load i64, ptr %45, align 8
  %47 = add i64 %46, 1
  store i64 %47, ptr %45, align 8
  %48 = getelementptr inbounds i32, ptr %44, i64 %46
  store i32 %20, ptr %48, align 4
  br label %49

49:                                               ; preds = %26, %28
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %7) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %6) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5) #20
  br label %57

50:                                               ; preds = %4
  %51 = load ptr, ptr %8, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %7) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %6) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5) #20
  %52 = icmp eq ptr %51, null
  br i1 %52, label %57, label %53

53:                                               ; preds = %50
  %54 = getelementptr inbounds i8, ptr %51, i64 %10
  %55 = load i8, ptr %54, align 1
  %56 = zext i8 %55 to i32
  br label %57

57:                                               ; preds = %49, %50, %53
  %58 = phi i32 [ %56, %53 ], [ -1, %50 ], [ -1, %49 ]
  ret i32 %58
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define internal fastcc ptr @check_lane(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2, i64 noundef %3, i32 noundef %4, i32 noundef %5, i32 noundef %6) unnamed_addr #4 {
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %9) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %10) #20
  store i64 %3, ptr %10, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %11) #20
  %12 = call fastcc i32 @find_range(ptr noundef %0, i32 noundef %1, i32 noundef %6, i32 noundef %2, ptr noundef nonnull %10, ptr noundef nonnull %8, ptr noundef nonnull %9, ptr noundef nonnull %11)
  %13 = load i64, ptr %10, align 8
  %14 = add i32 %4, -1
  %15 = zext i32 %14 to i64
  %16 = and i64 %13, %15
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %50, label %18

18:                                               ; preds = %7
  %19 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %20 = mul i32 %5, 21
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
  %66 = mul i32 %5, 21
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
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %11) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %10) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  ret ptr %100
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_1x1(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 1, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
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
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %11) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %12) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %13) #20
  %21 = zext nneg i32 %20 to i64
  %22 = getelementptr inbounds i64, ptr %3, i64 %21
  %23 = load i64, ptr %22, align 8
  store i64 %23, ptr %13, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %14) #20
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
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %14) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %13) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %12) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %11) #20
  br label %18

66:                                               ; preds = %44
  store i32 1, ptr %9, align 4
  %67 = load ptr, ptr %14, align 8
  %68 = ptrtoint ptr %67 to i64
  %69 = sub i64 %68, %40
  store i64 %69, ptr %8, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %14) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %13) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %12) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %11) #20
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
  %8 = getelementptr inbounds %struct.kh_launch, ptr %7, i64 0, i32 22
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
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 1, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %57
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
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
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 2, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_1x2(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 2, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %60
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
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
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 4, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_1x4(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 4, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %64
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
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
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 2, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_2x1(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 2, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %57
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
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
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 4, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_2x2(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 4, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %60
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
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
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 8, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_2x4(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 8, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %64
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
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
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 16, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_2x8(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 16, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %64
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
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
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 4, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_4x1(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 4, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %57
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
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
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 8, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_4x2(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 8, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %60
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
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
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 16, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_4x4(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 16, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %64
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
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
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 32, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_4x8(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 32, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %64
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
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
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 8, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_8x1(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 8, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %57
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
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
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 16, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_8x2(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 16, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %60
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
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
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 32, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_8x4(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 32, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %64
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
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
define void @kh_load_16x1(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 16, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  br i1 %15, label %35, label %17

17:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
  store i32 %5, ptr %10, align 8
  %18 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 0, ptr %18, align 4
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %19, align 8
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 16, ptr %20, align 4
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 16, ptr %21, align 8
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
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
  %50 = load i128, ptr %49, align 16
  %51 = getelementptr inbounds i128, ptr %3, i64 %45
  store i128 %50, ptr %51, align 16
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
  %71 = load i128, ptr %65, align 16
  br label %72

72:                                               ; preds = %64, %70
  %73 = phi i128 [ %71, %70 ], [ -1, %64 ]
  %74 = getelementptr inbounds i128, ptr %3, i64 %55
  store i128 %73, ptr %74, align 16
  %75 = add nuw nsw i64 %55, 1
  %76 = icmp eq i64 %75, 32
  br i1 %76, label %77, label %54

77:                                               ; preds = %72, %44
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_16x1(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4, i32 noundef %5) #4 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.kh_access, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #20
  %11 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 16, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %12 = load ptr, ptr %0, align 8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %12, i64 0, i32 22
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 0
  %16 = load i32, ptr %9, align 4
  %17 = load i64, ptr %8, align 8
  br i1 %15, label %35, label %18

18:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %10) #20
  store i32 %5, ptr %10, align 8
  %19 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 1
  store i32 1, ptr %19, align 4
  %20 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 2
  store i32 %11, ptr %20, align 8
  %21 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 3
  store i32 16, ptr %21, align 4
  %22 = getelementptr inbounds %struct.kh_access, ptr %10, i64 0, i32 4
  store i32 16, ptr %22, align 8
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %10) #20
  br label %35

35:                                               ; preds = %34, %6
  %36 = icmp eq i32 %16, 0
  br label %38

37:                                               ; preds = %57
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #20
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #20
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
  %55 = getelementptr inbounds i128, ptr %3, i64 %39
  %56 = load i128, ptr %55, align 16
  store i128 %56, ptr %54, align 16
  br label %57

57:                                               ; preds = %38, %53
  %58 = add nuw nsw i64 %39, 1
  %59 = icmp eq i64 %58, 32
  br i1 %59, label %37, label %38
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
  %90 = getelementptr inbounds %struct.kh_launch, ptr %89, i64 0, i32 22
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
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %8) #20
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
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %8) #20
  br label %157

157:                                              ; preds = %156, %88
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_watch_copy(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, i32 noundef %4) #4 {
  %6 = alloca [32 x i32], align 16
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %6) #20
  %7 = getelementptr inbounds %struct.kh_copy, ptr %1, i64 0, i32 5
  %8 = load i32, ptr %7, align 4
  br label %15

9:                                                ; preds = %30
  %10 = load ptr, ptr %0, align 8
  %11 = getelementptr inbounds %struct.kh_launch, ptr %10, i64 0, i32 22
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
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %6) #20
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
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %12) #20
  br label %18

13:                                               ; preds = %34
  %14 = load ptr, ptr %0, align 8
  %15 = getelementptr inbounds %struct.kh_launch, ptr %14, i64 0, i32 22
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
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %11) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %11) #20
  br label %55

55:                                               ; preds = %13, %54
  %56 = icmp eq i32 %9, 0
  br label %58

57:                                               ; preds = %109
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %12) #20
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
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %12) #20
  br label %18

13:                                               ; preds = %34
  %14 = load ptr, ptr %0, align 8
  %15 = getelementptr inbounds %struct.kh_launch, ptr %14, i64 0, i32 22
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
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %11) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %11) #20
  br label %55

55:                                               ; preds = %13, %54
  %56 = icmp eq i32 %9, 0
  br label %58

57:                                               ; preds = %109
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %12) #20
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
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %12) #20
  br label %18

13:                                               ; preds = %34
  %14 = load ptr, ptr %0, align 8
  %15 = getelementptr inbounds %struct.kh_launch, ptr %14, i64 0, i32 22
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
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %11) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %11) #20
  br label %55

55:                                               ; preds = %13, %54
  %56 = icmp eq i32 %9, 0
  br label %58

57:                                               ; preds = %109
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %12) #20
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
define void @kh_atomic_128(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, ptr nocapture noundef writeonly %5, i32 noundef %6, i32 noundef %7, i32 noundef %8, i32 noundef %9) #4 {
  %11 = alloca %struct.kh_access, align 8
  %12 = alloca [32 x ptr], align 16
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %12) #20
  br label %18

13:                                               ; preds = %34
  %14 = load ptr, ptr %0, align 8
  %15 = getelementptr inbounds %struct.kh_launch, ptr %14, i64 0, i32 22
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
  %28 = tail call fastcc ptr @check_lane(ptr noundef %0, i32 noundef %7, i32 noundef %21, i64 noundef %27, i32 noundef 16, i32 noundef %6, i32 noundef 2)
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
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %11) #20
  store i32 %7, ptr %11, align 8
  %39 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 1
  store i32 2, ptr %39, align 4
  %40 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 2
  store i32 %35, ptr %40, align 8
  %41 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 3
  store i32 16, ptr %41, align 4
  %42 = getelementptr inbounds %struct.kh_access, ptr %11, i64 0, i32 4
  store i32 16, ptr %42, align 8
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %11) #20
  br label %55

55:                                               ; preds = %13, %54
  %56 = icmp eq i32 %9, 0
  br label %58

57:                                               ; preds = %109
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %12) #20
  ret void

58:                                               ; preds = %55, %109
  %59 = phi i64 [ 0, %55 ], [ %110, %109 ]
  %60 = trunc i64 %59 to i32
  %61 = shl nuw i32 1, %60
  %62 = and i32 %61, %1
  %63 = icmp eq i32 %62, 0
  br i1 %63, label %109, label %64

64:                                               ; preds = %58
  %65 = getelementptr inbounds i128, ptr %5, i64 %59
  store i128 -1, ptr %65, align 16
  %66 = and i32 %61, %35
  %67 = icmp eq i32 %66, 0
  br i1 %67, label %109, label %68

68:                                               ; preds = %64
  %69 = getelementptr inbounds [32 x ptr], ptr %12, i64 0, i64 %59
  %70 = load ptr, ptr %69, align 8
  %71 = load i128, ptr %70, align 16
  %72 = getelementptr inbounds i128, ptr %3, i64 %59
  %73 = load i128, ptr %72, align 16
  %74 = freeze i128 %73
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
  %76 = add i128 %74, %71
  br label %107

77:                                               ; preds = %68
  br i1 %56, label %80, label %78

78:                                               ; preds = %77
  %79 = call i128 @llvm.smin.i128(i128 %71, i128 %74)
  br label %107

80:                                               ; preds = %77
  %81 = call i128 @llvm.umin.i128(i128 %71, i128 %74)
  br label %107

82:                                               ; preds = %68
  br i1 %56, label %85, label %83

83:                                               ; preds = %82
  %84 = call i128 @llvm.smax.i128(i128 %71, i128 %74)
  br label %107

85:                                               ; preds = %82
  %86 = call i128 @llvm.umax.i128(i128 %71, i128 %74)
  br label %107

87:                                               ; preds = %68
  %88 = and i128 %74, %71
  br label %107

89:                                               ; preds = %68
  %90 = or i128 %74, %71
  br label %107

91:                                               ; preds = %68
  %92 = xor i128 %74, %71
  br label %107

93:                                               ; preds = %68
  %94 = icmp eq i128 %71, %74
  br i1 %94, label %95, label %107

95:                                               ; preds = %93
  %96 = getelementptr inbounds i128, ptr %4, i64 %59
  %97 = load i128, ptr %96, align 16
  br label %107

98:                                               ; preds = %68
  %99 = icmp ult i128 %71, %74
  %100 = add i128 %71, 1
  %101 = select i1 %99, i128 %100, i128 0
  br label %107

102:                                              ; preds = %68
  %103 = add i128 %71, -1
  %104 = icmp ult i128 %103, %74
  %105 = add i128 %71, -1
  %106 = select i1 %104, i128 %105, i128 %74
  br label %107

107:                                              ; preds = %68, %102, %95, %93, %83, %85, %78, %80, %98, %91, %89, %87, %75
  %108 = phi i128 [ %101, %98 ], [ %92, %91 ], [ %90, %89 ], [ %88, %87 ], [ %76, %75 ], [ %79, %78 ], [ %81, %80 ], [ %84, %83 ], [ %86, %85 ], [ %97, %95 ], [ %71, %93 ], [ %106, %102 ], [ %74, %68 ]
  store i128 %108, ptr %70, align 16
  store i128 %71, ptr %65, align 16
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
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %10) #20
  br label %20

15:                                               ; preds = %36
  %16 = load ptr, ptr %0, align 8
  %17 = getelementptr inbounds %struct.kh_launch, ptr %16, i64 0, i32 22
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
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %9) #20
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
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %9) #20
  br label %57

57:                                               ; preds = %15, %56
  %58 = zext i8 %13 to i64
  %59 = lshr i32 %14, 1
  %60 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 3
  br label %62

61:                                               ; preds = %129
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %10) #20
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
define void @kh_atomic_add_vector(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, ptr nocapture noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7, i32 noundef %8, i32 noundef %9) #4 {
  %11 = alloca [32 x i64], align 16
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %11) #20
  %12 = mul i32 %9, %8
  %13 = zext i32 %12 to i64
  %14 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %15 = mul i32 %5, 21
  %16 = add i32 %15, 2
  %17 = zext i32 %16 to i64
  %18 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %19 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %20 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %21 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %22 = icmp eq i32 %9, 0
  %23 = zext i32 %8 to i64
  %24 = zext i32 %9 to i64
  br label %29

25:                                               ; preds = %79
  br i1 %22, label %89, label %26

26:                                               ; preds = %25
  %27 = shl i32 %8, 5
  %28 = zext i32 %9 to i64
  br label %90

29:                                               ; preds = %83, %10
  %30 = phi i64 [ 0, %10 ], [ %84, %83 ]
  %31 = phi i32 [ %1, %10 ], [ %85, %83 ]
  %32 = getelementptr inbounds i64, ptr %2, i64 %30
  %33 = load i64, ptr %32, align 8
  %34 = getelementptr inbounds [32 x i64], ptr %11, i64 0, i64 %30
  store i64 %33, ptr %34, align 8
  %35 = trunc i64 %30 to i32
  %36 = shl nuw i32 1, %35
  %37 = and i32 %36, %31
  %38 = icmp eq i32 %37, 0
  br i1 %38, label %79, label %39

39:                                               ; preds = %29
  %40 = urem i64 %33, %13
  %41 = icmp eq i64 %40, 0
  br i1 %41, label %79, label %42

42:                                               ; preds = %39
  %43 = load ptr, ptr %14, align 8
  %44 = getelementptr inbounds %struct.kh_fault, ptr %43, i64 %17
  %45 = load i64, ptr %44, align 8
  %46 = icmp eq i64 %45, 0
  br i1 %46, label %49, label %47

47:                                               ; preds = %42
  %48 = add i64 %45, 1
  store i64 %48, ptr %44, align 8
  br label %66

49:                                               ; preds = %42
  %50 = load ptr, ptr %18, align 8
  %51 = getelementptr inbounds %struct.kh_warp, ptr %50, i64 0, i32 7
  %52 = load i32, ptr %51, align 8
  %53 = shl i32 %52, 5
  %54 = or disjoint i32 %53, %35
  %55 = load i32, ptr %19, align 4
  store i64 1, ptr %44, align 8
  %56 = getelementptr inbounds i8, ptr %44, i64 8
  store i64 %33, ptr %56, align 8
  %57 = getelementptr inbounds i8, ptr %44, i64 16
  store i32 %55, ptr %57, align 8
  %58 = getelementptr inbounds i8, ptr %44, i64 20
  store i32 %54, ptr %58, align 4
  %59 = getelementptr inbounds i8, ptr %44, i64 24
  store i32 -1, ptr %59, align 8
  %60 = getelementptr inbounds i8, ptr %44, i64 28
  store i32 0, ptr %60, align 4
  %61 = getelementptr inbounds i8, ptr %44, i64 32
  store i32 0, ptr %61, align 8
  %62 = load ptr, ptr %20, align 8
  %63 = load i64, ptr %21, align 8
  %64 = add i64 %63, 1
  store i64 %64, ptr %21, align 8
  %65 = getelementptr inbounds i32, ptr %62, i64 %63
  store i32 %16, ptr %65, align 4
  br label %66

66:                                               ; preds = %47, %49
  %67 = xor i32 %36, -1
  %68 = and i32 %31, %67
  br i1 %22, label %86, label %69

69:                                               ; preds = %66, %69
  %70 = phi i64 [ %77, %69 ], [ 0, %66 ]
  %71 = trunc i64 %70 to i32
  %72 = shl i32 %71, 5
  %73 = or disjoint i32 %72, %35
  %74 = mul i32 %73, %8
  %75 = zext i32 %74 to i64
  %76 = getelementptr inbounds i8, ptr %4, i64 %75
  tail call void @llvm.memset.p0.i64(ptr align 1 %76, i8 -1, i64 %23, i1 false)
  %77 = add nuw nsw i64 %70, 1
  %78 = icmp eq i64 %77, %24
  br i1 %78, label %79, label %69

79:                                               ; preds = %69, %29, %39
  %80 = phi i32 [ %31, %39 ], [ %31, %29 ], [ %68, %69 ]
  %81 = add nuw nsw i64 %30, 1
  %82 = icmp eq i64 %81, 32
  br i1 %82, label %25, label %83

83:                                               ; preds = %79, %86
  %84 = phi i64 [ %81, %79 ], [ %87, %86 ]
  %85 = phi i32 [ %80, %79 ], [ %68, %86 ]
  br label %29

86:                                               ; preds = %66
  %87 = add nuw nsw i64 %30, 1
  %88 = icmp eq i64 %87, 32
  br i1 %88, label %89, label %83

89:                                               ; preds = %86, %97, %25
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %11) #20
  ret void

90:                                               ; preds = %26, %97
  %91 = phi i64 [ 0, %26 ], [ %98, %97 ]
  %92 = trunc i64 %91 to i32
  %93 = mul i32 %27, %92
  %94 = zext i32 %93 to i64
  %95 = getelementptr inbounds i8, ptr %3, i64 %94
  %96 = getelementptr inbounds i8, ptr %4, i64 %94
  call void @kh_atomic_add_float(ptr noundef %0, i32 noundef %80, ptr noundef nonnull %11, ptr noundef %95, ptr noundef %96, i32 noundef %5, i32 noundef %6, i32 noundef %7)
  br label %100

97:                                               ; preds = %100
  %98 = add nuw nsw i64 %91, 1
  %99 = icmp eq i64 %98, %28
  br i1 %99, label %89, label %90

100:                                              ; preds = %90, %100
  %101 = phi i64 [ 0, %90 ], [ %105, %100 ]
  %102 = getelementptr inbounds [32 x i64], ptr %11, i64 0, i64 %101
  %103 = load i64, ptr %102, align 8
  %104 = add i64 %103, %23
  store i64 %104, ptr %102, align 8
  %105 = add nuw nsw i64 %101, 1
  %106 = icmp eq i64 %105, 32
  br i1 %106, label %97, label %100
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define i32 @kh_shuffle(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, ptr nocapture noundef readonly %5, ptr nocapture noundef writeonly %6, i32 noundef %7, i32 noundef %8) #4 {
  %10 = alloca [32 x i32], align 16
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %10) #20
  %11 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %12 = mul i32 %8, 21
  %13 = add i32 %12, 8
  %14 = zext i32 %13 to i64
  %15 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %16 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %17 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %18 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  br label %20

19:                                               ; preds = %95
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 4 dereferenceable(128) %6, ptr noundef nonnull align 16 dereferenceable(128) %10, i64 128, i1 false)
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %10) #20
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
  %10 = tail call i32 @fesetround(i32 noundef %9) #20
  tail call void asm sideeffect "", "~{memory}"() #20
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
  tail call void asm sideeffect "", "~{memory}"() #20
  %62 = load i32, ptr @kh_rounding_codes, align 16
  %63 = tail call i32 @fesetround(i32 noundef %62) #20
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
  %10 = tail call i32 @fesetround(i32 noundef %9) #20
  tail call void asm sideeffect "", "~{memory}"() #20
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
  tail call void asm sideeffect "", "~{memory}"() #20
  %62 = load i32, ptr @kh_rounding_codes, align 16
  %63 = tail call i32 @fesetround(i32 noundef %62) #20
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
  %7 = tail call i32 @fesetround(i32 noundef %6) #20
  tail call void asm sideeffect "", "~{memory}"() #20
  br label %11

8:                                                ; preds = %11
  tail call void asm sideeffect "", "~{memory}"() #20
  %9 = load i32, ptr @kh_rounding_codes, align 16
  %10 = tail call i32 @fesetround(i32 noundef %9) #20
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
  %7 = tail call i32 @fesetround(i32 noundef %6) #20
  tail call void asm sideeffect "", "~{memory}"() #20
  br label %11

8:                                                ; preds = %11
  tail call void asm sideeffect "", "~{memory}"() #20
  %9 = load i32, ptr @kh_rounding_codes, align 16
  %10 = tail call i32 @fesetround(i32 noundef %9) #20
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
  %7 = tail call i32 @fesetround(i32 noundef %6) #20
  tail call void asm sideeffect "", "~{memory}"() #20
  br label %11

8:                                                ; preds = %11
  tail call void asm sideeffect "", "~{memory}"() #20
  %9 = load i32, ptr @kh_rounding_codes, align 16
  %10 = tail call i32 @fesetround(i32 noundef %9) #20
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
  %7 = tail call i32 @fesetround(i32 noundef %6) #20
  tail call void asm sideeffect "", "~{memory}"() #20
  br label %11

8:                                                ; preds = %24
  tail call void asm sideeffect "", "~{memory}"() #20
  %9 = load i32, ptr @kh_rounding_codes, align 16
  %10 = tail call i32 @fesetround(i32 noundef %9) #20
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
  %7 = tail call i32 @fesetround(i32 noundef %6) #20
  tail call void asm sideeffect "", "~{memory}"() #20
  br label %11

8:                                                ; preds = %24
  tail call void asm sideeffect "", "~{memory}"() #20
  %9 = load i32, ptr @kh_rounding_codes, align 16
  %10 = tail call i32 @fesetround(i32 noundef %9) #20
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

; Function Attrs: nounwind uwtable
define void @kh_mma(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, ptr nocapture noundef %5, i32 noundef %6, i32 noundef %7, i32 noundef %8, i32 noundef %9, i32 noundef %10, i32 noundef %11, i32 noundef %12, i32 noundef %13, i32 noundef %14, i32 noundef %15) #6 {
  %17 = alloca [1024 x double], align 16
  %18 = alloca [1024 x double], align 16
  %19 = alloca [1024 x double], align 16
  %20 = alloca [32 x double], align 16
  call void @llvm.lifetime.start.p0(i64 8192, ptr nonnull %17) #20
  call void @llvm.lifetime.start.p0(i64 8192, ptr nonnull %18) #20
  call void @llvm.lifetime.start.p0(i64 8192, ptr nonnull %19) #20
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %20) #20
  %21 = icmp eq i32 %9, 3
  br i1 %21, label %27, label %22

22:                                               ; preds = %16
  %23 = zext i32 %9 to i64
  %24 = getelementptr inbounds [13 x i32], ptr @ELEMENT_BITS, i64 0, i64 %23
  %25 = load i32, ptr %24, align 4
  %26 = udiv i32 32, %25
  br label %27

27:                                               ; preds = %16, %22
  %28 = phi i32 [ %26, %22 ], [ 1, %16 ]
  %29 = icmp eq i32 %1, -1
  br i1 %29, label %65, label %30

30:                                               ; preds = %27
  %31 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %32 = mul i32 %15, 21
  %33 = add i32 %32, 19
  %34 = load ptr, ptr %31, align 8
  %35 = zext i32 %33 to i64
  %36 = getelementptr inbounds %struct.kh_fault, ptr %34, i64 %35
  %37 = load i64, ptr %36, align 8
  %38 = icmp eq i64 %37, 0
  br i1 %38, label %41, label %39

39:                                               ; preds = %30
  %40 = add i64 %37, 1
  store i64 %40, ptr %36, align 8
  br label %65

41:                                               ; preds = %30
  %42 = tail call i32 @llvm.ctpop.i32(i32 %1)
  %43 = zext nneg i32 %42 to i64
  %44 = tail call i32 @llvm.cttz.i32(i32 %1, i1 true)
  %45 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %46 = load ptr, ptr %45, align 8
  %47 = getelementptr inbounds %struct.kh_warp, ptr %46, i64 0, i32 7
  %48 = load i32, ptr %47, align 8
  %49 = shl i32 %48, 5
  %50 = or disjoint i32 %49, %44
  %51 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %52 = load i32, ptr %51, align 4
  store i64 1, ptr %36, align 8
  %53 = getelementptr inbounds i8, ptr %36, i64 8
  store i64 %43, ptr %53, align 8
  %54 = getelementptr inbounds i8, ptr %36, i64 16
  store i32 %52, ptr %54, align 8
  %55 = getelementptr inbounds i8, ptr %36, i64 20
  store i32 %50, ptr %55, align 4
  %56 = getelementptr inbounds i8, ptr %36, i64 24
  store i32 -1, ptr %56, align 8
  %57 = getelementptr inbounds i8, ptr %36, i64 28
  store i32 0, ptr %57, align 4
  %58 = getelementptr inbounds i8, ptr %36, i64 32
  store i32 0, ptr %58, align 8
  %59 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %60 = load ptr, ptr %59, align 8
  %61 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %62 = load i64, ptr %61, align 8
  %63 = add i64 %62, 1
  store i64 %63, ptr %61, align 8
  %64 = getelementptr inbounds i32, ptr %60, i64 %62
  store i32 %33, ptr %64, align 4
  br label %65

65:                                               ; preds = %27, %39, %41
  %66 = mul i32 %8, %6
  %67 = shl nuw nsw i32 %28, 5
  %68 = udiv i32 %66, %67
  %69 = icmp ugt i32 %67, %66
  br i1 %69, label %84, label %70

70:                                               ; preds = %65
  %71 = icmp eq i32 %28, 0
  %72 = select i1 %21, i32 6, i32 5
  %73 = shl nuw nsw i32 %28, 2
  %74 = icmp eq i32 %6, 8
  %75 = lshr i32 %6, 4
  br label %76

76:                                               ; preds = %70, %93
  %77 = phi i32 [ 0, %70 ], [ %94, %93 ]
  br i1 %71, label %93, label %78

78:                                               ; preds = %76
  %79 = shl i32 %77, %72
  %80 = zext i32 %79 to i64
  %81 = getelementptr inbounds i32, ptr %2, i64 %80
  %82 = shl i32 %77, 3
  %83 = and i32 %82, 8
  br label %96

84:                                               ; preds = %93, %65
  %85 = mul i32 %8, %7
  %86 = udiv i32 %85, %67
  %87 = icmp ugt i32 %67, %85
  br i1 %87, label %139, label %88

88:                                               ; preds = %84
  %89 = icmp eq i32 %28, 0
  %90 = select i1 %21, i32 6, i32 5
  %91 = shl nuw nsw i32 %28, 2
  %92 = lshr i32 %7, 3
  br label %133

93:                                               ; preds = %100, %76
  %94 = add nuw i32 %77, 1
  %95 = icmp ult i32 %94, %68
  br i1 %95, label %76, label %84

96:                                               ; preds = %78, %100
  %97 = phi i32 [ 0, %78 ], [ %101, %100 ]
  call fastcc void @unpack(i32 noundef %9, ptr noundef %81, i32 noundef %97, ptr noundef nonnull %20)
  %98 = udiv i32 %8, %73
  %99 = shl i32 %98, 1
  br label %103

100:                                              ; preds = %117
  %101 = add nuw nsw i32 %97, 1
  %102 = icmp eq i32 %101, %28
  br i1 %102, label %93, label %96

103:                                              ; preds = %96, %117
  %104 = phi i64 [ 0, %96 ], [ %131, %117 ]
  %105 = trunc i64 %104 to i32
  %106 = lshr i32 %105, 2
  br i1 %74, label %107, label %109

107:                                              ; preds = %103
  %108 = urem i32 %77, %98
  br label %117

109:                                              ; preds = %103
  %110 = urem i32 %77, %99
  %111 = lshr i32 %110, 1
  %112 = udiv i32 %77, %99
  %113 = urem i32 %112, %75
  %114 = shl nuw i32 %113, 4
  %115 = or disjoint i32 %114, %83
  %116 = add nuw nsw i32 %115, %106
  br label %117

117:                                              ; preds = %107, %109
  %118 = phi i32 [ %106, %107 ], [ %116, %109 ]
  %119 = phi i32 [ %108, %107 ], [ %111, %109 ]
  %120 = shl i32 %119, 2
  %121 = and i32 %105, 3
  %122 = or disjoint i32 %120, %121
  %123 = mul i32 %122, %28
  %124 = getelementptr inbounds [32 x double], ptr %20, i64 0, i64 %104
  %125 = load double, ptr %124, align 8
  %126 = mul i32 %118, %8
  %127 = add i32 %126, %97
  %128 = add i32 %127, %123
  %129 = zext i32 %128 to i64
  %130 = getelementptr inbounds [1024 x double], ptr %17, i64 0, i64 %129
  store double %125, ptr %130, align 8
  %131 = add nuw nsw i64 %104, 1
  %132 = icmp eq i64 %131, 32
  br i1 %132, label %100, label %103

133:                                              ; preds = %88, %150
  %134 = phi i32 [ 0, %88 ], [ %151, %150 ]
  br i1 %89, label %150, label %135

135:                                              ; preds = %133
  %136 = shl i32 %134, %90
  %137 = zext i32 %136 to i64
  %138 = getelementptr inbounds i32, ptr %3, i64 %137
  br label %153

139:                                              ; preds = %150, %84
  %140 = mul i32 %7, %6
  %141 = lshr i32 %140, 5
  %142 = icmp ult i32 %140, 32
  br i1 %142, label %203, label %143

143:                                              ; preds = %139
  %144 = icmp eq i32 %6, 8
  %145 = select i1 %144, i32 1, i32 2
  %146 = lshr i32 %6, 4
  %147 = select i1 %144, i32 1, i32 %146
  %148 = tail call i32 @llvm.umax.i32(i32 %141, i32 1)
  %149 = zext nneg i32 %148 to i64
  br label %181

150:                                              ; preds = %161, %133
  %151 = add nuw i32 %134, 1
  %152 = icmp ult i32 %151, %86
  br i1 %152, label %133, label %139

153:                                              ; preds = %135, %161
  %154 = phi i32 [ 0, %135 ], [ %162, %161 ]
  call fastcc void @unpack(i32 noundef %10, ptr noundef %138, i32 noundef %154, ptr noundef nonnull %20)
  %155 = udiv i32 %8, %91
  %156 = urem i32 %134, %155
  %157 = shl i32 %156, 2
  %158 = udiv i32 %134, %155
  %159 = urem i32 %158, %92
  %160 = shl nuw i32 %159, 3
  br label %164

161:                                              ; preds = %164
  %162 = add nuw nsw i32 %154, 1
  %163 = icmp eq i32 %162, %28
  br i1 %163, label %150, label %153

164:                                              ; preds = %153, %164
  %165 = phi i64 [ 0, %153 ], [ %179, %164 ]
  %166 = trunc i64 %165 to i32
  %167 = and i32 %166, 3
  %168 = or disjoint i32 %157, %167
  %169 = mul i32 %168, %28
  %170 = lshr i32 %166, 2
  %171 = add nuw nsw i32 %160, %170
  %172 = getelementptr inbounds [32 x double], ptr %20, i64 0, i64 %165
  %173 = load double, ptr %172, align 8
  %174 = add i32 %169, %154
  %175 = mul i32 %174, %7
  %176 = add i32 %171, %175
  %177 = zext i32 %176 to i64
  %178 = getelementptr inbounds [1024 x double], ptr %18, i64 0, i64 %177
  store double %173, ptr %178, align 8
  %179 = add nuw nsw i64 %165, 1
  %180 = icmp eq i64 %179, 32
  br i1 %180, label %161, label %164

181:                                              ; preds = %143, %205
  %182 = phi i64 [ 0, %143 ], [ %206, %205 ]
  %183 = trunc i64 %182 to i32
  %184 = lshr i32 %183, %145
  %185 = trunc i64 %182 to i32
  %186 = shl i32 %185, 2
  %187 = and i32 %186, 8
  %188 = select i1 %144, i32 0, i32 %187
  %189 = urem i32 %184, %147
  %190 = shl nuw i32 %189, 4
  %191 = udiv i32 %184, %147
  %192 = shl i32 %191, 3
  %193 = and i32 %183, 1
  %194 = shl nuw i64 %182, 5
  %195 = trunc i64 %182 to i32
  %196 = shl i32 %195, 4
  %197 = and i32 %196, 2147483616
  %198 = and i32 %196, 16
  %199 = zext nneg i32 %197 to i64
  %200 = getelementptr i32, ptr %4, i64 %194
  %201 = getelementptr double, ptr %4, i64 %194
  %202 = getelementptr i32, ptr %4, i64 %194
  br label %208

203:                                              ; preds = %205, %139
  %204 = icmp eq i32 %14, 0
  br i1 %204, label %322, label %257

205:                                              ; preds = %247
  %206 = add nuw nsw i64 %182, 1
  %207 = icmp eq i64 %206, %149
  br i1 %207, label %203, label %181

208:                                              ; preds = %181, %247
  %209 = phi i64 [ 0, %181 ], [ %255, %247 ]
  %210 = trunc i64 %209 to i32
  %211 = lshr i32 %210, 2
  %212 = or disjoint i32 %188, %211
  %213 = add nuw nsw i32 %190, %212
  %214 = trunc i64 %209 to i32
  %215 = shl i32 %214, 1
  %216 = and i32 %215, 6
  switch i32 %11, label %243 [
    i32 3, label %217
    i32 0, label %220
    i32 12, label %239
  ]

217:                                              ; preds = %208
  %218 = getelementptr double, ptr %201, i64 %209
  %219 = load double, ptr %218, align 8
  br label %247

220:                                              ; preds = %208
  %221 = or disjoint i64 %209, %199
  %222 = getelementptr inbounds i32, ptr %4, i64 %221
  %223 = load i32, ptr %222, align 4
  %224 = lshr i32 %223, %198
  %225 = shl i32 %224, 13
  %226 = and i32 %225, 8380416
  %227 = and i32 %225, 268427264
  %228 = bitcast i32 %227 to float
  %229 = fmul float %228, 0x46F0000000000000
  %230 = icmp ugt i32 %227, 260046847
  %231 = or disjoint i32 %226, 2139095040
  %232 = bitcast i32 %231 to float
  %233 = select i1 %230, float %232, float %229
  %234 = and i32 %224, 32768
  %235 = icmp eq i32 %234, 0
  %236 = fpext float %233 to double
  %237 = fneg double %236
  %238 = select i1 %235, double %236, double %237
  br label %247

239:                                              ; preds = %208
  %240 = getelementptr i32, ptr %200, i64 %209
  %241 = load i32, ptr %240, align 4
  %242 = sitofp i32 %241 to double
  br label %247

243:                                              ; preds = %208
  %244 = getelementptr i32, ptr %202, i64 %209
  %245 = load float, ptr %244, align 4
  %246 = fpext float %245 to double
  br label %247

247:                                              ; preds = %217, %220, %239, %243
  %248 = phi double [ %219, %217 ], [ %238, %220 ], [ %242, %239 ], [ %246, %243 ]
  %249 = mul i32 %213, %7
  %250 = or disjoint i32 %216, %193
  %251 = or disjoint i32 %250, %192
  %252 = add i32 %251, %249
  %253 = zext i32 %252 to i64
  %254 = getelementptr inbounds [1024 x double], ptr %19, i64 0, i64 %253
  store double %248, ptr %254, align 8
  %255 = add nuw nsw i64 %209, 1
  %256 = icmp eq i64 %255, 32
  br i1 %256, label %205, label %208

257:                                              ; preds = %203
  %258 = zext i32 %14 to i64
  %259 = getelementptr inbounds [4 x i32], ptr @kh_rounding_codes, i64 0, i64 %258
  %260 = load i32, ptr %259, align 4
  %261 = tail call i32 @fesetround(i32 noundef %260) #20
  tail call void asm sideeffect "", "~{memory}"() #20
  %262 = icmp eq i32 %6, 0
  br i1 %262, label %319, label %263

263:                                              ; preds = %257
  %264 = icmp eq i32 %7, 0
  %265 = icmp eq i32 %8, 0
  %266 = zext i32 %7 to i64
  %267 = zext i32 %6 to i64
  %268 = zext i32 %8 to i64
  br label %269

269:                                              ; preds = %277, %263
  %270 = phi i64 [ 0, %263 ], [ %278, %277 ]
  br i1 %264, label %277, label %271

271:                                              ; preds = %269
  %272 = trunc i64 %270 to i32
  %273 = mul i32 %272, %7
  %274 = zext i32 %273 to i64
  %275 = getelementptr inbounds double, ptr %19, i64 %274
  %276 = mul i32 %272, %8
  br label %280

277:                                              ; preds = %285, %269
  %278 = add nuw nsw i64 %270, 1
  %279 = icmp eq i64 %278, %267
  br i1 %279, label %319, label %269

280:                                              ; preds = %285, %271
  %281 = phi i64 [ 0, %271 ], [ %287, %285 ]
  %282 = getelementptr inbounds double, ptr %275, i64 %281
  %283 = load <8 x double>, ptr %282, align 8
  %284 = getelementptr inbounds double, ptr %18, i64 %281
  br i1 %265, label %285, label %289

285:                                              ; preds = %315, %280
  %286 = phi <8 x double> [ %283, %280 ], [ %316, %315 ]
  store <8 x double> %286, ptr %282, align 8
  %287 = add nuw nsw i64 %281, 8
  %288 = icmp ult i64 %287, %266
  br i1 %288, label %280, label %277

289:                                              ; preds = %280, %315
  %290 = phi i64 [ %317, %315 ], [ 0, %280 ]
  %291 = phi <8 x double> [ %316, %315 ], [ %283, %280 ]
  %292 = trunc i64 %290 to i32
  %293 = add i32 %276, %292
  %294 = zext i32 %293 to i64
  %295 = getelementptr inbounds double, ptr %17, i64 %294
  %296 = load double, ptr %295, align 8
  %297 = mul i32 %292, %7
  %298 = zext i32 %297 to i64
  %299 = getelementptr inbounds double, ptr %284, i64 %298
  %300 = load <8 x double>, ptr %299, align 8
  br i1 %21, label %301, label %310

301:                                              ; preds = %289, %301
  %302 = phi i32 [ %308, %301 ], [ 0, %289 ]
  %303 = phi <8 x double> [ %307, %301 ], [ %291, %289 ]
  %304 = extractelement <8 x double> %300, i32 %302
  %305 = extractelement <8 x double> %303, i32 %302
  %306 = tail call double @llvm.fma.f64(double %296, double %304, double %305)
  %307 = insertelement <8 x double> %303, double %306, i32 %302
  %308 = add nuw nsw i32 %302, 1
  %309 = icmp eq i32 %308, 8
  br i1 %309, label %315, label %301

310:                                              ; preds = %289
  %311 = insertelement <8 x double> poison, double %296, i64 0
  %312 = shufflevector <8 x double> %311, <8 x double> poison, <8 x i32> zeroinitializer
  %313 = fmul <8 x double> %300, %312
  %314 = fadd <8 x double> %291, %313
  br label %315

315:                                              ; preds = %301, %310
  %316 = phi <8 x double> [ %314, %310 ], [ %307, %301 ]
  %317 = add nuw nsw i64 %290, 1
  %318 = icmp eq i64 %317, %268
  br i1 %318, label %285, label %289

319:                                              ; preds = %277, %257
  tail call void asm sideeffect "", "~{memory}"() #20
  %320 = load i32, ptr @kh_rounding_codes, align 16
  %321 = tail call i32 @fesetround(i32 noundef %320) #20
  br label %381

322:                                              ; preds = %203
  tail call void asm sideeffect "", "~{memory}"() #20
  %323 = icmp eq i32 %6, 0
  br i1 %323, label %380, label %324

324:                                              ; preds = %322
  %325 = icmp eq i32 %7, 0
  %326 = icmp eq i32 %8, 0
  %327 = zext i32 %7 to i64
  %328 = zext i32 %6 to i64
  %329 = zext i32 %8 to i64
  br label %330

330:                                              ; preds = %338, %324
  %331 = phi i64 [ 0, %324 ], [ %339, %338 ]
  br i1 %325, label %338, label %332

332:                                              ; preds = %330
  %333 = trunc i64 %331 to i32
  %334 = mul i32 %333, %7
  %335 = zext i32 %334 to i64
  %336 = getelementptr inbounds double, ptr %19, i64 %335
  %337 = mul i32 %333, %8
  br label %341

338:                                              ; preds = %346, %330
  %339 = add nuw nsw i64 %331, 1
  %340 = icmp eq i64 %339, %328
  br i1 %340, label %380, label %330

341:                                              ; preds = %346, %332
  %342 = phi i64 [ 0, %332 ], [ %348, %346 ]
  %343 = getelementptr inbounds double, ptr %336, i64 %342
  %344 = load <8 x double>, ptr %343, align 8
  %345 = getelementptr inbounds double, ptr %18, i64 %342
  br i1 %326, label %346, label %350

346:                                              ; preds = %376, %341
  %347 = phi <8 x double> [ %344, %341 ], [ %377, %376 ]
  store <8 x double> %347, ptr %343, align 8
  %348 = add nuw nsw i64 %342, 8
  %349 = icmp ult i64 %348, %327
  br i1 %349, label %341, label %338

350:                                              ; preds = %341, %376
  %351 = phi i64 [ %378, %376 ], [ 0, %341 ]
  %352 = phi <8 x double> [ %377, %376 ], [ %344, %341 ]
  %353 = trunc i64 %351 to i32
  %354 = add i32 %337, %353
  %355 = zext i32 %354 to i64
  %356 = getelementptr inbounds double, ptr %17, i64 %355
  %357 = load double, ptr %356, align 8
  %358 = mul i32 %353, %7
  %359 = zext i32 %358 to i64
  %360 = getelementptr inbounds double, ptr %345, i64 %359
  %361 = load <8 x double>, ptr %360, align 8
  br i1 %21, label %362, label %371

362:                                              ; preds = %350, %362
  %363 = phi i32 [ %369, %362 ], [ 0, %350 ]
  %364 = phi <8 x double> [ %368, %362 ], [ %352, %350 ]
  %365 = extractelement <8 x double> %361, i32 %363
  %366 = extractelement <8 x double> %364, i32 %363
  %367 = tail call double @llvm.fma.f64(double %357, double %365, double %366)
  %368 = insertelement <8 x double> %364, double %367, i32 %363
  %369 = add nuw nsw i32 %363, 1
  %370 = icmp eq i32 %369, 8
  br i1 %370, label %376, label %362

371:                                              ; preds = %350
  %372 = insertelement <8 x double> poison, double %357, i64 0
  %373 = shufflevector <8 x double> %372, <8 x double> poison, <8 x i32> zeroinitializer
  %374 = fmul <8 x double> %361, %373
  %375 = fadd <8 x double> %352, %374
  br label %376

376:                                              ; preds = %362, %371
  %377 = phi <8 x double> [ %375, %371 ], [ %368, %362 ]
  %378 = add nuw nsw i64 %351, 1
  %379 = icmp eq i64 %378, %329
  br i1 %379, label %346, label %350

380:                                              ; preds = %338, %322
  tail call void asm sideeffect "", "~{memory}"() #20
  br label %381

381:                                              ; preds = %380, %319
  br i1 %142, label %399, label %382

382:                                              ; preds = %381
  %383 = icmp eq i32 %6, 8
  %384 = select i1 %383, i32 1, i32 2
  %385 = lshr i32 %6, 4
  %386 = select i1 %383, i32 1, i32 %385
  %387 = tail call i32 @llvm.umax.i32(i32 %141, i32 1)
  br label %388

388:                                              ; preds = %382, %400
  %389 = phi i32 [ 0, %382 ], [ %401, %400 ]
  %390 = lshr i32 %389, %384
  %391 = shl i32 %389, 2
  %392 = and i32 %391, 8
  %393 = select i1 %383, i32 0, i32 %392
  %394 = urem i32 %390, %386
  %395 = shl nuw i32 %394, 4
  %396 = udiv i32 %390, %386
  %397 = shl i32 %396, 3
  %398 = and i32 %389, 1
  br label %403

399:                                              ; preds = %400, %381
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %20) #20
  call void @llvm.lifetime.end.p0(i64 8192, ptr nonnull %19) #20
  call void @llvm.lifetime.end.p0(i64 8192, ptr nonnull %18) #20
  call void @llvm.lifetime.end.p0(i64 8192, ptr nonnull %17) #20
  ret void

400:                                              ; preds = %403
  call fastcc void @put_result(i32 noundef %12, ptr noundef nonnull %20, ptr noundef %5, i32 noundef %389, i32 noundef %13)
  %401 = add nuw nsw i32 %389, 1
  %402 = icmp eq i32 %401, %387
  br i1 %402, label %399, label %388

403:                                              ; preds = %388, %403
  %404 = phi i64 [ 0, %388 ], [ %420, %403 ]
  %405 = trunc i64 %404 to i32
  %406 = lshr i32 %405, 2
  %407 = or disjoint i32 %393, %406
  %408 = add nuw nsw i32 %395, %407
  %409 = trunc i64 %404 to i32
  %410 = shl i32 %409, 1
  %411 = and i32 %410, 6
  %412 = mul i32 %408, %7
  %413 = or disjoint i32 %411, %398
  %414 = or disjoint i32 %413, %397
  %415 = add i32 %414, %412
  %416 = zext i32 %415 to i64
  %417 = getelementptr inbounds [1024 x double], ptr %19, i64 0, i64 %416
  %418 = load double, ptr %417, align 8
  %419 = getelementptr inbounds [32 x double], ptr %20, i64 0, i64 %404
  store double %418, ptr %419, align 8
  %420 = add nuw nsw i64 %404, 1
  %421 = icmp eq i64 %420, 32
  br i1 %421, label %400, label %403
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define internal fastcc void @unpack(i32 noundef %0, ptr nocapture noundef readonly %1, i32 noundef %2, ptr nocapture noundef writeonly %3) unnamed_addr #10 {
  %5 = alloca [32 x i16], align 16
  %6 = alloca [32 x float], align 16
  %7 = zext i32 %0 to i64
  %8 = getelementptr inbounds [13 x i32], ptr @ELEMENT_BITS, i64 0, i64 %7
  %9 = load i32, ptr %8, align 4
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %5) #20
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %6) #20
  switch i32 %0, label %14 [
    i32 0, label %12
    i32 1, label %10
    i32 2, label %51
    i32 3, label %61
    i32 4, label %68
    i32 5, label %68
  ]

10:                                               ; preds = %4
  %11 = shl nuw nsw i32 %2, 4
  br label %40

12:                                               ; preds = %4
  %13 = shl nuw nsw i32 %2, 4
  br label %18

14:                                               ; preds = %4
  %15 = sub i32 32, %9
  %16 = mul i32 %9, %2
  %17 = sub i32 %15, %16
  br label %157

18:                                               ; preds = %12, %18
  %19 = phi i64 [ 0, %12 ], [ %38, %18 ]
  %20 = getelementptr inbounds i32, ptr %1, i64 %19
  %21 = load i32, ptr %20, align 4
  %22 = lshr i32 %21, %13
  %23 = shl i32 %22, 13
  %24 = and i32 %23, 8380416
  %25 = and i32 %23, 268427264
  %26 = bitcast i32 %25 to float
  %27 = fmul float %26, 0x46F0000000000000
  %28 = icmp ugt i32 %25, 260046847
  %29 = or disjoint i32 %24, 2139095040
  %30 = bitcast i32 %29 to float
  %31 = select i1 %28, float %30, float %27
  %32 = and i32 %22, 32768
  %33 = icmp eq i32 %32, 0
  %34 = fpext float %31 to double
  %35 = fneg double %34
  %36 = select i1 %33, double %34, double %35
  %37 = getelementptr inbounds double, ptr %3, i64 %19
  store double %36, ptr %37, align 8
  %38 = add nuw nsw i64 %19, 1
  %39 = icmp eq i64 %38, 32
  br i1 %39, label %173, label %18

40:                                               ; preds = %10, %40
  %41 = phi i64 [ 0, %10 ], [ %49, %40 ]
  %42 = getelementptr inbounds i32, ptr %1, i64 %41
  %43 = load i32, ptr %42, align 4
  %44 = lshr i32 %43, %11
  %45 = shl i32 %44, 16
  %46 = bitcast i32 %45 to float
  %47 = fpext float %46 to double
  %48 = getelementptr inbounds double, ptr %3, i64 %41
  store double %47, ptr %48, align 8
  %49 = add nuw nsw i64 %41, 1
  %50 = icmp eq i64 %49, 32
  br i1 %50, label %173, label %40

51:                                               ; preds = %4, %51
  %52 = phi i64 [ %59, %51 ], [ 0, %4 ]
  %53 = getelementptr inbounds i32, ptr %1, i64 %52
  %54 = load i32, ptr %53, align 4
  %55 = and i32 %54, -8192
  %56 = bitcast i32 %55 to float
  %57 = fpext float %56 to double
  %58 = getelementptr inbounds double, ptr %3, i64 %52
  store double %57, ptr %58, align 8
  %59 = add nuw nsw i64 %52, 1
  %60 = icmp eq i64 %59, 32
  br i1 %60, label %173, label %51

61:                                               ; preds = %4, %61
  %62 = phi i64 [ %66, %61 ], [ 0, %4 ]
  %63 = getelementptr inbounds double, ptr %3, i64 %62
  %64 = getelementptr inbounds i64, ptr %1, i64 %62
  %65 = load i64, ptr %64, align 8
  store i64 %65, ptr %63, align 8
  %66 = add nuw nsw i64 %62, 1
  %67 = icmp eq i64 %66, 32
  br i1 %67, label %173, label %61

68:                                               ; preds = %4, %4
  %69 = shl nuw nsw i32 %2, 3
  br label %72

70:                                               ; preds = %72
  %71 = icmp eq i32 %0, 4
  br i1 %71, label %82, label %111

72:                                               ; preds = %68, %72
  %73 = phi i64 [ 0, %68 ], [ %80, %72 ]
  %74 = getelementptr inbounds i32, ptr %1, i64 %73
  %75 = load i32, ptr %74, align 4
  %76 = lshr i32 %75, %69
  %77 = trunc i32 %76 to i16
  %78 = and i16 %77, 255
  %79 = getelementptr inbounds [32 x i16], ptr %5, i64 0, i64 %73
  store i16 %78, ptr %79, align 2
  %80 = add nuw nsw i64 %73, 1
  %81 = icmp eq i64 %80, 32
  br i1 %81, label %70, label %72

82:                                               ; preds = %70, %102
  %83 = phi i64 [ %109, %102 ], [ 0, %70 ]
  %84 = getelementptr inbounds i16, ptr %5, i64 %83
  %85 = load i16, ptr %84, align 2
  %86 = zext i16 %85 to i32
  %87 = and i32 %86, 127
  %88 = icmp eq i32 %87, 127
  br i1 %88, label %102, label %89

89:                                               ; preds = %82
  %90 = icmp ult i32 %87, 8
  %91 = lshr i32 %87, 3
  %92 = add nuw nsw i32 %91, 1013
  %93 = select i1 %90, i32 1014, i32 %92
  %94 = zext nneg i32 %93 to i64
  %95 = shl nuw nsw i64 %94, 52
  %96 = bitcast i64 %95 to double
  %97 = and i32 %86, 7
  %98 = select i1 %90, i32 0, i32 8
  %99 = or disjoint i32 %98, %97
  %100 = uitofp i32 %99 to double
  %101 = fmul double %100, %96
  br label %102

102:                                              ; preds = %89, %82
  %103 = phi double [ %101, %89 ], [ 0x7FF8000000000000, %82 ]
  %104 = icmp ult i16 %85, 128
  %105 = fneg double %103
  %106 = select i1 %104, double %103, double %105
  %107 = fptrunc double %106 to float
  %108 = getelementptr inbounds float, ptr %6, i64 %83
  store float %107, ptr %108, align 4
  %109 = add nuw nsw i64 %83, 1
  %110 = icmp eq i64 %109, 32
  br i1 %110, label %148, label %82

111:                                              ; preds = %70, %141
  %112 = phi i64 [ %146, %141 ], [ 0, %70 ]
  %113 = getelementptr inbounds i16, ptr %5, i64 %112
  %114 = load i16, ptr %113, align 2
  %115 = shl i16 %114, 8
  %116 = zext i16 %115 to i32
  %117 = lshr i32 %116, 10
  %118 = and i32 %117, 31
  %119 = and i32 %116, 768
  %120 = lshr i32 %116, 15
  %121 = zext nneg i32 %120 to i64
  %122 = shl nuw i64 %121, 63
  switch i32 %118, label %133 [
    i32 31, label %123
    i32 0, label %128
  ]

123:                                              ; preds = %111
  %124 = zext nneg i32 %119 to i64
  %125 = shl nuw nsw i64 %124, 42
  %126 = or disjoint i64 %125, %122
  %127 = or disjoint i64 %126, 9218868437227405312
  br label %141

128:                                              ; preds = %111
  %129 = uitofp i32 %119 to double
  %130 = fmul double %129, 0x3E70000000000000
  %131 = bitcast double %130 to i64
  %132 = or i64 %122, %131
  br label %141

133:                                              ; preds = %111
  %134 = add nuw nsw i32 %118, 1008
  %135 = zext nneg i32 %134 to i64
  %136 = shl nuw nsw i64 %135, 52
  %137 = zext nneg i32 %119 to i64
  %138 = shl nuw nsw i64 %137, 42
  %139 = or disjoint i64 %136, %138
  %140 = or disjoint i64 %139, %122
  br label %141

141:                                              ; preds = %133, %128, %123
  %142 = phi i64 [ %127, %123 ], [ %132, %128 ], [ %140, %133 ]
  %143 = bitcast i64 %142 to double
  %144 = fptrunc double %143 to float
  %145 = getelementptr inbounds float, ptr %6, i64 %112
  store float %144, ptr %145, align 4
  %146 = add nuw nsw i64 %112, 1
  %147 = icmp eq i64 %146, 32
  br i1 %147, label %148, label %111

148:                                              ; preds = %141, %102
  br label %149

149:                                              ; preds = %148, %149
  %150 = phi i64 [ %155, %149 ], [ 0, %148 ]
  %151 = getelementptr inbounds [32 x float], ptr %6, i64 0, i64 %150
  %152 = load float, ptr %151, align 4
  %153 = fpext float %152 to double
  %154 = getelementptr inbounds double, ptr %3, i64 %150
  store double %153, ptr %154, align 8
  %155 = add nuw nsw i64 %150, 1
  %156 = icmp eq i64 %155, 32
  br i1 %156, label %173, label %149

157:                                              ; preds = %14, %168
  %158 = phi i64 [ 0, %14 ], [ %171, %168 ]
  %159 = getelementptr inbounds i32, ptr %1, i64 %158
  %160 = load i32, ptr %159, align 4
  %161 = shl i32 %160, %17
  switch i32 %0, label %165 [
    i32 9, label %162
    i32 7, label %162
  ]

162:                                              ; preds = %157, %157
  %163 = ashr i32 %161, %15
  %164 = sitofp i32 %163 to double
  br label %168

165:                                              ; preds = %157
  %166 = lshr i32 %161, %15
  %167 = uitofp i32 %166 to double
  br label %168

168:                                              ; preds = %165, %162
  %169 = phi double [ %164, %162 ], [ %167, %165 ]
  %170 = getelementptr inbounds double, ptr %3, i64 %158
  store double %169, ptr %170, align 8
  %171 = add nuw nsw i64 %158, 1
  %172 = icmp eq i64 %171, 32
  br i1 %172, label %173, label %157

173:                                              ; preds = %149, %61, %51, %40, %18, %168
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %6) #20
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %5) #20
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define internal fastcc void @put_result(i32 noundef %0, ptr nocapture noundef readonly %1, ptr nocapture noundef %2, i32 noundef %3, i32 noundef %4) unnamed_addr #10 {
  %6 = alloca [32 x i16], align 16
  %7 = icmp eq i32 %0, 0
  %8 = zext i1 %7 to i32
  %9 = lshr i32 %3, %8
  %10 = shl nuw i32 %9, 5
  %11 = zext i32 %10 to i64
  %12 = getelementptr inbounds i32, ptr %2, i64 %11
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %6) #20
  br i1 %7, label %13, label %78

13:                                               ; preds = %5, %73
  %14 = phi i64 [ %76, %73 ], [ 0, %5 ]
  %15 = getelementptr inbounds double, ptr %1, i64 %14
  %16 = load double, ptr %15, align 8
  %17 = bitcast double %16 to i64
  %18 = tail call double @llvm.fabs.f64(double %16)
  %19 = bitcast double %18 to i64
  %20 = lshr i64 %17, 48
  %21 = trunc i64 %20 to i16
  %22 = and i16 %21, -32768
  %23 = icmp ugt i64 %19, 9218868437227405312
  br i1 %23, label %73, label %24

24:                                               ; preds = %13
  switch i64 %19, label %27 [
    i64 9218868437227405312, label %25
    i64 0, label %73
  ]

25:                                               ; preds = %24
  %26 = or disjoint i16 %22, 31744
  br label %73

27:                                               ; preds = %24
  %28 = lshr i64 %17, 52
  %29 = and i64 %28, 2047
  %30 = and i64 %17, 4503599627370495
  %31 = or disjoint i64 %30, 4503599627370496
  %32 = icmp eq i64 %29, 0
  br i1 %32, label %69, label %33

33:                                               ; preds = %27
  %34 = trunc i64 %29 to i32
  %35 = icmp ult i32 %34, 1009
  %36 = tail call i32 @llvm.usub.sat.i32(i32 1009, i32 %34)
  %37 = icmp ult i32 %36, 21
  br i1 %37, label %38, label %49

38:                                               ; preds = %33
  %39 = add nuw nsw i32 %36, 42
  %40 = zext nneg i32 %39 to i64
  %41 = lshr i64 %31, %40
  %42 = shl nsw i64 -1, %40
  %43 = xor i64 %42, -1
  %44 = and i64 %31, %43
  %45 = add nuw nsw i32 %36, 41
  %46 = zext nneg i32 %45 to i64
  %47 = shl nuw nsw i64 1, %46
  %48 = icmp ugt i64 %44, %47
  br i1 %48, label %57, label %49

49:                                               ; preds = %33, %38
  %50 = phi i64 [ %41, %38 ], [ 0, %33 ]
  %51 = phi i64 [ %44, %38 ], [ 1, %33 ]
  %52 = phi i64 [ %47, %38 ], [ 2, %33 ]
  %53 = icmp eq i64 %51, %52
  %54 = and i64 %50, 1
  %55 = icmp ne i64 %54, 0
  %56 = select i1 %53, i1 %55, i1 false
  br label %57

57:                                               ; preds = %49, %38
  %58 = phi i64 [ %41, %38 ], [ %50, %49 ]
  %59 = phi i1 [ true, %38 ], [ %56, %49 ]
  %60 = zext i1 %59 to i64
  %61 = shl nuw nsw i64 %29, 10
  %62 = add nuw nsw i64 %61, 4398045477888
  %63 = and i64 %62, 4398046510080
  %64 = select i1 %35, i64 0, i64 %63
  %65 = add nuw nsw i64 %58, %64
  %66 = add nuw nsw i64 %65, %60
  %67 = freeze i64 %66
  %68 = tail call i64 @llvm.umin.i64(i64 %67, i64 31744)
  br label %69

69:                                               ; preds = %57, %27
  %70 = phi i64 [ 0, %27 ], [ %68, %57 ]
  %71 = trunc i64 %70 to i16
  %72 = or disjoint i16 %22, %71
  br label %73

73:                                               ; preds = %13, %24, %25, %69
  %74 = phi i16 [ %26, %25 ], [ %72, %69 ], [ 32767, %13 ], [ %22, %24 ]
  %75 = getelementptr inbounds i16, ptr %6, i64 %14
  store i16 %74, ptr %75, align 2
  %76 = add nuw nsw i64 %14, 1
  %77 = icmp eq i64 %76, 32
  br i1 %77, label %78, label %13

78:                                               ; preds = %73, %5
  %79 = icmp ne i32 %4, 0
  %80 = shl nuw i32 %3, 5
  %81 = icmp eq i32 %4, 0
  %82 = and i32 %3, 1
  %83 = icmp eq i32 %82, 0
  %84 = zext i32 %80 to i64
  %85 = getelementptr i64, ptr %2, i64 %84
  br label %87

86:                                               ; preds = %144
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %6) #20
  ret void

87:                                               ; preds = %78, %144
  %88 = phi i64 [ 0, %78 ], [ %145, %144 ]
  %89 = getelementptr inbounds double, ptr %1, i64 %88
  %90 = load double, ptr %89, align 8
  switch i32 %0, label %106 [
    i32 3, label %91
    i32 12, label %96
  ]

91:                                               ; preds = %87
  %92 = bitcast double %90 to i64
  %93 = fcmp uno double %90, 0.000000e+00
  %94 = select i1 %93, i64 9223372036854775807, i64 %92
  %95 = getelementptr i64, ptr %85, i64 %88
  store i64 %94, ptr %95, align 8
  br label %144

96:                                               ; preds = %87
  %97 = fcmp ogt double %90, 0x41DFFFFFFFC00000
  %98 = select i1 %79, i1 %97, i1 false
  %99 = select i1 %98, double 0x41DFFFFFFFC00000, double %90
  %100 = fcmp olt double %99, 0xC1E0000000000000
  %101 = select i1 %79, i1 %100, i1 false
  %102 = fptosi double %99 to i64
  %103 = trunc i64 %102 to i32
  %104 = select i1 %101, i32 -2147483648, i32 %103
  %105 = getelementptr inbounds i32, ptr %12, i64 %88
  store i32 %104, ptr %105, align 4
  br label %144

106:                                              ; preds = %87
  br i1 %7, label %107, label %129

107:                                              ; preds = %106
  %108 = getelementptr inbounds [32 x i16], ptr %6, i64 0, i64 %88
  %109 = load i16, ptr %108, align 2
  %110 = zext i16 %109 to i32
  %111 = and i32 %110, 32767
  %112 = icmp eq i32 %111, 31744
  %113 = select i1 %79, i1 %112, i1 false
  %114 = sext i1 %113 to i32
  %115 = add nsw i32 %114, %110
  %116 = and i32 %115, 32767
  %117 = icmp ugt i32 %116, 31744
  %118 = select i1 %117, i32 0, i32 %115
  %119 = select i1 %79, i32 %118, i32 %110
  br i1 %83, label %126, label %120

120:                                              ; preds = %107
  %121 = getelementptr inbounds i32, ptr %12, i64 %88
  %122 = load i32, ptr %121, align 4
  %123 = and i32 %122, 65535
  %124 = shl i32 %119, 16
  %125 = or disjoint i32 %123, %124
  br label %126

126:                                              ; preds = %107, %120
  %127 = phi i32 [ %125, %120 ], [ %119, %107 ]
  %128 = getelementptr inbounds i32, ptr %12, i64 %88
  store i32 %127, ptr %128, align 4
  br label %144

129:                                              ; preds = %106
  %130 = fptrunc double %90 to float
  %131 = bitcast float %130 to i32
  br i1 %81, label %138, label %132

132:                                              ; preds = %129
  %133 = tail call float @llvm.fabs.f32(float %130)
  %134 = bitcast float %133 to i32
  %135 = icmp eq i32 %134, 2139095040
  %136 = sext i1 %135 to i32
  %137 = add i32 %136, %131
  br label %138

138:                                              ; preds = %132, %129
  %139 = phi i32 [ 2147483647, %129 ], [ 0, %132 ]
  %140 = phi i32 [ %131, %129 ], [ %137, %132 ]
  %141 = fcmp ord double %90, 0.000000e+00
  %142 = select i1 %141, i32 %140, i32 %139
  %143 = getelementptr inbounds i32, ptr %12, i64 %88
  store i32 %142, ptr %143, align 4
  br label %144

144:                                              ; preds = %96, %138, %126, %91
  %145 = add nuw nsw i64 %88, 1
  %146 = icmp eq i64 %145, 32
  br i1 %146, label %86, label %87
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_mma_quad(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, ptr nocapture noundef %5, i32 noundef %6, i32 noundef %7, i32 noundef %8, i32 noundef %9, i32 noundef %10) #4 {
  %12 = alloca [4 x [32 x double]], align 16
  %13 = alloca [4 x [32 x double]], align 16
  %14 = alloca [4 x [64 x double]], align 16
  %15 = alloca [32 x double], align 16
  call void @llvm.lifetime.start.p0(i64 1024, ptr nonnull %12) #20
  call void @llvm.lifetime.start.p0(i64 1024, ptr nonnull %13) #20
  call void @llvm.lifetime.start.p0(i64 2048, ptr nonnull %14) #20
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %15) #20
  %16 = icmp eq i32 %1, -1
  br i1 %16, label %52, label %17

17:                                               ; preds = %11
  %18 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %19 = mul i32 %10, 21
  %20 = add i32 %19, 19
  %21 = load ptr, ptr %18, align 8
  %22 = zext i32 %20 to i64
  %23 = getelementptr inbounds %struct.kh_fault, ptr %21, i64 %22
  %24 = load i64, ptr %23, align 8
  %25 = icmp eq i64 %24, 0
  br i1 %25, label %28, label %26

26:                                               ; preds = %17
  %27 = add i64 %24, 1
  store i64 %27, ptr %23, align 8
  br label %52

28:                                               ; preds = %17
  %29 = tail call i32 @llvm.ctpop.i32(i32 %1)
  %30 = zext nneg i32 %29 to i64
  %31 = tail call i32 @llvm.cttz.i32(i32 %1, i1 true)
  %32 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %33 = load ptr, ptr %32, align 8
  %34 = getelementptr inbounds %struct.kh_warp, ptr %33, i64 0, i32 7
  %35 = load i32, ptr %34, align 8
  %36 = shl i32 %35, 5
  %37 = or disjoint i32 %36, %31
  %38 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %39 = load i32, ptr %38, align 4
  store i64 1, ptr %23, align 8
  %40 = getelementptr inbounds i8, ptr %23, i64 8
  store i64 %30, ptr %40, align 8
  %41 = getelementptr inbounds i8, ptr %23, i64 16
  store i32 %39, ptr %41, align 8
  %42 = getelementptr inbounds i8, ptr %23, i64 20
  store i32 %37, ptr %42, align 4
  %43 = getelementptr inbounds i8, ptr %23, i64 24
  store i32 -1, ptr %43, align 8
  %44 = getelementptr inbounds i8, ptr %23, i64 28
  store i32 0, ptr %44, align 4
  %45 = getelementptr inbounds i8, ptr %23, i64 32
  store i32 0, ptr %45, align 8
  %46 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %47 = load ptr, ptr %46, align 8
  %48 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %49 = load i64, ptr %48, align 8
  %50 = add i64 %49, 1
  store i64 %50, ptr %48, align 8
  %51 = getelementptr inbounds i32, ptr %47, i64 %49
  store i32 %20, ptr %51, align 4
  br label %52

52:                                               ; preds = %11, %26, %28
  %53 = icmp eq i32 %6, 0
  %54 = icmp eq i32 %7, 0
  br label %57

55:                                               ; preds = %129
  %56 = icmp eq i32 %8, 11
  br label %151

57:                                               ; preds = %52, %129
  %58 = phi i32 [ 0, %52 ], [ %130, %129 ]
  %59 = shl nuw nsw i32 %58, 4
  %60 = and i32 %59, 32
  %61 = zext nneg i32 %60 to i64
  %62 = getelementptr inbounds i32, ptr %2, i64 %61
  %63 = and i32 %59, 16
  br label %64

64:                                               ; preds = %64, %57
  %65 = phi i64 [ 0, %57 ], [ %84, %64 ]
  %66 = getelementptr inbounds i32, ptr %62, i64 %65
  %67 = load i32, ptr %66, align 4
  %68 = lshr i32 %67, %63
  %69 = shl i32 %68, 13
  %70 = and i32 %69, 8380416
  %71 = and i32 %69, 268427264
  %72 = bitcast i32 %71 to float
  %73 = fmul float %72, 0x46F0000000000000
  %74 = icmp ugt i32 %71, 260046847
  %75 = or disjoint i32 %70, 2139095040
  %76 = bitcast i32 %75 to float
  %77 = select i1 %74, float %76, float %73
  %78 = and i32 %68, 32768
  %79 = icmp eq i32 %78, 0
  %80 = fpext float %77 to double
  %81 = fneg double %80
  %82 = select i1 %79, double %80, double %81
  %83 = getelementptr inbounds double, ptr %15, i64 %65
  store double %82, ptr %83, align 8
  %84 = add nuw nsw i64 %65, 1
  %85 = icmp eq i64 %84, 32
  br i1 %85, label %110, label %64

86:                                               ; preds = %110
  %87 = getelementptr inbounds i32, ptr %3, i64 %61
  br label %88

88:                                               ; preds = %88, %86
  %89 = phi i64 [ 0, %86 ], [ %108, %88 ]
  %90 = getelementptr inbounds i32, ptr %87, i64 %89
  %91 = load i32, ptr %90, align 4
  %92 = lshr i32 %91, %63
  %93 = shl i32 %92, 13
  %94 = and i32 %93, 8380416
  %95 = and i32 %93, 268427264
  %96 = bitcast i32 %95 to float
  %97 = fmul float %96, 0x46F0000000000000
  %98 = icmp ugt i32 %95, 260046847
  %99 = or disjoint i32 %94, 2139095040
  %100 = bitcast i32 %99 to float
  %101 = select i1 %98, float %100, float %97
  %102 = and i32 %92, 32768
  %103 = icmp eq i32 %102, 0
  %104 = fpext float %101 to double
  %105 = fneg double %104
  %106 = select i1 %103, double %104, double %105
  %107 = getelementptr inbounds double, ptr %15, i64 %89
  store double %106, ptr %107, align 8
  %108 = add nuw nsw i64 %89, 1
  %109 = icmp eq i64 %108, 32
  br i1 %109, label %132, label %88

110:                                              ; preds = %64, %110
  %111 = phi i64 [ %127, %110 ], [ 0, %64 ]
  %112 = trunc i64 %111 to i32
  %113 = and i32 %112, 3
  %114 = lshr i32 %112, 2
  %115 = and i32 %114, 4
  %116 = select i1 %53, i32 %113, i32 %58
  %117 = add nuw nsw i32 %116, %115
  %118 = select i1 %53, i32 %58, i32 %113
  %119 = getelementptr inbounds [32 x double], ptr %15, i64 0, i64 %111
  %120 = load double, ptr %119, align 8
  %121 = and i32 %114, 3
  %122 = zext nneg i32 %121 to i64
  %123 = shl nuw nsw i32 %117, 2
  %124 = add nuw nsw i32 %123, %118
  %125 = zext nneg i32 %124 to i64
  %126 = getelementptr inbounds [4 x [32 x double]], ptr %12, i64 0, i64 %122, i64 %125
  store double %120, ptr %126, align 8
  %127 = add nuw nsw i64 %111, 1
  %128 = icmp eq i64 %127, 32
  br i1 %128, label %86, label %110

129:                                              ; preds = %132
  %130 = add nuw nsw i32 %58, 1
  %131 = icmp eq i32 %130, 4
  br i1 %131, label %55, label %57

132:                                              ; preds = %88, %132
  %133 = phi i64 [ %149, %132 ], [ 0, %88 ]
  %134 = trunc i64 %133 to i32
  %135 = and i32 %134, 3
  %136 = lshr i32 %134, 2
  %137 = and i32 %136, 4
  %138 = select i1 %54, i32 %135, i32 %58
  %139 = select i1 %54, i32 %58, i32 %135
  %140 = or disjoint i32 %139, %137
  %141 = getelementptr inbounds [32 x double], ptr %15, i64 0, i64 %133
  %142 = load double, ptr %141, align 8
  %143 = and i32 %136, 3
  %144 = zext nneg i32 %143 to i64
  %145 = shl nuw nsw i32 %138, 3
  %146 = add nuw nsw i32 %145, %140
  %147 = zext nneg i32 %146 to i64
  %148 = getelementptr inbounds [4 x [32 x double]], ptr %13, i64 0, i64 %144, i64 %147
  store double %142, ptr %148, align 8
  %149 = add nuw nsw i64 %133, 1
  %150 = icmp eq i64 %149, 32
  br i1 %150, label %129, label %132

151:                                              ; preds = %55, %165
  %152 = phi i64 [ 0, %55 ], [ %166, %165 ]
  %153 = trunc i64 %152 to i32
  %154 = and i32 %153, 2
  %155 = and i32 %153, 5
  %156 = shl nuw nsw i64 %152, 5
  %157 = trunc i64 %152 to i32
  %158 = shl i32 %157, 4
  %159 = and i32 %158, 96
  %160 = and i32 %158, 16
  %161 = zext nneg i32 %159 to i64
  %162 = getelementptr i32, ptr %4, i64 %156
  %163 = getelementptr double, ptr %4, i64 %156
  %164 = getelementptr i32, ptr %4, i64 %156
  br label %168

165:                                              ; preds = %214
  %166 = add nuw nsw i64 %152, 1
  %167 = icmp eq i64 %166, 8
  br i1 %167, label %228, label %151

168:                                              ; preds = %151, %214
  %169 = phi i64 [ 0, %151 ], [ %224, %214 ]
  %170 = trunc i64 %169 to i32
  %171 = lshr i32 %170, 2
  %172 = and i32 %171, 4
  br i1 %56, label %173, label %179

173:                                              ; preds = %168
  %174 = and i32 %170, 1
  %175 = or disjoint i32 %174, %154
  %176 = or disjoint i32 %175, %172
  %177 = and i32 %170, 2
  %178 = or disjoint i32 %177, %155
  br label %208

179:                                              ; preds = %168
  %180 = and i32 %170, 3
  %181 = or disjoint i32 %172, %180
  switch i32 %8, label %208 [
    i32 3, label %182
    i32 0, label %185
    i32 12, label %204
  ]

182:                                              ; preds = %179
  %183 = getelementptr double, ptr %163, i64 %169
  %184 = load double, ptr %183, align 8
  br label %214

185:                                              ; preds = %179
  %186 = or disjoint i64 %169, %161
  %187 = getelementptr inbounds i32, ptr %4, i64 %186
  %188 = load i32, ptr %187, align 4
  %189 = lshr i32 %188, %160
  %190 = shl i32 %189, 13
  %191 = and i32 %190, 8380416
  %192 = and i32 %190, 268427264
  %193 = bitcast i32 %192 to float
  %194 = fmul float %193, 0x46F0000000000000
  %195 = icmp ugt i32 %192, 260046847
  %196 = or disjoint i32 %191, 2139095040
  %197 = bitcast i32 %196 to float
  %198 = select i1 %195, float %197, float %194
  %199 = and i32 %189, 32768
  %200 = icmp eq i32 %199, 0
  %201 = fpext float %198 to double
  %202 = fneg double %201
  %203 = select i1 %200, double %201, double %202
  br label %214

204:                                              ; preds = %179
  %205 = getelementptr i32, ptr %162, i64 %169
  %206 = load i32, ptr %205, align 4
  %207 = sitofp i32 %206 to double
  br label %214

208:                                              ; preds = %173, %179
  %209 = phi i32 [ %178, %173 ], [ %153, %179 ]
  %210 = phi i32 [ %176, %173 ], [ %181, %179 ]
  %211 = getelementptr i32, ptr %164, i64 %169
  %212 = load float, ptr %211, align 4
  %213 = fpext float %212 to double
  br label %214

214:                                              ; preds = %182, %185, %204, %208
  %215 = phi i32 [ %153, %182 ], [ %153, %185 ], [ %153, %204 ], [ %209, %208 ]
  %216 = phi i32 [ %181, %182 ], [ %181, %185 ], [ %181, %204 ], [ %210, %208 ]
  %217 = phi double [ %184, %182 ], [ %203, %185 ], [ %207, %204 ], [ %213, %208 ]
  %218 = and i32 %171, 3
  %219 = zext nneg i32 %218 to i64
  %220 = shl nuw nsw i32 %216, 3
  %221 = add nsw i32 %220, %215
  %222 = zext i32 %221 to i64
  %223 = getelementptr inbounds [4 x [64 x double]], ptr %14, i64 0, i64 %219, i64 %222
  store double %217, ptr %223, align 8
  %224 = add nuw nsw i64 %169, 1
  %225 = icmp eq i64 %224, 32
  br i1 %225, label %165, label %168

226:                                              ; preds = %257
  %227 = icmp eq i32 %9, 11
  br label %260

228:                                              ; preds = %165, %257
  %229 = phi i64 [ %258, %257 ], [ 0, %165 ]
  %230 = getelementptr inbounds [4 x [32 x double]], ptr %12, i64 0, i64 %229
  %231 = getelementptr inbounds [4 x [32 x double]], ptr %13, i64 0, i64 %229
  %232 = getelementptr inbounds [4 x [64 x double]], ptr %14, i64 0, i64 %229
  br label %233

233:                                              ; preds = %240, %228
  %234 = phi i64 [ 0, %228 ], [ %241, %240 ]
  %235 = shl i64 %234, 3
  %236 = getelementptr inbounds double, ptr %232, i64 %235
  %237 = shl i64 %234, 2
  %238 = load <8 x double>, ptr %236, align 16
  %239 = getelementptr double, ptr %230, i64 %237
  br label %243

240:                                              ; preds = %243
  store <8 x double> %254, ptr %236, align 16
  %241 = add nuw nsw i64 %234, 1
  %242 = icmp eq i64 %241, 8
  br i1 %242, label %257, label %233

243:                                              ; preds = %243, %233
  %244 = phi i64 [ %255, %243 ], [ 0, %233 ]
  %245 = phi <8 x double> [ %254, %243 ], [ %238, %233 ]
  %246 = getelementptr double, ptr %239, i64 %244
  %247 = load double, ptr %246, align 8
  %248 = shl i64 %244, 3
  %249 = getelementptr inbounds double, ptr %231, i64 %248
  %250 = load <8 x double>, ptr %249, align 16
  %251 = insertelement <8 x double> poison, double %247, i64 0
  %252 = shufflevector <8 x double> %251, <8 x double> poison, <8 x i32> zeroinitializer
  %253 = fmul <8 x double> %250, %252
  %254 = fadd <8 x double> %245, %253
  %255 = add nuw nsw i64 %244, 1
  %256 = icmp eq i64 %255, 4
  br i1 %256, label %240, label %243

257:                                              ; preds = %240
  %258 = add nuw nsw i64 %229, 1
  %259 = icmp eq i64 %258, 4
  br i1 %259, label %226, label %228

260:                                              ; preds = %226, %265
  %261 = phi i32 [ 0, %226 ], [ %266, %265 ]
  %262 = and i32 %261, 2
  %263 = and i32 %261, 5
  br label %268

264:                                              ; preds = %265
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %15) #20
  call void @llvm.lifetime.end.p0(i64 2048, ptr nonnull %14) #20
  call void @llvm.lifetime.end.p0(i64 1024, ptr nonnull %13) #20
  call void @llvm.lifetime.end.p0(i64 1024, ptr nonnull %12) #20
  ret void

265:                                              ; preds = %282
  call fastcc void @put_result(i32 noundef %9, ptr noundef nonnull %15, ptr noundef %5, i32 noundef %261, i32 noundef 0)
  %266 = add nuw nsw i32 %261, 1
  %267 = icmp eq i32 %266, 8
  br i1 %267, label %264, label %260

268:                                              ; preds = %260, %282
  %269 = phi i64 [ 0, %260 ], [ %293, %282 ]
  %270 = trunc i64 %269 to i32
  %271 = lshr i32 %270, 2
  %272 = and i32 %271, 4
  br i1 %227, label %273, label %279

273:                                              ; preds = %268
  %274 = and i32 %270, 1
  %275 = or disjoint i32 %274, %262
  %276 = or disjoint i32 %275, %272
  %277 = and i32 %270, 2
  %278 = or disjoint i32 %277, %263
  br label %282

279:                                              ; preds = %268
  %280 = and i32 %270, 3
  %281 = or disjoint i32 %272, %280
  br label %282

282:                                              ; preds = %273, %279
  %283 = phi i32 [ %281, %279 ], [ %276, %273 ]
  %284 = phi i32 [ %261, %279 ], [ %278, %273 ]
  %285 = and i32 %271, 3
  %286 = zext nneg i32 %285 to i64
  %287 = shl nuw nsw i32 %283, 3
  %288 = add nsw i32 %287, %284
  %289 = zext i32 %288 to i64
  %290 = getelementptr inbounds [4 x [64 x double]], ptr %14, i64 0, i64 %286, i64 %289
  %291 = load double, ptr %290, align 8
  %292 = getelementptr inbounds [32 x double], ptr %15, i64 0, i64 %269
  store double %291, ptr %292, align 8
  %293 = add nuw nsw i64 %269, 1
  %294 = icmp eq i64 %293, 32
  br i1 %294, label %265, label %268
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_mma_bits(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, ptr nocapture noundef writeonly %5, i32 noundef %6, i32 noundef %7, i32 noundef %8, i32 noundef %9) #4 {
  %11 = alloca [16 x [8 x i32]], align 16
  %12 = alloca [8 x [8 x i32]], align 16
  %13 = alloca [4 x [32 x i32]], align 16
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %11) #20
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %12) #20
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %13) #20
  %14 = lshr i32 %7, 5
  %15 = icmp eq i32 %1, -1
  br i1 %15, label %51, label %16

16:                                               ; preds = %10
  %17 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %18 = mul i32 %9, 21
  %19 = add i32 %18, 19
  %20 = load ptr, ptr %17, align 8
  %21 = zext i32 %19 to i64
  %22 = getelementptr inbounds %struct.kh_fault, ptr %20, i64 %21
  %23 = load i64, ptr %22, align 8
  %24 = icmp eq i64 %23, 0
  br i1 %24, label %27, label %25

25:                                               ; preds = %16
  %26 = add i64 %23, 1
  store i64 %26, ptr %22, align 8
  br label %51

27:                                               ; preds = %16
  %28 = tail call i32 @llvm.ctpop.i32(i32 %1)
  %29 = zext nneg i32 %28 to i64
  %30 = tail call i32 @llvm.cttz.i32(i32 %1, i1 true)
  %31 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %32 = load ptr, ptr %31, align 8
  %33 = getelementptr inbounds %struct.kh_warp, ptr %32, i64 0, i32 7
  %34 = load i32, ptr %33, align 8
  %35 = shl i32 %34, 5
  %36 = or disjoint i32 %35, %30
  %37 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %38 = load i32, ptr %37, align 4
  store i64 1, ptr %22, align 8
  %39 = getelementptr inbounds i8, ptr %22, i64 8
  store i64 %29, ptr %39, align 8
  %40 = getelementptr inbounds i8, ptr %22, i64 16
  store i32 %38, ptr %40, align 8
  %41 = getelementptr inbounds i8, ptr %22, i64 20
  store i32 %36, ptr %41, align 4
  %42 = getelementptr inbounds i8, ptr %22, i64 24
  store i32 -1, ptr %42, align 8
  %43 = getelementptr inbounds i8, ptr %22, i64 28
  store i32 0, ptr %43, align 4
  %44 = getelementptr inbounds i8, ptr %22, i64 32
  store i32 0, ptr %44, align 8
  %45 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %46 = load ptr, ptr %45, align 8
  %47 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %48 = load i64, ptr %47, align 8
  %49 = add i64 %48, 1
  store i64 %49, ptr %47, align 8
  %50 = getelementptr inbounds i32, ptr %46, i64 %48
  store i32 %19, ptr %50, align 4
  br label %51

51:                                               ; preds = %10, %25, %27
  %52 = mul i32 %14, %6
  %53 = icmp ult i32 %52, 32
  br i1 %53, label %70, label %54

54:                                               ; preds = %51
  %55 = lshr i32 %52, 5
  %56 = lshr i32 %7, 7
  %57 = icmp eq i32 %6, 8
  %58 = shl nuw nsw i32 %56, 1
  %59 = lshr i32 %6, 4
  %60 = zext nneg i32 %55 to i64
  br label %61

61:                                               ; preds = %54, %75
  %62 = phi i64 [ 0, %54 ], [ %76, %75 ]
  %63 = shl nuw i64 %62, 5
  %64 = trunc i64 %62 to i32
  %65 = shl i32 %64, 3
  %66 = and i32 %65, 8
  %67 = trunc i64 %62 to i32
  %68 = trunc i64 %62 to i32
  %69 = getelementptr i32, ptr %2, i64 %63
  br label %78

70:                                               ; preds = %75, %51
  %71 = icmp ult i32 %7, 128
  br i1 %71, label %115, label %72

72:                                               ; preds = %70
  %73 = lshr i32 %7, 7
  %74 = zext nneg i32 %73 to i64
  br label %108

75:                                               ; preds = %92
  %76 = add nuw nsw i64 %62, 1
  %77 = icmp eq i64 %76, %60
  br i1 %77, label %70, label %61

78:                                               ; preds = %61, %92
  %79 = phi i64 [ 0, %61 ], [ %106, %92 ]
  %80 = trunc i64 %79 to i32
  %81 = lshr i32 %80, 2
  br i1 %57, label %82, label %84

82:                                               ; preds = %78
  %83 = urem i32 %68, %56
  br label %92

84:                                               ; preds = %78
  %85 = urem i32 %67, %58
  %86 = lshr i32 %85, 1
  %87 = udiv i32 %67, %58
  %88 = urem i32 %87, %59
  %89 = shl nuw i32 %88, 4
  %90 = or disjoint i32 %89, %66
  %91 = add nuw nsw i32 %90, %81
  br label %92

92:                                               ; preds = %82, %84
  %93 = phi i32 [ %81, %82 ], [ %91, %84 ]
  %94 = phi i32 [ %83, %82 ], [ %86, %84 ]
  %95 = shl i32 %94, 7
  %96 = trunc i64 %79 to i32
  %97 = shl i32 %96, 5
  %98 = and i32 %97, 96
  %99 = or disjoint i32 %95, %98
  %100 = getelementptr i32, ptr %69, i64 %79
  %101 = load i32, ptr %100, align 4
  %102 = zext i32 %93 to i64
  %103 = lshr exact i32 %99, 5
  %104 = zext nneg i32 %103 to i64
  %105 = getelementptr inbounds [16 x [8 x i32]], ptr %11, i64 0, i64 %102, i64 %104
  store i32 %101, ptr %105, align 4
  %106 = add nuw nsw i64 %79, 1
  %107 = icmp eq i64 %106, 32
  br i1 %107, label %75, label %78

108:                                              ; preds = %72, %129
  %109 = phi i64 [ 0, %72 ], [ %130, %129 ]
  %110 = trunc i64 %109 to i32
  %111 = urem i32 %110, %73
  %112 = shl nuw nsw i32 %111, 2
  %113 = shl nuw nsw i64 %109, 5
  %114 = getelementptr i32, ptr %3, i64 %113
  br label %132

115:                                              ; preds = %129, %70
  %116 = lshr i32 %6, 2
  %117 = icmp ult i32 %6, 4
  br i1 %117, label %118, label %120

118:                                              ; preds = %115
  %119 = zext nneg i32 %116 to i64
  br label %161

120:                                              ; preds = %115
  %121 = icmp eq i32 %6, 8
  %122 = select i1 %121, i32 1, i32 2
  %123 = lshr i32 %6, 4
  %124 = select i1 %121, i32 1, i32 %123
  %125 = icmp ult i32 %7, 32
  %126 = icmp eq i32 %8, 0
  %127 = zext nneg i32 %116 to i64
  %128 = zext nneg i32 %14 to i64
  br label %145

129:                                              ; preds = %132
  %130 = add nuw nsw i64 %109, 1
  %131 = icmp eq i64 %130, %74
  br i1 %131, label %115, label %108

132:                                              ; preds = %108, %132
  %133 = phi i64 [ 0, %108 ], [ %143, %132 ]
  %134 = trunc i64 %133 to i32
  %135 = and i32 %134, 3
  %136 = or disjoint i32 %112, %135
  %137 = lshr i64 %133, 2
  %138 = getelementptr i32, ptr %114, i64 %133
  %139 = load i32, ptr %138, align 4
  %140 = and i64 %137, 1073741823
  %141 = zext nneg i32 %136 to i64
  %142 = getelementptr inbounds [8 x [8 x i32]], ptr %12, i64 0, i64 %140, i64 %141
  store i32 %139, ptr %142, align 4
  %143 = add nuw nsw i64 %133, 1
  %144 = icmp eq i64 %143, 32
  br i1 %144, label %129, label %132

145:                                              ; preds = %120, %164
  %146 = phi i64 [ 0, %120 ], [ %165, %164 ]
  %147 = trunc i64 %146 to i32
  %148 = lshr i32 %147, %122
  %149 = trunc i64 %146 to i32
  %150 = shl i32 %149, 2
  %151 = and i32 %150, 8
  %152 = select i1 %121, i32 0, i32 %151
  %153 = urem i32 %148, %124
  %154 = shl nuw i32 %153, 4
  %155 = udiv i32 %148, %124
  %156 = shl i32 %155, 3
  %157 = and i32 %147, 1
  %158 = shl i64 %146, 5
  %159 = and i64 %158, 4294967264
  %160 = getelementptr i32, ptr %4, i64 %159
  br label %167

161:                                              ; preds = %164, %118
  %162 = phi i64 [ %119, %118 ], [ %127, %164 ]
  %163 = shl nuw nsw i64 %162, 7
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %5, ptr nonnull align 16 %13, i64 %163, i1 false)
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %13) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %12) #20
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %11) #20
  ret void

164:                                              ; preds = %183
  %165 = add nuw nsw i64 %146, 1
  %166 = icmp eq i64 %165, %127
  br i1 %166, label %161, label %145

167:                                              ; preds = %145, %183
  %168 = phi i64 [ 0, %145 ], [ %186, %183 ]
  %169 = getelementptr i32, ptr %160, i64 %168
  %170 = load i32, ptr %169, align 4
  br i1 %125, label %183, label %171

171:                                              ; preds = %167
  %172 = trunc i64 %168 to i32
  %173 = shl i32 %172, 1
  %174 = and i32 %173, 6
  %175 = or disjoint i32 %156, %174
  %176 = or disjoint i32 %175, %157
  %177 = trunc i64 %168 to i32
  %178 = lshr i32 %177, 2
  %179 = or disjoint i32 %152, %178
  %180 = add nuw nsw i32 %154, %179
  %181 = zext i32 %180 to i64
  %182 = zext i32 %176 to i64
  br label %188

183:                                              ; preds = %188, %167
  %184 = phi i32 [ %170, %167 ], [ %199, %188 ]
  %185 = getelementptr inbounds [4 x [32 x i32]], ptr %13, i64 0, i64 %146, i64 %168
  store i32 %184, ptr %185, align 4
  %186 = add nuw nsw i64 %168, 1
  %187 = icmp eq i64 %186, 32
  br i1 %187, label %164, label %167

188:                                              ; preds = %171, %188
  %189 = phi i64 [ 0, %171 ], [ %200, %188 ]
  %190 = phi i32 [ %170, %171 ], [ %199, %188 ]
  %191 = getelementptr inbounds [16 x [8 x i32]], ptr %11, i64 0, i64 %181, i64 %189
  %192 = load i32, ptr %191, align 4
  %193 = getelementptr inbounds [8 x [8 x i32]], ptr %12, i64 0, i64 %182, i64 %189
  %194 = load i32, ptr %193, align 4
  %195 = xor i32 %194, %192
  %196 = and i32 %194, %192
  %197 = select i1 %126, i32 %195, i32 %196
  %198 = tail call i32 @llvm.ctpop.i32(i32 %197)
  %199 = add i32 %198, %190
  %200 = add nuw nsw i64 %189, 1
  %201 = icmp eq i64 %200, %128
  br i1 %201, label %183, label %188
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_ldmatrix(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7) #4 {
  %9 = alloca [4 x [32 x i32]], align 16
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %9) #20
  %10 = icmp eq i32 %1, -1
  br i1 %10, label %46, label %11

11:                                               ; preds = %8
  %12 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %13 = mul i32 %6, 21
  %14 = add i32 %13, 19
  %15 = load ptr, ptr %12, align 8
  %16 = zext i32 %14 to i64
  %17 = getelementptr inbounds %struct.kh_fault, ptr %15, i64 %16
  %18 = load i64, ptr %17, align 8
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %22, label %20

20:                                               ; preds = %11
  %21 = add i64 %18, 1
  store i64 %21, ptr %17, align 8
  br label %46

22:                                               ; preds = %11
  %23 = tail call i32 @llvm.ctpop.i32(i32 %1)
  %24 = zext nneg i32 %23 to i64
  %25 = tail call i32 @llvm.cttz.i32(i32 %1, i1 true)
  %26 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds %struct.kh_warp, ptr %27, i64 0, i32 7
  %29 = load i32, ptr %28, align 8
  %30 = shl i32 %29, 5
  %31 = or disjoint i32 %30, %25
  %32 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %33 = load i32, ptr %32, align 4
  store i64 1, ptr %17, align 8
  %34 = getelementptr inbounds i8, ptr %17, i64 8
  store i64 %24, ptr %34, align 8
  %35 = getelementptr inbounds i8, ptr %17, i64 16
  store i32 %33, ptr %35, align 8
  %36 = getelementptr inbounds i8, ptr %17, i64 20
  store i32 %31, ptr %36, align 4
  %37 = getelementptr inbounds i8, ptr %17, i64 24
  store i32 -1, ptr %37, align 8
  %38 = getelementptr inbounds i8, ptr %17, i64 28
  store i32 0, ptr %38, align 4
  %39 = getelementptr inbounds i8, ptr %17, i64 32
  store i32 0, ptr %39, align 8
  %40 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %41 = load ptr, ptr %40, align 8
  %42 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %43 = load i64, ptr %42, align 8
  %44 = add i64 %43, 1
  store i64 %44, ptr %42, align 8
  %45 = getelementptr inbounds i32, ptr %41, i64 %43
  store i32 %14, ptr %45, align 4
  br label %46

46:                                               ; preds = %8, %20, %22
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(512) %9, i8 -1, i64 512, i1 false)
  %47 = icmp eq i32 %4, 4
  %48 = shl i32 %4, 3
  %49 = shl nsw i32 -1, %48
  %50 = xor i32 %49, -1
  %51 = select i1 %47, i32 -1, i32 %50
  %52 = and i32 %51, %1
  call void @kh_load_4x4(ptr noundef %0, i32 noundef %52, ptr noundef %2, ptr noundef nonnull %9, i32 noundef %6, i32 noundef %7)
  %53 = icmp eq i32 %4, 0
  br i1 %53, label %60, label %54

54:                                               ; preds = %46
  %55 = icmp eq i32 %5, 0
  br label %56

56:                                               ; preds = %54, %71
  %57 = phi i32 [ 0, %54 ], [ %72, %71 ]
  %58 = shl i32 %57, 3
  %59 = shl i32 %57, 6
  br label %61

60:                                               ; preds = %71, %46
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %9) #20
  ret void

61:                                               ; preds = %56, %74
  %62 = phi i64 [ 0, %56 ], [ %75, %74 ]
  %63 = shl nuw nsw i64 %62, 1
  %64 = and i64 %63, 6
  %65 = trunc i64 %62 to i32
  %66 = lshr i32 %65, 2
  %67 = trunc i64 %63 to i32
  %68 = add i32 %59, %67
  %69 = zext i32 %68 to i64
  %70 = getelementptr i16, ptr %3, i64 %69
  br label %77

71:                                               ; preds = %74
  %72 = add nuw i32 %57, 1
  %73 = icmp eq i32 %72, %4
  br i1 %73, label %60, label %56

74:                                               ; preds = %77
  %75 = add nuw nsw i64 %62, 1
  %76 = icmp eq i64 %75, 32
  br i1 %76, label %71, label %61

77:                                               ; preds = %61, %77
  %78 = phi i1 [ true, %61 ], [ false, %77 ]
  %79 = phi i64 [ 0, %61 ], [ 1, %77 ]
  %80 = or disjoint i64 %79, %64
  %81 = trunc i64 %80 to i32
  %82 = select i1 %55, i32 %66, i32 %81
  %83 = add nuw nsw i32 %82, %58
  %84 = select i1 %55, i32 %81, i32 %66
  %85 = lshr i32 %84, 1
  %86 = zext nneg i32 %85 to i64
  %87 = zext i32 %83 to i64
  %88 = getelementptr inbounds [4 x [32 x i32]], ptr %9, i64 0, i64 %86, i64 %87
  %89 = load i32, ptr %88, align 4
  %90 = shl nuw nsw i32 %84, 4
  %91 = and i32 %90, 16
  %92 = lshr i32 %89, %91
  %93 = trunc i32 %92 to i16
  %94 = getelementptr i16, ptr %70, i64 %79
  store i16 %93, ptr %94, align 2
  br i1 %78, label %77, label %74
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_stmatrix(ptr nocapture noundef %0, i32 noundef %1, ptr noundef %2, ptr nocapture noundef readonly %3, i32 noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7) #4 {
  %9 = alloca [4 x [32 x i32]], align 16
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %9) #20
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(512) %9, i8 0, i64 512, i1 false)
  %10 = icmp eq i32 %1, -1
  br i1 %10, label %46, label %11

11:                                               ; preds = %8
  %12 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %13 = mul i32 %6, 21
  %14 = add i32 %13, 19
  %15 = load ptr, ptr %12, align 8
  %16 = zext i32 %14 to i64
  %17 = getelementptr inbounds %struct.kh_fault, ptr %15, i64 %16
  %18 = load i64, ptr %17, align 8
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %22, label %20

20:                                               ; preds = %11
  %21 = add i64 %18, 1
  store i64 %21, ptr %17, align 8
  br label %46

22:                                               ; preds = %11
  %23 = tail call i32 @llvm.ctpop.i32(i32 %1)
  %24 = zext nneg i32 %23 to i64
  %25 = tail call i32 @llvm.cttz.i32(i32 %1, i1 true)
  %26 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds %struct.kh_warp, ptr %27, i64 0, i32 7
  %29 = load i32, ptr %28, align 8
  %30 = shl i32 %29, 5
  %31 = or disjoint i32 %30, %25
  %32 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %33 = load i32, ptr %32, align 4
  store i64 1, ptr %17, align 8
  %34 = getelementptr inbounds i8, ptr %17, i64 8
  store i64 %24, ptr %34, align 8
  %35 = getelementptr inbounds i8, ptr %17, i64 16
  store i32 %33, ptr %35, align 8
  %36 = getelementptr inbounds i8, ptr %17, i64 20
  store i32 %31, ptr %36, align 4
  %37 = getelementptr inbounds i8, ptr %17, i64 24
  store i32 -1, ptr %37, align 8
  %38 = getelementptr inbounds i8, ptr %17, i64 28
  store i32 0, ptr %38, align 4
  %39 = getelementptr inbounds i8, ptr %17, i64 32
  store i32 0, ptr %39, align 8
  %40 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %41 = load ptr, ptr %40, align 8
  %42 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %43 = load i64, ptr %42, align 8
  %44 = add i64 %43, 1
  store i64 %44, ptr %42, align 8
  %45 = getelementptr inbounds i32, ptr %41, i64 %43
  store i32 %14, ptr %45, align 4
  br label %46

46:                                               ; preds = %8, %20, %22
  %47 = icmp eq i32 %4, 0
  br i1 %47, label %54, label %48

48:                                               ; preds = %46
  %49 = icmp eq i32 %5, 0
  br label %50

50:                                               ; preds = %48, %71
  %51 = phi i32 [ 0, %48 ], [ %72, %71 ]
  %52 = shl i32 %51, 3
  %53 = shl i32 %51, 6
  br label %61

54:                                               ; preds = %71, %46
  %55 = icmp eq i32 %4, 4
  %56 = shl i32 %4, 3
  %57 = shl nsw i32 -1, %56
  %58 = xor i32 %57, -1
  %59 = select i1 %55, i32 -1, i32 %58
  %60 = and i32 %59, %1
  call void @kh_store_4x4(ptr noundef %0, i32 noundef %60, ptr noundef %2, ptr noundef nonnull %9, i32 noundef %6, i32 noundef %7)
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %9) #20
  ret void

61:                                               ; preds = %50, %74
  %62 = phi i64 [ 0, %50 ], [ %75, %74 ]
  %63 = shl nuw nsw i64 %62, 1
  %64 = and i64 %63, 6
  %65 = trunc i64 %62 to i32
  %66 = lshr i32 %65, 2
  %67 = trunc i64 %63 to i32
  %68 = add i32 %53, %67
  %69 = zext i32 %68 to i64
  %70 = getelementptr i16, ptr %3, i64 %69
  br label %77

71:                                               ; preds = %74
  %72 = add nuw i32 %51, 1
  %73 = icmp eq i32 %72, %4
  br i1 %73, label %54, label %50

74:                                               ; preds = %77
  %75 = add nuw nsw i64 %62, 1
  %76 = icmp eq i64 %75, 32
  br i1 %76, label %71, label %61

77:                                               ; preds = %61, %77
  %78 = phi i1 [ true, %61 ], [ false, %77 ]
  %79 = phi i64 [ 0, %61 ], [ 1, %77 ]
  %80 = or disjoint i64 %79, %64
  %81 = trunc i64 %80 to i32
  %82 = select i1 %49, i32 %66, i32 %81
  %83 = add nuw nsw i32 %82, %52
  %84 = select i1 %49, i32 %81, i32 %66
  %85 = getelementptr i16, ptr %70, i64 %79
  %86 = load i16, ptr %85, align 2
  %87 = zext i16 %86 to i32
  %88 = shl nuw nsw i32 %84, 4
  %89 = and i32 %88, 16
  %90 = shl nuw i32 %87, %89
  %91 = lshr i32 %84, 1
  %92 = zext nneg i32 %91 to i64
  %93 = zext i32 %83 to i64
  %94 = getelementptr inbounds [4 x [32 x i32]], ptr %9, i64 0, i64 %92, i64 %93
  %95 = load i32, ptr %94, align 4
  %96 = or i32 %90, %95
  store i32 %96, ptr %94, align 4
  br i1 %78, label %77, label %74
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_movmatrix(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4) #4 {
  %6 = alloca [64 x i16], align 16
  %7 = alloca [64 x i16], align 16
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %6) #20
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %7) #20
  %8 = icmp eq i32 %1, -1
  br i1 %8, label %44, label %9

9:                                                ; preds = %5
  %10 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %11 = mul i32 %4, 21
  %12 = add i32 %11, 19
  %13 = load ptr, ptr %10, align 8
  %14 = zext i32 %12 to i64
  %15 = getelementptr inbounds %struct.kh_fault, ptr %13, i64 %14
  %16 = load i64, ptr %15, align 8
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %20, label %18

18:                                               ; preds = %9
  %19 = add i64 %16, 1
  store i64 %19, ptr %15, align 8
  br label %44

20:                                               ; preds = %9
  %21 = tail call i32 @llvm.ctpop.i32(i32 %1)
  %22 = zext nneg i32 %21 to i64
  %23 = tail call i32 @llvm.cttz.i32(i32 %1, i1 true)
  %24 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %25 = load ptr, ptr %24, align 8
  %26 = getelementptr inbounds %struct.kh_warp, ptr %25, i64 0, i32 7
  %27 = load i32, ptr %26, align 8
  %28 = shl i32 %27, 5
  %29 = or disjoint i32 %28, %23
  %30 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %31 = load i32, ptr %30, align 4
  store i64 1, ptr %15, align 8
  %32 = getelementptr inbounds i8, ptr %15, i64 8
  store i64 %22, ptr %32, align 8
  %33 = getelementptr inbounds i8, ptr %15, i64 16
  store i32 %31, ptr %33, align 8
  %34 = getelementptr inbounds i8, ptr %15, i64 20
  store i32 %29, ptr %34, align 4
  %35 = getelementptr inbounds i8, ptr %15, i64 24
  store i32 -1, ptr %35, align 8
  %36 = getelementptr inbounds i8, ptr %15, i64 28
  store i32 0, ptr %36, align 4
  %37 = getelementptr inbounds i8, ptr %15, i64 32
  store i32 0, ptr %37, align 8
  %38 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %39 = load ptr, ptr %38, align 8
  %40 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %41 = load i64, ptr %40, align 8
  %42 = add i64 %41, 1
  store i64 %42, ptr %40, align 8
  %43 = getelementptr inbounds i32, ptr %39, i64 %41
  store i32 %12, ptr %43, align 4
  br label %44

44:                                               ; preds = %5, %18, %20
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(128) %6, ptr noundef nonnull align 2 dereferenceable(128) %2, i64 128, i1 false)
  br label %45

45:                                               ; preds = %44, %49
  %46 = phi i64 [ 0, %44 ], [ %50, %49 ]
  %47 = shl nuw nsw i64 %46, 3
  br label %52

48:                                               ; preds = %49
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 2 dereferenceable(128) %3, ptr noundef nonnull align 16 dereferenceable(128) %7, i64 128, i1 false)
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %7) #20
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %6) #20
  ret void

49:                                               ; preds = %52
  %50 = add nuw nsw i64 %46, 1
  %51 = icmp eq i64 %50, 8
  br i1 %51, label %48, label %45

52:                                               ; preds = %45, %52
  %53 = phi i64 [ 0, %45 ], [ %60, %52 ]
  %54 = shl nuw nsw i64 %53, 3
  %55 = add nuw nsw i64 %54, %46
  %56 = getelementptr inbounds [64 x i16], ptr %6, i64 0, i64 %55
  %57 = load i16, ptr %56, align 2
  %58 = add nuw nsw i64 %53, %47
  %59 = getelementptr inbounds [64 x i16], ptr %7, i64 0, i64 %58
  store i16 %57, ptr %59, align 2
  %60 = add nuw nsw i64 %53, 1
  %61 = icmp eq i64 %60, 8
  br i1 %61, label %49, label %52
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_wmma_load(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, ptr nocapture noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7, i32 noundef %8, i32 noundef %9, i32 noundef %10, i32 noundef %11, i32 noundef %12, i32 noundef %13) #4 {
  %15 = alloca [32 x i64], align 16
  %16 = alloca i64, align 8
  %17 = alloca [32 x i16], align 16
  %18 = alloca [32 x i8], align 16
  %19 = icmp eq i32 %9, 3
  br i1 %19, label %25, label %20

20:                                               ; preds = %14
  %21 = zext i32 %9 to i64
  %22 = getelementptr inbounds [13 x i32], ptr @ELEMENT_BITS, i64 0, i64 %21
  %23 = load i32, ptr %22, align 4
  %24 = udiv i32 32, %23
  br label %25

25:                                               ; preds = %14, %20
  %26 = phi i32 [ %23, %20 ], [ 64, %14 ]
  %27 = phi i32 [ %24, %20 ], [ 1, %14 ]
  switch i32 %5, label %32 [
    i32 0, label %28
    i32 1, label %30
  ]

28:                                               ; preds = %25
  %29 = mul i32 %8, %6
  br label %34

30:                                               ; preds = %25
  %31 = mul i32 %8, %7
  br label %34

32:                                               ; preds = %25
  %33 = mul i32 %7, %6
  br label %34

34:                                               ; preds = %28, %30, %32
  %35 = phi i32 [ %29, %28 ], [ %31, %30 ], [ %33, %32 ]
  %36 = shl nuw nsw i32 %27, 5
  %37 = udiv i32 %35, %36
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %15) #20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %16) #20
  store i64 1, ptr %16, align 8
  tail call fastcc void @check_matrix(ptr noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %26, i32 noundef %11, i32 noundef %12)
  %38 = icmp eq i32 %11, 0
  br i1 %38, label %48, label %39

39:                                               ; preds = %34
  %40 = select i1 %19, i32 6, i32 5
  %41 = shl i32 %37, 5
  %42 = zext i32 %41 to i64
  %43 = sub nsw i64 0, %42
  %44 = zext i32 %26 to i64
  %45 = icmp eq i32 %27, 1
  %46 = icmp eq i32 %27, 0
  %47 = icmp ult i32 %9, 2
  br label %49

48:                                               ; preds = %115, %34
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %16) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %15) #20
  ret void

49:                                               ; preds = %39, %115
  %50 = phi i32 [ 0, %39 ], [ %116, %115 ]
  %51 = shl i32 %50, %40
  %52 = zext i32 %51 to i64
  %53 = getelementptr inbounds i32, ptr %4, i64 %52
  %54 = icmp ult i32 %50, %37
  br i1 %54, label %58, label %55

55:                                               ; preds = %49
  %56 = getelementptr inbounds i32, ptr %53, i64 %43
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 4 dereferenceable(128) %53, ptr noundef nonnull align 4 dereferenceable(128) %56, i64 128, i1 false)
  br label %115

57:                                               ; preds = %58
  br i1 %19, label %73, label %74

58:                                               ; preds = %49, %58
  %59 = phi i64 [ %71, %58 ], [ 0, %49 ]
  %60 = getelementptr inbounds i64, ptr %2, i64 %59
  %61 = load i64, ptr %60, align 8
  %62 = getelementptr inbounds i32, ptr %3, i64 %59
  %63 = load i32, ptr %62, align 4
  %64 = zext i32 %63 to i64
  %65 = trunc i64 %59 to i32
  %66 = call fastcc i64 @element_offset(i32 noundef %5, i32 noundef %6, i32 noundef %7, i32 noundef %8, i32 noundef %27, i32 noundef %65, i32 noundef %50, i32 noundef %10, i64 noundef %64, ptr noundef nonnull %16)
  %67 = mul i64 %66, %44
  %68 = lshr i64 %67, 3
  %69 = add i64 %68, %61
  %70 = getelementptr inbounds [32 x i64], ptr %15, i64 0, i64 %59
  store i64 %69, ptr %70, align 8
  %71 = add nuw nsw i64 %59, 1
  %72 = icmp eq i64 %71, 32
  br i1 %72, label %57, label %58

73:                                               ; preds = %57
  call void @kh_load_8x1(ptr noundef %0, i32 noundef %1, ptr noundef nonnull %15, ptr noundef %53, i32 noundef %12, i32 noundef %13)
  br label %115

74:                                               ; preds = %57
  %75 = load i64, ptr %16, align 8
  %76 = icmp eq i64 %75, 1
  %77 = select i1 %45, i1 true, i1 %76
  br i1 %77, label %78, label %79

78:                                               ; preds = %74
  call void @kh_load_4x1(ptr noundef %0, i32 noundef %1, ptr noundef nonnull %15, ptr noundef %53, i32 noundef %12, i32 noundef %13)
  br label %115

79:                                               ; preds = %74
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(128) %53, i8 0, i64 128, i1 false)
  br i1 %46, label %115, label %80

80:                                               ; preds = %79, %86
  %81 = phi i32 [ %87, %86 ], [ 0, %79 ]
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %17) #20
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %18) #20
  br i1 %47, label %82, label %83

82:                                               ; preds = %80
  call void @kh_load_2x1(ptr noundef %0, i32 noundef %1, ptr noundef nonnull %15, ptr noundef nonnull %17, i32 noundef %12, i32 noundef %13)
  br label %84

83:                                               ; preds = %80
  call void @kh_load_1x1(ptr noundef %0, i32 noundef %1, ptr noundef nonnull %15, ptr noundef nonnull %18, i32 noundef %12, i32 noundef %13)
  br label %84

84:                                               ; preds = %83, %82
  %85 = mul i32 %81, %26
  br label %89

86:                                               ; preds = %99
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %18) #20
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %17) #20
  %87 = add nuw nsw i32 %81, 1
  %88 = icmp eq i32 %87, %27
  br i1 %88, label %115, label %80

89:                                               ; preds = %84, %99
  %90 = phi i64 [ 0, %84 ], [ %113, %99 ]
  br i1 %47, label %91, label %95

91:                                               ; preds = %89
  %92 = getelementptr inbounds [32 x i16], ptr %17, i64 0, i64 %90
  %93 = load i16, ptr %92, align 2
  %94 = zext i16 %93 to i32
  br label %99

95:                                               ; preds = %89
  %96 = getelementptr inbounds [32 x i8], ptr %18, i64 0, i64 %90
  %97 = load i8, ptr %96, align 1
  %98 = zext i8 %97 to i32
  br label %99

99:                                               ; preds = %95, %91
  %100 = phi i32 [ %94, %91 ], [ %98, %95 ]
  %101 = shl i32 %100, %85
  %102 = getelementptr inbounds i32, ptr %53, i64 %90
  %103 = load i32, ptr %102, align 4
  %104 = or i32 %103, %101
  store i32 %104, ptr %102, align 4
  %105 = getelementptr inbounds i32, ptr %3, i64 %90
  %106 = load i32, ptr %105, align 4
  %107 = zext i32 %106 to i64
  %108 = mul nuw i64 %107, %44
  %109 = lshr i64 %108, 3
  %110 = getelementptr inbounds [32 x i64], ptr %15, i64 0, i64 %90
  %111 = load i64, ptr %110, align 8
  %112 = add i64 %109, %111
  store i64 %112, ptr %110, align 8
  %113 = add nuw nsw i64 %90, 1
  %114 = icmp eq i64 %113, 32
  br i1 %114, label %86, label %89

115:                                              ; preds = %86, %79, %73, %78, %55
  %116 = add nuw i32 %50, 1
  %117 = icmp eq i32 %116, %11
  br i1 %117, label %48, label %49
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define internal fastcc void @check_matrix(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, i32 noundef %4, i32 noundef %5, i32 noundef %6) unnamed_addr #4 {
  %8 = tail call i32 @llvm.cttz.i32(i32 %1, i1 true)
  %9 = icmp eq i32 %4, 64
  %10 = select i1 %9, i32 3, i32 2
  %11 = shl i32 %5, %10
  %12 = tail call i32 @llvm.umin.i32(i32 %11, i32 16)
  %13 = icmp eq i32 %1, -1
  br i1 %13, label %48, label %14

14:                                               ; preds = %7
  %15 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %16 = mul i32 %6, 21
  %17 = add i32 %16, 19
  %18 = load ptr, ptr %15, align 8
  %19 = zext i32 %17 to i64
  %20 = getelementptr inbounds %struct.kh_fault, ptr %18, i64 %19
  %21 = load i64, ptr %20, align 8
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %25, label %23

23:                                               ; preds = %14
  %24 = add i64 %21, 1
  store i64 %24, ptr %20, align 8
  br label %48

25:                                               ; preds = %14
  %26 = tail call i32 @llvm.ctpop.i32(i32 %1)
  %27 = zext nneg i32 %26 to i64
  %28 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %29 = load ptr, ptr %28, align 8
  %30 = getelementptr inbounds %struct.kh_warp, ptr %29, i64 0, i32 7
  %31 = load i32, ptr %30, align 8
  %32 = shl i32 %31, 5
  %33 = or disjoint i32 %32, %8
  %34 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %35 = load i32, ptr %34, align 4
  store i64 1, ptr %20, align 8
  %36 = getelementptr inbounds i8, ptr %20, i64 8
  store i64 %27, ptr %36, align 8
  %37 = getelementptr inbounds i8, ptr %20, i64 16
  store i32 %35, ptr %37, align 8
  %38 = getelementptr inbounds i8, ptr %20, i64 20
  store i32 %33, ptr %38, align 4
  %39 = getelementptr inbounds i8, ptr %20, i64 24
  store i32 -1, ptr %39, align 8
  %40 = getelementptr inbounds i8, ptr %20, i64 28
  store i32 0, ptr %40, align 4
  %41 = getelementptr inbounds i8, ptr %20, i64 32
  store i32 0, ptr %41, align 8
  %42 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %43 = load ptr, ptr %42, align 8
  %44 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %45 = load i64, ptr %44, align 8
  %46 = add i64 %45, 1
  store i64 %46, ptr %44, align 8
  %47 = getelementptr inbounds i32, ptr %43, i64 %45
  store i32 %17, ptr %47, align 4
  br label %48

48:                                               ; preds = %7, %23, %25
  %49 = zext nneg i32 %8 to i64
  %50 = getelementptr inbounds i64, ptr %2, i64 %49
  %51 = getelementptr inbounds i32, ptr %3, i64 %49
  br label %52

52:                                               ; preds = %48, %100
  %53 = phi i64 [ 0, %48 ], [ %101, %100 ]
  %54 = trunc i64 %53 to i32
  %55 = shl nuw i32 1, %54
  %56 = and i32 %55, %1
  %57 = icmp eq i32 %56, 0
  br i1 %57, label %100, label %58

58:                                               ; preds = %52
  %59 = getelementptr inbounds i64, ptr %2, i64 %53
  %60 = load i64, ptr %59, align 8
  %61 = load i64, ptr %50, align 8
  %62 = icmp eq i64 %60, %61
  br i1 %62, label %63, label %68

63:                                               ; preds = %58
  %64 = getelementptr inbounds i32, ptr %3, i64 %53
  %65 = load i32, ptr %64, align 4
  %66 = load i32, ptr %51, align 4
  %67 = icmp eq i32 %65, %66
  br i1 %67, label %100, label %68

68:                                               ; preds = %63, %58
  %69 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %70 = mul i32 %6, 21
  %71 = add i32 %70, 20
  %72 = load ptr, ptr %69, align 8
  %73 = zext i32 %71 to i64
  %74 = getelementptr inbounds %struct.kh_fault, ptr %72, i64 %73
  %75 = load i64, ptr %74, align 8
  %76 = icmp eq i64 %75, 0
  br i1 %76, label %79, label %77

77:                                               ; preds = %68
  %78 = add i64 %75, 1
  store i64 %78, ptr %74, align 8
  br label %103

79:                                               ; preds = %68
  %80 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %81 = load ptr, ptr %80, align 8
  %82 = getelementptr inbounds %struct.kh_warp, ptr %81, i64 0, i32 7
  %83 = load i32, ptr %82, align 8
  %84 = shl i32 %83, 5
  %85 = add nuw nsw i32 %84, %54
  %86 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %87 = load i32, ptr %86, align 4
  store i64 1, ptr %74, align 8
  %88 = getelementptr inbounds i8, ptr %74, i64 8
  store i64 %60, ptr %88, align 8
  %89 = getelementptr inbounds i8, ptr %74, i64 16
  store i32 %87, ptr %89, align 8
  %90 = getelementptr inbounds i8, ptr %74, i64 20
  store i32 %85, ptr %90, align 4
  %91 = getelementptr inbounds i8, ptr %74, i64 24
  store i32 -1, ptr %91, align 8
  %92 = getelementptr inbounds i8, ptr %74, i64 28
  store i32 0, ptr %92, align 4
  %93 = getelementptr inbounds i8, ptr %74, i64 32
  store i32 0, ptr %93, align 8
  %94 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %95 = load ptr, ptr %94, align 8
  %96 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %97 = load i64, ptr %96, align 8
  %98 = add i64 %97, 1
  store i64 %98, ptr %96, align 8
  %99 = getelementptr inbounds i32, ptr %95, i64 %97
  store i32 %71, ptr %99, align 4
  br label %103

100:                                              ; preds = %52, %63
  %101 = add nuw nsw i64 %53, 1
  %102 = icmp eq i64 %101, 32
  br i1 %102, label %103, label %52

103:                                              ; preds = %100, %79, %77
  %104 = load i64, ptr %50, align 8
  %105 = zext nneg i32 %12 to i64
  %106 = urem i64 %104, %105
  %107 = icmp eq i64 %106, 0
  br i1 %107, label %108, label %116

108:                                              ; preds = %103
  %109 = load i32, ptr %51, align 4
  %110 = zext i32 %109 to i64
  %111 = zext i32 %4 to i64
  %112 = mul nuw i64 %110, %111
  %113 = lshr i64 %112, 3
  %114 = urem i64 %113, %105
  %115 = icmp eq i64 %114, 0
  br i1 %115, label %148, label %116

116:                                              ; preds = %108, %103
  %117 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %118 = mul i32 %6, 21
  %119 = add i32 %118, 2
  %120 = load ptr, ptr %117, align 8
  %121 = zext i32 %119 to i64
  %122 = getelementptr inbounds %struct.kh_fault, ptr %120, i64 %121
  %123 = load i64, ptr %122, align 8
  %124 = icmp eq i64 %123, 0
  br i1 %124, label %127, label %125

125:                                              ; preds = %116
  %126 = add i64 %123, 1
  store i64 %126, ptr %122, align 8
  br label %148

127:                                              ; preds = %116
  %128 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %129 = load ptr, ptr %128, align 8
  %130 = getelementptr inbounds %struct.kh_warp, ptr %129, i64 0, i32 7
  %131 = load i32, ptr %130, align 8
  %132 = shl i32 %131, 5
  %133 = or disjoint i32 %132, %8
  %134 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %135 = load i32, ptr %134, align 4
  store i64 1, ptr %122, align 8
  %136 = getelementptr inbounds i8, ptr %122, i64 8
  store i64 %104, ptr %136, align 8
  %137 = getelementptr inbounds i8, ptr %122, i64 16
  store i32 %135, ptr %137, align 8
  %138 = getelementptr inbounds i8, ptr %122, i64 20
  store i32 %133, ptr %138, align 4
  %139 = getelementptr inbounds i8, ptr %122, i64 24
  store i32 -1, ptr %139, align 8
  %140 = getelementptr inbounds i8, ptr %122, i64 28
  store i32 0, ptr %140, align 4
  %141 = getelementptr inbounds i8, ptr %122, i64 32
  store i32 0, ptr %141, align 8
  %142 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %143 = load ptr, ptr %142, align 8
  %144 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %145 = load i64, ptr %144, align 8
  %146 = add i64 %145, 1
  store i64 %146, ptr %144, align 8
  %147 = getelementptr inbounds i32, ptr %143, i64 %145
  store i32 %119, ptr %147, align 4
  br label %148

148:                                              ; preds = %127, %125, %108
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write) uwtable
define internal fastcc i64 @element_offset(i32 noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7, i64 noundef %8, ptr nocapture noundef writeonly %9) unnamed_addr #9 {
  switch i32 %0, label %51 [
    i32 0, label %11
    i32 1, label %37
  ]

11:                                               ; preds = %10
  %12 = shl nuw nsw i32 %4, 2
  %13 = udiv i32 %3, %12
  %14 = lshr i32 %5, 2
  %15 = icmp eq i32 %1, 8
  br i1 %15, label %16, label %18

16:                                               ; preds = %11
  %17 = urem i32 %6, %13
  br label %30

18:                                               ; preds = %11
  %19 = shl i32 %13, 1
  %20 = urem i32 %6, %19
  %21 = lshr i32 %20, 1
  %22 = shl i32 %6, 3
  %23 = and i32 %22, 8
  %24 = udiv i32 %6, %19
  %25 = lshr i32 %1, 4
  %26 = urem i32 %24, %25
  %27 = shl nuw i32 %26, 4
  %28 = add nuw nsw i32 %23, %14
  %29 = add nuw i32 %28, %27
  br label %30

30:                                               ; preds = %16, %18
  %31 = phi i32 [ %14, %16 ], [ %29, %18 ]
  %32 = phi i32 [ %17, %16 ], [ %21, %18 ]
  %33 = shl i32 %32, 2
  %34 = and i32 %5, 3
  %35 = or disjoint i32 %33, %34
  %36 = mul i32 %35, %4
  br label %73

37:                                               ; preds = %10
  %38 = shl nuw nsw i32 %4, 2
  %39 = udiv i32 %3, %38
  %40 = urem i32 %6, %39
  %41 = shl i32 %40, 2
  %42 = and i32 %5, 3
  %43 = or disjoint i32 %41, %42
  %44 = mul i32 %43, %4
  %45 = udiv i32 %6, %39
  %46 = lshr i32 %2, 3
  %47 = urem i32 %45, %46
  %48 = shl nuw i32 %47, 3
  %49 = lshr i32 %5, 2
  %50 = add nuw i32 %48, %49
  br label %73

51:                                               ; preds = %10
  %52 = mul i32 %6, %4
  %53 = icmp eq i32 %1, 8
  %54 = select i1 %53, i32 1, i32 2
  %55 = lshr i32 %52, %54
  %56 = lshr i32 %1, 4
  %57 = select i1 %53, i32 1, i32 %56
  %58 = lshr i32 %5, 2
  %59 = shl i32 %52, 2
  %60 = and i32 %59, 8
  %61 = select i1 %53, i32 0, i32 %60
  %62 = add nuw nsw i32 %61, %58
  %63 = urem i32 %55, %57
  %64 = shl nuw i32 %63, 4
  %65 = add nuw i32 %62, %64
  %66 = udiv i32 %55, %57
  %67 = shl i32 %66, 3
  %68 = shl i32 %5, 1
  %69 = and i32 %68, 6
  %70 = or disjoint i32 %67, %69
  %71 = and i32 %52, 1
  %72 = or disjoint i32 %70, %71
  br label %73

73:                                               ; preds = %37, %51, %30
  %74 = phi i32 [ %65, %51 ], [ %44, %37 ], [ %31, %30 ]
  %75 = phi i32 [ %72, %51 ], [ %50, %37 ], [ %36, %30 ]
  %76 = icmp eq i32 %0, 1
  %77 = zext i1 %76 to i32
  %78 = icmp eq i32 %77, %7
  %79 = select i1 %78, i64 1, i64 %8
  store i64 %79, ptr %9, align 8
  %80 = icmp eq i32 %7, 0
  %81 = select i1 %80, i32 %74, i32 %75
  %82 = select i1 %80, i32 %75, i32 %74
  %83 = zext i32 %81 to i64
  %84 = mul nuw i64 %83, %8
  %85 = zext i32 %82 to i64
  %86 = add nuw i64 %84, %85
  ret i64 %86
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_wmma_store(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, ptr noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7, i32 noundef %8, i32 noundef %9, i32 noundef %10, i32 noundef %11) #4 {
  %13 = alloca [32 x i64], align 16
  %14 = alloca [32 x i16], align 16
  %15 = icmp eq i32 %7, 3
  br i1 %15, label %21, label %16

16:                                               ; preds = %12
  %17 = zext i32 %7 to i64
  %18 = getelementptr inbounds [13 x i32], ptr @ELEMENT_BITS, i64 0, i64 %17
  %19 = load i32, ptr %18, align 4
  %20 = udiv i32 32, %19
  br label %21

21:                                               ; preds = %12, %16
  %22 = phi i32 [ %19, %16 ], [ 64, %12 ]
  %23 = phi i32 [ %20, %16 ], [ 1, %12 ]
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %13) #20
  tail call fastcc void @check_matrix(ptr noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %22, i32 noundef %9, i32 noundef %10)
  %24 = icmp eq i32 %9, 0
  br i1 %24, label %36, label %25

25:                                               ; preds = %21
  %26 = select i1 %15, i32 6, i32 5
  %27 = icmp eq i32 %5, 8
  %28 = select i1 %27, i32 1, i32 2
  %29 = lshr i32 %5, 4
  %30 = select i1 %27, i32 1, i32 %29
  %31 = icmp eq i32 %8, 0
  %32 = zext i32 %22 to i64
  %33 = icmp eq i32 %23, 1
  %34 = icmp eq i32 %23, 0
  %35 = or i1 %33, %31
  br label %37

36:                                               ; preds = %114, %21
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %13) #20
  ret void

37:                                               ; preds = %25, %114
  %38 = phi i32 [ 0, %25 ], [ %115, %114 ]
  %39 = shl i32 %38, %26
  %40 = zext i32 %39 to i64
  %41 = mul i32 %38, %23
  %42 = lshr i32 %41, %28
  %43 = shl i32 %41, 2
  %44 = and i32 %43, 8
  %45 = select i1 %27, i32 0, i32 %44
  %46 = urem i32 %42, %30
  %47 = shl nuw i32 %46, 4
  %48 = udiv i32 %42, %30
  %49 = shl i32 %48, 3
  %50 = and i32 %41, 1
  br label %53

51:                                               ; preds = %53
  %52 = getelementptr inbounds i32, ptr %4, i64 %40
  br i1 %15, label %81, label %82

53:                                               ; preds = %37, %53
  %54 = phi i64 [ 0, %37 ], [ %79, %53 ]
  %55 = getelementptr inbounds i64, ptr %2, i64 %54
  %56 = load i64, ptr %55, align 8
  %57 = getelementptr inbounds i32, ptr %3, i64 %54
  %58 = load i32, ptr %57, align 4
  %59 = zext i32 %58 to i64
  %60 = trunc i64 %54 to i32
  %61 = lshr i32 %60, 2
  %62 = or disjoint i32 %45, %61
  %63 = add nuw nsw i32 %47, %62
  %64 = trunc i64 %54 to i32
  %65 = shl i32 %64, 1
  %66 = and i32 %65, 6
  %67 = or disjoint i32 %49, %66
  %68 = or disjoint i32 %67, %50
  %69 = select i1 %31, i32 %63, i32 %68
  %70 = select i1 %31, i32 %68, i32 %63
  %71 = zext i32 %69 to i64
  %72 = mul nuw i64 %71, %59
  %73 = zext i32 %70 to i64
  %74 = add nuw i64 %72, %73
  %75 = mul i64 %74, %32
  %76 = lshr i64 %75, 3
  %77 = add i64 %76, %56
  %78 = getelementptr inbounds [32 x i64], ptr %13, i64 0, i64 %54
  store i64 %77, ptr %78, align 8
  %79 = add nuw nsw i64 %54, 1
  %80 = icmp eq i64 %79, 32
  br i1 %80, label %51, label %53

81:                                               ; preds = %51
  call void @kh_store_8x1(ptr noundef %0, i32 noundef %1, ptr noundef nonnull %13, ptr noundef %52, i32 noundef %10, i32 noundef %11)
  br label %114

82:                                               ; preds = %51
  %83 = icmp eq i32 %58, 1
  %84 = select i1 %35, i1 true, i1 %83
  br i1 %84, label %86, label %85

85:                                               ; preds = %82
  br i1 %34, label %114, label %87

86:                                               ; preds = %82
  call void @kh_store_4x1(ptr noundef %0, i32 noundef %1, ptr noundef nonnull %13, ptr noundef %52, i32 noundef %10, i32 noundef %11)
  br label %114

87:                                               ; preds = %85, %100
  %88 = phi i32 [ %101, %100 ], [ 0, %85 ]
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %14) #20
  %89 = shl nuw nsw i32 %88, 4
  br label %91

90:                                               ; preds = %91
  call void @kh_store_2x1(ptr noundef %0, i32 noundef %1, ptr noundef nonnull %13, ptr noundef nonnull %14, i32 noundef %10, i32 noundef %11)
  br label %103

91:                                               ; preds = %87, %91
  %92 = phi i64 [ 0, %87 ], [ %98, %91 ]
  %93 = getelementptr inbounds i32, ptr %52, i64 %92
  %94 = load i32, ptr %93, align 4
  %95 = lshr i32 %94, %89
  %96 = trunc i32 %95 to i16
  %97 = getelementptr inbounds [32 x i16], ptr %14, i64 0, i64 %92
  store i16 %96, ptr %97, align 2
  %98 = add nuw nsw i64 %92, 1
  %99 = icmp eq i64 %98, 32
  br i1 %99, label %90, label %91

100:                                              ; preds = %103
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %14) #20
  %101 = add nuw nsw i32 %88, 1
  %102 = icmp eq i32 %101, %23
  br i1 %102, label %114, label %87

103:                                              ; preds = %90, %103
  %104 = phi i64 [ 0, %90 ], [ %112, %103 ]
  %105 = getelementptr inbounds i32, ptr %3, i64 %104
  %106 = load i32, ptr %105, align 4
  %107 = zext i32 %106 to i64
  %108 = shl nuw nsw i64 %107, 1
  %109 = getelementptr inbounds [32 x i64], ptr %13, i64 0, i64 %104
  %110 = load i64, ptr %109, align 8
  %111 = add i64 %108, %110
  store i64 %111, ptr %109, align 8
  %112 = add nuw nsw i64 %104, 1
  %113 = icmp eq i64 %112, 32
  br i1 %113, label %100, label %103

114:                                              ; preds = %100, %85, %86, %81
  %115 = add nuw i32 %38, 1
  %116 = icmp eq i32 %115, %9
  br i1 %116, label %36, label %37
}

; Function Attrs: nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) uwtable
define i32 @kh_frame(ptr nocapture noundef %0, ptr nocapture noundef %1, i32 noundef %2, ptr nocapture noundef readonly %3, i32 noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7) #2 {
  %9 = load ptr, ptr %0, align 8
  %10 = getelementptr inbounds %struct.kh_launch, ptr %9, i64 0, i32 13
  %11 = load i32, ptr %10, align 4
  %12 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 4
  %13 = zext i32 %11 to i64
  %14 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 7
  %15 = zext i32 %4 to i64
  %16 = sub i32 %5, %4
  %17 = zext i32 %16 to i64
  %18 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %19 = mul i32 %7, 21
  %20 = add i32 %19, 15
  %21 = zext i32 %20 to i64
  %22 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %23 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %24 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %25 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  br label %28

26:                                               ; preds = %82
  %27 = icmp eq i32 %83, 0
  br i1 %27, label %103, label %86

28:                                               ; preds = %8, %82
  %29 = phi i64 [ 0, %8 ], [ %84, %82 ]
  %30 = phi i32 [ 0, %8 ], [ %83, %82 ]
  %31 = trunc i64 %29 to i32
  %32 = shl nuw i32 1, %31
  %33 = and i32 %32, %2
  %34 = icmp eq i32 %33, 0
  br i1 %34, label %82, label %35

35:                                               ; preds = %28
  %36 = getelementptr inbounds i32, ptr %3, i64 %29
  %37 = load i32, ptr %36, align 4
  %38 = icmp ugt i32 %37, %11
  %39 = sub i32 %11, %37
  %40 = icmp ult i32 %39, %6
  %41 = or i1 %38, %40
  br i1 %41, label %42, label %71

42:                                               ; preds = %35
  %43 = load ptr, ptr %18, align 8
  %44 = getelementptr inbounds %struct.kh_fault, ptr %43, i64 %21
  %45 = load i64, ptr %44, align 8
  %46 = icmp eq i64 %45, 0
  br i1 %46, label %49, label %47

47:                                               ; preds = %42
  %48 = add i64 %45, 1
  store i64 %48, ptr %44, align 8
  br label %82

49:                                               ; preds = %42
  %50 = load ptr, ptr %0, align 8
  %51 = getelementptr inbounds %struct.kh_launch, ptr %50, i64 0, i32 16
  %52 = load i32, ptr %51, align 8
  %53 = sub i32 %37, %52
  %54 = zext i32 %53 to i64
  %55 = load ptr, ptr %22, align 8
  %56 = getelementptr inbounds %struct.kh_warp, ptr %55, i64 0, i32 7
  %57 = load i32, ptr %56, align 8
  %58 = shl i32 %57, 5
  %59 = add nuw nsw i32 %58, %31
  %60 = load i32, ptr %23, align 4
  store i64 1, ptr %44, align 8
  %61 = getelementptr inbounds i8, ptr %44, i64 8
  store i64 %54, ptr %61, align 8
  %62 = getelementptr inbounds i8, ptr %44, i64 16
  store i32 %60, ptr %62, align 8
  %63 = getelementptr inbounds i8, ptr %44, i64 20
  store i32 %59, ptr %63, align 4
  %64 = getelementptr inbounds i8, ptr %44, i64 24
  store i32 -1, ptr %64, align 8
  %65 = getelementptr inbounds i8, ptr %44, i64 28
  store i32 0, ptr %65, align 4
  %66 = getelementptr inbounds i8, ptr %44, i64 32
  store i32 0, ptr %66, align 8
  %67 = load ptr, ptr %24, align 8
  %68 = load i64, ptr %25, align 8
  %69 = add i64 %68, 1
  store i64 %69, ptr %25, align 8
  %70 = getelementptr inbounds i32, ptr %67, i64 %68
  store i32 %20, ptr %70, align 4
  br label %82

71:                                               ; preds = %35
  %72 = load ptr, ptr %12, align 8
  %73 = load i32, ptr %14, align 8
  %74 = shl i32 %73, 5
  %75 = zext i32 %74 to i64
  %76 = add nuw nsw i64 %29, %75
  %77 = mul nuw i64 %76, %13
  %78 = getelementptr inbounds i8, ptr %72, i64 %77
  %79 = zext i32 %37 to i64
  %80 = getelementptr inbounds i8, ptr %78, i64 %79
  %81 = getelementptr inbounds i8, ptr %80, i64 %15
  tail call void @llvm.memset.p0.i64(ptr align 1 %81, i8 -1, i64 %17, i1 false)
  br label %82

82:                                               ; preds = %49, %47, %28, %71
  %83 = phi i32 [ %30, %71 ], [ %30, %28 ], [ 1, %47 ], [ 1, %49 ]
  %84 = add nuw nsw i64 %29, 1
  %85 = icmp eq i64 %84, 32
  br i1 %85, label %26, label %28

86:                                               ; preds = %26
  %87 = load ptr, ptr %0, align 8
  %88 = getelementptr inbounds %struct.kh_launch, ptr %87, i64 0, i32 20
  %89 = load atomic i64, ptr %88 monotonic, align 8
  br label %90

90:                                               ; preds = %95, %86
  %91 = phi i64 [ %89, %86 ], [ %100, %95 ]
  %92 = load i32, ptr %23, align 4
  %93 = zext i32 %92 to i64
  %94 = icmp ugt i64 %91, %93
  br i1 %94, label %95, label %101

95:                                               ; preds = %90
  %96 = load ptr, ptr %0, align 8
  %97 = getelementptr inbounds %struct.kh_launch, ptr %96, i64 0, i32 20
  %98 = cmpxchg ptr %97, i64 %91, i64 %93 monotonic monotonic, align 8
  %99 = extractvalue { i64, i1 } %98, 1
  %100 = extractvalue { i64, i1 } %98, 0
  br i1 %99, label %101, label %90

101:                                              ; preds = %90, %95
  %102 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 26
  store i32 1, ptr %102, align 4
  br label %103

103:                                              ; preds = %101, %26
  ret i32 %83
}

; Function Attrs: nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_call_pointer(ptr nocapture noundef %0, ptr nocapture noundef writeonly %1, i32 noundef %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, i32 noundef %5, i32 noundef %6) #2 {
  %8 = zext i32 %5 to i64
  %9 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %10 = mul i32 %6, 21
  %11 = add i32 %10, 16
  %12 = zext i32 %11 to i64
  %13 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %14 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %15 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %16 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  %17 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 26
  br label %19

18:                                               ; preds = %80
  ret void

19:                                               ; preds = %7, %80
  %20 = phi i64 [ 0, %7 ], [ %81, %80 ]
  %21 = trunc i64 %20 to i32
  %22 = shl nuw i32 1, %21
  %23 = and i32 %22, %2
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %80, label %25

25:                                               ; preds = %19
  %26 = getelementptr inbounds i64, ptr %3, i64 %20
  %27 = load i64, ptr %26, align 8
  %28 = add i64 %27, -70368744177664
  %29 = lshr i64 %28, 4
  %30 = and i64 %27, 15
  %31 = icmp eq i64 %30, 0
  %32 = icmp ult i64 %29, %8
  %33 = and i1 %31, %32
  br i1 %33, label %34, label %40

34:                                               ; preds = %25
  %35 = getelementptr inbounds i32, ptr %4, i64 %29
  %36 = load i32, ptr %35, align 4
  %37 = icmp eq i32 %36, -1
  br i1 %37, label %40, label %38

38:                                               ; preds = %34
  %39 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %20
  store i32 %36, ptr %39, align 4
  br label %80

40:                                               ; preds = %34, %25
  %41 = load ptr, ptr %9, align 8
  %42 = getelementptr inbounds %struct.kh_fault, ptr %41, i64 %12
  %43 = load i64, ptr %42, align 8
  %44 = icmp eq i64 %43, 0
  br i1 %44, label %47, label %45

45:                                               ; preds = %40
  %46 = add i64 %43, 1
  store i64 %46, ptr %42, align 8
  br label %64

47:                                               ; preds = %40
  %48 = load ptr, ptr %13, align 8
  %49 = getelementptr inbounds %struct.kh_warp, ptr %48, i64 0, i32 7
  %50 = load i32, ptr %49, align 8
  %51 = shl i32 %50, 5
  %52 = or disjoint i32 %51, %21
  %53 = load i32, ptr %14, align 4
  store i64 1, ptr %42, align 8
  %54 = getelementptr inbounds i8, ptr %42, i64 8
  store i64 %27, ptr %54, align 8
  %55 = getelementptr inbounds i8, ptr %42, i64 16
  store i32 %53, ptr %55, align 8
  %56 = getelementptr inbounds i8, ptr %42, i64 20
  store i32 %52, ptr %56, align 4
  %57 = getelementptr inbounds i8, ptr %42, i64 24
  store i32 -1, ptr %57, align 8
  %58 = getelementptr inbounds i8, ptr %42, i64 28
  store i32 0, ptr %58, align 4
  %59 = getelementptr inbounds i8, ptr %42, i64 32
  store i32 0, ptr %59, align 8
  %60 = load ptr, ptr %15, align 8
  %61 = load i64, ptr %16, align 8
  %62 = add i64 %61, 1
  store i64 %62, ptr %16, align 8
  %63 = getelementptr inbounds i32, ptr %60, i64 %61
  store i32 %11, ptr %63, align 4
  br label %64

64:                                               ; preds = %45, %47
  %65 = load ptr, ptr %0, align 8
  %66 = getelementptr inbounds %struct.kh_launch, ptr %65, i64 0, i32 20
  %67 = load atomic i64, ptr %66 monotonic, align 8
  br label %68

68:                                               ; preds = %73, %64
  %69 = phi i64 [ %67, %64 ], [ %78, %73 ]
  %70 = load i32, ptr %14, align 4
  %71 = zext i32 %70 to i64
  %72 = icmp ugt i64 %69, %71
  br i1 %72, label %73, label %79

73:                                               ; preds = %68
  %74 = load ptr, ptr %0, align 8
  %75 = getelementptr inbounds %struct.kh_launch, ptr %74, i64 0, i32 20
  %76 = cmpxchg ptr %75, i64 %69, i64 %71 monotonic monotonic, align 8
  %77 = extractvalue { i64, i1 } %76, 1
  %78 = extractvalue { i64, i1 } %76, 0
  br i1 %77, label %79, label %68

79:                                               ; preds = %68, %73
  store i32 1, ptr %17, align 4
  br label %80

80:                                               ; preds = %38, %79, %19
  %81 = add nuw nsw i64 %20, 1
  %82 = icmp eq i64 %81, 32
  br i1 %82, label %18, label %19
}

; Function Attrs: nofree nounwind uwtable
define void @kh_vprintf(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, ptr nocapture noundef writeonly %4, i32 noundef %5) #15 {
  %7 = alloca [64 x i8], align 16
  %8 = alloca [4096 x i8], align 16
  %9 = alloca [4096 x i8], align 16
  %10 = load ptr, ptr %0, align 8
  %11 = getelementptr inbounds %struct.kh_launch, ptr %10, i64 0, i32 26
  call void @llvm.lifetime.start.p0(i64 4096, ptr nonnull %9) #20
  %12 = getelementptr inbounds i8, ptr %9, i64 4095
  %13 = getelementptr inbounds %struct.kh_launch, ptr %10, i64 0, i32 26, i32 2
  %14 = getelementptr inbounds %struct.kh_launch, ptr %10, i64 0, i32 26, i32 1
  %15 = getelementptr inbounds i8, ptr %8, i64 4095
  %16 = getelementptr inbounds %struct.kh_launch, ptr %10, i64 0, i32 26, i32 3
  br label %18

17:                                               ; preds = %476
  call void @llvm.lifetime.end.p0(i64 4096, ptr nonnull %9) #20
  ret void

18:                                               ; preds = %6, %476
  %19 = phi i64 [ 0, %6 ], [ %477, %476 ]
  %20 = trunc i64 %19 to i32
  %21 = shl nuw i32 1, %20
  %22 = and i32 %21, %1
  %23 = icmp eq i32 %22, 0
  br i1 %23, label %476, label %24

24:                                               ; preds = %18
  %25 = getelementptr inbounds i32, ptr %4, i64 %19
  store i32 -1, ptr %25, align 4
  %26 = getelementptr inbounds i64, ptr %2, i64 %19
  %27 = load i64, ptr %26, align 8
  %28 = icmp eq i64 %27, 0
  br i1 %28, label %476, label %29

29:                                               ; preds = %24, %38
  %30 = phi i64 [ %31, %38 ], [ 0, %24 ]
  %31 = add nuw nsw i64 %30, 1
  %32 = icmp eq i64 %30, 4095
  br i1 %32, label %33, label %34

33:                                               ; preds = %29
  store i8 0, ptr %12, align 1
  br label %42

34:                                               ; preds = %29
  %35 = add i64 %30, %27
  %36 = call i32 @kh_read_byte(ptr noundef nonnull %0, i32 noundef %20, i64 noundef %35, i32 noundef %5)
  %37 = icmp ult i32 %36, 256
  br i1 %37, label %38, label %476

38:                                               ; preds = %34
  %39 = trunc i32 %36 to i8
  %40 = getelementptr inbounds i8, ptr %9, i64 %30
  store i8 %39, ptr %40, align 1
  %41 = icmp eq i32 %36, 0
  br i1 %41, label %42, label %29

42:                                               ; preds = %38, %33
  %43 = getelementptr inbounds i64, ptr %3, i64 %19
  %44 = load i64, ptr %43, align 8
  %45 = load i64, ptr %13, align 8
  %46 = load i8, ptr %9, align 16
  %47 = icmp eq i8 %46, 0
  br i1 %47, label %56, label %48

48:                                               ; preds = %42, %461
  %49 = phi i8 [ %466, %461 ], [ %46, %42 ]
  %50 = phi ptr [ %465, %461 ], [ %9, %42 ]
  %51 = phi i64 [ %463, %461 ], [ 0, %42 ]
  %52 = phi i32 [ %462, %461 ], [ 0, %42 ]
  %53 = load i64, ptr %13, align 8
  %54 = load i64, ptr %14, align 8
  %55 = icmp ult i64 %53, %54
  br i1 %55, label %61, label %56

56:                                               ; preds = %48, %470, %42
  %57 = phi i64 [ %45, %42 ], [ %471, %470 ], [ %53, %48 ]
  %58 = phi i32 [ 0, %42 ], [ %462, %470 ], [ %52, %48 ]
  %59 = load i64, ptr %14, align 8
  %60 = icmp ult i64 %57, %59
  br i1 %60, label %475, label %472

61:                                               ; preds = %48
  %62 = icmp eq i8 %49, 37
  br i1 %62, label %68, label %63

63:                                               ; preds = %61
  %64 = getelementptr inbounds i8, ptr %50, i64 1
  %65 = load ptr, ptr %11, align 8
  %66 = add nuw i64 %53, 1
  store i64 %66, ptr %13, align 8
  %67 = getelementptr inbounds i8, ptr %65, i64 %53
  store i8 %49, ptr %67, align 1
  br label %461

68:                                               ; preds = %61
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %7) #20
  call void @llvm.lifetime.start.p0(i64 4096, ptr nonnull %8) #20
  %69 = load ptr, ptr %11, align 8
  store i8 37, ptr %7, align 16
  br label %70

70:                                               ; preds = %88, %68
  %71 = phi i64 [ %90, %88 ], [ 1, %68 ]
  %72 = phi ptr [ %76, %88 ], [ %50, %68 ]
  %73 = icmp ult i64 %71, 8
  br label %74

74:                                               ; preds = %70, %87
  %75 = phi ptr [ %76, %87 ], [ %72, %70 ]
  %76 = getelementptr inbounds i8, ptr %75, i64 1
  %77 = load i8, ptr %76, align 1
  br label %83

78:                                               ; preds = %83
  %79 = add nuw nsw i64 %85, 1
  %80 = getelementptr inbounds i8, ptr @.str.2, i64 %79
  %81 = load i8, ptr %80, align 1
  %82 = icmp eq i64 %79, 5
  br i1 %82, label %91, label %83

83:                                               ; preds = %78, %74
  %84 = phi i8 [ %81, %78 ], [ 45, %74 ]
  %85 = phi i64 [ %79, %78 ], [ 0, %74 ]
  %86 = icmp eq i8 %84, %77
  br i1 %86, label %87, label %78

87:                                               ; preds = %83
  br i1 %73, label %88, label %74

88:                                               ; preds = %87
  %89 = getelementptr inbounds i8, ptr %7, i64 %71
  %90 = add nuw nsw i64 %71, 1
  store i8 %77, ptr %89, align 1
  br label %70

91:                                               ; preds = %78
  %92 = getelementptr inbounds i8, ptr %7, i64 %71
  %93 = sub i64 %54, %53
  %94 = getelementptr inbounds i8, ptr %69, i64 %53
  %95 = icmp eq i8 %77, 42
  br i1 %95, label %99, label %96

96:                                               ; preds = %91
  %97 = add i8 %77, -48
  %98 = icmp ult i8 %97, 10
  br i1 %98, label %132, label %146

99:                                               ; preds = %91
  %100 = add i64 %51, 3
  %101 = and i64 %100, -4
  %102 = add i64 %101, %44
  br label %103

103:                                              ; preds = %108, %99
  %104 = phi i32 [ 0, %99 ], [ %112, %108 ]
  %105 = phi i64 [ 0, %99 ], [ %118, %108 ]
  %106 = phi i64 [ 0, %99 ], [ %117, %108 ]
  %107 = icmp eq i32 %104, 0
  br i1 %107, label %108, label %120

108:                                              ; preds = %103
  %109 = add i64 %102, %105
  %110 = call i32 @kh_read_byte(ptr noundef nonnull %0, i32 noundef %20, i64 noundef %109, i32 noundef %5)
  %111 = icmp ugt i32 %110, 255
  %112 = zext i1 %111 to i32
  %113 = and i32 %110, 255
  %114 = zext nneg i32 %113 to i64
  %115 = shl i64 %105, 3
  %116 = shl nuw i64 %114, %115
  %117 = or i64 %116, %106
  %118 = add nuw nsw i64 %105, 1
  %119 = icmp eq i64 %118, 4
  br i1 %119, label %120, label %103

120:                                              ; preds = %108, %103
  %121 = phi i32 [ 1, %103 ], [ %112, %108 ]
  %122 = phi i64 [ %106, %103 ], [ %117, %108 ]
  %123 = add i64 %101, 4
  %124 = add i32 %52, 1
  %125 = trunc i64 %122 to i32
  %126 = sub nsw i64 40, %71
  %127 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull %92, i64 noundef %126, ptr noundef nonnull @.str.8, i32 noundef %125)
  %128 = sext i32 %127 to i64
  %129 = add nsw i64 %71, %128
  %130 = getelementptr inbounds i8, ptr %75, i64 2
  %131 = load i8, ptr %130, align 1
  br label %146

132:                                              ; preds = %96, %140
  %133 = phi i64 [ %141, %140 ], [ %71, %96 ]
  %134 = phi i8 [ %143, %140 ], [ %77, %96 ]
  %135 = phi ptr [ %142, %140 ], [ %76, %96 ]
  %136 = icmp slt i64 %133, 40
  br i1 %136, label %137, label %140

137:                                              ; preds = %132
  %138 = getelementptr inbounds i8, ptr %7, i64 %133
  %139 = add nsw i64 %133, 1
  store i8 %134, ptr %138, align 1
  br label %140

140:                                              ; preds = %137, %132
  %141 = phi i64 [ %139, %137 ], [ %133, %132 ]
  %142 = getelementptr inbounds i8, ptr %135, i64 1
  %143 = load i8, ptr %142, align 1
  %144 = add i8 %143, -48
  %145 = icmp ult i8 %144, 10
  br i1 %145, label %132, label %146

146:                                              ; preds = %140, %96, %120
  %147 = phi i8 [ %77, %96 ], [ %131, %120 ], [ %143, %140 ]
  %148 = phi i32 [ %52, %96 ], [ %124, %120 ], [ %52, %140 ]
  %149 = phi i64 [ %51, %96 ], [ %123, %120 ], [ %51, %140 ]
  %150 = phi i32 [ 0, %96 ], [ %121, %120 ], [ 0, %140 ]
  %151 = phi i64 [ %71, %96 ], [ %129, %120 ], [ %141, %140 ]
  %152 = phi ptr [ %76, %96 ], [ %130, %120 ], [ %142, %140 ]
  %153 = getelementptr inbounds i8, ptr %7, i64 %151
  %154 = icmp eq i8 %147, 46
  br i1 %154, label %155, label %212

155:                                              ; preds = %146
  %156 = add nsw i64 %151, 1
  %157 = getelementptr inbounds i8, ptr %7, i64 %156
  store i8 46, ptr %153, align 1
  %158 = getelementptr inbounds i8, ptr %152, i64 1
  %159 = load i8, ptr %158, align 1
  %160 = icmp eq i8 %159, 42
  br i1 %160, label %164, label %161

161:                                              ; preds = %155
  %162 = add i8 %159, -48
  %163 = icmp ult i8 %162, 10
  br i1 %163, label %196, label %212

164:                                              ; preds = %155
  %165 = add i64 %149, 3
  %166 = and i64 %165, -4
  %167 = add i64 %166, %44
  br label %168

168:                                              ; preds = %173, %164
  %169 = phi i32 [ %150, %164 ], [ %177, %173 ]
  %170 = phi i64 [ 0, %164 ], [ %183, %173 ]
  %171 = phi i64 [ 0, %164 ], [ %182, %173 ]
  %172 = icmp eq i32 %169, 0
  br i1 %172, label %173, label %185

173:                                              ; preds = %168
  %174 = add i64 %167, %170
  %175 = call i32 @kh_read_byte(ptr noundef nonnull %0, i32 noundef %20, i64 noundef %174, i32 noundef %5)
  %176 = icmp ugt i32 %175, 255
  %177 = zext i1 %176 to i32
  %178 = and i32 %175, 255
  %179 = zext nneg i32 %178 to i64
  %180 = shl i64 %170, 3
  %181 = shl nuw i64 %179, %180
  %182 = or i64 %181, %171
  %183 = add nuw nsw i64 %170, 1
  %184 = icmp eq i64 %183, 4
  br i1 %184, label %185, label %168

185:                                              ; preds = %173, %168
  %186 = phi i32 [ 1, %168 ], [ %177, %173 ]
  %187 = phi i64 [ %171, %168 ], [ %182, %173 ]
  %188 = add i64 %166, 4
  %189 = add i32 %148, 1
  %190 = trunc i64 %187 to i32
  %191 = sub nsw i64 39, %151
  %192 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull %157, i64 noundef %191, ptr noundef nonnull @.str.8, i32 noundef %190)
  %193 = sext i32 %192 to i64
  %194 = getelementptr inbounds i8, ptr %157, i64 %193
  %195 = getelementptr inbounds i8, ptr %152, i64 2
  br label %212

196:                                              ; preds = %161, %204
  %197 = phi i64 [ %205, %204 ], [ %156, %161 ]
  %198 = phi i8 [ %207, %204 ], [ %159, %161 ]
  %199 = phi ptr [ %206, %204 ], [ %158, %161 ]
  %200 = icmp slt i64 %197, 40
  br i1 %200, label %201, label %204

201:                                              ; preds = %196
  %202 = getelementptr inbounds i8, ptr %7, i64 %197
  %203 = add nsw i64 %197, 1
  store i8 %198, ptr %202, align 1
  br label %204

204:                                              ; preds = %201, %196
  %205 = phi i64 [ %203, %201 ], [ %197, %196 ]
  %206 = getelementptr inbounds i8, ptr %199, i64 1
  %207 = load i8, ptr %206, align 1
  %208 = add i8 %207, -48
  %209 = icmp ult i8 %208, 10
  br i1 %209, label %196, label %210

210:                                              ; preds = %204
  %211 = getelementptr inbounds i8, ptr %7, i64 %205
  br label %212

212:                                              ; preds = %210, %185, %161, %146
  %213 = phi i32 [ %148, %146 ], [ %189, %185 ], [ %148, %161 ], [ %148, %210 ]
  %214 = phi i64 [ %149, %146 ], [ %188, %185 ], [ %149, %161 ], [ %149, %210 ]
  %215 = phi i32 [ %150, %146 ], [ %186, %185 ], [ %150, %161 ], [ %150, %210 ]
  %216 = phi ptr [ %153, %146 ], [ %194, %185 ], [ %157, %161 ], [ %211, %210 ]
  %217 = phi ptr [ %152, %146 ], [ %195, %185 ], [ %158, %161 ], [ %206, %210 ]
  br label %218

218:                                              ; preds = %232, %212
  %219 = phi i32 [ 0, %212 ], [ %235, %232 ]
  %220 = phi i32 [ 0, %212 ], [ %236, %232 ]
  %221 = phi ptr [ %217, %212 ], [ %237, %232 ]
  %222 = load i8, ptr %221, align 1
  br label %228

223:                                              ; preds = %228
  %224 = add nuw nsw i64 %230, 1
  %225 = getelementptr inbounds i8, ptr @.str.3, i64 %224
  %226 = load i8, ptr %225, align 1
  %227 = icmp eq i64 %224, 7
  br i1 %227, label %243, label %228

228:                                              ; preds = %223, %218
  %229 = phi i8 [ %226, %223 ], [ 104, %218 ]
  %230 = phi i64 [ %224, %223 ], [ 0, %218 ]
  %231 = icmp eq i8 %229, %222
  br i1 %231, label %232, label %223

232:                                              ; preds = %228
  %233 = icmp eq i8 %222, 104
  %234 = zext i1 %233 to i32
  %235 = add nuw nsw i32 %219, %234
  %236 = select i1 %233, i32 %220, i32 1
  %237 = getelementptr inbounds i8, ptr %221, i64 1
  br label %218

238:                                              ; preds = %243
  %239 = add nuw nsw i64 %245, 1
  %240 = getelementptr inbounds i8, ptr @.str.4, i64 %239
  %241 = load i8, ptr %240, align 1
  %242 = icmp eq i64 %239, 6
  br i1 %242, label %300, label %243

243:                                              ; preds = %223, %238
  %244 = phi i8 [ %241, %238 ], [ 100, %223 ]
  %245 = phi i64 [ %239, %238 ], [ 0, %223 ]
  %246 = icmp eq i8 %244, %222
  br i1 %246, label %247, label %238

247:                                              ; preds = %243
  %248 = icmp eq i32 %219, 0
  br i1 %248, label %255, label %249

249:                                              ; preds = %247
  %250 = icmp ne i32 %219, 1
  %251 = zext i1 %250 to i64
  %252 = select i1 %250, i64 2, i64 1
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 1 dereferenceable(1) %216, i8 104, i64 %252, i1 false)
  %253 = getelementptr i8, ptr %216, i64 1
  %254 = getelementptr i8, ptr %253, i64 %251
  br label %255

255:                                              ; preds = %249, %247
  %256 = phi ptr [ %216, %247 ], [ %254, %249 ]
  %257 = icmp eq i32 %220, 0
  br i1 %257, label %261, label %258

258:                                              ; preds = %255
  %259 = getelementptr inbounds i8, ptr %256, i64 1
  store i8 108, ptr %256, align 1
  %260 = getelementptr inbounds i8, ptr %256, i64 2
  store i8 108, ptr %259, align 1
  br label %261

261:                                              ; preds = %258, %255
  %262 = phi ptr [ %260, %258 ], [ %256, %255 ]
  %263 = phi i32 [ 8, %258 ], [ 4, %255 ]
  %264 = getelementptr inbounds i8, ptr %262, i64 1
  store i8 %222, ptr %262, align 1
  store i8 0, ptr %264, align 1
  %265 = zext nneg i32 %263 to i64
  %266 = add i64 %214, -1
  %267 = add i64 %266, %265
  %268 = add nsw i32 %263, -1
  %269 = zext nneg i32 %268 to i64
  %270 = xor i64 %269, -1
  %271 = and i64 %267, %270
  %272 = add i64 %271, %44
  br label %273

273:                                              ; preds = %278, %261
  %274 = phi i32 [ %215, %261 ], [ %282, %278 ]
  %275 = phi i64 [ 0, %261 ], [ %288, %278 ]
  %276 = phi i64 [ 0, %261 ], [ %287, %278 ]
  %277 = icmp eq i32 %274, 0
  br i1 %277, label %278, label %290

278:                                              ; preds = %273
  %279 = add i64 %272, %275
  %280 = call i32 @kh_read_byte(ptr noundef nonnull %0, i32 noundef %20, i64 noundef %279, i32 noundef %5)
  %281 = icmp ugt i32 %280, 255
  %282 = zext i1 %281 to i32
  %283 = and i32 %280, 255
  %284 = zext nneg i32 %283 to i64
  %285 = shl i64 %275, 3
  %286 = shl nuw i64 %284, %285
  %287 = or i64 %286, %276
  %288 = add nuw nsw i64 %275, 1
  %289 = icmp eq i64 %288, %265
  br i1 %289, label %290, label %273

290:                                              ; preds = %278, %273
  %291 = phi i32 [ %274, %273 ], [ %282, %278 ]
  %292 = phi i64 [ %276, %273 ], [ %287, %278 ]
  %293 = add i64 %271, %265
  %294 = add i32 %213, 1
  br i1 %257, label %297, label %295

295:                                              ; preds = %290
  %296 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef %94, i64 noundef %93, ptr noundef nonnull %7, i64 noundef %292)
  br label %447

297:                                              ; preds = %290
  %298 = trunc i64 %292 to i32
  %299 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef %94, i64 noundef %93, ptr noundef nonnull %7, i32 noundef %298)
  br label %447

300:                                              ; preds = %238
  %301 = icmp eq i8 %222, 99
  br i1 %301, label %302, label %336

302:                                              ; preds = %300
  %303 = getelementptr inbounds i8, ptr %216, i64 1
  store i8 99, ptr %216, align 1
  store i8 0, ptr %303, align 1
  %304 = add i64 %214, 3
  %305 = and i64 %304, -4
  %306 = add i64 %305, %44
  br label %307

307:                                              ; preds = %312, %302
  %308 = phi i32 [ %215, %302 ], [ %316, %312 ]
  %309 = phi i64 [ 0, %302 ], [ %322, %312 ]
  %310 = phi i64 [ 0, %302 ], [ %321, %312 ]
  %311 = icmp eq i32 %308, 0
  br i1 %311, label %312, label %324

312:                                              ; preds = %307
  %313 = add i64 %306, %309
  %314 = call i32 @kh_read_byte(ptr noundef nonnull %0, i32 noundef %20, i64 noundef %313, i32 noundef %5)
  %315 = icmp ugt i32 %314, 255
  %316 = zext i1 %315 to i32
  %317 = and i32 %314, 255
  %318 = zext nneg i32 %317 to i64
  %319 = shl i64 %309, 3
  %320 = shl nuw i64 %318, %319
  %321 = or i64 %320, %310
  %322 = add nuw nsw i64 %309, 1
  %323 = icmp eq i64 %322, 4
  br i1 %323, label %324, label %307

324:                                              ; preds = %312, %307
  %325 = phi i32 [ %308, %307 ], [ %316, %312 ]
  %326 = phi i64 [ %310, %307 ], [ %321, %312 ]
  %327 = add i64 %305, 4
  %328 = add i32 %213, 1
  %329 = trunc i64 %326 to i32
  %330 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef %94, i64 noundef %93, ptr noundef nonnull %7, i32 noundef %329)
  br label %447

331:                                              ; preds = %336
  %332 = add nuw nsw i64 %338, 1
  %333 = getelementptr inbounds i8, ptr @.str.5, i64 %332
  %334 = load i8, ptr %333, align 1
  %335 = icmp eq i64 %332, 8
  br i1 %335, label %369, label %336

336:                                              ; preds = %300, %331
  %337 = phi i8 [ %334, %331 ], [ 102, %300 ]
  %338 = phi i64 [ %332, %331 ], [ 0, %300 ]
  %339 = icmp eq i8 %337, %222
  br i1 %339, label %340, label %331

340:                                              ; preds = %336
  %341 = add i64 %214, 7
  %342 = and i64 %341, -8
  %343 = add i64 %342, %44
  br label %344

344:                                              ; preds = %349, %340
  %345 = phi i32 [ %215, %340 ], [ %353, %349 ]
  %346 = phi i64 [ 0, %340 ], [ %359, %349 ]
  %347 = phi i64 [ 0, %340 ], [ %358, %349 ]
  %348 = icmp eq i32 %345, 0
  br i1 %348, label %349, label %361

349:                                              ; preds = %344
  %350 = add i64 %343, %346
  %351 = call i32 @kh_read_byte(ptr noundef nonnull %0, i32 noundef %20, i64 noundef %350, i32 noundef %5)
  %352 = icmp ugt i32 %351, 255
  %353 = zext i1 %352 to i32
  %354 = and i32 %351, 255
  %355 = zext nneg i32 %354 to i64
  %356 = shl i64 %346, 3
  %357 = shl nuw i64 %355, %356
  %358 = or i64 %357, %347
  %359 = add nuw nsw i64 %346, 1
  %360 = icmp eq i64 %359, 8
  br i1 %360, label %361, label %344

361:                                              ; preds = %349, %344
  %362 = phi i32 [ %345, %344 ], [ %353, %349 ]
  %363 = phi i64 [ %347, %344 ], [ %358, %349 ]
  %364 = add i64 %342, 8
  %365 = add i32 %213, 1
  %366 = bitcast i64 %363 to double
  %367 = getelementptr inbounds i8, ptr %216, i64 1
  store i8 %222, ptr %216, align 1
  store i8 0, ptr %367, align 1
  %368 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef %94, i64 noundef %93, ptr noundef nonnull %7, double noundef %366)
  br label %447

369:                                              ; preds = %331
  switch i8 %222, label %444 [
    i8 112, label %370
    i8 115, label %399
    i8 37, label %442
  ]

370:                                              ; preds = %369
  %371 = getelementptr inbounds i8, ptr %216, i64 1
  store i8 112, ptr %216, align 1
  store i8 0, ptr %371, align 1
  %372 = add i64 %214, 7
  %373 = and i64 %372, -8
  %374 = add i64 %373, %44
  br label %375

375:                                              ; preds = %380, %370
  %376 = phi i32 [ %215, %370 ], [ %384, %380 ]
  %377 = phi i64 [ 0, %370 ], [ %390, %380 ]
  %378 = phi i64 [ 0, %370 ], [ %389, %380 ]
  %379 = icmp eq i32 %376, 0
  br i1 %379, label %380, label %392

380:                                              ; preds = %375
  %381 = add i64 %374, %377
  %382 = call i32 @kh_read_byte(ptr noundef nonnull %0, i32 noundef %20, i64 noundef %381, i32 noundef %5)
  %383 = icmp ugt i32 %382, 255
  %384 = zext i1 %383 to i32
  %385 = and i32 %382, 255
  %386 = zext nneg i32 %385 to i64
  %387 = shl i64 %377, 3
  %388 = shl nuw i64 %386, %387
  %389 = or i64 %388, %378
  %390 = add nuw nsw i64 %377, 1
  %391 = icmp eq i64 %390, 8
  br i1 %391, label %392, label %375

392:                                              ; preds = %380, %375
  %393 = phi i32 [ %376, %375 ], [ %384, %380 ]
  %394 = phi i64 [ %378, %375 ], [ %389, %380 ]
  %395 = add i64 %373, 8
  %396 = add i32 %213, 1
  %397 = inttoptr i64 %394 to ptr
  %398 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef %94, i64 noundef %93, ptr noundef nonnull %7, ptr noundef %397)
  br label %447

399:                                              ; preds = %369
  %400 = getelementptr inbounds i8, ptr %216, i64 1
  store i8 115, ptr %216, align 1
  store i8 0, ptr %400, align 1
  %401 = add i64 %214, 7
  %402 = and i64 %401, -8
  %403 = add i64 %402, %44
  br label %404

404:                                              ; preds = %412, %399
  %405 = phi i32 [ %215, %399 ], [ %416, %412 ]
  %406 = phi i64 [ 0, %399 ], [ %422, %412 ]
  %407 = phi i64 [ 0, %399 ], [ %421, %412 ]
  %408 = icmp eq i32 %405, 0
  br i1 %408, label %412, label %409

409:                                              ; preds = %404
  %410 = add i64 %402, 8
  %411 = add i32 %213, 1
  br label %447

412:                                              ; preds = %404
  %413 = add i64 %403, %406
  %414 = call i32 @kh_read_byte(ptr noundef nonnull %0, i32 noundef %20, i64 noundef %413, i32 noundef %5)
  %415 = icmp ugt i32 %414, 255
  %416 = zext i1 %415 to i32
  %417 = and i32 %414, 255
  %418 = zext nneg i32 %417 to i64
  %419 = shl i64 %406, 3
  %420 = shl nuw i64 %418, %419
  %421 = or i64 %420, %407
  %422 = add nuw nsw i64 %406, 1
  %423 = icmp eq i64 %422, 8
  br i1 %423, label %424, label %404

424:                                              ; preds = %412
  %425 = add i64 %402, 8
  %426 = add i32 %213, 1
  br i1 %415, label %447, label %427

427:                                              ; preds = %424, %436
  %428 = phi i64 [ %429, %436 ], [ 0, %424 ]
  %429 = add nuw nsw i64 %428, 1
  %430 = icmp eq i64 %428, 4095
  br i1 %430, label %431, label %432

431:                                              ; preds = %427
  store i8 0, ptr %15, align 1
  br label %440

432:                                              ; preds = %427
  %433 = add i64 %428, %421
  %434 = call i32 @kh_read_byte(ptr noundef nonnull %0, i32 noundef %20, i64 noundef %433, i32 noundef %5)
  %435 = icmp ult i32 %434, 256
  br i1 %435, label %436, label %447

436:                                              ; preds = %432
  %437 = trunc i32 %434 to i8
  %438 = getelementptr inbounds i8, ptr %8, i64 %428
  store i8 %437, ptr %438, align 1
  %439 = icmp eq i32 %434, 0
  br i1 %439, label %440, label %427

440:                                              ; preds = %436, %431
  %441 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef %94, i64 noundef %93, ptr noundef nonnull %7, ptr noundef nonnull %8)
  br label %447

442:                                              ; preds = %369
  %443 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef %94, i64 noundef %93, ptr noundef nonnull @.str.6)
  br label %447

444:                                              ; preds = %369
  store i8 0, ptr %216, align 1
  %445 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef %94, i64 noundef %93, ptr noundef nonnull @.str.7, ptr noundef nonnull %7)
  %446 = getelementptr inbounds i8, ptr %221, i64 -1
  br label %447

447:                                              ; preds = %432, %409, %295, %297, %324, %361, %392, %424, %440, %442, %444
  %448 = phi i32 [ %294, %297 ], [ %294, %295 ], [ %328, %324 ], [ %365, %361 ], [ %213, %444 ], [ %213, %442 ], [ %426, %440 ], [ %426, %424 ], [ %396, %392 ], [ %411, %409 ], [ %426, %432 ]
  %449 = phi i64 [ %293, %297 ], [ %293, %295 ], [ %327, %324 ], [ %364, %361 ], [ %214, %444 ], [ %214, %442 ], [ %425, %440 ], [ %425, %424 ], [ %395, %392 ], [ %410, %409 ], [ %425, %432 ]
  %450 = phi i32 [ %291, %297 ], [ %291, %295 ], [ %325, %324 ], [ %362, %361 ], [ %215, %444 ], [ %215, %442 ], [ 0, %440 ], [ 1, %424 ], [ %393, %392 ], [ %405, %409 ], [ 1, %432 ]
  %451 = phi i32 [ %299, %297 ], [ %296, %295 ], [ %330, %324 ], [ %368, %361 ], [ %445, %444 ], [ %443, %442 ], [ %441, %440 ], [ 0, %424 ], [ %398, %392 ], [ 0, %409 ], [ 0, %432 ]
  %452 = phi ptr [ %221, %297 ], [ %221, %295 ], [ %221, %324 ], [ %221, %361 ], [ %446, %444 ], [ %221, %442 ], [ %221, %440 ], [ %221, %424 ], [ %221, %392 ], [ %221, %409 ], [ %221, %432 ]
  %453 = call i32 @llvm.smax.i32(i32 %451, i32 0)
  %454 = zext nneg i32 %453 to i64
  %455 = load i64, ptr %13, align 8
  %456 = add i64 %455, %454
  store i64 %456, ptr %13, align 8
  %457 = load i8, ptr %452, align 1
  %458 = icmp ne i8 %457, 0
  %459 = zext i1 %458 to i64
  %460 = getelementptr inbounds i8, ptr %452, i64 %459
  call void @llvm.lifetime.end.p0(i64 4096, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %7) #20
  br label %461

461:                                              ; preds = %447, %63
  %462 = phi i32 [ %448, %447 ], [ %52, %63 ]
  %463 = phi i64 [ %449, %447 ], [ %51, %63 ]
  %464 = phi i32 [ %450, %447 ], [ 0, %63 ]
  %465 = phi ptr [ %460, %447 ], [ %64, %63 ]
  %466 = load i8, ptr %465, align 1
  %467 = icmp eq i8 %466, 0
  %468 = icmp ne i32 %464, 0
  %469 = select i1 %467, i1 true, i1 %468
  br i1 %469, label %470, label %48

470:                                              ; preds = %461
  %471 = load i64, ptr %13, align 8
  br label %56

472:                                              ; preds = %56
  store i64 %45, ptr %13, align 8
  store i64 %45, ptr %14, align 8
  %473 = load i64, ptr %16, align 8
  %474 = add i64 %473, 1
  store i64 %474, ptr %16, align 8
  br label %475

475:                                              ; preds = %472, %56
  store i32 %58, ptr %25, align 4
  br label %476

476:                                              ; preds = %34, %24, %18, %475
  %477 = add nuw nsw i64 %19, 1
  %478 = icmp eq i64 %477, 32
  br i1 %478, label %17, label %18
}

; Function Attrs: nofree nounwind uwtable
define void @kh_assertfail(ptr nocapture noundef %0, ptr nocapture noundef writeonly %1, i32 noundef %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, ptr nocapture noundef readonly %5, ptr nocapture noundef readonly %6, i32 noundef %7) #15 {
  %9 = alloca [3 x [4096 x i8]], align 16
  %10 = alloca [12288 x i8], align 16
  %11 = alloca [3 x i64], align 16
  call void @llvm.lifetime.start.p0(i64 12288, ptr nonnull %9) #20
  call void @llvm.lifetime.start.p0(i64 12288, ptr nonnull %10) #20
  %12 = getelementptr inbounds i64, ptr %11, i64 1
  %13 = getelementptr inbounds i64, ptr %11, i64 2
  %14 = getelementptr inbounds [3 x [4096 x i8]], ptr %9, i64 0, i64 2
  %15 = getelementptr inbounds [3 x [4096 x i8]], ptr %9, i64 0, i64 1
  %16 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %17 = mul i32 %7, 21
  %18 = add i32 %17, 17
  %19 = zext i32 %18 to i64
  %20 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %21 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %22 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %23 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  br label %41

24:                                               ; preds = %137
  %25 = load ptr, ptr %0, align 8
  %26 = getelementptr inbounds %struct.kh_launch, ptr %25, i64 0, i32 20
  %27 = load atomic i64, ptr %26 monotonic, align 8
  br label %28

28:                                               ; preds = %33, %24
  %29 = phi i64 [ %27, %24 ], [ %38, %33 ]
  %30 = load i32, ptr %21, align 4
  %31 = zext i32 %30 to i64
  %32 = icmp ugt i64 %29, %31
  br i1 %32, label %33, label %39

33:                                               ; preds = %28
  %34 = load ptr, ptr %0, align 8
  %35 = getelementptr inbounds %struct.kh_launch, ptr %34, i64 0, i32 20
  %36 = cmpxchg ptr %35, i64 %29, i64 %31 monotonic monotonic, align 8
  %37 = extractvalue { i64, i1 } %36, 1
  %38 = extractvalue { i64, i1 } %36, 0
  br i1 %37, label %39, label %28

39:                                               ; preds = %28, %33
  %40 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 26
  store i32 1, ptr %40, align 4
  call void @llvm.lifetime.end.p0(i64 12288, ptr nonnull %10) #20
  call void @llvm.lifetime.end.p0(i64 12288, ptr nonnull %9) #20
  ret void

41:                                               ; preds = %8, %137
  %42 = phi i64 [ 0, %8 ], [ %139, %137 ]
  %43 = phi i64 [ 0, %8 ], [ %138, %137 ]
  %44 = trunc i64 %42 to i32
  %45 = shl nuw i32 1, %44
  %46 = and i32 %45, %2
  %47 = icmp eq i32 %46, 0
  br i1 %47, label %137, label %48

48:                                               ; preds = %41
  %49 = icmp eq i64 %43, 0
  br i1 %49, label %50, label %112

50:                                               ; preds = %48
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %11) #20
  %51 = getelementptr inbounds i64, ptr %3, i64 %42
  %52 = load i64, ptr %51, align 8
  store i64 %52, ptr %11, align 16
  %53 = getelementptr inbounds i64, ptr %4, i64 %42
  %54 = load i64, ptr %53, align 8
  store i64 %54, ptr %12, align 8
  %55 = getelementptr inbounds i64, ptr %6, i64 %42
  %56 = load i64, ptr %55, align 8
  store i64 %56, ptr %13, align 16
  br label %86

57:                                               ; preds = %109
  %58 = getelementptr inbounds i32, ptr %5, i64 %42
  %59 = load i32, ptr %58, align 4
  %60 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %10, i64 noundef 12288, ptr noundef nonnull @.str.1, ptr noundef nonnull %9, ptr noundef nonnull %14, ptr noundef nonnull %15, i32 noundef %59)
  %61 = load ptr, ptr %0, align 8
  %62 = getelementptr inbounds %struct.kh_launch, ptr %61, i64 0, i32 27
  %63 = load i8, ptr %10, align 16
  %64 = icmp eq i8 %63, 0
  br i1 %64, label %65, label %73

65:                                               ; preds = %73, %57
  %66 = phi i64 [ 1, %57 ], [ %76, %73 ]
  %67 = getelementptr inbounds %struct.kh_launch, ptr %61, i64 0, i32 27, i32 2
  %68 = atomicrmw add ptr %67, i64 %66 monotonic, align 8
  %69 = add i64 %68, %66
  %70 = getelementptr inbounds %struct.kh_launch, ptr %61, i64 0, i32 27, i32 1
  %71 = load i64, ptr %70, align 8
  %72 = icmp ugt i64 %69, %71
  br i1 %72, label %84, label %80

73:                                               ; preds = %57, %73
  %74 = phi i64 [ %76, %73 ], [ 1, %57 ]
  %75 = phi ptr [ %77, %73 ], [ %10, %57 ]
  %76 = add i64 %74, 1
  %77 = getelementptr inbounds i8, ptr %75, i64 1
  %78 = load i8, ptr %77, align 1
  %79 = icmp eq i8 %78, 0
  br i1 %79, label %65, label %73

80:                                               ; preds = %65
  %81 = load ptr, ptr %62, align 8
  %82 = getelementptr inbounds i8, ptr %81, i64 %68
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %82, ptr nonnull align 16 %10, i64 %66, i1 false)
  %83 = add i64 %68, 1
  br label %84

84:                                               ; preds = %65, %80
  %85 = phi i64 [ %83, %80 ], [ 0, %65 ]
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %11) #20
  br label %112

86:                                               ; preds = %50, %109
  %87 = phi i64 [ 0, %50 ], [ %110, %109 ]
  %88 = getelementptr inbounds [3 x i64], ptr %11, i64 0, i64 %87
  %89 = load i64, ptr %88, align 8
  %90 = icmp eq i64 %89, 0
  br i1 %90, label %107, label %91

91:                                               ; preds = %86
  %92 = getelementptr inbounds [3 x [4096 x i8]], ptr %9, i64 0, i64 %87
  br label %93

93:                                               ; preds = %103, %91
  %94 = phi i64 [ %95, %103 ], [ 0, %91 ]
  %95 = add nuw nsw i64 %94, 1
  %96 = icmp eq i64 %94, 4095
  br i1 %96, label %97, label %99

97:                                               ; preds = %93
  %98 = getelementptr inbounds i8, ptr %92, i64 4095
  store i8 0, ptr %98, align 1
  br label %109

99:                                               ; preds = %93
  %100 = add i64 %94, %89
  %101 = call i32 @kh_read_byte(ptr noundef %0, i32 noundef %44, i64 noundef %100, i32 noundef %7)
  %102 = icmp ult i32 %101, 256
  br i1 %102, label %103, label %107

103:                                              ; preds = %99
  %104 = trunc i32 %101 to i8
  %105 = getelementptr inbounds i8, ptr %92, i64 %94
  store i8 %104, ptr %105, align 1
  %106 = icmp eq i32 %101, 0
  br i1 %106, label %109, label %93

107:                                              ; preds = %99, %86
  %108 = getelementptr inbounds [3 x [4096 x i8]], ptr %9, i64 0, i64 %87
  store i16 63, ptr %108, align 16
  br label %109

109:                                              ; preds = %103, %97, %107
  %110 = add nuw nsw i64 %87, 1
  %111 = icmp eq i64 %110, 3
  br i1 %111, label %57, label %86

112:                                              ; preds = %84, %48
  %113 = phi i64 [ %43, %48 ], [ %85, %84 ]
  %114 = load ptr, ptr %16, align 8
  %115 = getelementptr inbounds %struct.kh_fault, ptr %114, i64 %19
  %116 = load i64, ptr %115, align 8
  %117 = icmp eq i64 %116, 0
  br i1 %117, label %120, label %118

118:                                              ; preds = %112
  %119 = add i64 %116, 1
  store i64 %119, ptr %115, align 8
  br label %137

120:                                              ; preds = %112
  %121 = load ptr, ptr %20, align 8
  %122 = getelementptr inbounds %struct.kh_warp, ptr %121, i64 0, i32 7
  %123 = load i32, ptr %122, align 8
  %124 = shl i32 %123, 5
  %125 = add nuw nsw i32 %124, %44
  %126 = load i32, ptr %21, align 4
  store i64 1, ptr %115, align 8
  %127 = getelementptr inbounds i8, ptr %115, i64 8
  store i64 %113, ptr %127, align 8
  %128 = getelementptr inbounds i8, ptr %115, i64 16
  store i32 %126, ptr %128, align 8
  %129 = getelementptr inbounds i8, ptr %115, i64 20
  store i32 %125, ptr %129, align 4
  %130 = getelementptr inbounds i8, ptr %115, i64 24
  store i32 -1, ptr %130, align 8
  %131 = getelementptr inbounds i8, ptr %115, i64 28
  store i32 0, ptr %131, align 4
  %132 = getelementptr inbounds i8, ptr %115, i64 32
  store i32 0, ptr %132, align 8
  %133 = load ptr, ptr %22, align 8
  %134 = load i64, ptr %23, align 8
  %135 = add i64 %134, 1
  store i64 %135, ptr %23, align 8
  %136 = getelementptr inbounds i32, ptr %133, i64 %134
  store i32 %18, ptr %136, align 4
  br label %137

137:                                              ; preds = %120, %118, %41
  %138 = phi i64 [ %43, %41 ], [ %113, %118 ], [ %113, %120 ]
  %139 = add nuw nsw i64 %42, 1
  %140 = icmp eq i64 %139, 32
  br i1 %140, label %24, label %41
}

; Function Attrs: nofree nounwind
declare noundef i32 @snprintf(ptr noalias nocapture noundef writeonly, i64 noundef, ptr nocapture noundef readonly, ...) #16

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_malloc(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef %3) #4 {
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 28, i32 1
  %7 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 3
  %8 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 28, i32 4
  %9 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 28, i32 2
  %10 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 28, i32 5
  %11 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 28, i32 6
  %12 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 8
  br label %14

13:                                               ; preds = %114
  ret void

14:                                               ; preds = %4, %114
  %15 = phi i64 [ 0, %4 ], [ %115, %114 ]
  %16 = trunc i64 %15 to i32
  %17 = shl nuw i32 1, %16
  %18 = and i32 %17, %1
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %114, label %20

20:                                               ; preds = %14
  %21 = getelementptr inbounds i64, ptr %3, i64 %15
  store i64 0, ptr %21, align 8
  %22 = getelementptr inbounds i64, ptr %2, i64 %15
  %23 = load i64, ptr %22, align 8
  %24 = icmp eq i64 %23, 0
  br i1 %24, label %114, label %25

25:                                               ; preds = %20
  %26 = load i64, ptr %6, align 8
  %27 = icmp ugt i64 %23, %26
  br i1 %27, label %114, label %28

28:                                               ; preds = %25
  %29 = load i64, ptr %7, align 8
  %30 = load i64, ptr %8, align 8
  %31 = icmp eq i64 %29, %30
  br i1 %31, label %114, label %32

32:                                               ; preds = %28
  %33 = add i64 %23, 15
  %34 = and i64 %33, -16
  %35 = load i64, ptr %9, align 8
  %36 = sub i64 %26, %35
  %37 = add i64 %34, 64
  %38 = icmp ult i64 %36, %37
  br i1 %38, label %39, label %44

39:                                               ; preds = %32
  %40 = load i64, ptr %11, align 8
  %41 = icmp eq i64 %40, 0
  br i1 %41, label %56, label %42

42:                                               ; preds = %39
  %43 = load ptr, ptr %10, align 8
  br label %48

44:                                               ; preds = %32
  %45 = add i64 %35, 131941395333120
  store i64 %45, ptr %21, align 8
  %46 = load i64, ptr %9, align 8
  %47 = add i64 %46, %37
  store i64 %47, ptr %9, align 8
  br label %77

48:                                               ; preds = %42, %53
  %49 = phi i64 [ 0, %42 ], [ %54, %53 ]
  %50 = getelementptr inbounds %struct.kh_alloc, ptr %43, i64 %49, i32 1
  %51 = load i64, ptr %50, align 8
  %52 = icmp ult i64 %51, %34
  br i1 %52, label %53, label %56

53:                                               ; preds = %48
  %54 = add nuw i64 %49, 1
  %55 = icmp eq i64 %54, %40
  br i1 %55, label %114, label %48

56:                                               ; preds = %48, %39
  %57 = phi i64 [ 0, %39 ], [ %49, %48 ]
  %58 = icmp eq i64 %57, %40
  br i1 %58, label %114, label %59

59:                                               ; preds = %56
  %60 = load ptr, ptr %10, align 8
  %61 = getelementptr inbounds %struct.kh_alloc, ptr %60, i64 %57
  %62 = load i64, ptr %61, align 8
  store i64 %62, ptr %21, align 8
  %63 = load ptr, ptr %10, align 8
  %64 = getelementptr inbounds %struct.kh_alloc, ptr %63, i64 %57, i32 1
  %65 = load i64, ptr %64, align 8
  %66 = load i64, ptr %11, align 8
  %67 = add i64 %66, -1
  store i64 %67, ptr %11, align 8
  %68 = icmp ult i64 %57, %67
  br i1 %68, label %69, label %77

69:                                               ; preds = %59, %69
  %70 = phi i64 [ %73, %69 ], [ %57, %59 ]
  %71 = load ptr, ptr %10, align 8
  %72 = getelementptr inbounds %struct.kh_alloc, ptr %71, i64 %70
  %73 = add nuw i64 %70, 1
  %74 = getelementptr inbounds %struct.kh_alloc, ptr %71, i64 %73
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(48) %72, ptr noundef nonnull align 8 dereferenceable(48) %74, i64 48, i1 false)
  %75 = load i64, ptr %11, align 8
  %76 = icmp ult i64 %73, %75
  br i1 %76, label %69, label %77

77:                                               ; preds = %69, %59, %44
  %78 = phi i64 [ %34, %44 ], [ %65, %59 ], [ %65, %69 ]
  %79 = load i64, ptr %21, align 8
  %80 = load i64, ptr %22, align 8
  %81 = load ptr, ptr %0, align 8
  %82 = getelementptr inbounds %struct.kh_launch, ptr %81, i64 0, i32 3
  %83 = load i64, ptr %82, align 8
  %84 = add i64 %83, 1
  store i64 %84, ptr %82, align 8
  %85 = getelementptr inbounds %struct.kh_launch, ptr %81, i64 0, i32 2
  %86 = getelementptr inbounds %struct.kh_launch, ptr %81, i64 0, i32 28, i32 3
  %87 = load i64, ptr %86, align 8
  %88 = icmp ugt i64 %83, %87
  br i1 %88, label %89, label %100

89:                                               ; preds = %77, %96
  %90 = phi i64 [ %97, %96 ], [ %83, %77 ]
  %91 = load ptr, ptr %85, align 8
  %92 = getelementptr %struct.kh_alloc, ptr %91, i64 %90
  %93 = getelementptr %struct.kh_alloc, ptr %92, i64 -1
  %94 = load i64, ptr %93, align 8
  %95 = icmp ugt i64 %94, %79
  br i1 %95, label %96, label %100

96:                                               ; preds = %89
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(48) %92, ptr noundef nonnull align 8 dereferenceable(48) %93, i64 48, i1 false)
  %97 = add i64 %90, -1
  %98 = load i64, ptr %86, align 8
  %99 = icmp ugt i64 %97, %98
  br i1 %99, label %89, label %100

100:                                              ; preds = %89, %96, %77
  %101 = phi i64 [ %83, %77 ], [ %90, %89 ], [ %97, %96 ]
  %102 = getelementptr inbounds %struct.kh_launch, ptr %81, i64 0, i32 28
  %103 = add i64 %80, %79
  %104 = load ptr, ptr %102, align 8
  %105 = getelementptr i8, ptr %104, i64 %79
  %106 = getelementptr i8, ptr %105, i64 -131941395333120
  %107 = load ptr, ptr %85, align 8
  %108 = getelementptr inbounds %struct.kh_alloc, ptr %107, i64 %101
  store i64 %79, ptr %108, align 8
  %109 = getelementptr inbounds i8, ptr %108, i64 8
  store i64 %78, ptr %109, align 8
  %110 = getelementptr inbounds i8, ptr %108, i64 16
  store i64 %79, ptr %110, align 8
  %111 = getelementptr inbounds i8, ptr %108, i64 24
  store i64 %103, ptr %111, align 8
  %112 = getelementptr inbounds i8, ptr %108, i64 32
  store ptr %106, ptr %112, align 8
  %113 = getelementptr inbounds i8, ptr %108, i64 40
  store i64 0, ptr %113, align 8
  tail call void @llvm.memset.p0.i64(ptr align 1 %106, i8 -1, i64 %78, i1 false)
  store ptr null, ptr %12, align 8
  br label %114

114:                                              ; preds = %53, %56, %100, %20, %25, %28, %14
  %115 = add nuw nsw i64 %15, 1
  %116 = icmp eq i64 %115, 32
  br i1 %116, label %13, label %14
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_free(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, i32 noundef %3) #4 {
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 28, i32 3
  %7 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 2
  %8 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 3
  %9 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 28, i32 6
  %10 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 28, i32 4
  %11 = getelementptr inbounds %struct.kh_launch, ptr %5, i64 0, i32 28, i32 5
  %12 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 8
  %13 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %14 = mul i32 %3, 21
  %15 = add i32 %14, 18
  %16 = zext i32 %15 to i64
  %17 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %18 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %19 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 1
  %20 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7, i32 2
  br label %22

21:                                               ; preds = %97
  ret void

22:                                               ; preds = %4, %97
  %23 = phi i64 [ 0, %4 ], [ %98, %97 ]
  %24 = trunc i64 %23 to i32
  %25 = shl nuw i32 1, %24
  %26 = and i32 %25, %1
  %27 = icmp eq i32 %26, 0
  br i1 %27, label %97, label %28

28:                                               ; preds = %22
  %29 = getelementptr inbounds i64, ptr %2, i64 %23
  %30 = load i64, ptr %29, align 8
  %31 = icmp eq i64 %30, 0
  br i1 %31, label %97, label %32

32:                                               ; preds = %28
  %33 = load i64, ptr %6, align 8
  %34 = load i64, ptr %8, align 8
  %35 = icmp ult i64 %33, %34
  br i1 %35, label %36, label %46

36:                                               ; preds = %32
  %37 = load ptr, ptr %7, align 8
  br label %38

38:                                               ; preds = %36, %43
  %39 = phi i64 [ %33, %36 ], [ %44, %43 ]
  %40 = getelementptr inbounds %struct.kh_alloc, ptr %37, i64 %39
  %41 = load i64, ptr %40, align 8
  %42 = icmp eq i64 %41, %30
  br i1 %42, label %46, label %43

43:                                               ; preds = %38
  %44 = add i64 %39, 1
  %45 = icmp eq i64 %44, %34
  br i1 %45, label %49, label %38

46:                                               ; preds = %38, %32
  %47 = phi i64 [ %33, %32 ], [ %39, %38 ]
  %48 = icmp eq i64 %47, %34
  br i1 %48, label %49, label %73

49:                                               ; preds = %43, %46
  %50 = load ptr, ptr %13, align 8
  %51 = getelementptr inbounds %struct.kh_fault, ptr %50, i64 %16
  %52 = load i64, ptr %51, align 8
  %53 = icmp eq i64 %52, 0
  br i1 %53, label %56, label %54

54:                                               ; preds = %49
  %55 = add i64 %52, 1
  store i64 %55, ptr %51, align 8
  br label %97

56:                                               ; preds = %49
  %57 = load ptr, ptr %17, align 8
  %58 = getelementptr inbounds %struct.kh_warp, ptr %57, i64 0, i32 7
  %59 = load i32, ptr %58, align 8
  %60 = shl i32 %59, 5
  %61 = add nuw nsw i32 %60, %24
  %62 = load i32, ptr %18, align 4
  store i64 1, ptr %51, align 8
  %63 = getelementptr inbounds i8, ptr %51, i64 8
  store i64 %30, ptr %63, align 8
  %64 = getelementptr inbounds i8, ptr %51, i64 16
  store i32 %62, ptr %64, align 8
  %65 = getelementptr inbounds i8, ptr %51, i64 20
  store i32 %61, ptr %65, align 4
  %66 = getelementptr inbounds i8, ptr %51, i64 24
  store i32 -1, ptr %66, align 8
  %67 = getelementptr inbounds i8, ptr %51, i64 28
  store i32 0, ptr %67, align 4
  %68 = getelementptr inbounds i8, ptr %51, i64 32
  store i32 0, ptr %68, align 8
  %69 = load ptr, ptr %19, align 8
  %70 = load i64, ptr %20, align 8
  %71 = add i64 %70, 1
  store i64 %71, ptr %20, align 8
  %72 = getelementptr inbounds i32, ptr %69, i64 %70
  store i32 %15, ptr %72, align 4
  br label %97

73:                                               ; preds = %46
  %74 = load i64, ptr %9, align 8
  %75 = load i64, ptr %10, align 8
  %76 = icmp ult i64 %74, %75
  br i1 %76, label %77, label %84

77:                                               ; preds = %73
  %78 = load ptr, ptr %11, align 8
  %79 = add nuw i64 %74, 1
  store i64 %79, ptr %9, align 8
  %80 = getelementptr inbounds %struct.kh_alloc, ptr %78, i64 %74
  %81 = load ptr, ptr %7, align 8
  %82 = getelementptr inbounds %struct.kh_alloc, ptr %81, i64 %47
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(48) %80, ptr noundef nonnull align 8 dereferenceable(48) %82, i64 48, i1 false)
  %83 = load i64, ptr %8, align 8
  br label %84

84:                                               ; preds = %77, %73
  %85 = phi i64 [ %83, %77 ], [ %34, %73 ]
  %86 = add i64 %85, -1
  store i64 %86, ptr %8, align 8
  %87 = icmp ult i64 %47, %86
  br i1 %87, label %88, label %96

88:                                               ; preds = %84, %88
  %89 = phi i64 [ %92, %88 ], [ %47, %84 ]
  %90 = load ptr, ptr %7, align 8
  %91 = getelementptr inbounds %struct.kh_alloc, ptr %90, i64 %89
  %92 = add nuw i64 %89, 1
  %93 = getelementptr inbounds %struct.kh_alloc, ptr %90, i64 %92
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(48) %91, ptr noundef nonnull align 8 dereferenceable(48) %93, i64 48, i1 false)
  %94 = load i64, ptr %8, align 8
  %95 = icmp ult i64 %92, %94
  br i1 %95, label %88, label %96

96:                                               ; preds = %88, %84
  store ptr null, ptr %12, align 8
  br label %97

97:                                               ; preds = %56, %54, %96, %22, %28
  %98 = add nuw nsw i64 %23, 1
  %99 = icmp eq i64 %98, 32
  br i1 %99, label %21, label %22
}

; Function Attrs: mustprogress nofree norecurse nounwind willreturn memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_suspect(ptr nocapture noundef readonly %0, i32 noundef %1) #17 {
  %3 = load ptr, ptr %0, align 8
  %4 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 23
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
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %8) #20
  %28 = add nsw i64 %27, -1
  br label %62

29:                                               ; preds = %83
  %30 = getelementptr inbounds i64, ptr %16, i64 %18
  %31 = getelementptr inbounds i64, ptr %30, i64 %20
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %7) #20
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
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %7) #20
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %8) #20
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
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %9) #20
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
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %6) #20
  %167 = add nsw i64 %166, -1
  br label %201

168:                                              ; preds = %222
  %169 = getelementptr inbounds i64, ptr %159, i64 %161
  %170 = getelementptr inbounds i64, ptr %169, i64 %163
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %5) #20
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
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %5) #20
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %6) #20
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
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %4) #20
  br label %315

278:                                              ; preds = %337
  %279 = add nuw nsw i64 %276, 8
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %3) #20
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
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %3) #20
  %312 = add i32 %311, %277
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %4) #20
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
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %9) #20
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
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %9) #20
  %40 = icmp eq ptr %4, null
  br label %74

41:                                               ; preds = %102
  %42 = getelementptr inbounds i64, ptr %35, i64 %37
  %43 = getelementptr inbounds i64, ptr %42, i64 %39
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %8) #20
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
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %9) #20
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
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %5) #20
  call void @llvm.lifetime.start.p0(i64 8192, ptr nonnull %6) #20
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
  call void @llvm.lifetime.end.p0(i64 8192, ptr nonnull %6) #20
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %5) #20
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
define internal fastcc noundef i32 @find_range(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, ptr nocapture noundef %4, ptr nocapture noundef writeonly %5, ptr nocapture noundef writeonly %6, ptr nocapture noundef writeonly %7) unnamed_addr #18 {
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
declare i64 @llvm.umin.i64(i64, i64) #19

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umin.i32(i32, i32) #19

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32) #19

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fabs.f32(float) #19

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #19

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i16 @llvm.smax.i16(i16, i16) #19

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i16 @llvm.umax.i16(i16, i16) #19

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i16 @llvm.smin.i16(i16, i16) #19

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i16 @llvm.umin.i16(i16, i16) #19

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smin.i32(i32, i32) #19

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smax.i64(i64, i64) #19

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umax.i64(i64, i64) #19

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #19

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i128 @llvm.smax.i128(i128, i128) #19

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i128 @llvm.umax.i128(i128, i128) #19

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i128 @llvm.smin.i128(i128, i128) #19

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i128 @llvm.umin.i128(i128, i128) #19

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fabs.f64(double) #19

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.usub.sat.i32(i32, i32) #19

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.abs.i64(i64, i1 immarg) #19

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


