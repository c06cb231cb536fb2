// Row log softmax, one warp per row, several rows per block.
//
// /// variant
// summary    = "One warp per row in a two-dimensional block: xor shuffles, no shared memory, no barrier."
// source     = "this project"
// operation  = "log_softmax"
// args       = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]
// block      = [[32, 1], [32, 8]]
// grid       = "ceil_div(n_rows, block_y)"
// requires   = ["block_x == warp"]
// dtypes     = ["float32", "float16", "bfloat16"]
// arithmetic = "ieee+lse"
// parallel   = "warp"
// ///
//
// Mapping: threadIdx.y picks the row within the block, threadIdx.x is the lane; lane l takes the columns l, l
//          + 32, ...
// Memory:  3 reads and 1 write per element, coalesced.
// Shared:  none.
// Needs:   blockDim.x = 32. Any number of columns and rows: the guard sends home whole warps.
// Change:  after log_softmax_naive, as softmax_warp_row after softmax_naive. What is subtracted is one
//          number, the logarithm of the sum of the row's exponentials, so the last pass is one
//          subtraction an element.

#include "reduce.cuh"
#include "scalar.cuh"

#include <math_constants.h>

extern "C" __global__ void log_softmax(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out,
                                       int n_rows, int n_cols, long long inp_stride, long long out_stride)
{
    const long long row = static_cast<long long>(blockIdx.x) * blockDim.y + threadIdx.y;
    if (row >= n_rows) // the last block may reach past the last row; the same answer in all lanes of a warp
        return;
    const scalar_t* x = inp + row * inp_stride;
    scalar_t* y = out + row * out_stride;

    float row_max = -CUDART_INF_F; // what a lane without a column brings
    for (long long col = threadIdx.x; col < n_cols; col += warp_lanes)
        row_max = fmaxf(row_max, to_float(x[col]));
    row_max = warp_max(row_max);

    float sum = 0.0f;
    for (long long col = threadIdx.x; col < n_cols; col += warp_lanes)
        sum += expf(to_float(x[col]) - row_max);
    const float log_sum = row_max + logf(warp_sum(sum));

    // A row of -inf only has NaN in its sum already; -inf beside a number gives -inf here.
    for (long long col = threadIdx.x; col < n_cols; col += warp_lanes)
        y[col] = from_float(to_float(x[col]) - log_sum);
}
