// Row softmax, one block per row, in three phases that hand on what they worked out.
//
// /// variant
// summary    = "One block per row: load, exponentiate, scale; each phase leaves its result in shared memory."
// source     = "'How to write an efficient softmax CUDA kernel' (in Chinese), three-phase pipeline"
// args       = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// block      = [[64], [256], [1024]]
// grid       = "n_rows"
// smem_bytes = "n_cols * 4"
// requires   = ["block_x % warp == 0", "n_cols * 4 + 256 <= 48 * 1024"]
// dtypes     = ["float32"]
// arithmetic = "ieee+reciprocal"
// parallel   = "block_x"
// ///
//
// Mapping: block b has row b; thread t takes the columns t, t + blockDim.x, t + 2 * blockDim.x, ...
// Memory:  1 read and 1 write per element, coalesced.
// Shared:  one float per column, given at launch; and 256 bytes for the two reductions.
// Needs:   a one-dimensional block whose size is a multiple of 32 (block_max, block_sum). At most 12224
//          columns: what fits in the 48 KB that every GPU gives a block without being asked for more.
// Change:  after softmax_block_staged. That kernel keeps the row and works out every exponential twice, once
//          for the sum and once for the result. Here phase 2 puts the exponential in the place of its
//          element, and phase 3 has one multiplication left per element: the division is done once per row,
//          which rounds twice, hence "reciprocal" above. The exponentials have to be kept as float, so a
//          16-bit row would take as much shared memory.

#include "reduce.cuh"

// Phase 1: fetches the thread's columns and gives the maximum of the row.
__device__ __forceinline__ float load_phase(const float* x, float* row, unsigned n_cols, float* partials)
{
    float row_max = -CUDART_INF_F; // what a thread without a column brings
    for (unsigned col = threadIdx.x; col < n_cols; col += blockDim.x) {
        row[col] = x[col];
        row_max = fmaxf(row_max, row[col]);
    }
    return block_max(row_max, partials);
}

// Phase 2: turns the thread's columns into exponentials and gives the sum of the row.
//
// A maximum of -inf makes every term NaN, and so the row. So does a NaN, and +inf by inf - inf.
__device__ __forceinline__ float exp_phase(float* row, float row_max, unsigned n_cols, float* partials)
{
    float sum = 0.0f;
    for (unsigned col = threadIdx.x; col < n_cols; col += blockDim.x) {
        row[col] = expf(row[col] - row_max);
        sum += row[col];
    }
    return block_sum(sum, partials);
}

// Phase 3: scales the thread's columns and writes them.
__device__ __forceinline__ void scale_phase(const float* row, float* y, float scale, unsigned n_cols)
{
    for (unsigned col = threadIdx.x; col < n_cols; col += blockDim.x)
        y[col] = row[col] * scale;
}

extern "C" __global__ void softmax(const float* __restrict__ inp, float* __restrict__ out, unsigned n_cols,
                                   long long inp_stride, long long out_stride)
{
    extern __shared__ float row[]; // no phase reads a column that another thread wrote
    __shared__ float maxima[warp_lanes];
    __shared__ float sums[warp_lanes];

    const float row_max = load_phase(inp + blockIdx.x * inp_stride, row, n_cols, maxima);
    const float sum = exp_phase(row, row_max, n_cols, sums);
    // The sum is between 1 and n_cols, or NaN: its reciprocal neither overflows nor vanishes.
    scale_phase(row, out + blockIdx.x * out_stride, 1.0f / sum, n_cols);
}
