// Row softmax, one block per row, with as many threads as the row is worth.
//
// /// variant
// summary    = "One block per row whose size follows the number of columns; warp shuffles."
// source     = "'Fused Softmax::P3::Cuda Kernel', step 4"
// block      = [[256], [1024]]
// requires   = ["block_x % warp == 0"]
// dtypes     = ["float32"]
// arithmetic = "ieee"
// parallel   = "min(block_x, ceil_div(n_cols, 4 * warp) * warp)"
//
// [[launch]]
// entry = "softmax"
// args  = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// block = "min(block_x, ceil_div(n_cols, 4 * warp) * warp)"   # the case's block is the largest
// grid  = "n_rows"
// ///
//
// Mapping: block b has row b; thread t takes the columns t, t + blockDim.x, t + 2 * blockDim.x, ...
// Memory:  3 reads and 1 write per element, coalesced.
// Shared:  256 bytes: for each of the two reductions one float for each of at most 32 warps.
// Needs:   a one-dimensional block whose size is a multiple of 32 (block_max, block_sum), whatever size: the
//          kernel asks blockDim and never assumes it. The block declared is the largest that is used.
// Change:  after softmax_block_two_pass. The kernel is the same, the launch is not. A block of 1024 for a row
//          of 128 columns has 28 warps that only take part in the reductions; a block of 32 for 16000 columns
//          leaves a multiprocessor short of loads under way. Here the host gives a row one warp for each 128
//          columns, up to the largest block. A warp that would sit idle is not started, and a row of up to
//          128 columns is a single warp's.

#include "reduce.cuh"

extern "C" __global__ void softmax(const float* __restrict__ inp, float* __restrict__ out, unsigned n_cols,
                                   long long inp_stride, long long out_stride)
{
    __shared__ float maxima[warp_lanes];
    __shared__ float sums[warp_lanes];
    const float* x = inp + blockIdx.x * inp_stride;
    float* y = out + blockIdx.x * out_stride;

    float row_max = -CUDART_INF_F; // what a thread without a column brings
    for (unsigned col = threadIdx.x; col < n_cols; col += blockDim.x)
        row_max = fmaxf(row_max, x[col]);
    // The branch is the same for the whole block, so all of it meets at the barriers or none.
    const bool one_warp = blockDim.x == warp_lanes;
    row_max = one_warp ? warp_max(row_max) : block_max(row_max, maxima);

    // A maximum of -inf makes every term NaN, and so the row. So does a NaN, and +inf by inf - inf.
    float sum = 0.0f;
    for (unsigned col = threadIdx.x; col < n_cols; col += blockDim.x)
        sum += expf(x[col] - row_max);
    sum = one_warp ? warp_sum(sum) : block_sum(sum, sums);

    for (unsigned col = threadIdx.x; col < n_cols; col += blockDim.x)
        y[col] = expf(x[col] - row_max) / sum;
}
