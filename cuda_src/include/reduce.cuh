// Maximum and sum over a warp, and over a block through shared memory.
//
// Every function here is called by all threads of its warp (or of its block) together: a shuffle waits for
// every lane that its mask names, a barrier for every thread of the block.
//
// About NaN: fmaxf returns the other operand when one is NaN, so a maximum never is NaN and says nothing
// about NaN in the row. That is safe for softmax, because every element also goes through exp(x - max) into
// the sum, and a sum keeps NaN.
#pragma once

#include <math_constants.h>

constexpr unsigned warp_lanes = 32;
constexpr unsigned all_lanes = 0xffffffffu;

// Maximum over the 32 lanes of a full warp, in every lane.
//
// The butterfly (lane ^ offset) leaves the result everywhere after five steps; a shuffle-down tree would
// leave it in lane 0 only and need a sixth shuffle to hand it round.
__device__ __forceinline__ float warp_max(float value)
{
    for (unsigned offset = warp_lanes / 2; offset > 0; offset /= 2)
        value = fmaxf(value, __shfl_xor_sync(all_lanes, value, offset));
    return value;
}

// Sum over the 32 lanes of a full warp, in every lane.
//
// Bit-identical in all lanes: at each step two lanes add the same two numbers, and a + b == b + a.
__device__ __forceinline__ float warp_sum(float value)
{
    for (unsigned offset = warp_lanes / 2; offset > 0; offset /= 2)
        value += __shfl_xor_sync(all_lanes, value, offset);
    return value;
}

// Maximum over a block whose size is a multiple of 32; the result is in every thread.
//
// partials: shared memory, 32 floats (a block has at most 32 warps).
//
// Every warp folds all partials for itself. If warp 0 folded them alone, the others would wait at a second
// barrier for its result. There is no barrier at the end: a caller that uses `partials` again puts one
// first, or takes two arrays in turn, since the barrier in between then serves both.
__device__ __forceinline__ float block_max(float value, float* partials)
{
    const unsigned lane = threadIdx.x % warp_lanes;
    value = warp_max(value);
    if (lane == 0)
        partials[threadIdx.x / warp_lanes] = value;
    __syncthreads(); // orders each warp's partial before any warp folds them
    // Lanes without a warp of their own bring the neutral element, which is -inf: a maximum can be below 0.
    return warp_max(lane < blockDim.x / warp_lanes ? partials[lane] : -CUDART_INF_F);
}

// Sum over a block whose size is a multiple of 32; otherwise as block_max.
__device__ __forceinline__ float block_sum(float value, float* partials)
{
    const unsigned lane = threadIdx.x % warp_lanes;
    value = warp_sum(value);
    if (lane == 0)
        partials[threadIdx.x / warp_lanes] = value;
    __syncthreads(); // orders each warp's partial before any warp folds them
    return warp_sum(lane < blockDim.x / warp_lanes ? partials[lane] : 0.0f);
}

struct Maximum {
    __device__ __forceinline__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

struct Sum {
    __device__ __forceinline__ float operator()(float a, float b) const { return a + b; }
};

// Folds one value per thread over a block of any size, result in every thread.
//
// buffer: shared memory, one value per thread.
//
// A level folds the upper half onto the lower. With an odd count the middle element has no partner and stays
// where it is, so `half` rounds up; halving with plain division would lose it (5 -> 2 drops buffer[4]).
template <typename Value, typename Combine>
__device__ __forceinline__ Value block_tree(Value* buffer, Value value, Combine combine)
{
    const unsigned thread = threadIdx.x;
    buffer[thread] = value;
    __syncthreads(); // orders every thread's own store before the first level reads its partners
    for (unsigned active = blockDim.x; active > 1;) {
        const unsigned half = (active + 1) / 2;
        if (thread < active / 2)
            buffer[thread] = combine(buffer[thread], buffer[thread + half]);
        active = half;
        __syncthreads(); // orders this level's stores before the next level's loads, or before the final load
    }
    const Value result = buffer[0];
    __syncthreads(); // orders every thread's load of the result before the caller reuses the buffer
    return result;
}
