// Row softmax, one block per row, online, reduced by warp shuffles.
//
// /// variant
// summary    = "One block per row: an online pair per thread, merged by warp shuffles and one barrier."
// source     = "M. Pandya, 'Learning CUDA by optimizing softmax: a worklog', kernel 4"
// args       = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// block      = [[32], [64], [96], [128], [256], [1024]]
// grid       = "n_rows"
// requires   = ["block_x % warp == 0"]
// dtypes     = ["float32"]
// arithmetic = "ieee+online"
// parallel   = "block_x"
// ///
//
// Mapping: block b has row b; thread t takes the columns t, t + blockDim.x, t + 2 * blockDim.x, ...
// Memory:  2 reads and 1 write per element, coalesced.
// Shared:  256 bytes: one pair for each of at most 32 warps.
// Needs:   a one-dimensional block whose size is a multiple of 32: the shuffles name all 32 lanes of every
//          warp. Blocks with a partial warp are softmax_block_any's.
// Change:  after softmax_block_tree. Maximum and sum travel as one pair, so a row is read once before it is
//          written and reduced once instead of twice. Within a warp the pairs go through registers; only one
//          pair per warp goes through shared memory, behind a single barrier where the trees had two of
//          log2(block) levels each.

#include "online.cuh"

extern "C" __global__ void softmax(const float* __restrict__ inp, float* __restrict__ out, int n_cols,
                                   long long inp_stride, long long out_stride)
{
    __shared__ OnlineSum partials[warp_lanes];
    const float* x = inp + blockIdx.x * inp_stride;
    float* y = out + blockIdx.x * out_stride;

    // A thread without a column keeps the empty pair, and so may a whole warp: merging two of them must not
    // give NaN. 64 bits for the column: near n_cols = 2^31 - 1 the step past the end would overflow an int.
    OnlineSum mine = empty_sum();
    for (long long col = threadIdx.x; col < n_cols; col += blockDim.x)
        add_element(mine, x[col]);
    const OnlineSum total = block_merge(mine, partials);

    // No shift_of here: a row of -inf only is to be NaN, and exp(-inf - -inf) / 0 is.
    for (long long col = threadIdx.x; col < n_cols; col += blockDim.x)
        y[col] = expf(x[col] - total.max) / total.sum;
}
