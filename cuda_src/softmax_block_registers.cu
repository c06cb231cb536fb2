// Row softmax, one block per row, the row kept in registers.
//
// /// variant
// summary    = "One block per row: each thread keeps up to 8 columns in registers; one read, one exp each."
// source     = "'How to write an efficient softmax CUDA kernel' (in Chinese), register cache"
// args       = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// block      = [[64], [128], [512]]
// grid       = "n_rows"
// requires   = ["block_x % warp == 0", "n_cols <= block_x * 8"]
// defines    = { COLS_PER_THREAD = 8 }
// dtypes     = ["float32"]
// arithmetic = "ieee"
// parallel   = "block_x"
// ///
//
// Mapping: block b has row b; thread t takes the columns t, t + blockDim.x, ..., up to 8 of them.
// Memory:  1 read and 1 write per element, coalesced.
// Shared:  256 bytes: for each of the two reductions one float for each of at most 32 warps.
// Needs:   a one-dimensional block whose size is a multiple of 32 (block_max, block_sum). At most 8 columns
//          per thread, because registers have no address: the array stays in them only while every index is
//          known to the compiler, so its length is fixed and its loops are unrolled.
// Change:  after softmax_block_three_phase. A thread reads its own columns only, so they need not be in
//          shared memory at all: registers are faster still, and their number does not limit how many blocks
//          a multiprocessor holds until 8 becomes a few dozen. The price is the fixed capacity, and that a
//          short row still runs through all 8 places.

#include "reduce.cuh"

extern "C" __global__ void softmax(const float* __restrict__ inp, float* __restrict__ out, unsigned n_cols,
                                   long long inp_stride, long long out_stride)
{
    __shared__ float maxima[warp_lanes];
    __shared__ float sums[warp_lanes];
    const float* x = inp + blockIdx.x * inp_stride;
    float* y = out + blockIdx.x * out_stride;

    // A place without a column holds -inf, which changes neither the maximum nor, as exp(-inf) = 0, the sum.
    float value[COLS_PER_THREAD];
    float row_max = -CUDART_INF_F;
#pragma unroll
    for (unsigned i = 0; i < COLS_PER_THREAD; ++i) {
        const unsigned col = threadIdx.x + i * blockDim.x;
        value[i] = col < n_cols ? x[col] : -CUDART_INF_F;
        row_max = fmaxf(row_max, value[i]);
    }
    row_max = block_max(row_max, maxima);

    // A maximum of -inf makes every term NaN, and so the row. So does a NaN, and +inf by inf - inf.
    float sum = 0.0f;
#pragma unroll
    for (unsigned i = 0; i < COLS_PER_THREAD; ++i) {
        value[i] = expf(value[i] - row_max);
        sum += value[i];
    }
    sum = block_sum(sum, sums);

#pragma unroll
    for (unsigned i = 0; i < COLS_PER_THREAD; ++i) {
        const unsigned col = threadIdx.x + i * blockDim.x;
        if (col < n_cols)
            y[col] = value[i] / sum;
    }
}
