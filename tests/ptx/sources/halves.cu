// Half precision through the headers' intrinsics. Every kernel has the parameters (out, inp, n).
#include <cuda_bf16.h>
#include <cuda_fp16.h>

extern "C" __global__ void fp16_values(float* out, const float* inp, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    __half x = __float2half(inp[i]), y = __float2half_rn(2.5f);
    __half z = __hfma(x, y, __hadd(x, __hmul(y, y)));
    z = __hlt(x, y) ? __hsub(z, x) : __hneg(z);
    out[i] = __half2float(__hmax(z, x));
}

extern "C" __global__ void fp16_pairs(float* out, const float* inp, int n) {
    int i = threadIdx.x;
    if (2 * i + 1 >= n) return;
    __half2 x = __floats2half2_rn(inp[2 * i], inp[2 * i + 1]), y = __float2half2_rn(1.5f);
    __half2 z = __hfma2(x, y, __hadd2(x, y));
    __half2 swapped = __lowhigh2highlow(z);
    out[2 * i] = __low2float(__hmul2(z, swapped));
    out[2 * i + 1] = __high2float(__hsub2(z, swapped));
}

#if __CUDA_ARCH__ >= 800  // has bfloat16 arithmetic
extern "C" __global__ void bf16_values(float* out, const float* inp, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    __nv_bfloat16 x = __float2bfloat16(inp[i]), y = __float2bfloat16_rn(2.5f);
    __nv_bfloat16 z = __hfma(x, y, __hadd(x, y));
    out[i] = __bfloat162float(__hgt(z, x) ? z : __hneg(z));
}
#endif

extern "C" __global__ void fp16_warp_max(float* out, const float* inp, int n) {
    int i = threadIdx.x;
    __half x = __float2half(i < n ? inp[i] : -65504.0f);
    for (int offset = 16; offset > 0; offset /= 2) x = __hmax(x, __shfl_xor_sync(0xffffffffu, x, offset));
    if (i < n) out[i] = __half2float(x);
}
