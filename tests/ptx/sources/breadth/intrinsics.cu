// Intrinsics and functions of CUDA's headers. Kernels have the parameters (out, inp, n); 64 threads.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

extern "C" __global__ void integers(unsigned* out, const unsigned* inp, int n) {
    int i = threadIdx.x;
    unsigned a = inp[i], b = inp[n + i], c = inp[2 * n + i];
    unsigned long long wide = (unsigned long long)a << 32 | b;
    int k = 0;
    out[n * k++ + i] = __brev(a);
    out[n * k++ + i] = __clz(a) + 100 * __ffs(b) + 10000 * __popc(c);
    out[n * k++ + i] = __clzll(wide) + 100 * __ffsll(wide) + 10000 * __popcll(wide);
    out[n * k++ + i] = (unsigned)(__brevll(wide) >> 7);
    out[n * k++ + i] = __byte_perm(a, b, c & 0x7777);
    out[n * k++ + i] = __funnelshift_l(a, b, c) ^ __funnelshift_rc(a, b, c);
    out[n * k++ + i] = __umulhi(a, b) + __mulhi((int)a, (int)b);
    out[n * k++ + i] = (unsigned)__umul64hi(wide, wide + c);
    out[n * k++ + i] = __sad((int)a, (int)b, c) + __usad(a, b, c);
    out[n * k++ + i] = __hadd((int)a, (int)b) + __urhadd(a, b);
    out[n * k++ + i] = __dp4a((int)a, (int)b, (int)c) + __dp4a(a, b, c);
    out[n * k++ + i] = __dp2a_lo((int)a, (int)b, (int)c) + __dp2a_hi(a, b, c);
    out[n * k++ + i] = __vadd4(a, b) ^ __vsub2(b, c);
    out[n * k++ + i] = __vaddss2(a, b) ^ __vaddus4(a, b);
    out[n * k++ + i] = __vmaxs4(a, b) ^ __vminu2(b, c);
    out[n * k++ + i] = __vabsdiffu4(a, b) ^ __vsads2(a, b);
    out[n * k++ + i] = __vcmpgts4(a, b) ^ __vseteq2(a, b) ^ __vavgu4(b, c);
    out[n * k++ + i] = __vimax3_s32((int)a, (int)b, (int)c) ^ __viaddmin_s32((int)a, (int)b, (int)c);
}

extern "C" __global__ void roundings(float* out, const float* inp, int n) {
    int i = threadIdx.x, k = 0;
    float x = inp[i], y = inp[n + i];
    out[n * k++ + i] = __fadd_rd(x, y);
    out[n * k++ + i] = __fmul_ru(x, y);
    out[n * k++ + i] = __fmaf_rz(x, y, 1.0f);
    out[n * k++ + i] = __fdiv_rn(x, y);
    out[n * k++ + i] = __fsqrt_ru(fabsf(x));
    out[n * k++ + i] = __frcp_rd(x);
    out[n * k++ + i] = (float)__dadd_rn(x, __dmul_ru(x, y));
    out[n * k++ + i] = __saturatef(x) + __float2int_rd(y) + __int2float_rz((int)(x * 1e8f));
    out[n * k++ + i] = __ull2float_rn((unsigned long long)(fabs(x) * 1e18)) + __double2ll_rn(y * 1e9) % 1000;
    out[n * k++ + i] = fmaxf(x, y) - fminf(x, y) + fdimf(x, y) + copysignf(x, y) + nextafterf(x, y);
}

extern "C" __global__ void halves(float* out, const float* inp, int n) {
    int i = threadIdx.x, k = 0;
    __half x = __float2half(inp[i]), y = __float2half(inp[n + i]);
    __half2 p = __halves2half2(x, y);
    out[n * k++ + i] = __half2float(__hadd_sat(x, y));
    out[n * k++ + i] = __half2float(__hdiv(x, y));
    out[n * k++ + i] = __half2float(hsqrt(__habs(x)));
    out[n * k++ + i] = __half2float(hexp(x));
    out[n * k++ + i] = __half2float(hlog(__habs(x)));
    out[n * k++ + i] = __half2float(hsin(x));
    out[n * k++ + i] = __half2float(hfloor(x)) + __half2int_rn(y) + __half2short_rz(x);
    out[n * k++ + i] = __half2float(__hmin(x, y)) + __hlt(x, y) + 2 * __hisnan(x);
    out[n * k++ + i] = __low2float(__h2div(p, __lowhigh2highlow(p))) + __hbgt2(p, p);
    out[n * k++ + i] = __half2float(__ushort_as_half((unsigned short)(__half_as_ushort(x) + 1)));
    out[n * k++ + i] = __half2float(__hfma_relu(x, y, x)) + __half2float(__hmax_nan(x, y));
    out[n * k++ + i] = __half2float(hrcp(y)) + __half2float(htanh(x));
    out[n * k++ + i] = __half2float(__shfl_xor_sync(~0u, x, 1)) + __half2float(__low2half(__shfl_down_sync(~0u, p, 2)));
}

#if __CUDA_ARCH__ >= 800  // has bfloat16 arithmetic
extern "C" __global__ void bfloats(float* out, const float* inp, int n) {
    int i = threadIdx.x, k = 0;
    __nv_bfloat16 x = __float2bfloat16(inp[i]), y = __float2bfloat16(inp[n + i]);
    __nv_bfloat162 p = __halves2bfloat162(x, y);
    out[n * k++ + i] = __bfloat162float(__hadd(x, y));
    out[n * k++ + i] = __bfloat162float(__hmul(x, y));
    out[n * k++ + i] = __bfloat162float(__hdiv(x, y));
    out[n * k++ + i] = __bfloat162float(hexp(x));
    out[n * k++ + i] = __bfloat162float(hsqrt(__habs(x)));
    out[n * k++ + i] = __bfloat162float(__hmax(x, y)) + __hge(x, y);
    out[n * k++ + i] = __high2float(__hfma2(p, p, p)) + __low2float(__hsub2(p, __float2bfloat162_rn(1.5f)));
    out[n * k++ + i] = __bfloat162float(hceil(x)) + __bfloat162int_rz(y);
}
#endif

extern "C" __global__ void eights(float* out, const float* inp, int n) {
    int i = threadIdx.x, k = 0;
    __nv_fp8_e4m3 x(inp[i]);
    __nv_fp8_e5m2 y(inp[i]);
    __nv_fp8x2_e4m3 p(make_float2(inp[i], inp[n + i]));
    __nv_fp8x4_e5m2 q(make_float4(inp[i], inp[n + i], 1.0f, 1e6f));
    out[n * k++ + i] = (float)x;
    out[n * k++ + i] = (float)y;
    float2 both = (float2)p;
    out[n * k++ + i] = both.x + 1000 * both.y;
    float4 four = (float4)q;
    out[n * k++ + i] = four.x + four.y + four.z + four.w;
    out[n * k++ + i] = __half2float(__nv_cvt_fp8_to_halfraw(__nv_cvt_double_to_fp8(inp[i], __NV_SATFINITE, __NV_E4M3), __NV_E4M3));
}
