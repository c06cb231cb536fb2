// Row softmax, one warp per row, which is its whole block.
//
// /// variant
// summary    = "One block of one warp per row: shuffle-down trees and a broadcast, no shared memory."
// source     = "G. Luo, 'Optimizing softmax on GPU', kernel 2"
// args       = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// block      = [[32]]
// grid       = "n_rows"
// requires   = ["block_x == warp"]
// dtypes     = ["float32"]
// arithmetic = "ieee"
// parallel   = "warp"
// ///
//
// Mapping: block b, a single warp, has row b; lane l takes the columns l, l + 32, l + 64, ...
// Memory:  3 reads and 1 write per element, coalesced.
// Shared:  none.
// Needs:   a block of exactly 32 threads.
// Change:  after softmax_block_tree. A tree of shuffles moves the partials through registers: no shared
//          memory, and no barrier, because a shuffle itself waits for the lanes it names. A shuffle-down tree
//          gathers in lane 0, and the other lanes are left with partial results; using those is the classic
//          fault, and the broadcast a sixth shuffle. softmax_warp_row takes butterflies, which need none, and
//          several rows per block: a multiprocessor holds a limited number of blocks, 32 on sm_90, so with
//          blocks of one warp at most half of its places for warps are taken.

#include "reduce.cuh"

// Folds one value per lane of a full warp; the result is in every lane.
template <typename Combine>
__device__ __forceinline__ float warp_tree(float value, Combine combine)
{
    // From lane l + offset to lane l. The upper lanes get their own value back, or partial sums that are
    // counted twice: only lane 0 ends with the fold of all.
    for (unsigned offset = warp_lanes / 2; offset > 0; offset /= 2)
        value = combine(value, __shfl_down_sync(all_lanes, value, offset));
    return __shfl_sync(all_lanes, value, 0);
}

extern "C" __global__ void softmax(const float* __restrict__ inp, float* __restrict__ out, unsigned n_cols,
                                   long long inp_stride, long long out_stride)
{
    const float* x = inp + blockIdx.x * inp_stride;
    float* y = out + blockIdx.x * out_stride;

    float row_max = -CUDART_INF_F; // what a lane without a column brings
    for (unsigned col = threadIdx.x; col < n_cols; col += warp_lanes)
        row_max = fmaxf(row_max, x[col]);
    row_max = warp_tree(row_max, Maximum());

    // A maximum of -inf makes every term NaN, and so the row. So does a NaN, and +inf by inf - inf.
    float sum = 0.0f;
    for (unsigned col = threadIdx.x; col < n_cols; col += warp_lanes)
        sum += expf(x[col] - row_max);
    sum = warp_tree(sum, Sum());

    for (unsigned col = threadIdx.x; col < n_cols; col += warp_lanes)
        y[col] = expf(x[col] - row_max) / sum;
}
