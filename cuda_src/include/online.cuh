// The running pair (max, sum) of the online softmax: one pass over a row instead of two.
//
// For a set of elements: max is their maximum, sum is the sum of exp(x - max). When a larger element arrives,
// what was summed so far is rescaled by exp(old max - new max). Pairs of disjoint sets merge by the same
// rule, so threads and warps can work on parts of a row.
//
// Special values, for the whole life of a pair (every function below keeps these three):
//   1. No finite element yet: max is -inf, sum is 0. Here exp(x - max) would be exp(-inf - -inf) = NaN, so
//      the exponent is shifted by 0 while max is -inf (shift_of). A row that starts with -inf, and two empty
//      pairs that merge, both depend on it.
//   2. A NaN element never shows in max (every comparison with it is false), always in sum. NaN * 0 is NaN,
//      so no rescaling hides it, not even the factor 0 that the first finite element applies.
//   3. A +inf element makes max +inf and sum NaN, because its own term is exp(inf - inf). That is what SciPy
//      gives. A rescaling step that counts a new maximum as "+ 1" instead of "+ exp(x - x)" would lose this.
#pragma once

#include "reduce.cuh"

#include <math_constants.h>

struct __align__(8) OnlineSum {
    float max;
    float sum;
};

__device__ __forceinline__ OnlineSum empty_sum()
{
    return {-CUDART_INF_F, 0.0f};
}

// What to subtract before exp: max, or 0 while there is no finite element (rule 1).
__device__ __forceinline__ float shift_of(float max)
{
    return max == -CUDART_INF_F ? 0.0f : max;
}

// Raises the pair's maximum to `candidate` if that is larger, and rescales the sum to it.
__device__ __forceinline__ void raise_max(OnlineSum& pair, float candidate)
{
    if (candidate > pair.max) {
        // From -inf the factor is exp(-inf) = 0: it meets a sum of 0, or keeps a NaN (rule 2).
        pair.sum *= expf(pair.max - candidate);
        pair.max = candidate;
    }
}

// Takes one element in: a comparison and one exp; a second exp only when it is a new maximum.
__device__ __forceinline__ void add_element(OnlineSum& pair, float x)
{
    raise_max(pair, x);
    pair.sum += expf(x - shift_of(pair.max));
}

// The pair of the union of two disjoint sets.
//
// The pair with the larger maximum is taken as it is and only the other one is rescaled: one exp instead of
// two. With equal maxima the factor is exp(0), exactly 1, so merge(a, b) is bit for bit merge(b, a), and all
// lanes of a butterfly end with the same pair.
__device__ __forceinline__ OnlineSum merge(OnlineSum a, OnlineSum b)
{
    const bool a_leads = a.max >= b.max;
    const OnlineSum lead = a_leads ? a : b;
    const OnlineSum rest = a_leads ? b : a;
    // Both empty: shift 0, factor exp(-inf) = 0 (rule 1). Lead at +inf: its sum is NaN already (rule 3).
    return {lead.max, lead.sum + rest.sum * expf(rest.max - shift_of(lead.max))};
}

// merge as an argument of block_tree.
struct Merge {
    __device__ __forceinline__ OnlineSum operator()(OnlineSum a, OnlineSum b) const { return merge(a, b); }
};

// Merges the pairs of the 32 lanes of a full warp; the result is in every lane.
__device__ __forceinline__ OnlineSum warp_merge(OnlineSum mine)
{
    for (unsigned offset = warp_lanes / 2; offset > 0; offset /= 2) {
        const OnlineSum other = {__shfl_xor_sync(all_lanes, mine.max, offset),
                                 __shfl_xor_sync(all_lanes, mine.sum, offset)};
        mine = merge(mine, other);
    }
    return mine;
}

// Merges the pairs of a block whose size is a multiple of 32; the result is in every thread.
//
// partials: shared memory, 32 pairs (a block has at most 32 warps).
//
// Every warp folds all partials for itself. If warp 0 folded them alone, the others would wait at a second
// barrier for its result. There is no barrier at the end: a caller that uses `partials` again puts one first.
__device__ __forceinline__ OnlineSum block_merge(OnlineSum mine, OnlineSum* partials)
{
    const unsigned lane = threadIdx.x % warp_lanes;
    const unsigned warp = threadIdx.x / warp_lanes;
    const unsigned n_warps = blockDim.x / warp_lanes;
    mine = warp_merge(mine);
    if (lane == 0)
        partials[warp] = mine;
    __syncthreads(); // orders each warp's partial before any warp folds them
    // Lanes without a warp of their own bring the empty pair, so the shuffles stay full.
    return warp_merge(lane < n_warps ? partials[lane] : empty_sum());
}

// Merges the pairs of a warp that has only its first `n_lanes` lanes, 1 to 32; the result is in lane 0 alone.
//
// The mask names the lanes that exist, and a lane without a partner reads itself and ignores what it read:
// what a shuffle would read from a missing lane is undefined. The tree points downwards because lane 0 always
// exists; in a butterfly, lane 1 of 3 would miss what lane 3 should have brought.
__device__ __forceinline__ OnlineSum partial_warp_merge(OnlineSum mine, unsigned n_lanes)
{
    const unsigned lane = threadIdx.x % warp_lanes;
    const unsigned mask = n_lanes == warp_lanes ? all_lanes : (1u << n_lanes) - 1;
    for (unsigned offset = warp_lanes / 2; offset > 0; offset /= 2) {
        const bool has_partner = lane + offset < n_lanes;
        const unsigned source = has_partner ? lane + offset : lane;
        const OnlineSum other = {__shfl_sync(mask, mine.max, source), __shfl_sync(mask, mine.sum, source)};
        if (has_partner)
            mine = merge(mine, other);
    }
    return mine;
}

// Merges the pairs of a block of any size from 1 to 1024; the result is in every thread.
//
// partials: shared memory, 32 pairs.
//
// Only the last warp can be partial, so warp 0 is either full or alone: it has a lane for every partial.
__device__ __forceinline__ OnlineSum block_merge_any(OnlineSum mine, OnlineSum* partials)
{
    const unsigned lane = threadIdx.x % warp_lanes;
    const unsigned warp = threadIdx.x / warp_lanes;
    const unsigned n_warps = (blockDim.x + warp_lanes - 1) / warp_lanes;
    const unsigned n_lanes = min(warp_lanes, blockDim.x - warp * warp_lanes);
    mine = partial_warp_merge(mine, n_lanes);
    if (lane == 0)
        partials[warp] = mine;
    __syncthreads(); // orders each warp's partial before warp 0 folds them
    if (warp == 0) {
        mine = partial_warp_merge(lane < n_warps ? partials[lane] : empty_sum(), n_lanes);
        if (lane == 0)
            partials[0] = mine; // no other thread reads partials[0] between the barriers
    }
    __syncthreads(); // orders the total in partials[0] before every thread reads it
    return partials[0];
}
