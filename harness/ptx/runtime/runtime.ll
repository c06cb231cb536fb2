; sources sha256 509873013608dd95afbf2b04d650f537fd85ccae01028aba600f35c1bd70cef7, ziglang 0.13.0

%struct.kh_worker = type { ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, [3 x i32], i32, i64, [16 x %struct.kh_barrier] }
%struct.kh_barrier = type { i32, i32, i32, i32, i32 }
%struct.kh_fault = type { i64, i64, i32, i32 }
%struct.kh_warp = type { [3 x [32 x i32]], [32 x i32], [32 x i32], [32 x i32], ptr, i64, i64, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32 }
%struct.kh_launch = type { ptr, ptr, ptr, i64, [3 x i32], [3 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i64, i64, i64, i64 }
%struct.kh_alloc = type { i64, i64, i64, i64, ptr }

@__const.kh_abi.facts = private unnamed_addr constant [10 x i64] [i64 40, i64 24, i64 120, i64 872, i64 408, i64 112, i64 768, i64 864, i64 88, i64 10], align 16
@kh_atomic_add_float.sizes = internal unnamed_addr constant [6 x i8] c"\04\08\02\02\04\04", align 1
@kh_rounding_codes = global [4 x i32] zeroinitializer, align 16
@exp2_double.terms = internal unnamed_addr constant [13 x double] [double 0x3E21EED8EFF8D898, double 0x3E5AE64567F544E4, double 0x3E927E4FB7789F5C, double 0x3EC71DE3A556C734, double 0x3EFA01A01A01A01A, double 0x3F2A01A01A01A01A, double 0x3F56C16C16C16C17, double 0x3F81111111111111, double 0x3FA5555555555555, double 0x3FC5555555555555, double 5.000000e-01, double 1.000000e+00, double 1.000000e+00], align 16

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_report(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i64 noundef %4) #0 {
  %6 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 6
  %7 = load ptr, ptr %6, align 8
  %8 = zext i32 %1 to i64
  %9 = mul nuw nsw i64 %8, 10
  %10 = zext i32 %2 to i64
  %11 = getelementptr %struct.kh_fault, ptr %7, i64 %9
  %12 = getelementptr %struct.kh_fault, ptr %11, i64 %10
  %13 = load i64, ptr %12, align 8
  %14 = add i64 %13, 1
  store i64 %14, ptr %12, align 8
  %15 = icmp eq i64 %13, 0
  br i1 %15, label %16, label %32

16:                                               ; preds = %5
  %17 = getelementptr %struct.kh_fault, ptr %11, i64 %10, i32 1
  store i64 %4, ptr %17, align 8
  %18 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 9
  %19 = load i32, ptr %18, align 4
  %20 = getelementptr %struct.kh_fault, ptr %11, i64 %10, i32 2
  store i32 %19, ptr %20, align 8
  %21 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %22 = load ptr, ptr %21, align 8
  %23 = icmp eq ptr %22, null
  br i1 %23, label %29, label %24

24:                                               ; preds = %16
  %25 = getelementptr inbounds %struct.kh_warp, ptr %22, i64 0, i32 7
  %26 = load i32, ptr %25, align 8
  %27 = shl i32 %26, 5
  %28 = add i32 %27, %3
  br label %29

29:                                               ; preds = %16, %24
  %30 = phi i32 [ %28, %24 ], [ 0, %16 ]
  %31 = getelementptr %struct.kh_fault, ptr %11, i64 %10, i32 3
  store i32 %30, ptr %31, align 4
  br label %32

32:                                               ; preds = %29, %5
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) uwtable
define i32 @kh_refill(ptr nocapture noundef readonly %0, ptr nocapture noundef %1, i32 noundef %2) #2 {
  %4 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 6
  %5 = load i64, ptr %4, align 8
  %6 = add i64 %5, 262144
  store i64 %6, ptr %4, align 8
  %7 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 5
  %8 = load i64, ptr %7, align 8
  %9 = add nsw i64 %8, 262144
  store i64 %9, ptr %7, align 8
  %10 = load ptr, ptr %0, align 8
  %11 = getelementptr inbounds %struct.kh_launch, ptr %10, i64 0, i32 14
  %12 = load i64, ptr %11, align 8
  %13 = icmp ugt i64 %6, %12
  br i1 %13, label %14, label %62

14:                                               ; preds = %3
  %15 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 10
  %16 = load i32, ptr %15, align 4
  %17 = tail call i32 @llvm.umax.i32(i32 %16, i32 1)
  %18 = tail call i32 @llvm.cttz.i32(i32 %17, i1 true)
  %19 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 6
  %20 = load ptr, ptr %19, align 8
  %21 = zext i32 %2 to i64
  %22 = mul nuw nsw i64 %21, 10
  %23 = getelementptr %struct.kh_fault, ptr %20, i64 %22
  %24 = getelementptr %struct.kh_fault, ptr %23, i64 8
  %25 = load i64, ptr %24, align 8
  %26 = add i64 %25, 1
  store i64 %26, ptr %24, align 8
  %27 = icmp eq i64 %25, 0
  br i1 %27, label %28, label %44

28:                                               ; preds = %14
  %29 = getelementptr %struct.kh_fault, ptr %23, i64 8, i32 1
  store i64 0, ptr %29, align 8
  %30 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 9
  %31 = load i32, ptr %30, align 4
  %32 = getelementptr %struct.kh_fault, ptr %23, i64 8, i32 2
  store i32 %31, ptr %32, align 8
  %33 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %34 = load ptr, ptr %33, align 8
  %35 = icmp eq ptr %34, null
  br i1 %35, label %41, label %36

36:                                               ; preds = %28
  %37 = getelementptr inbounds %struct.kh_warp, ptr %34, i64 0, i32 7
  %38 = load i32, ptr %37, align 8
  %39 = shl i32 %38, 5
  %40 = or disjoint i32 %39, %18
  br label %41

41:                                               ; preds = %36, %28
  %42 = phi i32 [ %40, %36 ], [ 0, %28 ]
  %43 = getelementptr %struct.kh_fault, ptr %23, i64 8, i32 3
  store i32 %42, ptr %43, align 4
  br label %44

44:                                               ; preds = %14, %41
  %45 = load ptr, ptr %0, align 8
  %46 = getelementptr inbounds %struct.kh_launch, ptr %45, i64 0, i32 17
  %47 = load atomic i64, ptr %46 monotonic, align 8
  %48 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 9
  br label %49

49:                                               ; preds = %54, %44
  %50 = phi i64 [ %47, %44 ], [ %59, %54 ]
  %51 = load i32, ptr %48, align 4
  %52 = zext i32 %51 to i64
  %53 = icmp ugt i64 %50, %52
  br i1 %53, label %54, label %60

54:                                               ; preds = %49
  %55 = load ptr, ptr %0, align 8
  %56 = getelementptr inbounds %struct.kh_launch, ptr %55, i64 0, i32 17
  %57 = cmpxchg ptr %56, i64 %50, i64 %52 monotonic monotonic, align 8
  %58 = extractvalue { i64, i1 } %57, 1
  %59 = extractvalue { i64, i1 } %57, 0
  br i1 %58, label %60, label %49

60:                                               ; preds = %49, %54
  %61 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 24
  store i32 1, ptr %61, align 4
  br label %73

62:                                               ; preds = %3
  %63 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 9
  %64 = load i32, ptr %63, align 4
  %65 = zext i32 %64 to i64
  %66 = getelementptr inbounds %struct.kh_launch, ptr %10, i64 0, i32 17
  %67 = load atomic i64, ptr %66 monotonic, align 8
  %68 = icmp ult i64 %67, %65
  %69 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 24
  br i1 %68, label %72, label %70

70:                                               ; preds = %62
  %71 = load i32, ptr %69, align 4
  br label %73

72:                                               ; preds = %62
  store i32 1, ptr %69, align 4
  br label %73

73:                                               ; preds = %70, %72, %60
  %74 = phi i32 [ %71, %70 ], [ 1, %72 ], [ 1, %60 ]
  ret i32 %74
}

; Function Attrs: nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_trap(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2, i32 noundef %3) #2 {
  %5 = tail call i32 @llvm.cttz.i32(i32 %2, i1 true)
  %6 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 6
  %7 = load ptr, ptr %6, align 8
  %8 = zext i32 %3 to i64
  %9 = mul nuw nsw i64 %8, 10
  %10 = getelementptr %struct.kh_fault, ptr %7, i64 %9
  %11 = getelementptr %struct.kh_fault, ptr %10, i64 9
  %12 = load i64, ptr %11, align 8
  %13 = add i64 %12, 1
  store i64 %13, ptr %11, align 8
  %14 = icmp eq i64 %12, 0
  br i1 %14, label %15, label %31

15:                                               ; preds = %4
  %16 = getelementptr %struct.kh_fault, ptr %10, i64 9, i32 1
  store i64 0, ptr %16, align 8
  %17 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 9
  %18 = load i32, ptr %17, align 4
  %19 = getelementptr %struct.kh_fault, ptr %10, i64 9, i32 2
  store i32 %18, ptr %19, align 8
  %20 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %21 = load ptr, ptr %20, align 8
  %22 = icmp eq ptr %21, null
  br i1 %22, label %28, label %23

23:                                               ; preds = %15
  %24 = getelementptr inbounds %struct.kh_warp, ptr %21, i64 0, i32 7
  %25 = load i32, ptr %24, align 8
  %26 = shl i32 %25, 5
  %27 = or disjoint i32 %26, %5
  br label %28

28:                                               ; preds = %23, %15
  %29 = phi i32 [ %27, %23 ], [ 0, %15 ]
  %30 = getelementptr %struct.kh_fault, ptr %10, i64 9, i32 3
  store i32 %29, ptr %30, align 4
  br label %31

31:                                               ; preds = %4, %28
  %32 = load ptr, ptr %0, align 8
  %33 = getelementptr inbounds %struct.kh_launch, ptr %32, i64 0, i32 17
  %34 = load atomic i64, ptr %33 monotonic, align 8
  %35 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 9
  br label %36

36:                                               ; preds = %41, %31
  %37 = phi i64 [ %34, %31 ], [ %46, %41 ]
  %38 = load i32, ptr %35, align 4
  %39 = zext i32 %38 to i64
  %40 = icmp ugt i64 %37, %39
  br i1 %40, label %41, label %47

41:                                               ; preds = %36
  %42 = load ptr, ptr %0, align 8
  %43 = getelementptr inbounds %struct.kh_launch, ptr %42, i64 0, i32 17
  %44 = cmpxchg ptr %43, i64 %37, i64 %39 monotonic monotonic, align 8
  %45 = extractvalue { i64, i1 } %44, 1
  %46 = extractvalue { i64, i1 } %44, 0
  br i1 %45, label %47, label %36

47:                                               ; preds = %36, %41
  %48 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 24
  store i32 1, ptr %48, align 4
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define i64 @kh_select(ptr nocapture noundef %0, ptr nocapture noundef %1) #3 {
  %3 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 24
  %4 = load i32, ptr %3, align 4
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %6, label %249

6:                                                ; preds = %2
  %7 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 9
  %8 = load i32, ptr %7, align 8
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %249, label %10

10:                                               ; preds = %6
  %11 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 15
  %12 = load i32, ptr %11, align 8
  %13 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 12
  %14 = load i32, ptr %13, align 4
  %15 = or i32 %14, %12
  %16 = xor i32 %15, -1
  %17 = and i32 %8, %16
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %19, label %198

19:                                               ; preds = %10
  %20 = and i32 %14, %8
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %22, label %103

22:                                               ; preds = %19
  %23 = tail call i32 @llvm.cttz.i32(i32 %8, i1 true)
  %24 = icmp eq i32 %23, 31
  br i1 %24, label %71, label %25

25:                                               ; preds = %22
  %26 = zext nneg i32 %23 to i64
  %27 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 3, i64 %26
  %28 = tail call i32 @llvm.umax.i32(i32 %23, i32 30)
  %29 = add nuw nsw i32 %28, 1
  %30 = zext nneg i32 %29 to i64
  br label %31

31:                                               ; preds = %69, %25
  %32 = phi i64 [ %26, %25 ], [ %33, %69 ]
  %33 = add nuw nsw i64 %32, 1
  %34 = trunc i64 %32 to i32
  %35 = shl nuw i32 2, %34
  %36 = and i32 %35, %8
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %69, label %38

38:                                               ; preds = %31
  %39 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 3, i64 %33
  %40 = load i32, ptr %39, align 4
  %41 = load i32, ptr %27, align 4
  %42 = icmp eq i32 %40, %41
  br i1 %42, label %69, label %43

43:                                               ; preds = %38
  %44 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 6
  %45 = load ptr, ptr %44, align 8
  %46 = zext i32 %41 to i64
  %47 = mul nuw nsw i64 %46, 10
  %48 = getelementptr %struct.kh_fault, ptr %45, i64 %47
  %49 = getelementptr %struct.kh_fault, ptr %48, i64 3
  %50 = load i64, ptr %49, align 8
  %51 = add i64 %50, 1
  store i64 %51, ptr %49, align 8
  %52 = icmp eq i64 %50, 0
  br i1 %52, label %53, label %71

53:                                               ; preds = %43
  %54 = getelementptr %struct.kh_fault, ptr %48, i64 3, i32 1
  store i64 0, ptr %54, align 8
  %55 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 9
  %56 = load i32, ptr %55, align 4
  %57 = getelementptr %struct.kh_fault, ptr %48, i64 3, i32 2
  store i32 %56, ptr %57, align 8
  %58 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %59 = load ptr, ptr %58, align 8
  %60 = icmp eq ptr %59, null
  br i1 %60, label %66, label %61

61:                                               ; preds = %53
  %62 = getelementptr inbounds %struct.kh_warp, ptr %59, i64 0, i32 7
  %63 = load i32, ptr %62, align 8
  %64 = shl i32 %63, 5
  %65 = or disjoint i32 %64, %23
  br label %66

66:                                               ; preds = %61, %53
  %67 = phi i32 [ %65, %61 ], [ 0, %53 ]
  %68 = getelementptr %struct.kh_fault, ptr %48, i64 3, i32 3
  store i32 %67, ptr %68, align 4
  br label %71

69:                                               ; preds = %38, %31
  %70 = icmp eq i64 %33, %30
  br i1 %70, label %71, label %31

71:                                               ; preds = %69, %22, %43, %66
  %72 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 17
  %73 = load i32, ptr %72, align 8
  %74 = zext i32 %73 to i64
  %75 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11, i64 %74
  %76 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 16
  %77 = load i32, ptr %76, align 4
  %78 = load i32, ptr %7, align 8
  %79 = and i32 %78, %77
  %80 = tail call i32 @llvm.ctpop.i32(i32 %79)
  %81 = load i32, ptr %75, align 4
  %82 = add i32 %81, 1
  store i32 %82, ptr %75, align 4
  %83 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 18
  %84 = load i32, ptr %83, align 4
  %85 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11, i64 %74, i32 1
  store i32 %84, ptr %85, align 4
  %86 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11, i64 %74, i32 2
  %87 = load i32, ptr %86, align 4
  %88 = add i32 %87, %80
  store i32 %88, ptr %86, align 4
  %89 = icmp ne i32 %79, 0
  %90 = zext i1 %89 to i32
  %91 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11, i64 %74, i32 4
  %92 = load i32, ptr %91, align 4
  %93 = or i32 %92, %90
  store i32 %93, ptr %91, align 4
  %94 = load i32, ptr %76, align 4
  %95 = load i32, ptr %7, align 8
  %96 = and i32 %95, %94
  %97 = icmp eq i32 %96, %95
  %98 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11, i64 %74, i32 3
  %99 = load i32, ptr %98, align 4
  %100 = and i32 %99, 1
  %101 = select i1 %97, i32 %100, i32 0
  store i32 %101, ptr %98, align 4
  %102 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 23
  store i32 1, ptr %102, align 8
  br label %249

103:                                              ; preds = %19
  %104 = tail call i32 @llvm.cttz.i32(i32 %14, i1 true)
  br label %114

105:                                              ; preds = %128
  %106 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 13
  %107 = load i32, ptr %106, align 8
  %108 = and i32 %107, %14
  %109 = zext nneg i32 %130 to i64
  %110 = shl nuw i32 1, %130
  %111 = and i32 %108, %110
  %112 = icmp eq i32 %111, 0
  br i1 %112, label %113, label %133

113:                                              ; preds = %133, %105
  br label %168

114:                                              ; preds = %128, %103
  %115 = phi i64 [ 0, %103 ], [ %131, %128 ]
  %116 = phi i32 [ %104, %103 ], [ %130, %128 ]
  %117 = phi i32 [ -1, %103 ], [ %129, %128 ]
  %118 = trunc i64 %115 to i32
  %119 = shl nuw i32 1, %118
  %120 = and i32 %119, %14
  %121 = icmp eq i32 %120, 0
  br i1 %121, label %128, label %122

122:                                              ; preds = %114
  %123 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %115
  %124 = load i32, ptr %123, align 4
  %125 = icmp ult i32 %124, %117
  %126 = tail call i32 @llvm.umin.i32(i32 %124, i32 %117)
  %127 = select i1 %125, i32 %118, i32 %116
  br label %128

128:                                              ; preds = %122, %114
  %129 = phi i32 [ %117, %114 ], [ %126, %122 ]
  %130 = phi i32 [ %116, %114 ], [ %127, %122 ]
  %131 = add nuw nsw i64 %115, 1
  %132 = icmp eq i64 %131, 32
  br i1 %132, label %105, label %114

133:                                              ; preds = %105
  %134 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 2, i64 %109
  %135 = load i32, ptr %134, align 4
  %136 = and i32 %135, %8
  %137 = xor i32 %108, -1
  %138 = and i32 %136, %137
  %139 = icmp eq i32 %138, 0
  br i1 %139, label %185, label %113

140:                                              ; preds = %181
  %141 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 3, i64 %109
  %142 = load i32, ptr %141, align 4
  %143 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 6
  %144 = load ptr, ptr %143, align 8
  %145 = zext i32 %142 to i64
  %146 = mul nuw nsw i64 %145, 10
  %147 = getelementptr %struct.kh_fault, ptr %144, i64 %146
  %148 = getelementptr %struct.kh_fault, ptr %147, i64 7
  %149 = load i64, ptr %148, align 8
  %150 = add i64 %149, 1
  store i64 %150, ptr %148, align 8
  %151 = icmp eq i64 %149, 0
  br i1 %151, label %152, label %185

152:                                              ; preds = %140
  %153 = getelementptr %struct.kh_fault, ptr %147, i64 7, i32 1
  store i64 0, ptr %153, align 8
  %154 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 9
  %155 = load i32, ptr %154, align 4
  %156 = getelementptr %struct.kh_fault, ptr %147, i64 7, i32 2
  store i32 %155, ptr %156, align 8
  %157 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %158 = load ptr, ptr %157, align 8
  %159 = icmp eq ptr %158, null
  br i1 %159, label %165, label %160

160:                                              ; preds = %152
  %161 = getelementptr inbounds %struct.kh_warp, ptr %158, i64 0, i32 7
  %162 = load i32, ptr %161, align 8
  %163 = shl i32 %162, 5
  %164 = add i32 %163, %130
  br label %165

165:                                              ; preds = %160, %152
  %166 = phi i32 [ %164, %160 ], [ 0, %152 ]
  %167 = getelementptr %struct.kh_fault, ptr %147, i64 7, i32 3
  store i32 %166, ptr %167, align 4
  br label %185

168:                                              ; preds = %113, %181
  %169 = phi i64 [ %183, %181 ], [ 0, %113 ]
  %170 = phi i32 [ %182, %181 ], [ 0, %113 ]
  %171 = trunc i64 %169 to i32
  %172 = shl nuw i32 1, %171
  %173 = and i32 %172, %14
  %174 = icmp eq i32 %173, 0
  br i1 %174, label %181, label %175

175:                                              ; preds = %168
  %176 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %169
  %177 = load i32, ptr %176, align 4
  %178 = icmp eq i32 %177, %129
  %179 = select i1 %178, i32 %172, i32 0
  %180 = or i32 %179, %170
  br label %181

181:                                              ; preds = %175, %168
  %182 = phi i32 [ %170, %168 ], [ %180, %175 ]
  %183 = add nuw nsw i64 %169, 1
  %184 = icmp eq i64 %183, 32
  br i1 %184, label %140, label %168

185:                                              ; preds = %133, %140, %165
  %186 = phi i32 [ %136, %133 ], [ %182, %140 ], [ %182, %165 ]
  %187 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 14
  %188 = load i32, ptr %187, align 4
  %189 = or i32 %188, %186
  store i32 %189, ptr %187, align 4
  %190 = xor i32 %186, -1
  %191 = load i32, ptr %13, align 4
  %192 = and i32 %191, %190
  store i32 %192, ptr %13, align 4
  %193 = load i32, ptr %7, align 8
  %194 = load i32, ptr %11, align 8
  %195 = or i32 %194, %192
  %196 = xor i32 %195, -1
  %197 = and i32 %193, %196
  br label %198

198:                                              ; preds = %185, %10
  %199 = phi i32 [ %8, %10 ], [ %193, %185 ]
  %200 = phi i32 [ %17, %10 ], [ %197, %185 ]
  %201 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 25
  %202 = load i32, ptr %201, align 8
  %203 = icmp ult i32 %202, 65536
  %204 = and i32 %202, 4096
  %205 = icmp eq i32 %204, 0
  %206 = or i1 %203, %205
  %207 = add i32 %202, 1
  store i32 %207, ptr %201, align 8
  %208 = sext i1 %206 to i32
  br label %209

209:                                              ; preds = %198, %223
  %210 = phi i64 [ 0, %198 ], [ %225, %223 ]
  %211 = phi i32 [ %208, %198 ], [ %224, %223 ]
  %212 = trunc i64 %210 to i32
  %213 = shl nuw i32 1, %212
  %214 = and i32 %213, %200
  %215 = icmp eq i32 %214, 0
  br i1 %215, label %223, label %216

216:                                              ; preds = %209
  %217 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %210
  %218 = load i32, ptr %217, align 4
  %219 = icmp ult i32 %218, %211
  br i1 %206, label %221, label %220

220:                                              ; preds = %216
  br i1 %219, label %223, label %222

221:                                              ; preds = %216
  br i1 %219, label %222, label %223

222:                                              ; preds = %221, %220
  br label %223

223:                                              ; preds = %220, %221, %222, %209
  %224 = phi i32 [ %218, %222 ], [ %211, %220 ], [ %211, %221 ], [ %211, %209 ]
  %225 = add nuw nsw i64 %210, 1
  %226 = icmp eq i64 %225, 32
  br i1 %226, label %237, label %209

227:                                              ; preds = %237
  %228 = and i32 %246, %200
  %229 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 10
  store i32 %228, ptr %229, align 4
  %230 = icmp ne i32 %228, %199
  %231 = zext i1 %230 to i32
  %232 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 11
  store i32 %231, ptr %232, align 8
  %233 = zext i32 %228 to i64
  %234 = shl nuw i64 %233, 32
  %235 = zext i32 %224 to i64
  %236 = or disjoint i64 %234, %235
  br label %249

237:                                              ; preds = %223, %237
  %238 = phi i64 [ %247, %237 ], [ 0, %223 ]
  %239 = phi i32 [ %246, %237 ], [ 0, %223 ]
  %240 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %238
  %241 = load i32, ptr %240, align 4
  %242 = icmp eq i32 %241, %224
  %243 = zext i1 %242 to i32
  %244 = trunc i64 %238 to i32
  %245 = shl nuw i32 %243, %244
  %246 = or i32 %245, %239
  %247 = add nuw nsw i64 %238, 1
  %248 = icmp eq i64 %247, 32
  br i1 %248, label %227, label %237

249:                                              ; preds = %6, %2, %71, %227
  %250 = phi i64 [ %236, %227 ], [ 8589934591, %71 ], [ 12884901887, %2 ], [ 4294967295, %6 ]
  ret i64 %250
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: write) uwtable
define void @kh_goto(ptr nocapture noundef writeonly %0, i32 noundef %1, i32 noundef %2) #4 {
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

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: write) uwtable
define void @kh_branch(ptr nocapture noundef writeonly %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4) #4 {
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
define void @kh_branch_table(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, i32 noundef %5, i32 noundef %6) #2 {
  %8 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 6
  %9 = zext i32 %6 to i64
  %10 = mul nuw nsw i64 %9, 10
  %11 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 9
  %12 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %13 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 24
  br label %15

14:                                               ; preds = %67
  ret void

15:                                               ; preds = %7, %67
  %16 = phi i64 [ 0, %7 ], [ %68, %67 ]
  %17 = trunc i64 %16 to i32
  %18 = shl nuw i32 1, %17
  %19 = and i32 %18, %2
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %67, label %21

21:                                               ; preds = %15
  %22 = getelementptr inbounds i32, ptr %3, i64 %16
  %23 = load i32, ptr %22, align 4
  %24 = icmp ult i32 %23, %5
  br i1 %24, label %25, label %30

25:                                               ; preds = %21
  %26 = zext i32 %23 to i64
  %27 = getelementptr inbounds i32, ptr %4, i64 %26
  %28 = load i32, ptr %27, align 4
  %29 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %16
  store i32 %28, ptr %29, align 4
  br label %67

30:                                               ; preds = %21
  %31 = load ptr, ptr %8, align 8
  %32 = getelementptr %struct.kh_fault, ptr %31, i64 %10
  %33 = getelementptr %struct.kh_fault, ptr %32, i64 9
  %34 = load i64, ptr %33, align 8
  %35 = add i64 %34, 1
  store i64 %35, ptr %33, align 8
  %36 = icmp eq i64 %34, 0
  br i1 %36, label %37, label %51

37:                                               ; preds = %30
  %38 = getelementptr %struct.kh_fault, ptr %32, i64 9, i32 1
  store i64 0, ptr %38, align 8
  %39 = load i32, ptr %11, align 4
  %40 = getelementptr %struct.kh_fault, ptr %32, i64 9, i32 2
  store i32 %39, ptr %40, align 8
  %41 = load ptr, ptr %12, align 8
  %42 = icmp eq ptr %41, null
  br i1 %42, label %48, label %43

43:                                               ; preds = %37
  %44 = getelementptr inbounds %struct.kh_warp, ptr %41, i64 0, i32 7
  %45 = load i32, ptr %44, align 8
  %46 = shl i32 %45, 5
  %47 = or disjoint i32 %46, %17
  br label %48

48:                                               ; preds = %43, %37
  %49 = phi i32 [ %47, %43 ], [ 0, %37 ]
  %50 = getelementptr %struct.kh_fault, ptr %32, i64 9, i32 3
  store i32 %49, ptr %50, align 4
  br label %51

51:                                               ; preds = %48, %30
  %52 = load ptr, ptr %0, align 8
  %53 = getelementptr inbounds %struct.kh_launch, ptr %52, i64 0, i32 17
  %54 = load atomic i64, ptr %53 monotonic, align 8
  br label %55

55:                                               ; preds = %60, %51
  %56 = phi i64 [ %54, %51 ], [ %65, %60 ]
  %57 = load i32, ptr %11, align 4
  %58 = zext i32 %57 to i64
  %59 = icmp ugt i64 %56, %58
  br i1 %59, label %60, label %66

60:                                               ; preds = %55
  %61 = load ptr, ptr %0, align 8
  %62 = getelementptr inbounds %struct.kh_launch, ptr %61, i64 0, i32 17
  %63 = cmpxchg ptr %62, i64 %56, i64 %58 monotonic monotonic, align 8
  %64 = extractvalue { i64, i1 } %63, 1
  %65 = extractvalue { i64, i1 } %63, 0
  br i1 %64, label %66, label %55

66:                                               ; preds = %55, %60
  store i32 1, ptr %13, align 4
  br label %67

67:                                               ; preds = %25, %66, %15
  %68 = add nuw nsw i64 %16, 1
  %69 = icmp eq i64 %68, 32
  br i1 %69, label %14, label %15
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
define i32 @kh_warp_sync(ptr nocapture noundef readonly %0, ptr nocapture noundef %1, i32 noundef %2, ptr nocapture noundef readonly %3, i32 noundef %4, i32 noundef %5, i32 noundef %6) #3 {
  %8 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 12
  %9 = load i32, ptr %8, align 4
  br label %19

10:                                               ; preds = %32
  %11 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 6
  %12 = zext i32 %5 to i64
  %13 = mul nuw nsw i64 %12, 10
  %14 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 9
  %15 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %16 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 14
  %17 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 9
  %18 = xor i32 %33, -1
  br label %46

19:                                               ; preds = %7, %32
  %20 = phi i64 [ 0, %7 ], [ %34, %32 ]
  %21 = phi i32 [ %2, %7 ], [ %33, %32 ]
  %22 = trunc i64 %20 to i32
  %23 = shl nuw i32 1, %22
  %24 = and i32 %9, %23
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %32, label %26

26:                                               ; preds = %19
  %27 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %20
  %28 = load i32, ptr %27, align 4
  %29 = icmp eq i32 %28, %4
  %30 = select i1 %29, i32 %23, i32 0
  %31 = or i32 %30, %21
  br label %32

32:                                               ; preds = %26, %19
  %33 = phi i32 [ %21, %19 ], [ %31, %26 ]
  %34 = add nuw nsw i64 %20, 1
  %35 = icmp eq i64 %34, 32
  br i1 %35, label %10, label %19

36:                                               ; preds = %92
  %37 = load i32, ptr %16, align 4
  %38 = and i32 %37, %18
  store i32 %38, ptr %16, align 4
  %39 = load i32, ptr %8, align 4
  %40 = and i32 %39, %18
  %41 = xor i32 %93, -1
  %42 = and i32 %33, %41
  %43 = or i32 %40, %42
  store i32 %43, ptr %8, align 4
  %44 = icmp eq i32 %6, 0
  %45 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 13
  br label %102

46:                                               ; preds = %10, %92
  %47 = phi i64 [ 0, %10 ], [ %94, %92 ]
  %48 = phi i32 [ 0, %10 ], [ %93, %92 ]
  %49 = trunc i64 %47 to i32
  %50 = shl nuw i32 1, %49
  %51 = and i32 %50, %33
  %52 = icmp eq i32 %51, 0
  br i1 %52, label %92, label %53

53:                                               ; preds = %46
  %54 = getelementptr inbounds i32, ptr %3, i64 %47
  %55 = load i32, ptr %54, align 4
  %56 = and i32 %55, %50
  %57 = icmp eq i32 %56, 0
  br i1 %57, label %58, label %80

58:                                               ; preds = %53
  %59 = load ptr, ptr %11, align 8
  %60 = getelementptr %struct.kh_fault, ptr %59, i64 %13
  %61 = getelementptr %struct.kh_fault, ptr %60, i64 6
  %62 = load i64, ptr %61, align 8
  %63 = add i64 %62, 1
  store i64 %63, ptr %61, align 8
  %64 = icmp eq i64 %62, 0
  br i1 %64, label %65, label %80

65:                                               ; preds = %58
  %66 = zext i32 %55 to i64
  %67 = getelementptr %struct.kh_fault, ptr %60, i64 6, i32 1
  store i64 %66, ptr %67, align 8
  %68 = load i32, ptr %14, align 4
  %69 = getelementptr %struct.kh_fault, ptr %60, i64 6, i32 2
  store i32 %68, ptr %69, align 8
  %70 = load ptr, ptr %15, align 8
  %71 = icmp eq ptr %70, null
  br i1 %71, label %77, label %72

72:                                               ; preds = %65
  %73 = getelementptr inbounds %struct.kh_warp, ptr %70, i64 0, i32 7
  %74 = load i32, ptr %73, align 8
  %75 = shl i32 %74, 5
  %76 = or disjoint i32 %75, %49
  br label %77

77:                                               ; preds = %72, %65
  %78 = phi i32 [ %76, %72 ], [ 0, %65 ]
  %79 = getelementptr %struct.kh_fault, ptr %60, i64 6, i32 3
  store i32 %78, ptr %79, align 4
  br label %80

80:                                               ; preds = %77, %58, %53
  %81 = load i32, ptr %16, align 4
  %82 = and i32 %81, %50
  %83 = icmp eq i32 %82, 0
  br i1 %83, label %84, label %90

84:                                               ; preds = %80
  %85 = load i32, ptr %54, align 4
  %86 = load i32, ptr %17, align 8
  %87 = and i32 %85, %86
  %88 = and i32 %87, %18
  %89 = icmp eq i32 %88, 0
  br i1 %89, label %90, label %92

90:                                               ; preds = %84, %80
  %91 = or i32 %50, %48
  br label %92

92:                                               ; preds = %84, %90, %46
  %93 = phi i32 [ %48, %46 ], [ %91, %90 ], [ %48, %84 ]
  %94 = add nuw nsw i64 %47, 1
  %95 = icmp eq i64 %94, 32
  br i1 %95, label %36, label %46

96:                                               ; preds = %119
  %97 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 10
  store i32 %93, ptr %97, align 4
  %98 = load i32, ptr %17, align 8
  %99 = icmp ne i32 %93, %98
  %100 = zext i1 %99 to i32
  %101 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 11
  store i32 %100, ptr %101, align 8
  ret i32 %93

102:                                              ; preds = %36, %119
  %103 = phi i64 [ 0, %36 ], [ %120, %119 ]
  %104 = trunc i64 %103 to i32
  %105 = shl nuw i32 1, %104
  %106 = and i32 %105, %42
  %107 = icmp eq i32 %106, 0
  br i1 %107, label %119, label %108

108:                                              ; preds = %102
  %109 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 1, i64 %103
  store i32 %4, ptr %109, align 4
  %110 = getelementptr inbounds i32, ptr %3, i64 %103
  %111 = load i32, ptr %110, align 4
  %112 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 2, i64 %103
  store i32 %111, ptr %112, align 4
  %113 = getelementptr inbounds %struct.kh_warp, ptr %1, i64 0, i32 3, i64 %103
  store i32 %5, ptr %113, align 4
  %114 = load i32, ptr %45, align 8
  %115 = or i32 %114, %105
  %116 = xor i32 %105, -1
  %117 = and i32 %114, %116
  %118 = select i1 %44, i32 %117, i32 %115
  store i32 %118, ptr %45, align 8
  br label %119

119:                                              ; preds = %102, %108
  %120 = add nuw nsw i64 %103, 1
  %121 = icmp eq i64 %120, 32
  br i1 %121, label %96, label %102
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_barrier_wait(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5, i32 noundef %6) #6 {
  br label %15

8:                                                ; preds = %24
  %9 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 15
  %10 = load i32, ptr %9, align 8
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %27, label %12

12:                                               ; preds = %8
  %13 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 16
  %14 = load i32, ptr %13, align 4
  br label %27

15:                                               ; preds = %7, %24
  %16 = phi i64 [ 0, %7 ], [ %25, %24 ]
  %17 = trunc i64 %16 to i32
  %18 = shl nuw i32 1, %17
  %19 = and i32 %18, %1
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %24, label %21

21:                                               ; preds = %15
  %22 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 1, i64 %16
  store i32 %2, ptr %22, align 4
  %23 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 3, i64 %16
  store i32 %6, ptr %23, align 4
  br label %24

24:                                               ; preds = %15, %21
  %25 = add nuw nsw i64 %16, 1
  %26 = icmp eq i64 %25, 32
  br i1 %26, label %8, label %15

27:                                               ; preds = %8, %12
  %28 = phi i32 [ %14, %12 ], [ 0, %8 ]
  %29 = or i32 %10, %1
  store i32 %29, ptr %9, align 8
  %30 = and i32 %5, %1
  %31 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 16
  %32 = or i32 %28, %30
  store i32 %32, ptr %31, align 4
  %33 = and i32 %3, 15
  %34 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 17
  store i32 %33, ptr %34, align 8
  %35 = lshr i32 %4, 5
  %36 = getelementptr inbounds %struct.kh_warp, ptr %0, i64 0, i32 18
  store i32 %35, ptr %36, align 4
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_barrier_arrive(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2) #3 {
  %4 = and i32 %1, 15
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11, i64 %5
  %7 = load i32, ptr %6, align 4
  %8 = add i32 %7, 1
  store i32 %8, ptr %6, align 4
  %9 = lshr i32 %2, 5
  %10 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11, i64 %5, i32 1
  store i32 %9, ptr %10, align 4
  tail call fastcc void @open_if_complete(ptr noundef %0, i32 noundef %4)
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define internal fastcc void @open_if_complete(ptr nocapture noundef %0, i32 noundef %1) unnamed_addr #3 {
  %3 = load ptr, ptr %0, align 8
  %4 = zext i32 %1 to i64
  %5 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %71, label %8

8:                                                ; preds = %2
  %9 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11, i64 %4, i32 1
  %10 = load i32, ptr %9, align 4
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %12, label %30

12:                                               ; preds = %8
  %13 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 7
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
  %23 = getelementptr inbounds %struct.kh_warp, ptr %18, i64 %21, i32 22
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
  br i1 %32, label %71, label %33

33:                                               ; preds = %12, %30
  %34 = getelementptr inbounds %struct.kh_launch, ptr %3, i64 0, i32 7
  %35 = load i32, ptr %34, align 4
  %36 = icmp eq i32 %35, 0
  br i1 %36, label %42, label %37

37:                                               ; preds = %33
  %38 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 1
  %39 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11, i64 %4, i32 2
  %40 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11, i64 %4, i32 3
  %41 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11, i64 %4, i32 4
  br label %46

42:                                               ; preds = %66, %33
  %43 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11, i64 %4, i32 4
  store i32 0, ptr %43, align 4
  %44 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11, i64 %4, i32 2
  store i32 0, ptr %44, align 4
  store i32 0, ptr %9, align 4
  store i32 0, ptr %5, align 4
  %45 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11, i64 %4, i32 3
  store i32 1, ptr %45, align 4
  br label %71

46:                                               ; preds = %37, %66
  %47 = phi i32 [ %35, %37 ], [ %67, %66 ]
  %48 = phi i64 [ 0, %37 ], [ %68, %66 ]
  %49 = load ptr, ptr %38, align 8
  %50 = getelementptr inbounds %struct.kh_warp, ptr %49, i64 %48, i32 23
  %51 = load i32, ptr %50, align 8
  %52 = icmp eq i32 %51, 0
  br i1 %52, label %66, label %53

53:                                               ; preds = %46
  %54 = getelementptr inbounds %struct.kh_warp, ptr %49, i64 %48, i32 17
  %55 = load i32, ptr %54, align 8
  %56 = icmp eq i32 %55, %1
  br i1 %56, label %57, label %66

57:                                               ; preds = %53
  store i32 0, ptr %50, align 8
  %58 = getelementptr inbounds %struct.kh_warp, ptr %49, i64 %48, i32 15
  store i32 0, ptr %58, align 8
  %59 = load i32, ptr %39, align 4
  %60 = getelementptr inbounds %struct.kh_warp, ptr %49, i64 %48, i32 19
  store i32 %59, ptr %60, align 8
  %61 = load i32, ptr %40, align 4
  %62 = getelementptr inbounds %struct.kh_warp, ptr %49, i64 %48, i32 20
  store i32 %61, ptr %62, align 4
  %63 = load i32, ptr %41, align 4
  %64 = getelementptr inbounds %struct.kh_warp, ptr %49, i64 %48, i32 21
  store i32 %63, ptr %64, align 8
  %65 = load i32, ptr %34, align 4
  br label %66

66:                                               ; preds = %46, %53, %57
  %67 = phi i32 [ %47, %46 ], [ %47, %53 ], [ %65, %57 ]
  %68 = add nuw nsw i64 %48, 1
  %69 = zext i32 %67 to i64
  %70 = icmp ult i64 %68, %69
  br i1 %70, label %46, label %42

71:                                               ; preds = %42, %30, %2
  ret void
}

; Function Attrs: nounwind uwtable
define void @kh_run(ptr noundef %0) #7 {
  %2 = load ptr, ptr %0, align 8
  %3 = getelementptr inbounds %struct.kh_launch, ptr %2, i64 0, i32 7
  %4 = load i32, ptr %3, align 4
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %13, label %6

6:                                                ; preds = %1
  %7 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 1
  %8 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 5
  %9 = getelementptr inbounds %struct.kh_launch, ptr %2, i64 0, i32 12
  %10 = getelementptr inbounds %struct.kh_launch, ptr %2, i64 0, i32 5
  %11 = getelementptr inbounds %struct.kh_launch, ptr %2, i64 0, i32 5, i64 1
  %12 = getelementptr inbounds %struct.kh_launch, ptr %2, i64 0, i32 6
  br label %31

13:                                               ; preds = %46, %1
  %14 = getelementptr inbounds %struct.kh_launch, ptr %2, i64 0, i32 17
  %15 = getelementptr inbounds %struct.kh_launch, ptr %2, i64 0, i32 16
  %16 = getelementptr inbounds %struct.kh_launch, ptr %2, i64 0, i32 15
  %17 = atomicrmw add ptr %15, i64 1 monotonic, align 8
  %18 = load i64, ptr %16, align 8
  %19 = icmp ult i64 %17, %18
  br i1 %19, label %20, label %255

20:                                               ; preds = %13
  %21 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 9
  %22 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 8
  %23 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 8, i64 1
  %24 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 8, i64 2
  %25 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 3
  %26 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 4
  %27 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 1
  %28 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %29 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 10
  %30 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 6
  br label %78

31:                                               ; preds = %6, %46
  %32 = phi i64 [ 0, %6 ], [ %47, %46 ]
  %33 = load ptr, ptr %7, align 8
  %34 = getelementptr inbounds %struct.kh_warp, ptr %33, i64 %32
  %35 = getelementptr inbounds %struct.kh_warp, ptr %33, i64 %32, i32 7
  %36 = trunc i64 %32 to i32
  store i32 %36, ptr %35, align 8
  %37 = load ptr, ptr %8, align 8
  %38 = load i32, ptr %9, align 8
  %39 = zext i32 %38 to i64
  %40 = mul nuw i64 %32, %39
  %41 = getelementptr inbounds i8, ptr %37, i64 %40
  %42 = getelementptr inbounds %struct.kh_warp, ptr %33, i64 %32, i32 4
  store ptr %41, ptr %42, align 8
  %43 = getelementptr inbounds %struct.kh_warp, ptr %33, i64 %32, i32 8
  store i32 0, ptr %43, align 4
  %44 = shl nuw nsw i64 %32, 5
  %45 = and i64 %44, 4294967264
  br label %51

46:                                               ; preds = %51
  %47 = add nuw nsw i64 %32, 1
  %48 = load i32, ptr %3, align 4
  %49 = zext i32 %48 to i64
  %50 = icmp ult i64 %47, %49
  br i1 %50, label %31, label %13

51:                                               ; preds = %31, %51
  %52 = phi i64 [ 0, %31 ], [ %76, %51 ]
  %53 = add nuw nsw i64 %52, %45
  %54 = load i32, ptr %10, align 4
  %55 = trunc i64 %53 to i32
  %56 = urem i32 %55, %54
  %57 = getelementptr inbounds [32 x i32], ptr %34, i64 0, i64 %52
  store i32 %56, ptr %57, align 4
  %58 = load i32, ptr %10, align 4
  %59 = udiv i32 %55, %58
  %60 = load i32, ptr %11, align 4
  %61 = urem i32 %59, %60
  %62 = getelementptr inbounds [3 x [32 x i32]], ptr %34, i64 0, i64 1, i64 %52
  store i32 %61, ptr %62, align 4
  %63 = load i32, ptr %10, align 4
  %64 = load i32, ptr %11, align 4
  %65 = mul i32 %64, %63
  %66 = udiv i32 %55, %65
  %67 = getelementptr inbounds [3 x [32 x i32]], ptr %34, i64 0, i64 2, i64 %52
  store i32 %66, ptr %67, align 4
  %68 = load i32, ptr %12, align 8
  %69 = zext i32 %68 to i64
  %70 = icmp ult i64 %53, %69
  %71 = zext i1 %70 to i32
  %72 = trunc i64 %52 to i32
  %73 = shl nuw i32 %71, %72
  %74 = load i32, ptr %43, align 4
  %75 = or i32 %73, %74
  store i32 %75, ptr %43, align 4
  %76 = add nuw nsw i64 %52, 1
  %77 = icmp eq i64 %76, 32
  br i1 %77, label %46, label %51

78:                                               ; preds = %20, %251
  %79 = phi i64 [ %17, %20 ], [ %252, %251 ]
  %80 = load atomic i64, ptr %14 monotonic, align 8
  %81 = icmp ugt i64 %79, %80
  br i1 %81, label %255, label %82

82:                                               ; preds = %78
  %83 = trunc i64 %79 to i32
  store i32 %83, ptr %21, align 4
  %84 = load ptr, ptr %0, align 8
  %85 = getelementptr inbounds %struct.kh_launch, ptr %84, i64 0, i32 4
  %86 = load i32, ptr %85, align 8
  %87 = zext i32 %86 to i64
  %88 = getelementptr inbounds %struct.kh_launch, ptr %84, i64 0, i32 4, i64 1
  %89 = load i32, ptr %88, align 4
  %90 = zext i32 %89 to i64
  %91 = mul nuw i64 %90, %87
  %92 = urem i32 %83, %86
  store i32 %92, ptr %22, align 8
  %93 = load i32, ptr %85, align 8
  %94 = udiv i32 %83, %93
  %95 = load i32, ptr %88, align 4
  %96 = urem i32 %94, %95
  store i32 %96, ptr %23, align 4
  %97 = and i64 %79, 4294967295
  %98 = udiv i64 %97, %91
  %99 = trunc i64 %98 to i32
  store i32 %99, ptr %24, align 8
  %100 = load ptr, ptr %25, align 8
  %101 = getelementptr inbounds %struct.kh_launch, ptr %84, i64 0, i32 9
  %102 = load i32, ptr %101, align 4
  %103 = zext i32 %102 to i64
  tail call void @llvm.memset.p0.i64(ptr align 1 %100, i8 -1, i64 %103, i1 false)
  %104 = load ptr, ptr %26, align 8
  %105 = getelementptr inbounds %struct.kh_launch, ptr %84, i64 0, i32 11
  %106 = load i32, ptr %105, align 4
  %107 = zext i32 %106 to i64
  %108 = getelementptr inbounds %struct.kh_launch, ptr %84, i64 0, i32 7
  %109 = load i32, ptr %108, align 4
  %110 = zext i32 %109 to i64
  %111 = shl nuw nsw i64 %107, 5
  %112 = mul i64 %111, %110
  tail call void @llvm.memset.p0.i64(ptr align 1 %104, i8 -1, i64 %112, i1 false)
  br label %116

113:                                              ; preds = %116
  %114 = load i32, ptr %108, align 4
  %115 = icmp eq i32 %114, 0
  br i1 %115, label %143, label %125

116:                                              ; preds = %116, %82
  %117 = phi i64 [ 0, %82 ], [ %123, %116 ]
  %118 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11, i64 %117
  %119 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11, i64 %117, i32 4
  store i32 0, ptr %119, align 4
  %120 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11, i64 %117, i32 2
  store i32 0, ptr %120, align 4
  %121 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11, i64 %117, i32 1
  store i32 0, ptr %121, align 4
  store i32 0, ptr %118, align 4
  %122 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 11, i64 %117, i32 3
  store i32 1, ptr %122, align 4
  %123 = add nuw nsw i64 %117, 1
  %124 = icmp eq i64 %123, 16
  br i1 %124, label %113, label %116

125:                                              ; preds = %113, %125
  %126 = phi i64 [ %139, %125 ], [ 0, %113 ]
  %127 = mul nuw nsw i64 %126, 872
  %128 = load ptr, ptr %27, align 8
  %129 = getelementptr inbounds %struct.kh_warp, ptr %128, i64 %126, i32 8
  %130 = load i32, ptr %129, align 4
  %131 = getelementptr inbounds %struct.kh_warp, ptr %128, i64 %126, i32 9
  store i32 %130, ptr %131, align 8
  %132 = getelementptr inbounds %struct.kh_warp, ptr %128, i64 %126, i32 10
  store i32 %130, ptr %132, align 4
  %133 = getelementptr inbounds %struct.kh_warp, ptr %128, i64 %126, i32 11
  %134 = getelementptr inbounds %struct.kh_warp, ptr %128, i64 %126, i32 22
  %135 = getelementptr inbounds %struct.kh_warp, ptr %128, i64 %126, i32 5
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(24) %133, i8 0, i64 24, i1 false)
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(16) %134, i8 0, i64 16, i1 false)
  store i64 262144, ptr %135, align 8
  %136 = getelementptr inbounds %struct.kh_warp, ptr %128, i64 %126, i32 6
  store i64 262144, ptr %136, align 8
  %137 = getelementptr i8, ptr %128, i64 %127
  %138 = getelementptr i8, ptr %137, i64 384
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(128) %138, i8 0, i64 128, i1 false)
  %139 = add nuw nsw i64 %126, 1
  %140 = load i32, ptr %108, align 4
  %141 = zext i32 %140 to i64
  %142 = icmp ult i64 %139, %141
  br i1 %142, label %125, label %143

143:                                              ; preds = %125, %113
  %144 = phi i32 [ 0, %113 ], [ %140, %125 ]
  br label %145

145:                                              ; preds = %143, %191
  %146 = phi i32 [ %188, %191 ], [ %144, %143 ]
  %147 = phi i32 [ %186, %191 ], [ %144, %143 ]
  %148 = icmp eq i32 %147, 0
  br i1 %148, label %251, label %149

149:                                              ; preds = %145
  %150 = icmp eq i32 %146, 0
  br i1 %150, label %195, label %151

151:                                              ; preds = %149, %184
  %152 = phi i64 [ %187, %184 ], [ 0, %149 ]
  %153 = phi i32 [ %186, %184 ], [ %147, %149 ]
  %154 = phi i32 [ %185, %184 ], [ 0, %149 ]
  %155 = load ptr, ptr %27, align 8
  %156 = getelementptr inbounds %struct.kh_warp, ptr %155, i64 %152
  %157 = getelementptr inbounds %struct.kh_warp, ptr %155, i64 %152, i32 22
  %158 = load i32, ptr %157, align 4
  %159 = icmp eq i32 %158, 0
  br i1 %159, label %160, label %184

160:                                              ; preds = %151
  %161 = getelementptr inbounds %struct.kh_warp, ptr %155, i64 %152, i32 23
  %162 = load i32, ptr %161, align 8
  %163 = icmp eq i32 %162, 0
  br i1 %163, label %164, label %184

164:                                              ; preds = %160
  store ptr %156, ptr %28, align 8
  %165 = load ptr, ptr %84, align 8
  %166 = tail call i32 %165(ptr noundef nonnull %0, ptr noundef nonnull %156) #15
  switch i32 %166, label %170 [
    i32 2, label %251
    i32 1, label %167
  ]

167:                                              ; preds = %164
  %168 = getelementptr inbounds %struct.kh_warp, ptr %155, i64 %152, i32 17
  %169 = load i32, ptr %168, align 8
  tail call fastcc void @open_if_complete(ptr noundef nonnull %0, i32 noundef %169)
  br label %184

170:                                              ; preds = %164
  store i32 1, ptr %157, align 4
  %171 = getelementptr inbounds %struct.kh_warp, ptr %155, i64 %152, i32 6
  %172 = load i64, ptr %171, align 8
  %173 = getelementptr inbounds %struct.kh_warp, ptr %155, i64 %152, i32 5
  %174 = load i64, ptr %173, align 8
  %175 = sub i64 %172, %174
  %176 = load i64, ptr %29, align 8
  %177 = add i64 %175, %176
  store i64 %177, ptr %29, align 8
  br label %178

178:                                              ; preds = %178, %170
  %179 = phi i32 [ 0, %170 ], [ %180, %178 ]
  tail call fastcc void @open_if_complete(ptr noundef nonnull %0, i32 noundef %179)
  %180 = add nuw nsw i32 %179, 1
  %181 = icmp eq i32 %180, 16
  br i1 %181, label %182, label %178

182:                                              ; preds = %178
  %183 = add i32 %153, -1
  br label %184

184:                                              ; preds = %182, %167, %160, %151
  %185 = phi i32 [ 1, %167 ], [ %154, %151 ], [ %154, %160 ], [ 1, %182 ]
  %186 = phi i32 [ %153, %167 ], [ %153, %151 ], [ %153, %160 ], [ %183, %182 ]
  %187 = add nuw nsw i64 %152, 1
  %188 = load i32, ptr %108, align 4
  %189 = zext i32 %188 to i64
  %190 = icmp ult i64 %187, %189
  br i1 %190, label %151, label %191

191:                                              ; preds = %184
  %192 = icmp eq i32 %185, 0
  br i1 %192, label %193, label %145

193:                                              ; preds = %191
  %194 = icmp eq i32 %188, 0
  br i1 %194, label %195, label %210

195:                                              ; preds = %149, %246, %193
  %196 = load ptr, ptr %0, align 8
  %197 = getelementptr inbounds %struct.kh_launch, ptr %196, i64 0, i32 17
  %198 = load atomic i64, ptr %197 monotonic, align 8
  br label %199

199:                                              ; preds = %204, %195
  %200 = phi i64 [ %198, %195 ], [ %209, %204 ]
  %201 = load i32, ptr %21, align 4
  %202 = zext i32 %201 to i64
  %203 = icmp ugt i64 %200, %202
  br i1 %203, label %204, label %251

204:                                              ; preds = %199
  %205 = load ptr, ptr %0, align 8
  %206 = getelementptr inbounds %struct.kh_launch, ptr %205, i64 0, i32 17
  %207 = cmpxchg ptr %206, i64 %200, i64 %202 monotonic monotonic, align 8
  %208 = extractvalue { i64, i1 } %207, 1
  %209 = extractvalue { i64, i1 } %207, 0
  br i1 %208, label %251, label %199

210:                                              ; preds = %193, %246
  %211 = phi i64 [ %247, %246 ], [ 0, %193 ]
  %212 = load ptr, ptr %27, align 8
  %213 = getelementptr inbounds %struct.kh_warp, ptr %212, i64 %211, i32 22
  %214 = load i32, ptr %213, align 4
  %215 = icmp eq i32 %214, 0
  br i1 %215, label %216, label %246

216:                                              ; preds = %210
  %217 = getelementptr inbounds %struct.kh_warp, ptr %212, i64 %211
  store ptr %217, ptr %28, align 8
  %218 = getelementptr inbounds %struct.kh_warp, ptr %212, i64 %211, i32 9
  %219 = load i32, ptr %218, align 8
  %220 = tail call i32 @llvm.cttz.i32(i32 %219, i1 true)
  %221 = zext nneg i32 %220 to i64
  %222 = getelementptr inbounds %struct.kh_warp, ptr %212, i64 %211, i32 3, i64 %221
  %223 = load i32, ptr %222, align 4
  %224 = load ptr, ptr %30, align 8
  %225 = zext i32 %223 to i64
  %226 = mul nuw nsw i64 %225, 10
  %227 = getelementptr %struct.kh_fault, ptr %224, i64 %226
  %228 = getelementptr %struct.kh_fault, ptr %227, i64 4
  %229 = load i64, ptr %228, align 8
  %230 = add i64 %229, 1
  store i64 %230, ptr %228, align 8
  %231 = icmp eq i64 %229, 0
  br i1 %231, label %232, label %246

232:                                              ; preds = %216
  %233 = getelementptr %struct.kh_fault, ptr %227, i64 4, i32 1
  store i64 0, ptr %233, align 8
  %234 = load i32, ptr %21, align 4
  %235 = getelementptr %struct.kh_fault, ptr %227, i64 4, i32 2
  store i32 %234, ptr %235, align 8
  %236 = load ptr, ptr %28, align 8
  %237 = icmp eq ptr %236, null
  br i1 %237, label %243, label %238

238:                                              ; preds = %232
  %239 = getelementptr inbounds %struct.kh_warp, ptr %236, i64 0, i32 7
  %240 = load i32, ptr %239, align 8
  %241 = shl i32 %240, 5
  %242 = or disjoint i32 %241, %220
  br label %243

243:                                              ; preds = %238, %232
  %244 = phi i32 [ %242, %238 ], [ 0, %232 ]
  %245 = getelementptr %struct.kh_fault, ptr %227, i64 4, i32 3
  store i32 %244, ptr %245, align 4
  br label %246

246:                                              ; preds = %243, %216, %210
  %247 = add nuw nsw i64 %211, 1
  %248 = load i32, ptr %108, align 4
  %249 = zext i32 %248 to i64
  %250 = icmp ult i64 %247, %249
  br i1 %250, label %210, label %195

251:                                              ; preds = %145, %199, %204, %164
  %252 = atomicrmw add ptr %15, i64 1 monotonic, align 8
  %253 = load i64, ptr %16, align 8
  %254 = icmp ult i64 %252, %253
  br i1 %254, label %78, label %255

255:                                              ; preds = %251, %78, %13
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable
define void @kh_abi(ptr nocapture noundef writeonly %0) #5 {
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(80) %0, ptr noundef nonnull align 16 dereferenceable(80) @__const.kh_abi.facts, i64 80, i1 false)
  ret void
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #8

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_1x1(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #3 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #15
  %10 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 1, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %11 = load i32, ptr %9, align 4
  %12 = icmp ne i32 %11, 0
  %13 = icmp eq i32 %1, -1
  %14 = and i1 %13, %12
  br i1 %14, label %18, label %15

15:                                               ; preds = %6
  %16 = icmp eq i32 %11, 0
  %17 = load i64, ptr %8, align 8
  br label %30

18:                                               ; preds = %6
  %19 = load i64, ptr %8, align 8
  br label %20

20:                                               ; preds = %18, %20
  %21 = phi i64 [ 0, %18 ], [ %28, %20 ]
  %22 = getelementptr inbounds i64, ptr %2, i64 %21
  %23 = load i64, ptr %22, align 8
  %24 = add i64 %19, %23
  %25 = inttoptr i64 %24 to ptr
  %26 = load i8, ptr %25, align 1
  %27 = getelementptr inbounds i8, ptr %3, i64 %21
  store i8 %26, ptr %27, align 1
  %28 = add nuw nsw i64 %21, 1
  %29 = icmp eq i64 %28, 32
  br i1 %29, label %53, label %20

30:                                               ; preds = %15, %48
  %31 = phi i64 [ 0, %15 ], [ %51, %48 ]
  br i1 %16, label %37, label %32

32:                                               ; preds = %30
  %33 = getelementptr inbounds i64, ptr %2, i64 %31
  %34 = load i64, ptr %33, align 8
  %35 = add i64 %17, %34
  %36 = inttoptr i64 %35 to ptr
  br label %40

37:                                               ; preds = %30
  %38 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %31
  %39 = load ptr, ptr %38, align 8
  br label %40

40:                                               ; preds = %37, %32
  %41 = phi ptr [ %36, %32 ], [ %39, %37 ]
  %42 = trunc i64 %31 to i32
  %43 = shl nuw i32 1, %42
  %44 = and i32 %43, %10
  %45 = icmp eq i32 %44, 0
  br i1 %45, label %48, label %46

46:                                               ; preds = %40
  %47 = load i8, ptr %41, align 1
  br label %48

48:                                               ; preds = %40, %46
  %49 = phi i8 [ %47, %46 ], [ -1, %40 ]
  %50 = getelementptr inbounds i8, ptr %3, i64 %31
  store i8 %49, ptr %50, align 1
  %51 = add nuw nsw i64 %31, 1
  %52 = icmp eq i64 %51, 32
  br i1 %52, label %53, label %30

53:                                               ; preds = %48, %20
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #15
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define internal fastcc i32 @check_warp(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2, ptr nocapture noundef readonly %3, i32 noundef %4, i32 noundef %5, i32 noundef %6, ptr nocapture noundef writeonly %7, ptr nocapture noundef writeonly %8, ptr nocapture noundef writeonly %9) unnamed_addr #3 {
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca ptr, align 8
  store i32 0, ptr %9, align 4
  store i64 0, ptr %8, align 8
  %15 = icmp eq i32 %2, 0
  br i1 %15, label %89, label %16

16:                                               ; preds = %10
  switch i32 %1, label %17 [
    i32 4, label %18
    i32 1, label %18
    i32 0, label %18
  ]

17:                                               ; preds = %64, %16
  br label %69

18:                                               ; preds = %16, %16, %16
  %19 = icmp eq i32 %1, 4
  %20 = tail call i32 @llvm.cttz.i32(i32 %2, i1 true)
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %11) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %12) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %13) #15
  %21 = zext nneg i32 %20 to i64
  %22 = getelementptr inbounds i64, ptr %3, i64 %21
  %23 = load i64, ptr %22, align 8
  store i64 %23, ptr %13, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %14) #15
  %24 = and i64 %23, -4294967296
  %25 = icmp eq i64 %24, 2199023255552
  %26 = select i1 %19, i1 %25, i1 false
  br i1 %26, label %64, label %27

27:                                               ; preds = %18
  %28 = call fastcc i32 @find_range(ptr noundef %0, i32 noundef %1, i32 noundef %20, ptr noundef nonnull %13, ptr noundef nonnull %11, ptr noundef nonnull %12, ptr noundef nonnull %14)
  %29 = icmp eq i32 %28, 0
  br i1 %29, label %64, label %30

30:                                               ; preds = %27
  %31 = load i64, ptr %12, align 8
  %32 = load i64, ptr %11, align 8
  %33 = sub i64 %31, %32
  %34 = zext nneg i32 %4 to i64
  %35 = icmp ult i64 %33, %34
  br i1 %35, label %64, label %36

36:                                               ; preds = %30
  %37 = load i64, ptr %22, align 8
  %38 = load i64, ptr %13, align 8
  %39 = sub i64 %37, %38
  %40 = sub i64 %33, %34
  %41 = add nsw i32 %4, -1
  %42 = zext nneg i32 %41 to i64
  br label %45

43:                                               ; preds = %45
  %44 = icmp eq i64 %61, 0
  br i1 %44, label %65, label %64

45:                                               ; preds = %36, %45
  %46 = phi i64 [ 0, %36 ], [ %62, %45 ]
  %47 = phi i64 [ 0, %36 ], [ %61, %45 ]
  %48 = getelementptr inbounds i64, ptr %3, i64 %46
  %49 = load i64, ptr %48, align 8
  %50 = sub i64 %49, %39
  %51 = sub i64 %50, %32
  %52 = icmp ugt i64 %51, %40
  %53 = zext i1 %52 to i64
  %54 = and i64 %50, %42
  %55 = or i64 %54, %53
  %56 = trunc i64 %46 to i32
  %57 = shl nuw i32 1, %56
  %58 = and i32 %57, %2
  %59 = icmp eq i32 %58, 0
  %60 = select i1 %59, i64 0, i64 %55
  %61 = or i64 %60, %47
  %62 = add nuw nsw i64 %46, 1
  %63 = icmp eq i64 %62, 32
  br i1 %63, label %43, label %45

64:                                               ; preds = %43, %30, %27, %18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %14) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %13) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %12) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %11) #15
  br label %17

65:                                               ; preds = %43
  store i32 1, ptr %9, align 4
  %66 = load ptr, ptr %14, align 8
  %67 = ptrtoint ptr %66 to i64
  %68 = sub i64 %67, %39
  store i64 %68, ptr %8, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %14) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %13) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %12) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %11) #15
  br label %89

69:                                               ; preds = %17, %85
  %70 = phi i64 [ %87, %85 ], [ 0, %17 ]
  %71 = phi i32 [ %86, %85 ], [ 0, %17 ]
  %72 = trunc i64 %70 to i32
  %73 = shl nuw i32 1, %72
  %74 = and i32 %73, %2
  %75 = icmp eq i32 %74, 0
  br i1 %75, label %85, label %76

76:                                               ; preds = %69
  %77 = getelementptr inbounds i64, ptr %3, i64 %70
  %78 = load i64, ptr %77, align 8
  %79 = tail call fastcc ptr @check_lane(ptr noundef %0, i32 noundef %1, i32 noundef %72, i64 noundef %78, i32 noundef %4, i32 noundef %5, i32 noundef %6)
  %80 = getelementptr inbounds ptr, ptr %7, i64 %70
  store ptr %79, ptr %80, align 8
  %81 = icmp ne ptr %79, null
  %82 = zext i1 %81 to i32
  %83 = shl nuw i32 %82, %72
  %84 = or i32 %83, %71
  br label %85

85:                                               ; preds = %69, %76
  %86 = phi i32 [ %84, %76 ], [ %71, %69 ]
  %87 = add nuw nsw i64 %70, 1
  %88 = icmp eq i64 %87, 32
  br i1 %88, label %89, label %69

89:                                               ; preds = %85, %65, %10
  %90 = phi i32 [ %2, %65 ], [ 0, %10 ], [ %86, %85 ]
  ret i32 %90
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_1x1(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, i32 noundef %4, i32 noundef %5) #3 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #15
  %10 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 1, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %11 = load i32, ptr %9, align 4
  %12 = icmp eq i32 %11, 0
  %13 = load i64, ptr %8, align 8
  br label %15

14:                                               ; preds = %34
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #15
  ret void

15:                                               ; preds = %6, %34
  %16 = phi i64 [ 0, %6 ], [ %35, %34 ]
  %17 = trunc i64 %16 to i32
  %18 = shl nuw i32 1, %17
  %19 = and i32 %18, %10
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %34, label %21

21:                                               ; preds = %15
  br i1 %12, label %27, label %22

22:                                               ; preds = %21
  %23 = getelementptr inbounds i64, ptr %2, i64 %16
  %24 = load i64, ptr %23, align 8
  %25 = add i64 %13, %24
  %26 = inttoptr i64 %25 to ptr
  br label %30

27:                                               ; preds = %21
  %28 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %16
  %29 = load ptr, ptr %28, align 8
  br label %30

30:                                               ; preds = %27, %22
  %31 = phi ptr [ %26, %22 ], [ %29, %27 ]
  %32 = getelementptr inbounds i8, ptr %3, i64 %16
  %33 = load i8, ptr %32, align 1
  store i8 %33, ptr %31, align 1
  br label %34

34:                                               ; preds = %15, %30
  %35 = add nuw nsw i64 %16, 1
  %36 = icmp eq i64 %35, 32
  br i1 %36, label %14, label %15
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_1x2(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #3 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #15
  %10 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 2, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %11 = load i32, ptr %9, align 4
  %12 = icmp ne i32 %11, 0
  %13 = icmp eq i32 %1, -1
  %14 = and i1 %13, %12
  br i1 %14, label %18, label %15

15:                                               ; preds = %6
  %16 = icmp eq i32 %11, 0
  %17 = load i64, ptr %8, align 8
  br label %36

18:                                               ; preds = %6
  %19 = load i64, ptr %8, align 8
  br label %20

20:                                               ; preds = %18, %20
  %21 = phi i64 [ 0, %18 ], [ %34, %20 ]
  %22 = getelementptr inbounds i64, ptr %2, i64 %21
  %23 = getelementptr i8, ptr %3, i64 %21
  %24 = load i64, ptr %22, align 8
  %25 = add i64 %19, %24
  %26 = inttoptr i64 %25 to ptr
  %27 = load i8, ptr %26, align 1
  store i8 %27, ptr %23, align 1
  %28 = load i64, ptr %22, align 8
  %29 = add i64 %19, %28
  %30 = inttoptr i64 %29 to ptr
  %31 = getelementptr inbounds i8, ptr %30, i64 1
  %32 = load i8, ptr %31, align 1
  %33 = getelementptr i8, ptr %23, i64 32
  store i8 %32, ptr %33, align 1
  %34 = add nuw nsw i64 %21, 1
  %35 = icmp eq i64 %34, 32
  br i1 %35, label %66, label %20

36:                                               ; preds = %15, %53
  %37 = phi i64 [ 0, %15 ], [ %54, %53 ]
  br i1 %16, label %43, label %38

38:                                               ; preds = %36
  %39 = getelementptr inbounds i64, ptr %2, i64 %37
  %40 = load i64, ptr %39, align 8
  %41 = add i64 %17, %40
  %42 = inttoptr i64 %41 to ptr
  br label %46

43:                                               ; preds = %36
  %44 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %37
  %45 = load ptr, ptr %44, align 8
  br label %46

46:                                               ; preds = %43, %38
  %47 = phi ptr [ %42, %38 ], [ %45, %43 ]
  %48 = trunc i64 %37 to i32
  %49 = shl nuw i32 1, %48
  %50 = and i32 %49, %10
  %51 = icmp eq i32 %50, 0
  %52 = getelementptr i8, ptr %3, i64 %37
  br label %56

53:                                               ; preds = %62
  %54 = add nuw nsw i64 %37, 1
  %55 = icmp eq i64 %54, 32
  br i1 %55, label %66, label %36

56:                                               ; preds = %46, %62
  %57 = phi i1 [ true, %46 ], [ false, %62 ]
  %58 = phi i64 [ 0, %46 ], [ 1, %62 ]
  br i1 %51, label %62, label %59

59:                                               ; preds = %56
  %60 = getelementptr inbounds i8, ptr %47, i64 %58
  %61 = load i8, ptr %60, align 1
  br label %62

62:                                               ; preds = %56, %59
  %63 = phi i8 [ %61, %59 ], [ -1, %56 ]
  %64 = shl nuw nsw i64 %58, 5
  %65 = getelementptr i8, ptr %52, i64 %64
  store i8 %63, ptr %65, align 1
  br i1 %57, label %56, label %53

66:                                               ; preds = %53, %20
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #15
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_1x2(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, i32 noundef %4, i32 noundef %5) #3 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #15
  %10 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 2, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %11 = load i32, ptr %9, align 4
  %12 = icmp eq i32 %11, 0
  %13 = load i64, ptr %8, align 8
  br label %15

14:                                               ; preds = %37
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #15
  ret void

15:                                               ; preds = %6, %37
  %16 = phi i64 [ 0, %6 ], [ %38, %37 ]
  %17 = trunc i64 %16 to i32
  %18 = shl nuw i32 1, %17
  %19 = and i32 %18, %10
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %37, label %21

21:                                               ; preds = %15
  br i1 %12, label %27, label %22

22:                                               ; preds = %21
  %23 = getelementptr inbounds i64, ptr %2, i64 %16
  %24 = load i64, ptr %23, align 8
  %25 = add i64 %13, %24
  %26 = inttoptr i64 %25 to ptr
  br label %30

27:                                               ; preds = %21
  %28 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %16
  %29 = load ptr, ptr %28, align 8
  br label %30

30:                                               ; preds = %27, %22
  %31 = phi ptr [ %26, %22 ], [ %29, %27 ]
  %32 = getelementptr i8, ptr %3, i64 %16
  %33 = load i8, ptr %32, align 1
  store i8 %33, ptr %31, align 1
  %34 = getelementptr i8, ptr %32, i64 32
  %35 = load i8, ptr %34, align 1
  %36 = getelementptr inbounds i8, ptr %31, i64 1
  store i8 %35, ptr %36, align 1
  br label %37

37:                                               ; preds = %30, %15
  %38 = add nuw nsw i64 %16, 1
  %39 = icmp eq i64 %38, 32
  br i1 %39, label %14, label %15
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_1x4(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #3 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #15
  %10 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 4, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %11 = load i32, ptr %9, align 4
  %12 = icmp ne i32 %11, 0
  %13 = icmp eq i32 %1, -1
  %14 = and i1 %13, %12
  br i1 %14, label %18, label %15

15:                                               ; preds = %6
  %16 = icmp eq i32 %11, 0
  %17 = load i64, ptr %8, align 8
  br label %38

18:                                               ; preds = %6
  %19 = load i64, ptr %8, align 8
  br label %20

20:                                               ; preds = %18, %24
  %21 = phi i64 [ 0, %18 ], [ %25, %24 ]
  %22 = getelementptr inbounds i64, ptr %2, i64 %21
  %23 = getelementptr i8, ptr %3, i64 %21
  br label %27

24:                                               ; preds = %27
  %25 = add nuw nsw i64 %21, 1
  %26 = icmp eq i64 %25, 32
  br i1 %26, label %69, label %20

27:                                               ; preds = %20, %27
  %28 = phi i64 [ 0, %20 ], [ %36, %27 ]
  %29 = load i64, ptr %22, align 8
  %30 = add i64 %19, %29
  %31 = inttoptr i64 %30 to ptr
  %32 = getelementptr inbounds i8, ptr %31, i64 %28
  %33 = load i8, ptr %32, align 1
  %34 = shl nuw nsw i64 %28, 5
  %35 = getelementptr i8, ptr %23, i64 %34
  store i8 %33, ptr %35, align 1
  %36 = add nuw nsw i64 %28, 1
  %37 = icmp eq i64 %36, 4
  br i1 %37, label %24, label %27

38:                                               ; preds = %15, %55
  %39 = phi i64 [ 0, %15 ], [ %56, %55 ]
  br i1 %16, label %45, label %40

40:                                               ; preds = %38
  %41 = getelementptr inbounds i64, ptr %2, i64 %39
  %42 = load i64, ptr %41, align 8
  %43 = add i64 %17, %42
  %44 = inttoptr i64 %43 to ptr
  br label %48

45:                                               ; preds = %38
  %46 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %39
  %47 = load ptr, ptr %46, align 8
  br label %48

48:                                               ; preds = %45, %40
  %49 = phi ptr [ %44, %40 ], [ %47, %45 ]
  %50 = trunc i64 %39 to i32
  %51 = shl nuw i32 1, %50
  %52 = and i32 %51, %10
  %53 = icmp eq i32 %52, 0
  %54 = getelementptr i8, ptr %3, i64 %39
  br label %58

55:                                               ; preds = %63
  %56 = add nuw nsw i64 %39, 1
  %57 = icmp eq i64 %56, 32
  br i1 %57, label %69, label %38

58:                                               ; preds = %48, %63
  %59 = phi i64 [ 0, %48 ], [ %67, %63 ]
  br i1 %53, label %63, label %60

60:                                               ; preds = %58
  %61 = getelementptr inbounds i8, ptr %49, i64 %59
  %62 = load i8, ptr %61, align 1
  br label %63

63:                                               ; preds = %58, %60
  %64 = phi i8 [ %62, %60 ], [ -1, %58 ]
  %65 = shl nuw nsw i64 %59, 5
  %66 = getelementptr i8, ptr %54, i64 %65
  store i8 %64, ptr %66, align 1
  %67 = add nuw nsw i64 %59, 1
  %68 = icmp eq i64 %67, 4
  br i1 %68, label %55, label %58

69:                                               ; preds = %55, %24
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #15
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_1x4(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, i32 noundef %4, i32 noundef %5) #3 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #15
  %10 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 4, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %11 = load i32, ptr %9, align 4
  %12 = icmp eq i32 %11, 0
  %13 = load i64, ptr %8, align 8
  br label %15

14:                                               ; preds = %41
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #15
  ret void

15:                                               ; preds = %6, %41
  %16 = phi i64 [ 0, %6 ], [ %42, %41 ]
  %17 = trunc i64 %16 to i32
  %18 = shl nuw i32 1, %17
  %19 = and i32 %18, %10
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %41, label %21

21:                                               ; preds = %15
  br i1 %12, label %27, label %22

22:                                               ; preds = %21
  %23 = getelementptr inbounds i64, ptr %2, i64 %16
  %24 = load i64, ptr %23, align 8
  %25 = add i64 %13, %24
  %26 = inttoptr i64 %25 to ptr
  br label %30

27:                                               ; preds = %21
  %28 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %16
  %29 = load ptr, ptr %28, align 8
  br label %30

30:                                               ; preds = %27, %22
  %31 = phi ptr [ %26, %22 ], [ %29, %27 ]
  %32 = getelementptr i8, ptr %3, i64 %16
  br label %33

33:                                               ; preds = %30, %33
  %34 = phi i64 [ 0, %30 ], [ %39, %33 ]
  %35 = shl nuw nsw i64 %34, 5
  %36 = getelementptr i8, ptr %32, i64 %35
  %37 = load i8, ptr %36, align 1
  %38 = getelementptr inbounds i8, ptr %31, i64 %34
  store i8 %37, ptr %38, align 1
  %39 = add nuw nsw i64 %34, 1
  %40 = icmp eq i64 %39, 4
  br i1 %40, label %41, label %33

41:                                               ; preds = %33, %15
  %42 = add nuw nsw i64 %16, 1
  %43 = icmp eq i64 %42, 32
  br i1 %43, label %14, label %15
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_2x1(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #3 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #15
  %10 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 2, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %11 = load i32, ptr %9, align 4
  %12 = icmp ne i32 %11, 0
  %13 = icmp eq i32 %1, -1
  %14 = and i1 %13, %12
  br i1 %14, label %18, label %15

15:                                               ; preds = %6
  %16 = icmp eq i32 %11, 0
  %17 = load i64, ptr %8, align 8
  br label %30

18:                                               ; preds = %6
  %19 = load i64, ptr %8, align 8
  br label %20

20:                                               ; preds = %18, %20
  %21 = phi i64 [ 0, %18 ], [ %28, %20 ]
  %22 = getelementptr inbounds i64, ptr %2, i64 %21
  %23 = load i64, ptr %22, align 8
  %24 = add i64 %19, %23
  %25 = inttoptr i64 %24 to ptr
  %26 = load i16, ptr %25, align 2
  %27 = getelementptr inbounds i16, ptr %3, i64 %21
  store i16 %26, ptr %27, align 2
  %28 = add nuw nsw i64 %21, 1
  %29 = icmp eq i64 %28, 32
  br i1 %29, label %53, label %20

30:                                               ; preds = %15, %48
  %31 = phi i64 [ 0, %15 ], [ %51, %48 ]
  br i1 %16, label %37, label %32

32:                                               ; preds = %30
  %33 = getelementptr inbounds i64, ptr %2, i64 %31
  %34 = load i64, ptr %33, align 8
  %35 = add i64 %17, %34
  %36 = inttoptr i64 %35 to ptr
  br label %40

37:                                               ; preds = %30
  %38 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %31
  %39 = load ptr, ptr %38, align 8
  br label %40

40:                                               ; preds = %37, %32
  %41 = phi ptr [ %36, %32 ], [ %39, %37 ]
  %42 = trunc i64 %31 to i32
  %43 = shl nuw i32 1, %42
  %44 = and i32 %43, %10
  %45 = icmp eq i32 %44, 0
  br i1 %45, label %48, label %46

46:                                               ; preds = %40
  %47 = load i16, ptr %41, align 2
  br label %48

48:                                               ; preds = %40, %46
  %49 = phi i16 [ %47, %46 ], [ -1, %40 ]
  %50 = getelementptr inbounds i16, ptr %3, i64 %31
  store i16 %49, ptr %50, align 2
  %51 = add nuw nsw i64 %31, 1
  %52 = icmp eq i64 %51, 32
  br i1 %52, label %53, label %30

53:                                               ; preds = %48, %20
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #15
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_2x1(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, i32 noundef %4, i32 noundef %5) #3 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #15
  %10 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 2, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %11 = load i32, ptr %9, align 4
  %12 = icmp eq i32 %11, 0
  %13 = load i64, ptr %8, align 8
  br label %15

14:                                               ; preds = %34
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #15
  ret void

15:                                               ; preds = %6, %34
  %16 = phi i64 [ 0, %6 ], [ %35, %34 ]
  %17 = trunc i64 %16 to i32
  %18 = shl nuw i32 1, %17
  %19 = and i32 %18, %10
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %34, label %21

21:                                               ; preds = %15
  br i1 %12, label %27, label %22

22:                                               ; preds = %21
  %23 = getelementptr inbounds i64, ptr %2, i64 %16
  %24 = load i64, ptr %23, align 8
  %25 = add i64 %13, %24
  %26 = inttoptr i64 %25 to ptr
  br label %30

27:                                               ; preds = %21
  %28 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %16
  %29 = load ptr, ptr %28, align 8
  br label %30

30:                                               ; preds = %27, %22
  %31 = phi ptr [ %26, %22 ], [ %29, %27 ]
  %32 = getelementptr inbounds i16, ptr %3, i64 %16
  %33 = load i16, ptr %32, align 2
  store i16 %33, ptr %31, align 2
  br label %34

34:                                               ; preds = %15, %30
  %35 = add nuw nsw i64 %16, 1
  %36 = icmp eq i64 %35, 32
  br i1 %36, label %14, label %15
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_2x2(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #3 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #15
  %10 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 4, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %11 = load i32, ptr %9, align 4
  %12 = icmp ne i32 %11, 0
  %13 = icmp eq i32 %1, -1
  %14 = and i1 %13, %12
  br i1 %14, label %18, label %15

15:                                               ; preds = %6
  %16 = icmp eq i32 %11, 0
  %17 = load i64, ptr %8, align 8
  br label %36

18:                                               ; preds = %6
  %19 = load i64, ptr %8, align 8
  br label %20

20:                                               ; preds = %18, %20
  %21 = phi i64 [ 0, %18 ], [ %34, %20 ]
  %22 = getelementptr inbounds i64, ptr %2, i64 %21
  %23 = getelementptr i16, ptr %3, i64 %21
  %24 = load i64, ptr %22, align 8
  %25 = add i64 %19, %24
  %26 = inttoptr i64 %25 to ptr
  %27 = load i16, ptr %26, align 2
  store i16 %27, ptr %23, align 2
  %28 = load i64, ptr %22, align 8
  %29 = add i64 %19, %28
  %30 = inttoptr i64 %29 to ptr
  %31 = getelementptr inbounds i16, ptr %30, i64 1
  %32 = load i16, ptr %31, align 2
  %33 = getelementptr i16, ptr %23, i64 32
  store i16 %32, ptr %33, align 2
  %34 = add nuw nsw i64 %21, 1
  %35 = icmp eq i64 %34, 32
  br i1 %35, label %66, label %20

36:                                               ; preds = %15, %53
  %37 = phi i64 [ 0, %15 ], [ %54, %53 ]
  br i1 %16, label %43, label %38

38:                                               ; preds = %36
  %39 = getelementptr inbounds i64, ptr %2, i64 %37
  %40 = load i64, ptr %39, align 8
  %41 = add i64 %17, %40
  %42 = inttoptr i64 %41 to ptr
  br label %46

43:                                               ; preds = %36
  %44 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %37
  %45 = load ptr, ptr %44, align 8
  br label %46

46:                                               ; preds = %43, %38
  %47 = phi ptr [ %42, %38 ], [ %45, %43 ]
  %48 = trunc i64 %37 to i32
  %49 = shl nuw i32 1, %48
  %50 = and i32 %49, %10
  %51 = icmp eq i32 %50, 0
  %52 = getelementptr i16, ptr %3, i64 %37
  br label %56

53:                                               ; preds = %62
  %54 = add nuw nsw i64 %37, 1
  %55 = icmp eq i64 %54, 32
  br i1 %55, label %66, label %36

56:                                               ; preds = %46, %62
  %57 = phi i1 [ true, %46 ], [ false, %62 ]
  %58 = phi i64 [ 0, %46 ], [ 1, %62 ]
  br i1 %51, label %62, label %59

59:                                               ; preds = %56
  %60 = getelementptr inbounds i16, ptr %47, i64 %58
  %61 = load i16, ptr %60, align 2
  br label %62

62:                                               ; preds = %56, %59
  %63 = phi i16 [ %61, %59 ], [ -1, %56 ]
  %64 = shl nuw nsw i64 %58, 5
  %65 = getelementptr i16, ptr %52, i64 %64
  store i16 %63, ptr %65, align 2
  br i1 %57, label %56, label %53

66:                                               ; preds = %53, %20
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #15
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_2x2(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, i32 noundef %4, i32 noundef %5) #3 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #15
  %10 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 4, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %11 = load i32, ptr %9, align 4
  %12 = icmp eq i32 %11, 0
  %13 = load i64, ptr %8, align 8
  br label %15

14:                                               ; preds = %37
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #15
  ret void

15:                                               ; preds = %6, %37
  %16 = phi i64 [ 0, %6 ], [ %38, %37 ]
  %17 = trunc i64 %16 to i32
  %18 = shl nuw i32 1, %17
  %19 = and i32 %18, %10
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %37, label %21

21:                                               ; preds = %15
  br i1 %12, label %27, label %22

22:                                               ; preds = %21
  %23 = getelementptr inbounds i64, ptr %2, i64 %16
  %24 = load i64, ptr %23, align 8
  %25 = add i64 %13, %24
  %26 = inttoptr i64 %25 to ptr
  br label %30

27:                                               ; preds = %21
  %28 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %16
  %29 = load ptr, ptr %28, align 8
  br label %30

30:                                               ; preds = %27, %22
  %31 = phi ptr [ %26, %22 ], [ %29, %27 ]
  %32 = getelementptr i16, ptr %3, i64 %16
  %33 = load i16, ptr %32, align 2
  store i16 %33, ptr %31, align 2
  %34 = getelementptr i16, ptr %32, i64 32
  %35 = load i16, ptr %34, align 2
  %36 = getelementptr inbounds i16, ptr %31, i64 1
  store i16 %35, ptr %36, align 2
  br label %37

37:                                               ; preds = %30, %15
  %38 = add nuw nsw i64 %16, 1
  %39 = icmp eq i64 %38, 32
  br i1 %39, label %14, label %15
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_2x4(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #3 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #15
  %10 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 8, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %11 = load i32, ptr %9, align 4
  %12 = icmp ne i32 %11, 0
  %13 = icmp eq i32 %1, -1
  %14 = and i1 %13, %12
  br i1 %14, label %18, label %15

15:                                               ; preds = %6
  %16 = icmp eq i32 %11, 0
  %17 = load i64, ptr %8, align 8
  br label %38

18:                                               ; preds = %6
  %19 = load i64, ptr %8, align 8
  br label %20

20:                                               ; preds = %18, %24
  %21 = phi i64 [ 0, %18 ], [ %25, %24 ]
  %22 = getelementptr inbounds i64, ptr %2, i64 %21
  %23 = getelementptr i16, ptr %3, i64 %21
  br label %27

24:                                               ; preds = %27
  %25 = add nuw nsw i64 %21, 1
  %26 = icmp eq i64 %25, 32
  br i1 %26, label %69, label %20

27:                                               ; preds = %20, %27
  %28 = phi i64 [ 0, %20 ], [ %36, %27 ]
  %29 = load i64, ptr %22, align 8
  %30 = add i64 %19, %29
  %31 = inttoptr i64 %30 to ptr
  %32 = getelementptr inbounds i16, ptr %31, i64 %28
  %33 = load i16, ptr %32, align 2
  %34 = shl nuw nsw i64 %28, 5
  %35 = getelementptr i16, ptr %23, i64 %34
  store i16 %33, ptr %35, align 2
  %36 = add nuw nsw i64 %28, 1
  %37 = icmp eq i64 %36, 4
  br i1 %37, label %24, label %27

38:                                               ; preds = %15, %55
  %39 = phi i64 [ 0, %15 ], [ %56, %55 ]
  br i1 %16, label %45, label %40

40:                                               ; preds = %38
  %41 = getelementptr inbounds i64, ptr %2, i64 %39
  %42 = load i64, ptr %41, align 8
  %43 = add i64 %17, %42
  %44 = inttoptr i64 %43 to ptr
  br label %48

45:                                               ; preds = %38
  %46 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %39
  %47 = load ptr, ptr %46, align 8
  br label %48

48:                                               ; preds = %45, %40
  %49 = phi ptr [ %44, %40 ], [ %47, %45 ]
  %50 = trunc i64 %39 to i32
  %51 = shl nuw i32 1, %50
  %52 = and i32 %51, %10
  %53 = icmp eq i32 %52, 0
  %54 = getelementptr i16, ptr %3, i64 %39
  br label %58

55:                                               ; preds = %63
  %56 = add nuw nsw i64 %39, 1
  %57 = icmp eq i64 %56, 32
  br i1 %57, label %69, label %38

58:                                               ; preds = %48, %63
  %59 = phi i64 [ 0, %48 ], [ %67, %63 ]
  br i1 %53, label %63, label %60

60:                                               ; preds = %58
  %61 = getelementptr inbounds i16, ptr %49, i64 %59
  %62 = load i16, ptr %61, align 2
  br label %63

63:                                               ; preds = %58, %60
  %64 = phi i16 [ %62, %60 ], [ -1, %58 ]
  %65 = shl nuw nsw i64 %59, 5
  %66 = getelementptr i16, ptr %54, i64 %65
  store i16 %64, ptr %66, align 2
  %67 = add nuw nsw i64 %59, 1
  %68 = icmp eq i64 %67, 4
  br i1 %68, label %55, label %58

69:                                               ; preds = %55, %24
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #15
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_2x4(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, i32 noundef %4, i32 noundef %5) #3 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #15
  %10 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 8, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %11 = load i32, ptr %9, align 4
  %12 = icmp eq i32 %11, 0
  %13 = load i64, ptr %8, align 8
  br label %15

14:                                               ; preds = %41
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #15
  ret void

15:                                               ; preds = %6, %41
  %16 = phi i64 [ 0, %6 ], [ %42, %41 ]
  %17 = trunc i64 %16 to i32
  %18 = shl nuw i32 1, %17
  %19 = and i32 %18, %10
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %41, label %21

21:                                               ; preds = %15
  br i1 %12, label %27, label %22

22:                                               ; preds = %21
  %23 = getelementptr inbounds i64, ptr %2, i64 %16
  %24 = load i64, ptr %23, align 8
  %25 = add i64 %13, %24
  %26 = inttoptr i64 %25 to ptr
  br label %30

27:                                               ; preds = %21
  %28 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %16
  %29 = load ptr, ptr %28, align 8
  br label %30

30:                                               ; preds = %27, %22
  %31 = phi ptr [ %26, %22 ], [ %29, %27 ]
  %32 = getelementptr i16, ptr %3, i64 %16
  br label %33

33:                                               ; preds = %30, %33
  %34 = phi i64 [ 0, %30 ], [ %39, %33 ]
  %35 = shl nuw nsw i64 %34, 5
  %36 = getelementptr i16, ptr %32, i64 %35
  %37 = load i16, ptr %36, align 2
  %38 = getelementptr inbounds i16, ptr %31, i64 %34
  store i16 %37, ptr %38, align 2
  %39 = add nuw nsw i64 %34, 1
  %40 = icmp eq i64 %39, 4
  br i1 %40, label %41, label %33

41:                                               ; preds = %33, %15
  %42 = add nuw nsw i64 %16, 1
  %43 = icmp eq i64 %42, 32
  br i1 %43, label %14, label %15
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_2x8(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #3 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #15
  %10 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 16, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %11 = load i32, ptr %9, align 4
  %12 = icmp ne i32 %11, 0
  %13 = icmp eq i32 %1, -1
  %14 = and i1 %13, %12
  br i1 %14, label %18, label %15

15:                                               ; preds = %6
  %16 = icmp eq i32 %11, 0
  %17 = load i64, ptr %8, align 8
  br label %38

18:                                               ; preds = %6
  %19 = load i64, ptr %8, align 8
  br label %20

20:                                               ; preds = %18, %24
  %21 = phi i64 [ 0, %18 ], [ %25, %24 ]
  %22 = getelementptr inbounds i64, ptr %2, i64 %21
  %23 = getelementptr i16, ptr %3, i64 %21
  br label %27

24:                                               ; preds = %27
  %25 = add nuw nsw i64 %21, 1
  %26 = icmp eq i64 %25, 32
  br i1 %26, label %69, label %20

27:                                               ; preds = %20, %27
  %28 = phi i64 [ 0, %20 ], [ %36, %27 ]
  %29 = load i64, ptr %22, align 8
  %30 = add i64 %19, %29
  %31 = inttoptr i64 %30 to ptr
  %32 = getelementptr inbounds i16, ptr %31, i64 %28
  %33 = load i16, ptr %32, align 2
  %34 = shl nuw nsw i64 %28, 5
  %35 = getelementptr i16, ptr %23, i64 %34
  store i16 %33, ptr %35, align 2
  %36 = add nuw nsw i64 %28, 1
  %37 = icmp eq i64 %36, 8
  br i1 %37, label %24, label %27

38:                                               ; preds = %15, %55
  %39 = phi i64 [ 0, %15 ], [ %56, %55 ]
  br i1 %16, label %45, label %40

40:                                               ; preds = %38
  %41 = getelementptr inbounds i64, ptr %2, i64 %39
  %42 = load i64, ptr %41, align 8
  %43 = add i64 %17, %42
  %44 = inttoptr i64 %43 to ptr
  br label %48

45:                                               ; preds = %38
  %46 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %39
  %47 = load ptr, ptr %46, align 8
  br label %48

48:                                               ; preds = %45, %40
  %49 = phi ptr [ %44, %40 ], [ %47, %45 ]
  %50 = trunc i64 %39 to i32
  %51 = shl nuw i32 1, %50
  %52 = and i32 %51, %10
  %53 = icmp eq i32 %52, 0
  %54 = getelementptr i16, ptr %3, i64 %39
  br label %58

55:                                               ; preds = %63
  %56 = add nuw nsw i64 %39, 1
  %57 = icmp eq i64 %56, 32
  br i1 %57, label %69, label %38

58:                                               ; preds = %48, %63
  %59 = phi i64 [ 0, %48 ], [ %67, %63 ]
  br i1 %53, label %63, label %60

60:                                               ; preds = %58
  %61 = getelementptr inbounds i16, ptr %49, i64 %59
  %62 = load i16, ptr %61, align 2
  br label %63

63:                                               ; preds = %58, %60
  %64 = phi i16 [ %62, %60 ], [ -1, %58 ]
  %65 = shl nuw nsw i64 %59, 5
  %66 = getelementptr i16, ptr %54, i64 %65
  store i16 %64, ptr %66, align 2
  %67 = add nuw nsw i64 %59, 1
  %68 = icmp eq i64 %67, 8
  br i1 %68, label %55, label %58

69:                                               ; preds = %55, %24
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #15
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_2x8(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, i32 noundef %4, i32 noundef %5) #3 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #15
  %10 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 16, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %11 = load i32, ptr %9, align 4
  %12 = icmp eq i32 %11, 0
  %13 = load i64, ptr %8, align 8
  br label %15

14:                                               ; preds = %41
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #15
  ret void

15:                                               ; preds = %6, %41
  %16 = phi i64 [ 0, %6 ], [ %42, %41 ]
  %17 = trunc i64 %16 to i32
  %18 = shl nuw i32 1, %17
  %19 = and i32 %18, %10
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %41, label %21

21:                                               ; preds = %15
  br i1 %12, label %27, label %22

22:                                               ; preds = %21
  %23 = getelementptr inbounds i64, ptr %2, i64 %16
  %24 = load i64, ptr %23, align 8
  %25 = add i64 %13, %24
  %26 = inttoptr i64 %25 to ptr
  br label %30

27:                                               ; preds = %21
  %28 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %16
  %29 = load ptr, ptr %28, align 8
  br label %30

30:                                               ; preds = %27, %22
  %31 = phi ptr [ %26, %22 ], [ %29, %27 ]
  %32 = getelementptr i16, ptr %3, i64 %16
  br label %33

33:                                               ; preds = %30, %33
  %34 = phi i64 [ 0, %30 ], [ %39, %33 ]
  %35 = shl nuw nsw i64 %34, 5
  %36 = getelementptr i16, ptr %32, i64 %35
  %37 = load i16, ptr %36, align 2
  %38 = getelementptr inbounds i16, ptr %31, i64 %34
  store i16 %37, ptr %38, align 2
  %39 = add nuw nsw i64 %34, 1
  %40 = icmp eq i64 %39, 8
  br i1 %40, label %41, label %33

41:                                               ; preds = %33, %15
  %42 = add nuw nsw i64 %16, 1
  %43 = icmp eq i64 %42, 32
  br i1 %43, label %14, label %15
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_4x1(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #3 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #15
  %10 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 4, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %11 = load i32, ptr %9, align 4
  %12 = icmp ne i32 %11, 0
  %13 = icmp eq i32 %1, -1
  %14 = and i1 %13, %12
  br i1 %14, label %18, label %15

15:                                               ; preds = %6
  %16 = icmp eq i32 %11, 0
  %17 = load i64, ptr %8, align 8
  br label %30

18:                                               ; preds = %6
  %19 = load i64, ptr %8, align 8
  br label %20

20:                                               ; preds = %18, %20
  %21 = phi i64 [ 0, %18 ], [ %28, %20 ]
  %22 = getelementptr inbounds i64, ptr %2, i64 %21
  %23 = load i64, ptr %22, align 8
  %24 = add i64 %19, %23
  %25 = inttoptr i64 %24 to ptr
  %26 = load i32, ptr %25, align 4
  %27 = getelementptr inbounds i32, ptr %3, i64 %21
  store i32 %26, ptr %27, align 4
  %28 = add nuw nsw i64 %21, 1
  %29 = icmp eq i64 %28, 32
  br i1 %29, label %53, label %20

30:                                               ; preds = %15, %48
  %31 = phi i64 [ 0, %15 ], [ %51, %48 ]
  br i1 %16, label %37, label %32

32:                                               ; preds = %30
  %33 = getelementptr inbounds i64, ptr %2, i64 %31
  %34 = load i64, ptr %33, align 8
  %35 = add i64 %17, %34
  %36 = inttoptr i64 %35 to ptr
  br label %40

37:                                               ; preds = %30
  %38 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %31
  %39 = load ptr, ptr %38, align 8
  br label %40

40:                                               ; preds = %37, %32
  %41 = phi ptr [ %36, %32 ], [ %39, %37 ]
  %42 = trunc i64 %31 to i32
  %43 = shl nuw i32 1, %42
  %44 = and i32 %43, %10
  %45 = icmp eq i32 %44, 0
  br i1 %45, label %48, label %46

46:                                               ; preds = %40
  %47 = load i32, ptr %41, align 4
  br label %48

48:                                               ; preds = %40, %46
  %49 = phi i32 [ %47, %46 ], [ -1, %40 ]
  %50 = getelementptr inbounds i32, ptr %3, i64 %31
  store i32 %49, ptr %50, align 4
  %51 = add nuw nsw i64 %31, 1
  %52 = icmp eq i64 %51, 32
  br i1 %52, label %53, label %30

53:                                               ; preds = %48, %20
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #15
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_4x1(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, i32 noundef %4, i32 noundef %5) #3 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #15
  %10 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 4, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %11 = load i32, ptr %9, align 4
  %12 = icmp eq i32 %11, 0
  %13 = load i64, ptr %8, align 8
  br label %15

14:                                               ; preds = %34
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #15
  ret void

15:                                               ; preds = %6, %34
  %16 = phi i64 [ 0, %6 ], [ %35, %34 ]
  %17 = trunc i64 %16 to i32
  %18 = shl nuw i32 1, %17
  %19 = and i32 %18, %10
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %34, label %21

21:                                               ; preds = %15
  br i1 %12, label %27, label %22

22:                                               ; preds = %21
  %23 = getelementptr inbounds i64, ptr %2, i64 %16
  %24 = load i64, ptr %23, align 8
  %25 = add i64 %13, %24
  %26 = inttoptr i64 %25 to ptr
  br label %30

27:                                               ; preds = %21
  %28 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %16
  %29 = load ptr, ptr %28, align 8
  br label %30

30:                                               ; preds = %27, %22
  %31 = phi ptr [ %26, %22 ], [ %29, %27 ]
  %32 = getelementptr inbounds i32, ptr %3, i64 %16
  %33 = load i32, ptr %32, align 4
  store i32 %33, ptr %31, align 4
  br label %34

34:                                               ; preds = %15, %30
  %35 = add nuw nsw i64 %16, 1
  %36 = icmp eq i64 %35, 32
  br i1 %36, label %14, label %15
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_4x2(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #3 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #15
  %10 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 8, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %11 = load i32, ptr %9, align 4
  %12 = icmp ne i32 %11, 0
  %13 = icmp eq i32 %1, -1
  %14 = and i1 %13, %12
  br i1 %14, label %18, label %15

15:                                               ; preds = %6
  %16 = icmp eq i32 %11, 0
  %17 = load i64, ptr %8, align 8
  br label %36

18:                                               ; preds = %6
  %19 = load i64, ptr %8, align 8
  br label %20

20:                                               ; preds = %18, %20
  %21 = phi i64 [ 0, %18 ], [ %34, %20 ]
  %22 = getelementptr inbounds i64, ptr %2, i64 %21
  %23 = getelementptr i32, ptr %3, i64 %21
  %24 = load i64, ptr %22, align 8
  %25 = add i64 %19, %24
  %26 = inttoptr i64 %25 to ptr
  %27 = load i32, ptr %26, align 4
  store i32 %27, ptr %23, align 4
  %28 = load i64, ptr %22, align 8
  %29 = add i64 %19, %28
  %30 = inttoptr i64 %29 to ptr
  %31 = getelementptr inbounds i32, ptr %30, i64 1
  %32 = load i32, ptr %31, align 4
  %33 = getelementptr i32, ptr %23, i64 32
  store i32 %32, ptr %33, align 4
  %34 = add nuw nsw i64 %21, 1
  %35 = icmp eq i64 %34, 32
  br i1 %35, label %66, label %20

36:                                               ; preds = %15, %53
  %37 = phi i64 [ 0, %15 ], [ %54, %53 ]
  br i1 %16, label %43, label %38

38:                                               ; preds = %36
  %39 = getelementptr inbounds i64, ptr %2, i64 %37
  %40 = load i64, ptr %39, align 8
  %41 = add i64 %17, %40
  %42 = inttoptr i64 %41 to ptr
  br label %46

43:                                               ; preds = %36
  %44 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %37
  %45 = load ptr, ptr %44, align 8
  br label %46

46:                                               ; preds = %43, %38
  %47 = phi ptr [ %42, %38 ], [ %45, %43 ]
  %48 = trunc i64 %37 to i32
  %49 = shl nuw i32 1, %48
  %50 = and i32 %49, %10
  %51 = icmp eq i32 %50, 0
  %52 = getelementptr i32, ptr %3, i64 %37
  br label %56

53:                                               ; preds = %62
  %54 = add nuw nsw i64 %37, 1
  %55 = icmp eq i64 %54, 32
  br i1 %55, label %66, label %36

56:                                               ; preds = %46, %62
  %57 = phi i1 [ true, %46 ], [ false, %62 ]
  %58 = phi i64 [ 0, %46 ], [ 1, %62 ]
  br i1 %51, label %62, label %59

59:                                               ; preds = %56
  %60 = getelementptr inbounds i32, ptr %47, i64 %58
  %61 = load i32, ptr %60, align 4
  br label %62

62:                                               ; preds = %56, %59
  %63 = phi i32 [ %61, %59 ], [ -1, %56 ]
  %64 = shl nuw nsw i64 %58, 5
  %65 = getelementptr i32, ptr %52, i64 %64
  store i32 %63, ptr %65, align 4
  br i1 %57, label %56, label %53

66:                                               ; preds = %53, %20
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #15
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_4x2(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, i32 noundef %4, i32 noundef %5) #3 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #15
  %10 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 8, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %11 = load i32, ptr %9, align 4
  %12 = icmp eq i32 %11, 0
  %13 = load i64, ptr %8, align 8
  br label %15

14:                                               ; preds = %37
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #15
  ret void

15:                                               ; preds = %6, %37
  %16 = phi i64 [ 0, %6 ], [ %38, %37 ]
  %17 = trunc i64 %16 to i32
  %18 = shl nuw i32 1, %17
  %19 = and i32 %18, %10
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %37, label %21

21:                                               ; preds = %15
  br i1 %12, label %27, label %22

22:                                               ; preds = %21
  %23 = getelementptr inbounds i64, ptr %2, i64 %16
  %24 = load i64, ptr %23, align 8
  %25 = add i64 %13, %24
  %26 = inttoptr i64 %25 to ptr
  br label %30

27:                                               ; preds = %21
  %28 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %16
  %29 = load ptr, ptr %28, align 8
  br label %30

30:                                               ; preds = %27, %22
  %31 = phi ptr [ %26, %22 ], [ %29, %27 ]
  %32 = getelementptr i32, ptr %3, i64 %16
  %33 = load i32, ptr %32, align 4
  store i32 %33, ptr %31, align 4
  %34 = getelementptr i32, ptr %32, i64 32
  %35 = load i32, ptr %34, align 4
  %36 = getelementptr inbounds i32, ptr %31, i64 1
  store i32 %35, ptr %36, align 4
  br label %37

37:                                               ; preds = %30, %15
  %38 = add nuw nsw i64 %16, 1
  %39 = icmp eq i64 %38, 32
  br i1 %39, label %14, label %15
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_4x4(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #3 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #15
  %10 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 16, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %11 = load i32, ptr %9, align 4
  %12 = icmp ne i32 %11, 0
  %13 = icmp eq i32 %1, -1
  %14 = and i1 %13, %12
  br i1 %14, label %18, label %15

15:                                               ; preds = %6
  %16 = icmp eq i32 %11, 0
  %17 = load i64, ptr %8, align 8
  br label %38

18:                                               ; preds = %6
  %19 = load i64, ptr %8, align 8
  br label %20

20:                                               ; preds = %18, %24
  %21 = phi i64 [ 0, %18 ], [ %25, %24 ]
  %22 = getelementptr inbounds i64, ptr %2, i64 %21
  %23 = getelementptr i32, ptr %3, i64 %21
  br label %27

24:                                               ; preds = %27
  %25 = add nuw nsw i64 %21, 1
  %26 = icmp eq i64 %25, 32
  br i1 %26, label %69, label %20

27:                                               ; preds = %20, %27
  %28 = phi i64 [ 0, %20 ], [ %36, %27 ]
  %29 = load i64, ptr %22, align 8
  %30 = add i64 %19, %29
  %31 = inttoptr i64 %30 to ptr
  %32 = getelementptr inbounds i32, ptr %31, i64 %28
  %33 = load i32, ptr %32, align 4
  %34 = shl nuw nsw i64 %28, 5
  %35 = getelementptr i32, ptr %23, i64 %34
  store i32 %33, ptr %35, align 4
  %36 = add nuw nsw i64 %28, 1
  %37 = icmp eq i64 %36, 4
  br i1 %37, label %24, label %27

38:                                               ; preds = %15, %55
  %39 = phi i64 [ 0, %15 ], [ %56, %55 ]
  br i1 %16, label %45, label %40

40:                                               ; preds = %38
  %41 = getelementptr inbounds i64, ptr %2, i64 %39
  %42 = load i64, ptr %41, align 8
  %43 = add i64 %17, %42
  %44 = inttoptr i64 %43 to ptr
  br label %48

45:                                               ; preds = %38
  %46 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %39
  %47 = load ptr, ptr %46, align 8
  br label %48

48:                                               ; preds = %45, %40
  %49 = phi ptr [ %44, %40 ], [ %47, %45 ]
  %50 = trunc i64 %39 to i32
  %51 = shl nuw i32 1, %50
  %52 = and i32 %51, %10
  %53 = icmp eq i32 %52, 0
  %54 = getelementptr i32, ptr %3, i64 %39
  br label %58

55:                                               ; preds = %63
  %56 = add nuw nsw i64 %39, 1
  %57 = icmp eq i64 %56, 32
  br i1 %57, label %69, label %38

58:                                               ; preds = %48, %63
  %59 = phi i64 [ 0, %48 ], [ %67, %63 ]
  br i1 %53, label %63, label %60

60:                                               ; preds = %58
  %61 = getelementptr inbounds i32, ptr %49, i64 %59
  %62 = load i32, ptr %61, align 4
  br label %63

63:                                               ; preds = %58, %60
  %64 = phi i32 [ %62, %60 ], [ -1, %58 ]
  %65 = shl nuw nsw i64 %59, 5
  %66 = getelementptr i32, ptr %54, i64 %65
  store i32 %64, ptr %66, align 4
  %67 = add nuw nsw i64 %59, 1
  %68 = icmp eq i64 %67, 4
  br i1 %68, label %55, label %58

69:                                               ; preds = %55, %24
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #15
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_4x4(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, i32 noundef %4, i32 noundef %5) #3 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #15
  %10 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 16, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %11 = load i32, ptr %9, align 4
  %12 = icmp eq i32 %11, 0
  %13 = load i64, ptr %8, align 8
  br label %15

14:                                               ; preds = %41
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #15
  ret void

15:                                               ; preds = %6, %41
  %16 = phi i64 [ 0, %6 ], [ %42, %41 ]
  %17 = trunc i64 %16 to i32
  %18 = shl nuw i32 1, %17
  %19 = and i32 %18, %10
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %41, label %21

21:                                               ; preds = %15
  br i1 %12, label %27, label %22

22:                                               ; preds = %21
  %23 = getelementptr inbounds i64, ptr %2, i64 %16
  %24 = load i64, ptr %23, align 8
  %25 = add i64 %13, %24
  %26 = inttoptr i64 %25 to ptr
  br label %30

27:                                               ; preds = %21
  %28 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %16
  %29 = load ptr, ptr %28, align 8
  br label %30

30:                                               ; preds = %27, %22
  %31 = phi ptr [ %26, %22 ], [ %29, %27 ]
  %32 = getelementptr i32, ptr %3, i64 %16
  br label %33

33:                                               ; preds = %30, %33
  %34 = phi i64 [ 0, %30 ], [ %39, %33 ]
  %35 = shl nuw nsw i64 %34, 5
  %36 = getelementptr i32, ptr %32, i64 %35
  %37 = load i32, ptr %36, align 4
  %38 = getelementptr inbounds i32, ptr %31, i64 %34
  store i32 %37, ptr %38, align 4
  %39 = add nuw nsw i64 %34, 1
  %40 = icmp eq i64 %39, 4
  br i1 %40, label %41, label %33

41:                                               ; preds = %33, %15
  %42 = add nuw nsw i64 %16, 1
  %43 = icmp eq i64 %42, 32
  br i1 %43, label %14, label %15
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_4x8(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #3 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #15
  %10 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 32, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %11 = load i32, ptr %9, align 4
  %12 = icmp ne i32 %11, 0
  %13 = icmp eq i32 %1, -1
  %14 = and i1 %13, %12
  br i1 %14, label %18, label %15

15:                                               ; preds = %6
  %16 = icmp eq i32 %11, 0
  %17 = load i64, ptr %8, align 8
  br label %38

18:                                               ; preds = %6
  %19 = load i64, ptr %8, align 8
  br label %20

20:                                               ; preds = %18, %24
  %21 = phi i64 [ 0, %18 ], [ %25, %24 ]
  %22 = getelementptr inbounds i64, ptr %2, i64 %21
  %23 = getelementptr i32, ptr %3, i64 %21
  br label %27

24:                                               ; preds = %27
  %25 = add nuw nsw i64 %21, 1
  %26 = icmp eq i64 %25, 32
  br i1 %26, label %69, label %20

27:                                               ; preds = %20, %27
  %28 = phi i64 [ 0, %20 ], [ %36, %27 ]
  %29 = load i64, ptr %22, align 8
  %30 = add i64 %19, %29
  %31 = inttoptr i64 %30 to ptr
  %32 = getelementptr inbounds i32, ptr %31, i64 %28
  %33 = load i32, ptr %32, align 4
  %34 = shl nuw nsw i64 %28, 5
  %35 = getelementptr i32, ptr %23, i64 %34
  store i32 %33, ptr %35, align 4
  %36 = add nuw nsw i64 %28, 1
  %37 = icmp eq i64 %36, 8
  br i1 %37, label %24, label %27

38:                                               ; preds = %15, %55
  %39 = phi i64 [ 0, %15 ], [ %56, %55 ]
  br i1 %16, label %45, label %40

40:                                               ; preds = %38
  %41 = getelementptr inbounds i64, ptr %2, i64 %39
  %42 = load i64, ptr %41, align 8
  %43 = add i64 %17, %42
  %44 = inttoptr i64 %43 to ptr
  br label %48

45:                                               ; preds = %38
  %46 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %39
  %47 = load ptr, ptr %46, align 8
  br label %48

48:                                               ; preds = %45, %40
  %49 = phi ptr [ %44, %40 ], [ %47, %45 ]
  %50 = trunc i64 %39 to i32
  %51 = shl nuw i32 1, %50
  %52 = and i32 %51, %10
  %53 = icmp eq i32 %52, 0
  %54 = getelementptr i32, ptr %3, i64 %39
  br label %58

55:                                               ; preds = %63
  %56 = add nuw nsw i64 %39, 1
  %57 = icmp eq i64 %56, 32
  br i1 %57, label %69, label %38

58:                                               ; preds = %48, %63
  %59 = phi i64 [ 0, %48 ], [ %67, %63 ]
  br i1 %53, label %63, label %60

60:                                               ; preds = %58
  %61 = getelementptr inbounds i32, ptr %49, i64 %59
  %62 = load i32, ptr %61, align 4
  br label %63

63:                                               ; preds = %58, %60
  %64 = phi i32 [ %62, %60 ], [ -1, %58 ]
  %65 = shl nuw nsw i64 %59, 5
  %66 = getelementptr i32, ptr %54, i64 %65
  store i32 %64, ptr %66, align 4
  %67 = add nuw nsw i64 %59, 1
  %68 = icmp eq i64 %67, 8
  br i1 %68, label %55, label %58

69:                                               ; preds = %55, %24
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #15
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_4x8(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, i32 noundef %4, i32 noundef %5) #3 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #15
  %10 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 32, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %11 = load i32, ptr %9, align 4
  %12 = icmp eq i32 %11, 0
  %13 = load i64, ptr %8, align 8
  br label %15

14:                                               ; preds = %41
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #15
  ret void

15:                                               ; preds = %6, %41
  %16 = phi i64 [ 0, %6 ], [ %42, %41 ]
  %17 = trunc i64 %16 to i32
  %18 = shl nuw i32 1, %17
  %19 = and i32 %18, %10
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %41, label %21

21:                                               ; preds = %15
  br i1 %12, label %27, label %22

22:                                               ; preds = %21
  %23 = getelementptr inbounds i64, ptr %2, i64 %16
  %24 = load i64, ptr %23, align 8
  %25 = add i64 %13, %24
  %26 = inttoptr i64 %25 to ptr
  br label %30

27:                                               ; preds = %21
  %28 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %16
  %29 = load ptr, ptr %28, align 8
  br label %30

30:                                               ; preds = %27, %22
  %31 = phi ptr [ %26, %22 ], [ %29, %27 ]
  %32 = getelementptr i32, ptr %3, i64 %16
  br label %33

33:                                               ; preds = %30, %33
  %34 = phi i64 [ 0, %30 ], [ %39, %33 ]
  %35 = shl nuw nsw i64 %34, 5
  %36 = getelementptr i32, ptr %32, i64 %35
  %37 = load i32, ptr %36, align 4
  %38 = getelementptr inbounds i32, ptr %31, i64 %34
  store i32 %37, ptr %38, align 4
  %39 = add nuw nsw i64 %34, 1
  %40 = icmp eq i64 %39, 8
  br i1 %40, label %41, label %33

41:                                               ; preds = %33, %15
  %42 = add nuw nsw i64 %16, 1
  %43 = icmp eq i64 %42, 32
  br i1 %43, label %14, label %15
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_8x1(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #3 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #15
  %10 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 8, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %11 = load i32, ptr %9, align 4
  %12 = icmp ne i32 %11, 0
  %13 = icmp eq i32 %1, -1
  %14 = and i1 %13, %12
  br i1 %14, label %18, label %15

15:                                               ; preds = %6
  %16 = icmp eq i32 %11, 0
  %17 = load i64, ptr %8, align 8
  br label %30

18:                                               ; preds = %6
  %19 = load i64, ptr %8, align 8
  br label %20

20:                                               ; preds = %18, %20
  %21 = phi i64 [ 0, %18 ], [ %28, %20 ]
  %22 = getelementptr inbounds i64, ptr %2, i64 %21
  %23 = load i64, ptr %22, align 8
  %24 = add i64 %19, %23
  %25 = inttoptr i64 %24 to ptr
  %26 = load i64, ptr %25, align 8
  %27 = getelementptr inbounds i64, ptr %3, i64 %21
  store i64 %26, ptr %27, align 8
  %28 = add nuw nsw i64 %21, 1
  %29 = icmp eq i64 %28, 32
  br i1 %29, label %53, label %20

30:                                               ; preds = %15, %48
  %31 = phi i64 [ 0, %15 ], [ %51, %48 ]
  br i1 %16, label %37, label %32

32:                                               ; preds = %30
  %33 = getelementptr inbounds i64, ptr %2, i64 %31
  %34 = load i64, ptr %33, align 8
  %35 = add i64 %17, %34
  %36 = inttoptr i64 %35 to ptr
  br label %40

37:                                               ; preds = %30
  %38 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %31
  %39 = load ptr, ptr %38, align 8
  br label %40

40:                                               ; preds = %37, %32
  %41 = phi ptr [ %36, %32 ], [ %39, %37 ]
  %42 = trunc i64 %31 to i32
  %43 = shl nuw i32 1, %42
  %44 = and i32 %43, %10
  %45 = icmp eq i32 %44, 0
  br i1 %45, label %48, label %46

46:                                               ; preds = %40
  %47 = load i64, ptr %41, align 8
  br label %48

48:                                               ; preds = %40, %46
  %49 = phi i64 [ %47, %46 ], [ -1, %40 ]
  %50 = getelementptr inbounds i64, ptr %3, i64 %31
  store i64 %49, ptr %50, align 8
  %51 = add nuw nsw i64 %31, 1
  %52 = icmp eq i64 %51, 32
  br i1 %52, label %53, label %30

53:                                               ; preds = %48, %20
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #15
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_8x1(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, i32 noundef %4, i32 noundef %5) #3 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #15
  %10 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 8, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %11 = load i32, ptr %9, align 4
  %12 = icmp eq i32 %11, 0
  %13 = load i64, ptr %8, align 8
  br label %15

14:                                               ; preds = %34
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #15
  ret void

15:                                               ; preds = %6, %34
  %16 = phi i64 [ 0, %6 ], [ %35, %34 ]
  %17 = trunc i64 %16 to i32
  %18 = shl nuw i32 1, %17
  %19 = and i32 %18, %10
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %34, label %21

21:                                               ; preds = %15
  br i1 %12, label %27, label %22

22:                                               ; preds = %21
  %23 = getelementptr inbounds i64, ptr %2, i64 %16
  %24 = load i64, ptr %23, align 8
  %25 = add i64 %13, %24
  %26 = inttoptr i64 %25 to ptr
  br label %30

27:                                               ; preds = %21
  %28 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %16
  %29 = load ptr, ptr %28, align 8
  br label %30

30:                                               ; preds = %27, %22
  %31 = phi ptr [ %26, %22 ], [ %29, %27 ]
  %32 = getelementptr inbounds i64, ptr %3, i64 %16
  %33 = load i64, ptr %32, align 8
  store i64 %33, ptr %31, align 8
  br label %34

34:                                               ; preds = %15, %30
  %35 = add nuw nsw i64 %16, 1
  %36 = icmp eq i64 %35, 32
  br i1 %36, label %14, label %15
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_8x2(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #3 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #15
  %10 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 16, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %11 = load i32, ptr %9, align 4
  %12 = icmp ne i32 %11, 0
  %13 = icmp eq i32 %1, -1
  %14 = and i1 %13, %12
  br i1 %14, label %18, label %15

15:                                               ; preds = %6
  %16 = icmp eq i32 %11, 0
  %17 = load i64, ptr %8, align 8
  br label %36

18:                                               ; preds = %6
  %19 = load i64, ptr %8, align 8
  br label %20

20:                                               ; preds = %18, %20
  %21 = phi i64 [ 0, %18 ], [ %34, %20 ]
  %22 = getelementptr inbounds i64, ptr %2, i64 %21
  %23 = getelementptr i64, ptr %3, i64 %21
  %24 = load i64, ptr %22, align 8
  %25 = add i64 %19, %24
  %26 = inttoptr i64 %25 to ptr
  %27 = load i64, ptr %26, align 8
  store i64 %27, ptr %23, align 8
  %28 = load i64, ptr %22, align 8
  %29 = add i64 %19, %28
  %30 = inttoptr i64 %29 to ptr
  %31 = getelementptr inbounds i64, ptr %30, i64 1
  %32 = load i64, ptr %31, align 8
  %33 = getelementptr i64, ptr %23, i64 32
  store i64 %32, ptr %33, align 8
  %34 = add nuw nsw i64 %21, 1
  %35 = icmp eq i64 %34, 32
  br i1 %35, label %66, label %20

36:                                               ; preds = %15, %53
  %37 = phi i64 [ 0, %15 ], [ %54, %53 ]
  br i1 %16, label %43, label %38

38:                                               ; preds = %36
  %39 = getelementptr inbounds i64, ptr %2, i64 %37
  %40 = load i64, ptr %39, align 8
  %41 = add i64 %17, %40
  %42 = inttoptr i64 %41 to ptr
  br label %46

43:                                               ; preds = %36
  %44 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %37
  %45 = load ptr, ptr %44, align 8
  br label %46

46:                                               ; preds = %43, %38
  %47 = phi ptr [ %42, %38 ], [ %45, %43 ]
  %48 = trunc i64 %37 to i32
  %49 = shl nuw i32 1, %48
  %50 = and i32 %49, %10
  %51 = icmp eq i32 %50, 0
  %52 = getelementptr i64, ptr %3, i64 %37
  br label %56

53:                                               ; preds = %62
  %54 = add nuw nsw i64 %37, 1
  %55 = icmp eq i64 %54, 32
  br i1 %55, label %66, label %36

56:                                               ; preds = %46, %62
  %57 = phi i1 [ true, %46 ], [ false, %62 ]
  %58 = phi i64 [ 0, %46 ], [ 1, %62 ]
  br i1 %51, label %62, label %59

59:                                               ; preds = %56
  %60 = getelementptr inbounds i64, ptr %47, i64 %58
  %61 = load i64, ptr %60, align 8
  br label %62

62:                                               ; preds = %56, %59
  %63 = phi i64 [ %61, %59 ], [ -1, %56 ]
  %64 = shl nuw nsw i64 %58, 5
  %65 = getelementptr i64, ptr %52, i64 %64
  store i64 %63, ptr %65, align 8
  br i1 %57, label %56, label %53

66:                                               ; preds = %53, %20
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #15
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_8x2(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, i32 noundef %4, i32 noundef %5) #3 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #15
  %10 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 16, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %11 = load i32, ptr %9, align 4
  %12 = icmp eq i32 %11, 0
  %13 = load i64, ptr %8, align 8
  br label %15

14:                                               ; preds = %37
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #15
  ret void

15:                                               ; preds = %6, %37
  %16 = phi i64 [ 0, %6 ], [ %38, %37 ]
  %17 = trunc i64 %16 to i32
  %18 = shl nuw i32 1, %17
  %19 = and i32 %18, %10
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %37, label %21

21:                                               ; preds = %15
  br i1 %12, label %27, label %22

22:                                               ; preds = %21
  %23 = getelementptr inbounds i64, ptr %2, i64 %16
  %24 = load i64, ptr %23, align 8
  %25 = add i64 %13, %24
  %26 = inttoptr i64 %25 to ptr
  br label %30

27:                                               ; preds = %21
  %28 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %16
  %29 = load ptr, ptr %28, align 8
  br label %30

30:                                               ; preds = %27, %22
  %31 = phi ptr [ %26, %22 ], [ %29, %27 ]
  %32 = getelementptr i64, ptr %3, i64 %16
  %33 = load i64, ptr %32, align 8
  store i64 %33, ptr %31, align 8
  %34 = getelementptr i64, ptr %32, i64 32
  %35 = load i64, ptr %34, align 8
  %36 = getelementptr inbounds i64, ptr %31, i64 1
  store i64 %35, ptr %36, align 8
  br label %37

37:                                               ; preds = %30, %15
  %38 = add nuw nsw i64 %16, 1
  %39 = icmp eq i64 %38, 32
  br i1 %39, label %14, label %15
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_load_8x4(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #3 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #15
  %10 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 32, i32 noundef %4, i32 noundef 0, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %11 = load i32, ptr %9, align 4
  %12 = icmp ne i32 %11, 0
  %13 = icmp eq i32 %1, -1
  %14 = and i1 %13, %12
  br i1 %14, label %18, label %15

15:                                               ; preds = %6
  %16 = icmp eq i32 %11, 0
  %17 = load i64, ptr %8, align 8
  br label %38

18:                                               ; preds = %6
  %19 = load i64, ptr %8, align 8
  br label %20

20:                                               ; preds = %18, %24
  %21 = phi i64 [ 0, %18 ], [ %25, %24 ]
  %22 = getelementptr inbounds i64, ptr %2, i64 %21
  %23 = getelementptr i64, ptr %3, i64 %21
  br label %27

24:                                               ; preds = %27
  %25 = add nuw nsw i64 %21, 1
  %26 = icmp eq i64 %25, 32
  br i1 %26, label %69, label %20

27:                                               ; preds = %20, %27
  %28 = phi i64 [ 0, %20 ], [ %36, %27 ]
  %29 = load i64, ptr %22, align 8
  %30 = add i64 %19, %29
  %31 = inttoptr i64 %30 to ptr
  %32 = getelementptr inbounds i64, ptr %31, i64 %28
  %33 = load i64, ptr %32, align 8
  %34 = shl nuw nsw i64 %28, 5
  %35 = getelementptr i64, ptr %23, i64 %34
  store i64 %33, ptr %35, align 8
  %36 = add nuw nsw i64 %28, 1
  %37 = icmp eq i64 %36, 4
  br i1 %37, label %24, label %27

38:                                               ; preds = %15, %55
  %39 = phi i64 [ 0, %15 ], [ %56, %55 ]
  br i1 %16, label %45, label %40

40:                                               ; preds = %38
  %41 = getelementptr inbounds i64, ptr %2, i64 %39
  %42 = load i64, ptr %41, align 8
  %43 = add i64 %17, %42
  %44 = inttoptr i64 %43 to ptr
  br label %48

45:                                               ; preds = %38
  %46 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %39
  %47 = load ptr, ptr %46, align 8
  br label %48

48:                                               ; preds = %45, %40
  %49 = phi ptr [ %44, %40 ], [ %47, %45 ]
  %50 = trunc i64 %39 to i32
  %51 = shl nuw i32 1, %50
  %52 = and i32 %51, %10
  %53 = icmp eq i32 %52, 0
  %54 = getelementptr i64, ptr %3, i64 %39
  br label %58

55:                                               ; preds = %63
  %56 = add nuw nsw i64 %39, 1
  %57 = icmp eq i64 %56, 32
  br i1 %57, label %69, label %38

58:                                               ; preds = %48, %63
  %59 = phi i64 [ 0, %48 ], [ %67, %63 ]
  br i1 %53, label %63, label %60

60:                                               ; preds = %58
  %61 = getelementptr inbounds i64, ptr %49, i64 %59
  %62 = load i64, ptr %61, align 8
  br label %63

63:                                               ; preds = %58, %60
  %64 = phi i64 [ %62, %60 ], [ -1, %58 ]
  %65 = shl nuw nsw i64 %59, 5
  %66 = getelementptr i64, ptr %54, i64 %65
  store i64 %64, ptr %66, align 8
  %67 = add nuw nsw i64 %59, 1
  %68 = icmp eq i64 %67, 4
  br i1 %68, label %55, label %58

69:                                               ; preds = %55, %24
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #15
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_store_8x4(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, i32 noundef %4, i32 noundef %5) #3 {
  %7 = alloca [32 x ptr], align 16
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #15
  %10 = call fastcc i32 @check_warp(ptr noundef %0, i32 noundef %5, i32 noundef %1, ptr noundef %2, i32 noundef 32, i32 noundef %4, i32 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef nonnull %9)
  %11 = load i32, ptr %9, align 4
  %12 = icmp eq i32 %11, 0
  %13 = load i64, ptr %8, align 8
  br label %15

14:                                               ; preds = %41
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #15
  ret void

15:                                               ; preds = %6, %41
  %16 = phi i64 [ 0, %6 ], [ %42, %41 ]
  %17 = trunc i64 %16 to i32
  %18 = shl nuw i32 1, %17
  %19 = and i32 %18, %10
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %41, label %21

21:                                               ; preds = %15
  br i1 %12, label %27, label %22

22:                                               ; preds = %21
  %23 = getelementptr inbounds i64, ptr %2, i64 %16
  %24 = load i64, ptr %23, align 8
  %25 = add i64 %13, %24
  %26 = inttoptr i64 %25 to ptr
  br label %30

27:                                               ; preds = %21
  %28 = getelementptr inbounds [32 x ptr], ptr %7, i64 0, i64 %16
  %29 = load ptr, ptr %28, align 8
  br label %30

30:                                               ; preds = %27, %22
  %31 = phi ptr [ %26, %22 ], [ %29, %27 ]
  %32 = getelementptr i64, ptr %3, i64 %16
  br label %33

33:                                               ; preds = %30, %33
  %34 = phi i64 [ 0, %30 ], [ %39, %33 ]
  %35 = shl nuw nsw i64 %34, 5
  %36 = getelementptr i64, ptr %32, i64 %35
  %37 = load i64, ptr %36, align 8
  %38 = getelementptr inbounds i64, ptr %31, i64 %34
  store i64 %37, ptr %38, align 8
  %39 = add nuw nsw i64 %34, 1
  %40 = icmp eq i64 %39, 4
  br i1 %40, label %41, label %33

41:                                               ; preds = %33, %15
  %42 = add nuw nsw i64 %16, 1
  %43 = icmp eq i64 %42, 32
  br i1 %43, label %14, label %15
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_copy_async(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, i32 noundef %5, i32 noundef %6) #3 {
  %8 = icmp eq i32 %5, 0
  %9 = zext i32 %5 to i64
  br label %11

10:                                               ; preds = %47
  ret void

11:                                               ; preds = %7, %47
  %12 = phi i64 [ 0, %7 ], [ %48, %47 ]
  %13 = trunc i64 %12 to i32
  %14 = shl nuw i32 1, %13
  %15 = and i32 %14, %1
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %47, label %17

17:                                               ; preds = %11
  %18 = getelementptr inbounds i64, ptr %2, i64 %12
  %19 = load i64, ptr %18, align 8
  %20 = tail call fastcc ptr @check_lane(ptr noundef %0, i32 noundef 1, i32 noundef %13, i64 noundef %19, i32 noundef %5, i32 noundef %6, i32 noundef 1)
  %21 = getelementptr inbounds i32, ptr %4, i64 %12
  %22 = load i32, ptr %21, align 4
  %23 = tail call i32 @llvm.umin.i32(i32 %22, i32 %5)
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %30, label %25

25:                                               ; preds = %17
  %26 = getelementptr inbounds i64, ptr %3, i64 %12
  %27 = load i64, ptr %26, align 8
  %28 = tail call fastcc ptr @check_lane(ptr noundef %0, i32 noundef 0, i32 noundef %13, i64 noundef %27, i32 noundef %5, i32 noundef %6, i32 noundef 0)
  %29 = icmp eq ptr %28, null
  br i1 %29, label %47, label %30

30:                                               ; preds = %25, %17
  %31 = phi ptr [ %28, %25 ], [ null, %17 ]
  %32 = icmp eq ptr %20, null
  %33 = or i1 %32, %8
  br i1 %33, label %47, label %34

34:                                               ; preds = %30
  %35 = zext i32 %22 to i64
  br label %36

36:                                               ; preds = %34, %42
  %37 = phi i64 [ 0, %34 ], [ %45, %42 ]
  %38 = icmp ult i64 %37, %35
  br i1 %38, label %39, label %42

39:                                               ; preds = %36
  %40 = getelementptr inbounds i8, ptr %31, i64 %37
  %41 = load i8, ptr %40, align 1
  br label %42

42:                                               ; preds = %36, %39
  %43 = phi i8 [ %41, %39 ], [ 0, %36 ]
  %44 = getelementptr inbounds i8, ptr %20, i64 %37
  store i8 %43, ptr %44, align 1
  %45 = add nuw nsw i64 %37, 1
  %46 = icmp eq i64 %45, %9
  br i1 %46, label %47, label %36

47:                                               ; preds = %42, %30, %25, %11
  %48 = add nuw nsw i64 %12, 1
  %49 = icmp eq i64 %48, 32
  br i1 %49, label %10, label %11
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define internal fastcc ptr @check_lane(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2, i64 noundef %3, i32 noundef %4, i32 noundef %5, i32 noundef %6) unnamed_addr #3 {
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %9) #15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %10) #15
  store i64 %3, ptr %10, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %11) #15
  %12 = call fastcc i32 @find_range(ptr noundef %0, i32 noundef %1, i32 noundef %2, ptr noundef nonnull %10, ptr noundef nonnull %8, ptr noundef nonnull %9, ptr noundef nonnull %11)
  %13 = load i64, ptr %10, align 8
  %14 = add i32 %4, -1
  %15 = zext i32 %14 to i64
  %16 = and i64 %13, %15
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %44, label %18

18:                                               ; preds = %7
  %19 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 6
  %20 = load ptr, ptr %19, align 8
  %21 = zext i32 %5 to i64
  %22 = mul nuw nsw i64 %21, 10
  %23 = getelementptr %struct.kh_fault, ptr %20, i64 %22
  %24 = getelementptr %struct.kh_fault, ptr %23, i64 2
  %25 = load i64, ptr %24, align 8
  %26 = add i64 %25, 1
  store i64 %26, ptr %24, align 8
  %27 = icmp eq i64 %25, 0
  br i1 %27, label %28, label %87

28:                                               ; preds = %18
  %29 = getelementptr %struct.kh_fault, ptr %23, i64 2, i32 1
  store i64 %3, ptr %29, align 8
  %30 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 9
  %31 = load i32, ptr %30, align 4
  %32 = getelementptr %struct.kh_fault, ptr %23, i64 2, i32 2
  store i32 %31, ptr %32, align 8
  %33 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %34 = load ptr, ptr %33, align 8
  %35 = icmp eq ptr %34, null
  br i1 %35, label %41, label %36

36:                                               ; preds = %28
  %37 = getelementptr inbounds %struct.kh_warp, ptr %34, i64 0, i32 7
  %38 = load i32, ptr %37, align 8
  %39 = shl i32 %38, 5
  %40 = add i32 %39, %2
  br label %41

41:                                               ; preds = %36, %28
  %42 = phi i32 [ %40, %36 ], [ 0, %28 ]
  %43 = getelementptr %struct.kh_fault, ptr %23, i64 2, i32 3
  store i32 %42, ptr %43, align 4
  br label %87

44:                                               ; preds = %7
  %45 = icmp eq i32 %12, 0
  %46 = load i64, ptr %8, align 8
  %47 = icmp ult i64 %13, %46
  %48 = select i1 %45, i1 true, i1 %47
  br i1 %48, label %56, label %49

49:                                               ; preds = %44
  %50 = load i64, ptr %9, align 8
  %51 = icmp uge i64 %13, %50
  %52 = sub i64 %50, %13
  %53 = zext i32 %4 to i64
  %54 = icmp ult i64 %52, %53
  %55 = or i1 %51, %54
  br i1 %55, label %56, label %84

56:                                               ; preds = %49, %44
  %57 = icmp eq i32 %6, 1
  %58 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 6
  %59 = load ptr, ptr %58, align 8
  %60 = zext i32 %5 to i64
  %61 = mul nuw nsw i64 %60, 10
  %62 = zext i1 %57 to i64
  %63 = getelementptr %struct.kh_fault, ptr %59, i64 %61
  %64 = getelementptr %struct.kh_fault, ptr %63, i64 %62
  %65 = load i64, ptr %64, align 8
  %66 = add i64 %65, 1
  store i64 %66, ptr %64, align 8
  %67 = icmp eq i64 %65, 0
  br i1 %67, label %68, label %87

68:                                               ; preds = %56
  %69 = getelementptr %struct.kh_fault, ptr %63, i64 %62, i32 1
  store i64 %3, ptr %69, align 8
  %70 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 9
  %71 = load i32, ptr %70, align 4
  %72 = getelementptr %struct.kh_fault, ptr %63, i64 %62, i32 2
  store i32 %71, ptr %72, align 8
  %73 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %74 = load ptr, ptr %73, align 8
  %75 = icmp eq ptr %74, null
  br i1 %75, label %81, label %76

76:                                               ; preds = %68
  %77 = getelementptr inbounds %struct.kh_warp, ptr %74, i64 0, i32 7
  %78 = load i32, ptr %77, align 8
  %79 = shl i32 %78, 5
  %80 = add i32 %79, %2
  br label %81

81:                                               ; preds = %76, %68
  %82 = phi i32 [ %80, %76 ], [ 0, %68 ]
  %83 = getelementptr %struct.kh_fault, ptr %63, i64 %62, i32 3
  store i32 %82, ptr %83, align 4
  br label %87

84:                                               ; preds = %49
  %85 = load ptr, ptr %11, align 8
  %86 = getelementptr inbounds i8, ptr %85, i64 %13
  br label %87

87:                                               ; preds = %81, %56, %41, %18, %84
  %88 = phi ptr [ %86, %84 ], [ null, %18 ], [ null, %41 ], [ null, %56 ], [ null, %81 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %11) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %10) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %9) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #15
  ret ptr %88
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_atomic_16(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, ptr nocapture noundef writeonly %5, i32 noundef %6, i32 noundef %7, i32 noundef %8, i32 noundef %9) #3 {
  %11 = icmp eq i32 %9, 0
  br label %13

12:                                               ; preds = %64
  ret void

13:                                               ; preds = %10, %64
  %14 = phi i64 [ 0, %10 ], [ %65, %64 ]
  %15 = trunc i64 %14 to i32
  %16 = shl nuw i32 1, %15
  %17 = and i32 %16, %1
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %64, label %19

19:                                               ; preds = %13
  %20 = getelementptr inbounds i64, ptr %2, i64 %14
  %21 = load i64, ptr %20, align 8
  %22 = tail call fastcc ptr @check_lane(ptr noundef %0, i32 noundef %7, i32 noundef %15, i64 noundef %21, i32 noundef 2, i32 noundef %6, i32 noundef 1)
  %23 = getelementptr inbounds i16, ptr %5, i64 %14
  store i16 -1, ptr %23, align 2
  %24 = icmp eq ptr %22, null
  br i1 %24, label %64, label %25

25:                                               ; preds = %19
  %26 = load i16, ptr %22, align 2
  %27 = getelementptr inbounds i16, ptr %3, i64 %14
  %28 = load i16, ptr %27, align 2
  %29 = freeze i16 %28
  switch i32 %8, label %57 [
    i32 0, label %30
    i32 1, label %32
    i32 2, label %37
    i32 3, label %42
    i32 4, label %44
    i32 5, label %46
    i32 6, label %62
    i32 7, label %48
    i32 8, label %53
  ]

30:                                               ; preds = %25
  %31 = add i16 %29, %26
  br label %62

32:                                               ; preds = %25
  br i1 %11, label %35, label %33

33:                                               ; preds = %32
  %34 = tail call i16 @llvm.smin.i16(i16 %26, i16 %29)
  br label %62

35:                                               ; preds = %32
  %36 = tail call i16 @llvm.umin.i16(i16 %26, i16 %29)
  br label %62

37:                                               ; preds = %25
  br i1 %11, label %40, label %38

38:                                               ; preds = %37
  %39 = tail call i16 @llvm.smax.i16(i16 %26, i16 %29)
  br label %62

40:                                               ; preds = %37
  %41 = tail call i16 @llvm.umax.i16(i16 %26, i16 %29)
  br label %62

42:                                               ; preds = %25
  %43 = and i16 %29, %26
  br label %62

44:                                               ; preds = %25
  %45 = or i16 %29, %26
  br label %62

46:                                               ; preds = %25
  %47 = xor i16 %29, %26
  br label %62

48:                                               ; preds = %25
  %49 = icmp eq i16 %26, %29
  br i1 %49, label %50, label %62

50:                                               ; preds = %48
  %51 = getelementptr inbounds i16, ptr %4, i64 %14
  %52 = load i16, ptr %51, align 2
  br label %62

53:                                               ; preds = %25
  %54 = icmp ult i16 %26, %29
  %55 = add i16 %26, 1
  %56 = select i1 %54, i16 %55, i16 0
  br label %62

57:                                               ; preds = %25
  %58 = add i16 %26, -1
  %59 = icmp ult i16 %58, %29
  %60 = add i16 %26, -1
  %61 = select i1 %59, i16 %60, i16 %29
  br label %62

62:                                               ; preds = %25, %57, %50, %48, %38, %40, %33, %35, %53, %46, %44, %42, %30
  %63 = phi i16 [ %56, %53 ], [ %47, %46 ], [ %45, %44 ], [ %43, %42 ], [ %31, %30 ], [ %34, %33 ], [ %36, %35 ], [ %39, %38 ], [ %41, %40 ], [ %52, %50 ], [ %26, %48 ], [ %61, %57 ], [ %29, %25 ]
  store i16 %63, ptr %22, align 2
  store i16 %26, ptr %23, align 2
  br label %64

64:                                               ; preds = %62, %19, %13
  %65 = add nuw nsw i64 %14, 1
  %66 = icmp eq i64 %65, 32
  br i1 %66, label %12, label %13
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_atomic_32(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, ptr nocapture noundef writeonly %5, i32 noundef %6, i32 noundef %7, i32 noundef %8, i32 noundef %9) #3 {
  %11 = icmp eq i32 %9, 0
  br label %13

12:                                               ; preds = %64
  ret void

13:                                               ; preds = %10, %64
  %14 = phi i64 [ 0, %10 ], [ %65, %64 ]
  %15 = trunc i64 %14 to i32
  %16 = shl nuw i32 1, %15
  %17 = and i32 %16, %1
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %64, label %19

19:                                               ; preds = %13
  %20 = getelementptr inbounds i64, ptr %2, i64 %14
  %21 = load i64, ptr %20, align 8
  %22 = tail call fastcc ptr @check_lane(ptr noundef %0, i32 noundef %7, i32 noundef %15, i64 noundef %21, i32 noundef 4, i32 noundef %6, i32 noundef 1)
  %23 = getelementptr inbounds i32, ptr %5, i64 %14
  store i32 -1, ptr %23, align 4
  %24 = icmp eq ptr %22, null
  br i1 %24, label %64, label %25

25:                                               ; preds = %19
  %26 = load i32, ptr %22, align 4
  %27 = getelementptr inbounds i32, ptr %3, i64 %14
  %28 = load i32, ptr %27, align 4
  %29 = freeze i32 %28
  switch i32 %8, label %57 [
    i32 0, label %30
    i32 1, label %32
    i32 2, label %37
    i32 3, label %42
    i32 4, label %44
    i32 5, label %46
    i32 6, label %62
    i32 7, label %48
    i32 8, label %53
  ]

30:                                               ; preds = %25
  %31 = add i32 %29, %26
  br label %62

32:                                               ; preds = %25
  br i1 %11, label %35, label %33

33:                                               ; preds = %32
  %34 = tail call i32 @llvm.smin.i32(i32 %26, i32 %29)
  br label %62

35:                                               ; preds = %32
  %36 = tail call i32 @llvm.umin.i32(i32 %26, i32 %29)
  br label %62

37:                                               ; preds = %25
  br i1 %11, label %40, label %38

38:                                               ; preds = %37
  %39 = tail call i32 @llvm.smax.i32(i32 %26, i32 %29)
  br label %62

40:                                               ; preds = %37
  %41 = tail call i32 @llvm.umax.i32(i32 %26, i32 %29)
  br label %62

42:                                               ; preds = %25
  %43 = and i32 %29, %26
  br label %62

44:                                               ; preds = %25
  %45 = or i32 %29, %26
  br label %62

46:                                               ; preds = %25
  %47 = xor i32 %29, %26
  br label %62

48:                                               ; preds = %25
  %49 = icmp eq i32 %26, %29
  br i1 %49, label %50, label %62

50:                                               ; preds = %48
  %51 = getelementptr inbounds i32, ptr %4, i64 %14
  %52 = load i32, ptr %51, align 4
  br label %62

53:                                               ; preds = %25
  %54 = icmp ult i32 %26, %29
  %55 = add i32 %26, 1
  %56 = select i1 %54, i32 %55, i32 0
  br label %62

57:                                               ; preds = %25
  %58 = add i32 %26, -1
  %59 = icmp ult i32 %58, %29
  %60 = add i32 %26, -1
  %61 = select i1 %59, i32 %60, i32 %29
  br label %62

62:                                               ; preds = %25, %57, %50, %48, %38, %40, %33, %35, %53, %46, %44, %42, %30
  %63 = phi i32 [ %56, %53 ], [ %47, %46 ], [ %45, %44 ], [ %43, %42 ], [ %31, %30 ], [ %34, %33 ], [ %36, %35 ], [ %39, %38 ], [ %41, %40 ], [ %52, %50 ], [ %26, %48 ], [ %61, %57 ], [ %29, %25 ]
  store i32 %63, ptr %22, align 4
  store i32 %26, ptr %23, align 4
  br label %64

64:                                               ; preds = %62, %19, %13
  %65 = add nuw nsw i64 %14, 1
  %66 = icmp eq i64 %65, 32
  br i1 %66, label %12, label %13
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_atomic_64(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, ptr nocapture noundef writeonly %5, i32 noundef %6, i32 noundef %7, i32 noundef %8, i32 noundef %9) #3 {
  %11 = icmp eq i32 %9, 0
  br label %13

12:                                               ; preds = %64
  ret void

13:                                               ; preds = %10, %64
  %14 = phi i64 [ 0, %10 ], [ %65, %64 ]
  %15 = trunc i64 %14 to i32
  %16 = shl nuw i32 1, %15
  %17 = and i32 %16, %1
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %64, label %19

19:                                               ; preds = %13
  %20 = getelementptr inbounds i64, ptr %2, i64 %14
  %21 = load i64, ptr %20, align 8
  %22 = tail call fastcc ptr @check_lane(ptr noundef %0, i32 noundef %7, i32 noundef %15, i64 noundef %21, i32 noundef 8, i32 noundef %6, i32 noundef 1)
  %23 = getelementptr inbounds i64, ptr %5, i64 %14
  store i64 -1, ptr %23, align 8
  %24 = icmp eq ptr %22, null
  br i1 %24, label %64, label %25

25:                                               ; preds = %19
  %26 = load i64, ptr %22, align 8
  %27 = getelementptr inbounds i64, ptr %3, i64 %14
  %28 = load i64, ptr %27, align 8
  %29 = freeze i64 %28
  switch i32 %8, label %57 [
    i32 0, label %30
    i32 1, label %32
    i32 2, label %37
    i32 3, label %42
    i32 4, label %44
    i32 5, label %46
    i32 6, label %62
    i32 7, label %48
    i32 8, label %53
  ]

30:                                               ; preds = %25
  %31 = add i64 %29, %26
  br label %62

32:                                               ; preds = %25
  br i1 %11, label %35, label %33

33:                                               ; preds = %32
  %34 = tail call i64 @llvm.smin.i64(i64 %26, i64 %29)
  br label %62

35:                                               ; preds = %32
  %36 = tail call i64 @llvm.umin.i64(i64 %26, i64 %29)
  br label %62

37:                                               ; preds = %25
  br i1 %11, label %40, label %38

38:                                               ; preds = %37
  %39 = tail call i64 @llvm.smax.i64(i64 %26, i64 %29)
  br label %62

40:                                               ; preds = %37
  %41 = tail call i64 @llvm.umax.i64(i64 %26, i64 %29)
  br label %62

42:                                               ; preds = %25
  %43 = and i64 %29, %26
  br label %62

44:                                               ; preds = %25
  %45 = or i64 %29, %26
  br label %62

46:                                               ; preds = %25
  %47 = xor i64 %29, %26
  br label %62

48:                                               ; preds = %25
  %49 = icmp eq i64 %26, %29
  br i1 %49, label %50, label %62

50:                                               ; preds = %48
  %51 = getelementptr inbounds i64, ptr %4, i64 %14
  %52 = load i64, ptr %51, align 8
  br label %62

53:                                               ; preds = %25
  %54 = icmp ult i64 %26, %29
  %55 = add i64 %26, 1
  %56 = select i1 %54, i64 %55, i64 0
  br label %62

57:                                               ; preds = %25
  %58 = add i64 %26, -1
  %59 = icmp ult i64 %58, %29
  %60 = add i64 %26, -1
  %61 = select i1 %59, i64 %60, i64 %29
  br label %62

62:                                               ; preds = %25, %57, %50, %48, %38, %40, %33, %35, %53, %46, %44, %42, %30
  %63 = phi i64 [ %56, %53 ], [ %47, %46 ], [ %45, %44 ], [ %43, %42 ], [ %31, %30 ], [ %34, %33 ], [ %36, %35 ], [ %39, %38 ], [ %41, %40 ], [ %52, %50 ], [ %26, %48 ], [ %61, %57 ], [ %29, %25 ]
  store i64 %63, ptr %22, align 8
  store i64 %26, ptr %23, align 8
  br label %64

64:                                               ; preds = %62, %19, %13
  %65 = add nuw nsw i64 %14, 1
  %66 = icmp eq i64 %65, 32
  br i1 %66, label %12, label %13
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define void @kh_atomic_add_float(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, ptr nocapture noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7) #3 {
  %9 = zext i32 %7 to i64
  %10 = getelementptr inbounds [6 x i8], ptr @kh_atomic_add_float.sizes, i64 0, i64 %9
  br label %12

11:                                               ; preds = %46
  ret void

12:                                               ; preds = %8, %46
  %13 = phi i64 [ 0, %8 ], [ %47, %46 ]
  %14 = trunc i64 %13 to i32
  %15 = shl nuw i32 1, %14
  %16 = and i32 %15, %1
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %46, label %18

18:                                               ; preds = %12
  %19 = load i8, ptr %10, align 1
  %20 = zext i8 %19 to i32
  %21 = getelementptr inbounds i64, ptr %2, i64 %13
  %22 = load i64, ptr %21, align 8
  %23 = tail call fastcc ptr @check_lane(ptr noundef %0, i32 noundef %6, i32 noundef %14, i64 noundef %22, i32 noundef %20, i32 noundef %5, i32 noundef 1)
  %24 = zext i8 %19 to i64
  %25 = mul nuw nsw i64 %13, %24
  %26 = getelementptr inbounds i8, ptr %4, i64 %25
  %27 = getelementptr inbounds i8, ptr %3, i64 %25
  %28 = icmp eq ptr %23, null
  br i1 %28, label %29, label %30

29:                                               ; preds = %18
  tail call void @llvm.memset.p0.i64(ptr align 1 %26, i8 -1, i64 %24, i1 false)
  br label %46

30:                                               ; preds = %18
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %26, ptr nonnull align 1 %23, i64 %24, i1 false)
  switch i32 %7, label %44 [
    i32 0, label %31
    i32 1, label %38
    i32 4, label %42
    i32 2, label %42
  ]

31:                                               ; preds = %30
  %32 = load float, ptr %26, align 4
  %33 = load float, ptr %27, align 4
  %34 = fadd float %32, %33
  %35 = bitcast float %34 to i32
  %36 = fcmp uno float %34, 0.000000e+00
  %37 = select i1 %36, i32 2147483647, i32 %35
  store i32 %37, ptr %23, align 4
  br label %46

38:                                               ; preds = %30
  %39 = load double, ptr %26, align 8
  %40 = load double, ptr %27, align 8
  %41 = fadd double %39, %40
  store double %41, ptr %23, align 8
  br label %46

42:                                               ; preds = %30, %30
  %43 = lshr i32 %20, 1
  tail call void @kh_add_f16(ptr noundef %26, ptr noundef %27, ptr noundef nonnull %23, i32 noundef %43)
  br label %46

44:                                               ; preds = %30
  %45 = lshr i32 %20, 1
  tail call void @kh_add_bf16(ptr noundef %26, ptr noundef %27, ptr noundef nonnull %23, i32 noundef %45)
  br label %46

46:                                               ; preds = %29, %38, %44, %42, %31, %12
  %47 = add nuw nsw i64 %13, 1
  %48 = icmp eq i64 %47, 32
  br i1 %48, label %11, label %12
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #9

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_add_f16(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #6 {
  %5 = icmp eq i32 %3, 0
  br i1 %5, label %8, label %6

6:                                                ; preds = %4
  %7 = zext i32 %3 to i64
  br label %9

8:                                                ; preds = %146, %4
  ret void

9:                                                ; preds = %6, %146
  %10 = phi i64 [ 0, %6 ], [ %149, %146 ]
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
  %95 = lshr i64 %94, 48
  %96 = trunc i64 %95 to i16
  %97 = and i16 %96, -32768
  %98 = tail call double @llvm.fabs.f64(double %93)
  %99 = bitcast double %98 to i64
  %100 = icmp ugt i64 %99, 9218868437227405312
  br i1 %100, label %146, label %101

101:                                              ; preds = %92
  switch i64 %99, label %104 [
    i64 9218868437227405312, label %102
    i64 0, label %146
  ]

102:                                              ; preds = %101
  %103 = or disjoint i16 %97, 31744
  br label %146

104:                                              ; preds = %101
  %105 = lshr i64 %99, 52
  %106 = and i64 %94, 4503599627370495
  %107 = or disjoint i64 %106, 4503599627370496
  %108 = icmp ult i64 %99, 4503599627370496
  br i1 %108, label %146, label %109

109:                                              ; preds = %104
  %110 = trunc i64 %105 to i32
  %111 = icmp ult i32 %110, 1009
  %112 = tail call i32 @llvm.usub.sat.i32(i32 1009, i32 %110)
  %113 = icmp ugt i32 %112, 20
  br i1 %113, label %125, label %114

114:                                              ; preds = %109
  %115 = add nuw nsw i32 %112, 42
  %116 = zext nneg i32 %115 to i64
  %117 = lshr i64 %107, %116
  %118 = shl nsw i64 -1, %116
  %119 = xor i64 %118, -1
  %120 = and i64 %107, %119
  %121 = add nuw nsw i32 %112, 41
  %122 = zext nneg i32 %121 to i64
  %123 = shl nuw nsw i64 1, %122
  %124 = icmp ugt i64 %120, %123
  br i1 %124, label %133, label %125

125:                                              ; preds = %109, %114
  %126 = phi i64 [ %117, %114 ], [ 0, %109 ]
  %127 = phi i64 [ %120, %114 ], [ 1, %109 ]
  %128 = phi i64 [ %123, %114 ], [ 2, %109 ]
  %129 = icmp eq i64 %127, %128
  %130 = and i64 %126, 1
  %131 = icmp ne i64 %130, 0
  %132 = select i1 %129, i1 %131, i1 false
  br label %133

133:                                              ; preds = %125, %114
  %134 = phi i64 [ %117, %114 ], [ %126, %125 ]
  %135 = phi i1 [ true, %114 ], [ %132, %125 ]
  %136 = zext i1 %135 to i64
  %137 = shl nuw nsw i64 %105, 10
  %138 = add nuw nsw i64 %137, 4398045477888
  %139 = and i64 %138, 4398046510080
  %140 = select i1 %111, i64 0, i64 %139
  %141 = add nuw nsw i64 %134, %140
  %142 = add nuw nsw i64 %141, %136
  %143 = tail call i64 @llvm.umin.i64(i64 %142, i64 31744)
  %144 = trunc i64 %143 to i16
  %145 = or disjoint i16 %97, %144
  br label %146

146:                                              ; preds = %104, %92, %101, %102, %133
  %147 = phi i16 [ %103, %102 ], [ 32767, %92 ], [ %97, %101 ], [ %145, %133 ], [ %97, %104 ]
  %148 = getelementptr inbounds i16, ptr %2, i64 %10
  store i16 %147, ptr %148, align 2
  %149 = add nuw nsw i64 %10, 1
  %150 = icmp eq i64 %149, %7
  br i1 %150, label %8, label %9
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_add_bf16(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #6 {
  %5 = icmp eq i32 %3, 0
  br i1 %5, label %8, label %6

6:                                                ; preds = %4
  %7 = zext i32 %3 to i64
  br label %9

8:                                                ; preds = %148, %4
  ret void

9:                                                ; preds = %6, %148
  %10 = phi i64 [ 0, %6 ], [ %151, %148 ]
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
  %97 = lshr i64 %96, 48
  %98 = trunc i64 %97 to i16
  %99 = and i16 %98, -32768
  %100 = tail call double @llvm.fabs.f64(double %95)
  %101 = bitcast double %100 to i64
  %102 = icmp ugt i64 %101, 9218868437227405312
  br i1 %102, label %148, label %103

103:                                              ; preds = %94
  switch i64 %101, label %106 [
    i64 9218868437227405312, label %104
    i64 0, label %148
  ]

104:                                              ; preds = %103
  %105 = or disjoint i16 %99, 32640
  br label %148

106:                                              ; preds = %103
  %107 = lshr i64 %101, 52
  %108 = and i64 %96, 4503599627370495
  %109 = or disjoint i64 %108, 4503599627370496
  %110 = icmp ult i64 %101, 4503599627370496
  br i1 %110, label %148, label %111

111:                                              ; preds = %106
  %112 = trunc i64 %107 to i32
  %113 = icmp ult i32 %112, 897
  %114 = tail call i32 @llvm.usub.sat.i32(i32 897, i32 %112)
  %115 = icmp ugt i32 %114, 17
  br i1 %115, label %127, label %116

116:                                              ; preds = %111
  %117 = add nuw nsw i32 %114, 45
  %118 = zext nneg i32 %117 to i64
  %119 = lshr i64 %109, %118
  %120 = shl nsw i64 -1, %118
  %121 = xor i64 %120, -1
  %122 = and i64 %109, %121
  %123 = add nuw nsw i32 %114, 44
  %124 = zext nneg i32 %123 to i64
  %125 = shl nuw nsw i64 1, %124
  %126 = icmp ugt i64 %122, %125
  br i1 %126, label %135, label %127

127:                                              ; preds = %111, %116
  %128 = phi i64 [ %119, %116 ], [ 0, %111 ]
  %129 = phi i64 [ %122, %116 ], [ 1, %111 ]
  %130 = phi i64 [ %125, %116 ], [ 2, %111 ]
  %131 = icmp eq i64 %129, %130
  %132 = and i64 %128, 1
  %133 = icmp ne i64 %132, 0
  %134 = select i1 %131, i1 %133, i1 false
  br label %135

135:                                              ; preds = %127, %116
  %136 = phi i64 [ %119, %116 ], [ %128, %127 ]
  %137 = phi i1 [ true, %116 ], [ %134, %127 ]
  %138 = zext i1 %137 to i64
  %139 = shl nuw nsw i64 %107, 7
  %140 = add nuw nsw i64 %139, 549755699072
  %141 = and i64 %140, 549755813760
  %142 = select i1 %113, i64 0, i64 %141
  %143 = add nuw nsw i64 %136, %142
  %144 = add nuw nsw i64 %143, %138
  %145 = tail call i64 @llvm.umin.i64(i64 %144, i64 32640)
  %146 = trunc i64 %145 to i16
  %147 = or disjoint i16 %99, %146
  br label %148

148:                                              ; preds = %106, %94, %103, %104, %135
  %149 = phi i16 [ %105, %104 ], [ 32767, %94 ], [ %99, %103 ], [ %147, %135 ], [ %99, %106 ]
  %150 = getelementptr inbounds i16, ptr %2, i64 %10
  store i16 %149, ptr %150, align 2
  %151 = add nuw nsw i64 %10, 1
  %152 = icmp eq i64 %151, %7
  br i1 %152, label %8, label %9
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define i32 @kh_shuffle(ptr nocapture noundef readonly %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, ptr nocapture noundef readonly %5, ptr nocapture noundef writeonly %6, i32 noundef %7, i32 noundef %8) #3 {
  %10 = alloca [32 x i32], align 16
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %10) #15
  %11 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 6
  %12 = zext i32 %8 to i64
  %13 = mul nuw nsw i64 %12, 10
  %14 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 9
  %15 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  br label %17

16:                                               ; preds = %89
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 4 dereferenceable(128) %6, ptr noundef nonnull align 16 dereferenceable(128) %10, i64 128, i1 false)
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %10) #15
  ret i32 %91

17:                                               ; preds = %9, %89
  %18 = phi i64 [ 0, %9 ], [ %93, %89 ]
  %19 = phi i32 [ 0, %9 ], [ %91, %89 ]
  %20 = trunc i64 %18 to i32
  %21 = shl nuw i32 1, %20
  %22 = and i32 %21, %1
  %23 = icmp eq i32 %22, 0
  br i1 %23, label %89, label %24

24:                                               ; preds = %17
  %25 = getelementptr inbounds i32, ptr %3, i64 %18
  %26 = load i32, ptr %25, align 4
  %27 = and i32 %26, 31
  %28 = getelementptr inbounds i32, ptr %4, i64 %18
  %29 = load i32, ptr %28, align 4
  %30 = and i32 %29, 31
  %31 = lshr i32 %29, 8
  %32 = and i32 %31, 31
  %33 = and i32 %31, %20
  %34 = xor i32 %32, -1
  %35 = and i32 %30, %34
  %36 = or i32 %33, %35
  switch i32 %7, label %46 [
    i32 0, label %37
    i32 1, label %40
    i32 2, label %43
  ]

37:                                               ; preds = %24
  %38 = sub nsw i32 %20, %27
  %39 = icmp sge i32 %38, %36
  br label %50

40:                                               ; preds = %24
  %41 = add nuw nsw i32 %27, %20
  %42 = icmp ule i32 %41, %36
  br label %50

43:                                               ; preds = %24
  %44 = xor i32 %27, %20
  %45 = icmp ule i32 %44, %36
  br label %50

46:                                               ; preds = %24
  %47 = and i32 %27, %34
  %48 = or i32 %33, %47
  %49 = icmp ule i32 %48, %36
  br label %50

50:                                               ; preds = %46, %43, %40, %37
  %51 = phi i32 [ %48, %46 ], [ %44, %43 ], [ %41, %40 ], [ %38, %37 ]
  %52 = phi i1 [ %49, %46 ], [ %45, %43 ], [ %42, %40 ], [ %39, %37 ]
  %53 = zext i1 %52 to i32
  %54 = select i1 %52, i32 %51, i32 %20
  %55 = shl nuw i32 %53, %20
  %56 = or i32 %55, %19
  %57 = getelementptr inbounds i32, ptr %5, i64 %18
  %58 = load i32, ptr %57, align 4
  %59 = shl nuw i32 1, %54
  %60 = and i32 %58, %59
  %61 = and i32 %60, %1
  %62 = icmp eq i32 %61, 0
  br i1 %62, label %67, label %63

63:                                               ; preds = %50
  %64 = sext i32 %54 to i64
  %65 = getelementptr inbounds i32, ptr %2, i64 %64
  %66 = load i32, ptr %65, align 4
  br label %89

67:                                               ; preds = %50
  %68 = load ptr, ptr %11, align 8
  %69 = getelementptr %struct.kh_fault, ptr %68, i64 %13
  %70 = getelementptr %struct.kh_fault, ptr %69, i64 5
  %71 = load i64, ptr %70, align 8
  %72 = add i64 %71, 1
  store i64 %72, ptr %70, align 8
  %73 = icmp eq i64 %71, 0
  br i1 %73, label %74, label %89

74:                                               ; preds = %67
  %75 = sext i32 %54 to i64
  %76 = getelementptr %struct.kh_fault, ptr %69, i64 5, i32 1
  store i64 %75, ptr %76, align 8
  %77 = load i32, ptr %14, align 4
  %78 = getelementptr %struct.kh_fault, ptr %69, i64 5, i32 2
  store i32 %77, ptr %78, align 8
  %79 = load ptr, ptr %15, align 8
  %80 = icmp eq ptr %79, null
  br i1 %80, label %86, label %81

81:                                               ; preds = %74
  %82 = getelementptr inbounds %struct.kh_warp, ptr %79, i64 0, i32 7
  %83 = load i32, ptr %82, align 8
  %84 = shl i32 %83, 5
  %85 = or disjoint i32 %84, %20
  br label %86

86:                                               ; preds = %81, %74
  %87 = phi i32 [ %85, %81 ], [ 0, %74 ]
  %88 = getelementptr %struct.kh_fault, ptr %69, i64 5, i32 3
  store i32 %87, ptr %88, align 4
  br label %89

89:                                               ; preds = %86, %67, %17, %63
  %90 = phi i32 [ %66, %63 ], [ -1, %17 ], [ -1, %67 ], [ -1, %86 ]
  %91 = phi i32 [ %56, %63 ], [ %19, %17 ], [ %56, %67 ], [ %56, %86 ]
  %92 = getelementptr inbounds [32 x i32], ptr %10, i64 0, i64 %18
  store i32 %90, ptr %92, align 4
  %93 = add nuw nsw i64 %18, 1
  %94 = icmp eq i64 %93, 32
  br i1 %94, label %16, label %17
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_match_any(i32 noundef %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3) #6 {
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
define i32 @kh_match_all(i32 noundef %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3) #6 {
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
define void @kh_redux(i32 noundef %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #6 {
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
define void @kh_ballot(i32 noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3) #6 {
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
define void @kh_rounded_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #7 {
  %7 = zext i32 %5 to i64
  %8 = getelementptr inbounds [4 x i32], ptr @kh_rounding_codes, i64 0, i64 %7
  %9 = load i32, ptr %8, align 4
  %10 = tail call i32 @fesetround(i32 noundef %9) #15
  tail call void asm sideeffect "", "~{memory}"() #15
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
  tail call void asm sideeffect "", "~{memory}"() #15
  %62 = load i32, ptr @kh_rounding_codes, align 16
  %63 = tail call i32 @fesetround(i32 noundef %62) #15
  ret void
}

declare i32 @fesetround(i32 noundef) #10

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fma.f32(float, float, float) #11

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #11

; Function Attrs: nounwind uwtable
define void @kh_rounded_f64(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i32 noundef %5) #7 {
  %7 = zext i32 %5 to i64
  %8 = getelementptr inbounds [4 x i32], ptr @kh_rounding_codes, i64 0, i64 %7
  %9 = load i32, ptr %8, align 4
  %10 = tail call i32 @fesetround(i32 noundef %9) #15
  tail call void asm sideeffect "", "~{memory}"() #15
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
  tail call void asm sideeffect "", "~{memory}"() #15
  %62 = load i32, ptr @kh_rounding_codes, align 16
  %63 = tail call i32 @fesetround(i32 noundef %62) #15
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fma.f64(double, double, double) #11

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.sqrt.f64(double) #11

; Function Attrs: nounwind uwtable
define void @kh_f64_to_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #7 {
  %4 = zext i32 %2 to i64
  %5 = getelementptr inbounds [4 x i32], ptr @kh_rounding_codes, i64 0, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = tail call i32 @fesetround(i32 noundef %6) #15
  tail call void asm sideeffect "", "~{memory}"() #15
  br label %11

8:                                                ; preds = %11
  tail call void asm sideeffect "", "~{memory}"() #15
  %9 = load i32, ptr @kh_rounding_codes, align 16
  %10 = tail call i32 @fesetround(i32 noundef %9) #15
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
define void @kh_s64_to_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #7 {
  %4 = zext i32 %2 to i64
  %5 = getelementptr inbounds [4 x i32], ptr @kh_rounding_codes, i64 0, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = tail call i32 @fesetround(i32 noundef %6) #15
  tail call void asm sideeffect "", "~{memory}"() #15
  br label %11

8:                                                ; preds = %11
  tail call void asm sideeffect "", "~{memory}"() #15
  %9 = load i32, ptr @kh_rounding_codes, align 16
  %10 = tail call i32 @fesetround(i32 noundef %9) #15
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
define void @kh_s64_to_f64(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #7 {
  %4 = zext i32 %2 to i64
  %5 = getelementptr inbounds [4 x i32], ptr @kh_rounding_codes, i64 0, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = tail call i32 @fesetround(i32 noundef %6) #15
  tail call void asm sideeffect "", "~{memory}"() #15
  br label %11

8:                                                ; preds = %11
  tail call void asm sideeffect "", "~{memory}"() #15
  %9 = load i32, ptr @kh_rounding_codes, align 16
  %10 = tail call i32 @fesetround(i32 noundef %9) #15
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
define void @kh_u64_to_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #7 {
  %4 = zext i32 %2 to i64
  %5 = getelementptr inbounds [4 x i32], ptr @kh_rounding_codes, i64 0, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = tail call i32 @fesetround(i32 noundef %6) #15
  tail call void asm sideeffect "", "~{memory}"() #15
  br label %11

8:                                                ; preds = %24
  tail call void asm sideeffect "", "~{memory}"() #15
  %9 = load i32, ptr @kh_rounding_codes, align 16
  %10 = tail call i32 @fesetround(i32 noundef %9) #15
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
define void @kh_u64_to_f64(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #7 {
  %4 = zext i32 %2 to i64
  %5 = getelementptr inbounds [4 x i32], ptr @kh_rounding_codes, i64 0, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = tail call i32 @fesetround(i32 noundef %6) #15
  tail call void asm sideeffect "", "~{memory}"() #15
  br label %11

8:                                                ; preds = %24
  tail call void asm sideeffect "", "~{memory}"() #15
  %9 = load i32, ptr @kh_rounding_codes, align 16
  %10 = tail call i32 @fesetround(i32 noundef %9) #15
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
define void @kh_f16_to_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #6 {
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
define void @kh_f32_to_f16(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2, i32 noundef %3) #6 {
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
define internal fastcc zeroext i16 @round_16(double noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3) unnamed_addr #12 {
  %5 = bitcast double %0 to i64
  %6 = lshr i64 %5, 48
  %7 = trunc i64 %6 to i16
  %8 = and i16 %7, -32768
  %9 = tail call double @llvm.fabs.f64(double %0)
  %10 = bitcast double %9 to i64
  %11 = sub nuw nsw i32 15, %1
  %12 = shl nsw i32 -1, %11
  %13 = xor i32 %12, -1
  %14 = shl nuw nsw i32 %13, %1
  %15 = icmp ugt i64 %10, 9218868437227405312
  br i1 %15, label %109, label %16

16:                                               ; preds = %4
  switch i64 %10, label %20 [
    i64 9218868437227405312, label %17
    i64 0, label %109
  ]

17:                                               ; preds = %16
  %18 = trunc i32 %14 to i16
  %19 = or i16 %8, %18
  br label %109

20:                                               ; preds = %16
  %21 = lshr i64 %10, 52
  %22 = trunc i64 %21 to i32
  %23 = add nsw i32 %22, -1023
  %24 = and i64 %5, 4503599627370495
  %25 = or disjoint i64 %24, 4503599627370496
  %26 = icmp ult i64 %10, 4503599627370496
  br i1 %26, label %27, label %37

27:                                               ; preds = %20
  %28 = icmp eq i32 %3, 2
  %29 = icmp ne i16 %8, 0
  %30 = and i1 %28, %29
  %31 = icmp eq i32 %3, 3
  %32 = icmp eq i16 %8, 0
  %33 = and i1 %31, %32
  %34 = or i1 %30, %33
  %35 = zext i1 %34 to i16
  %36 = or disjoint i16 %8, %35
  br label %109

37:                                               ; preds = %20
  %38 = sub nsw i32 1, %2
  %39 = icmp slt i32 %23, %38
  %40 = sub nsw i32 %38, %23
  %41 = select i1 %39, i32 %40, i32 0
  %42 = sub i32 %41, %1
  %43 = add i32 %42, 52
  %44 = icmp sgt i32 %43, 62
  br i1 %44, label %52, label %45

45:                                               ; preds = %37
  %46 = zext i32 %43 to i64
  %47 = lshr i64 %25, %46
  %48 = shl nsw i64 -1, %46
  %49 = xor i64 %48, -1
  %50 = and i64 %25, %49
  %51 = icmp eq i32 %3, 0
  br i1 %51, label %54, label %67

52:                                               ; preds = %37
  %53 = icmp eq i32 %3, 0
  br i1 %53, label %59, label %67

54:                                               ; preds = %45
  %55 = add i32 %42, 51
  %56 = zext nneg i32 %55 to i64
  %57 = shl nuw i64 1, %56
  %58 = icmp ugt i64 %50, %57
  br i1 %58, label %78, label %59

59:                                               ; preds = %52, %54
  %60 = phi i64 [ %47, %54 ], [ 0, %52 ]
  %61 = phi i64 [ %50, %54 ], [ 1, %52 ]
  %62 = phi i64 [ %57, %54 ], [ 2, %52 ]
  %63 = icmp eq i64 %61, %62
  %64 = and i64 %60, 1
  %65 = icmp ne i64 %64, 0
  %66 = select i1 %63, i1 %65, i1 false
  br label %78

67:                                               ; preds = %52, %45
  %68 = phi i64 [ 1, %52 ], [ %50, %45 ]
  %69 = phi i64 [ 0, %52 ], [ %47, %45 ]
  switch i32 %3, label %74 [
    i32 1, label %78
    i32 2, label %70
  ]

70:                                               ; preds = %67
  %71 = icmp ne i16 %8, 0
  %72 = icmp ne i64 %68, 0
  %73 = select i1 %71, i1 %72, i1 false
  br label %78

74:                                               ; preds = %67
  %75 = icmp eq i16 %8, 0
  %76 = icmp ne i64 %68, 0
  %77 = select i1 %75, i1 %76, i1 false
  br label %78

78:                                               ; preds = %67, %54, %59, %74, %70
  %79 = phi i1 [ false, %67 ], [ %73, %70 ], [ %77, %74 ], [ true, %54 ], [ true, %59 ]
  %80 = phi i64 [ %69, %67 ], [ %69, %70 ], [ %69, %74 ], [ %47, %54 ], [ %60, %59 ]
  %81 = phi i1 [ false, %67 ], [ %73, %70 ], [ %77, %74 ], [ true, %54 ], [ %66, %59 ]
  %82 = zext i1 %81 to i64
  %83 = add nuw nsw i64 %80, %82
  br i1 %39, label %91, label %84

84:                                               ; preds = %78
  %85 = add i32 %2, -1
  %86 = add i32 %85, %23
  %87 = sext i32 %86 to i64
  %88 = zext nneg i32 %1 to i64
  %89 = shl nsw i64 %87, %88
  %90 = add i64 %83, %89
  br label %91

91:                                               ; preds = %78, %84
  %92 = phi i64 [ %90, %84 ], [ %83, %78 ]
  %93 = and i32 %14, 65535
  %94 = zext nneg i32 %93 to i64
  %95 = icmp ult i64 %92, %94
  %96 = select i1 %95, i1 true, i1 %79
  %97 = tail call i64 @llvm.umin.i64(i64 %92, i64 %94)
  br i1 %96, label %105, label %98

98:                                               ; preds = %91
  %99 = icmp eq i16 %8, 0
  %100 = select i1 %99, i32 3, i32 2
  %101 = icmp ne i32 %100, %3
  %102 = sext i1 %101 to i32
  %103 = add nsw i32 %93, %102
  %104 = zext i32 %103 to i64
  br label %105

105:                                              ; preds = %91, %98
  %106 = phi i64 [ %97, %91 ], [ %104, %98 ]
  %107 = trunc i64 %106 to i16
  %108 = or i16 %8, %107
  br label %109

109:                                              ; preds = %27, %105, %16, %4, %17
  %110 = phi i16 [ %19, %17 ], [ 32767, %4 ], [ %8, %16 ], [ %36, %27 ], [ %108, %105 ]
  ret i16 %110
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_f64_to_f16(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2, i32 noundef %3) #6 {
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
define void @kh_fma_f16(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4) #6 {
  %6 = icmp eq i32 %4, 0
  br i1 %6, label %9, label %7

7:                                                ; preds = %5
  %8 = zext i32 %4 to i64
  br label %10

9:                                                ; preds = %178, %5
  ret void

10:                                               ; preds = %7, %178
  %11 = phi i64 [ 0, %7 ], [ %181, %178 ]
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
  %127 = lshr i64 %126, 48
  %128 = trunc i64 %127 to i16
  %129 = and i16 %128, -32768
  %130 = tail call double @llvm.fabs.f64(double %125)
  %131 = bitcast double %130 to i64
  %132 = icmp ugt i64 %131, 9218868437227405312
  br i1 %132, label %178, label %133

133:                                              ; preds = %124
  switch i64 %131, label %136 [
    i64 9218868437227405312, label %134
    i64 0, label %178
  ]

134:                                              ; preds = %133
  %135 = or disjoint i16 %129, 31744
  br label %178

136:                                              ; preds = %133
  %137 = lshr i64 %131, 52
  %138 = and i64 %126, 4503599627370495
  %139 = or disjoint i64 %138, 4503599627370496
  %140 = icmp ult i64 %131, 4503599627370496
  br i1 %140, label %178, label %141

141:                                              ; preds = %136
  %142 = trunc i64 %137 to i32
  %143 = icmp ult i32 %142, 1009
  %144 = tail call i32 @llvm.usub.sat.i32(i32 1009, i32 %142)
  %145 = icmp ugt i32 %144, 20
  br i1 %145, label %157, label %146

146:                                              ; preds = %141
  %147 = add nuw nsw i32 %144, 42
  %148 = zext nneg i32 %147 to i64
  %149 = lshr i64 %139, %148
  %150 = shl nsw i64 -1, %148
  %151 = xor i64 %150, -1
  %152 = and i64 %139, %151
  %153 = add nuw nsw i32 %144, 41
  %154 = zext nneg i32 %153 to i64
  %155 = shl nuw nsw i64 1, %154
  %156 = icmp ugt i64 %152, %155
  br i1 %156, label %165, label %157

157:                                              ; preds = %141, %146
  %158 = phi i64 [ %149, %146 ], [ 0, %141 ]
  %159 = phi i64 [ %152, %146 ], [ 1, %141 ]
  %160 = phi i64 [ %155, %146 ], [ 2, %141 ]
  %161 = icmp eq i64 %159, %160
  %162 = and i64 %158, 1
  %163 = icmp ne i64 %162, 0
  %164 = select i1 %161, i1 %163, i1 false
  br label %165

165:                                              ; preds = %157, %146
  %166 = phi i64 [ %149, %146 ], [ %158, %157 ]
  %167 = phi i1 [ true, %146 ], [ %164, %157 ]
  %168 = zext i1 %167 to i64
  %169 = shl nuw nsw i64 %137, 10
  %170 = add nuw nsw i64 %169, 4398045477888
  %171 = and i64 %170, 4398046510080
  %172 = select i1 %143, i64 0, i64 %171
  %173 = add nuw nsw i64 %166, %172
  %174 = add nuw nsw i64 %173, %168
  %175 = tail call i64 @llvm.umin.i64(i64 %174, i64 31744)
  %176 = trunc i64 %175 to i16
  %177 = or disjoint i16 %129, %176
  br label %178

178:                                              ; preds = %136, %124, %133, %134, %165
  %179 = phi i16 [ %135, %134 ], [ 32767, %124 ], [ %129, %133 ], [ %177, %165 ], [ %129, %136 ]
  %180 = getelementptr inbounds i16, ptr %3, i64 %11
  store i16 %179, ptr %180, align 2
  %181 = add nuw nsw i64 %11, 1
  %182 = icmp eq i64 %181, %8
  br i1 %182, label %9, label %10
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_mul_f16(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #6 {
  %5 = icmp eq i32 %3, 0
  br i1 %5, label %8, label %6

6:                                                ; preds = %4
  %7 = zext i32 %3 to i64
  br label %9

8:                                                ; preds = %124, %4
  ret void

9:                                                ; preds = %6, %124
  %10 = phi i64 [ 0, %6 ], [ %127, %124 ]
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
  %73 = lshr i64 %72, 48
  %74 = trunc i64 %73 to i16
  %75 = and i16 %74, -32768
  %76 = tail call double @llvm.fabs.f64(double %71)
  %77 = bitcast double %76 to i64
  %78 = icmp ugt i64 %77, 9218868437227405312
  br i1 %78, label %124, label %79

79:                                               ; preds = %68
  switch i64 %77, label %82 [
    i64 9218868437227405312, label %80
    i64 0, label %124
  ]

80:                                               ; preds = %79
  %81 = or disjoint i16 %75, 31744
  br label %124

82:                                               ; preds = %79
  %83 = lshr i64 %77, 52
  %84 = and i64 %72, 4503599627370495
  %85 = or disjoint i64 %84, 4503599627370496
  %86 = icmp ult i64 %77, 4503599627370496
  br i1 %86, label %124, label %87

87:                                               ; preds = %82
  %88 = trunc i64 %83 to i32
  %89 = icmp ult i32 %88, 1009
  %90 = tail call i32 @llvm.usub.sat.i32(i32 1009, i32 %88)
  %91 = icmp ugt i32 %90, 20
  br i1 %91, label %103, label %92

92:                                               ; preds = %87
  %93 = add nuw nsw i32 %90, 42
  %94 = zext nneg i32 %93 to i64
  %95 = lshr i64 %85, %94
  %96 = shl nsw i64 -1, %94
  %97 = xor i64 %96, -1
  %98 = and i64 %85, %97
  %99 = add nuw nsw i32 %90, 41
  %100 = zext nneg i32 %99 to i64
  %101 = shl nuw nsw i64 1, %100
  %102 = icmp ugt i64 %98, %101
  br i1 %102, label %111, label %103

103:                                              ; preds = %87, %92
  %104 = phi i64 [ %95, %92 ], [ 0, %87 ]
  %105 = phi i64 [ %98, %92 ], [ 1, %87 ]
  %106 = phi i64 [ %101, %92 ], [ 2, %87 ]
  %107 = icmp eq i64 %105, %106
  %108 = and i64 %104, 1
  %109 = icmp ne i64 %108, 0
  %110 = select i1 %107, i1 %109, i1 false
  br label %111

111:                                              ; preds = %103, %92
  %112 = phi i64 [ %95, %92 ], [ %104, %103 ]
  %113 = phi i1 [ true, %92 ], [ %110, %103 ]
  %114 = zext i1 %113 to i64
  %115 = shl nuw nsw i64 %83, 10
  %116 = add nuw nsw i64 %115, 4398045477888
  %117 = and i64 %116, 4398046510080
  %118 = select i1 %89, i64 0, i64 %117
  %119 = add nuw nsw i64 %112, %118
  %120 = add nuw nsw i64 %119, %114
  %121 = tail call i64 @llvm.umin.i64(i64 %120, i64 31744)
  %122 = trunc i64 %121 to i16
  %123 = or disjoint i16 %75, %122
  br label %124

124:                                              ; preds = %82, %68, %79, %80, %111
  %125 = phi i16 [ %81, %80 ], [ 32767, %68 ], [ %75, %79 ], [ %123, %111 ], [ %75, %82 ]
  %126 = getelementptr inbounds i16, ptr %2, i64 %10
  store i16 %125, ptr %126, align 2
  %127 = add nuw nsw i64 %10, 1
  %128 = icmp eq i64 %127, %7
  br i1 %128, label %8, label %9
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_bf16_to_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) #6 {
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
define void @kh_f32_to_bf16(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2, i32 noundef %3) #6 {
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
define void @kh_f64_to_bf16(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2, i32 noundef %3) #6 {
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
define void @kh_fma_bf16(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4) #6 {
  %6 = icmp eq i32 %4, 0
  br i1 %6, label %9, label %7

7:                                                ; preds = %5
  %8 = zext i32 %4 to i64
  br label %10

9:                                                ; preds = %181, %5
  ret void

10:                                               ; preds = %7, %181
  %11 = phi i64 [ 0, %7 ], [ %184, %181 ]
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
  %130 = lshr i64 %129, 48
  %131 = trunc i64 %130 to i16
  %132 = and i16 %131, -32768
  %133 = tail call double @llvm.fabs.f64(double %128)
  %134 = bitcast double %133 to i64
  %135 = icmp ugt i64 %134, 9218868437227405312
  br i1 %135, label %181, label %136

136:                                              ; preds = %127
  switch i64 %134, label %139 [
    i64 9218868437227405312, label %137
    i64 0, label %181
  ]

137:                                              ; preds = %136
  %138 = or disjoint i16 %132, 32640
  br label %181

139:                                              ; preds = %136
  %140 = lshr i64 %134, 52
  %141 = and i64 %129, 4503599627370495
  %142 = or disjoint i64 %141, 4503599627370496
  %143 = icmp ult i64 %134, 4503599627370496
  br i1 %143, label %181, label %144

144:                                              ; preds = %139
  %145 = trunc i64 %140 to i32
  %146 = icmp ult i32 %145, 897
  %147 = tail call i32 @llvm.usub.sat.i32(i32 897, i32 %145)
  %148 = icmp ugt i32 %147, 17
  br i1 %148, label %160, label %149

149:                                              ; preds = %144
  %150 = add nuw nsw i32 %147, 45
  %151 = zext nneg i32 %150 to i64
  %152 = lshr i64 %142, %151
  %153 = shl nsw i64 -1, %151
  %154 = xor i64 %153, -1
  %155 = and i64 %142, %154
  %156 = add nuw nsw i32 %147, 44
  %157 = zext nneg i32 %156 to i64
  %158 = shl nuw nsw i64 1, %157
  %159 = icmp ugt i64 %155, %158
  br i1 %159, label %168, label %160

160:                                              ; preds = %144, %149
  %161 = phi i64 [ %152, %149 ], [ 0, %144 ]
  %162 = phi i64 [ %155, %149 ], [ 1, %144 ]
  %163 = phi i64 [ %158, %149 ], [ 2, %144 ]
  %164 = icmp eq i64 %162, %163
  %165 = and i64 %161, 1
  %166 = icmp ne i64 %165, 0
  %167 = select i1 %164, i1 %166, i1 false
  br label %168

168:                                              ; preds = %160, %149
  %169 = phi i64 [ %152, %149 ], [ %161, %160 ]
  %170 = phi i1 [ true, %149 ], [ %167, %160 ]
  %171 = zext i1 %170 to i64
  %172 = shl nuw nsw i64 %140, 7
  %173 = add nuw nsw i64 %172, 549755699072
  %174 = and i64 %173, 549755813760
  %175 = select i1 %146, i64 0, i64 %174
  %176 = add nuw nsw i64 %169, %175
  %177 = add nuw nsw i64 %176, %171
  %178 = tail call i64 @llvm.umin.i64(i64 %177, i64 32640)
  %179 = trunc i64 %178 to i16
  %180 = or disjoint i16 %132, %179
  br label %181

181:                                              ; preds = %139, %127, %136, %137, %168
  %182 = phi i16 [ %138, %137 ], [ 32767, %127 ], [ %132, %136 ], [ %180, %168 ], [ %132, %139 ]
  %183 = getelementptr inbounds i16, ptr %3, i64 %11
  store i16 %182, ptr %183, align 2
  %184 = add nuw nsw i64 %11, 1
  %185 = icmp eq i64 %184, %8
  br i1 %185, label %9, label %10
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_mul_bf16(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #6 {
  %5 = icmp eq i32 %3, 0
  br i1 %5, label %8, label %6

6:                                                ; preds = %4
  %7 = zext i32 %3 to i64
  br label %9

8:                                                ; preds = %126, %4
  ret void

9:                                                ; preds = %6, %126
  %10 = phi i64 [ 0, %6 ], [ %129, %126 ]
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
  %75 = lshr i64 %74, 48
  %76 = trunc i64 %75 to i16
  %77 = and i16 %76, -32768
  %78 = tail call double @llvm.fabs.f64(double %73)
  %79 = bitcast double %78 to i64
  %80 = icmp ugt i64 %79, 9218868437227405312
  br i1 %80, label %126, label %81

81:                                               ; preds = %70
  switch i64 %79, label %84 [
    i64 9218868437227405312, label %82
    i64 0, label %126
  ]

82:                                               ; preds = %81
  %83 = or disjoint i16 %77, 32640
  br label %126

84:                                               ; preds = %81
  %85 = lshr i64 %79, 52
  %86 = and i64 %74, 4503599627370495
  %87 = or disjoint i64 %86, 4503599627370496
  %88 = icmp ult i64 %79, 4503599627370496
  br i1 %88, label %126, label %89

89:                                               ; preds = %84
  %90 = trunc i64 %85 to i32
  %91 = icmp ult i32 %90, 897
  %92 = tail call i32 @llvm.usub.sat.i32(i32 897, i32 %90)
  %93 = icmp ugt i32 %92, 17
  br i1 %93, label %105, label %94

94:                                               ; preds = %89
  %95 = add nuw nsw i32 %92, 45
  %96 = zext nneg i32 %95 to i64
  %97 = lshr i64 %87, %96
  %98 = shl nsw i64 -1, %96
  %99 = xor i64 %98, -1
  %100 = and i64 %87, %99
  %101 = add nuw nsw i32 %92, 44
  %102 = zext nneg i32 %101 to i64
  %103 = shl nuw nsw i64 1, %102
  %104 = icmp ugt i64 %100, %103
  br i1 %104, label %113, label %105

105:                                              ; preds = %89, %94
  %106 = phi i64 [ %97, %94 ], [ 0, %89 ]
  %107 = phi i64 [ %100, %94 ], [ 1, %89 ]
  %108 = phi i64 [ %103, %94 ], [ 2, %89 ]
  %109 = icmp eq i64 %107, %108
  %110 = and i64 %106, 1
  %111 = icmp ne i64 %110, 0
  %112 = select i1 %109, i1 %111, i1 false
  br label %113

113:                                              ; preds = %105, %94
  %114 = phi i64 [ %97, %94 ], [ %106, %105 ]
  %115 = phi i1 [ true, %94 ], [ %112, %105 ]
  %116 = zext i1 %115 to i64
  %117 = shl nuw nsw i64 %85, 7
  %118 = add nuw nsw i64 %117, 549755699072
  %119 = and i64 %118, 549755813760
  %120 = select i1 %91, i64 0, i64 %119
  %121 = add nuw nsw i64 %114, %120
  %122 = add nuw nsw i64 %121, %116
  %123 = tail call i64 @llvm.umin.i64(i64 %122, i64 32640)
  %124 = trunc i64 %123 to i16
  %125 = or disjoint i16 %77, %124
  br label %126

126:                                              ; preds = %84, %70, %81, %82, %113
  %127 = phi i16 [ %83, %82 ], [ 32767, %70 ], [ %77, %81 ], [ %125, %113 ], [ %77, %84 ]
  %128 = getelementptr inbounds i16, ptr %2, i64 %10
  store i16 %127, ptr %128, align 2
  %129 = add nuw nsw i64 %10, 1
  %130 = icmp eq i64 %129, %7
  br i1 %130, label %8, label %9
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_ex2_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) #6 {
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
define void @kh_lg2_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) #6 {
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
define void @kh_rsqrt_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) #6 {
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
define void @kh_sin_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) #6 {
  br label %4

3:                                                ; preds = %57
  ret void

4:                                                ; preds = %2, %57
  %5 = phi i64 [ 0, %2 ], [ %63, %57 ]
  %6 = getelementptr inbounds float, ptr %0, i64 %5
  %7 = load float, ptr %6, align 4
  %8 = fpext float %7 to double
  %9 = fsub double %8, %8
  %10 = fcmp oeq double %9, 0.000000e+00
  br i1 %10, label %11, label %57

11:                                               ; preds = %4
  %12 = fmul double %8, 0x3FE45F306DC9C883
  %13 = tail call double @llvm.rint.f64(double %12)
  %14 = fptosi double %13 to i64
  %15 = trunc i64 %14 to i32
  %16 = fmul double %13, 0x3FF921FB54400000
  %17 = fsub double %8, %16
  %18 = fmul double %13, 0x3DD0B4611A626331
  %19 = fsub double %17, %18
  %20 = and i32 %15, 1
  %21 = icmp eq i32 %20, 0
  %22 = fneg double %19
  %23 = fmul double %19, %22
  br i1 %21, label %37, label %24

24:                                               ; preds = %11, %24
  %25 = phi i32 [ %33, %24 ], [ 18, %11 ]
  %26 = phi double [ %32, %24 ], [ 0.000000e+00, %11 ]
  %27 = fadd double %26, 1.000000e+00
  %28 = add nsw i32 %25, -1
  %29 = mul nsw i32 %28, %25
  %30 = sitofp i32 %29 to double
  %31 = fdiv double %23, %30
  %32 = fmul double %27, %31
  %33 = add nsw i32 %25, -2
  %34 = icmp ugt i32 %25, 3
  br i1 %34, label %24, label %35

35:                                               ; preds = %24
  %36 = fadd double %32, 1.000000e+00
  br label %51

37:                                               ; preds = %11, %37
  %38 = phi i32 [ %46, %37 ], [ 17, %11 ]
  %39 = phi double [ %45, %37 ], [ 0.000000e+00, %11 ]
  %40 = fadd double %39, 1.000000e+00
  %41 = add nsw i32 %38, -1
  %42 = mul nsw i32 %41, %38
  %43 = sitofp i32 %42 to double
  %44 = fdiv double %23, %43
  %45 = fmul double %40, %44
  %46 = add nsw i32 %38, -2
  %47 = icmp ugt i32 %38, 4
  br i1 %47, label %37, label %48

48:                                               ; preds = %37
  %49 = fadd double %45, 1.000000e+00
  %50 = fmul double %19, %49
  br label %51

51:                                               ; preds = %48, %35
  %52 = phi double [ %36, %35 ], [ %50, %48 ]
  %53 = and i32 %15, 2
  %54 = icmp eq i32 %53, 0
  %55 = fneg double %52
  %56 = select i1 %54, double %52, double %55
  br label %57

57:                                               ; preds = %4, %51
  %58 = phi double [ %56, %51 ], [ 0x7FF8000000000000, %4 ]
  %59 = fptrunc double %58 to float
  %60 = fcmp uno float %59, 0.000000e+00
  %61 = select i1 %60, float 0x7FFFFFFFE0000000, float %59
  %62 = getelementptr inbounds float, ptr %1, i64 %5
  store float %61, ptr %62, align 4
  %63 = add nuw nsw i64 %5, 1
  %64 = icmp eq i64 %63, 32
  br i1 %64, label %3, label %4
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_cos_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) #6 {
  br label %4

3:                                                ; preds = %58
  ret void

4:                                                ; preds = %2, %58
  %5 = phi i64 [ 0, %2 ], [ %64, %58 ]
  %6 = getelementptr inbounds float, ptr %0, i64 %5
  %7 = load float, ptr %6, align 4
  %8 = fpext float %7 to double
  %9 = fsub double %8, %8
  %10 = fcmp oeq double %9, 0.000000e+00
  br i1 %10, label %11, label %58

11:                                               ; preds = %4
  %12 = fmul double %8, 0x3FE45F306DC9C883
  %13 = tail call double @llvm.rint.f64(double %12)
  %14 = fptosi double %13 to i64
  %15 = trunc i64 %14 to i32
  %16 = fmul double %13, 0x3FF921FB54400000
  %17 = fsub double %8, %16
  %18 = fmul double %13, 0x3DD0B4611A626331
  %19 = fsub double %17, %18
  %20 = add i32 %15, 1
  %21 = and i32 %15, 1
  %22 = icmp eq i32 %21, 0
  %23 = fneg double %19
  %24 = fmul double %19, %23
  br i1 %22, label %25, label %38

25:                                               ; preds = %11, %25
  %26 = phi i32 [ %34, %25 ], [ 18, %11 ]
  %27 = phi double [ %33, %25 ], [ 0.000000e+00, %11 ]
  %28 = fadd double %27, 1.000000e+00
  %29 = add nsw i32 %26, -1
  %30 = mul nsw i32 %29, %26
  %31 = sitofp i32 %30 to double
  %32 = fdiv double %24, %31
  %33 = fmul double %28, %32
  %34 = add nsw i32 %26, -2
  %35 = icmp ugt i32 %26, 3
  br i1 %35, label %25, label %36

36:                                               ; preds = %25
  %37 = fadd double %33, 1.000000e+00
  br label %52

38:                                               ; preds = %11, %38
  %39 = phi i32 [ %47, %38 ], [ 17, %11 ]
  %40 = phi double [ %46, %38 ], [ 0.000000e+00, %11 ]
  %41 = fadd double %40, 1.000000e+00
  %42 = add nsw i32 %39, -1
  %43 = mul nsw i32 %42, %39
  %44 = sitofp i32 %43 to double
  %45 = fdiv double %24, %44
  %46 = fmul double %41, %45
  %47 = add nsw i32 %39, -2
  %48 = icmp ugt i32 %39, 4
  br i1 %48, label %38, label %49

49:                                               ; preds = %38
  %50 = fadd double %46, 1.000000e+00
  %51 = fmul double %19, %50
  br label %52

52:                                               ; preds = %49, %36
  %53 = phi double [ %37, %36 ], [ %51, %49 ]
  %54 = and i32 %20, 2
  %55 = icmp eq i32 %54, 0
  %56 = fneg double %53
  %57 = select i1 %55, double %53, double %56
  br label %58

58:                                               ; preds = %4, %52
  %59 = phi double [ %57, %52 ], [ 0x7FF8000000000000, %4 ]
  %60 = fptrunc double %59 to float
  %61 = fcmp uno float %60, 0.000000e+00
  %62 = select i1 %61, float 0x7FFFFFFFE0000000, float %60
  %63 = getelementptr inbounds float, ptr %1, i64 %5
  store float %62, ptr %63, align 4
  %64 = add nuw nsw i64 %5, 1
  %65 = icmp eq i64 %64, 32
  br i1 %65, label %3, label %4
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define void @kh_tanh_f32(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) #6 {
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
define void @kh_rcp_approx_f64(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) #6 {
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
define void @kh_rsqrt_approx_f64(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) #6 {
  br label %4

3:                                                ; preds = %28
  ret void

4:                                                ; preds = %2, %28
  %5 = phi i64 [ 0, %2 ], [ %29, %28 ]
  %6 = getelementptr inbounds double, ptr %0, i64 %5
  %7 = load double, ptr %6, align 8
  %8 = bitcast double %7 to i64
  %9 = tail call double @llvm.fabs.f64(double %7)
  %10 = bitcast double %9 to i64
  %11 = and i64 %8, -9223372036854775808
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
  %19 = select i1 %17, i1 true, i1 %18
  br i1 %19, label %20, label %22

20:                                               ; preds = %16
  %21 = getelementptr inbounds double, ptr %1, i64 %5
  store double 0x7FFFFFFF00000000, ptr %21, align 8
  br label %28

22:                                               ; preds = %16
  %23 = tail call double @llvm.sqrt.f64(double %7)
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
define void @kh_prmt(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4) #6 {
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
define void @kh_lop3(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4) #6 {
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
define void @kh_div_s32(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #6 {
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
define void @kh_div_u32(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #6 {
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
define void @kh_div_s64(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #6 {
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
define void @kh_div_u64(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3) #6 {
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
declare i32 @llvm.cttz.i32(i32, i1 immarg) #11

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctpop.i32(i32) #11

; Function Attrs: nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none) uwtable
define internal fastcc noundef i32 @find_range(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2, ptr nocapture noundef %3, ptr nocapture noundef writeonly %4, ptr nocapture noundef writeonly %5, ptr nocapture noundef writeonly %6) unnamed_addr #13 {
  %8 = load ptr, ptr %0, align 8
  %9 = icmp eq i32 %1, 4
  br i1 %9, label %10, label %24

10:                                               ; preds = %7
  %11 = load i64, ptr %3, align 8
  %12 = add i64 %11, -1099511627776
  %13 = icmp ult i64 %12, 4294967296
  br i1 %13, label %14, label %15

14:                                               ; preds = %10
  store i64 %12, ptr %3, align 8
  store i64 0, ptr %4, align 8
  br label %25

15:                                               ; preds = %10
  %16 = add i64 %11, -2199023255552
  %17 = icmp ult i64 %16, 4294967296
  br i1 %17, label %18, label %19

18:                                               ; preds = %15
  store i64 %16, ptr %3, align 8
  store i64 0, ptr %4, align 8
  br label %31

19:                                               ; preds = %15
  %20 = add i64 %11, -3298534883328
  %21 = icmp ult i64 %20, 4294967296
  br i1 %21, label %23, label %22

22:                                               ; preds = %19
  store i64 0, ptr %4, align 8
  br label %54

23:                                               ; preds = %19
  store i64 %20, ptr %3, align 8
  store i64 0, ptr %4, align 8
  br label %48

24:                                               ; preds = %7
  store i64 0, ptr %4, align 8
  switch i32 %1, label %54 [
    i32 1, label %25
    i32 2, label %31
    i32 3, label %48
  ]

25:                                               ; preds = %14, %24
  %26 = getelementptr inbounds %struct.kh_launch, ptr %8, i64 0, i32 9
  %27 = load i32, ptr %26, align 4
  %28 = zext i32 %27 to i64
  store i64 %28, ptr %5, align 8
  %29 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 3
  %30 = load ptr, ptr %29, align 8
  br label %106

31:                                               ; preds = %18, %24
  %32 = getelementptr inbounds %struct.kh_launch, ptr %8, i64 0, i32 11
  %33 = load i32, ptr %32, align 4
  %34 = zext i32 %33 to i64
  store i64 %34, ptr %5, align 8
  %35 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 4
  %36 = load ptr, ptr %35, align 8
  %37 = load i32, ptr %32, align 4
  %38 = zext i32 %37 to i64
  %39 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 2
  %40 = load ptr, ptr %39, align 8
  %41 = getelementptr inbounds %struct.kh_warp, ptr %40, i64 0, i32 7
  %42 = load i32, ptr %41, align 8
  %43 = shl i32 %42, 5
  %44 = add i32 %43, %2
  %45 = zext i32 %44 to i64
  %46 = mul nuw i64 %45, %38
  %47 = getelementptr inbounds i8, ptr %36, i64 %46
  br label %106

48:                                               ; preds = %23, %24
  %49 = getelementptr inbounds %struct.kh_launch, ptr %8, i64 0, i32 8
  %50 = load i32, ptr %49, align 8
  %51 = zext i32 %50 to i64
  store i64 %51, ptr %5, align 8
  %52 = getelementptr inbounds %struct.kh_launch, ptr %8, i64 0, i32 1
  %53 = load ptr, ptr %52, align 8
  br label %106

54:                                               ; preds = %22, %24
  %55 = load i64, ptr %3, align 8
  %56 = getelementptr inbounds %struct.kh_worker, ptr %0, i64 0, i32 7
  %57 = load ptr, ptr %56, align 8
  %58 = icmp eq ptr %57, null
  br i1 %58, label %65, label %59

59:                                               ; preds = %54
  %60 = load i64, ptr %57, align 8
  %61 = sub i64 %55, %60
  %62 = getelementptr inbounds %struct.kh_alloc, ptr %57, i64 0, i32 1
  %63 = load i64, ptr %62, align 8
  %64 = icmp ult i64 %61, %63
  br i1 %64, label %95, label %65

65:                                               ; preds = %59, %54
  %66 = load ptr, ptr %0, align 8
  %67 = getelementptr inbounds %struct.kh_launch, ptr %66, i64 0, i32 2
  %68 = load ptr, ptr %67, align 8
  %69 = getelementptr inbounds %struct.kh_launch, ptr %66, i64 0, i32 3
  %70 = load i64, ptr %69, align 8
  %71 = icmp eq i64 %70, 0
  br i1 %71, label %108, label %72

72:                                               ; preds = %65, %72
  %73 = phi i64 [ %82, %72 ], [ %70, %65 ]
  %74 = phi i64 [ %81, %72 ], [ 0, %65 ]
  %75 = add i64 %74, %73
  %76 = lshr i64 %75, 1
  %77 = getelementptr inbounds %struct.kh_alloc, ptr %68, i64 %76
  %78 = load i64, ptr %77, align 8
  %79 = icmp ugt i64 %78, %55
  %80 = add nuw i64 %76, 1
  %81 = select i1 %79, i64 %74, i64 %80
  %82 = select i1 %79, i64 %76, i64 %73
  %83 = icmp ult i64 %81, %82
  br i1 %83, label %72, label %84

84:                                               ; preds = %72
  %85 = icmp eq i64 %81, 0
  br i1 %85, label %108, label %86

86:                                               ; preds = %84
  %87 = getelementptr %struct.kh_alloc, ptr %68, i64 %81
  %88 = getelementptr %struct.kh_alloc, ptr %87, i64 -1
  %89 = load i64, ptr %88, align 8
  %90 = sub i64 %55, %89
  %91 = getelementptr %struct.kh_alloc, ptr %87, i64 -1, i32 1
  %92 = load i64, ptr %91, align 8
  %93 = icmp ult i64 %90, %92
  br i1 %93, label %94, label %108

94:                                               ; preds = %86
  store ptr %88, ptr %56, align 8
  br label %95

95:                                               ; preds = %94, %59
  %96 = phi ptr [ %88, %94 ], [ %57, %59 ]
  %97 = getelementptr inbounds %struct.kh_alloc, ptr %96, i64 0, i32 2
  %98 = load i64, ptr %97, align 8
  store i64 %98, ptr %4, align 8
  %99 = getelementptr inbounds %struct.kh_alloc, ptr %96, i64 0, i32 3
  %100 = load i64, ptr %99, align 8
  store i64 %100, ptr %5, align 8
  %101 = getelementptr inbounds %struct.kh_alloc, ptr %96, i64 0, i32 4
  %102 = load ptr, ptr %101, align 8
  %103 = load i64, ptr %96, align 8
  %104 = sub i64 0, %103
  %105 = getelementptr inbounds i8, ptr %102, i64 %104
  br label %106

106:                                              ; preds = %25, %31, %48, %95
  %107 = phi ptr [ %105, %95 ], [ %53, %48 ], [ %47, %31 ], [ %30, %25 ]
  store ptr %107, ptr %6, align 8
  br label %108

108:                                              ; preds = %106, %65, %84, %86
  %109 = phi i32 [ 0, %86 ], [ 0, %84 ], [ 0, %65 ], [ 1, %106 ]
  ret i32 %109
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.rint.f64(double) #11

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umin.i32(i32, i32) #14

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32) #14

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i16 @llvm.smax.i16(i16, i16) #14

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i16 @llvm.umax.i16(i16, i16) #14

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i16 @llvm.smin.i16(i16, i16) #14

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i16 @llvm.umin.i16(i16, i16) #14

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #14

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smin.i32(i32, i32) #14

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smax.i64(i64, i64) #14

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umax.i64(i64, i64) #14

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #14

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #14

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fabs.f64(double) #14

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.usub.sat.i32(i32, i32) #14

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


