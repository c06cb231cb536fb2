// Row softmax in little code, one block per row.
//
// /// variant
// summary    = "One block per row, one access a column, one barrier: little code, for a few rows."
// source     = "this project"
// args       = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// block      = [[128], [256], [512]]
// grid       = "n_rows"
// requires   = ["n_cols <= block_x * 4"]
// dtypes     = ["float32", "float16", "bfloat16"]
// arithmetic = "fast_exp+reciprocal+online"
// parallel   = "block_x"
// defines    = { TEAM = "block_x" }
// ///
//
// Mapping: block b has row b; thread t takes the columns t, t + blockDim.x, ..., up to 4.
// Memory:  1 read and 1 write per element, one column an access; coalesced.
// Shared:  8 bytes for each warp.
// Needs:   nothing of addresses and strides.
// Change:  after softmax_block_warp_online. A problem of one row is over before its code has been fetched: no
//          loops, no
//          vectors with their special cases, one barrier.

#include "compact_softmax.cuh"

extern "C" __global__ void __launch_bounds__(TEAM)
    softmax(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out, unsigned n_cols,
            long long inp_stride, long long out_stride)
{
    compact_softmax<TEAM, 4>(inp, out, n_cols, inp_stride, out_stride);
}
