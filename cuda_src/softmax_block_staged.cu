// Row softmax, one block per row, the row staged in shared memory.
//
// /// variant
// summary    = "One block per row: the row is read once into shared memory, up to 227 KB of it."
// source     = "'How to write an efficient softmax CUDA kernel' (in Chinese), shared-memory staging"
// args       = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// block      = [[64], [256], [1024]]
// grid       = "n_rows"
// smem_bytes = "n_cols * itemsize"
// requires   = ["block_x % warp == 0", "n_cols * itemsize + 256 <= 227 * 1024"]
// dtypes     = ["float32", "float16", "bfloat16"]
// arithmetic = "ieee"
// parallel   = "block_x"
// ///
//
// Mapping: block b has row b; thread t takes the columns t, t + blockDim.x, t + 2 * blockDim.x, ...
// Memory:  1 read and 1 write per element, coalesced: the least that there is.
// Shared:  the row, as it is stored, given at launch; and 256 bytes for the two reductions.
// Needs:   a one-dimensional block whose size is a multiple of 32 (block_max, block_sum). The row and the 256
//          bytes have to fit in one block's shared memory, which is 227 KB on sm_90 and sm_100: 58048 columns
//          of float, 116096 of 16 bits. Other GPUs have 64 to 163 KB and refuse the launch of a longer row.
// Change:  after softmax_block_two_pass. Its second and third read hit a cache only while all rows under way
//          fit in it; shared memory keeps the row for certain. A long row takes a whole multiprocessor's
//          shared memory, so one block has it to itself and should be large. The row is staged in its own
//          element type: half the size for 16 bits, and no rounding, because it is what was read.

#include "reduce.cuh"
#include "scalar.cuh"

extern "C" __global__ void softmax(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out,
                                   unsigned n_cols, long long inp_stride, long long out_stride)
{
    extern __shared__ scalar_t row[];
    __shared__ float maxima[warp_lanes];
    __shared__ float sums[warp_lanes];
    const scalar_t* x = inp + blockIdx.x * inp_stride;
    scalar_t* y = out + blockIdx.x * out_stride;

    // No barrier between store and loads of `row`: every thread reads only the columns that it stored.
    float row_max = -CUDART_INF_F; // what a thread without a column brings
    for (unsigned col = threadIdx.x; col < n_cols; col += blockDim.x) {
        row[col] = x[col];
        row_max = fmaxf(row_max, to_float(row[col]));
    }
    row_max = block_max(row_max, maxima);

    // A maximum of -inf makes every term NaN, and so the row. So does a NaN, and +inf by inf - inf.
    float sum = 0.0f;
    for (unsigned col = threadIdx.x; col < n_cols; col += blockDim.x)
        sum += expf(to_float(row[col]) - row_max);
    sum = block_sum(sum, sums);

    for (unsigned col = threadIdx.x; col < n_cols; col += blockDim.x)
        y[col] = from_float(expf(to_float(row[col]) - row_max) / sum);
}
