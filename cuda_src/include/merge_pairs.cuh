// Merging the pairs (max, sum) of several warps, by every warp for itself; see online.cuh for what a pair is.
#pragma once

#include "online.cuh"

// The pair of the union of `n` disjoint sets, in every thread of a full warp. `partials` is shared memory.
template <unsigned n>
__device__ __forceinline__ OnlineSum merge_pairs(const OnlineSum* partials)
{
    if constexpr (n <= 4) {
        // Every thread by itself: the loads are broadcasts, and no shuffle waits for another.
        float all_max = partials[0].max;
#pragma unroll
        for (unsigned i = 1; i < n; ++i)
            all_max = fmaxf(all_max, partials[i].max);
        const float shift = shift_of(all_max);
        float sum = 0.0f;
#pragma unroll
        for (unsigned i = 0; i < n; ++i)
            sum += partials[i].sum * expf(partials[i].max - shift);
        return {all_max, sum};
    } else {
        constexpr unsigned per_lane = (n + warp_lanes - 1) / warp_lanes;
        const unsigned lane = threadIdx.x % warp_lanes;
        OnlineSum mine[per_lane];
        float own_max = -CUDART_INF_F;
#pragma unroll
        for (unsigned i = 0; i < per_lane; ++i) {
            const unsigned at = i * warp_lanes + lane;
            mine[i] = at < n ? partials[at] : empty_sum();
            own_max = fmaxf(own_max, mine[i].max);
        }
        const float all_max = warp_max(own_max);
        const float shift = shift_of(all_max);
        float sum = 0.0f;
#pragma unroll
        for (unsigned i = 0; i < per_lane; ++i)
            sum += mine[i].sum * expf(mine[i].max - shift);
        return {all_max, warp_sum(sum)};
    }
}
