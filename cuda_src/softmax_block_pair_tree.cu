// Row softmax, one block per row, online pairs reduced in shared memory.
//
// /// variant
// summary    = "One block per row: an online pair per thread, one shared-memory tree; any block size."
// source     = "M. Pandya, 'Learning CUDA by optimizing softmax: a worklog', kernel 3"
// args       = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// block      = [[64], [100], [256]]
// grid       = "n_rows"
// smem_bytes = "block_x * 8"
// dtypes     = ["float32"]
// arithmetic = "ieee+online"
// parallel   = "block_x"
// ///
//
// Mapping: block b has row b; thread t takes the columns t, t + blockDim.x, t + 2 * blockDim.x, ...
// Memory:  2 reads and 1 write per element, coalesced.
// Shared:  one pair (max, sum) per thread, given at launch.
// Needs:   a one-dimensional block, of any size: the tree keeps the odd element (block_tree in reduce.cuh).
// Change:  after softmax_online. The pair of softmax_online, one per thread, over the block of
//          softmax_block_tree. Since pairs merge, one tree gives maximum and sum together: half the barriers
//          of two trees, and one pass over memory less. A pair is 8 bytes, so a level moves as much as both
//          trees' levels do.

#include "online.cuh"

extern "C" __global__ void softmax(const float* __restrict__ inp, float* __restrict__ out, unsigned n_cols,
                                   long long inp_stride, long long out_stride)
{
    extern __shared__ OnlineSum buffer[];
    const float* x = inp + blockIdx.x * inp_stride;
    float* y = out + blockIdx.x * out_stride;

    // A thread without a column keeps the empty pair; merging two of them must not give NaN.
    OnlineSum mine = empty_sum();
    for (unsigned col = threadIdx.x; col < n_cols; col += blockDim.x)
        add_element(mine, x[col]);
    const OnlineSum total = block_tree(buffer, mine, Merge());

    // No shift_of here: a row of -inf only is to be NaN, and exp(-inf - -inf) / 0 is.
    for (unsigned col = threadIdx.x; col < n_cols; col += blockDim.x)
        y[col] = expf(x[col] - total.max) / total.sum;
}
