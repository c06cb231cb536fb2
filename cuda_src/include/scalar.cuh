// The element type of a kernel that is written once for several, and its conversions.
//
// KH_SCALAR (float, __half or __nv_bfloat16) and one of KH_DTYPE_FLOAT32, KH_DTYPE_FLOAT16, KH_DTYPE_BFLOAT16
// come from the compiler's command line, one compilation per element type. Without them it is float.
//
// Whatever the element type, arithmetic is done in float: a float16 sum of ones stops growing at 2048.
#pragma once

#ifndef KH_SCALAR
#define KH_SCALAR float
#endif

// Each header is read only by the compilation that needs it: either is some nine thousand lines long.
#if defined(KH_DTYPE_FLOAT16)
#include <cuda_fp16.h>
#elif defined(KH_DTYPE_BFLOAT16)
#include <cuda_bf16.h>
#elif defined(KH_DTYPE_FLOAT64)
#error "scalar.cuh computes in float: float64 needs wider arithmetic, not just another element type"
#endif

using scalar_t = KH_SCALAR;

// Exact for all three types: float holds every value of the two narrow ones, NaN and infinities included.
__device__ __forceinline__ float to_float(scalar_t value)
{
#if defined(KH_DTYPE_FLOAT16)
    return __half2float(value);
#elif defined(KH_DTYPE_BFLOAT16)
    return __bfloat162float(value);
#else
    return value;
#endif
}

// The only rounding that a narrow element type adds: to nearest even, once per output element.
__device__ __forceinline__ scalar_t from_float(float value)
{
#if defined(KH_DTYPE_FLOAT16)
    return __float2half_rn(value);
#elif defined(KH_DTYPE_BFLOAT16)
    return __float2bfloat16_rn(value);
#else
    return value;
#endif
}
