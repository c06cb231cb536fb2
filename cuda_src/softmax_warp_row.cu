// Row softmax, one warp per row, several rows per block.
//
// /// variant
// summary    = "One warp per row in a two-dimensional block: xor shuffles, no shared memory, no barrier."
// source     = "G. Luo, 'Optimizing softmax on GPU', kernel 3"
// args       = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]
// block      = [[32, 1], [32, 4], [32, 8]]
// grid       = "ceil_div(n_rows, block_y)"
// requires   = ["block_x == warp"]
// dtypes     = ["float32", "float16", "bfloat16"]
// arithmetic = "ieee"
// parallel   = "warp"
// ///
//
// Mapping: threadIdx.y picks the row within the block, threadIdx.x is the lane; lane l takes the columns l, l
//          + 32, ... Threads are numbered x first, so with blockDim.x = 32 each threadIdx.y is exactly one
//          warp.
// Memory:  3 reads and 1 write per element, coalesced. The second and third read of a short row come from a
//          cache.
// Shared:  none.
// Needs:   blockDim.x = 32. Any number of columns, though a warp alone is slow on long rows. Any number of
//          rows: the guard sends home whole warps, so the shuffles of the others are still full.
// Change:  after softmax_block_warp_online. A row of a few hundred columns leaves most of a block idle; with
//          a warp for each row, blocks of 4 or 8 rows keep every lane busy, and without shared memory there
//          is nothing to wait for. Maximum and sum are two plain reductions again: a short row is reread from
//          a cache, and nothing is ever rescaled. Elements are converted on load and store (scalar.cuh);
//          everything in between is float.

#include "reduce.cuh"
#include "scalar.cuh"

#include <math_constants.h>

extern "C" __global__ void softmax(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out, int n_rows,
                                   int n_cols, long long inp_stride, long long out_stride)
{
    const long long row = static_cast<long long>(blockIdx.x) * blockDim.y + threadIdx.y;
    if (row >= n_rows) // the last block may reach past the last row; the same answer in all lanes of a warp
        return;
    const scalar_t* x = inp + row * inp_stride;
    scalar_t* y = out + row * out_stride;

    // 64 bits for the column: near n_cols = 2^31 - 1 the step past the end would overflow an int.
    float row_max = -CUDART_INF_F; // what a lane without a column brings
    for (long long col = threadIdx.x; col < n_cols; col += warp_lanes)
        row_max = fmaxf(row_max, to_float(x[col]));
    row_max = warp_max(row_max);

    // If the maximum is -inf here, the row has no number above -inf: each of its elements, -inf or NaN, gives
    // NaN. A NaN beside a finite maximum gives NaN too, and +inf does by inf - inf; warp_sum hands it to
    // every lane.
    float sum = 0.0f;
    for (long long col = threadIdx.x; col < n_cols; col += warp_lanes)
        sum += expf(to_float(x[col]) - row_max);
    sum = warp_sum(sum);

    for (long long col = threadIdx.x; col < n_cols; col += warp_lanes)
        y[col] = from_float(expf(to_float(x[col]) - row_max) / sum);
}
