// Gradient of a row softmax, one warp or one block per row.
//
// /// variant
// summary    = "One warp or one block per row: one sum of products by shuffles."
// source     = "this project"
// operation  = "softmax_backward"
// args       = ["grad", "y", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]
// block      = [[32, 4], [128], [512]]
// grid       = "ceil_div(n_rows, block_y)"
// requires   = ["block_x % warp == 0", "block_x == warp or block_y == 1"]
// dtypes     = ["float32", "float16", "bfloat16"]
// arithmetic = "ieee"
// parallel   = "block_x"
// defines    = { TEAM = "block_x" }
// ///
//
// Mapping: threadIdx.y picks the row in the block; thread x of its TEAM takes the columns x, x + TEAM, ...
// Memory:  2 reads of each input and 1 write per element, coalesced. The second read of a short row comes
//          from a cache.
// Shared:  128 bytes where TEAM is a block: one float for each of at most 32 warps.
// Needs:   a TEAM of one warp, or a block of one row whose size is a multiple of 32.
// Change:  after softmax_warp_row and rms_norm_block. There is no maximum to find, so that one reduction is
//          enough.

#include "reduce.cuh"
#include "scalar.cuh"

extern "C" __global__ void __launch_bounds__(TEAM > warp_lanes ? TEAM : 1024)
    softmax_backward(const scalar_t* __restrict__ grad, const scalar_t* __restrict__ y,
                     scalar_t* __restrict__ out, unsigned n_rows, unsigned n_cols, long long inp_stride,
                     long long out_stride)
{
    const unsigned long long row = static_cast<unsigned long long>(blockIdx.x) * blockDim.y + threadIdx.y;
    if (row >= n_rows) // whole warps leave; a block with a barrier has one row
        return;
    const scalar_t* g = grad + row * inp_stride;
    const scalar_t* p = y + row * inp_stride;
    scalar_t* result = out + row * out_stride;

    // 64 bits for the column: near n_cols = 2^31 - 1 the step past the end would overflow.
    float total = 0.0f;
    for (unsigned long long col = threadIdx.x; col < n_cols; col += TEAM)
        total += to_float(p[col]) * to_float(g[col]);
#if TEAM > 32
    __shared__ float partials[warp_lanes];
    total = block_sum(total, partials);
#else
    total = warp_sum(total);
#endif

    for (unsigned long long col = threadIdx.x; col < n_cols; col += TEAM)
        result[col] = from_float(to_float(p[col]) * (to_float(g[col]) - total));
}
