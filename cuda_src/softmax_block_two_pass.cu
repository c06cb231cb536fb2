// Row softmax, one block per row, two reductions: within each warp, then over the warps.
//
// /// variant
// summary    = "One block per row: maximum, then sum, each by warp shuffles and one barrier."
// source     = "'How to write an efficient softmax CUDA kernel' (in Chinese), warp and block reduction"
// args       = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// block      = [[32], [96], [256], [1024]]
// grid       = "n_rows"
// requires   = ["block_x % warp == 0"]
// dtypes     = ["float32"]
// arithmetic = "ieee"
// parallel   = "block_x"
// ///
//
// Mapping: block b has row b; thread t takes the columns t, t + blockDim.x, t + 2 * blockDim.x, ...
// Memory:  3 reads and 1 write per element, coalesced.
// Shared:  256 bytes: for each of the two reductions one float for each of at most 32 warps.
// Needs:   a one-dimensional block whose size is a multiple of 32 (block_max, block_sum).
// Change:  after softmax_block_tree. A reduction is two steps instead of log2(block): a butterfly within the
//          warp, through registers, and one over the warps' partials, which cross in shared memory behind a
//          single barrier. A butterfly ends with the result in every lane, and every warp folds the partials
//          itself, so there is nothing to hand round: a reduction that leaves its result in thread 0 alone
//          is the classic fault here.

#include "reduce.cuh"

extern "C" __global__ void softmax(const float* __restrict__ inp, float* __restrict__ out, unsigned n_cols,
                                   long long inp_stride, long long out_stride)
{
    // Two arrays: with one, a fast warp would store its sum while a slow one still folds the maxima.
    __shared__ float maxima[warp_lanes];
    __shared__ float sums[warp_lanes];
    const float* x = inp + blockIdx.x * inp_stride;
    float* y = out + blockIdx.x * out_stride;

    // A thread without a column brings the neutral element: -inf to the maximum, 0 to the sum.
    float row_max = -CUDART_INF_F;
    for (unsigned col = threadIdx.x; col < n_cols; col += blockDim.x)
        row_max = fmaxf(row_max, x[col]);
    row_max = block_max(row_max, maxima);

    // If the maximum is -inf here, the row has no number above -inf: each of its elements, -inf or NaN, gives
    // NaN. A NaN beside a finite maximum gives NaN too, and +inf does by inf - inf; block_sum hands it to
    // every thread.
    float sum = 0.0f;
    for (unsigned col = threadIdx.x; col < n_cols; col += blockDim.x)
        sum += expf(x[col] - row_max);
    sum = block_sum(sum, sums);

    for (unsigned col = threadIdx.x; col < n_cols; col += blockDim.x)
        y[col] = expf(x[col] - row_max) / sum;
}
