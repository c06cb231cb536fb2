// Pairs (max, sum) that blocks of one launch tell each other through global memory, without a barrier for each.
//
// A pair is 8 bytes, written and read as one word: who sees it sees all of it, and nothing else has to be ordered with
// it. That it has not come yet is a bit pattern which no pair has: a maximum is never NaN (online.cuh, rule 2).
#pragma once

#include "online.cuh"

constexpr unsigned missing_max = 0xffffffffu;

__device__ __forceinline__ void publish(OnlineSum* place, OnlineSum pair)
{
    const unsigned long long word =
        static_cast<unsigned long long>(__float_as_uint(pair.sum)) << 32 | __float_as_uint(pair.max);
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(place), "l"(word) : "memory");
}

// Says that a pair has yet to come. A barrier of the whole grid goes between this and the first look.
__device__ __forceinline__ void publish_missing(OnlineSum* place)
{
    publish(place, {__uint_as_float(missing_max), 0.0f});
}

__device__ __forceinline__ OnlineSum look_at(const OnlineSum* place)
{
    unsigned long long word;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(place) : "memory");
    return {__uint_as_float(static_cast<unsigned>(word)), __uint_as_float(static_cast<unsigned>(word >> 32))};
}

__device__ __forceinline__ bool has_come(OnlineSum pair)
{
    return __float_as_uint(pair.max) != missing_max;
}

// The pair of the union of `n` published ones, at most `most`, in every thread of a full warp; waits for them.
template <unsigned most>
__device__ __forceinline__ OnlineSum merge_published(const OnlineSum* pairs, unsigned n)
{
    constexpr unsigned per_lane = (most + warp_lanes - 1) / warp_lanes;
    const unsigned lane = threadIdx.x % warp_lanes;
    OnlineSum got[per_lane];
    bool all_here;
    do {
        all_here = true;
#pragma unroll
        for (unsigned i = 0; i < per_lane; ++i) {
            const unsigned at = i * warp_lanes + lane;
            got[i] = at < n ? look_at(pairs + at) : empty_sum();
        }
#pragma unroll
        for (unsigned i = 0; i < per_lane; ++i)
            all_here = all_here && has_come(got[i]);
    } while (!__all_sync(all_lanes, all_here));
    float top = got[0].max;
#pragma unroll
    for (unsigned i = 1; i < per_lane; ++i)
        top = fmaxf(top, got[i].max);
    top = warp_max(top);
    float sum = 0.0f;
#pragma unroll
    for (unsigned i = 0; i < per_lane; ++i)
        sum += got[i].sum * expf(got[i].max - shift_of(top));
    return {top, warp_sum(sum)};
}
