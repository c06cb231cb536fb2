// Widths, caches, spaces and atomics. Kernels have the parameters (out, inp, n); 64 threads.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__constant__ int table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
__constant__ double2 wide_table[2] = {{1.5, 2.5}, {3.5, 4.5}};
__device__ int counters[4];
__device__ volatile int flag;

struct __align__(16) Wide {
    long long low, high;
};

extern "C" __global__ void widths(int* out, const int* inp, int n) {
    int i = threadIdx.x;
    longlong2 two = reinterpret_cast<const longlong2*>(inp)[i % (n / 4)];
    int4 four = __ldg(reinterpret_cast<const int4*>(inp) + i % (n / 4));
    short4 shorts = __ldcs(reinterpret_cast<const short4*>(inp) + i % (n / 2));
    char4 bytes = __ldcg(reinterpret_cast<const char4*>(inp) + i);
    double2 doubles = wide_table[i % 2];
    __shared__ Wide shared[64];
    shared[i] = {two.x + i, two.y};
    __syncthreads();  // all of shared is written before it is read
    Wide other = shared[63 - i];
    __stcg(out + i, four.x + four.y + four.z + four.w);
    __stwt(out + n + i, shorts.x + shorts.w + bytes.y + bytes.w);
    out[2 * n + i] = (int)(doubles.x + doubles.y) + table[i % 16];
    out[3 * n + i] = (int)(other.low >> 20) ^ (int)other.high;
    flag = i;
    out[4 * n + i] = __ldlu(inp + i) + __ldcv(inp + i) + (flag >= 0);
}

extern "C" __global__ void atomics(int* out, const int* inp, int n) {
    int i = threadIdx.x;
    if (i == 0) counters[0] = counters[1] = 0;
    __syncthreads();  // the counters are cleared before they are used
    atomicAdd(&counters[0], inp[i]);
    atomicMax(&counters[1], inp[i]);
    atomicAdd(reinterpret_cast<unsigned long long*>(out), (unsigned long long)inp[i]);
    atomicMin(reinterpret_cast<long long*>(out) + 1, (long long)-inp[i]);
    atomicXor(reinterpret_cast<unsigned long long*>(out) + 2, 1ull << inp[i] % 64);
    atomicAdd(reinterpret_cast<double*>(out) + 3, 0.5);
    atomicAdd(reinterpret_cast<float*>(out) + 8, 0.25f);
    atomicAdd_block(out + 9, 1);
    atomicInc(reinterpret_cast<unsigned*>(out) + 10, 9);
    atomicExch_system(out + 11, 5);
    atomicAdd(reinterpret_cast<__half2*>(out) + 12, __floats2half2_rn(1, 2));
    atomicCAS(reinterpret_cast<unsigned short*>(out) + 26, (unsigned short)0, (unsigned short)(7));
#if __CUDA_ARCH__ >= 800
    atomicAdd(reinterpret_cast<__nv_bfloat162*>(out) + 14, __floats2bfloat162_rn(1, 2));
#endif
#if __CUDA_ARCH__ >= 900
    atomicAdd(reinterpret_cast<float4*>(out) + 4, make_float4(1, 2, 3, 4));
    atomicAdd(reinterpret_cast<float2*>(out) + 10, make_float2(5, 6));
    Wide old = {0, 0}, fresh = {11, 12};
    atomicCAS(reinterpret_cast<Wide*>(out) + 6, old, fresh);
    Wide last = {21, 22};
    atomicExch(reinterpret_cast<Wide*>(out) + 7, last);
#endif
    __syncthreads();  // all have counted
    if (i < 2) out[n + i] = counters[i];
}
