// Reads of memory that was never written: kernels that are right, and the same ones with a fault.
//
// Every kernel takes (float* out, const float* inp, int n) like those of the other files.

#include <cuda_fp16.h>

#ifndef FAULT
#define FAULT 0
#endif

extern "C" __global__ void shared_sum(float* out, const float* inp, int n)
{
    __shared__ float values[64];
    const int written = FAULT ? n - 1 : n;
    if (threadIdx.x < written)
        values[threadIdx.x] = inp[threadIdx.x];
    else if (!FAULT)
        values[threadIdx.x] = 0.0f;
    __syncthreads(); // every value is there before thread 0 adds them up
    if (threadIdx.x != 0)
        return;
    float sum = 0.0f;
    for (int i = 0; i < n; ++i)
        sum += values[i];
    out[0] = sum;
}

// Reads whole vectors; the last one reaches past the row. Only elements of the row count.
extern "C" __global__ void padded_row(float* out, const float* inp, int n)
{
    float sum = 0.0f;
    const float4* packs = reinterpret_cast<const float4*>(inp);
    for (int i = threadIdx.x; i < (n + 3) / 4; i += blockDim.x) {
        const float4 pack = packs[i];
        const float part[4] = {pack.x, pack.y, pack.z, pack.w};
#pragma unroll
        for (int k = 0; k < 4; ++k)
            sum += i * 4 + k < n + FAULT ? part[k] : 0.0f;
    }
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, offset);
    if (threadIdx.x == 0)
        out[0] = sum;
}

// Rows of odd length in pairs: the upper half of the last pair belongs to nobody.
extern "C" __global__ void half_pairs(__half* out, const __half* inp, int n)
{
    const int i = threadIdx.x;
    if (2 * i >= n)
        return;
    const __half2 pair = reinterpret_cast<const __half2*>(inp)[i];
    const __half2 twice = __hadd2(pair, pair);
    out[2 * i] = __low2half(twice);
    if (2 * i + 1 < n + FAULT)
        out[2 * i + 1] = __high2half(twice);
}

extern "C" __global__ void maximum(float* out, const float* inp, int n)
{
    __shared__ float best[32];
    float mine = __int_as_float(0xff800000); // -inf
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        mine = fmaxf(mine, inp[i]);
    best[threadIdx.x] = mine;
    __syncwarp();
    // a branch on the value, as a compiler makes one of a reduction that is not folded into max
    for (int i = 0; i < 32; ++i)
        if (best[i] > mine)
            mine = best[i];
    if (threadIdx.x == 0)
        out[0] = mine;
}

struct Pair {
    float value;
    int index;
};

extern "C" __global__ void local_array(float* out, const float* inp, int n)
{
    Pair pairs[8];
    for (int i = 0; i < n - FAULT; ++i)
        pairs[(i * 5) & 7] = Pair{inp[i], i};
    float sum = 0.0f;
    for (int i = 0; i < n; ++i)
        sum += pairs[(i * 5) & 7].value;
    out[threadIdx.x] = sum;
}

extern "C" __global__ void partials_of_warps(float* out, const float* inp, int n)
{
    __shared__ float partials[32];
    float sum = threadIdx.x < n ? inp[threadIdx.x] : 0.0f;
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, offset);
    if (threadIdx.x % 32 == 0)
        partials[threadIdx.x / 32] = sum;
    __syncthreads(); // every warp's partial is there
    if (threadIdx.x >= 32)
        return;
    const int n_warps = blockDim.x / 32 + FAULT;
    sum = threadIdx.x < n_warps ? partials[threadIdx.x] : 0.0f;
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, offset);
    if (threadIdx.x == 0)
        out[0] = sum;
}

// The first kernel of two writes half of the scratch memory, the second reads as much or all of it.
extern "C" __global__ void fill_scratch(float* scratch, const float* inp, int n)
{
    if (threadIdx.x < n / 2)
        scratch[threadIdx.x] = inp[threadIdx.x];
}

extern "C" __global__ void use_scratch(float* out, const float* scratch, int n)
{
    if (threadIdx.x < (FAULT ? n : n / 2))
        out[threadIdx.x] = scratch[threadIdx.x];
}

__device__ int counter;

extern "C" __global__ void table(float* out, const float* inp, int n)
{
    __shared__ int where[32];
    if (threadIdx.x + 1 > FAULT)
        where[threadIdx.x] = 31 - threadIdx.x;
    __syncwarp();
    atomicAdd(&counter, 1);
    out[threadIdx.x] = inp[where[threadIdx.x] & 31];
}
