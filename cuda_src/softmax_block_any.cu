// Row softmax, one block per row, online, for blocks of any size.
//
// /// variant
// summary    = "One block per row: online pairs, and shuffles that stay defined in a partial last warp."
// source     = "this project"
// args       = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// block      = [[1], [7], [33], [48], [100], [257], [1000]]
// grid       = "n_rows"
// dtypes     = ["float32"]
// arithmetic = "ieee+online"
// parallel   = "block_x"
// ///
//
// Mapping: block b has row b; thread t takes the columns t, t + blockDim.x, t + 2 * blockDim.x, ...
// Memory:  2 reads and 1 write per element, coalesced.
// Shared:  256 bytes: one pair for each of at most 32 warps.
// Needs:   a one-dimensional block, of any size from 1 to 1024.
// Change:  after softmax_block_warp_online. A block that is no multiple of 32 ends in a warp with missing
//          lanes. What a shuffle reads from them is undefined, although hardware often answers as hoped. Here
//          the mask names the lanes that exist and nobody reads another (partial_warp_merge in online.cuh).
//          The result is then in one lane, which costs a second barrier to hand it round.

#include "online.cuh"

extern "C" __global__ void softmax(const float* __restrict__ inp, float* __restrict__ out, size_t n_cols,
                                   size_t inp_stride, size_t out_stride)
{
    __shared__ OnlineSum partials[warp_lanes];
    const float* x = inp + blockIdx.x * inp_stride;
    float* y = out + blockIdx.x * out_stride;

    // A thread without a column keeps the empty pair, and so may a whole warp: merging two of them must not
    // give NaN.
    OnlineSum mine = empty_sum();
    for (size_t col = threadIdx.x; col < n_cols; col += blockDim.x)
        add_element(mine, x[col]);
    const OnlineSum total = block_merge_any(mine, partials);

    // No shift_of here: a row of -inf only is to be NaN, and exp(-inf - -inf) / 0 is.
    for (size_t col = threadIdx.x; col < n_cols; col += blockDim.x)
        y[col] = expf(x[col] - total.max) / total.sum;
}
